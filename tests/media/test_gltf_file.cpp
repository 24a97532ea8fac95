#include "core/json.h"
#include "core/json_text.h"
#include "geom/aabb.h"
#include "geom/mesh.h"
#include "media/gltf_file.h"
#include "media/model.h"
#include "media/model_import.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

// Files that glTF 2.0 allows and assimp misreads.

namespace sepax {
namespace {

using Floats = std::vector<float>;

constexpr std::uint64_t kByte = 5121, kShort = 5123, kFloat = 5126;
const std::vector<std::uint16_t> kSides = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
const Floats kSpots = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};  ///< of a tetrahedron of 1 m³

/// A glTF file under construction, and its buffer beside it: at first a tetrahedron at one node.
struct Gltf {
  Json json;
  std::string buffer;

  Gltf() {
    json["asset"] = {{"version", "2.0"}};
    json["nodes"].push({{"mesh", 0}});
    json["scenes"].push({{"nodes", Json::list(std::vector{0})}});
    json["scene"] = 0;
    const std::size_t corners = add(kSpots, "VEC3", kFloat, 4), faces = add(kSides, "SCALAR", kShort, 12);
    Json primitive{{"attributes", {{"POSITION", corners}}}, {"indices", faces}};
    json["meshes"].push({{"primitives", Json::array({std::move(primitive)})}});
  }

  /// A view of the bytes; its number.
  template <class Value>
  std::size_t view(const std::vector<Value>& values, std::size_t stride = 0) {
    buffer.resize((buffer.size() + 3) / 4 * 4);
    const std::size_t size = values.size() * sizeof(Value);
    Json made{{"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", size}};
    if (stride > 0) made["byteStride"] = stride;
    buffer.append(reinterpret_cast<const char*>(values.data()), size);
    json["bufferViews"].push(std::move(made));
    return json["bufferViews"].size() - 1;
  }
  /// An accessor; its number.
  std::size_t add(Json accessor) {
    json["accessors"].push(std::move(accessor));
    return json["accessors"].size() - 1;
  }
  template <class Value>
  std::size_t add(const std::vector<Value>& values, const char* type, std::uint64_t component, std::size_t count) {
    return add({{"bufferView", view(values)}, {"componentType", component}, {"count", count}, {"type", type}});
  }
  /// Hangs the mesh from joints, the first vertex of four from the first: nodes behind the one of the mesh.
  void addSkin(const std::vector<std::string>& joints) {
    const std::vector<std::uint8_t> first(16, 0);
    Floats weights(16, 0.0f);
    for (std::size_t i = 0; i < 16; i += 4) weights[i] = 1;
    Json& attributes = primitive()["attributes"];
    attributes["JOINTS_0"] = add(first, "VEC4", kByte, 4);
    attributes["WEIGHTS_0"] = add(weights, "VEC4", kFloat, 4);
    std::vector<std::size_t> nodes;
    for (const std::string& joint : joints) {
      nodes.push_back(json["nodes"].size());
      json["nodes"].push(parseJson(joint, "joint").value());
      json["scenes"][std::size_t{0}]["nodes"].push(nodes.back());
    }
    json["skins"].push({{"joints", Json::list(nodes)}});
    json["nodes"][std::size_t{0}]["skin"] = 0;
  }
  Json& primitive() { return json["meshes"][std::size_t{0}]["primitives"][std::size_t{0}]; }
  Json& accessor(std::size_t index) { return json["accessors"][index]; }

  [[nodiscard]] std::string text() {
    json["buffers"] = Json::array({Json{{"uri", "a.bin"}, {"byteLength", buffer.size()}}});
    return compactJson(json);
  }
  [[nodiscard]] FilesBeside beside() const {
    return [this](const std::string&) -> Result<std::vector<std::byte>> {
      const auto bytes = std::as_bytes(std::span(buffer));
      return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
  }
  [[nodiscard]] Result<ImportedMesh> mesh() {
    const std::string file = text();
    return importMesh(std::as_bytes(std::span(file)), "a.gltf", beside());
  }
  [[nodiscard]] Result<Model> model() {
    const std::string file = text();
    return importModel(std::as_bytes(std::span(file)), "a.gltf", beside(), [] { return false; });
  }
};

/// The fault of a mesh, or of where it lies.
std::string differenceFrom(const Result<ImportedMesh>& mesh, const Vec3& min, const Vec3& max, std::size_t triangles) {
  if (!mesh) return describe(mesh.error());
  const MinMaxBox box = boundsOf(mesh->vertices);
  if (mesh->triangles.size() != triangles) return std::to_string(mesh->triangles.size()) + " triangles";
  if (length(box.min - min) + length(box.max - max) < 1e-5) return "";
  return fmt::format("from {} {} {} to {} {} {}", box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z);
}

TEST(GltfFile, ReadsReplacedPositionsBetweenOtherNumbers) {
  for (const std::size_t stride : {0, 12, 16, 24}) {
    for (const std::size_t offset : {0, 4}) {
      Gltf file;
      const std::size_t step = std::max<std::size_t>(stride, 12) / sizeof(float);
      Floats spread(offset / sizeof(float) + 4 * step, 7.0f);
      for (std::size_t corner = 0; corner < 4; ++corner) {
        for (std::size_t c = 0; c < 3; ++c) spread[offset / sizeof(float) + corner * step + c] = kSpots[corner * 3 + c];
      }
      Json& positions = file.accessor(0);
      positions["bufferView"] = file.view(spread, stride);
      positions["byteOffset"] = offset;
      positions["sparse"] = {
          {"count", 1},
          {"indices", {{"bufferView", file.view(std::vector<std::uint16_t>{3})}, {"componentType", kShort}}},
          {"values", {{"bufferView", file.view(Floats{0, -1, 30})}}}};
      EXPECT_EQ(differenceFrom(file.mesh(), {0, -1, 0}, {1, 2, 30}, 4), "") << stride << " " << offset;
    }
  }
}

TEST(GltfFile, RefusesTrianglesWithACornerTooFewOrThatIsNoVertex) {
  const auto refusalOf = [](auto change) {
    Gltf file;
    change(file);
    const auto mesh = file.mesh();
    return mesh ? std::string() : describe(mesh.error());
  };
  EXPECT_EQ(refusalOf([](Gltf&) {}), "");
  EXPECT_EQ(refusalOf([](Gltf& file) { file.accessor(0)["count"] = 3; }),
            "a.gltf#/meshes/0/primitives/0: corner 5 names vertex 3, expected one below 3");
  EXPECT_EQ(refusalOf([](Gltf& file) { file.accessor(1)["count"] = 11; }),
            "a.gltf#/meshes/0/primitives/0: has 11 corners of triangles, expected three for each");
  EXPECT_EQ(refusalOf([](Gltf& file) {
              file.primitive() = {{"attributes", {{"POSITION", 0}}}};
            }),
            "a.gltf#/meshes/0/primitives/0: has 4 corners of triangles, expected three for each");
  for (const int mode : {5, 6}) {
    EXPECT_EQ(refusalOf([&](Gltf& file) {
                file.accessor(1)["count"] = 2;
                file.primitive()["mode"] = mode;
              }),
              "a.gltf#/meshes/0/primitives/0: has 2 corners of a strip or fan of triangles, expected three or more");
  }
  EXPECT_EQ(refusalOf([](Gltf& file) {
              file.accessor(1)["sparse"] = {
                  {"count", 1},
                  {"indices", {{"bufferView", file.view(std::vector<std::uint8_t>{7})}, {"componentType", kByte}}},
                  {"values", {{"bufferView", file.view(std::vector<std::uint16_t>{9})}}}};
              file.json["meshes"].push(file.json["meshes"][std::size_t{0}]);
              file.accessor(1)["count"] = 12;
            }),
            "a.gltf#/meshes/0/primitives/0: corner 7 names vertex 9, expected one below 4");
  EXPECT_EQ(refusalOf([](Gltf& file) {
              Json other = file.primitive();
              other["indices"] = file.add(std::vector<std::uint8_t>{0, 1, 4}, "SCALAR", kByte, 3);
              file.json["meshes"][std::size_t{0}]["primitives"].push(std::move(other));
            }),
            "a.gltf#/meshes/0/primitives/1: corner 2 names vertex 4, expected one below 4");
}

TEST(GltfFile, ASkinNeedsNoMatricesButAllOfThem) {
  for (const std::size_t joints : {1, 3}) {
    Gltf file;
    file.addSkin(std::vector<std::string>(joints, "{}"));
    EXPECT_EQ(differenceFrom(file.mesh(), {0, 0, 0}, {1, 2, 3}, 4), "");
    const auto model = file.model();
    ASSERT_TRUE(model) << describe(model.error());
    file.json["skins"][std::size_t{0}]["inverseBindMatrices"] =
        file.add(Floats(16 * joints, 0.0f), "MAT4", kFloat, joints - 1);
    const auto mesh = file.mesh();
    ASSERT_FALSE(mesh);
    EXPECT_EQ(describe(mesh.error()),
              fmt::format("a.gltf#/skins/0: has {} matrices for {} joints, expected one for each", joints - 1, joints));
  }
}

TEST(GltfFile, JointsPoseASkinAndTheNodeOfItsMeshDoesNot) {
  const std::string up = R"("translation": [0, 0, 7])",
                    turned = R"("rotation": [0, 0, 0.7071067811865476, 0.7071067811865476])";
  for (const std::string name : {R"("name": "bone", )", "", R"("name": "ROOT", )", R"("name": "twin", )"}) {
    Gltf file;
    file.json["nodes"][std::size_t{0}] = {
        {"mesh", 0}, {"name", "twin"}, {"translation", Json::list(std::vector{500, 0, 0})}};
    file.addSkin({"{" + name + up + "}", "{" + name + turned + "}"});
    EXPECT_EQ(differenceFrom(file.mesh(), {0, 0, 7}, {1, 2, 10}, 4), "") << name;
    Floats matrices(32, 0.0f);
    for (std::size_t i = 0; i < 32; ++i) matrices[i] = i % 16 % 5 == 0 ? 1.0f : 0.0f;
    matrices[12] = 100;  // the first joint's, before it moves the mesh
    file.json["skins"][std::size_t{0}]["inverseBindMatrices"] = file.add(matrices, "MAT4", kFloat, 2);
    EXPECT_EQ(differenceFrom(file.mesh(), {100, 0, 7}, {101, 2, 10}, 4), "") << name;
    // The second vertex from both at three to one, of a sum of a quarter; the fourth from the second alone.
    Json& attributes = file.primitive()["attributes"];
    attributes["JOINTS_0"] =
        file.add(std::vector<std::uint8_t>{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4", kByte, 4);
    attributes["WEIGHTS_0"] =
        file.add(std::vector<std::uint8_t>{255, 0, 0, 0, 48, 16, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0}, "VEC4", kByte, 4);
    file.accessor(file.json["accessors"].size() - 1)["normalized"] = true;
    const auto mesh = file.mesh();
    ASSERT_TRUE(mesh) << describe(mesh.error());
    ASSERT_EQ(mesh->vertices.size(), 4u);
    const auto has = [&](const Vec3& p) {
      return std::ranges::any_of(mesh->vertices, [&](const Vec3& v) { return length(v - p) < 1e-4; });
    };
    for (const Vec3& p : {Vec3(100, 0, 7), Vec3(75.75, 0.25, 5.25), Vec3(100, 2, 7), Vec3(0, 0, 3)})
      EXPECT_TRUE(has(p)) << name << p.x;
    const auto model = file.model();
    ASSERT_TRUE(model) << describe(model.error());
    EXPECT_TRUE(model->problems.empty()) << model->problems[0];
    const PosedModel posed = poseModel(*model, std::nullopt);
    const std::vector<Vec3> seen(posed.positions.begin(), posed.positions.end());
    const MinMaxBox collides = boundsOf(mesh->vertices), shown = boundsOf(seen);
    EXPECT_LT(length(collides.min - shown.min) + length(collides.max - shown.max), 1e-4) << name;
  }
}

TEST(GltfFile, TurnsTrianglesRoundThatAJointMirrors) {
  for (const auto& [node, joint] : {std::pair{1, -1}, {-1, 1}, {-1, -1}}) {
    Gltf file;
    file.json["nodes"][std::size_t{0}]["scale"] = Json::list(std::vector{node, 1, 1});
    file.addSkin({fmt::format("{{\"scale\": [{}, 1, 1]}}", joint)});
    const auto mesh = file.mesh();
    ASSERT_TRUE(mesh) << describe(mesh.error());
    double six = 0;
    for (const auto& [a, b, c] : mesh->triangles)
      six += dot(mesh->vertices[a], cross(mesh->vertices[b], mesh->vertices[c]));
    EXPECT_NEAR(six / 6, 1, 1e-9) << node << joint;
  }
}

/// The fourth corner by (1, 1, 1), and the second by (4, 0, 0), as whole numbers.
void addTargets(Gltf& file) {
  const std::size_t first = file.add(Floats{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}, "VEC3", kFloat, 4);
  const std::vector<std::int8_t> moves = {0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  const std::size_t second =
      file.add({{"bufferView", file.view(moves, 4)}, {"componentType", 5120}, {"count", 4}, {"type", "VEC3"}});
  file.primitive()["targets"] = Json::array({Json{{"POSITION", first}}, Json{{"POSITION", second}}});
}

TEST(GltfFile, AppliesTheDefaultWeightsOfMorphTargets) {
  using Weights = std::vector<double>;
  struct Row {
    Weights mesh, node;
    Vec3 max;
  };
  for (const Row& row : {Row{{1, 0}, {}, {1, 2, 4}}, Row{{0, 0.5}, {}, {3, 2, 3}}, Row{{0, 0.5}, {0, 0}, {1, 2, 3}},
                         Row{{}, {0.5, -1}, {0.5, 2, 3.5}}, Row{{1, 1}, {3, 1}, {5, 3, 6}}, Row{{}, {}, {1, 2, 3}}}) {
    Gltf file;
    addTargets(file);
    const std::size_t times = file.add(Floats{0, 1}, "SCALAR", kFloat, 2),
                      weights = file.add(Floats{0, 0, 1, 1}, "SCALAR", kFloat, 4);
    Json clip{{"samplers", Json::array({Json{{"input", times}, {"output", weights}}})}};
    clip["channels"].push({{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}});
    file.json["animations"].push(std::move(clip));
    if (!row.mesh.empty()) file.json["meshes"][std::size_t{0}]["weights"] = Json::list(row.mesh);
    if (!row.node.empty()) file.json["nodes"][std::size_t{0}]["weights"] = Json::list(row.node);
    const double least = row.node == Weights{0.5, -1} ? -3 : 0;
    EXPECT_EQ(differenceFrom(file.mesh(), {least, 0, 0}, row.max, 4), "") << row.max.x << " " << row.max.z;
    EXPECT_TRUE(file.model()) << row.max.x << " " << row.max.z;
  }
}

TEST(GltfFile, IsSetRightOnce) {
  Gltf file;
  addTargets(file);
  file.json["meshes"][std::size_t{0}]["weights"] = Json::list(std::vector{1, 0});
  file.addSkin({"{}"});
  for (const char* node : {R"({"mesh": 0, "weights": [0, 0]})", R"({"mesh": 0, "weights": [0, 2]})",
                           R"({"mesh": 0, "skin": 0, "weights": [0, 0]})", R"({"mesh": 0})"})
    file.json["nodes"].push(parseJson(node, "node").value());
  const std::string text = file.text();
  const auto first = gltfFiles(std::as_bytes(std::span(text)), "a.gltf", file.beside());
  ASSERT_TRUE(first) << describe(first.error());
  ASSERT_TRUE(first->rewritten);
  const auto again = gltfFiles(*first->rewritten, "a.gltf", [&](const std::string& uri) {
    const auto found = std::ranges::find(first->buffers, uri, &GltfFiles::Buffer::uri);
    return Result<std::vector<std::byte>>(found->bytes);
  });
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_FALSE(again->rewritten);
}

TEST(GltfFile, NodesMayHaveOneMeshWithWeightsAndSkinsOfTheirOwn) {
  Gltf file;
  addTargets(file);
  file.addSkin({R"({"translation": [100, 0, 0]})"});
  file.json["skins"].push({{"joints", Json::list(std::vector{2})}});
  for (const char* node : {R"({"translation": [200, 0, 0]})", R"({"mesh": 0, "skin": 1, "weights": [5, 0]})",
                           R"({"mesh": 0, "translation": [-50, 0, 0]})",
                           R"({"mesh": 0, "weights": [0, -6], "translation": [-50, -7, 0]})"}) {
    file.json["scenes"][std::size_t{0}]["nodes"].push(file.json["nodes"].size());
    file.json["nodes"].push(parseJson(node, "node").value());
  }
  const auto mesh = file.mesh();
  ASSERT_TRUE(mesh) << describe(mesh.error());
  EXPECT_EQ(mesh->triangles.size(), 16u);
  for (const Vec3& p : {Vec3(100, 0, 3), Vec3(101, 0, 0), Vec3(205, 5, 8), Vec3(201, 0, 0), Vec3(-50, 0, 3),
                        Vec3(-49, 0, 0), Vec3(-50, -7, 3), Vec3(-73, -7, 0)})
    EXPECT_EQ(std::ranges::count(mesh->vertices, p), 1) << p.x << " " << p.y << " " << p.z;
  const auto model = file.model();
  ASSERT_TRUE(model) << describe(model.error());
  const PosedModel posed = poseModel(*model, std::nullopt);
  const std::vector<Vec3> seen(posed.positions.begin(), posed.positions.end());
  EXPECT_EQ(boundsOf(seen).min, boundsOf(mesh->vertices).min);
  EXPECT_EQ(boundsOf(seen).max, boundsOf(mesh->vertices).max);
}

}  // namespace
}  // namespace sepax
