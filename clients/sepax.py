"""Sepax from Python: the reference's answers about two shapes, and a check of a function of your own against them.

Python 3.8, the standard library alone; `sepax` has to be installed, or $SEPAX names it. Metres, radians; right-handed. Arrays of numpy will do.

    import sepax
    a = sepax.body(sepax.box([1, 1, 1]))
    b = sepax.body(sepax.sphere(0.5), [1.2, 0, 0], [0, 0, 0, 1])
    answer = sepax.check(a, b)          # {"verdict": "overlapping", "separation": -0.3, "normal": [1, 0, 0], …}
    sepax.assert_agrees(my_function, [(a, b), …])

A position is three numbers, in 2d two; a rotation the quaternion [x, y, z, w], in 2d an angle. The separation is positive apart and minus
the depth where shapes overlap; the normal is unit, from A to B. A pair is 2d where a shape or a pose of it is; two capsules at the origin
are 3d without space="2d".

Threads and forked processes may ask at once, as pytest's do.
"""
import collections
import copy
import json
import os
import subprocess
import threading
import weakref


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
    """Numbers, lists and dicts of Python: of tuples and of numpy's arrays and numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value


class Reference:
    """A running `sepax serve`, which starts with the first question. Close it, or use it in a with statement.

    Threads may share one: they wait for each other. A process that is forked gets a `sepax serve` of its own, and so does the next question
    after one that was interrupted, whose answers nobody has read.
    """

    def __init__(self, algorithm="sat", answers=None, program=None):
        self._program = program
        self._options = ["serve", "--algorithm", algorithm] + (["--answers", ",".join(answers)] if answers else [])
        self._forget()
        _references.add(self)

    def check(self, a, b, space=None):
        """The answer about two bodies, a dict. Raises Error where the reference has none."""
        return self.check_all([(a, b)], space)[0]

    def check_all(self, pairs, space=None):
        """The answers about many pairs, in their order: asked at once, which is faster."""
        return self._ask([{"space": space or _space_of(a, b), "a": a, "b": b} for a, b in pairs])

    def differences_all(self, pairs, answers, tolerance=1e-6, space=None):
        """How an answer to each pair, a dict, differs from the reference by more than a tolerance in metres: a list for each pair of
        dicts with "what", "by" in metres, "tie" where another answer is as right, and "text"."""
        requests = [{"space": space or _space_of(a, b), "a": a, "b": b, "answer": _without_nan(answer), "tolerance": tolerance}
                    for (a, b), answer in zip(pairs, answers)]
        return [each["differences"] for each in self._ask(requests)]

    def _ask(self, requests):
        texts = []
        for number, request in enumerate(requests):
            try:
                texts.append(_json(request)[:-1])
            except (TypeError, ValueError) as error:
                raise type(error)("pair %d: %s" % (number, error)) from None
        with self._lock:
            try:
                answers = self._exchange(texts)
            except BaseException:  # an interrupt too: the answers that nobody reads must not be those of the next question
                self._stop()
                raise
        for number, answer in enumerate(answers):
            if "error" in answer:
                raise Error("pair %d: %s" % (number, answer["error"]))
        return answers

    def _exchange(self, texts):
        """Sends requests, each without its last brace, and returns their answers."""
        if self._child is None or self._child.poll() is not None:
            self._start()
        first = self._asked
        self._asked += len(texts)
        text = "".join('%s, "id": %d}\n' % (each, first + number) for number, each in enumerate(texts)).encode()
        # The pipe holds less than both sides may have to say: one thread writes while this one reads.
        self._writer = threading.Thread(target=_write, args=(self._child.stdin, text), daemon=True)
        self._writer.start()
        answers = []
        for number in range(len(texts)):
            answer = json.loads(self._line())
            if answer.pop("id", first + number) != first + number:
                raise Error("sepax serve answers another question than pair %d" % number)
            answers.append(answer)
        self._writer.join()
        return answers

    def _line(self):
        while len(self._lines) < 2:  # the last of them is not complete
            text = os.read(self._child.stdout.fileno(), 1 << 16)
            if not text:
                raise Error("sepax serve has ended")
            end, *more = text.split(b"\n")
            self._lines[-1] += end
            self._lines.extend(more)
        return self._lines.popleft()

    def _start(self):
        self._stop()
        command = [self._program or os.environ.get("SEPAX", "sepax")] + self._options
        # Without buffers of Python, a forked process can close its ends of the pipes and write nothing into them; in a session of its own
        # the interrupt key is left to the process that asks.
        try:
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
        except OSError as error:
            raise Error("sepax does not start: %s; install sepax, or set SEPAX to the program" % error) from None
        self._line()  # its greeting

    def _stop(self):
        child, writer = self._child, self._writer
        self._have_none()
        if child is None:
            return
        child.kill()
        child.wait()
        if writer is not None:
            writer.join()
        child.stdin.close()
        child.stdout.close()

    def _have_none(self):
        self._child, self._writer, self._lines = None, None, collections.deque([b""])

    def _forget(self):
        """In the beginning, and in a forked process, whose parent goes on asking its `sepax serve`."""
        self._lock, self._asked = threading.Lock(), 0
        self._have_none()

    def close(self):
        with self._lock:
            self._stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _write(pipe, text):
    rest = memoryview(text)
    try:
        while rest:
            rest = rest[pipe.write(rest):]
    except (OSError, ValueError):
        pass  # the reader says that it has ended


_references = weakref.WeakSet()


def _after_fork():
    for each in _references:
        child = each._child
        each._forget()
        if child is not None:
            child.stdin.close()
            child.stdout.close()
            child.returncode = 0  # it is the parent's to wait for


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _json(value):
    """Text for what holds numbers, lists and dicts, also those of numpy. Raises where a number is not finite or something else is met."""
    return json.dumps(value, default=_of_numpy, allow_nan=False)


def _of_numpy(value):
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError("expected numbers, lists and dicts, found %r" % (value,))


_PLANAR = {"circle", "polygon", "chain", "ellipse", "half_plane"}


def _space_of(*bodies):
    """2d where a shape or a pose says so."""
    return "2d" if any(map(_is_flat, bodies)) else "3d"


def _is_flat(body):
    shape = body["shape"]
    return (shape.get("type") in _PLANAR or "angle" in body or len(body.get("position", [0, 0, 0])) == 2
            or len(shape.get("half_extents", [0, 0, 0])) == 2)


_shared = Reference()


def reference():
    """The reference that the functions of this module ask."""
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
    are compared as `sepax jury` does, by a tolerance in metres. Anything else raises a TypeError that names the pair; where the function
    raises, a RuntimeError does.
    """
    pairs = list(pairs)
    answers = []
    for number, (a, b) in enumerate(pairs):
        try:
            given = function(copy.deepcopy(a), copy.deepcopy(b))  # it may change them; the reference gets them as they were
        except Exception as error:
            raise RuntimeError("pair %d: the function raises %r" % (number, error)) from error
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
        % (wrong, len(pairs), number, by, text, _json(pairs[number][0]), _json(pairs[number][1]))
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
    out = {key: value for key, value in given.items() if value is not None}
    overlapping = out.pop("overlapping", None)
    if overlapping is not None:
        verdict = _VERDICTS[2 * bool(overlapping)]
        if (out.get("verdict", verdict) == "separated") != (verdict == "separated"):
            raise TypeError("expected one verdict, found %r" % (given,))
        out.setdefault("verdict", verdict)
    if out.get("verdict") not in (None, *_VERDICTS):
        raise TypeError("expected one of %s, found the verdict %r" % (", ".join(_VERDICTS), given["verdict"]))
    return out
