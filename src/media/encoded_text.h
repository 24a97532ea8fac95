#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace sepax {

/// A text that Android's build tools compiled, as text again.
struct AndroidText {
  std::string text;  ///< UTF-8; of XML it is XML
  bool is_xml = false;
  std::string problem;  ///< why it ends before the file does; empty for none
};

/// Larger texts are cut and say so.
inline constexpr std::size_t kMaxAndroidText = 16u << 20;

/// Binary XML (AndroidManifest.xml, layouts), the strings of resources.arsc, or the header of a .dex, by their first
/// bytes; nullopt for all else. Damaged or malicious bytes give what could be read and a problem. Formats: AOSP,
/// ResourceTypes.h and "Dalvik executable format".
/// `resources`: the bytes of the resources.arsc beside it, by which references in XML are named, with their values.
[[nodiscard]] std::optional<AndroidText> androidText(std::span<const std::byte> bytes,
                                                     std::span<const std::byte> resources = {});

/// Whether the first eight bytes of a file can be those of a text that encodedText() reads.
[[nodiscard]] bool mayBeEncodedText(std::span<const std::byte> head);

/// The text of a file that is one, though not in UTF-8: UTF-16 behind its byte order mark, or androidText(). Nullopt
/// for all else.
[[nodiscard]] std::optional<AndroidText> encodedText(std::span<const std::byte> bytes,
                                                     std::span<const std::byte> resources = {});

}  // namespace sepax
