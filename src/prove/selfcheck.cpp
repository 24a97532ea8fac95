#include "prove/selfcheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>

#include "collide/exact/exact.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pair_table.h"
#include "geom/convex.h"
#include "geom/pieces.h"
#include "geom/tolerances.h"
#include "prove/contact_checks.h"

namespace sepax {

namespace {

constexpr std::uint64_t kStreamPairs = 512;  ///< pairs drawn from one stream of random numbers: the unit of work
constexpr double kNearTouching = 1e-7;       ///< of size: such pairs are always answered exactly
constexpr std::uint64_t kCompareEvery = 128, kCompareCurvedEvery = 16, kSweepEvery = 64, kMassEvery = 128;
constexpr std::uint64_t kPairsPerSolid = 50, kMinSolids = 3, kSolidSeeds = 1'000'000;  ///< meshes taken apart
constexpr std::uint64_t kContactsEvery = 8;  ///< of box pairs, of which there are most
/// Verdicts may differ from the truth's this close to the border between touching and not, of size.
constexpr double kBorder = 1e-3 * kTouching;

/// Facts about a pair that do not come from the reference's answer.
struct Truth {
  std::optional<double> separation;
  std::optional<ExactReport> exact;
  /// The true separation and distance are larger by up to this, metres: exact arithmetic knows cylinders and cones by
  /// the prisms and pyramids around them.
  double tessellation = 0;
  /// How far a value is from the truth's.
  [[nodiscard]] double errorOf(double value, double expected) const {
    return std::max({0.0, expected - value, value - expected - tessellation});
  }
};

/// One row of the result and how its pairs are drawn.
struct Plan {
  const ShapeKind *a, *b;
  std::vector<Mix> mixes;
  bool boxes;  ///< pairs of BoxPairs, with the radius formula for all of them
  std::uint64_t pairs;
  std::uint64_t exact_every;
};

std::string kindsOf(const Plan& plan) { return fmt::format("{}-{}", plan.a->name, plan.b->name); }

bool isOneOf(const ShapeKind& kind, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return std::strcmp(kind.name, name) == 0; });
}

/// Exact arithmetic takes 10 µs for round shapes and milliseconds for hulls: the share of pairs that it answers
/// follows.
std::uint64_t exactShare(const ShapeKind& a, const ShapeKind& b) {
  const auto has_many_faces = [](const ShapeKind& kind) {
    return isOneOf(kind, {"hull", "cylinder", "cone", "rounded_hull", "rounded_cylinder", "rounded_cone", "heightfield",
                          "compound", "tapered_capsule", "ellipsoid", "rounded_ellipsoid"});
  };
  return has_many_faces(a) && has_many_faces(b) ? 256 : has_many_faces(a) || has_many_faces(b) ? 64 : 16;
}

std::vector<Plan> plansFor(const SelfcheckOptions& options) {
  const auto& kinds = shapeKinds();
  const auto box = std::find_if(kinds.begin(), kinds.end(),
                                [](const ShapeKind& kind) { return std::strcmp(kind.name, "box") == 0; });
  std::vector<Plan> plans;
  std::vector<Mix> mixes;
  for (int mix = 0; mix < kMixes; ++mix) mixes.push_back(static_cast<Mix>(mix));
  for (const Mix mix : mixes)
    plans.push_back({.a = &*box, .b = &*box, .mixes = {mix}, .boxes = true, .pairs = options.pairs, .exact_every = 16});
  const std::uint64_t others = (options.pairs + 9) / 10;
  for (int mix = kMixes; mix < kAllMixes; ++mix) mixes.push_back(static_cast<Mix>(mix));
  plans.push_back({.a = &*box,
                   .b = &*box,
                   .mixes = {mixes.begin() + kMixes, mixes.end()},
                   .boxes = false,
                   .pairs = others,
                   .exact_every = 16});
  for (const ShapeKind& a : kinds) {
    for (const ShapeKind& b : kinds) {
      if (!arePaired(a, b) || (&a == &*box && &b == &*box)) continue;
      plans.push_back(
          {.a = &a, .b = &b, .mixes = mixes, .boxes = false, .pairs = others, .exact_every = exactShare(a, b)});
    }
  }
  if (!options.only.empty()) {
    std::erase_if(plans, [&](const Plan& plan) {
      return std::find(options.only.begin(), options.only.end(), kindsOf(plan)) == options.only.end();
    });
  }
  return plans;
}

/// The unit of errors: the pair's size, or a metre for two points.
double unitOf(double size) { return size > 0 ? size : 1; }

/// The verdict that the contract asks for at a true separation; none where two are allowed.
std::optional<Verdict> expectedVerdict(double separation, double size) {
  const double touching = kTouching * size;
  if (std::abs(std::abs(separation) - touching) <= kBorder * size) return std::nullopt;
  return verdictOf(separation, touching);
}

/// The reference; concave shapes are tested by their pieces.
PairReport referenceReport(const WorkPair& pair) { return testPair(pair.a, pair.b).value(); }

/// The exact answer of the pieces with the smallest gap, which is the distance when apart and else minus the depth;
/// convex shapes are one piece. Every pair of pieces is tested. Meshes drawn here are open: nothing lies inside one
/// without touching it.
ExactReport exactByPieces(const WorkPair& pair, double touching) {
  const auto gap = [](const ExactReport& report) { return report.distance > 0 ? report.distance : report.separation; };
  const ShapePieces a(pair.a.shape), b(pair.b.shape);
  // The place of a child is composed with the body's: around A's centre, where the world's coordinates do not round it.
  const bool placed = arePiecesPlaced(pair.a.shape) || arePiecesPlaced(pair.b.shape);
  const Vec3 origin = placed ? pair.a.pose.position : Vec3{0.0};
  std::optional<ExactReport> nearest;
  for (int i = 0; i < a.count(); ++i) {
    for (int j = 0; j < b.count(); ++j) {
      ExactReport report = exactReport(a.piece(i, {pair.a.pose.position - origin, pair.a.pose.rotation}),
                                       b.piece(j, {pair.b.pose.position - origin, pair.b.pose.rotation}), touching);
      if (!nearest || gap(report) < gap(*nearest)) nearest = std::move(report);
    }
  }
  return std::move(*nearest);
}

bool isOf(CurvedKind kind, const PosedShape& posed) {
  const auto curved = trueFeatures(posed.shape).curved;
  return curved && curved->kind == kind;
}
bool isDrop(const PosedShape& posed) { return isOf(CurvedKind::kDrop, posed); }

/// A ball of a tapered capsule, `share` of the way from its start to its end. All of them together are the capsule.
PosedShape ballOf(const PosedShape& tapered, double share) {
  return std::visit(
      [&]<class S>(const S& s) -> PosedShape {
        if constexpr (Tapered<S>) {
          Vec3 centre{0.0};
          centre[S::kAxis] = (2 * share - 1) * s.half_length;
          const double radius = s.radius_start + share * (s.radius_end - s.radius_start);
          const Pose pose{toWorld(tapered.pose, centre), Mat3{1.0}};
          return S::kPlanar ? PosedShape{Circle{radius}, pose} : PosedShape{Sphere{radius}, pose};
        }
        return tapered;
      },
      tapered.shape);
}

/// The distance of a tapered capsule from a convex shape by its nearest ball: convex in the ball's place, so that
/// golden sections find it.
double distanceByBalls(const WorkPair& pair) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kRounds = 40;
  const bool of_a = isDrop(pair.a);
  // Around A's centre, where the world's coordinates do not round a ball's place.
  WorkPair near = pair;
  for (PosedShape* shape : {&near.a, &near.b}) shape->pose.position -= pair.a.pose.position;
  const auto at = [&](double share) {
    const PosedShape ball = ballOf(of_a ? near.a : near.b, share);
    return testPair(of_a ? ball : near.a, of_a ? near.b : ball).value().answer.distance;
  };
  double from = 0, to = 1, x0 = 1 - kGolden, x1 = kGolden, d0 = at(x0), d1 = at(x1),
         least = std::min({at(0), at(1), d0, d1});
  for (int i = 0; i < kRounds; ++i) {
    if (d0 <= d1) {
      to = x1;
      x1 = x0;
      d1 = d0;
      d0 = at(x0 = to - kGolden * (to - from));
    } else {
      from = x0;
      x0 = x1;
      d0 = d1;
      d1 = at(x1 = from + kGolden * (to - from));
    }
    least = std::min({least, d0, d1});
  }
  return least;
}

void countCoverage(const PairReport& report, SelfcheckCounts& counts) {
  ++(report.answer.verdict == Verdict::kSeparated  ? counts.separated
     : report.answer.verdict == Verdict::kTouching ? counts.touching
                                                   : counts.overlapping);
  const auto* sat = std::get_if<SatReport>(&report.trace);
  if (sat == nullptr) return;
  static constexpr std::array kCounted{AxisKind::kFaceA,   AxisKind::kFaceB,   AxisKind::kEdgePair,
                                       AxisKind::kClosest, AxisKind::kLateral, AxisKind::kRim};
  const auto kind = std::find(kCounted.begin(), kCounted.end(), decidingAxis(*sat).id.kind);
  if (kind != kCounted.end()) ++counts.decided[static_cast<std::size_t>(kind - kCounted.begin())];
  counts.ties += sat->tie ? 1 : 0;
  counts.degenerate += std::any_of(sat->axes.begin(), sat->axes.end(),
                                   [](const SatAxis& axis) { return axis.state == AxisState::kDegenerate; })
                           ? 1
                           : 0;
  counts.unsound += check(*sat) ? 1 : 0;
}

/// The truth of concave pairs is that of their deepest pieces: the whole shapes are as deep as that or deeper, and a
/// thin body that touches pieces may lie in a cut between them. The algorithm `union` knows how deep they are.
void checkTruth(const PairReport& report, const Truth& truth, bool same_axes, double size, SelfcheckCounts& counts) {
  if (!truth.separation) return;
  ++counts.known;
  const PairAnswer& answer = report.answer;
  const bool deeper = report.pieces && answer.verdict == Verdict::kOverlapping && answer.separation < *truth.separation;
  const double gap = deeper && *truth.separation <= kTouching * size ? answer.separation : *truth.separation;
  const auto expected = expectedVerdict(gap, size);
  const bool is_certain = expected && expectedVerdict(gap + truth.tessellation, size) == expected;
  if (is_certain && *expected != answer.verdict) {
    ++counts.wrong;
    raise(counts.worst_wrong_gap, std::abs(gap) / unitOf(size));
  }
  // Apart, the largest gap over the axes depends on which are listed; the distance does not.
  if (gap <= 0 || same_axes) raise(counts.separation_error, truth.errorOf(answer.separation, gap) / unitOf(size));
  if (!truth.exact) return;
  raise(counts.distance_error, truth.errorOf(answer.distance, truth.exact->distance) / unitOf(size));
  const int sign = answer.separation > 0 ? 1 : -1;
  if (truth.exact->sign == -sign && truth.tessellation == 0) {
    ++counts.sign_flips;
    raise(counts.worst_flip, std::abs(gap) / unitOf(size));
  }
}

/// Every other algorithm on the same pair, beyond its stated tolerance.
void compareAlgorithms(const WorkPair& pair, const WorkPlace& where, const PairReport& report, double size,
                       SelfcheckCounts& counts) {
  const PairAnswer& answer = report.answer;
  ++counts.compared;
  if (const auto error = mirrorError(pair.a, pair.b, answer)) {
    ++counts.mirrored;
    raise(counts.mirror_error, *error / unitOf(pairExtent(pair.a, pair.b)));
  }
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (row.historical || &row == &pairAlgorithms().front() || !handles(row, pair.a.shape, pair.b.shape)) continue;
    const PairReport other = testPair(pair.a, pair.b, {}, row.name).value();
    if (const auto problem =
            disagreement(report, other, std::max(row.tolerance, kTouching) * pairExtent(pair.a, pair.b))) {
      ++counts.disagreements;
      if (counts.first_disagreement.empty())
        counts.first_disagreement = fmt::format("{}, {}: {}", placeName(where), row.name, *problem);
    }
    if (std::strcmp(row.name, "brute-force") == 0) {
      const double bound = answer.separation > 0 ? std::max(answer.distance, answer.separation) : answer.separation;
      raise(counts.brute_excess, (other.answer.separation - bound) / unitOf(size));
    }
  }
}

void checkPair(const Plan& plan, const WorkPair& pair, const WorkPlace& where, std::uint64_t index,
               SelfcheckCounts& counts) {
  const double size = pairSize(pair.a, pair.b);
  const PairReport report = referenceReport(pair);
  const PairAnswer& answer = report.answer;
  ++counts.pairs;
  countCoverage(report, counts);

  Truth truth;
  if (plan.boxes) truth.separation = boxGap(pair.a, pair.b);
  const bool near_touching = std::abs(truth.separation.value_or(answer.separation)) <= kNearTouching * size;
  if (plan.a->unbounded || plan.b->unbounded) {
    // The proxy lies elsewhere on the surface: its position is rounded as the world's coordinates are.
    const double held =
        2 * std::numeric_limits<double>::epsilon() * (length(pair.a.pose.position) + length(pair.b.pose.position));
    const double gap = halfSpaceGap(pair.a, pair.b);
    truth.separation = std::abs(answer.separation - gap) <= held ? answer.separation : gap;
    raise(counts.distance_error, std::abs(answer.distance - std::max(0.0, *truth.separation)) / unitOf(size));
  } else if (isDrop(pair.a) || isDrop(pair.b)) {
    // Exact arithmetic would take their polytopes' thousand faces for them. How deep they are, brute force says.
    if (answer.separation > 0 && index % plan.exact_every == 0 && isConvex(pair.a.shape) && isConvex(pair.b.shape)) {
      raise(counts.distance_error, std::abs(answer.distance - distanceByBalls(pair)) / unitOf(size));
    }
  } else if (isOf(CurvedKind::kEllipsoid, pair.a) || isOf(CurvedKind::kEllipsoid, pair.b)) {
    // Brute force over directions knows the distance of two shapes that are apart, and proves it.
    if (answer.separation > 0 && index % plan.exact_every == 0 && isConvex(pair.a.shape) && isConvex(pair.b.shape)) {
      const double distance = testPair(pair.a, pair.b, {}, "brute-force").value().answer.distance;
      raise(counts.distance_error, std::abs(answer.distance - distance) / unitOf(size));
    }
  } else if (near_touching || index % plan.exact_every == 0) {
    truth.exact = exactByPieces(pair, kTouching * size);
    truth.separation = truth.exact->separation;
    truth.tessellation = tessellationError(pair.a.shape) + tessellationError(pair.b.shape);
    ++counts.exact;
  }
  const auto* sat = std::get_if<SatReport>(&report.trace);
  // Several pairs of pieces can be nearest by the same corner, with axes of their own; prisms and pyramids have others.
  const bool same_axes = sat != nullptr && sat->pruned_edge_pairs == 0 && !report.pieces && truth.tessellation == 0;
  checkTruth(report, truth, same_axes, size, counts);

  if (answer.verdict == Verdict::kOverlapping && (plan.boxes || index % 4 == 0)) {
    PosedShape moved = pair.b;
    moved.pose.position += answer.mtv;
    const double left = plan.boxes ? boxGap(pair.a, moved) : separationAfterMtv(pair.a, pair.b, answer);
    const double held =
        std::numeric_limits<double>::epsilon() * (length(pair.a.pose.position) + length(pair.b.pose.position));
    raise(counts.mtv_error, std::max(0.0, std::abs(left) - held) / unitOf(size));
  }
  const bool curved = tessellationError(pair.a.shape) + tessellationError(pair.b.shape) > 0;
  if (index % (curved ? kCompareCurvedEvery : kCompareEvery) == 0) compareAlgorithms(pair, where, report, size, counts);
  if (index % kSweepEvery == 1) checkSweeps(pair, index, counts.sweeps);
  if (index % kMassEvery == 2) {
    checkMass(pair.a, placeName(where), counts.mass);
    checkMass(pair.b, placeName(where), counts.mass);
  }
  if (!plan.boxes || index % kContactsEvery == 0)
    checkContacts(pair, report, where, index % plan.exact_every == 0, counts.contacts);
}

void merge(const SelfcheckCounts& from, SelfcheckCounts& into) {
  for (auto member :
       {&SelfcheckCounts::pairs, &SelfcheckCounts::wrong, &SelfcheckCounts::unsound, &SelfcheckCounts::known,
        &SelfcheckCounts::exact, &SelfcheckCounts::sign_flips, &SelfcheckCounts::compared,
        &SelfcheckCounts::disagreements, &SelfcheckCounts::separated, &SelfcheckCounts::touching,
        &SelfcheckCounts::overlapping, &SelfcheckCounts::degenerate, &SelfcheckCounts::ties}) {
    into.*member += from.*member;
  }
  for (auto member :
       {&SelfcheckCounts::worst_wrong_gap, &SelfcheckCounts::separation_error, &SelfcheckCounts::distance_error,
        &SelfcheckCounts::mtv_error, &SelfcheckCounts::worst_flip, &SelfcheckCounts::brute_excess}) {
    into.*member = std::max(into.*member, from.*member);
  }
  for (std::size_t i = 0; i < into.decided.size(); ++i) into.decided[i] += from.decided[i];
  merge(from.contacts, into.contacts);
  if (into.first_disagreement.empty()) into.first_disagreement = from.first_disagreement;
  merge(from.sweeps, into.sweeps);
  merge(from.mass, into.mass);
  into.mirrored += from.mirrored;
  into.mirror_error = std::max(into.mirror_error, from.mirror_error);
}

/// A piece of work: one stream of one mix of one plan.
struct Task {
  std::size_t plan;
  Mix mix;
  std::uint64_t stream, first, pairs;  ///< `first`: how many pairs of the plan come before
};

std::vector<Task> tasksFor(const std::vector<Plan>& plans) {
  std::vector<Task> tasks;
  for (std::size_t p = 0; p < plans.size(); ++p) {
    const std::uint64_t mixes = plans[p].mixes.size();
    std::uint64_t first = 0;
    for (std::uint64_t m = 0; m < mixes; ++m) {
      std::uint64_t left = plans[p].pairs / mixes + (m < plans[p].pairs % mixes ? 1 : 0);
      for (std::uint64_t stream = 0; left > 0; ++stream) {
        const std::uint64_t count = std::min(left, kStreamPairs);
        tasks.push_back({p, plans[p].mixes[m], stream, first, count});
        first += count;
        left -= count;
      }
    }
  }
  return tasks;
}

SelfcheckCounts runTask(const Plan& plan, const Task& task, std::uint64_t seed) {
  SelfcheckCounts counts;
  const auto run = [&](auto pairs) {
    for (std::uint64_t i = 0; i < task.pairs; ++i) {
      checkPair(plan, pairs.next(), {plan.a->name, plan.b->name, task.mix, task.stream, i}, task.first + i, counts);
    }
  };
  if (plan.boxes) {
    run(BoxPairs(task.mix, seed, task.stream));
  } else {
    run(KindPairs(*plan.a, *plan.b, task.mix, seed, task.stream));
  }
  return counts;
}

/// The pair of a stream that comes after `index` others.
template <typename Pairs>
WorkPair pairOf(Pairs pairs, std::uint64_t index) {
  WorkPair pair = pairs.next();
  for (std::uint64_t i = 0; i < index; ++i) pair = pairs.next();
  return pair;
}

}  // namespace

bool isSelfcheckRow(const std::string& kinds) {
  const std::vector<Plan> plans = plansFor({});
  return std::any_of(plans.begin(), plans.end(), [&](const Plan& plan) { return kindsOf(plan) == kinds; });
}

Result<WorkPair> selfcheckPair(const std::string& place, std::uint64_t seed) {
  std::istringstream words(place);
  std::string kinds, mix, rest;
  std::uint64_t stream = 0, index = 0;
  char colon = 0;
  if (!(words >> kinds >> mix >> stream >> colon >> index) || colon != ':' || index >= kStreamPairs || words >> rest) {
    return fail(ErrorCode::kSyntax, place, "a pair's place was expected, such as \"capsule-box sliver 0:17\"");
  }
  for (const Plan& plan : plansFor({})) {
    if (kindsOf(plan) != kinds) continue;
    for (const Mix of : plan.mixes) {
      if (mixName(of) != mix) continue;
      return plan.boxes ? pairOf(BoxPairs(of, seed, stream), index)
                        : pairOf(KindPairs(*plan.a, *plan.b, of, seed, stream), index);
    }
  }
  return fail(ErrorCode::kNotFound, place, "no pairs of these kinds are drawn in this mix");
}

bool isClean(const SelfcheckCounts& counts) {
  return counts.wrong == 0 && counts.sweeps.wrong == 0 && counts.sweeps.apart_within <= kSweepPromise &&
         counts.sweeps.overlap_between <= kSweepPromise && counts.unsound == 0 && counts.disagreements == 0 &&
         counts.separation_error <= kTouching && counts.distance_error <= kTouching && counts.mtv_error <= kTouching &&
         counts.brute_excess <= kTouching && counts.mirror_error <= kTouching && isClean(counts.contacts) &&
         std::ranges::all_of(counts.mass, [](const QueryCount& count) { return count.worst <= kMassByRays; });
}

bool isClean(const SelfcheckResult& result) {
  const std::vector<Question> solids = solidQuestions(result.solids);
  return std::ranges::all_of(solids, [](const Question& question) { return question.worst <= question.allowed; }) &&
         std::all_of(result.rows.begin(), result.rows.end(),
                     [](const SelfcheckRow& row) { return isClean(row.counts); });
}

std::vector<Question> questionsOf(const SelfcheckCounts& counts) {
  const SweepCounts& sweeps = counts.sweeps;
  std::vector<Question> out = {
      {"verdict: gap of a wrong one", counts.known, counts.worst_wrong_gap, 0, {}},
      {"separation", counts.known, counts.separation_error, kTouching, {}},
      {"distance", counts.exact, counts.distance_error, kTouching, {}},
      {"brute force finds more", counts.compared, counts.brute_excess, kTouching, {}},
      {"sweep: gap at the impact", sweeps.hits, sweeps.gap_at_impact, kSweepPromise, {}},
      {"sweep: overlap before it", sweeps.sweeps, sweeps.depth_before, kSweepPromise, {}},
      {"sweep: overlap after the exit", sweeps.exits, sweeps.depth_after, kSweepPromise, {}},
      {"sweep: gap within a contact", sweeps.spans, sweeps.apart_within, kSweepPromise, {}},
      {"sweep: overlap between contacts", sweeps.spans, sweeps.overlap_between, kSweepPromise, {}},
      {"mirrored, the same gap", counts.mirrored, counts.mirror_error, kTouching, {}},
  };
  static constexpr const char* kMassNames[] = {"mass: volume by rays", "mass: inertia by rays",
                                               "area by rays or sides"};
  for (std::size_t q = 0; q < counts.mass.size(); ++q) {
    const QueryCount& count = counts.mass[q];
    out.push_back({kMassNames[q], count.asked, count.worst, kMassByRays, count.worst_at});
  }
  for (std::size_t q = 0; q < counts.contacts.size(); ++q) {
    const auto query = static_cast<ContactQuery>(q);
    const QueryCount& count = counts.contacts[q];
    out.push_back({contactQueryName(query), count.asked, count.worst, allowed(query), count.worst_at});
  }
  return out;
}

std::vector<Question> solidQuestions(const SolidCounts& counts) {
  std::vector<Question> out;
  for (std::size_t q = 0; q < counts.size(); ++q) {
    const auto query = static_cast<SolidQuery>(q);
    out.push_back({solidQueryName(query), counts[q].asked, counts[q].worst, allowed(query), counts[q].worst_at});
  }
  return out;
}

std::span<const char* const> notCovered() {
  static constexpr const char* kNotCovered[] = {
      "that no translation is shorter than the mtv of concave shapes in space: it lies between mtv_lower_bound and it",
      "the depth of points in closed meshes, and their inertia: the meshes that are drawn are open",
      "openings of rotating sweeps that are shorter than openings_missed_below",
  };
  return kNotCovered;
}

SelfcheckResult selfcheck(const SelfcheckOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Plan> plans = plansFor(options);
  const std::vector<Task> tasks = tasksFor(plans);
  std::vector<SelfcheckCounts> found(tasks.size());  // by task and merged in their order, whichever thread did them
  std::vector<SolidCounts> solids(options.only.empty() ? options.pairs / kPairsPerSolid + kMinSolids : 0);
  const std::size_t all = tasks.size() + solids.size();
  std::atomic<std::size_t> next{0}, finished{0};
  std::atomic<bool> is_stopped = false;
  std::mutex reporting;
  const auto work = [&] {
    for (std::size_t t = next++; t < all && !is_stopped; t = next++) {
      if (t < tasks.size()) {
        found[t] = runTask(plans[tasks[t].plan], tasks[t], options.seed);
      } else {
        checkDecomposition(options.seed * kSolidSeeds + t - tasks.size(), solids[t - tasks.size()]);
      }
      const std::size_t done = ++finished;
      const std::lock_guard lock(reporting);
      if (!goesOn(options.progress, static_cast<double>(done) / static_cast<double>(all))) is_stopped = true;
    }
  };
  const int threads =
      options.threads > 0 ? options.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();

  SelfcheckResult result;
  for (const Plan& plan : plans) {
    result.rows.push_back({plan.a->name,
                           plan.b->name,
                           plan.mixes.size() == 1           ? mixName(plan.mixes[0])
                           : plan.mixes.size() == kAllMixes ? "all"
                                                            : "hard",
                           plan.a->planar,
                           {}});
  }
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    merge(found[t], result.rows[tasks[t].plan].counts);
    merge(found[t], result.by_mix[static_cast<std::size_t>(tasks[t].mix)]);
  }
  for (const SolidCounts& counts : solids) merge(counts, result.solids);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace sepax
