#include "draw/bounds_picture.h"

#include "draw/shape_picture.h"
#include "geom/shape_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace sepax {

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

void addBox(DrawList& list, const Bounded& body, bool planar) {
  const MinMaxBox& box = body.box;
  const auto corner = [&](unsigned bits) {
    return Vec3{(bits & 1u) != 0 ? box.max.x : box.min.x, (bits & 2u) != 0 ? box.max.y : box.min.y,
                (bits & 4u) != 0 ? box.max.z : box.min.z};
  };
  const unsigned corners = planar ? 4 : 8;
  for (unsigned from = 0; from < corners; ++from) {
    for (unsigned side = 1; side < corners; side *= 2) {
      if ((from & side) == 0)
        addLine(list, corner(from), corner(from | side), withAlpha(body.colour, 0.8), 1, Layer::kScene, 4);
    }
  }
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
  for (const Bounded& body : bodies) addBox(list, body, planar);
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
