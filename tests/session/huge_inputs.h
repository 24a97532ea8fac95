#pragma once

#include "bundle/tree.h"
#include "document/document.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace sepax {

/// Boxes on a grid, tested in a chain.
inline Document thousandBodies() {
  Document document;
  document.name = "a thousand";
  document.pairs.emplace();
  for (int i = 0; i < 1000; ++i) {
    Body body;
    body.id = fmt::format("body {}", i);
    body.shape = Box{};
    body.position = {static_cast<double>(i % 32), static_cast<double>(i / 32), 0};
    if (i > 0) document.pairs->emplace_back(fmt::format("body {}", i - 1), body.id);
    document.bodies.push_back(std::move(body));
  }
  return document;
}

/// Two round hulls whose unpruned edge pairs make thousands of axes.
inline Document hullPair(int points) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  Document document;
  for (const char* id : {"A", "B"}) {
    std::vector<Vec3> cloud;
    for (int i = 0; i < points; ++i) {
      const Vec3 v{normal(random), normal(random), normal(random)};
      cloud.push_back(v / length(v));
    }
    Body body;
    body.id = id;
    body.shape = *makeHull(cloud);
    body.position = {*id == 'A' ? 0.0 : 2.2, 0, 0};
    document.bodies.push_back(std::move(body));
  }
  return document;
}

/// A container of many entries, deep and flat, Chinese and Latin, without any file.
class ManyEntries : public Tree {
 public:
  explicit ManyEntries(int count) {
    for (int i = 0; i < count; ++i) {
      TreeEntry entry;
      entry.path = fmt::format("assets/层{}/group{}/file{}.{}", i % 7, i % 300, i,
                               i % 3 == 0   ? "json"
                               : i % 3 == 1 ? "obj"
                                            : "bin");
      entry.size = static_cast<std::uint64_t>(i) * 977;
      entry.compressed_size = entry.size / 2;
      entry.method = Compression::kDeflated;
      entry.has_crc32 = true;
      entry.crc32 = static_cast<std::uint32_t>(i) * 2654435761u;
      entry.modified = EntryTime{1767323046, false};
      entries_.push_back(std::move(entry));
    }
    TreeEntry deep;
    for (int i = 0; i < 2000; ++i) deep.path += "d/";
    deep.path += "leaf.json";
    entries_.push_back(deep);
    for (int i = 0; i < 2000; ++i)
      findings_.push_back(
          {i % 2 == 0 ? FindingKind::kZipDuplicateName : FindingKind::kZipImpossibleRatio, "a.txt", "is listed twice"});
  }
  [[nodiscard]] ContainerKind kind() const override { return ContainerKind::kZip; }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<TreeEntry>& entries() const override { return entries_; }
  [[nodiscard]] const std::vector<Finding>& findings() const override { return findings_; }
  [[nodiscard]] const std::optional<ObbFooter>& footer() const override { return footer_; }
  [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t, std::uint64_t) const override {
    return fail(ErrorCode::kDamaged, name_, "this container holds nothing");
  }

 private:
  std::string name_ = "main.1.多.obb";
  std::vector<TreeEntry> entries_;
  std::vector<Finding> findings_;
  std::optional<ObbFooter> footer_ = ObbFooter{"com.example.many", 3, 0, ""};
};

}  // namespace sepax
