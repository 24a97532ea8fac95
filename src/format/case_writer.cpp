#include "format/case_writer.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/expectation_json.h"
#include "format/query.h"
#include "geom/compound_data.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

struct Writer {
  NumberStyle style;
  int dimensions;

  [[nodiscard]] Json number(double value) const {
    return style == NumberStyle::kHexFloat ? Json(hexFloat(value)) : jsonNumber(value);
  }

  template <class Vec>
  [[nodiscard]] Json vector(const Vec& v, int count = Vec::length()) const {
    Json out = Json::array();
    for (int c = 0; c < count; ++c) out.push(number(v[c]));
    return out;
  }

  /// Two components in 2D.
  [[nodiscard]] Json inSpace(const Vec3& v) const { return vector(v, dimensions); }

  [[nodiscard]] Json rows(const Mat3& matrix) const {
    Json out = Json::array();
    for (int row = 0; row < 3; ++row) out.push(vector(Vec3{matrix[0][row], matrix[1][row], matrix[2][row]}));
    return out;
  }

  [[nodiscard]] Json list(const auto& points) const {
    Json out = Json::array();
    for (const auto& point : points) out.push(vector(point));
    return out;
  }
};

/// Adds the members of a JSON object text that `object` does not have yet.
void addExtra(Json& object, const std::string& extra_json) {
  if (extra_json.empty()) return;
  const auto extra = parseJson(extra_json, "extra");
  if (!extra || !extra->isObject()) return;
  const auto known = static_cast<std::ptrdiff_t>(object.size());
  for (const auto& [key, value] : extra->members()) {
    const auto begin = object.members().begin();
    if (std::none_of(begin, begin + known, [&k = key](const JsonMember& member) { return member.key == k; }))
      object.add(key, value);
  }
}

Json shapeJson(const Writer& writer, const Shape& shape, const std::string& extra_json);

/// The angle whose rotation this is, to the bit where there is one next to what the arc tangent says, or a turn away
/// from it.
double angleOf(const Mat3& rotation) {
  const double angle = portable::atan2(rotation[0].y, rotation[0].x);
  for (const double turn : {0.0, 2 * M_PI, -2 * M_PI}) {
    double below = angle + turn, above = below;
    for (int step = 0; step < 8; ++step) {
      for (const double candidate : {below, above}) {
        if (matrixOfAngle(candidate) == rotation) return candidate;
      }
      below = std::nextafter(below, -INFINITY);
      above = std::nextafter(above, INFINITY);
    }
  }
  return angle;
}

/// As a case of its space takes it: in 2D an angle.
void addMatrix(const Writer& writer, Json& object, const Mat3& rotation) {
  if (writer.dimensions == 2) {
    object["angle"] = writer.number(angleOf(rotation));
  } else {
    object["rotation_matrix"] = writer.rows(rotation);
  }
}

Json childJson(const Writer& writer, const CompoundChild& child) {
  Json object;
  object["id"] = child.id;
  object["shape"] = shapeJson(writer, child.shape, {});
  object["position"] = writer.inSpace(child.pose.position);
  const Mat3& rotation = child.pose.rotation;
  if (rotation != Mat3{1.0}) addMatrix(writer, object, rotation);
  return object;
}

/// Writes one shape's members, one overload a type of field.
struct FieldWriter {
  const Writer& writer;
  Json& object;

  template <class S>
  void operator()(const Field<S, bool>& field, bool member) {
    if (member) object[field.name] = true;
  }
  template <class S>
  void operator()(const Field<S, double>& field, double member) {
    object[field.name] = writer.number(member);
  }
  template <class S, class T>
  void operator()(const Field<S, T>& field, const T& member) {
    if constexpr (requires { member[0].x; }) {
      object[field.name] = writer.list(member);
    } else {
      object[field.name] = writer.vector(member);
    }
  }
  void operator()(const Field<Hull, std::shared_ptr<const HullData>>& field,
                  const std::shared_ptr<const HullData>& member) {
    object[field.name] = writer.list(member->points);
  }
  void operator()(const Field<Mesh, std::shared_ptr<const MeshData>>& field,
                  const std::shared_ptr<const MeshData>& member) {
    object[field.name] = writer.list(member->vertices);
    object["triangles"] = Json::list(member->triangles);
  }
  void operator()(const Field<Heightfield, std::shared_ptr<const HeightfieldData>>& field,
                  const std::shared_ptr<const HeightfieldData>& member) {
    Json rows = Json::array();
    for (const std::vector<double>& heights : member->heights) {
      Json row = Json::array();
      for (const double height : heights) row.push(writer.number(height));
      rows.push(std::move(row));
    }
    object[field.name] = std::move(rows);
    object["spacing"] = writer.vector(member->spacing);
  }
  template <class S>
  void operator()(const Field<S, std::shared_ptr<const CompoundData>>& field,
                  const std::shared_ptr<const CompoundData>& member) {
    Json children = Json::array();
    for (const CompoundChild& child : member->children) children.push(childJson(writer, child));
    object[field.name] = std::move(children);
  }
};

Json shapeJson(const Writer& writer, const Shape& shape, const std::string& extra_json) {
  Json object;
  object["type"] = typeName(shape);
  std::string mesh_name;
  std::visit(
      [&](const auto& held) {
        if constexpr (requires { held.mesh; }) mesh_name = held.mesh;
      },
      shape);
  if (mesh_name.empty()) {
    forEachField(shape, FieldWriter{writer, object});
  } else {
    object["mesh"] = mesh_name;
    if (const double margin = marginOf(shape); margin > 0) object["margin"] = writer.number(margin);
  }
  addExtra(object, extra_json);
  return object;
}

void addRotation(const Writer& writer, Json& object, const Rotation& rotation) {
  if (const Quat* q = std::get_if<Quat>(&rotation)) {
    object["rotation"] =
        Json::array({writer.number(q->x), writer.number(q->y), writer.number(q->z), writer.number(q->w)});
  } else if (const Mat3* matrix = std::get_if<Mat3>(&rotation)) {
    addMatrix(writer, object, *matrix);
  } else {
    object["angle"] = writer.number(std::get<double>(rotation));
  }
}

Json writtenJson(const std::string& text) {
  auto json = parseJson(text, "written");
  return json ? std::move(*json) : Json::object();
}

Json bodyJson(const Writer& writer, const Body& body) {
  Json object;
  object["id"] = body.id;
  // Hexadecimal files have the very numbers instead: sines are not the same everywhere.
  const WrittenForm* const written = writer.style == NumberStyle::kHexFloat ? nullptr : writtenFormOf(body);
  object["shape"] = written != nullptr && !written->shape_json.empty()
                        ? writtenJson(written->shape_json)
                        : shapeJson(writer, body.shape, body.shape_extra_json);
  object["position"] = writer.inSpace(body.position);
  if (written == nullptr) addRotation(writer, object, body.rotation);
  if (body.scale) object["scale"] = writer.inSpace(*body.scale);
  if (written != nullptr) {
    object.add(writtenJson(written->members_json));
  } else if (body.pivot) {
    object["pivot"] = writer.inSpace(*body.pivot);
  }
  if (body.linear_velocity) object["linear_velocity"] = writer.inSpace(*body.linear_velocity);
  if (body.angular_velocity) {
    object["angular_velocity"] =
        writer.dimensions == 2 ? writer.number(body.angular_velocity->z) : writer.inSpace(*body.angular_velocity);
  }
  if (body.colour)
    object["colour"] = fmt::format("#{:02x}{:02x}{:02x}", body.colour->r, body.colour->g, body.colour->b);
  if (!body.visible) object["visible"] = false;
  if (body.locked) object["locked"] = true;
  addExtra(object, body.extra_json);
  return object;
}

}  // namespace

Json caseJson(const Document& document, NumberStyle style) {
  const Writer writer{style, document.space == Space::k2d ? 2 : 3};
  Json object;
  if (!document.schema.empty()) object["$schema"] = document.schema;
  object["sepax"] = 1;
  if (!document.name.empty()) object["name"] = document.name;
  if (!document.notes.empty()) object["notes"] = document.notes;
  if (!document.source.empty()) object["source"] = document.source;
  object["space"] = document.space == Space::k2d ? "2d" : "3d";
  Json bodies = Json::array();
  for (const Body& body : document.bodies) bodies.push(bodyJson(writer, body));
  object["bodies"] = std::move(bodies);
  if (document.pairs) {
    Json pairs = Json::array();
    for (const auto& [a, b] : *document.pairs) pairs.push(Json::array({a, b}));
    object["pairs"] = std::move(pairs);
  }
  if (document.touching_tolerance) object["touching_tolerance"] = writer.number(*document.touching_tolerance);
  if (document.room) {
    object["room"] = Json{{"min", writer.inSpace(document.room->min)}, {"max", writer.inSpace(document.room->max)}};
    if (document.room->at_walls == AtWalls::kPass) object["room"]["at_walls"] = "pass";
    addExtra(object["room"], document.room->extra_json);
  }
  const std::function<Json(double)> number = [&](double value) { return writer.number(value); };
  for (const AskedQuery& asked : document.queries) object["queries"].push(queryJson(asked, document.space, number));
  for (Expectation expected : document.expect) {
    // An edit of the query may have taken the id away that it was named by.
    if (expected.query && document.queries.at(*expected.query).id != expected.query_id) expected.query_id.clear();
    object["expect"].push(expectationJson(expected, document.space, number));
  }
  addExtra(object, document.extra_json);
  return object;
}

std::string writeCase(const Document& document, NumberStyle style) { return prettyJson(caseJson(document, style)); }

Result<void> saveCase(const Document& document, const std::string& path, NumberStyle style) {
  return writeFileAtomically(path, writeCase(document, style));
}

}  // namespace sepax
