#include "core/language.h"
#include "core/platform.h"
#include "format/case_writer.h"
#include "geom/random.h"
#include "rounds.h"
#include "session/process.h"
#include "ui/actions.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {
namespace {

/// Every bit of the document, as the text of its case.
std::string bitsOf(const History& history) { return writeCase(history.document(), NumberStyle::kHexFloat); }

/// What each step of the undo history was when it was made. Steps made several at once are known when they are first
/// walked over.
struct Record {
  std::uint64_t openings = 0;
  std::vector<std::optional<std::string>> steps;

  /// After something was done. Only the last step may be another than it was: an edit made it, or was merged into it.
  void follow(const History& history, bool may_edit, const std::string& what) {
    if (history.openings() != openings) steps.clear();
    openings = history.openings();
    steps.resize(history.size());
    std::optional<std::string>& step = steps[history.position()];
    std::string bits = bitsOf(history);
    if (step && !(may_edit && history.position() + 1 == history.size())) {
      ASSERT_EQ(*step, bits) << "after " << what;
    }
    step = std::move(bits);
  }
};

/// Undo to the first step and redo to the last give every step's bits; so does coming back.
int walk(History& history, Record& record) {
  const std::size_t here = history.position();
  int compared = 0;
  const auto compare = [&] {
    std::optional<std::string>& step = record.steps[history.position()];
    const std::string bits = bitsOf(history);
    if (step) {
      ++compared;
      EXPECT_EQ(*step, bits) << "step " << history.position() << " of " << history.size();
    }
    step = bits;
  };
  while (history.canUndo()) {
    history.undo();
    compare();
  }
  while (history.canRedo()) {
    history.redo();
    compare();
  }
  history.goTo(here);
  compare();
  return compared;
}

/// A user without a plan: actions, entries of submenus, drags in the viewport, keys and typed text.
class RandomHand {
 public:
  RandomHand(HeadlessWindow& window, std::uint64_t seed) : window_(window), random_{seed} {}

  /// What was done.
  std::string act() {
    const int dice = below(20);
    if (dice < 2) return runAction(*findAction(dice == 0 ? "undo" : "redo"));
    if (dice < 12) return runAction(actions()[static_cast<std::size_t>(below(actions().size()))]);
    if (dice < 15) return runListed();
    if (dice < 18) return drag();
    return press();
  }

  std::map<std::string, int> ran;

 private:
  /// After these, fonts or the pictures of samples are made anew: half of the time, were they taken as often as the
  /// others.
  bool isSpared(std::string_view id) {
    constexpr std::array<std::string_view, 3> kSlow{"theme", "language", "scale"};
    return std::ranges::find(kSlow, id) != kSlow.end() && below(8) != 0;
  }

  int below(std::size_t count) { return static_cast<int>(random_.next() % count); }

  std::string run(const std::string& name, const std::function<void(ActionContext&)>& what) {
    Outbox outbox;
    ActionContext context{window_.workspace, window_.workspace.view, window_.shell, outbox};
    what(context);
    process(window_.workspace, outbox);
    window_.frame();
    ++ran[name];
    return name;
  }

  std::string runAction(const Action& action) {
    // Those that end the window, or write where a file came from.
    constexpr std::array<std::string_view, 3> kLeftOut{"quit", "save", "write_bundle"};
    Outbox outbox;
    const ActionContext context{window_.workspace, window_.workspace.view, window_.shell, outbox};
    if (std::ranges::find(kLeftOut, action.id) != kLeftOut.end() || !isEnabled(action, context) || isSpared(action.id))
      return "nothing";
    return run(action.id, action.run);
  }

  std::string runListed() {
    const ActionList& list = actionLists()[static_cast<std::size_t>(below(actionLists().size()))];
    Outbox outbox;
    const ActionContext context{window_.workspace, window_.workspace.view, window_.shell, outbox};
    const std::vector<ListedAction> entries = list.entries(context);
    if (entries.empty() || isSpared(list.id)) return "nothing";
    return run(list.id, entries[static_cast<std::size_t>(below(entries.size()))].run);
  }

  std::string drag() {
    const Rect& middle = window_.shell.regions.middle;
    const auto go = [&] {
      window_.moveTo(middle.x + middle.w * float(random_.unit()), middle.y + middle.h * float(random_.unit()));
    };
    go();
    ImGuiIO& io = ImGui::GetIO();
    const int button = below(3);
    io.KeyCtrl = below(4) == 0;
    io.MouseDown[button] = true;
    window_.frame();
    for (int moves = below(4); moves > 0; --moves) go();
    io.MouseDown[button] = false;
    window_.frame();
    io.KeyCtrl = false;
    ++ran["drag"];
    return "drag";
  }

  std::string press() {
    constexpr std::array kKeys{int(kKeyEnter), int(kKeyEscape), int(kKeyUp), int(kKeyLeft),
                               int(kKeyTab),   int(' '),        int('X'),    int('7')};
    window_.press(plain(kKeys[static_cast<std::size_t>(below(kKeys.size()))]));
    ++ran["key"];
    return "key";
  }

  HeadlessWindow& window_;
  SplitMix64 random_;
};

TEST(TableHead, EscapeRightAfterItsMenuWasAskedForDoesNoHarm) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{*dataPath("assets/bundle/main.1.com.example.sepax.obb")});
  process(window.workspace, outbox);
  window.frame(3);
  window.workspace.view.middle = Middle::kFiles;
  window.frame(3);
  const Rect& middle = window.shell.regions.middle;
  int opened = 0;
  for (float y = middle.y; y < middle.y + middle.h; y += 8) {
    window.moveTo(middle.x + middle.w / 2, y);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[1] = down;
      window.frame();
    }
    opened += ImGui::GetCurrentContext()->OpenPopupStack.Size;
    window.press(plain(kKeyEscape));
    window.frame(4);
  }
  EXPECT_GT(opened, 1);
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
}

TEST(RandomActions, LeaveAHistoryThatUndoAndRedoWalkBitForBit) {
  // Under sanitizers, too: fewer steps do not come to all actions.
  const int steps = test::isThorough() ? 10'000 : 2'000, walk_every = 50, anew_every = 400;
  HeadlessWindow window;
  window.frame(2);
  RandomHand hand(window, 20261124);
  Record record;
  int compared = 0, messages = 0;
  std::size_t longest = 0;
  for (int step = 0; step < steps && !HasFatalFailure(); ++step) {
    if (step % anew_every == 0)
      window.workspace.history.reset(step % (2 * anew_every) == 0 ? defaultDocument() : Document{});
    record.follow(window.workspace.history, window.workspace.view.motion_plays, "a pause");
    const bool moves = window.workspace.view.motion_plays;
    if (moves) record.steps[window.workspace.history.position()].reset();  // it is not done yet
    const std::string what = hand.act();
    messages += static_cast<int>(window.workspace.toasts.size());
    window.workspace.toasts.clear();
    window.workspace.console.clear();
    // Dialogs are looked at and left; what they would write stays unwritten.
    for (int tries = 0; tries < 8 && !ImGui::GetCurrentContext()->OpenPopupStack.empty(); ++tries)
      window.press(plain(kKeyEscape));
    EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty()) << "after " << what << " Escape closes everything";
    record.follow(window.workspace.history, moves || (what != "undo" && what != "redo"), what);
    longest = std::max(longest, window.workspace.history.size());
    if (step % walk_every == 0) compared += walk(window.workspace.history, record);
  }
  for (const std::string& text : missingTranslations()) ADD_FAILURE() << text << " stays English in the Chinese window";
  std::string never;
  for (const Action& action : actions()) {
    if (!hand.ran.contains(action.id)) never += std::string(" ") + action.id;
  }
  std::printf("%d steps compared, longest history %zu, %d messages, %zu things done; never:%s\n", compared, longest,
              messages, hand.ran.size(), never.c_str());
  EXPECT_GT(compared, steps * 3 / 20);
  EXPECT_GT(longest, 12u);
  EXPECT_GT(hand.ran.size(), 80u);
  for (const char* id :
       {"undo", "redo", "delete", "duplicate", "paste_bodies", "copy_picture", "swap_pair", "drag", "add"}) {
    EXPECT_GT(hand.ran[id], steps / 2000) << id;
  }
}

}  // namespace
}  // namespace sepax
