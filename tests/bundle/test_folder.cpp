#include "bundle/open/open_container.h"
#include "bundle/zip/zip_builder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace sepax::test {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, removed at the end.
class FolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::temp_directory_path() / (std::string("sepax-") + info->test_suite_name() + "-" + info->name());
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  void put(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  fs::path root_;
};

using Folder = FolderTest;

TEST_F(Folder, ListsAndReadsFilesBelowIt) {
  put("a.txt", "hello");
  put("meshes/\xE7\x9F\xB3.obj", "v 0 0 0");
  const auto tree = openTree(root_.string()).value();
  EXPECT_EQ(tree->kind(), ContainerKind::kFolder);
  EXPECT_EQ(tree->name(), root_.filename().string());
  EXPECT_EQ(pathsOf(*tree), (std::vector<std::string>{"a.txt", "meshes", "meshes/\xE7\x9F\xB3.obj"}));
  EXPECT_TRUE(tree->entries()[1].directory);
  EXPECT_EQ(tree->entries()[0].size, 5u);
  EXPECT_EQ(textOf(*tree, "a.txt"), "hello");
  EXPECT_EQ(toText(tree->read(2, 100).value()), "v 0 0 0");
}

TEST_F(Folder, NamesWhatIsNoFile) {
  put("case/a.json", "{}");
  ASSERT_EQ(::mkfifo((root_ / "case/pipe").c_str(), 0600), 0);
  const auto tree = openTree((root_ / "case").string()).value();
  EXPECT_EQ(pathsOf(*tree), std::vector<std::string>{"a.json"});
  EXPECT_EQ(codesOf(*tree), std::vector<std::string>{"folder.special"});
}

TEST_F(Folder, FollowsLinksToFilesInside) {
  put("case/sub/b.json", "{}");
  put("case-of-others/c.json", "x");
  fs::create_symlink("sub/b.json", root_ / "case/a.json");
  fs::create_symlink(root_ / "case/a.json", root_ / "case/twice.json");
  fs::create_symlink("../case-of-others/c.json", root_ / "case/outside.json");
  fs::create_symlink("sub", root_ / "case/folder");
  fs::create_symlink("loop", root_ / "case/loop");
  const auto tree = openTree((root_ / "case").string()).value();
  EXPECT_EQ(pathsOf(*tree), (std::vector<std::string>{"a.json", "sub", "twice.json", "sub/b.json"}));
  EXPECT_EQ(codesOf(*tree), (std::vector<std::string>(3, "folder.link")));
  EXPECT_EQ(tree->entries()[0].size, 2u);
  EXPECT_EQ(textOf(*tree, "a.json"), "{}");
  EXPECT_EQ(textOf(*tree, "twice.json"), "{}");
  for (const char* path : {"outside.json", "folder/b.json", "loop"})
    EXPECT_EQ(errorOf(*tree, path), ErrorCode::kUnsafe) << path;
}

TEST_F(Folder, DoesNotFollowLinksToFoldersOrOutside) {
  put("secret/key", "x");
  put("case/a.json", "{}");
  fs::create_symlink(root_ / "secret", root_ / "case/meshes");
  fs::create_symlink(root_ / "secret/key", root_ / "case/key");
  const auto tree = openTree((root_ / "case").string()).value();
  EXPECT_EQ(pathsOf(*tree), std::vector<std::string>{"a.json"});
  EXPECT_EQ(codesOf(*tree), (std::vector<std::string>{"folder.link", "folder.link"}));
  EXPECT_EQ(errorOf(*tree, "key"), ErrorCode::kUnsafe);
  EXPECT_EQ(errorOf(*tree, "meshes/key"), ErrorCode::kUnsafe);
}

TEST_F(Folder, NeverReadsAboveItsRoot) {
  put("secret", "x");
  put("case/a.json", "{}");
  const auto tree = openTree((root_ / "case").string()).value();
  EXPECT_EQ(errorOf(*tree, "../secret"), ErrorCode::kUnsafe);
  EXPECT_EQ(errorOf(*tree, (root_ / "secret").string()), ErrorCode::kUnsafe);
  EXPECT_EQ(textOf(*tree, "a.json"), "{}");
}

TEST_F(Folder, RefusesFilesBeyondTheLimitAndMissingOnes) {
  put("a", "hello");
  const auto tree = openTree(root_.string()).value();
  EXPECT_EQ(errorOf(*tree, "a", 4), ErrorCode::kTooLarge);
  EXPECT_EQ(errorOf(*tree, "b"), ErrorCode::kNotFound);
  const auto read = readEntry(*tree, "b", 1);
  EXPECT_EQ(read.error().where, tree->name() + ":b");
}

TEST_F(Folder, OpensFilesOfTheDiskByContent) {
  put("x.txt", Archive{.items = {{.name = "a", .data = "hello"}}}.bytes());
  const auto tree = openTree((root_ / "x.txt").string()).value();
  EXPECT_EQ(tree->kind(), ContainerKind::kZip);
  EXPECT_EQ(tree->name(), "x.txt");
  const auto missing = openTree((root_ / "none").string());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST(ResolveInside, ResolvesDotsBelowTheRoot) {
  EXPECT_EQ(resolveInside("cases", "../meshes/rock.obj").value(), "meshes/rock.obj");
  EXPECT_EQ(resolveInside("cases", "rock.obj").value(), "cases/rock.obj");
  EXPECT_EQ(resolveInside("", "./a//b/./c").value(), "a/b/c");
  EXPECT_EQ(resolveInside("a/b", "../../c").value(), "c");
  EXPECT_EQ(resolveInside("", "..a/b..").value(), "..a/b..");
}

TEST(ResolveInside, RefusesEverythingThatLeavesTheRoot) {
  for (const std::string path : {"/etc/passwd", "../x", "a/../../x", "C:/x", "c:x", "a\\b", "..\\x", "", "."}) {
    EXPECT_FALSE(resolveInside("", path)) << path;
  }
  EXPECT_FALSE(resolveInside("", std::string("a\0b", 3)));
  EXPECT_FALSE(resolveInside("cases", "../../x"));
  EXPECT_FALSE(resolveInside("../evil", "x"));
  EXPECT_EQ(resolveInside("cases", "..").error().code, ErrorCode::kUnsafe);
}

TEST(ByteSources, RefuseReadsThatRunPastTheEnd) {
  const auto source = memorySource(toBytes("0123456789"));
  const auto window = windowOf(source, 2, 5);
  std::vector<std::byte> three(3), none;
  ASSERT_TRUE(window->readAt(2, three));
  EXPECT_EQ(toText(three), "456");
  EXPECT_FALSE(window->readAt(3, three));
  EXPECT_FALSE(window->readAt(~std::uint64_t{0}, three));
  EXPECT_FALSE(source->readAt(~std::uint64_t{0} - 1, three));
  EXPECT_TRUE(window->readAt(5, none));
  EXPECT_FALSE(window->readAt(6, none));
  EXPECT_FALSE(readAll(*window, 4));
  EXPECT_EQ(toText(readAll(*window, 5).value()), "23456");
}

}  // namespace
}  // namespace sepax::test
