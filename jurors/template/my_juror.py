#!/usr/bin/env python3
"""Your own collision function as a juror: replace answer(). Try it: sepax jury --juror my_python.juror.json case.json"""
import json
import math
import sys


def answer(a, b, options):
    """Two spheres. What is left out is not compared; normals point from A to B; raise LookupError for a shape that you do not know."""
    for body in (a, b):
        if body["shape"]["type"] != "sphere":
            raise LookupError(body["shape"]["type"])
    way = [q - p for p, q in zip(a["position"], b["position"])]
    length = math.sqrt(sum(w * w for w in way))
    gap = length - a["shape"]["radius"] - b["shape"]["radius"]
    found = {"verdict": "overlapping" if gap < 0 else "separated", "separation": gap, "distance": max(gap, 0)}
    if length > 0:
        found["normal"] = [w / length for w in way]
    return found


def main():
    hello = {"sepax_juror": 1, "name": "my-python-juror", "version": "1", "precision": "double", "shapes": ["sphere"], "spaces": ["3d"]}
    print(json.dumps(hello), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        try:
            reply.update(answer(request["a"], request["b"], request.get("options", {})))
        except LookupError as shape:
            reply["unsupported"] = str(shape)
        except Exception as error:
            reply["error"] = str(error)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
