#include "fuzz/fuzz_container.h"

// The end of an OBB: input in front of the mark.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  auto bytes = fuzz::bytesOf(data, size);
  for (const unsigned b : {0x83u, 0x99u, 0x05u, 0x01u}) bytes.push_back(static_cast<std::byte>(b));
  fuzz::readEverything(std::move(bytes), {});
  return 0;
}
