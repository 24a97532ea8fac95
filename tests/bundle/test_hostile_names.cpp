#include "bundle/verify.h"
#include "bundle/write/extract.h"
#include "bundle/zip/zip_builder.h"
#include "core/name_map.h"
#include "rounds.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <functional>
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

double secondsToVerify(const std::vector<std::string>& names) {
  Archive archive;
  for (const std::string& name : names) archive.items.push_back({.name = name});
  const auto tree = treeOf(archive.bytes());
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(verify(*tree).checked, names.size());
  EXPECT_EQ(extractTree(*tree, {.folder = scratchFolder(), .paths = {names[0]}, .may_replace = true}).value().files,
            1u);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(HostileNames, OfOneHashValueTakeNoLongerThanOthers) {
  constexpr std::size_t kCount = 10'000;
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
  std::vector<std::string> harmless;
  for (std::size_t i = 0; i < kCount; ++i) harmless.push_back(std::to_string(1'000'000'000'000'000 + i));
  const double usual = secondsToVerify(harmless), flooded = secondsToVerify(hostile);
  RecordProperty("ratio", std::to_string(flooded / usual));
  EXPECT_LT(flooded, 5 * usual + 0.2);
}

/// 50 000 names of each kind that could be slow, in processor time of the same run: the worst kind takes 3.6 times as
/// much as numbers; 200 000 names of one hash took 300 times as much once.
TEST(HostileNames, OfFiftyThousandEntriesTakeAFewTimesAsLongAsNumbers) {
  constexpr std::size_t kCount = rounds(std::size_t{50'000}), kDeep = 60;
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
  double usual = 0;  // the first kind's seconds
  for (const auto& [kind, nameOf] : kinds) {
    Archive archive{.is_end64 = true};
    for (std::size_t i = 0; i < kCount; ++i) archive.items.push_back({.name = nameOf(i), .flags = 1 << 11});
    const std::string bytes = archive.bytes();
    const std::clock_t start = std::clock();
    const auto report = verify(*treeOf(bytes));
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(report.checked, kCount) << kind;
    RecordProperty(kind, std::to_string(seconds));
    if (usual == 0) usual = seconds;
    EXPECT_LT(seconds, 10 * usual + 0.2) << kind;
  }
}

}  // namespace
}  // namespace sepax::test
