#include "bundle/open/recognise.h"

#include "bundle/fat/fat_volume.h"
#include "bundle/obb/sector_cipher.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

using namespace std::string_view_literals;

struct Mark {
  std::size_t offset;
  std::string_view bytes;
  ContainerKind kind;
  const char* description;
};

constexpr Mark kMarks[] = {
    {0, "GDPC"sv, ContainerKind::kPck, "a Godot PCK"},
    {0, "UnityFS\0"sv, ContainerKind::kUnknown, "a Unity asset bundle (UnityFS)"},
    {0, "Rar!\x1A\x07"sv, ContainerKind::kUnknown, "a RAR archive"},
    {0, "7z\xBC\xAF\x27\x1C"sv, ContainerKind::kUnknown, "a 7-Zip archive"},
    {257, "ustar"sv, ContainerKind::kUnknown, "a tar archive"},
    {0, "SQLite format 3\0"sv, ContainerKind::kUnknown, "an SQLite database"},
    {0, ".OBB\x01\0\0\0"sv, ContainerKind::kUnknown, "a Capcom .OBB archive"},
    {0, "-==--==--==--==-"sv, ContainerKind::kUnknown, "an Unreal IoStore table (.utoc)"},
    {0, "\x1F\x8B"sv, ContainerKind::kUnknown, "a gzip file"},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     ContainerKind::kUnknown, "an xz file"},
    {0, "\xABKTX 11\xBB"sv, ContainerKind::kUnknown, "a KTX texture"},
    {0, "\xABKTX 20\xBB"sv, ContainerKind::kUnknown, "a KTX2 texture"},
    {0, "\x13\xAB\xA1\x5C"sv, ContainerKind::kUnknown, "an ASTC texture"},
    {0, "PVR\3"sv, ContainerKind::kUnknown, "a PVR texture"},
    {0, "PKM 10"sv, ContainerKind::kUnknown, "a PKM texture"},
    {0, "PKM 20"sv, ContainerKind::kUnknown, "a PKM texture"},
    {0, "DDS "sv, ContainerKind::kUnknown, "a DDS texture"},
    {0, "CCZ!"sv, ContainerKind::kUnknown, "a CCZ texture"},
    {0, "glTF"sv, ContainerKind::kUnknown, "a binary glTF mesh"},
    {0, "OggS"sv, ContainerKind::kUnknown, "an Ogg file"},
    {0, "RIFF"sv, ContainerKind::kUnknown, "a RIFF file (WAVE, WebP, …)"},
    {0, "FSB5"sv, ContainerKind::kUnknown, "an FMOD sound bank"},
    {0, "BKHD"sv, ContainerKind::kUnknown, "a Wwise sound bank"},
    {0, "\x28\xB5\x2F\xFD"sv, ContainerKind::kUnknown, "a Zstandard file"},
};

constexpr std::string_view kUnrealPakMark = "\xE1\x12\x6F\x5A"sv;
constexpr std::size_t kUnrealPakTail = 256;  // the footer's length differs by version; the mark is always in here

}  // namespace

std::optional<RecognisedContainer> recogniseContainer(const ByteSource& source) {
  std::vector<std::byte> head(std::min<std::uint64_t>(source.size(), 512));
  if (!source.readAt(0, head)) return std::nullopt;
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  for (const Mark& mark : kMarks) {
    if (text.size() >= mark.offset && text.substr(mark.offset).starts_with(mark.bytes))
      return RecognisedContainer{mark.kind, mark.description};
  }
  std::vector<std::byte> tail(std::min<std::uint64_t>(source.size(), kUnrealPakTail));
  if (!source.readAt(source.size() - tail.size(), tail)) return std::nullopt;
  if (std::string_view(reinterpret_cast<const char*>(tail.data()), tail.size()).find(kUnrealPakMark) !=
      std::string_view::npos) {
    return RecognisedContainer{ContainerKind::kUnknown, "an Unreal pak file"};
  }
  return std::nullopt;
}

std::optional<ObbKeyGuess> findObbKey(const std::shared_ptr<const ByteSource>& payload, std::string_view password,
                                      std::string_view salt_hex) {
  const auto isVolume = [](const ByteSource& source) {
    std::array<std::byte, kObbSectorSize> sector;
    return source.readAt(0, sector) && readFatVolume(sector);
  };
  if (password.empty() || isVolume(*payload)) return std::nullopt;
  const auto salt = parseObbSalt(salt_hex.empty() ? "0000000000000000" : salt_hex);
  const auto guesses = salt ? guessObbKeys(password, *salt) : tl::unexpected(salt.error());
  if (!guesses) return std::nullopt;
  for (const ObbKeyGuess& guess : *guesses) {
    if (isVolume(*decryptedPayload(payload, guess.key))) return guess;
  }
  return std::nullopt;
}

}  // namespace sepax
