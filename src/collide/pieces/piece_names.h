#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair/pair.h"
#include "collide/sat/sat_report.h"
#include "geom/pieces.h"

namespace sepax {

/// The axes of a polygon's piece get the names of the polygon's edges; cuts get names of their own.
void nameAxes(SatReport& sat, const ShapePieces& pieces, int piece, AxisKind kind, int AxisId::*feature);

/// A piece's feature by the whole shape's numbers: a polygon's vertices and edges as in the file, a mesh's vertices,
/// its triangles as faces and edge k of triangle t as 3 t + k, a chain's vertices and segments. Cuts are numbered down
/// from the largest index there is. A compound's children share out the numbers.
[[nodiscard]] ContactFeature inShape(ContactFeature feature, const ShapePieces& pieces, int piece);

/// The name of a feature with the whole shape's number, "A edge 22"; a child's feature has its number in the child.
[[nodiscard]] std::string nameInShape(char who, ContactFeature feature, const ShapePieces& pieces);

/// The numbers that the whole shape gives the features of a piece.
[[nodiscard]] PieceNumbers numbersOf(const ShapePieces& pieces, int piece);

/// Gives a contact of two pieces the whole shapes' numbers and names.
void nameContact(Contact& contact, const ShapePieces& a, int piece_a, const ShapePieces& b, int piece_b);

}  // namespace sepax
