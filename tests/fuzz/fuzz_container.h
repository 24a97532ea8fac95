#pragma once

#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "fuzz/fuzz.h"

#include <span>
#include <string>
#include <vector>

namespace sepax::fuzz {

/// Opens any bytes as a bundle and reads all of it: no crash, no hang, nothing beyond what was declared; errors name
/// the entry.
inline void readEverything(std::vector<std::byte> bytes, const OpenOptions& options) {
  constexpr std::uint64_t kMax = 1 << 22;
  const auto tree = openTree(memorySource(std::move(bytes)), "fuzz.obb", options);
  require(tree.has_value(), "any bytes open as a tree: " + (tree ? "" : describe(tree.error())));
  for (std::size_t i = 0; i < (*tree)->entries().size() && i < 200; ++i) {
    const TreeEntry& entry = (*tree)->entries()[i];
    const auto read = (*tree)->read(i, kMax);
    if (read) {
      require(read->size() == entry.size, "an entry has the size it is listed with: " + entry.path);
    } else {
      require(!read.error().where.empty() && !read.error().message.empty(),
              "an error names the entry and what is wrong: " + entry.path);
    }
    if (entry.in_place && !entry.directory)
      require(read.has_value() || read.error().code == ErrorCode::kDamaged || entry.size > kMax,
              "what lies in place is read or damaged");
  }
  VerifyOptions verify_options;
  verify_options.threads = 1;
  verify_options.as_android = true;
  const VerifyReport report = verify(**tree, verify_options);
  require(report.checked + report.damaged + report.not_checked == report.files, "every file is counted once");
  for (const Finding& finding : report.findings)
    require(!finding.entry || *finding.entry < (*tree)->entries().size(), "a finding points at an entry");
}

inline std::vector<std::byte> bytesOf(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  return {first, first + size};
}

}  // namespace sepax::fuzz
