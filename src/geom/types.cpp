#include "geom/types.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <numbers>

namespace sepax {

namespace {

// A fused multiply-add is one instruction where the processor has it, a call of the library otherwise: the same bits.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
#define SEPAX_FUSED __attribute__((target_clones("fma", "default")))
#else
#define SEPAX_FUSED
#endif

constexpr double kQuarterTurn = std::numbers::pi / 2;

/// a·b − c·d with one fused correction of the rounding of c·d.
double differenceOfProducts(double a, double b, double c, double d) {
  const double cd = c * d;
  const double error = std::fma(-c, d, cd);
  return std::fma(a, b, -cd) + error;
}

}  // namespace

SEPAX_FUSED Vec3 crossAccurate(const Vec3& a, const Vec3& b) {
  return {differenceOfProducts(a.y, b.z, a.z, b.y), differenceOfProducts(a.z, b.x, a.x, b.z),
          differenceOfProducts(a.x, b.y, a.y, b.x)};
}

Vec3 normalizedOr(const Vec3& v, const Vec3& fallback) {
  // Squares of most stay far from underflow and overflow.
  if (const double squared = dot(v, v); squared > 0x1p-390 && squared < 0x1p390) return v / std::sqrt(squared);
  const double most = largest(v);
  if (!(most > 0) || !isFinite(v)) return fallback;
  // For other vectors scaling by a power of two first avoids both without a rounding error.
  const int exponent = std::ilogb(most);
  const Vec3 scaled{std::scalbn(v.x, -exponent), std::scalbn(v.y, -exponent), std::scalbn(v.z, -exponent)};
  return scaled / length(scaled);
}

Vec3 anyPerpendicular(const Vec3& v) {
  const Vec3 a{std::abs(v.x), std::abs(v.y), std::abs(v.z)};
  const Vec3 helper = a.x <= a.y && a.x <= a.z ? Vec3{1, 0, 0} : a.y <= a.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  return normalizedOr(crossAccurate(v, helper), {1, 0, 0});
}

Vec3 nearestOnSegment(const Vec3& a, const Vec3& b, const Vec3& p) {
  const Vec3 along = b - a;
  const double squared = dot(along, along);
  return squared > 0 ? a + std::clamp(dot(p - a, along) / squared, 0.0, 1.0) * along : a;
}

bool isFinite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

Mat3 matrixOf(const Quat& q) {
  const double n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  const double s = 2 / n;
  const double xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
  const double xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
  const double wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
  return Mat3{Vec3{1 - (yy + zz), xy + wz, xz - wy}, Vec3{xy - wz, 1 - (xx + zz), yz + wx},
              Vec3{xz + wy, yz - wx, 1 - (xx + yy)}};
}

SineCosine sineCosineOf(double angle) {
  const double quarters = std::round(angle / kQuarterTurn);
  // Beyond a million of them other angles happen to be some number of rounded quarters.
  constexpr double kMaxQuarters = 1 << 20;
  if (quarters * kQuarterTurn != angle || std::abs(quarters) > kMaxQuarters)
    return {portable::sin(angle), portable::cos(angle)};
  const double place = std::remainder(quarters, 4);  // −2 … 2
  if (place == 0) return {0, 1};
  return std::abs(place) == 2 ? SineCosine{0, -1} : SineCosine{place, 0};
}

double radiansOf(double degrees) {
  degrees = std::remainder(degrees, 360 * 1024.0);  // whole turns, without which large angles keep their digits
  const double quarters = degrees / 90;
  return quarters == std::round(quarters) ? quarters * kQuarterTurn : degrees * (std::numbers::pi / 180);
}

Mat3 matrixOfAngle(double angle) {
  const auto [s, c] = sineCosineOf(angle);
  return Mat3{Vec3{c, s, 0}, Vec3{-s, c, 0}, Vec3{0, 0, 1}};
}

Mat3 matrixAbout(const Vec3& axis, double angle) {
  const auto [s, c] = sineCosineOf(angle);
  const Vec3 &n = axis, k = n * (1 - c), t = n * s;
  return Mat3{Vec3{c + k.x * n.x, k.x * n.y + t.z, k.x * n.z - t.y},
              Vec3{k.y * n.x - t.z, c + k.y * n.y, k.y * n.z + t.x},
              Vec3{k.z * n.x + t.y, k.z * n.y - t.x, c + k.z * n.z}};
}

Quat quaternionOf(const Mat3& m) {
  // Shepperd 1978: divide by the largest of the four components.
  const double trace = m[0][0] + m[1][1] + m[2][2];
  Quat q;
  if (trace >= m[0][0] && trace >= m[1][1] && trace >= m[2][2]) {
    q = {m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], 1 + trace};
  } else if (m[0][0] >= m[1][1] && m[0][0] >= m[2][2]) {
    q = {1 + 2 * m[0][0] - trace, m[0][1] + m[1][0], m[2][0] + m[0][2], m[1][2] - m[2][1]};
  } else if (m[1][1] >= m[2][2]) {
    q = {m[0][1] + m[1][0], 1 + 2 * m[1][1] - trace, m[1][2] + m[2][1], m[2][0] - m[0][2]};
  } else {
    q = {m[2][0] + m[0][2], m[1][2] + m[2][1], 1 + 2 * m[2][2] - trace, m[0][1] - m[1][0]};
  }
  if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
  return normalized(q);
}

Mat3 nearestRotation(const Mat3& m) {
  constexpr double kRounding = 4e-16;
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) worst = std::max(worst, std::abs(dot(m[i], m[j]) - (i == j ? 1 : 0)));
  }
  return worst <= kRounding ? m : matrixOf(quaternionOf(m));
}

Quat quaternionAbout(const Vec3& axis, double angle) {
  const double s = portable::sin(angle / 2);
  return {axis.x * s, axis.y * s, axis.z * s, portable::cos(angle / 2)};
}

Quat operator*(const Quat& a, const Quat& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

Quat normalized(const Quat& q) {
  const double n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return n > 0 ? Quat{q.x / n, q.y / n, q.z / n, q.w / n} : Quat{};
}

}  // namespace sepax
