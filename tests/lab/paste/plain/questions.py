#!/usr/bin/env python3
"""Questions of the plane and of rays: calls, variables and sentences."""
import json
import math
import os
import random
import sys

out, seed = sys.argv[1], int(sys.argv[2])
rng = random.Random(seed)
os.makedirs(out, exist_ok=True)


def n(lo=-50, hi=50, d=1):
    v = round(rng.uniform(lo, hi), d)
    return v if v not in (0, 1, -1) else 2.5


def num(v):
    return "%g" % v


def c(v, s=", "):
    return s.join(num(x) for x in v)


def P(v, l="(", r=")"):
    return l + c(v) + r


def pt(k=2):
    return [n() for _ in range(k)]


def circ():
    return pt(), n(2, 30)


def seg(a, b):
    return {"shape": {"type": "segment", "from": a, "to": b}}


def circle(p, r):
    return {"shape": {"type": "circle", "radius": r}, "position": p}


def sphere(p, r):
    return {"shape": {"type": "sphere", "radius": r}, "position": p}


def rect(x, y, w, h):
    return {"shape": {"type": "box", "half_extents": [w / 2, h / 2]}, "position": [x + w / 2, y + h / 2]}


def poly():
    k = rng.choice([3, 4, 5])
    cx, cy, R = n(), n(), n(5, 30)
    t = rng.uniform(0, 1)
    return [
        [round(cx + R * math.cos(t + 2 * math.pi * i / k), 1), round(cy + R * math.sin(t + 2 * math.pi * i / k), 1)]
        for i in range(k)
    ]


def polygon(p):
    return {"shape": {"type": "polygon", "vertices": p}}


def tri(p):
    return {"shape": {"type": "triangle", "vertices": p}}


def point(p):
    return {"shape": {"type": "point"}, "position": p}


def aabb(a, b):
    return {
        "shape": {"type": "box", "half_extents": [abs(q - p) / 2 for p, q in zip(a, b)]},
        "position": [(q + p) / 2 for p, q in zip(a, b)],
    }


def ray(o, d):
    return {"type": "ray", "origin": o, "direction": d, "length": 1000}


S = {}


def syn(f):
    S[f.__name__] = f
    return f


@syn
def call_line_line():
    a, b, d, e = pt(), pt(), pt(), pt()
    return "lineLine(%s)" % c(a + b + d + e), [seg(a, b), seg(d, e)], None


@syn
def call_circle_circle():
    (p, r), (q, s) = circ(), circ()
    return "circleCircle(%s)" % c(p + [r] + q + [s]), [circle(p, r), circle(q, s)], None


@syn
def call_rect_rect():
    a, b = [n(), n(), n(5, 30), n(5, 30)], [n(), n(), n(5, 30), n(5, 30)]
    return "rectRect(%s, %s)" % (c(a), c(b)), [rect(*a), rect(*b)], None


@syn
def call_circle_rect():
    (p, r), b = circ(), [n(), n(), n(5, 30), n(5, 30)]
    return "circleRect(%s, %s)" % (c(p + [r]), c(b)), [circle(p, r), rect(*b)], None


@syn
def call_line_circle():
    a, b, (p, r) = pt(), pt(), circ()
    return "lineCircle(%s)" % c(a + b + p + [r]), [seg(a, b), circle(p, r)], None


@syn
def call_segments_tuples():
    a, b, d, e = pt(), pt(), pt(), pt()
    return "print(segments_intersect(%s, %s, %s, %s))  # False" % (P(a), P(b), P(d), P(e)), [seg(a, b), seg(d, e)], None


@syn
def vars_segments():
    a, b, d, e = pt(), pt(), pt(), pt()
    return (
        "line1 = [%s, %s]\nline2 = [%s, %s]\nprint(intersects(line1, line2))" % (P(a), P(b), P(d), P(e)),
        [seg(a, b), seg(d, e)],
        None,
    )


@syn
def vars_points():
    a, b, d, e = pt(), pt(), pt(), pt()
    return (
        "p1 = Point(%s)\nq1 = Point(%s)\np2 = Point(%s)\nq2 = Point(%s)\n# segments p1q1 and p2q2\nprint(doIntersect(p1, q1, p2, q2))"
        % (c(a), c(b), c(d), c(e)),
        [seg(a, b), seg(d, e)],
        None,
    )


@syn
def point_in_polygon():
    p, q = pt(), poly()
    return (
        "polygon = [%s]\npoint = %s\nprint(point_in_polygon(point, polygon))" % (", ".join(P(v) for v in q), P(p)),
        [point(p), polygon(q)],
        None,
    )


@syn
def call_point_circle():
    p, (q, r) = pt(), circ()
    return "pointCircle(%s)" % c(p + q + [r]), [point(p), circle(q, r)], None


@syn
def call_polygons():
    p, q = poly(), poly()
    return (
        "polygonsIntersect([%s], [%s])"
        % (
            ", ".join(P(v, "{x: ", "}").replace(", ", ", y: ") for v in p),
            ", ".join(P(v, "{x: ", "}").replace(", ", ", y: ") for v in q),
        ),
        [polygon(p), polygon(q)],
        None,
    )


@syn
def prose_line_circle():
    a, b, (p, r) = pt(), pt(), circ()
    return (
        "I have a line segment from %s to %s and a circle with center %s and radius %s." % (P(a), P(b), P(p), num(r)),
        [seg(a, b), circle(p, r)],
        None,
    )


@syn
def prose_segments():
    a, b, d, e = pt(), pt(), pt(), pt()
    return (
        "The segments %s-%s and %s-%s are reported as crossing." % (P(a), P(b), P(d), P(e)),
        [seg(a, b), seg(d, e)],
        None,
    )


@syn
def prose_segments_to():
    a, b, d, e = pt(), pt(), pt(), pt()
    return (
        "Segment 1 goes from %s to %s, segment 2 goes from %s to %s." % (P(a), P(b), P(d), P(e)),
        [seg(a, b), seg(d, e)],
        None,
    )


@syn
def prose_triangles():
    p, q = [pt(), pt(), pt()], [pt(), pt(), pt()]
    return "Triangle A: %s. Triangle B: %s." % (", ".join(map(P, p)), ", ".join(map(P, q))), [tri(p), tri(q)], None


@syn
def prose_triangles3():
    p, q = [pt(3), pt(3), pt(3)], [pt(3), pt(3), pt(3)]
    return (
        "Two triangles, T1 = %s and T2 = %s, are said to intersect." % (" ".join(map(P, p)), " ".join(map(P, q))),
        [tri(p), tri(q)],
        None,
    )


@syn
def prose_point_polygon():
    p, q = pt(), poly()
    return "The polygon %s should contain the point %s." % (", ".join(map(P, q)), P(p)), [polygon(q), point(p)], None


@syn
def prose_circles():
    (p, r), (q, s) = circ(), circ()
    return (
        "Circle 1 is at %s with radius %s, circle 2 is at %s with radius %s." % (P(p), num(r), P(q), num(s)),
        [circle(p, r), circle(q, s)],
        None,
    )


@syn
def prose_circles_of():
    (p, r), (q, s) = circ(), circ()
    return (
        "A circle of radius %s at %s and a circle of radius %s at %s do not collide." % (num(r), P(p), num(s), P(q)),
        [circle(p, r), circle(q, s)],
        None,
    )


@syn
def prose_rects_corners():
    a, b = pt(), pt()
    w = [a, [a[0] + 12.5, a[1] + 7.5]]
    v = [b, [b[0] + 9.5, b[1] + 22.5]]
    return (
        "Rectangle A spans from %s to %s. Rectangle B spans from %s to %s." % (*map(P, w), *map(P, v)),
        [aabb(*w), aabb(*v)],
        None,
    )


@syn
def prose_aabbs():
    a, b = pt(3), pt(3)
    w = [a, [x + 4.5 for x in a]]
    v = [b, [x + 3.25 for x in b]]
    return "The AABBs min %s max %s and min %s max %s overlap." % (*map(P, w), *map(P, v)), [aabb(*w), aabb(*v)], None


@syn
def ray_triangle_vars():
    o, d, p = pt(3), [n(-1, 1, 2) for _ in range(3)], [pt(3), pt(3), pt(3)]
    return (
        "vec3 orig(%s);\nvec3 dir(%s);\nvec3 v0(%s), v1(%s), v2(%s);\nfloat t;\nbool hit = rayTriangleIntersect(orig, dir, v0, v1, v2, t);"
        % (c(o), c(d), *map(c, p)),
        [tri(p)],
        ray(o, d),
    )


@syn
def ray_sphere_vars():
    o, d, (q, r) = pt(3), [n(-1, 1, 2) for _ in range(3)], (pt(3), n(1, 9))
    return (
        "ray_origin = np.array([%s])\nray_direction = np.array([%s])\nsphere_center = np.array([%s])\nsphere_radius = %s\nprint(intersect(ray_origin, ray_direction, sphere_center, sphere_radius))"
        % (c(o), c(d), c(q), num(r)),
        [sphere(q, r)],
        ray(o, d),
    )


@syn
def ray_call_sphere():
    o, d, (q, r) = pt(3), [n(-1, 1, 2) for _ in range(3)], (pt(3), n(1, 9))
    return (
        "intersectRaySphere(Vector3(%s), Vector3(%s), Vector3(%s), %s)" % (c(o), c(d), c(q), num(r)),
        [sphere(q, r)],
        ray(o, d),
    )


@syn
def ray_aabb_vars():
    o, d, a = pt(3), [n(-1, 1, 2) for _ in range(3)], pt(3)
    b = [x + 5.5 for x in a]
    return (
        "const Ray ray = {origin: [%s], dir: [%s]};\nconst box = {min: [%s], max: [%s]};" % (c(o), c(d), c(a), c(b)),
        [aabb(a, b)],
        ray(o, d),
    )


@syn
def ray_aabb_names():
    o, d, a = pt(3), [n(-1, 1, 2) for _ in range(3)], pt(3)
    b = [x + 5.5 for x in a]
    return (
        "float3 rayOrigin = float3(%s);\nfloat3 rayDir = float3(%s);\nfloat3 boxMin = float3(%s);\nfloat3 boxMax = float3(%s);"
        % (c(o), c(d), c(a), c(b)),
        [aabb(a, b)],
        ray(o, d),
    )


@syn
def prose_ray_sphere():
    o, d, (q, r) = pt(3), [n(-1, 1, 2) for _ in range(3)], (pt(3), n(1, 9))
    return (
        "A ray with origin %s and direction %s misses the sphere with center %s and radius %s."
        % (P(o), P(d), P(q), num(r)),
        [sphere(q, r)],
        ray(o, d),
    )


@syn
def prose_ray_triangle():
    o, d, p = pt(3), [n(-1, 1, 2) for _ in range(3)], [pt(3), pt(3), pt(3)]
    return (
        "Ray origin %s, direction %s, triangle vertices %s, %s, %s: no hit is reported." % (P(o), P(d), *map(P, p)),
        [tri(p)],
        ray(o, d),
    )


@syn
def list_ray_triangle():
    o, d, p = pt(3), [n(-1, 1, 2) for _ in range(3)], [pt(3), pt(3), pt(3)]
    return (
        "Ray:\n  origin %s\n  direction %s\nTriangle:\n  v0 %s\n  v1 %s\n  v2 %s\n" % (P(o), P(d), *map(P, p)),
        [tri(p)],
        ray(o, d),
    )


@syn
def cpp_triangles():
    p, q = [pt(3), pt(3), pt(3)], [pt(3), pt(3), pt(3)]
    return (
        "float t1[3][3] = {{%s}, {%s}, {%s}};\nfloat t2[3][3] = {{%s}, {%s}, {%s}};\nint hit = tri_tri_intersect(t1[0], t1[1], t1[2], t2[0], t2[1], t2[2]);"
        % (*map(c, p), *map(c, q)),
        [tri(p), tri(q)],
        None,
    )


@syn
def cpp_triangle_vars():
    p, q = [pt(3), pt(3), pt(3)], [pt(3), pt(3), pt(3)]
    return (
        "Vec3 a0(%s), a1(%s), a2(%s);\nVec3 b0(%s), b1(%s), b2(%s);\nbool hit = triangleTriangle(a0, a1, a2, b0, b1, b2);"
        % (*map(c, p), *map(c, q)),
        [tri(p), tri(q)],
        None,
    )


@syn
def polys_js():
    p, q = poly(), poly()
    return (
        "const poly1 = [%s];\nconst poly2 = [%s];\nconsole.log(sat(poly1, poly2));"
        % (
            ", ".join("{ x: %s, y: %s }" % tuple(map(num, v)) for v in p),
            ", ".join("{ x: %s, y: %s }" % tuple(map(num, v)) for v in q),
        ),
        [polygon(p), polygon(q)],
        None,
    )


@syn
def polys_vec():
    p, q = poly(), poly()
    return (
        "std::vector<Vec2> A = {%s};\nstd::vector<Vec2> B = {%s};\nauto r = gjk(A, B);"
        % (", ".join("Vec2(%s)" % c(v) for v in p), ", ".join("{%s}" % c(v) for v in q)),
        [polygon(p), polygon(q)],
        None,
    )


@syn
def polys_flat():
    p, q = poly(), poly()
    return (
        "float[] a = {%s};\nfloat[] b = {%s};\nIntersector.overlapConvexPolygons(a, b)"
        % (c(sum(p, [])), c(sum(q, []))),
        [polygon(p), polygon(q)],
        None,
    )


@syn
def polys_np():
    p, q = poly(), poly()
    return (
        "a = np.array([%s])\nb = np.array([%s])"
        % (", ".join(P(v, "[", "]") for v in p), ", ".join(P(v, "[", "]") for v in q)),
        [polygon(p), polygon(q)],
        None,
    )


@syn
def sphere_box_vec():
    (p, r), a = (pt(3), n(1, 9)), pt(3)
    b = [x + 5.5 for x in a]
    return (
        "auto s = Sphere(Vec3(%s), %s);\nauto box = AABB(Vec3(%s), Vec3(%s));\ns.intersects(box)"
        % (c(p), num(r), c(a), c(b)),
        [sphere(p, r), aabb(a, b)],
        None,
    )


for s, fn in S.items():
    for rep in range(4):
        text, bodies, q = fn()
        if rep == 1:
            text = "Hello!\n\n" + text + "\n\nAm I missing something?"
        if rep == 2:
            text = "```\n" + text + "\n```\nI get the wrong answer with this (v2.3.1, Windows 10)."
        d = len((bodies[0].get("position") or bodies[0]["shape"].get("from") or bodies[0]["shape"].get("vertices")[0]))
        case = {
            "sepax": 1,
            "space": "2d" if d == 2 else "3d",
            "bodies": [dict(id=i, **b) for i, b in zip("AB", bodies)],
        }
        if q:
            case["queries"] = [q]
        name = "%s-x%d-y" % (s, rep)
        open(os.path.join(out, name + ".txt"), "w").write(text + "\n")
        json.dump(case, open(os.path.join(out, name + ".json"), "w"))
