#pragma once

#include "bundle/obb/obb_footer.h"
#include "core/progress.h"

#include <cstdint>
#include <optional>
#include <string>

// The edits of Android's obbtool to a file's OBB footer, on files of any content. A kill at any moment leaves the old
// file or the new one: adding and editing write a copy beside the file, removing is a single truncation.

namespace sepax {

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
