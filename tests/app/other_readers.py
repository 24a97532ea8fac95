#!/usr/bin/env python3
"""What Sepax writes, read by other programs: cases and their schema by jsonschema, --json by Python, JUnit reports by xmllint.

usage: other_readers.py SEPAX SOURCE_FOLDER
"""
import glob
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import jsonschema  # Debian: python3-jsonschema

SEPAX, SOURCE = sys.argv[1:3]


def fail(message):
    sys.exit("other readers: " + message)


def sepax(*arguments, statuses=(0,), text=None):
    run = subprocess.run([SEPAX, *arguments], input=text, capture_output=True, text=True)
    if run.returncode not in statuses:
        fail("%s ended with %d: %s" % (arguments, run.returncode, run.stderr))
    return run.stdout


def strictly(text):
    """JSON as the standard has it: no NaN, no Infinity, no key twice."""
    def once(pairs):
        keys = [key for key, value in pairs]
        if len(set(keys)) != len(keys):
            fail("a key twice: %s" % keys)
        return dict(pairs)
    return json.loads(text, parse_constant=lambda name: fail("not JSON: " + name), object_pairs_hook=once)


# The schema takes every case that is shipped, and the cases that the program itself writes.
schema = strictly(open(SOURCE + "/assets/case.schema.json", encoding="utf-8").read())
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
cases = sorted(glob.glob(SOURCE + "/assets/**/*.json", recursive=True))
cases.remove(SOURCE + "/assets/case.schema.json")
cases.remove(SOURCE + "/assets/answers.schema.json")
cases.remove(SOURCE + "/assets/output.schema.json")
cases.remove(SOURCE + "/assets/api.schema.json")
cases = [path for path in cases if os.path.basename(path) != "lesson.json"]  # sepax lesson check reads those
apis = [path for path in cases if "/assets/apis/" in path]
cases = [path for path in cases if path not in apis]
for path in cases:
    for error in validator.iter_errors(strictly(open(path, encoding="utf-8").read())):
        fail("%s: %s: %s" % (path, list(error.path), error.message))
if len(cases) < 60:
    fail("only %d cases" % len(cases))
api_schema = strictly(open(SOURCE + "/assets/api.schema.json", encoding="utf-8").read())
jsonschema.Draft7Validator.check_schema(api_schema)
for path in apis:
    for error in jsonschema.Draft7Validator(api_schema).iter_errors(strictly(open(path, encoding="utf-8").read())):
        fail("%s: %s: %s" % (path, list(error.path), error.message))
if len(apis) < 50:
    fail("only %d files of engines' words" % len(apis))


def box(**more):
    return {"sepax": 1, "space": "3d", "bodies": [dict({"id": "A", "shape": {"type": "box", "half_extents": [1, 1, "0x1p+1"]}}, **more)]}


def with_shape(space="3d", **shape):
    return {"sepax": 1, "space": space, "bodies": [{"id": "A", "shape": shape}]}


def expecting(**expected):
    return dict(box(), expect=[dict({"pair": ["A", "B"]}, **expected)])


GOOD = [
    box(), box(colour="#12ab34", scale=-2, pivot=[0, 1, 2]), box(euler={"order": "ZXZ", "angles_deg": [1, 2, 3]}), dict(box(), mine=1),
    with_shape(type="capsule", radius=1, **{"from": [0, 0, 0], "to": [1, 0, 0]}), with_shape(type="hull", mesh="rock.obj"),
    with_shape("2d", type="box", half_extents=[1, 2]), expecting(verdict=["touching", "overlapping"], distance={"min": 0}),
    expecting(contacts={"count": 4, "positions": [[0, 0, 0]]}, closest_points={"a": [1, 2, 3]}),
    dict(box(), queries=[{"type": "weigh"}, {"type": "mass", "body": "A", "id": "m"}], expect=[{"query": "m", "volume": 8}]),
]
BAD = [
    [], {"space": "3d", "bodies": []}, dict(box(), sepax=2), dict(box(), space="4d"), box(position=[0, 0]), box(rotation=[0, 0, 1]),
    box(colour="red"), box(axis_angle={"axis": [0, 0, 1]}), box(euler={"order": "xyw", "angles": [0, 0, 0]}), box(position=["1.5", 0, 0]),
    with_shape(type="dodecahedron"), with_shape(type="circle", radius=1), with_shape(type="sphere"), with_shape(type="sphere", radius=-1),
    with_shape("2d", type="box", half_extents=[1, 2, 3]), with_shape(type="capsule", radius=1), with_shape(type="mesh", vertices=[[0, 0, 0]]),
    expecting(verdict="near"), expecting(verdict=[]), expecting(distance={}), expecting(distance={"mni": 1}), expecting(contacts={"cuont": 1}),
    expecting(query=0), dict(box(), queries=[{"type": "sweep", "pair": ["A", "B"]}]), dict(box(), pairs=[["A"]]),
]
for case in GOOD:
    for error in validator.iter_errors(case):
        fail("the schema refuses %s: %s" % (case, error.message))
for case in BAD:
    if validator.is_valid(case):
        fail("the schema takes %s" % case)

# Answers are JSON for a strict reader, one object a line, with axes and without. Their schema accepts them and names every
# member at the top of a pair's and of a query's answer.
answer_schema = strictly(open(SOURCE + "/assets/answers.schema.json", encoding="utf-8").read())
jsonschema.Draft7Validator.check_schema(answer_schema)
answer_validator = jsonschema.Draft7Validator(answer_schema)
definitions = answer_schema["definitions"]
known_of_queries = {branch["if"]["properties"]["type"]["const"]: set(branch["then"]["properties"]) | {"query", "id", "type"}
                    for branch in definitions["query"]["allOf"]}
known_of_pairs = set(definitions["pair"]["properties"])


def expect_in_schema(answer):
    for error in answer_validator.iter_errors(answer):
        fail("%s: %s: %s" % (answer["file"], list(error.path), error.message))
    for report in answer["pairs"] + answer["queries"]:
        unknown = set(report) - known_of_queries.get(report.get("type"), known_of_pairs)
        if unknown:
            fail("%s: members that the schema does not name: %s" % (answer["file"], sorted(unknown)))


folders = [SOURCE + "/assets/cases", SOURCE + "/assets/corpus"]
for options in [[], ["--no-axes", "--algorithm", "all"]]:
    lines = sepax("check", "--json", "--expect", *options, *folders, statuses=(0, 2)).splitlines()
    answers = [strictly(line) for line in lines]
    if len(answers) < 60 or any(answer["failures"] for answer in answers):
        fail("answers: %d, failures in %s" % (len(answers), [a["file"] for a in answers if a["failures"]]))
    for answer in answers:
        expect_in_schema(answer)
        for report in answer["pairs"] + answer["queries"]:
            if options and "axes" in report and report.get("type") != "fit":
                fail("axes in spite of --no-axes: " + answer["file"])

# JUnit: a schema for what its readers have in common, and numbers that add up.
with tempfile.TemporaryDirectory() as folder:
    failing = os.path.join(folder, "two <&> \"cases\".json")
    with open(failing, "w", encoding="utf-8") as file:
        body = {"type": "box", "half_extents": [1, 1, 1]}
        json.dump({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": body}, {"id": "B", "shape": body, "position": [1.5, 0, 0]}],
                   "expect": [{"pair": ["A", "B"], "verdict": "overlapping"}, {"pair": ["A", "B"], "depth": 0.4},
                              {"pair": ["A", "B"], "depth": 0.5}, {"pair": ["A", "B"], "depth": 9, "name": "<mine>"}]}, file)
    report = os.path.join(folder, "junit.xml")
    sepax("check", "--quiet", "--junit", report, failing, os.path.join(folder, "missing.json"), *folders, statuses=(2,))
    lint = subprocess.run(["xmllint", "--noout", "--schema", os.path.join(SOURCE, "tests/app/junit.xsd"), report], capture_output=True, text=True)
    if lint.returncode != 0:
        fail(lint.stderr)
    root = xml.etree.ElementTree.parse(report).getroot()
    for attribute, path in [("tests", ".//testcase"), ("failures", ".//failure"), ("errors", ".//error")]:
        if int(root.get(attribute)) != len(root.findall(path)):
            fail("%s says %s, but there are %d" % (attribute, root.get(attribute), len(root.findall(path))))
    suite = root.find("testsuite")
    outcome = {test.get("name"): test.find("failure") is not None for test in suite}
    wanted = {"A, B: verdict": False, "A, B: depth": True, "A, B: depth (2)": False, "<mine>": True}
    if suite.get("name") != failing or outcome != wanted:
        fail("tests of %s: %s" % (suite.get("name"), outcome))
    if not all(float(test.get("time")) > 0 for test in suite):
        fail("tests without a time")

# The JSON of every other command is as its definition says, which names every member. Their JUnit reports hold what the
# exit status says; -q prints less than the whole report, and --strict refuses what is otherwise warned about.
output_schema = strictly(open(SOURCE + "/assets/output.schema.json", encoding="utf-8").read())
jsonschema.Draft7Validator.check_schema(output_schema)


def expect_definition(name, text, lines=False):
    definition = jsonschema.Draft7Validator(dict(output_schema, **{"$ref": "#/definitions/" + name}))
    for part in text.splitlines() if lines else [text]:
        for error in definition.iter_errors(strictly(part)):
            fail("%s: %s: %s" % (name, list(error.path), error.message))


def junit_of(path):
    lint = subprocess.run(["xmllint", "--noout", "--schema", os.path.join(SOURCE, "tests/app/junit.xsd"), path], capture_output=True, text=True)
    if lint.returncode != 0:
        fail(lint.stderr)
    return xml.etree.ElementTree.parse(path).getroot()


SIX = "historical/six-axes-3d"
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    boxes, thin = SOURCE + "/assets/cases/default.json", SOURCE + "/assets/cases/bullet-thin-wall.json"
    stack, bundle = SOURCE + "/assets/recordings/stack.sepaxlog", sorted(glob.glob(os.path.dirname(SEPAX) + "/../share/assets/bundle/*.obb"))[0]
    with open("odd.json", "w", encoding="utf-8") as file:
        json.dump(dict(strictly(open(boxes, encoding="utf-8").read()), wrod=1), file)
    # A query without an id, and a corner of which two normals are right.
    with open("tie.json", "w", encoding="utf-8") as file:
        cube = {"type": "box", "half_extents": [1, 1, 1]}
        json.dump({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": cube}, {"id": "B", "shape": cube, "position": [1.5, 1.5, 0]}],
                   "queries": [{"type": "sweep", "pair": ["A", "B"], "duration": 1}]}, file)
    with open("posted.txt", "w", encoding="utf-8") as file:
        file.write("box A at (0, 0, 0), size (1, 1, 1)\nbox B at (0.5, 0, 0), size (1, 1, 1)\n")
    mesh = sorted(glob.glob(SOURCE + "/assets/cases/meshes/*.obj"))[0]
    bullet = '"bullet"' in sepax("jurors", "--json")
    reporting = [  # (definition, arguments, statuses, whether a case is read)
        ("jury", ["jury", boxes, "--jurors", SIX + ",gjk-epa", "--expect"], 1, True),
        ("jury", ["jury", "tie.json", "--jurors", "sat,gjk-epa,exact,brute-force"], 0, False),
        ("relations", ["relations", boxes, "--algorithm", "sat," + SIX], 0, True),
        ("scan", ["scan", boxes, "--vary", "B.position.x=0:3:20", "--algorithm", "sat," + SIX], 1, True),
        ("hunt", ["hunt", "--algorithm", SIX, "--finds", "1", "--pairs", "2000"], 1, False),
        ("hunt", ["hunt", "--algorithm", "sat", "--pairs", "50"], 0, False),
        ("replay_check", ["replay", "check", stack], 1, False),
        ("replay_check", ["replay", "check", "-"], 1, False),
        ("selfcheck", ["selfcheck", "--pairs", "20", "--only", "box-box"], 0, False),
    ]
    if bullet:
        reporting += [("simulate", ["simulate", thin, "--juror", "bullet"], 1, True),
                      ("hunt_simulate", ["hunt", "--simulate", "--from", thin, "--juror", "bullet", "--pairs", "2"], 1, True)]
    recorded = open(stack, encoding="utf-8").read()
    for name, words, status, reads_case in reporting:
        given = recorded if words[-1] == "-" else None
        expect_definition(name, sepax(*words, "--json", statuses=(status,), text=given), lines=name.startswith(("hunt", "jury")))
        whole = sepax(*words, statuses=(status,), text=given)
        quiet = sepax(*words, "-q", "--junit", "junit.xml", statuses=(status,), text=given)
        root = junit_of("junit.xml")
        if len(quiet) > len(whole) + 40 or int(root.get("tests")) < 1 or (int(root.get("failures")) > 0) != (status == 1):
            fail("%s: %d letters with -q, %d without; JUnit: %s" % (words, len(quiet), len(whole), root.attrib))
        if reads_case and thin not in words:
            said = subprocess.run([SEPAX, *[("odd.json" if word == boxes else word) for word in words], "--strict"], capture_output=True, text=True)
            if said.returncode != 2 or "wrod" not in said.stderr:
                fail("%s --strict ended with %d: %s" % (words, said.returncode, said.stderr))
    asked = set()
    for name, words in [
            ("jurors", ["jurors"]), ("replay_info", ["replay", "info", stack]), ("replay_diff", ["replay", "diff", stack, stack]),
            ("minimise", ["minimise", boxes, "--while", SIX + " differs"]), ("paste", ["paste", "posted.txt"]), ("fit", ["fit", mesh]),
            ("fit_decompose", ["fit", mesh, "--decompose"]), ("lesson_ls", ["lesson", "ls"]), ("lesson_check", ["lesson", "check"]),
            ("bundle_ls", ["bundle", "ls", bundle]), ("bundle_verify", ["bundle", "verify", bundle]), ("bundle_lint", ["bundle", "lint", bundle]),
            ("bundle_diff", ["bundle", "diff", bundle, bundle])] + [
                ("bundle_" + name, ["bundle", *words]) for name, words in [
                    ("info", ["info", bundle]), ("tree", ["tree", bundle]), ("overlay", ["overlay", bundle, bundle]), ("codes", ["codes"]),
                    ("pack", ["pack", "odd.json", "-o", "packed.zip"]), ("extract", ["extract", "packed.zip", "-o", "unpacked"]),
                    ("extract", ["extract", "packed.zip", "-o", "unpacked"]), ("repack", ["repack", "packed.zip", "-r", "odd.json=tie.json"]),
                    ("footer", ["footer", "add", "packed.zip", "--package", "com.example", "--package-version", "1"]),
                    ("footer", ["footer", "edit", "packed.zip", "--package-version", "2"]), ("footer", ["footer", "info", "packed.zip"]),
                    ("footer", ["footer", "remove", "packed.zip"])]] + [("paste_groups", ["paste", "posted.txt", "--groups"])]:
        expect_definition(name, sepax(*words, "--json", statuses=(0, 1)))
        asked.add(name)
    for name in "info", "ls", "verify":
        damaged = SOURCE + "/tests/fuzz/corpus/zip/truncated-in-the-data"
        expect_definition("bundle_" + name, sepax("bundle", name, damaged, "--json", statuses=(0, 1, 2)))
    expect_definition("bundle_extract", sepax("bundle", "extract", "missing.zip", "-o", "unpacked", "--json", statuses=(2,)))
    parts = {"contact", "said", "row", "differing_claim", "explanation", "finding", "footer", "folder", "turned_over"}
    untried = set(output_schema["definitions"]) - parts - asked
    untried -= {name for name, _, _, _ in reporting} | (set() if bullet else {"simulate", "hunt_simulate"})
    if untried:
        fail("no command was asked for %s" % sorted(untried))
