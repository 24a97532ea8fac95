#pragma once

#include <chrono>
#include <thread>

namespace sepax {

/// Looks again and again whether something holds, and does what `holds` does to bring it about. False after five
/// minutes: a guard against hangs. No test may depend on how long it takes.
template <class Holds>
[[nodiscard]] bool comesTrue(Holds&& holds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace sepax
