#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sepax {

/// Calls back with each line, without its end: a line feed, or in a text without any a carriage return.
template <class Visit>
void forEachLine(std::string_view text, Visit&& visit) {
  const char ending = text.find('\n') == std::string_view::npos ? '\r' : '\n';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(ending, at), text.size());
    visit(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace sepax
