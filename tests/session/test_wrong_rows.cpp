#include "session/wrong_rows.h"

#include "collide/pair_table.h"
#include "core/platform.h"
#include "scene/case_file.h"
#include "session/open.h"
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
