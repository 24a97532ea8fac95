#!/usr/bin/env python3
"""Prints CHANGELOG.md in the form of Debian's changelogs: changelog.py CHANGELOG.md DATE MAINTAINER. DATE (year-month-day) is the date of
sections that have none yet."""

import datetime
import re
import sys
import textwrap


def sections(text):
    """(version, date or None, list of (heading or None, list of entries)) for each "## [VERSION] - DATE"."""
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        title, _, body = part.partition("\n")
        version = re.search(r"\d+(?:\.\d+)+", title)
        date = re.search(r"\d{4}-\d\d-\d\d", title)
        if version:
            yield version.group(), date.group() if date else None, list(groups(body))


def groups(body):
    for part in re.split(r"^### ", "\n" + body, flags=re.M):
        heading, _, rest = part.partition("\n")
        # An entry is a list item or a paragraph with the lines that continue it.
        blocks = re.split(r"\n(?=- )|\n\s*\n", rest)
        entries = [" ".join(block.strip().removeprefix("- ").split()) for block in blocks if block.strip()]
        if entries:
            yield heading.strip() or None, entries


def main(file, today, maintainer):
    with open(file, encoding="utf-8") as source:
        text = source.read()
    for index, (version, date, parts) in enumerate(sections(text)):
        print(f"sepax ({version}) unstable; urgency=medium\n")
        for heading, entries in parts:
            if heading:
                print(f"  [ {heading} ]")
            for entry in entries:
                print(textwrap.fill(entry, 78, initial_indent="  * ", subsequent_indent="    ", break_long_words=False))
            print()
        day = datetime.date.fromisoformat(date or today)
        # Each version is younger than the one below it, also when both are of one day.
        print(f" -- {maintainer}  {day:%a, %d %b %Y} {max(0, 23 - index):02}:00:00 +0000\n")


main(*sys.argv[1:])
