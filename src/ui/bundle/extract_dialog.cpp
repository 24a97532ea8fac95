#include "ui/bundle/extract_dialog.h"

#include "bundle/write/extract.h"
#include "core/text.h"
#include "ui/dialogs.h"
#include "ui/kit/paragraph.h"
#include "session/text.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

namespace sepax {

namespace {

constexpr std::size_t kMostRefusalsTold = 50;

void tellReport(Workspace& workspace, const ExtractReport& report, const std::string& folder) {
  tell(workspace, LogLevel::kInfo, trf("{}: {} files extracted, {}", folder, report.files, humanBytes(report.bytes)));
  if (report.refused.empty()) return;
  for (std::size_t i = 0; i < std::min(report.refused.size(), kMostRefusalsTold); ++i) {
    const ExtractRefusal& refusal = report.refused[i];
    workspace.console.push_back({LogLevel::kWarning, toValidUtf8(fmt::format("{}: {}: {}", refusal.path, refusal.code, refusal.message))});
  }
  tell(workspace, LogLevel::kWarning, trf("{} entries were not extracted; the console says why", report.refused.size()));
}

}  // namespace

void openExtractDialog(ExtractDialog& dialog, const Workspace& workspace, bool everything) {
  if (workspace.bundle == nullptr) return;
  namespace fs = std::filesystem;
  dialog = {};
  dialog.open = true;
  const fs::path bundle(workspace.bundle_path);
  dialog.folder = toValidUtf8((bundle.parent_path() / (bundle.stem().string() + "-files")).string());
  if (everything) return;
  for (const std::size_t index : workspace.view.entries) {
    if (index < workspace.bundle->entries().size()) dialog.paths.push_back(workspace.bundle->entries()[index].path);
  }
}

void drawExtractDialog(ExtractDialog& dialog, Outbox& outbox) {
  if (!beginDialog("Extract", "###extract", dialog.open, {0, 0})) return;
  const bool all = dialog.paths.empty();
  middleFittedText(all                        ? std::string(tr("Everything in the bundle"))
                   : dialog.paths.size() == 1 ? dialog.paths.front()
                                              : trf("{} selected", dialog.paths.size()),
                   ImGui::GetFontSize() * 34);
  ImGui::TextUnformatted(tr("into the folder"));
  const float browse = browseWidth();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 34 - browse);
  const bool entered = ImGui::InputText("##folder", &dialog.folder, ImGuiInputTextFlags_EnterReturnsTrue);
  dialog.wants_browse = browseButton("folder");
  ImGui::Checkbox(trId("Replace files that stand there").c_str(), &dialog.may_replace);
  const char* promise = tr("Nothing is written outside this folder; links, unsafe names and impossible sizes are refused and told.");
  ImGui::TextDisabled("%s", wrapped(promise, ImGui::GetFontSize() * 34).c_str());
  ImGui::BeginDisabled(dialog.folder.empty());
  const bool go = ImGui::Button(trId("Extract").c_str()) || (entered && !dialog.folder.empty());
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancel = ImGui::Button(trId("Cancel").c_str());
  if (go) outbox.request(ExtractEntries{dialog.folder, dialog.paths, dialog.may_replace});
  if (go || cancel) {
    dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void startExtracting(Workspace& workspace, const ExtractEntries& request) {
  const std::shared_ptr<const Tree> tree = workspace.bundle;
  if (tree == nullptr) return;
  workspace.jobs->start({.label = trf("Extracting {}", tree->name()), .work = [tree, request](JobControl& control) -> Result<Delivery> {
                           ExtractOptions options;
                           options.folder = request.folder;
                           options.paths = request.paths;
                           options.may_replace = request.may_replace;
                           auto report = extractTree(*tree, options, [&](const Progress& progress) {
                             control.progress(progress.done, progress.total);
                             return !control.isCancelled();
                           });
                           if (!report) return tl::unexpected(report.error());
                           return [report = std::move(*report), folder = request.folder](Workspace& w) -> Result<void> {
                             tellReport(w, report, folder);
                             return {};
                           };
                         }});
}

}  // namespace sepax
