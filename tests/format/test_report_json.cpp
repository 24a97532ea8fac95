#include "format/report_json.h"

#include "collide/pieces/concave_shapes.h"
#include "document/tested_pairs.h"
#include "format/case_file.h"
#include "format/expectation.h"
#include "json_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace sepax {

namespace {

int indexIn(const Json& value) { return static_cast<int>(value.number()); }

Json jsonOf(const Document& document, const std::string& algorithm = "sat") {
  const auto report = testPair(document, testedPairs(document).at(0), algorithm);
  EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
  return test::parsed(compactJson(pairReportJson(*report, document.space)));
}

Document boxes(const Vec3& position) {
  Document document = defaultDocument();
  for (Body& body : document.bodies) {
    body.shape = Box{{1, 1, 1}};
    body.rotation = Quat{};
    body.position = body.id == "B" ? position : Vec3{0.0};
  }
  document.expect.clear();
  return document;
}

}  // namespace

TEST(ReportJson, SaysHowManyTrianglesOfTwoMeshesCrossAndAlongWhat) {
  Document document = boxes({0.5, 0.5, 0.5});
  for (Body& body : document.bodies) body.shape = test::cubeMesh({0.5, 0.5, 0.5});
  const Json json = jsonOf(document);
  ASSERT_TRUE(json["pieces"].contains("crossings"));
  const Json& crossings = json["pieces"]["crossings"];
  EXPECT_GE(crossings["count"].number(), 6);
  EXPECT_NEAR(crossings["length"].number(), 3, 1e-12);  // six sides of half a metre
  EXPECT_EQ(crossings["complete"], true);
  for (Body& body : document.bodies) body.position *= 4.0;
  EXPECT_FALSE(jsonOf(document)["pieces"].contains("crossings")) << "apart";
}

TEST(ReportJson, NoAxisOfTwoPiecesDecidesWhereTheWholeShapesHaveAnotherWayOut) {
  Document document = boxes({0.1, 0.3, 0});
  document.space = Space::k2d;
  // A plus: out of each bar is into the other one, so B leaves by a hollow.
  document.bodies[0].shape = Polygon{
      {{-1, -3}, {1, -3}, {1, -1}, {3, -1}, {3, 1}, {1, 1}, {1, 3}, {-1, 3}, {-1, 1}, {-3, 1}, {-3, -1}, {-1, -1}}};
  document.bodies[1].shape = Box2{{0.2, 0.2}};
  for (Body& body : document.bodies) body.rotation = 0.0;
  const Json union_move = jsonOf(document);
  EXPECT_EQ(union_move["pieces"]["mtv_from"], "union");
  EXPECT_LT(union_move["separation"].number(), -1.4);
  EXPECT_TRUE(union_move["deciding_axis"].isNull());
  EXPECT_EQ(expectationOf(document, {"A", "B"})->deciding_axis, std::nullopt);
  document.bodies[1].position = {3.1, 0.3, 0};
  const Json by_pieces = jsonOf(document);
  EXPECT_EQ(by_pieces["pieces"]["mtv_from"], "deepest_pieces");
  for (const Json& axis : by_pieces["axes"].items()) {
    if (axis["name"] != by_pieces["deciding_axis"]) continue;
    EXPECT_EQ(axis["separation"], by_pieces["separation"]);
  }
  EXPECT_FALSE(by_pieces["deciding_axis"].isNull());
}

TEST(ReportJson, HasTheMembersOfTheContract) {
  const Json json = jsonOf(defaultDocument());
  for (const char* key :
       {"a", "b", "algorithm", "verdict", "separation", "distance", "normal", "mtv", "deciding_axis", "runner_up",
        "runner_up_margin", "first_separating_axis", "closest_points", "contacts", "axes"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  ASSERT_EQ(json["axes"].size(), 15u);
  const std::vector<std::string> names{"A0",    "A1",    "A2",    "B0",    "B1",    "B2",    "A0xB0", "A0xB1",
                                       "A0xB2", "A1xB0", "A1xB1", "A1xB2", "A2xB0", "A2xB1", "A2xB2"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Json& axis = json["axes"][i];
    EXPECT_EQ(axis["name"], names[i]);
    for (const char* key : {"kind", "state", "direction", "cross_length", "a", "b", "radius_a", "radius_b",
                            "centre_distance", "separation"}) {
      EXPECT_TRUE(axis.contains(key)) << key;
    }
  }
  EXPECT_EQ(json["verdict"], "separated");
  EXPECT_EQ(json["deciding_axis"], "A0xB1");
  EXPECT_EQ(json["closest_points"]["a"].size(), 3u);
}

TEST(ReportJson, HandValuesOfTwoUnitBoxes) {
  const Json json = jsonOf(boxes({3.25, 0, 0}));
  EXPECT_EQ(json["verdict"], "separated");
  EXPECT_EQ(json["separation"], 1.25);
  EXPECT_EQ(json["distance"], 1.25);
  EXPECT_EQ(json["normal"], Json::array({1, 0, 0}));
  EXPECT_EQ(json["mtv"], Json::array({0, 0, 0}));
  EXPECT_EQ(json["deciding_axis"], "A0");
  EXPECT_EQ(json["first_separating_axis"], "A0");
  const Json& axis = json["axes"][0];
  EXPECT_EQ(axis["kind"], "face_a");
  EXPECT_EQ(axis["state"], "tested");
  EXPECT_EQ(axis["a"], Json::array({-1, 1}));
  EXPECT_EQ(axis["b"], Json::array({2.25, 4.25}));
  EXPECT_EQ(axis["radius_a"], 1);
  EXPECT_EQ(axis["centre_distance"], 3.25);
  EXPECT_EQ(axis["separation"], 1.25);
}

TEST(ReportJson, OverlapHasAnMtvAndContactsAndNoSeparatingAxis) {
  const Json json = jsonOf(boxes({1.5, 0, 0}));
  EXPECT_EQ(json["verdict"], "overlapping");
  EXPECT_EQ(json["mtv"], Json::array({0.5, 0, 0}));
  EXPECT_TRUE(json["first_separating_axis"].isNull());
  ASSERT_GE(json["contacts"].size(), 1u);
  EXPECT_EQ(json["contacts"][0]["separation"], -0.5);
  EXPECT_TRUE(json["contacts"][0].contains("position") && json["contacts"][0].contains("feature"));
}

TEST(ReportJson, SaysHowTheContactsWereClipped) {
  const Json json = jsonOf(boxes({1.5, 0, 0}));
  ASSERT_EQ(json["contacts"].size(), 4u);
  EXPECT_LT(json["contacts"][0]["id"].number(), 0x1p52);
  const Json& manifold = json["manifold"];
  EXPECT_EQ(manifold["reference"], "A face 0");
  EXPECT_EQ(manifold["incident"], "B face 1");
  EXPECT_EQ(manifold["reference_polygon"].size(), 4u);
  ASSERT_EQ(manifold["steps"].size(), 4u);
  EXPECT_EQ(manifold["steps"][3]["polygon"].size(), 4u);
  for (const Json& point : manifold["points"]) EXPECT_EQ(point["state"], "kept");
  EXPECT_FALSE(jsonOf(boxes({3, 0, 0})).contains("manifold"));
}

TEST(ReportJson, WhatADegenerateAxisCannotMeasureIsNull) {
  const Json json = jsonOf(boxes({3, 0, 0}));
  int degenerate = 0;
  for (const Json& axis : json["axes"]) {
    if (axis["state"] != "degenerate") continue;
    ++degenerate;
    EXPECT_TRUE(axis["separation"].isNull() && axis["a"].isNull() && axis["direction"].isNull());
    EXPECT_EQ(axis["cross_length"], 0);
  }
  EXPECT_EQ(degenerate, 3);
}

TEST(ReportJson, VectorsOf2dCasesHaveTwoComponents) {
  Document document;
  document.space = Space::k2d;
  Body a;
  a.id = "A";
  a.shape = Box2{{1, 1}};
  a.rotation = 0.0;
  Body b = a;
  b.id = "B";
  b.position = {3, 0.5, 0};
  document.bodies = {a, b};
  const Json json = jsonOf(document);
  EXPECT_EQ(json["normal"], Json::array({1, 0}));
  EXPECT_EQ(json["axes"].size(), 4u);
  EXPECT_EQ(json["axes"][0]["direction"].size(), 2u);
}

TEST(ReportJson, EveryNumberRestoresItsDouble) {
  const Document document = defaultDocument();
  const auto report = testPair(document, {"A", "B"});
  ASSERT_TRUE(report);
  const auto& sat = std::get<SatReport>(report->trace);
  const Json json = test::parsed(pairReportText(*report, document.space));
  const auto same = [](const Json& value, double expected) {
    return std::bit_cast<std::uint64_t>(value.number()) == std::bit_cast<std::uint64_t>(expected);
  };
  for (std::size_t i = 0; i < sat.axes.size(); ++i) {
    EXPECT_TRUE(same(json["axes"][i]["separation"], sat.axes[i].separation));
    EXPECT_TRUE(same(json["axes"][i]["a"][0], sat.axes[i].a.min));
    EXPECT_TRUE(same(json["axes"][i]["b"][1], sat.axes[i].b.max));
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_TRUE(same(json["axes"][i]["direction"][c], sat.axes[i].direction[static_cast<int>(c)]));
  }
  EXPECT_TRUE(same(json["separation"], report->answer.separation));
}

TEST(ReportJson, AnAlgorithmWithoutAxesSaysSoByAnEmptyList) {
  const Json json = jsonOf(defaultDocument(), "gjk");
  EXPECT_TRUE(json["axes"].empty());
  EXPECT_FALSE(json.contains("deciding_axis"));
  EXPECT_EQ(json["verdict"], "separated");
}

/// A reader that knows nothing of ours: the answer must follow from the JSON alone.
TEST(ReportJson, TheTraceOfGjkAndEpaLeadsToTheAnswerWithoutTheProgram) {
  const auto vec = [](const Json& json) {
    return Vec3{json[0].number(), json[1].number(), json.size() > 2 ? json[2].number() : 0};
  };
  int polytopes = 0, distances = 0;
  for (const double x : {0.4, 0.9, 1.3, 2.5}) {
    Document document = boxes({x, 0.2, 0.3});
    document.bodies[1].rotation = quaternionAbout({0.6, 0, 0.8}, 0.7);
    const Json json = jsonOf(document, "gjk-epa");
    const Json& trace = json["trace"];
    ASSERT_EQ(trace["kind"], "gjk-epa");
    for (const Json& step : trace["steps"]) {
      const Vec3 support = vec(step["support"]["a"]) - vec(step["support"]["b"]);
      EXPECT_EQ(support, vec(step["support"]["point"]));
      Vec3 closest{0.0};
      for (const Json& corner : step["simplex"]) closest += corner["weight"].number() * vec(corner["point"]);
      EXPECT_LT(length(closest - vec(step["closest"])), 1e-12);
      EXPECT_GE(step["upper"].number() + 1e-12, step["lower"].number());
    }
    if (trace["epa"].isNull()) {
      ++distances;
      EXPECT_NEAR(trace["steps"].items().back()["upper"].number(), json["distance"].number(), 1e-15);
      continue;
    }
    ++polytopes;
    const Json& epa = trace["epa"];
    std::map<int, Vec3> vertices;
    for (const Json& vertex : epa["vertices"]) vertices[indexIn(vertex["index"])] = vec(vertex["point"]);
    double nearest = 1e300;
    for (const Json& face : epa["faces"]) {
      for (const Json& v : face["vertices"]) {
        EXPECT_NEAR(dot(vec(face["normal"]), vertices.at(indexIn(v))), face["distance"].number(), 1e-12);
      }
      if (face["removed"].isNull()) nearest = std::min(nearest, face["distance"].number());
    }
    EXPECT_NEAR(nearest, -json["separation"].number(), 1e-12);
    EXPECT_EQ(epa["steps_left_out"], 0);
  }
  EXPECT_GT(polytopes, 1);
  EXPECT_GT(distances, 0);
}

TEST(ReportJson, ALongTraceIsCutAndSaysSo) {
  Document document = boxes({1e-5, 0, 0});  // all but coaxial: no polytope comes near to all sides
  document.bodies[0].shape = Cylinder{2, 0.5};
  document.bodies[1].shape = Cylinder{2, 0.25};
  const std::string text = pairReportText(*testPair(document, {"A", "B"}, "gjk-epa"), document.space);
  const Json json = test::parsed(text);
  const Json& epa = json["trace"]["epa"];
  EXPECT_EQ(epa["stop"], "step_limit");
  EXPECT_GT(epa["steps_left_out"].number(), 100);
  EXPECT_LE(epa["steps"].size(), 66u);
  // What is listed names nothing that is not.
  std::set<int> vertices, faces;
  for (const Json& vertex : epa["vertices"]) vertices.insert(indexIn(vertex["index"]));
  for (const Json& face : epa["faces"]) faces.insert(indexIn(face["index"]));
  for (const Json& face : epa["faces"]) {
    for (const Json& v : face["vertices"])
      EXPECT_TRUE(vertices.contains(indexIn(v))) << "of face " << compactJson(face["index"]);
  }
  EXPECT_EQ(epa["steps"].items().back()["step"].number(),
            static_cast<double>(epa["steps"].size()) + epa["steps_left_out"].number());
  for (const Json& step : epa["steps"]) {
    EXPECT_TRUE(faces.contains(indexIn(step["face"]))) << "of step " << compactJson(step["step"]);
    EXPECT_TRUE(step["vertex"].isNull() || vertices.contains(indexIn(step["vertex"])))
        << "of step " << compactJson(step["step"]);
    for (const Json& f : step["removed"])
      EXPECT_TRUE(faces.contains(indexIn(f))) << "of step " << compactJson(step["step"]);
    std::size_t born = 0;
    for (const Json& face : epa["faces"]) born += face["born"] == step["step"] ? 1 : 0;
    EXPECT_EQ(born, step["horizon"].size()) << "of step " << compactJson(step["step"]);
    for (const Json& edge : step["horizon"]) {
      for (const Json& v : edge) EXPECT_TRUE(vertices.contains(indexIn(v))) << "of step " << compactJson(step["step"]);
    }
  }
  EXPECT_LT(text.size(), 400'000u);
}

TEST(Expectation, EveryKeyFailsWithExpectedAndFound) {
  const Document document = boxes({1.5, 0, 0});
  const auto report = testPair(document, {"A", "B"});
  ASSERT_TRUE(report);
  Expectation expected;
  expected.pair = {"A", "B"};
  expected.verdict = Verdict::kSeparated;
  expected.separation = 1;
  expected.distance = 1;
  expected.depth = 1;
  expected.normal = Vec3{0, 1, 0};
  expected.deciding_axis = parseAxisName("B2");
  std::set<std::string> keys;
  for (const ExpectationFailure& failure : checkExpectation(expected, *report, Space::k3d)) {
    keys.insert(failure.what);
    const std::string message = describe(failure);
    EXPECT_NE(message.find("A, B (sat): expected " + failure.what), std::string::npos) << message;
    EXPECT_NE(message.find("found " + failure.found), std::string::npos) << message;
  }
  EXPECT_EQ(keys, (std::set<std::string>{"verdict", "separation", "distance", "depth", "normal", "deciding_axis"}));
}

TEST(Expectation, HoldsWithinItsTolerance) {
  const Document document = boxes({1.5, 0, 0});
  const auto report = testPair(document, {"A", "B"});
  ASSERT_TRUE(report);
  Expectation expected;
  expected.pair = {"A", "B"};
  expected.depth = 0.5 + 1e-7;
  EXPECT_EQ(checkExpectation(expected, *report, Space::k3d).size(), 1u);
  expected.tolerance = 1e-6;
  EXPECT_TRUE(checkExpectation(expected, *report, Space::k3d).empty());
}

TEST(PairReportJson, HasNothingForADepthThatIsNotMeasured) {
  const Document document = boxes({1.5, 0.25, 0});
  const auto blind = test::parsed(pairReportText(*testPair(document, {"A", "B"}, "gjk"), Space::k3d));
  for (const char* key : {"separation", "normal", "mtv"}) EXPECT_TRUE(blind[key].isNull()) << key;
  const auto apart = test::parsed(pairReportText(*testPair(boxes({3, 0, 0}), {"A", "B"}, "gjk"), Space::k3d));
  EXPECT_EQ(apart["separation"].number(), 1);
  const auto exact = test::parsed(pairReportText(*testPair(document, {"A", "B"}, "exact"), Space::k3d));
  EXPECT_EQ(exact["separation"].number(), -0.5);
}

TEST(Agreement, ComparesTheDepthsOfAllRowsThatMeasureIt) {
  const Document document = boxes({1.5, 0.25, 0});
  const auto reference = testPair(document, {"A", "B"}, "sat");
  for (const char* row : {"exact", "sat-float", "gjk-epa"}) {
    auto other = testPair(document, {"A", "B"}, row);
    ASSERT_TRUE(other) << row;
    EXPECT_TRUE(checkAgreement(*reference, *other, 2).empty()) << row;
    other->answer.separation -= 1e-3;
    EXPECT_EQ(checkAgreement(*reference, *other, 2).size(), 1u) << row;
  }
  auto bound = testPair(document, {"A", "B"}, "brute-force");
  ASSERT_TRUE(bound);
  EXPECT_TRUE(checkAgreement(*reference, *bound, 2).empty());
  bound->answer.separation -= 1e-3;
  EXPECT_TRUE(checkAgreement(*reference, *bound, 2).empty()) << "may be too large";
  bound->answer.separation += 2e-3;
  EXPECT_EQ(checkAgreement(*reference, *bound, 2).size(), 1u);
  auto blind = testPair(document, {"A", "B"}, "gjk");
  blind->answer.separation -= 1e-3;
  EXPECT_TRUE(checkAgreement(*reference, *blind, 2).empty());
}

TEST(Agreement, NamesADistanceAndAVerdictThatContradictTheReference) {
  const Document document = boxes({3.25, 0, 0});
  const auto reference = testPair(document, {"A", "B"}, "sat");
  auto other = testPair(document, {"A", "B"}, "gjk");
  ASSERT_TRUE(reference && other);
  EXPECT_TRUE(checkAgreement(*reference, *other, 2).empty());
  other->answer.distance += 1e-3;
  EXPECT_EQ(checkAgreement(*reference, *other, 2).size(), 1u);
  other->answer.verdict = Verdict::kOverlapping;
  EXPECT_EQ(checkAgreement(*reference, *other, 2).size(), 2u);
}

TEST(Agreement, AllowsTheErrorThatAnAnswerStatesAndNoMore) {
  Document document = boxes({1e-5, 0, 0});
  document.bodies[0].shape = Cylinder{2, 0.5};
  document.bodies[1].shape = Cylinder{2, 0.25};
  const auto reference = testPair(document, {"A", "B"}, "sat");
  auto other = testPair(document, {"A", "B"}, "gjk-epa");
  ASSERT_TRUE(reference && other);
  EXPECT_GT(other->answer.error, 1e-6);
  EXPECT_EQ(test::parsed(pairReportText(*other, document.space))["error"].number(), other->answer.error);
  EXPECT_TRUE(checkAgreement(*reference, *other, 4).empty());
  other->answer.separation -= 0.5 * other->answer.error;
  EXPECT_TRUE(checkAgreement(*reference, *other, 4).empty());
  other->answer.separation -= other->answer.error;
  EXPECT_EQ(checkAgreement(*reference, *other, 4).size(), 1u);
}

TEST(Agreement, ATouchIsNoContradictionForAnAlgorithmWithoutDepth) {
  const Document document = boxes({2, 0, 0});
  const auto reference = testPair(document, {"A", "B"}, "sat");
  const auto other = testPair(document, {"A", "B"}, "gjk");
  ASSERT_TRUE(reference && other);
  EXPECT_EQ(reference->answer.verdict, Verdict::kTouching);
  EXPECT_TRUE(checkAgreement(*reference, *other, 2).empty());
}

}  // namespace sepax
