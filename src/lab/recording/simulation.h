#pragma once

#include "core/error.h"
#include "document/document.h"
#include "lab/jury/juror.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A case run in another engine, which records what its bodies do and what it claims of them: sepax simulate.

namespace sepax {

/// How a case is run; what is not set is as the case says, or as documented.
struct SimulationOptions {
  std::optional<double> seconds = {};    ///< simulated, 2 without it
  std::optional<double> step = {};       ///< seconds of a frame, 1/60 without it
  std::optional<int> substeps = {};      ///< of a frame, 1 without it
  std::optional<Vec3> gravity = {};      ///< m/s², (0, -9.81, 0) without it
  Json options = {};                     ///< of the engine
  std::vector<std::string> moving = {};  ///< ids of bodies that are dynamic, whatever the case says
  bool leaves_out = false;               ///< bodies that the engine cannot hold, rather than an error
  std::function<bool()> go_on = {};      ///< false: the run has ended early, "interrupted"
};
/// A frame is at least 1 µs, and a run at most kMaxSimulatedFrames of them.
inline constexpr double kMaxSimulatedFrames = 1e6;

/// The request of a case for an engine, by the keys of its bodies and its "simulate" (sepax help case). Bodies are as
/// in a case, with motion, mass, centre (of mass, in the shape's own space), friction, restitution and ccd. Errors: a
/// key has a wrong value; nothing moves.
[[nodiscard]] Result<Json> simulationRequest(const Document& document, const SimulationOptions& options);

/// An error for each object of a case whose keys no simulation can read: its "simulate", and bodies.
[[nodiscard]] std::vector<Error> simulationProblems(const Document& document);

/// How long a case runs by its own keys, seconds; 0: nothing in it moves, or a key is wrong.
[[nodiscard]] double secondsByItself(const Document& document);

/// The steps and the gravity of a case by its own keys; the documented ones where a key is not there, or wrong.
struct SimulationSteps {
  double step = 0;  ///< seconds of a frame
  int substeps = 1;
  Vec3 gravity{0.0};  ///< m/s²
};
[[nodiscard]] SimulationSteps stepsByItself(const Document& document);

/// The energy of the bodies of a case, J: at its start, with potential energy 0 at the origin, and what they can have
/// at most: by falling through the whole scene, and by how they move. The latter 0: a body that is moved by hand gives
/// any.
struct SceneEnergy {
  double start = 0, most = 0;
};
[[nodiscard]] SceneEnergy sceneEnergy(const Document& document, const Json& request);

/// How a run went.
struct SimulationRun {
  std::size_t frames = 0;
  std::string engine;              ///< with its version
  std::string ended = {};          ///< why it ended early; empty: it did not
  double tolerance = 0;            ///< metres by which its claims may be off, as it says
  std::string exploded = {};       ///< the first pose that is no place, which the recording keeps; empty: there is none
  SceneEnergy energy = {};         ///< of the case
  std::vector<std::string> notes;  ///< what the engine says of its contacts, and of what it left out or changed
};

/// Runs a case in a juror that answers "simulate" and gives the lines of a recording to `sink`, each without its
/// newline, as they come: the first has the shapes that the engine really has. A crash keeps what came before. Errors:
/// the juror does not start, or cannot do this; a body that it does not know, unless it may be left out; a start that
/// cannot be read; frames whose times are not a step apart, or more of them than were asked for; `sink` returned false.
[[nodiscard]] Result<SimulationRun> simulate(Juror& juror, const Document& document, const SimulationOptions& options,
                                             const std::function<bool(std::string_view line)>& sink);

}  // namespace sepax
