#include "core/language.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace sepax {

namespace {

std::atomic<const Catalogue*> current_catalogue = nullptr;  // null: English
std::set<std::string> missing_keys;
std::mutex missing_mutex;

}  // namespace

void useCatalogue(const Catalogue* catalogue) { current_catalogue = catalogue; }

Language currentLanguage() {
  const Catalogue* catalogue = current_catalogue;
  return catalogue == nullptr ? Language::kEnglish : catalogue->language;
}

std::span<const Translation> translations() {
  const Catalogue* catalogue = current_catalogue;
  return catalogue == nullptr ? std::span<const Translation>() : catalogue->rows;
}

const char* tr(const char* english) {
  const Catalogue* catalogue = current_catalogue;
  if (catalogue == nullptr) return english;
  const auto found = catalogue->text_of.find(english);
  if (found != catalogue->text_of.end()) return found->second;
  const std::lock_guard lock(missing_mutex);
  missing_keys.insert(english);
  return english;
}

std::string trKnown(const std::string& text) {
  const Catalogue* catalogue = current_catalogue;
  if (catalogue == nullptr) return text;
  const auto found = catalogue->text_of.find(text);
  return found == catalogue->text_of.end() ? text : found->second;
}

std::string spokenName(const char* word) {
  std::string text = tr(word);
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::set<std::string> missingTranslations() {
  const std::lock_guard lock(missing_mutex);
  return missing_keys;
}

}  // namespace sepax
