#include "ui/kit/fonts.h"

#include "session/characters.h"

#include "core/log.h"

#include <fontconfig/fontconfig.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#define SEPAX_FREETYPE 1
#endif

namespace sepax {

namespace {

constexpr float kTextPx = 15;
constexpr float kMonoPx = 14;
constexpr float kChineseScale = 1.2f;

struct FontFile {
  std::string path;
  int index = 0;  ///< within a collection
};

struct Request {
  const char* family;
  int weight;
  int spacing;
  FcChar32 character;  ///< must be in the font; 0 = any
};

/// The system's font for a family when it is really there (fontconfig always answers with something).
std::optional<FontFile> findFont(FcConfig* config, const Request& request) {
  const std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)> pattern(FcPatternCreate(), &FcPatternDestroy);
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(request.family));
  FcPatternAddInteger(pattern.get(), FC_WEIGHT, request.weight);
  FcPatternAddInteger(pattern.get(), FC_SPACING, request.spacing);
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  if (request.character != 0) {
    const std::unique_ptr<FcCharSet, decltype(&FcCharSetDestroy)> needed(FcCharSetCreate(), &FcCharSetDestroy);
    FcCharSetAddChar(needed.get(), request.character);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, needed.get());
  }
  FcConfigSubstitute(config, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)> match(FcFontMatch(config, pattern.get(), &result), &FcPatternDestroy);
  if (match == nullptr || result != FcResultMatch) return std::nullopt;
  FcChar8* file = nullptr;
  FcChar8* family = nullptr;
  FcCharSet* characters = nullptr;
  if (FcPatternGetString(match.get(), FC_FILE, 0, &file) != FcResultMatch) return std::nullopt;
  if (request.character != 0) {
    if (FcPatternGetCharSet(match.get(), FC_CHARSET, 0, &characters) != FcResultMatch ||
        FcCharSetHasChar(characters, request.character) == FcFalse) {
      return std::nullopt;
    }
  } else if (FcPatternGetString(match.get(), FC_FAMILY, 0, &family) != FcResultMatch ||
             FcStrCmpIgnoreCase(family, reinterpret_cast<const FcChar8*>(request.family)) != 0) {
    return std::nullopt;
  }
  FontFile found{reinterpret_cast<const char*>(file), 0};
  FcPatternGetInteger(match.get(), FC_INDEX, 0, &found.index);
  found.index &= 0xFFFF;  // the upper half names an instance of a variable font
  return found;
}

std::optional<FontFile> firstFont(FcConfig* config, std::initializer_list<Request> requests) {
  for (const Request& request : requests) {
    if (auto found = findFont(config, request)) return found;
  }
  return std::nullopt;
}

struct FontFiles {
  std::optional<FontFile> text, bold, mono, symbols, chinese;
};

/// Looked up once: fontconfig reads its cache from disk.
const FontFiles& fontFiles() {
  static const FontFiles files = [] {
    FontFiles found;
    FcConfig* config = FcInitLoadConfigAndFonts();
    if (config == nullptr) return found;
    constexpr int kPlain = FC_PROPORTIONAL, kFixed = FC_MONO;
    constexpr FcChar32 kLetter = 'A', kArrow = 0x2194, kHan = 0x5206;
    found.text = firstFont(config, {{"Noto Sans", FC_WEIGHT_REGULAR, kPlain, 0},
                                    {"DejaVu Sans", FC_WEIGHT_REGULAR, kPlain, 0},
                                    {"sans-serif", FC_WEIGHT_REGULAR, kPlain, kLetter}});
    found.bold = firstFont(config, {{"Noto Sans", FC_WEIGHT_BOLD, kPlain, 0},
                                    {"DejaVu Sans", FC_WEIGHT_BOLD, kPlain, 0},
                                    {"sans-serif", FC_WEIGHT_BOLD, kPlain, kLetter}});
    found.mono = firstFont(config, {{"Noto Sans Mono", FC_WEIGHT_REGULAR, kFixed, 0},
                                    {"DejaVu Sans Mono", FC_WEIGHT_REGULAR, kFixed, 0},
                                    {"monospace", FC_WEIGHT_REGULAR, kFixed, kLetter}});
    found.symbols = firstFont(config, {{"DejaVu Sans", FC_WEIGHT_REGULAR, kPlain, 0}, {"sans-serif", FC_WEIGHT_REGULAR, kPlain, kArrow}});
    found.chinese = firstFont(config, {{"Noto Sans CJK SC", FC_WEIGHT_REGULAR, kPlain, 0},
                                       {"Droid Sans Fallback", FC_WEIGHT_REGULAR, kPlain, 0},
                                       {"WenQuanYi Zen Hei", FC_WEIGHT_REGULAR, kPlain, 0},
                                       {"sans-serif", FC_WEIGHT_REGULAR, kPlain, kHan}});
    FcConfigDestroy(config);
    if (!found.chinese)
      log(LogLevel::kWarning, "no Chinese font found: install fonts-noto-cjk or fonts-droid-fallback to see Chinese text");
    if (!found.text) log(LogLevel::kWarning, "no font found on this system: using the built-in one");
    return found;
  }();
  return files;
}

bool isEastAsian(unsigned character) { return character >= 0x2E80 && character < 0xFFF0; }

/// Latin, Greek, punctuation, arrows, mathematics, shapes: what our own texts use whatever the language.
constexpr std::array<ImWchar, 21> kBasic{0x20,   0x17F,  0x370,  0x3FF,  0x1D62, 0x1D6A, 0x2010, 0x2044, 0x2070, 0x209F, 0x2100,
                                         0x214F, 0x2190, 0x22FF, 0x25A0, 0x27BF, 0x2920, 0x2925, 0x2C7C, 0x2C7C, 0};

/// Wanted characters outside kBasic as ranges, East Asian ones or the rest.
ImVector<ImWchar> rangesOf(const std::vector<bool>& wanted, bool east_asian) {
  ImFontGlyphRangesBuilder builder;
  for (unsigned c = 0x20; c < 0xFFFF; ++c) {
    if (wanted[c] && isEastAsian(c) == east_asian) builder.AddChar(static_cast<ImWchar>(c));
  }
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}

ImFont* addFont(const std::optional<FontFile>& file, float size, const ImWchar* ranges, bool merge) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.MergeMode = merge;
  config.PixelSnapH = true;
  config.OversampleH = 1;
  config.OversampleV = 1;
  if (!file) {
    config.SizePixels = std::floor(size * 0.87f);  // the built-in bitmap font is drawn for 13 pixels
    return merge ? nullptr : atlas.AddFontDefault(&config);
  }
  config.FontNo = file->index;
  return atlas.AddFontFromFileTTF(file->path.c_str(), size, &config, ranges);
}

}  // namespace

ImFont* fontOf(FontRole role) {
  const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  const int index = static_cast<int>(role);
  return index < fonts.Size ? fonts[index] : ImGui::GetFont();
}

void want(Fonts& fonts, std::string_view utf8) {
  if (noteCharacters(fonts.wanted, utf8)) fonts.outdated = true;
}

void want(Fonts& fonts, const std::vector<bool>& characters) {
  for (std::size_t c = 0; c < characters.size(); ++c) {
    if (characters[c] && !fonts.wanted[c]) fonts.wanted[c] = fonts.outdated = true;
  }
}

bool buildFonts(Fonts& fonts, float scale) {
  if (!fonts.outdated && fonts.scale == scale) return false;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
#if defined(SEPAX_FREETYPE) && IMGUI_VERSION_NUM < 19200
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
  const FontFiles& files = fontFiles();
  const ImVector<ImWchar> chinese = rangesOf(fonts.wanted, true);
  const ImVector<ImWchar> others = rangesOf(fonts.wanted, false);
  const auto add = [&](const std::optional<FontFile>& file, float px) {
    const float size = std::round(px * scale);
    ImFont* font = addFont(file, size, kBasic.data(), false);
    addFont(files.symbols, size, kBasic.data(), true);
    if (others.Size > 1) addFont(files.symbols, size, others.Data, true);
    // Fonts of this script are measured with room above and below: at the same size their characters look small.
    if (chinese.Size > 1) addFont(files.chinese, std::round(size * kChineseScale), chinese.Data, true);
    return font;
  };
  // In the order of FontRole.
  ImGui::GetIO().FontDefault = add(files.text, kTextPx);
  add(files.bold ? files.bold : files.text, kTextPx);
  add(files.mono, kMonoPx);
  fonts.has_chinese = files.chinese.has_value();
  atlas.Build();
  fonts.scale = scale;
  fonts.outdated = false;
  return true;
}

}  // namespace sepax
