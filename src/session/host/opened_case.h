#pragma once

#include "core/error.h"
#include "document/document.h"
#include "session/host/host.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// When a file was written last, and how large it was then; all zero: there is none.
[[nodiscard]] FileStamp stampOf(const std::string& path);

/// SHA-256 of bytes, and of a file that may be a case; empty when it cannot be read.
[[nodiscard]] std::string digestOf(std::string_view bytes);
[[nodiscard]] std::string digestOfFile(const std::string& path);
/// The present state of a file.
[[nodiscard]] OwnFile ownFileAt(const std::string& path);

struct LoadedCase;

/// The request for a new case; guarded when there are unsaved changes.
struct NewDocument {
  enum class Start { kTwoBodies, kEmpty };
  Space space = Space::k3d;
  bool discard_changes = false;
  Start start = Start::kTwoBodies;
};

/// Saves to `path` (empty: where the document came from). A case that leaves the folder or bundle its meshes lie in
/// takes their points along in the file.
[[nodiscard]] Result<void> saveDocument(Host& host, const std::string& path, bool hex_floats);

/// The document as a case that needs no other file (hulls and meshes have their points inside): what autosave writes.
[[nodiscard]] std::string standaloneCase(const Document& document);

/// Starts over with two bodies of a space, or with none.
void newDocument(Host& host, const NewDocument& request);
/// A document that has no file becomes the case; unsaved, and undo gives back an empty one.
void openAsCase(Host& host, const Document& document, const std::string& title);

/// Takes over a loaded document as the one that is edited from now on.
void showLoadedCase(Host& host, LoadedCase loaded, const std::string& title);

/// Starts over with these bodies and nothing else, seen from where all of them are: a scene to look at, not one that is
/// unsaved.
[[nodiscard]] Result<void> startScene(Host& host, std::vector<Body> bodies, const std::string& title);

/// The document's title in the window.
[[nodiscard]] std::string titleOf(const Host& host);

/// True of a file that came with the program: saving asks for another place.
[[nodiscard]] bool isShipped(const std::string& path);

/// True when saving may write where the document came from, whose folder is still there.
[[nodiscard]] bool hasOwnFile(const Host& host);

/// True for the scene that an empty start shows while it is unchanged.
[[nodiscard]] bool isUntouched(const Host& host);

/// The folder of a file or an entry, without the last slash; empty for one at the top.
[[nodiscard]] std::string directoryOf(const std::string& path);
/// The last part of a path, and the same without its extension as valid UTF-8.
[[nodiscard]] std::string fileNameOf(const std::string& path);
[[nodiscard]] std::string stemOf(const std::string& path);

/// The path from the root, without "." and "..".
[[nodiscard]] std::string absolutePath(const std::string& path);
/// A path becomes the newest of those opened or saved.
void noteRecent(Host& host, const std::string& path);

/// Another program, or another window, has written it since: saving would lose that. Its bytes decide, not its time.
[[nodiscard]] bool isWrittenByOthers(const Host& host);

/// The lines in which the file and the open case differ, both as this program writes them.
struct VersionLines {
  struct Row {
    std::string file, here;  ///< without blanks at the ends; empty: no such line
  };
  std::vector<Row> rows;
  std::size_t left_out = 0;  ///< rows beyond the most that are shown
};
[[nodiscard]] Result<VersionLines> compareWithFile(const Host& host);

/// True if it was also not announced yet: a window that draws no frames asks this, to draw one.
[[nodiscard]] bool isNewlyWrittenByOthers(const Host& host);

/// Once a frame; looks a few times a second. A case without changes of one's own is read again, which undo takes back;
/// else it is told.
void followOwnFile(Host& host);

/// The name, without an ending, that the open scene is offered to be saved under: of the file or entry that it came
/// from, else its own name, else what is in it: "box-capsule", "box-sphere-24-bodies", "empty". It needs no quotes in a
/// shell and is a name on every system.
[[nodiscard]] std::string proposedName(const Host& host);

}  // namespace sepax
