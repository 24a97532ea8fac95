#include "render/list_renderer.h"

#include "core/platform.h"
#include "render/offscreen_gl.h"

#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace sepax {
namespace {

constexpr Colour kBlack{0, 0, 0, 255}, kRed{255, 0, 0, 255}, kGreen{0, 255, 0, 255}, kBlue{0, 0, 255, 255},
    kWhite{255, 255, 255, 255};
constexpr int kWidth = 200, kHeight = 160;
// In this planar camera one unit is one pixel and the origin the picture's middle.
Camera pixelCamera() {
  Camera camera;
  camera.projection = Projection::kPlanar;
  camera.distance = kHeight / (2 * std::tan(camera.fov / 2));
  return camera;
}

Camera spaceCamera(double distance = 5) {
  Camera camera;
  camera.yaw = camera.pitch = 0;
  camera.distance = distance;
  return camera;
}

void addTriangle(std::vector<FillVertex>& to, glm::vec3 a, glm::vec3 b, glm::vec3 c, Colour colour,
                 glm::vec3 normal = glm::vec3(0.0f)) {
  for (const glm::vec3& p : {a, b, c}) to.push_back({p, normal, colour});
}

void addQuad(std::vector<FillVertex>& to, glm::vec3 centre, float half, Colour colour,
             glm::vec3 normal = glm::vec3(0.0f)) {
  const glm::vec3 x(half, 0, 0), y(0, half, 0);
  addTriangle(to, centre - x - y, centre + x - y, centre + x + y, colour, normal);
  addTriangle(to, centre - x - y, centre + x + y, centre - x + y, colour, normal);
}

struct Canvas : testing::Test {
  static void SetUpTestSuite() { gl() = std::make_unique<OffscreenGl>(); }
  static void TearDownTestSuite() { gl().reset(); }
  static std::unique_ptr<OffscreenGl>& gl() {
    static std::unique_ptr<OffscreenGl> instance;
    return instance;
  }

  void SetUp() override {
    if (!gl()->problem().empty()) {
      if (OffscreenGl::isRequired()) FAIL() << "no OpenGL: " << gl()->problem();
      GTEST_SKIP() << "no OpenGL: " << gl()->problem();
    }
    auto made = ListRenderer::create(*dataPath("shaders"));
    ASSERT_TRUE(made) << describe(made.error());
    renderer = std::make_unique<ListRenderer>(std::move(*made));
    ASSERT_TRUE(target.resize(kWidth, kHeight));
  }
  void TearDown() override {
    if (!gl()->problem().empty()) return;
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }

  void draw(const DrawList& list, const Camera& camera, Background background = {kBlack, kBlack},
            float pixel_scale = 1) {
    renderer->draw(list, camera, background, target, pixel_scale);
    image = target.read();
  }
  Colour at(int x, int y) const {
    const auto* p = &image.rgba[4 * static_cast<std::size_t>(y * image.width + x)];
    return {p[0], p[1], p[2], p[3]};
  }
  /// Sum of the red of a column or row around the middle: the width of a red line in pixels.
  double redInColumn(int x, int from = 0, int to = kHeight) const {
    double sum = 0;
    for (int y = from; y < to; ++y) sum += at(x, y).r / 255.0;
    return sum;
  }
  double redInRow(int y) const {
    double sum = 0;
    for (int x = 0; x < image.width; ++x) sum += at(x, y).r / 255.0;
    return sum;
  }
  double redInAll() const {
    double sum = 0;
    for (int y = 0; y < image.height; ++y) sum += redInRow(y);
    return sum;
  }

  std::unique_ptr<ListRenderer> renderer;
  Framebuffer target;
  Image image;
};

TEST_F(Canvas, BackgroundIsAVerticalGradientBetweenTheGivenColours) {
  draw({}, pixelCamera(), {Colour{200, 100, 50, 255}, Colour{20, 10, 0, 255}});
  EXPECT_NEAR(at(5, 0).r, 200, 3);
  EXPECT_NEAR(at(5, kHeight - 1).r, 20, 3);
  EXPECT_NEAR(at(100, kHeight / 2).g, 55, 3);
  EXPECT_NEAR(at(5, 40).r, at(190, 40).r, 1) << "the same along a row, but for the dither";
}

TEST_F(Canvas, ARedTriangleAppearsWhereItBelongs) {
  DrawList list;
  addTriangle(list.solids, {0, 0, 0}, {60, 0, 0}, {0, 60, 0}, kRed);
  draw(list, pixelCamera());
  EXPECT_EQ(at(110, 70), kRed) << "up is up";
  EXPECT_EQ(at(110, 90), kBlack);
  EXPECT_EQ(at(90, 70), kBlack);
  EXPECT_EQ(at(155, 25), kBlack);
  EXPECT_NEAR(redInAll(), 1800, 40) << "area in pixels";
}

TEST_F(Canvas, ThePictureIsOpaqueEverywhere) {
  DrawList list;
  addQuad(list.translucent, {0, 0, 0}, 30, {255, 0, 0, 80});
  list.lines.push_back({{-90, -70, 0}, {90, 70, 0}, kGreen, 2.5f});
  draw(list, pixelCamera());
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) ASSERT_EQ(image.rgba[i], 255);
}

TEST_F(Canvas, EdgesOfTrianglesHaveIntermediateColours) {
  ASSERT_GT(target.samples(), 1) << "llvmpipe offers four samples";
  DrawList list;
  addTriangle(list.solids, {-80, -60, 0}, {80, -47, 0}, {0, 70, 0}, kRed);
  draw(list, pixelCamera());
  int between = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) between += at(x, y).r > 40 && at(x, y).r < 215;
  }
  EXPECT_GT(between, 100);
}

TEST_F(Canvas, WithoutMultisamplingThePictureStillComes) {
  ASSERT_TRUE(target.resize(kWidth, kHeight, 0));
  EXPECT_EQ(target.samples(), 0);
  DrawList list;
  addQuad(list.solids, {0, 0, 0}, 30, kRed);
  draw(list, pixelCamera());
  EXPECT_EQ(at(100, 80), kRed);
}

TEST_F(Canvas, AbsurdSizesAndSamplesAreBroughtIntoTheDriversRange) {
  ASSERT_TRUE(target.resize(0, -7, 1000));
  EXPECT_EQ(target.width(), 1);
  EXPECT_EQ(target.height(), 1);
  draw({}, pixelCamera());
  EXPECT_EQ(image.rgba.size(), 4u);
}

TEST_F(Canvas, LinesKeepTheirWidthInPixelsAtEveryDistanceAndRotation) {
  for (const float width : {1.0f, 1.5f, 3.0f, 8.0f}) {
    for (const double distance : {0.001, 5.0, 1e6}) {
      DrawList list;
      const float extent = static_cast<float>(distance) * 0.2f;
      list.lines.push_back({{-extent, 0, 0}, {extent, 0, extent}, kRed, width});
      draw(list, spaceCamera(distance));
      for (const int x : {80, 100, 120})
        EXPECT_NEAR(redInColumn(x), width, 0.12) << width << " px from " << distance << " m";
    }
    for (const double angle : {0.3, 0.8, 1.2}) {
      DrawList list;
      const auto c = static_cast<float>(40 * std::cos(angle)), s = static_cast<float>(40 * std::sin(angle));
      list.lines.push_back({{-c, -s, 0}, {c, s, 0}, kRed, width});
      draw(list, pixelCamera());
      EXPECT_NEAR(redInColumn(100) * std::cos(angle), width, 0.12) << width << " px rotated by " << angle;
    }
  }
}

TEST_F(Canvas, LinesGetFainterBelowOnePixel) {
  DrawList list;
  list.lines.push_back({{-50, 0, 0}, {50, 0, 0}, kRed, 0.4f});
  draw(list, pixelCamera());
  EXPECT_NEAR(redInColumn(100), 0.4, 0.05);
}

TEST_F(Canvas, PixelScaleWidensStrokesAndPoints) {
  DrawList list;
  list.lines.push_back({{-50, 0, 0}, {50, 0, 0}, kRed, 3});
  draw(list, pixelCamera(), {kBlack, kBlack}, 2);
  EXPECT_NEAR(redInColumn(100), 6, 0.1);
}

TEST_F(Canvas, BarsEndWhereTheyEndAndStrokesEndRoundly) {
  for (const float width : {3.0f, 8.0f}) {
    DrawList list;
    list.lines.push_back({{-40, 0, 0}, {40, 0, 0}, kRed, width});
    draw(list, pixelCamera());
    EXPECT_NEAR(redInRow(kHeight / 2), width < 4 ? 80 + width : 80, 0.6);
  }
}

TEST_F(Canvas, ALineThroughTheEyeIsCutAtTheNearPlane) {
  // From far ahead to far behind the eye, passing 0.1 below it: on the screen it runs from the middle straight down.
  DrawList list;
  list.lines.push_back({{0, -0.1f, -100}, {0, -0.1f, 100}, kRed, 4});
  draw(list, spaceCamera());
  for (const int y : {90, 120, 158}) EXPECT_NEAR(redInRow(y), 4, 0.2) << y;
  for (const int y : {5, 40, 70}) EXPECT_EQ(redInRow(y), 0) << "nothing folds back over the horizon";
  list.lines[0] = {{0, -0.1f, 6}, {0, -0.1f, 100}, kRed, 4};
  draw(list, spaceCamera());
  EXPECT_EQ(redInAll(), 0) << "wholly behind";
}

TEST_F(Canvas, EndlessLinesStayStraightAndKeepTheirDashes) {
  DrawList list;
  list.lines.push_back({{-1e7f, 0, 0}, {1e7f, 0, 0}, kRed, 3, 8});
  draw(list, pixelCamera());
  EXPECT_NEAR(redInAll(), 0.5 * 3 * kWidth, 30) << "half of it is gaps";
  DrawList solid;
  solid.lines.push_back({{-1e7f, -1e7f, 0}, {1e7f, 1e7f, 0}, kRed, 3});
  draw(solid, pixelCamera());
  EXPECT_EQ(at(100, 79).r, 255);
  EXPECT_EQ(at(160, 19).r, 255);
  EXPECT_EQ(at(160, 30).r, 0);
}

TEST_F(Canvas, DashesAreAsLongAsAskedInPixels) {
  DrawList list;
  list.lines.push_back({{-80, 0, 0}, {80, 0, 0}, kRed, 3, 10});
  draw(list, pixelCamera());
  int changes = 0;
  for (int x = 1; x < kWidth; ++x) changes += (at(x, 80).r > 127) != (at(x - 1, 80).r > 127);
  EXPECT_EQ(changes, 16) << "eight dashes in 160 px";
  EXPECT_NEAR(redInRow(80), 80, 1.5);
  EXPECT_GT(at(24, 80).r, 200) << "the first dash starts at the line's start";
}

TEST_F(Canvas, DashesStayOnTheLineWhenItsStartLeavesTheView) {
  DrawList list;
  list.lines.push_back({{-80, 0, 0}, {80, 0, 0}, kRed, 3, 10});
  draw(list, pixelCamera());
  const Image before = image;
  list.lines[0].from.x -= 2000;  // whole periods further out
  draw(list, pixelCamera());
  for (int x = 40; x < 160; ++x) {
    EXPECT_NEAR(at(x, 80).r, before.rgba[4 * static_cast<std::size_t>(80 * kWidth + x)], 8) << x;
  }
}

TEST_F(Canvas, NearerSolidsHideFartherOnesWhateverTheirOrder) {
  for (const bool near_first : {true, false}) {
    DrawList list;
    if (near_first) addQuad(list.solids, {0, 0, 1}, 0.5f, kRed);
    addQuad(list.solids, {0, 0, -1}, 1.5f, kGreen);
    if (!near_first) addQuad(list.solids, {0, 0, 1}, 0.5f, kRed);
    draw(list, spaceCamera());
    EXPECT_EQ(at(100, 80), kRed);
    EXPECT_EQ(at(60, 80), kGreen);
  }
}

TEST_F(Canvas, DepthSeparatesCloseSurfacesFromMillimetresToMegametres) {
  for (const double size : {1e-3, 1.0, 1e3, 1e6}) {
    const auto s = static_cast<float>(size);
    DrawList list;
    addQuad(list.solids, {0, 0, 1e-3f * s}, 0.5f * s, kRed);
    addQuad(list.solids, {0, 0, 0}, 1.0f * s, kGreen);
    draw(list, spaceCamera(4 * size));
    for (int x = 85; x < 115; x += 3) {
      for (int y = 65; y < 95; y += 3) ASSERT_EQ(at(x, y), kRed) << size;
    }
    EXPECT_EQ(at(65, 80), kGreen);
  }
}

TEST_F(Canvas, LinesOnASurfaceWinAgainstIt) {
  DrawList list;
  const float tilt = 0.9f;
  addTriangle(list.solids, {-1, -1, -tilt}, {1, -1, tilt}, {1, 1, tilt}, kGreen);
  addTriangle(list.solids, {-1, -1, -tilt}, {1, 1, tilt}, {-1, 1, -tilt}, kGreen);
  list.lines.push_back({{-1, 0.2f, -tilt}, {1, 0.2f, tilt}, kRed, 3});
  draw(list, spaceCamera());
  for (int x = 75; x < 125; ++x) EXPECT_NEAR(redInColumn(x), 3, 0.3) << x;
}

TEST_F(Canvas, ASceneLineBehindASolidIsGoneAndAHiddenOneIsFaintAndDashed) {
  DrawList list;
  addQuad(list.solids, {0, 0, 0}, 1, {0, 0, 0, 255});
  list.lines.push_back({{-3, 0, -1}, {3, 0, -1}, kRed, 3, 0, Layer::kScene});
  draw(list, spaceCamera());
  EXPECT_EQ(redInColumn(100), 0);
  EXPECT_NEAR(redInColumn(30), 3, 0.1);

  list.lines[0].layer = Layer::kHidden;
  draw(list, spaceCamera());
  EXPECT_NEAR(redInColumn(30), 3, 0.1) << "in full where nothing hides it";
  int on = 0, off = 0;
  for (int x = 70; x < 130; ++x) {
    on += at(x, 80).r > 60;
    off += at(x, 80).r < 20;
    EXPECT_LT(at(x, 80).r, 150) << "faint";
  }
  EXPECT_GT(on, 15);
  EXPECT_GT(off, 15);
}

TEST_F(Canvas, TranslucentFacesAreBlendedBackToFrontWhateverTheirOrder) {
  Colour found[2];
  for (const bool near_first : {true, false}) {
    DrawList list;
    const Colour red{255, 0, 0, 128}, blue{0, 0, 255, 128};
    if (near_first) addQuad(list.translucent, {0, 0, 1}, 1, red);
    addQuad(list.translucent, {0, 0, -1}, 1, blue);
    if (!near_first) addQuad(list.translucent, {0, 0, 1}, 1, red);
    draw(list, spaceCamera());
    found[near_first] = at(100, 80);
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NEAR(found[0].r, 128, 3) << "the nearer covers half";
  EXPECT_NEAR(found[0].b, 64, 3) << "and lets half of the farther through";
}

TEST_F(Canvas, TranslucentFacesTintLinesBehindThemAndNoneBefore) {
  DrawList list;
  addQuad(list.translucent, {0, 0, 0}, 2, {0, 0, 255, 128});
  list.lines.push_back({{-2, 0.3f, -1}, {2, 0.3f, -1}, kRed, 5});
  list.lines.push_back({{-2, -0.3f, 1}, {2, -0.3f, 1}, kRed, 5});
  draw(list, spaceCamera());
  int tinted = 0, pure = 0;
  for (int y = 0; y < kHeight; ++y) {
    const Colour c = at(100, y);
    tinted += y < 80 && c.r > 110 && c.r < 145 && c.b > 110;
    pure += y > 80 && c.r > 250 && c.b < 5;
  }
  EXPECT_GE(tinted, 4);
  EXPECT_GE(pure, 4);
}

TEST_F(Canvas, TranslucentLinesBeforeTranslucentFacesAreEvenAndCutNoHolesIntoThem) {
  DrawList list;
  addQuad(list.translucent, {0, 0, 0}, 2, {0, 0, 255, 200});
  list.lines.push_back({{-2, -0.37f, 1}, {2, 0.41f, 1}, {255, 255, 255, 150}, 1.5f});
  draw(list, spaceCamera());
  double smallest = 1e9, largest = 0;
  for (int x = 60; x < 140; ++x) {
    double column = 0;
    for (int y = 0; y < kHeight; ++y) {
      column += at(x, y).r / 255.0;
      EXPECT_GT(at(x, y).b, 190) << "the surface goes on behind the line";
    }
    smallest = std::min(smallest, column);
    largest = std::max(largest, column);
  }
  EXPECT_GT(smallest, 0.1);
  EXPECT_LT(largest, 1.3 * smallest) << "no dots along the line";
}

TEST_F(Canvas, HiddenLinesAreDashedBehindLitTranslucentFacesAndWholeBehindUnlit) {
  for (const bool lit : {true, false}) {
    DrawList list;
    addQuad(list.translucent, {0, 0, 0}, 1, {0, 0, 255, 60}, {0, 0, lit ? 1 : 0});
    list.lines.push_back({{-3, 0, -1}, {3, 0, -1}, kRed, 3, 0, Layer::kHidden});
    list.lines.push_back({{-3, 0.5f, 0}, {3, 0.5f, 0}, kRed, 3, 0, Layer::kHidden});
    draw(list, spaceCamera());
    int faint = 0;
    for (int x = 75; x < 125; ++x) faint += at(x, 80).r < 150;
    if (lit) {
      EXPECT_EQ(faint, 50);
    } else {
      EXPECT_EQ(faint, 0);
    }
    EXPECT_NEAR(redInColumn(30, 75, 85), 3, 0.1) << "beside the surface";
    const double sheen = lit ? 0.4 : 0.1;  // the key light's, of the surface in the column
    EXPECT_NEAR(redInColumn(100, 40, 72), 3, sheen) << "an edge of the surface itself is seen";
  }
}

TEST_F(Canvas, SolidsHideTranslucentFacesBehindThem) {
  DrawList list;
  addQuad(list.solids, {0, 0, 0}, 1, kGreen);
  addQuad(list.translucent, {0, 0, -1}, 3, {255, 0, 0, 128});
  draw(list, spaceCamera());
  EXPECT_EQ(at(100, 80), kGreen);
  EXPECT_NEAR(at(20, 80).r, 128, 3);
}

TEST_F(Canvas, OfATranslucentSolidOnlyTheNearestSurfaceShows) {
  for (const bool near_first : {true, false}) {
    DrawList list;
    const Colour red{255, 0, 0, 128};
    addQuad(list.solids, {0, 0, near_first ? 1 : -1}, 1, red);
    addQuad(list.solids, {0, 0, near_first ? -1 : 1}, 1, red);
    draw(list, spaceCamera());
    EXPECT_NEAR(at(100, 80).r, 128, 3);
  }
}

TEST_F(Canvas, OverlayIsOnTopInListOrderAndPointsAboveLines) {
  DrawList list;
  addQuad(list.solids, {0, 0, 1}, 3, kWhite);
  addQuad(list.translucent, {0, 0, 2}, 1, kWhite);
  list.lines.push_back({{-2, 0, -5}, {2, 0, -5}, kGreen, 6, 0, Layer::kOverlay});
  list.lines.push_back({{0, -2, -5}, {0, 2, -5}, kBlue, 6, 0, Layer::kOverlay});
  list.points.push_back({{1, 0, -5}, kRed, 12, Layer::kOverlay});
  draw(list, spaceCamera());
  EXPECT_EQ(at(80, 80), kGreen);
  EXPECT_EQ(at(100, 80), kBlue);
  const auto dot = toPixel(spaceCamera(), {kWidth, kHeight}, {1, 0, -5});
  EXPECT_EQ(at(static_cast<int>(dot->x), static_cast<int>(dot->y)), kRed);
}

TEST_F(Canvas, PointsAreRoundAndOfTheirSizeAndSceneOnesCanBeHidden) {
  DrawList list;
  list.points.push_back({{0, 0, 0}, kRed, 21, Layer::kScene});
  draw(list, spaceCamera());
  EXPECT_NEAR(redInAll(), std::numbers::pi * 10.5 * 10.5, 6);
  EXPECT_EQ(at(109, 71), kBlack) << "no corners";
  addQuad(list.solids, {0, 0, 1}, 1, kGreen);
  draw(list, spaceCamera());
  EXPECT_EQ(redInAll(), 0);
}

TEST_F(Canvas, SurfacesFacingTheEyeAreLitBrighterThanThoseFacingAwayAndBothSidesAreLit) {
  const auto shade = [&](glm::vec3 normal) {
    DrawList list;
    addQuad(list.solids, {0, 0, 0}, 1, {200, 200, 200, 255}, glm::normalize(normal));
    draw(list, spaceCamera());
    return static_cast<int>(at(100, 80).r);
  };
  EXPECT_GT(shade({0, 0, 1}), shade({1, 0, 0.3f}) + 20);
  EXPECT_GT(shade({0, 1, 0.3f}), shade({0, -1, 0.3f}) + 20) << "light comes from above";
  EXPECT_EQ(shade({0, 0, 1}), shade({0, 0, -1}));
  EXPECT_GT(shade({0, -1, 0.1f}), 60) << "nothing is black";
  EXPECT_EQ(shade({0, 0, 1}) > 0, true);
}

/// A square of 80 pixels in the middle under two repeats of a picture of 2 × 1 pixels.
DrawList texturedSquare(std::uint8_t alpha_of_right) {
  DrawList list;
  addTriangle(list.solids, {60, -40, 0}, {80, -40, 0}, {80, 40, 0}, kBlue);
  addQuad(list.solids, {0, 0, 0}, 40, kWhite);
  list.solid_uv.assign(3, glm::vec2(0));
  for (const glm::vec2& uv : {glm::vec2(0, 1), {2, 1}, {2, 0}, {0, 1}, {2, 0}, {0, 0}}) list.solid_uv.push_back(uv);
  list.textures.push_back(
      {3, 6, std::make_shared<const Picture>(Picture{2, 1, {255, 0, 0, 255, 0, 255, 0, alpha_of_right}}), 0});
  return list;
}

TEST_F(Canvas, APictureOnSolidsIsMultipliedWithThemAndGoesOnBeyondItsEdge) {
  DrawList list = texturedSquare(255);
  draw(list, pixelCamera());
  EXPECT_GT(at(70, 80).r, 200) << "middle of the first pixel of the left repeat";
  EXPECT_GT(at(90, 80).g, 200);
  EXPECT_GT(at(110, 80).r, 200) << "the right repeat";
  EXPECT_GT(at(130, 80).g, 200);
  EXPECT_EQ(at(177, 60), kBlue) << "a triangle without a picture keeps its colour";
  for (std::size_t i = 3; i < list.solids.size(); ++i) list.solids[i].colour = kBlue;
  draw(list, pixelCamera());
  EXPECT_EQ(at(70, 80), kBlack) << "red under blue";
}

TEST_F(Canvas, APictureCutsHolesWhereItsAlphaIsLow) {
  DrawList list = texturedSquare(0);
  draw(list, pixelCamera());
  EXPECT_GT(at(90, 80).g, 200) << "not unless it was asked for";
  list.textures[0].cut_below = 0.5f;
  draw(list, pixelCamera());
  EXPECT_EQ(at(90, 80), kBlack);
  EXPECT_GT(at(70, 80).r, 200);
  DrawList plain;
  addQuad(plain.solids, {0, 0, 0}, 40, kWhite);
  draw(plain, pixelCamera());
  EXPECT_EQ(at(90, 80), kWhite) << "the next list knows nothing of it";
}

TEST_F(Canvas, ACrowdInAHurryShowsItsBodiesWhereTheyAre) {
  DrawList list;
  const auto stamps = std::make_shared<StampList>();
  stamps->serial = 1;
  Stamp body;
  body.axes = {glm::vec3(0.4f, 0, 0), glm::vec3(0, 0.4f, 0), glm::vec3(0, 0, 0.4f)};
  body.fill = body.edge = kRed;
  for (std::size_t kind = 0; kind < 5; ++kind) {  // those in space, in a row
    body.centre = {static_cast<float>(kind) - 2, 0.6f, 0};
    stamps->solid[kind].push_back(body);
  }
  body.fill = body.edge = kGreen;
  body.centre = {1, -0.6f, 0};
  stamps->faint[0].push_back(body);
  list.stamps = stamps;
  const Camera camera = spaceCamera(8);
  draw(list, camera);
  const Image slow = image;
  list.is_passing = true;
  draw(list, camera);
  if (!renderer->isHurried(list)) GTEST_SKIP() << "a graphics card is in no hurry";
  int red = 0, as_before = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const auto* p = &slow.rgba[4 * static_cast<std::size_t>(y * kWidth + x)];
      if (p[0] < 60) continue;
      ++red;
      as_before += at(x, y).r >= 60 ? 1 : 0;
    }
  }
  EXPECT_GT(red, 400);
  EXPECT_GT(as_before, red * 9 / 10) << "faces towards the eye hide the others, of every kind";
  const auto pixel = toPixel(camera, {kWidth, kHeight}, Vec3{1, -0.6, 0});
  ASSERT_TRUE(pixel);
  EXPECT_GT(at(static_cast<int>(pixel->x), static_cast<int>(pixel->y)).g, 200) << "a square stands for a faint body";
  EXPECT_LT(at(static_cast<int>(pixel->x), static_cast<int>(pixel->y) - 14).g, 60);
}

TEST_F(Canvas, FarFromTheWorldsOriginThePictureIsTheSame) {
  DrawList list;
  addTriangle(list.solids, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, kGreen, {0, 0, 1});
  list.lines.push_back({{-1, 0, 0.5f}, {1, 0.3f, 0.5f}, kRed, 2});
  Camera camera = spaceCamera();
  draw(list, camera);
  const Image here = image;
  camera.target = list.origin = Vec3(1e8, 1e8, -1e8);
  draw(list, camera);
  int different = 0;
  for (std::size_t i = 0; i < here.rgba.size(); ++i) different += std::abs(here.rgba[i] - image.rgba[i]) > 2;
  EXPECT_EQ(different, 0);
}

TEST_F(Canvas, FramesReuseTheirObjects) {
  DrawList list;
  addQuad(list.solids, {0, 0, 0}, 1, kGreen);
  addQuad(list.translucent, {0, 0, 0}, 1, {255, 0, 0, 128});
  list.lines.push_back({{-1, 0, 1}, {1, 0, 1}, kRed});
  list.points.push_back({{0, 0, 0}, kRed, 9, Layer::kScene});
  const auto freshNames = [] {
    GLuint buffer = 0, layout = 0, texture = 0;
    glGenBuffers(1, &buffer);
    glGenVertexArrays(1, &layout);
    glGenTextures(1, &texture);
    glDeleteBuffers(1, &buffer);
    glDeleteVertexArrays(1, &layout);
    glDeleteTextures(1, &texture);
    return std::array{buffer, layout, texture};
  };
  draw(list, spaceCamera());
  const auto before = freshNames();
  for (int i = 0; i < 50; ++i) draw(list, spaceCamera());
  const auto after = freshNames();
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_LE(after[i], before[i] + 1) << "only the asking itself may use up a name";
}

TEST_F(Canvas, EmptyAndRaggedListsAreDrawnWithoutComplaint) {
  DrawList list;
  list.solids.resize(4);
  list.translucent.resize(5);
  list.lines.resize(1);  // of zero length
  list.points.resize(1);
  draw(list, spaceCamera());
  EXPECT_EQ(image.width, kWidth);
}

TEST_F(Canvas, AMissingOrBrokenShaderIsNamed) {
  const auto missing = ListRenderer::create("/nonexistent");
  ASSERT_FALSE(missing);
  EXPECT_NE(describe(missing.error()).find("/nonexistent/background.vert"), std::string::npos)
      << describe(missing.error());

  const std::string folder = scratchFolder();
  ASSERT_TRUE(writeFileAtomically(folder + "/broken.vert", "void main() { gl_Position = vec4(0.0); }\n"));
  ASSERT_TRUE(
      writeFileAtomically(folder + "/broken.frag", "out vec4 colour;\nvoid main() {\n  colour = nonsense;\n}\n"));
  const auto broken = Program::load(folder, "broken");
  ASSERT_FALSE(broken);
  EXPECT_NE(describe(broken.error()).find("broken.frag"), std::string::npos);
  EXPECT_NE(broken.error().message.find("nonsense"), std::string::npos) << broken.error().message;
  EXPECT_NE(broken.error().message.find("3"), std::string::npos)
      << "the file's own line number: " << broken.error().message;
}

// The same files, compiled as GLSL ES 3.00 and drawn with a context that knows no desktop OpenGL.
TEST(EmbeddedGl, DrawsTheSamePictureWithTheSameShaders) {
  DrawList list;
  addQuad(list.solids, {-0.5f, 0, 0}, 0.7f, {200, 60, 60, 255}, glm::normalize(glm::vec3(0.2f, 0.5f, 1)));
  addQuad(list.translucent, {0.5f, 0, 0.5f}, 0.7f, {60, 60, 200, 120}, {0, 0, 1});
  list.lines.push_back({{-2, -1, -1}, {2, 1, 1}, kGreen, 2.5f, 0, Layer::kHidden});
  list.lines.push_back({{-2, 1, -1}, {2, -1, 1}, kWhite, 6, 7, Layer::kOverlay});
  list.points.push_back({{0.3f, 0.6f, 1}, kWhite, 13, Layer::kScene});
  const auto stamps = std::make_shared<StampList>();
  stamps->serial = 1;
  stamps->faint[0].push_back({.centre = {0, -0.9f, 1},
                              .axes = {glm::vec3(0.2f, 0, 0), glm::vec3(0, 0.2f, 0), glm::vec3(0, 0, 0.2f)},
                              .fill = kGreen,
                              .edge = kGreen});
  list.stamps = stamps;
  list.is_passing = true;  // by software the stamp is a point, which both have to size
  Image images[2];
  for (const bool embedded : {false, true}) {
    const OffscreenGl gl(embedded);
    if (!gl.problem().empty()) {
      if (OffscreenGl::isRequired()) FAIL() << "no OpenGL: " << gl.problem();
      GTEST_SKIP() << "no OpenGL: " << gl.problem();
    }
    const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    EXPECT_EQ(version.starts_with("OpenGL ES"), embedded) << version;
    auto renderer = ListRenderer::create(*dataPath("shaders"));
    ASSERT_TRUE(renderer) << describe(renderer.error());
    Framebuffer target;
    ASSERT_TRUE(target.resize(kWidth, kHeight));
    renderer->draw(list, spaceCamera(), {kBlack, {90, 90, 90, 255}}, target);
    images[embedded] = target.read();
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
  int different = 0;
  for (std::size_t i = 0; i < images[0].rgba.size(); ++i)
    different += std::abs(images[0].rgba[i] - images[1].rgba[i]) > 3;
  EXPECT_EQ(different, 0);
}

}  // namespace
}  // namespace sepax
