#pragma once

#include "lab/paste/api_rows.h"
#include "lab/paste/found.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/words.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

/// The numbers of one body under the roles that words, keys, headings or the user give them.
struct TextBody {
  std::string name = {};
  std::string type = {};  ///< of case files; empty: no word says it
  bool is_planar = false;
  const ApiShape* row = nullptr;  ///< of an engine that its own word names: "CapsuleCollider"
  char axis = '\0';               ///< "along y"
  int line = 0;
  std::vector<std::pair<Role, Numbers>> sizes = {};
  Numbers plain = {};  ///< behind the word of the shape itself: "Box 0.25 0.25 0.25"
  Numbers points = {}, indices = {};
  std::size_t dimensions = 0;  ///< of the points; 0: two of a polygon, three of any other shape
  FoundPose pose = {};
  std::optional<Numbers> centre = {};  ///< in the body, where the text gives a position besides
  std::optional<Numbers> velocity = {};
  std::optional<Number> spin = {};

  [[nodiscard]] bool hasSize(Role role) const;
  /// Roles that no body has and counts of numbers that a role does not take are passed over.
  void give(Role role, const Numbers& numbers, Findings& findings, const PoseHints& hints = {});
  /// Without a shape where the sizes do not make one.
  [[nodiscard]] FoundBody body(Findings& findings) const;

 private:
  [[nodiscard]] std::optional<FoundShape> shape(Findings& findings) const;
};

}  // namespace sepax::paste
