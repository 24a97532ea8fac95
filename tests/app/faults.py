#!/usr/bin/env python3
"""Each command that writes, with one call of the system failing at a time: afterwards a file is the old or the new one,
exit status 0 means that all is written, a failure has a message, and nothing is left behind. A short or interrupted
call is no failure. Reads fail, too: a read that fails is no file that is empty.

usage: faults.py SEPAX SHIM SOURCES [MOST]      MOST: how many calls of each kind fail, the first ones and the last (2)
"""
import concurrent.futures
import errno
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.dom.minidom
import xml.parsers.expat

SEPAX, SHIM, SOURCES = (os.path.abspath(path) for path in sys.argv[1:4])
MOST = int(sys.argv[4]) if len(sys.argv) > 4 else 2
THOROUGH = "SEPAX_THOROUGH" in os.environ or MOST > 1
KILLED, SHORT = -1, 0
GAME = ["--package", "com.example.game", "--package-version", "1"]

# Command, what it writes. A target that is no input holds "old" before.
COMMANDS = {
    "pack": (["bundle", "pack", "folder", "-o", "out.zip"], ["out.zip"]),
    "pack a disk image": (["bundle", "pack", "--fat", *GAME, "folder", "-o", "out.obb"], ["out.obb"]),
    "repack": (["bundle", "repack", "in.zip", "--replace", "readme.txt=new.bin", "-o", "out.zip"],
               ["out.zip", "in.zip"]),
    "repack in place": (["bundle", "repack", "in.zip", "--replace", "readme.txt=new.bin"], ["in.zip"]),
    "repack a disk image": (["bundle", "repack", "fat.obb", "--replace", "readme.txt=new.bin"], ["fat.obb"]),
    "add a footer": (["bundle", "footer", "add", "in.zip", *GAME], ["in.zip"]),
    "edit a footer": (["bundle", "footer", "edit", "foot.zip", "--package-version", "7"], ["foot.zip"]),
    "remove a footer": (["bundle", "footer", "remove", "foot.zip"], ["foot.zip"]),
    "extract": (["bundle", "extract", "in.zip", "-d", "made"], ["made"]),
    "extract a disk image": (["bundle", "extract", "fat.obb", "-d", "made"], ["made"]),
    "extract over files": (["bundle", "extract", "in.zip", "-d", "there", "--replace"], ["there"]),
    "export": (["export", "case.json", "--as", "gtest", "-o", "out.txt"], ["out.txt"]),
    "minimise": (["minimise", "case.json", "--while", "historical/six-axes-3d differs", "-o", "out.json"],
                 ["out.json"]),
    "hunt": (["hunt", "--algorithm", "historical/six-axes-3d", "--threads", "1", "--pairs", "64", "--finds", "0",
              "-o", "made"], ["made"]),
    "draw": (["render", "case.json", "-o", "out.svg"], ["out.svg"]),
    "paste": (["paste", "posted.txt", "-o", "out.json"], ["out.json"]),
    "generate": (["generate", "--bodies", "300", "-o", "out.json"], ["out.json"]),
    "scan": (["scan", "case.json", "--vary", "B.position.x=-1:1:21", "--svg", "out.svg"], ["out.svg"]),
    "report to CI": (["check", "--expect", "--junit", "out.xml", "case.json"], ["out.xml"]),
}
KINDS = {
    "open": [errno.ENOSPC, errno.EINTR, KILLED],
    "write": [errno.ENOSPC, errno.EINTR, SHORT, KILLED],
    "sync": [errno.EIO, errno.EINTR, KILLED],
    "rename": [errno.ENOSPC, KILLED],
    "close": [errno.EIO],
    "mkdir": [errno.ENOSPC, KILLED],
    "truncate": [errno.EIO, KILLED],
    "unlink": [errno.EIO],
    "read": [errno.EIO, errno.EINTR, SHORT],
}


def make_inputs(folder):
    """What the commands read."""
    files = folder / "folder"
    (files / "textures").mkdir(parents=True)
    (files / "readme.txt").write_text("read me\n")
    (files / "textures" / "big.bin").write_bytes(bytes(range(256)) * 4000)
    (files / "empty").write_bytes(b"")
    (folder / "new.bin").write_bytes(b"new " * 1000)
    (folder / "there").mkdir()
    (folder / "there" / "readme.txt").write_text("old")
    (folder / "posted.txt").write_text("box A half extents 1 1 1 at 0 0 0\nbox B half extents 1 1 1 at 1.5 0 0\n")
    shutil.copy(CASE, folder / "case.json")
    for arguments in (["pack", "folder", "-o", "in.zip"], ["pack", "--fat", *GAME, "folder", "-o", "fat.obb"]):
        subprocess.run([SEPAX, "bundle", *arguments], cwd=folder, stdout=subprocess.DEVNULL)
    shutil.copy(folder / "in.zip", folder / "foot.zip")
    subprocess.run([SEPAX, "bundle", "footer", "add", "foot.zip", *GAME], cwd=folder, stdout=subprocess.DEVNULL)
    for made in ("in.zip", "fat.obb", "foot.zip"):
        if not (folder / made).exists():
            sys.exit("faults: %s could not be made" % made)


TIMES = re.compile(rb'time(stamp)?="[^"]*"')  # of a report to CI


def digest(path):
    """A file's bytes, the files of a folder, or None."""
    if path.is_dir():
        return {str(file.relative_to(path)): digest(file) for file in sorted(path.rglob("*"))
                if file.is_file() and ".sepax-" not in str(file)}
    return hashlib.sha256(TIMES.sub(b"", path.read_bytes())).hexdigest() if path.exists() else None


class Trial:
    """A command in a folder of its own."""

    def __init__(self, name, inputs, work):
        self.arguments, self.targets = COMMANDS[name]
        self.folder = work
        shutil.copytree(inputs, work)
        for target in self.targets:
            if "." in target and not (work / target).exists():
                (work / target).write_text("old")
        self.before = self.state()

    def state(self):
        return {target: digest(self.folder / target) for target in self.targets}

    def run(self, kind="", number=0, error=0):
        """(exit status, everything that it said, how many calls of the kind it made, whether one failed)."""
        log = self.folder.with_suffix(".log")
        log.unlink(missing_ok=True)
        environment = {**os.environ, "LD_PRELOAD": SHIM, "HOME": str(self.folder), "FAULT_CALL": kind,
                       "FAULT_NUMBER": str(number), "FAULT_ERROR": str(error), "FAULT_LOG": str(log)}
        done = subprocess.run([SEPAX, *self.arguments], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True)
        text = log.read_text() if log.exists() else ""
        lines = [dict(word.split("=") for word in line.split()) for line in text.split("\n") if line]
        calls = max([int(line["calls"]) for line in lines], default=0)
        has_failed = any(line["failed"] == "1" for line in lines)
        return done.returncode, (done.stderr + done.stdout).decode(errors="replace"), calls, has_failed

    def leftovers(self):
        return [str(path.relative_to(self.folder)) for path in self.folder.rglob("*.sepax-*")]


def is_xml(path):
    try:
        return xml.dom.minidom.parse(str(path)) is not None
    except (OSError, xml.parsers.expat.ExpatError):
        return False


def is_old_or_new(now, old, new):
    if not isinstance(new, dict):
        return now in (old, new)
    now, old = now or {}, old or {}
    return all(file in now for file in old) and all(
        found in (old.get(file), new.get(file)) for file, found in now.items())


def is_whole_json(path):
    try:
        text = path.read_text()
        for part in text.splitlines() if path.suffix == ".jsonl" else [text]:
            json.loads(part)
    except (OSError, ValueError):
        return False
    return True


def keeps_whole_finds(name, folder, now, old):
    """A hunt writes each find as it comes, and the small ones in their places at its end."""
    return name == "hunt" and folder.is_dir() and all(file in (now or {}) for file in old or {}) and all(
        is_whole_json(path) for path in folder.rglob("*") if path.is_file())


def complaints(name, inputs, work, reference, kind, number, error):
    """What is wrong after one fault; None where no call failed."""
    trial = Trial(name, inputs, work)
    status, said, _, has_failed = trial.run(kind, number, error)
    if not has_failed:
        return None
    usual, wanted = reference
    now = trial.state()
    found = []
    for target in trial.targets:
        # A report to CI tells that something could not be read.
        tells_failure = status == 2 and target.endswith(".xml") and is_xml(trial.folder / target)
        is_kept = keeps_whole_finds(name, trial.folder / target, now[target], trial.before[target])
        if not is_old_or_new(now[target], trial.before[target], wanted[target]) and not tells_failure and not is_kept:
            found.append("%s is neither the old one nor the new one" % target)
    if error == KILLED:
        again = trial.run()[0]
        # A footer is not added twice, a file not replaced unasked.
        is_written = now == wanted or name.startswith("extract")
        if again != usual and not is_written:
            found.append("does not work after a kill: status %s" % again)
        return found
    is_done = now == wanted
    if status < 0:
        found.append("ended by signal %d" % -status)
    if status == usual and not is_done:
        found.append("says that it is done")
    if status != usual and error in (SHORT, errno.EINTR) and kind != "close":
        found.append("takes an interrupted call for a failure: %s" % said[:200])
    if status != usual and not said.strip():
        found.append("says nothing")
    if kind != "unlink" and trial.leftovers():
        found.append("leaves %s" % trial.leftovers())
    return found


CASE = SOURCES + "/assets/corpus/own-edges-crossed.json"
with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    inputs = scratch / "inputs"
    inputs.mkdir()
    make_inputs(inputs)
    tasks, references = [], {}
    for name in COMMANDS:
        trial = Trial(name, inputs, scratch / ("reference " + name))
        status, said, _, _ = trial.run()
        state = trial.state()
        if state == trial.before or status > 1:
            sys.exit("faults: %s writes nothing: %s" % (name, said))
        references[name] = (status, state)
        for kind, errors in KINDS.items():
            trial = Trial(name, inputs, scratch / ("count %s %s" % (kind, name)))
            calls = trial.run(kind)[2]
            for number in sorted({*range(1, min(calls, MOST) + 1), *([calls] if calls else [])}):
                tasks += [(name, kind, number, error) for error in errors]

    # All take minutes: CI has every third, by turns another error, another call and another command.
    if not THOROUGH:
        tasks = tasks[::3]

    def attempt(indexed):
        index, (name, kind, number, error) = indexed
        work = scratch / ("try %d" % index)
        found = complaints(name, inputs, work, references[name], kind, number, error)
        shutil.rmtree(work, ignore_errors=True)
        return found

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = list(pool.map(attempt, enumerate(tasks)))
failures = ["%s, %s %d fails by %s: %s" % (*task, "; ".join(found)) for task, found in zip(tasks, results) if found]
injected = sum(found is not None for found in results)
kinds = {kind: sum(found is not None for task, found in zip(tasks, results) if task[1] == kind) for kind in KINDS}
print("%d faults in %d commands: %s" % (injected, len(COMMANDS), ", ".join("%s %d" % pair for pair in kinds.items())))
if failures:
    sys.exit("\n".join(failures))
if injected < (20 if THOROUGH else 6) * len(COMMANDS) or min(kinds.values()) == 0:
    sys.exit("faults: too few calls failed, or a kind never did")
