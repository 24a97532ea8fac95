#pragma once

#include <cstddef>
#include <string>

namespace sepax {

/// How a recording is looked at.
struct ReplayView {
  std::size_t frame = 0;  ///< the shown one, by its number
  bool plays = false;
  bool follows = true;  ///< live: the newest frame is shown
  double speed = 1;     ///< seconds of the recording a second
  double clock = 0;     ///< seconds of the recording, while it plays
  bool ghosts = false;  ///< the shown pair in the frames around this one
  std::string filter;   ///< only bodies with this in their names are drawn
  bool shown = false;   ///< the Timeline panel is in front
};

}  // namespace sepax
