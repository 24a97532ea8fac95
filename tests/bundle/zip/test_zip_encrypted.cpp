#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/zip/encrypted_zips.h"

#include <bzlib.h>
#include <gtest/gtest.h>

namespace sepax::test {
namespace {

std::shared_ptr<const Tree> openWith(const std::string& bytes, const std::string& password) {
  OpenOptions options;
  options.password = password;
  return openTree(memorySource(toBytes(bytes)), "t.zip", options).value();
}

TEST(ZipEncryption, IsReadWithThePassword) {
  for (const EncryptedZip& sample : encryptedZips()) {
    const auto tree = openWith(sample.bytes, "s3cret");
    ASSERT_EQ(tree->entries().size(), 1u);
    EXPECT_EQ(tree->entries()[0].encryption, sample.encryption);
    EXPECT_EQ(tree->entries()[0].has_crc32, sample.encryption == Encryption::kZipCrypto);
    EXPECT_EQ(textOf(*tree, "a.txt"), kEncryptedText) << encryptionName(sample.encryption);
  }
}

TEST(ZipEncryption, DistinguishesAMissingAndAWrongPasswordFromDamage) {
  for (const EncryptedZip& sample : encryptedZips()) {
    const std::string bytes = sample.bytes;
    EXPECT_EQ(errorOf(*openWith(bytes, ""), "a.txt"), ErrorCode::kPassword);
    EXPECT_EQ(textOf(*openWith(bytes, ""), "a.txt"), "error: is encrypted; it needs a password");
    EXPECT_EQ(errorOf(*openWith(bytes, "secret"), "a.txt"), ErrorCode::kPassword);
    EXPECT_EQ(textOf(*openWith(bytes, "secret"), "a.txt"), "error: the password is wrong");
    if (sample.encryption == Encryption::kZipCrypto) continue;
    std::string tampered = bytes;
    tampered[75] = static_cast<char>(tampered[75] ^ 1);
    EXPECT_EQ(errorOf(*openWith(tampered, "s3cret"), "a.txt"), ErrorCode::kDamaged)
        << encryptionName(sample.encryption);
  }
}

TEST(ZipEncryption, IsReadEvenWhenTheRightPasswordIsGivenForAFakeOne) {
  const auto tree =
      openWith(Archive{.items = {{.name = "a", .data = "plain", .method = 8, .flags = 1}}}.bytes(), "s3cret");
  EXPECT_EQ(textOf(*tree, "a"), "plain");
  EXPECT_TRUE(tree->check(0).value().is_fake_encryption);
}

TEST(ZipEncryption, OfTheStrongKindIsNamed) {
  const auto tree =
      openWith(Archive{.items = {{.name = "a", .data = "gibberish", .flags = 1 | 1 << 6, .crc = 7}}}.bytes(), "x");
  EXPECT_EQ(tree->entries()[0].encryption, Encryption::kStrong);
  EXPECT_EQ(errorOf(*tree, "a"), ErrorCode::kUnsupported);
}

TEST(ZipMethods, Bzip2IsRead) {
  const std::string text(100'000, 'b');
  std::string packed(10'000, '\0');
  auto length = static_cast<unsigned>(packed.size());
  ASSERT_EQ(BZ2_bzBuffToBuffCompress(packed.data(), &length, const_cast<char*>(text.data()),
                                     static_cast<unsigned>(text.size()), 9, 0, 0),
            BZ_OK);
  packed.resize(length);
  const Item item{
      .name = "a", .data = packed, .method = 12, .crc = crcOf(text), .size = static_cast<std::uint32_t>(text.size())};
  EXPECT_EQ(textOf(*treeOf(Archive{.items = {item}}.bytes()), "a"), text);
  Item lying = item;
  lying.size = 10;
  EXPECT_EQ(errorOf(*treeOf(Archive{.items = {lying}}.bytes()), "a"), ErrorCode::kDamaged);
}

TEST(ZipEncrypted, IsSoundWhenThePasswordOpensIt) {
  for (const EncryptedZip& sample : encryptedZips()) {
    const auto verdict = [&](const char* password) {
      return verify(*openTree(memorySource(toBytes(sample.bytes)), "t.zip", {.password = password}).value());
    };
    EXPECT_EQ(verdictOf(verdict("s3cret")), 0) << encryptionName(sample.encryption);
    EXPECT_TRUE(verdict("s3cret").findings.empty());
    EXPECT_EQ(verdictOf(verdict("wrong")), 1) << encryptionName(sample.encryption);
    EXPECT_EQ(verdictOf(verdict("")), 1) << encryptionName(sample.encryption);
  }
}

TEST(ZipMethods, AnUnknownOneIsTakenForStoredWhenTheCrcProvesIt) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "a", .data = "hello", .method = 1234}, {.name = "b", .data = "x", .method = 99}}}
          .bytes());
  EXPECT_EQ(textOf(*tree, "a"), "hello");
  EXPECT_TRUE(tree->check(0).value().is_fake_method);
  EXPECT_EQ(errorOf(*tree, "b"), ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace sepax::test
