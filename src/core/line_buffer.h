#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sepax {

/// Bytes that come in pieces, taken out line by line.
class LineBuffer {
 public:
  void append(std::string_view bytes) {
    // The taken part is erased when it is longer than the rest: each byte moves at most once more.
    if (taken_ > text_.size() - taken_) {
      text_.erase(0, taken_);
      searched_ -= taken_;
      taken_ = 0;
    }
    text_.append(bytes);
  }
  /// The next line without its newline; false when no whole one is there.
  [[nodiscard]] bool takeLine(std::string& line) {
    const std::size_t end = text_.find('\n', searched_);
    searched_ = end == std::string::npos ? text_.size() : end + 1;
    if (end == std::string::npos) return false;
    line.assign(text_, taken_, end - taken_);
    taken_ = end + 1;
    return true;
  }
  /// Takes the rest, a line without an end.
  void takeRest(std::string& line) {
    line.assign(text_, taken_);
    clear();
  }
  void clear() {
    text_.clear();
    taken_ = searched_ = 0;
  }
  [[nodiscard]] std::size_t size() const { return text_.size() - taken_; }

 private:
  std::string text_;
  std::size_t taken_ = 0, searched_ = 0;
};

}  // namespace sepax
