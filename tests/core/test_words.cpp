#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
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

/// The text of a comment line, without its slashes; nullopt where the line is none.
std::optional<std::string> commentOf(const std::string& line) {
  static const std::regex pattern(R"(^\s*///?<? ?(.*)$)");
  std::smatch match;
  return std::regex_match(line, match, pattern) ? std::optional(match[1].str()) : std::nullopt;
}

/// The comments, the lines of code and the texts in quotes of a file, each with the line that it begins in. Lines of a
/// comment are joined.
std::vector<std::pair<int, std::string>> proseOf(const std::filesystem::path& file) {
  static const std::regex trailing(R"(\s///?<? ?(.*)$)"), quoted(R"re("((?:[^"\\]|\\.){12,})")re");
  std::vector<std::pair<int, std::string>> prose;
  std::ifstream in(file);
  bool in_comment = false;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (const auto comment = commentOf(line)) {
      if (!in_comment) prose.emplace_back(number, *comment);
      if (in_comment) prose.back().second += ' ' + *comment;
      in_comment = true;
      continue;
    }
    in_comment = false;
    prose.emplace_back(number, line);  // may be a line of a text over several
    std::smatch match;
    if (std::regex_search(line, match, trailing)) prose.emplace_back(number, match[1]);
    for (auto text = std::sregex_iterator(line.begin(), line.end(), quoted); text != std::sregex_iterator(); ++text) {
      prose.emplace_back(number, (*text)[1]);
    }
  }
  return prose;
}

TEST(Words, MakeSentencesThatNameTheirSubject) {
  const std::array refused{
      std::regex(R"(\b([Ss]omebody|[Nn]obody|[Ww]hoever|[Ll]ikewise|[Tt]hus|[Ii]n place of|as it is|what there is)\b)"),
      std::regex(R"((^|[.:!?] )(Of|Those|The same)\b)"),
      std::regex(R"((^|[.!?] )What\b(?![^.!?]*\?))"),  // a question may begin so
  };
  int texts = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(SEPAX_SOURCE_DIR) / "src")) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
    for (const auto& [line, text] : proseOf(entry.path())) {
      ++texts;
      for (const std::regex& pattern : refused) {
        std::smatch match;
        if (!std::regex_search(text, match, pattern)) continue;
        ADD_FAILURE() << entry.path().string() << ':' << line << ": \"" << match[0] << "\" in: " << text;
      }
    }
  }
  EXPECT_GT(texts, 10'000);
}

}  // namespace
}  // namespace sepax
