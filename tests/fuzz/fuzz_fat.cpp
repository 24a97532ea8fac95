#include "fuzz/fuzz_container.h"

// A disk image: the marks without which none is seen are put in.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  auto bytes = fuzz::bytesOf(data, size);
  if (bytes.size() < 1024) bytes.resize(1024);
  bytes[11] = std::byte{0}, bytes[12] = std::byte{2};  // sectors of 512 bytes
  bytes[21] = std::byte{0xF8};
  bytes[510] = std::byte{0x55}, bytes[511] = std::byte{0xAA};
  fuzz::readEverything(std::move(bytes), {});
  return 0;
}
