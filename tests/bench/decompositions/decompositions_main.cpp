#include "concave_meshes.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "geom/decompose.h"
#include "geom/hull.h"
#include "media/model_import.h"

#include <fmt/format.h>
#ifdef SEPAX_HACD
#include <hacdHACD.h>
#endif

#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

// A table of Markdown of how well Sepax, Bullet's HACD and V-HACD (npm's vhacd-js in ./node_modules) take meshes apart
// into 32 pieces of at most 64 corners: `tools/bench decompositions [MESH…]`; without meshes of those that the tests
// make, and of the cow, bunny and chair that vhacd-js brings. All are measured by one function from the pieces'
// corners.

namespace sepax {
namespace {

constexpr std::size_t kPieces = 32, kCorners = 64;
constexpr int kMaxSeconds = 120;  ///< of the processor, that another tool may take for one mesh
#ifdef SEPAX_HACD
constexpr const char* kHacdArgument = "--hacd";
#endif

/// Points around each piece, and the processor time that it took.
struct Pieces {
  std::vector<std::vector<Vec3>> corners;
  double seconds = 0;
  std::string failure;  ///< empty when there are pieces
};

struct Tool {
  const char* name;
  std::function<Pieces(const MeshData&)> run;
};

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Pieces bySepax(const MeshData& mesh) {
  Pieces pieces;
  const double start = processorSeconds();
  const auto made =
      decompose(mesh.vertices, mesh.triangles, {.extra = 0, .max_pieces = kPieces, .max_corners = kCorners});
  pieces.seconds = processorSeconds() - start;
  if (!made) return {.failure = made.error().message};
  for (const ConvexPart& part : made->parts) pieces.corners.push_back(part.hull.vertices);
  return pieces;
}

/// Writes a mesh for another program, starts it, and reads what it writes: "o" begins a piece, "v" is a corner. Its
/// standard output is its processor time in seconds. Ended after kMaxSeconds of processor time.
Pieces byProgram(const MeshData& mesh, std::vector<std::string> command) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string in = folder / fmt::format("sepax-pieces-{}.obj", std::clock()), out = in + ".pieces";
  {
    std::ofstream file(in);
    for (const Vec3& v : mesh.vertices) file << fmt::format("v {} {} {}\n", v.x, v.y, v.z);
    for (const TriangleIndices& t : mesh.triangles) file << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  }
  command.insert(command.end(), {in, out, std::to_string(kPieces)});
  const auto ran = runChild(command, {}, {.cpu_seconds = kMaxSeconds});
  std::filesystem::remove(in);
  if (!ran) return {.failure = ran.error().message};
  if (ran->exit_code != 0)
    return {.failure = ran->ended_by.empty() ? "it failed" : fmt::format("ended within {} s", kMaxSeconds)};
  Pieces pieces;
  pieces.seconds =
      std::atof(std::string(reinterpret_cast<const char*>(ran->output.data()), ran->output.size()).c_str());
  std::ifstream file(out);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "o") pieces.corners.emplace_back();
    if (Vec3 p; kind == "v" && words >> p.x >> p.y >> p.z) pieces.corners.back().push_back(p);
  }
  std::filesystem::remove(out);
  return pieces;
}

Pieces byVhacd(const MeshData& mesh) { return byProgram(mesh, {"/usr/bin/env", "node", SEPAX_VHACD}); }

#ifdef SEPAX_HACD
/// By this program, in a process of its own: HACD does not end on every mesh.
Pieces byHacd(const MeshData& mesh) {
  return byProgram(mesh, {std::filesystem::read_symlink("/proc/self/exe"), kHacdArgument});
}

/// `--hacd IN.obj OUT PIECES`: the exit status.
int runHacd(const std::string& in, const std::string& out, std::size_t count) {
  std::vector<Vec3> vertices;
  std::vector<HACD::Vec3<long>> triangles;
  std::ifstream mesh(in);
  for (std::string kind; mesh >> kind;) {
    if (Vec3 p; kind == "v" && mesh >> p.x >> p.y >> p.z) vertices.push_back(p);
    if (long a, b, c; kind == "f" && mesh >> a >> b >> c) triangles.emplace_back(a - 1, b - 1, c - 1);
  }
  // To the size that its own NormalizeData makes, which its hulls do not come back from.
  const MinMaxBox box = boundsOf(vertices);
  const Vec3 middle = centreOf(box);
  const double scale = 1000 / length(sizesOf(box));
  std::vector<HACD::Vec3<HACD::Real>> points;
  for (const Vec3& v : vertices) {
    const Vec3 p = (v - middle) * scale;
    points.emplace_back(p.x, p.y, p.z);
  }
  HACD::HACD tool;
  tool.SetPoints(points.data());
  tool.SetNPoints(points.size());
  tool.SetTriangles(triangles.data());
  tool.SetNTriangles(triangles.size());
  tool.SetCompacityWeight(0.1);
  tool.SetVolumeWeight(0);
  tool.SetConcavity(100);
  tool.SetNClusters(count);
  tool.SetNVerticesPerCH(kCorners);
  tool.SetAddExtraDistPoints(true);
  tool.SetAddNeighboursDistPoints(true);
  tool.SetAddFacesPoints(true);
  if (!tool.Compute()) return 1;
  fmt::print("{}\n", processorSeconds());
  std::ofstream pieces(out);
  for (std::size_t i = 0; i < tool.GetNClusters(); ++i) {
    std::vector<HACD::Vec3<HACD::Real>> corners(tool.GetNPointsCH(i));
    std::vector<HACD::Vec3<long>> faces(tool.GetNTrianglesCH(i));
    tool.GetCH(i, corners.data(), faces.data());
    pieces << "o piece\n";
    for (const auto& p : corners) {
      const Vec3 corner = middle + Vec3{p.X(), p.Y(), p.Z()} / scale;
      pieces << fmt::format("v {} {} {}\n", corner.x, corner.y, corner.z);
    }
  }
  return 0;
}
#endif

std::string rowOf(const std::string& mesh, const char* tool, const MeshData& data, const MeshSolid& solid,
                  const Pieces& pieces) {
  std::vector<ConvexPart> parts;
  std::size_t corners = 0;
  for (const std::vector<Vec3>& piece : pieces.corners) {
    auto hull = convexHull(piece);
    if (!hull) continue;
    corners += hull->vertices.size();
    parts.push_back({std::move(*hull), 0});
  }
  const PiecesFit fit = fitOf(data, solid, parts);
  const auto part = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.1f}", *value * 100) : std::string("–");
  };
  return fmt::format("| {} | {} | {} | {} | {} | {:.1f} | {:.1f} | {} | {:.1f} |\n", mesh, tool, pieces.corners.size(),
                     part(fit.outside), part(fit.uncovered), 100 * fit.off_mesh / fit.diagonal,
                     100 * fit.off_pieces / fit.diagonal, corners, pieces.seconds);
}

int run(std::vector<std::string> files) {
  std::vector<std::pair<std::string, test::ConcaveMesh>> meshes;
  if (files.empty()) {
    meshes = {{"torus", test::torus(0.75, 0.25, 48, 24)},
              {"mug", test::mug()},
              {"ring", test::ring()},
              {"L", test::letterL()},
              {"comb", test::comb()}};
    for (const char* name : {"cow-nonormals", "bunny", "ob_chair_wood"}) {
      const std::string file = fmt::format("node_modules/vhacd-js/app/meshes/{}.obj", name);
      if (std::filesystem::exists(file)) files.push_back(file);
    }
  }
  for (const std::string& file : files) {
    const auto text = readFile(file, kMaxMeshBytes);
    auto mesh = text.and_then(
        [&](const std::string& bytes) { return importMesh(std::as_bytes(std::span(bytes)), file, filesBeside(file)); });
    if (!mesh) {
      fmt::print(stderr, "{}\n", describe(mesh.error()));
      return 2;
    }
    meshes.push_back({std::filesystem::path(file).stem(), {std::move(mesh->vertices), std::move(mesh->triangles)}});
  }
  const Tool tools[] = {
      {"Sepax", bySepax},
      {"V-HACD", byVhacd},
#ifdef SEPAX_HACD
      {"HACD", byHacd},
#endif
  };
  fmt::print(
      "| mesh | by | pieces | outside % | uncovered % | off mesh, % of diagonal | mesh off pieces, % | corners | s |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& [name, mesh] : meshes) {
    const auto whole = makeMesh(mesh.vertices, mesh.triangles);
    if (!whole) continue;
    const MeshSolid solid(*whole->data);
    for (const Tool& tool : tools) {
      const Pieces pieces = tool.run(*whole->data);
      fmt::print("{}", pieces.failure.empty()
                           ? rowOf(name, tool.name, *whole->data, solid, pieces)
                           : fmt::format("| {} | {} | none: {} | | | | | | |\n", name, tool.name, pieces.failure));
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace sepax

int main(int count, char** arguments) {
#ifdef SEPAX_HACD
  if (count == 5 && arguments[1] == std::string(sepax::kHacdArgument))
    return sepax::runHacd(arguments[2], arguments[3], std::stoul(arguments[4]));
#endif
  return sepax::run({arguments + 1, arguments + count});
}
