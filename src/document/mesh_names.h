#pragma once

#include "document/document.h"

namespace sepax {

/// The shape with its points inside, and so its children's: it forgets the mesh files that they came from, and is
/// written without any.
[[nodiscard]] Shape withoutMeshFiles(Shape shape);
/// Applies withoutMeshFiles to the shape of every body.
[[nodiscard]] Document withoutMeshFiles(Document document);

/// Whether any shape, or a child of one, is written as the name of a mesh file.
[[nodiscard]] bool namesMeshFiles(const Document& document);

}  // namespace sepax
