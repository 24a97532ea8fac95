#pragma once

// Shapes that Bullet takes apart itself: compounds, meshes and heightfields, planes, and what its dispatcher says of a
// pair with one. A mesh is a btBvhTriangleMeshShape, against another mesh or a heightfield a btGImpactMeshShape.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include "bullet_shapes.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace sepax_juror {

inline bool isSurface(const Body& body) { return body.type == "mesh" || body.type == "heightfield"; }
inline bool isPlane(const Body& body) { return body.type == "half_space"; }
inline bool isOfParts(const Body& body) { return isSurface(body) || isPlane(body) || body.type == "compound"; }

/// A shape of Bullet, what it refers to and the object that it is in.
class Held {
 public:
  Held(const Body& body, btScalar margin, bool is_gimpact) {
    if (isPlane(body)) {
      shape_ = std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0));
    } else if (body.type == "mesh") {
      shape_ = is_gimpact ? gimpact(body) : mesh(body);
    } else if (body.type == "heightfield") {
      shape_ = heightfield(body);
      offset_ = real(0.5) * (*std::ranges::min_element(heights_) + *std::ranges::max_element(heights_));
    } else if (body.type == "compound") {
      auto compound = std::make_unique<btCompoundShape>();
      for (const Body& child : body.children) {
        parts_.push_back(shapeOf(child, margin));
        compound->addChildShape(poseOf(child), parts_.back().get());
      }
      shape_ = std::move(compound);
    } else {
      shape_ = shapeOf(body, margin);
    }
    // Children have their own margin; that of balls and capsules is their radius.
    if (isOfParts(body)) shape_->setMargin(isSurface(body) ? margin : 0);
    object_.setCollisionShape(shape_.get());
    object_.setWorldTransform(poseOf(body) * btTransform(btQuaternion::getIdentity(), btVector3(0, offset_, 0)));
  }
  [[nodiscard]] btCollisionObject& object() { return object_; }
  [[nodiscard]] btCollisionShape& shape() { return *shape_; }
  /// Around the shape in the world.
  [[nodiscard]] std::pair<btVector3, btScalar> ball() const {
    btVector3 middle;
    btScalar radius = 0;
    shape_->getBoundingSphere(middle, radius);
    return {object_.getWorldTransform() * middle, radius};
  }

 private:
  void addTriangles(const Body& body) {
    for (const auto& [i, j, k] : body.triangles)
      triangles_.addTriangle(vector(body.vertices.at(i)), vector(body.vertices.at(j)), vector(body.vertices.at(k)));
  }
  std::unique_ptr<btCollisionShape> mesh(const Body& body) {
    addTriangles(body);
    constexpr bool kQuantized = false;  // which would widen each triangle's box alone
    return std::make_unique<btBvhTriangleMeshShape>(&triangles_, kQuantized);
  }
  std::unique_ptr<btCollisionShape> gimpact(const Body& body) {
    addTriangles(body);
    auto out = std::make_unique<btGImpactMeshShape>(&triangles_);
    out->setMargin(0);
    out->updateBound();
    return out;
  }
  std::unique_ptr<btCollisionShape> heightfield(const Body& body) {
    for (const auto& row : body.heights) {
      for (const double height : row) heights_.push_back(real(height));
    }
    const auto [least, most] = std::ranges::minmax(heights_);
    constexpr int kUp = 1;
    constexpr bool kFromLeastCorner = true;  // each cell is cut along the diagonal from its corner of least x and z
    auto out = std::make_unique<btHeightfieldTerrainShape>(static_cast<int>(body.heights.at(0).size()),
                                                           static_cast<int>(body.heights.size()), heights_.data(),
                                                           least, most, kUp, kFromLeastCorner);
    out->setLocalScaling({real(body.spacing[0]), 1, real(body.spacing[1])});
    return out;
  }

  btTriangleMesh triangles_;
  std::vector<btScalar> heights_;
  btScalar offset_ = 0;  ///< of the middle of the heights, where Bullet has the origin
  std::vector<std::unique_ptr<btCollisionShape>> parts_;
  std::unique_ptr<btCollisionShape> shape_;
  btCollisionObject object_;
};

/// Bullet's dispatcher without a world's bodies.
class Dispatch {
 public:
  Dispatch() {
    // registerAlgorithm() does not register it for closest points, which contactPairTest() asks for.
    for (int type = 0; type < MAX_BROADPHASE_COLLISION_TYPES; ++type) {
      dispatcher_.registerClosestPointsCreateFunc(GIMPACT_SHAPE_PROXYTYPE, type, &gimpact_);
      dispatcher_.registerClosestPointsCreateFunc(type, GIMPACT_SHAPE_PROXYTYPE, &gimpact_);
    }
  }

  struct Point {
    btVector3 on_b, normal_on_b;
    btScalar distance = 0;
  };
  /// Contacts and, as far as its algorithms measure them, closest points of all parts.
  std::vector<Point> points(Held& a, Held& b) {
    struct Found final : btCollisionWorld::ContactResultCallback {
      std::vector<Point> points;
      const btCollisionObject* b = nullptr;
      btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                               const btCollisionObjectWrapper* second, int, int) override {
        const bool is_forward = second->getCollisionObject() == b;
        points.push_back({is_forward ? point.m_positionWorldOnB : point.m_positionWorldOnA,
                          is_forward ? point.m_normalWorldOnB : -point.m_normalWorldOnB, point.getDistance()});
        return 0;
      }
    } found;
    const auto [middle_a, radius_a] = a.ball();
    const auto [middle_b, radius_b] = b.ball();
    found.b = &b.object();
    found.m_closestDistanceThreshold = (middle_b - middle_a).length() + radius_a + radius_b;
    world_.contactPairTest(&a.object(), &b.object(), found);
    return std::move(found.points);
  }

 private:
  btGImpactCollisionAlgorithm::CreateFunc gimpact_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_{&dispatcher_, &broadphase_, &configuration_};
};

}  // namespace sepax_juror
