#include "format/case_detect.h"

#include "core/json_text.h"
#include "core/text.h"

#include <algorithm>

namespace sepax {

bool isCaseName(std::string_view path) { return hasExtension(path, {".json"}); }

bool startsLikeJson(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  // One in 128 encrypted files begins with a bracket.
  const auto isBinary = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r' && c != '\n';
  };
  if (std::any_of(head.begin(), head.end(), isBinary)) return false;
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
}

bool isCaseText(std::string_view text) {
  if (text.find("\"sepax\"") == std::string_view::npos) return false;
  const auto json = parseJson(text, {});
  return !json || json->contains("sepax");
}

}  // namespace sepax
