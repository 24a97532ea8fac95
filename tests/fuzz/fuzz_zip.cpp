#include "fuzz/fuzz_container.h"

// Any bytes as a bundle, detected by content; also as a ZIP that lost its directory.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  fuzz::readEverything(fuzz::bytesOf(data, size), {});
  OpenOptions options;
  options.password = "s3cret";
  options.salvage = true;
  auto behind_a_header = fuzz::bytesOf(data, size);
  const char* signature = "PK\3\4";
  for (std::size_t i = 0; i < 4 && i < behind_a_header.size(); ++i)
    behind_a_header[i] = static_cast<std::byte>(signature[i]);
  fuzz::readEverything(std::move(behind_a_header), options);
  return 0;
}
