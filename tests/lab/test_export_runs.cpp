#include "lab/export.h"

#include "collide/pair/pair.h"
#include "core/process.h"
#include "format/case_reader.h"
#include "geom/compound_data.h"
#include "geom/random.h"
#include "geom/rounded.h"
#include "lab/jury/juror_install.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

// What goes out is compiled, and the engine answers as the reference does: each form whose library is here, with each
// kind of shape that it has.

namespace sepax {
namespace {

/// A form and how its engine is asked about the two bodies of a text.
struct Engine {
  const char* form;
  Space space;
  const char* package;  ///< of pkg-config, or of npm: a juror's
  const char* call;     ///< with the names that the form gives; in JavaScript they are exported
  double tolerance;     ///< of distances, metres
  const char* begin = "";
  int wrong = 0;  ///< answers that are the engine's own mistakes
};

void PrintTo(const Engine& engine, std::ostream* out) { *out << engine.package; }

constexpr const char* kOfPoses = "asked(shapeA, poseA, shapeB, poseB)";
constexpr const char* kOfColliders =
    "await asked(RAPIER, typeof colliderA === 'undefined' ? {colliders: collidersA, body: bodyA} : colliderA, "
    "typeof colliderB === 'undefined' ? {colliders: collidersB, body: bodyB} : colliderB)";
constexpr const char* kOfBodies = "asked(bodyA, bodyB)";
const Engine kEngines[] = {
    {"bullet", Space::k3d, "bullet", kOfPoses, 6e-3},
    {"fcl", Space::k3d, "fcl", kOfPoses, 1e-3, "", 1},
    {"ode", Space::k3d, "ode", "asked(shapeA, shapeB)", 0, "begin();", 4},  // its triangles have one side
    {"libccd", Space::k3d, "ccd", "asked(objectA, objectB, ccdSupport)", 0},
    {"box2d_2", Space::k2d, "box2d", kOfPoses, 1e-5},
};
const Engine kNodeEngines[] = {
    {"cannon", Space::k3d, "cannon-es", kOfBodies, 0, "", 2},  // its heightfields are solid
    {"planck", Space::k2d, "planck", kOfPoses, 1e-5},
    {"matter", Space::k2d, "matter-js", kOfBodies, 0, "", 1},       // its circles have corners
    {"rapier", Space::k3d, "rapier3d", kOfColliders, 6e-3, "", 1},  // a segment beside a round box: 7 mm off
    {"rapier", Space::k2d, "rapier2d", kOfColliders, 6e-3},
    // Its balls have corners, and the reference's normal is not always the way of the distance.
    {"three", Space::k3d, "three-obb",
     "asked(typeof meshA === 'undefined' ? planeA : meshA, typeof meshB === 'undefined' ? planeB : meshB, normal)",
     0.05, "", 4},
};

Shape compoundOf(const Shape& first, const Shape& second, bool planar) {
  const Quat turn = planar ? quaternionAbout({0, 0, 1}, 0.7) : quaternionAbout({0.6, 0, 0.8}, 0.7);
  return makeCompound({{"one", first, {{-0.5, 0.1, 0}, matrixOf(turn)}}, {"two", second, {{0.6, -0.2, 0}, Mat3(1)}}},
                      planar)
      .value();
}

/// One of each kind; numbers that are no floats, and no two alike.
std::vector<Shape> samples(Space space) {
  const auto withMargin = [](const Shape& shape) { return rounded(shape, 0.15).value(); };
  if (space == Space::k2d) {
    const Polygon triangle{{{-0.7, -0.4}, {0.9, -0.3}, {0.1, 1.1}}};
    return {Circle{0.7},
            Box2{{0.4, 0.9}},
            withMargin(Box2{{0.4, 0.9}}),
            Capsule2{0.6, 0.3},
            triangle,
            withMargin(triangle),
            Segment2{0.8},
            Polygon{{{0, 0}, {1.1, -0.4}, {0.3, 0.2}, {0.2, 0.9}}},
            HalfSpace2{},
            Point2{},
            Chain{},
            TaperedCapsule2{0.7, 0.5, 0.2},
            Ellipse{{0.3, 0.6}},
            withMargin(Ellipse{{0.3, 0.6}}),
            compoundOf(Circle{0.4}, Box2{{0.4, 0.3}}, true),
            compoundOf(withMargin(triangle), Segment2{0.5}, true)};
  }
  const std::vector<Vec3> corners{{-0.7, -0.3, -0.4}, {0.8, -0.4, -0.1}, {0.1, 0.9, -0.2}, {0, -0.1, 1.1}};
  const Hull hull = makeHull(corners).value();
  const Triangle triangle{{corners[0], corners[1], corners[2]}};
  return {Sphere{0.7},
          Box{{0.3, 0.6, 0.9}},
          withMargin(Box{{0.3, 0.6, 0.9}}),
          Capsule{0.8, 0.3},
          Cylinder{0.9, 0.4},
          withMargin(Cylinder{0.9, 0.4}),
          Cone{0.7, 0.6},
          withMargin(Cone{0.7, 0.6}),
          hull,
          withMargin(hull),
          TaperedCapsule{0.7, 0.5, 0.2},
          Ellipsoid{{0.3, 0.6, 0.9}},
          withMargin(Ellipsoid{{0.3, 0.6, 0.9}}),
          HalfSpace{},
          Segment3{0.8},
          Point3{},
          triangle,
          withMargin(triangle),
          makeMesh(corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}).value(),
          makeHeightfield({{0.1, 0, 0.3}, {0.2, -0.4, 0.1}}, {0.9, 0.9}).value(),
          compoundOf(Cylinder{0.4, 0.3}, Box{{0.4, 0.3, 0.5}}, false)};
}

struct Case {
  std::string kind_a, kind_b, text;
  double separation = 0;
  Vec3 normal{0.0};
};

/// Two bodies somewhere, rotated.
Document randomPair(const Shape& a, const Shape& b, Space space, SplitMix64& random) {
  Document document;
  document.space = space;
  for (const Shape& shape : {a, b}) {
    Body body;
    body.id = freshId(document);
    body.shape = shape;
    if (space == Space::k2d) {
      body.position = {random.in(-3, 3), random.in(-3, 3), 0};
      body.rotation = random.in(-3, 3);
    } else {
      body.position = random.point(3);
      body.rotation = random.rotation();
    }
    document.bodies.push_back(std::move(body));
  }
  return document;
}

/// Every kind beside every other: as they come, and moved to a little before and behind where they touch, where a
/// verdict says much about sizes and poses.
std::vector<Case> casesFor(const ApiForm& form) {
  constexpr double kNear = 0.04;
  SplitMix64 random{11};
  std::vector<Case> cases;
  const std::vector<Shape> shapes = samples(form.space);
  for (auto at = shapes.begin(); at != shapes.end(); ++at) {
    for (const Shape& b : std::span(at, shapes.end())) {
      if (isUnbounded(*at) && isUnbounded(b)) continue;
      Document document = randomPair(*at, b, form.space, random);
      for (const std::optional<double> gap : {std::optional<double>(), std::optional(kNear), std::optional(-kNear)}) {
        auto report = testPair(document, {"A", "B"});
        EXPECT_TRUE(report) << describe(report.error());
        if (gap) {
          document.bodies[1].position += (*gap - report->answer.separation) * report->answer.normal;
          report = testPair(document, {"A", "B"});
        }
        const auto text = exportText(document, form, nullptr);
        if (!text || std::abs(report->answer.separation) < kNear / 2) continue;
        const PairAnswer& answer = report->answer;
        cases.push_back({exportKind(*at), exportKind(b), *text,
                         answer.verdict == Verdict::kSeparated ? answer.distance : answer.separation, answer.normal});
      }
    }
  }
  return cases;
}

/// A program that prints an answer a line: "overlapping distance", a "?" for what the engine does not say.
std::string programOf(const Engine& engine, const std::string& head, const std::vector<Case>& cases) {
  std::string out = fmt::format("{}#include \"asked/{}.h\"\n#include <cstdio>\n", head, engine.form), table;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    out +=
        fmt::format("static Asked case{}() {{\n{}return {};\n}}\n", i, cases[i].text.substr(head.size()), engine.call);
    table += fmt::format("case{}, ", i);
  }
  return out + "int main() {\n  " + engine.begin + "\n  for (Asked (*each)() : {" + table + R"(}) {
    const Asked answer = each();
    answer ? std::printf("%d ", answer->overlapping) : std::printf("? ");
    answer && answer->distance ? std::printf("%.9g\n", *answer->distance) : std::printf("?\n");
  }
}
)";
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string textOf(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a child prints that is expected to end well.
std::string printedBy(const std::vector<std::string>& command) {
  const auto ran = runChild(command, {}, {});
  EXPECT_TRUE(ran && ran->exit_code == 0) << (ran ? ran->error_text : describe(ran.error()));
  return ran ? textOf(ran->output) : std::string();
}

/// What the program prints; nothing when the library is not here.
std::optional<std::string> answersOf(const Engine& engine, const std::vector<Case>& cases) {
  const auto flags = runChild({"/usr/bin/pkg-config", "--cflags", "--libs", engine.package}, {}, {});
  if (!flags || flags->exit_code != 0) return std::nullopt;
  const std::string program = scratchFolder() + "/" + engine.form;
  std::ofstream(program + ".cpp") << programOf(engine, findExportForm(engine.form, engine.space)->head, cases);
  std::vector<std::string> command{
      "/usr/bin/c++", program + ".cpp", "-o", program, "-I", SEPAX_SOURCE_DIR "/tests/lab"};
  for (const std::string& word : wordsOf(textOf(flags->output))) command.push_back(word);
  for (const char* const last : {"-std=c++20", "-O0"}) command.emplace_back(last);  // FCL's flags have an older one
  printedBy(command);
  return printedBy({program});
}

/// With a module a case, in a folder whose packages are the juror's.
std::optional<std::string> answersInNode(const Engine& engine, const std::vector<Case>& cases) {
  const std::string packages = fmt::format("{}/{}/node_modules", installedJurorFolder(), engine.package);
  if (programInPath("node").empty() || !std::filesystem::exists(packages)) return std::nullopt;
  const std::string folder = fmt::format("{}/{}", scratchFolder(), engine.package);
  std::filesystem::create_directories(folder);
  std::filesystem::create_directory_symlink(packages, folder + "/node_modules");
  std::filesystem::copy(fmt::format("{}/tests/lab/asked/{}.mjs", SEPAX_SOURCE_DIR, engine.form), folder + "/asked.mjs");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::ofstream(fmt::format("{}/case{}.mjs", folder, i))
        << cases[i].text
        << fmt::format(
               "import {{asked}} from './asked.mjs';\nconst normal = [{}, {}, {}];\nexport const answer = {};\n",
               cases[i].normal.x, cases[i].normal.y, cases[i].normal.z, engine.call);
  }
  std::ofstream(folder + "/main.mjs") << "for (let i = 0; i < " << cases.size() << R"(; ++i) {
  const {answer: {overlapping, distance}} = await import(`./case${i}.mjs`);
  console.log(overlapping === '?' ? overlapping : Number(overlapping), distance ?? '?');
}
)";
  return printedBy({programInPath("node"), folder + "/main.mjs"});
}

class ExportedPair : public testing::TestWithParam<Engine> {};

TEST_P(ExportedPair, IsAnsweredByTheEngineAsByTheReference) {
  const Engine& engine = GetParam();
  const ApiForm& form = *findExportForm(engine.form, engine.space);
  const std::vector<Case> cases = casesFor(form);
  const bool is_in_node = std::ranges::any_of(
      kNodeEngines, [&](const Engine& row) { return std::string_view(row.package) == engine.package; });
  const auto output = (is_in_node ? answersInNode : answersOf)(engine, cases);
  if (!output) GTEST_SKIP() << engine.package << " is not installed";
  const std::vector<std::string> words = wordsOf(*output);
  ASSERT_EQ(words.size(), 2 * cases.size());
  std::map<std::string, int> answered;
  std::string wrong;
  int wrong_count = 0, overlapping = 0, measured = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& one = cases[i];
    if (words[2 * i] == "?") continue;
    const bool is_measured = words[2 * i + 1] != "?" && one.separation > 0;
    const bool is_wrong = (words[2 * i] == "1") != (one.separation < 0) ||
                          (is_measured && std::abs(std::stod(words[2 * i + 1]) - one.separation) > engine.tolerance);
    if (is_wrong) wrong += fmt::format("{}\nanswer: {} {}\n\n", one.text, words[2 * i], words[2 * i + 1]);
    wrong_count += static_cast<int>(is_wrong);
    overlapping += static_cast<int>(one.separation < 0);
    measured += static_cast<int>(is_measured);
    for (const std::string& kind : {one.kind_a, one.kind_b}) ++answered[kind];
  }
  EXPECT_EQ(wrong_count, engine.wrong) << wrong;
  EXPECT_GE(overlapping, 5);
  EXPECT_EQ(measured > 0, engine.tolerance > 0);
  for (const auto& [kind, pattern] : form.shapes) EXPECT_GE(answered[kind], 3) << kind;
}

/// One program of all tests, each in a namespace of its own.
TEST(Export, AGoogleTestOfEachKindCompiles) {
  for (const Space space : {Space::k2d, Space::k3d}) {
    const ApiForm& form = *findExportForm("gtest", space);
    const std::vector<Case> cases = casesFor(form);
    std::set<std::string> kinds;
    std::string program = form.head.substr(0, form.head.find("TEST("));
    for (const Case& one : cases) {
      if (!kinds.insert(one.kind_b).second) continue;
      program += fmt::format("namespace case{} {{\n{}}}\n", kinds.size(), one.text.substr(form.head.find("TEST(")));
    }
    for (const std::string& kind : formKinds(space)) EXPECT_TRUE(kind == "aabb" || kinds.contains(kind)) << kind;
    const std::string folder = scratchFolder();
    // A std::tuple that is made of one pair is that pair.
    const std::string_view origin = space == Space::k2d ? "[0, 0]" : "[0, 0, 0]";
    const auto lone = parseCase(
        fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [
        {{"id": "A", "shape": {{"type": "compound", "children": [{{"shape": {{"type": "{}", "radius": 1}}}}]}}, "position": {}}},
        {{"id": "B", "shape": {{"type": "point"}}, "position": {}}}]}})",
                    space == Space::k2d ? "2d" : "3d", space == Space::k2d ? "circle" : "sphere", origin, origin),
        "lone", FilesBeside{});
    ASSERT_TRUE(lone) << describe(lone.error());
    const auto text = exportText(lone->document, form, nullptr);
    ASSERT_TRUE(text) << describe(text.error());
    program += fmt::format("namespace lone {{\n{}}}\n", text->substr(form.head.find("TEST(")));
    std::ofstream(folder + "/each.cpp") << program;
    std::ofstream(folder + "/collide.h") << R"(
        template <class T> constexpr bool is_child = false;
        template <class S, class P> constexpr bool is_child<Child<S, P>> = true;
        template <class T> constexpr bool is_shape = true;
        template <class... T> constexpr bool is_shape<std::tuple<T...>> = (is_child<T> && ...);
        template <class... T> Answer collide(const T&...) {
          static_assert((is_shape<T> && ...));
          return {};
        })";
    printedBy({"/usr/bin/c++", "-std=c++20", "-fsyntax-only", folder + "/each.cpp"});
  }
}

std::string engineName(const testing::TestParamInfo<Engine>& info) {
  std::string name = info.param.package;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(OfC, ExportedPair, testing::ValuesIn(kEngines), engineName);
INSTANTIATE_TEST_SUITE_P(OfNode, ExportedPair, testing::ValuesIn(kNodeEngines), engineName);

}  // namespace
}  // namespace sepax
