#include "collide/pair_table.h"
#include "document/document.h"
#include "ui/scene/axes_text.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace sepax {
namespace {

Quat randomRotation(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return normalized({normal(random), normal(random), normal(random), normal(random)});
}

/// Solids of every kind whose radius is a sum, and one whose is not.
std::vector<Shape> solids() {
  return {Box{{1, 0.5, 0.25}}, Sphere{0.7}, Capsule{0.8, 0.3}, Ellipsoid{{0.9, 0.3, 0.6}}};
}
std::vector<Shape> planars() { return {Box2{{1, 0.4}}, Circle{0.6}, Capsule2{0.5, 0.2}, Ellipse{{0.9, 0.3}}}; }

/// Reports of random placements of all pairs of the shapes.
template <class Check>
void forRandomReports(const std::vector<Shape>& shapes, bool planar, const Check& check) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-2, 2), angle(-4, 4);
  for (int round = 0; round < 60; ++round) {
    for (const Shape& shape_a : shapes) {
      for (const Shape& shape_b : shapes) {
        PosedShape a{shape_a, {}}, b{shape_b, {}};
        a.pose = {{place(random), place(random), planar ? 0 : place(random)},
                  planar ? matrixOfAngle(angle(random)) : matrixOf(randomRotation(random))};
        b.pose = {{place(random), place(random), planar ? 0 : place(random)},
                  planar ? matrixOfAngle(angle(random)) : matrixOf(randomRotation(random))};
        const auto report = testPair(a, b);
        ASSERT_TRUE(report);
        for (const SatAxis& axis : std::get<SatReport>(report->trace).axes) {
          if (axis.state != AxisState::kDegenerate) check(a, b, axis);
        }
      }
    }
  }
}

double sumOf(const std::vector<RadiusTerm>& all) {
  double sum = 0;
  for (const RadiusTerm& term : all) sum += term.length * term.factor;
  return sum;
}

TEST(RadiusTerms, SumToTheReportsRadius) {
  int compared = 0;
  const auto check = [&](const PosedShape& a, const PosedShape& b, const SatAxis& axis) {
    ++compared;
    EXPECT_NEAR(sumOf(radiusTerms(a, 'A', axis.direction)), axis.a.radius(), 1e-12);
    EXPECT_NEAR(sumOf(radiusTerms(b, 'B', axis.direction)), axis.b.radius(), 1e-12);
  };
  forRandomReports(solids(), false, check);
  forRandomReports(planars(), true, check);
  EXPECT_GT(compared, 3000);
}

TEST(ReducedForm, SaysTheSameAsTheReportTimesTheCrossLength) {
  std::map<AxisKind, int> compared;
  const auto check = [&](const PosedShape& a, const PosedShape& b, const SatAxis& axis) {
    const auto form = reducedForm(a, b, axis);
    const bool boxes = std::holds_alternative<Box>(a.shape)
                           ? std::holds_alternative<Box>(b.shape)
                           : std::holds_alternative<Box2>(a.shape) && std::holds_alternative<Box2>(b.shape);
    ASSERT_EQ(form.has_value(), boxes);
    if (!form) return;
    ++compared[axis.id.kind];
    const double distance = std::abs(axis.b.centre() - axis.a.centre());
    EXPECT_NEAR(form->left_value, distance * form->scale, 1e-12);
    EXPECT_NEAR(form->right_value, (axis.a.radius() + axis.b.radius()) * form->scale, 1e-12);
  };
  forRandomReports(solids(), false, check);
  forRandomReports(planars(), true, check);
  EXPECT_GT(compared[AxisKind::kFaceA], 100);
  EXPECT_GT(compared[AxisKind::kFaceB], 100);
  EXPECT_GT(compared[AxisKind::kEdgePair], 400);
}

TEST(RadiusTerms, NameWhatTheyMultiply) {
  const PosedShape box{Box{{1, 2, 3}}, {}};
  const auto terms = radiusTerms(box, 'B', {0, 1, 0});
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(terms[1].symbol + "·" + terms[1].factor_symbol, "h₁·|B₁·L|");
  EXPECT_EQ(terms[1].factor, 1);
  EXPECT_EQ(terms[0].factor, 0);
  EXPECT_TRUE(radiusTerms({Polygon{}, {}}, 'A', {1, 0, 0}).empty()) << "a polygon's radius is no such sum";
}

TEST(Subscript, WritesEveryDigit) { EXPECT_EQ(subscript(1209), "₁₂₀₉"); }

}  // namespace
}  // namespace sepax
