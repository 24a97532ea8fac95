#include "bundle/tree.h"
#include "bundle/verify.h"
#include "bundle/zip_builder.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

// Listing and verifying beside the programs that people use for it. Google Benchmark prints the clock beside every figure; compare within
// one run. SEPAX_BENCH_MIB sets the size of the mixed bundle (256).

namespace sepax {
namespace {

namespace fs = std::filesystem;

/// Files of a run, removed at its end.
class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() { fs::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_ = fs::temp_directory_path() / ("sepax-bench-" + std::to_string(std::random_device{}()));
};

const Folder& folder() {
  static const Folder made;
  return made;
}

/// 100 000 small entries.
const std::string& manyEntries() {
  static const std::string path = [] {
    test::Archive archive{.is_end64 = true};
    for (int i = 0; i < 100'000; ++i) {
      archive.items.push_back({.name = "assets/level" + std::to_string(i % 100) + "/part" + std::to_string(i) + ".bin", .data = "x"});
    }
    std::string file = folder().file("many.zip");
    std::ofstream(file, std::ios::binary) << archive.bytes();
    return file;
  }();
  return path;
}

/// Half noise that is stored, as media are, half text that deflates; entries of 4 KiB to 16 MiB.
const std::string& mixedBundle() {
  static const std::string path = [] {
    const char* asked = std::getenv("SEPAX_BENCH_MIB");
    const std::size_t total = static_cast<std::size_t>(asked != nullptr ? std::atoi(asked) : 256) << 20;
    std::mt19937_64 random(2026);
    std::string noise(16 << 20, ' '), text;
    for (std::size_t i = 0; i + 8 <= noise.size(); i += 8) {
      const std::uint64_t word = random();
      std::copy_n(reinterpret_cast<const char*>(&word), 8, noise.begin() + static_cast<std::ptrdiff_t>(i));
    }
    while (text.size() < 16 << 20) text += "v " + std::to_string(random() % 100'000) + " " + std::to_string(random() % 1000) + " 0.25\n";
    std::string file = folder().file("mixed.zip"), local, directory;
    std::ofstream out(file, std::ios::binary);
    std::size_t written = 0, entries = 0;
    for (std::size_t sum = 0; sum < total; ++entries) {
      const std::size_t size = std::size_t{4096} << random() % 13;
      const bool isText = entries % 2 == 0;
      const test::Archive one{.items = {{.name = "e" + std::to_string(entries),
                                         .data = (isText ? text : noise).substr(0, size),
                                         .method = static_cast<std::uint16_t>(isText ? 8 : 0)}}};
      const std::string bytes = one.bytes();
      const std::size_t record = bytes.size() - 22 - 46 - one.items[0].name.size();
      out << bytes.substr(0, record);
      directory += bytes.substr(record, 42) + test::u32(written) + one.items[0].name;
      written += record;
      sum += size;
    }
    out << directory << test::u32(0x06054b50) << test::u32(0) << test::u16(entries) << test::u16(entries) << test::u32(directory.size())
        << test::u32(written) << test::u16(0);
    return file;
  }();
  return path;
}

void run(benchmark::State& state, const std::string& program, const std::string& arguments) {
  if (std::system(("command -v " + program + " >/dev/null").c_str()) != 0) {
    state.SkipWithError((program + " is not installed").c_str());
    return;
  }
  for (auto _ : state) {
    if (std::system((program + " " + arguments + " >/dev/null 2>&1").c_str()) != 0) state.SkipWithError((program + " failed").c_str());
  }
}

void listOurs(benchmark::State& state) {
  const std::string& file = manyEntries();
  for (auto _ : state) benchmark::DoNotOptimize(openTree(file).value()->entries().size());
}
BENCHMARK(listOurs)->Unit(benchmark::kMillisecond)->UseRealTime();

void listUnzip(benchmark::State& state) { run(state, "unzip", "-l " + manyEntries()); }
BENCHMARK(listUnzip)->Unit(benchmark::kMillisecond)->UseRealTime();

void verifyOurs(benchmark::State& state, bool has_digest) {
  const auto tree = openTree(mixedBundle()).value();
  VerifyOptions options;
  options.digests = has_digest;
  for (auto _ : state) {
    if (verify(*tree, options).damaged != 0) state.SkipWithError("damaged");
  }
}
BENCHMARK_CAPTURE(verifyOurs, with_sha256, true)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verifyOurs, crc_only, false)->Unit(benchmark::kMillisecond)->UseRealTime();

void verifyUnzip(benchmark::State& state) { run(state, "unzip", "-tqq " + mixedBundle()); }
BENCHMARK(verifyUnzip)->Unit(benchmark::kMillisecond)->UseRealTime();

void verifySevenZip(benchmark::State& state) { run(state, "7zz", "t " + mixedBundle()); }
BENCHMARK(verifySevenZip)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sepax
