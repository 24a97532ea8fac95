// What the packaged engines say of hulls, meshes, heightfields and compounds, on random pairs and on those where an
// engine is known to answer another question.

#include "format/case_reader.h"
#include "lab/jury/juror.h"
#include "lab/jury/jury.h"
#include "lab/jury/patient_juror.h"
#include "lab/jury/service.h"
#include "lab/search/hunt.h"
#include "prove/workload.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {
namespace {

using Status = JurorAnswer::Status;

std::optional<JuryMember> shipped(std::string_view name) {
  std::vector<std::string> problems;
  for (const JurorManifest& manifest : findJurors(problems)) {
    if (manifest.name == name) return JuryMember{std::make_unique<Juror>(manifest, kPatient), nullptr};
  }
  return std::nullopt;
}

const ShapeKind& kindNamed(std::string_view name) {
  const auto found =
      std::ranges::find(shapeKinds(), name, [](const ShapeKind& kind) { return std::string_view(kind.name); });
  EXPECT_NE(found, shapeKinds().end()) << name;
  return *found;
}

/// A shape that an engine takes, and another that it meets.
struct Taken {
  const char *juror, *a, *b;
  /// The verdict is right; all of the answer is; or some verdicts are known to be wrong, as the comment says.
  enum class Claim { kVerdict, kWhole, kMostVerdicts } claim = Claim::kVerdict;
};
constexpr auto kWhole = Taken::Claim::kWhole, kMostVerdicts = Taken::Claim::kMostVerdicts;
void PrintTo(const Taken& taken, std::ostream* out) { *out << taken.juror << ": " << taken.a << " × " << taken.b; }

const Taken kTaken[] = {
    {"bullet", "mesh", "sphere", kWhole},
    {"bullet", "mesh", "capsule"},
    {"bullet", "mesh", "box"},
    {"bullet", "mesh", "hull"},
    {"bullet", "heightfield", "sphere", kWhole},
    {"bullet", "heightfield", "capsule"},
    {"bullet", "heightfield", "box"},
    {"bullet", "heightfield", "mesh"},  // a btGImpactMeshShape on each triangle
    // GImpact calls triangles overlapping that reach through each other's planes.
    {"bullet", "mesh", "mesh", kMostVerdicts},
    {"bullet", "half_space", "sphere", kWhole},
    {"bullet", "half_space", "box", kWhole},
    {"bullet", "half_space", "hull", kWhole},
    {"bullet", "half_space", "cylinder", kWhole},
    {"bullet", "half_space", "compound"},
    {"bullet", "compound", "sphere"},
    {"bullet", "compound", "box"},
    {"bullet", "compound", "mesh"},
    {"bullet", "compound", "compound"},
    {"fcl-libccd", "half_space", "sphere", kWhole},
    {"fcl-libccd", "half_space", "box", kWhole},
    {"fcl-libccd", "half_space", "capsule", kWhole},
    {"fcl-libccd", "half_space", "cylinder", kWhole},
    // FCL takes a cone whose apex points into a half-space for a ball.
    {"fcl-libccd", "half_space", "cone", kMostVerdicts},
    {"fcl-libccd", "half_space", "ellipsoid", kWhole},
    {"fcl-libccd", "half_space", "hull", kWhole},
    {"fcl-libccd", "half_space", "mesh"},
    {"fcl-libccd", "half_space", "compound"},
    {"fcl-libccd", "hull", "sphere"},
    {"fcl-libccd", "hull", "box"},
    {"fcl-libccd", "hull", "cylinder"},
    {"fcl-libccd", "hull", "hull"},
    {"fcl-libccd", "hull", "mesh"},
    {"fcl-libccd", "flat_hull", "box"},
    {"fcl-libccd", "heightfield", "sphere"},
    {"fcl-libccd", "heightfield", "box"},
    {"fcl-libccd", "heightfield", "heightfield"},
    {"fcl-libccd", "compound", "box"},
    {"fcl-libccd", "compound", "compound"},
    {"fcl-libccd", "compound", "mesh"},
    {"ode", "half_space", "sphere", kWhole},
    {"ode", "half_space", "box", kWhole},
    {"ode", "half_space", "capsule"},  // the contact of a capsule's upper end lies inside of it
    {"ode", "half_space", "cylinder", kWhole},
    {"ode", "half_space", "triangle"},
    {"ode", "half_space", "mesh"},
    {"ode", "mesh", "box"},
    {"ode", "triangle", "box"},
    {"ode", "triangle", "sphere"},
    // ODE misses some triangles that a capsule goes through.
    {"ode", "triangle", "capsule", kMostVerdicts},
    // A ball whose centre is behind a triangle does not meet it in ODE.
    {"ode", "mesh", "sphere", kMostVerdicts},
    // ODE's heightfields are solid below, and miss what is smaller than a cell where they bend.
    {"ode", "heightfield", "sphere", kMostVerdicts},
    {"ode", "heightfield", "box", kMostVerdicts},
    {"ode", "compound", "box"},
    {"ode", "compound", "sphere"},
    {"libccd", "compound", "box"},
    {"libccd", "compound", "sphere"},
    {"libccd", "compound", "compound"},
    {"box2d", "compound2", "circle"},
    {"box2d", "compound2", "box2"},
    // Of npm, where they are installed.
    {"cannon-es", "hull", "sphere", kMostVerdicts},  // it loses some that are deep in each other
    {"cannon-es", "hull", "box"},
    {"cannon-es", "hull", "hull", kMostVerdicts},
    {"cannon-es", "compound", "sphere"},
    {"cannon-es", "half_space", "sphere"},
    {"cannon-es", "half_space", "box"},
    {"cannon-es", "half_space", "hull"},
    {"cannon-es", "mesh", "sphere"},
    // Solid below, as ODE's.
    {"cannon-es", "heightfield", "sphere", kMostVerdicts},
    {"cannon-es", "heightfield", "box", kMostVerdicts},
    {"cannon-es", "heightfield", "hull", kMostVerdicts},
    {"rapier2d", "compound2", "circle"},
    // parry takes the pose of a half-space that is the second shape for that of the first.
    {"rapier3d", "half_space", "sphere", kMostVerdicts},
    {"rapier3d", "half_space", "box", kMostVerdicts},
    {"rapier3d", "mesh", "sphere"},
    {"rapier3d", "triangle", "box"},
    {"rapier3d", "heightfield", "sphere"},
    {"rapier3d", "heightfield", "box"},
    {"rapier3d", "compound", "box"},
    {"rapier3d", "compound", "mesh"},
    {"jolt", "half_space", "sphere", kWhole},
    {"jolt", "half_space", "box", kWhole},
    {"jolt", "half_space", "capsule", kWhole},
    {"jolt", "half_space", "cylinder", kWhole},
    {"jolt", "half_space", "cone", kWhole},
    {"jolt", "half_space", "hull", kWhole},
    {"jolt", "half_space", "compound"},
    {"jolt", "cone", "sphere"},
    {"jolt", "cone", "box"},
    {"jolt", "mesh", "sphere"},
    {"jolt", "triangle", "box"},
    {"jolt", "heightfield", "sphere"},
    {"jolt", "heightfield", "box"},
    {"jolt", "compound", "box"},
    {"jolt", "compound", "mesh"},
};

class JurorShapes : public testing::TestWithParam<Taken> {};

TEST_P(JurorShapes, AreMetAsTheReferenceSays) {
  auto member = shipped(GetParam().juror);
  if (!member) GTEST_SKIP() << GetParam().juror << " is not installed";
  const ShapeKind &a = kindNamed(GetParam().a), &b = kindNamed(GetParam().b);
  SplitMix64 random;
  const JurorHello* const hello = member->juror->greeted();
  ASSERT_NE(hello, nullptr);
  const bool is_npm = member->juror->manifest().npm.has_value();
  if (is_npm && std::ranges::count(hello->shapes, typeName(a.make(random, false))) == 0)
    GTEST_SKIP() << GetParam().juror << " was installed by an earlier version";
  std::vector<Document> documents;
  for (const Mix mix : {Mix::kHit10, Mix::kHit50, Mix::kHit90}) {
    KindPairs ahead(a, b, mix, 3, 0), turned(b, a, mix, 4, 0);
    for (int i = 0; i < 40; ++i) {
      documents.push_back(documentOf(ahead.next()));
      documents.push_back(documentOf(turned.next()));
    }
  }
  std::vector<JurorAnswer> answers = askJurorAbout(*member->juror, documents, {"A", "B"});
  int apart = 0, overlapping = 0, wrong_verdicts = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const PosedShape in_a = posedShape(documents[i].bodies[0]), in_b = posedShape(documents[i].bodies[1]);
    const auto reference = testPair(in_a, in_b);
    ASSERT_TRUE(reference);
    JuryRow row = answeredRow(*member->juror, std::move(answers[i]), in_a, in_b);
    if (row.answer.status == Status::kUnsupported) continue;
    ASSERT_EQ(row.answer.status, Status::kOk) << i << ": " << row.answer.message;
    ASSERT_TRUE(row.answer.overlapping);
    // Engines' meshes are surfaces: nothing is inside of them.
    if (reference->pieces && reference->pieces->contained != Containment::kNone) continue;
    compare(row, reference->answer, in_a, in_b, {});
    for (const JuryDifference& difference : row.differences) {
      if (difference.is_tie) continue;
      wrong_verdicts += difference.what == "verdict" ? 1 : 0;
      const bool counts =
          GetParam().claim == kWhole || (difference.what == "verdict" && GetParam().claim != kMostVerdicts);
      EXPECT_FALSE(counts) << i << ": " << difference.what << ": " << difference.text;
    }
    (reference->answer.separation > 0 ? apart : overlapping) += 1;
  }
  EXPECT_GT(apart, 15);
  EXPECT_GT(overlapping, 30);
  if (GetParam().claim != kMostVerdicts) return;
  EXPECT_GT(wrong_verdicts, 0) << "no longer a known difference";
  EXPECT_LT(4 * wrong_verdicts, apart + overlapping);
}

INSTANTIATE_TEST_SUITE_P(Each, JurorShapes, testing::ValuesIn(kTaken), [](const testing::TestParamInfo<Taken>& info) {
  std::string name = fmt::format("{}_{}_{}", info.param.juror, info.param.a, info.param.b);
  std::ranges::replace(name, '-', '_');
  return name;
});

struct KnownDifference {
  const char* name;
  std::vector<const char*> jurors;
  const char *a, *b;
};

constexpr const char* kSlope =
    R"("shape": {"type": "heightfield", "heights": [[0, 0.1, 0], [0.1, 0.3, 0.2], [0, 0.2, 0.1]], "spacing": [1, 1]}, "position": [0, 0, 0])";
constexpr const char* kTetrahedron =
    R"("shape": {"type": "mesh", "vertices": [[-2, -1, -2], [2, -1, -2], [0, -1, 2], [0, 3, 0]], "triangles": [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]}, "position": [0, 0, 0])";

/// Where an engine answers another question than ours.
const KnownDifference kKnown[] = {
    {"a closed mesh has no inside",
     {"bullet", "fcl-libccd", "ode"},
     kTetrahedron,
     R"("shape": {"type": "sphere", "radius": 0.1}, "position": [0, 0, 0])"},
    {"ODE's heightfield is solid below",
     {"ode"},
     kSlope,
     R"("shape": {"type": "sphere", "radius": 0.1}, "position": [0.2, -0.3, 0.1])"},
    {"that of cannon-es, too",
     {"cannon-es"},
     kSlope,
     R"("shape": {"type": "box", "half_extents": [0.2, 0.1, 0.2]}, "position": [0.2, -0.3, 0.1])"},
    {"ODE's mesh is not met from behind",
     {"ode"},
     R"("shape": {"type": "mesh", "vertices": [[-1, 0, -1], [1, 0, -1], [0, 0, 1]], "triangles": [[0, 2, 1]]}, "position": [0, 0, 0])",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [0, -0.3, -0.2])"},
};

TEST(JurorShapesKnown, DifferWhereAnEngineAnswersAnotherQuestion) {
  int asked = 0;
  for (const KnownDifference& known : kKnown) {
    const auto loaded =
        parseCase(fmt::format(R"({{"sepax": 1, "space": "3d", "bodies": [{{"id": "A", {}}}, {{"id": "B", {}}}]}})",
                              known.a, known.b),
                  known.name, FilesBeside{});
    ASSERT_TRUE(loaded) << known.name << ": " << describe(loaded.error());
    const auto reference = testPair(loaded->document, {"A", "B"});
    ASSERT_TRUE(reference);
    for (const char* juror : known.jurors) {
      auto member = shipped(juror);
      if (!member) continue;
      ++asked;
      const JuryRow row = askMember(*member, loaded->document, {"A", "B"}, reference->answer, {});
      ASSERT_TRUE(row.differs()) << juror << ", " << known.name;
      EXPECT_EQ(row.differences[0].what, "verdict") << juror << ", " << known.name;
    }
  }
  if (asked == 0) GTEST_SKIP() << "no engine is installed";
}

TEST(JurorRequest, TellsTheFacesOfHullsCounterClockwiseFromOutside) {
  int solid = 0, flat = 0;
  for (const char* kind : {"hull", "flat_hull", "compound"}) {
    for (const Mix mix : {Mix::kHit50, Mix::kLattice, Mix::kSliver}) {
      KindPairs pairs(kindNamed(kind), kindNamed("sphere"), mix, 5, 0);
      for (int i = 0; i < 40; ++i) {
        const Document document = documentOf(pairs.next());
        const Json request = jurorRequest(document, {"A", "B"});
        const Json& shape = request["a"]["shape"];
        std::vector<Json> hulls;
        if (shape["type"] == "hull") hulls.push_back(shape);
        for (const Json& child : shape["children"]) {
          if (child["shape"]["type"] == "hull") hulls.push_back(child["shape"]);
        }
        for (const Json& hull : hulls) {
          const auto point = [&](const Json& index) {
            const Json& at = hull["vertices"][static_cast<std::size_t>(index.number())];
            return Vec3{at[0].number(), at[1].number(), at[2].number()};
          };
          ASSERT_GE(hull["faces"].size(), 2u) << kind << ' ' << i;
          (hull["faces"].size() == 2 ? flat : solid) += 1;
          for (const Json& loop : hull["faces"]) {
            ASSERT_GE(loop.size(), 3u);
            Vec3 normal{0.0};  // by Newell, so that a corner of almost half a turn does not matter
            double size = 0;
            for (std::size_t k = 0; k < loop.size(); ++k) {
              const Vec3 from = point(loop[k]) - point(loop[0]),
                         to = point(loop[(k + 1) % loop.size()]) - point(loop[0]);
              normal += cross(from, to);
              size = std::max(size, length(from));
            }
            normal = normalize(normal);
            for (std::size_t k = 0; k < hull["vertices"].size(); ++k) {
              const Vec3 off = point(Json(static_cast<double>(k))) - point(loop[0]);
              EXPECT_LT(dot(off, normal), 1e-5 * std::max(size, length(off))) << kind << ' ' << i;
            }
          }
        }
        if (i > 0 || mix != Mix::kHit50) continue;
        // What a juror is told the service takes, too.
        auto service = Service::of("sat");
        ASSERT_TRUE(service);
        Json asked = request;
        asked.add("id", 1.0);
        EXPECT_EQ(service->answer(compactJson(asked)).find("error"), std::string::npos) << kind;
      }
    }
  }
  EXPECT_GT(solid, 150);
  EXPECT_GT(flat, 60);
}

TEST(Service, NamesThePlacesOfTheRequestAndWhatIsNoAnswer) {
  auto service = Service::of("sat").value();
  const std::string sphere = R"({"shape": {"type": "sphere", "radius": 1}})";
  const auto said = [&](const std::string& a, const std::string& b, const std::string& more = "") {
    return service.answer(R"({"a": )" + a + R"(, "b": )" + b + more + "}");
  };
  const std::string wrong = R"({"shape": {"type": "sphere", "radius": -1}})";
  EXPECT_NE(said(wrong, sphere).find("request#/a/shape/radius: expected"), std::string::npos) << said(wrong, sphere);
  EXPECT_NE(said(sphere, wrong).find("request#/b/shape/radius: expected"), std::string::npos) << said(sphere, wrong);
  const std::string unknown = R"({"shape": {"type": "sphere", "radius": 1, "foo": 2}})";
  EXPECT_NE(said(sphere, unknown).find("request#/b/shape/foo: unknown"), std::string::npos) << said(sphere, unknown);
  EXPECT_NE(said(sphere, sphere, R"(, "answer": true)").find("\"the answer is no object; found true\""),
            std::string::npos);
}

TEST(Service, AnswersTheDepthByEveryRowThatMeasuresIt) {
  const std::string asked = R"({"a": {"shape": {"type": "box", "half_extents": [1, 1, 1]}},
    "b": {"shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [1.5, 0.25, 0]}})";
  for (const char* row : {"sat", "exact", "brute-force", "gjk-epa"}) {
    const auto answer = parseJson(Service::of(row)->answer(asked), row).value();
    EXPECT_EQ(answer["separation"].number(), -0.5) << row;
    EXPECT_EQ(answer["normal"].size(), 3u) << row;
  }
  EXPECT_FALSE(parseJson(Service::of("gjk")->answer(asked), "gjk")->contains("separation"));
}

TEST(Jury, TakesTheDepthOfTheDeepestChildForAnotherMeasureAndNotForWrong) {
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "compound", "children": [
        {"shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [-1, 0, 0]},
        {"shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [1, 0, 0]}]}},
      {"id": "B", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0.2, 0.1]}]})",
                                "children", FilesBeside{});
  ASSERT_TRUE(loaded);
  const auto reference = testPair(loaded->document, {"A", "B"});
  ASSERT_TRUE(reference);
  const PosedShape a = posedShape(loaded->document.bodies[0]), b = posedShape(loaded->document.bodies[1]);
  EXPECT_NEAR(reference->answer.separation, -1.3, 1e-9) << "up, out of both";
  JurorAnswer answer;
  answer.overlapping = true;
  answer.separation = -0.5;  // out of one child, into the other
  const auto childs = differencesOf(answer, reference->answer, a, b, 1e-9);
  ASSERT_EQ(childs.size(), 1u);
  EXPECT_TRUE(childs[0].is_tie) << childs[0].text;
  answer.separation = -0.6;
  EXPECT_TRUE(anyWrong(differencesOf(answer, reference->answer, a, b, 1e-9)));
  // A contact on a child's face is at the surface, though the face lies in the other child.
  answer.separation = -1.3;
  answer.contacts = {{{0, 0.2, 0.1}, -0.5}};
  EXPECT_FALSE(anyWrong(differencesOf(answer, reference->answer, a, b, 1e-9)));
  answer.contacts = {{{1, 0.2, 0.1}, -0.5}};
  EXPECT_TRUE(anyWrong(differencesOf(answer, reference->answer, a, b, 1e-9))) << "in the middle of a child";
}

}  // namespace
}  // namespace sepax
