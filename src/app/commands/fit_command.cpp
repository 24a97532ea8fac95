#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "bundle/open/open_container.h"
#include "collider/collider_export.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_file.h"
#include "format/report_json.h"
#include "geom/bounding_volumes.h"
#include "geom/decompose.h"
#include "media/model_import.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

namespace {

struct FitOptions {
  std::string mesh;                         ///< a mesh file, BUNDLE:PATH of one inside, or CASE#BODY
  std::vector<std::string> volumes{"all"};  ///< names of volumeKinds(), or "all"
  bool json = false;
  bool decomposes = false;  ///< into convex pieces, instead of fitting volumes
  std::size_t max_pieces = 32;
  std::size_t max_corners = 64;  ///< of a piece
  double extra = 0.05;           ///< that fewer pieces may hold outside the mesh, as a part of its volume
  double distance = 0.01;        ///< and how far from it, as a part of its box's diagonal
  std::string form;              ///< of colliderForms(): prints colliders in it instead of the comparison
};

// ---------------------------------------------------------------- input

/// The shapes that volumes are fitted around.
struct Target {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  bool planar = false;
};

Result<Target> importTarget(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside) {
  auto mesh = importMesh(bytes, name, beside);
  if (!mesh && mesh.error().code == ErrorCode::kUnsupported) {
    const auto bundle = containerIn(bytes, name);
    if (bundle != nullptr && bundle->kind() != ContainerKind::kUnknown)
      mesh.error().message += fmt::format("; one in it is called {}:PATH", name);
  }
  SEPAX_TRY(mesh);
  for (const std::string& note : mesh->notes) complain(name + ": " + note);
  if (const std::string unit = unitText(*mesh); !unit.empty()) complain(name + ": " + unit);
  return Target{std::move(mesh->vertices), std::move(mesh->triangles), false};
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
  for (Vec3& vertex : *vertices) vertex = toWorld(placeInBody(*body), vertex);
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  return Target{std::move(*vertices), mesh != nullptr ? mesh->data->triangles : std::vector<TriangleIndices>(),
                isPlanar(shape)};
}

bool isFile(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

/// A file of that very name comes first, so that names with ":" or "#" in them work.
Result<Target> loadTarget(const std::string& name) {
  if (!isFile(name)) {
    // The first that ends a file's name: ids and entries may have more.
    const auto endOfFile = [&](char mark) {
      std::size_t at = name.find(mark);
      while (at != std::string::npos && !isFile(name.substr(0, at))) at = name.find(mark, at + 1);
      return at;
    };
    const std::size_t hash = endOfFile('#');
    if (hash != std::string::npos) return bodyTarget(name.substr(0, hash), name.substr(hash + 1));
    const std::size_t colon = endOfFile(':');
    if (colon != std::string::npos) {
      const auto tree = openTree(name.substr(0, colon));
      SEPAX_TRY(tree);
      const auto entry = findNested(*tree, name.substr(colon + 1));
      SEPAX_TRY(entry);
      const auto bytes = readEntry(*entry->tree, entry->path, kMaxMeshBytes);
      SEPAX_TRY(bytes);
      return importTarget(*bytes, name, filesBeside(*entry->tree, entry->path));
    }
  }
  const auto text = readFile(name, kMaxMeshBytes);
  SEPAX_TRY(text);
  return importTarget(std::as_bytes(std::span(*text)), name, filesBeside(name));
}

// ---------------------------------------------------------------- output

std::string fitJson(const Target& target, const std::vector<FittedVolume>& volumes) {
  Json out = outputJson(
      {{"vertices", target.vertices.size()}, {"triangles", target.triangles.size()}, {"volumes", Json::array()}});
  for (const FittedVolume& volume : volumes) out["volumes"].push(volumeJson(volume));
  return compactJson(out) + "\n";
}

std::string fitTable(const Target& target, const std::vector<FittedVolume>& volumes) {
  return fmt::format("{} vertices, {} triangles\n", target.vertices.size(), target.triangles.size()) +
         volumeTable(volumes, target.planar);
}

/// "meshes/rock.obj" is called rock.
std::string nameOf(const std::string& mesh) {
  return std::filesystem::path(mesh.substr(mesh.find_last_of("/:#") + 1)).stem().string();
}

Result<std::vector<Body>> volumeBodies(const FitOptions& options, const Target& target) {
  const auto kinds = volumeKindsNamed(options.volumes, target.planar);
  if (!kinds) return fail(kinds.error().code, "--volumes", kinds.error().message);
  const auto volumes = fitVolumes(target.vertices, *kinds, target.planar);
  SEPAX_TRY(volumes);
  std::vector<Body> bodies;
  for (const FittedVolume& volume : *volumes) {
    auto body = bodyOf(volume);
    SEPAX_TRY(body);
    body->id = nameOf(options.mesh) + " " + infoOf(volume.kind).name;
    bodies.push_back(std::move(*body));
  }
  return bodies;
}

Result<Decomposition> piecesOf(const FitOptions& options, const Target& target) {
  auto made = decompose(target.vertices, target.triangles,
                        {.extra = options.extra,
                         .distance = options.distance,
                         .max_pieces = options.max_pieces,
                         .max_corners = options.max_corners});
  if (!made) return fail(made.error().code, options.mesh, made.error().message);
  return made;
}

std::string decompositionJson(const Decomposition& made) {
  const auto known = [](const std::optional<double>& value) { return value ? jsonNumber(*value) : Json(nullptr); };
  Json out = outputJson({{"solid", known(made.solid)},
                         {"volume", jsonNumber(made.volume)},
                         {"outside", known(made.fit.outside)},
                         {"uncovered", known(made.fit.uncovered)},
                         {"off_mesh", jsonNumber(made.fit.off_mesh)},
                         {"off_pieces", jsonNumber(made.fit.off_pieces)},
                         {"diagonal", jsonNumber(made.fit.diagonal)},
                         {"parts", Json::array()}});
  for (const ConvexPart& part : made.parts) {
    Json points = Json::array();
    for (const Vec3& v : part.hull.vertices) points.push(vectorJson(v, Space::k3d));
    out["parts"].push({{"volume", jsonNumber(part.volume)}, {"vertices", points}});
  }
  return compactJson(out) + "\n";
}

std::string decompositionTable(const Decomposition& made) {
  const PiecesFit& fit = made.fit;
  const auto distance = [&](double metres) {
    return fmt::format("{:.4g} m ({:.2f} % of the diagonal)", metres, 100 * metres / fit.diagonal);
  };
  std::string text = fmt::format("convex pieces    {}\nvolume           {:.6g} m3\n", made.parts.size(), made.volume);
  text += made.solid ? fmt::format("of the mesh      {:.6g} m3\n", *made.solid)
                     : std::string("of the mesh      none, it is open\n");
  if (fit.outside) text += fmt::format("outside the mesh {:.2f} %\n", 100 * *fit.outside);
  if (fit.uncovered) text += fmt::format("uncovered        {:.2f} %\n", 100 * *fit.uncovered);
  text += "pieces off mesh  " + distance(fit.off_mesh) + "\nmesh off pieces  " + distance(fit.off_pieces) + "\n";
  for (const ConvexPart& part : made.parts)
    text += fmt::format("{:>8} corners {:>14.6g} m3\n", part.hull.vertices.size(), part.volume);
  return text;
}

Result<std::string> decompositionText(const FitOptions& options, const Target& target) {
  return piecesOf(options, target).map([&](const Decomposition& made) {
    return options.json ? decompositionJson(made) : decompositionTable(made);
  });
}

Result<std::string> exportText(const FitOptions& options, const Target& target) {
  const auto form = colliderFormNamed(options.form);
  if (!form) return fail(form.error().code, "--export", form.error().message);
  if (!options.decomposes && options.volumes == std::vector<std::string>{"all"}) {
    return fail(ErrorCode::kWrongValue, "--export", "expected --volumes with the kinds to export, or --decompose");
  }
  std::vector<Body> bodies;
  if (options.decomposes) {
    const auto made = piecesOf(options, target);
    SEPAX_TRY(made);
    auto pieces = bodiesOf(*made, nameOf(options.mesh));
    SEPAX_TRY(pieces);
    bodies = std::move(*pieces);
  } else {
    auto fitted = volumeBodies(options, target);
    SEPAX_TRY(fitted);
    bodies = std::move(*fitted);
  }
  return exportColliders(bodies, *form, nameOf(options.mesh));
}

Result<std::string> fitText(const FitOptions& options) {
  const auto target = loadTarget(options.mesh);
  SEPAX_TRY(target);
  if (!options.form.empty()) return exportText(options, *target);
  if (options.decomposes) return decompositionText(options, *target);
  const auto kinds = volumeKindsNamed(options.volumes, target->planar);
  if (!kinds) return fail(kinds.error().code, "--volumes", kinds.error().message);
  auto volumes = fitVolumes(target->vertices, *kinds, target->planar);
  if (!volumes) return fail(volumes.error().code, options.mesh, describe(volumes.error()));
  return options.json ? fitJson(*target, *volumes) : fitTable(*target, *volumes);
}

/// Fits bounding volumes around a mesh and prints them on standard output. Exit status: 0 fine, 2 unusable input
/// (message on standard error, nothing on standard output).
int runFit(const FitOptions& options) {
  const auto text = fitText(options);
  return text ? finishOutput(print(*text)) : complain(text.error());
}

}  // namespace

void addFitCommand(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<FitOptions>();
  CLI::App* const command = app.add_subcommand("fit", "Fit bounding volumes around a mesh and compare them");
  command->add_option("MESH", options->mesh, "A mesh file, BUNDLE:PATH of one inside a bundle or folder, or CASE#BODY")
      ->required();
  std::string names = "all";
  for (const VolumeKindInfo& info : volumeKinds()) names += fmt::format(", {}", info.name);
  command->add_option("--volumes", options->volumes, "Kinds, separated by commas (" + names + ")")
      ->delimiter(',')
      ->capture_default_str();
  command->add_flag("--json", options->json,
                    "Print JSON; a point p is inside where normal . (p - centre) <= offset for each plane");
  command->add_flag("--decompose", options->decomposes, "Take the mesh apart into convex pieces instead");
  command->add_option("--pieces", options->max_pieces, "At most so many pieces")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  command->add_option("--corners", options->max_corners, "At most so many corners a piece")
      ->capture_default_str()
      ->check(CLI::Range(4, 4096));
  command
      ->add_option("--extra", options->extra,
                   "Fewer pieces while they hold no more outside the mesh, as a part of its volume")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 10.0));
  command
      ->add_option("--distance", options->distance,
                   "Fewer pieces while none is farther off the mesh, as a part of its box's diagonal")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--export", options->form,
                      "Print the volumes or pieces as a file or as code, in one of the forms below");
  command->footer([] {
    std::string forms;
    for (const ColliderForm& form : colliderForms()) forms += fmt::format("  {:<9} {}\n", form.name, form.title);
    return "Forms of --export (sepax help apis says how to add one):\n" + forms +
           "\nExit status: 0 fine, 2 unusable input.";
  });
  command->callback([options, &exit_status] { exit_status = runFit(*options); });
}

}  // namespace sepax
