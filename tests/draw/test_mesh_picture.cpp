#include "draw/mesh_picture.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace sepax {
namespace {

const std::vector<Vec3> kCorners{{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 5}};
const std::vector<TriangleIndices> kTriangles{{0, 1, 2}, {0, 3, 1}};  // looking along +z and +y

MeshPictureInput inputOf(MeshSurface surface) {
  return {.vertices = kCorners, .triangles = kTriangles, .surface = surface, .theme = Theme::kDark};
}

/// One part of one triangle at one node, its texture 2 × 1 pixels.
Model texturedModel() {
  Model model;
  model.textures.push_back({.name = "t", .width = 2, .height = 1, .picture = nullptr, .error = {}});
  model.textures[0].picture = std::make_shared<const Picture>(Picture{2, 1, {255, 0, 0, 255, 0, 255, 0, 255}});
  model.materials = {{.name = "a", .base_colour = {1, 0.5f, 0, 1}, .texture = 0, .is_cut_out = true}, {.name = "b"}};
  ModelPart part;
  part.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  part.uv = {{0, 1}, {1, 1}, {0, 0}};
  part.triangles = {{0, 1, 2}};
  model.parts = {part, part};
  model.parts[1].material = 1;
  model.parts[1].uv.clear();
  model.nodes.resize(1);
  model.nodes[0].parts = {1, 0};
  return model;
}

DrawList listOf(const Model& model, MeshSurface surface, bool bones = false) {
  const PosedModel posed = poseModel(model, std::nullopt);
  MeshPictureInput input = inputOf(surface);
  input.model = ShownModel{.model = &model, .posed = &posed, .bones = bones};
  return meshPicture(input, Camera{});
}

TEST(MeshPicture, ShowsNormalsAsColoursOfTheFilesOwnAxes) {
  MeshPictureInput input = inputOf(MeshSurface::kNormals);
  for (const bool is_turned : {false, true}) {
    if (is_turned) input.pose.rotation = Mat3(Vec3{1, 0, 0}, Vec3{0, 0, -1}, Vec3{0, 1, 0});
    const DrawList list = meshPicture(input, Camera{});
    ASSERT_EQ(list.solids.size(), 6u);
    EXPECT_EQ(list.solids[0].colour, (Colour{128, 128, 255})) << "+z is blue, however the picture is turned";
    EXPECT_EQ(list.solids[3].colour, (Colour{128, 255, 128})) << "+y is green";
    for (const FillVertex& corner : list.solids)
      EXPECT_EQ(corner.normal, glm::vec3(0)) << "unlit: the colour is the answer";
  }
}

TEST(MeshPicture, LightsPlainFacesInOneColourByTheirNormals) {
  const DrawList list = meshPicture(inputOf(MeshSurface::kPlain), Camera{});
  for (const FillVertex& corner : list.solids) EXPECT_EQ(corner.colour, list.solids[0].colour);
  EXPECT_EQ(list.solids[0].normal, glm::vec3(0, 0, 1));
  EXPECT_TRUE(list.textures.empty());
}

TEST(MeshPicture, TurnsZUpByThePoseAlone) {
  MeshPictureInput input = inputOf(MeshSurface::kPlain);
  input.pose.rotation = Mat3(Vec3{1, 0, 0}, Vec3{0, 0, -1}, Vec3{0, 1, 0});
  float highest = 0;
  for (const FillVertex& corner : meshPicture(input, Camera{}).solids) highest = std::max(highest, corner.position.y);
  EXPECT_EQ(highest, 5) << "the corner at z = 5 is up";
}

TEST(MeshPicture, PutsATextureOnTheTrianglesOfItsMaterialOnly) {
  const Model model = texturedModel();
  const DrawList list = listOf(model, MeshSurface::kMaterials);
  ASSERT_EQ(list.solids.size(), 6u);
  ASSERT_EQ(list.solid_uv.size(), 6u) << "one of each corner, those without a texture included";
  ASSERT_EQ(list.textures.size(), 1u);
  EXPECT_EQ(list.textures[0].first, 3u) << "the part without coordinates came first";
  EXPECT_EQ(list.textures[0].count, 3u);
  EXPECT_EQ(list.textures[0].picture, model.textures[0].picture);
  EXPECT_EQ(list.textures[0].cut_below, 0.5f);
  EXPECT_EQ(list.solids[3].colour, (Colour{255, 128, 0}));
  EXPECT_EQ(list.solid_uv[4], glm::vec2(1, 1));
}

TEST(MeshPicture, ShowsChecksOverTextureCoordinatesAndGreyWhereThereAreNone) {
  const DrawList list = listOf(texturedModel(), MeshSurface::kUv);
  ASSERT_EQ(list.textures.size(), 1u);
  const Picture& checks = *list.textures[0].picture;
  const auto at = [&](double u, double v) {
    const auto x = static_cast<std::size_t>(u * checks.width), y = static_cast<std::size_t>(v * checks.height);
    return &checks.rgba[(y * static_cast<std::size_t>(checks.width) + x) * 4];
  };
  EXPECT_GT(at(0.8, 0.05)[0], at(0.05, 0.05)[0]) << "red grows with u";
  EXPECT_GT(at(0.05, 0.8)[1], at(0.05, 0.05)[1]) << "green grows with v";
  EXPECT_NE(at(0.05, 0.05)[2], at(0.18, 0.05)[2]) << "checks";
  EXPECT_EQ(list.solids[0].colour, meshPicture(inputOf(MeshSurface::kPlain), Camera{}).solids[0].colour);
}

TEST(MeshPicture, DrawsBonesOverAllFromJointToJoint) {
  Model model = texturedModel();
  model.nodes.push_back({.name = "elbow", .parent = 0, .parent_from_node = glm::mat4(1), .parts = {}});
  model.nodes[1].parent_from_node[3] = glm::vec4(0, 2, 0, 1);
  model.parts[0].bones = {{0, glm::mat4(1)}, {1, glm::mat4(1)}};
  EXPECT_TRUE(listOf(model, MeshSurface::kMaterials).lines.empty());
  const DrawList list = listOf(model, MeshSurface::kMaterials, true);
  ASSERT_EQ(list.lines.size(), 1u);
  EXPECT_EQ(list.lines[0].to, glm::vec3(0, 2, 0));
  EXPECT_EQ(list.lines[0].layer, Layer::kOverlay);
  EXPECT_EQ(list.points.size(), 2u);
}

}  // namespace
}  // namespace sepax
