#pragma once

#include "bundle/diff.h"
#include "bundle/tree.h"
#include "session/bundle/bundle_state.h"
#include "session/host/host.h"
#include "session/host/view_state.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Entries that `changes` says are covered have no node. Takes a second for a million entries; a cancelled job gets an
/// unfinished answer.
[[nodiscard]] BundleNodes bundleNodes(const std::vector<TreeEntry>& entries, JobControl& control,
                                      std::span<const LayerEntryChange> changes = {});

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

[[nodiscard]] EntryKind entryKindOf(const std::string& path);

/// "mesh" and "meshes": keys of tr().
[[nodiscard]] const char* entryKindName(EntryKind kind);
[[nodiscard]] const char* entryKindNames(EntryKind kind);

/// Whether the system's program for files of this name shows them. Files that a desktop might run instead (programs,
/// scripts, launchers) or fetch more for (web pages) are not handed to it.
[[nodiscard]] bool mayOpenOutside(const std::string& path);

}  // namespace sepax
