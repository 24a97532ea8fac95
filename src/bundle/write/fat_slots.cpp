#include "bundle/write/fat_slots.h"

#include "bundle/little_endian.h"
#include "core/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace sepax {

namespace {

constexpr std::size_t kUnitsPerSlot = 13, kMaxUnits = 255;
constexpr std::uint8_t kFolderAttribute = 0x10, kAttributeFile = 0x20, kAttributeLongName = 0x0F, kLastLongSlot = 0x40;

std::uint8_t checksumOf(const ShortName& name) {
  std::uint8_t sum = 0;
  for (const char c : name) sum = static_cast<std::uint8_t>((sum >> 1 | sum << 7) + static_cast<std::uint8_t>(c));
  return sum;
}

}  // namespace

void appendSlot(std::string& out, const FatSlot& slot) {
  out.append(slot.short_name.data(), slot.short_name.size());
  appendLittle<std::uint8_t>(out, slot.is_folder ? kFolderAttribute : kAttributeFile);
  appendLittle<std::uint16_t>(out, 0);  // reserved, hundredths of the creation time
  appendLittle<std::uint16_t>(out, slot.modified.time);
  appendLittle<std::uint16_t>(out, slot.modified.date);
  appendLittle<std::uint16_t>(out, slot.modified.date);
  appendLittle<std::uint16_t>(out, slot.cluster >> 16);  // FAT32's half
  appendLittle<std::uint16_t>(out, slot.modified.time);
  appendLittle<std::uint16_t>(out, slot.modified.date);
  appendLittle<std::uint16_t>(out, slot.cluster & 0xFFFF);
  appendLittle<std::uint32_t>(out, slot.size);
}

void appendDots(std::string& out, FatSlot folder, std::uint32_t above) {
  folder.short_name.fill(' ');
  folder.short_name[0] = '.';
  appendSlot(out, folder);
  folder.short_name[1] = '.';
  folder.cluster = above;
  appendSlot(out, folder);
}

void appendLongName(std::string& out, std::u16string name, const ShortName& short_name) {
  const std::uint32_t slots = longSlots(name);
  if (name.size() < slots * kUnitsPerSlot) name += u'\0';
  name.resize(slots * kUnitsPerSlot, u'\xFFFF');
  for (std::uint32_t slot = slots; slot >= 1; --slot) {
    std::size_t unit = (slot - 1) * kUnitsPerSlot;
    const auto take = [&](int count) {
      for (int i = 0; i < count; ++i) appendLittle<std::uint16_t>(out, name[unit++]);
    };
    appendLittle<std::uint8_t>(out, slot | (slot == slots ? kLastLongSlot : 0u));
    take(5);
    appendLittle<std::uint8_t>(out, kAttributeLongName);
    appendLittle<std::uint8_t>(out, 0);
    appendLittle<std::uint8_t>(out, checksumOf(short_name));
    take(6);
    appendLittle<std::uint16_t>(out, 0);
    take(2);
  }
}

std::uint32_t longSlots(const std::u16string& name) {
  return static_cast<std::uint32_t>((name.size() + kUnitsPerSlot - 1) / kUnitsPerSlot);
}

ShortName numberedShortName(std::string_view name, std::size_t number) {
  const auto allowed = [](char c) {
    if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
    const bool isPlain = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    return isPlain ? c : '_';
  };
  const std::size_t dot = name.rfind('.');
  const bool hasExtension = dot != std::string_view::npos && dot > 0;
  const std::string_view base = name.substr(0, hasExtension ? dot : name.size());
  const std::string_view extension = hasExtension ? name.substr(dot + 1) : std::string_view();
  const std::string tail = fmt::format("~{}", number);
  ShortName out;
  out.fill(' ');
  const std::size_t kept = std::min(base.size(), 8 - tail.size());
  for (std::size_t i = 0; i < kept; ++i) out[i] = allowed(base[i]);
  std::copy(tail.begin(), tail.end(), out.begin() + static_cast<std::ptrdiff_t>(kept));
  for (std::size_t i = 0; i < std::min<std::size_t>(extension.size(), 3); ++i) out[8 + i] = allowed(extension[i]);
  return out;
}

const char* whyNoFatName(std::string_view name, const std::u16string& units) {
  if (name.find_first_of("\"*/:<>?\\|") != std::string_view::npos)
    return tr("holds a character that FAT does not allow");
  if (name.ends_with('.') || name.ends_with(' ')) return tr("ends with a dot or space, which FAT drops");
  return units.size() > kMaxUnits ? tr("is longer than 255 UTF-16 units") : nullptr;
}

}  // namespace sepax
