#include "headless_window.h"
#include "ui/actions.h"
#include "ui/open.h"
#include "ui/text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace sepax {
namespace {

std::map<std::string, std::string> table() {
  std::map<std::string, std::string> all;
  for (const Translation& row : translations()) all.emplace(row.english, row.chinese);
  return all;
}

/// One C++ string literal (and those that follow it directly) starting at `at`; `at` moves behind it.
std::string readLiteral(const std::string& source, std::size_t& at) {
  std::string text;
  while (at < source.size() && source[at] == '"') {
    for (++at; source[at] != '"'; ++at) {
      if (source[at] == '\\') ++at;
      text += source[at];
    }
    ++at;
    const std::size_t next = source.find_first_not_of(" \n", at);
    if (next == std::string::npos || source[next] != '"') break;
    at = next;
  }
  return text;
}

/// The literals that a source file gives to tr(), trId() and as the first argument of trf().
std::set<std::string> keysIn(const std::string& source) {
  std::set<std::string> keys;
  for (const std::string call : {"tr(", "trId(", "trf("}) {
    for (std::size_t at = source.find(call); at != std::string::npos; at = source.find(call, at + 1)) {
      if (at > 0 && (std::isalnum(static_cast<unsigned char>(source[at - 1])) != 0 || source[at - 1] == '_')) continue;
      int depth = 1;
      for (std::size_t i = at + call.size(); i < source.size() && depth > 0;) {
        const char c = source[i];
        if (c == '"') {
          const std::string key = readLiteral(source, i);
          if (depth == 1) keys.insert(key);
          continue;
        }
        if (c == '\'') {
          i += 3;
          continue;
        }
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 1) break;
        ++i;
      }
    }
  }
  return keys;
}

TEST(Translations, CoverEveryTextThatTheSourcesAskFor) {
  const auto all = table();
  std::size_t found = 0;
  for (const auto& file : std::filesystem::directory_iterator(SEPAX_SOURCE_DIR "/src/ui")) {
    if (file.path().extension() != ".cpp") continue;
    std::ifstream in(file.path());
    std::stringstream text;
    text << in.rdbuf();
    for (const std::string& key : keysIn(text.str())) {
      ++found;
      EXPECT_TRUE(all.contains(key)) << file.path().filename() << ": \"" << key << "\"";
    }
  }
  EXPECT_GT(found, 100u) << "the search itself works";
}

TEST(Translations, CoverTheTables) {
  const auto all = table();
  const auto expect = [&](const std::string& key) { EXPECT_TRUE(key.empty() || all.contains(key)) << "\"" << key << "\""; };
  for (const Action& action : actions()) {
    expect(action.name);
    expect(action.tip);
  }
  for (const ActionList& list : actionLists()) expect(list.name);
  for (int i = 0; i < kMenuCount; ++i) expect(menuName(static_cast<Menu>(i)));
  for (const Panel& panel : panels()) expect(panel.title);
  for (const PairAlgorithm& algorithm : pairAlgorithms()) expect(algorithm.summary);
  HeadlessWindow window;
  for (const BodyKind& kind : bodyKinds()) {
    expect(kind.name);
    const Body body = newBody(window.workspace, kind.index);
    forEachField(body.shape, [&](const auto& field, const auto&) {
      expect(field.name);
      expect(field.tip);
    });
  }
}

TEST(Translations, LeaveNoEnglishInAChineseWindow) {
  HeadlessWindow window;
  window.workspace.view.language = Language::kChinese;
  window.shell.layout.bottom_open = true;
  for (const bool planar : {false, true}) {
    newDocument(window.workspace, planar ? Space::k2d : Space::k3d);
    for (const Panel& panel : panels()) {
      window.workspace.view.selected = "A";
      window.showTab(panel.id);
      // Everything is hovered once, so that tooltips appear too.
      window.scan({4, 4}, ImGui::GetIO().DisplaySize, 41, 13, [] { return false; });
    }
  }
  window.shell.keys_open = true;
  window.frame(3);
  for (const std::string& key : missingTranslations()) ADD_FAILURE() << "no Chinese for \"" << key << "\"";
}

std::size_t placeholders(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}", at + 2)) ++count;
  return count;
}

TEST(Translations, HaveTheSamePlaceholdersAndStandOnce) {
  std::set<std::string> seen;
  for (const Translation& row : translations()) {
    EXPECT_TRUE(seen.insert(row.english).second) << "twice: " << row.english;
    EXPECT_EQ(placeholders(row.english), placeholders(row.chinese)) << row.english;
    EXPECT_FALSE(std::string(row.chinese).empty());
  }
}

TEST(Fonts, HoldEveryCharacterOfBothLanguagesAndOfTheDocument) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.send(RenameBody{"A", "鑫盒"});
  process(window.workspace, outbox);
  window.workspace.view.language = Language::kChinese;
  window.frame(2);
  if (!window.shell.fonts.has_chinese) GTEST_SKIP() << "no Chinese font on this system";
  const auto expectGlyphs = [&](const char* text) {
    const char* end = text + std::strlen(text);
    while (text < end) {
      unsigned int c = 0;
      text += ImTextCharFromUtf8(&c, text, end);
      if (c < 0x20) continue;
      for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
        EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(c)), nullptr) << std::hex << c;
      }
    }
  };
  expectGlyphs("鑫盒");
  for (const Translation& row : translations()) {
    expectGlyphs(row.english);
    expectGlyphs(row.chinese);
  }
  expectGlyphs("◆◇●▾▸✗⚠↔↑↓×·−→₀₉ᵢⱼℓ");
  EXPECT_LT(window.atlas_height, 4096) << "only characters in use are in the atlas";
}

}  // namespace
}  // namespace sepax
