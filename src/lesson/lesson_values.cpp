#include "lesson/lesson_values.h"

#include "collide/landscape.h"
#include "collide/pair/gjk_report.h"
#include "collide/pieces/by_pieces.h"
#include "collide/sat/sat_report.h"
#include "core/number.h"
#include "document/tested_pairs.h"
#include "format/query.h"
#include "geom/portable_math.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace sepax {
namespace {

using Number = std::optional<double>;

constexpr double kDegreesPerRadian = 180 / std::numbers::pi;
/// Numbers over all pairs are for scenes that a page of text can talk about.
constexpr std::size_t kMaxCountedBodies = 32;

const SatReport* satOf(const LessonState& state) {
  const SatReport* sat = state.report == nullptr ? nullptr : std::get_if<SatReport>(&state.report->trace);
  return sat == nullptr || sat->axes.empty() ? nullptr : sat;
}

const GjkReport* gjkOf(const LessonState& state) {
  return state.report == nullptr ? nullptr : std::get_if<GjkReport>(&state.report->trace);
}

/// The axis of that name; the free one while it is shown.
const SatAxis* axisNamed(const LessonState& state, const std::string& name) {
  const std::optional<AxisId> id = parseAxisName(name);
  const SatReport* sat = satOf(state);
  if (!id) return nullptr;
  if (*id == kFreeAxis) return state.free_axis;
  if (sat == nullptr) return nullptr;
  const auto found = std::ranges::find(sat->axes, *id, &SatAxis::id);
  return found == sat->axes.end() || found->state == AxisState::kDegenerate ? nullptr : &*found;
}

/// A number of an axis, written as a row of the table.
template <double (*kRead)(const SatAxis&)>
Number ofAxis(const LessonState& state, const std::string& name) {
  const SatAxis* axis = axisNamed(state, name);
  return axis == nullptr ? Number() : Number(kRead(*axis));
}

double gapOf(const SatAxis& axis) { return axis.separation; }
double overlapOf(const SatAxis& axis) { return -axis.separation; }
double radiusA(const SatAxis& axis) { return axis.a.radius(); }
double radiusB(const SatAxis& axis) { return axis.b.radius(); }
double centreDistance(const SatAxis& axis) { return std::abs(axis.centreDistance()); }
double minA(const SatAxis& axis) { return axis.a.lowest(); }
double maxA(const SatAxis& axis) { return axis.a.highest(); }
double minB(const SatAxis& axis) { return axis.b.lowest(); }
double maxB(const SatAxis& axis) { return axis.b.highest(); }
double sharedLength(const SatAxis& axis) {
  return std::min(axis.a.highest(), axis.b.highest()) - std::max(axis.a.lowest(), axis.b.lowest());
}

template <double (*kRead)(const PairAnswer&)>
Number ofAnswer(const LessonState& state, const std::string&) {
  return state.report == nullptr ? Number() : Number(kRead(state.report->answer));
}
double separationOf(const PairAnswer& answer) { return answer.separation; }
double depthOf(const PairAnswer& answer) { return -answer.separation; }
double distanceOf(const PairAnswer& answer) { return answer.distance; }
double contactsOf(const PairAnswer& answer) { return static_cast<double>(answer.contacts.size()); }

template <AxisState kState>
Number countRows(const LessonState& state, const std::string&) {
  const SatReport* sat = satOf(state);
  return sat == nullptr ? Number()
                        : Number(static_cast<double>(std::ranges::count(sat->axes, kState, &SatAxis::state)));
}

Number countSeparating(const LessonState& state, const std::string&) {
  const SatReport* sat = satOf(state);
  if (sat == nullptr) return std::nullopt;
  const auto separates = [&](const SatAxis& axis) {
    return axis.state != AxisState::kDegenerate && axis.separation > sat->tolerances.touching;
  };
  return static_cast<double>(std::ranges::count_if(sat->axes, separates));
}

template <double (*kRead)(const Body&)>
Number ofBody(const LessonState& state, const std::string& id) {
  const Body* body = findBody(*state.document, id);
  return body == nullptr ? Number() : Number(kRead(*body));
}
double xOf(const Body& body) { return body.position.x; }
double yOf(const Body& body) { return body.position.y; }
double zOf(const Body& body) { return body.position.z; }
double vxOf(const Body& body) { return body.linear_velocity.value_or(Vec3{0.0}).x; }
double vyOf(const Body& body) { return body.linear_velocity.value_or(Vec3{0.0}).y; }

template <int kAxis>
void setPosition(Body& body, double value) {
  body.position[kAxis] = value;
}
template <int kAxis>
void setVelocity(Body& body, double value) {
  Vec3 velocity = body.linear_velocity.value_or(Vec3{0.0});
  velocity[kAxis] = value;
  body.linear_velocity = velocity;
}
/// In space about the axis that the body is rotated about, without a rotation about z.
void setTurn(Body& body, double degrees) {
  if (std::holds_alternative<double>(body.rotation)) {
    body.rotation = radiansOf(degrees);
    return;
  }
  const Quat q = quaternionOf(matrixOf(body.rotation));
  const Vec3 axis = normalizedOr({q.x, q.y, q.z}, {0, 0, 1});
  const SineCosine half = sineCosineOf(radiansOf(degrees) / 2);
  body.rotation = Quat{axis.x * half.sine, axis.y * half.sine, axis.z * half.sine, half.cosine};
}

/// In the plane from −180° to 180°, in space the angle of the whole rotation.
double turnOf(const Body& body) {
  if (const double* angle = std::get_if<double>(&body.rotation))
    return std::remainder(*angle * kDegreesPerRadian, 360.0);
  const Quat q = quaternionOf(matrixOf(body.rotation));
  return 2 * portable::atan2(std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z), q.w) * kDegreesPerRadian;
}

/// From 0° to 180°: an axis has no sense. Also before it is shown: a drag of the number shows it.
Number freeDegrees(const LessonState& state, const std::string&) {
  const double degrees = portable::atan2(state.look.free_axis.y, state.look.free_axis.x) * kDegreesPerRadian;
  return degrees < 0 ? degrees + 180 : std::fmod(degrees, 180.0);
}

/// The directions that separate the pair in the plane.
std::optional<DirectionFan> fanOf(const LessonState& state) {
  const SatReport* sat = satOf(state);
  if (sat == nullptr || state.document->space != Space::k2d || sat->verdict != Verdict::kSeparated) return std::nullopt;
  const Body *a = findBody(*state.document, state.report->a), *b = findBody(*state.document, state.report->b);
  if (a == nullptr || b == nullptr) return std::nullopt;
  const SeparationField field(tracedA(posedShape(*a), *state.report), tracedB(posedShape(*b), *state.report));
  return separatingFan(field, decidingAxis(*sat).direction);
}

Number fanWidth(const LessonState& state, const std::string&) {
  const auto fan = fanOf(state);
  return fan ? Number((fan->to - fan->from) * kDegreesPerRadian) : Number();
}
Number fanFrom(const LessonState& state, const std::string&) {
  const auto fan = fanOf(state);
  return fan ? Number(fan->from * kDegreesPerRadian) : Number();
}
Number fanTo(const LessonState& state, const std::string&) {
  const auto fan = fanOf(state);
  return fan ? Number(fan->to * kDegreesPerRadian) : Number();
}

/// Contacts that are a corner of the body.
Number cornerContacts(const LessonState& state, const std::string& id) {
  if (state.report == nullptr || (id != state.report->a && id != state.report->b)) return std::nullopt;
  const bool is_a = id == state.report->a;
  const auto isCorner = [&](const Contact& contact) {
    return (is_a ? contact.on_a : contact.on_b).kind == FeatureKind::kVertex;
  };
  return static_cast<double>(std::ranges::count_if(state.report->answer.contacts, isCorner));
}

Number foundContacts(const LessonState& state, const std::string&) {
  if (state.report == nullptr || !state.report->manifold) return std::nullopt;
  return static_cast<double>(state.report->manifold->points.size());
}

Number gjkSteps(const LessonState& state, const std::string&) {
  const GjkReport* gjk = gjkOf(state);
  return gjk == nullptr ? Number() : Number(static_cast<double>(gjk->steps.size()));
}

Number pieceGap(const LessonState& state, const std::string& argument) {
  const auto rank = parseInteger<std::size_t>(argument);
  if (state.report == nullptr || !state.report->pieces || !rank || *rank >= state.report->pieces->nearest.size())
    return std::nullopt;
  return state.report->pieces->nearest[*rank].value;
}

Number hullDepth(const LessonState& state, const std::string&) {
  if (state.report == nullptr || !state.report->pieces || !state.report->pieces->hull_report) return std::nullopt;
  return -decidingAxis(*state.report->pieces->hull_report).separation;
}

std::optional<SweepReport> sweepOf(const LessonState& state) {
  const auto pair = state.report == nullptr ? firstPair(*state.document) : PairIds{state.report->a, state.report->b};
  const auto index = pair ? findSweep(state.document->queries, *pair) : std::nullopt;
  const auto answers =
      index ? answerQueries(*state.document, FitQueries::kSkipped) : Result<std::vector<QueryReport>>();
  if (!index || !answers) return std::nullopt;
  for (const QueryReport& report : *answers) {
    const auto* sweep = std::get_if<SweepReport>(&report.answer);
    if (report.index == *index && sweep != nullptr) return *sweep;
  }
  return std::nullopt;
}

Number sweepTime(const LessonState& state, const std::string&) {
  const auto sweep = sweepOf(state);
  return sweep && sweep->hit ? Number(sweep->time) : Number();
}

Number sweepExit(const LessonState& state, const std::string&) {
  const auto sweep = sweepOf(state);
  return sweep && sweep->hit ? sweep->exit_time : Number();
}

auto volumeNamed(const std::string& name) {
  return std::ranges::find_if(volumeKinds(), [&](const VolumeKindInfo& info) { return info.name == name; });
}

/// The size of a volume around the first body.
Number volumeOf(const LessonState& state, const std::string& kind_name) {
  if (state.document->bodies.empty()) return std::nullopt;
  const auto kind = volumeNamed(kind_name);
  if (kind == volumeKinds().end()) return std::nullopt;
  const auto report = answerQuery(*state.document, FitQuery{state.document->bodies.front().id, {kind->kind}});
  const FitReport* fit = report ? std::get_if<FitReport>(&report->answer) : nullptr;
  return fit == nullptr || fit->volumes.empty() ? Number() : Number(fit->volumes.front().volume);
}

Number volumeShown(const LessonState& state, const std::string& kind_name) {
  return std::ranges::any_of(state.look.volumes, [&](VolumeKind kind) { return infoOf(kind).name == kind_name; }) ? 1
                                                                                                                  : 0;
}

/// Runs a function over every tested pair's answer.
template <class Counts>
Number countPairs(const LessonState& state, Counts counts) {
  if (state.document->bodies.size() > kMaxCountedBodies) return std::nullopt;
  int count = 0;
  for (const PairIds& pair : testedPairs(*state.document)) {
    const auto report = testPair(*state.document, pair, state.look.algorithm);
    if (!report) return std::nullopt;
    count += counts(*report) ? 1 : 0;
  }
  return count;
}

Number pairCount(const LessonState& state, const std::string&) {
  return countPairs(state, [](const PairReport&) { return true; });
}

Number hitCount(const LessonState& state, const std::string&) {
  return countPairs(state, [](const PairReport& report) { return report.answer.verdict != Verdict::kSeparated; });
}

/// Pairs whose bounding boxes overlap along the named directions: "x", "y", "xy".
Number sharingPairs(const LessonState& state, const std::string& directions) {
  return countPairs(state, [&](const PairReport& report) {
    const PosedShape a = posedShape(*findBody(*state.document, report.a)),
                     b = posedShape(*findBody(*state.document, report.b));
    const double touching = touchingTolerance(a, b, {state.document->touching_tolerance});
    const MinMaxBox box_a = boundsOf(a.shape, a.pose), box_b = boundsOf(b.shape, b.pose);
    return std::ranges::all_of(directions, [&](char direction) {
      const int d = direction - 'x';
      return box_a.min[d] < box_b.max[d] - touching && box_b.min[d] < box_a.max[d] - touching;
    });
  });
}

/// How many axes an engine tests over all pairs in order when it stops at the first that separates: "early"; with the
/// axis that separated the pair before tested first: "cached".
Number testCount(const LessonState& state, const std::string& order) {
  if (state.document->bodies.size() > kMaxCountedBodies) return std::nullopt;
  std::size_t tests = 0;
  std::optional<AxisId> cached;
  for (const PairIds& pair : testedPairs(*state.document)) {
    const auto report = testPair(*state.document, pair);
    const SatReport* sat = report ? std::get_if<SatReport>(&report->trace) : nullptr;
    if (sat == nullptr) return std::nullopt;
    const auto separates = [&](const SatAxis& axis) {
      return axis.state != AxisState::kDegenerate && axis.separation > sat->tolerances.touching;
    };
    const auto known =
        cached && order == "cached" ? std::ranges::find(sat->axes, *cached, &SatAxis::id) : sat->axes.end();
    if (known != sat->axes.end() && separates(*known)) {
      ++tests;
      continue;
    }
    tests += known != sat->axes.end() ? 1 : 0;  // in vain; in order it comes once more
    tests += sat->first_separating < 0 ? sat->axes.size() : static_cast<std::size_t>(sat->first_separating) + 1;
    if (sat->first_separating >= 0) cached = sat->axes[static_cast<std::size_t>(sat->first_separating)].id;
  }
  return static_cast<double>(tests);
}

constexpr LessonNumber kNumbers[] = {
    {"separation", LessonArgument::kNone, LessonOwner::kPair,
     "of the pair, metres: positive apart, negative overlapping", ofAnswer<separationOf>},
    {"depth", LessonArgument::kNone, LessonOwner::kOverlap, "the separation with the other sign", ofAnswer<depthOf>},
    {"distance", LessonArgument::kNone, LessonOwner::kPair, "between the shapes, metres", ofAnswer<distanceOf>},
    {"contacts", LessonArgument::kNone, LessonOwner::kNobody, "contacts that are kept", ofAnswer<contactsOf>},
    {"found_contacts", LessonArgument::kNone, LessonOwner::kNobody, "points that clipping left", foundContacts},
    {"corner_contacts", LessonArgument::kBody, LessonOwner::kBody, "contacts that are a corner of the body",
     cornerContacts},
    {"gap", LessonArgument::kAxis, LessonOwner::kPair, "separation on an axis, metres", ofAxis<gapOf>},
    {"overlap", LessonArgument::kAxis, LessonOwner::kOverlap, "the same with the other sign", ofAxis<overlapOf>},
    {"shared", LessonArgument::kAxis, LessonOwner::kOverlap, "length that both intervals share", ofAxis<sharedLength>},
    {"rA", LessonArgument::kAxis, LessonOwner::kA, "projection radius of A", ofAxis<radiusA>},
    {"rB", LessonArgument::kAxis, LessonOwner::kB, "projection radius of B", ofAxis<radiusB>},
    {"T", LessonArgument::kAxis, LessonOwner::kNobody, "|T·L|, between the middles of the intervals",
     ofAxis<centreDistance>},
    {"minA", LessonArgument::kAxis, LessonOwner::kA, "lower end of A's interval, from A's origin", ofAxis<minA>},
    {"maxA", LessonArgument::kAxis, LessonOwner::kA, "upper end of A's interval", ofAxis<maxA>},
    {"minB", LessonArgument::kAxis, LessonOwner::kB, "lower end of B's interval", ofAxis<minB>},
    {"maxB", LessonArgument::kAxis, LessonOwner::kB, "upper end of B's interval", ofAxis<maxB>},
    {"x", LessonArgument::kBody, LessonOwner::kBody, "position", ofBody<xOf>, setPosition<0>},
    {"y", LessonArgument::kBody, LessonOwner::kBody, "position", ofBody<yOf>, setPosition<1>},
    {"z", LessonArgument::kBody, LessonOwner::kBody, "position", ofBody<zOf>, setPosition<2>},
    {"vx", LessonArgument::kBody, LessonOwner::kBody, "velocity", ofBody<vxOf>, setVelocity<0>},
    {"vy", LessonArgument::kBody, LessonOwner::kBody, "velocity", ofBody<vyOf>, setVelocity<1>},
    {"turn", LessonArgument::kBody, LessonOwner::kBody, "rotation, degrees", ofBody<turnOf>, setTurn},
    {"free", LessonArgument::kNone, LessonOwner::kNobody, "direction of the free axis in the plane, 0 to 180 degrees",
     freeDegrees},
    {"fan", LessonArgument::kNone, LessonOwner::kNobody,
     "width of the fan of separating directions in the plane, degrees", fanWidth},
    {"fan_from", LessonArgument::kNone, LessonOwner::kNobody, "where it begins", fanFrom},
    {"fan_to", LessonArgument::kNone, LessonOwner::kNobody, "where it ends", fanTo},
    {"tested", LessonArgument::kNone, LessonOwner::kNobody, "rows of the table in that state",
     countRows<AxisState::kTested>},
    {"duplicate", LessonArgument::kNone, LessonOwner::kNobody, "rows of the table in that state",
     countRows<AxisState::kDuplicate>},
    {"degenerate", LessonArgument::kNone, LessonOwner::kNobody, "rows of the table in that state",
     countRows<AxisState::kDegenerate>},
    {"separating", LessonArgument::kNone, LessonOwner::kNobody, "rows with a gap", countSeparating},
    {"steps", LessonArgument::kNone, LessonOwner::kNobody, "steps of GJK", gjkSteps},
    {"piece", LessonArgument::kRank, LessonOwner::kPair, "gap of the nearest piece pair of this rank, from 0",
     pieceGap},
    {"hull_depth", LessonArgument::kNone, LessonOwner::kOverlap, "depth of the whole hulls", hullDepth},
    {"sweep_time", LessonArgument::kNone, LessonOwner::kNobody, "time of impact of the pair's sweep, seconds",
     sweepTime},
    {"sweep_exit", LessonArgument::kNone, LessonOwner::kNobody, "its exit time, seconds", sweepExit},
    {"volume", LessonArgument::kVolume, LessonOwner::kA, "of a bounding volume of the first body, m³", volumeOf},
    {"shown", LessonArgument::kVolume, LessonOwner::kNobody, "1 while that volume is drawn, else 0", volumeShown},
    {"pairs", LessonArgument::kNone, LessonOwner::kNobody, "pairs of the scene", pairCount},
    {"hits", LessonArgument::kNone, LessonOwner::kNobody, "pairs that touch or overlap", hitCount},
    {"sharing", LessonArgument::kDirections, LessonOwner::kNobody, "pairs whose boxes overlap along x, y or xy",
     sharingPairs},
    {"tests", LessonArgument::kOrder, LessonOwner::kNobody,
     "axes tested over all pairs in order: early (stop at the first gap) or cached (the last axis that separated goes "
     "first)",
     testCount},
};

std::string pinWord(const LessonState& state) { return state.look.pin ? axisName(*state.look.pin) : "deciding"; }
std::string verdictWordOf(const LessonState& state) {
  return state.report == nullptr ? std::string() : verdictName(state.report->answer.verdict);
}
std::string hullsWord(const LessonState& state) {
  const bool has = state.report != nullptr && state.report->pieces && state.report->pieces->hull_report;
  return has ? verdictName(state.report->pieces->hull_report->verdict) : std::string();
}
std::string decidingWord(const LessonState& state) {
  const SatReport* sat = satOf(state);
  return sat == nullptr ? std::string() : axisName(decidingAxis(*sat).id);
}
std::string firstWord(const LessonState& state) {
  const SatReport* sat = satOf(state);
  return sat == nullptr || sat->first_separating < 0
             ? std::string("none")
             : axisName(sat->axes[static_cast<std::size_t>(sat->first_separating)].id);
}
std::string pinnedStateWord(const LessonState& state) {
  const SatReport* sat = satOf(state);
  if (sat == nullptr || !state.look.pin) return {};
  const auto found = std::ranges::find(sat->axes, *state.look.pin, &SatAxis::id);
  return found == sat->axes.end() ? std::string() : axisStateName(found->state);
}
std::string tieWord(const LessonState& state) {
  const SatReport* sat = satOf(state);
  return sat != nullptr && sat->tie ? "yes" : "no";
}
std::string algorithmWord(const LessonState& state) { return state.look.algorithm; }
std::string viewWord(const LessonState& state) { return state.look.minkowski ? "minkowski" : "scene"; }
std::string piecesWord(const LessonState& state) {
  return state.look.pieces < 0 ? "hulls" : std::to_string(state.look.pieces);
}

/// "last" for the end however it was reached, else a number from 1 on, as the Steps panel counts.
std::string stepWord(const LessonState& state) {
  const GjkReport* gjk = gjkOf(state);
  if (gjk == nullptr) return {};
  const auto count = static_cast<int>(gjk->steps.size() + (gjk->epa ? gjk->epa->steps.size() : 0));
  return state.look.step < 0 || state.look.step >= count - 1 ? "last" : std::to_string(state.look.step + 1);
}

std::string clipWord(const LessonState& state) {
  if (state.report == nullptr || !state.report->manifold) return {};
  return state.look.clip < 0 ? "result" : std::to_string(state.look.clip);
}

std::string sweepWord(const LessonState& state) {
  const auto sweep = sweepOf(state);
  return !sweep ? std::string() : sweep->hit ? "hit" : "miss";
}

constexpr LessonWord kWords[] = {
    {"verdict", "separated, touching or overlapping, as the chosen algorithm says", verdictWordOf},
    {"hulls", "the same of a concave pair's whole hulls", hullsWord},
    {"deciding", "name of the deciding axis", decidingWord},
    {"first", "name of the first separating axis, or none", firstWord},
    {"tie", "yes or no", tieWord},
    {"pin", "name of the picked axis, or deciding", pinWord},
    {"pinned", "state of the picked axis: tested, duplicate, degenerate, pruned", pinnedStateWord},
    {"algorithm", "its name", algorithmWord},
    {"view", "scene or minkowski", viewWord},
    {"pieces", "hulls, or the rank of the shown piece pair from 0", piecesWord},
    {"step", "of GJK and EPA, from 1 or last", stepWord},
    {"clip", "of the contacts, from 0 or result", clipWord},
    {"sweep", "hit or miss", sweepWord},
};

/// The argument that a number takes, by LessonArgument.
struct ArgumentForm {
  const char* expected;
  bool (*takes)(const std::string& argument);
};
constexpr ArgumentForm kArguments[] = {
    {"nothing", [](const std::string& argument) { return argument.empty(); }},
    {"an axis (A0, A2xB1, closest, free)", [](const std::string& axis) { return parseAxisName(axis).has_value(); }},
    {"a body", [](const std::string& id) { return !id.empty(); }},
    {"a kind of volume", [](const std::string& name) { return volumeNamed(name) != volumeKinds().end(); }},
    {"a rank", [](const std::string& rank) { return parseInteger<std::size_t>(rank).has_value(); }},
    {"x, y or xy", [](const std::string& along) { return along == "x" || along == "y" || along == "xy"; }},
    {"early or cached", [](const std::string& order) { return order == "early" || order == "cached"; }},
};

}  // namespace

std::span<const LessonNumber> lessonNumbers() { return kNumbers; }
std::span<const LessonWord> lessonWords() { return kWords; }

const LessonWord* findLessonWord(std::string_view name) {
  const auto found = std::ranges::find_if(kWords, [&](const LessonWord& word) { return name == word.name; });
  return found == std::end(kWords) ? nullptr : &*found;
}

Result<LessonQuantity> parseQuantity(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string argument(colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1));
  const auto found = std::ranges::find_if(kNumbers, [&](const LessonNumber& number) { return name == number.name; });
  if (found == std::end(kNumbers)) {
    return fail(ErrorCode::kWrongValue, "",
                fmt::format("expected a number that `sepax help lesson` lists, found \"{}\"", text));
  }
  const ArgumentForm& form = kArguments[static_cast<std::size_t>(found->argument)];
  if (!form.takes(argument)) {
    return fail(ErrorCode::kWrongValue, "",
                fmt::format("expected {} after \"{}:\", found \"{}\"", form.expected, name, argument));
  }
  return LessonQuantity{&*found, argument};
}

bool canScrub(const LessonQuantity& quantity) {
  return quantity.number->write != nullptr || quantity.number->read == freeDegrees;
}

double scrubStep(const LessonQuantity& quantity) {
  constexpr double kMetres = 0.01, kDegrees = 0.5;
  return quantity.number->read == freeDegrees || quantity.number->write == setTurn ? kDegrees : kMetres;
}

std::optional<AxisId> axisOf(const LessonQuantity& quantity) {
  return quantity.number->argument == LessonArgument::kAxis ? parseAxisName(quantity.argument) : std::nullopt;
}

}  // namespace sepax
