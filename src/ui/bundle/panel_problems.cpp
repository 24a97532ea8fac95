#include "ui/bundle/panel_problems.h"

#include "core/language.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_overview.h"
#include "session/bundle/colliders.h"
#include "session/workspace.h"
#include "ui/bundle/byte_views.h"
#include "ui/bundle/panel_preview.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sepax {

namespace {

bool keeps(const ProblemsPanel& panel, const Finding& finding) {
  if (!panel.shown[static_cast<std::size_t>(finding.severity())]) return false;
  return panel.filter.empty() || finding.path.find(panel.filter) != std::string::npos ||
         finding.code().find(panel.filter) != std::string::npos ||
         findingDetails(finding).find(panel.filter) != std::string::npos;
}

void updateRows(ProblemsPanel& panel, const Workspace& workspace) {
  std::shared_ptr<const void> source = workspace.bundle_files.verified;
  if (source == nullptr) source = workspace.bundle;
  if (panel.rows_of == source && !panel.rows_outdated) return;
  panel.rows_of = std::move(source);
  const std::vector<Finding>& findings = bundleFindings(workspace);
  panel.rows_outdated = false;
  panel.rows.clear();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (keeps(panel, findings[i])) panel.rows.push_back(i);
  }
  std::ranges::stable_sort(panel.rows, std::ranges::greater{}, [&](std::size_t i) { return findings[i].severity(); });
}

void drawFilters(ProblemsPanel& panel, const std::vector<Finding>& findings, Theme theme) {
  struct Kind {
    Severity severity;
    const char *one, *many;
  };
  static constexpr std::array<Kind, 3> kKinds{{{Severity::kError, "{} error", "{} errors"},
                                               {Severity::kWarning, "{} warning", "{} warnings"},
                                               {Severity::kInfo, "{} note", "{} notes"}}};
  for (const auto& [severity, one, many] : kKinds) {
    const auto count = std::ranges::count(findings, severity, &Finding::severity);
    bool& on = panel.shown[static_cast<std::size_t>(severity)];
    ImGui::PushStyleColor(ImGuiCol_Text, severityColour(severity, theme));
    if (toggleButton(
            fmt::format("{} {}###{}", severitySign(severity), trf(count == 1 ? one : many, count), many).c_str(), on)) {
      on = !on;
      panel.rows_outdated = true;
    }
    ImGui::PopStyleColor();
    ImGui::SameLine();
  }
  ImGui::SetNextItemWidth(
      std::max(ImGui::GetFontSize() * 5, std::min(ImGui::GetFontSize() * 18, ImGui::GetContentRegionAvail().x)));
  if (ImGui::InputTextWithHint("##filter", tr("Filter"), &panel.filter)) panel.rows_outdated = true;
}

/// The verify report in a line.
void drawVerified(const Workspace& workspace) {
  const VerifyReport* report = workspace.bundle_files.verified.get();
  if (report == nullptr) {
    return;
  }
  std::string text =
      trf(report->files == 1 ? "{} of {} file sound" : "{} of {} files sound", report->checked, report->files);
  if (report->damaged > 0) text += " · " + trf("{} damaged", report->damaged);
  if (report->not_checked > 0) text += " · " + trf("{} not checked", report->not_checked);
  if (!report->sha256.empty()) text += " · SHA-256 " + report->sha256;
  ImGui::AlignTextToFramePadding();
  middleFittedText(text);
  if (ImGui::IsItemClicked()) ImGui::SetClipboardText(text.c_str());
}

void drawRow(PanelContext& context, const Finding& finding) {
  const Workspace& workspace = context.workspace;
  ViewState& view = context.view;
  const Severity severity = finding.severity();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, severityColour(severity, view.theme));
  const bool clicked = listRow(severitySign(severity), false, ImGuiSelectableFlags_SpanAllColumns);
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) tooltip((finding.path.empty() ? "" : finding.path + "\n") + findingDetails(finding));
  if (clicked) {
    const auto entry = entryOf(*workspace.bundle, finding);
    view.entries.clear();
    if (entry) view.entries.push_back(*entry);
    if (const std::optional<BytesAt> bytes = placeOf(workspace, finding)) {
      context.state<PreviewPanel>().wanted = bytes;
      context.show(kPreviewPanel);
    }
  }
  ImGui::TableNextColumn();
  fittedText(std::string(finding.code()));
  ImGui::TableNextColumn();
  middleFittedText(finding.path);
  ImGui::TableNextColumn();
  fittedText(findingText(finding), {}, findingDetails(finding));
}

/// "3" for the panel's tab: how many warnings and errors there are; empty for none.
std::string problemCount(const Workspace& workspace) {
  if (workspace.bundle == nullptr) return {};
  const auto count = std::ranges::count_if(
      bundleFindings(workspace), [](const Finding& finding) { return finding.severity() >= Severity::kWarning; });
  return count > 0 ? fmt::format("{}", count) : std::string();
}

void drawProblemsPanel(PanelContext& context) {
  ProblemsPanel& panel = context.state<ProblemsPanel>();
  const Workspace& workspace = context.workspace;
  ViewState& view = context.view;
  if (workspace.bundle == nullptr) {
    panel.rows_of = nullptr;
    ImGui::TextDisabled("%s", tr("Open a bundle to see what is wrong with it."));
    return;
  }
  const std::vector<Finding>& findings = bundleFindings(workspace);
  if (ImGui::Button(trId("Verify").c_str())) context.outbox.request(VerifyBundle{});
  const std::string only =
      workspace.bundle_files.verified != nullptr ? "" : tr("Only the directory was read so far.") + std::string("\n");
  tooltip(only + tr("Read every entry to its end and compare sizes and checksums, in the background."));
  ImGui::SameLine();
  drawFilters(panel, findings, view.theme);
  drawVerified(workspace);
  updateRows(panel, workspace);
  if (findings.empty()) {
    ImGui::TextDisabled("%s", cleanText(workspace).c_str());
    return;
  }
  static constexpr TableColumn kColumns[] = {
      {"##severity", 1.2f}, {"Code", 11}, {"Entry", 0, 0, 1}, {"Finding", 0, 0, 1.6f}};
  if (!beginTable({.id = "##problems",
                   .columns = kColumns,
                   .size = ImGui::GetContentRegionAvail(),
                   .flags = ImGuiTableFlags_Resizable}))
    return;
  drawTableRows(panel.rows.size(), [&](std::size_t i) { drawRow(context, findings[panel.rows[i]]); });
  ImGui::EndTable();
}

}  // namespace

const Panel kProblemsPanel = {
    .word = "problems",
    .title = "Problems",
    .help = "The errors found in the open bundle, their places, and how other readers will treat them.",
    .home = Region::kBottom,
    .draw = drawProblemsPanel,
    .badge = problemCount,
    .offered = [](const Workspace& w) { return w.bundle != nullptr; },
};

namespace {

Severity severityOf(const MeshLint& mesh) {
  return mesh.count(Severity::kError) > 0     ? Severity::kError
         : mesh.count(Severity::kWarning) > 0 ? Severity::kWarning
                                              : Severity::kNone;
}

/// The part of the mesh's size that its hull fills up beyond it.
double relativeDeviation(const MeshLint& mesh) { return mesh.size > 0 ? mesh.hull_deviation / mesh.size : 0; }

constexpr TableColumn kLintColumns[] = {{"##severity", 1.2f},   {"Mesh", 8, 0, 1},      {"Triangles", 5, 3},
                                        {"Hull corners", 6, 5}, {"Convex", 4, 4},       {"Hull deviation", 7, 2},
                                        {"Best fit", 8, 1},     {"Finding", 8, 0, 1.4f}};

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
    if (const auto entry = findEntry(*workspace.bundle, mesh.entry)) view.entries = {*entry};
  }
  ImGui::TableNextColumn();
  middleFittedText(mesh.path);
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
  fittedText(mesh.findings.empty() ? std::string(tr("a good collider")) : findingText(mesh.findings.front()), {},
             findingsText(mesh));
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
  fittedText(rows.empty()
                 ? std::string(tr("There are no meshes in this bundle."))
                 : trn("{} mesh", "{} meshes", rows.size()) + ", " + trf("{} with problems", badMeshes(workspace)));
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

namespace {

std::string resultText(const BundleMatches& found) {
  std::string text = found.matches.empty() ? std::string(tr("not found"))
                                           : (found.cut ? trf("{}+ matches", found.matches.size())
                                                        : trn("{} match", "{} matches", found.matches.size())) +
                                                 " · " + trn("in {} file", "in {} files", found.entries_with);
  text += " · " + trn("{} file looked through", "{} files looked through", found.entries);
  if (!found.unread.empty()) text += " · " + trf("{} not readable", found.unread.size());
  return text;
}

std::string resultTip(const Workspace& workspace, const BundleMatches& found) {
  constexpr std::size_t kMaxNamed = 12;
  std::string tip = resultText(found);
  if (found.cut)
    tip += "\n" + trf("At most {} places of a file and {} of all are listed.", kMaxEntryMatches, kMaxBundleMatches);
  for (std::size_t i = 0; i < std::min(found.unread.size(), kMaxNamed); ++i) {
    tip += "\n" + trf("not readable: {}", workspace.bundle->entries()[found.unread[i]].path);
  }
  return tip;
}

void drawRow(PanelContext& context, const BundleMatch& match) {
  const Workspace& workspace = context.workspace;
  const BundleSearch& search = workspace.search;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool clicked = listRow("##row", false, ImGuiSelectableFlags_SpanAllColumns);
  ImGui::SameLine(0, 0);
  middleFittedText(workspace.bundle->entries()[match.entry].path);
  if (clicked) {
    context.view.entries = {match.entry};
    context.state<PreviewPanel>().wanted_match = MatchPlace{match.entry,    match.offset, search.needle.bytes.size(),
                                                            match.line > 0, search.typed, match.is_decoded};
    context.show(kPreviewPanel);
  }
  ImGui::TableNextColumn();
  const FontScope font(FontRole::kMono);
  rightAligned(match.line > 0 ? fmt::format("{}", match.line) : fmt::format("0x{:x}", match.offset));
  ImGui::TableNextColumn();
  markMatches(match.around, search.needle);
  ImGui::TextUnformatted(match.around.data(), match.around.data() + match.around.size());
}

void drawMatches(PanelContext& context) {
  const BundleSearch& search = context.workspace.search;
  static constexpr TableColumn kColumns[] = {{"Entry", 0, 0, 1}, {"Line", 6}, {"Content", 0, 0, 1.6f}};
  const std::vector<BundleMatch>& matches = search.found->matches;
  if (matches.empty() || !beginTable({.id = "##matches",
                                      .columns = kColumns,
                                      .size = ImGui::GetContentRegionAvail(),
                                      .flags = ImGuiTableFlags_Resizable}))
    return;
  drawTableRows(matches.size(), [&](std::size_t i) { drawRow(context, matches[i]); });
  ImGui::EndTable();
}

void drawSearchPanel(PanelContext& context) {
  SearchPanel& panel = context.state<SearchPanel>();
  const Workspace& workspace = context.workspace;
  if (workspace.bundle == nullptr) {
    ImGui::TextDisabled("%s", tr("Open a bundle to search its entries."));
    return;
  }
  if (std::exchange(panel.wants_keys, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 18, ImGui::GetContentRegionAvail().x * 0.45f));
  bool goes = ImGui::InputTextWithHint("##typed", hintThatFits(tr("Find text or 50 4b 03 04")).c_str(), &panel.typed,
                                       ImGuiInputTextFlags_EnterReturnsTrue);
  if (goes) ImGui::SetKeyboardFocusHere(-1);  // Enter leaves the keyboard where it is
  ImGui::SameLine();
  goes |= enabledButton(trId("Search"), !panel.typed.empty());
  tooltip(
      tr("Look through the bytes of every entry, in the background. Letters count in either case; pairs of hexadecimal "
         "digits are bytes."));
  if (goes && !panel.typed.empty()) context.outbox.request(SearchBundle{panel.typed});
  const BundleSearch& search = workspace.search;
  if (search.found == nullptr || search.tree != workspace.bundle) return;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const std::string typed = search.typed == panel.typed ? std::string() : "“" + search.typed + "” · ";
  fittedText(typed + resultText(*search.found), {}, resultTip(workspace, *search.found));
  drawMatches(context);
}

}  // namespace

const Panel kSearchPanel = {
    .word = "search",
    .title = "Search",
    .help = "Text or bytes in all entries of the open bundle. A click goes to the place, in the text or in the bytes.",
    .home = Region::kBottom,
    .draw = drawSearchPanel,
    .offered = [](const Workspace& w) { return w.bundle != nullptr; },
};

}  // namespace sepax
