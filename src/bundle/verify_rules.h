#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Adds the findings of names, sizes, footer and directory that need no entry read, beyond those of the tree itself:
/// the naming rule, size limits, footer against file name, clashing and unportable names, suspicious ratios; with
/// `as_android` (or for .obb files) what Android's readers need.
void applyRules(const Tree& tree, bool as_android, FindingCollector& findings);

/// Whether an entry unpacks to so much more than its size that it is rather a bomb.
[[nodiscard]] bool unpacksSuspiciously(const TreeEntry& entry);

/// A path as file systems compare it that take upper and lower case for the same.
[[nodiscard]] std::string foldedName(std::string_view path);

/// For every entry whether its bytes overlap another's of the same container, by offsets alone: archives that unpack to
/// far more than they hold are made so.
[[nodiscard]] std::vector<bool> overlappingEntries(const Tree& tree);

}  // namespace sepax
