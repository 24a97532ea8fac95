#include "session/bundle/colliders.h"

#include "collider/collider_export.h"
#include "core/language.h"
#include "core/output_file.h"
#include "core/text.h"
#include "session/host/opened_case.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <variant>

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

std::size_t badMeshes(const BundleState& state) {
  if (state.lint.rows == nullptr || state.lint.tree != state.bundle) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(*state.lint.rows, [](const MeshLint& mesh) {
    return mesh.count(Severity::kError) + mesh.count(Severity::kWarning) > 0;
  }));
}

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
  OpenOptions options = state.bundle_files.options;
  options.depth = static_cast<int>(state.bundle_files.around.size());
  host.jobs->start(
      trf("Evaluating the meshes of {}", tree->name()), [tree, options](JobControl& control) -> Result<Delivery> {
        auto rows = std::make_shared<const std::vector<MeshLint>>(lintTree(*tree, control.byteSink(), options));
        return [tree, rows](BundleState& to, Scene&) -> Result<void> {
          if (to.bundle != tree) return {};
          to.lint = {tree, rows};
          return {};
        };
      });
}

namespace {

/// Fitting this many vertices takes no more than a frame; more are fitted by a job.
constexpr std::size_t kFittedAtOnce = 500;
constexpr const char* kVolumesSlot = "volumes";

FittedBody fitBody(FittedBody out, const std::vector<Vec3>& vertices, bool planar, const ShareSink& progress) {
  std::vector<VolumeKind> kinds;
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (!planar || info.planar_name != nullptr) kinds.push_back(info.kind);
  }
  auto volumes = fitVolumes(vertices, kinds, planar, progress);
  if (!volumes) {
    out.error = describe(volumes.error());
    return out;
  }
  out.is_stopped = volumes->size() < kinds.size();
  out.volumes = std::move(*volumes);
  const auto* const hull = out.volumes.empty() ? nullptr : std::get_if<HullVolume>(&out.volumes.back().shape);
  out.corners = hull != nullptr ? hull->polytope.vertices : std::vector<Vec3>();
  return out;
}

/// The facts that are known before the fit.
FittedBody wantedFit(const Body& body) {
  FittedBody wanted;
  wanted.body = body.id;
  wanted.shape = body.shape;
  wanted.scale = body.scale;
  return wanted;
}

bool isOf(const FittedBody& fitted, const Body& body) {
  return fitted.body == body.id && fitted.scale == body.scale && fitted.shape == body.shape;
}

Affine affineOf(const Pose& pose) { return {pose.rotation, pose.position}; }

/// The boxes follow the pose, which changes without a new fit.
void updateBoxes(BundleState& state, Host& host) {
  const auto boxes = comparedBoxes(state, host);
  if (!boxes) return;
  FittedBody& fitted = state.fitted;
  fitted.carried.planar = fitted.refitted.planar = isPlanar(fitted.shape);
  fitted.carried.shape = boxes->transformed;
  fitted.refitted.shape = boxes->refitted;
}

/// Fits at once, or by a job that keeps what it has until it is cancelled.
void startFit(BundleState& state, Host& host, const Body& body) {
  FittedBody& fitted = state.fitted;
  FittedBody wanted = wantedFit(body);
  const Shape shape = posedShape(body).shape;
  auto vertices = verticesOf(shape);
  const bool planar = isPlanar(shape);
  if (!vertices || vertices->size() <= kFittedAtOnce) {
    if (const auto job = fittingJob(host, MeshOwner::kBody)) host.jobs->cancel(job->id);  // of another body
    if (!vertices) wanted.error = vertices.error().message;
    fitted = vertices ? fitBody(std::move(wanted), *vertices, planar, {}) : std::move(wanted);
    return;
  }
  Job job = fittingJobFor(vertices->size(), body.id);
  job.slot = kVolumesSlot;
  job.work = [body, wanted, points = std::move(*vertices), planar](JobControl& control) -> Result<Delivery> {
    return
        [body, done = fitBody(wanted, points, planar, control.shareSink())](BundleState& to, Scene&) -> Result<void> {
          if (!to.fitted.fitting || !isOf(to.fitted, body)) return {};
          MeshPieces pieces = std::move(to.fitted.pieces);  // the mesh may have been taken apart meanwhile
          to.fitted = done;
          to.fitted.pieces = std::move(pieces);
          return {};
        };
  };
  if (isOf(fitted, body)) wanted.pieces = std::move(fitted.pieces);
  if (fitted.body == body.id) {
    wanted.volumes = std::move(fitted.volumes);
    wanted.corners = std::move(fitted.corners);
  }
  fitted = std::move(wanted);
  fitted.fitting = true;
  host.jobs->start(std::move(job));
}

}  // namespace

void updateVolumes(BundleState& state, Host& host) {
  const Body* body = findBody(host.history.document(), host.view.selected);
  if (body != nullptr && !isOf(state.fitted, *body)) startFit(state, host, *body);
  updateBoxes(state, host);
}

Job fittingJobFor(std::size_t vertices, const std::string& name) {
  constexpr std::size_t kFittedQuickly = 20000;  // half a second
  return {.label = trf("Fitting volumes around {}", toValidUtf8(name)),
          .quick = vertices <= kFittedQuickly,
          .is_kept = true};
}

std::optional<JobStatus> fittingJob(const Host& host, MeshOwner owner) {
  return host.jobs->newestOf(owner == MeshOwner::kBody ? kVolumesSlot : kPreviewFitSlot);
}

void execute(BundleState& state, Host& host, const FitVolumes& request) {
  if (request.owner == MeshOwner::kEntry) return fitPreviewed(state, host);
  const Body* body = findBody(host.history.document(), host.view.selected);
  if (body != nullptr && state.fitted.is_stopped) startFit(state, host, *body);
}

std::optional<RefitComparison> comparedBoxes(const BundleState& state, const Host& host) {
  const Body* body = findBody(host.history.document(), host.view.selected);
  if (body == nullptr || body->id != state.fitted.body || state.fitted.corners.empty()) return std::nullopt;
  return compareRefit(state.fitted.corners, affineOf(posedShape(*body).pose));
}

std::vector<PosedVolume> shownVolumes(const BundleState& state, const Host& host) {
  std::vector<PosedVolume> out;
  const ViewState& view = host.view;
  const Body* body = findBody(host.history.document(), view.selected);
  if (body == nullptr || body->id != state.fitted.body) return out;
  const Pose pose = posedShape(*body).pose;
  for (const FittedVolume& volume : state.fitted.volumes) {
    if (std::ranges::find(view.volumes, volume.kind) == view.volumes.end()) continue;
    out.push_back({&volume, pose, volumeColour(volume.kind, view.theme)});
  }
  const Palette& palette = paletteOf(view.theme);
  if (state.fitted.corners.empty()) return out;
  if (view.carried_box) out.push_back({&state.fitted.carried, Pose{}, palette.overlapping});
  if (view.refitted_box) out.push_back({&state.fitted.refitted, Pose{}, palette.separated});
  return out;
}

std::optional<PosedPieces> shownPieces(const BundleState& state, const Host& host) {
  constexpr double kPiecesFill = 0.55;
  const ViewState& view = host.view;
  const Body* body = findBody(host.history.document(), view.selected);
  const MeshPieces& pieces = state.fitted.pieces;
  if (body == nullptr || pieces.made == nullptr || !view.colliders.pieces_shown || !isOf(state.fitted, *body))
    return std::nullopt;
  return PosedPieces{pieces.made->parts, posedShape(*body).pose, view.colliders.apart, kPiecesFill, view.theme};
}

void fitPreviewed(BundleState& state, Host& host) {
  PreviewState& preview = state.preview;
  const auto entry = preview.entry;
  if (entry == nullptr || entry->mesh == nullptr) return;
  preview.is_fit_stopped = false;
  Job job = fittingJobFor(entry->mesh->mesh.vertices.size(), ownerName(state, host, MeshOwner::kEntry));
  job.slot = kPreviewFitSlot;
  job.work = [entry](JobControl& control) -> Result<Delivery> {
    std::vector<VolumeKind> kinds;
    for (const VolumeKindInfo& info : volumeKinds()) kinds.push_back(info.kind);
    auto fitted = fitVolumes(entry->mesh->mesh.vertices, kinds, false, control.shareSink());
    return [entry, fitted = std::move(fitted), wanted = kinds.size()](BundleState& to, Scene&) -> Result<void> {
      if (to.preview.entry != entry) return {};
      if (fitted) {
        to.preview.volumes = std::make_shared<const FittedVolumes>(*fitted);
        to.preview.is_fit_stopped = fitted->size() < wanted;
      } else {
        to.preview.volumes_error = describe(fitted.error());
      }
      return {};
    };
  };
  host.jobs->start(std::move(job));
}

}  // namespace sepax
