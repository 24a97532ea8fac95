// The bounding volumes of the selected body as derived state of the workspace.

#include "session/volumes.h"

#include "session/workspace.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace sepax {

namespace {

/// Fitting this many vertices takes no more than a frame; more are fitted by a job.
constexpr std::size_t kFittedAtOnce = 500;

FittedBody fitBody(FittedBody out, const std::vector<Vec3>& vertices, bool planar) {
  std::vector<VolumeKind> kinds;
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (!planar || info.planar_name != nullptr) kinds.push_back(info.kind);
  }
  auto volumes = fitVolumes(vertices, kinds, planar);
  if (!volumes) {
    out.error = describe(volumes.error());
    return out;
  }
  out.volumes = std::move(*volumes);
  out.corners = std::get<HullVolume>(out.volumes.back().shape).polytope.vertices;
  return out;
}

/// What is known before the fit.
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

void fitSelected(Workspace& workspace) {
  FittedBody& fitted = workspace.fitted;
  const Body* body = findBody(workspace.history.document(), workspace.view.selected);
  if (body == nullptr || isOf(fitted, *body)) return;
  FittedBody wanted = wantedFit(*body);
  const Shape shape = posedShape(*body).shape;
  auto vertices = verticesOf(shape);
  if (!vertices) {
    wanted.error = vertices.error().message;
    fitted = std::move(wanted);
    return;
  }
  const bool planar = isPlanar(shape);
  if (vertices->size() <= kFittedAtOnce) {
    fitted = fitBody(std::move(wanted), *vertices, planar);
    return;
  }
  const auto work = [wanted, points = std::move(*vertices), planar](JobControl&) -> Result<Delivery> {
    return [done = fitBody(wanted, points, planar)](Workspace& to) -> Result<void> {
      MeshPieces pieces = std::move(to.fitted.pieces);  // the mesh may have been taken apart meanwhile
      to.fitted = done;
      to.fitted.pieces = std::move(pieces);
      return {};
    };
  };
  if (fitted.body == body->id) {
    wanted.volumes = std::move(fitted.volumes);
    wanted.corners = std::move(fitted.corners);
  }
  fitted = std::move(wanted);
  fitted.fitting = true;
  workspace.jobs->start({.quick = true, .slot = "volumes", .work = work});
}

}  // namespace

void updateVolumes(Workspace& workspace) {
  fitSelected(workspace);
  updateBoxes(workspace);
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
  if (body == nullptr || pieces.made == nullptr || !view.colliders.pieces_shown || !isOf(workspace.fitted, *body)) return std::nullopt;
  return PosedPieces{pieces.made->parts, posedShape(*body).pose, view.colliders.apart, kPiecesFill, view.theme};
}

}  // namespace sepax
