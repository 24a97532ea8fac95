#pragma once

#include "document/history.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_listing.h"
#include "session/bundle/bundle_overview.h"
#include "session/bundle/bundle_search.h"
#include "session/bundle/colliders.h"
#include "session/bundle/preview.h"
#include "session/bundle/side_by_side.h"
#include "session/jobs.h"
#include "session/lab/jury_pool.h"
#include "session/lab/pasting.h"
#include "session/lab/replaying.h"
#include "session/lab/scanning.h"
#include "session/learn/learning.h"
#include "session/learn/samples.h"
#include "session/messages.h"
#include "session/own_file.h"
#include "session/requests.h"
#include "session/scene/crowd.h"
#include "session/scene/expected_rows.h"
#include "session/scene/queries.h"
#include "session/scene/reports.h"
#include "session/scene/volumes.h"
#include "session/view_state.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The window's whole state without the window: no SDL, no GL, so tests and scripts drive it headless.
struct Workspace {
  History history;
  ViewState view;
  Reports reports;
  CrowdCache crowd;
  FittedBody fitted;
  Queries queries;
  ExpectedRows expected;
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
  PasteState paste;
  JuryTable jury;
  ScanState scan;
  Replay replay;
  Learning learning;
  SampleShelf samples;
  FigureRun figure;
  std::optional<std::string> to_clipboard;  ///< the shell hands it over
  std::string file_path;                    ///< of the document on disk; empty when new or from inside a bundle
  OwnFile own_file;                         ///< that file, as it was read or written last
  std::string title;                        ///< what the window is called
  std::vector<ConsoleLine> console;
  std::vector<Toast> toasts;
  std::optional<Request> guarded;         ///< waits for the answer to "discard unsaved changes?"
  std::vector<std::string> recent_files;  ///< newest first
  bool wants_new_view = false;  ///< a document was opened: the viewport finds a first look when it next knows its size
  bool wants_frame_view = false;    ///< same, but the camera keeps its direction
  std::string wants_panel;          ///< by its word; the shell brings it to the front
  bool wants_reset_layout = false;  ///< the shell restores the shipped layout before its next frame
  bool quit = false;
  std::shared_ptr<Jobs> jobs = std::make_shared<Jobs>();  ///< what the window does not wait for
};

/// True while the middle of the window shows the scene: a bundle may lie over it.
[[nodiscard]] bool showsScene(const Workspace& workspace);

/// Executes what the panels sent, takes over what jobs have made, and brings the reports up to date. Errors become a
/// toast and a console line; the document stays as it was.
void process(Workspace& workspace, Outbox& outbox);

}  // namespace sepax
