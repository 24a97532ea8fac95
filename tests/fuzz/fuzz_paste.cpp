#include "core/text.h"
#include "format/case_file.h"
#include "fuzz/fuzz.h"
#include "lab/paste/paste.h"

#include <algorithm>
#include <string>
#include <string_view>

// Any bytes are read in time linear to their length or so, to a document that a case file can hold, or to one without
// bodies; with the other answers to what was left open, too.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto pasted = pasteText(text);
  fuzz::require(pasted.has_value(), "a short text is no error");
  for (const std::string& line : pasted->unused)
    fuzz::require(printableLine(line) == line, "what is said can be printed");
  fuzz::require(pasted->taken.size() == pasted->document.bodies.size(), "each body has its line");
  paste::Answers others;
  for (const PasteQuestion& question : pasted->questions) {
    fuzz::require(!question.others.empty(), "a question has another answer");
    others[question.key] = question.others.front();
  }
  fuzz::require(others.empty() || pasteText(text, others).has_value(), "the other answers are no error");
  if (pasted->document.bodies.empty() || pasted->reader == "case") return 0;
  const auto again = parseCase(writeCase(pasted->document, NumberStyle::kHexFloat), "pasted.json", FilesBeside{});
  fuzz::require(again.has_value(), "what was made is a case: " + (again ? "" : describe(again.error())));
  return 0;
}
