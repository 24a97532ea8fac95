#pragma once

#include "format/case_reader.h"
#include "lab/jury/jury.h"

#include <optional>
#include <string>
#include <vector>

// Common to the commands about one pair of a case: FILE|-, --pair A,B, and the jurors they ask.

namespace sepax {

/// The case in a file, or of "-" in standard input, where it names no other files.
[[nodiscard]] Result<LoadedCase> caseOrStandardInput(const std::string& file);

/// "A,B" as two bodies of the document; of an empty text its first pair. None where a body is not there.
[[nodiscard]] std::optional<PairIds> pairNamed(const Document& document, const std::string& text);

/// Instead of names: every juror.
inline constexpr const char* kAllJurors = "all";

/// Rows of our own and jurors by their names; an error names the one that there is not.
[[nodiscard]] Result<std::vector<JuryMember>> membersNamed(const std::vector<std::string>& algorithms,
                                                           const std::vector<std::string>& jurors);

/// The text of a case or of an SVG, which its ending says, as PNG: by sepax-window, which has what draws pixels.
/// `options` are those of sepax render.
[[nodiscard]] Result<void> savePicture(const std::string& text, const std::string& ending, const std::string& file,
                                       const std::vector<std::string>& options = {});

}  // namespace sepax
