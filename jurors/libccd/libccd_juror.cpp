// libccd: GJK with EPA, or with "mpr" Minkowski Portal Refinement. Depth and normal of what overlaps, a verdict of what
// does not.
#include <ccd/ccd.h>
#include <ccd/config.h>

#include "../template/sepax_juror.h"
#include "../template/sepax_pieces.h"

#include <cmath>
#include <string_view>

namespace {

using namespace sepax_juror;

/// With libccd's own, depths of round shapes are off by hundredths.
constexpr double kTolerance = 1e-10;

double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The farthest point of the shape along a direction of its own frame.
Vec3 supportOf(const Body& body, const Vec3& d) {
  Vec3 p{};
  const double across = std::hypot(d[0], d[2]), length = std::sqrt(dot(d, d));
  if (body.type == "box") {
    for (std::size_t i = 0; i < 3; ++i) p[i] = d[i] < 0 ? -body.half_extents[i] : body.half_extents[i];
  } else if (body.hasCorners()) {
    double best = -INFINITY;
    for (const Vec3& v : body.vertices) {
      if (dot(v, d) <= best) continue;
      best = dot(v, d);
      p = v;
    }
  } else if (body.type == "sphere" || body.type == "capsule") {
    for (std::size_t i = 0; i < 3; ++i) p[i] = length > 0 ? body.radius * d[i] / length : 0;
    if (body.type == "capsule") p[1] += d[1] < 0 ? -body.half_length : body.half_length;
  } else {
    const bool at_apex = body.type == "cone" && 2 * body.half_length * d[1] > body.radius * across;
    const double r = at_apex ? 0 : body.radius;
    p = {across > 0 ? r * d[0] / across : 0, body.half_length, across > 0 ? r * d[2] / across : 0};
    if (body.type == "cone" ? !at_apex : d[1] < 0) p[1] = -body.half_length;
  }
  return p;
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  const Vec3 d{direction->v[0], direction->v[1], direction->v[2]};
  Vec3 local{};
  for (std::size_t c = 0; c < 3; ++c)
    local[c] = body.rotation[0][c] * d[0] + body.rotation[1][c] * d[1] + body.rotation[2][c] * d[2];
  const Vec3 p = supportOf(body, local);
  ccdVec3Set(out, static_cast<ccd_real_t>(body.position[0] + dot(body.rotation[0], p)),
             static_cast<ccd_real_t>(body.position[1] + dot(body.rotation[1], p)),
             static_cast<ccd_real_t>(body.position[2] + dot(body.rotation[2], p)));
}

void centre(const void* object, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  Vec3 middle{};
  for (const Vec3& v : body.vertices) {
    for (std::size_t i = 0; i < 3; ++i) middle[i] += v[i] / static_cast<double>(body.vertices.size());
  }
  ccdVec3Set(out, static_cast<ccd_real_t>(body.position[0] + dot(body.rotation[0], middle)),
             static_cast<ccd_real_t>(body.position[1] + dot(body.rotation[1], middle)),
             static_cast<ccd_real_t>(body.position[2] + dot(body.rotation[2], middle)));
}

Answer answer(const Body& a, const Body& b, const json& options, bool by_mpr) {
  for (const Body* body : {&a, &b}) {
    const bool known = body->type == "sphere" || body->type == "box" || body->type == "capsule" ||
                       body->type == "cylinder" || body->type == "cone" || body->hasCorners();
    if (!known) throw Unsupported(body->type);
  }
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.center1 = ccd.center2 = centre;
  ccd.max_iterations = 500;
  ccd.mpr_tolerance = ccd.epa_tolerance = static_cast<ccd_real_t>(options.value("tolerance", kTolerance));
  ccd_real_t depth = 0;
  ccd_vec3_t direction{}, point{};
  const int status = (by_mpr ? ccdMPRPenetration : ccdGJKPenetration)(&a, &b, &ccd, &depth, &direction, &point);
  if (status == -2) throw std::bad_alloc();
  Answer out;
  out.overlapping = status == 0;
  if (status != 0) return out;
  out.separation = -depth;
  out.normal = Vec3{direction.v[0], direction.v[1], direction.v[2]};
  out.contacts.push_back({Vec3{point.v[0], point.v[1], point.v[2]}, -depth});
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const bool by_mpr = argc > 1 && std::string_view(argv[1]) == "mpr";
  return serve(
      {{"name", by_mpr ? "libccd-mpr" : "libccd"},
       {"version", SEPAX_CCD_VERSION},
       {"precision", sizeof(ccd_real_t) == sizeof(float) ? "float" : "double"},
       {"tolerance", 1e-5},
       {"spaces", {"3d"}},
       {"shapes", {"sphere", "box", "capsule", "cylinder", "cone", "hull", "triangle", "segment", "point", "compound"}},
       {"answers", {"verdict", "separation", "normal", "contacts"}},
       {"options",
        {{{"name", "tolerance"},
          {"type", "number"},
          {"default", kTolerance},
          {"engine_default", 1e-4},
          {"unit", "m"},
          {"tip", "Where EPA and MPR stop; of round shapes EPA is off by more"}}}}},
      {[=](const Body& a, const Body& b, const json& options) {
        return byChildren(a, b,
                          [&](const Body& one, const Body& other) { return answer(one, other, options, by_mpr); });
      }});
}
