#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// A reader of Ericson, van den Bergen, Gregorius or Catto must find their words. Those of this table crept in once.

namespace sepax {
namespace {

struct Word {
  const char* ours;     ///< as it is written anywhere in src/
  const char* instead;  ///< the field's
};

const std::vector<Word> kWords = {
    {"kMost", "kMax…"},
    {"kLeast", "kMin…"},
    {"wayOut", "minimumTranslation, depth"},
    {" way out", "minimum translation vector, penetration depth"},
    {"ways out", "minimum translation vectors, penetration depths"},
    {"square to", "perpendicular to"},
    {"standIn", "proxy, tessellated"},
    {"stand-in", "proxy, tessellated"},
    {"told by", "detected by"},
    {"carry out", "execute"},
    {"carried out", "executed"},
    {"wish", "request, preference, filter"},
    {"Wish", "Request, Preference, Filter"},
    {"parting time", "exit time"},
    {" glass", "translucent"},
};

TEST(Words, AreThoseOfTheField) {
  const std::string innocent = "on its way out of";  // a body in motion, of a room
  int lines = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(SEPAX_SOURCE_DIR) / "src")) {
    if (!file.is_regular_file()) continue;
    std::ifstream in(file.path());
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      ++lines;
      for (const Word& word : kWords) {
        if (line.find(word.ours) == std::string::npos || line.find(innocent) != std::string::npos) continue;
        ADD_FAILURE() << file.path().string() << ':' << number << ": " << line << "\n  say: " << word.instead;
      }
    }
  }
  EXPECT_GT(lines, 50'000);
}

}  // namespace
}  // namespace sepax
