#include "scene/case_reader.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "geom/tolerances.h"
#include "scene/fit_report.h"
#include "scene/json_reader.h"
#include "scene/query.h"
#include "scene/shape_reader.h"
#include "scene/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

constexpr double kAnything = std::numeric_limits<double>::infinity();

struct CaseReader {
  JsonReader& reader;
  MeshFiles meshes;
  Space space = Space::k3d;

  [[nodiscard]] int dimensions() const { return space == Space::k2d ? 2 : 3; }
  [[nodiscard]] Vec3 vector(const JsonPlace& place) const { return reader.vector(place, dimensions(), -kMaxLength, kMaxLength); }
};

Space readSpace(JsonReader& reader, const JsonPlace& place) {
  if (place && *place.value == "2d") return Space::k2d;
  if (!place || *place.value != "3d") reader.expected(place, tr("\"2d\" or \"3d\""));
  return Space::k3d;
}

Mat3 readMatrix(JsonReader& reader, const JsonPlace& place) {
  Mat3 matrix{1.0};
  if (!place.value->isArray() || place.value->size() != 3) {
    reader.expected(place, tr("three rows of three numbers"));
    return matrix;
  }
  for (int row = 0; row < 3; ++row) {
    const Vec3 numbers = reader.vector(place.item(static_cast<std::size_t>(row)), 3, -kAnything, kAnything);
    for (int column = 0; column < 3; ++column) matrix[column][row] = numbers[column];
  }
  return matrix;
}

Quat readQuaternion(JsonReader& reader, const JsonPlace& place) {
  if (!place.value->isArray() || place.value->size() != 4) {
    reader.expected(place, tr("a quaternion [x, y, z, w]"));
    return {};
  }
  Quat q;
  double* const components[] = {&q.x, &q.y, &q.z, &q.w};
  for (std::size_t c = 0; c < 4; ++c) *components[c] = reader.number(place.item(c), -kAnything, kAnything);
  if (reader.failed()) return {};
  const auto unit = unitQuaternion(q);
  if (!unit) reader.refuse(place, unit.error().code, unit.error().message);
  return unit.value_or(Quat{});
}

Rotation readRotation(const CaseReader& context, ObjectReader& body) {
  struct Form {
    const char* key;
    Space space;
    Rotation (*read)(JsonReader&, const JsonPlace&);
  };
  static constexpr Form kForms[] = {
      {"rotation", Space::k3d, [](JsonReader& reader, const JsonPlace& place) -> Rotation { return readQuaternion(reader, place); }},
      {"rotation_matrix", Space::k3d, [](JsonReader& reader, const JsonPlace& place) -> Rotation { return readMatrix(reader, place); }},
      {"angle", Space::k2d,
       [](JsonReader& reader, const JsonPlace& place) -> Rotation { return reader.number(place, -kAnything, kAnything); }},
      {"angle_deg", Space::k2d,
       [](JsonReader& reader, const JsonPlace& place) -> Rotation {
         return reader.number(place, -kAnything, kAnything) * (std::numbers::pi / 180);
       }},
  };
  Rotation rotation = context.space == Space::k2d ? Rotation(0.0) : Rotation(Quat{});
  const char* found = nullptr;
  for (const Form& form : kForms) {
    const JsonPlace place = body.at(form.key);
    if (!place) continue;
    if (form.space != context.space) {
      const bool planar = context.space == Space::k2d;
      context.reader.refuse(
          place, ErrorCode::kWrongValue,
          trf("expected {} in a {} case, found \"{}\"",
              planar ? tr("\"angle\" or \"angle_deg\"") : tr("\"rotation\" or \"rotation_matrix\""), planar ? "2d" : "3d", form.key));
    } else if (found != nullptr) {
      context.reader.refuse(place, ErrorCode::kWrongValue, trf("expected one rotation, found \"{}\" and \"{}\"", found, form.key));
    } else {
      rotation = form.read(context.reader, place);
    }
    found = form.key;
  }
  return rotation;
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
  return {static_cast<std::uint8_t>(channels[0]), static_cast<std::uint8_t>(channels[1]), static_cast<std::uint8_t>(channels[2])};
}

/// Three factors (two in 2D), or one for all.
Vec3 readScale(const CaseReader& context, const JsonPlace& place) {
  if (!place.value->isArray()) return Vec3{context.reader.number(place, -kMaxLength, kMaxLength)};
  Vec3 scale = context.vector(place);
  if (context.space == Space::k2d) scale.z = 1;
  return scale;
}

Body readBody(CaseReader& context, const JsonPlace& place) {
  JsonReader& reader = context.reader;
  ObjectReader object(reader, place, tr("a body object"));
  Body body;
  body.id = reader.text(object.at("id"));
  body.shape = readShape(reader, object.at("shape"), context.space, context.meshes, body.shape_extra_json);
  if (const JsonPlace at = object.at("position")) body.position = context.vector(at);
  body.rotation = readRotation(context, object);
  if (const JsonPlace at = object.at("scale")) body.scale = readScale(context, at);
  if (const JsonPlace at = object.at("pivot")) body.pivot = context.vector(at);
  if (const JsonPlace at = object.at("linear_velocity")) body.linear_velocity = context.vector(at);
  if (const JsonPlace at = object.at("angular_velocity")) {
    body.angular_velocity = context.space == Space::k2d ? Vec3{0, 0, reader.number(at, -kMaxLength, kMaxLength)} : context.vector(at);
  }
  if (const JsonPlace at = object.at("colour")) body.colour = readColour(reader, at);
  if (const JsonPlace at = object.at("visible")) body.visible = reader.boolean(at);
  if (const JsonPlace at = object.at("locked")) body.locked = reader.boolean(at);
  if (reader.failed()) return body;
  body.extra_json = object.takeUnknown();
  if (const auto ok = validate(body, context.space); !ok) reader.refuse(place, ok.error().code, ok.error().message, ok.error().where);
  return body;
}

constexpr std::size_t kMaxQueries = 1'000'000;

PairIds readPair(JsonReader& reader, const JsonPlace& place) {
  if (!place || !place.value->isArray() || place.value->size() != 2) {
    reader.expected(place, tr("the ids of two bodies"));
    return {};
  }
  return {reader.text(place.item(0)), reader.text(place.item(1))};
}

Verdict readVerdict(JsonReader& reader, const JsonPlace& place) {
  const std::string name = reader.text(place);
  for (const Verdict verdict : {Verdict::kSeparated, Verdict::kTouching, Verdict::kOverlapping}) {
    if (name == verdictName(verdict)) return verdict;
  }
  reader.expected(place, tr("\"separated\", \"touching\" or \"overlapping\""));
  return Verdict::kSeparated;
}

std::optional<AxisId> readAxis(JsonReader& reader, const JsonPlace& place) {
  const auto id = parseAxisName(reader.text(place));
  if (!id) reader.expected(place, tr("the name of an axis like \"A0\", \"B2\", \"A1xB0\" or \"closest\""));
  return id;
}

std::vector<std::pair<std::string, double>> readVolumes(const CaseReader& context, const JsonPlace& place) {
  std::vector<std::pair<std::string, double>> out;
  std::string known;
  for (const VolumeKindInfo& info : volumeKinds()) {
    const char* const name = volumeName(info.kind, context.space == Space::k2d);
    if (name == nullptr) continue;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
    if (!place.value->isObject() || context.reader.failed()) continue;
    const Json* const found = place.value->find(name);
    if (found != nullptr) out.emplace_back(name, context.reader.number({found, &place, name}, 0, kAnything));
  }
  if (context.reader.failed() || (place.value->isObject() && out.size() == place.value->size())) return out;
  context.reader.expected(place, trf("an object of volumes by their kinds ({})", known));
  return out;
}

Expectation readExpectation(const CaseReader& context, const JsonPlace& place) {
  JsonReader& reader = context.reader;
  ObjectReader object(reader, place, tr("an expectation object"));
  Expectation expected;
  if (const JsonPlace at = object.at("query")) {
    expected.query = reader.integer(at, kMaxQueries);
    if (const JsonPlace hit = object.at("hit")) expected.hit = reader.boolean(hit);
    if (const JsonPlace inside = object.at("inside")) expected.inside = reader.boolean(inside);
    if (const JsonPlace enter = object.at("enter")) expected.enter = reader.number(enter, -kAnything, kAnything);
    if (const JsonPlace leave = object.at("leave")) expected.leave = reader.number(leave, -kAnything, kAnything);
    if (const JsonPlace volumes = object.at("volumes")) expected.volumes = readVolumes(context, volumes);
  } else {
    expected.pair = readPair(reader, object.at("pair"));
  }
  if (const JsonPlace at = object.at("verdict")) expected.verdict = readVerdict(reader, at);
  if (const JsonPlace at = object.at("separation")) expected.separation = reader.number(at, -kAnything, kAnything);
  if (const JsonPlace at = object.at("distance")) expected.distance = reader.number(at, expected.query ? -kAnything : 0, kAnything);
  if (const JsonPlace at = object.at("depth")) expected.depth = reader.number(at, 0, kAnything);
  if (const JsonPlace at = object.at("normal")) expected.normal = context.vector(at);
  if (const JsonPlace at = object.at("deciding_axis")) expected.deciding_axis = readAxis(reader, at);
  if (const JsonPlace at = object.at("tolerance")) {
    expected.tolerance = reader.number(at, 0, kAnything);
    expected.tolerance_given = true;
  }
  if (!reader.failed()) expected.extra_json = object.takeUnknown();
  return expected;
}

/// Reads every item of an optional array.
template <class Read>
auto readList(JsonReader& reader, const JsonPlace& list, std::string_view what, Read&& read) {
  std::vector<decltype(read(list))> items;
  if (!list) return items;
  const std::size_t count = reader.arraySize(list, what);
  for (std::size_t i = 0; i < count && !reader.failed(); ++i) items.push_back(read(list.item(i)));
  return items;
}

Document readDocument(CaseReader& context, const JsonPlace& root) {
  JsonReader& reader = context.reader;
  ObjectReader object(reader, root, tr("a case object"));
  Document document;
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
  if (bodies && bodies.value->size() > kMaxBodies) reader.expected(bodies, trf("an array of at most {} bodies", kMaxBodies));
  document.bodies = readList(reader, bodies, tr("an array of bodies"), [&](const JsonPlace& place) { return readBody(context, place); });
  if (const JsonPlace at = object.at("pairs")) {
    document.pairs = readList(reader, at, tr("an array of pairs"), [&](const JsonPlace& place) { return readPair(reader, place); });
  }
  if (const JsonPlace at = object.at("touching_tolerance")) document.touching_tolerance = reader.number(at, 0, kMaxLength);
  const JsonPlace queries = object.at("queries");
  document.queries_json = readList(reader, queries, tr("an array of queries"), [&](const JsonPlace& place) {
    static_cast<void>(readQuery(reader, place, context.space));  // kept as text; what is wrong with it is reported now
    return compactJson(*place.value);
  });
  document.expect = readList(reader, object.at("expect"), tr("an array of expectations"),
                             [&](const JsonPlace& place) { return readExpectation(context, place); });
  if (reader.failed()) return document;
  document.extra_json = object.takeUnknown();
  if (const auto ok = validateReferences(document); !ok) reader.refuse(root, ok.error().code, ok.error().message, ok.error().where);
  return document;
}

/// Reads files beside a case on disk, and only there: the place is compared after links are followed.
Result<std::vector<std::byte>> readBeside(const std::filesystem::path& folder, const std::string& relative) {
  namespace fs = std::filesystem;
  const auto inside = resolveInside({}, relative);
  SEPAX_TRY(inside);
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  const fs::path file = error ? fs::path() : fs::canonical(root / *inside, error);
  if (error) return fail(ErrorCode::kNotFound, relative, tr("expected a file beside the case, found none"));
  const auto [root_end, file_at] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  if (root_end != root.end()) {
    return fail(ErrorCode::kUnsafe, relative, tr("expected a file in the case's folder, found a link that leaves it"));
  }
  const auto text = readFile(file.string(), kMaxMeshBytes);
  SEPAX_TRY(text);
  const auto bytes = std::as_bytes(std::span(*text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

}  // namespace

Result<LoadedCase> parseCase(std::string_view text, const std::string& name, const CaseFileReader& read_file) {
  const auto json = parseJson(text, name, {.bytes = kMaxCaseBytes, .nesting = kMaxCaseNesting});
  SEPAX_TRY(json);
  JsonReader reader(name);
  CaseReader context{reader, {read_file, {}}};
  LoadedCase loaded;
  loaded.document = readDocument(context, JsonPlace{&*json});
  if (reader.failed()) {
    // Keys and ids come from outside: what is shown must be text.
    return fail(reader.error()->code, toValidUtf8(reader.error()->where), toValidUtf8(reader.error()->message));
  }
  loaded.warnings = reader.takeWarnings();
  return loaded;
}

Result<LoadedCase> parseCase(std::string_view text, const std::string& name, const Tree* root, const std::string& directory) {
  if (root == nullptr) return parseCase(text, name, CaseFileReader{});
  return parseCase(text, name, [&](const std::string& relative) -> Result<std::vector<std::byte>> {
    const auto path = resolveInside(directory, relative);
    SEPAX_TRY(path);
    return readEntry(*root, *path, kMaxMeshBytes);
  });
}

Result<LoadedCase> loadCase(const std::string& path) {
  const auto text = readFile(path, kMaxCaseBytes);
  SEPAX_TRY(text);
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::filesystem::path folder = parent.empty() ? std::filesystem::path(".") : parent;
  return parseCase(*text, path, [&](const std::string& relative) { return readBeside(folder, relative); });
}

}  // namespace sepax
