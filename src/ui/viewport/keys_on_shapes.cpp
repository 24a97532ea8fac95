#include "ui/viewport/keys_on_shapes.h"

#include "session/scene/arranging.h"
#include "session/scene/drawing.h"
#include "session/scene/selection.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/viewport/viewport_drag.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// An arrow key that goes down or repeats; with Shift → and ↑ go away from the eye, ← and ↓ towards it.
std::optional<ArrowStep> pressedArrow() {
  static constexpr struct {
    int key, across, up;
  } kKeys[] = {{kKeyLeft, -1, 0}, {kKeyRight, 1, 0}, {kKeyUp, 0, 1}, {kKeyDown, 0, -1}};
  const ImGuiIO& io = ImGui::GetIO();
  for (const auto& row : kKeys) {
    const Shortcut shortcut{.key = row.key, .ctrl = io.KeyCtrl, .shift = io.KeyShift};
    if ((io.KeyCtrl && io.KeyShift) || !isPressed(shortcut, KeyRepeat::kWhileHeld)) continue;
    if (io.KeyShift) return ArrowStep{.near = -(row.across + row.up)};
    return ArrowStep{row.across, row.up, 0, io.KeyCtrl};
  }
  return std::nullopt;
}

/// The axis among three directions that points most along one, and whether the same way.
std::pair<int, double> nearestAxis(const Mat3& directions, const Vec3& wanted) {
  int axis = 0;
  for (int c = 1; c < 3; ++c) {
    if (std::abs(dot(directions[c], wanted)) > std::abs(dot(directions[axis], wanted))) axis = c;
  }
  return {axis, dot(directions[axis], wanted) < 0 ? -1.0 : 1.0};
}

void move(std::vector<Body> bodies, const ArrowStep& arrow, ViewportState& state, const Camera& camera,
          const ViewSize& view, Outbox& outbox) {
  const auto moved = [&](const Body& body) { return std::get<SetTransform>(nudged(body, arrow, camera, view)); };
  const SetTransform lead = moved(bodies.back());
  const Vec3 before = bodies.back().position;
  if (arrow.small) {
    constexpr double kSecondsShown = 6;
    state.bits_shown_until = ImGui::GetTime() + kSecondsShown;
    for (int c = 0; c < 3; ++c) state.bits_axis = lead.position[c] != before[c] ? c : state.bits_axis;
  }
  if (bodies.size() == 1) return outbox.send(lead);
  for (Body& body : bodies)
    body.position = arrow.small ? moved(body).position : body.position + (lead.position - before);
  outbox.send(PutBodies{BodiesEdit::kMove, std::move(bodies)});
}

/// About the coordinate axis that lies most along the view's: ← → about the upright one, ↑ ↓ about the level one, Shift
/// about the one to the eye. In the plane all turn about z, counter-clockwise by ↑ and ←.
void rotate(std::vector<Body> bodies, const ArrowStep& arrow, bool snap, const Camera& camera, Outbox& outbox) {
  std::erase_if(bodies, [](const Body& body) { return neverRotates(body.shape); });
  if (bodies.empty()) return;
  const CameraBasis basis = basisOf(camera);
  const bool planar = camera.projection == Projection::kPlanar;
  const Vec3 about = planar || arrow.near != 0 ? basis.back : arrow.across != 0 ? basis.up : basis.right;
  const double sense = planar            ? arrow.up - arrow.across - arrow.near
                       : arrow.near != 0 ? arrow.near
                                         : arrow.across - arrow.up;
  const auto [axis, same] = nearestAxis(Mat3{1.0}, about);
  const double degrees = (arrow.small ? 0.1 : snap ? 15 : 5) * sense * same;
  Vec3 direction{0.0};
  direction[axis] = 1;
  if (bodies.size() == 1) {
    const Body& body = bodies.front();
    return outbox.send(SetTransform{body.id, body.position, rotatedBy(body, direction, radiansOf(degrees))});
  }
  Vec3 middle{0.0};
  for (const Body& body : bodies) middle += body.position / static_cast<double>(bodies.size());
  outbox.send(PutBodies{BodiesEdit::kRotate, rotatedTogether(bodies, middle, direction, radiansOf(degrees))});
}

/// Along the body's own axis that lies most along the view's.
void scale(const Body& body, const ArrowStep& arrow, const Camera& camera, const ViewSize& view, Outbox& outbox) {
  const CameraBasis basis = basisOf(camera);
  const Vec3 along = arrow.near != 0 ? basis.back : arrow.across != 0 ? basis.right : basis.up;
  const double percent = (arrow.small ? 0.1 : 5) * (arrow.across + arrow.up + arrow.near);
  ViewportDrag drag;
  drag.kind = ViewportDrag::Kind::kScaleBody;
  drag.start = body;
  drag.axis = nearestAxis(matrixOf(body.rotation), along).first;
  drag.typed = fmt::format("{}", 1 + percent / 100);
  if (auto command = dragCommand(drag, {}, camera, view)) outbox.send(std::move(*command));
}

/// An axis of one's own, while no body is selected: the arrow keys rotate it as a hand on its knob would.
void rotateFreeAxis(ViewState& look, const Camera& camera) {
  const std::optional<ArrowStep> arrow = pressedArrow();
  if (!arrow) return;
  const CameraBasis basis = basisOf(camera);
  const bool planar = camera.projection == Projection::kPlanar;
  const Vec3 about = planar || arrow->near != 0 ? basis.back : arrow->across != 0 ? basis.up : basis.right;
  const double sense = planar             ? arrow->up - arrow->across - arrow->near
                       : arrow->near != 0 ? arrow->near
                                          : arrow->across - arrow->up;
  const double angle = radiansOf((arrow->small ? 0.1 : 2) * sense);
  look.free_axis = normalizedOr(matrixOf(quaternionAbout(about, angle)) * look.free_axis, look.free_axis);
}

/// Space takes the next corner, Shift+Space the one before, arrow keys move it, Enter puts one in after it, Backspace
/// deletes it.
void workOnCorners(const Body& body, Workspace& workspace, ViewportState& state, const Camera& camera,
                   const ViewSize& view, Outbox& outbox) {
  std::vector<Vec3> points = editablePoints(body);
  const int count = static_cast<int>(points.size());
  if (count == 0) return;
  state.corner = std::min(state.corner, count - 1);
  const int step =
      (isPressed(plain(' '), KeyRepeat::kWhileHeld) ? 1 : 0) - (isPressed(shift(' '), KeyRepeat::kWhileHeld) ? 1 : 0);
  if (step != 0) state.corner = state.corner < 0 ? 0 : (state.corner + step + count) % count;
  if (state.corner < 0) return;
  const auto at = points.begin() + state.corner;
  const bool can_change_count = canChangePointCount(body);
  int corner_after = state.corner;
  if (const auto arrow = pressedArrow()) {
    Body point = body;
    point.position = *at;
    *at = std::get<SetTransform>(nudged(point, *arrow, camera, view)).position;
  } else if (can_change_count && isPressed(plain(kKeyEnter))) {
    const Vec3 middle = (*at + points[static_cast<std::size_t>((state.corner + 1) % count)]) / 2.0;
    points.insert(at + 1, middle);
    ++corner_after;
  } else if (can_change_count && isPressed(plain(kKeyBackspace))) {
    points.erase(at);
  } else {
    return;
  }
  Result<Body> changed = withPoints(body, points, workspace.history.document().space);
  if (!changed) return notify(workspace, LogLevel::kWarning, trf("The corner stays: {}", changed.error().message));
  state.corner = corner_after;
  outbox.send(SetShape{changed->id, changed->shape});
}

}  // namespace

void workByKeys(Workspace& workspace, ViewportState& state, const Camera& camera, const ViewSize& view,
                Outbox& outbox) {
  const ViewState& look = workspace.view;
  std::vector<Body> bodies = selectedBodies(workspace.history.document(), look);
  std::erase_if(bodies, [](const Body& body) { return body.locked || !body.visible; });
  if (look.tool != Tool::kPoints) state.corner = -1;
  if (bodies.empty()) {
    if (look.pinned_axis == kFreeAxis) rotateFreeAxis(workspace.view, camera);
    return;
  }
  if (look.tool == Tool::kPoints && !editablePoints(bodies.back()).empty()) {
    return workOnCorners(bodies.back(), workspace, state, camera, view, outbox);
  }
  const std::optional<ArrowStep> arrow = pressedArrow();
  if (!arrow) return;
  if (look.tool == Tool::kRotate) return rotate(std::move(bodies), *arrow, look.snap, camera, outbox);
  if (look.tool == Tool::kScale) return scale(bodies.back(), *arrow, camera, view, outbox);
  move(std::move(bodies), *arrow, state, camera, view, outbox);
}

}  // namespace sepax
