#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace sepax {

/// Lines that come from outside while we live: of standard input, or of programs that connect to a port of this
/// machine, one at a time; the others wait in a queue. Depends on the platform, as core/platform.h does. For one thread
/// at a time.
class LineStream {
 public:
  [[nodiscard]] static LineStream standardInput();
  /// Listens on 127.0.0.1 and on no other address. Port 0: one that is free.
  [[nodiscard]] static Result<LineStream> listen(std::uint16_t port);
  LineStream(LineStream&& other) noexcept = default;
  LineStream& operator=(LineStream&& other) noexcept = default;

  enum class Heard {
    kLine,
    kTimeout,
    kClosed,   ///< the input has ended, or who was connected has gone; half a line is thrown away. On a port the next
               ///< one may come
    kTooLong,  ///< a line of more than `max_bytes`: the connection is dropped
    kIdle,     ///< who was connected has sent nothing for the time of limitIdle(): the connection is dropped
  };
  /// Waits at most so long for a line, which is without its newline.
  [[nodiscard]] Heard next(std::string& line, double seconds, std::size_t max_bytes);

  /// On a port: a program that sends nothing for so long makes room for the next. At first none has to.
  void limitIdle(double seconds);
  /// On a port: how many programs wait for their turn. Beyond kMaxWaitingPrograms they are sent away.
  [[nodiscard]] std::size_t waiting() const;
  static constexpr std::size_t kMaxWaitingPrograms = 8;

  /// Sends away who is connected; of standard input it is the end.
  void drop();
  [[nodiscard]] bool isConnected() const;
  [[nodiscard]] std::uint16_t port() const;  ///< 0 of standard input

 private:
  struct State;
  explicit LineStream(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;  ///< its own; a shared one can delete a type that is unknown here
};

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
