#include "fuzz/fuzz_file.h"
#include "session/figure/svg_image.h"
#include "session/lab/recording_feed.h"
#include "session/process.h"
#include "session/recovery.h"
#include "session/script/script.h"
#include "session/workspace.h"
#include "ui/settings.h"
#include "ui/window_parts.h"

#include <arpa/inet.h>
#include <imgui.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <semaphore>
#include <span>
#include <string>
#include <string_view>

// Any bytes as what the window reads besides cases and bundles. The first byte chooses: settings, a script, a recovery
// file, a recording over a socket, the drawing program of SVG and its replies.

namespace {

using namespace sepax;
using fuzz::require;

/// A window's state with its settings.
struct Window {
  Window() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    registerSettings(workspace, shell);
    workspace.history = History(defaultDocument());
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window() { ImGui::DestroyContext(); }

  /// Reads settings and says how they are written.
  [[nodiscard]] static std::string settingsAfter(const std::string& text) {
    ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());  // of size 0 it looks for the end
    return ImGui::SaveIniSettingsToMemory();
  }

  Workspace workspace;
  ShellState shell;
};

void readSettings(std::string_view text) {
  const std::string written = [&] { return Window().settingsAfter(std::string(text)); }();
  const std::string again = [&] { return Window().settingsAfter(written); }();
  require(written == again, "settings read back as they are written:\n" + written + "\n" + again);
}

/// Scripts may write files: this one's only beside it. A search over a range of numbers is not about reading.
void runText(std::string_view text) {
  if (text.find('/') != text.npos || text.find("..") != text.npos || text.find("scan") != text.npos) return;
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(fuzz::emptyFolder());
  Workspace workspace;
  workspace.history = History(defaultDocument());
  Outbox first;
  process(workspace, first);
  ScriptStage stage{workspace};
  const auto done = runScript(text, "fuzz", stage);
  std::filesystem::current_path(here);
  require(done || done.error().where.starts_with("fuzz:"), "an error names the line");
}

/// As a recovery file, and as the work in a sound one.
void recover(std::string_view text) {
  for (const bool is_whole : {true, false}) {
    const std::string folder = fuzz::emptyFolder() + "/sepax";
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
      ::setenv(variable, fuzz::emptyFolder().c_str(), 1);
    std::filesystem::create_directory(folder);
    const std::string file = folder + "/recovery-" + std::string(32, 'a') + ".json";
    fuzz::putFile(file, is_whole ? std::string(text) : recoveryText({}, text));
    Workspace workspace;
    workspace.history = History(defaultDocument());
    offerRecoveries(workspace.recovery, workspace, {});
    require(workspace.recovery.offers.size() == 1, "a recovery is offered");
    Outbox take;
    take.request(TakeRecovery{.discard_changes = true});
    process(workspace, take);
    require(std::filesystem::exists(file), "and stays until its work is kept");
  }
}

/// One port for all inputs. Behind each comes a recording of our own, whose beginning shows that it is through.
void attach(std::string_view text) {
  constexpr std::string_view kEnd = R"({"sepax_log": 1, "space": "2d", "engine": "the end", "bodies": []})"
                                    "\n";
  static std::binary_semaphore woken{0};
  static std::uint16_t port = 0;
  static RecordingFeed feed = [] {
    auto stream = LineStream::listen(0).value();
    port = stream.port();
    return RecordingFeed(std::move(stream), "fuzz", [] { woken.release(); });
  }();
  for (const std::string_view part : {text, kEnd}) {
    const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // The fuzzer's clock interrupts it; then it goes on by itself. Thousands of connections a second use up the ports,
    // which come back after a second.
    int status = -1;
    while ((status = ::connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address)) != 0 &&
           (errno == EADDRNOTAVAIL || errno == EINTR || errno == EALREADY))
      ::usleep(50'000);
    require(status == 0 || errno == EISCONN, std::string("the port listens: ") + std::strerror(errno));
    (void)::send(client, part.data(), part.size(), MSG_NOSIGNAL);  // what is refused is not taken to its end
    ::close(client);
  }
  for (bool is_through = false; !is_through;) {
    woken.acquire();
    for (const RecordingFeed::Event& event : feed.take(1000)) {
      const auto* const begun = std::get_if<RecordingFeed::Begun>(&event);
      is_through = is_through || (begun != nullptr && begun->head.engine == "the end");
    }
  }
}

/// A small picture: how long large ones take is the limit of the program that draws them.
void draw(std::string_view text) {
  (void)pictureOfReply(std::as_bytes(std::span(text)), "fuzz.svg");
  const std::string svg =
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='32' height='32'>" +
      std::string(text) + "</svg>";
  const auto picture = pixelsOfSvg(svg, 1, SvgSource::kForeign);
  if (!picture) return;
  require(picture->rgba.size() == 4u * picture->width * picture->height, "pixels are there");
  require(pdfOfSvg(svg, SvgSource::kForeign).has_value(), "a drawing is a page, too");
}

}  // namespace

// Fonts that are found stay known to the end.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\nleak:libpango"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMaxText = 1 << 12;
  if (size == 0 || size > kMaxText) return 0;
  const std::string_view text = fuzz::textOf(data + 1, size - 1);
  constexpr void (*kReaders[])(std::string_view) = {readSettings, runText, recover, attach, draw};
  kReaders[data[0] % std::size(kReaders)](text);
  return 0;
}
