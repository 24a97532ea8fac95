#pragma once

#include "bundle/tree.h"
#include "collider/lint.h"
#include "core/error.h"
#include "document/document.h"
#include "geom/decompose.h"
#include "session/bundle/bundle_state.h"
#include "session/host/jobs.h"
#include "session/host/view_state.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Host;

inline constexpr const char* kPiecesCollider = "pieces";

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

}  // namespace sepax
