#include "run_sepax.h"
#include "scratch.h"

#include "bundle/byte_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace sepax {
namespace {

namespace fs = std::filesystem;

std::string sha256Of(const std::string& text) {
  Digest digest(DigestKind::kSha256);
  digest.add(std::as_bytes(std::span(text)));
  return digest.hex();
}

// A change that alters an answer on purpose records the digests anew from what the failure prints.
TEST(RecordedAnswers, OfEveryCaseHaveTheSameBitsOnEveryMachine) {
  std::vector<std::string> arguments{"check", "--json", "--algorithm", "all"};
  const std::string root = std::string(SEPAX_SOURCE_DIR) + "/";
  for (const char* const folder : {"assets/cases", "assets/corpus"})
    for (const auto& file : fs::directory_iterator(root + folder))
      if (file.path().extension() == ".json") arguments.push_back(file.path().string());
  std::sort(arguments.begin() + 4, arguments.end());
  ASSERT_GT(arguments.size(), 80u);

  std::istringstream answers(runSepax(arguments).out);
  std::string now, answer;
  for (std::size_t i = 4; std::getline(answers, answer); ++i) {
    for (std::size_t at; (at = answer.find(root)) != std::string::npos;) answer.erase(at, root.size());
    ASSERT_LT(i, arguments.size());
    now += sha256Of(answer) + "  " + arguments[i].substr(root.size()) + "\n";
  }
  EXPECT_EQ(now, contentOf(root + "tests/app/recorded_answers"));
}

}  // namespace
}  // namespace sepax
