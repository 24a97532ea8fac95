#include "lab/jury/likeness.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace sepax {

namespace {

/// The verdict that an answer gives, also by its gap alone.
std::optional<bool> overlappingOf(const JurorAnswer& answer) {
  if (answer.overlapping || !answer.separation) return answer.overlapping;
  return *answer.separation < 0;
}

}  // namespace

const std::vector<const PairAlgorithm*>& defectiveAlgorithms() {
  static const std::vector<const PairAlgorithm*> all = [] {
    std::vector<const PairAlgorithm*> out;
    for (const PairAlgorithm& algorithm : pairAlgorithms()) {
      if (algorithm.historical) out.push_back(&algorithm);
    }
    return out;
  }();
  return all;
}

std::vector<JuryRow> defectiveAnswers(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  std::vector<JuryRow> rows;
  const auto reference = testPair(a, b, settings);
  for (const PairAlgorithm* const algorithm : defectiveAlgorithms()) {
    JuryRow& row = rows.emplace_back();
    row.name = algorithm->name;
    row.answer.status = JurorAnswer::Status::kUnsupported;
    if (!reference || !handles(*algorithm, a.shape, b.shape)) continue;
    row = answeredRow(*algorithm, testPair(a, b, settings, algorithm->name), a, b);
    row.differences = differencesOf(row.answer, reference->answer, a, b, 0);
  }
  return rows;
}

namespace {

/// Whether an answer says something of the part that a difference is about.
bool says(const JurorAnswer& answer, const std::string& part) {
  if (part == "verdict") return answer.overlapping || answer.separation;
  if (part == "separation") return answer.separation.has_value();
  if (part == "distance") return answer.distance.has_value();
  if (part == "normal") return answer.normal.has_value();
  if (part == "closest_points") return answer.closest_points.has_value();
  return !answer.contacts.empty();
}

}  // namespace

bool isWrong(const JuryRow& defective, double tolerance, const JurorAnswer& asked) {
  return std::ranges::any_of(defective.differences, [&](const JuryDifference& part) {
    return !part.is_tie && part.by > tolerance && says(asked, part.what);
  });
}

bool isAlike(const JuryRow& row, const JuryRow& defective, const PosedShape& a, const PosedShape& b) {
  const auto isWrongIn = [&](const JuryDifference& part) {
    return !part.is_tie && std::ranges::any_of(row.differences, [&](const JuryDifference& own) {
      return !own.is_tie && own.what == part.what;
    });
  };
  if (!isWrong(defective, row.tolerance, row.answer) || std::ranges::none_of(defective.differences, isWrongIn))
    return false;
  const JurorAnswer& answer = row.answer;
  const double allowed = 2 * row.tolerance;
  const JurorAnswer& known = defective.answer;
  const bool has_gaps = answer.separation && known.separation;
  const auto verdict = overlappingOf(answer), other = overlappingOf(known);
  if (verdict && other && *verdict != *other)
    return has_gaps && std::abs(*answer.separation - *known.separation) <= allowed;
  const bool is_apart = verdict && !*verdict;
  if (has_gaps && std::abs(*answer.separation - *known.separation) > allowed) return false;
  if (!answer.normal || !known.normal || is_apart) return true;
  constexpr double kSame = 1e-3;
  if (length(*answer.normal - *known.normal) <= kSame) return true;
  // Programs choose differently among axes with one depth.
  const bool are_unit = std::abs(length(*answer.normal) - 1) <= kSame && std::abs(length(*known.normal) - 1) <= kSame;
  return are_unit && isConvex(a.shape) && isConvex(b.shape) &&
         std::abs(gapAlong(a, b, *answer.normal) - gapAlong(a, b, *known.normal)) <= allowed;
}

std::optional<Document> nearOrigin(const Document& document, const PairIds& pair) {
  const Body *const a = findBody(document, pair.first), *const b = findBody(document, pair.second);
  if (a == nullptr || b == nullptr) return std::nullopt;
  constexpr double kFar = 100;
  const double size = pairSize(posedShape(*a), posedShape(*b));
  if (length(a->position) < kFar * size) return std::nullopt;
  Document out;
  out.space = document.space;
  out.touching_tolerance = document.touching_tolerance;
  out.bodies = {*a, *b};
  for (Body& body : out.bodies) body.position -= a->position;
  return out;
}

LikenessCount::LikenessCount() {
  for (const PairAlgorithm* const algorithm : defectiveAlgorithms()) counts_.push_back({algorithm});
}

std::vector<std::string> namesAlike(const JuryRow& row, const PosedShape& a, const PosedShape& b,
                                    const PairSettings& settings) {
  std::vector<std::string> names;
  for (const JuryRow& defective : defectiveAnswers(a, b, settings)) {
    if (isAlike(row, defective, a, b)) names.push_back(defective.name);
  }
  return names;
}

void LikenessCount::add(const JuryRow& row, const std::vector<JuryRow>& defective, const PosedShape& a,
                        const PosedShape& b) {
  if (row.answer.status != JurorAnswer::Status::kOk) return;
  wrong_ += row.differs() ? 1 : 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i].pairs += row.differs() || isWrong(defective[i], row.tolerance, row.answer) ? 1 : 0;
    counts_[i].alike += row.differs() && isAlike(row, defective[i], a, b) ? 1 : 0;
  }
}

std::vector<Likeness> LikenessCount::ranking() const {
  std::vector<Likeness> out;
  if (wrong_ == 0) return out;
  std::ranges::copy_if(counts_, std::back_inserter(out), [](const Likeness& each) { return each.alike > 0; });
  std::ranges::stable_sort(out, [](const Likeness& x, const Likeness& y) { return x.share() > y.share(); });
  return out;
}

std::string likenessText(const LikenessCount& count) {
  if (count.wrong() == 0) return {};
  if (double(count.inWorld()) >= kLikeShare * double(count.wrong()))
    return trf("Computes in world coordinates: {} of {} wrong answers are right near the origin.", count.inWorld(),
               count.wrong());
  const std::vector<Likeness> ranking = count.ranking();
  if (ranking.empty() || ranking[0].share() < 0.5)
    return trn("{} answer differs, and no known defect explains it.",
               "{} answers differ, and no known defect explains them.", count.wrong());
  const Likeness& best = ranking[0];
  std::string text = best.share() >= kLikeShare ? trf("Answers like {}, {} of {}: {}", best.algorithm->name, best.alike,
                                                      best.pairs, tr(best.algorithm->summary))
                                                : trf("Answers most like {}, {} of {}: {}", best.algorithm->name,
                                                      best.alike, best.pairs, tr(best.algorithm->summary));
  if (ranking.size() > 1 && ranking[1].alike == best.alike && ranking[1].pairs == best.pairs) {
    text += " " + trf("So does {}.", ranking[1].algorithm->name);
  } else if (ranking.size() > 1) {
    text += " " + trf("The next best is {}, {} of {}.", ranking[1].algorithm->name, ranking[1].alike, ranking[1].pairs);
  }
  if (const std::string shown = corpusCaseOf(best.algorithm->name); !shown.empty())
    text += " " + trf("{} shows it.", shown);
  if (best.pairs < kEnoughPairs)
    text += " " + trn("{} pair is little evidence: more cases, or sepax hunt, say more.",
                      "{} pairs are little evidence: more cases, or sepax hunt, say more.", best.pairs);
  return text;
}

Json likenessJson(const LikenessCount& count) {
  if (count.wrong() == 0) return nullptr;
  const auto json = [](const Likeness& each) {
    return Json{{"algorithm", each.algorithm->name}, {"alike", each.alike}, {"pairs", each.pairs}};
  };
  Json out{{"wrong", count.wrong()}, {"world_coordinates", count.inWorld()}};
  const std::vector<Likeness> ranking = count.ranking();
  if (ranking.empty()) return out;
  out.add(json(ranking[0]));
  out.add("summary", ranking[0].algorithm->summary);
  if (const std::string shown = corpusCaseOf(ranking[0].algorithm->name); !shown.empty()) out.add("case", shown);
  if (ranking.size() > 1) out.add("next", json(ranking[1]));
  return out;
}

std::string corpusCaseOf(const std::string& algorithm) {
  const std::string folder = "assets/corpus";
  const auto path = dataPath(folder);
  if (!path) return {};
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(*path, error), end; !error && it != end; it.increment(error))
    names.push_back(it->path().filename().string());
  std::ranges::sort(names);
  constexpr std::uint64_t kMaxBytes = 1u << 20;
  for (const std::string& name : names) {
    const auto text = readFile(*path + "/" + name, kMaxBytes);
    if (!text) continue;
    // Its notes end with "Fails here: NAME, NAME."
    const std::size_t list = std::min(text->find("Fails here: "), text->size());
    const std::string failing = text->substr(list, text->find('"', list) - list);
    if (failing.find(algorithm) != std::string::npos) return folder + "/" + name;
  }
  return {};
}

namespace {

constexpr std::uint64_t kMaxBytes = 64u << 20;

bool isOf(const KnownDifference& known, const std::string& file, const std::vector<std::string>& subject,
          const std::string& juror) {
  return known.file == file && known.subject == subject && known.juror == juror;
}

Result<KnownDifference> knownOf(const Json& json, const std::string& where) {
  static const std::vector<std::string> kKeys{"case", "pair", "query", "juror", "differs", "by", "says", "because"};
  const auto expected = [&](const char* what) { return fail(ErrorCode::kWrongValue, where, what); };
  if (!json.isObject()) return expected("expected an object with case, pair or query, juror and differs");
  for (const auto& [key, value] : json.members()) {
    if (std::ranges::find(kKeys, key) == kKeys.end())
      return fail(ErrorCode::kWrongValue, where, fmt::format("unknown key \"{}\"", key));
  }
  KnownDifference out;
  if (!json["case"].isString() || !json["juror"].isString()) return expected("expected texts for case and juror");
  out.file = json["case"].string();
  out.juror = json["juror"].string();
  const Json &pair = json["pair"], &query = json["query"];
  const bool is_pair = pair.isArray() && pair.size() == 2 && pair[0].isString() && pair[1].isString();
  if (is_pair == query.isString()) return expected("expected either a pair of two names or a query");
  out.subject = is_pair ? std::vector{pair[0].string(), pair[1].string()} : std::vector{query.string()};
  for (const Json& each : json["differs"]) {
    if (!each.isString()) return expected("expected texts in differs");
    out.differs.push_back(each.string());
  }
  if (out.differs.empty()) return expected("expected a list of what differs");
  if (!json["by"].isNull() && !json["by"].isNumber()) return expected("expected a number of metres for by");
  out.by = json["by"].isNumber() ? json["by"].number() : 0;
  if (!json["says"].isNull() && !json["says"].isString()) return expected("expected a text for says");
  out.says = json["says"].isString() ? json["says"].string() : "";
  if (!json["because"].isNull() && !json["because"].isString()) return expected("expected a text for because");
  out.because = json["because"].isString() ? json["because"].string() : "";
  return out;
}

Json jsonOf(const KnownDifference& known) {
  Json out{{"case", known.file}};
  if (known.subject.size() == 2) {
    out.add("pair", Json::list(known.subject));
  } else {
    out.add("query", known.subject.front());
  }
  out.add("juror", known.juror);
  out.add("differs", Json::list(known.differs));
  if (known.by > 0) out.add("by", known.by);
  if (!known.says.empty()) out.add("says", known.says);
  out.add("because", known.because);
  return out;
}

/// The verdict of an answer, where that differs: another wrong one of the same size is another difference.
std::string saysOf(const JurorAnswer& answer, const std::vector<std::string>& differs) {
  if (std::ranges::find(differs, "verdict") == differs.end()) return {};
  const std::string verdict = answer.overlapping ? saidVerdict(answer) : "";
  const std::string gap = !answer.separation ? "" : *answer.separation < 0 ? "overlapping" : "separated";
  return verdict.empty() || gap.empty() || verdict == gap ? verdict + (verdict.empty() ? gap : "")
                                                          : fmt::format("{}, but a gap as if {}", verdict, gap);
}

}  // namespace

std::vector<std::string> disagreementsOf(const JuryRow& row) {
  using enum JurorAnswer::Status;
  const JurorAnswer::Status status = row.answer.status;
  if (status == kCrashed || status == kTimeout || status == kError) return {statusName(status)};
  std::vector<std::string> out;
  for (const JuryDifference& difference : row.differences) {
    if (!difference.is_tie) out.push_back(difference.what);
  }
  return out;
}

Result<KnownDifferences> KnownDifferences::read(const std::string& path) {
  const auto text = readFile(path, kMaxBytes);
  SEPAX_TRY(text);
  const auto json = parseJson(*text, path);
  SEPAX_TRY(json);
  if (!json->isObject() || !(*json)["known"].isArray())
    return fail(ErrorCode::kSyntax, path, "expected {\"known\": […]}");
  KnownDifferences out(path);
  std::size_t place = 0;
  for (const Json& each : (*json)["known"]) {
    auto known = knownOf(each, fmt::format("{}: known[{}]", path, place++));
    SEPAX_TRY(known);
    out.known_.push_back(std::move(*known));
  }
  return out;
}

std::string KnownDifferences::relative(const std::string& file) const {
  if (file == "-") return file;
  std::error_code error;
  const auto folder = std::filesystem::absolute(path_, error).lexically_normal().parent_path();
  const auto out = std::filesystem::absolute(file, error).lexically_normal().lexically_relative(folder);
  return out.empty() || error ? file : out.generic_string();
}

std::optional<std::string> KnownDifferences::reasonFor(const std::string& file, const std::vector<std::string>& subject,
                                                       const JuryRow& row) {
  const std::vector<std::string> differs = disagreementsOf(row);
  const std::string name = relative(file);
  jurors_.insert(row.name);
  if (row.answer.status == JurorAnswer::Status::kUnsupported)
    refused_.push_back({name, subject, row.name, {}, 0, "", "", false});
  if (differs.empty()) return std::nullopt;
  const double by = worstOf(row.differences);
  const std::string says = saysOf(row.answer, differs);
  KnownDifference seen{name, subject, row.name, differs, by, says, "", true};
  std::optional<std::string> reason;
  for (KnownDifference& known : known_) {
    if (!isOf(known, name, subject, row.name)) continue;
    known.occurred = true;
    seen.because = known.because;
    const bool is_listed = std::ranges::all_of(differs, [&](const std::string& what) {
      return std::ranges::find(known.differs, what) != known.differs.end();
    });
    const bool is_said = known.says.empty() || known.says == says;
    if (is_listed && is_said && by <= known.by + row.tolerance) reason = known.because;
  }
  seen_.push_back(std::move(seen));
  return reason;
}

void KnownDifferences::noteCase(const std::string& file) { asked_.push_back(relative(file)); }

bool KnownDifferences::wasAsked(const KnownDifference& known) const {
  return std::ranges::find(asked_, known.file) != asked_.end() && jurors_.contains(known.juror) &&
         std::ranges::none_of(refused_, [&](const KnownDifference& refused) {
           return isOf(refused, known.file, known.subject, known.juror);
         });
}

std::vector<KnownDifference> KnownDifferences::gone() const {
  std::vector<KnownDifference> out;
  std::ranges::copy_if(known_, std::back_inserter(out),
                       [&](const KnownDifference& known) { return !known.occurred && wasAsked(known); });
  return out;
}

std::size_t KnownDifferences::withoutReason() const {
  const auto isBare = [](const KnownDifference& known) { return known.occurred && known.because.empty(); };
  return static_cast<std::size_t>(std::ranges::count_if(known_, isBare));
}

bool KnownDifferences::isOfOtherCases() const {
  return !known_.empty() && std::ranges::none_of(known_, [&](const KnownDifference& known) {
    return std::ranges::find(asked_, known.file) != asked_.end();
  });
}

Result<void> KnownDifferences::update() const {
  std::vector<KnownDifference> all;
  std::ranges::copy_if(known_, std::back_inserter(all), [&](const KnownDifference& known) { return !wasAsked(known); });
  std::ranges::copy(seen_, std::back_inserter(all));
  std::string text = "{\"known\": [";
  const char* comma = "\n  ";
  for (const KnownDifference& known : all) {
    text += comma + compactJson(jsonOf(known));
    comma = ",\n  ";
  }
  return writeFileAtomically(path_, text + (all.empty() ? "]}\n" : "\n]}\n"));
}

}  // namespace sepax
