#include "collide/pieces/by_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "collide/contacts/contacts.h"
#include "collide/convex/gjk_pair.h"
#include "collide/convex/sat_float.h"
#include "collide/convex/sat_pair.h"
#include "collide/pieces/crossings.h"
#include "collide/pieces/mtv_search.h"
#include "collide/pieces/piece_contacts.h"
#include "collide/pieces/piece_names.h"
#include "collide/pieces/piece_search.h"
#include "collide/pieces/piece_unions.h"
#include "collide/sat/projection.h"
#include "collide/sat/sat.h"
#include "geom/chain.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/pieces.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr std::size_t kNearestKept = 8;
/// Hull reports are listed in full: beyond this many edge pairs or faces they are too long to read, and the time would
/// be felt. A round shape's edge pairs are searched around its rims or surface, at some 10 µs each.
constexpr std::size_t kMaxHullAxes = 4000, kMaxRoundHullAxes = 400;
/// Directions that are tried of each hull, about: its face normals, outwards and inwards. The deciding axes of the
/// nearest pieces come first.
constexpr std::size_t kMaxDirections = 8;

/// Notes the pieces that the trace of a report is about.
void trace(PieceReport& pieces, const PieceSearch& search, int piece_a, int piece_b) {
  pieces.traced_a = piece_a;
  pieces.traced_b = piece_b;
  pieces.piece_a = std::make_shared<const PosedShape>(search.piecesA().piece(piece_a));
  pieces.piece_b = std::make_shared<const PosedShape>(search.piecesB().piece(piece_b));
  pieces.numbers_a = numbersOf(search.piecesA(), piece_a);
  pieces.numbers_b = numbersOf(search.piecesB(), piece_b);
}

void traceHulls(PieceReport& pieces) {
  pieces.traced_a = pieces.traced_b = -1;
  pieces.piece_a = pieces.piece_b = nullptr;
  pieces.numbers_a = pieces.numbers_b = {};
}

}  // namespace

void moveReport(PairReport& report, const Vec3& by) {
  report.answer.closest_a += by;
  report.answer.closest_b += by;
  for (Contact& contact : report.answer.contacts) contact.position += by;
  if (auto* sat = std::get_if<SatReport>(&report.trace)) sat->origin += by;
  if (auto* gjk = std::get_if<GjkReport>(&report.trace)) gjk->origin += by;
  if (report.pieces && report.pieces->hull_report) report.pieces->hull_report->origin += by;
  if (report.pieces && report.pieces->crossings) {
    auto moved = std::make_shared<SurfaceCrossings>(*report.pieces->crossings);
    for (SurfaceCrossing& crossing : moved->segments) {
      crossing.from += by;
      crossing.to += by;
    }
    report.pieces->crossings = std::move(moved);
  }
  if (!report.manifold) return;
  for (Contact& contact : report.manifold->contacts) contact.position += by;
  for (ManifoldPoint& point : report.manifold->points) point.contact.position += by;
  for (ClipStep& clip : report.manifold->steps) {
    clip.on_plane += by;
    for (Vec3& v : clip.polygon) v += by;
  }
  for (auto* polygon : {&report.manifold->reference_polygon, &report.manifold->incident_polygon}) {
    for (Vec3& v : *polygon) v += by;
  }
}

namespace {

/// Runs the algorithm on two pieces. Far from the origin a piece's own place would be rounded as the world's
/// coordinates are: pieces that have one are tested around A's centre, but by algorithms that are about the world's
/// rounding.
PairReport runPieces(const PairAlgorithm& algorithm, const PieceSearch& search, const PosedShape& a, int piece_a,
                     const PosedShape& b, int piece_b) {
  const bool placed = arePiecesPlaced(a.shape) || arePiecesPlaced(b.shape);
  const Vec3 origin =
      placed && !algorithm.historical && algorithm.run != runSatFloatWorld ? a.pose.position : Vec3{0.0};
  const PosedShape first = search.piecesA().piece(piece_a, {a.pose.position - origin, a.pose.rotation});
  const PosedShape second = search.piecesB().piece(piece_b, {b.pose.position - origin, b.pose.rotation});
  PairReport report = runConvex(algorithm, first, second, {search.touching()});
  if (origin != Vec3{0.0}) moveReport(report, origin);
  return report;
}

/// Runs the algorithm on two pieces where they are, with the whole shapes' names.
PairReport runOnPieces(const PairAlgorithm& algorithm, const PieceSearch& search, const PosedShape& a, int piece_a,
                       const PosedShape& b, int piece_b) {
  PairReport report = runPieces(algorithm, search, a, piece_a, b, piece_b);
  if (auto* sat = std::get_if<SatReport>(&report.trace)) {
    nameAxes(*sat, search.piecesA(), piece_a, AxisKind::kFaceA, &AxisId::feature_a);
    nameAxes(*sat, search.piecesB(), piece_b, AxisKind::kFaceB, &AxisId::feature_b);
  }
  for (Contact& contact : report.answer.contacts)
    nameContact(contact, search.piecesA(), piece_a, search.piecesB(), piece_b);
  if (Manifold* const manifold = report.manifold ? &*report.manifold : nullptr) {
    for (Contact& contact : manifold->contacts)
      nameContact(contact, search.piecesA(), piece_a, search.piecesB(), piece_b);
    for (ManifoldPoint& point : manifold->points)
      nameContact(point.contact, search.piecesA(), piece_a, search.piecesB(), piece_b);
    const bool is_a = manifold->reference_is_a;
    manifold->reference =
        inShape(manifold->reference, is_a ? search.piecesA() : search.piecesB(), is_a ? piece_a : piece_b);
    manifold->incident =
        inShape(manifold->incident, is_a ? search.piecesB() : search.piecesA(), is_a ? piece_b : piece_a);
  }
  return report;
}

/// A compound of round shapes has a hull that is larger than its convex hull.
bool areHullsExact(const Shape& a, const Shape& b) {
  const auto is_exact = [](const Shape& shape) {
    const CompoundData* const compound = childrenOf(shape);
    return compound == nullptr || compound->is_hull_exact;
  };
  return is_exact(a) && is_exact(b);
}

std::optional<SatReport> hullReport(const PairFrame& hulls) {
  const ConvexFeatures &a = hulls.a, &b = hulls.b;
  const std::size_t axes = std::max(a.edge_axes.size(), std::size_t{1}) * std::max(b.edge_axes.size(), std::size_t{1}) +
                           a.face_axes.size() + b.face_axes.size();
  if (axes > (a.curved || b.curved ? kMaxRoundHullAxes : kMaxHullAxes)) return std::nullopt;
  return satReport(a, b, hulls.origin, hulls.size, hulls.touching, PrunedPairs::kListed);
}

/// Along which two overlapping hulls are least deep in each other: as their report says, or where it is not listed,
/// EPA.
Vec3 hullNormal(const std::optional<SatReport>& listed, const PosedShape& a, const PosedShape& b,
                const PairFrame& hulls) {
  return listed ? decidingAxis(*listed).direction : runGjkEpa(a, b, {hulls.touching}).answer.normal;
}

/// Directions along which B may be moved out of A: the deciding pieces', those of the other overlapping ones, and the
/// hulls' faces.
std::vector<Vec3> exitDirections(PieceSearch& search, const PosedShape& a, const PosedShape& b,
                                 const PairReport& report, const PairFrame& hulls) {
  std::vector<Vec3> out{report.answer.normal};
  for (const ItemPair& pair : report.pieces->nearest) {
    if (pair.value >= 0) break;
    const SatReport sat = satReport(search.featuresA(pair.a), search.featuresB(pair.b), search.origin(), search.size(),
                                    search.touching());
    out.push_back(decidingAxis(sat).direction);
  }
  if (areHullsExact(a.shape, b.shape)) out.push_back(hullNormal(report.pieces->hull_report, a, b, hulls));
  for (const ConvexFeatures* shape : {&hulls.a, &hulls.b}) {
    const std::size_t step = 1 + shape->face_axes.size() / kMaxDirections;
    for (std::size_t i = 0; i < shape->face_axes.size(); i += step) {
      out.push_back(shape->face_axes[i].direction);
      out.push_back(-shape->face_axes[i].direction);
    }
  }
  return out;
}

/// A shape inside another: only what takes it out of the hull separates it, so the hulls' report is the answer's; where
/// there is none, one direction's.
void answerContained(PairReport& report, const PosedShape& a, const PosedShape& b, const PairFrame& hulls) {
  const bool listed = report.pieces->hull_report.has_value();
  SatReport sat;
  if (listed) {
    sat = *report.pieces->hull_report;
  } else {
    sat = reportAlong(hulls.a, hulls.b, hulls.origin, tolerancesOf(hulls.size, hulls.touching),
                      hullNormal(std::nullopt, a, b, hulls));
    sat.mtv = decidingAxis(sat).direction * -decidingAxis(sat).separation;
  }
  const SatAxis& deciding = decidingAxis(sat);
  PairAnswer& answer = report.answer;
  answer = {};
  answer.verdict = Verdict::kOverlapping;
  answer.separation = deciding.separation;
  answer.normal = deciding.direction;
  answer.mtv = sat.mtv;
  report.manifold = contactManifold(hulls.a, hulls.b, sat);
  answer.contacts = report.manifold->contacts;
  deepestPoints(*report.manifold, answer.normal, answer.closest_a, answer.closest_b);
  report.trace = std::monostate{};
  if (listed) report.trace = sat;
  report.pieces->mtv_kind = MtvKind::kHulls;
  report.pieces->mtv_lower_bound = 0;  // a hole of the mesh may be nearer than the hull's side
  traceHulls(*report.pieces);
}

/// Verdicts between cuts: a point or thin body there overlaps what no piece overlaps. Whether a translation is wanted.
template <class Union>
bool wantsMtv(const PairAlgorithm& algorithm, const Union& both, PairAnswer& answer) {
  if (answer.verdict == Verdict::kTouching && both.overlaps()) {
    answer.verdict = Verdict::kOverlapping;
    answer.distance = 0;
  }
  return answer.verdict == Verdict::kOverlapping && algorithm.separation_kind != SeparationKind::kGapAlone;
}

/// Takes the shortest translation for the answer's, unless it is the deciding pieces' own to rounding: the trace's own
/// numbers stay.
void takeMtv(const Vec3& mtv, double distance, const Vec3& normal, double touching, PairReport& report) {
  const bool is_own = length(mtv - report.answer.mtv) <= touching;
  report.pieces->mtv_kind = is_own ? MtvKind::kDeepestPieces : MtvKind::kUnion;
  if (is_own) return;
  report.answer.mtv = mtv;
  report.answer.separation = -distance;
  report.answer.normal = normal;
}

/// The answer of the unions that a planar pair's pieces make: between cuts a point or thin body overlaps what no piece
/// overlaps, and the mtv, its normal and the contacts are those of the outlines. Algorithms that measure no depth keep
/// the pieces' separation. False where too many pieces are near each other.
bool answerPlanarUnion(const PairAlgorithm& algorithm, const PieceSearch& search, const PlanarUnion& both,
                       PairReport& report) {
  if (!wantsMtv(algorithm, both, report.answer)) return true;
  const auto found = both.shortestMtv(std::max(0.0, -report.answer.separation));
  if (!found) return false;
  takeMtv({found->point.x, found->point.y, 0}, found->distance, {found->normal.x, found->normal.y, 0},
          search.touching(), report);
  return true;
}

/// As above of compounds of polytopes. False where the search for the shortest translation took too long.
bool answerSpatialUnion(const PairAlgorithm& algorithm, const PieceSearch& search, const SpatialUnion& both,
                        const PairFrame& hulls, PairReport& report) {
  if (!wantsMtv(algorithm, both, report.answer)) return true;
  double limit = kInfinity;
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    for (const Vec3& direction : {axis, -axis}) limit = std::min(limit, clearOf(hulls, direction));
  }
  bool complete = false;
  const auto found = both.shortestMtv(limit + search.touching(), complete);
  if (!found || !complete) return false;
  takeMtv(found->point, found->distance, found->normal, search.touching(), report);
  return true;
}

/// A point in a compound with round or elliptic children, which `containsPoint` answers for the whole. False for other
/// pairs.
bool answerPoint(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b, double touching,
                 PairReport& report) {
  const auto isPoint = [](const Shape& shape) {
    return std::holds_alternative<Point3>(shape) || std::holds_alternative<Point2>(shape);
  };
  const bool is_a = isPoint(a.shape);
  const PosedShape &whole = is_a ? b : a, &point = is_a ? a : b;
  if (!isPoint(point.shape) || childrenOf(whole.shape) == nullptr) return false;
  const ContainsReport found = containsPoint(whole.shape, whole.pose, point.pose.position);
  if (found.place != PointPlace::kInside) return false;
  struct Inside {
    [[nodiscard]] bool overlaps() const { return true; }
  };
  if (!wantsMtv(algorithm, Inside(), report.answer)) return true;
  const double sense = is_a ? -1 : 1;
  takeMtv(sense * (found.boundary_point - point.pose.position), -found.signed_distance, sense * found.normal, touching,
          report);
  return true;
}

/// Answers for the whole shapes where the deciding pieces do not: mtv and contacts.
void answerWhole(const PairAlgorithm& algorithm, PieceSearch& search, const PosedShape& a, const PosedShape& b,
                 const PairFrame& hulls, PairReport& report) {
  if (report.answer.verdict == Verdict::kSeparated) return;
  if (report.pieces->pairs() == 1) {  // which are the shapes
    if (report.answer.mtv != Vec3{0.0}) report.pieces->mtv_kind = MtvKind::kDeepestPieces;
    return addContacts(search, a, b, report, nullptr, algorithm.historical);
  }
  std::optional<PlanarUnion> outlines;
  if (isPlanar(a.shape) && !algorithm.historical) outlines = PlanarUnion::of(search);
  const auto addContactsOfWhole = [&] {
    if (!outlines) return addContacts(search, a, b, report, nullptr, algorithm.historical);
    if (report.manifold || report.answer.mtv != Vec3{0.0}) answerContacts(search, *outlines, a, b, report);
  };
  if (outlines && answerPlanarUnion(algorithm, search, *outlines, report)) return addContactsOfWhole();
  if (!isPlanar(a.shape) && !algorithm.historical && report.pieces->contained == Containment::kNone) {
    if (const auto both = SpatialUnion::of(search);
        both && answerSpatialUnion(algorithm, search, *both, hulls, report)) {
      addContacts(search, a, b, report, &*both, false);
      return;
    }
  }
  if (!algorithm.historical && report.pieces->contained == Containment::kNone &&
      answerPoint(algorithm, a, b, search.touching(), report))
    return addContacts(search, a, b, report, nullptr, algorithm.historical);
  // Between cuts of a compound with round children lies what has a point inside of it, between triangles what goes
  // through the edge or the vertex where they join.
  const bool is_between = !algorithm.historical && report.answer.verdict == Verdict::kTouching &&
                          (isPointInside(search, a, b, Vec3{0.0}) || isPierced(search, Vec3{0.0}));
  if (is_between) {
    report.answer.verdict = Verdict::kOverlapping;
    report.answer.distance = 0;
  }
  if (report.answer.mtv != Vec3{0.0} || (is_between && algorithm.separation_kind != SeparationKind::kGapAlone)) {
    const TriedMtv found =
        shortestMtv(search, a, b, hulls, exitDirections(search, a, b, report, hulls), length(report.answer.mtv));
    if (found.kind != MtvKind::kDeepestPieces) {
      report.answer.mtv = found.mtv;  // the same to rounding: the trace's own number stays
      report.pieces->mtv_lower_bound = std::max(0.0, -report.answer.separation);
    }
    report.pieces->mtv_kind = found.kind;
  }
  addContactsOfWhole();
}

}  // namespace

const char* mtvKindName(MtvKind mtv_kind) {
  static constexpr const char* kNames[] = {"none", "deepest_pieces", "along_axis", "hulls", "union"};
  return kNames[static_cast<int>(mtv_kind)];
}

const char* containmentName(Containment contained) {
  static constexpr const char* kNames[] = {"none", "a_in_b", "b_in_a"};
  return kNames[static_cast<int>(contained)];
}

// Why the deciding pieces answer for the whole. A concave shape is the union of its convex pieces, so two shapes are as
// far apart as their nearest pieces, and overlap when any two pieces do: with the signed gap of two pieces (distance,
// or minus the depth) the smallest gap has the right sign and, while apart, the right size, witness points and normal.
// Three things do not follow from one pair of pieces:
//  - the mtv: what ends the overlap of the deepest pieces may push B into others, and a point or thin body on a cut
//  overlaps no piece. The nearest place outside the union of all obstacles is the answer where that is known
//  (PlanarUnion, SpatialUnion); else directions are tried (shortestMtv);
//  - a shape inside a closed mesh: no pieces meet, and still the solids overlap (containment, answerContained);
//  - contacts: a face of B may touch several pieces at once, and no cut (answerContacts, addContacts).
PairReport runByPieces(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                       const PairSettings& settings) {
  PieceSearch search(a, b, settings);
  const auto by_algorithm = [&](int i, int j) {
    const PairAnswer answer = runPieces(algorithm, search, a, i, b, j).answer;
    return answer.separation > 0 ? answer.distance : answer.separation;
  };
  PieceReport pieces;
  pieces.count_a = search.piecesA().count();
  pieces.count_b = search.piecesB().count();
  pieces.children_a = childIds(a.shape);
  pieces.children_b = childIds(b.shape);
  pieces.nearest = algorithm.concave == Concave::kByFewPieces
                       ? search.nearest(by_algorithm, kNearestKept, pieces.tested)
                       : search.nearestByGap(kNearestKept, pieces.tested);
  pieces.a = pieces.nearest.front().a;
  pieces.b = pieces.nearest.front().b;
  trace(pieces, search, pieces.a, pieces.b);
  pieces.surface_a = isSurface(a.shape);
  pieces.surface_b = isSurface(b.shape);

  PairReport report = runOnPieces(algorithm, search, a, pieces.a, b, pieces.b);
  report.pieces = std::move(pieces);
  const PairFrame hulls = pairFrame(a, b, settings);
  if (areHullsExact(a.shape, b.shape)) report.pieces->hull_report = hullReport(hulls);
  if (report.answer.verdict != Verdict::kOverlapping && !isPlanar(a.shape)) {
    report.pieces->contained = containment(search, a, b, Vec3{0.0});
  }
  if (report.pieces->contained != Containment::kNone) {
    answerContained(report, a, b, hulls);
    return report;
  }
  if (report.answer.verdict == Verdict::kOverlapping && search.piecesA().mesh() != nullptr &&
      search.piecesB().mesh() != nullptr)
    report.pieces->crossings = std::make_shared<const SurfaceCrossings>(crossingsOf(search));
  answerWhole(algorithm, search, a, b, hulls, report);
  return report;
}

PairReport runAlgorithm(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                        const PairSettings& settings) {
  if (isUnbounded(a.shape) && isUnbounded(b.shape)) return testHalfSpaces(a, b, settings);
  const bool as_one = algorithm.concave == Concave::kAsOne || algorithm.concave == Concave::kWhole ||
                      (isConvex(a.shape) && isConvex(b.shape));
  const auto run = as_one ? runConvex : runByPieces;
  if (!isUnbounded(a.shape) && !isUnbounded(b.shape)) return run(algorithm, a, b, settings);
  const auto [seen_a, seen_b] = withProxies(a, b);
  return run(algorithm, seen_a, seen_b, {touchingTolerance(a, b, settings)});
}

void traceOther(PairReport& report, const PairAlgorithm* algorithm, const PosedShape& a, const PosedShape& b,
                const PairSettings& settings, int piece_a, int piece_b) {
  if (!report.pieces) return;
  if (piece_a < 0 && piece_b < 0) {
    if (!report.pieces->hull_report) return;
    report.trace = *report.pieces->hull_report;
    traceHulls(*report.pieces);
  } else {
    const PieceSearch search(a, b, settings);
    if (algorithm == nullptr || piece_a < 0 || piece_b < 0 || piece_a >= search.piecesA().count() ||
        piece_b >= search.piecesB().count()) {
      return;
    }
    report.trace = std::move(runOnPieces(*algorithm, search, a, piece_a, b, piece_b).trace);
    trace(*report.pieces, search, piece_a, piece_b);
  }
}

namespace {

PosedShape tracedPiece(const PosedShape& posed, const PosedShape* piece) {
  if (piece == nullptr || isConvex(posed.shape)) return posed;
  return {piece->shape, composed(posed.pose, piece->pose)};
}

}  // namespace

PosedShape tracedA(const PosedShape& a, const PairReport& report) {
  return tracedPiece(a, report.pieces ? report.pieces->piece_a.get() : nullptr);
}
PosedShape tracedB(const PosedShape& b, const PairReport& report) {
  return tracedPiece(b, report.pieces ? report.pieces->piece_b.get() : nullptr);
}

}  // namespace sepax
