// ODE's dCollide: whether two geoms overlap, with contacts; it measures no distances and makes no sweeps. Its rays are
// geoms, too: the depth of their contact is the distance along them, and from inside they give where they leave it.
#include <ode/ode.h>

#include "../template/sepax_pieces.h"
#include "ode_geoms.h"
#include "ode_world.h"

#include <memory>

namespace {

using namespace sepax_juror;

bool isSurface(const Body& body) {
  return body.type == "mesh" || body.type == "triangle" || body.type == "heightfield";
}

Answer answer(const Body& a, const Body& b) {
  // dCollide() misses some of these, and has no collider for two planes.
  const auto isUnbounded = [](const Body& body) { return body.type == "heightfield" || body.type == "half_space"; };
  if (isUnbounded(a) && isUnbounded(b)) throw Unsupported(a.type + " and " + b.type);
  const PlacedGeom geom_a(a), geom_b(b);
  constexpr int kMaxContacts = 256;
  static dContactGeom contacts[kMaxContacts];
  const int count = dCollide(geom_a.get(), geom_b.get(), kMaxContacts, contacts, sizeof contacts[0]);
  Answer out;
  out.overlapping = count > 0;
  for (int i = 0; i < count; ++i) {
    const dContactGeom& contact = contacts[i];
    out.contacts.push_back({Vec3{contact.pos[0], contact.pos[1], contact.pos[2]}, -contact.depth});
    // Along the normals of single triangles.
    if (isSurface(a) || isSurface(b)) continue;
    if (out.separation && -contact.depth >= *out.separation) continue;
    out.separation = -contact.depth;
    out.normal = Vec3{-contact.normal[0], -contact.normal[1], -contact.normal[2]};  // ODE's points into the first
  }
  return out;
}

Hit rayHit(const Body& body, const Ray& ray) {
  const PlacedGeom geom(body);
  const std::unique_ptr<dxGeom, void (*)(dGeomID)> beam{dCreateRay(nullptr, real(ray.length)), dGeomDestroy};
  const Vec3 &from = ray.origin, &way = ray.direction;
  dGeomRaySet(beam.get(), real(from[0]), real(from[1]), real(from[2]), real(way[0]), real(way[1]), real(way[2]));
  dGeomRaySetClosestHit(beam.get(), 1);
  dContactGeom contact;
  Hit out;
  out.hit = dCollide(beam.get(), geom.get(), 1, &contact, sizeof contact) > 0;
  if (!out.hit) return out;
  out.distance = contact.depth;
  out.point = Vec3{contact.pos[0], contact.pos[1], contact.pos[2]};
  out.normal = Vec3{contact.normal[0], contact.normal[1], contact.normal[2]};
  return out;
}

}  // namespace

int main() {
  dInitODE2(0);
  return serve({{"name", "ode"},
                {"version", SEPAX_ODE_VERSION},
                {"precision", sizeof(dReal) == sizeof(float) ? "float" : "double"},
                {"spaces", {"3d"}},
                {"shapes",
                 {"sphere", "box", "capsule", "cylinder", "triangle", "half_space", "mesh", "heightfield", "compound"}},
                {"answers", {"verdict", "separation", "normal", "contacts", "ray", "simulate"}},
                {"options",
                 {{{"name", "iterations"},
                   {"type", "number"},
                   {"default", 20},
                   {"tip", "Of scenes: iterations of QuickStep's solver"}}}}},
               {[](const Body& a, const Body& b, const json&) { return byChildren(a, b, answer); }, nullptr,
                [](const Body& body, const Ray& ray, const json&) {
                  return nearestOfChildren(body, [&](const Body& child) { return rayHit(child, ray); });
                },
                simulateIn<OdeWorld>});
}
