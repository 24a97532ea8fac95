#pragma once

#include <atomic>

namespace sepax {

/// Suspends the worker that calls until `signal` is notified, or the time is up; negative: it never is. Null: until the
/// interface has had its turn. False outside workers, where nothing can wait.
bool suspendWorker(const void* signal, double milliseconds);
/// The number of the worker whose turn it is; 0: it is the interface's.
[[nodiscard]] int currentWorker();
/// Resumes all workers that wait for it.
void notifyWorkers(const void* signal);

/// A variable of each worker, and of the interface: the flag of core/process.h, which is a thread's on a desktop.
const std::atomic<bool>*& cancelFlag();

}  // namespace sepax
