#pragma once

#include "core/error.h"
#include "document/document.h"
#include "lab/jury/juror.h"
#include "lab/recording/simulation.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// A case that moves, run in an engine again and again with other starts, until something goes wrong: sepax hunt
// --simulate.

namespace sepax {

/// A thing that goes wrong in a run.
enum class SceneFault : std::uint8_t {
  kCrossing,  ///< a body passes through another between two frames, or lies deeper in it than half of the thinner one;
              ///< a quarter where no claim tells of it
  kLeaving,   ///< a body leaves the box around the start, twice as large, which the unchanged case keeps in
  kEnergy,    ///< the bodies gain more than a twentieth of the energy that they can have, or one loses as much of its
              ///< own while it touches nothing
  kClaim,     ///< a claim of the engine differs from the reference
  kEnded,     ///< the engine crashes, takes too long, or gives poses that are no numbers
};
/// As --seek and JSON name them.
inline constexpr std::array kSceneFaultNames{"crossing", "leaving", "energy", "claim", "ended"};

/// One number or direction of a moving body that is other than in the case.
struct SceneChange {
  enum class Kind : std::uint8_t {
    kPosition,  ///< metres added
    kRotation,  ///< rotated further about this vector by its length, radians
    kVelocity,  ///< m/s added
    kSpin,      ///< rad/s added
    kMass,      ///< times x
  };
  Kind kind = Kind::kPosition;
  std::string body;
  Vec3 amount{0.0};
  /// "ball: position + (0.01, 0, 0) m"
  [[nodiscard]] std::string text() const;
};

/// A fault and the first run that shows it. One cause are faults of the same kind between the same kinds of shapes.
struct SceneFind {
  SceneFault fault = SceneFault::kCrossing;
  std::string cause, text;  ///< the latter with frame and bodies
  std::size_t frame = 0;    ///< that shows it first
  std::uint64_t run = 0;    ///< 0: the unchanged case
  std::uint64_t count = 1;  ///< how many runs show it
  std::vector<SceneChange> changes;
  std::vector<std::string> without;  ///< the bodies of the case that it does not need
  Document document;                 ///< the case with these changes and without these bodies
};

struct SceneHuntOptions {
  std::vector<SceneFault> seek = {};  ///< empty: all but kLeaving
  SimulationOptions simulation = {};
  std::uint64_t seed = 0;
  std::uint64_t runs = 1000;  ///< at most
  double seconds = 0;         ///< at most; 0: no limit. The finds then depend on the machine
  std::size_t finds = 1;      ///< of different causes; 0: as many as the runs show
  double min_relative = 0;    ///< smaller differences of claims do not count, of the pair's size
  bool as_found = false;      ///< not made small
  std::function<void(std::uint64_t runs)> progress = {};
  std::function<bool(const SceneFind&)> found = {};  ///< receives each find once it is small; false ends the hunt
};

struct SceneHuntResult {
  std::vector<SceneFind> finds;        ///< in the order of their runs
  std::vector<SceneFault> unmeasured;  ///< faults that the case cannot show: energy that comes from outside, no arena
  std::uint64_t runs = 0;
  std::uint64_t small_runs = 0;  ///< besides, to make finds small
  double seconds = 0;
};

/// Runs the unchanged case, then with random changes of the bodies that move: a step, a turn, a velocity, a spin, a
/// factor of the mass, each of a random decade. Starts at which a changed body overlaps another more than in the case
/// are not run. A find is made small: shorter, without changes, then without bodies that it does not need, with round
/// numbers. Equal seeds find equal cases. The juror's limits must allow for an engine that ends in each run. Errors:
/// those of simulate.
[[nodiscard]] Result<SceneHuntResult> huntScenes(Juror& juror, const Document& document,
                                                 const SceneHuntOptions& options);

}  // namespace sepax
