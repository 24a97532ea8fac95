#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace sepax {

/// How the lab's panels are looked at, and what is filled in there.
struct LabView {
  bool jury_shown = false;   ///< the Jury panel is in front: the jurors are asked
  std::string jury_hovered;  ///< the member whose answer the viewport draws
  std::size_t jury_question =
      0;  ///< what it is asked about: the pair itself, or of its sweep and rays the one before this place
  bool engine_margins = false;  ///< jurors keep the margins that their engines have by default
  bool watches = true;      ///< everybody's own answers are compared with each other while the Jury panel is in front
  bool scan_shown = false;  ///< the Lab panel is in front

  /// One number that a scan varies.
  struct Range {
    std::string path;  ///< "B.position.x"; empty: none
    double from = -1, to = 1;
    int count = 201;
    bool in_ulps = false;  ///< from and to are counts of neighbouring doubles around the current number
  };
  std::array<Range, 2> ranges{};
  std::string measure = "separation";
  bool scan_jurors = false;  ///< the jurors are asked, too
};

}  // namespace sepax
