#pragma once

#include "bundle/byte_search.h"
#include "bundle/tree.h"
#include "core/progress.h"
#include "session/bundle/bundle_nodes.h"
#include "session/bundle/bundle_state.h"
#include "session/host/host.h"

#include <cstddef>

namespace sepax {

inline constexpr std::size_t kMaxLargest = 12, kMaxCopies = 100;

/// Contents are compared by size and checksum; those that the container states are taken as they are, the others are
/// read. A cancelled job gets an unfinished answer.
[[nodiscard]] BundleOverview overviewOf(const Tree& tree, const JobControl& control);

/// Starts to make it when it is looked at and not there.
void followOverview(BundleState& state, Host& host);

inline constexpr const char* kListingSlot = "listing";  ///< of the job that makes it

/// Starts to list the open bundle when it, its findings or the request have changed.
void followListing(BundleState& state, Host& host);

/// At most so many places of one entry, and of all, are listed.
inline constexpr std::size_t kMaxEntryMatches = 200, kMaxBundleMatches = 10'000;

/// Looks through the bytes of every entry that is read by its path, piece by piece, whatever its size. A sink that says
/// no ends it early.
[[nodiscard]] BundleMatches searchTree(const Tree& tree, const Needle& needle, const ProgressSink& progress = {});

}  // namespace sepax
