#pragma once

#include "core/progress.h"

#include <chrono>
#include <string>

namespace sepax {

/// A line "packing  43 %  path" on standard error that is written over itself, when a person watches; else nothing.
class ProgressLine {
 public:
  explicit ProgressLine(std::string doing);
  /// To be handed to a job; the line must outlive it.
  [[nodiscard]] ProgressSink sink();
  void clear();

 private:
  std::string doing_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace sepax
