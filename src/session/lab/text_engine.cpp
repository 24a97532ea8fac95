#include "session/lab/text_engine.h"

#include <cctype>

namespace sepax {

namespace {

/// Names as their headers have them; words of everyday English are none.
const std::vector<TextEngine>& engines() {
  static const std::vector<TextEngine> rows = {
      {"Bullet",
       {"btBox", "btSphere", "btCapsule", "btCylinder", "btCone", "btConvex", "btTriangle", "btVector3", "btTransform",
        "btQuaternion", "btGjk", "GEOM_BOX", "GEOM_SPHERE", "GEOM_CAPSULE", "GEOM_CYLINDER", "pybullet"},
       {"bullet", "bullet-box-box"}},
      {"Box2D",
       {"b2Make", "b2Circle", "b2Capsule", "b2Compute", "b2Polygon", "b2Vec2", "b2Rot", "b2Transform"},
       {},
       {"box2d"}},
      {"planck.js", {"planck.", "pl.Box", "pl.Circle", "pl.Polygon", "pl.Vec2"}, {}, {"planck"}},
      {"Jolt",
       {"JPH::", "BoxShapeSettings", "SphereShapeSettings", "CapsuleShapeSettings", "CylinderShapeSettings",
        "ConvexHullShapeSettings", "Jolt."},
       {"jolt"}},
      {"Rapier",
       {"rapier", "RAPIER.", "ColliderDesc", "ColliderBuilder", "parry", "Cuboid::new", "Ball::new"},
       {"rapier3d"},
       {"rapier2d"}},
      {"FCL", {"X_FS1", "fcl::", "fcl.", "hppfcl.", "coal."}, {"fcl-libccd", "fcl-indep"}},
      {"libccd", {"ccd_t", "ccdGJK", "ccdMPR", "ccdQuatSet", "ccdVec3Set", "CCD_INIT"}, {"libccd", "libccd-mpr"}},
      {"ODE",
       {"dCreateBox", "dCreateSphere", "dCreateCapsule", "dCreateCylinder", "dCreateCCylinder", "dGeomSet",
        "dQuaternion"},
       {"ode"}},
      {"CGAL", {"CGAL::"}, {"cgal"}},
      {"cannon-es", {"CANNON."}, {"cannon-es"}},
      {"three.js", {"THREE.", "BoxGeometry", "new OBB"}, {"three-obb"}},
      {"Matter.js", {"Matter.", "Bodies.rectangle", "Bodies.circle", "Bodies.fromVertices"}, {}, {"matter-js"}},
      {"SAT.js", {"SAT."}, {}, {"sat-js"}},
      {"PhysX", {"PxBox", "PxSphere", "PxCapsule", "PxConvex", "PxQuat", "PxVec3", "PxTransform"}, {}},
      {"ReactPhysics3D", {"createBoxShape", "createSphereShape", "createCapsuleShape", "reactphysics3d"}, {}},
      {"Chipmunk", {"cpBoxShape", "cpCircleShape", "cpPolyShape", "pymunk."}, {}},
  };
  return rows;
}

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// How often a word is in a text where a name begins.
std::size_t timesIn(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    count += at == 0 || !isLetter(text[at - 1]) ? 1 : 0;
  return count;
}

}  // namespace

const TextEngine* engineOfText(std::string_view text) {
  const TextEngine* best = nullptr;
  std::size_t most = 0;
  for (const TextEngine& engine : engines()) {
    std::size_t count = 0;
    for (const std::string_view word : engine.words) count += timesIn(text, word);
    if (count <= most) continue;
    best = &engine;
    most = count;
  }
  return best;
}

const std::vector<std::string_view>& jurorsOf(const TextEngine& engine, Space space) {
  return space == Space::k2d ? engine.planar_jurors : engine.jurors;
}

}  // namespace sepax
