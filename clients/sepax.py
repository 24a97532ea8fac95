"""Sepax from Python: the reference's answers about two shapes, and a check of a function of your own against them.

Python 3.8, the standard library alone; `sepax` has to be installed, or $SEPAX names it. Metres, radians; right-handed. Arrays of numpy will do.

    import sepax
    a = sepax.body(sepax.box([1, 1, 1]))
    b = sepax.body(sepax.sphere(0.5), [1.2, 0, 0], [0, 0, 0, 1])
    answer = sepax.check(a, b)          # {"verdict": "overlapping", "separation": -0.3, "normal": [1, 0, 0], …}
    sepax.assert_agrees(my_function, [(a, b), …])

A position is three numbers, in 2d two; a rotation the quaternion [x, y, z, w], in 2d an angle. The separation is positive apart and minus
the depth where shapes overlap; the normal is unit, from A to B.
"""
import copy
import json
import os
import subprocess
import threading


class Error(Exception):
    """The reference cannot answer, and says why."""


def box(half_extents):
    """Three half lengths; in 2d two."""
    return {"type": "box", "half_extents": _plain(half_extents)}


def sphere(radius):
    return {"type": "sphere", "radius": _plain(radius)}


def circle(radius):
    """2d."""
    return {"type": "circle", "radius": _plain(radius)}


def capsule(radius, half_length):
    """Along y, in 2d along x; the half length is that of the core segment."""
    return {"type": "capsule", "radius": _plain(radius), "half_length": _plain(half_length)}


def cylinder(radius, half_length):
    """Along y."""
    return {"type": "cylinder", "radius": _plain(radius), "half_length": _plain(half_length)}


def cone(radius, half_length):
    """Along y: the apex at +half_length."""
    return {"type": "cone", "radius": _plain(radius), "half_length": _plain(half_length)}


def hull(vertices):
    """The convex hull of points."""
    return {"type": "hull", "vertices": _plain(vertices)}


def polygon(vertices):
    """2d: the corners in order; it may be concave."""
    return {"type": "polygon", "vertices": _plain(vertices)}


def body(shape, position=None, rotation=None):
    """A shape and its pose, as a case file has them. In 2d the rotation is an angle."""
    out = {"shape": shape}
    if position is not None:
        out["position"] = _plain(position)
    if rotation is not None:
        rotation = _plain(rotation)
        out["rotation" if isinstance(rotation, list) else "angle"] = rotation
    return out


def _plain(value):
    """Numbers and lists of Python: of tuples and of numpy's arrays and numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


class Reference:
    """A running `sepax serve`. Close it, or use it in a with statement."""

    def __init__(self, algorithm="sat", answers=None, program=None):
        command = [program or os.environ.get("SEPAX", "sepax"), "serve", "--algorithm", algorithm]
        if answers:
            command += ["--answers", ",".join(answers)]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if not self._child.stdout.readline():
            raise Error("sepax serve does not start")

    def check(self, a, b, space=None):
        """The answer about two bodies, a dict. Raises Error where the reference has none."""
        return self.check_all([(a, b)], space)[0]

    def check_all(self, pairs, space=None):
        """The answers about many pairs, in their order: asked at once, which is faster."""
        return self._ask([{"space": space or _space_of(a), "a": a, "b": b} for a, b in pairs])

    def differences_all(self, pairs, answers, tolerance=1e-6, space=None):
        """How an answer to each pair, a dict, differs from the reference by more than a tolerance in metres: a list for each pair of
        dicts with "what", "by" in metres, "tie" where another answer is as right, and "text"."""
        requests = [{"space": space or _space_of(a), "a": a, "b": b, "answer": _without_nan(answer), "tolerance": tolerance}
                    for (a, b), answer in zip(pairs, answers)]
        return [each["differences"] for each in self._ask(requests)]

    def _ask(self, requests):
        for number, request in enumerate(requests):
            request["id"] = number
        text = "".join(json.dumps(request) + "\n" for request in requests).encode()
        # The pipe holds less than both sides may have to say: one thread writes while this one reads.
        writer = threading.Thread(target=self._write, args=(text,))
        writer.start()
        answers = [self._child.stdout.readline() for _ in requests]
        writer.join()
        out = []
        for line in answers:
            if not line:
                raise Error("sepax serve has ended")
            answer = json.loads(line)
            if "error" in answer:
                raise Error("pair %d: %s" % (answer.pop("id", 0), answer["error"]))
            answer.pop("id", None)
            out.append(answer)
        return out

    def _write(self, text):
        try:
            self._child.stdin.write(text)
            self._child.stdin.flush()
        except BrokenPipeError:
            pass

    def close(self):
        self._child.stdin.close()
        self._child.wait()
        self._child.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


_PLANAR = {"circle", "polygon", "chain", "ellipse", "half_plane"}


def _space_of(a):
    """2d where the shape or the pose says so."""
    shape = a["shape"]
    flat = shape.get("type") in _PLANAR or "angle" in a or len(a.get("position", [0, 0, 0])) == 2
    return "2d" if flat or len(shape.get("half_extents", [0, 0, 0])) == 2 else "3d"


_shared = None


def reference():
    """The reference that the functions of this module ask: started once."""
    global _shared
    if _shared is None:
        _shared = Reference()
    return _shared


def check(a, b, space=None):
    """The reference's answer about two bodies: a dict with verdict, separation, distance, normal, closest_points, contacts."""
    return reference().check(a, b, space)


def check_all(pairs, space=None):
    """The answers about many pairs, in their order."""
    return reference().check_all(pairs, space)


def differences(function, pairs, tolerance=1e-6, space=None):
    """What a function answers otherwise than the reference: a list of (number of the pair, text, by how many metres).

    The function takes two bodies and returns whether they overlap, or the separation (a number), or a dict with "verdict" or
    "overlapping", "separation", "distance", "normal", "closest_points" and "contacts", each of which may be missing, but not all. They
    are compared as `sepax jury` does, by a tolerance in metres. Anything else raises a TypeError that names the pair.
    """
    pairs = list(pairs)
    answers = []
    for number, (a, b) in enumerate(pairs):
        given = function(copy.deepcopy(a), copy.deepcopy(b))  # it may change them; the reference gets them as they were
        try:
            answers.append(_as_dict(given))
        except TypeError as error:
            raise TypeError("pair %d: %s" % (number, error)) from None
    found = reference().differences_all(pairs, answers, tolerance, space)
    return [(number, each["text"], float("inf") if each["by"] is None else each["by"])
            for number, differences in enumerate(found) for each in differences if not each["tie"]]


def assert_agrees(function, pairs, tolerance=1e-6, space=None):
    """Raises AssertionError where a function answers otherwise than the reference: with the count, the worst and its pair. No pairs at all
    are a ValueError: they would show nothing."""
    pairs = list(pairs)
    if not pairs:
        raise ValueError("expected at least one pair")
    found = differences(function, pairs, tolerance, space)
    if not found:
        return
    number, text, by = max(found, key=lambda each: each[2])
    wrong = len({each[0] for each in found})
    raise AssertionError(
        "%d of %d pairs differ from the reference; pair %d by %g m: %s\nA: %s\nB: %s"
        % (wrong, len(pairs), number, by, text, json.dumps(pairs[number][0]), json.dumps(pairs[number][1]))
    )


_COMPARED = ("verdict", "overlapping", "separation", "distance", "normal", "closest_points", "contacts")
_BESIDE = ("time_ns",)  # an answer may have it beside those
_VERDICTS = ("separated", "touching", "overlapping")


def _without_nan(value):
    """Numbers that JSON does not have are null there."""
    if isinstance(value, dict):
        return {key: _without_nan(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_nan(each) for each in value]
    return None if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))) else value


def _as_dict(given):
    given = _plain(given)
    if isinstance(given, bool):
        return {"verdict": _VERDICTS[2 * given]}
    if isinstance(given, (int, float)):
        return {"separation": float(given)}
    if not isinstance(given, dict):
        raise TypeError("expected a bool, a separation or a dict, found %r" % (given,))
    if any(key not in _COMPARED + _BESIDE for key in given) or all(given.get(key) in (None, []) for key in _COMPARED):
        raise TypeError("expected a dict of %s, found %r" % (", ".join(_COMPARED), given))
    out = {key: _plain(value) for key, value in given.items() if value is not None}
    overlapping = out.pop("overlapping", None)
    if overlapping is not None:
        verdict = _VERDICTS[2 * bool(overlapping)]
        if (out.get("verdict", verdict) == "separated") != (verdict == "separated"):
            raise TypeError("expected one verdict, found %r" % (given,))
        out.setdefault("verdict", verdict)
    if out.get("verdict") not in (None, *_VERDICTS):
        raise TypeError("expected one of %s, found the verdict %r" % (", ".join(_VERDICTS), given["verdict"]))
    return out
