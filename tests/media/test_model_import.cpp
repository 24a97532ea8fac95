#include "core/catalogue.h"
#include "media/model.h"
#include "media/model_import.h"
#include "model_glb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace sepax {
namespace {

using Files = std::map<std::string, std::string>;

Result<Model> model(const std::string& bytes, const std::string& name = "folder/tube.glb", const Files& files = {}) {
  const FilesBeside beside = [&](const std::string& path) -> Result<std::vector<std::byte>> {
    const auto found = files.find(path);
    if (found == files.end()) return fail(ErrorCode::kNotFound, path, "found none");
    const auto span = std::as_bytes(std::span(found->second));
    return std::vector<std::byte>(span.begin(), span.end());
  };
  return importModel(std::as_bytes(std::span(bytes)), name, beside, [] { return false; });
}

MinMaxBox boundsOfPosed(const PosedModel& posed) {
  std::vector<Vec3> points(posed.positions.begin(), posed.positions.end());
  return boundsOf(points);
}

TEST(ModelImport, ReadsMaterialsTexturesSkeletonAndAnimationOfAGlb) {
  const auto tube = model(tubeGlb());
  ASSERT_TRUE(tube) << describe(tube.error());
  ASSERT_EQ(tube->materials.size(), 1u);
  EXPECT_EQ(tube->materials[0].name, "paint");
  EXPECT_NEAR(tube->materials[0].base_colour[1], 0.735, 0.01) << "0.5 of light is 0.735 as sRGB has it";
  EXPECT_FALSE(tube->materials[0].is_cut_out);
  ASSERT_EQ(tube->textures.size(), 1u);
  ASSERT_NE(tube->textures[0].picture, nullptr) << tube->textures[0].error;
  EXPECT_EQ(tube->textures[0].width, 64);
  ASSERT_EQ(tube->parts.size(), 1u);
  EXPECT_EQ(tube->parts[0].uv.size(), tube->parts[0].positions.size());
  EXPECT_EQ(tube->parts[0].bones.size(), 2u);
  ASSERT_EQ(tube->clips.size(), 1u);
  EXPECT_EQ(tube->clips[0].name, "bend");
  EXPECT_NEAR(tube->clips[0].seconds, 2, 1e-6);
  EXPECT_TRUE(tube->problems.empty()) << tube->problems[0];
}

TEST(ModelImport, SetsVDownFromTheTexturesUpperEdge) {
  const auto tube = model(tubeGlb());
  ASSERT_TRUE(tube);
  const ModelPart& part = tube->parts[0];
  for (std::size_t v = 0; v < part.positions.size(); ++v)
    ASSERT_NEAR(part.uv[v].y, 1 - part.positions[v].y / 2, 1e-5) << "as in the file";
}

TEST(ModelImport, PlacesTexturesAsAGltfSays) {
  const auto plain = model(tubeGlb());
  const auto placed =
      model(tubeGlb({.texture_extensions = R"("KHR_texture_transform":{"offset":[0.5,0.25],"scale":[2,4],
      "rotation":1.5707963267948966})"}));
  ASSERT_TRUE(plain && placed) << describe(placed.error());
  const auto& before = plain->parts[0].uv;
  const auto& after = placed->parts[0].uv;
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t v = 0; v < before.size(); ++v) {
    ASSERT_NEAR(after[v].x, 4 * before[v].y + 0.5, 1e-5) << "up becomes right";
    ASSERT_NEAR(after[v].y, -2 * before[v].x + 0.25, 1e-5);
  }
  const auto odd = model(tubeGlb({.texture_extensions = R"("KHR_texture_transform":{"offset":7,"texCoord":9})"}));
  ASSERT_TRUE(odd) << describe(odd.error());
  EXPECT_EQ(odd->parts[0].uv, before) << "there are no such coordinates";
}

TEST(ModelImport, SaysThatColoursOfVerticesAreNotShown) {
  const auto ply = [](const std::string& colour) {
    return model(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\n"
        "property list uchar int vertex_indices\nend_header\n0 0 0 " +
            colour + "\n1 0 0 " + colour + "\n0 1 0 " + colour + "\n3 0 1 2\n",
        "a.ply");
  };
  const auto red = ply("255 0 0"), white = ply("255 255 255");
  ASSERT_TRUE(red && white) << describe(red.error());
  ASSERT_EQ(red->problems.size(), 1u);
  EXPECT_EQ(red->problems[0], "meshes whose vertices have colours, which are not shown: 1");
  EXPECT_TRUE(white->problems.empty());
}

TEST(ModelImport, FindsATextureBesideTheMeshAndSaysWhichIsMissing) {
  const std::string glb = tubeGlb({.picture = "", .picture_uri = "art/checks%20blue.png"});
  const auto found = model(glb, "tube.glb", {{"art/checks blue.png", checkedPng(32)}});
  ASSERT_TRUE(found) << describe(found.error());
  ASSERT_NE(found->textures[0].picture, nullptr) << found->textures[0].error;
  EXPECT_EQ(found->textures[0].height, 32);
  const auto moved = model(glb, "tube.glb", {{"checks blue.png", checkedPng(16)}});
  EXPECT_NE(moved->textures[0].picture, nullptr) << "by its last name, where the folder is another";
  const auto missing = model(glb);
  ASSERT_TRUE(missing) << "the mesh is there all the same";
  EXPECT_EQ(missing->textures[0].picture, nullptr);
  EXPECT_EQ(missing->textures[0].name, "art/checks%20blue.png");
  EXPECT_FALSE(missing->textures[0].error.empty());
}

constexpr const char* kObj =
    "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    "usemtl red\nf 1/1 2/2 3/3\nusemtl wood\nf 1/1 3/3 4/4\n";

TEST(ModelImport, ReadsTheMaterialsOfAnObjWithTheirFileBesideIt) {
  const auto obj = model(kObj, "a.obj",
                         {{"a.mtl", "newmtl red\nKd 0.8 0.1 0\nnewmtl wood\nKd 0 0 0\nmap_Kd C:\\art\\wood.png\n"},
                          {"wood.png", checkedPng(8)}});
  ASSERT_TRUE(obj) << describe(obj.error());
  const auto red = std::ranges::find(obj->materials, "red", &ModelMaterial::name);
  const auto wood = std::ranges::find(obj->materials, "wood", &ModelMaterial::name);
  ASSERT_TRUE(red != obj->materials.end() && wood != obj->materials.end());
  EXPECT_NEAR(red->base_colour[0], 0.8, 1e-3);
  ASSERT_GE(wood->texture, 0);
  EXPECT_NE(obj->textures[static_cast<std::size_t>(wood->texture)].picture, nullptr);
  EXPECT_GT(wood->base_colour[0], 0.9) << "a texture under black would not be seen";
  const auto bare = model(kObj, "a.obj");
  ASSERT_TRUE(bare);
  ASSERT_EQ(bare->problems.size(), 1u);
  EXPECT_NE(bare->problems[0].find("a.mtl"), std::string::npos) << bare->problems[0];
}

TEST(ModelImport, SaysItsLimitsInTheWindowsLanguage) {
  std::string materials;
  for (int i = 0; i < 1100; ++i) materials += "newmtl m" + std::to_string(i) + "\nKd 0.5 0.1 0\n";
  const Files files{{"a.mtl", materials}};
  const auto english = model(kObj, "a.obj", files);
  ASSERT_FALSE(english);
  EXPECT_EQ(english.error().message, "has too many materials: more than 1024");
  ASSERT_TRUE(setLanguage(Language::kChinese));
  const auto chinese = model(kObj, "a.obj", files);
  ASSERT_TRUE(setLanguage(Language::kEnglish));
  ASSERT_FALSE(chinese);
  EXPECT_EQ(chinese.error().message, "材质过多");
}

TEST(ModelImport, KeepsNoGeometryOfAMeshWithoutColoursTexturesAndMotion) {
  const auto plain = model("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "a.obj");
  ASSERT_TRUE(plain) << describe(plain.error());
  EXPECT_TRUE(plain->parts.empty());
  EXPECT_TRUE(plain->nodes.empty());
}

TEST(ModelImport, ShrinksALargeTextureAndKeepsItsSizeForTheList) {
  const auto tube = model(tubeGlb({.picture = checkedPng(4096)}));
  ASSERT_TRUE(tube);
  ASSERT_NE(tube->textures[0].picture, nullptr) << tube->textures[0].error;
  EXPECT_EQ(tube->textures[0].width, 4096);
  EXPECT_EQ(tube->textures[0].picture->width, kMaxTextureSide);
}

TEST(ModelImport, NamesATextureThatIsHugeOrNoPictureAndShowsTheRest) {
  std::string huge = checkedPng(8);
  const std::string claimed = bigEndian32(30'000);
  std::memcpy(huge.data() + 16, claimed.data(), 4);
  std::memcpy(huge.data() + 20, claimed.data(), 4);
  for (const std::string& picture : {huge, std::string("no picture")}) {
    const auto tube = model(tubeGlb({.picture = picture}));
    ASSERT_TRUE(tube) << describe(tube.error());
    EXPECT_EQ(tube->textures[0].picture, nullptr);
    EXPECT_FALSE(tube->textures[0].error.empty());
    EXPECT_FALSE(tube->parts[0].triangles.empty());
  }
}

TEST(ModelImport, PutsTextureCoordinatesThatAreNotFiniteAtZeroAndCountsThem) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30f}) {
    const auto tube = model(tubeGlb({.uv_of_first = bad}));
    ASSERT_TRUE(tube) << describe(tube.error());
    ASSERT_EQ(tube->problems.size(), 1u) << bad;
    EXPECT_NE(tube->problems[0].find(": 1"), std::string::npos) << tube->problems[0];
    for (const glm::vec2& uv : tube->parts[0].uv) ASSERT_TRUE(std::isfinite(uv.x) && std::isfinite(uv.y));
  }
}

TEST(ModelImport, RefusesAJointThatIsNoNodeInsteadOfCrashing) {
  for (const char* joint : {"7", "4000000000", "-1"}) {
    const auto tube = model(tubeGlb({.first_joint = joint}));
    EXPECT_TRUE(tube || describe(tube.error()).starts_with("folder/tube.glb: ")) << joint;
  }
}

TEST(ModelImport, RefusesOrDropsAnimationsOfNoKeyOrABillionAtOnce) {
  for (const char* count : {"0", "4", "1000000000", "4294967295"}) {
    const auto tube = model(tubeGlb({.key_count = count}));
    if (tube) {
      for (const ModelClip& clip : tube->clips) EXPECT_LT(clip.seconds, 3) << count;
      const PosedModel posed = poseModel(*tube, ClipTime{0, 1});
      EXPECT_FALSE(posed.positions.empty());
    } else {
      EXPECT_TRUE(describe(tube.error()).starts_with("folder/tube.glb: ")) << describe(tube.error());
    }
  }
  const auto endless = model(tubeGlb({.last_key_seconds = std::numeric_limits<float>::infinity()}));
  ASSERT_TRUE(!endless || std::isfinite(endless->clips[0].seconds));
}

TEST(ModelImport, RefusesNodesThatHangFromThemselves) {
  for (const char* child : {"1", "2", "99"}) {
    const auto tube = model(tubeGlb({.elbow_child = child}));
    EXPECT_TRUE(tube || describe(tube.error()).starts_with("folder/tube.glb: ")) << child;
    EXPECT_TRUE(!tube || tube->nodes.size() < 10u) << child;
  }
}

TEST(ModelImport, StopsBetweenTexturesWhenItIsCancelled) {
  const std::string glb = tubeGlb();
  const auto cancelled = importModel(std::as_bytes(std::span(glb)), "a.glb", {}, [] { return true; });
  ASSERT_TRUE(cancelled);
  ASSERT_EQ(cancelled->textures.size(), 1u) << "its material names it";
  EXPECT_EQ(cancelled->textures[0].picture, nullptr);
}

TEST(ModelImport, SurvivesDamagedFiles) {
  const std::string whole = tubeGlb();
  std::mt19937 random(20260101);
  int read = 0, refused = 0;
  for (int i = 0; i < 60; ++i) {
    std::string damaged = whole;
    for (int k = 0; k < 3; ++k) damaged[20 + random() % (damaged.size() - 20)] = static_cast<char>(random());
    const auto tube = model(damaged);
    ++(tube ? read : refused);
    if (!tube) continue;
    const std::optional<ClipTime> at = tube->clips.empty() ? std::nullopt : std::optional(ClipTime{0, 1});
    for (const glm::vec3& p : poseModel(*tube, at).positions)
      ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
  }
  std::printf("read %d, refused %d\n", read, refused);
  EXPECT_GT(read, 5);
  EXPECT_GT(refused, 0);
}

TEST(PosedModel, LiesWhereTheTrianglesThatCollideDo) {
  const std::string glb = tubeGlb();
  const auto mesh = importMesh(std::as_bytes(std::span(glb)), "tube.glb");
  const auto tube = model(glb);
  ASSERT_TRUE(mesh && tube);
  const MinMaxBox expected = boundsOf(mesh->vertices), posed = boundsOfPosed(poseModel(*tube, std::nullopt));
  const double worst = std::max(length(expected.min - posed.min), length(expected.max - posed.max));
  std::printf("worst %g m\n", worst);
  EXPECT_LT(worst, 1e-6);
  EXPECT_EQ(tube->parts[0].triangles.size(), mesh->triangles.size());
}

TEST(PosedModel, BendsAtItsJointAsTheClipSays) {
  const auto tube = model(tubeGlb());
  ASSERT_TRUE(tube);
  const MinMaxBox straight = boundsOfPosed(poseModel(*tube, ClipTime{0, 0})),
                  bent = boundsOfPosed(poseModel(*tube, ClipTime{0, 1}));
  EXPECT_NEAR(straight.max.y, 2, 1e-5);
  EXPECT_NEAR(bent.min.x, -1, 1e-4) << "the upper metre lies along −x after 90° about z";
  EXPECT_NEAR(bent.max.y, 1.25, 1e-4);
  const PosedModel half = poseModel(*tube, ClipTime{0, 0.5});
  EXPECT_NEAR(boundsOfPosed(half).min.x, -1 * std::sin(M_PI / 4) - 0.25 * std::cos(M_PI / 4), 2e-2)
      << "45° between the keys";
  ASSERT_EQ(half.bones.size(), 1u);
  EXPECT_NEAR(half.bones[0].second.y, 1, 1e-6);
  const MinMaxBox later = boundsOfPosed(poseModel(*tube, ClipTime{0, 1e9}));
  EXPECT_NEAR(later.max.y, 2, 1e-5) << "behind the last key as at it";
}

TEST(PosedModel, KeepsNormalsOfUnitLengthInEveryPose) {
  const auto tube = model(tubeGlb());
  ASSERT_TRUE(tube);
  double worst = 0;
  for (const double seconds : {0.0, 0.3, 1.0, 1.7}) {
    for (const glm::vec3& n : poseModel(*tube, ClipTime{0, seconds}).normals)
      worst = std::max(worst, std::abs(length(Vec3(n)) - 1));
  }
  std::printf("worst %g\n", worst);
  EXPECT_LT(worst, 1e-6);
}

}  // namespace
}  // namespace sepax
