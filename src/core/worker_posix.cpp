#include "core/worker.h"

namespace sepax {

bool hasWorkers() { return true; }

void giveWay() {}

Worker::Worker(std::function<void()> work) : thread_(std::move(work)) {}

Worker& Worker::operator=(Worker&& other) noexcept {
  join();
  thread_ = std::move(other.thread_);
  return *this;
}

Worker::~Worker() { join(); }

void Worker::join() {
  if (thread_.joinable()) thread_.join();
}

void Signal::notifyAll() { changed_.notify_all(); }

void Signal::waitOnce(std::unique_lock<std::mutex>& lock) { changed_.wait(lock); }

}  // namespace sepax
