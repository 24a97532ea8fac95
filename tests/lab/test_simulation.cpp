#include "lab/recording/simulation.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_reader.h"
#include "jury/npm_jurors.h"
#include "jury/patient_juror.h"
#include "lab/recording/recording_file.h"
#include "lab/recording/run_measures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sepax {
namespace {

const std::string kSceneCases = std::string(SEPAX_SOURCE_DIR) + "/assets/cases/";

Document caseOf(const std::string& text) {
  auto loaded = parseCase(text, "case", FilesBeside{});
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error()));
  return loaded ? std::move(loaded->document) : Document{};
}

/// A ball that falls on a floor of `floor`'s shape, with more keys of both.
std::string fallingBall(const std::string& floor, const std::string& more = "", const std::string& simulate = "{}") {
  return R"({"sepax": 1, "space": "3d", "simulate": )" + simulate + R"(, "bodies": [
    {"id": "floor", "shape": )" +
         floor + R"(},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 0.6, 0], "mass": 1)" +
         more + "}]}";
}
const std::string kSlab = R"({"type": "box", "half_extents": [2, 0.1, 2]})";

struct Shown {
  Result<SimulationRun> run = fail(ErrorCode::kNotFound, "", "not run");
  std::vector<std::string> lines;
  std::vector<RecordingProblem> problems;
  std::optional<RunWatch> watch;
};

Shown shown(const std::string& engine, const Document& document, const SimulationOptions& options = {}) {
  Shown out;
  auto manifest = readJurorManifest(programFolder() + "/jurors/" + engine + ".juror.json");
  if (!manifest) manifest = readJurorManifest(fmt::format("{}/{}.juror.json", installedJurorFolder(), engine));
  if (!manifest) return out;
  Juror juror(std::move(*manifest), kPatient);
  RecordingReader reader(engine);
  out.run = simulate(juror, document, options, [&](std::string_view line) {
    out.lines.emplace_back(line);
    if (!out.watch) {
      auto head = reader.readHead(line);
      if (head) out.watch.emplace(std::move(*head));
      return head.has_value();
    }
    if (const auto frame = reader.readFrame(line)) out.watch->add(*frame);
    return true;
  });
  out.problems = reader.problems();
  return out;
}

double heightOf(const Shown& run, const std::string& id) {
  for (std::uint32_t i = 0;; ++i)
    if (run.watch->scene().body(i).id == id) return run.watch->scene().body(i).position.y;
}

/// The claims of a run of two seconds are the reference's.
void expectAgreement(const Shown& run, const std::string& engine) {
  ASSERT_TRUE(run.run) << describe(run.run.error());
  EXPECT_EQ(run.run->frames, 121u) << engine;
  EXPECT_TRUE(run.problems.empty()) << engine << ": " << run.problems.front().text;
  EXPECT_GT(run.watch->claims(), 100u) << engine;
  EXPECT_EQ(run.watch->differing(), 0u) << engine << ": " << run.watch->first()->text();
  EXPECT_TRUE(run.watch->passages().empty()) << engine;
}

/// Engines that are not installed here are not asked.
bool isHere(const std::string& engine) {
  std::error_code error;
  return std::filesystem::exists(programFolder() + "/jurors/" + engine + ".juror.json", error);
}

struct Said {
  Result<SimulationRun> run = fail(ErrorCode::kNotFound, "", "not run");
  std::vector<std::string> lines;

  [[nodiscard]] std::string error() const { return run ? "" : describe(run.error()); }
};

/// A run of a juror that says these lines, or that misbehaves in another way.
Said saidBy(const std::vector<std::string>& lines, const Document& document, const SimulationOptions& options,
            const JurorLimits& limits = kPatient) {
  const std::string mode = lines.size() == 1 ? lines[0] : fmt::format("simulate:{}", fmt::join(lines, "\n"));
  JurorManifest manifest;
  manifest.name = "said";
  manifest.command = {programFolder() + "/sepax-test-juror", mode};
  Juror juror(std::move(manifest), limits);
  Said out;
  out.run = simulate(juror, document, options, [&](std::string_view line) {
    out.lines.emplace_back(line);
    return true;
  });
  return out;
}

TEST(Simulation, ClaimsAgreeWithTheReferenceAtThePosesThatTheDetectorSaw) {
  if (!isHere("bullet")) GTEST_SKIP() << "Bullet is not installed";
  const Shown run = shown("bullet", caseOf(fallingBall(kSlab)), {.seconds = 1});
  ASSERT_TRUE(run.run) << describe(run.run.error());
  EXPECT_EQ(run.run->frames, 61u);
  EXPECT_EQ(run.run->ended, "");
  EXPECT_TRUE(run.problems.empty()) << run.problems.front().text;
  EXPECT_GT(run.watch->claims(), 30u);
  EXPECT_EQ(run.watch->differing(), 0u) << run.watch->first()->text();
  EXPECT_NEAR(run.watch->scene().body(1).position.y, 0.6, 0.01) << "it lies on the slab";
  EXPECT_LT(run.watch->heights().first, 0.65);
  EXPECT_TRUE(run.watch->passages().empty());
}

TEST(Simulation, KnowsHowLongACaseRunsByItself) {
  EXPECT_EQ(secondsByItself(caseOf(fallingBall(kSlab))), 2);
  EXPECT_EQ(secondsByItself(caseOf(fallingBall(kSlab, "", R"({"seconds": 7})"))), 7);
  EXPECT_EQ(secondsByItself(caseOf(fallingBall(kSlab, R"(, "motion": "static")"))), 0);
}

TEST(Simulation, RunsInTheEnginesOfNpmThatAreInstalled) {
  // A compound whose capsule lies across, and a ball on a mesh: children's poses and still bodies of every kind.
  const Document space = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "ground", "shape": {"type": "half_space"}},
    {"id": "plate", "shape": {"type": "mesh", "vertices": [[2, 0.3, -2], [6, 0.3, -2], [6, 0.3, 2], [2, 0.3, 2]],
     "triangles": [[0, 2, 1], [0, 3, 2]]}},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [4, 1, 0], "mass": 1},
    {"id": "pin", "shape": {"type": "compound", "children": [
      {"shape": {"type": "capsule", "radius": 0.2, "half_length": 0.5}, "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]},
      {"shape": {"type": "box", "half_extents": [0.1, 0.1, 0.4]}}]}, "position": [-1, 0.5, 0], "mass": 2}]})");
  const Document plane = caseOf(R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "ground", "shape": {"type": "half_space"}},
    {"id": "ball", "shape": {"type": "circle", "radius": 0.5}, "position": [4, 1.5], "density": 1},
    {"id": "pin", "shape": {"type": "capsule", "radius": 0.2, "half_length": 0.5}, "position": [-1, 0.5], "mass": 2}]})");
  // The others hold neither capsules nor meshes: a compound whose centre of mass is beside its origin, and a wedge.
  const Document plain_space = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "ground", "shape": {"type": "half_space"}},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [4, 1, 0], "mass": 1},
    {"id": "pin", "shape": {"type": "compound", "children": [
      {"shape": {"type": "box", "half_extents": [0.5, 0.2, 0.2]}, "position": [0.6, 0, 0]},
      {"shape": {"type": "box", "half_extents": [0.1, 0.1, 0.4]}}]}, "position": [-1, 0.5, 0], "mass": 2}]})");
  const Document plain_plane = caseOf(R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "ground", "shape": {"type": "half_space"}},
    {"id": "ball", "shape": {"type": "circle", "radius": 0.5}, "position": [4, 1.5], "density": 1},
    {"id": "wedge", "shape": {"type": "polygon", "vertices": [[0, 0], [1, 0], [0, 0.7]]}, "position": [7, 1], "angle": 0.5},
    {"id": "pin", "shape": {"type": "box", "half_extents": [0.5, 0.2]}, "position": [-1, 0.5], "mass": 2}]})");
  const std::map<std::string, const Document*> cases{
      {"jolt", &space},     {"rapier3d", &space},     {"cannon-es", &plain_space},
      {"rapier2d", &plane}, {"planck", &plain_plane}, {"matter-js", &plain_plane}};
  const std::string missing = test::checkInstalledNpmJurors([&](const JurorManifest& manifest) {
    const auto found = cases.find(manifest.name);
    if (found == cases.end()) return;
    const Document& document = *found->second;
    const Shown run = shown(manifest.name, document, {.seconds = 2});
    expectAgreement(run, manifest.name);
    EXPECT_NEAR(heightOf(run, "ball"), &document == &space ? 0.8 : 0.5, 0.03) << manifest.name;
    EXPECT_NEAR(heightOf(run, "pin"), 0.2, 0.03) << manifest.name << ": it lies on its side";
  });
  if (!missing.empty()) std::printf("not installed:%s\n", missing.c_str());
}

TEST(Simulation, RunsInOdeWithGroundBeltAndWhatLiesOnThem) {
  if (!isHere("ode")) GTEST_SKIP() << "ODE is not installed";
  const Document document = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "ground", "shape": {"type": "half_space"}},
    {"id": "belt", "shape": {"type": "box", "half_extents": [1, 0.1, 1]}, "position": [-6, 0.3, 0], "motion": "kinematic",
     "linear_velocity": [0.5, 0, 0]},
    {"id": "rider", "shape": {"type": "box", "half_extents": [0.2, 0.2, 0.2]}, "position": [-6, 0.61, 0], "mass": 2},
    {"id": "can", "shape": {"type": "cylinder", "radius": 0.3, "half_length": 0.5}, "position": [8, 0.6, 0], "mass": 1},
    {"id": "pill", "shape": {"type": "capsule", "radius": 0.2, "half_length": 0.5}, "position": [10, 0.7, 0],
     "rotation": [0, 0, 0.6, 0.8], "mass": 1}]})");
  const Shown run = shown("ode", document, {.seconds = 2});
  expectAgreement(run, "ode");
  EXPECT_NEAR(heightOf(run, "can"), 0.5, 0.01) << "it stands";
  EXPECT_NEAR(heightOf(run, "pill"), 0.2, 0.01) << "it lies on its side";
  EXPECT_NEAR(heightOf(run, "rider"), 0.6, 0.01);
  EXPECT_GT(run.watch->scene().body(2).position.x, -5.2) << "the belt carries it";
}

TEST(Simulation, MeshesAndHeightfieldsThatStayHoldWhatFallsOnThemInBulletAndOde) {
  const Document document = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "plate", "shape": {"type": "mesh", "vertices": [[-2, 0, -2], [2, 0, -2], [2, 0, 2], [-2, 0, 2]],
     "triangles": [[0, 2, 1], [0, 3, 2]]}, "position": [0, 1, 0]},
    {"id": "field", "shape": {"type": "heightfield", "heights": [[2, 2, 2], [2, 2, 2], [2, 2, 2]], "spacing": [2, 2]},
     "position": [8, 0, 0]},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.3}, "position": [0.2, 1.6, 0.1], "mass": 1},
    {"id": "box", "shape": {"type": "box", "half_extents": [0.3, 0.3, 0.3]}, "position": [8.2, 2.6, 0.1], "mass": 1}]})");
  for (const char* const engine : {"bullet", "ode"}) {
    if (!isHere(engine)) continue;
    const Shown run = shown(engine, document, {.seconds = 2});
    expectAgreement(run, engine);
    if (!run.watch) continue;
    EXPECT_NEAR(heightOf(run, "ball"), 1.3, 0.01) << engine;
    EXPECT_NEAR(heightOf(run, "box"), 2.3, 0.01) << engine;
  }
}

TEST(Simulation, RecordsHullsWithoutTheFacesThatEnginesGet) {
  const Document hull = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [{"id": "hull", "mass": 1,
    "shape": {"type": "hull", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}]})");
  const Said said = saidBy({R"("start": {})", R"("poses": {"hull": [0, 0, 0, 0, 0, 0, 1]})", R"("done": true)"}, hull,
                           {.seconds = 0.02});
  ASSERT_TRUE(said.run) << said.error();
  EXPECT_EQ(said.lines[0].find("faces"), std::string::npos) << said.lines[0];
}

TEST(Simulation, RoundBodiesInOdeKeepTheirEnergySinceTheirInertiaIsAboutTheirOwnAxis) {
  if (!isHere("ode")) GTEST_SKIP() << "ODE is not installed";
  for (const char* shape :
       {R"("capsule", "radius": 0.1, "half_length": 0.6)", R"("cylinder", "radius": 0.1, "half_length": 0.6)"}) {
    const Document document = caseOf(fmt::format(
        R"({{"sepax": 1, "space": "3d", "simulate": {{"gravity": [0, 0, 0]}}, "bodies": [
    {{"id": "rod", "shape": {{"type": {}}}, "mass": 2, "angular_velocity": [1, 3, 2]}}]}})",
        shape));
    const Shown run = shown("ode", document, {.seconds = 2, .step = 1.0 / 600});
    ASSERT_TRUE(run.run) << describe(run.run.error());
    RunMeasureRange energy;
    RecordingReader reader("ode");
    const auto head = reader.readHead(run.lines.front());
    ASSERT_TRUE(head);
    RunWatch watch(*head);
    for (std::size_t i = 1; i < run.lines.size(); ++i) {
      if (const auto frame = reader.readFrame(run.lines[i]))
        energy.add(watch.add(*frame).measures[static_cast<std::size_t>(RunMeasure::kEnergy)]);
    }
    EXPECT_GT(energy.min, 0.5) << shape;
    EXPECT_LT(energy.max / energy.min, 1.03) << shape;
  }
}

TEST(Simulation, HoldsAHalfSpaceInBox2dByAnEdgeWhoseSkinEndsWhereItDoes) {
  if (!isHere("box2d")) GTEST_SKIP() << "Box2D is not installed";
  const Document document = caseOf(R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "ground", "shape": {"type": "half_space"}},
    {"id": "box", "shape": {"type": "box", "half_extents": [0.5, 0.5]}, "position": [0, 0.9], "mass": 2}]})");
  const Shown run = shown("box2d", document, {.seconds = 2});
  expectAgreement(run, "box2d");
  EXPECT_NEAR(heightOf(run, "box"), 0.505, 0.004) << "the box's skin of a centimetre, less Box2D's slop";
  EXPECT_NE(run.lines.front().find(R"({"id":"ground","shape":{"type":"half_space"})"), std::string::npos)
      << "a longer shape would be judged by a larger tolerance: " << run.lines.front();
}

TEST(Simulation, RecordsTheShapesThatTheEngineReallyHas) {
  if (!isHere("box2d")) GTEST_SKIP() << "Box2D is not installed";
  const Document flat = caseOf(R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "floor", "shape": {"type": "box", "half_extents": [3, 0.1]}},
    {"id": "box", "shape": {"type": "box", "half_extents": [0.5, 0.5]}, "position": [0, 0.9], "mass": 2},
    {"id": "ball", "shape": {"type": "circle", "radius": 0.3}, "position": [1.5, 0.6], "density": 3}]})");
  const Shown run = shown("box2d", flat, {.seconds = 1});
  ASSERT_TRUE(run.run) << describe(run.run.error());
  EXPECT_GT(run.watch->claims(), 60u);
  EXPECT_EQ(run.watch->differing(), 0u) << run.watch->first()->text();
  EXPECT_NE(run.lines.front().find(R"("margin":0.00999)"), std::string::npos) << run.lines.front();
  EXPECT_NE(run.lines[5].find(R"("velocities":{"ball":[)"), std::string::npos) << run.lines[5];
}

TEST(Simulation, RecordsTheMarginWithinTheSidesOfBulletsBoxesWhereNoneMeetsABox) {
  if (!isHere("bullet")) GTEST_SKIP() << "Bullet is not installed";
  const auto tiles = loadCase(kSceneCases + "ball-over-tiles.json");
  ASSERT_TRUE(tiles) << describe(tiles.error());
  const SimulationOptions margin{.options = Json{{"margin", 0.04}}};
  const Shown over_tiles = shown("bullet", tiles->document, margin);
  ASSERT_TRUE(over_tiles.run) << describe(over_tiles.run.error());
  EXPECT_GT(over_tiles.watch->heights().second, 0.22) << "the ball hops at a seam, which it does not without a margin";
  EXPECT_GT(over_tiles.watch->claims(), 90u);
  EXPECT_EQ(over_tiles.watch->differing(), 0u) << over_tiles.watch->first()->text();
  EXPECT_NE(over_tiles.lines.front().find("margin_inside"), std::string::npos) << over_tiles.lines.front();
  const auto& notes = over_tiles.run->notes;
  EXPECT_EQ(std::ranges::count_if(
                notes, [](const std::string& note) { return note.find("which are recorded") != std::string::npos; }),
            1)
      << fmt::format("{}", fmt::join(notes, "\n"));
  // A box beside boxes is sharp, and the recording says so.
  const Shown on_slab = shown("bullet", caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "floor", "shape": {"type": "box", "half_extents": [2, 0.1, 2]}},
    {"id": "box", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0.7, 0], "mass": 1},
    {"id": "drum", "shape": {"type": "cylinder", "radius": 0.3, "half_length": 0.2}, "position": [1.5, 0.4, 0],
     "mass": 1}]})"),
                              margin);
  ASSERT_TRUE(on_slab.run) << describe(on_slab.run.error());
  const std::string& head = on_slab.lines.front();
  EXPECT_EQ(head.find("margin_inside"), head.rfind("margin_inside")) << "the drum's alone: " << head;
  EXPECT_NE(head.find("margin_inside"), std::string::npos) << head;
  EXPECT_NE(head.find("are recorded sharp"), std::string::npos) << head;
}

TEST(Simulation, ABodyThatPassesThroughAWallBetweenTwoFramesIsNamedThoughNoClaimTellsOfIt) {
  if (!isHere("bullet")) GTEST_SKIP() << "Bullet is not installed";
  const Document wall =
      caseOf(R"({"sepax": 1, "space": "3d", "simulate": {"seconds": 0.5, "gravity": [0, 0, 0]}, "bodies": [
    {"id": "wall", "shape": {"type": "box", "half_extents": [0.05, 2, 2]}},
    {"id": "shot", "shape": {"type": "sphere", "radius": 0.1}, "position": [-5.5, 0, 0], "mass": 1,
     "linear_velocity": [60, 0, 0]}]})");
  const Shown through = shown("bullet", wall);
  ASSERT_TRUE(through.run);
  EXPECT_EQ(through.watch->claims(), 0u);
  ASSERT_EQ(through.watch->passages().size(), 1u);
  EXPECT_EQ(through.watch->passages()[0].text(), "frame 5 to 6: shot passed through wall at 60 m/s");
  Document stopped = wall;
  stopped.bodies[1].extra_json = R"({"mass": 1, "ccd": true})";
  EXPECT_TRUE(shown("bullet", stopped).watch->passages().empty()) << "with ccd Bullet stops it";
}

TEST(Simulation, BodiesThatTheEngineDoesNotHoldAreRefusedOrLeftOut) {
  if (!isHere("bullet")) GTEST_SKIP() << "Bullet is not installed";
  const Document eggs = caseOf(fallingBall(R"({"type": "ellipsoid", "half_axes": [2, 0.1, 2]})"));
  const Shown refused = shown("bullet", eggs, {.seconds = 0.1});
  ASSERT_FALSE(refused.run);
  EXPECT_NE(describe(refused.run.error()).find("does not hold floor: ellipsoid ("), std::string::npos)
      << describe(refused.run.error());
  const Shown without = shown("bullet", eggs, {.seconds = 1, .leaves_out = true});
  ASSERT_TRUE(without.run) << describe(without.run.error());
  EXPECT_LT(without.watch->heights().first, -3) << "nothing holds the ball";
  EXPECT_NE(without.run->notes.front().find("left out floor: ellipsoid"), std::string::npos);
  const Document moving = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "egg", "shape": {"type": "ellipsoid", "half_axes": [1, 2, 3]}, "mass": 1},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [9, 0, 0], "mass": 1}]})");
  Document two = moving;
  two.bodies.push_back(two.bodies.front());
  two.bodies.back().id = "pear";
  const std::string both = describe(shown("bullet", two, {.seconds = 0.1}).run.error());
  EXPECT_NE(both.find("egg: ellipsoid; pear: ellipsoid (--leave-out runs without them)"), std::string::npos) << both;
  const Shown rest = shown("bullet", moving, {.seconds = 0.1, .leaves_out = true});
  ASSERT_TRUE(rest.run);
  EXPECT_TRUE(rest.problems.empty()) << rest.problems.front().text;
  EXPECT_EQ(rest.watch->scene().bodies().size(), 1u);
}

TEST(Simulation, TheCentreOfMassIsTheShapesAndNotItsOrigin) {
  if (!isHere("bullet")) GTEST_SKIP() << "Bullet is not installed";
  // A cube whose origin is a corner spins about its middle, which stays.
  const Document cube =
      caseOf(R"({"sepax": 1, "space": "3d", "simulate": {"seconds": 0.5, "gravity": [0, 0, 0]}, "bodies": [
    {"id": "cube", "shape": {"type": "hull", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[1,1,0],[1,0,1],[0,1,1],[1,1,1]]},
     "mass": 1, "linear_velocity": [-1.5, 0, 1.5], "angular_velocity": [0, 3, 0]}]})");
  const Shown run = shown("bullet", cube);
  ASSERT_TRUE(run.run);
  const Body& body = run.watch->scene().body(0);
  const Vec3 middle = body.position + matrixOf(body.rotation) * Vec3{0.5, 0.5, 0.5};
  EXPECT_NEAR(length(middle - Vec3{0.5, 0.5, 0.5}), 0, 1e-3);
  EXPECT_GT(length(body.position), 0.5) << "the corner moved";
}

TEST(Simulation, KeysOfTheCaseDecideAndOptionsOverrideThem) {
  const Document plain = caseOf(fallingBall(kSlab, R"(, "friction": 0.25, "restitution": 0.5, "ccd": true)",
                                            R"({"seconds": 0.5, "step": 0.01, "substeps": 4, "gravity": [0, -1, 0]})"));
  const Json request = simulationRequest(plain, {}).value();
  EXPECT_EQ(request["frames"].number(), 50);
  EXPECT_EQ(request["substeps"].number(), 4);
  EXPECT_EQ(request["gravity"][1].number(), -1);
  EXPECT_EQ(request["bodies"][0]["motion"], "static");
  EXPECT_EQ(request["bodies"][1]["motion"], "dynamic");
  EXPECT_EQ(request["bodies"][1]["friction"].number(), 0.25);
  EXPECT_EQ(request["bodies"][1]["ccd"].boolean(), true);
  const Json other =
      simulationRequest(plain, {.seconds = 1, .step = 0.1, .substeps = 2, .gravity = Vec3{3, 0, 0}}).value();
  EXPECT_EQ(other["frames"].number(), 10);
  EXPECT_EQ(other["gravity"][0].number(), 3);
  // A density fills the volume.
  const Json dense = simulationRequest(caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "density": 2}]})"),
                                       {})
                         .value();
  EXPECT_EQ(dense["bodies"][0]["mass"].number(), 16);
}

TEST(Simulation, SubstepsThatAreNoWholeNumberOrTooManyAreAnError) {
  for (const char* count : {"1.5", "0", "1001", "1e9", "1e50"}) {
    const Document document =
        caseOf(fallingBall(kSlab, "", fmt::format(R"({{"seconds": 0.5, "substeps": {}}})", count)));
    const auto request = simulationRequest(document, {});
    ASSERT_FALSE(request) << count;
    EXPECT_EQ(request.error().where, "simulate/substeps");
    EXPECT_NE(request.error().message.find("a whole number from 1 to 1000"), std::string::npos);
    ASSERT_EQ(simulationProblems(document).size(), 1u) << count;
    EXPECT_EQ(stepsByItself(document).substeps, 1) << count;
  }
}

// A case has the velocity of the pivot, about which a body rotates; engines have that of the centre of mass.
TEST(Simulation, EnginesGetTheVelocityOfTheCentre) {
  const Document swinging = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "capsule", "radius": 0.25, "half_length": 1}, "position": [3, 5, 0],
     "pivot": [0, -1, 0], "linear_velocity": [0, 0, 2], "angular_velocity": [0, 0, 3]},
    {"id": "B", "shape": {"type": "cone", "radius": 1, "half_length": 1}, "angular_velocity": [4, 0, 0]}]})");
  const Json request = simulationRequest(swinging, {}).value();
  const Json &a = request["bodies"][0]["linear_velocity"], &b = request["bodies"][1]["linear_velocity"];
  EXPECT_EQ(compactJson(a), "[-3.0,0.0,2.0]") << "a metre above the pivot";
  EXPECT_NEAR(b[2].number(), -2, 1e-12) << "a cone's centre lies half its half length below its origin";
}

TEST(Simulation, WrongKeysAreErrorsThatNameTheirPlace) {
  const auto said = [](const std::string& text) {
    const auto request = simulationRequest(caseOf(text), {});
    return request ? std::string() : describe(request.error());
  };
  EXPECT_NE(said(fallingBall(kSlab, R"(, "motion": "flying")"))
                .find("body \"ball\"/motion: expected static, kinematic or dynamic, found \"flying\""),
            std::string::npos);
  EXPECT_NE(said(fallingBall(kSlab, R"(, "friction": -1)")).find("body \"ball\"/friction: expected a number"),
            std::string::npos);
  EXPECT_NE(said(fallingBall(kSlab, R"(, "ccd": 1)")).find("expected true or false"), std::string::npos);
  EXPECT_NE(said(fallingBall(kSlab, "", R"({"secnods": 1})")).find("unknown key \"secnods\""), std::string::npos);
  EXPECT_NE(
      said(fallingBall(kSlab, "", R"({"gravity": [1, 2]})")).find("simulate/gravity: expected 3 numbers, found [1,2]"),
      std::string::npos);
  EXPECT_NE(said(fallingBall(kSlab, "", R"({"step": 0})")).find("at least 1e-6 s"), std::string::npos);
  EXPECT_NE(said(fallingBall(kSlab, "", R"({"seconds": 1e9})")).find("1 to 1e+06 steps"), std::string::npos);
  EXPECT_NE(said(R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "sphere", "radius": 1}}]})")
                .find("nothing moves"),
            std::string::npos);
  EXPECT_NE(
      said(R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "point"}, "motion": "dynamic"}]})")
          .find("expected a mass"),
      std::string::npos);
}

TEST(Simulation, KeysForEnginesAreKeptWithoutAWarning) {
  const std::string text = fallingBall(kSlab, R"(, "ccd": true, "colourr": 1)");
  const auto loaded = parseCase(text, "case", FilesBeside{});
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->warnings.size(), 1u) << "the misspelt key alone";
  EXPECT_NE(loaded->warnings[0].find("colourr"), std::string::npos);
  EXPECT_NE(loaded->document.bodies[1].extra_json.find(R"("ccd":true)"), std::string::npos);
}

TEST(Simulation, AJurorOfPairsAndOneOfTheOtherSpaceAreRefused) {
  if (!isHere("libccd") || !isHere("box2d")) GTEST_SKIP() << "an engine is not installed";
  const Document document = caseOf(fallingBall(kSlab));
  EXPECT_NE(describe(shown("libccd", document).run.error()).find("runs no scenes"), std::string::npos);
  EXPECT_NE(describe(shown("box2d", document).run.error()).find("knows the plane alone"), std::string::npos);
}

TEST(Simulation, FramesAreAStepApart) {
  const Document document = caseOf(fallingBall(kSlab, "", R"({"step": 0.25, "seconds": 1})"));
  const auto said = [&](const std::vector<const char*>& times) {
    std::vector<std::string> lines{R"("start": {})"};
    for (const char* const time : times) lines.push_back(fmt::format(R"("poses": {{}}{})", time));
    lines.emplace_back(R"("done": true)");
    return saidBy(lines, document, {});
  };
  const Said right = said({R"(, "t": 0)", R"(, "t": 0.2500001)", R"(, "t": 0.5)", R"(, "t": 0.7499)", R"(, "t": 1)"});
  EXPECT_EQ(right.error(), "");
  EXPECT_TRUE(said({R"(, "t": 0.25)", R"(, "t": 0.5)", R"(, "t": 0.75)"}).run) << "each at the end of its step";
  const Said untold = said({"", "", ""});
  ASSERT_EQ(untold.lines.size(), 4u) << untold.error();
  EXPECT_NE(untold.lines[3].find(R"("t":0.5)"), std::string::npos) << untold.lines[3];
  const Said frozen = said({R"(, "t": 0)", R"(, "t": 0)"});
  EXPECT_NE(frozen.error().find("frame 1: expected a time \"t\" near 0.25 s, a step of 0.25 s after the frame before"),
            std::string::npos)
      << frozen.error();
  for (const std::vector<const char*>& times : {std::vector{R"(, "t": 0)", R"(, "t": 0.75)"},
                                                {R"(, "t": 0)", R"(, "t": 0.25)", R"(, "t": 0.2)"},
                                                {R"(, "t": 3)"},
                                                {R"(, "t": null)", R"(, "t": "late")"},
                                                {R"(, "t": 0)", R"(, "t": 0.274)", R"(, "t": 0.548)"}})
    EXPECT_NE(said(times).error().find("expected a time"), std::string::npos) << times.back();
  EXPECT_NE(said({"", "", "", "", "", ""}).error().find("expected at most 5 frames, found more"), std::string::npos);
}

TEST(Simulation, TheWordOfTheEngineExcusesNoMoreThanATenthOfTheSmallestBody) {
  const Document document = caseOf(fallingBall(kSlab));
  const auto said = [&](const std::string& tolerance) {
    return saidBy({fmt::format(R"("start": {{"tolerance": {}}})", tolerance),
                   R"("poses": {"ball": [0, 1, 0, 0, 0, 0, 1]})", R"("done": true)"},
                  document, {.seconds = 0.02});
  };
  const Said small = said("0.003");
  ASSERT_TRUE(small.run) << small.error();
  EXPECT_EQ(small.run->tolerance, 0.003);
  EXPECT_TRUE(small.run->notes.empty()) << small.run->notes[0];
  const Said large = said("1e9");
  ASSERT_TRUE(large.run) << large.error();
  EXPECT_EQ(large.run->tolerance, 0.1);
  EXPECT_NE(large.lines[0].find(R"("tolerance":0.1,)"), std::string::npos) << large.lines[0];
  ASSERT_EQ(large.run->notes.size(), 1u);
  EXPECT_EQ(large.run->notes[0], "its tolerance of 1e+09 m is not taken, but 0.1 m, a tenth of ball's size");
  for (const char* wrong : {"-1", "\"small\"", "[1]"})
    EXPECT_NE(said(wrong).error().find("start/tolerance: expected metres from 0 up"), std::string::npos) << wrong;
}

TEST(Simulation, ShapesOfTheEngineComeByIdsOrInAListAndOthersAreErrors) {
  const Document document = caseOf(fallingBall(kSlab));
  const auto said = [&](const std::string& bodies) {
    return saidBy({fmt::format(R"("start": {{"bodies": {}}})", bodies), R"("poses": {"ball": [0, 1, 0, 0, 0, 0, 1]})",
                   R"("done": true)"},
                  document, {.seconds = 0.02});
  };
  for (const char* bodies : {R"({"ball": {"shape": {"type": "sphere", "radius": 0.25}}})",
                             R"([{"id": "floor", "shape": {"type": "box", "half_extents": [2, 0.1, 2]}},
                                 {"id": "ball", "shape": {"type": "sphere", "radius": 0.25}}])"}) {
    std::string line = bodies;
    std::erase(line, '\n');
    const Said taken = said(line);
    ASSERT_TRUE(taken.run) << taken.error();
    EXPECT_NE(taken.lines[0].find(R"("radius":0.25)"), std::string::npos) << taken.lines[0];
    ASSERT_EQ(taken.run->notes.size(), 1u) << "the floor is as it was";
    EXPECT_EQ(taken.run->notes[0], "ball has another shape in the engine, which is recorded");
  }
  EXPECT_NE(said("7").error().find("start/bodies: expected {\"ID\": {\"shape\""), std::string::npos)
      << said("7").error();
  EXPECT_NE(said(R"({"bull": {"shape": {}}})").error().find("expected the id of a body of the case"),
            std::string::npos);
  EXPECT_NE(said(R"({"ball": {"shpae": {}}})").error().find("expected a \"shape\" of ball"), std::string::npos);
}

TEST(Simulation, AJurorThatDoesNotStartIsSaidWhy) {
  const Document document = caseOf(fallingBall(kSlab));
  const std::string misspelt =
      saidBy({R"(hello:"name": "sim", "answers": ["simulate"], "precison": "float")"}, document, {}).error();
  EXPECT_NE(misspelt.find("does not start: its first line: key \"precison\" is unknown, did you mean"),
            std::string::npos)
      << misspelt;
  const std::string late = saidBy({"silent"}, document, {}, {.start_seconds = 0.2}).error();
  EXPECT_NE(late.find("does not start: said no first line in 0.2 s"), std::string::npos) << late;
  const std::string gone = saidBy({"dies-at-start"}, document, {}).error();
  EXPECT_NE(gone.find("exit status 3: cannot open the display of my dreams"), std::string::npos) << gone;
  // What the contract names for people is no misspelt key.
  const std::string told =
      saidBy(
          {R"(hello:"name": "sim", "moving": ["sphere"], "static": ["mesh"], "never_meet": [], "motions": ["dynamic"], "ccd": "none")"},
          document, {})
          .error();
  EXPECT_NE(told.find("runs no scenes"), std::string::npos) << told;
}

TEST(Simulation, ABodyThatMovesAndIsFlatIsNoted) {
  const Document flat = caseOf(R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "plate", "shape": {"type": "box", "half_extents": [1, 0, 1]}, "position": [0, 1, 0], "mass": 1}]})");
  const Said said = saidBy({R"("start": {})", R"("poses": {"plate": [0, 1, 0, 0, 0, 0, 1]})", R"("done": true)"}, flat,
                           {.seconds = 0.02});
  ASSERT_TRUE(said.run) << said.error();
  ASSERT_EQ(said.run->notes.size(), 1u);
  EXPECT_NE(said.run->notes[0].find("plate encloses no volume"), std::string::npos);
}

TEST(Simulation, AnEngineThatExplodesIsRecordedAndNamedAndOneThatStopsEarlyIsSaidToHaveEnded) {
  const auto loaded = parseCase(fallingBall(kSlab), "explosion", FilesBeside{});
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const auto runOf = [&](const std::string& frame, double seconds) {
    Said said = saidBy({R"("start": {})", R"("poses": {})", R"("poses": {})", frame, R"("done": true)"},
                       loaded->document, {.seconds = seconds});
    EXPECT_TRUE(said.run) << describe(said.run.error());
    EXPECT_EQ(said.lines.size(), 4u) << frame;
    return std::pair(said.run.value_or(SimulationRun{}), said.lines.empty() ? std::string() : said.lines.back());
  };
  const double three_frames = 3.0 / 60;
  for (const auto& [pose, found] :
       {std::pair("[0, NaN, 0, 0, 0, 0, 1]", "no number"), std::pair("[0, null, 0, 0, 0, 0, 1]", "no number"),
        std::pair("[0, -Infinity, 0, 0, 0, 0, 1]", "no number"), std::pair("[0, 1e30, 0, 0, 0, 0, 1]", "1e+30 m")}) {
    const auto [run, last] = runOf(fmt::format(R"("poses": {{"ball": {}}})", pose), three_frames);
    EXPECT_EQ(run.exploded, fmt::format("frame 2: {} in the pose of ball", found)) << pose;
    EXPECT_NE(last.find(run.exploded), std::string::npos) << "a mark in the recording";
    EXPECT_EQ(run.ended, "");
  }
  const auto [early, last] = runOf(R"("poses": {"ball": [0, 1, 0, 0, 0, 0, 1]})", 1);
  EXPECT_EQ(early.exploded, "");
  EXPECT_EQ(early.ended, "done after 3 of 60 frames");
}

/// Runs the four shipped scenes for half a second; how many bodies pass through the thin wall is the engine's own.
void runShippedScenes(const char* engine, std::size_t through_the_wall) {
  for (const char* name : {"ball-over-tiles", "ten-boxes", "rod-that-turns-over", "bullet-thin-wall"}) {
    const auto loaded = loadCase(kSceneCases + name + ".json");
    ASSERT_TRUE(loaded) << describe(loaded.error());
    EXPECT_TRUE(loaded->warnings.empty()) << loaded->warnings.front();
    const Shown run = shown(engine, loaded->document, {.seconds = 0.5});
    ASSERT_TRUE(run.run) << name << ": " << describe(run.run.error());
    EXPECT_EQ(run.run->ended, "") << name;
    EXPECT_EQ(run.run->exploded, "") << name;
    EXPECT_EQ(run.run->frames, 31u) << name;
    EXPECT_EQ(run.watch->passages().size(), name == std::string("bullet-thin-wall") ? through_the_wall : 0u) << name;
  }
}

TEST(Simulation, ShippedScenesRunInBullet) {
  if (!isHere("bullet")) GTEST_SKIP() << "Bullet is not installed";
  runShippedScenes("bullet", 1);
}

TEST(Simulation, ShippedScenesRunInOde) {
  if (!isHere("ode")) GTEST_SKIP() << "ODE is not installed";
  runShippedScenes("ode", 1);
}

}  // namespace
}  // namespace sepax
