#pragma once

#include "bundle/write/pack.h"

#include <random>
#include <span>
#include <string>
#include <utility>

namespace sepax::test {

/// An entry to pack whose bytes are these.
inline NewEntry entryOf(const std::string& path, std::string data) {
  NewEntry entry{.path = path, .size = data.size()};
  entry.stream = [data = std::move(data)](const ByteSink& sink) { return sink(std::as_bytes(std::span(data))); };
  return entry;
}

/// Bytes that no method makes smaller, the same for the same seed.
inline std::string noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

}  // namespace sepax::test
