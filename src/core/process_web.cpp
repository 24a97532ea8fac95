#include "core/process.h"

#include "core/language.h"
#include "core/worker_web.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

// A page and a script of node start no other processes: what would start one says so.
//
// Children that are talked to: in node programs, by web/programs_node.js; in a page engines in JavaScript, which
// web/page.js runs in the browser's own workers. Both are an object {start, send, take, errors, isClosed, end}. In node
// it waits for a line itself; in a page a worker of Sepax does, and the interface goes on meanwhile.

// clang-format off
EM_JS(int, sepaxTalkStart, (const char* command, const char* folder, const void* signal), {
  if (typeof sepaxPage === "object") Module.sepaxPrograms = sepaxPage.programs;
  else Module.sepaxPrograms = Module.sepaxPrograms || require(__dirname + "/programs.js");
  return Module.sepaxPrograms ? Module.sepaxPrograms.start(UTF8ToString(command).split("\n"), UTF8ToString(folder), signal) : 0;
});
EM_JS(void, sepaxTalkSend, (int talk, const char* text, int size), {
  Module.sepaxPrograms.send(talk, UTF8ToString(text, size));
});
// A text that one of its functions returns, null where there is none.
EM_JS(char*, sepaxTalkText, (int talk, const char* which), {
  const said = Module.sepaxPrograms[UTF8ToString(which)](talk);
  if (said === undefined) return 0;
  const size = lengthBytesUTF8(said) + 1;
  const text = _malloc(size);
  stringToUTF8(said, text, size);
  return text;
});
EM_JS(int, sepaxTalkIsClosed, (int talk), { return Module.sepaxPrograms.isClosed(talk) ? 1 : 0; });
EM_JS(int, sepaxTalkWait, (int talk, double milliseconds), {
  if (!Module.sepaxPrograms.wait) return 0;
  Module.sepaxPrograms.wait(talk, milliseconds);
  return 1;
});
// clang-format on

namespace sepax {

namespace {

tl::unexpected<Error> noPrograms() {
  return fail(ErrorCode::kUnsupported, "", tr("only the desktop version of Sepax runs other programs"));
}

constexpr std::size_t kMaxErrorText = 4096;
constexpr double kPauseMs = 100;

std::optional<std::string> talkText(int talk, const char* which) {
  char* const text = sepaxTalkText(talk, which);
  if (text == nullptr) return std::nullopt;
  std::string out = text;
  std::free(text);
  return out;
}

}  // namespace

struct ChildTalk::State {
  int talk = 0;
  std::string error_text = {};
};

ChildTalk::ChildTalk(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChildTalk::ChildTalk(ChildTalk&& other) noexcept = default;
ChildTalk& ChildTalk::operator=(ChildTalk&& other) noexcept {
  if (this != &other && state_) end();
  state_ = std::move(other.state_);
  return *this;
}
ChildTalk::~ChildTalk() {
  if (state_) end();
}

Result<ChildTalk> ChildTalk::start(const std::vector<std::string>& arguments, const ChildLimits& limits) {
  auto state = std::make_unique<State>();
  const std::string command = fmt::format("{}", fmt::join(arguments, "\n"));
  state->talk = sepaxTalkStart(command.c_str(), limits.folder.c_str(), state.get());
  if (state->talk == 0)
    return fail(ErrorCode::kUnsupported, "",
                tr("this browser runs no engines beside the window: it lets WebAssembly wait for nothing"));
  return ChildTalk(std::move(state));
}

ChildTalk::Heard ChildTalk::ask(std::string_view text, std::string& line, double seconds, std::size_t max_bytes) {
  using Clock = std::chrono::steady_clock;
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  if (state_->talk == 0) return Heard::kClosed;
  if (!text.empty()) sepaxTalkSend(state_->talk, text.data(), static_cast<int>(text.size()));
  while (true) {
    if (auto said = talkText(state_->talk, "take")) {
      line = std::move(*said);
      return line.size() > max_bytes ? Heard::kTooLong : Heard::kLine;
    }
    if (sepaxTalkIsClosed(state_->talk) == 1) return Heard::kClosed;
    const double left = std::chrono::duration<double, std::milli>(deadline - Clock::now()).count();
    if (left <= 0) return Heard::kTimeout;
    const double pause = std::min(left, kPauseMs);  // then it may be cancelled
    const bool has_waited = sepaxTalkWait(state_->talk, pause) == 1 || suspendWorker(state_.get(), pause);
    if (!has_waited) return Heard::kClosed;
    if (const auto* const flag = childCancelFlag(); flag != nullptr && *flag) return Heard::kTimeout;
  }
}

std::string ChildTalk::end() {
  const int talk = std::exchange(state_->talk, 0);
  if (talk == 0) return "ended by Sepax";
  state_->error_text = talkText(talk, "errors").value_or("").substr(0, kMaxErrorText);
  return talkText(talk, "end").value_or("ended by Sepax");
}

const std::string& ChildTalk::errorText() const {
  if (state_->talk != 0) state_->error_text = talkText(state_->talk, "errors").value_or("").substr(0, kMaxErrorText);
  return state_->error_text;
}

Result<ChildResult> streamChild(const std::vector<std::string>&, const ChildInput&, const ChildOutput&,
                                const ChildLimits&) {
  return noPrograms();
}

Result<ChildResult> runChild(const std::vector<std::string>&, std::span<const std::byte>, const ChildLimits&) {
  return noPrograms();
}

void setChildCancelFlag(const std::atomic<bool>* flag) { cancelFlag() = flag; }

const std::atomic<bool>* childCancelFlag() { return cancelFlag(); }

int processId() { return 1; }

bool isProcessRunning(int id) { return id == processId(); }

Result<void> listenForEnd(std::function<void(EndRequest)>) { return {}; }

Error replaceProcess(const std::vector<std::string>&) { return noPrograms().value(); }

}  // namespace sepax
