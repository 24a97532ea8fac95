#pragma once

// Compounds and heightfields for jurors whose engine does not have them: child by child, and as a mesh.

#include "sepax_juror.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax_juror {

/// A child of a compound where it is in the world; its `quaternion` is not known.
inline Body placed(const Body& child, const Body& in) {
  const double c = std::cos(in.angle), s = std::sin(in.angle);
  const std::array<Vec3, 3> in_plane{Vec3{c, -s, 0}, Vec3{s, c, 0}, Vec3{0, 0, 1}},
      &rotation = in.angle != 0 ? in_plane : in.rotation;
  Body out = child;
  out.position = in.position;
  out.angle = in.angle + child.angle;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t k = 0; k < 3; ++k) {
      out.position[r] += rotation[r][k] * child.position[k];
      out.rotation[r][k] = 0;
      for (std::size_t j = 0; j < 3; ++j) out.rotation[r][k] += rotation[r][j] * child.rotation[j][k];
    }
  }
  return out;
}

/// Adds what is known of other pieces of a pair: it overlaps where any do, and the deepest or nearest ones have its
/// depth, distance and normal.
inline void add(Answer& all, Answer piece) {
  const auto gapOf = [](const Answer& answer) { return answer.separation ? answer.separation : answer.distance; };
  std::vector<Contact> contacts = std::move(all.contacts);
  contacts.insert(contacts.end(), piece.contacts.begin(), piece.contacts.end());
  const bool overlapping = all.overlapping.value_or(false), also = piece.overlapping.value_or(false);
  const bool is_first = !all.overlapping, is_known = gapOf(all) && gapOf(piece);
  if (is_first || (also && !overlapping) || (also == overlapping && is_known && *gapOf(piece) < *gapOf(all))) {
    all = std::move(piece);
  } else if (also == overlapping && !is_known) {
    all = Answer{};
    all.overlapping = overlapping;
  }
  all.contacts = std::move(contacts);
}

/// A pair of which either may be a compound, child by child.
template <class Pair>
Answer byChildren(const Body& a, const Body& b, const Pair& pair) {
  const Body& parent = a.children.empty() ? b : a;
  if (parent.children.empty()) return pair(a, b);
  Answer all;
  for (const Body& child : parent.children)
    add(all, &parent == &a ? byChildren(placed(child, a), b, pair) : byChildren(a, placed(child, b), pair));
  return all;
}

/// What a ray at a body that may be a compound meets first: `hit_of` a child's.
template <class HitOf>
Hit nearestOfChildren(const Body& body, const HitOf& hit_of) {
  if (body.children.empty()) return hit_of(body);
  Hit nearest;
  for (const Body& child : body.children) {
    const Hit hit = hit_of(placed(child, body));
    if (hit.hit && (!nearest.hit || hit.distance < nearest.distance)) nearest = hit;
  }
  return nearest;
}

/// A heightfield as its triangles: each cell is cut along the diagonal from its corner of least x and z.
inline Body asMesh(const Body& field) {
  Body out = field;
  out.type = "mesh";
  const std::size_t rows = field.heights.size(), columns = field.heights.at(0).size();
  const auto from_middle = [](std::size_t i, std::size_t count) {
    return static_cast<double>(i) - 0.5 * static_cast<double>(count - 1);
  };
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      out.vertices.push_back({from_middle(column, columns) * field.spacing[0], field.heights[row].at(column),
                              from_middle(row, rows) * field.spacing[1]});
      if (row + 1 == rows || column + 1 == columns) continue;
      const std::size_t i = row * columns + column, next = i + columns;
      out.triangles.push_back({i, next, next + 1});
      out.triangles.push_back({i, next + 1, i + 1});
    }
  }
  return out;
}

}  // namespace sepax_juror
