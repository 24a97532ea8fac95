#pragma once

#include "bundle/tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

/// How bad the worst finding about something is.
enum class Severity : std::uint8_t { kNone, kInfo, kWarning, kError };
[[nodiscard]] Severity severityOf(const Finding& finding);

/// A folder or an entry in the shown tree.
struct BundleNode {
  std::string name;
  int entry = -1;  ///< index into the tree's entries; −1: a folder that is only implied by paths
  bool folder = false;
  int depth = 0;
  int parent = -1;
  bool open = true;
  Severity severity = Severity::kNone;  ///< of a folder: of everything below it
  std::uint64_t size = 0, packed = 0;   ///< likewise, bytes
  int count = 0;                        ///< files below a folder
  std::vector<int> children = {};
};

/// The nodes of a container, in preorder: folders built from paths, folders first, each by name.
[[nodiscard]] std::vector<BundleNode> bundleNodes(const std::vector<TreeEntry>& entries);

/// Marks nodes by the findings about their entries.
void noteFindings(std::vector<BundleNode>& nodes, const std::vector<TreeEntry>& entries, const std::vector<Finding>& findings);

enum class BundleColumn { kName, kSize, kPacked, kMethod, kCrc, kModified, kOffset };

/// What the filter keeps besides its text.
enum class BundleFilterKind { kAll, kMeshes, kPictures, kCases, kTexts, kSounds, kProblems };

struct BundleRows {
  std::string filter;  ///< part of a path, in any case; empty: all
  BundleFilterKind kind = BundleFilterKind::kAll;
  BundleColumn column = BundleColumn::kName;
  bool descending = false;
};

/// The nodes to be shown, in order: open folders' contents, or with a filter everything that it keeps with its folders.
[[nodiscard]] std::vector<int> visibleRows(const std::vector<BundleNode>& nodes, const std::vector<TreeEntry>& entries,
                                           const BundleRows& wanted);

}  // namespace sepax
