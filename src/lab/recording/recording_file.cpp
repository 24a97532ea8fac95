#include "lab/recording/recording_file.h"

#include "core/language.h"
#include "core/text.h"

#include <utility>

namespace sepax {

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
