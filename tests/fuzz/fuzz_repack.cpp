#include "bundle/write/repack.h"

#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "core/platform.h"
#include "fuzz/fuzz_container.h"
#include "scratch.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

// Any bytes as a ZIP, changed at random: what comes out has what was put in, and no fault that was not there before.

namespace sepax::fuzz {
namespace {

NewEntry entryOf(std::string data) {
  NewEntry entry{.size = data.size()};
  entry.stream = [data = std::move(data)](const ByteSink& sink) { return sink(std::as_bytes(std::span(data))); };
  return entry;
}

/// Up to three changes of entries that are there, or are not.
std::vector<EntryChange> changesOf(Bytes& bytes, const Tree& tree) {
  std::vector<EntryChange> changes;
  const int count = 1 + bytes.below(3);
  for (int i = 0; i < count; ++i) {
    const bool isNew = tree.entries().empty() || bytes.below(4) == 0;
    const std::string path =
        isNew ? "new/" + std::to_string(i) : tree.entries()[bytes.word() % tree.entries().size()].path;
    const bool isRemoved = !isNew && bytes.below(2) == 0;
    const std::string data(bytes.byte() * std::size_t{3}, static_cast<char>(bytes.byte()));
    changes.push_back({path, isRemoved ? std::nullopt : std::optional(entryOf(data))});
  }
  return changes;
}

std::size_t errorsIn(const Tree& tree) {
  VerifyOptions options;
  options.threads = 1;
  options.digests = false;
  const VerifyReport report = verify(tree, options);
  return static_cast<std::size_t>(std::ranges::count(report.findings, Severity::kError, &Finding::severity));
}

}  // namespace
}  // namespace sepax::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  // The choices come out of all bytes: any ZIP is a seed, and any change of it is another edit.
  std::array<std::uint8_t, 64> numbers{};
  std::uint64_t state = 0x9E3779B97F4A7C15;
  for (std::size_t i = 0; i < size; ++i) state = (state ^ data[i]) * 0x100000001B3;
  for (std::uint8_t& number : numbers)
    number = static_cast<std::uint8_t>((state = state * 6364136223846793005 + 1) >> 56);
  fuzz::Bytes choices(numbers.data(), numbers.size());
  const std::string input = scratchFolder() + "/in.zip", output = scratchFolder() + "/out.zip";
  fuzz::require(writeFileAtomically(input, std::string_view(reinterpret_cast<const char*>(data), size)).has_value(),
                "a file is written");
  const auto before = openTree(input);
  if (!before || (*before)->kind() != ContainerKind::kZip || (*before)->entries().size() > 200) return 0;
  const auto changes = fuzz::changesOf(choices, **before);
  const auto report = repackBundle(input, changes, {.output = output});
  if (!report) {
    fuzz::require(report.error().code != ErrorCode::kInternal,
                  "a repack that is not refused is right: " + describe(report.error()));
    return 0;
  }
  const auto after = openTree(output);
  fuzz::require(after && (*after)->kind() == ContainerKind::kZip, "what was repacked is a ZIP");
  fuzz::require((*after)->entries().size() == report->kept + report->replaced + report->added,
                "the report counts the entries");
  fuzz::require(fuzz::errorsIn(**after) <= fuzz::errorsIn(**before), "a repack brings no errors");
  for (const EntryChange& change : changes) {
    const auto index = findEntry(**after, change.path);
    fuzz::require(index.has_value() == change.entry.has_value(),
                  "an entry that was put in is there, a removed one is not: " + change.path);
    if (!index) continue;
    const auto read = (*after)->read(*index, 1 << 20);
    fuzz::require(read && read->size() == change.entry->size, "it can be read: " + change.path);
  }
  return 0;
}
