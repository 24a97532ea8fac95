#include "ui/scene/axes_text.h"

#include "core/text.h"
#include "format/report_json.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

namespace sepax {

namespace {

struct NumberColumn {
  const char* name;
  double (*value)(const SatAxis&);
};
constexpr NumberColumn kNumbers[] = {
    {"cross_length", [](const SatAxis& x) { return x.cross_length; }},
    {"direction_x", [](const SatAxis& x) { return x.direction.x; }},
    {"direction_y", [](const SatAxis& x) { return x.direction.y; }},
    {"direction_z", [](const SatAxis& x) { return x.direction.z; }},
    {"a_min", [](const SatAxis& x) { return x.a.lowest(); }},
    {"a_max", [](const SatAxis& x) { return x.a.highest(); }},
    {"b_min", [](const SatAxis& x) { return x.b.lowest(); }},
    {"b_max", [](const SatAxis& x) { return x.b.highest(); }},
    {"radius_a", [](const SatAxis& x) { return x.a.radius(); }},
    {"radius_b", [](const SatAxis& x) { return x.b.radius(); }},
    {"centre_distance", [](const SatAxis& x) { return x.centreDistance(); }},
    {"separation", [](const SatAxis& x) { return x.separation; }},
};

/// One axis a line, its words and numbers between separators.
std::string separatedTable(std::span<const SatAxis> axes, const char* separator) {
  std::string text = fmt::format("name{}kind{}state", separator, separator);
  for (const NumberColumn& column : kNumbers) text += std::string(separator) + column.name;
  text += '\n';
  for (const SatAxis& axis : axes) {
    text += axisName(axis.id) + separator + axisKindName(axis.id.kind) + separator + axisStateName(axis.state);
    for (const NumberColumn& column : kNumbers) text += separator + shortestDecimal(column.value(axis));
    text += '\n';
  }
  return text;
}

}  // namespace

std::string axesAsText(const PairReport& report, Space space, AxisTextFormat format) {
  const auto* sat = std::get_if<SatReport>(&report.trace);
  if (sat == nullptr) return {};
  switch (format) {
    case AxisTextFormat::kText:
      return separatedTable(sat->axes, "\t");
    case AxisTextFormat::kCsv:
      return separatedTable(sat->axes, ",");
    case AxisTextFormat::kJson:
      return pairReportText(report, space);
  }
  return {};
}

std::string axisAsText(const SatAxis& axis) { return separatedTable({&axis, 1}, "\t"); }

namespace {

using Terms = std::vector<RadiusTerm>;

RadiusTerm seen(const std::string& symbol, char who, int i, double length, double factor) {
  return {symbol, fmt::format("|{}{}·L|", who, subscript(i)), length, std::abs(factor)};
}

// One overload for each kind whose radius is a sum; every other kind has none.

template <class AnyShape>
Terms terms(const AnyShape&, const Mat3&, char, const Vec3&) {
  return {};
}
Terms terms(const Box& box, const Mat3& rotation, char who, const Vec3& direction) {
  Terms all;
  for (int i = 0; i < 3; ++i)
    all.push_back(seen("h" + subscript(i), who, i, box.half_extents[i], dot(rotation[i], direction)));
  return all;
}
Terms terms(const Box2& box, const Mat3& rotation, char who, const Vec3& direction) {
  Terms all;
  for (int i = 0; i < 2; ++i)
    all.push_back(seen("h" + subscript(i), who, i, box.half_extents[i], dot(rotation[i], direction)));
  return all;
}
Terms terms(const Sphere& ball, const Mat3&, char, const Vec3&) { return {{"r", "", ball.radius, 1}}; }
Terms terms(const Circle& disc, const Mat3&, char, const Vec3&) { return {{"r", "", disc.radius, 1}}; }
Terms terms(const Capsule& capsule, const Mat3& rotation, char who, const Vec3& direction) {
  return {seen("ℓ", who, 1, capsule.half_length, dot(rotation[1], direction)), {"r", "", capsule.radius, 1}};
}
Terms terms(const Capsule2& capsule, const Mat3& rotation, char who, const Vec3& direction) {
  return {seen("ℓ", who, 0, capsule.half_length, dot(rotation[0], direction)), {"r", "", capsule.radius, 1}};
}

Terms terms(const Cylinder& cylinder, const Mat3& rotation, char who, const Vec3& direction) {
  const double along = dot(rotation[1], direction),
               across = std::hypot(dot(rotation[0], direction), dot(rotation[2], direction));
  return {seen("h", who, 1, cylinder.half_length, along),
          {"r", fmt::format("√(1 − ({}{}·L)²)", who, subscript(1)), cylinder.radius, across}};
}

/// One term, a root of squares.
Terms rootOfSquares(const Vec3& half, const Mat3& rotation, char who, const Vec3& direction) {
  const double radius = std::hypot(half.x * dot(rotation[0], direction), half.y * dot(rotation[1], direction),
                                   half.z * dot(rotation[2], direction));
  return {{fmt::format("√(Σ (hᵢ·({}ᵢ·L))²)", who), "", radius, 1}};
}
Terms terms(const Ellipsoid& ellipsoid, const Mat3& rotation, char who, const Vec3& direction) {
  return rootOfSquares(ellipsoid.half_axes, rotation, who, direction);
}
Terms terms(const Ellipse& ellipse, const Mat3& rotation, char who, const Vec3& direction) {
  return rootOfSquares(halfAxesOf(ellipse), rotation, who, direction);
}

/// The values of a box of either space that the reduced form needs.
struct BoxFrame {
  int dimensions = 3;
  std::array<double, 3> half{};
  Pose pose;
};

std::optional<BoxFrame> boxFrame(const PosedShape& posed) {
  if (const auto* box = std::get_if<Box>(&posed.shape)) {
    return BoxFrame{3, {box->half_extents.x, box->half_extents.y, box->half_extents.z}, posed.pose};
  }
  if (const auto* box = std::get_if<Box2>(&posed.shape))
    return BoxFrame{2, {box->half_extents.x, box->half_extents.y, 0}, posed.pose};
  return std::nullopt;
}

std::string half(char who, int i) { return fmt::format("h{}{}", who, subscript(i)); }
std::string rotated(int i, int j) { return "R" + subscript(i) + subscript(j); }

enum class FaceOf { kA, kB };
ReducedForm faceForm(const BoxFrame& a, const BoxFrame& b, FaceOf shape, int face) {
  const bool of_a = shape == FaceOf::kA;
  const BoxFrame& own = of_a ? a : b;
  const BoxFrame& other = of_a ? b : a;
  const char own_name = of_a ? 'A' : 'B', other_name = of_a ? 'B' : 'A';
  const Vec3 axis = own.pose.rotation[face];
  ReducedForm form;
  form.left = fmt::format("|T·{}{}|", own_name, subscript(face));
  form.left_value = std::abs(dot(b.pose.position - a.pose.position, axis));
  form.right = half(own_name, face);
  form.right_value = own.half[static_cast<std::size_t>(face)];
  for (int k = 0; k < other.dimensions; ++k) {
    const double r = dot(axis, other.pose.rotation[k]);
    form.right += fmt::format(" + {}·|{}|", half(other_name, k), of_a ? rotated(face, k) : rotated(k, face));
    form.right_value += other.half[static_cast<std::size_t>(k)] * std::abs(r);
  }
  return form;
}

ReducedForm edgeForm(const BoxFrame& a, const BoxFrame& b, int i, int j, double scale) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  const auto r = [&](int p, int q) { return dot(a.pose.rotation[p], b.pose.rotation[q]); };
  const auto t = [&](int p) { return dot(b.pose.position - a.pose.position, a.pose.rotation[p]); };
  const auto h = [](const BoxFrame& box, int k) { return box.half[static_cast<std::size_t>(k)]; };
  ReducedForm form;
  form.scale = scale;
  form.left = fmt::format("|T·A{}·{} − T·A{}·{}|", subscript(i2), rotated(i1, j), subscript(i1), rotated(i2, j));
  form.left_value = std::abs(t(i2) * r(i1, j) - t(i1) * r(i2, j));
  form.right = fmt::format("{}·|{}| + {}·|{}| + {}·|{}| + {}·|{}|", half('A', i1), rotated(i2, j), half('A', i2),
                           rotated(i1, j), half('B', j1), rotated(i, j2), half('B', j2), rotated(i, j1));
  form.right_value = h(a, i1) * std::abs(r(i2, j)) + h(a, i2) * std::abs(r(i1, j)) + h(b, j1) * std::abs(r(i, j2)) +
                     h(b, j2) * std::abs(r(i, j1));
  return form;
}

}  // namespace

std::vector<RadiusTerm> radiusTerms(const PosedShape& shape, char who, const Vec3& direction) {
  return std::visit([&](const auto& held) { return terms(held, shape.pose.rotation, who, direction); }, shape.shape);
}

std::optional<ReducedForm> reducedForm(const PosedShape& a, const PosedShape& b, const SatAxis& axis) {
  const std::optional<BoxFrame> box_a = boxFrame(a), box_b = boxFrame(b);
  if (!box_a || !box_b || box_a->dimensions != box_b->dimensions || axis.state == AxisState::kDegenerate)
    return std::nullopt;
  switch (axis.id.kind) {
    case AxisKind::kFaceA:
      return faceForm(*box_a, *box_b, FaceOf::kA, axis.id.feature_a);
    case AxisKind::kFaceB:
      return faceForm(*box_a, *box_b, FaceOf::kB, axis.id.feature_b);
    case AxisKind::kEdgePair:
      return edgeForm(*box_a, *box_b, axis.id.feature_a, axis.id.feature_b, axis.cross_length);
    default:  // of no face or edge
      break;
  }
  return std::nullopt;
}

std::string subscript(int index) {
  std::string text;
  for (const char digit : std::to_string(index))
    text += std::string("\xE2\x82") + static_cast<char>(0x80 + (digit - '0'));
  return text;
}

}  // namespace sepax
