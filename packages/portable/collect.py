#!/usr/bin/env python3
"""Makes an installed Sepax run where none of its libraries are: collect.py PREFIX.

Copies every shared library that a program under PREFIX needs into PREFIX/lib/sepax, where programs and libraries look for
them first; the window's fonts into PREFIX/share/sepax/fonts; the licences of all of it into PREFIX/share/doc/sepax/licences.
Prints the newest version of the C library that something asks for.
"""
import os
import re
import shutil
import subprocess
import sys

PREFIX = os.path.realpath(sys.argv[1])
LIBRARIES = os.path.join(PREFIX, "lib", "sepax")
# The system's own: the C and C++ libraries, and OpenGL with what its drivers load, which must fit the display.
SYSTEM = re.compile(r"(ld-linux|libc|libm|libdl|librt|libpthread|libresolv|libutil|libstdc\+\+|libgcc_s|"
                    r"libGL|libGLX|libGLdispatch|libEGL|libOpenGL|libdrm|libgbm|"
                    r"libX11|libxcb(?=\.)|libwayland-client|libwayland-server|libexpat)[.-].*")
FONTS = {"fonts-inter": ["opentype/inter/Inter-Regular.otf", "opentype/inter/Inter-SemiBold.otf"],
         "fonts-dejavu-core": ["truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSansMono.ttf"],
         "fonts-droid-fallback": ["truetype/droid/DroidSansFallbackFull.ttf"]}


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def programs():
    for folder, _, names in os.walk(PREFIX):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                if not os.path.islink(path) and file.read(4) == b"\x7fELF":
                    yield path


def needed(path):
    """{the name by which it is asked for: its file} of the libraries that a program needs, but the system's and what these need."""
    found = dict(re.findall(r"^\s*(\S+) => (\S+)", said("ldd", path), re.M))
    missing = [name for name, file in found.items() if file == "not"]
    if missing:
        sys.exit("%s: libraries that are not installed: %s" % (path, ", ".join(missing)))
    out, files = {}, [path]
    while files:
        for name in re.findall(r"^\s*NEEDED\s+(\S+)", said("objdump", "-p", files.pop()), re.M):
            if name not in out and not SYSTEM.fullmatch(name):
                out[name] = found[name]
                files.append(found[name])
    return out


def look_beside(path):
    """Lets the loader look for the libraries of this program or library in LIBRARIES, wherever PREFIX lies."""
    way = os.path.relpath(LIBRARIES, os.path.dirname(path))
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN" if way == "." else "$ORIGIN/" + way, path], check=True)


def package_of(file):
    """The Debian package that a file is from. Its list may name the file without /usr, through which both lead."""
    for path in dict.fromkeys([file, os.path.realpath(file), file.removeprefix("/usr"), "/usr" + file]):
        answer = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
        if answer.returncode == 0:
            return answer.stdout.split(":")[0]
    sys.exit("%s: no package has this file, so that its licence is not known" % file)


def newest_c_library(files):
    versions = [tuple(map(int, version.split("."))) for file in files
                for version in re.findall(r"GLIBC_([0-9.]+)", said("objdump", "-T", file))]
    return ".".join(map(str, max(versions)))


def main():
    own = list(programs())
    libraries = {}
    for path in own:
        libraries.update(needed(path))
    os.makedirs(LIBRARIES, exist_ok=True)
    packages = set(FONTS)
    copies = []
    for name, file in sorted(libraries.items()):
        copies.append(os.path.join(LIBRARIES, name))
        shutil.copyfile(os.path.realpath(file), copies[-1])
        packages.add(package_of(file))
    for path in own + copies:
        look_beside(path)

    fonts = os.path.join(PREFIX, "share", "sepax", "fonts")
    os.makedirs(fonts, exist_ok=True)
    for file in sum(FONTS.values(), []):
        shutil.copy(os.path.join("/usr/share/fonts", file), fonts)
    licences = os.path.join(PREFIX, "share", "doc", "sepax", "licences")
    os.makedirs(licences, exist_ok=True)
    for package in sorted(packages):
        shutil.copyfile("/usr/share/doc/%s/copyright" % package, os.path.join(licences, package))
    print("%d programs, %d libraries of %d packages; the C library must be %s or newer" % (
        len(own), len(copies), len(packages) - len(FONTS), newest_c_library(own + copies)))


main()
