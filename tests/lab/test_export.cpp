#include "lab/export.h"

#include "core/process.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "geom/compound_data.h"
#include "geom/random.h"
#include "geom/rounded.h"
#include "lab/pair_text.h"
#include "lab/paste/paste.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

// What goes out comes back: every form with random shapes, places and rotations.

namespace sepax {
namespace {

/// What goes out in words that are not read, or as what holds it and more.
const std::set<std::string> kOneWay = {
    "bullet tapered_capsule", "markdown tapered_capsule", "markdown half_space", "matter2d polygon", "physx hull",
    "rapier2d capsule"};

/// A shape of a kind that the form has, with sizes that halve and double without rounding.
std::vector<Shape> shapesOf(const ApiForm& form, SplitMix64& random) {
  const auto size = [&] { return random.in(0.01, 10); };
  const auto has = [&](const char* kind) {
    const char* const space = form.space == Space::k2d ? "2d " : " ";
    return !form.shape(kind).empty() && !kOneWay.contains(form.name + space + kind);
  };
  std::vector<Shape> shapes;
  const bool is_planar = form.space == Space::k2d;
  if (is_planar) {
    shapes = {Box2{{size(), size()}}};
    if (has("circle")) shapes.emplace_back(Circle{size()});
    if (has("capsule")) shapes.emplace_back(Capsule2{size(), size()});
    if (has("polygon")) shapes.emplace_back(Polygon{{{size(), 0}, {0, size()}, {-size(), -0.005}}});
    return shapes;
  }
  shapes = {Sphere{size()}, Box{{size(), size(), size()}}};
  if (has("capsule")) shapes.emplace_back(Capsule{size(), size()});
  if (has("cylinder")) shapes.emplace_back(Cylinder{size(), size()});
  if (has("cone")) shapes.emplace_back(Cone{size(), size()});
  if (has("tapered_capsule")) shapes.emplace_back(TaperedCapsule{size(), size(), size()});
  if (has("ellipsoid")) shapes.emplace_back(Ellipsoid{{size(), size(), size()}});
  if (has("hull")) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) points.push_back(size() * random.direction());
    shapes.emplace_back(*makeHull(points));
  }
  return shapes;
}

std::string boxOf(const Vec3& v) { return fmt::format("{} {} {}", v.x, v.y, v.z); }

/// The pose as bits, whatever it is held as.
std::string poseText(const Body& body) {
  const Mat3* const held = std::get_if<Mat3>(&body.rotation);
  const Mat3 m = held != nullptr ? *held : matrixOf(body.rotation);
  return boxOf(body.position) + " | " + boxOf(m[0]) + " | " + boxOf(m[1]) + " | " + boxOf(m[2]);
}

std::string shapeText(const Body& body) {
  Document document;
  document.space = isPlanar(body.shape) ? Space::k2d : Space::k3d;
  Body plain;
  plain.id = "A";
  plain.shape = body.shape;
  if (isPlanar(body.shape)) plain.rotation = 0.0;
  document.bodies.push_back(plain);
  return writeCase(document, NumberStyle::kHexFloat);
}

/// Asks of each form. No parameter of a suite: each start of the program would read the forms for their names.
void expectOfEachForm(void (*expect)(const ApiForm& form)) {
  EXPECT_GT(exportForms().size(), 20u);
  for (const ApiForm* form : exportForms()) {
    SCOPED_TRACE(form->name + (form->space == Space::k2d ? "2d" : ""));
    expect(*form);
  }
}

/// A source that speaks of every engine and library: the rows of none of them are meant by it.
std::string sourceOfAll() {
  std::string names;
  for (const Api& api : apis()) names += (names.empty() ? "" : ", ") + api.name + " " + api.title;
  return names;
}

void expectTheSameBits(const ApiForm& form) {
  SplitMix64 random{7};
  int pairs = 0;
  for (int round = 0; round < 40; ++round) {
    const std::vector<Shape> shapes = shapesOf(form, random);
    for (const Shape& a : shapes) {
      Document document;
      document.name = "random";
      document.source = sourceOfAll();
      document.space = form.space;
      for (const Shape& shape : {a, shapes[random.next() % shapes.size()]}) {
        Body body;
        body.id = freshId(document);
        body.shape = shape;
        body.position = random.point(10);
        if (form.space == Space::k2d) body.position.z = 0;
        body.rotation = form.space == Space::k2d ? Rotation(random.in(-3, 3)) : Rotation(random.rotation());
        // The bits of a shape that lies along another axis go through a matrix there, or are lost.
        const bool is_turned =
            form.axis != 'y' && form.space == Space::k3d &&
            (std::get_if<Capsule>(&shape) || std::get_if<Cylinder>(&shape) || std::get_if<Cone>(&shape));
        if (is_turned && form.pose_matrix.empty()) body.rotation = Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
        document.bodies.push_back(std::move(body));
      }
      const auto text = exportText(document, form, nullptr);
      ASSERT_TRUE(text) << describe(text.error());
      const auto pasted = pasteText(*text);
      ASSERT_TRUE(pasted) << describe(pasted.error());
      ASSERT_EQ(pasted->document.bodies.size(), 2u) << *text << bodiesText(pasted->document);
      ASSERT_TRUE(pasted->missing.empty()) << *text << pasted->missing.front();
      ASSERT_TRUE(pasted->doubts.empty()) << *text << pasted->doubts.front();
      for (std::size_t i = 0; i < 2; ++i) {
        ASSERT_EQ(shapeText(pasted->document.bodies[i]), shapeText(document.bodies[i])) << *text;
        // Without matrices a shape along another axis may come back rotated about its own.
        const bool is_turned = std::holds_alternative<Mat3>(document.bodies[i].rotation);
        if (is_turned) {
          ASSERT_EQ(matrixOf(pasted->document.bodies[i].rotation)[1], matrixOf(document.bodies[i].rotation)[1])
              << *text;
        } else {
          ASSERT_EQ(poseText(pasted->document.bodies[i]), poseText(document.bodies[i])) << *text;
        }
      }
      ++pairs;
    }
  }
  EXPECT_GE(pairs, 40);
}

TEST(Form, ComesBackToTheSameBits) { expectOfEachForm(expectTheSameBits); }

TEST(Form, IsNeverReadCertainlyAndWrongly) {
  // Margins and chains that forms have words for come back.
  const std::map<std::string, std::string> certain{
      {"rounded-shapes.json", " bullet coal gtest jolt markdown parry rapier "},
      {"ellipsoids.json", " coal gtest markdown "},
      {"one-sided-chain.json", " gtest markdown "},
      {"capsule-hull.json", " box3d bullet coal fcl gtest jolt libccd markdown ode rapier "},
      {"sphere-mesh.json", " cannon "},
      {"kissing-boxes.json", " jolt libccd "}};
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SEPAX_SOURCE_DIR "/assets/cases")) {
    if (entry.path().extension() != ".json") continue;
    const std::string file = entry.path().filename().string();
    const Document document = loadCase(entry.path().string()).value().document;
    const auto pair = firstPair(document);
    if (!pair) continue;
    const auto reference = testPair(document, *pair);
    ASSERT_TRUE(reference) << file;
    for (const ApiForm* const form : exportForms()) {
      if (form->space != document.space) continue;
      const auto text = exportText(document, *form, &*pair);
      if (!text) continue;
      const auto pasted = pasteText(*text);
      ASSERT_TRUE(pasted) << file << " as " << form->name;
      const auto wanted = certain.find(file);
      const bool is_wanted =
          wanted != certain.end() && wanted->second.find(" " + form->name + " ") != std::string::npos;
      EXPECT_TRUE(pasted->isCertain() || !is_wanted)
          << file << *text << (pasted->doubts.empty() ? "" : pasted->doubts.front());
      if (!pasted->isCertain()) continue;
      const auto here = pastedReport(*pasted);
      ASSERT_TRUE(here) << file << *text;
      EXPECT_EQ(here->answer.verdict, reference->answer.verdict) << file << *text;
      EXPECT_EQ(here->answer.endless, reference->answer.endless) << file << *text;
      EXPECT_TRUE(here->answer.endless || std::abs(here->answer.separation - reference->answer.separation) < 1e-5)
          << file << *text;
      ++read;
    }
  }
  EXPECT_GT(read, 150u);
}

void expectPlanesWhereTheyWere(const ApiForm& form) {
  if (form.shape("half_space").empty() || kOneWay.contains(form.name + " half_space")) return;
  if (form.space == Space::k2d) return;  // no lines of the plane are read
  SplitMix64 random{5};
  for (int round = 0; round < 20; ++round) {
    Document document;
    for (const Shape& shape : {Shape(HalfSpace{}), Shape(Box{})}) {
      Body body;
      body.id = freshId(document);
      body.shape = shape;
      body.position = random.point(10);
      body.rotation = random.rotation();
      document.bodies.push_back(std::move(body));
    }
    const std::string text = exportText(document, form, nullptr).value();
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << describe(pasted.error()) << text;
    ASSERT_EQ(pasted->document.bodies.size(), 2u) << text;
    const auto found =
        std::ranges::find_if(pasted->document.bodies, [](const Body& body) { return isUnbounded(body.shape); });
    ASSERT_NE(found, pasted->document.bodies.end()) << text;
    const Pose is = posedShape(*found).pose, was = posedShape(document.bodies[0]).pose;
    constexpr double kRounding = 1e-12;
    EXPECT_LT(glm::length(halfSpaceNormal(is) - halfSpaceNormal(was)), kRounding) << text;
    EXPECT_LT(std::abs(heightAbove(was, is.position)), kRounding) << text;
  }
}

TEST(Form, ItsPlanesComeBackWhereTheyWere) { expectOfEachForm(expectPlanesWhereTheyWere); }

/// Builds an exported test with a function of the user's that answers what its environment says.
std::string builtTest(const std::string& test) {
  EXPECT_EQ(test.rfind("// C++20", 0), 0u) << "older ones do not compile it";
  const std::string folder = scratchFolder(), program = folder + "/pair_test";
  std::ofstream(program + ".cpp") << test;
  std::ofstream(folder + "/collide.h") << R"(#include <cstdio>
#include <algorithm>
#include <cmath>
#include <cstdlib>
template <class... T> Answer collide(const T&...) {
  Answer out{};
  int overlapping = 0;
  std::sscanf(std::getenv("SAYS"), "%d %lf %lf %lf %lf", &overlapping, &out.separation, &out.normal[0], &out.normal[1],
              &out.normal[2]);
  out.overlapping = overlapping != 0;
  return out;
}
)";
  const auto built = runChild(
      {"/usr/bin/c++", "-std=c++20", "-O0", program + ".cpp", "-lgtest_main", "-lgtest", "-pthread", "-o", program}, {},
      {});
  EXPECT_TRUE(built && built->exit_code == 0) << (built ? built->error_text : describe(built.error())) << test;
  return program;
}

bool passesWith(const std::string& program, const char* answer) {
  ::setenv("SAYS", answer, 1);
  const auto run = runChild({program}, {}, {});
  return run && run->exit_code == 0;
}

TEST(Export, AGoogleTestFailsWhereTheVerdictTheDepthOrTheNormalIsWrong) {
  Document document;
  for (const double x : {0.0, 1.5}) {
    Body body;
    body.id = freshId(document);
    body.shape = Box{{1, 1, 1}};
    body.position.x = x;
    document.bodies.push_back(std::move(body));
  }
  const std::string test = exportText(document, *findExportForm("gtest", Space::k3d), nullptr).value();
  const std::string program = builtTest(test);
  EXPECT_TRUE(passesWith(program, "1 -0.5 1 0 0"));
  for (const char* wrong : {"0 -0.5 1 0 0", "1 -0.4 1 0 0", "1 -0.5 -1 0 0"})
    EXPECT_FALSE(passesWith(program, wrong)) << wrong;
  document.bodies[1].position = {1.5, 1.5, 0};
  const std::string two_normals = exportText(document, *findExportForm("gtest", Space::k3d), nullptr).value();
  const std::string either = builtTest(two_normals);
  for (const char* right : {"1 -0.5 0 1 0", "1 -0.5 1 0 0"}) EXPECT_TRUE(passesWith(either, right)) << right;
  EXPECT_FALSE(passesWith(either, "1 -0.5 nan 0 0")) << two_normals;
  Document alone = document;
  alone.bodies.pop_back();
  EXPECT_FALSE(exportText(alone, *findExportForm("gtest", Space::k3d), nullptr)) << "a test without an assertion";
  // Corner to corner the widest gap along an axis is 1.5, the distance 2.1656: a function may give either.
  document.bodies[1].position = {3, 3.2, 3.5};
  const std::string corners = builtTest(exportText(document, *findExportForm("gtest", Space::k3d), nullptr).value());
  for (const char* right : {"0 1.5 0 0 1", "0 2.165640783 0.461757 0.554109 0.692636"})
    EXPECT_TRUE(passesWith(corners, right)) << right;
  for (const char* wrong : {"0 1.4 0 0 1", "0 2.2 0 0 1", "1 -1.5 0 0 1"})
    EXPECT_FALSE(passesWith(corners, wrong)) << wrong;
}

TEST(Export, WritesNamesThatMarkdownShowsAsTheyAre) {
  Document document;
  document.name = "a `b`";
  for (const char* id : {"A|x", "*y*"}) {
    Body body;
    body.id = id;
    body.shape = Sphere{};
    document.bodies.push_back(std::move(body));
  }
  const std::string text = exportText(document, *findExportForm("markdown", Space::k3d), nullptr).value();
  EXPECT_NE(text.find("> a \\`b\\`, A\\|x to \\*y\\*\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" from A\\|x to \\*y\\*\n"), std::string::npos) << text;
  const std::string code = exportText(document, *findExportForm("jolt", Space::k3d), nullptr).value();
  EXPECT_NE(code.find("// a `b`, A|x to *y*\n"), std::string::npos) << code;
}

TEST(Export, AssertsNoNumberOfHalfSpacesThatOverlapWithoutEnd) {
  Document document;
  for (const double x : {0.0, 1.5}) {
    Body body;
    body.id = freshId(document);
    body.shape = HalfSpace{};
    body.position.y = x;
    document.bodies.push_back(std::move(body));
  }
  for (const char* form : {"gtest", "markdown", "bullet"}) {
    const std::string text = exportText(document, *findExportForm(form, Space::k3d), nullptr).value();
    EXPECT_NE(text.find("overlapping without end"), std::string::npos) << text;
    EXPECT_EQ(text.find("separation 0"), std::string::npos) << text;
    EXPECT_EQ(text.find("answer.separation"), std::string::npos) << text;
    EXPECT_EQ(text.find("answer.normal"), std::string::npos) << text;
    EXPECT_EQ(text.find("answer.overlapping, true") != std::string::npos, std::string_view(form) == "gtest") << text;
  }
  const PairAnswer answer = testPair(document, {"A", "B"})->answer;
  const std::string table = juryMarkdown(answer, {}, Space::k3d);
  EXPECT_NE(table.find("overlapping | without end |  | |"), std::string::npos) << table;
}

TEST(Export, LetsTheBodiesOfMuJoCoMoveForThoseThatStayAreNeverTested) {
  Document document;
  const Shape shapes[] = {makeCompound({{"one", Sphere{}, {}}, {"two", Box{}, {}}}, false).value(), HalfSpace{}};
  for (const Shape& shape : shapes) {
    Body body;
    body.id = freshId(document);
    body.shape = shape;
    document.bodies.push_back(std::move(body));
  }
  const std::string text = exportText(document, *findExportForm("mujoco", Space::k3d), nullptr).value();
  const std::size_t joint = text.find("<freejoint/>");
  ASSERT_NE(joint, std::string::npos) << text;
  EXPECT_EQ(text.substr(0, joint).find("<body"), text.rfind("<body", joint)) << "the outermost body's: " << text;
  EXPECT_EQ(text.find("<freejoint/>", joint + 1), std::string::npos) << "neither a child's nor the plane's: " << text;
}

TEST(Export, EndsNoCommentOfCWithABackslash) {
  Document document;
  document.space = Space::k3d;
  document.source = "C:\\bugs\\ ";
  for (const char* id : {"A", "hull\\"}) {
    Body body;
    body.id = id;
    body.shape = Box{};
    document.bodies.push_back(body);
  }
  const std::string text = exportText(document, *findExportForm("gtest", Space::k3d), nullptr).value();
  ASSERT_NE(text.find("hull\\"), std::string::npos) << text;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
    const std::size_t last = text.find_last_not_of(" \t\n", at);
    EXPECT_TRUE(last == std::string::npos || text[last] != '\\') << text.substr(0, at);
  }
}

TEST(Export, WritesNoTwoDashesIntoAComment) {
  Document document;
  document.space = Space::k3d;
  document.name = "a --> b --- \xEF\xBF\xBE";
  document.source = "--";
  for (const char* id : {"A--1", "B"}) {
    Body body;
    body.id = id;
    body.shape = Box{};
    document.bodies.push_back(body);
  }
  const std::string text = exportText(document, *findExportForm("mujoco", Space::k3d), nullptr).value();
  EXPECT_NE(text.find("a - -> b - - -"), std::string::npos) << text;
  EXPECT_EQ(text.find("\xEF\xBF\xBE"), std::string::npos) << "XML has no U+FFFE";
  for (std::size_t at = 0; (at = text.find("<!--", at)) != std::string::npos;) {
    at += 4;
    const std::size_t end = text.find("--", at);
    ASSERT_NE(end, std::string::npos);
    EXPECT_EQ(text.substr(end, 3), "-->") << text;
    EXPECT_EQ(text[end + 3], '\n') << text;
  }
}

TEST(Export, WritesParrysTypesOfTheVersionThatItNames) {
  Document document;
  for (const Shape& shape : {Shape(HalfSpace{}), Shape(Triangle{})}) {
    Body body;
    body.id = freshId(document);
    body.shape = shape;
    document.bodies.push_back(std::move(body));
  }
  const ApiForm& form = *findExportForm("parry", Space::k3d);
  EXPECT_EQ(form.title, "Rust for parry 0.26");
  const std::string text = exportText(document, form, nullptr).value();
  EXPECT_NE(text.find("HalfSpace::new(Vector::new("), std::string::npos) << text;
  EXPECT_NE(text.find("Pose::from_parts(Vector::new("), std::string::npos) << text;
  for (const char* gone : {"Isometry::", "Point::", "Translation::", "Unit::", "UnitQuaternion"})
    EXPECT_EQ(text.find(gone), std::string::npos) << text;
}

TEST(Export, WritesHeightfieldsAsMuJoCoHasThem) {
  Document document;
  Body body;
  body.id = "A";
  body.shape = makeHeightfield({{1, 2, 3}, {4, 5, 6.5}}, {2, 3}).value();
  document.bodies.push_back(body);
  const std::string text = exportText(document, *findExportForm("mujoco", Space::k3d), nullptr).value();
  // Its y is our x, its x our z, and the first row of a text is the one of the greatest y.
  for (const char* part : {"nrow=\"3\" ncol=\"2\" size=\"1.5 2 5.5 0.001\" elevation=\"3 6.5 2 5 1 4\"",
                           "pos=\"0 1 0\" quat=\"0.5 -0.5 -0.5 -0.5\""})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(text.find("<mesh"), std::string::npos) << text;
  EXPECT_EQ(text.find("freejoint"), std::string::npos) << "the ground does not move: " << text;
}

TEST(Export, WritesHeightfieldsWhoseCellsAreNoSquaresAsMeshesForCannon) {
  for (const double depth : {2.0, 3.0}) {
    Document document;
    Body body;
    body.id = "A";
    body.shape = makeHeightfield({{1, 2, 3}, {4, 5, 6}}, {2, depth}).value();
    document.bodies.push_back(body);
    const std::string text = exportText(document, *findExportForm("cannon", Space::k3d), nullptr).value();
    EXPECT_EQ(text.find("CANNON.Heightfield([[3, 6], [2, 5], [1, 4]], {elementSize: 2})") != std::string::npos,
              depth == 2.0)
        << text;
    EXPECT_EQ(text.find("CANNON.Trimesh(") != std::string::npos, depth != 2.0) << text;
  }
}

TEST(Export, WritesThePlanesOfHullsForOde) {
  Document document;
  Body body;
  body.id = "A";
  body.shape = *makeHull({{1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}});
  document.bodies.push_back(body);
  const std::string text = exportText(document, *findExportForm("ode", Space::k3d), nullptr).value();
  for (const char* plane : {"-1, 0, 0, -1", "0, -1, 0, 0", "0.5773502691896258, 1.154700538379251"})
    EXPECT_NE(text.find(plane), std::string::npos) << plane << text;
  EXPECT_NE(text.find("dCreateConvex(nullptr, planesA, 4, *pointsA, 4, facesA)"), std::string::npos) << text;
}

TEST(Export, NamesTheVersionWhereALibrarysWordsChanged) {
  for (const auto& [form, title] : {std::pair{"jolt", "C++ for Jolt 5.2"},
                                    {"physx", "C++ for PhysX 5"},
                                    {"coal", "Python for coal 3"},
                                    {"mujoco", "XML for MuJoCo 3.3"},
                                    {"parry", "Rust for parry 0.26"}})
    EXPECT_EQ(findExportForm(form, Space::k3d)->title, title);
  EXPECT_EQ(findExportForm("box2d", Space::k2d)->title, "C for Box2D 3");
}

TEST(Export, NamesTheShapesThatAFormHas) {
  Document document;
  for (int i = 0; i < 2; ++i) {
    Body body;
    body.id = freshId(document);
    body.shape = Cone{};
    document.bodies.push_back(body);
  }
  const auto text = exportText(document, *findExportForm("physx", Space::k3d), nullptr);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message,
            "expected one of sphere, box, capsule, hull, mesh, half-space, compound for C++ for PhysX 5, found a cone");
}

TEST(Export, SaysWhatAFormLacksByTheShapesWholeName) {
  struct Case {
    Shape shape;
    const char* form;
    const char* message;
  };
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Polygon round{{}};
  for (int i = 0; i < 9; ++i) round.vertices.push_back({std::cos(0.6 * i), std::sin(0.6 * i)});
  const Case cases[] = {
      {Ellipsoid{}, "jolt", "found an ellipsoid"},
      {rounded(Box{}, 0.1).value(), "physx", "found a rounded box"},
      {rounded(*makeHull(corners), 0.1).value(), "jolt", "found a rounded hull"},
      {TaperedCapsule{}, "physx", "found a tapered capsule"},
      {makeMesh(corners, {{0, 1, 2}}).value(), "libccd", "found a mesh"},
      {makeHeightfield({{0, 1}, {1, 0}}, {1, 1}).value(), "libccd", "found a heightfield"},
      {makeCompound({{"one", Sphere{}, {}}}, false).value(), "fcl", "found a compound"},
      {makeCompound({{"one", Ellipsoid{}, {}}}, false).value(), "bullet", "found an ellipsoid"},
      {makeCompound({{"one", Circle{}, {}}}, true).value(), "box2d", "found a compound"},
      {HalfSpace2{}, "box2d_2", "found a half-space"},
      {makeCompound({{"one", Capsule2{}, {}}}, true).value(), "planck",
       "expected one of circle, box, rounded box, convex polygon, rounded polygon, segment for JavaScript for planck, "
       "found a capsule"},
      {Polygon{{{0, 0}, {4, 0}, {4, 4}, {3, 1}}}, "box2d", "found a concave polygon"},
      {round, "box2d", "expected at most 8 corners for C for Box2D 3, found 9"},
  };
  for (const Case& one : cases) {
    Document document;
    document.space = isPlanar(one.shape) ? Space::k2d : Space::k3d;
    Body body;
    body.id = "A";
    body.shape = one.shape;
    document.bodies.push_back(body);
    const auto text = exportText(document, *findExportForm(one.form, document.space), nullptr);
    ASSERT_FALSE(text) << one.message;
    EXPECT_NE(text.error().message.find(one.message), std::string::npos) << text.error().message;
  }
}

}  // namespace
}  // namespace sepax
