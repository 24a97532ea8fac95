#include "app/commands/checked_case.h"

#include "app/commands/command_line.h"
#include "bundle/open/open_container.h"
#include "collide/pair/pair_frame.h"
#include "collide/pair_table.h"
#include "core/platform.h"
#include "format/case_detect.h"
#include "format/report_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>

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

/// A case from standard input; its meshes are beside nothing but the folder that we are in.
Result<LoadedCase> loadStandardInput() {
  const auto text = readStandardInput(kMaxCaseBytes);
  SEPAX_TRY(text);
  return parseCase(*text, "-", filesBelow("."));
}

void visitTree(const Tree& tree, const std::string& path,
               const std::function<void(const std::string&, const Result<LoadedCase>&)>& visit) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    const TreeEntry& entry = tree.entries()[i];
    if (entry.directory || entry.shadowed || !isCaseName(entry.path) || entry.size > kMaxCaseBytes) continue;
    const std::string file = path + "/" + entry.path;
    const auto bytes = tree.read(i, kMaxCaseBytes);
    if (!bytes) {
      visit(file, tl::unexpected<Error>(bytes.error()));
      continue;
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (!isCaseText(text)) continue;
    ++found;
    const std::size_t slash = entry.path.rfind('/');
    visit(file, parseCase(text, file, &tree, slash == std::string::npos ? std::string() : entry.path.substr(0, slash)));
  }
  if (found > 0) return;
  std::string why = "expected a case (a .json file with a \"sepax\" key) inside, found none";
  for (const Finding& finding : tree.findings()) why += "; " + finding.message;
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
  if (path == "-") return visit(path, loadStandardInput());
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

}  // namespace sepax
