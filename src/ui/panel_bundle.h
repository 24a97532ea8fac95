#pragma once

#include "ui/workspace.h"

#include <string>
#include <vector>

namespace sepax {

/// A folder or an entry in the shown tree.
struct BundleNode {
  std::string name;
  int entry = -1;  ///< index into the tree's entries; −1: a folder that is only implied by paths
  bool folder = false;
  int depth = 0;
  int parent = -1;
  bool open = true;
};

/// What the Bundle panel remembers between frames.
struct BundlePanel {
  std::string filter;
  int selected = -1;  ///< entry

  std::vector<BundleNode> nodes;  ///< preorder, folders first
  std::vector<int> rows;          ///< visible nodes
  const void* nodes_of = nullptr;
  bool rows_outdated = true;
  std::string rows_filter;
};

/// The open container as a tree, its findings, and an entry's details.
void drawBundlePanel(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// The nodes of a container: folders built from paths.
[[nodiscard]] std::vector<BundleNode> bundleNodes(const std::vector<TreeEntry>& entries);

}  // namespace sepax
