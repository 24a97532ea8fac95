#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

// Hash tables for names that come from a file.

namespace sepax {

/// SipHash-1-3 (Aumasson, Bernstein 2012) with a key of this process alone: no file can hold names that all fall into
/// one bucket, which a hash without a key allows (65 536 such names took a minute to verify).
struct NameHash {
  using is_transparent = void;
  [[nodiscard]] std::size_t operator()(std::string_view name) const;
};

template <class Name, class Value>
using NameMap = std::unordered_map<Name, Value, NameHash, std::equal_to<>>;
template <class Name>
using NameSet = std::unordered_set<Name, NameHash, std::equal_to<>>;

}  // namespace sepax
