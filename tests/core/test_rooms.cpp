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
    {"bundle", {"core", "bundle"}},
    {"scene", {"core", "geom", "collide", "bundle", "scene"}},
    {"draw", {"core", "geom", "collide", "scene", "draw"}},
    {"render", {"core", "geom", "draw", "render"}},
    {"ui", {"core", "geom", "collide", "bundle", "scene", "draw", "ui"}},
    {"app", {"core", "geom", "collide", "bundle", "scene", "draw", "render", "ui", "app"}},
};

/// Libraries with a room of their own, by the beginning of what is written between <>.
const std::map<std::string, Names> kLibraries = {
    {"glm/", {"geom", "draw", "render", "ui", "app", "collide", "scene"}},
    {"libqhull", {"geom"}},
    {"zlib", {"bundle"}},
    {"bzlib", {"bundle"}},
    {"libdeflate", {"bundle"}},
    {"iconv", {"bundle"}},
    {"uchardet/", {"bundle"}},
    {"nlohmann/", {"scene", "app"}},
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

TEST(Rooms, IncludeOnlyWhatStandsBelowThem) {
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
          continue;
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

}  // namespace
}  // namespace sepax
