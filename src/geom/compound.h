#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/types.h"

#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace sepax {

struct CompoundData;  // geom/compound_data.h: what a child is needs to know all shapes
[[nodiscard]] bool haveSameChildren(const CompoundData& a, const CompoundData& b);

/// Several convex shapes in one body, each where it is; they may overlap.
template <bool kInPlane>
struct CompoundIn {
  std::shared_ptr<const CompoundData> data;
  static constexpr const char* kType = "compound";
  static constexpr bool kPlanar = kInPlane;
  static constexpr auto fields() {
    return std::tuple{Field<CompoundIn, std::shared_ptr<const CompoundData>>{
        "children", &CompoundIn::data, -kMaxLength, kMaxLength, "m", "Convex shapes, each with a place in the body."}};
  }
  friend bool operator==(const CompoundIn& a, const CompoundIn& b) {
    return a.data == b.data || haveSameChildren(*a.data, *b.data);
  }
};
using Compound = CompoundIn<false>;
using Compound2 = CompoundIn<true>;

/// More than these are refused: the features of all children have numbers of their own in contacts.
inline constexpr std::size_t kMaxChildren = 4096;

}  // namespace sepax
