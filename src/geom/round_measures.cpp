#include "geom/round_measures.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sepax {

namespace {

constexpr double kPi = std::numbers::pi;

// ---------------------------------------------------------------- outlines

struct QuadratureNode {
  double at, weight;
};
/// Gauss's on [0, 1]: exact to degree 15.
constexpr std::array<QuadratureNode, 8> kNodes{{{0.01985507175123188, 0.05061426814518813},
                                                {0.10166676129318664, 0.11119051722668724},
                                                {0.23723379504183550, 0.15685332293894363},
                                                {0.40828267875217510, 0.18134189168918100},
                                                {0.59171732124782490, 0.18134189168918100},
                                                {0.76276620495816450, 0.15685332293894363},
                                                {0.89833323870681336, 0.11119051722668724},
                                                {0.98014492824876812, 0.05061426814518813}}};

enum class Around { kAxis, kLine };

/// The outline of a shape that is symmetric about an axis (in the plane: a line), from its lower to its upper end, by
/// the distance from the axis and the height along it. Sums up the boundary integrals of the second moments about
/// `centre` on the axis.
class Outline {
 public:
  Outline(Around around, double centre) : around_(around), centre_(centre) {}

  Outline& line(double r0, double y0, double r1, double y1) {
    for (const QuadratureNode& node : kNodes)
      add(r0 + node.at * (r1 - r0), y0 + node.at * (y1 - y0), (y1 - y0) * node.weight);
    return *this;
  }
  /// Part of a circle; angles from the direction away from the axis, radians.
  Outline& arc(double middle_r, double middle_y, double radius, double from, double to) {
    constexpr int kParts = 4;
    const double part = (to - from) / kParts;
    for (int i = 0; i < kParts; ++i) {
      for (const QuadratureNode& node : kNodes) {
        const double angle = from + (i + node.at) * part;
        add(middle_r + radius * portable::cos(angle), middle_y + radius * portable::sin(angle),
            radius * portable::cos(angle) * part * node.weight);
      }
    }
    return *this;
  }
  /// In body space, the axis being one of it.
  [[nodiscard]] Mat3 second(int axis) const {
    Vec3 out{across_};
    out[axis] = along_;
    if (around_ == Around::kLine) out.z = 0;
    return diagonal(out);
  }

 private:
  void add(double r, double height, double rise) {
    const double y = height - centre_;
    const bool solid = around_ == Around::kAxis;
    along_ += (solid ? kPi * r * r : 2 * r) * y * y * rise;
    across_ += (solid ? kPi / 4 * r * r * r * r : 2.0 / 3 * r * r * r) * rise;
  }

  Around around_;
  double centre_;
  double along_ = 0, across_ = 0;
};

constexpr double kDown = -kPi / 2, kUp = kPi / 2;

/// Two circles and the line that touches both.
template <Tapered S>
Mat3 secondOf(const S& s, const Vec3& centre) {
  Outline outline(S::kPlanar ? Around::kLine : Around::kAxis, centre[S::kAxis]);
  const double r = s.radius_start, q = s.radius_end, h = s.half_length;
  if (isBall(s)) return outline.arc(0, largerAt(s), std::max(r, q), kDown, kUp).second(S::kAxis);
  const double sine = sideSine(s), cosine = sideCosine(s), angle = portable::atan2(sine, cosine);
  return outline.arc(0, -h, r, kDown, angle)
      .line(r * cosine, -h + r * sine, q * cosine, h + q * sine)
      .arc(0, h, q, angle, kUp)
      .second(S::kAxis);
}

// ---------------------------------------------------------------- ellipsoids

/// Carlson's R_F and R_D by duplication, without an end but rounding's (Carlson 1995). Two at most of x, y, z are zero;
/// of R_D z is not.
struct EllipticIntegrals {
  double first = 0, second = 0;
};
EllipticIntegrals carlson(double x, double y, double z) {
  constexpr double kSeries = 1e-3;  // what the series below leave out is of the sixth power
  double sum = 0, power = 1;
  for (;;) {
    const double mean = (x + y + z) / 3, mean_d = (x + y + 3 * z) / 5;
    const double off = std::max({std::abs(mean - x), std::abs(mean - y), std::abs(mean - z), std::abs(mean_d - z)});
    if (off <= kSeries * mean) {
      const double a = 1 - x / mean, b = 1 - y / mean, c = -a - b, e2 = a * b - c * c, e3 = a * b * c;
      const double first = (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / std::sqrt(mean);
      const double p = (mean_d - x) / mean_d, q = (mean_d - y) / mean_d, r = -(p + q) / 3;
      const double d2 = p * q - 6 * r * r, d3 = (3 * p * q - 8 * r * r) * r, d4 = 3 * (p * q - r * r) * r * r,
                   d5 = p * q * r * r * r;
      const double series = 1 - 3 * d2 / 14 + d3 / 6 + 9 * d2 * d2 / 88 - 3 * d4 / 22 - 9 * d2 * d3 / 52 + 3 * d5 / 26;
      return {first, 3 * sum + power * series / (mean_d * std::sqrt(mean_d))};
    }
    const double lambda = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
    sum += power / (std::sqrt(z) * (z + lambda));
    power /= 4;
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
}

/// The mean of |(p·u, q·v, r·w)| over the unit vectors (u, v, w): Carlson's R_G of the squares, any of which may be
/// zero.
double meanLength(double p, double q, double r) {
  std::array<double, 3> of{p, q, r};
  std::sort(of.begin(), of.end());
  const double unit = of[2];
  if (!(unit > 0)) return 0;
  const double y = (of[0] / unit) * (of[0] / unit), z = (of[1] / unit) * (of[1] / unit), x = 1;
  if (z == 0) return unit / 2;  // of one axis: the mean of |u|
  const auto [first, second] = carlson(x, y, z);
  return unit * (z * first + (x - z) * (z - y) * second / 3 + std::sqrt(x * y / z)) / 2;
}

/// The integral of a vector function over [from, to], by halves until both rules agree.
template <class Function>
Vec3 integral(const Function& function, double from, double to, double allowed, int depth = 0) {
  constexpr int kDeepest = 40;
  const auto rule = [&](double low, double high) {
    Vec3 sum{0.0};
    for (const QuadratureNode& node : kNodes) sum += node.weight * function(low + node.at * (high - low));
    return sum * (high - low);
  };
  const double middle = (from + to) / 2;
  const Vec3 whole = rule(from, to), halves = rule(from, middle) + rule(middle, to);
  if (depth >= kDeepest || length(halves - whole) <= allowed) return halves;
  return integral(function, from, middle, allowed, depth + 1) + integral(function, middle, to, allowed, depth + 1);
}

/// The integral over a quarter turn of a function that changes within `least` radians of either end: a peak there would
/// slip between the rules' nodes.
template <class Function>
Vec3 quarterIntegral(const Function& function, double least, double allowed) {
  constexpr double kQuarter = kPi / 2;
  Vec3 sum{0.0};
  double width = kQuarter / 2;
  for (; width > least; width /= 2) {
    sum += integral(function, width / 2, width, allowed);
    sum += integral(function, kQuarter - width, kQuarter - width / 2, allowed);
  }
  return sum + integral(function, 0, width, allowed) + integral(function, kQuarter - width, kQuarter, allowed);
}

/// The shortest half axis over the longest, zeros left out.
double leastAngle(const Vec3& half_axes) {
  double least = 1, longest = std::max({half_axes.x, half_axes.y, half_axes.z});
  for (int c = 0; c < 3; ++c) {
    if (half_axes[c] > 0) least = std::min(least, half_axes[c] / longest);
  }
  return least / 4;
}

/// Allowed errors of integrals, shares of the moment of the ball around; a function that is itself an integral is known
/// to less.
constexpr double kQuadrature = 1e-13, kOuterQuadrature = 1e-12;

/// A margin adds to the second moments the integral of (x + t n)² over its thickness, with the area growing by
/// 1 + t H + t² K, where H is the sum and K the product of the curvatures. Along the surface the first part is
/// integrated by its points, the others by its normals: each is bounded there however flat the ellipsoid is.
Vec3 byArea(const Vec3& x, const Vec3& n, double r) { return r * x * x + r * r * x * n + r * r * r / 3 * n * n; }
Vec3 bySum(const Vec3& x, const Vec3& n, double r) {
  const double r2 = r * r;
  return r2 / 2 * x * x + 2.0 / 3 * r2 * r * x * n + r2 * r2 / 4 * n * n;
}
Vec3 byProduct(const Vec3& x, const Vec3& n, double r) {
  const double r3 = r * r * r;
  return r3 / 3 * x * x + r3 * r / 2 * x * n + r3 * r * r / 5 * n * n;
}

/// Diagonal of the second moment that a margin adds to an ellipse: four times a quarter.
Vec3 secondOfMargin(const Ellipse& s, double r) {
  const Vec3 e{s.half_axes, 0.0};
  const double reach = std::max(e.x, e.y) + r, ball = reach * reach * reach * reach;
  return 4.0 * quarterIntegral(
                   [&](double angle) {
                     const Vec3 u{portable::cos(angle), portable::sin(angle), 0};
                     const Vec3 normal{e.y * u.x, e.x * u.y, 0};
                     const double stretch = length(normal), support = length(e * u);
                     return stretch * byArea(e * u, normalizedOr(normal, u), r) +
                            bySum(support > 0 ? e * e * u / support : Vec3{0.0}, u, r);
                   },
                   leastAngle(e), kQuadrature * ball);
}

/// Diagonal of the second moment that a margin adds to an ellipsoid: eight times an octant, about its longest axis.
Vec3 secondOfMargin(const Ellipsoid& s, double r) {
  const Vec3 e = s.half_axes;
  const int pole = e.x >= e.y && e.x >= e.z ? 0 : e.y >= e.z ? 1 : 2;
  const double reach = std::max({e.x, e.y, e.z}) + r, ball = reach * reach * reach * reach * reach;
  const Vec3 products{e.y * e.z, e.z * e.x, e.x * e.y};
  const auto at = [&](double polar, double turn) {
    Vec3 u{0.0};
    u[pole] = portable::cos(polar);
    u[(pole + 1) % 3] = portable::sin(polar) * portable::cos(turn);
    u[(pole + 2) % 3] = portable::sin(polar) * portable::sin(turn);
    const Vec3 normal = products * u;
    const double support = length(e * u);
    const Vec3 x = support > 0 ? e * e * u / support : Vec3{0.0};
    const double radii = support > 0 ? (dot(e, e) - dot(x, x)) / support : 0;  // the sum of the radii of curvature
    return portable::sin(polar) *
           (length(normal) * byArea(e * u, normalizedOr(normal, u), r) + radii * bySum(x, u, r) + byProduct(x, u, r));
  };
  const double least = leastAngle(e);
  return 8.0 * quarterIntegral(
                   [&](double polar) {
                     return quarterIntegral([&](double turn) { return at(polar, turn); }, least, kQuadrature * ball);
                   },
                   least, kOuterQuadrature * ball);
}

}  // namespace

Measures measureRound(const Sphere& s) {
  const double r = s.radius, volume = 4.0 / 3 * kPi * r * r * r;
  return {volume, 4 * kPi * r * r, Vec3{0.0}, Mat3{volume * r * r / 5}};
}
Measures measureRound(const Circle& s) {
  const double r = s.radius, area = kPi * r * r;
  return {area, 2 * kPi * r, Vec3{0.0}, area * r * r / 4 * diagonal({1, 1, 0})};
}
Measures measureRound(const Capsule& s) {
  const Measures ball = measureRound(Sphere{s.radius});
  return {ball.volume + 2 * kPi * s.radius * s.radius * s.half_length, ball.area + 4 * kPi * s.radius * s.half_length,
          Vec3{0.0}, secondOf(TaperedCapsule{s.half_length, s.radius, s.radius}, Vec3{0.0})};
}
Measures measureRound(const Capsule2& s) {
  const Measures disc = measureRound(Circle{s.radius});
  return {disc.volume + 4 * s.radius * s.half_length, disc.area + 4 * s.half_length, Vec3{0.0},
          secondOf(TaperedCapsule2{s.half_length, s.radius, s.radius}, Vec3{0.0})};
}

// Two parts of a ball and what lies between them, added up along the axis from the start's centre.
Measures measureRound(const TaperedCapsule& s) {
  const double r = s.radius_start, q = s.radius_end;
  if (isBall(s)) {
    Measures ball = measureRound(Sphere{std::max(r, q)});
    ball.centre.y = largerAt(s);
    return ball;
  }
  const double sine = sideSine(s), cosine = sideCosine(s), c4 = cosine * cosine * cosine * cosine,
               length = 2 * s.half_length;
  const double low = r * cosine, high = q * cosine,
               height = length * cosine * cosine;  // of the part between, from r · sine on
  const double start = kPi * r * r * r * (1 + sine) * (1 + sine) * (2 - sine) / 3,
               end = kPi * q * q * q * (1 - sine) * (1 - sine) * (2 + sine) / 3,
               between = kPi * height * (low * low + low * high + high * high) / 3;
  const double moment = -kPi / 4 * r * r * r * r * c4 + length * end + kPi / 4 * q * q * q * q * c4 +
                        between * r * sine +
                        kPi * height * height * (low * low + 2 * low * high + 3 * high * high) / 12;
  Measures out;
  out.volume = start + between + end;
  out.area = 2 * kPi * (r * r * (1 + sine) + q * q * (1 - sine)) + kPi * (low + high) * length * cosine;
  if (out.volume > 0) out.centre.y = moment / out.volume - s.half_length;
  out.second = secondOf(s, out.centre);
  return out;
}
Measures measureRound(const TaperedCapsule2& s) {
  const double r = s.radius_start, q = s.radius_end;
  if (isBall(s)) {
    Measures disc = measureRound(Circle{std::max(r, q)});
    disc.centre.x = largerAt(s);
    return disc;
  }
  const double sine = sideSine(s), cosine = sideCosine(s), angle = portable::atan2(sine, cosine),
               length = 2 * s.half_length;
  const double low = r * cosine, high = q * cosine, height = length * cosine * cosine;
  const double start = r * r * (kPi / 2 + angle + sine * cosine), end = q * q * (kPi / 2 - angle - sine * cosine),
               between = height * (low + high);
  const double moment = 2.0 / 3 * (high * high * high - low * low * low) + length * end + between * r * sine +
                        height * height * (low + 2 * high) / 3;
  Measures out;
  out.volume = start + between + end;
  out.area = r * (kPi + 2 * angle) + q * (kPi - 2 * angle) + 2 * length * cosine;
  if (out.volume > 0) out.centre.x = moment / out.volume - s.half_length;
  out.second = secondOf(s, out.centre);
  return out;
}

// Margins by Steiner's formula with the integral of the mean curvature: π times the edge's length for a right angle
// around the rim, 4π times the mean of the support function for an ellipsoid.

Measures measureRound(const Cylinder& s, double margin) {
  const double h = s.half_length, base = s.radius, r = margin;
  const double volume = 2 * kPi * base * base * h, area = 2 * kPi * base * (base + 2 * h);
  const double curvature = 2 * kPi * h + kPi * kPi * base;
  Outline outline(Around::kAxis, 0);
  outline.arc(base, -h, r, kDown, 0).line(base + r, -h, base + r, h).arc(base, h, r, 0, kUp);
  return {volume + area * r + curvature * r * r + 4.0 / 3 * kPi * r * r * r, area + 2 * curvature * r + 4 * kPi * r * r,
          Vec3{0.0}, outline.second(1)};
}
Measures measureRound(const Cone& s, double margin) {
  const double h = s.half_length, base = s.radius, slant = portable::hypot(2 * h, base), r = margin;
  if (!(slant > 0)) return measureRound(Sphere{r});
  // The centre lies a quarter of the height above the base.
  const Measures core{kPi * base * base * (2 * h) / 3, kPi * base * (base + slant), {0, -h / 2, 0}};
  const double out = 2 * h / slant, up = base / slant,
               angle = portable::acos(std::clamp(-up, -1.0, 1.0));  // the side's normal; around the rim
  const double curvature = 2 * kPi * h + kPi * base * angle;
  Measures all{core.volume + core.area * r + curvature * r * r + 4.0 / 3 * kPi * r * r * r,
               core.area + 2 * curvature * r + 4 * kPi * r * r};
  double moment = core.volume * core.centre.y - kPi * base * base * r * (h + r / 2);
  const double node = 0.5 / std::sqrt(3.0);  // two nodes of Gauss integrate cubics exactly
  for (const double u : {0.5 - node, 0.5 + node}) {
    for (const double t : {0.5 - node, 0.5 + node}) {
      moment += 2 * kPi * (base * u + t * r * out) * (h - 2 * h * u + t * r * up) * slant * r / 4;
    }
  }
  const double r3 = r * r * r / 3, r4 = r * r * r * r / 4, sine = portable::sin(angle), cosine = portable::cos(angle);
  moment += 2 * kPi * (-h * (base * r * r / 2 * angle + r3 * (1 - cosine)) - base * r3 * sine - r4 * sine * sine / 2);
  moment += 2 * kPi * (1 - up) * r3 * h + r4 * kPi * out * out;
  all.centre = core.centre;
  if (r > 0 && all.volume > 0) all.centre.y = moment / all.volume;
  const double lean = portable::atan2(up, out);
  Outline outline(Around::kAxis, all.centre.y);
  outline.arc(base, -h, r, kDown, lean).line(base + r * out, -h + r * up, r * out, h + r * up).arc(0, h, r, lean, kUp);
  all.second = outline.second(1);
  return all;
}

/// Both sides of a disc count, as of every flat shape.
Measures measureRound(const Ellipsoid& s, double margin) {
  const Vec3& e = s.half_axes;
  const double r = margin, volume = 4.0 / 3 * kPi * e.x * e.y * e.z,
               area = 4 * kPi * meanLength(e.y * e.z, e.z * e.x, e.x * e.y);
  Measures out{volume, area, Vec3{0.0}, volume / 5 * diagonal(e * e)};
  if (!(r > 0)) return out;
  // Flatter than that it is a disc or a segment to the digits that the quadrature has.
  constexpr double kFlat = 1e-7;
  Ellipsoid seen = s;
  for (int c = 0; c < 3; ++c) {
    if (e[c] < kFlat * longestHalfAxis(s)) seen.half_axes[c] = 0;
  }
  const EllipsoidFacts facts = factsOf(seen);
  const double curvature = 4 * kPi * meanLength(e.x, e.y, e.z);
  out.volume = volume + area * r + curvature * r * r + 4.0 / 3 * kPi * r * r * r;
  out.area = area + 2 * curvature * r + 4 * kPi * r * r;
  if (facts.form == EllipsoidForm::kPoint || facts.form == EllipsoidForm::kBall) {
    out.second = measureRound(Sphere{e.x + r}).second;
  } else if (facts.form == EllipsoidForm::kSegment) {
    Vec3 moments{measureRound(Capsule{e[facts.axis], r}).second[0].x};
    moments[facts.axis] = measureRound(Capsule{e[facts.axis], r}).second[1].y;
    out.second = diagonal(moments);
  } else {
    out.second += diagonal(secondOfMargin(seen, r));
  }
  return out;
}

/// The outline is eight times R_G of the squares and zero; both sides of a segment count.
Measures measureRound(const Ellipse& s, double margin) {
  const Vec2& e = s.half_axes;
  const double r = margin, area = kPi * e.x * e.y, outline = 8 * meanLength(e.x, e.y, 0);
  Measures out{area, outline, Vec3{0.0}, area / 4 * diagonal({e.x * e.x, e.y * e.y, 0})};
  if (!(r > 0)) return out;
  out.volume = area + outline * r + kPi * r * r;
  out.area = outline + 2 * kPi * r;
  out.second += diagonal(secondOfMargin(s, r));
  return out;
}

}  // namespace sepax
