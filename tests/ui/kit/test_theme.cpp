#include "ui/kit/theme.h"

#include "draw/palette.h"
#include "draw/volume_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

TEST(Theme, ANumberStandsOutFromTheBarBehindIt) {
  ImGui::CreateContext();
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const Colour text = paletteOf(theme).text;
    const PanelColours& panels = panelColours(theme);
    for (const VolumeKindInfo& info : volumeKinds()) {
      EXPECT_GE(contrast(text, over(volumeColour(info.kind, theme), kBarFill, panels.raised)), kReadable) << info.name;
    }
    applyTheme(theme, 1);
    const auto worn = [&](ImGuiCol_ slot, Colour field) {
      const ImVec4& bar = ImGui::GetStyle().Colors[slot];
      const auto byte = [](float share) { return static_cast<std::uint8_t>(std::lround(share * 255)); };
      return contrast(text, over({byte(bar.x), byte(bar.y), byte(bar.z)}, bar.w, field));
    };
    EXPECT_GE(worn(ImGuiCol_PlotHistogram, panels.raised), kReadable);
    EXPECT_GE(worn(ImGuiCol_SliderGrab, panels.raised), kReadable);
    EXPECT_GE(worn(ImGuiCol_SliderGrab, panels.hovered), kReadable);
    EXPECT_GE(worn(ImGuiCol_SliderGrabActive, panels.selected), kReadable);
  }
  ImGui::DestroyContext();
}

using Rgb = std::array<double, 3>;
using Rows = std::array<Rgb, 3>;

Rgb times(const Rows& rows, const Rgb& v) {
  const auto row = [&](const Rgb& r) { return r[0] * v[0] + r[1] * v[1] + r[2] * v[2]; };
  return {row(rows[0]), row(rows[1]), row(rows[2])};
}

/// What linear RGB looks like to somebody without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1).
struct Vision {
  const char* name;
  Rows seen;
};
constexpr Vision kVisions[] = {
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

/// Oklab (Ottosson 2020), in which distances are about as large as they look.
Rgb oklab(Colour colour, const Vision& vision) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  Rgb light = times(vision.seen, {linear(colour.r / 255.0), linear(colour.g / 255.0), linear(colour.b / 255.0)});
  for (double& c : light) c = std::clamp(c, 0.0, 1.0);
  Rgb cones = times({{{0.4122214708, 0.5363325363, 0.0514459929},
                      {0.2119034982, 0.6806995451, 0.1073969566},
                      {0.0883024619, 0.2817188376, 0.6299787005}}},
                    light);
  for (double& c : cones) c = std::cbrt(c);
  return times({{{0.2104542553, 0.7936177850, -0.0040720468},
                 {1.9779984951, -2.4285922050, 0.4505937099},
                 {0.0259040371, 0.7827717662, -0.8086757660}}},
               cones);
}

TEST(Theme, ColoursThatMeanSomethingStayApartForEyesWithoutOneKindOfCones) {
  constexpr double kApart = 0.085;  // some four times the smallest difference that is seen
  double worst = 1;
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const Palette& p = paletteOf(theme);
    const std::vector<Named> groups[] = {
        {{"A", p.a}, {"B", p.b}, {"other bodies", p.other}},
        {{"separated", p.separated}, {"touching", p.touching}, {"overlapping", p.overlapping}},
        {{"x", p.axis_x}, {"y", p.axis_y}, {"z", p.axis_z}}};
    for (const Vision& vision : kVisions) {
      for (const std::vector<Named>& group : groups) {
        for (std::size_t i = 0; i < group.size(); ++i) {
          const auto& [one, first] = group[i];
          const auto& [other, second] = group[(i + 1) % group.size()];
          const Rgb a = oklab(first, vision), b = oklab(second, vision);
          const double distance = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
          worst = std::min(worst, distance);
          EXPECT_GE(distance, kApart) << (theme == Theme::kDark ? "dark, " : "light, ") << vision.name << ": " << one
                                      << " and " << other;
        }
      }
    }
  }
  std::cout << "smallest distance " << worst << '\n';
}

TEST(Theme, TheFrameOfTheKeysStandsOutFromEveryGround) {
  // WCAG 2.1, success criterion 1.4.11, of what is no text.
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    for (const auto& [ground, back] : grounds(theme)) EXPECT_GE(contrast(paletteOf(theme).a, back), 3) << ground;
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
