#pragma once

#include <optional>
#include <string>

namespace sepax {

struct FontFile {
  std::string path;
  int index = 0;  ///< within a collection
};

/// The font files of the window's texts; nullopt where there is none.
struct FontFiles {
  std::optional<FontFile> text, bold, mono, symbols, chinese;
};

/// The fonts that are there on this platform, looked up once; what is missing is logged then.
[[nodiscard]] const FontFiles& fontFiles();

}  // namespace sepax
