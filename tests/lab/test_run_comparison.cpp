#include "lab/recording/run_measures.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sepax {
namespace {

Body bodyAt(const std::string& id, const Vec3& position, const Quat& rotation = {0, 0, 0, 1}) {
  Body out;
  out.id = id;
  out.shape = Sphere{1};
  out.position = position;
  out.rotation = rotation;
  return out;
}
RecordingHead headOf(std::vector<Body> bodies, Space space = Space::k3d) {
  RecordingHead out;
  out.scene.space = space;
  out.scene.bodies = std::move(bodies);
  return out;
}

TEST(RunComparison, NamesTheBodyThatIsFarthestHoweverTheBodiesAreListed) {
  const RecordedBodies a{{0, bodyAt("floor", {0, 0, 0})}, {1, bodyAt("x", {1, 0, 0})}, {2, bodyAt("y", {5, 0, 0})}};
  const RecordedBodies b{
      {0, bodyAt("y", {5, 0.25, 0})}, {4, bodyAt("x", {1, 0, -0.5})}, {7, bodyAt("floor", {0, 0, 0})}};
  const Apart apart = farthestApart(a, b);
  EXPECT_EQ(apart.body, "x");
  EXPECT_EQ(apart.metres, 0.5);
  EXPECT_EQ(apart.most(), 0.5);
  EXPECT_EQ(farthestApart(a, a).body, "");
  // An angle counts like a distance.
  RecordedBodies turned = a;
  turned.at(2) = bodyAt("y", {5, 0, 0}, {0, std::sin(0.4), 0, std::cos(0.4)});
  EXPECT_EQ(farthestApart(a, turned).body, "y");
  EXPECT_NEAR(farthestApart(a, turned).radians, 0.8, 1e-12);
  EXPECT_NEAR(farthestApart(turned, a).most(), 0.8, 1e-12);
}

TEST(RunComparison, ABodyThatOneRunLacksIsFartherThanAny) {
  const RecordedBodies a{{0, bodyAt("x", {1, 0, 0})}, {1, bodyAt("y", {5, 0, 0})}}, b{{0, bodyAt("x", {9, 0, 0})}};
  EXPECT_EQ(farthestApart(a, b).body, "y");
  EXPECT_EQ(farthestApart(a, b).missing, Apart::Missing::kInSecond);
  EXPECT_EQ(farthestApart(b, a).missing, Apart::Missing::kInFirst);
  EXPECT_TRUE(std::isinf(farthestApart(a, b).most()));
}

TEST(RunComparison, PartsAtTheFirstFrameBeyondTheTolerance) {
  auto runs = RunComparison::of(headOf({bodyAt("x", {0, 0, 0})}), headOf({bodyAt("x", {0, 0, 0})}));
  ASSERT_TRUE(runs);
  EXPECT_FALSE(runs->farthest());
  const double aparts[] = {0, 0.001, 0.01, 0.25, 0.125};
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(runs->add(i * 0.5, {{0, bodyAt("x", {0, 0, 0})}}, 7 + i * 0.5, {{0, bodyAt("x", {0, aparts[i], 0})}}));
  EXPECT_EQ(runs->parting(0), 1u);
  EXPECT_EQ(runs->parting(0.001), 2u);
  EXPECT_EQ(runs->parting(0.2), 3u);
  EXPECT_EQ(runs->parting(0.25), std::nullopt);
  EXPECT_EQ(runs->farthest(), 3u);
}

TEST(RunComparison, OtherBodiesSpacesAndStepsAreErrorsThatNameThem) {
  const auto said = [](const RecordingHead& a, const RecordingHead& b) {
    const auto runs = RunComparison::of(a, b);
    return runs ? std::string() : describe(runs.error());
  };
  const RecordingHead one = headOf({bodyAt("x", {0, 0, 0})}),
                      two = headOf({bodyAt("x", {0, 0, 0}), bodyAt("wall", {0, 0, 0})});
  EXPECT_NE(said(one, two).find("\"wall\" only in the second"), std::string::npos) << said(one, two);
  EXPECT_NE(said(two, one).find("\"wall\" only in the first"), std::string::npos) << said(two, one);
  EXPECT_NE(said(one, headOf({}, Space::k2d)).find("one space"), std::string::npos);
  auto runs = RunComparison::of(one, one).value();
  const RecordedBodies bodies{{0, one.scene.bodies[0]}};
  ASSERT_TRUE(runs.add(0, bodies, 0, bodies));
  for (int i = 1; i <= 10; ++i)
    ASSERT_TRUE(runs.add(i * 0.02, bodies, i * 0.02 + 0.001, bodies)) << "less than a tenth of a step";
  const auto later = runs.add(0.22, bodies, 0.225, bodies);
  ASSERT_FALSE(later);
  EXPECT_NE(describe(later.error()).find("frame 11 at 0.22 s in the first, at 0.225 s"), std::string::npos)
      << describe(later.error());
}

}  // namespace
}  // namespace sepax
