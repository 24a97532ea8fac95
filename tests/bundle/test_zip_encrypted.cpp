#include "zip_builder.h"

#include <bzlib.h>
#include <gtest/gtest.h>

namespace sepax::test {
namespace {

struct Sample {
  Encryption encryption;
  std::string hex;
};

/// "a.txt", encrypted with the password "s3cret" by 7-Zip 26.
const std::vector<Sample> kSamples = {
    {Encryption::kZipCrypto,
     "504b030414000100080000002100d25174f82f0000003a00000005000000612e7478748dd9630a2ef00e14c824e8aea2c3ccdd0606db47de0995366f"
     "ca2c028b75b5be92461c2fa34f6a3c77268b1d81c927504b01023f0314000100080000002100d25174f82f0000003a00000005000000000000000000"
     "2080a48100000000612e747874504b0506000000000100010033000000520000000000"},
    {Encryption::kAes128,
     "504b03043300010063000000210000000000370000003a00000005000b00612e7478740199070002004145010800775a58d4abcfeeac1aa45b3fa844"
     "c63702b0c88deae411c870f7d91757511113fcb5b09ac81b292c91b7b609f51a17b164a6957bd1cb67504b01023f0333000100630000002100000000"
     "00370000003a00000005000b000000000000002080a48100000000612e7478740199070002004145010800504b050600000000010001003e00000065"
     "0000000000"},
    {Encryption::kAes192,
     "504b030433000100630000002100000000003b0000003a00000005000b00612e7478740199070002004145020800fa9a3e18cf2969aa5d2489536539"
     "5bb5e401b6b13a62cdc2d4db64a1906e64d67e56dddfe7038061668ec9b9714718f63bb46f90420060d5f5e03d504b01023f03330001006300000021"
     "00000000003b0000003a00000005000b000000000000002080a48100000000612e7478740199070002004145020800504b050600000000010001003e"
     "000000690000000000"},
    {Encryption::kAes256,
     "504b030433000100630000002100000000003f0000003a00000005000b00612e74787401990700020041450308004481c8386ee083536ef0ed7dfdf4"
     "e07278e67b82b768d5a95f4a79fff28d99e00a033371292447f16594d31556b51e44ca269d15e11efb24d9591b64120037504b01023f033300010063"
     "0000002100000000003f0000003a00000005000b000000000000002080a48100000000612e7478740199070002004145030800504b05060000000001"
     "0001003e0000006d0000000000"}};

constexpr const char* kText = "hello secret world, hello secret world, hello secret world";

std::string fromHex(const std::string& hex) {
  std::string out;
  for (std::size_t i = 0; i < hex.size(); i += 2) out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return out;
}

std::shared_ptr<const Tree> openWith(const std::string& bytes, const std::string& password) {
  OpenOptions options;
  options.password = password;
  return openTree(memorySource(toBytes(bytes)), "t.zip", options).value();
}

TEST(ZipEncryption, IsReadWithThePassword) {
  for (const Sample& sample : kSamples) {
    const auto tree = openWith(fromHex(sample.hex), "s3cret");
    ASSERT_EQ(tree->entries().size(), 1u);
    EXPECT_EQ(tree->entries()[0].encryption, sample.encryption);
    EXPECT_EQ(tree->entries()[0].has_crc32, sample.encryption == Encryption::kZipCrypto);
    EXPECT_EQ(textOf(*tree, "a.txt"), kText) << encryptionName(sample.encryption);
  }
}

TEST(ZipEncryption, TellsAMissingAndAWrongPasswordFromDamage) {
  for (const Sample& sample : kSamples) {
    const std::string bytes = fromHex(sample.hex);
    EXPECT_EQ(errorOf(*openWith(bytes, ""), "a.txt"), ErrorCode::kPassword);
    EXPECT_EQ(textOf(*openWith(bytes, ""), "a.txt"), "error: is encrypted; it needs a password");
    EXPECT_EQ(errorOf(*openWith(bytes, "secret"), "a.txt"), ErrorCode::kPassword);
    EXPECT_EQ(textOf(*openWith(bytes, "secret"), "a.txt"), "error: the password is wrong");
    if (sample.encryption == Encryption::kZipCrypto) continue;
    std::string tampered = bytes;
    tampered[75] = static_cast<char>(tampered[75] ^ 1);
    EXPECT_EQ(errorOf(*openWith(tampered, "s3cret"), "a.txt"), ErrorCode::kDamaged) << encryptionName(sample.encryption);
  }
}

TEST(ZipEncryption, IsReadEvenWhenTheRightPasswordIsGivenForAFakeOne) {
  const auto tree = openWith(Archive{.items = {{.name = "a", .data = "plain", .method = 8, .flags = 1}}}.bytes(), "s3cret");
  EXPECT_EQ(textOf(*tree, "a"), "plain");
  EXPECT_TRUE(tree->check(0).value().is_fake_encryption);
}

TEST(ZipEncryption, OfTheStrongKindIsNamed) {
  const auto tree = openWith(Archive{.items = {{.name = "a", .data = "gibberish", .flags = 1 | 1 << 6, .crc = 7}}}.bytes(), "x");
  EXPECT_EQ(tree->entries()[0].encryption, Encryption::kStrong);
  EXPECT_EQ(errorOf(*tree, "a"), ErrorCode::kUnsupported);
}

TEST(ZipMethods, Bzip2IsRead) {
  const std::string text(100'000, 'b');
  std::string packed(10'000, '\0');
  auto length = static_cast<unsigned>(packed.size());
  ASSERT_EQ(BZ2_bzBuffToBuffCompress(packed.data(), &length, const_cast<char*>(text.data()), static_cast<unsigned>(text.size()), 9, 0, 0),
            BZ_OK);
  packed.resize(length);
  const Item item{.name = "a", .data = packed, .method = 12, .crc = crcOf(text), .size = static_cast<std::uint32_t>(text.size())};
  EXPECT_EQ(textOf(*treeOf(Archive{.items = {item}}.bytes()), "a"), text);
  Item lying = item;
  lying.size = 10;
  EXPECT_EQ(errorOf(*treeOf(Archive{.items = {lying}}.bytes()), "a"), ErrorCode::kDamaged);
}

TEST(ZipMethods, AnUnknownOneIsTakenForStoredWhenTheCrcProvesIt) {
  const auto tree =
      treeOf(Archive{.items = {{.name = "a", .data = "hello", .method = 1234}, {.name = "b", .data = "x", .method = 99}}}.bytes());
  EXPECT_EQ(textOf(*tree, "a"), "hello");
  EXPECT_TRUE(tree->check(0).value().is_fake_method);
  EXPECT_EQ(errorOf(*tree, "b"), ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace sepax::test
