#include "lab/jury_query.h"

#include "core/platform.h"
#include "geom/random.h"
#include "lab/row_sweep.h"
#include "npm_jurors.h"
#include "scene/case_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

// Sweeps and rays before the jury: how answers are judged, and each shipped juror on queries that it gets right. How jurors
// misbehave is test_juror's.

namespace sepax {
namespace {

using Status = JurorAnswer::Status;

struct HandQuery {
  const char* name;
  const char* space;
  const char* a;
  const char* b;  ///< empty: a ray at A
  const char* query;
  double at;  ///< seconds or metres; negative: no hit
};

constexpr const char* kBox = R"("shape": {"type": "box", "half_extents": [1, 0.5, 0.25]}, "position": [0, 0, 0])";
constexpr const char* kRectangle = R"("shape": {"type": "box", "half_extents": [1, 0.5]}, "position": [0, 0])";

/// What comes out is known without any program.
const HandQuery kHandQueries[] = {
    {"a sphere flies into a box", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 0.2, 0.1], "linear_velocity": [-2, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0.75},
    {"a sphere is late", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 0.2, 0.1], "linear_velocity": [-2, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 0.5})", -1},
    {"a sphere flies past", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 2.2, 0.1], "linear_velocity": [-2, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 4})", -1},
    {"a fast sphere does not tunnel", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.125}, "position": [0.3, 0.1, 100], "linear_velocity": [0, 0, -199250])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 0.001})", 99.625 / 199250},
    {"two spheres meet halfway", "3d",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [-2, 0, 0], "linear_velocity": [1, 0, 0])",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [2, 0, 0], "linear_velocity": [-1, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 3})", 1.5},
    {"a box falls flat on a box", "3d", kBox,
     R"("shape": {"type": "box", "half_extents": [0.4, 0.3, 0.2]}, "position": [0.1, 2.8, 0.05], "linear_velocity": [0, -2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 1},
    {"a sphere comes while it rotates", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 0.2, 0.1], "linear_velocity": [-2, 0, 0], "angular_velocity": [0.1, 0.2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0.75},
    {"a capsule rotates into a sphere", "3d",
     R"("shape": {"type": "capsule", "half_length": 2, "radius": 0.25}, "position": [0, 0, 0], "angular_velocity": [0, 0, 0.5])",
     R"("shape": {"type": "sphere", "radius": 0.25}, "position": [-1, 1.7320508075688772, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 1.5})", (M_PI / 6 - 0.25268025514207865) / 0.5},
    {"a ray hits the side of a box", "3d", kBox, "",
     R"({"type": "ray", "origin": [-5, 0.1, 0.05], "direction": [2, 0, 0], "length": 20, "body": "A"})", 4},
    {"a ray is too short", "3d", kBox, "",
     R"({"type": "ray", "origin": [-5, 0.1, 0.05], "direction": [2, 0, 0], "length": 3.5, "body": "A"})", -1},
    {"a ray goes past a box", "3d", kBox, "",
     R"({"type": "ray", "origin": [-5, 0.8, 0.05], "direction": [2, 0, 0], "length": 20, "body": "A"})", -1},
    {"a ray hits a sphere in the middle", "3d", R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 4, 0])", "",
     R"({"type": "ray", "origin": [0, 0, 0], "direction": [3, 4, 0], "length": 20, "body": "A"})", 4.5},
    {"a circle slides into a rectangle", "2d", kRectangle,
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [3, 0.2], "linear_velocity": [-2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0.75},
    {"a circle slides past", "2d", kRectangle,
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [3, 1.2], "linear_velocity": [-2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 4})", -1},
    {"a ray hits a rectangle", "2d", kRectangle, "",
     R"({"type": "ray", "origin": [0.3, 5], "direction": [0, -1], "length": 10, "body": "A"})", 4.5},
    {"a ray hits a circle", "2d", R"("shape": {"type": "circle", "radius": 0.5}, "position": [3, 4])", "",
     R"({"type": "ray", "origin": [0, 0], "direction": [3, 4], "length": 20, "body": "A"})", 4.5},
};

Document documentOf(const HandQuery& hand) {
  const std::string b = hand.b[0] == 0 ? std::string() : fmt::format(R"(, {{"id": "B", {}}})", hand.b);
  const auto loaded = parseCase(
      fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [{{"id": "A", {}}}{}], "queries": [{}]}})", hand.space, hand.a, b, hand.query),
      hand.name, FilesBeside{});
  EXPECT_TRUE(loaded) << hand.name << ": " << (loaded ? std::string() : describe(loaded.error()));
  return loaded ? loaded->document : Document{};
}

QueryReport referenceOf(const Document& document) {
  auto asked = juryQueries(document);
  EXPECT_TRUE(asked && asked->size() == 1);
  return asked && !asked->empty() ? std::move(asked->front()) : QueryReport{};
}

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

/// How many of the hand queries a juror answers, all of them as the reference does.
int tableRight(const JurorManifest& manifest) {
  JuryMember member{std::make_unique<Juror>(manifest, JurorLimits{}), nullptr};
  int answered = 0;
  for (const HandQuery& hand : kHandQueries) {
    const Document document = documentOf(hand);
    const QueryReport reference = referenceOf(document);
    const JuryRow row = askMember(member, document, reference, {});
    if (row.answer.status == Status::kUnsupported) continue;
    EXPECT_EQ(row.answer.status, Status::kOk) << manifest.name << ", " << hand.name << ": " << row.answer.message;
    for (const JuryDifference& difference : row.differences)
      EXPECT_TRUE(difference.is_tie) << manifest.name << ", " << hand.name << ": " << difference.text;
    EXPECT_TRUE(row.answer.hit) << manifest.name << ", " << hand.name;
    ++answered;
  }
  return answered;
}

TEST(JuryQuery, ShippedJurorsGetHandQueriesRight) {
  std::vector<std::string> problems;
  int answered = 0;
  // How many each has to answer: of those without a number none.
  static constexpr std::pair<std::string_view, int> kMinimum[] = {
      {"bullet", 12}, {"box2d", 4}, {"ode", 4}, {"fcl-indep", 7}, {"fcl-libccd", 7}};
  for (const JurorManifest& manifest : findJurors(problems)) {
    if (manifest.npm || manifest.file.find("/jurors/") == std::string::npos) continue;
    const int by_this = tableRight(manifest);
    const auto known = std::ranges::find(kMinimum, manifest.name, &std::pair<std::string_view, int>::first);
    EXPECT_GE(by_this, known == std::end(kMinimum) ? 0 : known->second) << manifest.name;
    answered += by_this;
  }
  if (answered == 0) GTEST_SKIP() << "no engine is installed";
}

TEST(JuryQuery, JurorsOfNpmGetHandQueriesRightWhereTheyAreInstalled) {
  const std::string missing = test::checkInstalledNpmJurors([](const JurorManifest& there) { tableRight(there); });
  if (!missing.empty()) GTEST_SKIP() << "not installed (sepax jurors install):" << missing;
}

/// A convex solid of a random kind and size, about a metre large.
std::string randomBody(SplitMix64& random, std::string_view id, const Vec3& position, const Vec3& linear, const Vec3& angular) {
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
      shape = fmt::format(R"({{"type": "hull", "vertices": [[0, 0, 0], [{}, 0, 0], [0, {}, 0], [0, 0, {}]]}})", size(), size(), size());
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
  const Document document = documentOf(kHandQueries[5]);  // a box falls flat on a box
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
  Document document = documentOf(kHandQueries[2]);  // a sphere flies past, 1.2 m beside the box
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
  const Document document = documentOf(kHandQueries[8]);  // the side of a box at 4 m
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

TEST(JuryQuery, IsNotAskedOfARotationAboutAPivotElsewhere) {
  Document document = documentOf(kHandQueries[6]);
  document.bodies[1].pivot = Vec3{0.25, 0, 0};
  const auto request = jurorRequest(document, referenceOf(document).query);
  ASSERT_FALSE(request);
  EXPECT_NE(request.error().message.find("pivot"), std::string::npos);
}

}  // namespace
}  // namespace sepax
