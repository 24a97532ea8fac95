#include "app/window/desktop.h"

#include "app/window/gl_context.h"
#include "app/window/gl_window.h"
#include "app/window/imgui_backends.h"
#include "app/window/input_batch.h"
#include "app/window/sound_output.h"
#include "app/window/state_log.h"
#include "app/window/surroundings.h"
#include "app/window/ui_session.h"
#include "core/catalogue.h"
#include "core/log.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/worker.h"
#include "session/autosave.h"
#include "session/bundle/bundle_files.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/jury_pool.h"
#include "session/lab/replaying.h"
#include "session/process.h"
#include "session/recovery.h"
#include "session/script/script.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/imgui_compat.h"
#include "ui/kit/widgets.h"
#include "ui/window_parts.h"

#include <SDL.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace sepax {
namespace {

// After input the window is drawn this often: ImGui needs a frame to notice, one to react and one to settle.
constexpr int kSettlingFrames = 3;
// How long to wait for input at least between the frames of something that moves by itself: vsync does not slow down a
// hidden window.
constexpr int kMovingFrameMs = 8;
constexpr int kKeepSettingsMs = 700;  // while frames follow each other; else before the next wait
constexpr int kLookAtFileMs = 500;
// Taps that piled up during a slow frame are laid out one after the other; at least so often one of these frames is
// drawn.
constexpr int kMaxUndrawnFrames = 7;

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Wakes the event loop from any thread: a job is done.
void wakeForJob() {
  SDL_Event event{};
  event.type = SDL_USEREVENT;
  SDL_PushEvent(&event);
}

/// The program's window and what it does with SDL's events.
class Desktop {
 public:
  explicit Desktop(const DesktopOptions& options) : options_(options) {
    if (options_.log_state) listenToItems();
  }
  [[nodiscard]] Result<void> start();
  /// One turn of the event loop: waits for input, handles it, lays out and draws a frame when there is something to
  /// see. False when the window is to close.
  [[nodiscard]] bool step();
  [[nodiscard]] Result<int> finish();

 private:
  Waited waitFor(SDL_Event& event, bool is_minimised);
  Waited waitForInput(SDL_Event& event, bool is_minimised);
  void stop();
  [[nodiscard]] Result<void> renewGraphics();
  void loadSettings();
  void keepSettings();
  void noteWindow();
  bool handle(const SDL_Event& event);
  bool handleAll(SDL_Event event, bool has_event);
  void drawFrame();
  void showTitle();
  void followPresentation();
  void logRest();

  DesktopOptions options_;
  std::optional<GlWindow> window_;  // before the session, whose OpenGL objects need its context
  UiSession session_;
  SoundOutput sound_;
  Autosave autosave_;
  std::string settings_path_;  // empty: nowhere to keep them
  std::string settings_;       // as they are there
  Clock::time_point settings_kept_ = Clock::now();
  bool is_first_start_ = false;
  std::string shown_title_;
  StateLog state_log_;
  std::string logged_rest_;
  int frames_ = 0;                     // drawn
  int marks_ = 0;                      // in the input of a test
  int frames_at_mark_ = 0;             // drawn before the last of them
  std::optional<SDL_Event> deferred_;  // waits for a frame
  std::vector<std::string> dropped_;   // files of one drop, as far as they have come
  int undrawn_frames_ = 0;             // in a row
  bool graphics_are_lost_ = false;
  Result<void> renewed_;  // as it went when they were lost last
  bool was_presenting_ = false;
  bool was_maximised_ = false;                                                            // before the presentation
  std::shared_ptr<std::atomic<int>> end_status_ = std::make_shared<std::atomic<int>>(0);  // 0: no signal ends it
  int frames_to_draw_ = kSettlingFrames;                                                  // though nothing comes in
};

/// Titles and input methods of X11 go through the C library's characters; numbers stay as they are everywhere.
void useUtf8() {
  std::setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
}

void Desktop::loadSettings() {
  if (const auto folder = configFolder()) {
    settings_path_ = *folder + "/imgui.ini";
    session_.workspace.learning.progress_path = *folder + "/lessons.json";
  } else {
    notify(session_.workspace, LogLevel::kWarning, trf("settings are not kept: {}", describe(folder.error())));
  }
  if (!settings_path_.empty() && session_.loadSettings(settings_path_)) return;
  is_first_start_ = true;
  if (const auto shipped = dataPath("imgui.ini")) session_.loadSettings(*shipped);
}

/// Size and state that the next window opens with. Not noted at each change: a window that is being maximised has its
/// new size some time before it is known to be maximised.
void Desktop::noteWindow() {
  const Uint32 flags = SDL_GetWindowFlags(window_->window());
  if ((flags & (SDL_WINDOW_FULLSCREEN | SDL_WINDOW_MINIMIZED)) != 0) return;
  Layout& layout = session_.shell.layout;
  layout.window_maximised = (flags & SDL_WINDOW_MAXIMIZED) != 0;
  if (!layout.window_maximised) SDL_GetWindowSize(window_->window(), &layout.window_width, &layout.window_height);
}

/// Writes the settings when they have changed: a process that is killed takes none along.
void Desktop::keepSettings() {
  noteWindow();
  settings_kept_ = Clock::now();
  ImGui::GetIO().WantSaveIniSettings = false;
  if (settings_path_.empty()) return;
  std::size_t size = 0;
  const char* text = ImGui::SaveIniSettingsToMemory(&size);
  if (settings_ == std::string_view(text, size)) return;
  settings_.assign(text, size);
  if (const auto written = writeFileAtomically(settings_path_, settings_); !written) {
    notify(session_.workspace, LogLevel::kWarning, trf("settings are not kept: {}", describe(written.error())));
    settings_path_.clear();
  }
}

Result<void> Desktop::start() {
  useUtf8();
  loadSettings();
  static_cast<void>(
      setLanguage(session_.workspace.view.language));  // what is said before the first frame; that says why it cannot
  Layout& layout = session_.shell.layout;
  layout.window_width = std::clamp(layout.window_width, kMinWindowWidth, 16384);
  layout.window_height = std::clamp(layout.window_height, kMinWindowHeight, 16384);
  auto opened = GlWindow::open({.width = layout.window_width, .height = layout.window_height});
  SEPAX_TRY(opened);
  window_.emplace(std::move(*opened));
  const auto scale = settle(*window_->window(), layout.window_maximised);
  if (is_first_start_ && scale) session_.workspace.view.ui_scale = *scale;
  SEPAX_TRY(session_.attach(*window_, UiSession::Input::kWindow));
  shareClipboard();
  SDL_GL_SetSwapInterval(1);
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
  SDL_EventState(SDL_DROPTEXT, SDL_ENABLE);
  setLogSink([this](LogLevel level, const std::string& text) { notify(session_.workspace, level, text); });
  for (const std::string& path : options_.dropped) {
    SDL_Event event{};
    event.drop.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(path.c_str());
    SDL_PushEvent(&event);
  }
  session_.workspace.in_page = isInPage();
  if (!options_.address.empty()) session_.workspace.page_address = options_.address;
  if (hasWorkers()) session_.workspace.jobs->runInBackground(wakeForJob);
  if (options_.attach_port) {
    SEPAX_TRY(startAttach(session_.workspace, session_.workspace, *options_.attach_port));
  } else if (options_.attach_input) {
    attachToInput(session_.workspace, session_.workspace);
  } else if (!options_.files.empty()) {
    Outbox outbox;
    outbox.request(OpenPaths{options_.files});
    process(session_.workspace, outbox);
  }
  const bool is_attached = options_.attach_port || options_.attach_input;
  if (!is_attached && options_.link.empty())
    offerRecoveries(session_.workspace.recovery, session_.workspace, options_.files);
  if (!options_.link.empty()) {
    ScriptStage stage = scriptStage(session_.workspace, session_.shell);
    const auto link = readLink(options_.link);
    const Result<void> opened_link = link ? openLink(*link, stage) : tl::unexpected(link.error());
    if (!opened_link) {
      const std::string why = trf("This link does not open: {}", describe(opened_link.error()));
      notify(session_.workspace, LogLevel::kError, why);
      fmt::print(stderr, "{}\n", why);
    }
  }
  const bool has_something = is_attached || !options_.files.empty() || !options_.link.empty() ||
                             !options_.dropped.empty() || !session_.workspace.recovery.offers.empty();
  if (session_.workspace.view.starts_with_page && !has_something) openStartPage(session_.shell, session_.workspace);
  return listenForEnd([status = end_status_](EndRequest request) {
    SDL_Event event{};
    event.type = request.at_once ? SDL_USEREVENT : SDL_QUIT;
    if (request.at_once) *status = request.exit_status;
    SDL_PushEvent(&event);
  });
}

bool isFullScreen(const GlWindow& window) { return (SDL_GetWindowFlags(window.window()) & SDL_WINDOW_FULLSCREEN) != 0; }

/// Hands input to ImGui.
void passOn(const SDL_Event& event) {
  ImGui_ImplSDL2_ProcessEvent(&event);
  if (kBackendPollsInput && (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP)) {
    ImGuiIO& io = ImGui::GetIO();
    const int modifiers = event.key.keysym.mod;
    io.KeyCtrl = (modifiers & KMOD_CTRL) != 0;
    io.KeyShift = (modifiers & KMOD_SHIFT) != 0;
    io.KeyAlt = (modifiers & KMOD_ALT) != 0;
    io.KeySuper = (modifiers & KMOD_GUI) != 0;
  }
}

/// Keeps the session's mouse where the events say it is. The system decides what counts as a double click, too: frames
/// may be slow.
void followMouse(const SDL_Event& event, UiSession& session) {
  constexpr float kNowhere = -std::numeric_limits<float>::max();
  if (event.type == SDL_MOUSEBUTTONDOWN) {
    ImGui::GetIO().MouseDoubleClickTime = event.button.clicks % 2 == 0 ? std::numeric_limits<float>::max() : 0;
  }
  if (event.type == SDL_MOUSEMOTION) {
    session.setMouse(static_cast<float>(event.motion.x), static_cast<float>(event.motion.y));
  } else if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP) {
    session.setMouse(static_cast<float>(event.button.x), static_cast<float>(event.button.y));
    const int button = event.button.button == SDL_BUTTON_LEFT    ? ImGuiMouseButton_Left
                       : event.button.button == SDL_BUTTON_RIGHT ? ImGuiMouseButton_Right
                                                                 : ImGuiMouseButton_Middle;
    if (event.button.button <= SDL_BUTTON_RIGHT) session.setMouseButton(button, event.type == SDL_MOUSEBUTTONDOWN);
  } else if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_LEAVE && !ImGui::IsAnyMouseDown()) {
    session.setMouse(kNowhere, kNowhere);
  }
}

/// Handles what has come in, as far as one frame can take it. True when there is something to draw.
bool Desktop::handleAll(SDL_Event event, bool has_event) {
  bool changed = false;
  InputBatch batch(ImGui::GetIO().WantTextInput ? InputBatch::Keyboard::kTextField : InputBatch::Keyboard::kShortcuts);
  if (deferred_) {
    static_cast<void>(batch.take(*deferred_));
    changed = handle(*deferred_);
    deferred_.reset();
  }
  for (; has_event; has_event = SDL_PollEvent(&event) != 0) {
    if (!batch.take(event)) {
      deferred_ = event;
      return true;
    }
    changed = handle(event) || changed;
  }
  if (!dropped_.empty()) {
    Outbox outbox;
    outbox.request(OpenPaths{std::exchange(dropped_, {})});
    process(session_.workspace, outbox);
  }
  return changed;
}

/// The key Pause, with which a test's hand marks where its input ends.
bool isMark(const SDL_Event& event) {
  return (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) && event.key.keysym.sym == SDLK_PAUSE;
}

/// True when the event may change what the window shows.
bool Desktop::handle(const SDL_Event& event) {
  Outbox outbox;
  switch (event.type) {
    case SDL_QUIT:
      outbox.request(Quit{});
      break;
    case SDL_DROPFILE:
      dropped_.emplace_back(event.drop.file);
      SDL_free(event.drop.file);
      return true;
    case SDL_DROPTEXT:
      outbox.request(OpenPaste{event.drop.file, {}});
      SDL_free(event.drop.file);
      break;
    case SDL_USEREVENT:  // a job is done
      break;
    case SDL_WINDOWEVENT:
      session_.forgetDrawn();
      // A window of another size shows its content at once.
      if (event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED) undrawn_frames_ = kMaxUndrawnFrames;
      [[fallthrough]];
    case SDL_KEYDOWN:
    case SDL_KEYUP:
    case SDL_TEXTINPUT:
    case SDL_TEXTEDITING:
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL:
      if (options_.log_state && isMark(event)) {
        marks_ += event.type == SDL_KEYUP ? 1 : 0;
        frames_at_mark_ = frames_;
        return false;
      }
      passOn(event);
      followMouse(event, session_);
      return true;
    default:
      return false;
  }
  process(session_.workspace, outbox);
  return true;
}

void Desktop::showTitle() {
  const Workspace& workspace = session_.workspace;
  std::string name = titleOf(workspace);
  if (workspace.history.isDirty()) name += " •";
  const std::string title = name + " — Sepax";
  if (title != shown_title_) SDL_SetWindowTitle(window_->window(), title.c_str());
  shown_title_ = title;
}

/// A presentation takes the whole screen, and gives it back as it was.
void Desktop::followPresentation() {
  if (isInPage()) return;  // as large as the page around it
  const bool wants_full = session_.workspace.view.presentation != Presentation::kOff;
  if (std::exchange(was_presenting_, wants_full) == wants_full || isFullScreen(*window_) == wants_full) return;
  if (wants_full) was_maximised_ = (SDL_GetWindowFlags(window_->window()) & SDL_WINDOW_MAXIMIZED) != 0;
  SDL_SetWindowFullscreen(window_->window(), wants_full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
  if (!wants_full && was_maximised_) SDL_MaximizeWindow(window_->window());
}

/// "rest 12 quiet after 345 frames and 67 scenes": twelve marks and all input before them are handled and drawn; "busy"
/// while the background may still answer. A line for each mark, and when the background falls quiet.
void Desktop::logRest() {
  const bool is_drawn = frames_to_draw_ == 0 || frames_ >= frames_at_mark_ + kSettlingFrames;
  if (!is_drawn) return;
  const Workspace& workspace = session_.workspace;
  const bool is_asked = workspace.jury.pool != nullptr && workspace.jury.pool->isAsked();
  const bool is_busy = is_asked || !workspace.jobs->isIdle() || workspace.reports.waiting > 0;
  const std::string rest = fmt::format("rest {} {}", marks_, is_busy ? "busy" : "quiet");
  if (rest == logged_rest_) return;
  logged_rest_ = rest;
  fmt::print("{} after {} frames and {} scenes\n", rest, frames_, session_.scenesDrawn());
  std::fflush(stdout);
}

void Desktop::drawFrame() {
  session_.layOut();
  sound_.follow(session_.workspace.view.sound, session_.workspace.preview.sound);
  // The remaining events need a frame of their own, but this one need not be seen.
  if (deferred_ && undrawn_frames_++ < kMaxUndrawnFrames) return;
  undrawn_frames_ = 0;
  int width = 0, height = 0;
  SDL_GL_GetDrawableSize(window_->window(), &width, &height);
  if (session_.drawIfOther(width, height)) {
    SDL_GL_SwapWindow(window_->window());
    ++frames_;
  }
  graphics_are_lost_ |= isGlContextLost() || frames_ == options_.lose_graphics_after_frames;
  if (std::exchange(session_.shell.of<FileDialog>().asks_page, false)) chooseFile();
  showTitle();
  followPresentation();
  if (millisecondsSince(settings_kept_) > kKeepSettingsMs) keepSettings();
  if (options_.log_state) state_log_.say(session_.workspace, session_.shell.viewport);
}

/// Waits for input and draws nothing meanwhile, while a user who edits the file beside this window looks at it without
/// any input, and unsaved work is written.
Waited Desktop::waitForInput(SDL_Event& event, bool is_minimised) {
  Workspace& workspace = session_.workspace;
  while (true) {
    const std::size_t said = workspace.console.size();
    const auto keeps_in = autosave_.follow(workspace);
    const bool looks = !is_minimised && (hasOwnFile(workspace) || workspace.bundle != nullptr);
    const bool has_news = workspace.console.size() != said ||
                          (looks && (isNewlyWrittenByOthers(workspace) || areFilesChanged(workspace)));
    if (has_news && !is_minimised) {
      frames_to_draw_ = kSettlingFrames;
      return Waited::kTimeIsUp;
    }
    if (!looks && !keeps_in) return waitForEvent(event, -1);
    const int keep_ms = keeps_in ? static_cast<int>(keeps_in->count()) : kLookAtFileMs;
    const Waited waited = waitForEvent(event, looks ? std::min(keep_ms, kLookAtFileMs) : keep_ms);
    if (waited != Waited::kTimeIsUp) return waited;
  }
}

/// Waits for input, or for the time at which something moves by itself.
Waited Desktop::waitFor(SDL_Event& event, bool is_minimised) {
  if (options_.log_state) logRest();
  static_cast<void>(autosave_.follow(session_.workspace));
  if (!is_minimised && frames_to_draw_ > 0) return SDL_PollEvent(&event) != 0 ? Waited::kEvent : Waited::kTimeIsUp;
  const std::optional<double> next_frame = nextFrameIn(session_.workspace, session_.shell);
  const int wait_ms =
      next_frame ? std::max(kMovingFrameMs, static_cast<int>(std::ceil(std::min(*next_frame, 60.0) * 1000))) : -1;
  const bool waits_for_input = is_minimised || wait_ms < 0;
  if (waits_for_input || wait_ms >= kKeepSettingsMs) keepSettings();
  if (options_.quit_when_idle && waits_for_input && session_.workspace.jobs->isIdle()) {
    session_.workspace.quit = true;
    return Waited::kTimeIsUp;
  }
  return waits_for_input ? waitForInput(event, is_minimised) : waitForEvent(event, wait_ms);
}

bool Desktop::step() {
  const bool is_minimised = (SDL_GetWindowFlags(window_->window()) & SDL_WINDOW_MINIMIZED) != 0;
  SDL_Event event{};
  const Waited waited = waitFor(event, is_minimised);
  if (*end_status_ != 0) return false;
  if (handleAll(event, waited == Waited::kEvent)) frames_to_draw_ = kSettlingFrames;
  // When the wait was over something moves by itself. An event that changes nothing draws nothing.
  if (!is_minimised && (frames_to_draw_ > 0 || waited == Waited::kTimeIsUp)) {
    drawFrame();
    frames_to_draw_ = std::max(frames_to_draw_ - 1, 0);
  }
  if (graphics_are_lost_) renewed_ = renewGraphics();
  return renewed_ && !session_.workspace.quit;
}

/// After a reset of the graphics card the window goes on with another context. Where there is none the work is kept for
/// the next start.
Result<void> Desktop::renewGraphics() {
  graphics_are_lost_ = false;
  autosave_.keepNow(session_.workspace);
  session_.forgetGraphics();
  Result<void> renewed = window_->renewContext();
  if (renewed) renewed = session_.makeGraphics();
  if (!renewed) {
    const std::string lost =
        trf("The graphics driver was reset and gives no picture again. Unsaved work comes back at the next start. {}",
            describe(renewed.error()));
    SDL_ShowSimpleMessageBox(SDL_MESSAGEBOX_ERROR, "Sepax", lost.c_str(), window_->window());
    return fail(ErrorCode::kUnsupported, "", lost);
  }
  SDL_GL_SetSwapInterval(1);
  frames_to_draw_ = kSettlingFrames;
  notify(session_.workspace, LogLevel::kWarning,
         tr("The graphics driver was reset. The picture was made anew, and nothing is lost."));
  return {};
}

/// After the last turn: the exit status.
Result<int> Desktop::finish() {
  if (*end_status_ != 0) {
    autosave_.keepNow(session_.workspace);
  } else if (renewed_) {
    autosave_.forget(session_.workspace);
  }
  stop();
  SEPAX_TRY(renewed_);
  return end_status_->load();
}

/// Keeps what is to be found again at the next start.
void Desktop::stop() {
  session_.workspace.jobs.reset();  // before what the workers and their log lines lean on
  keepSettings();
  setLogSink({});
}

}  // namespace

Result<int> runDesktop(const DesktopOptions& options) {
  const auto desktop = std::make_shared<Desktop>(options);
  SEPAX_TRY(desktop->start());
  const auto status = std::make_shared<Result<int>>(0);
  repeat([desktop, status] {
    if (desktop->step()) return true;
    *status = desktop->finish();
    return false;
  });
  return *status;
}

}  // namespace sepax
