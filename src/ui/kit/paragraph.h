#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// `text` with line breaks so that no line is wider than `width` pixels in the current font, where that can be: after
/// spaces, and between Chinese characters, whose closing marks stay with what they close. Never inside a number or a
/// name, where Dear ImGui's own wrapping breaks too ("0." / "25"), unless that is wider than a line itself, as a path
/// can be.
[[nodiscard]] std::string wrapped(std::string_view text, float width);

/// Before which bytes of it those breaks go.
[[nodiscard]] std::vector<std::size_t> lineBreaks(std::string_view text, float width);

/// Text wrapped at the right end of the panel or table cell.
void paragraph(const std::string& text);

/// Such a text as a row to click; true when it is clicked. It has the current text colour and id.
[[nodiscard]] bool paragraphRow(const std::string& text);

}  // namespace sepax
