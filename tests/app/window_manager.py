#!/usr/bin/env python3
"""Under a window manager (Openbox): a maximised window is maximised again after a presentation and at the next start, and a window that was as large
as the screen fits onto it with its title.

usage: window_manager.py BIN_FOLDER
"""
import os
import re
import subprocess
import tempfile
import time

from window_driver import Display, Window, fail

# Nothing but one key: no other may be taken from the window.
RC = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <keyboard><keybind key="W-m"><action name="ToggleMaximize"/></keybind></keyboard>
</openbox_config>
"""
SCREEN = (1280, 800)


def size(window):
    """What the program draws on, without title and borders."""
    said = window.tool("getwindowgeometry", "--shell", window.id)
    return tuple(int(re.search(r"^%s=(\d+)$" % name, said, re.M)[1]) for name in ("WIDTH", "HEIGHT"))


def becomes(window, holds, what):
    """Waits until the window has such a size."""
    window.until(lambda: holds(size(window)), what)
    window.quieten()
    if not holds(size(window)):
        fail("%s did not last: %s" % (what, size(window)))


def is_maximised(at):
    return at[0] == SCREEN[0] and SCREEN[1] - 60 < at[1] < SCREEN[1]


def is_full(at):
    return at == SCREEN


def says_maximised(folder):
    with open(folder + "/config/sepax/imgui.ini") as file:
        return "window_maximised=1" in file.read()


with Display() as display, tempfile.TemporaryDirectory() as folder:
    display.env["XDG_CONFIG_HOME"] = folder + "/config"
    os.makedirs(folder + "/config/sepax")
    with open(folder + "/config/sepax/imgui.ini", "w") as file:
        file.write("[Sepax][Layout]\nwindow_width=%d\nwindow_height=%d\n" % SCREEN)
    with open(folder + "/rc.xml", "w") as file:
        file.write(RC)
    manager = subprocess.Popen(["openbox", "--config-file", folder + "/rc.xml"], env=display.env, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    try:
        while subprocess.run(["xdotool", "get_desktop"], env=display.env, capture_output=True).returncode != 0:
            if manager.poll() is not None:
                fail("Openbox ended: %s" % manager.stdout.read())
            time.sleep(0.02)
        window = Window(display.env, [])
        window.quieten()
        at = size(window)
        if at[0] >= SCREEN[0] or at[1] >= SCREEN[1] - 10:
            fail("a window fits onto the screen with its title and borders, found %s" % (at,))
        for key in ("F11", "shift+F11"):
            window.key(key)
            becomes(window, is_full, key)
            window.key(key)
            becomes(window, lambda now: now == at, "the size of before " + key)
        window.act("key", "super+m")
        becomes(window, is_maximised, "a maximised window")
        for key in ("F11", "shift+F11"):
            window.key(key)
            becomes(window, is_full, key + " of a maximised window")
            window.key(key)
            becomes(window, is_maximised, "a window that is maximised again after " + key)
        window.quit()
        if not says_maximised(folder):
            fail("the settings do not say that the window was maximised")
        window = Window(display.env, [])
        becomes(window, is_maximised, "a window that comes back maximised")
        window.act("key", "super+m")
        becomes(window, lambda now: now == at, "the size that it has otherwise")
        window.quit()
        if says_maximised(folder):
            fail("the settings say that the window is maximised still")
    finally:
        manager.terminate()
        manager.wait()
print("maximised before and after")
