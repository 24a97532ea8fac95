#include "collide/pair_table.h"
#include "core/platform.h"
#include "format/case_file.h"
#include "format/expectation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

// Collision bugs that people met, as cases: the reference answers each, and the historical row that a case names fails
// on it as stated.

namespace sepax {
namespace {

std::vector<std::filesystem::path> casesIn(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(dataPath(folder).value())) {
    if (file.path().extension() == ".json") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Document corpusCase(const std::string& name) {
  auto loaded = loadCase(dataPath("assets/corpus/" + name + ".json").value());
  EXPECT_TRUE(loaded) << describe(loaded.error());
  return loaded ? loaded->document : Document{};
}

enum class Failure { kVerdict, kSeparation, kNormal, kContacts, kWitness };

/// What goes wrong: the verdict; or, the verdict being right, the separation, the normal, the contacts or the witness
/// points.
struct Failing {
  const char* file;
  const char* row;
  Failure failure;
  double error = 0;  ///< metres by which the separation is wrong at least
};
constexpr Failing kFailing[] = {
    {"pivot-drift", "historical/pivot-drift-2d", Failure::kVerdict, 4.9},
    {"offset-angle", "historical/offset-angle-2d", Failure::kVerdict, 0.49},
    {"negative-height", "historical/negative-height-2d", Failure::kVerdict, 1.9},
    {"missing-abs", "historical/missing-abs-2d", Failure::kVerdict, 0.99},
    {"y-from-x", "historical/y-from-x-2d", Failure::kVerdict, 2.9},
    {"integer-centres", "historical/integers-2d", Failure::kVerdict, 0.89},
    {"exact-sum-contains", "historical/exact-sum-2d", Failure::kVerdict, 4},
    {"circle-past-corner", "historical/faces-only-circle-2d", Failure::kVerdict, 0.16},
    {"half-filled-response", "historical/half-filled-2d", Failure::kSeparation, 1e308},
    {"swap-keeps-normal", "historical/unflipped-swap-2d", Failure::kNormal},
    {"tiny-distance", "historical/zero-normal-2d", Failure::kNormal},
    {"clockwise-polygon", "historical/clockwise-2d", Failure::kVerdict, 1.9},
    {"near-collinear-corner", "historical/welded-corners-2d", Failure::kVerdict, 0.007},
    {"crossed-beams", "historical/six-axes-3d", Failure::kVerdict, 1},
    {"epsilon-small", "historical/epsilon-1e-6-3d", Failure::kVerdict, 7.9e-4},
    {"epsilon-large", "historical/epsilon-1e-3-3d", Failure::kVerdict, 7.9e-4},
    {"float-noise", "historical/no-epsilon-float-3d", Failure::kVerdict, 0.8},
    {"far-from-origin", "historical/world-inverse-3d", Failure::kVerdict, 1e-3},
    {"surveyed-beams", "historical/world-inverse-3d", Failure::kVerdict, 0.5},
    {"edge-contact", "historical/no-edge-contacts-3d", Failure::kContacts},
    {"zero-edge-axis", "historical/zero-edge-axis-3d", Failure::kVerdict, 0.014},
    {"corner-length", "historical/corner-length-3d", Failure::kVerdict, 4},
    {"sheared-box", "historical/face-crosses-3d", Failure::kVerdict, 1},
    {"dense-tessellation", "historical/vertex-fit-3d", Failure::kVerdict, 0.5},
    {"transform-scale", "historical/transform-scale-3d", Failure::kVerdict, 0.49},
    {"reset-origin", "historical/reset-origin-3d", Failure::kVerdict, 6.9},
    {"intersection-unwritten", "historical/no-intersection-3d", Failure::kVerdict},
    {"sphere-past-corner", "historical/faces-only-sphere-3d", Failure::kVerdict, 0.29},
    {"flush-boxes", "historical/phantom-edge-3d", Failure::kSeparation, 0.0709},
    {"sphere-inside-box", "historical/switching-depth-3d", Failure::kSeparation, 0.249},
    {"deep-in-half-space", "historical/deep-missed-3d", Failure::kVerdict},
    {"touching-cubes", "historical/loose-witness-3d", Failure::kWitness, 0},
    {"kissing-turned-boxes", "historical/kissing-boxes-3d", Failure::kVerdict, 0.99},
    {"parallel-noise-axis", "historical/late-guard-3d", Failure::kSeparation, 0.09},
    {"unsupported-axis", "historical/unsupported-axis-3d", Failure::kSeparation, 0.1},
    {"capsule-along-edge", "historical/pole-contacts-3d", Failure::kContacts},
    {"long-edge", "historical/raw-axis-2d", Failure::kSeparation, 0.65},
    {"box-in-box", "historical/shared-length-2d", Failure::kSeparation, 1.39},
    {"off-centre-push", "historical/centre-sign-2d", Failure::kNormal},
    {"own-edges-crossed", "historical/self-cross-3d", Failure::kVerdict, 0.5},
    {"crossed-bars", "historical/corners-inside-2d", Failure::kVerdict, 3.9},
    {"beside-the-centre-line", "historical/centre-axis-2d", Failure::kVerdict, 1},
    {"circle-over-side", "historical/nearest-corner-2d", Failure::kVerdict, 3},
    {"concave-as-one", "historical/concave-as-one-2d", Failure::kVerdict, 0.24},
    {"no-axis-and-apart", "historical/concave-as-one-2d", Failure::kVerdict, 0.9},
};

TEST(Corpus, IsAnsweredRightlyByTheReference) {
  const auto files = casesIn("assets/corpus");
  EXPECT_GE(files.size(), 24u);
  std::set<std::string> names;
  for (const auto& file : files) {
    const auto loaded = loadCase(file.string());
    ASSERT_TRUE(loaded) << describe(loaded.error());
    const Document& document = loaded->document;
    EXPECT_TRUE(names.insert(document.name).second) << file;
    EXPECT_FALSE(document.source.empty()) << file;
    EXPECT_GT(document.notes.size(), 80u) << file;
    EXPECT_FALSE(document.expect.empty()) << file;
    for (const Expectation& expected : document.expect) {
      EXPECT_TRUE(expected.verdict) << file;
      const auto report = testPair(document, expected.pair);
      ASSERT_TRUE(report) << file << ": " << describe(report.error());
      for (const ExpectationFailure& failure : checkExpectation(expected, *report, document.space)) {
        ADD_FAILURE() << file.filename() << ": " << describe(failure);
      }
      if (report->answer.verdict != Verdict::kSeparated) {
        EXPECT_FALSE(report->answer.contacts.empty()) << file;
      }
    }
  }
}

TEST(Corpus, ShowsEachHistoricalRowFailAsStated) {
  for (const Failing& row : kFailing) {
    const Document document = corpusCase(row.file);
    const PairIds pair = document.expect.at(0).pair;
    const auto right = testPair(document, pair), wrong = testPair(document, pair, row.row);
    ASSERT_TRUE(right && wrong) << row.file;
    const PairAnswer &truth = right->answer, &answer = wrong->answer;
    EXPECT_EQ(wrong->algorithm, row.row);
    EXPECT_EQ(answer.verdict != truth.verdict, row.failure == Failure::kVerdict) << row.file;
    if (row.error > 0) {
      EXPECT_GT(std::abs(answer.separation - truth.separation), row.error) << row.file;
    }
    if (row.failure == Failure::kNormal) {
      EXPECT_NEAR(answer.separation, truth.separation, 1e-9) << row.file;
      EXPECT_LT(dot(answer.normal, truth.normal), 0.5) << row.file;
    }
    if (row.failure == Failure::kWitness) {
      EXPECT_NEAR(answer.separation, truth.separation, 1e-9) << row.file;
      EXPECT_NEAR(length(truth.closest_a - truth.closest_b), truth.distance, 1e-9) << row.file;
      EXPECT_GT(length(answer.closest_a - answer.closest_b), truth.distance + 0.1) << row.file;
    }
    if (row.failure == Failure::kContacts) {
      EXPECT_NEAR(answer.separation, truth.separation, 1e-9) << row.file;
      EXPECT_FALSE(truth.contacts.empty()) << row.file;
      EXPECT_TRUE(answer.contacts.empty()) << row.file;
    }
  }
}

TEST(Corpus, FindsTheDeepBoxOnceItIsRotatedAsStated) {
  const Document document = corpusCase("deep-in-half-space");
  const auto wrong = testPair(document, document.expect.at(1).pair, "historical/deep-missed-3d");
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->answer.verdict, Verdict::kOverlapping);
}

TEST(Corpus, ShowsTheDepthOfASphereJumpAtTheSurfaceAndOursGrowOn) {
  const PosedShape box{Box{{0.5, 0.5, 0.5}}, {}};
  const auto depth = [&](double x, const char* row) {
    return -testPair(box, {Sphere{0.25}, {{x, 0, 0}, Mat3{1.0}}}, {}, row)->answer.separation;
  };
  EXPECT_NEAR(depth(0.4999, "sat") - depth(0.5001, "sat"), 2e-4, 1e-12);
  EXPECT_LT(depth(0.4999, "historical/switching-depth-3d"), depth(0.5001, "historical/switching-depth-3d") - 0.24);
}

TEST(Corpus, NamesInItsNotesTheRowThatFails) {
  std::map<std::string, std::string> failing;
  for (const Failing& row : kFailing) failing[row.file] = row.row;
  for (const auto& file : casesIn("assets/corpus")) {
    const std::string notes = corpusCase(file.stem().string()).notes;
    const bool fails = failing.contains(file.stem().string());
    EXPECT_EQ(notes.find("Fails here: ") != std::string::npos, fails) << file;
    if (fails) {
      EXPECT_TRUE(notes.ends_with("Fails here: " + failing[file.stem().string()] + ".")) << file;
    }
  }
}

/// Pairs on which nothing is hard: far apart, or deep inside, at whole numbers, not rotated.
std::vector<std::pair<PosedShape, PosedShape>> easyPairs() {
  const auto at = [](Shape shape, const Vec3& position) { return PosedShape{std::move(shape), {position, Mat3{1.0}}}; };
  const auto cube =
      *makeHull({{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}});
  const Shape box2 = Box2{{1, 1}}, circle = Circle{1}, square = Polygon{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  const Shape box = Box{{1, 1, 1}}, sphere = Sphere{1}, capsule = Capsule{1, 1};
  std::vector<std::pair<PosedShape, PosedShape>> pairs;
  for (const double x : {1.0, 5.0}) {
    for (const auto& [a, b] : {std::pair{box2, box2},
                               {box2, square},
                               {square, square},
                               {circle, circle},
                               {circle, box2},
                               {circle, square}}) {
      pairs.emplace_back(at(a, Vec3{0.0}), at(b, {x, 0, 0}));
    }
    for (const auto& [a, b] : {std::pair{box, box}, {sphere, box}, {capsule, box}, {Shape(cube), box}}) {
      pairs.emplace_back(at(a, Vec3{0.0}), at(b, {x, 0, 0}));
    }
  }
  return pairs;
}

TEST(HistoricalRows, FailOnACaseAndAreRightOnAnEasyPair) {
  std::set<std::string> failing;
  for (const Failing& row : kFailing) failing.insert(row.row);
  int rows = 0;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (!row.historical) continue;
    ++rows;
    EXPECT_TRUE(std::string_view(row.name).starts_with("historical/"));
    EXPECT_LE(std::string_view(row.name).size(), 32u) << row.name << " does not fit the combo box";
    EXPECT_TRUE(failing.erase(row.name)) << row.name << " fails nowhere";
    int tried = 0, right = 0;
    for (const auto& [a, b] : easyPairs()) {
      if (!handles(row, a.shape, b.shape)) continue;
      ++tried;
      right += testPair(a, b, {}, row.name)->answer.verdict == testPair(a, b)->answer.verdict ? 1 : 0;
    }
    EXPECT_GE(tried, 2) << row.name;
    EXPECT_GE(right, 1) << row.name;
  }
  EXPECT_GE(rows, 25);
  EXPECT_TRUE(failing.empty()) << *failing.begin() << " is no row";
}

TEST(HistoricalRows, GiveNumbersForEveryPairTheyTake) {
  const auto hull = *makeHull({{-1, -1, -1}, {1, -1, 0}, {0, 1, -1}, {0, 0, 2}});
  std::vector<Shape> shapes{hull};
  for (const double s : {0.0, 1e-300, 1e-30, 1.0, 1e8, 1e60}) {
    for (const Shape& shape : {Shape(Box{{s, s, 1}}), Shape(Sphere{s}), Shape(Box2{{s, 1}}), Shape(Circle{s})})
      shapes.push_back(shape);
    if (s > 1e-40 && s < 1e40) shapes.push_back(Polygon{{{-s, 0}, {s, 0}, {0, s}}});
  }
  int tried = 0;
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      if (isPlanar(a) != isPlanar(b)) continue;
      for (const double x : {0.0, 1e-20, 1.0, 1e8, 1e60}) {
        const Mat3 turn = matrixOfAngle(x);
        const PosedShape at_a{a, {Vec3{x, -x, 0}, Mat3{1.0}}}, at_b{b, {Vec3{0, x, 0}, turn}};
        for (const PairAlgorithm& row : pairAlgorithms()) {
          if (!row.historical || !handles(row, a, b)) continue;
          ++tried;
          const PairAnswer answer = testPair(at_a, at_b, {}, row.name)->answer;
          EXPECT_TRUE(std::isfinite(answer.separation)) << row.name;
          EXPECT_TRUE(isFinite(answer.normal) && isFinite(answer.mtv)) << row.name;
        }
      }
    }
  }
  EXPECT_GT(tried, 2000);
}

TEST(Corpus, KeepsShapesThatAreRefusedWithAReason) {
  const std::map<std::string, std::string> reasons{{"bow-tie", "edges 0 and 2 cross"},
                                                   {"pinched", "edges 0 and 3 touch"}};
  const auto files = casesIn("assets/corpus/refused");
  EXPECT_EQ(files.size(), reasons.size());
  for (const auto& file : files) {
    const auto loaded = loadCase(file.string());
    ASSERT_FALSE(loaded) << file;
    EXPECT_NE(loaded.error().where.find("/bodies/0/shape"), std::string::npos) << describe(loaded.error());
    EXPECT_NE(loaded.error().message.find(reasons.at(file.stem().string())), std::string::npos)
        << describe(loaded.error());
  }
}

}  // namespace
}  // namespace sepax
