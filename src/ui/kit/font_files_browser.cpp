// Fonts that lie in the page's data. The Chinese one, larger than all else, is fetched when it is needed.

#include "core/platform.h"
#include "ui/kit/font_files.h"

#include <emscripten.h>

#include <utility>

namespace sepax {

namespace {

bool has_come = false;

std::optional<FontFile> bundled(const char* name) {
  const auto path = dataPath(std::string("fonts/") + name);
  if (!path) return std::nullopt;
  return FontFile{*path, 0};
}

}  // namespace

const FontFiles& fontFiles(Chinese chinese) {
  static FontFiles files;
  files = {.text = bundled("Inter-Regular.otf"),
           .bold = bundled("Inter-SemiBold.otf"),
           .mono = bundled("DejaVuSansMono.ttf"),
           .symbols = bundled("DejaVuSans.ttf"),
           .chinese = bundled("DroidSansFallbackFull.ttf")};
  static bool is_asked = false;
  if (chinese == Chinese::kNeeded && !files.chinese && !std::exchange(is_asked, true))
    EM_ASM({ sepaxPage.fetchChinese(); });
  return files;
}

bool haveFontsCome() { return std::exchange(has_come, false); }

}  // namespace sepax

/// The page has put the Chinese font where it belongs.
extern "C" EMSCRIPTEN_KEEPALIVE void sepaxFontCame() { sepax::has_come = true; }
