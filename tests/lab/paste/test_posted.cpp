#include "lab/posted_texts.h"
#include "rounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>
#include <vector>

// Texts as people posted them, in own words and with other numbers, beside the case that each speaks of.
// tools/paste-score prints the same outcomes.

namespace sepax {
namespace {

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

/// One change in so many is tried: each takes a reading of the text. Not of four, the ways in which a line is changed.
const std::size_t kEvery = test::isThorough() ? 1 : test::kSanitized ? 23 : 5;

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
