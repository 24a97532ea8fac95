#include "ui/file_dialog.h"

#include "core/text.h"
#include "ui/keys.h"
#include "ui/text.h"
#include "ui/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace sepax {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostRows = 20000;

struct PurposeRow {
  const char* title;
  const char* button;
};
constexpr std::array<PurposeRow, 3> kPurposes{
    {{"Open a case, mesh, bundle or folder", "Open"}, {"Save the case as", "Save"}, {"Save the case with hexadecimal floats as", "Save"}}};

bool isSaving(const FileDialog& dialog) { return dialog.purpose != FileDialog::Purpose::kOpen; }

void enterFolder(FileDialog& dialog, const fs::path& folder) {
  dialog.folder = folder.lexically_normal().string();
  if (dialog.folder.size() > 1 && dialog.folder.ends_with('/')) dialog.folder.pop_back();
  dialog.filter.clear();
  listFolder(dialog);
}

/// What the fields name: a typed absolute path as it is, else below the shown folder.
fs::path chosenPath(const FileDialog& dialog) { return (fs::path(dialog.folder) / dialog.file_name).lexically_normal(); }

/// Enter or the button: goes into a folder, opens or saves a file. True when the dialog is done.
bool accept(FileDialog& dialog, Outbox& outbox, bool whole_folder) {
  std::error_code error;
  if (whole_folder) {
    outbox.request(OpenPath{dialog.folder, false});
    return true;
  }
  if (dialog.file_name.empty()) return false;
  fs::path path = chosenPath(dialog);
  if (fs::is_directory(path, error)) {
    dialog.file_name.clear();
    enterFolder(dialog, path);
    return false;
  }
  if (!isSaving(dialog)) {
    outbox.request(OpenPath{path.string(), false});
    return true;
  }
  if (!path.has_extension()) path += ".json";
  if (fs::exists(path, error) && dialog.confirm_overwrite != path.string()) {
    dialog.confirm_overwrite = path.string();
    return false;
  }
  outbox.request(Save{path.string(), dialog.purpose == FileDialog::Purpose::kSaveHexFloats});
  return true;
}

/// The folder as buttons, one for each level.
void drawCrumbs(FileDialog& dialog) {
  const fs::path folder = dialog.folder;
  fs::path above;
  std::optional<fs::path> go;
  int id = 0;
  for (const fs::path& part : folder) {
    above /= part;
    ImGui::PushID(id);
    const std::string name = toValidUtf8(part.string());
    if (id++ > 0) {
      ImGui::SameLine(0, 1);
      if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(name.c_str()).x + ImGui::GetStyle().FramePadding.x * 2) ImGui::NewLine();
    }
    if (ImGui::SmallButton(name.c_str())) go = above;
    ImGui::PopID();
  }
  if (go) enterFolder(dialog, *go);
}

bool drawRows(FileDialog& dialog, Outbox& outbox, float height) {
  bool done = false;
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg;
  if (!ImGui::BeginTable("##files", 2, kFlags, {0, height})) return false;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("size", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 5);
  std::vector<const FileRow*> shown;
  for (const FileRow& row : dialog.rows) {
    if (dialog.filter.empty() || row.name.find(dialog.filter) != std::string::npos) shown.push_back(&row);
  }
  std::string enter;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const FileRow& row = *shown[static_cast<std::size_t>(i)];
      ImGui::PushID(i);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      const std::string label = (row.folder ? "▸ " : "   ") + toValidUtf8(row.name);
      if (ImGui::Selectable(label.c_str(), row.name == dialog.file_name,
                            ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick)) {
        const bool twice = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
        if (row.folder && twice) {
          enter = row.name;
        } else {
          dialog.file_name = row.name;
          if (twice) done = accept(dialog, outbox, false);
        }
      }
      ImGui::TableNextColumn();
      if (!row.folder) rightAligned(humanBytes(row.size));
      ImGui::PopID();
    }
  }
  ImGui::EndTable();
  if (!enter.empty()) {
    dialog.file_name.clear();
    enterFolder(dialog, fs::path(dialog.folder) / enter);
  }
  return done;
}

}  // namespace

bool listFolder(FileDialog& dialog) {
  dialog.rows.clear();
  dialog.error.clear();
  std::error_code error;
  for (fs::directory_iterator at(dialog.folder, fs::directory_options::skip_permission_denied, error), end; !error && at != end;
       at.increment(error)) {
    FileRow row;
    row.name = at->path().filename().string();
    if (row.name.starts_with('.') || dialog.rows.size() >= kMostRows) continue;
    std::error_code ignored;
    row.folder = at->is_directory(ignored);
    if (!row.folder) row.size = at->is_regular_file(ignored) ? at->file_size(ignored) : 0;
    dialog.rows.push_back(std::move(row));
  }
  if (error) dialog.error = error.message();
  std::ranges::sort(dialog.rows, [](const FileRow& a, const FileRow& b) { return a.folder != b.folder ? a.folder : a.name < b.name; });
  return !error;
}

void openFileDialog(FileDialog& dialog, FileDialog::Purpose purpose, const Workspace& workspace) {
  dialog.purpose = purpose;
  dialog.open = dialog.just_opened = true;
  dialog.filter.clear();
  dialog.confirm_overwrite.clear();
  const std::string& from = !workspace.file_path.empty()      ? workspace.file_path
                            : !workspace.recent_files.empty() ? workspace.recent_files.front()
                                                              : workspace.bundle_path;
  std::error_code error;
  const fs::path folder = from.empty() ? fs::current_path(error) : fs::path(from).parent_path();
  dialog.file_name =
      isSaving(dialog) ? (workspace.file_path.empty() ? "case.json" : fs::path(workspace.file_path).filename().string()) : std::string();
  enterFolder(dialog, fs::is_directory(folder, error) ? folder : fs::current_path(error));
}

void drawFileDialog(FileDialog& dialog, Outbox& outbox) {
  if (!dialog.open) return;
  const PurposeRow& purpose = kPurposes[static_cast<std::size_t>(dialog.purpose)];
  const std::string title = std::string(tr(purpose.title)) + "###files";
  if (dialog.just_opened) ImGui::OpenPopup("###files");
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowSize({std::min(em * 44, display.x * 0.94f), std::min(em * 32, display.y * 0.92f)});
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  bool keep = true;
  if (!ImGui::BeginPopupModal(title.c_str(), &keep,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    dialog.open = keep && dialog.just_opened;
    dialog.just_opened = false;
    return;
  }
  drawCrumbs(dialog);
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##filter", tr("Filter"), &dialog.filter);
  const float bottom = ImGui::GetFrameHeightWithSpacing() * 2 + ImGui::GetTextLineHeightWithSpacing();
  bool done = drawRows(dialog, outbox, std::max(em * 4, ImGui::GetContentRegionAvail().y - bottom));
  if (dialog.just_opened) ImGui::SetKeyboardFocusHere();
  dialog.just_opened = false;
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##name", tr("Name or whole path"), &dialog.file_name, ImGuiInputTextFlags_EnterReturnsTrue);
  const bool overwrites = !dialog.confirm_overwrite.empty() && dialog.confirm_overwrite == chosenPath(dialog).string();
  ImGui::TextDisabled("%s", !dialog.error.empty() ? dialog.error.c_str()
                            : overwrites          ? tr("This file exists. Press Save again to replace it.")
                                                  : " ");
  if (ImGui::Button((std::string(tr(purpose.button)) + "###accept").c_str()) || entered) done |= accept(dialog, outbox, false);
  if (!isSaving(dialog)) {
    ImGui::SameLine();
    if (ImGui::Button(trId("Open this folder").c_str())) done |= accept(dialog, outbox, true);
    tooltip(tr("Show the folder's files in the Bundle panel."));
  }
  ImGui::SameLine();
  if (ImGui::Button(trId("Cancel").c_str()) || (!entered && isPressed({kKeyEscape}))) done = true;
  if (done) {
    dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
