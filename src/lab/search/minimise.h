#pragma once

#include "lab/search/failure.h"

#include <functional>
#include <string>
#include <vector>

// A failing pair made so small that its numbers fit on a postcard, while the same failure stays.

namespace sepax {

struct Minimised {
  Document document;  ///< bodies A and B alone
  Failure failure;    ///< what it still shows
  int tried = 0;
  std::vector<std::string> log;       ///< what was changed, in order
  std::size_t before = 0, after = 0;  ///< letters of the bodies as JSON
};

struct MinimiseOptions {
  int max_tries = 20'000;
  std::function<bool()> go_on = {};  ///< false: the smallest case so far is the result
};

/// Tries, again and again until nothing helps: A at the origin and not rotated, simpler shapes, fewer vertices, round
/// angles, round numbers. A change stays when it makes the text of the bodies shorter and the member still fails in the
/// same way, by at least a tenth of the relative error it began with. Deterministic. An error when the pair does not
/// fail so.
[[nodiscard]] Result<Minimised> minimise(const Document& document, const PairIds& pair, JuryMember& member,
                                         const FailureFilter& filter, const MinimiseOptions& options = {});

/// The failure that minimising keeps, told from a document: nullopt when it is gone.
using StillFails = std::function<std::optional<Failure>(const Document&)>;
[[nodiscard]] Result<Minimised> minimise(const Document& document, const PairIds& pair, const StillFails& still_fails,
                                         const MinimiseOptions& options);

}  // namespace sepax
