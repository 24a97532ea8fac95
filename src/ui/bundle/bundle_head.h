#pragma once

#include "session/bundle/bundle_state.h"
#include "session/requests.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct FileDialog;
struct Workspace;

/// "Pack a folder": what goes in, where it goes, in which form.
struct PackDialog {
  bool open = false;
  PackFolder wanted;
  std::string version = "1";
  std::string replaced;  ///< the existing file that may be written over
};

/// Opens it with what the open folder or bundle suggests.
void openPackDialog(PackDialog& dialog, const Workspace& workspace);

void drawPackDialog(PackDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

/// Whether a bundle's file name is one that downloaders and engines look for, in words; empty when it is.
[[nodiscard]] std::string nameError(const std::string& file_name);

/// The changes that wait to be written into the bundle, before they are.
struct EditsDialog {
  bool open = false;
  std::string output;    ///< the bundle's own file, or another
  std::string replaced;  ///< an existing other file that may be written over
};

void openEditsDialog(EditsDialog& dialog, const Workspace& workspace);
void drawEditsDialog(EditsDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

/// "Extract" asks where to.
struct ExtractDialog {
  bool open = false;
  std::string folder;              ///< typed; made when missing
  std::vector<std::string> paths;  ///< entries and folders; empty: everything
  bool may_replace = false;
};

enum class ExtractRequest { kAll, kSelected };

/// Opens it. The folder offered is beside the bundle and bears its name.
void openExtractDialog(ExtractDialog& dialog, const Workspace& workspace, ExtractRequest what);

void drawExtractDialog(ExtractDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

/// A password that is being typed. Its field takes the keys when it appears: what is typed then is never a shortcut.
struct PasswordField {
  std::string text;
  int drawn_at = -2;    ///< the last frame with the field
  int focused_at = -9;  ///< the frame in which it asked for the keys
  bool yields = false;  ///< the arrow keys walk through the entries, and go on doing so when one of them is encrypted
};

/// True while the field has asked for the keys and does not have them yet.
[[nodiscard]] bool isAboutToType(const PasswordField& field);

/// Draws the open bundle's facts: its name, kind, footer, the files over it, and what it may need to be read right.
void drawBundleHead(PasswordField& password, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// A field for a password and the button that opens the bundle with it.
void drawPassword(PasswordField& password, const Workspace& workspace, Outbox& outbox);

/// The state of a table of entries between frames.
struct EntryTable {
  int anchor = -1;               ///< node that Shift+click selects from
  int scroll_to = -1;            ///< node that is to be brought into sight
  std::size_t revealed = ~0ull;  ///< entry that was last brought there
};

/// A file that is to be chosen for the bundle.
struct FileRequest {
  std::string path;  ///< of the entry that it replaces, or of the folder that it is added to
  bool adds = false;
};

/// The state of the Bundle panel between frames.
struct BundlePanel {
  PasswordField password;
  std::shared_ptr<const BundleNodes> index;  ///< that the nodes below are of
  EntryTable tree, files;
  std::vector<std::size_t> selection;  ///< what `is_selected` was made from
  std::vector<bool> is_selected;       ///< by entry
  bool wants_preview = false;          ///< an entry was chosen, for the Preview panel
  bool wants_problems = false, wants_colliders = false;
  std::string problems_filter;                  ///< for the Problems panel then
  std::optional<ExtractRequest> wants_extract;  ///< also the dialog
  std::optional<FileRequest> wants_file;        ///< a dialog asks for it,
  FileRequest file_for;                         ///< while it asks,
  std::string picked_file;                      ///< and stages the edit once there is one
  int keys_at = -2;                             ///< last frame in which a table of entries had the keys
  bool wants_edits = false;                     ///< to see what waits to be written
};

}  // namespace sepax
