#include "geom/directions.h"

#include "geom/portable_math.h"

#include <cmath>

namespace sepax {

std::vector<Vec3> sphereDirections(int count) {
  constexpr double kGoldenAngle = 2.399963229728653;  // (3 − √5) π, radians
  std::vector<Vec3> out;
  out.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
    out.emplace_back(r * portable::cos(kGoldenAngle * i), r * portable::sin(kGoldenAngle * i), z);
  }
  return out;
}

std::vector<Vec3> circleDirections(int count, double phase) {
  std::vector<Vec3> out;
  out.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * M_PI * (i + phase) / count;
    out.emplace_back(portable::cos(angle), portable::sin(angle), 0);
  }
  return out;
}

}  // namespace sepax
