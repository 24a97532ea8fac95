#include "session/proposed_name.h"

#include "session/open.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

constexpr std::size_t kMaxBytes = 64, kMaxKinds = 3;

/// A text as a part of a path: words with hyphens between them.
std::string hyphenated(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_word = static_cast<unsigned char>(c) > ' ' && c != 0x7f &&
                         std::string_view("<>:\"/\\|?*'`$&;()[]{}!#,").find(c) == std::string_view::npos;
    if (is_word) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  const auto isInside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  while (out.size() > kMaxBytes) {
    while (isInside(out.back())) out.pop_back();
    out.pop_back();
  }
  while (!out.empty() && (out.back() == '-' || out.back() == '.')) out.pop_back();
  out.erase(0, std::min(out.find_first_not_of("-."), out.size()));
  return out;
}

/// A scene's content, by the words that a case has for shapes.
std::string contentsOf(const Document& document) {
  if (document.bodies.empty()) return "empty";
  const bool is_many = document.bodies.size() > 2;
  std::vector<std::string> kinds;
  for (const Body& body : document.bodies) {
    const std::string kind = std::string(typeName(body.shape));
    const bool is_said = is_many && std::ranges::find(kinds, kind) != kinds.end();
    if (!is_said && kinds.size() < kMaxKinds) kinds.push_back(kind);
  }
  return fmt::format("{}{}", fmt::join(kinds, "-"),
                     is_many ? fmt::format("-{}-bodies", document.bodies.size()) : std::string());
}

}  // namespace

std::string proposedName(const Workspace& workspace) {
  const Document& document = workspace.history.document();
  // A title with an ending is that of a file, of one in a bundle behind a colon; others are words of the window.
  const std::string from = !workspace.file_path.empty() ? workspace.file_path : workspace.title;
  std::string file = from.substr(from.find_last_of("/:") + 1);
  if (file.ends_with(".gz")) file.resize(file.size() - 3);
  for (const std::string& name : {file.find('.') == std::string::npos ? std::string() : stemOf(file), document.name}) {
    if (std::string fit = hyphenated(name); !fit.empty()) return fit;
  }
  return hyphenated(contentsOf(document));
}

}  // namespace sepax
