#include "bundle/byte_source.h"

#include "core/assert.h"
#include "core/language.h"
#include "core/platform.h"

#include <fmt/format.h>
#include <gcrypt.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <mutex>
#include <system_error>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxKeptInMemory = 16u << 20;

Result<void> checkRange(std::uint64_t offset, std::size_t length, std::uint64_t size) {
  if (offset <= size && length <= size - offset) return {};
  return fail(ErrorCode::kDamaged, "", trf("bytes {}+{} lie beyond the end at {}", offset, length, size));
}

class FileSource final : public ByteSource {
 public:
  explicit FileSource(FileHandle file) : file_(std::move(file)) {}
  std::uint64_t size() const override { return file_.size(); }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    return file_.readAt(offset, out);
  }

 private:
  FileHandle file_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    SEPAX_TRY(checkRange(offset, out.size(), bytes_.size()));
    if (!out.empty()) std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return {};
  }

 private:
  std::vector<std::byte> bytes_;
};

class WindowSource final : public ByteSource {
 public:
  WindowSource(std::shared_ptr<const ByteSource> source, std::uint64_t offset, std::uint64_t size)
      : source_(std::move(source)), offset_(offset), size_(size) {}
  std::uint64_t size() const override { return size_; }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    SEPAX_TRY(checkRange(offset, out.size(), size_));
    return source_->readAt(offset_ + offset, out);
  }

 private:
  std::shared_ptr<const ByteSource> source_;
  std::uint64_t offset_ = 0;
  std::uint64_t size_ = 0;
};

class JoinedSource final : public ByteSource {
 public:
  explicit JoinedSource(std::vector<SourcePart> parts) : parts_(std::move(parts)) {
    for (const SourcePart& part : parts_) {
      starts_.push_back(size_);
      size_ += part.size;
    }
  }
  std::uint64_t size() const override { return size_; }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    SEPAX_TRY(checkRange(offset, out.size(), size_));
    if (out.empty()) return {};
    auto i = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
    for (; !out.empty(); ++i) {
      const std::uint64_t inside = offset - starts_[i];
      const auto piece = out.first(std::min<std::uint64_t>(out.size(), parts_[i].size - inside));
      SEPAX_TRY(parts_[i].source->readAt(parts_[i].offset + inside, piece));
      offset += piece.size();
      out = out.subspan(piece.size());
    }
    return {};
  }

 private:
  std::vector<SourcePart> parts_;
  std::vector<std::uint64_t> starts_;
  std::uint64_t size_ = 0;
};

class WatchedSource final : public ByteSource {
 public:
  WatchedSource(std::shared_ptr<const ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}
  std::uint64_t size() const override { return source_->size(); }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    SEPAX_TRY(checkRange(offset, out.size(), size()));
    auto read = source_->readAt(offset, out);
    if (read) return read;
    const Error& cause = read.error();
    Error error{ErrorCode::kUnreadable, trf("bytes {}+{} cannot be read: {}", offset, out.size(), cause.message),
                cause.where.empty() ? name_ : cause.where};
    const std::lock_guard lock(mutex_);
    if (!failed_) failed_ = error;
    return tl::unexpected(std::move(error));
  }
  std::optional<Error> failedRead() const override {
    const std::lock_guard lock(mutex_);
    return failed_;
  }

 private:
  std::shared_ptr<const ByteSource> source_;
  std::string name_;
  mutable std::mutex mutex_;
  mutable std::optional<Error> failed_;
};

}  // namespace

Result<std::shared_ptr<const ByteSource>> openFile(const std::string& path) {
  auto file = FileHandle::open(path);
  SEPAX_TRY(file);
  return std::make_shared<FileSource>(std::move(*file));
}

std::shared_ptr<const ByteSource> memorySource(std::vector<std::byte> bytes) {
  return std::make_shared<MemorySource>(std::move(bytes));
}

std::shared_ptr<const ByteSource> windowOf(std::shared_ptr<const ByteSource> source, std::uint64_t offset,
                                           std::uint64_t size) {
  SEPAX_ASSERT(source && offset <= source->size() && size <= source->size() - offset);
  return std::make_shared<WindowSource>(std::move(source), offset, size);
}

std::shared_ptr<const ByteSource> joined(std::vector<SourcePart> parts) {
  return std::make_shared<JoinedSource>(std::move(parts));
}

std::shared_ptr<const ByteSource> watchedSource(std::shared_ptr<const ByteSource> source, std::string name) {
  SEPAX_ASSERT(source);
  return std::make_shared<WatchedSource>(std::move(source), std::move(name));
}

Result<std::shared_ptr<const ByteSource>> keepStream(const std::function<Result<void>(const ByteSink&)>& produce,
                                                     std::uint64_t limit) {
  std::vector<std::byte> memory;
  std::optional<FileHandle> file;
  std::uint64_t size = 0, most = limit;
  auto done = produce([&](std::span<const std::byte> piece) -> Result<void> {
    if (size > most || piece.size() > most - size) {
      return fail(ErrorCode::kTooLarge, "", trf("has more than the {} bytes that there is room for", most));
    }
    size += piece.size();
    if (!file && size > kMaxKeptInMemory) {
      // Never more than half of what the disk has left, whatever the archive claims.
      std::error_code error;
      const auto space = std::filesystem::space(std::filesystem::temp_directory_path(error), error);
      if (!error) most = std::min<std::uint64_t>(most, space.available / 2);
      auto made = FileHandle::temporary();
      SEPAX_TRY(made);
      file = std::move(*made);
      SEPAX_TRY(file->append(memory));
      memory = {};
    }
    if (file) return file->append(piece);
    memory.insert(memory.end(), piece.begin(), piece.end());
    return {};
  });
  SEPAX_TRY(done);
  if (file) return std::make_shared<FileSource>(std::move(*file));
  return memorySource(std::move(memory));
}

Result<std::vector<std::byte>> readAll(const ByteSource& source, std::uint64_t limit) {
  const std::uint64_t max = std::min<std::uint64_t>(limit, std::numeric_limits<std::size_t>::max());
  if (source.size() > max) {
    return fail(ErrorCode::kTooLarge, "", trf("has {} bytes, the most that is read is {}", source.size(), max));
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(source.size()));
  SEPAX_TRY(source.readAt(0, bytes));
  return bytes;
}

Result<void> streamBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t size, const ByteSink& sink) {
  constexpr std::uint64_t kPiece = 1 << 20;
  std::vector<std::byte> buffer(std::min(kPiece, size));
  for (std::uint64_t done = 0; done < size; done += buffer.size()) {
    const auto piece = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), size - done));
    SEPAX_TRY(source.readAt(offset + done, piece));
    SEPAX_TRY(sink(piece));
  }
  return {};
}

Result<void> copyBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t size, OutputFile& file,
                       const std::string& what, const ProgressSink& progress) {
  return streamBytes(source, offset, size, [&, done = std::uint64_t{0}](auto piece) mutable -> Result<void> {
    SEPAX_TRY(file.append(piece));
    done += piece.size();
    if (progress && !progress({done, size, what})) return fail(ErrorCode::kInternal, "", "stopped");
    return {};
  });
}

// Its locked memory is for secrets that must not reach the swap file; a password that opens a game's assets is none,
// and the pool would be a limit.
void prepareGcrypt() {
  static const bool isReady = [] {
    gcry_check_version(nullptr);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return true;
  }();
  (void)isReady;
}

Digest::Digest(DigestKind kind) : algorithm_(kind == DigestKind::kMd5 ? GCRY_MD_MD5 : GCRY_MD_SHA256) {
  prepareGcrypt();
  gcry_md_hd_t handle = nullptr;
  if (gcry_md_open(&handle, algorithm_, 0) == 0) handle_ = handle;
}

Digest::~Digest() { gcry_md_close(static_cast<gcry_md_hd_t>(handle_)); }

void Digest::add(std::span<const std::byte> bytes) {
  if (handle_ != nullptr) gcry_md_write(static_cast<gcry_md_hd_t>(handle_), bytes.data(), bytes.size());
}

std::string Digest::hex() {
  if (handle_ == nullptr) return "";
  const unsigned char* sum = gcry_md_read(static_cast<gcry_md_hd_t>(handle_), algorithm_);
  std::string text;
  for (unsigned i = 0; i < gcry_md_get_algo_dlen(algorithm_); ++i) text += fmt::format("{:02x}", sum[i]);
  return text;
}

std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t start) {
  return libdeflate_crc32(start, bytes.data(), bytes.size());
}

}  // namespace sepax
