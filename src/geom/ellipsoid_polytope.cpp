#include "geom/ellipsoid_polytope.h"

#include "geom/convex.h"
#include "geom/portable_math.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr int kEllipsoidRings = 24;  ///< from pole to pole

/// Circumscribed: corners of the circle's polygon are farther out by this factor.
double circleCorner() { return 1 / portable::cos(M_PI / kRoundSides); }
double ringCorner() { return 1 / portable::cos(M_PI / (2 * kEllipsoidRings)); }

/// The ball of radius one: the corners of all rings, and where the faces between them touch it, band by band.
struct Tessellation {
  std::vector<Vec3> corners, touching;
};

Vec3 onCircle(double sides) {
  const double t = 2 * M_PI * sides / kRoundSides;
  return {portable::cos(t), 0, portable::sin(t)};
}

const Tessellation& tessellatedBall() {
  static const Tessellation kBall = [] {
    const auto upAt = [](double ring) { return M_PI / 2 - ring * M_PI / kEllipsoidRings; };
    Tessellation ball;
    for (int ring = 0; ring < kEllipsoidRings; ++ring) {
      const double up = upAt(ring + 0.5);
      for (int k = 0; k < kRoundSides; ++k) {
        ball.corners.push_back(
            ringCorner() * (portable::cos(up) * circleCorner() * onCircle(k + 0.5) + Vec3{0, portable::sin(up), 0}));
      }
    }
    for (int band = 1; band < kEllipsoidRings; ++band) {  // above ring `band`
      for (int k = 0; k < kRoundSides; ++k)
        ball.touching.push_back(portable::cos(upAt(band)) * onCircle(k) + Vec3{0, portable::sin(upAt(band)), 0});
    }
    return ball;
  }();
  return kBall;
}

}  // namespace

double tessellatedBallCorner() { return circleCorner() * ringCorner(); }

std::vector<Vec3> ellipseCorners(const Vec3& half, int u, int v) {
  std::vector<Vec3> out;
  for (int k = 0; k < kRoundSides; ++k) {
    const Vec3 on_circle = circleCorner() * onCircle(k - 0.5);
    Vec3 corner{0.0};
    corner[u] = half[u] * on_circle.x;
    corner[v] = half[v] * on_circle.z;
    out.push_back(corner);
  }
  return out;
}

Polytope ellipticDisc(const Vec3& half, int across) {
  Polytope out;
  out.vertices = ellipseCorners(half, (across + 1) % 3, (across + 2) % 3);
  Vec3 normal{0.0};
  normal[across] = 1;
  out.faces = {{normal, {}}, {-normal, {}}};
  for (int k = 0; k < kRoundSides; ++k) {
    out.faces[0].loop.push_back(k);
    out.faces[1].loop.push_back(kRoundSides - 1 - k);
    out.edges.push_back({k, (k + 1) % kRoundSides, 0, 1});
  }
  return out;
}

Polytope solidEllipsoid(const Vec3& half) {
  constexpr int kN = kRoundSides, kRings = kEllipsoidRings;
  const double longest = std::max({half.x, half.y, half.z});
  const Vec3 e = half / longest;
  const auto normalOf = [&](const Vec3& on_ball) {
    return normalizedOr({on_ball.x * e.y * e.z, on_ball.y * e.z * e.x, on_ball.z * e.x * e.y}, on_ball);
  };
  const Tessellation& ball = tessellatedBall();
  Polytope out;
  for (const Vec3& corner : ball.corners) out.vertices.push_back(half * corner);
  out.faces = {{{0, 1, 0}, {}}, {{0, -1, 0}, {}}};
  const auto at = [](int ring, int k) { return ring * kN + (k + kN) % kN; };
  for (int k = 0; k < kN; ++k) {
    out.faces[0].loop.push_back(at(0, kN - 1 - k));
    out.faces[1].loop.push_back(at(kRings - 1, k));
  }
  for (int band = 1; band < kRings; ++band) {
    for (int k = 0; k < kN; ++k) {
      out.faces.push_back({normalOf(ball.touching[static_cast<std::size_t>((band - 1) * kN + k)]),
                           {at(band, k - 1), at(band - 1, k - 1), at(band - 1, k), at(band, k)}});
    }
  }
  const auto face = [](int band, int k) { return band == 0 ? 0 : band == kRings ? 1 : 2 + (band - 1) * kN + k % kN; };
  for (int ring = 0; ring < kRings; ++ring) {
    for (int k = 0; k < kN; ++k) {
      if (ring > 0) out.edges.push_back({at(ring - 1, k), at(ring, k), face(ring, k), face(ring, k + 1)});
      out.edges.push_back({at(ring, k - 1), at(ring, k), face(ring + 1, k), face(ring, k)});
    }
  }
  return out;
}

}  // namespace sepax
