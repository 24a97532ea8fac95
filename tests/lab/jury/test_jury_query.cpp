#include "lab/jury/jury_query.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_reader.h"
#include "geom/random.h"
#include "lab/jury/hand_queries.h"
#include "lab/jury/npm_jurors.h"
#include "lab/jury/patient_juror.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Sweeps and rays before the jury: how answers are judged, and each shipped juror on queries that it gets right. How
// jurors misbehave is test_juror's.

namespace sepax {
namespace {

using Status = JurorAnswer::Status;
using test::documentOf, test::handQueriesRight, test::handQuery, test::HandQuery, test::kHandQueries, test::referenceOf;

TEST(JuryQuery, ReferencesAreWhatAHandFinds) {
  for (const HandQuery& hand : kHandQueries) {
    const JurorAnswer reference = answerOf(referenceOf(documentOf(hand)));
    ASSERT_TRUE(reference.hit) << hand.name;
    EXPECT_EQ(*reference.hit, hand.at >= 0) << hand.name;
    if (!*reference.hit) continue;
    const double at = hand.b[0] == 0 ? reference.distance.value_or(-1) : reference.time.value_or(-1);
    EXPECT_NEAR(at, hand.at, 1e-9) << hand.name;
  }
}

TEST(JuryQuery, ShippedJurorsGetHandQueriesRight) {
  std::vector<std::string> problems;
  int answered = 0;
  // How many each answers: Bullet and Box2D know both kinds of question in one space, FCL sweeps, ODE rays.
  const std::map<std::string, int> expected{
      {"bullet", 15}, {"box2d", 8}, {"ode", 6}, {"fcl-indep", 13}, {"fcl-libccd", 13}};
  for (const JurorManifest& manifest : findJurors(problems)) {
    if (manifest.npm || manifest.file.find("/jurors/") == std::string::npos) continue;
    JuryMember member{std::make_unique<Juror>(manifest, kPatient), nullptr};
    const int by_this = handQueriesRight(member, manifest.name);
    const auto known = expected.find(manifest.name);
    EXPECT_EQ(by_this, known == expected.end() ? 0 : known->second) << manifest.name;
    answered += by_this;
  }
  if (answered == 0) GTEST_SKIP() << "no engine is installed";
}

TEST(JuryQuery, CastsThatAnOptionChoosesGetHandQueriesRight) {
  struct Cast {
    const char* juror;
    Json options;
    int answered;
    const char* wrong = "";  ///< what it gets wrong
  };
  const Cast casts[] = {// Its normal leans by 20 degrees there.
                        {"bullet", Json{{"cast", "gjk"}}, 12, "a box falls flat on a box"},
                        {"bullet", Json{{"cast", "subsimplex"}}, 12},
                        {"box2d", Json{{"cast", true}}, 6}};
  std::vector<std::string> problems;
  const std::vector<JurorManifest> found = findJurors(problems);
  int asked = 0;
  for (const Cast& cast : casts) {
    const auto manifest = std::ranges::find(found, cast.juror, &JurorManifest::name);
    if (manifest == found.end()) continue;
    JuryMember member{std::make_unique<Juror>(*manifest, kPatient), nullptr};
    const std::string name = cast.juror + compactJson(cast.options);
    EXPECT_EQ(handQueriesRight(member, name, cast.options, cast.wrong), cast.answered) << name;
    ++asked;
  }
  if (asked == 0) GTEST_SKIP() << "neither Bullet nor Box2D is installed";
}

TEST(JuryQuery, FclsNaiveCastTunnels) {
  std::vector<std::string> problems;
  const std::vector<JurorManifest> found = findJurors(problems);
  const auto manifest = std::ranges::find(found, "fcl-libccd", &JurorManifest::name);
  if (manifest == found.end()) GTEST_SKIP() << "FCL is not installed";
  JuryMember member{std::make_unique<Juror>(*manifest, kPatient), nullptr};
  const HandQuery& fast = handQuery("a fast sphere does not tunnel");
  EXPECT_FALSE(test::rowOf(member, fast).differs());
  const JuryRow naive = test::rowOf(member, fast, Json{{"ccd", "naive"}});
  ASSERT_TRUE(naive.differs());
  EXPECT_EQ(naive.differences.front().what, "hit");
}

TEST(JuryQuery, JurorsOfNpmGetHandQueriesRightWhereTheyAreInstalled) {
  const std::string missing = test::checkInstalledNpmJurors([](const JurorManifest& there) {
    JuryMember member{std::make_unique<Juror>(there, kPatient), nullptr};
    handQueriesRight(member, there.name);
  });
  if (!missing.empty()) GTEST_SKIP() << "not installed (sepax jurors install):" << missing;
}

TEST(JuryQuery, OwnRowsGetHandQueriesRight) {
  int rows = 0;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (row.historical) continue;
    JuryMember member{nullptr, &row};
    rows += handQueriesRight(member, row.name) > 0 ? 1 : 0;
  }
  EXPECT_GE(rows, 5);
}

/// A convex solid of a random kind and size, about a metre large.
std::string randomBody(SplitMix64& random, std::string_view id, const Vec3& position, const Vec3& linear,
                       const Vec3& angular) {
  const auto vector = [](const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); };
  const auto size = [&] { return random.in(0.2, 0.8); };
  std::string shape;
  switch (random.next() % 4) {
    case 0:
      shape = fmt::format(R"({{"type": "sphere", "radius": {}}})", size());
      break;
    case 1:
      shape = fmt::format(R"({{"type": "box", "half_extents": [{}, {}, {}]}})", size(), size(), size());
      break;
    case 2:
      shape = fmt::format(R"({{"type": "capsule", "half_length": {}, "radius": {}}})", size(), size());
      break;
    default:
      shape = fmt::format(R"({{"type": "hull", "vertices": [[0, 0, 0], [{}, 0, 0], [0, {}, 0], [0, 0, {}]]}})", size(),
                          size(), size());
      break;
  }
  return fmt::format(
      R"({{"id": "{}", "shape": {}, "position": {}, "axis_angle": {{"axis": {}, "angle": {}}}, "linear_velocity": {}, "angular_velocity": {}}})",
      id, shape, vector(position), vector(random.direction()), random.in(0, 3), vector(linear), vector(angular));
}

TEST(JuryQuery, OwnRowsFindTheSameTimesByAdvancement) {
  SplitMix64 random{20260801};
  int hits = 0, misses = 0, rotating = 0;
  double worst = 0;
  for (int i = 0; i < 150; ++i) {
    const bool rotates = i % 3 == 0;
    const Vec3 from = 4.0 * random.direction(), aim = random.in(0, 2.2) * random.direction();
    const Vec3 spin = rotates ? random.direction() : Vec3{0.0};
    const std::string text = fmt::format(
        R"({{"sepax": 1, "space": "3d", "bodies": [{}, {}], "queries": [{{"type": "sweep", "pair": ["A", "B"], "duration": 1.5}}]}})",
        randomBody(random, "A", Vec3{0.0}, Vec3{0.0}, Vec3{0.0}), randomBody(random, "B", from, aim - from, spin));
    const auto loaded = parseCase(text, "random", FilesBeside{});
    ASSERT_TRUE(loaded) << describe(loaded.error());
    const QueryReport reference = referenceOf(loaded->document);
    const auto& sweep = std::get<SweepReport>(reference.answer);
    (sweep.hit ? hits : misses) += 1;
    rotating += rotates && sweep.hit ? 1 : 0;
    for (const char* name : {"sat", "gjk", "gjk-epa"}) {
      JuryMember member{nullptr, findAlgorithm(name)};
      const JuryRow row = askMember(member, loaded->document, reference, {});
      ASSERT_EQ(row.answer.status, Status::kOk) << name << ": " << row.answer.message << "\n" << text;
      EXPECT_FALSE(row.differs()) << name << ": " << row.differences.front().text << "\n" << text;
      if (sweep.hit && row.answer.time) worst = std::max(worst, std::abs(*row.answer.time - sweep.time));
    }
  }
  RecordProperty("worst_seconds", fmt::format("{}", worst));
  EXPECT_GT(hits, 50);
  EXPECT_GT(misses, 20);
  EXPECT_GT(rotating, 15);
}

/// What is said of an answer to a query: "time", or "time, tie normal".
std::string saidOf(const JurorAnswer& answer, const Document& document, const QueryReport& reference) {
  std::string out;
  for (const JuryDifference& difference : differencesOf(answer, document, reference, 1e-6))
    out += (out.empty() ? "" : ", ") + std::string(difference.is_tie ? "tie " : "") + difference.what;
  return out;
}

TEST(JuryQuery, TellsWrongSweepsFromTies) {
  const Document document = documentOf(handQuery("a box falls flat on a box"));
  const QueryReport reference = referenceOf(document);
  struct Said {
    std::string_view differs;
    bool hit;
    std::optional<double> time;
    std::optional<Vec3> normal, point;
  };
  const Vec3 up{0, 1, 0};
  for (const Said& said : {
           Said{"", true, 1.0, up, Vec3{0.1, 0.5, 0.05}},
           Said{"", true, 1.0, up, Vec3{-0.25, 0.5, 0.1}},  // any point of the patch
           Said{"", true, 1 - 4e-7, up, {}},
           Said{"time", true, 0.9, up, {}},
           Said{"time", true, 1.1, up, {}},
           Said{"time", true, 1.95, {}, {}},  // long inside
           Said{"time", true, -0.1, {}, {}},
           Said{"time", true, 2.5, {}, {}},
           Said{"hit", false, {}, {}, {}},
           Said{"normal", true, 1.0, -up, {}},
           Said{"normal", true, 1.0, Vec3{0.6, 0.8, 0}, {}},
           Said{"normal", true, 1.0, 2.0 * up, {}},
           Said{"normal", true, 1.0, Vec3{0.0}, {}},
           Said{"point", true, 1.0, up, Vec3{0.1, 0.6, 0.05}},
       }) {
    JurorAnswer answer;
    answer.hit = said.hit;
    answer.time = said.time;
    answer.normal = said.normal;
    answer.point = said.point;
    EXPECT_EQ(saidOf(answer, document, reference), said.differs) << said.time.value_or(-1);
  }
}

TEST(JuryQuery, CallsAGrazeATieAndAnInventedHitWrong) {
  Document document = documentOf(handQuery("a sphere flies past"));  // 1.2 m beside the box
  JurorAnswer answer;
  answer.hit = true;
  answer.time = 1.5;
  EXPECT_EQ(saidOf(answer, document, referenceOf(document)), "hit");
  const auto by = differencesOf(answer, document, referenceOf(document), 1e-6);
  EXPECT_NEAR(by.front().by, 1.2, 1e-9);
  document.bodies[1].position.y = 1 + 5e-7;
  EXPECT_EQ(saidOf(answer, document, referenceOf(document)), "tie hit");
  document.bodies[1].position.y = 1 - 5e-7;
  answer.hit = false;
  EXPECT_EQ(saidOf(answer, document, referenceOf(document)), "tie hit");
  document.bodies[1].position = {0.5, 0.2, 0};  // overlaps from the start
  EXPECT_EQ(saidOf(answer, document, referenceOf(document)), "tie hit");
}

TEST(JuryQuery, TellsWrongRaysFromTies) {
  const Document document = documentOf(handQuery("a ray hits the side of a box"));  // at 4 m
  const QueryReport reference = referenceOf(document);
  const auto said = [&](double distance, std::optional<Vec3> normal = {}, std::optional<Vec3> point = {}) {
    JurorAnswer answer;
    answer.hit = true;
    answer.distance = distance;
    answer.normal = normal;
    answer.point = point;
    return saidOf(answer, document, reference);
  };
  EXPECT_EQ(said(4, Vec3{-1, 0, 0}, Vec3{-1, 0.1, 0.05}), "");
  EXPECT_EQ(said(6), "distance");  // the far side
  EXPECT_EQ(said(3.99), "distance");
  EXPECT_EQ(said(4, Vec3{1, 0, 0}), "normal");
  EXPECT_EQ(said(4, Vec3{-1, 0, 0}, Vec3{-1, 0.2, 0.05}), "point");
  RayQuery corner = std::get<RayQuery>(reference.query);
  corner.origin = {-2, -1.5, 0};
  corner.direction = {1, 1, 0};
  const auto at_edge = answerQuery(document, corner);
  ASSERT_TRUE(at_edge);
  JurorAnswer answer;
  answer.hit = true;
  answer.distance = std::sqrt(2);
  answer.normal = Vec3{-std::sqrt(0.5), -std::sqrt(0.5), 0};
  EXPECT_EQ(saidOf(answer, document, *at_edge), "tie normal");
}

TEST(JuryQuery, ComparesTheDepthOfAnOverlapFromTheStartAndItsNormal) {
  const Document document = documentOf(handQuery("a sphere starts in a box"));  // 0.65 m deep, out through the z side
  const QueryReport reference = referenceOf(document);
  const auto said = [&](std::optional<double> separation, std::optional<Vec3> normal) {
    JurorAnswer answer;
    answer.hit = true;
    answer.time = 0;
    answer.separation = separation;
    answer.normal = normal;
    return saidOf(answer, document, reference);
  };
  EXPECT_EQ(said(-0.65, Vec3{0, 0, 1}), "");
  EXPECT_EQ(said(-0.5, Vec3{0, 0, 1}), "separation");
  EXPECT_EQ(said(-0.65, Vec3{1, 0, 0}), "normal");
  EXPECT_EQ(said({}, Vec3{1, 0, 0}), "") << "a normal without a depth is the way that it came";
}

TEST(JuryQuery, ComparesTheNormalOfARayAtAMesh) {
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "mesh",
      "vertices": [[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1], [-1, 2, -1], [-1, 2, 1]],
      "triangles": [[0, 2, 1], [0, 3, 2], [0, 4, 5], [0, 5, 3]]}}],
      "queries": [{"type": "ray", "origin": [0.5, 3, 0.2], "direction": [0, -1, 0], "length": 5},
                  {"type": "ray", "origin": [3, 4, 0], "direction": [-1, -1, 0], "length": 9}]})",
                                "a floor and a wall", FilesBeside{});
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const auto references = juryQueries(loaded->document);
  ASSERT_TRUE(references);
  ASSERT_EQ(references->size(), 2u);
  const auto said = [&](std::size_t query, double distance, const Vec3& normal) {
    JurorAnswer answer;
    answer.hit = true;
    answer.distance = distance;
    answer.normal = normal;
    return saidOf(answer, loaded->document, (*references)[query]);
  };
  EXPECT_EQ(said(0, 3, {0, 1, 0}), "");
  EXPECT_EQ(said(0, 3, {0, -1, 0}), "normal");
  EXPECT_EQ(said(0, 3, {0.6, 0.8, 0}), "normal");
  // At the edge between floor and wall either has one.
  const Vec3 up{0, 1, 0}, right{1, 0, 0};
  const double at = 4 * std::sqrt(2.0);
  const std::string floor = said(1, at, up), wall = said(1, at, right);
  EXPECT_TRUE((floor.empty() && wall == "tie normal") || (wall.empty() && floor == "tie normal"))
      << floor << ", " << wall;
  EXPECT_EQ(said(1, at, {0, 0, 1}), "normal");
}

TEST(JuryQuery, IsNotAskedOfARotationAboutAPivotElsewhere) {
  Document document = documentOf(handQuery("a sphere comes while it rotates"));
  document.bodies[1].pivot = Vec3{0.25, 0, 0};
  const auto request = jurorRequest(document, referenceOf(document).query);
  ASSERT_FALSE(request);
  EXPECT_NE(request.error().message.find("pivot"), std::string::npos);
}

}  // namespace
}  // namespace sepax
