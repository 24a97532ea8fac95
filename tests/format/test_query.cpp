#include "format/query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "box_triangles.h"
#include "document/command.h"
#include "format/case_file.h"
#include "format/expectation.h"
#include "format/query_report.h"
#include "json_test.h"

namespace sepax {
namespace {

std::string caseWithQueries(const std::string& queries) {
  return R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "A", "shape": {"type": "box", "half_extents": [1, 1]}},
    {"id": "B", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [2.5, 0], "linear_velocity": [-3, 0]}],
    "queries": )" +
         queries + "}";
}

void expectQueryRefusal(const std::string& queries, const std::string& where, const std::string& message) {
  const auto loaded = parseCase(caseWithQueries(queries), "t.json");
  ASSERT_FALSE(loaded) << queries;
  EXPECT_EQ(loaded.error().where, where);
  EXPECT_NE(loaded.error().message.find(message), std::string::npos) << loaded.error().message;
}

std::vector<QueryReport> answers(const std::string& queries) {
  const auto loaded = parseCase(caseWithQueries(queries), "t.json");
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error()));
  if (!loaded) return {};
  const auto reports = answerQueries(loaded->document);
  EXPECT_TRUE(reports) << (reports ? "" : describe(reports.error()));
  return reports.value_or(std::vector<QueryReport>{});
}

/// A type of query that Sepax does not have: this struct is all there is of it.
struct PlumbQuery {
  std::string body;
  std::optional<std::string> onto;
  Vec3 down{0, -1, 0};
  double length = 2;
  static constexpr const char* kType = "plumb";
  static constexpr const char* kSummary = "what is below a body";
  static constexpr const char* kAnswer = "body, distance";
  static constexpr auto fields() {
    using enum QueryMember;
    return std::tuple{QueryField<PlumbQuery, std::string>{"body", &PlumbQuery::body, kNeeded, "the upper one"},
                      QueryField<PlumbQuery, std::optional<std::string>>{"onto", &PlumbQuery::onto, kMayMiss, "one"},
                      QueryField<PlumbQuery, Vec3>{"down", &PlumbQuery::down, kDirection, "of any length but 0"},
                      QueryField<PlumbQuery, double>{"length", &PlumbQuery::length, kMayMiss, "m, 2 without it"}};
  }
};

TEST(Query, AnotherTypeIsReadWrittenRenamedAndExplainedByItsStructAlone) {
  const auto readPlumb = [](const Json& json, JsonReader& reader) {
    const JsonPlace place{&json};
    ObjectReader object(reader, place, "a query");
    return readQueryFields<PlumbQuery>(reader, object, Space::k3d);
  };
  const std::function<Json(double)> number = [](double value) { return Json(value); };
  for (const char* const text :
       {R"({"body":"A","down":[0.0,0.0,-1.0]})", R"({"body":"A","onto":"B","down":[0.0,-2.0,0.0],"length":5.0})"}) {
    const Json json = test::parsed(text);
    JsonReader reader("t.json");
    const PlumbQuery query = readPlumb(json, reader);
    ASSERT_FALSE(reader.failed()) << describe(*reader.error());
    Json written = Json::object();
    writeQueryFields(written, query, Space::k3d, number);
    EXPECT_EQ(compactJson(written), text);
  }
  JsonReader reader("t.json");
  const Json zero = test::parsed(R"({"body": "A", "down": [0, 0, 0]})");
  static_cast<void>(readPlumb(zero, reader));
  ASSERT_TRUE(reader.failed());
  EXPECT_NE(describe(*reader.error()).find("t.json#/down: expected a direction that is not zero"), std::string::npos);

  PlumbQuery renamed{"A", "B"};
  EXPECT_TRUE(renameInFields(renamed, "B", "C"));
  EXPECT_EQ(renamed.onto, "C");
  EXPECT_FALSE(renameInFields(renamed, "B", "C"));

  const std::vector<CaseKey> keys = queryKeysOf<PlumbQuery>();
  ASSERT_EQ(keys.size(), 4u);
  EXPECT_TRUE(keys[0].form == ValueForm::kBody && keys[0].is_required);
  EXPECT_TRUE(keys[1].form == ValueForm::kBody && !keys[1].is_required);
  EXPECT_TRUE(keys[2].form == ValueForm::kDirection && keys[2].is_required);
  EXPECT_TRUE(keys[3].form == ValueForm::kLength && !keys[3].is_required);
}

TEST(Query, SweepsByTheVelocitiesOfTheBodies) {
  const auto reports = answers(R"([{"type": "sweep", "pair": ["A", "B"], "duration": 1}])");
  ASSERT_EQ(reports.size(), 1u);
  const auto json = queryReportJson(reports[0], Space::k2d);
  EXPECT_TRUE(json["hit"].boolean());
  EXPECT_NEAR(json["time_of_impact"].number(), 1.0 / 6, 1e-14);
  EXPECT_NEAR(json["exit_time"].number(), 1.5, 1e-14);
  EXPECT_EQ(compactJson(json["normal"]), "[1,0]");
  EXPECT_EQ(compactJson(json["pair"]), R"(["A","B"])");
  EXPECT_EQ(json["axes"].size(), 2u) << "B's axes repeat A's";
  EXPECT_EQ(json["boxes"]["axes"].size(), 2u);
  EXPECT_TRUE(json["boxes"]["axes"][1]["always"].boolean()) << "no speed along y";
  EXPECT_NE(queryReportTable(reports[0], Space::k2d).find("first contact at 0.16666666667 s"), std::string::npos);
}

TEST(Query, LeavesOutTheRestOnceItIsStopped) {
  const auto loaded =
      parseCase(caseWithQueries(R"([{"type": "sweep", "pair": ["A", "B"], "duration": 1}, {"type": "mass", "body": "A"},
    {"type": "mass", "body": "B"}, {"type": "mass", "body": "A"}])"),
                "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  std::vector<double> shares;
  const auto some = answerQueries(loaded->document, FitQueries::kAnswered, [&](double share) {
    shares.push_back(share);
    return share < 0.5;
  });
  ASSERT_TRUE(some);
  EXPECT_EQ(some->size(), 2u);
  EXPECT_EQ(shares, (std::vector<double>{0, 0.25, 0.5}));
}

TEST(Query, ListsWhatARayMeetsNearestFirst) {
  const auto reports = answers(R"([{"type": "ray", "origin": [10, 0], "direction": [-2, 0], "length": 50},
    {"type": "ray", "origin": [10, 0], "direction": [-2, 0], "length": 50, "body": "A"},
    {"type": "ray", "origin": [10, 0], "direction": [-2, 0], "length": 6}])");
  ASSERT_EQ(reports.size(), 3u);
  const auto all = queryReportJson(reports[0], Space::k2d), one = queryReportJson(reports[1], Space::k2d);
  EXPECT_EQ(all["body"], "B");
  EXPECT_EQ(all["distance"].number(), 6.5);
  EXPECT_EQ(all["hits"].size(), 2u);
  EXPECT_EQ(one["body"], "A");
  EXPECT_EQ(one["distance"].number(), 9);
  EXPECT_FALSE(queryReportJson(reports[2], Space::k2d)["hit"].boolean());
}

TEST(Query, IsExpectedByItsIndexAndFailsByName) {
  const std::string text = R"({"sepax": 1, "space": "2d", "bodies": [
      {"id": "A", "shape": {"type": "circle", "radius": 1}, "position": [0, 0]},
      {"id": "B", "shape": {"type": "circle", "radius": 1}, "position": [5, 0], "linear_velocity": [-2, 0]}],
    "queries": [{"type": "sweep", "pair": ["A", "B"], "duration": 9}, {"type": "ray", "origin": [-3, 0], "direction": [1, 0], "length": 9},
                {"type": "contains", "body": "A", "point": [0.5, 0]}],
    "expect": [{"query": 0, "hit": true, "enter": 1.5, "leave": 3.5, "normal": [1, 0], "tolerance": 1e-12},
               {"query": 1, "hit": true, "distance": 2}, {"query": 2, "inside": true, "distance": -0.5},
               {"query": 0, "enter": 1.25, "inside": false}]})";
  auto loaded = parseCase(text, "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const auto reports = answerQueries(loaded->document);
  ASSERT_TRUE(reports && reports->size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Expectation& expected = loaded->document.expect[i];
    for (const auto& failure : checkExpectation(expected, (*reports)[*expected.query], Space::k2d))
      ADD_FAILURE() << describe(failure);
  }
  const auto failures = checkExpectation(loaded->document.expect[3], (*reports)[0], Space::k2d);
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_TRUE(describe(failures[0]).starts_with("query 0: expected time_of_impact 1.25 ± 1e-09, found 1."))
      << describe(failures[0]);
  EXPECT_EQ(describe(failures[1]), "query 0: expected inside false, found nothing");
  const std::string saved = writeCase(loaded->document, NumberStyle::kShortest);
  EXPECT_NE(saved.find("\"time_of_impact\": 1.5"), std::string::npos) << saved;
  // A removed body takes its queries and what is expected of them along.
  ASSERT_TRUE(apply(loaded->document, RemoveBody{"B"}));
  ASSERT_EQ(loaded->document.expect.size(), 2u);
  EXPECT_EQ(loaded->document.expect[0].query, 0u);
  EXPECT_EQ(loaded->document.expect[1].query, 1u);
  const std::size_t at = text.find("{\"query\": 1");
  EXPECT_FALSE(parseCase(text.substr(0, at) + "{\"query\": 7" + text.substr(at + 11), "t.json"))
      << "there is no such query";
}

TEST(Query, SaysWhereAPointLies) {
  const auto reports = answers(R"([{"type": "contains", "body": "A", "point": [0.5, 0]}])");
  ASSERT_EQ(reports.size(), 1u);
  const auto json = queryReportJson(reports[0], Space::k2d);
  EXPECT_EQ(json["place"], "inside");
  EXPECT_EQ(json["signed_distance"].number(), -0.5);
  EXPECT_EQ(compactJson(json["boundary_point"]), "[1,0]");
}

TEST(Query, FitsVolumesAroundABody) {
  const std::string text = R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [1, 2, 3]}, "scale": [2, 1, 1]},
      {"id": "B", "shape": {"type": "sphere", "radius": 1}}],
    "queries": [{"type": "fit", "body": "A", "volumes": ["sphere", "box_min"]}, {"type": "fit", "body": "A"},
                {"type": "fit", "body": "B", "volumes": "hull"}],
    "expect": [{"query": 0, "volumes": {"box_min": 96}, "tolerance": 1e-6}, {"query": 0, "volumes": {"box_min": 90, "hull": 96}},
               {"query": 2, "volumes": {"hull": 4}}]})";
  const auto loaded = parseCase(text, "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_TRUE(loaded->warnings.empty());
  const auto reports = answerQueries(loaded->document);
  ASSERT_TRUE(reports && reports->size() == 3);
  const auto json = queryReportJson((*reports)[0], Space::k3d);
  EXPECT_EQ(json["type"], "fit");
  EXPECT_EQ(json["body"], "A");
  EXPECT_EQ(json["vertices"], 8);
  ASSERT_EQ(json["volumes"].size(), 2u);
  EXPECT_EQ(json["volumes"][0]["kind"], "sphere");
  EXPECT_NEAR(json["volumes"][1]["volume"].number(), 96, 1e-9);
  EXPECT_NEAR(json["volumes"][1]["tightness"].number(), 1, 1e-9);
  EXPECT_NE(queryReportTable((*reports)[0], Space::k3d).find("volumes of A, 8 vertices:"), std::string::npos);
  EXPECT_EQ(std::get<FitReport>((*reports)[1].answer).volumes.size(), volumeKinds().size()) << "all without a list";
  EXPECT_EQ(std::get<FitReport>((*reports)[2].answer).error,
            "expected a shape with vertices, found a round one: sphere");
  EXPECT_TRUE(checkExpectation(loaded->document.expect[0], (*reports)[0], Space::k3d).empty());
  const auto failures = checkExpectation(loaded->document.expect[1], (*reports)[0], Space::k3d);
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_TRUE(describe(failures[0]).starts_with("query 0: expected volumes/box_min 90 ± 1e-09, found 9"))
      << describe(failures[0]);
  EXPECT_EQ(describe(failures[1]), "query 0: expected volumes/hull 96 ± 1e-09, found nothing");
  EXPECT_EQ(checkExpectation(loaded->document.expect[2], (*reports)[2], Space::k3d).size(), 1u);
  EXPECT_NE(writeCase(loaded->document).find("\"box_min\": 90"), std::string::npos);
  EXPECT_TRUE(answerQueries(loaded->document, FitQueries::kSkipped)->empty()) << "the window asks without them";
  const std::size_t at = text.find("{\"box_min\": 96}");
  const auto refused = parseCase(text.substr(0, at) + "{\"bag\": 96}" + text.substr(at + 15), "t.json");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "t.json#/expect/0/volumes");
}

TEST(Query, RefusesWhatItCannotReadWithItsPlace) {
  expectQueryRefusal(R"([1])", "t.json#/queries/0", "expected a query object");
  expectQueryRefusal(R"([{"type": 1}])", "t.json#/queries/0/type", "expected a string");
  expectQueryRefusal(R"([{"type": "sweep", "pair": ["A"], "duration": 1}])", "t.json#/queries/0/pair",
                     "the ids of two bodies");
  expectQueryRefusal(R"([{"type": "sweep", "pair": ["A", "B"], "duration": -1}])", "t.json#/queries/0/duration",
                     "a number from 0 to");
  expectQueryRefusal(R"([{"type": "ray", "origin": [0, 0, 0], "direction": [1, 0], "length": 1}])",
                     "t.json#/queries/0/origin", "an array of 2 numbers");
  expectQueryRefusal(R"([{"type": "ray", "origin": [0, 0], "direction": [0, 0], "length": 1}])",
                     "t.json#/queries/0/direction", "a direction that is not zero");
  expectQueryRefusal(R"([{"type": "fit", "volumes": "all"}])", "t.json#/queries/0/body", "expected a string");
  expectQueryRefusal(R"([{"type": "fit", "body": "A", "volumes": ["hull", "bag"]}])", "t.json#/queries/0/volumes",
                     "found \"bag\"");
  expectQueryRefusal(R"([{"type": "fit", "body": "A", "volumes": 3}])", "t.json#/queries/0/volumes",
                     "names of volumes");
  expectQueryRefusal(R"([{"type": "contains", "body": "A"}])", "t.json#/queries/0/point", "an array of 2 numbers");
}

TEST(Query, OfNoTimeOrLengthAsksAboutItsStart) {
  const auto reports = answers(R"([{"type": "sweep", "pair": ["A", "B"], "duration": 0},
    {"type": "ray", "origin": [0.5, 0], "direction": [1, 0], "length": 0}, {"type": "ray", "origin": [1, 0], "direction": [1, 0], "length": 0},
    {"type": "ray", "origin": [1.25, 0], "direction": [1, 0], "length": 0}])");
  ASSERT_EQ(reports.size(), 4u);
  const auto sweep = queryReportJson(reports[0], Space::k2d);
  EXPECT_FALSE(sweep["hit"].boolean());
  EXPECT_EQ(sweep["distance"].number(), 0.5);
  const auto inside = queryReportJson(reports[1], Space::k2d), surface = queryReportJson(reports[2], Space::k2d);
  EXPECT_TRUE(inside["hit"].boolean() && inside["starts_inside"].boolean());
  EXPECT_EQ(inside["distance"].number(), 0);
  EXPECT_TRUE(surface["hit"].boolean()) << "the surface is a part of the shape";
  EXPECT_FALSE(queryReportJson(reports[3], Space::k2d)["hit"].boolean()) << "between the bodies";
}

TEST(Query, OfNoTimeFindsWhatIsInContactHoweverItMoves) {
  // Straight, rotating, and by pieces: three ways to sweep.
  for (
      const char* b :
      {R"({"id": "B", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [X, 0], "linear_velocity": [-3, 0]})",
       R"({"id": "B", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [X, 0], "angular_velocity": 2})",
       R"({"id": "B", "shape": {"type": "polygon", "vertices": [[-1, -1], [1, -1], [1, 1], [0.5, -0.5]]}, "position": [X, 0],
                           "angular_velocity": 2})"}) {
    for (const bool meets : {true, false}) {
      std::string body = b;
      body.replace(body.find('X'), 1, meets ? "1.5" : "2.5");
      const auto loaded = parseCase(
          R"({"sepax": 1, "space": "2d", "bodies": [{"id": "A", "shape": {"type": "box", "half_extents": [1, 1]}}, )" +
              body + R"(], "queries": [{"type": "sweep", "pair": ["A", "B"], "duration": 0}]})",
          "t.json");
      ASSERT_TRUE(loaded) << describe(loaded.error());
      const auto reports = answerQueries(loaded->document);
      ASSERT_TRUE(reports) << describe(reports.error());
      const auto& sweep = std::get<SweepReport>(reports->front().answer);
      EXPECT_EQ(sweep.hit, meets) << body;
      EXPECT_EQ(sweep.starts_in_contact, meets) << body;
      EXPECT_EQ(sweep.time, 0);
      EXPECT_TRUE(std::isfinite(sweep.distance));
    }
  }
}

TEST(Query, AnExitBeyondTheDurationIsNotReportedAsIfWithin) {
  const auto reports = answers(
      R"([{"type": "sweep", "pair": ["A", "B"], "duration": 1}, {"type": "sweep", "pair": ["A", "B"], "duration": 2}])");
  ASSERT_EQ(reports.size(), 2u);
  const auto beyond = queryReportJson(reports[0], Space::k2d), within = queryReportJson(reports[1], Space::k2d);
  EXPECT_NEAR(beyond["exit_time"].number(), 1.5, 1e-12);
  EXPECT_FALSE(beyond["left_within_duration"].boolean());
  EXPECT_TRUE(within["left_within_duration"].boolean());
  EXPECT_NE(queryReportTable(reports[0], Space::k2d)
                .find("still in contact at the end (moving on, they would separate at 1.5 s)"),
            std::string::npos)
      << queryReportTable(reports[0], Space::k2d);
  EXPECT_NE(queryReportTable(reports[1], Space::k2d).find(", exit at 1.5 s,"), std::string::npos)
      << queryReportTable(reports[1], Space::k2d);
}

TEST(Query, SaysWhatABodyHolds) {
  const std::string text = R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [1, 2, 3]}, "scale": [2, 1, 1], "position": [10, 0, 0], "pivot": [1, 0, 0]},
      {"id": "B", "shape": {"type": "sphere", "radius": 2}, "position": [0, 1, 0]}],
    "queries": [{"type": "mass", "id": "slab", "body": "A", "density": 0.5}, {"type": "mass", "body": "B"}],
    "expect": [{"query": "slab", "volume": 96, "mass": 48, "area": 128, "centre": [8, 0, 0], "bounds": {"min": [6, -2, -3], "max": [10, 2, 3]}},
               {"query": 1, "volume": {"min": 33.51, "max": 33.52}, "bounds": {"min": [-2, -1, -2]}},
               {"query": 1, "volume": 33, "bounds": {"max": [2, 3, 9]}}]})";
  const auto loaded = parseCase(text, "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_TRUE(loaded->warnings.empty());
  const auto reports = answerQueries(loaded->document);
  ASSERT_TRUE(reports && reports->size() == 2);
  const auto& expect = loaded->document.expect;
  EXPECT_TRUE(checkExpectation(expect[0], (*reports)[0], Space::k3d).empty());
  EXPECT_TRUE(checkExpectation(expect[1], (*reports)[1], Space::k3d).empty());
  const auto failures = checkExpectation(expect[2], (*reports)[1], Space::k3d);
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_EQ(failures[1].what, "bounds/max");
  const auto json = queryReportJson((*reports)[0], Space::k3d);
  EXPECT_EQ(json["id"], "slab");
  EXPECT_EQ(json["query"], 0);
  EXPECT_EQ(json["mass"].number(), 48);
  EXPECT_EQ(compactJson(json["centre"]), "[8,0,0]");
  EXPECT_EQ(queryReportTable((*reports)[0], Space::k3d),
            "slab: mass of A: 48 kg at 0.5 kg/m³, volume 96 m³, surface 128 m², centre (8, 0, 0), principal moments of "
            "inertia (128, 208, 208) kg·m², bounds (6, -2, -3) "
            "to (10, 2, 3)\n");
}

TEST(Query, SaysWhatPartsOfAMeshShare) {
  std::string vertices, triangles;
  for (const int first : {0, 8}) {
    for (int i = 0; i < 8; ++i)
      vertices += fmt::format("{}[{}, {}, {}]", vertices.empty() ? "" : ", ", first / 8 + (i & 1 ? 2 : 0), i >> 1 & 1,
                              i >> 2 & 1);
    for (const auto& [a, b, c] : test::kBoxTriangles)
      triangles += fmt::format("{}[{}, {}, {}]", triangles.empty() ? "" : ", ", a + first, b + first, c + first);
  }
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "mesh",
      "vertices": [)" + vertices + R"(], "triangles": [)" +
                                    triangles + R"(]}}, {"id": "B", "shape": {"type": "sphere",
      "radius": 2}}], "queries": [{"type": "mass", "body": "A"}, {"type": "mass", "body": "B"}]})",
                                "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const auto reports = answerQueries(loaded->document);
  ASSERT_TRUE(reports && reports->size() == 2);
  const Json json = queryReportJson((*reports)[0], Space::k3d);
  EXPECT_NEAR(json["volume"].number(), 4, 1e-12);
  EXPECT_NEAR(json["shared_volume"].number(), 1, 1e-12);
  EXPECT_NE(queryReportTable((*reports)[0], Space::k3d)
                .find("volume 4 m³ (its parts run into each other: about 1 m³ count more than once), surface"),
            std::string::npos)
      << queryReportTable((*reports)[0], Space::k3d);
  EXPECT_EQ(queryReportTable((*reports)[1], Space::k3d).find("parts"), std::string::npos);
}

TEST(Query, NamesABodyThatIsMissing) {
  const auto loaded = parseCase(caseWithQueries(R"([{"type": "contains", "body": "Z", "point": [0, 0]}])"), "t.json");
  ASSERT_TRUE(loaded);
  const auto reports = answerQueries(loaded->document);
  ASSERT_FALSE(reports);
  EXPECT_EQ(reports.error().where, "queries/0: Z");
}

TEST(Query, IsWrittenBackAsItStoodWithUnknownTypes) {
  const std::string queries =
      R"([{"type":"sweep","pair":["A","B"],"duration":3},{"type":"weigh","body":"A","volumes":"all"}])";
  const auto loaded = parseCase(caseWithQueries(queries), "t.json");
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->warnings.size(), 1u);
  EXPECT_NE(loaded->warnings[0].find("t.json#/queries/1/type"), std::string::npos);
  const auto written = test::parsed(writeCase(loaded->document));
  EXPECT_EQ(compactJson(written["queries"]), queries);
  const auto reports = answerQueries(loaded->document);
  ASSERT_TRUE(reports);
  EXPECT_EQ(reports->size(), 1u);
  EXPECT_EQ(std::get<SweepQuery>(reports->front().query).duration, 3);
}

}  // namespace
}  // namespace sepax
