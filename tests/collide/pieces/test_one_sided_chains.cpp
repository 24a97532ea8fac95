#include <gtest/gtest.h>

#include "collide/posed.h"
#include "geom/chain.h"

// A one-sided chain has its front to the right of the way along it. Which side a body is on is read off the normal of
// the answer, the shortest way out: it needs no memory of where the body came from.

namespace sepax {
namespace {

using test::at;
using test::tested;

const Chain kGround{{{2, 0}, {0, 0}, {-2, 0}}, true};  ///< its front is above

TEST(OneSidedChain, HasContactsInFrontAndNoneBehind) {
  const PosedShape ground = at(kGround, {0, 0, 0});
  for (const double y : {0.4, 0.5}) {
    const PairReport above = tested(ground, at(Box2{{1, 0.5}}, {0, y, 0})),
                     below = tested(ground, at(Box2{{1, 0.5}}, {0, -y, 0}));
    EXPECT_EQ(above.answer.contacts.size(), 2u);
    EXPECT_EQ(above.pieces->behind, 0);
    EXPECT_TRUE(below.answer.contacts.empty());
    EXPECT_GT(below.pieces->behind, 0);
    EXPECT_EQ(below.answer.verdict, above.answer.verdict) << "where the line is does not depend on its front";
    EXPECT_NEAR(below.answer.separation, above.answer.separation, 1e-15);
    EXPECT_EQ(tested(at(Chain{kGround.vertices}, {0, 0, 0}), at(Box2{{1, 0.5}}, {0, -y, 0})).answer.contacts.size(),
              2u);
  }
}

TEST(OneSidedChain, IsTheSameAsB) {
  const PosedShape ground = at(kGround, {0, 0, 0});
  EXPECT_EQ(tested(at(Circle{0.5}, {0.3, 0.4, 0}), ground).answer.contacts.size(), 1u);
  EXPECT_TRUE(tested(at(Circle{0.5}, {0.3, -0.4, 0}), ground).answer.contacts.empty());
}

TEST(OneSidedChain, TurnsWithItsBody) {
  const PosedShape ceiling = at(kGround, {0, 0, 0}, matrixOfAngle(M_PI));
  EXPECT_TRUE(tested(ceiling, at(Circle{0.5}, {0.3, 0.4, 0})).answer.contacts.empty());
  EXPECT_EQ(tested(ceiling, at(Circle{0.5}, {0.3, -0.4, 0})).answer.contacts.size(), 1u);
}

// In a V the nearest segments may be seen from behind while another one holds the body.
TEST(OneSidedChain, LeavesOutSegmentBySegment) {
  // Up the right slope, along a shelf below and back: a ball on the shelf is in front of the shelf alone.
  const Chain step{{{2, 0}, {0, 0}, {0, 1}, {-2, 1}}, true};
  EXPECT_EQ(tested(at(step, {0, 0, 0}), at(Circle{0.5}, {0.9, 0.45, 0})).answer.contacts.size(), 1u);
  EXPECT_EQ(tested(at(step, {0, 0, 0}), at(Circle{0.5}, {0.45, 0.9, 0})).answer.contacts.size(), 1u)
      << "the riser's front is to the right";
  EXPECT_TRUE(tested(at(step, {0, 0, 0}), at(Circle{0.25}, {-0.2, 0.6, 0})).answer.contacts.empty())
      << "under the upper tread";
}

}  // namespace
}  // namespace sepax
