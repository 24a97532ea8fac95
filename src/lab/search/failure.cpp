#include "lab/search/failure.h"

#include "collide/exact/exact.h"
#include "core/text.h"
#include "lab/jury/juror_install.h"
#include "lab/search/relations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

using Status = JurorAnswer::Status;

namespace {

bool isRelation(const std::string& word) {
  return std::any_of(relations().begin(), relations().end(),
                     [&](const Relation& relation) { return word == relation.name; });
}

/// The first relation that counts and is broken on a pair.
JudgedPair relationJudged(JuryMember& member, const Document& document, const PairIds& pair,
                          const FailureFilter& filter) {
  const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
  if (a == nullptr || b == nullptr) return {};
  const double size = std::max(pairSize(posedShape(*a), posedShape(*b)), 1e-300);
  const RelationsReport report = checkRelations(member, document, pair);
  JudgedPair out;
  out.is_answered = report.unanswered.size() > report.unsupported || !report.held.empty() || !report.broken.empty();
  for (const BrokenRelation& broken : report.broken) {
    const double by = std::abs(broken.found - broken.expected);
    const bool counts = filter.what.empty() || filter.what == broken.relation;
    if (!counts || by / size < filter.min_relative) continue;
    out.failure = Failure{broken.member, broken.relation, by, by / size, broken.relation + ": " + broken.text};
    break;
  }
  return out;
}

/// The reference's answer with the numbers of rational arithmetic, where that takes the pair and is quick enough.
PairAnswer confirmed(PairAnswer answer, const PosedShape& a, const PosedShape& b, double touching) {
  const bool is_exact = isConvex(a.shape) && isConvex(b.shape) && exactHandles(a.shape, b.shape);
  if (!is_exact) return answer;
  const ExactReport exact = exactReport(a, b, touching);
  answer.verdict = exact.verdict;
  answer.separation = exact.separation;
  answer.distance = exact.distance;
  return answer;
}

}  // namespace

std::string failureLine(const Failure& failure, const FailureFilter& filter) {
  const bool has_size = failure.by > 0 && std::isfinite(failure.relative);
  const std::string by = has_size ? fmt::format(" by {} m, {} of the pair's size", humanNumber(failure.by, 3),
                                                humanNumber(failure.relative, 2))
                                  : "";
  const bool is_end = failure.what == "crashed" || failure.what == "timeout" || failure.what == "error";
  const std::string how =
      is_end ? failure.what : fmt::format("{} {}{}", filter.of_relations ? "breaks" : "differs in", failure.what, by);
  // A relation's line begins with its name.
  std::string_view text = failure.text;
  if (filter.of_relations && text.starts_with(failure.what + ": ")) text.remove_prefix(failure.what.size() + 2);
  return printableLine(fmt::format("{} {}{}{}", failure.member, how, text.empty() ? "" : ": ", text));
}

Result<SoughtFailure> parseFailure(std::string_view text) {
  SoughtFailure out;
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(' ', end);
  }
  for (const std::string_view prefix : {"juror:", "algorithm:"}) {
    if (!words.empty() && words[0].starts_with(prefix)) words[0].erase(0, prefix.size());
  }
  const auto isWhat = [](const std::string& word) {
    return std::find(kFailureWhats.begin(), kFailureWhats.end(), word) != kFailureWhats.end();
  };
  const bool is_difference = words.size() > 1 && words[1] == "differs";
  out.filter.of_relations = words.size() > 1 && words[1] == "breaks";
  const auto isKnownHere = [&](const std::string& word) {
    return out.filter.of_relations ? isRelation(word) : isWhat(word);
  };
  const std::size_t at = is_difference || out.filter.of_relations ? 2 : 1;
  const bool is_known = !words.empty() && words.size() <= at + 1 && (words.size() <= at || isKnownHere(words[at]));
  if (!is_known) {
    return fail(ErrorCode::kWrongValue, "--while",
                fmt::format("expected NAME differs [WHAT] with one of {}, or NAME breaks [RELATION]; found \"{}\"",
                            fmt::join(kFailureWhats, ", "), printableLine(text)));
  }
  out.member = words[0];
  if (words.size() > at) out.filter.what = words[at];
  return out;
}

std::optional<Failure> failureOf(const JuryRow& row, const FailureFilter& filter, double size) {
  const double unit = size > 0 ? size : 1;
  if (row.answer.status == Status::kUnsupported) return std::nullopt;
  if (row.answer.status != Status::kOk) {
    Failure out{row.name, statusName(row.answer.status), 0, 0, row.answer.message};
    return filter.what.empty() || filter.what == out.what ? std::optional(std::move(out)) : std::nullopt;
  }
  for (const JuryDifference& difference : row.differences) {
    const bool counts = !difference.is_tie && (filter.what.empty() || filter.what == difference.what);
    const double relative = difference.by / unit;
    if (counts && relative >= filter.min_relative)
      return Failure{row.name, difference.what, difference.by, relative, difference.text};
  }
  return std::nullopt;
}

namespace {

std::string deciderOf(const Result<PairReport>& reference) {
  const auto* const sat = reference ? std::get_if<SatReport>(&reference->trace) : nullptr;
  if (sat == nullptr || sat->deciding < 0) return "unknown";
  switch (decidingAxis(*sat).id.kind) {
    case AxisKind::kFaceA:
    case AxisKind::kFaceB:
      return "a face";
    case AxisKind::kEdgePair:
      return "two edges";
    default:
      return "a round feature";
  }
}

/// A pair of a document and what is asked about it.
struct Posed {
  PosedShape a, b;
  double touching = 0;
  PairSettings settings;
};

Posed posedPair(const Document& document, const PairIds& pair) {
  Posed out{posedShape(*findBody(document, pair.first)),
            posedShape(*findBody(document, pair.second)),
            0,
            {document.touching_tolerance}};
  out.touching = touchingTolerance(out.a, out.b, out.settings);
  return out;
}

/// Whether nothing of an answer can differ from the reference's, since the pair is apart as the answer says: there are
/// points of both that are no farther from each other (GJK's), and a direction along which the gap is no less, so that
/// the true distance is the same. A normal along which the gap is the distance is the reference's, or as good.
bool isPlainlyRight(const JuryRow& row, const Posed& pair) {
  const JurorAnswer& answer = row.answer;
  const bool says_apart =
      answer.status == Status::kOk && (answer.overlapping ? !*answer.overlapping : answer.separation.value_or(-1) >= 0);
  if (!says_apart || !answer.contacts.empty() || !isConvex(pair.a.shape) || !isConvex(pair.b.shape)) return false;
  const auto found = testPair(pair.a, pair.b, pair.settings, "gjk");
  if (!found) return false;
  const Vec3 between = found->answer.closest_b - found->answer.closest_a;
  const double farthest = sepax::length(between);
  if (!(farthest > 0)) return false;
  const double nearest = gapAlong(pair.a, pair.b, between / farthest), half = row.tolerance / 2;
  // Nearer than that the verdict itself is a matter of rounding.
  constexpr double kPlain = 1e-6;
  const bool is_known =
      nearest > kPlain * pairSize(pair.a, pair.b) && nearest > 4 * row.tolerance && farthest - nearest <= half / 4;
  if (!is_known) return false;
  const auto isDistance = [&](double value) { return std::abs(value - farthest) <= half; };
  if (answer.separation && *answer.separation > nearest + half) return false;
  if (answer.distance && !isDistance(*answer.distance)) return false;
  if (answer.closest_points && !isDistance(sepax::length(answer.closest_points->second - answer.closest_points->first)))
    return false;
  if (!answer.normal) return true;
  constexpr double kUnit = 5e-4;
  const double norm = sepax::length(*answer.normal);
  return std::abs(norm - 1) <= kUnit && isDistance(gapAlong(pair.a, pair.b, *answer.normal / norm));
}

std::optional<Failure> confirmedFailure(JuryRow row, const Posed& pair, const PairAnswer& reference,
                                        const FailureFilter& filter) {
  const double size = pairSize(pair.a, pair.b);
  compare(row, reference, pair.a, pair.b, pair.settings);
  auto failure = failureOf(row, filter, size);
  // The reference is good to a billionth of the size: larger errors need no other judge.
  constexpr double kNeedsConfirming = 1e-6;
  if (failure && row.answer.status == Status::kOk && failure->relative <= kNeedsConfirming) {
    compare(row, confirmed(reference, pair.a, pair.b, pair.touching), pair.a, pair.b, pair.settings);
    failure = failureOf(row, filter, size);
  }
  if (failure) failure->row = std::move(row);
  return failure;
}

}  // namespace

namespace {

/// Whether an answer has a part that can differ, by its name; a verdict also by the sign of its gap. Empty: any.
bool has(const JurorAnswer& answer, std::string_view part) {
  if (part == "verdict") return answer.overlapping || answer.separation;
  if (part == "separation") return answer.separation.has_value();
  if (part == "distance") return answer.distance.has_value();
  if (part == "normal") return answer.normal.has_value();
  if (part == "closest_points") return answer.closest_points.has_value();
  return part != "contacts" || answer.has_contacts || !answer.contacts.empty();
}

}  // namespace

std::optional<Failure> findFailure(JuryMember& member, const Document& document, const PairIds& pair,
                                   const FailureFilter& filter) {
  auto asked = findFailures(member, {&document, 1}, pair, filter);
  return std::move(asked.front().failure);
}

std::vector<JudgedPair> findFailures(JuryMember& member, std::span<const Document> documents, const PairIds& pair,
                                     const FailureFilter& filter) {
  std::vector<JudgedPair> out(documents.size());
  if (filter.of_relations) {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      out[i] = relationJudged(member, documents[i], pair, filter);
      if (out[i].failure) out[i].failure->decided_by = deciderOf(testPair(documents[i], pair));
    }
    return out;
  }
  std::vector<JurorAnswer> answers;
  if (member.juror) answers = askJurorAbout(*member.juror, documents, pair);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (findBody(documents[i], pair.first) == nullptr || findBody(documents[i], pair.second) == nullptr) continue;
    const Posed posed = posedPair(documents[i], pair);
    // The reference is asked last, and only where an answer may be wrong: it takes longer than most members.
    std::optional<Result<PairReport>> own;
    if (!member.juror) own = testPair(posed.a, posed.b, posed.settings, member.name());
    JuryRow row = own ? answeredRow(*member.algorithm, *own, posed.a, posed.b)
                      : answeredRow(*member.juror, std::move(answers[i]), posed.a, posed.b);
    row.name = member.name();
    // An answer without the part that is looked for says nothing about it.
    out[i].is_answered =
        row.answer.status != Status::kUnsupported && (row.answer.status != Status::kOk || has(row.answer, filter.what));
    // The reference is compared with itself: no quicker look is needed.
    const bool is_reference = member.algorithm == &referenceAlgorithm() && member.choice.empty();
    if (!out[i].is_answered || (!is_reference && isPlainlyRight(row, posed))) continue;
    const auto reference = is_reference ? std::move(*own) : testPair(posed.a, posed.b, posed.settings);
    if (!reference) continue;
    auto failure = confirmedFailure(std::move(row), posed, reference->answer, filter);
    if (!failure) continue;
    failure->decided_by = deciderOf(reference);
    out[i].failure = std::move(failure);
  }
  return out;
}

Result<JuryMember> memberNamed(const std::string& name, const JurorLimits& limits) {
  std::vector<std::string> problems;
  return memberNamed(name, limits, findJurors(problems));
}

Result<JuryMember> memberNamed(const std::string& name, const JurorLimits& limits,
                               std::span<const JurorManifest> jurors) {
  const std::size_t colon = name.find(':');
  if (const PairAlgorithm* const row = findAlgorithm(name.substr(0, colon))) {
    if (const auto choice = chosenAlgorithm(name); !choice) return tl::unexpected(choice.error());
    return JuryMember{.juror = nullptr, .algorithm = row, .choice = colon == std::string::npos ? std::string() : name};
  }
  if (name.find('/') != std::string::npos || name.ends_with(".json")) {
    auto manifest = readJurorManifest(name);
    SEPAX_TRY(manifest);
    return JuryMember{std::make_unique<Juror>(std::move(*manifest), limits), nullptr};
  }
  if (const auto found = std::ranges::find(jurors, name, &JurorManifest::name); found != jurors.end())
    return JuryMember{std::make_unique<Juror>(*found, limits), nullptr};
  Error error = noJuror(name, name).value();
  error.message = "no algorithm of that name, and " + error.message;
  return tl::unexpected(std::move(error));
}

}  // namespace sepax
