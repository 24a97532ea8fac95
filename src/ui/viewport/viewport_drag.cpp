#include "ui/viewport/viewport_drag.h"

#include "core/language.h"
#include "core/number.h"
#include "draw/ground_picture.h"
#include "session/host/host.h"
#include "session/scene/body_edits.h"
#include "session/scene/selection.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

constexpr double kRotateSnap = std::numbers::pi / 12;  // 15°
constexpr double kScaleSnap = 0.1;
constexpr double kSnapPixels = 25;   // positions snap to the round step nearest below this
constexpr double kNudgePixels = 12;  // also pixels: one arrow key's step
constexpr double kFinePixels = 2.5;  // also pixels: a drawing pen's small step
constexpr double kSmallestFactor = 1e-3;
constexpr double kSteepest = 0.02;  // sine of the angle below which a plane has no place under the mouse
constexpr double kRadiansPerPixel = 0.008;
constexpr double kClickAngle = 2.5 * std::numbers::pi / 180;

double gridStep(const Camera& camera, const ViewSize& view, const Vec3& at, double pixels) {
  return roundStep(metresPerPixel(camera, view, at) * pixels);
}

/// The axis across the coordinate plane that is drawn in: the one that the camera looks along most.
int normalAxis(const Camera& camera) {
  if (camera.projection == Projection::kPlanar) return 2;
  const Vec3 back = glm::abs(basisOf(camera).back);
  return back.x > back.y && back.x > back.z ? 0 : back.y > back.z ? 1 : 2;
}

/// The axis among three directions that points most along one, and whether the same way.
std::pair<int, double> nearestAxis(const Mat3& directions, const Vec3& wanted) {
  int axis = 0;
  for (int c = 1; c < 3; ++c) {
    if (std::abs(dot(directions[c], wanted)) > std::abs(dot(directions[axis], wanted))) axis = c;
  }
  return {axis, dot(directions[axis], wanted) < 0 ? -1.0 : 1.0};
}

/// The coordinate axis that points most the way of an arrow key, but not `never`: one key changes one number.
std::pair<int, double> keyStep(const ArrowStep& arrow, const Camera& camera, int never = -1) {
  const CameraBasis basis = basisOf(camera);
  Vec3 wanted = basis.right * static_cast<double>(arrow.across) + basis.up * static_cast<double>(arrow.up) +
                basis.back * static_cast<double>(arrow.near);
  if (never >= 0) wanted[never] = 0;
  return nearestAxis(Mat3{1.0}, wanted);
}

Command setTransform(const Body& body, const Vec3& position, const Rotation& rotation) {
  return SetTransform{body.id, position, rotation};
}

Vec3 snappedPosition(Vec3 position, const Vec3& start, double step) {
  for (int c = 0; c < 3; ++c) {
    if (position[c] != start[c]) position[c] = nearestMultiple(position[c], step);
  }
  return position;
}

std::optional<Command> moveCommand(const ViewportDrag& drag, const DragInput& input, const Camera& camera,
                                   const ViewSize& view) {
  const Body& start = drag.start;
  const bool planar = isPlanar(start.shape);
  if (const auto typed = parseTyped(drag.typed)) {
    const int axis = typed->axis >= 0 ? typed->axis : std::max(drag.axis, 0);
    if (planar && axis == 2) return std::nullopt;
    return setTransform(start, start.position + axisDirection(axis) * typed->value, start.rotation);
  }
  const Ray ray = rayThrough(camera, view, input.pixel);
  const Vec3 back = basisOf(camera).back;
  Vec3 shift{0.0};
  const int kept_to = typedAxis(drag) >= 0                         ? typedAxis(drag)
                      : drag.kind == ViewportDrag::Kind::kMoveAxis ? drag.axis
                                                                   : -1;
  if (kept_to >= 0) {
    const Vec3 direction = axisDirection(kept_to);
    shift = direction * (alongLine(ray, start.position, direction) - dot(drag.grabbed - start.position, direction));
  } else if (const int across = typedPlane(drag); across >= 0) {
    const Vec3 normal = axisDirection(across);
    if (std::abs(dot(ray.direction, normal)) < kSteepest) return std::nullopt;  // seen from its edge
    const Vec3 from = start.position + (drag.grabbed - start.position) * (Vec3{1.0} - normal);
    shift = (onPlane(ray, from, normal) - from) * (Vec3{1.0} - normal);
  } else if (input.normal && !planar) {
    const auto from = toPixel(camera, view, drag.grabbed);
    if (!from) return std::nullopt;
    shift = back * ((input.pixel.y - from->y) * metresPerPixel(camera, view, drag.grabbed));
  } else {
    shift = onPlane(ray, drag.grabbed, planar ? Vec3{0, 0, 1} : back) - drag.grabbed;
  }
  if (planar) shift.z = 0;
  Vec3 position = start.position + shift;
  if (input.snap)
    position = snappedPosition(position, start.position, gridStep(camera, view, start.position, kSnapPixels));
  return setTransform(start, position, start.rotation);
}

std::optional<Command> rotateCommand(const ViewportDrag& drag, const DragInput& input, const Camera& camera,
                                     const ViewSize& view) {
  const Body& start = drag.start;
  const Vec3 axis = axisDirection(drag.axis);
  return setTransform(start, start.position, rotatedBy(start, axis, dragAngle(drag, input, camera, view)));
}

/// Round shapes grow evenly. Shapes with numbers of their own change these; point sets get a scale, so that the file
/// they came from stays.
std::optional<Command> scaleCommand(const ViewportDrag& drag, const DragInput& input, const Camera& camera,
                                    const ViewSize& view) {
  const Body& start = drag.start;
  double factor = 1;
  if (const auto typed = parseTyped(drag.typed)) {
    factor = typed->value;
  } else {
    const Vec3 direction = matrixOf(start.rotation)[drag.axis];
    const double before = dot(drag.grabbed - start.position, direction);
    if (before == 0) return std::nullopt;
    factor = alongLine(rayThrough(camera, view, input.pixel), start.position, direction) / before;
    if (input.snap) factor = nearestMultiple(factor, kScaleSnap);
  }
  factor = std::max(factor, kSmallestFactor);
  const Vec3 before = start.scale.value_or(Vec3{1.0});
  const bool points = std::holds_alternative<Hull>(start.shape) || std::holds_alternative<Mesh>(start.shape);
  Vec3 factors{1.0};
  factors[drag.axis] = factor;
  auto shape = scaled(start.shape, factors);
  if (!shape) {
    factors = Vec3{factor};
    shape = scaled(start.shape, factors);
  }
  if (!shape) return std::nullopt;
  if (points) return SetScale{start.id, before * factors};
  return SetShape{start.id, *shape};
}

}  // namespace

std::vector<Body> movableBodies(const Workspace& workspace) {
  std::vector<Body> bodies = selectedBodies(workspace.history.document(), workspace.view);
  std::erase_if(bodies, [](const Body& body) { return body.locked || !body.visible; });
  return bodies;
}

std::optional<Command> dragCommand(const ViewportDrag& drag, const DragInput& input, const Camera& camera,
                                   const ViewSize& view) {
  switch (drag.kind) {
    case ViewportDrag::Kind::kMoveBody:
    case ViewportDrag::Kind::kMoveAxis:
      return moveCommand(drag, input, camera, view);
    case ViewportDrag::Kind::kRotateBody:
      return rotateCommand(drag, input, camera, view);
    case ViewportDrag::Kind::kScaleBody:
      return scaleCommand(drag, input, camera, view);
    case ViewportDrag::Kind::kNone:
    case ViewportDrag::Kind::kOrbit:
    case ViewportDrag::Kind::kPan:
    case ViewportDrag::Kind::kPoint:
    case ViewportDrag::Kind::kBoxSelect:
    case ViewportDrag::Kind::kRotateAxis:
      break;
  }
  return std::nullopt;
}

namespace {

/// The axis whose letter alone was typed, counted from `first`: 'x' or 'X'.
int loneLetter(const ViewportDrag& drag, char first) {
  const std::size_t at = drag.typed.find_first_not_of(' ');
  if (at == std::string::npos || drag.typed.find_last_not_of(' ') != at) return -1;
  const int axis = drag.typed[at] - first;
  return axis >= 0 && axis < 3 ? axis : -1;
}

}  // namespace

int typedAxis(const ViewportDrag& drag) {
  const int axis = loneLetter(drag, 'x');
  return axis == 2 && isPlanar(drag.start.shape) ? -1 : axis;
}

int typedPlane(const ViewportDrag& drag) { return isPlanar(drag.start.shape) ? -1 : loneLetter(drag, 'X'); }

double dragAngle(const ViewportDrag& drag, const DragInput& input, const Camera& camera, const ViewSize& view) {
  if (const auto typed = parseTyped(drag.typed)) return radiansOf(typed->value);
  const Vec3 axis = axisDirection(drag.axis), &centre = drag.start.position;
  const double now = angleAround(onPlane(rayThrough(camera, view, input.pixel), centre, axis), centre, axis);
  const double angle = std::remainder(now - drag.grabbed_angle, 2 * std::numbers::pi);
  return input.snap ? nearestMultiple(angle, kRotateSnap) : angle;
}

Vec3 drawnPoint(const DragInput& input, const Camera& camera, const ViewSize& view) {
  const Vec3 through = camera.projection == Projection::kPlanar ? Vec3{0.0} : camera.target;
  Vec3 point = onPlane(rayThrough(camera, view, input.pixel), through, axisDirection(normalAxis(camera)));
  const double step = gridStep(camera, view, point, input.snap ? kSnapPixels : 1);
  for (int c = 0; c < 3; ++c) point[c] = nearestMultiple(point[c], step);
  if (camera.projection == Projection::kPlanar) point.z = 0;
  return point;
}

std::optional<TypedValue> parseTyped(const std::string& text) {
  TypedValue out;
  std::size_t at = text.find_first_not_of(' ');
  if (at == std::string::npos) return std::nullopt;
  if (const char c = text[at]; c >= 'x' && c <= 'z') {
    out.axis = c - 'x';
    at = text.find_first_not_of(' ', at + 1);
    if (at == std::string::npos) return std::nullopt;
  }
  const auto value = parseDouble(std::string_view(text).substr(at, text.find_last_not_of(' ') + 1 - at));
  if (!value) return std::nullopt;
  out.value = *value;
  return out;
}

Vec3 rotatedAxis(const Vec3& direction, const Vec2& pixel, const Vec2& moved, const Vec3& around, const Camera& camera,
                 const ViewSize& view) {
  if (camera.projection == Projection::kPlanar) {
    const auto centre = toPixel(camera, view, around);
    if (!centre) return direction;
    const Vec2 now = pixel - *centre, before = now - moved;
    const double angle = -(std::atan2(now.y, now.x) - std::atan2(before.y, before.x));  // pixels count downward
    return normalizedOr(matrixOfAngle(angle) * direction, direction);
  }
  const CameraBasis basis = basisOf(camera);
  const Quat rotation =
      quaternionAbout(basis.up, moved.x * kRadiansPerPixel) * quaternionAbout(basis.right, moved.y * kRadiansPerPixel);
  return normalizedOr(matrixOf(rotation) * direction, direction);
}

Vec3 clickedIntoPlace(const Vec3& direction, const SatReport& report) {
  const SatAxis* nearest = nullptr;
  double best = std::cos(kClickAngle);
  for (const SatAxis& axis : report.axes) {
    const double along = std::abs(dot(axis.direction, direction));
    if (axis.state != AxisState::kTested || along <= best) continue;
    best = along;
    nearest = &axis;
  }
  if (nearest == nullptr) return direction;
  return dot(nearest->direction, direction) < 0 ? -nearest->direction : nearest->direction;
}

Vec3 drawnStep(Vec3 point, int across, int up, bool fine, const Camera& camera, const ViewSize& view) {
  const auto [axis, sense] = keyStep({across, up}, camera, normalAxis(camera));
  const double step = gridStep(camera, view, point, fine ? kFinePixels : kSnapPixels);
  point[axis] = nearestMultiple(point[axis] + sense * step, step);
  return point;
}

Command nudged(const Body& body, const ArrowStep& step, const Camera& camera, const ViewSize& view) {
  const auto [axis, sense] = keyStep(step, camera);
  Vec3 position = body.position;
  if (isPlanar(body.shape) && axis == 2) return setTransform(body, position, body.rotation);
  if (step.small) {
    position[axis] = std::nextafter(position[axis], sense * std::numeric_limits<double>::infinity());
  } else {
    position[axis] += sense * gridStep(camera, view, body.position, kNudgePixels);
  }
  return setTransform(body, position, body.rotation);
}

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

/// The axis of the view that an arrow key rotates about, and in which sense: ← → the upright one, ↑ ↓ the level one,
/// Shift the one to the eye. In the plane all turn about z, counter-clockwise by ↑ and ←.
std::pair<Vec3, double> turnOf(const ArrowStep& arrow, const Camera& camera) {
  const CameraBasis basis = basisOf(camera);
  if (camera.projection == Projection::kPlanar) return {basis.back, arrow.up - arrow.across - arrow.near};
  if (arrow.near != 0) return {basis.back, arrow.near};
  return {arrow.across != 0 ? basis.up : basis.right, arrow.across - arrow.up};
}

/// About the coordinate axis that lies most along the view's.
void rotate(std::vector<Body> bodies, const ArrowStep& arrow, bool snap, const Camera& camera, Outbox& outbox) {
  std::erase_if(bodies, [](const Body& body) { return neverRotates(body.shape); });
  if (bodies.empty()) return;
  const auto [about, sense] = turnOf(arrow, camera);
  const auto [axis, same] = nearestAxis(Mat3{1.0}, about);
  const double degrees = (arrow.small ? 0.1 : snap ? 15 : 5) * sense * same;
  const Vec3 direction = axisDirection(axis);
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
  const auto [about, sense] = turnOf(*arrow, camera);
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
  std::vector<Body> bodies = movableBodies(workspace);
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
