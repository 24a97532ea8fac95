#include "ui/explanation.h"

#include "session/host/text.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/fonts.h"
#include "ui/kit/keys.h"
#include "ui/kit/scopes.h"
#include "ui/kit/widgets.h"
#include "ui/panels.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace sepax {
namespace {

// The parts of the window that are no panels.

constexpr Explanation kViewportText{
    "Viewport",
    "The bodies as the case places them. Drag one to move it, drag beside them to look from elsewhere. Near another "
    "body the magnet holds it where the two just touch. The bars on the rail are the projection intervals on the shown "
    "axis; where they leave a gap, a plane fits between the bodies. The dots joined by a line are the witness points, "
    "where the bodies are nearest."};
constexpr Explanation kDifferenceText{
    "Minkowski difference",
    "All differences of a point of A and a point of B, drawn as one shape. The bodies meet exactly where it holds the "
    "origin. GJK looks for its point nearest to the origin, EPA for the minimum translation vector."};
constexpr Explanation kReferenceText{
    "The reference beside",
    "These bodies through this camera, with the axis, plane and points that the reference finds. The algorithm on the "
    "left is another one: where the two pictures differ, it is wrong or measures something else."};
constexpr Explanation kBundleText{"Bundle",
                                  "The whole of the open bundle: what it is, what kinds of files are in it, and its "
                                  "largest ones. The tab of the scene shows the case again."};
constexpr Explanation kToolbarText{
    "Toolbar",
    "From the left: the tool in hand, what drags keep to, the shown pair, the algorithm that answers, and its verdict "
    "with the axis that decides. Where bodies have velocities, a triangle plays their motion."};
constexpr Explanation kStatusText{
    "Status line", "The verdict once more, how long the test took, and what the mouse does with the tool in hand."};

bool holds(const Rect& rect, ImVec2 at) {
  return at.x >= rect.x && at.x < rect.x + rect.w && at.y >= rect.y && at.y < rect.y + rect.h;
}

/// About what lies there; nullopt: nothing.
std::optional<Explanation> textAt(const Workspace& workspace, const ShellState& shell, ImVec2 at) {
  const Regions& regions = shell.regions;
  const auto front = [&](Region region) {
    const Panel& panel = *shell.layout.tab[static_cast<std::size_t>(region)];
    return Explanation{panel.title, panel.help};
  };
  if (holds(regions.left, at)) return front(Region::kLeft);
  if (holds(regions.right, at)) return front(Region::kRight);
  if (holds(regions.bottom, at)) return front(Region::kBottom);
  if (holds(regions.toolbar, at)) return kToolbarText;
  if (holds(regions.status, at)) return kStatusText;
  if (!holds(regions.middle, at)) return std::nullopt;
  if (!showsScene(workspace)) return kBundleText;
  const bool is_beside = at.x >= shell.viewport.left + shell.viewport.width;
  if (is_beside && shownBeside(workspace) == Beside::kReference) return kReferenceText;
  return is_beside || showsDifference(workspace) ? kDifferenceText : kViewportText;
}

/// A place in a part of the window.
ImVec2 placeOf(const ShellState& shell, Part part) {
  const Regions& regions = shell.regions;
  const Rect& rect = part == Part::kLeft      ? regions.left
                     : part == Part::kRight   ? regions.right
                     : part == Part::kBottom  ? regions.bottom
                     : part == Part::kToolbar ? regions.toolbar
                     : part == Part::kStatus  ? regions.status
                                              : regions.middle;
  return {rect.x + rect.w / 2, rect.y + rect.h / 2};
}

}  // namespace

std::vector<Explanation> explanations() {
  std::vector<Explanation> all{kViewportText, kDifferenceText, kReferenceText, kBundleText, kToolbarText, kStatusText};
  for (const Panel* panel : panels()) all.push_back({panel->title, panel->help});
  return all;
}

void explainWhatIsHovered(ActionContext& context) {
  if (std::exchange(context.shell.explanation, std::nullopt)) return;  // the same key closes it
  const ImVec2 hand =
      context.shell.keys_at.walks ? placeOf(context.shell, context.shell.keys_at.part) : ImGui::GetIO().MousePos;
  if (ImGui::IsMousePosValid(&hand)) context.shell.wants_explanation = textAt(context.workspace, context.shell, hand);
  context.shell.keys_open = context.shell.keys_open || !context.shell.wants_explanation;
}

void drawExplanation(ShellState& shell, const std::string& keys) {
  if (const auto wanted = std::exchange(shell.wants_explanation, std::nullopt)) {
    shell.explanation = wanted;
    ImGui::OpenPopup("###explanation");
  }
  if (!ImGui::BeginPopup("###explanation")) {
    shell.explanation.reset();
    return;
  }
  const Explanation& shown = *shell.explanation;
  const float width = std::min(ImGui::GetFontSize() * 28, ImGui::GetIO().DisplaySize.x * 0.8f);
  inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(tr(shown.title)); });
  ImGui::TextUnformatted(wrapped(tr(shown.text), width).c_str());
  ImGui::TextDisabled("%s", trf("{}: every key and gesture", keys).c_str());
  if (isPressed(plain(kKeyEscape))) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace sepax
