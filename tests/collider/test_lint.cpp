#include "bundle/open/open_container.h"
#include "bundle/zip/zip_builder.h"
#include "collider/lint.h"
#include "core/platform.h"
#include "rounds.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <random>
#include <set>

namespace sepax {
namespace {

/// A box of two triangles a side, faces outward.
ImportedMesh boxMesh(const Vec3& half) {
  ImportedMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.emplace_back((k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y,
                               (k & 4) != 0 ? half.z : -half.z);
  for (const auto& [a, b, c, d] : {std::array{0u, 2u, 3u, 1u},
                                   {4u, 5u, 7u, 6u},
                                   {0u, 1u, 5u, 4u},
                                   {2u, 6u, 7u, 3u},
                                   {0u, 4u, 6u, 2u},
                                   {1u, 3u, 7u, 5u}}) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}

/// A sphere-like solid of rings, all corners on the unit sphere.
ImportedMesh ballMesh(int rings, int sides) {
  ImportedMesh mesh;
  for (int r = 1; r < rings; ++r) {
    for (int s = 0; s < sides; ++s) {
      const double up = std::numbers::pi * r / rings, round = 2 * std::numbers::pi * s / sides;
      mesh.vertices.emplace_back(std::sin(up) * std::cos(round), std::sin(up) * std::sin(round), std::cos(up));
    }
  }
  const auto top = static_cast<std::uint32_t>(mesh.vertices.size()), bottom = top + 1;
  mesh.vertices.emplace_back(0, 0, 1);
  mesh.vertices.emplace_back(0, 0, -1);
  const auto at = [&](int r, int s) { return static_cast<std::uint32_t>((r - 1) * sides + s % sides); };
  for (int s = 0; s < sides; ++s) {
    mesh.triangles.push_back({top, at(1, s), at(1, s + 1)});
    mesh.triangles.push_back({bottom, at(rings - 1, s + 1), at(rings - 1, s)});
    for (int r = 1; r + 1 < rings; ++r) {
      mesh.triangles.push_back({at(r, s), at(r + 1, s), at(r + 1, s + 1)});
      mesh.triangles.push_back({at(r, s), at(r + 1, s + 1), at(r, s + 1)});
    }
  }
  return mesh;
}

std::set<std::string> codesOf(const MeshLint& lint) {
  std::set<std::string> codes;
  for (const Finding& finding : lint.findings) codes.insert(std::string(finding.code()));
  return codes;
}

using Codes = std::set<std::string>;

TEST(Lint, CountsInEnglishAndSaysNoEmptyFigures) {
  const auto textsOf = [](const ImportedMesh& mesh) {
    std::string texts;
    for (const Finding& finding : lintMesh(mesh, "m").findings) texts += finding.message + "\n";
    return texts;
  };
  const std::string box = textsOf(boxMesh({1, 2, 3}));
  EXPECT_NE(box.find("a box has the hull's volume"), std::string::npos) << box;
  ImportedMesh fin = boxMesh({1, 2, 3});
  fin.vertices.emplace_back(0, 0, 1);
  fin.triangles.push_back({0, 2, 8});
  EXPECT_NE(textsOf(fin).find("1 edge with more"), std::string::npos) << textsOf(fin);
  ImportedMesh open = boxMesh({1, 2, 3});
  open.triangles.pop_back();
  EXPECT_EQ(textsOf(open), "3 border edges\n") << "no figure of 0 m";
}

TEST(Lint, FindsABoxSoundAndOffersTheBox) {
  const MeshLint lint = lintMesh(boxMesh({1, 2, 3}), "box");
  EXPECT_TRUE(lint.closed && lint.convex);
  EXPECT_EQ(lint.components, 1u);
  EXPECT_EQ(lint.hull_vertices, 8u);
  EXPECT_NEAR(*lint.volume, 48, 1e-12);
  EXPECT_NEAR(lint.hull_volume, 48, 1e-12);
  EXPECT_NEAR(lint.hull_deviation, 0, 1e-12);
  EXPECT_EQ(codesOf(lint), Codes{"lint.primitive"});
  double box_ratio = 0;
  for (const PrimitiveFit& fit : lint.fits) box_ratio = fit.kind == FitKind::kBox ? fit.volume_ratio : box_ratio;
  EXPECT_NEAR(box_ratio, 1, 1e-9);
}

TEST(Lint, OffersASphereForABallAndACapsuleForAPill) {
  const MeshLint ball = lintMesh(ballMesh(24, 48), "ball");
  EXPECT_TRUE(ball.convex);
  const PrimitiveFit* best = ball.tightestPrimitive();
  EXPECT_EQ(best->kind, FitKind::kSphere);
  EXPECT_LT(best->volume_ratio, 1.02);
  ImportedMesh pill = ballMesh(24, 48);
  for (Vec3& v : pill.vertices) v.z += v.z > 1e-9 ? 2 : v.z < -1e-9 ? -2 : 0;
  const MeshLint lint = lintMesh(pill, "pill");
  EXPECT_EQ(lint.tightestPrimitive()->kind, FitKind::kCapsule);
}

TEST(Lint, CountsWhatIsWrongWithASurface) {
  ImportedMesh mesh = boxMesh({1, 1, 1});
  std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
  MeshLint lint = lintMesh(mesh, "flipped");
  EXPECT_EQ(lint.flipped, 1u);
  EXPECT_TRUE(lint.watertight);
  EXPECT_FALSE(lint.closed || lint.convex || lint.volume) << "as it is it has no inside";
  EXPECT_TRUE(codesOf(lint).contains("lint.flipped"));
  EXPECT_FALSE(codesOf(lint).contains("lint.concave")) << "it fills its hull";

  mesh = boxMesh({1, 1, 1});
  for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
  EXPECT_EQ(lintMesh(mesh, "inside out").flipped, 12u);

  mesh = boxMesh({1, 1, 1});
  mesh.triangles.pop_back();
  lint = lintMesh(mesh, "open");
  EXPECT_EQ(lint.open_edges, 3u);
  EXPECT_FALSE(lint.closed || lint.convex || lint.volume);
  EXPECT_EQ(lint.flipped, 0u);

  mesh = boxMesh({1, 1, 1});
  mesh.vertices.emplace_back(0.2, 0.1, 0);
  mesh.triangles.push_back({0, 1, 8});
  lint = lintMesh(mesh, "fin");
  EXPECT_EQ(lint.non_manifold_edges, 1u);
  EXPECT_EQ(lint.open_edges, 2u);

  mesh = boxMesh({1, 1, 1});
  mesh.triangles.push_back(mesh.triangles[0]);
  mesh.triangles.push_back({3, 3, 1});
  lint = lintMesh(mesh, "twice");
  EXPECT_EQ(lint.duplicates, 1u);
  EXPECT_EQ(lint.slivers, 1u);
  EXPECT_TRUE(lint.closed) << "neither changes the surface";
}

/// The second mesh behind the first, its faces perhaps turned round.
ImportedMesh together(ImportedMesh a, const ImportedMesh& b, bool is_turned, const Vec3& moved = Vec3{0.0}) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  for (const Vec3& v : b.vertices) a.vertices.push_back(v + moved);
  for (auto [p, q, r] : b.triangles) {
    if (is_turned) std::swap(q, r);
    a.triangles.push_back({first + p, first + q, first + r});
  }
  return a;
}

TEST(Lint, TakesACavityOffTheVolumeAndFindsItsFacesRight) {
  const ImportedMesh outer = boxMesh({1, 2, 3}), half = boxMesh({0.5, 1, 1.5}), quarter = boxMesh({0.25, 0.5, 0.75});
  const auto expect = [](const ImportedMesh& mesh, double volume, std::size_t flipped, const char* what) {
    const MeshLint lint = lintMesh(mesh, what);
    ASSERT_TRUE(lint.closed && lint.volume) << what;
    EXPECT_NEAR(*lint.volume, volume, 1e-9) << what;
    EXPECT_EQ(lint.flipped, flipped) << what;
    EXPECT_FALSE(lint.convex) << what;
    // As every other command has it.
    const auto made = makeMesh(mesh.vertices, mesh.triangles);
    EXPECT_TRUE(made && made->data->closed) << what;
  };
  expect(together(outer, half, true), 42, 0, "hollow");
  expect(together(half, outer, false), 48, 0, "a box in a box");
  expect(together(together(outer, half, true), quarter, false), 42.75, 0, "an island in the cavity");
  ImportedMesh inside_out = together(outer, half, true);
  for (auto& triangle : inside_out.triangles) std::swap(triangle[0], triangle[1]);
  expect(inside_out, 42, 24, "hollow, inside out");
  expect(together(outer, half, true, {10, 0, 0}), 54, 12, "two boxes, one inside out");
  expect(together(outer, outer, false, {2, 0, 0}), 96, 0, "two boxes that touch");
  expect(together(outer, outer, false, {0.1, 0, 0}), 50.4, 0, "two boxes that fill much of the same place");
}

TEST(Lint, AdvisesTheCheapestThatIsCloseToTheMeshItselfAndNoHullThatFillsItUp) {
  EXPECT_EQ(lintMesh(boxMesh({1, 2, 3}), "box").advice().collider, Collider::kBox);
  EXPECT_EQ(lintMesh(ballMesh(24, 48), "ball").advice().collider, Collider::kSphere);
  // A box with a bite: its hull is still "x1.00" of the hull.
  ImportedMesh bitten = ballMesh(24, 48);
  for (Vec3& v : bitten.vertices) v.z = v.z > 0.2 ? 0.4 - v.z : v.z;
  const Advice advice = lintMesh(bitten, "bowl").advice();
  EXPECT_EQ(advice.collider, Collider::kPieces);
  EXPECT_GT(advice.volume_ratio, 1.25);
  ImportedMesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  flat.triangles = {{0, 1, 2}};
  EXPECT_EQ(lintMesh(flat, "flat").advice().collider, Collider::kNone);
}

TEST(Lint, MeasuresHowFarTheHullIsOff) {
  // A cube whose top has a pyramid-shaped pit down to the centre.
  ImportedMesh mesh = boxMesh({1, 1, 1});
  mesh.vertices.emplace_back(0, 0, 0);
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);  // the side z = 1: 4, 5, 7, 6
  for (const auto& [a, b] : {std::pair{4u, 5u}, {5u, 7u}, {7u, 6u}, {6u, 4u}}) mesh.triangles.push_back({a, b, 8});
  const MeshLint lint = lintMesh(mesh, "pit");
  EXPECT_TRUE(lint.closed);
  EXPECT_FALSE(lint.convex);
  EXPECT_NEAR(lint.hull_deviation, 1, 1e-12);
  EXPECT_NEAR(*lint.volume, 8 - 4.0 / 3, 1e-12);
  EXPECT_NEAR(lint.hull_volume, 8, 1e-12);
  EXPECT_EQ(codesOf(lint), Codes{"lint.concave"});
}

/// A prism: a polygon without holes, its corners against the clock from above, of height 1. Its ends are fans from the
/// first corner.
ImportedMesh prismMesh(const std::vector<std::array<double, 2>>& corners) {
  ImportedMesh mesh;
  const auto n = static_cast<std::uint32_t>(corners.size());
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : corners) mesh.vertices.emplace_back(x, y, z);
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n;
    mesh.triangles.push_back({i, next, n + next});
    mesh.triangles.push_back({i, n + next, n + i});
    if (i == 0 || next == 0) continue;
    mesh.triangles.push_back({0, next, i});
    mesh.triangles.push_back({n, n + i, n + next});
  }
  return mesh;
}

TEST(Lint, FindsTheDeepestPlaceInsideTheHullWhereverTheTrianglesEnd) {
  // The inner edge of an L is far below the slanting side of its hull, but its ends lie on the hull.
  const MeshLint corner = lintMesh(prismMesh({{1, 1}, {1, 3}, {0, 3}, {0, 0}, {3, 0}, {3, 1}}), "L");
  EXPECT_NEAR(corner.hull_deviation, 0.5, corner.size * kDeviationTolerance) << "half its height is the nearest";
  EXPECT_LE(corner.hull_deviation, 0.5 + 1e-12);
  // A slit 0.2 wide and 0.3 deep: the middle of its floor is 0.3 below the top and 0.5 from each end.
  const MeshLint slit =
      lintMesh(prismMesh({{1.1, 0.7}, {1.1, 1}, {0, 1}, {0, 0}, {3, 0}, {3, 1}, {1.3, 1}, {1.3, 0.7}}), "slit");
  EXPECT_NEAR(slit.hull_deviation, 0.3, slit.size * kDeviationTolerance);
}

TEST(Lint, DoesNotDependOnTheTransform) {
  const ImportedMesh base = ballMesh(7, 9);
  const MeshLint before = lintMesh(base, "");
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double worst = 0;
  for (int round = 0; round < test::rounds(20); ++round) {
    const Mat3 rotation = matrixOf(quaternionAbout(
        normalizedOr({uniform(random), uniform(random), uniform(random)}, {1, 0, 0}), 3 * uniform(random)));
    ImportedMesh moved = base;
    for (Vec3& v : moved.vertices) v = rotation * v * 5.0 + Vec3(100, -50, 20);
    const MeshLint lint = lintMesh(moved, "");
    EXPECT_EQ(codesOf(lint), codesOf(before));
    EXPECT_EQ(lint.hull_vertices, before.hull_vertices);
    worst = std::max(worst, std::abs(*lint.volume / (125 * *before.volume) - 1));
  }
  EXPECT_LT(worst, 1e-10);
  RecordProperty("worst", std::to_string(worst));
}

TEST(Lint, SaysWhichVertexBudgetIsBroken) {
  EXPECT_TRUE(codesOf(lintMesh(ballMesh(20, 20), "382")).contains("lint.over_255"));
  EXPECT_TRUE(codesOf(lintMesh(ballMesh(12, 12), "134")).contains("lint.over_64"));
  EXPECT_TRUE(codesOf(lintMesh(ballMesh(6, 8), "42")).contains("lint.over_32"));
  const Codes few = codesOf(lintMesh(ballMesh(4, 6), "20"));
  for (const char* code : {"lint.over_255", "lint.over_64", "lint.over_32"}) EXPECT_FALSE(few.contains(code));
}

TEST(Lint, CallsFlatMeshesUnusable) {
  const MeshLint lint = lintMesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}, "flat");
  EXPECT_EQ(codesOf(lint), Codes{"lint.flat"});
  EXPECT_EQ(lint.count(Severity::kError), 1u);
  const MeshLint point = lintMesh({{{5, 5, 5}}, {{0, 0, 0}}}, "point");
  EXPECT_EQ(codesOf(point), Codes{"lint.flat"});
}

TEST(Lint, SortsTheMeshesOfABundleByTheWorst) {
  const std::string folder = scratchFolder() + "/lint";
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(writeFileAtomically(folder + "/broken.obj", "no mesh"));
  ASSERT_TRUE(
      writeFileAtomically(folder + "/open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"));
  ASSERT_TRUE(writeFileAtomically(folder + "/sound.obj",
                                  "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"));
  ASSERT_TRUE(writeFileAtomically(folder + "/readme.txt", "no mesh, not asked"));
  const auto rows = lintTree(*openTree(folder).value());
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].path, "broken.obj");
  EXPECT_EQ(codesOf(rows[0]), Codes{"lint.unusable"});
  EXPECT_EQ(rows[1].path, "open.obj");
  EXPECT_TRUE(codesOf(rows[1]).contains("lint.open"));
  EXPECT_EQ(rows[2].path, "sound.obj");
  EXPECT_EQ(rows[2].count(Severity::kWarning) + rows[2].count(Severity::kError), 0u);
  EXPECT_TRUE(rows[2].convex);
}

TEST(Lint, SaysWhatPartsShareAndCountsItOnce) {
  ImportedMesh crossing = boxMesh({5, 1, 1});
  const ImportedMesh across = boxMesh({1, 5, 1});
  for (TriangleIndices t : across.triangles) {
    for (std::uint32_t& corner : t) corner += 8;
    crossing.triangles.push_back(t);
  }
  crossing.vertices.insert(crossing.vertices.end(), across.vertices.begin(), across.vertices.end());
  const MeshLint lint = lintMesh(crossing, "cross.obj");
  EXPECT_TRUE(codesOf(lint).contains("lint.shared"));
  ASSERT_TRUE(lint.volume);
  EXPECT_NEAR(*lint.volume, 72, 0.3);
  EXPECT_NEAR(lint.shared_volume, 8, 0.3);
  EXPECT_FALSE(codesOf(lintMesh(boxMesh({1, 1, 1}), "box.obj")).contains("lint.shared"));
}

TEST(Lint, LooksIntoBundlesInBundles) {
  const std::string cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const auto zip = [](std::vector<test::Item> items) { return test::Archive{.items = std::move(items)}.bytes(); };
  const std::string deepest = zip({{.name = "deep.obj", .data = cube}});
  const std::string too_deep = zip({{.name = "c.zip", .data = zip({{.name = "d.zip", .data = deepest}})}});
  const std::string obb =
      zip({{.name = "a/flipped.obj", .data = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\n"},
           {.name = "b.zip", .data = deepest, .method = 8},
           {.name = "b2.zip", .data = too_deep},
           {.name = "empty.zip", .data = zip({})}});
  const std::string folder = scratchFolder() + "/lint-nested";
  std::filesystem::create_directories(folder);
  const std::string apk = folder + "/outer.apk";
  ASSERT_TRUE(writeFileAtomically(apk, zip({{.name = "assets/main.obb", .data = obb},
                                            {.name = "top.obj", .data = cube},
                                            {.name = "torn.zip", .data = obb.substr(0, 200)}})));
  const auto tree = openTree(apk).value();
  std::map<std::string, std::string> seen;
  for (const MeshLint& row : lintTree(*tree)) {
    EXPECT_TRUE(findEntry(*tree, row.entry)) << row.entry;
    EXPECT_TRUE(row.path.starts_with(row.entry));
    seen[row.path] = row.count(Severity::kError) > 0 ? row.findings.front().message : row.closed ? "closed" : "open";
  }
  EXPECT_EQ(seen.at("top.obj"), "closed");
  EXPECT_EQ(seen.at("assets/main.obb:a/flipped.obj"), "open");
  EXPECT_EQ(seen.at("assets/main.obb:b.zip:deep.obj"), "closed");
  EXPECT_EQ(seen.at("assets/main.obb:b2.zip:c.zip:d.zip"),
            "cannot be looked into: is inside 3 other containers, the most that are opened");
  EXPECT_TRUE(seen.at("torn.zip").starts_with("cannot be looked into: ")) << seen.at("torn.zip");
  EXPECT_EQ(seen.size(), 5u);
  int asked = 0;
  EXPECT_EQ(lintTree(*tree, [&](const Progress&) { return ++asked < 2; }).size(), 1u) << "stopped before the OBB";
  EXPECT_EQ(lintTree(*tree, {}, {.depth = kDeepestNesting}).size(), 3u) << "none deeper";
}

TEST(Lint, BringsForthEveryFindingThereIs) {
  Codes expected, seen;
  for (const FindingCode& row : findingCodes()) {
    if (row.code.starts_with("lint.")) expected.emplace(row.code);
  }
  ImportedMesh broken = boxMesh({1, 1, 1});
  broken.triangles.pop_back();                                // open
  std::swap(broken.triangles[5][0], broken.triangles[5][1]);  // flipped
  broken.vertices.emplace_back(0.2, 0.1, 0);
  broken.triangles.push_back({0, 1, 8});            // not manifold
  broken.triangles.push_back(broken.triangles[0]);  // duplicate
  broken.triangles.push_back({3, 3, 1});            // sliver
  broken.notes = {"half of it is left out"};
  ImportedMesh shared = boxMesh({1, 1, 1});
  for (TriangleIndices t : boxMesh({2, 2, 2}).triangles) shared.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  for (const Vec3& v : boxMesh({2, 2, 2}).vertices) shared.vertices.push_back(v);
  for (const ImportedMesh& mesh :
       {broken, shared, boxMesh({1, 1, 0}), boxMesh({1, 1, 1}), ballMesh(20, 20), ballMesh(12, 12), ballMesh(6, 8)})
    seen.merge(codesOf(lintMesh(mesh, "")));
  const std::string folder = scratchFolder() + "/lint-unusable";
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(writeFileAtomically(folder + "/broken.obj", "no mesh"));
  for (const MeshLint& row : lintTree(*openTree(folder).value())) seen.merge(codesOf(row));
  EXPECT_EQ(seen, expected);
}

TEST(Lint, KnowsTheSampleMeshes) {
  const auto rows = lintTree(*openTree(dataPath("assets/bundle").value()).value());
  for (const MeshLint& row : rows) {
    if (row.path == "meshes/torus.obj") {
      EXPECT_TRUE(row.closed && !row.convex && row.hull_deviation > 0.05 * row.size);
      EXPECT_EQ(row.flipped, 0u);
    }
    EXPECT_TRUE(row.closed || row.path != "meshes/ramp.obj");
  }
  EXPECT_GE(rows.size(), 3u);
}

}  // namespace
}  // namespace sepax
