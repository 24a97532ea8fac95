#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

// Work beside the interface. On a desktop a worker is a thread. A page has one thread: there workers and the interface
// take turns, wherever a worker gives way or waits, in browsers that let WebAssembly wait for promises (JSPI).
// worker_posix.cpp or worker_web.cpp.

namespace sepax {

/// Whether workers can be started here.
[[nodiscard]] bool hasWorkers();

/// In a page a worker that has held up the interface for 8 ms gives it its turn; elsewhere nothing happens. Long work
/// calls it now and then: where it asks whether it is cancelled, or says how far it is.
void giveWay();

/// Runs a function on its own stack, started at once. Needs hasWorkers().
class Worker {
 public:
  Worker() = default;
  explicit Worker(std::function<void()> work);
  Worker(Worker&& other) noexcept
      : thread_(std::move(other.thread_)), number_(std::exchange(other.number_, std::nullopt)) {}
  Worker& operator=(Worker&& other) noexcept;
  ~Worker();
  /// Waits until it has ended. A page cannot wait: there the worker gets no further turn, and what it holds is lost.
  void join();

 private:
  std::thread thread_;
  std::optional<int> number_;  ///< in a page
};

/// Holds workers until a state has come, under a lock: std::condition_variable.
class Signal {
 public:
  template <class Predicate>
  void wait(std::unique_lock<std::mutex>& lock, Predicate is_met) {
    while (!is_met()) waitOnce(lock);
  }
  void notifyAll();

 private:
  void waitOnce(std::unique_lock<std::mutex>& lock);
  std::condition_variable changed_;
};

}  // namespace sepax
