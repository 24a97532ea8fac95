#pragma once

#include "core/log.h"
#include "document/command.h"
#include "document/history.h"
#include "session/host/jobs.h"
#include "session/host/view_state.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

struct ConsoleLine {
  LogLevel level = LogLevel::kInfo;
  std::string text;
};
struct Toast {
  LogLevel level = LogLevel::kInfo;
  std::string text;
  double shown_until = 0;  ///< seconds of ImGui time; 0: not drawn yet
};

/// When a file was written last, and how large it was then.
struct FileStamp {
  std::int64_t modified = 0;  ///< nanoseconds since 1970-01-01T00:00 UTC; 0: there is no such file
  std::uint64_t size = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// The document's own file as this window read or wrote it last.
struct OwnFile {
  FileStamp known = {};     ///< all zero: not known, and then nothing is said
  std::string digest = {};  ///< of its bytes then, SHA-256; empty: not known
  FileStamp told = {};      ///< of the change that was told
  std::chrono::steady_clock::time_point looked_at = {};
};

/// The document commands that panels send instead of editing.
struct Commands {
  std::vector<std::pair<Command, MergeKey>> commands;
  void send(Command command, MergeKey merge_key = MergeKey::kNone);
};

/// The common ground of the session's parts: the open case and its file, the view, jobs and messages.
struct Host {
  History history;
  ViewState view;
  std::string file_path;  ///< of the document on disk; empty when new or from inside a bundle
  OwnFile own_file;       ///< that file, as it was read or written last
  std::string title;      ///< what the window is called
  std::vector<ConsoleLine> console;
  std::vector<Toast> toasts;
  std::optional<std::string> to_clipboard;  ///< the shell hands it over
  bool in_page = false;  ///< of a browser, whose own dialog gives files; those that are saved leave as downloads
  std::string page_address = "sepax.html";  ///< that links begin with
  std::vector<std::string> recent_files;    ///< newest first
  std::vector<std::string> to_open;         ///< paths that a part of the session asks to be opened
  bool wants_new_view = false;  ///< a document was opened: the viewport finds a first look when it next knows its size
  bool wants_frame_view = false;          ///< same, but the camera keeps its direction
  std::vector<std::string> wants_panels;  ///< by their words; the shell brings them to the front
  bool wants_reset_layout = false;        ///< the shell restores the shipped layout before its next frame
  bool quit = false;
  std::shared_ptr<Jobs> jobs = std::make_shared<Jobs>();  ///< what the window does not wait for
};

/// A line for the console, and a toast when it is a warning or an error.
void notify(Host& host, LogLevel level, const std::string& text);

/// A line and a toast about something that was done outside the window, where the user would miss it.
void announce(Host& host, const std::string& text);

}  // namespace sepax
