#include "bundle/malicious_corpus.h"
#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/extract.h"
#include "core/platform.h"
#include "core/process.h"
#include "rounds.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

// What other programs make of the malicious inputs, beside our reader: printed as a table, and held against the true
// contents.

namespace sepax::test {
namespace {

constexpr const char* kPassword = "s3cret";

/// A program that writes the contents of all entries to its standard output, one after the other.
struct Peer {
  const char* name;
  std::vector<std::string> command;  ///< the archive's path comes behind
};

const std::vector<Peer>& peers() {
  static const std::vector<Peer> all = {
      {"unzip", {"unzip", "-p", "-P", kPassword}},
      {"7zz", {"7zz", "x", "-so", std::string("-p") + kPassword}},
      {"bsdtar", {"bsdtar", "-x", "-O", "--passphrase", kPassword, "-f"}},
      {"python",
       {"python3", "-c",
        "import sys, zipfile\n"
        "z = zipfile.ZipFile(sys.argv[1])\n"
        "for i in z.infolist():\n"
        "    if not i.is_dir(): sys.stdout.buffer.write(z.read(i, pwd=b's3cret'))\n"}}};
  return all;
}

bool isInstalled(const Peer& peer) {
  return std::system(("command -v " + peer.command[0] + " >/dev/null 2>&1").c_str()) == 0;
}

std::string together(const std::vector<std::string>& contents) {
  std::string all;
  for (const std::string& content : contents) all += content;
  return all;
}

/// "ok": everything, in silence. "warns": everything, and a complaint. "part", "nothing": less, and a complaint.
/// "WRONG": other bytes in silence.
std::string gradeOf(bool is_right, bool is_silent, bool is_empty) {
  if (is_right) return is_silent ? "ok" : "warns";
  return is_silent ? "WRONG" : is_empty ? "nothing" : "part";
}

std::string gradeOf(const Peer& peer, const std::string& file, const std::string& truth) {
  std::vector<std::string> command = peer.command;
  command[0] = "/usr/bin/env";
  command.insert(command.begin() + 1, peer.command[0]);
  command.push_back(file);
  const auto done = runChild(command, {}, {.memory_bytes = 0, .wall_seconds = 500, .output_bytes = 64u << 20});
  if (!done) return "?";
  const std::string out(reinterpret_cast<const char*>(done->output.data()), done->output.size());
  return gradeOf(out == truth && (done->exit_code == 0 || !out.empty()), done->exit_code == 0, out.empty());
}

/// Our reader's grade, "refuses" where it lists no entry; a file without directory is salvaged, as the finding advises.
/// Fails the test where contents are wrong, or missing without a finding that names the entry.
std::string ourGrade(const MaliciousInput& input) {
  OpenOptions options;
  options.password = kPassword;
  options.salvage = true;
  const auto tree = openTree(memorySource(toBytes(input.content.bytes)), input.file_name, options).value();
  const VerifyReport report = verify(*tree);
  const auto isNamed = [&](std::size_t index) {
    return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
      return finding.entry == index && finding.severity() > Severity::kInfo;
    });
  };
  std::vector<std::string> read;
  std::size_t place = 0, right = 0;
  for (std::size_t i = 0; i < tree->entries().size(); ++i) {
    if (tree->entries()[i].directory) continue;
    const auto bytes = tree->read(i, 1 << 26);
    const std::string* truth = place < input.content.files->size() ? &(*input.content.files)[place] : nullptr;
    ++place;
    const bool isRight = bytes && truth != nullptr && toText(*bytes) == *truth;
    right += isRight;
    EXPECT_TRUE(isRight || isNamed(i)) << input.name << ": " << tree->entries()[i].path
                                       << " is not what it should be, in silence";
    EXPECT_TRUE(isRight || !bytes) << input.name << ": " << tree->entries()[i].path << " gives other bytes";
  }
  if (tree->entries().empty() && !input.content.files->empty()) return "refuses";
  const bool isSilent = std::none_of(report.findings.begin(), report.findings.end(),
                                     [](const Finding& f) { return f.severity() > Severity::kInfo; });
  return gradeOf(right == input.content.files->size(), isSilent, right == 0);
}

/// Extracts a malicious input and compares every file that was written.
void compareExtracted(const MaliciousInput& input, const std::string& folder) {
  OpenOptions opening;
  opening.password = kPassword;
  const auto tree = openTree(memorySource(toBytes(input.content.bytes)), input.file_name, opening).value();
  const auto report = extractTree(*tree, {.folder = folder});
  ASSERT_TRUE(report) << input.name << ": " << report.error().message;
  std::map<std::string, std::string> truth;  // of each winning entry
  std::size_t place = 0, winners = 0;
  for (const TreeEntry& entry : tree->entries()) {
    if (entry.directory) continue;
    if (place < input.content.files->size()) truth[entry.path] = (*input.content.files)[place++];
    winners += !entry.shadowed;
  }
  std::size_t files = 0;
  for (const auto& found : std::filesystem::recursive_directory_iterator(folder)) {
    if (found.is_directory()) continue;
    const std::string path = std::filesystem::relative(found.path(), folder).string();
    EXPECT_FALSE(found.is_symlink()) << input.name << ": " << path;
    EXPECT_EQ(readFile(found.path().string(), 1 << 26).value_or("missing"), truth[path]) << input.name << ": " << path;
    ++files;
  }
  EXPECT_EQ(files, report->files) << input.name;
  const auto refused =
      static_cast<std::size_t>(std::count_if(report->refused.begin(), report->refused.end(), [](const Finding& row) {
        return row.kind != FindingKind::kExtractUnsafePath && row.kind != FindingKind::kExtractDuplicate;
      }));
  EXPECT_GE(files + report->refused.size(), winners) << input.name;
  EXPECT_LE(refused, winners) << input.name;
}

TEST(Peers, NoneReadsWhatWeRefuseAndWeAreNeverWrongInSilence) {
  std::vector<const Peer*> installed;
  for (const Peer& peer : peers()) {
    if (isInstalled(peer)) installed.push_back(&peer);
  }
  std::printf("%-55s %-8s", "", "sepax");
  for (const Peer* peer : installed) std::printf(" %-8s", peer->name);
  std::printf("\n");
  std::map<std::string, std::map<std::string, int>> counts;
  const std::string file = scratchFolder() + "/malicious.zip";
  int inputs = 0;
  for (const MaliciousInput& input : maliciousCorpus()) {
    // Every peer is a program of its own, so that all inputs take a minute and a half.
    if (!input.content.files || (++inputs % 4 != 0 && !isThorough())) continue;
    const std::string ours = ourGrade(input), truth = together(*input.content.files);
    std::printf("%-55s %-8s", input.name.c_str(), ours.c_str());
    ++counts["sepax"][ours];
    EXPECT_NE(ours, "WRONG") << input.name;
    std::ofstream(file, std::ios::binary) << input.content.bytes;
    for (const Peer* peer : installed) {
      const std::string grade = gradeOf(*peer, file, truth);
      std::printf(" %-8s", grade.c_str());
      ++counts[peer->name][grade];
      EXPECT_FALSE((grade == "ok" || grade == "warns") && ours == "refuses")
          << input.name << ": " << peer->name << " reads it";
    }
    std::printf("\n");
  }
  for (const auto& [name, grades] : counts) {
    std::printf("%s:", name.c_str());
    for (const auto& [grade, count] : grades) std::printf(" %d %s", count, grade.c_str());
    std::printf("\n");
  }
  EXPECT_GE(inputs, 90);
}

TEST(Peers, SeeFilesExtractedThatAreWhatTheyShouldBe) {
  int number = 0;
  for (const MaliciousInput& input : maliciousCorpus()) {
    if (!input.content.files || input.content.files->size() > 1000) continue;  // a sync for each would take minutes
    compareExtracted(input, scratchFolder() + "/peers-" + std::to_string(number++));
  }
  EXPECT_GE(number, 90);
}

}  // namespace
}  // namespace sepax::test
