#include "lab/posted_texts.h"
#include "scratch.h"
#include "session/process.h"
#include "ui/headless_window.h"
#include "ui/lab/jury_of_bullet.h"

#include "core/platform.h"
#include "format/api.h"
#include "session/lab/jury_pool.h"
#include "ui/kit/widgets.h"
#include "ui/lab/panel_jury.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The real dialog, by mouse and by keys: texts that are refused, unsure or read wrongly become their pairs.

namespace sepax {
namespace {

enum class Hand { kMouse, kKeys };

/// Steps of a user, one a line:
///   @3.1 A position           these numbers get a role; @3.1-@3.4 all from the one to the other
///   type A position 0 0 1     numbers that the text does not have
///   answer length=caps        to what the text leaves open
///   split @3.1                number by number
///   kind A cylinder
///   confirm                   it is as it was read
struct Correction {
  const char* name;  ///< of the posted text
  std::vector<std::string> steps;
};
const std::vector<Correction>& corrections() {
  static const std::vector<Correction> rows = {
      {"BallsOfAJudge", {"confirm"}},
      {"BepuWithoutItsName", {"confirm"}},
      {"BoxUnderARay", {"confirm"}},
      {"BoxesOfMiddleAndHalf", {"confirm"}},
      {"CadqueryBoxAndSphere", {"confirm"}},
      {"ClipperPathsOfText", {"confirm"}},
      {"GeometrySharpSegmentAndBox", {"confirm"}},
      {"HeroAndCrate", {"@3.1 A min", "@3.2 A extents", "@4.1 B min", "@4.2 B extents"}},
      {"MjcfInAnFString", {"type B half_extents 2 2 0.3", "type B position 0 0 0.3", "confirm"}},
      {"PolygonWithoutArea", {"confirm"}},
      {"ProseCapsuleAndBox", {"answer length=caps", "answer cylinder=y"}},
      {"PygameRectsWithAngles", {"confirm"}},
      {"RayAtTheEdgeOfABox", {"@3.1 A min", "@3.2 A extents", "@5.1 ray from", "@5.2 ray to"}},
      {"RayMissesATerrain", {"@6.1 none", "confirm"}},
      {"RayThroughABlock", {"confirm"}},
      {"RectanglesByTheirMiddle", {"confirm"}},
      {"RectanglesOnACanvas", {"confirm"}},
      {"SegmentAndRectangleOfASample", {"confirm"}},
      {"SegmentsOfACapsule", {"confirm"}},
      {"ShipsOfAManual", {"confirm"}},
      {"ShipsOfAnExam", {"confirm"}},
      {"SizesOfAnUnknownBox", {"confirm"}},
      {"TextProtoOfBrax", {"@19.1 B position", "@19.2 A position"}},
  };
  return rows;
}
constexpr std::size_t kMaxSteps = 8;

class PasteDialogTest : public testing::Test {
 protected:
  PasteDialogTest() {
    std::filesystem::create_directories(folder_);
    ::setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
    reloadApis();
    listenToItems();
  }
  ~PasteDialogTest() override {
    std::filesystem::remove_all(folder_);
    ::unsetenv("XDG_CONFIG_HOME");
    reloadApis();
  }

  void open(const std::string& text) {
    Outbox outbox;
    outbox.request(OpenPaste{text, {}});
    process(window.workspace, outbox);
    window.frame(4);
  }
  [[nodiscard]] const PasteState& paste() const { return window.workspace.paste; }
  [[nodiscard]] const PasteDialog& dialog() const { return window.shell.paste; }
  [[nodiscard]] std::string rulesText() const {
    std::string text;
    for (const paste::TakeRule& rule : paste().rules) text += (text.empty() ? "" : "\n") + textOf(rule);
    return text;
  }

  /// Where an item of that name is; a failure where it is not in sight.
  ImVec2 placeOf(const std::string& name) {
    static_cast<void>(takeItemPlaces());
    window.frame();
    const std::vector<ItemPlace> places = takeItemPlaces();
    const auto place = std::ranges::find(places, name, &ItemPlace::name);
    std::string all;
    for (const ItemPlace& other : places) all += other.name + "\n";
    EXPECT_NE(place, places.end()) << "no " << name << " among\n" << all;
    return place == places.end() ? ImVec2{} : ImVec2{place->x, place->y};
  }
  /// Turns the wheel over a part until that item stands in the middle of it.
  void scrollTo(const std::string& name, const char* part) {
    for (int i = 0; i < 60; ++i) {
      const ImRect box = HeadlessWindow::findWindow(part)->InnerRect;
      static_cast<void>(takeItemPlaces());
      window.moveTo(box.GetCenter().x, box.GetCenter().y);
      const std::vector<ItemPlace> places = takeItemPlaces();
      const auto place = std::ranges::find(places, name, &ItemPlace::name);
      if (place != places.end() && place->y < box.Max.y - 12) return;
      ImGui::GetIO().MouseWheel = -1;
      window.frame(2);
    }
  }
  void clickOn(const std::string& name, bool with_shift = false) {
    if (name.starts_with("answer ") || name == "confirm") scrollTo(name, "##understood");
    const ImVec2 at = placeOf(name);
    ImGui::GetIO().KeyShift = with_shift;
    window.click(at.x, at.y);
    ImGui::GetIO().KeyShift = false;
    window.frame(2);
  }
  void drag(const std::string& from, const std::string& to) {
    const ImVec2 a = placeOf(from);
    window.moveTo(a.x, a.y);
    ImGui::GetIO().MouseDown[0] = true;
    window.frame();
    window.moveTo(a.x + 20, a.y + 4);
    const ImVec2 b = placeOf(to);
    window.moveTo((a.x + b.x) / 2, (a.y + b.y) / 2);
    window.moveTo(b.x, b.y);
    window.frame();
    ImGui::GetIO().MouseDown[0] = false;
    window.frame(3);
  }
  void press(const Shortcut& shortcut) {
    window.press(shortcut);
    window.frame();
  }

  std::size_t chipNamed(const std::string& reference) {
    const auto chip = std::ranges::find(dialog().chips, reference, &PasteChip::reference);
    EXPECT_NE(chip, dialog().chips.end()) << reference;
    return static_cast<std::size_t>(chip - dialog().chips.begin());
  }
  void walkTo(const std::string& reference, bool with_shift = false) {
    const std::size_t to = chipNamed(reference);
    for (std::size_t i = 0; i <= dialog().chips.size() && dialog().cursor != to; ++i) {
      const int key = dialog().cursor < to ? kKeyRight : kKeyLeft;
      press(with_shift ? shift(key) : plain(key));
    }
    EXPECT_EQ(dialog().cursor, to) << reference;
  }
  static std::vector<std::string> wordsOf(const std::string& step) {
    std::istringstream in(step);
    return {std::istream_iterator<std::string>(in), {}};
  }
  static int keyOf(const std::string& role, const std::string& order = {}) {
    const std::string_view keys = paste::findTakeRole(role)->keys;
    const std::size_t at = order.empty() ? 0 : keys.find(":" + order) - 1;
    return keys[at] >= 'a' ? keys[at] - 'a' + 'A' : keys[at];
  }

  void selectChips(const std::string& range, Hand hand) {
    const std::size_t dash = range.find("-@");
    const std::string first = range.substr(0, dash), last = dash == range.npos ? first : range.substr(dash + 1);
    if (hand == Hand::kKeys) {
      walkTo(first);
      if (last != first) walkTo(last, true);
      return;
    }
    clickOn("chip " + first);
    press(plain(kKeyEscape));  // its menu
    if (last != first) clickOn("chip " + last, true);
  }

  void giveByKeys(const std::string& who, const std::string& role) {
    if (role == "none") return press(plain(kKeyDelete));
    press(plain(who == dialog().slots[0] ? 'A' : who == dialog().slots[1] ? 'B' : 'Y'));
    press(plain(keyOf(role)));
  }

  void doStep(const std::string& step, Hand hand) {
    const std::vector<std::string> words = wordsOf(step);
    const bool by_keys = hand == Hand::kKeys;
    if (words[0] == "confirm") {
      by_keys ? press(plain('.')) : clickOn("confirm");
    } else if (words[0] == "answer") {
      by_keys ? pressByFocus("answer " + words[1]) : clickOn("answer " + words[1]);
    } else if (words[0] == "split") {
      if (by_keys) {
        walkTo(words[1]);
        return press(plain(','));
      }
      clickOn("chip " + words[1]);
      clickOn("split");
    } else if (words[0] == "type") {
      const std::string field = "field " + words[1] + " " + words[2];
      by_keys ? pressByFocus(field) : clickOn(field);
      window.type(step.substr(step.find(words[2]) + words[2].size() + 1));
      press(plain(kKeyEnter));
    } else if (words.size() == 2) {  // "@1.5 none"
      selectChips(words[0], hand);
      press(plain(kKeyDelete));
    } else {
      selectChips(words[0], hand);
      if (by_keys) {
        giveByKeys(words[1], words[2]);
      } else if (words[1] == "ray") {  // whose fields are not there before it is
        clickOn("chip " + words[0]);
        clickOn("give " + words[2] + " ray");
      } else {
        const std::size_t dash = words[0].find("-@");
        const std::string last = dash == std::string::npos ? words[0] : words[0].substr(dash + 1);
        drag("chip " + last, "field " + words[1] + " " + words[2]);
      }
    }
    window.frame(3);
  }

  /// Goes by Tab, and among the fields by arrow keys, until that item has the keys, and presses it.
  void pressByFocus(const std::string& name) {
    for (std::size_t i = 0; i < 120 + dialog().chips.size(); ++i) {
      static_cast<void>(takeItemPlaces());
      window.frame();
      const std::vector<ItemPlace> places = takeItemPlaces();
      const auto at = std::ranges::find(places, true, &ItemPlace::focused);
      const auto to = std::ranges::find(places, name, &ItemPlace::name);
      if (at != places.end() && at == to) return press(plain(kKeyEnter));
      const bool is_field =
          at != places.end() && to != places.end() && at->name.starts_with("field ") && name.starts_with("field ");
      press(plain(!is_field ? int(kKeyTab) : at->y < to->y ? int(kKeyDown) : int(kKeyUp)));
    }
    ADD_FAILURE() << "Tab never comes to " << name;
  }

  void giveAll(const Correction& correction, Hand hand) {
    for (const std::string& step : correction.steps) {
      doStep(step, hand);
      ASSERT_TRUE(paste().error.empty()) << step << ": " << paste().error;
    }
  }

  HeadlessWindow window{1440, 900};

 private:
  const std::string folder_ = scratchFolder() + "/paste_dialog";
};

const PostedText& postedNamed(const std::string& name) {
  static const std::vector<PostedText> all = postedTexts();
  return *std::ranges::find(all, name, &PostedText::name);
}

TEST(PasteCorrections, AreThereForEveryTextThatIsNotReadRightlyAndHaveAtMostEightSteps) {
  std::set<std::string> corrected;
  for (const Correction& row : corrections()) {
    corrected.insert(row.name);
    EXPECT_LE(row.steps.size(), kMaxSteps) << row.name;
  }
  std::istringstream outcomes(contentOfPosted(kPosted / "outcomes"));
  for (std::string line; std::getline(outcomes, line);) {
    const bool is_right = line.ends_with(": right");
    EXPECT_EQ(corrected.contains(line.substr(0, line.find(':'))), !is_right) << line;
  }
}

class PasteCorrection : public PasteDialogTest, public testing::WithParamInterface<Correction> {
 protected:
  void expectRight(Hand hand) {
    const PostedText& posted = postedNamed(GetParam().name);
    open(posted.text);
    ASSERT_TRUE(paste().read);
    ASSERT_FALSE(paste().read->isCertain());
    giveAll(GetParam(), hand);
    ASSERT_TRUE(paste().read);
    EXPECT_TRUE(isSamePair(paste().read->document, posted.expected)) << rulesText();
    EXPECT_TRUE(paste().read->isCertain()) << rulesText();
  }
};

TEST_P(PasteCorrection, IsMadeByMouse) { expectRight(Hand::kMouse); }
TEST_P(PasteCorrection, IsMadeByKeys) { expectRight(Hand::kKeys); }
INSTANTIATE_TEST_SUITE_P(Posted, PasteCorrection, testing::ValuesIn(corrections()),
                         [](const auto& row) { return std::string(row.param.name); });

// Reads as a pair at once, but with the places of its bodies in the wrong order.
constexpr const char* kSwapped = "sphere radius 1 at (0, 0, 7)\nsphere radius 2 at (5, 0, 0)\n";

TEST_F(PasteDialogTest, RolesThatWereReadWronglyAreSwappedByMouseAndTakenBackByUndo) {
  open(kSwapped);
  ASSERT_TRUE(paste().read->isCertain());
  drag("chip @1.2", "field B position");
  drag("chip @2.2", "field A position");
  EXPECT_EQ(rulesText(), "B: position=@1.2 none=@2.2\nA: none=@1.2 position=@2.2");
  ASSERT_EQ(paste().read->document.bodies.size(), 2u);
  EXPECT_EQ(paste().read->document.bodies[0].position, (Vec3{5, 0, 0}));
  EXPECT_EQ(paste().read->document.bodies[1].position, (Vec3{0, 0, 7}));
  press(ctrl('Z'));
  press(ctrl('Z'));
  EXPECT_EQ(rulesText(), "");
  EXPECT_EQ(paste().read->document.bodies[0].position, (Vec3{0, 0, 7}));
  press(ctrl('Z'));
  press(ctrlShift('Z'));
  press(ctrlShift('Z'));
  EXPECT_EQ(paste().read->document.bodies[0].position, (Vec3{5, 0, 0}));
}

TEST_F(PasteDialogTest, RolesThatWereReadWronglyAreSwappedByKeys) {
  open(kSwapped);
  walkTo("@1.2");
  press(plain('B'));
  press(plain('P'));
  walkTo("@2.2");
  press(plain('A'));
  press(plain('P'));
  EXPECT_EQ(paste().read->document.bodies[0].position, (Vec3{5, 0, 0}));
  EXPECT_EQ(paste().read->document.bodies[1].position, (Vec3{0, 0, 7}));
}

TEST_F(PasteDialogTest, TheMenuOfRolesGivesThemByMouseAndByKeys) {
  open("zork (1, 2, 3)\nzork (4, 5, 6)\nblorp 2\n");
  EXPECT_FALSE(paste().read->isCase());
  clickOn("chip @1.1");
  clickOn("give half_extents A");
  EXPECT_EQ(rulesText(), "A: half_extents=@1.1");
  walkTo("@2.1");
  press(plain(kKeyEnter));  // the menu, where roles have their keys, too
  press(plain('P'));
  EXPECT_EQ(rulesText(), "A: half_extents=@1.1 position=@2.1");
  walkTo("@3.1");
  press(plain('B'));
  press(plain('R'));
  ASSERT_TRUE(paste().read->isCertain());
  EXPECT_EQ(takeOptions(paste()), "--take \"A: half_extents=@1.1 position=@2.1\" --take \"B: radius=@3.1\"");
  ASSERT_TRUE(paste().report);
  EXPECT_EQ(paste().report->answer.verdict, Verdict::kSeparated);
  walkTo("@2.1");
  press(plain(kKeyDelete));
  EXPECT_EQ(rulesText(), "A: half_extents=@1.1\nB: radius=@3.1");
}

TEST_F(PasteDialogTest, TheMenuOfRolesTakesTheOtherKeysThatItShows) {
  open("zork (1, 2, 3)\nzork (4, 5, 6)\nblorp 2\n");
  for (const int key : {int(kKeyDelete), int(kKeyBackspace)}) {
    clickOn("chip @1.1");
    clickOn("give half_extents A");
    EXPECT_EQ(rulesText(), "A: half_extents=@1.1");
    clickOn("chip @1.1");
    press(plain(key));
    window.frame(2);
    EXPECT_EQ(rulesText(), "");
  }
  clickOn("chip @2.1");
  press(plain(','));
  window.frame(2);
  EXPECT_EQ(dialog().split.count("@2.1"), 1u);
  press(plain('P'));
  EXPECT_EQ(rulesText().find("@2.1"), std::string::npos) << "the first number alone";
}

class PasteDialogByHand : public PasteDialogTest, public testing::WithParamInterface<Hand> {};
INSTANTIATE_TEST_SUITE_P(Both, PasteDialogByHand, testing::Values(Hand::kMouse, Hand::kKeys),
                         [](const auto& row) { return row.param == Hand::kMouse ? "Mouse" : "Keys"; });

TEST_P(PasteDialogByHand, NumbersOfOneGroupAreGivenApart) {
  open("zork(10, 20, 160, 150)\nblorp (1, 2)\n");
  for (const char* const step : {"split @1.1", "@1#1-@1#2 A min", "@1#3-@1#4 A extents"}) doStep(step, GetParam());
  ASSERT_EQ(paste().read->document.bodies.size(), 1u) << rulesText();
  EXPECT_EQ(paste().read->document.bodies[0].position, (Vec3{90, 95, 0})) << rulesText();
}

TEST_F(PasteDialogTest, ARoleIsNotGivenToNumbersThatItDoesNotTake) {
  open("zork (1, 2, 3)\nblorp 2 3\n");
  walkTo("@1.1");
  press(plain('Q'));
  press(plain('R'));
  EXPECT_EQ(rulesText(), "");
  EXPECT_TRUE(dialog().past.empty());
}

TEST_F(PasteDialogTest, NumbersThatAreTypedAreGivenAndEmptyOnesTakenBack) {
  open("ball radius 2 at (0, 0, 0)\nball radius 1 at (5, 0, 0)\n");
  doStep("type B position 1, 2 3", Hand::kMouse);
  EXPECT_EQ(rulesText(), "B: position=1,2,3");
  EXPECT_EQ(paste().read->document.bodies[1].position, (Vec3{1, 2, 3}));
  doStep("type B position 1 2 3 4", Hand::kMouse);
  EXPECT_NE(paste().error.find("position with 2 or 3 numbers"), std::string::npos) << paste().error;
  ASSERT_TRUE(paste().read) << "what was read before stays in sight";
  press(ctrl('Z'));
  EXPECT_TRUE(paste().error.empty());
}

TEST_F(PasteDialogTest, ANumberThatIsEditedLeavesTheOthersTheirDigits) {
  open("ball radius 2 at (0, 0, 0)\nball radius 1 at (5.123456789, 0, 2)\n");
  clickOn("field B position");
  press(plain(kKeyRight));  // behind all, which were selected
  window.type("1");
  press(plain(kKeyEnter));
  window.frame(3);
  EXPECT_EQ(paste().read->document.bodies[1].position, (Vec3{5.123456789, 0, 21})) << rulesText();
}

constexpr const char* kForm = "a = zork_block(1, 2, 3)\na.zork_go(4, 5, 6)\nb = zork_ball(2)\nb.zork_go(9, 9, 9)\n";

TEST_F(PasteDialogTest, AFormThatIsKeptReadsTheNextTextOfItByItself) {
  open(kForm);
  ASSERT_FALSE(paste().read->isCase());
  clickOn("keep form");
  EXPECT_EQ(HeadlessWindow::findWindow("##Popup"), nullptr) << "nothing was given by hand";
  for (const char* const step : {"@1.1 A half_extents", "@2.1 A position", "@3.1 B radius", "@4.1 B position"})
    doStep(step, Hand::kKeys);
  ASSERT_TRUE(paste().read->isCertain());
  clickOn("keep form");
  window.type("zork");
  press(plain(kKeyEnter));
  window.frame(3);
  const std::string file = configFolder().value() + "/apis/zork.json";
  ASSERT_TRUE(std::filesystem::exists(file));
  open("thing = zork_block(0.5, 1.5, 2.5)\nthing.zork_go(1, 0, -1)\nother = zork_ball(0.25)\nother.zork_go(7, 8, 9)\n");
  EXPECT_TRUE(paste().rules.empty());
  ASSERT_TRUE(paste().read->isCertain());
  const auto* const box = std::get_if<Box>(&paste().read->document.bodies[0].shape);
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->half_extents, (Vec3{0.5, 1.5, 2.5}));
  EXPECT_EQ(paste().read->document.bodies[0].position, (Vec3{1, 0, -1}));
  EXPECT_EQ(paste().read->document.bodies[1].position, (Vec3{7, 8, 9}));
}

TEST_F(PasteDialogTest, AFormTakesTheNameOfNoFileThatIsThereAlsoOfADamagedOne) {
  const std::string file = configFolder().value() + "/apis/zork.json";
  std::filesystem::create_directories(configFolder().value() + "/apis");
  ASSERT_TRUE(writeFileAtomically(file, "{ by hand"));
  open(kForm);
  for (const char* const step : {"@1.1 A half_extents", "@2.1 A position", "@3.1 B radius", "@4.1 B position"})
    doStep(step, Hand::kKeys);
  clickOn("keep form");
  window.type("zork");
  press(plain(kKeyEnter));
  window.frame(3);
  EXPECT_EQ(contentOf(file), "{ by hand");
  std::filesystem::remove(file);
}

TEST_F(PasteDialogTest, AFormWithoutCallsAndKeysIsNotKept) {
  open("zork (1, 2, 3) and (4, 5, 6)\nblorp 2 then 0.25\n");
  for (const char* const step : {"@1.1 A half_extents", "@2.1 B radius", "@1.2 B position"}) doStep(step, Hand::kKeys);
  ASSERT_TRUE(paste().read->isCertain());
  EXPECT_FALSE(dialog().why_no_form.empty());
  clickOn("keep form");
  EXPECT_EQ(HeadlessWindow::findWindow("##Popup"), nullptr);
}

TEST_F(PasteDialogTest, AnyKeysInAnyOrderLeaveRulesThatTheCommandLineTakes) {
  const PostedText& posted = postedNamed("TextProtoOfBrax");
  open(posted.text);
  SplitMix64 random{11};
  std::vector<Shortcut> keys = {plain(kKeyRight), plain(kKeyLeft),   plain(kKeyDown), plain(kKeyUp), shift(kKeyRight),
                                plain(','),       plain(kKeyDelete), ctrl('Z'),       ctrlShift('Z')};
  for (char key = 'A'; key <= 'Z'; ++key) keys.push_back(plain(key));
  for (int i = 0; i < 400; ++i) {
    press(keys[random.next() % keys.size()]);
    ASSERT_TRUE(paste().read);
    for (const paste::TakeRule& rule : paste().rules) {
      const auto again = paste::parseTake(textOf(rule));
      ASSERT_TRUE(again) << textOf(rule);
      EXPECT_EQ(textOf(*again), textOf(rule));
    }
  }
}

TEST_F(PasteDialogTest, TabGoesFromTheChipsToTheFieldsAndBack) {
  open(kSwapped);
  const std::size_t count = dialog().chips.size();
  for (std::size_t i = 0; i < count; ++i) press(plain(kKeyTab));
  EXPECT_EQ(dialog().cursor, count - 1);
  pressByFocus("field A radius");
  press(plain(kKeyEnter));
  for (int i = 0; i < 200 && dialog().cursor + 1 == count; ++i) press(shift(kKeyTab));
  EXPECT_LT(dialog().cursor, count - 1) << "Shift+Tab has come back to the chips";
}

// Unit cubes, 0.0487 into each other.
constexpr const char* kCubes =
    "box half extents (0.5, 0.5, 0.5) at (0, 0, 0)\nbox half extents (0.5, 0.5, 0.5) at (0.9513, 0, 0)\n";

TEST_F(PasteDialogTest, AResultThatTheTextStatesStandsBesideTheReferencesAndIsMarkedWhereItDiffers) {
  open(std::string(kCubes) + "depth: 0.05\ncolliding: false\n");
  static_cast<void>(placeOf("claim depth 0.05"));
  static_cast<void>(placeOf("claim differs colliding false"));
  const std::string texts = window.shownTexts(scratchFolder() + "/claims.txt");
  EXPECT_NE(texts.find("depth 0.05 · here: 0.0487"), std::string::npos) << texts;
  EXPECT_NE(texts.find("colliding false · here: overlapping (differs)"), std::string::npos) << texts;
  // They follow what is given by hand.
  doStep("type B position 2 0 0", Hand::kMouse);
  static_cast<void>(placeOf("claim differs depth 0.05"));
  static_cast<void>(placeOf("claim colliding false"));
}

TEST_F(PasteDialogTest, TheJuryIsAskedAboutThePastedPairAndThenAboutTheShownOneAgain) {
  window.workspace.jury.pool = juryOfBullet();
  window.shell.layout.bottom_open = true;
  window.showTab(kJuryPanel);
  ASSERT_EQ(window.workspace.jury.pair, (PairIds{"A", "B"}));
  const std::uint64_t serial = window.workspace.jury.serial;
  open(kCubes);
  EXPECT_EQ(window.workspace.jury.serial, serial) << "not before it is wanted";
  scrollTo("ask jury", "##understood");
  clickOn("ask jury");
  const auto answers = [&] {
    std::map<std::string, std::string> out;
    for (const JurorStatus& status : paste().jurors) {
      if (status.row && status.answered == paste().serial)
        out[status.name] = std::to_string(status.row->answer.separation.value_or(0));
    }
    return out;
  };
  EXPECT_EQ(answers()["gjk-epa"], "-0.048700");
  EXPECT_TRUE(answers().contains("bullet"));
  scrollTo("juror gjk-epa", "##understood");
  static_cast<void>(placeOf("jury summary"));
  doStep("type B position 0.9 0 0", Hand::kMouse);
  EXPECT_EQ(answers()["gjk-epa"], "-0.100000") << "of each later reading, too";
  press(plain(kKeyEscape));
  ASSERT_FALSE(paste().open);
  window.frame(2);
  const JuryTable& table = window.workspace.jury;
  EXPECT_GT(table.serial, paste().serial);
  ASSERT_FALSE(table.jurors.empty());
  for (const JurorStatus& status : table.jurors) EXPECT_EQ(status.answered, table.serial) << status.name;
}

TEST_F(PasteDialogTest, AChipIsDraggedOntoAFieldInASmallWindow) {
  ImGui::GetIO().DisplaySize = {800, 500};
  open(kSwapped);
  drag("chip @1.2", "field B position");
  drag("chip @2.2", "field A position");
  EXPECT_EQ(rulesText(), "B: position=@1.2 none=@2.2\nA: none=@1.2 position=@2.2");
}

TEST_F(PasteDialogTest, FieldsOutOfSightComeIntoSightWhileAChipIsHeldAtTheirEdge) {
  ImGui::GetIO().DisplaySize = {800, 300};
  open("box half extents (1, 2, 3) at (0, 0, 7)\nbox half extents (1, 2, 3) at (5, 0, 0)\n");
  const ImRect box = HeadlessWindow::findWindow("##fields")->InnerRect;
  const ImVec2 chip = placeOf("chip @1.2");
  window.moveTo(chip.x, chip.y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(box.GetCenter().x, box.Max.y - 4);
  window.frame(120);
  const ImVec2 field = placeOf("field B position");
  ASSERT_TRUE(box.Contains(field));
  window.moveTo(field.x, field.y);
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(3);
  EXPECT_EQ(paste().read->document.bodies[1].position, (Vec3{0, 0, 7})) << rulesText();
}

TEST_F(PasteDialogTest, ALongQuaternionIsWholeInSeveralRowsOfItsField) {
  ImGui::GetIO().DisplaySize = {1280, 720};
  const auto heightOf = [&](const char* field, const char* next) { return placeOf(next).y - placeOf(field).y; };
  constexpr const char* kText =
      "A: box size (1, 1, 1), position (0, 0, 0), rotation ({}, {}, 0, 0.9238795325112867)\n"
      "B: box size (1, 1, 1), position (3, 0, 0), rotation (0, 0, 0, 1)\n";
  open(fmt::format(fmt::runtime(kText), "0.3826834323650898", "0"));
  const float small = heightOf("field A position", "field A rotation");
  open(fmt::format(fmt::runtime(kText), "0.2705980500730985", "0.2705980500730985"));
  EXPECT_GT(heightOf("field A position", "field A rotation"), small + 4) << "its middle is lower: it is higher";
  // Every digit is there when it is typed in.
  clickOn("field A rotation");
  press(plain(kKeyRight));
  window.type(" ");
  press(plain(kKeyEnter));
  window.frame(3);
  EXPECT_EQ(rulesText(), "A: rotation=0.2705980500730985,0.2705980500730985,0,0.9238795325112867");
}

}  // namespace
}  // namespace sepax
