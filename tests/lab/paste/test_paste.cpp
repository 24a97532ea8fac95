#include "format/case_reader.h"
#include "format/case_writer.h"
#include "lab/paste/paste.h"

#include "core/text.h"
#include "lab/pair_text.h"
#include "rounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Texts of every form as people post them, and what they mean.

namespace sepax {
namespace {

/// Holds NAME.txt, a text as it was posted, and NAME.expect: lines "--assume KEY=VALUE" for what the text leaves open,
/// then the bodies as bodiesText() writes them.
const std::filesystem::path kTexts = SEPAX_SOURCE_DIR "/tests/lab/paste/texts";

std::string contentOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file << ": expected a file that can be read";
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> namesOfTexts() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kTexts)) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

void expectItsPair(const std::string& name) {
  std::istringstream expected(contentOf(kTexts / (name + ".expect")));
  paste::Answers answers;
  std::string bodies;
  for (std::string line; std::getline(expected, line);) {
    constexpr std::string_view kAssume = "--assume ";
    if (line.starts_with(kAssume)) {
      const auto answer = parseAnswer(line.substr(kAssume.size()));
      ASSERT_TRUE(answer) << describe(answer.error());
      answers.insert(*answer);
    } else {
      bodies += (bodies.empty() ? "" : "\n") + line;
    }
  }
  const auto pasted = pasteText(contentOf(kTexts / (name + ".txt")), answers);
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_EQ(bodiesText(pasted->document), bodies);
  EXPECT_TRUE(pasted->isPair());
}

TEST(PastedTexts, BecomeThePairsThatTheySpeakOf) {
  const std::vector<std::string> names = namesOfTexts();
  EXPECT_GT(names.size(), 200u);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    expectItsPair(name);
  }
}

TEST(Paste, HasAnExpectationBesideEveryTextAndNoOther) {
  std::vector<std::string> expectations;
  for (const auto& entry : std::filesystem::directory_iterator(kTexts)) {
    if (entry.path().extension() != ".txt") expectations.push_back(entry.path().filename().string());
  }
  std::ranges::sort(expectations);
  std::vector<std::string> wanted;
  for (const std::string& name : namesOfTexts()) wanted.push_back(name + ".expect");
  EXPECT_EQ(expectations, wanted);
}

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

TEST(Paste, DoubtsAPoseWhereANumberAmongItsArgumentsIsLeftOver) {
  const std::string shapes =
      "a := RectangleShape2D.new()\na.size = Vector2(60, 20)\nb := CircleShape2D.new()\nb.radius = 7.5\n";
  const std::string other = "b_xf := Transform2D(0.25, Vector2(120, 71))\n";
  const auto known = pasteText(shapes + "a_xf := Transform2D(deg_to_rad(40), Vector2(100, 50))\n" + other);
  const auto unknown = pasteText(shapes + "a_xf := Transform2D(zork(0.4), Vector2(100, 50))\n" + other);
  ASSERT_TRUE(known && unknown);
  EXPECT_TRUE(known->isCertain());
  EXPECT_TRUE(unknown->isPair());
  EXPECT_FALSE(unknown->isCertain());
}

TEST(Paste, MakesNoShapeOfACallThatIsGivenPoints) {
  const auto pasted = pasteText("const a = Shapes.fromVertices(100, 100, [[{x:0,y:0},{x:40,y:0},{x:40,y:40}]]);");
  ASSERT_TRUE(pasted);
  EXPECT_NE(bodiesText(pasted->document).substr(0, 4), "hull");
}

TEST(Paste, ReadsTheOrientedBoxesOfTheBook) {
  const auto pasted = pasteText(R"(TestOBBOBB from the book returns 0 here:

OBB first = { {1, 0, 0}, { {1,0,0}, {0,1,0}, {0,0,1} }, {2, 1, 0.5f} };
OBB second = { {3.5f, 1, 0.25f}, { {0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0,0,1} }, {1, 1, 2} };
)");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(pasted->isCertain());
  ASSERT_TRUE(pasted->isPair());
  EXPECT_EQ(typeName(pasted->document.bodies[1].shape), "box");
  EXPECT_EQ(pasted->document.bodies[1].position, Vec3(3.5, 1, 0.25));
}

TEST(Paste, PairsShapesAndPosesAsACallWithinAnotherHasThem) {
  const auto pasted = pasteText(R"(let ball = Ball { radius: 0.4 };
let brick = Cuboid { half_extents: vector![0.5, 0.25, 0.75] };
let p0 = Isometry3::translation(1.0, 2.0, 3.0);
let p1 = Isometry3::translation(1.5, 2.0, 2.5);
dbg!(intersection_test(&p1, &ball, &p0, &brick));
)");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(pasted->isCertain());
  ASSERT_TRUE(pasted->isPair());
  EXPECT_EQ(pasted->document.bodies[0].position, Vec3(1.5, 2, 2.5));
}

TEST(Paste, LeavesADoubtWhereItDoesNotApplyWhatTheTextSays) {
  const std::vector<std::pair<const char*, const char*>> texts = {
      {"ABodyMovedAfterwards", R"(const lift = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2));
lift.position.set(0, 1, 0);
lift.position.y += 2;
const ball = new THREE.Mesh(new THREE.SphereGeometry(0.5));
ball.position.set(1.2, 2, 0.1);
)"},
      {"ABoxMovedInWords",
       R"(A sphere of radius 2 sits at (1, 1, 1). A box with half extents (0.5, 0.5, 2) is at (4, 1, 1), then shifted to the right by 0.25. Should they collide?
)"},
      {"ACentreThatShouldBeAnother",
       R"(Sphere at (1, 4, 0) with radius 2 and a box with min (0, 0, 0) and max (2, 2, 2).
Typo above: the sphere center should be (1, 5, 0), not (1, 4, 0).
)"},
      {"ACameraNearABody", "A: min (0,0,0) max (2,2,2)\nB: min (1,1,1) max (3,3,3)\nThe camera near B is at (5, 0, 0)."},
      {"AContactPointOnABody",
       "A: min (0,0,0) max (2,2,2)\nB: min (1,1,1) max (3,3,3)\nThe contact point on B is at (1, 1, 1.5)."},
      {"ACorrectionOfACoordinate", "circle at (0, 0) radius 1\ncircle at (1.8, 0) radius 0.5\nEDIT: x is 1.4"},
      {"AMistypedNumber", "circle at (0, 0) radius 1\ncircle at (1.8, 0) radius 0.5\nI mistyped, it is 0.9."},
      {"ACorrectionBelow",
       R"(Sphere at (0, 3, 1) with radius 0.5, and a box with min (-1, 1, 0) and max (1, 3, 2). Result: no hit.

UPDATE: sorry, I mistyped, the sphere is at (0, 4, 1).
)"},
      {"APolygonThatIsBufferedWithAStyle", R"(zone = Polygon([(2, 0), (8, 0), (8, 3), (2, 3)])
post = Point(12, 1).buffer(2)
zone = zone.buffer(1.25, join_style=2)
print(zone.intersects(post))
)"},
      {"ARadiusInCentimetres", R"(Sphere: radius = 40 cm, center (1, 0.5, 0)
Box: half extents (0.5, 0.5, 0.5), center (1.7, 0.6, 0.3)
)"},
      {"ARectangleFromZeroAndSize", R"(let frame = CGRect(origin: .zero, size: CGSize(width: 50, height: 40))
let other = CGRect(origin: CGPoint(x: 45, y: 30), size: CGSize(width: 10, height: 30))
frame.intersects(other)
)"},
      {"ATiltedCylinderInGerman",
       R"(Eine Kugel mit Radius 0,4 m bei (0; 0; 1) und ein Quader mit den Kantenlängen 1 m, 3 m und 1 m bei (1,2; 0; 1). Der Abstand soll stimmen.
)"},
      {"BoxScaledInBevy", R"(avian3d 0.3: no collision event for these.

```rust
commands.spawn((Collider::cuboid(0.6, 0.8, 0.8), Transform::from_xyz(2.0, 0.5, 1.0).with_scale(Vec3::new(1.0, 3.0, 1.0))));
commands.spawn((Collider::sphere(0.7), Transform::from_xyz(2.8, 1.9, 1.0)));
```
)"},
      {"BoxesByTheLowerCornerOfAComment", R"(struct Box { vec3 pos, size; };   // pos is the min corner
Box a = { {0, 0, 0}, {2, 1, 2} };
Box b = { {1.75f, 0.25f, 0}, {1, 1, 1} };
)"},
      {"CrateScaledInSteps", R"(const crate = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), mat);
crate.position.set(0, 0.8, 0.2);
crate.scale.multiplyScalar(1.5);
const ball = new THREE.Mesh(new THREE.SphereGeometry(0.4, 24, 24), mat);
ball.position.set(1, 1.1, 0);
// new THREE.Box3().setFromObject(crate).intersectsSphere(...) is false?
)"},
      {"EdgesInGerman",
       R"(Eine Kugel mit Radius 0,5 bei (1; 0; 2) und ein Quader mit den Kantenlängen 3 m, 1,5 m und 0,5 m bei (0; 0,1; 2), um 30° um die z-Achse gedreht.
)"},
      {"HalfSizesSaidInAComment", R"(glm::vec3 posA(0, 1, 0), sizeA(1, 3, 1);   // all sizes are half extents
glm::vec3 posB(1.25f, 0, 1), sizeB(0.5f, 2, 1.5f);
bool hit = overlap(posA, sizeA, posB, sizeB);
)"},
      {"PointsTimesANumber", R"(first = np.array([[0, 0], [3, 0], [3, 4], [0, 4]]) / 4
second = np.array([[0.5, 0.5], [2, 0.5], [1, 2]])
print(sat_overlap(first, second))
)"},
      {"PoseOfSdfRelativeToAnother", R"(<sdf version="1.9"><world name="w">
<model name="base"><pose>2 0 0.5 0 0 0</pose><link name="l"><collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model>
<model name="knob"><pose relative_to="base">0.5 0 1 0 0 0</pose><link name="l"><collision name="c"><geometry><sphere><radius>0.25</radius></sphere></geometry></collision></link></model>
</world></sdf>
)"},
      {"RectanglesWithTheirOrderInAComment", R"(My IoU of these two is 0?
bbox1 = [5, 10, 40, 60]   # x, y, w, h
bbox2 = [40, 20, 50, 70]
)"},
      {"RectsOfAStaticMethod", R"(Rect player = new Rect(5, 20, 45, 50);
Rect coin = new Rect(40, 30, 70, 90);
if (Rect.intersects(player, coin)) score++;
)"},
      {"RectsOfAnotherStaticMethod", R"(final Rect bar = new Rect(0, 0, 100, 20);
final Rect gate = new Rect(90, 5, 110, 85);
boolean touches = Rect.intersects(bar, gate); // false?!
)"},
  };
  for (const auto& [name, text] : texts) {
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << name;
    EXPECT_TRUE(pasted->isCase()) << name;
    EXPECT_FALSE(pasted->isCertain()) << name;
  }
}

TEST(Paste, TakesAnAngleOfThePlaneForDegreesBeyondAFullTurn) {
  const std::string yaml =
      "plank:\n  center: [2, 1]\n  size: [6, 1]\n  angle: {}\ncrate:\n  center: [3, 3]\n  size: [2, 2]\n";
  const auto withAngle = [&](const std::string& angle, const paste::Answers& answers = {}) {
    std::string text = yaml;
    return pasteText(text.replace(text.find("{}"), 2, angle), answers);
  };
  const auto angleOf = [](const Pasted& pasted) {
    return std::get<double>(pasted.document.bodies[0].rotation) * 180 / std::numbers::pi;
  };
  const auto large = withAngle("70"), small = withAngle("0.5"), open = withAngle("4"),
             told = withAngle("4", {{"angles", "deg"}});
  ASSERT_TRUE(large && small && open && told);
  EXPECT_TRUE(large->isCertain());
  EXPECT_TRUE(holds(large->assumptions, "angles: deg"));
  EXPECT_NEAR(angleOf(*large), 70, 1e-9);
  EXPECT_TRUE(holds(small->assumptions, "angles: rad"));
  EXPECT_FALSE(open->isCertain());
  EXPECT_TRUE(told->isCertain());
  EXPECT_NEAR(angleOf(*told), 4, 1e-9);
}

TEST(Paste, TakesThreeListsOfDifferentLengthsForNoPoints) {
  const auto pasted = pasteText("Zork a = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};");
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
  EXPECT_FALSE(far->isCertain()) << "that is no rounding";
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

TEST(Paste, MakesNoShapeOfACylinderOfTwoRadii) {
  const auto pasted = pasteText("a = new THREE.CylinderGeometry(1, 2, 4);\nb = new THREE.SphereGeometry(1);");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(bodiesText(pasted->document), "sphere 1");
  EXPECT_FALSE(pasted->isCase());
}

TEST(Paste, NamesNumbersThatBecamePartOfNothing) {
  const auto pasted =
      pasteText("sphere radius 1 at 0 0 0\nsphere radius 1 at 1 0 0\ncontact normal 0.25 0.5 0.75, depth 0.125\n");
  ASSERT_TRUE(pasted);
  for (const char* number : {"0.25 (line 3)", "0.5 (line 3)", "0.75 (line 3)", "0.125 (line 3)"})
    EXPECT_TRUE(holds(pasted->unused, number)) << number;
  EXPECT_EQ(pasted->unused.size(), 4u);
}

/// SFML's origins and Processing's modes move what they are said of.
TEST(Paste, IsNotCertainOfShapesThatAModeMoves) {
  const char* const texts[] = {
      "SFML, do these touch?\n"
      "\n"
      "```cpp\n"
      "sf::RectangleShape plank(sf::Vector2f(120.f, 20.f));\n"
      "plank.setOrigin(60.f, 10.f);\n"
      "plank.setPosition(160.f, 210.f);\n"
      "sf::CircleShape ball(16.f);\n"
      "ball.setOrigin(16.f, 16.f);\n"
      "ball.setPosition(228.f, 228.f);\n"
      "```\n",
      "Processing: is the dot inside the bar's reach?\n"
      "\n"
      "```java\n"
      "void draw() {\n"
      "  ellipseMode(CORNER);\n"
      "  rect(10, 20, 60, 40);\n"
      "  ellipse(60, 50, 30, 30);\n"
      "}\n"
      "```\n",
  };
  for (const char* const text : texts) {
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << text;
    EXPECT_FALSE(pasted->isCertain()) << text << "\n" << bodiesText(pasted->document);
  }
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

TEST(Paste, ChangesNothingOfACaseAndNamesWhatIsWrongWithIt) {
  const std::string notes = "say \u201chi\u201d: 2 \u00d7 3, `b` \u2212 \\\\(x\\\\)";
  const std::string head = R"({"sepax": 1, "space": "3d", "name": "16x9 tiles <1, 2, 3>", "notes": ")" + notes + R"(",
    "bodies": [{"id": "box 2x4", "shape": {"type": "sphere", "radius": 1}},
               {"id": "B", "shape": {"type": "sphere", "radius": )";
  const std::string text = head + R"(1}, "position": [3, 0, 0]}],
    "expect": [{"pair": ["box 2x4", "B"], "verdict": "separated"}]})";
  const auto pasted = pasteText(text);
  ASSERT_TRUE(pasted);
  const auto loaded = parseCase(text, "the same", FilesBeside{});
  ASSERT_TRUE(loaded);
  EXPECT_EQ(writeCase(pasted->document), writeCase(loaded->document));
  EXPECT_EQ(pasted->document.expect.size(), 1u);
  const auto wrong = pasteText(head + "-1}}]}");
  ASSERT_FALSE(wrong);
  EXPECT_NE(describe(wrong.error()).find("bodies/1/shape/radius"), std::string::npos) << describe(wrong.error());
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

TEST(Paste, TakesBoundsAxisByAxisForNoCorners) {
  const auto pasted = pasteText(
      "vtkBox intersects? two boxes given by bounds [xmin xmax ymin ymax zmin zmax]:\n"
      "A bounds = [0, 2, -1, 1, 0.5, 3]\nB bounds = [1.5, 4, 0, 2, 2, 5]\n");
  EXPECT_FALSE(pasted && pasted->isCertain());
}

TEST(Paste, GivesBodiesTheNamesOfTheirHeadings) {
  const auto idsOf = [](const char* text) {
    const auto pasted = pasteText(text);
    return pasted->document.bodies[0].id + " " + pasted->document.bodies[1].id;
  };
  const std::string lines = "box, half extents 1 1 1\nposition 0 2 0\n", others = "sphere radius 1\nposition 0 9 0\n";
  EXPECT_EQ(idsOf(("Body 1 (crate)\n" + lines + "Body 2 (pebble)\n" + others).c_str()), "crate pebble");
  EXPECT_EQ(idsOf(("crate:\n" + lines + "\npebble:\n" + others).c_str()), "crate pebble");
  // A heading of the whole text names neither.
  EXPECT_EQ(idsOf(("Logged:\n" + lines + others).c_str()), "A B");
}

TEST(Paste, DoubtsCallsWhoseNumbersNothingExplains) {
  const std::string ball = "ball = Sphere(radius=0.5)\nball.position = (1, 2, 3)\n";
  const std::string peg =
      "peg = p.createMultiBody(0, p.createCollisionShape(p.GEOM_SPHERE, radius=1), basePosition=[2, 0, 0])\n";
  for (const std::string& text :
       {"a = Box(size=(2, 1, 4))\na.position = (0, 1, 0)\na.rotation = turned(30)\n" + ball,
        "a = {type: 'box', size: [2, 1, 4], position: [0, 1, 0], rotation: Turns.about('y', 30)}\n" + ball,
        "a = p.createMultiBody(0, p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 1, 2]), basePosition=[0, 0, 0], "
        "baseOrientation=turned(0, 0.5, 0))\n" +
            peg,
        "a = p.createMultiBody(0, p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 1, 2]), basePosition=[0, 0, 0], "
        "baseInertialFramePosition=[0.5, 0, 0])\n" +
            peg,
        "a = {type: 'box', size: [2, 1, 4], position: [0, 1, 0]}\nb = {type: 'sphere', size: 2, position: [1, 1, "
        "1]}\n" +
            std::string(),
        "a = zork.box(0.1, 0.2, 0.3, 1, 0.5, 1)\nb = zork.box(0.4, 0.4, 0.4, 0.6, 1, 0.6)\n" + std::string(),
        std::string("QRect a(QPoint(1, 2), QPoint(6, 8));\nQRect b(QPoint(3, 3), QPoint(9, 9));\n"),
        std::string("print(point_in_rectangle(12, 9, 10, 4, 20, 15))\n"),
        std::string("hat.geometry = SCNCone(topRadius: 0, height: 1.2)\nball.geometry = SCNSphere(radius: 1)\n")}) {
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << text;
    EXPECT_FALSE(pasted->isCertain()) << text << bodiesText(pasted->document);
  }
  const auto known =
      pasteText("a = {type: 'box', size: [2, 1, 4], position: [0, 1, 0], rotation: Vec3(0, 0, 0.5)}\n" + ball);
  EXPECT_TRUE(known->isCertain());
}

TEST(Paste, DoubtsWhetherARectangleOfWordsIsPlacedByItsMiddle) {
  const std::string circle = "circle radius 1 center (0, 9)\n";
  EXPECT_TRUE(pasteText("rectangle size (4, 2) center (3, 3)\n" + circle)->isCertain());
  const auto open = pasteText("rectangle size (4, 2) at (3, 3)\ncircle radius 1 at (0, 9)\n");
  EXPECT_TRUE(open->isCase());
  EXPECT_FALSE(open->isCertain());
}

TEST(Paste, TakesADirectionOfACapsuleForItsAxisWithADoubt) {
  const auto pasted = pasteText("capsule radius 1 length 4 position 0 0 0 direction 0 3 4\nsphere radius 1 at 9 0 0\n");
  ASSERT_TRUE(pasted->isPair());
  EXPECT_EQ(pasted->taken[0], "A: capsule, radius 1, from 0 -1.2 -1.6 to 0 1.2 1.6, from line 1; at 0 0 0");
  EXPECT_EQ(pasted->doubts.back(), "a capsule's direction may be the one that it moves along");
}

TEST(Paste, ReadsALongTextHoweverItIsNested) {
  const std::size_t size = test::rounds<std::size_t>(125'000);
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
  const std::size_t part = size / 2;
  while (commas.size() < part) commas += "(1,5; -2,0 [";
  while (headings.size() < part) headings += "type,x,y,z,radius\n";
  while (elements.size() < part) elements += "<a x={";
  while (faces.size() < part) faces += faces.size() < part / 2 ? "v 1 2 3\n" : "o a\nf 1 2 3\n";
  while (products.size() < part) products += " * a * (1, 2)";
  std::string steps = "X = Isometry3d();\n", blocks;
  while (steps.size() < part) steps += "X.rotate(q).translate(v);";
  while (blocks.size() < part) blocks += "class A : B { f() override { a;";
  std::string targets, types = "typedef ", vertices = "ray ", members = "triangle\n";
  while (targets.size() < size) targets += "a,";
  while (types.size() < size) types += "a.b c, typedef ";
  while (vertices.size() < size) vertices += "ray Vertex 1 ";
  while (members.size() < size) members += "x = {a: [1,2,3], b: [2,3,4], c: [1,2,2]}\n";
  // Classes of the text's own, and calls of calls of one, whose arguments have its names.
  std::string classes, own_calls = "class A { A(int x, int y, int r) {} }\nA a = ";
  while (classes.size() < size) classes += "class A(aa, bb, x, y):\n";
  while (own_calls.size() < size) own_calls += "A(";
  for (const std::string* text : {&classes,   &own_calls, &targets,  &types,   &vertices, &members,  &steps, &blocks,
                                  &commas,    &headings,  &elements, &faces,   &products, &declared, &calls, &objects,
                                  &referring, &code,      &nested,   &numbers, &braces,   &tags,     &names, &again}) {
    EXPECT_TRUE(pasteText(*text)) << text->substr(0, 40);  // where time grew faster than the text, it never ended
  }
}

TEST(Paste, ReadsACallWhoseNameIsNone) {
  // A number that is none looks like the name of a function: random input found it.
  EXPECT_TRUE(pasteText("A sphere radius 1, B sphere radius 2 0x(11, 3)"));
  EXPECT_TRUE(pasteText("0x(11sphre+sphre+0"));
}

}  // namespace
}  // namespace sepax
