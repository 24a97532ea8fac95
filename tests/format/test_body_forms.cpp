// The forms in which a case may say how a body is rotated and where a capsule ends.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>

#include "document/command.h"
#include "format/case_file.h"
#include "format/query.h"
#include "geom/bounding_volumes.h"
#include "json_test.h"

namespace sepax {
namespace {

std::string caseOf(const std::string& space, const std::string& body) {
  return R"({"sepax": 1, "space": ")" + space + R"(", "bodies": [{"id": "A", )" + body + "}]}";
}

const std::string kBox = R"("shape": {"type": "box", "half_extents": [1, 2, 3]}, )";
const std::string kSquare = R"("shape": {"type": "box", "half_extents": [1, 2]}, )";

Body bodyOf(const std::string& space, const std::string& body) {
  const auto loaded = parseCase(caseOf(space, body), "t.json");
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error())) << body;
  if (!loaded) return {};
  EXPECT_TRUE(loaded->warnings.empty()) << loaded->warnings.front();
  return loaded->document.bodies.front();
}

void expectRefusal(const std::string& space, const std::string& body, const std::string& where,
                   const std::string& message) {
  const auto loaded = parseCase(caseOf(space, body), "t.json");
  ASSERT_FALSE(loaded) << body;
  EXPECT_EQ(loaded.error().where, "t.json#/bodies/0" + where);
  EXPECT_NE(loaded.error().message.find(message), std::string::npos) << loaded.error().message;
}

double difference(const Mat3& a, const Mat3& b) {
  double worst = 0;
  for (int c = 0; c < 3; ++c) worst = std::max(worst, length(a[c] - b[c]));
  return worst;
}

TEST(BodyForms, NinetyDegreesAreAnExactQuarterTurn) {
  const int kQuarters[] = {0, 1, 2, 3, 4, 5, -1, -2, -3, 400'000'001};
  for (const int quarters : kQuarters) {
    const Body body = bodyOf("2d", kSquare + fmt::format(R"("angle_deg": {})", 90.0 * quarters));
    const int place = (quarters % 4 + 4) % 4;
    const double cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
    EXPECT_EQ(poseOf(body).rotation,
              (Mat3{Vec3{cosine[place], sine[place], 0}, Vec3{-sine[place], cosine[place], 0}, Vec3{0, 0, 1}}))
        << quarters;
  }
  // What is saved in radians is the same rotation.
  Body quarter = bodyOf("2d", kSquare + R"("angle": 1.5707963267948966)");
  EXPECT_EQ(matrixOf(quarter.rotation)[0], (Vec3{0, 1, 0}));
  EXPECT_NE(matrixOf(bodyOf("2d", kSquare + R"("angle": 1.570796326794896)").rotation)[0].x, 0)
      << "the next angles are none";
  EXPECT_EQ(std::get<double>(bodyOf("2d", kSquare + R"("angle_deg": 30)").rotation), 30 * (std::numbers::pi / 180));
}

TEST(BodyForms, AxisAndAngleAreARotationByTheRightHandRule) {
  const Mat3 about_z{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}};
  EXPECT_EQ(poseOf(bodyOf("3d", kBox + R"("axis_angle": {"axis": [0, 0, 2], "angle_deg": 90})")).rotation, about_z)
      << "exactly";
  EXPECT_EQ(poseOf(bodyOf("3d", kBox + R"("axis_angle": {"axis": [0, 0, -7], "angle_deg": -90})")).rotation, about_z);
  const Quat expected = quaternionAbout(normalizedOr({1, 2, 3}, {}), 0.7);
  EXPECT_LT(difference(poseOf(bodyOf("3d", kBox + R"("axis_angle": {"axis": [1, 2, 3], "angle": 0.7})")).rotation,
                       matrixOf(expected)),
            1e-15);
  expectRefusal("3d", kBox + R"("axis_angle": {"axis": [0, 0, 0], "angle": 1})", "/axis_angle/axis", "not zero");
  expectRefusal("3d", kBox + R"("axis_angle": {"axis": [0, 0, 1]})", "/axis_angle",
                "either \"angle\" or \"angle_deg\"");
  expectRefusal("3d", kBox + R"("axis_angle": {"axis": [0, 0, 1], "angle": 1, "angle_deg": 1})", "/axis_angle",
                "either");
  expectRefusal("3d", kBox + R"("axis_angle": {"axis": [0, 0, 1], "angle": 1}, "rotation": [0, 0, 0, 1])",
                "/axis_angle", "one rotation");
  expectRefusal("2d", kSquare + R"("axis_angle": {"axis": [0, 0, 1], "angle": 1})", "/axis_angle",
                "\"angle\" or \"angle_deg\"");
}

TEST(BodyForms, EulerAnglesFollowTheirOrder) {
  const double a = 0.3, b = -0.8, c = 1.9;
  const auto about = [](int axis, double angle) {
    Vec3 unit{0.0};
    unit[axis] = 1;
    return matrixAbout(unit, angle);
  };
  struct Row {
    const char* order;
    Mat3 expected;
  };
  const Row rows[] = {
      {"xyz", about(2, c) * about(1, b) * about(0, a)}, {"zyx", about(0, c) * about(1, b) * about(2, a)},
      {"XYZ", about(0, a) * about(1, b) * about(2, c)}, {"ZXZ", about(2, a) * about(0, b) * about(2, c)},
      {"yxz", about(2, c) * about(0, b) * about(1, a)},
  };
  for (const Row& row : rows) {
    const Body body =
        bodyOf("3d", kBox + fmt::format(R"("euler": {{"order": "{}", "angles": [{}, {}, {}]}})", row.order, a, b, c));
    EXPECT_LT(difference(poseOf(body).rotation, row.expected), 1e-15) << row.order;
  }
  const Mat3 rotated =
      poseOf(bodyOf("3d", kBox + R"("euler": {"order": "xyz", "angles_deg": [90, 180, -90]})")).rotation;
  EXPECT_EQ(rotated, about(2, -std::numbers::pi / 2) * about(1, std::numbers::pi) * about(0, std::numbers::pi / 2));
  for (int k = 0; k < 3; ++k) EXPECT_EQ(length(rotated[k]), 1) << "zeros and ones";
  for (const char* order : {"xyw", "xxz", "xYz", "xy", ""}) {
    expectRefusal("3d", kBox + fmt::format(R"("euler": {{"order": "{}", "angles": [0, 0, 0]}})", order), "/euler/order",
                  "three axes");
  }
  expectRefusal("3d", kBox + R"("euler": {"order": "xyz"})", "/euler", "either \"angles\" or \"angles_deg\"");
}

/// A body's point in the world: as the format promises.
Vec3 inWorld(const Body& body, const Vec3& shape_point) { return toWorld(posedShape(body).pose, shape_point); }

TEST(BodyForms, CapsulesLieBetweenTheirEnds) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> number(-2, 2);
  double worst = 0;
  int rotated = 0;
  for (int i = 0; i < 500; ++i) {
    const bool planar = i % 2 == 0;
    Vec3 from{number(engine), number(engine), planar ? 0 : number(engine)},
        to{number(engine), number(engine), planar ? 0 : number(engine)};
    if (i % 5 == 0) to = from + Vec3{0, i % 10 == 0 ? 1 : -1, 0};
    const Vec3 position{number(engine), number(engine), planar ? 0 : number(engine)};
    const Vec3 pivot{i % 3 == 0 ? Vec3{0.0} : Vec3{number(engine), number(engine), planar ? 0 : number(engine)}};
    const double angle = number(engine), scale = i % 7 == 0 ? -1.5 : 1.25;
    const auto vector = [&](const Vec3& v) {
      return planar ? fmt::format("[{}, {}]", v.x, v.y) : fmt::format("[{}, {}, {}]", v.x, v.y, v.z);
    };
    const std::string rotation = planar ? fmt::format(R"("angle": {})", angle)
                                        : fmt::format(R"("axis_angle": {{"axis": [1, 2, -1], "angle": {}}})", angle);
    const Body body = bodyOf(planar ? "2d" : "3d",
                             fmt::format(R"("shape": {{"type": "capsule", "from": {}, "to": {}, "radius": 0.5}},
        "position": {}, "pivot": {}, "scale": {}, {})",
                                         vector(from), vector(to), vector(position), vector(pivot), scale, rotation));
    const PosedShape posed = posedShape(body);
    const double half =
        planar ? std::get<Capsule2>(posed.shape).half_length : std::get<Capsule>(posed.shape).half_length;
    const Vec3 along = planar ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Mat3 expected = planar ? matrixOfAngle(angle) : matrixAbout(normalizedOr({1, 2, -1}, {}), angle);
    const Vec3 ends[] = {inWorld(body, -half * along), inWorld(body, half * along)};
    const Vec3 wanted[] = {position + expected * (scale * (from - pivot)),
                           position + expected * (scale * (to - pivot))};
    // A capsule mirrored by its scale is the same capsule with its ends exchanged.
    const double straight = length(ends[0] - wanted[0]) + length(ends[1] - wanted[1]);
    const double exchanged = length(ends[0] - wanted[1]) + length(ends[1] - wanted[0]);
    worst = std::max(worst, scale < 0 ? exchanged : straight);
    rotated += from.x != to.x ? 1 : 0;
  }
  std::printf("worst end %.3g m\n", worst);
  EXPECT_GT(rotated, 300);
  EXPECT_LT(worst, 2e-14);
}

TEST(BodyForms, SegmentsCylindersAndConesHaveEndsToo) {
  const Body segment = bodyOf("2d", R"("shape": {"type": "segment", "from": [1, 1], "to": [1, 5]})");
  EXPECT_EQ(inWorld(segment, {-2, 0, 0}), (Vec3{1, 1, 0})) << "exactly: a quarter turn";
  EXPECT_EQ(inWorld(segment, {2, 0, 0}), (Vec3{1, 5, 0}));
  EXPECT_EQ(segment.position, (Vec3{0, 0, 0})) << "the body keeps its own origin, which it rotates about";
  const Body cone = bodyOf("3d", R"("shape": {"type": "cone", "from": [0, 0, 1], "to": [0, 0, 4], "radius": 1})");
  EXPECT_EQ(inWorld(cone, {0, 1.5, 0}), (Vec3{0, 0, 4})) << "the apex is at \"to\"";
  const Body point = bodyOf("3d", R"("shape": {"type": "capsule", "from": [1, 2, 3], "to": [1, 2, 3], "radius": 1})");
  EXPECT_EQ(std::get<Capsule>(point.shape).half_length, 0);
  EXPECT_EQ(inWorld(point, {0, 0, 0}), (Vec3{1, 2, 3}));
  const auto refuse = [](const std::string& members, const std::string& where, const std::string& message) {
    expectRefusal("3d", R"("shape": {"type": "capsule", "radius": 1, )" + members, where, message);
  };
  refuse(R"("from": [0, 0, 0]})", "/shape/to", "an array of 3 numbers");
  refuse(R"("from": [0, 0, 0], "to": [0, 1, 0], "half_length": 1})", "/shape/half_length", "found both");
  refuse(R"("from": [0, 0, 0], "to": [0, 1, 0]}, "scale": [1, 2, 1])", "/scale", "one factor");
}

TEST(BodyForms, AreSavedAsTheyWereGivenUntilTheyChange) {
  const std::string bodies[] = {
      R"({"id":"A","shape":{"type":"capsule","from":[0,0,1],"to":[0.5,0,4],"radius":0.5},"position":[1,2,3],"pivot":[0,1,0],"rotation":[0,0,0,1]})",
      R"({"id":"A","shape":{"type":"box","half_extents":[1,2,3]},"position":[1,2,3],"axis_angle":{"axis":[0,0,2],"angle_deg":90}})",
      R"({"id":"A","shape":{"type":"box","half_extents":[1,2,3]},"position":[1,2,3],"euler":{"order":"ZXZ","angles_deg":[10,20,30]}})",
  };
  for (const std::string& body : bodies) {
    auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [)" + body + "]}", "t.json");
    ASSERT_TRUE(loaded) << describe(loaded.error());
    Json saved = test::parsed(writeCase(loaded->document));
    const Json wanted = test::parsed(body);
    for (const auto& [key, value] : wanted.members())
      EXPECT_EQ(compactJson(saved["bodies"][0][key]), compactJson(value)) << body;
    EXPECT_EQ(saved["bodies"][0].size(), wanted.size()) << compactJson(saved);
    // Bit-exact files have the numbers themselves.
    const auto exact = parseCase(writeCase(loaded->document, NumberStyle::kHexFloat), "t.json");
    ASSERT_TRUE(exact) << describe(exact.error());
    EXPECT_EQ(poseOf(exact->document.bodies[0]).rotation, poseOf(loaded->document.bodies[0]).rotation);
    EXPECT_EQ(poseOf(exact->document.bodies[0]).position, poseOf(loaded->document.bodies[0]).position);
    const Body& held = loaded->document.bodies[0];
    ASSERT_TRUE(apply(loaded->document, SetTransform{"A", held.position, Quat{0, 0, 1, 0}}));
    saved = test::parsed(writeCase(loaded->document));
    EXPECT_EQ(compactJson(saved["bodies"][0]["rotation"]), "[0,0,1,0]") << "an edit is what counts";
    EXPECT_FALSE(saved["bodies"][0].contains("euler") || saved["bodies"][0].contains("axis_angle") ||
                 saved["bodies"][0]["shape"].contains("from"));
  }
}

TEST(BodyForms, NegativeFactorsMirror) {
  const auto corners = [](const std::string& type, const std::string& scale) {
    const Body body =
        bodyOf("3d", R"("shape": {"type": ")" + type + R"(", "vertices": [[0,0,0],[1,0,0],[0,2,0],[0,0,3]])" +
                         (type == "mesh" ? R"(, "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]])" : "") +
                         R"(}, "scale": )" + scale);
    return posedShape(body).shape;
  };
  const Hull hull = std::get<Hull>(corners("hull", "[-1, 1, 2]"));
  EXPECT_EQ(hull.data->points[1], (Vec3{-1, 0, 0}));
  EXPECT_EQ(hull.data->points[3], (Vec3{0, 0, 6}));
  for (const PolytopeFace& face : hull.data->polytope.faces) {
    const Vec3 a = hull.data->polytope.vertices[face.loop[0]];
    EXPECT_LT(dot(face.normal, Vec3{-0.1, 0.1, 0.1} - a), 0) << "outward";
  }
  const Mesh mesh = std::get<Mesh>(corners("mesh", "[-1, 1, 2]")),
             twice = std::get<Mesh>(corners("mesh", "[-1, -1, 2]"));
  EXPECT_TRUE(mesh.data->closed && twice.data->closed);
  EXPECT_NEAR(windingNumber(*mesh.data, {-0.1, 0.1, 0.1}), 1, 1e-12) << "still outward";
  EXPECT_NEAR(windingNumber(*twice.data, {-0.1, -0.1, 0.1}), 1, 1e-12);
  const Polygon polygon = std::get<Polygon>(
      posedShape(bodyOf("2d", R"("shape": {"type": "polygon", "vertices": [[0,0],[2,0],[0,1]]}, "scale": [-1, 1])"))
          .shape);
  EXPECT_EQ(polygon.vertices[1], (Vec2{-2, 0}));
  EXPECT_EQ(std::get<Box>(posedShape(bodyOf("3d", kBox + R"("scale": [-1, 2, 1])")).shape).half_extents,
            (Vec3{1, 4, 3}));
  EXPECT_EQ(std::get<Sphere>(
                posedShape(bodyOf("3d", R"("shape": {"type": "sphere", "radius": 2}, "scale": [-1, 1, 1])")).shape)
                .radius,
            2);
  const std::string tetrahedron =
      R"("shape": {"type": "hull", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "margin": 0.1}, "scale": )";
  for (const char* const scale : {"[-0.5, 0.5, 0.5]", "[0.5, -0.5, 0.5]", "-0.5"}) {
    EXPECT_EQ(std::get<Rounded<Hull>>(posedShape(bodyOf("3d", tetrahedron + scale)).shape).margin, 0.05) << scale;
  }
  expectRefusal("3d", kBox + R"("scale": [1, 0, 1])", "/scale", "other than 0");
  expectRefusal("3d", R"("shape": {"type": "cone", "half_length": 1, "radius": 1}, "scale": [1, -1, 1])", "/scale",
                "rotation");
}

TEST(BodyForms, AHalfSpaceMirroredAlongItsNormalHoldsWhatWasOutside) {
  const auto verdict = [](const std::string& space, const std::string& half_space, const std::string& ball) {
    const auto loaded = parseCase(R"({"sepax": 1, "space": ")" + space + R"(", "bodies": [{"id": "A",
        "shape": {"type": "half_space"}, )" +
                                      half_space + R"(}, {"id": "B", "shape": )" + ball + "}]}",
                                  "t.json");
    EXPECT_TRUE(loaded);
    return testPair(loaded->document, {"A", "B"})->answer.verdict;
  };
  const std::string ball = R"({"type": "sphere", "radius": 0.5}, "position": [0, 1, 0])",
                    disc = R"({"type": "circle", "radius": 0.5}, "position": [0, 1])";
  EXPECT_EQ(verdict("3d", R"("scale": [1, 1, 1])", ball), Verdict::kSeparated);
  EXPECT_EQ(verdict("3d", R"("scale": [1, -1, 1])", ball), Verdict::kOverlapping);
  EXPECT_EQ(verdict("3d", R"("scale": -2, "pivot": [0, 1, 0])", ball), Verdict::kSeparated) << "everything above y = 2";
  EXPECT_EQ(verdict("3d", R"("scale": [-1, 1, -1])", ball), Verdict::kSeparated);
  EXPECT_EQ(verdict("2d", R"("scale": [1, -1])", disc), Verdict::kOverlapping);
  EXPECT_EQ(verdict("2d", R"("scale": [-1, 1])", disc), Verdict::kSeparated);
}

TEST(BodyForms, ShapesBetweenTheirEndsKeepTheirMiddleHoweverFarTheBodyIs) {
  // The middle, 0.7 m from the body's position, was rounded to the 1.5e-8 m that doubles resolve there.
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "capsule", "from": [0.1, 0, 0], "to": [1.3, 0, 0], "radius": 0.125},
       "position": [67108864, 0, 0]},
      {"id": "B", "shape": {"type": "sphere", "radius": 0.25}, "position": [67108865.671875, 0, 0],
       "linear_velocity": [0.5, 0, 0]}],
    "queries": [{"type": "contains", "body": "A", "point": [67108865.5, 0, 0]},
                {"type": "ray", "body": "A", "origin": [67108866, 0, 0], "direction": [-1, 0, 0], "length": 9},
                {"type": "sweep", "pair": ["A", "B"], "duration": 1}]})",
                                "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  for (const char* const algorithm : {"sat", "gjk-epa", "exact", "brute-force"}) {
    const auto report = testPair(loaded->document, {"A", "B"}, algorithm);
    ASSERT_TRUE(report) << algorithm;
    EXPECT_NEAR(report->answer.separation, -0.003125, 1e-12) << algorithm;
    EXPECT_NEAR(report->answer.closest_a.x, 67108865.425, 1e-8) << algorithm;
  }
  const auto swapped = testPair(loaded->document, {"B", "A"});
  EXPECT_NEAR(swapped->answer.separation, -0.003125, 1e-12);
  const auto answers = answerQueries(loaded->document);
  ASSERT_TRUE(answers);
  EXPECT_NEAR(std::get<ContainsReport>((*answers)[0].answer).signed_distance, 0.075, 1e-12);
  EXPECT_NEAR(std::get<RayReport>((*answers)[1].answer).hits.at(0).hit.distance, 0.575, 1e-12);
  EXPECT_NEAR(*std::get<SweepReport>((*answers)[2].answer).exit_time, 0.00625, 1e-12);
}

TEST(BodyForms, VolumesAreFittedInTheBodySpaceOfTheFile) {
  // They were fitted around the segment's own middle: none held it.
  for (const double scale : {1.0, 2.0, -1.0}) {
    const auto loaded = parseCase(fmt::format(R"({{"sepax": 1, "space": "3d", "bodies": [
        {{"id": "A", "shape": {{"type": "segment", "from": [1, 0, 0], "to": [3, 0.5, 0]}}, "scale": {}}}],
        "queries": [{{"type": "fit", "body": "A", "volumes": ["sphere", "aabb", "box_min"]}}]}})",
                                              scale),
                                  "t.json");
    ASSERT_TRUE(loaded) << describe(loaded.error());
    const auto answers = answerQueries(loaded->document);
    ASSERT_TRUE(answers);
    const auto& volumes = std::get<FitReport>(answers->front().answer).volumes;
    ASSERT_EQ(volumes.size(), 3u);
    const Vec3 from = scale * Vec3{1, 0, 0}, to = scale * Vec3{3, 0.5, 0};
    const Ball& ball = std::get<Ball>(volumes[0].shape);
    EXPECT_LT(length(ball.centre - (from + to) / 2.0), 1e-12);
    EXPECT_NEAR(ball.radius, length(to - from) / 2, 1e-12);
    for (const FittedVolume& volume : volumes) {
      FittedVolume grown = volume;
      if (auto* const box = std::get_if<OrientedBox>(&grown.shape)) box->half_extents += Vec3{1e-12};
      if (auto* const around = std::get_if<Ball>(&grown.shape)) around->radius += 1e-12;
      if (auto* const box = std::get_if<MinMaxBox>(&grown.shape)) {
        box->min -= Vec3{1e-12};
        box->max += Vec3{1e-12};
      }
      EXPECT_TRUE(encloses(grown, from) && encloses(grown, to)) << scale;
    }
  }
}

}  // namespace
}  // namespace sepax
