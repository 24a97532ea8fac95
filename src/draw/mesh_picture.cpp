#include "draw/mesh_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// As normal maps have it: −1 … 1 becomes 0 … 255.
Colour normalColour(const Vec3& normal) {
  const auto channel = [](double x) {
    return static_cast<std::uint8_t>(std::lround(127.5 * (std::clamp(x, -1.0, 1.0) + 1)));
  };
  return {channel(normal.x), channel(normal.y), channel(normal.z)};
}

void addFaces(DrawList& list, const MeshPictureInput& input, Colour colour) {
  const bool is_coloured = input.surface == MeshSurface::kNormals;
  list.solids.reserve(input.triangles.size() * 3);
  for (const TriangleIndices& triangle : input.triangles) {
    const Vec3 &a = input.vertices[triangle[0]], &b = input.vertices[triangle[1]], &c = input.vertices[triangle[2]];
    const Vec3 normal = normalizedOr(crossAccurate(b - a, c - a), {0, 1, 0});
    const glm::vec3 lit = is_coloured ? glm::vec3(0.0f) : glm::vec3(input.pose.rotation * normal);
    const Colour shown = is_coloured ? normalColour(normal) : colour;
    for (const Vec3* corner : {&a, &b, &c})
      list.solids.push_back({list.local(toWorld(input.pose, *corner)), lit, shown});
  }
}

/// `corner` gives a vertex's place in the list.
template <class Corner>
void addWireframe(DrawList& list, std::span<const TriangleIndices> triangles, Corner corner, Colour colour,
                  float width) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  edges.reserve(triangles.size() * 3);
  for (const TriangleIndices& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) edges.push_back(std::minmax({t[i], t[(i + 1) % 3]}));
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  list.lines.reserve(list.lines.size() + edges.size());
  for (const auto& [from, to] : edges) list.lines.push_back({corner(from), corner(to), colour, width});
}

/// The pattern of MeshSurface::kUv.
std::shared_ptr<const Picture> checks() {
  constexpr int kSide = 256, kCheck = kSide / 8;
  static const std::shared_ptr<const Picture> kChecks = [] {
    Picture picture{kSide, kSide, {}};
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const bool is_light = (x / kCheck + y / kCheck) % 2 == 0;
        const int base = is_light ? 70 : 25, rise = is_light ? 185 : 120;
        const auto channel = [&](int at) { return static_cast<std::uint8_t>(base + rise * at / kSide); };
        picture.rgba.insert(picture.rgba.end(), {channel(x), channel(y), channel(kSide / 2), 255});
      }
    }
    return std::make_shared<const Picture>(std::move(picture));
  }();
  return kChecks;
}

Colour colourOf(const ModelMaterial& material) {
  const auto channel = [&](std::size_t c) {
    return static_cast<std::uint8_t>(std::lround(255 * material.base_colour[c]));
  };
  return {channel(0), channel(1), channel(2)};
}

/// One part of a model at one node.
struct PartPicture {
  const Model& model;
  const ModelPart& part;
  const PosedModel& posed;
  std::size_t first_vertex;

  [[nodiscard]] Vec3 position(std::uint32_t vertex) const { return Vec3(posed.positions[first_vertex + vertex]); }
};

void addPartFaces(DrawList& list, const MeshPictureInput& input, const PartPicture& at, Colour plain) {
  const ModelMaterial* material =
      at.part.material < at.model.materials.size() ? &at.model.materials[at.part.material] : nullptr;
  SolidTexture texture{list.solids.size(), at.part.triangles.size() * 3, nullptr, 0};
  Colour colour = plain;
  if (input.surface == MeshSurface::kMaterials && material != nullptr) {
    colour = colourOf(*material);
    if (material->texture >= 0)
      texture.picture = at.model.textures[static_cast<std::size_t>(material->texture)].picture;
    texture.cut_below = material->is_cut_out ? 0.5f : 0;
  } else if (input.surface == MeshSurface::kUv && !at.part.uv.empty()) {
    texture.picture = checks();
    colour = {255, 255, 255};
  }
  if (at.part.uv.empty()) texture.picture = nullptr;
  for (const TriangleIndices& triangle : at.part.triangles) {
    const Vec3 a = at.position(triangle[0]), b = at.position(triangle[1]), c = at.position(triangle[2]);
    const Vec3 flat = normalizedOr(crossAccurate(b - a, c - a), {0, 1, 0});
    const bool is_coloured = input.surface == MeshSurface::kNormals;
    for (const std::uint32_t corner : triangle) {
      const Vec3 own(at.posed.normals[at.first_vertex + corner]);
      const Vec3 normal = own == Vec3(0.0) ? flat : own;
      list.solids.push_back({list.local(toWorld(input.pose, at.position(corner))),
                             is_coloured ? glm::vec3(0.0f) : glm::vec3(input.pose.rotation * normal),
                             is_coloured ? normalColour(normal) : colour});
    }
  }
  if (texture.picture == nullptr) return;
  list.solid_uv.resize(texture.first);
  for (const TriangleIndices& triangle : at.part.triangles) {
    for (const std::uint32_t corner : triangle) list.solid_uv.push_back(at.part.uv[corner]);
  }
  list.textures.push_back(std::move(texture));
}

void addBones(DrawList& list, const MeshPictureInput& input, const PosedModel& posed, Colour colour) {
  for (const auto& [from, to] : posed.bones) {
    const glm::vec3 a = list.local(toWorld(input.pose, Vec3(from))), b = list.local(toWorld(input.pose, Vec3(to)));
    list.lines.push_back({a, b, colour, 2, 0, Layer::kOverlay});
    for (const glm::vec3& joint : {a, b}) list.points.push_back({joint, colour, 5});
  }
}

void addModel(DrawList& list, const MeshPictureInput& input, Colour plain, Colour wire, float wire_width) {
  const ShownModel& shown = *input.model;
  for (const PosedModel::Part& at : shown.posed->parts) {
    const PartPicture part{*shown.model, shown.model->parts[at.part], *shown.posed, at.first_vertex};
    if (input.faces && input.pieces.empty()) addPartFaces(list, input, part, plain);
    const auto corner = [&](std::uint32_t v) { return list.local(toWorld(input.pose, part.position(v))); };
    if (input.wireframe) addWireframe(list, part.part.triangles, corner, wire, wire_width);
  }
  if (!list.solid_uv.empty()) list.solid_uv.resize(list.solids.size());
  if (shown.bones) addBones(list, input, *shown.posed, paletteOf(input.theme).text);
}

}  // namespace

DrawList meshPicture(const MeshPictureInput& input, const Camera& camera) {
  const Palette& palette = paletteOf(input.theme);
  DrawList list;
  list.origin = input.origin;
  const bool dark = input.theme == Theme::kDark;
  if (!input.pieces.empty())
    addPieces(list, {.parts = input.pieces, .pose = input.pose, .apart = input.apart, .fill = 1, .theme = input.theme});
  const Colour plain = dark ? Colour{176, 184, 194} : Colour{196, 202, 210};
  const Colour wire = input.faces ? withAlpha(dark ? Colour{20, 24, 30} : Colour{60, 66, 74}, 0.75) : palette.text;
  const float wire_width = input.faces ? 1.0f : 1.2f;
  if (input.model) {
    addModel(list, input, plain, wire, wire_width);
  } else {
    if (input.faces && input.pieces.empty()) addFaces(list, input, plain);
    const auto corner = [&](std::uint32_t v) { return list.local(toWorld(input.pose, input.vertices[v])); };
    if (input.wireframe) addWireframe(list, input.triangles, corner, wire, wire_width);
  }
  if (input.volume != nullptr)
    addVolume(list, {input.volume, input.pose, volumeColour(input.volume->kind, input.theme)}, camera);
  return list;
}

}  // namespace sepax
