#pragma once

#include "core/error.h"
#include "core/output_file.h"
#include "core/progress.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// Random-access, read-only bytes: a file, a part of one, memory. Safe to read from several threads.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `out` from `offset`; reading past the end is an error, never a short read.
  [[nodiscard]] virtual Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const = 0;
  /// The first read inside the bytes that failed, of a source that notes it (watchedSource()).
  [[nodiscard]] virtual std::optional<Error> failedRead() const { return std::nullopt; }
};

[[nodiscard]] Result<std::shared_ptr<const ByteSource>> openFile(const std::string& path);
[[nodiscard]] std::shared_ptr<const ByteSource> memorySource(std::vector<std::byte> bytes);
/// A window onto another source; offset + size must lie inside it.
[[nodiscard]] std::shared_ptr<const ByteSource> windowOf(std::shared_ptr<const ByteSource> source, std::uint64_t offset,
                                                         std::uint64_t size);

/// A part of a source; offset + size lie inside it.
struct SourcePart {
  std::shared_ptr<const ByteSource> source;
  std::uint64_t offset = 0, size = 0;
};
/// Parts, one behind the other.
[[nodiscard]] std::shared_ptr<const ByteSource> joined(std::vector<SourcePart> parts);

/// The bytes of `source`; notes for good the first read that lies inside them and fails: the disk or network did not
/// give them, which must not pass for a file that ends there. The error names the file (else `name`), offset and
/// reason.
[[nodiscard]] std::shared_ptr<const ByteSource> watchedSource(std::shared_ptr<const ByteSource> source,
                                                              std::string name);

/// Takes the next bytes of a stream; an error stops it.
using ByteSink = std::function<Result<void>(std::span<const std::byte>)>;

/// Hands a range of a source over, piece by piece.
[[nodiscard]] Result<void> streamBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                                       const ByteSink& sink);

/// Keeps what `produce` hands over: in memory while it is small, else in a nameless temporary file. Refuses more than
/// `limit` bytes.
[[nodiscard]] Result<std::shared_ptr<const ByteSource>> keepStream(
    const std::function<Result<void>(const ByteSink&)>& produce, std::uint64_t limit);

/// All bytes of a source of at most `limit` bytes.
[[nodiscard]] Result<std::vector<std::byte>> readAll(const ByteSource& source, std::uint64_t limit);

/// Appends a range of a source to a file, piece by piece. A progress sink that says no is an error "stopped".
[[nodiscard]] Result<void> copyBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                                     OutputFile& file, const std::string& what, const ProgressSink& progress = {});

/// libgcrypt asks to be initialised once per process; call before anything else of it. Callable from any thread.
void prepareGcrypt();

enum class DigestKind { kMd5, kSha256 };

/// Sums bytes up into a digest.
class Digest {
 public:
  explicit Digest(DigestKind kind);
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
  ~Digest();
  void add(std::span<const std::byte> bytes);
  /// Lower-case hexadecimal; nothing can be added afterwards. Empty when libgcrypt refuses the algorithm.
  [[nodiscard]] std::string hex();

 private:
  void* handle_ = nullptr;  ///< gcry_md_hd_t, kept out of this header
  int algorithm_ = 0;
};

/// CRC-32 as ZIP means it, continued from `start`.
[[nodiscard]] std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t start = 0);

}  // namespace sepax
