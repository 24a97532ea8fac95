#include "lab/export.h"

#include "collide/pair/pair.h"
#include "core/text.h"
#include "core/version.h"
#include "geom/shape.h"
#include "lab/paste/found.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace sepax {

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

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

bool isRounded(const Shape& shape) {
  return std::visit([](const auto& s) { return kIsRounded<std::decay_t<decltype(s)>>; }, shape);
}

struct Filler {
  const ApiForm& form;

  [[nodiscard]] std::string number(double value) const { return numberText(value, form.numbers); }

  template <class Point>
  std::string pointList(const std::vector<Point>& points) const {
    std::string out;
    for (const Point& p : points) {
      Values values{{"x", number(p.x)}, {"y", number(p.y)}};
      if constexpr (Point::length() == 3) values["z"] = number(p.z);
      out += (out.empty() ? "" : form.vertex_separator) + filled(form.vertex, values);
    }
    return out;
  }

  /// The template for the shape, with its values added; empty when the form has none.
  std::string_view shapeTemplate(const Shape& shape, Values& values) const {
    forEachField(shape, [&](const auto& field, const auto& value) { put(field.name, value, values); });
    return form.shape(exportKind(shape));
  }

  // The values of a shape's field, one overload a type.

  void put(const char* field, double size, Values& values) const {
    const std::string_view name(field);
    const std::string letter = name == "half_length" ? "h" : name == "radius_end" ? "r_end" : "r";
    values[letter] = number(size);
    if (letter != "h") return;
    values["l"] = number(2 * size);
    values["minus_h"] = number(-size);
  }
  template <int kCount>
  void put(const char*, const glm::vec<kCount, double>& half, Values& values) const {
    for (int c = 0; c < kCount; ++c) {
      values[std::string("h") + "xyz"[c]] = number(half[c]);
      values[std::string("s") + "xyz"[c]] = number(2 * half[c]);
    }
  }
  template <class Point>
  void put(const char*, const std::vector<Point>& points, Values& values) const {
    values["points"] = pointList(points);
    values["n"] = std::to_string(points.size());
  }
  void put(const char* name, const std::shared_ptr<const HullData>& hull, Values& values) const {
    put(name, hull->points, values);
  }
  void put(const char*, const auto&, Values&) const {}

  const std::string& poseTemplate(const Placed& body, Values& values) const {
    const char* const names[] = {"x", "y", "z"};
    for (int c = 0; c < 3; ++c) values[names[c]] = number(body.position[c]);
    values["angle"] = number(body.angle);
    const bool has_matrix = !form.pose_matrix.empty();
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

/// "tapered capsule"
std::string spokenKind(std::string_view kind) {
  std::string name(kind);
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string kindsOf(const ApiForm& form) {
  std::string out;
  for (const auto& [kind, pattern] : form.shapes)
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
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return polygon->vertices.size();
  const auto* const hull = std::get_if<Hull>(&shape);
  return hull != nullptr ? hull->data->points.size() : 0;
}

std::string commented(const ApiForm& form, const std::string& line) {
  return fmt::format("{} {}{}\n", form.comment, printableLine(line), form.comment == "<!--" ? " -->" : "");
}

/// Comment lines with the reference's answer, for the reader of the code.
std::string referenceLines(const Document& document, const ApiForm& form, const std::vector<const Body*>& bodies) {
  std::string out = commented(form, fmt::format("{}, {} to {}", document.name.empty() ? "a pair" : document.name,
                                                bodies.front()->id, bodies.back()->id));
  if (!document.source.empty()) out += commented(form, document.source);
  if (bodies.size() != 2) return out;
  const auto report = testPair(document, {bodies[0]->id, bodies[1]->id});
  if (!report) return out;
  const PairAnswer& answer = report->answer;
  out += commented(form, fmt::format("Sepax's reference: {}, separation {}, normal ({}, {}, {}) from A to B",
                                     verdictName(answer.verdict), shortestDecimal(answer.separation),
                                     humanNumber(answer.normal.x, 6), humanNumber(answer.normal.y, 6),
                                     humanNumber(answer.normal.z, 6)));
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
  Values values{{"separation", numberText(is_apart ? answer.distance : answer.separation, form.numbers)},
                {"tolerance", shortestDecimal(tolerance)}};
  if (answer.verdict != Verdict::kTouching)
    values["overlapping"] = answer.verdict == Verdict::kOverlapping ? "true" : "false";
  const SatReport* const sat = std::get_if<SatReport>(&report->trace);
  if (is_apart || sat == nullptr || sat->runner_up < 0 || sat->runner_up_margin > tolerance) {
    for (int c = 0; c < 3; ++c) values[std::string("n") + "xyz"[c]] = numberText(answer.normal[c], form.numbers);
  }
  std::string out;
  for (std::string_view rest = form.answer; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool is_open = std::ranges::any_of(std::array{"overlapping", "nx", "ny", "nz"}, [&](const char* name) {
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
  return (isRounded(shape) ? "rounded_" : "") + std::string(type == "aabb" ? "box" : type);
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
  // A bar would end the cell.
  const auto cell = [](std::string_view text) {
    std::string out = printableLine(text);
    std::ranges::replace(out, '|', '/');
    return out;
  };
  const bool is_apart = reference.verdict == Verdict::kSeparated;
  std::string out =
      "\n| engine | verdict | depth or distance | from A to B | beside the reference |\n|---|---|---|---|---|\n";
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

Result<std::string> exportText(const Document& document, const ApiForm& form, const PairIds* pair) {
  std::vector<const Body*> bodies;
  for (const Body& body : document.bodies) {
    if (pair == nullptr || body.id == pair->first || body.id == pair->second) bodies.push_back(&body);
  }
  SEPAX_TRY(checkApis());
  if (bodies.empty()) return fail(ErrorCode::kNotFound, document.name, "expected bodies, found none");
  const bool is_xml = form.comment == "<!--";
  std::string out = is_xml ? std::string() : form.head;
  out += referenceLines(document, form, bodies);
  if (is_xml) out += form.head;
  std::string shapes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Placed body = placed(*bodies[i], form.axis);
    // Names of bodies are anybody's text; letters are words in every language.
    const std::string id = i < 26 ? std::string(1, static_cast<char>('A' + i)) : fmt::format("B{}", i);
    const Filler filler{form};
    Values values{{"id", id}};
    const std::string_view shape = filler.shapeTemplate(body.shape, values);
    if (shape.empty()) {
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
    if (values.contains("points") && !form.hull_points.empty()) out += filled(form.hull_points, values) + "\n";
    Values pose_values{{"id", id}};
    const std::string& pose = filler.poseTemplate(body, pose_values);
    const std::string shape_text = filled(shape, values), pose_text = filled(pose, pose_values);
    shapes += is_xml ? fmt::format("    {}{}</body>\n", pose_text, shape_text)
                     : fmt::format("{}\n{}\n", shape_text, pose_text);
  }
  out += is_xml ? "  <worldbody>\n" + shapes + "  </worldbody>\n" : shapes;
  return out + answerLines(document, form, bodies) + form.tail;
}

}  // namespace sepax
