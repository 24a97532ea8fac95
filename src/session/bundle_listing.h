#pragma once

#include "bundle/verify.h"
#include "session/bundle_nodes.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sepax {

struct Workspace;

/// What a listing is made from.
struct ListingSource {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const VerifyReport> verified;  ///< has the findings; null: the tree has them
  std::uint64_t revision = 0;                    ///< of the request
  bool operator==(const ListingSource&) const = default;
};

/// The open bundle as the Bundle panel shows it. Derived in the background: a million entries take seconds, and the window goes on. While
/// other rows of the same tree are at work the last ones stay.
struct BundleListing {
  ListingSource source;
  std::shared_ptr<const BundleNodes> index;                 ///< of the source's tree; null: at work for the first time
  std::shared_ptr<const std::vector<Severity>> severities;  ///< by node
  std::shared_ptr<const std::vector<int>> rows;             ///< nodes, from top to bottom
  ListingSource asked;                                      ///< the last one that a job was started for
};

inline constexpr const char* kListingSlot = "listing";  ///< of the job that makes it

/// Starts to list the open bundle when it, its findings or the request have changed.
void followListing(Workspace& workspace);

}  // namespace sepax
