#include "collide/pieces/piece_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "collide/contacts/contacts.h"
#include "collide/pieces/piece_names.h"
#include "collide/sat/projection.h"
#include "collide/sat/sat.h"
#include "geom/chain.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Pairs of pieces whose boxes meet that are looked at for contacts: a floor of fine triangles under a box has many,
/// two meshes deep in each other more than anyone can use.
constexpr std::size_t kMaxContactPieces = 256;

/// Reduces the points of several pairs together. Among points that serve as well the reduction keeps the first. Their
/// order depends neither on which shape is A nor on the order of pieces. The direction has no ties in a lattice.
void reduceAll(Manifold& manifold, const Vec3& normal, std::size_t most) {
  constexpr Vec3 kAlong{0.5698402909980532, 0.7548776662466927, 0.3247179572447460};
  for (ManifoldPoint& point : manifold.points) {
    if (point.state == ManifoldState::kReduced) point.state = ManifoldState::kKept;
  }
  const auto along = [&](const ManifoldPoint& point) { return dot(point.contact.position, kAlong); };
  std::stable_sort(manifold.points.begin(), manifold.points.end(),
                   [&](const ManifoldPoint& p, const ManifoldPoint& q) { return along(p) < along(q); });
  manifold.contacts.clear();
  if (!manifold.points.empty()) reduceContacts(manifold, normal, most);
}

/// A hair off the surface, of size: what lies deeper than that in another piece is hidden.
constexpr double kHair = 1e-6;

/// Whether a point of the world lies inside of the shape that a piece is of, but not of the piece.
bool isInUnion(const PosedShape& whole, const ShapePieces& pieces, int piece, const Vec3& point) {
  const auto isInside = [&](const PosedShape& posed) {
    return containsPoint(posed.shape, posed.pose, point).place == PointPlace::kInside;
  };
  if (!pieces.polygonPieces().empty()) return isInside(whole);
  if (childrenOf(whole.shape) == nullptr) return false;
  for (int other = 0; other < pieces.count(); ++other) {
    if (other != piece && isInside(pieces.piece(other, whole.pose))) return true;
  }
  return false;
}

/// Takes out contacts that lie inside of another piece of A or B: faces and edges within the union touch nothing.
/// Without a `both` the pieces are asked one by one.
void eraseHidden(const SpatialUnion* both, const PieceSearch& search, const PosedShape& whole_a,
                 const PosedShape& whole_b, const Vec3& normal, int piece_a, int piece_b, Kept<ManifoldPoint>& points) {
  const double hair = kHair * search.size();
  std::erase_if(points, [&](const ManifoldPoint& point) {
    const Vec3 half = normal * (point.contact.separation / 2), off = hair * normal;
    const Vec3 on_a = point.contact.position - half + off, on_b = point.contact.position + half - off;
    if (both != nullptr)
      return both->isHiddenInA(on_a - search.origin(), piece_a) || both->isHiddenInB(on_b - search.origin(), piece_b);
    return isInUnion(whole_a, search.piecesA(), piece_a, on_a) || isInUnion(whole_b, search.piecesB(), piece_b, on_b);
  });
}

/// Where pieces touch after the mtv has moved B, half way back: on an edge or at a corner of the union no two faces are
/// across the answer's normal.
void addTouchingPieces(PieceSearch& search, const SpatialUnion* both, const PosedShape& whole_a,
                       const PosedShape& whole_b, const PairAnswer& answer, int piece_a, int piece_b,
                       Manifold& manifold) {
  if (both != nullptr && !both->mayTouchAt(piece_a, piece_b, answer.mtv)) return;
  const ConvexFeatures &a = search.featuresA(piece_a),
                       b = transformed(search.featuresB(piece_b), Mat3{1.0}, answer.mtv);
  const SatReport sat = satReport(a, b, search.origin(), search.size(), search.touching());
  if (sat.verdict != Verdict::kTouching) return;
  Manifold found = contactManifold(a, b, sat);
  if (found.passing > std::max(found.slack, search.touching())) return;
  std::erase_if(found.points, [&](const ManifoldPoint& point) {
    return point.state == ManifoldState::kBeside || point.state == ManifoldState::kAbove;
  });
  for (ManifoldPoint& point : found.points) {
    point.contact.position -= answer.mtv / 2.0;
    point.contact.separation = answer.separation;
    nameContact(point.contact, search.piecesA(), piece_a, search.piecesB(), piece_b);
  }
  eraseHidden(both, search, whole_a, whole_b, answer.normal, piece_a, piece_b, found.points);
  if (!found.points.empty() && manifold.points.empty()) {
    manifold.reference = found.points[0].contact.on_a;
    manifold.incident = found.points[0].contact.on_b;
    manifold.reference_polygon = {found.points[0].contact.position + answer.mtv / 2.0};
    manifold.incident_polygon = {found.points[0].contact.position - answer.mtv / 2.0};
  }
  manifold.points.insert(manifold.points.end(), found.points.begin(), found.points.end());
}

/// Witness points at the deepest contact: the middle of several need not be in a concave shape.
void witnessDeepest(const Manifold& manifold, PairAnswer& answer) {
  const Contact& deepest = manifold.contacts.front();
  answer.closest_a = deepest.position - answer.normal * (deepest.separation / 2);
  answer.closest_b = deepest.position + answer.normal * (deepest.separation / 2);
}

bool isDeepest(const Manifold& manifold, double separation) {
  return std::any_of(manifold.points.begin(), manifold.points.end(), [&](const ManifoldPoint& point) {
    return point.contact.separation <= separation + std::max(manifold.depth_slack, manifold.slack);
  });
}

}  // namespace

bool isInFront(const PosedShape& whole, int piece, const Vec3& outward) {
  const auto* const chain = std::get_if<Chain>(&whole.shape);
  return chain == nullptr || !chain->one_sided ||
         dot(outward, whole.pose.rotation * frontOf(*chain, piece)) >= -kParallelEdges;
}

SatReport reportAlong(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& origin,
                      const SatTolerances& tolerances, const Vec3& direction) {
  SatReport sat;
  sat.origin = origin;
  sat.tolerances = tolerances;
  SatAxis axis;
  axis.id = kFreeAxis;
  axis.direction = direction;
  axis.a = Projector(a)(direction, tolerances.support);
  axis.b = Projector(b)(direction, tolerances.support);
  axis.separation = axis.b.min - axis.a.max;
  sat.axes = {axis};
  return sat;
}

SatTolerances tolerancesOf(double size, double touching) {
  return {size, touching, kTie * size, kSupport * size, kParallelEdges};
}

void addContacts(PieceSearch& search, const PosedShape& whole_a, const PosedShape& whole_b, PairReport& report,
                 const SpatialUnion* both, bool keeps_hidden) {
  if (!report.manifold) return;
  Manifold& manifold = *report.manifold;
  const Vec3 normal = report.answer.normal;
  // Along another normal than the deciding pieces' their contacts are none.
  bool afresh = report.pieces->mtv_kind == MtvKind::kUnion;
  if (afresh) manifold.points.clear();
  const bool skips_deciding = !afresh;
  const auto erase = [&](int i, int j, Kept<ManifoldPoint>& points) {
    if (!keeps_hidden) eraseHidden(both, search, whole_a, whole_b, normal, i, j, points);
  };
  const auto isSeen = [&](int i, int j) { return isInFront(whole_a, i, normal) && isInFront(whole_b, j, -normal); };
  if (!isSeen(report.pieces->a, report.pieces->b)) {
    report.pieces->behind += static_cast<int>(manifold.contacts.size());
    manifold.points.clear();
  }
  std::vector<std::pair<int, int>> near;
  for (const ItemPair& pair : report.pieces->nearest) near.emplace_back(pair.a, pair.b);
  search.visitMeeting(Vec3{0.0}, [&](int i, int j) {
    near.emplace_back(i, j);
    return near.size() < kMaxContactPieces;
  });
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  const SatTolerances tolerances = tolerancesOf(search.size(), search.touching());
  for (const auto& [i, j] : near) {
    if (skips_deciding && i == report.pieces->a && j == report.pieces->b) continue;
    const ConvexFeatures &a = search.featuresA(i), &b = search.featuresB(j);
    const SatReport along = reportAlong(a, b, search.origin(), tolerances, normal);
    const double separation = decidingAxis(along).separation;
    if (separation > search.touching() || separation < report.answer.separation - manifold.slack) continue;
    // Where another axis separates the pieces more, their farthest features along this one need not meet; that gap is
    // known to GJK's bounds.
    const double gap_slack = std::max(manifold.slack, kClosestGap * search.size());
    if (const double gap = search.gap(i, j); gap > search.touching() || gap > separation + gap_slack) continue;
    Manifold other = contactManifold(a, b, along);
    // Nor where it separates them less than the slack more: in a piece much thinner than long that is a long way
    // beside.
    if (other.passing > manifold.slack) continue;
    if (!isSeen(i, j)) {
      report.pieces->behind += static_cast<int>(other.contacts.size());
      continue;
    }
    for (ManifoldPoint& point : other.points) nameContact(point.contact, search.piecesA(), i, search.piecesB(), j);
    erase(i, j, other.points);
    const bool is_first = afresh && isDeepest(other, report.answer.separation);
    if (is_first) {
      afresh = false;
      std::swap(other, manifold);
    }
    manifold.points.insert(manifold.points.end(), other.points.begin(), other.points.end());
  }
  if (afresh) {
    manifold.points.clear();
    manifold.steps.clear();
    manifold.slack = kSupport * search.size();
    manifold.depth_slack = kTie * search.size();
    for (const auto& [i, j] : near) addTouchingPieces(search, both, whole_a, whole_b, report.answer, i, j, manifold);
  }
  if (skips_deciding) {
    // Where the unions are not known, those of the deepest pieces may be all that there are.
    Kept<ManifoldPoint> seen = manifold.points;
    erase(report.pieces->a, report.pieces->b, seen);
    if (both != nullptr || !seen.empty()) manifold.points = std::move(seen);
  }
  reduceAll(manifold, normal, isPlanar(whole_a.shape) ? kMaxPlanarContacts : kMaxContacts);
  report.answer.contacts = manifold.contacts;
  if ((both != nullptr || !skips_deciding) && !manifold.contacts.empty() && !(report.answer.separation > 0))
    witnessDeepest(manifold, report.answer);
}

namespace {

/// Outlines that touch after the mtv are apart by no more than this, of size.
constexpr double kMeets = 1e-6;

/// A stretch of the outline of a union as a segment or disc, relative to the search's origin.
struct OutlinePart {
  ConvexFeatures features;
  int piece = 0;
  Vec2 min{0.0}, max{0.0};
  std::array<ContactFeature, 2> ends;  ///< of the piece
  ContactFeature whole;
  BoundaryPart boundary;

  [[nodiscard]] ContactFeature named(const ContactFeature& feature) const {
    return feature.kind == FeatureKind::kVertex ? ends[std::min<std::size_t>(1, feature.index)] : whole;
  }
};

OutlinePart partOf(const BoundaryPart& boundary, const ConvexRegion& region, const ConvexFeatures& piece) {
  OutlinePart part;
  part.boundary = boundary;
  part.piece = boundary.region;
  part.features.planar = true;
  const std::size_t n = region.corners.size(), at = static_cast<std::size_t>(boundary.element);
  const RegionCorner &corner = region.corners[at], &next = region.corners[(at + 1) % n];
  if (boundary.is_arc) {
    part.features.core.vertices = {{corner.centre.x, corner.centre.y, 0}};
    part.features.radius = corner.radius;
    part.whole = {FeatureKind::kVertex, corner.vertex};
    part.ends = {part.whole, part.whole};
    part.min = corner.centre - corner.radius;
    part.max = corner.centre + corner.radius;
    return part;
  }
  const auto& edges = piece.core.edges;
  const auto joins = [&](const PolytopeEdge& edge) {
    return (edge.v0 == corner.vertex && edge.v1 == next.vertex) || (edge.v1 == corner.vertex && edge.v0 == next.vertex);
  };
  const auto edge = std::find_if(edges.begin(), edges.end(), joins);
  part.whole = {FeatureKind::kEdge, edge == edges.end() ? 0 : static_cast<int>(edge - edges.begin())};
  part.ends = {
      boundary.from == 0 && corner.radius == 0 ? ContactFeature{FeatureKind::kVertex, corner.vertex} : part.whole,
      boundary.to == 1 && next.radius == 0 ? ContactFeature{FeatureKind::kVertex, next.vertex} : part.whole};
  const Vec2 from = boundary.point(boundary.from), to = boundary.point(boundary.to);
  const Vec2& normal = region.sides[at].normal;
  part.features.core.vertices = {{from.x, from.y, 0}, {to.x, to.y, 0}};
  part.features.core.edges = {{0, 1, -1, -1}};
  part.features.face_axes = {{{normal.x, normal.y, 0}, 0}};
  part.min = glm::min(from, to);
  part.max = glm::max(from, to);
  return part;
}

/// The stretches of a side's outline that are within a distance of the other side's bounds.
template <class FeaturesOf>
std::vector<OutlinePart> outlineParts(const PlanarSide& side, const PlanarSide& other, double within, double rounding,
                                      FeaturesOf&& features_of) {
  Vec2 low{kInfinity}, high{-kInfinity};
  for (std::size_t i = 0; i < other.pieces; ++i) {
    low = glm::min(low, other.regions[i].min - within);
    high = glm::max(high, other.regions[i].max + within);
  }
  std::vector<OutlinePart> parts;
  for (const BoundaryPart& boundary : boundaryOf({side.regions, side.pieces, rounding}, low, high)) {
    const auto piece = static_cast<std::size_t>(boundary.region);
    parts.push_back(partOf(boundary, side.regions[piece], features_of(boundary.region)));
  }
  return parts;
}

bool looksTowards(const OutlinePart& part, const Vec3& direction) {
  return !part.boundary.is_arc && dot(part.features.face_axes[0].direction, direction) > kContactEdgeOn;
}

struct Touch {
  Vec2 on_a, on_b;
  ContactFeature of_a, of_b;
};

/// Where two parts touch with B's moved: ends on the other, and arcs.
std::vector<Touch> touchesOf(const OutlinePart& a, const OutlinePart& b, const Vec2& shift, double tolerance) {
  std::vector<Touch> out;
  const auto add = [&](const Vec2& on_a, const Vec2& on_b, const ContactFeature& of_a, const ContactFeature& of_b) {
    if (portable::hypot(on_a.x - on_b.x, on_a.y - on_b.y) <= tolerance) out.push_back({on_a, on_b, of_a, of_b});
  };
  const BoundaryPart &on_a = a.boundary, &on_b = b.boundary;
  const auto nameAt = [](const OutlinePart& part, double at) {
    return at == part.boundary.from ? part.ends[0] : at == part.boundary.to ? part.ends[1] : part.whole;
  };
  const auto addNearest = [&](const Vec2& place, double from_a, bool of_a) {
    const OutlinePart &own = of_a ? a : b, &other = of_a ? b : a;
    const BoundaryPart& there = other.boundary;
    const double at = there.nearestTo(of_a ? place - shift : place + shift, there.from, there.to);
    const ContactFeature own_name = nameAt(own, from_a), other_name = nameAt(other, at);
    const Vec2 found = there.point(at);
    if (of_a) {
      add(place, found + shift, own_name, other_name);
    } else {
      add(found, place + shift, other_name, own_name);
    }
  };
  for (const double t : {on_a.from, on_a.to}) addNearest(on_a.point(t), t, true);
  for (const double t : {on_b.from, on_b.to}) addNearest(on_b.point(t), t, false);
  // The point of an arc that is nearest to a side or to another arc is on the line from its centre.
  if (on_a.is_arc) {
    const Vec2 centre = on_a.at - shift, foot = on_b.point(on_b.nearestTo(centre, on_b.from, on_b.to));
    const double t = on_a.nearestTo(foot + shift, on_a.from, on_a.to);
    addNearest(on_a.point(t), t, true);
  }
  if (on_b.is_arc) {
    const Vec2 centre = on_b.at + shift, foot = on_a.point(on_a.nearestTo(centre, on_a.from, on_a.to));
    const double t = on_b.nearestTo(foot - shift, on_b.from, on_b.to);
    addNearest(on_b.point(t), t, false);
  }
  return out;
}

/// The contacts of the outlines' parts on one side of one-sided chains.
struct OutlineContacts {
  PieceSearch& search;
  const PairReport& report;
  double rounding;  ///< of the coordinates, metres
  Manifold manifold = {};
  bool any = false;

  /// Two sides that face each other along the answer's normal, clipped against each other as those of convex shapes
  /// are.
  void addFacing(const OutlinePart& a, const OutlinePart& b) {
    const Vec3& normal = report.answer.normal;
    if (!looksTowards(a, normal) || !looksTowards(b, -normal)) return;
    const SatReport along =
        reportAlong(a.features, b.features, search.origin(), tolerancesOf(search.size(), search.touching()), normal);
    const double separation = decidingAxis(along).separation, least = report.answer.separation;
    const double slack = std::max(rounding, kSupport * std::min(sizeOf(a.features), sizeOf(b.features)));
    if (separation > search.touching() || separation < least - slack) return;
    Manifold found = contactManifold(a.features, b.features, along);
    if (found.passing > slack) return;
    std::erase_if(found.points, [&](const ManifoldPoint& point) {
      return point.state == ManifoldState::kBeside || point.contact.separation < least - slack;
    });
    const bool deepest = std::any_of(found.points.begin(), found.points.end(), [&](const ManifoldPoint& point) {
      return point.contact.separation <= least + slack;
    });
    for (ManifoldPoint& point : found.points) {
      point.contact.on_a = a.named(point.contact.on_a);
      point.contact.on_b = b.named(point.contact.on_b);
      nameContact(point.contact, search.piecesA(), a.piece, search.piecesB(), b.piece);
    }
    if (deepest && !any) {
      const bool is_a = found.reference_is_a;
      const auto inA = [&](const ContactFeature& f) { return inShape(a.named(f), search.piecesA(), a.piece); };
      const auto inB = [&](const ContactFeature& f) { return inShape(b.named(f), search.piecesB(), b.piece); };
      found.reference = is_a ? inA(found.reference) : inB(found.reference);
      found.incident = is_a ? inB(found.incident) : inA(found.incident);
      std::swap(found, manifold);
      any = true;
    }
    manifold.points.insert(manifold.points.end(), found.points.begin(), found.points.end());
  }

  /// Where parts touch after the mtv, or after the little that shapes overlap or are apart which count as touching;
  /// each contact lies half way back.
  void addTouches(const OutlinePart& a, const OutlinePart& b, double tolerance) {
    const PairAnswer& answer = report.answer;
    const Vec3 mtv = answer.mtv != Vec3{0.0} ? answer.mtv : -answer.separation * answer.normal;
    for (const Touch& touch : touchesOf(a, b, {mtv.x, mtv.y}, tolerance)) {
      const Vec2 middle = (touch.on_a + touch.on_b) / 2.0;
      ManifoldPoint point;
      Contact& contact = point.contact;
      contact.position = search.origin() + Vec3{middle.x, middle.y, 0} - mtv / 2.0;
      const Vec2 between = touch.on_b - Vec2{mtv.x, mtv.y} - touch.on_a;
      contact.separation = dot({between.x, between.y, 0}, report.answer.normal);
      if (std::abs(contact.separation - report.answer.separation) <= 4 * rounding)
        contact.separation = report.answer.separation;
      contact.on_a = touch.of_a;
      contact.on_b = touch.of_b;
      nameContact(contact, search.piecesA(), a.piece, search.piecesB(), b.piece);
      if (!any) {
        manifold.reference = contact.on_a;
        manifold.incident = contact.on_b;
        manifold.reference_polygon = {contact.position + mtv / 2.0};
        manifold.incident_polygon = {contact.position - mtv / 2.0};
        any = true;
      }
      manifold.points.push_back(std::move(point));
    }
  }

  void reduce() {
    if (!any) manifold = {};
    manifold.slack = std::max(manifold.slack, 16 * rounding);
    manifold.depth_slack = std::max(manifold.depth_slack, rounding);
    reduceAll(manifold, report.answer.normal, kMaxPlanarContacts);
  }
};

}  // namespace

void answerContacts(PieceSearch& search, const PlanarUnion& both, const PosedShape& whole_a, const PosedShape& whole_b,
                    PairReport& report) {
  PairAnswer& answer = report.answer;
  const double apart = std::max(answer.separation, 0.0), deep = std::max(-answer.separation, 0.0);
  const double within = apart + deep + kMeets * search.size();
  const auto parts_a = outlineParts(both.sideA(), both.sideB(), within, both.rounding(),
                                    [&](int i) -> const ConvexFeatures& { return search.featuresA(i); });
  const auto parts_b = outlineParts(both.sideB(), both.sideA(), within, both.rounding(),
                                    [&](int i) -> const ConvexFeatures& { return search.featuresB(i); });
  OutlineContacts seen{search, report, both.rounding()}, behind{search, report, both.rounding()};
  const auto visit = [&](double near, const auto& act) {
    for (const OutlinePart& a : parts_a) {
      for (const OutlinePart& b : parts_b) {
        if (a.min.x > b.max.x + near || b.min.x > a.max.x + near || a.min.y > b.max.y + near ||
            b.min.y > a.max.y + near)
          continue;
        const bool is_seen = isInFront(whole_a, a.piece, answer.normal) && isInFront(whole_b, b.piece, -answer.normal);
        act(is_seen ? seen : behind, a, b);
      }
    }
  };
  visit(within, [](OutlineContacts& out, const OutlinePart& a, const OutlinePart& b) { out.addFacing(a, b); });
  for (double tolerance = 4 * both.rounding(); tolerance <= kMeets * search.size(); tolerance *= 16) {
    visit(apart + deep + tolerance,
          [&](OutlineContacts& out, const OutlinePart& a, const OutlinePart& b) { out.addTouches(a, b, tolerance); });
    if (seen.any || behind.any) break;
  }
  seen.reduce();
  behind.reduce();
  report.pieces->behind += static_cast<int>(behind.manifold.contacts.size());
  if (!(answer.separation > 0) && !seen.manifold.contacts.empty()) witnessDeepest(seen.manifold, answer);
  if (!report.manifold) return;
  answer.contacts = seen.manifold.contacts;
  report.manifold = std::move(seen.manifold);
}

}  // namespace sepax
