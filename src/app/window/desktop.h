#pragma once

#include "core/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct DesktopOptions {
  std::vector<std::string> files;            ///< cases, meshes or bundles; empty: the default scene
  std::string link;                          ///< to a case, sample or lesson: format/link.h; empty: none
  std::string address;                       ///< of the page that the window is in
  std::optional<std::uint16_t> attach_port;  ///< listen there for a program that sends its recording; 0: a free one
  bool attach_input = false;                 ///< or read one from standard input
  bool quit_when_idle = false;               ///< for tests: leaves without asking where the window would wait for input
  bool log_state = false;  ///< for tests: says on standard output what the window shows, a line whenever it changes
  std::vector<std::string> dropped;    ///< for tests: files that seem to be dropped on the window once it is there
  int lose_graphics_after_frames = 0;  ///< for tests: the driver seems to lose the OpenGL context then; 0 = never
};

/// Shows the window until the user closes it, or a signal ends the program: the exit status. The error is about
/// starting: no display, no OpenGL, no shaders; or the driver lost the graphics and gives none again, after unsaved
/// work was kept for the next start.
[[nodiscard]] Result<int> runDesktop(const DesktopOptions& options);

}  // namespace sepax
