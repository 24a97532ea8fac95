#include "format/link.h"

#include "core/gzip.h"
#include "core/platform.h"
#include "format/case_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sepax {
namespace {

/// The names of a pair's algorithms are letters; a link is: no character that mail, chats and shells would break.
constexpr const char* kSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=&%.,~";

std::string linkError(std::string_view address) {
  const auto link = readLink(address);
  return link ? "" : describe(link.error());
}

std::vector<std::filesystem::path> allCases() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"assets/cases", "assets/corpus"}) {
    for (const auto& entry : std::filesystem::directory_iterator(dataPath(folder).value())) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
  }
  return files;
}

TEST(Link, GivesEverySampleAndCorpusCaseBackToTheBit) {
  int told = 0, with_files = 0;
  std::size_t longest = 0;
  for (const auto& file : allCases()) {
    const auto loaded = loadCase(file.string());
    if (!loaded) {
      ++with_files;  // a mesh that needs an importer
      continue;
    }
    const PairIds pair = firstPair(loaded->document).value_or(PairIds{"A", "B"});
    const auto text = linkToCase(loaded->document, pair);
    ASSERT_TRUE(text) << file;
    EXPECT_EQ(text->find_first_not_of(kSafe), std::string::npos) << file;
    EXPECT_TRUE(looksLikeLink("https://example.org/sepax.html#" + *text));
    const auto link = readLink("file:///a/b/sepax.html#" + *text);
    ASSERT_TRUE(link) << file << describe(link.error());
    EXPECT_EQ(link->pair, pair.first + "," + pair.second);
    const auto again = parseCase(link->case_text, "link", FilesBeside{});
    ASSERT_TRUE(again) << file << describe(again.error());
    EXPECT_EQ(writeCase(again->document, NumberStyle::kHexFloat),
              writeCase(withoutMeshFiles(loaded->document), NumberStyle::kHexFloat))
        << file;
    longest = std::max(longest, text->size());
    ++told;
  }
  std::printf("%d cases, the longest link has %zu characters, %d cases unreadable here\n", told, longest, with_files);
  EXPECT_GT(told, 70);
}

TEST(Link, KeepsEveryMember) {
  const Link link{.sample = "edge-edge",
                  .pair = "a b,c&d=é",
                  .axis = "A0 × B1",
                  .view = "minkowski",
                  .lang = "zh",
                  .theme = "light",
                  .embed = "1"};
  const auto again = readLink(writeLink(link));
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(again->sample, link.sample);
  EXPECT_EQ(again->pair, link.pair);
  EXPECT_EQ(again->axis, link.axis);
  EXPECT_EQ(again->view, link.view);
  EXPECT_EQ(again->lang, link.lang);
  EXPECT_EQ(again->theme, link.theme);
  EXPECT_EQ(again->embed, link.embed);
  const auto lesson = readLink(writeLink({.lesson = "07-depth", .step = "3"}));
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->lesson, "07-depth");
  EXPECT_EQ(lesson->step, "3");
}

TEST(Link, ReadsACaseThatAPersonHasWrittenIntoTheAddress) {
  const auto link = readLink("#case=%7B%22sepax%22%3A1%7D");
  ASSERT_TRUE(link);
  EXPECT_EQ(link->case_text, "{\"sepax\":1}");
}

TEST(Link, RefusesWhatWouldOtherwiseBeLostInSilence) {
  EXPECT_NE(linkError("#smaple=edge-edge").find("expected one of case, sample, lesson"), std::string::npos);
  EXPECT_NE(linkError("#sample=a&sample=b").find("sample: comes twice"), std::string::npos);
  EXPECT_NE(linkError("#sample=a&lesson=b").find("one of case, sample and lesson"), std::string::npos);
  EXPECT_NE(linkError("#sample=").find("behind ="), std::string::npos);
  EXPECT_NE(linkError("#sample").find("behind ="), std::string::npos);
  EXPECT_NE(linkError("#pair=%4").find("percent-encoded"), std::string::npos);
  EXPECT_NE(linkError("#pair=%ff").find("percent-encoded"), std::string::npos);
  EXPECT_EQ(linkError(""), "");
  EXPECT_EQ(linkError("https://example.org/sepax.html"), "") << "an address without # asks for nothing";
}

TEST(Link, NamesNoFileByAPath) {
  for (const char* name : {"..%2F..%2Fetc%2Fpasswd", "a%2Fb", "..", "a.json", "a%00b", "a\\b", "a,b"}) {
    EXPECT_NE(linkError(std::string("#sample=") + name), "") << name;
    EXPECT_NE(linkError(std::string("#lesson=") + name), "") << name;
  }
}

TEST(Link, SaysThatALinkIsCutWhereverThatHappens) {
  Document document;
  document.bodies.resize(2);
  document.bodies[0].id = "A";
  document.bodies[1].id = "B";
  const auto whole = linkToCase(document, std::nullopt);
  ASSERT_TRUE(whole);
  const std::size_t begin = std::string("case=").size();
  int cut = 0, unreadable = 0;
  for (std::size_t size = begin + 1; size < whole->size(); ++size, ++cut) {
    const auto link = readLink(whole->substr(0, size));
    // The end of gzip's data is its checksum: without it the text may be whole.
    const bool is_whole = link && parseCase(link->case_text, "link", FilesBeside{}).has_value();
    unreadable += is_whole ? 0 : 1;
    EXPECT_TRUE(!is_whole || size + 20 > whole->size()) << size;
    EXPECT_TRUE(link || describe(link.error()).find("the case in this link is damaged") != std::string::npos) << size;
  }
  EXPECT_GT(unreadable, cut - 20);
  EXPECT_GT(cut, 100);
  EXPECT_NE(linkError("#case=!!!!").find("damaged"), std::string::npos);
  EXPECT_NE(linkError("#case=QUJD").find("damaged"), std::string::npos) << "base64 of no gzip data";
}

TEST(Link, HoldsAMegabyteAndNoMoreHoweverWellItIsPacked) {
  std::string bomb = "{";
  bomb.resize(256u << 20, ' ');
  const std::string text = writeLink({.case_text = bomb});
  ASSERT_LT(text.size(), kMaxLinkBytes) << "it is the case that is too large";
  EXPECT_NE(linkError(text).find("expected a case of at most"), std::string::npos);
  EXPECT_NE(linkError("#case=" + std::string(kMaxLinkBytes, 'A')).find("expected at most"), std::string::npos);
  Document large;
  large.bodies.resize(1);
  large.bodies[0].id = "A";
  large.notes = std::string(2u << 20, 'x');
  const auto refused = linkToCase(large, std::nullopt);
  ASSERT_FALSE(refused);
  EXPECT_NE(describe(refused.error()).find("send the file"), std::string::npos);
}

TEST(Link, IsToldFromOtherTexts) {
  EXPECT_TRUE(looksLikeLink(" https://x.org/sepax.html#sample=edge-edge \n"));
  EXPECT_TRUE(looksLikeLink("#lesson=03"));
  EXPECT_FALSE(looksLikeLink("https://x.org/page#section"));
  EXPECT_FALSE(looksLikeLink("box at 1 2 3 #case=1"));
  EXPECT_FALSE(looksLikeLink("#define CASE 1"));
  EXPECT_FALSE(looksLikeLink(""));
}

}  // namespace
}  // namespace sepax
