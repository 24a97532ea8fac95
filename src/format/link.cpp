#include "format/link.h"

#include "core/gzip.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "format/case_writer.h"
#include "media/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <utility>

namespace sepax {

namespace {

struct LinkKey {
  const char* key;
  std::string Link::*value;
};
constexpr LinkKey kKeys[] = {{"case", &Link::case_text}, {"sample", &Link::sample}, {"lesson", &Link::lesson},
                             {"step", &Link::step},      {"pair", &Link::pair},     {"axis", &Link::axis},
                             {"view", &Link::view},      {"lang", &Link::lang},     {"theme", &Link::theme},
                             {"embed", &Link::embed}};
constexpr std::size_t kSubjects = 3;  // of these at most one

std::optional<std::string> fromBase64Url(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  FromBase64 out = fromBase64(text, Base64::kUrl);
  return out.letters == text.size() ? std::optional(std::move(out.bytes)) : std::nullopt;
}

bool isPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~,").find(c) != std::string_view::npos;
}

std::string percentEncoded(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += isPlain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

/// Whether each % begins a byte of two hexadecimal digits.
bool isPercentEncoded(std::string_view text) {
  const auto isDigit = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    if (at + 2 >= text.size() || !isDigit(text[at + 1]) || !isDigit(text[at + 2])) return false;
  }
  return true;
}

/// Compressed data never unpack to more than a piece's worth beyond the limit.
Result<std::string> unpacked(const std::string& bytes) {
  constexpr std::size_t kPiece = 1024;
  Gunzip gunzip;
  std::string out;
  const std::span<const std::byte> all = std::as_bytes(std::span(bytes));
  for (std::size_t at = 0; at < all.size(); at += kPiece) {
    SEPAX_TRY(gunzip.unpack(all.subspan(at, std::min(kPiece, all.size() - at)), out));
    if (out.size() > kMaxLinkBytes)
      return fail(ErrorCode::kTooLarge, "case", trf("expected a case of at most {} bytes", kMaxLinkBytes));
  }
  return out;
}

Result<std::string> caseOf(std::string value) {
  if (value.starts_with('{')) return value;
  const auto bytes = fromBase64Url(value);
  auto text = bytes && startsLikeGzip(std::as_bytes(std::span(*bytes))) ? unpacked(*bytes) : Result<std::string>("");
  if (text && text->starts_with('{')) return text;
  if (!text && text.error().code == ErrorCode::kTooLarge) return text;
  return fail(ErrorCode::kDamaged, "case",
              tr("the case in this link is damaged, expected its whole address: messages and mail cut long ones"));
}

/// A name of a sample or lesson, which becomes a part of a path.
bool isName(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return isPlain(c) && c != '.' && c != ','; });
}

/// An address without # asks for nothing.
std::string_view behindHash(std::string_view address) {
  const std::size_t hash = address.find('#');
  if (hash != std::string_view::npos) return address.substr(hash + 1);
  return address.find("://") < address.find('=') ? std::string_view() : address;
}

}  // namespace

Result<Link> readLink(std::string_view address) {
  if (address.size() > kMaxLinkBytes)
    return fail(ErrorCode::kTooLarge, "link", trf("has {} bytes, expected at most {}", address.size(), kMaxLinkBytes));
  Link link;
  for (std::string_view rest = behindHash(address); !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    if (part.empty()) continue;
    const std::string_view key = part.substr(0, part.find('='));
    const auto found = std::ranges::find(kKeys, key, &LinkKey::key);
    if (found == std::end(kKeys)) {
      std::string known;
      for (const LinkKey& row : kKeys) known += (known.empty() ? "" : ", ") + std::string(row.key);
      return fail(ErrorCode::kWrongValue, "link",
                  trf("expected one of {}; found \"{}\"", known, toValidUtf8(std::string(key))));
    }
    const std::string encoded(part.substr(std::min(key.size() + 1, part.size())));
    const std::string value = percentDecoded(encoded);
    if (!isPercentEncoded(encoded) || value.empty() || value != toValidUtf8(value))
      return fail(ErrorCode::kWrongValue, found->key, tr("expected a percent-encoded value behind ="));
    if (!(link.*found->value).empty()) return fail(ErrorCode::kWrongValue, found->key, tr("comes twice"));
    link.*found->value = value;
  }
  if (!isName(link.sample)) return fail(ErrorCode::kWrongValue, "sample", tr("expected the name of a sample"));
  if (!isName(link.lesson)) return fail(ErrorCode::kWrongValue, "lesson", tr("expected the name of a lesson"));
  const auto subjects = std::ranges::count_if(std::span(kKeys).first(kSubjects),
                                              [&](const LinkKey& row) { return !(link.*row.value).empty(); });
  if (subjects > 1) return fail(ErrorCode::kWrongValue, "link", tr("expected one of case, sample and lesson"));
  if (!link.case_text.empty()) {
    auto text = caseOf(std::move(link.case_text));
    SEPAX_TRY(text);
    link.case_text = std::move(*text);
  }
  return link;
}

std::string writeLink(const Link& link) {
  std::string out;
  for (const LinkKey& row : kKeys) {
    const std::string& value = link.*row.value;
    if (value.empty()) continue;
    if (!out.empty()) out += '&';
    out += std::string(row.key) + "=";
    if (row.value == &Link::case_text) {
      std::string packed;
      Gzip gzip;
      gzip.pack(value, packed);
      gzip.finish(packed);
      out += base64(packed, Base64::kUrl);
    } else {
      out += percentEncoded(value);
    }
  }
  return out;
}

Result<std::string> linkToCase(const Document& document, const std::optional<PairIds>& pair) {
  Link link{.case_text = compactJson(caseJson(withoutMeshFiles(document)))};
  if (pair) link.pair = pair->first + "," + pair->second;
  std::string text = writeLink(link);
  if (text.size() > kMaxLinkBytes || link.case_text.size() > kMaxLinkBytes)
    return fail(
        ErrorCode::kTooLarge, "",
        trf("the case has {} bytes, a link holds at most {}: send the file", link.case_text.size(), kMaxLinkBytes));
  return text;
}

bool looksLikeLink(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  if (text.find('#') == std::string_view::npos || text.find_first_of(" \t\r\n\"") != std::string_view::npos)
    return false;
  const std::string_view rest = behindHash(text);
  return std::ranges::any_of(std::span(kKeys).first(kSubjects),
                             [&](const LinkKey& row) { return rest.starts_with(std::string(row.key) + "="); });
}

}  // namespace sepax
