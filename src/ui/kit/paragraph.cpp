#include "ui/kit/paragraph.h"

#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace sepax {

namespace {

constexpr unsigned kFirstWide = 0x2E80;  ///< from here on characters are Chinese and follow each other without spaces

/// Marks that no line begins with, and those that none ends with.
constexpr std::string_view kClosing = "，。；：！？、）」』》”’…", kOpening = "（「『《“‘";

struct Character {
  std::string_view bytes;
  unsigned code;
};

Character characterAt(std::string_view text, std::size_t at) {
  unsigned code = 0;
  const int length = ImTextCharFromUtf8(&code, text.data() + at, text.data() + text.size());
  return {text.substr(at, static_cast<std::size_t>(std::max(1, length))), code};
}

bool holds(std::string_view marks, const Character& c) { return marks.find(c.bytes) != std::string_view::npos; }

/// Where the piece that begins at `from` ends: what no line may break. Spaces behind a word belong to it.
std::size_t pieceEnd(std::string_view text, std::size_t from) {
  Character last = characterAt(text, from);
  std::size_t at = from + last.bytes.size();
  while (at < text.size()) {
    const Character next = characterAt(text, at);
    const bool after_space = last.code == ' ' && next.code != ' ';
    const bool beside_chinese = (last.code >= kFirstWide || next.code >= kFirstWide) && next.code != ' ';
    if (last.code == '\n' || after_space || (beside_chinese && !holds(kClosing, next) && !holds(kOpening, last))) break;
    at += next.bytes.size();
    last = next;
  }
  return at;
}

float widthOf(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

}  // namespace

std::vector<std::size_t> lineBreaks(std::string_view text, float width) {
  std::vector<std::size_t> breaks;
  float used = 0;
  const auto put = [&](std::size_t at, std::string_view piece) {
    const std::string_view ink = piece.substr(0, piece.find_last_not_of(" \n") + 1);
    if (used > 0 && !ink.empty() && used + widthOf(ink) > width) {
      breaks.push_back(at);
      used = 0;
    }
    used = piece.back() == '\n' ? 0 : used + widthOf(piece);
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view piece = text.substr(at, pieceEnd(text, at) - at);
    if (widthOf(piece) <= width) {
      put(at, piece);
    } else {
      for (std::size_t in = 0; in < piece.size(); in += characterAt(piece, in).bytes.size())
        put(at + in, characterAt(piece, in).bytes);
    }
    at += piece.size();
  }
  return breaks;
}

std::string wrapped(std::string_view text, float width) {
  std::string out;
  std::size_t from = 0;
  for (const std::size_t at : lineBreaks(text, width)) {
    out += text.substr(from, at - from);
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
    from = at;
  }
  return out.append(text.substr(from));
}

void paragraph(const std::string& text) {
  ImGui::TextUnformatted(wrapped(text, ImGui::GetContentRegionAvail().x).c_str());
}

bool paragraphRow(const std::string& text) {
  const std::string lines = wrapped(text, ImGui::GetContentRegionAvail().x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = listRow("##row", false, 0, ImGui::CalcTextSize(lines.c_str()).y);
  ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), lines.c_str());
  return clicked;
}

}  // namespace sepax
