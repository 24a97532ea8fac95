#pragma once

#include "collide/pair/pair.h"

#include <string>
#include <string_view>

namespace sepax {

// Reports, files and the literature say A and B for the first and the second body of a pair; a person reads what the
// bodies are called.

struct PairNames {
  std::string a = "A", b = "B";
};

/// The ids of the bodies. A long id is cut to its first characters, or to its last where the first are equal:
/// "enemy_left" and "enemy_right" begin alike in many an engine. "A" and "B" where that does not tell them apart
/// either, and where they have none.
[[nodiscard]] PairNames namesOf(const std::string& a, const std::string& b);
[[nodiscard]] PairNames namesOf(const PairReport& report);

/// A name of an axis with them: "C1", "B0xC2", "crate·1 × box·0".
[[nodiscard]] std::string axisName(const AxisId& id, const PairNames& names);

/// The features of a contact, as reports have them ("A vertex 2 · B top rim"), with the names and in the window's
/// language.
[[nodiscard]] std::string featureText(std::string_view features, const PairNames& names);

/// A text with them in the place of A and B where these stand alone or before a number: "|T·A₀|", "rB", "face of A",
/// "A2".
[[nodiscard]] std::string withNames(std::string_view text, const PairNames& names);

}  // namespace sepax
