#pragma once

#include "bundle/tree.h"
#include "bundle/write/entry_changes.h"
#include "core/progress.h"

#include <memory>
#include <string>
#include <vector>

namespace sepax {

/// repackBundle() of a disk image: copies it and changes the copy where it is. Errors call it `where`.
[[nodiscard]] Result<RepackReport> repackImage(const std::shared_ptr<const Tree>& tree,
                                               const std::vector<EntryChange>& changes, const std::string& where,
                                               const RepackOptions& options, const ProgressSink& progress);

}  // namespace sepax
