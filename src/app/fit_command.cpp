#include "app/fit_command.h"

#include "app/command_line.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"
#include "geom/bounding_volumes.h"
#include "scene/case_file.h"
#include "scene/fit_report.h"
#include "scene/mesh_import.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>

namespace sepax {

namespace {

// ---------------------------------------------------------------- input

/// What volumes are fitted around.
struct Target {
  std::vector<Vec3> vertices;
  std::size_t triangles = 0;
  bool planar = false;
};

Result<Target> importTarget(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside) {
  return importMesh(bytes, name, beside).map([](ImportedMesh mesh) {
    return Target{std::move(mesh.vertices), mesh.triangles.size(), false};
  });
}

/// A body's own vertices in its body space, scaled.
Result<Target> bodyTarget(const std::string& path, const std::string& id) {
  auto loaded = loadCase(path);
  SEPAX_TRY(loaded);
  const Body* body = findBody(loaded->document, id);
  if (body == nullptr) return fail(ErrorCode::kNotFound, path, fmt::format("expected a body \"{}\", found none", id));
  const Shape shape = posedShape(*body).shape;
  auto vertices = verticesOf(shape);
  if (!vertices) return fail(vertices.error().code, path + "#" + id, vertices.error().message);
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  return Target{std::move(*vertices), mesh != nullptr ? mesh->data->triangles.size() : 0, isPlanar(shape)};
}

bool isFile(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

/// A file of that very name comes first, so that names with ":" or "#" in them work.
Result<Target> loadTarget(const std::string& name) {
  if (!isFile(name)) {
    const std::size_t hash = name.rfind('#');
    if (hash != std::string::npos && isFile(name.substr(0, hash))) return bodyTarget(name.substr(0, hash), name.substr(hash + 1));
    std::size_t colon = name.find(':');  // the first that ends a file's name: entries may have more
    while (colon != std::string::npos && !isFile(name.substr(0, colon))) colon = name.find(':', colon + 1);
    if (colon != std::string::npos) {
      const auto tree = openTree(name.substr(0, colon));
      SEPAX_TRY(tree);
      const std::string path = name.substr(colon + 1);
      const auto bytes = readEntry(**tree, path, kMaxMeshBytes);
      SEPAX_TRY(bytes);
      return importTarget(*bytes, name, filesBeside(**tree, path));
    }
  }
  const auto text = readFile(name, kMaxMeshBytes);
  SEPAX_TRY(text);
  return importTarget(std::as_bytes(std::span(*text)), name, filesBeside(name));
}

// ---------------------------------------------------------------- output

std::string fitJson(const Target& target, const std::vector<FittedVolume>& volumes) {
  Json out;
  out["sepax"] = 1;
  out["vertices"] = target.vertices.size();
  out["triangles"] = target.triangles;
  out["volumes"] = Json::array();
  for (const FittedVolume& volume : volumes) out["volumes"].push(volumeJson(volume));
  return compactJson(out) + "\n";
}

std::string fitTable(const Target& target, const std::vector<FittedVolume>& volumes) {
  return fmt::format("{} vertices, {} triangles\n", target.vertices.size(), target.triangles) + volumeTable(volumes, target.planar);
}

Result<std::string> fitText(const FitOptions& options) {
  const auto target = loadTarget(options.mesh);
  SEPAX_TRY(target);
  const auto kinds = volumeKindsNamed(options.volumes, target->planar);
  if (!kinds) return fail(kinds.error().code, "--volumes", kinds.error().message);
  auto volumes = fitVolumes(target->vertices, *kinds, target->planar);
  if (!volumes) return fail(volumes.error().code, options.mesh, describe(volumes.error()));
  return options.json ? fitJson(*target, *volumes) : fitTable(*target, *volumes);
}

}  // namespace

int runFit(const FitOptions& options) {
  const auto text = fitText(options);
  return text ? finishOutput(print(*text)) : complain(text.error());
}

void addFitCommand(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<FitOptions>();
  CLI::App* const command = app.add_subcommand("fit", "Fit bounding volumes around a mesh and compare them");
  command->add_option("MESH", options->mesh, "A mesh file, BUNDLE:PATH of one inside a bundle or folder, or CASE#BODY")->required();
  std::string names = "all";
  for (const VolumeKindInfo& info : volumeKinds()) names += fmt::format(", {}", info.name);
  command->add_option("--volumes", options->volumes, "Kinds, separated by commas (" + names + ")")->delimiter(',')->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON; a point p is inside where normal . (p - centre) <= offset for each plane");
  command->footer("Exit status: 0 fine, 2 unusable input.");
  command->callback([options, &exit_status] { exit_status = runFit(*options); });
}

}  // namespace sepax
