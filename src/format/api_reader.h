#pragma once

#include "format/api.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Reads one file; errors name `file`, the place in it and what is expected there.
[[nodiscard]] Result<Api> parseApi(std::string_view text, const std::string& file);

/// A word of a file, with its meaning for `sepax help apis`.
struct ApiWord {
  const char* word;
  const char* meaning;
};
/// The words for arguments of shapes, for kinds of rotations, for what methods set, and for what keys of texts mean.
[[nodiscard]] std::vector<ApiWord> apiArguments();
[[nodiscard]] std::vector<ApiWord> apiRotationKinds();
[[nodiscard]] std::vector<ApiWord> apiSetters();
[[nodiscard]] std::vector<ApiWord> apiWordRoles();

}  // namespace sepax
