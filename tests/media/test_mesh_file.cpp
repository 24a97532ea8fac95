#include "bundle/open/open_container.h"
#include "collider/lint.h"
#include "core/platform.h"
#include "geom/aabb.h"
#include "media/mesh_file.h"
#include "media/model_import.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

// Files that assimp refuses, misreads or hangs on, and that people have.

namespace sepax {
namespace {

namespace fs = std::filesystem;

const std::vector<Vec3> kCorners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<std::vector<int>> kFaces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

std::span<const std::byte> spanOf(const std::string& text) { return std::as_bytes(std::span(text)); }

/// "VERTICES TRIANGLES" of a mesh, or what is wrong with it: also that the importer was stopped, when it hangs.
std::string imported(const std::string& bytes, const std::string& name, const FilesBeside& beside = {}) {
  const auto mesh = importMesh(spanOf(bytes), name, beside);
  if (!mesh) return describe(mesh.error());
  return std::to_string(mesh->vertices.size()) + " " + std::to_string(mesh->triangles.size());
}

template <class Value>
std::string raw(Value value, bool is_big = false) {
  std::string out(sizeof value, '\0');
  std::memcpy(out.data(), &value, sizeof value);
  if (is_big) std::reverse(out.begin(), out.end());
  return out;
}

enum class PlyForm { kAscii, kLittle, kBig };

/// A tetrahedron, faces first.
std::string facesFirst(PlyForm form) {
  const char* name = form == PlyForm::kAscii    ? "ascii"
                     : form == PlyForm::kLittle ? "binary_little_endian"
                                                : "binary_big_endian";
  std::string out = std::string("ply\nformat ") + name +
                    " 1.0\ncomment end_header is not here\nelement face 4\nproperty uchar red\nproperty list uchar int "
                    "vertex_indices\n"
                    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
  for (const auto& face : kFaces) {
    if (form == PlyForm::kAscii) {
      out += "7 3 " + std::to_string(face[0]) + " " + std::to_string(face[1]) + " " + std::to_string(face[2]) + "\n";
    } else {
      out += std::string("\x07\x03");
      for (const int corner : face) out += raw(corner, form == PlyForm::kBig);
    }
  }
  for (const Vec3& p : kCorners) {
    for (int c = 0; c < 3; ++c)
      out +=
          form == PlyForm::kAscii ? std::to_string(p[c]) + " " : raw(static_cast<float>(p[c]), form == PlyForm::kBig);
    if (form == PlyForm::kAscii) out += "\n";
  }
  return out;
}

TEST(MeshFile, PlyMayHoldItsFacesFirst) {
  for (const PlyForm form : {PlyForm::kAscii, PlyForm::kLittle, PlyForm::kBig}) {
    EXPECT_EQ(imported(facesFirst(form), "a.ply"), "4 4");
    const std::string whole = facesFirst(form);
    EXPECT_EQ(imported(whole.substr(0, whole.size() - 40), "a.ply"),
              "a.ply: the PLY header says 4 of \"vertex\", and the file ends before them");
  }
}

TEST(MeshFile, PlyLinesMayEndWithReturns) {
  for (const std::string ends : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (const char c : facesFirst(PlyForm::kAscii)) text += c == '\n' ? ends : std::string(1, c);
    EXPECT_EQ(imported(text, "a.ply"), "4 4") << "faces first";
    std::string plain =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"
        "0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3";
    text.clear();
    for (const char c : plain) text += c == '\n' ? ends : std::string(1, c);
    EXPECT_EQ(imported(text, "a.ply"), "4 4");
    EXPECT_EQ(imported(text + ends, "a.ply"), "4 4");
  }
}

TEST(MeshFile, XMayPartNumbersByCommasAlone) {
  const std::string mesh = "Mesh m {\n4;0;0;0;,1;0;0;,0;1;0;,0;0;-1;;\n4;3;0,2,1;,3;0,1,3;,3;0,3,2;,3;1,2,3;;\n}\n";
  for (const std::string matrix :
       {"1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1", "1.0, 0.0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1"}) {
    const std::string text = "xof 0303txt 0032\nFrame a {\nFrameTransformMatrix {" + matrix + ";;}\n" + mesh + "}\n";
    EXPECT_EQ(imported(text, "a.x"), "4 4") << matrix;
  }
}

TEST(MeshFile, ColladaWithASkewIsRefusedByName) {
  const auto refusal = [](const std::string& node) {
    return imported("<COLLADA version=\"1.4.1\"><library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">" + node +
                        "</node></visual_scene></library_visual_scenes></COLLADA>",
                    "a.dae");
  };
  EXPECT_EQ(refusal("<skew sid='s'>45 0 1 0 1 0 0</skew>"), "a.dae: has a node with a <skew>, which is not read here");
  EXPECT_EQ(refusal("<!--<skew>45 0 1 0 1 0 0</skew>-->").find("skew"), std::string::npos);
}

TEST(MeshFile, PlyIsRefusedAtOnceWhereItsHeaderIsCutOffOrLies) {
  const std::string whole = facesFirst(PlyForm::kLittle);
  const std::string cut = "a.ply: the PLY header is cut off: it has no line \"end_header\"";
  for (std::size_t size = 4; size < whole.find("\nend_header"); ++size)
    EXPECT_EQ(preparedMeshFile(spanOf(whole.substr(0, size)), "a.ply").has_value(), false) << size;
  for (const char* text : {"ply\nformat ascii 1.0\n", "ply\r\nformat ascii 1.0\r\n",
                           "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x"})
    EXPECT_EQ(imported(text, "a.ply"), cut);
  const auto claiming = [](const std::string& line) {
    return imported("ply\nformat binary_little_endian 1.0\n" + line + "\nend_header\n1234", "a.ply");
  };
  EXPECT_EQ(claiming("element vertex 4000000000\nproperty float x"),
            "a.ply: the PLY header says 4000000000 of \"vertex\", and the file ends before them");
  EXPECT_EQ(claiming("element vertex 99999999999999999999\nproperty float x"),
            "a.ply: the PLY header says \"element vertex 99999999999999999999\", expected a count");
  EXPECT_EQ(claiming("element vertex 0\nproperty float x\nelement note 18446744073709551615"),
            "a.ply: the PLY header says 18446744073709551615 of \"note\" without a property");
  EXPECT_EQ(claiming("element vertex 1\nproperty half x"),
            "a.ply: the PLY header says \"property half x\", expected a type that PLY knows");
  EXPECT_EQ(claiming("element vertex 1\nproperty list int double x"),
            "a.ply: the PLY header says 1 of \"vertex\", and the file ends before them");
  EXPECT_EQ(imported("ply\nelement vertex 0\nend_header\n", "a.ply"), "a.ply: the PLY header has no line \"format\"");
}

/// The tetrahedron as strips, with a face and with numbers before and behind the strip's own.
std::string strips(PlyForm form, const std::string& type, const std::vector<int>& strip,
                   const std::vector<int>& face = {}) {
  const char* name = form == PlyForm::kAscii    ? "ascii"
                     : form == PlyForm::kLittle ? "binary_little_endian"
                                                : "binary_big_endian";
  std::string out =
      fmt::format("ply\nformat {} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n", name);
  if (!face.empty()) out += "element face 1\nproperty list uchar " + type + " vertex_index\n";
  out += "element tristrips 1\nproperty uchar red\nproperty list uchar " + type +
         " vertex_indices\nproperty float heat\nend_header\n";
  const bool is_big = form == PlyForm::kBig, is_text = form == PlyForm::kAscii;
  const auto add = [&](auto value) { out += is_text ? fmt::format("{} ", value) : raw(value, is_big); };
  const auto addByte = [&](std::size_t value) {
    is_text ? out += fmt::format("{} ", value) : out += static_cast<char>(value);
  };
  const auto addList = [&](const std::vector<int>& list) {
    addByte(list.size());
    for (const int index : list) {
      if (type == "int" || type == "uint") add(index);
      if (type == "short") add(static_cast<std::int16_t>(index));
    }
  };
  for (const Vec3& p : kCorners) {
    for (int c = 0; c < 3; ++c) add(static_cast<float>(p[c]));
    if (is_text) out += "\n";
  }
  if (!face.empty()) addList(face);
  if (!face.empty() && is_text) out += "\n\n";
  addByte(200);
  addList(strip);
  add(1.5f);
  return out;
}

TEST(MeshFile, PlyMayHaveStripsOfTriangles) {
  const auto volume = [](const std::string& bytes) -> std::string {
    const auto mesh = importMesh(spanOf(bytes), "a.ply");
    if (!mesh) return describe(mesh.error());
    double six = 0;
    for (const auto& [a, b, c] : mesh->triangles)
      six += dot(mesh->vertices[a], cross(mesh->vertices[b], mesh->vertices[c]));
    return fmt::format("{} {:.3f}", mesh->triangles.size(), six);
  };
  for (const PlyForm form : {PlyForm::kAscii, PlyForm::kLittle, PlyForm::kBig}) {
    for (const char* type : {"int", "uint", "short"}) {
      EXPECT_EQ(volume(strips(form, type, {0, 2, 1, 3, 0, 2})), "4 1.000") << type;
      EXPECT_EQ(volume(strips(form, type, {0, 2, 1, 3, -1, 1, 3, 0, 2})), "4 1.000") << type;
      EXPECT_EQ(volume(strips(form, type, {-1, 0, 2, 1, 3, -1, -1, 1, 3, 0, 2, -1})), "4 1.000") << type;
      EXPECT_EQ(volume(strips(form, type, {0, 1, 3, 2, 2, 0, 0, 3, 2}, {0, 2, 1})), "4 1.000") << type;
      EXPECT_EQ(volume(strips(form, type, {0, 2, 1, 3, 0}, {0, 3, 2})), "4 1.000") << type;
    }
  }
  EXPECT_EQ(
      volume("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nelement tristrips 1\nproperty list int int "
             "vertex_indices\nend_header\n1\n3 0 x 1\n"),
      "a.ply: a triangle strip of the PLY names a vertex that is no number");
}

std::string binaryStl(const std::string& head, std::uint32_t count = 4) {
  std::string out = head + std::string(80 - head.size(), ' ') + raw(count);
  for (const auto& face : kFaces) {
    for (const float x : {0.f, 0.f, 1.f}) out += raw(x);
    for (const int corner : face) {
      for (int c = 0; c < 3; ++c) out += raw(static_cast<float>(kCorners[static_cast<std::size_t>(corner)][c]));
    }
    out += std::string(2, '\0');
  }
  return out;
}

TEST(MeshFile, BinaryStlMayBeginLikeText) {
  for (const char* head : {"", "solid", "solid exported by a program", "solid facet normal"}) {
    EXPECT_EQ(imported(binaryStl(head), "a.stl"), "4 4") << head;
    EXPECT_EQ(imported(binaryStl(head) + "made by a program", "a.stl"), "4 4") << head;
    EXPECT_EQ(imported(binaryStl(head, 5), "a.stl"), "a.stl: says 5 triangles, the file ends behind 4") << head;
  }
  EXPECT_EQ(imported(std::string(50, 'x'), "a.stl"), "a.stl: has 50 bytes, a binary STL has at least 84");
  EXPECT_EQ(imported("solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
                     "0\nendloop\nendfacet\nendsolid s\n",
                     "a.stl"),
            "3 1");
}

TEST(MeshFile, TextStlMayBeInCapitalsBehindBlankLinesAndHaveAnyName) {
  std::string body;
  for (const auto& face : kFaces) {
    body += "\tfacet normal 0 0 0\n  outer loop\n";
    for (const int corner : face) {
      const Vec3& p = kCorners[static_cast<std::size_t>(corner)];
      body += fmt::format("   vertex {:e} {:e} {:e}\n", p.x, p.y, p.z);
    }
    body += "  endloop\n endfacet\n";
  }
  const auto capitals = [](std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
  };
  for (const char* name : {"", "x", "a facet normal", "endsolid facet", "solid", "a vertex x"}) {
    for (const char* before : {"", "\n\n  ", "\r\n", "\xEF\xBB\xBF"}) {
      const std::string text = fmt::format("{}solid {}\n{}endsolid {}\n", before, name, body, name);
      EXPECT_EQ(imported(text, "a.stl"), "4 4") << before << name;
      EXPECT_EQ(imported(capitals(text), "a.stl"), "4 4") << before << name;
      EXPECT_EQ(imported(text + "solid\n" + body + "endsolid\n", "a.stl"), "4 8") << before << name;
    }
  }
  EXPECT_EQ(imported("SOLID\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\n", "a.stl").substr(0, 15),
            "a.stl: not a me");
}

TEST(MeshFile, ObjLinesMayHaveBlanksInFrontAndCommentsBehind) {
  for (const std::string text :
       {"v 0 0 0\n  v 1 0 0\n\tv 0 1 0\nv 0 0 1\n f 1 3 2\nf 1 2 4\n  \n f 1 4 3\n\tf 2 3 4",
        "\xEF\xBB\xBFv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
        "v 0 0 0 # a\nv 1 0 0\nv 0 .1e1 0# b\r\nv 0 0 1\nusemtl a#b\nf 1 3 2 # c\nf 1 2 "
        "4#\r\nf 1 4 3 # f 1 2 3\nf 2 3 4\n",
        "v 0 0 0 # a\rv 1 0 0\rv 0 .1e1 0\rv 0 0 1\r f 1 3 2 # c\rf 1 2 4\rf 1 4 3\rf 2 3 4\r"}) {
    const auto mesh = importMesh(spanOf(text), "a.obj");
    ASSERT_TRUE(mesh) << describe(mesh.error()) << text;
    EXPECT_EQ(mesh->triangles.size(), 4u) << text;
    EXPECT_EQ(mesh->vertices.size(), 4u) << text;
    EXPECT_EQ(boundsOf(mesh->vertices).max, Vec3(1)) << text;
    EXPECT_TRUE(importModel(spanOf(text), "a.obj", {}, [] { return false; })) << text;
  }
  for (const char* name : {"a#b", "#1"}) {
    const std::string text = fmt::format("usemtl {}\nv 0 0 0\n", name);
    EXPECT_FALSE(preparedMeshFile(spanOf(text), "a.obj").value()) << name;
  }
}

TEST(MeshFile, ObjNumbersMayBeginWithAPoint) {
  const auto mesh = importMesh(spanOf("v .8e-1 .5 -.25\nv 1 0 0\nv 0\t.75 0\nusemtl .5\nf 1 2 3\n"), "a.obj");
  ASSERT_TRUE(mesh) << describe(mesh.error());
  ASSERT_EQ(mesh->vertices.size(), 3u);
  EXPECT_LT(length(mesh->vertices[0] - Vec3(0.08, 0.5, -0.25)), 1e-6);
  EXPECT_EQ(mesh->vertices[2], Vec3(0, 0.75, 0));
}

TEST(MeshFile, OffMayHaveCommentsAnywhere) {
  std::vector<std::string> lines = {"OFF", "4 4 6"};
  for (const Vec3& p : kCorners) lines.push_back(fmt::format("{} {} {}", p.x, p.y, p.z));
  for (const auto& face : kFaces) lines.push_back(fmt::format("3 {} {} {}", face[0], face[1], face[2]));
  for (std::size_t at = 0; at <= lines.size(); ++at) {
    for (const char* comment : {"# a note\n", "  # 3 0 1 2\r\n\n", "#\n#\n"}) {
      std::string text;
      for (std::size_t i = 0; i <= lines.size(); ++i) {
        if (i == at && at > 0) text += comment;
        if (i < lines.size()) text += lines[i] + (i % 3 == 0 ? " # behind it\n" : "\n");
      }
      EXPECT_EQ(imported(text, "a.off"), "4 4") << at << comment;
      std::ranges::replace(text, '\n', '\r');
      const auto mesh = importMesh(spanOf(text), "a.off");
      EXPECT_TRUE(mesh && boundsOf(mesh->vertices).max == Vec3(1)) << at << comment;
    }
  }
}

TEST(MeshFile, ObjMayNameItsMaterials) {
  EXPECT_EQ(imported("mtllib a.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj"), "3 1");
}

/// A glTF of one triangle whose numbers are in a buffer of that name; with a picture beside it.
std::string gltf(const std::string& buffer) {
  return R"({"asset":{"version":"2.0"},"buffers":[{"uri":")" + buffer +
         R"(","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],)"
         R"("images":[{"uri":"../../picture.png"}],"textures":[{"source":0}],)"
         R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],)"
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0})";
}

std::string triangleBuffer() {
  std::string out;
  for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) out += raw(x);
  return out;
}

TEST(MeshFile, GltfMayKeepItsBuffersBesideIt) {
  const fs::path root = fs::path(scratchFolder()) / "gltf", folder = root / "meshes";
  fs::create_directories(folder / "data");
  const auto put = [](const fs::path& path, const std::string& bytes) {
    ASSERT_TRUE(writeFileAtomically(path.string(), bytes));
  };
  put(folder / "data" / "a b.bin", triangleBuffer());
  put(root / "above.bin", triangleBuffer());
  fs::create_symlink(root / "above.bin", folder / "link.bin");
  const auto onDisk = [&](const std::string& uri) {
    return imported(gltf(uri), "a.gltf", filesBeside((folder / "a.gltf").string()));
  };
  const auto tree = openTree(root.string()).value();
  const auto inBundle = [&](const std::string& uri) {
    return imported(gltf(uri), "a.gltf", filesBeside(*tree, "meshes/a.gltf"));
  };
  for (const char* uri : {"data/a b.bin", "data/a%20b.bin", "./data/a%20b.bin"}) {
    EXPECT_EQ(onDisk(uri), "3 1") << uri;
    EXPECT_EQ(inBundle(uri), "3 1") << uri;
  }
  EXPECT_EQ(inBundle("../above.bin"), "3 1") << "inside the bundle";
  EXPECT_TRUE(onDisk("../above.bin").starts_with("a.gltf: names the buffer \"../above.bin\": leads out of"))
      << onDisk("../above.bin");
  EXPECT_TRUE(inBundle("../../x.bin").starts_with("a.gltf: names the buffer \"../../x.bin\": leads out of"))
      << inBundle("../../x.bin");
  for (const char* uri : {"/etc/passwd", "link.bin", "C:\\\\x.bin", "file:///etc/passwd", "missing.bin", ""}) {
    EXPECT_TRUE(onDisk(uri).starts_with("a.gltf: names the buffer \"")) << onDisk(uri);
    if (uri == std::string("link.bin"))
      EXPECT_EQ(inBundle(uri), "3 1") << "a link to a file inside the bundle";
    else
      EXPECT_TRUE(inBundle(uri).starts_with("a.gltf: names the buffer \"")) << inBundle(uri);
  }
  EXPECT_EQ(imported(gltf("data/a%20b.bin"), "a.gltf"),
            "a.gltf: names the buffer \"data/a%20b.bin\": no file beside it can be read here");
  put(folder / "short.bin", "x");
  EXPECT_TRUE(onDisk("short.bin").starts_with("a.gltf: ")) << onDisk("short.bin");
  put(folder / "a.gltf", gltf("data/a%20b.bin"));
  const auto rows = lintTree(*openTree(root.string()).value());
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].findings.at(0).kind, FindingKind::kLintFlat) << rows[0].findings.at(0).message;
}

TEST(MeshFile, AFolderOfMeshesIsLintedWhileOneHangs) {
  const fs::path folder = fs::path(scratchFolder()) / "many-meshes";
  fs::create_directories(folder);
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(writeFileAtomically((folder / ("a" + std::to_string(i) + ".obj")).string(),
                                    "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  }
  ASSERT_TRUE(writeFileAtomically((folder / "b.ply").string(), "ply\nformat ascii 1.0\n"));
  std::vector<std::string> seen;
  const auto rows = lintTree(*openTree(folder.string()).value(), [&](const Progress& progress) {
    seen.emplace_back(progress.what);
    return true;
  });
  EXPECT_EQ(rows.size(), 9u);
  EXPECT_EQ(seen.size(), 9u);
  for (const MeshLint& row : rows) {
    EXPECT_EQ(row.findings.at(0).kind, row.path == "b.ply" ? FindingKind::kLintUnusable : FindingKind::kLintFlat)
        << row.path;
  }
  int asked = 0;
  EXPECT_EQ(lintTree(*openTree(folder.string()).value(), [&](const Progress&) { return ++asked < 3; }).size(), 2u);
}

}  // namespace
}  // namespace sepax
