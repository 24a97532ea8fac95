#pragma once

#include "bundle/zip/zip_builder.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

// Every malicious input that readers of bundles are known to have met, as bytes, with what verifying must find. Also
// the seeds of the fuzz targets.

namespace sepax::test {

/// A malicious input's bytes and what a perfect reader gets of them.
struct MaliciousContent {
  std::string bytes;
  std::optional<std::vector<std::string>> files =
      {};  ///< contents in the directory's order, folders left out; unknown where senseless

  MaliciousContent(std::string text) : bytes(std::move(text)) {}  // NOLINT: rows of the table read better
  MaliciousContent(std::string text, std::vector<std::string> contents)
      : bytes(std::move(text)), files(std::move(contents)) {}
  MaliciousContent(const Archive& archive) : bytes(archive.bytes()), files(std::vector<std::string>()) {
    for (const Item& item : archive.items) {
      if (!item.name.ends_with('/')) files->push_back(item.content.value_or(item.data));
    }
  }
};

struct MaliciousInput {
  std::string name;  ///< "zip/duplicate names"
  MaliciousContent content;
  std::vector<std::string> codes;  ///< of all findings of verify(), sorted, each once
  std::size_t checked = 0;         ///< files that read to the end with the right CRC
  std::string file_name = "t.zip";
};

[[nodiscard]] std::vector<MaliciousInput> maliciousCorpus();

}  // namespace sepax::test
