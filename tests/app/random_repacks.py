#!/usr/bin/env python3
"""Random ZIPs made by Python, each changed at random by `sepax bundle repack`, read back by Python: what was put in is in it, what was
taken out is gone, all else has its bytes, its name and its order.

usage: random_repacks.py SEPAX
"""
import io
import os
import random
import subprocess
import sys
import tempfile
import zipfile

SEPAX = os.path.abspath(sys.argv[1])
ROUNDS = 150 if "SEPAX_THOROUGH" in os.environ else 40
METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
NAMES = ["a", "b.txt", "dir/c", "dir/sub/d.bin", "e e", "ünï", "名字.json", "f" * 200, "dir2/", "empty"]


def fail(message):
    sys.exit("random repacks: " + message)


def archive(rand):
    """A ZIP and what is in it, in order."""
    held, out = {}, io.BytesIO()
    before = bytes(rand.randrange(256) for _ in range(rand.choice([0, 0, 0, 100])))
    out.write(before)
    with zipfile.ZipFile(out, "a" if before else "w", allowZip64=True) as file:
        for name in rand.sample(NAMES, rand.randrange(len(NAMES) + 1)):
            data = b"" if name.endswith("/") or name == "empty" else rand.randbytes(rand.randrange(400)) + b"x" * rand.randrange(3000)
            entry = zipfile.ZipInfo(name, (rand.randrange(1980, 2100), 5, 17, 3, 4, 6))
            entry.compress_type = zipfile.ZIP_STORED if name.endswith("/") else rand.choice(METHODS)
            if rand.random() < 0.2:
                entry.comment = b"about " + name.encode()
            if rand.random() < 0.2:
                entry.extra = b"\xfe\xca\x02\x00ab"
            with file.open(entry, "w", force_zip64=rand.random() < 0.2) as to:
                to.write(data)
            held[name] = data
        file.comment = b"c" * rand.choice([0, 0, 9, 65535])
    return out.getvalue(), held


def edit(rand, held, folder):
    """Arguments of a random change, and what there is after it."""
    arguments, after, changed = [], dict(held), set()
    for i in range(rand.randrange(1, 4)):
        files = [name for name in held if not name.endswith("/") and name not in changed]
        if files and rand.random() < 0.4:
            name = rand.choice(files)
            arguments += ["--remove", name]
            del after[name]
        else:
            name = rand.choice(files) if files and rand.random() < 0.6 else "new/%d" % i
            data = rand.randbytes(rand.randrange(2000))
            with open("%s/put%d" % (folder, i), "wb") as file:
                file.write(data)
            arguments += ["--replace", "%s=%s/put%d" % (name, folder, i)]
            after[name] = data
        changed.add(name)
    return arguments, after


counts = {"removed": 0, "replaced": 0, "added": 0, "emptied": 0, "first entry": 0}
rand = random.Random(6)
with tempfile.TemporaryDirectory() as folder:
    for round_number in range(ROUNDS):
        data, held = archive(rand)
        source, target = folder + "/in.zip", folder + "/out.zip"
        with open(source, "wb") as file:
            file.write(data)
        arguments, after = edit(rand, held, folder)
        what = "round %d, %s of %s" % (round_number, arguments, list(held))
        run = subprocess.run([SEPAX, "bundle", "repack", source, "-o", target, *arguments], capture_output=True, text=True)
        if run.returncode != 0:
            fail("%s: %s" % (what, run.stderr))
        with zipfile.ZipFile(target) as file:
            if file.testzip() is not None:
                fail("%s: %s is damaged" % (what, file.testzip()))
            found = {entry.filename: file.read(entry) for entry in file.infolist()}
            if found != after:
                fail("%s: %s in place of %s" % (what, sorted(found), sorted(after)))
            kept = [name for name in held if name in after]
            if [name for name in found if name in kept] != kept:
                fail("%s: another order, %s" % (what, list(found)))
            with zipfile.ZipFile(source) as before:
                for name in kept:
                    old, new = before.getinfo(name), file.getinfo(name)
                    if after[name] is held[name] and (old.date_time, old.compress_type, old.comment) != (new.date_time, new.compress_type, new.comment):
                        fail("%s: %s is another entry" % (what, name))
                if before.comment != file.comment:
                    fail("%s: another comment" % what)
        verified = subprocess.run([SEPAX, "bundle", "verify", target], capture_output=True, text=True)
        if verified.returncode == 2 or (verified.returncode == 1 and subprocess.run([SEPAX, "bundle", "verify", source], capture_output=True).returncode == 0):
            fail("%s: %s" % (what, verified.stdout))
        names = [arguments[i + 1].split("=")[0] for i in range(0, len(arguments), 2)]
        counts["removed"] += "--remove" in arguments
        counts["replaced"] += any(name in held and name in after for name in names)
        counts["added"] += any(name not in held for name in names)
        counts["emptied"] += not after
        counts["first entry"] += bool(held) and next(iter(held)) in names
print("%d repacks read back by Python: %s" % (ROUNDS, counts))
missing = [name for name, count in counts.items() if count == 0]
if missing:
    fail("never reached: %s" % missing)
