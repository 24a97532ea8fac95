#include "app/window/window_place.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

constexpr WindowBorders kTitled{.top = 30, .left = 2, .bottom = 2, .right = 2};
constexpr WindowPlace kUsable{0, 24, 1920, 1016};

void expectPlace(const WindowPlace& place, const WindowPlace& expected) {
  EXPECT_EQ(place.x, expected.x);
  EXPECT_EQ(place.y, expected.y);
  EXPECT_EQ(place.width, expected.width);
  EXPECT_EQ(place.height, expected.height);
}

TEST(WindowPlace, IsTheWantedOneWhereItIsOnTheScreen) {
  const WindowPlace wanted{100, 100, 1280, 720};
  expectPlace(placeOnScreen(wanted, kTitled, kUsable), wanted);
}

TEST(WindowPlace, LeavesRoomForTheTitleAboveAndTheStatusLineBelow) {
  expectPlace(placeOnScreen({320, 0, 1280, 1080}, kTitled, kUsable), {320, 54, 1280, 984});
  expectPlace(placeOnScreen({0, 900, 3840, 720}, kTitled, kUsable), {2, 318, 1916, 720});
}

TEST(WindowPlace, ShowsTheTopLeftCornerWhereNotEvenTheBordersFit) {
  const WindowPlace place = placeOnScreen({50, 50, 800, 500}, kTitled, {0, 0, 20, 20});
  EXPECT_EQ(place.x, 2);
  EXPECT_EQ(place.y, 30);
}

}  // namespace
}  // namespace sepax
