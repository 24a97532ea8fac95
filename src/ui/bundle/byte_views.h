#pragma once

#include "bundle/byte_search.h"
#include "bundle/byte_source.h"
#include "draw/palette.h"
#include "media/text_structure.h"
#include "session/bundle/bundle_state.h"

#include <imgui.h>

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
  /// Up to `size` bytes from `offset`; fewer at the end, none where reading fails.
  [[nodiscard]] std::vector<std::byte> read(const std::shared_ptr<const ByteSource>& source, std::uint64_t offset,
                                            std::size_t size);

 private:
  std::shared_ptr<const ByteSource> source_;
  std::deque<std::pair<std::uint64_t, std::vector<std::byte>>> pieces_;  ///< newest first, by index
};

/// The place in a list that may have more rows than a window has pixels of float precision: scrolled by rows, not by
/// pixels.
struct LongList {
  std::uint64_t first = 0;
};

struct MarkedBytes {
  std::uint64_t offset = 0, size = 1;
};

/// Which parts of a text are folded away.
struct FoldedRows {
  std::vector<std::uint32_t> closed;   ///< first rows of closed folds, sorted
  std::vector<std::uint32_t> visible;  ///< rows that are left; empty: all
};

/// Text or bytes of an entry in a panel.
struct ByteViews {
  LongList text_rows, hex_rows;
  FoldedRows folded;  ///< of the text
  PieceReader reader;
  std::string go_to;                  ///< typed into the field for an offset or a line
  std::optional<MarkedBytes> wanted;  ///< to be shown next
  std::optional<MarkedBytes> marked;  ///< gone to, found or clicked
  std::string find;                   ///< typed into the search field
  ByteSearch search;
};

/// Rows to draw this frame: the wheel, keys and a bar at the right edge move the list, which fills what is left of the
/// window.
struct RowRange {
  std::uint64_t first = 0, end = 0;
  float width = 0;  ///< what the bar leaves
};
[[nodiscard]] RowRange longList(LongList& list, std::uint64_t rows);

/// A row of a text in its shown form: valid UTF-8, tabs as spaces.
[[nodiscard]] std::string rowText(PieceReader& reader, const std::shared_ptr<const ByteSource>& bytes,
                                  const TextRows& text, std::uint64_t row);

/// "0000001f  41 42 …  AB…": a row of `columns` bytes, or of less at the end.
[[nodiscard]] std::string hexRow(std::uint64_t offset, const std::vector<std::byte>& bytes, std::size_t columns);
/// How many columns, in eights, a row of this many characters has room for; at least four.
[[nodiscard]] std::size_t hexColumns(float characters);
/// The byte under character `at` of a hex row of `columns` bytes, in its digits or its characters; nothing between and
/// beside them.
[[nodiscard]] std::optional<std::size_t> hexColumnAt(const std::string& row, std::size_t columns, std::size_t at);
/// A box behind byte `column` of the hex row that is drawn next, in the font of the moment.
void markHexByte(const std::string& row, std::uint64_t column, ImU32 colour);

/// "Go to" field: the number typed, once Enter was pressed.
[[nodiscard]] std::optional<std::uint64_t> goTo(ByteViews& views, const char* hint);
/// Boxes behind what a row of a text, drawn next, holds of the needle.
void markMatches(const std::string& shown, const Needle& needle);

/// Fills what is left of the window with offsets, bytes and characters.
void drawHex(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes);

/// Fills what is left of the window with numbered lines; coloured and to be folded where the structure is known.
void drawText(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes, const TextRows& text,
              const TextStructure& structure, Theme theme);

}  // namespace sepax
