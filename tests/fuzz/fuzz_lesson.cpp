#include "fuzz/fuzz_file.h"
#include "lesson/lesson_examination.h"
#include "lesson/lesson_progress.h"
#include "lesson/lesson_reader.h"
#include "lesson/lesson_text.h"
#include "lesson/lesson_values.h"

// Any bytes are a lesson that can be examined or an error that names the file; texts, quantities and progress are read
// or refused.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  constexpr std::size_t kMaxText = 1 << 14;
  if (size > kMaxText) return 0;
  const std::string_view text = fuzz::textOf(data, size);
  (void)parseLessonText(text);
  (void)parseQuantity(text);
  if (const auto progress = parseProgress(text, "progress"))
    fuzz::require(parseProgress(progressText(*progress), "again").has_value(), "progress reads back");
  const std::string folder = fuzz::emptyFolder() + "/01-fuzz";
  std::filesystem::create_directory(folder);
  fuzz::putFile(folder + "/lesson.json", text);
  fuzz::putFile(folder + "/scene.json",
                R"({"sepax": 1, "space": "2d", "bodies": [{"id": "A", "shape": {"type": "circle", "radius": 1}},
                    {"id": "B", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [3, 0]}]})");
  const auto lesson = loadLesson(folder);
  if (lesson) {
    (void)examine(*lesson);
  } else {
    fuzz::require(lesson.error().where.find("01-fuzz") != std::string::npos, "an error names the lesson");
  }
  return 0;
}
