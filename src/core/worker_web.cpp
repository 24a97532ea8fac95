#include "core/worker_web.h"
#include "core/worker.h"

#include <emscripten.h>

#include <chrono>
#include <cstdlib>
#include <map>

// A worker's calls lie on a stack that the browser keeps while they wait; what clang keeps in memory beside it, the
// "shadow stack", is the program's: each worker has one. web/page.js starts and resumes workers, and replaces
// sepaxSuspend by a function that waits for a promise. In node there are none.

// clang-format off
EM_JS(int, sepaxHasWorkers, (), { return typeof sepaxPage === "object" && sepaxPage.workers ? 1 : 0; });
EM_JS(void, sepaxStartWorker, (int number, char* stack), { sepaxPage.workers.start(number, stack); });
EM_JS(void, sepaxEndWorker, (int number), { sepaxPage.workers.end(number); });
EM_JS(void, sepaxNotify, (const void* signal), { if (sepaxHasWorkers()) sepaxPage.workers.notify(signal); });
EM_JS(void, sepaxSuspend, (int number, const void* signal, double milliseconds), {});
// clang-format on

extern "C" {
void* stackSave();
void stackRestore(void* stack);
}

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kStackBytes = 4u << 20;
constexpr auto kTurn = std::chrono::milliseconds(8);

struct Started {
  std::function<void()> work;
  char* stack = nullptr;
};

std::map<int, Started>& started() {
  static std::map<int, Started> all;
  return all;
}

int next_number = 1;
int running = 0;  // the number of the worker whose turn it is; 0: it is the interface's
Clock::time_point turn_began;

void beginTurn(int number) {
  running = number;
  turn_began = Clock::now();
}

void forget(int number) {
  const auto found = started().find(number);
  if (found == started().end()) return;
  std::free(found->second.stack);
  started().erase(found);
}

}  // namespace

const std::atomic<bool>*& cancelFlag() {
  static const std::atomic<bool>* flag = nullptr;
  return flag;
}

bool hasWorkers() {
  static const bool has = sepaxHasWorkers() == 1;
  return has;
}

int currentWorker() { return running; }

bool suspendWorker(const void* signal, double milliseconds) {
  if (running == 0) return false;
  const int number = std::exchange(running, 0);
  void* const stack = stackSave();
  const std::atomic<bool>* const flag = std::exchange(cancelFlag(), nullptr);
  sepaxSuspend(number, signal, milliseconds);
  stackRestore(stack);
  cancelFlag() = flag;
  beginTurn(number);
  return true;
}

void giveWay() {
  if (running != 0 && Clock::now() - turn_began >= kTurn) suspendWorker(nullptr, 0);
}

Worker::Worker(std::function<void()> work) : number_(next_number++) {
  char* const stack = static_cast<char*>(std::aligned_alloc(16, kStackBytes));
  if (stack == nullptr) std::abort();  // as a thread that does not start ends a program
  started()[*number_] = {std::move(work), stack};
  sepaxStartWorker(*number_, stack + kStackBytes);
}

Worker& Worker::operator=(Worker&& other) noexcept {
  join();
  number_ = std::exchange(other.number_, std::nullopt);
  return *this;
}

Worker::~Worker() { join(); }

void Worker::join() {
  if (!number_) return;
  sepaxEndWorker(*number_);
  forget(*number_);
  number_.reset();
}

void notifyWorkers(const void* signal) { sepaxNotify(signal); }

void Signal::notifyAll() { notifyWorkers(this); }

void Signal::waitOnce(std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  suspendWorker(this, -1);
  lock.lock();
}

}  // namespace sepax

/// The work of a worker; the page has changed to its stack.
extern "C" EMSCRIPTEN_KEEPALIVE void sepaxWork(int number) {
  using namespace sepax;
  beginTurn(number);
  cancelFlag() = nullptr;
  started()[number].work();
  cancelFlag() = nullptr;
  running = 0;
}
