#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

// The rooms of src/ and what each may include: arrows point down only, between rooms, between the folders of a room and
// between the files of a folder. The tables here are the rule; docs/architecture.md explains them.

namespace sepax {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using Graph = std::map<std::string, Names>;

/// Each room with the rooms that it may include, besides itself.
const Graph kRooms = {
    {"core", {}},
    {"geom", {"core"}},
    {"collide", {"core", "geom"}},
    {"fast", {"core", "geom", "collide"}},
    {"prove", {"core", "geom", "collide", "fast"}},
    {"bundle", {"core"}},
    {"document", {"core", "geom", "collide", "fast"}},
    {"media", {"core", "geom", "bundle"}},
    {"format", {"core", "geom", "collide", "fast", "bundle", "document", "media"}},
    {"collider", {"core", "geom", "collide", "fast", "bundle", "document", "media", "format"}},
    {"lab", {"core", "geom", "collide", "fast", "prove", "bundle", "document", "media", "format", "collider"}},
    {"lesson",
     {"core", "geom", "collide", "fast", "prove", "bundle", "document", "media", "format", "collider", "lab"}},
    {"draw", {"core", "geom", "collide", "document", "media", "lab"}},
    {"render", {"core", "geom", "draw"}},
    {"session",
     {"core", "geom", "collide", "fast", "bundle", "document", "media", "format", "collider", "lab", "lesson", "draw"}},
    {"ui",
     {"core", "geom", "collide", "fast", "bundle", "document", "media", "format", "collider", "lab", "lesson", "draw",
      "session"}},
    {"app",
     {"core", "geom", "collide", "fast", "prove", "bundle", "document", "media", "format", "collider", "lab", "lesson",
      "draw", "render", "session", "ui"}},
};

/// Includes that point upwards between rooms. The list may only shrink.
const std::set<std::pair<std::string, std::string>> kUpward = {};

/// Folders that include each other in a circle. The list may only shrink.
const std::vector<Names> kFolderKnots = {};

/// How many units (a header and its source) include each other in circles, by room a number a circle. May only shrink.
const std::map<std::string, std::vector<std::size_t>> kUnitKnots = {
    {"geom", {6}},
    {"format", {3}},
};

/// Libraries with a room of their own, by the beginning of what is written between <>.
const Graph kLibraries = {
    {"glm/", {"geom", "draw", "render", "session", "ui", "app", "collide", "document", "media", "format", "collider"}},
    {"libqhull", {"geom"}},
    {"librsvg/", {"session"}},
    {"cairo", {"session"}},
    {"gif_lib", {"draw"}},
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
    {"linux/", {}},
    {"seccomp.h", {}},
    {"spawn.h", {"core"}},
};

/// Files that the platform chooses, NAME_posix.cpp, include these in any room.
const Names kPlatformHeaders{"unistd.h", "sys/", "fcntl.h", "poll.h", "spawn.h", "linux/", "seccomp.h"};

/// Headers that take seconds to compile, each with the one file that may include it.
const std::map<std::string, std::string> kExpensiveHeaders = {{"nlohmann/", "core/json_text.cpp"}};

/// The last words of files that the platform or the processor chooses among, and of the source that such files share
/// (lanes); they have one header without it.
const Names kVariants{"posix", "web", "fontconfig", "desktop", "browser", "rsvg",
                      "any",   "x86", "portable",   "avx2",    "avx512",  "lanes"};

fs::path sourceFolder() { return fs::path(SEPAX_SOURCE_DIR) / "src"; }

/// `path` without ending and variant: a header and its sources are one unit.
std::string unitOf(const std::string& path) {
  std::string unit = fs::path(path).replace_extension().generic_string();
  const std::size_t last = unit.rfind('_');
  if (last != std::string::npos && kVariants.contains(unit.substr(last + 1))) unit.resize(last);
  return unit;
}
std::string folderOf(const std::string& unit) { return unit.substr(0, unit.rfind('/')); }
std::string roomOf(const std::string& unit) { return unit.substr(0, unit.find('/')); }

struct Include {
  std::string file, name, place;  ///< file from src/; place: file and line, for messages
  bool is_ours = false;
};

const std::vector<Include>& allIncludes() {
  static const std::vector<Include> found = [] {
    std::vector<Include> includes;
    const std::regex pattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
    for (const auto& entry : fs::recursive_directory_iterator(sourceFolder())) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      std::ifstream in(entry.path());
      const std::string file = fs::relative(entry.path(), sourceFolder()).generic_string();
      std::string line;
      for (int number = 1; std::getline(in, line); ++number) {
        std::smatch match;
        if (std::regex_search(line, match, pattern)) {
          includes.push_back({file, match[2], file + ":" + std::to_string(number), match[1] == "\""});
        }
      }
    }
    return includes;
  }();
  return found;
}

/// The graph of our own includes with each file mapped by `node`, without arrows from a node to itself.
Graph graphOf(const std::function<std::string(const std::string&)>& node) {
  Graph graph;
  for (const Include& include : allIncludes()) {
    if (!include.is_ours) continue;
    const std::string from = node(unitOf(include.file)), to = node(unitOf(include.name));
    if (from != to) graph[from].insert(to);
  }
  return graph;
}

/// The circles of a graph: its strongly connected components of more than one node (Tarjan 1972).
std::vector<Names> knotsOf(const Graph& graph) {
  struct Search {
    const Graph& graph;
    std::map<std::string, int> index, low;
    std::vector<std::string> stack;
    Names on_stack;
    std::vector<Names> knots;
    void visit(const std::string& node) {
      index[node] = low[node] = static_cast<int>(index.size());
      stack.push_back(node);
      on_stack.insert(node);
      if (const auto edges = graph.find(node); edges != graph.end()) {
        for (const std::string& next : edges->second) {
          if (!index.contains(next)) {
            visit(next);
            low[node] = std::min(low[node], low[next]);
          } else if (on_stack.contains(next)) {
            low[node] = std::min(low[node], index[next]);
          }
        }
      }
      if (low[node] != index[node]) return;
      Names knot;
      for (std::string last; last != node;) {
        last = stack.back();
        stack.pop_back();
        on_stack.erase(last);
        knot.insert(last);
      }
      if (knot.size() > 1) knots.push_back(std::move(knot));
    }
  } search{graph, {}, {}, {}, {}, {}};
  for (const auto& [node, edges] : graph) {
    if (!search.index.contains(node)) search.visit(node);
  }
  return search.knots;
}

std::string listOf(const Names& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : " ") + name;
  return list;
}

TEST(Rooms, IncludeOnlyRoomsBelowThem) {
  std::set<std::pair<std::string, std::string>> upward;
  for (const Include& include : allIncludes()) {
    const std::string room = roomOf(include.file);
    ASSERT_TRUE(kRooms.contains(room)) << include.place << ": no rule for the room " << room;
    if (!include.is_ours || roomOf(include.name) == room || kRooms.at(room).contains(roomOf(include.name))) continue;
    upward.insert({unitOf(include.file), unitOf(include.name)});
    EXPECT_TRUE(kUpward.contains({unitOf(include.file), unitOf(include.name)}))
        << include.place << ": " << room << " may not include \"" << include.name << '"';
  }
  EXPECT_EQ(upward, kUpward) << "an exception is no longer needed: take it off the list";
  EXPECT_GT(allIncludes().size(), 3000u);
}

TEST(Rooms, GiveEachLibraryToTheRoomsThatMayKnowIt) {
  int checked = 0;
  for (const Include& include : allIncludes()) {
    if (include.is_ours) continue;
    for (const auto& [library, only] : kExpensiveHeaders) {
      if (include.name.starts_with(library)) {
        EXPECT_EQ(include.file, only) << include.place;
      }
    }
    for (const auto& [library, rooms] : kLibraries) {
      if (!include.name.starts_with(library)) continue;
      ++checked;
      const bool is_platforms = include.file.ends_with("_posix.cpp") && kPlatformHeaders.contains(library);
      EXPECT_TRUE(is_platforms || rooms.contains(roomOf(include.file)))
          << include.place << ": may not include <" << include.name << '>';
    }
  }
  EXPECT_GT(checked, 100);
}

TEST(Rooms, HoldFoldersThatIncludeEachOtherOnlyDownwards) {
  std::vector<Names> knots = knotsOf(graphOf(folderOf));
  for (const Names& knot : knots) {
    EXPECT_TRUE(std::ranges::count(kFolderKnots, knot)) << "folders in a circle: " << listOf(knot);
  }
  EXPECT_EQ(knots.size(), kFolderKnots.size()) << "a circle is gone: take it off the list";
}

TEST(Rooms, HoldFilesThatIncludeEachOtherOnlyDownwards) {
  std::map<std::string, std::vector<std::size_t>> sizes;
  std::string list;
  for (const Names& knot : knotsOf(graphOf([](const std::string& unit) { return unit; }))) {
    sizes[roomOf(*knot.begin())].push_back(knot.size());
    list += "\n" + std::to_string(knot.size()) + ": " + listOf(knot);
  }
  for (auto& [room, of_room] : sizes) std::ranges::sort(of_room);
  EXPECT_EQ(sizes, kUnitKnots) << "files in circles:" << list;
}

// Operands have no order: g++ draws the right one first, clang the left, and a seed would be two.
TEST(Draws, AreNeverTwoOfOneSum) {
  const std::regex two_draws(R"(random\.\w+\([^?;]*\)\s*[*+/-][^?;,{}]*random\.\w+\()");
  int draws = 0;
  for (const auto& file : fs::recursive_directory_iterator(sourceFolder())) {
    if (file.path().extension() != ".cpp" && file.path().extension() != ".h") continue;
    std::ifstream in(file.path());
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      if (line.find("random.") == std::string::npos) continue;
      ++draws;
      EXPECT_FALSE(std::regex_search(line, two_draws)) << file.path().string() << ':' << number << ": " << line;
    }
  }
  EXPECT_GT(draws, 100);
}

// C libraries differ in the last bit of these; an answer has one value everywhere.
TEST(Rooms, ThatAnswerTakeLengthsAndAnglesFromPortableMath) {
  const std::regex of_library(R"(std::(hypot|a?(sin|cos|tan)2?)f?\()");
  int portable = 0;
  for (const auto& file : fs::recursive_directory_iterator(sourceFolder())) {
    const std::string path = fs::relative(file.path(), sourceFolder()).generic_string();
    if (!file.is_regular_file() || Names{"ui", "draw", "render", "session", "bundle", "media"}.contains(roomOf(path)))
      continue;
    std::ifstream in(file.path());
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      EXPECT_FALSE(std::regex_search(line, of_library)) << path << ':' << number << ": " << line;
      portable += line.find("portable::") != std::string::npos;
    }
  }
  EXPECT_GT(portable, 100);
}

TEST(Rooms, GiveEverySourceFileAHeaderOfItsName) {
  // Programs have none.
  const Names programs{"app/sepax", "app/keeper", "app/window/window_main", "app/page_main"};
  int files = 0;
  for (const auto& file : fs::recursive_directory_iterator(sourceFolder())) {
    if (file.path().extension() != ".cpp") continue;
    const std::string unit = unitOf(fs::relative(file.path(), sourceFolder()).generic_string());
    if (programs.contains(unit) || unit.starts_with("app/importers/")) continue;
    // Readers of pasted texts are one function each; one header has them all.
    if (unit.starts_with("lab/paste/") && unit.ends_with("_reader")) continue;
    // So are commands.
    if (unit.starts_with("app/commands/") && unit.ends_with("_command")) continue;
    ++files;
    EXPECT_TRUE(fs::exists(sourceFolder() / (unit + ".h"))) << file.path();
  }
  EXPECT_GT(files, 200);
}

}  // namespace
}  // namespace sepax
