#pragma once

#include "geom/box_tree.h"
#include "geom/convex.h"
#include "geom/shape.h"

#include <string>
#include <vector>

namespace sepax {

/// One convex shape of a compound.
struct CompoundChild {
  std::string id;  ///< its own in the compound
  Shape shape;
  Pose pose;  ///< in the body
  friend bool operator==(const CompoundChild& a, const CompoundChild& b) {
    return a.id == b.id && a.shape == b.shape && a.pose.position == b.pose.position &&
           a.pose.rotation == b.pose.rotation;
  }
};

/// The children of a compound and what is found out about them once; body space.
struct CompoundData {
  std::vector<CompoundChild> children;
  BoxTree tree;  ///< over the children
  /// Around all children: the convex hull of their cores, with the largest of their radii.
  ConvexFeatures hull;
  bool is_hull_exact =
      false;  ///< the children have one radius, and straight cores: `hull` is then their convex hull itself
};

/// A compound of the plane or of space. Refuses no children and more than kMaxChildren, ids that are empty or not
/// unique, and children that are of the other space, concave, without an end, or aabbs; what validate() refuses too.
/// The error's place begins with the child's index.
[[nodiscard]] Result<Shape> makeCompound(std::vector<CompoundChild> children, bool planar);

/// The compound with each axis multiplied by a factor; negative factors mirror it. Uneven factors need children that
/// are not rotated.
[[nodiscard]] Result<Shape> scaled(const CompoundData& compound, const Vec3& factors, bool planar);

}  // namespace sepax
