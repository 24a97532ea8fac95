#include "media/encoded_text.h"

#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

namespace {

enum ChunkType : std::uint16_t {
  kStringPool = 0x0001,
  kTable = 0x0002,
  kXmlFile = 0x0003,
  kStartNamespace = 0x0100,
  kEndNamespace = 0x0101,
  kStartElement = 0x0102,
  kEndElement = 0x0103,
  kCharacters = 0x0104,
  kTablePackage = 0x0200,
  kTableType = 0x0201
};
constexpr std::uint32_t kNoString = 0xffffffff;
constexpr std::size_t kMaxStrings = 1'000'000, kMaxDepth = 256, kMaxStringBytes = 1u << 16, kMaxNameBytes = 256;

/// Little-endian numbers; zero beyond the end.
class AndroidBytes {
 public:
  explicit AndroidBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::uint8_t u8(std::size_t at) const {
    return at < size() ? static_cast<std::uint8_t>(bytes_[at]) : std::uint8_t{0};
  }
  [[nodiscard]] std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(u8(at) | u8(at + 1) << 8); }
  [[nodiscard]] std::uint32_t u32(std::size_t at) const {
    return u16(at) | static_cast<std::uint32_t>(u16(at + 2)) << 16;
  }
  /// The bytes of a part, as far as they exist.
  [[nodiscard]] AndroidBytes part(std::size_t at, std::size_t length) const {
    const std::size_t begin = std::min(at, size());
    return AndroidBytes(bytes_.subspan(begin, std::min(length, size() - begin)));
  }
  [[nodiscard]] std::string_view characters() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

 private:
  std::span<const std::byte> bytes_;
};

/// A part of the file with its kind and length in front.
struct Chunk {
  std::uint16_t type = 0, header = 0;
  AndroidBytes bytes;
};

/// The chunk at a place; nullopt where none can be.
std::optional<Chunk> chunkAt(const AndroidBytes& bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < 8) return std::nullopt;
  const std::uint16_t header = bytes.u16(at + 2);
  const std::uint32_t length = bytes.u32(at + 4);
  if (header < 8 || length < header || length > bytes.size() - at) return std::nullopt;
  return Chunk{bytes.u16(at), header, bytes.part(at, length)};
}

// -----------------------------------------------------------------------------------------------------------------
// strings

std::string utf16Text(const AndroidBytes& bytes, std::size_t at, std::size_t limit) {
  std::size_t length = bytes.u16(at);
  at += 2;
  if ((length & 0x8000) != 0) {
    length = (length & 0x7fff) << 16 | bytes.u16(at);
    at += 2;
  }
  std::string text;
  for (std::size_t i = 0; i < length && at + 2 <= bytes.size() && text.size() < limit; ++i, at += 2) {
    std::uint32_t c = bytes.u16(at);
    const std::uint32_t low = bytes.u16(at + 2);
    if (c >= 0xd800 && c < 0xdc00 && low >= 0xdc00 && low < 0xe000 && i + 1 < length) {
      c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
      ++i;
      at += 2;
    }
    appendUtf8(text, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
  }
  return text;
}

std::string utf8Text(const AndroidBytes& bytes, std::size_t at, std::size_t limit) {
  at += (bytes.u8(at) & 0x80) != 0 ? 2 : 1;  // how many UTF-16 units it would have
  std::size_t length = bytes.u8(at++);
  if ((length & 0x80) != 0) length = (length & 0x7f) << 8 | bytes.u8(at++);
  return toValidUtf8(bytes.part(at, std::min(length, limit)).characters());
}

/// The strings of a pool, read when they are asked for: many may point to one place.
class StringPool {
 public:
  StringPool() : pool_(std::span<const std::byte>()) {}
  explicit StringPool(const Chunk& chunk)
      : pool_(chunk.bytes), header_(chunk.header), is_utf8_((pool_.u32(16) & 0x100) != 0), start_(pool_.u32(20)) {
    const std::size_t room = pool_.size() > header_ ? (pool_.size() - header_) / 4 : 0;
    count_ = std::min<std::size_t>({pool_.u32(8), room, kMaxStrings});
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// At most `limit` bytes, or a character more.
  [[nodiscard]] std::string at(std::uint32_t index, std::size_t limit = kMaxStringBytes) const {
    if (index >= count_) return {};
    const std::size_t place = start_ + std::size_t{pool_.u32(header_ + std::size_t{index} * 4)};
    return is_utf8_ ? utf8Text(pool_, place, limit) : utf16Text(pool_, place, limit);
  }

 private:
  AndroidBytes pool_;
  std::size_t header_ = 0, count_ = 0;
  bool is_utf8_ = false;
  std::size_t start_ = 0;
};

// ---------------------------------------------------------------------------------------------------------------------
// XML

std::string escapedXml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

/// A number with a unit: 24 bits with one of four radix points.
double complexNumber(std::uint32_t data) {
  static constexpr std::array<double, 4> kScales{1.0, 1.0 / (1 << 7), 1.0 / (1 << 15), 1.0 / (1 << 23)};
  return static_cast<std::int32_t>(data & 0xffffff00) / 256.0 * kScales[data >> 4 & 3];
}

std::string valueText(std::uint8_t type, std::uint32_t data, const StringPool& strings);

/// The names and values of a resource table by their numbers, 0xPPTTEEEE: package, type, entry.
class Resources {
 public:
  explicit Resources(const AndroidBytes& table) {
    for (std::size_t at = table.u16(2); at < table.size();) {
      const auto chunk = chunkAt(table, at);
      if (!chunk) return;
      if (chunk->type == kStringPool && values_.count() == 0) values_ = StringPool(*chunk);
      if (chunk->type == kTablePackage) takePackage(chunk->bytes, chunk->header);
      at += chunk->bytes.size();
    }
  }

  /// "@string/app_name (The Game)"; nullopt for a number that the table does not have.
  [[nodiscard]] std::optional<std::string> nameOf(std::uint32_t id) {
    std::string name, value;
    std::uint32_t wanted = id;
    for (int step = 0; step < kMaxSteps; ++step) {
      const auto entry = find(wanted);
      if (!entry) break;
      if (step == 0) name = fmt::format("@{}/{}", entry->type, entry->key);
      if (entry->is_reference) {
        wanted = entry->data;
        continue;
      }
      value = entry->value;
      break;
    }
    if (name.empty()) return std::nullopt;
    return value.empty() ? name : fmt::format("{} ({})", name, value);
  }

 private:
  static constexpr int kMaxSteps = 8;
  static constexpr std::size_t kMaxTypes = 65536, kMaxLooks = 1'000'000;

  struct Package {
    std::uint32_t id = 0;
    StringPool types, keys;
  };
  /// The entries of a type in one configuration; the first one is the default.
  struct Type {
    std::size_t package = 0;
    std::uint8_t id = 0;
    Chunk chunk;
  };
  struct Entry {
    std::string type, key, value;
    bool is_reference = false;
    std::uint32_t data = 0;
  };

  void takePackage(const AndroidBytes& bytes, std::size_t header) {
    constexpr std::size_t kTypesAt = 268, kKeysAt = 276;
    Package package{.id = bytes.u32(8), .types = {}, .keys = {}};
    if (const auto pool = chunkAt(bytes, bytes.u32(kTypesAt)); pool && pool->type == kStringPool)
      package.types = StringPool(*pool);
    if (const auto pool = chunkAt(bytes, bytes.u32(kKeysAt)); pool && pool->type == kStringPool)
      package.keys = StringPool(*pool);
    packages_.push_back(package);
    for (std::size_t at = header; at < bytes.size() && types_.size() < kMaxTypes;) {
      const auto chunk = chunkAt(bytes, at);
      if (!chunk) return;
      if (chunk->type == kTableType) types_.push_back({packages_.size() - 1, chunk->bytes.u8(8), *chunk});
      at += chunk->bytes.size();
    }
  }

  /// Where an entry begins in a type's chunk, by the three ways to list offsets.
  [[nodiscard]] static std::optional<std::size_t> placeOf(const Chunk& type, std::uint32_t entry) {
    const std::uint8_t flags = type.bytes.u8(9);
    const std::size_t count = type.bytes.u32(12), start = type.bytes.u32(16);
    if ((flags & 1) != 0) {  // pairs of number and offset, sorted
      std::size_t low = 0, high = std::min(count, type.bytes.size() / 4);
      while (low < high) {
        const std::size_t middle = (low + high) / 2, at = type.header + 4 * middle;
        if (type.bytes.u16(at) == entry) return start + std::size_t{type.bytes.u16(at + 2)} * 4;
        (type.bytes.u16(at) < entry ? low : high) = type.bytes.u16(at) < entry ? middle + 1 : middle;
      }
      return std::nullopt;
    }
    if (entry >= count) return std::nullopt;
    if ((flags & 2) != 0) {
      const std::uint16_t offset = type.bytes.u16(type.header + 2 * std::size_t{entry});
      return offset == 0xffff ? std::nullopt : std::optional(start + std::size_t{offset} * 4);
    }
    const std::uint32_t offset = type.bytes.u32(type.header + 4 * std::size_t{entry});
    return offset == kNoString ? std::nullopt : std::optional(start + offset);
  }

  [[nodiscard]] std::optional<Entry> find(std::uint32_t id) {
    constexpr std::uint16_t kComplex = 1, kCompact = 8;
    for (const Type& type : types_) {
      if (++looks_ > kMaxLooks) return std::nullopt;
      const Package& package = packages_[type.package];
      if (package.id != id >> 24 || type.id != (id >> 16 & 0xff)) continue;
      const auto place = placeOf(type.chunk, id & 0xffff);
      if (!place || *place + 8 > type.chunk.bytes.size()) continue;
      const AndroidBytes entry = type.chunk.bytes.part(*place, type.chunk.bytes.size());
      const std::uint16_t flags = entry.u16(2);
      const bool is_compact = (flags & kCompact) != 0;
      Entry out{.type = package.types.at(type.id - 1u, kMaxNameBytes),
                .key = package.keys.at(is_compact ? entry.u16(0) : entry.u32(4), kMaxNameBytes),
                .value = {}};
      if (!is_compact && (flags & kComplex) != 0) return out;
      // A compact entry is key, flags with the value's type above them, and value; others have a size in front.
      const std::size_t value = entry.u16(0);
      const std::uint8_t kind = entry.u8(is_compact ? 3 : value + 3);
      out.data = entry.u32(is_compact ? 4 : value + 4);
      out.is_reference = kind == 1 && out.data != 0;
      if (!out.is_reference) out.value = valueText(kind, out.data, values_);
      return out;
    }
    return std::nullopt;
  }

  StringPool values_;
  std::vector<Package> packages_;
  std::vector<Type> types_;
  std::size_t looks_ = 0;  ///< bounds the time for a file that means harm
};

std::string valueText(std::uint8_t type, std::uint32_t data, const StringPool& strings) {
  static constexpr std::array<const char*, 6> kUnits{"px", "dp", "sp", "pt", "in", "mm"};
  switch (type) {
    case 0x00:
      return data == 1 ? "@empty" : "@null";
    case 0x01:
      return fmt::format("@0x{:08x}", data);
    case 0x02:
      return fmt::format("?0x{:08x}", data);
    case 0x03:
      return strings.at(data);
    case 0x04:
      return fmt::format("{}", std::bit_cast<float>(data));
    case 0x05:
      return fmt::format("{}{}", complexNumber(data), (data & 0xf) < kUnits.size() ? kUnits[data & 0xf] : "?");
    case 0x06:
      return fmt::format("{}{}", complexNumber(data) * 100, (data & 0xf) == 0 ? "%" : "%p");
    case 0x10:
      return fmt::format("{}", static_cast<std::int32_t>(data));
    case 0x12:
      return data != 0 ? "true" : "false";
    case 0x1c:
      return fmt::format("#{:08x}", data);
    case 0x1d:
      return fmt::format("#{:06x}", data & 0xffffff);
    default:
      return fmt::format("0x{:x}", data);
  }
}

class BinaryXml {
 public:
  BinaryXml(const AndroidBytes& bytes, const AndroidBytes& resources) : bytes_(bytes), resources_(resources) {}

  AndroidText read() {
    out_.is_xml = true;
    out_.text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    std::size_t at = bytes_.u16(2);
    while (at < bytes_.size() && out_.problem.empty()) {
      const auto chunk = chunkAt(bytes_, at);
      if (!chunk) {
        out_.problem = trf("what begins at byte {} is no part of a binary XML", at);
        break;
      }
      take(*chunk);
      at += chunk->bytes.size();
      if (out_.text.size() > kMaxAndroidText)
        out_.problem = trf("only the first {} bytes of the text are shown", kMaxAndroidText);
    }
    if (out_.problem.empty() && !open_.empty()) out_.problem = trf("the element {} is not closed", open_.back());
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string indent() const { return std::string(2 * open_.size(), ' '); }
  [[nodiscard]] std::string qualified(std::uint32_t space, std::uint32_t name) const {
    const auto known = std::ranges::find(spaces_, space, &std::pair<std::uint32_t, std::string>::first);
    std::string text = strings_.at(name, kMaxNameBytes);
    if (text.empty()) text = "_";
    return space == kNoString || known == spaces_.end() || known->second.empty() ? text : known->second + ":" + text;
  }
  void take(const Chunk& chunk) {
    const AndroidBytes body = chunk.bytes.part(chunk.header, chunk.bytes.size());
    if (chunk.type == kStringPool && strings_.count() == 0) strings_ = StringPool(chunk);
    if (chunk.type == kStartNamespace && spaces_.size() < kMaxDepth) {
      spaces_.emplace_back(body.u32(4), strings_.at(body.u32(0), kMaxNameBytes));
      declared_ +=
          fmt::format(" xmlns:{}=\"{}\"", spaces_.back().second, escapedXml(strings_.at(body.u32(4), kMaxNameBytes)));
    }
    if (chunk.type == kStartElement) startElement(body);
    if (chunk.type == kEndElement && !open_.empty()) {
      const std::string name = open_.back();
      open_.pop_back();
      out_.text += fmt::format("{}</{}>\n", indent(), name);
    }
    if (chunk.type == kCharacters) out_.text += indent() + escapedXml(strings_.at(body.u32(0))) + "\n";
  }
  [[nodiscard]] std::string typedText(std::uint8_t type, std::uint32_t data) {
    constexpr std::uint8_t kReference = 1;
    const auto name = type == kReference ? resources_.nameOf(data) : std::nullopt;
    return name ? *name : valueText(type, data, strings_);
  }
  void startElement(const AndroidBytes& body) {
    if (open_.size() >= kMaxDepth) {
      out_.problem = trf("more than {} elements inside each other", kMaxDepth);
      return;
    }
    const std::string name = qualified(body.u32(0), body.u32(4));
    out_.text += fmt::format("{}<{}{}", indent(), name, std::exchange(declared_, {}));
    const std::size_t start = body.u16(8), size = std::max<std::size_t>(body.u16(10), 20), count = body.u16(12);
    const bool breaks = count > 2;
    for (std::size_t i = 0; i < count && start + i * size + 20 <= body.size() && out_.text.size() <= kMaxAndroidText;
         ++i) {
      const std::size_t at = start + i * size;
      const std::uint32_t raw = body.u32(at + 8);
      const std::string value = raw != kNoString ? strings_.at(raw) : typedText(body.u8(at + 15), body.u32(at + 16));
      out_.text += (breaks ? "\n" + indent() + "    " : " ") + qualified(body.u32(at), body.u32(at + 4)) + "=\"" +
                   escapedXml(value) + "\"";
    }
    out_.text += ">\n";
    open_.push_back(name);
  }

  AndroidBytes bytes_;
  Resources resources_;
  AndroidText out_;
  StringPool strings_;
  std::vector<std::pair<std::uint32_t, std::string>> spaces_;  ///< URI, as its string's number, and prefix
  std::string declared_;                                       ///< namespaces that the next element begins
  std::vector<std::string> open_;
};

// ------------------------------------------------------------------------------------------------------------
// resources.arsc

AndroidText resourceTable(const AndroidBytes& bytes) {
  AndroidText out;
  StringPool strings;
  out.text = fmt::format("packages: {}\n", bytes.u32(8));
  for (std::size_t at = bytes.u16(2); at < bytes.size() && out.text.size() <= kMaxAndroidText;) {
    const auto chunk = chunkAt(bytes, at);
    if (!chunk) {
      out.problem = trf("what begins at byte {} is no part of a resource table", at);
      break;
    }
    if (chunk->type == kTablePackage) {
      std::string name;
      for (std::size_t i = 0; i < 128 && chunk->bytes.u16(12 + 2 * i) != 0; ++i)
        appendUtf8(name, chunk->bytes.u16(12 + 2 * i));
      out.text += fmt::format("package 0x{:02x}: {}\n", chunk->bytes.u32(8), toValidUtf8(name));
    }
    if (chunk->type == kStringPool && strings.count() == 0) strings = StringPool(*chunk);
    at += chunk->bytes.size();
  }
  out.text += fmt::format("strings: {}\n\n", strings.count());
  for (std::uint32_t i = 0; i < strings.count(); ++i) {
    if (out.text.size() > kMaxAndroidText) {
      out.problem = trf("only the first {} bytes of the text are shown", kMaxAndroidText);
      break;
    }
    std::string text = strings.at(i);
    for (char& c : text) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    out.text += fmt::format("{:>6}  {}\n", i, text);
  }
  return out;
}

// ---------------------------------------------------------------------------------------------------------------------
// dex

AndroidText dexHeader(const AndroidBytes& bytes) {
  constexpr std::size_t kHeader = 0x70;
  AndroidText out;
  const auto line = [&](const char* name, const std::string& value) {
    out.text += fmt::format("{:<14}{}\n", name, value);
  };
  std::string signature;
  for (std::size_t i = 0; i < 20; ++i) signature += fmt::format("{:02x}", bytes.u8(12 + i));
  line("version", toValidUtf8(bytes.part(4, 3).characters()));
  line("checksum", fmt::format("{:08x}", bytes.u32(8)));
  line("SHA-1", signature);
  line("size", fmt::format("{}", bytes.u32(32)));
  line("endian tag", fmt::format("0x{:08x}", bytes.u32(40)));
  static constexpr std::array<std::pair<const char*, std::size_t>, 6> kTables{
      {{"strings", 56}, {"types", 64}, {"prototypes", 72}, {"fields", 80}, {"methods", 88}, {"classes", 96}}};
  for (const auto& [name, at] : kTables) line(name, fmt::format("{:<10} at 0x{:x}", bytes.u32(at), bytes.u32(at + 4)));
  line("data", fmt::format("{:<10} at 0x{:x}", bytes.u32(104), bytes.u32(108)));
  if (bytes.size() < kHeader) out.problem = trf("the header has {} bytes, expected {}", bytes.size(), kHeader);
  if (bytes.size() >= kHeader && bytes.u32(32) != bytes.size())
    out.problem = trf("the header says {} bytes, the file has {}", bytes.u32(32), bytes.size());
  return out;
}

}  // namespace

std::optional<AndroidText> androidText(std::span<const std::byte> data, std::span<const std::byte> resources) {
  const AndroidBytes bytes(data);
  if (bytes.size() >= 8 && bytes.characters().substr(0, 4) == "dex\n" && bytes.u8(7) == 0) return dexHeader(bytes);
  const auto chunk = chunkAt(bytes, 0);
  if (!chunk) return std::nullopt;
  if (chunk->type == kXmlFile && chunk->header == 8) return BinaryXml(chunk->bytes, AndroidBytes(resources)).read();
  if (chunk->type == kTable && chunk->header == 12) return resourceTable(chunk->bytes);
  return std::nullopt;
}

namespace {

bool startsWith(std::span<const std::byte> bytes, unsigned first, unsigned second) {
  return bytes.size() >= 2 && bytes[0] == std::byte(first) && bytes[1] == std::byte(second);
}

AndroidText textOfUtf16(std::string_view bytes) {
  AndroidText out;
  const std::size_t shown = std::min(bytes.size(), kMaxAndroidText);
  out.text = utf8OfMarkedUtf16(bytes.substr(0, shown));
  if (shown < bytes.size()) out.problem = trf("only the first {} bytes of the text are shown", kMaxAndroidText);
  return out;
}

}  // namespace

bool mayBeEncodedText(std::span<const std::byte> head) {
  return isMarkedUtf16(textOf(head)) || startsWith(head, 'd', 'e') || startsWith(head, 2, 0) || startsWith(head, 3, 0);
}

std::optional<AndroidText> encodedText(std::span<const std::byte> bytes, std::span<const std::byte> resources) {
  if (!isMarkedUtf16(textOf(bytes))) return androidText(bytes, resources);
  AndroidText read = textOfUtf16(textOf(bytes));
  if (read.text.find('\0') != std::string::npos) return std::nullopt;  // no text: UTF-32, or bytes by chance
  return read;
}

}  // namespace sepax
