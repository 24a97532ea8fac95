#include "document/mesh_names.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "geom/compound_data.h"

namespace sepax {

namespace {

/// Calls `take` with the file name of every hull and mesh in the shape.
template <class Take>
void forEachMeshName(const Shape& shape, const Take& take) {
  std::visit(
      [&](const auto& held) {
        if constexpr (requires { held.mesh; }) take(held.mesh);
      },
      shape);
  const CompoundData* const compound = childrenOf(shape);
  if (compound == nullptr) return;
  for (const CompoundChild& child : compound->children) forEachMeshName(child.shape, take);
}

bool namesMeshFile(const Shape& shape) {
  bool names = false;
  forEachMeshName(shape, [&](const std::string& name) { names = names || !name.empty(); });
  return names;
}

}  // namespace

Shape withoutMeshFiles(Shape shape) {
  if (!namesMeshFile(shape)) return shape;
  std::visit(
      [](auto& held) {
        if constexpr (requires { held.mesh; }) held.mesh.clear();
        if constexpr (requires { held.data->children; }) {
          auto data = std::make_shared<CompoundData>(*held.data);
          for (CompoundChild& child : data->children) child.shape = withoutMeshFiles(std::move(child.shape));
          held.data = std::move(data);
        }
      },
      shape);
  return shape;
}

Document withoutMeshFiles(Document document) {
  for (Body& body : document.bodies) body.shape = withoutMeshFiles(std::move(body.shape));
  return document;
}

bool namesMeshFiles(const Document& document) {
  return std::ranges::any_of(document.bodies, [](const Body& body) { return namesMeshFile(body.shape); });
}

}  // namespace sepax
