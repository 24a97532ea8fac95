#pragma once

#include "bundle/obb/obb_cipher.h"
#include "bundle/tree.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sepax {

/// A container format that is known by its marks and not (yet) read.
struct RecognisedContainer {
  ContainerKind kind = ContainerKind::kUnknown;
  std::string description;  ///< "a Godot PCK", in English
};

/// The format that the marks of `source` show, ZIP and disk images aside.
[[nodiscard]] std::optional<RecognisedContainer> recogniseContainer(const ByteSource& source);

/// The key by which an encrypted payload begins with a FAT volume's boot sector: of those that a password can mean with
/// this salt (16 digits, empty: none); nullopt when there is none, or the payload itself is such a volume.
[[nodiscard]] std::optional<ObbKeyGuess> findObbKey(const std::shared_ptr<const ByteSource>& payload,
                                                    std::string_view password, std::string_view salt_hex);

}  // namespace sepax
