#include "bundle/open/open_container.h"
#include "bundle/write/pack.h"
#include "scratch.h"
#include "session/bundle/preview.h"
#include "session/process.h"
#include "ui/bundle/panel_sides.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace sepax {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

std::string packed(const std::filesystem::path& folder, const std::string& name, const Files& files) {
  const std::filesystem::path source = folder / (name + ".d");
  std::filesystem::create_directories(source);
  for (const auto& [path, text] : files) std::ofstream(source / path, std::ios::binary) << text;
  PackOptions options;
  options.output = (folder / name).string();
  EXPECT_TRUE(packBundle(entriesOfTree(openTree(source.string()).value()), options));
  return options.output;
}

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

/// A patch over its main, both sides in the middle.
class SidesWindow : public ::testing::Test {
 protected:
  SidesWindow() {
    const auto folder = std::filesystem::path(scratchFolder()) / "sides";
    std::filesystem::create_directories(folder);
    const Files below{{"text.txt", "one\ntwo\nthree\n"}, {"ends.txt", "one\ntwo\n"},
                      {"mesh.obj", kTetrahedron},        {"same.txt", "same"},
                      {"gone.txt", "only here\n"},       {"data.bin", std::string("\0\1\2\3", 4)}};
    const Files above{{"text.txt", "one\nTWO\nthree\nfour\n"},
                      {"ends.txt", "one\r\ntwo\r\n"},
                      {"mesh.obj", "v 0 0 2\n" + std::string(kTetrahedron)},
                      {"same.txt", "same"},
                      {"data.bin", std::string("\0\1\7\3\4", 5)}};
    outbox.request(OpenPath{packed(folder, "main.7.com.example.two.obb", below)});
    outbox.request(OpenPath{packed(folder, "patch.7.com.example.two.obb", above)});
    process(window.workspace, outbox);
    window.workspace.view.middle = Middle::kSides;
  }
  const SideBySide& look(const std::string& path) {
    window.workspace.view.entries = {findEntry(*window.workspace.bundle, path).value()};
    window.frame(4);
    EXPECT_TRUE(window.workspace.sides.is_ready) << path;
    return window.workspace.sides;
  }
  HeadlessWindow window;
  Outbox outbox;
};

TEST_F(SidesWindow, PairsTheLinesOfATextWithThoseBelow) {
  const SideBySide& sides = look("text.txt");
  ASSERT_NE(sides.text, nullptr);
  EXPECT_EQ(sides.text->lines.rows.size(), 4u);
  EXPECT_EQ(sides.text->lines.changes, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(sides.below_name, "main.7.com.example.two.obb");
  EXPECT_EQ(sides.above_name, "patch.7.com.example.two.obb");
}

TEST_F(SidesWindow, SaysWhenOnlyLineEndsDiffer) { EXPECT_TRUE(look("ends.txt").text->only_line_ends); }

TEST_F(SidesWindow, ShowsBothMeshesFromOnePlace) {
  const SideBySide& sides = look("mesh.obj");
  ASSERT_NE(sides.below->mesh, nullptr);
  ASSERT_NE(sides.above->mesh, nullptr);
  EXPECT_LT(sides.below->mesh->bounds.max.z, sides.above->mesh->bounds.max.z);
  const auto& meshes = window.shell.of<SidesPanel>().meshes;
  EXPECT_GT(meshes[0].view.width, 100);
  EXPECT_TRUE(meshes[0].view.camera == meshes[1].view.camera);
}

TEST_F(SidesWindow, LeavesASideEmptyThatHasNoSuchEntry) {
  const SideBySide& sides = look("gone.txt");
  EXPECT_NE(sides.below, nullptr);
  EXPECT_EQ(sides.above, nullptr);
  look("same.txt");
  look("data.bin");
}

TEST_F(SidesWindow, IsOfferedOnlyWhileThereAreTwoLayers) {
  EXPECT_TRUE(hasSides(window.workspace));
  outbox.request(CloseBundle{});
  process(window.workspace, outbox);
  window.frame(2);
  EXPECT_FALSE(hasSides(window.workspace));
  EXPECT_EQ(window.workspace.view.middle, Middle::kScene);
}

TEST(NextDifference, FindsTheFirstByteThatIsNotTheSame) {
  const auto source = [](const std::string& text) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return memorySource({bytes, bytes + text.size()});
  };
  const auto a = source("abcdef"), b = source("abXdeY"), longer = source("abcdefg");
  EXPECT_EQ(nextDifference(*a, *b, 0), 2u);
  EXPECT_EQ(nextDifference(*a, *b, 3), 5u);
  EXPECT_EQ(nextDifference(*a, *b, 6), std::nullopt);
  EXPECT_EQ(nextDifference(*a, *longer, 0), 6u) << "a byte more is a difference";
  EXPECT_EQ(nextDifference(*a, *longer, 7), std::nullopt);
}

TEST(HexColumns, AreAsManyEightsAsFit) {
  EXPECT_EQ(hexColumns(20), 4u);
  EXPECT_EQ(hexColumns(44), 8u);
  EXPECT_EQ(hexColumns(78), 16u);
  EXPECT_EQ(hexColumns(1000), 64u);
}

// What lies under the mouse is what is drawn there: each byte's digits and its character lead to it, the gaps to none.
TEST(HexColumns, AreFoundWhereTheirDigitsAndCharactersAre) {
  for (const std::size_t columns : {4u, 8u, 16u, 24u}) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < columns; ++i) bytes.push_back(static_cast<std::byte>('A' + i));
    const std::string row = hexRow(0x12345678, bytes, columns);
    std::size_t found = 0;
    for (std::size_t at = 0; at < row.size() + 5; ++at) {
      const auto column = hexColumnAt(row, columns, at);
      if (!column) continue;
      ++found;
      const std::string digits = fmt::format("{:02x}", 'A' + *column);
      const bool is_digit = at > 0 && (row.compare(at, 2, digits) == 0 || row.compare(at - 1, 2, digits) == 0);
      EXPECT_TRUE(is_digit || row[at] == static_cast<char>('A' + *column)) << row << " at " << at;
    }
    EXPECT_EQ(found, 3 * columns);
  }
}

}  // namespace
}  // namespace sepax
