#include "lab/search/scene_hunt.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "jury/patient_juror.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sepax {
namespace {

using Kind = SceneChange::Kind;

/// Two balls over a slab, and a post that nothing needs.
const char* const kBalls = R"({"sepax": 1, "space": "3d", "simulate": {"seconds": 1, "step": 0.03125}, "bodies": [
  {"id": "slab", "shape": {"type": "box", "half_extents": [50, 0.05, 50]}, "position": [0, -0.05, 0]},
  {"id": "post", "shape": {"type": "box", "half_extents": [0.1, 1, 0.1]}, "position": [0, -3, 0]},
  {"id": "ball", "shape": {"type": "sphere", "radius": 0.2}, "position": [1, 0.5, 0], "mass": 1},
  {"id": "other", "shape": {"type": "sphere", "radius": 0.3}, "position": [-1, 0.4, 0], "mass": 2}]})";

/// One ball over the slab: two would pass through each other, which these engines do not know.
const char* const kBall = R"({"sepax": 1, "space": "3d", "simulate": {"seconds": 1, "step": 0.03125}, "bodies": [
  {"id": "slab", "shape": {"type": "box", "half_extents": [50, 0.05, 50]}, "position": [0, -0.05, 0]},
  {"id": "ball", "shape": {"type": "sphere", "radius": 0.2}, "position": [1, 0.5, 0], "mass": 1}]})";

Document ballsCase(const std::string& text = kBalls) {
  auto loaded = parseCase(text, "balls", FilesBeside{});
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error()));
  return loaded ? std::move(loaded->document) : Document{};
}

SceneHuntResult hunted(const std::string& bug, const SceneHuntOptions& options, const Document& document) {
  JurorManifest manifest;
  manifest.name = "planted-" + bug;
  manifest.command = {programFolder() + "/sepax-test-planted-engine", bug};
  JurorLimits limits = kPatient;
  limits.restarts = 1'000'000;
  Juror juror(std::move(manifest), limits);
  auto result = huntScenes(juror, document, options);
  EXPECT_TRUE(result) << (result ? "" : describe(result.error()));
  return result ? std::move(*result) : SceneHuntResult{};
}

std::vector<std::string> idsOf(const Document& document) {
  std::vector<std::string> out;
  for (const Body& body : document.bodies) out.push_back(body.id);
  return out;
}

/// Whether each change that is left is of this kind.
bool areAll(const std::vector<SceneChange>& changes, Kind kind) {
  return std::ranges::all_of(changes, [&](const SceneChange& change) { return change.kind == kind; });
}

TEST(SceneHunt, LeavesTheOneChangeThatAnEngineCannotTakeAndTheBodiesItNeeds) {
  const SceneHuntResult heavy = hunted("heavy", {.seek = {SceneFault::kEnergy}}, ballsCase());
  ASSERT_EQ(heavy.finds.size(), 1u);
  const SceneFind& find = heavy.finds[0];
  ASSERT_EQ(find.changes.size(), 1u);
  EXPECT_EQ(find.changes[0].kind, Kind::kMass);
  const bool is_other = find.changes[0].body == "other";
  EXPECT_GT(find.changes[0].amount.x * (is_other ? 2 : 1), 10) << "lighter balls it bounces rightly";
  EXPECT_EQ(idsOf(find.document), (std::vector<std::string>{"slab", is_other ? "other" : "ball"}));
  EXPECT_EQ(find.without.size(), 2u);
  EXPECT_NE(find.text.find("J more than before"), std::string::npos) << find.text;
  EXPECT_LT(parseJson(find.document.extra_json, "").value()["simulate"]["seconds"].number(), 1) << "it is shortened";

  const SceneHuntResult brittle = hunted("brittle", {}, ballsCase());
  ASSERT_EQ(brittle.finds.size(), 1u);
  EXPECT_EQ(brittle.finds[0].fault, SceneFault::kEnded);
  ASSERT_EQ(brittle.finds[0].changes.size(), 1u);
  EXPECT_EQ(brittle.finds[0].changes[0].kind, Kind::kSpin);
  EXPECT_GT(length(brittle.finds[0].changes[0].amount), 30);

  const SceneHuntResult deaf = hunted("deaf", {.seek = {SceneFault::kClaim}}, ballsCase());
  ASSERT_EQ(deaf.finds.size(), 1u);
  EXPECT_EQ(deaf.finds[0].cause, "claims another separation: box × sphere");
  ASSERT_FALSE(deaf.finds[0].changes.empty());
  EXPECT_TRUE(areAll(deaf.finds[0].changes, Kind::kRotation)) << deaf.finds[0].changes[0].text();
  EXPECT_GT(length(deaf.finds[0].changes[0].amount), 1);
}

TEST(SceneHunt, FindsEnergyThatIsLostWithoutATouchAndNoneThatContactsTake) {
  const SceneHuntResult tired = hunted("tired", {.seek = {SceneFault::kEnergy}}, ballsCase());
  ASSERT_EQ(tired.finds.size(), 1u);
  EXPECT_EQ(tired.finds[0].cause, "loses energy in free flight: sphere");
  EXPECT_NE(tired.finds[0].text.find("touches nothing and loses "), std::string::npos) << tired.finds[0].text;
  EXPECT_TRUE(areAll(tired.finds[0].changes, Kind::kSpin)) << tired.finds[0].changes[0].text();
  EXPECT_EQ(tired.finds[0].document.bodies.size(), 1u) << "nothing else is needed";
  // The floor takes all of it.
  EXPECT_TRUE(hunted("deaf", {.seek = {SceneFault::kEnergy}, .runs = 100}, ballsCase()).finds.empty());
}

TEST(SceneHunt, FindsABallThatIsTooFastForTheFloor) {
  const SceneHuntOptions options{
      .seek = {SceneFault::kCrossing}, .simulation = {.step = 0.0625}, .runs = 400, .finds = 0};
  const SceneHuntResult fast = hunted("deaf", options, ballsCase(kBall));
  const auto find = std::ranges::find(fast.finds, "passes through: box × sphere", &SceneFind::cause);
  ASSERT_NE(find, fast.finds.end());
  EXPECT_NE(find->text.find("ball passed through slab at "), std::string::npos) << find->text;
  EXPECT_EQ(std::ranges::count(find->changes, Kind::kVelocity, &SceneChange::kind), 1);
}

TEST(SceneHunt, FindsNothingInAnEngineWithoutMistakes) {
  const std::uint64_t runs = test::rounds<std::uint64_t>(400, 40);
  const SceneHuntResult none = hunted("none", {.runs = runs, .finds = 0}, ballsCase(kBall));
  EXPECT_EQ(none.runs, runs) << "each start could be drawn";
  EXPECT_EQ(none.small_runs, 0u);
  ASSERT_TRUE(none.finds.empty()) << none.finds[0].text;
}

TEST(SceneHunt, ABodyThatLeavesCountsWhereItIsAskedForAndTheCaseKeepsIt) {
  std::string small = kBall;
  small.replace(small.find("[50, 0.05, 50]"), 14, "[2, 0.05, 2]");
  const Document document = ballsCase(small);
  const SceneHuntResult off = hunted("none", {.seek = {SceneFault::kLeaving}}, document);
  ASSERT_EQ(off.finds.size(), 1u);
  EXPECT_TRUE(off.finds[0].cause.starts_with("leaves: ")) << off.finds[0].cause;
  EXPECT_TRUE(hunted("none", {.runs = off.finds[0].run + 1}, document).finds.empty()) << "it is not asked for";
  // Beside a slab of 20 cm the ball falls out of the unchanged case.
  small.replace(small.find("[2, 0.05, 2]"), 12, "[0.1, 0.05, 0.1]");
  EXPECT_TRUE(hunted("none", {.seek = {SceneFault::kLeaving}, .runs = 20}, ballsCase(small)).finds.empty());
}

TEST(SceneHunt, AFindIsACaseThatShowsTheFaultByItself) {
  for (const char* bug : {"heavy", "brittle", "deaf"}) {
    const SceneHuntResult first = hunted(bug, {.seed = 7}, ballsCase(kBall));
    ASSERT_EQ(first.finds.size(), 1u) << bug;
    const SceneHuntResult again = hunted(bug, {.runs = 1}, ballsCase(writeCase(first.finds[0].document)));
    ASSERT_EQ(again.finds.size(), 1u) << bug;
    EXPECT_EQ(again.finds[0].cause, first.finds[0].cause);
    EXPECT_EQ(again.finds[0].run, 0u);
    EXPECT_TRUE(again.finds[0].changes.empty());
  }
}

TEST(SceneHunt, TellsOfEachFindBeforeTheNextRun) {
  std::vector<std::string> told;
  std::vector<std::uint64_t> after;  // how many runs had ended
  std::uint64_t ended = 0;
  const SceneHuntOptions options{.seek = {SceneFault::kCrossing, SceneFault::kClaim},
                                 .simulation = {.step = 0.0625},
                                 .runs = 200,
                                 .finds = 0,
                                 .as_found = true,
                                 .progress = [&](std::uint64_t runs) { ended = runs; },
                                 .found =
                                     [&](const SceneFind& find) {
                                       told.push_back(find.cause);
                                       after.push_back(ended);
                                       return true;
                                     }};
  const SceneHuntResult result = hunted("deaf", options, ballsCase(kBall));
  ASSERT_GE(result.finds.size(), 2u);
  ASSERT_EQ(told.size(), result.finds.size());
  EXPECT_LT(after.front(), after.back());
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i], result.finds[i].cause);
    EXPECT_LE(after[i], result.finds[i].run);
  }
  SceneHuntOptions once = options;
  once.found = [](const SceneFind&) { return false; };
  EXPECT_EQ(hunted("deaf", once, ballsCase(kBall)).finds.size(), 1u);
}

TEST(SceneHunt, EqualSeedsFindEqualCasesAndOthersOthers) {
  const auto found = [&](std::uint64_t seed) {
    const SceneHuntResult result = hunted("heavy", {.seed = seed, .as_found = true}, ballsCase());
    return result.finds.empty() ? "" : writeCase(result.finds[0].document);
  };
  EXPECT_EQ(found(1), found(1));
  EXPECT_NE(found(1), found(2));
}

TEST(SceneHunt, StartsNoBodyDeeperInAnotherThanTheCaseDoes) {
  // A ball that lies on the slab, and one beside it that leaves little room.
  const Document tight = ballsCase(R"({"sepax": 1, "space": "3d", "simulate": {"seconds": 0.1}, "bodies": [
    {"id": "slab", "shape": {"type": "box", "half_extents": [50, 0.05, 50]}, "position": [0, -0.05, 0]},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.2}, "position": [0, 0.2, 0], "mass": 2},
    {"id": "other", "shape": {"type": "sphere", "radius": 0.2}, "position": [0.4, 0.2, 0], "mass": 2}]})");
  int changed = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const SceneHuntResult result = hunted("heavy", {.seed = seed, .runs = 40, .as_found = true}, tight);
    for (const SceneFind& find : result.finds) {
      const Vec3 &a = find.document.bodies[1].position, &b = find.document.bodies[2].position;
      changed += std::ranges::count(find.changes, Kind::kPosition, &SceneChange::kind) > 0 ? 1 : 0;
      EXPECT_GE(a.y, 0.2 - 1e-12);
      EXPECT_GE(b.y, 0.2 - 1e-12);
      EXPECT_GE(length(a - b), 0.4 - 1e-9);
    }
  }
  EXPECT_GT(changed, 2) << "some finds begin elsewhere";
}

}  // namespace
}  // namespace sepax
