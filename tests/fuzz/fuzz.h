#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>

// What fuzz targets share. A target is one function, `extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*,
// std::size_t)`, that may return or abort: libFuzzer drives it under clang, replay.cpp feeds it the committed corpus
// everywhere else.

namespace sepax::fuzz {

/// What a target made of the input, in words, for the person who reads the finding.
inline std::function<std::string()> in_words;

/// Aborts with the broken claim: the fuzzer keeps the input.
inline void require(bool holds, const std::string& claim) {
  if (holds) return;
  std::fprintf(stderr, "broken claim: %s\n%s\n", claim.c_str(), in_words ? in_words().c_str() : "");
  std::abort();
}

/// Numbers out of raw bytes; zeros when they run out, so that every input means something.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : left_(data, size) {
    for (const std::uint8_t value : left_) sum_ += value;
  }

  std::uint8_t byte() {
    if (left_.empty()) return 0;
    const std::uint8_t out = left_.front();
    left_ = left_.subspan(1);
    return out;
  }
  /// 0 … count − 1.
  int below(int count) { return byte() % count; }
  /// 0 … count − 1, by the sum of the whole input: from bytes that run out every short one would choose 0. With
  /// SEPAX_FUZZ_ALL set, as for the committed corpus, all choose 0. A byte is read all the same.
  int choice(int count) {
    static_cast<void>(byte());
    return std::getenv("SEPAX_FUZZ_ALL") != nullptr ? 0 : sum_ % count;
  }
  std::uint64_t word() {
    std::uint64_t out = 0;
    for (int i = 0; i < 8; ++i) out = out << 8 | byte();
    return out;
  }
  /// 0 … 1 in steps of 1/255.
  double unit() { return byte() / 255.0; }
  [[nodiscard]] bool empty() const { return left_.empty(); }

 private:
  std::span<const std::uint8_t> left_;
  int sum_ = 0;
};

}  // namespace sepax::fuzz
