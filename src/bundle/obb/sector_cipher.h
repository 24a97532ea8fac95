#pragma once

#include "bundle/byte_source.h"
#include "bundle/obb/obb_cipher.h"

#include <memory>

namespace sepax {

/// An encrypted OBB payload as plain bytes, decrypted as they are read. A last piece shorter than a sector is not
/// decrypted: the cipher knows whole sectors only.
[[nodiscard]] std::shared_ptr<const ByteSource> decryptedPayload(std::shared_ptr<const ByteSource> payload,
                                                                 const ObbKey& key);

}  // namespace sepax
