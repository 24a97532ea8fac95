#pragma once

#include <string_view>
#include <vector>

namespace sepax {

/// Marks the characters of the basic plane beyond ASCII that a text holds; true when one was not marked before.
bool noteCharacters(std::vector<bool>& characters, std::string_view utf8);

}  // namespace sepax
