#pragma once

#include "media/android_text.h"

#include <cstddef>
#include <optional>
#include <span>

namespace sepax {

/// Whether the first eight bytes of a file can be those of a text that encodedText() reads.
[[nodiscard]] bool mayBeEncodedText(std::span<const std::byte> head);

/// The text of a file that is one, though not in UTF-8: UTF-16 behind its byte order mark, or androidText(). Nullopt
/// for all else.
[[nodiscard]] std::optional<AndroidText> encodedText(std::span<const std::byte> bytes,
                                                     std::span<const std::byte> resources = {});

}  // namespace sepax
