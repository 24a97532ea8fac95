#pragma once

#include "lab/recording/log_file.h"
#include "lab/recording/reader.h"

namespace sepax {

/// A recording on disk, read frame by frame.
class RecordingFile {
 public:
  /// Reads the first line, too.
  [[nodiscard]] static Result<RecordingFile> open(const std::string& path);

  [[nodiscard]] const RecordingHead& head() const { return head_; }
  /// The next frame; nullopt at the end. Lines that are none are problems of the reader. Errors: the file cannot be
  /// read further.
  [[nodiscard]] Result<std::optional<RecordedFrame>> nextFrame();

  [[nodiscard]] const RecordingReader& reader() const { return reader_; }
  [[nodiscard]] const LogFile& file() const { return file_; }

 private:
  RecordingFile(LogFile file, RecordingReader reader) : file_(std::move(file)), reader_(std::move(reader)) {}

  LogFile file_;
  RecordingReader reader_;
  RecordingHead head_;
  std::string line_;
};

/// True of a file that begins like a recording, or is called one.
[[nodiscard]] bool isRecording(const std::string& path);

}  // namespace sepax
