#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sepax {

/// RFC 4648: §4, which ends by "=" up to a multiple of four letters, or §5 for addresses, which does not.
enum class Base64 { kPadded, kUrl };

[[nodiscard]] std::string base64(std::string_view bytes, Base64 form);

struct FromBase64 {
  std::string bytes;
  std::size_t letters = 0;  ///< how many of the text were read: up to the first that is none of the form, "=" too
};
[[nodiscard]] FromBase64 fromBase64(std::string_view text, Base64 form);

}  // namespace sepax
