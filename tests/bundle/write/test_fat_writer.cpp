#include "bundle/obb/obb.h"
#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/fat_writer.h"
#include "bundle/write/new_entries.h"
#include "bundle/write/pack.h"
#include "bundle/write/repack.h"
#include "bundle/write/zip_parts.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace sepax::test {
namespace {

namespace fs = std::filesystem;

const ObbFooter kFooter{"com.example.game", 42, 0, ""};

std::string fatAt(const std::string& name) { return scratchFolder() + "/fat-" + name; }

/// Long, foreign and emoji names, names that differ only behind the eighth letter, sizes around a cluster, empty files
/// and folders.
std::vector<NewEntry> fatVariety() {
  std::vector<NewEntry> entries = {entryOf("empty.bin", ""),
                                   entryOf("readme.txt", "hello"),
                                   entryOf("deep/er/still/x.y.z", "deep"),
                                   entryOf("\xE4\xB8\xA4\xE5\x9D\x97/\xE7\x9F\xB3\xF0\x9F\xAA\xA8.json", "{}"),
                                   entryOf("big.dat", noise(3'500'000, 1)),
                                   entryOf(".hidden", "h"),
                                   entryOf("thirteenunits", "13"),
                                   entryOf(std::string(200, 'l') + ".long", "l"),
                                   {.path = "hollow", .directory = true}};
  for (const std::size_t size : {1, 1023, 1024, 1025, 2048})
    entries.push_back(entryOf("sizes/of some bytes " + std::to_string(size), noise(size, 7)));
  return entries;
}

std::string imageOf(std::span<const NewEntry> entries) {
  std::string image;
  const auto done = writeFatImage(entries, [&](std::span<const std::byte> bytes) -> Result<void> {
    image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  });
  return done ? image : "error: " + describe(done.error());
}

bool isInstalled(const std::string& tool) {
  return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
}
int run(const std::string& command) { return WEXITSTATUS(std::system((command + " >/dev/null 2>&1").c_str())); }

TEST(FatWriter, MakesAnImageThatIsFat16ByItsClusters) {
  const std::string image = imageOf(fatVariety());
  const auto bytes = std::as_bytes(std::span(image));
  EXPECT_GE(image.size(), 8401u * 512) << "small sets are padded: less would be FAT12";
  EXPECT_LE(image.size(), 8412u * 512);
  EXPECT_EQ(openTree(memorySource(toBytes(image)), "i").value()->kind(), ContainerKind::kFat16);
  EXPECT_EQ(static_cast<std::uint8_t>(bytes[510]), 0x55);
  EXPECT_EQ(static_cast<std::uint8_t>(bytes[13]), 2) << "sectors a cluster";
}

TEST(FatWriter, GrowsTheClustersWithTheImage) {
  // Written into nothing: only the boot sector and the length are kept.
  for (const auto& [megabytes, sectors] : {std::pair{10, 2}, {20, 4}, {200, 8}, {400, 16}, {800, 32}, {1500, 64}}) {
    NewEntry entry{.path = "x", .size = std::uint64_t(megabytes) << 20};
    entry.stream = [&entry](const ByteSink& sink) -> Result<void> {
      static const std::vector<std::byte> zeros(1 << 20);
      for (std::uint64_t done = 0; done < entry.size; done += zeros.size()) {
        if (auto taken = sink(zeros); !taken) return taken;
      }
      return {};
    };
    std::uint64_t size = 0;
    int cluster_sectors = 0;
    const auto done = writeFatImage(std::span(&entry, 1), [&](std::span<const std::byte> bytes) -> Result<void> {
      if (size == 0) cluster_sectors = static_cast<int>(bytes[13]);
      size += bytes.size();
      return {};
    });
    ASSERT_TRUE(done) << describe(done.error());
    EXPECT_EQ(cluster_sectors, sectors) << megabytes;
    EXPECT_EQ(size % 2048, 0u);
    EXPECT_LT(size, entry.size + entry.size / 50 + 400'000) << "two tables and little else";
  }
}

TEST(FatWriter, RefusesWhatFatCannotHold) {
  const auto refusal = [](const std::vector<NewEntry>& entries) { return imageOf(entries).substr(0, 200); };
  for (const char* name : {"a:b", "what?", "a*", "pipe|", "\"x\"", "<x>", "dot.", "space "})
    EXPECT_TRUE(refusal({entryOf(name, "")}).starts_with("error: ")) << name;
  EXPECT_TRUE(refusal({entryOf("a", ""), entryOf("A", "")}).starts_with("error: A: another name"))
      << refusal({entryOf("a", ""), entryOf("A", "")});
  EXPECT_TRUE(refusal({entryOf("F/x", ""), entryOf("f/y", "")}).starts_with("error: f: another name"));
  EXPECT_TRUE(refusal({entryOf(std::string(256, 'x'), "")}).starts_with("error: "));
  std::vector<NewEntry> many;
  for (int i = 0; i < 256; ++i) many.push_back(entryOf("f" + std::to_string(i), ""));
  EXPECT_FALSE(refusal(many).starts_with("error: "));
  many.push_back(entryOf("one more", ""));
  EXPECT_TRUE(refusal(many).starts_with("error: the names at the top take 514 slots")) << refusal(many);
  NewEntry huge{.path = "huge", .size = std::uint64_t{3} << 30};
  EXPECT_TRUE(refusal({huge}).starts_with("error: the files do not fit"));
  NewEntry shrinking = entryOf("x", "12345");
  shrinking.size = 6;
  EXPECT_TRUE(refusal({shrinking}).starts_with("error: x: has 5 bytes, 6 were listed"));
}

TEST(FatWriter, PleasesFsckAndGivesItsFilesToMtoolsAnd7Zip) {
  const auto entries = fatVariety();
  const std::string image = fatAt("image");
  ASSERT_TRUE(writeFileAtomically(image, imageOf(entries)));
  int asked = 0;
  if (isInstalled("fsck.fat")) {
    EXPECT_EQ(run("fsck.fat -n -v '" + image + "'"), 0);
    ++asked;
  }
  if (isInstalled("7zz")) {
    EXPECT_EQ(run("7zz t '" + image + "'"), 0);
    ++asked;
  }
  if (isInstalled("mcopy")) {
    const std::string folder = fatAt("copied");
    fs::create_directories(folder);
    EXPECT_EQ(run("MTOOLS_SKIP_CHECK=1 LC_ALL=C.UTF-8 mcopy -s -Q -n -i '" + image + "' '::/*' '" + folder + "'"), 0);
    for (const NewEntry& entry : entries) {
      if (entry.directory || entry.path.find('\xF0') != std::string::npos)
        continue;  // mtools knows no letters beyond U+FFFF
      std::string wanted;
      (void)entry.stream([&](std::span<const std::byte> bytes) -> Result<void> {
        wanted.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return {};
      });
      EXPECT_TRUE(readFile(folder + "/" + entry.path, 1 << 24).value_or("missing") == wanted) << entry.path;
    }
    ++asked;
  }
  RecordProperty("tools", asked);
}

TEST(FatPack, EncryptsTheSameImageAndSaysSoInTheFooter) {
  const auto plain =
      packBundle(fatVariety(), {.form = PackForm::kFat, .output = fatAt("plain.obb"), .footer = kFooter});
  ASSERT_TRUE(plain) << describe(plain.error());
  const auto report = packBundle(
      fatVariety(), {.form = PackForm::kFat, .output = fatAt("locked.obb"), .footer = kFooter, .password = "s3cret"});
  ASSERT_TRUE(report) << describe(report.error());
  const auto footer = readFileFooter(fatAt("locked.obb")).value();
  EXPECT_EQ(footer.footer.flags, kObbFlagSalted);
  const ObbSalt salt = parseObbSalt(footer.footer.salt_hex).value();
  const ObbKey key = deriveObbKey("s3cret", salt).value();
  EXPECT_TRUE(survivesDevice(key));
  auto bytes = toBytes(readFile(fatAt("locked.obb"), 1 << 26).value().substr(0, footer.payload_size));
  ASSERT_TRUE(decryptObbSectors(key, 0, bytes));
  EXPECT_TRUE(toText(bytes) == imageOf(fatVariety()));
  EXPECT_TRUE(readFile(fatAt("plain.obb"), 1 << 26).value() ==
              imageOf(fatVariety()) + obbFooter("com.example.game", 42));
}

TEST(FatPack, TakesASaltAndWarnsOfKeysThatDevicesGarble) {
  const PackOptions options{.form = PackForm::kFat,
                            .output = fatAt("salted.obb"),
                            .footer = kFooter,
                            .password = "s3cret",
                            .salt = parseObbSalt("63060750b685a230").value()};
  ASSERT_TRUE(packBundle({entryOf("a", "1")}, options));
  const std::string once = readFile(fatAt("salted.obb"), 1 << 26).value();
  const auto again = packBundle({entryOf("a", "1")}, options);
  ASSERT_TRUE(again);
  EXPECT_TRUE(readFile(fatAt("salted.obb"), 1 << 26).value() == once) << "a given salt gives the same bytes";
  EXPECT_EQ(again->warnings.size(), 2u) << "the name, and an info that newer devices mount none";
  PackOptions garbled = options;
  for (std::uint8_t last = 0; survivesDevice(deriveObbKey("s3cret", *garbled.salt).value()); ++last)
    (*garbled.salt)[7] = last;
  const auto warned = packBundle({entryOf("a", "1")}, garbled).value();
  EXPECT_TRUE(std::any_of(warned.warnings.begin(), warned.warnings.end(),
                          [](const Finding& row) { return row.kind == FindingKind::kPackDeviceKey; }));
}

TEST(FatPack, IsRepackedWithItsFooterAndPassword) {
  const std::string path = fatAt("repacked.obb");
  ASSERT_TRUE(
      packBundle(fatVariety(), {.form = PackForm::kFat, .output = path, .footer = kFooter, .password = "s3cret"}));
  const std::string salt = readFileFooter(path).value().footer.salt_hex;
  const std::vector<EntryChange> changes = {
      {"readme.txt", entryOf("", "changed")}, {"sizes", std::nullopt}, {"new/file", entryOf("", "new")}};
  EXPECT_EQ(repackBundle(path, changes, {.output = path}).error().code, ErrorCode::kPassword);
  const auto report = repackBundle(path, changes, {.output = path, .password = "s3cret"});
  ASSERT_TRUE(report) << describe(report.error());
  EXPECT_EQ(report->replaced, 1u);
  EXPECT_EQ(report->added, 1u);
  EXPECT_EQ(readFileFooter(path).value().footer.salt_hex, salt);
  OpenOptions opening;
  opening.password = "s3cret";
  const auto tree = openTree(path, opening).value();
  EXPECT_EQ(textOf(*tree, "readme.txt"), "changed");
  EXPECT_EQ(textOf(*tree, "new/file"), "new");
  EXPECT_EQ(textOf(*tree, "big.dat"), noise(3'500'000, 1));
  EXPECT_FALSE(findEntry(*tree, "sizes/of some bytes 1"));
}

TEST(FatPack, IsRepackedWithoutAFooterWhereThereWasNone) {
  const std::string path = fatAt("bare-repacked.img");
  const std::string image = imageOf(std::vector<NewEntry>{entryOf("a", "1"), entryOf("b/c", "2")});
  ASSERT_TRUE(writeFileAtomically(path, image));
  ASSERT_TRUE(repackBundle(path, {{"a", entryOf("", "changed")}}, {.output = path, .password = "not asked for"}));
  const auto changed = openTree(path).value();
  EXPECT_EQ(textOf(*changed, "a"), "changed");
  EXPECT_EQ(textOf(*changed, "b/c"), "2");
  EXPECT_FALSE(changed->footer());
  EXPECT_EQ(verdictOf(verify(*changed)), 0);
  ASSERT_TRUE(repackBundle(path, {{"a", std::nullopt}, {"b", std::nullopt}}, {.output = path}));
  EXPECT_EQ(pathsOf(*openTree(path).value()), std::vector<std::string>{});

  // As the mkobb.sh script makes them: the key is the password's MD5, and there is no footer that says so.
  const ObbKey key = guessObbKeys("s3cret", {}).value().back().key;
  std::vector<std::byte> encrypted = toBytes(image);
  ASSERT_TRUE(encryptObbSectors(key, 0, encrypted));
  ASSERT_TRUE(writeFileAtomically(path, toText(encrypted)));
  ASSERT_TRUE(repackBundle(path, {{"a", entryOf("", "changed")}}, {.output = path, .password = "s3cret"}));
  EXPECT_EQ(openTree(path).value()->kind(), ContainerKind::kUnknown) << "still encrypted";
  EXPECT_EQ(textOf(*openTree(path, {.password = "s3cret"}).value(), "a"), "changed");
}

TEST(FatPack, NeedsAFooterAndEncryptsNoZip) {
  EXPECT_FALSE(packBundle({entryOf("a", "1")}, {.form = PackForm::kFat, .output = fatAt("bare.obb")}));
  EXPECT_FALSE(packBundle({entryOf("a", "1")}, {.output = fatAt("zip.obb"), .password = "x"}));
  EXPECT_FALSE(fs::exists(fatAt("bare.obb")) || fs::exists(fatAt("zip.obb")));
}

}  // namespace
}  // namespace sepax::test
