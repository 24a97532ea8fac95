#include "lab/recording/free_flight.h"

#include "lab/recording/recording_file.h"
#include "lab/recording/run_findings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace sepax {
namespace {

using Three = std::array<double, 3>;

/// A rod of the sample rod-that-turns-over: its spin in its own axes and how it is turned, a hundredth of a second
/// later, by steps of Runge and Kutta that are too small to lose energy.
struct Rod {
  Three spin{0.01, 0.01, 20};
  std::array<double, 4> turn{0, 0, 0, 1};  ///< x y z w
  static constexpr Three kMoments{(0.1 * 0.1 + 0.4 * 0.4) / 12, (2 * 2 + 0.4 * 0.4) / 12, (2 * 2 + 0.1 * 0.1) / 12};

  [[nodiscard]] static Three change(const Three& w) {
    const auto& [x, y, z] = kMoments;
    return {(y - z) * w[1] * w[2] / x, (z - x) * w[2] * w[0] / y, (x - y) * w[0] * w[1] / z};
  }
  void goOn() {
    constexpr int kSteps = 200;
    constexpr double kStep = 0.01 / kSteps;
    for (int i = 0; i < kSteps; ++i) {
      const auto moved = [&](const Three& by, double t) {
        return Three{spin[0] + t * by[0], spin[1] + t * by[1], spin[2] + t * by[2]};
      };
      const Three a = change(spin), b = change(moved(a, kStep / 2)), c = change(moved(b, kStep / 2)),
                  d = change(moved(c, kStep));
      for (std::size_t k = 0; k < 3; ++k) spin[k] += kStep / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
      const auto [x, y, z, w] = turn;
      const auto& [p, q, r] = spin;
      turn = {x + kStep / 2 * (w * p + y * r - z * q), y + kStep / 2 * (w * q + z * p - x * r),
              z + kStep / 2 * (w * r + x * q - y * p), w - kStep / 2 * (x * p + y * q + z * r)};
      const double size = std::hypot(std::hypot(turn[0], turn[1]), std::hypot(turn[2], turn[3]));
      for (double& each : turn) each /= size;
    }
  }
  /// World space.
  [[nodiscard]] Three worldSpin() const {
    const auto [x, y, z, w] = turn;
    const auto& [a, b, c] = spin;
    const Three u{2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)};
    return {a + w * u[0] + y * u[2] - z * u[1], b + w * u[1] + z * u[0] - x * u[2], c + w * u[2] + x * u[1] - y * u[0]};
  }
};

/// A free body and what stands beside it.
class Flight {
 public:
  explicit Flight(const std::string& body, const std::string& gravity = "[0, 0, 0]",
                  const std::string& post = R"("position": [0, -5, 0])")
      : watch_(reader_
                   .readHead(fmt::format(R"({{"sepax_log": 1, "space": "3d", "gravity": {}, "bodies": [{{"id": "post",
      "shape": {{"type": "box", "half_extents": [0.1, 0.1, 0.1]}}, {}}}, {{"id": "body", "mass": 2, "shape": {}}}]}})",
                                         gravity, post, body))
                   .value()) {}

  void add(double t, const std::string& pose, const std::string& velocity, const std::string& more = "") {
    const auto frame = reader_.readFrame(fmt::format(
        R"({{"t": {}, "poses": {{"body": [{}]}}, "velocities": {{"body": [{}]}}{}}})", t, pose, velocity, more));
    ASSERT_TRUE(frame) << reader_.problems().front().text;
    static_cast<void>(watch_.add(*frame));
  }
  /// Ten seconds of the rod, whose spin is so many times the right one at the end.
  void spin(double slowed, const std::string& more = "") {
    Rod rod;
    for (int i = 0; i <= 1000; ++i, rod.goOn()) {
      const Three w = rod.worldSpin();
      const double by = 1 + (slowed - 1) * i / 1000;
      add(i * 0.01, fmt::format("0, 0, 0, {}", fmt::join(rod.turn, ", ")),
          fmt::format("0, 0, 0, {}, {}, {}", by * w[0], by * w[1], by * w[2]), more);
    }
  }
  /// Two seconds of a fall in steps, as engines do it, by so many times the gravity that the recording has.
  void fall(double factor) {
    double y = 0, v = 0;
    for (int i = 0; i <= 120; ++i) {
      add(i / 60.0, fmt::format("0, {}, 0, 0, 0, 0, 1", y), fmt::format("0, {}, 0, 0, 0, 0", v));
      v -= factor * 10 / 60;
      y += v / 60;
    }
  }
  [[nodiscard]] const FreeFlights& seen() const { return watch_.flights(); }
  [[nodiscard]] const RunWatch& watch() const { return watch_; }

 private:
  RecordingReader reader_{"test"};
  RunWatch watch_;
};

const std::string kFreeRod = R"({"type": "box", "half_extents": [1, 0.05, 0.2]})",
                  kFreeBall = R"({"type": "sphere", "radius": 0.5})";

TEST(FreeFlights, ARodThatSpinsAboutItsMiddleAxisTurnsOverAndKeepsItsEnergy) {
  Flight flight(kFreeRod);
  flight.spin(1);
  ASSERT_EQ(flight.seen().turnedOver().size(), 1u);
  EXPECT_EQ(flight.seen().turnedOver()[0].times, 9u);
  EXPECT_EQ(turnsIn(flight.watch()).at(0), "body turned over 9 times");
  EXPECT_TRUE(flight.seen().losses().empty()) << flight.seen().losses()[0].text();
}

TEST(FreeFlights, ARodThatSpinsEverMoreSlowlyLosesItsEnergy) {
  Flight flight(kFreeRod);
  flight.spin(0.5);
  ASSERT_EQ(flight.seen().losses().size(), 1u);
  const FreeLoss& loss = flight.seen().losses()[0];
  EXPECT_EQ(oddsIn(flight.watch()).at(0), loss.text());
  EXPECT_EQ(loss.text(), "frame 0 to 1000: body touches nothing and loses 100.3 J; it moves with 133.7 J at most");
  // A little less, as engines lose it by their steps.
  Flight steady(kFreeRod);
  steady.spin(0.98);
  EXPECT_TRUE(steady.seen().losses().empty()) << steady.seen().losses()[0].text();
}

TEST(FreeFlights, ABodyNearAnotherOrNamedByAClaimIsNotFree) {
  Flight near(kFreeRod, "[0, 0, 0]", R"("position": [0.5, 0, 0.3])");
  near.spin(0.5);
  EXPECT_TRUE(near.seen().losses().empty());
  EXPECT_EQ(near.seen().turnedOver().at(0).times, 0u);
  Flight claimed(kFreeRod);
  claimed.spin(0.5, R"(, "claims": [{"pair": ["post", "body"], "verdict": "separated"}])");
  EXPECT_TRUE(claimed.seen().losses().empty());
}

TEST(FreeFlights, AFallInStepsKeepsItsEnergyAndASlowOneDoesNot) {
  Flight right(kFreeBall, "[0, -10, 0]", R"("position": [9, 0, 0])");
  right.fall(1);
  EXPECT_TRUE(right.seen().losses().empty()) << right.seen().losses()[0].text();
  EXPECT_TRUE(right.seen().turnedOver().empty());
  Flight slow(kFreeBall, "[0, -10, 0]", R"("position": [9, 0, 0])");
  slow.fall(0.5);
  ASSERT_EQ(slow.seen().losses().size(), 1u);
  EXPECT_EQ(slow.seen().losses()[0].from, 0u);
  EXPECT_EQ(slow.seen().losses()[0].frame, 120u);
}

TEST(FreeFlights, ABodyWithTwoMomentsAlikeHasNoMiddleAxis) {
  Flight flight(R"({"type": "capsule", "radius": 0.1, "half_length": 1})");
  flight.spin(1);
  EXPECT_TRUE(flight.seen().turnedOver().empty());
}

}  // namespace
}  // namespace sepax
