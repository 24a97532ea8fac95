#pragma once

#include "lab/paste/words.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sepax::paste {

/// A kind and the arguments that it takes where it is not one argument: the end, the size … of the case file's type.
struct Kind {
  const char* words;  ///< between spaces
  const char* type;
  std::vector<Role> roles;
  std::size_t dimensions = 0;  ///< 0: 2 or 3
};

/// "intersect", "Ray", "Triangle" of intersectRayTriangle; "c2", "AABB", "to", "AABB" of c2AABBtoAABB.
[[nodiscard]] std::vector<std::string> wordsOf(std::string_view name);

/// The kinds that words name, in their order.
[[nodiscard]] std::vector<const Kind*> kindsOf(const std::vector<std::string>& words);

/// The words of a constructor's name: of "geo::Sphere3d::from_points" "sphere", "from", "points". Empty: it asks or
/// gives something else.
[[nodiscard]] std::vector<std::string> wordsOfMaker(std::string_view name);

/// The kind of shape that a constructor of whatever engine makes, as its name says: "sphere" of "CollisionSphere".
/// Empty: it makes none, or the name says several.
[[nodiscard]] std::string_view kindMade(std::string_view maker);

}  // namespace sepax::paste
