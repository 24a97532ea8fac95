#pragma once

#include "core/json_text.h"
#include "core/platform.h"
#include "core/process.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sepax {

/// What a run of the program said.
struct ProgramAnswer {
  int status = -1;
  std::string out, error;

  [[nodiscard]] Json json() const {
    auto parsed = parseJson(out, "answer");
    EXPECT_TRUE(parsed) << out;
    return parsed ? std::move(*parsed) : Json();
  }
  [[nodiscard]] bool says(const std::string& text) const { return (out + error).find(text) != std::string::npos; }
};

/// Runs `sepax` as a user or another program would.
inline ProgramAnswer runSepax(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), programFolder() + "/sepax");
  const auto result = runChild(arguments, {}, {.wall_seconds = 500});
  EXPECT_TRUE(result) << (result ? "" : describe(result.error()));
  if (!result) return {};
  EXPECT_EQ(result->ended_by, "") << result->error_text;
  return {result->exit_code, std::string(reinterpret_cast<const char*>(result->output.data()), result->output.size()),
          result->error_text};
}

}  // namespace sepax
