#include "ui/bundle/panel_bundle.h"

#include "core/language.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_overview.h"
#include "session/bundle/colliders.h"
#include "session/host/opened_case.h"
#include "session/workspace.h"
#include "ui/bundle/entry_table.h"
#include "ui/bundle/panel_preview.h"
#include "ui/bundle/panel_problems.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

std::string problemsText(std::ptrdiff_t errors, std::ptrdiff_t warnings) {
  std::string text;
  if (errors > 0) text = trf(errors == 1 ? "{} error" : "{} errors", errors);
  if (warnings > 0) text += (text.empty() ? "" : ", ") + trf(warnings == 1 ? "{} warning" : "{} warnings", warnings);
  return text;
}

/// How many problems there are; a click shows them.
void drawProblemCount(BundlePanel& panel, const Workspace& workspace, Theme theme) {
  const std::vector<Finding>& findings = bundleFindings(workspace);
  const auto count = [&](Severity severity) { return std::ranges::count(findings, severity, &Finding::severity); };
  const auto errors = count(Severity::kError), warnings = count(Severity::kWarning);
  if (errors + warnings == 0) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    fittedText(cleanText(workspace));
    ImGui::PopStyleColor();
    return;
  }
  const Severity worst = errors > 0 ? Severity::kError : Severity::kWarning;
  ImGui::PushStyleColor(ImGuiCol_Text, severityColour(worst, theme));
  const std::string text = fmt::format("{} {}###problems", severitySign(worst), problemsText(errors, warnings));
  if (ImGui::Selectable(text.c_str())) panel.wants_problems = true;
  ImGui::PopStyleColor();
  tooltip(tr("Show the list of problems."));
}

/// How many meshes were found to be bad colliders; a click shows them.
void drawBadMeshes(BundlePanel& panel, std::size_t count, Theme theme) {
  if (count == 0) return;
  ImGui::PushStyleColor(ImGuiCol_Text, severityColour(Severity::kWarning, theme));
  const std::string text = fmt::format("{} {}###bad_meshes", severitySign(Severity::kWarning),
                                       trn("{} mesh with problems", "{} meshes with problems", count));
  if (ImGui::Selectable(text.c_str())) panel.wants_colliders = true;
  ImGui::PopStyleColor();
  tooltip(tr("Show the meshes judged as colliders."));
}

/// The number of edits that wait to be written; a click shows them.
void drawEditCount(BundlePanel& panel, const Workspace& workspace) {
  const std::size_t count = workspace.bundle_files.edits.size();
  if (count == 0) return;
  const std::string text = trn("{} change to be written", "{} changes to be written", count) + "…###edits";
  if (ImGui::Button(text.c_str(), {ImGui::GetContentRegionAvail().x, 0})) panel.wants_edits = true;
  tooltip(tr("Show what is replaced, added and removed, take it back or write it."));
}

/// While a large bundle's tree is being built.
void drawWaiting(const Workspace& workspace) {
  const auto job = workspace.jobs->newestOf(kListingSlot);
  const double share = job ? std::max(job->share, 0.0) : 0;
  ImGui::TextDisabled("%s", trf("Sorting {} entries into folders…", workspace.bundle->entries().size()).c_str());
  ImGui::ProgressBar(static_cast<float>(share),
                     {std::min(ImGui::GetFontSize() * 16, ImGui::GetContentRegionAvail().x), 0});
}

}  // namespace

bool hasKeys(const BundlePanel& panel) { return ImGui::GetFrameCount() - panel.keys_at < 2; }

bool followBundle(BundlePanel& panel, const Workspace& workspace, const ViewState& view) {
  if (workspace.bundle == nullptr || workspace.listing.source.tree != workspace.bundle) return false;
  if (panel.index != workspace.listing.index) {
    // The tables' state by node does not outlive the nodes.
    panel.index = workspace.listing.index;
    panel.tree = panel.files = {};
  }
  const std::size_t count = workspace.bundle->entries().size();
  if (panel.selection == view.entries && panel.is_selected.size() == count) return true;
  panel.selection = view.entries;
  panel.is_selected.assign(count, false);
  for (const std::size_t entry : panel.selection) {
    if (entry < count) panel.is_selected[entry] = true;
  }
  return true;
}

namespace {

void drawBundlePanel(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (workspace.bundle == nullptr) {
    panel.index = nullptr;
    paragraph(
        tr("No bundle open. Open a .zip or .obb with File > Open, or drop one on the window: its cases and meshes "
           "open straight from it."));
    return;
  }
  const Tree& tree = *workspace.bundle;
  drawBundleHead(panel.password, workspace, view, outbox);
  if (tree.locked()) {
    paragraph(tr("The contents are encrypted. Give the password to see them:"));
    drawPassword(panel.password, workspace, outbox);
  }
  if (!followBundle(panel, workspace, view)) return drawWaiting(workspace);
  drawEntryFilter(view.listing.rows, view.listing);
  const std::size_t bad_meshes = badMeshes(workspace);
  const int lines = 1 + (workspace.bundle_files.edits.empty() ? 0 : 1) + (bad_meshes > 0 ? 1 : 0);
  const float below = ImGui::GetFrameHeightWithSpacing() * static_cast<float>(lines);
  drawEntryTable(panel, TableForm::kTree, workspace, view, outbox,
                 std::max(ImGui::GetTextLineHeight() * 4, ImGui::GetContentRegionAvail().y - below));
  drawEditCount(panel, workspace);
  drawProblemCount(panel, workspace, view.theme);
  drawBadMeshes(panel, bad_meshes, view.theme);
}

/// Makes an edit of the file that was chosen for the bundle.
void stagePickedFile(BundlePanel& panel, Outbox& outbox) {
  if (panel.picked_file.empty()) return;
  const FileRequest& request = panel.file_for;
  const std::string file = std::exchange(panel.picked_file, {});
  const std::string name = fileNameOf(file);
  const std::string added = request.path.empty() ? name : request.path + "/" + name;
  outbox.request(EditBundle{{{request.adds ? added : request.path, file}}});
}

/// The dialogs of the bundle and the requests of its tables, wherever these were drawn.
void finishBundle(PanelContext& c) {
  BundlePanel& panel = c.state<BundlePanel>();
  FileDialog& files = c.state<FileDialog>();
  drawExtractDialog(c.state<ExtractDialog>(), files, c.workspace, c.outbox);
  drawPackDialog(c.state<PackDialog>(), files, c.workspace, c.outbox);
  drawEditsDialog(c.state<EditsDialog>(), files, c.workspace, c.outbox);
  stagePickedFile(panel, c.outbox);
  if (const auto request = std::exchange(panel.wants_file, std::nullopt)) {
    panel.file_for = *request;
    openFileDialog(files, FileDialog::Purpose::kFile, c.workspace);
    files.target = &panel.picked_file;
  }
  if (const auto wanted = std::exchange(panel.wants_extract, std::nullopt))
    openExtractDialog(c.state<ExtractDialog>(), c.workspace, *wanted);
  if (std::exchange(panel.wants_edits, false)) openEditsDialog(c.state<EditsDialog>(), c.workspace);
  if (std::exchange(panel.wants_preview, false)) c.show(kPreviewPanel);
  if (std::exchange(panel.wants_colliders, false)) c.show(kLintPanel);
  if (std::exchange(panel.wants_problems, false)) {
    ProblemsPanel& problems = c.state<ProblemsPanel>();
    problems.filter = std::exchange(panel.problems_filter, {});
    problems.rows_outdated = true;
    c.show(kProblemsPanel);
  }
}

}  // namespace

const Panel kBundlePanel = {
    .word = "bundle",
    .title = "Bundle",
    .help =
        "The files of the open .zip or .obb bundle. A click looks into an entry, a double click opens it. Type a part "
        "of a path to see only what has it.",
    .home = Region::kLeft,
    .draw = [](PanelContext& c) { drawBundlePanel(c.state<BundlePanel>(), c.workspace, c.view, c.outbox); },
    .is_of_bundle = true,
    .after = finishBundle,
};

}  // namespace sepax
