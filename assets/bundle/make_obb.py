#!/usr/bin/env python3
"""Packs this folder into an OBB: make_obb.py OUTPUT. The same input gives the same bytes."""

import os
import struct
import sys
import zipfile

PACKAGE = "com.example.sepax"
VERSION = 1
DATE = (2026, 1, 1, 0, 0, 0)
STORED_SUFFIXES = (".obj",)  # readable in place; the rest is deflated


def source_files(root):
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            if path != os.path.abspath(__file__):
                yield path, os.path.relpath(path, root).replace(os.sep, "/")


def footer():
    name = PACKAGE.encode()
    body = struct.pack("<IiI8sI", 1, VERSION, 0, bytes(8), len(name)) + name
    return body + struct.pack("<II", len(body), 0x01059983)


def main(output):
    root = os.path.dirname(os.path.abspath(__file__))
    part = output + ".part"
    with zipfile.ZipFile(part, "w") as archive:
        for path, name in source_files(root):
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(STORED_SUFFIXES) else zipfile.ZIP_DEFLATED
            with open(path, "rb") as file:
                archive.writestr(entry, file.read())
    with open(part, "ab") as file:
        file.write(footer())
    os.replace(part, output)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_obb.py OUTPUT")
    main(sys.argv[1])
