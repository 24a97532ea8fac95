#include "format/case_reader.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/validate.h"
#include "format/case_keys.h"
#include "format/expectation_json.h"
#include "format/query.h"
#include "format/shape_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace sepax {

namespace {

struct CaseReader {
  JsonReader& reader;
  MeshFiles meshes;
  Space space = Space::k3d;

  [[nodiscard]] int dimensions() const { return space == Space::k2d ? 2 : 3; }
  [[nodiscard]] Vec3 vector(const JsonPlace& place) const {
    return reader.vector(place, dimensions(), -kMaxLength, kMaxLength);
  }
};

Space readSpace(JsonReader& reader, const JsonPlace& place) {
  if (place && *place.value == "2d") return Space::k2d;
  if (!place || *place.value != "3d") reader.expected(place, tr("\"2d\" or \"3d\""));
  return Space::k3d;
}

std::optional<int> hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

/// "#rrggbb" or [r, g, b] from 0 to 255.
BodyColour readColour(JsonReader& reader, const JsonPlace& place) {
  std::array<std::size_t, 3> channels{};
  const Json& value = *place.value;
  if (value.isArray() && value.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) channels[i] = reader.integer(place.item(i), 255);
  } else {
    const std::string text = value.isString() ? value.string() : std::string();
    bool good = text.size() == 7 && text[0] == '#';
    for (std::size_t i = 0; good && i < 6; ++i) {
      const auto digit = hexDigit(text[i + 1]);
      good = digit.has_value();
      channels[i / 2] = channels[i / 2] * 16 + static_cast<std::size_t>(digit.value_or(0));
    }
    if (!good) reader.expected(place, tr("a colour \"#rrggbb\" or [r, g, b] from 0 to 255"));
  }
  return {static_cast<std::uint8_t>(channels[0]), static_cast<std::uint8_t>(channels[1]),
          static_cast<std::uint8_t>(channels[2])};
}

/// Three factors (two in 2D), or one for all.
Vec3 readScale(const CaseReader& context, const JsonPlace& place) {
  if (!place.value->isArray()) return Vec3{context.reader.number(place, -kMaxLength, kMaxLength)};
  Vec3 scale = context.vector(place);
  if (context.space == Space::k2d) scale.z = 1;
  return scale;
}

/// Poses a shape that is given by its ends between them. World = position + rotation · (scale · (point − pivot)) for
/// the point middle + R · p of a body becomes that of p: rotation · R, and the pivot seen from the middle. An even
/// scale does not care about R.
void poseByEnds(const CaseReader& context, const JsonPlace& place, const ShapeEnds& ends, Body& body) {
  if (const Vec3 k = body.scale.value_or(Vec3{1.0}); k.x != k.y || (context.space == Space::k3d && k.x != k.z)) {
    context.reader.refuse(place, ErrorCode::kWrongValue,
                          tr("expected one factor for all axes of a shape that is given by its ends"), "scale");
  }
  body.rotation = after(body.rotation, ends.rotation);
  if (!body.pivot && ends.middle == Vec3{0.0}) return;
  body.pivot = glm::transpose(ends.rotation) * (body.pivot.value_or(Vec3{0.0}) - ends.middle);
}

/// The rotation, the pivot and the shape of a body as the file has them, when the body holds it in another form.
std::shared_ptr<const WrittenForm> writtenForm(const JsonPlace& place, const Body& body,
                                               const std::optional<ShapeEnds>& ends) {
  Json members = Json::object();
  const bool is_other_shape =
      ends || childrenOf(body.shape) != nullptr;  // children may be rotated, and given, in any form
  bool is_other = is_other_shape;
  for (const CaseKey& key : bodyKeys()) {
    const bool is_rotation = key.form == ValueForm::kQuaternion || key.form == ValueForm::kMatrix;
    const bool is_other_rotation =
        key.form == ValueForm::kAxisAngle || key.form == ValueForm::kEuler || key.name == std::string_view("angle_deg");
    if (!is_rotation && !is_other_rotation && key.name != std::string_view("angle") &&
        key.name != std::string_view("pivot"))
      continue;
    const Json* const member = place.value->find(key.name);
    if (member == nullptr) continue;
    members.add(key.name, *member);
    is_other = is_other || is_other_rotation;
  }
  if (!is_other) return nullptr;
  return std::make_shared<const WrittenForm>(
      WrittenForm{body.shape, body.rotation, body.pivot, compactJson(members),
                  is_other_shape ? compactJson((*place.value)["shape"]) : std::string(),
                  ends ? std::optional(Pose{ends->middle, ends->rotation}) : std::nullopt});
}

Body readBody(CaseReader& context, const JsonPlace& place) {
  JsonReader& reader = context.reader;
  ObjectReader object(reader, place, tr("a body object"));
  Body body;
  body.id = reader.text(object.at("id"));
  std::optional<ShapeEnds> ends;
  body.shape = readShape(reader, object.at("shape"), context.space, context.meshes, body.shape_extra_json, ends);
  if (const JsonPlace at = object.at("position")) body.position = context.vector(at);
  body.rotation = readRotation(reader, object, context.space);
  if (const JsonPlace at = object.at("scale")) body.scale = readScale(context, at);
  if (const JsonPlace at = object.at("pivot")) body.pivot = context.vector(at);
  if (const JsonPlace at = object.at("linear_velocity")) body.linear_velocity = context.vector(at);
  if (const JsonPlace at = object.at("angular_velocity")) {
    body.angular_velocity =
        context.space == Space::k2d ? Vec3{0, 0, reader.number(at, -kMaxLength, kMaxLength)} : context.vector(at);
  }
  if (const JsonPlace at = object.at("colour")) body.colour = readColour(reader, at);
  if (const JsonPlace at = object.at("visible")) body.visible = reader.boolean(at);
  if (const JsonPlace at = object.at("locked")) body.locked = reader.boolean(at);
  if (reader.failed()) return body;
  if (ends) poseByEnds(context, place, *ends, body);
  body.written = writtenForm(place, body, ends);
  body.extra_json = object.takeUnknown(isSimulationKey);
  if (const auto ok = validate(body, context.space); !ok)
    reader.refuse(place, ok.error().code, ok.error().message, ok.error().where);
  return body;
}

std::vector<Body> readBodyList(CaseReader& context, const JsonPlace& list) {
  JsonReader& reader = context.reader;
  if (list && list.value->size() > kMaxBodies) reader.expected(list, trf("an array of at most {} bodies", kMaxBodies));
  if (!list || reader.failed()) return {};
  return reader.list(list, tr("an array of bodies"), [&](const JsonPlace& place) { return readBody(context, place); });
}

Room readRoom(CaseReader& context, const JsonPlace& place) {
  JsonReader& reader = context.reader;
  ObjectReader object(reader, place, tr("a room object"));
  Room room;
  room.min = context.vector(object.at("min"));
  room.max = context.vector(object.at("max"));
  if (const JsonPlace at = object.at("at_walls")) {
    if (*at.value == "pass") room.at_walls = AtWalls::kPass;
    if (*at.value != "pass" && *at.value != "bounce") reader.expected(at, tr("\"bounce\" or \"pass\""));
  }
  room.extra_json = object.takeUnknown();
  return room;
}

Document readDocument(CaseReader& context, const JsonPlace& root) {
  JsonReader& reader = context.reader;
  ObjectReader object(reader, root, tr("a case object"));
  Document document;
  const JsonPlace schema = object.at("$schema");
  const JsonPlace version = object.at("sepax");
  if (!version) reader.expected(version, tr("version 1 (\"sepax\": 1), the sign of a case file"));
  if (reader.integer(version, std::numeric_limits<std::uint32_t>::max()) != 1 && !reader.failed()) {
    reader.refuse(version, ErrorCode::kUnsupported, trf("expected version 1, found {}", foundText(*version.value)));
  }
  if (const JsonPlace at = object.at("name")) document.name = reader.text(at);
  if (const JsonPlace at = object.at("notes")) document.notes = reader.text(at);
  if (const JsonPlace at = object.at("source")) document.source = reader.text(at);
  document.space = context.space = readSpace(reader, object.at("space"));

  const JsonPlace bodies = object.at("bodies");
  if (!reader.failed() && !bodies) reader.expected(bodies, tr("an array of bodies"));
  document.bodies = readBodyList(context, bodies);
  if (const JsonPlace at = object.at("pairs")) {
    document.pairs =
        reader.list(at, tr("an array of pairs"), [&](const JsonPlace& place) { return readPair(reader, place); });
  }
  if (const JsonPlace at = object.at("touching_tolerance"))
    document.touching_tolerance = reader.number(at, 0, kMaxLength);
  if (const JsonPlace at = object.at("room")) document.room = readRoom(context, at);
  ExpectableQueries named;
  if (const JsonPlace at = object.at("queries")) {
    document.queries = reader.list(at, tr("an array of queries"), [&](const JsonPlace& place) {
      AskedQuery asked = readQuery(reader, place, context.space);
      if (!asked.id.empty() && !named.index_of.emplace(asked.id, named.answers.size()).second)
        reader.expected(place, trf("a different id for each query than \"{}\"", asked.id));
      named.answers.push_back(answerKind(asked.query));
      return asked;
    });
  }
  if (const JsonPlace at = object.at("expect")) {
    document.expect = reader.list(at, tr("an array of expectations"), [&](const JsonPlace& place) {
      return readExpectation(reader, place, context.space, named);
    });
  }
  if (reader.failed()) return document;
  document.extra_json = object.takeUnknown(isSimulationKey);
  if (schema) document.schema = reader.text(schema);
  if (const auto ok = validateReferences(document); !ok)
    reader.refuse(root, ok.error().code, ok.error().message, ok.error().where);
  return document;
}

Result<Json> caseJson(std::string_view text, const std::string& name) {
  return parseJson(text, name, {.bytes = kMaxCaseBytes, .nesting = kMaxCaseNesting});
}

Result<LoadedCase> caseOf(const Json& json, const std::string& name, const FilesBeside& read_file) {
  JsonReader reader(name);
  CaseReader context{reader, {read_file, {}}};
  LoadedCase loaded;
  loaded.document = readDocument(context, JsonPlace{&json});
  if (reader.failed()) {
    // Keys and ids come from outside: what is shown must be text.
    return fail(reader.error()->code, toValidUtf8(reader.error()->where), toValidUtf8(reader.error()->message));
  }
  loaded.warnings = reader.takeWarnings();
  return loaded;
}

}  // namespace

Result<LoadedCase> parseCase(std::string_view text, const std::string& name, const FilesBeside& read_file) {
  const auto json = caseJson(text, name);
  SEPAX_TRY(json);
  return caseOf(*json, name, read_file);
}

Result<LoadedCase> parseCase(std::string_view text, const std::string& name, const Tree* root,
                             const std::string& directory) {
  if (root == nullptr) return parseCase(text, name, FilesBeside{});
  return parseCase(text, name, filesBelow(*root, directory));
}

std::vector<Body> readBodies(JsonReader& reader, const JsonPlace& list, Space space) {
  const FilesBeside none;
  CaseReader context{reader, {none, {}}, space};
  return readBodyList(context, list);
}

Result<LoadedCase> loadCase(const std::string& path) {
  auto text = readFile(path, kMaxCaseBytes);
  SEPAX_TRY(text);
  const auto json = caseJson(*text, path);
  SEPAX_TRY(json);
  std::string().swap(*text);  // of a large case no less than its bodies
  return caseOf(*json, path, filesBeside(path));
}

}  // namespace sepax
