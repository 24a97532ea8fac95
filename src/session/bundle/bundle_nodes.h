#pragma once

#include "bundle/layer_changes.h"
#include "bundle/tree.h"
#include "session/bundle/bundle_rows.h"
#include "session/jobs.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// A folder or an entry in the shown tree.
struct BundleNode {
  std::string_view name;  ///< part of an entry's path: lives as long as the entries
  int entry = -1;         ///< index into the tree's entries; −1: a folder that is only implied by paths
  int parent = -1;
  int end = 0;  ///< the node behind the last one below this
  int depth = 0;
  int count = 0;  ///< files: 1, or those below a folder that are not shadowed
  bool folder = false;
  std::uint64_t size = 0, packed = 0;  ///< bytes; of a folder: of everything below it that is not shadowed
};

/// The entries of a container as folders and files.
struct BundleNodes {
  std::vector<BundleNode> nodes;  ///< in preorder: folders built from paths, folders first, each by name
  std::vector<int> node_of;       ///< by entry
  std::vector<bool> characters;   ///< of the basic plane that paths hold, for the fonts
};

/// Entries that `changes` says are covered have no node. Takes a second for a million entries; a cancelled job gets an
/// unfinished answer.
[[nodiscard]] BundleNodes bundleNodes(const std::vector<TreeEntry>& entries, JobControl& control,
                                      std::span<const LayerEntryChange> changes = {});

/// Facts about the nodes besides their entries.
struct NodeFacts {
  std::vector<Severity> severities;
  /// Zero: none, or not counted; of a folder: of everything below it. May be empty.
  std::vector<std::uint64_t> triangles;
  std::vector<bool> differs;  ///< entries that are not the same in the layers below. Empty: there are none
};

/// How bad the findings about each node are; of a folder, about everything below it.
[[nodiscard]] std::vector<Severity> nodeSeverities(const BundleNodes& index, const std::vector<TreeEntry>& entries,
                                                   const std::vector<Finding>& findings);

/// Packed size in per mille of the size.
[[nodiscard]] std::uint64_t ratioOf(const BundleNode& node);

/// The folder of an entry's path, empty at the root.
[[nodiscard]] std::string_view folderOf(std::string_view path);

[[nodiscard]] bool isFiltering(const BundleRows& wanted);

/// Whether a folder's contents are shown; with a filter they always are.
[[nodiscard]] bool isOpen(const BundleRows& wanted, const BundleNodes& index, int node);
void setOpen(BundleRows& wanted, const BundleNodes& index, int node, bool open);

/// The nodes to be shown, in order: open folders' contents, or with a filter everything that it keeps with its folders;
/// or flat all files that it keeps, sorted over all folders. A cancelled job gets an unfinished answer.
[[nodiscard]] std::vector<int> visibleRows(const BundleNodes& index, const NodeFacts& facts,
                                           const std::vector<TreeEntry>& entries, const BundleRows& wanted,
                                           const JobControl& control);

/// Marks the characters of the basic plane beyond ASCII that a text holds; true when one was not marked before.
bool noteCharacters(std::vector<bool>& characters, std::string_view utf8);

}  // namespace sepax
