#include "bundle/verify.h"

#include "bundle/diff.h"
#include "bundle/fat/fat_builder.h"
#include "bundle/open/open_container.h"
#include "bundle/overlay.h"
#include "bundle/write/extract.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace sepax::test {
namespace {

using Codes = std::vector<std::string>;

Codes sorted(const std::vector<Finding>& findings) {
  Codes codes;
  for (const Finding& finding : findings) codes.emplace_back(finding.code());
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

Codes verifiedCodes(const std::string& bytes, const std::string& name = "t.zip") {
  return sorted(verify(*treeOf(bytes, name)).findings);
}

TEST(Verify, FindsNothingWrongWithASoundBundle) {
  const std::string zip =
      Archive{.items = {{.name = "a.b", .data = "hello"}, {.name = "b", .data = std::string(9000, 'x'), .method = 8}}}
          .bytes();
  const auto report = verify(*treeOf(zip));
  EXPECT_EQ(sorted(report.findings), Codes{});
  EXPECT_EQ(verdictOf(report), 0);
  EXPECT_EQ(report.files, 2u);
  EXPECT_EQ(report.checked, 2u);
  EXPECT_EQ(report.bytes_checked, 9005u);
  ASSERT_EQ(report.methods.size(), 2u);
  EXPECT_EQ(report.methods[0].method, Compression::kDeflated);
  EXPECT_EQ(verify(*treeOf("abc")).sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Verify, ReadsEveryEntryAndNamesTheDamagedOnes) {
  const auto report = verify(
      *treeOf(Archive{.items = {{.name = "good", .data = "x"},
                                {.name = "crc", .data = "hello", .crc = 1},
                                {.name = "locked", .data = "gibberish-gibberish", .flags = 1, .crc = 7, .size = 3},
                                {.name = "imploded", .data = "x", .method = 6}}}
                  .bytes()));
  EXPECT_EQ(report.checked, 1u);
  EXPECT_EQ(report.damaged, 1u);
  EXPECT_EQ(report.not_checked, 2u);
  EXPECT_EQ(sorted(report.findings),
            (Codes{"entry.damaged", "entry.not_checked", "zip.encrypted", "zip.unsupported_method"}));
  EXPECT_EQ(verdictOf(report), 1);
  const auto damaged = std::find_if(report.findings.begin(), report.findings.end(),
                                    [](const Finding& f) { return f.kind == FindingKind::kEntryDamaged; });
  EXPECT_EQ(damaged->entry, 1u);
  EXPECT_EQ(damaged->message, "its CRC is 3610a686, expected 00000001");
}

TEST(Verify, SaysWhatIsFake) {
  EXPECT_EQ(verifiedCodes(Archive{.items = {{.name = "a", .data = "plain", .flags = 1}}}.bytes()),
            (Codes{"zip.encrypted", "zip.fake_encryption"}));
  EXPECT_EQ(verifiedCodes(Archive{.items = {{.name = "a", .data = "plain", .method = 1234}}}.bytes()),
            (Codes{"zip.fake_method", "zip.unsupported_method"}));
}

TEST(Verify, ChecksNameAndFooterOfAnObb) {
  const std::string zip = Archive{.items = {{.name = "ab", .data = "x"}}}.bytes();
  const std::string footer = obbFooter("com.example.game", 42);
  EXPECT_EQ(verifiedCodes(zip + footer, "main.42.com.example.game.obb"), Codes{});
  EXPECT_EQ(verifiedCodes(zip, "patch.42.com.example.game.obb"), Codes{});
  EXPECT_EQ(verifiedCodes(zip, "overflow3.42.com.example.game.obb"), Codes{});
  EXPECT_EQ(verifiedCodes(zip + footer, "main.41.com.example.other.obb"),
            (Codes{"obb.package_mismatch", "obb.version_mismatch"}));
  for (const std::string name :
       {"game.main.obb", "main.42.game.obb", "main.x.com.example.game.obb", "Main.42.com.example.game.obb"}) {
    EXPECT_EQ(verifiedCodes(zip, name), Codes{"obb.name_rule"}) << name;
  }
  const std::string body = u32(1) + u32(42) + u32(4) + u64(7) + u32(3) + "a.b";
  EXPECT_EQ(verifiedCodes(zip + body + u32(body.size()) + u32(0x01059983), "main.42.a.b.obb"),
            (Codes{"obb.unknown_flags", "obb.unused_salt"}));
}

TEST(Verify, HoldsAnObbAgainstWhatAndroidsReadersNeed) {
  const auto codes = [](const Item& item) {
    return verifiedCodes(Archive{.items = {item}}.bytes(), "main.1.com.example.game.obb");
  };
  EXPECT_EQ(codes({.name = "a", .data = "x"}), Codes{"android.unaligned"});
  EXPECT_EQ(codes({.name = "ab", .data = "x", .has_descriptor = true}), Codes{"android.descriptor"});
  EXPECT_EQ(codes({.name = "石", .data = "x"}), (Codes{"android.name_flag", "android.unaligned"}));
  EXPECT_EQ(codes({.name = "石", .data = "x", .method = 8, .flags = 1 << 11}), Codes{});
  EXPECT_EQ(codes({.name = "ab", .data = "x", .method = 9}),
            (Codes{"android.method", "entry.not_checked", "zip.unsupported_method"}));
  EXPECT_EQ(verifiedCodes(Archive{.items = {{.name = "ab", .data = "x"}}, .is_end64 = true}.bytes(),
                          "main.1.com.example.game.obb"),
            Codes{"android.zip64"});
  Archive many;
  for (int i = 0; i < 32'768; ++i) many.items.push_back({.name = std::to_string(i)});
  EXPECT_EQ(verifiedCodes(many.bytes(), "main.1.com.example.game.obb"), Codes{"android.too_many_entries"});
  EXPECT_EQ(verifiedCodes(many.bytes()), Codes{});
}

TEST(Verify, FindsNamesThatCannotBeBesideEachOther) {
  const auto codes = [](const std::string& a, const std::string& b) {
    return verifiedCodes(
        Archive{.items = {{.name = a, .data = a.ends_with('/') ? "" : "x"}, {.name = b, .data = "y"}}}.bytes());
  };
  EXPECT_EQ(codes("Rock.obj", "rock.OBJ"), Codes{"name.case_clash"});
  EXPECT_EQ(codes("a", "a/b"), Codes{"name.file_and_folder"});
  EXPECT_EQ(codes("a/b/", "a/b"), (Codes{"name.file_and_folder", "zip.duplicate_name"}));
  EXPECT_EQ(codes("a", "con.txt"), Codes{"name.unportable"});
  EXPECT_EQ(codes("a", "b. "), Codes{"name.unportable"});
}

TEST(Verify, WarnsOfHighRatiosOnlyWhereTheyMatter) {
  const std::string zeros(4'000'000, '\0');
  EXPECT_EQ(verifiedCodes(Archive{.items = {{.name = "a", .data = zeros, .method = 8}}}.bytes()),
            Codes{"zip.high_ratio"});
  EXPECT_EQ(verifiedCodes(Archive{.items = {{.name = "a", .data = zeros.substr(0, 1'000'000), .method = 8}}}.bytes()),
            Codes{});
}

TEST(Verify, ComesToAnEndWithNamesOfThousandsOfFolders) {
  Archive archive;
  std::string deep;
  for (int i = 0; i < 32'000; ++i) deep += "a/";
  for (int i = 0; i < 300; ++i) archive.items.push_back({.name = deep + std::to_string(i)});
  const auto report = verify(*treeOf(archive.bytes()));
  EXPECT_EQ(report.checked, 300u);
}

TEST(Verify, ComesToAnEndWithNamesThatAreNoText) {
  Archive archive;
  for (int i = 0; i < 200; ++i) archive.items.push_back({.name = std::to_string(i) + std::string(60'000, '\xFF')});
  EXPECT_EQ(verify(*treeOf(archive.bytes())).checked, 200u);
}

TEST(Verify, ReadsTheSameBytesOnlySoOften) {
  // Two hundred kilobytes that say they hold four gigabytes.
  Archive archive{.items = {{.name = "0", .data = std::string(std::size_t{1} << 22, '\0'), .method = 8}}};
  const Item first = archive.items[0];
  const std::string packed = deflated(first.data);
  for (int i = 1; i < 1'000; ++i) {
    archive.items.push_back({.name = std::to_string(i),
                             .method = 8,
                             .crc = crcOf(first.data),
                             .size = static_cast<std::uint32_t>(first.data.size()),
                             .packed_size = static_cast<std::uint32_t>(packed.size()),
                             .header_offset = 0});
  }
  const auto report = verify(*treeOf(archive.bytes()));
  EXPECT_EQ(report.files, 1000u);
  EXPECT_EQ(report.checked, 256u) << "a gigabyte";
  EXPECT_EQ(report.not_checked, 744u);
  EXPECT_EQ(report.damaged, 0u);
}

TEST(Verify, StopsWhenAsked) {
  Archive archive;
  for (int i = 0; i < 50; ++i)
    archive.items.push_back({.name = std::to_string(i), .data = std::string(2'000'000, 'x'), .method = 8});
  VerifyOptions options;
  int calls = 0;
  options.progress = [&](const Progress& progress) {
    EXPECT_GT(progress.total, 100'000'000u);
    ++calls;
    return false;
  };
  const auto tree = treeOf(archive.bytes());
  const auto report = verify(*tree, options);
  EXPECT_GE(calls, 1);
  EXPECT_TRUE(report.is_cancelled);
}

/// Three gigabytes of zeros that end in a footer.
class HugeSource final : public ByteSource {
 public:
  std::uint64_t size() const override { return kZeros + footer_.size(); }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (offset > size() || out.size() > size() - offset) return fail(ErrorCode::kDamaged, "", "beyond the end");
    for (std::byte& b : out) {
      b = offset < kZeros ? std::byte{0} : static_cast<std::byte>(footer_[offset - kZeros]);
      ++offset;
    }
    return {};
  }

 private:
  static constexpr std::uint64_t kZeros = std::uint64_t{3} << 30;
  std::string footer_ = obbFooter("com.example.game", 42);
};

TEST(Verify, WarnsOfBundlesBeyondSigned32Bits) {
  const auto tree = openTree(std::make_shared<HugeSource>(), "main.42.com.example.game.obb").value();
  VerifyOptions options;
  options.digests = false;
  EXPECT_EQ(sorted(verify(*tree, options).findings), (Codes{"container.unknown", "obb.too_large"}));
}

TEST(Verify, CallsALockedImageUnusable) {
  const auto report = verify(*treeOf(std::string(4096, '?') + obbFooter("a.b", 1, 2), "main.1.a.b.obb"));
  EXPECT_TRUE(report.is_locked);
  EXPECT_EQ(verdictOf(report), 2);
  EXPECT_EQ(verdictOf(verify(*treeOf("just text"))), 2);
}

// -------------------------------------------------------------------------------------------------------------------
// overlay and diff

TEST(Overlay, LetsThePatchReplaceWholeEntriesAndAddOthers) {
  const auto main = treeOf(Archive{.items = {{.name = "a", .data = "old"}, {.name = "b", .data = "same"}}}.bytes(),
                           "main.1.com.example.a.obb");
  const auto patch = treeOf(Archive{.items = {{.name = "a", .data = "newer"}, {.name = "c", .data = "more"}}}.bytes(),
                            "patch.2.com.example.a.obb");
  const auto tree = openOverlay({main, patch});
  EXPECT_EQ(textOf(*tree, "a"), "newer");
  EXPECT_EQ(textOf(*tree, "b"), "same");
  EXPECT_EQ(textOf(*tree, "c"), "more");
  ASSERT_EQ(tree->entries().size(), 4u);
  EXPECT_TRUE(tree->entries()[0].shadowed);
  EXPECT_EQ(tree->entries()[2].overlay_role, OverlayRole::kReplaces);
  EXPECT_EQ(tree->entries()[3].overlay_role, OverlayRole::kAdded);
  EXPECT_EQ(toText(tree->read(0, 100).value()), "old");
  EXPECT_EQ(sorted(tree->findings()), Codes{"overlay.version_mismatch"});
  EXPECT_EQ(sorted(openOverlay({patch, treeOf(Archive{}.bytes(), "patch.2.com.example.b.obb")})->findings()),
            (Codes{"overlay.no_main", "overlay.package_mismatch"}));
}

TEST(Overlay, TellsByContentWhatIsTheSameChangedAndAdded) {
  const auto main = treeOf(
      Archive{
          .items = {{.name = "same", .data = "equal"}, {.name = "other", .data = "old"}, {.name = "kept", .data = "1"}}}
          .bytes(),
      "main.1.com.example.a.obb");
  const auto patch = treeOf(
      Archive{
          .items = {{.name = "same", .data = "equal"}, {.name = "other", .data = "new"}, {.name = "more", .data = "2"}}}
          .bytes(),
      "patch.1.com.example.a.obb");
  const std::vector<std::shared_ptr<const Tree>> layers = {main, patch};
  std::vector<LayerChange> changes;
  for (const LayerEntryChange& entry : changesOf(layers)) changes.push_back(entry.change);
  using enum LayerChange;
  EXPECT_EQ(changes, (std::vector{kCovered, kCovered, kOnlyBelow, kSame, kChanged, kAdded}));
  EXPECT_EQ(changesOf(layers)[4].below, 1u);
}

TEST(Overlay, KnowsWhatEachReaderTakes) {
  const auto main =
      treeOf(Archive{.items = {{.name = "a", .data = "one"}, {.name = "a", .data = "two"}}}.bytes(), "main");
  const auto patch =
      treeOf(Archive{.items = {{.name = "a", .data = std::string(99, 'x'), .method = 8}}}.bytes(), "patch");
  const std::vector<std::shared_ptr<const Tree>> layers = {main, patch};
  const std::vector<std::size_t> candidates = {0, 1, 2};
  std::vector<std::optional<std::size_t>> picks;
  for (const KnownReader& reader : knownReaders()) picks.push_back(reader.pick(layers, candidates));
  EXPECT_EQ(picks, (std::vector<std::optional<std::size_t>>{2, 1, 1, 0}));  // google, unreal, cocos, first match
}

TEST(Overlay, OrdersFilesByTheirNames) {
  std::vector<std::string> paths = {"x/overflow10.1.a.b.obb", "patch.1.a.b.obb", "overflow2.1.a.b.obb",
                                    "main.1.a.b.obb", "other.zip"};
  sortLayers(paths);
  EXPECT_EQ(paths, (std::vector<std::string>{"other.zip", "main.1.a.b.obb", "patch.1.a.b.obb", "overflow2.1.a.b.obb",
                                             "x/overflow10.1.a.b.obb"}));
}

TEST(Diff, ComparesByContentWhateverTheContainer) {
  const auto zip = treeOf(Archive{.items = {{.name = "same", .data = "hello"},
                                            {.name = "packed", .data = std::string(99, 'x'), .method = 8},
                                            {.name = "changed", .data = "12345"},
                                            {.name = "gone", .data = "x"}}}
                              .bytes());
  const auto fat = treeOf(FatImage(12, {{.name = u"same", .data = "hello"},
                                        {.name = u"packed", .data = std::string(99, 'x')},
                                        {.name = u"changed", .data = "12346"},
                                        {.name = u"new", .data = "y"}})
                              .bytes);
  const TreeDiff diff = diffTrees(*zip, *fat);
  std::vector<std::string> rows;
  for (const DiffRow& row : diff.rows) rows.push_back(std::string(diffChangeName(row.change)) + " " + row.path);
  EXPECT_EQ(rows, (std::vector<std::string>{"changed changed", "removed gone", "added new", "repacked packed"}));
  EXPECT_EQ(diff.same, 1u);
}

TEST(Diff, ReadsTheBytesWhereSizesAndChecksumsAgree) {
  // Two words of one CRC-32.
  const auto before = treeOf(Archive{.items = {{.name = "a", .data = "plumless"}}}.bytes()),
             after = treeOf(Archive{.items = {{.name = "a", .data = "buckeroo"}}}.bytes());
  ASSERT_EQ(before->entries()[0].crc32, after->entries()[0].crc32);
  const auto changeOf = [](const Tree& old, const Tree& now, const DiffOptions& options) {
    const TreeDiff diff = diffTrees(old, now, options);
    return diff.rows.empty() ? "same" : diffChangeName(diff.rows[0].change);
  };
  EXPECT_STREQ(changeOf(*before, *after, {}), "changed");
  EXPECT_STREQ(changeOf(*before, *after, {.trusts_sums = true}), "same");
  const auto damaged = treeOf(Archive{.items = {{.name = "a", .data = "x", .crc = 7}}}.bytes());
  EXPECT_STREQ(changeOf(*damaged, *damaged, {}), "unreadable");
  EXPECT_STREQ(changeOf(*damaged, *damaged, {.trusts_sums = true}), "same");
}

// ----------------------------------------------------------------------------------------------------------------------------
// Godot PCK

std::string pck(unsigned version, const std::vector<std::pair<std::string, std::string>>& files, unsigned flags = 0) {
  const std::string head = "GDPC" + u32(version) + u32(version == 1 ? 3 : 4) + u32(2) + u32(1);
  std::string data, directory = u32(files.size());
  const std::size_t directory_size = [&] {
    std::size_t size = 4;
    for (const auto& [path, bytes] : files) size += 4 + (path.size() + 3) / 4 * 4 + 16 + 16 + (version >= 2 ? 4 : 0);
    return size;
  }();
  const std::size_t start = 20 + (version >= 2 ? 12 : 0) + (version == 3 ? 8 : 64);
  const std::size_t base = start + directory_size;
  for (const auto& [path, bytes] : files) {
    std::string padded = path;
    padded.resize((path.size() + 3) / 4 * 4);
    directory += u32(padded.size()) + padded + u64(data.size() + (version == 1 ? base : 0)) + u64(bytes.size()) +
                 std::string(16, '\0');
    if (version >= 2) directory += u32(0);
    data += bytes;
  }
  std::string out = head;
  if (version >= 2) out += u32(flags) + u64(base);
  out += version == 3 ? u64(start) : std::string(64, '\0');
  return out + directory + data;
}

TEST(PckReader, ReadsAllVersions) {
  for (const unsigned version : {1u, 2u, 3u}) {
    const auto tree = treeOf(pck(version, {{"res://icon.png", "PNG"}, {"res://scenes/main.tscn", "[gd_scene]"}}));
    EXPECT_EQ(tree->kind(), ContainerKind::kPck);
    EXPECT_EQ(codesOf(*tree), Codes{}) << version;
    EXPECT_EQ(pathsOf(*tree), (std::vector<std::string>{"icon.png", "scenes/main.tscn"}));
    EXPECT_EQ(textOf(*tree, "scenes/main.tscn"), "[gd_scene]");
    EXPECT_TRUE(tree->entries()[0].in_place);
    const auto report = verify(*tree);
    EXPECT_EQ(report.checked, 2u);
    EXPECT_EQ(report.md5.size(), 32u);
  }
}

TEST(PckReader, AFileThatIsThereTwiceIsNoClashOfCase) {
  const auto tree = treeOf(pck(2, {{"res://a", "one"}, {"a", "two"}, {"res://A", "three"}}), "t.pck");
  EXPECT_EQ(sorted(verify(*tree).findings), (Codes{"name.case_clash", "name.twice"}));
  const std::string folder = scratchFolder() + "/twice-in-a-pck";
  std::filesystem::remove_all(folder);
  const auto report = extractTree(*tree, {.folder = folder}).value();
  EXPECT_EQ(sorted(report.refused), (Codes{"extract.case_clash", "extract.duplicate"}));
  EXPECT_EQ(report.files, 1u);
}

TEST(PckReader, ChecksTheMd5OfEveryFile) {
  std::string bytes = pck(1, {{"res://a", "hello"}});
  const std::string md5("\x5d\x41\x40\x2a\xbc\x4b\x2a\x76\xb9\x71\x9d\x91\x10\x17\xc5\x92", 16);
  const std::size_t at = bytes.size() - 5 - 16;
  bytes.replace(at, 16, md5);
  EXPECT_EQ(textOf(*treeOf(bytes), "a"), "hello");
  bytes.back() = '0';
  EXPECT_EQ(errorOf(*treeOf(bytes), "a"), ErrorCode::kDamaged);
}

TEST(PckReader, TakesAFileAwayThatALaterPackMarksAsRemoved) {
  const auto base = treeOf(pck(2, {{"res://a", "x"}, {"res://b", "y"}}), "base.pck");
  std::string bytes = pck(2, {{"res://a", ""}});
  bytes.replace(bytes.size() - 4, 4, u32(2));
  const auto patch = treeOf(bytes, "patch.pck");
  EXPECT_EQ(codesOf(*patch), Codes{"pck.removed"});
  const auto tree = openOverlay({base, patch});
  EXPECT_EQ(findEntry(*tree, "a"), std::nullopt);
  EXPECT_EQ(textOf(*tree, "b"), "y");
  EXPECT_EQ(findEntry(*openOverlay({patch, base}), "a"), 1u);
}

TEST(PckReader, NamesWhatItCannotReadAndSurvivesLies) {
  const auto locked = treeOf(pck(2, {{"res://a", "x"}}, 1));
  EXPECT_TRUE(locked->locked());
  EXPECT_EQ(codesOf(*locked), Codes{"pck.encrypted"});
  std::string removed = pck(2, {{"res://a", "x"}});
  removed.replace(removed.size() - 1 - 4, 4, u32(2));
  EXPECT_EQ(codesOf(*treeOf(removed)), Codes{"pck.removed"});
  const std::string whole = pck(2, {{"res://a", "hello"}, {"res://../b", "x"}});
  EXPECT_EQ(codesOf(*treeOf(whole)), Codes{"pck.unsafe_path"});
  EXPECT_EQ(codesOf(*treeOf(whole.substr(0, 140))), Codes{"pck.bad_directory"});
  std::string count = whole;
  count.replace(96, 4, u32(0xFFFFFFFF));
  EXPECT_EQ(treeOf(count)->findings().back().code(), "pck.bad_directory");
  std::string far = whole;
  far.replace(96 + 4 + 4 + 8, 8, u64(~0ull - 2));
  EXPECT_EQ(errorOf(*treeOf(far), "a"), ErrorCode::kDamaged);
}

// ------------------------------------------------------------------------------------------------------------------------------
// salvage

TEST(Salvage, ListsATruncatedArchiveByItsLocalHeaders) {
  const std::string whole =
      Archive{.items = {{.name = "a", .data = "hello"},
                        {.name = "d", .data = std::string(5000, 'd'), .method = 8, .has_descriptor = true},
                        {.name = "z", .data = "zip64", .is_zip64 = true},
                        {.name = "cut", .data = std::string(500, 'x')}}}
          .bytes();
  OpenOptions options;
  options.salvage = true;
  const std::string cut = whole.substr(0, whole.find(std::string(500, 'x')) + 100);
  const auto tree = openTree(memorySource(toBytes(cut)), "t.zip", options).value();
  EXPECT_EQ(pathsOf(*tree), (std::vector<std::string>{"a", "d", "z", "cut"}));
  EXPECT_EQ(textOf(*tree, "a"), "hello");
  EXPECT_EQ(textOf(*tree, "d"), std::string(5000, 'd'));
  EXPECT_EQ(textOf(*tree, "z"), "zip64");
  EXPECT_EQ(errorOf(*tree, "cut"), ErrorCode::kDamaged);
  EXPECT_EQ(sorted(tree->findings()), (Codes{"zip.no_end", "zip.out_of_range", "zip.salvaged"}));
  EXPECT_TRUE(treeOf(cut)->entries().empty());
}

}  // namespace
}  // namespace sepax::test
