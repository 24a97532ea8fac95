#include "session/process.h"
#include "session/scene/reports.h"

#include "document/motion.h"
#include "document/tested_pairs.h"
#include "geom/hull.h"
#include "geom/random.h"
#include "session/scene/motion_player.h"
#include "session/scene/pair_list.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace sepax {
namespace {

constexpr double kNoHurry = std::numeric_limits<double>::infinity();

/// Boxes, balls, capsules and hulls on the move in a room.
Document crowd(int count) {
  SplitMix64 random{17};
  Document document;
  const double side = std::cbrt(4.0 * count);
  for (int i = 0; i < count; ++i) {
    Body body;
    body.id = "b" + std::to_string(i);
    std::vector<Vec3> points;
    for (int k = 0; k < 12; ++k) points.push_back(0.6 * random.direction());
    const Shape shapes[] = {Sphere{0.5}, Box{{0.5, 0.4, 0.6}}, Capsule{0.4, 0.3}, *makeHull(points)};
    body.shape = shapes[i % 4];
    body.position = {random.in(0, side), random.in(0, side), random.in(0, side)};
    body.rotation = random.rotation();
    body.linear_velocity = 3.0 * random.direction();
    body.angular_velocity = random.direction();
    document.bodies.push_back(body);
  }
  document.room = Room{Vec3{0.0}, Vec3{side}, AtWalls::kBounce, {}};
  return document;
}

Workspace opened(int count) {
  Workspace workspace;
  workspace.history = History(crowd(count));
  workspace.wants_new_view = true;
  updateReports(workspace, kNoHurry);
  return workspace;
}

void step(Workspace& workspace) {
  Outbox outbox;
  playMotion(workspace, workspace.view, outbox);
  process(workspace, outbox);
  updateReports(workspace, kNoHurry);
}

TEST(Crowd, InMotionIsAnsweredAsTheReferenceAnswers) {
  Workspace workspace = opened(300);
  toggleMotion(workspace, workspace.view);
  std::size_t changes = 0, overlapping = 0, of_hulls = 0;
  for (int i = 0; i < 12; ++i) {
    const std::vector<PairState> before = workspace.reports.states;
    step(workspace);
    const Reports& reports = workspace.reports;
    const Document& document = workspace.history.document();
    ASSERT_EQ(reports.waiting, 0u);
    ASSERT_EQ(reports.pairs, testedPairs(document));
    for (std::size_t p = 0; p < reports.pairs.size(); ++p) {
      const auto report = testPair(document, reports.pairs[p]);
      ASSERT_TRUE(report);
      ASSERT_EQ(verdictOf(reports.states[p]), report->answer.verdict)
          << reports.pairs[p].first << " × " << reports.pairs[p].second;
      overlapping += report->answer.verdict == Verdict::kOverlapping ? 1 : 0;
      const auto isHull = [&](std::uint32_t body) { return std::holds_alternative<Hull>(document.bodies[body].shape); };
      if (!isHull(reports.places[p].a) && !isHull(reports.places[p].b)) continue;
      ASSERT_EQ(reports.separations[p], report->answer.separation);
      ++of_hulls;
    }
    changes += before != reports.states ? 1 : 0;
  }
  EXPECT_GT(changes, 0u);
  EXPECT_GT(overlapping, 100u);
  EXPECT_GT(of_hulls, 100u);
}

TEST(Crowd, TestsAHullAnewThatWasChangedForAnother) {
  Workspace workspace = opened(300);
  const PairIds pair = *std::ranges::find_if(workspace.reports.pairs, [&](const PairIds& ids) {
    const Document& document = workspace.history.document();
    return std::holds_alternative<Hull>(findBody(document, ids.first)->shape) &&
           std::holds_alternative<Hull>(findBody(document, ids.second)->shape);
  });
  const auto separation = [&] {
    const auto place = std::ranges::find(workspace.reports.pairs, pair) - workspace.reports.pairs.begin();
    return workspace.reports.separations[static_cast<std::size_t>(place)];
  };
  const double before = separation();
  std::vector<Vec3> larger =
      std::get<Hull>(findBody(workspace.history.document(), pair.first)->shape).data->polytope.vertices;
  for (Vec3& point : larger) point *= 1.5;
  ASSERT_TRUE(workspace.history.run(SetShape{pair.first, *makeHull(larger)}));
  updateReports(workspace, kNoHurry);
  EXPECT_EQ(separation(), testPair(workspace.history.document(), pair)->answer.separation);
  EXPECT_NE(separation(), before);
}

TEST(Crowd, KeepsWhatWasAnsweredOfPairsThatRest) {
  Workspace workspace = opened(200);
  const Body moved = workspace.history.document().bodies[3];
  ASSERT_TRUE(workspace.history.run(SetTransform{moved.id, moved.position + Vec3{0.01, 0, 0}, moved.rotation}));
  updateReports(workspace, 0);
  const Reports& reports = workspace.reports;
  for (std::size_t p = 0; p < reports.places.size(); ++p) {
    const bool is_of_moved = reports.places[p].a == 3 || reports.places[p].b == 3;
    EXPECT_TRUE(is_of_moved || reports.stale[p] == 0) << p;
  }
  EXPECT_LT(reports.waiting, 20u);
}

TEST(Crowd, IsPicturedAnewOnlyWhenItHasChanged) {
  Workspace workspace = opened(200);
  const ViewSize view{800, 600};
  const auto serial = [&] { return viewportPicture(workspace, view).list.stamps->serial; };
  const std::uint64_t first = serial();
  EXPECT_EQ(serial(), first);
  workspace.view.camera.yaw += 0.3;
  workspace.view.camera.target.x += 1;
  EXPECT_EQ(serial(), first) << "the camera moves";
  workspace.view.hovered = "b7";
  const std::uint64_t hovered = serial();
  EXPECT_NE(hovered, first);
  workspace.view.theme = Theme::kLight;
  EXPECT_NE(serial(), hovered);
  workspace.history = History(defaultDocument());
  updateReports(workspace, kNoHurry);
  EXPECT_EQ(viewportPicture(workspace, view).list.stamps, nullptr) << "two bodies are no crowd";
}

TEST(Crowd, ListsTheDeepestPairFirstAndWalksThemInThisOrder) {
  Workspace workspace = opened(300);
  const Reports& reports = workspace.reports;
  const std::vector<std::uint32_t> all = listedPairs(reports, std::nullopt);
  ASSERT_EQ(all.size(), reports.pairs.size());
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    EXPECT_LE(reports.separations[all[i]], reports.separations[all[i + 1]]);
  const std::vector<std::uint32_t> overlapping = listedPairs(reports, PairState::kOverlapping);
  ASSERT_GT(overlapping.size(), 3u);
  for (std::size_t i = 0; i < overlapping.size(); ++i) {
    showNextOverlap(workspace, workspace.view);
    updateReports(workspace, kNoHurry);
    EXPECT_EQ(workspace.view.pair, reports.pairs[overlapping[i]]);
    EXPECT_EQ(workspace.view.selected, workspace.view.pair->first) << "what meets it is lit";
    EXPECT_LT(workspace.view.camera.distance, 20);
  }
  showNextOverlap(workspace, workspace.view);
  EXPECT_EQ(workspace.view.pair, reports.pairs[overlapping[0]]) << "around the end";
}

TEST(MotionPlayer, WaitsUntilEveryPairIsAnswered) {
  Workspace workspace = opened(200);
  toggleMotion(workspace, workspace.view);
  step(workspace);
  const std::uint64_t moved = workspace.history.revision();
  workspace.reports.waiting = 1;
  Outbox outbox;
  playMotion(workspace, workspace.view, outbox);
  EXPECT_TRUE(outbox.commands.empty());
  workspace.reports.waiting = 0;
  playMotion(workspace, workspace.view, outbox);
  ASSERT_EQ(outbox.commands.size(), 1u);
  EXPECT_EQ(workspace.history.revision(), moved);
}

TEST(MotionPlayer, PausesForUndoAndForAnotherCase) {
  Workspace workspace = opened(100);
  const Vec3 start = workspace.history.document().bodies[0].position;
  toggleMotion(workspace, workspace.view);
  for (int i = 0; i < 5; ++i) step(workspace);
  EXPECT_NE(workspace.history.document().bodies[0].position, start);
  Outbox outbox;
  outbox.request(Undo{});
  process(workspace, outbox);
  EXPECT_FALSE(workspace.view.motion_plays);
  EXPECT_EQ(workspace.history.document().bodies[0].position, start) << "all that was played is one step";
  toggleMotion(workspace, workspace.view);
  EXPECT_TRUE(workspace.view.motion_plays);
  workspace.history.reset(crowd(80));
  updateReports(workspace, kNoHurry);
  playMotion(workspace, workspace.view, outbox);
  EXPECT_FALSE(workspace.view.motion_plays);
  workspace.history.reset(defaultDocument());
  toggleMotion(workspace, workspace.view);
  EXPECT_FALSE(workspace.view.motion_plays) << "nothing has a velocity";
}

TEST(MotionPlayer, KeepsTheShownPairWhileTheListOfClosePairsChanges) {
  Workspace workspace = opened(200);
  const std::optional<PairIds> shown = shownPair(workspace.reports);
  ASSERT_TRUE(shown && !workspace.view.pair) << "the first of the list, which the user has not chosen";
  toggleMotion(workspace, workspace.view);
  int others = 0;
  for (int i = 0; i < 200; ++i) {
    step(workspace);
    ASSERT_EQ(shownPair(workspace.reports), shown) << "step " << i;
    others += workspace.reports.pairs.front() != *shown ? 1 : 0;
  }
  EXPECT_GT(others, 0) << "the list changes in front of it";
}

TEST(MotionPlayer, TellsHowLongItHasPlayedUntilTheUserMakesAnotherPose) {
  Workspace workspace = opened(100);
  EXPECT_FALSE(playedSeconds(workspace));
  toggleMotion(workspace, workspace.view);
  for (int i = 0; i < 30; ++i) step(workspace);
  ASSERT_TRUE(playedSeconds(workspace));
  EXPECT_NEAR(*playedSeconds(workspace), 0.5, 1e-12);
  toggleMotion(workspace, workspace.view);
  EXPECT_TRUE(playedSeconds(workspace)) << "also while it is paused";
  toggleMotion(workspace, workspace.view);
  for (int i = 0; i < 30; ++i) step(workspace);
  EXPECT_NEAR(*playedSeconds(workspace), 1, 1e-12) << "and goes on from there";
  toggleMotion(workspace, workspace.view);
  Outbox outbox;
  outbox.request(Undo{});
  process(workspace, outbox);
  EXPECT_FALSE(playedSeconds(workspace)) << "the pose is another one";
  updateReports(workspace, kNoHurry);  // a motion waits for answers
  toggleMotion(workspace, workspace.view);
  step(workspace);
  EXPECT_NEAR(*playedSeconds(workspace), kMotionStep, 1e-12);
}

}  // namespace
}  // namespace sepax
