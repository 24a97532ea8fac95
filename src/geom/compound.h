#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/types.h"

#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace sepax {

struct CompoundChild;
struct CompoundData;  // geom/compound_data.h: what a child is needs to know all shapes

/// 3D: several convex shapes in one body, each where it is; they may overlap.
struct Compound {
  std::shared_ptr<const CompoundData> data;
  static constexpr const char* kType = "compound";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Compound, std::shared_ptr<const CompoundData>>{
        "children", &Compound::data, -kMaxLength, kMaxLength, "m", "Convex shapes, each with a place in the body."}};
  }
  friend bool operator==(const Compound& a, const Compound& b);
};

/// A compound in 2D.
struct Compound2 {
  std::shared_ptr<const CompoundData> data;
  static constexpr const char* kType = "compound";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Compound2, std::shared_ptr<const CompoundData>>{
        "children", &Compound2::data, -kMaxLength, kMaxLength, "m", "Convex shapes, each with a place in the body."}};
  }
  friend bool operator==(const Compound2& a, const Compound2& b);
};

/// More than these are refused: the features of all children have numbers of their own in contacts.
inline constexpr std::size_t kMaxChildren = 4096;

}  // namespace sepax
