#include "lab/paste/found_document.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "document/validate.h"
#include "format/case_reader.h"
#include "geom/portable_math.h"
#include "geom/types.h"
#include "lab/paste/frame.h"
#include "lab/paste/number_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax::paste {

namespace {

constexpr const char *kTaperedCapsule = "tapered_capsule", *kEllipsoid = "ellipsoid", *kEllipse = "ellipse";

/// Whether a number looks like memory that was never set, as debuggers show it.
bool isJunk(double value) {
  return !std::isfinite(value) || std::abs(value) > 1e12 || (value != 0 && std::abs(value) < 1e-300);
}

bool holdsJunk(const Numbers& numbers) {
  return std::any_of(numbers.begin(), numbers.end(), [](const Number& n) { return isJunk(n.value); });
}

std::string shown(const Numbers& numbers) {
  std::string text;
  constexpr std::size_t kMaxShown = 12;
  for (std::size_t i = 0; i < std::min(numbers.size(), kMaxShown); ++i)
    text += (i > 0 ? " " : "") + shortestDecimal(numbers[i].value);
  return numbers.size() > kMaxShown ? text + trf(" … ({} numbers)", numbers.size()) : text;
}

Json listOf(const Numbers& numbers, double divisor, std::size_t begin, std::size_t count) {
  Json out = Json::array();
  for (std::size_t i = begin; i < begin + count; ++i)
    out.push(jsonNumber(i < numbers.size() ? numbers[i].value / divisor : 0.0));
  return out;
}

Json pointsOf(const Numbers& numbers, double divisor, std::size_t dimensions) {
  Json out = Json::array();
  for (std::size_t i = 0; i + dimensions <= numbers.size(); i += dimensions)
    out.push(listOf(numbers, divisor, i, dimensions));
  return out;
}

Json rowsOf(const Mat3& m) {
  Json rows = Json::array();
  for (int r = 0; r < 3; ++r) rows.push(Json::array({jsonNumber(m[0][r]), jsonNumber(m[1][r]), jsonNumber(m[2][r])}));
  return rows;
}

struct BodyWriter {
  Findings& findings;
  double divisor;  ///< of lengths
  bool is_planar;

  /// "half_length" along y, or the ends along the API's axis: a matrix takes the turn into itself without rounding.
  void addLength(Json& shape, const FoundShape& found, bool turn_is_in_rotation) const {
    const std::size_t dimensions = is_planar ? 2 : 3;
    if (found.from && found.to) {
      shape["from"] = listOf(*found.from, divisor, 0, dimensions);
      shape["to"] = listOf(*found.to, divisor, 0, dimensions);
      return;
    }
    const double half = found.sizes[1].value / divisor;
    if (found.axis == (is_planar ? 'x' : 'y') || turn_is_in_rotation) {
      shape["half_length"] = jsonNumber(half);
      return;
    }
    Numbers from(3), to(3);
    const auto axis = static_cast<std::size_t>(found.axis - 'x');
    from[axis].value = -half;
    to[axis].value = half;
    shape["from"] = listOf(from, 1, 0, dimensions);
    shape["to"] = listOf(to, 1, 0, dimensions);
  }

  [[nodiscard]] Json shapeOf(const FoundShape& found, bool turn_is_in_rotation) const {
    Json shape = Json::object();
    const std::size_t dimensions = is_planar ? 2 : 3;
    shape["type"] = is_planar && found.type == "triangle" ? "polygon" : found.type;
    if (found.border && found.border->value != 0)
      shape[found.is_border_inside ? "margin_inside" : "margin"] = jsonNumber(found.border->value / divisor);
    if (found.type == "box") shape["half_extents"] = listOf(found.sizes, divisor, 0, dimensions);
    if (found.type == kEllipsoid || found.type == kEllipse) {
      shape["half_axes"] = listOf(found.sizes, divisor, 0, dimensions);
      return shape;
    }
    if (found.type == "hull" || found.type == "polygon" || found.type == "mesh" || found.type == "triangle" ||
        found.type == "chain")
      shape["vertices"] = pointsOf(found.points, divisor, dimensions);
    if (found.type == "mesh") shape["triangles"] = pointsOf(found.indices, 1, 3);
    if (found.type == "capsule" || found.type == "cylinder" || found.type == "cone")
      addLength(shape, found, turn_is_in_rotation);
    if (found.type == "segment") addLength(shape, found, turn_is_in_rotation);
    if (found.type == kTaperedCapsule) {
      addLength(shape, found, turn_is_in_rotation);
      shape["radius_start"] = jsonNumber(found.sizes[2].value / divisor);
      shape["radius_end"] = jsonNumber(found.sizes[0].value / divisor);
      return shape;
    }
    if (!found.sizes.empty() && found.type != "box" && found.type != "segment" && found.type != kHalfSpace)
      shape["radius"] = jsonNumber(found.sizes[0].value / divisor);
    return shape;
  }

  void addRotation(Json& body, const FoundBody& found, const Mat3& turn) const {
    const FoundRotation& rotation = *found.pose.rotation;
    const Numbers& n = rotation.numbers;
    using Form = FoundRotation::Form;
    if (rotation.form == Form::kMatrix && is_planar) {
      body["angle"] = jsonNumber(portable::atan2(n[3].value, n[0].value));
    } else if (rotation.form == Form::kMatrix) {
      body["rotation_matrix"] = rowsOf(rotationOf(found, matrixOf(rotation)) * turn);
    } else if (rotation.form == Form::kQuaternion && is_planar) {
      body["angle"] = jsonNumber(2 * portable::atan2(n[2].value, n[3].value));
    } else if (rotation.form == Form::kQuaternion) {
      body["rotation"] = quaternionOf(found, n);
    } else if (rotation.form == Form::kAngle) {
      body[rotation.in_degrees ? "angle_deg" : "angle"] = jsonNumber(n[0].value);
    } else if (rotation.form == Form::kEuler) {
      body["euler"] =
          Json{{"order", rotation.order}, {rotation.in_degrees ? "angles_deg" : "angles", listOf(n, 1, 0, 3)}};
    } else {
      const Vec3 v{n[0].value, n[1].value, n[2].value};
      if (length(v) > 0) body["axis_angle"] = Json{{"axis", listOf(n, 1, 0, 3)}, {"angle", jsonNumber(length(v))}};
    }
  }

  /// Printed with few digits, or wrong: the nearest rotation, and said. One that is far from any is left for the case
  /// reader to refuse.
  [[nodiscard]] Mat3 rotationOf(const FoundBody& found, const Mat3& m) const {
    const auto awayFrom = [](const Mat3& a, const Mat3& b) {
      double most = 0;
      for (int c = 0; c < 3; ++c) most = std::max(most, length(a[c] - b[c]));
      return most;
    };
    const double off = awayFrom(glm::transpose(m) * m, Mat3{1.0});
    constexpr double kExact = 1e-6, kFar = 0.05;
    if (!(off > kExact && off < kFar && glm::determinant(m) > 0)) return m;
    // Newton's iteration for the polar decomposition (Higham 1986).
    Mat3 nearest = m;
    constexpr int kSteps = 20;
    for (int i = 0; i < kSteps; ++i) nearest = 0.5 * (nearest + glm::transpose(glm::inverse(nearest)));
    findings.remark(
        trf("{}: the matrix is off a rotation by {}, as rounded numbers are; here it is the nearest rotation",
            found.name, humanNumber(awayFrom(m, nearest), 3)));
    return nearest;
  }

  /// Not unit by more than a case allows: scaled, and said, since it may be the bug itself.
  [[nodiscard]] Json quaternionOf(const FoundBody& found, const Numbers& n) const {
    double square = 0;
    for (const Number& part : n) square += part.value * part.value;
    const double norm = std::sqrt(square);
    if (std::abs(norm - 1) <= 1e-3 || !(norm > 0)) return listOf(n, 1, 0, 4);
    findings.remark(
        trf("{}: the quaternion is not unit, its length is {}: that may be the bug itself; here it is normalised",
            found.name, humanNumber(norm, 6)));
    return listOf(n, norm, 0, 4);
  }

  [[nodiscard]] Json bodyOf(const FoundBody& found) const {
    const FoundShape& shape = *found.shape;
    const auto& rotation = found.pose.rotation;
    const bool has_axis = shape.type == "capsule" || shape.type == "cylinder" || shape.type == "cone" ||
                          shape.type == kTaperedCapsule || shape.type == kHalfSpace;
    const bool is_matrix = rotation && rotation->form == FoundRotation::Form::kMatrix;
    const Mat3 turn = has_axis && is_matrix && !is_planar && !shape.from ? turnTo(shape.axis) : Mat3{1.0};
    Json body = Json::object();
    body["id"] = found.name;
    body["shape"] = shapeOf(shape, turn != Mat3{1.0});
    const std::size_t dimensions = is_planar ? 2 : 3;
    if (found.pose.position) body["position"] = listOf(*found.pose.position, divisor, 0, dimensions);
    if (rotation) addRotation(body, found, turn);
    if (found.pose.scale) {
      const Vec3 turned = glm::transpose(turn) * vectorOf(*found.pose.scale);  // by zeros and ones
      body["scale"] = Json::array({jsonNumber(turned.x), jsonNumber(turned.y)});
      if (!is_planar) body["scale"].push(jsonNumber(turned.z));
    }
    if (shape.centre &&
        std::any_of(shape.centre->begin(), shape.centre->end(), [](const Number& n) { return n.value != 0; })) {
      // The centre is a point of the body; a pivot says the same from the shape's side.
      body["pivot"] = listOf(*shape.centre, -divisor, 0, dimensions);
    }
    return body;
  }
};

std::string partsOf(const FoundBody& body) {
  const FoundShape& shape = *body.shape;
  std::string text = tr(shape.type.c_str());
  if (shape.type == "box") {
    text += trf(", half extents {}", shown(shape.sizes));
  } else if (shape.type == kEllipsoid || shape.type == kEllipse) {
    text += trf(", half axes {}", shown(shape.sizes));
  } else if (!shape.points.empty()) {
    text += trf(" of {} points", shape.points.size() / (shape.is_planar ? 2 : 3));
  } else if (!shape.sizes.empty()) {
    text += trf(", radius {}", shortestDecimal(shape.sizes[0].value));
    if (shape.sizes.size() > 2) text += trf(" to {}", shortestDecimal(shape.sizes[2].value));
    if (shape.sizes.size() > 1)
      text += trf(", half length {} along {}", shortestDecimal(shape.sizes[1].value), shape.axis);
  }
  if (shape.from && shape.to) text += trf(", from {} to {}", shown(*shape.from), shown(*shape.to));
  if (shape.border && shape.border->value != 0)
    text += trf(", with a margin of {}", shortestDecimal(shape.border->value));
  if (shape.line > 0) text += trf(", from line {}", shape.line);
  if (body.pose.position) text += trf("; at {}", shown(*body.pose.position));
  if (body.pose.rotation) {
    static constexpr const char* kForms[] = {"quaternion x y z w", "matrix, rows", "Euler angles", "angle",
                                             "axis times angle"};
    const FoundRotation& rotation = *body.pose.rotation;
    const bool has_order = rotation.form == FoundRotation::Form::kEuler;
    text += fmt::format("{} {} {}{}{}", body.pose.position ? "," : ";", tr(kForms[static_cast<int>(rotation.form)]),
                        has_order ? rotation.order + " " : "", shown(rotation.numbers),
                        rotation.in_degrees ? tr(" degrees") : "");
  }
  if (body.pose.scale) text += trf(", scaled by {}", shown(*body.pose.scale));
  if (body.pose.line > 0 && body.pose.line != shape.line) text += trf(", from line {}", body.pose.line);
  return text;
}

/// Numbers that no shape or place can have are dropped here, once for all readers.
void dropJunk(FoundBody& body, Findings& findings) {
  if (body.pose.position && holdsJunk(*body.pose.position)) {
    findings.missing.push_back(trf("{}: a position; \"{}\" is no place", body.name, shown(*body.pose.position)));
    body.pose.position.reset();
  }
  if (body.pose.rotation && holdsJunk(body.pose.rotation->numbers)) {
    findings.missing.push_back(trf("{}: a rotation; \"{}\" is none", body.name, shown(body.pose.rotation->numbers)));
    body.pose.rotation.reset();
  }
}

/// An angle without an axis, of a body in space.
void giveAxis(FoundBody& body, Findings& findings) {
  std::optional<FoundRotation>& rotation = body.pose.rotation;
  if (!rotation || rotation->form != FoundRotation::Form::kAngle) return;
  const Number angle = rotation->numbers[0];
  if (angle.value != 0) {
    findings.assume(tr("one angle of a body in space is about z"));
    findings.doubt(tr("one angle of a body in space is about z"));
  }
  rotation = FoundRotation{FoundRotation::Form::kAxisAngle,
                           {{0}, {0}, {rotation->in_degrees ? radiansOf(angle.value) : angle.value, angle.offset}}};
}

/// A plane's normal and offset become the pose of a half-space, whose normal is y.
void placePlane(FoundBody& body) {
  const Numbers plane = std::move(body.shape->sizes);
  body.shape->sizes.clear();
  body.shape->axis = 'y';  // the pose turns it where the API's axis has nothing to say
  const Vec3 normal = vectorOf(plane);
  const double norm = length(normal);
  append(body.pose.also, plane);
  if (!(norm > 0)) return;
  const Vec3 up = normal / norm, across = cross(std::abs(up.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 0, 1}, up);
  const Vec3 side = across / length(across);
  Frame own;
  own.position.emplace();
  for (int c = 0; c < 3; ++c) own.position->push_back({up[c] * plane[3].value / norm + 0.0});  // no −0
  if (up != Vec3{0, 1, 0}) own.rotation = asMatrix(Mat3{cross(up, side), up, side});
  body.pose = inside(Frame{body.pose}, own);
}

/// Unity's balls and capsules stay round: their sizes take the scale (UnityCsReference, SphereColliderEditor,
/// CapsuleColliderEditor), and the centre in the body goes where it takes it. An even scale
/// does not change.
void takeScaleAsUnity(FoundBody& body, Findings& findings) {
  FoundShape& shape = *body.shape;
  if (!shape.height || !body.pose.scale) return;
  const Numbers scale = *body.pose.scale;
  const bool is_ball = shape.sizes.size() == 1;
  const int dimensions = shape.is_planar ? 2 : 3, along = shape.axis - 'x';
  const auto factor = [&](int c) { return std::abs(scale[static_cast<std::size_t>(c)].value); };
  double wide = 0;
  bool is_even = true;
  for (int c = 0; c < dimensions; ++c) {
    if (is_ball || c != along) wide = std::max(wide, factor(c));
    is_even = is_even && factor(c) == factor(0);
  }
  if (is_even) return;
  shape.sizes[0].value *= wide;
  if (is_ball) {
    findings.assume(
        trf("{}: Unity scales the radius of a ball by the largest factor, {}", body.name, shortestDecimal(wide)));
  } else {
    shape.sizes[1].value = std::max(shape.height->value / 2 * factor(along) - shape.sizes[0].value, 0.0);
    findings.assume(
        trf("{}: Unity scales the height of a capsule by the factor along it, {}, and its radius by the larger of the "
            "others, {}",
            body.name, shortestDecimal(factor(along)), shortestDecimal(wide)));
  }
  for (std::size_t c = 0; shape.centre && c < shape.centre->size(); ++c) (*shape.centre)[c].value *= scale[c].value;
  append(body.pose.also, scale);
  body.pose.scale.reset();
}

void useAll(const FoundBody& body, Findings& findings) {
  const FoundShape& shape = *body.shape;
  for (const Numbers* numbers : {&shape.sizes, &shape.points, &shape.indices}) findings.use(*numbers);
  for (const auto* numbers : {&shape.centre, &shape.from, &shape.to, &body.pose.position}) {
    if (*numbers) findings.use(**numbers);
  }
  if (shape.border) findings.use({*shape.border});
  if (body.pose.rotation) findings.use(body.pose.rotation->numbers);
  findings.use(body.pose.also);
  if (body.pose.scale) findings.use(*body.pose.scale);
}

/// The name that the text gives a body, or a letter; never one that another body has.
std::string idOf(const FoundBody& found, const Document& document) {
  constexpr std::size_t kMaxName = 40;
  if (found.name.empty() || found.name.size() > kMaxName || findInvalidUtf8(found.name) < found.name.size())
    return freshId(document);
  std::string id = found.name;
  for (int i = 2; findBody(document, id) != nullptr; ++i) id = fmt::format("{}-{}", found.name, i);
  return id;
}

/// Whether the bodies are in the plane: as the first says whose shape is of one space alone, and if there is none,
/// where the place of a round one has two numbers, or a word of the plane says so and nothing lies off it.
bool areInPlane(const std::vector<FoundBody>& bodies) {
  const auto isEither = [](const FoundShape& shape) {
    return shape.type == "sphere" || shape.type == "circle" || (shape.type == "capsule" && !shape.from);
  };
  for (const FoundBody& body : bodies) {
    if (!isEither(*body.shape)) return body.shape->is_planar;
  }
  return std::any_of(bodies.begin(), bodies.end(), [](const FoundBody& body) {
    const auto& position = body.pose.position;
    return (position && position->size() == 2) ||
           (body.shape->is_planar && (!position || position->size() < 3 || (*position)[2].value == 0));
  });
}

/// World with z up → world with y up: (x, y, z) → (x, z, −y).
void stand(Document& document) {
  const Mat3 turn{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  for (AskedQuery& asked : document.queries) {
    if (auto* const ray = std::get_if<RayQuery>(&asked.query)) {
      ray->origin = turn * ray->origin;
      ray->direction = turn * ray->direction;
    }
  }
  for (Body& body : document.bodies) {
    const Mat3 rotation = turn * matrixOf(body.rotation);
    body.position = turn * body.position;
    body.rotation = rotation;
    if (body.linear_velocity) body.linear_velocity = turn * *body.linear_velocity;
    body.written = nullptr;
  }
}

/// A polygon whose corners lie in line is the segment between those that are farthest apart.
void flattenToSegment(FoundBody& body, Findings& findings) {
  FoundShape& shape = *body.shape;
  const Numbers& n = shape.points;
  if (!shape.is_planar || n.size() < 4 || n.size() % 2 != 0 || shape.type != "polygon") return;
  const auto at = [&](std::size_t i) { return std::pair(n[i].value, n[i + 1].value); };
  std::size_t a = 0, b = 0;
  for (std::size_t i = 0; i < n.size(); i += 2) {
    if (at(i) < at(a)) a = i;
    if (at(b) < at(i)) b = i;
  }
  const double x = n[b].value - n[a].value, y = n[b + 1].value - n[a + 1].value;
  for (std::size_t i = 0; i < n.size(); i += 2) {
    const double off = x * (n[i + 1].value - n[a + 1].value) - y * (n[i].value - n[a].value);
    constexpr double kInLine = 1e-12;
    if (std::abs(off) > kInLine * (x * x + y * y)) return;
  }
  findings.use(n);
  findings.remark(trf("line {}: the polygon has no area: here it is a segment", shape.line));
  shape.type = "segment";
  shape.from = Numbers{n[a], n[a + 1]};
  shape.to = Numbers{n[b], n[b + 1]};
  shape.points.clear();
}

/// The rays among what was found, as queries; they are taken out.
void takeRays(Findings& findings, Document& document) {
  constexpr double kOpenLength = 1000;  // metres, of a ray without an end
  const double divisor = unitsAMetre(findings);
  for (const FoundBody& found : findings.bodies) {
    if (!found.shape || found.shape->type != kRay || document.queries.size() > kMaxPastedBodies) continue;
    const FoundShape& shape = *found.shape;
    RayQuery ray;
    ray.origin = vectorOf(*shape.from) / divisor;
    ray.direction = vectorOf(*shape.to);
    if (!(length(ray.direction) > 0)) continue;
    ray.length = shape.sizes.empty() ? kOpenLength : shape.sizes[0].value / divisor;
    for (const Numbers* numbers : {&*shape.from, &*shape.to, &shape.sizes}) findings.use(*numbers);
    if (ray.length >= 0 && !holdsJunk(*shape.from) && !holdsJunk(*shape.to)) document.queries.push_back({ray});
  }
  std::erase_if(findings.bodies, [](const FoundBody& body) { return body.shape && body.shape->type == kRay; });
}

/// Velocities of the bodies, and the sweep that they make of the pair.
void takeMotion(const FoundBody& found, Body& body, double divisor, Findings& findings) {
  if (found.velocity) body.linear_velocity = vectorOf(*found.velocity) / divisor;
  if (found.velocity) findings.use(*found.velocity);
  if (found.spin) body.angular_velocity = Vec3{0, 0, found.spin->value};
  if (found.spin) findings.use({*found.spin});
}

void askSweep(Document& document, Findings& findings) {
  constexpr double kOpenDuration = 1000;  // seconds, of a motion without an end
  if (document.bodies.size() < 2) return;
  const Body &a = document.bodies[0], &b = document.bodies[1];
  if (!a.linear_velocity && !b.linear_velocity && !a.angular_velocity && !b.angular_velocity) return;
  SweepQuery sweep{{a.id, b.id}};
  sweep.duration = findings.duration ? findings.duration->value : kOpenDuration;
  if (findings.duration) findings.use({*findings.duration});
  if (sweep.duration >= 0) document.queries.push_back({sweep});
}

}  // namespace

double unitsAMetre(const Findings& findings) {
  const auto assumed = findings.assumed.find("unit");
  const std::string unit = findings.answerTo("unit", assumed == findings.assumed.end() ? "m" : assumed->second);
  return unit == "m" ? 1 : unit == "cm" ? 100 : 1000;
}

bool isZUp(const Findings& findings) { return findings.answerTo("up", "y") == "z"; }

namespace {

/// Whether the text has said a body before, as "b.overlaps(a)" does behind "a.overlaps(b)". The second of a pair may
/// equal the first.
bool isSaidAgain(const Body& body, const Document& document) {
  return document.bodies.size() > 1 && std::ranges::any_of(document.bodies, [&](const Body& other) {
           const PosedShape a = posedShape(other), b = posedShape(body);
           return a.shape == b.shape && a.pose.position == b.pose.position && a.pose.rotation == b.pose.rotation;
         });
}

}  // namespace

Document documentOf(Findings& findings, std::vector<std::string>& taken) {
  Document document;
  takeRays(findings, document);
  std::erase_if(findings.bodies, [](const FoundBody& body) { return !body.shape; });
  // The ground is rarely what a text is about.
  std::stable_partition(findings.bodies.begin(), findings.bodies.end(),
                        [](const FoundBody& body) { return body.shape->type != kHalfSpace; });
  const bool is_planar = findings.answerTo("space", areInPlane(findings.bodies) ? "2d" : "3d") == "2d";
  document.space = is_planar ? Space::k2d : Space::k3d;
  const BodyWriter writer{findings, unitsAMetre(findings), is_planar};
  if (findings.bodies.size() > kMaxPastedBodies) {
    findings.remark(trf("{} shapes: the first {} are taken", findings.bodies.size(), kMaxPastedBodies));
    findings.bodies.resize(kMaxPastedBodies);
  }
  for (FoundBody& body : findings.bodies) {
    const bool may_be_again = body.name.empty() && (body.pose.position || body.shape->centre);
    body.name = idOf(body, document);
    const bool is_sphere = body.shape->type == "sphere" || body.shape->type == "circle";
    if (is_sphere) body.shape->type = is_planar ? "circle" : "sphere";
    const bool is_capsule = body.shape->type == "capsule" && !body.shape->from;
    if (is_sphere || is_capsule) body.shape->is_planar = is_planar;
    if (body.shape->is_planar != is_planar) {
      findings.missing.push_back(trf("a {} from line {} in {}: the first shape is in {}", body.shape->type,
                                     body.shape->line, tr(is_planar ? "the plane" : "space"),
                                     tr(is_planar ? "the plane" : "space")));
      continue;
    }
    dropJunk(body, findings);
    flattenToSegment(body, findings);
    if (!is_planar) giveAxis(body, findings);
    if (body.shape->type == kHalfSpace && body.shape->sizes.size() == 4) placePlane(body);
    if (body.shape->is_between_corners && body.pose.isEmpty())
      body.pose.position = std::exchange(body.shape->centre, std::nullopt);
    // "localScale = size", a name that the text does not tell
    if (body.pose.scale && body.pose.scale->size() < (is_planar ? 2u : 3u)) {
      findings.doubt(trf("line {}: nothing says what \"{}\" is", body.pose.line, "scale"));
      body.pose.scale.reset();
    }
    takeScaleAsUnity(body, findings);
    const Json file{{"sepax", 1}, {"space", is_planar ? "2d" : "3d"}, {"bodies", Json::array({writer.bodyOf(body)})}};
    auto loaded = parseCase(compactJson(file), body.name, FilesBeside{});
    if (!loaded) {
      findings.missing.push_back(
          trf("a {} from line {} that can be used: {}", body.shape->type, body.shape->line, loaded.error().message));
      continue;
    }
    if (may_be_again && isSaidAgain(loaded->document.bodies.front(), document)) {
      useAll(body, findings);
      body.shape.reset();
      continue;
    }
    document.bodies.push_back(std::move(loaded->document.bodies.front()));
    takeMotion(body, document.bodies.back(), writer.divisor, findings);
    useAll(body, findings);
    taken.push_back(fmt::format("{}: {}", body.name, partsOf(body)));
  }
  std::erase_if(findings.bodies, [](const FoundBody& body) { return !body.shape; });
  askSweep(document, findings);
  if (document.bodies.empty()) document.queries.clear();
  if (isZUp(findings) && !is_planar) stand(document);
  return document;
}

}  // namespace sepax::paste
