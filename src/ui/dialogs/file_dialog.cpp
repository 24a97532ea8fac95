#include "ui/dialogs/file_dialog.h"

#include "collider/collider_export.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "session/bundle/colliders.h"
#include "session/figure/figure.h"
#include "session/film.h"
#include "session/host/opened_case.h"
#include "session/workspace.h"
#include "ui/kit/dialog.h"
#include "ui/kit/keys.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace sepax {

namespace fs = std::filesystem;

namespace {

void drawFormats(std::string& file_name, FigureFormat shown, bool in_page) {
  for (const FigureFormatRow& row : figureFormats()) {
    if (row.format != FigureFormat::kSvg) ImGui::SameLine();
    const bool is_missing = in_page && row.format == FigureFormat::kPdf;
    ImGui::BeginDisabled(is_missing);
    if (toggleButton(row.name, row.format == shown) && row.format != shown) {
      file_name = std::filesystem::path(file_name).replace_extension(row.ending).string();
    }
    ImGui::EndDisabled();
    tooltip(is_missing ? tr("Only the desktop version of Sepax makes PDF.") : tr(row.tip));
  }
}

/// Pixels of the file for one of the window.
void drawScale(int& scale) {
  ImGui::SameLine(0, ImGui::GetFontSize() * 1.5f);
  for (const int factor : {1, 2, 4}) {
    if (factor > 1) ImGui::SameLine(0, 2);
    if (toggleButton(fmt::format("{}×", factor).c_str(), scale == factor)) scale = factor;
    tooltip(tr("How much larger than in the window: lines and texts grow with it and stay sharp."));
  }
}

void drawFilms(const Workspace& workspace, FigureOptions& options) {
  const std::optional<Film> shown = filmToPlay(workspace, options.film);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 14);
  if (!ImGui::BeginCombo("##film", shown ? tr(rowOf(*shown).name) : tr("nothing plays here"))) return;
  for (const FilmRow& row : films()) {
    if (isOffered(workspace, row.film) && ImGui::Selectable(tr(row.name), row.film == shown)) options.film = row.film;
  }
  ImGui::EndCombo();
}

/// Draws the options of a picture to be saved: its format, which is the ending of `file_name`, colours, background,
/// size, and what plays.
void drawFigureOptions(std::string& file_name, const Workspace& workspace, FigureOptions& options) {
  const FigureFormat format = figureFormatOf(file_name).value_or(FigureFormat::kSvg);
  const FigureFormatRow& row = rowOf(format);
  drawFormats(file_name, format, workspace.in_page);
  if (row.has_pixels) drawScale(row.plays ? options.gif_scale : options.png_scale);
  const auto colours = [&](const char* label, Theme theme) {
    if (toggleButton(trId(label).c_str(), options.theme == theme)) options.theme = theme;
    tooltip(tr("The colours of the picture, whatever those of the window are."));
    ImGui::SameLine();
  };
  colours("Light", Theme::kLight);
  colours("Dark", Theme::kDark);
  ImGui::SameLine(0, ImGui::GetFontSize() * 1.5f);
  if (row.plays) {
    drawFilms(workspace, options);
  } else {
    ImGui::Checkbox(trId("Transparent").c_str(), &options.is_transparent);
    tooltip(tr("Without a background: what lies below the picture shows through."));
  }
}

/// The room that it takes, pixels.
float figureOptionsHeight() { return ImGui::GetFrameHeightWithSpacing() * 2; }

constexpr std::size_t kMaxRows = 20000;

struct PurposeRow {
  const char* title;
  const char* button;
  bool saves = false;         ///< a name is asked for that may not exist yet
  bool folders_only = false;  ///< no files in the list
  const char* replacing = "This file exists. Press Choose again to replace it.";
  const char* ending = "";  ///< of what is saved, unless a choice says another
};
constexpr const char* kSaveAgain = "This file exists. Press Save again to replace it.";
/// In the order of Purpose.
constexpr PurposeRow kPurposes[] = {
    {.title = "Open a case, mesh, recording, bundle or folder", .button = "Open"},
    {.title = "Save the case as", .button = "Save", .saves = true, .replacing = kSaveAgain, .ending = ".json"},
    {.title = "Save the case with hexadecimal floats as",
     .button = "Save",
     .saves = true,
     .replacing = kSaveAgain,
     .ending = ".json"},
    {.title = "Choose a folder", .button = "Choose", .folders_only = true},
    {.title = "Name the new bundle", .button = "Choose", .saves = true, .ending = ".obb"},
    {.title = "Choose a file for the bundle", .button = "Choose"},
    {.title = "Save the picture as", .button = "Save", .saves = true, .replacing = kSaveAgain, .ending = ".svg"},
    {.title = "Save the recording as", .button = "Save", .saves = true, .replacing = kSaveAgain, .ending = ".sepaxlog"},
    {.title = "Save the colliders as", .button = "Save", .saves = true, .replacing = kSaveAgain},
    {.title = "Compare with a recording", .button = "Compare"},
};

const PurposeRow& rowOf(const FileDialog& dialog) { return kPurposes[static_cast<std::size_t>(dialog.purpose)]; }

/// The text that a listed row must contain besides the filter: the part of a name typed so far, unless it is a path.
std::string_view searchedName(const FileDialog& dialog) {
  const bool searches = dialog.typed && !rowOf(dialog).saves && dialog.file_name.find('/') == std::string::npos;
  return searches ? std::string_view(dialog.file_name) : std::string_view();
}

std::vector<const FileRow*> listedRows(const FileDialog& dialog) {
  std::vector<const FileRow*> listed;
  for (const FileRow& row : dialog.rows) {
    if (!row.folder && rowOf(dialog).folders_only) continue;
    if (holdsNoCase(row.name, dialog.filter) && holdsNoCase(row.name, searchedName(dialog))) listed.push_back(&row);
  }
  return listed;
}

void pick(FileDialog& dialog, const std::string& name) {
  dialog.file_name = name;
  dialog.typed = false;
}

/// Keys that no text field takes filter the list.
void typeIntoFilter(FileDialog& dialog) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsAnyItemActive() || io.KeyCtrl) return;
  for (const ImWchar c : io.InputQueueCharacters) {
    if (c <= ' ' || c == 0x7f) continue;
    appendUtf8(dialog.filter, c);
  }
  if (!isPressed(plain(kKeyBackspace), KeyRepeat::kWhileHeld) || dialog.filter.empty()) return;
  const auto isInside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  while (dialog.filter.size() > 1 && isInside(dialog.filter.back())) dialog.filter.pop_back();
  dialog.filter.pop_back();
}

void enterFolder(FileDialog& dialog, const fs::path& folder) {
  dialog.folder = folder.lexically_normal().string();
  if (dialog.folder.size() > 1 && dialog.folder.ends_with('/')) dialog.folder.pop_back();
  dialog.filter.clear();
  dialog.typed = false;
  listFolder(dialog);
}

/// The path that the fields name: a typed absolute path unchanged, any other one below the shown folder.
fs::path chosenPath(const FileDialog& dialog) {
  return (fs::path(dialog.folder) / dialog.file_name).lexically_normal();
}

/// Where saving writes: with the ending of the format where the name has none of its own, and of a picture none that
/// says another format.
fs::path savedPath(const FileDialog& dialog) {
  fs::path path = chosenPath(dialog);
  const bool is_named = dialog.purpose == FileDialog::Purpose::kPicture ? figureFormatOf(path.string()).has_value()
                                                                        : path.has_extension();
  if (!is_named) path += dialog.ending;
  return path;
}

/// Enter or the button: goes into a folder, opens or saves a file. True when the dialog is done.
bool accept(FileDialog& dialog, Outbox& outbox) {
  using Purpose = FileDialog::Purpose;
  std::error_code error;
  const auto take = [&](const std::string& chosen) {
    *dialog.target = chosen;
    return true;
  };
  const auto send = [&](Request request) {
    outbox.request(std::move(request));
    return true;
  };
  const bool wants_folder = dialog.purpose == Purpose::kFolder;
  if (dialog.file_name.empty() && !wants_folder) return false;
  fs::path path = chosenPath(dialog);
  if (!rowOf(dialog).saves && !wants_folder && dialog.typed && !fs::exists(path, error)) {
    // A part of a name that a single row has means that row.
    if (const auto listed = listedRows(dialog); listed.size() == 1)
      path = fs::path(dialog.folder) / listed.front()->name;
  }
  if (wants_folder) return take(dialog.file_name.empty() ? dialog.folder : path.string());
  if (fs::is_directory(path, error)) {
    dialog.file_name.clear();
    enterFolder(dialog, path);
    return false;
  }
  if (dialog.purpose == Purpose::kFile) return fs::exists(path, error) && take(path.string());
  if (dialog.purpose == Purpose::kCompare) return send(CompareWith{path.string(), {}});
  if (!rowOf(dialog).saves) return send(OpenPath{path.string()});
  path = savedPath(dialog);
  if (fs::exists(path, error) && dialog.confirm_overwrite != path.string()) {
    dialog.confirm_overwrite = path.string();
    return false;
  }
  if (dialog.target != nullptr) return take(path.string());
  if (dialog.purpose == Purpose::kPicture) return send(SavePicture{path.string()});
  if (dialog.purpose == Purpose::kSaveRecording) return send(SaveRecording{path.string()});
  if (dialog.purpose == Purpose::kColliders) return send(ExportColliders{path.string()});
  return send(Save{path.string(), dialog.purpose == Purpose::kSaveHexFloats, true});
}

/// Enter in the filter: opens what is picked, or the single row that is left.
bool acceptFiltered(FileDialog& dialog, Outbox& outbox) {
  if (rowOf(dialog).saves) return false;
  if (const auto listed = listedRows(dialog); listed.size() == 1) pick(dialog, listed.front()->name);
  return accept(dialog, outbox);
}

/// The folder as buttons, one for each level, behind a list of places to jump to.
void drawCrumbs(FileDialog& dialog) {
  const fs::path folder = dialog.folder;
  fs::path above;
  std::optional<fs::path> go;
  if (ImGui::SmallButton((std::string(tr("Places")) + " ▾###places").c_str())) ImGui::OpenPopup("##places_list");
  if (ImGui::BeginPopup("##places_list")) {
    for (const std::string& place : dialog.places) {
      if (ImGui::MenuItem(toValidUtf8(place).c_str())) go = place;
    }
    ImGui::EndPopup();
  }
  ImGui::SameLine();
  int id = 0;
  for (const fs::path& part : folder) {
    above /= part;
    const IdScope scope(id);
    const std::string name = toValidUtf8(part.string());
    if (id++ > 0) {
      ImGui::SameLine(0, 1);
      if (ImGui::GetContentRegionAvail().x < buttonWidth(name)) ImGui::NewLine();
    }
    if (ImGui::SmallButton(name.c_str())) go = above;
  }
  if (go) enterFolder(dialog, *go);
}

bool drawRows(FileDialog& dialog, Outbox& outbox, float height) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg;
  if (!ImGui::BeginTable("##files", 2, kFlags, {0, height})) return false;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("size", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 5);
  const std::vector<const FileRow*> shown = listedRows(dialog);
  std::string enter, picked;
  bool opens = false;
  drawRowsInSight(shown.size(), [&](int i) {
    const FileRow& row = *shown[static_cast<std::size_t>(i)];
    const IdScope id(i);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string label = (row.folder ? "▸ " : "   ") + toValidUtf8(row.name);
    if (ImGui::Selectable(label.c_str(), row.name == dialog.file_name,
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick)) {
      const bool twice = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
      if (row.folder && twice) {
        enter = row.name;
      } else {
        picked = row.name;
        opens = twice;
      }
    } else if (ImGui::GetCurrentContext()->NavJustMovedToId == ImGui::GetItemID() && !rowOf(dialog).saves) {
      picked = row.name;  // reached by the arrow keys
    }
    ImGui::TableNextColumn();
    if (!row.folder) rightAligned(humanBytes(row.size));
  });
  ImGui::EndTable();
  if (!enter.empty()) {
    dialog.file_name.clear();
    enterFolder(dialog, fs::path(dialog.folder) / enter);
  }
  if (!picked.empty()) pick(dialog, picked);
  return opens && accept(dialog, outbox);
}

}  // namespace

bool listFolder(FileDialog& dialog) {
  dialog.rows.clear();
  dialog.error.clear();
  std::error_code error;
  for (fs::directory_iterator at(dialog.folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error)) {
    FileRow row;
    row.name = at->path().filename().string();
    if (row.name.starts_with('.') || dialog.rows.size() >= kMaxRows) continue;
    std::error_code ignored;
    row.folder = at->is_directory(ignored);
    if (!row.folder) row.size = at->is_regular_file(ignored) ? at->file_size(ignored) : 0;
    dialog.rows.push_back(std::move(row));
  }
  if (error) dialog.error = error.message();
  std::ranges::sort(dialog.rows, [](const FileRow& a, const FileRow& b) {
    return a.folder != b.folder ? a.folder : a.name < b.name;
  });
  return !error;
}

namespace {

/// Folders of recent files, the newest first, then home and where the program was started; each once.
std::vector<std::string> placesOf(const Workspace& workspace) {
  std::vector<std::string> places;
  std::error_code error;
  const auto add = [&](const fs::path& folder) {
    const std::string text = folder.string();
    if (fs::is_directory(folder, error) && std::ranges::find(places, text) == places.end()) places.push_back(text);
  };
  for (const std::string& path : workspace.recent_files)
    add(fs::is_directory(path, error) ? fs::path(path) : fs::path(path).parent_path());
  if (const char* home = std::getenv("HOME"); home != nullptr) add(home);
  add(fs::current_path(error));
  return places;
}

void start(FileDialog& dialog, FileDialog::Purpose purpose, const Workspace& workspace) {
  dialog.purpose = purpose;
  dialog.ending = rowOf(dialog).ending;
  dialog.open = dialog.just_opened = true;
  dialog.filter.clear();
  dialog.file_name.clear();
  dialog.confirm_overwrite.clear();
  dialog.typed = false;
  dialog.target = nullptr;
  dialog.places = placesOf(workspace);
}

/// `wanted` or the nearest folder above it that exists.
fs::path nearestFolder(fs::path wanted) {
  std::error_code error;
  while (!wanted.empty() && !fs::is_directory(wanted, error) && wanted != wanted.parent_path())
    wanted = wanted.parent_path();
  return wanted.empty() || !fs::is_directory(wanted, error) ? fs::current_path(error) : wanted;
}

/// The name of the document's own file; else the first unused name in the folder, made from the scene's content.
std::string nameToSaveAs(const Workspace& workspace, const fs::path& folder, const std::string& ending) {
  const std::string own = fs::path(workspace.file_path).filename().string(), proposed = proposedName(workspace);
  if (hasOwnFile(workspace) && own.ends_with(ending)) return own;
  std::error_code error;
  std::string name = proposed + ending;
  for (int i = 2; fs::exists(folder / name, error); ++i) name = fmt::format("{}-{}{}", proposed, i, ending);
  return name;
}

/// True of folders that the program or its data lie in.
bool isOfInstallation(const fs::path& folder) {
  const auto isFolder = [&](const std::string& ours) {
    std::error_code error;
    return fs::equivalent(folder, ours, error);
  };
  return isShipped(folder.string()) || std::ranges::any_of(installationFolders(), isFolder);
}

}  // namespace

std::string folderToStartIn(const Workspace& workspace, bool saves) {
  std::vector<std::string> candidates{workspace.file_path};
  if (workspace.file_path.empty() && !workspace.title.empty()) candidates.push_back(workspace.bundle_path);
  candidates.insert(candidates.end(), workspace.recent_files.begin(), workspace.recent_files.end());
  candidates.push_back(workspace.bundle_path);
  for (const std::string& path : candidates) {
    const fs::path folder = fs::path(path).parent_path();
    if (!path.empty() && !(saves && isOfInstallation(folder))) return folder.string();
  }
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const char* const home = std::getenv("HOME");
  return home != nullptr && (here.empty() || isOfInstallation(here)) ? std::string(home) : here.string();
}

bool asksToReplace(const FileDialog& dialog) {
  return !dialog.confirm_overwrite.empty() && dialog.confirm_overwrite == savedPath(dialog).string();
}

void openFileDialog(FileDialog& dialog, FileDialog::Purpose purpose, const Workspace& workspace) {
  if (workspace.in_page && purpose == FileDialog::Purpose::kOpen) {
    dialog.asks_page = true;
    return;
  }
  start(dialog, purpose, workspace);
  const bool saves = rowOf(dialog).saves;
  const fs::path folder = nearestFolder(folderToStartIn(workspace, saves));
  if (saves) dialog.file_name = nameToSaveAs(workspace, folder, dialog.ending);
  if (const auto form = colliderFormNamed(workspace.view.colliders.form);
      form && purpose == FileDialog::Purpose::kColliders) {
    dialog.ending = form->extension;
    dialog.file_name =
        fs::path(ownerName(workspace, workspace, workspace.view.colliders.exported_of)).filename().string() +
        dialog.ending;
  }
  enterFolder(dialog, folder);
}

void browse(FileDialog& dialog, FileDialog::Purpose purpose, std::string& target, const Workspace& workspace) {
  start(dialog, purpose, workspace);
  dialog.target = &target;
  if (rowOf(dialog).saves) dialog.file_name = fs::path(target).filename().string();
  enterFolder(dialog, nearestFolder(rowOf(dialog).saves ? fs::path(target).parent_path() : fs::path(target)));
}

void drawFileDialog(FileDialog& dialog, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (!dialog.open) return;
  const PurposeRow& purpose = rowOf(dialog);
  const std::string title = std::string(tr(purpose.title)) + "###files";
  if (dialog.just_opened) ImGui::OpenPopup("###files");
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  const bool is_picture = dialog.purpose == FileDialog::Purpose::kPicture;
  const float options = is_picture ? figureOptionsHeight() : 0;
  // A download goes where the browser has it.
  const bool names_only = workspace.in_page && purpose.saves;
  const float height = names_only ? ImGui::GetFrameHeightWithSpacing() * 5 + options : em * 32;
  ImGui::SetNextWindowSize({std::min(em * 44, display.x * 0.94f), std::min(height, display.y * 0.92f)});
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  bool keep = true;
  if (!ImGui::BeginPopupModal(title.c_str(), &keep,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    dialog.open = keep && dialog.just_opened;
    dialog.just_opened = false;
    return;
  }
  // Enter opens what is picked, whatever has the keyboard; a field being left by it is asked below.
  const bool field_was_active = ImGui::IsAnyItemActive();
  const bool escapes = escapesDialog();
  walkByTab();
  bool filtered = false, done = false;
  if (!names_only) {
    typeIntoFilter(dialog);
    drawCrumbs(dialog);
    ImGui::SetNextItemWidth(-1);
    filtered = ImGui::InputTextWithHint("##filter", tr("Filter"), &dialog.filter, ImGuiInputTextFlags_EnterReturnsTrue);
    const float bottom = ImGui::GetFrameHeightWithSpacing() * 2 + ImGui::GetTextLineHeightWithSpacing() + options;
    done = drawRows(dialog, outbox, std::max(em * 4, ImGui::GetContentRegionAvail().y - bottom));
  }
  const bool just_opened = std::exchange(dialog.just_opened, false);
  if (just_opened) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint(
          "##name", tr(purpose.folders_only ? "This folder, or the name of a new one in it" : "Name or whole path"),
          &dialog.file_name, ImGuiInputTextFlags_EnterReturnsTrue) ||
      (!just_opened && !field_was_active && isPressed(plain(kKeyEnter)));
  if (ImGui::IsItemEdited()) dialog.typed = true;
  if (is_picture) drawFigureOptions(dialog.file_name, workspace, view.figure);
  ImGui::TextDisabled("%s", !dialog.error.empty()   ? dialog.error.c_str()
                            : asksToReplace(dialog) ? tr(purpose.replacing)
                                                    : " ");
  const bool pressed = ImGui::Button((std::string(tr(purpose.button)) + "###accept").c_str());
  nameItem("accept");
  if (pressed || entered) done |= accept(dialog, outbox);
  if (filtered) done |= acceptFiltered(dialog, outbox);
  if (dialog.purpose == FileDialog::Purpose::kOpen) {
    ImGui::SameLine();
    if (ImGui::Button(trId("Open this folder").c_str())) {
      outbox.request(OpenPath{dialog.folder});
      done = true;
    }
    tooltip(tr("Show the folder's files in the Bundle panel."));
  }
  ImGui::SameLine();
  if (ImGui::Button(trId("Cancel").c_str()) || (!entered && escapes)) done = true;
  endDialog(dialog.open, done);
}

}  // namespace sepax
