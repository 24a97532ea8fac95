#include "bundle/tree.h"

#include "bundle/safe_path.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

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

namespace {

using enum Compression;

constexpr std::pair<Compression, const char*> kNames[] = {{kStored, "stored"},
                                                          {kShrunk, "shrunk"},
                                                          {kReduced1, "reduced 1"},
                                                          {kReduced2, "reduced 2"},
                                                          {kReduced3, "reduced 3"},
                                                          {kReduced4, "reduced 4"},
                                                          {kImploded, "imploded"},
                                                          {kDeflated, "deflated"},
                                                          {kDeflate64, "deflate64"},
                                                          {kBzip2, "bzip2"},
                                                          {kLzma, "lzma"},
                                                          {kZstd, "zstd"},
                                                          {kMp3, "mp3"},
                                                          {kXz, "xz"},
                                                          {kJpeg, "jpeg"},
                                                          {kWavpack, "wavpack"},
                                                          {kPpmd, "ppmd"},
                                                          {kAes, "aes"}};

const auto* rowOf(Compression method) {
  return std::ranges::find(kNames, method, &std::pair<Compression, const char*>::first);
}

}  // namespace

bool isKnownCompression(Compression method) { return rowOf(method) != std::end(kNames); }

std::string compressionName(Compression method) {
  const auto* row = rowOf(method);
  return row != std::end(kNames) ? row->second : fmt::format("method {}", static_cast<std::uint16_t>(method));
}

namespace {

/// The components of a path with "." and ".." resolved onto `parts`; false when a step leads above the root.
bool appendParts(std::string_view path, std::vector<std::string_view>& parts) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return false;
    } else {
      parts.pop_back();
    }
  }
  return true;
}

}  // namespace

const char* encryptionName(Encryption encryption) {
  static constexpr const char* kNames[] = {"none", "fake", "zipcrypto", "aes-128", "aes-192", "aes-256", "strong"};
  return kNames[static_cast<std::size_t>(encryption)];
}

const char* overlayRoleName(OverlayRole role) {
  static constexpr const char* kNames[] = {"base", "added", "replaces"};
  return kNames[static_cast<std::size_t>(role)];
}

std::uint32_t alignmentOf(const TreeEntry& entry) {
  constexpr std::uint32_t kMax = 16384;
  return entry.offset == 0 ? kMax : std::min(kMax, std::uint32_t{1} << std::min(std::countr_zero(entry.offset), 14));
}

const char* containerKindName(ContainerKind kind) {
  static constexpr const char* kNames[] = {"zip", "fat12", "fat16", "fat32", "folder", "pck", "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Extent> Tree::extentsOf(std::size_t index) const {
  const TreeEntry& entry = entries()[index];
  if (entry.offset == 0 || entry.compressed_size == 0) return {};
  return {{entry.offset, entry.compressed_size}};
}

std::optional<Error> Tree::failedRead() const {
  const auto whole = bytes();
  return whole ? whole->failedRead() : std::nullopt;
}

Result<void> Tree::stream(std::size_t index, const ByteSink& sink) const {
  auto bytes = read(index, std::numeric_limits<std::uint64_t>::max());
  SEPAX_TRY(bytes);
  return sink(*bytes);
}

Result<CheckedEntry> Tree::check(std::size_t index) const {
  auto done = stream(index, [](std::span<const std::byte>) -> Result<void> { return {}; });
  SEPAX_TRY(done);
  return CheckedEntry{};
}

Result<std::shared_ptr<const ByteSource>> Tree::open(std::size_t index, std::uint64_t limit) const {
  const TreeEntry& entry = entries()[index];
  if (entry.directory)
    return fail(ErrorCode::kWrongValue, placeInTree(*this, entry.path), tr("is a folder, expected a file"));
  if (entry.size > limit) {
    return fail(ErrorCode::kTooLarge, placeInTree(*this, entry.path),
                trf("unpacks to {} bytes, the most that is read is {}", entry.size, limit));
  }
  return keepStream([&](const ByteSink& sink) { return stream(index, sink); }, limit);
}

Result<std::vector<std::byte>> Tree::readPath(const std::string& path, std::uint64_t limit) const {
  const auto index = findEntry(*this, path);
  if (!index) return fail(ErrorCode::kNotFound, placeInTree(*this, path), tr("no such entry"));
  if (entries()[*index].directory)
    return fail(ErrorCode::kWrongValue, placeInTree(*this, path), tr("is a folder, expected a file"));
  return read(*index, limit);
}

Result<std::vector<std::byte>> gatherStream(const Tree& tree, std::size_t index) {
  std::vector<std::byte> bytes;
  auto done = tree.stream(index, [&](std::span<const std::byte> piece) -> Result<void> {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    return {};
  });
  SEPAX_TRY(done);
  return bytes;
}

Result<std::vector<std::byte>> headOf(const Tree& tree, std::size_t index, std::size_t count) {
  std::vector<std::byte> head;
  const Result<void> streamed = tree.stream(index, [&](std::span<const std::byte> piece) -> Result<void> {
    const std::size_t room = count - std::min(head.size(), count);
    head.insert(head.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(std::min(room, piece.size())));
    return head.size() < count ? Result<void>() : fail(ErrorCode::kTooLarge, "", "enough");
  });
  if (!streamed && head.size() < count) return tl::unexpected(streamed.error());
  return head;
}

std::string placeInTree(const Tree& tree, const std::string& path) {
  return fmt::format("{}:{}", tree.name(), toValidUtf8(path));
}

std::optional<std::size_t> findEntry(const Tree& tree, const std::string& path) {
  const auto& entries = tree.entries();
  for (std::size_t i = entries.size(); i-- > 0;) {
    if (!entries[i].shadowed && entries[i].path == path) return i;
  }
  return std::nullopt;
}

Result<std::vector<std::byte>> readEntry(const Tree& tree, const std::string& path, std::uint64_t limit) {
  return tree.readPath(path, limit);
}

Result<std::string> resolveInside(const std::string& directory, const std::string& relative) {
  const auto refuse = [&](const char* why) { return fail(ErrorCode::kUnsafe, toValidUtf8(relative), why); };
  if (relative.empty()) return refuse(tr("an empty path, expected a file beside the case"));
  if (relative.find('\0') != std::string::npos) return refuse(tr("a path holds no NUL"));
  if (relative.find('\\') != std::string::npos)
    return refuse(tr("a path has '/' between its parts, never a backslash"));
  if (relative[0] == '/') return refuse(tr("an absolute path, expected one relative to the case"));
  if (namesDrive(relative)) return refuse(tr("a path with a drive, expected one relative to the case"));
  std::vector<std::string_view> parts;
  if (!appendParts(directory, parts) || !appendParts(relative, parts))
    return refuse(tr("leads out of the case's folder or bundle"));
  if (parts.empty()) return refuse(tr("names a folder, expected a file"));
  return fmt::format("{}", fmt::join(parts, "/"));
}

namespace {

/// A path that gives its maker away: where it begins, what it holds, how it ends; empty parts fit everything.
struct EngineMark {
  std::string_view begins;
  std::string_view holds;
  std::string_view ends;
  const char* engine;
};

// The first row that any entry fits counts: an app is named before the engine it was made with.
constexpr EngineMark kEngineMarks[] = {
    {"Android/obb/", "", ".obb", "an app with its bundles (XAPK)"},
    {"AndroidManifest.xml", "", "", "an Android app (APK)"},
    {"assets/bin/Data/", "", "", "Unity"},
    {"", "/Content/Paks/", ".pak", "Unreal Engine"},
    {"", "/Content/Paks/", ".utoc", "Unreal Engine"},
    {"src/cocos-js/", "", "", "Cocos Creator"},
    {"project.binary", "", "", "Godot"},
};

}  // namespace

std::string engineOf(const Tree& tree) {
  if (tree.kind() == ContainerKind::kPck) return "Godot";
  for (const EngineMark& mark : kEngineMarks) {
    const auto fits = [&](const TreeEntry& entry) {
      const std::string_view path = entry.path;
      return path.starts_with(mark.begins) && path.ends_with(mark.ends) &&
             path.find(mark.holds) != std::string_view::npos;
    };
    if (std::any_of(tree.entries().begin(), tree.entries().end(), fits)) return mark.engine;
  }
  return "";
}

}  // namespace sepax
