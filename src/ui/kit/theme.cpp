#include "ui/kit/theme.h"

namespace sepax {

namespace {

constexpr PanelColours kDarkPanels{.window = {20, 23, 28},
                                   .region = {26, 30, 36},
                                   .raised = {36, 42, 50},
                                   .hovered = {41, 47, 57},
                                   .selected = {46, 53, 64},
                                   .held = {58, 67, 80},
                                   .line = {43, 49, 58},
                                   .control = {61, 70, 82},
                                   .warning = {230, 190, 84},
                                   .error = {242, 127, 118},
                                   .good = {110, 190, 150}};
constexpr PanelColours kLightPanels{.window = {232, 235, 239},
                                    .region = {246, 247, 249},
                                    .raised = {255, 255, 255},
                                    .hovered = {233, 237, 242},
                                    .selected = {224, 229, 236},
                                    .held = {205, 213, 223},
                                    .line = {213, 219, 226},
                                    .control = {180, 189, 200},
                                    .warning = {130, 90, 0},
                                    .error = {188, 39, 31},
                                    .good = {23, 111, 78}};

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
    {ImGuiCol_Border, &PanelColours::control, 1},
    {ImGuiCol_FrameBg, &PanelColours::raised, 1},
    {ImGuiCol_FrameBgHovered, &PanelColours::hovered, 1},
    {ImGuiCol_FrameBgActive, &PanelColours::hovered, 1},
    {ImGuiCol_TitleBg, &PanelColours::window, 1},
    {ImGuiCol_TitleBgActive, &PanelColours::raised, 1},
    {ImGuiCol_MenuBarBg, &PanelColours::window, 1},
    {ImGuiCol_ScrollbarBg, &PanelColours::region, 1},
    {ImGuiCol_ScrollbarGrab, &PanelColours::control, 1},
    {ImGuiCol_ScrollbarGrabHovered, &PanelColours::held, 1},
    {ImGuiCol_ScrollbarGrabActive, &PanelColours::held, 1},
    {ImGuiCol_Button, &PanelColours::raised, 1},
    {ImGuiCol_ButtonHovered, &PanelColours::hovered, 1},
    {ImGuiCol_ButtonActive, &PanelColours::held, 1},
    {ImGuiCol_Header, &PanelColours::selected, 1},
    {ImGuiCol_HeaderHovered, &PanelColours::hovered, 1},
    {ImGuiCol_HeaderActive, &PanelColours::selected, 1},
    {ImGuiCol_Separator, &PanelColours::line, 1},
    {ImGuiCol_SeparatorHovered, &PanelColours::held, 1},
    {ImGuiCol_SeparatorActive, &PanelColours::held, 1},
    {ImGuiCol_TableHeaderBg, &PanelColours::region, 1},
    {ImGuiCol_TableBorderStrong, &PanelColours::line, 1},
    {ImGuiCol_TableBorderLight, &PanelColours::line, 0.6},
    {ImGuiCol_TextSelectedBg, &PanelColours::held, 1},
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
  // A tab is a word with a line below it: beginTab draws both.
  for (const ImGuiCol_ slot :
       {ImGuiCol_Tab, ImGuiCol_TabHovered, ImGuiCol_TabActive, ImGuiCol_TabUnfocused, ImGuiCol_TabUnfocusedActive})
    style.Colors[slot] = {0, 0, 0, 0};
  style.Colors[ImGuiCol_NavHighlight] = {0, 0, 0, 0};  // drawKeyFocus has the only frame
  // Texts stand on these: a number on the grab of its slider, the share on a bar of progress.
  style.Colors[ImGuiCol_SliderGrab] = style.Colors[ImGuiCol_SliderGrabActive] =
      toImGuiVec(withAlpha(palette.text_faint, 0.45));
  style.Colors[ImGuiCol_PlotHistogram] = toImGuiVec(withAlpha(palette.a, 0.45));
  style.Colors[ImGuiCol_TableRowBgAlt] = ImVec4(text.x, text.y, text.z, 0.025f);
  style.Colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.45f);

  style.WindowPadding = {12, 8};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {4, 2};
  style.IndentSpacing = 14;
  style.ScrollbarSize = 11;
  style.GrabMinSize = 8;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 1;
  style.WindowRounding = 6;
  style.ChildRounding = 0;
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 3;
  style.TabRounding = 0;
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

}  // namespace sepax
