#!/usr/bin/env python3
"""The clients of `sepax serve` in their languages answer the same: python3 test_clients.py SEPAX NODE. Without NODE (an empty text) JavaScript
is skipped."""
import json
import multiprocessing
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["SEPAX"] = sys.argv[1]
NODE = sys.argv[2]
sys.path.insert(0, HERE)
import sepax  # noqa: E402


class Array:
    """As numpy's: not a list, but it can become one."""

    def __init__(self, *values):
        self.values = values

    def __len__(self):
        return len(self.values)

    def tolist(self):
        return list(self.values)


class Number:
    """As numpy's of 32 bits: no float."""

    def __init__(self, value):
        self.value = value

    def tolist(self):
        return self.value


# What holds nothing to compare, or something that cannot be.
NO_ANSWERS = [None, {}, {"overlapping": None}, {"separation": None, "normal": None}, {"seperation": 5}, {"separation": 5, "dept": 1}, {"contacts": []}, {"verdict": "apart"}, {"verdict": True},
              {"verdict": "separated", "overlapping": True}]


CUBE = sepax.box([1, 1, 1])
OVER, APART = (sepax.body(CUBE), sepax.body(CUBE, [1.8, 0.1, 0])), (sepax.body(CUBE), sepax.body(CUBE, [4, 0, 0]))
# Of the cubes that overlap by 0.2 m along x.
RIGHT_OVER = [True, -0.2, {"overlapping": True, "separation": None, "verdict": None}, {"overlapping": True, "normal": [1, 0, 0]}, {"contacts": [{"position": [1, 0, 0], "separation": -0.2}]}, {"distance": -0.2},
              {"overlapping": True, "closest_points": {"a": [1, 0, 0], "b": [0.8, 0, 0]}}, {"contacts": [{"position": [1, 0, 0], "separation": -0.2}], "separation": -0.2}]
WRONG_OVER = [({"overlapping": True, "normal": [-1, 0, 0]}, "normal"), ({"overlapping": True, "normal": [0, 1, 0]}, "normal"),
              ({"verdict": "separated", "separation": -0.5}, "separation"), ({"distance": 0.5}, "distance"),
              ({"verdict": "touching"}, "touching"), ({"distance": -7}, "distance"), ({"verdict": "overlapping", "normal": [1, 0]}, "normal"),
              ({"closest_points": {"a": [50, 0, 0], "b": [-70, 0, 0]}}, "outside its shape"),
              ({"contacts": [{"position": [1, 0, 0], "seperation": -0.2}]}, "seperation"), ({"verdict": "overlapping", "normal": [1]}, "normal"), (False, "separated"),
              ({"separation": -0.2, "contacts": [{"position": [9, 9, 9], "separation": -0.2}]}, "contact")]


def gap(a, b):
    """Of two balls, in either space."""
    between = sum((y - x) ** 2 for x, y in zip(a["position"], b["position"])) ** 0.5
    return between - a["shape"]["radius"] - b["shape"]["radius"]


def balls(count, shape, dimensions):
    numbers = random.Random(7)
    pairs = []
    for _ in range(count):
        make = lambda: sepax.body(shape(numbers.uniform(0.1, 1)), [numbers.uniform(-1, 1) for _ in range(dimensions)])
        pairs.append((make(), make()))
    return pairs


def moves_and_denies(a, b):
    """Wrong of bodies that overlap, and hides it by moving one away."""
    b["position"][0] = 100
    return False


def separation(pair):
    return sepax.check(*pair)["separation"]


def test_python_at_once(pairs):
    """Processes, threads and interrupts get the answers to what they asked."""
    right = [gap(a, b) for a, b in pairs]

    def check(found):
        wrong = sum(abs(x - y) > 1e-9 for x, y in zip(found, right))
        assert wrong == 0 and len(found) == len(right), "%d of %d answers are of other pairs" % (wrong, len(right))

    check([separation(each) for each in pairs])  # it runs before the others come
    with sepax.reference()._lock:  # as if a thread asked just now
        pool = multiprocessing.get_context("fork").Pool(4)
    with pool:
        check(pool.map(separation, pairs))
    with ThreadPoolExecutor(8) as pool:
        check(list(pool.map(separation, pairs)))
    loads = sepax.json.loads

    def interrupted(_):
        """As a limit of time raises it, from a signal, when an answer is read."""
        sepax.json.loads = loads
        raise InterruptedError

    sepax.json.loads = interrupted
    raises(InterruptedError, lambda: sepax.check_all(pairs * 20))
    check([separation(each) for each in pairs])
    sepax.reference().close()
    check([separation(each) for each in pairs])


def raises(error, call):
    try:
        call()
    except error as raised:
        return str(raised)
    raise SystemExit("expected %s" % error.__name__)


def test_python():
    solid, planar = balls(400, sepax.sphere, 3), balls(100, sepax.circle, 2)
    assert any(gap(a, b) < 0 for a, b in solid) and any(gap(a, b) > 0 for a, b in solid)
    for pairs in (solid, planar):
        sepax.assert_agrees(gap, pairs)
        sepax.assert_agrees(lambda a, b: gap(a, b) < 0, pairs)
        sepax.assert_agrees(lambda a, b: {"verdict": "overlapping" if gap(a, b) < 0 else "separated", "distance": max(gap(a, b), 0)}, pairs)
    said = raises(AssertionError, lambda: sepax.assert_agrees(lambda a, b: gap(a, b) + 0.25, solid))
    assert "pairs differ from the reference; pair " in said and '"radius"' in said, said
    assert len(sepax.differences(lambda a, b: float("nan"), solid)) == 400
    wrong = sepax.differences(lambda a, b: gap(a, b) < 0.3, solid)
    assert 0 < len(wrong) < 400 and all("says overlapping" in text and by < 0.3 for _, text, by in wrong)
    flipped = sepax.differences(lambda a, b: {"normal": [2, 0, 0]}, solid)
    assert len(flipped) == len(solid)
    for given in NO_ANSWERS:
        said = raises(TypeError, lambda: sepax.assert_agrees(lambda a, b: gap(a, b) if a == solid[0][0] else given, solid))
        assert said.startswith("pair 1: expected "), said
    assert "at least one pair" in raises(ValueError, lambda: sepax.assert_agrees(gap, []))
    sepax.assert_agrees(sepax.check, solid[:99])
    for given, what in WRONG_OVER:
        found = sepax.differences(lambda a, b: given, [OVER])
        assert len(found) > 0 and what in found[0][1], (given, found)
    for given in RIGHT_OVER:
        sepax.assert_agrees(lambda a, b: given, [OVER])
    assert len(sepax.differences(moves_and_denies, [OVER])) == 1, "the reference gets the bodies as they were"
    for separation, is_right in ((2, True), (1, False), (1e-9, False)):
        assert bool(sepax.differences(lambda a, b: separation, [APART])) != is_right

    a, b = sepax.body(sepax.box(Array(1, 1, 1))), sepax.body(sepax.sphere(0.5), Array(1.2, 0, 0), (0, 0, 0, 1))
    answer = sepax.check(a, b)
    assert answer["verdict"] == "overlapping" and abs(answer["separation"] + 0.3) < 1e-12 and answer["normal"] == [1, 0, 0], answer
    by_hand = {"shape": {"type": "sphere", "radius": Number(0.5)}, "position": Array(1.2, 0, 0)}
    assert sepax.check(a, by_hand) == answer
    sepax.assert_agrees(lambda a, b: {"overlapping": True, "closest_points": {"a": Array(1, 0, 0), "b": Array(Number(0.7), 0, 0)}}, [(a, by_hand)])
    for bad, error in ((object(), TypeError), (float("nan"), ValueError)):
        said = raises(error, lambda: sepax.check_all([(a, b), (dict(a, position=[0, 0, bad]), b)]))
        assert said.startswith("pair 1: "), said
    said = raises(RuntimeError, lambda: sepax.assert_agrees(lambda a, b: 1 / (a != OVER[0]), [APART[::-1], OVER]))
    assert said.startswith("pair 1: the function raises ZeroDivisionError"), said
    rod = sepax.capsule(0.5, 1)
    for pair in ((sepax.body(rod), sepax.body(sepax.circle(1), [9, 0])), (sepax.body(rod), sepax.body(rod, [9, 0]))):
        assert len(sepax.check(*pair)["normal"]) == 2
    assert "install sepax" in raises(sepax.Error, lambda: sepax.Reference(program="/nowhere/sepax").check(a, b))
    square = sepax.body(sepax.box([1, 1]), [0, 0], 0.5)
    assert sepax.check(square, sepax.body(sepax.circle(1), [9, 0]))["verdict"] == "separated"
    assert "half_extents" in raises(sepax.Error, lambda: sepax.check(sepax.body(sepax.box([1, -1, 1])), b))
    assert "colourr" in raises(sepax.Error, lambda: sepax.check(dict(a, colourr="red"), b))
    assert sepax.check(a, b)["verdict"] == "overlapping", "an error ends nothing"
    # Where SAT's widest gap is along an axis that no closest points span, the normal is that of the distance.
    turned = [-0.3944376493545275, -0.3436638167234156, -0.01208939752769535, 0.8521548969020755]
    block = sepax.box([1, 0.7, 0.5])
    apart = sepax.check(sepax.body(block), sepax.body(block, [-0.4364482494893729, -1.518397162668334, 1.197863607596223], turned))
    way = [q - p for p, q in zip(apart["closest_points"]["a"], apart["closest_points"]["b"])]
    assert apart["separation"] < apart["distance"] - 1e-4, apart
    assert max(abs(w / apart["distance"] - n) for w, n in zip(way, apart["normal"])) < 1e-12, apart
    with sepax.Reference("historical/six-axes-3d", answers=["verdict"]) as six:
        assert six.check(a, a) == {"verdict": "overlapping"}
    return [sepax.check(a, b) for a, b in solid[:50] + planar[:50]], solid[:50] + planar[:50]


def test_javascript(answers, pairs):
    script = """
import assert from "node:assert";
import {assertAgrees, body, box, check, checkAll, circle, differences, hull, sphere, Reference} from %s;
const {answers, pairs, no_answers, over, right, wrong} = JSON.parse(await new Promise((done) => {
  let text = "";
  process.stdin.on("data", (more) => (text += more)).on("end", () => done(text));
}));
assert.deepStrictEqual(await checkAll(pairs), answers);
const gap = (a, b) => Math.hypot(...a.position.map((x, i) => x - b.position[i])) - a.shape.radius - b.shape.radius;
const isSame = (x, y) => JSON.stringify(x) === JSON.stringify(y);
await assertAgrees(gap, pairs);
await assertAgrees((a, b) => gap(a, b) < 0, pairs);
await assert.rejects(assertAgrees((a, b) => gap(a, b) + 0.25, pairs), /pairs differ from the reference; pair/);
assert.strictEqual((await differences(() => NaN, pairs)).length, pairs.length);
await assert.rejects(check(body(box([1, -1, 1])), body(sphere(1))), /half_extents/);
for (const given of no_answers)
  await assert.rejects(assertAgrees((a, b) => isSame(a, pairs[0][0]) ? gap(a, b) : given, pairs), /TypeError: pair 1: expected /);
await assert.rejects(assertAgrees(gap, []), /at least one pair/);
await assertAgrees((a) => answers[pairs.findIndex(([first]) => isSame(first, a))], pairs);
await assertAgrees(async (a, b) => gap(a, b), pairs);
await assertAgrees(() => ({overlapping: true, normal: new Float64Array([1, 0, 0])}), [over]);
const movesAndDenies = (a, b) => (b.position[0] = 100, false);
assert.strictEqual((await differences(movesAndDenies, [over])).length, 1);
for (const [given, what] of wrong)
  assert((await differences(() => given, [over]))[0]?.text.includes(what), JSON.stringify(given));
for (const given of right) await assertAgrees(() => given, [over]);
const gone = new Reference({program: "/nowhere/sepax"});
await assert.rejects(gone.check(...pairs[0]), /install sepax/);
const bad = [pairs[0], [body(sphere(-1)), body(sphere(1))]];
await assert.rejects(checkAll(bad), /pair 1: .*radius/);
await assert.rejects(assertAgrees(() => true, bad), /pair 1: .*radius/);
const throws = (a) => isSame(a, pairs[1][0]) ? null.x : gap(...pairs[0]);
await assert.rejects(assertAgrees(throws, pairs), /pair 1: the function throws TypeError/);
const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
const [listed, typed] = await checkAll([hull(corners), hull(corners.map((each) => Float64Array.from(each)))].map((each) => [body(each), over[1]]));
assert.deepStrictEqual(typed, listed);
const rod = {type: "capsule", radius: 0.5, half_length: 1};
for (const flat of [body(circle(1), [9, 0]), body(rod, [9, 0])])
  assert.strictEqual((await check(body(rod), flat)).normal.length, 2);
""" % json.dumps(os.path.join(HERE, "sepax.mjs"))
    subprocess.run([NODE, "--input-type=module", "-e", script], input=json.dumps({"answers": answers, "pairs": pairs, "no_answers": NO_ANSWERS, "over": OVER, "right": RIGHT_OVER, "wrong": WRONG_OVER}).encode(), check=True, timeout=300)


def test_lines():
    """Every line is answered, whatever it holds."""
    lines = [b"", b"{", b"[]", b"null", b"{}", b'{"id": [1]}', b'{"a": 1, "b": 2}', b"\xff\xfe", b'{"answers": ["verdict"]}', b'{"answers": ["colour"]}',
             b'{"a": {"shape": {"type": "sphere", "radius": 1}}, "b": {"shape": {"type": "sphere", "radius": 1}, "position": [3, 0, 0]}}',
             b'{"id": 5, "a": {"shape": {"type": "sphere", "radius": 1}}, "query": {"type": "ray", "origin": [-5, 0, 0], "direction": [1, 0, 0], "length": 9}}',
             b'{"id": 6, "space": "4d", "a": {}, "b": {}}', b'{"id": 7, "options": {"margin": 1}, "a": {}, "b": {}}',
             b'{"a": {"shape": {"type": "mesh", "file": "/etc/passwd"}}, "b": {"shape": {"type": "sphere", "radius": 1}}}', b"x" * (17 << 20)]
    run = subprocess.run([sys.argv[1], "serve"], input=b"\n".join(lines), stdout=subprocess.PIPE, timeout=300)
    assert run.returncode == 0
    answers = [json.loads(line) for line in run.stdout.decode().splitlines()]
    assert len(answers) == 1 + len(lines), len(answers)
    assert answers[0]["sepax_juror"] == 1 and answers[9]["answers"] == ["verdict"]
    assert answers[11] == {"verdict": "separated"}, answers[11]
    assert answers[12]["hit"] is True and answers[12]["distance"] == 4, answers[12]
    for number in (*range(1, 9), 10, 13, 14, 15, 16):
        assert "error" in answers[number], (number, answers[number])
    assert "16 MiB" in answers[16]["error"]


test_lines()
answers, pairs = test_python()
test_python_at_once(balls(500, sepax.sphere, 3))
if NODE:
    test_javascript(answers, pairs)
print("ok" if NODE else "ok, without JavaScript")
