// Does to its parent what a hostile file could make an import program do; which, is the first line of its input.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kMiB = 1 << 20;

void sleepForever() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
}

int misbehave(const std::string& how) {
  if (how == "hang") sleepForever();
  if (how == "spin") {
    static volatile bool is_over = false;
    while (!is_over) {
    }
  }
  if (how == "crash") std::abort();
  if (how == "flood") {
    const std::vector<char> piece(kMiB, 'x');
    while (std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size()) {
    }
  }
  if (how == "allocate") {
    std::vector<char*> blocks;  // touched and never freed; ends by itself where no limit holds (sanitizers)
    for (int i = 0; i < 1024; ++i) {
      blocks.push_back(static_cast<char*>(std::malloc(kMiB)));
      if (blocks.back() == nullptr) return std::fprintf(stderr, "needs more memory than is allowed\n"), 1;
      std::memset(blocks.back(), 1, kMiB);
    }
    return std::fprintf(stderr, "no limit\n"), 1;
  }
  if (how == "shout") {
    for (int i = 0; i < 100'000; ++i) std::fprintf(stderr, "line %d\x1b[2J\n", i);
    return 1;
  }
  if (how == "deaf") {  // closes its output and goes on
    std::fclose(stdout);
    std::fclose(stderr);
    sleepForever();
  }
  std::fputs("reply", stdout);
  return 0;
}

}  // namespace

int main() {
  char line[64] = {};
  if (std::fgets(line, sizeof line, stdin) == nullptr) return 1;
  line[std::strcspn(line, "\n")] = 0;
  return misbehave(line);
}
