#include "fuzz/fuzz.h"
#include "media/encoded_text.h"

// Any bytes as a binary text of Android's: what comes out is text of a bounded size.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  const auto read = androidText({reinterpret_cast<const std::byte*>(data), size});
  if (read) fuzz::require(read->text.size() < 2 * kMaxAndroidText, "the text is bounded");
  return 0;
}
