#include "session/process.h"
#include "session/scene/reports.h"
#include "session/scene/selection.h"

#include "collide/convex/sat_pair.h"
#include "collide/pair_table.h"
#include "collide/pieces/by_pieces.h"
#include "core/platform.h"
#include "format/case_file.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sepax {
namespace {

struct WrongRows : testing::Test {
  Workspace workspace;

  void send(const Request& request) {
    Outbox outbox;
    outbox.request(request);
    process(workspace, outbox);
  }
  void open(const std::string& name) { send(OpenPath{dataPath("assets/corpus/" + name + ".json").value(), false}); }
};

TEST_F(WrongRows, ComeOneAfterTheOtherAndSayHowTheyAreWrong) {
  open("own-edges-crossed");
  EXPECT_FALSE(workspace.reports.difference) << "the reference stands beside nothing";
  std::set<std::string> seen;
  std::string first;
  for (int press = 0; press < 40; ++press) {
    send(BreakIt{});
    const std::string& name = workspace.view.algorithm;
    ASSERT_NE(name, referenceAlgorithm().name);
    ASSERT_TRUE(findAlgorithm(name)->historical) << name;
    ASSERT_TRUE(workspace.reports.difference) << name;
    EXPECT_FALSE(workspace.reports.difference->empty()) << name;
    if (press == 0) first = name;
    if (press > 0 && name == first) break;
    EXPECT_TRUE(seen.insert(name).second) << name << " comes again before all have come";
  }
  EXPECT_TRUE(seen.contains("historical/self-cross-3d"));
  EXPECT_TRUE(seen.contains("historical/six-axes-3d"));
  EXPECT_FALSE(seen.contains("historical/epsilon-1e-6-3d")) << "it is right about 0.2 m";
  EXPECT_EQ(workspace.view.algorithm, first) << "they go round";
}

TEST_F(WrongRows, HaveTheFreeAxisMeasuredOnTheReferencesPiecesBesideThem) {
  // The row takes a concave polygon as one, the reference is of a piece of it: corners of the one are none of the
  // other.
  open("concave-as-one");
  workspace.view.algorithm = "historical/concave-as-one-2d";
  workspace.view.reference_beside = true;
  workspace.view.pinned_axis = kFreeAxis;
  workspace.view.free_axis = {0.6, 0.8, 0};
  updateReports(workspace);
  const PairReport* const reference = referenceReport(workspace);
  ASSERT_NE(reference, nullptr);
  ASSERT_TRUE(reference->pieces);
  const std::vector<Body>& bodies = workspace.reports.shown_bodies;
  const PosedShape a = tracedA(posedShape(bodies[0]), *reference), b = tracedB(posedShape(bodies[1]), *reference);
  const SatAxis expected = measureDirection(a, b, workspace.view.free_axis);
  const SatAxis* const axis = axisOf(workspace, *reference);
  ASSERT_NE(axis, nullptr);
  EXPECT_EQ(axis->a.max, expected.a.max);
  EXPECT_EQ(axis->b.min, expected.b.min);
  EXPECT_EQ(axis->a.at_max.vertices, expected.a.at_max.vertices);
  const SatAxis whole = measureDirection(posedShape(bodies[0]), posedShape(bodies[1]), workspace.view.free_axis);
  EXPECT_NE(std::pair(whole.a.max, whole.b.min), std::pair(expected.a.max, expected.b.min)) << "else nothing is asked";
}

TEST_F(WrongRows, AreWrongInTheirNormalsToo) {
  open("off-centre-push");
  workspace.view.algorithm = "historical/centre-sign-2d";
  updateReports(workspace);
  ASSERT_TRUE(workspace.reports.difference);
  EXPECT_NE(workspace.reports.difference->find("normal"), std::string::npos) << *workspace.reports.difference;
}

TEST_F(WrongRows, AreNotNamedWherePublishedMistakesDoNotShow) {
  open("long-edge");
  workspace.view.algorithm = "historical/y-from-x-2d";
  const std::string two_apart = R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "capsule", "radius": 1, "half_length": 1}, "position": [0, 0, 0]},
    {"id": "B", "shape": {"type": "cone", "radius": 1, "half_length": 1}, "position": [9, 0, 0]}]})";
  auto parsed = parseCase(two_apart, "two apart", FilesBeside{});
  ASSERT_TRUE(parsed) << describe(parsed.error());
  workspace.history = History(std::move(parsed->document));
  workspace.view.algorithm = referenceAlgorithm().name;
  updateReports(workspace);
  const std::size_t lines = workspace.console.size();
  send(BreakIt{});
  EXPECT_EQ(workspace.view.algorithm, referenceAlgorithm().name);
  ASSERT_EQ(workspace.console.size(), lines + 1);
  EXPECT_EQ(nextWrongRow(workspace), nullptr);
}

TEST_F(WrongRows, ChangePlacesWithTheReferenceAndBack) {
  open("crossed-bars");
  swapWithReference(workspace, workspace.view);
  const std::string wrong = workspace.view.algorithm;
  EXPECT_TRUE(findAlgorithm(wrong)->historical) << "without one before, the first that is wrong";
  swapWithReference(workspace, workspace.view);
  EXPECT_EQ(workspace.view.algorithm, referenceAlgorithm().name);
  swapWithReference(workspace, workspace.view);
  EXPECT_EQ(workspace.view.algorithm, wrong);
  swapWithReference(workspace, workspace.view);
  open("box-in-box");
  EXPECT_TRUE(workspace.view.algorithm_before.empty()) << "another case starts without it";
}

}  // namespace
}  // namespace sepax
