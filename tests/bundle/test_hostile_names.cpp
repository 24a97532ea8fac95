#include "bundle/verify.h"
#include "bundle/write/extract.h"
#include "bundle/zip/zip_builder.h"
#include "core/name_map.h"
#include "counted_allocations.h"
#include "rounds.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace sepax::test {
namespace {

/// Names of 16 printable characters that std::hash of this library (Murmur's, without a key) gives one value: of every
/// first half there is exactly one second half that does, found backwards through the hash; most are no text.
std::vector<std::string> collidingNames(std::size_t count) {
  constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995, kSeed = 0xc70f6907, kTarget = 0x5345504158;
  std::uint64_t inverse = 1;
  for (int i = 0; i < 6; ++i) inverse *= 2 - kMultiplier * inverse;
  const auto shift = [](std::uint64_t v) { return v ^ v >> 47; };  // its own inverse
  const auto isText = [](std::uint64_t word) {
    for (int i = 0; i < 8; ++i) {
      const auto c = static_cast<unsigned char>(word >> (8 * i));
      if (c < '0' || c > 'z' || c == '\\' || c == ':' || c == '<' || c == '>' || c == '?') return false;
    }
    return true;
  };
  std::vector<std::uint64_t> letters(
      1 << 16);  // four of a number: of each name anew they would take most of the search
  for (std::uint64_t n = 0; n < letters.size(); ++n) {
    for (int i = 0; i < 4; ++i) letters[n] |= ('a' + (n >> (4 * i) & 15)) << (8 * i);
  }
  std::vector<std::string> names;
  const std::uint64_t start = kSeed ^ 16 * kMultiplier;
  for (std::uint64_t n = 0; names.size() < count; ++n) {
    const std::uint64_t first = letters[n & 0xffff] | letters[n >> 16 & 0xffff] << 32;
    const std::uint64_t between = (start ^ shift(first * kMultiplier) * kMultiplier) * kMultiplier;
    const std::uint64_t second = shift((between ^ kTarget) * inverse) * inverse;
    if (!isText(second)) continue;
    std::string& name = names.emplace_back(16, '\0');
    std::memcpy(name.data(), &first, 8);
    std::memcpy(name.data() + 8, &second, 8);
  }
  return names;
}

TEST(HostileNames, OfOneHashValueHaveAValueEachByTheKeyedHash) {
  constexpr std::size_t kCount = 1'000;
  const std::vector<std::string> hostile = collidingNames(kCount);
  std::set<std::size_t> plain_values, keyed_values;
  for (const std::string& name : hostile) {
    plain_values.insert(std::hash<std::string>()(name));
    keyed_values.insert(NameHash()(name));
  }
#ifdef __GLIBCXX__
  EXPECT_EQ(plain_values.size(), 1u) << "the names are hostile";
#endif
  EXPECT_EQ(keyed_values.size(), kCount);
  Archive archive;
  for (const std::string& name : hostile) archive.items.push_back({.name = name});
  const auto tree = treeOf(archive.bytes());
  EXPECT_EQ(verify(*tree).checked, kCount);
  EXPECT_EQ(extractTree(*tree, {.folder = scratchFolder(), .paths = hostile, .may_replace = true}).value().files,
            kCount);
}

/// A table that a file fills would have one bucket for all keys of one hash: a million of them would take days. Two
/// tables have other keys: numbers of our own, and values of the keyed hash.
TEST(HostileNames, FillOnlyTablesWithAKeyedHash) {
  const std::map<std::string, int> allowed = {{"entry_changes.h", 1}, {"diff.cpp", 1}};
  int files = 0;
  for (const char* room : {"bundle", "media", "format", "collider", "document", "lab", "lesson", "app/commands"}) {
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(std::string(SEPAX_SOURCE_DIR) + "/src/" + room)) {
      if (!file.is_regular_file()) continue;
      ++files;
      const std::string text = contentOf(file.path().string());
      int tables = 0;
      for (const char* table : {"std::unordered_map<", "std::unordered_set<", "std::hash<"}) {
        for (std::size_t at = 0; (at = text.find(table, at)) != std::string::npos; ++at) ++tables;
      }
      const auto known = allowed.find(file.path().filename().string());
      EXPECT_EQ(tables, known != allowed.end() ? known->second : 0) << file.path() << ": see core/name_map.h";
    }
  }
  EXPECT_GT(files, 250);
}

/// 20 000 names of each kind that could be slow. Twice as many names may take little more than twice as much from the
/// heap.
TEST(HostileNames, TakeMemoryInProportionToTheirNumber) {
  constexpr std::size_t kCount = rounds(std::size_t{20'000}), kDeep = 60;
  std::string folders;
  for (std::size_t i = 0; i < kDeep; ++i) folders += "/b";
  const auto caseOf = [](std::size_t number, const char* lower, const char* upper) {
    std::string out;
    for (int bit = 0; bit < 18; ++bit) out += (number >> bit & 1) != 0 ? upper : lower;
    return out;
  };
  const std::vector<std::pair<const char*, std::function<std::string(std::size_t)>>> kinds = {
      {"digits", [](std::size_t i) { return std::to_string(1'000'000'000'000'000 + i); }},
      {"one name", [](std::size_t) { return "same"; }},
      {"one deep folder", [&](std::size_t i) { return "a" + folders + "/" + std::to_string(i); }},
      {"a deep folder each", [&](std::size_t i) { return std::to_string(i) + folders; }},
      {"case", [&](std::size_t i) { return caseOf(i, "a", "A"); }},
      {"case beyond ASCII", [&](std::size_t i) { return caseOf(i, "ä", "Ä"); }},
      {"inside a file", [](std::size_t i) { return i == 0 ? "a" : "a/" + std::to_string(i); }}};
  struct Taken {
    std::size_t allocations, bytes;
  };
  const auto takenBy = [](const std::function<std::string(std::size_t)>& nameOf, std::size_t count) -> Taken {
    Archive archive{.is_end64 = true};
    for (std::size_t i = 0; i < count; ++i) archive.items.push_back({.name = nameOf(i), .flags = 1 << 11});
    const std::string bytes = archive.bytes();
    const std::size_t allocations_before = allocation_count, bytes_before = allocated_bytes;
    EXPECT_EQ(verify(*treeOf(bytes)).checked, count);
    return {allocation_count - allocations_before, allocated_bytes - bytes_before};
  };
  for (const auto& [kind, nameOf] : kinds) {
    const Taken half = takenBy(nameOf, kCount / 2), whole = takenBy(nameOf, kCount);
    EXPECT_LT(whole.allocations, 5 * half.allocations / 2) << kind;
    EXPECT_LT(whole.bytes, 5 * half.bytes / 2) << kind;
  }
}

}  // namespace
}  // namespace sepax::test
