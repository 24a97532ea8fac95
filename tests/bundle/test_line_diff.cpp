#include "bundle/diff.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sepax {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers numbersOf(const std::string& letters) { return {letters.begin(), letters.end()}; }

/// The lines of each side in the order of the rows; a row that says it is the same must be.
std::pair<Numbers, Numbers> sidesOf(const LineDiff& diff, const Numbers& left, const Numbers& right) {
  Numbers l, r;
  for (const LinePair& row : diff.rows) {
    if (row.left != LinePair::kNone) l.push_back(left[row.left]);
    if (row.right != LinePair::kNone) r.push_back(right[row.right]);
    if (row.is_same) {
      EXPECT_EQ(left[row.left], right[row.right]);
    }
  }
  return {l, r};
}

std::size_t sameRows(const LineDiff& diff) {
  return static_cast<std::size_t>(
      std::count_if(diff.rows.begin(), diff.rows.end(), [](const LinePair& row) { return row.is_same; }));
}

TEST(LineDiff, PairsWhatStayedAndPutsWhatChangedOpposite) {
  const LineDiff diff = diffLines(numbersOf("abcd"), numbersOf("aXcdY"));
  using Rows = std::vector<LinePair>;
  EXPECT_EQ(diff.rows, (Rows{{0, 0, true}, {1, 1, false}, {2, 2, true}, {3, 3, true}, {LinePair::kNone, 4, false}}));
  EXPECT_EQ(diff.changes, (std::vector<std::size_t>{1, 4}));
  EXPECT_TRUE(diffLines(numbersOf("same"), numbersOf("same")).changes.empty());
  EXPECT_TRUE(diffLines({}, {}).rows.empty());
  EXPECT_EQ(diffLines({}, numbersOf("ab")).rows.size(), 2u);
}

TEST(LineDiff, FindsTheShortestEditAmongLinesThatRepeat) {
  // Myers' own example: five edits, four lines stay.
  EXPECT_EQ(sameRows(diffLines(numbersOf("abcabba"), numbersOf("cbabac"))), 4u);
}

TEST(LineDiff, KeepsBothTextsWholeWhateverTheyAre) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const auto letters = 1 + random() % 6;
    Numbers left(random() % 40), right(random() % 40);
    for (auto& each : left) each = random() % letters;
    for (auto& each : right) each = random() % letters;
    const LineDiff diff = diffLines(left, right);
    const auto sides = sidesOf(diff, left, right);
    ASSERT_EQ(sides.first, left);
    ASSERT_EQ(sides.second, right);
  }
}

TEST(LineDiff, GivesUpAShortestScriptWhereMuchDiffers) {
  std::mt19937_64 random(7);
  Numbers left(200'000), other(200'000);
  for (auto& each : left) each = random();
  for (auto& each : other) each = random();
  Numbers edited = left;
  for (std::size_t i = 0; i < edited.size(); i += 3) edited[i] = random();
  Numbers few(200'000);
  for (std::size_t i = 0; i < few.size(); ++i) few[i] = random() % 10;  // hardly a line that is there once
  EXPECT_EQ(sameRows(diffLines(left, other)), 0u);
  EXPECT_EQ(sameRows(diffLines(left, edited)), 200'000u - 66'667u);
  (void)diffLines(few, other);
  const LineDiff hopeless = diffLines(few, Numbers(few.rbegin(), few.rend()));
  EXPECT_LT(sameRows(hopeless), 1'000u) << "a shortest script would keep tens of thousands of lines";
}

}  // namespace
}  // namespace sepax
