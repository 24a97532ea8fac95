#include "bench/recorded_run.h"

#include <gtest/gtest.h>

// What tools/bench --compare says of runs. No time is measured here.

namespace sepax::bench {
namespace {

const RecordedRun kRecorded{
    "Processor 9",
    "2026-01-02",
    {{"boxes|Sepax, fast", "plain", 2.5, 8}, {"boxes|Sepax, slow", "plain", 20, 1}, {"hulls|Sepax", "libccd", 300, 2}}};

TEST(RecordedRun, ReadsBackAsItWasWritten) {
  const auto read = readRun(textOf(kRecorded), "run.json");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->processor, "Processor 9");
  EXPECT_EQ(read->date, "2026-01-02");
  ASSERT_EQ(read->rows.size(), 3u);
  EXPECT_EQ(read->rows[0].name, "boxes|Sepax, fast");
  EXPECT_EQ(read->rows[2].than, "libccd");
  EXPECT_EQ(read->rows[0].nanoseconds, 2.5);
  EXPECT_EQ(read->rows[1].ratio, 1);
}

TEST(RecordedRun, RefusesWhatIsNoRunAndNamesThePlace) {
  for (const auto& [text, where] :
       {std::pair{"{}", "run.json#/processor"},
        std::pair{R"({"processor": "a", "date": "b", "rows": 3})", "run.json#/rows"},
        std::pair{R"({"processor": "a", "date": "b", "rows": [{"name": "c", "than": "d", "nanoseconds": 0}]})",
                  "run.json#/rows/0/nanoseconds"}}) {
    const auto read = readRun(text, "run.json");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().where, where);
  }
}

TEST(RecordedRun, RefusesARunOfAnotherProcessorAndNamesBoth) {
  EXPECT_TRUE(sameProcessor(kRecorded, "run.json", "Processor 9"));
  const auto refused = sameProcessor(kRecorded, "run.json", "Processor 10");
  ASSERT_FALSE(refused);
  EXPECT_EQ(describe(refused.error()),
            "run.json#/processor: recorded on \"Processor 9\", this is \"Processor 10\": ratios of two processors "
            "cannot be compared");
}

TEST(RecordedRun, NamesTheRowsWhoseRatioFellByMoreThanTheShare) {
  RecordedRun measured = kRecorded;
  measured.rows[0].ratio = 6.5;   // 19 % less
  measured.rows[1].ratio = 0.79;  // 21 % less
  measured.rows[2].ratio = 9;
  const auto fallen = fallenRows(kRecorded, measured, 0.2);
  ASSERT_EQ(fallen.size(), 1u);
  EXPECT_EQ(fallen[0].measured.name, "boxes|Sepax, slow");
  EXPECT_EQ(fallen[0].recorded.ratio, 1);
  EXPECT_EQ(fallen[0].measured.ratio, 0.79);
  EXPECT_EQ(fallenRows(kRecorded, measured, 0.1).size(), 2u);
}

TEST(RecordedRun, ComparesOnlyRowsOfBothRunsBesideTheSameOther) {
  RecordedRun measured{
      "Processor 9", "2026-02-03", {{"boxes|Sepax, fast", "ODE", 2.5, 0.1}, {"cones|Sepax", "plain", 1, 0.1}}};
  EXPECT_TRUE(fallenRows(kRecorded, measured, 0.2).empty());
}

}  // namespace
}  // namespace sepax::bench
