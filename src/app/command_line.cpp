#include "app/command_line.h"

#include "core/text.h"

#include <fmt/format.h>

#include <cstdio>

namespace sepax {

int complain(std::string_view message) {
  fmt::print(stderr, "sepax: {}\n", printableLine(message));
  return kUnusable;
}

int complain(const Error& error) { return complain(describe(error)); }

bool print(std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size(); }

bool printLine(std::string_view text) { return print(text) && std::fputc('\n', stdout) != EOF; }

int finishOutput(bool was_printed) {
  const bool is_flushed = std::fflush(stdout) == 0;
  return is_flushed && was_printed ? kFine : complain("standard output: could not be written");
}

}  // namespace sepax
