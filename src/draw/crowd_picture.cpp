#include "draw/crowd_picture.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace sepax {

namespace {

std::uint64_t newSerial() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

struct Form {
  StampKind kind;
  Vec3 half{0.0};
  double shift = 0;
};

std::optional<Form> formOf(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return Form{StampKind::kBox, box->half_extents};
  if (const auto* fixed = std::get_if<FixedBox>(&shape)) return Form{StampKind::kBox, fixed->half_extents};
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return Form{StampKind::kBall, Vec3{sphere->radius}};
  if (const auto* s = std::get_if<Ellipsoid>(&shape)) return Form{StampKind::kBall, s->half_axes};
  if (const auto* s = std::get_if<Cylinder>(&shape))
    return Form{StampKind::kCylinder, {s->radius, s->half_length, s->radius}};
  if (const auto* s = std::get_if<Cone>(&shape)) return Form{StampKind::kCone, {s->radius, s->half_length, s->radius}};
  if (const auto* s = std::get_if<Capsule>(&shape)) return Form{StampKind::kCapsule, Vec3{s->radius}, s->half_length};
  if (const auto* box = std::get_if<Box2>(&shape)) return Form{StampKind::kSquare, Vec3(box->half_extents, 0)};
  if (const auto* fixed = std::get_if<FixedBox2>(&shape)) return Form{StampKind::kSquare, Vec3(fixed->half_extents, 0)};
  if (const auto* circle = std::get_if<Circle>(&shape)) return Form{StampKind::kDisc, Vec3{circle->radius}};
  if (const auto* s = std::get_if<Ellipse>(&shape)) return Form{StampKind::kDisc, Vec3(s->half_axes, 0)};
  if (const auto* s = std::get_if<Capsule2>(&shape)) return Form{StampKind::kStadium, Vec3{s->radius}, s->half_length};
  return std::nullopt;
}

Colour mixed(Colour a, Colour b, double share) {
  const auto mix = [share](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(x + (y - x) * share); };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), a.a};
}

/// Colours of a body by how it looks; solid ones have no alpha but in the plane, where they lie on each other.
void paintStamp(Stamp& stamp, CrowdLook look, Colour own, const Palette& palette, bool is_planar) {
  switch (look) {
    case CrowdLook::kOverlapping:
    case CrowdLook::kTouching: {
      const Colour colour = look == CrowdLook::kTouching ? palette.touching : palette.overlapping;
      stamp.fill = is_planar ? withAlpha(colour, 0.35) : colour;
      stamp.edge = is_planar ? colour : mixed(colour, {0, 0, 0, 255}, 0.45);
      return;
    }
    case CrowdLook::kQuiet:
      stamp.fill = withAlpha(own, 0.05);
      stamp.edge = withAlpha(own, 0.3);
      return;
    case CrowdLook::kFaded:
      stamp.fill = withAlpha(own, 0.015);
      stamp.edge = withAlpha(own, 0.1);
      return;
  }
}

}  // namespace

bool standsOut(const PictureInput& input, const Body& body) {
  if (body.id == input.selected || body.id == input.hovered) return true;
  if (input.report != nullptr && (body.id == input.report->a || body.id == input.report->b)) return true;
  return std::ranges::find(input.group, body.id) != input.group.end();
}

CrowdPicture crowdPicture(const PictureInput& input) {
  const std::vector<Body>& bodies = input.document->bodies;
  const Palette& palette = paletteOf(input.theme);
  const bool is_planar = input.document->space == Space::k2d;
  CrowdPicture picture;
  // Beside a selected body those that meet it are few, and see-through like itself.
  const bool has_focus = std::ranges::find(input.crowd, CrowdLook::kFaded) != input.crowd.end();
  auto list = std::make_shared<StampList>();
  list->serial = newSerial();
  if (!bodies.empty()) list->origin = bodies.front().position;
  for (std::size_t i = 0; i < bodies.size() && i < input.crowd.size(); ++i) {
    const Body& body = bodies[i];
    if (!body.visible) continue;
    const PosedShape posed = posedShape(body);
    const bool meets = input.crowd[i] == CrowdLook::kOverlapping || input.crowd[i] == CrowdLook::kTouching;
    const std::optional<Form> form =
        standsOut(input, body) || (has_focus && meets) ? std::nullopt : formOf(posed.shape);
    if (!form) {
      picture.others.push_back(static_cast<std::uint32_t>(i));
      continue;
    }
    Stamp stamp;
    stamp.centre = glm::vec3(posed.pose.position - list->origin);
    for (std::size_t c = 0; c < 3; ++c)
      stamp.axes[c] = glm::vec3(posed.pose.rotation[static_cast<int>(c)] * form->half[static_cast<int>(c)]);
    stamp.shift = static_cast<float>(form->shift);
    const Colour own = body.colour ? Colour{body.colour->r, body.colour->g, body.colour->b, 255} : palette.other;
    paintStamp(stamp, input.crowd[i], own, palette, is_planar);
    (meets && !is_planar ? list->solid : list->faint)[static_cast<std::size_t>(form->kind)].push_back(stamp);
  }
  picture.stamps = std::move(list);
  return picture;
}

}  // namespace sepax
