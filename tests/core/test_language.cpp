#include "core/catalogue.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace sepax {
namespace {

const std::string kHeader =
    "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n";  // lines 1 to 3

TEST(Catalogue, IsReadAsGettextReadsIt) {
  const auto rows = parseCatalogue(kHeader + R"(
#. What the menu says
#: src/ui/actions.cpp:7
msgid "Save"
msgstr "保存"
#, fuzzy
msgid "a guess"
msgstr "猜"
msgid "not yet"
msgstr ""

msgid ""
"two "
"lines\n"
msgstr ""
"两"
"行\n"
#~ msgid "gone"
#~ msgstr "没有了"
msgid "a \"b\" \\ {} {:.3f} {{x}}\t"
msgstr "甲 “{}” {:.3f} {{x}}"
)",
                                   "zh.po");
  ASSERT_TRUE(rows) << describe(rows.error());
  ASSERT_EQ(rows->size(), 3u) << "neither the fuzzy one nor the one without a translation";
  EXPECT_EQ((*rows)[0].english, "Save");
  EXPECT_EQ((*rows)[0].text, "保存");
  EXPECT_EQ((*rows)[1].english, "two lines\n");
  EXPECT_EQ((*rows)[1].text, "两行\n");
  EXPECT_EQ((*rows)[2].english, "a \"b\" \\ {} {:.3f} {{x}}\t");
}

TEST(Catalogue, MayHaveTheLineEndsOfWindows) {
  std::string po = kHeader + "msgid \"Save\"\nmsgstr \"保存\"";
  for (std::size_t at = 0; (at = po.find('\n', at)) != po.npos; at += 2) po.insert(at, "\r");
  const auto rows = parseCatalogue(po, "zh.po");
  ASSERT_TRUE(rows) << describe(rows.error());
  EXPECT_EQ(rows->at(0).text, "保存");
}

struct Broken {
  const char* po;  ///< what follows the header, from line 4
  int line;
  const char* says;
};

TEST(Catalogue, ThatIsBrokenIsRefusedWithFileAndLine) {
  using namespace std::string_literals;
  static constexpr Broken kBroken[] = {
      {"msgid \"Save\nmsgstr \"x\"", 4, "no closing quote"},
      {"msgid \"Save\\", 4, "escape"},
      {"msgid \"Save\\x41\"\n", 4, "escape"},
      {"msgid \"Save\" \nmsgstr \"x\"", 4, "after the closing quote"},
      {"msgid \"Save\"\nmsgid \"Open\"\n", 5, "without a msgstr"},
      {"msgid \"Save\"\n", 4, "without a msgstr"},
      {"\nmsgstr \"x\"\n", 5, "without a msgid"},
      {"\n\"x\"\n", 5, "continues nothing"},
      {"msgid_plural \"x\"\n", 4, "expected"},
      {"msgctxt \"x\"\n", 4, "expected"},
      {"PK\x03\x04", 4, "expected"},
      {"msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", 7, "second time"},
      {"msgid \"a {} of {}\"\nmsgstr \"{}\"\n", 4, "placeholders"},
      {"msgid \"a {:.3f}\"\nmsgstr \"{:.3s}\"\n", 4, "placeholders"},
      {"msgid \"a {0} {1}\"\nmsgstr \"{1} {0}\"\n", 4, "placeholders"},
      {"msgid \"a {}\"\nmsgstr \"{} }\"\n", 4, "placeholders"},
      {"msgid \"a {}\"\nmsgstr \"{\"\n", 4, "placeholders"},
      {"msgid \"a\"\nmsgstr \"\xFF\"\n", 5, "UTF-8"},
      {"msgid \"a\"\nmsgstr \"\x01\"\n", 5, "control character"},
  };
  for (const Broken& broken : kBroken) {
    const auto rows = parseCatalogue(kHeader + broken.po, "zh.po");
    ASSERT_FALSE(rows) << broken.po;
    EXPECT_EQ(rows.error().where, "zh.po:" + std::to_string(broken.line)) << broken.po;
    EXPECT_NE(rows.error().message.find(broken.says), std::string::npos) << rows.error().message << " of " << broken.po;
  }
  EXPECT_FALSE(parseCatalogue(kHeader + "msgid \"a\0\"\nmsgstr \"b\"\n"s, "zh.po")) << "a NUL byte";
  for (const std::string po :
       {"", "msgid \"a\"\nmsgstr \"b\"\n", "msgid \"\"\nmsgstr \"charset=GB2312\\n\"\n", "\xEF\xBB\xBF"}) {
    EXPECT_FALSE(parseCatalogue(po, "zh.po")) << po;
  }
}

bool canBeFilledIn(const std::string& text) {
  try {
    (void)fmt::vformat(text, fmt::make_format_args(1.5, 2.5));
    return true;
  } catch (const fmt::format_error&) {
    return false;
  }
}

TEST(Catalogue, CutOffAnywhereOrWithAnyByteFlippedNeverGivesTextsThatCannotBeFilledIn) {
  const std::string whole =
      kHeader +
      "msgid \"a {} \\\"of\\\" {:.3f}\"\nmsgstr \"{} 的 {:.3f}\"\n#, fuzzy\nmsgid \"b\"\nmsgstr \"\"\n\"c\"\n";
  const auto expectSound = [](const std::string& po) {
    const auto rows = parseCatalogue(po, "zh.po");
    if (!rows) {
      EXPECT_TRUE(rows.error().where.starts_with("zh.po:")) << rows.error().where;
      return;
    }
    for (const auto& [english, text] : *rows) {
      EXPECT_TRUE(canBeFilledIn(text) || !canBeFilledIn(english)) << english << " -> " << text;
    }
  };
  for (std::size_t at = 0; at < whole.size(); ++at) {
    expectSound(whole.substr(0, at));
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      expectSound(changed);
    }
  }
}

TEST(Language, IsEnglishWithoutACatalogue) {
  EXPECT_EQ(currentLanguage(), Language::kEnglish);
  EXPECT_TRUE(translations().empty());
  EXPECT_STREQ(tr("Save"), "Save");
  EXPECT_EQ(trf("velocity of {}", "A"), "velocity of A");
  EXPECT_TRUE(missingTranslations().empty());
}

TEST(Language, IsSetForAllThreadsAndTextsStayValid) {
  ASSERT_TRUE(setLanguage(Language::kChinese));
  EXPECT_EQ(currentLanguage(), Language::kChinese);
  const char* text = tr("Save");
  std::string elsewhere;
  std::thread([&] { elsewhere = trf("velocity of {}", "A"); }).join();
  EXPECT_STREQ(tr("no such text"), "no such text");
  EXPECT_TRUE(missingTranslations().contains("no such text"));
  ASSERT_TRUE(setLanguage(Language::kEnglish));
  EXPECT_STREQ(text, "保存");
  EXPECT_EQ(elsewhere, "A 的速度");
  EXPECT_STREQ(tr("Save"), "Save");
}

TEST(Language, MayChangeWhileJobsAskForTexts) {
  std::vector<std::jthread> jobs;
  for (int i = 0; i < 4; ++i) {
    jobs.emplace_back([] {
      for (int round = 0; round < 2000; ++round) {
        const std::string text = tr("Save");
        EXPECT_TRUE(text == "Save" || text == "保存") << text;
      }
    });
  }
  for (int round = 0; round < 200; ++round) {
    ASSERT_TRUE(setLanguage(round % 2 == 0 ? Language::kChinese : Language::kEnglish));
  }
  jobs.clear();
  ASSERT_TRUE(setLanguage(Language::kEnglish));
}

}  // namespace
}  // namespace sepax
