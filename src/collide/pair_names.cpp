#include "collide/pair_names.h"

#include "core/language.h"
#include "core/text.h"

#include <algorithm>

namespace sepax {

namespace {

/// A longer name may end in digits itself.
const char* separatorAfter(const std::string& name) { return name.size() > 1 ? "·" : ""; }

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLetter(char c) { return isUpper(c) || (c >= 'a' && c <= 'z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

PairNames namesOf(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return {};
  constexpr std::size_t kKept = 10;
  const PairNames starts{abridged(a, kKept, 0), abridged(b, kKept, 0)},
      ends{abridged(a, 0, kKept), abridged(b, 0, kKept)};
  return starts.a != starts.b ? starts : ends.a != ends.b ? ends : PairNames{};
}

PairNames namesOf(const PairReport& report) { return namesOf(report.a, report.b); }

std::string axisName(const AxisId& id, const PairNames& names) {
  const std::string text = axisName(id);
  const auto part = [&](const std::string& name, std::size_t from, std::size_t to) {
    return name + separatorAfter(name) + text.substr(from, to - from);
  };
  switch (id.kind) {
    case AxisKind::kFaceA:
      return part(names.a, 1, text.size());
    case AxisKind::kFaceB:
      return part(names.b, 1, text.size());
    case AxisKind::kEdgePair:
    case AxisKind::kLateral:
    case AxisKind::kRim: {
      const std::size_t cross = text.find("xB");
      const char* const sign = names.a.size() == 1 && names.b.size() == 1 ? "x" : " × ";
      return part(names.a, 1, cross) + sign + part(names.b, cross + 2, text.size());
    }
    default:  // of neither
      return text;
  }
}

std::string featureText(std::string_view features, const PairNames& names) {
  // The words of featureName and supportFeatureName; of two that begin alike, the longer first.
  static constexpr const char* kWords[] = {"vertex", "edge", "face", "top rim", "top", "bottom rim", "bottom", "side",
                                           "rim",    "base", "apex", "start",   "end", "surface",    "cut"};
  static constexpr std::string_view kBetween = " · ", kOf = " of \"";
  std::string out;
  while (!features.empty()) {
    std::string_view feature = features.substr(0, features.find(kBetween));
    features.remove_prefix(std::min(features.size(), feature.size() + kBetween.size()));
    const std::string_view child =
        feature.find(kOf) == feature.npos ? "" : feature.substr(feature.find(kOf) + kOf.size());
    feature = feature.substr(0, feature.find(kOf));
    const std::size_t blank = std::min(feature.find(' '), feature.size());
    std::string words(feature.substr(blank));
    for (const char* word : kWords) {
      if (!words.starts_with(' ' + std::string(word))) continue;
      words.replace(1, std::string_view(word).size(), tr(word));
      break;
    }
    words = withNames(feature.substr(0, blank), names) + words;
    if (!child.empty()) words = trf("{} of \"{}\"", words, child.substr(0, child.rfind('"')));
    out += (out.empty() ? "" : std::string(kBetween)) + words;
  }
  return out;
}

std::string withNames(std::string_view text, const PairNames& names) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool in_word = isLetter(next) || (i > 0 && isUpper(text[i - 1]));  // "Both", "SAT"
    if ((c != 'A' && c != 'B') || in_word) {
      out += c;
      continue;
    }
    const std::string& name = c == 'A' ? names.a : names.b;
    if (name.size() > 1 && i > 0 && isLetter(text[i - 1])) out += ' ';  // "r die", not "rdie"
    out += name;
    if (isDigit(next)) out += separatorAfter(name);
  }
  return out;
}

}  // namespace sepax
