#include "prove/solid_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "geom/decompose.h"
#include "geom/mass.h"
#include "geom/mesh.h"
#include "geom/pieces.h"
#include "geom/portable_math.h"
#include "geom/random.h"
#include "geom/ray_cast.h"

namespace sepax {

namespace {

constexpr int kPoints = 3000;         ///< in the box of the mesh
constexpr double kSpacing = 0.03;     ///< of points on a face, of the diagonal
constexpr double kSampled = 0.01;     ///< of the diagonal: the spacing of the points that said how far off pieces are
constexpr double kRowsError = 0.005;  ///< of a volume summed up along rows
constexpr double kRounding = 1e-6;    ///< of the diagonal

/// A solid of cells of a grid, in Cartesian coordinates or in those of a ring: sector, distance from the axis, height.
class CellSolid {
 public:
  explicit CellSolid(SplitMix64& random) : is_round_(random.next() % 2 == 0), turn_(matrixOf(random.rotation())) {
    count_ = {is_round_ ? 6 + static_cast<int>(random.next() % 9) : 2 + static_cast<int>(random.next() % 3),
              is_round_ ? 2 : 2 + static_cast<int>(random.next() % 3), 1 + static_cast<int>(random.next() % 3)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double at = is_round_ && axis == 1 ? random.in(0.5, 2) : 0;
      for (int i = 0; i <= count_[axis]; ++i) {
        lines_[axis].push_back(at);
        at += random.in(0.3, 1);
      }
    }
    // A connected part of the grid: cells beside cells.
    filled_.resize(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]));
    std::vector<Cell> open{{0, 0, 0}};
    std::size_t left = std::max<std::size_t>(2, filled_.size() * (3 + random.next() % 6) / 8);
    while (!open.empty() && left > 0) {
      const std::size_t pick = random.next() % open.size();
      const Cell cell = open[pick];
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
      if (isFilled(cell)) continue;
      filled_[indexOf(cell)] = 1;
      --left;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const int step : {-1, 1}) {
          if (const Cell next = beside(cell, axis, step); isCell(next)) open.push_back(next);
        }
      }
    }
  }

  [[nodiscard]] bool holds(const Vec3& point) const {
    const Vec3 p = glm::transpose(turn_) * point;
    Vec3 at = p;
    if (is_round_) {
      const double sector = 2 * M_PI / count_[0], angle = portable::atan2(p.y, p.x) + (p.y < 0 ? 2 * M_PI : 0);
      at.x = std::min(std::floor(angle / sector), count_[0] - 1.0);
      // A ring's faces are flat: how far along the sector's middle.
      at.y = portable::hypot(p.x, p.y) * portable::cos(angle - (at.x + 0.5) * sector) / portable::cos(sector / 2);
    }
    Cell cell{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double value = at[static_cast<int>(axis)];
      const auto line = std::ranges::upper_bound(lines_[axis], value);
      cell[axis] = is_round_ && axis == 0 ? static_cast<int>(value) : static_cast<int>(line - lines_[axis].begin()) - 1;
    }
    return isFilled(cell);
  }

  [[nodiscard]] double volume() const {
    double sum = 0;
    forEachFilled([&](const Cell& cell) {
      const auto low = [&](std::size_t axis) { return lines_[axis][static_cast<std::size_t>(cell[axis])]; };
      const auto high = [&](std::size_t axis) { return lines_[axis][static_cast<std::size_t>(cell[axis] + 1)]; };
      const double flat = is_round_ ? portable::sin(2 * M_PI / count_[0]) / 2 * (high(1) * high(1) - low(1) * low(1))
                                    : (high(0) - low(0)) * (high(1) - low(1));
      sum += flat * (high(2) - low(2));
    });
    return sum;
  }

  /// The surface between filled cells and others, wound outward.
  void makeMesh(std::vector<Vec3>& vertices, std::vector<TriangleIndices>& triangles) const {
    for (int z = 0; z <= count_[2]; ++z) {
      for (int y = 0; y <= count_[1]; ++y) {
        for (int x = 0; x <= count_[0]; ++x) vertices.push_back(turn_ * cornerAt({x, y, z}));
      }
    }
    const auto number = [&](Cell at) {
      if (is_round_) at[0] %= count_[0];
      return static_cast<std::uint32_t>((at[2] * (count_[1] + 1) + at[1]) * (count_[0] + 1) + at[0]);
    };
    forEachFilled([&](const Cell& cell) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const int step : {-1, 1}) {
          if (isFilled(beside(cell, axis, step))) continue;
          Cell a = cell;
          if (step > 0) ++a[axis];
          Cell b = a, c = a, d = a;
          ++b[(axis + 1) % 3], ++c[(axis + 1) % 3], ++c[(axis + 2) % 3], ++d[(axis + 2) % 3];
          // Sector, distance and height are left-handed.
          if ((step > 0) == is_round_) std::swap(b, d);
          triangles.push_back({number(a), number(b), number(c)});
          triangles.push_back({number(a), number(c), number(d)});
        }
      }
    });
  }

 private:
  using Cell = std::array<int, 3>;

  [[nodiscard]] bool isCell(const Cell& cell) const {
    return std::ranges::all_of(std::array{0, 1, 2}, [&](int axis) {
      const auto i = static_cast<std::size_t>(axis);
      return cell[i] >= 0 && cell[i] < count_[i];
    });
  }
  [[nodiscard]] std::size_t indexOf(const Cell& cell) const {
    return static_cast<std::size_t>((cell[2] * count_[1] + cell[1]) * count_[0] + cell[0]);
  }
  [[nodiscard]] bool isFilled(const Cell& cell) const { return isCell(cell) && filled_[indexOf(cell)] != 0; }
  [[nodiscard]] Cell beside(Cell cell, std::size_t axis, int step) const {
    cell[axis] += step;
    if (is_round_ && axis == 0) cell[0] = (cell[0] + count_[0]) % count_[0];
    return cell;
  }
  [[nodiscard]] Vec3 cornerAt(const Cell& at) const {
    const Vec3 place{lines_[0][static_cast<std::size_t>(at[0])], lines_[1][static_cast<std::size_t>(at[1])],
                     lines_[2][static_cast<std::size_t>(at[2])]};
    const double angle = 2 * M_PI * at[0] / count_[0];
    return is_round_ ? Vec3{place.y * portable::cos(angle), place.y * portable::sin(angle), place.z} : place;
  }
  template <class Visit>
  void forEachFilled(Visit&& visit) const {
    for (int z = 0; z < count_[2]; ++z) {
      for (int y = 0; y < count_[1]; ++y) {
        for (int x = 0; x < count_[0]; ++x) {
          if (isFilled({x, y, z})) visit(Cell{x, y, z});
        }
      }
    }
  }

  bool is_round_;
  Mat3 turn_;
  Cell count_{};
  std::array<std::vector<double>, 3> lines_;
  std::vector<char> filled_;
};

/// To a triangle: above it to its plane, else to the nearest side.
double distanceTo(const std::array<Vec3, 3>& t, const Vec3& point) {
  const Vec3 normal = normalizedOr(glm::cross(t[1] - t[0], t[2] - t[0]), Vec3{0.0});
  double nearest = kInfinity;
  bool is_above = normal != Vec3{0.0};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 side = t[(k + 1) % 3] - t[k], off = point - t[k];
    is_above = is_above && dot(glm::cross(side, off), normal) >= 0;
    const double share = std::clamp(dot(off, side) / std::max(dot(side, side), 1e-300), 0.0, 1.0);
    nearest = std::min(nearest, length(off - side * share));
  }
  return is_above ? std::abs(dot(point - t[0], normal)) : nearest;
}

/// A piece by the planes through three corners of each of its faces.
struct Piece {
  struct Plane {
    Vec3 normal{0.0};
    double offset = 0;
  };
  std::vector<Plane> planes;

  explicit Piece(const Polytope& hull) {
    for (const PolytopeFace& face : hull.faces) {
      Vec3 normal{0.0};  // Newell's, whatever corners lie in one line
      const auto corner = [&](std::size_t i) {
        return hull.vertices[static_cast<std::size_t>(face.loop[i % face.loop.size()])];
      };
      for (std::size_t i = 0; i < face.loop.size(); ++i)
        normal += glm::cross(corner(i) - corner(0), corner(i + 1) - corner(0));
      normal = normalizedOr(normal, face.normal);
      planes.push_back({normal, dot(normal, corner(0))});
    }
  }
  [[nodiscard]] double heightOf(const Vec3& point) const {
    double height = -kInfinity;
    for (const Plane& plane : planes) height = std::max(height, dot(plane.normal, point) - plane.offset);
    return height;
  }
};

/// Random points of a triangle, about a spacing apart, and its corners.
template <class Visit>
void visitPoints(const std::array<Vec3, 3>& t, double spacing, SplitMix64& random, Visit&& visit) {
  for (const Vec3& corner : t) visit(corner);
  const double area = length(glm::cross(t[1] - t[0], t[2] - t[0])) / 2;
  for (int left = 1 + static_cast<int>(area / (spacing * spacing)); left > 0; --left) {
    double u = random.unit(), v = random.unit();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    visit(t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v);
  }
}

}  // namespace

const char* solidQueryName(SolidQuery query) {
  static constexpr const char* kNames[] = {"pieces: the mesh's volume", "pieces: convex",    "pieces: corners too many",
                                           "pieces: outside the mesh",  "pieces: uncovered", "pieces: off the mesh",
                                           "pieces: the mesh off them"};
  return kNames[static_cast<std::size_t>(query)];
}

double allowed(SolidQuery query) {
  static constexpr double kAllowed[] = {1e-9, kRounding, 0, kRowsError, kRowsError, kSampled, kSampled};
  return kAllowed[static_cast<std::size_t>(query)];
}

void checkDecomposition(std::uint64_t seed, SolidCounts& counts) {
  SplitMix64 random{seed * 0xD1342543DE82EF95ull + 40};
  const auto raise = [&](SolidQuery query, double error) {
    counts[static_cast<std::size_t>(query)].add(error, fmt::format("solid {}", seed));
  };
  const CellSolid solid(random);
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  solid.makeMesh(vertices, triangles);
  const DecomposeOptions options{.extra = random.in(0, 0.2),
                                 .distance = random.in(0, 0.05),
                                 .max_pieces = static_cast<std::size_t>(2 + random.next() % 9),
                                 .max_corners = static_cast<std::size_t>(8 + random.next() % 57)};
  const auto made = decompose(vertices, triangles, options);
  if (!made) return raise(SolidQuery::kVolume, kInfinity);
  const double diagonal = made->fit.diagonal;
  raise(SolidQuery::kVolume, std::abs(made->solid.value_or(0) / solid.volume() - 1));

  std::vector<Piece> pieces;
  double above = 0,
         excess = std::max(0.0, static_cast<double>(made->parts.size()) - static_cast<double>(options.max_pieces));
  for (const ConvexPart& part : made->parts) {
    const Piece& piece = pieces.emplace_back(part.hull);
    for (const Vec3& corner : part.hull.vertices) above = std::max(above, piece.heightOf(corner));
    excess =
        std::max(excess, static_cast<double>(part.hull.vertices.size()) - static_cast<double>(options.max_corners));
  }
  raise(SolidQuery::kConvex, above / diagonal);
  raise(SolidQuery::kCorners, excess);

  const auto heightOf = [&](const Vec3& point) {
    double least = kInfinity;
    for (const Piece& piece : pieces) least = std::min(least, piece.heightOf(point));
    return least;
  };
  double off_pieces = 0, off_mesh = 0;
  const MinMaxBox box = boundsOf(vertices);
  int inside = 0, outside = 0, uncovered = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 point{random.in(box.min.x, box.max.x), random.in(box.min.y, box.max.y), random.in(box.min.z, box.max.z)};
    const double height = heightOf(point);
    const bool is_held = solid.holds(point);
    inside += is_held ? 1 : 0;
    outside += !is_held && height < 0 ? 1 : 0;
    uncovered += is_held && height > 0 ? 1 : 0;
    if (is_held) off_pieces = std::max(off_pieces, height);
  }
  const auto differs = [&](const std::optional<double>& said, int counted) {
    const double n = std::max(inside, 1);
    return std::abs(said.value_or(kInfinity) - counted / n) - 4 * std::sqrt(counted + 1.0) / n;
  };
  raise(SolidQuery::kOutside, differs(made->fit.outside, outside));
  raise(SolidQuery::kUncovered, differs(made->fit.uncovered, uncovered));

  const auto cornersAt = [](const std::vector<Vec3>& of, const TriangleIndices& t) {
    return std::array{of[t[0]], of[t[1]], of[t[2]]};
  };
  for (const TriangleIndices& t : triangles) {
    visitPoints(cornersAt(vertices, t), kSpacing * diagonal, random,
                [&](const Vec3& point) { off_pieces = std::max(off_pieces, heightOf(point)); });
  }
  const auto measureOff = [&](const Vec3& point) {
    if (solid.holds(point)) return;
    double nearest = kInfinity;
    for (const TriangleIndices& t : triangles) nearest = std::min(nearest, distanceTo(cornersAt(vertices, t), point));
    off_mesh = std::max(off_mesh, nearest);
  };
  for (const ConvexPart& part : made->parts) {
    for (const PolytopeFace& face : part.hull.faces) {
      const auto corner = [&](std::size_t i) { return part.hull.vertices[static_cast<std::size_t>(face.loop[i])]; };
      for (std::size_t i = 2; i < face.loop.size(); ++i)
        visitPoints({corner(0), corner(i - 1), corner(i)}, kSpacing * diagonal, random, measureOff);
    }
  }
  raise(SolidQuery::kOffMesh, std::max(0.0, off_mesh - made->fit.off_mesh) / diagonal);
  raise(SolidQuery::kOffPieces, std::max(0.0, off_pieces - made->fit.off_pieces) / diagonal);
}

namespace {

constexpr int kRays = 2000;

/// Evenly spread over the sphere or the circle (González 2010).
Vec3 spreadDirection(int index, bool planar) {
  if (planar) {
    const double angle = 2 * std::numbers::pi * (index + 0.5) / kRays;
    return {portable::cos(angle), portable::sin(angle), 0};
  }
  const double height = 1 - 2 * (index + 0.5) / kRays, across = std::sqrt(1 - height * height);
  const double turn = index * std::numbers::pi * (3 - std::sqrt(5.0));
  return {across * portable::cos(turn), across * portable::sin(turn), height};
}

/// Sums over the rays of a shape. Second moments are about a point.
struct Sum {
  double volume = 0, area = 0;
  Mat3 second{0.0};
};

/// Adds a convex shape; false when it is so thin that rounding is all of it.
bool addByRays(const PosedShape& posed, const Vec3& about, Sum& sum) {
  const bool planar = isPlanar(posed.shape);
  const MassProperties found = massOf(posed.shape, posed.pose);
  if (!(found.volume > 0)) return false;
  // Half the sum of two principal moments less the third is the spread along the third's axis.
  const Vec3& moments = found.principal_moments;
  const double half = (moments.x + moments.y + moments.z) / 2;
  Vec3 spread{1.0};
  for (int c = 0; c < (planar ? 2 : 3); ++c) spread[c] = std::sqrt((half - moments[c]) / found.volume);
  if (!(std::min({spread.x, spread.y, spread.z}) > 0)) return false;
  const Mat3 frame{found.principal_axes[0] * spread.x, found.principal_axes[1] * spread.y,
                   found.principal_axes[2] * spread.z};
  constexpr double kFrom = 100;  ///< spreads: outside of any shape
  const double each = (planar ? 2 : 4) * std::numbers::pi / kRays * spread.x * spread.y * (planar ? 1 : spread.z);
  const Vec3 arm = found.centre - about;
  for (int i = 0; i < kRays; ++i) {
    const Vec3 way = frame * spreadDirection(i, planar);
    const RayHit hit = castRay(posed.shape, posed.pose, {found.centre + way * kFrom, -way, kInfinity});
    const double reach = kFrom - hit.distance / length(way), inclined = dot(hit.normal, way);
    if (!hit.hit || !(reach > 0) || !(inclined > 0)) return false;  // rounding is as large as the shape
    const int n = planar ? 2 : 3;
    const double part = std::pow(reach, n) / n, first = std::pow(reach, n + 1) / (n + 1);
    sum.volume += each * part;
    sum.area += each * std::pow(reach, n - 1) / inclined;
    sum.second += each * (std::pow(reach, n + 2) / (n + 2) * glm::outerProduct(way, way) +
                          first * (glm::outerProduct(way, arm) + glm::outerProduct(arm, way)) +
                          part * glm::outerProduct(arm, arm));
  }
  return true;
}

/// The surface of triangles, both sides where they are open, or the length of an outline; none for other shapes.
std::optional<double> surfaceOf(const Shape& shape) {
  using LongVec = glm::vec<3, long double>;
  long double sum = 0;
  if (const MeshData* const mesh = trianglesOf(shape)) {
    for (int t = 0; t < static_cast<int>(mesh->triangles.size()); ++t) {
      const auto corners = cornersOf(*mesh, t);
      const LongVec a(corners[0]), b(corners[1]), c(corners[2]);
      sum += glm::length(glm::cross(b - a, c - a)) / (mesh->closed ? 2 : 1);
    }
    return static_cast<double>(sum);
  }
  const auto addSides = [&](const std::vector<Vec2>& line, bool is_closed) {
    for (std::size_t i = is_closed ? 0 : 1; i < line.size(); ++i) {
      const Vec2 side = line[i] - line[(i + line.size() - 1) % line.size()];
      const long double x = side.x, y = side.y;
      sum += std::sqrt(x * x + y * y);
    }
  };
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) {
    addSides(polygon->vertices, true);
    return static_cast<double>(sum);
  }
  return std::nullopt;
}

}  // namespace

void checkMass(const PosedShape& posed, const std::string& at, MassCounts& counts) {
  if (isUnbounded(posed.shape)) return;
  const auto raise = [&](MassCheck query, double error) { counts[static_cast<std::size_t>(query)].add(error, at); };
  const MassProperties found = massOf(posed.shape, posed.pose);
  if (const auto surface = surfaceOf(posed.shape); surface && *surface > 0)
    raise(MassCheck::kArea, std::abs(found.area / *surface - 1));
  if (!(found.volume > 0) || found.surface_only) return;
  Sum sum;
  const ShapePieces pieces(posed.shape);
  for (int i = 0; i < pieces.count(); ++i) {
    if (!addByRays(pieces.piece(i, posed.pose), found.centre, sum)) return;
  }
  raise(MassCheck::kVolume, std::abs(sum.volume / found.volume - 1));
  const Mat3 inertia = Mat3{sum.second[0].x + sum.second[1].y + sum.second[2].z} - sum.second;
  double off = 0;
  for (int c = 0; c < 3; ++c) off = std::max(off, length(inertia[c] - found.inertia[c]));
  raise(MassCheck::kInertia, off / found.principal_moments.z);
  if (pieces.polygonPieces().empty()) raise(MassCheck::kArea, std::abs(sum.area / found.area - 1));  // cuts are none
}

}  // namespace sepax
