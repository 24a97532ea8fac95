#include "lab/paste/number_groups.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/oriented_box.h"
#include "geom/portable_math.h"
#include "lab/paste/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace sepax::paste {

int componentOf(std::string_view name) {
  std::string small = lowered(name);
  if (small.starts_with("m_")) small.erase(0, 2);
  if (small.size() == 2 && small[0] == 'm') small.erase(0, 1);
  if (small.size() != 1) return -1;
  static constexpr std::string_view kNames = "xyzw";
  if (const std::size_t at = kNames.find(small[0]); at != std::string_view::npos) return static_cast<int>(at);
  return small[0] == 'i' ? 0 : small[0] == 'j' ? 1 : small[0] == 'k' ? 2 : -1;
}

Numbers namedComponents(const Value& value) {
  std::array<std::optional<Number>, 4> parts;
  for (const NamedValue& item : value.items) {
    const int place = componentOf(item.name);
    if (place < 0 || !item.value.isNumber()) return {};
    parts[static_cast<std::size_t>(place)] = item.value.number;
  }
  Numbers out;
  for (const auto& part : parts) {
    if (!part) break;
    out.push_back(*part);
  }
  return out.size() == value.items.size() ? out : Numbers{};
}

bool areDegrees(const Numbers& angles, Findings& findings) {
  constexpr double kFullTurn = 6.2832;
  const auto isLarge = [](const Number& n) { return std::abs(n.value) > kFullTurn; };
  if (std::ranges::all_of(angles, [](const Number& n) { return n.value == 0; })) return false;
  const bool is_large = std::ranges::any_of(angles, isLarge);
  (is_large ? findings.has_large_angle : findings.has_small_angle) = true;
  const bool are_degrees = is_large || findings.all_are_degrees;
  return findings.assume("angles", are_degrees ? "deg" : "rad",
                         tr(are_degrees ? "a value beyond a full turn" : "angles without a unit")) == "deg";
}

Number halved(Number n) { return {n.value / 2, n.offset}; }

Number withoutCap(Number half, const Number& radius) { return {std::max(half.value - radius.value, 0.0), half.offset}; }

FoundRotation quaternionOf(Numbers numbers, Findings& findings, std::string_view known_order) {
  FoundRotation out;
  // VRML's and Webots' axis and angle
  const double axis = length(Vec3{numbers[0].value, numbers[1].value, numbers[2].value});
  const double whole = std::sqrt(axis * axis + numbers[3].value * numbers[3].value);
  if (known_order.empty() && std::abs(axis - 1) < 1e-3 && std::abs(whole - 1) > 0.05 &&
      !findings.answers.contains("quaternion")) {
    findings.assume(tr("four numbers that are no unit quaternion, of which three are a unit vector: axis and angle"));
    out.form = FoundRotation::Form::kAxisAngle;
    for (std::size_t c = 0; c < 3; ++c) out.numbers.push_back({numbers[c].value * numbers[3].value, numbers[c].offset});
    findings.use(numbers);
    return out;
  }
  std::string order = findings.answerTo("quaternion", known_order);
  if (known_order.empty()) {
    const bool first = std::abs(std::abs(numbers[0].value) - 1) < 1e-3,
               last = std::abs(std::abs(numbers[3].value) - 1) < 1e-3;
    if (first != last) findings.quaternion_orders.insert(first ? "wxyz" : "xyzw");
    findings.has_open_quaternion = findings.has_open_quaternion || first == last;
    if (!findings.quaternion_order.empty()) {
      order = findings.assume("quaternion", findings.quaternion_order, findings.quaternion_reason);
    } else if (first != last) {
      order = findings.assume("quaternion", first ? "wxyz" : "xyzw",
                              tr(first ? "the first component is near 1" : "the last component is near 1"));
    } else {
      order = findings.guess("quaternion", "xyzw", tr("as most engines write it"));
    }
  }
  if (order == "wxyz") std::rotate(numbers.begin(), numbers.begin() + 1, numbers.end());
  out.numbers = std::move(numbers);
  return out;
}

FoundRotation rotatorOf(const Numbers& pitch_yaw_roll) {
  const Numbers& n = pitch_yaw_roll;
  return {
      FoundRotation::Form::kEuler, {{0 - n[2].value, n[2].offset}, {0 - n[0].value, n[0].offset}, n[1]}, "xyz", true};
}

void takeConventions(const Api* api, Findings& findings) {
  if (api == nullptr) return;
  const std::string& engine = api->title;
  if (!api->unit.empty()) static_cast<void>(findings.assume("unit", api->unit, trf("as {} has lengths", engine)));
  if (api->is_z_up)
    static_cast<void>(findings.assume("up", "y", trf("numbers stay as they are, though in {} z is up", engine)));
  if (api->is_left_handed)
    findings.remark(
        trf("{}: left-handed axes; here it is the mirror image, with the same verdicts, depths and distances", engine));
}

void takeMatrix(const Numbers& numbers, Findings& findings, RotationKind kind, FoundPose& pose,
                std::size_t row_length) {
  std::size_t width = numbers.size() == 9 ? 3 : 4;
  if (row_length > 0) width = row_length;
  const std::size_t rows = numbers.size() / width;
  if (rows < 3 || width < 3) return;
  const auto at = [&](std::size_t r, std::size_t c) { return numbers[r * width + c]; };
  bool by_columns = kind == RotationKind::kColumns;
  const bool decided_by_zeros = rows == 4 && width == 4;
  if (decided_by_zeros) {
    const auto isUnitEnd = [&](bool last_row) {
      for (std::size_t i = 0; i < 3; ++i) {
        if ((last_row ? at(3, i) : at(i, 3)).value != 0) return false;
      }
      return at(3, 3).value == 1;
    };
    const bool row_end = isUnitEnd(true), column_end = isUnitEnd(false);
    if (row_end != column_end) by_columns = column_end;
  }
  if (kind == RotationKind::kNone && !(decided_by_zeros && by_columns)) {
    by_columns =
        findings.assume("matrix", "rows",
                        tr(decided_by_zeros ? "0 0 0 1 is the last row" : "as most texts write them")) == "columns";
  } else {
    by_columns = findings.answerTo("matrix", by_columns ? "columns" : "rows") == "columns";
  }
  // Nine numbers of the plane, whose last row or column is 0 0 1: the other one is the position.
  const bool is_of_plane = rows == 3 && width == 3 && at(2, 2).value == 1;
  const bool is_below = at(2, 0).value != 0 || at(2, 1).value != 0,
             is_beside = at(0, 2).value != 0 || at(1, 2).value != 0;
  const bool has_place_below = is_of_plane && is_below && !is_beside;
  if (has_place_below || (is_of_plane && is_beside && !is_below)) {
    pose.position = has_place_below ? Numbers{at(2, 0), at(2, 1)} : Numbers{at(0, 2), at(1, 2)};
    pose.rotation = FoundRotation{FoundRotation::Form::kAngle,
                                  {{has_place_below ? portable::atan2(at(0, 1).value, at(0, 0).value)
                                                    : portable::atan2(at(1, 0).value, at(0, 0).value),
                                    at(0, 1).offset}}};
    findings.use(numbers);
    return;
  }
  FoundRotation out{FoundRotation::Form::kMatrix, {}};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) out.numbers.push_back(by_columns ? at(c, r) : at(r, c));
  }
  pose.rotation = std::move(out);
  if (width == 4 || rows == 4) {
    Numbers place;
    for (std::size_t i = 0; i < 3; ++i) {
      if (by_columns && rows == 4) place.push_back(at(3, i));
      if (!by_columns && width == 4) place.push_back(at(i, 3));
    }
    // Three rows of four with zeros at their ends are padding, as in Bullet's btMatrix3x3 and ODE's dMatrix3.
    const bool is_padding =
        rows == 3 && std::all_of(place.begin(), place.end(), [](const Number& n) { return n.value == 0; });
    if (place.size() == 3 && !is_padding) pose.position = std::move(place);
    if (is_padding) findings.use(place);
    if (rows == 4 && width == 4) {
      for (std::size_t i = 0; i < 4; ++i) findings.use({by_columns ? at(i, 3) : at(3, i)});
    }
  }
}

Numbers convexOrder(const Numbers& points) {
  std::vector<Vec2> places;
  for (std::size_t i = 0; i + 2 <= points.size(); i += 2) places.emplace_back(points[i].value, points[i + 1].value);
  const std::vector<int> hull = planarHull(places);
  const std::size_t n = hull.size();
  const auto goesOn = [&](std::size_t step) {  // from each point to the next, or to the one before
    for (std::size_t i = 0; i < n; ++i) {
      if ((static_cast<std::size_t>(hull[i]) + step) % n != static_cast<std::size_t>(hull[(i + 1) % n])) return false;
    }
    return true;
  };
  if (n == places.size() && (goesOn(1) || goesOn(n - 1))) return points;
  Numbers out;
  for (const int index : hull) {
    for (const int c : {0, 1}) out.push_back(points[static_cast<std::size_t>(2 * index + c)]);
  }
  return out;
}

void moveToCentroid(Numbers& corners) {
  const std::size_t n = corners.size() / 2;
  double area = 0, x = 0, y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    const double ax = corners[2 * i].value, ay = corners[2 * i + 1].value, bx = corners[2 * j].value,
                 by = corners[2 * j + 1].value;
    const double part = ax * by - bx * ay;
    area += part;
    x += (ax + bx) * part / 3;
    y += (ay + by) * part / 3;
  }
  if (area == 0) return;
  for (std::size_t i = 0; i < n; ++i) {
    corners[2 * i].value -= x / area;
    corners[2 * i + 1].value -= y / area;
  }
}

void fillRectangle(FoundShape& capsule, const Number& width, const Number& height, bool lies) {
  const Number radius = halved(lies ? height : width);
  capsule.axis = lies ? 'x' : 'y';
  capsule.sizes = {radius, withoutCap(halved(lies ? width : height), radius)};
  capsule.height = lies ? width : height;
}

void setRayTo(FoundShape& ray, const Numbers& end) {
  ray.to = end;
  double square = 0;
  for (std::size_t c = 0; c < std::min(end.size(), ray.from->size()); ++c) {
    (*ray.to)[c].value -= (*ray.from)[c].value;
    square += (*ray.to)[c].value * (*ray.to)[c].value;
  }
  ray.sizes = {{std::sqrt(square)}};
}

void layAlong(FoundShape& shape, const Numbers& direction, const Number& half, Findings& findings) {
  const double whole = length(vectorOf(direction));
  if (!(whole > 0)) return;
  shape.from = shape.to = direction;
  for (std::size_t c = 0; c < direction.size(); ++c) {
    (*shape.to)[c].value = direction[c].value * half.value / whole;
    (*shape.from)[c].value = 0 - (*shape.to)[c].value;
  }
  findings.use({half});
}

}  // namespace sepax::paste
