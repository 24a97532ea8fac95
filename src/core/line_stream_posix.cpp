#include "core/line_stream.h"

#include "core/language.h"
#include "core/posix.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

struct LineStream::State {
  posix::Descriptor listener;  ///< closed: of standard input
  posix::Descriptor client;
  bool is_input_open = false;
  std::uint16_t port = 0;
  LineBuffer buffer;
  std::deque<posix::Descriptor> queue;  ///< of connected programs that wait
  std::optional<double> idle_seconds;
  Clock::time_point heard_at;  ///< of the client's last bytes, or when its turn came

  /// Accepts a program that has connected.
  void welcome() {
    posix::Descriptor next(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (next.isOpen() && queue.size() < kMaxWaitingPrograms + 1) queue.push_back(std::move(next));
  }
  /// Gives the turn to the program that waits longest.
  void callNext() {
    if (client.isOpen() || queue.empty()) return;
    client = std::move(queue.front());
    queue.pop_front();
    heard_at = Clock::now();
  }
  [[nodiscard]] bool isIdle() const {
    return idle_seconds && client.isOpen() && Clock::now() - heard_at >= std::chrono::duration<double>(*idle_seconds);
  }

  [[nodiscard]] int descriptor() const { return is_input_open ? STDIN_FILENO : client.get(); }
};

LineStream LineStream::standardInput() {
  auto state = std::make_unique<State>();
  state->is_input_open = true;
  return LineStream(std::move(state));
}

Result<LineStream> LineStream::listen(std::uint16_t port) {
  auto state = std::make_unique<State>();
  const std::string where = "127.0.0.1:" + std::to_string(port);
  const auto refused = [&] {
    return fail(ErrorCode::kUnreadable, where, trf("cannot listen: {}", posix::systemMessage(errno)));
  };
  state->listener = posix::Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!state->listener.isOpen()) return refused();
  const int socket = state->listener.get();
  const int yes = 1;
  static_cast<void>(::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(socket, static_cast<int>(kMaxWaitingPrograms)) != 0)
    return refused();
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return refused();
  state->port = ntohs(address.sin_port);
  return LineStream(std::move(state));
}

LineStream::Heard LineStream::next(std::string& line, double seconds, std::size_t max_bytes) {
  State& at = *state_;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    if (at.buffer.takeLine(line)) {
      if (line.ends_with('\r')) line.pop_back();
      at.heard_at = Clock::now();
      return Heard::kLine;
    }
    if (at.buffer.size() > max_bytes) {
      drop();
      return Heard::kTooLong;
    }
    at.callNext();
    if (at.descriptor() < 0 && !at.listener.isOpen()) return Heard::kClosed;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 2> ready{pollfd{at.descriptor(), POLLIN, 0}, pollfd{at.listener.get(), POLLIN, 0}};  // −1: none
    if (left <= 0 || ::poll(ready.data(), ready.size(), static_cast<int>(left)) <= 0) {
      if (!at.isIdle()) return Heard::kTimeout;
      drop();
      return Heard::kIdle;
    }
    if (ready[1].revents != 0) at.welcome();
    if (ready[0].revents == 0) continue;
    std::array<char, 1 << 16> piece;
    const ssize_t count = ::read(at.descriptor(), piece.data(), piece.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) {
      drop();
      return Heard::kClosed;
    }
    at.heard_at = Clock::now();
    at.buffer.append({piece.data(), static_cast<std::size_t>(count)});
  }
}

void LineStream::limitIdle(double seconds) { state_->idle_seconds = seconds; }
std::size_t LineStream::waiting() const { return state_->queue.size(); }

void LineStream::drop() {
  state_->client.close();
  state_->is_input_open = false;
  state_->buffer.clear();
}
bool LineStream::isConnected() const { return state_->descriptor() >= 0; }
std::uint16_t LineStream::port() const { return state_->port; }

}  // namespace sepax
