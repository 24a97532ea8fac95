#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

// The rooms of src/ and what each may include: arrows point down only. The table here is the rule; README explains it.

namespace sepax {
namespace {

using Names = std::set<std::string>;

const std::map<std::string, Names> kRooms = {
    {"core", {"core"}},
    {"geom", {"core", "geom"}},
    {"collide", {"core", "geom", "collide"}},
    {"fast", {"core", "geom", "collide", "fast"}},
    {"prove", {"core", "geom", "collide", "fast", "prove"}},
    {"bundle", {"core", "bundle"}},
    {"scene", {"core", "geom", "collide", "fast", "bundle", "scene"}},
    {"lab", {"core", "geom", "collide", "fast", "prove", "bundle", "scene", "lab"}},
    {"lesson", {"core", "geom", "collide", "fast", "prove", "bundle", "scene", "lab", "lesson"}},
    {"draw", {"core", "geom", "collide", "scene", "draw"}},
    {"render", {"core", "geom", "draw", "render"}},
    {"session", {"core", "geom", "collide", "fast", "bundle", "scene", "lab", "lesson", "draw", "session"}},
    {"ui", {"core", "geom", "collide", "fast", "bundle", "scene", "lab", "lesson", "draw", "session", "ui"}},
    {"app", {"core", "geom", "collide", "fast", "prove", "bundle", "scene", "lab", "lesson", "draw", "render", "session", "ui", "app"}},
};

/// Of rooms with folders inside: what each folder may include of its own room, other folders and files at its top; "" is the top itself.
/// Folders that are not named have none.
const std::map<std::string, std::map<std::string, Names>> kFolders = {
    {"collide",
     {{"", {"", "contacts", "exact", "gjk", "historical", "pieces", "sat"}},
      {"sat", {"", "sat", "gjk"}},
      {"gjk", {"", "gjk", "sat"}},
      {"exact", {"", "exact", "sat"}},
      {"contacts", {"", "contacts", "gjk", "sat"}},
      {"pieces", {"", "pieces", "contacts", "gjk", "sat", "sweep"}},
      {"sweep", {"", "sweep", "contacts", "gjk", "pieces", "sat"}},
      {"historical", {"", "historical", "sat"}}}},
    {"lab", {{"", {"", "paste"}}, {"paste", {"paste"}}, {"recording", {"", "recording"}}}},
    {"bundle",
     {{"", {"", "fat", "obb", "zip"}},
      {"zip", {"", "zip"}},
      {"fat", {"", "fat", "zip"}},
      {"obb", {"", "obb"}},
      {"write", {"", "obb", "write", "zip"}}}},
    {"ui",
     {{"", {"", "bundle", "dialogs", "kit", "panels", "viewport"}},
      {"kit", {"kit"}},
      {"dialogs", {"dialogs", "kit"}},
      {"viewport", {"kit", "viewport"}},
      {"panels", {"kit", "panels"}},
      {"bundle", {"bundle", "kit"}}}},
};

/// Libraries with a room of their own, by the beginning of what is written between <>.
const std::map<std::string, Names> kLibraries = {
    {"glm/", {"geom", "draw", "render", "session", "ui", "app", "collide", "scene"}},
    {"libqhull", {"geom"}},
    {"librsvg/", {"session"}},
    {"cairo", {"session"}},
    {"gif_lib", {"session"}},
    {"zlib", {"bundle", "core"}},
    {"bzlib", {"bundle"}},
    {"libdeflate", {"bundle"}},
    {"iconv", {"bundle"}},
    {"uchardet/", {"bundle"}},
    {"utf8.h", {"core"}},
    {"archive", {"app"}},
    {"nlohmann/", {"core"}},
    {"assimp/", {"app"}},
    {"SDL", {"app"}},
    {"glad/", {"render", "app"}},
    {"imgui", {"ui", "app"}},
    {"backends/imgui", {"app"}},
    {"fontconfig/", {"ui"}},
    {"CLI/", {"app"}},
    {"unistd.h", {"core"}},
    {"sys/", {"core"}},
    {"fcntl.h", {"core"}},
    {"poll.h", {"core"}},
    {"spawn.h", {"core"}},
};

/// Headers that take seconds to compile, each with the one file that may include it.
const std::map<std::string, std::string> kDearHeaders = {{"nlohmann/", "core/json_text.cpp"}};

/// The folder inside `room` that a path from src/ names; empty for files at the room's top.
std::string folderIn(const std::string& room, const std::string& path) {
  const std::string inside = path.substr(room.size() + 1);
  const std::size_t slash = inside.find('/');
  return slash == std::string::npos ? std::string() : inside.substr(0, slash);
}

TEST(Rooms, IncludeOnlyWhatLiesBelowThem) {
  const std::filesystem::path source = std::filesystem::path(SEPAX_SOURCE_DIR) / "src";
  const std::regex include(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  int files = 0, checked = 0;
  for (const auto& [room, allowed] : kRooms) {
    for (const auto& file : std::filesystem::recursive_directory_iterator(source / room)) {
      if (!file.is_regular_file()) continue;
      ++files;
      std::ifstream in(file.path());
      std::string line;
      for (int number = 1; std::getline(in, line); ++number) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        ++checked;
        const std::string name = match[2];
        const std::string place = file.path().string() + ":" + std::to_string(number);
        if (match[1] == "\"") {
          const std::string other = name.substr(0, name.find('/'));
          EXPECT_TRUE(allowed.contains(other)) << place << ": " << room << " may not include \"" << name << '"';
          if (other == room && kFolders.contains(room)) {
            const std::string from = folderIn(room, std::filesystem::relative(file.path(), source).generic_string()),
                              to = folderIn(room, name);
            EXPECT_TRUE(kFolders.at(room).at(from).contains(to))
                << place << ": " << room << '/' << from << " may not include \"" << name << '"';
          }
          continue;
        }
        for (const auto& [library, only] : kDearHeaders) {
          if (!name.starts_with(library)) continue;
          EXPECT_EQ(std::filesystem::relative(file.path(), source).generic_string(), only)
              << place << ": only it may include <" << name << '>';
        }
        for (const auto& [library, rooms] : kLibraries) {
          if (!name.starts_with(library)) continue;
          EXPECT_TRUE(rooms.contains(room)) << place << ": " << room << " may not include <" << name << '>';
        }
      }
    }
  }
  EXPECT_GT(files, 60);
  EXPECT_GT(checked, 300);
}

TEST(Rooms, GiveEverySourceFileAHeaderOfItsName) {
  const std::filesystem::path source = std::filesystem::path(SEPAX_SOURCE_DIR) / "src";
  // Programs have none; the files that the platform chooses share one, without their last word.
  const Names programs{"app/import_entry.cpp", "app/import_mesh.cpp", "app/import_model.cpp", "app/import_picture.cpp",
                       "app/import_sound.cpp", "app/sepax.cpp",       "app/window_main.cpp"};
  const Names platforms{"posix", "fontconfig", "desktop", "rsvg", "any", "x86", "portable"};
  int files = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(source)) {
    if (file.path().extension() != ".cpp" || programs.contains(std::filesystem::relative(file.path(), source).generic_string())) continue;
    ++files;
    std::string stem = file.path().stem().string();
    const std::size_t last = stem.rfind('_');
    if (last != std::string::npos && platforms.contains(stem.substr(last + 1))) stem.resize(last);
    EXPECT_TRUE(std::filesystem::exists(file.path().parent_path() / (stem + ".h"))) << file.path();
  }
  EXPECT_GT(files, 200);
}

}  // namespace
}  // namespace sepax
