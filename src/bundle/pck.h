#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"

#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// The bytes of a Godot PCK: as on disk, and without the footer.
struct PckBytes {
  std::shared_ptr<const ByteSource> whole;
  std::shared_ptr<const ByteSource> payload;
};

/// The tree of a Godot PCK, versions 1 to 3. Its files are stored as they are, each with its MD5, which reading them
/// checks. Encrypted directories and files are named, not read: their key is the game's.
[[nodiscard]] std::shared_ptr<const Tree> openPck(PckBytes bytes, std::string name, std::optional<ObbFooter> footer,
                                                  FindingCollector findings);

inline constexpr std::size_t kMaxPckEntries = 1'000'000;

}  // namespace sepax
