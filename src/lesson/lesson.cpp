#include "lesson/lesson.h"

#include <fmt/format.h>

namespace sepax {

namespace {

template <class Value>
void take(Value& to, const std::optional<Value>& from) {
  if (from) to = *from;
}

}  // namespace

void change(LessonLook& look, const LessonLookChange& by) {
  take(look.algorithm, by.algorithm);
  take(look.pin, by.pin);
  take(look.free_axis, by.free_axis);
  take(look.pieces, by.pieces);
  take(look.step, by.step);
  take(look.clip, by.clip);
  take(look.minkowski, by.minkowski);
  take(look.radii, by.radii);
  take(look.volumes, by.volumes);
  take(look.aids, by.aids);
  take(look.selected, by.selected);
  take(look.panel, by.panel);
  if (by.camera) look.camera = by.camera;
  take(look.target, by.target);
}

bool holds(const LessonCheck& check, const LessonState& state) {
  if (check.word != nullptr) return check.word->read(state) == check.expected;
  const auto value = check.number.read(state);
  return value && *value >= check.from && *value <= check.to;
}

std::string explained(const LessonCheck& check, const LessonState& state) {
  if (check.word != nullptr)
    return fmt::format("{} {}, found \"{}\"", check.word->name, check.expected, check.word->read(state));
  const auto value = check.number.read(state);
  const std::string found = value ? fmt::format("{:.9g}", *value) : "nothing";
  return fmt::format("{} from {:.9g} to {:.9g}, found {}", check.number.name(), check.from, check.to, found);
}

}  // namespace sepax
