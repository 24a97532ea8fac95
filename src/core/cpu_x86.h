#pragma once

#include <cstddef>

namespace sepax {

// For the files that CMake chooses on x86 alone.

/// The sets of instructions that this processor has, of those that kernels are made for.
struct X86Instructions {
  bool avx2 = false;    ///< with FMA
  bool avx512 = false;  ///< F, VL, BW and DQ, and AVX2 besides
};

[[nodiscard]] inline X86Instructions x86Instructions() {
  X86Instructions has;
  has.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  has.avx512 = has.avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  return has;
}

/// Which of three kernels, by their widths from the widest on, is the first that can run.
[[nodiscard]] inline std::size_t firstKernel() {
  const X86Instructions has = x86Instructions();
  return has.avx512 ? 0 : has.avx2 ? 1 : 2;
}

}  // namespace sepax
