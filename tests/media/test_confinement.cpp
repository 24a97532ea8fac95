#include "core/import_child.h"
#include "core/platform.h"
#include "core/process.h"
#include "rounds.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <string>

namespace sepax {
namespace {

constexpr const char* kWorkers[] = {"sepax-import", "sepax-import-model", "sepax-import-picture", "sepax-import-sound",
                                    "sepax-import-entry"};
/// Reads fonts while it draws, and libraries of it start threads.
constexpr const char* kSvgWorker = "sepax-import-svg";

std::string textOf(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Confines a worker and lets it try something: "refused" (by an error or by the end that the filter gives), "done", or
/// how it ended.
std::string tried(const std::string& worker, const std::string& what, const char* layers) {
  std::ofstream(scratchFolder() + "/victim") << "here";
  const auto run = runChild({programPath(worker).value(), "--probe", what, layers, scratchFolder()}, {},
                            {.wall_seconds = 300, .is_alone = true});
  if (!run) return describe(run.error());
  if (run->ended_by == "signal " + std::to_string(SIGSYS)) return "refused";
  const std::string said = textOf(run->output);
  return said.empty() ? run->ended_by + run->error_text : said.substr(0, said.find('\n'));
}

std::string confinementOf(const std::string& worker) {
  const auto run = runChild({programPath(worker).value(), "--confinement"}, {}, {.wall_seconds = 300});
  return run ? textOf(run->output) : describe(run.error());
}

TEST(Confinement, RefusesAWorkerFilesSocketsProcessesAndCode) {
  const std::string here = confinementOf("sepax-import");
  if (here.find("no filter") != std::string::npos) GTEST_SKIP() << here;
  // Without confinement each must succeed, or its refusal would prove nothing.
  for (const char* what :
       {"open", "create", "stat", "unlink", "socket", "unix", "fork", "exec", "kill", "code", "memfd"}) {
    const std::string free = tried("sepax-import", what, "none");
    EXPECT_EQ(free, std::string(what) == "exec" ? "" : "done") << what << ": exec leaves nothing to say";
    for (const char* worker : kWorkers) {
      // Where inputs are random, no child reads entries: a process for each would be all that is tried.
      if (test::kSanitized && worker == std::string("sepax-import-entry") && !programPath(worker)) continue;
      EXPECT_EQ(tried(worker, what, "all"), "refused") << worker << " " << what;
    }
  }
  // A kernel or a container may refuse these to every program.
  for (const char* what : {"ptrace", "io_uring", "namespace", "mounts", "mount"}) {
    for (const char* worker : {"sepax-import", kSvgWorker})
      EXPECT_EQ(tried(worker, what, worker == kSvgWorker ? "fonts" : "all"), "refused") << worker << " " << what;
  }
  EXPECT_EQ(contentOf(scratchFolder() + "/victim"), "here") << "the last unlink was a confined one";
}

TEST(Confinement, LetsTheWorkerOfSvgReadFontsAndStartThreadsAlone) {
  const std::string here = confinementOf(kSvgWorker);
  if (here.find("no filter") != std::string::npos || here.find("no Landlock") != std::string::npos)
    GTEST_SKIP() << here;
  for (const char* what : {"open", "create", "unlink", "socket", "unix", "fork", "exec", "kill", "code", "memfd"})
    EXPECT_EQ(tried(kSvgWorker, what, "fonts"), "refused") << what;
  EXPECT_EQ(contentOf(scratchFolder() + "/victim"), "here");
}

TEST(Confinement, RefusesFilesByLandlockAlone) {
  const std::string here = confinementOf("sepax-import");
  if (here.find("no Landlock") != std::string::npos) GTEST_SKIP() << here;
  for (const char* what : {"open", "create", "unlink", "mount"})
    EXPECT_EQ(tried("sepax-import", what, "files"), "refused") << what;
  EXPECT_EQ(tried("sepax-import", "socket", "files"), "done") << "the other layer's";
}

TEST(Confinement, ShowsAWorkerNothingOfTheUsersEnvironment) {
  ::setenv("SEPAX_SECRET", "word", 1);
  const ChildLimits alone{.wall_seconds = 300, .is_alone = true};
  EXPECT_EQ(textOf(runChild({"/usr/bin/env"}, {}, alone)->output), "TZ=UTC0\nASAN_OPTIONS=detect_leaks=0\n");
  EXPECT_NE(textOf(runChild({"/usr/bin/env"}, {}, {.wall_seconds = 300})->output).find("SEPAX_SECRET"),
            std::string::npos);
  const std::string status = textOf(runChild({"/bin/cat", "/proc/self/status"}, {}, alone)->output);
  EXPECT_NE(status.find("NoNewPrivs:\t1"), std::string::npos) << status;
}

}  // namespace
}  // namespace sepax
