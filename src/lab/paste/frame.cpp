#include "lab/paste/frame.h"

#include "core/text.h"

#include <algorithm>
#include <cmath>

namespace sepax::paste {

namespace {

Mat3 aboutAxis(char axis, double angle) {
  const Vec3 way{axis == 'x' ? 1.0 : 0.0, axis == 'y' ? 1.0 : 0.0, axis == 'z' ? 1.0 : 0.0};
  return matrixAbout(way, angle);
}

Mat3 scaling(const Vec3& by) { return Mat3{{by.x, 0, 0}, {0, by.y, 0}, {0, 0, by.z}}; }

}  // namespace

Vec3 vectorOf(const Numbers& n) {
  return n.size() < 2 ? Vec3{0.0} : Vec3{n[0].value, n[1].value, n.size() > 2 ? n[2].value : 0.0};
}

Mat3 matrixOf(const std::optional<FoundRotation>& rotation) {
  using Form = FoundRotation::Form;
  if (!rotation) return Mat3{1.0};
  const Numbers& n = rotation->numbers;
  if (rotation->form == Form::kQuaternion && n.size() == 4) {
    const Quat q{n[0].value, n[1].value, n[2].value, n[3].value};
    const bool is_zero = q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0;
    return is_zero ? Mat3{1.0} : sepax::matrixOf(q);
  }
  if (rotation->form == Form::kMatrix && n.size() == 9) {
    Mat3 out(1.0);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) out[c][r] = n[static_cast<std::size_t>(3 * r + c)].value;
    }
    return out;
  }
  if (rotation->form == Form::kAngle && n.size() == 1)
    return aboutAxis('z', rotation->in_degrees ? radiansOf(n[0].value) : n[0].value);
  const Vec3 v = vectorOf(n);
  if (rotation->form == Form::kAxisAngle && length(v) > 0) return matrixAbout(v / length(v), length(v));
  if (rotation->form != Form::kEuler || n.size() != 3) return Mat3{1.0};
  Mat3 out(1.0);
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = rotation->in_degrees ? radiansOf(n[i].value) : n[i].value;
    const char axis = lowered(rotation->order[i]);
    const bool about_own = axis != rotation->order[i];
    out = about_own ? out * aboutAxis(axis, angle) : aboutAxis(axis, angle) * out;
  }
  return out;
}

FoundRotation asMatrix(const Mat3& m) {
  FoundRotation rotation{FoundRotation::Form::kMatrix, {}};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) rotation.numbers.push_back({m[c][r]});
  }
  return rotation;
}

void setLinear(Frame& frame, const Mat3& linear) {
  constexpr double kSquare = 1e-5;  // of a right angle, for numbers of single precision
  Mat3 unit(1.0);
  for (int c = 0; c < 3; ++c) {
    frame.factors[c] = length(linear[c]);
    frame.is_sheared = frame.is_sheared || !(frame.factors[c] > 0);
    if (frame.factors[c] > 0) unit[c] = linear[c] / frame.factors[c];
  }
  for (int c = 0; c < 3; ++c)
    frame.is_sheared = frame.is_sheared || std::abs(dot(unit[c], unit[(c + 1) % 3])) > kSquare;
  if (glm::determinant(linear) < 0) {
    frame.factors.x = -frame.factors.x;
    unit[0] = -unit[0];
  }
  frame.rotation = asMatrix(unit);
}

Frame inside(const Frame& outer, const Frame& inner) {
  const auto isIdle = [](const Frame& f) {
    return !f.rotation && f.factors == Vec3{1.0} && !f.is_sheared &&
           (!f.position || std::ranges::all_of(*f.position, [](const Number& n) { return n.value == 0; }));
  };
  if (isIdle(outer) || isIdle(inner)) {
    // Zeros that are written are a place, too.
    Frame out = isIdle(outer) ? inner : outer;
    const Frame& idle = isIdle(outer) ? outer : inner;
    append(out.also, idle.also);
    if (out.position && idle.position) append(out.also, *idle.position);
    if (!out.position) out.position = idle.position;
    return out;
  }
  const auto placeOf = [](const Frame& f) { return f.position ? vectorOf(*f.position) : Vec3{0.0}; };
  const Mat3 outer_rotation = matrixOf(outer.rotation);
  const Vec3 place = placeOf(outer) + outer_rotation * (outer.factors * placeOf(inner));
  Frame out;
  out.position = Numbers{{place.x}, {place.y}, {place.z}};
  for (const Frame* f : {&outer, &inner}) {
    append(out.also, f->also);
    if (f->position) append(out.also, *f->position);
    if (f->rotation) append(out.also, f->rotation->numbers);
  }
  if (outer.is_sheared || inner.is_sheared) {
    out.is_sheared = true;
  } else if (outer.factors != Vec3{1.0} || inner.factors != Vec3{1.0}) {
    setLinear(out, outer_rotation * scaling(outer.factors) * matrixOf(inner.rotation) * scaling(inner.factors));
  } else if (!inner.rotation || !outer.rotation) {
    out.rotation = outer.rotation ? outer.rotation : inner.rotation;
  } else {
    out.rotation = asMatrix(outer_rotation * matrixOf(inner.rotation));
  }
  return out;
}

}  // namespace sepax::paste
