#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <CGAL/box_intersection_d.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

#include <cmath>
#include <memory>
#include <numeric>

#include "bench/peers/peers.h"
#include "fast/broad_phase.h"
#include "geom/random.h"

// All pairs of boxes that overlap, from scratch: seed 800, centres in a cube of side ∛(15.6 N / 4), half extents 0.25
// … 1. Trees are built anew each time, as the grid is; "pairs" says that all find the same.

namespace sepax::bench {
namespace {

std::vector<MinMaxBox> crowd(std::size_t count) {
  SplitMix64 random{800};
  const double side = std::cbrt(15.6 * static_cast<double>(count) / 4);
  std::vector<MinMaxBox> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 centre{random.in(0, side), random.in(0, side), random.in(0, side)};
    const Vec3 half{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
    boxes.push_back({centre - half, centre + half});
  }
  return boxes;
}

template <class Count>
void counted(benchmark::State& state, Count&& count) {
  std::size_t pairs = 0;
  for (auto _ : state) pairs = count();
  state.counters["pairs"] = static_cast<double>(pairs);
}

std::size_t plainPairs(const std::vector<MinMaxBox>& boxes, std::vector<std::uint32_t>& order) {
  std::size_t pairs = 0;
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return boxes[i].min.x; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const MinMaxBox& a = boxes[order[i]];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].min.x <= a.max.x; ++j)
      pairs += overlaps(a, boxes[order[j]]) ? 1 : 0;
  }
  return pairs;
}

bool countPair(fcl::CollisionObject<double>* a, fcl::CollisionObject<double>* b, void* pairs) {
  *static_cast<std::size_t*>(pairs) += a->getAABB().overlap(b->getAABB()) ? 1 : 0;
  return false;
}

struct CountLeaves : btDbvt::ICollide {
  std::size_t pairs = 0;
  void Process(const btDbvtNode* a, const btDbvtNode* b) override { pairs += a != b ? 1 : 0; }  // each once
};

}  // namespace

void registerBroadPhases() {
  for (const std::size_t count : {1'000u, 10'000u, 100'000u}) {
    const std::string work = "all pairs of " + std::to_string(count) + " boxes";
    addRow(work, "sort and sweep", [count](benchmark::State& state) {
      const auto boxes = crowd(count);
      std::vector<std::uint32_t> order(count);
      counted(state, [&] { return plainPairs(boxes, order); });
    });
    addRow(work, "Sepax grid", [count](benchmark::State& state) {
      const auto boxes = crowd(count);
      BroadPhase phase;
      counted(state, [&] { return phase.findPairs(boxes).pairs.size(); });
    });
    addRow(work, "FCL dynamic AABB tree", [count](benchmark::State& state) {
      const auto boxes = crowd(count);
      std::vector<std::unique_ptr<fcl::CollisionObject<double>>> objects;
      std::vector<fcl::CollisionObject<double>*> pointers;
      for (const MinMaxBox& box : boxes) {
        const Vec3 sides = box.max - box.min, centre = (box.max + box.min) / 2.0;
        objects.push_back(std::make_unique<fcl::CollisionObject<double>>(
            std::make_shared<fcl::Box<double>>(sides.x, sides.y, sides.z), fcl::Matrix3<double>::Identity(),
            fcl::Vector3<double>(centre.x, centre.y, centre.z)));
        pointers.push_back(objects.back().get());
      }
      counted(state, [&] {
        fcl::DynamicAABBTreeCollisionManager<double> manager;
        manager.registerObjects(pointers);
        manager.setup();
        std::size_t pairs = 0;
        manager.collide(&pairs, countPair);
        return pairs;
      });
    });
    addRow(work, "Bullet btDbvt, floats", [count](benchmark::State& state) {
      const auto boxes = crowd(count);
      const auto vec = [](const Vec3& v) {
        return btVector3(static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
      };
      counted(state, [&] {
        btDbvt tree;
        for (const MinMaxBox& box : boxes) tree.insert(btDbvtVolume::FromMM(vec(box.min), vec(box.max)), nullptr);
        CountLeaves leaves;
        tree.collideTT(tree.m_root, tree.m_root, leaves);
        return leaves.pairs;
      });
    });
    addRow(work, "CGAL box_self_intersection_d", [count](benchmark::State& state) {
      using Box = CGAL::Box_intersection_d::Box_d<double, 3>;
      const auto boxes = crowd(count);
      counted(state, [&] {
        std::vector<Box> theirs;
        theirs.reserve(count);
        for (const MinMaxBox& box : boxes) {
          double low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};
          theirs.emplace_back(low, high);
        }
        std::size_t pairs = 0;
        CGAL::box_self_intersection_d(theirs.begin(), theirs.end(), [&](const Box&, const Box&) { ++pairs; });
        return pairs;
      });
    });
  }
}

}  // namespace sepax::bench
