#include "lab/export.h"

#include "collide/pair/pair.h"
#include "core/process.h"
#include "geom/random.h"
#include "geom/rounded.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <optional>
#include <set>
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
  const char* package;  ///< of pkg-config
  const char* call;     ///< with the names that the form gives
  double tolerance;     ///< of distances, metres
  /// Kinds with which the engine answers no pair at all, for all that it has them.
  std::set<std::string> unasked = {};
};

const Engine kEngines[] = {
    {"bullet", Space::k3d, "bullet", "asked(shapeA, poseA, shapeB, poseB)", 2e-3},
    {"fcl", Space::k3d, "fcl", "asked(shapeA, poseA, shapeB, poseB)", 2e-5},
};

/// One of each kind; numbers that are no floats, and no two alike.
std::vector<Shape> samples(Space space) {
  if (space == Space::k2d) {
    return {Circle{0.7}, Box2{{0.4, 0.9}}, Capsule2{0.6, 0.3}, Polygon{{{-0.7, -0.4}, {0.9, -0.3}, {0.1, 1.1}}}};
  }
  const Hull hull = makeHull({{-0.7, -0.3, -0.4}, {0.8, -0.4, -0.1}, {0.1, 0.9, -0.2}, {0, -0.1, 1.1}}).value();
  return {Sphere{0.7}, Box{{0.3, 0.6, 0.9}},          Capsule{0.8, 0.3},          Cylinder{0.9, 0.4}, Cone{0.7, 0.6},
          Hull(hull),  TaperedCapsule{0.7, 0.5, 0.2}, Ellipsoid{{0.3, 0.6, 0.9}}, HalfSpace{}};
}

struct Case {
  std::string kind_a, kind_b, text;
  double separation = 0;
};

/// Every kind beside every other, near and farther away, rotated; those that nearly touch are left out.
std::vector<Case> casesFor(const ApiForm& form) {
  SplitMix64 random{11};
  std::vector<Case> cases;
  for (const Shape& a : samples(form.space)) {
    for (const Shape& b : samples(form.space)) {
      if (isUnbounded(a) && isUnbounded(b)) continue;
      for (const double reach : {0.7, 1.6, 2.9}) {
        Document document;
        document.space = form.space;
        for (const Shape& shape : {a, b}) {
          Body body;
          body.id = freshId(document);
          body.shape = shape;
          const bool is_second = !document.bodies.empty();
          const Vec3 from = is_second ? document.bodies.front().position : Vec3{0.0};
          if (form.space == Space::k2d) {
            const double way = random.in(-3, 3);
            body.position = from + (is_second ? reach : 1) * Vec3{std::cos(way), std::sin(way), 0};
            body.rotation = random.in(-3, 3);
          } else {
            body.position = from + (is_second ? reach : 1) * random.direction();
            body.rotation = random.rotation();
          }
          document.bodies.push_back(std::move(body));
        }
        const auto report = testPair(document, {"A", "B"});
        EXPECT_TRUE(report);
        constexpr double kNearlyTouching = 0.02;
        if (!report || std::abs(report->answer.separation) < kNearlyTouching) continue;
        const auto text = exportText(document, form, nullptr);
        if (!text) continue;
        const PairAnswer& answer = report->answer;
        cases.push_back({exportKind(a), exportKind(b), *text,
                         answer.verdict == Verdict::kSeparated ? answer.distance : answer.separation});
      }
    }
  }
  return cases;
}

/// A program that prints an answer a line: "overlapping distance", a "?" for what the engine does not say.
std::string programOf(const Engine& engine, const std::vector<Case>& cases) {
  std::string out = fmt::format("#include \"asked/{}.h\"\n#include <cstdio>\n", engine.form), table;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    out += fmt::format("static Asked case{}() {{\n{}return {};\n}}\n", i, cases[i].text, engine.call);
    table += fmt::format("case{}, ", i);
  }
  return out + "int main() {\n  for (Asked (*each)() : {" + table + R"(}) {
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

/// What the program prints; nothing when the library is not here.
std::optional<std::string> answersOf(const Engine& engine, const std::vector<Case>& cases) {
  const auto flags = runChild({"/usr/bin/pkg-config", "--cflags", "--libs", engine.package}, {}, {});
  if (!flags || flags->exit_code != 0) return std::nullopt;
  const std::string program = scratchFolder() + "/" + engine.form;
  std::ofstream(program + ".cpp") << programOf(engine, cases);
  std::vector<std::string> command{"/usr/bin/c++", "-std=c++20", "-O0",           "-I", SEPAX_SOURCE_DIR "/tests/lab",
                                   "-o",           program,      program + ".cpp"};
  for (const std::string& word : wordsOf(textOf(flags->output))) command.push_back(word);
  command.emplace_back("-std=c++20");  // FCL's flags have an older one
  const auto built = runChild(command, {}, {});
  EXPECT_TRUE(built && built->exit_code == 0) << (built ? built->error_text : describe(built.error()));
  const auto answered = runChild({program}, {}, {});
  EXPECT_TRUE(answered && answered->exit_code == 0) << (answered ? answered->error_text : describe(answered.error()));
  return answered ? textOf(answered->output) : std::string();
}

class ExportedPair : public testing::TestWithParam<Engine> {};

TEST_P(ExportedPair, IsAnsweredByTheEngineAsByTheReference) {
  const Engine& engine = GetParam();
  const ApiForm& form = *findExportForm(engine.form, engine.space);
  const std::vector<Case> cases = casesFor(form);
  const auto output = answersOf(engine, cases);
  if (!output) GTEST_SKIP() << engine.package << " is not installed";
  const std::vector<std::string> words = wordsOf(*output);
  ASSERT_EQ(words.size(), 2 * cases.size());
  std::map<std::string, int> answered, measured;
  int overlapping = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& one = cases[i];
    if (words[2 * i] == "?") continue;
    EXPECT_EQ(words[2 * i] == "1", one.separation < 0) << one.text;
    overlapping += static_cast<int>(one.separation < 0);
    for (const std::string& kind : {one.kind_a, one.kind_b}) ++answered[kind];
    if (words[2 * i + 1] == "?" || one.separation < 0) continue;
    EXPECT_NEAR(std::stod(words[2 * i + 1]), one.separation, engine.tolerance) << one.text;
    for (const std::string& kind : {one.kind_a, one.kind_b}) ++measured[kind];
  }
  EXPECT_GE(overlapping, 5);
  for (const auto& [kind, pattern] : form.shapes) EXPECT_GE(answered[kind], 3) << kind;
}

INSTANTIATE_TEST_SUITE_P(Every, ExportedPair, testing::ValuesIn(kEngines),
                         [](const auto& info) { return std::string(info.param.form); });

}  // namespace
}  // namespace sepax
