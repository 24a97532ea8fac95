#include "ui/kit/theme.h"

#include "session/bundle/bundle_nodes.h"
#include "ui/kit/font_files.h"
#include "ui/kit/imgui_compat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

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

namespace {

// ImGui's size is a line's height: the em of Inter is 1/1.21 of it.
constexpr float kTextPx = 16, kSmallPx = 15, kTitlePx = 19, kMonoPx = 14;
constexpr float kChineseScale = 1.2f;

bool isEastAsian(unsigned character) { return character >= 0x2E80 && character < 0xFFF0; }

/// Latin 1 and what else our own texts use whatever the language. Others join when they are first drawn: all of the
/// blocks that these are from would be nine tenths of the atlas.
constexpr std::array<ImWchar, 39> kBasic{0x20,   0xFF,   0x3A3,  0x3A3,  0x1D62, 0x1D62, 0x2010, 0x2026, 0x2080, 0x2089,
                                         0x2113, 0x2113, 0x2190, 0x2194, 0x2212, 0x2212, 0x221A, 0x221E, 0x2248, 0x2248,
                                         0x2260, 0x2260, 0x2296, 0x2296, 0x22EF, 0x22EF, 0x2500, 0x2502, 0x2514, 0x251C,
                                         0x25A0, 0x25CF, 0x26A0, 0x26A0, 0x2713, 0x2717, 0x2C7C, 0x2C7C, 0};

/// Wanted characters as ranges: East Asian ones, or kBasic and the rest.
enum class Script { kEastAsian, kOther };
ImVector<ImWchar> rangesOf(const std::vector<bool>& wanted, Script script) {
  ImFontGlyphRangesBuilder builder;
  if (script == Script::kOther) builder.AddRanges(kBasic.data());
  for (unsigned c = 0x20; c < 0xFFFF; ++c) {
    if (wanted[c] && isEastAsian(c) == (script == Script::kEastAsian)) builder.AddChar(static_cast<ImWchar>(c));
  }
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}

enum class Merge { kNo, kIntoLast };
ImFont* addFont(const std::optional<FontFile>& file, float size, const ImWchar* ranges,
                Merge merge = Merge::kIntoLast) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.MergeMode = merge == Merge::kIntoLast;
  config.PixelSnapH = true;
  config.OversampleH = 1;
  config.OversampleV = 1;
  if (!file) {
    config.SizePixels = std::floor(size * 0.87f);  // the built-in bitmap font is drawn for 13 pixels
    return config.MergeMode ? nullptr : atlas.AddFontDefault(&config);
  }
  config.FontNo = file->index;
  return atlas.AddFontFromFileTTF(file->path.c_str(), size, &config, ranges);
}

}  // namespace

namespace {

/// Gives all digits the width of the widest, in its middle: ImGui cannot ask a font for its own tabular digits.
void alignDigits(ImFont& font) {
  float widest = 0;
  for (ImWchar digit = '0'; digit <= '9'; ++digit) widest = std::max(widest, font.GetCharAdvance(digit));
  for (ImWchar digit = '0'; digit <= '9'; ++digit) {
    ImFontGlyph* const glyph = const_cast<ImFontGlyph*>(font.FindGlyphNoFallback(digit));
    if (glyph == nullptr) continue;
    const float shift = std::floor((widest - glyph->AdvanceX) / 2);
    glyph->X0 += shift;
    glyph->X1 += shift;
    glyph->AdvanceX = font.IndexAdvanceX[digit] = widest;
  }
}

}  // namespace

ImFont* fontOf(FontRole role) {
  const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  const int index = static_cast<int>(role);
  return index < fonts.Size ? fonts[index] : ImGui::GetFont();
}

void noteMissing(Fonts& fonts) {
  forEachMissingGlyph([&](unsigned character) { fonts.wanted[character] = fonts.outdated = true; });
}

bool lacksDrawn(const Fonts& fonts) {
  bool lacks = false;
  forEachMissingGlyph([&](unsigned character) { lacks = lacks || !fonts.wanted[character]; });
  return lacks;
}

void want(Fonts& fonts, std::string_view utf8) {
  if (noteCharacters(fonts.wanted, utf8)) fonts.outdated = true;
}

void want(Fonts& fonts, const std::vector<bool>& characters) {
  for (std::size_t c = 0; c < characters.size(); ++c) {
    if (characters[c] && !fonts.wanted[c]) fonts.wanted[c] = fonts.outdated = true;
  }
}

bool buildFonts(Fonts& fonts, float scale, float density) {
  if (haveFontsCome()) fonts.outdated = true;
  if (!fonts.outdated && fonts.scale == scale && fonts.density == density) return false;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  useFreeType(atlas);
  const ImVector<ImWchar> chinese = rangesOf(fonts.wanted, Script::kEastAsian);
  const FontFiles& files = fontFiles(chinese.Size > 1 ? Chinese::kNeeded : Chinese::kNotYet);
  const ImVector<ImWchar> others = rangesOf(fonts.wanted, Script::kOther);
  const auto add = [&](const std::optional<FontFile>& file, float px) {
    const float size = std::round(std::round(px * scale) * density);
    ImFont* font = addFont(file, size, others.Data, Merge::kNo);
    addFont(files.symbols, size, others.Data);
    // Fonts of this script are measured with room above and below: at the same size their characters look small.
    if (chinese.Size > 1) addFont(files.chinese, std::round(size * kChineseScale), chinese.Data);
    font->Scale = 1 / density;
    return font;
  };
  // In the order of FontRole.
  ImGui::GetIO().FontDefault = add(files.text, kTextPx);
  add(files.bold ? files.bold : files.text, kTextPx);
  add(files.mono, kMonoPx);
  add(files.text, kSmallPx);
  add(files.bold ? files.bold : files.text, kSmallPx);
  add(files.bold ? files.bold : files.text, kTitlePx);
  fonts.has_chinese = files.chinese.has_value();
  atlas.Build();
  for (ImFont* const font : atlas.Fonts) {
    addMissingGlyphs(*font, fonts.wanted);
    alignDigits(*font);
  }
  dropFontFiles(atlas);
  fonts.scale = scale;
  fonts.density = density;
  fonts.outdated = false;
  return true;
}

}  // namespace sepax
