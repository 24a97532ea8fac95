#include "media/model.h"
#include "media/model_import.h"
#include "model_reply_bytes.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sepax {
namespace {

Result<ModelReply> readReply(const std::string& bytes) {
  return readModelReply(std::as_bytes(std::span(bytes)), "folder/a.glb");
}

TEST(ModelReply, ReadsWhatItsProgramWrites) {
  const std::string bytes = modelReply();
  const auto read = readReply(bytes);
  ASSERT_TRUE(read) << describe(read.error());
  const Model& model = read->model;
  ASSERT_EQ(read->textures.size(), 1u);
  EXPECT_EQ(read->textures[0].width, 2);
  EXPECT_EQ(read->textures[0].bytes.size(), 8u);
  ASSERT_EQ(model.parts.size(), 1u);
  EXPECT_EQ(model.parts[0].triangles.size(), 1u);
  EXPECT_EQ(model.parts[0].bones.size(), 2u);
  EXPECT_EQ(model.parts[0].weights.size(), 6u);
  EXPECT_EQ(model.nodes.size(), 3u);
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].seconds, 1);
  EXPECT_TRUE(model.problems.empty());
  EXPECT_EQ(poseModel(model, std::nullopt).positions.size(), 6u) << "the triangle at two nodes";
}

TEST(ModelReply, RefusesBonesAndWeightsThatAreFewInTheFileAndTooManyAtItsNodes) {
  EXPECT_TRUE(readReply(modelReply({.bones = 1000, .nodes = 100})));
  for (const auto& choices :
       {ModelReplyChoices{.bones = 10'000, .nodes = 20'000}, {.bones = 1, .weights_a_bone = 40'000, .nodes = 1000}}) {
    const auto read = readReply(modelReply(choices));
    ASSERT_FALSE(read) << "each pose would take " << choices.bones << " bones at " << choices.nodes << " nodes";
    EXPECT_TRUE(describe(read.error()).starts_with("folder/a.glb: ")) << describe(read.error());
  }
}

TEST(ModelReply, HasNoNumberThatIsNotFiniteInAnyPoseOfAHugeModel) {
  for (const float size : {1e-38f, 1e-20f, 1e19f, 1e30f, 3e38f}) {
    const auto read = readReply(modelReply({.size = size}));
    ASSERT_TRUE(read) << describe(read.error());
    for (const double seconds : {0.0, 0.4, 1.0}) {
      const PosedModel posed = poseModel(read->model, ClipTime{0, seconds});
      for (const auto& list : {posed.positions, posed.normals}) {
        for (const glm::vec3& v : list)
          ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) << size;
      }
      for (const auto& [from, to] : posed.bones) ASSERT_TRUE(std::isfinite(from.x) && std::isfinite(to.x)) << size;
    }
  }
}

TEST(ModelReply, RefusesOrReadsADamagedReplyAndOneCutAnywhere) {
  const std::string whole = modelReply();
  for (std::size_t size = 0; size < whole.size(); ++size) ASSERT_FALSE(readReply(whole.substr(0, size))) << size;
  EXPECT_FALSE(readReply(whole + "x"));
  std::mt19937 random(20261125);
  int read = 0, refused = 0;
  for (int i = 0; i < test::rounds(20'000); ++i) {
    std::string damaged = whole;
    for (int k = 0; k < 2; ++k)
      damaged[4 + random() % (damaged.size() - 4)] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
    const auto reply = readReply(damaged);
    ++(reply ? read : refused);
    if (reply) (void)poseModel(reply->model, ClipTime{0, 0.5});
  }
  std::printf("read %d, refused %d\n", read, refused);
  EXPECT_GT(read, test::rounds(2000));
  EXPECT_GT(refused, test::rounds(2000));
}

}  // namespace
}  // namespace sepax
