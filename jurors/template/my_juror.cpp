// Your own collision function as a juror: replace answer(). Build it and try it:
//   g++ -O2 -std=c++17 my_juror.cpp -o my-juror
//   sepax jury --juror my.juror.json case.json
#include "sepax_juror.h"

#include <cmath>

namespace {

using namespace sepax_juror;

/// Two spheres. What you do not answer is not compared.
Answer answer(const Body& a, const Body& b, const json& options) {
  (void)options;
  for (const Body* body : {&a, &b}) {
    if (body->type != "sphere") throw Unsupported(body->type);
  }
  Vec3 way{};
  double square = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    way[i] = b.position[i] - a.position[i];
    square += way[i] * way[i];
  }
  const double length = std::sqrt(square), gap = length - a.radius - b.radius;
  Answer out;
  out.overlapping = gap < 0;
  out.separation = gap;
  out.distance = std::max(gap, 0.0);
  if (length > 0) out.normal = Vec3{way[0] / length, way[1] / length, way[2] / length};
  return out;
}

}  // namespace

int main() {
  return serve({{"name", "my-juror"}, {"version", "1"}, {"precision", "double"}, {"shapes", {"sphere"}}, {"spaces", {"3d"}}}, answer);
}
