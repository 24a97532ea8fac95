#pragma once

#include "bundle/byte_source.h"
#include "bundle/obb/obb.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"
#include "core/progress.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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

// The edits of Android's obbtool to a file's OBB footer, on files of any content. A kill at any moment leaves the old
// file or the new one: adding and editing write a copy beside the file, removing is a single truncation.

/// The footer of a file; kNotFound when it has none, kDamaged when it ends with the mark and the footer is not valid.
[[nodiscard]] Result<LocatedFooter> readFileFooter(const std::string& path);

/// Appends a footer; refuses a file that has one already.
[[nodiscard]] Result<void> addFileFooter(const std::string& path, const ObbFooter& footer,
                                         const ProgressSink& progress = {});

/// Fields that shall change.
struct FooterChanges {
  std::optional<std::string> package = {};
  std::optional<std::int32_t> version = {};
  std::optional<bool> overlay = {};
};

/// Replaces the footer; salt and unknown flags stay.
[[nodiscard]] Result<ObbFooter> editFileFooter(const std::string& path, const FooterChanges& changes,
                                               const ProgressSink& progress = {});

/// Cuts the footer off.
[[nodiscard]] Result<void> removeFileFooter(const std::string& path);

}  // namespace sepax
