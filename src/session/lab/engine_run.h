#pragma once

#include "session/lab/lab_state.h"
#include "session/lab/recording_feed.h"

#include <string>
#include <vector>

namespace sepax {

struct Scene;

/// How the open case may run in an engine.
struct RunChoices {
  bool by_case = false;           ///< the case says itself what moves
  double seconds = 2;             ///< and then how long
  std::vector<std::string> pair;  ///< ids of bodies of the shown pair that enclose a volume
};
[[nodiscard]] RunChoices runChoices(const Scene& scene);
/// The ids of all bodies that enclose a volume.
[[nodiscard]] std::vector<std::string> movableBodies(const Document& document);

/// Runs a case in an engine, as asked for. Errors: there is no such engine, or the case cannot run.
[[nodiscard]] Result<RecordingFeed::Source> runSource(const EngineList& engines, const Document& document,
                                                      const RunInEngine& request);

}  // namespace sepax
