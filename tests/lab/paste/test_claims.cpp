#include "lab/paste/claims.h"

#include "document/document.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

// Results that posted texts state, beside the reference's.

namespace sepax {
namespace {

// Unit cubes whose faces are 0.0487 into each other.
const std::string kCubes =
    "box half extents (0.5, 0.5, 0.5) at (0, 0, 0)\nbox half extents (0.5, 0.5, 0.5) at (0.9513, 0, 0)\n";
// Spheres with a gap of 0.25.
const std::string kApart = "sphere radius 1 at (0, 0, 0)\nsphere radius 1 at (2.25, 0, 0)\n";

std::string claimsText(const std::string& text) {
  const auto pasted = pasteText(text);
  if (!pasted || !pasted->isPair()) return "no pair";
  const auto report = testPair(pasted->document, *firstPair(pasted->document));
  std::string out;
  for (const PasteClaimCheck& checked : checkClaims(*pasted, report->answer))
    out += fmt::format("{}{}: {}{}", out.empty() ? "" : "; ", checked.claim.text(), checked.here,
                       checked.differs ? " differs" : "");
  return out;
}

TEST(PasteClaims, AgreeWhereThePrintedDigitsAre) {
  EXPECT_EQ(claimsText(kCubes + "depth: 0.05"), "depth 0.05: 0.0487");
  EXPECT_EQ(claimsText(kCubes + "depth: 0.0487"), "depth 0.0487: 0.0487");
  EXPECT_EQ(claimsText(kCubes + "depth: 0.0486"), "depth 0.0486: 0.0487 differs");
  EXPECT_EQ(claimsText(kCubes + "penetration depth is -0.0487"), "depth -0.0487: 0.0487") << "either sign";
  EXPECT_EQ(claimsText(kApart + "separation = 0.25000001"), "separation 0.25000001: 0.25") << "floats lose more";
  EXPECT_EQ(claimsText(kApart + "distance = 0"), "distance 0: 0.25 differs") << "no digits behind the point: as it is";
}

TEST(PasteClaims, SayWhatHoldsInstead) {
  EXPECT_EQ(claimsText(kCubes + "result.min_distance = 0.3"), "min_distance 0.3: overlapping by 0.0487 differs");
  EXPECT_EQ(claimsText(kCubes + "distance = 0"), "distance 0: overlapping by 0.0487");
  EXPECT_EQ(claimsText(kApart + "depth = 0.1"), "depth 0.1: apart by 0.25 differs");
  EXPECT_EQ(claimsText(kApart + "colliding: true"), "colliding true: separated differs");
  EXPECT_EQ(claimsText(kCubes + "isColliding = 1"), "isColliding 1: overlapping");
  EXPECT_EQ(claimsText(kCubes + "GJK reports no overlap."), "no overlap: overlapping differs");
  EXPECT_EQ(claimsText(kCubes + "collide(a, b) -> returns false, expected true"), "collide false: overlapping differs");
}

TEST(PasteClaims, OfContactsAreHeldAgainstBothShapes) {
  EXPECT_EQ(claimsText(kCubes + "contact point (0.475, 0.1, 0.2)"), "contact (0.475, 0.1, 0.2): on or in both");
  EXPECT_EQ(claimsText(kCubes + "contact at (0.475, 0.1, 0.75)"),
            "contact (0.475, 0.1, 0.75): 0.25 outside of A, 0.25 outside of B differs");
}

TEST(PasteClaims, AreInTheUnitOfTheText) {
  EXPECT_EQ(claimsText("units: cm\nsphere radius 100 at (0, 0, 0)\nsphere radius 100 at (225, 0, 0)\ndistance = 25"),
            "distance 25: 0.25");
}

TEST(PasteClaims, MayHaveDecimalCommas) {
  EXPECT_EQ(claimsText("sphere radius 1,5 at (0,5, 0, 0)\nsphere radius 1,5 at (3,75, 0, 0)\ndistance: 0,25\n"),
            "distance 0,25: 0.25");
}

TEST(PasteClaims, AreNeitherPartsOfBodiesNorLimitsNorProse) {
  EXPECT_EQ(claimsText("A: Box(width=1.0, depth=2.0, height=3.0)\n   RigidTransform(p=[0.0, 1.5, 0.0])\nB: "
                       "Sphere(radius=0.5)\n"),
            "");
  EXPECT_EQ(claimsText(kCubes + "max_distance = 0.5\ndistance_tolerance = 1e-6\n"), "");
  EXPECT_EQ(claimsText(kCubes + "They clearly overlap. A contact is expected near the edge.\n"), "");
  EXPECT_EQ(claimsText(kCubes + "a collision happens in 3 of 7 frames\n"), "");
}

}  // namespace
}  // namespace sepax
