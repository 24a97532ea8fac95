#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sepax {

/// One character as the last frame drew it.
struct DrawnGlyph {
  ImVec4 box;  ///< the part that is seen, pixels: left, top, right, bottom
  ImWchar character = 0;
  bool is_cut = false;  ///< at a side, or at top or bottom where nothing scrolls
  std::string window;
};

/// Every character of the windows that the last frame drew, read back from what it sends to the graphics card: quads
/// whose part of the atlas is a glyph, against the clip rectangles they are drawn with.
inline std::vector<DrawnGlyph> drawnGlyphs() {
  struct Source {
    ImVec4 uv;
    ImWchar character;
  };
  std::vector<Source> sources;
  std::map<std::pair<float, float>, std::size_t> by_corner;
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs) {
      if (!glyph.Visible || glyph.X1 <= glyph.X0) continue;
      by_corner[{glyph.U0, glyph.V0}] = sources.size();
      sources.push_back({{glyph.U0, glyph.V0, glyph.U1, glyph.V1}, static_cast<ImWchar>(glyph.Codepoint)});
    }
  }
  const auto scrolls = [](const ImGuiWindow* window) {
    for (; window != nullptr; window = window->ParentWindow) {
      if (window->ScrollMax.y > 0) return true;
    }
    return false;
  };
  std::vector<DrawnGlyph> glyphs;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive || window->Hidden) continue;
    const ImDrawList& list = *window->DrawList;
    const bool may_scroll = scrolls(window);
    for (const ImDrawCmd& command : list.CmdBuffer) {
      for (unsigned i = 0; i + 6 <= command.ElemCount; i += 3) {
        const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + i;
        const auto vertex = [&](int k) -> const ImDrawVert& {
          return list.VtxBuffer[static_cast<int>(command.VtxOffset + index[k])];
        };
        // AddText: 0 1 2 0 2 3 from the upper left corner around.
        if (index[0] != index[3] || index[2] != index[4] || index[1] != index[0] + 1 || index[5] != index[0] + 3)
          continue;
        if ((vertex(0).col & IM_COL32_A_MASK) == 0) continue;  // takes room and is not seen
        const ImVec2 low = vertex(0).uv, high = vertex(2).uv;
        const auto exact = by_corner.find({low.x, low.y});
        const ImVec2 middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
        const auto source =
            exact != by_corner.end()
                ? sources.begin() + static_cast<std::ptrdiff_t>(exact->second)
                : std::find_if(sources.begin(), sources.end(), [&](const Source& s) {
                    return s.uv.x < middle.x && middle.x < s.uv.z && s.uv.y < middle.y && middle.y < s.uv.w;
                  });
        if (source == sources.end() || high.x <= low.x || high.y <= low.y) continue;
        DrawnGlyph glyph{{vertex(0).pos.x, vertex(0).pos.y, vertex(2).pos.x, vertex(2).pos.y},
                         source->character,
                         false,
                         window->Name};
        const ImVec4& clip = command.ClipRect;
        if (glyph.box.z <= clip.x || glyph.box.x >= clip.z || glyph.box.w <= clip.y || glyph.box.y >= clip.w) continue;
        constexpr float kAntialias = 1.01f;  // pixels that a glyph may lose of its soft rim
        const float texel = 1e-6f;
        const bool side = glyph.box.x < clip.x - kAntialias || glyph.box.z > clip.z + kAntialias ||
                          low.x > source->uv.x + texel || high.x < source->uv.z - texel;
        const bool height = glyph.box.y < clip.y - kAntialias || glyph.box.w > clip.w + kAntialias ||
                            low.y > source->uv.y + texel || high.y < source->uv.w - texel;
        glyph.is_cut = side || (height && !may_scroll);
        // A row that is half scrolled away lies beside the titles above it, not on them.
        glyph.box = {std::max(glyph.box.x, clip.x), std::max(glyph.box.y, clip.y), std::min(glyph.box.z, clip.z),
                     std::min(glyph.box.w, clip.w)};
        glyphs.push_back(glyph);
        i += 3;
      }
    }
  }
  return glyphs;
}

/// The characters around one of them on its line, to say in a test's message what text it belongs to.
inline std::string textAround(const std::vector<DrawnGlyph>& glyphs, const DrawnGlyph& at) {
  std::string text;
  for (const DrawnGlyph& glyph : glyphs) {
    if (glyph.window != at.window || std::abs((glyph.box.y + glyph.box.w) / 2 - (at.box.y + at.box.w) / 2) > 6)
      continue;
    if (std::abs(glyph.box.x - at.box.x) > 120) continue;
    char utf8[5] = {};
    ImTextCharToUtf8(utf8, glyph.character);
    text += utf8;
  }
  return text;
}

/// Pairs of characters that lie on each other; beside each other they share at most their soft rims.
inline std::vector<std::pair<std::size_t, std::size_t>> overlappingGlyphs(const std::vector<DrawnGlyph>& glyphs) {
  constexpr float kCell = 48, kRim = 1;
  const auto holdsMiddle = [](const ImVec4& box, const ImVec4& other) {
    const float x = (other.x + other.z) / 2, y = (other.y + other.w) / 2;
    return box.x + kRim < x && x < box.z - kRim && box.y + kRim < y && y < box.w - kRim;
  };
  std::unordered_map<long, std::vector<std::size_t>> cells;
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    const ImVec4& a = glyphs[i].box;
    const long column = static_cast<long>(a.x / kCell), row = static_cast<long>(a.y / kCell);
    for (long r = row - 1; r <= row + 1; ++r) {
      for (long c = column - 1; c <= column + 1; ++c) {
        const auto cell = cells.find(r * 100000 + c);
        if (cell == cells.end()) continue;
        for (const std::size_t j : cell->second) {
          const ImVec4& b = glyphs[j].box;
          if (holdsMiddle(a, b) || holdsMiddle(b, a)) found.emplace_back(i, j);
        }
      }
    }
    cells[row * 100000 + column].push_back(i);
  }
  return found;
}

}  // namespace sepax
