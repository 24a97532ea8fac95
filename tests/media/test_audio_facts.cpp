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
  EXPECT_FALSE(facts->estimated);
  EXPECT_DOUBLE_EQ(facts->seconds, 10 * 1152 / 44100.0);
  EXPECT_FALSE(factsOf(std::string(100, 'x') + frame.substr(0, 4) + std::string(2000, 'y')))
      << "eleven bits happen by chance";
}

TEST(AudioFacts, OfMp3WithoutATableCountItsFrames) {
  const std::string large = std::string("\xff\xfb\x90\x00", 4) + std::string(413, '\0');  // 128 kbit/s
  const std::string small = std::string("\xff\xfb\x50\x00", 4) + std::string(204, '\0');  // 64 kbit/s
  std::string file;
  for (int i = 0; i < 5000; ++i) file += i % 3 == 0 ? large : small;
  const auto facts = factsOf(file + "TAG" + std::string(125, ' '));
  ASSERT_TRUE(facts);
  EXPECT_FALSE(facts->estimated);
  EXPECT_DOUBLE_EQ(facts->seconds, 5000 * 1152 / 44100.0);
  EXPECT_DOUBLE_EQ(factsOf(file.substr(0, file.size() - 1))->seconds, 4999 * 1152 / 44100.0);
}

TEST(AudioFacts, OfAnMp3sTableLeaveOutWhatItsEncoderAdded) {
  const std::string frame = std::string("\xff\xfb\x90\x00", 4) + std::string(413, '\0');
  const auto withTable = [&](std::size_t at, const std::string& table) {
    std::string first = frame;
    first.replace(at, table.size(), table);
    return factsOf(first + frame + frame);
  };
  const std::string frames("\0\0\0\x64", 4), more = std::string("\0\0\1\0", 4) + std::string(104, 'q');
  const std::string encoder = "LAME3.100" + std::string(12, '\0') + std::string("\x24\x05\x46", 3);
  for (const std::string word : {"Xing", "Info"}) {
    const auto facts = withTable(36, word + std::string("\0\0\0\x0F", 4) + frames + more + encoder);
    ASSERT_TRUE(facts);
    EXPECT_DOUBLE_EQ(facts->seconds, (100 * 1152 - 0x240 - 0x546) / 44100.0);
    EXPECT_DOUBLE_EQ(withTable(36, word + std::string("\0\0\0\x01", 4) + frames + encoder)->seconds,
                     (100 * 1152 - 0x240 - 0x546) / 44100.0);
    EXPECT_DOUBLE_EQ(withTable(36, word + std::string("\0\0\0\x01", 4) + frames)->seconds, 100 * 1152 / 44100.0);
  }
  EXPECT_DOUBLE_EQ(withTable(36, "VBRI" + std::string(10, '\0') + frames)->seconds, 100 * 1152 / 44100.0);
}

TEST(AudioFacts, OfOggAddUpSoundsThatLieOneBehindTheOther) {
  const auto page = [](int flags, std::uint64_t serial, const std::string& packet, std::uint64_t granule) {
    return "OggS" + std::string(1, '\0') + static_cast<char>(flags) + little(granule, 8) + little(serial, 4) +
           std::string(8, '\0') + "\x01" + little(packet.size(), 1) + packet;
  };
  const std::string vorbis =
      std::string("\x01vorbis", 7) + little(0, 4) + little(2, 1) + little(44100, 4) + std::string(14, '\0');
  const std::string opus =
      std::string("OpusHead") + little(1, 1) + little(1, 1) + little(480, 2) + little(16000, 4) + little(0, 3);
  const std::string first = page(2, 7, vorbis, 0) + page(0, 7, "x", ~std::uint64_t{0}) + page(4, 7, "x", 44100 * 3);
  const std::string second = page(2, 8, opus, 0) + page(0, 8, "x", 24000) + page(4, 8, "x", 48480);
  const auto chained = factsOf(first + second);
  ASSERT_TRUE(chained);
  EXPECT_EQ(chained->format, "Ogg Vorbis");
  EXPECT_DOUBLE_EQ(chained->seconds, 3 + 1);
  EXPECT_DOUBLE_EQ(factsOf(first + first + second)->seconds, 3 + 3 + 1) << "of one serial number, too";
  const std::string beside = page(2, 7, vorbis, 0) + page(2, 9, "a picture", 0) + page(0, 9, "x", 99999999);
  EXPECT_DOUBLE_EQ(factsOf(beside + page(4, 7, "x", 44100))->seconds, 1) << "positions of another stream";
  EXPECT_DOUBLE_EQ(factsOf(first + "damage" + page(4, 7, "x", 44100 * 5))->seconds, 5) << "the last page that is found";
  for (std::size_t cut = 1; cut < 30; ++cut)
    EXPECT_NEAR(factsOf(first + page(4, 7, "x", 44100 * 4).substr(0, cut))->seconds, 3.5, 0.5) << cut;
}

TEST(AudioFacts, OfOggFlacWithoutATotalComeFromItsPages) {
  const auto info = [](const std::string& total) {
    return std::string(
               "\x7f"
               "FLAC\1\0\0\1fLaC\0\0\0\x22",
               17) +
           std::string(10, '\0') + std::string("\x0a\xc4\x42\xf0", 4) + total + std::string(16, '\0');
  };
  for (const std::string& total : {std::string(4, '\0'), std::string("\x00\x01\x58\x88", 4)}) {
    const auto facts = factsOf(oggPage(info(total), 0) + oggPage("x", 88200));
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->format, "Ogg FLAC 16 bit");
    EXPECT_DOUBLE_EQ(facts->seconds, 2);
  }
}

TEST(AudioFacts, AreNoneForCutOffHeadersAndOtherBytes) {
  const std::string whole = wave(100, 100);
  for (const std::size_t length : {0u, 3u, 11u, 20u, 30u, 47u})
    EXPECT_FALSE(factsOf(whole.substr(0, length))) << length;
  for (const char* text : {"OggS", "fLaC", "ID3", "RIFF", "plain text"}) EXPECT_FALSE(factsOf(text)) << text;
}

}  // namespace
}  // namespace sepax
