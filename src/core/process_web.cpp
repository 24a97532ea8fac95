#include "core/process.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/worker_web.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

// A page and a script of node start no other processes: what would start one says so. But:
// - The import programs of meshes are there as WebAssembly, and web/import_program.js runs them.
// - Children that are talked to: in node programs, by web/programs_node.js; in a page engines in JavaScript, which
//   web/page.js runs in the browser's own workers. Both are an object {start, send, take, errors, isClosed, end}. In
//   node it waits for a line itself; in a page a worker of Sepax does, and the interface goes on meanwhile.
// - In node programs that end by themselves, without input: npm.

// clang-format off
// The program is null while it is on its way, undefined where it did not come.
EM_JS(int, sepaxRunImport, (const char* name, const char* argument, const void* input, size_t size, double limit), {
  const program = Module["importProgram"]();
  if (!program) return program === undefined ? -1002 : -1001;
  return importPrograms.run(program, [UTF8ToString(name), UTF8ToString(argument)],
    HEAPU8.subarray(input >>> 0, (input >>> 0) + (size >>> 0)), limit);
});
EM_JS(int, sepaxStartImport, (const char* name, const char* argument, const void* input, size_t size, double limit,
                              const void* signal), {
  const program = Module["importProgram"]();
  if (!program) return program === undefined ? -1002 : -1001;
  return sepaxPage.imports.start(program, [UTF8ToString(name), UTF8ToString(argument)],
    HEAPU8.slice(input >>> 0, (input >>> 0) + (size >>> 0)), limit, signal);
});
EM_JS(int, sepaxImportIsDone, (int number), { return sepaxPage.imports.isDone(number) ? 1 : 0; });
EM_JS(int, sepaxFinishImport, (int number), {
  const answer = sepaxPage.imports.finish(number);
  importPrograms.output = answer.output;
  importPrograms.errors = answer.errors;
  return answer.status;
});
// The pieces that the last one wrote: "output" or "errors".
EM_JS(double, sepaxImportSize, (const char* stream), {
  return importPrograms[UTF8ToString(stream)].reduce(function (sum, bytes) { return sum + bytes.length; }, 0);
});
EM_JS(void, sepaxTakeImport, (const char* stream, void* to), {
  const name = UTF8ToString(stream);
  let at = to >>> 0;
  for (const bytes of importPrograms[name]) {
    HEAPU8.set(bytes, at);
    at += bytes.length;
  }
  importPrograms[name] = [];
});
EM_JS(int, sepaxTalkStart, (const char* command, const char* folder, const void* signal, int worker), {
  if (typeof sepaxPage === "object") Module.sepaxPrograms = sepaxPage.programs;
  else Module.sepaxPrograms = Module.sepaxPrograms || require(__dirname + "/programs.js");
  if (!Module.sepaxPrograms) return 0;
  return Module.sepaxPrograms.start(JSON.parse(UTF8ToString(command)), UTF8ToString(folder), signal, worker);
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
EM_JS(int, sepaxTalkIsLoading, (int talk), {
  return Module.sepaxPrograms.isLoading && Module.sepaxPrograms.isLoading(talk) ? 1 : 0;
});
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
constexpr int kMaxPauses = 200;

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
  const std::string command = compactJson(Json::list(arguments));
  state->talk = sepaxTalkStart(command.c_str(), limits.folder.c_str(), state.get(), currentWorker());
  if (state->talk == 0) return noPrograms();
  return ChildTalk(std::move(state));
}

ChildTalk::Heard ChildTalk::ask(std::string_view text, std::string& line, double seconds, std::size_t max_bytes) {
  using Clock = std::chrono::steady_clock;
  const auto later = [&] {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  };
  auto deadline = later();
  if (state_->talk == 0) return Heard::kClosed;
  if (!text.empty()) sepaxTalkSend(state_->talk, text.data(), static_cast<int>(text.size()));
  while (true) {
    if (auto said = talkText(state_->talk, "take")) {
      line = std::move(*said);
      return line.size() > max_bytes ? Heard::kTooLong : Heard::kLine;
    }
    if (sepaxTalkIsClosed(state_->talk) == 1) return Heard::kClosed;
    if (sepaxTalkIsLoading(state_->talk) == 1) deadline = later();  // its time begins when it has come
    const double left = std::chrono::duration<double, std::milli>(deadline - Clock::now()).count();
    if (left <= 0) return Heard::kTimeout;
    const double pause = std::min(left, kPauseMs);  // then it may be cancelled
    const bool has_waited = sepaxTalkWait(state_->talk, pause) == 1 || suspendWorker(state_.get(), pause);
    if (!has_waited) return Heard::kClosed;
    if (childCancelFlag() != nullptr && *childCancelFlag()) return Heard::kTimeout;
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

namespace {

/// A program in node; its output is a text.
Result<ChildResult> runToItsEnd(const std::vector<std::string>& arguments, const ChildLimits& limits) {
  constexpr std::size_t kMaxLine = 1u << 20;
  constexpr double kNoLimit = 1e9;
  auto child = ChildTalk::start(arguments, limits);
  SEPAX_TRY(child);
  std::string output, line;
  auto heard = ChildTalk::Heard::kLine;
  const double seconds = limits.wall_seconds > 0 ? limits.wall_seconds : kNoLimit;
  const auto begin = std::chrono::steady_clock::now();
  while (heard == ChildTalk::Heard::kLine) {
    const double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    heard = child->ask("", line, seconds - gone, kMaxLine);
    if (heard == ChildTalk::Heard::kLine) output += line + "\n";
  }
  ChildResult result;
  const std::string end = child->end();
  constexpr std::string_view kStatus = "exit status ";
  result.exit_code = end.starts_with(kStatus) ? std::atoi(end.c_str() + kStatus.size()) : -1;
  if (heard != ChildTalk::Heard::kClosed)
    result.ended_by = "time limit";
  else if (result.exit_code < 0)
    result.ended_by = end;
  result.error_text = child->errorText();
  const auto bytes = std::as_bytes(std::span(output));
  result.output.assign(bytes.begin(), bytes.end());
  return result;
}

}  // namespace

namespace {

constexpr int kOutputLimit = -1000, kNotThere = -1001, kNotLoaded = -1002;

struct ImportCall {
  const char *name, *argument;
  std::span<const std::byte> input;
  double output_limit;
};

bool isChildCancelled() { return childCancelFlag() != nullptr && *childCancelFlag(); }

/// The bytes that the last import wrote to a stream.
template <class Bytes>
Bytes takeImport(const char* stream) {
  Bytes bytes;
  bytes.resize(static_cast<std::size_t>(sepaxImportSize(stream)));
  sepaxTakeImport(stream, bytes.data());
  return bytes;
}

/// For a worker in a page: the program, which it waits for, runs in a worker of the browser's, which can be ended.
int importApart(const ImportCall& call, int wall_seconds, std::string& ended_by) {
  const void* const signal = &call;
  int number = kNotThere;
  for (int pauses = 0; number == kNotThere && pauses < kMaxPauses && !isChildCancelled(); ++pauses) {
    if (pauses > 0) suspendWorker(signal, kPauseMs);
    number =
        sepaxStartImport(call.name, call.argument, call.input.data(), call.input.size(), call.output_limit, signal);
  }
  if (number < 0) return number;
  const auto begin = std::chrono::steady_clock::now();
  while (sepaxImportIsDone(number) == 0 && ended_by.empty()) {
    suspendWorker(signal, kPauseMs);
    const bool is_late =
        wall_seconds > 0 && std::chrono::steady_clock::now() - begin > std::chrono::seconds(wall_seconds);
    if (is_late) ended_by = "time limit";
    if (isChildCancelled()) ended_by = "cancelled";
  }
  return sepaxFinishImport(number);
}

}  // namespace

/// The limit of memory is the program's own (web/web.cmake); that of time is kept where a worker of a page waits.
Result<ChildResult> runChild(const std::vector<std::string>& arguments, std::span<const std::byte> input,
                             const ChildLimits& limits) {
  constexpr double kNoLimit = 1e300;
  if (arguments.empty()) return noPrograms();
  if (!arguments[0].starts_with("sepax-import")) return runToItsEnd(arguments, limits);
  const ImportCall call{arguments[0].c_str(), arguments.size() > 1 ? arguments[1].c_str() : "", input,
                        limits.output_bytes == 0 ? kNoLimit : static_cast<double>(limits.output_bytes)};
  ChildResult result;
  const int status = currentWorker() != 0
                         ? importApart(call, limits.wall_seconds, result.ended_by)
                         : sepaxRunImport(call.name, call.argument, input.data(), input.size(), call.output_limit);
  if (status == kNotLoaded)
    return fail(ErrorCode::kUnreadable, "", tr("the part of this page that reads meshes could not be loaded"));
  if (status == kNotThere) {
    return fail(ErrorCode::kUnsupported, "",
                tr("the part of this page that reads meshes is still being loaded; try again in a moment"));
  }
  result.error_text = takeImport<std::string>("errors");
  result.exit_code = result.ended_by.empty() ? std::max(status, -1) : -1;
  if (status < 0) result.ended_by = status == kOutputLimit ? "output limit" : fmt::format("signal {}", -status);
  result.output = takeImport<std::vector<std::byte>>("output");
  return result;
}

void setChildCancelFlag(const std::atomic<bool>* flag) { cancelFlag() = flag; }

const std::atomic<bool>* childCancelFlag() { return cancelFlag(); }

bool isProcessRunning(int id) { return id == 1; }  // the page itself

Result<void> listenForEnd(std::function<void(EndRequest)>) { return {}; }

Error replaceProcess(const std::vector<std::string>&) { return noPrograms().value(); }

}  // namespace sepax
