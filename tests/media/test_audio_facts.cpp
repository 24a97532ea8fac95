#include "media/audio_facts.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace sepax {
namespace {

std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

std::optional<AudioFacts> factsOf(const std::string& bytes) {
  const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
  return readAudioFacts(*memorySource({data, data + bytes.size()}));
}

std::string wave(std::uint32_t data_size, std::size_t there) {
  std::string out = "RIFF" + little(36 + data_size, 4) + "WAVE" + "LIST" + little(3, 4) + "abc" + std::string(1, '\0');
  out += "fmt " + little(16, 4) + little(1, 2) + little(2, 2) + little(44100, 4) + little(176400, 4) + little(4, 2) +
         little(16, 2);
  return out + "data" + little(data_size, 4) + std::string(there, '\0');
}

TEST(AudioFacts, OfAWaveFileComeFromItsChunks) {
  const auto facts = factsOf(wave(176400 * 2, 176400 * 2));
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->format, "WAV, PCM 16 bit");
  EXPECT_EQ(facts->rate, 44100u);
  EXPECT_EQ(facts->channels, 2);
  EXPECT_DOUBLE_EQ(facts->seconds, 2);
  EXPECT_DOUBLE_EQ(factsOf(wave(0xffffffff, 176400))->seconds, 1)
      << "a stream does not know its size: what is there counts";
}

TEST(AudioFacts, OfACompressedWaveTakeItsSamplesRatherThanItsBytesASecond) {
  const std::string wave = "RIFF" + little(0, 4) + "WAVEfmt " + little(18, 4) + little(2, 2) + little(1, 2) +
                           little(22050, 4) + little(16000, 4) + little(512, 2) + little(4, 2) + little(0, 2) + "fact" +
                           little(4, 4) + little(66150, 4) + "data" + little(6400, 4);
  EXPECT_DOUBLE_EQ(factsOf(wave + std::string(6400, '\0'))->seconds, 3);
  EXPECT_DOUBLE_EQ(factsOf(wave + std::string(1600, '\0'))->seconds, 0.1) << "cut off: the bytes that are there";
}

std::string oggPage(const std::string& packet, std::uint64_t granule) {
  return "OggS" + std::string(2, '\0') + little(granule, 8) + std::string(12, '\0') + "\x01" +
         little(packet.size(), 1) + packet;
}

TEST(AudioFacts, OfOggComeFromTheFirstPacketAndTheLastPage) {
  const std::string vorbis =
      std::string("\x01vorbis", 7) + little(0, 4) + little(2, 1) + little(48000, 4) + std::string(14, '\0');
  const auto facts = factsOf(oggPage(vorbis, 0) + oggPage("x", 48000 * 3));
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->format, "Ogg Vorbis");
  EXPECT_EQ(facts->channels, 2);
  EXPECT_DOUBLE_EQ(facts->seconds, 3);
  const std::string opus =
      std::string("OpusHead") + little(1, 1) + little(1, 1) + little(480, 2) + little(16000, 4) + little(0, 3);
  const auto heard = factsOf(oggPage(opus, 0) + oggPage("x", 48480));
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->format, "Ogg Opus");
  EXPECT_DOUBLE_EQ(heard->seconds, 1) << "the first samples are skipped by the player";
}

TEST(AudioFacts, OfFlacComeFromItsStreamInfo) {
  // 44100 Hz, 2 channels, 16 bit, 88200 samples.
  const std::string info =
      std::string(10, '\0') + std::string("\x0a\xc4\x42\xf0\x00\x01\x58\x88", 8) + std::string(16, '\0');
  const auto facts = factsOf(std::string("fLaC\0\0\0\x22", 8) + info);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->format, "FLAC 16 bit");
  EXPECT_EQ(facts->rate, 44100u);
  EXPECT_EQ(facts->channels, 2);
  EXPECT_DOUBLE_EQ(facts->seconds, 2);
}

TEST(AudioFacts, OfMp3NeedTwoFramesInARow) {
  // MPEG 1 layer 3, 128 kbit/s, 44100 Hz, stereo: 417 bytes a frame.
  const std::string frame = std::string("\xff\xfb\x90\x00", 4) + std::string(413, '\0');
  std::string file = std::string("ID3\x03\x00\x00\x00\x00\x00\x0a", 10) + std::string(10, 'x');
  for (int i = 0; i < 10; ++i) file += frame;
  const auto facts = factsOf(file);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->format, "MP3 (MPEG 1 layer 3)");
  EXPECT_EQ(facts->rate, 44100u);
  EXPECT_TRUE(facts->estimated);
  EXPECT_NEAR(facts->seconds, 4170.0 * 8 / 128000, 1e-9);
  EXPECT_FALSE(factsOf(std::string(100, 'x') + frame.substr(0, 4) + std::string(2000, 'y')))
      << "eleven bits happen by chance";
}

TEST(AudioFacts, AreNoneForCutOffHeadersAndOtherBytes) {
  const std::string whole = wave(100, 100);
  for (const std::size_t length : {0u, 3u, 11u, 20u, 30u, 47u})
    EXPECT_FALSE(factsOf(whole.substr(0, length))) << length;
  for (const char* text : {"OggS", "fLaC", "ID3", "RIFF", "plain text"}) EXPECT_FALSE(factsOf(text)) << text;
}

}  // namespace
}  // namespace sepax
