#include "ui/explanation.h"

#include "session/figure/viewport_picture.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/fonts.h"
#include "ui/kit/keys.h"
#include "ui/kit/widgets.h"
#include "ui/shell.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sepax {
namespace {

/// In the order of PanelId; then what is no panel.
constexpr Explanation kExplanations[] = {
    {"Scene",
     "The bodies of the case and the pairs that are tested. A click selects a body; a click on a pair shows it in all "
     "panels. The sign "
     "before a pair is its verdict: apart, touching or overlapping."},
    {"Bundle",
     "The files of the open .zip or .obb bundle. A click looks into an entry, a double click opens it. Type a part of "
     "a path to see only "
     "what has it."},
    {"Learn",
     "Lessons in the real debugger: guess, try, see why. A step that asks to do something shows a tick when it is "
     "done; where it asks to "
     "guess, the answer stays covered until then."},
    {"Axes",
     "Every axis that the separating-axis test tries, one a row. The bars are the projection intervals of both bodies; "
     "the number is the "
     "gap between them. Two convex shapes are apart exactly when one row has a gap, and the largest gap decides. Below "
     "stands the "
     "inequality of the shown row with its numbers."},
    {"Steps",
     "GJK and EPA one step after the other, when one of them answers. Each step finds the vertex of A ⊖ B farthest in "
     "one direction: the "
     "simplex closes in on the origin. The bounds enclose the distance, or the depth, that is looked for."},
    {"Inspector",
     "The numbers of the selected body: its shape, where it is, how fast it moves. Drag a number or click it to type. "
     "Values that cannot be are "
     "refused, with the reason."},
    {"Contacts",
     "Where the contact points come from: the incident feature is cut along the sides of the reference feature, and "
     "what is left on its "
     "inner side are the contacts. The slider goes through the cuts."},
    {"Volumes",
     "Bounding volumes of the selected body, drawn where they are switched on: cheap shapes that hold all of it. When "
     "two of them are "
     "apart, so are the bodies."},
    {"Preview",
     "The content of the selected entry of the bundle: a mesh with its bounds, a picture, a case, text or bytes."},
    {"Landscape",
     "The separation of the shown pair for every direction there is, not only for the axes of the table. Its highest "
     "places lie on such "
     "axes: that is why they are enough."},
    {"Sweep",
     "The pair moves by its velocities: when do the bodies meet, and when do they part? Each bar is the time in which "
     "the projections on "
     "one axis overlap. Contact begins with the last bar to begin and ends with the first to end."},
    {"Timeline",
     "A recording of an engine, frame by frame. Each thing that the engine said of a pair is compared with the "
     "reference: red marks are "
     "frames in which it is contradicted. The curve is the gap of the shown pair over time."},
    {"History",
     "Every change since the case was opened. A click goes back to it; what follows stays until the next change."},
    {"Console", "The program's messages: its actions, its warnings and its errors, with the file and the place."},
    {"Problems", "The errors found in the open bundle, their places, and how other readers will treat them."},
    {"Colliders",
     "The meshes of the open bundle judged as colliders: convex or not, closed or not, how many triangles, which "
     "primitive fits."},
    {"Search",
     "Text or bytes in all entries of the open bundle. A click goes to the place, in the text or in the bytes."},
    {"Jury",
     "Other algorithms and engines answer about this pair. Answers that differ from the reference are coloured; the "
     "mouse on a "
     "row draws its "
     "normal and points in the viewport."},
    {"Lab",
     "One or two numbers of the pair vary over a range, and everybody is asked at each sample: where do verdicts "
     "change, where do answers "
     "jump?"},
    {"Viewport",
     "The bodies as the case places them. Drag one to move it, drag beside them to look from elsewhere. Near another "
     "body the magnet holds "
     "it where the two just touch. The bars on the rail are the projection intervals on the shown axis; where they "
     "leave a gap, a plane "
     "fits between the bodies. The dots joined by a line are the witness points, where the bodies are nearest."},
    {"Minkowski difference",
     "All differences of a point of A and a point of B, drawn as one shape. The bodies meet exactly where it holds the "
     "origin. GJK looks "
     "for its point nearest to the origin, EPA for the minimum translation vector."},
    {"The reference beside",
     "These bodies through this camera, with the axis, plane and points that the reference finds. The algorithm "
     "on the left is "
     "another one: where the two pictures differ, it is wrong or measures something else."},
    {"Bundle",
     "The whole of the open bundle: what it is, what kinds of files are in it, and its largest ones. The tab of the "
     "scene shows the case "
     "again."},
    {"Toolbar",
     "From the left: the tool in hand, what drags keep to, the shown pair, the algorithm that answers, and its verdict "
     "with the axis that "
     "decides. Where bodies have velocities, a triangle plays their motion."},
    {"Status line", "The verdict once more, how long the test took, and what the mouse does with the tool in hand."},
};
enum NoPanel {
  kViewportText = static_cast<int>(PanelId::kLab) + 1,
  kDifferenceText,
  kReferenceText,
  kBundleText,
  kToolbarText,
  kStatusText,
  kTexts
};
static_assert(std::size(kExplanations) == kTexts);

bool holds(const Rect& rect, ImVec2 at) {
  return at.x >= rect.x && at.x < rect.x + rect.w && at.y >= rect.y && at.y < rect.y + rect.h;
}

/// Which of kExplanations is about what lies there; −1 none.
int textAt(const Workspace& workspace, const ShellState& shell, ImVec2 at) {
  const Regions& regions = shell.regions;
  const auto front = [&](Region region) {
    return static_cast<int>(shell.layout.tab[static_cast<std::size_t>(region)]);
  };
  if (holds(regions.left, at)) return front(Region::kLeft);
  if (holds(regions.right, at)) return front(Region::kRight);
  if (holds(regions.bottom, at)) return front(Region::kBottom);
  if (holds(regions.toolbar, at)) return kToolbarText;
  if (holds(regions.status, at)) return kStatusText;
  if (!holds(regions.middle, at)) return -1;
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

std::span<const Explanation> explanations() { return kExplanations; }

void explainWhatIsHovered(ActionContext& context) {
  if (std::exchange(context.shell.explanation, nullptr) != nullptr) return;  // the same key closes it
  const ImVec2 hand =
      context.shell.keys_at.walks ? placeOf(context.shell, context.shell.keys_at.part) : ImGui::GetIO().MousePos;
  const int text = ImGui::IsMousePosValid(&hand) ? textAt(context.workspace, context.shell, hand) : -1;
  if (text < 0) {
    context.shell.keys_open = true;
  } else {
    context.shell.wants_explanation = &kExplanations[text];
  }
}

void drawExplanation(ShellState& shell) {
  if (const Explanation* const wanted = std::exchange(shell.wants_explanation, nullptr)) {
    shell.explanation = wanted;
    ImGui::OpenPopup("###explanation");
  }
  if (!ImGui::BeginPopup("###explanation")) {
    shell.explanation = nullptr;
    return;
  }
  const Explanation& shown = *shell.explanation;
  const Shortcut keys = shortcutOf(shell.keys, *findAction("keys"));
  const float width = std::min(ImGui::GetFontSize() * 28, ImGui::GetIO().DisplaySize.x * 0.8f);
  ImGui::PushFont(fontOf(FontRole::kBold));
  ImGui::TextUnformatted(tr(shown.title));
  ImGui::PopFont();
  ImGui::TextUnformatted(wrapped(tr(shown.text), width).c_str());
  ImGui::TextDisabled("%s", trf("{}: every key and gesture", shortcutText(keys)).c_str());
  if (isPressed(plain(kKeyEscape))) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace sepax
