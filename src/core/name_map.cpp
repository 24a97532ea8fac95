#include "core/name_map.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>

namespace sepax {

namespace {

using Key = std::array<std::uint64_t, 2>;

Key randomKey() {
  std::random_device device;
  const auto word = [&] { return std::uint64_t{device()} << 32 | device(); };
  return {word(), word()};
}

struct State {
  std::uint64_t a, b, c, d;
  void round() {
    a += b, b = std::rotl(b, 13) ^ a, a = std::rotl(a, 32);
    c += d, d = std::rotl(d, 16) ^ c;
    a += d, d = std::rotl(d, 21) ^ a;
    c += b, b = std::rotl(b, 17) ^ c, c = std::rotl(c, 32);
  }
  void add(std::uint64_t word) {
    d ^= word;
    round();
    a ^= word;
  }
};

}  // namespace

std::size_t NameHash::operator()(std::string_view name) const {
  static const Key key = randomKey();
  State state{key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261,
              key[1] ^ 0x7465646279746573};
  const std::uint64_t length = std::uint64_t{name.size()} << 56;
  for (; name.size() >= 8; name.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), 8);
    state.add(word);
  }
  std::uint64_t rest = 0;
  if (!name.empty()) std::memcpy(&rest, name.data(), name.size());  // an empty view may have no data
  state.add(length | rest);
  state.c ^= 0xFF;
  for (int i = 0; i < 3; ++i) state.round();
  return static_cast<std::size_t>(state.a ^ state.b ^ state.c ^ state.d);
}

}  // namespace sepax
