#include "bundle/fat/fat_builder.h"
#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/extract.h"
#include "bundle/write/new_entries.h"
#include "bundle/write/pack.h"
#include "bundle/write/repack.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>

namespace sepax::test {
namespace {

namespace fs = std::filesystem;

constexpr int kNever = std::numeric_limits<int>::max();

/// Bytes of which the read number `failing` (from 0) fails once, as on a disk with a bad sector.
class FailingSource final : public ByteSource {
 public:
  FailingSource(const std::string& bytes, int failing) : bytes_(memorySource(toBytes(bytes))), failing_(failing) {}
  std::uint64_t size() const override { return bytes_->size(); }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (reads_++ == failing_) return fail(ErrorCode::kUnreadable, "", "Input/output error");
    return bytes_->readAt(offset, out);
  }
  int reads() const { return reads_; }

 private:
  std::shared_ptr<const ByteSource> bytes_;
  int failing_ = 0;
  mutable std::atomic<int> reads_ = 0;
};

struct Container {
  std::string name, bytes;
};

std::vector<Container> containers() {
  const FatImage image(12, {{u"readme.txt", "hello"},
                            {u"levels", "", {{u"one.json", noise(3000, 1)}, {u"two.json", "{}"}}, true},
                            {u"empty", ""}});
  const Archive archive{{{.name = "a.txt", .data = "hello"},
                         {.name = "b.json", .data = std::string(5000, 'b'), .method = 8, .has_descriptor = true},
                         {.name = "c.bin", .data = noise(2000, 2)}}};
  return {{"image", image.bytes + obbFooter("com.example.game", 42)},
          {"archive", archive.bytes() + obbFooter("com.example.game", 42)}};
}

/// What a command came to: what it made, or the message of its error.
struct Outcome {
  bool is_error = false;
  std::string made;
};

using Command = std::function<Outcome(const std::shared_ptr<const ByteSource>&)>;

/// Runs the command once for each of its reads, with this read failing: the outcome is an error that names the file,
/// offset and reason, or what the good run made.
void expectNoLoss(const Command& command) {
  for (const Container& container : containers()) {
    SCOPED_TRACE(container.name);
    const auto good = std::make_shared<FailingSource>(container.bytes, kNever);
    const Outcome wanted = command(good);
    ASSERT_FALSE(wanted.is_error) << wanted.made;
    ASSERT_GT(good->reads(), 3);
    for (int failing = 0; failing < good->reads(); ++failing) {
      SCOPED_TRACE("read " + std::to_string(failing));
      const Outcome outcome = command(std::make_shared<FailingSource>(container.bytes, failing));
      if (outcome.is_error) {
        EXPECT_NE(outcome.made.find("bundle"), std::string::npos) << outcome.made;
        EXPECT_NE(outcome.made.find("cannot be read: Input/output error"), std::string::npos) << outcome.made;
      } else {
        EXPECT_EQ(outcome.made, wanted.made);
      }
    }
  }
}

TEST(FailedReads, RepackWritesTheSameBundleOrLeavesTheOldOneThere) {
  const std::string output = scratchFolder() + "/failed-repack";
  expectNoLoss([&](const auto& source) -> Outcome {
    EXPECT_TRUE(writeFileAtomically(output, "old"));
    const auto report = repackBundle(source, "bundle", {{"new.txt", entryOf("new.txt", "new")}}, {.output = output});
    const std::string now = contentOf(output);
    if (!report) {
      EXPECT_EQ(now, "old");
    }
    return report ? Outcome{false, now} : Outcome{true, describe(report.error())};
  });
}

TEST(FailedReads, PackWritesTheSameBundleOrNone) {
  const std::string output = scratchFolder() + "/failed-pack.zip";
  expectNoLoss([&](const auto& source) -> Outcome {
    fs::remove(output);
    const auto tree = openTree(source, "bundle");
    if (!tree) return {true, describe(tree.error())};
    const auto report = packBundle(entriesOfTree(*tree), {.output = output});
    if (!report) {
      EXPECT_FALSE(fs::exists(output));
    }
    return report ? Outcome{false, contentOf(output)} : Outcome{true, describe(report.error())};
  });
}

TEST(FailedReads, ExtractWritesAllFilesWholeOrEndsWithAnError) {
  const std::string folder = scratchFolder() + "/failed-extract";
  expectNoLoss([&](const auto& source) -> Outcome {
    fs::remove_all(folder);
    const auto tree = openTree(source, "bundle");
    if (!tree) return {true, describe(tree.error())};
    const auto report = extractTree(**tree, {.folder = folder});
    if (!report) return {true, describe(report.error())};
    EXPECT_TRUE(report->refused.empty());
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string path = entry.path().string();
      files[path] = entry.is_directory() ? "folder" : contentOf(path);
    }
    std::string made;
    for (const auto& [path, bytes] : files) made += path + "\n" + bytes + "\n";
    return {false, made};
  });
}

TEST(FailedReads, VerifyCallsNothingSound) {
  expectNoLoss([](const auto& source) -> Outcome {
    const auto tree = openTree(source, "bundle");
    if (!tree) return {true, describe(tree.error())};
    const VerifyReport report = verify(**tree, {.threads = 1});
    if (report.failed_read) {
      EXPECT_EQ(verdictOf(report), 2);
      return {true, describe(*report.failed_read)};
    }
    std::string made = std::to_string(report.checked) + " of " + std::to_string(report.files) + " " + report.sha256;
    for (const Finding& finding : report.findings) made += "\n" + std::string(finding.code()) + finding.path;
    return {false, made};
  });
}

}  // namespace
}  // namespace sepax::test
