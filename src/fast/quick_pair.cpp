#include "fast/quick_pair.h"

#include "geom/both.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr double kParallel = 1e-6;  ///< sine of the angle up to which two edges have no axis here
constexpr double kDoubt = 1e-5;     ///< of size and distance

double ballAndBall(const QuickBody& a, const QuickBody& b) { return length(b.centre - a.centre) - a.half.x - b.half.x; }

double ballAndBox(const QuickBody& ball, const QuickBody& box, int dimensions) {
  const Vec3 d = ball.centre - box.centre;
  double outside = 0, deepest = -1e300;
  for (int c = 0; c < dimensions; ++c) {
    const double beyond = std::abs(dot(d, box.rotation[c])) - box.half[c];
    deepest = std::max(deepest, beyond);
    if (beyond > 0) outside += beyond * beyond;
  }
  return (outside > 0 ? std::sqrt(outside) : deepest) - ball.half.x;
}

double flatBoxes(const QuickBody& a, const QuickBody& b) {
  const Vec3 d = b.centre - a.centre;
  double r[2][2], best = -1e300;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) r[i][j] = std::abs(dot(a.rotation[i], b.rotation[j]));
  }
  for (int i = 0; i < 2; ++i) {
    best = std::max(best, std::abs(dot(d, a.rotation[i])) - a.half[i] - (b.half[0] * r[i][0] + b.half[1] * r[i][1]));
    best = std::max(best, std::abs(dot(d, b.rotation[i])) - b.half[i] - (a.half[0] * r[0][i] + a.half[1] * r[1][i]));
  }
  return best;
}

/// Vectors of two pairs.
struct BothVecs {
  Both v[3];
  BothVecs(const Vec3& first, const Vec3& second) : v{{first.x, second.x}, {first.y, second.y}, {first.z, second.z}} {}
  const Both& operator[](int i) const { return v[i]; }
};
Both dotOf(const BothVecs& a, const BothVecs& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Gottschalk, Lin, Manocha 1996: B in A's frame.
Both boxes(const QuickBody& a0, const QuickBody& b0, const QuickBody& a1, const QuickBody& b1) {
  const BothVecs d(b0.centre - a0.centre, b1.centre - a1.centre), half_a(a0.half, a1.half), half_b(b0.half, b1.half);
  const BothVecs axes_b[3] = {
      {b0.rotation[0], b1.rotation[0]}, {b0.rotation[1], b1.rotation[1]}, {b0.rotation[2], b1.rotation[2]}};
  Both t[3], r[3][3], abs_r[3][3];
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const BothVecs axis(a0.rotation[i], a1.rotation[i]);
    t[i] = dotOf(d, axis);
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dotOf(axis, axes_b[j]);
      abs_r[i][j] = sizesOf(r[i][j]);
    }
  }
  Both best{-1e300, -1e300};
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    best = larger(best, sizesOf(t[i]) - half_a[i] -
                            (half_b[0] * abs_r[i][0] + half_b[1] * abs_r[i][1] + half_b[2] * abs_r[i][2]));
    best = larger(best, sizesOf(t[0] * r[0][i] + t[1] * r[1][i] + t[2] * r[2][i]) - half_b[i] -
                            (half_a[0] * abs_r[0][i] + half_a[1] * abs_r[1][i] + half_a[2] * abs_r[2][i]));
  }
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      const Both squared =
          r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];  // of the sine, without cancellation as in 1 − cosine²
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const Both gap = sizesOf(t[i2] * r[i1][j] - t[i1] * r[i2][j]) -
                       (half_a[i1] * abs_r[i2][j] + half_a[i2] * abs_r[i1][j]) -
                       (half_b[j1] * abs_r[i][j2] + half_b[j2] * abs_r[i][j1]);
      const Both along = larger(best, gap / rootsOf(squared));
      best = squared <= kParallel * kParallel ? best : along;
    }
  }
  return best;
}

double gapOf(const QuickBody& a, const QuickBody& b) {
  using enum QuickBody::Kind;
  if (a.kind == kBall && b.kind == kBall) return ballAndBall(a, b);
  if (a.kind == kBall) return ballAndBox(a, b, b.kind == kFlatBox ? 2 : 3);
  if (b.kind == kBall) return ballAndBox(b, a, a.kind == kFlatBox ? 2 : 3);
  return a.kind == kFlatBox ? flatBoxes(a, b) : boxes(a, b, a, b)[0];
}

std::optional<QuickAnswer> certainAnswer(const QuickBody& a, const QuickBody& b, double gap,
                                         const std::optional<double>& touching_tolerance) {
  const double size = std::max(a.size, b.size), touching = touching_tolerance.value_or(kTouching * size);
  const double doubt = touching + kDoubt * size + 1e-9 * length(b.centre - a.centre);
  // Written so that what is no number is not certain.
  if (!(gap > doubt || gap < -doubt)) return std::nullopt;
  return QuickAnswer{gap > 0 ? Verdict::kSeparated : Verdict::kOverlapping, gap};
}

}  // namespace

QuickBody quickBody(const PosedShape& posed) {
  QuickBody body;
  body.centre = posed.pose.position;
  body.rotation = posed.pose.rotation;
  if (const auto* const box = std::get_if<Box>(&posed.shape)) {
    body.kind = QuickBody::Kind::kBox;
    body.half = box->half_extents;
  } else if (const auto* const flat = std::get_if<Box2>(&posed.shape)) {
    body.kind = QuickBody::Kind::kFlatBox;
    body.half = Vec3(flat->half_extents, 0);
  } else if (const auto* const sphere = std::get_if<Sphere>(&posed.shape)) {
    body.kind = QuickBody::Kind::kBall;
    body.half = Vec3{sphere->radius};
  } else if (const auto* const circle = std::get_if<Circle>(&posed.shape)) {
    body.kind = QuickBody::Kind::kBall;
    body.half = Vec3{circle->radius};
  }
  body.size = 2 * std::max({body.half.x, body.half.y, body.half.z});
  return body;
}

std::optional<QuickAnswer> quickAnswer(const QuickBody& a, const QuickBody& b,
                                       const std::optional<double>& touching_tolerance) {
  if (a.kind == QuickBody::Kind::kOther || b.kind == QuickBody::Kind::kOther) return std::nullopt;
  return certainAnswer(a, b, gapOf(a, b), touching_tolerance);
}

std::vector<std::optional<QuickAnswer>> quickAnswers(std::span<const QuickBody> bodies, std::span<const BoxPair> pairs,
                                                     const std::optional<double>& touching_tolerance) {
  std::vector<std::optional<QuickAnswer>> answers(pairs.size());
  std::optional<std::size_t> alone;  // a pair of boxes that waits for another
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const QuickBody &a = bodies[pairs[i].a], &b = bodies[pairs[i].b];
    if (a.kind != QuickBody::Kind::kBox || b.kind != QuickBody::Kind::kBox) {
      answers[i] = quickAnswer(a, b, touching_tolerance);
    } else if (!alone) {
      alone = i;
    } else {
      const QuickBody &a0 = bodies[pairs[*alone].a], &b0 = bodies[pairs[*alone].b];
      const Both gaps = boxes(a0, b0, a, b);
      answers[*alone] = certainAnswer(a0, b0, gaps[0], touching_tolerance);
      answers[i] = certainAnswer(a, b, gaps[1], touching_tolerance);
      alone.reset();
    }
  }
  if (alone) answers[*alone] = quickAnswer(bodies[pairs[*alone].a], bodies[pairs[*alone].b], touching_tolerance);
  return answers;
}

}  // namespace sepax
