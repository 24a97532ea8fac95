#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace sepax {

/// Date and time in MS-DOS's packed form, as ZIP and FAT keep them: two-second steps, local, no zone.
struct DosTime {
  std::uint16_t date =
      1 << 5 | 1;          ///< years since 1980 << 9, month << 5, day: 1980-01-01, the same bytes from every packing
  std::uint16_t time = 0;  ///< hours << 11, minutes << 5, seconds / 2
};

/// When an entry was last changed.
struct EntryTime {
  std::int64_t seconds = 0;  ///< since 1970-01-01T00:00:00
  bool is_utc = false;       ///< else by the clock of wherever it was packed: a DOS time names no zone
  auto operator<=>(const EntryTime&) const = default;
};

/// Nullopt when a part is out of range (zero is common).
[[nodiscard]] std::optional<EntryTime> fromDosTime(DosTime stamp);

/// The stamp of the same calendar time; DosTime{} where DOS, from 1980 to 2107, has none.
[[nodiscard]] DosTime toDosTime(const std::optional<EntryTime>& time);

/// ISO 8601 without a zone, "2026-01-02T03:04:06"; empty when unknown.
[[nodiscard]] std::string timeText(const std::optional<EntryTime>& time);
void appendTime(std::string& out, const EntryTime& time);

/// The time of a file on disk. Not in entry_time.h, which half the program includes: <chrono> takes longer to read than
/// all the rest there.
[[nodiscard]] inline EntryTime fromFileTime(std::chrono::file_clock::time_point time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
  return {seconds.time_since_epoch().count(), true};
}

}  // namespace sepax
