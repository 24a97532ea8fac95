#include "lab/failure.h"

#include "collide/exact/exact.h"
#include "core/text.h"
#include "lab/juror_install.h"
#include "lab/relations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

using Status = JurorAnswer::Status;

namespace {

constexpr std::array kWhats{"verdict", "separation", "distance", "normal", "closest_points", "crashed", "timeout", "error"};

bool isRelation(const std::string& word) {
  return std::any_of(relations().begin(), relations().end(), [&](const Relation& relation) { return word == relation.name; });
}

/// The first relation that counts and is broken on a pair.
std::optional<Failure> brokenRelation(JuryMember& member, const Document& document, const PairIds& pair, const FailureFilter& filter) {
  const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
  if (a == nullptr || b == nullptr) return std::nullopt;
  const double size = std::max(pairSize(posedShape(*a), posedShape(*b)), 1e-300);
  for (const BrokenRelation& broken : checkRelations(member, document, pair).broken) {
    const double by = std::abs(broken.found - broken.expected);
    if ((filter.what.empty() || filter.what == broken.relation) && by / size >= filter.min_relative)
      return Failure{broken.member, broken.relation, by, by / size, broken.relation + ": " + broken.text};
  }
  return std::nullopt;
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
  const std::string by =
      has_size ? fmt::format(" by {} m, {} of the pair's size", humanNumber(failure.by, 3), humanNumber(failure.relative, 2)) : "";
  const bool is_end = failure.what == "crashed" || failure.what == "timeout" || failure.what == "error";
  const std::string how = is_end ? failure.what : fmt::format("{} {}{}", filter.of_relations ? "breaks" : "differs in", failure.what, by);
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
  const auto isWhat = [](const std::string& word) { return std::find(kWhats.begin(), kWhats.end(), word) != kWhats.end(); };
  const bool is_difference = words.size() > 1 && words[1] == "differs";
  out.filter.of_relations = words.size() > 1 && words[1] == "breaks";
  const auto isKnownHere = [&](const std::string& word) { return out.filter.of_relations ? isRelation(word) : isWhat(word); };
  const std::size_t at = is_difference || out.filter.of_relations ? 2 : 1;
  const bool is_known = !words.empty() && words.size() <= at + 1 && (words.size() <= at || isKnownHere(words[at]));
  if (!is_known) {
    return fail(ErrorCode::kWrongValue, "--while",
                fmt::format("expected NAME differs [WHAT] with one of {}, or NAME breaks [RELATION]; found \"{}\"", fmt::join(kWhats, ", "),
                            printableLine(text)));
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
    if (counts && relative >= filter.min_relative) return Failure{row.name, difference.what, difference.by, relative, difference.text};
  }
  return std::nullopt;
}

namespace {

std::optional<Failure> confirmedFailure(JuryRow row, const Document& document, const PairIds& pair, const PairAnswer& reference,
                                        const FailureFilter& filter) {
  const PosedShape a = posedShape(*findBody(document, pair.first)), b = posedShape(*findBody(document, pair.second));
  const double size = pairSize(a, b);
  const auto failure = failureOf(row, filter, size);
  // The reference is good to a billionth of the size: larger errors need no other judge.
  constexpr double kNeedsConfirming = 1e-6;
  if (!failure || row.answer.status != Status::kOk || failure->relative > kNeedsConfirming) return failure;
  const PairAnswer exact = confirmed(reference, a, b, touchingTolerance(a, b, {document.touching_tolerance}));
  row.differences = differencesOf(row.answer, exact, a, b, row.tolerance);
  return failureOf(row, filter, size);
}

}  // namespace

std::optional<Failure> findFailure(JuryMember& member, const Document& document, const PairIds& pair, const FailureFilter& filter) {
  return findFailures(member, {&document, 1}, pair, filter).front();
}

std::vector<std::optional<Failure>> findFailures(JuryMember& member, std::span<const Document> documents, const PairIds& pair,
                                                 const FailureFilter& filter) {
  std::vector<std::optional<Failure>> out(documents.size());
  if (filter.of_relations) {
    for (std::size_t i = 0; i < documents.size(); ++i) out[i] = brokenRelation(member, documents[i], pair, filter);
    return out;
  }
  std::vector<PairAnswer> references(documents.size());
  std::vector<bool> is_known(documents.size());
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto report = testPair(documents[i], pair);
    is_known[i] = report.has_value();
    if (report) references[i] = report->answer;
  }
  std::vector<JuryRow> rows;
  if (member.juror && documents.size() > 1) rows = askJurorAbout(*member.juror, documents, pair, references);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (!is_known[i]) continue;
    JuryRow row = rows.empty() ? askMember(member, documents[i], pair, references[i], {}) : std::move(rows[i]);
    out[i] = confirmedFailure(std::move(row), documents[i], pair, references[i], filter);
  }
  return out;
}

Result<JuryMember> memberNamed(const std::string& name, const JurorLimits& limits) {
  if (const PairAlgorithm* const row = findAlgorithm(name)) return JuryMember{nullptr, row};
  std::vector<std::string> problems;
  for (JurorManifest& manifest : findJurors(problems)) {
    if (manifest.name == name) return JuryMember{std::make_unique<Juror>(std::move(manifest), limits), nullptr};
  }
  Error error = noJuror(name, name).value();
  error.message = "no algorithm of that name, and " + error.message;
  return tl::unexpected(std::move(error));
}

}  // namespace sepax
