#include "ui/bundle/panel_problems.h"

#include "session/bundle/bundle_files.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/bundle/panel_preview.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
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
  middleFittedText(text, ImGui::GetContentRegionAvail().x);
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
  fittedText(std::string(finding.code()), ImGui::GetContentRegionAvail().x);
  ImGui::TableNextColumn();
  middleFittedText(finding.path, ImGui::GetContentRegionAvail().x);
  ImGui::TableNextColumn();
  fittedText(findingText(finding), ImGui::GetContentRegionAvail().x, findingDetails(finding));
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
    ImGui::TextDisabled("%s", tr("Nothing was found wrong."));
    return;
  }
  static constexpr TableColumn kColumns[] = {
      {"##severity", 1.2f}, {"Code", 11}, {"Entry", 0, 0, 1}, {"Error", 0, 0, 1.6f}};
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

}  // namespace sepax
