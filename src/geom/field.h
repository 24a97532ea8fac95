#pragma once

#include <concepts>

namespace sepax {

/// For functions that do the same of several kinds of shapes.
template <class S, class... Kinds>
concept OneOf = (std::same_as<S, Kinds> || ...);

/// One editable member of a shape: the single source for inspector, case file, command line, undo labels and random
/// generator. `T` is double, Vec2, Vec3, a vertex list, or shared hull / mesh data.
template <class S, class T>
struct Field {
  const char* name;  ///< as in case files
  T S::*member;
  double min;  ///< smallest allowed number (of each component)
  double max;
  const char* unit;  ///< "m", "rad" or ""
  const char* tip;   ///< one sentence for the tooltip
};

/// Lengths and coordinates beyond this are refused at the door: their fourth powers (squared areas) must not overflow.
inline constexpr double kMaxLength = 1e60;

}  // namespace sepax
