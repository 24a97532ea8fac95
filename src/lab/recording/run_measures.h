#pragma once

#include "lab/recording/frame.h"

#include <array>
#include <limits>
#include <map>
#include <optional>

// The frames of a recording as numbers that make curves.

namespace sepax {

enum class RunMeasure : std::uint8_t {
  kDepth,     ///< the deepest overlap that the reference has of pairs with claims, metres from 0 up
  kEnergy,    ///< kinetic and potential, J, the latter 0 at the world's origin
  kMomentum,  ///< linear, its length, kg m/s
  kHeight,    ///< the y of the highest body that has moved, metres
  kSpin,      ///< the fastest angular speed, rad/s
};
struct RunMeasureName {
  const char* key;  ///< in JSON
  const char* name;
  const char* unit;
  const char* tip;
};
inline constexpr std::size_t kRunMeasureCount = 5;
extern const std::array<RunMeasureName, kRunMeasureCount> kRunMeasureNames;

/// The measures of a frame by their places in the enumeration; not a number: the recording does not say.
using RunMeasures = std::array<double, kRunMeasureCount>;
inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
inline constexpr RunMeasures kNoRunMeasures{kNotMeasured, kNotMeasured, kNotMeasured, kNotMeasured, kNotMeasured};

/// The course of a measure over the frames that have it.
struct RunMeasureRange {
  double first = kNotMeasured, last = kNotMeasured, min = kNotMeasured, max = kNotMeasured;
  void add(double value);
};

/// Measures a recording frame by frame. Energy needs the masses of the bodies that move, all their velocities and the
/// gravity; momentum the former two; bodies that are moved by hand (velocities, no mass) count for neither.
class RunMeter {
 public:
  explicit RunMeter(const RecordingHead& head) : gravity_(head.gravity) {}

  /// The measures of a frame that was applied to the scene, but the depth.
  [[nodiscard]] RunMeasures add(const RecordedFrame& frame, const RecordedScene& scene);

 private:
  struct Mover {
    double mass = 0;                           ///< kg; 0: none is recorded
    Vec3 centre{0.0};                          ///< of mass, body space
    Mat3 inertia{0.0};                         ///< about it, body space, kg m²
    std::optional<RecordedVelocity> velocity;  ///< the last
  };
  [[nodiscard]] static Mover moverOf(const Body& body);

  std::optional<Vec3> gravity_;
  std::map<std::uint32_t, Mover> movers_;  ///< the bodies that are there and have moved
};

}  // namespace sepax
