#include "format/case_keys.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

TEST(CaseDetect, NamesAreAFirstGuessInAnyCaseOfLetters) {
  EXPECT_TRUE(isCaseName("cases/a.json"));
  EXPECT_TRUE(isCaseName("A.JSON"));
  EXPECT_FALSE(isCaseName("json"));
  EXPECT_FALSE(isCaseName("a.jsonl"));
}

TEST(CaseDetect, JsonStartsWithABraceOrBracketAfterMarkAndBlanks) {
  EXPECT_TRUE(startsLikeJson("\xEF\xBB\xBF \r\n\t{"));
  EXPECT_TRUE(startsLikeJson("[1]"));
  EXPECT_FALSE(startsLikeJson("PK\x03\x04{"));
  EXPECT_FALSE(startsLikeJson("{\x01\x9F\x02")) << "an encrypted bundle, which was refused as broken JSON";
  EXPECT_FALSE(startsLikeJson(""));
  EXPECT_FALSE(startsLikeJson(" \n"));
}

// A bundle's "credits.json" that mentions Sepax is no broken case, a cut-off case is one.
TEST(CaseDetect, ACaseHasItsKeyAtTheTopOrIsBrokenButNamesIt) {
  EXPECT_TRUE(isCaseText(R"({"sepax": 1, "bodies": []})"));
  EXPECT_FALSE(isCaseText(R"({"made with": "sepax"})"));
  EXPECT_FALSE(isCaseText(R"({"tools": {"sepax": 1}})"));
  EXPECT_FALSE(isCaseText(R"(["sepax"])"));
  EXPECT_FALSE(isCaseText("{}"));
  EXPECT_TRUE(isCaseText(R"({"sepax": 1, "bodies": [)"));
}

}  // namespace
}  // namespace sepax
