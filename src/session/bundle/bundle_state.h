#pragma once

#include "bundle/byte_search.h"
#include "bundle/diff.h"
#include "bundle/overlay.h"
#include "bundle/tree.h"
#include "bundle/verify.h"
#include "bundle/write/pack.h"
#include "collider/lint.h"
#include "format/case_file.h"
#include "geom/aabb.h"
#include "geom/bounding_volumes.h"
#include "geom/decompose.h"
#include "geom/shape.h"
#include "media/audio_facts.h"
#include "media/model.h"
#include "media/model_import.h"
#include "media/picture_import.h"
#include "media/text_structure.h"
#include "media/texture_file.h"
#include "session/host/host.h"
#include "session/host/view_state.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

using EntryEdit = StagedEntry;

/// A step to which undo or redo goes: the edits that waited then, and the entry that was changed from or to there.
struct EditStep {
  std::vector<EntryEdit> edits;
  std::string path;
};

/// How a file of a bundle stood when it was read, or told to have changed, and when it was looked at.
struct FileOnDisk {
  FileStamp known, seen;
};

/// Where the open bundle came from and what is known of it besides its tree.
struct BundleFiles {
  std::vector<std::string> paths;                   ///< on disk, lowest layer first: main, patch, …
  std::vector<std::shared_ptr<const Tree>> layers;  ///< same order
  /// How each entry changed against the layers below; null: there is one layer only.
  std::shared_ptr<const std::vector<LayerEntryChange>> changes;
  bool compared = false;  ///< two versions of a bundle: what is only in the first is gone from the second
  OpenOptions options;    ///< they were opened with
  std::shared_ptr<const VerifyReport> verified;     ///< of the shown tree; null: not asked for
  std::vector<std::shared_ptr<const Tree>> around;  ///< containers around a nested one, outermost first
  std::vector<EntryEdit> edits;                     ///< that wait to be written, oldest first
  std::vector<EditStep> past, future;               ///< of the edits, for undo and redo; the nearest last
  std::map<std::string, FileOnDisk> on_disk;        ///< by path
  std::chrono::steady_clock::time_point looked_at = {};
};

/// An open bundle that another one took the place of.
struct OpenBundle {
  std::shared_ptr<const Tree> shown;
  BundleFiles files;
};

/// A folder or an entry in the shown tree.
struct BundleNode {
  std::string_view name;  ///< part of an entry's path: lives as long as the entries
  int entry = -1;         ///< index into the tree's entries; −1: a folder that is only implied by paths
  int parent = -1;
  int end = 0;  ///< the node behind the last one below this
  int depth = 0;
  int count = 0;  ///< files: 1, or those below a folder that are not shadowed
  bool folder = false;
  std::uint64_t size = 0, packed = 0;  ///< bytes; of a folder: of everything below it that is not shadowed
};

/// The entries of a container as folders and files.
struct BundleNodes {
  std::vector<BundleNode> nodes;  ///< in preorder: folders built from paths, folders first, each by name
  std::vector<int> node_of;       ///< by entry
  std::vector<bool> characters;   ///< of the basic plane that paths hold, for the fonts
};

/// Facts about the nodes besides their entries.
struct NodeFacts {
  std::vector<Severity> severities;
  /// Zero: none, or not counted; of a folder: of everything below it. May be empty.
  std::vector<std::uint64_t> triangles;
  std::vector<bool> differs;  ///< entries that are not the same in the layers below. Empty: there are none
};

/// The inputs of a listing.
struct ListingSource {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const VerifyReport> verified;                  ///< has the findings; null: the tree has them
  std::shared_ptr<const std::vector<MeshLint>> lint;             ///< has counted the triangles; null: not counted
  std::shared_ptr<const std::vector<LayerEntryChange>> changes;  ///< null: there is one layer only
  bool compared = false;                                         ///< what is only in the lower layer was removed
  bool with_files = false;                                       ///< the list of all files is looked at
  std::uint64_t revision = 0;                                    ///< of the request
  bool operator==(const ListingSource&) const = default;
};

/// The open bundle as the Bundle panel shows it. Derived in the background: a million entries take seconds, and the
/// window goes on. While other rows of the same tree are at work the last ones stay.
struct BundleListing {
  ListingSource source;
  std::shared_ptr<const BundleNodes> index;       ///< of the source's tree; null: at work for the first time
  std::shared_ptr<const NodeFacts> facts;         ///< same
  std::shared_ptr<const std::vector<int>> rows;   ///< nodes, from top to bottom
  std::shared_ptr<const std::vector<int>> files;  ///< same, of the flat list; null while no panel shows it
  ListingSource asked;                            ///< the last one that a job was started for
};

/// All entries of one kind.
struct KindSum {
  EntryKind kind = EntryKind::kOther;
  std::size_t files = 0;
  std::uint64_t size = 0, packed = 0;
};

/// Entries whose bytes are the same.
struct Copies {
  std::vector<std::size_t> entries;  ///< in the container's order
  std::uint64_t size = 0;            ///< of each
  std::uint64_t spare = 0;           ///< bytes in the container of all but the first
};

/// A bundle's contents at a glance. Entries that a later one of the same path replaces are left out.
struct BundleOverview {
  std::size_t files = 0, folders = 0;
  std::uint64_t size = 0, packed = 0;
  std::vector<KindSum> kinds;        ///< those that occur, the most bytes first
  std::vector<std::size_t> largest;  ///< entries, at most kMaxLargest
  std::vector<Copies> copies;        ///< the most spare bytes first, at most kMaxCopies
  std::uint64_t spare = 0;           ///< bytes in the container of all that are copies of an earlier one
  std::size_t not_compared = 0;      ///< files of equal size that could not be read, or were too many bytes to read
};

/// The open bundle's overview, made in the background when a panel shows it.
struct OverviewState {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const BundleOverview> made;  ///< null: at work
};

/// A place in a bundle at which something was found.
struct BundleMatch {
  std::size_t entry = 0;
  std::uint64_t offset = 0;  ///< of the first byte, in the entry or in its decoded text
  std::uint64_t line = 0;    ///< from 1; 0 where the entry is no text
  std::string around;        ///< what stands there, for a reader: the rest of its line, valid UTF-8
  bool is_decoded = false;   ///< found in the text that the preview makes of the bytes
};

struct BundleMatches {
  std::vector<BundleMatch> matches;  ///< in the order of the entries
  std::size_t entries = 0;           ///< that were looked through
  std::size_t entries_with = 0;      ///< that have matches
  std::vector<std::size_t> unread;   ///< entries that could not be read to their end: encrypted or damaged
  bool cut = false;                  ///< there are more than are listed
};

/// The last search in the open bundle, and its matches.
struct BundleSearch {
  std::shared_ptr<const Tree> tree;
  Needle needle;
  std::string typed;
  std::shared_ptr<const BundleMatches> found;  ///< null: not asked for
};

/// A mesh taken apart into convex pieces, in its own coordinates; of a body those of its body space, scaled.
struct MeshPieces {
  std::shared_ptr<const Decomposition> made;  ///< null: not asked for, or it failed
  std::string error;
};

/// The quality of the open bundle's meshes as colliders, the worst first.
struct LintState {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const std::vector<MeshLint>> rows;  ///< null: not asked for
};

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

enum class PreviewKind { kFolder, kPicture, kMesh, kCase, kAudio, kText, kBytes };

struct MeshPreview {
  ImportedMesh mesh;
  MinMaxBox bounds;
};

/// A texture file and its levels as pictures; null ones that cannot be shown.
struct TexturePreview {
  TextureFile file;
  std::vector<std::shared_ptr<const Picture>> levels;
};

/// Facts about a bundle's entry that looking into it gives. Made in the background, never changed afterwards.
struct EntryPreview {
  PreviewKind kind = PreviewKind::kBytes;
  std::shared_ptr<const ByteSource> bytes;  ///< null when they cannot be read
  bool only_head = false;  ///< `bytes` are only the first ones: the entry is large and would have to be unpacked whole
  std::string error;       ///< why there is no picture, mesh, case or text, or no bytes
  std::shared_ptr<const Picture> picture;
  std::shared_ptr<const TexturePreview> texture;  ///< of a DDS or KTX file, whose largest level `picture` is
  std::shared_ptr<const MeshPreview> mesh;
  std::shared_ptr<const LoadedCase> document;
  std::optional<AudioFacts> audio;
  std::optional<TextRows> text;
  std::shared_ptr<const ByteSource> text_bytes;  ///< that the rows are of: `bytes`, or what a binary text became
  TextStructure structure;                       ///< of the text, where its language is known
};

using FittedVolumes = std::vector<FittedVolume>;

/// The preview that the window shows, or is waiting for.
struct PreviewState {
  std::shared_ptr<const Tree> tree;
  std::size_t index = 0;
  bool whole = false;                            ///< asked for
  std::shared_ptr<const EntryPreview> entry;     ///< null: still at work
  std::shared_ptr<const FittedVolumes> volumes;  ///< of a mesh; null: still at work
  std::string volumes_error = {};
  bool is_fit_stopped = false;  ///< the fit was cancelled; volumes are missing, and without the hull their tightness
  MeshPieces pieces = {};       ///< of a mesh, when the user asked
  std::shared_ptr<const Model> model = nullptr;  ///< how a mesh looks; null: still at work, or an error
  std::string model_error = {};
  std::shared_ptr<const Sound> sound = nullptr;  ///< of a sound file; null: still at work, or an error
  std::vector<WaveColumn> waveform = {};
  std::string sound_error = {};
};

/// The text of an entry for comparison, and how it was split.
struct ComparedText {
  LineDiff lines;
  bool cut = false;             ///< only the first kMaxComparedRows rows of a text
  bool only_line_ends = false;  ///< every line is the same, the bytes are not
};

/// Two entries of one path side by side: of the shown bundle's layers, the previewed one and what it covers.
struct SideBySide {
  std::shared_ptr<const EntryPreview> previewed;     ///< that it was asked for
  std::shared_ptr<const EntryPreview> below, above;  ///< null: this side has none
  std::string below_name, above_name;                ///< of the bundles
  std::shared_ptr<const ComparedText> text;          ///< null: not both are texts
  bool is_ready = false;
};

/// All that is known of the open bundles, and of the meshes and bodies that volumes are fitted around.
struct BundleState {
  std::shared_ptr<const Tree> bundle;  ///< open container, or null
  std::string bundle_path;
  BundleFiles bundle_files;
  std::vector<OpenBundle> other_bundles;  ///< open behind it, the last one shown last
  BundleListing listing;
  OverviewState overview;
  PreviewState preview;
  SideBySide sides;
  LintState lint;
  BundleSearch search;
  FittedBody fitted;
};

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
