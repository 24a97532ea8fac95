#include "format/case_file.h"
#include "fuzz/fuzz.h"

#include <string>
#include <string_view>

// Any bytes are a case or an error that says where; what was read is written and read again to the identical text, in
// both styles of numbers.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto loaded = parseCase(text, "fuzz.json", FilesBeside{});
  if (!loaded) {
    fuzz::require(loaded.error().where.starts_with("fuzz.json"),
                  "an error names its file: " + describe(loaded.error()));
    fuzz::require(!loaded.error().message.empty(), "an error says what was expected");
    return 0;
  }
  for (const NumberStyle style : {NumberStyle::kShortest, NumberStyle::kHexFloat}) {
    const std::string written = writeCase(loaded->document, style);
    const auto again = parseCase(written, "fuzz.json", FilesBeside{});
    fuzz::require(again.has_value(),
                  "what was written can be read: " + (again ? "" : describe(again.error())) + "\n" + written);
    // In hexadecimal floats the same text is the same bits.
    fuzz::require(writeCase(again->document, style) == written,
                  "what was read again is written as before:\n" + written);
    fuzz::require(
        writeCase(again->document, NumberStyle::kHexFloat) == writeCase(loaded->document, NumberStyle::kHexFloat),
        "what was read again has the same bits:\n" + written);
  }
  return 0;
}
