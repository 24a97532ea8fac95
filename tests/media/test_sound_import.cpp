#include "media/picture_import.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <random>
#include <string>

namespace sepax {
namespace {

std::string littleEndian(std::uint32_t value, std::size_t size) {
  std::string out(size, '\0');
  std::memcpy(out.data(), &value, size);
  return out;
}

/// A tone of one channel and 16 bits, half as loud as can be.
std::string toneWav(std::uint32_t rate, double seconds) {
  std::string data;
  const auto count = static_cast<std::uint32_t>(rate * seconds);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto sample = static_cast<std::int16_t>(std::lround(16384 * std::sin(2 * std::numbers::pi * 440 * i / rate)));
    data.append(reinterpret_cast<const char*>(&sample), sizeof sample);
  }
  const std::string format = littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(rate, 4) +
                             littleEndian(rate * 2, 4) + littleEndian(2, 2) + littleEndian(16, 2);
  const std::string chunks = "WAVEfmt " + littleEndian(16, 4) + format + "data" +
                             littleEndian(static_cast<std::uint32_t>(data.size()), 4) + data;
  return "RIFF" + littleEndian(static_cast<std::uint32_t>(chunks.size()), 4) + chunks;
}

Result<Sound> sound(const std::string& bytes, const std::string& name = "folder/a.wav") {
  return importSound(std::as_bytes(std::span(bytes)), name);
}

TEST(SoundImport, DecodesAWavToItsLengthAndLoudness) {
  for (const std::uint32_t rate : {44100u, 22050u, 8000u}) {
    const auto tone = sound(toneWav(rate, 0.5));
    ASSERT_TRUE(tone) << describe(tone.error());
    EXPECT_NEAR(tone->seconds(), 0.5, 0.01) << rate;
    const auto [low, high] = std::ranges::minmax(tone->samples);
    EXPECT_NEAR(high, 16384, 1000) << rate;
    EXPECT_NEAR(low, -16384, 1000) << rate;
    for (std::size_t i = 0; i + 1 < tone->samples.size(); i += 2)
      ASSERT_EQ(tone->samples[i], tone->samples[i + 1]) << "one channel is both";
  }
}

TEST(SoundImport, SurvivesDamagedAndCutFilesNamingThem) {
  const std::string whole = toneWav(8000, 0.1);
  std::mt19937 random(20260103);
  int read = 0, refused = 0;
  for (int i = 0; i < 40; ++i) {
    std::string damaged = whole;
    for (int k = 0; k < 3; ++k) damaged[4 + random() % 40] = static_cast<char>(random());
    if (i % 4 == 0) damaged.resize(random() % damaged.size());
    const auto tone = sound(damaged);
    ++(tone ? read : refused);
    ASSERT_TRUE(tone || describe(tone.error()).starts_with("folder/a.wav: ")) << describe(tone.error());
  }
  std::printf("read %d, refused %d\n", read, refused);
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, 5);
  EXPECT_FALSE(sound("no sound"));
  EXPECT_FALSE(sound(""));
}

TEST(Waveform, HoldsTheLeastAndGreatestSampleOfEachPart) {
  Sound made;
  made.samples = {0, 0, 16384, -32768, 100, 200, 0, 0, 0, 0, 0, 8192};
  const auto columns = waveform(made, 3);
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0].high, 0.5f);
  EXPECT_EQ(columns[0].low, -1.0f);
  EXPECT_EQ(columns[1].low, 0.0f);
  EXPECT_EQ(columns[2].high, 0.25f);
  EXPECT_EQ(waveform(made, 1000).size(), 6u) << "no more parts than there are samples";
  EXPECT_TRUE(waveform(Sound{}, 10).empty());
}

}  // namespace
}  // namespace sepax
