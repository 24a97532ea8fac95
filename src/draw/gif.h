#pragma once

#include "core/error.h"
#include "media/picture.h"

#include <memory>
#include <string>

namespace sepax {

/// Writes an animated GIF that plays for ever, picture after picture; each keeps only what differs from the one before.
class GifWriter {
 public:
  /// Sides in pixels, at most 65 535.
  [[nodiscard]] static Result<GifWriter> begin(int width, int height);
  ~GifWriter();
  GifWriter(GifWriter&&) noexcept;
  GifWriter& operator=(GifWriter&&) noexcept;

  /// A picture of the size that was begun, without transparent parts, shown for `seconds`.
  [[nodiscard]] Result<void> add(const Picture& picture, double seconds);
  /// The file.
  [[nodiscard]] Result<std::string> finish();

 private:
  struct File;
  explicit GifWriter(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace sepax
