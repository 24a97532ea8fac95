#!/usr/bin/env python3
"""One little scene by the three recorders, to a file, to standard output and to a port: python3 test_recorders.py CXX NODE SCRATCH_DIR

The lines must be JSON, the same by all three, and the numbers the same to the last bit; a reader that leaves or never reads must not hold
an engine up. Without NODE (an empty text) JavaScript is skipped.
"""
import itertools
import json
import math
import os
import random
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading

# Numbers by std::to_chars, and no exceptions.
CPP17 = ["-std=c++17", "-fno-exceptions"]
HERE = os.path.dirname(os.path.abspath(__file__))
TEXT = 'a "quoted" back\\slash, tab\t, Kiste Ω 箱'
NUMBERS = [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, 1e22, 123456789012345680000.0, -2.5e-7, 0.1 + 0.2, 100.0]

# The scene in each language: argument 1 is where to (a file, "-" or ":PORT"), argument 2 which (3d, 2d, or flood: 100 MB of marks).
CPP = r"""
#include "sepax_record.h"
#include <clocale>
#include <cmath>
#include <iostream>
using namespace sepax_record;

static Recorder opened(const std::string& where, const Header& header) {
  if (where == "-") return Recorder(std::cout, header);
  if (where[0] == ':') return Recorder::toPort(std::stoi(where.substr(1)), header);
  return Recorder(where, header, std::getenv("REPLACE") ? replace : keep);
}

int main(int, char** arguments) {
  std::setlocale(LC_ALL, "");
  std::fprintf(stderr, "decimal point %s\n", std::localeconv()->decimal_point);
  const std::string where = arguments[1], scene = arguments[2], text = "a \"quoted\" back\\slash, tab\t, Kiste Ω 箱";
  const double nan = std::nan("");
  if (scene == "2d") {
    Recorder log = opened(where, {"2d", text, "", "double"});
    log.add("ground", half_space(), {0, 0}, {}, locked);
    log.add("A", circle(0.5), {0.25, 1});
    log.add("B", polygon({{0, 0}, {1, 0}, {0, 1}}), {3, 0.1}, {0.3});
    log.add("C", capsule(0.2, 0.4), {0, 5}, {-1.5});
    log.add("D", box({1, 0.5}), {0, 9});
    log.frame(0);
    log.pose("A", {0.25, 0.9}, {-0.0});
    log.pose("B", {3, 0.1}, {0.3});
    Claim claim("A", "B");
    claim.closest_a = {0.75, 0.9};
    claim.normal = {1, 0};
    log.claim(claim);
    std::cerr << log.error() << "\n";
    return log.ok() ? 0 : 2;
  }
  Recorder log = opened(where, {"3d", text, "an engine", "float", 0.001, "line\nend"});
  if (scene == "flood") {
    const std::string megabyte(1000000, 'x');
    for (int i = 0; i < 100; ++i) {
      log.frame(i);
      log.mark(megabyte);
    }
    log.flush();
    std::cerr << log.error() << "\n";
    return log.ok() ? 0 : 2;
  }
  log.add("ground", box({5, 0.5, 5}), {0, -0.5, 0}, {}, locked);
  log.add(text, sphere(0.1), {0.1, 2, 1.0 / 3}, {0, 0, 0.6, 0.8});
  log.add("bad", cylinder(nan, 1), {0, 0, 0});
  log.add("numbers", hull({{0.1, 1.0 / 3, 5e-324}, {1.7976931348623157e308, -0.0, 1e22}, {123456789012345680000.0, -2.5e-7, 0.1 + 0.2},
                           {100.0, 0, 0}}), {0, 0, 0});
  log.frame(0);
  log.pose("ground", {0, -0.5, 0}, {0, 0, 0, 1});
  log.pose(text, {0.1, 1.9, 1.0 / 3}, {0, 0, 0.6, 0.8});
  log.frame(1.0 / 60);
  log.pose(text, {0.1, nan, 0}, {0, 0, 0.6, 0.8});
  log.add("C", cone(0.5, 1), {1, 2, 3}, {1, 0, 0, 0});
  log.add("D", hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).number("margin", 0.04), {1, 2, 3});
  log.add("E", capsule(0.1, 0), {1, 2, 3});
  log.add("E", capsule(0.2, 0), {1, 2, 3});
  log.add("F", cylinder(0.1, 0.2), {HUGE_VAL, 2, 3});
  log.pose("D", {1, 2, 4}, {0, 0, 0, 1});
  log.pose("D", {1, 2, 5}, {0, 0, 0, 1});
  Claim claim("ground", text);
  claim.verdict = Verdict::overlapping;
  claim.separation = -0.01;
  claim.distance = 0;
  claim.normal = {0, 1, 0};
  claim.closest_a = {0, 0, 0};
  claim.closest_b = {0, -0.01, 0};
  claim.contacts = {{{0, 0, 0}, -0.01}, {{0.1, 0, 0}, 0.002}};
  log.claim(claim);
  log.mark("a mark");
  log.frame(2.0 / 60);
  log.pose("C", {0, 0, 0}, {0, 0, 0, 1});
  log.remove("C");
  log.add("C", sphere(1), {0, 0, 7});
  log.pose("F", {0, 0, 0}, {0, 0, 0, 1});
  Claim broken("ground", "D");
  broken.separation = -HUGE_VAL;
  broken.normal = {0, nan, 0};
  log.claim(broken);
  log.frame(3.0 / 60);
  log.frame(nan);
  log.flush();
  log.remove("D");
  return log.ok() ? 0 : 2;
}
"""

# Floats, and under -ffast-math, which must not let a NaN through.
FLOATS = r"""
#include "sepax_record.h"
#include <cmath>
#include <iostream>
#include <limits>

int main() {
  sepax_record::Recorder log(std::cout, {"2d", "", "", "float"});
  log.add("A", sepax_record::polygon({{0.1f, 1.0f / 3}, {16777217.0f, 1e-45f}, {std::numeric_limits<float>::max(), 0.3f}}), {0, 0});
  log.frame(0);
  volatile float zero = 0;
  log.pose("A", {zero / zero, 0}, {0});
}
"""

# Latin-1, and what only looks like UTF-8.
LATIN = r"""
#include "sepax_record.h"
#include <iostream>

int main() {
  sepax_record::Recorder log(std::cout, {"2d", "Stra\xdf" "e"});
  for (const char* const id : {"Kiste \xe4", "Kiste \xf6", "Kiste Ω", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\xf0\x9f\x98\x80"})
    log.add(id, sepax_record::circle(1), {0, 0});
  log.frame(0);
  log.pose("Kiste \xf6", {1, 0}, {0});
}
"""

# The positions are the doubles on standard input, or floats of them.
ROUND_TRIP = r"""
#include "sepax_record.h"
#include <iostream>

int main(int count, char**) {
  sepax_record::Recorder log(std::cout, {"2d"});
  int id = 0;
  for (double at[2]; std::cin.read(reinterpret_cast<char*>(at), sizeof at); ++id) {
    sepax_record::Vector position{at[0], at[1]};
    if (count > 1) position = {static_cast<float>(at[0]), static_cast<float>(at[1])};
    log.add(std::to_string(id), sepax_record::circle(1), position);
  }
}
"""

JAVASCRIPT = r"""
const fs = require('fs');
const {Recorder, box, sphere, circle, capsule, cylinder, cone, hull, polygon, half_space} = require(process.argv[4]);
const [, , where, scene] = process.argv;
const text = 'a "quoted" back\\slash, tab\t, Kiste Ω 箱';
const opened = (header) =>
  where[0] === ':' ? Recorder.toPort(+where.slice(1), header) : new Recorder(where === '-' ? process.stdout : where, {...header, replace: Boolean(process.env.REPLACE)});
let log;
if (scene === '2d') {
  log = opened({space: '2d', name: text, precision: 'double'});
  log.add('ground', half_space(), [0, 0], 0, {locked: true});
  log.add('A', circle(0.5), [0.25, 1]);
  log.add('B', polygon([[0, 0], [1, 0], [0, 1]]), [3, 0.1], 0.3);
  log.add('C', capsule(0.2, 0.4), [0, 5], -1.5);
  log.add('D', box([1, 0.5]), [0, 9]);
  log.frame(0);
  log.pose('A', [0.25, 0.9], -0);
  log.pose('B', [3, 0.1], 0.3);
  log.claim('A', 'B', {closest_points: {a: [0.75, 0.9]}, normal: [1, 0]});
} else {
  log = opened({name: text, engine: 'an engine', precision: 'float', tolerance: 0.001, notes: 'line\nend'});
}
if (scene === 'flood') {
  const megabyte = 'x'.repeat(1000000);
  for (let i = 0; i < 100; ++i) {
    log.frame(i);
    log.mark(megabyte);
  }
}
if (scene === '3d') {
  log.add('ground', box([5, 0.5, 5]), [0, -0.5, 0], undefined, {locked: true});
  log.add(text, sphere(0.1), [0.1, 2, 1 / 3], [0, 0, 0.6, 0.8]);
  log.add('bad', cylinder(NaN, 1), [0, 0, 0]);
  log.add('numbers', hull([[0.1, 1 / 3, 5e-324], [1.7976931348623157e308, -0, 1e22], [123456789012345680000, -2.5e-7, 0.1 + 0.2],
                           new Float64Array([100, 0, 0])]), [0, 0, 0]);
  log.frame(0);
  log.pose('ground', [0, -0.5, 0], [0, 0, 0, 1]);
  log.pose(text, new Float64Array([0.1, 1.9, 1 / 3]), [0, 0, 0.6, 0.8]);
  log.frame(1 / 60);
  log.pose(text, [0.1, NaN, 0], [0, 0, 0.6, 0.8]);
  log.add('C', cone(0.5, 1), [1, 2, 3], [1, 0, 0, 0]);
  log.add('D', {...hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), margin: 0.04}, [1, 2, 3]);
  log.add('E', capsule(0.1, 0), [1, 2, 3]);
  log.add('E', capsule(0.2, 0), [1, 2, 3]);
  log.add('F', cylinder(0.1, 0.2), [Infinity, 2, 3]);
  log.pose('D', [1, 2, 4], [0, 0, 0, 1]);
  log.pose('D', [1, 2, 5], [0, 0, 0, 1]);
  log.claim('ground', text, {verdict: 'overlapping', separation: -0.01, distance: 0, normal: [0, 1, 0],
                             closest_points: {a: [0, 0, 0], b: [0, -0.01, 0]},
                             contacts: [{position: [0, 0, 0], separation: -0.01}, {position: [0.1, 0, 0], separation: 0.002}]});
  log.mark('a mark');
  log.frame(2 / 60);
  log.pose('C', [0, 0, 0], [0, 0, 0, 1]);
  log.remove('C');
  log.add('C', sphere(1), [0, 0, 7]);
  log.pose('F', [0, 0, 0], [0, 0, 0, 1]);
  log.claim('ground', 'D', {separation: -Infinity, normal: [0, NaN, 0]});
  log.frame(3 / 60);
  log.frame(NaN);
  log.flush();
  log.remove('D');
}
log.close();
process.on('exit', () => {
  if (scene === 'flood' || !log.ok) fs.writeSync(2, log.error + '\n');
  process.exitCode = log.ok ? 0 : 2;
});
"""

PYTHON = r"""
import importlib.util
import os
import sys
spec = importlib.util.spec_from_file_location("sepax_record", sys.argv[3])
sepax_record = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sepax_record)
from math import inf, nan
Recorder, box, sphere, circle, capsule, cylinder, cone, hull, polygon, half_space = (getattr(sepax_record, name) for name in (
    "Recorder", "box", "sphere", "circle", "capsule", "cylinder", "cone", "hull", "polygon", "half_space"))
where, scene = sys.argv[1:3]
text = 'a "quoted" back\\slash, tab\t, Kiste Ω 箱'


def opened(**header):
    sys.stdout.reconfigure(encoding="utf-8")
    if where[0] == ":":
        return Recorder.to_port(int(where[1:]), **header)
    return Recorder(sys.stdout if where == "-" else where, replace="REPLACE" in os.environ, **header)


def plane(log):
    log.add("ground", half_space(), [0, 0], locked=True)
    log.add("A", circle(0.5), [0.25, 1])
    log.add("B", polygon([[0, 0], [1, 0], [0, 1]]), [3, 0.1], 0.3)
    log.add("C", capsule(0.2, 0.4), [0, 5], -1.5)
    log.add("D", box([1, 0.5]), [0, 9])
    log.frame(0)
    log.pose("A", [0.25, 0.9], -0.0)
    log.pose("B", (3, 0.1), 0.3)
    log.claim("A", "B", closest_points={"a": [0.75, 0.9]}, normal=[1, 0])


def flood(log):
    for i in range(100):
        log.frame(i)
        log.mark("x" * 1000000)


def space(log):
    log.add("ground", box([5, 0.5, 5]), [0, -0.5, 0], locked=True)
    log.add(text, sphere(0.1), [0.1, 2, 1 / 3], [0, 0, 0.6, 0.8])
    log.add("bad", cylinder(nan, 1), [0, 0, 0])
    log.add("numbers", hull([[0.1, 1 / 3, 5e-324], [1.7976931348623157e308, -0.0, 1e22], [123456789012345680000.0, -2.5e-7, 0.1 + 0.2],
                             [100.0, 0, 0]]), [0, 0, 0])
    log.frame(0)
    log.pose("ground", [0, -0.5, 0], [0, 0, 0, 1])
    log.pose(text, [0.1, 1.9, 1 / 3], (0, 0, 0.6, 0.8))
    log.frame(1 / 60)
    log.pose(text, [0.1, nan, 0], [0, 0, 0.6, 0.8])
    log.add("C", cone(0.5, 1), [1, 2, 3], [1, 0, 0, 0])
    log.add("D", {**hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), "margin": 0.04}, [1, 2, 3])
    log.add("E", capsule(0.1, 0), [1, 2, 3])
    log.add("E", capsule(0.2, 0), [1, 2, 3])
    log.add("F", cylinder(0.1, 0.2), [inf, 2, 3])
    log.pose("D", [1, 2, 4], [0, 0, 0, 1])
    log.pose("D", [1, 2, 5], [0, 0, 0, 1])
    log.claim("ground", text, verdict="overlapping", separation=-0.01, distance=0, normal=[0, 1, 0],
              closest_points={"a": [0, 0, 0], "b": [0, -0.01, 0]},
              contacts=[{"position": [0, 0, 0], "separation": -0.01}, {"position": [0.1, 0, 0], "separation": 0.002}])
    log.mark("a mark")
    log.frame(2 / 60)
    log.pose("C", [0, 0, 0], [0, 0, 0, 1])
    log.remove("C")
    log.add("C", sphere(1), [0, 0, 7])
    log.pose("F", [0, 0, 0], [0, 0, 0, 1])
    log.claim("ground", "D", separation=-inf, normal=[0, nan, 0])
    log.frame(3 / 60)
    log.frame(nan)
    log.flush()
    log.remove("D")


header = dict(space="2d", name=text, precision="double") if scene == "2d" else dict(
    name=text, engine="an engine", precision="float", tolerance=0.001, notes="line\nend")
with opened(**header) as log:
    {"2d": plane, "3d": space, "flood": flood}[scene](log)
if scene == "flood" or not log.ok:
    print(log.error, file=sys.stderr)
sys.exit(0 if log.ok else 2)
"""

# What the scene in space must come to.
GROUND = {"id": "ground", "shape": {"type": "box", "half_extents": [5, 0.5, 5]}, "position": [0, -0.5, 0], "rotation": [0, 0, 0, 1],
          "locked": True}
SPACE = [
    {"sepax_log": 1, "space": "3d", "name": TEXT, "engine": "an engine", "precision": "float", "tolerance": 0.001, "notes": "line\nend",
     "bodies": [GROUND, {"id": TEXT, "shape": {"type": "sphere", "radius": 0.1}, "position": [0.1, 2, 1 / 3], "rotation": [0, 0, 0.6, 0.8]},
                {"id": "numbers", "shape": {"type": "hull", "vertices": [NUMBERS[0:3], NUMBERS[3:6], NUMBERS[6:9], [100, 0, 0]]},
                 "position": [0, 0, 0], "rotation": [0, 0, 0, 1]}]},
    {"mark": "body bad left out: shape not finite"},
    {"t": 0, "poses": {TEXT: [0.1, 1.9, 1 / 3, 0, 0, 0.6, 0.8]}},
    {"t": 1 / 60,
     "add": [{"id": "C", "shape": {"type": "cone", "radius": 0.5, "half_length": 1}, "position": [1, 2, 3], "rotation": [1, 0, 0, 0]},
             {"id": "D", "shape": {"type": "hull", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "margin": 0.04},
              "position": [1, 2, 3], "rotation": [0, 0, 0, 1]},
             {"id": "E", "shape": {"type": "capsule", "radius": 0.1, "half_length": 0}, "position": [1, 2, 3], "rotation": [0, 0, 0, 1]}],
     "poses": {"D": [1, 2, 5, 0, 0, 0, 1]},
     "claims": [{"pair": ["ground", TEXT], "verdict": "overlapping", "separation": -0.01, "distance": 0, "normal": [0, 1, 0],
                 "closest_points": {"a": [0, 0, 0], "b": [0, -0.01, 0]},
                 "contacts": [{"position": [0, 0, 0], "separation": -0.01}, {"position": [0.1, 0, 0], "separation": 0.002}]}],
     "mark": "pose of " + TEXT + " left out: not finite; body E left out: there is one already; body F left out: position not finite; "
             "a mark"},
    {"t": 2 / 60, "poses": {"C": [0, 0, 0, 0, 0, 0, 1]}},
    {"t": 2 / 60, "remove": ["C"],
     "add": [{"id": "C", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 7], "rotation": [0, 0, 0, 1]}],
     "claims": [{"pair": ["ground", "D"]}],
     "mark": "there is no body F; claim of ground and D without separation, normal: not finite"},
    {"t": 3 / 60},
    {"mark": "time left out: not finite"},
    {"remove": ["D"]},
]


class Failure(Exception):
    pass


def check(true, *message):
    if not true:
        raise Failure(" ".join(map(str, message)))


def refused(constant):
    raise Failure("not JSON: " + constant)


def lines_of(data):
    check(data.endswith(b"\n"), "the last line has no end")
    return [json.loads(line, parse_int=float, parse_constant=refused) for line in data.decode("utf-8").splitlines()]


def bits(number):
    return struct.pack("<d", number)


class Reader(threading.Thread):
    """Listens on a port, and reads everything, reads nothing, or leaves at once."""

    def __init__(self, manner):
        super().__init__(daemon=True)
        self.manner = manner
        self.data = b""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(600)
        self.port = self.listener.getsockname()[1]
        self.done = threading.Event()
        self.start()

    def run(self):
        with self.listener, self.listener.accept()[0] as connection:
            while self.manner == "reads":
                part = connection.recv(65536)
                if not part:
                    return
                self.data += part
            if self.manner == "sleeps":
                self.done.wait()


def checked(name, command):
    """The lines of both scenes, which must be the same in a file, on standard output and at a port."""

    def run(where, scene, status=0, **environment):
        result = subprocess.run([*command[0], where, scene, *command[1]], capture_output=True, timeout=600, env={**os.environ, **environment})
        check(result.returncode == status, name, where, scene, "ended with", result.returncode, result.stderr.decode())
        return result

    scenes = {}
    for scene in ("3d", "2d"):
        written = run("-", scene).stdout
        file = name + "." + scene + ".sepaxlog"
        open(file, "w").close()  # holds nothing yet
        for environment in ({}, {"REPLACE": "1"}):
            run(file, scene, **environment)
            with open(file, "rb") as log:
                check(log.read() == written, name, scene, "differs in a file and on standard output")
        reader = Reader("reads")
        run(":%d" % reader.port, scene)
        reader.join(600)
        check(reader.data == written, name, scene, "differs at a port and on standard output")
        scenes[scene] = lines_of(written)
    for got, wanted in zip(scenes["3d"], SPACE):
        check(got == wanted, name, "wrote", got, "in place of", wanted)
    check(len(scenes["3d"]) == len(SPACE), name, "wrote", len(scenes["3d"]), "lines")
    said = run(file, "2d", 2).stderr.decode()
    check("cannot write to " + file in said and "File exists" in said, name, "says of a file that is there:", said)
    with open(file, "rb") as log:
        check(log.read() == written, name, "replaces a file unasked")
    run("/dev/null", "2d")
    numbers = sum(scenes["3d"][0]["bodies"][2]["shape"]["vertices"], [])
    for got, wanted in zip(numbers, NUMBERS):
        check(bits(got) == bits(wanted), name, "wrote", got, "in place of", wanted)

    check(b"cannot write" in run("/no/such/folder/log", "flood", 2).stderr, name, "does not tell of a file that cannot be written")
    for manner in ("leaves", "sleeps"):
        reader = Reader(manner)
        said = run(":%d" % reader.port, "flood", 2).stderr.decode().strip().splitlines()[-1]
        reader.done.set()
        check("cannot write to port" in said, name, "says", said, "of a reader that", manner)
        print("%s: a reader that %s: %s" % (name, manner, said))
    reader.listener.close()
    run(":%d" % reader.port, "3d", 2)
    return scenes


def check_mistakes(compiler, node):
    """What a program misspells, it is told at the call; what is right goes on."""
    calls = [('claim("A", "B", {"separation": 1, "seperation": 2})', "TypeError", "seperation"),
             ('claim("A", "B", {"closest_points": {"a": [0, 0], "c": [1, 0]}})', "TypeError", '"c"'),
             ('claim("A", "B", {"contacts": [{"position": [0, 0], "depth": 1}]})', "TypeError", "depth"),
             ('claim("A", "B", {"verdict": "overlaping"})', "ValueError", "overlaping"),
             ('claim("A", "zz", {"separation": 1})', "ValueError", "zz"),
             ('pose("zz", [0, 0], 0)', "ValueError", "zz"),
             ('remove("zz")', "ValueError", "zz"),
             ('pose("gone", [0, 0], 0)', "ValueError", "gone")]
    start = ['add("A", circle(1), [0, 0])', 'add("B", circle(1), [3, 0])', 'add("gone", circle(1), [9, 0])', 'frame(0)', 'remove("gone")']
    end = 'claim("A", "B", {"verdict": "separated", "separation": 1})'
    wanted = {"t": 0, "remove": ["gone"], "claims": [{"pair": ["A", "B"], "verdict": "separated", "separation": 1}]}
    programs = {"Python": [sys.executable, "-B", "mistakes.py"]}
    in_python = lambda call: "log." + re.sub(r", ({.*})\)$", r", **\1)", call)
    with open("mistakes.py", "w", encoding="utf-8") as file:
        file.write("import sys\nsys.path.insert(0, %r)\nfrom sepax_record import Recorder, circle\nlog = Recorder(sys.stdout, space='2d')\n" % HERE)
        file.write("\n".join(map(in_python, start)) + "\n")
        for call, _, _ in calls:
            file.write("try:\n    %s\n    print('nothing', file=sys.stderr)\nexcept Exception as error:\n"
                       "    print(type(error).__name__ + ':', error, file=sys.stderr)\n" % in_python(call))
        file.write(in_python(end) + "\nlog.close()\n")
    if node:
        programs["JavaScript"] = [node, "mistakes.js"]
        with open("mistakes.js", "w", encoding="utf-8") as file:
            file.write("const {Recorder, circle} = require(%s);\nconst log = new Recorder(process.stdout, {space: '2d'});\n"
                       % json.dumps(os.path.join(HERE, "sepax_record.js")))
            file.write("".join("log.%s;\n" % call for call in start))
            for call, _, _ in calls:
                file.write("try { log.%s; console.error('nothing'); } catch (error) { console.error(`${error.name}: ${error.message}`); }\n" % call)
            file.write("log.%s;\nlog.close();\n" % end)
    for name, command in programs.items():
        result = subprocess.run(command, capture_output=True, timeout=600)
        said = result.stderr.decode().splitlines()
        check(len(said) == len(calls), name, "ended with", result.returncode, result.stderr.decode())
        for (call, kind, word), line in zip(calls, said):
            kind = kind.replace("Value", "Range") if name == "JavaScript" else kind
            check(line.startswith(kind) and word in line.replace("'", '"'), name, "says of", call, line)
        check(lines_of(result.stdout)[1:] == [wanted], name, "wrote", result.stdout.decode())
    for part in ("separation", "seperation"):
        with open("misspelt.cpp", "w", encoding="utf-8") as file:
            file.write('#include "sepax_record.h"\nvoid say(sepax_record::Claim& claim) { claim.%s = 1; }\n' % part)
        result = subprocess.run([compiler, "-std=c++11", "-fsyntax-only", "-I", HERE, "misspelt.cpp"], capture_output=True, timeout=600)
        check((result.returncode == 0) == (part == "separation"), "C++ takes", part, result.stderr.decode())


def german(environment):
    """An environment whose decimal point is a comma, if the system has it or can make it."""
    have = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.lower().replace("-", "")
    if "de_de.utf8" not in have:
        if not shutil.which("localedef"):
            return None
        os.makedirs("locales", exist_ok=True)
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", "locales/de_DE.UTF-8"], capture_output=True)
        if not os.path.exists("locales/de_DE.UTF-8"):
            return None
        environment = {**environment, "LOCPATH": os.path.abspath("locales")}
    return {**environment, "LC_ALL": "de_DE.UTF-8"}


def round_trip_numbers():
    """Any bits, powers of 2 and 10, and such as people choose."""
    random_bits = random.Random(15)
    out = [struct.unpack("<d", struct.pack("<Q", random_bits.getrandbits(64)))[0] for _ in range(40000)]
    out += [random_bits.uniform(-100, 100) for _ in range(40000)] + [i / 100 for i in range(-5000, 5000)]
    out += [2.0**k for k in range(-1074, 1024)] + [10.0**k for k in range(-323, 309)] + [0.0, -0.0]
    out = [number for number in out if math.isfinite(number)]
    check(any(number < 0 for number in out) and len({len(repr(abs(number))) for number in out}) > 20, "too few kinds of numbers")
    return out[: len(out) // 2 * 2]


def test(compiler, node):
    def compiled(name, source, *options):
        with open(name + ".cpp", "w", encoding="utf-8") as file:
            file.write(source)
        options = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-O1", "-I", HERE, *options]
        subprocess.run([compiler, *options, name + ".cpp", "-o", name], check=True)
        return os.path.abspath(name)

    scene = compiled("scene", CPP)
    recorders = {"C++": ([scene], []), "C++17 without exceptions": ([compiled("scene17", CPP, *CPP17)], [])}
    with open("scene.py", "w", encoding="utf-8") as file:
        file.write(PYTHON)
    recorders["Python"] = ([sys.executable, "-B", "scene.py"], [os.path.join(HERE, "sepax_record.py")])
    if node:
        with open("scene.js", "w", encoding="utf-8") as file:
            file.write(JAVASCRIPT)
        recorders["JavaScript"] = ([node, "scene.js"], [os.path.join(HERE, "sepax_record.js")])
    else:
        print("JavaScript: skipped, there is no node")

    logs = {name: checked(name, command) for name, command in recorders.items()}
    for name, log in logs.items():
        check(log == logs["C++"], name, "differs from C++")

    check_mistakes(compiler, node)

    environment = german(os.environ)
    if environment:
        result = subprocess.run([scene, "-", "3d"], capture_output=True, env=environment)
        check(b"decimal point ," in result.stderr, "the German locale has", result.stderr.decode())
        check(lines_of(result.stdout) == logs["C++"]["3d"], "C++ differs in a German locale")
    else:
        print("C++ in a German locale: skipped, there is none")

    for options in ([], CPP17):
        floats = compiled("floats", FLOATS, "-ffast-math", *options)
        lines = lines_of(subprocess.run([floats], capture_output=True, check=True).stdout)
        wanted = [0.1, 1 / 3, 16777217.0, 1.4e-45, 3.4028234663852886e38, 0.3]
        for got, number in zip(sum(lines[0]["bodies"][0]["shape"]["vertices"], []), wanted):
            if options and number == 1.4e-45:
                continue  # code under -ffast-math that looks at it as a float takes it for 0
            check(struct.pack("<f", got) == struct.pack("<f", number), "C++ wrote the float", got, "in place of", number)
        check(lines[1] == {"t": 0, "mark": "pose of A left out: not finite"}, "C++ under -ffast-math wrote", lines[1])
        latin = lines_of(subprocess.run([compiled("latin", LATIN, *options)], capture_output=True, check=True).stdout)
        ids = ["Kiste ä", "Kiste ö", "Kiste Ω", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00f4\u0090\u0080\u0080", "\u00e2\u0082", "😀"]
        check(latin[0]["name"] == "Straße" and [body["id"] for body in latin[0]["bodies"]] == ids, "C++ wrote of Latin-1", latin[0])
        wanted = ["the text Straße"] + ["the id " + id for id in ids[:2] + ids[3:7]]
        check(latin[1]["mark"] == "; ".join(text + " is no UTF-8: taken for Latin-1" for text in wanted), "C++ marked", latin[1])
        check(latin[1] == {"mark": latin[1]["mark"]} and latin[2] == {"t": 0, "poses": {"Kiste ö": [1, 0, 0]}}, "C++ wrote", latin[1:])
    numbers = round_trip_numbers()
    in_range = [number for number in numbers if abs(number) < 3.4e38]
    in_range = in_range[: len(in_range) // 2 * 2]
    for name, options in (("11", []), ("17", CPP17)):
        program = compiled("round_trip" + name, ROUND_TRIP, *options)
        for kind, wanted in (("d", numbers), ("f", in_range)):
            given = struct.pack("<%dd" % len(wanted), *wanted)
            line = subprocess.run([program] + ["float"] * (kind == "f"), input=given, capture_output=True, check=True).stdout
            got = list(itertools.chain.from_iterable(body["position"] for body in lines_of(line)[0]["bodies"]))
            check(struct.pack("<%d%s" % (len(got), kind), *got) == struct.pack("<%d%s" % (len(wanted), kind), *wanted),
                  "C++" + name, "wrote other numbers of kind", kind)
    print("the same by " + ", ".join(logs))


def main():
    compiler, node, scratch = sys.argv[1:]
    os.makedirs(scratch, exist_ok=True)
    os.chdir(scratch)
    try:
        test(compiler, node)
    except (Failure, ValueError, OSError, subprocess.SubprocessError) as error:
        print("recorders:", error)
        sys.exit(1)


if __name__ == "__main__":
    main()
