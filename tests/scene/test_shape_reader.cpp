#include "scene/shape_reader.h"

#include <gtest/gtest.h>

#include "collide/pair_table.h"
#include "geom/rounded.h"
#include "scene/case_file.h"
#include "scene/query.h"
#include "scene/report_json.h"

namespace sepax {
namespace {

std::string caseOf(const std::string& shape, const std::string& space = "3d") {
  return fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [{{"id": "A", "shape": {}}}]}})", space, shape);
}

Shape read(const std::string& shape, const std::string& space = "3d") {
  auto loaded = parseCase(caseOf(shape, space), "t.json");
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error())) << shape;
  return loaded ? loaded->document.bodies.at(0).shape : Shape{};
}

void expectRefused(const std::string& shape, const std::string& where, const std::string& message, const std::string& space = "3d") {
  const auto loaded = parseCase(caseOf(shape, space), "t.json");
  ASSERT_FALSE(loaded) << shape;
  EXPECT_EQ(loaded.error().where, "t.json#/bodies/0/shape" + where) << shape;
  EXPECT_NE(loaded.error().message.find(message), std::string::npos) << loaded.error().message;
}

TEST(ShapeReader, ReadsHalfSpacesOfEitherSpace) {
  EXPECT_TRUE(std::holds_alternative<HalfSpace>(read(R"({"type": "half_space"})")));
  EXPECT_TRUE(std::holds_alternative<HalfSpace2>(read(R"({"type": "half_space"})", "2d")));
}

TEST(ShapeReader, RoundsByAMargin) {
  EXPECT_EQ(read(R"({"type": "box", "half_extents": [1, 2, 3], "margin": 0.25})"), Shape(Rounded<Box>{Box{{1, 2, 3}}, 0.25}));
  EXPECT_EQ(read(R"({"type": "box", "half_extents": [1, 2, 3], "margin_inside": "0x1p-2"})"),
            Shape(Rounded<Box>{Box{{0.75, 1.75, 2.75}}, 0.25}));
  EXPECT_EQ(read(R"({"type": "box", "half_extents": [1, 2], "margin": 0})", "2d"), Shape(Rounded<Box2>{Box2{{1, 2}}, 0}));
  EXPECT_EQ(read(R"({"type": "cylinder", "half_length": 1, "radius": 2, "margin_inside": 0.5})"),
            Shape(Rounded<Cylinder>{Cylinder{0.5, 1.5}, 0.5}));
}

TEST(ShapeReader, RefusesMarginsThatMakeNoSense) {
  expectRefused(R"({"type": "sphere", "radius": 1, "margin": 0.1})", "/margin", "add it to the radius");
  expectRefused(R"({"type": "capsule", "radius": 1, "half_length": 1, "margin_inside": 0.1})", "/margin_inside", "to shrink");
  expectRefused(R"({"type": "half_space", "margin": 0.1})", "/margin", "half-space");
  expectRefused(R"({"type": "box", "half_extents": [1, 1, 1], "margin": -0.1})", "/margin", "0");
  expectRefused(R"({"type": "box", "half_extents": [1, 1, 1], "margin": 0.1, "margin_inside": 0.1})", "/margin_inside", "both");
  expectRefused(R"({"type": "box", "half_extents": [1, 0.05, 1], "margin_inside": 0.1})", "/margin_inside", "room");
  expectRefused(R"({"type": "polygon", "vertices": [[0, 0], [2, 0], [2, 2], [1, 0.5]], "margin": 0.1})", "/margin", "convex", "2d");
}

TEST(ShapeReader, SavesWhatItReadBitForBit) {
  for (const char* shape :
       {R"({"type": "half_space"})", R"({"type": "box", "half_extents": [0.1, 0.7, 0.3], "margin_inside": 0.03})",
        R"({"type": "hull", "vertices": [[1, 0, 0], [-1, 0.1, 0], [0, 1, 0.3], [0, 0, 1], [0.2, -1, -1]], "margin_inside": 0.05})",
        R"({"type": "triangle", "vertices": [[1, 0, 0], [-1, 0.1, 0], [0, 1, 0.3]], "margin": 0.3})"}) {
    auto first = parseCase(caseOf(shape), "t.json");
    ASSERT_TRUE(first) << describe(first.error());
    for (const NumberStyle style : {NumberStyle::kShortest, NumberStyle::kHexFloat}) {
      const auto again = parseCase(writeCase(first->document, style), "t.json");
      ASSERT_TRUE(again) << describe(again.error());
      EXPECT_EQ(again->document.bodies.at(0).shape, first->document.bodies.at(0).shape) << shape;
      EXPECT_TRUE(again->warnings.empty());
    }
  }
}

TEST(ShapeReader, GivesHalfSpacesAnswersWithoutInfinity) {
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "half_space"}}, {"id": "B", "shape": {"type": "half_space"}, "position": [0, 5, 0]}],
    "queries": [{"type": "ray", "origin": [0, 9, 0], "direction": [0, -1, 0], "length": 20}, {"type": "fit", "body": "A"},
                {"type": "sweep", "pair": ["A", "B"], "duration": 1}]})",
                                "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const Document& document = loaded->document;
  PairReport report = testPair(posedShape(document.bodies[0]), posedShape(document.bodies[1])).value();
  const Json json = pairReportJson(report, Space::k3d);
  EXPECT_EQ(json["verdict"], Json("overlapping"));
  EXPECT_TRUE(json["separation"].isNull());
  EXPECT_TRUE(json["mtv"].isNull());
  EXPECT_EQ(json["endless"], Json(true));
  const auto answers = answerQueries(document);
  ASSERT_TRUE(answers) << describe(answers.error());
  EXPECT_EQ(std::get<RayReport>((*answers)[0].answer).hits.size(), 2u);
  EXPECT_NE(std::get<FitReport>((*answers)[1].answer).error.find("unbounded"), std::string::npos);
  EXPECT_TRUE(std::get<SweepReport>((*answers)[2].answer).never_exits);
}

}  // namespace
}  // namespace sepax
