#pragma once

#include "bundle/byte_search.h"
#include "bundle/tree.h"
#include "core/progress.h"
#include "session/bundle/bundle_state.h"

#include <cstddef>

namespace sepax {

/// At most so many places of one entry, and of all, are listed.
inline constexpr std::size_t kMaxEntryMatches = 200, kMaxBundleMatches = 10'000;

/// Looks through the bytes of every entry that is read by its path, piece by piece, whatever its size. A sink that says
/// no ends it early.
[[nodiscard]] BundleMatches searchTree(const Tree& tree, const Needle& needle, const ProgressSink& progress = {});

}  // namespace sepax
