#pragma once

#include "core/error.h"
#include "core/platform.h"
#include "lab/recording/reader.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sepax {

/// The lines of a text file, plain or packed by gzip, from its first to its last; memory for the longest line.
class LogFile {
 public:
  [[nodiscard]] static Result<LogFile> open(const std::string& path);
  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&& other) noexcept;
  ~LogFile();

  /// The next line without its end; false when there is none. Errors: the line is longer than `max_bytes`, the file
  /// cannot be unpacked further or read. The last line may lack its end.
  [[nodiscard]] Result<bool> nextLine(std::string& line, std::size_t max_bytes);

  /// Whether the last line had its end: the file may be of a program that died.
  [[nodiscard]] bool wasLineEnded() const;

  [[nodiscard]] std::uint64_t bytesRead() const;  ///< of the file
  [[nodiscard]] std::uint64_t size() const;

 private:
  struct State;
  explicit LogFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

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
