#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

struct Outbox;
struct ViewState;

/// One line of a listed folder.
struct FileRow {
  std::string name;  ///< UTF-8, without the folder
  bool folder = false;
  std::uint64_t size = 0;
};

/// The window's own file dialog: a path field over a list, the same on every system and in a browser.
struct FileDialog {
  enum class Purpose {
    kOpen,
    kSave,
    kSaveHexFloats,
    kFolder,
    kNewBundle,
    kFile,
    kPicture,
    kSaveRecording,
    kColliders,
    kCompare
  };
  Purpose purpose = Purpose::kOpen;
  bool open = false;
  bool just_opened = false;
  bool asks_page = false;  ///< the page that the window is in is to ask for a file
  std::string folder;      ///< absolute
  std::string file_name;   ///< or a whole path typed by the user
  std::string filter;
  std::string ending;             ///< that a saved name without one gets
  bool typed = false;             ///< the name is being typed, not picked: what is opened is searched by it
  std::string error;              ///< why the folder could not be listed
  std::string confirm_overwrite;  ///< path that exists already and waits for a second click
  std::vector<FileRow> rows;
  std::vector<std::string> places;  ///< folders to jump to: of recent files, home
  std::string* target = nullptr;    ///< kFolder, kNewBundle, kFile: what takes the path
};

/// Folders first, then files, each by name; hidden ones left out. False with `error` set when the folder cannot be
/// read.
bool listFolder(FileDialog& dialog);

/// Whether it waits for a second click on a file that exists, and says so.
[[nodiscard]] bool asksToReplace(const FileDialog& dialog);

/// Opens the dialog in the folder of the last file (or the current one).
void openFileDialog(FileDialog& dialog, FileDialog::Purpose purpose, const Workspace& workspace);

/// Where the document came from: its file, its bundle, else the newest recent file. Saving stays out of what came with
/// the program.
[[nodiscard]] std::string folderToStartIn(const Workspace& workspace, bool saves);

/// Opens it to fill in a field of another dialog, from where the field points now. The field must outlive the dialog.
void browse(FileDialog& dialog, FileDialog::Purpose purpose, std::string& target, const Workspace& workspace);

/// Draws the dialog when it is open; sends OpenPath, Save, SavePicture, SaveRecording or ExportColliders.
void drawFileDialog(FileDialog& dialog, const Workspace& workspace, ViewState& view, Outbox& outbox);

}  // namespace sepax
