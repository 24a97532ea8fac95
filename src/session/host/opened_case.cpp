#include "session/host/opened_case.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/mesh_names.h"
#include "document/validate.h"
#include "format/case_file.h"
#include "session/host/file_facts.h"
#include "session/host/host.h"
#include "session/host/messages.h"
#include "session/host/text.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sepax {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxRecentFiles = 12;

}  // namespace

std::string absolutePath(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

void noteRecent(Host& host, const std::string& path) {
  std::vector<std::string>& recent = host.recent_files;
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > kMaxRecentFiles) recent.resize(kMaxRecentFiles);
}

void showLoadedCase(Host& host, LoadedCase loaded, const std::string& title) {
  const bool planar = loaded.document.space == Space::k2d;
  for (const std::string& warning : loaded.warnings) notify(host, LogLevel::kWarning, warning);
  host.history.reset(std::move(loaded.document));
  ViewState& view = host.view;
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
  host.title = toValidUtf8(title);
  host.wants_new_view = true;
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

bool isUntouched(const Host& host) {
  const Document fresh = defaultDocument();
  const Document& open = host.history.document();
  return host.file_path.empty() && host.title.empty() && !host.history.canUndo() && !host.history.canRedo() &&
         open.name == fresh.name && open.bodies.size() == fresh.bodies.size();
}

std::string titleOf(const Host& host) {
  if (!host.title.empty()) return host.title;
  const std::string name = trKnown(host.history.document().name);
  return name.empty() ? tr("new case") : name;
}

bool isShipped(const std::string& path) {
  const Result<std::string> assets = dataPath("assets");
  if (!assets || path.empty()) return false;
  std::error_code error;
  const fs::path inside = fs::weakly_canonical(path, error), folder = fs::weakly_canonical(*assets, error);
  return std::mismatch(folder.begin(), folder.end(), inside.begin(), inside.end()).first == folder.end();
}

bool hasOwnFile(const Host& host) {
  std::error_code error;
  return !host.file_path.empty() && !isShipped(host.file_path) &&
         fs::is_directory(directoryOf(host.file_path) + "/", error);
}

Result<void> saveDocument(Host& host, const std::string& given_path, bool hex_floats) {
  if (given_path.empty() && host.file_path.empty()) {
    return fail(ErrorCode::kNotFound, "", tr("this case has no file yet: choose a name with Save as"));
  }
  const std::string path = given_path.empty() ? host.file_path : absolutePath(given_path);
  const NumberStyle style = hex_floats ? NumberStyle::kHexFloat : NumberStyle::kShortest;
  const Document& document = host.history.document();
  const bool leaves_meshes = namesMeshFiles(document) && directoryOf(path) != directoryOf(host.file_path);
  const bool was_gone = path == host.file_path && host.own_file.known != FileStamp{} && stampOf(path) == FileStamp{};
  const std::string text = leaves_meshes ? writeCase(withoutMeshFiles(document), style) : writeCase(document, style);
  SEPAX_TRY(writeFileAtomically(path, text));
  host.history.markSaved();
  host.file_path = path;
  host.own_file = OwnFile{.known = stampOf(path), .digest = digestOf(text)};
  host.title = toValidUtf8(fileNameOf(path));
  noteRecent(host, path);
  notify(host, LogLevel::kInfo,
         trf(leaves_meshes ? "{}: saved; its meshes stay elsewhere, so their points are in the file"
             : was_gone    ? "{}: saved; the file had been removed meanwhile"
                           : "{}: saved",
             path));
  return {};
}

Result<void> startScene(Host& host, std::vector<Body> bodies, const std::string& title) {
  // As edits, so that they are checked as such.
  History scene{Document{}};
  for (const Body& body : bodies) SEPAX_TRY(scene.run(AddBody{body}));
  LoadedCase fresh;
  fresh.document = scene.document();
  showLoadedCase(host, std::move(fresh), title);
  host.file_path.clear();
  return {};
}

void newDocument(Host& host, const NewDocument& request) {
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
  showLoadedCase(host, std::move(fresh), "");
  host.file_path.clear();
}

void openAsCase(Host& host, const Document& document, const std::string& title) {
  NewDocument empty{.space = document.space, .discard_changes = true, .start = NewDocument::Start::kEmpty};
  newDocument(host, empty);
  host.title = title;
  if (const Result<void> valid = validate(document); !valid)
    return notify(host, LogLevel::kError, describe(valid.error()));
  // Nothing to undo, but not saved anywhere: closing asks before it is lost.
  host.history.reset(document);
  host.history.markUnsaved();
  host.wants_new_view = true;
}

}  // namespace sepax
