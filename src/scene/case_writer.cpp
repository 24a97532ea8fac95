#include "scene/case_writer.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace sepax {

namespace {

struct Writer {
  NumberStyle style;
  int dimensions;

  [[nodiscard]] Json number(double value) const { return style == NumberStyle::kHexFloat ? Json(hexFloat(value)) : jsonNumber(value); }

  template <class Vec>
  [[nodiscard]] Json vector(const Vec& v, int count = Vec::length()) const {
    Json out = Json::array();
    for (int c = 0; c < count; ++c) out.push(number(v[c]));
    return out;
  }

  /// Two components in 2D.
  [[nodiscard]] Json inSpace(const Vec3& v) const { return vector(v, dimensions); }

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
    if (std::none_of(begin, begin + known, [&k = key](const JsonMember& member) { return member.key == k; })) object.add(key, value);
  }
}

/// Writes one shape's members, one overload a type of field.
struct FieldWriter {
  const Writer& writer;
  Json& object;

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
  void operator()(const Field<Hull, std::shared_ptr<const HullData>>& field, const std::shared_ptr<const HullData>& member) {
    object[field.name] = writer.list(member->points);
  }
  void operator()(const Field<Mesh, std::shared_ptr<const MeshData>>& field, const std::shared_ptr<const MeshData>& member) {
    object[field.name] = writer.list(member->vertices);
    object["triangles"] = Json::list(member->triangles);
  }
};

Json shapeJson(const Writer& writer, const Body& body) {
  Json object;
  object["type"] = typeName(body.shape);
  std::string mesh_name;
  std::visit(
      [&](const auto& held) {
        if constexpr (requires { held.mesh; }) mesh_name = held.mesh;
      },
      body.shape);
  if (mesh_name.empty()) {
    forEachField(body.shape, FieldWriter{writer, object});
  } else {
    object["mesh"] = mesh_name;
  }
  addExtra(object, body.shape_extra_json);
  return object;
}

void addRotation(const Writer& writer, Json& object, const Rotation& rotation) {
  if (const Quat* q = std::get_if<Quat>(&rotation)) {
    object["rotation"] = Json::array({writer.number(q->x), writer.number(q->y), writer.number(q->z), writer.number(q->w)});
  } else if (const Mat3* matrix = std::get_if<Mat3>(&rotation)) {
    Json rows = Json::array();
    for (int row = 0; row < 3; ++row) rows.push(writer.vector(Vec3{(*matrix)[0][row], (*matrix)[1][row], (*matrix)[2][row]}));
    object["rotation_matrix"] = std::move(rows);
  } else {
    object["angle"] = writer.number(std::get<double>(rotation));
  }
}

Json bodyJson(const Writer& writer, const Body& body) {
  Json object;
  object["id"] = body.id;
  object["shape"] = shapeJson(writer, body);
  object["position"] = writer.inSpace(body.position);
  addRotation(writer, object, body.rotation);
  if (body.scale) object["scale"] = writer.inSpace(*body.scale);
  if (body.pivot) object["pivot"] = writer.inSpace(*body.pivot);
  if (body.linear_velocity) object["linear_velocity"] = writer.inSpace(*body.linear_velocity);
  if (body.angular_velocity) {
    object["angular_velocity"] = writer.dimensions == 2 ? writer.number(body.angular_velocity->z) : writer.inSpace(*body.angular_velocity);
  }
  if (body.colour) object["colour"] = fmt::format("#{:02x}{:02x}{:02x}", body.colour->r, body.colour->g, body.colour->b);
  if (!body.visible) object["visible"] = false;
  if (body.locked) object["locked"] = true;
  addExtra(object, body.extra_json);
  return object;
}

Json expectationJson(const Writer& writer, const Expectation& expected) {
  Json object;
  if (expected.query) {
    object["query"] = *expected.query;
  } else {
    object["pair"] = Json::array({expected.pair.first, expected.pair.second});
  }
  if (expected.hit) object["hit"] = *expected.hit;
  if (expected.inside) object["inside"] = *expected.inside;
  if (expected.enter) object["enter"] = writer.number(*expected.enter);
  if (expected.leave) object["leave"] = writer.number(*expected.leave);
  for (const auto& [name, volume] : expected.volumes) object["volumes"][name] = writer.number(volume);
  if (expected.verdict) object["verdict"] = verdictName(*expected.verdict);
  if (expected.separation) object["separation"] = writer.number(*expected.separation);
  if (expected.distance) object["distance"] = writer.number(*expected.distance);
  if (expected.depth) object["depth"] = writer.number(*expected.depth);
  if (expected.normal) object["normal"] = writer.inSpace(*expected.normal);
  if (expected.deciding_axis) object["deciding_axis"] = axisName(*expected.deciding_axis);
  if (expected.tolerance_given) object["tolerance"] = writer.number(expected.tolerance);
  addExtra(object, expected.extra_json);
  return object;
}

}  // namespace

std::string writeCase(const Document& document, NumberStyle style) {
  const Writer writer{style, document.space == Space::k2d ? 2 : 3};
  Json object;
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
  for (const std::string& query : document.queries_json) {
    auto value = parseJson(query, "query");
    if (value) object["queries"].push(std::move(*value));
  }
  for (const Expectation& expected : document.expect) object["expect"].push(expectationJson(writer, expected));
  addExtra(object, document.extra_json);
  return prettyJson(object);
}

Result<void> saveCase(const Document& document, const std::string& path, NumberStyle style) {
  return writeFileAtomically(path, writeCase(document, style));
}

}  // namespace sepax
