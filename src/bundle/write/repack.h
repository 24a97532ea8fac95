#pragma once

#include "bundle/write/entry_changes.h"
#include "core/progress.h"

#include <memory>
#include <string>
#include <vector>

namespace sepax {

/// Writes a bundle anew with some entries replaced, added or removed. In a ZIP all other entries are copied as they
/// are, header, data and all, in their order and without gaps; the data of stored ones is at offsets that divide as
/// before (zipalign's 4, or what a header's alignment field or the pages of a library ask for), by padding inside their
/// headers. New ones follow them, stored or deflated as what they replace. Comment, bytes around the archive and OBB
/// footer stay. The first header stays where one was: readers look for it there. The signing block of an APK is left
/// out. A new entry keeps the permissions and the owner of the one that it replaces. Refuses bundles whose structure is
/// suspect (overlaps, several directories, a split archive): copying could lose what another reader sees; a file below
/// or in the place of a folder's entries, and names that differ only in case. In a disk image the files are changed
/// where they are (editFatImage()); its footer and its key stay. `output` may be the input: it is replaced at the end,
/// after the result was read back and compared; a read of the input that failed is an error and replaces nothing.
/// `password` opens and closes an encrypted image.
[[nodiscard]] Result<RepackReport> repackBundle(const std::string& input, std::vector<EntryChange> changes,
                                                const RepackOptions& options, const ProgressSink& progress = {});

/// As above, from bytes that are not a file of their own and not encrypted; `name` is what errors call them.
[[nodiscard]] Result<RepackReport> repackBundle(std::shared_ptr<const ByteSource> source, const std::string& name,
                                                std::vector<EntryChange> changes, const RepackOptions& options);

}  // namespace sepax
