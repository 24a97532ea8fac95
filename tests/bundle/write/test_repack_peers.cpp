#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/new_entries.h"
#include "bundle/write/repack.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

// A repack of each sample by each edit is read by every program that reads the sample, and by our Android profile.

namespace sepax::test {
namespace {

namespace fs = std::filesystem;

/// Programs that test a whole archive, "$f".
const std::map<std::string, std::string>& repackPeers() {
  static const std::map<std::string, std::string> all = {
      {"unzip", "unzip -tqq \"$f\""},
      {"7zz", "7zz t \"$f\""},
      {"bsdtar", "bsdtar -xOf \"$f\""},
      {"zipalign", "zipalign -c 4 \"$f\""},
      {"python3",
       "python3 -c 'import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)' \"$f\""}};
  return all;
}

/// The files of a folder that a program finds nothing wrong with.
std::set<std::string> soundTo(const std::string& command, const std::string& folder) {
  const std::string list = scratchFolder() + "/sound";
  (void)std::system(fmt::format("cd '{}' && for f in *; do ({}) >/dev/null 2>&1 </dev/null && echo \"$f\"; done >'{}'",
                                folder, command, list)
                        .c_str());
  std::set<std::string> out;
  const std::string text = contentOf(list);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// Bundles of ours and of other programs, as they write them.
void putSamples(const std::string& folder) {
  const auto put = [&](const char* name, const std::string& bytes) {
    ASSERT_TRUE(writeFileAtomically(folder + "/" + name, bytes));
  };
  std::vector<NewEntry> entries;
  for (int i = 0; i < 4; ++i)
    entries.push_back(entryOf(fmt::format("d{}/{}", i % 2, std::string(static_cast<std::size_t>(1 + i), 'n')),
                              noise(40, 3) + std::string(500, 'x')));
  for (const bool deflates : {false, true})
    ASSERT_TRUE(packBundle(entries, {.output = folder + (deflates ? "/deflated" : "/stored"), .deflates = deflates}));
  ASSERT_TRUE(packBundle(entries, {.output = folder + "/footer", .footer = ObbFooter{"com.example.game", 1, 0, ""}}));
  const std::vector<Item> items = {{.name = "a", .data = "1"},
                                   {.name = "bb", .data = std::string(300, 'y'), .method = 8},
                                   {.name = "ccc", .data = "333"}};
  put("comment", Archive{.items = items, .comment = "made by us"}.bytes());
  put("prefix", Archive{.items = items, .prefix = "#!/bin/sh\n", .is_prefix_counted = true}.bytes());
  put("end64", Archive{.items = items, .is_end64 = true}.bytes());
  put("filler", Archive{.items = items,
                        .prefix = "PK\x03\x04" + std::string(24, '\0') + u16(10) + std::string(10, '\0'),
                        .is_prefix_counted = true}
                    .bytes());
  std::vector<Item> descriptors = items;
  for (Item& item : descriptors) item.has_descriptor = true;
  put("descriptors", Archive{.items = descriptors}.bytes());
  const std::string source = scratchFolder() + "/repack-source";
  fs::create_directories(source + "/sub");
  for (const char* name : {"one", "two", "sub/three"})
    ASSERT_TRUE(writeFileAtomically(source + "/" + name, std::string(700, name[0]) + noise(30, 5)));
  runsInShell(fmt::format("cd '{}' && zip -qr '{}/zip' . && mv '{}/zip.zip' '{}/zip'", source, folder, folder, folder));
  runsInShell(
      fmt::format("cd '{}' && 7zz a -tzip '{}/7zz.zip' . && mv '{}/7zz.zip' '{}/7zz'", source, folder, folder, folder));
  runsInShell(fmt::format("cd '{}' && bsdtar --format zip -cf '{}/bsdtar' .", source, folder));
  runsInShell(
      fmt::format("cd '{}' && python3 -c 'import zipfile; z = zipfile.ZipFile(\"{}/python\", \"w\", 8); [z.write(n) "
                  "for n in (\"one\", "
                  "\"two\", \"sub/three\")]; z.close()'",
                  source, folder));
}

struct Edit {
  std::string name;
  std::vector<EntryChange> changes;
};

std::vector<Edit> editsOf(const Tree& tree) {
  std::vector<std::pair<std::uint64_t, std::string>> files;  // by where they are
  for (const TreeEntry& entry : tree.entries()) {
    if (!entry.directory) files.emplace_back(entry.header_offset, entry.path);
  }
  std::ranges::sort(files);
  const std::string first = files.front().second, middle = files[files.size() / 2].second, last = files.back().second;
  std::vector<Edit> edits = {
      {"replace-first", {{first, entryOf("", "changed")}}},
      {"replace-middle", {{middle, entryOf("", std::string(5000, 'z'))}}},
      {"replace-last", {{last, entryOf("", "")}}},
      {"remove-first", {{first, std::nullopt}}},
      {"remove-last", {{last, std::nullopt}}},
      {"add", {{"new/\xE7\x9F\xB3.txt", entryOf("", "new")}}},
      {"all-at-once", {{first, std::nullopt}, {last, entryOf("", "33")}, {"x", entryOf("", "x")}}}};
  Edit& leave_one = edits.emplace_back(Edit{"leave-one", {}});
  for (std::size_t i = 1; i < files.size(); ++i) leave_one.changes.push_back({files[i].second, std::nullopt});
  return edits;
}

std::set<std::string> androidComplaints(const Tree& tree) {
  std::set<std::string> codes;
  for (const Finding& finding : verify(tree, {.as_android = true}).findings) {
    if (finding.severity() > Severity::kInfo) codes.emplace(finding.code());
  }
  return codes;
}

TEST(RepackPeers, ReadEveryRepackOfWhatTheyRead) {
  const std::string samples = scratchFolder() + "/repack-samples", outputs = scratchFolder() + "/repack-outputs";
  fs::create_directories(samples);
  fs::create_directories(outputs);
  putSamples(samples);
  int repacks = 0;
  for (const auto& file : fs::directory_iterator(samples)) {
    const std::string sample = file.path().filename().string();
    const auto before = openTree(file.path().string()).value();
    for (const Edit& edit : editsOf(*before)) {
      const std::string output = fmt::format("{}/{}+{}", outputs, sample, edit.name);
      const auto report = repackBundle(file.path().string(), edit.changes, {.output = output});
      ASSERT_TRUE(report) << sample << " " << edit.name << ": " << describe(report.error());
      const auto after = openTree(output).value();
      const auto old_complaints = androidComplaints(*before), new_complaints = androidComplaints(*after);
      EXPECT_TRUE(std::ranges::includes(old_complaints, new_complaints))
          << sample << " " << edit.name << ": " << *new_complaints.begin();
      ++repacks;
    }
  }
  EXPECT_GE(repacks, 8 * 8);
  int readers = 0;
  for (const auto& [name, command] : repackPeers()) {
    if (!runsInShell("command -v " + name)) continue;
    ++readers;
    const auto sound_samples = soundTo(command, samples), sound_outputs = soundTo(command, outputs);
    EXPECT_FALSE(sound_samples.empty()) << name;
    for (const auto& file : fs::directory_iterator(outputs)) {
      const std::string output = file.path().filename().string();
      const bool isRead = sound_outputs.contains(output) || !sound_samples.contains(output.substr(0, output.find('+')));
      EXPECT_TRUE(isRead) << name << " refuses " << output;
    }
  }
  RecordProperty("readers", readers);
  RecordProperty("repacks", repacks);
}

}  // namespace
}  // namespace sepax::test
