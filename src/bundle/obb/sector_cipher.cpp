#include "bundle/obb/sector_cipher.h"

#include "core/language.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint64_t kSectorPiece = 1 << 16;  ///< a multiple of the sector

class DecryptedSource final : public ByteSource {
 public:
  DecryptedSource(std::shared_ptr<const ByteSource> payload, const ObbKey& key)
      : payload_(std::move(payload)), key_(key) {}
  std::uint64_t size() const override { return payload_->size(); }

  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (offset > size() || out.size() > size() - offset) {
      return fail(ErrorCode::kDamaged, "", trf("bytes {}+{} lie beyond the end at {}", offset, out.size(), size()));
    }
    std::vector<std::byte> piece;
    while (!out.empty()) {
      const std::uint64_t start = offset / kObbSectorSize * kObbSectorSize;
      const std::uint64_t end = (offset + out.size() + kObbSectorSize - 1) / kObbSectorSize * kObbSectorSize;
      piece.resize(std::min({kSectorPiece, end - start, size() - start}));
      SEPAX_TRY(payload_->readAt(start, piece));
      const auto whole = std::span(piece).first(piece.size() / kObbSectorSize * kObbSectorSize);
      SEPAX_TRY(decryptObbSectors(key_, static_cast<std::uint32_t>(start / kObbSectorSize), whole));
      const std::uint64_t skipped = offset - start;
      const std::size_t length = std::min<std::uint64_t>(piece.size() - skipped, out.size());
      std::memcpy(out.data(), piece.data() + skipped, length);
      offset += length;
      out = out.subspan(length);
    }
    return {};
  }

 private:
  std::shared_ptr<const ByteSource> payload_;
  ObbKey key_;
};

}  // namespace

std::shared_ptr<const ByteSource> decryptedPayload(std::shared_ptr<const ByteSource> payload, const ObbKey& key) {
  return std::make_shared<DecryptedSource>(std::move(payload), key);
}

}  // namespace sepax
