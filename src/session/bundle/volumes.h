#pragma once

#include "draw/pieces_picture.h"
#include "draw/volume_picture.h"
#include "geom/bounding_volumes.h"
#include "geom/shape.h"
#include "session/bundle/bundle_state.h"
#include "session/bundle/colliders.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Host;

/// Fits the selected body's volumes when its shape is not the one they were fitted to.
void updateVolumes(BundleState& state, Host& host);
/// The job that fits volumes around the selected body or the previewed mesh, while there is one.
[[nodiscard]] std::optional<JobStatus> fittingJob(const Host& host, MeshOwner owner);
/// The kind of a fitting job for a body or mesh: quick while its wait goes unnoticed, else announced.
[[nodiscard]] Job fittingJobFor(std::size_t vertices, const std::string& name);
/// The volumes that the view shows, in the pose of the selected body; colours by the theme.
[[nodiscard]] std::vector<PosedVolume> shownVolumes(const BundleState& state, const Host& host);
/// The selected body's mesh in convex pieces, while they are shown.
[[nodiscard]] std::optional<PosedPieces> shownPieces(const BundleState& state, const Host& host);
/// The selected body's box carried along by its pose against the one refitted to its vertices, world space; nullopt
/// before the fit.
[[nodiscard]] std::optional<RefitComparison> comparedBoxes(const BundleState& state, const Host& host);

/// The job that fits a previewed mesh's volumes; it comes after the mesh, since it takes longer.
inline constexpr const char* kPreviewFitSlot = "preview volumes";
void fitPreviewed(BundleState& state, Host& host);

}  // namespace sepax
