#include "bundle/findings.h"
#include "bundle/verify.h"
#include "trap_corpus.h"
#include "zip_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sepax::test {
namespace {

TEST(Traps, AreEachFoundAndNothingElse) {
  const auto traps = trapCorpus();
  EXPECT_GE(traps.size(), 60u);
  std::set<std::string> names;
  for (const Trap& trap : traps) {
    EXPECT_TRUE(names.insert(trap.name).second) << trap.name;
    const auto report = verify(*treeOf(trap.bytes, trap.file_name));
    std::set<std::string> codes;
    for (const Finding& finding : report.findings) codes.insert(finding.code);
    EXPECT_EQ(std::vector<std::string>(codes.begin(), codes.end()), trap.codes) << trap.name;
    EXPECT_EQ(report.checked, trap.checked) << trap.name;
    EXPECT_EQ(report.sha256.size(), 64u) << trap.name;
  }
}

/// Findings that need more than one file, a password, a disk, or more bytes or entries than a test in memory should hold.
const std::set<std::string> kElsewhere = {"folder.unreadable",
                                          "folder.link",
                                          "folder.too_many_entries",
                                          "obb.wrong_password",
                                          "obb.too_large",
                                          "overlay.package_mismatch",
                                          "overlay.version_mismatch",
                                          "overlay.no_main",
                                          "pck.encrypted",
                                          "pck.removed",
                                          "pck.unsafe_path",
                                          "fat.too_deep",
                                          "fat.too_many_entries",
                                          "fat.free_count",
                                          "zip.too_many_entries",
                                          "zip.salvaged"};

TEST(Traps, BringForthEveryFindingThereIs) {
  std::set<std::string> expected, seen = kElsewhere;
  for (const FindingCode& row : findingCodes()) expected.insert(row.code);
  for (const Trap& trap : trapCorpus()) seen.insert(trap.codes.begin(), trap.codes.end());
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace sepax::test
