#include "app/commands/command_line.h"

#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace sepax {

namespace {

/// Optimal string alignment distance (Damerau 1964).
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

Result<std::string> readStandardInput(std::size_t max_bytes) {
  std::string text;
  std::array<char, 1 << 16> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), stdin)) {
    text.append(block.data(), count);
    if (text.size() > max_bytes) {
      return fail(ErrorCode::kTooLarge, "standard input",
                  fmt::format("expected at most {} bytes, found more", max_bytes));
    }
  }
  if (std::ferror(stdin) != 0) return fail(ErrorCode::kNotFound, "standard input", "could not be read");
  return text;
}

std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kShort = 4, kMaxWord = 40;
  if (word.size() > kMaxWord) return std::nullopt;
  std::optional<std::string> best;
  std::size_t least = word.size() < kShort ? 2 : 3;  // below that
  for (const std::string& candidate : candidates) {
    const std::size_t distance = editDistance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

int complain(std::string_view message) {
  fmt::print(stderr, "sepax: {}\n", printableLine(message));
  return kExitUnusable;
}

int complain(const Error& error) { return complain(describe(error)); }

bool print(std::string_view text) {
  // Most texts need no second look.
  const auto isPlain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\n' || c == '\t' || (byte >= 0x20 && byte != 0x7F && byte != 0xC2 && byte != 0xD8 && byte != 0xE2);
  };
  if (std::ranges::all_of(text, isPlain)) return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  const std::string safe = printableText(text);
  return std::fwrite(safe.data(), 1, safe.size(), stdout) == safe.size();
}

bool printLine(std::string_view text) { return print(text) && std::fputc('\n', stdout) != EOF; }

int finishOutput(bool was_printed) {
  const bool is_flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return is_flushed && was_printed ? kExitFine : complain("standard output: could not be written");
}

}  // namespace sepax
