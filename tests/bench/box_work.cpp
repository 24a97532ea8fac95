#include "bench/box_work.h"

#include <algorithm>
#include <cmath>

namespace sepax::bench {

PlainBox plainBox(const FloatBox& box) {
  PlainBox out;
  const auto& q = box.rotation;
  const Mat3 m = matrixOf(normalized(Quat{q[0], q[1], q[2], q[3]}));
  for (int i = 0; i < 3; ++i) {
    out.centre[i] = box.centre[static_cast<std::size_t>(i)];
    out.half[i] = box.half_extents[static_cast<std::size_t>(i)];
    for (int c = 0; c < 3; ++c) out.axes[i][c] = static_cast<float>(m[i][c]);
  }
  return out;
}

bool plainOverlap(const PlainBox& a, const PlainBox& b) {
  float r[3][3], q[3][3], t[3];
  const float d[3] = {b.centre[0] - a.centre[0], b.centre[1] - a.centre[1], b.centre[2] - a.centre[2]};
  const auto along = [](const float* u, const float* v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; };
  for (int i = 0; i < 3; ++i) {
    t[i] = along(d, a.axes[i]);
    for (int j = 0; j < 3; ++j) {
      r[i][j] = along(a.axes[i], b.axes[j]);
      q[i][j] = std::abs(r[i][j]) + 1e-6f;
    }
  }
  const float *ha = a.half, *hb = b.half;
  for (int i = 0; i < 3; ++i)
    if (std::abs(t[i]) > ha[i] + hb[0] * q[i][0] + hb[1] * q[i][1] + hb[2] * q[i][2]) return false;
  for (int j = 0; j < 3; ++j)
    if (std::abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) >
        hb[j] + ha[0] * q[0][j] + ha[1] * q[1][j] + ha[2] * q[2][j])
      return false;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const float radii = ha[i1] * q[i2][j] + ha[i2] * q[i1][j] + hb[j1] * q[i][j2] + hb[j2] * q[i][j1];
      if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > radii) return false;
    }
  }
  return true;
}

PlainRectangle plainRectangle(const FlatBox& box) {
  const auto& [x, y] = box.axis;
  return {{box.centre[0], box.centre[1]}, {box.half_extents[0], box.half_extents[1]}, {{x, y}, {-y, x}}};
}

bool plainOverlap(const PlainRectangle& a, const PlainRectangle& b) {
  const float d[2] = {b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]};
  const auto along = [](const float* u, const float* v) { return u[0] * v[0] + u[1] * v[1]; };
  float q[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) q[i][j] = std::abs(along(a.axes[i], b.axes[j]));
  for (int i = 0; i < 2; ++i)
    if (std::abs(along(d, a.axes[i])) > a.half[i] + b.half[0] * q[i][0] + b.half[1] * q[i][1]) return false;
  for (int j = 0; j < 2; ++j)
    if (std::abs(along(d, b.axes[j])) > b.half[j] + a.half[0] * q[0][j] + a.half[1] * q[1][j]) return false;
  return true;
}

FlatBox flatBox(const PosedShape& posed) {
  const Vec2 half = std::get<Box2>(posed.shape).half_extents;
  const Vec3 position = posed.pose.position, axis = posed.pose.rotation[0];
  const auto f = [](double v) { return static_cast<float>(v); };
  return {{f(position.x), f(position.y)}, {f(half.x), f(half.y)}, {f(axis.x), f(axis.y)}};
}

std::vector<FlatBox> flatBoxWork(double spread, std::size_t count) {
  SplitMix64 random{2001};
  std::vector<FlatBox> out;
  for (std::size_t i = 0; i < count; ++i) {
    Vec3 centre{random.in(-10, 10), random.in(-10, 10), 0};
    for (int k = 0; k < 2; ++k) {
      out.push_back(
          flatBox({Box2{{random.in(0.25, 1), random.in(0.25, 1)}}, {centre, matrixOfAngle(random.in(0, 2 * M_PI))}}));
      centre += Vec3{random.in(-spread, spread), random.in(-spread, spread), 0};
    }
  }
  return out;
}

PosedShape posedBox(const FloatBox& box) {
  const auto& q = box.rotation;
  const auto vec = [](const std::array<float, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
  return {Box{vec(box.half_extents)}, {vec(box.centre), matrixOf(normalized(Quat{q[0], q[1], q[2], q[3]}))}};
}

const BoxWork& boxWork(Mix mix, std::size_t count) {
  static BoxWork work;
  static Mix last = mix;
  if (work.gaps.size() == count && last == mix) return work;
  work = {};
  last = mix;
  BoxPairs source(mix, 0, 0);
  const auto f = [](double v) { return static_cast<float>(v); };
  const auto pack = [&](const PosedShape& shape) {
    const Quat q = quaternionOf(shape.pose.rotation);
    const Vec3 p = shape.pose.position, h = std::get<Box>(shape.shape).half_extents;
    work.boxes.push_back({{f(p.x), f(p.y), f(p.z)}, {f(h.x), f(h.y), f(h.z)}, {f(q.x), f(q.y), f(q.z), f(q.w)}});
  };
  for (std::size_t i = 0; i < count; ++i) {
    const WorkPair pair = source.next();
    pack(pair.a);
    pack(pair.b);
    work.gaps.push_back(boxGap(posedBox(work.boxes[2 * i]), posedBox(work.boxes[2 * i + 1])));
  }
  return work;
}

WrongAnswers wrongAnswers(const std::vector<double>& gaps, const std::vector<std::uint8_t>& overlaps) {
  WrongAnswers wrong;
  for (std::size_t i = 0; i < overlaps.size(); ++i) {
    if ((overlaps[i] != 0) == (gaps[i] <= 0) || std::abs(gaps[i]) <= 1e-6) continue;
    ++wrong.count;
    wrong.worst = std::max(wrong.worst, std::abs(gaps[i]));
  }
  return wrong;
}

}  // namespace sepax::bench
