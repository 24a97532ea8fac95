#include "lab/paste/constructors.h"

#include "core/text.h"

#include <string>

namespace sepax::paste {

namespace {

constexpr const char *kBullet = "Bullet 3.24, BulletCollision/CollisionShapes headers: half extents, full heights without caps, along y",
                     *kPyBullet = "pybullet quickstart guide, createCollisionShape: half extents, full heights without caps, along z",
                     *kJolt =
                         "Jolt Physics, Physics/Collision/Shape headers: half extents, half height first, along y; a top before a bottom",
                     *kFcl = "FCL 0.7, fcl/geometry/shape headers: full sizes, along z; radii of ellipsoids",
                     *kDrake =
                         "drake.mit.edu, geometry/shape_specification.h: full sizes, lengths without caps, along z; half axes of "
                         "ellipsoids",
                     *kDrakeMath = "drake.mit.edu, math: roll, pitch, yaw about the axes of space, radians",
                     *kPhysX = "PhysX 5 SDK guide, Geometry: half extents, half heights without caps, along x",
                     *kParry = "docs.rs/parry3d, parry3d::shape: half extents, half height first, along y; borders are around them",
                     *kRapier = "rapier.rs, ColliderDesc: half extents, half height first, along y; borders are around them",
                     *kAvian = "docs.rs/avian3d, Collider: full lengths, radius first, along y, a capsule's without its caps",
                     *kXpbd = "docs.rs/bevy_xpbd_3d, Collider: full lengths, length first, along y, a capsule's without its caps",
                     *kBevy = "docs.rs/bevy_math, primitives: full lengths of numbers",
                     *kThree = "threejs.org/docs: full sizes, along y; a capsule's height is its middle section; half sizes of an OBB",
                     *kCannon = "cannon-es, src/shapes: half extents, cylinders of full height along y",
                     *kBox2d = "box2d.org/documentation, collision.h and math: half sizes, radians; radii of polygons are around them",
                     *kPlanck = "piqnt.com/planck.js/docs: half sizes, centres in the body, radians",
                     *kBox3d = "box3d, include/box3d/collision.h: half sizes",
                     *kOde = "ode.org wiki, Manual: full sizes, lengths without caps, along z",
                     *kGodot = "docs.godotengine.org/en/stable/classes: full sizes, along y; a capsule's height counts its caps",
                     *kGodot3 =
                         "docs.godotengine.org/en/3.6/classes: half extents; a capsule's height leaves out its caps, along z in space",
                     *kGodotMath =
                         "docs.godotengine.org/en/stable/classes: axes are columns; of bare numbers, as scene files have them, rows",
                     *kGlam = "docs.rs/glam", *kNalgebra = "docs.rs/nalgebra",
                     *kEulerOfJs = "threejs.org/docs, Euler; cannon-es, Quaternion.setFromEuler: XYZ about the body's own axes",
                     *kDirectX = "learn.microsoft.com, DirectXCollision.h: centres, half sizes, w last",
                     *kNumerics = "learn.microsoft.com, System.Numerics.Quaternion",
                     *kUnity = "docs.unity3d.com/ScriptReference: full sizes; a capsule's height counts its caps, along y or its direction",
                     *kUnreal =
                         "dev.epicgames.com/documentation, FCollisionShape, UShapeComponent: half extents, half heights count the "
                         "caps, along z",
                     *kReact = "reactphysics3d.com/documentation: half extents; a capsule's height leaves out its caps, along y",
                     *kSat = "npm sat: positions of boxes are corners",
                     *kMatter = "brm.io/matter-js/docs, Bodies: full sizes, a polygon's radius to its corners",
                     *kChipmunk = "chipmunk-physics.net manual; pymunk.org: full sizes, offsets in the body",
                     *kBepu = "BepuPhysics 2, Collidables: full sizes, lengths without caps, along y",
                     *kJitter = "Jitter 2, Collision/Shapes: full sizes, lengths without caps, along y",
                     *kNewton = "newton-physics.github.io, ModelBuilder: half extents, half heights without caps, along z",
                     *kDyn4j = "dyn4j.org/pages/getting-started, org.dyn4j.geometry: full sizes; a capsule by the rectangle around it",
                     *kTrimesh = "trimesh.org, trimesh.creation: full sizes, along z; a cone stands on the origin",
                     *kJme =
                         "javadoc.jmonkeyengine.org, com.jme3.bullet.collision.shapes: half extents; heights leave out the caps, along "
                         "y, cylinders of half extents along z";

}  // namespace

const std::vector<ShapeRow>& shapeRows() {
  static const std::vector<ShapeRow> rows = {
      {"btBoxShape", "box", "hx hy hz", 'y', kBullet},
      {"btSphereShape", "sphere", "r", 'y', kBullet},
      {"btCapsuleShape", "capsule", "r full", 'y', kBullet},
      {"btCapsuleShapeX", "capsule", "r full", 'x', kBullet},
      {"btCapsuleShapeZ", "capsule", "r full", 'z', kBullet},
      {"btCylinderShape", "cylinder", "r half _", 'y', kBullet},
      {"btCylinderShapeX", "cylinder", "half r _", 'x', kBullet},
      {"btCylinderShapeZ", "cylinder", "r _ half", 'z', kBullet},
      {"btConeShape", "cone", "r full", 'y', kBullet},
      {"btConeShapeX", "cone", "r full", 'x', kBullet},
      {"btConeShapeZ", "cone", "r full", 'z', kBullet},
      {"btConvexHullShape", "hull", "points", 'y', kBullet},
      {"btStaticPlaneShape", "half_space", "nx ny nz d", 'y', kBullet},
      {"btTriangleShape", "triangle", "points", 'y', kBullet},

      {"GEOM_BOX", "box", "hx hy hz", 'z', kPyBullet},
      {"GEOM_SPHERE", "sphere", "r", 'z', kPyBullet},
      {"GEOM_CAPSULE", "capsule", "r full", 'z', kPyBullet},
      {"GEOM_CYLINDER", "cylinder", "r full", 'z', kPyBullet},

      {"BoxShape", "box", "hx hy hz", 'y', kJolt},
      {"BoxShapeSettings", "box", "hx hy hz", 'y', kJolt},
      {"SphereShape", "sphere", "r", 'y', kJolt},
      {"SphereShapeSettings", "sphere", "r", 'y', kJolt},
      {"CapsuleShape", "capsule", "half r", 'y', kJolt},
      {"CapsuleShapeSettings", "capsule", "half r", 'y', kJolt},
      {"TaperedCapsuleShape", "tapered_capsule", "half r rstart", 'y', kJolt},
      {"TaperedCapsuleShapeSettings", "tapered_capsule", "half r rstart", 'y', kJolt},
      {"CylinderShape", "cylinder", "half r", 'y', kJolt},
      {"CylinderShapeSettings", "cylinder", "half r", 'y', kJolt},
      {"TaperedCylinderShape", "cylinder", "half r rstart", 'y', kJolt},
      {"TaperedCylinderShapeSettings", "cylinder", "half r rstart", 'y', kJolt},
      {"ConeShape", "cone", "half r", 'y', "sepax export --as gtest"},
      {"ConvexHullShapeSettings", "hull", "points", 'y', kJolt},
      {"ConvexHullShape", "hull", "points", 'y', kJolt},
      {"TriangleShape", "triangle", "points", 'y', kJolt},
      {"PlaneShape", "half_space", "nx ny nz -d _", 'y', kJolt},
      {"PlaneShapeSettings", "half_space", "nx ny nz -d _", 'y', kJolt},
      {"createBoxShape", "box", "hx hy hz", 'y', kReact},
      {"createSphereShape", "sphere", "r", 'y', kReact},
      {"createCapsuleShape", "capsule", "r full", 'y', kReact},
      {"CapsuleShape", "capsule", "r full", 'y', kReact, "reactphysics3d"},
      {"CapsuleShape", "capsule", "r full", 'y', kReact, "rp3d"},

      {"Box", "box", "sx sy sz", 'z', kFcl},
      {"Boxd", "box", "sx sy sz", 'z', kFcl},
      {"Boxf", "box", "sx sy sz", 'z', kFcl},
      {"Sphere", "sphere", "(px py pz r)|r", 'z', kFcl},
      {"Sphered", "sphere", "r", 'z', kFcl},
      {"Spheref", "sphere", "r", 'z', kFcl},
      {"Capsule", "capsule", "(ax ay az bx by bz r)|r full", 'z', kFcl},
      {"Capsuled", "capsule", "r full", 'z', kFcl},
      {"Capsulef", "capsule", "r full", 'z', kFcl},
      {"Cylinder", "cylinder", "r full", 'z', kFcl},
      {"Cylinderd", "cylinder", "r full", 'z', kFcl},
      {"Cylinderf", "cylinder", "r full", 'z', kFcl},
      {"Cone", "cone", "r full", 'z', kFcl},
      {"Coned", "cone", "r full", 'z', kFcl},
      {"Conef", "cone", "r full", 'z', kFcl},
      {"Ellipsoid", "ellipsoid", "hx hy hz", 'z', kFcl},
      {"Ellipsoidd", "ellipsoid", "hx hy hz", 'z', kFcl},
      {"Ellipsoidf", "ellipsoid", "hx hy hz", 'z', kFcl},
      {"Halfspace", "half_space", "nx ny nz d", 'z', kFcl},
      {"Halfspaced", "half_space", "nx ny nz d", 'z', kFcl},
      {"Halfspacef", "half_space", "nx ny nz d", 'z', kFcl},
      {"Convex", "hull", "points", 'z', kFcl},
      {"Convexd", "hull", "points", 'z', kFcl},
      {"ConvexHull", "hull", "points", 'z', kFcl},

      {"Box", "box", "sx sy sz", 'z', kDrake, "drake"},
      {"Box.MakeCube", "cube", "sx", 'z', kDrake},
      {"Sphere", "sphere", "r", 'z', kDrake, "drake"},
      {"Capsule", "capsule", "r full", 'z', kDrake, "drake"},
      {"Cylinder", "cylinder", "r full", 'z', kDrake, "drake"},
      {"Ellipsoid", "ellipsoid", "hx hy hz", 'z', kDrake, "drake"},
      {"HalfSpace", "half_space", "", 'z', kDrake, "drake"},

      {"PxBoxGeometry", "box", "hx hy hz", 'x', kPhysX},
      {"PxSphereGeometry", "sphere", "r", 'x', kPhysX},
      {"PxCapsuleGeometry", "capsule", "r half", 'x', kPhysX},
      {"PxConvexMeshDesc", "hull", "points", 'x', kPhysX},
      {"PxPlane", "half_space", "nx ny nz -d", 'x', kPhysX},
      {"PxPlaneGeometry", "half_space", "", 'x', kPhysX},

      {"Cuboid.new", "box", "hx hy hz", 'y', kParry},
      {"Cuboid.new", "box", "(hx hy hz)|sx sy sz", 'y', kBevy, "bevy"},
      {"Ball.new", "sphere", "r", 'y', kParry},
      {"Capsule.new", "capsule", "ax ay az bx by bz r", 'y', kParry},
      {"Capsule.new_x", "capsule", "half r", 'x', kParry},
      {"Capsule.new_y", "capsule", "half r", 'y', kParry},
      {"Capsule.new_z", "capsule", "half r", 'z', kParry},
      {"Cylinder.new", "cylinder", "half r", 'y', kParry},
      {"Cone.new", "cone", "half r", 'y', kParry},
      {"HalfSpace.new", "half_space", "nx ny nz d", 'y', kParry},
      {"Triangle.new", "triangle", "points", 'y', kParry},
      {"Segment.new", "segment", "ax ay az bx by bz", 'y', kParry},
      {"SharedShape.capsule", "capsule", "ax ay az bx by bz r", 'y', kParry},
      {"Collider.capsule", "capsule", "ax ay az bx by bz r", 'y', kParry},
      {"capsule_from_endpoints", "capsule", "ax ay az bx by bz r", 'y', kParry},
      {"from_convex_hull", "hull", "points", 'y', kParry},
      {"from_convex_polyline", "hull", "points", 'y', kParry},
      {"convex_hull", "hull", "points", 'y', kParry},
      {"convex_polyline", "hull", "points", 'y', kParry},
      {"ConvexPolygon.try_from_points", "hull", "points", 'y', kParry},
      {"ConvexHull.try_from_points", "hull", "points", 'y', kParry},
      {"cuboid", "box", "hx hy hz", 'y', kRapier},
      {"ball", "sphere", "r", 'y', kRapier},
      {"capsule", "capsule", "half r", 'y', kRapier, "colliderdesc"},
      {"cylinder", "cylinder", "half r", 'y', kRapier},
      {"cone", "cone", "half r", 'y', kRapier},
      {"round_cuboid", "box", "hx hy hz border", 'y', kRapier},
      {"round_cylinder", "cylinder", "half r border", 'y', kRapier},
      {"round_cone", "cone", "half r border", 'y', kRapier},
      {"round_convex_hull", "hull", "points border", 'y', kRapier},
      {"roundCuboid", "box", "hx hy hz border", 'y', kRapier},
      {"roundCylinder", "cylinder", "half r border", 'y', kRapier},
      {"roundCone", "cone", "half r border", 'y', kRapier},
      {"roundConvexHull", "hull", "points border", 'y', kRapier},
      {"capsule_x", "capsule", "half r", 'x', kRapier},
      {"capsule_y", "capsule", "half r", 'y', kRapier},
      {"capsule_z", "capsule", "half r", 'z', kRapier},
      {"convexHull", "hull", "points", 'y', kRapier},
      {"RAPIER.Cuboid", "box", "hx hy hz", 'y', kRapier},
      {"RAPIER.Ball", "sphere", "r", 'y', kRapier},
      {"RAPIER.Capsule", "capsule", "half r", 'y', kRapier},
      {"RAPIER.Cylinder", "cylinder", "half r", 'y', kRapier},
      {"RAPIER.Cone", "cone", "half r", 'y', kRapier},
      {"RAPIER.RoundCuboid", "box", "hx hy hz border", 'y', kRapier},
      {"RAPIER.RoundCylinder", "cylinder", "half r border", 'y', kRapier},
      {"RAPIER.RoundCone", "cone", "half r border", 'y', kRapier},

      {"cuboid", "box", "sx sy sz", 'y', kAvian, "avian"},
      {"cuboid", "box", "sx sy sz", 'y', kXpbd, "xpbd"},
      {"round_cuboid", "box", "sx sy sz border", 'y', kAvian, "avian"},
      {"round_cuboid", "box", "sx sy sz border", 'y', kXpbd, "xpbd"},
      {"Collider.sphere", "sphere", "r", 'y', kAvian},
      {"Collider.rectangle", "rectangle", "sx sy", 'y', kAvian},
      {"Collider.circle", "circle", "r", 'y', kAvian},
      {"Collider.capsule", "capsule", "r full", 'y', kAvian, "avian"},
      {"Collider.capsule", "capsule", "full r", 'y', kXpbd, "xpbd"},
      {"cylinder", "cylinder", "r full", 'y', kAvian, "avian"},
      {"cylinder", "cylinder", "full r", 'y', kXpbd, "xpbd"},
      {"cone", "cone", "r full", 'y', kAvian, "avian"},
      {"cone", "cone", "full r", 'y', kXpbd, "xpbd"},

      {"OBB", "box", "px py pz hx hy hz", 'y', kThree, "three"},
      {"Box3", "box", "lx ly lz ux uy uz", 'y', kThree},
      {"BoxGeometry", "box", "sx sy sz", 'y', kThree},
      {"BoxBufferGeometry", "box", "sx sy sz", 'y', kThree},
      {"SphereGeometry", "sphere", "r", 'y', kThree},
      {"CapsuleGeometry", "capsule", "r full", 'y', kThree},
      {"CylinderGeometry", "cylinder", "r rstart full sides", 'y', kThree},
      {"ConeGeometry", "cone", "r full", 'y', kThree},
      {"ConvexGeometry", "hull", "points", 'y', kThree},
      {"THREE.Plane", "half_space", "nx ny nz -d", 'y', kThree},
      {"CANNON.Box", "box", "hx hy hz", 'y', kCannon},
      {"CANNON.Sphere", "sphere", "r", 'y', kCannon},
      {"CANNON.Cylinder", "cylinder", "r rstart full sides", 'y', kCannon},
      {"CANNON.ConvexPolyhedron", "hull", "points", 'y', kCannon},
      {"CANNON.Plane", "half_space", "", 'z', kCannon},
      {"Plane", "half_space", "", 'z', kCannon, "cannon"},
      {"Box", "box", "hx hy hz", 'y', kCannon, "cannon"},
      {"Cylinder", "cylinder", "r rstart full sides", 'y', kCannon, "cannon"},

      {"b2MakeBox", "box", "hx hy", 'x', kBox2d},
      {"b2MakeSquare", "square", "hx", 'x', kBox2d},
      {"b2MakeOffsetBox", "box", "hx hy cx cy turn", 'x', kBox2d},
      {"b2MakeRoundedBox", "box", "hx hy border", 'x', kBox2d},
      {"b2MakeOffsetRoundedBox", "box", "hx hy cx cy turn border", 'x', kBox2d},
      {"b2MakePolygon", "polygon", "points border", 'x', kBox2d},
      {"b2Circle", "circle", "cx cy r", 'x', kBox2d},
      {"b2CircleShape", "circle", "cx cy r", 'x', kBox2d},
      {"b2Capsule", "capsule2", "ax ay bx by r", 'x', kBox2d},
      {"b2Segment", "segment", "ax ay bx by", 'x', kBox2d},
      {"SetTwoSided", "segment", "ax ay bx by", 'x', kBox2d},
      {"b2ComputeHull", "polygon", "points", 'x', kBox2d},
      {"b2PolygonShape", "polygon", "points", 'x', kBox2d},
      {"SetAsBox", "box", "hx hy cx cy turn", 'x', kBox2d},
      {"planck.Box", "box", "hx hy cx cy turn", 'x', kPlanck},
      {"pl.Box", "box", "hx hy cx cy turn", 'x', kPlanck},
      {"Box", "box", "hx hy cx cy turn", 'x', kPlanck, "planck"},
      {"BoxShape", "box", "hx hy cx cy turn", 'x', kPlanck, "planck"},
      {"planck.Circle", "circle", "cx cy r", 'x', kPlanck},
      {"pl.Circle", "circle", "cx cy r", 'x', kPlanck},
      {"Circle", "circle", "cx cy r", 'x', kPlanck, "planck"},
      {"CircleShape", "circle", "cx cy r", 'x', kPlanck, "planck"},
      {"planck.Polygon", "polygon", "points", 'x', kPlanck},
      {"pl.Polygon", "polygon", "points", 'x', kPlanck},
      {"PolygonShape", "polygon", "points", 'x', kPlanck, "planck"},
      {"b3MakeBoxHull", "box", "hx hy hz", 'y', kBox3d},
      {"b3MakeCubeHull", "cube", "hx", 'y', kBox3d},
      {"b3Sphere", "sphere", "cx cy cz r", 'y', kBox3d},
      {"b3Capsule", "capsule", "ax ay az bx by bz r", 'y', kBox3d},
      {"b3CreateHull", "hull", "points", 'y', kBox3d},

      {"dCreatePlane", "half_space", "? nx ny nz d", 'z', kOde},
      {"dCreateBox", "box", "? sx sy sz", 'z', kOde},
      {"dCreateSphere", "sphere", "? r", 'z', kOde},
      {"dCreateCapsule", "capsule", "? r full", 'z', kOde},
      {"dCreateCylinder", "cylinder", "? r full", 'z', kOde},
      {"dCreateCCylinder", "capsule", "? r full", 'z', kOde},

      {"BoxShape3D", "box", "sx sy sz", 'y', kGodot},
      {"SphereShape3D", "sphere", "r", 'y', kGodot},
      {"CapsuleShape3D", "capsule", "r caps", 'y', kGodot},
      {"CylinderShape3D", "cylinder", "r full", 'y', kGodot},
      {"ConvexPolygonShape3D", "hull", "points", 'y', kGodot},
      {"RectangleShape2D", "rectangle", "sx sy", 'y', kGodot},
      {"CircleShape2D", "circle", "r", 'y', kGodot},
      {"CapsuleShape2D", "capsule2", "r caps", 'y', kGodot},
      {"ConvexPolygonShape2D", "polygon", "points", 'y', kGodot},
      {"BoxShape.new", "box", "hx hy hz", 'y', kGodot3},
      {"SphereShape.new", "sphere", "r", 'y', kGodot3},
      {"CapsuleShape.new", "capsule", "r full", 'z', kGodot3},
      {"CylinderShape.new", "cylinder", "r full", 'y', kGodot3},
      {"RectangleShape2D", "rectangle", "hx hy", 'y', kGodot3, "extents"},
      {"Godot3.CapsuleShape2D", "capsule2", "r full", 'y', kGodot3},

      {"BoundingOrientedBox", "box", "px py pz hx hy hz", 'y', kDirectX},
      {"BoundingBox", "box", "px py pz hx hy hz", 'y', kDirectX, "directx"},
      {"BoundingBox", "box", "px py pz hx hy hz", 'y', kDirectX, "xmfloat3"},
      {"BoundingSphere", "sphere", "px py pz r", 'y', kDirectX},

      {"BoxCollider", "box", "sx sy sz", 'y', kUnity},
      {"SphereCollider", "sphere", "r", 'y', kUnity},
      {"CapsuleCollider", "capsule", "r caps", 'y', kUnity},
      {"CharacterController", "capsule", "r caps", 'y', kUnity},
      {"BoxCollider2D", "rectangle", "sx sy", 'y', kUnity},
      {"CircleCollider2D", "circle", "r", 'y', kUnity},
      {"CapsuleCollider2D", "capsule2", "width height upright", 'y', kUnity},
      {"PolygonCollider2D", "polygon", "points", 'y', kUnity},
      {"FCollisionShape.MakeBox", "box", "hx hy hz", 'z', kUnreal},
      {"FCollisionShape.MakeSphere", "sphere", "r", 'z', kUnreal},
      {"FCollisionShape.MakeCapsule", "capsule", "(r _ halfcaps)|r halfcaps", 'z', kUnreal},
      {"InitBoxExtent", "box", "hx hy hz", 'z', kUnreal},
      {"SetBoxExtent", "box", "hx hy hz", 'z', kUnreal},
      {"InitSphereRadius", "sphere", "r", 'z', kUnreal},
      {"SetSphereRadius", "sphere", "r", 'z', kUnreal},
      {"InitCapsuleSize", "capsule", "r halfcaps", 'z', kUnreal},
      {"SetCapsuleSize", "capsule", "r halfcaps", 'z', kUnreal},

      {"SAT.Box", "box", "px py kx ky", 'x', kSat},
      {"SAT.Circle", "circle", "px py r", 'x', kSat},
      {"SAT.Polygon", "polygon", "px py points", 'x', kSat},
      {"Bodies.rectangle", "box", "px py sx sy", 'x', kMatter},
      {"Bodies.circle", "circle", "px py r", 'x', kMatter},
      {"Bodies.polygon", "regular", "px py sides r", 'x', kMatter},
      {"cpBoxShapeNew", "box", "@ sx sy", 'x', kChipmunk},
      {"cpCircleShapeNew", "circle", "@ r cx cy", 'x', kChipmunk},
      {"cpSegmentShapeNew", "capsule2", "@ ax ay bx by r", 'x', kChipmunk},
      {"cpPolyShapeNew", "polygon", "@ points", 'x', kChipmunk},
      {"pymunk.Poly", "polygon", "@ points", 'x', kChipmunk},
      {"pymunk.Circle", "circle", "@ r cx cy", 'x', kChipmunk},
      {"pymunk.Segment", "capsule2", "@ ax ay bx by r", 'x', kChipmunk},
      {"Poly.create_box", "box", "@ sx sy", 'x', kChipmunk},
      {"Geometry.createRectangle", "box", "sx sy", 'x', kDyn4j},
      {"Geometry.createCircle", "circle", "r", 'x', kDyn4j},
      {"Geometry.createSquare", "square", "sx", 'x', kDyn4j},
      {"Geometry.createCapsule", "capsule2", "width height", 'x', kDyn4j},
      {"Geometry.createPolygon", "polygon", "points", 'x', kDyn4j},
      {"Geometry.createTriangle", "polygon", "points", 'x', kDyn4j},
      {"Rectangle", "box", "sx sy", 'x', kDyn4j, "dyn4j"},
      {"Capsule", "capsule2", "width height", 'x', kDyn4j, "dyn4j"},
      {"Triangle", "polygon", "points", 'x', kDyn4j, "dyn4j"},
      {"creation.box", "box", "sx sy sz", 'z', kTrimesh},
      {"creation.icosphere", "sphere", "? r", 'z', kTrimesh},
      {"creation.cylinder", "cylinder", "r full", 'z', kTrimesh},
      {"creation.capsule", "capsule", "full r", 'z', kTrimesh},
      {"creation.cone", "cone", "r foot", 'z', kTrimesh},
      {"Box", "box", "sx sy sz", 'y', kBepu, "bepu"},
      {"Capsule", "capsule", "r full", 'y', kBepu, "bepu"},
      {"Cylinder", "cylinder", "r full", 'y', kBepu, "bepu"},
      {"BoxShape", "box", "sx sy sz", 'y', kJitter, "jitter"},
      {"CapsuleShape", "capsule", "r full", 'y', kJitter, "jitter"},
      {"CylinderShape", "cylinder", "full r", 'y', kJitter, "jitter"},
      {"add_shape_box", "box", "hx hy hz", 'z', kNewton},
      {"add_shape_sphere", "sphere", "r", 'z', kNewton},
      {"add_shape_capsule", "capsule", "r half", 'z', kNewton},
      {"add_shape_cylinder", "cylinder", "r half", 'z', kNewton},
      {"BoxCollisionShape", "box", "hx hy hz", 'y', kJme},
      {"SphereCollisionShape", "sphere", "r", 'y', kJme},
      {"CapsuleCollisionShape", "capsule", "r full axis", 'y', kJme},
      {"CylinderCollisionShape", "cylinder", "(ex ey ez) axis|r full axis", 'z', kJme},
      {"ConeCollisionShape", "cone", "r full axis", 'y', kJme},
      {"HullCollisionShape", "hull", "points", 'y', kJme},
      {"Polygon", "polygon", "points", 'x', "shapely.readthedocs.io; points of the plane in any library"},
      {"Circle", "circle", "(px py r)|r", 'x', "circles of the plane in any library"},
  };
  return rows;
}

const ShapeRow* findShapeRow(std::string_view qualified, const TextScopes& scopes) {
  const ShapeRow* best = nullptr;
  std::size_t best_length = 0;
  const std::string small = lowered(qualified);
  for (const ShapeRow& row : shapeRows()) {
    const std::string_view name(row.name);
    if (!qualified.ends_with(name)) continue;
    if (qualified.size() > name.size() && qualified[qualified.size() - name.size() - 1] != '.') continue;
    const std::string_view scope(row.scope);
    const bool has_scope = !scope.empty();
    if (has_scope && small.find(scope) == std::string::npos && !scopes.holds(scope)) continue;
    const std::size_t length = 2 * name.size() + (has_scope ? 1 : 0);
    if (length <= best_length) continue;
    best = &row;
    best_length = length;
  }
  // GDScript's constructors; Rust's Box::new makes no box.
  constexpr std::string_view kNew = ".new";
  if (best == nullptr && qualified.ends_with(kNew)) {
    const ShapeRow* const made = findShapeRow(qualified.substr(0, qualified.size() - kNew.size()), scopes);
    if (made != nullptr && (made->source == kGodot || made->source == kGodot3)) return made;
  }
  return best;
}

Conventions conventionsOf(const char* source) {
  if (source == kUnreal) return {.engine = "Unreal", .is_left_handed = true, .is_z_up = true, .unit = "cm"};
  if (source == kUnity) return {.engine = "Unity", .is_left_handed = true, .is_z_up = false, .unit = ""};
  return {};
}

namespace {

const std::vector<RotationRow>& rotationRows() {
  constexpr AngleUnit kRad = AngleUnit::kRadians;
  static const std::vector<RotationRow> rows = {
      {"btQuaternion", RotationKind::kQuaternionXyzw, kBullet, AngleUnit::kRadians, "zxy", "yxz"},
      {"setEuler", RotationKind::kEuler, kBullet, AngleUnit::kRadians, "zxy", "yxz"},
      {"setEulerZYX", RotationKind::kEuler, kBullet, AngleUnit::kRadians, "xyz", "zyx"},
      {"getBasis.setEulerZYX", RotationKind::kEuler, kBullet, AngleUnit::kRadians, "xyz"},
      {"getBasis.setEulerYPR", RotationKind::kEuler, kBullet, AngleUnit::kRadians, "xyz", "zyx"},
      {"getQuaternionFromEuler", RotationKind::kEuler, kPyBullet, AngleUnit::kRadians, "xyz"},
      {"sEulerAngles", RotationKind::kEuler, kJolt, AngleUnit::kRadians, "xyz"},
      {"sRotationX", RotationKind::kEuler, kJolt, AngleUnit::kRadians, "x", "x"},
      {"sRotationY", RotationKind::kEuler, kJolt, AngleUnit::kRadians, "y", "y"},
      {"sRotationZ", RotationKind::kEuler, kJolt, AngleUnit::kRadians, "z", "z"},
      {"Quat", RotationKind::kQuaternionXyzw, kJolt},
      {"PxQuat", RotationKind::kQuaternionXyzw, kPhysX},
      {"b3Quat", RotationKind::kQuaternionXyzw, kBox3d},
      {"Quaternion", RotationKind::kQuaternionXyzw, "three.js, cannon-es, Unity, Godot, System.Numerics: w last"},
      {"FQuat", RotationKind::kQuaternionXyzw, kUnreal},
      {"FRotator", RotationKind::kRotator, kUnreal, AngleUnit::kDegrees},
      {"Quaternion4f", RotationKind::kQuaternionXyzw, "w last, as its members"},
      {"Basis", RotationKind::kBasis, kGodotMath},
      {"Transform3D", RotationKind::kBasis, kGodotMath},
      {"Basis.from_euler", RotationKind::kEuler, kGodotMath, AngleUnit::kRadians, "zxy"},
      {"Quaternion.from_euler", RotationKind::kEuler, kGodotMath, AngleUnit::kRadians, "zxy"},
      {"RollPitchYaw", RotationKind::kEuler, kDrakeMath, kRad, "xyz"},
      {"RollPitchYawd", RotationKind::kEuler, kDrakeMath, kRad, "xyz"},
      {"MakeXRotation", RotationKind::kEuler, kDrakeMath, kRad, "x", "x"},
      {"MakeYRotation", RotationKind::kEuler, kDrakeMath, kRad, "y", "y"},
      {"MakeZRotation", RotationKind::kEuler, kDrakeMath, kRad, "z", "z"},
      {"AngleAxis", RotationKind::kAxisAngle, kDrakeMath, kRad, "", "", "pydrake"},
      {"HalfSpace.MakePose", RotationKind::kZTo, kDrake},
      {"CreateFromAxisAngle", RotationKind::kAxisAngle, kNumerics},
      {"CreateFromYawPitchRoll", RotationKind::kEuler, kNumerics, kRad, "zxy", "yxz"},
      {"quat_from_axis_angle", RotationKind::kAxisAngle, "nvidia.github.io/warp"},
      {"XMQuaternionRotationAxis", RotationKind::kAxisAngle, kDirectX},
      {"XMQuaternionRotationRollPitchYaw", RotationKind::kEuler, kDirectX, kRad, "zxy"},
      {"from_xyzw", RotationKind::kQuaternionXyzw, kGlam},
      {"from_rotation_x", RotationKind::kEuler, kGlam, AngleUnit::kRadians, "x", "x"},
      {"from_rotation_y", RotationKind::kEuler, kGlam, AngleUnit::kRadians, "y", "y"},
      {"from_rotation_z", RotationKind::kEuler, kGlam, AngleUnit::kRadians, "z", "z"},
      {"Quat.from_euler", RotationKind::kEulerInOrder, kGlam},
      {"from_euler", RotationKind::kEulerInOrder, "docs.scipy.org, Rotation.from_euler"},
      {"from_rotvec", RotationKind::kRotationVector, "docs.scipy.org, Rotation.from_rotvec"},
      {"from_scaled_axis", RotationKind::kRotationVector, "docs.rs/glam, docs.rs/nalgebra"},
      {"UnitQuaternion.new", RotationKind::kRotationVector, kNalgebra},
      {"Rotation3.new", RotationKind::kRotationVector, kNalgebra},
      {"UnitComplex.new", RotationKind::kAngle, kNalgebra},
      {"Rotation2.new", RotationKind::kAngle, kNalgebra},
      {"from_euler_angles", RotationKind::kEuler, kNalgebra, AngleUnit::kRadians, "xyz"},
      {"from_quat", RotationKind::kQuaternionXyzw, "docs.scipy.org, Rotation.from_quat"},
      {"ccdQuatSet", RotationKind::kQuaternionXyzw, "libccd, ccd/quat.h"},
      {"Quaternion.new", RotationKind::kQuaternionWxyz, "docs.rs/nalgebra: w first"},
      {"Quaterniond", RotationKind::kQuaternionWxyz, "eigen.tuxfamily.org, Quaternion: w first in the constructor"},
      {"Quaternionf", RotationKind::kQuaternionWxyz, "eigen.tuxfamily.org, Quaternion: w first in the constructor"},
      {"Quaternion3f", RotationKind::kQuaternionWxyz, "FCL before 0.6: w first"},
      {"Eigen.Quaternion", RotationKind::kQuaternionWxyz, "eigen.tuxfamily.org, Quaternion: w first in the constructor"},
      {"eigenpy.Quaternion", RotationKind::kQuaternionWxyz, "eigenpy: as Eigen"},
      {"pinocchio.Quaternion", RotationKind::kQuaternionWxyz, "eigenpy: as Eigen"},
      {"pin.Quaternion", RotationKind::kQuaternionWxyz, "eigenpy: as Eigen"},
      {"Quaternion", RotationKind::kQuaternionWxyz, "eigenpy: as Eigen", kRad, "", "", "pinocchio"},
      {"Quaternion", RotationKind::kQuaternionWxyz, "eigenpy: as Eigen", kRad, "", "", "eigenpy"},
      {"Quaternion", RotationKind::kQuaternionWxyz, "drake.mit.edu, pydrake.common.eigen_geometry: w first", kRad, "", "", "pydrake"},
      {"coal.Quaternion", RotationKind::kQuaternionWxyz, "eigenpy: as Eigen"},
      {"hppfcl.Quaternion", RotationKind::kQuaternionWxyz, "eigenpy: as Eigen"},
      {"glm.quat", RotationKind::kQuaternionWxyz, "GLM: w first in the constructor and in to_string"},
      {"quat", RotationKind::kQuaternionWxyz, "GLM: w first in the constructor and in to_string"},
      {"wp.quat", RotationKind::kQuaternionXyzw, "nvidia.github.io/warp: w last"},
      {"wp.quatf", RotationKind::kQuaternionXyzw, "nvidia.github.io/warp: w last"},
      {"dquat", RotationKind::kQuaternionWxyz, "GLM: w first in the constructor and in to_string"},
      {"fquat", RotationKind::kQuaternionWxyz, "GLM: w first in the constructor and in to_string"},
      {"dQuaternion", RotationKind::kQuaternionWxyz, kOde},
      {"btMatrix3x3", RotationKind::kRows, kBullet},
      {"Matrix3d", RotationKind::kRows, "Eigen fills by rows"},
      {"Matrix3f", RotationKind::kRows, "Eigen fills by rows"},
      {"Matrix3", RotationKind::kRows, "Eigen, three.js set: rows"},
      {"Matrix3.new", RotationKind::kRows, "docs.rs/nalgebra: rows"},
      {"Matrix4d", RotationKind::kRows, "Eigen fills by rows"},
      {"Matrix4f", RotationKind::kRows, "Eigen fills by rows"},
      {"Matrix4", RotationKind::kRows, "Eigen, three.js set: rows"},
      {"array", RotationKind::kRows, "numpy: rows"},
      {"matrix", RotationKind::kRows, "numpy: rows"},
      {"dMatrix3", RotationKind::kRows, kOde},
      {"mat3", RotationKind::kColumns, "GLM: columns"},
      {"mat4", RotationKind::kColumns, "GLM: columns"},
      {"dmat3", RotationKind::kColumns, "GLM: columns"},
      {"dmat4", RotationKind::kColumns, "GLM: columns"},
      {"mat3x3", RotationKind::kColumns, "GLM: columns"},
      {"mat4x4", RotationKind::kColumns, "GLM: columns"},
      {"dmat3x3", RotationKind::kColumns, "GLM: columns"},
      {"dmat4x4", RotationKind::kColumns, "GLM: columns"},
      {"Mat44", RotationKind::kColumns, kJolt},
      {"RMat44", RotationKind::kColumns, kJolt},
      {"PxMat33", RotationKind::kColumns, kPhysX},
      {"PxMat44", RotationKind::kColumns, kPhysX},
      {"b2Rot", RotationKind::kAngle, kBox2d},
      {"b2MakeRot", RotationKind::kAngle, kBox2d},
      {"AngleAxisd", RotationKind::kAxisAngle, "Eigen"},
      {"AngleAxisf", RotationKind::kAxisAngle, "Eigen"},
      {"AngleAxis", RotationKind::kAxisAngle, kUnity, AngleUnit::kDegrees},
      {"sRotation", RotationKind::kAxisAngle, kJolt},
      {"from_axis_angle", RotationKind::kAxisAngle, "docs.rs/nalgebra"},
      {"setFromAxisAngle", RotationKind::kAxisAngle, "three.js, cannon-es"},
      {"setFromEuler", RotationKind::kEuler, kEulerOfJs, AngleUnit::kRadians, "XYZ"},
      {"Euler", RotationKind::kEuler, kEulerOfJs, AngleUnit::kRadians, "XYZ"},
      {"dRFromAxisAndAngle", RotationKind::kAxisAngle, kOde},
      {"dQFromAxisAndAngle", RotationKind::kAxisAngle, kOde},
      {"b3MakeQuatFromAxisAngle", RotationKind::kAxisAngle, kBox3d},
      {"Quaternion.Euler", RotationKind::kEuler, kUnity, AngleUnit::kDegrees, "zxy"},
  };
  return rows;
}

}  // namespace

TextScopes::TextScopes(std::string_view lowered_text) {
  const auto look = [&](const char* scope) {
    if (*scope != '\0' && lowered_text.find(scope) != std::string_view::npos) held_.insert(scope);
  };
  for (const ShapeRow& row : shapeRows()) look(row.scope);
  for (const RotationRow& row : rotationRows()) look(row.scope);
}

const RotationRow* findRotationRow(std::string_view qualified, const TextScopes& scopes) {
  const RotationRow* best = nullptr;
  for (const RotationRow& row : rotationRows()) {
    const std::string_view name(row.name);
    if (!qualified.ends_with(name) || (qualified.size() > name.size() && qualified[qualified.size() - name.size() - 1] != '.')) continue;
    const std::string_view scope(row.scope);
    if (!scope.empty() && !scopes.holds(scope)) continue;
    const auto rank = [](const RotationRow& r) { return 2 * std::string_view(r.name).size() + (*r.scope != '\0' ? 1 : 0); };
    if (best == nullptr || rank(row) > rank(*best)) best = &row;
  }
  return best;
}

const QuaternionApi* findQuaternionApi(std::string_view lowered_text) {
  // pybullet quickstart guide: "orientation as a quaternion [x,y,z,w]"
  static constexpr QuaternionApi kRows[] = {{"pybullet", "xyzw", "pybullet"},
                                            {"xformop:orient", "wxyz", "USD"},
                                            {"createcollisionshape", "xyzw", "pybullet"},
                                            {"createmultibody", "xyzw", "pybullet"},
                                            {"basepositionandorientation", "xyzw", "pybullet"}};
  for (const QuaternionApi& row : kRows) {
    if (lowered_text.find(row.word) != std::string_view::npos) return &row;
  }
  return nullptr;
}

Setter setterOf(std::string_view method) {
  struct Row {
    std::string_view name;
    Setter setter;
  };
  static constexpr Row kRows[] = {
      {"setOrigin", Setter::kPosition},
      {"getOrigin.setValue", Setter::kPosition},
      {"setPosition", Setter::kPosition},
      {"setTranslation", Setter::kPosition},
      {"SetPosition", Setter::kPosition},
      {"position.set", Setter::kPosition},
      {"position.Set", Setter::kPosition},
      {"translation", Setter::kPosition},
      {"set_translation", Setter::kPosition},
      {"dGeomSetPosition", Setter::kPosition},
      {"dGeomSetRotation", Setter::kRotation},
      {"dGeomSetQuaternion", Setter::kRotation},
      {"SetTranslation", Setter::kPosition},
      {"setLocation", Setter::kPosition},
      {"translate", Setter::kPosition},
      {"pretranslate", Setter::kPosition},
      {"setPhysicsLocation", Setter::kPosition},
      {"setLocalTranslation", Setter::kPosition},
      {"SetWorldLocation", Setter::kPosition},
      {"SetRelativeLocation", Setter::kPosition},
      {"SetActorLocation", Setter::kPosition},
      {"SetPositionAndRotation", Setter::kTransform},
      {"SetWorldLocationAndRotation", Setter::kTransform},
      {"SetRelativeLocationAndRotation", Setter::kTransform},
      {"SetActorLocationAndRotation", Setter::kTransform},
      {"SetWorldTransform", Setter::kTransform},
      {"SetActorTransform", Setter::kTransform},
      {"p.Set", Setter::kPosition},
      {"position.copy", Setter::kPosition},
      {"setRotation", Setter::kRotation},
      {"setQuaternion", Setter::kRotation},
      {"quaternion.set", Setter::kRotation},
      {"setQuatRotation", Setter::kRotation},
      {"rotation", Setter::kRotation},
      {"setBasis", Setter::kRotation},
      {"SetRotation", Setter::kRotation},
      {"set_rotation", Setter::kRotation},
      {"setOrientation", Setter::kRotation},
      {"setRotationMatrix", Setter::kRotation},
      {"rotation.set", Setter::kRotation},
      {"setPhysicsRotation", Setter::kRotation},
      {"setLocalRotation", Setter::kRotation},
      {"SetWorldRotation", Setter::kRotation},
      {"SetRelativeRotation", Setter::kRotation},
      {"SetActorRotation", Setter::kRotation},
      {"quaternion.copy", Setter::kRotation},
      {"setAngle", Setter::kRotation},
      {"quaternion.setFromAxisAngle", Setter::kRotation},
      {"setFromEuler", Setter::kRotation},
      {"setEuler", Setter::kRotation},
      {"setEulerZYX", Setter::kRotation},
      {"setEulerYPR", Setter::kRotation},
      {"with_rotation", Setter::kRotation},
      {"with_translation", Setter::kPosition},
      {"dBodySetPosition", Setter::kPosition},
      {"dBodySetRotation", Setter::kRotation},
      {"dBodySetQuaternion", Setter::kRotation},
      {"dGeomSetBody", Setter::kTransform},
      {"Body.rotate", Setter::kRotation},
      {"rotate", Setter::kRotation},
      {"dRFromAxisAndAngle", Setter::kRotation},
      {"dQFromAxisAndAngle", Setter::kRotation},
      {"cpBodySetPosition", Setter::kPosition},
      {"cpBodySetAngle", Setter::kRotation},
      {"m_p.Set", Setter::kCentre},
      {"q.Set", Setter::kRotation},
      {"setWorldTransform", Setter::kTransform},
      {"setTransform", Setter::kTransform},
      {"SetTransform", Setter::kTransform},
      {"Set", Setter::kPlanarPose},
      {"setGlobalPose", Setter::kTransform},
      {"position_iso", Setter::kTransform},
      {"set_position", Setter::kTransform},
      {"position", Setter::kTransform},
      {"pose", Setter::kTransform},
      {"setCollisionShape", Setter::kShape},
      {"setIdentity", Setter::kIdentity},
      {"addPoint", Setter::kAddPoint},
      {"push_back", Setter::kAddPoint},
      {"emplace_back", Setter::kAddPoint},
      {"push", Setter::kAddPoint},
      {"append", Setter::kAddPoint},
      {"Add", Setter::kAddPoint},
      {"SetAsBox", Setter::kSizes},
      {"SetTwoSided", Setter::kSizes},
      {"SetBoxExtent", Setter::kSizes},
      {"InitBoxExtent", Setter::kSizes},
      {"SetSphereRadius", Setter::kSizes},
      {"InitSphereRadius", Setter::kSizes},
      {"SetCapsuleSize", Setter::kSizes},
      {"InitCapsuleSize", Setter::kSizes},
  };
  for (const Row& row : kRows) {
    if (method == row.name || (method.ends_with(row.name) && method[method.size() - row.name.size() - 1] == '.')) return row.setter;
  }
  return Setter::kNone;
}

}  // namespace sepax::paste
