#pragma once

#include <fmt/format.h>

#include <concepts>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

// Every text for people is written in English, which is also its key: tr() gives it in the language of the window, from
// a gettext catalogue under assets/languages. Programs without a window never set a language and stay English, in JSON
// and in what they print.

namespace sepax {

enum class Language { kEnglish, kChinese };

/// One entry of a catalogue. Both texts have the same placeholders in the same order.
struct Translation {
  std::string english;
  std::string text;
};

/// The texts of a language, found by their English ones.
struct Catalogue {
  Language language;
  std::vector<Translation> rows;
  std::unordered_map<std::string_view, const char*> text_of;  ///< points into the rows
};

/// Makes tr() answer from a catalogue, for all threads; it must live as long as the program runs. Null: English.
void useCatalogue(const Catalogue* catalogue);

[[nodiscard]] Language currentLanguage();

/// All entries of the current language's catalogue; none in English.
[[nodiscard]] std::span<const Translation> translations();

/// The text in the current language, valid as long as the program runs; the key itself in English or when the catalogue
/// lacks it.
[[nodiscard]] const char* tr(const char* english);

/// The text in the current language if the catalogue has it, else the text itself: for texts that come from files, the
/// system or other programs.
[[nodiscard]] std::string trKnown(const std::string& text);

/// A word of case files as a person reads it: "half extents" of "half_extents", in the current language.
[[nodiscard]] std::string spokenName(const char* word);

/// Keys that tr() was asked for and the catalogue lacks, for tests.
[[nodiscard]] std::set<std::string> missingTranslations();

/// A format string that is a key: checked against its arguments while compiling when it is a literal.
template <class... Args>
struct FormatKey {
  template <std::size_t N>
  consteval FormatKey(const char (&literal)[N]) : english(literal) {
    (void)fmt::format_string<const Args&...>(literal);
  }
  template <std::same_as<const char*> Pointer>
  FormatKey(const Pointer& chosen) : english(chosen) {}
  const char* english;
};

/// A format string in the current language, filled in.
template <class... Args>
[[nodiscard]] std::string trf(std::type_identity_t<FormatKey<Args...>> key, const Args&... args) {
  return fmt::vformat(tr(key.english), fmt::make_format_args(args...));
}

/// A count with its noun, of which English has two forms: trn("{} entry", "{} entries", 1). Languages without them
/// translate both alike.
template <class Count>
[[nodiscard]] std::string trn(std::type_identity_t<FormatKey<Count>> one, std::type_identity_t<FormatKey<Count>> many,
                              const Count& count) {
  return trf<Count>(count == 1 ? one : many, count);
}

}  // namespace sepax
