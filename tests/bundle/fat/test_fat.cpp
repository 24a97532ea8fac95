#include "bundle/fat/fat_builder.h"
#include "bundle/obb/obb.h"
#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace sepax::test {
namespace {

namespace fs = std::filesystem;
using Codes = std::vector<std::string>;
using Paths = std::vector<std::string>;

const std::string kLong(3000, 'x');

std::vector<FatFile> sampleFiles() {
  return {{.name = u"hello.txt", .data = "hello"},
          {.name = u"assets",
           .children = {{.name = u"模型 \xD83D\xDE00.obj", .data = kLong}, {.name = u"empty"}},
           .is_folder = true},
          {.name = u"a name that needs three pieces of a long name.bin", .data = std::string(512, 'y')}};
}

TEST(FatReader, ReadsAllThreeKindsWithLongNamesOverGarbageShortNames) {
  for (const int bits : {12, 16, 32}) {
    const auto tree = treeOf(FatImage(bits, sampleFiles()).bytes);
    EXPECT_EQ(tree->kind(), bits == 12   ? ContainerKind::kFat12
                            : bits == 16 ? ContainerKind::kFat16
                                         : ContainerKind::kFat32);
    EXPECT_EQ(codesOf(*tree), Codes{}) << bits;
    EXPECT_EQ(pathsOf(*tree), (Paths{"hello.txt", "assets", "a name that needs three pieces of a long name.bin",
                                     "assets/模型 😀.obj", "assets/empty"}));
    EXPECT_EQ(textOf(*tree, "hello.txt"), "hello");
    EXPECT_EQ(textOf(*tree, "assets/模型 😀.obj"), kLong);
    EXPECT_EQ(textOf(*tree, "assets/empty"), "");
    EXPECT_TRUE(tree->entries()[1].directory);
    EXPECT_EQ(timeText(tree->entries()[0].modified), "2026-01-02T03:04:06");
    EXPECT_TRUE(tree->entries()[0].in_place);
    EXPECT_EQ(tree->entries()[0].name_encoding, "UTF-16");
  }
}

TEST(FatReader, StripsTheObbFooter) {
  const auto tree =
      treeOf(FatImage(16, sampleFiles()).bytes + obbFooter("com.example.game", 42), "main.42.com.example.game.obb");
  EXPECT_EQ(tree->kind(), ContainerKind::kFat16);
  EXPECT_EQ(tree->footer()->version, 42);
  EXPECT_EQ(textOf(*tree, "hello.txt"), "hello");
  EXPECT_EQ(codesOf(*tree), Codes{});
}

/// An image encrypted as jobb does, with its footer.
std::string encrypted(std::string image, const std::string& password, const std::string& salt_hex) {
  const auto key = deriveObbKey(password, parseObbSalt(salt_hex).value()).value();
  EXPECT_TRUE(encryptObbSectors(key, 0, std::as_writable_bytes(std::span(image))));
  std::string salt;
  for (std::size_t i = 0; i < salt_hex.size(); i += 2)
    salt += static_cast<char>(std::stoi(salt_hex.substr(i, 2), nullptr, 16));
  const std::string package = "com.example.game";
  const std::string body = u32(1) + u32(7) + u32(2) + salt + u32(package.size()) + package;
  return image + body + u32(body.size()) + u32(0x01059983);
}

TEST(FatReader, ReadsEncryptedImagesWithTheirPassword) {
  const std::string bytes = encrypted(FatImage(16, sampleFiles()).bytes, "s3cret", "63060750b685a230");
  const auto open = [&](const std::string& password) {
    OpenOptions options;
    options.password = password;
    return openTree(memorySource(toBytes(bytes)), "main.7.com.example.game.obb", options).value();
  };
  const auto locked = open("");
  EXPECT_TRUE(locked->locked());
  EXPECT_EQ(codesOf(*locked), Codes{"obb.salted"});
  const auto wrong = open("S3cret");
  EXPECT_TRUE(wrong->locked());
  EXPECT_EQ(codesOf(*wrong), Codes{"obb.wrong_password"});
  const auto tree = open("s3cret");
  EXPECT_EQ(tree->kind(), ContainerKind::kFat16);
  EXPECT_FALSE(tree->locked());
  EXPECT_EQ(textOf(*tree, "assets/模型 😀.obj"), kLong);
  EXPECT_FALSE(tree->entries()[0].in_place);
  EXPECT_EQ(tree->description(), "an encrypted FAT16 disk image");
}

TEST(FatReader, ReportsDamagedChainsAndReadsTheRest) {
  struct Row {
    const char* name;
    std::uint32_t value;  ///< new link of the long file's second cluster
  };
  for (const Row& row : std::initializer_list<Row>{{"free", 0},
                                                   {"loop to its first", 3},
                                                   {"another file", 2},
                                                   {"out of range", 60000},
                                                   {"bad", 0xFFF7},
                                                   {"too early end", 0xFFFF}}) {
    FatImage image(16, {{.name = u"a", .data = "hello"}, {.name = u"long", .data = kLong}});
    image.link(4, row.value);
    const auto tree = treeOf(image.bytes);
    EXPECT_EQ(textOf(*tree, "a"), "hello") << row.name;
    EXPECT_EQ(errorOf(*tree, "long"), ErrorCode::kDamaged) << row.name;
    const Codes codes = codesOf(*tree);
    EXPECT_EQ(std::count(codes.begin(), codes.end(), "fat.bad_chain"), 1) << row.name;
    EXPECT_EQ(codes.front(), "fat.tables_differ") << row.name;
  }
}

TEST(FatReader, ReadsScatteredFiles) {
  FatImage image(16,
                 {{.name = u"long", .data = std::string(512, 'a') + std::string(512, 'b') + std::string(100, 'c')}});
  image.link(3, 100);  // the third cluster moves
  image.link(4, 0);
  image.link(100, 0xFFFF);
  image.bytes.replace(image.offsetOf(100), 512, std::string(512, 'z'));
  const auto tree = treeOf(image.bytes);
  EXPECT_EQ(textOf(*tree, "long"), std::string(512, 'a') + std::string(512, 'b') + std::string(100, 'z'));
  EXPECT_FALSE(tree->entries()[0].in_place);
  const auto source = tree->open(0, 2000).value();
  std::vector<std::byte> part(4);
  ASSERT_TRUE(source->readAt(1022, part));
  EXPECT_EQ(toText(part), "bbzz");
}

/// a: clusters 2, 3, 6; b: 4, 5. As one run from its first cluster each, they would share cluster 4.
TEST(FatReader, FindsNoSharedBytesInScatteredFiles) {
  FatImage image(16, {{.name = u"a", .data = std::string(512, '1') + std::string(512, '2') + std::string(512, '3')},
                      {.name = u"b", .data = std::string(512, '4') + std::string(512, '5')}});
  const auto moved = [&](std::size_t to, char what) { image.bytes.replace(image.offsetOf(to), 512, 512, what); };
  image.link(3, 6);
  image.link(4, 5);
  image.link(5, 0xFFFF);
  image.link(6, 0xFFFF);
  moved(4, '4');
  moved(5, '5');
  moved(6, '3');
  constexpr std::size_t kSlot = 32, kFirstCluster = 26;
  image.bytes[image.rootOffset() + 3 * kSlot + kFirstCluster] = 4;  // behind a's two slots and b's long name
  const auto tree = treeOf(image.bytes);
  EXPECT_EQ(textOf(*tree, "a"), std::string(512, '1') + std::string(512, '2') + std::string(512, '3'));
  EXPECT_EQ(textOf(*tree, "b"), std::string(512, '4') + std::string(512, '5'));
  EXPECT_EQ(overlappingEntries(*tree), (std::vector<bool>{false, false}));
}

TEST(FatReader, FindsLostClustersAndAFolderThatContainsItself) {
  FatImage lost(16, {{.name = u"a", .data = "x"}});
  lost.link(50, 51);
  lost.link(51, 0xFFFF);
  EXPECT_EQ(codesOf(*treeOf(lost.bytes)), (Codes{"fat.tables_differ", "fat.lost_clusters"}));

  FatImage loop(16, {{.name = u"d",
                      .children = {{.name = u"e", .children = {{.name = u"f", .data = "x"}}, .is_folder = true}},
                      .is_folder = true}});
  // The inner folder's slot (cluster 4 holds "e"'s slots: the folder "d") points back at "d".
  const std::size_t slot = loop.bytes.rfind(std::string("ifl\x10", 4), loop.offsetOf(2) + 5 * 512) - 8;
  loop.bytes.replace(slot + 26, 2, u16(4));
  const auto tree = treeOf(loop.bytes);
  const Codes codes = codesOf(*tree);
  EXPECT_NE(std::find(codes.begin(), codes.end(), "fat.bad_chain"), codes.end());
  EXPECT_LE(tree->entries().size(), 4u);
}

TEST(FatReader, ShowsTheShortNameWhenTheLongOneIsDamaged) {
  FatImage image(16, {{.name = u"long name.txt", .data = "hello"}});
  image.bytes[image.rootOffset() + 13] ^= 1;  // the checksum
  const auto tree = treeOf(image.bytes);
  ASSERT_EQ(tree->entries().size(), 1u);
  EXPECT_EQ(tree->entries()[0].raw_name.size(), 11u);
  EXPECT_EQ(codesOf(*tree), (Codes{"fat.bad_long_name", "fat.unsafe_name"}));
  EXPECT_EQ(toText(tree->read(0, 100).value()), "hello");
  EXPECT_EQ(tree->entries()[0].path.find('/'), std::string::npos);
}

TEST(FatReader, ReportsATruncatedImageAndTheWrongTypeLabel) {
  const std::string whole = FatImage(16, sampleFiles()).bytes;
  EXPECT_EQ(codesOf(*treeOf(whole.substr(0, whole.size() / 2))), Codes{"fat.truncated"});
  std::string labelled = whole;
  labelled.replace(54, 5, "FAT12");
  const auto tree = treeOf(labelled);
  EXPECT_EQ(tree->kind(), ContainerKind::kFat16);
  EXPECT_EQ(codesOf(*tree), Codes{"fat.type_label"});
}

TEST(FatReader, StopsAtFoldersDeeperThanAnyoneNeeds) {
  FatFile folder{.name = u"d", .children = {{.name = u"deepest", .data = "x"}}, .is_folder = true};
  for (int i = 0; i < 70; ++i) folder = FatFile{.name = u"d", .children = {folder}, .is_folder = true};
  const auto tree = treeOf(FatImage(16, {folder, {.name = u"a", .data = "hello"}}).bytes);
  const Codes codes = codesOf(*tree);
  EXPECT_NE(std::find(codes.begin(), codes.end(), "fat.too_deep"), codes.end());
  EXPECT_EQ(textOf(*tree, "a"), "hello");
  EXPECT_LE(tree->entries().size(), 66u);
}

TEST(FatReader, FindsACountOfFreeClustersThatCannotBe) {
  FatImage image(32, sampleFiles());
  image.bytes.replace(48, 2, u16(1));  // the information sector
  image.bytes.replace(512, 4, u32(0x41615252));
  image.bytes.replace(512 + 488, 4, u32(1'000'000));
  EXPECT_EQ(codesOf(*treeOf(image.bytes)), Codes{"fat.free_count"});
}

TEST(FatReader, SurvivesRandomlyDamagedImages) {
  const FatImage image(12, sampleFiles());
  std::mt19937 random(20260102);
  int read = 0, refused = 0;
  const std::size_t table = 512, root = image.rootOffset();
  for (int round = 0; round < manyRounds(1500); ++round) {
    std::string bytes = image.bytes;
    for (unsigned i = 0; i < 1 + random() % 4; ++i) {
      const std::size_t at =
          std::vector<std::size_t>{random() % 64, table + random() % 24, root + random() % 400}[random() % 3];
      bytes[at] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
    }
    if (round % 5 == 0) bytes.resize(random() % bytes.size());
    const auto tree = treeOf(bytes);
    for (std::size_t i = 0; i < tree->entries().size(); ++i) {
      if (!tree->entries()[i].directory) ++(tree->read(i, 1 << 20) ? read : refused);
    }
  }
  EXPECT_GT(read, manyRounds(1000));
  EXPECT_GT(refused, manyRounds(100));
}

// ------------------------------------------------------------------------------------- images made by other people's
// programs

/// Runs a shell line; false when it fails or its program is missing.
bool runs(const std::string& line) { return std::system((line + " >/dev/null 2>&1").c_str()) == 0; }

class GenuineFat : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!runs("command -v mkfs.fat && command -v mcopy")) GTEST_SKIP() << "needs dosfstools and mtools";
    root_ = fs::temp_directory_path() /
            (std::string("sepax-fat-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(root_);
    fs::create_directories(root_ / "in/贴图");
    std::mt19937 random(7);
    std::string noise(1'500'000, ' ');
    for (char& c : noise) c = static_cast<char>(random());
    put("in/readme.txt", "hello");
    put("in/MixedCase.json", "{}");
    put("in/贴图/墙壁.png", noise);
    put("in/贴图/a name with more than thirteen letters.txt", "long");
  }
  void TearDown() override { fs::remove_all(root_); }
  void put(const std::string& path, const std::string& text) const {
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  std::string get(const std::string& path) const {
    std::ifstream in(root_ / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Makes an image by mkfs.fat and mcopy and compares what the reader sees with the files.
  void check(const std::string& options, std::size_t kibibytes, ContainerKind kind) {
    const std::string image = (root_ / "image").string();
    ASSERT_TRUE(runs("PATH=$PATH:/usr/sbin mkfs.fat -C " + options + " -a --invariant " + image + " " +
                     std::to_string(kibibytes)));
    ASSERT_TRUE(runs("cd " + (root_ / "in").string() + " && MTOOLS_SKIP_CHECK=1 LC_ALL=C.UTF-8 mcopy -s -Q -i " +
                     image + " * ::/"));
    const auto tree = openTree(image).value();
    EXPECT_EQ(tree->kind(), kind);
    EXPECT_EQ(codesOf(*tree), Codes{});
    int files = 0;
    for (std::size_t i = 0; i < tree->entries().size(); ++i) {
      const TreeEntry& entry = tree->entries()[i];
      if (entry.directory) continue;
      EXPECT_TRUE(entry.in_place) << entry.path;
      EXPECT_TRUE(toText(tree->read(i, 1 << 22).value()) == get("in/" + entry.path)) << entry.path;
      ++files;
    }
    EXPECT_EQ(files, 4);
  }
  fs::path root_;
};

TEST_F(GenuineFat, Twelve) { check("-F 12 -s 2", 3000, ContainerKind::kFat12); }
TEST_F(GenuineFat, SixteenAsJobbLaysItOut) {
  check("-F 16 -S 512 -s 2 -f 2 -R 1 -M 0xf8 -g 64/32 -i 00000000", 9000, ContainerKind::kFat16);
}
TEST_F(GenuineFat, ThirtyTwo) { check("-F 32 -s 1 -R 32", 40000, ContainerKind::kFat32); }

}  // namespace
}  // namespace sepax::test
