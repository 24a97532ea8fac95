#pragma once

#include "document/document.h"

#include <cmath>
#include <random>
#include <string>

namespace sepax {

/// A few bodies pressed into one another: their middles, the rail's numbers and the mtv want the same place.
inline Document heap(Space space, unsigned seed) {
  std::mt19937 engine(seed);
  const auto within = [&](double size) { return std::uniform_real_distribution<double>(-size, size)(engine); };
  Document document;
  document.space = space;
  const double spread = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 0.02 : 0.6;
  for (unsigned i = 0; i < 2 + seed % 5; ++i) {
    Body body;
    body.id = std::string(i % 2 == 0 ? "crate" : "K") + std::to_string(i);
    const double size = 0.2 + std::abs(within(0.6));
    if (space == Space::k2d) {
      body.shape = i % 2 == 0 ? Shape(Box2{.half_extents = {size, 0.4}}) : Shape(Circle{size});
      body.rotation = within(3);
      body.position = {within(spread), within(spread), 0};
    } else {
      body.shape = i % 2 == 0 ? Shape(Box{.half_extents = {size, 0.4, 0.5}}) : Shape(Sphere{size});
      body.rotation = normalized(Quat{1, within(1), within(1), within(1)});
      body.position = {within(spread), within(spread), within(spread)};
    }
    document.bodies.push_back(body);
  }
  return document;
}

}  // namespace sepax
