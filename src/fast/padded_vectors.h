#pragma once

#include "fast/sat_kernel.h"
#include "geom/types.h"

#include <cstddef>
#include <vector>

namespace sepax {

/// Vectors as a SatKernel takes them, in memory that is kept when their number changes. Those behind the last are of no use.
class PaddedVectors {
 public:
  void resize(std::size_t count) {
    stride_ = (count + SatKernel::kLanes - 1) / SatKernel::kLanes * SatKernel::kLanes;
    numbers_.resize(3 * stride_);
  }
  void set(std::size_t i, const Vec3& v) {
    numbers_[i] = v.x;
    numbers_[stride_ + i] = v.y;
    numbers_[2 * stride_ + i] = v.z;
  }
  [[nodiscard]] Vec3 at(std::size_t i) const { return {numbers_[i], numbers_[stride_ + i], numbers_[2 * stride_ + i]}; }
  [[nodiscard]] VectorRows rows() { return {numbers_.data(), numbers_.data() + stride_, numbers_.data() + 2 * stride_}; }
  [[nodiscard]] ConstVectorRows rows() const { return {numbers_.data(), numbers_.data() + stride_, numbers_.data() + 2 * stride_}; }
  [[nodiscard]] std::size_t padded() const { return stride_; }

 private:
  std::vector<double> numbers_;
  std::size_t stride_ = 0;
};

}  // namespace sepax
