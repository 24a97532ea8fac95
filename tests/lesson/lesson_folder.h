#pragma once

#include "core/platform.h"
#include "scratch.h"

#include <filesystem>
#include <string>

namespace sepax {

inline const std::string kTwoBoxes = R"({"sepax": 1, "space": "2d", "bodies": [
  {"id": "A", "shape": {"type": "box", "half_extents": [1, 1]}},
  {"id": "B", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [3, 0]}]})";

/// A lesson of two boxes that are apart, with these steps and claims.
inline std::string lessonText(const std::string& steps, const std::string& claims = "[]") {
  return R"({"sepax_lesson": 1, "title": {"en": "Two boxes", "zh_CN": "两个盒子"}, "asks": {"en": "Why?", "zh_CN": "为什么？"}, "steps": )" +
         steps + R"(, "claims": )" + claims + "}";
}

/// A step that pushes B into A.
inline const std::string kPush =
    R"({"kind": "do", "scene": "two.json", "text": {"en": "Push {B} in.", "zh_CN": "把 {B} 推进去。"},
  "check": [{"what": "verdict", "is": "overlapping"}], "goal": {"bodies": [{"body": "B", "position": [1.5, 0]}]},
  "then": {"en": "{depth} m", "zh_CN": "{depth} 米"}})";

/// Writes a lesson with its scene into shelf/id; the folder of the shelf.
inline std::string writeLesson(const std::string& shelf, const std::string& id, const std::string& text) {
  const std::string folder = scratchFolder() + "/" + shelf;
  std::filesystem::create_directories(folder + "/" + id);
  static_cast<void>(writeFileAtomically(folder + "/" + id + "/two.json", kTwoBoxes));
  static_cast<void>(writeFileAtomically(folder + "/" + id + "/lesson.json", text));
  return folder;
}

}  // namespace sepax
