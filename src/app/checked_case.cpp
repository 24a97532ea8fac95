#include "app/checked_case.h"

#include "collide/pair_table.h"
#include "core/platform.h"
#include "scene/case_detect.h"
#include "scene/report_json.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace sepax {

namespace {

/// The rows that `algorithm` means: one, or for "all" every row that takes the pair.
std::vector<std::string> algorithmsFor(const std::string& algorithm, const Shape& a, const Shape& b) {
  if (algorithm != "all") return {algorithm};
  std::vector<std::string> names;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (handles(row, a, b)) names.emplace_back(row.name);
  }
  return names;
}

bool isHistorical(const std::string& algorithm) {
  const PairAlgorithm* const row = findAlgorithm(algorithm);
  return row != nullptr && row->historical;
}

/// Adds the pair's report by each algorithm, and where they contradict the first. Historical ones are only shown.
Result<void> checkPair(const Document& document, const PairIds& pair, const std::string& algorithm, CheckedCase& checked) {
  const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
  const auto algorithms = a != nullptr && b != nullptr ? algorithmsFor(algorithm, a->shape, b->shape) : std::vector<std::string>{"sat"};
  const std::size_t reference = checked.reports.size();
  for (const std::string& name : algorithms) {
    auto report = testPair(document, pair, name);
    SEPAX_TRY(report);
    checked.reports.push_back(std::move(*report));
    if (checked.reports.size() == reference + 1 || isHistorical(name)) continue;
    const double size = pairSize(posedShape(*a), posedShape(*b));
    for (auto& failure : checkAgreement(checked.reports[reference], checked.reports.back(), size)) {
      checked.failures.push_back(std::move(failure));
    }
  }
  return {};
}

void visitTree(const Tree& tree, const std::string& path, const std::function<void(const std::string&, const Result<LoadedCase>&)>& visit) {
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

Result<CheckedCase> checkCase(const LoadedCase& loaded, const std::string& file, const std::string& algorithm, bool expect) {
  const Document& document = loaded.document;
  CheckedCase checked;
  checked.file = file;
  checked.name = document.name;
  checked.space = document.space;
  checked.warnings = loaded.warnings;
  const std::string first = algorithm == "all" ? pairAlgorithms().front().name : algorithm;
  const auto in_file = [&](Error error) {
    error.where = error.where.empty() ? file : file + ": " + error.where;
    return tl::unexpected<Error>(std::move(error));
  };
  for (const PairIds& pair : testedPairs(document)) {
    if (auto ok = checkPair(document, pair, algorithm, checked); !ok) return in_file(ok.error());
  }
  auto queries = answerQueries(document);
  if (!queries) return in_file(queries.error());
  checked.queries = std::move(*queries);
  if (!expect) return checked;
  if (document.expect.empty()) checked.warnings.push_back(file + ": no expectations to check");
  for (const Expectation& expected : document.expect) {
    if (expected.query) {
      const auto answered = std::find_if(checked.queries.begin(), checked.queries.end(),
                                         [&](const QueryReport& query) { return query.index == *expected.query; });
      if (answered == checked.queries.end()) {
        checked.failures.push_back({{}, expected.query, "", "answer", "a sweep, ray, contains or fit query", "another kind"});
        continue;
      }
      for (auto& failure : checkExpectation(expected, *answered, document.space)) checked.failures.push_back(std::move(failure));
      continue;
    }
    // A pair may be expected about without being listed, and in either order.
    const auto report = testPair(document, expected.pair, first);
    if (!report) return in_file(report.error());
    for (auto& failure : checkExpectation(expected, *report, document.space)) checked.failures.push_back(std::move(failure));
  }
  checked.expectations = document.expect;
  return checked;
}

void visitCases(const std::string& path, const std::function<void(const std::string&, const Result<LoadedCase>&)>& visit) {
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
