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

/// The names of a list that was parted at its commas: those within an algorithm's options ("sat:shrink=0.1,margin=0.1")
/// part nothing.
[[nodiscard]] std::vector<std::string> wholeNames(const std::vector<std::string>& parts);

/// Algorithms with their options and jurors, by names or manifests; an error names the one that there is not. Manifests
/// that cannot be read are complained about.
[[nodiscard]] Result<std::vector<JuryMember>> membersNamed(const std::vector<std::string>& algorithms,
                                                           const std::vector<std::string>& jurors,
                                                           const JurorLimits& limits = {});

/// The text of a case or of an SVG, which its ending says, as PNG: by sepax-window, which has what draws pixels.
/// `options` are those of sepax render.
[[nodiscard]] Result<void> savePicture(const std::string& text, const std::string& ending, const std::string& file,
                                       const std::vector<std::string>& options = {});

}  // namespace sepax
