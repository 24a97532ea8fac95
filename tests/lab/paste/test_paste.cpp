#include "lab/paste/paste.h"

#include "core/text.h"
#include "lab/pair_text.h"
#include "rounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

// Texts of every form as people post them, written by hand, and what they mean.

namespace sepax {
namespace {

struct Posted {
  const char* name;
  const char* text;
  const char* bodies;
  paste::Answers answers = {};
};

void PrintTo(const Posted& posted, std::ostream* out) { *out << posted.name; }

class PastedText : public testing::TestWithParam<Posted> {};

TEST_P(PastedText, BecomesThePairThatItSpeaksOf) {
  const auto pasted = pasteText(GetParam().text, GetParam().answers);
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_EQ(bodiesText(pasted->document), GetParam().bodies);
  EXPECT_TRUE(pasted->isPair());
}

const Posted kPosted[] = {
    {"Bullet", R"(btBoxShape* boxA = new btBoxShape(btVector3(2.0f, 3.5f, 3.5f)); // half
btBoxShape* boxB = new btBoxShape(btVector3(1, 1, 1));
btTransform trA, trB;
trA.setIdentity();
trA.setOrigin(btVector3(0, 1.5, 0));
trB.setIdentity();
trB.setOrigin(btVector3(9, 9, 9));
// trB.setOrigin(btVector3(7, 7, 7));
trB.setOrigin(btVector3(3.1, .5, 0));
trB.setRotation(btQuaternion(0, 0, 0.70710678118654757, 0.70710678118654757));
btVector3 normal(0, 1, 0);)",
     "box 2 3.5 3.5 @ 0 1.5 0\nbox 1 1 1 @ 3.1 0.5 0 q 0 0 0.707107 0.707107"},
    {"BulletMatrixAndCylinder", R"(auto* c = new btCylinderShapeZ(btVector3(0.5, 0.5, 2));
btSphereShape s(btScalar(0.25));
btTransform tc(btMatrix3x3(0, -1, 0, 1, 0, 0, 0, 0, 1), btVector3(1, 2, 3));
btTransform ts(btQuaternion(btVector3(0, 0, 1), SIMD_PI / 2), btVector3(4, 5, 6));)",
     "cylinder 2 0.5 @ 1 2 3 q 0 0.707107 0.707107 0\nsphere 0.25 @ 4 5 6 q 0 0 0.707107 0.707107"},
    {"Jolt", R"(Ref<Shape> shape1 = new BoxShape(Vec3(1, 2, 3), cDefaultConvexRadius);
RefConst<Shape> shape2 = new CapsuleShape(0.5f, 0.25f);
RMat44 transform1 = RMat44::sRotationTranslation(Quat::sIdentity(), RVec3(0, 0, 0));
RMat44 transform2 = RMat44::sRotationTranslation(Quat::sRotation(Vec3::sAxisX(), DegreesToRadians(90.0f)), RVec3(1.0_r, 2.0_r, 3.0_r));)",
     "box 1 2 3\ncapsule 0.5 0.25 @ 1 2 3 q 0.707107 0 0 0.707107"},
    {"PhysX", R"(PxBoxGeometry box(0.5f, 0.5f, 0.5f);
PxCapsuleGeometry capsule(0.25f, 1.0f);
PxTransform boxPose(0.1f, 0.0, 0.0);
PxTransform capsulePose(PxVec3(1, 0, 0), PxQuat(PxHalfPi, PxVec3(0, 0, 1)));
PxGeometryQuery::overlap(box, boxPose, capsule, capsulePose);)",
     "box 0.5 0.5 0.5 @ 0.1 0 0\ncapsule 1 0.25 @ 1 0 0 q 0 -0.707107 0 0.707107"},
    {"Box2d", R"(b2Polygon a = b2MakeBox(0.5f, 0.5f);
b2Circle circle = {{0.0f, 0.0f}, 0.25f};
b2Transform xfA = {{0.0f, 0.0f}, b2MakeRot(0.5f)};
b2Transform xfB = {{1.0f, 0.25f}, b2Rot_identity};)",
     "box 0.5 0.5 q 0 0 0.247404 0.968912\ncircle 0.25 @ 1 0.25 0"},
    {"Box2dHulls", R"(b2Vec2 points1[] = {{4.0, 11.0}, {5.0, 4.9}, {9.0, 9.0}};
b2Vec2 points2[3];
points2[0].Set(1, 1);
b2Hull hull1 = b2ComputeHull(points1, 3);
b2Vec2 points3[3] = { b2Vec2(5.0f, 7.0f), b2Vec2(7.0f, 3.0f), b2Vec2(10.0f, 2.0f) };
b2Hull hull2 = b2ComputeHull(points3, 3);)",
     "polygon (4 11) (5 4.9) (9 9)\npolygon (5 7) (7 3) (10 2)"},
    {"FclFirstGeneration",
     "Shape 1: Box0.25 0.5 0.75\nX_FS1\n  1   0   0 0.1\n  0   1   0 0.2\n  0   0   1 0.3\n  0   0   0   1\n"
     "Shape 2: Cylinder0.041 0.17\nX_FS2\n          0          -1           0         0.5\n"
     "          1           0           0           0\n          0           0           1           0\n"
     "          0           0           0           1\nSolver: GJK\n",
     "box 0.125 0.25 0.375 @ 0.1 0.2 0.3\ncylinder 0.085 0.041 @ 0.5 0 0 q 0 0.707107 0.707107 0"},
    {"FclNewest",
     "Shape 1: Cylinder<double>(0.041, 0.17);\nX_FS1\n 1, 0, 0, 0.1\n 0, 1, 0, 0.2\n 0, 0, 1, 0.3\n 0, 0, 0, 1\n"
     "Shape 2: Box<double>(0.05, 0.05, 0.7);\nX_FS2\n 0, -1, 0, 0.5\n 1, 0, 0, 0\n 0, 0, 1, 0\n 0, 0, 0, 1\n",
     "cylinder 0.085 0.041 @ 0.1 0.2 0.3 q 0.5 0.5 0.5 0.5\nbox 0.025 0.025 0.35 @ 0.5 0 0 q 0 0 0.707107 0.707107"},
    {"FclCode", R"(auto shape1 = std::make_shared<fcl::Boxd>(1, 1, 1);
auto shape2 = std::make_shared<fcl::Sphere<double>>(0.25);
fcl::Transform3<double> tf1 = fcl::Transform3<double>::Identity();
fcl::Transform3<double> tf2(fcl::Transform3<double>::Identity());
tf1.translation() = fcl::Vector3d(1, 2, 3);
tf2.translation() << 4, 5, 6;
tf2.linear() = Eigen::Quaterniond(0.70710678118654757, 0, 0, 0.70710678118654757).toRotationMatrix();)",
     "box 0.5 0.5 0.5 @ 1 2 3\nsphere 0.25 @ 4 5 6 q 0 0 0.707107 0.707107"},
    {"PythonFcl", R"(import fcl, numpy as np
b1 = fcl.CollisionObject(fcl.Box(15,15,15), fcl.Transform(np.eye(3), np.array([0,0,0])))
b2 = fcl.CollisionObject(fcl.Box(2,2,2), fcl.Transform(np.array([[1.0,0,0],[0,0,-1],[0,1,0]]), np.array([8.5,0,0]))))",
     "box 7.5 7.5 7.5\nbox 1 1 1 @ 8.5 0 0 q 0.707107 0 0 0.707107"},
    {"Rust", R"(let pos1 = Isometry3::new(Vector3::new(11.5, 0.75, 60.5), na::zero());
let pos2 = Isometry3::new(Vector3::new(12.0, 0.85, 60.5), Vector3::new(0.0, std::f64::consts::FRAC_PI_2, 0.0));
let shape1 = Cuboid::new(vector![0.5, 0.75, 0.5]);
let shape2 = Capsule::new_x(0.5, 0.3);
let c = query::contact(&pos1, &shape1, &pos2, &shape2, 0.0);)",
     "box 0.5 0.75 0.5 @ 11.5 0.75 60.5\ncapsule 0.5 0.3 @ 12 0.85 60.5 q -0.707107 0 0 0.707107"},
    {"RustWithItsQuery", R"(let cuboid = Cuboid::new(Vector::new(10.0, 0.5, 10.0));
let capsule = Capsule::new(Point::new(0.0, -0.5, 0.0), Point::new(0.0, 0.5, 0.0), 0.3);
let cuboid_pos = Isometry::translation(0.0, -0.5, 0.0);
let capsule_pos = Isometry::new(Vector::new(1.0, 0.79, 0.0), Vector::new(0.0, 0.0, std::f32::consts::FRAC_PI_2));
let contact = query::contact(&cuboid_pos, &cuboid, &capsule_pos, &capsule, 0.1).unwrap();
println!("{:?}", contact);)",
     "box 10 0.5 10 @ 0 -0.5 0\ncapsule 0.5 0.3 @ 1 0.79 0 q 0 0 0.707107 0.707107"},
    {"ThreeJs", R"(const g1 = new THREE.BoxGeometry(1, 2, 3);
const mesh1 = new THREE.Mesh(g1, material);
mesh1.position.set(0, 1, 0);
const mesh2 = new THREE.Mesh(new THREE.SphereGeometry(0.5, 32, 16), material);
mesh2.position.x = 1;
mesh2.position.y = 4 / 2;
mesh2.position.z = -.5;
mesh2.quaternion.set(0, 0, 0, 1);)",
     "box 0.5 1 1.5 @ 0 1 0\nsphere 0.5 @ 1 2 -0.5"},
    {"SatJs",
     R"(const p1 = new SAT.Polygon(new SAT.Vector(750,294), [new SAT.Vector(0,0), new SAT.Vector(40,0), new SAT.Vector(40,40)]);
var c = new SAT.Circle(new V(760, 300), 20);)",
     "polygon (0 0) (40 0) (40 40) @ 750 294 0\ncircle 20 @ 760 300 0"},
    {"SatJsByShortNames", R"(var V = SAT.Vector, C = SAT.Circle, B = SAT.Box;
var box = new B(new V(0, 0), 20, 20).toPolygon();
var circle = new C(new V(35, 10), 15);
var collided = SAT.testPolygonCircle(box, circle, response);)",
     "box 10 10\ncircle 15 @ 35 10 0"},
    {"JoltHullsDeclaredTogether",
     R"(Array<Vec3> points1 = { Vec3(-1, -1, -1), Vec3(1, -1, -1), Vec3(0, 1, 0), Vec3(0, -1, 1.5f) };
Array<Vec3> points2 = { Vec3(-0.5f, 0, -0.5f), Vec3(0.5f, 0, -0.5f), Vec3(0, 1, 0), Vec3(0, 0, 0.5f) };
ConvexHullShapeSettings hull1(points1), hull2(points2);
Body &b1 = *body_interface.CreateBody(BodyCreationSettings(&hull1, RVec3(0, 0, 1), Quat::sIdentity(), EMotionType::Static, 0));
Body &b2 = *body_interface.CreateBody(BodyCreationSettings(&hull2, RVec3(0, 0.5f, 0), Quat(0, 0, 0.6f, 0.8f), EMotionType::Dynamic, 1));)",
     "hull (-1 -1 -1) (1 -1 -1) (0 1 0) (0 -1 1.5) @ 0 0 1\nhull (-0.5 0 -0.5) (0.5 0 -0.5) (0 1 0) (0 0 0.5) @ 0 0.5 "
     "0 q 0 0 0.6 0.8"},
    {"PointLists",
     "A: [{\"x\":-20,\"y\":28},{\"x\":20,\"y\":28},{\"x\":20,\"y\":60}]\nB: [(0, 805), (60, 773.25), (30, 900)]\n",
     "polygon (-20 28) (20 28) (20 60)\npolygon (0 805) (60 773.25) (30 900)"},
    {"Wkt", "POLYGON ((1 1, 4 1, 4 4, 1 1))\nPOLYGON Z ((2 2 9, 5 2 9, 5 5 9, 2 2 9))\n",
     "polygon (1 1) (4 1) (4 4)\npolygon (2 2) (5 2) (5 5)"},
    {"Mjcf",
     "xml = \"\"\"\n<mujoco>\n <worldbody>\n  <body pos=\"0 0 1\"><geom type=\"capsule\" size=\".15 .25\" quat=\"0 1 0 "
     "0\"/></body>\n"
     "  <geom type=\"box\" size=\"1 1 .1\" pos=\"0 0 0\" euler=\"0 0 90\"/>\n </worldbody>\n</mujoco>\"\"\"",
     "capsule 0.25 0.15 @ 0 0 1 q -0.5 0.5 -0.5 0.5\nbox 1 1 0.1 q 0 0 0.707107 0.707107"},
    {"Urdf",
     "<robot name=\"r\"><link name=\"a\"><collision><origin xyz=\"0 0 0.5\" rpy=\"0 0 0\"/><geometry><box size=\"1 2 "
     "3\"/></geometry></collision></link>\n"
     "<link name=\"b\"><collision><origin xyz=\"0 0 0.1\"/><geometry><sphere "
     "radius=\"0.2\"/></geometry></collision></link>\n"
     "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/><origin xyz=\"0.5 0 1\" rpy=\"0 0 "
     "0\"/></joint></robot>",
     "box 0.5 1 1.5 @ 0 0 0.5\nsphere 0.2 @ 0.5 0 1.1"},
    {"Sdf",
     "<sdf><model name='m'><link name='l'><collision name='c'><pose>1 2 3 0 0 0</pose><geometry><box><size>2 2 "
     "2</size></box></geometry></collision>\n"
     "<collision name='d'><pose>4 2 3 0 0 "
     "0</pose><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></sdf>",
     "box 1 1 1 @ 1 2 3\nsphere 0.5 @ 4 2 3"},
    {"Ellipsoids",
     "auto a = std::make_shared<fcl::Ellipsoidd>(1.0, 2.0, 0.5);\nauto b = "
     "std::make_shared<fcl::Ellipsoid<double>>(fcl::Vector3d(3, 1, "
     "2));\n"
     "fcl::Transform3d ta = fcl::Transform3d::Identity(), tb = fcl::Transform3d::Identity();\n"
     "ta.translation() = fcl::Vector3d(1, 2, 3);\ntb.translation() = fcl::Vector3d(4, 5, 6);",
     "ellipsoid 1 2 0.5 @ 1 2 3\nellipsoid 3 1 2 @ 4 5 6"},
    {"SdfEllipsoid",
     "<sdf><model name='m'><link name='l'><collision name='c'><pose>1 2 3 0 0 0</pose><geometry><ellipsoid><radii>1 2 "
     "0.5</radii></ellipsoid></geometry></collision>\n"
     "<collision name='d'><pose>4 2 3 0 0 "
     "0</pose><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></sdf>",
     "ellipsoid 1 2 0.5 @ 1 2 3\nsphere 0.5 @ 4 2 3"},
    {"Gdb",
     "shape1 = {<BoxShape> = {mHalfExtents = {x = 0.5, y = 0.5, z = 0.5}}}\nshape2 = {<SphereShape> = {mRadius = "
     "0.75}}\n"
     "$1 = {mPosition = {x = 1, y = 2, z = 3}, mOrientation = {x = 0, y = 0, z = 0, w = 1}}\n"
     "transform2 = {mPosition = {x = 1, y = 2, z = 3}, mOrientation = {x = 0, y = 0, z = 0, w = 1}}\n"
     "transform1 = {mPosition = {x = 0, y = 0, z = 0.5}, mOrientation = {x = 0, y = 0, z = 0, w = 1}}",
     "box 0.5 0.5 0.5 @ 0 0 0.5\nsphere 0.75 @ 1 2 3"},
    {"GdbBulletShapes",
     "$1 = {<btPolyhedralConvexShape> = {<btConvexInternalShape> = {<btConvexShape> = {<btCollisionShape> = "
     "{_vptr.btCollisionShape = "
     "0x7ffff7fa0c50 <vtable for btBoxShape+16>, m_shapeType = 0, m_userPointer = 0x0}, <No data fields>}, "
     "m_localScaling = {m_floats = "
     "{1, 1, 1, 0}}, m_implicitShapeDimensions = {m_floats = {0.46, 0.96, 0.21, 0}}, m_collisionMargin = 0.04, "
     "m_padding = 0}, "
     "m_polyhedron = 0x0}, <No data fields>}\n"
     "$2 = {<btConvexInternalShape> = {<btConvexShape> = {<btCollisionShape> = {m_shapeType = 10, m_userPointer = "
     "0x0}, <No data fields>}, "
     "m_localScaling = {m_floats = {1, 1, 1, 0}}, m_implicitShapeDimensions = {m_floats = {1, 0.25, 0.25, 0}}, "
     "m_collisionMargin = 0.25, "
     "m_padding = 0}, m_upAxis = 0}\n"
     "$3 = {m_origin = {m_floats = {0, 0.5, 0, 0}}}\n$4 = {m_origin = {m_floats = {1, 0.5, 0, 0}}}\n",
     "box 0.5 1 0.25 @ 0 0.5 0\ncapsule 1 0.25 @ 1 0.5 0 q -0.5 -0.5 -0.5 0.5"},
    {"LldbBullet",
     "(btTransform) trA = {\n  m_basis = {\n    m_el = {\n      [0] = (m_floats = {0, -1, 0, 0})\n      [1] = "
     "(m_floats = {1, 0, 0, 0})\n"
     "      [2] = (m_floats = {0, 0, 1, 0})\n    }\n  }\n  m_origin = (m_floats = {1, 2, 3, 0})\n}\n"
     "btBoxShape boxA(btVector3(1, 1, 1)); btBoxShape boxB(btVector3(2, 2, 2));\nbtTransform trB(btQuaternion(0, 0, 0, "
     "1), btVector3(5, 0, "
     "0));",
     "box 1 1 1 @ 1 2 3 q 0 0 0.707107 0.707107\nbox 2 2 2 @ 5 0 0"},
    {"KeysAndValues",
     "Box A: half extents 0.025 0.025 0.35, xyz=0.8 -0.385 0.735; wxyz=0.70710678 0 0 0.70710678\n"
     "Box B: half extents 1 1 0.1 xyz=0.8 -0.385 0.0; wxyz=1 0 0 0\n",
     "box 0.025 0.025 0.35 @ 0.8 -0.385 0.735 q 0 0 0.707107 0.707107\nbox 1 1 0.1 @ 0.8 -0.385 0"},
    {"KeysOfObjects", "A sphere radius 1 a.position: 1 2 3\nB sphere radius 2 b.position: (4, 5, 6)\n",
     "sphere 1 @ 1 2 3\nsphere 2 @ 4 5 6"},
    {"Sentences", "I have a 1m x 1m x 1m box at <0,0,0> and a second box 1m x 1m x 2m at <0.5,0,0>.",
     "box 0.5 0.5 0.5\nbox 0.5 0.5 1 @ 0.5 0 0"},
    {"Unity",
     "BoxCollider:\n  m_Size: {x: 1, y: 2, z: 1}\n  m_Center: {x: 0, y: 0, z: 0}\nTransform:\n  m_LocalRotation: {x: "
     "0, y: 0, z: 0, w: 1}\n"
     "  m_LocalPosition: {x: 1, y: 2, z: 3}\nSphereCollider:\n  m_Radius: 0.5\nTransform:\n"
     "  m_LocalRotation: {x: 0, y: 0.70710678, z: 0, w: 0.70710678}\n  m_LocalPosition: {x: 1, y: 3, z: 3}\n",
     "box 0.5 1 0.5 @ 1 2 3\nsphere 0.5 @ 1 3 3 q 0 0.707107 0 0.707107"},
    {"Unreal",
     "Box extent X=50.000 Y=50.000 Z=50.000 Location X=0.000 Y=0.000 Z=50.000 Rotation P=0.000 Y=90.000 R=0.000\n"
     "Sphere radius 30 Location X=60.000 Y=0.000 Z=50.000\n",
     "box 0.5 0.5 0.5 @ 0 0 0.5 q 0 0 0.707107 0.707107\nsphere 0.3 @ 0.6 0 0.5",
     {{"unit", "cm"}}},
    {"FloatBits",
     "A sphere radius 0x3f000000 position 0xC1078533 0x00000000 0x3f800000\nB sphere radius 0x1.8p+5 position 0x1p+1 0 "
     "0\n",
     "sphere 0.5 @ -8.47002 0 1\nsphere 48 @ 2 0 0"},
    {"GlmToString",
     "boxA half extents: dvec3(0.500000, 0.500000, 0.500000)\nposA: dvec3(1.000000, 2.000000, 3.000000)\n"
     "boxB half extents: dvec3(0.5, 0.5, 0.5)\nposB: dvec3(1.5, 2.0, 3.0)\nrotB: quat(0.707107, {0.707107, 0.000000, "
     "0.000000})\n",
     "box 0.5 0.5 0.5 @ 1 2 3\nbox 0.5 0.5 0.5 @ 1.5 2 3 q 0.707107 0 0 0.707107"},
    {"OdeSetters", R"(dMatrix3 R = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
dGeomID a = dCreateBox(0, 1, 2, 3);
dGeomSetRotation(a, R);
dGeomSetPosition(a, 1, 2, 3);
dGeomID b = dCreateCapsule(space, 0.5, 2);
dGeomSetPosition(b, 1, 2, 4.5);)",
     "box 0.5 1 1.5 @ 1 2 3 q 0.707107 0 0 0.707107\ncapsule 1 0.5 @ 1 2 4.5 q 0.5 0.5 0.5 0.5"},
    {"Pybullet", R"(a = p.createCollisionShape(p.GEOM_CYLINDER, radius=0.5, height=2)
b = p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 2, 3]))",
     "cylinder 1 0.5 q 0.5 0.5 0.5 0.5\nbox 1 2 3"},
    {"GreaterAndLesserNumbers",
     "btBoxShape a(btVector3(std::max(0.25f, 0.5f), 1, fminf(2, 3)));\nbtBoxShape b(btVector3(1, Math.max(1, 2), "
     "1));\n",
     "box 0.5 1 2\nbox 1 2 1"},
    {"Pymunk", "a = pymunk.Poly.create_box(body1, (2, 1))\nb = pymunk.Circle(body2, 0.5)\n", "box 1 0.5\ncircle 0.5"},
    {"PlanckCircles", "var a = planck.Circle(planck.Vec2(1, 2), 0.5), b = planck.Circle(0.25);",
     "circle 0.5\ncircle 0.25"},
    {"FclPython", R"(a = fcl.Box(1, 2, 3)
b = fcl.Cone(0.5, 2)
ta = fcl.Transform(np.array([1., 0, 0, 0]), np.array([1, 2, 3]))
tb = fcl.Transform(np.array([0.70710678, 0.70710678, 0, 0]), np.array([1, 2, 5])))",
     "box 0.5 1 1.5 @ 1 2 3\ncone 1 0.5 @ 1 2 5 q 0.707107 0 0.707107 0"},
    {"GodotScript", R"(var box = BoxShape3D.new()
box.size = Vector3(1, 2, 3)
var pill = CapsuleShape3D.new()
pill.radius = 0.5
pill.height = 3.0
var ta = Transform3D(Basis(Vector3(1, 0, 0), Vector3(0, 0, 1), Vector3(0, -1, 0)), Vector3(0, 1, 0))
var tb = Transform3D(Basis.IDENTITY, Vector3(0, 4, 0)))",
     "box 0.5 1 1.5 @ 0 1 0 q 0.707107 0 0 0.707107\ncapsule 1 0.5 @ 0 4 0"},
    {"GodotPrinted", R"(var box = BoxShape3D.new()
box.size = Vector3(1, 2, 3)
var drum = CylinderShape3D.new()
drum.radius = 0.5
drum.height = 3.0
var ta = [X: (1, 0, 0), Y: (0, 0, 1), Z: (0, -1, 0), O: (0, 1, 0)]
var tb = Transform3D(1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 4, 0))",
     "box 0.5 1 1.5 @ 0 1 0 q 0.707107 0 0 0.707107\ncylinder 1.5 0.5 @ 0 4 0 q 0.707107 0 0 0.707107"},
    {"Godot3", R"(var box = BoxShape.new()
box.extents = Vector3(1, 2, 3)
var pill = CapsuleShape.new()
pill.radius = 0.5
pill.height = 3.0)",
     "box 1 2 3\ncapsule 1.5 0.5 q 0.5 0.5 0.5 0.5"},
    {"Godot3Plane", R"(var a = RectangleShape2D.new()
a.extents = Vector2(10, 20)
var b = CircleShape2D.new()
b.radius = 5.0)",
     "box 10 20\ncircle 5"},
    {"GodotScene", R"([gd_scene load_steps=3 format=3 uid="uid://b1"]

[sub_resource type="BoxShape3D" id="BoxShape3D_a1"]
size = Vector3(1, 2, 3)

[sub_resource type="CapsuleShape3D" id="CapsuleShape3D_b2"]
radius = 0.25

[node name="Main" type="Node3D"]

[node name="Crate" type="RigidBody3D" parent="."]
transform = Transform3D(1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 4, 0)

[node name="CollisionShape3D" type="CollisionShape3D" parent="Crate"]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2)
shape = SubResource("BoxShape3D_a1")

[node name="Pill" type="CollisionShape3D" parent="."]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 5, 6)
shape = SubResource("CapsuleShape3D_b2"))",
     "box 0.5 1 1.5 @ 0 2 0 q 0.707107 0 0 0.707107\ncapsule 0.75 0.25 @ 4 5 6"},
    {"GodotSceneOfScaledNodes", R"([gd_scene load_steps=3 format=3 uid="uid://b1"]

[sub_resource type="BoxShape3D" id="BoxShape3D_a1"]
size = Vector3(1, 2, 3)

[sub_resource type="CapsuleShape3D" id="CapsuleShape3D_b2"]
radius = 0.25

[node name="Main" type="Node3D"]

[node name="Crate" type="StaticBody3D" parent="."]
transform = Transform3D(2, 0, 0, 0, 0, -3, 0, 2, 0, 0, 4, 0)

[node name="CollisionShape3D" type="CollisionShape3D" parent="Crate"]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2)
shape = SubResource("BoxShape3D_a1")

[node name="Pill" type="CollisionShape3D" parent="."]
transform = Transform3D(0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5, 4, 5, 6)
shape = SubResource("CapsuleShape3D_b2"))",
     "box 0.5 1 1.5 k 2 2 3 @ 0 -2 0 q 0.707107 0 0 0.707107\ncapsule 0.75 0.25 k 0.5 0.5 0.5 @ 4 5 6"},
    {"GodotSceneOfScaledPlane", R"([gd_scene format=3]

[sub_resource type="RectangleShape2D" id="a"]
size = Vector2(10, 20)

[sub_resource type="CircleShape2D" id="b"]

[node name="Main" type="Node2D"]

[node name="Wall" type="StaticBody2D" parent="."]
position = Vector2(100, 50)
rotation = 1.5707963267948966
scale = Vector2(2, 3)

[node name="Shape" type="CollisionShape2D" parent="Wall"]
position = Vector2(10, 0)
shape = SubResource("a")

[node name="Ball" type="CollisionShape2D" parent="."]
position = Vector2(100, 90)
scale = Vector2(2, 2)
shape = SubResource("b"))",
     "box 5 10 k 2 3 1 @ 100 70 0 q 0 0 0.707107 0.707107\ncircle 10 k 2 2 1 @ 100 90 0"},
    {"Godot3Scene", R"([gd_scene load_steps=3 format=2]

[sub_resource type="CapsuleShape2D" id=1]
radius = 5.0
height = 20.0

[sub_resource type="CircleShape2D" id=2]

[node name="Main" type="Node2D"]

[node name="Player" type="KinematicBody2D" parent="."]
position = Vector2( 100, 50 )
rotation = 1.5707963267948966

[node name="Pill" type="CollisionShape2D" parent="Player"]
position = Vector2( 10, 0 )
shape = SubResource( 1 )

[node name="Ball" type="CollisionShape2D" parent="."]
position = Vector2( 100, 90 )
shape = SubResource( 2 ))",
     "capsule 10 5 @ 100 60 0 q 0 0 1 0\ncircle 10 @ 100 90 0"},
    {"UnityComponentsOfThePlane",
     "CapsuleCollider2D:\n  m_Offset: {x: 0, y: 0}\n  m_Size: {x: 1, y: 3}\n  m_Direction: 0\nTransform:\n"
     "  m_LocalRotation: {x: 0, y: 0, z: 0.70710678, w: 0.70710678}\n  m_LocalPosition: {x: 1, y: 2, z: "
     "0}\nCircleCollider2D:\n"
     "  m_Offset: {x: 0, y: 0}\n  m_Radius: 0.5\nTransform:\n  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n"
     "  m_LocalPosition: {x: 1, y: 3, z: 0}\n  m_LocalScale: {x: 1, y: 1, z: 1}\n",
     "capsule 1 0.5 @ 1 2 0 q 0 0 1 0\ncircle 0.5 @ 1 3 0"},
    {"UnityTransformsFirst",
     "--- !u!4 &400000\nTransform:\n  m_GameObject: {fileID: 100000}\n  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n"
     "  m_LocalPosition: {x: 1, y: 2, z: 3}\n  m_LocalScale: {x: 2, y: 1, z: 1}\n--- !u!65 &6500000\nBoxCollider:\n"
     "  m_Size: {x: 1, y: 2, z: 1}\n  m_Center: {x: 0, y: 0, z: 0}\n--- !u!4 &400002\nTransform:\n"
     "  m_LocalRotation: {x: 0, y: 0.70710678, z: 0, w: 0.70710678}\n  m_LocalPosition: {x: 1, y: 4, z: 3}\n"
     "  m_LocalScale: {x: 1, y: 1, z: 1}\n--- !u!136 &13600000\nCapsuleCollider:\n  m_Radius: 0.5\n  m_Height: 3\n  "
     "m_Direction: 0\n",
     "box 0.5 1 0.5 k 2 1 1 @ 1 2 3\ncapsule 1 0.5 @ 1 4 3 q -0.707107 0 0 0.707107"},
    {"UnityScaledUnevenly",
     "SphereCollider:\n  m_Radius: 0.5\n  m_Center: {x: 1, y: 0, z: 0}\nTransform:\n  m_LocalPosition: {x: 0, y: 0, z: "
     "5}\n"
     "  m_LocalScale: {x: 2, y: -3, z: 1}\nCapsuleCollider:\n  m_Radius: 0.5\n  m_Height: 0.5\n  m_Direction: "
     "2\nTransform:\n"
     "  m_LocalPosition: {x: 0, y: 0, z: 9}\n  m_LocalScale: {x: 0.5, y: 1.5, z: 4}\n",
     "sphere 1.5 @ 0 0 5\ncapsule 0.25 0.75 @ 0 0 9 q 0.5 0.5 0.5 0.5"},
    {"UnityScaledUnevenlyInThePlane",
     "CapsuleCollider2D:\n  m_Offset: {x: 0, y: 0}\n  m_Size: {x: 1, y: 3}\n  m_Direction: 0\nTransform:\n"
     "  m_LocalPosition: {x: 1, y: 2, z: 0}\n  m_LocalScale: {x: 2, y: 3, z: 9}\nCircleCollider2D:\n  m_Radius: "
     "0.5\nTransform:\n"
     "  m_LocalPosition: {x: 1, y: 3, z: 0}\n  m_LocalScale: {x: 2, y: 2, z: 1}\n",
     "capsule 3.5 1 @ 1 2 0 q 0 0 0.707107 0.707107\ncircle 0.5 k 2 2 1 @ 1 3 0"},
    {"UnityScriptScaledUnevenly", R"(CapsuleCollider pill = other.AddComponent<CapsuleCollider>();
pill.radius = 0.5f;
pill.height = 3f;
pill.transform.position = new Vector3(0, 0, 7);
pill.transform.localScale = new Vector3(3, 2, 1);
BoxCollider box = gameObject.AddComponent<BoxCollider>();
box.size = new Vector3(1, 2, 3);
box.transform.localScale = new Vector3(3, 2, 1);)",
     "capsule 1.5 1.5 @ 0 0 7\nbox 0.5 1 1.5 k 3 2 1"},
    {"UnityLog",
     "A: BoxCollider size=(1.00, 2.00, 0.50) center=(0.00, 0.25, 0.00) position=(0.00, 1.00, 0.00) rotation=(0.0, 0.6, "
     "0.0, 0.8)\n"
     "B: CapsuleCollider radius=0.5 height=2 direction=1 position=(0.80, 1.00, 0.00) rotation=(0.0, 0.0, 0.0, 1.0)\n"
     "direction=(1.00, 0.00, 0.00) distance=0\n",
     "box 0.5 1 0.25 @ 0 1 0 q 0 0.6 0 0.8\ncapsule 0.5 0.5 @ 0.8 1 0"},
    {"UnityScript", R"(BoxCollider box = gameObject.AddComponent<BoxCollider>();
box.size = new Vector3(1, 2, 3);
box.center = new Vector3(0, 1, 0);
box.transform.position = new Vector3(0, 0, 5);
box.transform.rotation = Quaternion.Euler(90, 45, 0);
CapsuleCollider pill = other.AddComponent<CapsuleCollider>();
pill.radius = 0.5f;
pill.height = 3f;
pill.direction = 2;
pill.transform.position = new Vector3(0, 0, 7);)",
     "box 0.5 1 1.5 @ 0 0 5 q 0.653281 0.270598 -0.270598 0.653281\ncapsule 1 0.5 @ 0 0 7 q 0.5 0.5 0.5 0.5"},
    {"UnityScriptOfThePlane", R"(CapsuleCollider2D a = first.AddComponent<CapsuleCollider2D>();
a.size = new Vector2(1, 3);
a.direction = CapsuleDirection2D.Vertical;
CapsuleCollider2D b = second.AddComponent<CapsuleCollider2D>();
b.size = new Vector2(4, 2);
b.direction = CapsuleDirection2D.Horizontal;
b.offset = new Vector2(1, 0);)",
     "capsule 1 0.5 q 0 0 0.707107 0.707107\ncapsule 1 1"},
    {"UnrealTraces", R"(FCollisionShape A = FCollisionShape::MakeBox(FVector(50.f, 60.f, 70.f));
FCollisionShape B = FCollisionShape::MakeCapsule(30.f, 80.f);
FTransform TA(FRotator(0.f, 90.f, 0.f), FVector(100.f, 0.f, 0.f));
FTransform TB(FQuat(0.f, 0.f, 0.f, 1.f), FVector(100.f, 0.f, 150.f));)",
     "box 0.5 0.6 0.7 @ 1 0 0 q 0 0 0.707107 0.707107\ncapsule 0.5 0.3 @ 1 0 1.5 q 0.5 0.5 0.5 0.5"},
    {"UnrealComponents", R"(UBoxComponent* Box = CreateDefaultSubobject<UBoxComponent>(TEXT("Box"));
Box->SetBoxExtent(FVector(50, 60, 70));
Box->SetWorldLocation(FVector(100, 0, 0));
UCapsuleComponent* Capsule = CreateDefaultSubobject<UCapsuleComponent>(TEXT("Capsule"));
Capsule->InitCapsuleSize(20.f, 50.f);
Capsule->SetWorldLocationAndRotation(FVector(100, 0, 150), FRotator(90, 0, 0));)",
     "box 0.5 0.6 0.7 @ 1 0 0\ncapsule 0.3 0.2 @ 1 0 1.5 q 0 0 0.707107 0.707107"},
    {"JMonkeyEngine", R"(BoxCollisionShape box = new BoxCollisionShape(new Vector3f(1, 2, 3));
CapsuleCollisionShape pill = new CapsuleCollisionShape(0.5f, 2f, 2);
PhysicsRigidBody a = new PhysicsRigidBody(box, 1f);
a.setPhysicsLocation(new Vector3f(0, 1, 0));
PhysicsRigidBody b = new PhysicsRigidBody(pill, 1f);
b.setPhysicsLocation(new Vector3f(0, 5, 0));
b.setPhysicsRotation(new Quaternion(0, 0, 0.70710678f, 0.70710678f));)",
     "box 1 2 3 @ 0 1 0\ncapsule 1 0.5 @ 0 5 0 q 0 0.707107 0.707107 0"},
    {"JMonkeyEngineCylinders", R"(CollisionShape a = new CylinderCollisionShape(new Vector3f(0.5f, 0.5f, 2f));
CollisionShape b = new CylinderCollisionShape(new Vector3f(3f, 0.25f, 0.25f), 0);)",
     "cylinder 2 0.5 q 0.5 0.5 0.5 0.5\ncylinder 3 0.25 q -0.5 -0.5 -0.5 0.5"},
    {"JMonkeyEngineAxes", R"(CollisionShape a = new CylinderCollisionShape(0.5f, 4f, 1);
CollisionShape b = new ConeCollisionShape(0.5f, 3f, PhysicsSpace.AXIS_Z);)",
     "cylinder 2 0.5\ncone 1.5 0.5 q 0.5 0.5 0.5 0.5"},
    {"ReactPhysics3d", R"(BoxShape* a = physicsCommon.createBoxShape(Vector3(1, 2, 3));
CapsuleShape* b = physicsCommon.createCapsuleShape(0.5, 3);
Transform ta(Vector3(0, 1, 0), Quaternion::identity());
Transform tb(Vector3(0, 5, 0), Quaternion(0, 0, 0.70710678, 0.70710678));)",
     "box 1 2 3 @ 0 1 0\ncapsule 1.5 0.5 @ 0 5 0 q 0 0 0.707107 0.707107"},
    {"ReactPhysics3dBefore", R"(rp3d::BoxShape a(rp3d::Vector3(1, 2, 3));
rp3d::CapsuleShape b(0.5, 3);)",
     "box 1 2 3\ncapsule 1.5 0.5"},
    {"Dyn4j", R"(Convex c1 = Geometry.createCapsule(1.0, 3.0);
Convex c2 = Geometry.createSquare(2.0);
Transform t1 = new Transform(); t1.translate(1, 2);
Transform t2 = new Transform(); t2.translate(2, 2);)",
     "capsule 1 0.5 @ 1 2 0 q 0 0 0.707107 0.707107\nbox 1 1 @ 2 2 0"},
    {"ThreeEuler", R"(const a = new THREE.Mesh(new THREE.BoxGeometry(1, 2, 3), m);
a.position.z = 1;
a.rotation.y = Math.PI / 2;
const b = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2), m);
b.rotation.set(Math.PI / 2, Math.PI / 4, 0);)",
     "box 0.5 1 1.5 @ 0 0 1 q 0 0.707107 0 0.707107\nbox 1 1 1 q 0.653281 0.270598 0.270598 0.653281"},
    {"Trimesh", R"(a = trimesh.creation.icosphere(subdivisions=3, radius=0.5)
b = trimesh.creation.box(extents=(1, 2, 3)))",
     "sphere 0.5\nbox 0.5 1 1.5"},
    {"PhysxPoseOfNumbers", R"(PxShape* a = physics->createShape(PxBoxGeometry(1, 2, 3), *mat);
PxShape* b = physics->createShape(PxCapsuleGeometry(0.5f, 2.0f), *mat);
PxTransform ta(PxVec3(0, 1, 0), PxQuat(PxHalfPi, PxVec3(0, 0, 1)));
PxTransform tb(0, 4, 0, PxQuat(PxIdentity));)",
     "box 1 2 3 @ 0 1 0 q 0 0 0.707107 0.707107\ncapsule 2 0.5 @ 0 4 0 q -0.5 -0.5 -0.5 0.5"},
    {"BulletEuler", R"(btBoxShape a(btVector3(1, 2, 3)); btBoxShape b(btVector3(1, 1, 1));
btTransform ta(btQuaternion(SIMD_HALF_PI, 0, 0), btVector3(1, 2, 3));
btTransform tb; tb.setIdentity(); tb.setOrigin(btVector3(4, 5, 6)); tb.getBasis().setEulerZYX(SIMD_HALF_PI, 0, SIMD_HALF_PI);)",
     "box 1 2 3 @ 1 2 3 q 0 0.707107 0 0.707107\nbox 1 1 1 @ 4 5 6 q 0.5 0.5 0.5 0.5"},
    {"BulletPlane", R"(btStaticPlaneShape* ground = new btStaticPlaneShape(btVector3(1, 0, 0), -1);
btBoxShape* b = new btBoxShape(btVector3(1, 1, 1));
btTransform tb(btQuaternion(0, 0, 0, 1), btVector3(0, 3, 0));)",
     "box 1 1 1 @ 0 3 0\nhalf_space @ -1 0 0 q -0.5 -0.5 -0.5 0.5"},
    {"FclHalfspace", "fcl::Halfspaced h(fcl::Vector3d(0, 1, 0), 0.5);\nfcl::Boxd b(1, 2, 3);",
     "box 0.5 1 1.5\nhalf_space @ 0 0.5 0"},
    {"FclHalfspaceUp", "fcl::Halfspaced h(fcl::Vector3d(0, 0, 1), 0.5);\nfcl::Boxd b(1, 2, 3);",
     "box 0.5 1 1.5\nhalf_space @ 0 0 0.5 q 0.707107 0 0 0.707107"},
    {"OdePlaneAndAxis", R"(dGeomID g = dCreatePlane(space, 0, 1, 0, 0.5);
dGeomID a = dCreateBox(space, 1, 2, 3);
dMatrix3 R;
dRFromAxisAndAngle(R, 0, 0, 2, M_PI_2);
dGeomSetRotation(a, R);
dGeomSetPosition(a, 0, 0, 2);)",
     "box 0.5 1 1.5 @ 0 0 2 q 0 0 0.707107 0.707107\nhalf_space @ 0 0.5 0"},
    {"JoltEuler", R"(Ref<Shape> a = new CylinderShape(1, 0.5);
Ref<Shape> b = new TaperedCylinderShapeSettings(1, 0, 0.5);
BodyCreationSettings sa(a, RVec3(0, 1, 0), Quat::sEulerAngles(Vec3(JPH_PI / 2, 0, JPH_PI / 2)), EMotionType::Dynamic, layer);
BodyCreationSettings sb(b, RVec3(0, 4, 0), Quat::sIdentity(), EMotionType::Static, layer);)",
     "cylinder 1 0.5 @ 0 1 0 q 0.5 0.5 0.5 0.5\ncone 1 0.5 @ 0 4 0"},
    {"RustEulerAndVectors", R"(let a = Cuboid::new(vector![1.0, 2.0, 3.0]);
let b = Cuboid::new(vector![1.0, 1.0, 1.0]);
let pa = Isometry3::from_parts(Translation3::new(1.0, 2.0, 3.0), UnitQuaternion::from_euler_angles(FRAC_PI_2, 0.0, FRAC_PI_2));
let pb = Isometry3::from_parts(Translation3::new(4.0, 5.0, 6.0), UnitQuaternion::new(Vector3::new(0.0, FRAC_PI_2, 0.0)));)",
     "box 1 2 3 @ 1 2 3 q 0.5 0.5 0.5 0.5\nbox 1 1 1 @ 4 5 6 q 0 0.707107 0 0.707107"},
    {"SharedShapes", R"(let a = SharedShape::capsule(point![0.0, -1.0, 0.0], point![0.0, 1.0, 0.0], 0.3);
let b = SharedShape::cuboid(1.0, 2.0, 3.0);)",
     "capsule 1 0.3\nbox 1 2 3"},
    {"BevyRapier", R"(let a = Collider::cuboid(1.0, 2.0, 3.0);
let ta = Transform::from_xyz(0.0, 1.0, 0.0).with_rotation(Quat::from_rotation_x(FRAC_PI_2));
let b = Collider::capsule(Vec3::new(0.0, -1.0, 0.0), Vec3::new(0.0, 1.0, 0.0), 0.5);
let tb = Transform::from_xyz(0.0, 4.0, 0.0).with_rotation(Quat::from_euler(EulerRot::ZYX, FRAC_PI_2, 0.0, FRAC_PI_2));)",
     "box 1 2 3 @ 0 1 0 q 0.707107 0 0 0.707107\ncapsule 1 0.5 @ 0 4 0 q 0.5 0.5 0.5 0.5"},
    {"Avian",
     "use avian3d::prelude::*;\nlet a = Collider::cuboid(1.0, 2.0, 3.0);\nlet b = Collider::capsule(0.25, 1.0);",
     "box 0.5 1 1.5\ncapsule 0.5 0.25"},
    {"BevyXpbd",
     "use bevy_xpbd_3d::prelude::*;\nlet a = Collider::cuboid(1.0, 2.0, 3.0);\nlet b = Collider::capsule(1.0, 0.25);",
     "box 0.5 1 1.5\ncapsule 0.5 0.25"},
    {"ThreeMath", R"(const a = new THREE.Sphere(new THREE.Vector3(1, 2, 3), 0.5);
const b = new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 2, 3));)",
     "sphere 0.5 @ 1 2 3\nbox 1 1.5 2 @ 0 0.5 1"},
    {"ThreeObb", R"(import { OBB } from 'three/examples/jsm/math/OBB.js';
import { Capsule } from 'three/examples/jsm/math/Capsule.js';
const a = new OBB(new THREE.Vector3(1, 2, 3), new THREE.Vector3(4, 5, 6));
const b = new Capsule(new THREE.Vector3(0, -1, 0), new THREE.Vector3(0, 1, 0), 0.35);)",
     "box 4 5 6 @ 1 2 3\ncapsule 1 0.35"},
    {"ThreeTapered", R"(const a = new THREE.Mesh(new THREE.CylinderGeometry(1, 2, 4, 4), m);
a.quaternion.setFromEuler(new THREE.Euler(Math.PI / 2, 0, Math.PI / 2, 'ZYX'));
const b = new THREE.Mesh(new THREE.CylinderGeometry(1, 0, 2), m);
b.position.y = 3;)",
     "hull (0 2 1) (1 2 0) (0 2 -1) (-1 2 0) (0 -2 2) (2 -2 0) (0 -2 -2) (-2 -2 0) q 0.5 0.5 0.5 0.5\n"
     "cone 1 1 @ 0 3 0 q 0.707107 0 0.707107 0"},
    {"CannonRotations", R"(import { Body, Box, Vec3, Cylinder } from 'cannon-es';
const a = new Body({ mass: 1, shape: new Box(new Vec3(1, 2, 3)) });
a.position.set(0, 1, 0);
a.quaternion.setFromAxisAngle(new Vec3(1, 0, 0), Math.PI / 2);
const b = new Body({ mass: 1, shape: new Cylinder(0, 0.5, 2, 12) });
b.position.set(0, 4, 0);
b.quaternion.setFromEuler(0, Math.PI / 2, 0);)",
     "box 1 2 3 @ 0 1 0 q 0.707107 0 0 0.707107\ncone 1 0.5 @ 0 4 0 q 0 0.707107 0 0.707107"},
    {"PlanckImported",
     "import { Box, Circle, Vec2 } from 'planck';\nconst a = new Box(1, 2);\nconst b = new Circle(new Vec2(0.5, 0), "
     "0.25);",
     "box 1 2\ncircle 0.25"},
    {"Box2dTurnedBoxes", R"(b2PolygonShape a; a.SetAsBox(1.0f, 2.0f, b2Vec2(0.5f, 0), b2_pi / 2);
b2Polygon b = b2MakeOffsetBox(1, 2, (b2Vec2){3, 0}, b2MakeRot(b2_pi / 2));)",
     "polygon (2.5 -1) (2.5 1) (-1.5 1) (-1.5 -1)\npolygon (5 -1) (5 1) (1 1) (1 -1)"},
    {"RapierRounded", R"(let a = ColliderBuilder::round_cuboid(1.0, 2.0, 3.0, 0.25).translation(vector![0.0, 5.0, 0.0]);
let b = ColliderBuilder::round_cylinder(1.5, 0.5, 0.125).build();)",
     "box 1 2 3 0.25 @ 0 5 0\ncylinder 1.5 0.5 0.125"},
    {"RapierJsRounded", R"(const a = RAPIER.ColliderDesc.roundCone(1.5, 0.5, 0.25);
const b = new RAPIER.RoundCuboid(1, 2, 3, 0.125);)",
     "cone 1.5 0.5 0.25\nbox 1 2 3 0.125"},
    {"RapierRoundedPlane", R"(let a = Collider::round_cuboid(1.0, 2.0, 0.25);
let b = Collider::round_convex_hull(&[Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0), Vec2::new(0.0, 3.0)], 0.5).unwrap();)",
     "box 1 2 0.25\npolygon (0 0) (4 0) (0 3) 0.5"},
    {"AvianRounded",
     "use avian3d::prelude::*;\nlet a = Collider::round_cuboid(1.0, 2.0, 3.0, 0.25);\nlet b = Collider::sphere(0.5);",
     "box 0.5 1 1.5 0.25\nsphere 0.5"},
    {"ParryPrinted",
     R"(shape1 = RoundShape { inner_shape: Cuboid { half_extents: [[1.0, 2.0, 3.0]] }, border_radius: 0.25 }
shape2 = Ball { radius: 0.5 })",
     "box 1 2 3 0.25\nsphere 0.5"},
    {"Box2dRounded", R"(b2Polygon a = b2MakeRoundedBox(0.5f, 0.25f, 0.125f);
b2Polygon b = b2MakeOffsetRoundedBox(1, 2, (b2Vec2){3, 0}, b2MakeRot(b2_pi / 2), 0.0625f);)",
     "box 0.5 0.25 0.125\npolygon (5 -1) (5 1) (1 1) (1 -1) 0.0625"},
    {"Box2dRoundedHulls", R"(b2Vec2 points[3] = {{0, 0}, {4, 0}, {0, 3}};
b2Hull hull = b2ComputeHull(points, 3);
b2Polygon a = b2MakePolygon(&hull, 0.125f);
b2Circle b = {{0, 0}, 0.5f};)",
     "polygon (0 0) (4 0) (0 3) 0.125\ncircle 0.5"},
    {"Drake", R"(using drake::math::RigidTransformd;
auto a = std::make_unique<drake::geometry::Box>(1.0, 2.0, 3.0);
auto b = drake::geometry::Capsule(0.25, 2.0);
const RigidTransformd X_WA(RollPitchYawd(M_PI / 2, 0, M_PI / 2), Vector3d(1, 2, 3));
const RigidTransformd X_WB(RotationMatrixd::MakeXRotation(M_PI / 2), Vector3d(4, 5, 6));)",
     "box 0.5 1 1.5 @ 1 2 3 q 0.5 0.5 0.5 0.5\ncapsule 1 0.25 @ 4 5 6 q 0.707107 0 0.707107 0"},
    {"DrakeRound",
     R"(scene_graph.RegisterGeometry(source, frame1, drake::geometry::Cylinder(0.5, 3.0), RigidTransformd(Vector3d(0, 0, 1)));
scene_graph.RegisterGeometry(source, frame2, drake::geometry::Ellipsoid(1, 2, 0.5), RigidTransformd(Vector3d(0, 0, 4)));)",
     "cylinder 1.5 0.5 @ 0 0 1 q 0.5 0.5 0.5 0.5\nellipsoid 1 2 0.5 @ 0 0 4"},
    {"DrakeHalfSpace", R"(from pydrake.geometry import Box, HalfSpace
from pydrake.math import RigidTransform, RollPitchYaw
a = Box(1.0, 2.0, 3.0)
X_A = RigidTransform(RollPitchYaw(0, 0, np.pi / 2), [0, 0, 2])
b = HalfSpace()
X_B = RigidTransform([0, 0, 0.5]))",
     "box 0.5 1 1.5 @ 0 0 2 q 0 0 0.707107 0.707107\nhalf_space @ 0 0 0.5 q 0.707107 0 0 0.707107"},
    {"PydrakePrinted", R"(# pydrake
A: Box(width=1.0, depth=2.0, height=3.0)
X_WA = RigidTransform(
  R=RotationMatrix([
    [0.0, -1.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0],
  ]),
  p=[1.0, 2.0, 3.0],
)
B: Ellipsoid(a=1.0, b=2.0, c=0.5)
X_WB = RigidTransform(quaternion=Quaternion(0.8, 0.6, 0, 0), p=[4.0, 5.0, 6.0]))",
     "box 0.5 1 1.5 @ 1 2 3 q 0 0 0.707107 0.707107\nellipsoid 1 2 0.5 @ 4 5 6 q 0.6 0 0 0.8"},
    {"Box2dCosineAndSine", R"(b2Polygon a = b2MakeBox(1, 2); b2Polygon b = b2MakeBox(1, 1);
b2Transform ta = {{1, 2}, {0.0f, 1.0f}};
b2Transform tb = {{1, 3}, {1.0f, 0.0f}};)",
     "box 1 2 @ 1 2 0 q 0 0 0.707107 0.707107\nbox 1 1 @ 1 3 0"},
    {"PymunkBodies", R"(body1 = pymunk.Body(1, 1)
body1.position = 1, 2
body1.angle = math.pi / 2
a = pymunk.Poly.create_box(body1, (2, 1))
body2 = pymunk.Body(1, 1)
body2.position = (3, 2)
b = pymunk.Segment(body2, (-1, 0), (1, 0), 0.5))",
     "box 1 0.5 @ 1 2 0 q 0 0 0.707107 0.707107\ncapsule 1 0.5 @ 3 2 0"},
    {"Chipmunk", R"(cpBody *body1 = cpBodyNew(1, 1);
cpBodySetPosition(body1, cpv(1, 2));
cpShape *a = cpBoxShapeNew(body1, 2, 1, 0.0);
cpShape *b = cpSegmentShapeNew(staticBody, cpv(-3, 0), cpv(3, 0), 0.5);)",
     "box 1 0.5 @ 1 2 0\ncapsule 3 0.5"},
    {"MatterAngles", R"(const a = Bodies.rectangle(400, 200, 80, 40, { angle: Math.PI / 2 });
const b = Bodies.polygon(450, 50, 4, 30);)",
     "box 40 20 @ 400 200 0 q 0 0 0.707107 0.707107\npolygon (21.2132 21.2132) (-21.2132 21.2132) (-21.2132 -21.2132) "
     "(21.2132 "
     "-21.2132) @ 450 50 0"},
    {"PybulletEuler", R"(a = p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 2, 3])
b = p.createCollisionShape(p.GEOM_SPHERE, radius=0.5)
p.createMultiBody(1, a, -1, [0, 0, 1], p.getQuaternionFromEuler([math.pi / 2, 0, math.pi / 2]))
p.createMultiBody(1, b, -1, [0, 0, 3]))",
     "box 1 2 3 @ 0 0 1 q 0.5 0.5 0.5 0.5\nsphere 0.5 @ 0 0 3"},
    {"PybulletQuaternion", R"(a = p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 2, 3])
b = p.createCollisionShape(p.GEOM_CAPSULE, radius=0.5, height=2)
p.createMultiBody(1, a, -1, [0, 0, 1], [1, 0, 0, 0])
p.createMultiBody(1, b, -1, [0, 0, 3], [0.8, 0, 0, 0.6]))",
     "box 1 2 3 @ 0 0 1 q 1 0 0 0\ncapsule 1 0.5 @ 0 0 3 q -0.7 0.1 -0.7 0.1"},
    {"ScipyRotations",
     R"(a = fcl.CollisionObject(fcl.Box(1, 2, 3), fcl.Transform(R.from_euler('xyz', [90, 0, 90], degrees=True).as_matrix(),
    np.array([1, 2, 3])))
b = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(R.from_rotvec([0, 0, np.pi / 2]).as_matrix(), np.array([4, 5, 6]))))",
     "box 0.5 1 1.5 @ 1 2 3 q 0.5 0.5 0.5 0.5\nsphere 0.5 @ 4 5 6 q 0 0 0.707107 0.707107"},
    {"NewtonOfWarp",
     R"(builder.add_shape_box(body=0, xform=wp.transform((0, 0, 1), wp.quat(1, 0, 0, 0)), hx=1.0, hy=2.0, hz=3.0)
builder.add_shape_capsule(0, xform=wp.transform(wp.vec3(0, 0, 3), wp.quat_identity()), radius=0.5, half_height=1.0))",
     "box 1 2 3 @ 0 0 1 q 1 0 0 0\ncapsule 1 0.5 @ 0 0 3 q 0.5 0.5 0.5 0.5"},
    {"Bepu", "using BepuPhysics.Collidables;\nvar a = new Box(1, 2, 3);\nvar b = new Capsule(0.5f, 2f);",
     "box 0.5 1 1.5\ncapsule 1 0.5"},
    {"Jitter", "using Jitter2.Collision.Shapes;\nvar a = new BoxShape(1, 2, 3);\nvar b = new CapsuleShape(0.5f, 2f);",
     "box 0.5 1 1.5\ncapsule 1 0.5"},
    {"TrimeshCone", "a = trimesh.creation.box(extents=(1, 2, 3))\nb = trimesh.creation.cone(radius=0.5, height=2)",
     "box 0.5 1 1.5\ncone 1 0.5 q 0.5 0.5 0.5 0.5"},
    {"MjcfEnds",
     "<mujoco><worldbody><geom type=\"box\" fromto=\"0 0 2 0 0 0\" size=\".1\"/><geom type=\"ellipsoid\" fromto=\"2 0 "
     "0 0 0 0\" "
     "size=\".1\"/></worldbody></mujoco>",
     "box 0.1 0.1 1 @ 0 0 1\nellipsoid 0.1 0.1 1 @ 1 0 0 q 0 0.707107 0 0.707107"},
    {"Box2dSetters", R"(b2PolygonShape polyA;
polyA.SetAsBox(0.5f, 0.5f);
b2Transform xfA;
xfA.Set(b2Vec2(0.0f, 0.0f), 0.0f);
b2PolygonShape polyB;
polyB.SetAsBox(0.5f, 0.25f);
b2Transform xfB;
xfB.Set(b2Vec2(1.0f, 0.25f), 0.5f * b2_pi);
b2CollidePolygons(&m, &polyA, xfA, &polyB, xfB);)",
     "box 0.5 0.5\nbox 0.5 0.25 @ 1 0.25 0 q 0 0 0.707107 0.707107"},
    {"UnrealLog",
     "LogTemp: A Box Extent: X=50.0 Y=50.0 Z=50.0 Location: X=0.0 Y=0.0 Z=50.0 Rotation: P=0.0 Y=90.0 R=0.0\n"
     "LogTemp: B Capsule Radius: 34.0 HalfHeight: 88.0 Location: X=90.0 Y=0.0 Z=88.0 Rotation: P=0.0 Y=0.0 R=0.0\n",
     "box 0.5 0.5 0.5 @ 0 0 0.5 q 0 0 0.707107 0.707107\ncapsule 0.54 0.34 @ 0.9 0 0.88 q 0.5 0.5 0.5 0.5"},
    {"MatterWithItsQuery", R"(const box = Bodies.rectangle(100, 100, 80, 40);
Body.rotate(box, Math.PI / 2);
const ball = Bodies.circle(150, 130, 20);
console.log(Matter.Collision.collides(box, ball));)",
     "box 40 20 @ 100 100 0 q 0 0 0.707107 0.707107\ncircle 20 @ 150 130 0"},
    {"CoalWithPinocchiosQuaternion", R"(import coal
from pinocchio import Quaternion
shape1 = coal.Capsule(0.05, 0.3)
shape2 = coal.Box(0.2, 0.2, 0.2)
M1 = coal.Transform3s(Quaternion(0.8, 0.6, 0.0, 0.0), np.array([0.1, 0.0, 0.0]))
M2 = coal.Transform3s()
M2.setTranslation(np.array([0.0, 0.0, 0.25])))",
     "capsule 0.15 0.05 @ 0.1 0 0 q 0.7 0.1 0.7 0.1\nbox 0.1 0.1 0.1 @ 0 0 0.25"},
    {"RapierWithItsQuery", R"(const a = new RAPIER.Cuboid(0.5, 0.5, 0.5);
const b = new RAPIER.Ball(0.3);
const posA = { x: 0, y: 1, z: 0 }, rotA = { x: 0, y: 0.6, z: 0, w: 0.8 };
const posB = { x: 0.9, y: 0.1, z: 0 }, rotB = { x: 0, y: 0, z: 0, w: 1 };
const c = a.contactShape(posA, rotA, b, posB, rotB, 0.1);)",
     "box 0.5 0.5 0.5 @ 0 1 0 q 0 0.6 0 0.8\nsphere 0.3 @ 0.9 0.1 0"},
    {"GodotAxes", R"(var box := BoxShape3D.new()
box.size = Vector3(2, 1, 2)
var ball := SphereShape3D.new()
ball.radius = 0.5
var box_xf := Transform3D(Basis(Vector3.RIGHT, PI / 2), Vector3(0, 0.5, 0))
var ball_xf := Transform3D(Basis.IDENTITY, Vector3(0.9, 1.3, 0)))",
     "box 1 0.5 1 @ 0 0.5 0 q 0.707107 0 0 0.707107\nsphere 0.5 @ 0.9 1.3 0"},
    {"TurnedInWords",
     "Sphere at (1.2, 0.5, -3.0) with radius 0.5, box centered at (1.0, 0.0, -3.0), size 2 x 0.2 x 2, rotated 90 "
     "degrees about z.",
     "sphere 0.5 @ 1.2 0.5 -3\nbox 1 0.1 1 @ 1 0 -3 q 0 0 0.707107 0.707107"},
    {"OdeBodies", R"(dBodyID b = dBodyCreate(world);
dGeomID capsule = dCreateCapsule(space, 0.1, 0.5);
dGeomSetBody(capsule, b);
dBodySetPosition(b, 0.0, 0.3, 0.35);
dMatrix3 R;
dRFromAxisAndAngle(R, 0, 0, 1, M_PI/2);
dBodySetRotation(b, R);
dGeomID box = dCreateBox(space, 1, 1, 0.5);
dGeomSetPosition(box, 0, 0, 1);
int n = dCollide(capsule, box, 8, contacts, sizeof(dContactGeom));)",
     "capsule 0.25 0.1 @ 0 0.3 0.35 q 0 0.707107 0.707107 0\nbox 0.5 0.5 0.25 @ 0 0 1"},
    {"VisualStudioJolt",
     "-\t\tinShape1\t0x000001d2a3c5e0a0 {mConvexRadius=0.05 mHalfExtent={mF32=[4]{0.5, 0.25, 0.5, 0.5}}}\tconst "
     "JPH::BoxShape *\n"
     "-\t\tinShape2\t0x000001d2a3c5e1b0 {mRadius=0.25}\tconst JPH::SphereShape *\n"
     "-\t\tinTransform1\t{mCol={{mF32={1,0,0,0}},{mF32={0,1,0,0}},{mF32={0,0,1,0}},{mF32={0,0.5,0,1}}}}\tJPH::Mat44\n"
     "-\t\tinTransform2\t{mCol={{mF32={1,0,0,0}},{mF32={0,1,0,0}},{mF32={0,0,1,0}},{mF32={0,1.2,0,1}}}}\tJPH::Mat44\n",
     "box 0.5 0.25 0.5 @ 0 0.5 0\nsphere 0.25 @ 0 1.2 0"},
    {"SdfModelsWithLinksOfOneName",
     "<sdf version='1.6'><world name='w'><model name='a'><pose>0 0 0.5 0 0 0</pose><link name='link'><collision "
     "name='c'><geometry><box>"
     "<size>1 1 1</size></box></geometry></collision></link></model>\n"
     "<model name='b'><pose>0.9 0 0.5 0 0 0</pose><link name='link'><pose>0 0 0.1 0 0 0</pose><collision "
     "name='c'><geometry><sphere>"
     "<radius>0.25</radius></sphere></geometry></collision></link></model></world></sdf>",
     "box 0.5 0.5 0.5 @ 0 0 0.5\nsphere 0.25 @ 0.9 0 0.6"},
    {"ArraysOfArrays", R"(gkFloat vertices1[4][3] = {{0, 5.5, 0}, {2.3, 1, -2}, {8.1, 4, 2.4}, {4.3, 5, 2.2}};
gkFloat vertices2[4][3] = {{0, -5.5, 0}, {-2.3, -1, 2}, {-8.1, -4, -2.4}, {-4.3, -5, -2.2}};)",
     "hull (0 5.5 0) (2.3 1 -2) (8.1 4 2.4) (4.3 5 2.2)\nhull (0 -5.5 0) (-2.3 -1 2) (-8.1 -4 -2.4) (-4.3 -5 -2.2)"},
    {"PosesNamedAfterTheirShapes", R"(let cuboid = Cuboid::new(Vector2::new(1.0, 2.0));
let ball = Ball::new(0.5);
let ball_pos_intersecting = Isometry2::translation(1.0, 1.0);
let cuboid_pos = Isometry2::new(Vector2::new(3.0, 0.0), std::f32::consts::FRAC_PI_2);)",
     "box 1 2 @ 3 0 0 q 0 0 0.707107 0.707107\ncircle 0.5 @ 1 1 0"},
    {"QueryOfShapesInOtherOrder", R"(let cuboid = Cuboid::new(Vector2::new(1.0, 1.0));
let ball = Ball::new(0.5);
let cuboid_pos = Isometry2::new(Vector2::new(0.0, 0.0), std::f32::consts::FRAC_PI_2);
let p = Isometry2::translation(1.0, 1.0);
let d = query::distance(&p, &ball, &cuboid_pos, &cuboid);)",
     "circle 0.5 @ 1 1 0\nbox 1 1 q 0 0 0.707107 0.707107"},
    {"QueryWithAnIdentity", R"(import hppfcl
shape1 = hppfcl.Ellipsoid(0.7, 1.0, 0.8)
shape2 = hppfcl.Box(0.5, 0.5, 0.5)
T1 = hppfcl.Transform3f()
T1.setTranslation(np.array([0.2, 0.0, 1.1]))
T2 = hppfcl.Transform3f()
hppfcl.collide(shape1, T1, shape2, T2, col_req, col_res))",
     "ellipsoid 0.7 1 0.8 @ 0.2 0 1.1\nbox 0.25 0.25 0.25"},
    {"NamesDeclaredAgain", R"(let rigid_body = RigidBodyBuilder::dynamic().translation(vector![0.0, 10.0, 0.0]).build();
let collider = ColliderBuilder::ball(0.5).restitution(0.7).build();
let handle = rigid_body_set.insert(rigid_body);
collider_set.insert_with_parent(collider, handle, &mut rigid_body_set);
let collider = ColliderBuilder::cuboid(100.0, 0.1, 100.0).build();
collider_set.insert(collider);)",
     "sphere 0.5 @ 0 10 0\nbox 100 0.1 100"},
    {"JoltQueryOfWhatIsMadeElsewhere", R"(ShapeRefC wall = new BoxShape(Vec3(1.0f, 2.0f, 0.1f));
Mat44 player_com = Mat44::sTranslation(Vec3(0, 0, 0.35f));
Mat44 wall_com = Mat44::sRotationTranslation(Quat::sRotation(Vec3::sAxisY(), 0.5f * JPH_PI), Vec3(0, 2, 0));
CollisionDispatch::sCollideShapeVsShape(player->GetShape(), wall, Vec3::sReplicate(1.0f), Vec3::sReplicate(1.0f), player_com, wall_com);
RefConst<Shape> other = new SphereShape(0.5f);)",
     "box 1 2 0.1 @ 0 2 0 q 0 0.707107 0 0.707107\nsphere 0.5 @ 0 0 0.35"},
    {"BulletOrigins", R"(btBoxShape box(btVector3(0.3, 0.2, 0.1));
btCollisionObject other;
btTransform boxT = btTransform::getIdentity();
boxT.getOrigin().setValue(0.0, 0.5, 0.0);
other.setCollisionShape(new btConeShape(0.5, 2.0));
other.getWorldTransform().setOrigin(btVector3(0.7, 0.2, 0));
other.getWorldTransform().setRotation(btQuaternion(btVector3(1, 0, 0), btRadians(90)));)",
     "box 0.3 0.2 0.1 @ 0 0.5 0\ncone 1 0.5 @ 0.7 0.2 0 q 0.707107 0 0 0.707107"},
    {"Box2dHelloWorld", R"(b2BodyDef groundBodyDef;
groundBodyDef.position.Set(0.0f, -10.0f);
b2Body* groundBody = world.CreateBody(&groundBodyDef);
b2PolygonShape groundBox;
groundBox.SetAsBox(50.0f, 10.0f);
groundBody->CreateFixture(&groundBox, 0.0f);
b2BodyDef bodyDef;
bodyDef.position.Set(0.0f, 0.5f);
bodyDef.angle = 0.5f * b2_pi;
b2PolygonShape dynamicBox;
dynamicBox.SetAsBox(1.0f, 1.0f);)",
     "box 50 10 @ 0 -10 0\nbox 1 1 @ 0 0.5 0 q 0 0 0.707107 0.707107"},
    {"RapierPositions",
     R"(let a = ColliderBuilder::capsule_y(0.6, 0.3).position(Isometry::translation(0.0, 0.95, 0.0)).build();
let b = ColliderBuilder::cuboid(5.0, 0.1, 5.0).position(Isometry::new(vector![1.0, 0.0, 0.0], vector![FRAC_PI_2, 0.0, 0.0])).build();)",
     "capsule 0.6 0.3 @ 0 0.95 0\nbox 5 0.1 5 @ 1 0 0 q 0.707107 0 0 0.707107"},
    {"EigenIsometries", R"(std::shared_ptr<fcl::CollisionGeometryd> fclBoxGeometry(new fcl::Boxd(1.0, 1.0, 2.0));
std::shared_ptr<fcl::CollisionGeometryd> fclBallGeometry(new fcl::Sphered(0.5));
Eigen::Isometry3d X_box = Eigen::Isometry3d::Identity();
X_box.rotate(Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitX()));
X_box.pretranslate(Eigen::Vector3d(0, 0, 1.0));
Eigen::Isometry3d X_ball = Eigen::Isometry3d::Identity();
X_ball.translation() << 0.0, 1.1, 1.0;)",
     "box 0.5 0.5 1 @ 0 0 1 q 0.707107 0 0 0.707107\nsphere 0.5 @ 0 1.1 1"},
    {"ThreeCopies", R"(const cube = new THREE.Mesh(new THREE.BoxGeometry(1, 2, 3), material);
cube.position.copy(new THREE.Vector3(0.5, 0.25, 0));
cube.rotation.set(0, Math.PI / 2, 0);
const ball = new THREE.Mesh(new THREE.SphereGeometry(0.3, 32, 32), material);
ball.position.set(1.2, 0.25, 0.1);)",
     "box 0.5 1 1.5 @ 0.5 0.25 0 q 0 0.707107 0 0.707107\nsphere 0.3 @ 1.2 0.25 0.1"},
    {"PointsPushedBack", R"(Array<Vec3> box;
box.push_back(Vec3(-0.5f, -0.5f, -0.5f));
box.push_back(Vec3(0.5f, -0.5f, -0.5f));
box.push_back(Vec3(-0.5f, -0.5f, 0.5f));
box.push_back(Vec3(0.0f, 0.5f, 0.0f));
ConvexHullShapeSettings hull_settings(box, cDefaultConvexRadius);
Ref<Shape> sphere = new SphereShape(0.25f);
shapes.push_back(sphere);
Mat44 t1 = Mat44::sIdentity();
Mat44 t2(Vec4(1, 0, 0, 0), Vec4(0, 1, 0, 0), Vec4(0, 0, 1, 0), Vec4(0.1f, 0.7f, 0, 1));)",
     "hull (-0.5 -0.5 -0.5) (0.5 -0.5 -0.5) (-0.5 -0.5 0.5) (0 0.5 0)\nsphere 0.25 @ 0.1 0.7 0"},
    {"GodotShapesOfNodes", R"(var a = CollisionShape3D.new()
a.shape = BoxShape3D.new()
a.shape.size = Vector3(10, 1, 10)
a.position = Vector3(0, -0.5, 0)
var b = CollisionShape3D.new()
b.shape = CapsuleShape3D.new()
b.shape.radius = 0.5
b.shape.height = 2.0
b.position = Vector3(0, 0.9, 0))",
     "box 5 0.5 5 @ 0 -0.5 0\ncapsule 0.5 0.5 @ 0 0.9 0"},
    {"PhysXPlane", R"(PxRigidStatic* ground = PxCreatePlane(*gPhysics, PxPlane(0, 1, 0, -0.5f), *gMaterial);
PxRigidDynamic* box = PxCreateDynamic(*gPhysics, PxTransform(PxVec3(0, 0.9f, 0)), PxBoxGeometry(0.5f, 0.5f, 0.5f), *gMaterial, 10.0f);)",
     "box 0.5 0.5 0.5 @ 0 0.9 0\nhalf_space @ 0 0.5 0"},
    {"JoltPlane", R"(Ref<Shape> ground = new PlaneShape(Plane(Vec3::sAxisY(), -0.5f), nullptr, 100.0f);
Ref<Shape> ball = new SphereShape(0.5f);)",
     "sphere 0.5\nhalf_space @ 0 0.5 0"},
    {"CannonPlane", R"(import * as CANNON from 'cannon-es'
const groundBody = new CANNON.Body({ type: CANNON.Body.STATIC, shape: new CANNON.Plane() })
groundBody.quaternion.setFromEuler(-Math.PI / 2, 0, 0)
const boxBody = new CANNON.Body({ mass: 1, shape: new CANNON.Box(new CANNON.Vec3(0.5, 1, 0.5)), position: new CANNON.Vec3(0, 0.45, 0) }))",
     "box 0.5 1 0.5 @ 0 0.45 0\nhalf_space"},
    {"DrakeMakePose",
     R"(const auto X_WG = HalfSpace::MakePose(Vector3d(0, 1, 0), Vector3d(0, 0.25, 0));
plant.RegisterCollisionGeometry(plant.world_body(), X_WG, HalfSpace(), "ground", mu);
plant.RegisterCollisionGeometry(body, RigidTransformd(Vector3d(0, 0, 0.9)), Box(1.0, 2.0, 3.0), "box", mu);  // drake::multibody)",
     "box 0.5 1 1.5 @ 0 0 0.9\nhalf_space @ 0 0.25 0"},
    {"ParryPrintedCapsules", R"(shape1: Cuboid { half_extents: [[0.5, 0.5, 0.5]] }
pos1: Isometry { rotation: [0.0, 0.6, 0.0, 0.8], translation: [1.0, 0.5, -2.0] }
shape2: Capsule { segment: Segment { a: [0.0, -0.5, 0.0], b: [0.0, 0.5, 0.0] }, radius: 0.25 }
pos2: Isometry { rotation: [0.0, 0.0, 0.0, 1.0], translation: [1.6, 0.5, -2.0] })",
     "box 0.5 0.5 0.5 @ 1 0.5 -2 q 0 0.6 0 0.8\ncapsule 0.5 0.25 @ 1.6 0.5 -2"},
    {"Box2dSegments", R"(b2Polygon polygonA = b2MakeSquare(0.5f);
b2Segment segment = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
b2Transform xfA = {{0.0f, 0.6f}, b2MakeRot(B2_PI / 2)};
b2Transform xfB = b2Transform_identity;)",
     "box 0.5 0.5 @ 0 0.6 0 q 0 0 0.707107 0.707107\nsegment 1"},
    {"NewtonBodies", R"(builder = newton.ModelBuilder()
b0 = builder.add_body(xform=wp.transform(p=wp.vec3(0.0, 0.0, 0.5), q=wp.quat_identity()))
builder.add_shape_box(b0, hx=1.0, hy=2.0, hz=3.0)
b1 = builder.add_body(xform=wp.transform(p=wp.vec3(0.3, 0.0, 1.4), q=wp.quat_from_axis_angle(wp.vec3(0.0, 0.0, 1.0), wp.pi / 2)))
builder.add_shape_sphere(b1, radius=0.2))",
     "box 1 2 3 @ 0 0 0.5\nsphere 0.2 @ 0.3 0 1.4 q 0 0 0.707107 0.707107"},
    {"DirectXMath",
     R"(BoundingOrientedBox a(XMFLOAT3(0.5f, 0.0f, 0.0f), XMFLOAT3(1.0f, 2.0f, 3.0f), XMFLOAT4(0.0f, 0.0f, 0.6f, 0.8f));
BoundingSphere b(XMFLOAT3(1.5f, 0.0f, 0.0f), 0.75f);)",
     "box 1 2 3 @ 0.5 0 0 q 0 0 0.6 0.8\nsphere 0.75 @ 1.5 0 0"},
    {"SystemNumerics", R"(using BepuPhysics.Collidables;
var box = new Box(1f, 2f, 3f);
var sphere = new Sphere(0.5f);
var poseA = new RigidPose(new Vector3(0, 1, 0), Quaternion.CreateFromAxisAngle(new Vector3(0, 1, 0), MathF.PI / 2));
var poseB = new RigidPose(new Vector3(0.5f, 1, 0), Quaternion.CreateFromYawPitchRoll(MathF.PI / 2, 0, 0));)",
     "box 0.5 1 1.5 @ 0 1 0 q 0 0.707107 0 0.707107\nsphere 0.5 @ 0.5 1 0 q 0 0.707107 0 0.707107"},
    {"Usd", R"(def Cube "box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
{
    double size = 2
    double3 xformOp:translate = (0, 0, 1)
    quatd xformOp:orient = (0.8, 0, 0, 0.6)
}
def Sphere "ball"
{
    double radius = 0.5
    double3 xformOp:translate = (1.7, 0, 1)
})",
     "box 1 1 1 @ 0 0 1 q 0 0 0.6 0.8\nsphere 0.5 @ 1.7 0 1"},
    {"GlmMatrices",
     "OBB a: center vec3(1.0, 0.0, 0.0) halfSize vec3(0.5, 0.25, 0.5)\n"
     "orientation mat3x3((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0))\n"
     "OBB b: center vec3(2.1, 0.0, 0.0) halfSize vec3(0.5, 0.5, 0.5)\norientation quat(0.6, {0.0, 0.0, 0.8})\n",
     "box 0.5 0.25 0.5 @ 1 0 0 q 0 0 0.707107 0.707107\nbox 0.5 0.5 0.5 @ 2.1 0 0 q 0 0 0.8 0.6"},
    {"LeastAndGreatestCorners",
     "AABB A: min (-1.0, -1.0, -1.0) max (1.0, 2.0, 1.0)\nAABB B: min (0.5, 0.5, 0.5) max (2.0, 2.0, 2.0)\n"
     "overlaps returned false, max 4 contacts\n",
     "box 1 1.5 1 @ 0 0.5 0\nbox 0.75 0.75 0.75 @ 1.25 1.25 1.25"},
    {"CornersOfJson", R"(const boxA = {min: {x: -1, y: -1, z: -1}, max: {x: 1, y: 2, z: 1}};
const boxB = {min: {x: 0, y: 0, z: 0}, max: {x: 3, y: 3, z: 3}};)",
     "box 1 1.5 1 @ 0 0.5 0\nbox 1.5 1.5 1.5 @ 1.5 1.5 1.5"},
    {"RosTransforms",
     "box 0.5 x 0.5 x 0.5\ntransform:\n  translation:\n    x: 1.0\n    y: 0.5\n    z: 0.25\n  rotation:\n    x: 0.0\n  "
     "  y: 0.0\n"
     "    z: 0.6\n    w: 0.8\nsphere radius 0.3\npose:\n  position:\n    x: 1.4\n    y: -0.5\n    z: 0.25\n  "
     "orientation:\n    x: 0.0\n    "
     "y: 0.0\n"
     "    z: 0.0\n    w: 1.0\n",
     "box 0.25 0.25 0.25 @ 1 0.5 0.25 q 0 0 0.6 0.8\nsphere 0.3 @ 1.4 -0.5 0.25"},
    {"UnrealTransforms",
     "A box half extent (X=50.000,Y=60.000,Z=50.000) FTransform: -100.0,0.0,50.0|0.0,90.0,0.0|1.0,1.0,1.0\n"
     "B box half extent (X=10.000,Y=200.000,Z=50.000) Rotation: Pitch 0.0 Yaw -90.0 Roll 0.0 Translation: -45.0 0.0 "
     "50.0 Scale3D 1.0 1.0 "
     "1.0\n",
     "box 0.5 0.6 0.5 @ -1 0 0.5 q 0 0 0.707107 0.707107\nbox 0.1 2 0.5 @ -0.45 0 0.5 q 0 0 -0.707107 0.707107"},
    {"GdbUnionsOfGlm",
     "$1 = {center = {{x = 0, r = 0, s = 0}, {y = 1, g = 1, t = 1}, {z = 2, b = 2, p = 2}}, halfExtents = {{x = 0.5, r "
     "= 0.5, s = 0.5}, "
     "{y = 0.25, g = 0.25, t = 0.25}, {z = 0.5, b = 0.5, p = 0.5}}}\n"
     "$2 = {center = {{x = 0.9, r = 0.9, s = 0.9}, {y = 1, g = 1, t = 1}, {z = 2, b = 2, p = 2}}, halfExtents = {{x = "
     "0.5, r = 0.5, s = "
     "0.5}, "
     "{y = 0.5, g = 0.5, t = 0.5}, {z = 0.5, b = 0.5, p = 0.5}}}\n",
     "box 0.5 0.25 0.5 @ 0 1 2\nbox 0.5 0.5 0.5 @ 0.9 1 2"},
    {"ShapesOfGltf", R"({"nodes": [
 {"name": "A", "translation": [0, 1, 0], "rotation": [0, 0.6, 0, 0.8],
  "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}},
 {"name": "B", "translation": [0.6, 1, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}}],
 "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 2, 3]}},
  {"type": "sphere", "sphere": {"radius": 0.5}}]}}})",
     "box 0.5 1 1.5 @ 0 1 0 q 0 0.6 0 0.8\nsphere 0.5 @ 0.6 1 0"},
    {"CannonShapesOfBodies", R"(import * as CANNON from 'cannon-es'
const body = new CANNON.Body({ mass: 5, position: new CANNON.Vec3(0, 5, 0) })
body.addShape(new CANNON.Box(new CANNON.Vec3(1, 2, 3)))
const ground = new CANNON.Body({ mass: 0 })
ground.addShape(new CANNON.Sphere(2))
ground.position.set(0, 4, 0))",
     "box 1 2 3 @ 0 5 0\nsphere 2 @ 0 4 0"},
    {"ChipmunkOfJavaScript", R"(var body = space.addBody(new cp.Body(1, cp.momentForBox(1, 40, 20)));
body.setPos(cp.v(100, 50));
var shape = space.addShape(new cp.BoxShape(body, 40, 20));
var ball = space.addBody(new cp.Body(1, 1));
ball.setPos(cp.v(125, 55));
space.addShape(new cp.CircleShape(ball, 10, cp.v(0, 0)));)",
     "box 20 10 @ 100 50 0\ncircle 10 @ 125 55 0"},
    {"LibGdx", R"(btCollisionShape ballShape = new btSphereShape(0.5f);
btCollisionShape groundShape = new btBoxShape(new Vector3(2.5f, 0.5f, 2.5f));
groundObject.setCollisionShape(groundShape);
groundObject.setWorldTransform(new Matrix4().setToTranslation(0f, 1f, 0f));
ballObject.setWorldTransform(new Matrix4().setToTranslation(0f, 0.5f, 0f));)",
     "sphere 0.5 @ 0 0.5 0\nbox 2.5 0.5 2.5 @ 0 1 0"},
    {"BevyInserts", R"(use bevy_rapier3d::prelude::*;
commands.spawn(Collider::cuboid(100.0, 0.5, 100.0)).insert(TransformBundle::from(Transform::from_xyz(0.0, -2.0, 0.0)));
commands.spawn(RigidBody::Dynamic).insert(Collider::ball(0.5)).insert(TransformBundle::from(Transform::from_xyz(0.0, -1.5, 0.0)));)",
     "box 100 0.5 100 @ 0 -2 0\nsphere 0.5 @ 0 -1.5 0"},
    {"GlmCalls", R"(glm::mat4 modelA = glm::translate(glm::mat4(1.0f), glm::vec3(1.0f, 0.0f, 0.0f));
modelA = glm::rotate(modelA, glm::radians(90.0f), glm::vec3(0, 1, 0));
glm::vec3 halfExtentsA(0.5f, 0.25f, 0.5f);
glm::mat4 modelB = glm::translate(glm::mat4(1.0f), glm::vec3(2.0f, 0.0f, 0.0f));
glm::vec3 halfExtentsB(0.5f, 1.0f, 0.5f);)",
     "box 0.5 0.25 0.5 @ 1 0 0 q 0 0.707107 0 0.707107\nbox 0.5 1 0.5 @ 2 0 0"},
    {"ObjectsOfJson",
     R"({"objects":[{"type":"Box","halfExtents":{"x":1,"y":2,"z":3},"transform":{"position":{"x":0,"y":1,"z":0},"rotation":{"x":0,"y":0,"z":0,"w":1}}},
{"type":"Sphere","radius":0.5,"transform":{"position":{"x":1.2,"y":1,"z":0},"rotation":{"x":0.6,"y":0,"z":0,"w":0.8}}}]})",
     "box 1 2 3 @ 0 1 0\nsphere 0.5 @ 1.2 1 0 q 0.6 0 0 0.8"},
    {"SdfPlane",
     "<sdf><model name='g'><pose>0 0 0.25 0 0 0</pose><link name='l'><collision name='c'><geometry><plane><normal>0 0 "
     "1</normal>"
     "<size>100 100</size></plane></geometry></collision></link></model><model name='b'><pose>0 0 1 0 0 0</pose><link "
     "name='l'>"
     "<collision name='c'><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></sdf>",
     "sphere 0.5 @ 0 0 1\nhalf_space @ 0 0 0.25 q 0.707107 0 0 0.707107"},
    {"Open3d",
     R"(a = o3d.geometry.OrientedBoundingBox(center=[1, 0, 0], R=np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), extent=[1, 2, 3])
b = o3d.geometry.OrientedBoundingBox(np.array([0, 0, 0]), np.eye(3), np.array([2, 2, 2])))",
     "box 0.5 1 1.5 @ 1 0 0 q 0 0 0.707107 0.707107\nbox 1 1 1"},
    {"OpenScad",
     "translate([1, 2, 3]) rotate([0, 0, 45]) cube([2, 2, 2], center=true);\ntranslate([3, 2, 3]) "
     "sphere(diameter=1.5);\n",
     "box 1 1 1 @ 1 2 3\nsphere 0.75 @ 3 2 3"},
    {"ShapesOfUnrealByName", R"(const FVector Extent(50.0, 25.0, 25.0);
FCollisionShape Box = FCollisionShape::MakeBox(Extent);
FCollisionShape Sphere = FCollisionShape::MakeSphere(40.f);
GetWorld()->OverlapMultiByChannel(Overlaps, FVector(0, 0, 100), FQuat::Identity, ECC_WorldStatic, Box);)",
     "box 0.5 0.25 0.25\nsphere 0.4"},
    {"RustVecs", R"(let points1 = vec![
    Point3::new(-0.5, -0.5, -0.5),
    Point3::new(0.5, -0.5, -0.5),
    Point3::new(0.0, 0.5, -0.5),
    Point3::new(0.0, 0.0, 0.5),
];
let hull1 = ConvexPolyhedron::from_convex_hull(&points1).unwrap();
let ball = Ball::new(0.25);
let ball_pos = Isometry3::translation(0.0, 0.0, 0.75);)",
     "hull (-0.5 -0.5 -0.5) (0.5 -0.5 -0.5) (0 0.5 -0.5) (0 0 0.5)\nsphere 0.25 @ 0 0 0.75"},
    {"JoltScaled", R"(Ref<Shape> box = new BoxShape(Vec3(1, 1, 1));
Ref<Shape> wide = new ScaledShape(box, Vec3(2, 1, 1));
Ref<Shape> ball = new SphereShape(0.5f);
Mat44 wide_tf = Mat44::sTranslation(Vec3(0, 1, 0));
Mat44 ball_tf = Mat44::sTranslation(Vec3(2.25f, 0, 0));)",
     "box 1 1 1 k 2 1 1 @ 0 1 0\nsphere 0.5 @ 2.25 0 0"},
    {"CirclesOfJavaScript",
     "const ballA = {x: 100, y: 120, radius: 30};\nconst ballB = {x: 160, y: 110, radius: 15};\n",
     "circle 30 @ 100 120 0\ncircle 15 @ 160 110 0"},
    {"DegreesOfAllOfATextsAngles",
     "A box half extents 1 2 3 position 0 0 1 rotation (0, 90, 0)\nB box half extents 1 1 1 position 4 0 1 rotation "
     "(0, 0, 5)\n"
     "C box half extents 1 1 1 position 9 0 1 rotation (0, 0, 0)\n",
     "box 1 2 3 @ 0 0 1 q 0 0.707107 0 0.707107\nbox 1 1 1 @ 4 0 1 q 0 0 0.0436194 0.999048\nbox 1 1 1 @ 9 0 1"},
    {"ShapesAppended", "const all = [];\nall.push(new RAPIER.Capsule(1.0, 0.25));\nall.push(new RAPIER.Ball(0.5));\n",
     "capsule 1 0.25\nsphere 0.5"},
    {"UnityRotates", R"(BoxCollider box = go.AddComponent<BoxCollider>();
box.size = new Vector3(1, 2, 3);
box.transform.Rotate(0, 90, 0);
SphereCollider s = go2.AddComponent<SphereCollider>();
s.radius = 0.5f;
s.transform.position = new Vector3(1, 0, 0);)",
     "box 0.5 1 1.5 q 0 0.707107 0 0.707107\nsphere 0.5 @ 1 0 0"},
    {"CirclesByThreeNumbers", "const a = new Circle(100, 50, 10);\nconst b = new Circle(130, 60, 20);\n",
     "circle 10 @ 100 50 0\ncircle 20 @ 130 60 0"},
    {"PolygonsMovedByCalls", R"(const a = new Polygon([[0, 0], [40, 0], [40, 30], [0, 30]]);
a.rotate(Math.PI / 2);
a.translate(100, 50);
const b = new Circle(130, 60, 20);)",
     "polygon (0 0) (40 0) (40 30) (0 30) @ 100 50 0 q 0 0 0.707107 0.707107\ncircle 20 @ 130 60 0"},
    {"ShapeSpokenOfAgain", R"(Box a(1, 2, 3);
Sphere s(0.5);
space.insert(a, 7);
fcl::Transform3f x; log(s, "tested");)",
     "box 0.5 1 1.5\nsphere 0.5"},
    {"DecimalCommasOfSchools",
     "Kugel Radius 0,5 bei (1,5 | 2,0 | 3,0)\nQuader: Kantenl\xC3\xA4ngen 1,0; 2,5; 0,25, Mittelpunkt: 1,5; -2,0; "
     "0,25\n",
     "sphere 0.5 @ 1.5 2 3\nbox 0.5 1.25 0.125 @ 1.5 -2 0.25"},
    {"DecimalCommasBetweenSemicolons",
     "Sphere A: radius 0,5\ncenter: 1,5; 2,0; 0,25\nSphere B: radius 1,25\ncenter: 0,5; 2,0; 0,25\n",
     "sphere 0.5 @ 1.5 2 0.25\nsphere 1.25 @ 0.5 2 0.25"},
    {"DecimalCommasOfFrance",
     "La sph\xC3\xA8re de rayon 0,75 position x = 1,5 y = 2 z = -0,25 ; la bo\xC3\xAEte taille 2,0 x 1,0 x 0,5 "
     "position x = 0 y = 2 z = "
     "0\n",
     "sphere 0.75 @ 1.5 2 -0.25\nbox 1 0.5 0.25 @ 0 2 0"},
    // learn.microsoft.com, Vector3.ToString: the culture's NumberGroupSeparator is between the numbers
    {"DecimalCommasOfDotNet", "sphere radius 0,5 position <0. 0,5. 0>\nsphere radius 1 position <1,5. 2. -3,25>\n",
     "sphere 0.5 @ 0 0.5 0\nsphere 1 @ 1.5 2 -3.25"},
    {"DecimalCommasOfUnitysLog",
     "Unity 2019.4 (deutsches Windows)\nBoxCollider size (1,0, 2,0, 0,5) position (0,0, 1,5, 0,0)\n"
     "SphereCollider radius 0,5 position (0,8, 1,0, 0,0)\n",
     "box 0.5 1 0.25 @ 0 1.5 0\nsphere 0.5 @ 0.8 1 0"},
    {"DecimalCommasWhenTold",
     "box size 2,3 position 1,5\nbox size 1,1 position 2,2\n",
     "box 1.15 1.15 1.15\nbox 0.55 0.55 0.55",
     {{"decimal", "comma"}}},
    {"CommasBetweenTwoNumbers", "box size 2,3 position 1,5\nbox size 1,1 position 2,2\n",
     "box 1 1.5 @ 1 5 0\nbox 0.5 0.5 @ 2 2 0"},
    {"CommasOfCallsBesideDecimalOnes",
     "a = new Circle(new Vec2(1,5), 2);\nb = new Circle(new Vec2(3,5), 2); // Winkel 0,5\n",
     "circle 2 @ 1 5 0\ncircle 2 @ 3 5 0"},
    {"TableOfCommas", R"(name,type,x,y,z,qx,qy,qz,qw,hx,hy,hz,radius,height
crate,box,0,1,0,0,0,0.6,0.8,0.5,1,1.5,,
ball,sphere,1.25,1,0,0,0,0,1,,,,0.5,
)",
     "box 0.5 1 1.5 @ 0 1 0 q 0 0 0.6 0.8\nsphere 0.5 @ 1.25 1 0"},
    {"TableOfMarkdown", R"(| body | shape | position | half extents | quaternion (wxyz) |
|------|:-----:|----------|--------------|------|
| A | box | (0, 1, 0) | (0.5, 1, 1.5) | 0.8 0.6 0 0 |
| B | Box | (1.25, 1, 0) | (1, 1, 1) | 1 0 0 0 |
)",
     "box 0.5 1 1.5 @ 0 1 0 q 0.6 0 0 0.8\nbox 1 1 1 @ 1.25 1 0"},
    {"TableOfSemicolonsWithDecimalCommas", "name;x;y;z;radius\nA;1,5;2,0;3,0;0,5\nB;1,25;2,5;3;1\n",
     "sphere 0.5 @ 1.5 2 3\nsphere 1 @ 1.25 2.5 3"},
    {"TableAlignedAsPandasPrints", R"(   id      x      y     z    roll  pitch   yaw [deg]   sx    sy    sz
0   7   1.50  -2.00  0.25   0.00   0.00   90.00       4.0   1.8   1.5
1   8   3.25  -2.10  0.25   0.00   0.00    0.00       4.0   1.8   1.5
)",
     "box 2 0.9 0.75 @ 1.5 -2 0.25 q 0 0 0.707107 0.707107\nbox 2 0.9 0.75 @ 3.25 -2.1 0.25"},
    {"TableOfTabsInThePlane", "type\tx\ty\tr\ncircle\t10\t20\t5\ncircle\t13\t20\t5\n",
     "circle 5 @ 10 20 0\ncircle 5 @ 13 20 0"},
    {"TableInMillimetresAmongWords", R"(Frame 120, colliders at the moment of the crash:

+------+----------+--------+--------+--------+-------+--------+
| id   | type     | x (mm) | pos_y  | pos_z  | r     | height |
+------+----------+--------+--------+--------+-------+--------+
| 17   | capsule  | 0.0    |1000    | 0.0    | 250   |1000    |
| 18   | cylinder | 400    |1000    | 0.0    | 250   |1000    |
+------+----------+--------+--------+--------+-------+--------+

x y z of contact was 1 2 3
)",
     "capsule 0.5 0.25 @ 0 1 0\ncylinder 0.5 0.25 @ 0.4 1 0"},
    {"TableOfLengthsWidthsAndHeights",
     "# id  length  width  height  cx  cy  cz  heading\n car1  4.0  1.8  1.5  1.0  2.0  0.75  0.0\n"
     " car2  4.0  1.8  1.5  1.0  3.5  0.75  1.5707963267948966\n",
     "box 2 0.9 0.75 @ 1 2 0.75\nbox 2 0.9 0.75 @ 1 3.5 0.75 q 0 0 0.707107 0.707107"},
    {"MatlabPoses", R"(% Robotics System Toolbox
box = collisionBox(1, 2, 3);          % full sizes
box.Pose = trvec2tform([1 -2 0.5])*eul2tform([pi/2 0 0]);
cyl = collisionCylinder(0.25, 2);
T = [0 -1 0 0.5; 1 0 0 0; 0 0 1 0; 0 0 0 1];
cyl.Pose = T;
[isColliding, dist] = checkCollision(box, cyl))",
     "box 0.5 1 1.5 @ 1 -2 0.5 q 0 0 0.707107 0.707107\ncylinder 1 0.25 @ 0.5 0 0 q 0 0.707107 0.707107 0"},
    {"MatlabPartsOfPoses", R"(s1 = collisionSphere(0.5);
s1.Pose(1:3,4) = [0.1 0.2 -0.3]';
m2 = collisionMesh([0 0 0; 1 0 0; 0 1 0; 0 0 1]);
m2.Pose = axang2tform([0 0 2 pi/2]);)",
     "sphere 0.5 @ 0.1 0.2 -0.3\nhull (0 0 0) (1 0 0) (0 1 0) (0 0 1) q 0 0 0.707107 0.707107"},
    {"MatlabRotations", R"(c = collisionCapsule(0.1, 0.6, Pose=trvec2tform([0 0 1])*quat2tform([0.8 0.6 0 0]));
b = collisionBox(.2,.2,.2);
b.Pose = eul2tform([0.1 0.2 0.3], "XYZ");)",
     "capsule 0.3 0.1 @ 0 0 1 q 0.7 0.1 0.7 0.1\nbox 0.1 0.1 0.1 q 0.0640713 0.0911575 0.153439 0.981856"},
    {"EigenSteps", R"(fcl::Boxd box(1, 1, 2);
fcl::Sphered ball(0.5);
Eigen::Isometry3d X_box = Eigen::Isometry3d::Identity();
X_box.rotate(Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitZ()));
X_box.translate(Eigen::Vector3d(1, 0, 0));
Eigen::Affine3d X_ball = Eigen::Affine3d::Identity();
X_ball.translation() = Eigen::Vector3d(0, 0, 3);
X_ball.prerotate(Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitX()));)",
     "box 0.5 0.5 1 @ 0 1 0 q 0 0 0.707107 0.707107\nsphere 0.5 @ 0 -3 0 q 0.707107 0 0 0.707107"},
    {"EigenProducts", R"(fcl::Boxd box(1, 1, 2);
fcl::Sphered ball(0.5);
fcl::Transform3d tf1 = Eigen::Translation3d(1, 2, 3) * Eigen::AngleAxisd(M_PI/2, Eigen::Vector3d::UnitZ()) * Eigen::Translation3d(1, 0, 0);
fcl::Transform3d tf2(Eigen::Translation3d(0, 0, 3));)",
     "box 0.5 0.5 1 @ 1 3 3 q 0 0 0.707107 0.707107\nsphere 0.5 @ 0 0 3"},
    {"NumpyPartsOfTransforms", R"(T1 = np.eye(4)
T1[:3, 3] = [1, 2, 3]
T1[:3,:3] = R.from_euler('z', 90, degrees=True).as_matrix()
T2 = np.eye(4); T2[0:3, -1] = np.array([4, 5, 6])
box = trimesh.creation.box(extents=[1,2,3], transform=T1)
ball = trimesh.creation.icosphere(radius=0.5)
half = np.array([1, 2, 3]) * 0.5)",
     "box 0.5 1 1.5 @ 1 2 3 q 0 0 0.707107 0.707107\nsphere 0.5 @ 4 5 6"},
    {"ScaledNames",
     "half = np.array([1, 2, 3])\nboxA = p.createCollisionShape(p.GEOM_BOX, halfExtents=half * 0.5)\n"
     "boxB = p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 2, 3])\nposB = [ 1. -2.  3.]\n",
     "box 0.5 1 1.5\nbox 1 2 3 @ 1 -2 3"},
    {"MatterVertices", R"(const verts = [{ x: 0, y: 0 }, { x: 30, y: 0 }, { x: 0, y: 60 }];
const a = Matter.Bodies.fromVertices(100, 200, verts, { angle: Math.PI / 2 });
const b = Bodies.fromVertices(130, 200, Vertices.fromPath('0 0 40 0 40 20 0 20'));)",
     "polygon (-10 -20) (20 -20) (-10 40) @ 100 200 0 q 0 0 0.707107 0.707107\npolygon (-20 -10) (20 -10) (20 10) (-20 "
     "10) @ 130 200 0"},
    {"MatterSetsOfVertices",
     "const a = Bodies.fromVertices(10, 20, [[{x:0,y:0},{x:30,y:0},{x:0,y:60}]]);\nconst b = Bodies.circle(9, 9, 5);",
     "polygon (-10 -20) (20 -20) (-10 40) @ 10 20 0\ncircle 5 @ 9 9 0"},
    {"RosPrimitivesOfCpp", R"(moveit_msgs::msg::CollisionObject collision_object;
collision_object.header.frame_id = move_group.getPlanningFrame();
collision_object.id = "box1";
shape_msgs::msg::SolidPrimitive primitive;
primitive.type = primitive.BOX;
primitive.dimensions.resize(3);
primitive.dimensions[primitive.BOX_X] = 0.1;
primitive.dimensions[primitive.BOX_Y] = 1.5;
primitive.dimensions[primitive.BOX_Z] = 0.5;
geometry_msgs::msg::Pose box_pose;
box_pose.orientation.w = 1.0;
box_pose.position.x = 0.48;
box_pose.position.y = 0.0;
box_pose.position.z = 0.25;
collision_object.primitives.push_back(primitive);
collision_object.primitive_poses.push_back(box_pose);
collision_object.operation = collision_object.ADD;

moveit_msgs::msg::CollisionObject object_to_attach;
object_to_attach.id = "cylinder1";
shape_msgs::msg::SolidPrimitive cylinder_primitive;
cylinder_primitive.type = primitive.CYLINDER;
cylinder_primitive.dimensions.resize(2);
cylinder_primitive.dimensions[primitive.CYLINDER_HEIGHT] = 0.20;
cylinder_primitive.dimensions[primitive.CYLINDER_RADIUS] = 0.04;
geometry_msgs::msg::Pose grab_pose;
tf2::Quaternion q;
q.setRPY(0, 0, M_PI / 2);
grab_pose.orientation = tf2::toMsg(q);
grab_pose.position.z = 0.2;)",
     "box 0.05 0.75 0.25 @ 0.48 0 0.25\ncylinder 0.1 0.04 @ 0 0 0.2 q 0 0.707107 0.707107 0"},
    {"RosMessagesOfYaml", R"($ ros2 topic echo /planning_scene
name: ''
world:
  collision_objects:
  - header:
      stamp: {sec: 1700000000, nanosec: 12}
      frame_id: world
    pose:
      position:
        x: 0.0
        y: 0.0
        z: 1.0
      orientation:
        x: 0.0
        y: 0.0
        z: 0.0
        w: 1.0
    id: table
    type:
      key: ''
      db: ''
    primitives:
    - type: 1
      dimensions:
      - 0.5
      - 1.5
      - 0.1
      polygon:
        points: []
    primitive_poses:
    - position:
        x: 0.5
        y: -0.25
        z: 0.0
      orientation:
        x: 0.0
        y: 0.0
        z: 0.6
        w: 0.8
    meshes: []
    mesh_poses: []
    operation: 0
  - header:
      frame_id: world
    pose:
      position: {x: 0.0, y: 0.0, z: 0.0}
      orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}
    id: can
    primitives:
    - type: 3
      dimensions: [0.12, 0.033]
    primitive_poses:
    - position: {x: 0.5, y: -0.25, z: 1.1}
      orientation: {x: 0.0, y: 0.0, z: 0.0, w: 0.0})",
     "box 0.25 0.75 0.05 @ 0.5 -0.25 1 q 0 0 0.6 0.8\ncylinder 0.06 0.033 @ 0.5 -0.25 1.1 q 0.5 0.5 0.5 0.5"},
    {"MoveItScenesOfPython", R"(scene = moveit_commander.PlanningSceneInterface()
box_pose = geometry_msgs.msg.PoseStamped()
box_pose.header.frame_id = "panda_hand"
box_pose.pose.orientation.w = 1.0
box_pose.pose.position.z = 0.11
scene.add_box("box", box_pose, size=(0.075, 0.075, 0.075))
p2 = PoseStamped()
p2.pose.position = Point(0.1, 0.0, 0.2)
p2.pose.orientation = Quaternion(*quaternion_from_euler(0, 0, 1.5707963267948966))
scene.add_cylinder("can", p2, 0.12, 0.033))",
     "box 0.0375 0.0375 0.0375 @ 0 0 0.11\ncylinder 0.06 0.033 @ 0.1 0 0.2 q 0 0.707107 0.707107 0"},
    {"RosPrimitivesOfPython", R"(co = CollisionObject()
co.id = "ball"
sp = SolidPrimitive(type=SolidPrimitive.SPHERE, dimensions=[0.2])
box = SolidPrimitive()
box.type = SolidPrimitive.BOX
box.dimensions = [0.4, 0.2, 1.0]
co.primitives = [sp]
co.primitive_poses = [Pose(position=Point(x=0.1, y=0.2, z=0.3), orientation=Quaternion(x=0.0, y=0.0, z=0.0, w=1.0))])",
     "sphere 0.2 @ 0.1 0.2 0.3\nbox 0.2 0.1 0.5"},
    {"RosMessagesOfJson",
     R"({"id": "a", "primitives": [{"type": 2, "dimensions": [0.5]}], "primitive_poses": [{"position": {"x": 1, "y": 0,
"z": -1}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}}], "pose": {"position": {"x": 0, "y": 2, "z": 0}}}
{"id": "b", "primitives": [{"type": 4, "dimensions": [1, 0.5]}], "primitive_poses": []})",
     "sphere 0.5 @ 1 2 -1\ncone 0.5 0.5 q 0.5 0.5 0.5 0.5"},
    {"JsxMeshes", R"(export default function App() {
  const ref = useRef<Mesh>(null)
  return (
    <Canvas camera={{ position: [0, 2, 5] }}>
      <group position={[0, 1, 0]} rotation={[0, Math.PI / 2, 0]}>
        <mesh position={[1, 0, 0]} castShadow ref={ref} onClick={() => console.log('a > b')}>
          <boxGeometry args={[1, 2, 3]} />
          <meshStandardMaterial color="orange" />
        </mesh>
      </group>
      <mesh position-y={1.5} scale={2}>
        <sphereGeometry args={[0.5, 32, 32]} />
      </mesh>
    </Canvas>
  )
})",
     "box 0.5 1 1.5 @ 0 1 -1 q 0 0.707107 0 0.707107\nsphere 0.5 k 2 2 2 @ 0 1.5 0"},
    {"JsxColliders", R"(<Physics debug gravity={[0, -9.81, 0]}>
  <RigidBody type="fixed" colliders={false} position={[0, -1, 0]}>
    <mesh><boxGeometry args={[20, 1, 20]} /></mesh>
    <CuboidCollider args={[10, 0.5, 10]} />
  </RigidBody>
  <RigidBody colliders={false} position={[0, 0.2, 0]} rotation={[0, 0, Math.PI / 2]} name="pill">
    {/* visual is scaled */}
    <CapsuleCollider args={[0.5, 0.25]} position={[0, 0.1, 0]} />
    <Model />
  </RigidBody>
</Physics>)",
     "box 10 0.5 10 @ 0 -1 0\ncapsule 0.5 0.25 @ -0.1 0.2 0 q 0 0 0.707107 0.707107"},
    {"JsxHooksOfCannon", R"(import { useBox, useSphere } from '@react-three/cannon'
function Cube(props) {
  const [ref] = useBox(() => ({ mass: 1, position: [0, 5, 0], rotation: [0.4, 0.2, 0.5], args: [1, 2, 3], ...props }))
  return <mesh ref={ref}><boxGeometry args={[1, 2, 3]} /></mesh>
}
const [ball] = useSphere(() => ({ args: [0.75], position: [0, 4, 0] })))",
     "box 0.5 1 1.5 @ 0 5 0 q 0.215738 0.0458957 0.260478 0.939948\nsphere 0.75 @ 0 4 0"},
    {"JsxOfNames", R"(const size = [1, 2, 3];
<RigidBody position={[0, 1, 0]}><Box args={size} /></RigidBody>
<RigidBody quaternion={[0, 0, 0.6, 0.8]}><mesh><coneGeometry args={[0.5, 2]}></coneGeometry></mesh></RigidBody>)",
     "box 0.5 1 1.5 @ 0 1 0\ncone 1 0.5 q 0 0 0.6 0.8"},
    {"CornersThatNumpyPrints", R"(GJK fails for the following (printed with numpy):

vertsA = array([[-0.5, -0.5, -0.5],
       [ 0.5, -0.5, -0.5],
       [ 0. ,  0.5, -0.5],
       [ 0. ,  0. ,  0.5]])
vertsB = array([[ 1. , -0.5, -0.5],
       [ 2. , -0.5, -0.5],
       [ 1.5,  0.5, -0.5],
       [ 1.5,  0. ,  0.5]])
distance = 0.3535)",
     "hull (-0.5 -0.5 -0.5) (0.5 -0.5 -0.5) (0 0.5 -0.5) (0 0 0.5)\nhull (1 -0.5 -0.5) (2 -0.5 -0.5) (1.5 0.5 -0.5) "
     "(1.5 0 0.5)"},
    {"MatlabBlocks", R"(R1 = [cos(pi/4) -sin(pi/4) 0; sin(pi/4) cos(pi/4) 0; 0 0 1];
b1 = collisionBox(1, 1, 1);
b1.Pose = [R1 [2; 0; 0]; 0 0 0 1];
b2 = collisionSphere(0.5);
b2.Pose = trvec2tform([1, 0, 0]);)",
     "box 0.5 0.5 0.5 @ 2 0 0 q 0 0 0.382683 0.92388\nsphere 0.5 @ 1 0 0"},
    {"MatterWorldsOfLists",
     R"(let a = Bodies.fromVertices(200, 100, [{x: 0, y: 0}, {x: 60, y: 0}, {x: 60, y: 30}, {x: 0, y: 30}], {isStatic: true});
let b = Bodies.rectangle(240, 125, 40, 40);
Body.setAngle(a, 0.3);
Matter.Composite.add(engine.world, [a, b]);)",
     "polygon (-30 -15) (30 -15) (30 15) (-30 15) @ 200 100 0 q 0 0 0.149438 0.988771\nbox 20 20 @ 240 125 0"},
    {"RowsWithBars", R"(Error in narrowphase, dumping:
  shapeA: BOX  halfExtent=[0.500000 0.250000 1.000000]
  transformA: [ 1.000000 0.000000 0.000000 | 0.100000 ]
              [ 0.000000 1.000000 0.000000 | 0.200000 ]
              [ 0.000000 0.000000 1.000000 | 0.300000 ]
  shapeB: SPHERE radius=0.750000
  transformB: [ 1.000000 0.000000 0.000000 | 1.100000 ]
              [ 0.000000 1.000000 0.000000 | 0.200000 ]
              [ 0.000000 0.000000 1.000000 | 0.300000 ])",
     "box 0.5 0.25 1 @ 0.1 0.2 0.3\nsphere 0.75 @ 1.1 0.2 0.3"},
    {"UnityPrimitives", R"(using UnityEngine;
public class Repro : MonoBehaviour {
  void Start() {
    var a = GameObject.CreatePrimitive(PrimitiveType.Cube).GetComponent<BoxCollider>();
    a.transform.position = new Vector3(0.5f, 0f, 0f);
    a.transform.rotation = Quaternion.Euler(0f, 45f, 0f);
    var b = GameObject.CreatePrimitive(PrimitiveType.Sphere).GetComponent<SphereCollider>();
    b.transform.position = new Vector3(1.4f, 0f, 0f);
    Physics.ComputePenetration(a, a.transform.position, a.transform.rotation,
      b, b.transform.position, b.transform.rotation, out Vector3 dir, out float dist);
  }
})",
     "box 0.5 0.5 0.5 @ 0.5 0 0 q 0 0.382683 0 0.92388\nsphere 0.5 @ 1.4 0 0"},
    {"GdbStaticMembers", R"((gdb) p *shapeA
$3 = {<JPH::ConvexShape> = {mDensity = 1000}, mHalfExtent = {static sOne = 1, mF32 = {1, 2, 3, 3}}, mConvexRadius = 0.05}
(gdb) p *shapeB
$4 = {<JPH::ConvexShape> = {mDensity = 1000}, mRadius = 0.5, mHalfHeightOfCylinder = 1}
(gdb) p inCenterOfMassTransform1
$5 = {mCol = {{mF32 = {1, 0, 0, 0}}, {mF32 = {0, 1, 0, 0}}, {mF32 = {0, 0, 1, 0}}, {mF32 = {5, 6, 7, 1}}}}
(gdb) p inCenterOfMassTransform2
$6 = {mCol = {{mF32 = {1, 0, 0, 0}}, {mF32 = {0, 1, 0, 0}}, {mF32 = {0, 0, 1, 0}}, {mF32 = {5.5, 6, 7, 1}}}})",
     "box 1 2 3 @ 5 6 7\ncapsule 1 0.5 @ 5.5 6 7"},
    {"HeightsAlongAnAxis", R"(Steps to reproduce:
1. Create a box of size 2 x 2 x 2 at the origin
2. Create a cylinder (radius 1, height 3, along z) at 2.9, 0, 0
3. Call collide() -> returns true, expected false
Version 0.7.0, Ubuntu 22.04)",
     "box 1 1 1\ncylinder 1.5 1 @ 2.9 0 0 q 0.5 0.5 0.5 0.5"},
    {"ThreeRotatesAndScales", R"(const a = new THREE.Mesh(new THREE.BoxGeometry(2, 1, 1));
a.position.set(1, 0, 0); a.rotateY(Math.PI / 6);
const b = new THREE.Mesh(new THREE.SphereGeometry(0.5));
b.position.set(2.2, 0, 0); b.scale.set(2, 2, 2);
a.updateMatrixWorld(); b.updateMatrixWorld();)",
     "box 1 0.5 0.5 @ 1 0 0 q 0 0.258819 0 0.965926\nsphere 0.5 k 2 2 2 @ 2.2 0 0"},
    {"CompactKeys", R"(frame 233: contact lost
A(box) p=(0.013 0.499 -0.221) q=(0.002 0.113 0.001 0.994) he=(0.5 0.5 0.5)
B(box) p=(0.000 -0.500 0.000) q=(0 0 0 1) he=(10 0.5 10)
impulse=0.0043 normal=(0 1 0) depth=-0.0008)",
     "box 0.5 0.5 0.5 @ 0.013 0.499 -0.221 q 0.00199919 0.112954 0.000999595 0.993598\nbox 10 0.5 10 @ 0 -0.5 0"},
    {"ClassesWithBases", R"(namespace repro {
class Test : public ::testing::Test, public Foo<int> {
 protected:
  void SetUp() override {
    auto a = std::make_shared<fcl::Boxd>(1, 2, 3);
    auto b = std::make_shared<fcl::Sphered>(2);
  }
};
})",
     "box 0.5 1 1.5\nsphere 2"},
    {"OneAngleAboutANamedAxis",
     "Bonjour, deux bo\xC3\xAEtes orient\xC3\xA9"
     "es avec three.js r152 :\n"
     " bo\xC3\xAEte A : taille 2 x 1 x 1, position (0,5 ; 0 ; 0), rotation y = 45 degr\xC3\xA9s\n"
     " bo\xC3\xAEte B : taille 1 x 1 x 1, position (1,9 ; 0 ; 0)\n"
     "OBB.intersectsOBB renvoie false.\n",
     "box 1 0.5 0.5 @ 0.5 0 0 q 0 0.382683 0 0.92388\nbox 0.5 0.5 0.5 @ 1.9 0 0"},
    {"LogsWithKeysOfOneLetter", R"(2025-01-14 09:12:44.120 [physics] WARN pair (12, 37) penetrates
2025-01-14 09:12:44.120 [physics]   12: sphere r=0.50 pos=(1.20, 0.50, -3.00)
2025-01-14 09:12:44.121 [physics]   37: capsule r=0.30 h=1.20 pos=(1.60, 0.90, -3.00) rot=(0.000, 0.000, 0.383, 0.924))",
     "sphere 0.5 @ 1.2 0.5 -3\ncapsule 0.6 0.3 @ 1.6 0.9 -3 q 0 0 0.382911 0.923785"},
    {"PythonFclQuaternions", R"(  File "repro.py", line 14, in <module>
    res = fcl.collide(o1, o2, req, res)
g1 = fcl.Cylinder(0.2, 1.0)
t1 = fcl.Transform(np.array([0.9238795, 0.0, 0.3826834, 0.0]), np.array([0.1, 0.0, 0.0]))
o1 = fcl.CollisionObject(g1, t1)
g2 = fcl.Sphere(0.3)
o2 = fcl.CollisionObject(g2, fcl.Transform([0.4, 0.1, 0.2])))",
     "cylinder 0.5 0.2 @ 0.1 0 0 q 0.653281 0.653281 0.270598 0.270598\nsphere 0.3 @ 0.4 0.1 0.2"},
    {"Box2dPorts", R"(var shapeA = new PolygonShape(); shapeA.SetAsBox(1, 0.5f);
var xfA = new Transform(new Vec2(0, 0), new Rot(0));
var shapeB = new CircleShape(); shapeB.m_radius = 0.5f; shapeB.m_p = new Vec2(0.25f, 0);
var xfB = new Transform(new Vec2(1.2f, 0.2f), new Rot(0.3f));)",
     "box 1 0.5\ncircle 0.5 @ 1.2 0.2 0 q 0 0 0.149438 0.988771"},
    {"JMonkeyEngineAngles", R"(@Test
void capsuleBox() {
    BoxCollisionShape box = new BoxCollisionShape(new Vector3f(1f, 0.5f, 1f));
    PhysicsRigidBody bodyA = new PhysicsRigidBody(box, 0f);
    bodyA.setPhysicsLocation(new Vector3f(0f, -0.5f, 0f));
    CapsuleCollisionShape cap = new CapsuleCollisionShape(0.25f, 1f);
    PhysicsRigidBody bodyB = new PhysicsRigidBody(cap, 1f);
    bodyB.setPhysicsLocation(new Vector3f(0f, 0.7f, 0f));
    Quaternion rot = new Quaternion().fromAngleAxis(FastMath.HALF_PI, Vector3f.UNIT_Z);
    bodyB.setPhysicsRotation(rot);
})",
     "box 1 0.5 1 @ 0 -0.5 0\ncapsule 0.5 0.25 @ 0 0.7 0 q 0 0 0.707107 0.707107"},
    {"EigenChains", R"(Affine3d A = Affine3d::Identity();
A.translate(Vector3d(1, 0, 0)).rotate(AngleAxisd(M_PI/2, Vector3d::UnitZ()));
Affine3d B = Translation3d(0, 2, 0) * Quaterniond(0.8, 0, 0, 0.6);
fcl::Box box(1, 2, 3); fcl::Box box2(1, 1, 1);)",
     "box 0.5 1 1.5 @ 1 0 0 q 0 0 0.707107 0.707107\nbox 0.5 0.5 0.5 @ 0 2 0 q 0 0 0.6 0.8"},
    {"SidesByLetters", R"(A: box at x=0 y=0 z=0, w=2 h=1 d=1
B: box at x=1.9 y=0.2 z=0, w=2 h=1 d=1)",
     "box 1 0.5 0.5\nbox 1 0.5 0.5 @ 1.9 0.2 0"},
    {"IsometriesOfRotations", R"(use parry3d::shape::{Cuboid, ConvexPolyhedron};
let cube = Cuboid::new(Vec3::new(0.5, 0.5, 0.5).into());
let pts = [Point3::new(0.0, 0.0, 0.0), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0), Point3::new(0.0, 0.0, 1.0)];
let hull = ConvexPolyhedron::from_convex_hull(&pts).unwrap();
let cube_iso = Isometry3::translation(0.7, 0.0, 0.0);
let hull_iso = Isometry3::rotation(Vector3::y() * 0.5);)",
     "box 0.5 0.5 0.5 @ 0.7 0 0\nhull (0 0 0) (1 0 0) (0 1 0) (0 0 1) q 0 0.247404 0 0.968912"},
    {"KeysThatComeAgain", R"(type=OBB center=[ 1.0 0.0 0.0 ] R=[[0 -1 0],[1 0 0],[0 0 1]] half=[0.5 1.0 0.25]
type=OBB center=[ 2.2 0.0 0.0 ] R=[[1 0 0],[0 1 0],[0 0 1]] half=[0.5 0.5 0.5])",
     "box 0.5 1 0.25 @ 1 0 0 q 0 0 0.707107 0.707107\nbox 0.5 0.5 0.5 @ 2.2 0 0"},
    {"UnitsInWords", R"(Simulation dump (units: cm)
box1   pos 10 20 30   dims 20 20 20
box2   pos 25 20 30   dims 20 20 20)",
     "box 0.1 0.1 0.1 @ 0.1 0.2 0.3\nbox 0.1 0.1 0.1 @ 0.25 0.2 0.3"},
    {"TrianglesInWords",
     R"(Given a triangle (0,0), (4,0), (0,3) and a circle with center (3.2, 2.4) and radius 1.5, SAT says no overlap.)",
     "polygon (0 0) (4 0) (0 3)\ncircle 1.5 @ 3.2 2.4 0"},
    {"PinocchiosAngles", R"(Hello, the GJK of hpp-fcl 2.4.4 returns nan.
o1: hppfcl.Ellipsoid(0.1, 0.2, 0.3), M1 = pin.SE3(pin.rpy.rpyToMatrix(0.1, 0.2, 0.3), np.array([0., 0., 0.1]))
o2: hppfcl.Box(0.2, 0.2, 0.2), M2 = pin.SE3.Identity())",
     "ellipsoid 0.1 0.2 0.3 @ 0 0 0.1 q 0.0342708 0.106021 0.143572 0.983347\nbox 0.1 0.1 0.1"},
    {"CapsulesByTheirEnds", R"(capsule: p0 = (0, 0, 0), p1 = (0, 2, 0), radius = 0.5
sphere: center = (0.8, 1, 0), radius = 0.4)",
     "capsule 1 0.5\nsphere 0.4 @ 0.8 1 0"},
    {"ProductsOfOtherThings", R"(btBoxShape a(btVector3(1,1,1)); btSphereShape b(1);
btVector3 velocity = dir * 5.0f; btVector3 gravity = btVector3(0,-9.81,0) * dt;
btTransform ta, tb; ta.setIdentity(); tb.setIdentity();
tb.setOrigin(btVector3(3, 0, 0) * 0.5f);
float area = width * height; int n = a * b;)",
     "box 1 1 1\nsphere 1 @ 1.5 0 0"},
    {"JsxOfWhatIsNotInTheText", "<Box args={[1, 1, 1]} />\n<Sphere args={[1]} position={[speed * 2, 0, 0]} />\n",
     "box 0.5 0.5 0.5\nsphere 1"},
    {"EigenTemplates", R"(Transform<double,3,Affine> Ta = Transform<double,3,Affine>::Identity();
Ta.pretranslate(Vector3d(1,1,3));
Ta.prerotate(AngleAxis<double>(M_PI/2, Vector3d(0,0,1)));
fcl::Box<double> bx(1,2,3);
fcl::Sphere<double> sp(1);
Isometry3d Tb(Isometry3d::Identity());
Tb.translation() = Vector3d(2.5,2,3);)",
     "box 0.5 1 1.5 @ -1 1 3 q 0 0 0.707107 0.707107\nsphere 1 @ 2.5 2 3"},
    {"TableOfQuotedVectors", R"(shape,center,half_extents,quat_wxyz
box,"0, 0, 0","0.5, 0.5, 0.5","1, 0, 0, 0"
box,"0.9, 0, 0","0.5, 0.5, 0.5","0.9238795, 0, 0, 0.3826834")",
     "box 0.5 0.5 0.5\nbox 0.5 0.5 0.5 @ 0.9 0 0 q 0 0 0.382683 0.92388"},
    {"ObjOfPoints", R"(o Hull_A
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
o Hull_B
v 0.3 0.3 0.3
v 1.3 0.3 0.3
v 0.3 1.3 0.3
v 0.3 0.3 1.3)",
     "hull (0 0 0) (1 0 0) (0 1 0) (0 0 1)\nhull (0.3 0.3 0.3) (1.3 0.3 0.3) (0.3 1.3 0.3) (0.3 0.3 1.3)"},
    {"MailQuotes",
     "> sphere radius 1 at (0, 0, 0)\n> sphere radius 2 at (\xE2\x88\x92"
     "3, 0, 0)\n",
     "sphere 1\nsphere 2 @ -3 0 0"},
};
std::string nameOf(const testing::TestParamInfo<Posted>& posted) { return posted.param.name; }
INSTANTIATE_TEST_SUITE_P(ByHand, PastedText, testing::ValuesIn(kPosted), nameOf);

bool holds(const std::vector<std::string>& lines, std::string_view part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

TEST(Paste, SaysWhatItAssumesAndTakesTheOtherAnswerWhenTold) {
  const std::string text =
      "box half extents 1 1 1 position 0 0 0 quaternion 0.5 0.5 0.5 0.5\nsphere radius 1 position 3 0 0\n";
  const auto pasted = pasteText(text + "box half extents 1 1 1 position 9 9 9 quaternion 0.1 0.3 0.9 0.3\n");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(holds(pasted->assumptions, "quaternion: xyzw, as most engines write it"));
  ASSERT_EQ(pasted->questions.size(), 1u);
  EXPECT_EQ(pasted->questions[0].key, "quaternion");
  EXPECT_EQ(pasted->questions[0].others, std::vector<std::string>{"wxyz"});
  const auto other =
      pasteText(text + "box half extents 1 1 1 position 9 9 9 quaternion 0.1 0.3 0.9 0.3\n", {{"quaternion", "wxyz"}});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->questions.size(), 0u);
  EXPECT_NE(bodiesText(other->document), bodiesText(pasted->document));
}

TEST(Paste, ReadsTheObjectsOfObjAsMeshesAndOffersTheirHulls) {
  const std::string tetra = "v 0 2 0\nv 1 2 0\nv 0 3 0\nv 0 2 1\n",
                    faces = "f 1 3 2\nf 1/1/1 2/2/1 4/3/1\nf 1//1 4//1 3//1\nf -3 -2 -1\n";
  const std::string others = "v 5 2 0\nv 6 2 0\nv 5 3 0\nv 5 2 1\n";
  // Named objects count all points; files one below the other count from 1 again; "g" names objects where no "o" does.
  for (const std::string& text :
       {"o first\n" + tetra + faces + "o second\n" + others + "f 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n",
        "# a.obj\n" + tetra + faces + "# b.obj\n" + others + faces,
        tetra + others + "g a\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\ng b\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n"}) {
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << text;
    ASSERT_TRUE(pasted->isPair()) << text;
    EXPECT_EQ(pasted->reader, "OBJ");
    for (std::size_t i = 0; i < 2; ++i) {
      const auto* const mesh = std::get_if<Mesh>(&pasted->document.bodies[i].shape);
      ASSERT_NE(mesh, nullptr) << text;
      EXPECT_EQ(mesh->data->triangles.size(), 4u) << text;
      EXPECT_EQ(mesh->data->vertices.size(), 4u) << text;
      EXPECT_EQ(mesh->data->vertices[0].x, i == 0 ? 0 : 5) << text;
    }
    const auto hulls = pasteText(text, {{"mesh", "hull"}});
    ASSERT_TRUE(hulls && hulls->isPair()) << text;
    EXPECT_TRUE(bodiesText(hulls->document).starts_with("hull (0 2 0) (1 2 0) (0 3 0) (0 2 1)"))
        << bodiesText(hulls->document);
  }
  const auto wrong = pasteText("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
  ASSERT_TRUE(wrong);
  EXPECT_TRUE(wrong->document.bodies.empty());
  EXPECT_TRUE(holds(wrong->missing, "faces that name points"));
}

TEST(Paste, TakesATableOfContactsForNoBodies) {
  const auto pasted = pasteText("body,x,y,z,nx,ny,nz,depth\na,0,1,0,0,1,0,0.1\nb,0,2,0,0,1,0,0.2\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(bodiesText(pasted->document), "");
}

TEST(Paste, OffersTheOtherDecimalSignWhereACommaMayBeEither) {
  const auto either = pasteText("box size 2,3 position 1,5\nbox size 1,1 position 2,2\n");
  ASSERT_TRUE(either);
  EXPECT_TRUE(holds(either->assumptions, "decimal: point"));
  ASSERT_EQ(either->questions.size(), 1u);
  EXPECT_EQ(either->questions[0].others, std::vector<std::string>{"comma"});
  const auto sure = pasteText("sphere radius 0,5 at 1 2 3, sphere radius 1,5 at 0 0 0; mass 0,75");
  ASSERT_TRUE(sure);
  EXPECT_TRUE(holds(sure->assumptions, "decimal: comma"));
  EXPECT_TRUE(holds(sure->unused, "0,75")) << "as the text has it";
  for (const char* const text :
       {"SAT.Vector(0,5), SAT.Vector(1,5)", "[[0,0],[10,0],[10,10]]", "<polygon points=\"0,0 10,0 10,10\"/>",
        "polygon A: 1,2; 3,4; 5,6", "m = [1,0,0; 0,1,0; 0,0,1]", "10,000 iterations, radius 1.5",
        "radius 1.5, position 1,2"}) {
    const auto plain = pasteText(text);
    ASSERT_TRUE(plain) << text;
    EXPECT_TRUE(plain->questions.empty() || plain->questions[0].key != "decimal") << text;
  }
}

TEST(Paste, SaysThatItTakesARadiusAndALengthForACapsule) {
  const auto pasted = pasteText("a.radius = 0.5; a.height = 2; b.radius = 1; b.height = 3;");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(bodiesText(pasted->document), "capsule 1 0.5\ncapsule 1.5 1");
  EXPECT_TRUE(holds(pasted->assumptions, "here it is a capsule"));
}

TEST(Paste, MakesNoShapeOfACallThatIsGivenPoints) {
  const auto pasted = pasteText("const a = Shapes.fromVertices(100, 100, [[{x:0,y:0},{x:40,y:0},{x:40,y:40}]]);");
  ASSERT_TRUE(pasted);
  EXPECT_NE(bodiesText(pasted->document).substr(0, 4), "hull");
}

TEST(Paste, TakesThreeListsOfDifferentLengthsForNoPoints) {
  const auto pasted = pasteText("OBB a = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(bodiesText(pasted->document), "");
}

TEST(Paste, KeepsTheOffsetOfAShapeInItsBody) {
  const auto pasted = pasteText(
      "const body = new CANNON.Body({ position: new CANNON.Vec3(0, 5, 0) }); body.addShape(new CANNON.Sphere(1), new "
      "CANNON.Vec3(0, 0.5, "
      "0));");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(bodiesText(pasted->document), "sphere 1 @ 0 5 0");
  EXPECT_EQ(pasted->document.bodies[0].pivot, (Vec3{0, -0.5, 0}));
}

TEST(Paste, GivesGeomsOfMjcfWhatTheirClassSays) {
  const auto pasted = pasteText(R"(<mujoco>
  <default>
    <geom type="box" size="1 1 1"/>
    <default class="pill"><geom type="capsule" size="0.25 0.5"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <geom/>
    <body pos="0 0 3" childclass="pill"><geom size="0.25 0.75"/><body pos="9 0 0"><geom/></body></body>
  </worldbody>
</mujoco>)");
  ASSERT_TRUE(pasted) << describe(pasted.error());
  const std::vector<Body>& bodies = pasted->document.bodies;
  ASSERT_EQ(bodies.size(), 4u) << "a class is no body";
  EXPECT_TRUE(std::holds_alternative<HalfSpace>(bodies[3].shape)) << "the ground comes last: the others are the pair";
  ASSERT_TRUE(std::holds_alternative<Box>(bodies[0].shape));
  for (const auto& [at, half_length] : {std::pair(1, 0.75), {2, 0.5}}) {
    const auto* const pill = std::get_if<Capsule>(&bodies[static_cast<std::size_t>(at)].shape);
    ASSERT_NE(pill, nullptr);
    EXPECT_EQ(pill->radius, 0.25);
    EXPECT_EQ(pill->half_length, half_length);
  }
  EXPECT_EQ(bodies[2].position.x, 9);
}

TEST(Paste, KeepsTheNamesAndThePlanesOfMjcfAndSaysThatZIsUp) {
  const std::string text = R"(<mujoco><worldbody>
  <geom name="floor" type="plane" size="5 5 1" pos="0 0 -0.125"/>
  <body name="crate" pos="0.25 0 0.5" euler="0 0 90"><geom type="box" size="0.5 0.375 0.3125" pos="0.0625 0 0"/></body>
  <body name="pill" pos="0.75 0 1.5"><geom type="capsule" size="0.1875 0.4375"/><geom type="sphere" size="0.875"/></body>
</worldbody></mujoco>)";
  const auto pasted = pasteText(text);
  ASSERT_TRUE(pasted) << describe(pasted.error());
  std::vector<std::string> ids;
  for (const Body& body : pasted->document.bodies) ids.push_back(body.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"crate", "pill", "pill-2", "floor"}));
  const Body& floor = pasted->document.bodies.back();
  const Vec3 up = halfSpaceNormal({floor.position, matrixOf(floor.rotation)});
  EXPECT_EQ(up, (Vec3{0, 0, 1}));
  EXPECT_EQ(floor.position.z, -0.125);
  ASSERT_EQ(pasted->questions.size(), 1u);
  EXPECT_EQ(pasted->questions[0].key, "up");
  const auto standing = pasteText(text, {{"up", "z"}});
  ASSERT_TRUE(standing);
  const Body& ground = standing->document.bodies.back();
  EXPECT_LT(length(halfSpaceNormal({ground.position, matrixOf(ground.rotation)}) - Vec3{0, 1, 0}), 1e-15);
  // The numbers of both frames of a body count as its own, so that a reader of the text sees whose they are.
  const auto bodyOf = [&](std::string_view number) {
    const auto mark = std::ranges::find(pasted->marks, pasted->text.find(number), &PasteMark::offset);
    return mark == pasted->marks.end() ? -9 : mark->body;
  };
  EXPECT_EQ(bodyOf("0.25"), 0) << "of the body around";
  EXPECT_EQ(bodyOf("90"), 0);
  EXPECT_EQ(bodyOf("0.0625"), 0) << "of the geom";
  EXPECT_EQ(bodyOf("0.3125"), 0);
  EXPECT_EQ(bodyOf("0.4375"), 1);
  EXPECT_EQ(bodyOf("0.875"), 2);
  EXPECT_EQ(bodyOf("0.125"), 3);
}

TEST(Paste, TakesAMatrixOfFewDigitsAsTheNearestRotationAndSaysSo) {
  const auto textOf = [](const char* corner) {
    return std::string("Shape 1: Box2 1 1.5\nX_FS1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\nShape 2: Box1 1 1\nX_FS2\n") +
           corner + " -0.5541 0.5771 3\n0.7941 0.5 -0.3456 0\n-0.0971 0.6656 0.74 0\n0 0 0 1\n";
  };
  const auto pasted = pasteText(textOf("0.6"));
  ASSERT_TRUE(pasted);
  ASSERT_TRUE(pasted->isPair());
  EXPECT_TRUE(holds(pasted->remarks, "the nearest rotation"));
  const Mat3 rotation = matrixOf(pasted->document.bodies[1].rotation);
  for (int c = 0; c < 3; ++c) EXPECT_LT(length((glm::transpose(rotation) * rotation)[c] - Mat3{1.0}[c]), 1e-12);
  EXPECT_NEAR(rotation[0].x, 0.6, 1e-3);
  const auto far = pasteText(textOf("0.9"));
  ASSERT_TRUE(far);
  EXPECT_FALSE(far->isPair()) << "that is no rounding";
}

TEST(Paste, KeepsTheTextAndWhatWasAssumedInTheCase) {
  const std::string text = "sphere radius 1 at 0 0 0\nbox extents 1 2 3 at 1 0 0\n";
  const auto pasted = pasteText(text);
  ASSERT_TRUE(pasted);
  ASSERT_FALSE(pasted->assumptions.empty());
  const std::string& notes = pasted->document.notes;
  EXPECT_NE(notes.find(text.substr(0, text.size() - 1)), std::string::npos) << notes;
  for (const std::string& line : pasted->assumptions) EXPECT_NE(notes.find(line), std::string::npos) << notes;
  const auto longer = pasteText(text + std::string(9000, '/'));
  ASSERT_TRUE(longer);
  EXPECT_LT(longer->document.notes.size(), 5000u);
  EXPECT_TRUE(longer->document.notes.ends_with("…"));
}

TEST(Paste, SaysWhichNodesOfASceneAreScaledAndRefusesWhatTheyShear) {
  const std::string scene = R"([gd_scene format=3]
[sub_resource type="BoxShape3D" id="a"]
[node name="Main" type="Node3D"]
[node name="Long" type="Node3D" parent="."]
transform = Transform3D(3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
[node name="Turned" type="CollisionShape3D" parent="Long"]
transform = Transform3D(0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1, 0, 2, 0)
shape = SubResource("a")
[node name="Straight" type="CollisionShape3D" parent="Long"]
shape = SubResource("a")
)";
  const auto pasted = pasteText(scene);
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_TRUE(holds(pasted->missing, "Turned: a pose without shear"));
  EXPECT_EQ(pasted->document.bodies.size(), 1u);
  EXPECT_TRUE(holds(pasted->assumptions, "Straight: the scale of its nodes counts"));
}

TEST(Paste, SaysHowUnityScalesRoundShapesAndWhereTheirCentreGoes) {
  const auto pasted = pasteText(
      "SphereCollider:\n  m_Radius: 0.5\n  m_Center: {x: 1, y: 1, z: 1}\nTransform:\n  m_LocalPosition: {x: 0, y: 0, "
      "z: 5}\n"
      "  m_LocalScale: {x: 2, y: -3, z: 1}\nCapsuleCollider:\n  m_Radius: 0.5\n  m_Height: 2\n  m_Direction: "
      "0\nTransform:\n"
      "  m_LocalPosition: {x: 0, y: 0, z: 9}\n  m_LocalScale: {x: 2, y: 1, z: 3}\n");
  ASSERT_TRUE(pasted);
  ASSERT_TRUE(pasted->isPair());
  EXPECT_EQ(poseOf(pasted->document.bodies[0]).position, (Vec3{2, -3, 6}));
  EXPECT_TRUE(holds(pasted->assumptions, "radius of a ball by the largest factor, 3"));
  EXPECT_TRUE(holds(pasted->assumptions, "the factor along it, 2, and its radius by the larger of the others, 3"));
  EXPECT_TRUE(pasted->unused.empty()) << pasted->unused[0];
}

TEST(Paste, PutsABoxOfSatJsWithItsLowerCornerAtItsPosition) {
  const auto pasted = pasteText(R"(var a = new SAT.Box(new SAT.Vector(10, 20), 4, 6).toPolygon();
var b = new SAT.Polygon(new SAT.Vector(30, 40), [new SAT.Vector(0, 0), new SAT.Vector(4, 0), new SAT.Vector(0, 3)]);
b.setAngle(Math.PI / 2);)");
  ASSERT_TRUE(pasted);
  ASSERT_TRUE(pasted->isPair());
  EXPECT_EQ(poseOf(pasted->document.bodies[0]).position, (Vec3{12, 23, 0}));
  const Pose turned = poseOf(pasted->document.bodies[1]);
  EXPECT_LT(length(turned.rotation * Vec3{4, 0, 0} + turned.position - Vec3{30, 44, 0}), 1e-12)
      << "corners are relative to the position";
}

TEST(Paste, KeepsTheCentreOfARoundedBoxOfBox2dThatIsNotTurned) {
  const auto pasted = pasteText(
      "b2Polygon a = b2MakeOffsetRoundedBox(1, 2, (b2Vec2){3, 4}, b2Rot_identity, 0.125f);\nb2Circle b = {{0, 0}, 1};");
  ASSERT_TRUE(pasted);
  ASSERT_TRUE(pasted->isPair());
  EXPECT_EQ(bodyText(pasted->document.bodies[0]), "box 1 2 0.125");
  EXPECT_EQ(poseOf(pasted->document.bodies[0]).position, (Vec3{3, 4, 0}));
}

TEST(Paste, TakesALineOfASourceForNoHeight) {
  const auto pasted = pasteText(
      "what(): include/fcl/gjk_libccd-inl.h:(1061): query point\nShape 1: Box<double>(1, 2, 3)\nX_FS1\n1, 0, 0, 0\n0, "
      "1, 0, 0\n0, 0, 1, "
      "0\n0, 0, 0, 1\nShape 2: Cylinder<double>(0.5, 2)\nX_FS2\n1, 0, 0, 5\n0, 1, 0, 0\n0, 0, 1, 0\n0, 0, 0, 1\n");
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_TRUE(pasted->isPair());
  EXPECT_TRUE(pasted->assumptions.empty()) << pasted->assumptions[0];
}

TEST(Paste, SaysWhatStandsForACylinderOfTwoRadii) {
  const auto pasted = pasteText("a = new THREE.CylinderGeometry(1, 2, 4);\nb = new THREE.SphereGeometry(1);");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(holds(pasted->assumptions, "the hull of 32 points on each rim"));
  EXPECT_NE(pasted->document.notes.find("two radii, 1 and 2"), std::string::npos);
}

TEST(Paste, NamesNumbersThatBecamePartOfNothing) {
  const auto pasted =
      pasteText("sphere radius 1 at 0 0 0\nsphere radius 1 at 1 0 0\ncontact normal 0.25 0.5 0.75, depth 0.125\n");
  ASSERT_TRUE(pasted);
  for (const char* number : {"0.25 (line 3)", "0.5 (line 3)", "0.75 (line 3)", "0.125 (line 3)"})
    EXPECT_TRUE(holds(pasted->unused, number)) << number;
  EXPECT_EQ(pasted->unused.size(), 4u);
}

TEST(Paste, KeepsHalfAPairAndSaysWhatIsMissing) {
  const auto pasted = pasteText("new btBoxShape(btVector3(1, 2, 3))");
  ASSERT_TRUE(pasted);
  EXPECT_FALSE(pasted->isPair());
  EXPECT_EQ(bodiesText(pasted->document), "box 1 2 3");
  EXPECT_TRUE(holds(pasted->missing, "the second shape"));
}

TEST(Paste, FindsNoShapeWhereThereIsNone) {
  for (const char* text : {"", "It crashes since 1.2.3, see line 42 of main.cpp.",
                           "Segmentation fault (core dumped)\n#0 0x00007ffff7a42428 in raise ()\n",
                           "fps: 60.0, frame 16.6 ms, gravity (0, -9.81, 0)",
                           "He said 3 boxes; w=5 workers; p0 crashed, p1 ok. Half 2 of the tests pass, 1,5 fps.",
                           "v 1.2 of the engine, f 3 fails:\nv 1 2 3\nf 1 2 3\n",
                           "Name,Version,x64,x86\nbullet,3.24,yes,no\njolt,5.2,yes,yes\n"}) {
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << text;
    EXPECT_TRUE(pasted->document.bodies.empty()) << text << "\n" << bodiesText(pasted->document);
    EXPECT_TRUE(holds(pasted->missing, "none was found")) << text;
  }
}

TEST(Paste, TakesJunkOfUninitialisedMemoryForNoPlace) {
  const auto pasted = pasteText("sphere radius 1 position 3.4e38 0 0\nsphere radius 1 position 1 0 0\n");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(holds(pasted->missing, "a position"));
  EXPECT_EQ(bodiesText(pasted->document), "sphere 1\nsphere 1 @ 1 0 0");
}

TEST(Paste, SaysThatAQuaternionIsNotUnit) {
  const auto pasted = pasteText(
      "btBoxShape a(btVector3(1, 1, 1)); btBoxShape b(btVector3(1, 1, 1));\nbtTransform ta(btQuaternion(0, 0, 0, 1), "
      "btVector3(0, 0, 0));\n"
      "btTransform tb(btQuaternion(0, 0, 0.5, 0.5), btVector3(1, 0, 0));");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(holds(pasted->remarks, "not unit"));
  EXPECT_EQ(pasted->document.bodies.size(), 2u);
}

TEST(Paste, JoinsNumbersThatALogHasWrapped) {
  const std::string first =
      "sphere radius 1 position 0.25 0.5 0.75 and then some words so that it is as wide as a terminal, radius 12";
  const auto pasted = pasteText("sphere radius 1 position 4 0 0\n" + first.substr(0, first.size()) + "\n34.5\n");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(pasted->isPair());
}

TEST(Paste, TakesACaseForWhatItIs) {
  const auto pasted = pasteText(
      R"({"sepax": 1, "space": "3d", "bodies": [{"id": "P", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0]},
    {"id": "Q", "shape": {"type": "sphere", "radius": 2}, "position": [1, 0, 0]}]})");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->reader, "case");
  EXPECT_EQ(pasted->document.bodies[1].id, "Q");
}

TEST(Paste, RefusesAnswersAndTextsThatItCannotTake) {
  EXPECT_FALSE(pasteText("", {{"extents", "third"}}));
  EXPECT_FALSE(parseAnswer("colour=red"));
  EXPECT_FALSE(pasteText(std::string(kMaxPasteBytes + 1, ' ')));
}

TEST(Paste, ReadsAMegabyteHoweverItIsNested) {
  const std::size_t size = test::rounds<std::size_t>(1'000'000);
  std::string code, nested, numbers, braces, tags, names, again;
  while (code.size() < size)
    code += fmt::format("btVector3 v{}(1.5f, {}, 2); foo(bar[{}], baz);\n", code.size(), code.size(), code.size());
  while (nested.size() < size) nested += "f({[";
  while (numbers.size() < size) numbers += "0.123456 -7e300, ";
  while (braces.size() < size) braces += "a={{},";
  while (tags.size() < size) tags += "<geom type=\"box\" size=\"1 1 1\" ";
  while (again.size() < size) again += "let a = f(a);\n";
  while (names.size() < size) names += "a=b;b=a;sphere(a);";
  // Calls of calls, objects of objects and names of names, whose parts are looked at more than once.
  std::string declared = "box a(1)";
  while (declared.size() < size) declared += ",b(1)";
  std::string calls = "x = ", objects = "y = ", referring = "a0 = 1\n";
  for (int i = 0; i < 38; ++i) calls += "newsh(";
  for (int i = 0; i < 38; ++i) objects += "{data = {value: ";
  for (int i = 0; i < 200; ++i) referring += fmt::format("a{} = f(a{}, a{}, g(a{}))\n", i + 1, i, i, i);
  std::string commas, headings, elements = "<boxGeometry args={[1]}/>", faces, products = "x = a";
  const std::size_t part = size / 4;  // a square of it would not end either
  while (commas.size() < part) commas += "(1,5; -2,0 [";
  while (headings.size() < part) headings += "type,x,y,z,radius\n";
  while (elements.size() < part) elements += "<a x={";
  while (faces.size() < part) faces += faces.size() < part / 2 ? "v 1 2 3\n" : "o a\nf 1 2 3\n";
  while (products.size() < part) products += " * a * (1, 2)";
  std::string steps = "X = Isometry3d();\n", blocks;
  while (steps.size() < part) steps += "X.rotate(q).translate(v);";
  while (blocks.size() < part) blocks += "class A : B { f() override { a;";
  for (const std::string* text : {&steps, &blocks, &commas, &headings, &elements, &faces, &products, &declared, &calls,
                                  &objects, &referring, &code, &nested, &numbers, &braces, &tags, &names, &again}) {
    EXPECT_TRUE(pasteText(*text)) << text->substr(0, 40);  // where time grew faster than the text, it never ended
  }
}

}  // namespace
}  // namespace sepax
