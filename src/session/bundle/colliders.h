#pragma once

#include "bundle/tree.h"
#include "collider/lint.h"
#include "core/error.h"
#include "document/document.h"
#include "geom/decompose.h"
#include "session/jobs.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// Whose colliders are made: the selected body, or the mesh that the Preview panel shows.
enum class MeshOwner { kBody, kEntry };

/// A mesh taken apart into convex pieces, in its own coordinates; of a body those of its body space, scaled.
struct MeshPieces {
  std::shared_ptr<const Decomposition> made;  ///< null: not asked for, or it failed
  std::string error;
};

/// How meshes are taken apart, how the pieces are looked at, and what is exported.
struct ColliderView {
  int extra_percent = 5;  ///< of the mesh's volume that the pieces may hold more
  int max_pieces = 32;
  bool pieces_shown = true;
  float apart = 0;  ///< of the shown pieces, as a part of their distance from the middle
  MeshOwner exported_of = MeshOwner::kBody;
  std::vector<std::string> exported;  ///< of exportableVolumes()
  std::string form = "obj";           ///< of colliderForms()
  bool export_open = false;           ///< the dialog in which they are chosen
};

inline constexpr const char* kCapsuleCollider = "capsule";
inline constexpr const char* kPiecesCollider = "pieces";

/// The name of that owner's collider; empty when there is no mesh or body.
[[nodiscard]] std::string ownerName(const Workspace& workspace, MeshOwner owner);
/// True when the owner is a mesh, which can be taken apart.
[[nodiscard]] bool canDecompose(const Workspace& workspace, MeshOwner owner);
[[nodiscard]] DecomposeOptions decomposeOptions(const ColliderView& view);
/// Takes the mesh apart in the background; what was made before stays until then.
void startDecomposing(Workspace& workspace, MeshOwner owner);
/// The job that does so, while there is one.
[[nodiscard]] std::optional<JobStatus> decomposingJob(const Workspace& workspace);
[[nodiscard]] const MeshPieces& piecesOf(const Workspace& workspace, MeshOwner owner);

/// The colliders that there are of an owner: fitted volumes by the names of their kinds, "capsule", "pieces" when there
/// are some.
[[nodiscard]] std::vector<std::string> exportableVolumes(const Workspace& workspace, MeshOwner owner);
/// As a window shows it, translated.
[[nodiscard]] std::string volumeTitle(const std::string& name);
/// Opens the dialog for the volumes that an owner has; it first chooses the drawn one, else the pieces, else the hull.
void openColliderExport(Workspace& workspace, MeshOwner owner);
/// The chosen colliders (ColliderView) in the chosen form, in the coordinates of the mesh.
[[nodiscard]] Result<std::string> colliderText(const Workspace& workspace);
/// That text into a file, or with an empty path into the clipboard.
void exportChosenColliders(Workspace& workspace, const std::string& path);

/// The selected body's pieces as one shape for it.
[[nodiscard]] Result<Shape> piecesAsShape(const Workspace& workspace);

/// The quality of the open bundle's meshes as colliders, the worst first.
struct LintState {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const std::vector<MeshLint>> rows;  ///< null: not asked for
};

/// Evaluates every mesh of the open bundle in the background.
void startLinting(Workspace& workspace);

}  // namespace sepax
