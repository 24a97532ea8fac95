#include "ui/texts_on_screen.h"

#include "core/language.h"
#include "core/platform.h"
#include "rounds.h"
#include "scratch.h"
#include "session/huge_inputs.h"
#include "session/open.h"
#include "session/process.h"
#include "toy_recording.h"
#include "ui/headless_window.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace sepax {
namespace {

struct Screen {
  float width, height, scale;
  Language language = Language::kEnglish;
};

std::string nameOf(const Screen& screen) {
  return fmt::format("{:.0f}x{:.0f}at{:.0f}{}", screen.width, screen.height, screen.scale * 100,
                     screen.language == Language::kChinese ? "zh" : "en");
}

/// Every panel of the window at a size and a scale of the text.
class TextsOnScreen : public testing::TestWithParam<Screen> {
 protected:
  TextsOnScreen() : window(GetParam().width, GetParam().height) {
    window.workspace.view.ui_scale = GetParam().scale;
    window.workspace.view.language = GetParam().language;
    window.shell.layout.bottom_open = true;
  }

  /// Of windows whose own contents or tabs scroll sideways texts may be cut.
  void expectWholeTexts(const std::string& what, const std::set<std::string>& sideways = {}) {
    const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
    ASSERT_GT(glyphs.size(), 100u);
    for (const DrawnGlyph& glyph : glyphs) {
      const std::string own = glyph.window.substr(glyph.window.rfind('/') + 1);
      const bool may_be_cut =
          std::ranges::any_of(sideways, [&](const std::string& name) { return own.starts_with(name); });
      if (!glyph.is_cut || may_be_cut) continue;
      const std::string text = textAround(glyphs, glyph);
      if (said.insert(text).second) ADD_FAILURE() << what << ": cut in " << glyph.window << ": " << text;
    }
    for (const auto& pair : overlappingGlyphs(glyphs)) {
      const DrawnGlyph &a = glyphs[pair.first], &b = glyphs[pair.second];
      const std::string text = textAround(glyphs, a) + "  and  " + textAround(glyphs, b);
      if (said.insert(text).second)
        ADD_FAILURE() << what << ": one over another in " << a.window << " and " << b.window << ": " << text;
    }
  }

  void walkPanels(const std::string& what) {
    for (const Panel* const panel : window.shell.panels) {
      if (!isOffered(*panel, window.workspace)) continue;
      showPanel(window.shell, *panel);
      window.frame(4);
      expectWholeTexts(what + ", " + panel->word);
    }
  }

  HeadlessWindow window;
  std::set<std::string> said;  ///< what stands in front of many panels is told once
};

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherInTwoBoxes) {
  window.workspace.view.selected = "B";
  walkPanels("boxes");
}

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherRowByRowAndUnderAWrongAlgorithm) {
  window.workspace.view.algorithm = "historical/six-axes-3d";
  window.workspace.view.row_by_row.shown = true;
  for (const int tried : {1, 8, 15}) {
    window.workspace.view.row_by_row.tried = tried;
    showPanel(window.shell, kAxesPanel);
    window.frame(4);
    expectWholeTexts("rows");
  }
}

// A gap of 5.6e-17 m was cut off to 5.6e-1.
TEST_P(TextsOnScreen, AreWholeWhereAGapIsNearlyNothing) {
  ASSERT_TRUE(openPath(window.workspace, SEPAX_SOURCE_DIR "/assets/cases/ball-over-tiles.json"));
  showPanel(window.shell, kAxesPanel);
  window.frame(4);
  expectWholeTexts("touching");
}

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherInPanelsAsNarrowAsTheyGet) {
  window.shell.layout.left = window.shell.layout.right = window.shell.layout.bottom = 0;
  window.workspace.view.selected = "B";
  for (const double x : {0.0, 3.0}) {
    Document document = defaultDocument();
    document.bodies[1].position.x = x;
    window.workspace.history.reset(document);
    window.workspace.wants_new_view = true;
    walkPanels("narrow");
  }
}

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherInTheStepsOfGjk) {
  window.workspace.view.algorithm = "gjk-epa";
  walkPanels("gjk");
  window.workspace.view.gjk.minkowski = true;
  walkPanels("minkowski");
}

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherInAPlaneOfLongNames) {
  Document document;
  document.space = Space::k2d;
  for (const char* id : {"a body with a long name", "coin", "K"}) {
    Body body;
    body.id = id;
    body.shape = id[0] == 'c' ? Shape(Circle{}) : id[0] == 'K' ? Shape(Polygon{}) : Shape(Box2{});
    body.rotation = 0.3;
    document.bodies.push_back(body);
  }
  window.workspace.history.reset(document);
  window.workspace.wants_new_view = true;
  window.workspace.view.selected = "coin";
  walkPanels("plane");
}

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherInARecording) {
  const std::string path = scratchFolder() + "/toy.sepaxlog";
  writeText(path, toyRecording());
  ASSERT_TRUE(openPath(window.workspace, path));
  window.workspace.view.pair = PairIds{"ground", "A"};
  for (const std::size_t frame : {0u, 20u, 30u, 59u}) {
    window.workspace.view.replay.frame = frame;
    showPanel(window.shell, kTimelinePanel);
    window.frame(4);
    expectWholeTexts("timeline");
  }
  Outbox outbox;
  outbox.send(SetTransform{"A", {0.5, 1, 0}, Quat{0, 0, 0, 1}});
  process(window.workspace, outbox);
  window.frame(4);
  expectWholeTexts("edited frame");
}

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherWithContactsAndAListOfPairs) {
  Document document = defaultDocument();
  document.bodies[1].position = {0.9, 0.1, 0};
  document.pairs = std::vector<PairIds>{{"A", "B"}};
  window.workspace.history.reset(document);
  walkPanels("contacts");
}

TEST_P(TextsOnScreen, AreWholeAndNeverOverEachOtherInACrowd) {
  Document document;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> within(-2, 2);
  for (int i = 0; i < 400; ++i) {
    Body body;
    body.id = fmt::format("body {}", i);
    body.shape = Box{};
    body.position = {within(random), within(random), within(random)};
    document.bodies.push_back(std::move(body));
  }
  window.workspace.history.reset(document);
  window.workspace.wants_new_view = true;
  showPanel(window.shell, kScenePanel);
  window.frame(4);
  for (const std::size_t waiting : {0u, 1u, 20000u}) {
    window.workspace.reports.waiting = waiting;
    window.workspace.reports.costs = {.bounds_ms = 12.3, .broad_ms = 123.4, .narrow_ms = 1234.5};
    window.frame();
    expectWholeTexts("crowd");
  }
}

TEST_P(TextsOnScreen, AreWholeInAMeshOfABundleAndWhatIsSaidOfIt) {
  const auto path = dataPath("assets/bundle/main.1.com.example.sepax.obb");
  if (!path) GTEST_SKIP() << "no sample bundle";
  ASSERT_TRUE(openPath(window.workspace, *path));
  Outbox outbox;
  outbox.request(LintBundle{});
  process(window.workspace, outbox);
  window.frame(4);
  ASSERT_NE(window.workspace.bundle, nullptr);
  window.workspace.view.entries = {findEntry(*window.workspace.bundle, "meshes/rock.obj").value()};
  for (const Panel* const panel : {&kLintPanel, &kPreviewPanel}) showPanel(window.shell, *panel);
  window.frame(6);
  expectWholeTexts("mesh", {"##tree", "preview"});
}

TEST(StatusLine, SaysTheTimeOfATestInTheUnitThatFitsIt) {
  HeadlessWindow window(1920, 1080);
  window.frame(4);
  for (const auto& [us, said] : {std::pair{10469927.0, "testedin10.5s"}, {2.5, "testedin2.5µs"}}) {
    window.workspace.reports.shown_test_us = us;
    window.frame();
    std::string text;
    for (const DrawnGlyph& glyph : drawnGlyphs()) {
      char utf8[5] = {};
      ImTextCharToUtf8(utf8, glyph.character);
      if (glyph.window.find("##status") != std::string::npos) text += utf8;
    }
    EXPECT_NE(text.find(said), std::string::npos) << text;
  }
}

/// The tightest ones in each language; test::isThorough(), all.
std::vector<Screen> screens() {
  std::vector<Screen> all{{800, 500, 1},
                          {800, 500, 1, Language::kChinese},
                          {1280, 720, 1.5f},
                          {1920, 1080, 2, Language::kChinese},
                          {3840, 2160, 3}};
  if (test::isThorough()) {
    all.insert(all.end(), {{800, 500, 0.75f},
                           {1280, 720, 1},
                           {1280, 720, 1, Language::kChinese},
                           {1920, 1080, 2},
                           {2560, 1440, 3},
                           {3840, 2160, 0.75f},
                           {3840, 2160, 3, Language::kChinese}});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Sizes, TextsOnScreen, testing::ValuesIn(screens()),
                         [](const auto& of) { return nameOf(of.param); });

TEST(Tooltips, LeaveTheItemThatTheyExplainInSight) {
  HeadlessWindow window;
  window.frame(4);
  window.shell.layout.bottom_open = true;
  window.showTab(kLabPanel);
  int seen = 0;
  const auto windows = ImGui::GetCurrentContext()->Windows;
  for (ImGuiWindow* const part : windows) {
    if (!part->WasActive) continue;
    const auto place = window.placeOf(*part, part->GetID("###Ask the jurors, too"));
    if (!place) continue;
    ++seen;
    window.moveTo(place->Min.x + 4, place->GetCenter().y);
    window.frame(3);
    const ImGuiWindow* const tip = HeadlessWindow::findWindow("##Tooltip");
    ASSERT_NE(tip, nullptr);
    EXPECT_FALSE(tip->Rect().Overlaps(*place)) << tip->Pos.x << ", " << tip->Pos.y;
  }
  EXPECT_EQ(seen, 1);
}

}  // namespace
}  // namespace sepax
