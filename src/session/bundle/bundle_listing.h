#pragma once

#include "bundle/verify.h"
#include "collider/lint.h"
#include "session/bundle/bundle_nodes.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sepax {

struct Workspace;

/// The inputs of a listing.
struct ListingSource {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const VerifyReport> verified;                  ///< has the findings; null: the tree has them
  std::shared_ptr<const std::vector<MeshLint>> lint;             ///< has counted the triangles; null: not counted
  std::shared_ptr<const std::vector<LayerEntryChange>> changes;  ///< null: there is one layer only
  bool compared = false;                                         ///< what is only in the lower layer was removed
  bool with_files = false;                                       ///< the list of all files is looked at
  std::uint64_t revision = 0;                                    ///< of the request
  bool operator==(const ListingSource&) const = default;
};

/// The open bundle as the Bundle panel shows it. Derived in the background: a million entries take seconds, and the
/// window goes on. While other rows of the same tree are at work the last ones stay.
struct BundleListing {
  ListingSource source;
  std::shared_ptr<const BundleNodes> index;       ///< of the source's tree; null: at work for the first time
  std::shared_ptr<const NodeFacts> facts;         ///< same
  std::shared_ptr<const std::vector<int>> rows;   ///< nodes, from top to bottom
  std::shared_ptr<const std::vector<int>> files;  ///< same, of the flat list; null while no panel shows it
  ListingSource asked;                            ///< the last one that a job was started for
};

inline constexpr const char* kListingSlot = "listing";  ///< of the job that makes it

/// Starts to list the open bundle when it, its findings or the request have changed.
void followListing(Workspace& workspace);

}  // namespace sepax
