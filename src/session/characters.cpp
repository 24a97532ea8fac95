#include "session/characters.h"

#include <cstddef>
#include <cstdint>

namespace sepax {

bool noteCharacters(std::vector<bool>& characters, std::string_view utf8) {
  bool is_new = false;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<std::uint8_t>(utf8[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const std::size_t count = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (i + count > utf8.size()) break;
    unsigned c = lead & (0xFFu >> (count + 1));
    for (std::size_t k = 1; k < count; ++k) c = c << 6 | (static_cast<std::uint8_t>(utf8[i + k]) & 0x3Fu);
    i += count;
    if (c < characters.size() && !characters[c]) characters[c] = is_new = true;
  }
  return is_new;
}

}  // namespace sepax
