#include "collide/pieces/touched_pieces.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "collide/contacts/contacts.h"
#include "collide/contacts/reduction.h"
#include "collide/convex/sat_pair.h"
#include "collide/gjk/closest_points.h"
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

/// Metres: places of a surface that are no farther from each other are one. A hair of the piece, or what a file in
/// float rounds its corners by.
double hairOf(const std::vector<Vec3>& corners) {
  constexpr double kFileRounding = 1e-6;
  double size = 0, far = 0;
  for (const Vec3& corner : corners) {
    size = std::max(size, length(corner - corners[0]));
    far = std::max(far, length(corner));
  }
  return std::max(kFlatBend * size, kFileRounding * far);
}

/// The corners of the pieces around a place, but `piece` itself.
std::vector<std::vector<Vec3>> neighboursAt(const ShapePieces& pieces, int piece, const Vec3& place, double hair) {
  std::vector<std::vector<Vec3>> out;
  const auto enters = [&](const MinMaxBox& box) {
    for (int i = 0; i < 3; ++i) {
      if (place[i] < box.min[i] - hair || place[i] > box.max[i] + hair) return false;
    }
    return true;
  };
  visitItems(pieces.tree(), enters, [&](int other) {
    if (other == piece) return;
    std::vector<Vec3> corners = pieceCorners(pieces, other);
    if (closestPoints({&place, 1}, corners).distance <= hair) out.push_back(std::move(corners));
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

/// Which corners of a piece are farthest along `outward`, unit: two of a triangle that is as thin as a hair.
std::vector<int> farthestCorners(const std::vector<Vec3>& corners, const Vec3& outward) {
  double farthest = -kInfinity, size = 0;
  int longest = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    farthest = std::max(farthest, dot(corners[i] - corners[0], outward));
    const double edge = length(corners[(i + 1) % corners.size()] - corners[i]);
    if (edge > size) longest = static_cast<int>(i);
    size = std::max(size, edge);
  }
  std::vector<int> out;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (farthest - dot(corners[i] - corners[0], outward) <= kFlatBend * size) out.push_back(static_cast<int>(i));
  }
  if (out.size() < 3) return out;
  const double area = length(cross(corners[1] - corners[0], corners[2] - corners[0]));
  if (area > kFlatBend * size * size) return out;
  return longest == 2 ? std::vector{0, 2} : std::vector{longest, longest + 1};
}

/// The feature of a piece that is farthest along `outward`, unit, and how the surface lies around it where it is
/// touched, at `contact`; both in body space.
TouchedFeature touchedFeature(char who, const ShapePieces& pieces, int piece, const Vec3& outward,
                              const Vec3& contact) {
  const std::vector<Vec3> corners = pieceCorners(pieces, piece);
  const std::vector<int> touched = farthestCorners(corners, outward);
  TouchedFeature out;
  if (touched.size() == corners.size()) {
    const bool is_segment = corners.size() == 2;
    const ContactFeature whole{is_segment ? FeatureKind::kEdge : FeatureKind::kFace, 0};
    out.name = nameInShape(who, inShape(whole, pieces, piece), pieces);
    return out;
  }
  const bool is_edge = touched.size() == 2;
  // Edge k of a triangle runs from corner k to the next.
  const int edge = is_edge && touched[0] == 0 && touched[1] == 2 ? 2 : touched[0];
  const ContactFeature own{is_edge ? FeatureKind::kEdge : FeatureKind::kVertex, edge};
  out.name = nameInShape(who, inShape(own, pieces, piece), pieces);
  const Vec3 from = corners[static_cast<std::size_t>(touched[0])],
             to = corners[static_cast<std::size_t>(touched.back())];
  const Vec3 along = normalizedOr(to - from, Vec3{0.0});
  // On an edge, but not at its ends, where it has more neighbours.
  constexpr double kEnd = 0.01;
  const double edge_length = length(to - from);
  const Vec3 place =
      from + along * std::clamp(dot(contact - from, along), kEnd * edge_length, (1 - kEnd) * edge_length);
  const Vec3 plane = planeNormal(corners, outward);
  const double hair = hairOf(corners);
  bool goes_on = false, rises = false, falls = false;
  for (const std::vector<Vec3>& neighbour : neighboursAt(pieces, piece, place, hair)) {
    for (const Vec3& corner : neighbour) {
      const auto is_same = [&](const Vec3& one) { return length(one - corner) <= hair; };
      const Vec3 way = corner - place - along * dot(corner - place, along);
      if (std::any_of(corners.begin(), corners.end(), is_same) || length(way) <= hair) continue;
      goes_on = true;
      const double over_plane = angleOver(way, plane);
      rises |= over_plane > kFlatBend;
      falls |= over_plane < -kFlatBend;
      const double over_normal = angleOver(way, outward);
      if (over_normal > kFlatBend) out.rise = std::max(out.rise, over_normal);
    }
  }
  out.bend = !goes_on         ? Bend::kOpen
             : rises && falls ? Bend::kMixed
             : rises          ? Bend::kConcave
             : falls          ? Bend::kConvex
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
    Vec3 middle{0.0};
    for (const Contact& contact : manifold.contacts)
      middle += contact.position / static_cast<double>(manifold.contacts.size());
    const auto feature = [&](char who, const PosedShape& whole, const ShapePieces& pieces, int piece,
                             const Vec3& outward, const ContactFeature& found) {
      if (!hasNeighbours(whole.shape)) return TouchedFeature{nameInShape(who, inShape(found, pieces, piece), pieces)};
      const Mat3 body_from_world = glm::transpose(whole.pose.rotation);
      return touchedFeature(who, pieces, piece, body_from_world * outward,
                            body_from_world * (middle - whole.pose.position));
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
