// The bounding volumes of the selected body as derived state of the workspace.

#include "session/scene/volumes.h"

#include "core/text.h"
#include "session/bundle/preview.h"
#include "session/text.h"
#include "session/workspace.h"

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
void updateBoxes(Workspace& workspace) {
  const auto boxes = comparedBoxes(workspace);
  if (!boxes) return;
  FittedBody& fitted = workspace.fitted;
  fitted.carried.planar = fitted.refitted.planar = isPlanar(fitted.shape);
  fitted.carried.shape = boxes->transformed;
  fitted.refitted.shape = boxes->refitted;
}

/// Fits at once, or by a job that keeps what it has until it is cancelled.
void startFit(Workspace& workspace, const Body& body) {
  FittedBody& fitted = workspace.fitted;
  FittedBody wanted = wantedFit(body);
  const Shape shape = posedShape(body).shape;
  auto vertices = verticesOf(shape);
  const bool planar = isPlanar(shape);
  if (!vertices || vertices->size() <= kFittedAtOnce) {
    if (const auto job = fittingJob(workspace, MeshOwner::kBody)) workspace.jobs->cancel(job->id);  // of another body
    if (!vertices) wanted.error = vertices.error().message;
    fitted = vertices ? fitBody(std::move(wanted), *vertices, planar, {}) : std::move(wanted);
    return;
  }
  Job job = fittingJobFor(vertices->size(), body.id);
  job.slot = kVolumesSlot;
  job.work = [body, wanted, points = std::move(*vertices), planar](JobControl& control) -> Result<Delivery> {
    return [body, done = fitBody(wanted, points, planar, control.shareSink())](Workspace& to) -> Result<void> {
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
  workspace.jobs->start(std::move(job));
}

}  // namespace

void updateVolumes(Workspace& workspace) {
  const Body* body = findBody(workspace.history.document(), workspace.view.selected);
  if (body != nullptr && !isOf(workspace.fitted, *body)) startFit(workspace, *body);
  updateBoxes(workspace);
}

Job fittingJobFor(std::size_t vertices, const std::string& name) {
  constexpr std::size_t kFittedQuickly = 20000;  // half a second
  return {.label = trf("Fitting volumes around {}", toValidUtf8(name)),
          .quick = vertices <= kFittedQuickly,
          .is_kept = true};
}

std::optional<JobStatus> fittingJob(const Workspace& workspace, MeshOwner owner) {
  return workspace.jobs->newestOf(owner == MeshOwner::kBody ? kVolumesSlot : kPreviewFitSlot);
}

void fitAgain(Workspace& workspace, MeshOwner owner) {
  if (owner == MeshOwner::kEntry) return fitPreviewed(workspace);
  const Body* body = findBody(workspace.history.document(), workspace.view.selected);
  if (body != nullptr && workspace.fitted.is_stopped) startFit(workspace, *body);
}

std::optional<RefitComparison> comparedBoxes(const Workspace& workspace) {
  const Body* body = findBody(workspace.history.document(), workspace.view.selected);
  if (body == nullptr || body->id != workspace.fitted.body || workspace.fitted.corners.empty()) return std::nullopt;
  return compareRefit(workspace.fitted.corners, affineOf(posedShape(*body).pose));
}

std::vector<PosedVolume> shownVolumes(const Workspace& workspace) {
  std::vector<PosedVolume> out;
  const ViewState& view = workspace.view;
  const Body* body = findBody(workspace.history.document(), view.selected);
  if (body == nullptr || body->id != workspace.fitted.body) return out;
  const Pose pose = posedShape(*body).pose;
  for (const FittedVolume& volume : workspace.fitted.volumes) {
    if (std::ranges::find(view.volumes, volume.kind) == view.volumes.end()) continue;
    out.push_back({&volume, pose, volumeColour(volume.kind, view.theme)});
  }
  const Palette& palette = paletteOf(view.theme);
  if (workspace.fitted.corners.empty()) return out;
  if (view.carried_box) out.push_back({&workspace.fitted.carried, Pose{}, palette.overlapping});
  if (view.refitted_box) out.push_back({&workspace.fitted.refitted, Pose{}, palette.separated});
  return out;
}

std::optional<PosedPieces> shownPieces(const Workspace& workspace) {
  constexpr double kPiecesFill = 0.55;
  const ViewState& view = workspace.view;
  const Body* body = findBody(workspace.history.document(), view.selected);
  const MeshPieces& pieces = workspace.fitted.pieces;
  if (body == nullptr || pieces.made == nullptr || !view.colliders.pieces_shown || !isOf(workspace.fitted, *body))
    return std::nullopt;
  return PosedPieces{pieces.made->parts, posedShape(*body).pose, view.colliders.apart, kPiecesFill, view.theme};
}

}  // namespace sepax
