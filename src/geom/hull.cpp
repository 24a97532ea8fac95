#include "geom/hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/language.h"
#include "core/platform.h"
#include "geom/cloud.h"
#include "geom/oriented_box.h"
#include "geom/random.h"
#include "geom/tolerances.h"

extern "C" {
#include <libqhull_r/libqhull_r.h>
#include <libqhull_r/poly_r.h>
#include <libqhull_r/qset_r.h>
}

namespace sepax {

namespace {

/// "lie in a point / on a line / in a plane" when the points span no volume; empty otherwise. Points are of size one.
const char* flatness(const std::vector<Vec3>& points) {
  const auto farthest = [&](auto&& distance) {
    double best = -1;
    Vec3 at{0.0};
    for (const Vec3& p : points) {
      if (const double d = distance(p); d > best) {
        best = d;
        at = p;
      }
    }
    return std::pair{best, at};
  };
  const Vec3 p0 = points[0];
  const auto [d1, p1] = farthest([&](const Vec3& p) { return length(p - p0); });
  if (d1 <= kFlatHull) return tr("lie in one point");
  const Vec3 u = (p1 - p0) / d1;
  const auto [d2, p2] = farthest([&](const Vec3& p) { return length(crossAccurate(p - p0, u)); });
  if (d2 <= kFlatHull) return tr("lie on a line");
  const Vec3 n = normalizedOr(crossAccurate(u, p2 - p0), {0, 0, 1});
  const auto [d3, p3] = farthest([&](const Vec3& p) { return std::abs(dot(p - p0, n)); });
  return d3 <= kFlatHull ? tr("lie in a plane") : "";
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// Qhull reports through a FILE; we keep its text out of the terminal. One a thread: making a file takes longer than a
/// small hull.
std::FILE* qhullMessages() {
  thread_local const File file(std::tmpfile());
  if (file) std::rewind(file.get());
  return file.get();
}

/// A finished run of Qhull, freed on scope exit.
struct QhullRun {
  qhT state{};
  File reports;  ///< of one that is followed
  int exit_code = 0;
  bool is_stopped = false;

  /// Qhull knows no callback, but with 'TFn' it writes a line for every n new facets, and 'TA' ends it before the next
  /// point.
  QhullRun(std::vector<coordT>& coordinates, const ShareSink& progress, const char* options = "Qx") {
    const int points = static_cast<int>(coordinates.size() / 3);
    if (progress) {
      reports.reset(openHeardStream([this, &progress, points] {
        if (is_stopped || state.num_outside <= 0) return;
        is_stopped = !progress(1 - static_cast<double>(state.num_outside) / points);
        if (is_stopped) state.STOPadd = 1;
      }));
    }
    std::FILE* const messages = reports ? reports.get() : qhullMessages();
    qh_zero(&state, messages);
    std::string command = fmt::format("qhull {}{}", options, reports ? " TF1000" : "");
    exit_code = qh_new_qhull(&state, 3, points, coordinates.data(), False, command.data(), nullptr, messages);
  }
  ~QhullRun() {
    int unused = 0, total = 0;
    qh_freeqhull(&state, !qh_ALL);
    qh_memfreeshort(&state, &unused, &total);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;
};

/// Loops of point indices, counter-clockwise seen from outside, one a facet.
std::vector<std::vector<int>> facetLoops(QhullRun& run) {
  qhT* qh = &run.state;
  std::vector<std::vector<int>> loops;
  for (facetT* facet = qh->facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
    setT* ordered = qh_facet3vertex(qh, facet);
    std::vector<int> loop;
    const int count = qh_setsize(qh, ordered);
    for (int i = 0; i < count; ++i) {
      loop.push_back(qh_pointid(qh, static_cast<vertexT*>(SETelem_(ordered, i))->point));
    }
    qh_settempfree(qh, &ordered);
    loops.push_back(std::move(loop));
  }
  return loops;
}

/// Newell's normal of a loop: the area vector, sound for slightly non-planar loops. Longer than zero for loops with
/// area.
Vec3 areaVector(const std::vector<Vec3>& vertices, const std::vector<int>& loop) {
  Vec3 sum{0.0};
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    sum += crossAccurate(vertices[loop[i]] - vertices[loop[0]], vertices[loop[i + 1]] - vertices[loop[0]]);
  }
  return sum;
}

Result<void> checkPoints(const std::vector<Vec3>& points, std::size_t least, const char* least_name) {
  if (points.size() < least) {
    return fail(ErrorCode::kDegenerate, "", trf("expected at least {} points, found {}", least_name, points.size()));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& p = points[i];
    if (!isFinite(p) || std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > kMaxLength) {
      return fail(ErrorCode::kWrongValue, fmt::format("{}", i),
                  trf("expected finite coordinates of at most {:g}", kMaxLength));
    }
  }
  return {};
}

/// The points scaled by a power of two to size one around zero; refuses those that have no hull.
Result<std::vector<Vec3>> unitPoints(const std::vector<Vec3>& points) {
  SEPAX_TRY(checkPoints(points, 4, tr("four")));
  const MinMaxBox bounds = boundsOf(points);
  const double size = longestSide(bounds);
  if (!(size > 0))
    return fail(ErrorCode::kDegenerate, "", tr("expected points that span a volume; all lie in one point"));
  const int exponent = -std::ilogb(size);
  const auto toUnit = [&](const Vec3& d) {
    return Vec3{std::scalbn(d.x, exponent), std::scalbn(d.y, exponent), std::scalbn(d.z, exponent)};
  };
  const Vec3 middle = toUnit(bounds.max - bounds.min) / 2.0;
  std::vector<Vec3> out;
  out.reserve(points.size());
  for (const Vec3& p : points) out.push_back(toUnit(p - bounds.min) - middle);
  if (const char* flat = flatness(out); *flat != 0) {
    return fail(ErrorCode::kDegenerate, "", trf("expected points that span a volume; all {}", flat));
  }
  return out;
}

/// Joins facet loops into a polytope over `points`; `unit_points` are the same points scaled to size one, `inside` is
/// in their midst: loops seen from there run the wrong way. Without it they stay as they are.
Polytope polytopeOf(const std::vector<Vec3>& points, const std::vector<Vec3>& unit_points,
                    const std::vector<std::vector<int>>& loops, const std::optional<Vec3>& inside) {
  Polytope polytope;
  constexpr int kNoVertex = -1;
  std::vector<int> vertex_of_point(points.size(), kNoVertex);
  for (const auto& loop : loops) {
    for (const int p : loop) vertex_of_point[p] = 0;
  }
  std::vector<Vec3> unit_vertices;
  for (std::size_t point = 0; point < points.size(); ++point) {  // hull vertices keep the order of the points
    if (vertex_of_point[point] == kNoVertex) continue;
    vertex_of_point[point] = static_cast<int>(polytope.vertices.size());
    polytope.vertices.push_back(points[point]);
    unit_vertices.push_back(unit_points[point]);
  }
  for (const auto& loop : loops) {
    PolytopeFace face;
    for (const int p : loop) face.loop.push_back(vertex_of_point[p]);
    face.normal = normalizedOr(areaVector(unit_points, loop), {0, 0, 1});
    if (inside && dot(face.normal, unit_points[loop[0]] - *inside) < 0) {
      std::reverse(face.loop.begin(), face.loop.end());
      face.normal = -face.normal;
    }
    polytope.faces.push_back(std::move(face));
  }
  // Qhull's facet order depends on its pivots; ours follows the vertices, so that names of axes stay when a far point
  // moves.
  for (auto& face : polytope.faces) {
    std::rotate(face.loop.begin(), std::min_element(face.loop.begin(), face.loop.end()), face.loop.end());
    face.normal = normalizedOr(areaVector(unit_vertices, face.loop), face.normal);
  }
  std::sort(polytope.faces.begin(), polytope.faces.end(), [](const auto& a, const auto& b) { return a.loop < b.loop; });

  std::unordered_map<std::uint64_t, int> edge_of_ends;
  edge_of_ends.reserve(polytope.vertices.size() + polytope.faces.size());
  for (int f = 0; f < static_cast<int>(polytope.faces.size()); ++f) {
    const auto& loop = polytope.faces[f].loop;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int from = loop[i], to = loop[(i + 1) % loop.size()];
      const auto ends = std::uint64_t{static_cast<std::uint32_t>(std::min(from, to))} << 32 |
                        static_cast<std::uint32_t>(std::max(from, to));
      const auto [at, is_new] = edge_of_ends.try_emplace(ends, static_cast<int>(polytope.edges.size()));
      if (is_new) {
        polytope.edges.push_back({from, to, f, -1});
      } else {
        polytope.edges[at->second].face1 = f;
      }
    }
  }
  return polytope;
}

std::vector<coordT> coordinatesOf(const std::vector<Vec3>& points) {
  std::vector<coordT> coordinates;
  for (const Vec3& p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  return coordinates;
}

constexpr std::size_t kMaxFaceCorners = 5000;

/// Refuses a face of more than kMaxFaceCorners: Qhull's time grows by the square of their number. The faces of a sample
/// show where so many lie. No order of the points may hide a face from it, as two rims by turns do from every other.
Result<void> checkFaces(const std::vector<Vec3>& unit_points) {
  constexpr std::size_t kSample = 400;
  constexpr int kFewest = 40;  ///< points of the sample on a face that is looked at
  constexpr double kInFace = 1e-12;
  if (unit_points.size() <= kMaxFaceCorners) return {};
  std::vector<Vec3> sample;
  SplitMix64 random;
  for (std::size_t i = 0; i < kSample; ++i) sample.push_back(unit_points[random.next() % unit_points.size()]);
  auto coordinates = coordinatesOf(sample);
  QhullRun run(coordinates, {});
  if (run.exit_code != 0) return {};
  for (const std::vector<int>& loop : facetLoops(run)) {
    const Vec3 normal = normalizedOr(areaVector(sample, loop), {0, 0, 1}), corner = sample[loop[0]];
    const auto isIn = [&](const Vec3& p) { return std::abs(dot(normal, p - corner)) <= kInFace; };
    if (std::ranges::count_if(sample, isIn) < kFewest) continue;
    const Vec3 u = normalizedOr(sample[loop[1]] - corner, {1, 0, 0}), v = glm::cross(normal, u);
    std::vector<Vec2> flat;
    for (const Vec3& p : unit_points) {
      if (isIn(p)) flat.emplace_back(dot(p - corner, u), dot(p - corner, v));
    }
    const std::size_t corners = flat.size() > kMaxFaceCorners ? planarHull(flat).size() : 0;
    if (corners > kMaxFaceCorners)
      return fail(ErrorCode::kTooLarge, "",
                  trf("a face would have {} corners, at most {} can", corners, kMaxFaceCorners));
  }
  return {};
}

std::vector<Vec3> timesEach(std::vector<Vec3> points, const Vec3& factors) {
  for (Vec3& p : points) p *= factors;
  return points;
}

}  // namespace

Result<Polytope> convexHull(const std::vector<Vec3>& points, const ShareSink& progress) {
  const auto unit_points = unitPoints(points);
  SEPAX_TRY(unit_points);
  // Qhull's tolerances grow with the coordinates: it gets points of size one around zero. Only the choice of points
  // comes back.
  SEPAX_TRY(checkFaces(*unit_points));
  // Where it cannot merge facets whose vertices nearly meet (the 2000 corners of a hull that was moved inwards), it
  // gets the points moved by some rounding, and merges none.
  std::vector<std::vector<int>> loops;
  int failed = 0;
  for (const char* const options : {"Qx", "QJ"}) {
    std::vector<coordT> coordinates = coordinatesOf(*unit_points);
    QhullRun run(coordinates, progress, options);
    if (run.is_stopped) return Polytope{};
    failed = run.exit_code;
    if (failed == 0) loops = facetLoops(run);
    if (failed == 0 || failed == qh_ERRsingular) break;
  }
  if (loops.empty())
    return fail(failed == qh_ERRsingular ? ErrorCode::kDegenerate : ErrorCode::kInternal, "",
                trf("no convex hull could be built (Qhull error {})", failed));
  Vec3 inside{0.0};
  int corners = 0;
  for (const auto& loop : loops) {
    for (const int p : loop) {
      inside += (*unit_points)[p];
      ++corners;
    }
  }
  // Orientation and normals are found on the unit points, so that tiny and huge hulls neither underflow nor overflow.
  return polytopeOf(points, *unit_points, loops, inside / static_cast<double>(corners));
}

// Its vertices, faces and edges are the plain hull's, and Qhull takes a hundred times longer. Normals are measured anew
// on the scaled vertices, as the hull's were, and not transformed by the inverse transpose: that would magnify their
// rounding by the ratio of the factors. Where the factors magnify what Qhull took for rounding (a bulge of a lid that
// grows tall), or vertices meet because they are denormal, Qhull decides again.
Result<Polytope> scaledHull(Polytope polytope, const Vec3& factors, const std::vector<Vec3>& points) {
  const double size = longestSide(boundsOf(polytope.vertices));
  polytope.vertices = timesEach(std::move(polytope.vertices), factors);
  const auto unit_points = unitPoints(polytope.vertices);
  SEPAX_TRY(unit_points);
  const double magnified =
      std::max({factors.x, factors.y, factors.z}) * (size / longestSide(boundsOf(polytope.vertices)));
  const bool have_met = std::any_of(polytope.edges.begin(), polytope.edges.end(), [&](const PolytopeEdge& e) {
    return polytope.vertices[e.v0] == polytope.vertices[e.v1];
  });
  if (!(magnified <= kHullMagnified) || have_met) return convexHull(points);
  for (PolytopeFace& face : polytope.faces) face.normal = normalizedOr(areaVector(*unit_points, face.loop), {0, 0, 1});
  return polytope;
}

namespace {

Hull hullOf(HullData data, std::string mesh) {
  data.size = longestSide(boundsOf(data.polytope.vertices));
  return {std::make_shared<const HullData>(std::move(data)), std::move(mesh)};
}

}  // namespace

Result<Hull> scaled(const Hull& hull, const Vec3& factors) {
  std::vector<Vec3> points = timesEach(hull.data->points, factors);
  if (hull.data->flat) return makeHull(std::move(points), hull.mesh);
  const bool mirrors = factors.x < 0 || factors.y < 0 || factors.z < 0;
  auto polytope = mirrors ? convexHull(points) : scaledHull(hull.data->polytope, factors, points);
  SEPAX_TRY(polytope);
  return hullOf({std::move(points), std::move(*polytope)}, hull.mesh);
}

Result<Polytope> flatHull(const std::vector<Vec3>& points) {
  SEPAX_TRY(checkPoints(points, 3, tr("three")));
  const std::vector<Vec3> unit = unitCloud(points).points;
  const auto farthest = [&](auto&& distance) {
    return *std::max_element(unit.begin(), unit.end(),
                             [&](const Vec3& p, const Vec3& q) { return distance(p) < distance(q); });
  };
  const Vec3 u = normalizedOr(farthest([&](const Vec3& p) { return length(p - unit[0]); }) - unit[0], {1, 0, 0});
  const auto aside = [&](const Vec3& p) { return length(crossAccurate(p - unit[0], u)); };
  const Vec3 p2 = farthest(aside);
  if (aside(p2) <= kFlatHull)
    return fail(ErrorCode::kDegenerate, "", tr("expected points that span a plane; all lie on a line"));
  const Vec3 n = normalizedOr(crossAccurate(u, p2 - unit[0]), {0, 0, 1}), v = crossAccurate(n, u);
  std::vector<Vec2> flat;
  for (const Vec3& p : unit) flat.emplace_back(dot(p - unit[0], u), dot(p - unit[0], v));
  const std::vector<int> front = planarHull(flat);
  Polytope sheet = polytopeOf(points, unit, {front, {front.rbegin(), front.rend()}}, std::nullopt);
  sheet.faces[1].normal = -sheet.faces[0].normal;  // to the bit: no point lies behind both
  return sheet;
}

Result<Hull> makeHull(std::vector<Vec3> points, std::string mesh) {
  auto polytope = convexHull(points);
  bool flat = false;
  if (!polytope && polytope.error().code == ErrorCode::kDegenerate) {
    auto sheet = flatHull(points);
    flat = sheet.has_value();
    // Too few points for a volume lack what a flat hull needs.
    if (flat || points.size() < 4) polytope = std::move(sheet);
  }
  SEPAX_TRY(polytope);
  double off_plane = 0;
  for (std::size_t i = 0; flat && i < points.size(); ++i) {
    const Vec3& corner = polytope->vertices[polytope->faces[0].loop[0]];
    off_plane = std::max(off_plane, std::abs(dot(points[i] - corner, polytope->faces[0].normal)));
  }
  return hullOf({std::move(points), std::move(*polytope), flat, off_plane}, std::move(mesh));
}

std::vector<std::vector<std::size_t>> facesByPoints(const HullData& hull) {
  std::map<std::array<double, 3>, std::size_t> number_at;
  for (std::size_t i = 0; i < hull.points.size(); ++i) {
    const Vec3& point = hull.points[i];
    number_at.emplace(std::array{point.x, point.y, point.z}, i);
  }
  std::vector<std::vector<std::size_t>> loops;
  for (const PolytopeFace& face : hull.polytope.faces) {
    std::vector<std::size_t>& loop = loops.emplace_back();
    for (const int corner : face.loop) {
      const Vec3& vertex = hull.polytope.vertices[static_cast<std::size_t>(corner)];
      const auto found = number_at.find({vertex.x, vertex.y, vertex.z});
      if (found == number_at.end()) return {};
      loop.push_back(found->second);
    }
  }
  return loops;
}

}  // namespace sepax
