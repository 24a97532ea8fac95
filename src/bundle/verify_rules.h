#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"

#include <string>
#include <string_view>

namespace sepax {

/// What names, sizes, footer and directory show without reading any entry, beyond what the tree itself found: the
/// naming rule, size limits, footer against file name, clashing and unportable names, suspicious ratios; with
/// `as_android` (or for .obb files) what Android's readers need.
void applyRules(const Tree& tree, bool as_android, FindingCollector& findings);

/// Whether an entry unpacks to so much more than its size that it is rather a bomb.
[[nodiscard]] bool unpacksSuspiciously(const TreeEntry& entry);

/// A path as file systems compare it that take upper and lower case for the same.
[[nodiscard]] std::string foldedName(std::string_view path);

}  // namespace sepax
