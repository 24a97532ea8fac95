#include "bundle/findings.h"
#include "chinese.h"
#include "collide/pair_table.h"
#include "collider/lint.h"
#include "core/catalogue.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/case_file.h"
#include "lab/jury/juror.h"
#include "rounds.h"
#include "scratch.h"
#include "session/film.h"
#include "session/host/opened_case.h"
#include "session/lab/scanning.h"
#include "session/process.h"
#include "ui/actions.h"
#include "ui/explanation.h"
#include "ui/headless_window.h"
#include "ui/kit/widgets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

namespace sepax {
namespace {

/// A container with every finding that there is and files for several kinds of preview.
class MaliciousTree : public Tree {
 public:
  MaliciousTree() {
    static constexpr std::pair<const char*, const char*> kFiles[] = {
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\n"},
        {"a.txt", "文本"},
        {"b", "\x01\x02"},
        {"c", ""}};
    for (const auto& [path, bytes] : kFiles) {
      entries_.emplace_back();
      entries_.back().path = path;
      entries_.back().size = entries_.back().compressed_size = std::string_view(bytes).size();
      entries_.back().encryption = Encryption::kZipCrypto;
      bytes_.emplace_back(bytes);
    }
    for (const FindingCode& code : findingCodes()) findings_.push_back({code.kind, "a.obj", code.meaning});
  }
  [[nodiscard]] ContainerKind kind() const override { return ContainerKind::kZip; }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::string description() const override { return tr("a ZIP archive"); }
  [[nodiscard]] std::vector<Fact> facts() const override { return {{"ZIP64", "no"}}; }
  [[nodiscard]] const std::vector<TreeEntry>& entries() const override { return entries_; }
  [[nodiscard]] const std::vector<Finding>& findings() const override { return findings_; }
  [[nodiscard]] const std::optional<ObbFooter>& footer() const override { return footer_; }
  [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t) const override {
    const auto* bytes = reinterpret_cast<const std::byte*>(bytes_[index].data());
    return std::vector<std::byte>(bytes, bytes + bytes_[index].size());
  }

 private:
  std::string name_ = "1.obb";
  std::vector<TreeEntry> entries_;
  std::vector<std::string> bytes_;
  std::vector<Finding> findings_;
  std::optional<ObbFooter> footer_ = ObbFooter{"a.b", 3, 0, ""};
};

/// The Chinese catalogue; the language is English again afterwards.
std::map<std::string, std::string> table() {
  std::map<std::string, std::string> all;
  const auto set = setLanguage(Language::kChinese);
  EXPECT_TRUE(set) << describe(set.error());
  for (const Translation& row : translations()) all.emplace(row.english, row.text);
  EXPECT_TRUE(setLanguage(Language::kEnglish));
  return all;
}

std::string readText(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Every source file of the program.
std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> all;
  for (const auto& file : std::filesystem::recursive_directory_iterator(SEPAX_SOURCE_DIR "/src")) {
    if (const auto kind = file.path().extension(); kind == ".cpp" || kind == ".h")
      all.emplace(file.path().string(), readText(file.path()));
  }
  return all;
}

/// One C++ string literal (and those that follow it directly) starting at `at`; `at` moves behind it.
std::string readLiteral(const std::string& source, std::size_t& at) {
  std::string text;
  while (at < source.size() && source[at] == '"') {
    for (++at; at < source.size() && source[at] != '"'; ++at) {
      const bool is_escape = source[at] == '\\' && ++at > 0;
      text += is_escape && source[at] == 'n' ? '\n' : source[at];
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
  for (const auto& [path, source] : sources()) {
    for (const std::string& key : keysIn(source)) {
      ++found;
      EXPECT_TRUE(all.contains(key)) << path << ": \"" << key << "\"";
    }
  }
  EXPECT_GT(found, 100u) << "the search itself works";
}

/// Every string literal of a source file, those that follow each other joined.
std::set<std::string> literalsIn(const std::string& source) {
  std::set<std::string> all;
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source.compare(at, 2, "//") == 0) {
      at = std::min(source.find('\n', at), source.size());
    } else if (source[at] == '\'' && !std::isdigit(static_cast<unsigned char>(source[at - 1]))) {
      at = std::min(source.find('\'', at + (source[at + 1] == '\\' ? 3 : 2)), source.size());
    } else if (source[at] == '"') {
      all.insert(readLiteral(source, at));
      --at;
    }
  }
  return all;
}

std::vector<Document> samples() {
  std::vector<Document> all;
  for (const char* folder : {SEPAX_SOURCE_DIR "/assets/cases", SEPAX_SOURCE_DIR "/assets/corpus"}) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() != ".json") continue;
      const auto loaded = loadCase(file.path().string());
      EXPECT_TRUE(loaded) << file.path();
      if (loaded) all.push_back(loaded->document);
    }
  }
  return all;
}

TEST(Translations, CoverNamesAndNotesOfTheSamples) {
  const auto all = table();
  std::size_t count = 0;
  for (const Document& sample : samples()) {
    if (!isAscii(sample.name)) continue;  // written in Chinese
    ++count;
    EXPECT_TRUE(all.contains(sample.name)) << sample.name;
    EXPECT_TRUE(all.contains(sample.notes)) << sample.name;
  }
  EXPECT_GE(count, 60u);
  EXPECT_TRUE(all.contains(defaultDocument().notes));
}

TEST(Translations, HaveNoTextThatNothingAsksFor) {
  std::set<std::string> asked;
  for (const auto& [path, source] : sources()) {
    for (const std::string& literal : literalsIn(source)) {
      asked.insert(literal);
      if (literal.ends_with(": "))
        asked.insert(literal.substr(0, literal.size() - 2));  // how import programs begin what is wrong
    }
  }
  for (int number = 1; number < 200; ++number) asked.insert(std::generic_category().message(number));
  for (const Document& sample : samples()) asked.insert({sample.name, sample.notes});
  for (const auto& [key, text] : table()) EXPECT_TRUE(asked.contains(key)) << "\"" << key << "\"";
}

TEST(Translations, CoverTheTables) {
  const auto all = table();
  const auto expect = [&](const std::string& key) {
    EXPECT_TRUE(key.empty() || all.contains(key)) << "\"" << key << "\"";
  };
  for (const Action& action : actions()) {
    expect(action.name);
    expect(action.tip);
  }
  for (const ActionList& list : actionLists()) expect(list.name);
  for (int i = 0; i < kMenuCount; ++i) expect(menuName(static_cast<Menu>(i)));
  for (const Explanation& row : explanations()) {
    expect(row.title);
    expect(row.text);
  }
  for (const FilmRow& row : films()) expect(row.name);
  for (const FigureFormatRow& row : figureFormats()) expect(row.tip);
  for (const PairAlgorithm& algorithm : pairAlgorithms()) expect(algorithm.summary);
  for (const VolumeKindInfo& info : volumeKinds()) {
    expect(info.label);
    expect(info.summary);
  }
  for (const FindingCode& code : findingCodes()) expect(code.meaning);
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
    newDocument(window.workspace, {.space = planar ? Space::k2d : Space::k3d});
    for (const Panel* const panel : window.shell.panels) {
      window.workspace.view.selected = "A";
      window.showTab(*panel);
      // Everything is hovered once, so that tooltips appear too.
      const float step = test::isThorough() ? 1 : 2;
      window.scan({4, 4}, ImGui::GetIO().DisplaySize, 41 * step, 13 * step, [] { return false; });
    }
  }
  window.shell.keys_open = true;
  window.frame(3);
  for (const std::string& key : missingTranslations()) ADD_FAILURE() << "no Chinese for \"" << key << "\"";
}

/// The words of Latin letters that a window shows while `draw` draws its frames, each with a line that has it.
std::map<std::string, std::string> latinWords(HeadlessWindow& window, const std::function<void()>& draw) {
  window.text_file = scratchFolder() + "/shown.txt";
  std::filesystem::remove(window.text_file);
  draw();
  std::ifstream in(std::exchange(window.text_file, {}));
  std::map<std::string, std::string> words;
  for (std::string line; std::getline(in, line);) {
    std::string word;
    for (const char c : line + " ") {
      const bool is_part =
          std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-' || c == '/';
      if (is_part) {
        word += c;
      } else if (!word.empty()) {
        words.emplace(std::exchange(word, {}), line);
      }
    }
  }
  return words;
}

/// Names that stay as they are in every language: of formats, algorithms, files, bodies, axes, keys, units.
bool staysLatin(const std::string& word, const std::set<std::string>& names) {
  const auto letters = std::ranges::count_if(word, [](unsigned char c) { return std::isalpha(c) != 0; });
  const bool is_number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;  // hexadecimal, dates, "2d"
  return letters < 3 || is_number || word.find_first_of("._/0123456789") != std::string::npos || names.contains(word);
}

TEST(Translations, LeaveNoEnglishWordsInThePanelsOfAChineseWindow) {
  std::set<std::string> names{"English",   "Sepax", "Android", "Google", "Play",  "Windows", "zipalign",
                              "ASCII",     "FAT",   "OBB",     "PCK",    "ZIP",   "zip",     "stored",
                              "zipcrypto", "jobb",  "patch",   "Ctrl",   "Shift", "Esc",     "SAT",
                              "GJK",       "EPA",   "rad",     "fps"};
  for (const PairAlgorithm& algorithm : pairAlgorithms()) names.insert(algorithm.name);
  names.insert("ULP");
  std::vector<std::string> problems;
  for (const JurorManifest& juror : findJurors(problems)) names.insert(juror.name);
  std::map<std::string, std::string> english;
  for (const bool planar : {false, true}) {
    HeadlessWindow window(1600, 1000);
    window.workspace.view.language = Language::kChinese;
    window.workspace.bundle = std::make_shared<MaliciousTree>();
    newDocument(window.workspace, {.space = planar ? Space::k2d : Space::k3d});
    window.workspace.view.selected = "A";
    window.frame(3);
    Outbox outbox;
    outbox.send(SetTexts{"", "", ""});
    outbox.request(LintBundle{});
    outbox.request(VerifyBundle{});
    process(window.workspace, outbox);
    const auto words = latinWords(window, [&] {
      window.workspace.view.entries.clear();
      window.showTab(kPreviewPanel);  // what is known of the bundle as a whole
      for (std::size_t entry = 0; entry < window.workspace.bundle->entries().size(); ++entry) {
        window.workspace.view.entries = {entry};
        for (const Panel* const panel : window.shell.panels) window.showTab(*panel);
      }
      for (const PairAlgorithm& algorithm : pairAlgorithms()) {
        if (!planar && !handles(algorithm, Box{}, Box{})) continue;
        if (planar && !handles(algorithm, Box2{}, Polygon{})) continue;
        window.workspace.view.algorithm = algorithm.name;
        window.showTab(kStepsPanel);
      }
    });
    EXPECT_GT(words.size(), 50u) << "the window's texts were seen";
    for (const auto& [word, line] : words) {
      if (!staysLatin(word, names)) english.emplace(word, line);
    }
  }
  for (const auto& [word, line] : english) ADD_FAILURE() << "in English: \"" << word << "\" in: " << line;
}

TEST(Texts, OfTheWindowHaveNamesInPlaceOfTheWordsOfFiles) {
  HeadlessWindow window(1600, 1000);
  window.shell.layout.bottom_open = true;
  std::map<std::string, std::string> words;
  for (const BodyKind& kind : bodyKinds()) {
    newDocument(window.workspace, {.space = kind.planar ? Space::k2d : Space::k3d});
    Outbox outbox;
    outbox.send(AddBody{newBody(window.workspace, kind.index)});
    process(window.workspace, outbox);
    window.workspace.view.selected = window.workspace.history.document().bodies.back().id;
    words.merge(latinWords(window, [&] {
      for (const Panel* const panel : {&kScenePanel, &kInspectorPanel, &kVolumesPanel, &kHistoryPanel, &kLabPanel})
        window.showTab(*panel);
    }));
  }
  EXPECT_TRUE(words.contains("extents")) << "the window's texts were seen";
  for (const auto& [word, line] : words) {
    const bool is_of_files = word.find('_') != std::string::npos || word == "aabb" || word.starts_with("kdop");
    if (is_of_files) ADD_FAILURE() << "\"" << word << "\" in: " << line;
  }
  const Document document = defaultDocument();
  EXPECT_EQ(numberName(document, "B.position.x"), "B: position x");
  EXPECT_EQ(numberName(document, "B.shape.half_extents.y"), "B: half extents y");
}

TEST(Translations, LeaveNoEnglishWordsInWhatAChineseWindowSaysOfBadFiles) {
  using namespace std::string_literals;
  const std::pair<const char*, std::string> kFiles[] = {
      {"1.json", R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A"}]})"},
      {"2.json",
       R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "hull", "vertices": [[0,0,0],[1,0,0]]}}]})"},
      {"3.json", R"({"sepax": 1, "space": "2d", "bodies": [], "pairs": [["A", "B"]]})"},
      {"4.json", R"({"sepax": 1, "space": "3d", "bodies": [], "unknown": 3})"},
      {"5.json", ""},
      {"1.obj", ""},
      {"2.obj", "v 0 0 0\n"},
      {"3.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
      {"1.zip", "PK\x03\x04"s + std::string(40, 'x')},
      {"2.zip", "Rar!\x1A\x07"},
      {"3.zip", "nothing that is known"},
  };
  HeadlessWindow window;
  window.workspace.view.language = Language::kChinese;
  window.frame();
  for (const auto& [name, bytes] : kFiles) {
    const std::string path = scratchFolder() + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    Outbox outbox;
    outbox.request(OpenPath{path, true});
    process(window.workspace, outbox);
  }
  Outbox outbox;
  outbox.request(OpenPath{scratchFolder() + "/nowhere.json", true});
  outbox.send(RenameBody{"Nobody", "A"});
  process(window.workspace, outbox);
  EXPECT_GE(window.workspace.console.size(), std::size(kFiles) + 2);
  const std::set<std::string> names{"hull", "stored", "zip", "obb"};
  for (const ConsoleLine& line : window.workspace.console) {
    for (const std::string& word : englishWords(line.text, names))
      ADD_FAILURE() << "in English: " << word << " in " << line.text;
  }
}

/// Whether the character is drawn as itself; those that only note that they are missing have no width.
bool isInAtlas(const ImFont& font, unsigned character) {
  const ImFontGlyph* const glyph = font.FindGlyphNoFallback(static_cast<ImWchar>(character));
  return glyph != nullptr && (!glyph->Visible || glyph->X1 > glyph->X0);
}

TEST(Fonts, HoldTheNamesThatThePaletteOffers) {
  HeadlessWindow window;
  window.press(ctrl('P'));
  window.frame();
  window.type("中文");  // the list is long: of its names those are in the atlas that are in sight
  window.frame(3);
  ASSERT_TRUE(window.shell.palette.open);
  if (!window.shell.fonts.has_chinese) GTEST_SKIP() << "no Chinese font on this system";
  for (const unsigned character : {0x793Au, 0x4F8Bu})  // of a sample's name: 中文 is a language's, too
    EXPECT_TRUE(isInAtlas(*ImGui::GetFont(), character)) << std::hex << character;
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
        EXPECT_TRUE(isInAtlas(*font, c)) << std::hex << c;
      }
    }
  };
  expectGlyphs("鑫盒");
  for (const auto& [english, chinese] : table()) {
    expectGlyphs(english.c_str());
    expectGlyphs(chinese.c_str());
  }
  expectGlyphs("◆◇●▾▸✗⚠↔↑↓×·−→₀₉ᵢⱼℓ");
  EXPECT_LT(window.atlas_height, 4096) << "only characters in use are in the atlas";
}

}  // namespace
}  // namespace sepax
