#pragma once

#include "core/error.h"
#include "document/document.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sepax {

/// The part behind the # of the address of the page in which Sepax runs: a case, a sample or a lesson, and how it is
/// looked at. Nothing of it runs. Written as `case=…&pair=A,B&view=minkowski`, each value percent-encoded.
struct Link {
  std::string case_text = {};          ///< JSON; in the address it is compressed (gzip) and base64url, or JSON itself
  std::string sample = {};             ///< "edge-edge": assets/cases/edge-edge.json
  std::string lesson = {}, step = {};  ///< as `sepax lesson ls` has it, and a number from 1
  std::string pair = {};               ///< ids: "A,B"
  std::string axis = {};               ///< as the report names it
  std::string view = {};               ///< scene, minkowski, both or reference
  std::string lang = {};               ///< en or zh
  std::string theme = {};              ///< dark or light
  std::string embed = {};              ///< 1: the viewport and the verdict alone, for a page around it
};

/// Longer links and larger cases are refused.
inline constexpr std::size_t kMaxLinkBytes = 1u << 20;

/// Reads a whole address or what follows its #. Errors: an unknown key, one that comes twice, more than one of case,
/// sample and lesson, damaged compression, a name that could be a path. Whether the case itself can be read is not
/// asked.
[[nodiscard]] Result<Link> readLink(std::string_view address);

/// The part behind the #; readLink gives the same link.
[[nodiscard]] std::string writeLink(const Link& link);

/// The link to a case with a pair of it: "case=…&pair=A,B". Hulls and meshes take their points along. An error when the
/// case is too large.
[[nodiscard]] Result<std::string> linkToCase(const Document& document, const std::optional<PairIds>& pair);

/// Whether a text is nothing but an address with such a case, sample or lesson behind its #.
[[nodiscard]] bool looksLikeLink(std::string_view text);

}  // namespace sepax
