#pragma once

#include "collide/convex/sat_kernel.h"
#include "geom/types.h"

#include <cstddef>
#include <vector>

namespace sepax {

/// Vectors in the layout of a SatKernel, in memory that is kept when their number changes. Numbers behind the last
/// vector have no meaning.
template <class Number>
class PaddedRows {
 public:
  void resize(std::size_t count) {
    constexpr std::size_t kStep = SatKernel::kLanesOf<Number>;
    stride_ = (count + kStep - 1) / kStep * kStep;
    numbers_.resize(3 * stride_);
  }
  void set(std::size_t i, const Vec3& v) {
    numbers_[i] = static_cast<Number>(v.x);
    numbers_[stride_ + i] = static_cast<Number>(v.y);
    numbers_[2 * stride_ + i] = static_cast<Number>(v.z);
  }
  [[nodiscard]] Vec3 at(std::size_t i) const { return {numbers_[i], numbers_[stride_ + i], numbers_[2 * stride_ + i]}; }
  [[nodiscard]] RowsOf<Number> rows() {
    return {numbers_.data(), numbers_.data() + stride_, numbers_.data() + 2 * stride_};
  }
  [[nodiscard]] RowsOf<const Number> rows() const {
    return {numbers_.data(), numbers_.data() + stride_, numbers_.data() + 2 * stride_};
  }
  [[nodiscard]] std::size_t padded() const { return stride_; }

 private:
  std::vector<Number> numbers_;
  std::size_t stride_ = 0;
};
using PaddedVectors = PaddedRows<double>;

}  // namespace sepax
