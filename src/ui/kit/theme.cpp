#include "ui/kit/theme.h"

#include <array>

namespace sepax {

namespace {

constexpr PanelColours kDarkPanels{{17, 20, 24}, {24, 28, 33},   {36, 42, 50},    {52, 59, 68},   {37, 56, 78},
                                   {44, 51, 60}, {230, 190, 84}, {242, 127, 118}, {110, 190, 150}};
constexpr PanelColours kLightPanels{{232, 235, 239}, {248, 249, 251}, {233, 237, 242}, {190, 197, 206}, {207, 225, 245},
                                    {222, 228, 236}, {130, 90, 0},    {188, 39, 31},   {23, 111, 78}};

struct Mapping {
  ImGuiCol_ slot;
  Colour PanelColours::*colour;
  double alpha;
};

/// Which panel colour each widget part wears; parts not listed keep ImGui's own theme.
constexpr Mapping kMappings[] = {
    {ImGuiCol_WindowBg, &PanelColours::window, 1},
    {ImGuiCol_ChildBg, &PanelColours::region, 1},
    {ImGuiCol_PopupBg, &PanelColours::region, 1},
    {ImGuiCol_Border, &PanelColours::border, 0.8},
    {ImGuiCol_FrameBg, &PanelColours::raised, 1},
    {ImGuiCol_FrameBgHovered, &PanelColours::hovered, 1},
    {ImGuiCol_FrameBgActive, &PanelColours::selected, 1},
    {ImGuiCol_TitleBg, &PanelColours::window, 1},
    {ImGuiCol_TitleBgActive, &PanelColours::raised, 1},
    {ImGuiCol_MenuBarBg, &PanelColours::window, 1},
    {ImGuiCol_ScrollbarBg, &PanelColours::region, 1},
    {ImGuiCol_ScrollbarGrab, &PanelColours::border, 1},
    {ImGuiCol_ScrollbarGrabHovered, &PanelColours::hovered, 1},
    {ImGuiCol_ScrollbarGrabActive, &PanelColours::selected, 1},
    {ImGuiCol_Button, &PanelColours::raised, 1},
    {ImGuiCol_ButtonHovered, &PanelColours::hovered, 1},
    {ImGuiCol_ButtonActive, &PanelColours::selected, 1},
    {ImGuiCol_Header, &PanelColours::selected, 1},
    {ImGuiCol_HeaderHovered, &PanelColours::hovered, 1},
    {ImGuiCol_HeaderActive, &PanelColours::selected, 1},
    {ImGuiCol_Separator, &PanelColours::border, 0.8},
    {ImGuiCol_SeparatorHovered, &PanelColours::selected, 1},
    {ImGuiCol_SeparatorActive, &PanelColours::selected, 1},
    {ImGuiCol_Tab, &PanelColours::window, 1},
    {ImGuiCol_TabHovered, &PanelColours::hovered, 1},
    {ImGuiCol_TabActive, &PanelColours::selected, 1},
    {ImGuiCol_TabUnfocused, &PanelColours::window, 1},
    {ImGuiCol_TabUnfocusedActive, &PanelColours::selected, 1},
    {ImGuiCol_TableHeaderBg, &PanelColours::raised, 1},
    {ImGuiCol_TableBorderStrong, &PanelColours::border, 0.9},
    {ImGuiCol_TableBorderLight, &PanelColours::border, 0.45},
    {ImGuiCol_TextSelectedBg, &PanelColours::selected, 1},
};

}  // namespace

const PanelColours& panelColours(Theme theme) { return theme == Theme::kDark ? kDarkPanels : kLightPanels; }

ImU32 toImGui(Colour colour) { return IM_COL32(colour.r, colour.g, colour.b, colour.a); }

ImVec4 toImGuiVec(Colour colour) { return ImGui::ColorConvertU32ToFloat4(toImGui(colour)); }

void applyTheme(Theme theme, float scale) {
  ImGuiStyle style;
  if (theme == Theme::kDark) {
    ImGui::StyleColorsDark(&style);
  } else {
    ImGui::StyleColorsLight(&style);
  }
  const PanelColours& panels = panelColours(theme);
  for (const Mapping& mapping : kMappings) {
    style.Colors[mapping.slot] = toImGuiVec(panels.*mapping.colour);
    style.Colors[mapping.slot].w = static_cast<float>(mapping.alpha);
  }
  const Palette& palette = paletteOf(theme);
  const ImVec4 text = toImGuiVec(palette.text);
  style.Colors[ImGuiCol_Text] = text;
  style.Colors[ImGuiCol_TextDisabled] = toImGuiVec(palette.text_faint);
  style.Colors[ImGuiCol_CheckMark] = text;
  style.Colors[ImGuiCol_NavHighlight] = {0, 0, 0, 0};  // drawKeyFocus has the only frame
  // Texts stand on these: a number on the grab of its slider, the share on a bar of progress.
  style.Colors[ImGuiCol_SliderGrab] = style.Colors[ImGuiCol_SliderGrabActive] =
      toImGuiVec(withAlpha(palette.text_faint, 0.45));
  style.Colors[ImGuiCol_PlotHistogram] = toImGuiVec(withAlpha(palette.a, 0.45));
  style.Colors[ImGuiCol_TableRowBgAlt] = ImVec4(text.x, text.y, text.z, 0.025f);
  style.Colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.45f);

  style.WindowPadding = {8, 7};
  style.FramePadding = {6, 3};
  style.ItemSpacing = {6, 5};
  style.ItemInnerSpacing = {5, 4};
  style.CellPadding = {4, 1.5f};
  style.IndentSpacing = 14;
  style.ScrollbarSize = 11;
  style.GrabMinSize = 8;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowRounding = 4;
  style.ChildRounding = 0;
  style.FrameRounding = 3;
  style.PopupRounding = 4;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 3;
  style.TabRounding = 3;
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

}  // namespace sepax
