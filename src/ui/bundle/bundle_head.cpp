#include "ui/bundle/bundle_head.h"

#include "bundle/safe_path.h"
#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/editing.h"
#include "session/host/opened_case.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/dialog.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

namespace sepax {

namespace {

/// Password, encoding of names: what a bundle may need to be read right.
void drawOptions(PasswordField& password, const Workspace& workspace, Outbox& outbox) {
  static constexpr std::array<const char*, 8> kEncodings{"",          "UTF-8",  "GB18030", "BIG5",
                                                         "SHIFT_JIS", "EUC-KR", "CP437",   "WINDOWS-1251"};
  const OpenOptions& now = workspace.bundle_files.options;
  ImGui::TextUnformatted(tr("Names that are not UTF-8 are in"));
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 10);
  if (ImGui::BeginCombo("##encoding", now.name_encoding.empty() ? tr("guess") : now.name_encoding.c_str())) {
    for (const char* encoding : kEncodings) {
      if (!ImGui::Selectable(*encoding == '\0' ? tr("guess") : encoding, now.name_encoding == encoding)) continue;
      OpenOptions options = now;
      options.name_encoding = encoding;
      outbox.request(ReopenBundle{options});
    }
    ImGui::EndCombo();
  }
  ImGui::TextUnformatted(tr("Password for encrypted entries"));
  drawPassword(password, workspace, outbox);
}

/// The open bundles: another one to the front, or compared with this one.
void drawOthers(const Workspace& workspace, float width, Outbox& outbox) {
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo("##bundles", asLabel(workspace.bundle->name()).c_str())) return;
  const std::vector<OpenBundle>& others = workspace.other_bundles;
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (ImGui::Selectable(fmt::format("{}###show{}", asLabel(others[i].shown->name()), i).c_str()))
      outbox.request(SwitchBundle{i});
  }
  ImGui::Separator();
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (!canCompare(workspace, i)) continue;
    if (ImGui::Selectable(
            fmt::format("{}###compare{}", asLabel(trf("Changes since {}", others[i].shown->name())), i).c_str())) {
      outbox.request(CompareBundles{i});
    }
  }
  ImGui::EndCombo();
}

/// A path of several layers is one entry; what is gone from the second of two versions is none.
std::size_t shownEntries(const Workspace& workspace) {
  const std::size_t all = workspace.bundle->entries().size();
  const BundleFiles& files = workspace.bundle_files;
  if (files.changes == nullptr || !files.around.empty()) return all;
  const auto is_left_out = [&](LayerChange change) {
    return change == LayerChange::kCovered || (files.compared && change == LayerChange::kOnlyBelow);
  };
  return all - static_cast<std::size_t>(std::ranges::count_if(*files.changes, is_left_out, &LayerEntryChange::change));
}

/// "3 changed · 2 added · 10 same"; a click shows the differences only, and again everything.
void drawChanges(const Workspace& workspace, ListingRequest& listing) {
  const BundleFiles& files = workspace.bundle_files;
  if (files.changes == nullptr || !files.around.empty()) return;
  std::map<LayerChange, std::size_t> counts;
  for (const LayerEntryChange& entry : *files.changes) ++counts[entry.change];
  using enum LayerChange;
  const std::pair<LayerChange, const char*> kWords[] = {{kChanged, "{} changed"},
                                                        {kAdded, "{} added"},
                                                        {kOnlyBelow, files.compared ? "{} removed" : "{} only below"},
                                                        {kSame, "{} same"},
                                                        {kUnreadable, "{} unreadable"}};
  std::string text;
  for (const auto& [change, word] : kWords) {
    const std::size_t count = counts[change];
    if (count > 0) text += (text.empty() ? "" : " · ") + trf(word, count);
  }
  paragraph(text);
  bool only = listing.rows.kind == BundleFilterKind::kChanges;
  if (!ImGui::Checkbox(trId("Changed only").c_str(), &only)) return;
  listing.rows.kind = listing.files.kind = only ? BundleFilterKind::kChanges : BundleFilterKind::kAll;
  listing.change();
}

}  // namespace

bool isAboutToType(const PasswordField& field) {
  constexpr int kFramesToFocus = 3;  // ImGui activates an item in the next frame and tells in the one after that
  return ImGui::GetFrameCount() - field.focused_at < kFramesToFocus;
}

void drawPassword(PasswordField& password, const Workspace& workspace, Outbox& outbox) {
  const int frame = ImGui::GetFrameCount();
  const bool appears = ImGui::IsWindowAppearing() || password.drawn_at < frame - 1;
  password.drawn_at = frame;
  if (appears && !password.yields) {
    password.focused_at = frame;
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 10, ImGui::GetContentRegionAvail().x * 0.6f));
  const bool entered = ImGui::InputText("##password", &password.text,
                                        ImGuiInputTextFlags_Password | ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  if (!ImGui::Button(trId("Unlock").c_str()) && !entered) return;
  OpenOptions options = workspace.bundle_files.options;
  options.password = password.text;
  outbox.request(ReopenBundle{options});
  password.drawn_at = -2;  // a wrong one is typed again
}

void drawBundleHead(PasswordField& password, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Tree& tree = *workspace.bundle;
  const float button = ImGui::GetFrameHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  if (!workspace.bundle_files.around.empty()) {
    if (ImGui::SmallButton((std::string("◂ ") + tr("Back") + "###back").c_str())) outbox.request(LeaveNested{});
    tooltip(trf("Back to {}", workspace.bundle_files.around.back()->name()));
  }
  const ImVec2 corner = ImGui::GetCursorPos();
  ImGui::SetCursorPosX(corner.x + width - button);
  if (ImGui::Button("⋯##options", {button, 0})) ImGui::OpenPopup("##options_popup");
  tooltip(tr("Encoding of names, password"));
  if (ImGui::BeginPopup("##options_popup")) {
    drawOptions(password, workspace, outbox);
    ImGui::EndPopup();
  }
  ImGui::SetCursorPos(corner);
  const float room = width - button - ImGui::GetStyle().ItemSpacing.x;
  ImGui::PushFont(fontOf(FontRole::kBold));
  ImGui::AlignTextToFramePadding();
  if (workspace.other_bundles.empty()) middleFittedText(tree.name(), room);
  if (!workspace.other_bundles.empty()) drawOthers(workspace, room, outbox);
  ImGui::PopFont();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  constexpr std::size_t kSeenAtWork = 100'000;  // fewer are listed before anybody could read that they are
  const bool works = workspace.listing.source != workspace.listing.asked && tree.entries().size() > kSeenAtWork;
  const std::string kind =
      tree.locked() ? tr("encrypted")
                    : containerKindName(tree.kind()) + (", " + trn("{} entry", "{} entries", shownEntries(workspace)));
  fittedText(kind + (works ? " …" : ""), width);
  if (const std::optional<ObbFooter>& footer = tree.footer()) {
    fittedText(trf("OBB footer: {} version {}", footer->package, footer->version), width);
  }
  const std::vector<std::string>& files = workspace.bundle_files.paths;
  for (std::size_t i = 1; i < files.size() && workspace.bundle_files.around.empty(); ++i) {
    fittedText(trf(workspace.bundle_files.compared ? "compared with {}" : "{} lies over it", fileNameOf(files[i])),
               width);
  }
  ImGui::PopStyleColor();
  const bool is_one_file = workspace.bundle_files.layers.size() <= 1;
  if (const std::string error = is_one_file ? nameError(tree.name()) : std::string(); !error.empty()) {
    inColour(severityColour(Severity::kWarning, view.theme), [&] { fittedText(error, width); });
  }
  drawChanges(workspace, view.listing);
}

namespace {

constexpr float kPackWidthEm = 34;

void field(const char* label, std::string& text, float room = 0, ImGuiInputTextFlags flags = 0) {
  fieldName(tr(label), ImGui::GetFontSize() * (kPackWidthEm - 8) - room, ImGui::GetFontSize() * 8);
  ImGui::InputText((std::string("##") + label).c_str(), &text, flags);
}

void note(const std::string& text, Severity severity, Theme theme) {
  ImGui::TextColored(severityColour(severity, theme), "%s", wrapped(text, ImGui::GetFontSize() * kPackWidthEm).c_str());
}

}  // namespace

std::string nameError(const std::string& file_name) {
  // The last part of the path to a bundle inside a bundle ("outer.zip:inner.obb") counts.
  const std::string name = file_name.substr(file_name.find_last_of("/:") + 1);
  if (!name.ends_with(".obb") || parseObbName(name)) return {};
  return tr("Devices look for main.VERSION.PACKAGE.obb (or patch…): a file of another name is not found.");
}

void openPackDialog(PackDialog& dialog, const Workspace& workspace) {
  namespace fs = std::filesystem;
  dialog = {};
  dialog.open = true;
  const bool is_folder = workspace.bundle != nullptr && workspace.bundle->kind() == ContainerKind::kFolder;
  if (is_folder) dialog.wanted.folder = workspace.bundle_path;
  dialog.wanted.package = "com.example.game";
  if (workspace.bundle != nullptr && workspace.bundle->footer())
    dialog.wanted.package = workspace.bundle->footer()->package;
  std::error_code error;
  const fs::path beside =
      workspace.bundle_path.empty() ? fs::current_path(error) : fs::path(workspace.bundle_path).parent_path();
  // The first version that is not there yet: what is open is not what a folder shall replace.
  int version = 1;
  const auto output = [&] { return beside / formatObbName({"main", version, dialog.wanted.package}); };
  while (fs::exists(output(), error)) ++version;
  dialog.version = std::to_string(version);
  dialog.wanted.output = output().string();
}

void drawPackDialog(PackDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (!beginDialog("Pack a folder into a bundle", "###pack", dialog.open)) return;
  PackFolder& wanted = dialog.wanted;
  const Theme theme = workspace.view.theme;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  field("folder", wanted.folder, browseWidth());
  if (browseButton("folder")) browse(files, FileDialog::Purpose::kFolder, wanted.folder, workspace);
  field("package", wanted.package);
  field("version", dialog.version, 0, ImGuiInputTextFlags_CharsDecimal);
  field("output", wanted.output, browseWidth());
  if (browseButton("output")) browse(files, FileDialog::Purpose::kNewBundle, wanted.output, workspace);
  const int version = parseInteger<int>(dialog.version).value_or(-1);
  const bool version_ok = version >= 0;
  const std::string by_rule = formatObbName({"main", version, wanted.package});
  const std::string output_name = fileNameOf(wanted.output);
  if (output_name != by_rule && isPackageName(wanted.package) && version_ok) {
    ImGui::SetCursorPosX(ImGui::GetFontSize() * 8);
    if (ImGui::SmallButton((trf("Name it {}", by_rule) + "###rule").c_str())) {
      wanted.output = wanted.output.substr(0, wanted.output.size() - output_name.size()) + by_rule;
    }
  }
  const std::pair<PackForm, const char*> forms[] = {
      {PackForm::kZip, "ZIP: every engine reads it"},
      {PackForm::kFat, "FAT image: mounted by the device, as jobb makes them"}};
  for (const auto& [form, name] : forms) {
    if (ImGui::RadioButton(trId(name).c_str(), wanted.form == form)) wanted.form = form;
  }
  const bool zip = wanted.form == PackForm::kZip;
  if (zip) {
    ImGui::Checkbox(trId("Deflate what gets smaller").c_str(), &wanted.deflates);
    tooltip(
        tr("Off: everything is stored, 4-byte aligned and readable in place, as media players and Unreal need it."));
  } else {
    field("password", wanted.password, 0, ImGuiInputTextFlags_Password);
    if (!wanted.password.empty())
      note(tr("Newer Android mounts no encrypted image: for old devices and own readers only."), Severity::kWarning,
           theme);
  }
  if (!isPackageName(wanted.package))
    note(tr("A package name has two or more parts: com.example.game"), Severity::kWarning, theme);
  if (const std::string error = nameError(output_name); !error.empty()) note(error, Severity::kWarning, theme);
  const bool may_be_written = mayBeWritten(wanted.output, dialog.replaced);
  const bool is_complete =
      !wanted.folder.empty() && !output_name.empty() && version_ok && isPackageName(wanted.package);
  const bool go = enabledButton(trId("Pack"), is_complete && may_be_written);
  ImGui::SameLine();
  const bool cancel = ImGui::Button(trId("Cancel").c_str());
  wanted.version = version;
  if (go) outbox.request(wanted);
  endDialog(dialog.open, go || cancel);
}

namespace {

constexpr float kWidthEm = 40;

struct KindLook {
  const char *sign, *word;
  Colour PanelColours::*colour;
};
/// In the order of EditPreview::Kind.
constexpr KindLook kLooks[] = {{"≠", "replaced", &PanelColours::warning},
                               {"+", "added", &PanelColours::good},
                               {"−", "removed", &PanelColours::error},
                               {"·", "nothing to remove", &PanelColours::warning}};

std::string sizes(const EditPreview& preview) {
  using enum EditPreview::Kind;
  if (preview.kind == kAdded) return humanBytes(preview.new_size);
  if (preview.kind == kReplaced) return humanBytes(preview.old_size) + " → " + humanBytes(preview.new_size);
  return preview.files > 1 ? trn("{} file", "{} files", preview.files) + ", " + humanBytes(preview.old_size)
                           : humanBytes(preview.old_size);
}

void drawEdits(const Workspace& workspace, Outbox& outbox) {
  const std::vector<EntryEdit>& edits = workspace.bundle_files.edits;
  const float em = ImGui::GetFontSize(), line = ImGui::GetFrameHeightWithSpacing();
  const float height = std::min(static_cast<float>(edits.size()) + 0.3f, 12.0f) * line;
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("##edits", 4, kFlags, {em * kWidthEm, height})) return;
  ImGui::TableSetupColumn("##kind", ImGuiTableColumnFlags_WidthFixed, em * 6);
  ImGui::TableSetupColumn("##path", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("##size", ImGuiTableColumnFlags_WidthFixed, em * 9);
  ImGui::TableSetupColumn("##back", ImGuiTableColumnFlags_WidthFixed, em * 6);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const EditPreview preview = previewEdit(*workspace.bundle_files.layers.front(), edits[i]);
    const KindLook& look = kLooks[static_cast<std::size_t>(preview.kind)];
    const IdScope id(static_cast<int>(i));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(toImGuiVec(panelColours(workspace.view.theme).*look.colour), "%s %s", look.sign, tr(look.word));
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    middleFittedText(edits[i].path, {},
                     edits[i].file.empty() ? edits[i].path : edits[i].path + "\n" + trf("from {}", edits[i].file));
    ImGui::TableNextColumn();
    rightAligned(sizes(preview));
    ImGui::TableNextColumn();
    if (ImGui::Button(trId("Take back").c_str())) outbox.request(TakeBackEdit{i});
  }
  ImGui::EndTable();
}

}  // namespace

void openEditsDialog(EditsDialog& dialog, const Workspace& workspace) {
  dialog = {.open = true, .output = workspace.bundle_path, .replaced = {}};
}

void drawEditsDialog(EditsDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (dialog.open && (workspace.bundle == nullptr || workspace.bundle_files.edits.empty())) dialog.open = false;
  if (!beginDialog("Changes to the bundle", "###edits", dialog.open)) return;
  const float em = ImGui::GetFontSize();
  drawEdits(workspace, outbox);
  ImGui::TextUnformatted(tr("write into"));
  ImGui::SetNextItemWidth(em * kWidthEm - browseWidth());
  ImGui::InputText("##output", &dialog.output);
  if (browseButton("output")) browse(files, FileDialog::Purpose::kNewBundle, dialog.output, workspace);
  const bool is_own = dialog.output == workspace.bundle_path;
  const char* promise =
      is_own ? tr("The file is replaced at the end, after the new one was read back and compared; all other entries "
                  "are copied as they are. An APK's signature does not survive.")
             : tr("The new file is read back and compared; all other entries are copied as they are. An APK's "
                  "signature does not survive.");
  ImGui::TextDisabled("%s", wrapped(promise, em * kWidthEm).c_str());
  const bool may_be_written = is_own || mayBeWritten(dialog.output, dialog.replaced);
  const bool go = enabledButton(trId("Write"), !dialog.output.empty() && may_be_written);
  ImGui::SameLine();
  const bool back = ImGui::Button(trId("Take all back").c_str());
  ImGui::SameLine();
  const bool close = ImGui::Button(trId("Close").c_str());
  if (go) outbox.request(WriteBundle{is_own ? std::string() : dialog.output});
  if (back) outbox.request(TakeBackEdit{});
  endDialog(dialog.open, go || back || close);
}

void openExtractDialog(ExtractDialog& dialog, const Workspace& workspace, ExtractRequest what) {
  if (workspace.bundle == nullptr) return;
  namespace fs = std::filesystem;
  dialog = {};
  dialog.open = true;
  const fs::path bundle(workspace.bundle_path);
  dialog.folder = toValidUtf8((bundle.parent_path() / (bundle.stem().string() + "-files")).string());
  if (what == ExtractRequest::kAll) return;
  for (const std::size_t index : workspace.view.entries) {
    if (index < workspace.bundle->entries().size()) dialog.paths.push_back(workspace.bundle->entries()[index].path);
  }
}

void drawExtractDialog(ExtractDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (!beginDialog("Extract", "###extract", dialog.open)) return;
  const bool all = dialog.paths.empty();
  middleFittedText(all                        ? std::string(tr("Everything in the bundle"))
                   : dialog.paths.size() == 1 ? dialog.paths.front()
                                              : trf("{} selected", dialog.paths.size()),
                   ImGui::GetFontSize() * 34);
  ImGui::TextUnformatted(tr("into the folder"));
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 34 - browseWidth());
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputText("##folder", &dialog.folder, ImGuiInputTextFlags_EnterReturnsTrue);
  if (browseButton("folder")) browse(files, FileDialog::Purpose::kFolder, dialog.folder, workspace);
  ImGui::Checkbox(trId("Replace existing files").c_str(), &dialog.may_replace);
  const char* promise =
      tr("Nothing is written outside this folder; links, unsafe names and impossible sizes are refused and reported.");
  ImGui::TextDisabled("%s", wrapped(promise, ImGui::GetFontSize() * 34).c_str());
  ImGui::BeginDisabled(dialog.folder.empty());
  const bool go = defaultButton(trId("Extract").c_str()) || (entered && !dialog.folder.empty());
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancel = ImGui::Button(trId("Cancel").c_str());
  if (go) outbox.request(ExtractEntries{dialog.folder, dialog.paths, dialog.may_replace});
  endDialog(dialog.open, go || cancel);
}

}  // namespace sepax
