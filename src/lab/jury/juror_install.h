#pragma once

#include "lab/jury/juror.h"

#include <string>
#include <vector>

// Jurors whose engines come from npm: on demand, at pinned versions, into the user's folder of data. Nothing is fetched
// unless asked for.

namespace sepax {

/// The jurors that can be installed, by name. Errors: the folder of their manifests is not there.
[[nodiscard]] Result<std::vector<JurorManifest>> installableJurors();

/// Whether the juror of that name is in that folder with its engine.
[[nodiscard]] bool isInstalled(const JurorManifest& juror, const std::string& folder);

/// The error about a name that no juror here has: of one that npm brings, how.
[[nodiscard]] tl::unexpected<Error> noJuror(const std::string& where, const std::string& name);

/// Copies the juror's own files there and has npm bring its package beside them: from npm's cache where that has it,
/// else from its registry. The package's install scripts are not run. Errors: node or npm is missing, npm's own words,
/// another version than the pinned one.
[[nodiscard]] Result<void> installJuror(const JurorManifest& juror, const std::string& folder);

/// Writes the programs of all jurors that are there anew, as this version of Sepax has them, whatever the version of
/// their engine: they share some.
[[nodiscard]] Result<void> refreshJurors(const std::string& folder);

/// Takes the juror and its engine away again. An error when it is not there.
[[nodiscard]] Result<void> removeJuror(const JurorManifest& juror, const std::string& folder);

}  // namespace sepax
