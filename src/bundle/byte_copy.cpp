#include "bundle/byte_copy.h"

#include <algorithm>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint64_t kPiece = 1 << 20;

}  // namespace

Result<void> copyBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t size, OutputFile& file,
                       const std::string& what, const ProgressSink& progress) {
  std::vector<std::byte> piece;
  for (std::uint64_t done = 0; done < size; done += piece.size()) {
    piece.resize(std::min(kPiece, size - done));
    SEPAX_TRY(source.readAt(offset + done, piece));
    SEPAX_TRY(file.append(piece));
    if (progress && !progress({done + piece.size(), size, what})) return fail(ErrorCode::kInternal, "", "stopped");
  }
  return {};
}

}  // namespace sepax
