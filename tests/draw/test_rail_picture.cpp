#include "draw/rail_picture.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/sat/sat_report.h"
#include "core/text.h"
#include "document/tested_pairs.h"
#include "draw/label_layout.h"
#include "draw/scene_picture.h"

namespace sepax {
namespace {

constexpr ViewSize kRailView{900, 700};

Document twoBodies(const Shape& shape, const Vec3& at, double angle = 0) {
  Document document;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = shape;
    if (isPlanar(shape)) body.rotation = angle;
    document.bodies.push_back(body);
  }
  document.bodies[1].position = at;
  if (isPlanar(shape)) document.space = Space::k2d;
  return document;
}

DrawList railOf(const Document& document, const Camera& camera, const ViewSize& view = kRailView,
                const PictureWords& words = {}) {
  const PairReport report = testPair(document, testedPairs(document)[0]).value();
  PictureInput input;
  input.document = &document;
  input.report = &report;
  input.options.grid = false;
  input.words = words;
  return scenePicture(input, camera, view);
}

/// Seven pixels a character, twice as many where it is Chinese.
Vec2 measuredRailText(const std::string& text) {
  double cells = 0;
  for (std::string_view rest = text; !rest.empty();) cells += takeCodePoint(rest).value_or(U'?') >= 0x2E80 ? 2 : 1;
  return {7 * cells, 16};
}

/// What of the rail is written where.
std::vector<std::pair<Label, PlacedLabel>> railTexts(const DrawList& list, const Camera& camera,
                                                     const ViewSize& view = kRailView) {
  std::vector<std::pair<Label, PlacedLabel>> texts;
  for (const PlacedLabel& placed : placeLabels(list, camera, view, measuredRailText)) {
    const Label& label = list.labels[placed.label];
    if (label.is_flat) texts.emplace_back(label, placed);
  }
  return texts;
}

std::vector<FlatMark> marksWith(const DrawList& list, float dash_px) {
  std::vector<FlatMark> marks;
  for (const FlatMark& mark : list.flat) {
    if (mark.dash_px == dash_px) marks.push_back(mark);
  }
  return marks;
}

TEST(RailPicture, InSpaceItIsTheSameWhateverTheCameraButForTheDropLines) {
  const Document document = twoBodies(Box{}, {1.25, 0.2, 0.1});
  Camera camera = framingCamera(document, kRailView);
  const std::vector<FlatMark> first = marksWith(railOf(document, camera), 0);
  ASSERT_GT(first.size(), 10u);
  for (const double yaw : {M_PI / 2, 2.5, -1.0}) {  // also with the axis seen end-on
    camera.yaw = yaw;
    camera.distance *= 1.7;
    const DrawList list = railOf(document, camera);
    const std::vector<FlatMark> marks = marksWith(list, 0);
    ASSERT_EQ(marks.size(), first.size());
    for (std::size_t i = 0; i < marks.size(); ++i) EXPECT_EQ(marks[i].points, first[i].points) << i;
    EXPECT_EQ(marksWith(list, 2).size(), 4u) << "one drop line for each end";
  }
}

TEST(RailPicture, InThePlaneDropLinesArePerpendicularToItAndEndAtItsTicks) {
  for (const double turn : {0.0, 0.3, 0.9, 1.4, 2.2, 3.0, -0.7, -1.6}) {
    const Vec3 at = Vec3{std::cos(turn), std::sin(turn), 0} * 1.6;
    const Document document = twoBodies(Box2{}, at, turn);
    const DrawList list = railOf(document, framingCamera(document, kRailView));
    const std::vector<FlatMark> drops = marksWith(list, 2);
    ASSERT_EQ(drops.size(), 4u) << turn;
    for (const FlatMark& drop : drops) {
      const Vec2 way = drop.points[1] - drop.points[0];
      EXPECT_NEAR(way.x * std::cos(turn) - way.y * std::sin(turn), 0, 1e-3 * glm::length(way)) << turn;
    }
  }
}

TEST(RailPicture, ShowsZeroWhereRoundingLeftOthers) {
  int rounded = 0;
  for (const double turn : {0.1, 0.3, 0.7, 1.1, 1.9, 2.3}) {
    Document document = twoBodies(Segment2{0.7}, Vec3{-std::sin(turn), std::cos(turn), 0} * 0.5, turn);
    document.bodies[1].shape = Circle{0.2};
    for (const Label& label : railOf(document, framingCamera(document, kRailView)).labels) {
      EXPECT_EQ(label.text.find("e−1"), std::string::npos) << label.text;
      EXPECT_EQ(label.text.find("e-1"), std::string::npos) << label.text;
      rounded += label.exact.find("e-1") != std::string::npos && label.text == "0" ? 1 : 0;
    }
  }
  EXPECT_GT(rounded, 0) << "the exact number stays";
}

TEST(RailPicture, InThePlaneItTakesTheOtherSideOfShapesThatLeaveItNoRoom) {
  // The largest part of its card that is seen, over the corners of the view that the shapes are pushed into.
  const auto seen = [](const DrawList& list) {
    double part = 0;
    for (const FlatMark& mark : list.flat) {
      if (mark.width_px > 0 || mark.points.size() != 4) continue;
      int held = 0;
      for (int i = 0; i <= 20; ++i) {
        const Vec2 at =
            glm::mix((mark.points[0] + mark.points[3]) / 2.0, (mark.points[1] + mark.points[2]) / 2.0, i / 20.0);
        held += at.x >= 0 && at.x <= kRailView.width && at.y >= 0 && at.y <= kRailView.height ? 1 : 0;
      }
      part = std::max(part, held / 21.0);
      break;  // the card is the first
    }
    return part;
  };
  int tried = 0;
  for (const double turn : {0.9, 1.2, 1.9, 2.2}) {
    const Vec3 at = Vec3{std::cos(turn), std::sin(turn), 0} * 1.6;
    const Document document = twoBodies(Box2{}, at, turn);
    for (const Vec3 side : {Vec3{1, 0.6, 0}, Vec3{-1, 0.6, 0}, Vec3{1, -0.4, 0}, Vec3{-1, -0.4, 0}}) {
      Camera camera = framingCamera(document, kRailView);
      camera.distance *= 1.6;
      camera.target += side * (0.28 * camera.distance);
      EXPECT_GT(seen(railOf(document, camera)), 0.6) << turn << " " << side.x << " " << side.y;
      ++tried;
    }
  }
  EXPECT_EQ(tried, 16);
}

TEST(RailPicture, NoTextOfItLiesOnAnother) {
  for (const double gap : {1.5, 0.3, 0.01, 0.0, -0.01, -0.3, -0.7}) {
    for (const Shape& shape : {Shape{Box{}}, Shape{Box2{}}}) {
      const Document document = twoBodies(shape, {1 + gap, 0, 0});
      const Camera camera = framingCamera(document, kRailView);
      const DrawList list = railOf(document, camera);
      const std::size_t placed = railTexts(list, camera).size();
      const auto flat = static_cast<std::size_t>(std::ranges::count_if(list.labels, &Label::is_flat));
      EXPECT_EQ(placed, flat) << gap << (isPlanar(shape) ? " in the plane" : " in space");
      EXPECT_GE(flat, 7u);
    }
  }
}

TEST(RailPicture, ANumberStandsAtItsOwnEndHoweverShortTheBarsAre) {
  int alone = 0, both = 0;
  for (const Shape& shape : {Shape{Box{}}, Shape{Box2{}}}) {
    for (const Vec3& way : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}}) {
      for (const double gap : {0.01, 0.5, 3.0, 8.0, 12.0, 39.0}) {
        for (const double shrunk : {1.0, 0.1, 0.01}) {
          Document document = twoBodies(shape, way * (0.5 + 0.5 * shrunk + gap));
          if (Box* const box = std::get_if<Box>(&document.bodies[1].shape)) box->half_extents *= shrunk;
          if (Box2* const box = std::get_if<Box2>(&document.bodies[1].shape)) box->half_extents *= shrunk;
          SCOPED_TRACE(fmt::format("{} gap {} B {} way {},{}", isPlanar(shape), gap, shrunk, way.x, way.y));
          const Camera camera = framingCamera(document, kRailView);
          const DrawList list = railOf(document, camera);
          const PairReport report = testPair(document, testedPairs(document)[0]).value();
          const SatAxis& axis = decidingAxis(std::get<SatReport>(report.trace));
          for (const bool is_a : {true, false}) {
            const Interval& interval = is_a ? axis.a : axis.b;
            const Colour colour = is_a ? paletteOf(Theme::kDark).a : paletteOf(Theme::kDark).b;
            std::vector<Vec2> ticks;  // those of the lower and the upper end
            for (const FlatMark& mark : list.flat) {
              if (mark.width_px == 2 && mark.colour == colour && mark.points.size() == 2)
                ticks.push_back((mark.points[0] + mark.points[1]) / 2.0);
            }
            ASSERT_EQ(ticks.size(), 2u);
            const Vec2 along = glm::normalize(ticks[1] - ticks[0]);
            int numbers = 0;
            for (const auto& [label, placed] : railTexts(list, camera)) {
              if (label.priority != 6 || label.colour != colour) continue;
              ++numbers;
              const bool is_low = label.exact == shortestDecimal(interval.min + 0.0) + " m";
              const double low = glm::dot(ticks[0], along), high = glm::dot(ticks[1], along);
              const Vec2 half = (placed.max - placed.min) / 2.0;
              const double middle = glm::dot(placed.min + half, along), reach = glm::dot(half, glm::abs(along));
              EXPECT_LT(std::abs(middle - (is_low ? low : high)), reach + 8) << label.text;
              EXPECT_TRUE(is_low ? middle + reach <= high : middle - reach >= low) << label.text;
            }
            EXPECT_GE(numbers, 1);
            ++(numbers == 1 ? alone : both);
          }
        }
      }
    }
  }
  EXPECT_GT(alone, 3);
  EXPECT_GT(both, 100);
}

TEST(RailPicture, ItNamesItsAxisWhereverTheGapIsAndHowWideTheWordsAre) {
  PictureWords chinese;
  chinese.gap = "间隙";
  chinese.from_origin = "距 A 中心的米数，沿这条轴从左到右";
  int with_note = 0, without = 0;
  for (const PictureWords& words : {PictureWords{}, chinese}) {
    for (const double width : {436.0, 560.0, 900.0}) {
      for (const double half : {0.0001, 0.1, 0.5, 2.0, 10.0}) {
        for (const double way : {1.0, -1.0}) {
          for (const bool planar : {false, true}) {
            Document document = twoBodies(planar ? Shape{Box2{}} : Shape{Box{}}, {way * (half + 0.9), 0, 0});
            document.bodies[0].id = "terrain";
            if (planar) {
              document.bodies[0].shape = Box2{{half, 0.5}};
            } else {
              document.bodies[0].shape = Box{{half, 0.5, 0.5}};
            }
            SCOPED_TRACE(fmt::format("{} {} {} {} {}", words.gap, width, half, way, planar));
            const ViewSize view{width, 520};
            const Camera camera = framingCamera(document, view);
            int titles = 0, gaps = 0;
            for (const auto& [label, placed] : railTexts(railOf(document, camera, view, words), camera, view)) {
              if (label.text.starts_with(words.gap)) ++gaps;
              if (!label.text.starts_with("L = ")) continue;
              ++titles;
              ++(placed.has_note ? with_note : without);
            }
            EXPECT_EQ(titles, 1);
            EXPECT_EQ(gaps, 1);
          }
        }
      }
    }
  }
  EXPECT_GT(with_note, 10);
  EXPECT_GT(without, 10);
}

TEST(RailPicture, InThePlaneItIsFramedBesideTheShapesAlsoInASmallView) {
  for (const double apart : {1.25, 0.9}) {
    for (const double turn : {M_PI / 2, 0.0, 0.9, 2.2, -0.7}) {
      Document document = twoBodies(Box2{}, Vec3{std::cos(turn), std::sin(turn), 0} * apart, turn);
      if (turn == M_PI / 2) {  // wide ones
        for (Body& body : document.bodies) body.shape = Box2{{0.5, 1}};
      }
      const ViewSize view{496, 520};
      const Camera camera = framingCamera(document, view);
      const DrawList list = railOf(document, camera, view);
      const std::vector<Vec2>& card = list.flat[0].points;
      for (const Body& body : document.bodies) {
        const PosedShape posed = posedShape(body);
        for (const Vec3& corner : convexFeatures(body.shape).core.vertices) {
          const Vec2 at = toPixel(camera, view, posed.pose.position + posed.pose.rotation * corner).value();
          int left = 0, right = 0;  // sides of the card, which is convex
          for (std::size_t i = 0; i < card.size(); ++i) {
            const Vec2 side = card[(i + 1) % card.size()] - card[i], to = at - card[i];
            const double turned = side.x * to.y - side.y * to.x;
            if (std::abs(turned) > 1e-9) ++(turned > 0 ? left : right);
          }
          EXPECT_TRUE(left > 0 && right > 0) << turn << " " << at.x << " " << at.y;
        }
      }
    }
  }
}

TEST(RailPicture, TheScaleStaysUntilAnEndLeavesOrHalfOfItIsEmpty) {
  const RailRange shown{-1, 1};
  EXPECT_EQ(keptRange(shown, {-0.9, 1.05}), shown);
  EXPECT_EQ(keptRange(shown, {-0.5, 0.6}), shown);
  EXPECT_EQ(keptRange(shown, {-0.4, 0.5}), (RailRange{-0.4, 0.5}));
  EXPECT_EQ(keptRange(shown, {-0.9, 1.2}), (RailRange{-0.9, 1.2}));
  EXPECT_EQ(keptRange(std::nullopt, {0, 1}), (RailRange{0, 1}));
}

TEST(RailPicture, AHalfSpaceGoesOnToTheEndOfTheCard) {
  Document document = twoBodies(Box{}, {0, 1.25, 0});
  document.bodies[0].shape = HalfSpace{};
  const DrawList list = railOf(document, framingCamera(document, kRailView));
  EXPECT_EQ(marksWith(list, 2).size(), 3u) << "the end that is none has no drop line";
  for (const FlatMark& mark : list.flat) {
    for (const Vec2& p : mark.points) EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
  }
}

TEST(RailPicture, NumbersHaveThreeDecimalsATrueMinusSignAndAnExponentWhereTheseSayTooLittle) {
  EXPECT_EQ(railNumber(0.0), "0");
  EXPECT_EQ(railNumber(-0.99782), "−0.998");
  EXPECT_EQ(railNumber(2), "2");
  EXPECT_EQ(railNumber(2.5350001), "2.535");
  EXPECT_EQ(railNumber(-0.00001), "−1e−5");
  EXPECT_EQ(railNumber(123456), "1.23e5");
  EXPECT_EQ(railNumber(-INFINITY), "−∞");
}

}  // namespace
}  // namespace sepax
