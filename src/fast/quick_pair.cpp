#include "fast/quick_pair.h"

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

/// Gottschalk, Lin, Manocha 1996: B in A's frame.
double boxes(const QuickBody& a, const QuickBody& b) {
  const Vec3 d = b.centre - a.centre;
  double t[3], r[3][3], abs_r[3][3];
  for (int i = 0; i < 3; ++i) {
    t[i] = dot(d, a.rotation[i]);
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(a.rotation[i], b.rotation[j]);
      abs_r[i][j] = std::abs(r[i][j]);
    }
  }
  double best = -1e300;
  for (int i = 0; i < 3; ++i) {
    best = std::max(best, std::abs(t[i]) - a.half[i] -
                              (b.half[0] * abs_r[i][0] + b.half[1] * abs_r[i][1] + b.half[2] * abs_r[i][2]));
    best = std::max(best, std::abs(t[0] * r[0][i] + t[1] * r[1][i] + t[2] * r[2][i]) - b.half[i] -
                              (a.half[0] * abs_r[0][i] + a.half[1] * abs_r[1][i] + a.half[2] * abs_r[2][i]));
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const double squared =
          r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];  // of the sine, without the cancellation of 1 − cosine²
      if (squared <= kParallel * kParallel) continue;
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double gap = std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) -
                         (a.half[i1] * abs_r[i2][j] + a.half[i2] * abs_r[i1][j]) -
                         (b.half[j1] * abs_r[i][j2] + b.half[j2] * abs_r[i][j1]);
      best = std::max(best, gap / std::sqrt(squared));
    }
  }
  return best;
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
  using enum QuickBody::Kind;
  if (a.kind == kOther || b.kind == kOther) return std::nullopt;
  double gap = 0;
  if (a.kind == kBall && b.kind == kBall) {
    gap = ballAndBall(a, b);
  } else if (a.kind == kBall || b.kind == kBall) {
    const QuickBody &ball = a.kind == kBall ? a : b, &box = a.kind == kBall ? b : a;
    gap = ballAndBox(ball, box, box.kind == kFlatBox ? 2 : 3);
  } else {
    gap = a.kind == kFlatBox ? flatBoxes(a, b) : boxes(a, b);
  }
  const double size = std::max(a.size, b.size), touching = touching_tolerance.value_or(kTouching * size);
  const double doubt = touching + kDoubt * size + 1e-9 * length(b.centre - a.centre);
  // Written so that what is no number is not certain.
  if (!(gap > doubt || gap < -doubt)) return std::nullopt;
  return QuickAnswer{gap > 0 ? Verdict::kSeparated : Verdict::kOverlapping, gap};
}

}  // namespace sepax
