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

/// A ray at a sphere; leave out this function, and "ray" among the answers, if you have none. Sweeps are answered the
/// same way, by Hit sweepHit(const Body& a, const Body& b, double duration, const json& options), where both bodies
/// have their velocities.
Hit rayHit(const Body& body, const Ray& ray, const json& options) {
  (void)options;
  if (body.type != "sphere") throw Unsupported(body.type);
  double square = 0, along = 0, outside = -body.radius * body.radius;
  for (const double d : ray.direction) square += d * d;
  const double scale = 1 / std::sqrt(square);
  for (std::size_t i = 0; i < 3; ++i) {
    const double from = ray.origin[i] - body.position[i];
    along += scale * ray.direction[i] * from;
    outside += from * from;
  }
  const double root = along * along - outside;
  Hit out;
  if (root < 0) return out;
  const double distance = outside < 0 ? 0 : -along - std::sqrt(root);
  out.hit = distance >= 0 && distance <= ray.length;
  if (out.hit) out.distance = distance;
  return out;
}

}  // namespace

int main() {
  Functions functions;
  functions.pair = answer;
  functions.ray = rayHit;
  return serve({{"name", "my-juror"},
                {"version", "1"},
                {"precision", "double"},
                {"shapes", {"sphere"}},
                {"spaces", {"3d"}},
                {"answers", {"verdict", "separation", "distance", "normal", "ray"}}},
               functions);
}
