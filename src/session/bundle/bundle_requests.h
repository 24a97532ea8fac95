#pragma once

#include "bundle/tree.h"
#include "bundle/write/pack.h"
#include "session/bundle/bundle_state.h"
#include "session/host/view_state.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Host;
struct Scene;

// The requests about bundles and meshes that leave the panels and are not document commands.

/// Meshes of the open bundle become bodies, as they are or as a volume around them.
struct AddEntries {
  std::vector<std::size_t> entries;
  std::string shape = "mesh";  ///< one of addedShapes()
  bool as_pair = false;        ///< two entries: side by side, and their axes are shown
};
struct ExtractEntries {
  std::string folder;
  std::vector<std::string> paths;  ///< empty: everything
  bool may_replace = false;
};
/// A folder becomes a bundle beside it, which is then opened.
struct PackFolder {
  std::string folder;
  std::string output;
  PackForm form = PackForm::kZip;
  bool deflates = false;
  std::string package;
  std::int32_t version = 1;
  std::string password;  ///< disk images only
};
struct CloseBundle {
  bool discard_changes = false;
};  ///< guarded when the bundle has edits that were not written
/// Another open bundle takes the place of the shown one.
struct SwitchBundle {
  std::size_t index = 0;
};
/// Shows how another open bundle's entries changed in the shown one, by content.
struct CompareBundles {
  std::size_t index = 0;
};
/// The open bundle once more, with a password, another encoding of names, or what can be saved of a cut-off ZIP.
struct ReopenBundle {
  OpenOptions options;
};
/// Read everything and compare it with what it should be.
struct VerifyBundle {};
/// A container inside the open one takes its place; LeaveNested goes back.
struct OpenNested {
  std::size_t index = 0;
};
struct LeaveNested {};
/// Entries are replaced, added or removed: staged, and nothing is written yet.
struct EditBundle {
  std::vector<EntryEdit> edits;
};
/// One staged edit is given up, or all.
struct TakeBackEdit {
  std::optional<std::size_t> index;
};
/// The staged edits, written into the bundle's own file (an empty path) or another.
struct WriteBundle {
  std::string output;
};
/// The system's program for such files shows a copy of the entry.
struct OpenOutside {
  std::size_t index = 0;
};
/// Text or bytes (bytesOrText) in every entry of the open bundle.
struct SearchBundle {
  std::string typed;
};
/// A mesh is taken apart into convex pieces, in the background.
struct DecomposeMesh {
  MeshOwner owner = MeshOwner::kBody;
};
/// A cancelled fit of bounding volumes starts again.
struct FitVolumes {
  MeshOwner owner = MeshOwner::kBody;
};
/// The dialog that exports colliders opens for a mesh or body.
struct OpenColliderExport {
  MeshOwner owner = MeshOwner::kBody;
};
/// The chosen colliders (view.colliders) into a file, or with an empty path into the clipboard.
struct ExportColliders {
  std::string path;
};
/// Evaluate every mesh of the open bundle as a collider.
struct LintBundle {};

// Each is executed by the file that knows how; errors become messages.
void execute(BundleState& state, Host& host, const AddEntries& request);
void execute(BundleState& state, Host& host, const ExtractEntries& request);
void execute(Host& host, const PackFolder& request);
void execute(BundleState& state, Host& host, const ReopenBundle& request);
void execute(BundleState& state, Host& host, const VerifyBundle&);
void execute(BundleState& state, Host& host, const SwitchBundle& request);
void execute(BundleState& state, Host& host, const CompareBundles& request);
void execute(BundleState& state, Host& host, const OpenNested& request);
void execute(BundleState& state, Host& host, const LeaveNested&);
void execute(BundleState& state, Host& host, const SearchBundle& request);
void execute(BundleState& state, Host& host, const DecomposeMesh& request);
void execute(BundleState& state, Host& host, const OpenColliderExport& request);
void execute(BundleState& state, Host& host, const ExportColliders& request);
void execute(BundleState& state, Host& host, const LintBundle&);
void execute(BundleState& state, Host& host, const WriteBundle& request);
void execute(BundleState& state, Host& host, const OpenOutside& request);
void execute(BundleState& state, Host& host, const FitVolumes& request);

}  // namespace sepax
