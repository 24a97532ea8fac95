#include "media/text_structure.h"


#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sepax {
namespace {

struct Structured {
  TextRows rows;
  TextStructure structure;
};

Structured structured(TextLanguage language, const std::string& text) {
  Structured made;
  made.rows = structuredRows(language, text, 100'000, made.structure);
  return made;
}

/// What each row shows, with its indent.
std::vector<std::string> shownRows(const Structured& made, const std::string& text) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < made.rows.rows.size(); ++i) {
    const std::size_t end = i + 1 < made.rows.rows.size() ? made.rows.rows[i + 1].start : made.rows.end;
    std::string row = text.substr(made.rows.rows[i].start, end - made.rows.rows[i].start);
    while (row.ends_with('\n')) row.pop_back();
    shown.push_back(std::string(made.rows.rows[i].indent, ' ') + row);
  }
  return shown;
}

std::vector<std::string> kindsOf(TextLanguage language, const std::string& row, LexState state = 0) {
  static constexpr const char* kNames[] = {"", "mark", "key", "string", "number", "word", "tag", "comment"};
  std::vector<TextToken> tokens;
  lexRow(language, state, row, tokens);
  std::vector<std::string> kinds;
  for (const TextToken& token : tokens) {
    if (token.kind != TokenKind::kPlain)
      kinds.push_back(row.substr(token.begin, token.end - token.begin) + ":" +
                      kNames[static_cast<std::size_t>(token.kind)]);
  }
  return kinds;
}

using Kinds = std::vector<std::string>;

TEST(TextStructure, TellsKeysFromStringsAndNumbersFromWords) {
  EXPECT_EQ(kindsOf(TextLanguage::kJson, R"(  "a" : "b\"c", -1.5e3 // x)"),
            (Kinds{"\"a\":key", "::mark", "\"b\\\"c\":string", ",:mark", "-1.5e3:number", "// x:comment"}));
  EXPECT_EQ(kindsOf(TextLanguage::kJson, "[true, null]"),
            (Kinds{"[:mark", "true:word", ",:mark", "null:word", "]:mark"}));
}

TEST(TextStructure, TellsTagsAttributesValuesAndComments) {
  EXPECT_EQ(kindsOf(TextLanguage::kXml, R"(<a b="c>d" e='f'/>text<!-- <x> --></g>)"),
            (Kinds{"<:mark", "a:tag", "b:key", "=:mark", "\"c>d\":string", "e:key", "=:mark", "'f':string", "/>:mark",
                   "<!-- <x> -->:comment", "</:mark", "g:tag", ">:mark"}));
}

TEST(TextStructure, GoesOnInStringsAndCommentsFromRowToRow) {
  std::vector<TextToken> tokens;
  const LexState comment = lexRow(TextLanguage::kXml, 0, "<!-- first", tokens);
  EXPECT_EQ(kindsOf(TextLanguage::kXml, "second --><a>", comment),
            (Kinds{"second -->:comment", "<:mark", "a:tag", ">:mark"}));
  const LexState string = lexRow(TextLanguage::kJson, 0, "\"begun \\", tokens);
  EXPECT_EQ(kindsOf(TextLanguage::kJson, "\" still\", 1", string), (Kinds{"\" still\":string", ",:mark", "1:number"}));
}

TEST(TextStructure, FoldsWhatSpansRowsAndCountsIt) {
  const std::string text = "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}, \"c\": [\n  ]\n}\n";
  const auto made = structured(TextLanguage::kJson, text);
  ASSERT_EQ(made.structure.folds.size(), 3u);
  EXPECT_EQ(made.structure.folds[0].first, 0u);
  EXPECT_EQ(made.structure.folds[0].last, 7u);
  EXPECT_EQ(made.structure.folds[0].items, 3u);
  EXPECT_EQ(made.structure.folds[1].first, 1u);
  EXPECT_EQ(made.structure.folds[1].last, 4u);
  EXPECT_EQ(made.structure.folds[1].depth, 1u);
  EXPECT_EQ(rowsLeft(made.structure, made.rows.rows.size(), {1}), (std::vector<std::uint32_t>{0, 1, 5, 6, 7}));
  EXPECT_EQ(rowsLeft(made.structure, made.rows.rows.size(), {0, 1}), (std::vector<std::uint32_t>{0}));
}

TEST(TextStructure, KeepsTheRowInSightThatEndsOnePartAndBeginsTheNext) {
  const auto made = structured(TextLanguage::kJson, "[{\n\"a\": 1\n}, {\n\"b\": 2\n}]\n");
  EXPECT_EQ(rowsLeft(made.structure, made.rows.rows.size(), {2}), (std::vector<std::uint32_t>{0, 1, 2}));
  const auto elements = structured(TextLanguage::kXml, "<a>\n <b\n  c='1'/>\n <d>\n </d>\n</a>\n");
  ASSERT_EQ(elements.structure.folds.size(), 3u);
  EXPECT_EQ(elements.structure.folds[0].items, 2u);
  EXPECT_EQ(elements.structure.folds[1].last, 2u) << "attributes fold away with their element";
}

TEST(TextStructure, BreaksALineTooLongToBeReadBehindMembersAndSetsThemIn) {
  std::string text = "{\"list\":[";
  for (int i = 0; i < 40; ++i)
    text +=
        (i > 0 ? "," : "") + std::string("{\"name\":\"number ") + std::to_string(i) + "\",\"empty\":{},\"at\":[1,2,3]}";
  text += "],\"end\":true}";
  const auto made = structured(TextLanguage::kJson, text);
  const std::vector<std::string> rows = shownRows(made, text);
  ASSERT_GT(rows.size(), 40u);
  EXPECT_EQ(rows[0], "{");
  EXPECT_EQ(rows[1], "  \"list\":[");
  EXPECT_EQ(rows[2], "    {");
  EXPECT_EQ(rows[3], "      \"name\":\"number 0\",");
  EXPECT_EQ(rows[4], "      \"empty\":{},");
  EXPECT_EQ(made.structure.folds.front().items, 2u);
  std::string whole;
  for (std::size_t i = 0; i < rows.size(); ++i) whole += rows[i].substr(made.rows.rows[i].indent);
  EXPECT_EQ(whole, text) << "every byte is shown once, in order";
}

TEST(TextStructure, BreaksALongLineOfElementsBetweenThem) {
  std::string text = "<root>";
  for (int i = 0; i < 60; ++i) text += "<item><name>" + std::to_string(i) + "</name></item>";
  text += "</root>";
  const std::vector<std::string> rows = shownRows(structured(TextLanguage::kXml, text), text);
  ASSERT_GT(rows.size(), 60u);
  EXPECT_EQ(rows[0], "<root>");
  EXPECT_EQ(rows[1], "  <item>");
  EXPECT_EQ(rows[2], "    <name>0</name>");
}

TEST(TextStructure, IsKnownByTheNameElseByTheBeginning) {
  EXPECT_EQ(languageOf("a/B.JSON", ""), TextLanguage::kJson);
  EXPECT_EQ(languageOf("a.svg", ""), TextLanguage::kXml);
  EXPECT_EQ(languageOf("data", "  {\n \"x\": 1"), TextLanguage::kJson);
  EXPECT_EQ(languageOf("data", "<?xml version"), TextLanguage::kXml);
  EXPECT_EQ(languageOf("shader.glsl", "{ x }"), TextLanguage::kNone);
  EXPECT_EQ(languageOf("settings.ini", "[section]"), TextLanguage::kNone);
}

TEST(TextStructure, ShowsEveryByteOnceWhateverTheBytes) {
  std::mt19937 random(7);
  const std::string alphabet = "{}[],:\"\\<>/!-?='ab1 \n\xc3\xa9";
  std::size_t folds = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 1500; ++i) text += alphabet[random() % alphabet.size()];
    for (const TextLanguage language : {TextLanguage::kJson, TextLanguage::kXml}) {
      const auto made = structured(language, text);
      ASSERT_EQ(made.structure.states.size(), made.rows.rows.size());
      EXPECT_EQ(made.rows.end, text.size());
      for (std::size_t i = 1; i < made.rows.rows.size(); ++i)
        ASSERT_GT(made.rows.rows[i].start, made.rows.rows[i - 1].start);
      for (const TextFold& fold : made.structure.folds)
        ASSERT_TRUE(fold.first < fold.last && fold.last < made.rows.rows.size());
      folds += made.structure.folds.size();
      std::vector<std::uint32_t> all;
      for (const TextFold& fold : made.structure.folds) all.push_back(fold.first);
      ASSERT_FALSE(rowsLeft(made.structure, made.rows.rows.size(), all).empty());
    }
  }
  EXPECT_GT(folds, 1000u) << "the texts have parts to fold";
}

}  // namespace
}  // namespace sepax
