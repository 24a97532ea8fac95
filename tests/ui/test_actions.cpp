#include "core/language.h"
#include "session/host/opened_case.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "ui/actions.h"
#include "ui/headless_window.h"
#include "ui/kit/regions.h"
#include "ui/kit/widgets.h"
#include "ui/menus.h"
#include "ui/texts_on_screen.h"

#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace sepax {
namespace {

TEST(Actions, HaveIdsAndShortcutsOfTheirOwn) {
  std::set<std::string> ids, keys;
  for (const Action& action : actions()) {
    EXPECT_TRUE(ids.insert(action.id).second) << action.id;
    EXPECT_NE(action.run, nullptr);
    if (action.shortcut.key == kKeyNone) continue;
    EXPECT_TRUE(keys.insert(shortcutText(action.shortcut)).second) << shortcutText(action.shortcut);
    EXPECT_NE(imguiKey(action.shortcut.key), 0) << action.id;
  }
  EXPECT_GT(ids.size(), 40u);
}

TEST(Actions, AllRunOnEveryKindOfDocumentWithoutHarm) {
  HeadlessWindow window;
  for (const bool empty : {false, true}) {
    for (const char* selected : {"", "A"}) {
      for (const Action& action : actions()) {
        if (std::string(action.id) == "quit") continue;
        window.workspace.history.reset(empty ? Document{} : defaultDocument());
        window.workspace.view.selected = selected;
        window.frame(2);
        Outbox outbox;
        ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
        if (isEnabled(action, context)) action.run(context);
        process(window.workspace, outbox);
        window.frame(2);
        window.shell.of<FileDialog>().open = window.shell.keys_open = window.shell.settings_open =
            window.shell.about_open = false;
        window.press({kKeyEscape});
        window.workspace.view.language = Language::kEnglish;
        ImGui::GetCurrentContext()->OpenPopupStack.clear();
      }
    }
  }
}

TEST(Actions, OfferEverySampleAndOpenEachOfThem) {
  HeadlessWindow window;
  const auto lists = actionLists();
  const auto samples =
      std::ranges::find_if(lists, [](const ActionList& list) { return std::string(list.id) == "sample"; });
  ASSERT_NE(samples, lists.end());
  Outbox outbox;
  ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
  std::set<std::string> opened;
  for (const ListedAction& sample : samples->entries(context)) {
    sample.run(context);
    process(window.workspace, outbox);
    window.frame(2);
    EXPECT_TRUE(window.workspace.toasts.empty()) << sample.name << ": " << window.workspace.toasts.front().text;
    EXPECT_NE(shownReport(window.workspace), nullptr) << sample.name;
    opened.insert(window.workspace.title);
  }
  EXPECT_GE(opened.size(), 6u);
}

TEST(Actions, SwappingByKeyKeepsAllPairs) {
  HeadlessWindow window;
  window.frame(2);
  window.press(plain('X'));
  window.frame();
  EXPECT_EQ(window.workspace.history.document().pairs, std::nullopt);
  EXPECT_EQ(shownReport(window.workspace)->a, "B");
}

TEST(Actions, OfferOnlyAlgorithmsThatFitTheSpace) {
  std::set<std::string> offered;
  for (const auto& [space, other] : {std::pair(Space::k2d, "-3d"), {Space::k3d, "-2d"}}) {
    Document document;
    document.space = space;
    for (const PairAlgorithm* row : offeredAlgorithms(document)) {
      EXPECT_FALSE(std::string(row->name).ends_with(other)) << row->name;
      offered.insert(row->name);
    }
  }
  EXPECT_EQ(offered.size(), pairAlgorithms().size()) << "each fits one of them";
}

TEST(Actions, UndoAndRedoByKey) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.send(SetTransform{"B", {5, 0, 0}, Quat{}});
  process(window.workspace, outbox);
  window.frame(2);
  ASSERT_TRUE(window.workspace.history.isDirty());
  window.press({'Z', true, false});
  EXPECT_FALSE(window.workspace.history.isDirty());
  window.press({'Z', true, true});
  EXPECT_EQ(findBody(window.workspace.history.document(), "B")->position.x, 5);
}

TEST(Actions, LeaveTheKeysToATextField) {
  HeadlessWindow window;
  window.workspace.view.selected = "A";
  window.frame(2);
  window.press({'P', true, false});  // the palette's field has the keyboard
  window.frame(3);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  window.press({kKeyDelete});
  EXPECT_NE(findBody(window.workspace.history.document(), "A"), nullptr);
}

TEST(CommandPalette, RunsTheActionThatATypedPartFinds) {
  HeadlessWindow window;
  window.frame(2);
  ASSERT_EQ(window.workspace.view.theme, Theme::kDark);
  window.press({'P', true, false});
  window.frame(3);
  window.type("light th");
  window.frame();
  window.press({kKeyEnter});
  window.frame(2);
  EXPECT_EQ(window.workspace.view.theme, Theme::kLight);
  EXPECT_FALSE(window.shell.palette.open);
}

TEST(CommandPalette, OffersWhatItRanLastAsTheFirst) {
  HeadlessWindow window;
  window.frame(2);
  const bool before = window.workspace.view.snap;
  for (const char* typed : {"light th", "snap", ""}) {
    window.press({'P', true, false});
    window.frame(3);
    if (*typed != 0) window.type(typed);
    window.frame();
    window.press({kKeyEnter});
    window.frame(2);
  }
  EXPECT_EQ(window.workspace.view.theme, Theme::kLight);
  EXPECT_EQ(window.workspace.view.snap, before) << "on and off again, without a letter typed";
  ASSERT_EQ(window.shell.palette_runs.size(), 2u);
  EXPECT_EQ(window.shell.palette_runs.front(), "Snap");
}

TEST(CommandPalette, FindsATriangleInThePlane) {
  HeadlessWindow window;
  Document plane;
  plane.space = Space::k2d;
  window.workspace.history.reset(plane);
  window.frame(2);
  window.press({'P', true, false});
  window.frame(3);
  window.type("triangle");
  window.frame();
  window.press({kKeyEnter});
  window.frame(2);
  ASSERT_EQ(window.workspace.history.document().bodies.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Polygon>(window.workspace.history.document().bodies[0].shape));
}

TEST(CommandPalette, FindsEnglishNamesInTheChineseWindow) {
  HeadlessWindow window;
  window.workspace.view.language = Language::kChinese;
  window.frame(2);
  window.press({'P', true, false});
  window.frame(3);
  window.type("add body: sphere");
  window.frame();
  window.press({kKeyEnter});
  window.frame(2);
  ASSERT_EQ(window.workspace.history.document().bodies.size(), 3u);
}

/// Types into the palette and presses Enter; what the palette drew before that.
std::string runByPalette(HeadlessWindow& window, const char* typed) {
  window.press({'P', true, false});
  window.frame(3);
  window.type(typed);
  window.frame(2);
  std::string texts;
  const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
  for (const DrawnGlyph& glyph : glyphs) {
    if (glyph.window.find("##found") != std::string::npos) texts += static_cast<char>(glyph.character);
  }
  window.press({kKeyEnter});
  window.frame(2);
  return texts;
}

TEST(CommandPalette, ListsWhatCannotRunWithTheReasonAndRunsNothingInItsPlace) {
  HeadlessWindow window;
  window.frame(2);
  for (const auto& [typed, reason] : {std::pair("extract all", "needsanopenbundle"),
                                      {"close bundle", "needsanopenbundle"},
                                      {"next frame", "needsanopenrecording"},
                                      {"delete", "needsaselectedbody"}}) {
    const std::string texts = runByPalette(window, typed);
    EXPECT_NE(texts.find(reason), std::string::npos) << typed << ": " << texts;
    EXPECT_TRUE(window.shell.palette.open) << typed;
    EXPECT_TRUE(window.shell.palette_runs.empty()) << typed << " ran " << window.shell.palette_runs.front();
    window.press({kKeyEscape});
    window.frame(2);
  }
}

TEST(CommandPalette, PutsWhatRunsBeforeEquallyGoodNamesOfWhatDoesNot) {
  HeadlessWindow window;
  window.frame(2);
  const std::string texts = runByPalette(window, "next");
  EXPECT_NE(texts.find("needsanopenrecording"), std::string::npos) << texts;
  ASSERT_EQ(window.shell.palette_runs.size(), 1u);
  EXPECT_TRUE(window.shell.palette_runs.front().starts_with("Next ")) << window.shell.palette_runs.front();
}

TEST(CommandPalette, ChoosesNothingThatOnlyHasTheLetters) {
  HeadlessWindow window;
  window.frame(2);
  const std::string texts = runByPalette(window, "lhteme");
  EXPECT_NE(texts.find("Lighttheme"), std::string::npos) << texts;
  EXPECT_TRUE(window.shell.palette_runs.empty()) << window.shell.palette_runs.front();
  window.press({kKeyDown});
  window.press({kKeyEnter});
  window.frame(2);
  EXPECT_EQ(window.shell.palette_runs.size(), 1u) << "one that was walked to runs";
}

TEST(CommandPalette, NamesOtherWordsForAShapeOnce) {
  HeadlessWindow window;
  Outbox outbox;
  ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
  const auto lists = actionLists();
  const auto add = std::ranges::find_if(lists, [](const ActionList& list) { return std::string(list.id) == "add"; });
  ASSERT_NE(add, lists.end());
  for (const ListedAction& entry : add->entries(context)) {
    const std::size_t ball = entry.english.find("ball");
    if (ball == std::string::npos) continue;
    EXPECT_EQ(entry.english.find("ball", ball + 1), std::string::npos) << entry.english;
  }
}

TEST(Menus, OpenAndRunByKeyboardAlone) {
  HeadlessWindow window;
  window.frame(3);
  ImGui::GetIO().KeyAlt = true;
  window.frame(2);
  ImGui::GetIO().KeyAlt = false;
  window.frame(3);
  window.press({kKeyDown});  // opens the first menu
  window.frame(3);
  EXPECT_NE(HeadlessWindow::findWindow("##Menu_00"), nullptr);
  window.press({kKeyEscape});
  window.press({kKeyEscape});
  window.frame(8);
  EXPECT_EQ(HeadlessWindow::findWindow("##Menu_00"), nullptr);
  EXPECT_FALSE(ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard)
      << "the arrow keys are the viewport's again";
}

/// The items in sight of one kind, by name, with the places of their middles.
std::map<std::string, ImVec2> itemsInSight(HeadlessWindow& window, const std::string& kind) {
  listenToItems();
  (void)takeItemPlaces();
  window.frame();
  std::map<std::string, ImVec2> found;
  for (const ItemPlace& item : takeItemPlaces()) {
    if (item.name.starts_with(kind)) found[item.name.substr(kind.size())] = {item.x, item.y};
  }
  return found;
}

TEST(Menus, OfANarrowWindowThatDoNotFitAreTogetherInTheLastOne) {
  for (const Language language : {Language::kEnglish, Language::kChinese}) {
    HeadlessWindow window(330, 700);
    ASSERT_TRUE(setLanguage(language));
    window.frame(3);
    const std::map<std::string, ImVec2> beside = itemsInSight(window, "menu ");
    ASSERT_TRUE(beside.contains("others"));
    EXPECT_GE(beside.size(), 5u);
    EXPECT_FALSE(beside.contains("Help"));
    const float end = beside.at("others").x;
    EXPECT_LT(end, 320);
    for (const auto& [name, middle] : beside) EXPECT_LE(middle.x, end) << name;
    window.click(end, beside.at("others").y);
    window.frame(2);
    int listed = 0;
    const std::map<std::string, ImVec2> items = itemsInSight(window, "action ");
    for (const auto& [name, middle] : items) {
      const Action* const action = findAction(name);
      listed += action != nullptr && !beside.contains(menuName(action->menu)) ? 1 : 0;
      EXPECT_TRUE(middle.x > 0 && middle.x < 330) << name;
    }
    EXPECT_GE(listed, 5) << "the items of the other menus, without a menu between";
    for (const char* id : {"keys", "next_part"}) {
      ASSERT_TRUE(items.contains(id)) << id;
      window.moveTo(items.at(id).x, items.at(id).y);
      window.frame(2);
      const ImGuiWindow* const tip = HeadlessWindow::findWindow("##Tooltip");
      ASSERT_NE(tip, nullptr);
      EXPECT_LE(tip->Pos.x + tip->Size.x, 330) << id;
    }
  }
  HeadlessWindow wide;
  wide.frame(3);
  EXPECT_EQ(itemsInSight(wide, "menu ").size(), std::size_t{kMenuCount}) << "no further menu where all fit";
}

TEST(ConsoleToggle, OfANarrowWindowGivesWayToTheRegionOnTheRight) {
  HeadlessWindow window(390, 844);
  window.frame(3);
  EXPECT_FALSE(isShown(window.shell, Region::kBottom));
  toggleBottom(window.shell);
  window.frame(2);
  EXPECT_TRUE(isShown(window.shell, Region::kBottom));
  EXPECT_GT(window.shell.regions[Region::kBottom].h, 0);
  toggleBottom(window.shell);
  window.frame(2);
  EXPECT_TRUE(isShown(window.shell, Region::kRight));
  EXPECT_EQ(window.shell.regions[Region::kBottom].h, 0);
}

TEST(Labels, ShowNamesWholeThatHoldTheSignOfAnId) {
  EXPECT_EQ(asLabel("a##b"), "a# #b");
  EXPECT_EQ(asLabel("x###"), "x# # #");
  EXPECT_EQ(asLabel("a#b"), "a#b");
  HeadlessWindow window;
  Document document = defaultDocument();
  document.bodies[1].id = "left##arm";
  document.expect.clear();
  window.workspace.history.reset(document);
  window.frame(4);
  std::string toolbar;
  for (const DrawnGlyph& glyph : drawnGlyphs()) {
    if (glyph.window.find("toolbar") != std::string::npos && glyph.character < 128)
      toolbar += static_cast<char>(glyph.character);
  }
  EXPECT_NE(toolbar.find("left##arm"), std::string::npos) << toolbar;
}

TEST(FuzzyScore, PrefersWordStartsAndRunsAndRefusesOtherOrders) {
  EXPECT_EQ(fuzzyScore("zx", "Undo"), -1);
  EXPECT_EQ(fuzzyScore("odnu", "Undo"), -1);
  EXPECT_GT(fuzzyScore("fa", "Frame all"), fuzzyScore("fa", "Drop lines of a"));
  EXPECT_GT(fuzzyScore("undo", "Undo"), fuzzyScore("undo", "Untie no dog or"));
  EXPECT_GT(fuzzyScore("lab", "Go to panel: Lab"), fuzzyScore("lab", "Algorithm and reference side by side"));
}

TEST(Guard, AsksBeforeUnsavedChangesAreLostAndObeysTheAnswer) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.send(SetTransform{"B", {5, 0, 0}, Quat{}});
  outbox.request(Quit{});
  process(window.workspace, outbox);
  EXPECT_FALSE(window.workspace.quit);
  window.frame(3);
  ASSERT_NE(HeadlessWindow::findWindow("###guard"), nullptr);
  ASSERT_TRUE(window.clickItem("###guard", "###Cancel"));
  EXPECT_FALSE(window.workspace.quit);
  EXPECT_FALSE(window.workspace.guarded);
  EXPECT_TRUE(window.workspace.history.isDirty());

  outbox.request(Quit{});
  process(window.workspace, outbox);
  window.frame(3);
  ASSERT_TRUE(window.clickItem("###guard", "###Discard changes"));
  window.frame(2);
  EXPECT_TRUE(window.workspace.quit);
}

TEST(Guard, SavesUnderAChosenNameAndThenDoesWhatWasAsked) {
  const auto folder = std::filesystem::path(scratchFolder()) / "sepax_guard_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  {
    HeadlessWindow window;
    Outbox outbox;
    outbox.send(SetTransform{"B", {5, 0, 0}, Quat{}});
    outbox.request(NewDocument{Space::k2d, false});
    process(window.workspace, outbox);
    window.frame(3);
    ASSERT_TRUE(window.clickItem("###guard", "###Save"));
    window.frame(2);
    ASSERT_TRUE(window.shell.of<FileDialog>().open);
    window.press({'A', true, false});
    window.type((folder / "saved").string());
    ASSERT_TRUE(window.clickItem("###files", "###accept"));
    window.frame(3);
    EXPECT_TRUE(std::filesystem::exists(folder / "saved.json"));
    EXPECT_EQ(window.workspace.history.document().space, Space::k2d);
  }
  std::filesystem::remove_all(folder);
}

TEST(Settings, KeepLayoutViewAndRecentFilesAcrossWindows) {
  std::string text;
  {
    HeadlessWindow window;
    window.shell.layout.left = 0.3f;
    window.shell.layout.bottom_open = true;
    window.workspace.view.theme = Theme::kLight;
    window.workspace.view.language = Language::kChinese;
    window.workspace.view.picture.radii = true;
    window.workspace.recent_files = {"/tmp/a=b.json", "/tmp/中文.obb"};
    window.showTab(kInspectorPanel);
    text = ImGui::SaveIniSettingsToMemory();
  }
  HeadlessWindow window;
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  window.frame(3);
  EXPECT_FLOAT_EQ(window.shell.layout.left, 0.3f);
  EXPECT_TRUE(window.shell.layout.bottom_open);
  EXPECT_EQ(window.shell.layout.tab[1], &kInspectorPanel);
  EXPECT_EQ(window.workspace.view.theme, Theme::kLight);
  EXPECT_EQ(window.workspace.view.language, Language::kChinese);
  EXPECT_TRUE(window.workspace.view.picture.radii);
  EXPECT_EQ(window.workspace.recent_files, (std::vector<std::string>{"/tmp/a=b.json", "/tmp/中文.obb"}));
}

TEST(Settings, StartWithPanelsThatHaveSomethingToShow) {
  HeadlessWindow window;
  const std::string text = "[Sepax][Layout]\nleft_tab=bundle\nright_tab=preview\nbottom_tab=console\n";
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  window.frame(3);
  EXPECT_EQ(window.shell.layout.tab, (decltype(Layout::tab){&kScenePanel, &kAxesPanel, &kConsolePanel}));
}

TEST(Settings, IgnoreNonsenseInTheFile) {
  HeadlessWindow window;
  const std::string text =
      "[Sepax][Layout]\nleft=-9\nright=nan\nbottom=1e9\nleft_tab=nosuch\nunknown\n=\n[Sepax][View]\nui_scale=0\ntheme="
      "9\n[Sepax][Nowhere]"
      "\nx=1\n";
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  window.frame(3);
  EXPECT_GE(window.shell.layout.left, 0.05f);
  EXPECT_LE(window.shell.layout.right, 0.7f);
  EXPECT_GE(window.shell.layout.right, 0) << "0: by the window's width";
  EXPECT_GE(window.workspace.view.ui_scale, 0.5f);
}

TEST(ShippedLayout, ComesBackOnReset) {
  HeadlessWindow window;
  const Layout shipped;
  window.shell.layout.left = 0.5f;
  window.workspace.recent_files = {"/tmp/kept.json"};
  Outbox outbox;
  outbox.request(ResetLayout{});
  process(window.workspace, outbox);
  window.frame(2);
  EXPECT_FLOAT_EQ(window.shell.layout.left, shipped.left) << "imgui.ini and the defaults in shell.h say the same";
  EXPECT_FLOAT_EQ(window.shell.layout.right, shipped.right);
  EXPECT_EQ(window.workspace.recent_files.size(), 1u);
}

bool overlap(const Rect& a, const Rect& b) {
  return a.w > 0 && a.h > 0 && b.w > 0 && b.h > 0 && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
         b.y < a.y + a.h;
}

TEST(Regions, OfANarrowPageLieBelowEachOther) {
  constexpr float kEm = 16;
  for (const auto& [width, height] :
       {std::pair(390.0f, 844.0f), std::pair(320.0f, 568.0f), std::pair(768.0f, 1024.0f)}) {
    for (int below : {0, 1, 2}) {
      Layout layout;
      layout.below = below;
      const Regions r = layOut(layout, {0, 21, width, height}, {.em = kEm});
      const std::vector<Rect> regions{r[Region::kLeft], r[Region::kRight], r[Region::kBottom]};
      for (int i = 0; i < 3; ++i) EXPECT_EQ(regions[i].w > 0, i == below);
      EXPECT_EQ(r.middle.w, width) << "the scene has the whole width";
      EXPECT_GT(r.middle.h, height * 0.4f);
      EXPECT_GT(r.choice.h, kEm);
      const Rect& shown = regions[static_cast<std::size_t>(below)];
      EXPECT_GE(shown.y, r.choice.y + r.choice.h);
      EXPECT_LE(shown.y + shown.h, r.status.y + 0.01f);
      EXPECT_FALSE(overlap(r.middle, r.choice));
    }
  }
  EXPECT_EQ(layOut(Layout{}, {0, 21, 800, 500}, {.em = kEm}).choice.h, 0) << "the smallest window of a desktop is not";
  EXPECT_EQ(layOut(Layout{}, {0, 21, 600, 400}, {.em = kEm}).choice.h, 0) << "nor one that is wider than tall";
}

TEST(Regions, NeverOverlapNorLeaveTheWindowAtAnySize) {
  int usable = 0;
  for (float width : {1.0f, 200.0f, 500.0f, 800.0f, 1280.0f, 1920.0f, 3840.0f}) {
    for (float height : {1.0f, 100.0f, 480.0f, 700.0f, 1060.0f, 2000.0f}) {
      for (float share : {0.05f, 0.19f, 0.34f, 0.7f}) {
        for (bool open : {false, true}) {
          Layout layout;
          layout.left = share;
          layout.right = 0.75f - share;
          layout.bottom = share;
          layout.bottom_open = open;
          const Regions r = layOut(layout, {0, 21, width, height}, {});
          const std::vector<Rect> all{r.toolbar,         r[Region::kLeft],   r.left_splitter,
                                      r.middle,          r.right_splitter,   r[Region::kRight],
                                      r.bottom_splitter, r[Region::kBottom], r.status};
          for (std::size_t i = 0; i < all.size(); ++i) {
            EXPECT_GE(all[i].w, 0);
            EXPECT_GE(all[i].h, 0);
            EXPECT_LE(all[i].x + all[i].w, width + 0.01f);
            EXPECT_LE(all[i].y + all[i].h, 21 + height + 0.01f);
            for (std::size_t k = i + 1; k < all.size(); ++k)
              EXPECT_FALSE(overlap(all[i], all[k])) << i << " " << k << " " << width << "x" << height;
          }
          if (width >= 800 && height >= 480) {
            ++usable;
            EXPECT_GT(r.middle.w, 150);
            EXPECT_GT(r.middle.h, 100);
            EXPECT_GT(r[Region::kLeft].w, 40);
          }
        }
      }
    }
  }
  EXPECT_GT(usable, 50);
}

TEST(Regions, WithAnyOfThemEmptyNeverOverlapAndFillTheWindow) {
  int divided = 0;
  for (unsigned bits = 0; bits < 64; ++bits) {
    UsedRegions used;
    for (std::size_t i = 0; i < used.size(); ++i) used[i] = (bits >> i & 1u) != 0;
    for (const auto& [width, height] :
         {std::pair(640.0f, 420.0f), std::pair(1280.0f, 720.0f), std::pair(3840.0f, 2000.0f)}) {
      Layout layout;
      layout.bottom_open = true;
      const Regions r = layOut(layout, {0, 21, width, height}, {}, used);
      std::vector<Rect> all{r.toolbar,         r.middle,   r.status,    r.left_splitter, r.right_splitter,
                            r.bottom_splitter, r.left_cut, r.right_cut, r.bottom_cut};
      all.insert(all.end(), r.tabs.begin(), r.tabs.end());
      float area = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        area += all[i].w * all[i].h;
        for (std::size_t k = i + 1; k < all.size(); ++k)
          EXPECT_FALSE(overlap(all[i], all[k])) << bits << " " << i << " " << k;
      }
      EXPECT_NEAR(area, width * height, 1e-4f * width * height) << bits;
      for (std::size_t i = 0; i < used.size(); ++i)
        EXPECT_EQ(r.tabs[i].w * r.tabs[i].h > 0, used[i]) << bits << " " << i;
      divided += r.left_cut.h > 0 && r.bottom_cut.w > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(divided, 0);
}

TEST(Regions, EachHasAPlaceWhereADropReachesIt) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    UsedRegions used;
    for (std::size_t i = 0; i < used.size(); ++i) used[i] = (bits >> i & 1u) != 0;
    Layout layout;
    layout.bottom_open = true;
    const Regions r = layOut(layout, {0, 21, 1280, 700}, {}, used);
    const std::vector<DropZone> zones = dropZones(r);
    ASSERT_EQ(zones.size(), 7u);
    for (std::size_t i = 0; i < zones.size(); ++i) {
      const float x = zones[i].rect.x + zones[i].rect.w / 2, y = zones[i].rect.y + zones[i].rect.h / 2;
      const auto first = std::ranges::find_if(zones, [&](const DropZone& zone) { return holds(zone.rect, x, y); });
      EXPECT_EQ(first - zones.begin(), static_cast<std::ptrdiff_t>(i)) << bits;
    }
    // Where a region is: a half that is alone takes the whole side, whose upper or left part is the other's.
    for (const Region region : {Region::kLeft, Region::kRight, Region::kBottom}) {
      const Rect& rect = r[region];
      if (rect.w < 1 || rect.h < 1) continue;
      const auto at =
          std::ranges::find_if(zones, [&](const DropZone& zone) { return holds(zone.rect, rect.x + 5, rect.y + 5); });
      EXPECT_EQ(at->region, region) << bits;
    }
  }
}

}  // namespace
}  // namespace sepax
