#pragma once

#include "core/error.h"
#include "lab/paste/doubts.h"
#include "lab/paste/found.h"
#include "lab/paste/source.h"
#include "lab/paste/words.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Groups of numbers that are given their roles by hand: "A: box half_extents=@3 position=@5.1".

namespace sepax::paste {

/// "@3.1" for each group: its line, and which one of the line it is.
[[nodiscard]] std::vector<std::string> referencesOf(const std::vector<NumberGroup>& groups);

/// One --take: which body, its kind, and the numbers of each role. Without any role and kind: it is as it was read.
struct TakeRule {
  struct Part {
    std::string role;                ///< one of takeRoles()
    std::vector<std::string> terms;  ///< references and literals, joined
    std::string order;               ///< behind a colon: "xyzw", "columns", "deg", "2"
  };
  std::string who, kind;  ///< the kind may be missing where the text's own reading has one, or the roles say it
  std::vector<Part> parts;
};

/// A role that a rule may give to numbers, and the keys that give it in the window.
struct TakeRole {
  const char* name;
  Role role;
  const char* label;  ///< a key of tr(); empty: another name of the role before it
  const char* meaning;
  const char* keys;          ///< each with its order, if it has one: "q:xyzw w:wxyz"
  std::uint32_t counts = 0;  ///< how many numbers it takes, each a bit; 0: any
  char rivals = 0;           ///< of roles with the same sign a body has one
  [[nodiscard]] bool takes(std::size_t count) const {
    return counts == 0 || (count < 32 && (counts >> count & 1) != 0);
  }
  /// Whether the body `who` can have it: rays and bodies have roles of their own.
  [[nodiscard]] bool isFor(std::string_view who) const;
  /// The role that numbers of it have in what was read (PasteMark).
  [[nodiscard]] std::string_view readAs() const;
};
[[nodiscard]] std::span<const TakeRole> takeRoles();
/// Null when there is none of that name.
[[nodiscard]] const TakeRole* findTakeRole(std::string_view name);

inline constexpr const char* kTakeKinds[] = {"box",     "sphere", "circle",  "capsule",  "cylinder", "cone",
                                             "segment", "hull",   "polygon", "triangle", "mesh",     "ellipsoid"};

/// The rule as --take has it.
[[nodiscard]] std::string textOf(const TakeRule& rule);
/// Gives a body that part by hand: its numbers leave other rules, and its rivals go. Numbers that become vertices join
/// those that were given before.
void give(std::vector<TakeRule>& rules, const std::string& who, TakeRule::Part part);
/// Takes these references out of all rules. False where none had them.
bool takeBack(std::vector<TakeRule>& rules, const std::vector<std::string>& terms);
/// The rule of that body, made where there is none.
[[nodiscard]] TakeRule& ruleOf(std::vector<TakeRule>& rules, const std::string& who);

/// "WHO: KIND role=REF[:ORDER] …"; refuses what it does not know and names what it does.
[[nodiscard]] Result<TakeRule> parseTake(std::string_view text);

/// Gives the bodies of a reading what the rules say. Two that are wholly by hand are the pair, and nothing else counts.
/// An error where a reference is to nothing in the text.
[[nodiscard]] Result<void> takeByHand(const std::vector<TakeRule>& rules, const Source& source, Findings& findings);

}  // namespace sepax::paste
