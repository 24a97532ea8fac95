#pragma once

#include "core/error.h"
#include "core/log.h"
#include "core/progress.h"
#include "core/worker.h"
#include "document/command.h"
#include "document/history.h"
#include "session/host/view_state.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sepax {

class Jobs;
struct BundleState;
struct Host;
struct LabState;
struct LearnState;
struct Scene;
struct Workspace;

/// The exchange between a running job and the interface. Any thread may call any of it.
class JobControl {
 public:
  /// How far it is, in bytes, which gives a speed to show, or in things of another kind; `total` 0: unknown.
  void progressBytes(std::uint64_t done, std::uint64_t total);
  void progressItems(std::uint64_t done, std::uint64_t total);
  /// Passes on how far in bytes a function is that this job calls, and stops it when the job is cancelled. Valid as
  /// long as this.
  [[nodiscard]] ProgressSink byteSink();
  [[nodiscard]] ShareSink shareSink();  ///< the same of one that knows its share
  /// Gives way first (core/worker.h): nothing shared may be half changed.
  [[nodiscard]] bool isCancelled() const {
    giveWay();
    return cancelled_;
  }

 private:
  friend class Jobs;
  std::atomic<bool> cancelled_ = false, is_bytes_ = true;
  std::atomic<std::uint64_t> done_ = 0, total_ = 0;
};

/// Puts the result of a job where it belongs, on the interface's thread: each part of the session gets its own state;
/// what was opened may go anywhere. monostate: nothing is to be done.
using Delivery =
    std::variant<std::monostate, std::function<Result<void>(Scene&, Host&)>,
                 std::function<Result<void>(BundleState&, Scene&)>, std::function<Result<void>(LabState&, Scene&)>,
                 std::function<Result<void>(LearnState&, Scene&)>, std::function<Result<void>(Workspace&)>>;

using JobWork = std::function<Result<Delivery>(JobControl&)>;

/// Work that the window does not wait for. It sees nothing of the workspace but what it was given by value.
struct Job {
  std::string label = {};  ///< what the user reads: "Opening main.1.com.example.obb", in the user's language
  bool quick = false;      ///< a preview: does not queue behind an extraction, is not announced
  std::string slot = {};  ///< a new job takes the place of the one before of the same slot, without a word; empty: none
  bool is_kept = false;   ///< what it has made until it is cancelled is delivered, also when that is nothing
  JobWork work = {};
};

struct JobStatus {
  int id = 0;
  std::string label;
  bool quick = false;
  std::string slot;
  double share = -1;            ///< 0..1, negative: unknown
  double bytes_per_second = 0;  ///< mean since its start, 0: unknown
  double seconds = 0;           ///< since it was started
};

/// Jobs and what they made. Without `runInBackground` a job is done when `start` returns, so that tests, scripts and
/// still pictures need not wait; with it two workers work, at most one of them on a long job: a preview never waits for
/// an extraction.
class Jobs {
 public:
  Jobs() = default;
  ~Jobs();  ///< cancels and waits
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// `wake` is called on a worker's thread when something waits to be delivered.
  void runInBackground(std::function<void()> wake);
  int start(Job job);
  int start(std::string label, JobWork work) { return start({.label = std::move(label), .work = std::move(work)}); }
  /// A quick one, known by its slot alone.
  void startQuick(const char* slot, JobWork work);
  /// The function that wakes the interface's thread; empty without runInBackground.
  [[nodiscard]] std::function<void()> waker() const { return wake_; }
  void cancel(int id);
  /// Gives what finished jobs have made to `put`, also of those that it starts, and errors to `tell`. Cancelled jobs
  /// say so and, unless what they made is kept, nothing else.
  void deliver(const std::function<Result<void>(const Delivery&)>& put,
               const std::function<void(LogLevel, const std::string&)>& tell);

  [[nodiscard]] std::vector<JobStatus> running() const;  ///< waiting and working ones, oldest first
  [[nodiscard]] std::optional<JobStatus> newestOf(std::string_view slot) const;  ///< of those
  [[nodiscard]] bool isInBackground() const { return !workers_.empty(); }
  [[nodiscard]] bool isIdle() const;  ///< nothing runs and nothing waits to be delivered

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    int id = 0;
    Job job;
    JobControl control;
    bool working = false, is_replaced = false;
    Clock::time_point started;
    Result<Delivery> result;
  };

  void workLoop();
  std::shared_ptr<Entry> nextWaiting();  ///< under the lock
  static void execute(Entry& entry);

  mutable std::mutex mutex_;
  Signal changed_;
  std::deque<std::shared_ptr<Entry>> entries_;  ///< waiting or working
  std::deque<std::shared_ptr<Entry>> finished_;
  std::function<void()> wake_;
  std::vector<Worker> workers_;
  int next_id_ = 1;
  bool long_job_works_ = false, stopping_ = false;
};

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
  FileStamp known = {};                    ///< all zero: not known, and then nothing is said
  std::string digest = {};                 ///< of its bytes then, SHA-256; empty: not known
  FileStamp told = {};                     ///< of the change that was told
  bool waits = false;                      ///< that change is read when those made here are taken back
  std::optional<std::uint64_t> kept = {};  ///< the history's revision when a file without changes here was spoilt
  int missed = 0;                          ///< looks in a row that found no file
  std::chrono::steady_clock::time_point looked_at = {};
};

/// The document commands that panels send instead of editing.
struct Commands {
  std::vector<std::pair<Command, MergeKey>> commands;
  void send(Command command, MergeKey merge_key = MergeKey::kNone);
};

/// Where a case came from.
struct CaseFile {
  std::string file_path;  ///< on disk; empty when new or from inside a bundle
  OwnFile own_file;       ///< that file, as it was read or written last
  std::string title;      ///< what the window is called
};

/// The common ground of the session's parts: the open case and its file, the view, jobs and messages.
struct Host : CaseFile {
  History history;
  ViewState view;
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
