#include "media/encoded_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace sepax {
namespace {

std::string le16(std::uint32_t n) { return {static_cast<char>(n & 0xff), static_cast<char>(n >> 8 & 0xff)}; }
std::string le32(std::uint32_t n) { return le16(n & 0xffff) + le16(n >> 16); }

std::string chunk(std::uint16_t type, const std::string& rest_of_header, const std::string& body) {
  const auto header = static_cast<std::uint32_t>(8 + rest_of_header.size());
  return le16(type) + le16(header) + le32(header + static_cast<std::uint32_t>(body.size())) + rest_of_header + body;
}

enum class PoolForm { kUtf8, kUtf16 };

std::string pool(const std::vector<std::string>& strings, PoolForm form = PoolForm::kUtf8) {
  std::string offsets, data;
  for (const std::string& text : strings) {
    offsets += le32(static_cast<std::uint32_t>(data.size()));
    if (form == PoolForm::kUtf8) {
      data += static_cast<char>(text.size());
      data += static_cast<char>(text.size());
      data += text + '\0';
    } else {
      data += le16(static_cast<std::uint32_t>(text.size()));
      for (const char c : text) data += le16(static_cast<unsigned char>(c));
      data += le16(0);
    }
  }
  const std::uint32_t start = 28 + 4 * static_cast<std::uint32_t>(strings.size());
  return chunk(1,
               le32(static_cast<std::uint32_t>(strings.size())) + le32(0) + le32(form == PoolForm::kUtf8 ? 0x100 : 0) +
                   le32(start) + le32(0),
               offsets + data);
}

constexpr std::uint32_t kNone = 0xffffffff;

std::string attribute(std::uint32_t space, std::uint32_t name, std::uint32_t raw, std::uint8_t type,
                      std::uint32_t data) {
  return le32(space) + le32(name) + le32(raw) + le16(8) + '\0' + static_cast<char>(type) + le32(data);
}

std::string node(std::uint16_t type, const std::string& body) { return chunk(type, le32(1) + le32(kNone), body); }

std::string startTag(std::uint32_t name, const std::vector<std::string>& attributes) {
  std::string body = le32(kNone) + le32(name) + le16(20) + le16(20) +
                     le16(static_cast<std::uint32_t>(attributes.size())) + le16(0) + le16(0) + le16(0);
  for (const std::string& one : attributes) body += one;
  return node(0x102, body);
}
std::string endTag(std::uint32_t name) { return node(0x103, le32(kNone) + le32(name)); }

/// A manifest of a game, as aapt lays one out.
std::string manifest(PoolForm form = PoolForm::kUtf8) {
  const std::vector<std::string> strings{"manifest",
                                         "package",
                                         "com.example.game",
                                         "android",
                                         "http://schemas.android.com/apk/res/android",
                                         "versionCode",
                                         "application",
                                         "label",
                                         "A & \"B\"",
                                         "debuggable",
                                         "width"};
  return chunk(3, "",
               pool(strings, form) + node(0x100, le32(3) + le32(4)) +
                   startTag(0, {attribute(kNone, 1, 2, 3, 2), attribute(4, 5, kNone, 0x10, 7)}) +
                   startTag(6, {attribute(4, 7, kNone, 3, 8), attribute(4, 9, kNone, 0x12, kNone),
                                attribute(4, 10, kNone, 5, 16 << 8 | 1)}) +
                   endTag(6) + endTag(0) + node(0x101, le32(3) + le32(4)));
}

std::optional<AndroidText> read(const std::string& bytes) { return androidText(std::as_bytes(std::span(bytes))); }

TEST(AndroidText, ReadsAManifestAsTheXmlThatItWasMadeOf) {
  for (const PoolForm form : {PoolForm::kUtf8, PoolForm::kUtf16}) {
    const auto text = read(manifest(form));
    ASSERT_TRUE(text);
    EXPECT_TRUE(text->is_xml);
    EXPECT_EQ(text->problem, "");
    EXPECT_EQ(text->text,
              "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
              "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" package=\"com.example.game\" "
              "android:versionCode=\"7\">\n"
              "  <application\n      android:label=\"A &amp; &quot;B&quot;\"\n      android:debuggable=\"true\"\n      "
              "android:width=\"16dp\">\n"
              "  </application>\n</manifest>\n");
  }
}

TEST(AndroidText, ListsTheStringsOfAResourceTableAndItsPackages) {
  std::string name = le16('a') + le16('.') + le16('b');
  name.resize(256, '\0');
  const std::string table = chunk(2, le32(1), pool({"Start", "two\nlines"}) + chunk(0x200, le32(0x7f) + name, ""));
  const auto text = read(table);
  ASSERT_TRUE(text);
  EXPECT_FALSE(text->is_xml);
  EXPECT_EQ(text->text, "packages: 1\npackage 0x7f: a.b\nstrings: 2\n\n     0  Start\n     1  two lines\n");
}

/// A package of one string and one reference to it, in the three ways to list where entries are and the two to write
/// them.
std::string resources(std::uint8_t flags, bool is_compact = false) {
  std::string name = le16('a');
  name.resize(256, '\0');
  const std::string types = pool({"string"}), keys = pool({"app_name", "title"});
  const auto entry = [&](std::uint32_t key, std::uint8_t type, std::uint32_t data) {
    if (is_compact) return le16(key) + le16(8u | std::uint32_t{type} << 8) + le32(data) + std::string(8, '\0');
    return le16(8) + le16(0) + le32(key) + le16(8) + '\0' + static_cast<char>(type) + le32(data);
  };
  const std::string offsets = flags == 1   ? le16(0) + le16(0) + le16(1) + le16(4)
                              : flags == 2 ? le16(0) + le16(4)
                                           : le32(0) + le32(16);
  const std::uint32_t header = 24, start = header + static_cast<std::uint32_t>(offsets.size());
  const std::string type =
      chunk(0x201, std::string("\1") + static_cast<char>(flags) + le16(0) + le32(2) + le32(start) + le32(0),
            offsets + entry(0, 3, 1) + entry(1, 1, 0x7f010000));
  constexpr std::uint32_t kHeader = 288;
  const std::uint32_t keys_at = kHeader + static_cast<std::uint32_t>(types.size());
  const std::string package = le32(0x7f) + name + le32(kHeader) + le32(1) + le32(keys_at) + le32(2) + le32(0);
  return chunk(2, le32(1), pool({"unused", "The <Game>"}) + chunk(0x200, package, types + keys + type));
}

TEST(AndroidText, NamesWhatAManifestRefersToWithItsValue) {
  const std::string xml = chunk(3, "",
                                pool({"label"}) + startTag(0, {attribute(kNone, 0, kNone, 1, 0x7f010000)}) +
                                    startTag(0, {attribute(kNone, 0, kNone, 1, 0x7f010001)}) +
                                    startTag(0, {attribute(kNone, 0, kNone, 1, 0x7f020000)}));
  for (const int form : {0, 1, 2, 3, 4, 5}) {
    const std::string table = resources(static_cast<std::uint8_t>(form % 3), form >= 3);
    const auto text = androidText(std::as_bytes(std::span(xml)), std::as_bytes(std::span(table)));
    ASSERT_TRUE(text);
    EXPECT_NE(text->text.find("label=\"@string/app_name (The &lt;Game>)\""), std::string::npos) << text->text;
    EXPECT_NE(text->text.find("label=\"@string/title (The &lt;Game>)\""), std::string::npos) << text->text;
    EXPECT_NE(text->text.find("label=\"@0x7f020000\""), std::string::npos) << "what the table lacks";
  }
}

TEST(AndroidText, ReadsADexHeaderAndSaysWhenItsSizeIsAnother) {
  std::string dex = "dex\n035";
  dex.resize(0x70, '\0');
  dex.replace(32, 4, le32(0x70));
  dex.replace(56, 8, le32(12) + le32(0x70));
  auto text = read(dex);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->problem, "");
  EXPECT_NE(text->text.find("version       035"), std::string::npos);
  EXPECT_NE(text->text.find("strings       12         at 0x70"), std::string::npos);
  text = read(dex + "more");
  EXPECT_EQ(text->problem, "the header says 112 bytes, the file has 116");
}

TEST(AndroidText, KnowsNothingElse) {
  for (const std::string& other : {std::string(),
                                   std::string("\x7f"
                                               "ELF...."),
                                   std::string("<?xml version"), std::string(100, '\0')})
    EXPECT_FALSE(read(other));
}

TEST(AndroidText, OfDamagedBytesGivesWhatCouldBeReadAndAProblem) {
  const std::string whole = manifest();
  const auto cut = read(le16(3) + le16(8) + le32(static_cast<std::uint32_t>(whole.size() - 40)) +
                        whole.substr(8, whole.size() - 48));
  ASSERT_TRUE(cut);
  EXPECT_NE(cut->problem, "");
  EXPECT_NE(cut->text.find("<manifest"), std::string::npos);
  std::mt19937 random(3);
  std::size_t read_ones = 0, with_problem = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = manifest(round % 2 == 0 ? PoolForm::kUtf8 : PoolForm::kUtf16);
    for (int i = 0; i < 1 + round % 6; ++i) bytes[8 + random() % (bytes.size() - 8)] = static_cast<char>(random());
    const auto text = read(bytes);
    if (!text) continue;
    ++read_ones;
    with_problem += !text->problem.empty();
    EXPECT_LT(text->text.size(), 100'000u);
  }
  EXPECT_GT(read_ones, 2500u);
  EXPECT_GT(with_problem, 100u);
}

TEST(AndroidText, OfManyNamesOfOneLongStringIsBounded) {
  // A thousand attributes whose names, values and spaces all point to one string of 30 000 characters: 90 MB if nobody
  // counted.
  std::vector<std::string> attributes(1000, attribute(1, 0, 0, 3, 0));
  std::string data = le16(30000) + std::string(60000, 'x') + le16(0);
  const std::string strings = chunk(1, le32(2) + le32(0) + le32(0) + le32(36) + le32(0), le32(0) + le32(0) + data);
  const auto text =
      read(chunk(3, "", strings + node(0x100, le32(1) + le32(1)) + startTag(0, attributes) + startTag(0, attributes)));
  ASSERT_TRUE(text);
  EXPECT_NE(text->problem, "");
  EXPECT_LT(text->text.size(), 2 * kMaxAndroidText);
}

}  // namespace
}  // namespace sepax
