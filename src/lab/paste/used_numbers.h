#pragma once

#include "lab/paste/found.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

// The numbers of a text, and which of them became part of a body.

namespace sepax::paste {

/// Numbers that stand together: in one bracket, in one quoted text, or in a run on one line.
struct NumberGroup {
  std::vector<PlacedNumber> numbers;
  int line = 1;
  std::vector<std::string> words;  ///< in front of it, the nearest first, then those in front of the brackets around it
  bool is_call = false;            ///< arguments of what the first word names
  bool is_answer = false;          ///< within the value of a key that is never a pose
  std::size_t around = 0;          ///< which bracket it lies in, by its place among the tokens; 0: in none
  std::string caller = {};         ///< whose arguments that bracket has, if it is a call
  std::size_t bracket = 0;         ///< its own; 0: a run outside of brackets, or within a quoted text
};

/// The part that a number became: of which body of the document, and which role it has there.
struct Use {
  int body = 0;
  const char* role = "";
};
using UsedNumbers = std::map<std::size_t, Use>;  ///< by their offsets in the text

/// Whether the text places its bodies. Points in sentences place none that code has placed; where a place is missing,
/// each coordinate that is left over may be part of it.
enum class Places { kAll, kAllByCode, kSomeMissing };

}  // namespace sepax::paste
