#include "session/bundle/characters.h"

#include "core/utf.h"

namespace sepax {

bool noteCharacters(std::vector<bool>& characters, std::string_view utf8) {
  bool is_new = false;
  while (!utf8.empty()) {
    if (static_cast<unsigned char>(utf8.front()) < 0x80) {
      utf8.remove_prefix(1);
      continue;
    }
    const char32_t c = takeCodePoint(utf8).value_or(kReplacementCharacter);
    if (c < characters.size() && !characters[c]) characters[c] = is_new = true;
  }
  return is_new;
}

}  // namespace sepax
