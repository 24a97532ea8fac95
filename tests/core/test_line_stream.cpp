#include "core/line_stream.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

namespace sepax {
namespace {

constexpr std::size_t kMaxLine = 1 << 16;
constexpr double kMoment = 0.05, kLong = 300;

/// A program that has connected to a port of this machine.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(socket_); }
  void send(const std::string& text) const {
    EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
  }
  /// Whether the other side has closed the connection.
  [[nodiscard]] bool isGone() const {
    char byte = 0;
    return ::recv(socket_, &byte, 1, 0) <= 0;
  }

 private:
  int socket_;
};

TEST(LineStream, LetsProgramsWaitForTheirTurnInTheOrderInWhichTheyCame) {
  auto stream = LineStream::listen(0).value();
  std::string line;
  auto first = std::make_unique<Client>(stream.port());
  first->send("a\n");
  EXPECT_EQ(stream.next(line, kLong, kMaxLine), LineStream::Heard::kLine);
  EXPECT_EQ(line, "a");
  EXPECT_EQ(stream.waiting(), 0u);
  const Client second(stream.port());
  second.send("b\n");
  EXPECT_EQ(stream.next(line, kMoment, kMaxLine), LineStream::Heard::kTimeout);
  EXPECT_EQ(stream.waiting(), 1u);
  const Client third(stream.port());
  third.send("c\n");
  EXPECT_EQ(stream.next(line, kMoment, kMaxLine), LineStream::Heard::kTimeout);
  EXPECT_EQ(stream.waiting(), 2u);
  first.reset();
  EXPECT_EQ(stream.next(line, kLong, kMaxLine), LineStream::Heard::kClosed);
  EXPECT_EQ(stream.next(line, kLong, kMaxLine), LineStream::Heard::kLine);
  EXPECT_EQ(line, "b");
  EXPECT_EQ(stream.waiting(), 1u);
}

TEST(LineStream, SendsAwayWhoComesWhenTheQueueIsFull) {
  auto stream = LineStream::listen(0).value();
  std::string line;
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t i = 0; i < LineStream::kMaxWaitingPrograms + 3; ++i) {
    clients.push_back(std::make_unique<Client>(stream.port()));
    EXPECT_EQ(stream.next(line, kMoment, kMaxLine), LineStream::Heard::kTimeout);
  }
  EXPECT_GE(stream.waiting(), LineStream::kMaxWaitingPrograms);
  EXPECT_LE(stream.waiting(), LineStream::kMaxWaitingPrograms + 1);
  EXPECT_TRUE(clients.back()->isGone());
}

TEST(LineStream, SendsAwayAProgramThatSendsNothingAndTakesTheNext) {
  auto stream = LineStream::listen(0).value();
  stream.limitIdle(kMoment);
  std::string line;
  EXPECT_EQ(stream.next(line, 2 * kMoment, kMaxLine), LineStream::Heard::kTimeout) << "nobody is connected";
  const Client silent(stream.port());
  LineStream::Heard heard = LineStream::Heard::kTimeout;
  while (heard == LineStream::Heard::kTimeout) heard = stream.next(line, kMoment, kMaxLine);
  EXPECT_EQ(heard, LineStream::Heard::kIdle);
  EXPECT_TRUE(silent.isGone());
  EXPECT_FALSE(stream.isConnected());
  const Client good(stream.port());
  good.send("here\n");
  EXPECT_EQ(stream.next(line, kLong, kMaxLine), LineStream::Heard::kLine);
  EXPECT_EQ(line, "here");
}

}  // namespace
}  // namespace sepax
