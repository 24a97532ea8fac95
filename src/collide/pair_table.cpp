#include "collide/pair_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "collide/convex/gjk_pair.h"
#include "collide/convex/sat_float.h"
#include "collide/convex/sat_pair.h"
#include "collide/exact/brute_force.h"
#include "collide/exact/exact.h"
#include "collide/gjk/closest_points.h"
#include "collide/historical/boxes.h"
#include "collide/historical/engine_defects.h"
#include "collide/historical/first_ideas.h"
#include "collide/outline/whole_outline.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pieces/by_pieces.h"
#include "core/language.h"
#include "core/number.h"
#include "geom/compound_data.h"
#include "geom/pieces.h"
#include "geom/rounded.h"

namespace sepax {

namespace {

/// Brute force knows directions; its support points are corners, which face each other by chance where an edge or a
/// face is nearest. Apart, the witness points are those of GJK; the gap and the verdict stay its own.
PairReport runBruteForceWithPoints(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  PairReport report = runBruteForce(a, b, settings);
  PairAnswer& answer = report.answer;
  if (!(answer.separation > 0)) return report;
  const PairFrame frame = pairFrame(a, b, settings);
  const ClosestPoints closest = closestCores(frame.a, frame.b);
  answer.closest_a = frame.origin + closest.a + frame.a.radius * answer.normal;
  answer.closest_b = frame.origin + closest.b - frame.b.radius * answer.normal;
  return report;
}

}  // namespace

const std::vector<PairAlgorithm>& pairAlgorithms() {
  static const std::vector<PairAlgorithm> kTable = [] {
    std::vector<PairAlgorithm> table = {
        satAlgorithm(),
        {"sat-float", "All axes in float, as a game engine measures them.", 1e-5, runSatFloat},
        {"sat-float-world",
         "The pair as a game engine holds it: poses rounded to float in the world, subtracted in float.", 1e-5,
         runSatFloatWorld},
        // It prunes no edge pairs, so its widest gap between hulls that are apart may be wider than the reference's.
        {.name = "exact",
         .summary = "Integers of any size on the very doubles given; only printed numbers are rounded.",
         .tolerance = 1e-12,
         .run = runExact,
         .handles = exactHandles,
         .concave = Concave::kByFewPieces,
         .separation_kind = SeparationKind::kGapAndDepth},
        {.name = "gjk",
         .summary = "Gilbert–Johnson–Keerthi distance of the shapes themselves, every step kept.",
         .tolerance = 1e-7,
         .run = runGjk,
         .steps = Steps::kGjk,
         .separation_kind = SeparationKind::kGapAlone},
        gjkEpaAlgorithm(),
        {.name = "brute-force",
         .summary = "The gap of the support functions over thousands of directions, refined.",
         .tolerance = 1e-9,
         .run = runBruteForceWithPoints,
         .concave = Concave::kByFewPieces,
         .separation_kind = SeparationKind::kGapAndUpperBound},
        outlineAlgorithm(),
    };
    for (const auto rows : {rectangleRows, boxRows, engineRows, firstIdeaRows}) {
      for (const PairAlgorithm& row : rows()) table.push_back(row);
    }
    return table;
  }();
  return kTable;
}

const PairAlgorithm& referenceAlgorithm() { return pairAlgorithms().front(); }

const PairAlgorithm* findAlgorithm(const std::string& name) {
  const auto& table = pairAlgorithms();
  const auto row = std::find_if(table.begin(), table.end(), [&](const PairAlgorithm& r) { return r.name == name; });
  return row == table.end() ? nullptr : &*row;
}

const PairAlgorithm* findAlgorithm(Steps steps) {
  const auto& table = pairAlgorithms();
  const auto row = std::find_if(table.begin(), table.end(), [&](const PairAlgorithm& r) { return r.steps == steps; });
  return row == table.end() ? nullptr : &*row;
}

namespace {

/// Algorithms test a half-space by its finite proxy (collide/convex/sat_pair.h), except those that take shapes as
/// published or exactly. Only the reference tests two half-spaces.
bool handlesHalfSpaces(const PairAlgorithm& algorithm, const Shape& a, const Shape& b) {
  if (!isUnbounded(a) && !isUnbounded(b)) return true;
  if (algorithm.historical || algorithm.run == runExact) return false;
  return !(isUnbounded(a) && isUnbounded(b)) || algorithm.run == runSat;
}

}  // namespace

bool handles(const PairAlgorithm& algorithm, const Shape& a, const Shape& b) {
  if (isPlanar(a) != isPlanar(b) || (algorithm.handles != nullptr && !algorithm.handles(a, b))) return false;
  if (!handlesHalfSpaces(algorithm, a, b)) return false;
  const bool few = algorithm.concave == Concave::kByFewPieces;
  if (!few && algorithm.concave != Concave::kRefused) return true;
  if (isConvex(a) && isConvex(b)) return true;
  return few && static_cast<std::int64_t>(pieceCount(a)) * pieceCount(b) <= kMaxOwnPiecePairs;
}

bool takesAny(const PairAlgorithm& algorithm, ShapeSpace space) {
  if (algorithm.handles == nullptr) return true;
  // Algorithms that do not take every kind decide by the kinds alone.
  static const std::vector<Shape> kKinds = []<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    return std::vector<Shape>{Shape(std::in_place_index<kIndices>)...};
  }
  (std::make_index_sequence<std::variant_size_v<ShapeVariant>>());
  const auto isThere = [&](const Shape& shape) { return isPlanar(shape) == (space == ShapeSpace::kPlanar); };
  return std::any_of(kKinds.begin(), kKinds.end(), [&](const Shape& a) {
    return isThere(a) && std::any_of(kKinds.begin(), kKinds.end(),
                                     [&](const Shape& b) { return isThere(b) && algorithm.handles(a, b); });
  });
}

Result<AlgorithmChoice> chosenAlgorithm(const std::string& name) {
  const std::size_t colon = name.find(':');
  const std::string row_name = name.substr(0, colon);
  AlgorithmChoice choice{findAlgorithm(row_name)};
  if (choice.row == nullptr) {
    std::string known;
    for (const PairAlgorithm& r : pairAlgorithms()) known += fmt::format("{}{}", known.empty() ? "" : ", ", r.name);
    return fail(ErrorCode::kNotFound, "algorithm", trf("expected one of {}, found \"{}\"", known, row_name));
  }
  for (std::size_t at = colon; at < name.size();) {
    const std::size_t end = std::min(name.find(',', at + 1), name.size());
    const std::string option = name.substr(at + 1, end - at - 1);
    const std::size_t equals = std::min(option.find('='), option.size());
    const std::string_view key = std::string_view(option).substr(0, equals);
    double* const given = key == "shrink" ? &choice.shrink : key == "margin" ? &choice.margin : nullptr;
    const double metres =
        parseDouble(std::string_view(option).substr(std::min(equals + 1, option.size()))).value_or(-1);
    if (given == nullptr || !(metres >= 0 && metres <= kMaxLength)) {
      return fail(ErrorCode::kWrongValue, "algorithm",
                  trf("expected shrink=LENGTH or margin=LENGTH after the row's name, found \"{}\"", option));
    }
    *given = metres;
    at = end;
  }
  return choice;
}

Result<Shape> heldShape(const AlgorithmChoice& choice, const Shape& shape) {
  Shape own = shape;
  if (const auto* box = std::get_if<FixedBox>(&shape)) own = Box{box->half_extents};
  if (const auto* box = std::get_if<FixedBox2>(&shape)) own = Box2{box->half_extents};
  if (!takesMargin(own) || !isConvex(own)) return shape;
  Shape core = coreOf(own);
  if (choice.shrink > 0) {
    auto left = shrunk(core, choice.shrink);
    SEPAX_TRY(left);
    core = std::move(*left);
  }
  const double margin = marginOf(own) + choice.margin;
  return margin > 0 ? rounded(core, margin) : Result<Shape>(std::move(core));
}

namespace {

/// Both shapes as a choice holds them, where the algorithm handles them.
struct HeldPair {
  const PairAlgorithm* row;
  Shape a, b;
};

Result<HeldPair> heldPair(const Shape& a, const Shape& b, const std::string& algorithm) {
  const auto choice = chosenAlgorithm(algorithm);
  SEPAX_TRY(choice);
  if (isPlanar(a) != isPlanar(b))
    return fail(ErrorCode::kUnsupported, "", tr("a planar shape cannot be tested against a solid one"));
  HeldPair held{choice->row, a, b};
  if (choice->shrink > 0 || choice->margin > 0) {
    for (Shape* const shape : {&held.a, &held.b}) {
      auto seen = heldShape(*choice, *shape);
      SEPAX_TRY(seen);
      *shape = std::move(*seen);
    }
  }
  if (!handles(*held.row, held.a, held.b)) {
    return fail(ErrorCode::kUnsupported, "",
                trf("{} does not take this pair: {}, {}", held.row->name, typeLabel(held.a), typeLabel(held.b)));
  }
  return held;
}

/// Hulls that are tested flatter than they are: the numbers are known to what that takes away, unless it is rounding.
void addFlatness(const Shape& a, const Shape& b, PairReport& report) {
  const double off = flattenedBy(a) + flattenedBy(b);
  if (off > 0 && off > 16 * kEpsilon * std::max(sizeOf(a), sizeOf(b)))
    report.answer.error = std::max(report.answer.error, off);
}

/// Positions that rounding has taken something from are given it back around A's centre, where doubles hold it; an
/// algorithm that is about the world's rounding sees them as they are.
PairReport runPlaced(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                     const PairSettings& settings) {
  const bool is_exact = a.pose.rest == Vec3{0.0} && b.pose.rest == Vec3{0.0};
  if (is_exact || algorithm.historical || algorithm.run == runSatFloatWorld)
    return runAlgorithm(algorithm, a, b, settings);
  const Vec3 origin = a.pose.position;
  PairReport report =
      runAlgorithm(algorithm, {a.shape, {Vec3{0.0}, a.pose.rotation}},
                   {b.shape, {(b.pose.position - origin) + (b.pose.rest - a.pose.rest), b.pose.rotation}}, settings);
  moveReport(report, origin);
  return report;
}

/// Edges of the hulls that a shape has: of the largest, and around the largest of their faces.
struct HullEdges {
  std::size_t all = 0, of_face = 0;
  bool is_flat = false;
};

HullEdges hullEdges(const Shape& shape) {
  HullEdges out;
  if (const Hull* const hull = coreIf<Hull>(shape)) {
    out = {hull->data->polytope.edges.size(), 0, hull->data->flat};
    for (const PolytopeFace& face : hull->data->polytope.faces) out.of_face = std::max(out.of_face, face.loop.size());
  } else if (const CompoundData* const compound = childrenOf(shape)) {
    for (const CompoundChild& child : compound->children) {
      const HullEdges edges = hullEdges(child.shape);
      out = {std::max(out.all, edges.all), std::max(out.of_face, edges.of_face), out.is_flat || edges.is_flat};
    }
  }
  return out;
}

/// The edges of two large faces give an axis for every second pair of them, and a flat hull with a solid one takes a
/// look at many: beyond these bounds a report would not fit into 2 GB, or would take more than seconds.
constexpr std::size_t kMaxFacePairs = 4'000'000, kMaxHalfFlatPairs = 64'000'000;

Result<void> checkHulls(const Shape& a, const Shape& b, const std::string& algorithm) {
  if (!algorithm.starts_with("sat")) return {};
  const HullEdges of_a = hullEdges(a), of_b = hullEdges(b);
  const auto check = [](std::size_t edges_a, std::size_t edges_b, std::size_t max) -> Result<void> {
    if (edges_b == 0 || edges_a <= max / edges_b) return {};
    return fail(ErrorCode::kTooLarge, "",
                trf("faces of the hulls have too many edges for a separating-axis test: expected at most {} pairs of "
                    "edges, found {} × {}",
                    max, edges_a, edges_b));
  };
  SEPAX_TRY(check(of_a.of_face, of_b.of_face, kMaxFacePairs));
  return of_a.is_flat == of_b.is_flat ? Result<void>() : check(of_a.all, of_b.all, kMaxHalfFlatPairs);
}

}  // namespace

Result<void> canTest(const Shape& a, const Shape& b, const std::string& algorithm) {
  SEPAX_TRY(checkHulls(a, b, algorithm));
  SEPAX_TRY(heldPair(a, b, algorithm));
  return {};
}

Result<PairReport> testPair(const PosedShape& a, const PosedShape& b, const PairSettings& settings,
                            const std::string& algorithm) {
  SEPAX_TRY(checkHulls(a.shape, b.shape, algorithm));
  // The plain name, which is asked for in loops, copies no shapes.
  if (const PairAlgorithm* const row = findAlgorithm(algorithm); row != nullptr && handles(*row, a.shape, b.shape)) {
    PairReport report = runPlaced(*row, a, b, settings);
    report.algorithm = row->name;
    addFlatness(a.shape, b.shape, report);
    return report;
  }
  auto held = heldPair(a.shape, b.shape, algorithm);
  SEPAX_TRY(held);
  PairReport report = runPlaced(*held->row, {std::move(held->a), a.pose}, {std::move(held->b), b.pose}, settings);
  report.algorithm = algorithm;
  return report;
}

}  // namespace sepax
