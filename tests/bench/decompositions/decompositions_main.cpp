#include "concave_meshes.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "geom/decompose.h"
#include "geom/hull.h"
#include "media/mesh_import.h"

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
// into 32 pieces of at most 64 corners: `tools/bench decompositions [MESH…]`. All are measured by one function from the
// pieces' corners.

namespace sepax {
namespace {

constexpr std::size_t kPieces = 32, kCorners = 64;

/// Points around each piece, and the processor time that it took.
struct Pieces {
  std::vector<std::vector<Vec3>> corners;
  double seconds = 0;
};

struct Tool {
  const char* name;
  std::function<std::optional<Pieces>(const MeshData&)> run;
};

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::optional<Pieces> bySepax(const MeshData& mesh) {
  Pieces pieces;
  const double start = processorSeconds();
  const auto made =
      decompose(mesh.vertices, mesh.triangles, {.extra = 0, .max_pieces = kPieces, .max_corners = kCorners});
  pieces.seconds = processorSeconds() - start;
  if (!made) return std::nullopt;
  for (const ConvexPart& part : made->parts) pieces.corners.push_back(part.hull.vertices);
  return pieces;
}

#ifdef SEPAX_HACD
std::optional<Pieces> byHacd(const MeshData& mesh) {
  std::vector<HACD::Vec3<HACD::Real>> points;
  std::vector<HACD::Vec3<long>> triangles;
  for (const Vec3& v : mesh.vertices) points.emplace_back(v.x, v.y, v.z);
  for (const TriangleIndices& t : mesh.triangles)
    triangles.emplace_back(static_cast<long>(t[0]), static_cast<long>(t[1]), static_cast<long>(t[2]));
  Pieces pieces;
  const double start = processorSeconds();
  HACD::HACD tool;
  tool.SetPoints(points.data());
  tool.SetNPoints(points.size());
  tool.SetTriangles(triangles.data());
  tool.SetNTriangles(triangles.size());
  tool.SetCompacityWeight(0.1);
  tool.SetVolumeWeight(0);
  tool.SetConcavity(100);
  tool.SetNClusters(kPieces);
  tool.SetNVerticesPerCH(kCorners);
  tool.SetAddExtraDistPoints(false);
  tool.SetAddNeighboursDistPoints(false);
  tool.SetAddFacesPoints(true);
  tool.NormalizeData();
  if (!tool.Compute()) return std::nullopt;
  tool.DenormalizeData();
  pieces.seconds = processorSeconds() - start;
  for (std::size_t i = 0; i < tool.GetNClusters(); ++i) {
    std::vector<HACD::Vec3<HACD::Real>> corners(tool.GetNPointsCH(i));
    std::vector<HACD::Vec3<long>> faces(tool.GetNTrianglesCH(i));
    tool.GetCH(i, corners.data(), faces.data());
    auto& piece = pieces.corners.emplace_back();
    for (const auto& p : corners) piece.emplace_back(p.X(), p.Y(), p.Z());
  }
  return pieces;
}
#endif

std::optional<Pieces> byVhacd(const MeshData& mesh) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string in = folder / fmt::format("sepax-vhacd-{}.obj", std::clock()), out = in + ".pieces";
  {
    std::ofstream file(in);
    for (const Vec3& v : mesh.vertices) file << fmt::format("v {} {} {}\n", v.x, v.y, v.z);
    for (const TriangleIndices& t : mesh.triangles) file << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  }
  const auto ran = runChild({"node", SEPAX_VHACD, in, out, std::to_string(kPieces)}, {}, {.wall_seconds = 600});
  std::filesystem::remove(in);
  if (!ran || ran->exit_code != 0) return std::nullopt;
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

int run(const std::vector<std::string>& files) {
  std::vector<std::pair<std::string, test::ConcaveMesh>> meshes;
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
  if (meshes.empty()) {
    meshes = {{"torus", test::torus(0.75, 0.25, 48, 24)},
              {"mug", test::mug()},
              {"ring", test::ring()},
              {"L", test::letterL()},
              {"comb", test::comb()}};
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
      if (const auto pieces = tool.run(*whole->data))
        fmt::print("{}", rowOf(name, tool.name, *whole->data, solid, *pieces));
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace sepax

int main(int count, char** arguments) { return sepax::run({arguments + 1, arguments + count}); }
