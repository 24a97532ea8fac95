#include "core/json_text.h"
#include "fuzz/fuzz_file.h"
#include "lab/search/hunt_file.h"

// Any bytes in a hunt's folder are finds and progress that read back as they are written, or errors that name the file.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  constexpr std::size_t kMaxText = 1 << 16;
  if (size > kMaxText) return 0;
  const std::string path = fuzz::emptyFolder() + "/hunt.jsonl";
  fuzz::putFile(path, fuzz::textOf(data, size));
  if (const auto finds = readFinds(path)) {
    for (const HuntFind& find : *finds) (void)compactJson(findJson(find));
  } else {
    fuzz::require(finds.error().where.find("hunt.jsonl") != std::string::npos, "an error names the file");
  }
  const Json hunted = huntJson("historical/six-axes-3d", {});
  const auto progress = readProgress(path, hunted);
  if (!progress || !*progress) return 0;
  fuzz::require(writeProgress(path, hunted, **progress).has_value(), "progress can be written");
  fuzz::require(readProgress(path, hunted).has_value(), "and read again");
  return 0;
}
