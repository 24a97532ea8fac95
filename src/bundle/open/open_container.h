#pragma once

#include "bundle/tree.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace sepax {

/// Opens a file or folder from disk as a tree: folder, ZIP (with or without OBB footer), else kUnknown with no entries
/// and a finding that names what it looks like. A wrong password is no error: the tree is
/// locked(). A read that fails is one: the listing would lack entries.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openTree(const std::string& path, const OpenOptions& options = {});

/// As above, for bytes that are not a file of their own.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openTree(std::shared_ptr<const ByteSource> source,
                                                           const std::string& name, const OpenOptions& options = {});

inline constexpr int kDeepestNesting = 3;

/// Opens the entry `index` of `tree` as a container of its own (an OBB in an APK), named "outer:path". A stored one is
/// read where it is, a compressed one is unpacked first, up to kMaxNestedBytes. Refuses (kTooLarge) more than
/// kDeepestNesting containers around each other. `options.depth` is that of `tree`.
inline constexpr std::uint64_t kMaxNestedBytes = std::uint64_t{4} << 30;
[[nodiscard]] Result<std::shared_ptr<const Tree>> openNested(const Tree& tree, std::size_t index,
                                                             const OpenOptions& options = {});

}  // namespace sepax
