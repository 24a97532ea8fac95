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

/// The fonts that are there on this platform; what is missing is logged when they are looked up first. Where a Chinese
/// one has to be fetched that begins when it is needed.
enum class Chinese { kNotYet, kNeeded };
[[nodiscard]] const FontFiles& fontFiles(Chinese chinese);
/// Whether one was fetched since this was asked last.
[[nodiscard]] bool haveFontsCome();

}  // namespace sepax
