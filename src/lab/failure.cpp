#include "lab/failure.h"

#include "collide/exact/exact.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

using Status = JurorAnswer::Status;

namespace {

constexpr std::array kWhats{"verdict", "separation", "distance", "normal", "closest_points", "crashed", "timeout", "error"};

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

Result<WishedFailure> parseFailure(std::string_view text) {
  WishedFailure out;
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
  const std::size_t at = is_difference ? 2 : 1;
  const bool is_known = !words.empty() && words.size() <= at + 1 && (words.size() <= at || isWhat(words[at]));
  if (!is_known) {
    return fail(ErrorCode::kWrongValue, "--while",
                fmt::format("expected NAME differs [WHAT] with one of {}; found \"{}\"", fmt::join(kWhats, ", "), printableLine(text)));
  }
  out.member = words[0];
  if (words.size() > at) out.wish.what = words[at];
  return out;
}

std::optional<Failure> failureOf(const JuryRow& row, const FailureWish& wish, double size) {
  const double unit = size > 0 ? size : 1;
  if (row.answer.status == Status::kUnsupported) return std::nullopt;
  if (row.answer.status != Status::kOk) {
    Failure out{row.name, statusName(row.answer.status), 0, 0, row.answer.message};
    return wish.what.empty() || wish.what == out.what ? std::optional(std::move(out)) : std::nullopt;
  }
  for (const JuryDifference& difference : row.differences) {
    const bool is_wished = !difference.is_tie && (wish.what.empty() || wish.what == difference.what);
    const double relative = difference.by / unit;
    if (is_wished && relative >= wish.min_relative) return Failure{row.name, difference.what, difference.by, relative, difference.text};
  }
  return std::nullopt;
}

std::optional<Failure> findFailure(JuryMember& member, const Document& document, const PairIds& pair, const FailureWish& wish) {
  const Body *body_a = findBody(document, pair.first), *body_b = findBody(document, pair.second);
  const auto reference = testPair(document, pair);
  if (!reference || body_a == nullptr || body_b == nullptr) return std::nullopt;
  const PosedShape a = posedShape(*body_a), b = posedShape(*body_b);
  const double size = pairSize(a, b);
  JuryRow row = askMember(member, document, pair, reference->answer, {});
  const auto failure = failureOf(row, wish, size);
  // The reference is good to a billionth of the size: larger errors need no other judge.
  constexpr double kNeedsConfirming = 1e-6;
  if (!failure || row.answer.status != Status::kOk || failure->relative > kNeedsConfirming) return failure;
  const PairAnswer exact = confirmed(reference->answer, a, b, touchingTolerance(a, b, {document.touching_tolerance}));
  row.differences = differencesOf(row.answer, exact, a, b, row.tolerance);
  return failureOf(row, wish, size);
}

Result<JuryMember> memberNamed(const std::string& name, const JurorLimits& limits) {
  if (const PairAlgorithm* const row = findAlgorithm(name)) return JuryMember{nullptr, row};
  std::vector<std::string> problems;
  for (JurorManifest& manifest : findJurors(problems)) {
    if (manifest.name == name) return JuryMember{std::make_unique<Juror>(std::move(manifest), limits), nullptr};
  }
  return fail(ErrorCode::kNotFound, name, "no algorithm and no juror of that name; sepax algorithms and sepax jurors list them");
}

}  // namespace sepax
