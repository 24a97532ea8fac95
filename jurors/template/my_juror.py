#!/usr/bin/env python3
"""Your own collision function as a juror: replace answer(). Try it: sepax jury --juror my_python.juror.json case.json"""
import json
import math
import sys


class Unsupported(Exception):
    """A pair that you do not take. Only this one says so: any other exception is a fault of yours, and told as one."""


def answer(a, b, options):
    """Two spheres. What is left out is not compared; normals point from A to B; raise Unsupported for a shape that you do not know."""
    for body in (a, b):
        if body["shape"]["type"] != "sphere":
            raise Unsupported(body["shape"]["type"])
    way = [q - p for p, q in zip(a["position"], b["position"])]
    length = math.sqrt(sum(w * w for w in way))
    gap = length - a["shape"]["radius"] - b["shape"]["radius"]
    found = {"verdict": "overlapping" if gap < 0 else "separated", "separation": gap, "distance": max(gap, 0)}
    if length > 0:
        found["normal"] = [w / length for w in way]
    return found


def ray_hit(body, ray, options):
    """A ray at a sphere. Without it, leave "ray" out of the answers below; "sweep" is asked for in the same way: both bodies have their
    velocities then, the query a duration, and {"hit": True, "time": seconds, "normal": from A to B} is what is answered."""
    if body["shape"]["type"] != "sphere":
        raise Unsupported(body["shape"]["type"])
    radius = body["shape"]["radius"]
    size = math.sqrt(sum(d * d for d in ray["direction"]))
    start = [o - p for o, p in zip(ray["origin"], body["position"])]
    along = sum(d / size * s for d, s in zip(ray["direction"], start))
    outside = sum(s * s for s in start) - radius * radius
    if along * along < outside:
        return {"hit": False}
    distance = 0 if outside < 0 else -along - math.sqrt(along * along - outside)
    return {"hit": True, "distance": distance} if 0 <= distance <= ray["length"] else {"hit": False}


def main():
    hello = {"sepax_juror": 1, "name": "my-python-juror", "version": "1", "precision": "double", "shapes": ["sphere"], "spaces": ["3d"],
             "answers": ["verdict", "separation", "distance", "normal", "ray"]}
    print(json.dumps(hello), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        try:
            options = request.get("options", {})
            for body in (request["a"], request.get("b", request["a"])):
                if "margin" in body["shape"]:  # asked with "margins": True in the hello; without this line it is answer() that takes them
                    raise Unsupported("rounded " + body["shape"]["type"])
            is_ray = "query" in request
            found = ray_hit(request["a"], request["query"], options) if is_ray else answer(request["a"], request["b"], options)
            reply.update(found)
        except Unsupported as shape:
            reply["unsupported"] = str(shape)
        except Exception as error:
            reply["error"] = repr(error)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
