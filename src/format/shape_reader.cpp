#include "format/shape_reader.h"

#include "core/language.h"
#include "document/validate.h"
#include "format/case_keys.h"
#include "format/case_schema.h"
#include "geom/compound_data.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

Rotation readMatrix(JsonReader& reader, const JsonPlace& place) {
  Mat3 matrix{1.0};
  if (!place.value->isArray() || place.value->size() != 3) {
    reader.expected(place, tr("three rows of three numbers"));
    return matrix;
  }
  for (int row = 0; row < 3; ++row) {
    const Vec3 numbers = reader.vector(place.item(static_cast<std::size_t>(row)), 3);
    for (int column = 0; column < 3; ++column) matrix[column][row] = numbers[column];
  }
  return matrix;
}

Rotation readQuaternion(JsonReader& reader, const JsonPlace& place) {
  if (!place.value->isArray() || place.value->size() != 4) {
    reader.expected(place, tr("a quaternion [x, y, z, w]"));
    return Quat{};
  }
  Quat q;
  double* const components[] = {&q.x, &q.y, &q.z, &q.w};
  for (std::size_t c = 0; c < 4; ++c) *components[c] = reader.number(place.item(c));
  if (reader.failed()) return Quat{};
  const auto unit = unitQuaternion(q);
  if (!unit) reader.refuse(place, unit.error().code, unit.error().message);
  return unit.value_or(Quat{});
}

/// A matrix of quarter turns stays a matrix, any other becomes a quaternion.
Rotation rotationOf(const Mat3& matrix, const Quat& quaternion) {
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      if (matrix[c][r] != 0 && std::abs(matrix[c][r]) != 1) return quaternion;
    }
  }
  return matrix == Mat3{1.0} ? Rotation(Quat{}) : Rotation(matrix);
}

/// "axis" with "angle" or "angle_deg".
Rotation readAxisAngle(JsonReader& reader, const JsonPlace& place) {
  ObjectReader object(reader, place, tr("an object with \"axis\" and \"angle\" or \"angle_deg\""));
  const JsonPlace axis_place = object.at("axis"), radians = object.at("angle"), degrees = object.at("angle_deg");
  if (reader.failed()) return Quat{};
  if (bool(radians) == bool(degrees)) reader.expected(place, tr("either \"angle\" or \"angle_deg\" beside \"axis\""));
  const Vec3 given = reader.vector(axis_place, 3, -kMaxLength, kMaxLength), axis = normalizedOr(given, Vec3{0.0});
  if (axis == Vec3{0.0}) reader.expected(axis_place, tr("a direction that is not zero"));
  if (reader.failed()) return Quat{};
  const double angle = radians ? reader.number(radians) : radiansOf(reader.number(degrees));
  static_cast<void>(object.takeUnknown());
  return rotationOf(matrixAbout(axis, angle), normalized(quaternionAbout(axis, angle)));
}

/// "order" with "angles" or "angles_deg".
Rotation readEuler(JsonReader& reader, const JsonPlace& place) {
  ObjectReader object(reader, place, tr("an object with \"order\" and \"angles\" or \"angles_deg\""));
  const JsonPlace order_place = object.at("order"), radians = object.at("angles"), degrees = object.at("angles_deg");
  if (reader.failed()) return Quat{};
  if (bool(radians) == bool(degrees))
    reader.expected(place, tr("either \"angles\" or \"angles_deg\" beside \"order\""));
  const std::string order = reader.text(order_place);
  constexpr std::string_view kFixed = "xyz", kOwn = "XYZ";
  const auto all_of = [&](std::string_view letters) { return order.find_first_not_of(letters) == std::string::npos; };
  const bool is_own = all_of(kOwn);
  if (order.size() != 3 || !(is_own || all_of(kFixed)) || order[0] == order[1] || order[1] == order[2]) {
    reader.expected(
        order_place,
        tr("three axes, no two neighbours alike: \"xyz\" about the world's axes, \"XYZ\" about the body's own"));
  }
  Vec3 angles = reader.vector(radians ? radians : degrees, 3);
  if (reader.failed()) return Quat{};
  static_cast<void>(object.takeUnknown());
  Mat3 matrix{1.0};
  Quat quaternion;
  for (int i = 0; i < 3; ++i) {
    const double angle = radians ? angles[i] : radiansOf(angles[i]);
    Vec3 axis{0.0};
    axis[static_cast<int>((is_own ? kOwn : kFixed).find(order[static_cast<std::size_t>(i)]))] = 1;
    const Mat3 step = matrixAbout(axis, angle);
    const Quat q = quaternionAbout(axis, angle);
    // About the body's own axes each step comes first of what is there.
    matrix = is_own ? matrix * step : step * matrix;
    quaternion = is_own ? quaternion * q : q * quaternion;
  }
  return rotationOf(matrix, normalized(quaternion));
}

Rotation readAngle(JsonReader& reader, const JsonPlace& place) { return reader.number(place); }
Rotation readDegrees(JsonReader& reader, const JsonPlace& place) { return radiansOf(reader.number(place)); }

}  // namespace

Rotation readRotation(JsonReader& reader, ObjectReader& body, Space space) {
  struct Form {
    const char* key;
    Space space;
    Rotation (*read)(JsonReader&, const JsonPlace&);
  };
  static constexpr Form kForms[] = {
      {"rotation", Space::k3d, readQuaternion},  {"rotation_matrix", Space::k3d, readMatrix},
      {"axis_angle", Space::k3d, readAxisAngle}, {"euler", Space::k3d, readEuler},
      {"angle", Space::k2d, readAngle},          {"angle_deg", Space::k2d, readDegrees},
  };
  const bool planar = space == Space::k2d;
  Rotation rotation = planar ? Rotation(0.0) : Rotation(Quat{});
  const char* found = nullptr;
  for (const Form& form : kForms) {
    const JsonPlace place = body.at(form.key);
    if (!place) continue;
    if (form.space != space) {
      reader.refuse(place, ErrorCode::kWrongValue,
                    trf("expected {} in a {} case, found \"{}\"",
                        planar ? tr("\"angle\" or \"angle_deg\"")
                               : tr("\"rotation\", \"rotation_matrix\", \"axis_angle\" or \"euler\""),
                        planar ? "2d" : "3d", form.key));
    } else if (found != nullptr) {
      reader.refuse(place, ErrorCode::kWrongValue,
                    trf("expected one rotation, found \"{}\" and \"{}\"", found, form.key));
    } else {
      rotation = form.read(reader, place);
    }
    found = form.key;
  }
  return rotation;
}

Rotation after(const Rotation& rotation, const Mat3& first) {
  if (first == Mat3{1.0}) return rotation;
  if (const double* angle = std::get_if<double>(&rotation)) return *angle + portable::atan2(first[0][1], first[0][0]);
  const Mat3 both = matrixOf(rotation) * first;
  return rotationOf(both, quaternionOf(both));
}

namespace {

bool belongsTo(const Shape& shape, Space space) { return isPlanar(shape) == (space == Space::k2d); }

/// "circle, box, polygon, capsule".
std::string kindsOf(Space space) {
  std::vector<std::string_view> names;
  for (const Shape& shape : shapePrototypes()) {
    if (belongsTo(shape, space)) names.push_back(typeName(shape));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The kind of that name in the case's space, default-made.
Shape shapeOfKind(JsonReader& reader, const JsonPlace& place, Space space) {
  const std::string name = reader.text(place);
  const char* const space_name = space == Space::k2d ? "2d" : "3d";
  bool elsewhere = false;
  for (const Shape& shape : shapePrototypes()) {
    if (typeName(shape) != name) continue;
    if (belongsTo(shape, space)) return shape;
    elsewhere = true;
  }
  if (reader.failed()) return Shape{};
  const std::string supported = trf("expected a {} shape ({})", space_name, kindsOf(space));
  if (elsewhere) {
    reader.refuse(place, ErrorCode::kWrongValue,
                  trf("{}, found \"{}\", which is a {} shape", supported, name, space == Space::k2d ? "3d" : "2d"));
  } else {
    reader.refuse(place, ErrorCode::kWrongValue, trf("{}, found {}", supported, foundText(*place.value)));
  }
  return Shape{};
}

/// Reads one shape's members, one overload a type of field.
class FieldReader {
 public:
  FieldReader(JsonReader& reader, ObjectReader& object, const JsonPlace& place, Space space, MeshFiles& meshes)
      : reader_(reader), object_(object), place_(place), space_(space), meshes_(meshes) {}

  /// The mesh file that the shape's points came from; empty when they are in the case.
  [[nodiscard]] const std::string& meshName() const { return mesh_name_; }

  [[nodiscard]] const std::optional<ShapeEnds>& ends() const { return ends_; }

  template <class S>
  void operator()(const Field<S, bool>& field, bool& member) {
    if (const JsonPlace place = object_.at(field.name)) member = reader_.boolean(place);
  }

  template <class S>
  void operator()(const Field<S, double>& field, double& member) {
    if (field.name == std::string_view("half_length") && readEnds(S::kPlanar, field.name, member)) return;
    member = reader_.number(object_.at(field.name), field.min, field.max);
  }

  template <class S>
  void operator()(const Field<S, Vec2>& field, Vec2& member) {
    member = Vec2(reader_.vector(object_.at(field.name), 2, field.min, field.max));
  }

  template <class S>
  void operator()(const Field<S, Vec3>& field, Vec3& member) {
    member = reader_.vector(object_.at(field.name), 3, field.min, field.max);
  }

  template <class S>
  void operator()(const Field<S, std::vector<Vec2>>& field, std::vector<Vec2>& member) {
    member = points<Vec2>(field.name, field.min, field.max);
  }

  template <class S>
  void operator()(const Field<S, std::array<Vec3, 3>>& field, std::array<Vec3, 3>& member) {
    const JsonPlace list = object_.at(field.name);
    if (!list || !list.value->isArray() || list.value->size() != member.size()) {
      reader_.expected(list, tr("an array of 3 points"));
      return;
    }
    for (std::size_t i = 0; i < member.size() && !reader_.failed(); ++i) {
      member[i] = reader_.vector(list.item(i), 3, field.min, field.max);
    }
  }

  void operator()(const Field<Hull, std::shared_ptr<const HullData>>& field, std::shared_ptr<const HullData>& member) {
    std::vector<Vec3> vertices;
    if (const ImportedMesh* file = meshFile(field.name)) {
      vertices = file->vertices;
    } else if (!reader_.failed() && mesh_name_.empty()) {
      vertices = points<Vec3>(field.name, field.min, field.max);
    }
    if (reader_.failed()) return;
    auto hull = makeHull(std::move(vertices), mesh_name_);
    if (!hull)
      hull.error().where = field.name + (hull.error().where.empty() ? std::string() : "/" + hull.error().where);
    take(std::move(hull), member);
  }

  void operator()(const Field<Mesh, std::shared_ptr<const MeshData>>& field, std::shared_ptr<const MeshData>& member) {
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> triangles;
    if (const ImportedMesh* file = meshFile(field.name)) {
      vertices = file->vertices;
      triangles = file->triangles;
    } else if (!reader_.failed() && mesh_name_.empty()) {
      vertices = points<Vec3>(field.name, field.min, field.max);
      triangles = triangleIndices(vertices.size());
    }
    if (!reader_.failed()) take(makeMesh(std::move(vertices), std::move(triangles), mesh_name_), member);
  }

  void operator()(const Field<Heightfield, std::shared_ptr<const HeightfieldData>>& field,
                  std::shared_ptr<const HeightfieldData>& member) {
    const JsonPlace rows = object_.at(field.name), spacing_place = object_.at("spacing");
    const auto number = [&](const JsonPlace& at) { return reader_.number(at, field.min, field.max); };
    auto heights = reader_.list(rows, tr("an array of rows"), [&](const JsonPlace& row) {
      return reader_.list(row, tr("an array of numbers"), number);
    });
    Vec2 spacing{1.0};
    if (spacing_place) {
      spacing = spacing_place.value->isArray() ? Vec2(reader_.vector(spacing_place, 2, 0, kMaxLength))
                                               : Vec2{reader_.number(spacing_place, 0, kMaxLength)};
    }
    if (!reader_.failed()) take(makeHeightfield(std::move(heights), spacing), member);
  }

  template <class S>
  void operator()(const Field<S, std::shared_ptr<const CompoundData>>& field,
                  std::shared_ptr<const CompoundData>& member) {
    const JsonPlace list = object_.at(field.name);
    auto children =
        reader_.list(list, tr("an array of children"), [&](const JsonPlace& place) { return readChild(place); });
    if (reader_.failed()) return;
    auto made = makeCompound(std::move(children), S::kPlanar);
    if (made) {
      member = std::get<S>(*made).data;
    } else {
      reader_.refuse(list, made.error().code, made.error().message, made.error().where);
    }
  }

 private:
  /// A shape with a place in the body; without an id it is called by its number.
  CompoundChild readChild(const JsonPlace& place) {
    ObjectReader object(reader_, place, tr("a child object"));
    CompoundChild child;
    const JsonPlace id = object.at("id"), position = object.at("position");
    child.id = id ? reader_.text(id) : fmt::format("{}", place.index);
    std::string extra_json;
    std::optional<ShapeEnds> ends;
    child.shape = readShape(reader_, object.at("shape"), space_, meshes_, extra_json, ends);
    if (position) child.pose.position = reader_.vector(position, space_ == Space::k2d ? 2 : 3, -kMaxLength, kMaxLength);
    const Rotation rotation = readRotation(reader_, object, space_);
    if (reader_.failed()) return child;
    if (const auto valid = validateRotation(rotation, space_); !valid) {
      reader_.refuse(place, valid.error().code, valid.error().message, valid.error().where);
    }
    const Mat3 nearest = matrixOf(rotation);
    const Mat3* const given = std::get_if<Mat3>(&rotation);
    // One that rounding alone separates from a rotation stays to the bit: what was saved is read as it was.
    constexpr double kRounding = 1e-14;
    const auto is_near = [&](int column) { return length((*given)[column] - nearest[column]) <= kRounding; };
    child.pose.rotation = given != nullptr && is_near(0) && is_near(1) && is_near(2) ? *given : nearest;
    if (ends) child.pose = composed(child.pose, {ends->middle, ends->rotation});
    static_cast<void>(object.takeUnknown());
    return child;
  }

  /// Reads "from" and "to" instead of half the length.
  bool readEnds(bool planar, const char* name, double& half_length) {
    const JsonPlace from_place = object_.at("from"), to_place = object_.at("to");
    if (!from_place && !to_place) return false;
    if (const JsonPlace both = object_.at(name)) {
      reader_.refuse(both, ErrorCode::kWrongValue,
                     trf("expected either \"{}\" or \"from\" and \"to\", found both", name));
    }
    const int count = planar ? 2 : 3;
    const Vec3 from = reader_.vector(from_place, count, -kMaxLength, kMaxLength),
               to = reader_.vector(to_place, count, -kMaxLength, kMaxLength);
    half_length = length(to - from) / 2;
    ShapeEnds& ends = ends_.emplace();
    ends.middle = from + (to - from) / 2.0;
    const Vec3 along = normalizedOr(to - from, planar ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    if (planar) {
      ends.rotation = Mat3{along, Vec3{-along.y, along.x, 0}, Vec3{0, 0, 1}};
    } else if (along != Vec3{0, 1, 0}) {
      const Vec3 across = anyPerpendicular(along);
      ends.rotation = Mat3{across, along, crossAccurate(across, along)};
    }
    return true;
  }

  template <class Point>
  std::vector<Point> points(const char* name, double min, double max) {
    return reader_.list(object_.at(name), tr("an array of points"), [&](const JsonPlace& place) {
      return Point(reader_.vector(place, Point::length(), min, max));
    });
  }

  std::vector<TriangleIndices> triangleIndices(std::size_t vertex_count) {
    const std::size_t last = vertex_count == 0 ? 0 : vertex_count - 1;
    return reader_.list(object_.at("triangles"), tr("an array of triangles"), [&](const JsonPlace& place) {
      TriangleIndices triangle{};
      if (!place.value->isArray() || place.value->size() != 3)
        reader_.expected(place, tr("an array of 3 vertex indices"));
      for (std::size_t corner = 0; corner < 3 && !reader_.failed(); ++corner)
        triangle[corner] = static_cast<std::uint32_t>(reader_.integer(place.item(corner), last));
      return triangle;
    });
  }

  /// The imported "mesh" file, or null: because the case has the points inline, or because the reader has refused it.
  const ImportedMesh* meshFile(const char* inline_name) {
    const JsonPlace place = object_.at("mesh");
    if (!place) return nullptr;
    mesh_name_ = reader_.text(place);
    if (const JsonPlace both = object_.at(inline_name)) {
      reader_.refuse(both, ErrorCode::kWrongValue, trf("expected either \"mesh\" or \"{}\", found both", inline_name));
    }
    if (!reader_.failed() && mesh_name_.empty()) reader_.expected(place, tr("the name of a mesh file"));
    if (reader_.failed()) return nullptr;
    if (const auto known = meshes_.imported.find(mesh_name_); known != meshes_.imported.end()) return &known->second;

    auto bytes = meshes_.read_file
                     ? meshes_.read_file(mesh_name_)
                     : fail(ErrorCode::kNotFound, {},
                            tr("expected a case in a folder or bundle, found one without: no mesh can be read"));
    const FilesBeside beside = [&](const std::string& relative) {
      const std::size_t slash = mesh_name_.rfind('/');
      return meshes_.read_file(slash == std::string::npos ? relative : mesh_name_.substr(0, slash + 1) + relative);
    };
    auto mesh =
        bytes ? importMesh(*bytes, mesh_name_, beside) : Result<ImportedMesh>(tl::unexpected<Error>(bytes.error()));
    if (mesh) return &(meshes_.imported[mesh_name_] = std::move(*mesh));
    reader_.refuse(place, mesh.error().code, describe(mesh.error()));
    return nullptr;
  }

  /// Keeps the made shape's data, or refuses at the place of the value that was wrong.
  template <class S, class Data>
  void take(Result<S> made, std::shared_ptr<const Data>& member) {
    if (made) {
      member = made->data;
    } else if (mesh_name_.empty()) {
      reader_.refuse(place_, made.error().code, made.error().message, made.error().where);
    } else {
      reader_.refuse(place_, made.error().code, fmt::format("{}: {}", mesh_name_, describe(made.error())), "mesh");
    }
  }

  JsonReader& reader_;
  ObjectReader& object_;
  const JsonPlace& place_;
  Space space_;
  MeshFiles& meshes_;
  std::string mesh_name_;
  std::optional<ShapeEnds> ends_;
};

/// "margin" rounds the shape at its size, "margin_inside" moves its sides inwards before, so that it stays as large.
void readMargin(JsonReader& reader, ObjectReader& object, const JsonPlace& place, Shape& shape) {
  const JsonPlace outside = object.at("margin"), inside = object.at("margin_inside");
  if (reader.failed() || (!outside && !inside)) return;
  if (outside && inside) {
    reader.refuse(inside, ErrorCode::kWrongValue, tr("expected either \"margin\" or \"margin_inside\", found both"));
    return;
  }
  const double margin = reader.number(outside ? outside : inside, 0, kMaxLength);
  if (reader.failed()) return;
  Result<Shape> core = outside ? Result<Shape>(shape) : shrunk(shape, margin);
  Result<Shape> made = core ? rounded(*core, margin) : core;
  if (made) {
    shape = std::move(*made);
  } else {
    reader.refuse(place, made.error().code, made.error().message, made.error().where);
  }
}

}  // namespace

Shape readShape(JsonReader& reader, const JsonPlace& place, Space space, MeshFiles& meshes, std::string& extra_json,
                std::optional<ShapeEnds>& ends) {
  ObjectReader object(reader, place, tr("a shape object"));
  Shape shape = shapeOfKind(reader, object.at("type"), space);
  if (reader.failed()) return shape;
  FieldReader fields(reader, object, place, space, meshes);
  forEachField(shape, fields);
  std::visit(
      [&](auto& held) {
        if constexpr (requires { held.mesh; }) held.mesh = fields.meshName();
      },
      shape);
  ends = fields.ends();
  readMargin(reader, object, place, shape);
  if (!reader.failed()) extra_json = object.takeUnknown();
  return shape;
}

}  // namespace sepax
