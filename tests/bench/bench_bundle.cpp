#include "bundle/zip/zip_builder.h"
#include "core/platform.h"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

// Listing and verifying beside the programs that people use for it, each as a process of its own, in turns.
// SEPAX_BENCH_MIB sets the size of the mixed bundle (64).

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

/// A file written by a process of its own: what the benchmark holds would count as memory of the programs that it
/// starts.
template <class Write>
std::string written(const std::string& name, Write write) {
  const std::string file = folder().file(name);
  const pid_t child = fork();
  if (child == 0) {
    write(file);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  return file;
}

/// 100 000 small entries.
const std::string& manyEntries() {
  static const std::string path = written("many.zip", [](const std::string& file) {
    test::Archive archive{.is_end64 = true};
    for (int i = 0; i < 100'000; ++i) {
      archive.items.push_back(
          {.name = "assets/level" + std::to_string(i % 100) + "/part" + std::to_string(i) + ".bin", .data = "x"});
    }
    std::ofstream(file, std::ios::binary) << archive.bytes();
  });
  return path;
}

/// Half noise that is stored, as media are, half text that deflates; entries of 4 KiB to 16 MiB.
const std::string& mixedBundle() {
  static const std::string path = written("mixed.zip", [](const std::string& file) {
    const char* asked = std::getenv("SEPAX_BENCH_MIB");
    const std::size_t total = static_cast<std::size_t>(asked != nullptr ? std::atoi(asked) : 64) << 20;
    std::mt19937_64 random(2026);
    std::string noise(16 << 20, ' '), text;
    for (std::size_t i = 0; i + 8 <= noise.size(); i += 8) {
      const std::uint64_t word = random();
      std::copy_n(reinterpret_cast<const char*>(&word), 8, noise.begin() + static_cast<std::ptrdiff_t>(i));
    }
    while (text.size() < 16 << 20)
      text += "v " + std::to_string(random() % 100'000) + " " + std::to_string(random() % 1000) + " 0.25\n";
    std::string directory;
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
    out << directory << test::u32(0x06054b50) << test::u32(0) << test::u16(entries) << test::u16(entries)
        << test::u32(directory.size()) << test::u32(written) << test::u16(0);
  });
  return path;
}

/// A bundle of 4 GiB: one stored entry that is a hole in the file, so that it takes no room.
const std::string& hugeBundle() {
  static const std::string path = written("huge.zip", [](const std::string& file) {
    constexpr std::uint64_t kHole = std::uint64_t{4} << 30;
    const auto extra = [&] { return test::u16(1) + test::u16(16) + test::u64(kHole) + test::u64(kHole); };
    const auto numbers = [&](const std::string& name) {
      return test::u16(45) + test::u16(0) + test::u16(0) + test::u32(0) + test::u32(0) + test::u32(0xFFFFFFFF) +
             test::u32(0xFFFFFFFF) + test::u16(name.size()) + test::u16(extra().size());
    };
    const std::string name = "hole.bin";
    const std::string local = test::u32(0x04034b50) + numbers(name) + name + extra();
    const std::string record = test::u32(0x02014b50) + test::u16(45) + numbers(name) + test::u16(0) + test::u16(0) +
                               test::u16(0) + test::u32(0) + test::u32(0) + name + extra();
    const std::uint64_t start = local.size() + kHole;
    std::ofstream out(file, std::ios::binary);
    out << local;
    out.seekp(static_cast<std::streamoff>(start));
    out << record << test::u32(0x06064b50) << test::u64(44) << test::u16(45) << test::u16(45) << test::u64(0)
        << test::u64(1) << test::u64(1) << test::u64(record.size()) << test::u64(start) << test::u32(0x07064b50)
        << test::u32(0) << test::u64(start + record.size()) << test::u32(1) << test::u32(0x06054b50) << test::u32(0)
        << test::u16(1) << test::u16(1) << test::u32(record.size()) << test::u32(0xFFFFFFFF) << test::u16(0);
  });
  return path;
}

struct Run {
  double seconds = 0;
  double mebibytes = 0;  ///< the largest the process was
  bool is_fine = false;
};

/// Runs a program to its end, its output thrown away.
Run timed(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {1, 2}) posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const auto start = std::chrono::steady_clock::now();
  const int status_of_start = posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (status_of_start != 0) return {};
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {seconds, static_cast<double>(used.ru_maxrss) / 1024, WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

/// `sepax bundle …` in turns with another program that does the same; the time is ours, the best of all runs decides
/// the ratio.
void compare(benchmark::State& state, std::vector<std::string> ours, const std::vector<std::string>& theirs,
             const std::string& file) {
  const auto program = programPath("sepax");
  if (!program) return state.SkipWithError("sepax is not built");
  ours.insert(ours.begin(), {*program, "bundle"});
  ours.push_back(file);
  std::vector<std::string> other = theirs;
  other.push_back(file);
  if (!theirs.empty() && std::system(("command -v " + theirs[0] + " >/dev/null").c_str()) != 0) {
    return state.SkipWithError((theirs[0] + " is not installed").c_str());
  }
  double best = 1e9, other_best = 1e9, mebibytes = 0;
  for (auto _ : state) {
    const Run run = timed(ours), peer = theirs.empty() ? Run{0, 0, true} : timed(other);
    if (!run.is_fine || !peer.is_fine) state.SkipWithError("one of the programs failed");
    state.SetIterationTime(run.seconds);
    best = std::min(best, run.seconds);
    other_best = std::min(other_best, peer.seconds);
    mebibytes = std::max(mebibytes, run.mebibytes);
  }
  state.counters["MiB"] = mebibytes;
  if (theirs.empty()) return;
  state.counters["their_ms"] = other_best * 1000;
  state.counters["times_faster"] = other_best / best;
}

void compareAll() {
  using Words = std::vector<std::string>;
  struct Row {
    const char* name;
    Words ours, theirs;
    const std::string& (*file)();
    int iterations;
  };
  const Row rows[] = {{"list 100 000 entries / unzip -l", {"ls"}, {"unzip", "-l"}, manyEntries, 15},
                      {"list 100 000 entries / 7zz l", {"ls"}, {"7zz", "l"}, manyEntries, 5},
                      {"list as JSON / unzip -l", {"ls", "--json"}, {"unzip", "-l"}, manyEntries, 15},
                      {"verify with SHA-256 / unzip -t", {"verify"}, {"unzip", "-tqq"}, mixedBundle, 3},
                      {"verify with SHA-256 / 7zz t", {"verify"}, {"7zz", "t"}, mixedBundle, 3},
                      {"verify / 7zz t", {"verify", "--no-digests"}, {"7zz", "t"}, mixedBundle, 3},
                      {"first tree of 4 GiB", {"tree"}, {}, hugeBundle, 15}};
  for (const Row& row : rows) {
    benchmark::RegisterBenchmark(row.name,
                                 [row](benchmark::State& state) { compare(state, row.ours, row.theirs, row.file()); })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime()
        ->Iterations(row.iterations);
  }
}

const bool kComparisonRegistered = (compareAll(), true);

}  // namespace
}  // namespace sepax
