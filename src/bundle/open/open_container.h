#pragma once

#include "bundle/byte_source.h"
#include "bundle/obb/obb.h"
#include "bundle/tree.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// The key by which an encrypted payload begins with a FAT volume's boot sector: of those that a password can mean with
/// this salt (16 digits, empty: none); nullopt when there is none, or the payload itself is such a volume.
[[nodiscard]] std::optional<ObbKeyGuess> findObbKey(const std::shared_ptr<const ByteSource>& payload,
                                                    std::string_view password, std::string_view salt_hex);

/// Opens a file or folder from disk as a tree: folder, ZIP (with or without OBB footer), else kUnknown with no entries
/// and a finding that names what it looks like. A wrong password is no error: the tree is
/// locked(). A read that fails is one: the listing would lack entries.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openTree(const std::string& path, const OpenOptions& options = {});

/// As above, for bytes that are not a file of their own.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openTree(std::shared_ptr<const ByteSource> source,
                                                           const std::string& name, const OpenOptions& options = {});

/// The container that bytes are, read or not, or what else their marks show ("an Ogg file"); nullptr where they show
/// nothing.
[[nodiscard]] std::shared_ptr<const Tree> containerIn(std::span<const std::byte> bytes, const std::string& name);

/// True for names of containers that may be inside a bundle: .obb, .zip, .apk, .xapk, .jar …
[[nodiscard]] bool isContainerName(const std::string& path);

inline constexpr int kDeepestNesting = 3;

/// Opens the entry `index` of `tree` as a container of its own (an OBB in an APK), named "outer:path". A stored one is
/// read where it is, a compressed one is unpacked first, up to kMaxNestedBytes. Refuses (kTooLarge) more than
/// kDeepestNesting containers around each other. `options.depth` is that of `tree`.
inline constexpr std::uint64_t kMaxNestedBytes = std::uint64_t{4} << 30;
[[nodiscard]] Result<std::shared_ptr<const Tree>> openNested(const Tree& tree, std::size_t index,
                                                             const OpenOptions& options = {});

/// An entry of a tree, or of one in it.
struct NestedEntry {
  std::shared_ptr<const Tree> tree;
  std::string path;
};

/// "a/b.obj" in `tree`, or "assets/main.obb:a/b.obj" in the bundle of that name in it. An entry that has this very name
/// comes first; where there is none, that of `tree`.
[[nodiscard]] Result<NestedEntry> findNested(std::shared_ptr<const Tree> tree, const std::string& path,
                                             OpenOptions options = {});

}  // namespace sepax
