#include "collider/lint.h"

#include "bundle/open/open_container.h"
#include "core/language.h"
#include "core/process.h"
#include "geom/bounding_volumes.h"
#include "geom/portable_math.h"
#include "geom/shared_volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>
#include <span>
#include <thread>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

using enum FindingKind;

constexpr double kCapsuleHandicap = 1.01;
constexpr unsigned kMaxThreads = 4;

void add(MeshLint& lint, FindingKind kind, std::string message) {
  lint.findings.push_back({kind, lint.path, std::move(message)});
}

// --------------------------------------------------------------------------------------------------------------------
// surface

using Edge = std::pair<std::uint32_t, std::uint32_t>;

/// A triangle at an edge, and whether it runs through it from the lower vertex to the higher.
struct EdgeUse {
  Edge edge;
  std::uint32_t triangle = 0;
  bool forward = false;
};

double sixVolumes(const ImportedMesh& mesh, std::uint32_t triangle, const Vec3& origin) {
  const auto& [a, b, c] = mesh.triangles[triangle];
  return dot(mesh.vertices[a] - origin, glm::cross(mesh.vertices[b] - origin, mesh.vertices[c] - origin));
}

/// Height over the longest edge.
double heightOf(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double longest = std::max({length(b - a), length(c - b), length(a - c)});
  return longest > 0 ? length(glm::cross(b - a, c - a)) / longest : 0;
}

/// Triangles that hang together, and which way each faces: 1 as most of the piece, −1 the other way.
struct Shell {
  std::vector<std::pair<std::uint32_t, double>> triangles;
  double six_volumes = 0;  ///< negative where most face inward
  std::size_t turned = 0;  ///< triangles that face the other way
  MinMaxBox box;
};

/// How often a closed piece goes around a point.
double windingOf(const ImportedMesh& mesh, const Shell& piece, const Vec3& point) {
  double sum = 0;
  for (const auto& [t, facing] : piece.triangles) {
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3 p = normalizedOr(mesh.vertices[a] - point, Vec3{0.0}),
               q = normalizedOr(mesh.vertices[b] - point, Vec3{0.0}),
               r = normalizedOr(mesh.vertices[c] - point, Vec3{0.0});
    sum += facing * portable::atan2(dot(p, glm::cross(q, r)), 1 + dot(p, q) + dot(q, r) + dot(r, p));
  }
  return sum / (2 * M_PI);
}

/// Counts the triangles of closed pieces that face the wrong way, and their volume. Outer pieces face outward; a piece
/// within another is a cavity where it faces the other way than that, else filled already. So a piece is turned when
/// the outermost around it is. The inside is where the surface goes around, as of every closed mesh.
void examineClosed(const ImportedMesh& mesh, const std::vector<Shell>& pieces, MeshLint& lint) {
  constexpr double kWithin = 0.75;  // in the plane of a touching face it is one half
  double six_volumes = 0;
  for (const Shell& piece : pieces) {
    const auto& [a, b, c] = mesh.triangles[piece.triangles.front().first];
    const Vec3 point = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3.0;
    const auto sideOf = [](const Shell& of) { return of.six_volumes < 0 ? -1 : 1; };
    const Shell* outermost = &piece;
    int around = 0;
    for (const Shell& other : pieces) {
      const bool is_within = &other != &piece && contains(other.box, piece.box.min) &&
                             contains(other.box, piece.box.max) && std::abs(windingOf(mesh, other, point)) > kWithin;
      if (!is_within) continue;
      around += sideOf(other);
      if (std::abs(other.six_volumes) > std::abs(outermost->six_volumes)) outermost = &other;
    }
    const bool is_inside_out = outermost->six_volumes < 0;
    lint.flipped += is_inside_out ? piece.triangles.size() - piece.turned : piece.turned;
    const int filled = (around + sideOf(piece) != 0 ? 1 : 0) - (around != 0 ? 1 : 0);
    six_volumes += filled * std::abs(piece.six_volumes);
    lint.closed = lint.closed && piece.turned == 0;
  }
  if (lint.closed) lint.volume = six_volumes / 6;
}

/// Counts what is wrong with the surface, facing every connected piece one way: pieces are walked across edges that two
/// triangles share.
void examineSurface(const ImportedMesh& mesh, const Vec3& origin, MeshLint& lint) {
  std::vector<EdgeUse> uses;  // sorted, since a file chooses the indices and could fill one bucket of a hash table
  std::vector<std::uint32_t> sound;
  std::set<TriangleIndices> seen;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    TriangleIndices sorted = mesh.triangles[t];
    std::sort(sorted.begin(), sorted.end());
    const bool isSliver = heightOf(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]) <= kSliver * lint.size;
    const bool isTwice = !seen.insert(sorted).second;
    lint.slivers += isSliver;
    lint.duplicates += !isSliver && isTwice;
    if (a == b || b == c || c == a || isTwice) continue;
    sound.push_back(t);
    for (const auto& [from, to] : {Edge{a, b}, Edge{b, c}, Edge{c, a}})
      uses.push_back({std::minmax(from, to), t, from < to});
  }
  std::ranges::stable_sort(uses, {}, &EdgeUse::edge);
  std::vector<std::vector<std::pair<std::uint32_t, bool>>> neighbours(
      mesh.triangles.size());  // and whether it faces the same way
  for (std::size_t first = 0, count = 0; first < uses.size(); first += count) {
    const auto isAnother = [&](const EdgeUse& use) { return use.edge != uses[first].edge; };
    const auto at = std::span(uses).subspan(first);
    count = static_cast<std::size_t>(std::ranges::find_if(at, isAnother) - at.begin());
    lint.open_edges += count == 1;
    lint.non_manifold_edges += count > 2;
    if (count != 2) continue;
    const bool agree = at[0].forward != at[1].forward;
    neighbours[at[0].triangle].push_back({at[1].triangle, agree});
    neighbours[at[1].triangle].push_back({at[0].triangle, agree});
  }
  lint.watertight = lint.closed = !sound.empty() && lint.open_edges == 0 && lint.non_manifold_edges == 0;

  std::vector<Shell> pieces;
  std::vector<signed char> facing(
      mesh.triangles.size());  // 0: not met yet, 1: as the first of the piece, −1: the other way
  for (const std::uint32_t first : sound) {
    if (facing[first] != 0) continue;
    Shell& piece = pieces.emplace_back();
    std::vector<std::uint32_t> waiting = {first};
    facing[first] = 1;
    while (!waiting.empty()) {
      const std::uint32_t t = waiting.back();
      waiting.pop_back();
      piece.triangles.emplace_back(t, facing[t]);
      piece.turned += facing[t] < 0;
      piece.six_volumes += facing[t] * sixVolumes(mesh, t, origin);
      for (const std::uint32_t v : mesh.triangles[t]) add(piece.box, mesh.vertices[v]);
      for (const auto& [next, agrees] : neighbours[t]) {
        if (facing[next] != 0) continue;
        facing[next] = static_cast<signed char>(agrees ? facing[t] : -facing[t]);
        waiting.push_back(next);
      }
    }
    if (2 * piece.turned <= piece.triangles.size()) continue;
    piece.turned = piece.triangles.size() - piece.turned;
    piece.six_volumes = -piece.six_volumes;
    for (auto& [t, facing_of] : piece.triangles) facing_of = -facing_of;
  }
  lint.components = pieces.size();
  if (lint.watertight) return examineClosed(mesh, pieces, lint);
  // Which side is outside is known of closed surfaces alone; elsewhere the majority is believed.
  for (const Shell& piece : pieces) lint.flipped += piece.turned;
}

// -----------------------------------------------------------------------------------------------------------------------
// hull

/// Seeks the deepest place of a surface inside a hull, to within a tolerance. The depth of a point is its distance from
/// the nearest plane; over a triangle it is no more than the least that a plane leaves to its corners, and where that
/// is too much the triangle is cut in four.
class Deepest {
 public:
  Deepest(const HalfSpaces& hull, double tolerance) : hull_(hull), tolerance_(tolerance) {}

  void measure(const Vec3& point) { measure(point - hull_.origin, hull_.planes); }
  void measure(const Vec3& a, const Vec3& b, const Vec3& c) {
    search({a - hull_.origin, b - hull_.origin, c - hull_.origin}, hull_.planes, 0);
  }
  [[nodiscard]] double depth() const { return depth_; }

 private:
  using Planes = decltype(HalfSpaces::planes);

  void measure(const Vec3& point, const Planes& planes) {
    double depth = std::numeric_limits<double>::infinity();
    for (const auto& plane : planes) {
      depth = std::min(depth, plane.offset - dot(plane.normal, point));
      if (depth <= depth_) return;  // most points end here after few planes
    }
    depth_ = depth;
  }

  void search(const std::array<Vec3, 3>& corners, const Planes& planes, int cuts) {
    constexpr int kMaxCuts = 24;
    double bound = std::numeric_limits<double>::infinity();
    for (const auto& plane : planes) {
      double most = -bound;
      for (const Vec3& corner : corners) most = std::max(most, plane.offset - dot(plane.normal, corner));
      bound = std::min(bound, most);
      if (bound <= depth_ + tolerance_) return;
    }
    Planes near;  // the others are nowhere the nearest
    for (const auto& plane : planes) {
      double least = std::numeric_limits<double>::infinity();
      for (const Vec3& corner : corners) least = std::min(least, plane.offset - dot(plane.normal, corner));
      if (least <= bound) near.push_back(plane);
    }
    const auto& [a, b, c] = corners;
    const Vec3 ab = (a + b) / 2.0, bc = (b + c) / 2.0, ca = (c + a) / 2.0;
    for (const Vec3& point : {(a + b + c) / 3.0, ab, bc, ca}) measure(point, near);
    if (cuts == kMaxCuts) return;
    for (const std::array<Vec3, 3>& part : {std::array{ab, bc, ca}, {a, ab, ca}, {ab, b, bc}, {ca, bc, c}})
      search(part, near, cuts + 1);
  }

  const HalfSpaces& hull_;
  double tolerance_, depth_ = 0;
};

/// False when the mesh is flat.
bool examineHull(const ImportedMesh& mesh, MeshLint& lint) {
  static constexpr VolumeKind kKinds[] = {VolumeKind::kHull, VolumeKind::kSphere, VolumeKind::kBoxMin,
                                          VolumeKind::kCapsule};
  auto fitted = fitVolumes(mesh.vertices, kKinds);
  if (!fitted || !(*fitted)[0].tightness) return false;
  const HullVolume& hull = std::get<HullVolume>((*fitted)[0].shape);
  lint.hull_volume = (*fitted)[0].volume;
  lint.hull_vertices = hull.polytope.vertices.size();
  if (!(lint.hull_volume > 0)) return false;
  Deepest deepest(hull.outside, kDeviationTolerance * lint.size);
  for (const Vec3& vertex : mesh.vertices) deepest.measure(vertex);
  for (const auto& [a, b, c] : mesh.triangles) deepest.measure(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
  lint.hull_deviation = deepest.depth();
  lint.fits = {{FitKind::kHull, lint.hull_volume, 1},
               {FitKind::kSphere, (*fitted)[1].volume, 0},
               {FitKind::kBox, (*fitted)[2].volume, 0},
               {FitKind::kCapsule, (*fitted)[3].volume, 0}};
  for (PrimitiveFit& fit : lint.fits) fit.volume_ratio = fit.volume / lint.hull_volume;
  // A capsule tests slower than a sphere or box: it comes before them only when it is clearly tighter.
  const auto rank = [](const PrimitiveFit& fit) {
    return fit.kind == FitKind::kCapsule ? kCapsuleHandicap * fit.volume : fit.volume;
  };
  std::stable_sort(lint.fits.begin(), lint.fits.end(),
                   [&](const PrimitiveFit& a, const PrimitiveFit& b) { return rank(a) < rank(b); });
  return true;
}

void evaluate(MeshLint& lint) {
  if (lint.non_manifold_edges > 0)
    add(lint, kLintNonManifold,
        trn("{} edge with more than two triangles", "{} edges with more than two triangles", lint.non_manifold_edges));
  if (lint.flipped > 0)
    add(lint, kLintFlipped,
        trf("{} of {} triangles face the wrong way", lint.flipped, lint.triangles) +
            (lint.watertight && !lint.closed ? tr(": until they are turned round the mesh has no inside") : ""));
  if (lint.open_edges > 0) add(lint, kLintOpen, trn("{} border edge", "{} border edges", lint.open_edges));
  if (lint.slivers > 0)
    add(lint, kLintSlivers, trn("{} triangle without area", "{} triangles without area", lint.slivers));
  if (lint.duplicates > 0)
    add(lint, kLintDuplicates, trn("{} triangle occurs twice", "{} triangles occur twice", lint.duplicates));
  static constexpr FindingKind kBudgetKinds[] = {kLintOver255, kLintOver64, kLintOver32};
  for (std::size_t i = 0; i < std::size(kVertexBudgets); ++i) {
    if (lint.hull_vertices <= kVertexBudgets[i]) continue;
    add(lint, kBudgetKinds[i], trf("the hull has {} corners", lint.hull_vertices));
    break;  // the lesser ones follow
  }
  if (lint.concave) {
    std::string message = trf("the mesh lies up to {:.3g} m inside its hull, {:.3g} % of its size", lint.hull_deviation,
                              100 * lint.hull_deviation / lint.size);
    if (lint.volume && *lint.volume > 0)
      message += trf("; the hull has {:.3g} times its volume", lint.hull_volume / *lint.volume);
    add(lint, kLintConcave, std::move(message));
  }
  if (lint.shared_volume > 0)
    add(lint, kLintShared,
        trf("parts of it run into each other: about {:.3g} m3 count more than once in a volume or mass",
            lint.shared_volume));
  const PrimitiveFit* primitive = lint.tightestPrimitive();
  if (lint.convex && primitive != nullptr && primitive->volume_ratio <= 1 + kCloseFit) {
    const std::string ratio = fmt::format("{:.3g}", primitive->volume_ratio);
    add(lint, kLintPrimitive,
        ratio == "1" ? trf("a {} has the hull's volume", tr(fitName(primitive->kind)))
                     : trf("a {} has {} times the hull's volume", tr(fitName(primitive->kind)), ratio));
  }
  std::ranges::stable_sort(lint.findings, {}, &Finding::kind);
}

}  // namespace

const char* fitName(FitKind kind) {
  static constexpr const char* kNames[] = {"hull", "sphere", "box", "capsule"};
  return kNames[static_cast<std::size_t>(kind)];
}

const PrimitiveFit* MeshLint::tightestPrimitive() const {
  const auto found = std::ranges::find_if(fits, [](const PrimitiveFit& fit) { return fit.kind != FitKind::kHull; });
  return found == fits.end() ? nullptr : &*found;
}

const char* colliderName(Collider collider) {
  static constexpr const char* kNames[] = {"none", "sphere", "box", "capsule", "hull", "convex pieces"};
  return kNames[static_cast<std::size_t>(collider)];
}

Advice MeshLint::advice() const {
  if (fits.empty()) return {};
  const double held = volume && *volume > 0 ? *volume : hull_volume;
  const double ratio = hull_volume / held;
  const bool is_far = hull_deviation > kHullTooFar * size && ratio > 1 + kConvexMesh;
  // An open mesh holds nothing that could be compared: how far the hull is off says it all.
  const bool is_hollow = !volume && hull_deviation > kHullTooFar * size;
  if (ratio > 1 + kHullTooFull || is_far || is_hollow) return {Collider::kPieces, ratio};
  const PrimitiveFit* primitive = tightestPrimitive();
  const double allowed = hull_vertices > kVertexBudgets[0] ? kHullTooFull : kCloseFit;
  if (primitive != nullptr && primitive->volume <= held * (1 + allowed)) {
    static constexpr Collider kOf[] = {Collider::kHull, Collider::kSphere, Collider::kBox, Collider::kCapsule};
    return {kOf[static_cast<std::size_t>(primitive->kind)], primitive->volume / held};
  }
  return {Collider::kHull, ratio};
}

std::size_t MeshLint::count(Severity severity) const {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

MeshLint lintMesh(const ImportedMesh& mesh, std::string path) {
  MeshLint lint;
  lint.path = lint.entry = std::move(path);
  lint.vertices = mesh.vertices.size();
  lint.triangles = mesh.triangles.size();
  lint.metres_per_unit = mesh.metres_per_unit;
  for (const std::string& note : mesh.notes) add(lint, kLintInexact, note);
  const MinMaxBox box = boundsOf(mesh.vertices);
  const Vec3 sides = sizesOf(box);
  lint.size = std::max({sides.x, sides.y, sides.z});
  examineSurface(mesh, centreOf(box), lint);
  if (!examineHull(mesh, lint)) {
    add(lint, kLintFlat, tr("all points lie in one plane, line or point"));
    return lint;
  }
  const bool is_one_sided = lint.closed && lint.flipped == 0 && lint.duplicates == 0;
  if (is_one_sided) lint.shared_volume = sharedVolume(mesh.vertices, mesh.triangles);
  if (lint.shared_volume > 0) {
    double six_volumes = 0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) six_volumes += sixVolumes(mesh, t, centreOf(box));
    lint.volume = six_volumes / 6 - lint.shared_volume;
  }
  if (lint.volume && *lint.volume > lint.hull_volume * (1 + kConvexMesh)) lint.volume.reset();
  const bool is_deep = lint.hull_deviation > kConvexMesh * lint.size;
  const bool is_filled = lint.volume && lint.hull_volume <= *lint.volume * (1 + kConvexMesh);
  lint.convex = lint.closed && lint.components == 1 && is_filled && !is_deep;
  lint.concave = is_deep || (lint.volume && !is_filled);
  evaluate(lint);
  return lint;
}

namespace {

MeshLint unusableRow(std::string path, std::string why) {
  MeshLint row;
  row.path = row.entry = std::move(path);
  add(row, kLintUnusable, std::move(why));
  return row;
}

MeshLint lintEntry(const Tree& tree, std::size_t index) {
  const std::string& path = tree.entries()[index].path;
  const auto bytes = tree.read(index, kMaxMeshBytes);
  const auto mesh = bytes ? importMesh(*bytes, path, filesBeside(tree, path)) : tl::unexpected(bytes.error());
  if (!mesh) return unusableRow(path, mesh.error().message);
  if (mesh->triangles.empty()) return unusableRow(path, trf("has {} points and no triangles", mesh->vertices.size()));
  return lintMesh(*mesh, path);
}

/// The entries that a test says yes to.
template <class Test>
std::vector<std::size_t> filesOf(const Tree& tree, Test test) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    const TreeEntry& entry = tree.entries()[i];
    if (!entry.shadowed && !entry.directory && test(entry.path)) out.push_back(i);
  }
  return out;
}

/// Goes through a tree and the bundles in it, one after the other, so that no more than one of each depth is unpacked.
class TreeLinter {
 public:
  TreeLinter(const ProgressSink& progress, const OpenOptions& options) : progress_(progress), options_(options) {}

  std::vector<MeshLint> rowsOf(const Tree& tree) {
    std::vector<MeshLint> rows = lintMeshes(tree);
    for (const std::size_t index : filesOf(tree, isContainerName)) {
      const std::string& path = tree.entries()[index].path;
      if (is_stopped_ || (progress_ && !progress_({0, tree.entries()[index].size, path}))) break;
      for (MeshLint& row : rowsIn(tree, index)) {
        row.path = row.path.empty() ? path : path + ":" + row.path;
        row.entry = path;
        rows.push_back(std::move(row));
      }
    }
    return rows;
  }

 private:
  /// Rows of the bundle that an entry is, one without a path where it cannot be looked into.
  std::vector<MeshLint> rowsIn(const Tree& tree, std::size_t index) {
    constexpr int kMaxOpened = 1000;
    const auto refuse = [](const std::string& why) {
      return std::vector{unusableRow("", trf("cannot be looked into: {}", why))};
    };
    if (++opened_ > kMaxOpened) return refuse(trf("at most {} bundles are", kMaxOpened));
    const auto inner = openNested(tree, index, options_);
    if (!inner) return refuse(inner.error().message);
    const auto& findings = (*inner)->findings();
    const auto fault = std::ranges::find(findings, Severity::kError, &Finding::severity);
    if ((*inner)->entries().empty() && fault != findings.end()) return refuse(fault->message);
    if ((*inner)->locked()) return refuse(tr("it is encrypted"));
    ++options_.depth;
    std::vector<MeshLint> rows = rowsOf(**inner);
    --options_.depth;
    return rows;
  }

  std::vector<MeshLint> lintMeshes(const Tree& tree) {
    const std::vector<std::size_t> meshes = filesOf(tree, isMeshName);
    const auto& entries = tree.entries();
    std::uint64_t total = 0, done = 0;
    for (const std::size_t mesh : meshes) total += entries[mesh].size;
    std::vector<MeshLint> rows(meshes.size());
    std::mutex mutex;
    std::size_t next = 0;
    // The number of the next mesh, after reporting where we are; nothing at the end.
    const auto take = [&](std::uint64_t finished) -> std::optional<std::size_t> {
      const std::lock_guard lock(mutex);
      done += finished;
      if (next == meshes.size() || is_stopped_) return std::nullopt;
      is_stopped_ = progress_ && !progress_({done, total, entries[meshes[next]].path});
      return is_stopped_ ? std::nullopt : std::optional(next++);
    };
    // Several at once, so that a mesh which takes its whole time limit does not keep the others waiting.
    const auto work = [&, cancelled = childCancelFlag()] {
      setChildCancelFlag(cancelled);
      std::uint64_t finished = 0;
      while (const auto number = take(finished)) {
        rows[*number] = lintEntry(tree, meshes[*number]);
        finished = entries[meshes[*number]].size;
      }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < std::min(std::thread::hardware_concurrency(), kMaxThreads); ++i)
      threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    rows.resize(next);
    return rows;
  }

  const ProgressSink& progress_;
  OpenOptions options_;
  int opened_ = 0;
  bool is_stopped_ = false;
};

}  // namespace

std::vector<MeshLint> lintTree(const Tree& tree, const ProgressSink& progress, const OpenOptions& options) {
  std::vector<MeshLint> rows = TreeLinter(progress, options).rowsOf(tree);
  const auto badness = [](const MeshLint& row) {
    return std::tuple(row.count(Severity::kError), row.count(Severity::kWarning),
                      row.size > 0 ? row.hull_deviation / row.size : 0.0);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const MeshLint& a, const MeshLint& b) { return badness(a) > badness(b); });
  return rows;
}

}  // namespace sepax
