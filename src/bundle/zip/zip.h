#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"

#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// A container's bytes: as on disk, and without the footer.
struct ZipBytes {
  std::shared_ptr<const ByteSource> whole;
  std::shared_ptr<const ByteSource> payload;
};

/// The tree of a ZIP whose end record was found in the payload. `findings` are those made so far (footer); the tree
/// adds its own.
[[nodiscard]] std::shared_ptr<const Tree> openZip(ZipBytes bytes, const ZipEnd& end, std::string name,
                                                  std::optional<ObbFooter> footer, const OpenOptions& options,
                                                  FindingCollector findings);

/// Opens a ZIP without a directory, by the local headers.
[[nodiscard]] std::shared_ptr<const Tree> openSalvagedZip(ZipBytes bytes, std::string name,
                                                          std::optional<ObbFooter> footer, const OpenOptions& options,
                                                          FindingCollector findings);

}  // namespace sepax
