#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace sepax {

/// Lines that come from outside while we live: of standard input, or of programs that connect to a port of this
/// machine, one at a time; the others wait in a queue. Depends on the platform, as core/platform.h does. For one thread
/// at a time.
class LineStream {
 public:
  [[nodiscard]] static LineStream standardInput();
  /// Listens on 127.0.0.1 and on no other address. Port 0: one that is free.
  [[nodiscard]] static Result<LineStream> listen(std::uint16_t port);
  LineStream(LineStream&& other) noexcept;
  LineStream& operator=(LineStream&& other) noexcept;
  ~LineStream();

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
  explicit LineStream(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sepax
