#pragma once

#include "answer.h"

#include <fcl/fcl.h>

inline Asked asked(const fcl::CollisionGeometryd& shape_a, const fcl::Transform3d& pose_a,
                   const fcl::CollisionGeometryd& shape_b, const fcl::Transform3d& pose_b) {
  fcl::CollisionRequestd collision;
  fcl::CollisionResultd found;
  fcl::collide(&shape_a, pose_a, &shape_b, pose_b, collision, found);
  Answer out{found.isCollision(), std::nullopt};
  const bool has_plane = shape_a.getNodeType() == fcl::GEOM_HALFSPACE || shape_b.getNodeType() == fcl::GEOM_HALFSPACE;
  if (out.overlapping || has_plane) return out;
  fcl::DistanceRequestd distance;
  distance.distance_tolerance = 1e-7;
  fcl::DistanceResultd nearest;
  out.distance = fcl::distance(&shape_a, pose_a, &shape_b, pose_b, distance, nearest);
  return out;
}
