#include "document/command.h"

#include "document/tested_pairs.h"
#include "format/case_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sepax {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string bitsOf(const Document& document) { return writeCase(document, NumberStyle::kHexFloat); }

Document changed(Document document, const Command& command) {
  const auto ok = apply(document, command);
  EXPECT_TRUE(ok) << (ok ? "" : describe(ok.error()));
  return document;
}

Body bodyNamed(const std::string& id) {
  Body body;
  body.id = id;
  body.shape = Sphere{1};
  return body;
}

Document planar() {
  Document document;
  document.space = Space::k2d;
  Body body;
  body.id = "A";
  body.shape = Circle{1};
  body.rotation = 0.0;
  document.bodies = {body};
  return document;
}

}  // namespace

TEST(Command, EachOneChangesWhatItNames) {
  const Document before = defaultDocument();
  EXPECT_EQ(changed(before, AddBody{bodyNamed("C")}).bodies.size(), 3u);
  EXPECT_EQ(changed(before, RemoveBody{"A"}).bodies.size(), 1u);
  EXPECT_EQ(findBody(changed(before, SetTransform{"B", {1, 2, 3}, Quat{0, 0, 1, 0}}), "B")->position, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Sphere>(findBody(changed(before, SetShape{"B", Sphere{2}}), "B")->shape).radius, 2);
  EXPECT_EQ(findBody(changed(before, SetScale{"B", Vec3{2, 3, 4}}), "B")->scale, Vec3(2, 3, 4));
  EXPECT_EQ(findBody(changed(before, SetPivot{"B", Vec3{1, 0, 0}}), "B")->pivot, Vec3(1, 0, 0));
  EXPECT_NE(findBody(changed(before, RenameBody{"B", "箱"}), "箱"), nullptr);
  EXPECT_TRUE(findBody(changed(before, SetBodyFlags{"B", false, true}), "B")->locked);
  EXPECT_EQ(findBody(changed(before, SetBodyColour{"B", BodyColour{1, 2, 3}}), "B")->colour, (BodyColour{1, 2, 3}));
  EXPECT_EQ(testedPairs(changed(before, SetPairs{std::vector<PairIds>{{"B", "A"}}})),
            (std::vector<PairIds>{{"B", "A"}}));
  EXPECT_EQ(changed(before, SetTouchingTolerance{0.5}).touching_tolerance, 0.5);
  EXPECT_EQ(changed(before, SetTexts{"n", "m", "s"}).name, "n");
  EXPECT_EQ(changed(before, ReplaceDocument{planar()}).space, Space::k2d);
}

TEST(Command, ARefusalLeavesTheDocumentUntouched) {
  const Document before = defaultDocument();
  Body wrong = bodyNamed("C");
  wrong.shape = Circle{1};
  Document twice = before;
  twice.bodies.push_back(twice.bodies[0]);
  const std::vector<Command> refused{
      AddBody{bodyNamed("A")},
      AddBody{bodyNamed("")},
      AddBody{bodyNamed("two\nlines")},
      AddBody{wrong},
      RemoveBody{"X"},
      SetTransform{"X", {}, Quat{}},
      SetTransform{"A", {kNan, 0, 0}, Quat{}},
      SetTransform{"A", {0, kInfinity, 0}, Quat{}},
      SetTransform{"A", {2 * kMaxLength, 0, 0}, Quat{}},
      SetTransform{"A", {}, Quat{0, 0, 0, 0}},
      SetTransform{"A", {}, Quat{0, 0, 0, kNan}},
      SetTransform{"A", {}, 0.5},
      SetTransform{"A", {}, Mat3{2.0}},
      SetShape{"A", Circle{1}},
      SetShape{"A", Sphere{-1}},
      SetShape{"A", Sphere{kNan}},
      SetShape{"A", Hull{}},
      SetScale{"A", Vec3{0, 1, 1}},
      SetScale{"A", Vec3{1, kNan, 1}},
      SetPivot{"A", Vec3{0, kNan, 0}},
      RenameBody{"A", "B"},
      RenameBody{"A", ""},
      RenameBody{"X", "Y"},
      SetBodyFlags{"X"},
      SetBodyColour{"X", {}},
      SetPairs{std::vector<PairIds>{{"A", "X"}}},
      SetPairs{std::vector<PairIds>{{"A", "A"}}},
      SetTouchingTolerance{-1.0},
      SetTouchingTolerance{kNan},
      ReplaceDocument{twice},
  };
  for (std::size_t i = 0; i < refused.size(); ++i) {
    Document document = before;
    const auto ok = apply(document, refused[i]);
    ASSERT_FALSE(ok) << i;
    EXPECT_FALSE(ok.error().message.empty());
    EXPECT_EQ(bitsOf(document), bitsOf(before)) << i;
  }
}

TEST(Command, IsRefusedWhenAScaledRoundShapeWouldNotStayRound) {
  Document document = changed(defaultDocument(), SetScale{"B", Vec3{1, 2, 3}});
  EXPECT_FALSE(apply(document, SetShape{"B", Sphere{1}}));
  EXPECT_TRUE(apply(document, SetScale{"B", std::nullopt}));
  EXPECT_TRUE(apply(document, SetShape{"B", Sphere{1}}));
  EXPECT_FALSE(apply(document, SetScale{"B", Vec3{1, 2, 3}}));
}

TEST(Command, RenamingABodyTakesItsPairsAndExpectationsAlong) {
  Document document = defaultDocument();
  document.pairs = std::vector<PairIds>{{"A", "B"}};
  document = changed(document, RenameBody{"B", "ball"});
  EXPECT_EQ(document.pairs->at(0), (PairIds{"A", "ball"}));
  EXPECT_EQ(document.expect.at(0).pair, (PairIds{"A", "ball"}));
  EXPECT_TRUE(testPair(document, {"A", "ball"}));
}

TEST(Command, QueriesFollowTheirBodiesAndTheirNumbersMustBeInRange) {
  Document document = defaultDocument();
  const AskedQuery sweep{SweepQuery{{"A", "B"}, 1}, "fall"};
  const AskedQuery unknown{UnknownQuery{R"({"type":"weigh","body":"B"})"}};
  ASSERT_TRUE(apply(document, SetQueries{{sweep, AskedQuery{ContainsQuery{"B", {0, 0, 0}}}, unknown}}));
  ASSERT_TRUE(apply(document, SetQueries{withSweepDuration(document.queries, {"B", "A"}, 2)}));
  EXPECT_EQ(document.queries[0], (AskedQuery{SweepQuery{{"A", "B"}, 2}, "fall"}));
  const auto refused = apply(document, SetQueries{withSweepDuration(document.queries, {"A", "B"}, -1)});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "queries/0/duration");
  EXPECT_FALSE(apply(document, SetQueries{{AskedQuery{RayQuery{{0, 0, 0}, {0, 0, 0}, 1, std::nullopt}}}}));
  ASSERT_TRUE(apply(document, RenameBody{"B", "crate"}));
  EXPECT_EQ(std::get<SweepQuery>(document.queries[0].query).pair, (PairIds{"A", "crate"}));
  EXPECT_EQ(std::get<ContainsQuery>(document.queries[1].query).body, "crate");
  EXPECT_EQ(std::get<UnknownQuery>(document.queries[2].query).json, R"({"type":"weigh","body":"crate"})");
  ASSERT_TRUE(apply(document, RemoveBody{"A"}));
  EXPECT_EQ(document.queries.size(), 2u);
}

TEST(Command, RemovingABodyRemovesItsPairsAndExpectations) {
  Document document = changed(defaultDocument(), AddBody{bodyNamed("C")});
  document = changed(document, SetPairs{std::vector<PairIds>{{"A", "B"}, {"A", "C"}}});
  document = changed(document, RemoveBody{"B"});
  EXPECT_EQ(*document.pairs, (std::vector<PairIds>{{"A", "C"}}));
  EXPECT_TRUE(document.expect.empty());
}

TEST(Command, SettingTransformsKeepsQuaternionsUnitThroughManySmallRotations) {
  Document document = defaultDocument();
  const Quat step = quaternionAbout(normalizedOr({1, 2, 3}, {}), 0.01);
  for (int i = 0; i < 10'000; ++i) {
    const Body& body = *findBody(document, "B");
    ASSERT_TRUE(apply(document, SetTransform{"B", body.position, step * std::get<Quat>(body.rotation)}));
  }
  const Quat q = std::get<Quat>(findBody(document, "B")->rotation);
  EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-14);
}

TEST(Command, ADocumentIn2dTakesAnglesAndPlanarShapes) {
  Document document = planar();
  EXPECT_TRUE(apply(document, SetTransform{"A", {1, 2, 0}, 0.5}));
  EXPECT_FALSE(apply(document, SetTransform{"A", {1, 2, 3}, 0.5}));
  EXPECT_FALSE(apply(document, SetTransform{"A", {1, 2, 0}, Quat{}}));
  EXPECT_FALSE(apply(document, SetTransform{"A", {1, 2, 0}, kInfinity}));
  EXPECT_FALSE(apply(document, SetShape{"A", Sphere{1}}));
  EXPECT_TRUE(apply(document, SetShape{"A", Polygon{}}));
}

TEST(Command, LabelsSayWhatChanged) {
  const Document before = defaultDocument();
  const Body& b = *findBody(before, "B");
  EXPECT_EQ(labelOf(before, SetTransform{"B", {9, 9, 9}, b.rotation}), "Move B");
  EXPECT_EQ(labelOf(before, SetTransform{"B", b.position, Quat{}}), "Rotate B");
  EXPECT_EQ(labelOf(before, SetTransform{"B", {9, 9, 9}, Quat{}}), "Move and rotate B");
  EXPECT_EQ(labelOf(before, SetShape{"A", Box{{1, 1, 1}}}), "Change half extents of A");
  EXPECT_EQ(labelOf(before, SetShape{"A", Sphere{1}}), "Change shape of A to sphere");
  EXPECT_EQ(labelOf(before, SetBodyFlags{"A", false, false}), "Hide A");
  EXPECT_EQ(labelOf(before, SetBodyFlags{"A", true, true}), "Lock A");
  EXPECT_EQ(labelOf(before, RenameBody{"A", "C"}), "Rename A to C");
}

TEST(Document, PosesTheShapeByScaleAndPivot) {
  Body body = bodyNamed("A");
  body.shape = Box{{1, 2, 3}};
  body.position = {10, 0, 0};
  body.rotation = quaternionAbout({0, 0, 1}, std::acos(-1.0) / 2);
  body.scale = Vec3{2, 1, 1};
  body.pivot = Vec3{1, 0, 0};
  const PosedShape posed = posedShape(body);
  EXPECT_EQ(std::get<Box>(posed.shape).half_extents, Vec3(2, 2, 3));
  // The pivot (1, 0, 0) is scaled to (2, 0, 0) and must land on the position.
  const Vec3 pivot = toWorld(posed.pose, {2, 0, 0});
  EXPECT_NEAR(length(pivot - body.position), 0, 1e-14);
}

TEST(Document, FreshIdsAreTheFirstFreeLetterThenNumbered) {
  Document document;
  EXPECT_EQ(freshId(document), "A");
  for (int i = 0; i < 26; ++i) document.bodies.push_back(bodyNamed(freshId(document)));
  EXPECT_EQ(document.bodies.back().id, "Z");
  EXPECT_EQ(freshId(document), "A2");
}

TEST(Document, TestsEveryPairUnlessTheyAreListed) {
  Document document;
  for (const char* id : {"A", "B", "C"}) document.bodies.push_back(bodyNamed(id));
  EXPECT_EQ(testedPairs(document), (std::vector<PairIds>{{"A", "B"}, {"A", "C"}, {"B", "C"}}));
  document.pairs.emplace();
  EXPECT_TRUE(testedPairs(document).empty());
}

TEST(Document, TestingAPairNamesTheMissingBody) {
  const auto report = testPair(defaultDocument(), {"A", "ghost"});
  ASSERT_FALSE(report);
  EXPECT_NE(describe(report.error()).find("ghost"), std::string::npos);
  EXPECT_FALSE(testPair(defaultDocument(), {"A", "B"}, "no such algorithm"));
}

TEST(Document, TheTouchingToleranceOfTheCaseDecidesTheVerdict) {
  Document document = defaultDocument();
  document.touching_tolerance = 0.1;
  const auto report = testPair(document, {"A", "B"});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->a, "A");
  EXPECT_EQ(report->b, "B");
  EXPECT_EQ(report->answer.verdict, Verdict::kTouching);
}

}  // namespace sepax
