#include "app/commands/checked_case.h"

#include "app/commands/command_line.h"
#include "bundle/findings.h"
#include "bundle/open/open_container.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pair_table.h"
#include "collide/pieces/touched_pieces.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "format/case_keys.h"
#include "lab/recording/simulation.h"
#include "lab/search/failure.h"
#include "media/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

bool comparesRows(const std::string& algorithm) { return algorithm == kSoundRows || algorithm == kAllRows; }

/// The rows that `algorithm` means: one, or every row that takes the pair.
std::vector<std::string> algorithmsFor(const std::string& algorithm, const Shape& a, const Shape& b) {
  if (!comparesRows(algorithm)) return {algorithm};
  std::vector<std::string> names;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (handles(row, a, b) && (algorithm == kAllRows || !row.historical)) names.emplace_back(row.name);
  }
  return names;
}

bool isHistorical(const std::string& algorithm) {
  const PairAlgorithm* const row = findAlgorithm(algorithm);
  return row != nullptr && row->historical;
}

/// The bodies of a tested pair and the rows that answer it; an error when there are none.
struct AskedPair {
  const Body *a, *b;
  std::vector<std::string> algorithms;
};

Result<AskedPair> askedPair(const Document& document, const BoxPair& places, const PairIds& ids,
                            const std::string& algorithm) {
  if (places.a == kNoBody || places.b == kNoBody) return tl::unexpected(testPair(document, ids, "sat").error());
  const Body &a = document.bodies[places.a], &b = document.bodies[places.b];
  AskedPair asked{&a, &b, algorithmsFor(algorithm, a.shape, b.shape)};
  for (const std::string& name : asked.algorithms) {
    if (!canTest(a.shape, b.shape, name)) return tl::unexpected(testPair(document, ids, name).error());
  }
  return asked;
}

/// The failures of an expectation; `seconds` receives how long its query took.
Result<std::vector<ExpectationFailure>> failuresOf(const Document& document, const Expectation& expected,
                                                   const std::string& algorithm,
                                                   const std::vector<QueryReport>& queries, double& seconds) {
  if (!expected.query) {
    // A pair may be expected about without being listed, and in either order.
    const auto report = testPair(document, expected.pair, expected.algorithm.empty() ? algorithm : expected.algorithm);
    SEPAX_TRY(report);
    return checkExpectation(expected, *report, document.space);
  }
  const auto answered = std::find_if(queries.begin(), queries.end(),
                                     [&](const QueryReport& query) { return query.index == *expected.query; });
  if (answered == queries.end()) {
    std::string known;
    for (const QueryType& type : queryTypes())
      known += fmt::format("{}{}", known.empty() ? "a query of type " : ", ", type.name);
    return std::vector<ExpectationFailure>{
        {{}, expected.query, expected.query_id, "", "answer", known, "another type", {}}};
  }
  seconds = answered->seconds;
  return checkExpectation(expected, *answered, document.space);
}

/// A case from standard input, or several, each on a line and called "-:LINE"; their meshes are beside nothing but the
/// folder that we are in.
void visitStandardInput(const std::function<void(const std::string&, const Result<LoadedCase>&)>& visit) {
  const auto text = readStandardInput(kMaxCaseBytes);
  if (!text) return visit("-", tl::unexpected<Error>(text.error()));
  const FilesBeside beside = filesBelow(".");
  const auto alone = parseCase(*text, "-", beside);
  if (alone || alone.error().code != ErrorCode::kSyntax) return visit("-", alone);
  std::istringstream lines{std::string(withoutMark(*text))};
  std::vector<std::pair<std::string, std::string>> cases;  // with their names
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    constexpr const char* kBlanks = " \t\r";
    const std::size_t begin = line.find_first_not_of(kBlanks), end = line.find_last_not_of(kBlanks);
    if (begin == std::string::npos) continue;
    if (cases.empty() && (line[begin] != '{' || line[end] != '}')) break;  // a case over many lines
    cases.emplace_back(fmt::format("-:{}", number), std::move(line));
  }
  if (cases.size() < 2) return visit("-", alone);
  for (const auto& [name, line] : cases) {
    if (isInterrupted()) return;
    visit(name, parseCase(line, name, beside));
  }
}

/// A case may be behind them.
void tellSkippedLinks(const Tree& tree, const std::string& path) {
  constexpr std::size_t kMaxNamed = 4;
  std::vector<std::string> named;
  std::size_t count = 0;
  for (const Finding& finding : tree.findings()) {
    if (finding.kind == FindingKind::kFolderLink && ++count <= kMaxNamed) named.push_back(printableLine(finding.path));
  }
  if (count == 0) return;
  complain(fmt::format("warning: {}: skipped {} to no file inside: {}{}", path,
                       count == 1 ? "1 symbolic link" : fmt::format("{} symbolic links", count), fmt::join(named, ", "),
                       count > kMaxNamed ? ", …" : ""));
}

void visitTree(const Tree& tree, const std::string& path,
               const std::function<void(const std::string&, const Result<LoadedCase>&)>& visit) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    if (isInterrupted()) return;
    const TreeEntry& entry = tree.entries()[i];
    if (entry.directory || entry.shadowed || !isCaseName(entry.path) || entry.size > kMaxCaseBytes) continue;
    const std::string file = path + "/" + entry.path;
    const auto bytes = tree.read(i, kMaxCaseBytes);
    if (!bytes) {
      visit(file, tl::unexpected<Error>(bytes.error()));
      continue;
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    // Nothing at all is no other kind of JSON: a case was to be written there.
    const bool is_blank = text.find_first_not_of("\xEF\xBB\xBF\xFF\xFE \t\r\n") == std::string_view::npos;
    if (!is_blank && !isCaseText(text)) continue;
    ++found;
    const std::size_t slash = entry.path.rfind('/');
    visit(file, parseCase(text, file, &tree, slash == std::string::npos ? std::string() : entry.path.substr(0, slash)));
  }
  if (found > 0) return tellSkippedLinks(tree, path);
  std::string why = "expected a case (a .json file with a \"sepax\" key) inside, found none";
  std::map<std::string, int> counts;
  for (const Finding& finding : tree.findings()) ++counts[finding.message];
  for (const Finding& finding : tree.findings()) {
    const int count = std::exchange(counts[finding.message], 0);
    if (count > 0) why += fmt::format("; {}{}", finding.message, count > 1 ? fmt::format(" ({} times)", count) : "");
  }
  visit(path, fail(ErrorCode::kNotFound, path, why));
}

}  // namespace

Result<CheckedCase> checkCase(const LoadedCase& loaded, const std::string& file, const CheckRequest& request) {
  const Document& document = loaded.document;
  const std::string& algorithm = request.algorithm;
  CheckedCase checked;
  checked.file = file;
  checked.name = document.name;
  checked.space = document.space;
  checked.warnings = loaded.warnings;
  for (const Error& problem : simulationProblems(document))
    checked.warnings.push_back(fmt::format("{}: for simulate: {}", file, describe(problem)));
  if (const auto [smallest, size] = smallestBody(document);
      document.touching_tolerance && *document.touching_tolerance > mostExcused(size))
    checked.warnings.push_back(
        fmt::format("{}#/touching_tolerance: {} m is more than a tenth of the size of {}: shapes that plainly overlap "
                    "or lie apart are called touching, and the jury excuses no more than that tenth",
                    file, humanNumber(*document.touching_tolerance, 3), printableLine(smallest)));
  const std::string first = comparesRows(algorithm) ? pairAlgorithms().front().name : algorithm;
  const auto in_file = [&](Error error) {
    error.where = error.where.empty() ? file : file + ": " + error.where;
    return tl::unexpected<Error>(std::move(error));
  };
  checked.tested = testedPairPlaces(document, request.culling);
  for (std::size_t i = 0; i < checked.tested.pairs.size(); ++i) {
    const auto asked = askedPair(document, checked.tested.pairs[i], idsOf(document, checked.tested, i), algorithm);
    if (!asked) return in_file(asked.error());
    checked.reports += asked->algorithms.size();
  }
  checked.is_compared = checked.reports > checked.tested.pairs.size();
  if (!checked.tested.is_complete) {
    checked.warnings.push_back(
        fmt::format("{}: more than {} pairs are close to each other: only so many are tested", file, kMaxClosePairs));
  }
  auto queries = answerQueries(document);
  if (!queries) return in_file(queries.error());
  checked.queries = std::move(*queries);
  if (!request.expect) return checked;
  if (document.expect.empty()) checked.warnings.push_back(file + ": no expectations to check");
  for (std::size_t i = 0; i < document.expect.size(); ++i) {
    const auto start = std::chrono::steady_clock::now();
    double asked = 0;  // a query was answered before
    auto failures = failuresOf(document, document.expect[i], first, checked.queries, asked);
    if (!failures) return in_file(failures.error());
    for (ExpectationFailure& failure : *failures) {
      failure.expectation = i;
      checked.failures.push_back(std::move(failure));
    }
    checked.seconds.push_back(asked + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  checked.expectations = document.expect;
  return checked;
}

void checkPairs(const LoadedCase& loaded, const CheckRequest& request, CheckedCase& checked,
                const std::function<void(const PairReport&, double)>& visit) {
  const Document& document = loaded.document;
  const PairSettings settings{document.touching_tolerance};
  for (std::size_t i = 0; i < checked.tested.pairs.size(); ++i) {
    const PairIds ids = idsOf(document, checked.tested, i);
    const AskedPair asked = askedPair(document, checked.tested.pairs[i], ids, request.algorithm).value();
    const PosedShape a = posedShape(*asked.a), b = posedShape(*asked.b);
    const double size = pairSize(a, b);
    std::optional<PairReport> reference;
    for (const std::string& name : asked.algorithms) {
      PairReport report = testPair(a, b, settings, name).value();
      report.a = ids.first;
      report.b = ids.second;
      if (request.piece_by_piece) addTouchedPieces(report, a, b, settings);
      visit(report, size);
      if (!reference) {
        const Verdict verdict = report.answer.verdict;
        ++(verdict == Verdict::kSeparated  ? checked.separated
           : verdict == Verdict::kTouching ? checked.touching
                                           : checked.overlapping);
        reference = std::move(report);
      } else if (!isHistorical(name)) {
        std::ranges::move(checkAgreement(*reference, report, pairExtent(a, b)), std::back_inserter(checked.failures));
      }
    }
  }
}

void visitCases(const std::string& path,
                const std::function<void(const std::string&, const Result<LoadedCase>&)>& visit) {
  if (path == "-") return visitStandardInput(visit);
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  if (!folder) {
    const auto file = FileHandle::open(path);
    if (!file) return visit(path, tl::unexpected<Error>(file.error()));
    char start[64] = {};
    const std::size_t count = std::min<std::uint64_t>(sizeof start, file->size());
    if (const auto ok = file->readAt(0, std::as_writable_bytes(std::span(start, count))); !ok) {
      return visit(path, tl::unexpected<Error>(ok.error()));
    }
    if (startsLikeJson({start, count})) return visit(path, loadCase(path));
  }
  const auto tree = openTree(path);
  if (!tree) return visit(path, tl::unexpected<Error>(tree.error()));
  if ((*tree)->kind() == ContainerKind::kUnknown) {
    // The name decides what is reported: a broken case or a strange bundle.
    if (isCaseName(path)) return visit(path, loadCase(path));
    std::string why = "expected a case (JSON) or a bundle (ZIP, .obb)";
    for (const Finding& finding : (*tree)->findings()) why += "; " + finding.message;
    return visit(path, fail(ErrorCode::kUnsupported, path, why));
  }
  visitTree(**tree, path, visit);
}

void tellWarnings(const LoadedCase& loaded) {
  for (const std::string& warning : loaded.warnings) complain("warning: " + printableLine(warning));
}

Result<LoadedCase> caseOrStandardInput(const std::string& file) {
  auto loaded = [&]() -> Result<LoadedCase> {
    if (file != "-") return loadCase(file);
    const auto text = readStandardInput(kMaxCaseBytes);
    SEPAX_TRY(text);
    return parseCase(*text, "standard input", FilesBeside{});
  }();
  if (loaded) tellWarnings(*loaded);
  return loaded;
}

std::optional<PairIds> pairNamed(const Document& document, const std::string& text) {
  if (text.empty()) return firstPair(document);
  // An id may have commas in it.
  for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', comma + 1)) {
    const PairIds pair{text.substr(0, comma), text.substr(comma + 1)};
    if (pair.first != pair.second && findBody(document, pair.first) != nullptr &&
        findBody(document, pair.second) != nullptr)
      return pair;
  }
  return std::nullopt;
}

std::vector<std::string> wholeNames(const std::vector<std::string>& parts) {
  std::vector<std::string> names;
  for (const std::string& part : parts) {
    const std::size_t equals = part.find('='), colon = part.find(':');
    if (equals < colon && !names.empty()) {
      names.back() += "," + part;
    } else {
      names.push_back(part);
    }
  }
  return names;
}

Result<std::vector<JuryMember>> membersNamed(const std::vector<std::string>& algorithms,
                                             const std::vector<std::string>& jurors, const JurorLimits& limits) {
  std::vector<JuryMember> members;
  for (const std::string& name : wholeNames(algorithms)) {
    if (const auto choice = chosenAlgorithm(name); !choice)
      return fail(ErrorCode::kNotFound, "--algorithm", choice.error().message);
    members.push_back(memberNamed(name, limits, {}).value());
  }
  std::vector<std::string> problems;
  const std::vector<JurorManifest> manifests = jurors.empty() ? std::vector<JurorManifest>() : findJurors(problems);
  for (const std::string& name : wholeNames(jurors)) {
    if (name.empty())
      return fail(ErrorCode::kWrongValue, "--juror, --jurors", "expected a name or a manifest, found an empty text");
    if (name == kAllJurors) {
      for (const JurorManifest& manifest : manifests)
        members.push_back({std::make_unique<Juror>(manifest, limits), nullptr});
      for (const std::string& problem : problems) complain(problem);
      continue;
    }
    auto member = memberNamed(name, limits, manifests);
    if (member) {
      members.push_back(std::move(*member));
      continue;
    }
    std::vector<std::string> known;
    for (const PairAlgorithm& row : pairAlgorithms()) known.emplace_back(row.name);
    for (const JurorManifest& manifest : manifests) known.push_back(manifest.name);
    const auto nearest = nearestWord(name, known);
    if (nearest && member.error().code == ErrorCode::kNotFound)
      return fail(ErrorCode::kNotFound, "--jurors",
                  fmt::format("no juror \"{}\", did you mean \"{}\"?", name, *nearest));
    member.error().where = member.error().where == name ? "--jurors" : "--jurors: " + member.error().where;
    return tl::unexpected(std::move(member.error()));
  }
  return members;
}

Result<void> savePicture(const std::string& text, const std::string& ending, const std::string& file,
                         const std::vector<std::string>& options) {
  if (!lowered(file).ends_with(".png")) return fail(ErrorCode::kWrongValue, file, "expected a name that ends in .png");
  const auto folder = privateFolder();
  SEPAX_TRY(folder);
  const std::string source = *folder + "/picture" + ending;
  SEPAX_TRY(writeFileAtomically(source, text));
  const auto window = programPath("sepax-window");
  SEPAX_TRY(window);
  std::vector<std::string> command{*window, "render", source, "--output=" + file};
  command.insert(command.end(), options.begin(), options.end());
  const auto run = runChild(command, {}, {.wall_seconds = 60});
  SEPAX_TRY(run);
  if (run->exit_code == 0) return {};
  std::string_view why = run->error_text;
  if (why.starts_with("sepax: ")) why.remove_prefix(7);
  while (why.ends_with('\n')) why.remove_suffix(1);
  return fail(ErrorCode::kUnreadable, file, "could not be drawn: " + printableLine(why));
}

std::optional<std::size_t> silentMember(const std::vector<JuryMember>& members,
                                        const std::vector<MemberAnswers>& answers) {
  const bool asks_programs = std::ranges::any_of(members, [](const auto& member) { return member.juror != nullptr; });
  std::optional<std::size_t> first;
  bool has_answered = false;
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (answers[m].answered == 0 && answers[m].ended > 0) return m;
    if (asks_programs && !members[m].juror) continue;
    has_answered = has_answered || answers[m].answered > 0;
    if (!first) first = m;
  }
  return has_answered ? std::nullopt : first;
}

}  // namespace sepax
