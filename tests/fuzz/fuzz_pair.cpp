#include "collide/pair_table.h"
#include "fuzz/fuzz_shapes.h"

#include <algorithm>
#include <limits>
#include <string>
#include <variant>

#include "collide/sweep/sweep.h"
#include "geom/bounding_volumes.h"
#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/ray_cast.h"
#include "geom/tolerances.h"

// Any two shapes in any poses: every algorithm answers with numbers, the reference's report is sound, the algorithms
// agree within what they promise, the order of the shapes does not matter, the mtv ends the overlap; sweeps, rays,
// contained points and bounding volumes answer too.

namespace {

using namespace sepax;
using fuzz::Bytes;
using fuzz::require;

void requireFinite(const PairReport& report, const std::string& name) {
  const PairAnswer& answer = report.answer;
  require(std::isfinite(answer.separation) && std::isfinite(answer.distance), name + " answers with finite numbers");
  for (const Vec3& v : {answer.normal, answer.mtv, answer.closest_a, answer.closest_b}) {
    require(isFinite(v), name + " answers with finite vectors");
  }
  require(std::abs(length(answer.normal) - 1) <= 1e-12, name + "'s normal is unit");
  require(answer.distance >= 0, name + "'s distance is not negative");
  for (const Contact& contact : answer.contacts) {
    require(isFinite(contact.position) && std::isfinite(contact.separation), name + "'s contacts are finite");
  }
}

/// What doubles can hold of this pair: the lengths that its answers are sums of.
double extentOf(const fuzz::AnyPair& pair, double size) {
  const Vec3 offset = pair.b.pose.position - pair.a.pose.position;
  double extent =
      size + std::max({std::abs(offset.x), std::abs(offset.y), std::abs(offset.z)});  // whose squares may vanish
  for (const PosedShape* shape : {&pair.a, &pair.b}) {
    const ConvexFeatures features = convexFeatures(shape->shape);
    for (const Vec3& v : features.core.vertices)
      extent = std::max({extent, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  }
  return extent;
}

/// Denormal lengths have no nine digits.
constexpr double kNoDigits = std::numeric_limits<double>::min();

/// The slow rows, a hundred times slower than the others, answer one input in sixteen.
void requireAlgorithmsAgree(const fuzz::AnyPair& pair, bool slow_too) {
  const double size = pairSize(pair.a, pair.b), extent = extentOf(pair, size);
  const PairReport reference = runConvex(pairAlgorithms().front(), pair.a, pair.b, {});
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (!handles(row, pair.a.shape, pair.b.shape)) continue;
    const std::string name = row.name;
    if (!slow_too && (name == "exact" || name == "brute-force")) continue;
    const PairReport report = runConvex(row, pair.a, pair.b, {});
    if (row.historical) continue;  // its defects are its point; that it returns is all we ask
    requireFinite(report, name);
    if (const auto* sat = std::get_if<SatReport>(&report.trace)) {
      const auto problem = check(*sat);
      require(!problem, name + "'s report is sound: " + problem.value_or(""));
    }
    if (const auto* gjk = std::get_if<GjkReport>(&report.trace)) {
      const auto problem = check(*gjk);
      require(!problem, name + "'s trace is sound: " + problem.value_or(""));
    }
    // It takes outlines as they are, and finds free positions within rounding of ordinary lengths alone.
    if (name == "union" && !fuzz::isOrdinary(pair)) continue;
    const double tolerance = std::max(row.tolerance, kTouching) * extent + kNoDigits;
    const auto problem =
        disagreement(name == "union" ? testPair(pair.a, pair.b).value() : reference, report, tolerance);
    require(!problem, name + " agrees with the reference: " + problem.value_or(""));
    if (!handles(row, pair.b.shape, pair.a.shape)) continue;
    const PairReport swapped = row.run(pair.b, pair.a, {});
    requireFinite(swapped, name + " swapped");
    const auto asymmetry = disagreement(report, swapped, tolerance);
    require(!asymmetry, name + " answers the swapped pair alike: " + asymmetry.value_or(""));
  }
}

/// Moving B by the mtv makes the shapes touch, as far as its position can hold the move.
void requireMtv(const fuzz::AnyPair& pair) {
  const PairAnswer answer = runConvex(pairAlgorithms().front(), pair.a, pair.b, {}).answer;
  if (answer.verdict != Verdict::kOverlapping) return;
  PosedShape moved = pair.b;
  moved.pose.position += answer.mtv;
  const double left = runConvex(pairAlgorithms().front(), pair.a, moved, {}).answer.separation;
  const double size = pairSize(pair.a, pair.b);
  const auto far = [](const Vec3& v) { return std::hypot(v.x, v.y, v.z); };  // squares of tiny lengths vanish
  const double held = 4e-16 * (far(pair.b.pose.position) + far(pair.a.pose.position));
  require(std::abs(left) <= kTouching * extentOf(pair, size) + held + kNoDigits, "moving B by the mtv ends in a touch");
}

void requireQueriesAnswer(const fuzz::AnyPair& pair, Bytes& bytes) {
  Motion motion_a, motion_b;
  const double speed = fuzz::anyLength(bytes);
  motion_b.linear = fuzz::anyPoint(bytes) * speed;
  if (bytes.below(2) == 1) motion_a.angular = fuzz::anyPoint(bytes);
  if (isPlanar(pair.a.shape)) {
    motion_b.linear.z = 0;
    motion_a.angular.x = motion_a.angular.y = 0;
  }
  const auto swept = sweep(pair.a, motion_a, pair.b, motion_b, 1);
  require(swept.has_value(), "a sweep of two shapes of one space is answered");
  require(std::isfinite(swept->time) && swept->time >= 0 && swept->time <= 1, "a sweep hits within its duration");
  require(std::isfinite(swept->distance) && isFinite(swept->normal) && isFinite(swept->point),
          "a sweep answers with numbers");

  const CastRay ray{fuzz::anyPosition(bytes, isPlanar(pair.a.shape)), normalizedOr(fuzz::anyPoint(bytes), {1, 0, 0}),
                    1e3};
  for (const PosedShape* s : {&pair.a, &pair.b}) {
    const RayHit hit = castRay(s->shape, s->pose, ray);
    require(std::isfinite(hit.distance) && isFinite(hit.point) && isFinite(hit.normal), "a ray answers with numbers");
    require(!hit.hit || (hit.distance >= 0 && hit.distance <= ray.length), "a ray hits within its length");
    const ContainsReport contains = containsPoint(s->shape, s->pose, ray.origin);
    require(std::isfinite(contains.signed_distance) && isFinite(contains.boundary_point) && isFinite(contains.normal),
            "contains answers with numbers");
    require(contains.inside == (contains.place != PointPlace::kOutside), "contains does not contradict itself");
  }
}

void requireVolumesEnclose(const PosedShape& shape) {
  const ConvexFeatures features = transformed(convexFeatures(shape.shape), shape.pose.rotation, shape.pose.position);
  std::vector<VolumeKind> kinds;
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (!features.planar || info.planar_name != nullptr) kinds.push_back(info.kind);
  }
  const auto fitted = fitVolumes(features.core.vertices, kinds, features.planar);
  if (!fitted) return;  // coordinates beyond the door's limit
  for (const FittedVolume& volume : *fitted) {
    const std::string name = infoOf(volume.kind).name;
    require(!std::isnan(volume.volume) && volume.volume >= 0 && !std::isnan(volume.area) && volume.area >= 0,
            name + " has a volume");
    for (const Vec3& v : features.core.vertices) require(encloses(volume, v), name + " encloses every point");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const auto pair = fuzz::anyPair(bytes);
  if (!pair) return 0;
  fuzz::in_words = [&] { return fuzz::caseOf(*pair); };
  // All of it takes many times as long as the quick rows: most inputs ask for them alone.
  const int asked = bytes.choice(64);
  requireAlgorithmsAgree(*pair, asked == 0);
  if (asked <= 4) {
    requireMtv(*pair);
    requireQueriesAnswer(*pair, bytes);
  }
  if (asked == 0 || asked == 5) {
    requireVolumesEnclose(pair->a);
    requireVolumesEnclose(pair->b);
  }
  return 0;
}
