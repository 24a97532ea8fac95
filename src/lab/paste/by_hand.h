#pragma once

#include "core/error.h"
#include "lab/paste/doubts.h"
#include "lab/paste/found.h"
#include "lab/paste/source.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Groups of numbers that are given their roles by hand: "A: box half_extents=@3 position=@5.1".

namespace sepax::paste {

/// "@3.1" for each group: its line, and which one of the line it is.
[[nodiscard]] std::vector<std::string> referencesOf(const std::vector<NumberGroup>& groups);

/// One --take: which body, its kind, and the numbers of each role.
struct TakeRule {
  struct Part {
    std::string role;                ///< one of takeRoles()
    std::vector<std::string> terms;  ///< references and literals, joined
    std::string order;               ///< behind a colon: "xyzw", "columns", "deg", "2"
  };
  std::string who, kind;  ///< the kind may be missing where the text's own reading has one
  std::vector<Part> parts;
};

/// The roles that a rule may give, each with its meaning.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& takeRoles();

/// "WHO: KIND role=REF[:ORDER] …"; refuses what it does not know and names what it does.
[[nodiscard]] Result<TakeRule> parseTake(std::string_view text);

/// Gives the bodies of a reading what the rules say; new ones come first, in order. An error where a reference is to
/// nothing in the text.
[[nodiscard]] Result<void> takeByHand(const std::vector<TakeRule>& rules, const Source& source, Findings& findings);

}  // namespace sepax::paste
