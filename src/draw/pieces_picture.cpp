#include "draw/pieces_picture.h"

#include "draw/shape_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace sepax {

namespace {

constexpr float kPieceEdgePx = 1.2f;

Colour fromHue(double hue, double saturation, double value) {
  const auto channel = [&](double shift) {
    const double k = std::fmod(shift + hue * 6, 6.0);
    return static_cast<std::uint8_t>(
        std::lround(255 * (value - value * saturation * std::clamp(std::min(k, 4 - k), 0.0, 1.0))));
  };
  return {channel(5), channel(3), channel(1)};
}

Vec3 meanVertex(const std::vector<Vec3>& points) {
  Vec3 sum{0.0};
  for (const Vec3& point : points) sum += point;
  return points.empty() ? sum : sum / static_cast<double>(points.size());
}

/// The colour of a piece by its number: neighbours in the list are as far apart in hue as can be.
Colour pieceColour(std::size_t number, Theme theme) {
  constexpr double kGoldenRatio = 0.6180339887498949;  // the multiples' fractions spread evenly, however many there are
  const double hue = std::fmod(0.56 + kGoldenRatio * static_cast<double>(number), 1.0);
  // Rounds of hues differ in lightness, too: forty hues alone look alike.
  const double step = static_cast<double>(number % 3) * 0.1;
  return theme == Theme::kDark ? fromHue(hue, 0.52, 0.92 - step) : fromHue(hue, 0.48, 0.88 - step);
}

}  // namespace

void addPieces(DrawList& list, const PosedPieces& pieces) {
  Vec3 middle{0.0};
  for (const ConvexPart& part : pieces.parts)
    middle += meanVertex(part.hull.vertices) / static_cast<double>(pieces.parts.size());
  for (std::size_t i = 0; i < pieces.parts.size(); ++i) {
    const Polytope& hull = pieces.parts[i].hull;
    const Colour colour = pieceColour(i, pieces.theme);
    const Vec3 moved = (meanVertex(hull.vertices) - middle) * pieces.apart;
    std::vector<Vec3> world;
    world.reserve(hull.vertices.size());
    for (const Vec3& vertex : hull.vertices) world.push_back(toWorld(pieces.pose, vertex + moved));
    for (const PolytopeFace& face : hull.faces) {
      std::vector<Vec3> loop;
      for (const int v : face.loop) loop.push_back(world[static_cast<std::size_t>(v)]);
      addFan(pieces.fill < 1 ? list.translucent : list.solids, list, loop, pieces.pose.rotation * face.normal,
             withAlpha(colour, pieces.fill));
    }
    const Colour edge = pieces.theme == Theme::kDark ? Colour{20, 24, 30} : Colour{60, 66, 74};
    for (const PolytopeEdge& e : hull.edges) {
      addLine(list, world[static_cast<std::size_t>(e.v0)], world[static_cast<std::size_t>(e.v1)],
              pieces.fill < 1 ? colour : withAlpha(edge, 0.75), kPieceEdgePx, Layer::kScene);
    }
  }
}

}  // namespace sepax
