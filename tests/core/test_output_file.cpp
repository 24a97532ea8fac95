#include "core/output_file.h"
#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
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

/// Puts "new" there; false where the folder refuses.
bool isPut(OutputFolder& out, const std::string& relative, bool may_replace) {
  auto file = out.create(relative, may_replace);
  EXPECT_TRUE(file && file->append(bytesOf("new")) && out.add(std::move(*file)));
  const auto done = out.commit();
  EXPECT_EQ(done.size(), 1u);
  return done.at(0).has_value();
}

TEST(OutputFile, RemovesWhatKilledProcessesLeftAndNothingElse) {
  const std::string folder = newFolder("swept");
  auto living = OutputFile::create(folder + "/living").value();
  ASSERT_TRUE(living.append(bytesOf("alive")));
  for (const char* name : {".sepax-1-0.tmp", ".sepax-1-0.txt", "x.tmp"})
    ASSERT_TRUE(writeFileAtomically(folder + "/" + name, "x"));
  for (const auto& entry : fs::directory_iterator(folder)) {
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  ASSERT_TRUE(writeFileAtomically(folder + "/.sepax-1-1.tmp", "so new that its writer may not have locked it"));
  ASSERT_TRUE(writeFileAtomically(folder + "/new", "x"));
  EXPECT_FALSE(fs::exists(folder + "/.sepax-1-0.tmp"));
  for (const char* name : {".sepax-1-0.txt", "x.tmp", ".sepax-1-1.tmp"})
    EXPECT_TRUE(fs::exists(folder + "/" + name)) << name;
  ASSERT_TRUE(living.commit());
  EXPECT_EQ(readFile(folder + "/living", 100).value(), "alive");
}

/// What a process leaves that is killed while it writes a file, and some into a folder.
void leaveTemporaries(const std::string& folder) {
  const pid_t child = ::fork();
  if (child == 0) {
    auto file = OutputFile::create(folder + "/file");
    auto out = OutputFolder::open(folder);
    (void)file->append(bytesOf("half"));
    (void)file->temporaryPath();
    (void)out->add(out->create("inside/whole", false).value());
    auto half = out->create("half", false);
    ::raise(SIGKILL);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST(OutputFile, RemovesAtOnceWhatADeadProcessLeft) {
  for (const bool isFolder : {false, true}) {
    const std::string folder = newFolder("dead");
    leaveTemporaries(folder);
    EXPECT_EQ(countIn(folder), 3u) << "a file, a folder of files, and a folder that was asked for";
    if (isFolder) {
      auto out = OutputFolder::open(folder).value();
      EXPECT_TRUE(isPut(out, "next", false));
    } else {
      ASSERT_TRUE(writeFileAtomically(folder + "/next", "x"));
    }
    EXPECT_EQ(countIn(folder), 2u);
    EXPECT_TRUE(fs::exists(folder + "/next") && fs::exists(folder + "/inside"));
  }
}

TEST(OutputFolder, MakesFoldersOnTheWay) {
  const std::string folder = scratchFolder() + "/made/deep";
  auto out = OutputFolder::open(folder).value();
  EXPECT_TRUE(isPut(out, "a/b/c.txt", false));
  EXPECT_TRUE(isPut(out, "a/b/d.txt", false));
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
  EXPECT_FALSE(isPut(out, "file", false));
  EXPECT_TRUE(isPut(out, "file", true));
  EXPECT_FALSE(fs::is_symlink(folder + "/file")) << "the link is replaced, not what it names";
  EXPECT_EQ(countIn(outside), 0u);
}

TEST(OutputFolder, ReplacesOnlyWhenAllowed) {
  const std::string folder = newFolder("replace");
  ASSERT_TRUE(writeFileAtomically(folder + "/x", "old"));
  {
    auto out = OutputFolder::open(folder).value();
    EXPECT_FALSE(isPut(out, "x", false));
    EXPECT_EQ(readFile(folder + "/x", 10).value(), "old");
    EXPECT_TRUE(isPut(out, "x", true));
    EXPECT_EQ(readFile(folder + "/x", 10).value(), "new");
    ASSERT_TRUE(out.add(out.create("given-up", true).value()));
  }
  EXPECT_EQ(countIn(folder), 1u) << "no temporary file may stay";
}

}  // namespace
}  // namespace sepax
