#pragma once

#include "lab/paste/found.h"
#include "scene/document.h"

#include <string>
#include <string_view>
#include <vector>

// From a text that somebody posted to a case: code of any engine, an engine's exception, a debugger's dump, MJCF, URDF, WKT, lists of
// points.

namespace sepax {

/// Beyond this a text is refused: nobody posts that much.
inline constexpr std::size_t kMaxPasteBytes = 4u << 20;

/// One answer that the text leaves open, and what the verdict is with it and with the other.
struct PasteQuestion {
  std::string key, taken;
  std::vector<std::string> others;
};

struct Pasted {
  Document document;
  std::string reader;                    ///< which one understood it: "code", "prose", …
  std::vector<std::string> taken;        ///< one line for each body, with the line that it came from
  std::vector<std::string> assumptions;  ///< what was assumed, why, and how to have it the other way
  std::vector<std::string> remarks;      ///< conventions of the API, and what is odd
  std::vector<std::string> missing;      ///< what would be needed and is not in the text
  std::vector<std::string> unused;       ///< numbers that became part of nothing, with their lines
  std::vector<PasteQuestion> questions;

  [[nodiscard]] bool isPair() const { return document.bodies.size() >= 2; }
};

/// Reads a text. `answers` are the user's to questions() (paste/found.h). Never a file, never a program. An error only for a text that is
/// too long, and for answers that there are not; a text without shapes gives a document without bodies.
[[nodiscard]] Result<Pasted> pasteText(std::string_view text, const paste::Answers& answers = {});

/// "extents=full" → the answer; refuses unknown keys and values, naming those there are.
[[nodiscard]] Result<std::pair<std::string, std::string>> parseAnswer(std::string_view text);

}  // namespace sepax
