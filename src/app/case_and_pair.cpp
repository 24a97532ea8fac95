#include "app/case_and_pair.h"

#include "app/command_line.h"
#include "scene/files_beside.h"

namespace sepax {

Result<LoadedCase> caseOrStandardInput(const std::string& file) {
  if (file != "-") return loadCase(file);
  const auto text = readStandardInput(kMaxCaseBytes);
  SEPAX_TRY(text);
  return parseCase(*text, "standard input", FilesBeside{});
}

std::optional<PairIds> pairNamed(const Document& document, const std::string& text) {
  if (text.empty()) return firstPair(document);
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return std::nullopt;
  const PairIds pair{text.substr(0, comma), text.substr(comma + 1)};
  const bool are_there = findBody(document, pair.first) != nullptr && findBody(document, pair.second) != nullptr;
  return are_there ? std::optional(pair) : std::nullopt;
}

}  // namespace sepax
