#!/usr/bin/env python3
"""Bodies as objects, calls, variables and records: each kind of shape in each way to write it."""
import json
import math
import os
import random
import sys

out, seed = sys.argv[1], int(sys.argv[2])
rng = random.Random(seed)
os.makedirs(out, exist_ok=True)


def n(lo, hi, d=1):
    v = round(rng.uniform(lo, hi), d)
    return v if v != 0 else 1.5


def f(v):
    return repr(float(v)) if v != int(v) or True else str(int(v))


def num(v):
    return "%g" % v


# A kind: list of (key, value) where value is number | vector(list) | list of vectors, case body, class names
def rect():
    x, y, w, h = n(-50, 50), n(-50, 50), n(5, 40), n(5, 40)
    return dict(
        cls="Rect",
        word="rectangle",
        keys=[("x", x), ("y", y), ("width", w), ("height", h)],
        body={"shape": {"type": "box", "half_extents": [w / 2, h / 2]}, "position": [x + w / 2, y + h / 2]},
        d=2,
    )


def rectwh():
    r = rect()
    r["keys"] = [(k[0] if len(k) > 1 else k, v) for k, v in r["keys"]]
    return r


def rectpos():
    x, y, w, h = n(-50, 50), n(-50, 50), n(5, 40), n(5, 40)
    return dict(
        cls="Box",
        word="box",
        keys=[("center", [x, y]), ("size", [w, h])],
        body={"shape": {"type": "box", "half_extents": [w / 2, h / 2]}, "position": [x, y]},
        d=2,
    )


def minmax2():
    x, y, w, h = n(-50, 50), n(-50, 50), n(5, 40), n(5, 40)
    return dict(
        cls="AABB",
        word="AABB",
        keys=[("min", [x, y]), ("max", [round(x + w, 1), round(y + h, 1)])],
        body={
            "shape": {"type": "box", "half_extents": [(round(x + w, 1) - x) / 2, (round(y + h, 1) - y) / 2]},
            "position": [(round(x + w, 1) + x) / 2, (round(y + h, 1) + y) / 2],
        },
        d=2,
    )


def obb2():
    x, y, w, h, a = n(-50, 50), n(-50, 50), n(5, 40), n(5, 40), n(0.1, 1.4, 2)
    return dict(
        cls="OBB",
        word="oriented box",
        keys=[("center", [x, y]), ("halfExtents", [w, h]), ("angle", a)],
        body={"shape": {"type": "box", "half_extents": [w, h]}, "position": [x, y], "angle": a},
        d=2,
    )


def circlexy():
    x, y, r = n(-50, 50), n(-50, 50), n(2, 30)
    return dict(
        cls="Circle",
        word="circle",
        keys=[("x", x), ("y", y), ("radius", r)],
        body={"shape": {"type": "circle", "radius": r}, "position": [x, y]},
        d=2,
    )


def circler():
    c = circlexy()
    c["keys"][2] = ("r", c["keys"][2][1])
    return c


def circlec():
    x, y, r = n(-50, 50), n(-50, 50), n(2, 30)
    return dict(
        cls="Circle",
        word="circle",
        keys=[("center", [x, y]), ("radius", r)],
        body={"shape": {"type": "circle", "radius": r}, "position": [x, y]},
        d=2,
    )


def poly():
    k = rng.choice([3, 4, 5])
    cx, cy, R = n(-50, 50), n(-50, 50), n(5, 30)
    t = rng.uniform(0, 1)
    pts = [
        [round(cx + R * math.cos(t + 2 * math.pi * i / k), 1), round(cy + R * math.sin(t + 2 * math.pi * i / k), 1)]
        for i in range(k)
    ]
    return dict(
        cls="Polygon",
        word="polygon",
        keys=[("vertices", pts)],
        body={"shape": {"type": "polygon", "vertices": pts}},
        d=2,
    )


def seg():
    a, b = [n(-50, 50), n(-50, 50)], [n(-50, 50), n(-50, 50)]
    return dict(
        cls="Segment",
        word="segment",
        keys=[("start", a), ("end", b)],
        body={"shape": {"type": "segment", "from": a, "to": b}},
        d=2,
    )


def sphere():
    c, r = [n(-9, 9), n(-9, 9), n(-9, 9)], n(0.5, 5)
    return dict(
        cls="Sphere",
        word="sphere",
        keys=[("center", c), ("radius", r)],
        body={"shape": {"type": "sphere", "radius": r}, "position": c},
        d=3,
    )


def spherepos():
    s = sphere()
    s["keys"][0] = ("position", s["keys"][0][1])
    return s


def aabb3():
    a = [n(-9, 9), n(-9, 9), n(-9, 9)]
    b = [round(v + n(1, 6), 1) for v in a]
    return dict(
        cls="AABB",
        word="AABB",
        keys=[("min", a), ("max", b)],
        body={
            "shape": {"type": "box", "half_extents": [(q - p) / 2 for p, q in zip(a, b)]},
            "position": [(q + p) / 2 for p, q in zip(a, b)],
        },
        d=3,
    )


def boxhalf():
    c, h = [n(-9, 9), n(-9, 9), n(-9, 9)], [n(0.5, 4), n(0.5, 4), n(0.5, 4)]
    return dict(
        cls="Box",
        word="box",
        keys=[("position", c), ("halfExtents", h)],
        body={"shape": {"type": "box", "half_extents": h}, "position": c},
        d=3,
    )


def boxsize():
    c, h = [n(-9, 9), n(-9, 9), n(-9, 9)], [n(0.5, 4), n(0.5, 4), n(0.5, 4)]
    return dict(
        cls="Box",
        word="box",
        keys=[("position", c), ("size", h)],
        body={"shape": {"type": "box", "half_extents": [v / 2 for v in h]}, "position": c},
        d=3,
    )


def boxquat():
    b = boxhalf()
    t = rng.uniform(0.2, 1.4)
    ax = [rng.uniform(-1, 1) for _ in range(3)]
    l = math.sqrt(sum(v * v for v in ax))
    q = [round(v / l * math.sin(t / 2), 6) for v in ax] + [round(math.cos(t / 2), 6)]
    b["keys"].append(("rotation", q))
    b["body"]["rotation"] = q
    b["quat"] = True
    return b


def capsule():
    a, b, r = [n(-9, 9), n(-9, 9), n(-9, 9)], [n(-9, 9), n(-9, 9), n(-9, 9)], n(0.2, 2)
    return dict(
        cls="Capsule",
        word="capsule",
        keys=[("start", a), ("end", b), ("radius", r)],
        body={"shape": {"type": "capsule", "from": a, "to": b, "radius": r}},
        d=3,
    )


def capsuleab():
    c = capsule()
    c["keys"][0] = ("a", c["keys"][0][1])
    c["keys"][1] = ("b", c["keys"][1][1])
    return c


def tri3():
    p = [[n(-9, 9) for _ in range(3)] for _ in range(3)]
    return dict(
        cls="Triangle",
        word="triangle",
        keys=[("a", p[0]), ("b", p[1]), ("c", p[2])],
        body={"shape": {"type": "triangle", "vertices": p}},
        d=3,
    )


def trilist():
    t = tri3()
    t["keys"] = [("vertices", t["body"]["shape"]["vertices"])]
    return t


def ray3():
    o, d = [n(-9, 9) for _ in range(3)], [n(-1, 1, 2) for _ in range(3)]
    return dict(
        cls="Ray",
        word="ray",
        keys=[("origin", o), ("direction", d)],
        ray=dict(type="ray", origin=o, direction=d, length=1000),
        d=3,
    )


KINDS = dict(
    rect=rect,
    rectwh=rectwh,
    rectpos=rectpos,
    minmax2=minmax2,
    obb2=obb2,
    circlexy=circlexy,
    circler=circler,
    circlec=circlec,
    poly=poly,
    seg=seg,
    sphere=sphere,
    spherepos=spherepos,
    aabb3=aabb3,
    boxhalf=boxhalf,
    boxsize=boxsize,
    boxquat=boxquat,
    capsule=capsule,
    capsuleab=capsuleab,
    tri3=tri3,
    trilist=trilist,
    ray3=ray3,
)
PAIRS = [
    ("rect", "rect"),
    ("rectwh", "rectwh"),
    ("rectpos", "rectpos"),
    ("minmax2", "minmax2"),
    ("obb2", "obb2"),
    ("circlexy", "circlexy"),
    ("circler", "circler"),
    ("circlec", "circlec"),
    ("poly", "poly"),
    ("rect", "circlexy"),
    ("circler", "rectwh"),
    ("circlec", "seg"),
    ("seg", "seg"),
    ("rect", "poly"),
    ("obb2", "circlec"),
    ("circlexy", "poly"),
    ("sphere", "sphere"),
    ("spherepos", "boxhalf"),
    ("aabb3", "aabb3"),
    ("aabb3", "sphere"),
    ("boxhalf", "boxhalf"),
    ("boxsize", "boxsize"),
    ("boxquat", "boxquat"),
    ("boxquat", "sphere"),
    ("capsule", "capsule"),
    ("capsule", "sphere"),
    ("capsuleab", "boxhalf"),
    ("tri3", "tri3"),
    ("trilist", "trilist"),
    ("tri3", "sphere"),
    ("aabb3", "tri3"),
    ("ray3", "aabb3"),
    ("ray3", "sphere"),
    ("ray3", "tri3"),
    ("ray3", "boxquat"),
]


# ---- values by language
def val(v, lang):
    if not isinstance(v, list):
        return (
            (num(v) + "f")
            if lang in ("cpp", "csharp", "unity") and "." in num(v)
            else (num(float(v)) if "." in num(v) else num(v) + ".0")
            if lang == "rust"
            else num(v)
        )
    inner = [val(x, lang) for x in v]
    if isinstance(v[0], list):
        if lang == "lua" or lang == "cpp":
            return "{" + ", ".join(inner) + "}"
        if lang == "rust":
            return "vec![" + ", ".join(inner) + "]"
        if lang == "csharp" or lang == "unity":
            return "new[] { " + ", ".join(inner) + " }"
        if lang == "java":
            return "List.of(" + ", ".join(inner) + ")"
        return "[" + ", ".join(inner) + "]"
    m = len(v)
    s = ", ".join(inner)
    return {
        "js": "[%s]" % s,
        "jsobj": "{ " + ", ".join("%s: %s" % (c, x) for c, x in zip("xyzw", inner)) + " }",
        "json": "[%s]" % s,
        "py": "(%s)" % s,
        "nppy": "np.array([%s])" % s,
        "lua": "{%s}" % s,
        "cpp": ("Quat(%s)" if m == 4 else "Vec%d(%%s)" % m) % s,
        "cppb": "{%s}" % s,
        "rust": ("Quat::from_xyzw(%s)" if m == 4 else "Vec%d::new(%%s)" % m) % s,
        "csharp": ("new Quaternion(%s)" if m == 4 else "new Vector%d(%%s)" % m) % s,
        "unity": ("new Quaternion(%s)" if m == 4 else "new Vector%d(%%s)" % m) % s,
        "java": ("new Quat(%s)" if m == 4 else "new Vec%d(%%s)" % m) % s,
        "prose": "(%s)" % s,
        "bare": " ".join(inner),
        "jsnew": ("new Quaternion(%s)" if m == 4 else "new Vector%d(%%s)" % m) % s,
        "gd": ("Quaternion(%s)" if m == 4 else "Vector%d(%%s)" % m) % s,
    }[lang]


def snake(k):
    return "".join("_" + c.lower() if c.isupper() else c for c in k)


def pascal(k):
    return k[0].upper() + k[1:]


def low(c):
    return c[0].lower() + c[1:]


NAMES = [("a", "b"), ("shape1", "shape2"), ("player", "enemy"), ("first", "second")]


def kinded(k1, k2):
    c1, c2 = low(k1["cls"]), low(k2["cls"])
    if k1["cls"].isupper():
        c1 = k1["cls"].lower()
    if k2["cls"].isupper():
        c2 = k2["cls"].lower()
    return (c1 + "1", c2 + "2") if c1 == c2 else (c1, c2)


def obj(k, fmt, sep=", "):
    return sep.join(fmt(key, v) for key, v in k["keys"])


S = {}


def syn(fn):
    S[fn.__name__] = fn
    return fn


@syn
def js_obj(k, nm):
    return "const %s = { %s };" % (
        nm,
        obj(
            k,
            lambda a, v: "%s: %s"
            % (a, val(v, "jsobj" if not isinstance(v, list) or not isinstance(v[0], list) else "js")),
        ),
    )


@syn
def js_obj_arrays(k, nm):
    return "var %s = {%s}" % (nm, obj(k, lambda a, v: "%s: %s" % (a, val(v, "js"))))


@syn
def js_class_obj(k, nm):
    return "let %s = new %s({ %s });" % (
        nm,
        k["cls"],
        obj(
            k,
            lambda a, v: "%s: %s"
            % (a, val(v, "jsnew" if not isinstance(v, list) or not isinstance(v[0], list) else "js")),
        ),
    )


@syn
def json_obj(k, nm):
    return '"%s": {%s}' % (nm, obj(k, lambda a, v: '"%s": %s' % (a, val(v, "json"))))


@syn
def json_typed(k, nm):
    return '{"type": "%s", %s}' % (low(k["cls"]), obj(k, lambda a, v: '"%s": %s' % (a, val(v, "json"))))


@syn
def py_dict(k, nm):
    return "%s = {%s}" % (nm, obj(k, lambda a, v: "'%s': %s" % (snake(a), val(v, "py"))))


@syn
def py_kwargs(k, nm):
    return "%s = %s(%s)" % (nm, k["cls"], obj(k, lambda a, v: "%s=%s" % (snake(a), val(v, "py"))))


@syn
def py_np(k, nm):
    return "%s = %s(%s)" % (nm, k["cls"], obj(k, lambda a, v: "%s=%s" % (snake(a), val(v, "nppy"))))


@syn
def ctor_cpp(k, nm):
    return "%s %s(%s);" % (k["cls"], nm, obj(k, lambda a, v: val(v, "cpp")))


@syn
def ctor_cppnew(k, nm):
    return "auto %s = %s(%s);" % (nm, k["cls"], obj(k, lambda a, v: val(v, "cpp")))


@syn
def ctor_java(k, nm):
    return "%s %s = new %s(%s);" % (k["cls"], nm, k["cls"], obj(k, lambda a, v: val(v, "java")))


@syn
def ctor_js(k, nm):
    return "const %s = new %s(%s);" % (nm, k["cls"], obj(k, lambda a, v: val(v, "jsnew")))


@syn
def ctor_py(k, nm):
    return "%s = %s(%s)" % (nm, k["cls"], obj(k, lambda a, v: val(v, "py")))


@syn
def ctor_rust(k, nm):
    return "let %s = %s::new(%s);" % (nm, k["cls"], obj(k, lambda a, v: val(v, "rust")))


@syn
def rust_struct(k, nm):
    return "let %s = %s { %s };" % (nm, k["cls"], obj(k, lambda a, v: "%s: %s" % (snake(a), val(v, "rust"))))


@syn
def rust_debug(k, nm):
    return "%s: %s { %s }" % (nm, k["cls"], obj(k, lambda a, v: "%s: %s" % (snake(a), val(v, "json"))))


@syn
def lua_table(k, nm):
    return "local %s = { %s }" % (nm, obj(k, lambda a, v: "%s = %s" % (a, val(v, "lua"))))


@syn
def csharp_init(k, nm):
    return "var %s = new %s { %s };" % (nm, k["cls"], obj(k, lambda a, v: "%s = %s" % (pascal(a), val(v, "csharp"))))


@syn
def cpp_designated(k, nm):
    return "%s %s{ %s };" % (k["cls"], nm, obj(k, lambda a, v: ".%s = %s" % (a, val(v, "cppb"))))


@syn
def cpp_braces(k, nm):
    return "%s %s = { %s };" % (k["cls"], nm, obj(k, lambda a, v: val(v, "cppb")))


@syn
def cpp_members(k, nm):
    return "%s %s;\n" % (k["cls"], nm) + "\n".join("%s.%s = %s;" % (nm, a, val(v, "cpp")) for a, v in k["keys"])


@syn
def js_members(k, nm):
    return "\n".join(
        "%s.%s = %s;" % (nm, a, val(v, "jsnew" if not isinstance(v, list) or not isinstance(v[0], list) else "js"))
        for a, v in k["keys"]
    )


@syn
def yaml_block(k, nm):
    return "%s:\n" % nm + "\n".join("  %s: %s" % (snake(a), val(v, "json")) for a, v in k["keys"])


@syn
def yaml_typed(k, nm):
    return "- type: %s\n" % low(k["cls"]) + "\n".join("  %s: %s" % (snake(a), val(v, "json")) for a, v in k["keys"])


@syn
def log_line(k, nm):
    return "%s %s: %s" % (k["word"], nm, obj(k, lambda a, v: "%s=%s" % (a, val(v, "prose")), " "))


@syn
def log_colon(k, nm):
    return "%s: %s" % (nm, obj(k, lambda a, v: "%s: %s" % (a, val(v, "prose"))))


@syn
def prose(k, nm):
    return "%s %s has %s." % (
        pascal(k["word"]),
        nm,
        " and ".join(
            "%s %s"
            % (
                snake(a).replace("_", " "),
                val(v, "prose")
                if not isinstance(v, list) or not isinstance(v[0], list)
                else ", ".join(val(x, "prose") for x in v),
            )
            for a, v in k["keys"]
        ),
    )


@syn
def bullets(k, nm):
    return "%s %s\n" % (pascal(k["word"]), nm) + "\n".join(
        "- %s: %s"
        % (
            snake(a).replace("_", " "),
            val(v, "prose")
            if not isinstance(v, list) or not isinstance(v[0], list)
            else ", ".join(val(x, "prose") for x in v),
        )
        for a, v in k["keys"]
    )


@syn
def suffix_vars(k, nm):
    return "\n".join(
        "%s%s = %s"
        % (
            low(k["cls"]) if not k["cls"].isupper() else k["cls"].lower(),
            pascal(a) + nm[-1].upper() if nm in ("a", "b") else "_" + a + "_" + nm,
            val(v, "py"),
        )
        for a, v in k["keys"]
    )


TAIL = {"js": "console.log(%s); // false, why?", "py": "print(%s)  # False", "c": "bool hit = %s; // false"}
for p1, p2 in PAIRS:
    for s, fn in S.items():
        k1, k2 = KINDS[p1](), KINDS[p2]()
        names = rng.choice(NAMES) if rng.random() < 0.5 else kinded(k1, k2)
        if s.startswith(("prose", "bullets", "log_line")):
            names = ("A", "B")
        if s == "suffix_vars":
            names = ("a", "b")
        if s == "log_colon":
            names = kinded(k1, k2)
        same = k1["cls"] == k2["cls"] and len(k1["keys"]) == len(k2["keys"])
        t1, t2 = fn(k1, names[0]), fn(k2, names[1])
        if s == "json_obj":
            text = "{%s,\n %s}" % (t1, t2)
        elif s == "json_typed":
            text = "[%s,\n %s]" % (t1, t2)
        elif s == "prose":
            text = t1 + " " + t2
        else:
            text = t1 + "\n" + t2
        if rng.random() < 0.4 and s.startswith(("js", "ctor_js")):
            text += "\nconsole.log(intersects(%s, %s));" % names
        if rng.random() < 0.4 and s.startswith(("py", "ctor_py")):
            text += "\nprint(%s.collides_with(%s))" % names
        if rng.random() < 0.4 and s.startswith(("cpp", "ctor_cpp")):
            text += "\nbool hit = overlaps(%s, %s);" % names
        if rng.random() < 0.3:
            text = "Why do these not collide?\n\n" + text
        d = k2["d"]
        case = {
            "sepax": 1,
            "space": "2d" if d == 2 else "3d",
            "bodies": [dict(id=i, **k["body"]) for i, k in zip("AB", (k1, k2)) if "body" in k],
        }
        if "ray" in k1:
            case["queries"] = [k1["ray"]]
        name = "%s-%s-%s" % (s, p1, p2)
        open(os.path.join(out, name + ".txt"), "w").write(text + "\n")
        json.dump(case, open(os.path.join(out, name + ".json"), "w"))
