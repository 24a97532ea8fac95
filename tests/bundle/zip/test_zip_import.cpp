#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/zip/encrypted_zips.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace sepax::test {
namespace {

/// Words in no order: text that every method makes smaller.
std::string words() {
  std::mt19937 random(5);
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += fmt::format("w{} ", random() % 300);
  return text;
}

TEST(ZipImport, ReadsWhatSevenZipPacksByEveryMethodThatLibarchiveKnows) {
  if (!runsInShell("command -v 7zz")) GTEST_SKIP() << "no 7-Zip";
  const std::string text = words(), folder = scratchFolder();
  ASSERT_TRUE(writeFileAtomically(folder + "/text", text));
  for (const char* how : {"-mm=LZMA", "-mm=LZMA -mx=9", "-mm=XZ", "-mm=PPMd", "-mm=PPMd -mx=9",
                          "-mm=LZMA -ps3cret -mem=AES256", "-mm=PPMd -ps3cret -mem=ZipCrypto"}) {
    const std::string file = folder + "/packed.zip";
    std::remove(file.c_str());
    ASSERT_TRUE(runsInShell(fmt::format("cd '{}' && 7zz a -tzip {} packed.zip text", folder, how))) << how;
    const auto tree = openTree(file, {.password = "s3cret"}).value();
    EXPECT_LT(tree->entries().at(0).compressed_size, text.size() / 2) << how;
    EXPECT_TRUE(textOf(*tree, "text") == text) << how << ": " << textOf(*tree, "text").substr(0, 100);
    EXPECT_EQ(verify(*tree).checked, 1u) << how;
  }
  const std::string file = folder + "/other.zip";
  ASSERT_TRUE(runsInShell(fmt::format("cd '{}' && 7zz a -tzip -mm=Deflate64 other.zip text", folder)));
  const auto other = openTree(file).value();
  EXPECT_EQ(codesOf(*other), std::vector<std::string>{"zip.unsupported_method"});
  EXPECT_EQ(textOf(*other, "text"), "error: is compressed by deflate64, which this version does not read");
}

TEST(ZipImport, ReadsWhatPythonPacks) {
  const std::string file = scratchFolder() + "/python.zip";
  ASSERT_TRUE(runsInShell("python3 -c 'import zipfile; zipfile.ZipFile(\"" + file +
                          "\", \"w\", zipfile.ZIP_LZMA).writestr(\"a\", b\"hello \" * 5000)'"));
  std::string expected;
  for (int i = 0; i < 5000; ++i) expected += "hello ";
  EXPECT_TRUE(textOf(*openTree(file).value(), "a") == expected);
}

/// "hello hello hello hello" by LZMA.
Item lzmaItem() {
  return {.name = "a",
          .data = fromHex("090405005d0000800000341949ee8de9560bd5c5a3ffff78a40000"),
          .method = 14,
          .crc = crcOf("hello hello hello hello"),
          .size = 23};
}

TEST(ZipImport, HoldsTheEntryAgainstItsSizeAndChecksum) {
  Item item = lzmaItem();
  EXPECT_EQ(textOf(*treeOf(Archive{.items = {item}}.bytes()), "a"), "hello hello hello hello");
  const auto errorOfItem = [](const Item& changed) {
    return textOf(*treeOf(Archive{.items = {changed}}.bytes()), "a");
  };
  item.crc = 1;
  EXPECT_EQ(errorOfItem(item),
            fmt::format("error: its CRC is {:08x}, expected 00000001", crcOf("hello hello hello hello")));
  item = lzmaItem();
  item.data = "x";
  EXPECT_TRUE(errorOfItem(item).starts_with("error: its compressed data is damaged (")) << errorOfItem(item);
  item = lzmaItem();
  item.data.resize(16);
  EXPECT_TRUE(errorOfItem(item).starts_with("error: ")) << errorOfItem(item);
  item = lzmaItem();
  item.size = 500;
  EXPECT_TRUE(errorOfItem(item).starts_with("error: ")) << errorOfItem(item);
  item.size = 5;
  EXPECT_TRUE(errorOfItem(item).starts_with("error: ")) << errorOfItem(item);
}

TEST(ZipImport, StopsAnEntryThatUnpacksToMoreThanItDeclares) {
  if (!runsInShell("command -v 7zz")) GTEST_SKIP() << "no 7-Zip";
  const std::string folder = scratchFolder();
  ASSERT_TRUE(writeFileAtomically(folder + "/zeros", std::string(8 << 20, '\0')));
  ASSERT_TRUE(runsInShell(fmt::format("cd '{}' && 7zz a -tzip -mm=XZ bomb.zip zeros", folder)));
  std::string bytes = readFile(folder + "/bomb.zip", 1 << 20).value();
  const std::string stated = u32(8 << 20), lie = u32(1000);
  for (std::size_t at = bytes.find(stated); at != std::string::npos; at = bytes.find(stated, at))
    bytes.replace(at, 4, lie);
  EXPECT_EQ(textOf(*treeOf(bytes), "zeros"), "error: unpacks to more than the declared 1000 bytes");
}

}  // namespace
}  // namespace sepax::test
