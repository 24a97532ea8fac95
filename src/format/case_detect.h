#pragma once

#include <string_view>

namespace sepax {

// Is this a case? Many .json files of a bundle belong to other programs, so a name is only a first guess.

/// True for names of files that may be cases ("….json", in any case of letters).
[[nodiscard]] bool isCaseName(std::string_view path);

/// True when the beginning of a file is that of JSON, whatever its name: after a byte-order mark and white space a
/// brace or bracket, and no control characters.
[[nodiscard]] bool startsLikeJson(std::string_view head);

/// True when JSON has a "sepax" key at its top; also when it names one but is broken: then a case was meant.
[[nodiscard]] bool isCaseText(std::string_view text);

}  // namespace sepax
