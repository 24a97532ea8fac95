#include "draw/spacing_picture.h"

#include "core/text.h"
#include "draw/shape_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sepax {

namespace {

constexpr double kNearestPx = 5;
constexpr int kLinesAside = 60;  ///< to each side

/// Not inlined: g++ 12 at -O2 takes the way to float and back of three neighbouring doubles for no change at all.
[[gnu::noinline]] double asFloat(double x) { return static_cast<double>(static_cast<float>(x)); }

/// From this number to the next float away from zero, metres.
double spacingAt(double x) {
  const float magnitude = std::abs(static_cast<float>(x));
  return static_cast<double>(std::nextafter(magnitude, std::numeric_limits<float>::infinity())) -
         static_cast<double>(magnitude);
}

/// The world axes that lie across the view.
std::pair<int, int> axesAcross(const Camera& camera) {
  const Vec3 back = basisOf(camera).back;
  int along = 2;
  for (const int axis : {0, 1}) {
    if (std::abs(back[axis]) > std::abs(back[along])) along = axis;
  }
  return {along == 0 ? 1 : 0, along == 2 ? 1 : 2};
}

}  // namespace

void addFloatSpacing(DrawList& list, const PairView& pair, std::span<const PosedShape> bodies) {
  const Vec3 middle = (pair.report.answer.closest_a + pair.report.answer.closest_b) / 2.0;
  const double pixel = metresPerPixel(pair.camera, pair.view, middle);
  const auto [u, v] = axesAcross(pair.camera);
  const double reach = pixel * std::max(pair.view.width, pair.view.height);
  for (const auto& [axis, other] : {std::pair(u, v), std::pair(v, u)}) {
    const double step = spacingAt(middle[axis]);
    if (step < kNearestPx * pixel) continue;
    const int lines = static_cast<int>(std::min<double>(kLinesAside, reach / step));
    for (int i = -lines; i <= lines; ++i) {
      Vec3 from = middle, to = middle;
      from[axis] = to[axis] = asFloat(middle[axis]) + i * step;
      from[other] -= reach;
      to[other] += reach;
      addLine(list, from, to, withAlpha(pair.palette.touching, 0.6), 1, Layer::kOverlay, 3);
    }
  }
  double widest = 0;
  for (int axis = 0; axis < (pair.a.planar ? 2 : 3); ++axis) widest = std::max(widest, spacingAt(middle[axis]));
  Label label;
  label.position = list.local(middle);
  label.dy_px = -0.3f * static_cast<float>(pair.view.height);
  label.text = fmt::format("{} {} m", pair.words.floats_apart, humanNumber(widest, 3));
  if (widest < kNearestPx * pixel) label.text += " " + pair.words.zoom_in;
  label.colour = pair.palette.touching;
  label.priority = 7;
  list.labels.push_back(std::move(label));
  for (const PosedShape& body : bodies) {
    PosedShape rounded = body;
    for (int axis = 0; axis < 3; ++axis) rounded.pose.position[axis] = asFloat(body.pose.position[axis]);
    if (rounded.pose.position == body.pose.position) continue;
    addDashedEdges(list, rounded, worldFeatures(rounded), pair.palette.touching, pair.camera);
  }
}

}  // namespace sepax
