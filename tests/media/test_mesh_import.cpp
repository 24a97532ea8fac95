#include "bundle/zip/zip_builder.h"
#include "core/import_child.h"
#include "core/platform.h"
#include "core/process.h"
#include "geom/hull.h"
#include "media/model_import.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <set>
#include <tuple>
#include <utility>

namespace sepax {
namespace {

Result<ImportedMesh> import(const std::string& text, const std::string& name = "folder/a.obj") {
  return importMesh(std::as_bytes(std::span(text)), name);
}

/// The one-line message of a refused mesh, or "" when it was accepted.
std::string refusalOf(const std::string& text, const std::string& name = "folder/a.obj") {
  const auto mesh = import(text, name);
  return mesh ? "" : describe(mesh.error());
}

constexpr const char* kTwoTriangles = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

TEST(MeshImport, TriangulatesAndJoinsVertices) {
  const auto mesh = import(kTwoTriangles);
  ASSERT_TRUE(mesh) << describe(mesh.error());
  EXPECT_EQ(mesh->vertices.size(), 4u);
  EXPECT_EQ(mesh->triangles.size(), 2u);
  const auto less = [](const Vec3& a, const Vec3& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); };
  const std::set<Vec3, decltype(less)> corners(mesh->vertices.begin(), mesh->vertices.end(), less);
  EXPECT_TRUE(corners.contains(Vec3(1, 1, 0)));
}

TEST(MeshImport, ReadsTheSampleMeshes) {
  for (const auto& [file, vertices, triangles] :
       {std::tuple{"rock.obj", 92u, 180u}, std::tuple{"ramp.obj", 8u, 12u}, std::tuple{"torus.obj", 288u, 576u}}) {
    const auto mesh =
        import(readFile(dataPath(std::string("assets/bundle/meshes/") + file).value(), 1 << 20).value(), file);
    ASSERT_TRUE(mesh) << describe(mesh.error());
    EXPECT_EQ(mesh->vertices.size(), vertices) << file;
    EXPECT_EQ(mesh->triangles.size(), triangles) << file;
  }
}

/// The bytes of plain values, one array behind the other.
template <class... Arrays>
std::vector<std::byte> joined(const Arrays&... arrays) {
  std::vector<std::byte> out;
  const auto add = [&](std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
  (add(std::as_bytes(std::span(arrays))), ...);
  return out;
}

double volumeOf(const ImportedMesh& mesh) {
  double six = 0;
  for (const auto& [a, b, c] : mesh.triangles) six += dot(mesh.vertices[a], cross(mesh.vertices[b], mesh.vertices[c]));
  return six / 6;
}

constexpr std::uint16_t kTetrahedron[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

/// A tetrahedron of 36 m³, faces outward, at the nodes given.
Result<ImportedMesh> tetrahedronAt(const std::string& nodes, const std::string& scene) {
  const std::vector<float> corners = {0, 0, 0, 6, 0, 0, 0, 6, 0, 0, 0, 6};
  const std::string text = R"({"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 72}],
    "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0],
      "max": [6, 6, 6]}, {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}], "scene": 0, "scenes": [{"nodes": )" +
                           scene + R"(}], "nodes": )" + nodes + "}";
  const auto beside = [&](const std::string&) -> Result<std::vector<std::byte>> {
    return joined(corners, kTetrahedron);
  };
  return importMesh(std::as_bytes(std::span(text)), "a.gltf", beside);
}

TEST(MeshImport, TurnsTrianglesRoundThatATransformMirrors) {
  for (const auto& [nodes, scene, volume] :
       {std::tuple{R"([{"mesh": 0}])", "[0]", 36.0},
        {R"([{"mesh": 0, "scale": [-1, 1, 1]}])", "[0]", 36.0},
        {R"([{"children": [1], "scale": [1, 2, -1]}, {"mesh": 0, "scale": [-1, 1, 1]}])", "[0]", 72.0},
        {R"([{"mesh": 0}, {"mesh": 0, "scale": [-1, -1, -1], "translation": [-1, 0, 0]}])", "[0, 1]", 72.0}}) {
    const auto mesh = tetrahedronAt(nodes, scene);
    ASSERT_TRUE(mesh) << describe(mesh.error());
    EXPECT_NEAR(volumeOf(*mesh), volume, 1e-9) << nodes;
  }
}

/// A tetrahedron whose corners are 0 or `far` in numbers of some kind, eight bytes a corner, ×6 by its node.
template <class Number>
std::string quantized(int type, bool is_normalised, std::size_t offset = 0) {
  return R"({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_mesh_quantization"],
    "extensionsRequired": ["KHR_mesh_quantization", "KHR_materials_unlit"],
    "buffers": [{"uri": "a.bin", "byteLength": 56}], "bufferViews": [{"buffer": 0, "byteLength": 32,
      "byteStride": 8}, {"buffer": 0, "byteOffset": 32, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "byteOffset": )" +
         std::to_string(offset) + R"(, "componentType": )" + std::to_string(type) + R"(, "count": 4, "type": "VEC3",
      "normalized": )" +
         (is_normalised ? "true" : "false") + R"(},
      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "scale": [6, 6, 6]}]})";
}

template <class Number>
std::vector<std::byte> quantizedBuffer(Number far) {
  std::vector<std::byte> out;
  for (int corner = 0; corner < 4; ++corner) {
    std::array<Number, 8 / sizeof(Number)> numbers{};
    if (corner > 0) numbers[static_cast<std::size_t>(corner - 1)] = far;
    const auto bytes = joined(numbers);
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  const auto indices = joined(kTetrahedron);
  out.insert(out.end(), indices.begin(), indices.end());
  return out;
}

template <class Number>
void expectTetrahedron(int type, Number far, bool is_normalised, double volume) {
  const std::string text = quantized<Number>(type, is_normalised);
  const auto buffer = quantizedBuffer(far);
  const auto mesh = importMesh(std::as_bytes(std::span(text)), "a.gltf",
                               [&](const std::string&) -> Result<std::vector<std::byte>> { return buffer; });
  ASSERT_TRUE(mesh) << describe(mesh.error());
  EXPECT_NEAR(volumeOf(*mesh), volume, 1e-4) << type << " " << is_normalised;
}

TEST(MeshImport, ReadsPositionsOfWholeNumbersOfAGltf) {
  expectTetrahedron<std::uint16_t>(5123, 65535, true, 36);
  expectTetrahedron<std::int16_t>(5122, 32767, true, 36);
  expectTetrahedron<std::int16_t>(5122, -32768, true, -36);
  expectTetrahedron<std::uint8_t>(5121, 255, true, 36);
  expectTetrahedron<std::int8_t>(5120, 127, true, 36);
  expectTetrahedron<std::uint16_t>(5123, 2, false, 8 * 36);
  expectTetrahedron<std::int8_t>(5120, -1, false, -36);
}

TEST(MeshImport, ReadsPositionsOfWholeNumbersOfABinaryGltf) {
  std::string text = quantized<std::uint16_t>(5123, true);
  text.replace(text.find(R"("uri": "a.bin", )"), 16, "");
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const auto buffer = quantizedBuffer<std::uint16_t>(65535);
  const auto chunk = [](std::size_t size, std::uint32_t kind) {
    return std::array{static_cast<std::uint32_t>(size), kind};
  };
  const std::array head{0x46546C67u, 2u, static_cast<std::uint32_t>(28 + text.size() + buffer.size())};
  const auto glb = joined(head, chunk(text.size(), 0x4E4F534A), text, chunk(buffer.size(), 0x004E4942), buffer);
  const auto mesh = importMesh(glb, "a.glb");
  ASSERT_TRUE(mesh) << describe(mesh.error());
  EXPECT_NEAR(volumeOf(*mesh), 36, 1e-4);
}

TEST(MeshImport, RefusesWholeNumbersOutsideTheirBuffer) {
  const std::string text = quantized<std::uint16_t>(5123, true, 8);
  const auto mesh = importMesh(
      std::as_bytes(std::span(text)), "a.gltf",
      [&](const std::string&) -> Result<std::vector<std::byte>> { return quantizedBuffer<std::uint16_t>(65535); });
  ASSERT_FALSE(mesh);
  EXPECT_EQ(describe(mesh.error()), "a.gltf#/accessors: accessor 0 reaches beyond its buffer");
}

TEST(MeshImport, RefusesAGltfThatRequiresWhatIsNotReadAndSaysWhatItLeavesOut) {
  for (const std::string name : {"EXT_mesh_gpu_instancing", "KHR_draco_mesh_compression", "EXT_meshopt_compression"}) {
    const std::string text =
        R"({"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_materials_unlit", ")" + name + "\"]}";
    EXPECT_EQ(refusalOf(text, "a.gltf"),
              "a.gltf#/extensionsRequired: requires the extension " + name + ", which is not read here");
  }
  const auto mesh = tetrahedronAt(
      R"([{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}}}])", "[0]");
  ASSERT_TRUE(mesh) << describe(mesh.error());
  ASSERT_EQ(mesh->notes.size(), 1u);
  EXPECT_TRUE(mesh->notes[0].starts_with("EXT_mesh_gpu_instancing is not read")) << mesh->notes[0];
}

TEST(MeshImport, GoesByTheExtensionInAnyCaseAndBesideAnyName) {
  const std::string stl =
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid "
      "s\n";
  for (const std::string name : {"a.stl", "A.STL", "\xE7\x9F\xB3\xE5\xA4\xB4.stl", "-x.stl", "two words.stl"}) {
    const auto mesh = import(stl, name);
    ASSERT_TRUE(mesh) << describe(mesh.error());
    EXPECT_EQ(mesh->triangles.size(), 1u);
  }
  EXPECT_TRUE(isMeshName("a/b.GLB"));
  EXPECT_TRUE(isMeshName("a.3mf") && isMeshName("a.X"));
  EXPECT_FALSE(isMeshName("a.obj/b"));
  EXPECT_FALSE(isMeshName("obj"));
  EXPECT_FALSE(isMeshName("a.png"));
}

TEST(MeshImport, RefusesWhatIsNoMeshNamingTheFile) {
  for (const std::string bytes : {"", "garbage", "{\"sepax\": 1}", "\xFF\xFE\xFD\xFC"}) {
    for (const std::string name :
         {"m.obj", "m.stl", "m.ply", "m.glb", "m.gltf", "m.fbx", "m.dae", "m.off", "m.3ds", "m.xyz", "m"}) {
      const std::string refusal = refusalOf(bytes, name);
      EXPECT_TRUE(refusal.starts_with(name + ": ")) << name << " " << refusal;
      EXPECT_EQ(refusal.find('\n'), std::string::npos);
    }
  }
}

TEST(MeshImport, RefusesABundleOfUnpackedMeshes) {
  const std::string zip = test::Archive{.items = {{.name = "a.obj", .data = kTwoTriangles}}}.bytes();
  std::string tar = "a.obj" + std::string(252, '\0') + "ustar" + std::string(250, '\0');
  tar += kTwoTriangles;
  for (const std::string name : {"a.zip", "a.obb", "a.obj", "a.glb", "a"}) {
    EXPECT_EQ(refusalOf(zip, name), name + ": this is a ZIP archive, expected a mesh");
    EXPECT_NE(refusalOf(tar, name), "") << name;
  }
  EXPECT_EQ(refusalOf(tar, "a.tar"), "a.tar: this is a tar archive, expected a mesh");
}

TEST(MeshImport, ReadsThePointsOfWhatHasNoTriangles) {
  for (const auto& [text, name] :
       {std::pair<std::string, const char*>{"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", "a.obj"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2\nl 3 4\n", "lines.obj"},
        {"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
         "end_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n",
         "a.ply"}}) {
    const auto mesh = import(text, name);
    ASSERT_TRUE(mesh) << describe(mesh.error());
    EXPECT_EQ(mesh->vertices.size(), 4u) << name;
    EXPECT_TRUE(mesh->triangles.empty()) << name;
    EXPECT_TRUE(makeHull(mesh->vertices)) << name;
  }
  EXPECT_NE(refusalOf("o nothing\n"), "");
}

TEST(MeshImport, ReadsVerticesOfAnObjInDoublePrecision) {
  const auto mesh = import(
      "v 10000000.1 .25 -3e-7 0.5 0.5 0.5\nv\t+10000000.7 0 0\r\nv 20000000.4 2 2 2 # halved\n"
      "v 10000000.1000001 .25 -3e-7\nv 10000000.1 0.250 -3e-7\nf 1 2 3\nf 4 3 2\nf 5 2 -2\n");
  ASSERT_TRUE(mesh) << describe(mesh.error());
  ASSERT_EQ(mesh->triangles.size(), 3u);
  ASSERT_EQ(mesh->vertices.size(), 4u) << "the fifth is the first";
  const auto at = [&](std::size_t t, std::size_t corner) { return mesh->vertices[mesh->triangles[t][corner]]; };
  EXPECT_EQ(at(0, 0), Vec3(10000000.1, 0.25, -3e-7));
  EXPECT_EQ(at(0, 1), Vec3(10000000.7, 0, 0));
  EXPECT_EQ(at(0, 2), Vec3(10000000.2, 1, 1));
  EXPECT_EQ(at(1, 0), Vec3(10000000.1000001, 0.25, -3e-7));
  EXPECT_EQ(mesh->triangles[2][0], mesh->triangles[0][0]);
  EXPECT_TRUE(mesh->notes.empty());
}

TEST(MeshImport, SaysWhereSinglePrecisionMatters) {
  const auto stl = [](const std::string& x) {
    return "solid s\nfacet normal 0 0 1\nouter loop\nvertex " + x +
           " 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
           "endfacet\nendsolid s\n";
  };
  const auto near = import(stl("0"), "a.stl");
  EXPECT_TRUE(near && near->notes.empty());
  std::string moved = stl("1000001");
  moved.replace(moved.find("vertex 1 "), 9, "vertex 1000000 ")
      .replace(moved.find("vertex 0 1"), 10, "vertex 1000000 1");
  const auto far = import(moved, "a.stl");
  ASSERT_TRUE(far) << describe(far.error());
  ASSERT_EQ(far->notes.size(), 1u);
  EXPECT_EQ(far->notes[0], "positions are read in single precision: they may be off by up to 0.0596 m");
}

TEST(MeshImport, SaysThatNodesMoveInSinglePrecision) {
  const auto noteOf = [](const Result<ImportedMesh>& mesh) {
    EXPECT_TRUE(mesh) << describe(mesh.error());
    return mesh && !mesh->notes.empty() ? mesh->notes[0] : std::string();
  };
  const auto gltf = [](const std::string& nodes) {
    return R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [)" + nodes +
           R"(], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "buffers": [{"byteLength": 36, "uri":
           "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}], "bufferViews": [{
           "buffer": 0, "byteLength": 36}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type":
           "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}]})";
  };
  const auto ofGltf = [&](const std::string& nodes) { return noteOf(import(gltf(nodes), "a.gltf")); };
  const std::string quarter = "positions are read in single precision: they may be off by up to 0.25 m";
  const std::string away = R"("translation": [4198945.3, 0, 0])", back = R"("translation": [-4198945, 0, 0])";
  EXPECT_EQ(ofGltf(R"({"mesh": 0, )" + away + "}"), quarter);
  EXPECT_EQ(ofGltf(R"({"children": [1], )" + away + R"(}, {"mesh": 0, )" + back + "}"), quarter);
  EXPECT_EQ(ofGltf(R"({"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 4198945.3,0,0,1]})"), quarter);
  EXPECT_EQ(ofGltf(R"({"mesh": 0, )" + back + "}"), "") << "a float";
  EXPECT_EQ(ofGltf(R"({"mesh": 0, "translation": [0.1, 0, 0]})"), "");

  const auto dae = [&](const std::string& x, const std::string& moves) {
    return noteOf(import(R"(<COLLADA version="1.4.1"><library_geometries><geometry id="g"><mesh><source id="p">
<float_array id="pa" count="9">)" +
                             x + " 0 0 " + x + " 1 0 " + x +
                             R"( 1 1</float_array><technique_common><accessor source="#pa"
count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles
count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>
</library_geometries><library_visual_scenes><visual_scene id="s"><node id="n">)" +
                             moves + R"(<instance_geometry
url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)",
                         "a.dae"));
  };
  const std::string east = "<translate>4198945.3 0 0</translate>", west = "<translate>-4198945 0 0</translate>";
  EXPECT_EQ(dae("1", east + west), quarter) << "added up before the importer can see it";
  EXPECT_EQ(dae("4198945.3", west), quarter);
  EXPECT_EQ(dae("1", east), quarter);
  EXPECT_EQ(dae("1", "<translate>1 0 0</translate><translate>2 0 0</translate>"), "");
}

TEST(MeshImport, RefusesIndicesOutOfRange) {
  EXPECT_NE(refusalOf("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), "");
  EXPECT_NE(refusalOf("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9\n"), "");
  EXPECT_NE(refusalOf("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
                      "z\nelement face 1\n"
                      "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 77\n",
                      "a.ply"),
            "");
}

TEST(MeshImport, RefusesNonFiniteCoordinates) {
  for (const std::string bad : {"nan", "inf", "-inf", "1e99"}) {
    const std::string refusal = refusalOf("v 0 0 0\nv 1 0 0\nv 0 " + bad + " 0\nf 1 2 3\n");
    EXPECT_NE(refusal, "") << bad;
  }
}

TEST(MeshImport, OpensNoOtherFile) {
  // The material library exists; were it opened, assimp would report another number of materials, not an error. What is
  // tested is that a reference to a file that a mesh has no business with changes nothing.
  EXPECT_TRUE(import(std::string("mtllib /etc/passwd\nusemtl root\n") + kTwoTriangles));
  // glTF cannot do without its buffer: not from the disk either.
  const std::string gltf =
      R"({"asset":{"version":"2.0"},"buffers":[{"uri":"/dev/zero","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0})";
  EXPECT_NE(refusalOf(gltf, "a.gltf"), "");
}

TEST(MeshImport, SurvivesDamagedFiles) {
  const std::string whole = readFile(dataPath("assets/bundle/meshes/ramp.obj").value(), 1 << 20).value();
  std::mt19937 random(3);
  int accepted = 0, refused = 0;
  for (int round = 0; round < 30; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 8; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    ++(import(bytes) ? accepted : refused);
  }
  EXPECT_EQ(accepted + refused, 30);
}

TEST(MeshImport, SaysInOneLineHowTheImporterEnded) {
  const auto errorOf = [](const ChildResult& child) { return describe(evaluateImport(child, "bad.obj").error()); };
  EXPECT_EQ(errorOf({.exit_code = -1, .ended_by = "signal 11", .output = {}, .error_text = {}}),
            "bad.obj: the importer crashed (signal 11); the file is damaged or hostile");
  EXPECT_EQ(errorOf({.exit_code = -1, .ended_by = "time limit", .output = {}, .error_text = {}}),
            "bad.obj: the importer was stopped: time limit");
  EXPECT_EQ(errorOf({.exit_code = 1, .ended_by = {}, .output = {}, .error_text = "why\x1b not\nsecond line"}),
            "bad.obj: why  not");
  EXPECT_EQ(errorOf({.exit_code = 1, .ended_by = {}, .output = {}, .error_text = {}}),
            "bad.obj: the importer refused it without a reason");
}

}  // namespace
}  // namespace sepax
