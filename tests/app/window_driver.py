"""The real window and the hand that drives it: Xvfb is the display, xdotool the hand. Shared by the tests beside it."""
import os
import re
import subprocess
import sys
import threading
import time

BIN = os.path.abspath(sys.argv[1])
WAIT = 20  # seconds for anything to happen


def fail(message):
    sys.exit("window test: " + message)


class Display:
    """An X server of our own, on a number that it finds itself."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        number = os.read(read, 16).decode().strip()
        if not number:
            fail("Xvfb did not start")
        self.env = dict(os.environ, DISPLAY=":" + number)
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
        threading.Thread(target=self._listen, daemon=True).start()
        self.wait(lambda s: True, "the first state")
        self.id = self.tool("search", "--sync", "--onlyvisible", "--class", "sepax").split()[0]
        self.tool("windowmove", self.id, "0", "0")
        time.sleep(0.3)

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
            match = re.match(r"state (\w+) (\w+)(.*)", line)
            if match:
                places = {n: (int(x), int(y)) for n, x, y in re.findall(r"(\S+):(-?\d+),(-?\d+)", match[3])}
                self.states.append((match[1], match[2], places))

    def wait(self, wanted, what):
        end = time.time() + WAIT
        while time.time() < end:
            if self.states and wanted(self.states[-1]):
                return self.states[-1]
            if self.process.poll() is not None:
                fail("the window ended while waiting for %s: %s" % (what, self.process.stderr.read()))
            time.sleep(0.05)
        fail("no %s; last state %s" % (what, self.states[-1:]))

    def settled(self, wanted, what):
        """As `wait`, once nothing has changed for half a second: a slow machine's first frames still lay the window out."""
        self.wait(wanted, what)
        count, since = len(self.states), time.time()
        while time.time() - since < 0.5:
            time.sleep(0.05)
            if len(self.states) != count:
                count, since = len(self.states), time.time()
        return self.wait(wanted, what)

    def until(self, holds, what):
        """As `wait`, for what is no verdict."""
        self.wait(lambda unused: holds(), what)

    def point_at(self, name):
        """Moves the mouse over what goes by this name, once it stands still."""
        at = None
        end = time.time() + WAIT
        while at is None or self.items.get(name) != at:
            if time.time() > end:
                fail("no %s; there is %s; lesson %s" % (name, sorted(self.items), self.lesson))
            at = self.items.get(name)
            time.sleep(0.25)
        self.tool("mousemove", str(at[0]), str(at[1]))
        time.sleep(0.2)

    def click(self, name):
        self.point_at(name)
        self.tool("click", "1")
        time.sleep(0.2)

    def tool(self, *words):
        return subprocess.run(["xdotool", *words], env=self.env, check=True, capture_output=True, text=True, timeout=WAIT).stdout

    def drag(self, start, end):
        self.tool("mousemove", str(start[0]), str(start[1]))
        time.sleep(0.2)
        self.tool("mousedown", "1")
        time.sleep(0.1)
        steps = 12
        for i in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * i // steps
            y = start[1] + (end[1] - start[1]) * i // steps
            self.tool("mousemove", str(x), str(y))
            time.sleep(0.03)
        time.sleep(0.2)
        self.tool("mouseup", "1")
        time.sleep(0.2)

    def key(self, name):
        self.tool("key", name)
        time.sleep(0.2)

    def end(self, what):
        try:
            return self.process.wait(WAIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            fail("the window did not close after " + what)
