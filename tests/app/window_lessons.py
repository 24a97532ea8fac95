#!/usr/bin/env python3
"""Three lessons from the list to the last step in the real window, with a real mouse: what is asked is done as the text says, and with
"Show me" where a hand would need an eye. From lesson 9 a figure is saved for slides.

usage: window_lessons.py BIN_FOLDER
"""
import os
import sys
import tempfile
import xml.etree.ElementTree

from window_driver import Display, Window, fail


def passed(window, lesson, step):
    window.until(lambda: window.lesson == "%s %d passed" % (lesson, step), "step %d of %s passed" % (step, lesson))


def go_on(window, lesson, step):
    """To the next step, once this one has passed; the last step is free and passes by itself."""
    passed(window, lesson, step)
    window.click("next")
    window.until(lambda: not window.lesson.startswith("%s %d " % (lesson, step)), "the step after %d" % step)


def choose(window, algorithm):
    window.click("algorithm")
    window.until(lambda: "algorithm sat" in window.items, "the list of algorithms")
    window.point_at("algorithm sat")
    for _ in range(30):  # the wheel goes down the list
        if "algorithm " + algorithm in window.items:
            break
        window.act("click", "5")
    window.click("algorithm " + algorithm)


def drag_towards(window, mover, other, wanted, what):
    """Drags a body towards another in ever further pulls until the state is as wanted."""
    for _ in range(12):
        places = window.states[-1][2]
        (x, y), (to_x, to_y) = places[mover], places[other]
        # Beside the middle, where the arrows of the move tool begin; a pull far enough to be a drag.
        grip = (x + 24, y + 24)
        window.drag(grip, (grip[0] + (to_x - x) // 6, grip[1] + (to_y - y) // 6))
        if wanted():
            return
    fail("%s did not come; lesson %s, state %s" % (what, window.lesson, window.states[-1:]))


def type_in(window, lesson, step, number):
    window.click("typed")
    window.write(number)
    window.click("check")
    go_on(window, lesson, step)


def line_between(window):
    lesson = "01-a-line-between"
    window.click("lesson " + lesson)
    window.click("choice 0")
    go_on(window, lesson, 0)
    window.click("axis A2")
    go_on(window, lesson, 1)
    type_in(window, lesson, 2, "1.2 m")
    window.key("a")
    for _ in range(12):
        if window.lesson.endswith("passed"):
            break
        x, y = window.items["number free"]
        window.drag((x, y), (x - 10, y))
    go_on(window, lesson, 3)
    drag_towards(window, "B", "A", lambda: window.lesson.endswith("4 passed"), "an overlap")
    go_on(window, lesson, 4)
    window.click("choice 0")
    go_on(window, lesson, 5)
    choose(window, "historical/corners-inside-2d")
    go_on(window, lesson, 6)
    window.click("choice 0")
    go_on(window, lesson, 7)
    window.click("choice 1")
    window.quieten()
    if window.lesson.endswith("passed"):
        fail("a wrong answer of the quiz passed")
    window.click("choice 0")
    go_on(window, lesson, 8)


def last_direction(window):
    lesson = "03-last-direction"
    window.click("lesson " + lesson)
    window.click("show me")
    go_on(window, lesson, 0)
    type_in(window, lesson, 1, "8.13")
    window.click("show me")
    go_on(window, lesson, 2)
    window.click("choice 0")
    go_on(window, lesson, 3)
    window.click("show me")
    go_on(window, lesson, 4)
    window.click("show me")
    go_on(window, lesson, 5)
    window.click("choice 0")
    go_on(window, lesson, 6)
    go_on(window, lesson, 7)
    window.click("choice 0")
    go_on(window, lesson, 8)


def six_faces(window, folder):
    lesson = "09-six-faces"
    window.click("lesson " + lesson)
    window.click("choice 1")
    go_on(window, lesson, 0)
    window.click("axis A2xB1")
    passed(window, lesson, 1)
    # A sharp figure for slides in three clicks.
    window.click("menu File")
    window.click("action save_picture")
    window.click("accept")
    figures = []

    def is_saved():
        figures[:] = [name for name in os.listdir(folder) if name.endswith(".svg")]
        return figures

    window.until(is_saved, "figure in " + folder)
    root = xml.etree.ElementTree.parse(folder + "/" + figures[0]).getroot()
    if not root.tag.endswith("svg") or len(list(root.iter())) < 50:
        fail("%s is no figure" % figures[0])
    go_on(window, lesson, 1)
    type_in(window, lesson, 2, "7/5")
    choose(window, "historical/six-axes-3d")
    go_on(window, lesson, 3)
    window.click("show me")
    go_on(window, lesson, 4)
    window.click("choice 0")
    go_on(window, lesson, 5)


with Display() as shown, tempfile.TemporaryDirectory() as scratch:
    shown.env["XDG_CONFIG_HOME"] = scratch + "/config"
    os.mkdir(scratch + "/figures")
    os.chdir(scratch + "/figures")
    program = Window(shown.env, [])
    program.click("tab learn")
    for play in (line_between, last_direction):
        play(program)
        program.click("all lessons")
    six_faces(program, scratch + "/figures")
    program.quit()
