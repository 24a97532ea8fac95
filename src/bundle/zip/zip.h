#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"

#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// The tree of a ZIP whose end record was found in the payload. `findings` are those made so far (footer); the tree
/// adds its own.
[[nodiscard]] std::shared_ptr<const Tree> openZip(ContainerFile file, const ZipEnd& end, const OpenOptions& options,
                                                  FindingCollector findings);

/// Opens a ZIP without a directory, by the local headers.
[[nodiscard]] std::shared_ptr<const Tree> openSalvagedZip(ContainerFile file, const OpenOptions& options,
                                                          FindingCollector findings);

}  // namespace sepax
