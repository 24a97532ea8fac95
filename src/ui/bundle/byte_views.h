#pragma once

#include "bundle/byte_source.h"
#include "session/preview.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// Bytes of any size read in pieces, the latest few kept.
class PieceReader {
 public:
  /// What is there of `size` bytes from `offset`; less at the end, nothing where reading fails.
  [[nodiscard]] std::vector<std::byte> read(const std::shared_ptr<const ByteSource>& source, std::uint64_t offset, std::size_t size);

 private:
  std::shared_ptr<const ByteSource> source_;
  std::deque<std::pair<std::uint64_t, std::vector<std::byte>>> pieces_;  ///< newest first, by index
};

/// The place in a list that may have more rows than a window has pixels of float precision: scrolled by rows, not by pixels.
struct LongList {
  std::uint64_t first = 0;
};

/// Text or bytes of an entry in a panel.
struct ByteViews {
  LongList text_rows, hex_rows;
  PieceReader reader;
  std::string go_to;                    ///< typed into the field for an offset or a line
  std::optional<std::uint64_t> wanted;  ///< offset to be shown next
  std::optional<std::uint64_t> marked;  ///< offset that was gone to
  std::string shown;                    ///< characters of this frame, for the font atlas
};

/// Fills what is left of the window with numbered lines.
void drawText(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes, const TextRows& text);

/// Fills what is left of the window with offsets, bytes and characters.
void drawHex(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes);

}  // namespace sepax
