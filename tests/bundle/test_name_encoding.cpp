#include "bundle/name_encoding.h"

#include "bundle/open/open_container.h"
#include "bundle/zip/zip_builder.h"

#include <gtest/gtest.h>
#include <iconv.h>

namespace sepax::test {
namespace {

/// UTF-8 text as bytes of another encoding.
std::string encoded(const std::string& text, const char* encoding) {
  const iconv_t converter = iconv_open(encoding, "UTF-8");
  std::string out(text.size() * 4, '\0');
  char *from = const_cast<char*>(text.data()), *to = out.data();
  std::size_t from_left = text.size(), to_left = out.size();
  EXPECT_NE(iconv(converter, &from, &from_left, &to, &to_left), static_cast<std::size_t>(-1))
      << text << " " << encoding;
  iconv_close(converter);
  return out.substr(0, out.size() - to_left);
}

TEST(NameEncoding, IsGuessedFromTheNamesOfOneArchiveTogether) {
  struct Row {
    const char* encoding;
    std::vector<std::string> names;
  };
  const std::vector<Row> rows = {
      {"GB18030", {"模型/石头.obj"}},
      {"GB18030", {"贴图/墙壁.png", "说明.txt", "场景/第一关.json"}},
      {"BIG5-HKSCS", {"資料夾/石頭.obj", "圖片/牆壁.png"}},
      {"CP932", {"モデル.obj"}},
      {"CP932", {"テクスチャ/壁.png", "説明書.txt"}},
      {"CP949", {"자료/돌멩이.obj", "그림/벽.png"}},
      {"CP437", {"café.txt"}},
      {"CP437", {"Müller/Größe.txt"}},
      {"CP437", {"Tür.obj"}},
      {"CP1252", {"Tür.obj"}},
      {"CP437", {"crème brûlée.obj", "Über/Ölfaß.png"}},
      {"CP1252", {"crème brûlée.obj"}},
      {"CP1252", {"créé à Noël.txt", "Größe/Übung.txt", "España.png"}},
      {"CP850", {"pão/maçã.obj", "À la carte.txt"}},
      {"CP1252", {"pão/maçã.obj"}},
      {"CP852", {"źródło/łąka.obj", "żółw.png"}},
      {"CP1250", {"źródło/łąka.obj", "żółw.png"}},
      {"CP852", {"příliš žluťoučký kůň.txt"}},
      {"CP737", {"μοντέλο/πέτρα.obj"}},
      {"CP1253", {"μοντέλο/πέτρα.obj"}},
      {"IBM866", {"стена.obj"}},
      {"GB18030", {"a型.txt"}},
      {"IBM866", {"камень.obj", "модели/стена.png"}},
      {"WINDOWS-1251", {"камень.obj", "модели/стена.png"}},
  };
  for (const Row& row : rows) {
    Archive archive;
    for (const std::string& name : row.names)
      archive.items.push_back({.name = encoded(name, row.encoding), .data = "x"});
    const auto tree = treeOf(archive.bytes());
    EXPECT_EQ(pathsOf(*tree), row.names);
    EXPECT_EQ(tree->entries()[0].name_encoding, row.encoding);
    EXPECT_EQ(tree->entries()[0].raw_name, archive.items[0].name);
    EXPECT_EQ(codesOf(*tree), std::vector<std::string>(row.names.size(), "zip.name_encoding"));
    EXPECT_EQ(tree->findings()[0].entry, 0u);
  }
}

TEST(NameEncoding, ObeysTheUsersChoiceForNamesThatAreNotSureToBeUtf8) {
  const Archive archive{.items = {{.name = encoded("石", "CP932"), .data = "x"},
                                  {.name = "plain.txt", .data = "x"},
                                  {.name = "é", .data = "x", .flags = 1 << 11},
                                  {.name = encoded("\xE7\x9F\xB3", "CP932"), .data = "y", .flags = 1 << 11}}};
  const auto tree = openTree(memorySource(toBytes(archive.bytes())), "t.zip", {.name_encoding = "CP932"}).value();
  EXPECT_EQ(pathsOf(*tree), (std::vector<std::string>{"石", "plain.txt", "é", "石"}));
  const auto wrong = openTree(memorySource(toBytes(archive.bytes())), "t.zip", {.name_encoding = "no-such"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kWrongValue);
}

TEST(NameEncoding, KeepsTheArchiveReadableWhenTheFlagLies) {
  const std::string gbk = encoded("模型.obj", "GB18030");
  const auto tree = treeOf(Archive{.items = {{.name = gbk, .data = "v", .flags = 1 << 11}}}.bytes());
  EXPECT_EQ(textOf(*tree, "模型.obj"), "v");
  EXPECT_EQ(tree->findings()[0].message, "the name is marked as UTF-8 and is not; shown as GB18030, a guess");
}

TEST(NameEncoding, NeverTakesALettersSecondByteForABackslash) {
  const std::string raw = encoded("表示.txt", "CP932");  // 0x95 0x5C
  ASSERT_NE(raw.find('\\'), std::string::npos);
  const auto tree =
      openTree(memorySource(toBytes(Archive{.items = {{.name = raw}}}.bytes())), "t", {.name_encoding = "CP932"})
          .value();
  EXPECT_EQ(pathsOf(*tree), std::vector<std::string>{"表示.txt"});
  EXPECT_EQ(codesOf(*tree), std::vector<std::string>{"zip.name_encoding"});
}

}  // namespace
}  // namespace sepax::test
