#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "core/progress.h"
#include "media/model_import.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The faults that make a mesh a bad collider, said before an engine meets it.

namespace sepax {

/// Triangles whose height over their longest edge is at most this, of the mesh's size, are slivers: their normals are
/// noise in floats.
inline constexpr double kSliver = 1e-6;

/// A mesh is convex when its hull holds no more than this part of extra volume, and no point of it lies deeper inside
/// than this, of size.
inline constexpr double kConvexMesh = 1e-3;

/// How much less than the greatest depth inside the hull is found at most, of the mesh's size.
inline constexpr double kDeviationTolerance = 1e-4;

/// A primitive is offered in the hull's place when it holds at most this part of extra volume.
inline constexpr double kCloseFit = 0.1;

/// Corners that engines allow a convex hull: PhysX and most others 255, PhysX on the graphics processor 64, mobile and
/// Unreal's advice 32.
inline constexpr std::size_t kVertexBudgets[] = {255, 64, 32};

/// A simple volume around the mesh.
enum class FitKind : std::uint8_t { kHull, kSphere, kBox, kCapsule };
[[nodiscard]] const char* fitName(FitKind kind);  ///< "hull", "sphere", "box", "capsule"
/// The shape to collide a mesh by.
enum class Collider : std::uint8_t { kNone, kSphere, kBox, kCapsule, kHull, kPieces };
[[nodiscard]] const char* colliderName(Collider collider);  ///< "sphere", …, "convex pieces"
struct Advice {
  Collider collider = Collider::kNone;
  double volume_ratio = 0;  ///< of the collider's volume to the mesh's, or where that is not closed to the hull's; of
                            ///< pieces: of the hull's
};

/// A hull that holds this part more than the mesh, or stands this far off it, of the mesh's size, fills up what should
/// stay open.
inline constexpr double kHullTooFull = 0.25, kHullTooFar = 0.05;

struct PrimitiveFit {
  FitKind kind = FitKind::kHull;
  double volume = 0;        ///< m³
  double volume_ratio = 0;  ///< to the hull's
};

struct MeshLint {
  std::string path;   ///< "a.obj"; "assets/main.obb:a.obj" of one in a bundle that is an entry
  std::string entry;  ///< of the tree: the mesh, or the outermost bundle that it is in
  std::size_t vertices = 0, triangles = 0, hull_vertices = 0, components = 0;
  std::size_t slivers = 0, duplicates = 0, flipped = 0;  ///< triangles
  std::size_t open_edges = 0, non_manifold_edges = 0;
  bool watertight = false;  ///< each edge has two triangles
  bool closed = false;      ///< and they are wound one way: only then is there an inside
  bool convex = false;
  bool concave = false;            ///< its hull fills something up; an open mesh may be neither
  double metres_per_unit = 1;      ///< of the file; all lengths here are metres
  double size = 0;                 ///< longest side of the axis-aligned box, metres
  std::optional<double> volume;    ///< of a closed mesh, cavities taken off; what pieces share counts once
  double shared_volume = 0;        ///< of pieces that run into each other, about, m³
  double hull_volume = 0;          ///< zero when flat
  double hull_deviation = 0;       ///< the greatest depth of its surface below the hull's, less at most
                                   ///< kDeviationTolerance × size, metres: what a hull collider fills up
  std::vector<PrimitiveFit> fits;  ///< the tightest first, the hull among them; empty when flat
  /// The tightest that is not the hull, or nullptr.
  [[nodiscard]] const PrimitiveFit* tightestPrimitive() const;
  /// The cheapest that is close enough: a primitive, the hull where it has corners that engines allow, else convex
  /// pieces.
  [[nodiscard]] Advice advice() const;
  /// "lint.…", in the order of their kinds. Error: no collider at all; warning: engines misbehave; info: worth knowing.
  std::vector<Finding> findings;
  [[nodiscard]] std::size_t count(Severity severity) const;
};

/// Examines triangles in one frame whose equal vertices are joined. Flipped: the lesser part of those that disagree
/// with their neighbours, or all of a closed piece that is inside out, the cavities in it included.
[[nodiscard]] MeshLint lintMesh(const ImportedMesh& mesh, std::string path);

/// Examines every mesh of a bundle or folder, and of the bundles in it, the worst first: errors, then warnings, then
/// how far the hull is off. A mesh that cannot be imported is a row with an error, as is a bundle that cannot be looked
/// into. A progress sink that says no ends it early.
[[nodiscard]] std::vector<MeshLint> lintTree(const Tree& tree, const ProgressSink& progress = {},
                                             const OpenOptions& options = {});

}  // namespace sepax
