#include "ui/bundle/bundle_head.h"

#include "session/bundle/bundle_files.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/kit/fonts.h"
#include "ui/kit/scopes.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
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

}  // namespace sepax
