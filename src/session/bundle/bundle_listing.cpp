#include "session/bundle/bundle_listing.h"
#include "session/bundle/bundle_nodes.h"

#include "session/bundle/bundle_requests.h"
#include "session/bundle/bundle_state.h"
#include "session/scene/scene.h"

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
  return [done = std::move(listing)](BundleState& to, Scene&) -> Result<void> {
    if (to.bundle != done.source.tree) return {};
    const ListingSource asked = to.listing.asked;
    to.listing = done;
    to.listing.asked = asked;
    return {};
  };
}

}  // namespace

void followListing(BundleState& state, Host& host) {
  BundleListing& listing = state.listing;
  ListingRequest& request = host.view.listing;
  if (state.bundle == nullptr) {
    if (listing.asked.tree != nullptr) listing = {};
    return;
  }
  const bool is_new = listing.asked.tree != state.bundle;
  if (is_new) {
    listing = {};
    request.rows.open.clear();
  }
  const bool is_linted = state.lint.tree == state.bundle;
  const ListingSource wanted{state.bundle,
                             state.bundle_files.verified,
                             is_linted ? state.lint.rows : nullptr,
                             state.bundle_files.around.empty() ? state.bundle_files.changes : nullptr,
                             state.bundle_files.compared,
                             host.view.middle == Middle::kFiles,
                             request.revision};
  if (listing.asked == wanted) return;
  if (!is_new && listing.index == nullptr)
    return;  // nodes take the longest: once they are there the rows follow the request
  listing.asked = wanted;
  BundleListing work = listing;
  if (work.source.verified != wanted.verified || work.source.lint != wanted.lint) work.facts = nullptr;
  work.source = wanted;
  host.jobs->start({.quick = true, .slot = kListingSlot, .work = [work, request](JobControl& control) {
                      return list(work, request, control);
                    }});
}

}  // namespace sepax
