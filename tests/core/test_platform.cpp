#include "core/platform.h"
#include "core/process.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace sepax {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }
std::string textOf(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
Result<ChildResult> shell(const std::string& script, const std::string& input = "", const ChildLimits& limits = {}) {
  return runChild({"/bin/sh", "-c", script}, bytesOf(input), limits);
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() /
            (std::string("sepax-files-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  std::string at(const std::string& name) const { return (root_ / name).string(); }
  std::size_t count() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(root_), {})); }
  fs::path root_;
};

TEST_F(Files, AreReadBackAsWritten) {
  const std::string bytes("a\0b\xFF", 4);
  ASSERT_TRUE(writeFileAtomically(at("x"), bytes));
  EXPECT_EQ(readFile(at("x"), 4).value(), bytes);
  ASSERT_TRUE(writeFileAtomically(at("x"), "new"));
  EXPECT_EQ(readFile(at("x"), 100).value(), "new");
  EXPECT_EQ(count(), 1u) << "no temporary file may stay";
}

TEST_F(Files, AreRefusedBeyondTheLimit) {
  ASSERT_TRUE(writeFileAtomically(at("x"), "12345"));
  const auto read = readFile(at("x"), 4);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kTooLarge);
  EXPECT_EQ(read.error().where, at("x"));
}

TEST_F(Files, MustBeRegularOnes) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(readFile(at("pipe"), 10).error().message, "is no regular file");
  EXPECT_EQ(readFile("/dev/zero", 10).error().message, "is no regular file");
  EXPECT_EQ(readFile(root_.string(), 10).error().message, "is a folder, expected a file");
  EXPECT_EQ(readFile(at("none"), 10).error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(FileHandle::open(at("pipe")));
}

TEST_F(Files, KeepTheirPermissionsAndTheLinkThatLeadsToThem) {
  ASSERT_TRUE(writeFileAtomically(at("x"), "old"));
  fs::permissions(at("x"), fs::perms(0640));
  fs::create_symlink(at("x"), at("link"));
  ASSERT_TRUE(writeFileAtomically(at("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(readFile(at("x"), 10).value(), "new");
  EXPECT_EQ(fs::status(at("x")).permissions(), fs::perms(0640));
}

TEST_F(Files, AreLeftAloneWhenTheyCannotBeReplaced) {
  const auto done = writeFileAtomically(at("no/such/folder/x"), "text");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().where, at("no/such/folder/x"));
  fs::create_directory(at("folder"));
  EXPECT_FALSE(writeFileAtomically(at("folder"), "text"));
  EXPECT_EQ(count(), 1u) << "no temporary file may stay";
}

TEST_F(Files, AreReadAtAnyOffsetWithinTheirSize) {
  ASSERT_TRUE(writeFileAtomically(at("x"), "0123456789"));
  auto opened = FileHandle::open(at("x"));
  ASSERT_TRUE(opened);
  const FileHandle file = std::move(*opened);
  EXPECT_EQ(file.size(), 10u);
  std::vector<std::byte> three(3);
  ASSERT_TRUE(file.readAt(7, three));
  EXPECT_EQ(textOf(three), "789");
  EXPECT_FALSE(file.readAt(8, three));
  EXPECT_FALSE(file.readAt(~std::uint64_t{0}, three));
}

TEST(DataPath, FindsSourceAndGeneratedFilesFromTheBuildTree) {
  EXPECT_TRUE(fs::is_directory(dataPath("assets/bundle").value()));
  EXPECT_TRUE(fs::is_regular_file(dataPath("assets/bundle/readme.txt").value()));
  const auto missing = dataPath("no/such/file");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_NE(missing.error().message.find("no/such/file"), std::string::npos);
}

TEST(ProgramPath, FindsOurProgramsBesideTheRunningOne) {
  EXPECT_EQ(programPath("sepax-import").value(), programFolder() + "/sepax-import");
  EXPECT_FALSE(programPath("no-such-program"));
}

TEST_F(Files, OfTheUsersSettingsLieInTheConfigFolder) {
  ::setenv("XDG_CONFIG_HOME", root_.c_str(), 1);
  EXPECT_EQ(configFolder().value(), at("sepax"));
  EXPECT_TRUE(fs::is_directory(at("sepax")));
  ::setenv("XDG_CONFIG_HOME", "relative", 1);
  ::setenv("HOME", root_.c_str(), 1);
  EXPECT_EQ(configFolder().value(), at(".config/sepax"));
  ::unsetenv("XDG_CONFIG_HOME");
  std::ofstream(at("file")) << "x";
  ::setenv("HOME", at("file").c_str(), 1);
  EXPECT_FALSE(configFolder());
}

TEST_F(Files, OfSettingsAreAnErrorWhereTheirFolderIsAFileOrALoopOfLinks) {
  std::ofstream(at("file")) << "x";
  fs::create_symlink(at("loop"), at("loop"));
  fs::create_directories(at("used"));
  fs::create_symlink(at("used/sepax"), at("used/sepax"));
  std::string under_a_file = at("file") + "/x";
  for (const std::string& base : {at("file"), under_a_file, at("loop"), at("used")}) {
    ::setenv("XDG_CONFIG_HOME", base.c_str(), 1);
    const auto folder = configFolder();
    ASSERT_FALSE(folder) << base;
    EXPECT_EQ(folder.error().where, base + "/sepax");
    EXPECT_NE(folder.error().message, "cannot be created: Success");
  }
  ::unsetenv("XDG_CONFIG_HOME");
}

/// Whether each signal in turn was told to end a process at once, and that process' exit status.
std::pair<std::string, int> endedBy(const std::vector<int>& signals) {
  int told[2];
  EXPECT_EQ(::pipe(told), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto listens = listenForEnd([&](EndRequest request) {
      static_cast<void>(!::write(told[1], request.at_once ? "!" : "?", 1));
      if (request.at_once) ::_exit(request.exit_status);
    });
    static_cast<void>(!::write(told[1], listens ? "." : "x", 1));
    for (;;) ::pause();
  }
  std::string heard;
  char sign = 0;
  for (std::size_t i = 0; i <= signals.size() && ::read(told[0], &sign, 1) == 1; ++i) {
    heard += sign;
    if (i < signals.size()) ::kill(child, signals[i]);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {heard, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

TEST(EndRequest, IsAtOnceForTheSecondInterruptAndForWhatALogoutSends) {
  EXPECT_EQ(endedBy({SIGINT, SIGINT}), (std::pair<std::string, int>(".?!", 128 + SIGINT)));
  EXPECT_EQ(endedBy({SIGTERM}), (std::pair<std::string, int>(".!", 128 + SIGTERM)));
  EXPECT_EQ(endedBy({SIGINT, SIGHUP}), (std::pair<std::string, int>(".?!", 128 + SIGHUP)));
}

TEST(Child, GetsItsInputAndItsOutputComesBack) {
  const auto result = shell("cat; echo oops >&2; exit 3", "hello").value();
  EXPECT_EQ(textOf(result.output), "hello");
  EXPECT_EQ(result.error_text, "oops\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.ended_by, "");
}

TEST(Child, CanBeFedAndDrainedAtTheSameTime) {
  const std::string much(20'000'000, 'x');  // more than any pipe holds, both ways
  const auto result = shell("cat", much).value();
  EXPECT_EQ(textOf(result.output), much);
}

TEST(Child, ThatDoesNotReadItsInputDoesNotKillUs) {
  const auto result = shell("exec <&-; echo done", std::string(5'000'000, 'x')).value();
  EXPECT_EQ(textOf(result.output), "done\n");
  EXPECT_EQ(result.exit_code, 0);
}

TEST(Child, ThatCrashesIsNamedByItsSignal) {
  const auto result = shell("kill -SEGV $$").value();
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_EQ(result.ended_by, "signal 11");
}

TEST(Child, IsKilledAtTheTimeLimitEvenWhenItHasClosedItsOutputs) {
  for (const std::string script : {"exec sleep 1000000", "exec >&- 2>&-; exec sleep 1000000"}) {
    const auto result = shell(script, "", {.wall_seconds = 1}).value();
    EXPECT_EQ(result.ended_by, "time limit") << script;
    EXPECT_EQ(result.exit_code, -1);
  }
}

TEST(Child, IsKilledAtTheLimitOfProcessorTime) {
  const auto result = shell("while :; do :; done", "", {.cpu_seconds = 1}).value();
  EXPECT_EQ(result.ended_by, "time limit");
}

TEST(Child, IsKilledWhenItWritesTooMuch) {
  const auto result = shell("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", "",
                            {.wall_seconds = 500, .output_bytes = 100'000})
                          .value();
  EXPECT_EQ(result.ended_by, "output limit");
  EXPECT_LT(result.output.size(), 300'000u);
}

TEST(Child, KeepsOnlyTheStartOfALongComplaint) {
  const auto result = shell("i=0; while [ $i -lt 2000 ]; do echo complaint >&2; i=$((i+1)); done").value();
  EXPECT_EQ(result.error_text.size(), 4096u);
  EXPECT_EQ(result.exit_code, 0);
}

TEST(Child, GetsNoneOfOurOtherFiles) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);  // inheritable on purpose
  const auto result = shell("[ -e /proc/$$/fd/" + std::to_string(ends[1]) + " ] && echo leaked").value();
  EXPECT_EQ(textOf(result.output), "");
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Child, ThatCannotBeStartedIsAnError) {
  const auto result = runChild({"/no/such/program"}, {}, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(result.error().where, "/no/such/program");
}

/// What a child has started may take a session of its own, ignore polite signals and be an orphan.
TEST(ChildTalk, EndsWithAllThatTheChildStarted) {
  const char* const scripts[] = {"setsid sleep 1000000 & echo $!; cat",
                                 "trap '' TERM HUP INT; setsid sh -c 'sleep 1000000; sleep 1000000' & echo $!; cat",
                                 "sh -c 'setsid sleep 1000000 & echo $!'; cat",
                                 "setsid sleep 1000000 & echo $!; exit 3"};
  for (const char* script : scripts) {
    auto talk = ChildTalk::start({"/bin/sh", "-c", script}, {});
    ASSERT_TRUE(talk) << describe(talk.error());
    std::string line;
    ASSERT_EQ(talk->ask("", line, 300, 100), ChildTalk::Heard::kLine) << script;
    const int started = std::stoi(line);
    if (std::string(script).ends_with("exit 3")) {
      EXPECT_EQ(talk->ask("", line, 300, 100), ChildTalk::Heard::kClosed) << "its child does not keep the pipe open";
      EXPECT_EQ(talk->end(), "exit status 3");
    } else {
      EXPECT_TRUE(isProcessRunning(started)) << script;
      EXPECT_EQ(talk->end(), "ended by Sepax");
    }
    EXPECT_FALSE(isProcessRunning(started)) << script;
  }
}

TEST(ChildTalk, ReportsASignalAndAProgramThatIsNotThere) {
  auto talk = ChildTalk::start({"/bin/sh", "-c", "kill -SEGV $$"}, {});
  ASSERT_TRUE(talk);
  std::string line;
  EXPECT_EQ(talk->ask("", line, 300, 100), ChildTalk::Heard::kClosed);
  EXPECT_EQ(talk->end(), "signal 11");
  const auto missing = ChildTalk::start({"/no/such/program"}, {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().where, "/no/such/program");
}

TEST(Child, CanRunBesideOthers) {
  std::vector<std::thread> threads;
  std::vector<std::string> outputs(8);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    threads.emplace_back([&outputs, i] {
      outputs[i] = textOf(shell("cat", std::string(300'000, static_cast<char>('a' + i))).value().output);
    });
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < outputs.size(); ++i)
    EXPECT_EQ(outputs[i], std::string(300'000, static_cast<char>('a' + i)));
}

TEST(ReplaceProcess, ReturnsOnlyWhenItFailed) {
  const Error error = replaceProcess({"/no/such/program"});
  EXPECT_EQ(error.code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace sepax
