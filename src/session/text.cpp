#include "session/text.h"

#include <set>
#include <string_view>
#include <unordered_map>

namespace sepax {

namespace {

Language current_language = Language::kEnglish;
std::set<std::string> missing_keys;

const std::unordered_map<std::string_view, const char*>& chineseByEnglish() {
  static const auto map = [] {
    std::unordered_map<std::string_view, const char*> built;
    for (const Translation& row : translations()) built.emplace(row.english, row.chinese);
    return built;
  }();
  return map;
}

}  // namespace

void setLanguage(Language language) { current_language = language; }

Language currentLanguage() { return current_language; }

const char* tr(const char* english) {
  if (current_language == Language::kEnglish) return english;
  const auto found = chineseByEnglish().find(english);
  if (found != chineseByEnglish().end()) return found->second;
  missing_keys.insert(english);
  return english;
}

std::string trId(const char* english) { return std::string(tr(english)) + "###" + english; }

const std::set<std::string>& missingTranslations() { return missing_keys; }

}  // namespace sepax
