#pragma once

#include "core/error.h"

#include <optional>
#include <string>

namespace sepax {

/// The request of `render`.
struct PictureJob {
  std::string file;    ///< case, mesh or bundle, or an SVG to be another kind of picture
  std::string output;  ///< PNG, SVG, PDF or GIF by its name
  int width = 1280, height = 720;
  std::optional<std::string> entry, pair, axis, theme, language;
  std::optional<std::string> script;  ///< path
  bool whole_window = false;          ///< PNG alone
  bool is_transparent = false;        ///< no background; not GIF
  std::optional<double> scale;        ///< PNG and GIF: pixels for one of the size
  std::optional<std::string> film;    ///< GIF: what plays
};

/// Renders a picture of a case without a display. Equal input gives an equal picture.
[[nodiscard]] Result<void> renderPicture(const PictureJob& job);

}  // namespace sepax
