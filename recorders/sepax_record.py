"""A recorder for Sepax: writes what an engine's bodies do, and what the engine says of them, as lines that Sepax plays and checks.

Python 3.8, the standard library alone. Metres, seconds, radians; right-handed. README.md beside it has the format in words.

    from sepax_record import Recorder, box
    with Recorder("run.sepaxlog", name="a falling box", engine="My engine 1.0", replace=True) as log:
        log.add("ground", box([5, 0.5, 5]), [0, -0.5, 0])
        log.add("B", box([1, 1, 1]), [0, 3, 0])
        for step in range(100):
            log.frame(step / 60)
            log.pose("B", [0, 3 - step / 60, 0], [0, 0, 0, 1])

Points and directions are three numbers, in 2d two. A rotation is the quaternion [x, y, z, w] of length 1, in 2d an angle,
counter-clockwise. Arrays of numpy will do. A file that cannot be written or a lost connection is told by ok and error; everything after it
is left out, and nothing is raised. Mistakes of the program are raised at once: a part that no claim has, a body that was never added.
"""
import errno
import json
import math
import os
import socket


def box(half_extents):
    return {"type": "box", "half_extents": half_extents}


def sphere(radius):
    return {"type": "sphere", "radius": radius}


def circle(radius):
    """2d."""
    return {"type": "circle", "radius": radius}


def capsule(radius, half_length):
    """Along y, in 2d along x. The half length is that of the core segment, without the caps; 0 makes a ball."""
    return {"type": "capsule", "radius": radius, "half_length": half_length}


def cylinder(radius, half_length):
    """Along y; from the middle to the discs at the ends."""
    return {"type": "cylinder", "radius": radius, "half_length": half_length}


def cone(radius, half_length):
    """Along y: the apex at +half_length, the base at -half_length."""
    return {"type": "cone", "radius": radius, "half_length": half_length}


def hull(vertices):
    """The convex hull of points; of points in one plane a flat sheet."""
    return {"type": "hull", "vertices": vertices}


def polygon(vertices):
    """2d: the corners in order around it, either way; it may be concave."""
    return {"type": "polygon", "vertices": vertices}


def half_space():
    """Everything below the plane (in 2d the line) through the body's origin; its y axis points out."""
    return {"type": "half_space"}


def _plain(value):
    """Lists, dicts and numbers in place of tuples and of what numpy has."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


_VERDICTS = ("overlapping", "touching", "separated")
_PARTS = ("verdict", "separation", "distance", "normal", "closest_points", "contacts")


def _refuse_misspelt(what, given, known):
    for key in given:
        if key not in known:
            raise TypeError("%s has no part %r, but %s" % (what, key, ", ".join(known)))


def _finite(value):
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    return all(map(_finite, value)) if isinstance(value, list) else not isinstance(value, float) or math.isfinite(value)


class _Port:
    """A connection to a port of this computer. A line that cannot be sent within two seconds breaks it."""

    def __init__(self, port):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=2)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def write(self, text):
        self._socket.sendall(text.encode("utf-8", "replace"))

    def close(self):
        self._socket.close()


class Recorder:
    """Writes the recording, a line when the next frame begins. Each line is handed to the system at once: a crash costs one frame."""

    def __init__(self, target, space="3d", name="", engine="", precision="", tolerance=None, notes="", replace=False):
        """target: a file's name, the number of a port of this computer, or anything with write(text), which stays open. A file that holds
        something is not written to (ok is false then), but with replace it is written anew.
        precision: "float" or "double", what the engine computes with. tolerance: metres, by how much a claim may be off."""
        self.error = ""  #: empty when all is well
        self._planar = space == "2d"
        header = {"space": space, "name": name, "engine": engine, "precision": precision, "tolerance": _plain(tolerance), "notes": notes}
        self._header = {"sepax_log": 1, **{key: value for key, value in header.items() if value not in ("", None) and _finite(value)}}
        self._in_header = True
        self._poses_of = {}  # of the bodies that are there
        self._left_out = set()  # bodies, by numbers that are not finite
        self._time = None
        self._clear()
        self._out = None
        self._owned = True
        try:
            if isinstance(target, int):
                self._where = "port %d" % target
                self._out = _Port(target)
            elif isinstance(target, (str, os.PathLike)):
                self._where = os.fspath(target)
                if not replace and os.path.isfile(target) and os.path.getsize(target) > 0:
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
                self._out = open(target, "w", encoding="utf-8", errors="replace", newline="\n")
            else:
                self._where = "the stream"
                self._out = target
                self._owned = False
        except OSError as error:
            self._fail(error)

    @classmethod
    def to_port(cls, port, **header):
        """To a Sepax that listens on this computer, `sepax attach --port 7470`."""
        return cls(port, **header)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def ok(self):
        return not self.error

    def frame(self, t):
        """Begins a frame at t seconds, no earlier than the one before."""
        self._end_line()
        self._time = _plain(t)
        if not _finite(self._time):
            self._time = None
            self._note("time left out: not finite")

    def add(self, id, shape, position, rotation=None, locked=False):
        """Before anything else these are the bodies of the recording's start, later they appear in this frame."""
        if id in self._poses_of:
            return self._note("body %s left out: there is one already" % id)
        if rotation is None:
            rotation = 0 if self._planar else [0, 0, 0, 1]
        body = {"id": id, "shape": _plain(shape), "position": _plain(position), "angle" if self._planar else "rotation": _plain(rotation)}
        lost = [key for key, value in body.items() if not _finite(value)]
        if lost:
            self._left_out.add(id)
            return self._note("body %s left out: %s not finite" % (id, ", ".join(lost)))
        if locked:
            body["locked"] = True
        self._added.append(body)
        self._poses_of[id] = self._joined(position, rotation)

    def remove(self, id):
        """What this frame has had before, it had with the body: the removal is a line of its own at the same time."""
        self._end_header()
        if not self._known(id):
            return
        if self._added or self._poses or self._claims:
            self._end_line()
        self._removed.append(id)
        del self._poses_of[id]

    def pose(self, id, position, rotation):
        """Where a body is in this frame. Left out when it has not moved."""
        self._end_header()
        if not self._known(id):
            return
        pose = self._joined(position, rotation)
        if not _finite(pose):
            return self._note("pose of %s left out: not finite" % id)
        if pose != self._poses_of[id]:
            self._poses[id] = self._poses_of[id] = pose

    def claim(self, a, b, **answers):
        """What the engine says of two bodies where they are in this frame: verdict, separation, distance, normal (unit, from a to b),
        closest_points {"a", "b"}, contacts [{"position", "separation"}]; leave out what it does not say."""
        _refuse_misspelt("a claim", answers, _PARTS)
        _refuse_misspelt("closest_points", answers.get("closest_points") or (), ("a", "b"))
        for contact in answers.get("contacts") or ():
            _refuse_misspelt("a contact", contact, ("position", "separation"))
        if answers.get("verdict", _VERDICTS[0]) not in _VERDICTS:
            raise ValueError("there is no verdict %r, but %s" % (answers["verdict"], ", ".join(_VERDICTS)))
        self._end_header()
        if not self._known(a) or not self._known(b):
            return
        answers = _plain(answers)
        lost = [key for key, value in answers.items() if not _finite(value)]
        if lost:
            self._note("claim of %s and %s without %s: not finite" % (a, b, ", ".join(lost)))
        self._claims.append({"pair": [a, b], **{key: value for key, value in answers.items() if key not in lost}})

    def mark(self, text):
        """A text to find this frame by."""
        self._end_header()
        self._note(text)

    def flush(self):
        """Ends the frame."""
        self._end_line()
        self._time = None

    def close(self):
        """Ends the recording; a stream that was given stays open."""
        self.flush()
        if self._owned and self._out is not None:
            try:
                self._out.close()
            except OSError as error:
                self._fail(error)
        self._out = None

    def _clear(self):
        self._removed, self._added, self._poses, self._claims, self._marks = [], [], {}, [], []

    @staticmethod
    def _joined(position, rotation):
        rotation = _plain(rotation)
        return _plain(position) + (rotation if isinstance(rotation, list) else [rotation])

    def _known(self, id):
        if id in self._poses_of:
            return True
        if id not in self._left_out:
            raise ValueError("there is no body %r" % (id,))
        self._note("there is no body %s" % id)
        return False

    def _note(self, text):
        self._marks.append(text)

    def _end_header(self):
        if self._in_header:
            self._in_header = False
            self._write({**self._header, "bodies": self._added})
            self._added = []

    def _end_line(self):
        self._end_header()
        parts = {"remove": self._removed, "add": self._added, "poses": self._poses, "claims": self._claims, "mark": "; ".join(self._marks)}
        line = {} if self._time is None else {"t": self._time}
        line.update((key, value) for key, value in parts.items() if value)
        if line:
            self._write(line)
        self._clear()

    def _write(self, line):
        if self.error or self._out is None:
            return
        try:
            self._out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n")
            if hasattr(self._out, "flush"):
                self._out.flush()
        except OSError as error:
            self._fail(error)

    def _fail(self, error):
        self.error = "cannot write to %s: %s" % (self._where, error)
