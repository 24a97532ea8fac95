#include "lab/recording/recording_file.h"

#include "core/gzip.h"
#include "core/language.h"
#include "core/line_stream.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <utility>

namespace sepax {

struct LogFile::State {
  FileHandle file;
  std::string path;
  std::uint64_t offset = 0;  ///< in the file
  std::array<std::byte, 1 << 16> piece{};
  LineBuffer lines;
  std::optional<Gunzip> gunzip;
  bool has_ended = false, was_line_ended = true;

  /// Appends what the next piece of the file holds.
  [[nodiscard]] Result<void> readOn() {
    const std::size_t count = std::min<std::uint64_t>(piece.size(), file.size() - offset);
    has_ended = count == 0;
    if (has_ended) return {};
    const std::span<std::byte> bytes(piece.data(), count);
    SEPAX_TRY(file.readAt(offset, bytes));
    offset += count;
    if (!gunzip) {
      lines.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      return {};
    }
    std::string text;
    const Result<void> unpacked = gunzip->unpack(bytes, text);
    lines.append(text);
    return unpacked ? unpacked : fail(unpacked.error().code, path, unpacked.error().message);
  }
};

namespace {

/// All of standard input, kept in a file without a name: a pipe can be read once alone.
Result<FileHandle> spooledInput() {
  auto file = FileHandle::temporary();
  SEPAX_TRY(file);
  std::array<std::byte, 1 << 16> piece{};
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), stdin)) {
    SEPAX_TRY(file->append(std::span(piece.data(), count)));
  }
  return file;
}

}  // namespace

LogFile::LogFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
LogFile::LogFile(LogFile&& other) noexcept = default;
LogFile& LogFile::operator=(LogFile&& other) noexcept = default;
LogFile::~LogFile() = default;

Result<LogFile> LogFile::open(const std::string& path) {
  auto file = path == "-" ? spooledInput() : FileHandle::open(path);
  SEPAX_TRY(file);
  auto state = std::make_unique<State>();
  state->path = path;
  std::array<std::byte, 2> sign{};
  if (file->size() >= sign.size()) SEPAX_TRY(file->readAt(0, sign));
  state->file = std::move(*file);
  if (startsLikeGzip(sign)) state->gunzip.emplace();
  return LogFile(std::move(state));
}

Result<bool> LogFile::nextLine(std::string& line, std::size_t max_bytes) {
  State& at = *state_;
  while (!at.lines.takeLine(line)) {
    if (at.lines.size() > max_bytes)
      return fail(ErrorCode::kTooLarge, at.path,
                  trf("expected lines of at most {} bytes, found a longer one", max_bytes));
    SEPAX_TRY(at.readOn());
    if (!at.has_ended) continue;
    at.lines.takeRest(line);
    at.was_line_ended = false;
    return !line.empty();
  }
  return true;
}

bool LogFile::wasLineEnded() const { return state_->was_line_ended; }
std::uint64_t LogFile::bytesRead() const { return state_->offset; }
std::uint64_t LogFile::size() const { return state_->file.size(); }

namespace {

constexpr std::size_t kHeadBytes = 4096;

}  // namespace

Result<RecordingFile> RecordingFile::open(const std::string& path) {
  auto file = LogFile::open(path);
  SEPAX_TRY(file);
  RecordingFile recording(std::move(*file), RecordingReader(path));
  const auto first = recording.file_.nextLine(recording.line_, kMaxRecordedLine);
  SEPAX_TRY(first);
  if (!*first) return fail(ErrorCode::kSyntax, path, tr("expected a recording, found an empty file"));
  auto head = recording.reader_.readHead(recording.line_);
  SEPAX_TRY(head);
  recording.head_ = std::move(*head);
  return recording;
}

Result<std::optional<RecordedFrame>> RecordingFile::nextFrame() {
  while (true) {
    const auto more = file_.nextLine(line_, kMaxRecordedLine);
    SEPAX_TRY(more);
    if (!*more) return std::nullopt;
    const auto kind = file_.wasLineEnded() ? RecordingReader::Line::kWhole : RecordingReader::Line::kMaybeCut;
    if (auto frame = reader_.readFrame(line_, kind)) return frame;
  }
}

bool isRecording(const std::string& path) {
  if (hasExtension(path, {".sepaxlog"}) || path.ends_with(".sepaxlog.gz")) return true;
  auto file = LogFile::open(path);
  std::string line;
  return file && file->nextLine(line, kHeadBytes).value_or(false) && line.starts_with("{\"sepax_log\"");
}

}  // namespace sepax
