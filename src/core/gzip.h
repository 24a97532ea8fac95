#pragma once

#include "core/error.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sepax {

/// Whether bytes begin as gzip's do (RFC 1952).
[[nodiscard]] bool startsLikeGzip(std::span<const std::byte> head);

/// Unpacks gzip's format piece by piece; parts that were appended follow each other.
class Gunzip {
 public:
  Gunzip();
  Gunzip(Gunzip&& other) noexcept = default;
  /// Appends what a piece unpacks to. An error where it is no gzip data.
  [[nodiscard]] Result<void> unpack(std::span<const std::byte> piece, std::string& out);
  /// False in the middle of a stream: more must come, or the end was cut off.
  [[nodiscard]] bool isAtEnd() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< its own; a shared one can delete a type that is unknown here
};

/// Packs into gzip's format piece by piece.
class Gzip {
 public:
  Gzip();
  Gzip(Gzip&& other) noexcept = default;
  void pack(std::string_view piece, std::string& out);
  /// Writes the rest of the stream. Nothing may follow.
  void finish(std::string& out);

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< its own; a shared one can delete a type that is unknown here
};

}  // namespace sepax
