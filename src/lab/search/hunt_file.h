#pragma once

#include "core/error.h"
#include "core/json.h"
#include "lab/search/hunt.h"

#include <optional>
#include <string>
#include <vector>

// Finds as JSON Lines: what `sepax hunt --json` prints, --merge reads, and a folder of finds keeps so that the hunt can
// go on.

namespace sepax {

/// A find, one line.
[[nodiscard]] Json findJson(const HuntFind& find);

/// The finds of a file of such lines; a line that says how far a hunt has come is passed over. Errors name file and
/// line.
[[nodiscard]] Result<std::vector<HuntFind>> readFinds(const std::string& path);

/// The head of a hunt's file: everything that decides which pairs are drawn and what counts, and the program that
/// answers, as programMark() has it; how long and how many is not part of it.
[[nodiscard]] Json huntJson(const std::string& member, const HuntOptions& options, const std::string& program);

/// A mark of the program that answers, another one where it has changed: of Sepax its version, of a juror a checksum of
/// the files that its command names and of those beside its manifest.
[[nodiscard]] std::string programMark(const JuryMember& member);

/// How far a hunt has come: a line that says what is hunted, then the finds. Written whole or not at all.
[[nodiscard]] Result<void> writeProgress(const std::string& path, const Json& hunted, const HuntProgress& progress);

/// Nullopt: there is no such file yet, or it tells of another program by that name, so that the hunt begins anew.
/// Errors: it is of another hunt, or damaged.
[[nodiscard]] Result<std::optional<HuntProgress>> readProgress(const std::string& path, const Json& hunted);

}  // namespace sepax
