#!/usr/bin/env python3
"""From a posted text to a small case that CI checks, in the real window with a real mouse: paste, ask the jury, scan, minimise, keep the
answer, save; then the file fails where somebody breaks it and passes again once it is mended.

usage: window_lab.py BIN_FOLDER
"""
import json
import os
import subprocess
import tempfile

from window_driver import BIN, Display, Window, fail

# As FCL prints a pair that it could not do: the depth that MPR finds is not the least one.
POSTED = """libccd complained, so here is what was asked:
  Shape 1: Box2 1 1.5
  X_FS1
1 0 0 0
0 1 0 0
0 0 1 0
0 0 0 1
  Shape 2: Box1.5 1.5 1
  X_FS2
0.6 -0.5541 0.5771 0.4
0.7941 0.5 -0.3456 0.5
-0.0971 0.6656 0.74 0.3
0 0 0 1
  Solver: GjkSolver_libccd
"""


def named(window, name, what):
    window.until(lambda: name in window.items, what)


def settle(window, name):
    """Until an item is there and stays: answers about the pose before may still come in."""
    window.quieten()
    named(window, name, name)


def check(path):
    return subprocess.run([BIN + "/sepax", "check", "--expect", path], capture_output=True, text=True)


def numbers_of(path):
    """How many digits a person reads in the bodies."""
    with open(path) as file:
        case = json.load(file)
    return case, sum(len(word) for word in json.dumps(case["bodies"]).replace("[", " ").replace("]", " ").replace(",", " ").split())


with Display() as display, tempfile.TemporaryDirectory() as folder:
    display.env["XDG_CONFIG_HOME"] = folder + "/config"
    display.env["XDG_DATA_HOME"] = folder + "/data"  # a user's own jurors are not asked
    posted, saved = folder + "/issue.txt", folder + "/kept.json"
    with open(posted, "w") as file:
        file.write(POSTED)
    before = subprocess.run([BIN + "/sepax", "paste", posted, "-o", folder + "/before.json"], capture_output=True, text=True)
    if before.returncode != 0:
        fail("sepax paste: " + before.stderr)

    window = Window(display.env, [posted])
    named(window, "take", "what was understood of the text")
    window.key("Return")
    window.settled(lambda s: s[0] == "overlapping", "the pasted pair")

    window.key("j")  # asks other engines
    settle(window, "differing libccd-mpr")
    settle(window, "agreeing bullet-box-box")  # the last row in sight

    window.click("tab lab")
    window.click("scan")
    named(window, "finding verdict", "where the verdict changes")

    window.click("tab jury")
    settle(window, "differing libccd-mpr")
    window.point_at("differing libccd-mpr")
    window.act("click", "3")
    window.click("minimise")
    window.wait(lambda s: s[1] == "dirty", "the smaller pair")
    settle(window, "differing libccd-mpr")

    window.click("menu Pair")
    window.click("action keep_answer")
    window.click("part Expectations")
    named(window, "expected holds", "the kept answer")
    window.key("ctrl+s")
    named(window, "accept", "where to save")
    window.key("ctrl+a")
    window.write(saved)
    window.key("Return")
    window.wait(lambda s: s[1] == "clean", "the saved case")
    window.quit()

    case, digits = numbers_of(saved)
    _, digits_before = numbers_of(folder + "/before.json")
    if digits >= digits_before:
        fail("the pair has not become smaller: %d characters of numbers, %d before" % (digits, digits_before))
    if check(saved).returncode != 0:
        fail("the saved case does not hold: " + check(saved).stdout)
    place = case["bodies"][1].setdefault("position", [0, 0, 0])
    place[0] += 100
    broken = folder + "/broken.json"
    with open(broken, "w") as file:
        json.dump(case, file)
    failed = check(broken)
    if failed.returncode != 1 or "separated" not in failed.stdout:
        fail("the broken case: %d %s" % (failed.returncode, failed.stdout))
    place[0] -= 100
    with open(broken, "w") as file:
        json.dump(case, file)
    if check(broken).returncode != 0:
        fail("the mended case does not hold")
