#include "ui/explanation.h"

#include "core/language.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/panels.h"
#include "ui/window_parts.h"

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

/// About what lies there; nullopt: nothing.
std::optional<Explanation> textAt(const Workspace& workspace, const ShellState& shell, ImVec2 at) {
  const Regions& regions = shell.regions;
  const auto holds = [&](const Rect& rect) { return sepax::holds(rect, at.x, at.y); };
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  for (const MovedPanel& moved : shell.layout.moved) {
    const Rect& part = moved.part;
    const bool is_there = moved.region == Region::kFloating && isOffered(*moved.panel, workspace);
    if (is_there && holds({part.x * display.x, part.y * display.y, part.w * display.x, part.h * display.y}))
      return Explanation{moved.panel->title, moved.panel->help};
  }
  for (int i = 0; i < kRegionCount; ++i) {
    const Panel* const front = shownIn(shell, static_cast<Region>(i));
    if (front != nullptr && holds(regions.tabs[static_cast<std::size_t>(i)]))
      return Explanation{front->title, front->help};
  }
  if (holds(regions.toolbar)) return kToolbarText;
  if (holds(regions.status)) return kStatusText;
  if (!holds(regions.middle)) return std::nullopt;
  if (!showsScene(workspace)) return kBundleText;
  const bool is_beside = at.x >= shell.viewport.left + shell.viewport.width;
  if (is_beside && shownBeside(workspace) == Beside::kReference) return kReferenceText;
  return is_beside || showsDifference(workspace) ? kDifferenceText : kViewportText;
}

/// A place in a part of the window.
ImVec2 placeOf(const ShellState& shell, Part part) {
  const Regions& regions = shell.regions;
  const std::optional<Region> region = regionOf(part);
  if (region == Region::kFloating) return ImGui::GetIO().MousePos;
  const Rect& rect = region                   ? regions[*region]
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
