#include "lab/export.h"

#include "collide/pair/pair.h"
#include "core/text.h"
#include "core/version.h"
#include "geom/shape.h"
#include "lab/paste/found.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace sepax {

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

std::string numberText(double value, ExportNumbers style) {
  if (style == ExportNumbers::kHex) return hexFloat(value);
  std::string text = shortestDecimal(value);
  const bool is_whole = text.find_first_of(".e") == std::string::npos;
  if (style == ExportNumbers::kDecimal) return text;
  if (style == ExportNumbers::kFloats) {
    if (const auto narrow = static_cast<float>(value); static_cast<double>(narrow) == value) {
      text = fmt::format("{}", narrow);
      return text + (text.find_first_of(".e") == std::string::npos ? ".0f" : "f");
    }
  }
  return is_whole ? text + ".0" : text;
}

/// Replaces {names} by their values; braces around anything else stay.
std::string filled(std::string_view pattern, const Values& values) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    if (pattern[i] == '{') {
      const std::size_t end = pattern.find('}', i);
      const auto found = end == std::string_view::npos ? values.end() : values.find(pattern.substr(i + 1, end - i - 1));
      if (found != values.end()) {
        out += found->second;
        i = end + 1;
        continue;
      }
    }
    out += pattern[i++];
  }
  return out;
}

/// The body's shape and pose as the form needs them: along its axis, with the rotation in the form that the body holds
/// where possible.
struct Placed {
  Shape shape;
  Vec3 position{0.0};
  std::optional<Quat> quaternion;
  Mat3 matrix{1.0};
  double angle = 0;
};

Placed placed(const Body& body, char axis) {
  Placed out;
  const bool is_plain = !body.scale && !body.pivot;
  const PosedShape posed = posedShape(body);
  out.shape = is_plain ? body.shape : posed.shape;
  out.position = is_plain ? body.position : posed.pose.position;
  out.matrix = is_plain ? matrixOf(body.rotation) : posed.pose.rotation;
  if (const Quat* q = std::get_if<Quat>(&body.rotation); q != nullptr && is_plain) out.quaternion = *q;
  if (const Mat3* matrix = std::get_if<Mat3>(&body.rotation); matrix != nullptr && is_plain) out.matrix = *matrix;
  if (const double* angle = std::get_if<double>(&body.rotation)) out.angle = *angle;
  const bool has_axis = std::holds_alternative<Capsule>(out.shape) || std::holds_alternative<Cylinder>(out.shape) ||
                        std::holds_alternative<Cone>(out.shape) || std::holds_alternative<TaperedCapsule>(out.shape);
  if (has_axis && axis != 'y') {
    out.matrix = out.matrix * glm::transpose(paste::turnTo(axis));
    out.quaternion.reset();
  }
  return out;
}

struct Filler {
  const ExportForm& form;

  [[nodiscard]] std::string number(double value) const { return numberText(value, form.numbers); }

  template <class Point>
  std::string pointList(const std::vector<Point>& points) const {
    std::string out;
    for (const Point& p : points) {
      Values values{{"x", number(p.x)}, {"y", number(p.y)}};
      if constexpr (Point::length() == 3) values["z"] = number(p.z);
      out += (out.empty() ? "" : form.point_separator) + filled(form.point, values);
    }
    return out;
  }

  /// The template for the shape, with its values added; empty when the form has none.
  const char* shapeTemplate(const Shape& shape, Values& values) const {
    const auto put = [&](const char* key, double value) { values[key] = number(value); };
    const auto putHalves = [&](const auto& half) {
      for (int c = 0; c < half.length(); ++c) {
        values[std::string("h") + "xyz"[c]] = number(half[c]);
        values[std::string("s") + "xyz"[c]] = number(2 * half[c]);
      }
    };
    const auto putBox = [&](const auto& half) { return putHalves(half), form.box; };
    const auto putRound = [&](const auto& round) {
      put("r", round.radius);
      put("h", round.half_length);
      put("l", 2 * round.half_length);
      values["minus_h"] = number(-round.half_length);
    };
    if (const auto* box = std::get_if<Box>(&shape)) return putBox(box->half_extents);
    if (const auto* fixed = std::get_if<FixedBox>(&shape)) return putBox(fixed->half_extents);
    if (const auto* flat = std::get_if<Box2>(&shape)) return putBox(flat->half_extents);
    if (const auto* flat_fixed = std::get_if<FixedBox2>(&shape)) return putBox(flat_fixed->half_extents);
    if (const auto* sphere = std::get_if<Sphere>(&shape)) return put("r", sphere->radius), form.sphere;
    if (const auto* circle = std::get_if<Circle>(&shape)) return put("r", circle->radius), form.sphere;
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return putRound(*capsule), form.capsule;
    if (const auto* capsule2 = std::get_if<Capsule2>(&shape)) return putRound(*capsule2), form.capsule;
    if (const auto* cylinder = std::get_if<Cylinder>(&shape)) return putRound(*cylinder), form.cylinder;
    if (const auto* cone = std::get_if<Cone>(&shape)) return putRound(*cone), form.cone;
    if (const auto* tapered = std::get_if<TaperedCapsule>(&shape)) {
      put("h", tapered->half_length);
      put("r", tapered->radius_start);
      put("r_end", tapered->radius_end);
      return form.tapered;
    }
    if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) return putHalves(ellipsoid->half_axes), form.ellipsoid;
    if (const auto* hull = std::get_if<Hull>(&shape)) {
      values["points"] = pointList(hull->data->points);
      values["n"] = std::to_string(hull->data->points.size());
      return form.hull;
    }
    if (const auto* polygon = std::get_if<Polygon>(&shape); polygon != nullptr && isConvex(shape)) {
      values["points"] = pointList(polygon->vertices);
      values["n"] = std::to_string(polygon->vertices.size());
      return form.hull;
    }
    return "";
  }

  const char* poseTemplate(const Placed& body, Values& values) const {
    const char* const names[] = {"x", "y", "z"};
    for (int c = 0; c < 3; ++c) values[names[c]] = number(body.position[c]);
    values["angle"] = number(body.angle);
    const bool has_matrix = *form.pose_matrix != '\0';
    const Quat q = body.quaternion ? *body.quaternion : quaternionOf(body.matrix);
    values["qx"] = number(q.x);
    values["qy"] = number(q.y);
    values["qz"] = number(q.z);
    values["qw"] = number(q.w);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) values[fmt::format("m{}{}", r, c)] = number(body.matrix[c][r]);
    }
    return has_matrix && !body.quaternion ? form.pose_matrix : form.pose;
  }
};

std::string kindsOf(const ExportForm& form) {
  const bool is_planar = form.space == Space::k2d;
  const std::pair<const char*, const char*> kinds[] = {{form.sphere, is_planar ? "circle" : "sphere"},
                                                       {form.box, "box"},
                                                       {form.capsule, "capsule"},
                                                       {form.cylinder, "cylinder"},
                                                       {form.cone, "cone"},
                                                       {form.tapered, "tapered capsule"},
                                                       {form.ellipsoid, "ellipsoid"},
                                                       {form.hull, is_planar ? "convex polygon" : "hull"}};
  std::string out;
  for (const auto& [pattern, name] : kinds) {
    if (*pattern != '\0') out += (out.empty() ? "" : ", ") + std::string(name);
  }
  return out;
}

/// The words for a shape in the message of a form that lacks it: "an ellipsoid", "a rounded box", "a concave polygon".
std::string withArticle(const Shape& shape) {
  std::string name(typeName(shape));
  std::ranges::replace(name, '_', ' ');
  const bool is_rounded = std::visit([](const auto& s) { return kIsRounded<std::decay_t<decltype(s)>>; }, shape);
  if (is_rounded) name = "rounded " + name;
  if (std::holds_alternative<Polygon>(shape) && !isConvex(shape)) name = "concave " + name;
  return (name.find_first_of("aeiou") == 0 ? "an " : "a ") + name;
}

/// How many corners a polygon or hull has; 0: it is neither.
std::size_t pointsOf(const Shape& shape) {
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return polygon->vertices.size();
  const auto* const hull = std::get_if<Hull>(&shape);
  return hull != nullptr ? hull->data->points.size() : 0;
}

std::string commented(const ExportForm& form, const std::string& line) {
  const std::string_view comment(form.comment);
  return fmt::format("{} {}{}\n", comment, printableLine(line), comment == "<!--" ? " -->" : "");
}

/// Comment lines with the reference's answer, for the reader of the code.
std::string referenceLines(const Document& document, const ExportForm& form, const std::vector<const Body*>& bodies) {
  std::string out = commented(form, fmt::format("{}, {} to {}", document.name.empty() ? "a pair" : document.name,
                                                bodies.front()->id, bodies.back()->id));
  if (!document.source.empty()) out += commented(form, document.source);
  if (bodies.size() != 2) return out;
  const auto report = testPair(document, {bodies[0]->id, bodies[1]->id});
  if (!report) return out;
  const PairAnswer& answer = report->answer;
  out += commented(form, fmt::format("Sepax's reference: {}, separation {}, normal from A to B ({}, {}, {})",
                                     verdictName(answer.verdict), shortestDecimal(answer.separation),
                                     humanNumber(answer.normal.x, 6), humanNumber(answer.normal.y, 6),
                                     humanNumber(answer.normal.z, 6)));
  return out;
}

}  // namespace

const std::vector<ExportForm>& exportForms() {
  static const std::vector<ExportForm> rows = {
      {.name = "bullet",
       .title = "C++ for Bullet",
       .space = Space::k3d,
       .numbers = ExportNumbers::kFloats,
       .axis = 'y',
       .comment = "//",
       .head = "#include <btBulletCollisionCommon.h>\n\n",
       .tail = "",
       .sphere = "btSphereShape shape{id}({r});",
       .box = "btBoxShape shape{id}(btVector3({hx}, {hy}, {hz}));",
       .capsule = "btCapsuleShape shape{id}({r}, {l});",
       .cylinder = "btCylinderShape shape{id}(btVector3({r}, {h}, {r}));",
       .cone = "btConeShape shape{id}({r}, {l});",
       .hull = "btConvexHullShape shape{id};\n{points}",
       .hull_points = "",
       .point = "shape{id}.addPoint(btVector3({x}, {y}, {z}));",
       .point_separator = "\n",
       .pose = "const btTransform pose{id}(btQuaternion({qx}, {qy}, {qz}, {qw}), btVector3({x}, {y}, {z}));",
       .pose_matrix =
           "const btTransform pose{id}(btMatrix3x3({m00}, {m01}, {m02}, {m10}, {m11}, {m12}, {m20}, {m21}, {m22}), "
           "btVector3({x}, {y}, {z}));"},
      {.name = "jolt",
       .title = "C++ for Jolt",
       .space = Space::k3d,
       .numbers = ExportNumbers::kFloats,
       .axis = 'y',
       .comment = "//",
       .head = "using namespace JPH;\n\n",
       .tail = "",
       .sphere = "RefConst<Shape> shape{id} = new SphereShape({r});",
       .box = "RefConst<Shape> shape{id} = new BoxShape(Vec3({hx}, {hy}, {hz}), 0.0f);",
       .capsule = "RefConst<Shape> shape{id} = new CapsuleShape({h}, {r});",
       .cylinder = "RefConst<Shape> shape{id} = new CylinderShape({h}, {r}, 0.0f);",
       .cone = "",
       .hull = "RefConst<Shape> shape{id} = ConvexHullShapeSettings(points{id}, {n}, 0.0f).Create().Get();",
       .hull_points = "const Vec3 points{id}[] = {{points}};",
       .point = "Vec3({x}, {y}, {z})",
       .point_separator = ", ",
       .pose =
           "const RMat44 pose{id} = RMat44::sRotationTranslation(Quat({qx}, {qy}, {qz}, {qw}), RVec3({x}, {y}, {z}));",
       .pose_matrix = "",
       .tapered = "RefConst<Shape> shape{id} = TaperedCapsuleShapeSettings({h}, {r_end}, {r}).Create().Get();"},
      {.name = "physx",
       .title = "C++ for PhysX",
       .space = Space::k3d,
       .numbers = ExportNumbers::kFloats,
       .axis = 'x',
       .comment = "//",
       .head = "using namespace physx;\n\n",
       .tail = "",
       .sphere = "const PxSphereGeometry shape{id}({r});",
       .box = "const PxBoxGeometry shape{id}({hx}, {hy}, {hz});",
       .capsule = "const PxCapsuleGeometry shape{id}({r}, {h});",
       .cylinder = "",
       .cone = "",
       .hull = "PxConvexMeshDesc hull{id};  // cook it with eCOMPUTE_CONVEX\nhull{id}.points.count = "
               "{n};\nhull{id}.points.stride = "
               "sizeof(PxVec3);\nhull{id}.points.data = points{id};",
       .hull_points = "const PxVec3 points{id}[] = {{points}};",
       .point = "PxVec3({x}, {y}, {z})",
       .point_separator = ", ",
       .pose = "const PxTransform pose{id}(PxVec3({x}, {y}, {z}), PxQuat({qx}, {qy}, {qz}, {qw}));",
       .pose_matrix = ""},
      {.name = "fcl",
       .title = "C++ for FCL",
       .space = Space::k3d,
       .numbers = ExportNumbers::kDecimal,
       .axis = 'z',
       .comment = "//",
       .head = "#include <fcl/fcl.h>\n\n",
       .tail = "",
       .sphere = "const fcl::Sphered shape{id}({r});",
       .box = "const fcl::Boxd shape{id}({sx}, {sy}, {sz});",
       .capsule = "const fcl::Capsuled shape{id}({r}, {l});",
       .cylinder = "const fcl::Cylinderd shape{id}({r}, {l});",
       .cone = "const fcl::Coned shape{id}({r}, {l});",
       .hull = "",
       .hull_points = "",
       .point = "",
       .point_separator = "",
       .pose = "fcl::Transform3d pose{id} = fcl::Transform3d::Identity();\npose{id}.translation() = fcl::Vector3d({x}, "
               "{y}, {z});\n"
               "pose{id}.linear() = fcl::Quaterniond({qw}, {qx}, {qy}, {qz}).toRotationMatrix();",
       .pose_matrix = "fcl::Transform3d pose{id} = fcl::Transform3d::Identity();\npose{id}.translation() = "
                      "fcl::Vector3d({x}, {y}, {z});\n"
                      "pose{id}.linear() << {m00}, {m01}, {m02}, {m10}, {m11}, {m12}, {m20}, {m21}, {m22};",
       .ellipsoid = "const fcl::Ellipsoidd shape{id}({hx}, {hy}, {hz});"},
      {.name = "box3d",
       .title = "C for Box3D",
       .space = Space::k3d,
       .numbers = ExportNumbers::kFloats,
       .axis = 'y',
       .comment = "//",
       .head = "#include <box3d/collision.h>\n\n",
       .tail = "",
       .sphere = "const b3Sphere shape{id} = {{0.0f, 0.0f, 0.0f}, {r}};",
       .box = "const b3BoxHull shape{id} = b3MakeBoxHull({hx}, {hy}, {hz});",
       .capsule = "const b3Capsule shape{id} = {{0.0f, {minus_h}, 0.0f}, {0.0f, {h}, 0.0f}, {r}};",
       .cylinder = "",
       .cone = "",
       .hull = "const b3Hull* shape{id} = b3CreateHull(points{id}, {n}, {n});",
       .hull_points = "const b3Vec3 points{id}[] = {{points}};",
       .point = "{{x}, {y}, {z}}",
       .point_separator = ", ",
       .pose = "const b3Transform pose{id} = {{{x}, {y}, {z}}, {{{qx}, {qy}, {qz}}, {qw}}};",
       .pose_matrix = ""},
      {.name = "parry",
       .title = "Rust for parry",
       .space = Space::k3d,
       .numbers = ExportNumbers::kDecimalPoint,
       .axis = 'y',
       .comment = "//",
       .head = "use parry3d_f64::math::{Isometry, Point, Translation, Vector};\nuse parry3d_f64::na::{Quaternion, "
               "UnitQuaternion};\nuse "
               "parry3d_f64::shape::*;\n\n",
       .tail = "",
       .sphere = "let shape{id} = Ball::new({r});",
       .box = "let shape{id} = Cuboid::new(Vector::new({hx}, {hy}, {hz}));",
       .capsule = "let shape{id} = Capsule::new_y({h}, {r});",
       .cylinder = "let shape{id} = Cylinder::new({h}, {r});",
       .cone = "let shape{id} = Cone::new({h}, {r});",
       .hull = "let shape{id} = ConvexPolyhedron::from_convex_hull(&[{points}]).unwrap();",
       .hull_points = "",
       .point = "Point::new({x}, {y}, {z})",
       .point_separator = ", ",
       .pose = "let pose{id} = Isometry::from_parts(Translation::new({x}, {y}, {z}), "
               "UnitQuaternion::new_unchecked(Quaternion::new({qw}, "
               "{qx}, {qy}, {qz})));",
       .pose_matrix = ""},
      {.name = "three",
       .title = "JavaScript for three.js",
       .space = Space::k3d,
       .numbers = ExportNumbers::kDecimal,
       .axis = 'y',
       .comment = "//",
       .head = "import * as THREE from 'three';\nimport { ConvexGeometry } from "
               "'three/addons/geometries/ConvexGeometry.js';\n\n",
       .tail = "",
       .sphere = "const mesh{id} = new THREE.Mesh(new THREE.SphereGeometry({r}));",
       .box = "const mesh{id} = new THREE.Mesh(new THREE.BoxGeometry({sx}, {sy}, {sz}));",
       .capsule = "const mesh{id} = new THREE.Mesh(new THREE.CapsuleGeometry({r}, {l}));",
       .cylinder = "const mesh{id} = new THREE.Mesh(new THREE.CylinderGeometry({r}, {r}, {l}));",
       .cone = "const mesh{id} = new THREE.Mesh(new THREE.ConeGeometry({r}, {l}));",
       .hull = "const mesh{id} = new THREE.Mesh(new ConvexGeometry([{points}]));",
       .hull_points = "",
       .point = "new THREE.Vector3({x}, {y}, {z})",
       .point_separator = ", ",
       .pose = "mesh{id}.position.set({x}, {y}, {z});\nmesh{id}.quaternion.set({qx}, {qy}, {qz}, {qw});",
       .pose_matrix = ""},
      {.name = "rapier",
       .title = "JavaScript for Rapier",
       .space = Space::k3d,
       .numbers = ExportNumbers::kDecimal,
       .axis = 'y',
       .comment = "//",
       .head = "import RAPIER from '@dimforge/rapier3d-compat';\n\n",
       .tail = "",
       .sphere = "const collider{id} = RAPIER.ColliderDesc.ball({r})",
       .box = "const collider{id} = RAPIER.ColliderDesc.cuboid({hx}, {hy}, {hz})",
       .capsule = "const collider{id} = RAPIER.ColliderDesc.capsule({h}, {r})",
       .cylinder = "const collider{id} = RAPIER.ColliderDesc.cylinder({h}, {r})",
       .cone = "const collider{id} = RAPIER.ColliderDesc.cone({h}, {r})",
       .hull = "const collider{id} = RAPIER.ColliderDesc.convexHull(new Float32Array([{points}]))",
       .hull_points = "",
       .point = "{x}, {y}, {z}",
       .point_separator = ", ",
       .pose = "  .setTranslation({x}, {y}, {z})\n  .setRotation({x: {qx}, y: {qy}, z: {qz}, w: {qw}});",
       .pose_matrix = ""},
      {.name = "coal",
       .title = "Python for coal",
       .space = Space::k3d,
       .numbers = ExportNumbers::kDecimal,
       .axis = 'z',
       .comment = "#",
       .head = "import coal\nimport eigenpy\nimport numpy as np\n\n",
       .tail = "",
       .sphere = "shape{id} = coal.Sphere({r})",
       .box = "shape{id} = coal.Box({sx}, {sy}, {sz})",
       .capsule = "shape{id} = coal.Capsule({r}, {l})",
       .cylinder = "shape{id} = coal.Cylinder({r}, {l})",
       .cone = "shape{id} = coal.Cone({r}, {l})",
       .hull = "",
       .hull_points = "",
       .point = "",
       .point_separator = "",
       .pose = "pose{id} = coal.Transform3s(eigenpy.Quaternion({qw}, {qx}, {qy}, {qz}), np.array([{x}, {y}, {z}]))",
       .pose_matrix = "pose{id} = coal.Transform3s(np.array([[{m00}, {m01}, {m02}], [{m10}, {m11}, {m12}], [{m20}, "
                      "{m21}, {m22}]]), "
                      "np.array([{x}, {y}, {z}]))",
       .ellipsoid = "shape{id} = coal.Ellipsoid({hx}, {hy}, {hz})"},
      {.name = "mujoco",
       .title = "MuJoCo's XML",
       .space = Space::k3d,
       .numbers = ExportNumbers::kDecimal,
       .axis = 'y',
       .comment = "<!--",
       .head = "<mujoco>\n",
       .tail = "</mujoco>\n",
       .sphere = "<geom type=\"sphere\" size=\"{r}\"/>",
       .box = "<geom type=\"box\" size=\"{hx} {hy} {hz}\"/>",
       .capsule = "<geom type=\"capsule\" size=\"{r}\" fromto=\"0 {minus_h} 0 0 {h} 0\"/>",
       .cylinder = "<geom type=\"cylinder\" size=\"{r}\" fromto=\"0 {minus_h} 0 0 {h} 0\"/>",
       .cone = "",
       .hull = "<geom type=\"mesh\" mesh=\"{id}\"/>",
       .hull_points = "<asset><mesh name=\"{id}\" vertex=\"{points}\"/></asset>",
       .point = "{x} {y} {z}",
       .point_separator = "  ",
       .pose = "<body name=\"{id}\" pos=\"{x} {y} {z}\" quat=\"{qw} {qx} {qy} {qz}\">",
       .pose_matrix = "",
       .ellipsoid = "<geom type=\"ellipsoid\" size=\"{hx} {hy} {hz}\"/>"},
      {.name = "gtest",
       .title = "GoogleTest with hexadecimal floats",
       .space = Space::k3d,
       .numbers = ExportNumbers::kHex,
       .axis = 'y',
       .comment = "  //",
       .head = "#include <gtest/gtest.h>\n#include <vector>\n\n"
               "struct BoxShape { double half_extents[3]; };\nstruct SphereShape { double radius; };\nstruct "
               "CapsuleShape { double "
               "half_length, radius; };   // along y\n"
               "struct CylinderShape { double half_length, radius; };  // along y\nstruct ConeShape { double "
               "half_length, radius; };      "
               "// along y\n"
               "struct ConvexHullShape { std::vector<std::vector<double>> vertices; };\n"
               "struct Pose { double position[3]; double quaternion_xyzw[4]; };\nstruct MatrixPose { double "
               "position[3]; double "
               "rotation_rows[9]; };\n\n"
               "TEST(Collision, Pair) {\n",
       .tail = "}\n",
       .sphere = "  const SphereShape shape{id}{.radius = {r}};",
       .box = "  const BoxShape shape{id}{.half_extents = {{hx}, {hy}, {hz}}};",
       .capsule = "  const CapsuleShape shape{id}{.half_length = {h}, .radius = {r}};",
       .cylinder = "  const CylinderShape shape{id}{.half_length = {h}, .radius = {r}};",
       .cone = "  const ConeShape shape{id}{.half_length = {h}, .radius = {r}};",
       .hull = "  const ConvexHullShape shape{id}{.vertices = {{points}}};",
       .hull_points = "",
       .point = "{{x}, {y}, {z}}",
       .point_separator = ", ",
       .pose = "  const Pose pose{id}{.position = {{x}, {y}, {z}}, .quaternion_xyzw = {{qx}, {qy}, {qz}, {qw}}};",
       .pose_matrix = "  const MatrixPose pose{id}{.position = {{x}, {y}, {z}}, .rotation_rows = {{m00}, {m01}, {m02}, "
                      "{m10}, {m11}, "
                      "{m12}, {m20}, {m21}, {m22}}};"},
      {.name = "markdown",
       .title = "Markdown for an issue",
       .space = Space::k3d,
       .numbers = ExportNumbers::kDecimal,
       .axis = 'y',
       .comment = ">",
       .head = "",
       .tail = "",
       .sphere = "- {id}: sphere, radius {r}",
       .box = "- {id}: box, half extents {hx} {hy} {hz}",
       .capsule = "- {id}: capsule along y, half length {h}, radius {r}",
       .cylinder = "- {id}: cylinder along y, half length {h}, radius {r}",
       .cone = "- {id}: cone along y, half length {h}, radius {r}",
       .hull = "- {id}: hull, vertices {points}",
       .hull_points = "",
       .point = "({x}, {y}, {z})",
       .point_separator = " ",
       .pose = "  position {x} {y} {z}; quaternion xyzw {qx} {qy} {qz} {qw}",
       .pose_matrix =
           "  position {x} {y} {z}; rotation matrix {m00} {m01} {m02}, {m10} {m11} {m12}, {m20} {m21} {m22}"},
      {.name = "box2d",
       .title = "C for Box2D 3",
       .space = Space::k2d,
       .numbers = ExportNumbers::kFloats,
       .axis = 'x',
       .comment = "//",
       .head = "#include <box2d/collision.h>\n\n",
       .tail = "",
       .sphere = "const b2Circle shape{id} = {{0.0f, 0.0f}, {r}};",
       .box = "const b2Polygon shape{id} = b2MakeBox({hx}, {hy});",
       .capsule = "const b2Capsule shape{id} = {{{minus_h}, 0.0f}, {{h}, 0.0f}, {r}};",
       .cylinder = "",
       .cone = "",
       .hull = "const b2Hull hull{id} = b2ComputeHull(points{id}, {n});\nconst b2Polygon shape{id} = "
               "b2MakePolygon(&hull{id}, 0.0f);",
       .hull_points = "const b2Vec2 points{id}[] = {{points}};",
       .point = "{{x}, {y}}",
       .point_separator = ", ",
       .pose = "const b2Transform pose{id} = {{{x}, {y}}, b2MakeRot({angle})};",
       .pose_matrix = "",
       .max_points = 8},  // B2_MAX_POLYGON_VERTICES of its constants
      {.name = "markdown",
       .title = "Markdown for an issue",
       .space = Space::k2d,
       .numbers = ExportNumbers::kDecimal,
       .axis = 'x',
       .comment = ">",
       .head = "",
       .tail = "",
       .sphere = "- {id}: circle, radius {r}",
       .box = "- {id}: rectangle, half extents {hx} {hy}",
       .capsule = "- {id}: capsule along x, half length {h}, radius {r}",
       .cylinder = "",
       .cone = "",
       .hull = "- {id}: polygon, vertices {points}",
       .hull_points = "",
       .point = "({x}, {y})",
       .point_separator = " ",
       .pose = "  position {x} {y}; angle {angle} rad",
       .pose_matrix = ""},
  };
  return rows;
}

const ExportForm* findExportForm(std::string_view name, Space space) {
  for (const ExportForm& form : exportForms()) {
    if (name == form.name && form.space == space) return &form;
  }
  return nullptr;
}

bool isIssueForm(const ExportForm& form) { return std::string_view(form.name) == "markdown"; }

std::string juryMarkdown(const PairAnswer& reference, const std::vector<JuryRow>& rows, Space space) {
  const auto part = [](double value) { return humanNumber(std::abs(value) < 5e-5 ? 0.0 : value, 4); };
  const auto normalText = [&](const Vec3& n) {
    const std::string text = part(n.x) + ", " + part(n.y);
    return "(" + (space == Space::k2d ? text : text + ", " + part(n.z)) + ")";
  };
  const auto depthText = [](bool overlaps, double gap) {
    return fmt::format("{} {} m", overlaps ? "depth" : "distance", humanNumber(overlaps ? 0 - gap : gap, 6));
  };
  // A bar would end the cell.
  const auto cell = [](std::string_view text) {
    std::string out = printableLine(text);
    std::ranges::replace(out, '|', '/');
    return out;
  };
  const bool is_apart = reference.verdict == Verdict::kSeparated;
  std::string out =
      "\n| engine | verdict | depth or distance | normal from A to B | beside the reference |\n|---|---|---|---|---|\n";
  out += fmt::format("| Sepax {}, the reference | {} | {} | {} | |\n", kVersion, verdictName(reference.verdict),
                     depthText(!is_apart, is_apart ? reference.distance : reference.separation),
                     normalText(reference.normal));
  for (const JuryRow& row : rows) {
    const JurorAnswer& answer = row.answer;
    if (answer.status == JurorAnswer::Status::kUnsupported) continue;
    const std::string name = cell(row.version.empty() ? row.name : row.name + " " + row.version);
    if (answer.status != JurorAnswer::Status::kOk) {
      out += fmt::format("| {} | **{}** | | | {} |\n", name, statusName(answer.status), cell(answer.message));
      continue;
    }
    std::string how;
    for (const JuryDifference& difference : row.differences) {
      if (!difference.is_tie) how += (how.empty() ? "**differs**: " : "; ") + difference.text;
    }
    if (how.empty()) how = row.differences.empty() ? "agrees" : "agrees; " + row.differences.front().text;
    const bool overlaps = answer.overlapping.value_or(answer.separation.value_or(0) < 0);
    const std::optional<double> gap = overlaps || !answer.distance ? answer.separation : answer.distance;
    out += fmt::format(
        "| {} | {} | {} | {} | {} |\n", name, answer.overlapping ? (overlaps ? "overlapping" : "separated") : "",
        gap ? depthText(overlaps, *gap) : "", answer.normal ? normalText(*answer.normal) : "", cell(how));
  }
  return out;
}

Result<std::string> exportText(const Document& document, const ExportForm& form, const PairIds* pair) {
  std::vector<const Body*> bodies;
  for (const Body& body : document.bodies) {
    if (pair == nullptr || body.id == pair->first || body.id == pair->second) bodies.push_back(&body);
  }
  if (bodies.empty()) return fail(ErrorCode::kNotFound, document.name, "expected bodies, found none");
  const bool is_xml = std::string_view(form.comment) == "<!--";
  std::string out = is_xml ? "" : form.head;
  out += referenceLines(document, form, bodies);
  if (is_xml) out += form.head;
  std::string shapes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Placed body = placed(*bodies[i], form.axis);
    // Names of bodies are anybody's text; letters are words in every language.
    const std::string id = i < 26 ? std::string(1, static_cast<char>('A' + i)) : fmt::format("B{}", i);
    const Filler filler{form};
    Values values{{"id", id}};
    const char* const shape = filler.shapeTemplate(body.shape, values);
    if (*shape == '\0') {
      return fail(
          ErrorCode::kUnsupported, bodies[i]->id,
          fmt::format("expected one of {} for {}, found {}", kindsOf(form), form.title, withArticle(body.shape)));
    }
    if (const std::size_t count = pointsOf(body.shape); form.max_points > 0 && count > form.max_points) {
      return fail(ErrorCode::kUnsupported, bodies[i]->id,
                  fmt::format("expected at most {} corners for {}, found {}", form.max_points, form.title, count));
    }
    // Points may name their body.
    if (const auto points = values.find("points"); points != values.end())
      points->second = filled(points->second, {{"id", id}});
    if (values.contains("points") && *form.hull_points != '\0') out += filled(form.hull_points, values) + "\n";
    Values pose_values{{"id", id}};
    const char* const pose = filler.poseTemplate(body, pose_values);
    const std::string shape_text = filled(shape, values), pose_text = filled(pose, pose_values);
    shapes += is_xml ? fmt::format("    {}{}</body>\n", pose_text, shape_text)
                     : fmt::format("{}\n{}\n", shape_text, pose_text);
  }
  out += is_xml ? "  <worldbody>\n" + shapes + "  </worldbody>\n" : shapes;
  return out + form.tail;
}

}  // namespace sepax
