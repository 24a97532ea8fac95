#!/usr/bin/env python3
"""Bundles that Sepax changes, read by mtools, fsck.fat, 7-Zip, unzip and Python; and bundles of theirs, read by Sepax.

usage: bundle_readers.py SEPAX
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile

SEPAX = os.path.abspath(sys.argv[1])
random.seed(41)


def fail(message):
    sys.exit("bundle readers: " + message)


def expect(holds, message):
    if not holds:
        fail(message)


def run(*command, status=0):
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, MTOOLS_SKIP_CHECK="1", LC_ALL="C.UTF-8"))
    if status is not None and done.returncode != status:
        fail("%s ended with %d: %s%s" % (command, done.returncode, done.stdout, done.stderr))
    return done.stdout + done.stderr


def sepax(*arguments, status=0):
    return run(SEPAX, "bundle", *arguments, status=status)


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def get(path):
    with open(path, "rb") as file:
        return file.read()


def has(*programs):
    missing = [program for program in programs if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None]
    if missing:
        print("skipped: no", ", ".join(missing))
    return not missing


def fragmented_image(name, options, kib):
    """An image in which d lies in two parts, with a label, a serial number, and a hidden file that is read-only."""
    run("/usr/sbin/mkfs.fat", "-C", "-n", "MYLABEL", "-i", "12345678", *options, name, str(kib))
    cluster = kib * 200
    for file in "abc":
        put(file, random.randbytes(cluster))
    put("d", random.randbytes(2 * cluster - 5000))
    run("mcopy", "-i", name, "a", "b", "c", "::")
    run("mdel", "-i", name, "::b")
    run("mcopy", "-i", name, "d", "::")
    run("mmd", "-i", name, "::sub")
    run("mcopy", "-i", name, "n", "::sub/x.txt")
    run("mattrib", "-i", name, "+r", "+h", "::c")


def check_image(options, kib):
    put("n", b"new\n")
    for old in ("f.img", "g.img", "out.bin"):
        if os.path.exists(old):
            os.remove(old)
    shutil.rmtree("out", ignore_errors=True)
    fragmented_image("f.img", options, kib)
    sepax("verify", "f.img")
    sepax("extract", "f.img", "-d", "out")  # scattered files are no overlap
    for file in "acd":
        expect(get(file) == get("out/" + file), "%s was not extracted whole" % file)
    shutil.copy("f.img", "g.img")
    sepax("repack", "g.img", "--replace", "a=n", "--replace", "c=n", "--remove", "sub", "--replace", "new folder/Long Name.txt=b")
    old, new = get("f.img"), get("g.img")
    expect(len(old) == len(new), "another size: %d, %d" % (len(old), len(new)))
    expect(old[:512] == new[:512], "another boot sector")
    run("/usr/sbin/fsck.fat", "-n", "g.img")
    expect("MYLABEL" in run("mlabel", "-s", "-i", "g.img", "::"), "another label")
    attributes = run("mattrib", "-i", "g.img", "::c").split()
    expect("H" in attributes[0] + attributes[1] + attributes[2] and "R" in "".join(attributes[:3]), "attributes: %s" % attributes)
    for source, place in (("d", "d"), ("n", "a"), ("n", "c"), ("b", "new folder/Long Name.txt")):
        run("mcopy", "-n", "-o", "-i", "g.img", "::" + place, "out.bin")
        expect(get("out.bin") == get(source), place)
    expect("sub" not in run("mdir", "-b", "-i", "g.img", "::").lower(), "sub is still there")
    # What does not fit is refused, and the image stays.
    put("huge", bytes(kib * 1024))
    before = get("g.img")
    said = sepax("repack", "g.img", "--replace", "huge=huge", status=2)
    expect("bytes are missing" in said, said)
    expect(get("g.img") == before, "a refusal changed the image")
    # More names than a folder has slots: folders grow, the fixed root says how many are missing.
    names = ["a rather long name number %d.txt" % i for i in range(260)]
    sepax("repack", "g.img", "--remove", "d", "--remove", "new folder", *sum((["--replace", "many/%s=n" % name] for name in names[:60]), []))
    run("/usr/sbin/fsck.fat", "-n", "g.img")
    expect(len(run("mdir", "-b", "-i", "g.img", "::/many").splitlines()) == 60, "not all of 60 names")
    if "32" not in options:
        said = sepax("repack", "g.img", *sum((["--replace", "%s=n" % name] for name in names), []), status=2)
        expect("slots are missing" in said, said)
    sepax("repack", "g.img", "--remove", "many", "--replace", "many/again=n")
    run("/usr/sbin/fsck.fat", "-n", "g.img")


def check_zips():
    put("n", b"new\n")
    with zipfile.ZipFile("two.zip", "w") as archive:
        archive.writestr("a", "hello")
        archive.writestr("b/c", "x")
    # A file below a file, a file in a folder's place, names that differ in case.
    for change, why in (("a/x=n", "which is a file"), ("b=n", "is a folder"), ("A=n", "upper and lower case"), ("B/d=n", "upper and lower case")):
        said = sepax("repack", "two.zip", "--replace", change, "-o", "no.zip", status=2)
        expect(why in said, said)
        expect(not os.path.exists("no.zip"), "written in spite of the refusal")
    sepax("repack", "two.zip", "--replace", "A=n", "--case-clash", "-o", "clash.zip")
    expect(sorted(zipfile.ZipFile("clash.zip").namelist()) == ["A", "a", "b/c"], "clash.zip")
    # The last entry goes, bytes behind the archive stay.
    with zipfile.ZipFile("one.zip", "w") as archive:
        archive.writestr("a", "hello")
    put("one.zip", get("one.zip") + b"bytes behind it")
    sepax("repack", "one.zip", "--remove", "a")
    expect(zipfile.ZipFile("one.zip").namelist() == [] and get("one.zip").endswith(b"bytes behind it"), "one.zip")
    # Owner and permissions of the file and of the entry stay.
    with zipfile.ZipFile("mode.zip", "w") as archive:
        info = zipfile.ZipInfo("run.sh")
        info.create_system, info.external_attr = 3, 0o100755 << 16
        info.extra = bytes.fromhex("7578 0b00 01 04 d2040000 04 2e160000")
        archive.writestr(info, "#!")
    os.chmod("mode.zip", 0o640)
    if os.geteuid() == 0:
        os.chown("mode.zip", 1234, 5678)
    before = os.stat("mode.zip")
    sepax("repack", "mode.zip", "--replace", "run.sh=n")
    after = os.stat("mode.zip")
    expect((before.st_mode, before.st_uid, before.st_gid) == (after.st_mode, after.st_uid, after.st_gid), "owner or mode of the file")
    info = zipfile.ZipFile("mode.zip").getinfo("run.sh")
    expect(info.external_attr >> 16 == 0o100755 and b"\xd2\x04" in info.extra, "owner or mode of the entry")
    # Hard links.
    shutil.copy("two.zip", "h1.zip")
    os.link("h1.zip", "h2.zip")
    said = sepax("repack", "h1.zip", "--replace", "a=n")
    expect("hard links" in said and get("h2.zip") == get("two.zip"), said)
    os.remove("h1.zip")
    os.link("h2.zip", "h1.zip")
    sepax("repack", "h1.zip", "--replace", "a=n", "--hard-links")
    expect(get("h2.zip") == get("h1.zip") != get("two.zip"), "h2.zip was not followed")
    expect(os.stat("h1.zip").st_ino == os.stat("h2.zip").st_ino, "no link any more")
    os.mkdir("elsewhere")
    os.link("h1.zip", "elsewhere/h3.zip")
    expect("other folders" in sepax("repack", "h1.zip", "--replace", "a=two.zip", "--hard-links", status=2), "h3.zip is elsewhere")


def check_encryption():
    put("n", random.randbytes(300000) + bytes(100000))
    sepax("repack", "two.zip", "--replace", "a=n", "--replace", "empty=nothing", "--encrypt", "-k", "secret", "-o", "locked.zip")
    shown = run("7z", "l", "-slt", "locked.zip")
    expect(shown.count("Encrypted = +") == 2 and shown.count("AES-256") == 2, shown)
    run("7z", "x", "-y", "-psecret", "-ounlocked", "locked.zip")
    expect(get("unlocked/a") == get("n") and get("unlocked/empty") == b"", "7-Zip reads other bytes")
    run("7z", "t", "-pwrong", "locked.zip", status=2)
    sepax("verify", "locked.zip", "--password", "secret")
    said = sepax("repack", "locked.zip", "--replace", "a=nothing", "-o", "plain.zip")
    expect("was encrypted and is plain now" in said, said)
    said = sepax("repack", "locked.zip", "--replace", "a=two.zip", "-k", "secret", "-o", "still.zip")
    expect("plain" not in said and "Encrypted = +" in run("7z", "l", "-slt", "still.zip", "a"), said)
    run("7z", "a", "-tzip", "-psecret", "-mem=AES256", "theirs.zip", "n")
    said = json.loads(sepax("repack", "theirs.zip", "--replace", "n=nothing", "--json"))
    expect(said["decrypted"] == ["n"], said)
    # Split sets name what is missing: a gap, the last, all but the first.
    run("7z", "a", "-tzip", "-v100k", "s.zip", "n")
    last = sorted(name for name in os.listdir(".") if name.startswith("s.zip.0"))[-1]
    shutil.move("s.zip.002", "kept")
    expect("missing: s.zip.002" in sepax("info", "s.zip.001", status=2), "s.zip.002 is not named")
    shutil.move("kept", "s.zip.002")
    shutil.move(last, "kept")
    for part in ("s.zip.001", "s.zip.002"):
        expect("missing: " + last in sepax("info", part, status=2), last + " is not named")


def check_overlay_and_json():
    for name, texts in (("main.zip", {"same": "x", "other": "1"}), ("patch.zip", {"same": "x", "other": "2"})):
        with zipfile.ZipFile(name, "w") as archive:
            for path, text in texts.items():
                archive.writestr(path, text)
    rows = {row["path"]: row["layer"] for row in json.loads(sepax("overlay", "main.zip", "patch.zip", "--json"))["paths"]}
    expect(rows == {"same": "same", "other": "replaces"}, rows)
    put("cut.zip", get("main.zip")[:50])
    for arguments, status in ((["main.zip", "-d", "o"], 0), (["main.zip", "-d", "o"], 1), (["main.zip", "nope", "-d", "p"], 2),
                              (["nope.zip", "-d", "p"], 2), (["cut.zip", "-d", "p"], 2), (["main.zip", "-d", "/proc/x"], 2)):
        done = subprocess.run([SEPAX, "bundle", "extract", *arguments, "--json"], capture_output=True, text=True)
        expect(done.returncode == status and ("error" in json.loads(done.stdout)) == (status == 2), "%s: %s" % (arguments, done))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    put("nothing", b"")
    if has("mkfs.fat", "fsck.fat", "mcopy", "mattrib"):
        check_image([], 1440)
        check_image(["-F", "16"], 16384)
        check_image(["-F", "32"], 40000)
    check_zips()
    if has("7z"):
        check_encryption()
    check_overlay_and_json()
print("other readers agree")
