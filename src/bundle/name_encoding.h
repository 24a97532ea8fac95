#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Converts text of one encoding to UTF-8; whatever iconv knows.
class TextDecoder {
 public:
  /// `encoding` as iconv calls it ("GB18030", "CP437"); without a converter (`isKnown()` false) nothing decodes.
  explicit TextDecoder(std::string encoding);
  TextDecoder(const TextDecoder&) = delete;
  TextDecoder& operator=(const TextDecoder&) = delete;
  ~TextDecoder();
  [[nodiscard]] bool isKnown() const;
  [[nodiscard]] const std::string& encoding() const { return encoding_; }
  /// UTF-8, or nullopt where a byte means nothing in this encoding.
  [[nodiscard]] std::optional<std::string> decode(std::string_view raw) const;

 private:
  std::string encoding_;
  void* converter_ = nullptr;  ///< iconv_t, kept out of this header
};

/// The encoding that names which are not UTF-8 were probably written in. Evaluated together, for one name alone says
/// little. East Asian encodings are detected by how many characters are everyday ones (the first level of each
/// standard) and come together, Cyrillic by libuchardet; else the one counts in which letters make the most plausible
/// words, code page 437, which the ZIP standard names, first.
[[nodiscard]] std::string guessNameEncoding(const std::vector<std::string_view>& names);

}  // namespace sepax
