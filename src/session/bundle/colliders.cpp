#include "session/bundle/colliders.h"

#include "collider/collider_export.h"
#include "collider/volume_body.h"
#include "core/language.h"
#include "core/output_file.h"
#include "core/text.h"
#include "session/bundle/bundle_requests.h"
#include "session/bundle/bundle_state.h"
#include "session/host/messages.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/scene/scene.h"

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

const Body* selectedBody(const Host& host) { return findBody(host.history.document(), host.view.selected); }

/// Vertices and triangles by value: the job outlives what it was started on.
struct OwnerSurface {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
};

std::optional<OwnerSurface> surfaceOf(const BundleState& state, const Host& host, MeshOwner owner) {
  if (owner == MeshOwner::kEntry) {
    const auto& entry = state.preview.entry;
    if (entry == nullptr || entry->mesh == nullptr) return std::nullopt;
    return OwnerSurface{entry->mesh->mesh.vertices, entry->mesh->mesh.triangles};
  }
  const Body* body = selectedBody(host);
  if (body == nullptr) return std::nullopt;
  const Shape shape = posedShape(*body).shape;
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  if (mesh == nullptr) return std::nullopt;
  return OwnerSurface{mesh->data->vertices, mesh->data->triangles};
}

std::span<const FittedVolume> volumesOf(const BundleState& state, MeshOwner owner) {
  if (owner == MeshOwner::kBody) return state.fitted.volumes;
  return state.preview.volumes == nullptr ? std::span<const FittedVolume>() : std::span(*state.preview.volumes);
}

Result<std::vector<Body>> bodiesNamed(const BundleState& state, MeshOwner owner, const std::string& volume,
                                      const std::string& of) {
  if (volume == kPiecesCollider) return bodiesOf(*piecesOf(state, owner).made, of);
  const std::span<const FittedVolume> volumes = volumesOf(state, owner);
  auto body =
      bodyOf(*std::ranges::find(volumes, volume, [](const FittedVolume& one) { return infoOf(one.kind).name; }));
  if (!body) return fail(body.error().code, volumeTitle(volume), body.error().message);
  body->id = of + " " + volume;
  return std::vector{std::move(*body)};
}

}  // namespace

std::string ownerName(const BundleState& state, const Host& host, MeshOwner owner) {
  if (owner == MeshOwner::kBody) return host.view.selected;
  if (state.bundle == nullptr || state.preview.index >= state.bundle->entries().size()) return {};
  return stemOf(state.bundle->entries()[state.preview.index].path);
}

bool canDecompose(const BundleState& state, const Host& host, MeshOwner owner) {
  if (owner == MeshOwner::kEntry) return state.preview.entry != nullptr && state.preview.entry->mesh != nullptr;
  const Body* body = selectedBody(host);
  return body != nullptr && std::holds_alternative<Mesh>(body->shape) && state.fitted.body == body->id;
}

DecomposeOptions decomposeOptions(const ColliderView& view) {
  DecomposeOptions options;
  options.extra = view.extra_percent / 100.0;
  options.max_pieces = static_cast<std::size_t>(std::max(view.max_pieces, 1));
  return options;
}

void execute(BundleState& state, Host& host, const DecomposeMesh& request) {
  const MeshOwner owner = request.owner;
  auto surface = surfaceOf(state, host, owner);
  if (!surface || !canDecompose(state, host, owner)) return;
  DecomposeOptions options = decomposeOptions(host.view.colliders);
  const auto into = std::make_shared<MeshPieces>();
  const Delivery put = [owner, entry = state.preview.entry,
                        body = owner == MeshOwner::kBody ? *selectedBody(host) : Body{},
                        into](BundleState& to, Scene&) -> Result<void> {
    const bool is_there = owner == MeshOwner::kEntry ? to.preview.entry == entry
                                                     : to.fitted.body == body.id && to.fitted.shape == body.shape &&
                                                           to.fitted.scale == body.scale;
    if (is_there) (owner == MeshOwner::kEntry ? to.preview.pieces : to.fitted.pieces) = *into;
    return {};
  };
  host.jobs->start(
      {.label = trf("Taking {} apart", toValidUtf8(ownerName(state, host, owner))),
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

std::optional<JobStatus> decomposingJob(const Host& host) { return host.jobs->newestOf(kSlot); }

const MeshPieces& piecesOf(const BundleState& state, MeshOwner owner) {
  return owner == MeshOwner::kEntry ? state.preview.pieces : state.fitted.pieces;
}

std::vector<std::string> exportableVolumes(const BundleState& state, MeshOwner owner) {
  std::vector<std::string> names;
  for (const FittedVolume& volume : volumesOf(state, owner)) {
    if (volume.planar) continue;
    const bool needs_volume = volume.kind != VolumeKind::kSphere && volume.kind != VolumeKind::kCapsule &&
                              volume.kind != VolumeKind::kAabb && volume.kind != VolumeKind::kBoxPca &&
                              volume.kind != VolumeKind::kBoxMin;
    if (needs_volume && !volume.tightness) continue;  // a flat mesh has no hull that is a solid
    names.emplace_back(infoOf(volume.kind).name);
  }
  if (piecesOf(state, owner).made != nullptr) names.emplace_back(kPiecesCollider);
  return names;
}

std::string volumeTitle(const std::string& name) {
  if (name == kPiecesCollider) return tr("convex pieces");
  const auto kind = std::ranges::find(volumeKinds(), name, &VolumeKindInfo::name);
  return kind == volumeKinds().end() ? tr(name.c_str()) : volumeLabel(kind->kind);
}

void execute(BundleState& state, Host& host, const OpenColliderExport& request) {
  ColliderView& view = host.view.colliders;
  const std::vector<std::string> known = exportableVolumes(state, request.owner);
  const auto is_known = [&](const std::string& name) { return std::ranges::find(known, name) != known.end(); };
  view.exported.clear();
  if (is_known(kPiecesCollider)) view.exported.emplace_back(kPiecesCollider);
  if (request.owner == MeshOwner::kBody && view.exported.empty()) {
    for (const VolumeKind kind : host.view.volumes) {
      if (is_known(infoOf(kind).name)) view.exported.emplace_back(infoOf(kind).name);
    }
  }
  if (view.exported.empty() && !known.empty()) view.exported.push_back(known.back());
  view.exported_of = request.owner;
  view.export_open = true;
}

Result<std::string> colliderText(const BundleState& state, const Host& host) {
  const ColliderView& view = host.view.colliders;
  const auto form = colliderFormNamed(view.form);
  SEPAX_TRY(form);
  const std::vector<std::string> known = exportableVolumes(state, view.exported_of);
  const std::string name = ownerName(state, host, view.exported_of);
  std::vector<Body> bodies;
  for (const std::string& volume : view.exported) {
    if (std::ranges::find(known, volume) == known.end()) continue;
    auto made = bodiesNamed(state, view.exported_of, volume, name);
    SEPAX_TRY(made);
    std::ranges::move(*made, std::back_inserter(bodies));
  }
  if (bodies.empty()) return fail(ErrorCode::kNotFound, "", tr("choose at least one volume"));
  return exportColliders(bodies, *form, name);
}

void execute(BundleState& state, Host& host, const ExportColliders& request) {
  auto text = colliderText(state, host);
  if (!text) return notify(host, LogLevel::kError, describe(text.error()));
  if (request.path.empty()) {
    host.to_clipboard = std::move(*text);
    return announce(host,
                    trf("the colliders of {} are copied", ownerName(state, host, host.view.colliders.exported_of)));
  }
  auto file = OutputFile::create(request.path);
  Result<void> done = file ? file->append(std::as_bytes(std::span(*text))) : Result<void>(tl::unexpected(file.error()));
  if (done) done = file->commit();
  if (!done) return notify(host, LogLevel::kError, describe(done.error()));
  announce(host, trf("wrote {}", toValidUtf8(request.path)));
}

Result<Shape> piecesAsShape(const BundleState& state) {
  const MeshPieces& pieces = state.fitted.pieces;
  if (pieces.made == nullptr) return fail(ErrorCode::kNotFound, "", tr("the mesh was not taken apart"));
  return compoundOf(*pieces.made);
}

void execute(BundleState& state, Host& host, const LintBundle&) {
  const std::shared_ptr<const Tree> tree = state.bundle;
  if (tree == nullptr) return;
  host.jobs->start({.label = trf("Evaluating the meshes of {}", tree->name()),
                    .work = [tree](JobControl& control) -> Result<Delivery> {
                      auto rows = std::make_shared<const std::vector<MeshLint>>(lintTree(*tree, control.byteSink()));
                      return [tree, rows](BundleState& to, Scene&) -> Result<void> {
                        if (to.bundle != tree) return {};
                        to.lint = {tree, rows};
                        return {};
                      };
                    }});
}

}  // namespace sepax
