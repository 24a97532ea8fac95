// Fonts of the system, and of an installation that brings its own, found by fontconfig.

#include "core/log.h"
#include "core/platform.h"
#include "ui/kit/font_files.h"

#include <fmt/format.h>
#include <fontconfig/fontconfig.h>

#include <initializer_list>
#include <memory>

namespace sepax {

namespace {

struct FontRequest {
  const char* family;
  int weight;
  int spacing;
  FcChar32 character;  ///< must be in the font; 0 = any
};

const FcChar8* fcString(const std::string& text) { return reinterpret_cast<const FcChar8*>(text.c_str()); }

/// The system's font for a family when it is really there (fontconfig always answers with something).
std::optional<FontFile> findFont(FcConfig* config, const FontRequest& request) {
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
  const std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)> match(FcFontMatch(config, pattern.get(), &result),
                                                                      &FcPatternDestroy);
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

std::optional<FontFile> firstFont(FcConfig* config, std::initializer_list<FontRequest> requests) {
  for (const FontRequest& request : requests) {
    if (auto found = findFont(config, request)) return found;
  }
  return std::nullopt;
}

}  // namespace

const FontFiles& fontFiles(Chinese) {
  static const FontFiles files = [] {
    FontFiles found;
    FcConfig* config = FcInitLoadConfigAndFonts();
    if (config == nullptr) return found;
    if (const auto own = dataPath("fonts"); own && !FcConfigAppFontAddDir(config, fcString(*own))) {
      log(LogLevel::kWarning, fmt::format("{}: its fonts cannot be read", *own));
    }
    constexpr int kPlain = FC_PROPORTIONAL, kFixed = FC_MONO;
    constexpr FcChar32 kLetter = 'A', kArrow = 0x2194, kHan = 0x5206;
    found.text = firstFont(config, {{"Inter", FC_WEIGHT_REGULAR, kPlain, 0},
                                    {"Noto Sans", FC_WEIGHT_REGULAR, kPlain, 0},
                                    {"DejaVu Sans", FC_WEIGHT_REGULAR, kPlain, 0},
                                    {"sans-serif", FC_WEIGHT_REGULAR, kPlain, kLetter}});
    found.bold = firstFont(config, {{"Inter", FC_WEIGHT_DEMIBOLD, kPlain, 0},
                                    {"Noto Sans", FC_WEIGHT_BOLD, kPlain, 0},
                                    {"DejaVu Sans", FC_WEIGHT_BOLD, kPlain, 0},
                                    {"sans-serif", FC_WEIGHT_BOLD, kPlain, kLetter}});
    found.mono = firstFont(config, {{"Noto Sans Mono", FC_WEIGHT_REGULAR, kFixed, 0},
                                    {"DejaVu Sans Mono", FC_WEIGHT_REGULAR, kFixed, 0},
                                    {"monospace", FC_WEIGHT_REGULAR, kFixed, kLetter}});
    found.symbols = firstFont(
        config, {{"DejaVu Sans", FC_WEIGHT_REGULAR, kPlain, 0}, {"sans-serif", FC_WEIGHT_REGULAR, kPlain, kArrow}});
    found.chinese = firstFont(config, {{"Noto Sans CJK SC", FC_WEIGHT_REGULAR, kPlain, 0},
                                       {"Droid Sans Fallback", FC_WEIGHT_REGULAR, kPlain, 0},
                                       {"WenQuanYi Zen Hei", FC_WEIGHT_REGULAR, kPlain, 0},
                                       {"sans-serif", FC_WEIGHT_REGULAR, kPlain, kHan}});
    FcConfigDestroy(config);
    if (!found.chinese)
      log(LogLevel::kWarning,
          "no Chinese font found: install fonts-noto-cjk or fonts-droid-fallback to see Chinese text");
    if (!found.text) log(LogLevel::kWarning, "no font found on this system: using the built-in one");
    return found;
  }();
  return files;
}

bool haveFontsCome() { return false; }

}  // namespace sepax
