#include "bundle/entry_time.h"

namespace sepax {

namespace {

using std::chrono::sys_days;
using std::chrono::sys_seconds;
using std::chrono::year_month_day;

/// A time by the calendar.
struct Civil {
  year_month_day date;
  std::chrono::hh_mm_ss<std::chrono::seconds> time;
};

Civil civilOf(const EntryTime& time) {
  const sys_seconds whole{std::chrono::seconds(time.seconds)};
  const sys_days day = std::chrono::floor<std::chrono::days>(whole);
  return {year_month_day(day), std::chrono::hh_mm_ss<std::chrono::seconds>(whole - day)};
}

}  // namespace

std::optional<EntryTime> fromDosTime(DosTime stamp) {
  const year_month_day date(std::chrono::year(1980 + (stamp.date >> 9)), std::chrono::month(stamp.date >> 5 & 15u),
                            std::chrono::day(stamp.date & 31u));
  const int second = (stamp.time & 31) * 2, minute = stamp.time >> 5 & 63, hour = stamp.time >> 11;
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return EntryTime{std::int64_t{sys_days(date).time_since_epoch().count()} * 86400 + hour * 3600 + minute * 60 + second,
                   false};
}

DosTime toDosTime(const std::optional<EntryTime>& time) {
  if (!time) return {};
  const auto [date, clock] = civilOf(*time);
  const int year = static_cast<int>(date.year());
  if (year < 1980 || year > 2107) return {};
  return {static_cast<std::uint16_t>(static_cast<unsigned>(year - 1980) << 9 |
                                     static_cast<unsigned>(date.month()) << 5 | static_cast<unsigned>(date.day())),
          static_cast<std::uint16_t>(clock.hours().count() << 11 | clock.minutes().count() << 5 |
                                     clock.seconds().count() / 2)};
}

std::string timeText(const std::optional<EntryTime>& time) {
  std::string text;
  if (time) appendTime(text, *time);
  return text;
}

void appendTime(std::string& out, const EntryTime& time) {
  const auto [date, clock] = civilOf(time);
  // By hand: a listing of 100 000 entries spends a tenth of its time here otherwise.
  char text[] = "0000-00-00T00:00:00";
  const auto put = [&](std::size_t at, long value) {
    text[at] = static_cast<char>('0' + value / 10 % 10);
    text[at + 1] = static_cast<char>('0' + value % 10);
  };
  const int year = static_cast<int>(date.year());
  put(0, year / 100), put(2, year), put(5, static_cast<long>(static_cast<unsigned>(date.month())));
  put(8, static_cast<long>(static_cast<unsigned>(date.day())));
  put(11, clock.hours().count()), put(14, clock.minutes().count()), put(17, clock.seconds().count());
  out.append(text, sizeof text - 1);
}

}  // namespace sepax
