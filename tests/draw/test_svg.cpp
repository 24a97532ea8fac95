#include "draw/svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "core/text.h"
#include "document/tested_pairs.h"
#include "draw/scene_picture.h"

namespace sepax {
namespace {

constexpr ViewSize kFigureView{640, 480};
SvgStyle onDark() {
  SvgStyle style;
  style.background = SvgStyle::Background{{10, 20, 30}, {40, 50, 60}};
  style.measure = [](const std::string& text) { return Vec2{7.0 * static_cast<double>(text.size()) + 6, 17}; };
  return style;
}
const SvgStyle kStyle = onDark();

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

Document boxAndBall() {
  Document document;
  document.space = Space::k3d;
  Body a, b;
  a.id = "A<1>";
  a.shape = Box{.half_extents = {0.5, 0.4, 0.3}};
  b.id = "ball & chain";
  b.shape = Sphere{0.4};
  b.position = {1.2, 0.3, 0.1};
  document.bodies = {a, b};
  return document;
}

DrawList pictureOf(const Document& document, const PairReport& report, const Camera& camera) {
  PictureInput input;
  input.document = &document;
  input.report = &report;
  return scenePicture(input, camera, kFigureView);
}

TEST(Svg, ABoxIsSixFacesAndItsLabelsAreTexts) {
  const Document document = boxAndBall();
  const Result<PairReport> report = testPair(document, testedPairs(document)[0]);
  ASSERT_TRUE(report);
  const Camera camera = framingCamera(document, kFigureView);
  DrawList list = pictureOf(document, *report, camera);
  const Result<std::string> svg = svgOf(list, camera, kFigureView, kStyle);
  ASSERT_TRUE(svg);
  const std::vector<PlacedLabel> placed = placeLabels(list, camera, kFigureView, kStyle.measure);
  ASSERT_GT(placed.size(), 4u);
  EXPECT_EQ(countOf(*svg, "<text"), placed.size());
  for (const PlacedLabel& label : placed) {
    EXPECT_NE(svg->find(">" + xmlText(list.labels[label.label].text) + "<"), std::string::npos)
        << list.labels[label.label].text;
  }
  EXPECT_NE(svg->find("A&lt;1&gt;"), std::string::npos);
  EXPECT_NE(svg->find("font-family=\"Inter, DejaVu Sans,"), std::string::npos) << "as the window that measures them";
  EXPECT_EQ(svg->find("nan"), std::string::npos);
  EXPECT_EQ(svg->find("inf"), std::string::npos);

  DrawList box;
  box.origin = list.origin;
  box.translucent.assign(list.translucent.begin(), list.translucent.begin() + 36);
  const Result<std::string> faces = svgOf(box, camera, kFigureView, kStyle);
  ASSERT_TRUE(faces);
  EXPECT_EQ(countOf(*faces, "<path"), 6u);
}

TEST(Svg, ALineIsWhereTheViewShowsIt) {
  const Camera camera{.projection = Projection::kPlanar};
  DrawList list;
  list.lines.push_back(
      {.from = {0, 0, 0}, .to = {1, 0.5f, 0}, .colour = {1, 2, 3}, .width_px = 2, .layer = Layer::kOverlay});
  list.points.push_back({.position = {1, 0.5f, 0}, .colour = {4, 5, 6, 51}, .size_px = 8});
  SvgStyle style = kStyle;
  style.pixel_scale = 2;
  const Result<std::string> svg = svgOf(list, camera, kFigureView, style);
  ASSERT_TRUE(svg);
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      *svg, found,
      std::regex(R"re(stroke="#010203" stroke-width="4"[^>]* d="M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)")re")))
      << *svg;
  const auto from = toPixel(camera, kFigureView, {0, 0, 0}), to = toPixel(camera, kFigureView, {1, 0.5, 0});
  EXPECT_NEAR(std::stod(found[1]), from->x, 0.01);
  EXPECT_NEAR(std::stod(found[2]), from->y, 0.01);
  EXPECT_NEAR(std::stod(found[3]), to->x, 0.01);
  EXPECT_NEAR(std::stod(found[4]), to->y, 0.01);
  EXPECT_NE(svg->find("r=\"8\" fill=\"#040506\" fill-opacity=\"0.2\""), std::string::npos) << *svg;
}

// Letters on faces had a contrast of 1.3 without their plates.
TEST(Svg, WithoutABackgroundOnlyTheTextsHaveAPlate) {
  const Document document = boxAndBall();
  const Result<PairReport> report = testPair(document, testedPairs(document)[0]);
  ASSERT_TRUE(report);
  const Camera camera = framingCamera(document, kFigureView);
  const DrawList list = pictureOf(document, *report, camera);
  SvgStyle style = kStyle;
  const std::size_t all = countOf(*svgOf(list, camera, kFigureView, style), "<rect");
  EXPECT_GT(all, 1u);
  style.background.reset();
  const Result<std::string> svg = svgOf(list, camera, kFigureView, style);
  ASSERT_TRUE(svg);
  EXPECT_EQ(countOf(*svg, "<rect"), all - 1);
  EXPECT_EQ(svg->find("background"), std::string::npos);
}

TEST(Svg, NoLabelLiesOnTheCaption) {
  const Camera camera{.projection = Projection::kPlanar};
  DrawList list;
  for (int x = -20; x <= 20; ++x) {
    for (int y = -20; y <= 20; ++y) {
      Label label{{static_cast<float>(x) / 2, static_cast<float>(y) / 2, 0}, "7", {1, 2, 3}};
      label.priority = 0;
      list.labels.push_back(label);
    }
  }
  SvgStyle style = kStyle;
  style.caption = "Minkowski difference";
  const Result<std::string> svg = svgOf(list, camera, kFigureView, style);
  ASSERT_TRUE(svg);
  const std::regex text(R"re(<text x="([-0-9.]+)" y="([-0-9.]+)"[^>]*>([^<]*)<)re");
  std::optional<Vec2> caption;
  std::vector<Vec2> numbers;
  for (auto at = std::sregex_iterator(svg->begin(), svg->end(), text); at != std::sregex_iterator(); ++at) {
    const Vec2 place{std::stod((*at)[1]), std::stod((*at)[2])};
    if ((*at)[3] == "7") numbers.push_back(place);
    if ((*at)[3] == style.caption) caption = place;
  }
  ASSERT_TRUE(caption);
  ASSERT_GT(numbers.size(), 20u);
  EXPECT_LT(caption->y, 40) << "above on the left, as the window has it";
  const double width = style.measure(style.caption).x;
  for (const Vec2& number : numbers) {
    const bool meets =
        number.x > caption->x - 7 && number.x < caption->x + width && std::abs(number.y - caption->y) < 15;
    EXPECT_FALSE(meets) << number.x << ", " << number.y;
  }
}

TEST(Svg, TooManyFacesAreRefusedWithAWayOut) {
  DrawList list;
  for (int i = 0; i < 100'001; ++i) {
    const float x = static_cast<float>(i);
    for (const glm::vec3& corner : {glm::vec3{x, 0, 0}, {x + 0.5f, 0, 0}, {x, 1, 0}})
      list.solids.push_back({corner, glm::vec3(0.0f), {}});
  }
  const Result<std::string> svg = svgOf(list, {}, kFigureView, kStyle);
  ASSERT_FALSE(svg);
  EXPECT_EQ(svg.error().code, ErrorCode::kTooLarge);
  EXPECT_NE(svg.error().message.find("PNG"), std::string::npos);
}

}  // namespace
}  // namespace sepax
