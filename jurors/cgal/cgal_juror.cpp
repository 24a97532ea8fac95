// CGAL: whether convex polytopes meet, and the distance between them, by quadratic programming in rational arithmetic.
// A second truth beside Sepax's own exact row: nothing is rounded but the answer. Depths it does not know.
#include <CGAL/Exact_rational.h>
#include <CGAL/Polytope_distance_d.h>
#include <CGAL/Polytope_distance_d_traits_3.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/version.h>

#include "../template/sepax_juror.h"

#include <cmath>

namespace {

using namespace sepax_juror;

using Number = CGAL::Exact_rational;
using Kernel = CGAL::Simple_cartesian<Number>;
using Traits = CGAL::Polytope_distance_d_traits_3<Kernel, Number, Number>;

/// The polytope's corners in the world, as the numbers of the request have them.
std::vector<Kernel::Point_3> cornersOf(const Body& body) {
  std::vector<Vec3> local;
  if (body.type == "box") {
    for (int corner = 0; corner < 8; ++corner) {
      Vec3 p = body.half_extents;
      for (std::size_t c = 0; c < 3; ++c) p[c] = ((corner >> c) & 1) != 0 ? p[c] : -p[c];
      local.push_back(p);
    }
  } else if (body.type == "hull" || body.type == "triangle") {
    local = body.vertices;
  } else {
    throw Unsupported(body.type);
  }
  std::vector<Kernel::Point_3> world;
  for (const Vec3& p : local) {
    std::array<Number, 3> x;
    for (std::size_t r = 0; r < 3; ++r) {
      x[r] = Number(body.position[r]);
      for (std::size_t c = 0; c < 3; ++c) x[r] += Number(body.rotation[r][c]) * Number(p[c]);
    }
    world.emplace_back(x[0], x[1], x[2]);
  }
  return world;
}

template <class Iterator>
Vec3 pointOf(Iterator at) {
  const Number w = at[3];
  return {CGAL::to_double(Number(at[0]) / w), CGAL::to_double(Number(at[1]) / w), CGAL::to_double(Number(at[2]) / w)};
}

Answer answer(const Body& a, const Body& b, const json&) {
  const auto corners_a = cornersOf(a), corners_b = cornersOf(b);
  CGAL::Polytope_distance_d<Traits> between(corners_a.begin(), corners_a.end(), corners_b.begin(), corners_b.end());
  const Number squared = Number(between.squared_distance_numerator()) / Number(between.squared_distance_denominator());
  Answer out;
  out.overlapping = squared == 0;
  if (*out.overlapping) return out;
  out.distance = std::sqrt(CGAL::to_double(squared));
  out.closest_points = {pointOf(between.realizing_point_p_coordinates_begin()),
                        pointOf(between.realizing_point_q_coordinates_begin())};
  Vec3 way{};
  for (std::size_t c = 0; c < 3; ++c)
    way[c] = (out.closest_points->second[c] - out.closest_points->first[c]) / *out.distance;
  out.normal = way;
  return out;
}

}  // namespace

int main() {
  return serve({{"name", "cgal"},
                {"version", CGAL_VERSION_STR},
                {"precision", "double"},
                {"spaces", {"3d"}},
                {"shapes", {"box", "hull", "triangle"}},
                {"answers", {"verdict", "distance", "normal", "closest_points"}}},
               {answer});
}
