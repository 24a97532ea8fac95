#include "lesson/lesson_progress.h"

#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace sepax {
namespace {

TEST(LessonProgress, IsReadAsItWasWritten) {
  LessonProgress progress;
  progress.lessons["09-six-faces"] = {3, {0, 2}};
  const auto read = parseProgress(progressText(progress), "lessons.json");
  ASSERT_TRUE(read) << describe(read.error());
  ASSERT_EQ(read->lessons.size(), 1u);
  EXPECT_EQ(read->lessons.at("09-six-faces").step, 3u);
  EXPECT_EQ(read->lessons.at("09-six-faces").passed, (std::set<std::size_t>{0, 2}));
}

TEST(LessonProgress, ThatIsBrokenIsKeptAside) {
  const std::string path = scratchFolder() + "/lessons.json";
  for (const char* text :
       {"", "{", "{\"sepax_progress\": 1}", R"({"sepax_progress": 1, "lessons": {"a": {"step": -1, "passed": []}}})"}) {
    ASSERT_TRUE(writeFileAtomically(path, text));
    const auto progress = loadProgress(path);
    ASSERT_FALSE(progress) << text;
    EXPECT_NE(describe(progress.error()).find(".broken"), std::string::npos) << describe(progress.error());
    EXPECT_FALSE(std::filesystem::exists(path));
    const auto kept = readFile(path + ".broken", 1000);
    ASSERT_TRUE(kept);
    EXPECT_EQ(*kept, text);
  }
}

TEST(LessonProgress, IsEmptyWhereThereIsNoFile) {
  const auto progress = loadProgress(scratchFolder() + "/none.json");
  ASSERT_TRUE(progress);
  EXPECT_TRUE(progress->lessons.empty());
}

}  // namespace
}  // namespace sepax
