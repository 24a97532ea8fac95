#pragma once

#include "collide/historical/row.h"
#include "geom/portable_math.h"

#include <array>
#include <limits>
#include <type_traits>

// Two 3D boxes in A's frame, as most engines test them: R_ij = A_i·B_j, T in A's frame, cross axes not normalised
// (Gottschalk, Lin, Manocha 1996; Ericson 2005).

namespace sepax::historical {

template <class Real>
struct RelativeBoxes {
  Real half_a[3]{}, half_b[3]{};
  Real t[3]{};     ///< centre of B − centre of A along A's axes
  Real r[3][3]{};  ///< r[i][j] = A_i·B_j
  Mat3 axes_a{1.0}, axes_b{1.0};
};

/// The nearest float; numbers beyond floats become the largest.
[[nodiscard]] inline float toFloat(double x) {
  constexpr double kMax = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(x, -kMax, kMax));
}

struct RotatedBox {
  Vec3 centre{0.0}, half{0.0};
  Mat3 axes{1.0};
};

/// Expects a Box.
[[nodiscard]] inline RotatedBox rotatedBoxOf(const PosedShape& posed) {
  return {posed.pose.position, std::get<Box>(posed.shape).half_extents, posed.pose.rotation};
}

/// Corner k is centre ± half[i] · axes[i], plus where bit i of k is set.
[[nodiscard]] inline std::array<Vec3, 8> cornersOf(const RotatedBox& box) {
  std::array<Vec3, 8> corners;
  for (unsigned k = 0; k < 8; ++k) {
    corners[k] = box.centre;
    for (int i = 0; i < 3; ++i) corners[k] += box.axes[i] * ((k >> i & 1u) != 0 ? box.half[i] : -box.half[i]);
  }
  return corners;
}

/// In double; in float when asked: matrices and centres are rounded first, as an engine that stores floats has them.
template <class Real>
[[nodiscard]] RelativeBoxes<Real> relativeBoxes(const RotatedBox& a, const RotatedBox& b) {
  const auto real = [](double x) {
    if constexpr (std::is_same_v<Real, float>) return toFloat(x);
    return static_cast<Real>(x);
  };
  RelativeBoxes<Real> out;
  out.axes_a = a.axes;
  out.axes_b = b.axes;
  for (int i = 0; i < 3; ++i) {
    out.half_a[i] = real(a.half[i]);
    out.half_b[i] = real(b.half[i]);
    for (int k = 0; k < 3; ++k) {
      out.t[i] += real(a.axes[i][k]) * (real(b.centre[k]) - real(a.centre[k]));
      for (int j = 0; j < 3; ++j) out.r[i][j] += real(a.axes[i][k]) * real(b.axes[j][k]);
    }
  }
  return out;
}

enum class Axes { kFaces, kFacesAndEdges };

/// Gaps on the face axes and, divided by the axis' length so that they compare, on the nine cross products. `epsilon`
/// is added to |R|.
template <class Real>
[[nodiscard]] Measured measureRelative(const RelativeBoxes<Real>& p, Real epsilon, Axes axes = Axes::kFacesAndEdges) {
  Measured measured;
  Real r[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) r[i][j] = std::abs(p.r[i][j]) + epsilon;
  }
  for (int i = 0; i < 3; ++i) {
    const Real radii = p.half_a[i] + (p.half_b[0] * r[i][0] + p.half_b[1] * r[i][1] + p.half_b[2] * r[i][2]);
    measured.take(std::abs(p.t[i]) - radii, towards(p.axes_a[i], p.t[i]));
  }
  for (int j = 0; j < 3; ++j) {
    const Real t = p.t[0] * p.r[0][j] + p.t[1] * p.r[1][j] + p.t[2] * p.r[2][j];
    const Real radii = p.half_b[j] + (p.half_a[0] * r[0][j] + p.half_a[1] * r[1][j] + p.half_a[2] * r[2][j]);
    measured.take(std::abs(t) - radii, towards(p.axes_b[j], t));
  }
  if (axes == Axes::kFaces) return measured;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const auto axis_length = static_cast<Real>(portable::hypot(p.r[i1][j], p.r[i2][j]));
      if (!(axis_length > 0)) continue;
      const Real t = p.t[i2] * p.r[i1][j] - p.t[i1] * p.r[i2][j];
      const Real radii =
          p.half_a[i1] * r[i2][j] + p.half_a[i2] * r[i1][j] + p.half_b[j1] * r[i][j2] + p.half_b[j2] * r[i][j1];
      const Vec3 axis = normalizedOr(crossAccurate(p.axes_a[i], p.axes_b[j]), p.axes_a[i]);
      measured.take((std::abs(t) - radii) / axis_length, towards(axis, t));
    }
  }
  return measured;
}

}  // namespace sepax::historical
