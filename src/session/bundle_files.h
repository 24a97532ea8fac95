#pragma once

#include "bundle/tree.h"
#include "bundle/verify.h"
#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// Where the open bundle came from and what is known of it besides its tree.
struct BundleFiles {
  std::vector<std::string> paths;                   ///< on disk, lowest layer first: main, patch, …
  std::vector<std::shared_ptr<const Tree>> layers;  ///< likewise
  OpenOptions options;                              ///< they were opened with
  std::shared_ptr<const VerifyReport> verified;     ///< of the shown tree; null: nobody asked
  std::vector<std::shared_ptr<const Tree>> around;  ///< containers around a nested one, outermost first
};

/// Opens a container that something can be read from, or could be with a password: others are refused before they take the place of the
/// open one.
[[nodiscard]] Result<std::shared_ptr<const Tree>> readContainer(const std::string& path, const OpenOptions& options);

/// Makes a container the open one; or lays it over the open one when both are files of one package (main, patch, overflow),
/// by a job.
void showContainer(Workspace& workspace, std::shared_ptr<const Tree> tree, const std::string& path);

/// True for names of containers that may be inside a bundle: .obb, .zip, .apk, .xapk, .jar …
[[nodiscard]] bool isContainerName(const std::string& path);

// What the requests of these names ask for.
void startReopening(Workspace& workspace, const OpenOptions& options);
void startVerifying(Workspace& workspace);
void startOpeningNested(Workspace& workspace, std::size_t index);
void leaveNested(Workspace& workspace);

/// What was found wrong with the open bundle: by its verify report when there is one, else by listing it.
[[nodiscard]] const std::vector<Finding>& bundleFindings(const Workspace& workspace);

/// The entry of a tree that a finding is about.
[[nodiscard]] std::optional<std::size_t> entryOf(const Tree& tree, const Finding& finding);

/// A place in a container as it is on disk; without bytes for folders.
struct BytesAt {
  std::shared_ptr<const ByteSource> bytes;
  std::uint64_t offset = 0;
};
/// The record of an entry of the open bundle.
[[nodiscard]] BytesAt recordOf(const Workspace& workspace, std::size_t entry);
/// Where to look for what a finding is about: the entry's record, the end of the file, where a ZIP has its directory and an OBB its
/// footer, or its start.
[[nodiscard]] BytesAt placeOf(const Workspace& workspace, const Finding& finding);

/// What a finding says, for the user: its message, which is English, or in another language what its code means.
[[nodiscard]] std::string findingText(const Finding& finding);
/// The same with the message below it where that says more.
[[nodiscard]] std::string findingDetails(const Finding& finding);

}  // namespace sepax
