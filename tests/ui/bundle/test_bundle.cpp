#include "bundle/write/pack.h"
#include "collider/collider_export.h"
#include "comes_true.h"
#include "core/language.h"
#include "model_glb.h"
#include "scratch.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_nodes.h"
#include "session/bundle/bundle_overview.h"
#include "session/bundle/colliders.h"
#include "session/bundle/editing.h"
#include "session/bundle/preview.h"
#include "session/busy_workers.h"
#include "session/huge_inputs.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "session/script/script.h"
#include "session/script/script_words.h"
#include "ui/actions.h"
#include "ui/bundle/byte_views.h"
#include "ui/headless_window.h"
#include "ui/kit/widgets.h"

#include "bundle/open/open_container.h"
#include "core/platform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

namespace sepax {
namespace {

std::filesystem::path freshFolder(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(scratchFolder()) / name;
  std::filesystem::create_directories(folder);
  return folder;
}

std::string sampleBundle() { return dataPath("assets/bundle/main.1.com.example.sepax.obb").value(); }

TextRows rowsOf(const std::string& text, std::size_t max_rows = 1000) {
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return textRows(*memorySource({bytes, bytes + text.size()}), max_rows, JobControl()).value();
}

TEST(TextRows, BeginAtLineStartsAndNumberThem) {
  const TextRows text = rowsOf("one\ntwo\r\n\nlast");
  ASSERT_EQ(text.rows.size(), 4u);
  EXPECT_EQ(text.rows[2].start, 9u);
  EXPECT_EQ(text.rows[3].line, 4u);
  EXPECT_EQ(text.end, 15u - 1);
  EXPECT_FALSE(text.cut);
}

TEST(TextRows, BreakLongLinesBetweenCharactersOnly) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "字";
  const TextRows rows = rowsOf(text + "\nx");
  ASSERT_GT(rows.rows.size(), 3u);
  EXPECT_TRUE(rows.rows[1].continues);
  for (const TextRows::Row& row : rows.rows) EXPECT_EQ(row.start % 3, row.line == 1 ? 0u : 1u);
  EXPECT_EQ(rows.rows.back().line, 2u);
}

TEST(TextRows, StopAtTheMostAndSaySo) {
  const TextRows rows = rowsOf(std::string(5000, '\n'), 100);
  EXPECT_EQ(rows.rows.size(), 100u);
  EXPECT_TRUE(rows.cut);
  EXPECT_EQ(rows.end, 100u);
}

TEST(PieceReader, ReadsAcrossPiecesAndStopsAtTheEnd) {
  std::vector<std::byte> bytes(200'000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7 % 251);
  const auto source = memorySource(bytes);
  PieceReader reader;
  for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{65'530}, std::uint64_t{199'990}}) {
    const auto part = reader.read(source, at, 100);
    ASSERT_EQ(part.size(), std::min<std::size_t>(100, bytes.size() - at));
    EXPECT_TRUE(std::equal(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at)));
  }
  EXPECT_TRUE(reader.read(source, 300'000, 16).empty());
}

std::vector<TreeEntry> someEntries() {
  std::vector<TreeEntry> entries(4);
  const char* paths[] = {"b/Big.obj", "b/small.PNG", "a/middle.json", "top.txt"};
  const std::uint64_t sizes[] = {1000, 10, 100, 1};
  for (std::size_t i = 0; i < 4; ++i) {
    entries[i].path = paths[i];
    entries[i].size = sizes[i];
  }
  return entries;
}

BundleNodes nodesOf(const std::vector<TreeEntry>& entries) {
  JobControl control;
  return bundleNodes(entries, control);
}

/// The names of the visible rows of a container without findings.
std::vector<std::string> rowNames(const BundleNodes& index, const std::vector<TreeEntry>& entries,
                                  const BundleRows& wanted) {
  std::vector<std::string> names;
  const NodeFacts facts{std::vector<Severity>(index.nodes.size(), Severity::kNone), {}, {}};
  for (const int row : visibleRows(index, facts, entries, wanted, JobControl())) {
    names.emplace_back(index.nodes[static_cast<std::size_t>(row)].name);
  }
  return names;
}

TEST(BundleNodes, SumUpFoldersAndSortWithinThem) {
  const auto entries = someEntries();
  const BundleNodes index = nodesOf(entries);
  EXPECT_EQ(index.nodes[2].name, "b");
  EXPECT_EQ(index.nodes[2].size, 1010u);
  EXPECT_EQ(index.nodes[2].count, 2);
  EXPECT_EQ(rowNames(index, entries, {}),
            (std::vector<std::string>{"a", "middle.json", "b", "Big.obj", "small.PNG", "top.txt"}));
  EXPECT_EQ(rowNames(index, entries, {.filter = {}, .column = BundleColumn::kSize}),
            (std::vector<std::string>{"a", "middle.json", "b", "small.PNG", "Big.obj", "top.txt"}));
  EXPECT_EQ(rowNames(index, entries, {.filter = {}, .column = BundleColumn::kSize, .descending = true}),
            (std::vector<std::string>{"b", "Big.obj", "small.PNG", "a", "middle.json", "top.txt"}));
  EXPECT_EQ(rowNames(index, entries, {.filter = {}, .column = BundleColumn::kName, .descending = true}),
            (std::vector<std::string>{"b", "small.PNG", "Big.obj", "a", "middle.json", "top.txt"}));
}

TEST(BundleNodes, LeadFromEveryEntryToItsNodeFoldersToo) {
  auto entries = someEntries();
  for (const char* path : {"a", "a", "empty"}) {
    entries.emplace_back();
    entries.back().path = path;
    entries.back().directory = true;
  }
  const BundleNodes index = nodesOf(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    ASSERT_GE(index.node_of[i], 0) << entries[i].path;
    const BundleNode& node = index.nodes[static_cast<std::size_t>(index.node_of[i])];
    EXPECT_TRUE(entries[i].path.ends_with(node.name)) << entries[i].path;
    EXPECT_EQ(node.folder, entries[i].directory);
  }
  EXPECT_EQ(index.node_of[4], index.node_of[5]) << "a folder that is there twice is one";
}

TEST(BundleNodes, FoldAndUnfoldWithoutTouchingTheOthers) {
  const auto entries = someEntries();
  const BundleNodes index = nodesOf(entries);
  BundleRows wanted;
  setOpen(wanted, index, 0, false);
  EXPECT_EQ(rowNames(index, entries, wanted), (std::vector<std::string>{"a", "b", "Big.obj", "small.PNG", "top.txt"}));
  wanted.column = BundleColumn::kSize;
  EXPECT_EQ(rowNames(index, entries, wanted), (std::vector<std::string>{"a", "b", "small.PNG", "Big.obj", "top.txt"}));
  wanted.filter = "middle";
  EXPECT_EQ(rowNames(index, entries, wanted), (std::vector<std::string>{"a", "middle.json"}))
      << "a filter looks into closed folders";
}

TEST(BundleNodes, AreFilteredByTextInAnyCaseAndByKind) {
  const auto entries = someEntries();
  const BundleNodes index = nodesOf(entries);
  EXPECT_EQ(rowNames(index, entries, {.filter = "big"}), (std::vector<std::string>{"b", "Big.obj"}));
  EXPECT_EQ(rowNames(index, entries, {.kind = BundleFilterKind::kPictures}),
            (std::vector<std::string>{"b", "small.PNG"}));
}

TEST(BundleNodes, AreOneListSortedOverAllFolders) {
  const auto entries = someEntries();
  const BundleNodes index = nodesOf(entries);
  using Names = std::vector<std::string>;
  EXPECT_EQ(rowNames(index, entries, {.column = BundleColumn::kSize, .descending = true, .flat = true}),
            (Names{"Big.obj", "middle.json", "small.PNG", "top.txt"}));
  EXPECT_EQ(rowNames(index, entries, {.column = BundleColumn::kFolder, .flat = true}),
            (Names{"top.txt", "middle.json", "Big.obj", "small.PNG"}));
  EXPECT_EQ(rowNames(index, entries, {.kind = BundleFilterKind::kTexts, .flat = true}),
            (Names{"middle.json", "top.txt"}));
  EXPECT_EQ(rowNames(index, entries, {.filter = "b/", .column = BundleColumn::kKind, .flat = true}),
            (Names{"Big.obj", "small.PNG"}));
}

TEST(BundleNodes, CarryTheWorstFindingUpToTheirFolders) {
  const auto entries = someEntries();
  const BundleNodes index = nodesOf(entries);
  const std::vector<Finding> findings{
      {FindingKind::kZipLink, "b/Big.obj"}, {FindingKind::kEntryDamaged, "b/small.PNG"}, {FindingKind::kZipNoEnd}};
  const auto severities = nodeSeverities(index, entries, findings);
  using enum Severity;
  EXPECT_EQ(severities, (std::vector{kNone, kNone, kError, kInfo, kError, kNone})) << "a, middle, b, Big, small, top";
}

/// A folder as a tree: it states no checksums.
std::shared_ptr<const Tree> folderTree(const std::string& name,
                                       const std::vector<std::pair<std::string, std::string>>& files) {
  const auto folder = freshFolder(name);
  for (const auto& [file, text] : files) {
    std::filesystem::create_directories((folder / file).parent_path());
    std::ofstream(folder / file, std::ios::binary) << text;
  }
  return openTree(folder.string()).value();
}

TEST(BundleOverview, SumsUpKindsAndNamesTheLargestAndTheCopies) {
  const auto tree = folderTree("overview", {{"a/rock.obj", "v 0 0 0\n"},
                                            {"b/copy.obj", "v 0 0 0\n"},
                                            {"b/other.obj", "v 1 1 1\n"},
                                            {"big.txt", std::string(1000, 'x')},
                                            {"empty", ""},
                                            {"empty too", ""}});
  const BundleOverview overview = overviewOf(*tree, JobControl());
  EXPECT_EQ(overview.files, 6u);
  EXPECT_EQ(overview.size, 1024u);
  ASSERT_EQ(overview.kinds.size(), 3u);
  EXPECT_EQ(overview.kinds[0].kind, EntryKind::kText);
  EXPECT_EQ(overview.kinds[1].kind, EntryKind::kMesh);
  EXPECT_EQ(overview.kinds[1].files, 3u);
  EXPECT_EQ(tree->entries()[overview.largest.front()].path, "big.txt");
  ASSERT_EQ(overview.copies.size(), 1u) << "neither the empty ones nor those of equal size only";
  std::vector<std::string> paths;
  for (const std::size_t entry : overview.copies[0].entries) paths.push_back(tree->entries()[entry].path);
  std::ranges::sort(paths);
  EXPECT_EQ(paths, (std::vector<std::string>{"a/rock.obj", "b/copy.obj"}));
  EXPECT_EQ(overview.spare, 8u);
}

/// One of the tabs of the previewed entry: clicks in the middle of it.
bool clickTab(HeadlessWindow& window, const std::string& name) {
  ImPool<ImGuiTabBar>& bars = ImGui::GetCurrentContext()->TabBars;
  for (int i = 0; i < bars.GetMapSize(); ++i) {
    ImGuiTabBar* bar = bars.TryGetMapData(i);
    if (bar == nullptr || bar->CurrFrameVisible < ImGui::GetFrameCount() - 1) continue;
    for (const ImGuiTabItem& tab : bar->Tabs) {
      if (std::string(bar->GetTabName(&tab)) != trId(name.c_str())) continue;
      window.click(bar->BarRect.Min.x + tab.Offset + tab.Width / 2, bar->BarRect.GetCenter().y);
      return true;
    }
  }
  return false;
}

/// The window on the sample bundle.
class BundleWindow : public testing::Test {
 protected:
  void SetUp() override { run("open \"" + sampleBundle() + "\""); }
  void run(const std::string& script) {
    ScriptStage stage = scriptStage(window.workspace, window.shell);
    const auto done = runScript(script, "test", stage, [&] { window.frame(2); });
    ASSERT_TRUE(done) << describe(done.error());
    window.frame(3);
  }
  HeadlessWindow window;
};

TEST_F(BundleWindow, LooksIntoAMeshAndFitsEveryVolume) {
  run("look meshes/torus.obj");
  const PreviewState& preview = window.workspace.preview;
  ASSERT_NE(preview.entry, nullptr);
  EXPECT_EQ(preview.entry->kind, PreviewKind::kMesh);
  ASSERT_NE(preview.volumes, nullptr) << preview.volumes_error;
  EXPECT_EQ(preview.volumes->size(), volumeKinds().size());
  EXPECT_TRUE(preview.entry->text) << "an OBJ is a text too";
  EXPECT_GT(window.shell.of<PreviewPanel>().mesh.view.list.solids.size(), 1000u);
  EXPECT_GT(window.shell.of<PreviewPanel>().mesh.view.width, 100);
}

TEST_F(BundleWindow, ShowsEachEntryAsWhatItIsWhateverWasSeenBefore) {
  // Previews come and go: one may lie where another lay, and what the panel remembers of the one is none of the other's
  // business.
  for (int i = 0; i < 20; ++i) {
    run("look readme.txt");
    EXPECT_EQ(window.shell.of<PreviewPanel>().mesh.view.width, 0);
    run(i % 2 == 0 ? "look meshes/rock.obj" : "look meshes/torus.obj");
    ASSERT_GT(window.shell.of<PreviewPanel>().mesh.view.width, 100) << "an OBJ is a text, too, but best seen as a mesh";
  }
}

TEST_F(BundleWindow, ShowsNormalsAndUprightZInTheMeshsPictureOnly) {
  run("look meshes/ramp.obj");
  const RenderedView& view = window.shell.of<PreviewPanel>().mesh.view;
  const auto coloursOf = [&] {
    std::set<std::tuple<int, int, int>> colours;
    for (const FillVertex& corner : view.list.solids)
      colours.insert({corner.colour.r, corner.colour.g, corner.colour.b});
    return colours;
  };
  EXPECT_EQ(coloursOf().size(), 1u);
  run("mesh normals");
  EXPECT_GT(coloursOf().size(), 3u) << "a ramp's faces look in five directions";
  run("mesh plain");
  EXPECT_EQ(coloursOf().size(), 1u);
  const auto heightOf = [&] {
    float low = 1e9f, high = -1e9f;
    for (const FillVertex& corner : view.list.solids) {
      low = std::min(low, corner.position.y);
      high = std::max(high, corner.position.y);
    }
    return high - low;
  };
  const Vec3 sizes = sizesOf(window.workspace.preview.entry->mesh->bounds);
  ASSERT_GT(std::abs(sizes.y - sizes.z), 0.01);
  EXPECT_NEAR(heightOf(), sizes.y, 1e-5);
  const Camera before = view.camera;
  run("mesh z_up on");
  EXPECT_NEAR(heightOf(), sizes.z, 1e-5);
  EXPECT_FALSE(view.camera == before) << "looks at all of it anew";
  EXPECT_EQ(sizesOf(window.workspace.preview.entry->mesh->bounds), sizes);
  run("mesh wireframe on\nmesh faces off");
  EXPECT_TRUE(view.list.solids.empty());
  EXPECT_GT(view.list.lines.size(), 10u);
}

TEST(MeshUnits, AreDoubtedWhereAMeshIsTinyOrHugeAndNowhereElse) {
  const auto hintOf = [](double size) { return unitHint({Vec3(-1, -1, -1), Vec3(-1, -1, size - 1)}); };
  for (const double size : {0.0101, 0.1, 1.0, 199.0}) EXPECT_EQ(hintOf(size), "") << size;
  EXPECT_EQ(hintOf(0), "") << "a point has no unit";
  EXPECT_EQ(unitHint({Vec3(0.0), Vec3(0.001234, 0.0005, 0)}), "tiny: 0.1234 m at 100 times")
      << "four digits, by the longest side";
  EXPECT_EQ(unitHint({Vec3(0.0), Vec3(3, 254.5, 1)}), "huge: 2.545 m if these are centimetres");
}

TEST(MeshUnits, AreThoseThatFitTheLongestSide) {
  EXPECT_EQ(sizeText({Vec3(0.0), Vec3(1.2, 0.4, 2)}), "1.2 × 0.4 × 2 m");
  EXPECT_EQ(sizeText({Vec3(0.0), Vec3(0.0035, 0.002, 0.0001234)}), "3.5 × 2 × 0.1234 mm");
  EXPECT_EQ(sizeText({Vec3(0.0), Vec3(2e-7, 0, 1e-6)}), "0.2 × 0 × 1 µm");
  EXPECT_EQ(sizeText({Vec3(0.0), Vec3(123456, 20000, 1)}), "123.5 × 20 × 0.001 km");
  EXPECT_EQ(sizeText({Vec3(0.0), Vec3(0.0)}), "0 × 0 × 0 m");
}

/// The window on a folder of models.
class ModelWindow : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = freshFolder("models");
    const auto write = [&](const char* name, const std::string& bytes) {
      std::ofstream(folder / name, std::ios::binary) << bytes;
    };
    write("tube.glb", tubeGlb());
    write("missing.glb", tubeGlb({.picture = "", .picture_uri = "nothing.png"}));
    std::string dds(128, '\0');
    const auto put = [&](std::size_t at, std::uint32_t value) { std::memcpy(dds.data() + at, &value, 4); };
    dds.replace(0, 4, "DDS ");
    for (const auto& [at, value] :
         {std::pair(12u, 2u), {16u, 2u}, {28u, 2u}, {80u, 0x40u}, {88u, 32u}, {92u, 0xFFu}, {96u, 0xFF00u}})
      put(at, value);
    write("two-levels.dds", dds + std::string(20, 'x'));
    put(80, 4);
    dds.replace(84, 4, "DX10");
    dds.resize(148, '\0');
    put(128, 98);
    write("bc7.bytes", dds + std::string(16, 'x'));
    write("plain.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 1\nf 1 2 3\nf 1 3 4\n");
    run("open \"" + folder.string() + "\"");
  }
  void run(const std::string& script) {
    ScriptStage stage = scriptStage(window.workspace, window.shell);
    const auto done = runScript(script, "test", stage, [&] { window.frame(2); });
    ASSERT_TRUE(done) << describe(done.error());
    window.frame(3);
  }
  const DrawList& list() { return window.shell.of<PreviewPanel>().mesh.view.list; }
  HeadlessWindow window;
};

TEST_F(ModelWindow, ShowsTexturesAtFirstAndChecksWhereTheyAreAskedFor) {
  run("look tube.glb");
  ASSERT_NE(window.workspace.preview.model, nullptr) << window.workspace.preview.model_error;
  ASSERT_EQ(list().textures.size(), 1u);
  EXPECT_EQ(list().textures[0].picture, window.workspace.preview.model->textures[0].picture);
  run("mesh uv");
  ASSERT_EQ(list().textures.size(), 1u);
  EXPECT_NE(list().textures[0].picture, window.workspace.preview.model->textures[0].picture);
  run("mesh plain");
  EXPECT_TRUE(list().textures.empty());
  run("mesh materials\nlook missing.glb");
  EXPECT_TRUE(list().textures.empty());
  EXPECT_FALSE(list().solids.empty()) << "in its base colour";
  run("look plain.obj");
  EXPECT_FALSE(list().solids.empty());
  EXPECT_TRUE(window.workspace.preview.model->parts.empty()) << "nothing is kept beside the triangles";
}

TEST_F(ModelWindow, ShowsATexturesLevelsAndSaysWhenItsPixelsCannotBe) {
  run("look two-levels.dds");
  const auto entry = window.workspace.preview.entry;
  ASSERT_NE(entry->texture, nullptr) << entry->error;
  ASSERT_EQ(entry->texture->levels.size(), 2u);
  EXPECT_EQ(entry->texture->levels[1]->width, 1);
  EXPECT_EQ(window.shell.of<PreviewPanel>().picture.view.picture, entry->picture);
  window.shell.of<PreviewPanel>().picture.level = 1;
  window.frame(2);
  EXPECT_EQ(window.shell.of<PreviewPanel>().picture.view.picture, entry->texture->levels[1]);
  run("look bc7.bytes");
  EXPECT_EQ(window.workspace.preview.entry->kind, PreviewKind::kPicture) << "known by its content";
  EXPECT_EQ(window.workspace.preview.entry->picture, nullptr);
  EXPECT_NE(window.workspace.preview.entry->error.find("BC7"), std::string::npos)
      << window.workspace.preview.entry->error;
}

TEST_F(ModelWindow, PlaysAClipScrubsItAndForgetsItWithTheNextEntry) {
  run("look tube.glb");
  const auto widthOf = [&] {
    float low = 1e9f;
    for (const FillVertex& corner : list().solids) low = std::min(low, corner.position.x);
    return -low;
  };
  EXPECT_NEAR(widthOf(), 0.25f, 1e-4f);
  run("animate bend 1");
  EXPECT_NEAR(widthOf(), 1, 1e-3f) << "bent by 90°";
  EXPECT_FALSE(list().textures.empty());
  run("mesh plain");
  EXPECT_NEAR(widthOf(), 1, 1e-3f) << "in every view";
  run("mesh bones on");
  ASSERT_FALSE(list().lines.empty());
  MeshView& mesh = window.workspace.view.mesh;
  mesh.seconds = 1.5;
  mesh.plays = true;
  window.frame(15);
  EXPECT_NEAR(mesh.seconds, 1.75, 0.01) << "15 frames of 1/60 s";
  EXPECT_EQ(nextFrameIn(window.workspace, window.shell), 0) << "frames go on by themselves";
  window.frame(30);
  EXPECT_NEAR(mesh.seconds, 0.25, 0.02) << "from the start again";
  mesh.plays = false;
  const double at = mesh.seconds;
  window.frame(5);
  EXPECT_EQ(mesh.seconds, at);
  run("look missing.glb");
  EXPECT_FALSE(mesh.clip);
  EXPECT_FALSE(mesh.plays);
  ScriptStage stage = scriptStage(window.workspace, window.shell);
  EXPECT_FALSE(runScript("animate jump 1", "test", stage, [&] { window.frame(); }));
}

TEST_F(ModelWindow, ListsMaterialsWithTheirTexturesAndWhatIsMissing) {
  run("look missing.glb");
  window.text_file = scratchFolder() + "/materials.txt";
  ASSERT_TRUE(clickTab(window, "Materials"));
  window.frame(3);
  const std::string shown = readFile(window.text_file, 1 << 20).value();
  EXPECT_NE(shown.find("paint"), std::string::npos) << shown;
  EXPECT_NE(shown.find("nothing.png"), std::string::npos) << shown;
  EXPECT_NE(shown.find("missing"), std::string::npos) << shown;
}

TEST_F(BundleWindow, ShowsTheWaveOfASoundAndForgetsItsTimeWithTheNextEntry) {
  run("look sounds/knock.wav");
  const PreviewState& preview = window.workspace.preview;
  ASSERT_NE(preview.sound, nullptr) << preview.sound_error;
  EXPECT_NEAR(preview.sound->seconds(), preview.entry->audio->seconds, 0.02);
  EXPECT_GT(preview.waveform.size(), 500u);
  SoundView& view = window.workspace.view.sound;
  view.seconds = 0.1;
  view.problem = "no device";
  view.plays = true;
  window.frame(2);
  EXPECT_EQ(nextFrameIn(window.workspace, window.shell), 0) << "its line moves";
  run("look readme.txt");
  EXPECT_FALSE(view.plays);
  EXPECT_EQ(view.seconds, 0);
  EXPECT_EQ(window.workspace.preview.sound, nullptr);
}

TEST_F(BundleWindow, StopsASoundThatCanNoLongerBeStoppedWhereItIsShown) {
  run("look sounds/knock.wav");
  ASSERT_NE(window.workspace.preview.sound, nullptr) << window.workspace.preview.sound_error;
  SoundView& view = window.workspace.view.sound;
  for (const bool by_panel : {false, true}) {
    view.plays = true;
    view.seconds = 0.1;
    window.frame(3);
    ASSERT_TRUE(view.plays);
    if (by_panel) {
      window.showTab(kInspectorPanel);
    } else {
      ASSERT_TRUE(clickTab(window, "Hex"));
    }
    window.frame(3);
    EXPECT_FALSE(view.plays) << (by_panel ? "another panel" : "another tab") << " is in front";
    EXPECT_EQ(view.seconds, 0.1) << "goes on from there";
    window.showTab(kPreviewPanel);
    window.frame(3);
    ASSERT_TRUE(clickTab(window, "Sound"));
    window.frame(3);
    EXPECT_FALSE(view.plays);
  }
}

TEST_F(ModelWindow, StopsAnAnimationBehindAnotherPanel) {
  run("look tube.glb\nanimate bend 1");
  MeshView& mesh = window.workspace.view.mesh;
  mesh.plays = true;
  window.frame(3);
  ASSERT_TRUE(mesh.plays);
  window.showTab(kInspectorPanel);
  window.frame(3);
  EXPECT_FALSE(mesh.plays);
}

TEST_F(BundleWindow, LooksIntoACaseAndAText) {
  run("look cases/rock-and-ramp.json");
  ASSERT_NE(window.workspace.preview.entry, nullptr);
  EXPECT_EQ(window.workspace.preview.entry->kind, PreviewKind::kCase);
  run("look readme.txt");
  EXPECT_EQ(window.workspace.preview.entry->kind, PreviewKind::kText);
  EXPECT_TRUE(window.workspace.preview.entry->text->rows.size() > 1);
}

TEST_F(BundleWindow, FindsTextInAnEntryByCtrlFAndGoesOnByEnter) {
  run("look readme.txt");
  run("tab preview");
  const ByteViews& views = window.shell.of<PreviewPanel>().bytes;
  const auto bytes = readAll(*window.workspace.preview.entry->bytes, 1 << 20).value();
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  window.click(1100, 500);  // into the text
  window.press(ctrl('F'));
  window.type("MESH");
  window.press(plain(kKeyEnter));
  window.frame(3);
  const std::size_t first = text.find("mesh"), second = text.find("mesh", first + 1);
  ASSERT_NE(second, std::string::npos) << "the sample's text has the word twice";
  ASSERT_TRUE(views.marked) << "in capitals it is the same word";
  EXPECT_EQ(views.marked->offset, first);
  EXPECT_EQ(views.marked->size, 4u);
  window.press(plain(kKeyEnter));
  window.frame(3);
  EXPECT_EQ(views.marked->offset, second) << "the field keeps the focus";
  EXPECT_FALSE(window.workspace.view.searches_bytes);
}

TEST_F(BundleWindow, TakesAMeshApartInColoursAndSaysHowManyAndHowClose) {
  run("look meshes/torus.obj");
  const auto& faces = window.shell.of<PreviewPanel>().mesh.view.list.solids;
  const auto coloursIn = [&] {
    std::set<std::array<int, 3>> colours;
    for (const FillVertex& vertex : faces) colours.insert({vertex.colour.r, vertex.colour.g, vertex.colour.b});
    return colours.size();
  };
  EXPECT_EQ(coloursIn(), 1u) << "a mesh alone is grey";
  run("decompose entry");
  const MeshPieces& pieces = window.workspace.preview.pieces;
  ASSERT_NE(pieces.made, nullptr) << pieces.error;
  EXPECT_GT(pieces.made->parts.size(), 4u);
  EXPECT_LT(pieces.made->fit.outside.value_or(1), 0.06);
  EXPECT_EQ(coloursIn(), pieces.made->parts.size());
  window.workspace.view.colliders.pieces_shown = false;
  window.frame(2);
  EXPECT_EQ(coloursIn(), 1u);
  run("look meshes/rock.obj");
  EXPECT_EQ(window.workspace.preview.pieces.made, nullptr) << "the pieces are of the other mesh";
}

TEST_F(BundleWindow, ExportsWhatWasChosenIntoAFileAndOntoTheClipboard) {
  run("look meshes/torus.obj");
  run("decompose entry");
  run("export entry bullet");
  EXPECT_TRUE(window.workspace.view.colliders.export_open);
  EXPECT_EQ(window.workspace.view.colliders.exported, std::vector<std::string>{"pieces"})
      << "what was made last is chosen";
  EXPECT_NE(window.shell.of<ColliderDialog>().text.find("btConvexHullShape"), std::string::npos)
      << "the dialog shows the text";
  window.workspace.view.colliders.exported = {"sphere", "capsule", "hull"};
  window.frame(2);
  Outbox outbox;
  outbox.request(ExportColliders{});
  process(window.workspace, outbox);
  window.frame(2);
  const std::string copied = ImGui::GetClipboardText();
  EXPECT_EQ(copied, window.shell.of<ColliderDialog>().text);
  EXPECT_NE(copied.find("btCapsuleShape"), std::string::npos);
  window.workspace.view.colliders.export_open = false;
  window.frame(2);
  const std::string file = (freshFolder("exported") / "torus.obj").string();
  run("export entry obj \"" + file + "\"");
  const std::string text = contentOf(file);
  EXPECT_NE(text.find("o torus_piece_1"), std::string::npos) << text.substr(0, 200);
}

TEST_F(BundleWindow, ExportsEveryVolumeInEveryForm) {
  run("look meshes/rock.obj");
  ColliderView& view = window.workspace.view.colliders;
  view.exported_of = MeshOwner::kEntry;
  const std::vector<std::string> all = exportableVolumes(window.workspace, MeshOwner::kEntry);
  EXPECT_EQ(all.size(), volumeKinds().size()) << "every kind";
  for (const ColliderForm& form : colliderForms()) {
    for (const std::string& volume : all) {
      view.form = form.name;
      view.exported = {volume};
      const auto text = colliderText(window.workspace, window.workspace);
      EXPECT_TRUE(text && text->size() > 50)
          << form.name << " " << volume << " " << (text ? "" : describe(text.error()));
    }
  }
}

TEST_F(BundleWindow, FindsTextInAllEntriesAndGoesToTheMatch) {
  run("search mesh");
  const BundleSearch& search = window.workspace.search;
  ASSERT_NE(search.found, nullptr);
  EXPECT_GT(search.found->entries_with, 1u);
  const auto in_text = std::ranges::find_if(search.found->matches, [&](const BundleMatch& match) {
    return window.workspace.bundle->entries()[match.entry].path == "readme.txt" && match.line > 0;
  });
  ASSERT_NE(in_text, search.found->matches.end());
  // The rows lie below the field and the head of the table.
  const ImGuiWindow* panel = HeadlessWindow::findWindow("search");
  ASSERT_NE(panel, nullptr);
  for (float y = panel->Pos.y + 40; y < panel->Pos.y + panel->Size.y && !window.shell.of<PreviewPanel>().bytes.marked;
       y += 8)
    window.click(panel->Pos.x + 100, y);
  const BundleMatch& first = search.found->matches.front();
  ASSERT_TRUE(window.shell.of<PreviewPanel>().bytes.marked);
  EXPECT_EQ(window.workspace.view.entries, std::vector<std::size_t>{first.entry});
  EXPECT_EQ(window.shell.of<PreviewPanel>().bytes.marked->offset, first.offset);
  EXPECT_EQ(window.shell.of<PreviewPanel>().bytes.marked->size, 4u);
  EXPECT_EQ(window.shell.of<PreviewPanel>().bytes.find, "mesh") << "Ctrl+F goes on with it";
}

TEST_F(BundleWindow, KeepsTheKeyboardInTheSearchThatEnterBegan) {
  run("tab search");
  window.shell.of<SearchPanel>() = {.typed = "mesh", .wants_keys = true};
  window.frame(3);
  const ImGuiID field = ImGui::GetActiveID();
  ASSERT_NE(field, 0u);
  window.press(plain(kKeyEnter));
  window.frame(3);
  EXPECT_EQ(ImGui::GetActiveID(), field) << "another word can be typed";
  ASSERT_TRUE(comesTrue([&] {
    window.frame();
    return window.workspace.search.found != nullptr;
  }));
}

TEST_F(BundleWindow, FoldsATextWhoseLanguageItKnowsAndOpensWhatASearchFinds) {
  run("look cases/rock-and-ramp.json");
  const EntryPreview& entry = *window.workspace.preview.entry;
  ASSERT_EQ(entry.structure.language, TextLanguage::kJson);
  ASSERT_FALSE(entry.structure.folds.empty());
  const BundleMatches found = searchTree(*window.workspace.bundle, *textNeedle("position"));
  const auto match = std::ranges::find(found.matches, window.workspace.preview.index, &BundleMatch::entry);
  ASSERT_NE(match, found.matches.end());
  ByteViews& views = window.shell.of<PreviewPanel>().bytes;
  views.folded.closed = {entry.structure.folds.front().first};
  views.folded.visible = rowsLeft(entry.structure, entry.text->rows.size(), views.folded.closed);
  EXPECT_LT(views.folded.visible.size(), entry.text->rows.size());
  window.shell.of<PreviewPanel>().wanted_match = MatchPlace{match->entry, match->offset, 8, true, "position"};
  window.frame(4);
  EXPECT_TRUE(views.folded.visible.empty()) << "nothing is folded away any more";
  ASSERT_TRUE(views.marked);
  EXPECT_EQ(views.marked->offset, match->offset);
}

TEST_F(BundleWindow, ShowsTwoMeshesAsASceneOfTheirOwnAndLeavesNothingUnsaved) {
  run("collide meshes/rock.obj meshes/torus.obj");
  const Document& document = window.workspace.history.document();
  ASSERT_EQ(document.bodies.size(), 2u) << "neither the open case nor welcome boxes stand beside them";
  EXPECT_EQ(document.bodies[0].id, "rock");
  EXPECT_EQ(document.bodies[1].id, "torus");
  EXPECT_TRUE(std::holds_alternative<Mesh>(document.bodies[1].shape)) << "with its hole";
  EXPECT_FALSE(window.workspace.history.isDirty());
  EXPECT_EQ(window.workspace.title, "rock × torus");
  EXPECT_TRUE(window.workspace.file_path.empty());
  run("collide meshes/torus.obj meshes/rock.obj hulls");
  EXPECT_EQ(window.workspace.history.document().bodies.size(), 2u) << "looking again is looking at something else";
  EXPECT_EQ(window.workspace.title, "torus hull × rock hull");
}

TEST_F(BundleWindow, TakesAMeshThatIsDraggedFromItsRowIntoTheViewport) {
  run("look meshes/rock.obj");
  run("filter rock.obj");  // no folder that a click closes
  window.workspace.view.middle = Middle::kScene;
  window.frame(3);
  const auto entry = window.workspace.view.entries;
  // The row of what is selected: found by trying, since rows have no fixed place.
  for (float y = 150; y < 600 && findBody(window.workspace.history.document(), "rock hull") == nullptr; y += 9) {
    window.workspace.view.entries.clear();
    window.click(60, y);
    if (window.workspace.view.entries != entry) continue;
    window.frame(40);  // another click is not to be a double one
    ImGui::GetIO().MouseDown[0] = true;
    window.frame(2);
    for (const float x : {90.0f, 300.0f, 560.0f}) window.moveTo(x, 380);
    window.frame(2);
    ImGui::GetIO().MouseDown[0] = false;
    window.frame(3);
  }
  EXPECT_NE(findBody(window.workspace.history.document(), "rock hull"), nullptr);
}

TEST(BundleFiles, LetAnAddedMeshTakeThePlaceOfTheWelcomeBoxes) {
  HeadlessWindow window;
  const auto tree = openTree(sampleBundle()).value();
  window.workspace.bundle = tree;
  Outbox outbox;
  outbox.request(AddEntries{{*findEntry(*tree, "meshes/rock.obj")}, "sphere", false});
  process(window.workspace, outbox);
  ASSERT_EQ(window.workspace.history.document().bodies.size(), 1u);
  EXPECT_EQ(window.workspace.history.document().bodies[0].id, "rock sphere");
  EXPECT_FALSE(window.workspace.history.isDirty());
  outbox.request(AddEntries{{*findEntry(*tree, "meshes/rock.obj")}, "hull", false});
  process(window.workspace, outbox);
  EXPECT_EQ(window.workspace.history.document().bodies.size(), 2u) << "the second one joins it, as an edit";
  EXPECT_TRUE(window.workspace.history.isDirty());
}

TEST_F(BundleWindow, PutsTwoMeshesSideBySideAsOneUndoableStep) {
  run("move A 0 0 0.1");
  const std::size_t before = window.workspace.history.document().bodies.size();
  run("collide meshes/rock.obj meshes/torus.obj");
  const Document& document = window.workspace.history.document();
  ASSERT_EQ(document.bodies.size(), before + 2);
  const PairReport* report = shownReport(window.workspace);
  ASSERT_NE(report, nullptr);
  EXPECT_EQ(PairIds(report->a, report->b), PairIds(document.bodies[before].id, document.bodies[before + 1].id));
  EXPECT_EQ(report->answer.verdict, Verdict::kSeparated) << "side by side";
  run("undo");
  EXPECT_EQ(window.workspace.history.document().bodies.size(), before);
}

TEST_F(BundleWindow, PutsEachPairBesideUnsavedWorkUnderNamesThatAreFree) {
  run("move A 0 0 0.1");
  run("collide meshes/rock.obj meshes/torus.obj hulls");
  run("collide meshes/rock.obj meshes/torus.obj hulls");
  const Document& document = window.workspace.history.document();
  for (const char* id : {"rock hull", "torus hull", "rock hull 2", "torus hull 2"}) {
    const Body* body = findBody(document, id);
    ASSERT_NE(body, nullptr) << id;
    for (const Body& other : document.bodies) {
      if (&other == body) continue;
      const auto report = testPair(document, {body->id, other.id});
      ASSERT_TRUE(report);
      EXPECT_EQ(report->answer.verdict, Verdict::kSeparated) << id << " × " << other.id;
    }
  }
}

TEST_F(BundleWindow, AddsAMeshAsEveryVolumeAndAsItself) {
  const auto index = findEntry(*window.workspace.bundle, "meshes/rock.obj");
  ASSERT_TRUE(index);
  std::size_t count = window.workspace.history.document().bodies.size();
  ASSERT_EQ(addedShapes().size(), volumeKinds().size() + 2) << "the mesh itself and convex pieces, too";
  for (const AddedShape& shape : addedShapes()) {
    Outbox outbox;
    outbox.request(AddEntries{{*index}, shape.name, false});
    process(window.workspace, outbox);
    ASSERT_EQ(window.workspace.history.document().bodies.size(), ++count)
        << shape.name << ": " << window.workspace.console.back().text;
  }
}

TEST_F(BundleWindow, ExtractsInTheBackgroundAndReportsHowMuch) {
  const std::string folder = freshFolder("extract-window").string();
  Outbox outbox;
  outbox.request(ExtractEntries{folder, {"meshes"}, false});
  process(window.workspace, outbox);
  EXPECT_TRUE(std::filesystem::exists(folder + "/meshes/rock.obj")) << window.workspace.console.back().text;
  EXPECT_FALSE(std::filesystem::exists(folder + "/readme.txt"));
  window.workspace.toasts.clear();
  outbox.request(ExtractEntries{folder, {"meshes"}, false});
  process(window.workspace, outbox);
  ASSERT_EQ(window.workspace.toasts.size(), 1u) << "nothing was written over, and no success is told";
  EXPECT_EQ(window.workspace.toasts.front().level, LogLevel::kWarning);
}

TEST_F(BundleWindow, ExtractsByEnterAndSaysWhatItWroteAndWhere) {
  const std::string folder = (freshFolder("extract-enter") / "out").string();
  window.workspace.view.entries = {*findEntry(*window.workspace.bundle, "readme.txt")};
  openExtractDialog(window.shell.of<ExtractDialog>(), window.workspace, ExtractRequest::kSelected);
  window.shell.of<ExtractDialog>().folder = folder;
  window.frame(3);
  window.press(plain(kKeyEnter));
  EXPECT_FALSE(window.shell.of<ExtractDialog>().open);
  EXPECT_TRUE(std::filesystem::exists(folder + "/readme.txt"));
  ASSERT_FALSE(window.workspace.toasts.empty());
  EXPECT_NE(window.workspace.toasts.back().text.find(folder + ": 1 file extracted"), std::string::npos)
      << window.workspace.toasts.back().text;
}

TEST(BundleTree, ShowsColumnsWholeAndKeepsTheNameInSight) {
  for (const float width : {1024.f, 1280.f, 1600.f, 2200.f}) {
    HeadlessWindow window(width, 900);
    window.workspace.bundle = openTree(sampleBundle()).value();
    window.frame(6);
    ImGuiContext& context = *ImGui::GetCurrentContext();
    int trees = 0;
    for (int i = 0; i < context.Tables.GetMapSize(); ++i) {
      const ImGuiTable* const table = context.Tables.TryGetMapData(i);
      if (table == nullptr || table->OuterWindow == nullptr || table->ColumnsCount != 10) continue;
      ++trees;
      EXPECT_EQ(table->FreezeColumnsRequest, 1) << width;
      for (int c = 0; c < table->ColumnsCount; ++c) {
        const ImGuiTableColumn& column = table->Columns[c];
        const float right = table->InnerClipRect.Max.x;
        const bool is_cut = column.IsEnabled && column.MinX < right - 1 && column.MaxX > right + 1;
        EXPECT_FALSE(is_cut) << "column " << c << " at " << width << ": " << column.MinX << " … " << column.MaxX
                             << " of " << right;
      }
    }
    EXPECT_EQ(trees, 1) << width;
  }
}

TEST_F(BundleWindow, OffersNothingThatNeedsThePanelOfRecordings) {
  Outbox outbox;
  const ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
  ASSERT_FALSE(isOffered(kTimelinePanel, window.workspace));
  for (const char* id : {"attach", "run_in_engine"}) EXPECT_FALSE(isEnabled(*findAction(id), context)) << id;
}

TEST_F(BundleWindow, ExtractingFromThePaletteAsksBeforeItWrites) {
  for (const char* typed : {"extract all", "extract selected"}) {
    window.workspace.view.entries = {*findEntry(*window.workspace.bundle, "readme.txt")};
    window.press(ctrl('P'));
    window.frame(3);
    window.type(typed);
    window.frame();
    window.press(plain(kKeyEnter));
    EXPECT_TRUE(window.sent.requests.empty()) << typed;
    window.frame(2);
    EXPECT_TRUE(window.shell.of<ExtractDialog>().open) << typed;
    window.press(plain(kKeyEscape));
    window.frame(2);
    EXPECT_FALSE(window.shell.of<ExtractDialog>().open) << typed;
  }
}

TEST_F(BundleWindow, WalksThroughTheTreeByKeysAndOpensByEnter) {
  window.click(100, 300);
  const auto first = window.workspace.view.entries;
  window.press({kKeyDown});
  EXPECT_NE(window.workspace.view.entries, first);
}

TEST_F(BundleWindow, EvaluatesItsMeshesAsColliders) {
  run("lint");
  ASSERT_NE(window.workspace.lint.rows, nullptr);
  EXPECT_EQ(window.workspace.lint.rows->size(), 3u);
  const MeshLint& worst = window.workspace.lint.rows->front();
  EXPECT_GE(worst.hull_deviation, window.workspace.lint.rows->back().hull_deviation);
}

TEST_F(BundleWindow, VerifiesAndListsWhatWasFound) {
  run("verify");
  const auto report = window.workspace.bundle_files.verified;
  ASSERT_NE(report, nullptr);
  EXPECT_EQ(report->checked, report->files);
  EXPECT_EQ(&bundleFindings(window.workspace), &report->findings);
}

TEST_F(BundleWindow, PraisesNothingThatWasNotRead) {
  const std::string file = scratchFolder() + "/bundle-texts.txt";
  window.showTab(kProblemsPanel);
  window.frame(3);
  EXPECT_NE(window.shownTexts(file).find("Only the directory was read so far."), std::string::npos);
  EXPECT_EQ(window.shownTexts(file).find("nothing wrong"), std::string::npos);
  EXPECT_EQ(window.shownTexts(file).find("with problems"), std::string::npos);
  run("verify");
  EXPECT_NE(window.shownTexts(file).find("files read"), std::string::npos) << window.shownTexts(file);
  const auto folder = freshFolder("bad-colliders");
  std::ofstream(folder / "leaf.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\n";
  run("open \"" + folder.string() + "\"\nverify\nlint");
  EXPECT_NE(window.shownTexts(file).find("1 mesh with problems"), std::string::npos) << window.shownTexts(file);
}

/// Packs files of one line each as an expansion file and returns its path.
std::string pack(const std::filesystem::path& folder, const std::string& kind,
                 const std::vector<std::pair<std::string, std::string>>& files) {
  const std::filesystem::path source = folder / kind;
  std::filesystem::create_directories(source);
  for (const auto& [name, text] : files) std::ofstream(source / name) << text;
  PackOptions options;
  options.output = (folder / (kind + ".7.com.example.two.obb")).string();
  const auto tree = openTree(source.string()).value();
  EXPECT_TRUE(packBundle(entriesOfTree(tree), options));
  return options.output;
}

TEST(BundleFiles, LayAPatchOverTheMainOfItsPackageInWhicheverOrderTheyCome) {
  const auto folder = freshFolder("overlay");
  const std::string main_file = pack(folder, "main", {{"kept.txt", "1"}, {"changed.txt", "old"}});
  const std::string patch_file = pack(folder, "patch", {{"changed.txt", "new"}, {"added.txt", "2"}});
  for (const bool main_first : {true, false}) {
    HeadlessWindow window;
    Outbox outbox;
    outbox.request(OpenPath{main_first ? main_file : patch_file});
    outbox.request(OpenPath{main_first ? patch_file : main_file});
    process(window.workspace, outbox);
    const Workspace& workspace = window.workspace;
    ASSERT_EQ(workspace.bundle_files.paths, (std::vector<std::string>{main_file, patch_file}));
    ASSERT_EQ(workspace.bundle->entries().size(), 4u);
    const auto winner = findEntry(*workspace.bundle, "changed.txt");
    ASSERT_TRUE(winner);
    EXPECT_EQ(workspace.bundle->entries()[*winner].overlay_role, OverlayRole::kReplaces);
    EXPECT_EQ(workspace.bundle->read(*winner, 100).value().size(), 3u);
    window.workspace.view.entries = {*winner};
    window.showTab(kPreviewPanel);
    window.frame(3);
    outbox.request(OpenPath{sampleBundle()});
    process(window.workspace, outbox);
    EXPECT_EQ(workspace.bundle_files.paths.size(), 1u) << "another package takes the place";
  }
}

TEST(BundleFiles, ShowAnOverlaidPathOnceAndCountItOnceAndOnlyWhatChanged) {
  const auto folder = freshFolder("overlay-content");
  const std::string main_file = pack(folder, "main", {{"same.txt", "1234"}, {"changed.txt", "old"}, {"kept.txt", "1"}});
  const std::string patch_file =
      pack(folder, "patch", {{"same.txt", "1234"}, {"changed.txt", "new!"}, {"added.txt", "22"}});
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{main_file});
  outbox.request(OpenPath{patch_file});
  process(window.workspace, outbox);
  window.frame(3);
  const BundleListing& listing = window.workspace.listing;
  ASSERT_EQ(listing.rows->size(), 4u) << "same, changed, kept, added: each once";
  std::uint64_t size = 0;
  for (const BundleNode& node : listing.index->nodes) size += node.size;
  EXPECT_EQ(size, 4u + 4u + 1u + 2u);
  window.workspace.view.listing.rows.kind = BundleFilterKind::kChanges;
  window.workspace.view.listing.change();
  window.frame(3);
  std::vector<std::string> names;
  for (const int row : *listing.rows) names.emplace_back(listing.index->nodes[static_cast<std::size_t>(row)].name);
  EXPECT_EQ(names, (std::vector<std::string>{"added.txt", "changed.txt"}));
}

TEST(BundleFiles, StayOpenBehindEachOtherAndAreComparedByContent) {
  const auto folder = freshFolder("several");
  const std::string old_file = pack(folder, "main", {{"same.txt", "1"}, {"gone.txt", "2"}});
  const std::string new_file = (folder / "newer.zip").string();
  std::filesystem::copy(pack(folder / "new", "main", {{"same.txt", "1"}, {"more.txt", "3"}}), new_file);
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{old_file});
  outbox.request(OpenPath{new_file});
  process(window.workspace, outbox);
  Workspace& workspace = window.workspace;
  ASSERT_EQ(workspace.other_bundles.size(), 1u);
  EXPECT_EQ(workspace.bundle_path, new_file);
  outbox.request(SwitchBundle{0});
  process(workspace, outbox);
  EXPECT_EQ(workspace.bundle_path, old_file);
  outbox.request(SwitchBundle{0});
  outbox.request(CompareBundles{0});
  process(workspace, outbox);
  window.frame(3);
  ASSERT_TRUE(workspace.bundle_files.compared);
  std::vector<LayerChange> changes;
  for (const LayerEntryChange& entry : *workspace.bundle_files.changes) changes.push_back(entry.change);
  std::ranges::sort(changes);
  using enum LayerChange;
  EXPECT_EQ(changes, (std::vector{kSame, kAdded, kOnlyBelow, kCovered}));
  workspace.view.listing.rows.kind = BundleFilterKind::kChanges;
  workspace.view.listing.change();
  window.frame(3);
  EXPECT_EQ(workspace.listing.rows->size(), 2u) << "what was removed is a difference between versions";
  EXPECT_EQ(workspace.other_bundles.size(), 2u) << "both are still open";
  outbox.request(OpenPath{old_file});
  process(workspace, outbox);
  EXPECT_EQ(workspace.other_bundles.size(), 2u) << "a file that is opened again is not open twice";
  for (int i = 0; i < 3; ++i) outbox.request(CloseBundle{});
  process(workspace, outbox);
  EXPECT_EQ(workspace.bundle, nullptr);
}

TEST(BundleFiles, CountOnlyWhatTheNewerOfTwoVersionsHas) {
  const auto folder = freshFolder("versions");
  const std::string old_file = pack(folder, "main", {{"same.txt", "1"}, {"gone.txt", "22222"}});
  std::filesystem::create_directories(folder / "next" / "main");
  std::ofstream(folder / "next" / "main" / "same.txt") << "1";
  PackOptions options;
  options.output = (folder / "main.8.com.example.two.obb").string();
  ASSERT_TRUE(packBundle(entriesOfTree(openTree((folder / "next" / "main").string()).value()), options));
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{old_file});
  outbox.request(OpenPath{options.output});
  process(window.workspace, outbox);
  outbox.request(CompareBundles{0});
  process(window.workspace, outbox);
  Workspace& workspace = window.workspace;
  ASSERT_TRUE(workspace.bundle_files.compared);
  for (const Finding& finding : workspace.bundle->findings())
    EXPECT_NE(finding.kind, FindingKind::kOverlayVersionMismatch);
  workspace.view.middle = Middle::kOverview;
  window.frame(3);
  EXPECT_EQ(workspace.overview.made->files, 1u);
  EXPECT_EQ(workspace.overview.made->size, 1u);
  EXPECT_EQ(workspace.listing.rows->size(), 2u) << "what is gone is shown, not counted";
  ExtractEntries everything;
  everything.folder = (folder / "out").string();
  outbox.request(everything);
  process(workspace, outbox);
  EXPECT_FALSE(std::filesystem::exists(folder / "out" / "gone.txt"));
}

TEST(BundleFiles, AskForThePasswordOfAnEncryptedImageAndOpenItInPlace) {
  const auto folder = freshFolder("locked");
  std::filesystem::create_directories(folder / "in");
  std::ofstream(folder / "in" / "secret.txt") << "hidden";
  PackOptions options;
  options.form = PackForm::kFat;
  options.output = (folder / "main.3.com.example.locked.obb").string();
  options.password = "s3cret";
  options.footer = ObbFooter{"com.example.locked", 3, 0, {}};
  ASSERT_TRUE(packBundle(entriesOfTree(openTree((folder / "in").string()).value()), options));
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{options.output});
  process(window.workspace, outbox);
  ASSERT_NE(window.workspace.bundle, nullptr) << window.workspace.console.back().text;
  EXPECT_TRUE(window.workspace.bundle->locked());
  window.frame(4);
  outbox.request(ReopenBundle{{.password = "wrong"}});
  process(window.workspace, outbox);
  EXPECT_TRUE(window.workspace.bundle->locked());
  ASSERT_FALSE(window.workspace.toasts.empty());
  outbox.request(ReopenBundle{{.password = "s3cret"}});
  process(window.workspace, outbox);
  EXPECT_FALSE(window.workspace.bundle->locked());
  EXPECT_TRUE(findEntry(*window.workspace.bundle, "secret.txt"));
}

/// An encrypted image with the password "s3cret", open in a window.
class LockedBundleWindow : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = freshFolder("locked-window");
    std::filesystem::create_directories(folder / "in");
    std::ofstream(folder / "in" / "secret.txt") << "hidden";
    PackOptions options;
    options.form = PackForm::kFat;
    options.output = (folder / "main.3.com.example.locked.obb").string();
    options.password = "s3cret";
    options.footer = ObbFooter{"com.example.locked", 3, 0, {}};
    ASSERT_TRUE(packBundle(entriesOfTree(openTree((folder / "in").string()).value()), options));
    window.frame(3);
    Outbox outbox;
    outbox.request(OpenPath{options.output});
    process(window.workspace, outbox);
    ASSERT_NE(window.workspace.bundle, nullptr) << window.workspace.console.back().text;
    window.frame(2);
  }
  HeadlessWindow window;
};

TEST_F(LockedBundleWindow, TakesThePasswordWithoutAClickAndNoKeyOfItIsAShortcut) {
  const Tool tool = window.workspace.view.tool;
  for (const int key : {'Q', 'E', 'X', 'G', 'A'}) window.press(plain(key));
  EXPECT_EQ(window.workspace.view.tool, tool);
  EXPECT_FALSE(window.workspace.view.snap);
  EXPECT_FALSE(window.workspace.view.pinned_axis);
  EXPECT_FALSE(window.workspace.history.canUndo());
  window.type("wrong");
  window.press(plain(kKeyEnter));
  window.frame(3);
  ASSERT_TRUE(window.workspace.bundle->locked());
  window.press(ctrl('A'));
  window.type("s3cret");
  window.press(plain(kKeyEnter));
  EXPECT_FALSE(window.workspace.bundle->locked()) << "after a wrong password the field still has the keys";
}

TEST(BundleFiles, KeepTheEntryInSightWhosePasswordWasGiven) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{SEPAX_SOURCE_DIR "/tests/fuzz/corpus/zip/encrypted-entry"});
  process(window.workspace, outbox);
  ASSERT_NE(window.workspace.bundle, nullptr) << window.workspace.console.back().text;
  const std::size_t last = window.workspace.bundle->entries().size() - 1;
  window.workspace.view.entries = {last};
  window.frame(3);
  const std::shared_ptr<const Tree> before = window.workspace.bundle;
  outbox.request(ReopenBundle{{.password = "secret"}});
  process(window.workspace, outbox);
  EXPECT_NE(window.workspace.bundle, before);
  EXPECT_EQ(window.workspace.view.entries, std::vector{last});
}

TEST(BundleFiles, ShowTheFirstCaseAndNoErrorsAboutOtherJson) {
  const auto folder = freshFolder("first-case");
  std::ofstream(folder / "a.json") << "{\"level\": 1}";
  std::ofstream(folder / "b.json") << "no JSON at all";
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{folder.string()});
  process(window.workspace, outbox);
  EXPECT_TRUE(window.workspace.toasts.empty()) << window.workspace.toasts.front().text;
  EXPECT_TRUE(window.workspace.title.empty()) << "there is no case to show";
  std::filesystem::copy(SEPAX_SOURCE_DIR "/assets/cases/kissing-boxes.json", folder / "c.json");
  outbox.request(OpenPath{folder.string()});
  process(window.workspace, outbox);
  EXPECT_TRUE(window.workspace.toasts.empty());
  EXPECT_EQ(window.workspace.history.document().name, "kissing boxes");
}

TEST(BundleFiles, OpenABundleInsideABundleAndGoBack) {
  const auto folder = freshFolder("nested");
  std::filesystem::create_directories(folder / "in");
  std::filesystem::copy(sampleBundle(), folder / "in" / "main.1.com.example.sepax.obb");
  PackOptions options;
  options.output = (folder / "game.zip").string();
  ASSERT_TRUE(packBundle(entriesOfTree(openTree((folder / "in").string()).value()), options));
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{options.output});
  outbox.request(OpenNested{0});
  process(window.workspace, outbox);
  outbox.request(OpenNested{0});
  process(window.workspace, outbox);
  ASSERT_EQ(window.workspace.bundle_files.around.size(), 1u) << window.workspace.console.back().text;
  EXPECT_TRUE(findEntry(*window.workspace.bundle, "meshes/rock.obj"));
  window.frame(4);
  // Into the tree's first folder; Backspace goes from a file to its folder, and from there out of the container.
  const ImGuiWindow* tree = HeadlessWindow::findWindow("##tree");
  ASSERT_NE(tree, nullptr);
  window.click(tree->Pos.x + 60, tree->Pos.y + 60);
  const int inside = window.shell.of<BundlePanel>().tree.anchor;
  ASSERT_GE(inside, 0);
  const int folder_node = window.workspace.listing.index->nodes[static_cast<std::size_t>(inside)].parent;
  ASSERT_GE(folder_node, 0);
  window.press(plain(kKeyBackspace));
  EXPECT_EQ(window.shell.of<BundlePanel>().tree.anchor, folder_node);
  window.press(plain(kKeyBackspace));
  EXPECT_TRUE(window.workspace.bundle_files.around.empty());
  EXPECT_FALSE(findEntry(*window.workspace.bundle, "meshes/rock.obj"));
}

TEST(ProblemsPanel, LeadsToTheEntryAndItsBytesInTheFile) {
  const auto folder = freshFolder("problem-bytes");
  const std::string path = pack(folder, "main", {{"a.txt", "first"}, {"b.txt", "second"}});
  std::string bytes = readFile(path, 1u << 20).value();
  const std::size_t second = bytes.find("b.txt");
  bytes[second] = 'x';  // in the local header only
  std::ofstream(path, std::ios::binary) << bytes;
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{path});
  process(window.workspace, outbox);
  ASSERT_NE(window.workspace.bundle, nullptr);
  const auto& findings = bundleFindings(window.workspace);
  const auto finding = std::ranges::find(findings, FindingKind::kZipHeaderMismatch, &Finding::kind);
  ASSERT_NE(finding, findings.end());
  const std::size_t entry = *entryOf(*window.workspace.bundle, *finding);
  EXPECT_EQ(placeOf(window.workspace, *finding).offset, second - 30) << "where the local header begins";
  window.showTab(kProblemsPanel);
  window.frame(3);
  ASSERT_EQ(window.shell.of<ProblemsPanel>().rows.size(), findings.size());
  const auto wanted = static_cast<std::size_t>(finding - findings.begin());
  const auto row =
      std::ranges::find(window.shell.of<ProblemsPanel>().rows, wanted) - window.shell.of<ProblemsPanel>().rows.begin();
  const ImGuiWindow* table = HeadlessWindow::findWindow("##problems");
  ASSERT_NE(table, nullptr);
  const float line = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
  window.click(table->Pos.x + 40, table->Pos.y + line * (static_cast<float>(row) + 1.5f));
  window.frame(3);
  EXPECT_EQ(window.workspace.view.entries, std::vector{entry});
  EXPECT_EQ(window.shell.layout.tab[static_cast<std::size_t>(Region::kRight)], &kPreviewPanel);
  ASSERT_TRUE(window.shell.of<PreviewPanel>().file.marked);
  EXPECT_EQ(window.shell.of<PreviewPanel>().file.marked->offset, second - 30)
      << "the hexadecimal view of the file is in front";
}

TEST(BundleMiddle, ShowsABundleWithoutCasesInsteadOfAStrangeScene) {
  const auto folder = freshFolder("no-cases");
  const std::string path = pack(folder, "main", {{"a.txt", "1"}, {"b.txt", "1"}, {"c.obj", "v 0 0 0"}});
  HeadlessWindow window;
  window.frame(3);
  Outbox outbox;
  outbox.request(OpenPath{path});
  process(window.workspace, outbox);
  window.frame(4);
  ASSERT_EQ(window.workspace.view.middle, Middle::kOverview);
  ASSERT_NE(window.workspace.overview.made, nullptr);
  EXPECT_EQ(window.workspace.overview.made->copies.size(), 1u);
  EXPECT_EQ(window.shell.viewport.list, nullptr) << "no scene is drawn";
  EXPECT_NE(nextFrameIn(window.workspace, window.shell), 0) << "and no frame waits for one";
  // Keys of the scene do nothing while it is not to be seen.
  window.workspace.view.selected = "A";
  window.press(plain(kKeyDelete));
  window.press(plain('W'));
  EXPECT_FALSE(window.workspace.history.canUndo());
  window.press(ctrl('3'));
  EXPECT_EQ(window.workspace.view.middle, Middle::kFiles);
  window.frame(3);
  ASSERT_NE(window.workspace.listing.files, nullptr);
  EXPECT_EQ(window.workspace.listing.files->size(), 3u);
  window.press(ctrl('1'));
  EXPECT_EQ(window.workspace.view.middle, Middle::kScene);
  window.frame(2);
  EXPECT_NE(window.shell.viewport.list, nullptr);
  window.press(ctrl('2'));
  outbox.request(CloseBundle{});
  process(window.workspace, outbox);
  window.frame(2);
  EXPECT_NE(window.shell.viewport.list, nullptr);
}

TEST(BundleMiddle, LeadsFromAKindToItsFilesAndFromAFileToItsPreview) {
  const auto folder = freshFolder("one-click");
  const std::string path = pack(folder, "main", {{"a.txt", "1"}, {"b.txt", "22"}, {"c.obj", "v 0 0 0"}});
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{path});
  process(window.workspace, outbox);
  window.frame(4);
  const ImGuiWindow* middle = HeadlessWindow::findWindow("##over_scene");
  ASSERT_NE(middle, nullptr);
  const ImVec2 low{middle->Pos.x + 30, middle->Pos.y}, high{low.x + 1, low.y + middle->Size.y};
  const auto clickUntil = [&](const std::function<bool()>& done) {
    for (float y = low.y; y < high.y && !done(); y += 10) window.click(low.x, y);
    return done();
  };
  ASSERT_TRUE(clickUntil([&] { return window.workspace.view.middle == Middle::kFiles; }));
  EXPECT_EQ(window.workspace.view.listing.files.kind, BundleFilterKind::kMeshes)
      << "the kind with the most bytes is the first";
  window.frame(2);
  EXPECT_EQ(window.workspace.listing.files->size(), 1u);
  window.workspace.view.middle = Middle::kOverview;
  window.frame(3);
  for (float y = high.y; y > low.y && window.workspace.view.entries.empty(); y -= 10) {
    window.workspace.view.middle = Middle::kOverview;
    window.frame();
    window.click(low.x, y);
  }
  EXPECT_FALSE(window.workspace.view.entries.empty());
  window.frame(2);
  EXPECT_EQ(window.shell.layout.tab[static_cast<std::size_t>(Region::kRight)], &kPreviewPanel);
}

TEST(BundleFiles, CountInEnglish) {
  const auto folder = freshFolder("one-entry");
  const std::string path = pack(folder, "main", {{"only.txt", "1"}});
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{path});
  process(window.workspace, outbox);
  const auto says = [&](const std::string& text) {
    return std::ranges::any_of(window.workspace.console,
                               [&](const ConsoleLine& line) { return line.text.ends_with(text); });
  };
  EXPECT_TRUE(says(" 1 entry"));
}

TEST(BundlePreview, NeverTakesTheWindowAlongWhateverTheBytes) {
  const auto folder = freshFolder("preview-hostile");
  const std::pair<const char*, std::string> files[] = {{"a.png", "\x89PNG\r\n\x1a\n broken"},
                                                       {"b.obj", "v nan\nf 1 2 3\n"},
                                                       {"c.json", "{\"sepax\": 1, \"bodies\": 7}"},
                                                       {"d.wav", "RIFF\xff\xff\xff\xffWAVEfmt "},
                                                       {"e.ogg", "OggS"},
                                                       {"f.mp3", "ID3\x03\x00\x00\x7f\x7f\x7f\x7f"},
                                                       {"g", ""},
                                                       {"h.glb", "glTF\x02\x00\x00\x00"},
                                                       {"i.bin", std::string("\0\1\2\3", 4)}};
  for (const auto& [name, bytes] : files) std::ofstream(folder / name, std::ios::binary) << bytes;
  const auto tree = openTree(folder.string()).value();
  ASSERT_EQ(tree->entries().size(), std::size(files));
  for (std::size_t i = 0; i < tree->entries().size(); ++i) {
    const EntryPreview preview = previewEntry(tree, i, false, JobControl());
    EXPECT_NE(preview.bytes, nullptr) << tree->entries()[i].path;
    EXPECT_EQ(preview.picture, nullptr);
    EXPECT_EQ(preview.mesh, nullptr);
    EXPECT_EQ(preview.document, nullptr);
    EXPECT_FALSE(preview.audio);
  }
}

/// A window on a bundle of 100 000 entries whose jobs run in threads.
class HugeBundleWindow : public testing::Test {
 protected:
  HugeBundleWindow() {
    window.workspace.jobs->runInBackground({});
    window.showTab(kBundlePanel);
  }
  void frameUntil(const std::function<bool()>& done) {
    ASSERT_TRUE(comesTrue([&] {
      if (!done()) window.frame();
      return done();
    }));
  }
  bool isListed() const {
    return window.workspace.listing.source.revision == window.workspace.view.listing.revision && rows() != nullptr;
  }
  const std::vector<int>* rows() const { return window.workspace.listing.rows.get(); }
  void request(const std::function<void(BundleRows&)>& change) {
    change(window.workspace.view.listing.rows);
    window.workspace.view.listing.change();
  }
  std::shared_ptr<const Tree> tree = std::make_shared<ManyEntries>(100'000);
  HeadlessWindow window;
};

TEST_F(HugeBundleWindow, GoesOnWhileItsTreeIsBuiltAndItsRowsAreSoughtAndSorted) {
  {
    const BusyWorkers busy(*window.workspace.jobs);
    window.workspace.bundle = tree;
    window.frame(5);
    EXPECT_EQ(rows(), nullptr) << "the interface's thread builds nothing";
    window.workspace.view.entries = {5};
    window.frame(2);
  }
  frameUntil([&] { return isListed(); });
  frameUntil([&] { return rows()->size() > 3; });
  for (const auto& change :
       std::vector<std::function<void(BundleRows&)>>{[](BundleRows& rows) { rows.filter = "FILE77"; },
                                                     [](BundleRows& rows) { rows.column = BundleColumn::kSize; },
                                                     [](BundleRows& rows) { rows.filter.clear(); }}) {
    const std::vector<int>* before = rows();
    {
      const BusyWorkers busy(*window.workspace.jobs);
      request(change);
      window.frame(3);
      EXPECT_EQ(rows(), before) << "the last rows stay until the next ones are there";
    }
    frameUntil([&] { return isListed(); });
    EXPECT_NE(rows(), before);
  }
}

TEST_F(HugeBundleWindow, FollowsWhatWasTypedWhileItsTreeWasBuilt) {
  {
    const BusyWorkers busy(*window.workspace.jobs);
    window.workspace.bundle = tree;
    window.frame(2);
    request([](BundleRows& rows) { rows.filter = "file99999."; });
    window.frame(2);
  }
  frameUntil([&] { return isListed() && rows()->size() == 4; });
  const BundleNodes& index = *window.workspace.listing.index;
  EXPECT_EQ(index.nodes[static_cast<std::size_t>(rows()->back())].name, "file99999.json");
}

TEST_F(HugeBundleWindow, BringsAnEntryChosenElsewhereIntoSightThroughClosedFoldersAndFilters) {
  window.workspace.bundle = tree;
  frameUntil([&] { return isListed(); });
  request([](BundleRows& rows) { rows.filter = "nothing has this name"; });
  frameUntil([&] { return isListed() && rows()->empty(); });
  window.workspace.view.entries = {77'777};
  const int node = window.workspace.listing.index->node_of[77'777];
  frameUntil([&] {
    return std::ranges::find(*rows(), node) != rows()->end() && window.shell.of<BundlePanel>().tree.scroll_to < 0;
  });
  EXPECT_EQ(window.workspace.view.listing.rows.filter, "");
}

TEST_F(HugeBundleWindow, DrawsFramesWhileItListsFiltersAndSorts) {
  int frames = 0;
  const auto drawUntilListed = [&](const std::string& what) {
    const int before = frames;
    EXPECT_TRUE(comesTrue([&] {
      window.frame();
      ++frames;
      return isListed() && window.workspace.jobs->isIdle();
    })) << what;
    EXPECT_GT(frames, before) << what;
  };
  window.workspace.bundle = tree;
  drawUntilListed("tree of all entries");
  for (const char* filter : {"f", "fi", "file1", "file12", "nowhere", ""}) {
    request([&](BundleRows& rows) { rows.filter = filter; });
    drawUntilListed(fmt::format("filter \"{}\"", filter));
  }
  request([](BundleRows& rows) { rows.filter = "file"; });
  drawUntilListed("filter \"file\"");
  for (const BundleColumn column :
       {BundleColumn::kSize, BundleColumn::kCrc, BundleColumn::kModified, BundleColumn::kName}) {
    request([&](BundleRows& rows) {
      rows.column = column;
      rows.descending = true;
    });
    drawUntilListed(fmt::format("sort by column {}", static_cast<int>(column)));
  }
  window.workspace.view.entries = {tree->entries().size() / 2};
  drawUntilListed("show an entry in the middle");
}

TEST_F(HugeBundleWindow, LetsGoOfATreeThatWasClosed) {
  window.workspace.bundle = tree;
  frameUntil([&] { return isListed(); });
  Outbox outbox;
  outbox.request(CloseBundle{});
  process(window.workspace, outbox);
  frameUntil([&] { return tree.use_count() == 1; });
}

TEST(FileDialog, FillsTheFieldsOfTheDialogsThatAskForAPath) {
  const auto folder = freshFolder("browse");
  std::filesystem::create_directories(folder / "deep" / "er");
  HeadlessWindow window;
  window.shell.of<PackDialog>().open = true;
  window.shell.of<PackDialog>().wanted.folder = (folder / "deep" / "not there").string();
  window.shell.of<PackDialog>().wanted.output = (folder / "main.1.com.example.obb").string();
  window.frame(3);
  ASSERT_TRUE(window.clickItem("###pack", "###browse_folder"));
  window.frame(3);
  ASSERT_TRUE(window.shell.of<FileDialog>().open);
  EXPECT_EQ(window.shell.of<FileDialog>().folder, (folder / "deep").string()) << "the nearest folder that exists";
  EXPECT_NE(HeadlessWindow::findWindow("###files"), nullptr);
  window.type("er");
  window.press({kKeyEnter});
  EXPECT_FALSE(window.shell.of<FileDialog>().open);
  EXPECT_EQ(window.shell.of<PackDialog>().wanted.folder, (folder / "deep" / "er").string());
  window.frame(3);
  EXPECT_NE(HeadlessWindow::findWindow("###pack"), nullptr) << "the dialog that asked is back";
  ASSERT_TRUE(window.clickItem("###pack", "###browse_output"));
  window.frame(3);
  EXPECT_EQ(window.shell.of<FileDialog>().file_name, "main.1.com.example.obb");
  window.press({kKeyEscape});
  window.frame(3);
  EXPECT_EQ(window.shell.of<PackDialog>().wanted.output, (folder / "main.1.com.example.obb").string())
      << "Esc changes nothing";
  EXPECT_TRUE(window.shell.of<PackDialog>().open);
}

TEST(FileDialog, OffersFoldersOfRecentFilesOnceEachAndFiltersInAnyCase) {
  const auto folder = freshFolder("places");
  std::ofstream(folder / "Rock.OBJ") << "v 0 0 0\n";
  std::ofstream(folder / ".hidden.obj") << "v 0 0 0\n";
  HeadlessWindow window;
  window.workspace.recent_files = {(folder / "Rock.OBJ").string(), (folder / "other.json").string()};
  openFileDialog(window.shell.of<FileDialog>(), FileDialog::Purpose::kOpen, window.workspace);
  ASSERT_FALSE(window.shell.of<FileDialog>().places.empty());
  EXPECT_EQ(window.shell.of<FileDialog>().places.front(), folder.string());
  EXPECT_EQ(std::ranges::count(window.shell.of<FileDialog>().places, folder.string()), 1);
  ASSERT_EQ(window.shell.of<FileDialog>().rows.size(), 1u) << "hidden files stay away";
  window.shell.of<FileDialog>().filter = "rock.obj";
  window.frame(4);
}

TEST(MiddleFittedText, KeepsBothEnds) {
  HeadlessWindow window;
  window.frame(2);
  ImGui::NewFrame();
  ImGui::Begin("x");
  middleFittedText("main.12345.com.example.a.very.long.package.name.obb", 120);
  EXPECT_LE(ImGui::GetItemRectSize().x, 121);
  EXPECT_GT(ImGui::GetItemRectSize().x, 80);
  ImGui::End();
  ImGui::EndFrame();
}

}  // namespace
}  // namespace sepax
