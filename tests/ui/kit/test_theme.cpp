#include "ui/kit/theme.h"

#include "draw/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace sepax {
namespace {

/// Relative luminance of sRGB (WCAG 2.1), 0..1.
double luminance(Colour colour) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(colour.r / 255.0) + 0.7152 * linear(colour.g / 255.0) + 0.0722 * linear(colour.b / 255.0);
}

double contrast(Colour a, Colour b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

Colour over(Colour front, double alpha, Colour back) {
  const auto mix = [&](int f, int b) { return static_cast<std::uint8_t>(std::lround(f * alpha + b * (1 - alpha))); };
  return {mix(front.r, back.r), mix(front.g, back.g), mix(front.b, back.b)};
}

using Named = std::pair<std::string, Colour>;

std::vector<Named> textColours(Theme theme) {
  const Palette& p = paletteOf(theme);
  const PanelColours& c = panelColours(theme);
  return {{"text", p.text},
          {"faint", p.text_faint},
          {"rail", p.rail},
          {"A", p.a},
          {"B", p.b},
          {"other bodies", p.other},
          {"separated", p.separated},
          {"touching", p.touching},
          {"overlapping", p.overlapping},
          {"warning", c.warning},
          {"error", c.error},
          {"good", c.good}};
}

/// What texts stand on: panels, fields, the row that is chosen or under the mouse, and the viewport.
std::vector<Named> grounds(Theme theme) {
  const Palette& p = paletteOf(theme);
  const PanelColours& c = panelColours(theme);
  return {{"window", c.window},
          {"region", c.region},
          {"field", c.raised},
          {"hovered", c.hovered},
          {"selected", c.selected},
          {"viewport above", p.background_top},
          {"viewport below", p.background_bottom}};
}

// WCAG 2.1, success criterion 1.4.3.
constexpr double kReadable = 4.5;

TEST(Theme, EveryTextStandsOutFromEveryGround) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    double worst = 21;
    for (const auto& [text, colour] : textColours(theme)) {
      for (const auto& [ground, back] : grounds(theme)) {
        const double found = contrast(colour, back);
        worst = std::min(worst, found);
        EXPECT_GE(found, kReadable) << (theme == Theme::kDark ? "dark: " : "light: ") << text << " on " << ground;
      }
    }
    std::cout << "lowest contrast " << worst << " : 1\n";
  }
}

TEST(Theme, AVerdictStandsOutFromItsOwnChip) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const Palette& palette = paletteOf(theme);
    for (const Colour colour : {palette.separated, palette.touching, palette.overlapping}) {
      EXPECT_GE(contrast(colour, over(colour, kChipFill, panelColours(theme).region)), kReadable);
      EXPECT_GE(contrast(colour, over(colour, kChipFill, panelColours(theme).window)), kReadable);
    }
  }
}

TEST(Theme, TheWidgetsWearTheseColours) {
  ImGui::CreateContext();
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    applyTheme(theme, 1);
    const auto isWorn = [](ImGuiCol_ slot, Colour colour) {
      const ImVec4 wanted = toImGuiVec(colour), worn = ImGui::GetStyle().Colors[slot];
      return wanted.x == worn.x && wanted.y == worn.y && wanted.z == worn.z && worn.w == 1;
    };
    EXPECT_TRUE(isWorn(ImGuiCol_Text, paletteOf(theme).text));
    EXPECT_TRUE(isWorn(ImGuiCol_TextDisabled, paletteOf(theme).text_faint));
    EXPECT_TRUE(isWorn(ImGuiCol_ChildBg, panelColours(theme).region));
    EXPECT_TRUE(isWorn(ImGuiCol_Header, panelColours(theme).selected));
    EXPECT_TRUE(isWorn(ImGuiCol_HeaderHovered, panelColours(theme).hovered));
    EXPECT_TRUE(isWorn(ImGuiCol_FrameBg, panelColours(theme).raised));
  }
  ImGui::DestroyContext();
}

}  // namespace
}  // namespace sepax
