#pragma once

#include "core/error.h"
#include "draw/volume_picture.h"
#include "session/bundle/bundle_state.h"
#include "session/host/host.h"
#include "session/host/view_state.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

inline constexpr const char* kPiecesCollider = "pieces";

/// How many meshes of the shown bundle have errors or warnings as colliders; none before they are examined.
[[nodiscard]] std::size_t badMeshes(const BundleState& state);

/// The name of that owner's collider; empty when there is no mesh or body.
[[nodiscard]] std::string ownerName(const BundleState& state, const Host& host, MeshOwner owner);
/// True when the owner is a mesh, which can be taken apart.
[[nodiscard]] bool canDecompose(const BundleState& state, const Host& host, MeshOwner owner);
[[nodiscard]] DecomposeOptions decomposeOptions(const ColliderView& view);
/// The job that does so, while there is one.
[[nodiscard]] std::optional<JobStatus> decomposingJob(const Host& host);
[[nodiscard]] const MeshPieces& piecesOf(const BundleState& state, MeshOwner owner);

/// The colliders that there are of an owner: fitted volumes by the names of their kinds, "pieces" when there are
/// some.
[[nodiscard]] std::vector<std::string> exportableVolumes(const BundleState& state, MeshOwner owner);
/// As a window shows it, translated.
[[nodiscard]] std::string volumeTitle(const std::string& name);
/// The chosen colliders (ColliderView) in the chosen form, in the coordinates of the mesh.
[[nodiscard]] Result<std::string> colliderText(const BundleState& state, const Host& host);

/// The selected body's pieces as one shape for it.
[[nodiscard]] Result<Shape> piecesAsShape(const BundleState& state);

// The bounding volumes of the selected body as derived state.

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
