#pragma once

#include "core/catalogue.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>

namespace sepax {

/// Texts are Chinese as long as this lives.
class InChinese {
 public:
  InChinese() {
    const auto set = setLanguage(Language::kChinese);
    EXPECT_TRUE(set) << describe(set.error());
  }
  ~InChinese() { EXPECT_TRUE(setLanguage(Language::kEnglish)); }
  InChinese(const InChinese&) = delete;
  InChinese& operator=(const InChinese&) = delete;
};

/// The words of small Latin letters in a message, but for what is in quotation marks, what has signs or digits as names
/// of files have, and the names that stay as they are in every language.
inline std::set<std::string> englishWords(const std::string& message, const std::set<std::string>& names = {}) {
  std::string text;
  char closing = 0;
  for (std::size_t i = 0; i < message.size(); ++i) {
    if (message.compare(i, 3, "“") == 0) closing = '\x9d';
    if (message[i] == '"') closing = closing == '"' ? 0 : '"';
    if (closing == 0) text += message[i];
    if (closing == '\x9d' && message.compare(i, 3, "”") == 0) closing = 0;
  }
  std::set<std::string> words;
  std::string word;
  bool is_plain = true;
  for (const char c : text + " ") {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '.' || c == '-' || c == '/' || c == '<' || c == '>') {
      is_plain &= std::islower(byte) != 0;
      word += c;
      continue;
    }
    if (is_plain && word.size() > 2 && !names.contains(word)) words.insert(word);
    word.clear();
    is_plain = true;
  }
  return words;
}

}  // namespace sepax
