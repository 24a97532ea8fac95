#include "session/open.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/document.h"
#include "format/case_keys.h"
#include "media/model_import.h"
#include "session/bundle/bundle_files.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/pasting.h"
#include "session/lab/replaying.h"
#include "session/workspace.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

namespace sepax {

namespace fs = std::filesystem;

namespace {

Result<bool> holdsJson(const std::string& path) {
  const Result<FileHandle> file = FileHandle::open(path);
  SEPAX_TRY(file);
  std::array<std::byte, 256> head{};
  const std::span<std::byte> part(head.data(), std::min<std::uint64_t>(head.size(), file->size()));
  SEPAX_TRY(file->readAt(0, part));
  return startsLikeJson({reinterpret_cast<const char*>(part.data()), part.size()});
}

/// A mesh file as far as the document needs it.
struct ReadMesh {
  Shape shape;  ///< its hull; a flat mesh unchanged
  std::size_t triangles = 0;
};

/// Adds an imported mesh's hull, like any other edit; to the scene of an empty start it comes alone.
Result<void> addMesh(Workspace& workspace, const ReadMesh& mesh, const std::string& path) {
  const std::string name = fileNameOf(path);
  const Document& document = workspace.history.document();
  Body body;
  body.id = stemOf(path);
  if (body.id.empty() || findBody(document, body.id) != nullptr) body.id = freshId(workspace.history);
  body.shape = mesh.shape;
  const bool is_alone = isUntouched(workspace);
  if (is_alone && !stemOf(path).empty()) body.id = stemOf(path);
  const Result<void> done = is_alone ? startScene(workspace, {body}, body.id) : workspace.history.run(AddBody{body});
  if (!done) return fail(done.error().code, name, done.error().message);
  workspace.view.selected = body.id;
  workspace.view.middle = Middle::kScene;
  workspace.wants_frame_view |= !is_alone;
  const bool isHull = std::holds_alternative<Hull>(mesh.shape);
  notify(workspace, LogLevel::kInfo,
         trf(isHull ? "{}: {} triangles, added as hull {}" : "{}: flat, {} triangles, added as mesh {}", name,
             mesh.triangles, body.id));
  return {};
}

/// Imports a mesh and finds its hull. The points go into the case itself: the mesh need not lie where the case is going
/// to be saved.
Result<ReadMesh> readMesh(std::span<const std::byte> bytes, const std::string& path, const FilesBeside& beside) {
  const std::string name = fileNameOf(path);
  Result<ImportedMesh> mesh = importMesh(bytes, name, beside);
  SEPAX_TRY(mesh);
  const std::size_t triangles = mesh->triangles.size();
  if (Result<Hull> hull = makeHull(mesh->vertices); hull && !hull->data->flat)
    return ReadMesh{std::move(*hull), triangles};
  Result<Mesh> flat = makeMesh(std::move(mesh->vertices), std::move(mesh->triangles));
  if (!flat) return fail(flat.error().code, name, flat.error().message);
  return ReadMesh{std::move(*flat), triangles};
}

/// A document that took its time must not take the place of changes that were made meanwhile: then the user is asked
/// again.
bool wasEditedSince(Workspace& workspace, std::uint64_t revision, Request again) {
  if (workspace.history.revision() == revision || !workspace.history.isDirty()) return false;
  workspace.guarded = std::move(again);
  return true;
}

using Bundle = std::shared_ptr<const Tree>;
/// Shows what was read: opening may change every part of the session.
using Opening = std::function<Result<void>(Workspace&)>;

/// Reads a case or a mesh out of a container; the delivery shows it.
Result<Opening> readEntryOf(const Bundle& tree, std::size_t index, std::uint64_t revision) {
  const TreeEntry& entry = tree->entries()[index];
  const std::string name = tree->name() + ":" + entry.path;
  const bool is_case = isCaseName(entry.path);
  if (!is_case && !isMeshName(entry.path))
    return fail(ErrorCode::kUnsupported, name, tr("expected a case (.json) or a mesh"));
  const Result<std::vector<std::byte>> bytes = tree->read(index, is_case ? kMaxCaseBytes : kMaxMeshBytes);
  SEPAX_TRY(bytes);
  if (!is_case) {
    Result<ReadMesh> mesh = readMesh(*bytes, entry.path, filesBeside(*tree, entry.path));
    SEPAX_TRY(mesh);
    return
        [mesh = std::move(*mesh), path = entry.path](Workspace& workspace) { return addMesh(workspace, mesh, path); };
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  Result<LoadedCase> loaded = parseCase(text, name, tree.get(), directoryOf(entry.path));
  SEPAX_TRY(loaded);
  return [loaded = std::move(*loaded), name, revision, index](Workspace& workspace) -> Result<void> {
    if (wasEditedSince(workspace, revision, OpenEntry{.index = index})) return {};
    showLoadedCase(workspace, loaded, name);
    workspace.file_path.clear();
    notify(workspace, LogLevel::kInfo, trf("{}: opened", name));
    return {};
  };
}

/// The workspace's values that reading needs.
struct ReadContext {
  std::uint64_t revision = 0;
  bool untouched = false;  ///< a container's first case may take the place of the empty start
};

ReadContext contextOf(const Workspace& workspace) { return {workspace.history.revision(), isUntouched(workspace)}; }

/// The first case of a container. Most .json files of a game are none: the few first ones are looked into.
std::optional<std::size_t> firstCase(const Tree& tree) {
  constexpr int kMaxTried = 16;
  constexpr std::uint64_t kMaxCaseBytesTried = 1u << 20;
  int tried = 0;
  const std::vector<TreeEntry>& entries = tree.entries();
  for (std::size_t i = 0; i < entries.size() && tried < kMaxTried; ++i) {
    const TreeEntry& entry = entries[i];
    if (entry.directory || entry.shadowed || entry.encryption != Encryption::kNone || !isCaseName(entry.path)) continue;
    ++tried;
    const auto bytes = tree.read(i, kMaxCaseBytesTried);
    if (!bytes) continue;
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (isCaseText(text)) return i;
  }
  return std::nullopt;
}

Result<Opening> readContainerAndFirstCase(const std::string& path, const ReadContext& context) {
  Result<Bundle> tree = readContainer(path, {});
  SEPAX_TRY(tree);
  Result<Opening> first_case = Opening();
  const auto first = firstCase(**tree);
  if (first && context.untouched) first_case = readEntryOf(*tree, *first, context.revision);
  return [tree = std::move(*tree), first_case = std::move(first_case), has_cases = first.has_value(),
          path](Workspace& workspace) -> Result<void> {
    showContainer(workspace, workspace, tree, path);
    // Without a case the scene has nothing to do with the bundle.
    if (!has_cases) workspace.view.middle = Middle::kOverview;
    SEPAX_TRY(first_case);
    if (*first_case) {
      SEPAX_TRY((*first_case)(workspace));
    }
    noteRecent(workspace, path);
    return {};
  };
}

Result<Opening> readPath(const std::string& path, const ReadContext& context) {
  const Result<Opened> kind = classifyPath(path);
  SEPAX_TRY(kind);
  if (*kind == Opened::kContainer) return readContainerAndFirstCase(path, context);
  if (*kind == Opened::kText) {
    Result<std::string> text = readFile(path, kMaxPasteBytes);
    SEPAX_TRY(text);
    return [text = std::move(*text), path](Workspace& workspace) -> Result<void> {
      execute(workspace, workspace, OpenPaste{text, fileNameOf(path)});
      return {};
    };
  }
  if (*kind == Opened::kRecording) {
    auto file = RecordingFile::open(path);
    SEPAX_TRY(file);
    // A delivery may be copied, an open file may not.
    return [file = std::make_shared<RecordingFile>(std::move(*file)), path,
            revision = context.revision](Workspace& workspace) -> Result<void> {
      if (wasEditedSince(workspace, revision, OpenPath{.path = path})) return {};
      startReplay(workspace, workspace, std::move(*file), path);
      noteRecent(workspace, path);
      return {};
    };
  }
  if (*kind == Opened::kMesh) {
    const Result<std::string> bytes = readFile(path, kMaxMeshBytes);
    SEPAX_TRY(bytes);
    Result<ReadMesh> mesh = readMesh(std::as_bytes(std::span(*bytes)), path, filesBeside(path));
    SEPAX_TRY(mesh);
    return [mesh = std::move(*mesh), path](Workspace& workspace) -> Result<void> {
      SEPAX_TRY(addMesh(workspace, mesh, path));
      noteRecent(workspace, path);
      return {};
    };
  }
  const OwnFile file = ownFileAt(path);  // before it is read: what is written meanwhile is a change
  Result<LoadedCase> loaded = loadCase(path);
  SEPAX_TRY(loaded);
  giveBackMemory();  // what the text and its tree of a large case took
  return [loaded = std::move(*loaded), path, file, revision = context.revision](Workspace& workspace) -> Result<void> {
    if (wasEditedSince(workspace, revision, OpenPath{.path = path})) return {};
    showLoadedCase(workspace, loaded, fileNameOf(path));
    workspace.file_path = path;
    workspace.own_file = file;
    notify(workspace, LogLevel::kInfo, trf("{}: opened", path));
    noteRecent(workspace, path);
    return {};
  };
}

}  // namespace

Result<Opened> classifyPath(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return fail(ErrorCode::kNotFound, path, tr("no such file or folder"));
  if (fs::is_directory(status)) return Opened::kContainer;
  if (isRecording(path)) return Opened::kRecording;
  const Result<bool> is_json = holdsJson(path);
  SEPAX_TRY(is_json);
  // A .gltf file is JSON too, so mesh names come first.
  if (isMeshName(path)) return Opened::kMesh;
  if (*is_json || isCaseName(path)) return Opened::kCase;
  if (isTextToPaste(path)) return Opened::kText;
  return Opened::kContainer;
}

void startOpening(Workspace& workspace, const std::string& given_path) {
  const std::string path = absolutePath(given_path);
  workspace.jobs->start(
      trf("Opening {}", toValidUtf8(fileNameOf(path))),
      [path, context = contextOf(workspace)](JobControl&) -> Result<Delivery> { return readPath(path, context); });
}

void startOpeningEntry(Workspace& workspace, std::size_t index) {
  const std::shared_ptr<const Tree> tree = workspace.bundle;
  if (tree == nullptr || index >= tree->entries().size()) return;
  workspace.jobs->start(trf("Opening {}", toValidUtf8(fileNameOf(tree->entries()[index].path))),
                        [tree, index, revision = workspace.history.revision()](JobControl&) -> Result<Delivery> {
                          return readEntryOf(tree, index, revision);
                        });
}

Result<void> openPath(Workspace& workspace, const std::string& path) {
  const Result<Opening> read = readPath(absolutePath(path), contextOf(workspace));
  SEPAX_TRY(read);
  return (*read)(workspace);
}

}  // namespace sepax
