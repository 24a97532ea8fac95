#include "core/output_file.h"
#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <thread>

namespace sepax {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string newFolder(const std::string& name) {
  const std::string path = scratchFolder() + "/" + name;
  fs::remove_all(path);
  fs::create_directories(path);
  return path;
}

std::size_t countIn(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(OutputFile, AppearsWholeAtTheCommitAndNotBefore) {
  const std::string folder = newFolder("commit"), path = folder + "/x";
  auto file = OutputFile::create(path).value();
  ASSERT_TRUE(file.append(bytesOf("0123")));
  ASSERT_TRUE(file.append(bytesOf(std::string(1 << 20, 'x'))));
  ASSERT_TRUE(file.append(bytesOf("789")));
  ASSERT_TRUE(file.writeAt(1, bytesOf("AB")));
  EXPECT_EQ(file.size(), (1u << 20) + 7);
  ASSERT_TRUE(file.truncate(6));
  ASSERT_TRUE(file.append(bytesOf("end")));
  EXPECT_EQ(readFile(file.temporaryPath().value(), 100).value(), "0AB3xxend");
  EXPECT_FALSE(fs::exists(path));
  ASSERT_TRUE(file.commit());
  EXPECT_EQ(readFile(path, 100).value(), "0AB3xxend");
  EXPECT_EQ(countIn(folder), 1u) << "no temporary file may stay";
}

TEST(OutputFile, VanishesWhenGivenUp) {
  const std::string folder = newFolder("given-up");
  {
    auto file = OutputFile::create(folder + "/x").value();
    ASSERT_TRUE(file.append(bytesOf("half")));
    EXPECT_EQ(countIn(folder), 1u);
  }
  EXPECT_EQ(countIn(folder), 0u);
}

TEST(OutputFile, LeavesTheOldFileOrTheNewOneWhenKilledAtAnyMoment) {
  const std::string folder = newFolder("killed"), path = folder + "/x";
  const std::string old_text(3 << 20, 'o'), new_text(5 << 20, 'n');
  std::mt19937 random(11);
  int olds = 0, news = 0;
  for (int round = 0; round < 40; ++round) {
    ASSERT_TRUE(writeFileAtomically(path, old_text));
    const pid_t child = ::fork();
    if (child == 0) {
      // Again and again, in pieces: the kill finds it anywhere.
      while (true) {
        auto file = OutputFile::create(path);
        for (std::size_t at = 0; file && at < new_text.size(); at += 100'000) {
          (void)file->append(bytesOf(std::string_view(new_text).substr(at, 100'000)));
        }
        if (file) (void)file->commit();
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 9000));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    const std::string found = readFile(path, 10 << 20).value();
    ASSERT_TRUE(found == old_text || found == new_text) << "round " << round << ": " << found.size() << " bytes";
    ++(found == old_text ? olds : news);
  }
  EXPECT_GT(olds, 0);
  RecordProperty("olds", olds);
  RecordProperty("news", news);
}

TEST(OutputFile, RemovesWhatKilledProcessesLeftAndNothingElse) {
  const std::string folder = newFolder("swept");
  auto living = OutputFile::create(folder + "/living").value();
  ASSERT_TRUE(living.append(bytesOf("alive")));
  for (const char* name : {".sepax-1-0.tmp", ".sepax-1-0.txt", "x.tmp"}) ASSERT_TRUE(writeFileAtomically(folder + "/" + name, "x"));
  for (const auto& entry : fs::directory_iterator(folder)) {
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  ASSERT_TRUE(writeFileAtomically(folder + "/.sepax-1-1.tmp", "so new that its writer may not have locked it"));
  ASSERT_TRUE(writeFileAtomically(folder + "/new", "x"));
  EXPECT_FALSE(fs::exists(folder + "/.sepax-1-0.tmp"));
  for (const char* name : {".sepax-1-0.txt", "x.tmp", ".sepax-1-1.tmp"}) EXPECT_TRUE(fs::exists(folder + "/" + name)) << name;
  ASSERT_TRUE(living.commit());
  EXPECT_EQ(readFile(folder + "/living", 100).value(), "alive");
}

TEST(OutputFolder, MakesFoldersOnTheWay) {
  const std::string folder = scratchFolder() + "/made/deep";
  auto out = OutputFolder::open(folder).value();
  ASSERT_TRUE(out.create("a/b/c.txt", false).value().commit());
  ASSERT_TRUE(out.create("a/b/d.txt", false).value().commit());
  ASSERT_TRUE(out.makeFolder("empty/inside"));
  EXPECT_TRUE(fs::is_regular_file(folder + "/a/b/c.txt"));
  EXPECT_TRUE(fs::is_regular_file(folder + "/a/b/d.txt"));
  EXPECT_TRUE(fs::is_directory(folder + "/empty/inside"));
  EXPECT_TRUE(out.has("a/b"));
  EXPECT_FALSE(out.has("a/x"));
  EXPECT_GT(out.freeBytes().value(), 0u);
}

TEST(OutputFolder, NeverWritesThroughALink) {
  const std::string folder = newFolder("linked"), outside = newFolder("outside");
  fs::create_directory_symlink(outside, folder + "/way");
  fs::create_symlink(outside + "/target", folder + "/file");
  auto out = OutputFolder::open(folder).value();
  const auto through = out.create("way/x", true);
  ASSERT_FALSE(through);
  EXPECT_EQ(through.error().code, ErrorCode::kUnsafe);
  EXPECT_FALSE(out.makeFolder("way/y"));
  EXPECT_TRUE(out.has("file")) << "a link counts, whatever it names";
  EXPECT_FALSE(out.create("file", false).value().commit());
  ASSERT_TRUE(out.create("file", true).value().commit());
  EXPECT_FALSE(fs::is_symlink(folder + "/file")) << "the link is replaced, not what it names";
  EXPECT_EQ(countIn(outside), 0u);
}

TEST(OutputFolder, ReplacesOnlyWhenAllowed) {
  const std::string folder = newFolder("replace");
  ASSERT_TRUE(writeFileAtomically(folder + "/x", "old"));
  auto out = OutputFolder::open(folder).value();
  EXPECT_FALSE(out.create("x", false).value().commit());
  EXPECT_EQ(readFile(folder + "/x", 10).value(), "old");
  auto file = out.create("x", true).value();
  ASSERT_TRUE(file.append(bytesOf("new")));
  ASSERT_TRUE(file.commit());
  EXPECT_EQ(readFile(folder + "/x", 10).value(), "new");
  EXPECT_EQ(countIn(folder), 1u) << "no temporary file may stay";
}

}  // namespace
}  // namespace sepax
