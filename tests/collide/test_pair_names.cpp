#include "collide/pair_names.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

TEST(PairNames, AxesBearTheNamesOfTheBodies) {
  const PairNames letters{"B", "C"}, words{"crate 1", "ball"};
  EXPECT_EQ(axisName({AxisKind::kFaceA, 1, -1}, letters), "B1");
  EXPECT_EQ(axisName({AxisKind::kFaceB, -1, 1}, letters), "C1");
  EXPECT_EQ(axisName({AxisKind::kEdgePair, 0, 2}, letters), "B0xC2");
  EXPECT_EQ(axisName({AxisKind::kEdgePair, 0, 2}, words), "crate 1·0 × ball·2");
  const AxisId curved = curvedAxisId({AxisFeatureKind::kSide}, {AxisFeatureKind::kTopRim});
  EXPECT_EQ(axisName(curved, {}), axisName(curved));
  EXPECT_EQ(axisName(curved, letters), "BsidexCtop");
  EXPECT_EQ(axisName({AxisKind::kClosest}, letters), "closest");
}

TEST(PairNames, TextsAreWrittenForAAndB) {
  EXPECT_EQ(withNames("|T·A₀| > rA + rB", {"B", "A"}), "|T·B₀| > rB + rA");
  EXPECT_EQ(withNames("rA + rB", {"die", "C"}), "r die + rC");
  EXPECT_EQ(withNames("Both faces at B's edge, A2 and SAT", {"crate", "C"}), "Both faces at C's edge, crate·2 and SAT");
  EXPECT_EQ(withNames("A 的面法线", {"盒", "C"}), "盒 的面法线");
}

TEST(PairNames, FeaturesOfContactsBearThemAndSpeakTheWindowsLanguage) {
  EXPECT_EQ(featureText("A vertex 2 · B top rim", {"crate", "B"}), "crate vertex 2 · B top rim");
  EXPECT_EQ(featureText("A cut · B face 3 of \"left \"arm\"\"", {"A", "C"}), "A cut · C face 3 of \"left \"arm\"\"");
  EXPECT_EQ(featureText("", {}), "");
}

TEST(PairNames, LongNamesAreCutAndMissingOnesAreLetters) {
  PairReport report;
  EXPECT_EQ(namesOf(report).a, "A");
  report.a = std::string(200, 'x');
  report.b = "一二三四五六七八九十一二";
  EXPECT_EQ(namesOf(report).a, "xxxxxxxxxx…");
  EXPECT_EQ(namesOf(report).b, "一二三四五六七八九十…");
}

TEST(PairNames, TellLongIdsApartThatBeginAlike) {
  const auto expectNames = [](const std::string& a, const std::string& b, const PairNames& names) {
    EXPECT_EQ(namesOf(a, b).a, names.a);
    EXPECT_EQ(namesOf(a, b).b, names.b);
  };
  expectNames("physics_body_left", "physics_body_right", {"…_body_left", "…body_right"});
  expectNames("sphere_left", "sphere_right", {"sphere_left", "sphere_rig…"});
  expectNames("physics_body_1_of_the_scene", "physics_body_2_of_the_scene", {"A", "B"});
}

}  // namespace
}  // namespace sepax
