#pragma once

#include "collide/pair/pair.h"
#include "document/document.h"
#include "geom/bounding_volumes.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The values that checks, claims and the live numbers in texts can read: two tables, and the state they are read from.
// Never the steps that led there.

namespace sepax {

/// Parts of the picture that explain more than the answer and that a step may ask for; the window knows them by the
/// same names.
inline constexpr std::array<const char*, 4> kLessonAids{"fan", "regions", "bounds", "spacing"};

/// The view values that lessons read and set.
struct LessonLook {
  std::string algorithm = "sat";
  std::optional<AxisId> pin;  ///< nullopt: the deciding axis
  Vec3 free_axis{1, 0, 0};
  int pieces = 0;  ///< rank of the shown pieces, −1 the hulls
  int step = -1;   ///< of GJK and EPA; −1 the last
  int clip = -1;   ///< of the contacts; −1 the result
  bool minkowski = false, radii = false;
  std::vector<VolumeKind> volumes;
  std::vector<std::string> aids;  ///< of kLessonAids
  std::string selected;
  std::string panel;           ///< in front, empty: unchanged
  std::optional<Vec3> camera;  ///< yaw, pitch in degrees, distance in metres; nullopt or distance 0: all is framed
  Vec3 target{0.0};            ///< what that camera looks at, world
  friend bool operator==(const LessonLook&, const LessonLook&) = default;
};

/// The state that values are read from.
struct LessonState {
  const Document* document = nullptr;
  const PairReport* report = nullptr;  ///< of the shown pair by look.algorithm; null when there is none
  const SatAxis* free_axis = nullptr;  ///< the pair on look.free_axis; null unless that is pinned
  LessonLook look;
};

/// The argument after a number's name and a colon.
enum class LessonArgument { kNone, kAxis, kBody, kVolume, kRank, kDirections, kOrder };

/// Whose colour a number has in a text: kPair is apart when positive, kOverlap when negative.
enum class LessonOwner { kNobody, kA, kB, kPair, kOverlap, kBody };

/// A number that can be read. Adding one: a row in lesson_values.cpp.
struct LessonNumber {
  const char* name;
  LessonArgument argument;
  LessonOwner owner;
  const char* summary;
  std::optional<double> (*read)(const LessonState& state, const std::string& argument);
  void (*write)(Body& body, double value) =
      nullptr;  ///< a hand can change it: into the body of that name; null: it follows from others
};
[[nodiscard]] std::span<const LessonNumber> lessonNumbers();

/// A word that can be compared.
struct LessonWord {
  const char* name;
  const char* summary;
  std::string (*read)(const LessonState& state);
};
[[nodiscard]] std::span<const LessonWord> lessonWords();
[[nodiscard]] const LessonWord* findLessonWord(std::string_view name);

/// A number with its argument: "gap:A2xB1".
struct LessonQuantity {
  const LessonNumber* number = nullptr;
  std::string argument;
  [[nodiscard]] std::optional<double> read(const LessonState& state) const { return number->read(state, argument); }
  [[nodiscard]] std::string name() const {
    return argument.empty() ? number->name : std::string(number->name) + ":" + argument;
  }
};

/// Reads "NAME" or "NAME:ARGUMENT". The error lists the names; bodies are not looked for.
[[nodiscard]] Result<LessonQuantity> parseQuantity(std::string_view text);

/// True for numbers that a hand can change in a text: those of a body, and the direction of the free axis.
[[nodiscard]] bool canScrub(const LessonQuantity& quantity);

/// The change of such a number by a drag of one pixel, in its unit.
[[nodiscard]] double scrubStep(const LessonQuantity& quantity);

/// The axis that a number is about, when its argument is one.
[[nodiscard]] std::optional<AxisId> axisOf(const LessonQuantity& quantity);

}  // namespace sepax
