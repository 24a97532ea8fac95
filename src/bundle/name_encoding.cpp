#include "bundle/name_encoding.h"

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
  return (lead >= 0xB0 && lead <= 0xD7) || lead == 0xA1 || lead == 0xA3 ? kEveryday : kRare;  // first level, punctuation, wide letters
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

/// Ties go to the earlier one. Korean syllables fill half of the rows of everyday Chinese, so Korean must come before and be long enough.
constexpr Candidate kCandidates[] = {{"GB18030", chinese}, {"BIG5-HKSCS", traditional}, {"CP932", japanese}, {"CP949", korean}};
constexpr double kConvincing = 0.7;
constexpr std::size_t kKoreanSyllables = 6;  ///< Chinese of this length stays in the Korean rows once in twenty times

bool isLatin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

struct Score {
  double mean = 0;
  std::size_t characters = 0;
};

Score scoreOf(const std::vector<std::string_view>& names, Rarity rarity) {
  double sum = 0;
  std::size_t characters = 0;
  for (const std::string_view name : names) {
    for (std::size_t i = 0; i < name.size();) {
      const auto lead = static_cast<std::uint8_t>(name[i]);
      std::size_t length = 1;
      if (lead >= 0x80) {
        const double everyday = rarity(lead, i + 1 < name.size() ? static_cast<std::uint8_t>(name[i + 1]) : std::uint8_t{0}, length);
        // Alone between Latin letters it is rather one of them with an accent ("Müller").
        const bool isInsideWord = i > 0 && isLatin(name[i - 1]) && i + length < name.size() && isLatin(name[i + length]);
        sum += isInsideWord ? kUnlikely : everyday;
        ++characters;
      }
      i += length;
    }
  }
  return {characters == 0 ? 0 : sum / static_cast<double>(characters), characters};
}

bool decodesAll(const char* encoding, const std::vector<std::string_view>& names) {
  const TextDecoder decoder(encoding);
  return decoder.isKnown() && std::all_of(names.begin(), names.end(), [&](std::string_view name) { return decoder.decode(name); });
}

/// What libuchardet says, if that is an encoding which it detects reliably from few bytes; it calls short Chinese names UTF-8 or
/// Vietnamese.
std::string detected(const std::vector<std::string_view>& names) {
  constexpr std::size_t kEnoughBytes = 8;
  constexpr std::array<std::string_view, 4> kTrusted = {"IBM866", "WINDOWS-1251", "KOI8-R", "EUC-JP"};
  std::size_t high = 0;
  const uchardet_t detector = uchardet_new();
  for (const std::string_view name : names) {
    uchardet_handle_data(detector, name.data(), name.size());
    uchardet_handle_data(detector, "\n", 1);
    high += static_cast<std::size_t>(std::count_if(name.begin(), name.end(), [](char c) { return static_cast<std::uint8_t>(c) >= 0x80; }));
  }
  uchardet_data_end(detector);
  std::string encoding = uchardet_get_charset(detector);
  uchardet_delete(detector);
  const bool isTrusted = high >= kEnoughBytes && std::find(kTrusted.begin(), kTrusted.end(), encoding) != kTrusted.end();
  return isTrusted && decodesAll(encoding.c_str(), names) ? encoding : "";
}

}  // namespace

TextDecoder::TextDecoder(std::string encoding) : encoding_(std::move(encoding)), converter_(iconv_open("UTF-8", encoding_.c_str())) {}

TextDecoder::~TextDecoder() {
  if (isKnown()) iconv_close(converter_);
}

bool TextDecoder::isKnown() const { return converter_ != kNoConverter; }

std::optional<std::string> TextDecoder::decode(std::string_view raw) const {
  if (!isKnown()) return std::nullopt;
  std::string text(raw.size() * 4 + 4, '\0');  // no character of any encoding takes more bytes in UTF-8 than four for one
  char* in = const_cast<char*>(raw.data());    // iconv's old signature; it only reads
  char* out = text.data();
  std::size_t in_left = raw.size(), out_left = text.size();
  iconv(converter_, nullptr, nullptr, nullptr, nullptr);
  const bool isDone = iconv(converter_, &in, &in_left, &out, &out_left) != static_cast<std::size_t>(-1) && in_left == 0 &&
                      iconv(converter_, nullptr, nullptr, &out, &out_left) != static_cast<std::size_t>(-1);
  if (!isDone) return std::nullopt;
  text.resize(text.size() - out_left);
  return text;
}

std::string guessNameEncoding(const std::vector<std::string_view>& names) {
  const Score hangul = scoreOf(names, korean);
  if (hangul.mean == kEveryday && hangul.characters >= kKoreanSyllables && decodesAll("CP949", names)) return "CP949";
  const char* best = nullptr;
  double best_score = kConvincing;
  for (const Candidate& candidate : kCandidates) {
    const double score = scoreOf(names, candidate.rarity).mean;
    if (score <= best_score || !decodesAll(candidate.encoding, names)) continue;
    best = candidate.encoding;
    best_score = score;
  }
  if (best != nullptr) return best;
  const std::string other = detected(names);
  return other.empty() ? "CP437" : other;
}

}  // namespace sepax
