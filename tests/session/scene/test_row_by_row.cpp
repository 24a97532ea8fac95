#include "session/process.h"
#include "session/scene/reports.h"
#include "session/scene/row_by_row.h"

#include "collide/convex/sat_pair.h"
#include "core/platform.h"
#include "format/case_file.h"
#include "geom/random.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sepax {
namespace {

SatReport satOfCase(const std::string& path) {
  const auto loaded = loadCase(dataPath(path).value());
  EXPECT_TRUE(loaded) << describe(loaded.error());
  const auto report = testPair(loaded->document, {"A", "B"});
  EXPECT_TRUE(report);
  return std::get<SatReport>(report->trace);
}

std::string stopOf(const SatReport& report, const AxisRun& run) {
  return axisName(report.axes[static_cast<std::size_t>(run.rows[static_cast<std::size_t>(run.needed) - 1])].id);
}

TEST(AxisRun, StopsAtTheFirstGapOfItsOrder) {
  const SatReport report = satOfCase("assets/lessons/13-stop-early/13-first-or-best.json");
  const AxisRun listed = axisRun(report, AxisOrder::kListed, {});
  EXPECT_TRUE(listed.separates);
  EXPECT_EQ(listed.needed, 2);
  EXPECT_EQ(stopOf(report, listed), "A1");
  const AxisRun last = axisRun(report, AxisOrder::kLastFirst, decidingAxis(report).id);
  EXPECT_EQ(last.needed, 1);
  EXPECT_EQ(stopOf(report, last), axisName(decidingAxis(report).id));
  EXPECT_EQ(axisRun(report, AxisOrder::kLastFirst, {}).needed, listed.needed)
      << "without a pose before it is as listed";
  const AxisRun worst = axisRun(report, AxisOrder::kWorstFirst, {});
  EXPECT_GT(worst.needed, listed.needed);
  EXPECT_EQ(worst.rows.size(), listed.rows.size());
}

TEST(AxisRun, TriesEveryAxisOnceAndKnowsTheVerdictOfTheReport) {
  SplitMix64 random{5};
  int apart = 0, meeting = 0;
  for (int round = 0; round < 400; ++round) {
    const PosedShape a{Box{{0.5, 0.7, 0.9}}, {}};
    const PosedShape b{Box{{0.4, 0.6, 0.8}}, {random.point(2), matrixOf(random.rotation())}};
    const auto pair = testPair(a, b);
    ASSERT_TRUE(pair);
    const SatReport& report = std::get<SatReport>(pair->trace);
    for (const AxisOrder order : {AxisOrder::kListed, AxisOrder::kLastFirst, AxisOrder::kWorstFirst}) {
      const AxisRun run = axisRun(report, order, decidingAxis(report).id);
      const std::set<int> once(run.rows.begin(), run.rows.end());
      EXPECT_EQ(once.size(), run.rows.size());
      EXPECT_EQ(run.separates, pair->answer.verdict == Verdict::kSeparated);
      if (!run.separates) {
        EXPECT_EQ(run.needed, static_cast<int>(run.rows.size()));
      }
      for (int i = 0; i + 1 < run.needed; ++i) {
        EXPECT_LE(report.axes[static_cast<std::size_t>(run.rows[static_cast<std::size_t>(i)])].separation,
                  report.tolerances.touching);
      }
    }
    (pair->answer.verdict == Verdict::kSeparated ? apart : meeting) += 1;
  }
  EXPECT_GT(apart, 50);
  EXPECT_GT(meeting, 50);
}

TEST(AxisRun, CountsMultiplicationsOfBoxesByHalfExtentsAndOfOthersByVertices) {
  EXPECT_EQ(multiplicationsPerAxis(Box{{1, 1, 1}}, Box{{1, 1, 1}}), 2 * (9 + 3 + 3));
  EXPECT_EQ(multiplicationsPerAxis(Box2{{1, 1}}, Circle{1}), 4 + 2 + 2 + 2);
  EXPECT_EQ(multiplicationsPerAxis(Polygon{{{0, 0}, {1, 0}, {0, 1}}}, Circle{1}), 3 * 2 + 2);
}

TEST(LastGap, IsTheAxisOfTheLastPoseThatWasApartWhileTheSamePairMoves) {
  Workspace workspace;
  const auto open = [&](const char* scene) {
    Outbox outbox;
    outbox.request(OpenPath{dataPath(std::string("assets/lessons/13-stop-early/") + scene).value(), false});
    process(workspace, outbox);
  };
  const auto move = [&](const Vec3& to) {
    Outbox outbox;
    outbox.send(SetTransform{"B", to});
    process(workspace, outbox);
  };
  open("13-first-or-best.json");
  EXPECT_FALSE(workspace.reports.last_gap);
  const AxisId first = decidingAxis(std::get<SatReport>(shownReport(workspace)->trace)).id;
  move({0.5, 0.5, 0});
  EXPECT_EQ(shownReport(workspace)->answer.verdict, Verdict::kOverlapping);
  EXPECT_EQ(workspace.reports.last_gap, first);
  move({0.4, 0.5, 0});
  EXPECT_EQ(workspace.reports.last_gap, first) << "a pose that overlaps has none of its own";
  move({0, 0, 9});
  const AxisId second = decidingAxis(std::get<SatReport>(shownReport(workspace)->trace)).id;
  EXPECT_NE(second, first);
  EXPECT_EQ(workspace.reports.last_gap, first) << "of the pose before";
  move({0, 0, 8});
  EXPECT_EQ(workspace.reports.last_gap, second);
}

TEST(MotionRun, TestsFewerAxesWithTheOneOfTheFrameBefore) {
  const auto loaded = loadCase(dataPath("assets/lessons/13-stop-early/13-flyby.json").value());
  ASSERT_TRUE(loaded);
  Document document = loaded->document;
  const PairIds pair{"A", "B00"};
  EXPECT_FALSE(motionRun(document, pair)) << "nothing moves";
  findBody(document, "B00")->linear_velocity = Vec3(0, 1.2, 0);
  const auto run = motionRun(document, pair);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->frames, 60);
  EXPECT_NEAR(run->seconds, 2, 1e-12);
  EXPECT_GE(run->last_first, run->frames) << "one test a frame at least";
  EXPECT_LT(3 * run->last_first, run->as_listed) << "the cubes pass each other on an edge pair, far down the list";
}

}  // namespace
}  // namespace sepax
