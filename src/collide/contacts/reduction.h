#pragma once

#include "collide/contacts/manifold.h"

#include <cstddef>

namespace sepax {

/// True for exactly one of a unit direction and its opposite. Steps that must not depend on which shape is called A
/// start from the side for which it is true.
[[nodiscard]] bool leadsAlongAxes(const Vec3& direction);

/// Chooses the contacts from the manifold's kept points, `most` of them, and marks the others as reduced: a deepest
/// one, and those that with it span the largest area across the answer's unit `normal` (of two: the longest stretch).
/// Points within the manifold's slack are one.
void reduceContacts(Manifold& manifold, const Vec3& normal, std::size_t most);

/// Middle of the deepest contacts on each surface: the witness points of an overlap. World.
void deepestPoints(const Manifold& manifold, const Vec3& normal, Vec3& on_a, Vec3& on_b);

}  // namespace sepax
