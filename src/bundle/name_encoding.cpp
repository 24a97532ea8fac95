#include "bundle/name_encoding.h"

#include "core/text.h"

#include <iconv.h>
#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace sepax {

namespace {

const iconv_t kNoConverter = reinterpret_cast<iconv_t>(-1);

/// How everyday a character is in its encoding, 0 to 1, by its first two bytes; `length` receives how many it takes.
using Rarity = double (*)(std::uint8_t lead, std::uint8_t trail, std::size_t& length);

constexpr double kEveryday = 1, kRare = 0.2, kUnlikely = 0.1;

double chinese(std::uint8_t lead, std::uint8_t trail, std::size_t& length) {
  length = 2;
  if (trail < 0xA1) return kRare;
  return (lead >= 0xB0 && lead <= 0xD7) || lead == 0xA1 || lead == 0xA3
             ? kEveryday
             : kRare;  // first level, punctuation, wide letters
}

double traditional(std::uint8_t lead, std::uint8_t, std::size_t& length) {
  length = 2;
  return (lead >= 0xA4 && lead <= 0xC6) || lead == 0xA1 ? kEveryday : kRare;
}

double japanese(std::uint8_t lead, std::uint8_t, std::size_t& length) {
  length = lead >= 0xA1 && lead <= 0xDF ? 1 : 2;
  if (length == 1) return kUnlikely;  // half-width katakana
  return lead == 0x81 || lead == 0x82 || lead == 0x83 || (lead >= 0x88 && lead <= 0x97) ? kEveryday : kRare;
}

double korean(std::uint8_t lead, std::uint8_t trail, std::size_t& length) {
  length = 2;
  return lead >= 0xB0 && lead <= 0xC8 && trail >= 0xA1 ? kEveryday : kRare;
}

struct Candidate {
  const char* encoding;
  Rarity rarity;
};

/// Ties go to the earlier one. Korean syllables fill half of the rows of everyday Chinese, so Korean must come before
/// and be long enough.
constexpr Candidate kCandidates[] = {
    {"GB18030", chinese}, {"BIG5-HKSCS", traditional}, {"CP932", japanese}, {"CP949", korean}};
constexpr double kConvincing = 0.7;
constexpr std::size_t kKoreanSyllables = 6;  ///< Chinese of this length stays in the Korean rows once in twenty times

bool isHigh(char c) { return static_cast<std::uint8_t>(c) >= 0x80; }
bool isLatin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

struct Score {
  double mean = 0;
  std::size_t characters = 0;
};

/// Whether letters with accents are taken for two-byte characters that are alone among Latin ones ("Müller", "créé",
/// "Tür").
enum class Alone { kIsUnlikely, kIsFine };

Score scoreOf(const std::vector<std::string_view>& names, Rarity rarity, Alone alone) {
  double sum = 0;
  std::size_t characters = 0;
  for (const std::string_view name : names) {
    const auto isLatinAt = [&](std::size_t at) { return at < name.size() && isLatin(name[at]); };
    bool is_behind_other = false;  // a two-byte character ends here
    for (std::size_t i = 0; i < name.size();) {
      const auto lead = static_cast<std::uint8_t>(name[i]);
      std::size_t length = 1;
      if (lead >= 0x80) {
        const double everyday =
            rarity(lead, i + 1 < name.size() ? static_cast<std::uint8_t>(name[i + 1]) : std::uint8_t{0}, length);
        const bool isBeforeOther = i + length < name.size() && isHigh(name[i + length]);
        const bool isBesideLatin = (i > 0 && isLatin(name[i - 1])) || isLatinAt(i + length) || isLatinAt(i + 1);
        const bool isAlone = alone == Alone::kIsUnlikely && !is_behind_other && !isBeforeOther && isBesideLatin;
        const bool isInsideWord = i > 0 && isLatin(name[i - 1]) && isLatinAt(i + length);
        sum += isAlone || isInsideWord ? kUnlikely : everyday;
        ++characters;
      }
      is_behind_other = lead >= 0x80;
      i += length;
    }
  }
  return {characters == 0 ? 0 : sum / static_cast<double>(characters), characters};
}

bool decodesAll(const char* encoding, const std::vector<std::string_view>& names) {
  const TextDecoder decoder(encoding);
  return decoder.isKnown() &&
         std::all_of(names.begin(), names.end(), [&](std::string_view name) { return decoder.decode(name); });
}

// ------------------------------------------------------------------------------------------------------- encodings of
// one byte

enum class Script { kNone, kLatin, kGreek, kCyrillic };

struct Letter {
  Script script = Script::kNone;
  bool is_upper = false;
  bool is_ascii = false;
  bool has_tonos = false;   ///< Greek words have one accent
  double plausibility = 0;  ///< of what is no letter
};

/// The class of a character in a file's name of Europe.
Letter letterOf(char32_t c) {
  constexpr std::u32string_view kSigns = U"°·«»–—‘’“”„€©®§£¿¡…";
  constexpr double kSign = 0.5;
  if (c < 0x80) {
    const bool isLetter = isLatin(static_cast<char>(c));
    return {isLetter ? Script::kLatin : Script::kNone, c >= 'A' && c <= 'Z', true};
  }
  if (c >= 0xC0 && c < 0x100 && c != 0xD7 && c != 0xF7) return {Script::kLatin, c < 0xDF};
  if (c >= 0x100 && c < 0x180) {
    const bool isOddUpper = (c >= 0x139 && c <= 0x148) || c >= 0x179;
    return {Script::kLatin, (c % 2 != 0) == isOddUpper};
  }
  if (c == 0x218 || c == 0x21A) return {Script::kLatin, true};
  if (c == 0x219 || c == 0x21B) return {Script::kLatin};
  if (c >= 0x386 && c <= 0x3CE && c != 0x387) {
    const bool hasTonos = c < 0x391 || (c >= 0x3AC && c <= 0x3AF) || c >= 0x3CC;
    return {Script::kGreek, c < 0x3AC && c != 0x390, false, hasTonos};
  }
  if (c >= 0x400 && c < 0x460) return {Script::kCyrillic, c < 0x430};
  return {.plausibility = kSigns.find(c) != std::u32string_view::npos ? kSign : 0};
}

/// The sum over the letters of a word that are not ASCII: 1 each where they make a word of one script, upper case only
/// where it belongs, and among Latin letters not most of them with accents.
double plausibilityOf(const std::vector<Letter>& word) {
  constexpr double kForeign = 0.1, kOddCase = 0.2, kCrowded = 0.4, kUpper = 0.9;
  const auto isAccent = [](const Letter& letter) { return !letter.is_ascii; };
  const auto accents = static_cast<std::size_t>(std::ranges::count_if(word, isAccent));
  const bool isCrowded = word.size() >= 3 && 2 * accents > word.size();
  const bool isMixed = std::ranges::any_of(word, [&](const Letter& letter) { return letter.script != word[0].script; });
  const bool isOverAccented = std::ranges::count_if(word, &Letter::has_tonos) > 1;
  double sum = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i].is_ascii) continue;
    double value = word[i].is_upper ? kUpper : 1;
    if (word[i].is_upper && i > 0 && !word[i - 1].is_upper) value = kOddCase;
    if ((word[i].script == Script::kLatin && isCrowded) || isOverAccented) value *= kCrowded;
    sum += isMixed ? kForeign : value;
  }
  return sum;
}

/// How plausible names are in an encoding, from 0 to 1; nothing where they mean nothing in it.
std::optional<double> plausibilityIn(const char* encoding, const std::vector<std::string_view>& names) {
  const TextDecoder decoder(encoding);
  double sum = 0;
  std::size_t characters = 0;
  for (const std::string_view name : names) {
    const auto text = decoder.decode(name);
    if (!text) return std::nullopt;
    std::vector<Letter> word;
    std::string_view rest = *text;
    while (!rest.empty()) {
      const auto point = takeCodePoint(rest);
      if (!point) return std::nullopt;
      const Letter letter = letterOf(*point);
      characters += *point >= 0x80 ? 1 : 0;
      if (letter.script != Script::kNone) {
        word.push_back(letter);
        continue;
      }
      sum += plausibilityOf(word) + letter.plausibility;
      word.clear();
    }
    sum += plausibilityOf(word);
  }
  return characters == 0 ? std::nullopt : std::optional(sum / static_cast<double>(characters));
}

struct Guess {
  const char* encoding = "CP437";
  double plausibility = 0;
};

/// The most plausible encoding of one byte a character. Ties go to the earlier one: the ZIP standard names code page
/// 437, Windows packs names in those of DOS, and others in its own.
Guess guessEuropean(const std::vector<std::string_view>& names) {
  static constexpr const char* kEncodings[] = {"CP437", "CP850",  "CP1252", "CP852",       "CP1250",
                                               "CP737", "CP1253", "IBM866", "WINDOWS-1251"};
  Guess best;
  for (const char* encoding : kEncodings) {
    const auto plausibility = plausibilityIn(encoding, names);
    constexpr double kDifference = 1e-9;
    if (plausibility && *plausibility > best.plausibility + kDifference) best = {encoding, *plausibility};
  }
  return best;
}

/// The answer of libuchardet, if it is an encoding which it detects reliably from few bytes; it calls short Chinese
/// names UTF-8 or Vietnamese.
std::string detected(const std::vector<std::string_view>& names) {
  constexpr std::size_t kEnoughBytes = 8;
  constexpr std::array<std::string_view, 4> kTrusted = {"IBM866", "WINDOWS-1251", "KOI8-R", "EUC-JP"};
  std::size_t high = 0;
  const uchardet_t detector = uchardet_new();
  for (const std::string_view name : names) {
    uchardet_handle_data(detector, name.data(), name.size());
    uchardet_handle_data(detector, "\n", 1);
    high += static_cast<std::size_t>(
        std::count_if(name.begin(), name.end(), [](char c) { return static_cast<std::uint8_t>(c) >= 0x80; }));
  }
  uchardet_data_end(detector);
  std::string encoding = uchardet_get_charset(detector);
  uchardet_delete(detector);
  const bool isTrusted =
      high >= kEnoughBytes && std::find(kTrusted.begin(), kTrusted.end(), encoding) != kTrusted.end();
  return isTrusted && decodesAll(encoding.c_str(), names) ? encoding : "";
}

}  // namespace

TextDecoder::TextDecoder(std::string encoding)
    : encoding_(std::move(encoding)), converter_(iconv_open("UTF-8", encoding_.c_str())) {}

TextDecoder::~TextDecoder() {
  if (isKnown()) iconv_close(converter_);
}

bool TextDecoder::isKnown() const { return converter_ != kNoConverter; }

std::optional<std::string> TextDecoder::decode(std::string_view raw) const {
  if (!isKnown()) return std::nullopt;
  std::string text(raw.size() * 4 + 4,
                   '\0');                    // no character of any encoding takes more bytes in UTF-8 than four for one
  char* in = const_cast<char*>(raw.data());  // iconv's old signature; it only reads
  char* out = text.data();
  std::size_t in_left = raw.size(), out_left = text.size();
  iconv(converter_, nullptr, nullptr, nullptr, nullptr);
  const bool isDone = iconv(converter_, &in, &in_left, &out, &out_left) != static_cast<std::size_t>(-1) &&
                      in_left == 0 &&
                      iconv(converter_, nullptr, nullptr, &out, &out_left) != static_cast<std::size_t>(-1);
  if (!isDone) return std::nullopt;
  text.resize(text.size() - out_left);
  return text;
}

std::string guessNameEncoding(const std::vector<std::string_view>& names) {
  const Score hangul = scoreOf(names, korean, Alone::kIsUnlikely);
  if (hangul.mean == kEveryday && hangul.characters >= kKoreanSyllables && decodesAll("CP949", names)) return "CP949";
  const auto eastAsian = [&](Alone alone) {
    const char* best = nullptr;
    double best_score = kConvincing;
    for (const Candidate& candidate : kCandidates) {
      const double score = scoreOf(names, candidate.rarity, alone).mean;
      if (score <= best_score || !decodesAll(candidate.encoding, names)) continue;
      best = candidate.encoding;
      best_score = score;
    }
    return best;
  };
  if (const char* best = eastAsian(Alone::kIsUnlikely); best != nullptr) return best;
  if (const std::string other = detected(names); !other.empty()) return other;
  constexpr double kReadable = 0.6;
  const Guess european = guessEuropean(names);
  if (european.plausibility >= kReadable) return european.encoding;
  const char* const best = eastAsian(Alone::kIsFine);
  return best != nullptr ? best : european.encoding;
}

}  // namespace sepax
