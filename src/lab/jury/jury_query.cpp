#include "lab/jury/jury_query.h"

#include "collide/sweep/sweep_mover.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "core/version.h"
#include "document/motion.h"
#include "geom/contains.h"
#include "geom/portable_math.h"
#include "geom/ray_cast.h"
#include "geom/support.h"
#include "lab/jury/jury.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace sepax {

namespace {

constexpr int kMaxAdvances = 1000;

JurorAnswer notSwept(const char* why) {
  JurorAnswer out;
  out.status = JurorAnswer::Status::kUnsupported;
  out.message = why;
  return out;
}

/// No point of the shape rotates faster along a direction, m/s.
double rotationSpeed(const Mover& mover, const Vec3& along) {
  return length(cross(mover.angular, along)) * (mover.arm + mover.core.radius());
}

bool isSwept(const Shape& shape) { return isConvex(shape) && !isUnbounded(shape); }

}  // namespace

JurorAnswer sweepByRow(const PairAlgorithm& row, const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                       const Motion& motion_b, double duration, double tolerance) {
  if (row.historical) return notSwept("sweeps and rays");
  if (!isSwept(a.shape) || !isSwept(b.shape)) return notSwept("sweeps and rays at concave or endless shapes");
  const Motion way_a = possible(a.shape, motion_a), way_b = possible(b.shape, motion_b);
  const Mover mover_a = moverOf(a, way_a, Vec3{0.0}), mover_b = moverOf(b, way_b, Vec3{0.0});
  JurorAnswer out;
  double time = 0;
  std::optional<Vec3> apart;  // the last normal along which they were: of shapes in contact GJK has none
  for (int step = 0; step < kMaxAdvances; ++step) {
    const PosedShape at_a = movedTo(a, way_a, time), at_b = movedTo(b, way_b, time);
    const auto report = testPair(at_a, at_b, {}, row.name);
    if (!report) return notSwept(report.error().message.c_str());
    const PairAnswer& answer = report->answer;
    const bool is_apart = answer.verdict == Verdict::kSeparated;
    const double gap = is_apart ? gapAlong(at_a, at_b, answer.normal) : 0;
    if (gap <= tolerance) {
      out.hit = true;
      out.time = time;
      out.normal = is_apart ? answer.normal : apart;
      return out;
    }
    apart = answer.normal;
    const double speed = dot(way_a.linear - way_b.linear, answer.normal) + rotationSpeed(mover_a, answer.normal) +
                         rotationSpeed(mover_b, answer.normal);
    if (speed <= 0 || time + gap / speed > duration) {
      out.hit = false;
      return out;
    }
    time += gap / speed;
  }
  out.status = JurorAnswer::Status::kError;
  out.message = "no contact and no end within 1000 steps";
  return out;
}

namespace {

using Status = JurorAnswer::Status;

std::string digits(double value) { return humanNumber(value, 6); }

/// The two moving shapes of a sweep, or the ray's end and its body, over the time of the question: a ray is a point
/// that goes 1 m/s.
struct Moving {
  PosedShape a, b;
  Motion motion_a, motion_b;
  double duration = 0;

  [[nodiscard]] std::pair<PosedShape, PosedShape> at(double time) const {
    return {movedTo(a, motion_a, time), movedTo(b, motion_b, time)};
  }
  /// Positive apart.
  [[nodiscard]] double gapAt(double time) const {
    const auto [at_a, at_b] = at(time);
    const auto report = testPair(at_a, at_b);
    if (!report) return 0;
    return report->answer.separation > 0 ? std::max(report->answer.distance, report->answer.separation)
                                         : report->answer.separation;
  }
  [[nodiscard]] double gapMin(double from, double to) const;
};

/// The smallest gap within [from, to]: looked for in steps, then by golden sections around the best. The gap
/// of convex shapes that go straight is convex in time, and this finds its minimum.
double Moving::gapMin(double from, double to) const {
  constexpr int kSteps = 32, kSections = 40;
  double best = gapAt(from), best_time = from;
  for (int i = 1; i <= kSteps; ++i) {
    const double time = from + (to - from) * i / kSteps, gap = gapAt(time);
    if (gap < best) best = gap, best_time = time;
  }
  constexpr double kGolden = 0.6180339887498949;
  double low = std::max(from, best_time - (to - from) / kSteps), high = std::min(to, best_time + (to - from) / kSteps);
  for (int i = 0; i < kSections && high > low; ++i) {
    const double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
    const double gap_left = gapAt(left), gap_right = gapAt(right);
    best = std::min({best, gap_left, gap_right});
    (gap_left < gap_right ? high : low) = gap_left < gap_right ? right : left;
  }
  return best;
}

PosedShape posedBody(const Document& document, const std::string& id) {
  const Body* const body = findBody(document, id);
  return body != nullptr ? posedShape(*body) : PosedShape{};
}

Moving movingOf(const Document& document, const Query& query) {
  if (const auto* const asked = std::get_if<SweepQuery>(&query)) {
    const Body *a = findBody(document, asked->pair.first), *b = findBody(document, asked->pair.second);
    if (a == nullptr || b == nullptr) return {};
    return {posedShape(*a), posedShape(*b), motionOf(*a), motionOf(*b), asked->duration};
  }
  const auto& ray = std::get<RayQuery>(query);
  const Shape point = document.space == Space::k2d ? Shape(Point2{}) : Shape(Point3{});
  Pose start;
  start.position = ray.origin;
  const Vec3 way = ray.direction / length(ray.direction);
  return {PosedShape{point, start}, posedBody(document, ray.body.value_or("")), Motion{way, Vec3{0.0}, std::nullopt},
          Motion{}, ray.length};
}

/// The length in metres that the jurors' precision loses here: at the start and at the end of the motion.
double toleranceOf(const Moving& moving, const std::string& precision, double stated) {
  const auto [end_a, end_b] = moving.at(moving.duration);
  return std::max(juryTolerance(moving.a, moving.b, precision, stated), juryTolerance(end_a, end_b, precision, stated));
}

/// The difference between a hit and none; nothing else need then be compared.
std::optional<JuryDifference> hitDifference(bool hits, bool reference_hits, bool starts_in_contact,
                                            const Moving& moving, double tolerance) {
  if (hits == reference_hits) return std::nullopt;
  // Many engines report shapes that overlap from the start only to a query for overlaps.
  if (!hits && starts_in_contact) return tie("hit", 0, tr("what overlaps from the start is no hit for it"));
  const double gap = moving.gapMin(0, moving.duration);
  if (std::abs(gap) <= tolerance) return tie("hit", std::abs(gap), tr("they only graze each other"));
  return wrong("hit", std::abs(gap),
               hits ? trf("says hit, but they stay {} m apart", digits(gap))
                    : trf("says no hit, but they overlap by {} m on the way", digits(-gap)));
}

std::vector<JuryDifference> sweepDifferences(const JurorAnswer& answer, const SweepReport& reference,
                                             const Moving& moving, double tolerance) {
  std::vector<JuryDifference> out;
  // Where the reference stopped before it was certain, no answer is wrong.
  if (!answer.hit || reference.undecided) return out;
  if (auto hit = hitDifference(*answer.hit, reference.hit, reference.starts_in_contact, moving, tolerance))
    return {*hit};
  if (const double gap = answer.separation.value_or(0); gap < -tolerance && !reference.starts_in_contact)
    out.push_back(wrong("separation", -gap, trf("a depth of {} m, but they are apart at the start", digits(-gap))));
  if (!reference.hit) return out;
  const double time = answer.time.value_or(reference.time);
  const std::string times = digits(time), right = digits(reference.time);
  if (!(time >= 0 && time <= moving.duration * (1 + 1e-6))) {
    return {wrong("time", std::abs(time - reference.time), trf("a time of {} s, which is not in the query's", times))};
  }
  if (time > reference.time) {
    const double depth = -moving.gapMin(reference.time, time);
    if (depth > tolerance)
      out.push_back(wrong(
          "time", depth, trf("hit at {} s instead of {} s: they overlap by {} m before", times, right, digits(depth))));
  } else if (const double gap = moving.gapAt(time); gap > tolerance) {
    out.push_back(
        wrong("time", gap, trf("hit at {} s instead of {} s: they are {} m apart then", times, right, digits(gap))));
  }
  const auto [a, b] = moving.at(time);
  // An overlap from the start has a depth and its normal where the engine says how deep, as the pair does.
  if (reference.starts_in_contact) {
    const auto pair = answer.separation ? testPair(moving.a, moving.b) : tl::unexpected(Error{});
    if (!pair) return out;
    JurorAnswer overlap;
    overlap.overlapping = true;
    overlap.separation = answer.separation;
    overlap.normal = answer.normal;
    for (JuryDifference& difference : differencesOf(overlap, pair->answer, moving.a, moving.b, tolerance))
      out.push_back(std::move(difference));
    return out;
  }
  if (answer.normal && isConvex(a.shape) && isConvex(b.shape)) {
    const auto another = [&, &a = a, &b = b](const Vec3& n) {
      const double overlap = -gapAlong(a, b, n);
      if (overlap <= 2 * tolerance)
        return tie("normal", std::max(overlap, 0.0), tr("another normal of the same contact"));
      return wrong("normal", overlap, trf("along its normal they overlap by {} m then", digits(overlap)));
    };
    if (auto normal = normalDifference(*answer.normal, reference.normal, another)) out.push_back(std::move(*normal));
  }
  if (answer.point) {
    const double off = std::max(std::abs(containsPoint(a.shape, a.pose, *answer.point).signed_distance),
                                std::abs(containsPoint(b.shape, b.pose, *answer.point).signed_distance));
    if (off > 2 * tolerance) out.push_back(wrong("point", off, trf("its point is {} m off the surfaces", digits(off))));
  }
  return out;
}

/// Whether a ray beside that of a question meets a concave shape with this normal, `away` metres from the point.
bool isNormalBeside(const Moving& ray, const Vec3& point, const Vec3& normal, double away) {
  const Vec3 way = ray.motion_a.linear;
  const bool is_planar = isPlanar(ray.b.shape);
  const Vec3 x = is_planar ? Vec3{-way.y, way.x, 0} : anyPerpendicular(way), y = cross(way, x);
  constexpr int kAround = 16;
  for (int i = 0; i < kAround; ++i) {
    const double angle = 2 * M_PI * i / kAround;
    const Vec3 beside = away * (portable::cos(angle) * x + (is_planar ? 0 : portable::sin(angle)) * y);
    const CastRay cast{point + beside - 4 * away * way, way, 8 * away};
    const RayHit hit = castRay(ray.b.shape, ray.b.pose, cast);
    constexpr double kSame = 1e-3;
    if (hit.hit && length(hit.normal - normal) <= kSame) return true;
  }
  return false;
}

std::vector<JuryDifference> rayDifferences(const JurorAnswer& answer, const RayReport& reference, const Moving& moving,
                                           double tolerance) {
  std::vector<JuryDifference> out;
  if (!answer.hit) return out;
  const RayHit none, &right = reference.hits.empty() ? none : reference.hits.front().hit;
  if (auto hit = hitDifference(*answer.hit, right.hit, right.starts_inside, moving, tolerance)) return {*hit};
  if (!right.hit) return out;
  // From inside, some give where the ray leaves, and the normal there.
  const bool gives_exit =
      right.starts_inside && answer.distance && std::abs(*answer.distance - right.exit_distance) <= tolerance;
  if (gives_exit) return {tie("distance", *answer.distance, tr("from inside it gives the distance to the far side"))};
  // A surface that lies along the ray is met anywhere for what the precision loses across it.
  const double slope = right.starts_inside ? 1 : std::max(std::abs(dot(moving.motion_a.linear, right.normal)), 1e-3);
  const double along = 2 * tolerance / slope;
  if (answer.distance && std::abs(*answer.distance - right.distance) > along) {
    out.push_back(wrong("distance", std::abs(*answer.distance - right.distance),
                        trf("hit at {} m instead of {} m", digits(*answer.distance), digits(right.distance))));
  }
  if (answer.point && length(*answer.point - right.point) > along) {
    const double off = length(*answer.point - right.point);
    out.push_back(wrong("point", off, trf("its point is {} m from where the ray hits", digits(off))));
  }
  if (!answer.normal || right.starts_inside) return out;
  const auto another = [&](const Vec3& n) {
    if (!isConvex(moving.b.shape)) {
      const double off = length(n - right.normal);
      if (isNormalBeside(moving, right.point, n, along))
        return tie("normal", off, tr("another normal at the same point"));
      return wrong("normal", off, tr("the normal of no surface at that point"));
    }
    // At an edge every normal between those of its faces is one.
    const double beyond = dot(supportPoint(moving.b.shape, moving.b.pose, n) - right.point, n);
    if (beyond <= 2 * tolerance) return tie("normal", std::max(beyond, 0.0), tr("another normal at the same point"));
    return wrong("normal", beyond, trf("the shape reaches {} m beyond the plane of its normal", digits(beyond)));
  };
  if (auto normal = normalDifference(*answer.normal, right.normal, another)) out.push_back(std::move(*normal));
  return out;
}

JuryRow rowByOurs(const PairAlgorithm& algorithm, const Document& document, const QueryReport& reference) {
  const Moving moving = movingOf(document, reference.query);
  const bool is_ray = std::holds_alternative<RayQuery>(reference.query);
  JuryRow row;
  row.name = algorithm.name;
  row.version = kVersion;
  constexpr double kContact = 1e-8;  // of size: rows call less than that touching
  row.tolerance = toleranceOf(moving, "double", std::max(algorithm.tolerance, kContact));
  const auto begin = std::chrono::steady_clock::now();
  row.answer =
      sweepByRow(algorithm, moving.a, moving.motion_a, moving.b, moving.motion_b, moving.duration, row.tolerance / 2);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (row.answer.status == Status::kOk) row.answer.time_ns = 1e9 * seconds;
  if (is_ray && row.answer.time) {
    row.answer.distance = std::exchange(row.answer.time, std::nullopt);
    row.answer.point = moving.at(*row.answer.distance).first.pose.position;
    if (*row.answer.distance == 0) row.answer.normal.reset();
    if (row.answer.normal) *row.answer.normal = -*row.answer.normal;
  }
  return row;
}

/// The sweeps and rays of a document, a ray once for each of `bodies`.
Result<std::vector<JuryQuery>> queriesAt(const Document& document, std::span<const std::string> bodies) {
  std::vector<JuryQuery> out;
  for (std::size_t i = 0; i < document.queries.size(); ++i) {
    const AskedQuery& asked = document.queries[i];
    if (std::holds_alternative<SweepQuery>(asked.query)) out.push_back({asked, i});
    const auto* const ray = std::get_if<RayQuery>(&asked.query);
    if (ray == nullptr) continue;
    for (const std::string& body : bodies) {
      if (ray->body && *ray->body != body) continue;
      RayQuery at_body = *ray;
      at_body.body = body;
      out.push_back({{at_body, asked.id}, i});
    }
  }
  return out;
}

}  // namespace

Result<std::vector<QueryReport>> juryQueries(const Document& document) {
  std::vector<std::string> bodies;
  for (const Body& body : document.bodies) bodies.push_back(body.id);
  const auto queries = queriesAt(document, bodies);
  SEPAX_TRY(queries);
  std::vector<QueryReport> out;
  for (const auto& [asked, index] : *queries) {
    auto report = answerQuery(document, asked, index);
    SEPAX_TRY(report);
    out.push_back(std::move(*report));
  }
  return out;
}

Result<std::vector<JuryQuery>> juryQueries(const Document& document, const PairIds& pair) {
  const std::string bodies[] = {pair.first, pair.second};
  auto out = queriesAt(document, bodies);
  SEPAX_TRY(out);
  const auto isSweep = [](const JuryQuery& query) { return std::holds_alternative<SweepQuery>(query.asked.query); };
  std::erase_if(*out, [&](const JuryQuery& query) {
    const auto* const sweep = std::get_if<SweepQuery>(&query.asked.query);
    return sweep != nullptr && sweep->pair != pair && sweep->pair != PairIds{pair.second, pair.first};
  });
  const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
  const bool is_moving = a != nullptr && b != nullptr && (isMoving(*a) || isMoving(*b));
  if (is_moving && std::none_of(out->begin(), out->end(), isSweep))
    out->insert(out->begin(), {{SweepQuery{pair, 1}}, document.queries.size()});
  return out;
}

std::string bodiesOf(const Query& query) {
  if (const auto* const sweep = std::get_if<SweepQuery>(&query)) return sweep->pair.first + ", " + sweep->pair.second;
  const auto* const ray = std::get_if<RayQuery>(&query);
  return ray != nullptr ? ray->body.value_or("") : std::string();
}

JurorAnswer answerOf(const QueryReport& reference) {
  JurorAnswer out;
  if (const auto* const sweep = std::get_if<SweepReport>(&reference.answer)) {
    out.hit = sweep->hit;
    if (!sweep->hit) return out;
    out.time = sweep->time;
    out.normal = sweep->normal;
    out.point = sweep->point;
  } else if (const auto* const ray = std::get_if<RayReport>(&reference.answer)) {
    out.hit = !ray->hits.empty();
    if (ray->hits.empty()) return out;
    const RayHit& hit = ray->hits.front().hit;
    out.distance = hit.distance;
    out.point = hit.point;
    if (!hit.starts_inside) out.normal = hit.normal;
  }
  return out;
}

std::vector<JuryDifference> differencesOf(const JurorAnswer& answer, const Document& document,
                                          const QueryReport& reference, double tolerance) {
  if (answer.status != Status::kOk) return {};
  const Moving moving = movingOf(document, reference.query);
  if (const auto* const sweep = std::get_if<SweepReport>(&reference.answer))
    return sweepDifferences(answer, *sweep, moving, tolerance);
  return rayDifferences(answer, std::get<RayReport>(reference.answer), moving, tolerance);
}

JuryRow askMember(JuryMember& member, const Document& document, const QueryReport& reference, const Json& options) {
  JuryRow row;
  if (!member.juror) {
    row = rowByOurs(*member.algorithm, document, reference);
  } else {
    auto request = jurorRequest(document, reference.query);
    JurorAnswer answer;
    if (request) {
      if (!options.isNull()) (*request)["options"] = options;
      answer = member.juror->ask(std::move(*request));
    } else {
      answer.status = Status::kUnsupported;
      answer.message = request.error().message;
    }
    const Moving asked = movingOf(document, reference.query);
    const double kept_away = boundedTolerance(answer.tolerance.value_or(0), asked.a, asked.b);
    const bool is_ray = std::holds_alternative<RayQuery>(reference.query);
    row = rowOf(*member.juror, answerTo(is_ray ? QuestionKind::kRay : QuestionKind::kSweep, std::move(answer)));
    const auto [precision, stated] = precisionOf(*member.juror);
    row.tolerance = toleranceOf(asked, precision, stated) + kept_away;
  }
  if (!member.precision.empty()) row.tolerance = toleranceOf(movingOf(document, reference.query), member.precision, 0);
  row.tolerance = member.tolerance.value_or(row.tolerance);
  row.differences = differencesOf(row.answer, document, reference, row.tolerance);
  return row;
}

Json juryJson(const QueryReport& reference, const std::vector<JuryRow>& rows, Space space) {
  Json out{{"query", reference.index}, {"id", reference.id.empty() ? Json(nullptr) : Json(reference.id)}};
  if (const auto* const sweep = std::get_if<SweepQuery>(&reference.query)) {
    out.add("type", "sweep");
    out.add("pair", Json::array({sweep->pair.first, sweep->pair.second}));
  } else if (const auto* const ray = std::get_if<RayQuery>(&reference.query)) {
    out.add("type", "ray");
    out.add("body", ray->body.value_or(""));
  }
  out.add("reference", answerJson(answerOf(reference), space));
  out.add("jurors", rowsJson(rows, space));
  return out;
}

}  // namespace sepax
