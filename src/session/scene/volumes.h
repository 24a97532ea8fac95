#pragma once

#include "draw/pieces_picture.h"
#include "draw/volume_picture.h"
#include "geom/bounding_volumes.h"
#include "geom/shape.h"
#include "session/bundle/colliders.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// The bounding volumes of the selected body; derived, fitted anew when its shape changes and a panel shows them.
struct FittedBody {
  std::string body;
  Shape shape;  ///< what was fitted, without the scale
  std::optional<Vec3> scale;
  std::vector<FittedVolume> volumes;  ///< every kind that the space has; body space, scale applied
  std::vector<Vec3> corners;          ///< of the hull
  FittedVolume carried, refitted;     ///< the body's axis-aligned box, world space; see comparedBoxes()
  MeshPieces pieces = {};             ///< of a mesh, when the user asked
  std::string error;                  ///< why there are no volumes
  bool fitting = false;               ///< a job works on it; the volumes are the body's last ones, if any
  bool is_stopped = false;  ///< the fit was cancelled; volumes are missing, and without the hull their tightness
};

/// Fits the selected body's volumes when its shape is not the one they were fitted to.
void updateVolumes(Workspace& workspace);
/// The job that fits volumes around the selected body or the previewed mesh, while there is one.
[[nodiscard]] std::optional<JobStatus> fittingJob(const Workspace& workspace, MeshOwner owner);
/// The kind of a fitting job for a body or mesh: quick while its wait goes unnoticed, else announced.
[[nodiscard]] Job fittingJobFor(std::size_t vertices, const std::string& name);
/// Starts a fit again that was cancelled.
void fitAgain(Workspace& workspace, MeshOwner owner);
/// The volumes that the view shows, in the pose of the selected body; colours by the theme.
[[nodiscard]] std::vector<PosedVolume> shownVolumes(const Workspace& workspace);
/// The selected body's mesh in convex pieces, while they are shown.
[[nodiscard]] std::optional<PosedPieces> shownPieces(const Workspace& workspace);
/// The selected body's box carried along by its pose against the one refitted to its vertices, world space; nullopt
/// before the fit.
[[nodiscard]] std::optional<RefitComparison> comparedBoxes(const Workspace& workspace);

}  // namespace sepax
