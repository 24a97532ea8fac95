#include "collide/convex/polytope_report.h"

#include "core/assert.h"
#include "geom/aabb.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

/// The error of the corners' rough heights, twice over: of their components (3^0.5 of the extent together) and the
/// direction's two roundings, of products and sums three, 3^0.5 · 5 · 2^−24 or 5.2e-7.
constexpr double kRoughHeights = 2e-6;

std::size_t wholeSteps(std::size_t count) {
  constexpr std::size_t kStep = SatKernel::kLanesOf<double>;
  return (count + kStep - 1) / kStep * kStep;
}
std::size_t wordsOf(std::size_t count) { return (count + 63) / 64; }

/// Shapes of more corners are measured by those that may be at the ends alone.
constexpr std::size_t kScanned = 8;

bool isOne(std::uint64_t mask) { return (mask & (mask - 1)) == 0; }

/// The end of a projection in one sense of the direction, 1 or −1, as the reference gives it. `near` has all of its
/// corners and perhaps more; becomes those within the slack.
double endOfMany(std::uint64_t& near, double sense, const Vec3* corners, const Vec3& direction, double slack) {
  std::array<double, SatKernel::kMaxCorners> heights;
  double farthest = -kInfinity;
  int count = 0;
  for (std::uint64_t left = near; left != 0; left &= left - 1) {
    heights[count] = sense * dot(corners[std::countr_zero(left)], direction);
    farthest = heights[count] > farthest ? heights[count] : farthest;
    ++count;
  }
  std::uint64_t at_end = 0;
  count = 0;
  for (std::uint64_t left = near; left != 0; left &= left - 1)
    at_end |= heights[count++] >= farthest - slack ? left & -left : 0;
  near = at_end;
  return sense * farthest;
}

/// The height of an end; most ends have one or two corners.
inline double endOf(std::uint64_t& near, double sense, const Vec3* corners, const Vec3& direction, double slack) {
  const double first = dot(corners[std::countr_zero(near)], direction);
  const std::uint64_t left = near & (near - 1);
  if (left == 0) return first;
  const double second = dot(corners[std::countr_zero(left)], direction);
  if (!isOne(left) || !(std::abs(second - first) <= slack / 2))
    return endOfMany(near, sense, corners, direction, slack);
  return (second - first) * sense > 0 ? second : first;
}

/// The corners of a mask as a support feature lists them.
struct Listed {
  FeatureKind kind = FeatureKind::kVertex;
  int count = 0;
  std::array<int, 4> vertices{};
};
constexpr Listed listed(std::uint64_t mask) {
  Listed out;
  for (; mask != 0; mask &= mask - 1, ++out.count) {
    if (out.count < 4) out.vertices[static_cast<std::size_t>(out.count)] = std::countr_zero(mask);
  }
  out.kind = out.count == 1 ? FeatureKind::kVertex : out.count == 2 ? FeatureKind::kEdge : FeatureKind::kFace;
  return out;
}
constexpr auto kListed = [] {
  std::array<Listed, 1 << kScanned> table;
  for (std::size_t mask = 0; mask < table.size(); ++mask) table[mask] = listed(mask);
  return table;
}();

/// The corners of a mask, one at least, as the reference's projection gives them.
void fillFeature(std::uint64_t mask, const Listed& of, const Vec3* corners, SupportFeature& out) {
  out.kind = of.kind;
  out.vertex_count = of.count;
  out.vertices = of.vertices;
  out.point = Vec3{0.0} + corners[of.vertices[0]];
  if (of.count == 1) return;
  out.point += corners[of.vertices[1]];
  if (of.count == 2) {
    out.point *= 0.5;  // by a power of two a product is the quotient
  } else if (of.count == 4) {
    out.point = (out.point + corners[of.vertices[2]] + corners[of.vertices[3]]) * 0.25;
  } else {
    for (mask &= mask - 1; (mask &= mask - 1) != 0;) out.point += corners[std::countr_zero(mask)];
    out.point /= static_cast<double>(of.count);
  }
}
void fillFeature(std::uint64_t mask, const std::vector<Vec3>& corners, SupportFeature& out) {
  if (corners.size() <= kScanned) {
    fillFeature(mask, kListed[mask], corners.data(), out);
  } else if (const std::uint64_t left = mask & (mask - 1); left == 0) {
    fillFeature(mask, {FeatureKind::kVertex, 1, {std::countr_zero(mask)}}, corners.data(), out);
  } else if (isOne(left)) {
    fillFeature(mask, {FeatureKind::kEdge, 2, {std::countr_zero(mask), std::countr_zero(left)}}, corners.data(), out);
  } else {
    fillFeature(mask, listed(mask), corners.data(), out);
  }
}

bool isBox(const Shape& shape) { return std::holds_alternative<Box>(shape) || std::holds_alternative<Box2>(shape); }

/// To which side of a plane vector i points: 1, −1, or 0.
int sideOf(const SatKernel::Sides& sides, int i) {
  const auto bit = [&](const SatKernel::EdgeBits& bits) {
    return static_cast<int>(bits.words[i / 64] >> (i % 64) & 1);
  };
  return bit(sides.above) - bit(sides.below);
}

/// pruneReason of collide/sat/sat.cpp by its four signs, 0 where they are too near to zero to prove anything.
PruneReason reasonOf(int a_start, int a_end, int b_start, int b_end) {
  if (b_start * b_end > 0) return PruneReason::kBesideA;
  if (a_start * a_end > 0) return PruneReason::kBesideB;
  return a_start * a_end * b_start * b_end != 0 && a_start == b_start ? PruneReason::kOpposite : PruneReason::kNone;
}

}  // namespace

bool SolidPolytope::takes(const Shape& shape) {
  if (isBox(shape)) return true;
  if (const Polygon* const polygon = std::get_if<Polygon>(&shape); polygon != nullptr)
    return polygon->vertices.size() <= SatKernel::kMaxCorners && isConvex(*polygon);
  const Hull* const hull = std::get_if<Hull>(&shape);
  if (hull == nullptr || hull->data->flat) return false;
  const Polytope& polytope = hull->data->polytope;
  return polytope.vertices.size() <= SatKernel::kMaxCorners && polytope.faces.size() <= SatKernel::kMaxFaces &&
         polytope.edges.size() <= SatKernel::kMaxEdges &&
         std::ranges::all_of(polytope.edges,
                             [](const PolytopeEdge& edge) { return edge.face0 >= 0 && edge.face1 >= 0; });
}

SolidPolytope::SolidPolytope(const Shape& held) : size(sizeOf(held)), shape(held) {
  SEPAX_ASSERT(takes(shape));
  ConvexFeatures features = convexFeatures(shape);
  corners = features.core.vertices;
  faces = features.face_axes;
  if (features.planar) {
    own_ = std::move(features);
    return;
  }
  corner_rows.resize(corners.size());
  for (std::size_t i = 0; i < corner_rows.padded(); ++i) corner_rows.set(i, corners[std::min(i, corners.size() - 1)]);
  for (const Vec3& v : corners) radius = std::max(radius, length(v));
  const auto& of_core = features.core.faces;
  face_rows.resize(of_core.size());
  for (std::size_t i = 0; i < face_rows.padded(); ++i)
    face_rows.set(i, of_core[std::min(i, of_core.size() - 1)].normal);
  for (const PolytopeFace& face : of_core) {
    loop_starts.push_back(static_cast<int>(loops.size()));
    loops.insert(loops.end(), face.loop.begin(), face.loop.end());
  }
  loop_starts.push_back(static_cast<int>(loops.size()));
  for (const AxisFeature& edge : features.edge_axes) edges.push_back({edge.direction, edge.feature});
  if (features.edge_axes[0].arc0 == Vec3{0.0}) return;
  for (const PolytopeFace& face : features.core.faces) normals.push_back(face.normal);
  for (const PolytopeEdge& edge : features.core.edges)
    arcs.push_back({static_cast<std::uint8_t>(edge.face0), static_cast<std::uint8_t>(edge.face1)});
}

void SolidPolytope::become(const Shape& other) {
  const Hull *const own_hull = std::get_if<Hull>(&shape), *const hull = std::get_if<Hull>(&other);
  if (own_hull != nullptr && hull != nullptr && own_hull->data == hull->data) return;
  if (hull != nullptr || shape.index() != other.index()) {
    *this = SolidPolytope(other);
    return;
  }
  if (shape == other) return;
  shape = other;
  size = sizeOf(shape);
  if (const Box* const box = std::get_if<Box>(&shape)) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      corners[i] = boxCorner(box->half_extents, static_cast<int>(i));
      corner_rows.set(i, corners[i]);
    }
    radius = length(corners[0]);
  } else if (const Box2* const rectangle = std::get_if<Box2>(&shape)) {
    for (std::size_t i = 0; i < corners.size(); ++i)
      corners[i] = boxCorner(rectangle->half_extents, static_cast<int>(i));
  } else {
    polygonFeatures(std::get<Polygon>(shape), own_);
    corners = own_.core.vertices;
    faces = own_.face_axes;
  }
}

const Polytope& SolidPolytope::core() const {
  if (std::holds_alternative<Box>(shape)) return unitBox();
  const Hull* const hull = std::get_if<Hull>(&shape);
  return hull != nullptr ? hull->data->polytope : own_.core;
}

void PolytopeReports::place(const PlacedPolytope& placed, const Vec3& offset, Side& side) {
  const auto& [shape, pose] = placed;
  const Mat3 rotation = pose.rotation;
  side.corners.resize(shape.corners.size());
  Vec3 low{kInfinity}, high{-kInfinity};
  for (std::size_t i = 0; i < shape.corners.size(); ++i) {
    const Vec3 corner = offset + rotation * shape.corners[i];
    low = glm::min(low, corner);
    high = glm::max(high, corner);
    side.corners[i] = corner;
  }
  side.extent = longestSide({low, high});
  side.farthest = std::max({high.x, high.y, high.z, -low.x, -low.y, -low.z});
  side.edges.resize(shape.edges.size());
  for (std::size_t i = 0; i < shape.edges.size(); ++i) side.edges[i] = rotation * shape.edges[i].direction;
  if (side.corners.size() > kScanned) {
    side.rough_corners.resize(side.corners.size());
    const double scale = side.extent > 0 ? 1 / side.extent : 0;
    for (std::size_t i = 0; i < side.rough_corners.padded(); ++i)
      side.rough_corners.set(i, (side.corners[std::min(i, side.corners.size() - 1)] - side.corners[0]) * scale);
  }
  if (shape.arcs.empty()) return;
  side.normals.resize(shape.normals.size());
  for (std::size_t i = 0; i < shape.normals.size(); ++i) side.normals.set(i, rotation * shape.normals[i]);
  side.edge_rows.resize(side.edges.size());
  for (std::size_t i = 0; i < side.edges.size(); ++i) side.edge_rows.set(i, side.edges[i]);
  side.rough_edges.resize(side.edges.size());
  for (std::size_t i = 0; i < side.rough_edges.padded(); ++i)
    side.rough_edges.set(i, side.edges[std::min(i, side.edges.size() - 1)]);
}

void PolytopeReports::findBeside(const SolidPolytope& shape, const Side& other, Side& side) {
  side.across.resize(shape.normals.size());
  for (std::size_t f = 0; f < shape.normals.size(); ++f) {
    const Vec3 normal = side.normals.at(f);
    kernel_.sides(&normal.x, other.rough_edges.rows(), other.edge_rows.rows(), other.edges.size(), kArcCrossing,
                  side.across[f]);
  }
  const std::size_t words = wordsOf(other.edges.size());
  for (std::size_t i = 0; i < shape.arcs.size(); ++i) {
    const SatKernel::Sides &start = side.across[shape.arcs[i].face0], &end = side.across[shape.arcs[i].face1];
    for (std::size_t w = 0; w < words; ++w)
      side.beside[i].words[w] =
          (start.above.words[w] & end.above.words[w]) | (start.below.words[w] & end.below.words[w]);
  }
}

/// Pairs of edges in the reference's order, without those that it leaves out. To which sides of the planes across a
/// face's normal the other shape's edges point is found once for all edges at that face, and whole words of edges are
/// left out at a time.
void PolytopeReports::findEdgePairs(const SolidPolytope& a, const SolidPolytope& b, PrunedPairs pruned) {
  const int count_a = static_cast<int>(a_.edges.size()), count_b = static_cast<int>(b_.edges.size());
  report_.pruned_edge_pairs = 0;
  edge_pairs_ = 0;
  const auto makeRoom = [&](std::size_t more) {
    if (pairs_.size() < edge_pairs_ + more) pairs_.resize(2 * (edge_pairs_ + more));
  };
  if (a.arcs.empty() || b.arcs.empty()) {
    makeRoom(a_.edges.size() * b_.edges.size());
    for (int i = 0; i < count_a; ++i) {
      for (int j = 0; j < count_b; ++j) pairs_[edge_pairs_++] = {i, j, PruneReason::kNone};
    }
    return;
  }
  findBeside(a, b_, a_);
  findBeside(b, a_, b_);
  const std::size_t words_a = wordsOf(a_.edges.size()), words_b = wordsOf(b_.edges.size());
  const std::size_t size = std::min<std::size_t>(64, std::bit_ceil(std::max(a_.edges.size(), b_.edges.size())));
  for (std::size_t u = 0; u < words_a; ++u) {
    for (std::size_t w = 0; w < words_b; ++w) {
      std::array<std::uint64_t, 64> block;
      for (std::size_t k = 0; k < size; ++k) block[k] = b_.beside[64 * w + k].words[u];
      kernel_.transpose(block.data(), size);
      for (std::size_t k = 0; k < size; ++k) a_beside_b_[64 * u + k].words[w] = block[k];
    }
  }
  const bool lists =
      pruned == PrunedPairs::kListed && static_cast<std::size_t>(count_a) * count_b <= kMaxListedEdgePairs;
  const int listed = lists ? 1 : 0;
  for (int i = 0; i < count_a; ++i) {
    const auto [a_face0, a_face1] = a.arcs[i];
    int kept = 0;
    makeRoom(b_.edges.size());
    for (std::size_t w = 0; w < words_b; ++w) {
      const std::uint64_t all = ~std::uint64_t{0} >> (w + 1 < words_b ? 0 : (64 - count_b % 64) % 64);
      std::uint64_t left = lists ? all : all & ~(a_.beside[i].words[w] | a_beside_b_[i].words[w]);
      for (; left != 0; left &= left - 1) {
        const int j = static_cast<int>(64 * w) + std::countr_zero(left);
        const auto [b_face0, b_face1] = b.arcs[j];
        // B's arcs are negated.
        const PruneReason reason = reasonOf(sideOf(a_.across[a_face0], j), sideOf(a_.across[a_face1], j),
                                            -sideOf(b_.across[b_face0], i), -sideOf(b_.across[b_face1], i));
        const int keeps = reason == PruneReason::kNone ? 1 : 0;
        pairs_[edge_pairs_] = {i, j, reason};
        edge_pairs_ += static_cast<std::size_t>(keeps | listed);
        kept += keeps;
      }
    }
    report_.pruned_edge_pairs += count_b - kept;
  }
}

/// Faces of A, faces of B, edge pairs.
void PolytopeReports::fillDirections(const PlacedPolytope& a, const PlacedPolytope& b) {
  const auto &faces_a = a.shape.faces, &faces_b = b.shape.faces;
  const std::size_t faces = faces_a.size() + faces_b.size();
  edges_a_.resize(edge_pairs_);
  edges_b_.resize(edge_pairs_);
  cross_lengths_.resize(edges_a_.padded());
  directions_.resize(wholeSteps(faces) + edges_a_.padded());
  for (std::size_t i = 0; i < faces_a.size(); ++i) directions_.set(i, a.pose.rotation * faces_a[i].direction);
  for (std::size_t i = 0; i < faces_b.size(); ++i)
    directions_.set(faces_a.size() + i, b.pose.rotation * faces_b[i].direction);
  kernel_.normalize(directions_.rows(), wholeSteps(faces));
  for (std::size_t i = 0; i < edge_pairs_; ++i) {
    edges_a_.set(i, a_.edges[pairs_[i].a]);
    edges_b_.set(i, b_.edges[pairs_[i].b]);
  }
  const VectorRows all = directions_.rows();
  kernel_.cross(edges_a_.rows(), edges_b_.rows(), edges_a_.padded(), {all.x + faces, all.y + faces, all.z + faces},
                cross_lengths_.data());
}

/// Whether two axes may have one direction: of two boxes only where an edge of one is at a right angle to one of
/// the other: the product of two edges is at a right angle to both, and so is that of any other pair in its direction,
/// or a face's normal, to two edges of each box at least.
bool PolytopeReports::mayRepeat(const SolidPolytope& a, const SolidPolytope& b) const {
  constexpr double kAlmostRight = 1e-6;
  if (!isBox(a.shape) || !isBox(b.shape)) return true;
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    for (std::size_t j = 0; j < b.faces.size(); ++j) {
      if (std::abs(dot(directions_.at(i), directions_.at(a.faces.size() + j))) < kAlmostRight) return true;
    }
  }
  return false;
}

void PolytopeReports::project(Side& side) {
  const std::size_t axes = report_.axes.size(), count = wholeSteps(axes), corner_count = side.corners.size();
  const Vec3* const corners = side.corners.data();
  const double slack = report_.tolerances.support;
  side.low.resize(count);
  side.high.resize(count);
  side.at_low.resize(count);
  side.at_high.resize(count);
  if (corner_count <= kScanned) {
    if (support_ == SupportFeatures::kNone) {
      kernel_.project(&corners->x, corner_count, directions_.rows(), count, side.low.data(), side.high.data());
    } else {
      kernel_.support(&corners->x, corner_count, directions_.rows(), count, slack, side.low.data(), side.high.data(),
                      side.at_low.data(), side.at_high.data());
    }
    return;
  }
  // Besides, what the reference's own heights may be off, of both ends: less than 8 epsilon of the farthest coordinate.
  const double rough_slack = (slack + 8 * kEpsilon * side.farthest) / side.extent + kRoughHeights;
  kernel_.near_ends(std::as_const(side.rough_corners).rows(), corner_count, std::as_const(directions_).rows(), axes,
                    static_cast<float>(rough_slack), side.at_low.data(), side.at_high.data());
  for (std::size_t i = 0; i < axes; ++i) {
    if (side.at_low[i] == 0) continue;  // of no direction
    const Vec3 direction = directions_.at(i);
    // One of the ends has a corner alone. Which one is as good as random, and a branch on it would be too.
    const bool many_low = !isOne(side.at_low[i]);
    const double sense = many_low ? -1 : 1;
    std::uint64_t &many = many_low ? side.at_low[i] : side.at_high[i],
                  &one = many_low ? side.at_high[i] : side.at_low[i];
    double &of_many = many_low ? side.low[i] : side.high[i], &of_one = many_low ? side.high[i] : side.low[i];
    of_one = endOf(one, -sense, corners, direction, slack);
    of_many = endOf(many, sense, corners, direction, slack);
  }
}

void PolytopeReports::fillAxis(std::size_t i, AxisKind kind, int feature_a, int feature_b, double cross_length,
                               PruneReason pruned) {
  SatAxis& axis = report_.axes[i];
  if (cross_length <= kParallelEdges) {
    axis = SatAxis{};
    axis.state = AxisState::kDegenerate;
  } else {
    axis.state = AxisState::kTested;
  }
  axis.id.kind = kind;
  axis.id.feature_a = feature_a;
  axis.id.feature_b = feature_b;
  axis.cross_length = cross_length;
  if (axis.state == AxisState::kDegenerate) return;
  axis.duplicate_of = -1;
  axis.pruned = pruned;
  // The sense with the larger separation counts.
  // As a number, since a branch on it would be as good as random.
  const int reversed = a_.low[i] - b_.high[i] > b_.low[i] - a_.high[i] ? 1 : 0;
  const double sense = 1 - 2 * reversed;
  axis.direction = directions_.at(i) * sense;
  const auto fill = [&](Interval& interval, const Side& side) {
    const double ends[] = {side.low[i], side.high[i] + 0.0};  // no −0, as with the reference's radius
    interval.min = sense * ends[reversed];
    interval.max = sense * ends[1 - reversed];
    if (support_ == SupportFeatures::kNone) return;
    const std::uint64_t at_ends[] = {side.at_low[i], side.at_high[i]};
    // First the end with one corner, where there is one: which one it is, is as good as random, too.
    const int many = isOne(at_ends[0]) ? 1 : 0;
    SupportFeature* const features[] = {&interval.at_min, &interval.at_max};
    fillFeature(at_ends[1 - many], side.corners, *features[(1 - many) ^ reversed]);
    fillFeature(at_ends[many], side.corners, *features[many ^ reversed]);
  };
  fill(axis.a, a_);
  fill(axis.b, b_);
  axis.separation = axis.b.min - axis.a.max;
  if (pruned != PruneReason::kNone) {
    axis.state = AxisState::kPruned;
    return;
  }
  if (!may_repeat_) return;
  const int same = seen_.findOrAdd(axis.direction, static_cast<int>(i), report_.axes);
  if (same < 0 || std::abs(axis.separation - report_.axes[same].separation) > report_.tolerances.tie) return;
  axis.duplicate_of = same;
  axis.state = AxisState::kDuplicate;
}

const SatReport& PolytopeReports::report(const PlacedPolytope& a, const PlacedPolytope& b, const PairSettings& settings,
                                         PrunedPairs pruned) {
  report_.origin = a.pose.position;
  place(a, Vec3{0.0}, a_);
  place(b, b.pose.position - a.pose.position, b_);
  const double size = std::max(a.shape.size, b.shape.size),
               touching = settings.touching_tolerance.value_or(kTouching * size);
  const double rounding = 8 * kEpsilon * (b_.farthest + size);
  const double smaller = std::min(a_.extent, b_.extent);
  report_.tolerances = {size, touching, std::max(kTie * smaller, rounding), std::max(kSupport * size, rounding),
                        kParallelEdges};

  findEdgePairs(a.shape, b.shape, pruned);
  fillDirections(a, b);
  const auto &faces_a = a.shape.faces, &faces_b = b.shape.faces;
  report_.axes.resize(faces_a.size() + faces_b.size() + edge_pairs_, SatAxis{});
  project(a_);
  project(b_);
  may_repeat_ = mayRepeat(a.shape, b.shape);
  if (may_repeat_) seen_.clear(report_.axes.size());
  std::size_t i = 0;
  for (const AxisFeature& face : faces_a) fillAxis(i++, AxisKind::kFaceA, face.feature, -1, 1, PruneReason::kNone);
  for (const AxisFeature& face : faces_b) fillAxis(i++, AxisKind::kFaceB, -1, face.feature, 1, PruneReason::kNone);
  const auto &edges_a = a.shape.edges, &edges_b = b.shape.edges;
  for (std::size_t k = 0; k < edge_pairs_; ++k) {
    const EdgePair& pair = pairs_[k];
    fillAxis(i++, AxisKind::kEdgePair, edges_a[pair.a].feature, edges_b[pair.b].feature, cross_lengths_[k],
             pair.reason);
  }

  const AxisRanking ranking = rankAxes(report_.axes, report_.tolerances);
  report_.first_separating = ranking.first_separating;
  report_.deciding = ranking.deciding;
  report_.runner_up = ranking.runner_up;
  report_.runner_up_margin = ranking.runner_up_margin;
  report_.tie = ranking.tie;
  const SatAxis& deciding = decidingAxis(report_);
  report_.verdict = verdictOf(deciding.separation, touching);
  report_.mtv = report_.verdict == Verdict::kOverlapping ? deciding.direction * -deciding.separation : Vec3{0.0};
  return report_;
}

}  // namespace sepax
