#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "bundle/zip_end.h"

#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// The tree of a ZIP whose end record was found in `payload`. `findings` are those made so far (footer); the tree adds its own.
[[nodiscard]] std::shared_ptr<const Tree> openZip(std::shared_ptr<const ByteSource> payload, const ZipEnd& end, std::string name,
                                                  std::optional<ObbFooter> footer, FindingCollector findings);

}  // namespace sepax
