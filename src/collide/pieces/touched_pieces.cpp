#include "collide/pieces/touched_pieces.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "collide/contacts/contacts.h"
#include "collide/contacts/reduction.h"
#include "collide/convex/half_space_proxy.h"
#include "collide/pieces/piece_contacts.h"
#include "collide/pieces/piece_names.h"
#include "collide/pieces/piece_search.h"
#include "collide/sat/sat.h"
#include "geom/chain.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Pairs of pieces that are listed: no person reads more. All are looked at, but where two large meshes lie deep in
/// each other: a second's worth of pairs whose boxes meet.
constexpr std::size_t kMaxListed = 256, kMaxLookedAt = 1 << 16;
/// Radians: less is flat. Corners of a file in float are off by 1e-7 of their coordinates.
constexpr double kFlatBend = 1e-4;

/// The corners of a triangle or segment, body space.
std::vector<Vec3> pieceCorners(const ShapePieces& pieces, int piece) {
  const auto at = static_cast<std::size_t>(piece);
  if (pieces.mesh() != nullptr) {
    const auto corners = cornersOf(*pieces.mesh(), piece);
    return {corners.begin(), corners.end()};
  }
  const std::vector<Vec2>& vertices = std::get<Chain>(pieces.shape()).vertices;
  return {{vertices[at].x, vertices[at].y, 0}, {vertices[at + 1].x, vertices[at + 1].y, 0}};
}

/// The pieces with corners at all of `places`, but `piece` itself.
std::vector<int> neighboursAt(const ShapePieces& pieces, int piece, const std::vector<Vec3>& places) {
  std::vector<int> out;
  const auto enters = [&](const MinMaxBox& box) {
    return std::all_of(places.begin(), places.end(), [&](const Vec3& place) {
      for (int i = 0; i < 3; ++i) {
        if (place[i] < box.min[i] || place[i] > box.max[i]) return false;
      }
      return true;
    });
  };
  visitItems(pieces.tree(), enters, [&](int other) {
    if (other == piece) return;
    const std::vector<Vec3> corners = pieceCorners(pieces, other);
    const bool shares_all = std::all_of(places.begin(), places.end(), [&](const Vec3& place) {
      return std::find(corners.begin(), corners.end(), place) != corners.end();
    });
    if (shares_all) out.push_back(other);
  });
  return out;
}

/// Perpendicular to a triangle or segment, towards the side that `outward` points to.
Vec3 planeNormal(const std::vector<Vec3>& corners, const Vec3& outward) {
  const Vec3 along = corners[1] - corners[0];
  const Vec3 normal = corners.size() == 3 ? glm::cross(along, corners[2] - corners[0]) : Vec3{along.y, -along.x, 0};
  return normalizedOr(dot(normal, outward) < 0 ? -normal : normal, Vec3{0.0});
}

/// Radians, above the plane that the unit `normal` is perpendicular to; 0 of no way.
double angleOver(const Vec3& way, const Vec3& normal) {
  const double up = dot(way, normal);
  return portable::atan2(up, length(way - up * normal));
}

/// The feature of a piece that is farthest along `outward`, unit, body space, and how the surface lies around it.
TouchedFeature touchedFeature(char who, const ShapePieces& pieces, int piece, const Vec3& outward) {
  const std::vector<Vec3> corners = pieceCorners(pieces, piece);
  double farthest = -kInfinity, size = 0;
  for (const Vec3& corner : corners) {
    farthest = std::max(farthest, dot(corner - corners[0], outward));
    size = std::max(size, length(corner - corners[0]));
  }
  std::vector<int> touched;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (farthest - dot(corners[i] - corners[0], outward) <= kFlatBend * size) touched.push_back(static_cast<int>(i));
  }
  TouchedFeature out;
  if (touched.size() == corners.size()) {
    const bool is_segment = corners.size() == 2;
    const ContactFeature whole{is_segment ? FeatureKind::kEdge : FeatureKind::kFace, 0};
    out.name = nameInShape(who, inShape(whole, pieces, piece), pieces);
    return out;
  }
  std::vector<Vec3> places;
  for (const int i : touched) places.push_back(corners[static_cast<std::size_t>(i)]);
  // Edge k of a triangle runs from corner k to the next.
  const int edge = touched.size() == 2 && touched[0] == 0 && touched[1] == 2 ? 2 : touched[0];
  const ContactFeature own{touched.size() == 2 ? FeatureKind::kEdge : FeatureKind::kVertex, edge};
  out.name = nameInShape(who, inShape(own, pieces, piece), pieces);
  const Vec3 plane = planeNormal(corners, outward);
  bool rises = false, falls = false;
  const std::vector<int> neighbours = neighboursAt(pieces, piece, places);
  for (const int neighbour : neighbours) {
    for (const Vec3& corner : pieceCorners(pieces, neighbour)) {
      if (std::find(corners.begin(), corners.end(), corner) != corners.end()) continue;
      // From the nearest place of the feature.
      const Vec3 along = places.size() == 2 ? normalizedOr(places[1] - places[0], Vec3{0.0}) : Vec3{0.0};
      const Vec3 way = corner - places[0] - along * dot(corner - places[0], along);
      const double over_plane = angleOver(way, plane);
      rises |= over_plane > kFlatBend;
      falls |= over_plane < -kFlatBend;
      const double over_normal = angleOver(way, outward);
      if (over_normal > kFlatBend) out.rise = std::max(out.rise, over_normal);
    }
  }
  out.bend = neighbours.empty() ? Bend::kOpen
             : rises && falls   ? Bend::kMixed
             : rises            ? Bend::kConcave
             : falls            ? Bend::kConvex
                                : Bend::kFlat;
  return out;
}

}  // namespace

const char* bendName(Bend bend) {
  static constexpr const char* kNames[] = {"none", "open", "flat", "convex", "concave", "mixed"};
  return kNames[static_cast<int>(bend)];
}

bool hasNeighbours(const Shape& shape) { return trianglesOf(shape) != nullptr || std::holds_alternative<Chain>(shape); }

TouchedSurface touchedPieces(const PosedShape& whole_a, const PosedShape& whole_b, const PairSettings& settings) {
  TouchedSurface out;
  if (!hasNeighbours(whole_a.shape) && !hasNeighbours(whole_b.shape)) return out;
  const bool has_half_space = isUnbounded(whole_a.shape) || isUnbounded(whole_b.shape);
  const auto [a, b] = has_half_space ? withProxies(whole_a, whole_b) : std::pair(whole_a, whole_b);
  PieceSearch search(a, b, {touchingTolerance(whole_a, whole_b, settings)});
  std::vector<std::pair<int, int>> near;
  const auto look = [&](int i, int j) {
    near.emplace_back(i, j);
    return near.size() < kMaxLookedAt;
  };
  search.visitMeeting(Vec3{0.0}, look, search.touching());
  out.complete = near.size() < kMaxLookedAt;
  std::sort(near.begin(), near.end());
  std::vector<TouchedPieces> ghosts;
  for (const auto& [i, j] : near) {
    if (search.gap(i, j) > search.touching()) continue;
    const ConvexFeatures &piece_a = search.featuresA(i), &piece_b = search.featuresB(j);
    const SatReport sat = satReport(piece_a, piece_b, search.origin(), search.size(), search.touching());
    const SatAxis& deciding = decidingAxis(sat);
    const Vec3& normal = deciding.direction;
    if (!isInFront(a, i, normal) || !isInFront(b, j, -normal)) continue;
    TouchedPieces touched;
    touched.a = i;
    touched.b = j;
    touched.separation = deciding.separation;
    touched.normal = normal + Vec3{0.0};  // no -0
    const Manifold manifold = contactManifold(piece_a, piece_b, sat);
    Vec3 on_a, on_b;
    deepestPoints(manifold, normal, on_a, on_b);
    touched.position = (on_a + on_b) / 2.0;
    const auto feature = [&](char who, const PosedShape& whole, const ShapePieces& pieces, int piece,
                             const Vec3& outward, const ContactFeature& found) {
      if (!hasNeighbours(whole.shape)) return TouchedFeature{nameInShape(who, inShape(found, pieces, piece), pieces)};
      return touchedFeature(who, pieces, piece, glm::transpose(whole.pose.rotation) * outward);
    };
    const ContactFeature of_a = manifold.reference_is_a ? manifold.reference : manifold.incident;
    const ContactFeature of_b = manifold.reference_is_a ? manifold.incident : manifold.reference;
    touched.on_a = feature('A', a, search.piecesA(), i, normal, of_a);
    touched.on_b = feature('B', b, search.piecesB(), j, -normal, of_b);
    ++out.count;
    out.ghosts += touched.isGhost();
    std::vector<TouchedPieces>& list = touched.isGhost() ? ghosts : out.pairs;
    if (list.size() < kMaxListed) list.push_back(std::move(touched));
  }
  out.pairs.resize(std::min(out.pairs.size(), kMaxListed - ghosts.size()));
  std::move(ghosts.begin(), ghosts.end(), std::back_inserter(out.pairs));
  std::sort(out.pairs.begin(), out.pairs.end(),
            [](const TouchedPieces& x, const TouchedPieces& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return out;
}

void addTouchedPieces(PairReport& report, const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  if (!report.pieces || report.answer.verdict == Verdict::kSeparated) return;
  if (!hasNeighbours(a.shape) && !hasNeighbours(b.shape)) return;
  report.pieces->touched = std::make_shared<const TouchedSurface>(touchedPieces(a, b, settings));
}

}  // namespace sepax
