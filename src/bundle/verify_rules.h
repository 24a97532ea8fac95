#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"

namespace sepax {

/// What names, sizes, footer and directory show without reading any entry, beyond what the tree itself found: the naming rule, size limits,
/// footer against file name, clashing and unportable names, suspicious ratios; with `as_android` (or for .obb files) what Android's readers
/// need.
void applyRules(const Tree& tree, bool as_android, FindingCollector& findings);

}  // namespace sepax
