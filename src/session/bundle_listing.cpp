#include "session/bundle_listing.h"

#include "session/workspace.h"

#include <utility>

namespace sepax {

namespace {

/// Brings a listing up to date; parts that are there stay.
Result<Delivery> list(BundleListing listing, const BundleRows& wanted, JobControl& control) {
  const ListingSource& from = listing.source;
  const std::vector<TreeEntry>& entries = from.tree->entries();
  if (listing.index == nullptr) listing.index = std::make_shared<const BundleNodes>(bundleNodes(entries, control));
  if (control.isCancelled()) return Delivery();
  if (listing.severities == nullptr) {
    const std::vector<Finding>& findings = from.verified != nullptr ? from.verified->findings : from.tree->findings();
    listing.severities = std::make_shared<const std::vector<Severity>>(nodeSeverities(*listing.index, entries, findings));
  }
  listing.rows = std::make_shared<const std::vector<int>>(visibleRows(*listing.index, *listing.severities, entries, wanted, control));
  return [done = std::move(listing)](Workspace& workspace) -> Result<void> {
    if (workspace.bundle != done.source.tree) return {};
    const ListingSource asked = workspace.listing.asked;
    workspace.listing = done;
    workspace.listing.asked = asked;
    return {};
  };
}

}  // namespace

void followListing(Workspace& workspace) {
  BundleListing& listing = workspace.listing;
  ListingRequest& request = workspace.view.listing;
  if (workspace.bundle == nullptr) {
    if (listing.asked.tree != nullptr) listing = {};
    return;
  }
  const bool is_new = listing.asked.tree != workspace.bundle;
  if (is_new) {
    listing = {};
    request.rows.open.clear();
  }
  const ListingSource wanted{workspace.bundle, workspace.bundle_files.verified, request.revision};
  if (listing.asked == wanted) return;
  if (!is_new && listing.index == nullptr) return;  // nodes take the longest: once they are there the rows follow the request
  listing.asked = wanted;
  BundleListing work = listing;
  if (work.source.verified != wanted.verified) work.severities = nullptr;
  work.source = wanted;
  workspace.jobs->start({.quick = true, .slot = kListingSlot, .work = [work, rows = request.rows](JobControl& control) {
                           return list(work, rows, control);
                         }});
}

}  // namespace sepax
