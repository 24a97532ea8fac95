"""The real window and the hand that drives it: Xvfb is the display, xdotool the hand. Shared by the tests beside it.

Nothing here waits for a time. After each act the hand taps the key Pause, which the window only counts, and waits until it says that this
tap is handled and everything before it drawn.
"""
import os
import re
import signal
import subprocess
import sys
import threading
import time

BIN = os.path.abspath(sys.argv[1])
HANG = 300  # seconds after which a window is taken to hang; no test depends on how much sooner it answers
GAP = "12"  # milliseconds between keys: SDL takes taps of one key within two of each other for a key that is held


def fail(message):
    sys.exit("window test: " + message)


class Display:
    """An X server of our own, on a number that it finds itself."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            # No key repeats by itself, and no client finds a server that starts anew since the last one has gone.
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-r", "-noreset"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as said:
            number = said.readline().strip()
        if not number:
            fail("Xvfb did not start")
        # Two clicks are two clicks, however quickly they follow each other.
        self.env = dict(os.environ, DISPLAY=":" + number, SDL_MOUSE_DOUBLE_CLICK_TIME="0")
        self.env.pop("SDL_VIDEODRIVER", None)
        self.env.pop("WAYLAND_DISPLAY", None)
        return self

    def __exit__(self, *unused):
        self.server.terminate()
        self.server.wait()


class Window:
    """The program, and what it says it shows."""

    def __init__(self, env, arguments):
        self.env = env
        self.process = subprocess.Popen([BIN + "/sepax-window", "--log-state", *arguments], env=env, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.states = []
        self.lesson, self.focus = "none", ""
        self.items, self._coming, self._focus = {}, {}, ""
        self.frames, self.scenes, self.quiet = 0, 0, False
        self._marks, self._marks_seen = 0, 0
        threading.Thread(target=self._listen, daemon=True).start()
        self.wait(lambda s: True, "the first state")
        self.id = self.tool("search", "--sync", "--onlyvisible", "--class", "sepax").split()[0]
        self.act("windowmove", self.id, "0", "0")
        if "start open" in self.items:
            self.act("key", "Escape")  # from the start page to the scene behind it

    def _listen(self):
        for line in self.process.stdout:
            item = re.match(r"item (-?\d+),(-?\d+) (.*)", line)
            if item:
                self._coming[item[3]] = (int(item[1]), int(item[2]))
            elif line.startswith("focus "):
                self._focus = line[len("focus "):].strip()
            elif line.startswith("items end"):
                self.items, self.focus = self._coming, self._focus
                self._coming, self._focus = {}, ""
            elif line.startswith("lesson "):
                self.lesson = line[len("lesson "):].strip()
            elif line.startswith("rest "):
                rest = re.match(r"rest (\d+) (\w+) after (\d+) frames and (\d+) scenes", line)
                self.frames, self.scenes, self.quiet = int(rest[3]), int(rest[4]), rest[2] == "quiet"
                self._marks_seen = int(rest[1])  # last: it is what the other thread waits for
            match = re.match(r"state (\w+) (\w+)(.*)", line)
            if match:
                places = {n: (int(x), int(y)) for n, x, y in re.findall(r"(\S+):(-?\d+),(-?\d+)", match[3])}
                self.states.append((match[1], match[2], places))

    def wait(self, wanted, what):
        end = time.monotonic() + HANG
        while not (self.states and wanted(self.states[-1])):
            if self.process.poll() is not None:
                fail("the window ended while waiting for %s: %s" % (what, self.process.stderr.read()))
            if time.monotonic() > end:
                fail("no %s; last state %s; lesson %s; there is %s" % (what, self.states[-1:], self.lesson, sorted(self.items)))
            time.sleep(0.02)
        return self.states[-1]

    def until(self, holds, what):
        """As `wait`, for what is no verdict."""
        self.wait(lambda unused: holds(), what)

    def act(self, *words):
        """Acts by xdotool and waits until the window has handled and drawn it."""
        self.tool(*words, "key", "--delay", "0", "Pause")
        self._marks += 1
        self.until(lambda: self._marks_seen >= self._marks, "rest")

    def rest(self):
        """Until everything that the hand did is handled and drawn."""
        self.act()

    def quieten(self):
        """Until no answer can come any more that the window does not show: nothing works in the background, and a frame was laid out since."""
        self.rest()
        self.until(lambda: self.quiet, "quiet background")
        self.act("key", "--delay", "0", "Print")  # a key without a meaning lays out a frame

    def settled(self, wanted, what):
        """As `wait`, once nothing changes any more: the first frames still lay the window out."""
        self.wait(wanted, what)
        self.quieten()
        return self.wait(wanted, what)

    def point_at(self, name):
        """Moves the mouse over what goes by this name, once it stands still."""
        at = None
        while at is None or self.items.get(name) != at:
            self.until(lambda: name in self.items, name)
            self.rest()
            at = self.items.get(name)
            if at is not None:
                self.act("mousemove", str(at[0]), str(at[1]))

    def click(self, name):
        self.point_at(name)
        self.act("click", "1")

    def tool(self, *words):
        return subprocess.run(["xdotool", *words], env=self.env, check=True, capture_output=True, text=True, timeout=HANG).stdout

    def drag(self, start, end):
        self.act("mousemove", str(start[0]), str(start[1]))
        self.act("mousedown", "1")
        steps = 6
        for i in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * i // steps
            y = start[1] + (end[1] - start[1]) * i // steps
            self.act("mousemove", str(x), str(y))
        self.act("mouseup", "1")

    def stopped(self, *words):
        """Acts while the window stands still by force: it meets all of it at once, and no key is held for long, however busy the machine."""
        self.process.send_signal(signal.SIGSTOP)
        self.tool(*words)
        self.process.send_signal(signal.SIGCONT)

    def key(self, *names):
        self.stopped("key", "--delay", GAP, *names)
        self.rest()

    def write(self, text):
        self.stopped("type", "--delay", GAP, text)
        self.rest()

    def end(self, what):
        try:
            return self.process.wait(HANG)
        except subprocess.TimeoutExpired:
            self.process.kill()
            fail("the window did not close after " + what)

    def quit(self):
        self.stopped("key", "--delay", GAP, "ctrl+q")
        if self.end("ctrl+q") != 0:
            fail("the window ended with an error: " + self.process.stderr.read())
