#include "bundle/obb/obb_footer.h"

#include "bundle/little_endian.h"
#include "bundle/obb/obb_cipher.h"
#include "bundle/obb_name.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint32_t kMark = 0x01059983;
constexpr std::size_t kTagSize = 8;
constexpr std::size_t kNameOffset = 24;
constexpr std::uint32_t kMinBody = kNameOffset + 1;
constexpr std::uint32_t kMaxBody = 32768;

/// The fault of the body, or empty.
std::string complaintAbout(std::span<const std::byte> body) {
  const std::uint32_t signature = u32At(body, 0);
  if (signature != 1) return trf("its version is {}, expected 1", signature);
  const std::uint32_t name_length = u32At(body, 20);
  if (name_length < 1 || name_length > body.size() - kNameOffset) {
    return trf("its package name claims {} bytes of {}", name_length, body.size() - kNameOffset);
  }
  return "";
}

}  // namespace

std::optional<LocatedFooter> readObbFooter(const ByteSource& source, FindingCollector& findings) {
  const std::uint64_t size = source.size();
  std::array<std::byte, kTagSize> tag;
  if (size < kTagSize || !source.readAt(size - kTagSize, tag) || u32At(tag, 4) != kMark) return std::nullopt;
  const auto refuse = [&](const std::string& why) {
    findings.add(FindingKind::kObbBadFooter, "", trf("the OBB footer is not valid: {}", why));
    return std::nullopt;
  };
  const std::uint32_t body_size = u32At(tag, 0);
  if (body_size < kMinBody || body_size > kMaxBody || body_size > size - kTagSize) {
    return refuse(trf("its length is {}, expected {} to {} and no more than the file", body_size, kMinBody, kMaxBody));
  }
  std::vector<std::byte> body(body_size);
  if (!source.readAt(size - kTagSize - body_size, body)) return refuse(tr("it cannot be read"));
  if (const std::string complaint = complaintAbout(body); !complaint.empty()) return refuse(complaint);

  LocatedFooter located;
  located.payload_size = size - kTagSize - body_size;
  located.footer.version = static_cast<std::int32_t>(u32At(body, 4));
  located.footer.flags = u32At(body, 8);
  for (std::size_t i = 12; i < 20; ++i)
    located.footer.salt_hex += fmt::format("{:02x}", static_cast<unsigned>(body[i]));
  located.footer.package = toValidUtf8({reinterpret_cast<const char*>(body.data()) + kNameOffset, u32At(body, 20)});
  return located;
}

Result<std::string> obbFooterBytes(const ObbFooter& footer) {
  if (!isPackageName(footer.package) || footer.package.size() > kMaxBody - kNameOffset) {
    return fail(ErrorCode::kWrongValue, "package",
                trf("\"{}\", expected a name such as com.example.game", printableLine(footer.package)));
  }
  if (footer.version < 0)
    return fail(ErrorCode::kWrongValue, "version",
                trf("{}, expected the app's version code, 0 or more", footer.version));
  auto salt = footer.salt_hex.empty() ? Result<ObbSalt>(ObbSalt{}) : parseObbSalt(footer.salt_hex);
  SEPAX_TRY(salt);
  std::string out;
  appendLittle<std::uint32_t>(out, 1);
  appendLittle<std::uint32_t>(out, static_cast<std::uint32_t>(footer.version));
  appendLittle<std::uint32_t>(out, footer.flags);
  for (const std::uint8_t byte : *salt) out += static_cast<char>(byte);
  appendLittle<std::uint32_t>(out, footer.package.size());
  out += footer.package;
  const std::size_t body_size = out.size();
  appendLittle<std::uint32_t>(out, body_size);
  appendLittle<std::uint32_t>(out, kMark);
  return out;
}

}  // namespace sepax
