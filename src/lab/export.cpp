#include "lab/export.h"

#include "collide/pair/pair.h"
#include "core/text.h"
#include "core/version.h"
#include "geom/compound_data.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"
#include "geom/shape.h"
#include "lab/paste/found.h"
#include "lab/paste/own_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>

namespace sepax {

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

constexpr const char* kXmlComment = "<!--";

std::string numberText(double value, ApiNumbers style) {
  if (style == ApiNumbers::kHex) return hexFloat(value);
  std::string text = shortestDecimal(value);
  const bool is_whole = text.find_first_of(".e") == std::string::npos;
  if (style == ApiNumbers::kDecimal) return text;
  if (style == ApiNumbers::kFloats) {
    if (const auto narrow = static_cast<float>(value); static_cast<double>(narrow) == value) {
      text = fmt::format("{}", narrow);
      return text + (text.find_first_of(".e") == std::string::npos ? ".0f" : "f");
    }
  }
  return is_whole ? text + ".0" : text;
}

std::string filled(std::string_view pattern, const Values& values) {
  return fillTemplate(pattern, [&](std::string_view name) {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : &found->second;
  });
}

/// A shape and where it is, as the form needs them: with the rotation in the form that the body holds where possible.
struct Placed {
  Shape shape;
  Vec3 position{0.0};
  std::optional<Quat> quaternion;
  Mat3 matrix{1.0};
  double angle = 0;
};

Placed placed(const Body& body) {
  Placed out;
  const bool is_plain = !body.scale && !body.pivot;
  const PosedShape posed = posedShape(body);
  out.shape = is_plain ? body.shape : posed.shape;
  out.position = is_plain ? body.position : posed.pose.position;
  out.matrix = is_plain ? matrixOf(body.rotation) : posed.pose.rotation;
  if (const Quat* q = std::get_if<Quat>(&body.rotation); q != nullptr && is_plain) out.quaternion = *q;
  if (const Mat3* matrix = std::get_if<Mat3>(&body.rotation); matrix != nullptr && is_plain) out.matrix = *matrix;
  if (const double* angle = std::get_if<double>(&body.rotation)) out.angle = *angle;
  return out;
}

Placed placed(const CompoundChild& child) {
  const Mat3& matrix = child.pose.rotation;
  return {child.shape, child.pose.position, std::nullopt, matrix, portable::atan2(matrix[0][1], matrix[0][0])};
}

/// The axis that the form has the shape along, or its normal; y where there is none.
char axisOf(const Shape& shape, const ApiForm& form) {
  if (std::holds_alternative<HalfSpace>(shape)) return form.half_space_axis;
  const bool has_axis = std::holds_alternative<Capsule>(shape) || std::holds_alternative<TaperedCapsule>(shape) ||
                        coreIf<Cylinder>(shape) != nullptr || coreIf<Cone>(shape) != nullptr;
  return has_axis ? form.axis : 'y';
}

bool isRounded(const Shape& shape) {
  return std::visit([](const auto& s) { return kIsRounded<std::decay_t<decltype(s)>>; }, shape);
}

/// The values of a shape and its place, by the names that templates have for them.
class Filler {
 public:
  Filler(const ApiForm& form, std::string id, Placed placed) : form_(form), placed_(std::move(placed)) {
    values_["id"] = std::move(id);
    if (isUnbounded(placed_.shape)) putPlane();
    if (const char axis = axisOf(placed_.shape, form); axis != 'y') {
      placed_.matrix = placed_.matrix * glm::transpose(paste::turnTo(axis));
      placed_.quaternion.reset();
    }
    margin_ = marginOf(placed_.shape);
    values_["margin"] = number(margin_);
    forEachField(placed_.shape, [&](const auto& field, const auto& value) { put(field.name, value); });
    putPose();
  }

  /// {points} where they are in the compound: a polygon's corners, a segment's ends.
  void putPointsInCompound() {
    std::vector<Vec2> points;
    if (const auto* polygon = coreIf<Polygon>(placed_.shape)) points = polygon->vertices;
    if (const auto* segment = std::get_if<Segment2>(&placed_.shape))
      points = {{-segment->half_length, 0}, {segment->half_length, 0}};
    for (Vec2& p : points) p = Vec2(placed_.position + placed_.matrix * Vec3(p, 0.0));
    if (!points.empty()) putPoints(points);
  }

  [[nodiscard]] const Shape& shape() const { return placed_.shape; }
  void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
  [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
  [[nodiscard]] std::string text(std::string_view pattern) const { return filled(pattern, values_); }
  [[nodiscard]] const std::string& pose() const {
    return !form_.pose_matrix.empty() && !placed_.quaternion ? form_.pose_matrix : form_.pose;
  }

 private:
  [[nodiscard]] std::string number(double value) const { return numberText(value, form_.numbers); }

  /// Stands between the numbers of a list.
  [[nodiscard]] const char* separator() const { return form_.comment == kXmlComment ? " " : ", "; }

  template <class Points>
  [[nodiscard]] std::string pointList(const Points& points) const {
    std::string out;
    for (const auto& p : points) {
      Values values{{"id", values_.at("id")}, {"x", number(p.x)}, {"y", number(p.y)}};
      if constexpr (std::decay_t<decltype(p)>::length() == 3) values["z"] = number(p.z);
      out += (out.empty() ? "" : form_.vertex_separator) + filled(form_.vertex, values);
    }
    return out;
  }

  /// One more of the list of that name.
  void add(const char* list, const std::string& pattern, const Values& values) {
    std::string& out = values_[list];
    out += (out.empty() ? "" : separator()) + filled(pattern, values);
  }

  /// {faces} are loops of indices of points, {f} their number.
  template <class Faces>
  void putFaces(const std::string& pattern, const Faces& faces) {
    for (const auto& face : faces) {
      add("faces", pattern,
          {{"indices", fmt::format("{}", fmt::join(face, separator()))}, {"n", std::to_string(face.size())}});
    }
    values_["f"] = std::to_string(std::size(faces));
  }

  /// The normal of a half-space and how far along it the plane is, in the world.
  void putPlane() {
    const Vec3 normal = placed_.matrix[1];
    const double offset = dot(normal, placed_.position);
    for (int c = 0; c < 3; ++c) values_[std::string("n") + "xyz"[c]] = number(normal[c]);
    values_["d"] = number(offset);
    values_["minus_d"] = number(0 - offset);
  }

  void putPose() {
    const char* const names[] = {"x", "y", "z"};
    for (int c = 0; c < 3; ++c) values_[names[c]] = number(placed_.position[c]);
    values_["angle"] = number(placed_.angle);
    values_["angle-90"] = number(placed_.angle - M_PI / 2);
    const Quat q = placed_.quaternion ? *placed_.quaternion : quaternionOf(placed_.matrix);
    values_["qx"] = number(q.x);
    values_["qy"] = number(q.y);
    values_["qz"] = number(q.z);
    values_["qw"] = number(q.w);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) values_[fmt::format("m{}{}", r, c)] = number(placed_.matrix[c][r]);
    }
  }

  /// A size, without and with the margin around it.
  void putSize(const std::string& name, double size) {
    values_[name] = number(size);
    values_[name + "+margin"] = number(size + margin_);
  }

  // The values of a shape's field, one overload a type.

  void put(const char* field, double size) {
    const std::string_view name(field);
    if (name == "margin") return;
    const std::string letter = name == "half_length" ? "h" : name == "radius_end" ? "r_end" : "r";
    putSize(letter, size);
    if (letter != "h") return;
    values_["l"] = number(2 * size);
    values_["minus_h"] = number(-size);
  }
  template <int kCount>
  void put(const char*, const glm::vec<kCount, double>& half) {
    for (int c = 0; c < kCount; ++c) {
      putSize(std::string("h") + "xyz"[c], half[c]);
      values_[std::string("s") + "xyz"[c]] = number(2 * half[c]);
    }
    if constexpr (kCount == 3) {
      std::vector<Vec3> corners;
      for (int i = 0; i < 8; ++i) corners.push_back(half * Vec3{i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1});
      values_["corners"] = pointList(corners);
    }
  }
  template <class Points>
  void putPoints(const Points& points) {
    values_["points"] = pointList(points);
    values_["n"] = std::to_string(points.size());
  }
  void put(const char*, const std::vector<Vec2>& points) { putPoints(points); }
  void put(const char*, const std::array<Vec3, 3>& points) { putPoints(points); }
  void put(const char*, const std::shared_ptr<const HullData>& hull) {
    putPoints(hull->points);
    putFaces(form_.face, facesByPoints(*hull));
    const Polytope& polytope = hull->polytope;
    for (const PolytopeFace& face : polytope.faces) {
      const Vec3& n = face.normal;
      const double d = dot(n, polytope.vertices[static_cast<std::size_t>(face.loop[0])]);
      add("planes", form_.plane, {{"nx", number(n.x)}, {"ny", number(n.y)}, {"nz", number(n.z)}, {"d", number(d)}});
    }
  }
  void put(const char*, const std::shared_ptr<const MeshData>& mesh) {
    putPoints(mesh->vertices);
    putFaces(form_.triangle_of_mesh, mesh->triangles);
  }
  /// {columns} are the heights at one x, the greatest first, {c} their number, {rows} that of the heights in each;
  /// {low} is the least height, {span} how far above it the others reach.
  void put(const char* name, const std::shared_ptr<const HeightfieldData>& field) {
    put(name, field->surface);
    const auto& heights = field->heights;
    const std::size_t rows = heights.size(), columns = heights[0].size();
    double low = heights[0][0], high = low;
    for (std::size_t column = columns; column-- > 0;) {
      std::string all;
      for (const std::vector<double>& row : heights) {
        all += (all.empty() ? "" : separator()) + number(row[column]);
        low = std::min(low, row[column]);
        high = std::max(high, row[column]);
      }
      add("columns", form_.column, {{"heights", all}});
    }
    values_["c"] = std::to_string(columns);
    values_["rows"] = std::to_string(rows);
    values_["low"] = number(low);
    values_["span"] = number(high > low ? high - low : 1);
    const Vec2 half = 0.5 * field->spacing * Vec2(columns - 1, rows - 1);
    values_["hx"] = number(half.x);
    values_["hz"] = number(half.y);
    values_["minus_hz"] = number(-half.y);
    if (field->spacing.x == field->spacing.y) values_["cell"] = number(field->spacing.x);
  }
  void put(const char*, const auto&) {}

  const ApiForm& form_;
  Placed placed_;
  double margin_ = 0;
  Values values_;
};

/// "tapered capsule"
std::string spokenKind(std::string_view kind) {
  std::string name(kind);
  std::ranges::replace(name, '_', ' ');
  return kind == "half_space" ? "half-space" : name;
}

std::string kindsOf(const KindTemplates& templates) {
  std::string out;
  for (const auto& [kind, pattern] : templates)
    out += (out.empty() ? "" : ", ") + spokenKind(kind == "polygon" ? "convex_polygon" : kind);
  return out;
}

/// The words for a shape in the message of a form that lacks it: "an ellipsoid", "a rounded box", "a concave polygon".
std::string withArticle(const Shape& shape) {
  const std::string name = spokenKind(exportKind(shape));
  return (name.find_first_of("aeiou") == 0 ? "an " : "a ") + name;
}

/// How many corners a polygon or hull has; 0: it is neither.
std::size_t pointsOf(const Shape& shape) {
  if (const auto* polygon = coreIf<Polygon>(shape)) return polygon->vertices.size();
  const auto* const hull = coreIf<Hull>(shape);
  return hull != nullptr ? hull->data->points.size() : 0;
}

std::string commented(const ApiForm& form, const std::string& line) {
  std::string text = printableLine(line);
  if (form.comment != kXmlComment) {
    // A compiler joins the next line to one that ends in a backslash, blanks behind it or not.
    const std::size_t last = text.find_last_not_of(" \t");
    if (last != std::string::npos && text[last] == '\\') text += " .";
    return fmt::format("{} {}\n", form.comment, text);
  }
  // XML has no two dashes in a comment.
  for (std::size_t at = 0; (at = text.find("--", at)) != std::string::npos; ++at) text.insert(at + 1, 1, ' ');
  return fmt::format("{} {} -->\n", form.comment, text);
}

/// Whether a template has one of the names in it.
bool names(std::string_view pattern, std::initializer_list<const char*> any) {
  return std::ranges::any_of(any, [&](const char* name) { return pattern.find(name) != std::string_view::npos; });
}

/// Whether a template has the place in it.
bool placesItself(std::string_view pattern) { return names(pattern, {"{x}", "{d}", "{minus_d}"}); }

/// Writes bodies; what has to be in front of all of them is in `front`.
struct Writer {
  const ApiForm& form;
  bool is_xml = false;
  std::string front = {};

  /// A shape with its place; of a compound, its children first or, in XML, within. `where` is the body in the case.
  Result<std::string> body(Filler filler, const std::string& where, const KindTemplates& templates,
                           bool with_pose = true) {
    const Shape& shape = filler.shape();
    std::string kind = exportKind(shape);
    std::string_view pattern = templateOf(templates, kind);
    const bool has_other_cells = names(pattern, {"{cell}"}) && !filler.has("cell");
    if (std::holds_alternative<Heightfield>(shape) && (pattern.empty() || has_other_cells)) {
      kind = "mesh";
      pattern = templateOf(templates, kind);
    }
    if (pattern.empty()) {
      return fail(
          ErrorCode::kUnsupported, where,
          fmt::format("expected one of {} for {}, found {}", kindsOf(templates), form.title, withArticle(shape)));
    }
    if (const std::size_t count = pointsOf(shape); form.max_points > 0 && count > form.max_points) {
      return fail(ErrorCode::kUnsupported, where,
                  fmt::format("expected at most {} corners for {}, found {}", form.max_points, form.title, count));
    }
    std::string before;
    if (const CompoundData* const compound = childrenOf(shape)) {
      const std::string id = filler.text("{id}");
      std::string children;
      for (std::size_t i = 0; i < compound->children.size(); ++i) {
        Filler child(form, fmt::format("{}_{}", id, i + 1), placed(compound->children[i]));
        child.set("joint", "");
        if (!form.children.empty()) child.putPointsInCompound();
        const auto text = form.children.empty() ? body(child, where, form.shapes, !placesItself(form.child))
                                                : body(child, where, form.children, false);
        SEPAX_TRY(text);
        (is_xml ? children : before) += *text;
        if (is_xml) continue;
        child.set("child", child.text("{id}"));
        child.set("id", id);
        children += (children.empty() ? "" : "\n") + child.text(form.child);
      }
      filler.set("children", children);
    }
    std::string_view ahead = templateOf(form.front, kind);
    if (ahead.empty() && filler.has("points")) ahead = form.hull_points;
    if (!ahead.empty()) front += filler.text(ahead) + "\n";
    const std::string pose = with_pose && !placesItself(pattern) ? filler.text(filler.pose()) : std::string();
    if (is_xml) return fmt::format("    {}{}</body>\n", pose, filler.text(pattern));
    return before + filler.text(pattern) + "\n" + (pose.empty() ? "" : pose + "\n");
  }
};

/// Comment lines with the reference's answer, for the reader of the code.
std::string referenceLines(const Document& document, const ApiForm& form, const std::vector<const Body*>& bodies) {
  const auto shown = [&](const std::string& name) { return isIssueForm(form) ? markdownText(name) : name; };
  std::string out = commented(form, fmt::format("{}, {} to {}", document.name.empty() ? "a pair" : shown(document.name),
                                                shown(bodies.front()->id), shown(bodies.back()->id)));
  if (!document.source.empty()) out += commented(form, document.source);
  if (bodies.size() != 2) return out;
  const auto report = testPair(document, {bodies[0]->id, bodies[1]->id});
  if (!report) return out;
  const PairAnswer& answer = report->answer;
  if (answer.endless)
    return out + commented(form, std::string(paste::kReferenceSign) + "overlapping without end: no move ends it");
  const bool has_distance = answer.verdict == Verdict::kSeparated && answer.distance > answer.separation;
  out += commented(form, fmt::format("{}{}, separation {}, {}normal ({}, {}, {}) from {} to {}", paste::kReferenceSign,
                                     verdictName(answer.verdict), shortestDecimal(answer.separation),
                                     has_distance ? fmt::format("distance {}, ", shortestDecimal(answer.distance)) : "",
                                     humanNumber(answer.normal.x, 6), humanNumber(answer.normal.y, 6),
                                     humanNumber(answer.normal.z, 6), shown(bodies[0]->id), shown(bodies[1]->id)));
  return out;
}

/// The form's lines about the reference's answer.
std::string answerLines(const Document& document, const ApiForm& form, const std::vector<const Body*>& bodies) {
  if (form.answer.empty() || bodies.size() != 2) return {};
  const auto report = testPair(document, {bodies[0]->id, bodies[1]->id});
  if (!report) return {};
  constexpr double kShare = 1e-9;
  const double tolerance = kShare * pairSize(posedShape(*bodies[0]), posedShape(*bodies[1]));
  const PairAnswer& answer = report->answer;
  const bool is_apart = answer.verdict == Verdict::kSeparated;
  Values values{{"tolerance", shortestDecimal(tolerance)}};
  // Apart, one function gives the gap along the best axis, another the distance, each with its own normal.
  const bool has_two_gaps = is_apart && answer.distance - answer.separation > tolerance;
  if (has_two_gaps) {
    values["gap"] = numberText(answer.separation, form.numbers);
    values["distance"] = numberText(answer.distance, form.numbers);
  } else if (!answer.endless) {
    values["separation"] = numberText(is_apart ? answer.distance : answer.separation, form.numbers);
  }
  if (answer.verdict != Verdict::kTouching)
    values["overlapping"] = answer.verdict == Verdict::kOverlapping ? "true" : "false";
  const SatReport* const sat = std::get_if<SatReport>(&report->trace);
  const bool has_one_normal = is_apart || sat == nullptr || sat->runner_up < 0 || sat->runner_up_margin > tolerance;
  if (has_one_normal && !has_two_gaps && !answer.endless) {
    for (int c = 0; c < 3; ++c) values[std::string("n") + "xyz"[c]] = numberText(answer.normal[c], form.numbers);
  } else if (answer.verdict == Verdict::kOverlapping && !answer.endless) {
    values["length"] = "1";
  }
  std::string out;
  for (std::string_view rest = form.answer; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    static constexpr std::array kMaybe{"overlapping", "separation", "gap", "distance", "nx", "ny", "nz", "length"};
    const bool is_open = std::ranges::any_of(kMaybe, [&](const char* name) {
      return !values.contains(name) && line.find(fmt::format("{{{}}}", name)) != std::string_view::npos;
    });
    if (!is_open) out += filled(line, values) + "\n";
  }
  return out;
}

}  // namespace

std::string exportKind(const Shape& shape) {
  const auto* const polygon = std::get_if<Polygon>(&shape);
  if (polygon != nullptr && !isConvex(shape)) return "concave_polygon";
  const std::string_view type = typeName(shape);
  if (type == "aabb") return "box";
  return (isRounded(shape) ? "rounded_" : "") + std::string(type);
}

std::vector<const ApiForm*> exportForms() {
  std::vector<const ApiForm*> forms;
  for (const Api& api : apis()) {
    for (const ApiForm& form : api.exports) forms.push_back(&form);
  }
  return forms;
}

const ApiForm* findExportForm(std::string_view name, Space space) {
  for (const ApiForm* form : exportForms()) {
    if (name == form->name && form->space == space) return form;
  }
  return nullptr;
}

bool isIssueForm(const ApiForm& form) { return form.name == "markdown"; }

std::string markdownText(std::string_view text) {
  std::string out;
  for (const char c : printableLine(text)) {
    if (std::string_view("\\`*[]<>|").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string juryMarkdown(const PairAnswer& reference, const std::vector<JuryRow>& rows, Space space) {
  const auto part = [](double value) { return humanNumber(std::abs(value) < 5e-5 ? 0.0 : value, 4); };
  const auto normalText = [&](const Vec3& n) {
    const std::string text = part(n.x) + ", " + part(n.y);
    // The word is for readers of texts, to which three numbers may be a place.
    return "normal (" + (space == Space::k2d ? text : text + ", " + part(n.z)) + ")";
  };
  const auto depthText = [](bool overlaps, double gap) {
    return fmt::format("{} {} m", overlaps ? "depth" : "distance", humanNumber(overlaps ? 0 - gap : gap, 6));
  };
  const bool is_apart = reference.verdict == Verdict::kSeparated;
  std::string out =
      "\n| engine | verdict | depth or distance | from the first to the second | beside the reference "
      "|\n|---|---|---|---|---|\n";
  out += fmt::format("| Sepax {}, the reference | {} | {} | {} | |\n", kVersion, verdictName(reference.verdict),
                     reference.endless ? std::string("without end")
                                       : depthText(!is_apart, is_apart ? reference.distance : reference.separation),
                     reference.endless ? std::string() : normalText(reference.normal));
  for (const JuryRow& row : rows) {
    const JurorAnswer& answer = row.answer;
    if (answer.status == JurorAnswer::Status::kUnsupported) continue;
    const std::string name = markdownText(row.version.empty() ? row.name : row.name + " " + row.version);
    if (answer.status != JurorAnswer::Status::kOk) {
      out += fmt::format("| {} | **{}** | | | {} |\n", name, statusName(answer.status), markdownText(answer.message));
      continue;
    }
    std::string how;
    for (const JuryDifference& difference : row.differences) {
      if (!difference.is_tie) how += (how.empty() ? "**differs**: " : "; ") + markdownText(difference.text);
    }
    if (how.empty()) how = row.differences.empty() ? "agrees" : "agrees; " + markdownText(row.differences.front().text);
    const bool overlaps = answer.overlapping.value_or(answer.separation.value_or(0) < 0);
    const std::optional<double> gap = overlaps || !answer.distance ? answer.separation : answer.distance;
    out += fmt::format("| {} | {} | {} | {} | {} |\n", name,
                       answer.overlapping ? (overlaps ? "overlapping" : "separated") : "",
                       gap ? depthText(overlaps, *gap) : "", answer.normal ? normalText(*answer.normal) : "", how);
  }
  return out;
}

Result<std::string> exportText(const Document& document, const ApiForm& form, const PairIds* pair) {
  std::vector<const Body*> bodies;
  for (const Body& body : document.bodies) {
    if (pair == nullptr || body.id == pair->first || body.id == pair->second) bodies.push_back(&body);
  }
  SEPAX_TRY(checkApis());
  if (bodies.empty()) return fail(ErrorCode::kNotFound, document.name, "expected bodies, found none");
  if (!form.answer.empty() && bodies.size() != 2)
    return fail(ErrorCode::kNotFound, document.name, "expected a pair, whose answer a test compares, or --pair A,B");
  const bool is_xml = form.comment == kXmlComment;
  std::string out = is_xml ? std::string() : form.head;
  out += referenceLines(document, form, bodies);
  if (is_xml) out += form.head;
  std::string shapes;
  Writer writer{form, is_xml};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    // Names of bodies are anybody's text; letters are words in every language.
    const std::string id = i < 26 ? std::string(1, static_cast<char>('A' + i)) : fmt::format("B{}", i);
    Filler filler(form, id, placed(*bodies[i]));
    const bool stays = isUnbounded(filler.shape()) || std::holds_alternative<Heightfield>(filler.shape());
    filler.set("joint", stays ? "" : form.joint);
    const auto text = writer.body(filler, bodies[i]->id, form.shapes);
    SEPAX_TRY(text);
    shapes += *text;
  }
  out += writer.front;
  out += is_xml ? "  <worldbody>\n" + shapes + "  </worldbody>\n" : shapes;
  return out + answerLines(document, form, bodies) + form.tail;
}

}  // namespace sepax
