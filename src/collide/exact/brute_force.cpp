#include "collide/exact/brute_force.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "collide/pair/pair_algorithm.h"
#include "geom/directions.h"
#include "geom/portable_math.h"
#include "geom/support.h"

namespace sepax {

namespace {

constexpr int kDirections = 4096;
constexpr int kSeeds = 12;           ///< peaks that are climbed
constexpr double kSeedsApart = 0.1;  ///< radians
constexpr double kFirstStep = 0.06;  ///< more than the distance of neighbouring directions, radians
constexpr double kLastStep = 1e-9;
constexpr int kMaxRounds = 100;        ///< of either search; a dozen is the rule
constexpr std::size_t kCutsKept = 12;  ///< of the cutting planes: three bind, the others save rounds
constexpr double kCertified = 4e-16;   ///< what may lie between the found gap and its upper bound, of extent
constexpr double kCoresMeet = 1e-9;    ///< below this core gap, of extent, lesser peaks are worth climbing

struct Sample {
  double gap = -INFINITY;  ///< of the cores
  Vec3 direction{1, 0, 0};
};

/// Both cores in units of their extent, so that tiny and huge ones neither underflow nor overflow.
struct Pair {
  SupportMap a, b;
  double extent = 1;
  bool planar = false;
  [[nodiscard]] double gap(const Vec3& d) const { return dot(cut(d), d); }
  /// The point of the Minkowski difference B − A that lies lowest along `d`. It bounds the gap along every other
  /// direction from above.
  [[nodiscard]] Vec3 cut(const Vec3& d) const { return b(-d).point / extent - a(d).point / extent; }
};

/// The part of `v` perpendicular to `e`, times |e|²; no digit cancels however small that is.
Vec3 perpendicularPart(const Vec3& v, const Vec3& e) { return crossAccurate(crossAccurate(e, v), e); }

/// The direction along which the lowest of the cuts lies highest: where one, two or three of them are level. The gap
/// there is an upper bound of the true one. Expects at least one cut; a gap of zero or less says that the origin lies
/// among them.
Sample highestUnder(const std::vector<Vec3>& cuts, bool planar) {
  Sample best;
  const auto offer = [&](const Vec3& direction) {
    const Vec3 d = normalizedOr(direction, Vec3{0.0});
    if (d == Vec3{0.0}) return;
    double lowest = INFINITY;
    for (const Vec3& c : cuts) lowest = std::min(lowest, dot(c, d));
    if (lowest > best.gap) best = {lowest, d};
  };
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    offer(cuts[i]);
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 e = cuts[j] - cuts[i];
      offer(perpendicularPart(cuts[i], e));
      for (std::size_t k = 0; k < j && !planar; ++k) {
        const Vec3 normal = crossAccurate(e, cuts[k] - cuts[i]);
        offer(dot(normal, cuts[i]) < 0 ? -normal : normal);
      }
    }
  }
  return best;
}

/// Climbs to the one peak there is when the cores are apart, by cutting planes (Kelley 1960): the gap is concave, every
/// cut bounds it from above, and the best direction under the cuts so far brings the next cut. Ends when bound and gap
/// meet, or when the cores do.
Sample climbApart(const Pair& pair, Sample best) {
  std::vector<Vec3> cuts = {pair.cut(best.direction)};
  for (int round = 0; round < kMaxRounds; ++round) {
    const Sample bound = highestUnder(cuts, pair.planar);
    if (!(bound.gap > 0)) break;
    const Vec3 cut = pair.cut(bound.direction);
    const double gap = dot(cut, bound.direction);
    if (gap > best.gap) best = {gap, bound.direction};
    if (bound.gap - gap <= kCertified) break;
    std::sort(cuts.begin(), cuts.end(),
              [&](const Vec3& p, const Vec3& q) { return dot(p, bound.direction) < dot(q, bound.direction); });
    if (cuts.size() >= kCutsKept) cuts.resize(kCutsKept - 1);
    cuts.push_back(cut);
  }
  return best;
}

/// Climbs to the peak next to a direction when the cores meet: a direction along which two or three corners of the
/// difference are level. Candidates come from the corners seen from directions around, in ever smaller circles.
Sample climbMeeting(const Pair& pair, Sample at) {
  double width = kFirstStep;
  for (int round = 0; round < kMaxRounds && width > kLastStep; ++round) {
    const Vec3 u = pair.planar ? Vec3{-at.direction.y, at.direction.x, 0} : anyPerpendicular(at.direction);
    const Vec3 v = pair.planar ? Vec3{0.0} : crossAccurate(at.direction, u);
    std::vector<Vec3> cuts = {pair.cut(at.direction)};
    Sample next = at;
    const auto offer = [&](const Vec3& direction) {
      const Vec3 d = normalizedOr(direction, at.direction);
      if (length(d - at.direction) > 2 * width) return;
      if (const double gap = pair.gap(d); gap > next.gap) next = {gap, d};
    };
    for (int i = 0; i < 8; ++i) {
      const Vec3 d = normalizedOr(
          at.direction + width * (portable::cos(M_PI / 4 * i) * u + portable::sin(M_PI / 4 * i) * v), at.direction);
      const Vec3 cut = pair.cut(d);
      if (dot(cut, d) > next.gap) next = {dot(cut, d), d};
      if (std::find(cuts.begin(), cuts.end(), cut) == cuts.end()) cuts.push_back(cut);
    }
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3 e = cuts[j] - cuts[i];
        offer(perpendicularPart(at.direction, e));
        for (std::size_t k = 0; k < j && !pair.planar; ++k) {
          const Vec3 normal = crossAccurate(e, cuts[k] - cuts[i]);
          offer(dot(normal, at.direction) < 0 ? -normal : normal);
        }
      }
    }
    if (!(next.gap > at.gap)) width *= 0.25;
    at = next;
  }
  return at;
}

/// The highest samples, none beside another; at least one.
std::vector<Sample> seeds(const Pair& pair, const std::vector<Vec3>& directions) {
  std::vector<Sample> all;
  all.reserve(directions.size());
  for (const Vec3& d : directions) all.push_back({pair.gap(d), d});
  std::stable_sort(all.begin(), all.end(), [](const Sample& p, const Sample& q) { return p.gap > q.gap; });
  std::vector<Sample> out;
  for (const Sample& s : all) {
    const auto beside = [&](const Sample& o) { return dot(o.direction, s.direction) > portable::cos(kSeedsApart); };
    if (std::none_of(out.begin(), out.end(), beside)) out.push_back(s);
    if (out.size() == kSeeds) break;
  }
  return out;
}

}  // namespace

PairReport runBruteForce(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  static const std::array<std::vector<Vec3>, 2> kSpread = {sphereDirections(kDirections),
                                                           circleDirections(kDirections)};
  const PairFrame frame = pairFrame(a, b, settings);
  double extent = frame.farthestCoordinate();
  if (!(extent > 0)) extent = 1;
  const Pair pair{coreMap(frame.a), coreMap(frame.b), extent, frame.a.planar && frame.b.planar};
  const std::vector<Sample> found = seeds(pair, kSpread[pair.planar ? 1 : 0]);
  Sample best = climbApart(pair, found.front());
  for (std::size_t i = 0; i < found.size() && best.gap < kCoresMeet; ++i) {
    if (const Sample peak = climbMeeting(pair, found[i]); peak.gap > best.gap) best = peak;
  }
  const double gap = best.gap * extent - frame.a.radius - frame.b.radius;

  PairReport report;
  PairAnswer& answer = report.answer;
  answer.separation = gap;
  answer.distance = std::max(0.0, gap);
  answer.verdict = verdictOf(gap, frame.touching);
  answer.normal = best.direction;
  if (answer.verdict == Verdict::kOverlapping) answer.mtv = best.direction * -gap;
  answer.closest_a = frame.origin + pair.a(best.direction).point + frame.a.radius * best.direction;
  answer.closest_b = frame.origin + pair.b(-best.direction).point - frame.b.radius * best.direction;
  return report;
}

}  // namespace sepax
