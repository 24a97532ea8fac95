#include "collider/collider_export.h"

#include "core/json_text.h"
#include "format/case_file.h"
#include "geom/hull.h"
#include "media/model_import.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sepax {
namespace {

std::vector<Body> oneOfEach() {
  std::vector<Body> bodies(4);
  bodies[0].id = "ball";
  bodies[0].shape = Sphere{0.5};
  bodies[0].position = {1, 2, 3};
  bodies[1].id = "box";
  bodies[1].shape = Box{{1, 2, 3}};
  bodies[1].rotation = quaternionAbout({0, 0, 1}, 0.5);
  bodies[2].id = "pill";
  bodies[2].shape = Capsule{1, 0.25};
  bodies[3].id = "hull";
  bodies[3].shape = makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value();
  return bodies;
}

std::string exported(const std::string& form) {
  const auto text = exportColliders(oneOfEach(), *colliderFormNamed(form), "a rock");
  EXPECT_TRUE(text) << form;
  return text.value_or("");
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(ColliderExport, HasAFormForFilesAndForEachEngine) {
  for (const char* name : {"obj", "gltf", "case", "bullet", "jolt", "box3d", "godot", "unity", "unreal"}) {
    EXPECT_TRUE(colliderFormNamed(name)) << name;
    EXPECT_GT(exported(name).size(), 100u) << name;
  }
  EXPECT_EQ(colliderForms().size(), 9u);
  EXPECT_FALSE(colliderFormNamed("havok"));
}

TEST(ColliderExport, WritesMeshesThatTheImporterReadsWithTheirVolumeAndFaces) {
  for (const char* name : {"obj", "gltf"}) {
    const std::string text = exported(name);
    const auto mesh = importMesh(std::as_bytes(std::span(text)), std::string("a.") + name);
    ASSERT_TRUE(mesh) << name << describe(mesh.error());
    double volume = 0;
    for (const auto& [a, b, c] : mesh->triangles)
      volume += dot(mesh->vertices[a], glm::cross(mesh->vertices[b], mesh->vertices[c])) / 6;
    const double exact = 4.0 / 3 * M_PI * 0.125 + 48 + (M_PI * 0.0625 * 2 + 4.0 / 3 * M_PI * 0.015625) + 1.0 / 6;
    EXPECT_NEAR(volume, exact, 0.03) << name << ": outside is outside";
  }
}

TEST(ColliderExport, RefusesCoordinatesThatTheFloatsOfGltfDoNotHold) {
  std::vector<Body> bodies(1);
  bodies[0].id = "far";
  bodies[0].shape = Box{{1, 1, 1}};
  bodies[0].position = {1e39, 0, 0};
  const auto text = exportColliders(bodies, *colliderFormNamed("gltf"), "far");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().where, "far");
  EXPECT_NE(text.error().message.find("1e+39"), std::string::npos) << text.error().message;
  EXPECT_TRUE(exportColliders(bodies, *colliderFormNamed("obj"), "far"));
}

TEST(ColliderExport, WritesRoundShapesAsTrianglesThatHoldThem) {
  for (const double half_length : {0.0, 1.0}) {
    constexpr double kRadius = 0.25;
    std::vector<Body> bodies(1);
    bodies[0].id = "round";
    bodies[0].shape = half_length > 0 ? Shape(Capsule{half_length, kRadius}) : Shape(Sphere{kRadius});
    const std::string text = exportColliders(bodies, *colliderFormNamed("obj"), "round").value();
    const auto mesh = importMesh(std::as_bytes(std::span(text)), "a.obj");
    ASSERT_TRUE(mesh) << describe(mesh.error());
    double nearest = 1e9, farthest = 0;
    for (const auto& [a, b, c] : mesh->triangles) {
      const Vec3 u = mesh->vertices[b] - mesh->vertices[a], v = mesh->vertices[c] - mesh->vertices[a];
      const Vec3 across = glm::cross(u, v);
      if (glm::length(across) < 1e-9) continue;  // at the poles
      const Vec3 normal = across / glm::length(across);
      nearest = std::min(nearest, dot(normal, mesh->vertices[a]) - std::abs(normal.y) * half_length);
    }
    for (const Vec3& v : mesh->vertices)
      farthest = std::max(farthest, glm::length(v - Vec3(0, std::clamp(v.y, -half_length, half_length), 0)));
    EXPECT_NEAR(nearest, kRadius, 1e-6) << "the faces touch it";
    EXPECT_LT(farthest, kRadius * 1.02);
  }
}

TEST(ColliderExport, WritesACaseThatReadsBack) {
  const auto loaded = parseCase(exported("case"), "a.json", nullptr, "");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ(loaded->document.bodies.size(), 4u);
}

TEST(ColliderExport, NamesWhatEnginesCallTheirShapes) {
  EXPECT_TRUE(holds(exported("bullet"), "make_a_rock()"));
  EXPECT_TRUE(holds(exported("bullet"), "new btSphereShape(0.5f)"));
  EXPECT_TRUE(holds(exported("bullet"), "new btCapsuleShape(0.25f, 2 * 1.0f)"));
  EXPECT_TRUE(holds(exported("bullet"), "btConvexHullShape(points, 4, 3 * sizeof(btScalar))"));
  EXPECT_TRUE(holds(exported("jolt"), "new JPH::BoxShapeSettings(JPH::Vec3(1.0f, 2.0f, 3.0f), 0.0f)"));
  EXPECT_TRUE(holds(exported("box3d"), "b3Sphere sphere = {{1.0f, 2.0f, 3.0f}, 0.5f};"));
  EXPECT_TRUE(holds(exported("box3d"), "b3Capsule capsule = {{0.0f, -1.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.25f};"));
  EXPECT_TRUE(holds(exported("godot"), "capsule_3.height = 2.5\n"));
}

TEST(ColliderExport, MirrorsAsTheEnginesImportersDo) {
  EXPECT_TRUE(holds(exported("unity"), "new Vector3(-1.0f, 2.0f, 3.0f)"));
  EXPECT_TRUE(holds(exported("unreal"), "Sphere.Center = FVector(100.0f, -200.0f, 300.0f);")) << "centimetres";
  EXPECT_TRUE(holds(exported("unreal"), "FKSphereElem Sphere(50.0f)"));
  // A turn about z is the other way round in a mirror along y.
  EXPECT_TRUE(holds(exported("jolt"), "0.247403959f, 0.968912422f"));
  EXPECT_TRUE(holds(exported("unreal"), "-0.247403959f, 0.968912422f"));
  // Unreal's capsules lie along z: theirs is turned about x.
  EXPECT_TRUE(holds(exported("unreal"), "FQuat(0.707106781f, 0.0f, 0.0f, 0.707106781f)"));
}

TEST(ColliderExport, RefusesShapesThatAreNoColliders) {
  std::vector<Body> bodies(1);
  bodies[0].shape = Polygon{};
  EXPECT_FALSE(exportColliders(bodies, *colliderFormNamed("obj"), "x"));
}

}  // namespace
}  // namespace sepax
