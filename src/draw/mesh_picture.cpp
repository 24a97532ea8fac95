#include "draw/mesh_picture.h"

#include "draw/volume_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// As normal maps have it: −1 … 1 becomes 0 … 255.
Colour normalColour(const Vec3& normal) {
  const auto channel = [](double x) { return static_cast<std::uint8_t>(std::lround(127.5 * (std::clamp(x, -1.0, 1.0) + 1))); };
  return {channel(normal.x), channel(normal.y), channel(normal.z)};
}

void addFaces(DrawList& list, const MeshPictureInput& input, Colour colour) {
  list.solids.reserve(input.triangles.size() * 3);
  for (const TriangleIndices& triangle : input.triangles) {
    const Vec3 &a = input.vertices[triangle[0]], &b = input.vertices[triangle[1]], &c = input.vertices[triangle[2]];
    const Vec3 normal = normalizedOr(crossAccurate(b - a, c - a), {0, 1, 0});
    const glm::vec3 lit = input.normals ? glm::vec3(0.0f) : glm::vec3(input.pose.rotation * normal);
    const Colour shown = input.normals ? normalColour(normal) : colour;
    for (const Vec3* corner : {&a, &b, &c}) list.solids.push_back({list.local(toWorld(input.pose, *corner)), lit, shown});
  }
}

void addWireframe(DrawList& list, const MeshPictureInput& input, Colour colour) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  edges.reserve(input.triangles.size() * 3);
  for (const TriangleIndices& t : input.triangles) {
    for (std::size_t i = 0; i < 3; ++i) edges.push_back(std::minmax({t[i], t[(i + 1) % 3]}));
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  list.lines.reserve(edges.size());
  for (const auto& [from, to] : edges) {
    list.lines.push_back({list.local(toWorld(input.pose, input.vertices[from])), list.local(toWorld(input.pose, input.vertices[to])),
                          colour, input.faces ? 1.0f : 1.2f});
  }
}

}  // namespace

DrawList meshPicture(const MeshPictureInput& input, const Camera& camera) {
  const Palette& palette = paletteOf(input.theme);
  DrawList list;
  list.origin = input.origin;
  const bool dark = input.theme == Theme::kDark;
  if (!input.pieces.empty())
    addPieces(list, {.parts = input.pieces, .pose = input.pose, .apart = input.apart, .fill = 1, .theme = input.theme});
  if (input.faces && input.pieces.empty()) addFaces(list, input, dark ? Colour{176, 184, 194} : Colour{196, 202, 210});
  if (input.wireframe)
    addWireframe(list, input, input.faces ? withAlpha(dark ? Colour{20, 24, 30} : Colour{60, 66, 74}, 0.75) : palette.text);
  if (input.volume != nullptr) addVolume(list, {input.volume, input.pose, volumeColour(input.volume->kind, input.theme)}, camera);
  return list;
}

}  // namespace sepax
