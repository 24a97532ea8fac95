#include "session/process.h"
#include "session/scene/queries.h"
#include "session/scene/reports.h"

#include "core/platform.h"
#include "format/case_file.h"
#include "format/case_writer.h"
#include "scratch.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace sepax {
namespace {

struct Expected : testing::Test {
  Expected() {
    auto loaded = loadCase(std::string(SEPAX_SOURCE_DIR) + "/assets/cases/edge-edge.json");
    EXPECT_TRUE(loaded);
    loaded->document.expect.clear();
    workspace.history = History(std::move(loaded->document));
    updateReports(workspace, 0);
  }
  void request(const Request& wanted) {
    Outbox outbox;
    outbox.request(wanted);
    process(workspace, outbox);
    updateReports(workspace, 0);
  }
  void evaluate() {
    for (int i = 0; i < 3; ++i) {
      updateExpected(workspace);
      deliverJobs(workspace);
    }
  }
  const std::vector<Expectation>& expect() const { return workspace.history.document().expect; }
  Workspace workspace;
};

TEST_F(Expected, KeepsTheReferencesAnswerAlsoWhileAnotherRowIsShown) {
  workspace.view.algorithm = "historical/six-axes-3d";
  updateReports(workspace, 0);
  request(KeepAnswer{});
  ASSERT_EQ(expect().size(), 1u);
  EXPECT_TRUE(expect()[0].verdict->contains(Verdict::kSeparated));
  EXPECT_NEAR(expect()[0].separation->min, 3 - 2 * std::sqrt(2), 1e-12);
  ASSERT_TRUE(expect()[0].deciding_axis);
  EXPECT_EQ(axisName(*expect()[0].deciding_axis), "A2xB1");
  EXPECT_EQ(workspace.history.undoLabel(), "Keep an answer");
}

TEST_F(Expected, SaysWhatHoldsByTheRowThatIsChosen) {
  request(KeepAnswer{});
  evaluate();
  ASSERT_NE(workspace.expected.rows, nullptr);
  ASSERT_EQ(workspace.expected.rows->size(), 1u);
  EXPECT_TRUE(workspace.expected.rows->front().failures.empty());
  EXPECT_NE(workspace.expected.rows->front().text.find("A × B: separated, separation 0.17"), std::string::npos)
      << workspace.expected.rows->front().text;
  workspace.view.algorithm = "historical/six-axes-3d";
  updateReports(workspace, 0);
  evaluate();
  ASSERT_FALSE(workspace.expected.rows->front().failures.empty());
  EXPECT_NE(workspace.expected.rows->front().failures.front().find("verdict"), std::string::npos);
}

TEST_F(Expected, FollowsAMoveAndIsReplacedByTheNextAnswer) {
  request(KeepAnswer{});
  Outbox outbox;
  outbox.send(SetTransform{"B", {1, 0, 0}, workspace.history.document().bodies[1].rotation});
  process(workspace, outbox);
  updateReports(workspace, 0);
  evaluate();
  EXPECT_FALSE(workspace.expected.rows->front().failures.empty()) << "the pose is another one";
  request(KeepAnswer{});
  evaluate();
  ASSERT_EQ(expect().size(), 1u) << "of one pair one answer is expected";
  EXPECT_TRUE(workspace.expected.rows->front().failures.empty());
}

TEST_F(Expected, IsEvaluatedAgainAfterAllOfItWasRemovedMeanwhile) {
  request(KeepAnswer{});
  updateExpected(workspace);  // its rows are on their way
  ASSERT_TRUE(workspace.history.run(SetExpectations{}));
  updateExpected(workspace);
  deliverJobs(workspace);
  EXPECT_EQ(workspace.expected.rows, nullptr);
  request(KeepAnswer{});
  evaluate();
  ASSERT_NE(workspace.expected.rows, nullptr);
  EXPECT_EQ(workspace.expected.rows->size(), 1u);
}

TEST_F(Expected, NamesNoAxisWhereAnotherIsAsGood) {
  Document squares;
  squares.space = Space::k2d;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = Box2{{1, 1}};
    body.rotation = 0.0;
    squares.bodies.push_back(body);
  }
  squares.bodies[1].position = {1, 1, 0};
  workspace.history = History(squares);
  updateReports(workspace, 0);
  request(KeepAnswer{});
  ASSERT_EQ(expect().size(), 1u);
  EXPECT_FALSE(expect()[0].deciding_axis);
  EXPECT_EQ(expect()[0].separation->min, -1);
}

TEST_F(Expected, IsWrittenAndReadBackAsItWasKept) {
  request(KeepAnswer{});
  const auto again = parseCase(writeCase(workspace.history.document()), "again", FilesBeside{});
  ASSERT_TRUE(again) << describe(again.error());
  ASSERT_EQ(again->document.expect.size(), 1u);
  EXPECT_EQ(again->document.expect[0].separation, expect()[0].separation);
  EXPECT_EQ(again->document.expect[0].deciding_axis, expect()[0].deciding_axis);
}

TEST_F(Expected, NothingThatTheCaseDoesNotHaveCanBeExpected) {
  Expectation stranger;
  stranger.pair = {"A", "Z"};
  Expectation query;
  query.query = 3;
  Expectation row;
  row.pair = {"A", "B"};
  row.algorithm = "guess";
  for (const Expectation& wrong : {stranger, query, row}) {
    EXPECT_FALSE(workspace.history.run(SetExpectations{{wrong}}));
    EXPECT_TRUE(expect().empty());
  }
}

}  // namespace
}  // namespace sepax
