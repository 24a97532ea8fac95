// The bounding volumes of the selected body as derived state.

#include "session/bundle/volumes.h"

#include "core/text.h"
#include "session/bundle/bundle_requests.h"
#include "session/bundle/bundle_state.h"
#include "session/bundle/colliders.h"
#include "session/host/text.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace sepax {

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
