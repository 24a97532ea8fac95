#include "format/api.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/case_schema.h"
#include "format/json_reader.h"
#include "geom/rounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <filesystem>
#include <mutex>
#include <utility>

namespace sepax {

void ApiWords::add(const ApiWords& other) {
  whole.insert(other.whole.begin(), other.whole.end());
  ends.insert(other.ends.begin(), other.ends.end());
  beginnings.insert(other.beginnings.begin(), other.beginnings.end());
  never.insert(other.never.begin(), other.never.end());
  shapes.insert(other.shapes.begin(), other.shapes.end());
}

std::string_view templateOf(const KindTemplates& templates, std::string_view kind) {
  const auto found = std::ranges::find(templates, kind, &KindTemplates::value_type::first);
  return found == templates.end() ? std::string_view() : std::string_view(found->second);
}

const std::vector<std::string>& formKinds(Space space) {
  const auto listed = [](bool planar) {
    std::vector<std::string> kinds;
    for (const Shape& prototype : shapePrototypes()) {
      if (isPlanar(prototype) != planar) continue;
      const std::string type(typeName(prototype));
      kinds.push_back(type);
      if (takesMargin(prototype)) kinds.push_back("rounded_" + type);
      if (type == "polygon") kinds.push_back("concave_" + type);
    }
    return kinds;
  };
  static const std::vector<std::string> kPlanar = listed(true), kSpatial = listed(false);
  return space == Space::k2d ? kPlanar : kSpatial;
}

const Api* findApi(std::string_view name) {
  const auto found = std::ranges::find(apis(), name, &Api::name);
  return found == apis().end() ? nullptr : &*found;
}

namespace {

// Every word that may stand in a file is in one of these tables.

/// A word that stands for a value.
template <class T>
struct Word {
  const char* word;
  T value;
  const char* meaning = "";
};

/// Arguments of shapes with the roles of their numbers, which the readers of pasted texts go by.
constexpr Word<const char*> kArguments[] = {
    {"half_extents", "hx hy hz", "half sizes"},
    {"extents", "sx sy sz", "full sizes"},
    {"extents_from_corner", "kx ky kz", "full sizes, the body's position being a corner"},
    {"min", "lx ly lz", "the least corner"},
    {"max", "ux uy uz", "the greatest corner"},
    {"x_range", "lx ux", "the least and the greatest x of a box; y_range and z_range follow"},
    {"y_range", "ly uy", "the least and the greatest y"},
    {"z_range", "lz uz", "the least and the greatest z"},
    {"radius", "r", "the radius, of a cylinder or cone at its upper end"},
    {"diameter", "diameter", "twice the radius"},
    {"squared_radius", "rr", "the square of the radius"},
    {"radius_from_corner", "rk", "the radius, the body's position being a corner of the square around it"},
    {"radius_start", "rstart", "the radius at the lower end"},
    {"half_length", "half", "half the length, without caps"},
    {"length", "full", "the length, without caps"},
    {"half_length_with_caps", "halfcaps", "half the length, caps included"},
    {"length_with_caps", "caps", "the length, caps included"},
    {"length_above_origin", "foot", "the length of a shape whose lower end is at its origin"},
    {"half_extents_of_axis", "ex ey ez", "half sizes of a cylinder whose length is the one along its axis"},
    {"width", "width", "of the rectangle around a capsule, which lies along the longer side"},
    {"height", "height", "of that rectangle"},
    {"upright", "upright", "behind them: the capsule is along y, or as its direction says"},
    {"centre", "cx cy cz", "the centre in the body; may be missing in front of everything else and behind it"},
    {"position", "px py pz", "the body's position"},
    {"angle", "turn", "the angle about the centre in the plane, radians; may be missing"},
    {"from", "ax ay az", "one end; without the third number where there are so many fewer"},
    {"to", "bx by bz", "the other end"},
    {"normal", "nx ny nz", "of a plane"},
    {"direction", "nx ny nz", "of a ray"},
    {"max_length", "reach", "of a ray; may be missing"},
    {"offset", "d", "of the plane along its normal; may be missing"},
    {"negative_offset", "-d", "the offset with the other sign; may be missing"},
    {"vertices", "points", "all further arguments are vertices, but a border"},
    {"triangles", "triangles", "behind the vertices of a mesh: three of their indices a triangle"},
    {"xs_and_ys", "columns points", "a list of the x of the vertices and one of the y, or vertices"},
    {"centroid", "centroid", "behind them: the body's position is the centroid of the vertices"},
    {"border", "border", "how far the shape extends around these sizes"},
    {"border_inside", "inside", "the radius of its edges and corners within these sizes; may be missing"},
    {"sides", "sides", "of a polygon, or around an axis; may be missing"},
    {"axis", "axis", "0, 1 or 2: along which axis; may be missing"},
    {"owner", "@", "first: the object that has the position and rotation"},
    {"number?", "?", "first: a number that may be missing and means nothing"},
    {"skip", "_",
     "a number that means nothing; may be missing; in front of vertices: an argument; behind them: all numbers"},
};

constexpr Word<RotationKind> kRotationKinds[] = {
    {"xyzw", RotationKind::kQuaternionXyzw, "a quaternion, the real part last"},
    {"wxyz", RotationKind::kQuaternionWxyz, "a quaternion, the real part first"},
    {"rows", RotationKind::kRows, "a matrix of nine or sixteen numbers by rows"},
    {"columns", RotationKind::kColumns, "a matrix by columns"},
    {"angle", RotationKind::kAngle, "an angle in the plane, or its cosine and sine"},
    {"axis_angle", RotationKind::kAxisAngle, "an axis and an angle in either order"},
    {"rotation_vector", RotationKind::kRotationVector, "an axis times an angle"},
    {"euler", RotationKind::kEuler, "angles about \"axes\", applied in \"order\""},
    {"euler_of_word", RotationKind::kEulerInOrder, "a word of axes and their angles"},
    {"basis", RotationKind::kBasis, "three axes and an origin; nine or twelve bare numbers are rows"},
    {"rotator", RotationKind::kRotator, "pitch, yaw and roll in degrees, left-handed with z up"},
    {"z_to", RotationKind::kZTo, "a direction that the z axis is rotated to, and a position"},
};

constexpr Word<Setter> kSetters[] = {
    {"position", Setter::kPosition, "the position"},
    {"rotation", Setter::kRotation, "the rotation"},
    {"transform", Setter::kTransform, "both"},
    {"position_and_angle", Setter::kPlanarPose, "the position and the angle in the plane"},
    {"identity", Setter::kIdentity, "no translation and no rotation"},
    {"scale", Setter::kScale, "the scale"},
    {"velocity", Setter::kVelocity, "the velocity"},
    {"shape", Setter::kShape, "the body's shape"},
    {"child", Setter::kAddShape, "one more shape"},
    {"vertex", Setter::kAddPoint, "one more vertex"},
    {"sizes", Setter::kSizes, "the sizes: the method is among the shapes, too"},
    {"centre", Setter::kCentre, "the shape's centre in the body"},
    {"radius", Setter::kRadius, "the shape's radius"},
    {"margin", Setter::kMargin, "how far the shape extends around its sizes"},
    {"margin_of_points", Setter::kMarginOfPoints,
     "how far a hull extends around its vertices; of other shapes nothing"},
};

constexpr Word<WordRole> kWordRoles[] = {
    {"position", WordRole::kPosition, "the position"},
    {"rotation", WordRole::kRotation, "the rotation, in the form that its count of numbers says"},
    {"xyzw", WordRole::kQuaternionXyzw, "a quaternion, the real part last"},
    {"wxyz", WordRole::kQuaternionWxyz, "a quaternion, the real part first"},
    {"matrix", WordRole::kMatrix, "a matrix"},
    {"transform", WordRole::kTransform, "position and rotation"},
    {"angle", WordRole::kAngle, "an angle in the plane"},
    {"euler", WordRole::kEuler, "three angles"},
    {"half_extents", WordRole::kHalfExtents, "half sizes"},
    {"extents", WordRole::kFullSizes, "full sizes"},
    {"half_or_full_extents", WordRole::kExtents, "sizes: the word does not say which"},
    {"radius", WordRole::kRadius, "the radius"},
    {"diameter", WordRole::kDiameter, "the diameter"},
    {"half_length", WordRole::kHalfLength, "half the length"},
    {"length", WordRole::kFullLength, "the length"},
    {"height", WordRole::kLength, "a length: the word does not say whether half, full or with caps"},
    {"min", WordRole::kLower, "the least corner"},
    {"max", WordRole::kUpper, "the greatest corner"},
    {"vertices", WordRole::kVertices, "vertices"},
    {"from", WordRole::kFrom, "one end"},
    {"to", WordRole::kTo, "the other end"},
    {"shape", WordRole::kShape, "a shape"},
    {"velocity", WordRole::kVelocity, "the velocity"},
    {"angular_velocity", WordRole::kAngularVelocity, "the angular velocity"},
    {"direction", WordRole::kDirection, "the direction of a ray or a motion"},
};

constexpr Word<ApiNumbers> kNumbers[] = {{"decimal", ApiNumbers::kDecimal},
                                         {"decimal_point", ApiNumbers::kDecimalPoint},
                                         {"floats", ApiNumbers::kFloats},
                                         {"hex", ApiNumbers::kHex}};
constexpr Word<char> kAxes[] = {{"x", 'x'}, {"y", 'y'}, {"z", 'z'}};
constexpr Word<AngleUnit> kAngleUnits[] = {{"rad", AngleUnit::kRadians}, {"deg", AngleUnit::kDegrees}};
constexpr Word<Space> kSpaces[] = {{"2d", Space::k2d}, {"3d", Space::k3d}};
constexpr Word<bool> kHands[] = {{"right", false}, {"left", true}};
constexpr Word<bool> kUps[] = {{"y", false}, {"z", true}};
constexpr Word<const char*> kUnits[] = {{"m", ""}, {"cm", "cm"}, {"mm", "mm"}};

/// The types of shapes of case files, and those of the plane or with one size that code has besides.
constexpr const char* kShapeTypes[] = {"sphere",  "circle",   "box",      "rectangle", "square",          "cube",
                                       "capsule", "capsule2", "cylinder", "cone",      "tapered_capsule", "ellipsoid",
                                       "ellipse", "hull",     "polygon",  "regular",   "half_space",      "triangle",
                                       "segment", "ray",      "chain",    "mesh"};

/// Templates of a form besides those of shapes; those of whole lines are ended by a newline.
struct Template {
  const char* key;
  std::string ApiForm::*member;
  bool is_of_lines = false;
};
constexpr Template kTemplates[] = {{"comment", &ApiForm::comment},
                                   {"head", &ApiForm::head, true},
                                   {"tail", &ApiForm::tail, true},
                                   {"hull_points", &ApiForm::hull_points},
                                   {"vertex", &ApiForm::vertex},
                                   {"vertex_separator", &ApiForm::vertex_separator},
                                   {"face", &ApiForm::face},
                                   {"plane", &ApiForm::plane},
                                   {"triangle_of_mesh", &ApiForm::triangle_of_mesh},
                                   {"column", &ApiForm::column},
                                   {"child", &ApiForm::child},
                                   {"pose", &ApiForm::pose},
                                   {"pose_matrix", &ApiForm::pose_matrix},
                                   {"joint", &ApiForm::joint},
                                   {"answer", &ApiForm::answer, true},
                                   {"extension", &ApiForm::extension}};

template <class T, std::size_t kCount>
std::vector<ApiWord> wordsOf(const Word<T> (&table)[kCount]) {
  std::vector<ApiWord> out;
  for (const Word<T>& row : table) out.push_back({row.word, row.meaning});
  return out;
}

/// An object, whose members must all have been asked for when it ends.
struct ApiObject : ObjectReader {
  ApiObject(JsonReader& reader, const JsonPlace& place) : ObjectReader(reader, place, tr("an object")) {}
  ~ApiObject() { refuseUnknown(); }
};

class ApiReader {
 public:
  explicit ApiReader(JsonReader& reader) : reader_(reader) {}

  void api(const JsonPlace& place, Api& out) {
    ApiObject object(reader_, place);
    if (const JsonPlace version = object.at("sepax_api"); !version || *version.value != 1)
      reader_.expected(version, "1");
    static_cast<void>(object.at("$schema"));
    out.title = reader_.text(object.at("title"));
    out.source = textOr(object.at("source"), "");
    out.suffix = textOr(object.at("suffix"), "");
    if (const JsonPlace at = object.at("conventions")) conventions(at, out);
    if (const JsonPlace at = object.at("lists")) lists(at, out);
    const char axis = valueOr(object.at("axis"), kAxes, 'y');
    each(object.at("shapes"), [&](const JsonPlace& at) { shape(at, axis, out); });
    each(object.at("rotations"), [&](const JsonPlace& at) { rotation(at, out); });
    if (const JsonPlace at = object.at("setters")) setters(at, out);
    if (const JsonPlace at = object.at("words")) words(at, out.words_of_texts);
    each(object.at("export"), [&](const JsonPlace& at) { out.exports.push_back(form(at, out)); });
    if (const JsonPlace at = object.at("collider")) out.collider = form(at, out);
  }

 private:
  template <class Read>
  void each(const JsonPlace& list, const Read& read) {
    const std::size_t count = list ? reader_.arraySize(list, tr("an array")) : 0;
    for (std::size_t i = 0; i < count && !reader_.failed(); ++i) read(list.item(i));
  }

  std::string textOr(const JsonPlace& place, const std::string& otherwise) {
    return place ? reader_.text(place) : otherwise;
  }

  std::vector<std::string> texts(const JsonPlace& place) {
    if (!place) return {};
    return reader_.list(place, tr("an array"), [&](const JsonPlace& at) { return reader_.text(at); });
  }

  /// A text, or a list of its lines.
  std::string lines(const JsonPlace& place) {
    return place.value->isArray() ? fmt::format("{}", fmt::join(texts(place), "\n")) : reader_.text(place);
  }

  template <class T, std::size_t kCount>
  T valueOr(const JsonPlace& place, const Word<T> (&table)[kCount], T otherwise) {
    if (!place) return otherwise;
    const std::string word = reader_.text(place);
    std::string all;
    for (const Word<T>& row : table) {
      if (word == row.word) return row.value;
      all += fmt::format("{}\"{}\"", all.empty() ? "" : ", ", row.word);
    }
    reader_.expected(place, trf("one of {}", all));
    return otherwise;
  }

  void conventions(const JsonPlace& place, Api& out) {
    ApiObject object(reader_, place);
    out.is_left_handed = valueOr(object.at("handed"), kHands, false);
    out.is_z_up = valueOr(object.at("up"), kUps, false);
    out.unit = valueOr(object.at("unit"), kUnits, "");
  }

  void lists(const JsonPlace& place, Api& out) {
    ApiObject object(reader_, place);
    out.words = scopes(object.at("if"));
    out.quaternion = order(object.at("quaternion"), "wxyz");
    out.euler = order(object.at("euler"), "xyz");
  }

  /// An order of all these letters, or of some of them.
  std::string order(const JsonPlace& place, std::string_view letters) {
    const std::string text = textOr(place, "");
    if (lowered(text).find_first_not_of(letters) != std::string::npos || text.size() > letters.size())
      reader_.expected(place, trf("an order of {}", letters));
    return text;
  }

  std::vector<std::string> scopes(const JsonPlace& place) {
    std::vector<std::string> out = texts(place);
    for (std::string& word : out) word = lowered(word);
    return out;
  }

  /// Adds a row for each of its names and scopes.
  template <class Row>
  void addRows(ObjectReader& object, const Api& api, Row row, std::vector<Row>& out) {
    row.source = textOr(object.at("source"), api.source);
    const JsonPlace at = object.at("names");
    const std::vector<std::string> names = texts(at);
    if (names.empty()) reader_.expected(at, tr("a list of names"));
    std::vector<std::string> scope = scopes(object.at("if"));
    if (scope.empty()) scope.emplace_back();
    for (const std::string& name : names) {
      for (const std::string& word : scope) {
        row.name = name;
        row.scope = word;
        out.push_back(row);
      }
    }
  }

  /// The roles of the numbers that arguments consist of: "half_extents:2" has two.
  std::string roles(const JsonPlace& list) {
    std::string out;
    each(list, [&](const JsonPlace& at) {
      std::string_view word = at.value->isString() ? std::string_view(at.value->string()) : "";
      const std::size_t colon = word.find(':');
      const std::string_view count = colon == std::string_view::npos ? "" : word.substr(colon + 1);
      word = word.substr(0, colon);
      const auto* const found = std::ranges::find(kArguments, word, &Word<const char*>::word);
      std::string_view all = found == std::end(kArguments) ? "" : found->value;
      const bool is_vector = all.size() == 8 && all[2] == ' ';
      const bool has_count = is_vector && (count == "1" || count == "2" || count == "3");
      if (all.empty() || (!count.empty() && !has_count))
        reader_.expected(at, tr("the word for an argument (sepax help apis lists them)"));
      if (has_count) all = all.substr(0, static_cast<std::size_t>(count[0] - '0') * 3 - 1);
      out += (out.empty() ? "" : " ") + std::string(all);
    });
    return out;
  }

  void shape(const JsonPlace& place, char axis, Api& out) {
    ApiObject object(reader_, place);
    ApiShape row;
    const JsonPlace type = object.at("shape");
    row.type = reader_.text(type);
    if (std::ranges::find(kShapeTypes, row.type) == std::end(kShapeTypes))
      reader_.expected(type, trf("one of {}", fmt::format("{}", fmt::join(kShapeTypes, ", "))));
    row.axis = valueOr(object.at("axis"), kAxes, axis);
    row.roles = roles(object.at("args"));
    if (const JsonPlace vector = object.at("args_if_vector"))
      row.roles = fmt::format("({})|{}", roles(vector), row.roles);
    if (const JsonPlace usual = object.at("usual")) row.usual = members(usual);
    row.unless = scopes(object.at("unless"));
    addRows(object, out, row, out.shapes);
  }

  std::vector<std::pair<std::string, std::vector<double>>> members(const JsonPlace& place) {
    ApiObject object(reader_, place);
    std::vector<std::pair<std::string, std::vector<double>>> out;
    for (const char* const key : {"size", "extents", "radius", "height"}) {
      std::vector<double> numbers;
      each(object.at(key), [&](const JsonPlace& at) { numbers.push_back(reader_.number(at, 0, 1e6)); });
      if (!numbers.empty()) out.emplace_back(key, std::move(numbers));
    }
    return out;
  }

  void rotation(const JsonPlace& place, Api& out) {
    ApiObject object(reader_, place);
    ApiRotation row;
    const JsonPlace kind = object.at("rotation");
    row.kind = valueOr(kind, kRotationKinds, RotationKind::kNone);
    if (!kind) reader_.expected(kind, tr("a kind of rotation"));
    row.unit = valueOr(object.at("unit"), kAngleUnits, AngleUnit::kRadians);
    row.order = order(object.at("order"), "xyz");
    const JsonPlace axes = object.at("axes");
    row.axes = axes ? order(axes, "xyz") : "xyz";
    addRows(object, out, row, out.rotations);
  }

  void setters(const JsonPlace& place, Api& out) {
    ApiObject object(reader_, place);
    for (const Word<Setter>& row : kSetters) {
      for (std::string& name : texts(object.at(row.word))) out.setters.push_back({std::move(name), row.value});
    }
  }

  void roles(const JsonPlace& place, ApiWords::Roles& out) {
    if (!place) return;
    ApiObject object(reader_, place);
    for (const Word<WordRole>& row : kWordRoles) {
      for (const std::string& word : scopes(object.at(row.word))) out.emplace(word, row.value);
    }
  }

  void shapeWords(const JsonPlace& place, bool is_planar, ApiWords& out) {
    if (!place) return;
    ApiObject object(reader_, place);
    for (const char* const type : kShapeTypes) {
      for (const std::string& word : scopes(object.at(type)))
        out.shapes.emplace(word, ApiWords::ShapeWord{type, is_planar});
    }
  }

  void words(const JsonPlace& place, ApiWords& out) {
    ApiObject object(reader_, place);
    roles(object.at("whole"), out.whole);
    roles(object.at("ends"), out.ends);
    roles(object.at("beginnings"), out.beginnings);
    for (std::string& part : scopes(object.at("never"))) out.never.insert(std::move(part));
    shapeWords(object.at("shapes"), false, out);
    shapeWords(object.at("shapes_of_plane"), true, out);
  }

  KindTemplates kinds(ObjectReader& object, Space space) {
    KindTemplates out;
    for (const std::string& kind : formKinds(space)) {
      if (const JsonPlace at = object.at(kind)) out.emplace_back(kind, lines(at));
    }
    return out;
  }

  ApiForm form(const JsonPlace& place, const Api& api) {
    ApiObject object(reader_, place);
    ApiForm out;
    out.name = api.name;
    out.title = reader_.text(object.at("title"));
    out.space = valueOr(object.at("space"), kSpaces, Space::k3d);
    out.numbers = valueOr(object.at("numbers"), kNumbers, ApiNumbers::kDecimal);
    out.axis = valueOr(object.at("axis"), kAxes, 'y');
    for (const Template& row : kTemplates) {
      const JsonPlace at = object.at(row.key);
      if (at) out.*row.member = lines(at) + (row.is_of_lines ? "\n" : "");
    }
    out.half_space_axis = valueOr(object.at("half_space_axis"), kAxes, 'y');
    out.shapes = kinds(object, out.space);
    for (const auto& [key, templates] : {std::pair{"children", &out.children}, {"front", &out.front}}) {
      const JsonPlace at = object.at(key);
      if (!at) continue;
      ApiObject by_kind(reader_, at);
      *templates = kinds(by_kind, out.space);
    }
    if (const JsonPlace at = object.at("max_points")) out.max_points = reader_.integer(at, 1000000);
    if (const JsonPlace at = object.at("mirror")) out.mirror = reader_.vector(at, 3, -1, 1);
    if (const JsonPlace at = object.at("units_per_metre")) out.units_per_metre = reader_.number(at, 1e-6, 1e6);
    return out;
  }

  JsonReader& reader_;
};

}  // namespace

Result<Api> parseApi(std::string_view text, const std::string& file) {
  const auto json = parseJson(text, file);
  SEPAX_TRY(json);
  Api api;
  api.name = std::filesystem::path(file).stem().string();
  JsonReader reader(file);
  ApiReader(reader).api({&*json}, api);
  if (reader.error()) return tl::unexpected<Error>(*reader.error());
  return api;
}

namespace {

// All files.

constexpr std::uint64_t kMaxApiBytes = 1u << 20;

struct ApiTable {
  std::vector<Api> apis;
  ApiWords words;
  Result<void> check;
};

/// Adds the APIs of a folder whose names are new.
void addFolder(ApiTable& table, const std::string& folder) {
  for (const std::string& file : filesEndingIn(folder, ".json")) {
    const std::string name = std::filesystem::path(file).stem().string();
    if (std::ranges::find(table.apis, name, &Api::name) != table.apis.end()) continue;
    const auto text = readFile(file, kMaxApiBytes);
    auto api = text ? parseApi(*text, file) : tl::unexpected<Error>(text.error());
    if (api) {
      table.apis.push_back(std::move(*api));
    } else if (table.check) {
      table.check = tl::unexpected<Error>(api.error());
    }
  }
}

ApiTable readTable() {
  ApiTable table;
  if (const auto config = configFolder()) addFolder(table, *config + "/apis");
  for (const std::string& folder : foldersOf("SEPAX_APIS")) addFolder(table, folder);
  const auto shipped = dataPath("assets/apis");
  if (shipped) addFolder(table, *shipped);
  if (!shipped && table.check) table.check = tl::unexpected<Error>(shipped.error());
  for (Api& api : table.apis) {
    table.words.add(api.words_of_texts);
    for (ApiShape& row : api.shapes) row.api = &api;
    for (ApiRotation& row : api.rotations) row.api = &api;
  }
  return table;
}

/// Every table that was read: rows of an old one may be in use. The last one counts.
class Tables {
 public:
  Tables() { reload(); }
  [[nodiscard]] const ApiTable& current() const { return *current_; }
  void reload() {
    const std::lock_guard lock(mutex_);
    current_ = &all_.emplace_back(readTable());
  }

 private:
  std::mutex mutex_;
  std::deque<ApiTable> all_;
  std::atomic<const ApiTable*> current_ = nullptr;
};

Tables& tables() {
  static Tables all;
  return all;
}

}  // namespace

const std::vector<Api>& apis() { return tables().current().apis; }

const ApiWords& apiWords() { return tables().current().words; }

Result<void> checkApis() { return tables().current().check; }

void reloadApis() { tables().reload(); }

std::vector<ApiWord> apiArguments() { return wordsOf(kArguments); }
std::vector<ApiWord> apiRotationKinds() { return wordsOf(kRotationKinds); }
std::vector<ApiWord> apiSetters() { return wordsOf(kSetters); }
std::vector<ApiWord> apiWordRoles() { return wordsOf(kWordRoles); }

}  // namespace sepax
