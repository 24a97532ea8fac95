#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace sepax {

/// MS-DOS date and time as ISO 8601 without a zone, empty when a part is out of range (zero is common).
[[nodiscard]] inline std::string dosTime(std::uint16_t date, std::uint16_t time) {
  const int day = date & 31, month = date >> 5 & 15, year = 1980 + (date >> 9);
  const int second = (time & 31) * 2, minute = time >> 5 & 63, hour = time >> 11;
  if (day < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return "";
  // By hand: a listing of 100 000 entries spends a tenth of its time here otherwise.
  std::string text = "0000-00-00T00:00:00";
  const auto put = [&](std::size_t at, int value) {
    text[at] = static_cast<char>('0' + value / 10);
    text[at + 1] = static_cast<char>('0' + value % 10);
  };
  put(0, year / 100), put(2, year % 100), put(5, month), put(8, day), put(11, hour), put(14, minute), put(17, second);
  return text;
}

}  // namespace sepax
