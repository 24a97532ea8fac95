#pragma once

#include "bundle/write/new_entry.h"
#include "core/progress.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// One change to a bundle.
struct EntryChange {
  std::string path;  ///< an entry; with nothing to put there also a folder, which goes with all that is in it
  std::optional<NewEntry> entry;  ///< what takes its place, or is added; nothing: removed
};

struct RepackReport {
  std::uint64_t kept = 0, replaced = 0, added = 0, removed = 0;
  std::uint64_t output_bytes = 0;
  bool removed_signature = false;  ///< Android's signing block, which any change makes invalid
};

/// Writes a bundle anew with some entries replaced, added or removed. In a ZIP all other entries are copied as they
/// are, header, data and all, in their order and without gaps; the data of stored ones is at offsets that divide as
/// before (zipalign's 4, or what a header's alignment field or the pages of a library ask for), by padding inside their
/// headers. New ones follow them, stored or deflated as what they replace. Comment, bytes around the archive and OBB
/// footer stay. The first header stays where one was: readers look for it there. The signing block of an APK is left
/// out. Refuses bundles whose structure is suspect (overlaps, several directories, a split archive): copying could lose
/// what another reader sees. A disk image is made anew with the same footer (or none), key and times: its files lie
/// without a gap. `output` may be the input: it is replaced at the end, after the result was read back and compared; a
/// read of the input that failed is an error and replaces nothing.
/// `password` opens and closes an encrypted image.
[[nodiscard]] Result<RepackReport> repackBundle(const std::string& input, std::vector<EntryChange> changes,
                                                const std::string& output, const std::string& password = {},
                                                const ProgressSink& progress = {});

/// As above, from bytes that are not a file of their own and not encrypted; `name` is what errors call them.
[[nodiscard]] Result<RepackReport> repackBundle(std::shared_ptr<const ByteSource> source, const std::string& name,
                                                std::vector<EntryChange> changes, const std::string& output);

}  // namespace sepax
