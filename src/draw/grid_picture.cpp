#include "draw/grid_picture.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "draw/shape_picture.h"

namespace sepax {

namespace {

constexpr double kLabelEvery = 90;  // pixels between labelled lines, at least

/// Lines of one family: x = const or y = const, over the visible rectangle.
void addFamily(DrawList& list, int axis, const Vec2& low, const Vec2& high, double step, double metres_per_pixel,
               const Palette& palette) {
  const int other = 1 - axis;
  const double minor = step / 5;
  for (double k = std::ceil(low[axis] / minor); k * minor <= high[axis]; ++k) {
    const bool major = std::fmod(k, 5) == 0;
    const bool zero = k == 0;
    Vec3 from{0.0}, to{0.0};
    from[axis] = to[axis] = k * minor;
    from[other] = low[other];
    to[other] = high[other];
    const Colour axis_colour = axis == 0 ? palette.axis_y : palette.axis_x;  // the line x = 0 is the y axis
    addLine(list, from, to,
            zero    ? axis_colour
            : major ? palette.grid_major
                    : palette.grid_minor,
            zero ? 1.5f : 1.0f, Layer::kScene);
    // Numbers are at the border, clear of corners.
    const double inset = 30 * metres_per_pixel;
    if (!major || k * minor < low[axis] + inset || k * minor > high[axis] - inset) continue;
    Vec3 at = from;
    Label label{list.local(at), humanNumber(k * minor, 6), palette.text_faint, 0, 0, 0.5f, 0.5f, 0};
    if (axis == 0) {
      label.dy_px = -6;
      label.align_y = 1;
    } else {
      label.dx_px = 6;
      label.align_x = 0;
    }
    list.labels.push_back(label);
  }
}

void addPlanarGrid(DrawList& list, const Camera& camera, const ViewSize& view, const Palette& palette) {
  const double mpp = metresPerPixel(camera, view, camera.target);
  const double step = 5 * roundStep(kLabelEvery * mpp / 5 * 1.999);
  const Vec2 half{view.width / 2 * mpp, view.height / 2 * mpp};
  const Vec2 low = Vec2(camera.target) - half, high = Vec2(camera.target) + half;
  // Beyond this the numbers would not distinguish neighbouring lines any more.
  if (!(step > 0) || std::max(std::abs(high.x), std::abs(high.y)) / step > 1e6) return;
  for (const int axis : {0, 1}) addFamily(list, axis, low, high, step, mpp, palette);
}

/// On the ground: the plane across what is up.
void addGroundGrid(DrawList& list, const Camera& camera, const Palette& palette, double ground) {
  const double step = roundStep(camera.distance / 3);
  constexpr int kHalf = 12, kPiece = 2;  // cells; lines are cut into pieces so that they can fade outward
  const bool is_z_up = camera.up == UpAxis::kZ;
  const Colour second_axis = is_z_up ? palette.axis_y : palette.axis_z;
  const double cx = std::round(camera.target.x / step),
               cs = std::round((is_z_up ? camera.target.y : camera.target.z) / step);
  if (!(step > 0) || std::max(std::abs(cx), std::abs(cs)) > 1e6) return;
  for (int i = -kHalf; i <= kHalf; ++i) {
    const double gx = cx + i, gs = cs + i;
    const Colour along_second = gx == 0                               ? second_axis
                                : static_cast<long long>(gx) % 5 == 0 ? palette.grid_major
                                                                      : palette.grid_minor;
    const Colour along_x = gs == 0                               ? palette.axis_x
                           : static_cast<long long>(gs) % 5 == 0 ? palette.grid_major
                                                                 : palette.grid_minor;
    for (int j = -kHalf; j < kHalf; j += kPiece) {
      const int middle = j + kPiece / 2;
      const double fade = 1 - static_cast<double>(i * i + middle * middle) / (kHalf * kHalf);
      if (fade <= 0) continue;
      const auto at = [&](double x, double second) {
        return is_z_up ? Vec3{x * step, second * step, ground} : Vec3{x * step, ground, second * step};
      };
      const auto piece = [&](const Vec3& from, const Vec3& to, Colour colour, bool zero) {
        colour.a = static_cast<std::uint8_t>(colour.a * fade * (zero ? 0.6 : 1));
        addLine(list, from, to, colour, zero ? 1.5f : 1, Layer::kScene);
      };
      piece(at(gx, cs + j), at(gx, cs + j + kPiece), along_second, gx == 0);
      piece(at(cx + j, gs), at(cx + j + kPiece, gs), along_x, gs == 0);
    }
  }
}

}  // namespace

double roundStep(double length) {
  if (!(length > 0) || !std::isfinite(length)) return 0;
  const double power = std::pow(10, std::floor(std::log10(length)));
  const double lead = length / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

void addGrid(DrawList& list, const Camera& camera, const ViewSize& view, const Palette& palette, double ground) {
  camera.projection == Projection::kPlanar ? addPlanarGrid(list, camera, view, palette)
                                           : addGroundGrid(list, camera, palette, ground);
}

}  // namespace sepax
