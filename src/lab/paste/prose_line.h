#pragma once

#include "lab/paste/found.h"
#include "lab/paste/tokens.h"
#include "lab/paste/words.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

// One line of prose, before anything is known of the bodies.

namespace sepax::paste {

/// Numbers that follow a key, with the letters that stand before them ("X=1 Y=2").
struct Run {
  Numbers numbers;
  std::string letters;  ///< "xyzw", "wxyz", "pyr", "" …
  bool in_degrees = false;
  bool ends_at_bar = false;
};

[[nodiscard]] bool isAxisName(std::string_view word);
/// The component that a number's name means: the letter itself, or that of an angle's name; '\0': it is no such name.
[[nodiscard]] char componentLetter(std::string_view word);
/// Commas, brackets and their like, which may stand between numbers.
[[nodiscard]] bool isBetween(const Token& token);
/// "m", "cm", "x" between and behind numbers; "deg" counts.
[[nodiscard]] bool isUnit(std::string_view word);
/// "Grad" is German.
[[nodiscard]] bool isDegrees(std::string_view unit);

/// Whether a letter names the next number behind those that have `letters`: a component, an angle of "P=0 Y=45 R=0", or
/// a side of a box.
[[nodiscard]] bool isNextLetter(Role role, const std::string& letters, char letter);

struct ProseLine {
  std::span<const Token> tokens = {};
  bool is_unreal = false;  ///< the text speaks of Unreal

  /// Where four numbers in brackets begin that end the line, with a bar before the last one; 0: it has none, or begins
  /// with them.
  [[nodiscard]] std::size_t barredRow() const;
  [[nodiscard]] bool beginsNumber(std::size_t i) const;
  /// "vertices[9][3]": how many there are, or which.
  [[nodiscard]] bool isIndexAt(std::size_t i) const;
  /// "quat(", "mat3x3(": a value, of which the word before is the key.
  [[nodiscard]] bool isRotationCall(std::size_t i) const;
  [[nodiscard]] bool isSignAt(std::size_t i, std::string_view signs) const;
  /// Two words are one key: "side length", "rotation matrix". Empty: they are two.
  [[nodiscard]] std::string keyOfTwo(std::size_t i) const;
  /// Behind "w": "=2 h=1 d=1", the sides of a box.
  [[nodiscard]] bool isSideAt(std::size_t i) const;
  /// "Pitch=30", "Yaw 45" of Unreal's: a number and which angle it is.
  [[nodiscard]] bool isAngleAt(std::size_t i) const;
  /// Whether the number is one of a call's arguments: "rotate([0, 0, 45])".
  [[nodiscard]] bool isArgumentAt(std::size_t i) const;
  /// "units: cm", "all lengths in mm"; empty: it says none.
  [[nodiscard]] std::string unit() const;
  /// "The table is at (1, 2, 3)": whose place that is, no word says.
  [[nodiscard]] bool isAboutSomethingElse() const;
  /// "1" and "A" behind a noun, with nothing that makes it the first of several numbers.
  [[nodiscard]] int labelOfNext(std::size_t i) const;
};

}  // namespace sepax::paste
