#include "lab/recording/run_measures.h"

#include "lab/recording/recording.h"
#include "lab/recording/recording_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace sepax {
namespace {

/// The measures of each frame of a recording, after its bodies and frames.
std::vector<RunMeasures> measuresOf(const std::string& head, const std::vector<std::string>& frames) {
  RecordingReader reader("test");
  RunWatch watch(reader.readHead(head).value());
  std::vector<RunMeasures> out;
  for (const std::string& frame : frames) out.push_back(watch.add(reader.readFrame(frame).value()).measures);
  EXPECT_EQ(reader.problemCount(), 0u) << (reader.problems().empty() ? "" : reader.problems()[0].text);
  return out;
}
double valueOf(const RunMeasures& measures, RunMeasure measure) { return measures[static_cast<std::size_t>(measure)]; }

const std::string kFalling =
    R"({"sepax_log": 1, "space": "3d", "gravity": [0, -10, 0], "bodies": [{"id": "floor", "shape": {"type": "half_space"}},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 20, 0], "mass": 3}]})";

TEST(RunMeasures, AFreeFallKeepsItsEnergyAndGainsMomentum) {
  std::vector<std::string> frames;
  for (int i = 0; i < 20; ++i) {
    const double t = i * 0.1;
    frames.push_back(fmt::format(
        R"({{"t": {}, "poses": {{"ball": [0, {}, 0, 0, 0, 0, 1]}}, "velocities": {{"ball": [0, {}, 0, 0, 0, 0]}}}})", t,
        20 - 5 * t * t, -10 * t));
  }
  const auto measures = measuresOf(kFalling, frames);
  for (std::size_t i = 0; i < measures.size(); ++i) {
    EXPECT_NEAR(valueOf(measures[i], RunMeasure::kEnergy), 3 * 10 * 20, 1e-9) << i;
    EXPECT_NEAR(valueOf(measures[i], RunMeasure::kMomentum), 3.0 * static_cast<double>(i), 1e-9) << i;
    EXPECT_NEAR(valueOf(measures[i], RunMeasure::kHeight), 20 - 0.05 * static_cast<double>(i * i), 1e-12) << i;
    EXPECT_EQ(valueOf(measures[i], RunMeasure::kSpin), 0);
    EXPECT_TRUE(std::isnan(valueOf(measures[i], RunMeasure::kDepth))) << "nothing was claimed yet";
  }
}

TEST(RunMeasures, ASpinningRodHasTheEnergyOfItsInertiaHoweverItIsTurned) {
  // About its middle axis; turned by a quarter about x, that axis is the world's -y.
  const double inertia = 2.0 / 12 * (2 * 2 + 0.1 * 0.1), s = std::sqrt(0.5);
  const std::string head =
      R"({"sepax_log": 1, "space": "3d", "gravity": [0, 0, 0], "bodies": [{"id": "rod", "mass": 2,
      "shape": {"type": "box", "half_extents": [1, 0.05, 0.2]}}]})";
  const auto measures = measuresOf(
      head,
      {R"({"poses": {"rod": [0, 0, 0, 0, 0, 0, 1]}, "velocities": {"rod": [0, 0, 0, 0, 0, 20]}})",
       fmt::format(R"({{"poses": {{"rod": [0, 0, 0, {}, 0, 0, {}]}}, "velocities": {{"rod": [0, 0, 0, 0, -20, 0]}}}})",
                   s, s)});
  for (const RunMeasures& each : measures) {
    EXPECT_NEAR(valueOf(each, RunMeasure::kEnergy), inertia * 20 * 20 / 2, 1e-9);
    EXPECT_NEAR(valueOf(each, RunMeasure::kSpin), 20, 1e-12);
    EXPECT_NEAR(valueOf(each, RunMeasure::kMomentum), 0, 1e-12);
  }
}

TEST(RunMeasures, ADiscInThePlaneTurnsAboutZ) {
  const auto measures = measuresOf(
      R"({"sepax_log": 1, "space": "2d", "gravity": [0, -10], "bodies": [{"id": "disc", "mass": 4,
      "shape": {"type": "circle", "radius": 0.5}, "position": [7, 3]}]})",
      {R"({"poses": {"disc": [7, 3, 0]}, "velocities": {"disc": [3, 4, -6]}})"});
  EXPECT_NEAR(valueOf(measures[0], RunMeasure::kEnergy), 4 * 25 / 2.0 + 4 * 0.25 / 2 * 36 / 2 + 4 * 10 * 3, 1e-6);
  EXPECT_NEAR(valueOf(measures[0], RunMeasure::kMomentum), 20, 1e-12);
  EXPECT_EQ(valueOf(measures[0], RunMeasure::kSpin), 6);
}

TEST(RunMeasures, AStackIsAsDeepAsItsDeepestClaimedPairAndAsHighAsItsTop) {
  const std::string box = R"("shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]})";
  const std::string head =
      R"({"sepax_log": 1, "space": "3d", "bodies": [{"id": "floor", "shape": {"type": "half_space"}}, {"id": "top", )" +
      box + R"(, "position": [0, 1.5, 0]}, {"id": "low", )" + box + R"(, "position": [0, 0.5, 0]}]})";
  const std::string poses = R"("poses": {"low": [0, 0.49, 0, 0, 0, 0, 1], "top": [0, 1.44, 0, 0, 0, 0, 1]})";
  const auto measures = measuresOf(
      head, {"{" + poses + "}", "{" + poses + R"(, "claims": [{"pair": ["floor", "low"], "verdict": "overlapping"},
             {"pair": ["low", "top"], "separation": -0.05}]})",
             "{}", R"({"remove": ["top"]})"});
  EXPECT_TRUE(std::isnan(valueOf(measures[0], RunMeasure::kDepth)));
  EXPECT_NEAR(valueOf(measures[1], RunMeasure::kDepth), 0.05, 1e-12);
  EXPECT_EQ(valueOf(measures[2], RunMeasure::kDepth), 0) << "nothing is claimed any more";
  EXPECT_NEAR(valueOf(measures[2], RunMeasure::kHeight), 1.44, 1e-12) << "it is still there";
  EXPECT_NEAR(valueOf(measures[3], RunMeasure::kHeight), 0.49, 1e-12) << "the top has gone";
  for (const RunMeasure unknown : {RunMeasure::kEnergy, RunMeasure::kMomentum})
    EXPECT_TRUE(std::isnan(valueOf(measures[1], unknown))) << "no masses";
}

TEST(RunMeasures, AFallThatRecordsPosesAloneHasTheVelocitiesBetweenItsFrames) {
  std::vector<std::string> frames;
  for (int i = 0; i < 20; ++i) {
    const double t = i * 0.1;
    frames.push_back(fmt::format(R"({{"t": {}, "poses": {{"ball": [0, {}, 0, 0, {}, 0, {}]}}}})", t, 20 - 5 * t * t,
                                 std::sin(2 * t), std::cos(2 * t)));  // about y by 4 rad/s
  }
  const auto measures = measuresOf(kFalling, frames);
  for (const RunMeasure unknown : {RunMeasure::kEnergy, RunMeasure::kMomentum, RunMeasure::kSpin})
    EXPECT_TRUE(std::isnan(valueOf(measures[0], unknown))) << "no frame was before";
  const double spin = 0.4 * 3 * 0.25 * 16 / 2, halfway = 3 * 10.0 * 10 * 0.1 * 0.1 / 8;
  for (std::size_t i = 1; i < measures.size(); ++i) {
    EXPECT_NEAR(valueOf(measures[i], RunMeasure::kSpin), 4, 1e-9) << i;
    EXPECT_NEAR(valueOf(measures[i], RunMeasure::kMomentum), 3.0 * (static_cast<double>(i) - 0.5), 1e-9) << i;
    EXPECT_NEAR(valueOf(measures[i], RunMeasure::kEnergy), 3 * 10 * 20 + spin - halfway, 1e-9) << i;
  }
  const auto waits = measuresOf(kFalling, {frames[0], frames[1], R"({"t": 0.2})", R"({"t": 0.2})"});
  EXPECT_EQ(valueOf(waits[2], RunMeasure::kMomentum), 0) << "without a pose it stays";
  EXPECT_TRUE(std::isnan(valueOf(waits[3], RunMeasure::kMomentum))) << "no time went by";
}

TEST(RunMeasures, EnergyOfAPartIsNotSaid) {
  // A mass without a velocity, and no gravity.
  EXPECT_TRUE(std::isnan(
      valueOf(measuresOf(kFalling, {R"({"poses": {"ball": [0, 20, 0, 0, 0, 0, 1]}})"})[0], RunMeasure::kMomentum)));
  std::string weightless = kFalling;
  weightless.erase(weightless.find(R"("gravity")"), std::string(R"("gravity": [0, -10, 0], )").size());
  const auto measures = measuresOf(
      weightless, {R"({"poses": {"ball": [0, 20, 0, 0, 0, 0, 1]}, "velocities": {"ball": [0, 2, 0, 0, 0, 0]}})"});
  EXPECT_TRUE(std::isnan(valueOf(measures[0], RunMeasure::kEnergy)));
  EXPECT_NEAR(valueOf(measures[0], RunMeasure::kMomentum), 6, 1e-12);
}

TEST(RunMeasures, ARecordingKeepsVelocitiesMassesAndGravityWhenItIsWritten) {
  const std::vector<std::string> frames = {
      R"({"t": 0, "poses": {"ball": [0, 20, 0, 0, 0, 0, 1]}})",
      R"({"t": 0.5, "poses": {"ball": [0, 19, 0, 0, 0, 0, 1]}, "velocities": {"ball": [0, -5, 0, 1, 2, 3]}})",
      R"({"t": 1, "poses": {"ball": [0, 18, 0, 0, 0, 0, 1]}})"};
  RecordingReader reader("test");
  Recording recording(reader.readHead(kFalling).value());
  for (const std::string& frame : frames) recording.append(reader.readFrame(frame).value(), {});
  EXPECT_EQ(recording.poses(), 4u) << "three poses and a velocity";
  const Json head = parseJson(recording.headLine(), "head").value();
  EXPECT_EQ(head["gravity"][1].number(), -10);
  EXPECT_EQ(head["bodies"][1]["mass"].number(), 3);
  EXPECT_FALSE(parseJson(recording.frameLine(2), "2").value().contains("velocities"));
  const Json line = parseJson(recording.frameLine(1), "1").value();
  ASSERT_EQ(line["velocities"]["ball"].size(), 6u);
  EXPECT_EQ(line["velocities"]["ball"][1].number(), -5);
  EXPECT_EQ(line["velocities"]["ball"][5].number(), 3);
  for (int i = 0; i < 40; ++i)
    recording.append(reader.readFrame(R"({"poses": {"ball": [0, 17, 0, 0, 0, 0, 1]}})").value(), {});
  recording.dropFirst(40);
  EXPECT_LT(recording.poses(), 20u) << "the oldest are forgotten, but for a few";
  EXPECT_GE(recording.poses(), recording.end() - recording.first());
}

/// A recording of a floor and of a body above it, which `frames` move up and down.
RunWatch watchOf(const std::string& floor, const std::string& body, const std::vector<std::string>& frames) {
  RecordingReader reader("test");
  RunWatch watch(
      reader
          .readHead(R"({"sepax_log": 1, "space": "3d", "gravity": [0, -10, 0], "bodies": [{"id": "floor", "shape": )" +
                    floor + R"(}, {"id": "body", "shape": )" + body + "}]}")
          .value());
  for (const std::string& frame : frames) static_cast<void>(watch.add(reader.readFrame(frame).value()));
  EXPECT_EQ(reader.problemCount(), 0u) << (reader.problems().empty() ? "" : reader.problems()[0].text);
  return watch;
}
std::string frameAt(double y, const std::string& more = "") {
  return fmt::format(R"({{"poses": {{"body": [0, {}, 0, 0, 0, 0, 1]}}{}}})", y, more);
}
std::vector<std::string> fall(double from, double to, double way, const std::string& more = "") {
  std::vector<std::string> out;
  for (double y = from; y > to; y -= way) out.push_back(frameAt(y, more));
  return out;
}

const std::string kFlatMesh =
    R"({"type": "mesh", "vertices": [[-5, 0, -5], [5, 0, -5], [5, 0, 5], [-5, 0, 5]], "triangles": [[0, 1, 2], [0, 2, 3]]})";

TEST(RunWatch, NamesABodyThatSinksIntoAnotherThoughNoClaimTellsOfIt) {
  const std::string ball = R"({"type": "sphere", "radius": 0.3}, "mass": 1)",
                    plate = R"({"type": "box", "half_extents": [1, 0, 1]}, "mass": 1)",
                    slab = R"({"type": "box", "half_extents": [5, 1, 5]})", plane = R"({"type": "half_space"})",
                    sheet = R"({"type": "box", "half_extents": [5, 0, 5]})";
  for (const auto& [floor, body] : {std::pair(slab, ball), std::pair(plane, ball), std::pair(slab, plate),
                                    std::pair(plane, plate), std::pair(kFlatMesh, ball), std::pair(sheet, ball)}) {
    const RunWatch watch = watchOf(floor, body, fall(2, -2, 0.05));
    EXPECT_TRUE(watch.passages().empty()) << floor << body << ": no two frames have it on both sides";
    ASSERT_EQ(watch.deepPairs().size(), 1u) << floor << body;
    const DeepPair& pair = watch.deepPairs()[0];
    EXPECT_EQ(pair.body + " in " + pair.in, "body in floor");
    EXPECT_FALSE(pair.is_claimed);
    ASSERT_TRUE(watch.deepest());
    EXPECT_GT(watch.deepest()->depth, 0.2) << floor << body;
    EXPECT_FALSE(watch.deepest()->is_claimed);
  }
  const RunWatch watch = watchOf(slab, ball, fall(2, 0.7, 0.05));
  EXPECT_EQ(watch.deepPairs().at(0).text(), "frame 18: body lies 0.2 m deep in floor, and no claim tells of it");
}

TEST(RunWatch, ABodyInAnotherIsNoFaultWhereAClaimTellsOfItAndWhereItRestsOrBeginsOrHasNoMass) {
  const std::string ball = R"({"type": "sphere", "radius": 0.3}, "mass": 1)",
                    slab = R"({"type": "box", "half_extents": [5, 1, 5]})",
                    claim = R"(, "claims": [{"pair": ["floor", "body"], "verdict": "overlapping"}])";
  EXPECT_EQ(watchOf(slab, ball, fall(1.2, 1.05, 0.01)).deepPairs().size(), 1u) << "a quarter of the ball is 0.15 m";
  EXPECT_TRUE(watchOf(slab, ball, fall(1.4, 1.16, 0.01)).deepPairs().empty()) << "a slop of centimetres";
  EXPECT_TRUE(watchOf(slab, R"({"type": "box", "half_extents": [1, 0, 1]}, "mass": 1)", fall(1.1, 0.95, 0.01))
                  .deepPairs()
                  .empty())
      << "a slop of centimetres of a flat body";
  EXPECT_TRUE(watchOf(slab, ball, fall(0.5, -0.5, 0.05)).deepPairs().empty()) << "it begins there";
  EXPECT_TRUE(watchOf(slab, R"({"type": "sphere", "radius": 0.3})", fall(2, -2, 0.05)).deepPairs().empty())
      << "moved by hand";
  std::vector<std::string> told = fall(2, 1.3, 0.05);
  for (const std::string& frame : fall(1.25, 0.7, 0.05, claim)) told.push_back(frame);
  const RunWatch claimed = watchOf(slab, ball, told);
  EXPECT_TRUE(claimed.deepPairs().empty());
  EXPECT_NEAR(claimed.deepest()->depth, 0.6, 0.06);
  EXPECT_TRUE(claimed.deepest()->is_claimed);
  std::vector<std::string> denied = fall(2, 1.3, 0.05);
  for (const std::string& frame :
       fall(1.25, 0.7, 0.05, R"(, "claims": [{"pair": ["floor", "body"], "verdict": "separated"}])"))
    denied.push_back(frame);
  EXPECT_EQ(watchOf(slab, ball, denied).deepPairs().size(), 1u) << "a claim that tells of a gap tells of no overlap";
  told.push_back(frameAt(0.6));
  EXPECT_EQ(watchOf(slab, ball, told).deepPairs().size(), 1u) << "the claims end";
}

TEST(RunWatch, NamesABodyThatSinksThroughAnotherThoughRightClaimsTellOfIt) {
  const std::string ball = R"({"type": "sphere", "radius": 0.3}, "mass": 1)",
                    slab = R"({"type": "box", "half_extents": [5, 1, 5]})",
                    plate = R"({"type": "box", "half_extents": [5, 0.05, 5]})";
  // Claims tell of the ball wherever it is in what is so thick.
  const auto told = [](double thick, const std::vector<double>& heights) {
    std::vector<std::string> out;
    for (const double y : heights) {
      const bool overlaps = std::abs(y) < thick / 2 + 0.3;
      out.push_back(
          frameAt(y, overlaps ? R"(, "claims": [{"pair": ["floor", "body"], "verdict": "overlapping"}])" : ""));
    }
    return out;
  };
  const auto heights = [](double from, double to, double way) {
    std::vector<double> out;
    for (double y = from; y > to; y -= way) out.push_back(y);
    return out;
  };
  const auto sinking = [&](const std::string& floor, const std::vector<std::string>& frames) {
    return watchOf(floor, ball, frames).sinking();
  };
  const std::vector<Sinking> slow = sinking(slab, told(2, heights(1.98, -2, 0.05)));
  ASSERT_EQ(slow.size(), 1u);
  EXPECT_EQ(slow[0].text(), "frame 14 to 31: body sinks through floor, by 0.87 m, though claims tell of it");
  EXPECT_TRUE(watchOf(slab, ball, told(2, heights(2, -2, 0.05))).deepPairs().empty());
  EXPECT_EQ(sinking(slab, told(2, heights(2, -2, 0.4))).size(), 1u) << "out of the other side, in a few frames";
  EXPECT_EQ(sinking(plate, told(0.1, heights(2, -2, 0.1))).size(), 1u) << "through a thin one";
  EXPECT_EQ(sinking(slab, told(2, heights(2, 0.7, 0.1))).size(), 1u) << "still going down when the run ends";
  std::vector<double> blow = heights(2, 0.6, 0.2);  // 70 cm deep, then up again
  for (double y = 0.65; y < 1.3; y += 0.05) blow.push_back(y);
  EXPECT_TRUE(sinking(slab, told(2, blow)).empty()) << "the engine pushes it out again";
  std::vector<double> rests = heights(1.5, 1.15, 0.01);
  rests.insert(rests.end(), 40, 1.15);
  EXPECT_TRUE(sinking(slab, told(2, rests)).empty()) << "it rests, half as deep";
  EXPECT_TRUE(sinking(slab, told(2, std::vector<double>(40, 0.5))).empty()) << "it begins there";
  const std::string no_mass = R"({"type": "sphere", "radius": 0.3})";
  std::vector<std::string> frames = told(2, heights(2, -2, 0.05));
  EXPECT_EQ(watchOf(slab, no_mass, frames).sinking().size(), 1u) << "nothing has a mass, and the engine tells of it";
  frames[0] = frameAt(2, R"(, "add": [{"id": "C", "shape": {"type": "point"}, "position": [50, 0, 0], "mass": 1}])");
  EXPECT_TRUE(watchOf(slab, no_mass, frames).sinking().empty()) << "moved by hand";
}

TEST(RunWatch, LooksAtBodiesThatMoveWhereClaimsButNoMassesAreRecorded) {
  const std::string ball = R"({"type": "sphere", "radius": 0.3})",
                    slab = R"({"type": "box", "half_extents": [5, 1, 5]})";
  const std::string apart = R"(, "claims": [{"pair": ["floor", "C"], "verdict": "separated"}])";
  std::vector<std::string> frames{
      frameAt(2, R"(, "add": [{"id": "C", "shape": {"type": "point"}, "position": [50, 0, 0]}])" + apart)};
  for (double y = 1.95; y > -2; y -= 0.05) frames.push_back(frameAt(y, apart));
  const RunWatch watch = watchOf(slab, ball, frames);
  ASSERT_EQ(watch.deepPairs().size(), 1u);
  EXPECT_EQ(watch.deepPairs()[0].body + " in " + watch.deepPairs()[0].in, "body in floor");
  EXPECT_EQ(watch.movedWithoutMass(), 0u);
  // Without a claim it may be that the recording is of poses alone.
  const RunWatch poses = watchOf(slab, ball, fall(2, -2, 0.05));
  EXPECT_TRUE(poses.deepPairs().empty());
  EXPECT_EQ(poses.movedWithoutMass(), 1u);
}

TEST(RunWatch, CountsTheBodiesThatMoveWithoutAMass) {
  const std::string ball = R"({"type": "sphere", "radius": 0.3})",
                    slab = R"({"type": "box", "half_extents": [5, 1, 5]})";
  EXPECT_EQ(watchOf(slab, ball, fall(2, -2, 0.05)).movedWithoutMass(), 1u);
  EXPECT_EQ(watchOf(slab, ball, {frameAt(0), frameAt(0)}).movedWithoutMass(), 0u) << "it stays";
  EXPECT_EQ(watchOf(slab, ball + R"(, "mass": 1)", fall(2, -2, 0.05)).movedWithoutMass(), 0u);
}

TEST(RunWatch, ABodyThatOverlapsAWallALittleAtOneFrameAndIsBehindItAtTheNextPassedThrough) {
  const std::string wall = R"({"type": "box", "half_extents": [5, 0.05, 5]})",
                    shot = R"({"type": "sphere", "radius": 0.1}, "mass": 1)";
  for (const auto& [before, after] : {std::pair(1.0, -1.0), std::pair(0.14, -1.0), std::pair(1.0, -0.14)}) {
    const RunWatch watch = watchOf(wall, shot, {frameAt(2), frameAt(before), frameAt(after)});
    EXPECT_EQ(watch.passages().size(), 1u) << before << " to " << after;
    EXPECT_TRUE(watch.deepPairs().empty());
  }
  EXPECT_TRUE(watchOf(wall, shot, {frameAt(2), frameAt(0.14), frameAt(1)}).passages().empty()) << "it comes back";
}

TEST(RunWatch, ABladeThatTurnsPastAPostBetweenTwoFramesPassedThroughIt) {
  const std::string post = R"({"type": "cylinder", "half_length": 1, "radius": 0.05}, "position": [1.5, 0, -1])";
  const auto at = [](double time, double degrees) {
    const Quat turned = quaternionAbout(Vec3{0, 1, 0}, degrees * std::acos(-1) / 180);
    return fmt::format(R"({{"t": {}, "poses": {{"body": [0, 0, 0, 0, {}, 0, {}]}}}})", time, turned.y, turned.w);
  };
  const auto passagesOf = [&](double half_length, const std::vector<std::string>& frames) {
    const std::string blade = fmt::format(R"({{"type": "box", "half_extents": [{}, 0.1, 0.05]}})", half_length);
    return watchOf(post, blade + R"(, "mass": 1)", frames).passages();
  };
  const auto passed =
      passagesOf(2, {at(0, 0), at(24, 24), at(44, 44), at(64, 64)});  // the post is at 33.7 degrees, 1.8 m away
  ASSERT_EQ(passed.size(), 1u);
  EXPECT_EQ(passed[0].frame, 2u);
  EXPECT_NEAR(passed[0].speed, std::hypot(2, 0.1, 0.05) * std::acos(-1) / 180, 1e-9) << "of its end, a degree a second";
  EXPECT_TRUE(passagesOf(1.7, {at(0, 0), at(24, 24), at(44, 44), at(64, 64)}).empty()) << "it is too short";
  EXPECT_TRUE(passagesOf(2, {at(0, 44), at(1, 64), at(2, 44)}).empty()) << "it stays on one side";
}

TEST(RunWatch, ABodyThatSlidesOverASeamPassesThroughNothing) {
  // It comes to lie half a millimetre deep in a tile, on slopes on which right angles are rounded to either side.
  for (int slope = 1; slope < 20; ++slope) {
    const Quat turned = quaternionAbout(Vec3{0.48, 0.6, 0.64}, 0.1 * slope);
    const std::string turn = fmt::format("{}, {}, {}, {}", turned.x, turned.y, turned.z, turned.w);
    const auto at = [&](double x) {
      const Vec3 place = matrixOf(turned) * Vec3{x, 0.5045, 0};
      return fmt::format(R"({{"poses": {{"body": [{}, {}, {}, {}]}}}})", place.x, place.y, place.z, turn);
    };
    const RunWatch watch =
        watchOf(R"({"type": "box", "half_extents": [1, 0.5, 1]}, "rotation": [)" + turn + "]",
                R"({"type": "box", "half_extents": [0.1, 0.005, 0.1]}, "mass": 1)", {at(-1.2), at(-1.12), at(-1.04)});
    EXPECT_TRUE(watch.passages().empty()) << slope;
    EXPECT_TRUE(watch.deepPairs().empty()) << slope;
  }
}

TEST(RunWatch, NamesABodyThatHangsInTheAir) {
  const std::string ball = R"({"type": "sphere", "radius": 0.3}, "mass": 1)", plane = R"({"type": "half_space"})";
  const std::vector<std::string> still(20, frameAt(2)), resting(20, frameAt(0.3));
  std::vector<std::string> told(20, frameAt(2));
  told[3] = frameAt(2, R"(, "claims": [{"pair": ["floor", "body"], "verdict": "separated"}])");
  const auto hanging = [&](const std::string& body, const std::vector<std::string>& frames) {
    // It begins where the first frame has it.
    const double y = frames == resting ? 0.3 : 2;
    return watchOf(plane, body + fmt::format(R"(, "position": [0, {}, 0])", y), frames).hanging();
  };
  ASSERT_EQ(hanging(ball, still).size(), 1u);
  EXPECT_EQ(hanging(ball, still)[0], "body has a mass and does not fall, though it touches nothing");
  EXPECT_TRUE(hanging(ball, resting).empty()) << "the floor holds it";
  EXPECT_TRUE(hanging(ball, told).empty()) << "a claim tells of it";
  EXPECT_TRUE(hanging(ball, fall(2, 1, 0.05)).empty());
  EXPECT_TRUE(hanging(ball, {still.begin(), still.begin() + 5}).empty()) << "too few frames to know";
  EXPECT_TRUE(hanging(R"({"type": "sphere", "radius": 0.3})", still).empty()) << "nothing says that it may fall";
}

}  // namespace
}  // namespace sepax
