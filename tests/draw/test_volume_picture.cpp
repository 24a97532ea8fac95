#include "draw/volume_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <set>
#include <tuple>

#include "draw/scene_picture.h"
#include "geom/convex.h"

namespace sepax {
namespace {

std::vector<Vec3> rodPoints() {
  std::vector<Vec3> points = convexFeatures(Box{{2, 0.25, 0.125}}).core.vertices;
  for (Vec3& corner : points) corner.x += 0.5;
  return points;
}

std::vector<FittedVolume> fitAll(const std::vector<Vec3>& points, bool planar) {
  std::vector<VolumeKind> kinds;
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (!planar || info.planar_name != nullptr) kinds.push_back(info.kind);
  }
  return fitVolumes(points, kinds, planar).value();
}

TEST(VolumePicture, DrawsEveryKindAsAnOutlineThatLiesOnTheVolumeAndFillsNothing) {
  const Pose pose{{3, -1, 2}, matrixOf(quaternionAbout({0, 0, 1}, 0.7))};
  std::vector<Vec3> flat{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0.5, 1.5, 0}};
  int drawn = 0;
  for (const bool planar : {false, true}) {
    for (const FittedVolume& volume : fitAll(planar ? flat : rodPoints(), planar)) {
      DrawList list;
      addVolume(list, {&volume, pose, Colour{}}, Camera{});
      EXPECT_TRUE(list.translucent.empty() && list.solids.empty());
      EXPECT_GE(list.lines.size(), planar ? 4u : 12u) << infoOf(volume.kind).name;
      double farthest = 0;
      for (const Line& line : list.lines) {
        for (const glm::vec3& end : {line.from, line.to}) {
          // Back in the volume's space and a hair towards its middle, the end is inside: outlines do not stick out.
          const Vec3 world = Vec3(end) + list.origin;
          const Vec3 point = glm::transpose(pose.rotation) * (world - pose.position);
          const Vec3 middle = planar ? Vec3{1.125, 0.625, 0} : Vec3{0.5, 0, 0};
          EXPECT_TRUE(encloses(volume, middle + (point - middle) * 0.99999)) << infoOf(volume.kind).name;
          farthest = std::max(farthest, length(point - middle));
        }
      }
      EXPECT_GT(farthest, planar ? 0.9 : 1.9) << infoOf(volume.kind).name;
      ++drawn;
    }
  }
  EXPECT_EQ(drawn, 10 + 7);
}

TEST(VolumePicture, GivesEachKindAColourOfItsOwn) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    std::set<std::tuple<int, int, int>> colours;
    for (const VolumeKindInfo& info : volumeKinds()) {
      const Colour c = volumeColour(info.kind, theme);
      colours.insert({c.r, c.g, c.b});
    }
    EXPECT_EQ(colours.size(), volumeKinds().size());
  }
}

}  // namespace
}  // namespace sepax
