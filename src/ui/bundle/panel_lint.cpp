#include "ui/bundle/panel_lint.h"

#include "session/bundle/bundle_files.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace sepax {

namespace {

Severity severityOf(const MeshLint& mesh) {
  return mesh.count(Severity::kError) > 0     ? Severity::kError
         : mesh.count(Severity::kWarning) > 0 ? Severity::kWarning
                                              : Severity::kNone;
}

/// The part of the mesh's size that its hull fills up beyond it.
double relativeDeviation(const MeshLint& mesh) { return mesh.size > 0 ? mesh.hull_deviation / mesh.size : 0; }

constexpr TableColumn kLintColumns[] = {{"##severity", 1.2f},   {"Mesh", 8, 0, 1},    {"Triangles", 5, 3},
                                        {"Hull corners", 6, 5}, {"Convex", 4, 4},     {"Hull deviation", 7, 2},
                                        {"Best fit", 8, 1},     {"Error", 8, 0, 1.4f}};

/// −1, 0, 1: which of two rows comes first in a column's ascending order.
int compared(const MeshLint& a, const MeshLint& b, int column) {
  const auto key = [column](const MeshLint& m) {
    const std::array<double, std::size(kLintColumns)> values{static_cast<double>(severityOf(m)),
                                                             0,
                                                             static_cast<double>(m.triangles),
                                                             static_cast<double>(m.hull_vertices),
                                                             m.convex ? 1.0 : 0.0,
                                                             relativeDeviation(m),
                                                             m.advice().volume_ratio,
                                                             static_cast<double>(m.findings.size())};
    return values[static_cast<std::size_t>(column)];
  };
  if (column == 1) return a.path < b.path ? -1 : b.path < a.path ? 1 : 0;
  return key(a) < key(b) ? -1 : key(b) < key(a) ? 1 : 0;
}

std::string findingsText(const MeshLint& mesh) {
  std::string text;
  for (const Finding& finding : mesh.findings) {
    text += (text.empty() ? "" : "\n") + std::string(finding.code()) + ": " + findingDetails(finding);
  }
  return text;
}

void drawRow(const MeshLint& mesh, const Workspace& workspace, ViewState& view) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const Severity severity = severityOf(mesh);
  ImGui::PushStyleColor(ImGuiCol_Text, severityColour(severity, view.theme));
  const std::string label = std::string(severitySign(severity)) + "##row";
  const bool clicked = listRow(label.c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
  ImGui::PopStyleColor();
  tooltip(findingsText(mesh));
  if (clicked) {
    if (const auto entry = findEntry(*workspace.bundle, mesh.path)) view.entries = {*entry};
  }
  ImGui::TableNextColumn();
  middleFittedText(mesh.path, ImGui::GetContentRegionAvail().x);
  const Advice advice = mesh.advice();
  std::string fit = "–";
  if (advice.collider == Collider::kPieces)
    fit = tr(colliderName(advice.collider));
  else if (advice.collider != Collider::kNone)
    fit = fmt::format("{} ×{:.2f}", tr(colliderName(advice.collider)), advice.volume_ratio);
  const std::array<std::string, 4> cells{fmt::format("{}", mesh.triangles), fmt::format("{}", mesh.hull_vertices),
                                         mesh.convex ? tr("yes") : tr("no"),
                                         fmt::format("{:.1f} %", relativeDeviation(mesh) * 100)};
  for (const std::string& cell : cells) {
    ImGui::TableNextColumn();
    rightAligned(cell);
  }
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(fit.c_str());
  if (advice.collider == Collider::kPieces) {
    tooltip(
        trf("The hull has ×{:.2f} the volume and stands up to {:.1f} % of the size off: it fills up what should stay "
            "open. Select the "
            "mesh and press Decompose in the preview.",
            advice.volume_ratio, relativeDeviation(mesh) * 100));
  }
  ImGui::TableNextColumn();
  fittedText(mesh.findings.empty() ? std::string(tr("a good collider")) : findingText(mesh.findings.front()),
             ImGui::GetContentRegionAvail().x, findingsText(mesh));
}

void drawLintPanel(LintPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (workspace.bundle == nullptr) {
    ImGui::TextDisabled("%s", tr("Open a bundle to check its meshes as colliders."));
    return;
  }
  if (ImGui::Button(trId("Check all meshes").c_str())) outbox.request(LintBundle{});
  tooltip(
      tr("Convexity, flipped and degenerate faces, open borders, vertex budgets, and the primitive that fits best."));
  if (workspace.lint.rows == nullptr || workspace.lint.tree != workspace.bundle) return;
  const std::vector<MeshLint>& rows = *workspace.lint.rows;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const auto bad =
      std::ranges::count_if(rows, [](const MeshLint& mesh) { return severityOf(mesh) >= Severity::kWarning; });
  fittedText(rows.empty() ? std::string(tr("There are no meshes in this bundle."))
                          : trn("{} mesh", "{} meshes", rows.size()) + ", " + trf("{} with problems", bad),
             ImGui::GetContentRegionAvail().x);
  const Table table{.id = "##lint",
                    .columns = kLintColumns,
                    .size = ImGui::GetContentRegionAvail(),
                    .flags = ImGuiTableFlags_Resizable | ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate};
  if (rows.empty() || !beginTable(table)) return;
  const bool is_new = std::exchange(panel.order_of, workspace.lint.rows) != workspace.lint.rows;  // the worst first
  sortTableRows(panel.order, rows.size(), is_new,
                [&](std::size_t a, std::size_t b, int column) { return compared(rows[a], rows[b], column); });
  drawTableRows(panel.order.size(), [&](std::size_t i) { drawRow(rows[panel.order[i]], workspace, view); });
  ImGui::EndTable();
}

}  // namespace

const Panel kLintPanel = {
    .word = "lint",
    .title = "Colliders",
    .help =
        "The meshes of the open bundle judged as colliders: convex or not, closed or not, how many triangles, which "
        "primitive fits.",
    .home = Region::kBottom,
    .draw = [](PanelContext& c) { drawLintPanel(c.state<LintPanel>(), c.workspace, c.view, c.outbox); },
    .offered = [](const Workspace& w) { return w.bundle != nullptr; },
};

}  // namespace sepax
