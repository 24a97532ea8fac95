#pragma once

#include "bundle/name_encoding.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace sepax {

/// Collects the pieces of a long name, which precede the entry they belong to, last piece first.
class LongName {
 public:
  /// Takes a directory slot of attribute 0x0F (32 bytes). A piece that does not follow the one before starts over.
  void add(std::span<const std::byte> slot);
  void clear() { *this = {}; }
  /// True when pieces were seen at all, complete or not.
  [[nodiscard]] bool isBegun() const { return is_begun_; }
  /// The name in UTF-8 when all pieces are there and belong to `short_name` (11 bytes, by their checksum); lone
  /// surrogates become U+FFFD.
  [[nodiscard]] std::optional<std::string> nameOf(std::span<const std::byte> short_name) const;

 private:
  std::u16string text_;
  unsigned awaited_ = 0;  ///< number of the next piece, 0 when complete
  unsigned checksum_ = 0;
  bool is_begun_ = false;
};

/// The 8.3 name of a directory slot, with Windows NT's marks for lower case, decoded by `decoder` (an OEM code page).
[[nodiscard]] std::string shortNameOf(std::span<const std::byte> slot, const TextDecoder& decoder);

}  // namespace sepax
