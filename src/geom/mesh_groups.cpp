#include "geom/mesh_groups.h"

#include "geom/mesh_cut.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

using CutPlane = ConvexSolid::Plane;

constexpr std::size_t kCellsPerPiece = 8;
constexpr double kDistanceWeight = 10;    ///< of a squared distance, in diagonals, against a part of the volume
constexpr double kImbalance = 0.02;       ///< by which a cut is worse whose one half is nothing: slivers are useless
constexpr double kThinSolid = 0.05;       ///< of its hull: the least volume that prices are measured by
constexpr double kFreeVolume = 1e-6;      ///< part of the mesh's volume,
constexpr double kFreeDistance = 1e-4;    ///< and of its diagonal, that a join gains by rounding
constexpr std::size_t kPricedPlanes = 4;  ///< of those that hold least, by a price of both sides
constexpr int kSearchMoves = 7;           ///< of a plane at most
constexpr double kWorthMoving = 2e-3;     ///< part of its cost: what gains less ends a search at these steps
constexpr int kSearchSteps = 3;           ///< halvings of the steps by which a plane is moved

/// A piece in the making.
struct Group {
  std::vector<std::size_t> cells;
  QuickHull hull;
  HullExcess excess;
  double price = 0;
  MinMaxBox box;
};

bool touches(const MinMaxBox& a, const MinMaxBox& b, double gap) { return boxGap(a, b) <= gap; }

/// A plane and what it costs; none cuts.
struct PricedPlane {
  CutPlane plane;
  double cost = kInfinity;
};

/// Moves a plane by steps that get smaller, as long as it gets cheaper: along its normal, and turned about the point
/// of it next to `middle`.
template <class Cost>
PricedPlane searched(PricedPlane best, const Vec3& middle, double size, const Cost& costOf) {
  double turn = 0.2, shift = size / 12;
  for (int step = 0, moves = 0; step < kSearchSteps && moves < kSearchMoves; ++moves) {
    const PricedPlane start = best;
    const Vec3 normal = start.plane.normal, across = anyPerpendicular(normal);
    const Vec3 centre = middle - normal * (dot(normal, middle) - start.plane.offset);
    const auto attempt = [&](const CutPlane& plane) {
      if (const double cost = costOf(plane); cost < best.cost) best = {plane, cost};
    };
    for (const double sign : {-1.0, 1.0}) {
      attempt({normal, start.plane.offset + sign * shift});
      for (const Vec3& to : {across, glm::cross(normal, across)}) {
        const Vec3 turned = normalizedOr(normal + to * (sign * turn), normal);
        attempt({turned, dot(turned, centre)});
      }
    }
    if (best.cost < start.cost * (1 - kWorthMoving)) continue;
    ++step;
    turn /= 2.5;
    shift /= 2.5;
  }
  return best;
}

/// A plane of `exact`, as one through an edge, that is near and costs no more but for rounding; else the plane itself.
template <class Cost>
PricedPlane snapped(PricedPlane plane, const std::vector<CutPlane>& exact, const Vec3& middle, double size,
                    const Cost& costOf) {
  constexpr double kNearCosine = 0.995, kNearOffset = 0.05, kRounding = 1e-6;
  double least = plane.cost * (1 + kRounding);
  const CutPlane from = plane.plane;
  for (const CutPlane& other : exact) {
    const double along = dot(other.normal, from.normal);
    const double apart =
        (other.offset - dot(other.normal, middle)) * (along < 0 ? -1 : 1) - (from.offset - dot(from.normal, middle));
    if (std::abs(along) < kNearCosine || std::abs(apart) > kNearOffset * size) continue;
    if (const double cost = costOf(other); cost < least) {
      least = cost;
      plane = {other, cost};
    }
  }
  return plane;
}

class Grouping {
 public:
  Grouping(const MeshData& mesh, const MeshSolid& solid, const DecomposeOptions& options)
      : options_(options), solid_(solid), diagonal_(length(sizesOf(mesh.tree.nodes[0].box))) {
    double inside = 0;
    for (int z = 0; z < MeshSolid::kRows; ++z) {
      for (int y = 0; y < MeshSolid::kRows; ++y) {
        for (const RowSpan& span : solid_.row(y, z)) inside += (span.until - span.from) * solid_.rowArea();
      }
    }
    cells_.push_back(wholeCell(mesh, solid_));
    edges_ = cells_[0].edges;
    volume_ = std::max(inside, kThinSolid * cells_[0].hull.volume);
  }

  std::vector<QuickHull> run() {
    cutCells();
    for (std::size_t i = 0; i < cells_.size(); ++i) groups_.push_back(groupOf({i}));
    joinGroups();
    if (goesOn(options_.progress, kJoined)) movePlanes();
    if (goesOn(options_.progress, kMoved)) exchange();
    joinGroups();
    std::vector<QuickHull> hulls;
    for (Group& group : groups_) hulls.push_back(std::move(group.hull));
    return hulls;
  }

 private:
  static constexpr double kCut = 0.6, kJoined = 0.7, kMoved = 0.9;  ///< shares of the work

  [[nodiscard]] double priceOf(const HullExcess& excess) const {
    const double off = excess.distance / diagonal_;
    return excess.volume / volume_ + kDistanceWeight * off * off;
  }

  // ---------------------------------------------------------------- cells

  [[nodiscard]] bool isClose(const HullExcess& excess) const {
    return excess.volume <= kFreeVolume * volume_ && excess.distance <= kFreeDistance * diagonal_;
  }

  /// Volume of the hulls on both sides of a plane; slivers, which are useless, cost a part of `imbalance` more.
  [[nodiscard]] double costOfCut(const MeshCell& cell, const CutPlane& plane, double imbalance) const {
    double sum = 0, difference = 0;
    for (const PlaneSide side : kBothSides) {
      std::vector<Vec3> points;
      addSidePoints(cell, plane, side, solid_, points);
      if (points.empty()) return kInfinity;
      const double volume = quickHull(points).volume;
      sum += volume;
      difference = volume - difference;
    }
    return sum > 0 ? sum + imbalance * std::abs(difference) : 0;
  }

  /// How much a cell should be cut; 0: not at all. One that seems close while the mesh is concave in it comes last.
  [[nodiscard]] double urgency(const MeshCell& cell) const {
    if (!isClose(cell.excess)) return 1 + priceOf(cell.excess);
    double most = kFreeDistance * diagonal_;
    for (const ConcaveEdge& edge : cell.edges) most = std::max(most, edge.weight());
    return most > kFreeDistance * diagonal_ ? most / (2 * diagonal_) : 0;
  }

  void cutCells() {
    const std::size_t most = options_.max_pieces == 1 ? 1 : options_.max_pieces * kCellsPerPiece;
    std::vector<double> urgencies{urgency(cells_[0])};
    while (cells_.size() < most &&
           goesOn(options_.progress, kCut * static_cast<double>(cells_.size()) / static_cast<double>(most))) {
      const auto highest = std::ranges::max_element(urgencies);
      if (*highest <= 0) break;
      *highest = 0;
      MeshCell& cell = cells_[static_cast<std::size_t>(highest - urgencies.begin())];
      const auto volumeOf = [&](const CutPlane& plane) { return costOfCut(cell, plane, 0); };
      PricedPlane best;
      for (const CutPlane& plane : planesThrough(cell.hull.corners, cell.edges)) {
        if (const double cost = costOfCut(cell, plane, kImbalance); cost < best.cost) best = {plane, cost};
      }
      if (best.cost == kInfinity) continue;
      const MinMaxBox box = boundsOf(cell.hull.corners);
      best = searched({best.plane, volumeOf(best.plane)}, centreOf(box), longestSide(box), volumeOf);
      auto sides = sidesOf(cell, best.plane);
      if (!sides) continue;
      *highest = urgency(sides->first);
      urgencies.push_back(urgency(sides->second));
      cell = std::move(sides->first);
      cells_.push_back(std::move(sides->second));
    }
  }

  /// Both sides of a cell; none when one is empty.
  [[nodiscard]] std::optional<std::pair<MeshCell, MeshCell>> sidesOf(const MeshCell& cell,
                                                                     const CutPlane& plane) const {
    std::pair sides{sideOf(cell, plane, PlaneSide::kBehind, solid_), sideOf(cell, plane, PlaneSide::kBefore, solid_)};
    if (sides.first.hull.corners.empty() || sides.second.hull.corners.empty()) return std::nullopt;
    sides.first.excess = solid_.excess(sides.first.hull);
    sides.second.excess = solid_.excess(sides.second.hull);
    return sides;
  }

  // ---------------------------------------------------------------- groups

  [[nodiscard]] Group groupAround(const std::vector<Vec3>& points) const {
    Group group;
    group.hull = quickHull(points);
    group.excess = solid_.excess(group.hull);
    group.price = priceOf(group.excess);
    group.box = boundsOf(group.hull.corners);
    return group;
  }

  [[nodiscard]] Group groupOf(std::vector<std::size_t> cells) const {
    std::vector<Vec3> points;
    for (const std::size_t i : cells) append(points, cells_[i].hull.corners);
    Group group = groupAround(points);
    group.cells = std::move(cells);
    return group;
  }

  [[nodiscard]] Group joined(const Group& a, const Group& b) const {
    std::vector<Vec3> points = a.hull.corners;
    append(points, b.hull.corners);
    Group group = groupAround(points);
    group.cells = a.cells;
    group.cells.insert(group.cells.end(), b.cells.begin(), b.cells.end());
    return group;
  }

  static void append(std::vector<Vec3>& points, const std::vector<Vec3>& more) {
    points.insert(points.end(), more.begin(), more.end());
  }

  /// Two groups and what joining them costs.
  struct Join {
    double cost = kInfinity;
    HullExcess excess;
  };

  [[nodiscard]] Join joinOf(const Group& a, const Group& b, double gap) const {
    if (!touches(a.box, b.box, gap)) return {};
    const Group both = joined(a, b);
    return {both.price - a.price - b.price, both.excess};
  }

  /// Whether fewer pieces than allowed may be had at the price of a join.
  [[nodiscard]] bool isAffordable(const Join& join, const Group& a, const Group& b, double room) const {
    const double gain = join.excess.volume - a.excess.volume - b.excess.volume;
    const bool is_near = join.excess.distance <= options_.distance * diagonal_;
    const bool is_free =
        gain <= kFreeVolume * volume_ &&
        join.excess.distance <= std::max(a.excess.distance, b.excess.distance) + kFreeDistance * diagonal_;
    return is_free || (is_near && gain <= room);
  }

  [[nodiscard]] double room() const {
    double sum = options_.extra * volume_;
    for (const Group& group : groups_) sum -= group.excess.volume;
    return sum;
  }

  /// Joins the pair that costs least until there are no more groups than pieces wanted, and then while that is
  /// affordable. Groups that touch nothing are joined across gaps when there are too many.
  void joinGroups() {
    double gap = kFreeDistance * diagonal_;
    while (true) {
      joinTouching(gap);
      if (groups_.size() <= options_.max_pieces || gap > diagonal_) return;
      gap = gap * 10;
    }
  }

  void joinTouching(double gap) {
    std::vector<std::vector<Join>> joins(groups_.size());  // [i][k], k < i
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) joins[i].push_back(joinOf(groups_[i], groups_[k], gap));
    }
    while (groups_.size() > 1) {
      std::pair<std::size_t, std::size_t> best{0, 0};
      double least = kInfinity;
      const bool is_bound = groups_.size() > options_.max_pieces;
      const double left = room();
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
          if (joins[i][k].cost >= least) continue;
          if (!is_bound && !isAffordable(joins[i][k], groups_[i], groups_[k], left)) continue;
          least = joins[i][k].cost;
          best = {i, k};
        }
      }
      if (least == kInfinity) return;
      const auto [gone, kept] = best;
      groups_[kept] = joined(groups_[kept], groups_[gone]);
      const auto row = static_cast<std::ptrdiff_t>(gone);
      groups_.erase(groups_.begin() + row);
      joins.erase(joins.begin() + row);
      for (std::size_t i = gone; i < groups_.size(); ++i) joins[i].erase(joins[i].begin() + row);
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (i != kept) joins[std::max(i, kept)][std::min(i, kept)] = joinOf(groups_[i], groups_[kept], gap);
      }
    }
  }

  // ---------------------------------------------------------------- planes between groups

  /// Which side of a plane a cell's solid lies on; none when on both.
  [[nodiscard]] std::optional<PlaneSide> sideOfCell(std::size_t cell, const CutPlane& plane) const {
    double low = kInfinity, high = -kInfinity;
    for (const Vec3& corner : cells_[cell].hull.corners) {
      const double height = dot(plane.normal, corner) - plane.offset;
      low = std::min(low, height);
      high = std::max(high, height);
    }
    const double tolerance = kFreeDistance * diagonal_;
    if (high <= tolerance && -low >= high) return PlaneSide::kBehind;
    if (low >= -tolerance) return PlaneSide::kBefore;
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Vec3> pointsBeside(const std::vector<std::size_t>& cells, const CutPlane& plane,
                                               PlaneSide side) const {
    std::vector<Vec3> points;
    for (const std::size_t cell : cells) {
      const auto of_cell = sideOfCell(cell, plane);
      if (of_cell == side) append(points, cells_[cell].hull.corners);
      if (!of_cell) addSidePoints(cells_[cell], plane, side, solid_, points);
    }
    return points;
  }

  /// Both groups' price when the cells are divided by a plane.
  [[nodiscard]] double costOfDivision(const std::vector<std::size_t>& cells, const CutPlane& plane) const {
    double sum = 0;
    for (const PlaneSide side : kBothSides) {
      const std::vector<Vec3> points = pointsBeside(cells, plane, side);
      if (points.empty()) return kInfinity;
      sum += groupAround(points).price;
    }
    return sum;
  }

  /// The groups on both sides of a plane. Cells that it crosses are divided; the halves come behind all cells.
  std::pair<Group, Group> divided(const std::vector<std::size_t>& cells, const CutPlane& plane) {
    std::vector<std::size_t> behind, before;
    for (const std::size_t cell : cells) {
      auto side = sideOfCell(cell, plane);
      auto halves = side ? std::nullopt : sidesOf(cells_[cell], plane);
      if (halves) {
        behind.push_back(cells_.size());
        before.push_back(cells_.size() + 1);
        cells_.push_back(std::move(halves->first));
        cells_.push_back(std::move(halves->second));
        continue;
      }
      if (!side) {
        const Vec3 middle = centreOf(boundsOf(cells_[cell].hull.corners));
        side = dot(plane.normal, middle) > plane.offset ? PlaneSide::kBefore : PlaneSide::kBehind;
      }
      (side == PlaneSide::kBehind ? behind : before).push_back(cell);
    }
    return {groupOf(std::move(behind)), groupOf(std::move(before))};
  }

  static Vec3 middleOf(const Group& group) {
    Vec3 sum{0.0};
    for (const Vec3& p : group.hull.corners) sum += p;
    return sum / static_cast<double>(group.hull.corners.size());
  }

  [[nodiscard]] std::vector<ConcaveEdge> edgesWithin(const MinMaxBox& box) const {
    std::vector<ConcaveEdge> edges;
    for (const ConcaveEdge& edge : edges_) {
      if (touches(box, boundsOf(std::vector<Vec3>{edge.from, edge.to}), 0)) edges.push_back(edge);
    }
    return edges;
  }

  /// Divides what two neighbours hold by a better plane between them, if there is one.
  void movePlanes() {
    double worth = kFreeVolume;
    for (const Group& group : groups_) worth += group.price / static_cast<double>(groups_.size());
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        Group &a = groups_[i], &b = groups_[k];
        const double price = a.price + b.price;
        if (price <= worth || !touches(a.box, b.box, kFreeDistance * diagonal_)) continue;
        std::vector<std::size_t> cells = a.cells;
        cells.insert(cells.end(), b.cells.begin(), b.cells.end());
        const Vec3 from = middleOf(a), to = middleOf(b), middle = (from + to) / 2.0;
        const Vec3 normal = normalizedOr(to - from, {1, 0, 0});
        const auto costOf = [&](const CutPlane& plane) { return costOfDivision(cells, plane); };
        const CutPlane start{normal, dot(normal, middle)};
        PricedPlane best = searched({start, costOf(start)}, middle, length(to - from), costOf);
        const std::vector<Vec3> corners = joined(a, b).hull.corners;
        best = snapped(best, planesThrough(corners, edgesWithin(boundsOf(corners))), middle, length(to - from), costOf);
        if (best.cost > price * (1 - 1e-3)) continue;
        const std::size_t known = cells_.size();
        auto both = divided(cells, best.plane);
        if (both.first.cells.empty() || both.second.cells.empty() || both.first.price + both.second.price >= price) {
          cells_.resize(known);
          continue;
        }
        a = std::move(both.first);
        b = std::move(both.second);
      }
    }
  }

  /// The best way to divide one group.
  [[nodiscard]] PricedPlane bestDivision(const Group& group) const {
    std::vector<ConcaveEdge> edges;
    for (const std::size_t cell : group.cells) {
      edges.insert(edges.end(), cells_[cell].edges.begin(), cells_[cell].edges.end());
    }
    std::vector<PricedPlane> tried;
    for (const CutPlane& plane : planesThrough(group.hull.corners, std::move(edges))) {
      double sum = 0;
      for (const PlaneSide side : kBothSides) {
        const std::vector<Vec3> points = pointsBeside(group.cells, plane, side);
        sum += points.empty() ? kInfinity : quickHull(points).volume;
      }
      if (sum < kInfinity) tried.push_back({plane, sum});
    }
    const std::size_t priced = std::min(kPricedPlanes, tried.size());
    std::ranges::partial_sort(tried, tried.begin() + static_cast<std::ptrdiff_t>(priced), {}, &PricedPlane::cost);
    PricedPlane best;
    const auto costOf = [&](const CutPlane& plane) { return costOfDivision(group.cells, plane); };
    for (std::size_t i = 0; i < priced; ++i) {
      if (const double cost = costOf(tried[i].plane); cost < best.cost) best = {tried[i].plane, cost};
    }
    if (best.cost == kInfinity) return best;
    return searched(best, middleOf(group), longestSide(group.box), costOf);
  }

  /// Joins the pair that costs least and divides the group that gains most, while that pays.
  void exchange() {
    const std::size_t count = groups_.size();
    std::vector<std::optional<PricedPlane>> divisions(count);
    std::vector<std::vector<std::optional<double>>> costs(count);  // of joins, [i][k], k < i
    for (std::size_t i = 0; i < count; ++i) costs[i].resize(i);
    for (std::size_t round = 0; round < count; ++round) {
      std::size_t a = 0, b = 0;
      double least = kInfinity;
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < i; ++k) {
          std::optional<double>& cost = costs[i][k];
          if (!cost) cost = joinOf(groups_[i], groups_[k], kFreeDistance * diagonal_).cost;
          if (*cost < least) least = *cost, a = k, b = i;
        }
      }
      if (groups_.size() < options_.max_pieces) least = kInfinity;
      std::size_t worst = groups_.size();
      double most = least * 1.05 + kFreeVolume;
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (i == a || i == b || groups_[i].price <= most) continue;
        if (!divisions[i]) divisions[i] = bestDivision(groups_[i]);
        if (const double gain = groups_[i].price - divisions[i]->cost; gain > most) most = gain, worst = i;
      }
      if (worst == groups_.size()) return;
      Group both = joined(groups_[a], groups_[b]);
      auto halves = divided(groups_[worst].cells, divisions[worst]->plane);
      groups_[a] = std::move(both);
      groups_[b] = std::move(halves.first);
      groups_[worst] = std::move(halves.second);
      for (const std::size_t changed : {a, b, worst}) {
        divisions[changed].reset();
        for (std::size_t i = 0; i < count; ++i) {
          if (i != changed) costs[std::max(i, changed)][std::min(i, changed)].reset();
        }
      }
    }
  }

  const DecomposeOptions& options_;
  const MeshSolid& solid_;
  double diagonal_ = 0, volume_ = 0;
  std::vector<ConcaveEdge> edges_;  ///< of the whole mesh: those in a cut are none of its sides any more
  std::vector<MeshCell> cells_;
  std::vector<Group> groups_;
};

}  // namespace

std::vector<QuickHull> groupedHulls(const MeshData& mesh, const MeshSolid& solid, const DecomposeOptions& options) {
  return Grouping(mesh, solid, options).run();
}

}  // namespace sepax
