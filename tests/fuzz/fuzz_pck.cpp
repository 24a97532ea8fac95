#include "fuzz/fuzz_container.h"

// A Godot PCK: input behind its mark.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  std::vector<std::byte> bytes;
  for (const char c : {'G', 'D', 'P', 'C'}) bytes.push_back(static_cast<std::byte>(c));
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(data[i]));
  fuzz::readEverything(std::move(bytes), {});
  return 0;
}
