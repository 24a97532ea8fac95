#include "bundle/open/open_container.h"
#include "bundle/zip/zip_builder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace sepax::test {
namespace {

namespace fs = std::filesystem;

/// An archive of 5 GiB that takes a few kilobytes of disk: one stored entry is a hole, the other follows it.
class LargeZip : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kHole = std::uint64_t{5} << 30;

  void SetUp() override {
    path_ = (fs::temp_directory_path() / "sepax-large-zip").string();
    const std::string name = "hole.bin", small = "small.txt", data = "hello";
    const std::string large_extra = u16(1) + u16(16) + u64(kHole) + u64(kHole);
    const std::string first = u32(0x04034b50) + u16(45) + u16(0) + u16(0) + u32(0) + u32(0) + u32(0xFFFFFFFF) +
                              u32(0xFFFFFFFF) + u16(name.size()) + u16(large_extra.size()) + name + large_extra;
    const std::uint64_t second_at = first.size() + kHole;
    const std::string second = u32(0x04034b50) + u16(20) + u16(0) + u16(0) + u32(0) + u32(crcOf(data)) +
                               u32(data.size()) + u32(data.size()) + u16(small.size()) + u16(0) + small + data;
    const std::uint64_t directory_at = second_at + second.size();
    const std::string offset_extra = u16(1) + u16(8) + u64(second_at);
    const auto central = [](std::uint32_t crc, std::uint64_t size, std::uint64_t offset, const std::string& entry,
                            const std::string& extra) {
      return u32(0x02014b50) + u16(45) + u16(45) + u16(0) + u16(0) + u32(0) + u32(crc) + u32(size) + u32(size) +
             u16(entry.size()) + u16(extra.size()) + u16(0) + u16(0) + u16(0) + u32(0) + u32(offset) + entry + extra;
    };
    const std::string directory = central(0, 0xFFFFFFFF, 0, name, large_extra) +
                                  central(crcOf(data), data.size(), 0xFFFFFFFF, small, offset_extra);
    const std::string end = u32(0x06064b50) + u64(44) + u16(45) + u16(45) + u32(0) + u32(0) + u64(2) + u64(2) +
                            u64(directory.size()) + u64(directory_at) + u32(0x07064b50) + u32(0) +
                            u64(directory_at + directory.size()) + u32(1) + u32(0x06054b50) + u16(0) + u16(0) + u16(2) +
                            u16(2) + u32(directory.size()) + u32(0xFFFFFFFF) + u16(0);
    std::ofstream out(path_, std::ios::binary);
    out << first;
    out.seekp(static_cast<std::streamoff>(second_at));
    out << second << directory << end;
    ASSERT_TRUE(out.good());
  }
  void TearDown() override { fs::remove(path_); }
  std::string path_;
};

TEST_F(LargeZip, IsListedAndReadBeyondFourGibibytes) {
  const auto tree = openTree(path_).value();
  EXPECT_EQ(codesOf(*tree), std::vector<std::string>{});
  ASSERT_EQ(pathsOf(*tree), (std::vector<std::string>{"hole.bin", "small.txt"}));
  EXPECT_EQ(tree->entries()[0].size, kHole);
  EXPECT_GT(tree->entries()[1].offset, kHole);
  EXPECT_EQ(textOf(*tree, "small.txt"), "hello");
  EXPECT_EQ(errorOf(*tree, "hole.bin"), ErrorCode::kTooLarge);
  const auto hole = tree->open(0, kHole).value();
  std::vector<std::byte> last(16, std::byte{1});
  ASSERT_TRUE(hole->readAt(kHole - 16, last));
  EXPECT_EQ(last, std::vector<std::byte>(16));
  const auto facts = tree->facts();
  EXPECT_EQ(facts[1].value, "yes");
}

}  // namespace
}  // namespace sepax::test
