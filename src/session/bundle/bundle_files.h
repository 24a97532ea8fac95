#pragma once

#include "bundle/diff.h"
#include "bundle/tree.h"
#include "core/error.h"
#include "session/bundle/bundle_state.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Host;

/// Opens a container that something can be read from, or could be with a password: others are refused before they take
/// the place of the open one.
[[nodiscard]] Result<std::shared_ptr<const Tree>> readContainer(const std::string& path, const OpenOptions& options);

/// Makes a container the shown one, the one before stays open behind it; or lays it over the shown one when both are
/// files of one package (main, patch, overflow), by a job.
void showContainer(BundleState& state, Host& host, std::shared_ptr<const Tree> tree, const std::string& path);

/// Once a frame; looks at the files of the open bundle a few times a second. One that others have changed on disk
/// is told, and read again once it rests, with the edits that wait.
void followBundleFiles(BundleState& state, Host& host);
/// True when there is such a change: a window that draws no frames asks this, to draw one.
[[nodiscard]] bool areFilesChanged(const BundleState& state);

/// How an entry of the open bundle changed against the layers below; kNone while a nested bundle is shown.
[[nodiscard]] LayerEntryChange changeOf(const BundleState& state, std::size_t entry);

void closeBundle(BundleState& state, Host& host);

/// Whether the shown bundle can be compared with another open one: both are one file.
[[nodiscard]] bool canCompare(const BundleState& state, std::size_t index);

/// Errors found in the open bundle: by its verify report when there is one, else by listing it.
[[nodiscard]] const std::vector<Finding>& bundleFindings(const BundleState& state);
/// The sentence for a bundle of which these are no warnings: how much of it was read.
[[nodiscard]] std::string cleanText(const BundleState& state);

/// The entry of a tree that a finding is about.
[[nodiscard]] std::optional<std::size_t> entryOf(const Tree& tree, const Finding& finding);

/// A place in a container's raw bytes on disk; without bytes for folders.
struct BytesAt {
  std::shared_ptr<const ByteSource> bytes;
  std::uint64_t offset = 0;
};
/// The record of an entry of the open bundle.
[[nodiscard]] BytesAt recordOf(const BundleState& state, std::size_t entry);
/// Where to look for what a finding is about: the entry's record, the end of the file, where a ZIP has its directory
/// and an OBB its footer, or its start.
[[nodiscard]] BytesAt placeOf(const BundleState& state, const Finding& finding);

/// A finding's text for the user: its message, which is English, or in another language the meaning of its code.
[[nodiscard]] std::string findingText(const Finding& finding);
/// findingText(), with the message below it where that says more.
[[nodiscard]] std::string findingDetails(const Finding& finding);

/// Shows the bundle as it will be with the edits that wait: in the tree, the preview, the overview.
void showStaged(BundleState& state, Host& host);

}  // namespace sepax
