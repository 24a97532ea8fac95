#include "app/window/sound_output.h"

#include "comes_true.h"

#include <SDL.h>
#include <gtest/gtest.h>

namespace sepax {
namespace {

std::shared_ptr<const Sound> silence(double seconds) {
  Sound sound;
  sound.samples.resize(static_cast<std::size_t>(seconds * sound.rate) * Sound::kChannels);
  return std::make_shared<const Sound>(std::move(sound));
}

void useDriver(const char* name) { SDL_setenv("SDL_AUDIODRIVER", name, 1); }

TEST(SoundOutput, MovesTheTimeOnAndEndsAtTheSoundsEnd) {
  useDriver("dummy");
  SoundOutput output;
  SoundView view{.plays = true, .seconds = 0.1};
  const auto sound = silence(0.4);
  output.follow(view, sound);
  ASSERT_TRUE(view.plays) << view.problem;
  EXPECT_GE(view.seconds, 0.09);
  double last = view.seconds;
  EXPECT_TRUE(comesTrue([&] {
    output.follow(view, sound);
    if (!view.plays) return true;
    EXPECT_GE(view.seconds, last);
    last = view.seconds;
    return false;
  }));
  EXPECT_EQ(view.seconds, 0);
}

TEST(SoundOutput, GoesOnFromWhereTheTimeWasSetTo) {
  useDriver("dummy");
  SoundOutput output;
  SoundView view{.plays = true};
  const auto sound = silence(600);
  output.follow(view, sound);
  EXPECT_LT(view.seconds, 60);
  view.seconds = 300;
  output.follow(view, sound);
  EXPECT_NEAR(view.seconds, 300, 60);
  view.plays = false;
  output.follow(view, sound);
  EXPECT_NEAR(view.seconds, 300, 60) << "stopped where it was";
  view.plays = true;
  output.follow(view, nullptr);
  EXPECT_FALSE(view.plays) << "nothing to play";
}

TEST(SoundOutput, SaysPlainlyThatThereIsNoDevice) {
  useDriver("no such driver");
  SoundOutput output;
  SoundView view{.plays = true};
  output.follow(view, silence(1));
  EXPECT_FALSE(view.plays);
  EXPECT_NE(view.problem.find("no sound can be played here: "), std::string::npos) << view.problem;
}

}  // namespace
}  // namespace sepax
