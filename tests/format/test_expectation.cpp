#include "format/expectation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "collide/pair_table.h"
#include "document/command.h"
#include "format/case_file.h"
#include "format/expectation_json.h"
#include "format/query.h"
#include "json_test.h"

namespace sepax {
namespace {

/// A box of one metre half extents and one at x on top of its side, with queries and expectations.
std::string boxes(double x, const std::string& expect, const std::string& queries = "[]") {
  return fmt::format(
      R"({{"sepax": 1, "space": "3d", "bodies": [{{"id": "A", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}}},
      {{"id": "B", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}, "position": [{}, 0.5, 0], "linear_velocity": [-1, 0, 0]}}],
      "queries": {}, "expect": {}}})",
      x, queries, expect);
}

/// What fails of all expectations of a case, pairs by `algorithm` where an expectation names none.
std::vector<std::string> failuresOf(const std::string& text, const std::string& algorithm = "sat") {
  const auto loaded = parseCase(text, "t.json");
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error()));
  if (!loaded) return {"unreadable"};
  EXPECT_TRUE(loaded->warnings.empty()) << loaded->warnings.front();
  const auto reports = answerQueries(loaded->document);
  EXPECT_TRUE(reports);
  std::vector<std::string> out;
  for (const Expectation& expected : loaded->document.expect) {
    std::vector<ExpectationFailure> failures;
    if (expected.query) {
      failures = checkExpectation(expected, reports->at(*expected.query), loaded->document.space);
    } else {
      const auto report =
          testPair(loaded->document, expected.pair, expected.algorithm.empty() ? algorithm : expected.algorithm);
      EXPECT_TRUE(report);
      failures = checkExpectation(expected, *report, loaded->document.space);
    }
    for (const ExpectationFailure& failure : failures) out.push_back(describe(failure));
  }
  return out;
}

std::string pair(const std::string& members) { return R"([{"pair": ["A", "B"], )" + members + "}]"; }

void expectRefusal(const std::string& text, const std::string& where, const std::string& message) {
  const auto loaded = parseCase(text, "t.json");
  ASSERT_FALSE(loaded) << text;
  EXPECT_EQ(loaded.error().where, where);
  EXPECT_NE(loaded.error().message.find(message), std::string::npos) << loaded.error().message;
}

using Texts = std::vector<std::string>;

TEST(Expectation, AnyVerdictOfAListWillDo) {
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("verdict": ["touching", "overlapping"])"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(2, pair(R"("verdict": ["touching", "overlapping"])"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(3, pair(R"("verdict": ["overlapping", "touching"])"))),
            Texts{"A, B (sat): expected verdict touching or overlapping, found separated"});
  expectRefusal(boxes(3, pair(R"("verdict": [])")), "t.json#/expect/0/verdict",
                "\"separated\", \"touching\" or \"overlapping\"");
  expectRefusal(boxes(3, pair(R"("verdict": ["touching", "near"])")), "t.json#/expect/0/verdict/1",
                "found the string \"near\"");
}

TEST(Expectation, HitIsTrueOfATouchAndOfAnOverlap) {
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("hit": true)"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(2, pair(R"("hit": true)"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(3, pair(R"("hit": false)"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(3, pair(R"("hit": true)"))), Texts{"A, B (sat): expected hit true, found false"});
}

TEST(Expectation, OfARangeHoldsFromEndToEndAndNoFurther) {
  EXPECT_EQ(failuresOf(
                boxes(3, pair(R"("separation": {"min": 0.5, "max": 1}, "distance": {"min": 1}, "depth": {"max": 0})"))),
            Texts{});
  EXPECT_EQ(
      failuresOf(boxes(3, pair(R"("separation": {"min": 1.1, "max": 2}, "distance": {"max": 0.5}, "tolerance": 1)"))),
      (Texts{"A, B (sat): expected separation from 1.1 to 2, found 1",
             "A, B (sat): expected distance at most 0.5, found 1"}))
      << "a tolerance does not widen a range";
  expectRefusal(boxes(3, pair(R"("separation": {})")), "t.json#/expect/0/separation", "a range {\"min\", \"max\"}");
  expectRefusal(boxes(3, pair(R"("separation": {"min": 1, "mox": 2})")), "t.json#/expect/0/separation",
                "a range {\"min\", \"max\"}");
  expectRefusal(boxes(3, pair(R"("separation": {"min": 2, "max": 1})")), "t.json#/expect/0/separation", "not above");
}

TEST(Expectation, OfWhatItsAlgorithmDoesNotMeasureFails) {
  EXPECT_EQ(
      failuresOf(boxes(3, pair(R"("algorithm": "gjk-epa", "separation": 1, "normal": [1, 0, 0], "tolerance": 1e-6)"))),
      Texts{});
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("algorithm": "gjk", "depth": 0.5)"))),
            Texts{"A, B (gjk): expected depth 0.5 ± 1e-09, found nothing: not measured by gjk"});
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("depth": 0.5)")), "gjk").size(), 1u) << "nothing would be checked";
  EXPECT_EQ(failuresOf(boxes(3, pair(R"("algorithm": "sat:margin=0.25", "separation": 0.5)"))), Texts{});
  expectRefusal(boxes(3, pair(R"("algorithm": "sat:margin")")), "t.json#/expect/0/algorithm",
                "the name of an algorithm");
  expectRefusal(boxes(3, pair(R"("algorithm": "gjk-epas")")), "t.json#/expect/0/algorithm", "the name of an algorithm");
}

TEST(Expectation, WithoutAnAlgorithmAsksEachRowForWhatItMeasures) {
  const std::string overlap =
      R"("verdict": "overlapping", "separation": -0.5, "depth": 0.5, "normal": [1, 0, 0], "mtv": [0.5, 0, 0],
         "deciding_axis": "A0", "tolerance": 1e-6)";
  const std::string apart = R"("separation": 1, "distance": 1, "depth": 0, "mtv": [0, 0, 0], "tolerance": 1e-6)";
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (row.historical || !takesAny(row, ShapeSpace::kSolid)) continue;
    EXPECT_EQ(failuresOf(boxes(1.5, pair(overlap)), row.name), Texts{}) << row.name;
    EXPECT_EQ(failuresOf(boxes(3, pair(apart)), row.name), Texts{}) << row.name;
  }
  for (const char* row : {"exact", "sat-float", "sat-float-world", "brute-force", "gjk-epa"}) {
    const std::string named = fmt::format(R"("algorithm": "{}", "depth": 0.5, "mtv": [0.5, 0, 0])", row);
    EXPECT_EQ(failuresOf(boxes(1.5, pair(named + R"(, "tolerance": 1e-6)"))), Texts{}) << row;
    EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("depth": 0.25, "separation": -0.25)")), row).size(), 2u) << row;
  }
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("algorithm": "gjk", "separation": 0)"))),
            Texts{"A, B (gjk): expected separation 0 ± 1e-09, found nothing: not measured by gjk"});
}

TEST(Expectation, ComparesContactsInAnyOrderEachWithOneOfItsOwn) {
  // The boxes overlap over y −0.5 … 1, z −1 … 1, half a metre deep: contacts lie midway, at x 0.75.
  const std::string all = R"([0.75, 1, 1], [0.75, -0.5, -1], [0.75, 1, -1], [0.75, -0.5, 1])";
  EXPECT_EQ(failuresOf(boxes(
                1.5, pair(R"("contacts": {"count": 4, "positions": [)" + all + R"(], "separations": [-0.5, -0.5]})"))),
            Texts{});
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("contacts": {"count": {"min": 5}})"))),
            Texts{"A, B (sat): expected contacts/count at least 5, found 4"});
  const auto twice = failuresOf(boxes(1.5, pair(R"("contacts": {"positions": [[0.75, 1, 1], [0.75, 1, 1]]})")));
  ASSERT_EQ(twice.size(), 1u) << "one contact meets one expected position";
  EXPECT_TRUE(twice[0].starts_with("A, B (sat): expected contacts/positions/1 [0.75, 1, 1] ± 1e-09, found ["))
      << twice[0];
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("contacts": {"positions": [[0.76, 1, 1]], "tolerance": 0.02})"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("contacts": {"positions": [[0.76, 1, 1]]})"))).size(), 1u);
  EXPECT_EQ(failuresOf(boxes(3, pair(R"("contacts": {"count": 0})"))), Texts{}) << "apart";
  EXPECT_EQ(failuresOf(boxes(3, pair(R"("contacts": {"features": ["A face 1"]})"))),
            Texts{"A, B (sat): expected contacts/features/0 A face 1, found none"});
  expectRefusal(boxes(3, pair(R"("contacts": {"cuont": 4})")), "t.json#/expect/0/contacts/cuont",
                "expected one of the keys count, positions");
  for (const char* nothing :
       {"{}", R"({"tolerance": 1})", R"({"positions": []})", R"({"features": [], "separations": []})"})
    expectRefusal(boxes(3, pair(std::string(R"("contacts": )") + nothing)), "t.json#/expect/0/contacts",
                  "none of them an empty list");
  expectRefusal(boxes(3, pair(R"("contacts": {"positions": [[1, 2]]})")), "t.json#/expect/0/contacts/positions/0",
                "an array of 3 numbers");
}

TEST(Expectation, MatchesContactsThatLieWithinEachOthersTolerance) {
  // Each expected position could take the contact that only the other can use: a greedy choice would fail.
  EXPECT_EQ(
      failuresOf(boxes(1.5, pair(R"("contacts": {"positions": [[0.75, 0.25, 1], [0.75, 1, 1]], "tolerance": 0.76})"))),
      Texts{});
  EXPECT_EQ(
      failuresOf(boxes(1.5, pair(R"("contacts": {"positions": [[0.75, 1, 1], [0.75, 0.25, 1]], "tolerance": 0.76})"))),
      Texts{});
}

TEST(Expectation, ComparesFeaturesByTheNamesThatReportsHave) {
  const auto loaded = parseCase(boxes(1.5, "[]"), "t.json");
  ASSERT_TRUE(loaded);
  const auto report = testPair(loaded->document, {"A", "B"});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->answer.contacts.size(), 4u);
  const std::string feature = featuresOf(report->answer.contacts[2]);
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("contacts": {"features": [")" + feature + "\"]}"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("contacts": {"features": ["nothing"]})"))).size(), 1u);
}

TEST(Expectation, ComparesPointsAndVectors) {
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("mtv": [0.5, 0, 0], "normal": [1, 0, 0])"))), Texts{});
  EXPECT_EQ(failuresOf(boxes(1.5, pair(R"("mtv": [0.4, 0, 0])"))),
            Texts{"A, B (sat): expected mtv [0.4, 0, 0] ± 1e-09, found [0.5, 0, 0]"});
  // Faces that face each other have many closest points, all of them at these x.
  const std::string near = R"("closest_points": {"a": [1, 0.25, 0], "b": [2, 0.25, 0]}, "tolerance": 1)";
  EXPECT_EQ(failuresOf(boxes(3, pair(near))), Texts{});
  const auto wrong = failuresOf(boxes(3, pair(R"("closest_points": {"b": [9, 0.25, 0]})")));
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_TRUE(wrong[0].starts_with("A, B (sat): expected closest_points/b [9, 0.25, 0] ± 1e-09, found [2, "))
      << wrong[0];
  expectRefusal(boxes(3, pair(R"("closest_points": {"c": [1, 0, 0]})")), "t.json#/expect/0/closest_points",
                "points {\"a\", \"b\"}");
}

const char* const kQueries =
    R"([{"type": "sweep", "pair": ["A", "B"], "duration": 9}, {"id": "eye", "type": "ray", "origin": [-3, 0, 0],
  "direction": [1, 0, 0], "length": 9}, {"id": "hole", "type": "contains", "body": "A", "point": [0.5, 0, 0]}])";

TEST(Expectation, CallsQueriesByTheirIdsWhichFollowThem) {
  const std::string expect =
      R"([{"query": "eye", "body": "A", "distance": 2, "point": [-1, 0, 0]}, {"query": "hole", "inside": true}])";
  EXPECT_EQ(failuresOf(boxes(3, expect, kQueries)), Texts{});
  EXPECT_EQ(failuresOf(boxes(3, R"([{"query": "eye", "body": "B"}])", kQueries)),
            Texts{"query eye: expected body B, found A"});
  auto loaded = parseCase(boxes(3, expect, kQueries), "t.json");
  ASSERT_TRUE(loaded);
  // Removing B takes the sweep along: indices move, ids stay.
  ASSERT_TRUE(apply(loaded->document, RemoveBody{"B"}));
  const std::string saved = writeCase(loaded->document);
  const auto again = parseCase(saved, "t.json");
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(again->document.expect.at(0).query, 0u);
  EXPECT_EQ(again->document.expect.at(0).query_id, "eye");
  ASSERT_TRUE(apply(loaded->document, RenameBody{"A", "wall"}));
  EXPECT_EQ(loaded->document.expect.at(0).body, "wall");
  expectRefusal(boxes(3, R"([{"query": "ear"}])", kQueries), "t.json#/expect/0/query", "the \"id\" of one");
  expectRefusal(boxes(3, "[]", R"([{"type": "contains", "body": "A", "point": [0, 0, 0], "id": "x"},
    {"type": "contains", "body": "A", "point": [0, 0, 0], "id": "x"}])"),
                "t.json#/queries/1", "a different id");
}

TEST(Expectation, OldNamesStayReadable) {
  EXPECT_EQ(
      failuresOf(boxes(3, R"([{"query": 0, "enter": 1, "leave": 5}, {"query": "hole", "distance": -0.5}])", kQueries)),
      Texts{});
  EXPECT_EQ(
      failuresOf(boxes(3, R"([{"query": 0, "time": 1, "leave_time": 5}, {"query": "hole", "signed_distance": -0.5}])",
                       kQueries)),
      Texts{});
  EXPECT_EQ(failuresOf(boxes(3, R"([{"query": 0, "time_of_impact": 1, "exit_time": 5},
                                    {"query": "eye", "leave_distance": 4}])",
                             kQueries)),
            failuresOf(
                boxes(3, R"([{"query": 0, "enter": 1, "leave": 5}, {"query": "eye", "exit_distance": 4}])", kQueries)));
  const auto wrong =
      failuresOf(boxes(3, R"([{"query": 0, "enter": 2}, {"query": "hole", "distance": 0.5}])", kQueries));
  ASSERT_EQ(wrong.size(), 2u);
  EXPECT_TRUE(wrong[0].starts_with("query 0: expected time_of_impact 2 ± 1e-09, found ")) << wrong[0];
  EXPECT_EQ(wrong[1], "query hole: expected signed_distance 0.5 ± 1e-09, found -0.5");
  expectRefusal(boxes(3, R"([{"query": 0, "enter": 1, "time": 1}])", kQueries), "t.json#/expect/0/enter", "found both");
}

TEST(Expectation, IsWrittenWithAllThatItSays) {
  const std::string expect =
      R"([{"name":"first","pair":["A","B"],"algorithm":"gjk","verdict":["touching","overlapping"],"hit":true,)"
      R"("separation":{"min":-1},"distance":{"max":0.25},"depth":{"min":0.1,"max":0.3},"normal":[1,0,0],"mtv":[0,0.1,0],)"
      R"("deciding_axis":"A1xB0","closest_points":{"a":[1,2,3]},)"
      R"("contacts":{"count":4,"positions":[[1,2,3]],"features":["x"],"separations":[-0.1,{"max":0}],"tolerance":0.5},)"
      R"("tolerance":0.001},)"
      R"({"query":0,"hit":true,"time_of_impact":1,"exit_time":{"min":2},"starts_in_contact":false,"point":[0,0,0]},)"
      R"({"query":"eye","distance":2,"body":"A","exit_distance":4,"starts_inside":false},)"
      R"({"query":"hole","inside":true,"place":"inside","signed_distance":-0.5,"boundary_point":[1,0,0]}])";
  const auto loaded = parseCase(boxes(3, expect, kQueries), "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_TRUE(loaded->warnings.empty()) << loaded->warnings.front();
  EXPECT_EQ(compactJson(test::parsed(writeCase(loaded->document))["expect"]), expect);
  const std::string hex = writeCase(loaded->document, NumberStyle::kHexFloat);
  const auto again = parseCase(hex, "t.json");
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(compactJson(test::parsed(writeCase(again->document))["expect"]), expect);
}

TEST(Expectation, KeysAreDifferentAndEachBelongsToAnAnswer) {
  std::set<std::string> names;
  for (const ExpectationKey& key : expectationKeys()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_NE(key.answers & (kOfPair | kOfQueries), 0u) << key.name;
  }
  for (const QueryType& type : queryTypes()) {
    bool has_key = false;
    for (const ExpectationKey& key : expectationKeys()) has_key = has_key || (key.answers & type.answers) != 0;
    EXPECT_TRUE(has_key) << type.name;
  }
}

}  // namespace
}  // namespace sepax
