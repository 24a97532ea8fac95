#pragma once

#include "core/json_text.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

// Bodies that fly and spin without a touch: their energy stays, and one that spins about its middle axis turns over
// again and again (Dzhanibekov's effect).

namespace sepax {

/// How a body with a mass and recorded velocities moves at a frame.
struct BodyMotion {
  double mass = 0;                    ///< kg
  double kinetic = 0, potential = 0;  ///< J, the latter 0 at the origin
  /// The share of its angular velocity, −1 … 1, along the axis of its middle moment of inertia; not a number where two
  /// moments are alike or it does not spin.
  double middle = std::numeric_limits<double>::quiet_NaN();
};

/// A body that loses more than a twentieth of its kinetic energy in a free flight.
struct FreeLoss {
  std::size_t from = 0, frame = 0;  ///< the flight's first frame, and the one with the most lost so far
  std::string body;
  double joules = 0, kinetic = 0;  ///< lost, and the most that it moved with
  /// "frame 0 to 600: rod touches nothing and loses 61.9 J of the 66.8 J that it moves with"
  [[nodiscard]] std::string text() const;
};

/// How often a body turned over that began a free flight by a spin about its middle axis.
struct TurnedOver {
  std::string body;
  std::size_t times = 0;
  /// "rod turned over 6 times"
  [[nodiscard]] std::string text() const;
};

/// [{"body", "times"}]
[[nodiscard]] Json turnedOverJson(const std::vector<TurnedOver>& bodies);

/// The flights of a run's bodies, which have numbers.
class FreeFlights {
 public:
  void start(double gravity) { gravity_ = gravity; }
  /// A body at a frame, in the order of frames; `is_free`: nothing was near it since the frame before.
  void add(std::uint32_t number, const std::string& id, std::size_t frame, double time, const BodyMotion& motion,
           bool is_free);

  [[nodiscard]] const std::vector<FreeLoss>& losses() const { return losses_; }  ///< the first of each body
  [[nodiscard]] const std::vector<TurnedOver>& turnedOver() const { return turned_; }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  struct Flight {
    std::size_t from = 0, frame = 0;
    double begin = 0, time = 0, longest_step = 0;  ///< seconds
    double energy = 0, kinetic = 0;                ///< at its start, and the most of it
    int side = 0;                                  ///< of the middle axis to which it spins; 0: neither yet
    std::size_t loss = kNone, turned = kNone;      ///< places in the lists
  };
  void lookForLoss(Flight& flight, const std::string& id, const BodyMotion& motion);
  void lookForTurn(Flight& flight, const std::string& id, double middle);

  double gravity_ = 0;  ///< m/s²
  std::map<std::uint32_t, Flight> flights_;
  std::vector<FreeLoss> losses_;
  std::vector<TurnedOver> turned_;
};

}  // namespace sepax
