#include "format/rotation_reader.h"

#include "core/language.h"
#include "document/validate.h"
#include "format/case_keys.h"

#include <algorithm>
#include <cmath>
#include <string_view>

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
  if (const double* angle = std::get_if<double>(&rotation)) return *angle + std::atan2(first[0][1], first[0][0]);
  const Mat3 both = matrixOf(rotation) * first;
  return rotationOf(both, quaternionOf(both));
}

}  // namespace sepax
