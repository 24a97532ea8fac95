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

std::uint32_t crcOf(const std::string& bytes, int bits, std::uint32_t polynomial) {
  std::uint32_t crc = 0;
  for (const char byte : bytes) {
    crc ^= std::uint32_t{static_cast<unsigned char>(byte)} << (bits - 8);
    for (int i = 0; i < 8; ++i) crc = (crc >> (bits - 1) & 1) != 0 ? crc << 1 ^ polynomial : crc << 1;
  }
  return crc & ((1u << bits) - 1);
}

std::string bigEndian(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> 8 * i);
  return out;
}

/// A FLAC of one channel and 16 bits whose samples are all the same.
std::string evenFlac(std::uint32_t rate, std::uint32_t count, int value) {
  constexpr std::uint32_t kBlock = 4096;
  const std::uint64_t facts = std::uint64_t{rate} << 44 | std::uint64_t{15} << 36 | count;
  std::string out = "fLaC" + bigEndian(0x80000022, 4) + bigEndian(kBlock, 2) + bigEndian(kBlock, 2) + bigEndian(0, 6) +
                    bigEndian(facts, 8) + std::string(16, '\0');
  for (std::uint32_t at = 0; at < count; at += kBlock) {
    std::string frame = "\xFF\xF8\x70" + std::string(1, '\0') + static_cast<char>(at / kBlock) +
                        bigEndian(std::min(kBlock, count - at) - 1, 2);
    frame += bigEndian(crcOf(frame, 8, 0x07), 1);
    frame += '\0' + bigEndian(static_cast<std::uint16_t>(value), 2);
    out += frame + bigEndian(crcOf(frame, 16, 0x8005), 2);
  }
  return out;
}

TEST(SoundImport, DecodesASoundOfAnyRateToItsEnd) {
  for (const std::uint32_t rate : {8000u, 11025u, 22050u, 32000u, 44100u, 48000u, 96000u}) {
    for (const std::uint32_t count : {rate / 50, rate / 20, rate / 10, rate}) {
      const auto even = sound(evenFlac(rate, count, 1000), "a.flac");
      ASSERT_TRUE(even) << rate << " " << describe(even.error());
      EXPECT_EQ(even->rate, static_cast<int>(rate));
      EXPECT_EQ(even->frames(), count) << rate;
      const auto [low, high] = std::ranges::minmax(even->samples);
      EXPECT_NEAR(low, 1000, 1) << rate;
      EXPECT_NEAR(high, 1000, 1) << rate;
    }
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
