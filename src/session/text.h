#pragma once

#include "session/language.h"

#include <fmt/format.h>

#include <set>
#include <span>
#include <string>

namespace sepax {

// Every visible string of the window goes through tr(): its key is the English text itself, the other language stands in text.cpp.

struct Translation {
  const char* english;
  const char* chinese;
};

/// The whole table, for tests and for the font atlas, which must hold every character of it.
[[nodiscard]] std::span<const Translation> translations();

/// The language that tr() answers in; the shell sets it from the view before each frame.
void setLanguage(Language language);
[[nodiscard]] Language currentLanguage();

/// The text in the current language; the key itself in English or when the table lacks it (a test looks for such keys).
[[nodiscard]] const char* tr(const char* english);

/// Keys that tr() was asked for and the table lacks, for tests.
[[nodiscard]] const std::set<std::string>& missingTranslations();

/// A label whose ImGui id stays the same in every language: "text###english".
[[nodiscard]] std::string trId(const char* english);

/// A format string in the current language, filled in.
template <class... Args>
[[nodiscard]] std::string trf(const char* english, const Args&... args) {
  return fmt::vformat(tr(english), fmt::make_format_args(args...));
}

}  // namespace sepax
