#pragma once

#include "bundle/tree.h"
#include "session/bundle/bundle_nodes.h"
#include "session/bundle/bundle_state.h"
#include "session/bundle/entry_kind.h"
#include "session/host/jobs.h"

#include <cstddef>

namespace sepax {

struct Host;

inline constexpr std::size_t kMaxLargest = 12, kMaxCopies = 100;

/// Contents are compared by size and checksum; those that the container states are taken as they are, the others are
/// read. A cancelled job gets an unfinished answer.
[[nodiscard]] BundleOverview overviewOf(const Tree& tree, const JobControl& control);

/// Starts to make it when it is looked at and not there.
void followOverview(BundleState& state, Host& host);

inline constexpr const char* kListingSlot = "listing";  ///< of the job that makes it

/// Starts to list the open bundle when it, its findings or the request have changed.
void followListing(BundleState& state, Host& host);

}  // namespace sepax
