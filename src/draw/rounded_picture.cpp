#include "draw/rounded_picture.h"

#include "geom/support.h"

#include <cmath>
#include <optional>

namespace sepax {

void addLine(DrawList& list, const Vec3& from, const Vec3& to, Colour colour, float width_px, Layer layer,
             float dash_px) {
  list.lines.push_back({list.local(from), list.local(to), colour, width_px, dash_px, layer});
}

void addPolyline(DrawList& list, const std::vector<Vec3>& points, Polyline polyline, Colour colour, float width_px,
                 Layer layer) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) addLine(list, points[i], points[i + 1], colour, width_px, layer);
  if (polyline == Polyline::kClosed && points.size() > 2)
    addLine(list, points.back(), points.front(), colour, width_px, layer);
}

void addBoxEdges(DrawList& list, const MinMaxBox& box, bool planar, Colour colour, float width_px, float dash_px) {
  const auto corner = [&](unsigned bits) {
    return Vec3{(bits & 1u) != 0 ? box.max.x : box.min.x, (bits & 2u) != 0 ? box.max.y : box.min.y,
                (bits & 4u) != 0 ? box.max.z : box.min.z};
  };
  const unsigned corners = planar ? 4 : 8;
  for (unsigned from = 0; from < corners; ++from) {
    for (unsigned side = 1; side < corners; side *= 2) {
      if ((from & side) == 0)
        addLine(list, corner(from), corner(from | side), colour, width_px, Layer::kScene, dash_px);
    }
  }
}

void addFan(std::vector<FillVertex>& fills, const DrawList& list, const std::vector<Vec3>& loop, const Vec3& normal,
            Colour colour) {
  const glm::vec3 n(normal);
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    for (const Vec3& p : {loop[0], loop[i], loop[i + 1]}) fills.push_back({list.local(p), n, colour});
  }
}

namespace {

constexpr int kRoundSectors = 64;  ///< around an axis
constexpr int kArc = 6;            ///< pieces of the arc between two sides
constexpr int kPatch = 4;          ///< rings of the piece of a ball at a corner
constexpr int kOutline = 192;

/// Directions from one unit vector to another on the shortest way; through `between` when they are opposite.
std::vector<Vec3> arc(const Vec3& from, const Vec3& to, const Vec3& between) {
  std::vector<Vec3> out;
  const double cosine = dot(from, to);
  const Vec3 side = cosine < -0.999999 ? between : normalizedOr(to - cosine * from, between);
  const double angle = std::atan2(length(crossAccurate(from, to)), cosine);
  for (int i = 0; i <= kArc; ++i) out.push_back(std::cos(angle * i / kArc) * from + std::sin(angle * i / kArc) * side);
  return out;
}

/// A point of a surface with its normal.
struct SurfaceVertex {
  Vec3 point, normal;
};

void addTriangle(DrawList& list, const SurfaceVertex& a, const SurfaceVertex& b, const SurfaceVertex& c, Colour fill) {
  for (const SurfaceVertex& v : {a, b, c}) list.translucent.push_back({list.local(v.point), glm::vec3(v.normal), fill});
}

/// A piece of a ball: from the middle of the directions to those on its border.
void addPatch(DrawList& list, const Vec3& corner, const Vec3& middle, const std::vector<Vec3>& border, double margin,
              Colour fill) {
  const auto at = [&](const Vec3& direction, int ring) {
    const double part = static_cast<double>(ring) / kPatch;
    const Vec3 normal = normalizedOr(middle + part * (direction - middle), direction);
    return SurfaceVertex{corner + margin * normal, normal};
  };
  for (std::size_t i = 0; i + 1 < border.size(); ++i) {
    for (int ring = 0; ring < kPatch; ++ring) {
      const SurfaceVertex a = at(border[i], ring), b = at(border[i], ring + 1), c = at(border[i + 1], ring + 1),
                          d = at(border[i + 1], ring);
      addTriangle(list, a, b, c, fill);
      if (ring > 0) addTriangle(list, a, c, d, fill);
    }
  }
}

}  // namespace

void addBand(DrawList& list, const Pose& pose, const Ring& low, const Ring& high, Colour fill, int sectors) {
  const auto vertex = [&](const Ring& ring, int sector) {
    const double phi = 2 * M_PI * sector / sectors;
    const Vec3 outward{std::cos(phi), 0, std::sin(phi)};
    return SurfaceVertex{toWorld(pose, ring.radius * outward + Vec3{0, ring.y, 0}),
                         pose.rotation * (ring.normal_radius * outward + Vec3{0, ring.normal_y, 0})};
  };
  for (int s = 0; s < sectors; ++s) {
    const SurfaceVertex a = vertex(low, s), b = vertex(low, s + 1), c = vertex(high, s + 1), d = vertex(high, s);
    addTriangle(list, a, b, c, fill);
    addTriangle(list, a, c, d, fill);
  }
}

void addRoundedPolytope(DrawList& list, const Polytope& core, double margin, Colour fill, Colour seam) {
  for (const PolytopeFace& face : core.faces) {
    std::vector<Vec3> loop;
    for (const int v : face.loop) loop.push_back(core.vertices[static_cast<std::size_t>(v)] + margin * face.normal);
    addFan(list.translucent, list, loop, face.normal, fill);
    addPolyline(list, loop, Polyline::kClosed, seam, 1, Layer::kHidden);
  }
  std::vector<std::vector<std::vector<Vec3>>> borders(core.vertices.size());
  for (const PolytopeEdge& edge : core.edges) {
    if (edge.face0 < 0 || edge.face1 < 0) continue;
    const Vec3 &from = core.vertices[static_cast<std::size_t>(edge.v0)],
               &to = core.vertices[static_cast<std::size_t>(edge.v1)];
    const Vec3 &normal0 = core.faces[static_cast<std::size_t>(edge.face0)].normal,
               &normal1 = core.faces[static_cast<std::size_t>(edge.face1)].normal;
    // Face 0's loop runs along the edge, so its outside is to the right of it.
    const std::vector<Vec3> directions =
        arc(normal0, normal1, normalizedOr(crossAccurate(to - from, normal0), normal0));
    for (std::size_t i = 0; i + 1 < directions.size(); ++i) {
      const Vec3 &d = directions[i], &next = directions[i + 1];
      const SurfaceVertex a{from + margin * d, d}, b{to + margin * d, d}, c{to + margin * next, next},
          e{from + margin * next, next};
      addTriangle(list, a, b, c, fill);
      addTriangle(list, a, c, e, fill);
    }
    borders[static_cast<std::size_t>(edge.v0)].push_back(directions);
    borders[static_cast<std::size_t>(edge.v1)].push_back(directions);
  }
  for (std::size_t v = 0; v < core.vertices.size(); ++v) {
    Vec3 middle{0.0};
    for (const auto& border : borders[v]) middle += border[kArc / 2];
    middle = normalizedOr(middle, {0, 1, 0});
    for (const auto& border : borders[v]) addPatch(list, core.vertices[v], middle, border, margin, fill);
  }
}

void addRoundedRevolved(DrawList& list, const Pose& pose, const std::vector<Vec2>& profile, double margin, Colour fill,
                        Colour seam) {
  Vec3 before{0, 1, 0};
  std::optional<Ring> last;
  for (std::size_t k = 0; k < profile.size(); ++k) {
    const Vec2 along = k + 1 < profile.size() ? profile[k + 1] - profile[k] : Vec2{-1, 0};
    const Vec3 after = normalizedOr({-along.y, along.x, 0}, before);
    for (const Vec3& normal : arc(before, after, {1, 0, 0})) {
      const Ring ring{profile[k].y + margin * normal.y, profile[k].x + margin * normal.x, normal.y, normal.x};
      if (last) addBand(list, pose, ring, *last, fill);
      last = ring;
    }
    for (const Vec3& normal : {before, after}) {
      std::vector<Vec3> rim;
      const double radius = profile[k].x + margin * normal.x;
      for (int s = 0; s < kRoundSectors && radius > 0; ++s) {
        const double phi = 2 * M_PI * s / kRoundSectors;
        rim.push_back(
            toWorld(pose, {radius * std::cos(phi), profile[k].y + margin * normal.y, radius * std::sin(phi)}));
      }
      addPolyline(list, rim, Polyline::kClosed, seam, 1, Layer::kHidden);
    }
    before = after;
  }
}

std::vector<Vec3> silhouetteOf(const Shape& shape, const Pose& pose, const Camera& camera) {
  const SupportMap map(shape, pose.rotation, pose.position);
  const bool perspective = !map.planar() && camera.projection == Projection::kPerspective;
  const Vec3 back = map.planar() ? Vec3{0, 0, 1} : basisOf(camera).back;
  const Vec3 eye = eyeOf(camera);
  const Vec3 towards = perspective ? normalizedOr(eye - pose.position, back) : back;
  const Vec3 u = map.planar() ? Vec3{1, 0, 0} : anyPerpendicular(towards), v = crossAccurate(towards, u);
  std::vector<Vec3> out;
  for (int i = 0; i < kOutline; ++i) {
    const double t = 2 * M_PI * i / kOutline;
    const Vec3 around = std::cos(t) * u + std::sin(t) * v;
    Vec3 normal = around, point{0.0};
    for (int round = 0; round < 4;
         ++round) {  // until the normal is perpendicular to the line of sight to its own point
      point = map(normal).point + map.radius() * normal;
      if (!perspective) break;
      const Vec3 sight = normalizedOr(eye - point, towards);
      normal = normalizedOr(around - dot(around, sight) * sight, around);
    }
    out.push_back(point);
  }
  return out;
}

}  // namespace sepax
