#pragma once

#include "core/error.h"
#include "lab/search/scene_hunt.h"

#include <string>
#include <vector>

// sepax hunt --simulate.

namespace sepax {

struct SceneHuntCommand {
  std::string file, juror, output;  ///< the last is a folder; empty: cases are printed
  std::vector<std::string> seek, options;
  SceneHuntOptions hunt;
  double timeout = 2;
  bool json = false;
};

/// The command's exit status.
[[nodiscard]] int runSceneHunt(SceneHuntCommand command);

}  // namespace sepax
