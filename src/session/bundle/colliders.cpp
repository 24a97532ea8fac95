#include "session/bundle/colliders.h"

#include "collider/collider_export.h"
#include "collider/volume_body.h"
#include "core/language.h"
#include "core/output_file.h"
#include "core/text.h"
#include "geom/capsule_fit.h"
#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sepax {

namespace {

constexpr const char* kSlot = "pieces";

const Body* selectedBody(const Workspace& workspace) {
  return findBody(workspace.history.document(), workspace.view.selected);
}

/// Vertices and triangles by value: the job outlives what it was started on.
struct OwnerSurface {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
};

std::optional<OwnerSurface> surfaceOf(const Workspace& workspace, MeshOwner owner) {
  if (owner == MeshOwner::kEntry) {
    const auto& entry = workspace.preview.entry;
    if (entry == nullptr || entry->mesh == nullptr) return std::nullopt;
    return OwnerSurface{entry->mesh->mesh.vertices, entry->mesh->mesh.triangles};
  }
  const Body* body = selectedBody(workspace);
  if (body == nullptr) return std::nullopt;
  const Shape shape = posedShape(*body).shape;
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  if (mesh == nullptr) return std::nullopt;
  return OwnerSurface{mesh->data->vertices, mesh->data->triangles};
}

std::span<const FittedVolume> volumesOf(const Workspace& workspace, MeshOwner owner) {
  if (owner == MeshOwner::kBody) return workspace.fitted.volumes;
  return workspace.preview.volumes == nullptr ? std::span<const FittedVolume>() : std::span(*workspace.preview.volumes);
}

const FittedVolume* volumeOfKind(std::span<const FittedVolume> volumes, std::string_view name) {
  const auto found =
      std::ranges::find_if(volumes, [&](const FittedVolume& volume) { return name == infoOf(volume.kind).name; });
  return found == volumes.end() ? nullptr : &*found;
}

Result<std::vector<Body>> bodiesNamed(const Workspace& workspace, MeshOwner owner, const std::string& volume,
                                      const std::string& of) {
  if (volume == kPiecesCollider) return bodiesOf(*piecesOf(workspace, owner).made, of);
  const std::span<const FittedVolume> volumes = volumesOf(workspace, owner);
  std::vector<Body> bodies;
  if (volume == kCapsuleCollider) {
    const FittedVolume* const box = volumeOfKind(volumes, infoOf(VolumeKind::kBoxMin).name);
    const FittedVolume* const hull = volumeOfKind(volumes, infoOf(VolumeKind::kHull).name);
    bodies.push_back(
        bodyOf(capsuleAlong(std::get<OrientedBox>(box->shape), std::get<HullVolume>(hull->shape).polytope.vertices)));
  } else {
    auto body = bodyOf(*volumeOfKind(volumes, volume));
    if (!body) return fail(body.error().code, volumeTitle(volume), body.error().message);
    bodies.push_back(std::move(*body));
  }
  bodies.front().id = of + " " + volume;
  return bodies;
}

}  // namespace

std::string ownerName(const Workspace& workspace, MeshOwner owner) {
  if (owner == MeshOwner::kBody) return workspace.view.selected;
  if (workspace.bundle == nullptr || workspace.preview.index >= workspace.bundle->entries().size()) return {};
  return stemOf(workspace.bundle->entries()[workspace.preview.index].path);
}

bool canDecompose(const Workspace& workspace, MeshOwner owner) {
  if (owner == MeshOwner::kEntry) return workspace.preview.entry != nullptr && workspace.preview.entry->mesh != nullptr;
  const Body* body = selectedBody(workspace);
  return body != nullptr && std::holds_alternative<Mesh>(body->shape) && workspace.fitted.body == body->id;
}

DecomposeOptions decomposeOptions(const ColliderView& view) {
  DecomposeOptions options;
  options.extra = view.extra_percent / 100.0;
  options.max_pieces = static_cast<std::size_t>(std::max(view.max_pieces, 1));
  return options;
}

void startDecomposing(Workspace& workspace, MeshOwner owner) {
  auto surface = surfaceOf(workspace, owner);
  if (!surface || !canDecompose(workspace, owner)) return;
  DecomposeOptions options = decomposeOptions(workspace.view.colliders);
  const auto into = std::make_shared<MeshPieces>();
  const Delivery put = [owner, entry = workspace.preview.entry,
                        body = owner == MeshOwner::kBody ? *selectedBody(workspace) : Body{},
                        into](Workspace& w) -> Result<void> {
    const bool is_there = owner == MeshOwner::kEntry ? w.preview.entry == entry
                                                     : w.fitted.body == body.id && w.fitted.shape == body.shape &&
                                                           w.fitted.scale == body.scale;
    if (is_there) (owner == MeshOwner::kEntry ? w.preview.pieces : w.fitted.pieces) = *into;
    return {};
  };
  workspace.jobs->start(
      {.label = trf("Taking {} apart", toValidUtf8(ownerName(workspace, owner))),
       .slot = kSlot,
       .work = [surface = std::move(*surface), options, into, put](JobControl& control) mutable -> Result<Delivery> {
         options.progress = control.shareSink();
         auto made = decompose(surface.vertices, surface.triangles, options);
         if (made) {
           into->made = std::make_shared<const Decomposition>(std::move(*made));
         } else {
           into->error = made.error().message;
         }
         return put;
       }});
}

std::optional<JobStatus> decomposingJob(const Workspace& workspace) { return workspace.jobs->newestOf(kSlot); }

const MeshPieces& piecesOf(const Workspace& workspace, MeshOwner owner) {
  return owner == MeshOwner::kEntry ? workspace.preview.pieces : workspace.fitted.pieces;
}

std::vector<std::string> exportableVolumes(const Workspace& workspace, MeshOwner owner) {
  std::vector<std::string> names;
  for (const FittedVolume& volume : volumesOf(workspace, owner)) {
    if (volume.planar) continue;
    const bool needs_volume = volume.kind != VolumeKind::kSphere && volume.kind != VolumeKind::kAabb &&
                              volume.kind != VolumeKind::kBoxPca && volume.kind != VolumeKind::kBoxMin;
    if (needs_volume && !volume.tightness) continue;  // a flat mesh has no hull that is a solid
    names.emplace_back(infoOf(volume.kind).name);
  }
  const auto is_fitted = [&](VolumeKind kind) { return std::ranges::find(names, infoOf(kind).name) != names.end(); };
  // A cancelled fit lacks some; a capsule is fitted along the smallest box around the hull's corners.
  if (is_fitted(VolumeKind::kBoxMin) &&
      volumeOfKind(volumesOf(workspace, owner), infoOf(VolumeKind::kHull).name) != nullptr)
    names.insert(names.begin() + 1, kCapsuleCollider);
  if (piecesOf(workspace, owner).made != nullptr) names.emplace_back(kPiecesCollider);
  return names;
}

std::string volumeTitle(const std::string& name) {
  if (name == kPiecesCollider) return tr("convex pieces");
  const auto kind = std::ranges::find(volumeKinds(), name, &VolumeKindInfo::name);
  return kind == volumeKinds().end() ? tr(name.c_str()) : volumeLabel(kind->kind);
}

void openColliderExport(Workspace& workspace, MeshOwner owner) {
  ColliderView& view = workspace.view.colliders;
  const std::vector<std::string> known = exportableVolumes(workspace, owner);
  const auto is_known = [&](const std::string& name) { return std::ranges::find(known, name) != known.end(); };
  view.exported.clear();
  if (is_known(kPiecesCollider)) view.exported.emplace_back(kPiecesCollider);
  if (owner == MeshOwner::kBody && view.exported.empty()) {
    for (const VolumeKind kind : workspace.view.volumes) {
      if (is_known(infoOf(kind).name)) view.exported.emplace_back(infoOf(kind).name);
    }
  }
  if (view.exported.empty() && !known.empty()) view.exported.push_back(known.back());
  view.exported_of = owner;
  view.export_open = true;
}

Result<std::string> colliderText(const Workspace& workspace) {
  const ColliderView& view = workspace.view.colliders;
  const auto form = colliderFormNamed(view.form);
  SEPAX_TRY(form);
  const std::vector<std::string> known = exportableVolumes(workspace, view.exported_of);
  const std::string name = ownerName(workspace, view.exported_of);
  std::vector<Body> bodies;
  for (const std::string& volume : view.exported) {
    if (std::ranges::find(known, volume) == known.end()) continue;
    auto made = bodiesNamed(workspace, view.exported_of, volume, name);
    SEPAX_TRY(made);
    std::ranges::move(*made, std::back_inserter(bodies));
  }
  if (bodies.empty()) return fail(ErrorCode::kNotFound, "", tr("choose at least one volume"));
  return exportColliders(bodies, **form, name);
}

void exportChosenColliders(Workspace& workspace, const std::string& path) {
  auto text = colliderText(workspace);
  if (!text) return notify(workspace, LogLevel::kError, describe(text.error()));
  if (path.empty()) {
    workspace.to_clipboard = std::move(*text);
    return announce(workspace,
                    trf("the colliders of {} are copied", ownerName(workspace, workspace.view.colliders.exported_of)));
  }
  auto file = OutputFile::create(path);
  Result<void> done = file ? file->append(std::as_bytes(std::span(*text))) : Result<void>(tl::unexpected(file.error()));
  if (done) done = file->commit();
  if (!done) return notify(workspace, LogLevel::kError, describe(done.error()));
  announce(workspace, trf("wrote {}", toValidUtf8(path)));
}

Result<Shape> piecesAsShape(const Workspace& workspace) {
  const MeshPieces& pieces = workspace.fitted.pieces;
  if (pieces.made == nullptr) return fail(ErrorCode::kNotFound, "", tr("the mesh was not taken apart"));
  return compoundOf(*pieces.made);
}

void startLinting(Workspace& workspace) {
  const std::shared_ptr<const Tree> tree = workspace.bundle;
  if (tree == nullptr) return;
  workspace.jobs->start({.label = trf("Evaluating the meshes of {}", tree->name()),
                         .work = [tree](JobControl& control) -> Result<Delivery> {
                           auto rows =
                               std::make_shared<const std::vector<MeshLint>>(lintTree(*tree, control.byteSink()));
                           return [tree, rows](Workspace& w) -> Result<void> {
                             if (w.bundle != tree) return {};
                             w.lint = {tree, rows};
                             return {};
                           };
                         }});
}

}  // namespace sepax
