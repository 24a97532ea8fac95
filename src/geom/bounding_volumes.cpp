#include "geom/bounding_volumes.h"

#include "core/assert.h"
#include "core/language.h"
#include "geom/cloud.h"
#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/hull.h"
#include "geom/oriented_box.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string_view>

namespace sepax {

namespace {

// Operations of the textbook tests without early exit; the oriented boxes' figure is Gottschalk's.
constexpr VolumeKindInfo kKinds[] = {
    {VolumeKind::kSphere, "sphere", "circle", "sphere", "the smallest enclosing ball", 11},
    {VolumeKind::kCapsule, "capsule", "capsule", "capsule", "capsule of nearly the least volume", 70},
    {VolumeKind::kAabb, "aabb", "aabb", "axis-aligned box", "box whose edges lie along the axes", 6},
    {VolumeKind::kBoxPca, "box_pca", "box_pca", "principal-axes box",
     "oriented box along the principal axes of the hull's surface", 200},
    {VolumeKind::kBoxMin, "box_min", "box_min", "smallest box", "oriented box of nearly the least volume", 200},
    {VolumeKind::kKdop8, "kdop8", "kdop8", "8-DOP", "8 planes: in 2D axes and diagonals, in 3D across the corners", 8},
    {VolumeKind::kKdop14, "kdop14", nullptr, "14-DOP", "14 planes: axes and corners", 14},
    {VolumeKind::kKdop18, "kdop18", nullptr, "18-DOP", "18 planes: axes and edges", 18},
    {VolumeKind::kKdop26, "kdop26", nullptr, "26-DOP", "26 planes: axes, edges and corners", 26},
    {VolumeKind::kHull, "hull", "hull", "hull", "convex hull", 0},
};

// ---------------------------------------------------------------- half spaces

/// Two planes to each normal.
HalfSpaces halfSpacesAround(const std::vector<Vec3>& points, const Vec3& origin, const std::vector<Vec3>& normals) {
  HalfSpaces out{origin, {}};
  const std::vector<AxisExtents> extents = extentsOf(points, origin, normals);
  for (std::size_t i = 0; i < normals.size(); ++i) {
    out.planes.push_back({normals[i], extents[i].along});
    out.planes.push_back({-normals[i], extents[i].against});
  }
  return out;
}

/// The part of a convex polygon on the inner side of a plane.
std::vector<Vec3> clipped(const std::vector<Vec3>& polygon, const HalfSpaces::Plane& plane) {
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double da = dot(plane.normal, a) - plane.offset, db = dot(plane.normal, b) - plane.offset;
    if (da <= 0) out.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) out.push_back(a + (b - a) * (da / (da - db)));
  }
  return out;
}

/// A square on a plane, large enough to cover everything, cut down by all other planes.
std::vector<Vec3> faceOf(const HalfSpaces& spaces, const Vec3& normal, double offset, const HalfSpaces::Plane* itself) {
  double extent = 0;
  for (const auto& plane : spaces.planes) extent = std::max(extent, std::abs(plane.offset));
  const Vec3 u = anyPerpendicular(normal) * (8 * extent), v = crossAccurate(normal, u), at = normal * offset;
  std::vector<Vec3> polygon{at + u + v, at - u + v, at - u - v, at + u - v};
  for (const auto& plane : spaces.planes) {
    if (&plane != itself) polygon = clipped(polygon, plane);
  }
  return polygon;
}

struct VolumeAndArea {
  double volume = 0, area = 0;
};

double areaOf(const std::vector<Vec3>& polygon) {
  Vec3 twice{0.0};
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    twice += crossAccurate(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  return length(twice) / 2;
}

double circumferenceOf(const std::vector<Vec3>& polygon) {
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) sum += length(polygon[(i + 1) % polygon.size()] - polygon[i]);
  return sum;
}

VolumeAndArea measure(const HalfSpaces& spaces, bool planar) {
  if (planar) {
    const std::vector<Vec3> polygon = faceOf(spaces, {0, 0, 1}, 0, nullptr);
    return {areaOf(polygon), circumferenceOf(polygon)};
  }
  VolumeAndArea out;
  for (const auto& plane : spaces.planes) {
    const double area = areaOf(faceOf(spaces, plane.normal, plane.offset, &plane));
    out.area += area;
    out.volume += plane.offset * area / 3;  // a pyramid over the origin
  }
  out.volume = std::max(0.0, out.volume);
  return out;
}

// ---------------------------------------------------------------- hull

/// A frame whose first axis is along the points' longest direction; of planar points the third is z.
Mat3 frameOf(const std::vector<Vec3>& points, bool planar) {
  const Mat3 axes = orientedBoxByVertices(points).axes;
  return planar ? Mat3{axes[0], Vec3{-axes[0].y, axes[0].x, 0}, Vec3{0, 0, 1}} : axes;
}

/// The hull of points in a plane: one face, or just its one or two vertices.
HullVolume flatHull(const std::vector<Vec3>& points, const Vec3& origin, bool planar) {
  const Mat3 frame = frameOf(points, planar);
  std::vector<Vec2> flat;
  for (const Vec3& p : unitCloud(points).points)
    flat.emplace_back(planar ? Vec2{p.x, p.y} : Vec2{dot(p, frame[0]), dot(p, frame[1])});
  HullVolume hull;
  PolytopeFace face{frame[2], {}};
  const std::vector<int> loop = planarHull(flat);
  std::vector<Vec3> normals;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    hull.polytope.vertices.push_back(points[loop[i]]);
    face.loop.push_back(static_cast<int>(i));
    const Vec3 along = points[loop[(i + 1) % loop.size()]] - points[loop[i]];
    normals.push_back(normalizedOr(crossAccurate(normalizedOr(along, {1, 0, 0}), frame[2]), frame[0]));
  }
  if (loop.size() < 3) normals = {frame[0], -frame[0], frame[1], -frame[1]};
  if (loop.size() >= 3) hull.polytope.faces.push_back(std::move(face));
  if (!planar) normals.insert(normals.end(), {frame[2], -frame[2]});
  hull.outside = halfSpacesAround(points, origin, normals);
  return hull;
}

HullVolume solidHull(Polytope polytope, const std::vector<Vec3>& points, const Vec3& origin) {
  // Beyond this many products a face trusts its own corners, which Qhull found extreme, and this allowance of the size
  // for rounding.
  constexpr double kMaxProducts = 4e8, kHullSlack = 1e-12;
  const bool all = static_cast<double>(points.size()) * static_cast<double>(polytope.faces.size()) <= kMaxProducts;
  const Vec3 sizes = sizesOf(boundsOf(points));
  HullVolume hull{std::move(polytope), {origin, {}}};
  for (const PolytopeFace& face : hull.polytope.faces) {
    std::vector<Vec3> corners;
    for (const int v : face.loop) corners.push_back(hull.polytope.vertices[v]);
    const double offset =
        all ? extentOf(points, origin, face.normal)
            : extentOf(corners, origin, face.normal) + kHullSlack * std::max({sizes.x, sizes.y, sizes.z});
    hull.outside.planes.push_back({face.normal, offset});
  }
  return hull;
}

VolumeAndArea measure(const HullVolume& hull, bool planar) {
  VolumeAndArea out;
  for (const PolytopeFace& face : hull.polytope.faces) {
    std::vector<Vec3> loop;
    for (const int v : face.loop) loop.push_back(hull.polytope.vertices[v] - hull.outside.origin);
    if (planar) return {areaOf(loop), circumferenceOf(loop)};
    out.area += areaOf(loop);
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
      out.volume += dot(loop[0], crossAccurate(loop[i], loop[i + 1])) / 6;
  }
  if (hull.polytope.faces.size() == 1) return {0, 2 * out.area};
  if (planar && hull.polytope.vertices.size() == 2)
    out.area = 2 * length(hull.polytope.vertices[1] - hull.polytope.vertices[0]);
  return out;
}

// ---------------------------------------------------------------- the other kinds

VolumeAndArea measure(const Vec3& sizes, bool planar) {
  const double xy = sizes.x * sizes.y;
  if (planar) return {xy, 2 * (sizes.x + sizes.y)};
  return {xy * sizes.z, 2 * (xy + sizes.y * sizes.z + sizes.z * sizes.x)};
}
VolumeAndArea measure(const MinMaxBox& box, bool planar) { return measure(sizesOf(box), planar); }
VolumeAndArea measure(const OrientedBox& box, bool planar) { return measure(2.0 * box.half_extents, planar); }
VolumeAndArea measure(const Ball& ball, bool planar) {
  const double r = ball.radius;
  using std::numbers::pi;
  return planar ? VolumeAndArea{pi * r * r, 2 * pi * r} : VolumeAndArea{4.0 / 3.0 * pi * r * r * r, 4 * pi * r * r};
}
VolumeAndArea measure(const FittedCapsule& capsule, bool planar) {
  const double span = 2 * capsule.shape.half_length, r = capsule.shape.radius;
  using std::numbers::pi;
  if (planar) return {2 * r * span + pi * r * r, 2 * span + 2 * pi * r};
  return {volumeOf(capsule.shape), 2 * pi * r * span + 4 * pi * r * r};
}

std::size_t floatsOf(const FittedCapsule&, bool planar) { return planar ? 5 : 7; }
std::size_t floatsOf(const MinMaxBox&, bool planar) { return planar ? 4 : 6; }
std::size_t floatsOf(const Ball&, bool planar) { return planar ? 3 : 4; }
std::size_t floatsOf(const OrientedBox&, bool planar) { return planar ? 8 : 15; }
std::size_t floatsOf(const HalfSpaces& spaces, bool) { return spaces.planes.size(); }
std::size_t floatsOf(const HullVolume& hull, bool planar) { return hull.polytope.vertices.size() * (planar ? 2 : 3); }

std::vector<Vec3> dopNormals(VolumeKind kind, bool planar) {
  const bool axes = planar || kind != VolumeKind::kKdop8;
  const bool edges = planar || kind == VolumeKind::kKdop18 || kind == VolumeKind::kKdop26;
  const bool corners = kind != VolumeKind::kKdop18;
  std::vector<Vec3> normals;
  for (int code = 14; code < 27; ++code) {  // of each pair of opposite directions the lexicographically greater
    const Vec3 direction{code / 9 - 1.0, code / 3 % 3 - 1.0, code % 3 - 1.0};
    const int nonzero = static_cast<int>(dot(direction, direction));
    if (planar && direction.z != 0) continue;
    if (!(nonzero == 1 ? axes : nonzero == 2 ? edges : corners)) continue;
    normals.push_back(normalizedOr(direction, {1, 0, 0}));
  }
  return normals;
}

/// Properties of a cloud that several kinds need, computed once.
struct Fitter {
  const std::vector<Vec3>& points;
  bool planar;
  Vec3 origin;
  std::optional<Polytope> hull;  ///< none when the points are flat

  [[nodiscard]] OrientedBox principalBox() const {
    if (hull) return orientedBoxAlong(principalAxes(*hull), points);
    const HullVolume flat = flatHull(points, origin, planar);
    if (flat.polytope.faces.empty()) return orientedBoxAlong(frameOf(points, planar), points);
    const Mat3 axes = principalAxes(flat.polytope);
    return orientedBoxAlong(planar ? Mat3{axes[0], Vec3{-axes[0].y, axes[0].x, 0}, Vec3{0, 0, 1}} : axes, points);
  }

  /// Searched around the hull's corners; the points below its faces may be outside by rounding.
  [[nodiscard]] FittedCapsule capsule() const {
    FittedCapsule fitted =
        nearSmallestCapsule(hull ? hull->vertices : flatHull(points, origin, planar).polytope.vertices, planar);
    for (const Vec3& point : points) fitted.shape.radius = std::max(fitted.shape.radius, distanceToCore(fitted, point));
    return fitted;
  }

  [[nodiscard]] FittedVolume::Volume fit(VolumeKind kind, const ShareSink& progress) const {
    switch (kind) {
      case VolumeKind::kSphere:
        return smallestBall(points);
      case VolumeKind::kCapsule:
        return capsule();
      case VolumeKind::kAabb:
        return boundsOf(points);
      case VolumeKind::kBoxPca:
        return principalBox();
      case VolumeKind::kBoxMin:
        return planar ? smallestPlanarBox(points) : nearSmallestBox(points, hull ? &*hull : nullptr, progress);
      case VolumeKind::kHull:
        return hull ? solidHull(*hull, points, origin) : flatHull(points, origin, planar);
      default:
        return halfSpacesAround(points, origin, dopNormals(kind, planar));
    }
  }
};

bool isOfHull(VolumeKind kind) {
  return kind == VolumeKind::kCapsule || kind == VolumeKind::kBoxPca || kind == VolumeKind::kBoxMin ||
         kind == VolumeKind::kHull;
}

/// How long a step takes of a large round cloud, about, in the time of a quick kind.
constexpr double kHullWork = 20;
double workOf(VolumeKind kind) { return kind == VolumeKind::kBoxMin ? 20 : 1; }

/// Shares of a work of many steps, and whether the caller has stopped it.
class ShareOfWork {
 public:
  ShareOfWork(const ShareSink& whole, std::span<const VolumeKind> kinds) : total_(kHullWork) {
    for (const VolumeKind kind : kinds) total_ += workOf(kind);
    if (!whole) return;
    sink_ = [this, &whole](double share) {
      is_stopped_ = is_stopped_ || !whole(share);
      return !is_stopped_;
    };
  }
  ShareOfWork(const ShareOfWork&) = delete;
  ShareOfWork& operator=(const ShareOfWork&) = delete;

  [[nodiscard]] bool isStopped() const { return is_stopped_; }
  /// The sink for the share of the step that begins.
  [[nodiscard]] ShareSink next(double work) {
    const double from = done_ / total_;
    done_ += work;
    static_cast<void>(goesOn(sink_, from));
    return partOfShare(sink_, from, done_ / total_);
  }

 private:
  double total_, done_ = 0;
  bool is_stopped_ = false;
  ShareSink sink_;
};

FittedVolume measured(VolumeKind kind, bool planar, FittedVolume::Volume shape) {
  FittedVolume fitted{kind, planar, std::move(shape), 0, 0, 0, std::nullopt};
  std::visit(
      [&](const auto& held) {
        const VolumeAndArea measures = measure(held, planar);
        fitted.volume = measures.volume;
        fitted.area = measures.area;
        fitted.bytes = 4 * floatsOf(held, planar);
      },
      fitted.shape);
  return fitted;
}

Result<void> validatePoints(const std::vector<Vec3>& points, bool planar) {
  if (points.empty()) return fail(ErrorCode::kDegenerate, "vertices", tr("expected at least one vertex, found none"));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& p = points[i];
    if (!isFinite(p) || std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > kMaxLength) {
      return fail(ErrorCode::kWrongValue, fmt::format("vertices/{}", i),
                  trf("expected finite coordinates of at most {:g}", kMaxLength));
    }
    SEPAX_ASSERT(!planar || p.z == 0);
  }
  return {};
}

}  // namespace

std::span<const VolumeKindInfo> volumeKinds() { return kKinds; }

const VolumeKindInfo& infoOf(VolumeKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

const char* volumeLabel(VolumeKind kind, bool planar) {
  return tr(planar && kind == VolumeKind::kSphere ? "circle" : infoOf(kind).label);
}

Result<std::vector<FittedVolume>> fitVolumes(const std::vector<Vec3>& points, std::span<const VolumeKind> kinds,
                                             bool planar, const ShareSink& progress) {
  if (auto ok = validatePoints(points, planar); !ok) return tl::unexpected<Error>(ok.error());
  for (const VolumeKind kind : kinds) {
    if (planar && infoOf(kind).planar_name == nullptr) {
      return fail(ErrorCode::kUnsupported, "volumes", trf("{} has no meaning in the plane", volumeLabel(kind)));
    }
  }
  Fitter fitter{points, planar, centreOf(boundsOf(points)), std::nullopt};
  ShareOfWork work(progress, kinds);
  std::vector<std::optional<FittedVolume>> fitted(kinds.size());
  const auto fitKinds = [&](bool of_hull) {
    for (std::size_t i = 0; i < kinds.size() && !work.isStopped(); ++i) {
      if (isOfHull(kinds[i]) != of_hull) continue;
      FittedVolume volume = measured(kinds[i], planar, fitter.fit(kinds[i], work.next(workOf(kinds[i]))));
      if (!work.isStopped()) fitted[i] = std::move(volume);
    }
  };
  fitKinds(false);  // a stopped fit has the quick ones at least
  double hull_volume = 0;
  if (!planar) {
    if (auto hull = convexHull(points, work.next(kHullWork)); hull && !work.isStopped()) fitter.hull = std::move(*hull);
  }
  if (!work.isStopped()) {
    // Only the corners count here: the planes of `outside` are not needed.
    hull_volume = (fitter.hull ? measure(HullVolume{*fitter.hull, {fitter.origin, {}}}, planar)
                               : measure(flatHull(points, fitter.origin, planar), planar))
                      .volume;
  }
  fitKinds(true);
  std::vector<FittedVolume> out;
  for (std::optional<FittedVolume>& volume : fitted) {
    if (!volume) continue;
    if (hull_volume > 0) volume->tightness = volume->volume / hull_volume;
    out.push_back(std::move(*volume));
  }
  return out;
}

namespace {

bool holds(const MinMaxBox& box, const Vec3& p) { return contains(box, p); }
bool holds(const OrientedBox& box, const Vec3& p) { return contains(box, p); }
bool holds(const Ball& ball, const Vec3& p) {
  const Vec3 d = p - ball.centre;
  return portable::hypot(d.x, d.y, d.z) <= ball.radius;
}
bool holds(const HalfSpaces& spaces, const Vec3& p) {
  const Vec3 d = p - spaces.origin;
  return std::all_of(spaces.planes.begin(), spaces.planes.end(),
                     [&](const auto& plane) { return dot(plane.normal, d) <= plane.offset; });
}
bool holds(const FittedCapsule& capsule, const Vec3& p) { return distanceToCore(capsule, p) <= capsule.shape.radius; }
bool holds(const HullVolume& hull, const Vec3& p) { return holds(hull.outside, p); }

}  // namespace

Result<std::vector<Vec3>> verticesOf(const Shape& shape) {
  if (const MeshData* mesh = trianglesOf(shape)) return usedVertices(mesh->vertices, mesh->triangles);
  if (const CompoundData* compound = childrenOf(shape)) {
    std::vector<Vec3> vertices;
    for (const CompoundChild& child : compound->children) {
      const auto own = verticesOf(child.shape);
      SEPAX_TRY(own);
      for (const Vec3& v : *own) vertices.push_back(toWorld(child.pose, v));
    }
    return vertices;
  }
  if (const Hull* hull = std::get_if<Hull>(&shape)) return hull->data->points;
  if (const Polygon* polygon = std::get_if<Polygon>(&shape)) {
    std::vector<Vec3> vertices;
    for (const Vec2& v : polygon->vertices) vertices.emplace_back(v, 0);
    return vertices;
  }
  if (isUnbounded(shape))
    return fail(ErrorCode::kUnsupported, "", trf("expected a shape with an end; a {} is unbounded", typeLabel(shape)));
  if (marginOf(shape) > 0)
    return fail(ErrorCode::kUnsupported, "",
                trf("expected a shape with vertices, found a round one: {}", typeLabel(shape)));
  constexpr std::string_view kRound[] = {"circle", "sphere",          "capsule",   "cylinder",
                                         "cone",   "tapered_capsule", "ellipsoid", "ellipse"};
  if (std::find(std::begin(kRound), std::end(kRound), typeName(shape)) != std::end(kRound)) {
    return fail(ErrorCode::kUnsupported, "",
                trf("expected a shape with vertices, found a round one: {}", typeLabel(shape)));
  }
  return convexFeatures(shape).core.vertices;
}

std::vector<std::vector<Vec3>> facesOf(const HalfSpaces& spaces, bool planar) {
  std::vector<std::vector<Vec3>> faces;
  if (planar) {
    faces.push_back(faceOf(spaces, {0, 0, 1}, 0, nullptr));
  } else {
    for (const auto& plane : spaces.planes) faces.push_back(faceOf(spaces, plane.normal, plane.offset, &plane));
  }
  for (std::vector<Vec3>& face : faces) {
    for (Vec3& corner : face) corner += spaces.origin;
  }
  return faces;
}

bool encloses(const FittedVolume& volume, const Vec3& point) {
  return std::visit([&](const auto& shape) { return holds(shape, point); }, volume.shape);
}

}  // namespace sepax
