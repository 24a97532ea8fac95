#include "session/process.h"
#include "session/scene/pair_list.h"
#include "session/scene/reports.h"

#include "session/scene/selection.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

using Pairs = std::vector<PairIds>;

struct PairList : testing::Test {
  PairList() {
    Document document = defaultDocument();
    Body c = document.bodies[1];
    c.id = "C";
    c.position.x += 3;
    document.bodies.push_back(c);
    workspace.history = History(document);
    updateReports(workspace);
  }
  const Document& document() const { return workspace.history.document(); }
  void run() { process(workspace, outbox); }
  Workspace workspace;
  Outbox outbox;
};

TEST_F(PairList, SwappingTheShownPairDoesNotNarrowAllPairs) {
  const Vec3 normal = shownReport(workspace)->answer.normal;
  swapShownPair(workspace, workspace.view, outbox);
  run();
  EXPECT_EQ(document().pairs, std::nullopt);
  EXPECT_FALSE(workspace.history.isDirty());
  ASSERT_NE(shownReport(workspace), nullptr);
  EXPECT_EQ(shownReport(workspace)->a, "B");
  EXPECT_EQ(shownReport(workspace)->b, "A");
  EXPECT_EQ(shownReport(workspace)->answer.normal, -normal);
  EXPECT_EQ(workspace.reports.pairs, (Pairs{{"B", "A"}, {"A", "C"}, {"B", "C"}}));

  Body added = document().bodies[0];
  added.id = "D";
  outbox.send(AddBody{added});
  run();
  EXPECT_EQ(workspace.reports.pairs.size(), 6u) << "what is added later is tested, too";
  EXPECT_EQ(shownReport(workspace)->a, "B") << "and the shown pair stays as it was";

  workspace.view.pair = PairIds{"A", "C"};
  run();
  EXPECT_EQ(workspace.reports.pairs.front(), (PairIds{"A", "B"})) << "another pair, and nothing is swapped any more";
  EXPECT_FALSE(workspace.view.swapped);
}

TEST_F(PairList, SwappingTwiceIsNothingAndAListedPairIsSwappedInTheList) {
  swapShownPair(workspace, workspace.view, outbox);
  run();
  swapShownPair(workspace, workspace.view, outbox);
  run();
  EXPECT_EQ(shownReport(workspace)->a, "A");
  listPairs(document(), outbox);
  run();
  swapShownPair(workspace, workspace.view, outbox);
  run();
  EXPECT_EQ(document().pairs, (Pairs{{"B", "A"}, {"A", "C"}, {"B", "C"}}));
  EXPECT_EQ(shownReport(workspace)->a, "B");
}

TEST_F(PairList, PairsAreLeftOutAndTestedAgain) {
  leaveOut(document(), {"B", "A"}, outbox);
  run();
  EXPECT_EQ(document().pairs, (Pairs{{"A", "C"}, {"B", "C"}}));
  EXPECT_FALSE(isTested(document(), {"A", "B"}));
  showPair(document(), {"B", "A"}, workspace.view, outbox);
  EXPECT_EQ(outbox.commands.size(), 1u);
  run();
  EXPECT_EQ(workspace.history.undoLabel(), "Test B × A");
  EXPECT_EQ(document().pairs->back(), (PairIds{"B", "A"}));
  EXPECT_EQ(shownReport(workspace)->a, "B");
  showPair(document(), {"A", "B"}, workspace.view, outbox);
  EXPECT_TRUE(outbox.commands.empty()) << "it is tested already";
  testAllPairs(outbox);
  run();
  EXPECT_EQ(document().pairs, std::nullopt);
}

TEST_F(PairList, ABodyAddedToAListOfPairsIsTestedWithTheOneItIsShownWith) {
  listPairs(document(), outbox);
  run();
  Body added = document().bodies[0];
  added.id = "D";
  workspace.view.selected = "C";
  outbox.send(AddBody{added, partnerOfNewBody(workspace)});
  run();
  EXPECT_EQ(document().pairs->back(), (PairIds{"C", "D"}));
  EXPECT_EQ(shownReport(workspace)->b, "D");
  workspace.history.undo();
  EXPECT_EQ(document().pairs->size(), 3u) << "the body and its pair are one step";
}

TEST_F(PairList, CopiesAreTestedAsTheirOriginalsAreAndWhatIsPastedTogetherIsTested) {
  outbox.send(SetPairs{Pairs{{"A", "B"}, {"B", "C"}}});
  run();
  select(workspace.view, {"A", "B"});
  duplicateSelected(workspace.history, workspace.view, outbox);
  run();
  EXPECT_EQ(document().pairs, (Pairs{{"A", "B"}, {"B", "C"}, {"D", "E"}, {"E", "C"}}));
  workspace.history.undo();
  EXPECT_EQ(document().pairs, (Pairs{{"A", "B"}, {"B", "C"}})) << "bodies and pairs are one step";
  select(workspace.view, {"A", "C"});
  outbox.request(PasteBodies{copiedBodies(document(), workspace.view)});
  run();
  ASSERT_EQ(document().bodies.size(), 5u);
  EXPECT_EQ(document().pairs->back(), (PairIds{document().bodies[3].id, document().bodies[4].id}));
}

}  // namespace
}  // namespace sepax
