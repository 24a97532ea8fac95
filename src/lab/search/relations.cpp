#include "lab/search/relations.h"

#include "core/language.h"
#include "core/text.h"
#include "document/validate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace sepax {

namespace {

/// How far both answers together may be off: each by its own tolerance, and by as much again where the change itself
/// rounds.
constexpr double kSlack = 4;

/// The unchanged pair, and the member's answer to it.
struct Setting {
  const Document& document;  ///< its two bodies alone
  const JurorAnswer& answer;
  double gap = 0;
  double size = 1;  ///< of the pair, metres

  [[nodiscard]] const Body& a() const { return document.bodies[0]; }
  [[nodiscard]] const Body& b() const { return document.bodies[1]; }
  [[nodiscard]] bool isConvexPair() const { return isConvex(a().shape) && isConvex(b().shape); }
};

/// The pair after a change, and the gap that it must have then.
struct Changed {
  Document document;
  double gap = 0;
};

/// Minus the depth, or the distance; of rows that measure axes the gap along the best one.
std::optional<double> gapOf(const JurorAnswer& answer) {
  if (answer.status != JurorAnswer::Status::kOk) return std::nullopt;
  if (answer.overlapping.value_or(false)) return answer.separation;
  return answer.distance ? answer.distance : answer.separation;
}

bool isPlanar(const Document& document) { return document.space == Space::k2d; }

std::optional<Changed> swapped(const Setting& at) {
  Changed out{at.document, at.gap};
  std::swap(out.document.bodies[0], out.document.bodies[1]);
  return out;
}

std::optional<Changed> mirrored(const Setting& at) {
  if (!isItsMirrorImage(at.a().shape) || !isItsMirrorImage(at.b().shape)) return std::nullopt;
  const Mat3 mirror{Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  Changed out{at.document, at.gap};
  for (Body& body : out.document.bodies) {
    body.position.x = -body.position.x;
    if (body.pivot) body.pivot->x = -body.pivot->x;
    const double* const angle = std::get_if<double>(&body.rotation);
    body.rotation = angle != nullptr ? Rotation(-*angle) : Rotation(mirror * matrixOf(body.rotation) * mirror);
  }
  return out;
}

std::optional<Changed> moved(const Setting& at) {
  Changed out{at.document, at.gap};
  for (Body& body : out.document.bodies) {
    body.position += Vec3{1.25, -0.5, isPlanar(at.document) ? 0 : 2} * at.size;
  }
  return out;
}

std::optional<Changed> rotated(const Setting& at) {
  constexpr double kAngle = 0.7;
  const Vec3 axis = isPlanar(at.document) ? Vec3{0, 0, 1} : normalizedOr(Vec3{1, 2, -0.5}, Vec3{0, 0, 1});
  const Mat3 turn = matrixOf(quaternionAbout(axis, kAngle));
  Changed out{at.document, at.gap};
  for (Body& body : out.document.bodies) {
    body.position = turn * body.position;
    if (isPlanar(at.document)) body.position.z = 0;
    const double* const angle = std::get_if<double>(&body.rotation);
    body.rotation = angle != nullptr ? Rotation(*angle + kAngle) : Rotation(turn * matrixOf(body.rotation));
  }
  return out;
}

std::optional<Changed> enlarged(const Setting& at) {
  constexpr double kFactor = 3;
  Changed out{at.document, kFactor * at.gap};
  for (Body& body : out.document.bodies) {
    body.position *= kFactor;
    Vec3 scale = body.scale.value_or(Vec3{1.0}) * kFactor;
    if (isPlanar(at.document)) scale.z = 1;
    body.scale = scale;
  }
  return out;
}

/// B moved along the member's normal.
std::optional<Changed> slid(const Setting& at, double way, double gap) {
  if (!at.answer.normal || !at.isConvexPair()) return std::nullopt;
  Changed out{at.document, gap};
  out.document.bodies[1].position += *at.answer.normal * way;
  return out;
}
std::optional<Changed> movedToTouch(const Setting& at) { return at.gap < 0 ? slid(at, -at.gap, 0) : std::nullopt; }
std::optional<Changed> movedApart(const Setting& at) {
  return at.gap > 0 && at.answer.distance ? slid(at, at.size, at.gap + at.size) : std::nullopt;
}

std::optional<Changed> nudged(const Setting& at) {
  Changed out{at.document, at.gap};
  for (int c = 0; c < dimensionsOf(at.document.space); ++c) {
    double& x = out.document.bodies[1].position[c];
    x = std::nextafter(x, std::numeric_limits<double>::infinity());
  }
  return out;
}

struct RelationRow {
  Relation relation;
  std::optional<Changed> (*change)(const Setting&);  ///< null: of the contacts
};
constexpr RelationRow kRows[] = {
    {{"swap", "B against A has the same gap"}, swapped},
    {{"mirror", "both mirrored have the same gap"}, mirrored},
    {{"move", "both moved alike have the same gap"}, moved},
    {{"rotate", "both rotated alike have the same gap"}, rotated},
    {{"scale", "three times as large, the gap is three times as large"}, enlarged},
    {{"mtv", "moved by its normal and depth they just touch"}, movedToTouch},
    {{"apart", "moved along its normal the distance grows by as much"}, movedApart},
    {{"ulp", "the next doubles change next to nothing"}, nudged},
    {{"contacts", "contacts lie at both shapes, as near as their depth"}, nullptr},
};

/// The member's row for the pair of a document with two bodies; nullopt where our reference cannot answer either.
std::optional<JuryRow> ask(JuryMember& member, const Document& document, const Json& options) {
  const PairIds pair{document.bodies[0].id, document.bodies[1].id};
  const auto reference = testPair(document, pair);
  if (!reference) return std::nullopt;
  return askMember(member, document, pair, reference->answer, options);
}

/// The contact that is farthest from where it may be: its distance to a shape's boundary beside the depth that it
/// states.
void checkContacts(const Setting& at, const JuryRow& row, RelationsReport& report) {
  if (row.answer.contacts.empty()) return;
  const double tolerance = kSlack * row.tolerance;
  BrokenRelation worst;
  for (const JurorAnswer::Contact& contact : row.answer.contacts) {
    double farther = 0;  // of both boundaries
    for (const Body& body : at.document.bodies) {
      const PosedShape posed = posedShape(body);
      const double allowed = std::abs(contact.separation);
      const double away = awayFrom(posed, contact.position, allowed + tolerance);
      farther = std::max(farther, away);
      if (away - allowed <= std::max(tolerance, worst.found - worst.expected)) continue;
      worst.expected = allowed;
      worst.found = away;
      worst.text = trf("a contact is {} m from the boundary of {}, its separation is {} m", humanNumber(away, 6),
                       body.id, humanNumber(contact.separation, 6));
    }
    // Where it states a gap, no point is nearer than half of it to both. A depth may be measured to another side.
    const double short_of = contact.separation / 2 - farther;
    if (short_of <= std::max(tolerance, worst.found - worst.expected)) continue;
    worst.expected = 2 * farther;
    worst.found = contact.separation;
    worst.text = trf("a contact is {} m or less from both boundaries, its separation is {} m", humanNumber(farther, 6),
                     humanNumber(contact.separation, 6));
  }
  if (worst.text.empty()) {
    report.held.emplace_back("contacts");
    return;
  }
  worst.relation = "contacts";
  worst.member = row.name;
  worst.tolerance = tolerance;
  worst.changed = at.document;
  report.broken.push_back(std::move(worst));
}

}  // namespace

std::span<const Relation> relations() {
  static const std::vector<Relation> all = [] {
    std::vector<Relation> out;
    for (const RelationRow& row : kRows) out.push_back(row.relation);
    return out;
  }();
  return all;
}

RelationsReport checkRelations(JuryMember& member, const Document& document, const PairIds& pair, const Json& options,
                               const std::function<bool()>& go_on) {
  RelationsReport report;
  const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
  if (a == nullptr || b == nullptr) return report;
  Document alone;
  alone.space = document.space;
  alone.touching_tolerance = document.touching_tolerance;
  alone.bodies = {*a, *b};
  const auto goesOn = [&] { return !go_on || go_on(); };
  const auto first = ask(member, alone, options);
  if (!first || !goesOn()) return report;
  const std::optional<double> gap = gapOf(first->answer);
  if (first->answer.status != JurorAnswer::Status::kOk) {
    report.unanswered.push_back(std::string(statusName(first->answer.status)) + ", " + first->answer.message);
    report.unsupported += first->answer.status == JurorAnswer::Status::kUnsupported ? 1 : 0;
    return report;
  }
  if (!gap) return report;
  const Setting setting{alone, first->answer, *gap, pairSize(posedShape(*a), posedShape(*b))};
  for (const RelationRow& row : kRows) {
    if (!goesOn()) break;
    if (row.change == nullptr) {
      checkContacts(setting, *first, report);
      continue;
    }
    auto changed = row.change(setting);
    const auto isValid = [&](const Body& body) { return validate(body, changed->document.space).has_value(); };
    if (!changed || !std::ranges::all_of(changed->document.bodies, isValid)) continue;
    const auto then = ask(member, changed->document, options);
    if (!goesOn()) break;  // what ended then ended the answer, too
    if (!then) continue;
    const auto found = gapOf(then->answer);
    if (then->answer.status != JurorAnswer::Status::kOk) {
      // It has just answered about these kinds of shapes: to refuse them elsewhere is no answer.
      report.unanswered.push_back(
          fmt::format("{}: {}, {}", row.relation.name, statusName(then->answer.status), then->answer.message));
    }
    const bool is_lost =
        then->answer.status == JurorAnswer::Status::kCrashed || then->answer.status == JurorAnswer::Status::kTimeout;
    if (is_lost) break;
    if (!found) continue;
    const double tolerance = kSlack * std::max(first->tolerance, then->tolerance);
    if (std::abs(*found - changed->gap) <= tolerance) {
      report.held.emplace_back(row.relation.name);
      continue;
    }
    changed->document.name = fmt::format("{}, {}", first->name, row.relation.name);
    report.broken.push_back({row.relation.name, first->name, changed->gap, *found, tolerance,
                             trf("a gap of {} m instead of {} m", humanNumber(*found, 6), humanNumber(changed->gap, 6)),
                             std::move(changed->document)});
  }
  return report;
}

}  // namespace sepax
