#include "ui/dialogs.h"

#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/paragraph.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

constexpr double kToastSeconds = 8;

Request withoutGuard(Request request) {
  std::visit(
      [](auto& held) {
        if constexpr (requires { held.discard_changes; }) held.discard_changes = true;
      },
      request);
  return request;
}

constexpr ImGuiWindowFlags kDialog = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

struct Gesture {
  const char* what;
  const char* how;
};
constexpr Gesture kGestures[] = {
    {"Drag a body", "move it in the view plane (Move tool)"},
    {"Shift + drag a body", "move it along the view direction (3D)"},
    {"Drag a handle", "turn or scale the selected body"},
    {"Type while dragging", "an exact value: x 1.5, degrees or a factor"},
    {"Ctrl while dragging", "snap to round steps"},
    {"Esc while dragging", "take the drag back"},
    {"Arrow keys", "nudge the selected body; with Ctrl by the smallest step there is (1 ULP)"},
    {"Right-drag, or left-drag beside bodies", "orbit (3D), pan (2D)"},
    {"Middle-drag", "pan"},
    {"Mouse wheel", "zoom to the mouse"},
    {"Hover a row of the axes table", "preview that axis"},
    {"Click a row", "pin it; ↑ ↓ step through the rows"},
};

}  // namespace

float browseWidth() {
  return ImGui::CalcTextSize(tr("Browse…")).x + ImGui::GetStyle().FramePadding.x * 2 + ImGui::GetStyle().ItemSpacing.x;
}

bool browseButton(const char* id) {
  ImGui::SameLine();
  return ImGui::Button(fmt::format("{}###browse_{}", tr("Browse…"), id).c_str());
}

bool beginDialog(const char* title, const char* id, bool& open, ImVec2 size_em) {
  if (!open) return false;
  const std::string label = std::string(tr(title)) + id;
  if (!ImGui::IsPopupOpen(id)) ImGui::OpenPopup(id);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  if (size_em.x > 0) ImGui::SetNextWindowSize({std::min(size_em.x * em, display.x * 0.95f), std::min(size_em.y * em, display.y * 0.92f)});
  if (!ImGui::BeginPopupModal(label.c_str(), &open, kDialog | (size_em.x > 0 ? 0 : ImGuiWindowFlags_AlwaysAutoResize))) return false;
  if (isPressed({kKeyEscape})) {
    open = false;
    ImGui::CloseCurrentPopup();
  }
  return true;
}

void drawGuard(ActionContext& context, Workspace& workspace) {
  bool open = workspace.guarded.has_value() && !context.shell.files.open;
  if (!open) return;
  if (beginDialog("Unsaved changes", "###guard", open, {0, 0})) {
    ImGui::TextUnformatted(tr("The case has unsaved changes."));
    ImGui::Spacing();
    const auto close = [&] {
      workspace.guarded.reset();
      ImGui::CloseCurrentPopup();
    };
    if (ImGui::Button(trId("Save").c_str())) {
      const Request waiting = *workspace.guarded;
      close();
      if (workspace.file_path.empty()) {
        context.shell.after_save = waiting;
        openFileDialog(context.shell.files, FileDialog::Purpose::kSave, workspace);
      } else {
        context.outbox.request(Save{});
        context.outbox.request(waiting);  // guarded again should saving fail
      }
    }
    ImGui::SameLine();
    if (ImGui::Button(trId("Discard changes").c_str())) {
      context.outbox.request(withoutGuard(*workspace.guarded));
      close();
    }
    ImGui::SameLine();
    if (ImGui::Button(trId("Cancel").c_str())) close();
    ImGui::EndPopup();
  }
  if (!open) workspace.guarded.reset();
}

void followSave(ActionContext& context) {
  std::optional<Request>& waiting = context.shell.after_save;
  if (!waiting || context.shell.files.open) return;
  const bool saving = std::ranges::any_of(context.outbox.requests, [](const Request& r) { return std::holds_alternative<Save>(r); });
  if (saving) context.outbox.request(*waiting);
  waiting.reset();
}

void drawKeysHelp(ActionContext& context) {
  if (!beginDialog("Keys and mouse", "###keys", context.shell.keys_open, {42, 36})) return;
  ImGui::BeginChild("##list");
  if (ImGui::BeginTable("##mouse", 2, ImGuiTableFlags_RowBg)) {
    for (const Gesture& gesture : kGestures) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      paragraph(tr(gesture.what));
      ImGui::TableNextColumn();
      paragraph(tr(gesture.how));
    }
    ImGui::EndTable();
  }
  for (int m = 0; m < kMenuCount; ++m) {
    const Menu menu = static_cast<Menu>(m);
    const auto belongs = [&](const Action& action) { return action.menu == menu && action.shortcut.key != kKeyNone; };
    if (std::ranges::none_of(actions(), belongs)) continue;
    ImGui::Spacing();
    ImGui::TextDisabled("%s", tr(menuName(menu)));
    if (!ImGui::BeginTable(menuName(menu), 2, ImGuiTableFlags_RowBg)) continue;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 8);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    for (const Action& action : actions()) {
      if (!belongs(action)) continue;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(shortcutText(action.shortcut).c_str());
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(tr(action.name));
      tooltip(tr(action.tip));
    }
    ImGui::EndTable();
  }
  ImGui::EndChild();
  ImGui::EndPopup();
}

void drawAbout(ActionContext& context) {
  if (!beginDialog("About Sepax", "###about", context.shell.about_open, {30, 14})) return;
  ImGui::Text("Sepax %s", SEPAX_VERSION);
  paragraph(tr("The separating axis explorer: a visual debugger for collision shapes."));
  ImGui::Spacing();
  paragraph(tr("MIT licence. Built with Dear ImGui, SDL, GLM, Qhull, assimp, zlib, fmt and JSON for Modern C++."));
  ImGui::Spacing();
  if (ImGui::Button(trId("Close").c_str())) {
    context.shell.about_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void drawToasts(Workspace& workspace, const ShellState& shell) {
  const double now = ImGui::GetTime();
  for (Toast& toast : workspace.toasts) {
    if (toast.shown_until == 0) toast.shown_until = now + kToastSeconds;
  }
  std::erase_if(workspace.toasts, [&](const Toast& toast) { return toast.shown_until <= now; });
  const PanelColours& colours = panelColours(workspace.view.theme);
  const float em = ImGui::GetFontSize();
  float y = shell.toast_anchor.y - em * 0.6f;
  std::size_t removed = workspace.toasts.size();
  for (std::size_t i = workspace.toasts.size(); i-- > 0;) {
    const Toast& toast = workspace.toasts[i];
    const std::string id = fmt::format("##toast{}", i);
    const Colour colour = toast.level == LogLevel::kError ? colours.error : colours.warning;
    ImGui::SetNextWindowPos({shell.toast_anchor.x, y}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {std::max(em * 12, shell.toast_width - em), em * 12});
    ImGui::PushStyleColor(ImGuiCol_Border, toImGui(colour));
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    ImGui::PushStyleColor(ImGuiCol_Text, toImGui(colour));
    ImGui::TextUnformatted(toast.level == LogLevel::kError ? "✗" : "⚠");
    ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::TextUnformatted(wrapped(toast.text, std::min(em * 34, std::max(em * 9, shell.toast_width - em * 5))).c_str());
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) removed = i;
    y -= ImGui::GetWindowHeight() + em * 0.4f;
    ImGui::End();
    ImGui::PopStyleColor();
  }
  if (removed < workspace.toasts.size()) workspace.toasts.erase(workspace.toasts.begin() + static_cast<std::ptrdiff_t>(removed));
}

}  // namespace sepax
