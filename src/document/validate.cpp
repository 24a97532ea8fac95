#include "document/validate.h"

#include "core/language.h"
#include "core/name_map.h"
#include "core/text.h"
#include "geom/tolerances.h"

#include <fmt/format.h>

#include <cmath>

namespace sepax {

namespace {

const char* spaceName(Space space) { return space == Space::k2d ? "2d" : "3d"; }

Result<void> validateMatrix(const Mat3& m) {
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      const double product = dot(m[i], m[j]);
      // Written so that NaN fails.
      if (std::abs(product - (i == j ? 1 : 0)) <= kRotationMatrix) continue;
      return fail(ErrorCode::kWrongValue, "rotation_matrix",
                  i == j
                      ? trf("expected columns of length 1, found column {} with length {:g}", i, std::sqrt(product))
                      : trf("expected columns at right angles, found {:g} between columns {} and {}", product, i, j));
    }
  }
  if (dot(crossAccurate(m[0], m[1]), m[2]) > 0) return {};
  return fail(ErrorCode::kWrongValue, "rotation_matrix",
              tr("expected a rotation, found a mirror image (determinant -1)"));
}

/// Puts `step` before the error's place.
tl::unexpected<Error> below(const std::string& step, Error error) {
  error.where = error.where.empty() ? step : step + "/" + error.where;
  return tl::unexpected<Error>(std::move(error));
}

/// The numbers of a query's members, one overload a type.
struct QueryCheck {
  Space space;

  [[nodiscard]] Result<void> operator()(double value, QueryMember, const std::string& where) const {
    if (value >= 0 && value <= kMaxLength) return {};
    return fail(ErrorCode::kWrongValue, where, trf("expected a number from 0 to {:g}, found {:g}", kMaxLength, value));
  }
  [[nodiscard]] Result<void> operator()(const Vec3& value, QueryMember presence, const std::string& where) const {
    SEPAX_TRY(validateVector(value, space, where));
    if (presence == QueryMember::kDirection && value == Vec3{0.0})
      return fail(ErrorCode::kWrongValue, where, tr("expected a direction that is not zero, found zero"));
    return {};
  }
  [[nodiscard]] Result<void> operator()(const auto&, QueryMember, const std::string&) const { return {}; }
};

/// The shape with its scale: the costly part, for hulls.
Result<void> validateShape(const Body& body, Space space) {
  if (isPlanar(body.shape) != (space == Space::k2d)) {
    return fail(ErrorCode::kWrongValue, "shape/type",
                trf("expected a {} shape, found a {} {}", spaceName(space), isPlanar(body.shape) ? "2d" : "3d",
                    typeLabel(body.shape)));
  }
  if (auto ok = validate(body.shape); !ok) return below("shape", ok.error());
  if (!body.scale) return {};
  const auto shape = scaled(body.shape, *body.scale);
  return shape ? Result<void>() : fail(shape.error().code, "scale", shape.error().message);
}

}  // namespace

Result<void> validateQuery(const Query& query, Space space, const std::string& where) {
  Result<void> out;
  std::visit(
      [&](const auto& known) {
        forEachQueryField(known, [&](const auto& field, const auto& member) {
          if (out) out = QueryCheck{space}(member, field.presence, fmt::format("{}/{}", where, field.name));
        });
      },
      query);
  return out;
}

Result<void> validateId(const std::string& id) {
  if (id.empty())
    return fail(ErrorCode::kWrongValue, "id", tr("expected a name with at least one character, found an empty one"));
  if (printableLine(id) != id) {
    return fail(ErrorCode::kWrongValue, "id",
                tr("expected a name of one line of UTF-8, found control characters in it"));
  }
  return {};
}

Result<void> validateVector(const Vec3& v, Space space, const std::string& where) {
  for (int c = 0; c < 3; ++c) {
    if (std::isfinite(v[c]) && std::abs(v[c]) <= kMaxLength) continue;
    return fail(ErrorCode::kWrongValue, fmt::format("{}/{}", where, c),
                trf("expected a finite number of at most ±{:g}, found {:g}", kMaxLength, v[c]));
  }
  if (space == Space::k2d && v.z != 0) {
    return fail(ErrorCode::kWrongValue, where, trf("expected two components in a 2d case, found z = {:g}", v.z));
  }
  return {};
}

Result<Quat> unitQuaternion(const Quat& q) {
  const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  if (std::abs(squared - 1) <= kUnitQuaternionRounding) return q;
  const double length = std::sqrt(squared);
  if (std::abs(length - 1) <= kUnitQuaternion) return normalized(q);
  return fail(
      ErrorCode::kWrongValue, "rotation",
      trf("expected a quaternion [x, y, z, w] of length 1 (within {:g}), found length {:g}", kUnitQuaternion, length));
}

Result<void> validateRotation(const Rotation& rotation, Space space) {
  if (const double* angle = std::get_if<double>(&rotation)) {
    if (space == Space::k3d)
      return fail(ErrorCode::kWrongValue, "angle",
                  tr("expected a quaternion or a matrix in a 3d case, found an angle"));
    if (std::isfinite(*angle)) return {};
    return fail(ErrorCode::kWrongValue, "angle", trf("expected a finite angle, found {:g}", *angle));
  }
  if (space == Space::k2d)
    return fail(ErrorCode::kWrongValue, "rotation", tr("expected an angle in a 2d case, found a rotation in space"));
  if (const Mat3* matrix = std::get_if<Mat3>(&rotation)) return validateMatrix(*matrix);
  SEPAX_TRY(unitQuaternion(std::get<Quat>(rotation)));
  return {};
}

/// A body whose shape never rotates has no rotation and starts none; names the member that gives one.
Result<void> validateNoRotation(const Body& body) {
  if (!neverRotates(body.shape)) return {};
  if (matrixOf(body.rotation) != Mat3{1.0}) {
    static constexpr const char* kMembers[] = {"rotation", "rotation_matrix", "angle"};
    const int member = std::holds_alternative<Quat>(body.rotation)   ? 0
                       : std::holds_alternative<Mat3>(body.rotation) ? 1
                                                                     : 2;
    return fail(ErrorCode::kWrongValue, kMembers[member],
                tr("expected no rotation: an aabb never rotates (a box does)"));
  }
  if (body.angular_velocity && *body.angular_velocity != Vec3{0.0}) {
    return fail(ErrorCode::kWrongValue, "angular_velocity", tr("expected zero: an aabb never rotates (a box does)"));
  }
  return {};
}

Result<void> validateTransform(const Body& body, Space space) {
  SEPAX_TRY(validateRotation(body.rotation, space));
  SEPAX_TRY(validateNoRotation(body));
  struct Row {
    const char* name;
    const std::optional<Vec3>& vector;
  };
  const std::optional<Vec3> position = body.position;
  for (const Row& row :
       {Row{"position", position}, Row{"pivot", body.pivot}, Row{"linear_velocity", body.linear_velocity}}) {
    if (!row.vector) continue;
    SEPAX_TRY(validateVector(*row.vector, space, row.name));
  }
  if (body.angular_velocity) {
    const Vec3 spin = space == Space::k2d ? Vec3{0, 0, body.angular_velocity->z} : *body.angular_velocity;
    SEPAX_TRY(validateVector(spin, Space::k3d, "angular_velocity"));
  }
  // Where the pivot moves the shape's own origin must still be a number.
  return validateVector(poseOf(body).position, Space::k3d, "position");
}

Result<void> validate(const Body& body, Space space) {
  SEPAX_TRY(validateId(body.id));
  SEPAX_TRY(validateShape(body, space));
  return validateTransform(body, space);
}

Result<void> validatePair(const Document& document, const PairIds& pair, const std::string& where) {
  for (const std::string& id : {pair.first, pair.second}) {
    if (findBody(document, id) == nullptr) {
      return fail(ErrorCode::kWrongValue, where,
                  trf("expected the ids of two bodies, found \"{}\", which no body has", id));
    }
  }
  if (pair.first != pair.second) return {};
  return fail(ErrorCode::kWrongValue, where, trf("expected two different bodies, found \"{}\" twice", pair.first));
}

Result<void> validatePairCount(const Document& document) {
  if (!document.pairs || document.pairs->size() <= kMaxPairs) return {};
  return fail(ErrorCode::kTooLarge, "pairs",
              trf("expected at most {} pairs to test, found {}", kMaxPairs, document.pairs->size()));
}

Result<void> validateRoom(const Room& room, Space space) {
  SEPAX_TRY(validateVector(room.min, space, "room/min"));
  SEPAX_TRY(validateVector(room.max, space, "room/max"));
  for (int c = 0; c < (space == Space::k2d ? 2 : 3); ++c) {
    if (room.min[c] < room.max[c]) continue;
    return fail(ErrorCode::kWrongValue, fmt::format("room/max/{}", c),
                trf("expected a number above min, {:g}, found {:g}", room.min[c], room.max[c]));
  }
  return {};
}

Result<void> validateReferences(const Document& document) {
  if (document.bodies.size() > kMaxBodies) {
    return fail(ErrorCode::kTooLarge, "bodies",
                trf("expected at most {} bodies, found {}", kMaxBodies, document.bodies.size()));
  }
  SEPAX_TRY(validatePairCount(document));
  NameSet<std::string> ids;
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    const std::string& id = document.bodies[i].id;
    if (ids.insert(id).second) continue;
    return fail(ErrorCode::kWrongValue, fmt::format("bodies/{}/id", i),
                trf("expected a different id for each body, found \"{}\" again", id));
  }
  for (std::size_t i = 0; document.pairs && i < document.pairs->size(); ++i) {
    SEPAX_TRY(validatePair(document, (*document.pairs)[i], fmt::format("pairs/{}", i)));
  }
  for (std::size_t i = 0; i < document.expect.size(); ++i) {
    if (const auto query = document.expect[i].query) {
      if (*query < document.queries.size()) continue;
      return fail(ErrorCode::kWrongValue, fmt::format("expect/{}/query", i),
                  trf("expected the index of a query, below {}, found {}", document.queries.size(), *query));
    }
    SEPAX_TRY(validatePair(document, document.expect[i].pair, fmt::format("expect/{}/pair", i)));
  }
  if (document.room) {
    SEPAX_TRY(validateRoom(*document.room, document.space));
  }
  const double tolerance = document.touching_tolerance.value_or(0);
  if (tolerance >= 0 && tolerance <= kMaxLength) return {};
  return fail(ErrorCode::kWrongValue, "touching_tolerance", trf("expected a length from 0 up, found {:g}", tolerance));
}

Result<void> validate(const Document& document) {
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    if (auto ok = validate(document.bodies[i], document.space); !ok)
      return below(fmt::format("bodies/{}", i), ok.error());
  }
  return validateReferences(document);
}

}  // namespace sepax
