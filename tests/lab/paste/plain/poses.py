#!/usr/bin/env python3
"""Bodies with a place and a rotation, in ways that people write poses."""
import json
import math
import os
import random
import sys

out, seed = sys.argv[1], int(sys.argv[2])
rng = random.Random(seed)
os.makedirs(out, exist_ok=True)


def n(lo, hi, d=2):
    v = round(rng.uniform(lo, hi), d)
    return v if v not in (0, 1, -1) else 1.25


def vec(k=3, lo=-9, hi=9):
    return [n(lo, hi) for _ in range(k)]


def num(v):
    return "%g" % v


def c(v, s=", "):
    return s.join(num(x) for x in v)


def quat():
    t = rng.uniform(0.3, 1.2)
    a = [rng.uniform(-1, 1) for _ in range(3)]
    l = math.sqrt(sum(x * x for x in a))
    return [round(x / l * math.sin(t / 2), 6) for x in a] + [round(math.cos(t / 2), 6)]


def matrix(q):
    x, y, z, w = q
    s = 1 / (x * x + y * y + z * z + w * w)
    m = [
        [1 - 2 * s * (y * y + z * z), 2 * s * (x * y - z * w), 2 * s * (x * z + y * w)],
        [2 * s * (x * y + z * w), 1 - 2 * s * (x * x + z * z), 2 * s * (y * z - x * w)],
        [2 * s * (x * z - y * w), 2 * s * (y * z + x * w), 1 - 2 * s * (x * x + y * y)],
    ]
    return [[round(v, 9) for v in r] for r in m]


def box():
    h = vec(3, 0.3, 3)
    return dict(t="box", h=h, shape={"type": "box", "half_extents": h})


def sphere():
    r = n(0.3, 3)
    return dict(t="sphere", r=r, shape={"type": "sphere", "radius": r})


def body(kind):
    k = kind()
    k["p"] = vec()
    k["q"] = quat()
    return k


S = {}


def syn(f):
    S[f.__name__] = f
    return f


# every style returns (text of a body, uses rotation: 'q' | 'none' | ('axis', deg))
def shape_call(k, v3="Vec3(%s)"):
    return ("Box(%s)" % (v3 % c(k["h"]))) if k["t"] == "box" else "Sphere(%s)" % num(k["r"])


@syn
def js_nested(a, b):
    def one(k):
        return "{ shape: { type: '%s', %s }, transform: { position: [%s], rotation: [%s] } }" % (
            k["t"],
            "halfExtents: [%s]" % c(k["h"]) if k["t"] == "box" else "radius: %s" % num(k["r"]),
            c(k["p"]),
            c(k["q"]),
        )

    return "const a = %s;\nconst b = %s;" % (one(a), one(b))


@syn
def json_list(a, b):
    def one(k, i):
        return (
            '{"id": "%s", "shape": "%s", %s, "position": {"x": %s, "y": %s, "z": %s}, "orientation": {"x": %s, "y": %s, "z": %s, "w": %s}}'
            % (
                i,
                k["t"],
                '"half_extents": [%s]' % c(k["h"]) if k["t"] == "box" else '"radius": %s' % num(k["r"]),
                *map(num, k["p"]),
                *map(num, k["q"]),
            )
        )

    return '{"bodies": [\n  %s,\n  %s\n]}' % (one(a, "left"), one(b, "right"))


@syn
def cpp_body(a, b):
    def one(k, i):
        return "Body %s;\n%s.shape = %s;\n%s.position = Vec3(%s);\n%s.orientation = Quat(%s); // x, y, z, w" % (
            i,
            i,
            shape_call(k) if k["t"] == "sphere" else "Box{ .halfExtents = {%s} }" % c(k["h"]),
            i,
            c(k["p"]),
            i,
            c(k["q"]),
        )

    return one(a, "a") + "\n" + one(b, "b")


@syn
def cpp_free(a, b):
    def one(k, i):
        return (
            "BoxShape shape%d; shape%d.halfExtents = Vec3(%s);" % (i, i, c(k["h"]))
            if k["t"] == "box"
            else "SphereShape shape%d; shape%d.radius = %s;" % (i, i, num(k["r"]))
        ) + "\nTransform t%d(Vec3(%s), Quat(%s));" % (i, c(k["p"]), c(k["q"]))

    return one(a, 1) + "\n" + one(b, 2) + "\nbool hit = collide(shape1, t1, shape2, t2);"


@syn
def py_body(a, b):
    def one(k, i):
        return "%s = Body(shape=%s, position=(%s), quaternion=(%s))" % (
            i,
            "Box(half_extents=(%s))" % c(k["h"]) if k["t"] == "box" else "Sphere(radius=%s)" % num(k["r"]),
            c(k["p"]),
            c(k["q"]),
        )

    return one(a, "crate") + "\n" + one(b, "rock") + "\nprint(crate.overlaps(rock))"


@syn
def py_setters(a, b):
    def one(k, i):
        return "%s = %s\n%s.set_position([%s])\n%s.set_orientation([%s])  # xyzw" % (
            i,
            "Box(half_extents=[%s])" % c(k["h"]) if k["t"] == "box" else "Sphere(radius=%s)" % num(k["r"]),
            i,
            c(k["p"]),
            i,
            c(k["q"]),
        )

    return one(a, "first") + "\n" + one(b, "second")


@syn
def yaml_nested(a, b):
    def one(k, i):
        return "%s:\n  shape:\n    type: %s\n    %s\n  pose:\n    position: [%s]\n    orientation: [%s]" % (
            i,
            k["t"],
            "half_extents: [%s]" % c(k["h"]) if k["t"] == "box" else "radius: %s" % num(k["r"]),
            c(k["p"]),
            c(k["q"]),
        )

    return one(a, "bodyA") + "\n" + one(b, "bodyB")


@syn
def log_block(a, b):
    def one(k, i):
        return "Body %s\n  type        : %s\n  %s\n  position    : %s\n  orientation : %s" % (
            i,
            k["t"],
            "halfExtents : %s" % c(k["h"], " ") if k["t"] == "box" else "radius      : %s" % num(k["r"]),
            c(k["p"], " "),
            c(k["q"], " "),
        )

    return one(a, "A") + "\n" + one(b, "B")


@syn
def log_one(a, b):
    def one(k, i):
        return "%s: %s %s pos=(%s) quat=(%s)" % (
            i,
            k["t"],
            "halfExtents=(%s)" % c(k["h"]) if k["t"] == "box" else "radius=%s" % num(k["r"]),
            c(k["p"]),
            c(k["q"]),
        )

    return one(a, "A") + "\n" + one(b, "B")


@syn
def mat4_rows(a, b):
    def one(k, i):
        m = matrix(k["q"])
        rows = ",\n  ".join("[%s, %s]" % (c(r), num(p)) for r, p in zip(m, k["p"]))
        return "%s = %s\nT%s = np.array([\n  %s,\n  [0, 0, 0, 1]])" % (
            "box%d" % i if k["t"] == "box" else "sphere%d" % i,
            "Box(half_extents=[%s])" % c(k["h"]) if k["t"] == "box" else "Sphere(radius=%s)" % num(k["r"]),
            i,
            rows,
        )

    return one(a, 1) + "\n" + one(b, 2)


@syn
def markdown_table(a, b):
    def row(k, i):
        return "| %s | %s | %s | %s | %s |" % (
            i,
            k["t"],
            c(k["h"], " ") if k["t"] == "box" else num(k["r"]),
            c(k["p"], " "),
            c(k["q"], " "),
        )

    return (
        "| name | shape | half extents / radius | position | quaternion (xyzw) |\n|---|---|---|---|---|\n"
        + row(a, "A")
        + "\n"
        + row(b, "B")
    )


def degrees(k):
    d = rng.choice([15, 30, 40, 50, 75])
    ax = rng.choice("xyz")
    k["axisdeg"] = (ax, d)
    return d, ax


@syn
def prose_rotated(a, b):
    def one(k, i):
        if k["t"] == "sphere":
            return "a sphere of radius %s at (%s)" % (num(k["r"]), c(k["p"])), None
        d, ax = degrees(k)
        return (
            "a box with half extents (%s) at (%s), rotated by %d degrees about the %s axis"
            % (c(k["h"]), c(k["p"]), d, ax),
            None,
        )

    return "I have " + one(a, "A")[0] + ", and " + one(b, "B")[0] + ". They should not touch."


@syn
def prose_size(a, b):
    def one(k):
        k["none"] = True
        return (
            "sphere with radius %s centered at (%s)" % (num(k["r"]), c(k["p"]))
            if k["t"] == "sphere"
            else "box of size %s x %s x %s centered at (%s)" % (*[num(2 * x) for x in k["h"]], c(k["p"]))
        )

    return "Test case: a %s and a %s. Expected no overlap." % (one(a), one(b))


@syn
def bullets_unrotated(a, b):
    def one(k, i):
        k["none"] = True
        return "* %s %s: %s, center (%s)" % (
            "Box" if k["t"] == "box" else "Sphere",
            i,
            "half-extents (%s)" % c(k["h"]) if k["t"] == "box" else "radius %s" % num(k["r"]),
            c(k["p"]),
        )

    return "Setup:\n\n" + one(a, "A") + "\n" + one(b, "B")


@syn
def euler_js(a, b):
    def one(k, i):
        k["none"] = True
        return '%s = { type: "%s", %s, position: { x: %s, y: %s, z: %s }, rotation: { x: 0, y: 0, z: 0 } }' % (
            i,
            k["t"],
            "size: { x: %s, y: %s, z: %s }" % tuple(num(2 * x) for x in k["h"])
            if k["t"] == "box"
            else "radius: %s" % num(k["r"]),
            *map(num, k["p"]),
        )

    return (
        "let "
        + one(a, "boxA" if a["t"] == "box" else "ballA")
        + "\nlet "
        + one(b, "boxB" if b["t"] == "box" else "ballB")
    )


@syn
def rust_iso(a, b):
    def one(k, i):
        k["none"] = True
        return "let shape%d = %s;\nlet pos%d = Isometry::translation(%s);" % (
            i,
            "Cuboid::new(Vector::new(%s))" % c(k["h"]) if k["t"] == "box" else "Ball::new(%s)" % num(k["r"]),
            i,
            c(k["p"]),
        )

    return one(a, 1) + "\n" + one(b, 2) + "\nassert!(!intersects(&pos1, &shape1, &pos2, &shape2));"


@syn
def csharp_obj(a, b):
    def one(k, i):
        return "var %s = new %s { %s, Position = new Vector3(%s), Rotation = new Quaternion(%s) };" % (
            i,
            "Box" if k["t"] == "box" else "Sphere",
            "HalfExtents = new Vector3(%s)" % c(k["h"]) if k["t"] == "box" else "Radius = %s" % num(k["r"]),
            c(k["p"]),
            c(k["q"]),
        )

    return one(a, "one") + "\n" + one(b, "two")


@syn
def debugger(a, b):
    def one(k, i):
        return (
            "%s = {\n  m_type = %s\n  %s\n  m_position = {x = %s, y = %s, z = %s}\n  m_rotation = {x = %s, y = %s, z = %s, w = %s}\n}"
            % (
                i,
                k["t"].upper(),
                "m_halfExtents = {x = %s, y = %s, z = %s}" % tuple(map(num, k["h"]))
                if k["t"] == "box"
                else "m_radius = %s" % num(k["r"]),
                *map(num, k["p"]),
                *map(num, k["q"]),
            )
        )

    return "(gdb) p *a\n" + one(a, "$1") + "\n(gdb) p *b\n" + one(b, "$2")


for kinds in ((box, box), (box, sphere), (sphere, box), (sphere, sphere)):
    for s, fn in S.items():
        for rep in range(2):
            a, b = body(kinds[0]), body(kinds[1])
            text = fn(a, b)
            if rep == 1:
                text = (
                    "Hi, this gives a wrong result with version 1.2.3:\n\n```\n"
                    + text
                    + "\n```\n\nAny idea? Depth is 0.37 in the debugger."
                    if not s.startswith(("prose", "bullets", "markdown"))
                    else text + "\n\nAny idea?"
                )
            bodies = []
            for k, i in ((a, "A"), (b, "B")):
                o = {"id": i, "shape": k["shape"], "position": k["p"]}
                if "axisdeg" in k:
                    o["axis_angle"] = {
                        "axis": [1.0 if x == k["axisdeg"][0] else 0.0 for x in "xyz"],
                        "angle_deg": k["axisdeg"][1],
                    }
                elif k["t"] == "box" and "none" not in k:
                    o["rotation"] = k["q"]
                bodies.append(o)
            name = "%s-%s%d-%s" % (s, a["t"], rep, b["t"])
            open(os.path.join(out, name + ".txt"), "w").write(text + "\n")
            json.dump({"sepax": 1, "space": "3d", "bodies": bodies}, open(os.path.join(out, name + ".json"), "w"))
