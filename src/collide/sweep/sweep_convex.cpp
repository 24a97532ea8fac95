#include "collide/sweep/sweep_convex.h"

#include "collide/convex/gjk_pair.h"
#include "collide/convex/sat_pair.h"
#include "collide/convex/sweep_straight.h"
#include "collide/gjk/closest_points.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pieces/by_pieces.h"
#include "collide/sat/sat.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_rotating.h"
#include "geom/support.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace sepax {

namespace {

/// When a shape that goes straight is in contact with a resting one: from `impact` to `exit`, seconds from the start,
/// −∞ and +∞ where it always was or will be. They never meet when impact > exit.
struct RoundedSweep {
  double impact = 0, exit = 0;
  ContactFeature on_a, on_b;  ///< what meets at `impact`
};

/// An interval of the trajectory, metres along it; empty when low > high.
struct Stretch {
  double low = -kInfinity, high = kInfinity;

  void clear() { *this = {kInfinity, -kInfinity}; }

  /// Keeps where least ≤ at + s · rate ≤ most.
  void clip(double at, double rate, double least, double most) {
    if (rate == 0) {
      if (!(at >= least && at <= most)) clear();
      return;
    }
    const double s0 = (least - at) / rate, s1 = (most - at) / rate;
    low = std::max(low, std::min(s0, s1));
    high = std::min(high, std::max(s0, s1));
  }

  /// Keeps where |from + s · rate| ≤ radius.
  void clipBall(const Vec3& from, const Vec3& rate, double radius) {
    const double speed = length(rate);
    const double middle = speed > 0 ? -dot(from, rate / speed) / speed : 0;
    const double miss = length(from + middle * rate);
    if (!(miss <= radius)) return clear();
    if (speed == 0) return;
    const double half = std::sqrt((radius - miss) * (radius + miss)) / speed;
    low = std::max(low, middle - half);
    high = std::min(high, middle + half);
  }
};

/// Collects the pieces along one trajectory.
struct Way {
  Vec3 ahead;     ///< unit, the direction in which B moves
  double radius;  ///< of the rounding
  Stretch met{kInfinity, -kInfinity};
  ContactFeature on_a{}, on_b{};

  void add(const Stretch& piece, const ContactFeature& feature_a, const ContactFeature& feature_b) {
    if (!(piece.low <= piece.high)) return;
    if (piece.low < met.low) {
      on_a = feature_a;
      on_b = feature_b;
    }
    met.low = std::min(met.low, piece.low);
    met.high = std::max(met.high, piece.high);
  }

  [[nodiscard]] Stretch ball(const Vec3& centre) const {
    Stretch piece;
    piece.clipBall(centre, ahead, radius);
    return piece;
  }

  /// Around the segment from `start` along `edge`.
  [[nodiscard]] Stretch cylinder(const Vec3& start, const Vec3& edge) const {
    Stretch piece;
    const double edge_length = length(edge);
    if (!(edge_length > 0)) return ball(start);
    const Vec3 along = edge / edge_length;
    piece.clip(dot(start, along), dot(ahead, along), -edge_length, 0);
    if (piece.low <= piece.high) {
      const Vec3 rate = crossAccurate(ahead, along);
      piece.clipBall(crossAccurate(start, along), rate, radius);
    }
    return piece;
  }

  /// Over both sides of a convex polygon, counter-clockwise seen against its unit normal. The polygon is cut off along
  /// its longest side, too: sides that are nearly parallel meet only within rounding divided by the sine of their
  /// angle, and those of a polygon without area never do, which would make the slab as long as the trajectory.
  [[nodiscard]] Stretch slab(std::span<const Vec3> corners, const Vec3& normal) const {
    Stretch piece;
    piece.clip(dot(corners[0], normal), dot(ahead, normal), -radius, radius);
    Vec3 longest{0.0};
    for (std::size_t i = 0; i < corners.size() && piece.low <= piece.high; ++i) {
      const Vec3 side = corners[(i + 1) % corners.size()] - corners[i];
      if (dot(side, side) > dot(longest, longest)) longest = side;
      const Vec3 inward = normalizedOr(crossAccurate(normal, side), Vec3{0.0});
      if (inward != Vec3{0.0}) piece.clip(dot(corners[i], inward), dot(ahead, inward), -kInfinity, 0);
    }
    const Vec3 along = normalizedOr(longest, Vec3{0.0});
    if (along == Vec3{0.0}) piece.clear();  // all corners in one point, which is a ball
    double low = kInfinity, high = -kInfinity;
    for (const Vec3& corner : corners) {
      low = std::min(low, dot(corner, along));
      high = std::max(high, dot(corner, along));
    }
    piece.clip(low, dot(ahead, along), -kInfinity, 0);
    piece.clip(high, dot(ahead, along), 0, kInfinity);
    return piece;
  }
};

ContactFeature feature(FeatureKind kind, std::size_t index) { return {kind, static_cast<int>(index)}; }

void addVerticesAndEdges(Way& way, const Polytope& a, const Polytope& b) {
  for (std::size_t i = 0; i < a.vertices.size(); ++i) {
    for (std::size_t j = 0; j < b.vertices.size(); ++j) {
      way.add(way.ball(b.vertices[j] - a.vertices[i]), feature(FeatureKind::kVertex, i),
              feature(FeatureKind::kVertex, j));
    }
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const Vec3 &from = b.vertices[b.edges[j].v0], &to = b.vertices[b.edges[j].v1];
      way.add(way.cylinder(from - a.vertices[i], to - from), feature(FeatureKind::kVertex, i),
              feature(FeatureKind::kEdge, j));
    }
  }
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const Vec3 &from = a.vertices[a.edges[i].v0], &to = a.vertices[a.edges[i].v1];
    for (std::size_t j = 0; j < b.vertices.size(); ++j) {
      way.add(way.cylinder(b.vertices[j] - from, from - to), feature(FeatureKind::kEdge, i),
              feature(FeatureKind::kVertex, j));
    }
  }
}

void addEdgePairs(Way& way, const Polytope& a, const Polytope& b) {
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const Vec3 along_a = a.vertices[a.edges[i].v1] - a.vertices[a.edges[i].v0];
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const Vec3 along_b = b.vertices[b.edges[j].v1] - b.vertices[b.edges[j].v0];
      const Vec3 normal = normalizedOr(crossAccurate(along_b, -along_a), Vec3{0.0});
      if (normal == Vec3{0.0}) continue;
      const Vec3 corner = b.vertices[b.edges[j].v0] - a.vertices[a.edges[i].v0];
      const std::array<Vec3, 4> corners{corner, corner + along_b, corner + along_b - along_a, corner - along_a};
      way.add(way.slab(corners, normal), feature(FeatureKind::kEdge, i), feature(FeatureKind::kEdge, j));
    }
  }
}

enum class FacesOf { kA, kB };

/// Faces of one shape with the vertices of the other.
void addFaces(Way& way, const Polytope& faces, const Polytope& points, FacesOf owner) {
  const bool faces_are_a = owner == FacesOf::kA;
  std::vector<Vec3> corners;
  for (std::size_t f = 0; f < faces.faces.size(); ++f) {
    const PolytopeFace& face = faces.faces[f];
    for (std::size_t v = 0; v < points.vertices.size(); ++v) {
      corners.clear();
      for (const int c : face.loop) {
        corners.push_back(faces_are_a ? points.vertices[v] - faces.vertices[c]
                                      : faces.vertices[c] - points.vertices[v]);
      }
      const ContactFeature of_face = feature(FeatureKind::kFace, f), of_point = feature(FeatureKind::kVertex, v);
      way.add(way.slab(corners, face.normal), faces_are_a ? of_face : of_point, faces_are_a ? of_point : of_face);
    }
  }
}

/// B moves by `velocity`, A rests; both grown together by `slack` metres. The point that B's motion draws in the space
/// of differences B − A is cut with the rounded difference, piece by piece: a ball at each pair of vertices, a cylinder
/// at each edge with a vertex, a slab at each face with a vertex and at each pair of edges. Every piece lies inside the
/// rounded difference and together they cover its surface, so the earliest entry and the latest exit are exact; each is
/// a linear or quadratic equation. The effort is the product of the two numbers of features: meant for pairs of which
/// one is round or flat and so has few.
RoundedSweep sweepRounded(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& velocity, double slack) {
  const double speed = length(velocity);
  Way way{normalizedOr(velocity, {1, 0, 0}), a.radius + b.radius + slack};
  addVerticesAndEdges(way, a.core, b.core);
  addEdgePairs(way, a.core, b.core);
  addFaces(way, a.core, b.core, FacesOf::kA);
  addFaces(way, b.core, a.core, FacesOf::kB);
  const auto time = [&](double metres) { return std::isfinite(metres) ? metres / speed : metres; };
  return {time(way.met.low), time(way.met.high), way.on_a, way.on_b};
}

/// Two shapes and how they move, relative to the sweep's origin (A's centre at the start) and to A's straight motion.
struct MovingPair {
  const PosedShape &a, &b;
  Mover mover_a, mover_b;
  Vec3 origin, velocity;  ///< velocity of B against A
  double radii = 0, size = 0;

  [[nodiscard]] bool straight() const { return mover_a.spin() == 0 && mover_b.spin() == 0; }
  [[nodiscard]] bool curved() const {
    return mover_a.core.kind() != SupportKind::kVertices || mover_b.core.kind() != SupportKind::kVertices;
  }
};

bool isPolytope(const ConvexFeatures& shape) { return shape.radius == 0 && !shape.flat && !shape.core.faces.empty(); }

/// Size, distance and length of the trajectory together, metres: the rounding of positions on it scales with this.
double extentOf(const MovingPair& pair, double duration) {
  return pair.size + length(pair.mover_b.about - pair.mover_a.about) + length(pair.velocity) * duration;
}

/// That rounding, metres: shapes swept straight are grown by this, so that no contact is found late. Grazing counts.
double slackOf(const MovingPair& pair, double duration) { return 16 * kEpsilon * extentOf(pair, duration); }

/// When the projection intervals on each axis of the start overlap: exact for polytopes; for round shapes their closest
/// features join in. Returns the gap at the start.
double sweepAxes(const SatReport& sat, const Vec3& velocity, double slack, SweepReport& report) {
  for (const SatAxis& axis : sat.axes) {
    // The closest features change along the trajectory: their axis at the start bounds nothing later.
    if (axis.state != AxisState::kTested || axis.id.kind == AxisKind::kClosest) continue;
    SweepAxis swept{
        axis.id, axis.direction,
        sweepInterval(axis.a.min - slack, axis.a.max + slack, axis.b.min, axis.b.max, dot(velocity, axis.direction))};
    swept.times.gap = axis.separation;
    report.axes.push_back(std::move(swept));
  }
  return decidingAxis(sat).separation;
}

/// The times that a straight sweep found, before they become a report.
struct Times {
  double impact = -kInfinity, exit = kInfinity;
};

void settle(const Times& times, SweepReport& report) {
  report.hit = times.impact <= times.exit && times.impact <= report.duration && times.exit >= 0;
  report.starts_in_contact = report.hit && times.impact <= 0;
  report.time = report.hit ? std::max(0.0, times.impact) : report.duration;
  report.never_exits = report.hit && times.exit == kInfinity;
  if (report.hit && !report.never_exits) report.exit_time = times.exit;
  if (!report.hit) report.normal = Vec3{0.0};
  if (!report.hit || report.starts_in_contact) {
    report.deciding = -1;
    report.first_features.clear();
  }
}

/// Straight motion: latest time of impact and earliest exit time over the axes, or the part of the trajectory inside
/// the rounded difference.
ClosestPoints sweepFeatures(const MovingPair& pair, SweepReport& report) {
  thread_local SolidPair solid_pair;
  const bool solid = solid_pair.test(pair.a, pair.b, {0.0}, PrunedPairs::kCounted);
  const ConvexFeatures of_a = solid ? ConvexFeatures{} : featuresFrom(pair.a, pair.origin),
                       of_b = solid ? ConvexFeatures{} : featuresFrom(pair.b, pair.origin);
  const ConvexFeatures &a = solid ? solid_pair.a() : of_a, &b = solid ? solid_pair.b() : of_b;
  const double slack = slackOf(pair, report.duration);
  const SatReport sat = solid ? std::move(solid_pair.sat) : satReport(a, b, Vec3{0.0}, pair.size, 0);
  const double gap = sweepAxes(sat, pair.velocity, slack, report);
  Times times;
  if (solid || (isPolytope(a) && isPolytope(b))) {
    for (int i = 0; i < static_cast<int>(report.axes.size()); ++i) {
      const SweptAxis& on_axis = report.axes[static_cast<std::size_t>(i)].times;
      if (on_axis.impact > times.impact) {
        times.impact = on_axis.impact;
        report.deciding = i;
      }
      times.exit = std::min(times.exit, on_axis.exit);
    }
    if (report.deciding >= 0) {
      const SweepAxis& deciding = report.axes[static_cast<std::size_t>(report.deciding)];
      report.normal = deciding.times.speed > 0 ? -deciding.direction : deciding.direction;
    }
  } else {
    const RoundedSweep met = sweepRounded(a, b, pair.velocity, slack);
    // The pieces cover the surface of the difference only: inside of it contact has begun already.
    const bool inside = gap <= slack;
    times.impact = inside ? std::min(0.0, met.impact) : met.impact;
    times.exit = inside ? std::max(0.0, met.exit) : met.exit;
    if (pair.velocity == Vec3{0.0}) {
      times.impact = inside ? -kInfinity : kInfinity;
      times.exit = -times.impact;
    }
    report.first_features = featureName('A', met.on_a) + " · " + featureName('B', met.on_b);
  }
  settle(times, report);
  return closestPoints(a.core.vertices, transformed(b, Mat3{1.0}, report.time * pair.velocity).core.vertices);
}

ClosestPoints closestOf(const GjkResult& gap) {
  const bool apart = gap.lower > 0;
  return {gap.a, gap.b, apart ? gap.upper : 0, apart ? gap.direction : Vec3{0.0}};
}

/// Straight motion with a cylinder or cone: Newton's method from both sides. Its directions are the axes.
ClosestPoints sweepCurved(const MovingPair& pair, SweepReport& report) {
  const StraightPair straight{pair.mover_a.at(0), pair.mover_b.at(0), pair.radii, pair.velocity, pair.size};
  const double slack = slackOf(pair, report.duration);
  StraightContact first = firstContact(straight, slack, report.duration);
  const auto adopt = [&](StraightContact& contact, AxisKind kind) {
    for (std::size_t i = 0; i < contact.axes.size(); ++i) contact.axes[i].id = {kind, static_cast<int>(i), -1};
    std::move(contact.axes.begin(), contact.axes.end(), std::back_inserter(report.axes));
  };
  adopt(first, AxisKind::kImpact);
  Times times{first.hit ? first.time : kInfinity, kInfinity};
  if (first.hit) {
    report.deciding = static_cast<int>(report.axes.size()) - 1;
    report.normal = first.closest.direction;
    report.first_features =
        supportFeatureName('A', pair.a, report.normal) + " · " + supportFeatureName('B', pair.b, -report.normal);
    if (pair.velocity != Vec3{0.0}) {
      auto last = lastContact(straight, slack);
      times.exit = first.time;
      if (last) {
        times.exit = std::max(first.time, last->axes.empty() ? last->time : last->axes.back().times.exit);
        adopt(*last, AxisKind::kExit);
      }
    }
  }
  settle(times, report);
  if (first.hit) return closestOf(first.closest);
  // A miss may have been certain before the end.
  return closestOf(
      coreGap(straight.a, straight.b.moved(Mat3{1.0}, report.duration * pair.velocity), first.closest.direction));
}

/// Whether what is left of the gap at the time of a hit is what growing the shapes by their rounding leaves, and the
/// rounding of measuring it, `gap` of extent: a hit proves itself.
bool isProved(const MovingPair& pair, const ClosestPoints& closest, const SweepReport& report, double gap) {
  const double allowed = 4 * slackOf(pair, report.duration) + gap * extentOf(pair, report.duration);
  return !report.hit || closest.distance - pair.radii <= allowed;
}

/// Around A's centre at the start and along A's straight motion: a common one must not cost digits.
MovingPair movingPair(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b) {
  const Vec3& origin = a.pose.position;
  MovingPair pair{a, b, moverOf(a, motion_a, origin), moverOf(b, motion_b, origin), origin, Vec3{0.0}};
  pair.mover_b.linear -= pair.mover_a.linear;
  pair.mover_a.linear = Vec3{0.0};
  pair.velocity = pair.mover_b.linear;
  pair.radii = pair.mover_a.core.radius() + pair.mover_b.core.radius();
  pair.size = pairSize(a, b);
  return pair;
}

void finish(const MovingPair& pair, const ClosestPoints& closest, const Vec3& origin, SweepReport& report) {
  report.distance = std::max(0.0, closest.distance - pair.radii);
  if (!report.hit) return;
  if (report.normal == Vec3{0.0}) report.normal = closest.direction;
  if (report.starts_in_contact || report.normal == Vec3{0.0}) {
    const PairAnswer now = runAlgorithm(pair.curved() ? gjkEpaAlgorithm() : satAlgorithm(),
                                        {pair.a.shape, report.pose_a}, {pair.b.shape, report.pose_b}, {})
                               .answer;
    report.normal = now.normal;
    if (report.starts_in_contact) {
      report.point = now.closest_a + (now.closest_b - now.closest_a) / 2.0;
      return;
    }
  }
  const double radius_a = pair.mover_a.core.radius(), radius_b = pair.mover_b.core.radius();
  // The walk is relative to A's own straight motion.
  report.point = origin + (closest.a + radius_a * report.normal + closest.b - radius_b * report.normal) / 2.0;
}

}  // namespace

SweepReport sweepConvex(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                        double duration, SweepGoal goal) {
  SweepReport report;
  report.duration = duration;
  const MovingPair pair = movingPair(a, motion_a, b, motion_b);
  report.linear = pair.straight();
  ClosestPoints closest;
  if (report.linear) {
    closest = pair.curved() ? sweepCurved(pair, report) : sweepFeatures(pair, report);
    if (!pair.curved() && !isProved(pair, closest, report, kClosestGap)) {
      report = SweepReport{};
      report.duration = duration;
      closest = sweepCurved(pair, report);
    }
    // No pair is known that comes here; one that does is reported as undecided, not with a wrong time.
    report.undecided = !isProved(pair, closest, report, 2 * kSweepContact);
    const auto [a_min, a_max] = boundsOf(pair.mover_a.at(0));
    const auto [b_min, b_max] = boundsOf(pair.mover_b.at(0));
    report.boxes = sweepAabb(a_min, a_max, b_min, b_max, pair.velocity, duration);
  } else {
    const FirstContact found =
        firstContactOf(pair.mover_a, pair.mover_b, pair.radii, pair.size, duration, &report.steps);
    report.hit = found.hit;
    report.undecided = found.undecided;
    report.time = found.time;
    report.starts_in_contact = found.hit && found.time == 0;
    closest = closestOf(coreGap(pair.mover_a.at(found.time), pair.mover_b.at(found.time), found.direction));
    if (goal == SweepGoal::kImpactAndExit && found.hit && !found.undecided) {
      adopt(rotatingContacts(a, pair.mover_a, b, pair.mover_b, pair.size, report.time, duration), report);
    }
  }
  report.pose_a = poseAt(a.pose, motion_a, report.time);
  report.pose_b = poseAt(b.pose, motion_b, report.time);
  finish(pair, closest, pair.origin + report.time * motion_a.linear, report);
  return report;
}

FirstContact impactOfConvex(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                            double duration) {
  const MovingPair pair = movingPair(a, motion_a, b, motion_b);
  return firstContactOf(pair.mover_a, pair.mover_b, pair.radii + 2 * slackOf(pair, duration), pair.size, duration);
}

}  // namespace sepax
