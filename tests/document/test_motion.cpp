#include "document/motion.h"

#include "document/history.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "geom/random.h"
#include "geom/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sepax {
namespace {

Document ballsInRoom(AtWalls at_walls, int count = 40) {
  SplitMix64 random{5};
  Document document;
  for (int i = 0; i < count; ++i) {
    Body body;
    body.id = "b" + std::to_string(i);
    body.shape = i % 2 == 0 ? Shape(Sphere{0.3}) : Shape(Box{{0.1, 0.2, 0.3}});
    body.position = {random.in(-3, 3), random.in(-3, 3), random.in(-3, 3)};
    body.linear_velocity = 4.0 * random.direction();
    body.angular_velocity = random.direction();
    document.bodies.push_back(body);
  }
  document.room = Room{Vec3{-4}, Vec3{4}, at_walls, {}};
  return document;
}

bool sameTransforms(const Document& a, const Document& b) {
  return std::ranges::equal(a.bodies, b.bodies, [](const Body& x, const Body& y) {
    return x.position == y.position && x.rotation == y.rotation && x.linear_velocity == y.linear_velocity;
  });
}

TEST(Motion, FollowsTheVelocities) {
  Document document = defaultDocument();
  const Vec3 start = document.bodies[1].position;
  document.bodies[1].linear_velocity = Vec3{1, -2, 0.5};
  document.bodies[1].angular_velocity = Vec3{0, 0, 2};
  EXPECT_TRUE(hasMotion(document));
  ASSERT_TRUE(moveBodies(document, 60));
  EXPECT_LT(length(document.bodies[1].position - (start + Vec3{1, -2, 0.5})), 1e-12);
  const Mat3 expected = matrixOf(quaternionAbout({0, 0, 1}, 2)) * matrixOf(defaultDocument().bodies[1].rotation);
  const Mat3 found = matrixOf(document.bodies[1].rotation);
  for (int c = 0; c < 3; ++c) EXPECT_LT(length(found[c] - expected[c]), 1e-12);
  EXPECT_EQ(document.bodies[0].position, defaultDocument().bodies[0].position) << "what has no velocity rests";
}

TEST(Motion, IsTheSameInOneGoAndInManySteps) {
  Document at_once = ballsInRoom(AtWalls::kBounce), one_by_one = at_once;
  ASSERT_TRUE(moveBodies(at_once, 300));
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(moveBodies(one_by_one, 1));
  EXPECT_TRUE(sameTransforms(at_once, one_by_one));
}

TEST(Motion, BouncesOffTheWallsAndKeepsItsSpeed) {
  Document document = ballsInRoom(AtWalls::kBounce);
  const Document before = document;
  int turned = 0;
  for (int i = 0; i < 600; ++i) {
    ASSERT_TRUE(moveBodies(document, 1));
    for (std::size_t b = 0; b < document.bodies.size(); ++b) {
      const Body& body = document.bodies[b];
      const PosedShape posed = posedShape(body);
      const MinMaxBox box = boundsOf(posed.shape, posed.pose);
      for (int c = 0; c < 3; ++c) {
        // A rotating box may stick out by what it has turned in a step.
        EXPECT_GT(box.min[c], -4.02);
        EXPECT_LT(box.max[c], 4.02);
      }
      EXPECT_NEAR(length(*body.linear_velocity), 4, 1e-12);
      turned += *body.linear_velocity != *before.bodies[b].linear_velocity ? 1 : 0;
    }
  }
  EXPECT_GT(turned, 0);
}

TEST(Motion, PassesTheWallsAndComesInAgainAcross) {
  Document document = ballsInRoom(AtWalls::kPass);
  const Document before = document;
  bool passed = false;
  for (int i = 0; i < 600; ++i) {
    const std::vector<Body> last = document.bodies;
    ASSERT_TRUE(moveBodies(document, 1));
    for (std::size_t b = 0; b < last.size(); ++b) {
      passed = passed || length(document.bodies[b].position - last[b].position) > 7;
      for (int c = 0; c < 3; ++c) EXPECT_LE(std::abs(document.bodies[b].position[c]), 4 + 1e-9);
      EXPECT_EQ(*document.bodies[b].linear_velocity, *before.bodies[b].linear_velocity);
    }
  }
  EXPECT_TRUE(passed);
}

TEST(Motion, HasNoWallsForWhatIsWiderThanTheRoom) {
  Document document = ballsInRoom(AtWalls::kBounce, 1);
  document.bodies[0].shape = Sphere{5};
  const Vec3 start = document.bodies[0].position, velocity = *document.bodies[0].linear_velocity;
  ASSERT_TRUE(moveBodies(document, 600));
  EXPECT_LT(length(document.bodies[0].position - (start + 10.0 * velocity)), 1e-9);
}

TEST(Motion, InThePlaneRotatesByTheAngle) {
  Document document;
  document.space = Space::k2d;
  Body body;
  body.id = "A";
  body.shape = Box2{{0.5, 0.2}};
  body.rotation = 0.25;
  body.linear_velocity = Vec3{2, 0, 0};
  body.angular_velocity = Vec3{0, 0, -1};
  document.bodies.push_back(body);
  document.room = Room{{-1, -1, 0}, {1, 1, 0}, AtWalls::kBounce, {}};
  ASSERT_TRUE(moveBodies(document, 60));
  EXPECT_NEAR(std::get<double>(document.bodies[0].rotation), -0.75, 1e-12);
  EXPECT_EQ(document.bodies[0].position.z, 0);
  EXPECT_LE(std::abs(document.bodies[0].position.x), 1.0);
}

TEST(Motion, ThatWouldLeaveTheNumbersIsRefusedAndMovesNothing) {
  Document document = ballsInRoom(AtWalls::kBounce, 5);
  document.room.reset();
  document.bodies[3].position.x = kMaxLength;
  document.bodies[3].linear_velocity = Vec3{kMaxLength, 0, 0};
  const Document before = document;
  const Result<void> moved = moveBodies(document, 2);
  ASSERT_FALSE(moved);
  EXPECT_NE(describe(moved.error()).find("b3"), std::string::npos) << describe(moved.error());
  EXPECT_TRUE(sameTransforms(document, before));
  EXPECT_FALSE(moveBodies(document, 0));
}

TEST(Motion, PlayedUntilAPauseIsOneStepToUndo) {
  History history(ballsInRoom(AtWalls::kBounce));
  const Document before = history.document();
  const MergeKey first = newMergeKey(), second = newMergeKey();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(history.run(MoveBodies{1}, first));
  const Document paused = history.document();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(history.run(MoveBodies{1}, second));
  const Document ended = history.document();
  EXPECT_EQ(history.undoLabel(), "Play the motion");
  history.undo();
  EXPECT_TRUE(sameTransforms(history.document(), paused));
  history.undo();
  EXPECT_TRUE(sameTransforms(history.document(), before));
  EXPECT_FALSE(history.canUndo());
  history.redo();
  history.redo();
  EXPECT_TRUE(sameTransforms(history.document(), ended));
}

TEST(Motion, ARoomIsSavedAndRead) {
  Document document = ballsInRoom(AtWalls::kPass, 2);
  const auto again = parseCase(writeCase(document), "room.json");
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(again->document.room, document.room);
  EXPECT_TRUE(again->warnings.empty());
  const auto refused = [](const std::string& room) {
    const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [], "room": )" + room + "}", "room.json");
    return loaded ? std::string("read") : describe(loaded.error());
  };
  EXPECT_NE(refused(R"({"min": [0, 0, 0], "max": [1, 0, 1]})").find("room/max/1"), std::string::npos);
  EXPECT_NE(refused(R"({"min": [0, 0, 0], "max": [1, 1, 1], "at_walls": "stop"})").find("/room/at_walls"),
            std::string::npos);
  EXPECT_NE(refused(R"({"min": [0, 0, 0]})").find("/room/max"), std::string::npos);
  const auto kept =
      parseCase(R"({"sepax":1,"space":"2d","bodies":[],"room":{"min":[0,0],"max":[1,1],"floor":"wood"}})", "room.json");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->warnings.size(), 1u);
  EXPECT_NE(writeCase(kept->document).find("\"floor\": \"wood\""), std::string::npos);
}

}  // namespace
}  // namespace sepax
