#include "core/process.h"

#include "core/language.h"

#include <utility>

// A page and a script of node have no processes: what would start one says so.

namespace sepax {

namespace {

const std::atomic<bool>* cancel_flag = nullptr;

tl::unexpected<Error> noPrograms() {
  return fail(ErrorCode::kUnsupported, "", tr("only the desktop version of Sepax runs other programs"));
}

}  // namespace

struct ChildTalk::State {
  std::string error_text;
};

ChildTalk::ChildTalk(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChildTalk::ChildTalk(ChildTalk&& other) noexcept = default;
ChildTalk& ChildTalk::operator=(ChildTalk&& other) noexcept = default;
ChildTalk::~ChildTalk() = default;

Result<ChildResult> streamChild(const std::vector<std::string>&, const ChildInput&, const ChildOutput&,
                                const ChildLimits&) {
  return noPrograms();
}

Result<ChildResult> runChild(const std::vector<std::string>&, std::span<const std::byte>, const ChildLimits&) {
  return noPrograms();
}

Result<ChildTalk> ChildTalk::start(const std::vector<std::string>&, const ChildLimits&) { return noPrograms(); }

ChildTalk::Heard ChildTalk::ask(std::string_view, std::string&, double, std::size_t) { return Heard::kClosed; }

std::string ChildTalk::end() { return "ended by Sepax"; }

const std::string& ChildTalk::errorText() const { return state_->error_text; }

void setChildCancelFlag(const std::atomic<bool>* flag) { cancel_flag = flag; }

const std::atomic<bool>* childCancelFlag() { return cancel_flag; }

int processId() { return 1; }

bool isProcessRunning(int id) { return id == processId(); }

Result<void> listenForEnd(std::function<void(EndRequest)>) { return {}; }

Error replaceProcess(const std::vector<std::string>&) { return noPrograms().value(); }

}  // namespace sepax
