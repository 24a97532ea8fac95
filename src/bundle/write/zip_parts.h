#pragma once

#include "bundle/byte_source.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

inline constexpr std::uint64_t kMinZipAlignment = 4;  ///< zipalign's

/// An archive taken apart: where everything is that is copied.
struct ZipParts {
  std::shared_ptr<const ByteSource> file;
  std::shared_ptr<const Tree> tree;
  std::uint64_t payload_size = 0;  ///< the OBB footer, if any, runs from here to the file's end
  std::uint64_t first_header = 0;  ///< where the first local header is to be
  bool has_signature = false;
  ZipEnd end;
  std::vector<std::string> records;      ///< the directory's, as they are
  std::vector<std::size_t> order;        ///< entries by where their headers are
  std::vector<std::uint64_t> slot_ends;  ///< where the next header or the directory begins
  std::string comment;
};

/// Opens a ZIP, with or without OBB footer; errors call it `where`. Refuses archives whose structure is suspect, and
/// entries that overlap.
[[nodiscard]] Result<ZipParts> takeZipApart(std::shared_ptr<const ByteSource> source, const std::string& where);

/// Why an archive of these findings is not copied, or nullptr. A fault inside a single entry is copied with it.
[[nodiscard]] const Finding* suspicionAbout(const Tree& tree);

/// The alignment that an entry's place was chosen for: its header's field says it, libraries begin at pages, all else
/// at 4.
[[nodiscard]] std::uint64_t wantedAlignment(const ZipParts& parts, std::size_t index);

/// The bytes of a range as text.
[[nodiscard]] Result<std::string> readText(const ByteSource& source, std::uint64_t offset, std::uint64_t size);

}  // namespace sepax
