#!/usr/bin/env python3
"""Are plain ways to write two shapes read? plain_forms.py SEPAX ROOT

Kinds of shapes are crossed with ways to write them (plain/*.py), about 1300 texts of a fixed seed, and read as
tools/paste-score does. None may be wrong and certain, and as many as ever were must give the pair. The kinds and ways
that give none are printed: boxes whose sizes may be half or full, two vectors that may be corners, tables with one
column for sizes of several kinds.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SEED = 11  # the rules were written with others
MIN_READ = {"objects": 985, "poses": 136, "questions": 138}  # the pair is shown, with doubts or without
MIN_CERTAIN = {"objects": 800, "poses": 88, "questions": 138}


def main():
    sepax, root = sys.argv[1], pathlib.Path(sys.argv[2])
    failed = False
    for name in MIN_READ:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [sys.executable, root / "tests/lab/paste/plain" / (name + ".py"), folder, str(SEED)], check=True
            )
            score = subprocess.run(
                [sys.executable, root / "tools/paste-score", folder, "--sepax", sepax], capture_output=True, text=True
            )
        lines = score.stdout.splitlines()
        counts = re.fullmatch(
            r"(\d+) right, (\d+) unsure right, (\d+) unsure, (\d+) wrong, (\d+) refused of (\d+)", lines[-1]
        )
        right, unsure_right, _, wrong, _, _ = map(int, counts.groups())
        print(f"{name}: {lines[-1]}")
        is_bad = wrong > 0 or right < MIN_CERTAIN[name] or right + unsure_right < MIN_READ[name]
        if is_bad:
            print("\n".join(line for line in lines[:-1] if not line.startswith("unsure right")))
        failed = failed or is_bad
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
