#include "draw/volume_picture.h"

#include "draw/shape_picture.h"
#include "geom/convex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>
#include <vector>

namespace sepax {

namespace {

constexpr float kEdgePx = 1.5f;

/// On dark and on light ground, in the order of the kinds.
struct KindColours {
  Colour dark, light;
};
constexpr std::array<KindColours, 10> kVolumeColours = {{
    {{46, 196, 150}, {0, 128, 92}},     // sphere
    {{130, 170, 255}, {44, 88, 200}},   // capsule
    {{226, 140, 190}, {176, 62, 130}},  // aabb
    {{240, 228, 90}, {140, 118, 0}},    // box_pca
    {{196, 148, 255}, {112, 62, 190}},  // box_min
    {{120, 220, 230}, {0, 124, 140}},   // kdop8
    {{160, 220, 100}, {78, 130, 10}},   // kdop14
    {{214, 180, 140}, {134, 90, 40}},   // kdop18
    {{255, 130, 130}, {186, 40, 60}},   // kdop26
    {{235, 238, 242}, {50, 54, 60}},    // hull
}};

void paint(DrawList& list, const PosedVolume& posed, const PosedShape& shape, const Camera& camera) {
  const std::size_t fills = list.translucent.size();
  addShape(list, shape, worldFeatures(shape), {.colour = posed.colour, .fill = 0, .edge_px = kEdgePx}, camera);
  list.translucent.resize(fills);
}

void paint(DrawList& list, const PosedVolume& posed, const Ball& ball, const Camera& camera) {
  const Pose pose{toWorld(posed.pose, ball.centre), posed.pose.rotation};
  paint(list, posed,
        posed.volume->planar ? PosedShape{Circle{ball.radius}, pose} : PosedShape{Sphere{ball.radius}, pose}, camera);
}

void paint(DrawList& list, const PosedVolume& posed, const FittedCapsule& capsule, const Camera& camera) {
  const Pose pose = composed(posed.pose, capsule.pose);
  if (!posed.volume->planar) return paint(list, posed, PosedShape{capsule.shape, pose}, camera);
  const Vec3 along = pose.rotation[1];
  paint(list, posed,
        PosedShape{Capsule2{capsule.shape.half_length, capsule.shape.radius},
                   {pose.position, Mat3{along, Vec3{-along.y, along.x, 0}, Vec3{0, 0, 1}}}},
        camera);
}

void paint(DrawList& list, const PosedVolume& posed, const OrientedBox& box, const Camera& camera) {
  const Pose pose{toWorld(posed.pose, box.centre), posed.pose.rotation * box.axes};
  const Vec3& h = box.half_extents;
  paint(list, posed, posed.volume->planar ? PosedShape{Box2{{h.x, h.y}}, pose} : PosedShape{Box{h}, pose}, camera);
}

void paint(DrawList& list, const PosedVolume& posed, const MinMaxBox& box, const Camera& camera) {
  paint(list, posed, orientedBoxOf(box), camera);
}

/// A loop in the space of the volume as an outline in the world.
void paintLoop(DrawList& list, const PosedVolume& posed, std::vector<Vec3> loop) {
  for (Vec3& corner : loop) corner = toWorld(posed.pose, corner);
  if (loop.size() > 1)
    addPolyline(list, loop, loop.size() > 2 ? Polyline::kClosed : Polyline::kOpen, posed.colour, kEdgePx,
                Layer::kHidden);
}

void paint(DrawList& list, const PosedVolume& posed, const HalfSpaces& spaces, const Camera&) {
  for (const std::vector<Vec3>& face : facesOf(spaces, posed.volume->planar)) paintLoop(list, posed, face);
}

void paint(DrawList& list, const PosedVolume& posed, const HullVolume& hull, const Camera&) {
  const std::vector<Vec3>& vertices = hull.polytope.vertices;
  if (hull.polytope.edges.empty()) return paintLoop(list, posed, vertices);  // flat: its vertices go round
  for (const PolytopeEdge& edge : hull.polytope.edges) {
    const auto corner = [&](int v) { return toWorld(posed.pose, vertices[static_cast<std::size_t>(v)]); };
    addLine(list, corner(edge.v0), corner(edge.v1), posed.colour, kEdgePx, Layer::kHidden);
  }
}

}  // namespace

Colour volumeColour(VolumeKind kind, Theme theme) {
  const KindColours& colours = kVolumeColours[static_cast<std::size_t>(kind)];
  return theme == Theme::kDark ? colours.dark : colours.light;
}

void addVolume(DrawList& list, const PosedVolume& posed, const Camera& camera) {
  std::visit([&](const auto& shape) { paint(list, posed, shape, camera); }, posed.volume->shape);
}

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
