#include "collide/exact/exact.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "collide/convex/sat_pair.h"
#include "collide/exact/exact_integer.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/sat/sat.h"
#include "core/assert.h"
#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

using exact::cross;
using exact::Integer;
using exact::IntVec;
using exact::isZero;

/// A posed polytope in integers. Vertices share the scene's unit; directions have any length, which cancels.
struct IntShape {
  std::vector<IntVec> vertices;
  std::vector<Vec3> rounded;  ///< the vertices by one power of two, no coordinate beyond ±2
  std::vector<IntVec> face_axes, edge_axes;
};

struct IntScene {
  IntShape a, b;
  int exponent = 0;  ///< a length of 1 is 2^exponent metres
  Integer radius;    ///< of both together
  Integer touching;
};

/// Axis of body space that a direction is (boxes, capsules), or −1.
int basisAxis(const Vec3& direction) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 basis{0.0};
    basis[axis] = 1;
    if (direction == basis) return axis;
  }
  return -1;
}

/// Normal of a loop of vertices: of the first corner that is one.
IntVec loopNormal(const std::vector<IntVec>& vertices, const std::vector<int>& loop) {
  for (std::size_t i = 2; i < loop.size(); ++i) {
    IntVec normal = cross(vertices[loop[i - 1]] - vertices[loop[0]], vertices[loop[i]] - vertices[loop[0]]);
    if (!isZero(normal)) return normal;
  }
  return {};
}

IntShape integerShape(const ConvexFeatures& features, const std::array<IntVec, 3>& columns, const IntVec& offset,
                      int vertex_exponent, unsigned shift, int matrix_exponent) {
  IntShape out;
  const auto rotated = [&](const IntVec& v) { return columns[0] * v.x + columns[1] * v.y + columns[2] * v.z; };
  for (const Vec3& v : features.core.vertices) {
    const IntVec at = rotated(exact::vectorOf(v, vertex_exponent));
    out.vertices.push_back(IntVec{at.x << shift, at.y << shift, at.z << shift} + offset);
  }
  int top = 0;
  for (const IntVec& v : out.vertices) top = std::max(top, exact::topBit(v));
  for (const IntVec& v : out.vertices) out.rounded.push_back(exact::roundedOf(v, top));
  const auto& core = features.core;
  const IntVec up = exact::vectorOf({0, 0, 1}, std::min(0, matrix_exponent));
  for (const AxisFeature& axis : features.face_axes) {
    if (const int basis = basisAxis(axis.direction); basis >= 0) {
      // The face of a box whose matrix is a hair off orthogonal: perpendicular to the two other columns.
      out.face_axes.push_back(cross(columns[(basis + 1) % 3], columns[(basis + 2) % 3]));
      continue;
    }
    IntVec normal;
    if (features.planar) {
      for (const PolytopeEdge& edge : core.edges) {
        if (edge.v0 == axis.feature) normal = cross(out.vertices[edge.v1] - out.vertices[edge.v0], up);
      }
    } else if (axis.feature >= 0 && axis.feature < static_cast<int>(core.faces.size())) {
      normal = loopNormal(out.vertices, core.faces[axis.feature].loop);
    }
    // A feature without vertices of its own: the direction as the reference has it.
    if (isZero(normal)) normal = rotated(exact::vectorOf(axis.direction, exact::lowestBit(axis.direction)));
    out.face_axes.push_back(normal);
  }
  for (const AxisFeature& axis : features.edge_axes) {
    if (const int basis = basisAxis(axis.direction); basis >= 0) {
      out.edge_axes.push_back(columns[basis]);
    } else {
      const PolytopeEdge& edge = core.edges[axis.feature];
      out.edge_axes.push_back(out.vertices[edge.v1] - out.vertices[edge.v0]);
    }
  }
  return out;
}

IntScene integerScene(const PosedShape& a, const PosedShape& b, const ConvexFeatures& fa, const ConvexFeatures& fb,
                      double touching) {
  constexpr int kAny = std::numeric_limits<int>::max();
  int matrix = kAny, vertex = kAny;
  for (const PosedShape* s : {&a, &b}) {
    for (int c = 0; c < 3; ++c) matrix = std::min(matrix, exact::lowestBit(s->pose.rotation[c]));
  }
  for (const ConvexFeatures* f : {&fa, &fb}) {
    for (const Vec3& v : f->core.vertices) vertex = std::min(vertex, exact::lowestBit(v));
  }
  if (vertex == kAny) vertex = 0;  // all at the origin
  IntScene scene;
  const int product = matrix + vertex;
  scene.exponent = std::min({product, exact::lowestBit(a.pose.position), exact::lowestBit(b.pose.position),
                             exact::lowestBit(fa.radius), exact::lowestBit(fb.radius), exact::lowestBit(touching)});
  const auto shift = static_cast<unsigned>(product - scene.exponent);
  const auto columnsOf = [&](const Mat3& m) {
    return std::array<IntVec, 3>{exact::vectorOf(m[0], matrix), exact::vectorOf(m[1], matrix),
                                 exact::vectorOf(m[2], matrix)};
  };
  const IntVec offset =
      exact::vectorOf(b.pose.position, scene.exponent) - exact::vectorOf(a.pose.position, scene.exponent);
  scene.a = integerShape(fa, columnsOf(a.pose.rotation), IntVec{}, vertex, shift, matrix);
  scene.b = integerShape(fb, columnsOf(b.pose.rotation), offset, vertex, shift, matrix);
  scene.radius = exact::integerOf(fa.radius, scene.exponent) + exact::integerOf(fb.radius, scene.exponent);
  scene.touching = exact::integerOf(touching, scene.exponent);
  return scene;
}

/// Index of the vertex with the largest height (sense +1) or the smallest (−1), the first among equals.
int extreme(const std::vector<IntVec>& vertices, const IntVec& direction, int sense, Integer& height) {
  int best = 0;
  height = dot(vertices[0], direction);
  for (int v = 1; v < static_cast<int>(vertices.size()); ++v) {
    Integer h = dot(vertices[v], direction);
    if (sense > 0 ? h > height : h < height) {
      height = std::move(h);
      best = v;
    }
  }
  return best;
}

/// The cores' gap g/√n along a direction, which is reversed where needed so that it points from A to B.
struct CoreGap {
  IntVec direction;
  Integer gap, squared_length;
};

/// Heights of the lowest and the highest vertex. Doubles leave out those that lie farther from both ends than rounding
/// can bring them: a product of vectors within ±2 that are rounded by 2^-52 errs by less than 2^-47.
std::pair<Integer, Integer> interval(const IntShape& shape, const IntVec& direction) {
  constexpr double kRounding = 0x1p-44;
  const Vec3 along = exact::roundedOf(direction, exact::topBit(direction));
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const Vec3& v : shape.rounded) {
    const double height = dot(v, along);
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  std::optional<Integer> low, high;
  for (std::size_t v = 0; v < shape.vertices.size(); ++v) {
    const double height = dot(shape.rounded[v], along);
    if (height > lowest + kRounding && height < highest - kRounding) continue;
    const Integer h = dot(shape.vertices[v], direction);
    if (!low || h < *low) low = h;
    if (!high || h > *high) high = h;
  }
  return {std::move(low).value(), std::move(high).value()};
}

CoreGap measure(const IntScene& scene, const IntVec& direction) {
  const auto [a_low, a_high] = interval(scene.a, direction);
  const auto [b_low, b_high] = interval(scene.b, direction);
  const Integer forward = b_low - a_high, backward = a_low - b_high;
  if (forward >= backward) return {direction, forward, dot(direction, direction)};
  return {IntVec{} - direction, backward, dot(direction, direction)};
}

/// A vertex of the Minkowski difference B − A.
struct Corner {
  IntVec point;
  int a = 0, b = 0;
};

/// The face of a simplex that is nearest to the origin: the direction to it (any length) and the weights of its
/// corners.
struct Nearest {
  IntVec direction;  ///< zero: the origin lies in it
  Integer gap, squared_length;
  std::array<Integer, 4> weights;
  bool found = false;
};

/// The nearest point of the affine hull of the chosen corners when it lies strictly inside them (Cramer's rule without
/// its division).
Nearest nearestInside(const std::array<Corner, 4>& simplex, const std::array<int, 4>& chosen, int n) {
  Nearest out;
  const IntVec& o = simplex[chosen[0]].point;
  if (n == 1) {
    out.direction = o;
    out.weights[chosen[0]] = 1;
    out.found = true;
  } else if (n == 2) {
    const IntVec e = simplex[chosen[1]].point - o;
    const Integer d = dot(e, e), t = -dot(o, e);
    out.weights[chosen[0]] = d - t;
    out.weights[chosen[1]] = t;
    out.direction = o * d + e * t;
    out.found = t > 0 && t < d;
  } else if (n == 3) {
    const IntVec e1 = simplex[chosen[1]].point - o, e2 = simplex[chosen[2]].point - o;
    const IntVec normal = cross(e1, e2);
    const Integer d = dot(normal, normal), u = dot(cross(e2, o), normal), v = dot(cross(o, e1), normal);
    out.weights[chosen[0]] = d - u - v;
    out.weights[chosen[1]] = u;
    out.weights[chosen[2]] = v;
    const int side = dot(o, normal).sign();
    out.direction = normal * side;
    out.found = d > 0 && u > 0 && v > 0 && d > u + v;
  } else {
    const IntVec e1 = simplex[chosen[1]].point - o, e2 = simplex[chosen[2]].point - o,
                 e3 = simplex[chosen[3]].point - o;
    const IntVec n23 = cross(e2, e3);
    const Integer d = dot(e1, n23);
    const int s = d.sign();
    const Integer u = -dot(o, n23) * s, v = -dot(e1, cross(o, e3)) * s, w = -dot(e1, cross(e2, o)) * s,
                  rest = d * s - u - v - w;
    for (int i = 0; i < 4; ++i) out.weights[chosen[i]] = i == 0 ? rest : i == 1 ? u : i == 2 ? v : w;
    out.found = s != 0 && u > 0 && v > 0 && w > 0 && rest > 0;
  }
  if (!out.found) return out;
  out.gap = dot(out.direction, o);
  out.squared_length = dot(out.direction, out.direction);
  return out;
}

Nearest nearestOf(const std::array<Corner, 4>& simplex, int count) {
  Nearest best;
  for (int mask = 1; mask < 1 << count; ++mask) {
    std::array<int, 4> chosen{};
    int n = 0;
    for (int i = 0; i < count; ++i) {
      if ((mask >> i & 1) != 0) chosen[n++] = i;
    }
    Nearest candidate = nearestInside(simplex, chosen, n);
    if (!candidate.found) continue;
    if (isZero(candidate.direction)) return candidate;
    if (!best.found ||
        exact::compareQuotients(candidate.gap, candidate.squared_length, best.gap, best.squared_length) < 0) {
      best = std::move(candidate);
    }
  }
  return best;
}

struct ExactClosest {
  std::optional<CoreGap> axis;  ///< nothing when the cores meet
  std::array<Corner, 4> simplex;
  std::array<double, 4> weights{};
  int count = 0;
};

/// Gilbert, Johnson, Keerthi in integers. The simplex gets strictly nearer to the origin with every step, so it ends,
/// and it ends only when no vertex of the difference lies nearer along the direction: the answer is exact.
ExactClosest exactClosest(const IntScene& scene) {
  ExactClosest out;
  out.simplex[0] = {scene.b.vertices[0] - scene.a.vertices[0], 0, 0};
  int count = 1;
  for (;;) {
    const Nearest nearest = nearestOf(out.simplex, count);
    std::array<Corner, 4> kept;
    std::array<Integer, 4> weights;
    int n = 0;
    Integer total = 0;
    for (int i = 0; i < count; ++i) {
      if (nearest.weights[i].is_zero()) continue;
      weights[n] = nearest.weights[i];
      total += weights[n];
      kept[n++] = out.simplex[i];
    }
    out.simplex = kept;
    count = out.count = n;
    for (int i = 0; i < n; ++i) {
      const exact::Scaled w = exact::scaledOf(weights[i]), t = exact::scaledOf(total);
      out.weights[i] = std::ldexp(w.mantissa / t.mantissa, w.exponent - t.exponent);
    }
    if (isZero(nearest.direction)) return out;
    Integer height_a, height_b;
    const int a = extreme(scene.a.vertices, nearest.direction, 1, height_a),
              b = extreme(scene.b.vertices, nearest.direction, -1, height_b);
    if (height_b - height_a >= nearest.gap) {
      out.axis = CoreGap{nearest.direction, nearest.gap, nearest.squared_length};
      return out;
    }
    out.simplex[count++] = {scene.b.vertices[b] - scene.a.vertices[a], a, b};
  }
}

/// Whether the reference calls two edges parallel: |a × b|² ≤ kParallelEdges² · |a|² · |b|².
bool areParallel(const IntVec& a, const IntVec& b, const Integer& squared_cross) {
  if (squared_cross.is_zero()) return true;
  const double sine_a = exact::quotientRoot(1, dot(a, a), 0), sine_b = exact::quotientRoot(1, dot(b, b), 0);
  // Doubles decide unless the integers leave their range; the limit is a convention, not a fact.
  const double cross_length = 1 / exact::quotientRoot(1, squared_cross, 0);
  return cross_length * sine_a * sine_b <= kParallelEdges;
}

/// Axes being collected, with the best so far compared exactly.
struct Ranking {
  const IntScene& scene;
  ExactReport& report;
  double radius = 0;  ///< of both shapes together, metres
  std::optional<CoreGap> best;

  void add(const AxisId& id, const IntVec* direction) {
    ExactAxis axis{id, direction == nullptr, 0, 0};
    if (direction != nullptr) {
      CoreGap m = measure(scene, *direction);
      axis.sign = exact::compareQuotient(m.gap, m.squared_length, scene.radius);
      axis.separation = exact::quotientRoot(m.gap, m.squared_length, scene.exponent) - radius;
      if (!best || exact::compareQuotients(m.gap, m.squared_length, best->gap, best->squared_length) > 0) {
        best = std::move(m);
        report.deciding = static_cast<int>(report.axes.size());
      }
    }
    report.axes.push_back(axis);
  }
};

void addFaceAxes(const ConvexFeatures& fa, const ConvexFeatures& fb, Ranking& ranking) {
  const IntScene& scene = ranking.scene;
  for (std::size_t i = 0; i < fa.face_axes.size(); ++i) {
    ranking.add({AxisKind::kFaceA, fa.face_axes[i].feature, -1},
                isZero(scene.a.face_axes[i]) ? nullptr : &scene.a.face_axes[i]);
  }
  for (std::size_t i = 0; i < fb.face_axes.size(); ++i) {
    ranking.add({AxisKind::kFaceB, -1, fb.face_axes[i].feature},
                isZero(scene.b.face_axes[i]) ? nullptr : &scene.b.face_axes[i]);
  }
}

void addEdgePair(const ConvexFeatures& fa, const ConvexFeatures& fb, std::size_t i, std::size_t j, Ranking& ranking) {
  const IntVec &ea = ranking.scene.a.edge_axes[i], &eb = ranking.scene.b.edge_axes[j];
  const IntVec direction = cross(ea, eb);
  const bool parallel = areParallel(ea, eb, dot(direction, direction));
  ranking.add({AxisKind::kEdgePair, fa.edge_axes[i].feature, fb.edge_axes[j].feature}, parallel ? nullptr : &direction);
}

/// Every edge pair; of large hulls, those that double arithmetic cannot distinguish from the best.
void addEdgePairs(const PosedShape& a, const PosedShape& b, const ConvexFeatures& fa, const ConvexFeatures& fb,
                  Ranking& ranking) {
  constexpr std::size_t kAllPairs = 10000;
  if (fa.edge_axes.size() * fb.edge_axes.size() <= kAllPairs) {
    for (std::size_t i = 0; i < fa.edge_axes.size(); ++i) {
      for (std::size_t j = 0; j < fb.edge_axes.size(); ++j) addEdgePair(fa, fb, i, j, ranking);
    }
    return;
  }
  const PairFrame frame = pairFrame(a, b);
  const SatReport sat =
      satReport(featuresFrom(a, frame.origin), featuresFrom(b, frame.origin), frame.origin, frame.size, frame.touching);
  const double enough = decidingAxis(sat).separation - frame.touching;
  for (const SatAxis& axis : sat.axes) {
    if (axis.id.kind == AxisKind::kEdgePair && axis.state == AxisState::kTested && axis.separation >= enough) {
      addEdgePair(fa, fb, axis.id.feature_a, axis.id.feature_b, ranking);  // of hulls, edge i gives axis i
    }
  }
}

bool isRoundShape(const ConvexFeatures& shape) { return shape.radius > 0 || shape.flat || shape.core.faces.empty(); }

/// The direction between the cores; when they meet and nothing else has a direction, the fixed one that the reference
/// takes.
void addClosestAxis(const ConvexFeatures& fa, const ConvexFeatures& fb, const ExactClosest& closest, Ranking& ranking) {
  if (ranking.best && !isRoundShape(fa) && !isRoundShape(fb)) return;
  if (closest.axis) return ranking.add({AxisKind::kClosest}, &closest.axis->direction);
  if (ranking.best) return ranking.add({AxisKind::kClosest}, nullptr);
  const auto& edges = fa.edge_axes.empty() ? ranking.scene.b.edge_axes : ranking.scene.a.edge_axes;
  const Vec3 any = edges.empty() || isZero(edges[0]) ? Vec3{1, 0, 0} : anyPerpendicular(exact::unitOf(edges[0]));
  const IntVec direction = exact::vectorOf(any, exact::lowestBit(any));
  ranking.add({AxisKind::kClosest}, &direction);
}

/// Closest points of shapes that are apart.
void addWitnesses(const PosedShape& a, const PosedShape& b, const ConvexFeatures& fa, const ConvexFeatures& fb,
                  const ExactClosest& closest, ExactReport& report) {
  const auto at = [](const PosedShape& s, const ConvexFeatures& f, int vertex) {
    return s.pose.rotation * f.core.vertices[vertex];
  };
  const Vec3 offset = b.pose.position - a.pose.position;
  Vec3 on_a{0.0}, on_b{0.0};
  if (report.distance <= 0 || !closest.axis) return;
  for (int i = 0; i < closest.count; ++i) {
    on_a += closest.weights[i] * at(a, fa, closest.simplex[i].a);
    on_b += closest.weights[i] * (offset + at(b, fb, closest.simplex[i].b));
  }
  const Vec3 direction = exact::unitOf(closest.axis->direction);
  on_a += direction * fa.radius;
  on_b -= direction * fb.radius;
  report.closest_a = a.pose.position + on_a;
  report.closest_b = a.pose.position + on_b;
}

}  // namespace

ExactReport exactReport(const PosedShape& a, const PosedShape& b, double touching) {
  const ConvexFeatures fa = convexFeatures(a.shape), fb = convexFeatures(b.shape);
  const IntScene scene = integerScene(a, b, fa, fb, touching);
  const ExactClosest closest = exactClosest(scene);
  ExactReport report;
  Ranking ranking{scene, report, fa.radius + fb.radius, {}};
  addFaceAxes(fa, fb, ranking);
  addEdgePairs(a, b, fa, fb, ranking);
  addClosestAxis(fa, fb, closest, ranking);
  SEPAX_ASSERT(ranking.best.has_value());
  const CoreGap& best = *ranking.best;
  if (closest.axis) {
    report.sign = exact::compareQuotient(closest.axis->gap, closest.axis->squared_length, scene.radius);
    if (report.sign > 0) {
      report.distance =
          exact::differenceRounded(closest.axis->gap, closest.axis->squared_length, scene.radius, scene.exponent);
    }
  } else {
    report.sign = exact::compareQuotient(best.gap, best.squared_length, scene.radius);
  }
  report.verdict =
      exact::compareQuotient(best.gap, best.squared_length, scene.radius + scene.touching) > 0   ? Verdict::kSeparated
      : exact::compareQuotient(best.gap, best.squared_length, scene.radius - scene.touching) < 0 ? Verdict::kOverlapping
                                                                                                 : Verdict::kTouching;
  report.separation = exact::differenceRounded(best.gap, best.squared_length, scene.radius, scene.exponent);
  report.axes[report.deciding].separation = report.separation;
  report.normal = exact::unitOf(best.direction);
  addWitnesses(a, b, fa, fb, closest, report);
  return report;
}

PairReport runExact(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  PairReport report;
  const ExactReport exact = exactReport(a, b, touchingTolerance(a, b, settings));
  PairAnswer& answer = report.answer;
  answer.verdict = exact.verdict;
  answer.separation = exact.separation;
  answer.distance = exact.distance;
  answer.normal = exact.normal;
  if (exact.verdict == Verdict::kOverlapping) answer.mtv = exact.normal * -exact.separation;
  answer.closest_a = exact.closest_a;
  answer.closest_b = exact.closest_b;
  // Where shapes that meet are deepest the contacts say, which are no matter of rational numbers.
  if (exact.distance <= 0) {
    const PairAnswer meeting = runSat(a, b, settings).answer;
    answer.closest_a = meeting.closest_a;
    answer.closest_b = meeting.closest_b;
  }
  return report;
}

bool exactHandles(const Shape& a, const Shape& b) {
  // Their tessellation is not the shape.
  const auto is_curved = [](const Shape& s) {
    return coreIf<Cylinder>(s) != nullptr || coreIf<Cone>(s) != nullptr || std::holds_alternative<TaperedCapsule>(s) ||
           std::holds_alternative<TaperedCapsule2>(s) || coreIf<Ellipsoid>(s) != nullptr ||
           coreIf<Ellipse>(s) != nullptr;
  };
  const auto has_curved = [&](const Shape& s) {
    const CompoundData* const compound = childrenOf(s);
    if (compound == nullptr) return is_curved(s);
    return std::any_of(compound->children.begin(), compound->children.end(),
                       [&](const auto& child) { return is_curved(child.shape); });
  };
  return !has_curved(a) && !has_curved(b);
}

}  // namespace sepax
