#include "document/motion.h"
#include "draw/camera.h"
#include "format/case_reader.h"
#include "geom/convex.h"
#include "session/bundle/preview.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/common.hpp>
#include <string>

namespace sepax {
namespace {

TEST(CasePicture, HasItsBodiesAsLargeAsAViewWithoutARailLeavesRoom) {
  for (const char* name : {"default", "edge-edge", "kissing-boxes", "rectangle-triangle"}) {
    const auto loaded = loadCase(std::string(SEPAX_SOURCE_DIR "/assets/cases/") + name + ".json");
    ASSERT_TRUE(loaded) << name;
    for (const ViewSize& view : {ViewSize{352, 248}, ViewSize{280, 400}}) {
      const Camera camera = caseCamera(loaded->document, CaseMtv::kShown, view);
      Vec2 low{1e9}, high{-1e9};
      for (const Body& body : loaded->document.bodies) {
        const PosedShape posed = posedShape(body);
        for (const Vec3& corner : convexFeatures(body.shape).core.vertices) {
          const auto pixel = toPixel(camera, view, posed.pose.position + posed.pose.rotation * corner);
          ASSERT_TRUE(pixel);
          low = glm::min(low, *pixel);
          high = glm::max(high, *pixel);
        }
      }
      const Vec2 part = (high - low) / Vec2{view.width, view.height};
      EXPECT_GT(std::max(part.x, part.y), 0.6) << name << " " << view.width;
      EXPECT_GE(std::min(low.x, low.y), 0) << name << " " << view.width;
      EXPECT_TRUE(high.x <= view.width && high.y <= view.height) << name << " " << view.width;
    }
  }
}

}  // namespace
}  // namespace sepax
