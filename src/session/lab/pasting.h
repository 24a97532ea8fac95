#pragma once

#include "document/document.h"
#include "session/lab/lab_state.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// An engine whose code can be pasted, and who speaks for it before the jury.
struct TextEngine {
  const char* title;
  std::vector<std::string_view> words;   ///< with which names of its interface begin
  std::vector<std::string_view> jurors;  ///< in space; empty: none speaks for it
  std::vector<std::string_view> planar_jurors = {};
};

/// Whose code a text holds: the engine most of whose names are in it; null when there is none. A case keeps in its
/// notes what it was pasted from.
[[nodiscard]] const TextEngine* engineOfText(std::string_view text);
[[nodiscard]] const std::vector<std::string_view>& jurorsOf(const TextEngine& engine, Space space);

/// True of a file that is text and nothing that is opened in another way.
[[nodiscard]] bool isTextToPaste(const std::string& path);

void takePaste(LabState& state, Host& host, const TakePaste& request);

}  // namespace sepax
