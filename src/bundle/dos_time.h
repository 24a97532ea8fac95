#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace sepax {

/// MS-DOS date and time as ISO 8601 without a zone, empty when a part is out of range (zero is common).
[[nodiscard]] inline std::string dosTime(std::uint16_t date, std::uint16_t time) {
  const int day = date & 31, month = date >> 5 & 15, year = 1980 + (date >> 9);
  const int second = (time & 31) * 2, minute = time >> 5 & 63, hour = time >> 11;
  if (day < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return "";
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", year, month, day, hour, minute, second);
}

}  // namespace sepax
