#include "ui/actions.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <algorithm>

// A panel is its files and one row: what the window does for a panel, it does for one that only this test knows.

namespace sepax {
namespace {

struct DummyPanel {
  int drawn = 0, updated = 0, before = 0, after = 0;
};
DummyPanel counts;

const Panel kDummyPanel = {
    .word = "dummy",
    .title = "Dummy",
    .help = "A panel that only a test knows.",
    .home = Region::kBottom,
    .draw =
        [](PanelContext& c) {
          ++c.state<DummyPanel>().drawn;
          counts.drawn = c.state<DummyPanel>().drawn;
          ImGui::TextUnformatted("龘");
        },
    .shown = [](ViewState& view) -> bool& { return view.sweep_shown; },
    .before = [](Workspace&, PanelStates& states) { counts.before = ++states.of<DummyPanel>().before; },
    .update = [](Workspace&) { ++counts.updated; },
    .after = [](PanelContext& c) { counts.after = ++c.state<DummyPanel>().after; },
    .next_frame = [](const Workspace&) { return atOnceIf(true); },
};

class PanelRow : public testing::Test {
 protected:
  PanelRow() {
    counts = {};
    window.frame(3);
    window.shell.panels.push_back(&kDummyPanel);
  }
  HeadlessWindow window;
};

TEST_F(PanelRow, IsAllThatDrawsAndUpdatesAPanelAndKeepsItsState) {
  window.frame(2);
  EXPECT_EQ(counts.drawn, 0) << "its tab is not in front";
  EXPECT_EQ(counts.updated, 0);
  EXPECT_EQ(counts.before, 2);
  EXPECT_EQ(counts.after, 2);
  window.showTab(kDummyPanel);
  EXPECT_EQ(counts.updated, 4) << "before and after the commands of a frame";
  const int drawn = counts.drawn;
  window.frame();
  EXPECT_EQ(counts.drawn, drawn + 1) << "once its tab is there";
  EXPECT_TRUE(window.workspace.view.sweep_shown);
  EXPECT_EQ(nextFrameIn(window.workspace, window.shell), 0.0);
  window.showTab(kConsolePanel);
  const int last = counts.drawn;
  window.frame();
  EXPECT_EQ(counts.drawn, last) << "and no longer";
  EXPECT_FALSE(window.workspace.view.sweep_shown);
}

TEST_F(PanelRow, IsAllThatListsAndExplainsAPanelAndNamesItInScripts) {
  ASSERT_TRUE(scriptStage(window.workspace, window.shell).show_panel("dummy"));
  window.frame(3);
  EXPECT_GT(counts.drawn, 0);
  const Rect below = window.shell.regions[Region::kBottom];
  window.moveTo(below.x + below.w / 2, below.y + below.h / 2);
  window.press(plain(kKeyF1));
  window.frame();
  ASSERT_TRUE(window.shell.explanation);
  EXPECT_STREQ(window.shell.explanation->title, "Dummy");
  Outbox outbox;
  const ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
  const auto lists = actionLists();
  const auto list =
      std::ranges::find(lists, std::string("panel"), [](const ActionList& l) { return std::string(l.id); });
  ASSERT_NE(list, lists.end());
  EXPECT_EQ(std::ranges::count(list->entries(context), "Dummy", &ListedAction::name), 1);
}

TEST_F(PanelRow, NeedsNoListOfTheCharactersThatThePanelDraws) {
  constexpr unsigned kRare = 0x9F98;
  EXPECT_FALSE(window.shell.fonts.wanted[kRare]);
  window.showTab(kDummyPanel);
  window.frame(2);
  EXPECT_TRUE(window.shell.fonts.wanted[kRare]);
  window.frame(2);
  EXPECT_FALSE(lacksDrawn(window.shell.fonts)) << "the window rests, whether or not a font has it";
}

}  // namespace
}  // namespace sepax
