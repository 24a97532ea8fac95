#include "format/shape_reader.h"

#include <gtest/gtest.h>

#include "collide/pair_table.h"
#include "format/case_file.h"
#include "format/query.h"
#include "format/report_json.h"
#include "geom/compound_data.h"
#include "geom/rounded.h"

namespace sepax {
namespace {

std::string caseOfShape(const std::string& shape, const std::string& space = "3d") {
  return fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [{{"id": "A", "shape": {}}}]}})", space, shape);
}

Shape read(const std::string& shape, const std::string& space = "3d") {
  auto loaded = parseCase(caseOfShape(shape, space), "t.json");
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error())) << shape;
  return loaded ? loaded->document.bodies.at(0).shape : Shape{};
}

void expectRefused(const std::string& shape, const std::string& where, const std::string& message,
                   const std::string& space = "3d") {
  const auto loaded = parseCase(caseOfShape(shape, space), "t.json");
  ASSERT_FALSE(loaded) << shape;
  EXPECT_EQ(loaded.error().where, "t.json#/bodies/0/shape" + where) << shape;
  EXPECT_NE(loaded.error().message.find(message), std::string::npos) << loaded.error().message;
}

TEST(ShapeReader, ReadsHalfSpacesOfEitherSpace) {
  EXPECT_TRUE(std::holds_alternative<HalfSpace>(read(R"({"type": "half_space"})")));
  EXPECT_TRUE(std::holds_alternative<HalfSpace2>(read(R"({"type": "half_space"})", "2d")));
}

TEST(ShapeReader, RoundsByAMargin) {
  EXPECT_EQ(read(R"({"type": "box", "half_extents": [1, 2, 3], "margin": 0.25})"),
            Shape(Rounded<Box>{Box{{1, 2, 3}}, 0.25}));
  EXPECT_EQ(read(R"({"type": "box", "half_extents": [1, 2, 3], "margin_inside": "0x1p-2"})"),
            Shape(Rounded<Box>{Box{{0.75, 1.75, 2.75}}, 0.25}));
  EXPECT_EQ(read(R"({"type": "box", "half_extents": [1, 2], "margin": 0})", "2d"),
            Shape(Rounded<Box2>{Box2{{1, 2}}, 0}));
  EXPECT_EQ(read(R"({"type": "cylinder", "half_length": 1, "radius": 2, "margin_inside": 0.5})"),
            Shape(Rounded<Cylinder>{Cylinder{0.5, 1.5}, 0.5}));
}

TEST(ShapeReader, RefusesMarginsThatMakeNoSense) {
  expectRefused(R"({"type": "sphere", "radius": 1, "margin": 0.1})", "/margin", "add it to the radius");
  expectRefused(R"({"type": "capsule", "radius": 1, "half_length": 1, "margin_inside": 0.1})", "/margin_inside",
                "to shrink");
  expectRefused(R"({"type": "half_space", "margin": 0.1})", "/margin", "half-space");
  expectRefused(R"({"type": "box", "half_extents": [1, 1, 1], "margin": -0.1})", "/margin", "0");
  expectRefused(R"({"type": "box", "half_extents": [1, 1, 1], "margin": 0.1, "margin_inside": 0.1})", "/margin_inside",
                "both");
  expectRefused(R"({"type": "box", "half_extents": [1, 0.05, 1], "margin_inside": 0.1})", "/margin_inside", "room");
  expectRefused(R"({"type": "polygon", "vertices": [[0, 0], [2, 0], [2, 2], [1, 0.5]], "margin": 0.1})", "/margin",
                "convex", "2d");
}

TEST(ShapeReader, SavesWhatItReadBitForBit) {
  for (
      const char* shape :
      {R"({"type": "half_space"})", R"({"type": "box", "half_extents": [0.1, 0.7, 0.3], "margin_inside": 0.03})",
       R"({"type": "hull", "vertices": [[1, 0, 0], [-1, 0.1, 0], [0, 1, 0.3], [0, 0, 1], [0.2, -1, -1]], "margin_inside": 0.05})",
       R"({"type": "triangle", "vertices": [[1, 0, 0], [-1, 0.1, 0], [0, 1, 0.3]], "margin": 0.3})"}) {
    auto first = parseCase(caseOfShape(shape), "t.json");
    ASSERT_TRUE(first) << describe(first.error());
    for (const NumberStyle style : {NumberStyle::kShortest, NumberStyle::kHexFloat}) {
      const auto again = parseCase(writeCase(first->document, style), "t.json");
      ASSERT_TRUE(again) << describe(again.error());
      EXPECT_EQ(again->document.bodies.at(0).shape, first->document.bodies.at(0).shape) << shape;
      EXPECT_TRUE(again->warnings.empty());
    }
  }
}

TEST(ShapeReader, ReadsCompoundsAndSavesThemAsTheyWereGiven) {
  const std::string compound =
      R"({"type": "compound", "children": [
        {"id": "seat", "shape": {"type": "box", "half_extents": [1, 0.1, 1]}, "axis_angle": {"axis": [0, 1, 0], "angle_deg": 30}},
        {"shape": {"type": "capsule", "from": [0, 0, 0], "to": [0, -1, 0.5], "radius": 0.1}, "position": [0.5, 0, 0]}]})";
  auto loaded = parseCase(caseOfShape(compound), "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  Body& body = loaded->document.bodies.at(0);
  const CompoundData& data = *childrenOf(body.shape);
  ASSERT_EQ(data.children.size(), 2u);
  EXPECT_EQ(data.children[0].id, "seat");
  EXPECT_EQ(data.children[1].id, "1") << "its number";
  EXPECT_NEAR(length(toWorld(data.children[1].pose, {0, std::get<Capsule>(data.children[1].shape).half_length, 0}) -
                     Vec3{0.5, -1, 0.5}),
              0, 1e-15);
  const std::string saved = writeCase(loaded->document);
  EXPECT_NE(saved.find("axis_angle"), std::string::npos) << saved;
  for (const bool edited : {false, true}) {
    if (edited) body.written.reset();
    for (const NumberStyle style : {NumberStyle::kShortest, NumberStyle::kHexFloat}) {
      const auto again = parseCase(writeCase(loaded->document, style), "t.json");
      ASSERT_TRUE(again) << describe(again.error());
      EXPECT_EQ(again->document.bodies.at(0).shape, body.shape);
      EXPECT_TRUE(again->warnings.empty());
    }
  }
}

TEST(ShapeReader, WritesTheAngleOfAPlanarChildToTheBit) {
  for (int i = 0; i < 200; ++i) {
    const double angle = 0.031 * i - 3.1;
    Document document;
    document.space = Space::k2d;
    Body body;
    body.id = "A";
    body.shape = makeCompound({{"a", Box2{}, {{0.1 * i, 0, 0}, matrixOfAngle(angle)}}}, true).value();
    body.rotation = 0.0;
    document.bodies.push_back(std::move(body));
    const auto again = parseCase(writeCase(document), "t.json");
    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ(again->document.bodies.at(0).shape, document.bodies[0].shape) << angle;
  }
}

TEST(ShapeReader, ReadsChainsHeightfieldsSegmentsAndFlatHulls) {
  EXPECT_EQ(read(R"({"type": "chain", "vertices": [[0, 0], [1, 0], [1, 2]]})", "2d"),
            Shape(Chain{{{0, 0}, {1, 0}, {1, 2}}}));
  EXPECT_EQ(read(R"({"type": "chain", "vertices": [[0, 0], [1, 0]], "one_sided": true})", "2d"),
            Shape(Chain{{{0, 0}, {1, 0}}, true}));
  expectRefused(R"({"type": "chain", "vertices": [[0, 0], [1, 0]], "one_sided": 1})", "/one_sided", "true or false",
                "2d");
  EXPECT_EQ(read(R"({"type": "heightfield", "heights": [[0, 1], [2, 3]], "spacing": [0.5, 2]})"),
            Shape(makeHeightfield({{0, 1}, {2, 3}}, {0.5, 2}).value()));
  EXPECT_EQ(read(R"({"type": "heightfield", "heights": [[0, 1], [2, 3]]})"),
            Shape(makeHeightfield({{0, 1}, {2, 3}}, {1, 1}).value()));
  EXPECT_EQ(read(R"({"type": "segment", "half_length": 2})"), Shape(Segment3{2}));
  EXPECT_EQ(read(R"({"type": "segment", "from": [0, 0, 0], "to": [3, 0, 4]})"), Shape(Segment3{2.5}));
  const Shape sheet =
      read(R"({"type": "hull", "vertices": [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1], [0.5, 0, 0.5]]})");
  EXPECT_TRUE(std::get<Hull>(sheet).data->flat);
  EXPECT_EQ(std::get<Hull>(sheet).data->polytope.vertices.size(), 4u) << "the middle is no corner";
}

TEST(ShapeReader, NamesWhatIsWrongWithAChildOrAHeight) {
  const auto child = [](const char* members) {
    return fmt::format(R"({{"type": "compound", "children": [{{{}}}]}})", members);
  };
  expectRefused(child(R"("id": "a")"), "/children/0/shape", "expected a shape object");
  expectRefused(child(R"("shape": {"type": "sphere", "radius": -1})"), "/children/0/shape/radius", "0");
  expectRefused(child(R"("shape": {"type": "half_space"})"), "/children/0/shape", "convex shape that has an end");
  expectRefused(child(R"("shape": {"type": "circle", "radius": 1})"), "/children/0/shape/type", "3d");
  expectRefused(child(R"("shape": {"type": "sphere", "radius": 1}, "rotation_matrix": [[1,0,0],[0,2,0],[0,0,1]])"),
                "/children/0/rotation_matrix", "length 1");
  expectRefused(R"({"type": "compound", "children": []})", "/children", "at least one");
  expectRefused(R"({"type": "heightfield", "heights": [[0, 1], [2]]})", "/heights/1", "2 heights");
  expectRefused(R"({"type": "heightfield", "heights": [[0, 1], [2, 3]], "spacing": 0})", "/spacing/0", "positive");
  expectRefused(R"({"type": "chain", "vertices": [[0, 0], [0, 0]]})", "/vertices/1", "elsewhere", "2d");
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
