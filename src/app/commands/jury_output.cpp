#include "app/commands/jury_output.h"

#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/text.h"
#include "lab/jury/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace sepax {

namespace {

std::string numberText(const std::optional<double>& value) { return value ? humanNumber(*value, 6) : std::string("-"); }

/// The answer in one word.
std::string verdictText(const JurorAnswer& answer) {
  if (answer.status != JurorAnswer::Status::kOk) return statusName(answer.status);
  if (answer.hit) return *answer.hit ? "hit" : "no hit";
  return answer.overlapping ? saidVerdict(answer) : "-";
}

/// The columns of a table of answers: two numbers of an answer.
using Columns = std::array<std::optional<double> JurorAnswer::*, 2>;
constexpr Columns kPairColumns{&JurorAnswer::separation, &JurorAnswer::distance};
constexpr Columns kQueryColumns{&JurorAnswer::time, &JurorAnswer::distance};

std::string rowText(const JuryRow& row, const Columns& columns) {
  const JurorAnswer& answer = row.answer;
  std::string why;
  for (const JuryDifference& difference : row.differences)
    why += (why.empty() ? "" : "; ") + fmt::format("{}{}", difference.is_tie ? "tie: " : "", difference.text);
  if (answer.status == JurorAnswer::Status::kOk)
    why += fmt::format("{}tolerance {} m{}", why.empty() ? "" : "; ", humanNumber(row.tolerance, 2),
                       row.is_rounded ? "; compared with the pair rounded to floats" : "");
  if (row.known) why = fmt::format("known{}; ", row.known->empty() ? "" : ": " + *row.known) + why;
  const char* const mark = row.known ? "=" : row.differs() ? "!" : "";
  return fmt::format("  {:<2}{:<20} {:<12} {:>12} {:>12} {:>10}  {}\n", mark, row.name, verdictText(answer),
                     numberText(answer.*columns[0]), numberText(answer.*columns[1]),
                     answer.time_ns ? humanDuration(*answer.time_ns * 1e-9) : "-",
                     answer.status == JurorAnswer::Status::kOk ? why : answer.message);
}

/// The engines that do not take a pair: one line for each reason.
std::string refusedText(const std::vector<JuryRow>& rows) {
  std::vector<std::pair<std::string, std::string>> reasons;
  for (const JuryRow& row : rows) {
    if (row.answer.status != JurorAnswer::Status::kUnsupported) continue;
    auto found = std::ranges::find(reasons, row.answer.message, &std::pair<std::string, std::string>::first);
    if (found == reasons.end()) found = reasons.insert(found, {row.answer.message, ""});
    found->second += (found->second.empty() ? "" : ", ") + row.name;
  }
  std::string text;
  for (const auto& [reason, names] : reasons)
    text += fmt::format("    not asked: {}{}\n", names, reason.empty() ? "" : " (" + reason + ")");
  return text;
}

std::string tableText(const JurySubject& subject, bool only_against) {
  const std::array<const char*, 3> heads =
      subject.isQuery() ? std::array{"answer", "time", "distance"} : std::array{"verdict", "separation", "distance"};
  std::string text =
      fmt::format("  {:<22} {:<12} {:>12} {:>12} {:>10}\n", "juror", heads[0], heads[1], heads[2], "takes");
  for (const JuryRow& row : subject.rows) {
    const bool is_shown = only_against ? isAgainst(row) : row.answer.status != JurorAnswer::Status::kUnsupported;
    if (is_shown) text += rowText(row, subject.isQuery() ? kQueryColumns : kPairColumns);
  }
  return only_against ? text : text + refusedText(subject.rows);
}

}  // namespace

bool isAgainst(const JuryRow& row) { return !row.known && !disagreementsOf(row).empty(); }

void JuryCounts::add(const JuryCase& asked) {
  ++cases;
  failed += asked.failures.size();
  for (const JurySubject& subject : asked.subjects) {
    ++(subject.isQuery() ? queries : pairs);
    for (const JuryRow& row : subject.rows) {
      refused += row.answer.status == JurorAnswer::Status::kUnsupported ? 1 : 0;
      answers += row.answer.status == JurorAnswer::Status::kOk ? 1 : 0;
      known += row.known ? 1 : 0;
      if (isAgainst(row)) ++(row.differs() ? differing : ended);
    }
  }
}

void Refusals::add(const std::string& juror, const std::string& kinds, const JurorAnswer& answer) {
  Count& count = counts_[{juror, kinds}];
  if (answer.status == JurorAnswer::Status::kOk) ++count.answered;
  if (answer.status == JurorAnswer::Status::kUnsupported && count.refused++ == 0) count.first = answer.message;
}

std::vector<std::string> Refusals::lines() const {
  struct Juror {
    std::size_t refused = 0;
    std::vector<std::string> kinds;
    std::string first;
  };
  std::map<std::string, Juror> jurors;
  for (const auto& [key, count] : counts_) {
    if (count.answered == 0 || count.refused == 0) continue;
    Juror& juror = jurors[key.first];
    juror.refused += count.refused;
    juror.kinds.push_back(key.second);
    if (juror.first.empty()) juror.first = count.first;
  }
  constexpr std::size_t kMaxKinds = 3;
  std::vector<std::string> out;
  for (const auto& [name, juror] : jurors) {
    const auto shown = static_cast<std::ptrdiff_t>(std::min(juror.kinds.size(), kMaxKinds));
    out.push_back(fmt::format("{}: refused {} of kinds that it answers elsewhere ({}{}); the first: {}", name,
                              counted(juror.refused, "pair", "pairs"),
                              fmt::join(juror.kinds.begin(), juror.kinds.begin() + shown, ", "),
                              juror.kinds.size() > kMaxKinds ? ", …" : "", juror.first));
  }
  return out;
}

JurySubject pairSubject(const PairIds& pair, const PairAnswer& reference, std::vector<JuryRow> rows) {
  JurySubject out;
  out.names = {pair.first, pair.second};
  out.heading =
      fmt::format("{}, {}: {}, {}\n", pair.first, pair.second, verdictName(reference.verdict),
                  reference.endless ? std::string("without end")
                                    : fmt::format("separation {}, distance {}", humanNumber(reference.separation, 6),
                                                  humanNumber(reference.distance, 6)));
  out.reference = PairReference{pair, reference};
  out.rows = std::move(rows);
  return out;
}

JurySubject querySubject(QueryReport reference, std::vector<JuryRow> rows) {
  JurySubject out;
  const JurorAnswer answer = answerOf(reference);
  const bool is_ray = std::holds_alternative<RayQuery>(reference.query);
  std::string found = "no hit";
  if (*answer.hit)
    found = is_ray ? fmt::format("hit at {} m", numberText(answer.distance))
                   : fmt::format("hit at {} s", numberText(answer.time));
  out.names = {reference.id.empty() ? fmt::format("query {}", reference.index) : reference.id};
  // A ray is asked of each body by itself.
  if (is_ray) out.names[0] += " of " + bodiesOf(reference.query);
  out.heading = fmt::format("{}{}: {}\n", out.names[0],
                            is_ray ? ", ray" : fmt::format(", sweep of {}", bodiesOf(reference.query)), found);
  out.reference = std::move(reference);
  out.rows = std::move(rows);
  return out;
}

std::string juryText(const JuryCase& asked, bool only_against) {
  std::string text;
  for (const JurySubject& subject : asked.subjects) {
    if (only_against && std::ranges::none_of(subject.rows, isAgainst)) continue;
    text += subject.heading + tableText(subject, only_against);
  }
  for (const std::string& failure : asked.failures) text += "  expected: " + failure + "\n";
  return only_against && text.empty() ? "" : printableLine(asked.file) + "\n" + text;
}

std::string juryLine(const JuryCase& asked, bool expects, const std::vector<JurorLikeness>& likenesses) {
  Json pairs = Json::array(), queries = Json::array();
  for (const JurySubject& subject : asked.subjects) {
    if (const auto* const query = std::get_if<QueryReport>(&subject.reference)) {
      queries.push(juryJson(*query, subject.rows, asked.space));
    } else {
      const auto& [pair, answer] = std::get<PairReference>(subject.reference);
      pairs.push(juryJson(pair, answer, subject.rows, asked.space));
    }
  }
  Json object = outputJson({{"file", asked.file}, {"pairs", std::move(pairs)}, {"queries", std::move(queries)}});
  for (const JurorLikeness& likeness : likenesses) {
    Json found = likenessJson(likeness.count);
    if (found.isNull()) continue;
    Json one{{"juror", likeness.juror}};
    one.add(std::move(found));
    object["like"].push(std::move(one));
  }
  if (expects) object["failures"] = Json::list(asked.failures);
  return compactJson(object) + "\n";
}

JunitSuite suiteOf(const JuryCase& asked) {
  JunitSuite suite(asked.file);
  for (const JurySubject& subject : asked.subjects) {
    for (const JuryRow& row : subject.rows) {
      const std::string test = fmt::format("{}: {}", fmt::join(subject.names, ", "), row.name);
      if (row.known) {
        suite.skip(test, fmt::format("known: {}", row.known->empty() ? "without a reason" : *row.known));
        continue;
      }
      if (row.answer.status == JurorAnswer::Status::kUnsupported) {
        suite.skip(test, fmt::format("{}: {}", statusName(row.answer.status), row.answer.message));
        continue;
      }
      std::vector<std::string> failures;
      for (const JuryDifference& difference : row.differences) {
        if (!difference.is_tie) failures.push_back(difference.text);
      }
      if (isAgainst(row) && failures.empty())
        failures.push_back(fmt::format("{}: {}", statusName(row.answer.status), row.answer.message));
      suite.add(test, row.answer.time_ns.value_or(0) * 1e-9, failures);
    }
  }
  if (!asked.failures.empty()) suite.add("expectations", 0, asked.failures);
  return suite;
}

std::string countLine(const JuryCounts& counts, std::size_t unusable) {
  std::string out = counted(counts.cases, "case", "cases") + (isInterrupted() ? " so far: " : ": ");
  out += counted(counts.pairs, "pair", "pairs");
  if (counts.queries > 0) out += ", " + counted(counts.queries, "query", "queries");
  out += ", " + counted(counts.answers, "answer", "answers");
  if (counts.refused > 0) out += fmt::format(" ({} not taken by the engines)", counts.refused);
  if (counts.known > 0) out += ", " + counted(counts.known, "known difference", "known differences");
  out += counts.differing > 0 ? fmt::format(", {} DIFFER", counts.differing) : ", none differs";
  if (counts.ended > 0) out += fmt::format(", {} CRASHED OR GAVE NO ANSWER", counts.ended);
  if (counts.failed > 0) out += ", " + counted(counts.failed, "expectation FAILED", "expectations FAILED");
  if (unusable > 0) out += fmt::format(", {} UNUSABLE", unusable);
  return out + "\n";
}

std::string likenessLines(const std::vector<JurorLikeness>& likenesses) {
  std::string text;
  for (const JurorLikeness& likeness : likenesses) {
    const std::string found = likenessText(likeness.count);
    if (!found.empty()) text += fmt::format("{}: {}\n", likeness.juror, found);
  }
  return text;
}

namespace {

/// An option is of the kind that each juror says of it; a length is no less than 0.
Result<void> checkOption(const std::string& name, const Json& value, std::vector<JuryMember>& members) {
  for (JuryMember& member : members) {
    const JurorHello* const hello = member.juror ? member.juror->greeted() : nullptr;
    if (hello == nullptr) continue;
    for (const Json& option : hello->options) {
      if (!(option["name"] == Json(name)) || !(option["type"] == Json("number"))) continue;
      const bool is_length = option["unit"] == Json("m");
      if (value.isNumber() && (!is_length || value.number() >= 0)) continue;
      return fail(ErrorCode::kWrongValue, "--option",
                  fmt::format("{} of {}: expected {}, found {}", printableLine(name), member.name(),
                              is_length ? "metres from 0 up" : "a number", compactJson(value)));
    }
  }
  return {};
}

}  // namespace

Result<void> checkJurorOptions(const Json& options, std::vector<JuryMember>& members) {
  if (options.isNull()) return {};
  std::vector<std::string> known;
  for (JuryMember& member : members) {
    const JurorHello* const hello = member.juror ? member.juror->greeted() : nullptr;
    if (hello == nullptr) continue;
    for (const std::string& name : hello->optionNames()) known.push_back(name);
  }
  for (const auto& [name, value] : options.members()) {
    if (std::ranges::find(known, name) != known.end()) {
      SEPAX_TRY(checkOption(name, value, members));
      continue;
    }
    const std::set<std::string> once(known.begin(), known.end());
    return fail(
        ErrorCode::kNotFound, "--option",
        fmt::format("no juror that is asked has an option \"{}\"; {}", printableLine(name),
                    known.empty() ? "they have none" : fmt::format("expected one of {}", fmt::join(once, ", "))));
  }
  return {};
}

Result<Json> jurorOptions(const std::vector<std::string>& texts) {
  Json out;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      return fail(ErrorCode::kWrongValue, "--option", fmt::format("expected NAME=VALUE, found \"{}\"", text));
    const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
    if (out.isObject() && out.find(name) != nullptr)
      return fail(ErrorCode::kWrongValue, "--option", fmt::format("\"{}\" is given twice", name));
    auto json = parseJson(value, "--option");
    out[name] = json ? std::move(*json) : Json(value);
  }
  return out;
}

}  // namespace sepax
