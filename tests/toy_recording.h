#pragma once

#include <fmt/format.h>

#include <fstream>
#include <string>

namespace sepax {

inline constexpr int kToyFrames = 60;
/// Of these frames the claim is wrong: it says "overlapping" of bodies that are 0.1 m apart.
inline constexpr int kToyWrongFrames[] = {20, 21, 40};

/// A box that sinks onto the ground, half as fast as it is high: apart by 2 − 0.05 · frame metres until frame 40, where
/// it is 0 and then negative. "C" comes in frame 10 and goes in frame 50; frame 30 has a mark. What is said of ground
/// and A is right but for a few frames.
inline std::string toyRecording() {
  std::string text =
      R"({"sepax_log": 1, "space": "3d", "name": "toy", "engine": "by hand", "bodies": [)"
      R"({"id": "ground", "shape": {"type": "box", "half_extents": [5, 0.5, 5]}, "position": [0, -0.5, 0], "locked": true},)"
      R"({"id": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 2.5, 0]}]})"
      "\n";
  for (int i = 0; i < kToyFrames; ++i) {
    const double gap = 2 - 0.05 * i;
    bool is_wrong = false;
    for (const int frame : kToyWrongFrames) is_wrong = is_wrong || i == frame;
    text += fmt::format(R"({{"t": {}, "poses": {{"A": [0, {}, 0, 0, 0, 0, 1]}})", i * 0.125, 0.5 + gap);
    if (i == 10)
      text += R"(, "add": [{"id": "C", "shape": {"type": "sphere", "radius": 0.25}, "position": [3, 1, 0]}])";
    if (i == 30) text += R"(, "mark": "half way")";
    if (i == 50) text += R"(, "remove": ["C"])";
    const double said = is_wrong ? (i == 40 ? -0.5 : -gap) : gap;
    text += fmt::format(
        R"(, "claims": [{{"pair": ["ground", "A"], "verdict": "{}", "separation": {}, "normal": [0, 1, 0]}}]}})",
        said < 0 ? "overlapping" : "separated", said);
    text += "\n";
  }
  return text;
}

inline void writeText(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace sepax
