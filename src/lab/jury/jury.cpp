#include "lab/jury/jury.h"

#include "core/language.h"
#include "core/text.h"
#include "core/version.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/oriented_box.h"
#include "geom/pieces.h"
#include "geom/ray_cast.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// A part of the smaller shape's size: contacts slide by as much, and no tolerance in float exceeds it without a
/// reason.
constexpr double kSlide = 0.01;

/// Volatile, since g++ 12 drops both conversions of three neighbours that it puts into vector registers.
double nearestFloat(double x) {
  const volatile float held = static_cast<float>(x);
  return held;
}

PosedShape roundedToFloat(const PosedShape& posed) {
  const Vec3& at = posed.pose.position;
  return {posed.shape, {Vec3{nearestFloat(at.x), nearestFloat(at.y), nearestFloat(at.z)}, posed.pose.rotation}};
}

std::string number(double metres) { return humanNumber(metres, 6); }

/// Two numbers that differ, with as many digits as that takes, from six up.
std::pair<std::string, std::string> numbersApart(double x, double y) {
  constexpr int kMaxDigits = 17;
  int digits = 6;
  while (digits < kMaxDigits && humanNumber(x, digits) == humanNumber(y, digits)) ++digits;
  return {humanNumber(x, digits), humanNumber(y, digits)};
}

JurorAnswer answerOf(const PairReport& report, const PairAlgorithm& row) {
  JurorAnswer out;
  const PairAnswer& answer = report.answer;
  out.overlapping = answer.verdict != Verdict::kSeparated;
  out.is_along_axis = true;
  const bool has_depth = hasSeparation(report);
  out.separation = *out.overlapping && !has_depth ? std::optional<double>() : answer.separation;
  // Rows that measure axes know the gap along the best one, which is no distance, and no witness points.
  const bool has_points =
      !answer.endless && row.measure == nullptr && (answer.closest_a != Vec3{0.0} || answer.closest_b != Vec3{0.0});
  if (!*out.overlapping && row.measure == nullptr) out.distance = answer.distance;
  if (has_points) out.closest_points = std::pair{answer.closest_a, answer.closest_b};
  // Apart, the normal of the widest gap along an axis is no wrong normal of the distance.
  const Vec3 between = answer.closest_b - answer.closest_a;
  constexpr double kSame = 1 - 1e-9;
  // Points that are all but one have no direction.
  const double rounding = 0x1p-50 * std::max(sepax::length(answer.closest_a), sepax::length(answer.closest_b));
  const double along = dot(answer.normal, between), distance = sepax::length(between);
  const bool is_axis = along > 0 && along < kSame * distance - rounding;
  if (*out.overlapping ? has_depth : row.measure == nullptr && !is_axis) out.normal = answer.normal;
  for (const Contact& contact : answer.contacts) out.contacts.push_back({contact.position, contact.separation});
  return out;
}

/// The area that points span across a direction, m²; in the plane the stretch, m.
double spanOf(const std::vector<Vec3>& points, const Vec3& normal, bool is_planar) {
  const Vec3 x = is_planar ? Vec3{-normal.y, normal.x, 0} : anyPerpendicular(normal), y = cross(normal, x);
  std::vector<Vec2> across;
  for (const Vec3& point : points) across.emplace_back(dot(point - points[0], x), dot(point - points[0], y));
  if (is_planar) {
    const auto [least, most] = std::ranges::minmax(across, {}, &Vec2::x);
    return most.x - least.x;
  }
  const std::vector<int> hull = planarHull(across);
  double twice = 0;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vec2 &p = across[hull[i]], &q = across[hull[(i + 1) % hull.size()]];
    twice += p.x * q.y - p.y * q.x;
  }
  return std::abs(twice) / 2;
}

/// The deepest gap of a compound's children alone, by which engines that go child by child measure a depth; nullopt
/// without a compound, and where its children are many.
std::optional<double> deepestChild(const PosedShape& a, const PosedShape& b) {
  const CompoundData *const in_a = childrenOf(a.shape), *const in_b = childrenOf(b.shape);
  const CompoundData* const compound = in_a != nullptr ? in_a : in_b;
  constexpr std::size_t kMaxTried = 64;
  if (compound == nullptr || compound->children.size() > kMaxTried) return std::nullopt;
  std::optional<double> deepest;
  for (const CompoundChild& child : compound->children) {
    const PosedShape placed{child.shape, composed((in_a != nullptr ? a : b).pose, child.pose)};
    std::optional<double> gap = in_a != nullptr ? deepestChild(placed, b) : std::nullopt;
    if (!gap) {
      const auto found = in_a != nullptr ? testPair(placed, b) : testPair(a, placed);
      if (!found) return std::nullopt;
      gap = found->answer.separation;
    }
    deepest = std::min(deepest.value_or(*gap), *gap);
  }
  return deepest;
}

/// The gap of two convex shapes on the line through a point along a unit normal from A to B, negative where they
/// overlap there; nullopt where the line misses one.
std::optional<double> gapThrough(const PosedShape& a, const PosedShape& b, const Vec3& point, const Vec3& normal) {
  const double reach = pairSize(a, b) + sepax::length(point - a.pose.position) + sepax::length(point - b.pose.position);
  const CastRay ahead{point - reach * normal, normal, 2 * reach}, back{point + reach * normal, -normal, 2 * reach};
  const RayHit in_b = castRay(b.shape, b.pose, ahead), in_a = castRay(a.shape, a.pose, back);
  if (!in_a.hit || !in_b.hit) return std::nullopt;
  return in_b.distance + in_a.distance - 2 * reach;
}

/// A contact's own separation beside the gaps at its place and a little beside it, the one that is farthest off:
/// engines may put the deepest one's depth anywhere, which is told.
std::optional<JuryDifference> separationDifference(const JurorAnswer& answer, const PosedShape& a, const PosedShape& b,
                                                   const Vec3& normal, double slack) {
  const Vec3 x = isPlanar(a.shape) ? Vec3{-normal.y, normal.x, 0} : anyPerpendicular(normal), y = cross(normal, x);
  const double grazing = 1e-9 * pairSize(a, b);  // clipped contacts lie on an outline, where a line may miss
  std::optional<JuryDifference> worst;
  for (const JurorAnswer::Contact& contact : answer.contacts) {
    std::optional<double> nearest;
    for (const double aside : {grazing, slack}) {
      for (const Vec3& beside : {Vec3{0.0}, x, -x, y, -y}) {
        const auto gap = gapThrough(a, b, contact.position + aside * beside, normal);
        if (!gap) continue;
        const bool is_nearer =
            !nearest || std::abs(*gap - contact.separation) < std::abs(*nearest - contact.separation);
        nearest = is_nearer ? *gap : *nearest;
      }
    }
    const double by = nearest ? std::abs(*nearest - contact.separation) : 0;
    if (by <= (worst ? worst->by : slack)) continue;
    worst = tie("contacts", by,
                *nearest > 0 ? trf("a contact {} m deep, through which they are {} m apart",
                                   number(-contact.separation), number(*nearest))
                             : trf("a contact {} m deep, through which they overlap by {} m",
                                   number(-contact.separation), number(-*nearest)));
  }
  return worst;
}

/// Whether shapes that are apart have the gap of an answer along its normal, or, where it gives none, on some axis of
/// the separating-axis test: a test that stops at the first axis that separates says so.
bool isGapOfAnAxis(const PosedShape& a, const PosedShape& b, const JurorAnswer& answer, double tolerance) {
  if (answer.is_along_axis) return true;
  if (!isConvex(a.shape) || !isConvex(b.shape)) return false;
  const auto isIt = [&](double gap) { return std::abs(gap - *answer.separation) <= 2 * tolerance; };
  if (answer.normal) return isIt(gapAlong(a, b, normalizedOr(*answer.normal, Vec3{1, 0, 0})));
  const auto report = testPair(a, b, {}, "sat");
  const auto* const sat = report ? std::get_if<SatReport>(&report->trace) : nullptr;
  return sat != nullptr && std::ranges::any_of(sat->axes, [&](const SatAxis& axis) {
           return axis.separation > 0 && isIt(axis.separation);
         });
}

/// How far a point lies outside a shape; negative within, of a compound within any child.
double outsideOf(const PosedShape& posed, const Vec3& point) {
  const CompoundData* const compound = childrenOf(posed.shape);
  if (compound == nullptr) return containsPoint(posed.shape, posed.pose, point).signed_distance;
  double least = kInfinity;
  for (const CompoundChild& child : compound->children)
    least = std::min(least, outsideOf({child.shape, composed(posed.pose, child.pose)}, point));
  return least;
}

/// How far rounding in the world, to floats or to doubles, may move these points, metres.
double movedByRounding(bool is_float, const Vec3& first, const Vec3& second) {
  return 4 * (is_float ? 0x1p-23 : 0x1p-52) * std::max(sepax::length(first), sepax::length(second));
}

/// Points of shapes that overlap, which each engine chooses in its own way: each lies in its shape or on it. Mostly
/// they are as far from each other as the shapes are deep.
void addWitnessDifferences(std::vector<JuryDifference>& out, const std::pair<Vec3, Vec3>& points,
                           const PairAnswer& reference, const PosedShape& a, const PosedShape& b, double tolerance,
                           bool is_float) {
  const double slack = 2 * tolerance + movedByRounding(is_float, points.first, points.second);
  const double off = std::max(outsideOf(a, points.first), outsideOf(b, points.second));
  if (off > slack) {
    out.push_back((off > slack + kSlide * smallerSize(a, b) ? wrong : tie)(
        "closest_points", off, trf("one of its points is {} m outside its shape", number(off))));
    return;
  }
  const double between = sepax::length(points.second - points.first), depth = std::max(-reference.separation, 0.0);
  if (const double by = std::abs(between - depth); by > slack) {
    const auto [said, right] = numbersApart(between, depth);
    out.push_back(
        tie("closest_points", by, trf("its points are {} m apart, and the shapes overlap by {} m", said, right)));
  }
}

/// Closest points of shapes that are apart lie on their surfaces, each on that of its own; engines round them.
void addClosestPointDifferences(std::vector<JuryDifference>& out, const std::pair<Vec3, Vec3>& points,
                                const PairAnswer& reference, const PosedShape& a, const PosedShape& b, double tolerance,
                                bool is_float) {
  const double between = sepax::length(points.second - points.first);
  if (const double by = std::abs(between - reference.distance); by > 2 * tolerance) {
    const auto [said, right] = numbersApart(between, reference.distance);
    out.push_back(wrong("closest_points", by, trf("its points are {} m apart instead of {} m", said, right)));
    return;
  }
  const double slack = 2 * tolerance + movedByRounding(is_float, points.first, points.second);
  const double off = std::max(awayFrom(a, points.first), awayFrom(b, points.second));
  if (off > slack)
    out.push_back((off > slack + kSlide * smallerSize(a, b) ? wrong : tie)(
        "closest_points", off, trf("one of its points is {} m off its surface", number(off))));
}

/// Contacts that are as deep or as far as they say lie no farther than that from either surface, wherever between them
/// an engine puts them, and none of convex shapes is deeper than the shapes. Engines keep them for several steps: one
/// that has slid off by up to a hundredth of the smaller shape, fewer of them, or on a smaller area, are another
/// choice.
void addContactDifferences(std::vector<JuryDifference>& out, const JurorAnswer& answer, const PairAnswer& reference,
                           const PosedShape& a, const PosedShape& b, double tolerance, bool is_float) {
  const double depth = std::max(-reference.separation, 0.0);
  if (answer.contacts.empty()) {
    if (depth > tolerance && reference.verdict == Verdict::kOverlapping) {
      // With a verdict beside them they may be what the engine does not make of these shapes.
      const bool says_more = answer.overlapping || answer.separation;
      out.push_back(
          (says_more ? tie : wrong)("contacts", depth, trf("no contact, but they overlap by {} m", number(depth))));
    }
    return;
  }
  const double nearest = std::ranges::min_element(answer.contacts, {}, &JurorAnswer::Contact::separation)->separation;
  if (depth > tolerance && nearest > 2 * tolerance && reference.verdict == Verdict::kOverlapping)
    out.push_back(wrong("contacts", nearest + depth,
                        trf("its contacts are {} m apart, but they overlap by {} m", number(nearest), number(depth))));
  double beyond = 0, by = 0, off = 0, deepest = 0;
  Vec3 where{0.0};
  std::vector<Vec3> points, right;
  for (const JurorAnswer::Contact& contact : answer.contacts) {
    points.push_back(contact.position);
    deepest = std::min(deepest, contact.separation);
    const double allowed =
        std::abs(contact.separation) + 2 * tolerance + movedByRounding(is_float, contact.position, contact.position);
    for (const PosedShape* const shape : {&a, &b}) {
      const double away = awayFrom(*shape, contact.position, allowed);
      if (away - allowed <= beyond) continue;
      beyond = away - allowed;
      by = away - std::abs(contact.separation);
      off = away;
      where = contact.position;
    }
  }
  for (const Contact& contact : reference.contacts) right.push_back(contact.position);
  const double smaller = smallerSize(a, b);
  if (beyond > 0) {
    out.push_back(
        (beyond > kSlide * smaller ? wrong : tie)("contacts", by,
                                                  trf("a contact at {}, {}, {} is {} m off a surface", number(where.x),
                                                      number(where.y), number(where.z), number(off))));
  }
  if (anyWrong(out) || !isConvex(a.shape) || !isConvex(b.shape)) return;
  if (const double more = std::min(reference.separation, 0.0) - deepest; more > tolerance) {
    const auto [said, whole] = numbersApart(-deepest, std::abs(reference.separation));
    out.push_back(wrong("contacts", more,
                        reference.separation > 0
                            ? trf("a contact {} m deep of shapes that are {} m apart", said, whole)
                            : trf("a contact {} m deep of shapes that overlap by {} m", said, whole)));
  }
  const Vec3 normal = normalizedOr(answer.normal.value_or(reference.normal), reference.normal);
  if (auto local = separationDifference(answer, a, b, normal, kSlide * smaller + 2 * tolerance))
    out.push_back(std::move(*local));
  if (points.empty() || right.empty()) return;
  const bool is_planar = isPlanar(a.shape);
  const double span = spanOf(points, reference.normal, is_planar), whole = spanOf(right, reference.normal, is_planar);
  constexpr double kMuch = 0.1;
  if (std::abs(span - whole) > kMuch * whole + tolerance) {
    out.push_back(tie("contacts", 0,
                      trf(is_planar ? "contacts: {} along {} m instead of {} along {} m"
                                    : "contacts: {} on {} m² instead of {} on {} m²",
                          points.size(), number(span), right.size(), number(whole))));
  }
}

}  // namespace

double smallerSize(const PosedShape& a, const PosedShape& b) {
  const double size_a = sizeOf(a.shape), size_b = sizeOf(b.shape);
  return size_a > 0 && size_b > 0 ? std::min(size_a, size_b) : std::max(size_a, size_b);
}

double boundedTolerance(double stated, const PosedShape& a, const PosedShape& b) {
  return std::clamp(stated, 0.0, mostExcused(smallerSize(a, b)));
}

std::pair<std::string, double> smallestBody(const Document& document) {
  std::pair<std::string, double> out{"", kInfinity};
  for (const Body& body : document.bodies) {
    const double size = sizeOf(posedShape(body).shape);
    if (size > 0 && size < out.second) out = {body.id, size};
  }
  return out;
}

double gapAlong(const PosedShape& a, const PosedShape& b, const Vec3& n) {
  const Vec3 from = supportPoint(a.shape, a.pose, n), to = supportPoint(b.shape, b.pose, -n);
  return dot(to - from, n);
}

std::optional<JuryDifference> normalDifference(const Vec3& normal, const Vec3& reference,
                                               const std::function<JuryDifference(const Vec3& unit)>& another) {
  constexpr double kUnit = 1e-3, kSine = 1e-3;
  const double norm = sepax::length(normal);
  if (std::abs(norm - 1) > kUnit)
    return wrong("normal", std::abs(norm - 1), trf("a normal of length {}", humanNumber(norm, 4)));
  const Vec3 unit = normal / norm;
  const bool is_same = sepax::length(crossAccurate(unit, reference)) <= kSine && dot(unit, reference) >= 0;
  return is_same ? std::nullopt : std::optional(another(unit));
}

const char* saidVerdict(const JurorAnswer& answer) {
  if (answer.says_touching) return verdictName(Verdict::kTouching);
  return verdictName(answer.overlapping.value_or(false) ? Verdict::kOverlapping : Verdict::kSeparated);
}

JuryPrecision precisionOf(const Juror& juror) {
  const auto& hello = juror.hello();
  return hello ? JuryPrecision{hello->precision, hello->tolerance} : JuryPrecision{};
}

JuryRow rowOf(const Juror& juror, JurorAnswer answer) {
  JuryRow row;
  row.answer = std::move(answer);
  row.name = juror.manifest().name;
  if (const auto& hello = juror.hello()) row.version = hello->version;
  return row;
}

double awayFrom(const PosedShape& posed, const Vec3& point, double enough) {
  const auto away = [&](const PosedShape& shape) {
    return std::abs(containsPoint(shape.shape, shape.pose, point).signed_distance);
  };
  const bool is_compound = childrenOf(posed.shape) != nullptr;
  double least = is_compound ? kInfinity : away(posed);
  if (least <= enough || !(is_compound || std::holds_alternative<Polygon>(posed.shape)) || isConvex(posed.shape))
    return least;
  const ShapePieces pieces(posed.shape);
  for (int piece = 0; piece < pieces.count(); ++piece) least = std::min(least, away(pieces.piece(piece, posed.pose)));
  return least;
}

bool anyWrong(const std::vector<JuryDifference>& differences) {
  return std::ranges::any_of(differences, [](const JuryDifference& d) { return !d.is_tie; });
}

double worstOf(const std::vector<JuryDifference>& differences) {
  double by = 0;
  for (const JuryDifference& difference : differences) by = difference.is_tie ? by : std::max(by, difference.by);
  return by;
}

std::string wrongText(const std::vector<JuryDifference>& differences) {
  std::string text;
  for (const JuryDifference& difference : differences) {
    if (!difference.is_tie) text += (text.empty() ? "" : "; ") + difference.text;
  }
  return text;
}

namespace {

/// A program in float may lose as many times what an own test in float loses, since it adds in another order.
constexpr double kFloatLosses = 4;

/// How far off the pair's gap is when poses are rounded to float in the world and subtracted in float, metres; 0 of
/// concave pairs, whose test would take too long.
double lostInFloat(const PosedShape& a, const PosedShape& b) {
  if (!isConvex(a.shape) || !isConvex(b.shape)) return 0;
  const auto held = testPair(a, b, {}, "sat-float-world"), reference = testPair(a, b);
  if (!held || !reference) return 0;
  return std::abs(held->answer.separation - reference->answer.separation);
}

}  // namespace

double pairTolerance(const PosedShape& a, const PosedShape& b, const std::string& precision, double stated) {
  // A few operations on coordinates of the size of the pair.
  constexpr double kOperations = 64;
  const double size = pairSize(a, b);
  if (precision == "float") {
    double lost = kOperations * 0x1p-23 * size;
    const double size_a = sizeOf(a.shape), size_b = sizeOf(b.shape), smaller = std::min(size_a, size_b);
    // Beside a body a thousand times as large that would excuse any answer about the smaller one: no more than the
    // hundredth of it, or than an own test in float loses on this pair.
    if (const double bound = kSlide * smaller; smaller > 0 && lost > bound)
      lost = std::clamp(kFloatLosses * lostInFloat(a, b), bound, lost);
    return std::max(lost, stated * size);
  }
  const double place = std::max(sepax::length(a.pose.position), sepax::length(b.pose.position));
  const double epsilon = precision == "exact" ? 0 : 0x1p-52;
  return std::max({epsilon * kOperations * (size + place), stated * size, 1e-12 * size});
}

double juryTolerance(const PosedShape& a, const PosedShape& b, const std::string& precision, double stated) {
  // Rounding both positions moves them by half a unit of each coordinate.
  const double place = std::max(sepax::length(a.pose.position), sepax::length(b.pose.position));
  return pairTolerance(a, b, precision, stated) + (precision == "float" ? 2 * 0x1p-23 * place : 0);
}

void compare(JuryRow& row, const PairAnswer& reference, const PosedShape& a, const PosedShape& b,
             const PairSettings& settings) {
  row.differences = differencesOf(row.answer, reference, a, b, row.tolerance, row.is_float);
  row.is_rounded = false;
  if (!row.is_float || !row.differs()) return;
  const PosedShape held_a = roundedToFloat(a), held_b = roundedToFloat(b);
  if (held_a.pose.position == a.pose.position && held_b.pose.position == b.pose.position) return;
  const auto held = testPair(held_a, held_b, settings);
  if (!held) return;
  auto rounded = differencesOf(row.answer, held->answer, held_a, held_b, row.tolerance, true);
  row.is_rounded = !anyWrong(rounded);
  if (row.is_rounded) row.differences = std::move(rounded);
}

std::vector<JuryDifference> differencesOf(const JurorAnswer& answer, const PairAnswer& reference, const PosedShape& a,
                                          const PosedShape& b, double tolerance, bool is_float) {
  std::vector<JuryDifference> out;
  if (answer.status != JurorAnswer::Status::kOk) return out;
  if (const double apart = std::abs(reference.separation); reference.verdict == Verdict::kTouching &&
                                                           apart > boundedTolerance(apart, a, b) &&
                                                           apart > touchingTolerance(a, b, {})) {
    PairAnswer judged = reference;
    judged.verdict = reference.separation < 0 ? Verdict::kOverlapping : Verdict::kSeparated;
    return differencesOf(answer, judged, a, b, tolerance, is_float);
  }
  if (reference.verdict != Verdict::kTouching && answer.overlapping && answer.separation &&
      std::abs(*answer.separation) > tolerance &&
      (answer.says_touching || *answer.overlapping != (*answer.separation < 0))) {
    return {wrong("verdict", std::abs(*answer.separation),
                  trf("says {}, and a separation of {} m", tr(saidVerdict(answer)), number(*answer.separation)))};
  }
  if (reference.endless) {  // no number of it means anything
    const double said = answer.separation.value_or(answer.distance.value_or(0));
    if (!answer.overlapping.value_or(said <= 0))
      out.push_back(wrong("verdict", std::abs(said), tr("says separated, but they overlap without end")));
    return out;
  }
  const bool is_apart = reference.separation > 0;
  const double gap = is_apart ? std::max(reference.distance, reference.separation) : reference.separation;
  // A gap alone says as much.
  const std::optional<bool> overlapping =
      answer.separation && !answer.overlapping ? *answer.separation < 0 : answer.overlapping;
  if (overlapping && *overlapping == is_apart) {
    // Shapes that touch by the case's own tolerance have two right verdicts.
    if (reference.verdict != Verdict::kTouching && std::abs(gap) > tolerance) {
      out.push_back(wrong("verdict", std::abs(gap),
                          trf(answer.says_touching ? "says touching, but they are {} m apart"
                              : *overlapping       ? "says overlapping, but they are {} m apart"
                                                   : "says separated, but they overlap by {} m",
                              number(std::abs(gap)))));
    }
    // The verdict is a matter of rounding there, the number is not.
    if (const auto said = answer.separation ? answer.separation : answer.distance;
        out.empty() && said && std::abs(*said - gap) > 2 * tolerance) {
      const auto [is, right] = numbersApart(*said, gap);
      out.push_back(wrong("separation", std::abs(*said - gap), trf("a gap of {} m instead of {} m", is, right)));
    }
    return out;
  }
  if (answer.says_touching && reference.verdict != Verdict::kTouching && -gap > tolerance)
    out.push_back(wrong("verdict", -gap, trf("says touching, but they overlap by {} m", number(-gap))));
  // Some give minus the depth for the distance.
  if (const double slack = (-gap < tolerance ? 2 : 1) * tolerance;
      !is_apart && answer.distance &&
      (*answer.distance > slack || (*answer.distance < -slack && std::abs(*answer.distance - gap) > slack))) {
    const auto [said, right] = numbersApart(*answer.distance, std::max(-gap, 0.0));
    out.push_back(wrong("distance", *answer.distance > 0 ? *answer.distance : std::abs(*answer.distance - gap),
                        trf("a distance of {} m, but they overlap by {} m", said, right)));
  }
  if (!is_apart && answer.separation && std::abs(*answer.separation - reference.separation) > tolerance) {
    const double by = std::abs(*answer.separation - reference.separation);
    const std::optional<double> child = deepestChild(a, b);
    const bool is_childs = child && std::abs(*answer.separation - *child) <= tolerance;
    const auto [said, right] = numbersApart(-*answer.separation, -reference.separation);
    out.push_back(is_childs ? tie("separation", by,
                                  trf("the depth of the deepest children, {} m; of the whole {} m", said, right))
                            : wrong("separation", by, trf("depth {} m instead of {} m", said, right)));
  }
  // On some axis the gap is less than the distance, on none it is more.
  if (is_apart && answer.separation && *answer.separation - reference.distance > tolerance) {
    const auto [said, right] = numbersApart(*answer.separation, reference.distance);
    out.push_back(wrong("separation", *answer.separation - reference.distance,
                        trf("a gap of {} m, more than the distance, {} m", said, right)));
  }
  if (const double best = std::min(reference.separation, reference.distance);
      is_apart && answer.separation && best - *answer.separation > tolerance) {
    const auto [said, right] = numbersApart(*answer.separation, best);
    out.push_back((isGapOfAnAxis(a, b, answer, tolerance) ? tie : wrong)(
        "separation", best - *answer.separation, trf("a gap of {} m, less than on the best axis, {} m", said, right)));
  }
  if (is_apart && answer.distance && std::abs(*answer.distance - reference.distance) > tolerance) {
    const auto [said, right] = numbersApart(*answer.distance, reference.distance);
    out.push_back(wrong("distance", std::abs(*answer.distance - reference.distance),
                        trf("distance {} m instead of {} m", said, right)));
  }
  if (answer.normal && isConvex(a.shape) && isConvex(b.shape)) {
    const auto another = [&](const Vec3& n) {
      const double along = gapAlong(a, b, n);
      const bool is_tie = std::abs(along - (is_apart ? reference.distance : reference.separation)) <= 2 * tolerance;
      const double by = std::abs(along - gap);
      if (is_tie) return tie("normal", by, tr("another normal of the same gap"));
      // Not the shortest way, but an axis that separates, and all that the answer says of the gap.
      if (is_apart && along > tolerance && !answer.distance && !answer.closest_points &&
          (!answer.separation || std::abs(*answer.separation - along) <= 2 * tolerance))
        return tie("normal", by, trf("a separating axis of a smaller gap, {} m", number(along)));
      const bool are_deep = along < 0 && gap < 0;
      const auto [said, right] = numbersApart(are_deep ? -along : along, are_deep ? -gap : gap);
      return wrong("normal", by,
                   are_deep ? trf("along its normal they overlap by {} m instead of {} m", said, right)
                            : trf("along its normal the gap is {} m instead of {} m", said, right));
    };
    if (auto normal = normalDifference(*answer.normal, reference.normal, another)) out.push_back(std::move(*normal));
  }
  if (answer.closest_points) {
    (is_apart ? addClosestPointDifferences : addWitnessDifferences)(out, *answer.closest_points, reference, a, b,
                                                                    tolerance, is_float);
  }
  if (answer.has_contacts || !answer.contacts.empty())
    addContactDifferences(out, answer, reference, a, b, tolerance, is_float);
  return out;
}

JuryRow answeredRow(const PairAlgorithm& algorithm, const Result<PairReport>& report, const PosedShape& a,
                    const PosedShape& b) {
  JuryRow row;
  row.name = algorithm.name;
  row.version = kVersion;
  double stated = algorithm.tolerance;
  if (report) {
    row.answer = answerOf(*report, algorithm);
    stated = std::max(stated, report->answer.error / std::max(pairSize(a, b), 1e-300));
  } else {
    row.answer.status = JurorAnswer::Status::kUnsupported;
    row.answer.message = report.error().message;
  }
  row.tolerance = pairTolerance(a, b, "double", stated);
  return row;
}

JuryRow answeredRow(const Juror& juror, JurorAnswer answer, const PosedShape& a, const PosedShape& b) {
  JuryRow row = rowOf(juror, answerTo(QuestionKind::kPair, std::move(answer)));
  const auto [precision, stated] = precisionOf(juror);
  row.tolerance = pairTolerance(a, b, precision, stated);
  row.is_float = precision == "float";
  return row;
}

JuryRow comparedRow(const PairAlgorithm& algorithm, const Result<PairReport>& report, const PairAnswer& reference,
                    const PosedShape& a, const PosedShape& b) {
  JuryRow row = answeredRow(algorithm, report, a, b);
  row.differences = differencesOf(row.answer, reference, a, b, row.tolerance);
  return row;
}

JuryRow askMember(JuryMember& member, const Document& document, const PairIds& pair, const PairAnswer& reference,
                  const Json& options) {
  const Body *body_a = findBody(document, pair.first), *body_b = findBody(document, pair.second);
  if (body_a == nullptr || body_b == nullptr) return {};
  const PosedShape a = posedShape(*body_a), b = posedShape(*body_b);
  const auto judged = [&](JuryRow row) {
    if (!member.precision.empty()) {
      row.tolerance = pairTolerance(a, b, member.precision, 0);
      row.is_float = member.precision == "float";
    }
    row.tolerance = member.tolerance.value_or(row.tolerance);
    compare(row, reference, a, b, {document.touching_tolerance});
    return row;
  };
  if (!member.juror) {
    const auto begin = std::chrono::steady_clock::now();
    const auto report = testPair(a, b, {document.touching_tolerance}, member.name());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    JuryRow row = answeredRow(*member.algorithm, report, a, b);
    row.name = member.name();
    if (report && seconds > 0) row.answer.time_ns = 1e9 * seconds;  // browsers give milliseconds
    return judged(std::move(row));
  }
  Json request = jurorRequest(document, pair);
  if (!options.isNull()) request["options"] = options;
  return judged(answeredRow(*member.juror, member.juror->ask(std::move(request)), a, b));
}

std::vector<JurorAnswer> askJurorAbout(Juror& juror, std::span<const Document> documents, const PairIds& pair) {
  std::vector<Json> requests;
  for (const Document& document : documents) requests.push_back(jurorRequest(document, pair));
  return juror.askAll(std::move(requests));
}

Json answerJson(const JurorAnswer& answer, Space space) {
  Json out = Json::object();
  if (answer.hit) out["hit"] = *answer.hit;
  if (answer.overlapping) out["verdict"] = saidVerdict(answer);
  if (answer.separation) out["separation"] = *answer.separation;
  if (answer.distance) out["distance"] = *answer.distance;
  if (answer.normal) out["normal"] = vectorIn(space, *answer.normal);
  if (answer.closest_points)
    out["closest_points"] = Json{{"a", vectorIn(space, answer.closest_points->first)},
                                 {"b", vectorIn(space, answer.closest_points->second)}};
  if (answer.time) out["time"] = *answer.time;
  if (answer.point) out["point"] = vectorIn(space, *answer.point);
  if (answer.has_contacts && answer.contacts.empty()) out["contacts"] = Json::array();
  for (const JurorAnswer::Contact& contact : answer.contacts)
    out["contacts"].push(Json{{"position", vectorIn(space, contact.position)}, {"separation", contact.separation}});
  return out;
}

Json rowsJson(const std::vector<JuryRow>& rows, Space space) {
  Json jurors = Json::array();
  for (const JuryRow& row : rows) {
    Json differs = Json::array(), ties = Json::array();
    for (const JuryDifference& difference : row.differences) (difference.is_tie ? ties : differs).push(difference.what);
    Json object{{"name", row.name}, {"version", row.version}, {"status", statusName(row.answer.status)}};
    if (!row.answer.message.empty()) object["message"] = row.answer.message;
    object["answer"] = answerJson(row.answer, space);
    object["differs"] = std::move(differs);
    if (!ties.empty()) object["ties"] = std::move(ties);
    if (const double by = worstOf(row.differences); by > 0) object["by"] = by;
    if (row.answer.status == JurorAnswer::Status::kOk) object["tolerance"] = row.tolerance;
    if (row.is_rounded) object["rounded"] = true;
    if (row.known) object["known"] = *row.known;
    if (row.answer.time_ns) object["time_ns"] = *row.answer.time_ns;
    jurors.push(std::move(object));
  }
  return jurors;
}

Json juryJson(const PairIds& pair, const PairAnswer& reference, const std::vector<JuryRow>& rows, Space space) {
  return Json{{"a", pair.first},
              {"b", pair.second},
              {"reference", Json{{"verdict", verdictName(reference.verdict)},
                                 {"separation", reference.endless ? Json() : Json(reference.separation)},
                                 {"distance", reference.distance},
                                 {"normal", vectorIn(space, reference.normal)}}},
              {"jurors", rowsJson(rows, space)}};
}

}  // namespace sepax
