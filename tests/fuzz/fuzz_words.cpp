#include "core/catalogue.h"
#include "format/api.h"
#include "format/link.h"
#include "fuzz/fuzz_file.h"

// Any bytes are a catalogue of translations, or an engine's words, or errors that name the file; or a link that is
// written as it was read.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  const std::string_view text = fuzz::textOf(data, size);
  if (const auto catalogue = parseCatalogue(text, "fuzz.po"); !catalogue)
    fuzz::require(catalogue.error().where.find("fuzz.po") != std::string::npos, "an error names the catalogue");
  if (const auto api = parseApi(text, "fuzz.api.json"); !api)
    fuzz::require(api.error().where.find("fuzz.api.json") != std::string::npos, "an error names the file of words");
  if (const auto link = readLink(text)) {
    const auto again = readLink(writeLink(*link));
    fuzz::require(again && again->case_text == link->case_text && again->pair == link->pair &&
                      again->sample == link->sample && again->axis == link->axis,
                  "a link reads back as it was");
  }
  return 0;
}
