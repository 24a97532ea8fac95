#!/usr/bin/env python3
"""Drives the real window with a real mouse: Xvfb is the display, xdotool the hand.

Starts the window on a copy of the default case, drags body B into A until the verdict changes, takes that back, drags again, saves,
quits, and asks the command line what the saved file says. Also: an idle window draws no frame.

usage: window.py BIN_FOLDER CASE
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

from window_driver import BIN, Display, Window, fail

CASE = sys.argv[2]


def check(path):
    out = subprocess.run([BIN + "/sepax", "check", "--json", path], capture_output=True, text=True)
    return json.loads(out.stdout)["pairs"][0]


def drive(display, folder):
    path = folder + "/case.json"
    with open(CASE) as source, open(path, "w") as copy:
        copy.write(source.read())
    before = check(path)
    if before["verdict"] != "separated":
        fail("the default case should start apart")

    window = Window(display.env, [path])
    _, dirty, places = window.settled(lambda s: s[0] == "separated", "a verdict at the start")
    if dirty != "clean":
        fail("a freshly opened case has unsaved changes")

    # Into A. Off B's centre, where the arrows of the move tool begin.
    (ax, ay), (bx, by) = places["A"], places["B"]
    grip = (bx + 24, by + 24)
    target = (grip[0] + (ax - bx) // 2, grip[1] + (ay - by) // 2)
    window.drag(grip, target)
    window.wait(lambda s: s[0] == "overlapping" and s[1] == "dirty", "overlap after the drag")

    window.key("ctrl+z")
    state = window.settled(lambda s: s[0] == "separated", "the verdict of before after undo")
    if state[1] != "clean" or state[2] != places:
        fail("one undo should take back the whole drag, found %s" % (state,))

    # Five quick taps are five nudges, however slow the frames.
    window.drag(grip, grip)
    places = window.states[-1][2]
    window.key("Right", "Right", "Right", "Right", "Right")
    for _ in range(4):
        window.key("ctrl+z")
    if window.states[-1][1] != "dirty":
        fail("five nudges should be five undo steps, four took them back")
    window.key("ctrl+z")
    window.wait(lambda s: s[1] == "clean", "five undos")
    if window.states[-1][2] != places:
        fail("five nudges should be five undo steps, found %s" % (window.states[-1],))

    window.drag(grip, target)
    window.wait(lambda s: s[0] == "overlapping", "overlap after the second drag")
    window.key("ctrl+s")
    window.wait(lambda s: s[1] == "clean", "a saved document")
    window.quit()

    after = check(path)
    if after["verdict"] != "overlapping" or not after["separation"] < 0:
        fail("the saved file says %s" % after["verdict"])
    print("dragged: separation %.4g -> %.4g" % (before["separation"], after["separation"]))


def drop(display, folder):
    """Dropped files open in the background: the first mesh takes the untouched start's place, the next one joins it, rubbish becomes a
    message, and the window stays."""
    mesh, other, rubbish = folder + "/wedge.obj", folder + "/rock.obj", folder + "/rubbish.zip"
    for name in (mesh, other):
        with open(name, "w") as out:
            out.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
    with open(rubbish, "w") as out:
        out.write("not a zip")
    window = Window(display.env, ["--drop", rubbish, mesh, other])
    window.wait(lambda s: "wedge" in s[2] and "rock" in s[2] and s[1] == "dirty", "the dropped meshes in the scene")
    window.key("ctrl+z")
    window.wait(lambda s: s[1] == "clean" and "wedge" in s[2] and "rock" not in s[2], "undo of the second drop")
    window.quit()


def stay_idle(display):
    """No frame while nothing happens, and none that looks like the one before."""
    window = Window(display.env, [])
    window.quieten()
    drawn = []
    for _ in range(5):  # the display may still have something to say after the start
        before = window.frames
        time.sleep(0.2)
        window.rest()
        drawn.append(window.frames - before)
    if min(drawn) > 0:
        fail("an idle window draws: %s frames while nothing happened" % drawn)
    window.act("mousemove", "640", "708")  # over the status line's hint
    window.quieten()
    before = window.frames
    for x in range(5):
        window.act("mousemove", str(641 + x), "708")
    if window.frames != before:
        fail("%d frames that look like the one before were drawn" % (window.frames - before))
    window.quit()


def keep_the_scene(display, folder):
    """Frames that change panels alone show the picture of the scene that is there; one that turns the scene draws it anew."""
    window = Window(display.env, [CASE])
    _, _, places = window.settled(lambda s: s[0] == "separated", "a verdict at the start")
    window.point_at("tab inspector")
    window.quieten()
    frames, scenes = window.frames, window.scenes
    for tab in ("tab contacts", "tab axes", "tab inspector"):
        window.point_at(tab)
    if window.scenes != scenes or window.frames == frames:
        fail("%d frames over tabs drew the scene %d times" % (window.frames - frames, window.scenes - scenes))
    x, y = places["A"]
    window.act("mousemove", str(x + 150), str(y + 150), "mousedown", "3", "mousemove", str(x + 180), str(y + 150), "mouseup", "3")
    if window.scenes == scenes:
        fail("a turn of the view did not draw the scene")
    window.quit()


def draw_by_hand(display, folder):
    """Two shapes drawn with the mouse in an empty plane; one is dragged to the other, and the magnet lets them touch."""
    path = folder + "/drawn.json"
    with open(path, "w") as out:
        json.dump({"sepax": 1, "space": "2d", "bodies": [{"id": "mark", "shape": {"type": "point"}, "position": [0, 0], "visible": False}]}, out)
    window = Window(display.env, [path])
    _, _, places = window.settled(lambda s: "mark" in s[2], "the empty plane")
    x, y = places["mark"]
    window.key("y")
    for corner in ((-150, 60), (-50, 60), (-100, -40), (-150, 60)):
        window.act("mousemove", str(x + corner[0]), str(y + corner[1]))
        window.act("click", "1")
    window.wait(lambda s: len(s[2]) == 2, "the triangle")
    window.key("k")
    window.drag((x + 100, y), (x + 140, y))
    window.wait(lambda s: len(s[2]) == 3, "the circle")
    window.key("b")
    window.drag((x - 30, y - 140), (x + 40, y - 90))
    window.wait(lambda s: len(s[2]) == 4, "the box")
    window.drag((x + 115, y + 20), (x + 90, y + 20))
    # The circle is the second drawn; the key does what the magnet does when the hand stops short.
    window.key("t")
    window.key("ctrl+s")
    window.wait(lambda s: s[1] == "clean", "the drawing saved")
    window.quit()
    out = subprocess.run([BIN + "/sepax", "check", "--json", path], capture_output=True, text=True)
    verdicts = [pair["verdict"] for pair in json.loads(out.stdout)["pairs"]]
    if "touching" not in verdicts:
        fail("nothing touches in what was drawn: %s" % verdicts)


def draw_by_keys(display, folder):
    """The same without a mouse: arrow keys lead the pen, Space sets points."""
    path = folder + "/keyed.json"
    with open(path, "w") as out:
        json.dump({"sepax": 1, "space": "2d", "bodies": []}, out)
    window = Window(display.env, [path])
    window.settled(lambda s: len(s[2]) == 0, "the empty plane")

    def go(across, up):
        window.key(*(["Right" if across > 0 else "Left"] * abs(across) + ["Up" if up > 0 else "Down"] * abs(up)))

    window.key("y")
    window.key("Right", "space")
    for across, up in ((6, 0), (-3, 5)):
        go(across, up)
        window.key("space")
    window.key("Return")
    window.wait(lambda s: len(s[2]) == 1, "the triangle")
    window.key("k")
    window.key("Right")
    go(10, 0)
    window.key("space")
    go(2, 0)
    window.key("space")
    window.wait(lambda s: len(s[2]) == 2, "the circle")
    window.key("t")
    window.wait(lambda s: s[0] == "touching", "the circle at the triangle")
    window.key("b")
    window.key("Right")
    go(-9, -4)
    window.key("space")
    go(4, 2)
    window.key("space")
    window.wait(lambda s: len(s[2]) == 3, "the box")
    window.key("ctrl+s")
    window.wait(lambda s: s[1] == "clean", "the drawing saved")
    window.quit()


def walk_by_keys(display, folder):
    """A journey without a mouse: rotate and move a body, go to a panel and back, save under another name."""
    path, other = folder + "/walk.json", folder + "/walked.json"
    with open(CASE) as source, open(path, "w") as copy:
        copy.write(source.read())
    window = Window(display.env, [path])
    window.settled(lambda s: s[0] == "separated", "a verdict at the start")
    window.key("Tab", "Tab")  # B
    window.key("e", "Up", "Up")
    window.wait(lambda s: s[1] == "dirty", "B rotated by the arrow keys")
    before = window.states[-1][2]["B"]
    window.key("w", "Right", "Right")
    window.wait(lambda s: s[2]["B"] != before, "B moved by the arrow keys")
    window.key("ctrl+p")
    window.write("panel: inspector")
    window.key("Return")
    # Into the panel, to B's place: Enter opens its number for typing.
    for _ in range(30):
        if window.focus == "##position 0":
            break
        window.key("Down")
    window.key("Return", "ctrl+a")
    window.write("1.5")
    window.key("Return", "Escape", "ctrl+shift+s")
    window.until(lambda: "accept" in window.items, "where to save")
    window.key("ctrl+a")
    window.write(other)
    window.key("Return")
    window.wait(lambda s: s[1] == "clean", "the file saved under another name")
    window.quit()
    with open(other) as saved:
        x = json.load(saved)["bodies"][1]["position"][0]
    if x != 1.5:
        fail("B should be at the typed 1.5, it is at %s" % x)


def lose_graphics(display, folder):
    """A driver that is reset takes the picture, not the work: the window goes on."""
    frames = 40
    window = Window(display.env, ["--lose-graphics-after-frames", str(frames), CASE])
    _, _, places = window.settled(lambda s: s[0] == "separated", "a verdict at the start")
    while window.frames <= frames:
        window.point_at("tab contacts")
        window.point_at("tab axes")
    (ax, ay), (bx, by) = places["A"], places["B"]
    window.drag((bx + 24, by + 24), (bx + 24 + (ax - bx) // 2, by + 24 + (ay - by) // 2))
    window.wait(lambda s: s[0] == "overlapping" and s[1] == "dirty", "overlap after the graphics were lost")
    window.key("ctrl+z")
    window.wait(lambda s: s[1] == "clean", "undo after the graphics were lost")
    window.quit()


def click_while_busy(display, folder):
    """Clicks that come while the window computes count where they were made, though the mouse went on: here it stands still by force."""
    window = Window(display.env, [CASE])
    window.settled(lambda s: s[0] == "separated", "a verdict at the start")
    for tab, has_axes in [("tab inspector", False), ("tab axes", True), ("tab steps", False), ("tab axes", True)]:
        window.point_at("tab contacts")
        x, y = window.items[tab]
        window.stopped("mousemove", str(x), str(y), "mousedown", "1", "mouseup", "1", "mousemove", "600", "400")
        window.until(lambda: any(name.startswith("axis ") for name in window.items) == has_axes, tab + " after a click while busy")
    window.quit()


def read_again(display, folder):
    """What another program writes into the open file is shown by a window that nobody touches."""
    path = folder + "/shared.json"
    with open(CASE) as source, open(path, "w") as copy:
        copy.write(source.read())
    window = Window(display.env, [path])
    window.settled(lambda s: s[0] == "separated", "a verdict at the start")
    with open(path) as source:
        case = json.load(source)
    case["bodies"][1]["position"] = case["bodies"][0]["position"]
    with open(path + ".new", "w") as out:
        json.dump(case, out)
    later = os.stat(path).st_mtime + 2  # clocks of files may be coarse
    os.utime(path + ".new", (later, later))
    os.replace(path + ".new", path)
    window.wait(lambda s: s[0] == "overlapping" and s[1] == "clean", "the file as the other program wrote it")
    window.quit()


def recover(display, folder):
    """A window that is killed after a drag gives its work to the next one."""
    window = Window(display.env, [])
    _, _, places = window.settled(lambda s: s[0] == "separated", "a verdict at the start")
    (ax, ay), (bx, by) = places["A"], places["B"]
    window.drag((bx + 24, by + 24), (bx + 24 + (ax - bx) // 2, by + 24 + (ay - by) // 2))
    window.wait(lambda s: s[0] == "overlapping", "overlap after the drag")
    settings = folder + "/config/sepax"

    def kept():
        return [name for name in os.listdir(settings) if name.startswith("recovery-")]

    def verdict_in(name):
        """A line says where the work came from, a case follows."""
        with open(settings + "/" + name) as file:
            text = file.read().split("\n", 1)[1]
        with open(folder + "/kept.json", "w") as file:
            file.write(text)
        return check(folder + "/kept.json")["verdict"]

    window.until(lambda: any(name.endswith(".json") and verdict_in(name) == "overlapping" for name in kept()),
                 "the work kept for the next start")
    window.process.kill()
    window.process.wait()
    window = Window(display.env, [])
    window.settled(lambda s: s[0] == "separated", "the list of unsaved work")
    window.key("Return")
    window.wait(lambda s: s[0] == "overlapping" and s[1] == "dirty", "the killed window's work")
    window.key("ctrl+z")
    window.wait(lambda s: s[0] == "separated" and s[1] == "clean", "undo dropping it")
    window.quit()
    if kept():
        fail("recovery files stay behind: %s" % kept())


def play(scenario):
    """On a display and with settings of its own."""
    with Display() as shown, tempfile.TemporaryDirectory() as scratch:
        shown.env["XDG_CONFIG_HOME"] = scratch + "/config"
        scenario(shown, scratch)


# They mostly wait.
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    list(pool.map(play, [draw_by_keys, draw_by_hand, walk_by_keys, drive, drop, lose_graphics, click_while_busy, read_again, recover, keep_the_scene]))
play(lambda shown, scratch: stay_idle(shown))
