#include "draw/crowd_picture.h"

#include "draw/shape_picture.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <numeric>
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
void paintStamp(Stamp& stamp, CrowdLook look, Colour colour, QuietShares quiet, bool is_planar) {
  switch (look) {
    case CrowdLook::kOverlapping:
    case CrowdLook::kTouching:
      stamp.fill = is_planar ? withAlpha(colour, 0.35) : colour;
      stamp.edge = is_planar ? colour : mixed(colour, {0, 0, 0, 255}, 0.45);
      return;
    case CrowdLook::kQuiet:
      stamp.fill = withAlpha(colour, quiet.fill);
      stamp.edge = withAlpha(colour, quiet.edge);
      return;
    case CrowdLook::kFaded:
      stamp.fill = withAlpha(colour, 0.015);
      stamp.edge = withAlpha(colour, 0.1);
      return;
  }
}

}  // namespace

bool standsOut(const PictureInput& input, const Body& body) {
  if (body.id == input.selected || body.id == input.hovered) return true;
  if (input.report != nullptr && (body.id == input.report->a || body.id == input.report->b)) return true;
  return std::ranges::find(input.group, body.id) != input.group.end();
}

Colour crowdColour(const Palette& palette, const Body& body, CrowdLook look) {
  if (look == CrowdLook::kOverlapping) return palette.overlapping;
  if (look == CrowdLook::kTouching) return palette.touching;
  return body.colour ? Colour{body.colour->r, body.colour->g, body.colour->b, 255} : palette.other;
}

QuietShares quietShares(std::span<const CrowdLook> crowd) {
  const bool all_apart = std::ranges::all_of(crowd, [](CrowdLook look) { return look == CrowdLook::kQuiet; });
  return all_apart ? QuietShares{.fill = 0.16, .edge = 0.85} : QuietShares{.fill = 0.05, .edge = 0.3};
}

CrowdPicture crowdPicture(const PictureInput& input) {
  const std::vector<Body>& bodies = input.document->bodies;
  const Palette& palette = paletteOf(input.theme);
  const bool is_planar = input.document->space == Space::k2d;
  CrowdPicture picture;
  // Beside a selected body those that meet it are few, and see-through like itself.
  const bool has_focus = std::ranges::find(input.crowd, CrowdLook::kFaded) != input.crowd.end();
  const QuietShares quiet = quietShares(input.crowd);
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
    paintStamp(stamp, input.crowd[i], crowdColour(palette, body, input.crowd[i]), quiet, is_planar);
    (meets && !is_planar ? list->solid : list->faint)[static_cast<std::size_t>(form->kind)].push_back(stamp);
  }
  picture.stamps = std::move(list);
  return picture;
}

namespace {

constexpr double kTrackPx = 11, kBorderPx = 34;

struct Bounded {
  std::string id;
  MinMaxBox box;
  Colour colour;
};

/// The track of each bar, so that none lies on another: the first that is free, from the lowest start on.
std::vector<int> tracksOf(const std::vector<Bounded>& bodies, int axis) {
  std::vector<std::size_t> order(bodies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t p, std::size_t q) { return bodies[p].box.min[axis] < bodies[q].box.min[axis]; });
  std::vector<int> tracks(bodies.size(), 0);
  std::vector<double> ends;
  for (const std::size_t i : order) {
    const auto free = std::find_if(ends.begin(), ends.end(), [&](double end) { return end < bodies[i].box.min[axis]; });
    tracks[i] = static_cast<int>(free - ends.begin());
    if (free == ends.end()) ends.push_back(0);
    ends[static_cast<std::size_t>(tracks[i])] = bodies[i].box.max[axis];
  }
  return tracks;
}

/// A line along one axis with the bodies' bars. `at(t, track)` is a place over it, world.
template <class Place>
void addLineOf(DrawList& list, const std::vector<Bounded>& bodies, int axis, const Palette& palette, Place at) {
  const std::vector<int> tracks = tracksOf(bodies, axis);
  int sharing = 0;
  double low = bodies.front().box.min[axis], high = bodies.front().box.max[axis];
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Bounded& body = bodies[i];
    const double from = body.box.min[axis], to = body.box.max[axis];
    low = std::min(low, from);
    high = std::max(high, to);
    addLine(list, at(from, tracks[i] + 1.0), at(to, tracks[i] + 1.0), body.colour, 5, Layer::kOverlay);
    addBodyLabel(list, at((from + to) / 2, tracks[i] + 1.0), body.id, palette.text, 3);
    for (std::size_t j = 0; j < i; ++j) {
      const double start = std::max(from, bodies[j].box.min[axis]), end = std::min(to, bodies[j].box.max[axis]);
      if (start >= end) continue;
      ++sharing;
      addLine(list, at(start, 0), at(end, 0), palette.touching, 4, Layer::kOverlay);
    }
  }
  addLine(list, at(low, 0), at(high, 0), withAlpha(palette.text, 0.6), 1, Layer::kOverlay);
  const auto pairs = bodies.size() * (bodies.size() - 1) / 2;
  Label count{list.local(at(high, 0)), fmt::format("{}: {}/{}", axis == 0 ? "x" : "y", sharing, pairs),
              palette.touching};
  (axis == 0 ? count.dx_px : count.dy_px) = axis == 0 ? 8.0f : -12.0f;
  count.align_x = 0;
  count.priority = 8;
  list.labels.push_back(std::move(count));
}

}  // namespace

void addBounds(DrawList& list, const PictureInput& input, const Camera& camera, const ViewSize& view) {
  const Document& document = *input.document;
  const Palette& palette = paletteOf(input.theme);
  const bool planar = document.space == Space::k2d;
  std::vector<Bounded> bodies;
  for (const Body& body : document.bodies) {
    const PosedShape posed = posedShape(body);
    if (!body.visible || isUnbounded(posed.shape)) continue;
    const auto colour =
        bodyColour(palette, document, body, input.report ? input.report->a : "", input.report ? input.report->b : "");
    bodies.push_back({body.id, boundsOf(posed.shape, posed.pose), colour});
  }
  if (bodies.size() < 2 || bodies.size() > kMaxBoundsShown) return;
  for (const Bounded& body : bodies) addBoxEdges(list, body.box, planar, withAlpha(body.colour, 0.8), 1, 4);
  if (planar) {
    const double pixel = metresPerPixel(camera, view, camera.target);
    const double bottom = camera.target.y - (view.height / 2 - kBorderPx) * pixel,
                 left = camera.target.x - (view.width / 2 - kBorderPx) * pixel;
    addLineOf(list, bodies, 0, palette, [&](double t, double track) {
      return Vec3{t, bottom + track * kTrackPx * pixel, 0};
    });
    addLineOf(list, bodies, 1, palette, [&](double t, double track) {
      return Vec3{left + track * kTrackPx * pixel, t, 0};
    });
    return;
  }
  Vec3 low = bodies.front().box.min, high = bodies.front().box.max;
  for (const Bounded& body : bodies) {
    low = glm::min(low, body.box.min);
    high = glm::max(high, body.box.max);
  }
  const Vec3 base{0, low.y, high.z};
  const double pixel = metresPerPixel(camera, view, Vec3{(low.x + high.x) / 2, base.y, base.z});
  addLineOf(list, bodies, 0, palette, [&](double t, double track) {
    return Vec3{t, base.y - (kBorderPx + track * kTrackPx) * pixel, base.z};
  });
}

}  // namespace sepax
