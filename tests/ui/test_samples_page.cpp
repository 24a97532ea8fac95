#include "core/catalogue.h"
#include "ui/pages.h"

#include "core/platform.h"
#include "scratch.h"
#include "session/learn/samples.h"
#include "ui/headless_window.h"
#include "ui/window_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>

namespace sepax {
namespace {

constexpr Shortcut kOpen{'O', true, true};

std::size_t casesIn(const char* folder) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(*dataPath(folder)))
    count += file.path().extension() == ".json" ? 1 : 0;
  return count;
}

/// How many colours a card's picture has.
std::size_t coloursOf(const Samples& samples, std::size_t card) {
  std::set<std::uint32_t> colours;
  const Picture& all = *samples.pictures;
  for (std::size_t y = 0; y < kCardHeight; ++y) {
    for (std::size_t x = 0; x < kCardWidth; ++x) {
      const std::size_t column = card % kCardsAcross * kCardWidth + x, row = card / kCardsAcross * kCardHeight + y;
      const std::uint8_t* pixel = all.rgba.data() + (row * static_cast<std::size_t>(all.width) + column) * 4;
      colours.insert(static_cast<std::uint32_t>(pixel[0] << 16 | pixel[1] << 8 | pixel[2]));
    }
  }
  return colours.size();
}

/// Null when they could not be read.
const Samples* samplesOf(HeadlessWindow& window) {
  loadSamples(window.workspace, window.workspace, SampleChoice::kAll);
  window.frame();
  return window.workspace.samples.samples.get();
}

TEST(SamplesPage, HasACardWithAPictureForEveryShippedCase) {
  HeadlessWindow window;
  const Samples* read = samplesOf(window);
  ASSERT_NE(read, nullptr);
  const Samples& samples = *read;
  EXPECT_EQ(samples.cards.size(), casesIn("assets/cases") + casesIn("assets/corpus"));
  EXPECT_GT(samples.cards.size(), 70u);
  for (std::size_t i = 0; i < samples.cards.size(); ++i) {
    EXPECT_FALSE(samples.cards[i].title.empty()) << samples.cards[i].path;
    EXPECT_FALSE(samples.cards[i].notes.empty()) << samples.cards[i].path;
    EXPECT_GT(coloursOf(samples, i), 60u) << samples.cards[i].path << ": a background alone has fewer";
  }
}

TEST(StartPage, ShowsTheNewestFilesWithPicturesOfCasesAndOpensOneByAClick) {
  const std::string folder = scratchFolder() + "/recent";
  std::filesystem::create_directories(folder);
  const std::string ours = folder + "/ours.json", broken = folder + "/broken.json", gone = folder + "/gone.obb";
  std::filesystem::copy_file(*dataPath("assets/cases/capsule-hull.json"), ours,
                             std::filesystem::copy_options::overwrite_existing);
  ASSERT_TRUE(writeFileAtomically(broken, "{\"sepax\": 1, "));
  HeadlessWindow window;
  window.workspace.recent_files = {broken, gone, ours, folder + "/fourth.json"};
  openStartPage(window.shell, window.workspace);
  window.frame(4);
  const Samples* const files = window.workspace.recent.files.get();
  ASSERT_NE(files, nullptr);
  ASSERT_EQ(files->cards.size(), 3u);
  EXPECT_FALSE(files->cards[0].has_picture);
  EXPECT_FALSE(files->cards[1].has_picture);
  EXPECT_TRUE(files->cards[2].has_picture);
  EXPECT_GT(coloursOf(*files, 2), 60u);
  EXPECT_EQ(files->cards[2].title, "ours.json");
  EXPECT_EQ(files->cards[2].notes, folder);
  listenToItems();
  (void)takeItemPlaces();
  window.frame();
  const std::vector<ItemPlace> items = takeItemPlaces();
  const auto card = std::ranges::find(items, "sample ours.json", &ItemPlace::name);
  ASSERT_NE(card, items.end());
  window.click(card->x, card->y);
  window.frame(4);
  EXPECT_EQ(window.workspace.file_path, ours);
}

TEST(SamplesPage, FindsWordsInAnyOrderAndInBothLanguages) {
  HeadlessWindow window;
  const Samples* read = samplesOf(window);
  ASSERT_NE(read, nullptr);
  const Samples& samples = *read;
  const auto found = [&](const char* text) {
    std::set<std::string> names;
    for (const std::size_t at : findSamples(samples, text))
      names.insert(std::filesystem::path(samples.cards[at].path).stem().string());
    return names;
  };
  EXPECT_EQ(found("").size(), samples.cards.size());
  EXPECT_TRUE(found("CORNER circle").contains("circle-box-corner"));
  EXPECT_FALSE(found("CORNER circle").contains("default"));
  EXPECT_TRUE(found("no such words anywhere").empty());
  ASSERT_TRUE(setLanguage(Language::kChinese));
  EXPECT_TRUE(found("circle at a corner").contains("circle-box-corner")) << "English stays";
  const auto corner = std::ranges::find(samples.cards, "circle at a corner", &SampleCard::title);
  ASSERT_NE(corner, samples.cards.end());
  const std::string chinese = trKnown(corner->title);
  ASSERT_NE(chinese, corner->title);
  EXPECT_TRUE(found(chinese.c_str()).contains("circle-box-corner"));
}

TEST(SamplesPage, OpensByKeyFindsWhatIsTypedAndOpensItByEnter) {
  HeadlessWindow window;
  window.frame(2);
  window.press(kOpen);
  window.frame(3);
  ASSERT_NE(HeadlessWindow::findWindow("###samples"), nullptr);
  window.type("circle at a corner");
  window.frame();
  window.press(plain(kKeyEnter));
  window.frame(3);
  EXPECT_EQ(HeadlessWindow::findWindow("###samples"), nullptr);
  EXPECT_EQ(window.workspace.history.document().name, "circle at a corner");
}

TEST(SamplesPage, OpensACardByAClickAndNothingByEscape) {
  HeadlessWindow window;
  window.frame(2);
  window.press(kOpen);
  window.frame(3);
  window.press(plain(kKeyEscape));
  window.frame(3);
  EXPECT_EQ(HeadlessWindow::findWindow("###samples"), nullptr);
  EXPECT_EQ(window.workspace.history.document().name, defaultDocument().name);
  window.press(kOpen);
  window.frame(3);
  const ImGuiWindow* cards = HeadlessWindow::findWindow("##cards");
  ASSERT_NE(cards, nullptr);
  window.click(cards->Pos.x + 40, cards->Pos.y + 60);
  window.frame(3);
  EXPECT_EQ(window.workspace.history.document().name, window.workspace.samples.samples->cards.front().title);
}

TEST(SamplesPage, WalksTheCardsByArrowsAndOpensOneByEnter) {
  HeadlessWindow window;
  window.frame(2);
  window.press(kOpen);
  window.frame(3);
  for (const int key : {int(kKeyDown), int(kKeyRight)}) {
    window.press(plain(key));
    window.frame(3);
  }
  window.press(plain(kKeyEnter));
  window.frame(3);
  EXPECT_EQ(window.workspace.history.document().name, window.workspace.samples.samples->cards[1].title);
}

TEST(SamplesPage, DrawsItsPicturesInTheColoursOfTheTheme) {
  HeadlessWindow window;
  window.frame(2);
  window.press(kOpen);
  window.frame(3);
  const auto dark = window.workspace.samples.samples;
  window.workspace.view.theme = Theme::kLight;
  window.frame(3);
  ASSERT_NE(window.workspace.samples.samples, dark);
  EXPECT_GT(window.workspace.samples.samples->pictures->rgba.front(), dark->pictures->rgba.front());
}

}  // namespace
}  // namespace sepax
