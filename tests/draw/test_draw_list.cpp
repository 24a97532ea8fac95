#include "draw/draw_list.h"

#include "draw/stamp.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace sepax {
namespace {

DrawList someList() {
  DrawList list;
  list.origin = {1, 2, 3};
  list.shadows.push_back({{{{{0, 0, 0}, {1, 0, 0}}, 0.5f}}, {0, 0, 0, 90}});
  list.solids.push_back({{1, 2, 3}, {0, 0, 1}, {10, 20, 30}});
  list.translucent.push_back({{1, 2, 3}, {0, 0, 1}, {10, 20, 30, 40}});
  list.lines.push_back({{0, 0, 0}, {1, 1, 1}, {1, 2, 3}});
  list.points.push_back({{0, 0, 0}, {1, 2, 3}});
  list.stamps = std::make_shared<StampList>();
  return list;
}

TEST(DrawnDigest, ChangesWithAllThatIsDrawnAndIsTheSameForACopy) {
  const std::vector<std::function<void(DrawList&)>> changes{
      [](DrawList& l) { l.origin.z += 1e-9; },
      [](DrawList& l) { l.shadows[0].rings[0].points[1].y = 1e-9f; },
      [](DrawList& l) { l.shadows[0].rings[0].alpha = 0.6f; },
      [](DrawList& l) { l.shadows[0].colour.a = 91; },
      [](DrawList& l) { l.shadows.clear(); },
      [](DrawList& l) { l.solids[0].position.x = 1.5f; },
      [](DrawList& l) { l.solids[0].normal.x = 1; },
      [](DrawList& l) { l.solids[0].colour.b = 31; },
      [](DrawList& l) { l.solids.swap(l.translucent); },
      [](DrawList& l) { l.translucent.push_back(l.translucent[0]); },
      [](DrawList& l) { l.translucent[0].colour.a = 41; },
      [](DrawList& l) { l.lines[0].from.x = 1; },
      [](DrawList& l) { l.lines[0].to.z = 2; },
      [](DrawList& l) { l.lines[0].colour.r = 2; },
      [](DrawList& l) { l.lines[0].width_px = 2; },
      [](DrawList& l) { l.lines[0].dash_px = 2; },
      [](DrawList& l) { l.lines[0].layer = Layer::kOverlay; },
      [](DrawList& l) { l.points[0].position.y = 1; },
      [](DrawList& l) { l.points[0].colour.g = 3; },
      [](DrawList& l) { l.points[0].size_px = 8; },
      [](DrawList& l) { l.points[0].layer = Layer::kScene; },
      [](DrawList& l) { l.points.clear(); },
      [](DrawList& l) {
        const auto stamps = std::make_shared<StampList>();
        stamps->serial = 7;
        l.stamps = stamps;
      },
      [](DrawList& l) {
        const auto stamps = std::make_shared<StampList>();
        stamps->serial = 7;
        l.stamps = stamps;
        l.is_passing = true;
      },
  };
  std::set<std::uint64_t> seen{drawnDigest(someList()).value()};
  EXPECT_EQ(drawnDigest(someList()), *seen.begin()) << "gaps between members do not count";
  for (std::size_t i = 0; i < changes.size(); ++i) {
    DrawList list = someList();
    changes[i](list);
    EXPECT_TRUE(seen.insert(drawnDigest(list).value()).second) << "change " << i;
  }
}

TEST(DrawnDigest, LeavesOutWhatTheRendererDoesNotDrawAndNumbersNoPictures) {
  DrawList list = someList();
  list.labels.push_back({});
  list.flat.push_back({});
  EXPECT_EQ(drawnDigest(list), drawnDigest(someList()));
  list.textures.push_back({});
  EXPECT_EQ(drawnDigest(list), std::nullopt);
}

TEST(Stamps, OfSpaceTurnTheirTrianglesOutwards) {
  int triangles = 0;
  for (const StampKind kind :
       {StampKind::kBox, StampKind::kBall, StampKind::kCylinder, StampKind::kCone, StampKind::kCapsule}) {
    const StampMesh mesh = stampMesh(kind);
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
      const auto corner = [&](std::size_t k) {
        const glm::vec4& p = mesh.triangles[i + k].position;
        return glm::vec3(p.x, p.y + p.w, p.z);
      };
      const glm::vec3 normal = glm::cross(corner(1) - corner(0), corner(2) - corner(0));
      const glm::vec3 middle = (corner(0) + corner(1) + corner(2)) / 3.0f;
      if (glm::length(normal) < 1e-6f) continue;  // at a pole
      EXPECT_GT(glm::dot(normal, middle), 0) << static_cast<int>(kind) << " " << i / 3;
      ++triangles;
    }
  }
  EXPECT_GT(triangles, 200);
}

}  // namespace
}  // namespace sepax
