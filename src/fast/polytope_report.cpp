#include "fast/polytope_report.h"

#include "core/assert.h"
#include "geom/aabb.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace sepax {

namespace {

std::size_t wholeSteps(std::size_t count) { return (count + SatKernel::kLanes - 1) / SatKernel::kLanes * SatKernel::kLanes; }

double farthestCoordinate(const std::vector<Vec3>& corners) {
  double farthest = 0;
  for (const Vec3& v : corners) farthest = std::max({farthest, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  return farthest;
}

/// The corners of a mask as the reference's projection gives them.
SupportFeature featureOf(std::uint64_t mask, const std::vector<Vec3>& corners) {
  SupportFeature feature;
  for (; mask != 0; mask &= mask - 1) {
    const int v = std::countr_zero(mask);
    if (feature.vertex_count < static_cast<int>(feature.vertices.size())) feature.vertices[feature.vertex_count] = v;
    feature.point += corners[v];
    ++feature.vertex_count;
  }
  feature.kind = feature.vertex_count == 1 ? FeatureKind::kVertex : feature.vertex_count == 2 ? FeatureKind::kEdge : FeatureKind::kFace;
  // By powers of two a product is the quotient, and most features have one, two or four corners.
  if (feature.vertex_count == 2) {
    feature.point *= 0.5;
  } else if (feature.vertex_count == 4) {
    feature.point *= 0.25;
  } else if (feature.vertex_count > 1) {
    feature.point /= static_cast<double>(feature.vertex_count);
  }
  return feature;
}

/// pruneReason of collide/sat/sat.cpp by its four signs, 0 where they are too near to zero to prove anything.
PruneReason reasonOf(int a_start, int a_end, int b_start, int b_end) {
  if (b_start * b_end > 0) return PruneReason::kBesideA;
  if (a_start * a_end > 0) return PruneReason::kBesideB;
  return a_start * a_end * b_start * b_end != 0 && a_start == b_start ? PruneReason::kOpposite : PruneReason::kNone;
}

}  // namespace

bool SolidPolytope::takes(const Shape& shape) {
  if (std::holds_alternative<Box>(shape)) return true;
  const Hull* const hull = std::get_if<Hull>(&shape);
  if (hull == nullptr || hull->data->flat) return false;
  const Polytope& polytope = hull->data->polytope;
  return polytope.vertices.size() <= SatKernel::kMaxCorners && polytope.faces.size() <= SatKernel::kMaxFaces &&
         polytope.edges.size() <= SatKernel::kMaxEdges &&
         std::ranges::all_of(polytope.edges, [](const PolytopeEdge& edge) { return edge.face0 >= 0 && edge.face1 >= 0; });
}

SolidPolytope::SolidPolytope(const Shape& held) : size(sizeOf(held)), shape(held) {
  SEPAX_ASSERT(takes(shape));
  const ConvexFeatures features = convexFeatures(shape);
  corners = features.core.vertices;
  corner_rows.resize(corners.size());
  for (std::size_t i = 0; i < corner_rows.padded(); ++i) corner_rows.set(i, corners[std::min(i, corners.size() - 1)]);
  for (const Vec3& v : corners) radius = std::max(radius, length(v));
  const auto& of_core = features.core.faces;
  face_rows.resize(of_core.size());
  for (std::size_t i = 0; i < face_rows.padded(); ++i) face_rows.set(i, of_core[std::min(i, of_core.size() - 1)].normal);
  for (const PolytopeFace& face : of_core) {
    loop_starts.push_back(static_cast<int>(loops.size()));
    loops.insert(loops.end(), face.loop.begin(), face.loop.end());
  }
  loop_starts.push_back(static_cast<int>(loops.size()));
  faces = features.face_axes;
  for (const AxisFeature& edge : features.edge_axes) edges.push_back({edge.direction, edge.feature});
  if (features.edge_axes[0].arc0 == Vec3{0.0}) return;
  for (const PolytopeFace& face : features.core.faces) normals.push_back(face.normal);
  for (const PolytopeEdge& edge : features.core.edges)
    arcs.push_back({static_cast<std::uint8_t>(edge.face0), static_cast<std::uint8_t>(edge.face1)});
}

void PolytopeReports::place(const PlacedPolytope& placed, const Vec3& offset, Side& side) {
  const auto& [shape, pose] = placed;
  side.corners.resize(shape.corners.size());
  for (std::size_t i = 0; i < shape.corners.size(); ++i) side.corners[i] = offset + pose.rotation * shape.corners[i];
  side.edges.resize(shape.edges.size());
  for (std::size_t i = 0; i < shape.edges.size(); ++i) side.edges[i] = pose.rotation * shape.edges[i].direction;
  side.normals.resize(shape.normals.size());
  for (std::size_t i = 0; i < shape.normals.size(); ++i) side.normals.set(i, pose.rotation * shape.normals[i]);
}

/// Pairs of edges in the reference's order, without those that it leaves out. To which side of the plane across a face's normal the edges
/// of the other shape point is found once for all edges at that face. Signs are as good as random: the loops have no branch on them.
void PolytopeReports::findEdgePairs(const SolidPolytope& a, const SolidPolytope& b, PrunedPairs pruned) {
  const int count_a = static_cast<int>(a_.edges.size()), count_b = static_cast<int>(b_.edges.size());
  edge_pairs_.clear();
  report_.pruned_edge_pairs = 0;
  if (a.arcs.empty() || b.arcs.empty()) {
    for (int i = 0; i < count_a; ++i) {
      for (int j = 0; j < count_b; ++j) edge_pairs_.push_back({i, j, PruneReason::kNone});
    }
    return;
  }
  const bool lists = pruned == PrunedPairs::kListed && static_cast<std::size_t>(count_a) * count_b <= kMaxListedEdgePairs;
  edges_b_.resize(b.edges.size());
  for (std::size_t j = 0; j < b.edges.size(); ++j) edges_b_.set(j, b_.edges[j]);
  const std::size_t row = edges_b_.padded();
  sides_.resize(a.normals.size() * row);
  for (std::size_t f = 0; f < a.normals.size(); ++f) {
    const Vec3 normal = a_.normals.at(f);
    kernel_.sides(&normal.x, edges_b_.rows(), row, kArcCrossing, &sides_[f * row]);
  }
  std::array<std::int8_t, SatKernel::kMaxFaces> sides_b;
  std::array<int, SatKernel::kMaxEdges + 1> left;
  for (int i = 0; i < count_a; ++i) {
    const Vec3 negated = -a_.edges[i];  // as B's arcs are
    kernel_.sides(&negated.x, b_.normals.rows(), b_.normals.padded(), kArcCrossing, sides_b.data());
    const std::int8_t *const starts = &sides_[a.arcs[i].face0 * row], *const ends = &sides_[a.arcs[i].face1 * row];
    const SolidPolytope::EdgeFaces* const arcs = b.arcs.data();
    const auto reason = [&](int j) { return reasonOf(starts[j], ends[j], sides_b[arcs[j].face0], sides_b[arcs[j].face1]); };
    if (lists) {
      for (int j = 0; j < count_b; ++j) {
        edge_pairs_.push_back({i, j, reason(j)});
        report_.pruned_edge_pairs += edge_pairs_.back().reason == PruneReason::kNone ? 0 : 1;
      }
      continue;
    }
    int crossing = 0, kept = 0;
    for (int j = 0; j < count_b; ++j) {
      left[crossing] = j;
      crossing += starts[j] * ends[j] <= 0 ? 1 : 0;
    }
    for (int k = 0; k < crossing; ++k) {
      const int j = left[k], a_start = starts[j], b_start = sides_b[arcs[j].face0], b_both = b_start * sides_b[arcs[j].face1];
      left[kept] = j;
      kept += static_cast<int>(b_both <= 0) & static_cast<int>((a_start * ends[j] * b_both == 0) | (a_start != b_start));
    }
    report_.pruned_edge_pairs += count_b - kept;
    for (int k = 0; k < kept; ++k) edge_pairs_.push_back({i, left[k], PruneReason::kNone});
  }
}

/// Faces of A, faces of B, edge pairs.
void PolytopeReports::fillDirections(const PlacedPolytope& a, const PlacedPolytope& b) {
  const auto &faces_a = a.shape.faces, &faces_b = b.shape.faces;
  const std::size_t faces = faces_a.size() + faces_b.size();
  edges_a_.resize(edge_pairs_.size());
  edges_b_.resize(edge_pairs_.size());
  cross_lengths_.resize(edges_a_.padded());
  directions_.resize(wholeSteps(faces) + edges_a_.padded());
  for (std::size_t i = 0; i < faces_a.size(); ++i) directions_.set(i, a.pose.rotation * faces_a[i].direction);
  for (std::size_t i = 0; i < faces_b.size(); ++i) directions_.set(faces_a.size() + i, b.pose.rotation * faces_b[i].direction);
  kernel_.normalize(directions_.rows(), wholeSteps(faces));
  for (std::size_t i = 0; i < edge_pairs_.size(); ++i) {
    edges_a_.set(i, a_.edges[edge_pairs_[i].a]);
    edges_b_.set(i, b_.edges[edge_pairs_[i].b]);
  }
  const VectorRows all = directions_.rows();
  kernel_.cross(edges_a_.rows(), edges_b_.rows(), edges_a_.padded(), {all.x + faces, all.y + faces, all.z + faces}, cross_lengths_.data());
}

void PolytopeReports::project(Side& side) {
  const std::size_t count = wholeSteps(report_.axes.size());
  side.low.resize(count);
  side.high.resize(count);
  const double* const corners = &side.corners[0].x;
  if (support_ == SupportFeatures::kNone) {
    kernel_.project(corners, side.corners.size(), directions_.rows(), count, side.low.data(), side.high.data());
    return;
  }
  side.at_low.resize(count);
  side.at_high.resize(count);
  kernel_.support(corners, side.corners.size(), directions_.rows(), count, report_.tolerances.support, side.low.data(), side.high.data(),
                  side.at_low.data(), side.at_high.data());
}

void PolytopeReports::fillAxis(std::size_t i, const AxisId& id, double cross_length, PruneReason pruned) {
  SatAxis& axis = report_.axes[i];
  axis.id = id;
  axis.state = AxisState::kTested;
  axis.duplicate_of = -1;
  axis.pruned = pruned;
  axis.cross_length = cross_length;
  if (cross_length <= kParallelEdges) {
    axis = SatAxis{};
    axis.id = id;
    axis.state = AxisState::kDegenerate;
    axis.cross_length = cross_length;
    return;
  }
  // Of both senses the one with the larger separation.
  const double forward = b_.low[i] - a_.high[i], backward = a_.low[i] - b_.high[i];
  const bool reversed = backward > forward;
  const Vec3 direction = directions_.at(i);
  axis.direction = reversed ? -direction : direction;
  const auto fill = [&](Interval& interval, const Side& side) {
    interval.min = reversed ? -side.high[i] : side.low[i];
    interval.max = reversed ? -side.low[i] : side.high[i];
    if (support_ == SupportFeatures::kNone) return;
    interval.at_min = featureOf(reversed ? side.at_high[i] : side.at_low[i], side.corners);
    interval.at_max = featureOf(reversed ? side.at_low[i] : side.at_high[i], side.corners);
  };
  fill(axis.a, a_);
  fill(axis.b, b_);
  axis.separation = axis.b.min - axis.a.max;
  if (pruned != PruneReason::kNone) {
    axis.state = AxisState::kPruned;
    return;
  }
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
  const double size = std::max(a.shape.size, b.shape.size), touching = settings.touching_tolerance.value_or(kTouching * size);
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * (farthestCoordinate(b_.corners) + size);
  const double smaller = std::min(longestSide(boundsOf(a_.corners)), longestSide(boundsOf(b_.corners)));
  report_.tolerances = {size, touching, std::max(kTie * smaller, rounding), std::max(kSupport * size, rounding), kParallelEdges};

  findEdgePairs(a.shape, b.shape, pruned);
  fillDirections(a, b);
  const auto &faces_a = a.shape.faces, &faces_b = b.shape.faces;
  report_.axes.resize(faces_a.size() + faces_b.size() + edge_pairs_.size());
  project(a_);
  project(b_);
  seen_.clear(report_.axes.size());
  std::size_t i = 0;
  for (const AxisFeature& face : faces_a) fillAxis(i++, {AxisKind::kFaceA, face.feature, -1}, 1, PruneReason::kNone);
  for (const AxisFeature& face : faces_b) fillAxis(i++, {AxisKind::kFaceB, -1, face.feature}, 1, PruneReason::kNone);
  const auto &edges_a = a.shape.edges, &edges_b = b.shape.edges;
  for (std::size_t k = 0; k < edge_pairs_.size(); ++k) {
    const EdgePair& pair = edge_pairs_[k];
    fillAxis(i++, {AxisKind::kEdgePair, edges_a[pair.a].feature, edges_b[pair.b].feature}, cross_lengths_[k], pair.reason);
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
