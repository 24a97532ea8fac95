#pragma once

#include "session/host/host.h"

#include <string>
#include <string_view>

namespace sepax {

/// When a file was written last, and how large it was then; all zero: there is none.
[[nodiscard]] FileStamp stampOf(const std::string& path);

/// SHA-256 of bytes, and of a file that may be a case; empty when it cannot be read.
[[nodiscard]] std::string digestOf(std::string_view bytes);
[[nodiscard]] std::string digestOfFile(const std::string& path);
/// The present state of a file.
[[nodiscard]] OwnFile ownFileAt(const std::string& path);

}  // namespace sepax
