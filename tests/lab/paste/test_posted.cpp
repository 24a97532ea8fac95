#include "document/document.h"
#include "format/case_reader.h"
#include "geom/random.h"
#include "geom/support.h"
#include "lab/paste/paste.h"
#include "rounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

// Texts as people posted them, in own words and with other numbers, beside the case that each speaks of.
// tools/paste-score prints the same outcomes.

namespace sepax {
namespace {

const std::filesystem::path kPosted = SEPAX_SOURCE_DIR "/tests/lab/paste/posted";

std::string contentOfPosted(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file << ": expected a file that can be read";
  return {std::istreambuf_iterator<char>(in), {}};
}

bool isSamePlace(const Body& a, const Body& b, bool is_planar) {
  const PosedShape first = posedShape(a), second = posedShape(b);
  SplitMix64 random{3};
  for (int i = 0; i < 40; ++i) {
    Vec3 way = random.direction();
    if (is_planar) way.z = 0;
    const double x = dot(supportPoint(first.shape, first.pose, way), way),
                 y = dot(supportPoint(second.shape, second.pose, way), way);
    if (std::abs(x - y) > 1e-5 * std::max(1.0, std::abs(x))) return false;
  }
  return true;
}

/// The bodies of the pair, in either order.
bool isSamePair(const Document& found, const Document& expected) {
  const std::size_t count = std::min<std::size_t>(expected.bodies.size(), 2);
  if (found.space != expected.space || found.bodies.size() < count) return false;
  const auto isSame = [&](std::size_t i, std::size_t j) {
    return isSamePlace(found.bodies[i], expected.bodies[j], expected.space == Space::k2d);
  };
  if (count == 1) return isSame(0, 0);
  return (isSame(0, 0) && isSame(1, 1)) || (isSame(0, 1) && isSame(1, 0));
}

struct PostedText {
  std::string name, text;
  Document expected;
};

std::vector<PostedText> postedTexts() {
  std::vector<PostedText> out;
  for (const auto& entry : std::filesystem::directory_iterator(kPosted)) {
    if (entry.path().extension() != ".txt") continue;
    std::filesystem::path beside = entry.path();
    auto expected = parseCase(contentOfPosted(beside.replace_extension(".json")), beside.string(), FilesBeside{});
    EXPECT_TRUE(expected) << beside << describe(expected.error());
    out.push_back({entry.path().stem().string(), contentOfPosted(entry.path()), std::move(expected->document)});
  }
  std::ranges::sort(out, {}, &PostedText::name);
  return out;
}

std::string outcomeOf(const PostedText& posted, const std::string& text) {
  const auto pasted = pasteText(text);
  if (!pasted || (!pasted->isCertain() && !pasted->isCase())) return "refused";
  const bool is_same = isSamePair(pasted->document, posted.expected);
  if (pasted->isCertain()) return is_same ? "right" : "wrong";
  return is_same ? "unsure, right" : "unsure";
}

TEST(PostedTexts, AreReadAsWellAsTheirListSays) {
  std::string outcomes;
  for (const PostedText& posted : postedTexts())
    outcomes += fmt::format("{}: {}\n", posted.name, outcomeOf(posted, posted.text));
  EXPECT_EQ(outcomes, contentOfPosted(kPosted / "outcomes"));
}

/// Where a word stands alone in a text.
std::vector<std::size_t> placesOfWord(const std::string& text, const std::string& word) {
  const auto isLetter = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  std::vector<std::size_t> out;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size())) {
    if ((at == 0 || !isLetter(at - 1)) && !isLetter(at + word.size())) out.push_back(at);
  }
  return out;
}

std::set<std::string> wordsIn(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (!word.empty() && std::isdigit(c))) {
      word += c;
    } else {
      if (word.size() > 1) words.insert(word);
      word.clear();
    }
  }
  return words;
}

/// Every few of the changes are tried: each takes a reading of the text.
constexpr std::size_t kEvery = test::kSanitized ? 20 : 1;

TEST(PostedTexts, AreNeverReadWronglyAndCertainlyWhenAWordOfThemMeansNothing) {
  std::size_t turn = 0;
  std::vector<std::string> wrong;
  for (const PostedText& posted : postedTexts()) {
    if (outcomeOf(posted, posted.text) == "wrong") continue;  // it is in the list
    for (const std::string& word : wordsIn(posted.text)) {
      if (++turn % kEvery != 0) continue;
      std::string text = posted.text;
      const std::vector<std::size_t> places = placesOfWord(text, word);
      for (auto at = places.rbegin(); at != places.rend(); ++at) text.replace(*at, word.size(), "zork");
      if (outcomeOf(posted, text) == "wrong") wrong.push_back(posted.name + " without " + word);
    }
  }
  EXPECT_TRUE(wrong.empty()) << fmt::format("{}", fmt::join(wrong, "\n"));
}

TEST(PostedTexts, AreNeverReadWronglyAndCertainlyBesideNumbersOfSomethingElse) {
  std::size_t turn = 0;
  std::vector<std::string> wrong;
  for (const PostedText& posted : postedTexts()) {
    if (outcomeOf(posted, posted.text) == "wrong") continue;
    for (const char* const more : {"zork = (3.21, 4.56, 7.89)", "The zork is at (3.21, 4.56, 7.89).",
                                   "zork = Vec3(3.21, 4.56, 7.89);", "foo bar 3.21 4.56 7.89"}) {
      for (std::size_t end = posted.text.find('\n'); end != std::string::npos; end = posted.text.find('\n', end + 1)) {
        if (++turn % kEvery != 0) continue;
        std::string text = posted.text;
        text.insert(end + 1, more + std::string("\n"));
        if (outcomeOf(posted, text) == "wrong")
          wrong.push_back(fmt::format("{} with \"{}\" at {}", posted.name, more, end));
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << fmt::format("{}", fmt::join(wrong, "\n"));
}

}  // namespace
}  // namespace sepax
