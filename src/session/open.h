#pragma once

#include "core/error.h"
#include "document/document.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sepax {

struct LoadedCase;
struct NewDocument;
struct Workspace;

/// The kind that a path or entry turned out to be: by content, by name only where content does not say it (mesh
/// formats).
enum class Opened { kCase, kMesh, kContainer, kText, kRecording };

[[nodiscard]] Result<Opened> classifyPath(const std::string& path);

/// Does what OpenPath and OpenEntry ask for once nothing is in the way: reads in the background, then shows. The
/// document is untouched when it fails.
void startOpening(Workspace& workspace, const std::string& path);
void startOpeningEntry(Workspace& workspace, std::size_t index);

/// Opens at once, for a caller that has nothing to do until it is open.
[[nodiscard]] Result<void> openPath(Workspace& workspace, const std::string& path);

/// Saves to `path` (empty: where the document came from). A case that leaves the folder or bundle its meshes lie in
/// takes their points along in the file.
[[nodiscard]] Result<void> saveDocument(Workspace& workspace, const std::string& path, bool hex_floats);

/// The document as a case that needs no other file (hulls and meshes have their points inside): what autosave writes.
[[nodiscard]] std::string standaloneCase(const Document& document);

/// Starts over with two bodies of a space, or with none.
void newDocument(Workspace& workspace, const NewDocument& request);
/// A document that has no file becomes the case; unsaved, and undo gives back an empty one.
void openAsCase(Workspace& workspace, const Document& document, const std::string& title);

/// Takes over a loaded document as the one that is edited from now on.
void showLoadedCase(Workspace& workspace, LoadedCase loaded, const std::string& title);

/// Starts over with these bodies and nothing else, seen from where all of them are: a scene to look at, not one that is
/// unsaved.
[[nodiscard]] Result<void> startScene(Workspace& workspace, std::vector<Body> bodies, const std::string& title);

/// The document's title in the window.
[[nodiscard]] std::string titleOf(const Workspace& workspace);

/// True of a file that came with the program: saving asks for another place.
[[nodiscard]] bool isShipped(const std::string& path);

/// True when saving may write where the document came from.
[[nodiscard]] bool hasOwnFile(const Workspace& workspace);

/// True for the scene that an empty start shows while it is unchanged.
[[nodiscard]] bool isUntouched(const Workspace& workspace);

/// The folder of a file or an entry, without the last slash; empty for one at the top.
[[nodiscard]] std::string directoryOf(const std::string& path);
/// The last part of a path, and the same without its extension as valid UTF-8.
[[nodiscard]] std::string fileNameOf(const std::string& path);
[[nodiscard]] std::string stemOf(const std::string& path);

}  // namespace sepax
