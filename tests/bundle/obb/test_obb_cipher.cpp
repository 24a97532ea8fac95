#include "bundle/obb/obb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <thread>

namespace sepax {
namespace {

// Made with the jobb tool of Android's SDK and confirmed by libgcrypt.
constexpr const char* kSaltHex = "63060750b685a230";
constexpr const char* kPassword = "s3cret";
constexpr const char* kKeyHex = "24ba9ad2e08125f46b16e6b5b0326dff";
constexpr const char* kForeignPassword = "\xE5\xAF\x86\xE7\xA0\x81\xC3\xA9";  // U+5BC6 U+7801 U+00E9

ObbSalt salt() { return parseObbSalt(kSaltHex).value(); }

std::string hex(std::span<const std::byte> bytes) {
  return hexOf({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

TEST(ObbCipher, DerivesTheKeyThatJobbDerives) { EXPECT_EQ(hexOf(deriveObbKey(kPassword, salt()).value()), kKeyHex); }

TEST(ObbCipher, TriesTheLowBytesOnlyForPasswordsBeyondAsciiAndMd5Last) {
  const auto plain = guessObbKeys(kPassword, salt()).value();
  ASSERT_EQ(plain.size(), 2u);
  EXPECT_EQ(hexOf(plain[0].key), kKeyHex);
  EXPECT_EQ(hexOf(plain[1].key), "33e1b232a4e6fa0028a6670753749a17") << "MD5 of the password";
  const auto foreign = guessObbKeys(kForeignPassword, salt()).value();
  ASSERT_EQ(foreign.size(), 3u);
  EXPECT_EQ(hexOf(foreign[0].key), "67f292afd32bd6d5d3b572a18b08e9f8");
  EXPECT_EQ(hexOf(foreign[1].key), "d5be25d906edd16e8fc440450a0d33be");
}

TEST(ObbCipher, EncryptsSectorsAsJobbDoes) {
  const ObbKey key = deriveObbKey(kPassword, salt()).value();
  std::vector<std::byte> zeros(1024);
  ASSERT_TRUE(encryptObbSectors(key, 0, zeros));
  EXPECT_EQ(hex(std::span(zeros).first(16)), "4770ebb71fb12a32b17424618083d07d");
  EXPECT_EQ(hex(std::span(zeros).subspan(496, 16)), "b345f54c4c132ca29f631370d52cd481");
  EXPECT_EQ(hex(std::span(zeros).subspan(512, 16)), "d24f3664ad047630feacd083fdba9192");
  std::vector<std::byte> far(512);
  ASSERT_TRUE(encryptObbSectors(key, 0x01020304, far));
  EXPECT_EQ(hex(std::span(far).first(16)), "d815d2dbcc475c7f8c45df28ce0229a8");
}

TEST(ObbCipher, DecryptsAnySectorByItselfFromSeveralThreads) {
  const ObbKey key = deriveObbKey(kPassword, salt()).value();
  std::vector<std::byte> bytes(64 * kObbSectorSize);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7 >> 3);
  const auto plain = bytes;
  ASSERT_TRUE(encryptObbSectors(key, 1000, bytes));
  EXPECT_NE(bytes, plain);
  std::vector<std::thread> threads;
  for (std::size_t part = 0; part < 4; ++part) {
    threads.emplace_back([&, part] {
      for (std::size_t sector = part; sector < 64; sector += 4) {
        (void)decryptObbSectors(key, static_cast<std::uint32_t>(1000 + sector),
                                std::span(bytes).subspan(sector * 512, 512));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(bytes, plain);
}

TEST(ObbCipher, KnowsWhichKeysADeviceGarbles) {
  EXPECT_TRUE(survivesDevice({0x10}));
  EXPECT_TRUE(survivesDevice({0x7F}));
  EXPECT_FALSE(survivesDevice({0x0F, 0xFF}));
  EXPECT_FALSE(survivesDevice({0x80}));
  int survivors = 0;
  for (int first = 0; first < 256; ++first) survivors += survivesDevice({static_cast<std::uint8_t>(first)});
  EXPECT_EQ(survivors, 112) << "43.75 % of 256";
}

TEST(ObbCipher, RollsDifferentSaltsThatJobbCanRead) {
  std::set<ObbSalt> salts;
  for (int i = 0; i < 50; ++i) salts.insert(randomObbSalt());
  EXPECT_EQ(salts.size(), 50u);
  EXPECT_TRUE(std::all_of(salts.begin(), salts.end(), [](const ObbSalt& s) { return s[0] < 0x80; }));
}

TEST(ObbCipher, RefusesSaltsThatAreNoSixteenHexDigits) {
  EXPECT_EQ(hexOf(salt()), kSaltHex);
  for (const char* bad :
       {"", "63060750b685a23", "63060750b685a2300", "63060750b685a23g", "+3060750b685a230", "0x060750b685a230"}) {
    EXPECT_FALSE(parseObbSalt(bad)) << bad;
  }
}

}  // namespace
}  // namespace sepax
