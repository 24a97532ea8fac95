#include "session/bundle/bundle_listing.h"

#include "session/workspace.h"

#include <span>
#include <utility>

namespace sepax {

namespace {

/// The triangles that linting has counted, by node.
std::vector<std::uint64_t> trianglesOf(const BundleNodes& index, const Tree& tree, const std::vector<MeshLint>* lint) {
  if (lint == nullptr) return {};
  std::vector<std::uint64_t> triangles(index.nodes.size());
  for (const MeshLint& mesh : *lint) {
    const auto entry = findEntry(tree, mesh.path);
    for (int at = entry ? index.node_of[*entry] : -1; at >= 0; at = index.nodes[static_cast<std::size_t>(at)].parent) {
      triangles[static_cast<std::size_t>(at)] += mesh.triangles;
    }
  }
  return triangles;
}

/// By node: what is not the same as below.
std::vector<bool> differencesOf(const BundleNodes& index, const ListingSource& from) {
  if (from.changes == nullptr) return {};
  std::vector<bool> differs(index.nodes.size());
  for (std::size_t i = 0; i < differs.size(); ++i) {
    const int entry = index.nodes[i].entry;
    if (entry >= 0) differs[i] = isDifference((*from.changes)[static_cast<std::size_t>(entry)].change, from.compared);
  }
  return differs;
}

/// Brings a listing up to date; parts that are there stay.
Result<Delivery> list(BundleListing listing, const ListingRequest& wanted, JobControl& control) {
  const ListingSource& from = listing.source;
  const std::vector<TreeEntry>& entries = from.tree->entries();
  if (listing.index == nullptr)
    listing.index = std::make_shared<const BundleNodes>(bundleNodes(
        entries, control, from.changes != nullptr ? std::span(*from.changes) : std::span<const LayerEntryChange>()));
  if (control.isCancelled()) return Delivery();
  if (listing.facts == nullptr) {
    const std::vector<Finding>& findings = from.verified != nullptr ? from.verified->findings : from.tree->findings();
    listing.facts = std::make_shared<const NodeFacts>(
        NodeFacts{nodeSeverities(*listing.index, entries, findings),
                  trianglesOf(*listing.index, *from.tree, from.lint.get()), differencesOf(*listing.index, from)});
  }
  const auto rowsOf = [&](const BundleRows& rows) {
    return std::make_shared<const std::vector<int>>(
        visibleRows(*listing.index, *listing.facts, entries, rows, control));
  };
  listing.rows = rowsOf(wanted.rows);
  listing.files = from.with_files ? rowsOf(wanted.files) : nullptr;
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
  const bool is_linted = workspace.lint.tree == workspace.bundle;
  const ListingSource wanted{workspace.bundle,
                             workspace.bundle_files.verified,
                             is_linted ? workspace.lint.rows : nullptr,
                             workspace.bundle_files.around.empty() ? workspace.bundle_files.changes : nullptr,
                             workspace.bundle_files.compared,
                             workspace.view.middle == Middle::kFiles,
                             request.revision};
  if (listing.asked == wanted) return;
  if (!is_new && listing.index == nullptr)
    return;  // nodes take the longest: once they are there the rows follow the request
  listing.asked = wanted;
  BundleListing work = listing;
  if (work.source.verified != wanted.verified || work.source.lint != wanted.lint) work.facts = nullptr;
  work.source = wanted;
  workspace.jobs->start({.quick = true, .slot = kListingSlot, .work = [work, request](JobControl& control) {
                           return list(work, request, control);
                         }});
}

}  // namespace sepax
