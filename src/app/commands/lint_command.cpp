#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "bundle/open/open_container.h"
#include "collider/lint.h"
#include "core/json_text.h"
#include "core/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

namespace {

Json rowJson(const MeshLint& row) {
  Json fits = Json::array(), budgets = Json::object(), findings = Json::array();
  for (const PrimitiveFit& fit : row.fits)
    fits.push({{"shape", fitName(fit.kind)}, {"volume", fit.volume}, {"volume_ratio", fit.volume_ratio}});
  for (const std::size_t budget : kVertexBudgets)
    budgets[std::to_string(budget)] = row.hull_vertices > 0 && row.hull_vertices <= budget;
  for (const Finding& finding : row.findings) {
    findings.push(
        {{"code", finding.code()}, {"severity", severityName(finding.severity())}, {"message", finding.message}});
  }
  return {{"path", row.path},
          {"vertices", row.vertices},
          {"triangles", row.triangles},
          {"components", row.components},
          {"metres_per_unit", row.metres_per_unit},
          {"size", row.size},
          {"closed", row.closed},
          {"convex", row.convex},
          {"volume", row.volume ? Json(*row.volume) : Json(nullptr)},
          {"shared_volume", row.shared_volume},
          {"open_edges", row.open_edges},
          {"non_manifold_edges", row.non_manifold_edges},
          {"flipped", row.flipped},
          {"slivers", row.slivers},
          {"duplicates", row.duplicates},
          {"hull_vertices", row.hull_vertices},
          {"hull_volume", row.hull_volume},
          {"hull_deviation", row.hull_deviation},
          {"vertex_budgets", std::move(budgets)},
          {"fits", std::move(fits)},
          {"findings", std::move(findings)}};
}

/// The output of `bundle lint --json`, without a newline.
std::string lintJson(const std::vector<MeshLint>& rows) {
  Json meshes = Json::array();
  for (const MeshLint& row : rows) meshes.push(rowJson(row));
  return indentedJson(outputJson({{"meshes", std::move(meshes)}}));
}

/// The output of `bundle lint`.
std::string lintTable(const std::vector<MeshLint>& rows) {
  if (rows.empty()) return "no meshes";
  std::size_t width = 4;
  for (const MeshLint& row : rows) width = std::max(width, std::min<std::size_t>(printableLine(row.path).size(), 48));
  std::string text = fmt::format("{:<{}}  {:>9}  {:>6}  {:<7}  {:<7}  {:>9}  {}\n", "mesh", width, "triangles", "hull",
                                 "closed", "convex", "hull off", "tightest");
  for (const MeshLint& row : rows) {
    const PrimitiveFit* fit = row.tightestPrimitive();
    const double percent = row.size > 0 ? 100 * row.hull_deviation / row.size : 0;
    text +=
        fmt::format("{:<{}}  {:>9}  {:>6}  {:<7}  {:<7}  {:>8}%  {}\n", printableLine(row.path), width, row.triangles,
                    row.hull_vertices, row.closed ? "yes" : "no", row.convex ? "yes" : "no",
                    humanNumber(percent < 5e-4 ? 0 : percent, 3),
                    fit == nullptr ? "" : fmt::format("{} {}x", fitName(fit->kind), humanNumber(fit->volume_ratio, 3)));
    for (const Finding& finding : row.findings) {
      text += fmt::format("  {} {}: {}\n", severityName(finding.severity()), finding.code(),
                          printableLine(finding.message));
    }
  }
  text.pop_back();
  return text;
}

int lint(const std::vector<std::string>& files, const OpenOptions& open, bool as_json) {
  std::vector<MeshLint> rows;
  for (const std::string& file : files) {
    const auto tree = openTree(file, open);
    if (!tree) {
      return complain(tree.error());
    }
    ProgressLine line("linting");
    std::vector<MeshLint> found = lintTree(**tree, line.sink(), open);
    line.clear();
    for (MeshLint& row : found) row.path = files.size() > 1 ? placeInTree(**tree, row.path) : row.path;
    std::move(found.begin(), found.end(), std::back_inserter(rows));
    if ((*tree)->entries().empty()) {
      const auto fault = std::ranges::find((*tree)->findings(), Severity::kError, &Finding::severity);
      return complain((*tree)->name() + ": " +
                      (fault == (*tree)->findings().end() ? "has no entries" : fault->message));
    }
  }
  printLine(as_json ? lintJson(rows) : lintTable(rows));
  const bool isSound = std::all_of(rows.begin(), rows.end(), [](const MeshLint& row) {
    return row.count(Severity::kError) + row.count(Severity::kWarning) == 0;
  });
  return isSound ? kExitFine : kExitFailed;
}

}  // namespace

void addLintCommand(CLI::App& bundle, int& exit_status) {
  struct Options {
    std::vector<std::string> files;
    OpenOptions open;
    bool as_json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = bundle.add_subcommand(
      "lint", "Examine every mesh as a collider: closed, facing outward, convex, within vertex budgets");
  command->add_option("FILE", options->files, "Bundles or folders")->required();
  command->add_option("-k,--password", options->open.password, "For encrypted entries and disk images");
  command->add_flag("--json", options->as_json, "Print JSON");
  command->callback([options, &exit_status] { exit_status = lint(options->files, options->open, options->as_json); });
}

}  // namespace sepax
