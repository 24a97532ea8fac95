#include "lab/pair_text.h"
#include "lab/paste/paste.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

// Texts that no reader knows, whose numbers are given their roles by rules.

namespace sepax {
namespace {

Result<Pasted> pastedWith(const std::string& text, const std::vector<std::string>& rules) {
  std::vector<paste::TakeRule> parsed;
  for (const std::string& rule : rules) {
    auto one = paste::parseTake(rule);
    SEPAX_TRY(one);
    parsed.push_back(std::move(*one));
  }
  return pasteText(text, {}, parsed);
}

constexpr const char* kStrange =
    "zork 0.5 1 1.5\nwhere (4, 5, 6) how [0, 0, 0.6, 0.8]\nblorp: 2 then 0.25\n(0, 0) (4, 0)\n(4, 3)\n";

TEST(ByHand, ATextThatNothingReadsBecomesItsPairAndIsCertain) {
  EXPECT_FALSE(pasteText(kStrange)->isCase());
  const auto pasted = pastedWith(kStrange, {"crate: box half_extents=@1 position=@2.1 rotation=@2.2:xyzw",
                                            "pill: capsule radius=@3.1 half_length=@3#2 axis=x position=1,2,3"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_EQ(bodiesText(pasted->document),
            "box 0.5 1 1.5 @ 4 5 6 q 0 0 0.6 0.8\ncapsule 0.25 2 @ 1 2 3 q -0.5 -0.5 -0.5 0.5");
  EXPECT_EQ(pasted->document.bodies[0].id, "crate");
  EXPECT_EQ(pasted->document.bodies[1].id, "pill");
  EXPECT_TRUE(pasted->isCertain()) << pasted->doubts.size();
}

TEST(ByHand, RowsOfLinesAndGroupsThatArePutTogetherBecomeCorners) {
  const auto pasted =
      pastedWith(kStrange, {"A: polygon vertices=@4+@5", "B: polygon vertices=@4.1+4,0+@5 position=9,9"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_EQ(bodiesText(pasted->document), "polygon (0 0) (4 0) (4 3)\npolygon (0 0) (4 0) (4 3) @ 9 9 0");
}

TEST(ByHand, ANumberThatTheTextClaimsIsNoPlaceThatWasTakenAway) {
  const auto pasted = pastedWith(
      "box1 = p.createCollisionShape(p.GEOM_BOX, halfExtents=[0.5, 0.5, 0.5])\n"
      "box2 = p.createCollisionShape(p.GEOM_SPHERE, radius=0.3)\n"
      "p.createMultiBody(0, box1, basePosition=[0, 0, 0])\n"
      "p.createMultiBody(0, box2, basePosition=[0.7, 0.1, 0])\n"
      "expected penetration depth: 0.1\n",
      {"A: none=@3.2"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_TRUE(pasted->doubts.empty()) << pasted->doubts.front();
}

TEST(ByHand, ABodyAndARayAreACase) {
  const auto pasted = pastedWith(kStrange, {"ball: sphere radius=@3.1", "ray: from=@2.1 direction=0,-1,0 length=7"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_TRUE(pasted->isCertain());
  ASSERT_EQ(pasted->document.queries.size(), 1u);
  const auto* const ray = std::get_if<RayQuery>(&pasted->document.queries[0].query);
  ASSERT_NE(ray, nullptr);
  EXPECT_EQ(ray->origin, (Vec3{4, 5, 6}));
  EXPECT_EQ(ray->length, 7);
}

TEST(ByHand, LettersCountNoRayThatStandsInFrontOfTheBodies) {
  const std::string text =
      "origin = Vec3(0, 0, 5)\ndirection = Vec3(0, 0, -1)\nSphere(Vec3(0, 0, 0), 2)\nlater 7 8 9\n";
  const auto pasted = pastedWith(text, {"A: sphere radius=1.5 position=@4", "ray: from=1,2,3 direction=0,0,-1"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_EQ(bodiesText(pasted->document), "sphere 1.5 @ 7 8 9");
  ASSERT_EQ(pasted->document.queries.size(), 1u);
  EXPECT_TRUE(pasted->isCertain());
}

TEST(ByHand, ARuleWithoutAKindChangesOnePartOfWhatWasRead) {
  const std::string text = "sphere radius 1 at 0 0 0\nsphere radius 2 at 5 0 0\nlater 7 8 9\n";
  const auto pasted = pastedWith(text, {"B: position=@3"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_EQ(bodiesText(pasted->document), "sphere 1\nsphere 2 @ 7 8 9");
}

TEST(ByHand, ARuleWithoutAnyPartSaysThatTheBodyIsAsItWasRead) {
  const std::string text = "sphere radius 1 at 0 0 0\nsphere radius 2 at 5 0 0\nzork (3, 4, 5)\n";
  EXPECT_FALSE(pasteText(text)->isCertain());
  EXPECT_FALSE(pastedWith(text, {"A:"})->isCertain());
  EXPECT_FALSE(pastedWith(text, {"A: position=@1.2", "B: position=@2.2"})->isCertain()) << "their sizes are as read";
  const auto pasted = pastedWith(text, {"A:", "B:"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_TRUE(pasted->isCertain());
  EXPECT_EQ(bodiesText(pasted->document), "sphere 1\nsphere 2 @ 5 0 0");
  EXPECT_TRUE(pastedWith(text, {"A: none=@3.1"})->isCertain()) << "nothing is left over";
}

TEST(ByHand, NumbersThatWereReadAsAnotherPartLeaveIt) {
  const std::string text = "sphere radius 1 at 0 0 7\nsphere radius 2 at 5 0 0\n";
  const auto pasted = pastedWith(text, {"A: none=@1.2", "B: position=@1.2"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_EQ(bodiesText(pasted->document), "sphere 1\nsphere 2 @ 0 0 7");
}

TEST(ByHand, TheRolesSayTheKindWhereTheRuleDoesNot) {
  for (const auto& [parts, expected] : {std::pair("half_extents=@1", "box 0.5 1 1.5"),
                                        {"radius=@3.1", "sphere 2"},
                                        {"radius=@3.2 length=@3.1", "capsule 1 0.25"},
                                        {"min=@4.1 max=@5", "box 2 1.5 @ 2 1.5 0"},
                                        {"min=@4.1 extents=@5", "box 2 1.5 @ 2 1.5 0"},
                                        {"from=@4.1 to=@5", "segment 2.5"},
                                        {"vertices=@4+@5", "polygon (0 0) (4 0) (4 3)"},
                                        {"vertices=@1+@2.1+7,8,9", "triangle"}}) {
    const auto pasted = pastedWith(kStrange, {std::string("A: ") + parts});
    ASSERT_TRUE(pasted) << parts << describe(pasted.error());
    EXPECT_EQ(bodiesText(pasted->document).substr(0, std::string(expected).size()), expected) << parts;
  }
}

TEST(ByHand, OneSizeOfALongBodyLeavesTheOthersAsTheyWereRead) {
  const std::string text = "capsule radius 1 half length 2 at 0 0 0\nsphere radius 2 at 5 0 0\nzork 0.25\n";
  const auto read = pasteText(text), pasted = pastedWith(text, {"A: radius=@3"});
  ASSERT_TRUE(pasted) << describe(pasted.error());
  ASSERT_TRUE(std::holds_alternative<Capsule>(pasted->document.bodies[0].shape)) << bodiesText(pasted->document);
  EXPECT_EQ(bodiesText(pasted->document).substr(0, 14), "capsule 2 0.25") << bodiesText(read->document);
}

TEST(ByHand, GivingARoleTakesTheNumbersFromAnotherAndItsRivalsAway) {
  std::vector<paste::TakeRule> rules;
  paste::give(rules, "A", {"half_extents", {"@1.1"}, ""});
  paste::give(rules, "A", {"position", {"@2.1"}, ""});
  paste::give(rules, "A", {"rotation", {"@2.2"}, "wxyz"});
  paste::give(rules, "B", {"vertices", {"@3.1"}, ""});
  paste::give(rules, "B", {"vertices", {"@3.2", "@3.3", "@4.1"}, "2"});
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(textOf(rules[0]), "A: half_extents=@1.1 position=@2.1 rotation=@2.2:wxyz");
  EXPECT_EQ(textOf(rules[1]), "B: vertices=@3.1-3+@4.1:2");
  paste::give(rules, "A", {"extents", {"@5.1"}, ""});
  paste::give(rules, "B", {"position", {"@2.1"}, ""});
  EXPECT_EQ(textOf(rules[0]), "A: rotation=@2.2:wxyz extents=@5.1");
  EXPECT_EQ(textOf(rules[1]), "B: vertices=@3.1-3+@4.1:2 position=@2.1");
  EXPECT_TRUE(paste::takeBack(rules, {"@5.1", "@2.2"}));
  EXPECT_FALSE(paste::takeBack(rules, {"@9.1"}));
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(textOf(paste::parseTake(textOf(rules[0])).value()), textOf(rules[0]));
}

TEST(ByHand, NoTwoRolesHaveOneKey) {
  std::string seen;
  for (const paste::TakeRole& role : paste::takeRoles()) {
    std::string_view keys = role.keys;
    for (std::size_t at = 0; at < keys.size(); at = std::min(keys.find(' ', at), keys.size() - 1) + 1) {
      EXPECT_EQ(seen.find(keys[at]), std::string::npos) << role.name;
      seen += keys[at];
    }
  }
  EXPECT_EQ(seen.find_first_of("aby"), std::string::npos) << "they choose the body";
}

TEST(ByHand, WhatARuleSaysWronglyIsNamed) {
  for (const char* const rule : {"A box", "A: blob radius=@1", "A: sphere size=@1", "A: box half_extents=@1:abc"})
    EXPECT_FALSE(paste::parseTake(rule)) << rule;
  const auto none = pastedWith(kStrange, {"A: sphere radius=@99"});
  ASSERT_FALSE(none);
  EXPECT_NE(describe(none.error()).find("@99"), std::string::npos) << describe(none.error());
}

// Three numbers of a quaternion were dropped in silence, and of five of a position two.
TEST(ByHand, NumbersThatARoleDoesNotTakeAreAnError) {
  for (const auto& [part, expected] : {std::pair("rotation=0,0,1", "expected rotation with 4 numbers"),
                                       {"position=1,2,3,4,5", "expected position with 2 or 3 numbers"},
                                       {"matrix=1,2,3", "expected matrix with 9 or 12 or 16 numbers"},
                                       {"velocity=@1#1", "expected velocity with 2 or 3 numbers"},
                                       {"radius=1,2", "expected radius with 1 number;"},
                                       {"angle=1,2", "expected angle with 1 number;"}}) {
    const auto pasted = pastedWith(kStrange, {std::string("A: sphere radius=1 ") + part});
    ASSERT_FALSE(pasted) << part;
    EXPECT_NE(describe(pasted.error()).find(expected), std::string::npos) << describe(pasted.error());
  }
}

TEST(ByHand, EveryGroupIsListedWithItsPlaceAndItsRole) {
  const auto pasted =
      pasteText("sphere radius 1 at (0, 2, 0)\nsphere radius 3 at (9, 0, 0)\ncontact normal (0, 1, 0)\n");
  ASSERT_TRUE(pasted);
  std::string lines;
  for (const PasteGroup& group : groupsOf(*pasted))
    lines +=
        group.reference + " " + std::to_string(group.body) + " " + group.role + (group.is_answer ? " answer\n" : "\n");
  EXPECT_EQ(lines, "@1.1 0 size\n@1.2 0 position\n@2.1 1 size\n@2.2 1 position\n@3.1 -1  answer\n");
}

}  // namespace
}  // namespace sepax
