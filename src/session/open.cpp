#include "session/open.h"
#include "document/validate.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/mesh_names.h"
#include "format/case_detect.h"
#include "format/case_file.h"
#include "media/mesh_import.h"
#include "session/bundle/bundle_files.h"
#include "session/text.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

namespace sepax {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxRecentFiles = 12;

std::string absolutePath(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

Result<bool> holdsJson(const std::string& path) {
  const Result<FileHandle> file = FileHandle::open(path);
  SEPAX_TRY(file);
  std::array<std::byte, 256> head{};
  const std::span<std::byte> part(head.data(), std::min<std::uint64_t>(head.size(), file->size()));
  SEPAX_TRY(file->readAt(0, part));
  return startsLikeJson({reinterpret_cast<const char*>(part.data()), part.size()});
}

void noteRecent(Workspace& workspace, const std::string& path) {
  std::vector<std::string>& recent = workspace.recent_files;
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > kMaxRecentFiles) recent.resize(kMaxRecentFiles);
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

/// Reads a case or a mesh out of a container; the delivery shows it.
Result<Delivery> readEntryOf(const Bundle& tree, std::size_t index, std::uint64_t revision) {
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

Result<Delivery> readContainerAndFirstCase(const std::string& path, const ReadContext& context) {
  Result<Bundle> tree = readContainer(path, {});
  SEPAX_TRY(tree);
  Result<Delivery> first_case = Delivery();
  const auto first = firstCase(**tree);
  if (first && context.untouched) first_case = readEntryOf(*tree, *first, context.revision);
  return [tree = std::move(*tree), first_case = std::move(first_case), has_cases = first.has_value(),
          path](Workspace& workspace) -> Result<void> {
    showContainer(workspace, tree, path);
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

Result<Delivery> readPath(const std::string& path, const ReadContext& context) {
  const Result<Opened> kind = classifyPath(path);
  SEPAX_TRY(kind);
  if (*kind == Opened::kContainer) return readContainerAndFirstCase(path, context);
  if (*kind == Opened::kText) {
    Result<std::string> text = readFile(path, kMaxPasteBytes);
    SEPAX_TRY(text);
    return [text = std::move(*text), path](Workspace& workspace) -> Result<void> {
      openPaste(workspace, {text, fileNameOf(path)});
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
      startReplay(workspace, std::move(*file), path);
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
  const FileStamp stamp = stampOf(path);  // before it is read: what is written meanwhile is a change
  Result<LoadedCase> loaded = loadCase(path);
  SEPAX_TRY(loaded);
  return [loaded = std::move(*loaded), path, stamp, revision = context.revision](Workspace& workspace) -> Result<void> {
    if (wasEditedSince(workspace, revision, OpenPath{.path = path})) return {};
    showLoadedCase(workspace, loaded, fileNameOf(path));
    workspace.file_path = path;
    workspace.own_file = OwnFile{stamp, {}, {}};
    notify(workspace, LogLevel::kInfo, trf("{}: opened", path));
    noteRecent(workspace, path);
    return {};
  };
}

}  // namespace

void showLoadedCase(Workspace& workspace, LoadedCase loaded, const std::string& title) {
  const bool planar = loaded.document.space == Space::k2d;
  for (const std::string& warning : loaded.warnings) notify(workspace, LogLevel::kWarning, warning);
  workspace.history.reset(std::move(loaded.document));
  ViewState& view = workspace.view;
  view.selected.clear();
  view.hovered.clear();
  view.hovered_axis.reset();
  view.pinned_axis.reset();
  view.gjk.stage = -1;
  view.pair.reset();
  view.middle = Middle::kScene;
  view.swapped = false;
  view.algorithm = referenceAlgorithm().name;
  view.algorithm_before.clear();
  view.camera.projection = planar                                          ? Projection::kPlanar
                           : view.camera.projection == Projection::kPlanar ? Projection::kPerspective
                                                                           : view.camera.projection;
  view.camera.up = UpAxis::kY;
  workspace.title = toValidUtf8(title);
  workspace.wants_new_view = true;
}

std::string directoryOf(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string fileNameOf(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string stemOf(const std::string& path) {
  const std::string name = fileNameOf(path);
  const std::size_t dot = name.find_last_of('.');
  return toValidUtf8(dot == std::string::npos || dot == 0 ? name : name.substr(0, dot));
}

std::string standaloneCase(const Document& document) { return writeCase(withoutMeshFiles(document)); }

bool isUntouched(const Workspace& workspace) {
  const Document fresh = defaultDocument();
  const Document& open = workspace.history.document();
  return workspace.file_path.empty() && workspace.title.empty() && !workspace.history.canUndo() &&
         !workspace.history.canRedo() && open.name == fresh.name && open.bodies.size() == fresh.bodies.size();
}

std::string titleOf(const Workspace& workspace) {
  if (!workspace.title.empty()) return workspace.title;
  const std::string name = trKnown(workspace.history.document().name);
  return name.empty() ? tr("new case") : name;
}

bool isShipped(const std::string& path) {
  const Result<std::string> assets = dataPath("assets");
  if (!assets || path.empty()) return false;
  std::error_code error;
  const fs::path inside = fs::weakly_canonical(path, error), folder = fs::weakly_canonical(*assets, error);
  return std::mismatch(folder.begin(), folder.end(), inside.begin(), inside.end()).first == folder.end();
}

bool hasOwnFile(const Workspace& workspace) { return !workspace.file_path.empty() && !isShipped(workspace.file_path); }

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
      {.label = trf("Opening {}", toValidUtf8(fileNameOf(path))),
       .work = [path, context = contextOf(workspace)](JobControl&) { return readPath(path, context); }});
}

void startOpeningEntry(Workspace& workspace, std::size_t index) {
  const std::shared_ptr<const Tree> tree = workspace.bundle;
  if (tree == nullptr || index >= tree->entries().size()) return;
  workspace.jobs->start({.label = trf("Opening {}", toValidUtf8(fileNameOf(tree->entries()[index].path))),
                         .work = [tree, index, revision = workspace.history.revision()](JobControl&) {
                           return readEntryOf(tree, index, revision);
                         }});
}

Result<void> openPath(Workspace& workspace, const std::string& path) {
  const Result<Delivery> read = readPath(absolutePath(path), contextOf(workspace));
  SEPAX_TRY(read);
  return (*read)(workspace);
}

Result<void> saveDocument(Workspace& workspace, const std::string& given_path, bool hex_floats) {
  if (given_path.empty() && workspace.file_path.empty()) {
    return fail(ErrorCode::kNotFound, "", tr("this case has no file yet: choose a name with Save as"));
  }
  const std::string path = given_path.empty() ? workspace.file_path : absolutePath(given_path);
  const NumberStyle style = hex_floats ? NumberStyle::kHexFloat : NumberStyle::kShortest;
  const Document& document = workspace.history.document();
  const bool leaves_meshes = namesMeshFiles(document) && directoryOf(path) != directoryOf(workspace.file_path);
  const Result<void> saved =
      leaves_meshes ? saveCase(withoutMeshFiles(document), path, style) : saveCase(document, path, style);
  if (!saved) return saved;
  workspace.history.markSaved();
  workspace.file_path = path;
  workspace.own_file = OwnFile{stampOf(path), {}, {}};
  workspace.title = toValidUtf8(fileNameOf(path));
  noteRecent(workspace, path);
  notify(
      workspace, LogLevel::kInfo,
      trf(leaves_meshes ? "{}: saved; its meshes stay elsewhere, so their points are in the file" : "{}: saved", path));
  return {};
}

Result<void> startScene(Workspace& workspace, std::vector<Body> bodies, const std::string& title) {
  // As edits, so that they are checked as such.
  History scene{Document{}};
  for (const Body& body : bodies) SEPAX_TRY(scene.run(AddBody{body}));
  LoadedCase fresh;
  fresh.document = scene.document();
  showLoadedCase(workspace, std::move(fresh), title);
  workspace.file_path.clear();
  return {};
}

void newDocument(Workspace& workspace, const NewDocument& request) {
  LoadedCase fresh;
  fresh.document.space = request.space;
  if (request.start == NewDocument::Start::kTwoBodies && request.space == Space::k3d) {
    fresh.document.bodies = defaultDocument().bodies;
  } else if (request.start == NewDocument::Start::kTwoBodies) {
    Body a, b;
    a.id = "A";
    a.shape = Box2{{1, 0.6}};
    a.position = {-1.1, 0, 0};
    a.rotation = 0.25;
    b.id = "B";
    b.shape = Polygon{};
    b.position = {1.1, 0.4, 0};
    b.rotation = -0.4;
    fresh.document.bodies = {a, b};
  }
  showLoadedCase(workspace, std::move(fresh), "");
  workspace.file_path.clear();
}

void openAsCase(Workspace& workspace, const Document& document, const std::string& title) {
  NewDocument empty{.space = document.space, .discard_changes = true, .start = NewDocument::Start::kEmpty};
  newDocument(workspace, empty);
  workspace.title = title;
  if (const Result<void> valid = validate(document); !valid)
    return notify(workspace, LogLevel::kError, describe(valid.error()));
  // Nothing to undo, but not saved anywhere: closing asks before it is lost.
  workspace.history.reset(document);
  workspace.history.markUnsaved();
  workspace.wants_new_view = true;
}

}  // namespace sepax
