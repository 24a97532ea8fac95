#pragma once

#include "collider/lint.h"
#include "session/bundle/bundle_nodes.h"
#include "session/bundle/bundle_state.h"

namespace sepax {

struct Host;

inline constexpr const char* kListingSlot = "listing";  ///< of the job that makes it

/// Starts to list the open bundle when it, its findings or the request have changed.
void followListing(BundleState& state, Host& host);

}  // namespace sepax
