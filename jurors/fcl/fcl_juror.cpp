// FCL with the solver that is named: "libccd" or "indep" (its own). Sweeps are continuousCollide's by conservative
// advancement. Traps: of two shapes it ends within a hundred-thousandth of the whole way, whatever toc_err the request
// has; it knows two poses alone, so that half a turn or more in one sweep is another motion, which is not answered
// here; and the default of its requests, CCDC_NAIVE with ten iterations, tries ten moments: thin things pass through
// each other between them (option "ccd").
#include <fcl/config.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include "../template/sepax_juror.h"
#include "../template/sepax_pieces.h"

#include <cmath>
#include <memory>
#include <string_view>

namespace {

using namespace sepax_juror;

Vec3 vector(const fcl::Vector3d& v) { return {v[0], v[1], v[2]}; }

fcl::Transform3d poseOf(const Body& body) {
  fcl::Transform3d out = fcl::Transform3d::Identity();
  for (int r = 0; r < 3; ++r) {
    // FCL's shapes lie along z: (x, y, z) of ours is (z, x, y) there.
    const bool is_round = body.type == "capsule" || body.type == "cylinder" || body.type == "cone";
    for (int c = 0; c < 3; ++c)
      out.linear()(r, is_round ? (c + 1) % 3 : c) =
          body.rotation[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    out.translation()[r] = body.position[static_cast<std::size_t>(r)];
  }
  return out;
}

bool isHalfSpace(const Body& body) { return body.type == "half_space"; }
bool isFlatHull(const Body& body) { return body.type == "hull" && body.faces.size() <= 2; }

/// FCL's meshes are surfaces without an inside, and it has no triangle that is a shape, no heightfield and no hull
/// without a volume: these are meshes.
bool isSurface(const Body& body) {
  return body.type == "mesh" || body.type == "triangle" || body.type == "heightfield" || isFlatHull(body);
}

std::vector<fcl::Vector3d> verticesOf(const Body& body) {
  std::vector<fcl::Vector3d> out;
  for (const Vec3& vertex : body.vertices) out.emplace_back(vertex[0], vertex[1], vertex[2]);
  return out;
}

std::shared_ptr<fcl::CollisionGeometryd> surfaceOf(const Body& body) {
  if (body.type == "heightfield") return surfaceOf(asMesh(body));
  const std::vector<fcl::Vector3d> vertices = verticesOf(body);
  std::vector<fcl::Triangle> triangles;
  for (const auto& [i, j, k] : body.triangles) triangles.emplace_back(i, j, k);
  if (body.type == "triangle") triangles.emplace_back(0, 1, 2);
  if (isFlatHull(body)) {
    const auto& front = body.faces.at(0);
    for (std::size_t i = 2; i < front.size(); ++i) triangles.emplace_back(front[0], front[i - 1], front[i]);
  }
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

std::shared_ptr<fcl::CollisionGeometryd> convexOf(const Body& body) {
  auto faces = std::make_shared<std::vector<int>>();  // of each the number of its vertices, then these
  for (const auto& loop : body.faces) {
    faces->push_back(static_cast<int>(loop.size()));
    for (const std::size_t i : loop) faces->push_back(static_cast<int>(i));
  }
  return std::make_shared<fcl::Convexd>(std::make_shared<const std::vector<fcl::Vector3d>>(verticesOf(body)),
                                        static_cast<int>(body.faces.size()), faces);
}

std::shared_ptr<fcl::CollisionGeometryd> shapeOf(const Body& body) {
  if (body.type == "sphere") return std::make_shared<fcl::Sphered>(body.radius);
  if (body.type == "box")
    return std::make_shared<fcl::Boxd>(2 * body.half_extents[0], 2 * body.half_extents[1], 2 * body.half_extents[2]);
  if (body.type == "capsule") return std::make_shared<fcl::Capsuled>(body.radius, 2 * body.half_length);
  if (body.type == "cylinder") return std::make_shared<fcl::Cylinderd>(body.radius, 2 * body.half_length);
  if (body.type == "cone") return std::make_shared<fcl::Coned>(body.radius, 2 * body.half_length);
  if (body.type == "ellipsoid")
    return std::make_shared<fcl::Ellipsoidd>(body.half_axes[0], body.half_axes[1], body.half_axes[2]);
  if (isHalfSpace(body)) return std::make_shared<fcl::Halfspaced>(fcl::Vector3d::UnitY(), 0);
  if (isSurface(body)) return surfaceOf(body);
  if (body.type == "hull") return convexOf(body);
  throw Unsupported(body.type);
}

Answer answer(const Body& a, const Body& b, fcl::GJKSolverType solver) {
  if (isHalfSpace(a) && isHalfSpace(b)) throw Unsupported("two half-spaces");  // which FCL calls separated
  const fcl::CollisionObjectd object_a(shapeOf(a), poseOf(a)), object_b(shapeOf(b), poseOf(b));
  fcl::CollisionRequestd request(16, true);
  request.gjk_solver_type = solver;
  fcl::CollisionResultd result;
  fcl::collide(&object_a, &object_b, request, result);
  Answer out;
  out.overlapping = result.isCollision();
  // Depths are those of single triangles.
  if (result.isCollision() && (isSurface(a) || isSurface(b))) return out;
  if (result.isCollision()) {
    double deepest = -1;
    for (std::size_t i = 0; i < result.numContacts(); ++i) {
      const fcl::Contactd& contact = result.getContact(i);
      out.contacts.push_back({vector(contact.pos), -contact.penetration_depth});
      if (contact.penetration_depth <= deepest) continue;
      deepest = contact.penetration_depth;
      out.separation = -deepest;
      out.normal = vector(contact.normal);
    }
    return out;
  }
  if (isHalfSpace(a) || isHalfSpace(b)) return out;  // whose distances FCL does not have
  fcl::DistanceRequestd ask(true);
  ask.gjk_solver_type = solver;
  fcl::DistanceResultd nearest;
  fcl::distance(&object_a, &object_b, ask, nearest);
  if (nearest.min_distance < 0) return out;
  out.distance = nearest.min_distance;
  out.closest_points = {vector(nearest.nearest_points[0]), vector(nearest.nearest_points[1])};
  return out;
}

Hit sweepHit(const Body& a, const Body& b, double duration, const json& options, fcl::GJKSolverType solver) {
  const auto endOf = [&](const Body& body) {
    if (isSurface(body) || isHalfSpace(body)) throw Unsupported("sweeps of a " + body.type);
    const fcl::Vector3d angular(body.angular_velocity[0], body.angular_velocity[1], body.angular_velocity[2]);
    const double turn = angular.norm() * duration;
    if (turn > fcl::constantsd::pi()) throw Unsupported("half a turn or more");
    fcl::Transform3d end = poseOf(body);
    if (turn > 0) end.linear() = fcl::AngleAxisd(turn, angular.normalized()).toRotationMatrix() * end.linear();
    for (int c = 0; c < 3; ++c) end.translation()[c] += duration * body.linear_velocity[static_cast<std::size_t>(c)];
    return end;
  };
  const bool naive = options.value("ccd", "conservative") == "naive";
  fcl::ContinuousCollisionRequestd request(naive ? 10 : 1000, 1e-6,
                                           a.rotates() || b.rotates() ? fcl::CCDM_LINEAR : fcl::CCDM_TRANS, solver,
                                           naive ? fcl::CCDC_NAIVE : fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  fcl::ContinuousCollisionResultd result;
  const auto shape_a = shapeOf(a), shape_b = shapeOf(b);
  shape_a->computeLocalAABB();
  shape_b->computeLocalAABB();
  fcl::continuousCollide(shape_a.get(), poseOf(a), endOf(a), shape_b.get(), poseOf(b), endOf(b), request, result);
  // Of two shapes the error of the time is this whatever the request says; of rotations FCL's bound was seen to be six
  // times the truth.
  constexpr double kShapesTimeError = 1e-5, kReach = 8;
  const auto speedOf = [](const Body& body, const fcl::CollisionGeometryd& shape) {
    const auto& [v, w] = std::pair{body.linear_velocity, body.angular_velocity};
    return std::hypot(v[0], v[1], v[2]) + kReach * std::hypot(w[0], w[1], w[2]) * shape.aabb_radius;
  };
  Hit out;
  out.hit = result.is_collide;
  out.tolerance = kShapesTimeError * duration * (speedOf(a, *shape_a) + speedOf(b, *shape_b));
  if (out.hit) out.time = result.time_of_contact * duration;
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const bool own = argc > 1 && std::string_view(argv[1]) == "indep";
  const auto solver = own ? fcl::GJKSolverType::GST_INDEP : fcl::GJKSolverType::GST_LIBCCD;
  return serve({{"name", own ? "fcl-indep" : "fcl-libccd"},
                {"version", FCL_VERSION},
                {"precision", "double"},
                {"tolerance", 1e-5},
                {"spaces", {"3d"}},
                {"shapes",
                 {"sphere", "box", "capsule", "cylinder", "cone", "ellipsoid", "triangle", "mesh", "hull", "half_space",
                  "heightfield", "compound"}},
                {"answers", {"verdict", "separation", "distance", "normal", "contacts", "sweep"}},
                {"options",
                 {{{"name", "ccd"},
                   {"type", "text"},
                   {"default", "conservative"},
                   {"engine_default", "naive"},
                   {"tip", "How sweeps are made: conservative advancement, or naive: ten moments are tried"}}}}},
               {[=](const Body& a, const Body& b, const json&) {
                  return byChildren(a, b,
                                    [=](const Body& one, const Body& other) { return answer(one, other, solver); });
                },
                [=](const Body& a, const Body& b, double duration, const json& options) {
                  return sweepHit(a, b, duration, options, solver);
                }});
}
