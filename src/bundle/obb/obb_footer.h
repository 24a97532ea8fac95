#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"

#include <cstdint>
#include <optional>

namespace sepax {

/// A footer and the length of the payload before it.
struct LocatedFooter {
  ObbFooter footer;
  std::uint64_t payload_size = 0;
};

/// The OBB footer at the end of `source`, as AOSP's ObbFile reads it: a body, its length, the mark 83 99 05 01. Without
/// the mark nullopt; with the mark but a body that breaks the rules nullopt and a finding. Slack between name and tag
/// is allowed, as there.
[[nodiscard]] std::optional<LocatedFooter> readObbFooter(const ByteSource& source, FindingCollector& findings);

/// The bytes of a footer. Refuses package names that are empty, too long or no Android package name, the version −1 (it
/// means "unset"), and a salt that is not 16 hexadecimal digits (empty: zeros). Names are ASCII by Android's rule,
/// which spares jobb's mistake of counting letters instead of bytes.
[[nodiscard]] Result<std::string> obbFooterBytes(const ObbFooter& footer);

}  // namespace sepax
