#include "bundle/safe_path.h"

#include "core/language.h"
#include "core/number.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace sepax {

namespace {

constexpr std::size_t kLongestPart = 255;
constexpr std::size_t kLongestPath = 4096;
constexpr int kDeepest = 64;

// Windows takes these for devices, with any extension; raised digits (U+00B9, B2, B3) count as digits.
constexpr std::string_view kDevices[] = {
    "con",  "prn",  "aux",         "nul",         "conin$",      "conout$",     "com0",        "com1",
    "com2", "com3", "com4",        "com5",        "com6",        "com7",        "com8",        "com9",
    "lpt0", "lpt1", "lpt2",        "lpt3",        "lpt4",        "lpt5",        "lpt6",        "lpt7",
    "lpt8", "lpt9", "com\xC2\xB9", "com\xC2\xB2", "com\xC2\xB3", "lpt\xC2\xB9", "lpt\xC2\xB2", "lpt\xC2\xB3"};

const char* whyDangerousPart(std::string_view part) {
  if (part.empty()) return tr("has an empty part");
  if (part == "..") return tr("steps out of its folder");
  if (part == ".") return tr("has a part \".\"");
  if (part.size() > kLongestPart) return tr("has a part of more than 255 bytes");
  return nullptr;
}

const char* whyNotPortablePart(std::string_view part) {
  if (part.ends_with('.') || part.ends_with(' '))
    return tr("has a part that ends with a dot or space, which Windows drops");
  if (part.find_first_of("<>:\"|?*") != std::string_view::npos)
    return tr("holds a character that Windows does not allow in names");
  std::string_view base = part.substr(0, part.find('.'));
  while (base.ends_with(' ')) base.remove_suffix(1);
  constexpr std::size_t kShortest = 3, kLongest = 7;
  const bool isDevice = base.size() >= kShortest && base.size() <= kLongest &&
                        std::ranges::find(kDevices, lowered(base)) != std::end(kDevices);
  return isDevice ? tr("has a part that names a device on Windows") : nullptr;
}

/// The first complaint that `evaluate` has about a part.
const char* firstComplaint(std::string_view path, const char* (*evaluate)(std::string_view)) {
  const char* complaint = nullptr;
  eachPathPart(path, [&](std::string_view part) {
    if (complaint == nullptr) complaint = evaluate(part);
  });
  return complaint;
}

}  // namespace

bool namesDrive(std::string_view path) {
  return path.size() >= 2 && path[1] == ':' && lowered(path[0]) >= 'a' && lowered(path[0]) <= 'z';
}

const char* whyDangerousPath(std::string_view path) {
  if (path.empty()) return tr("is empty");
  if (path.size() > kLongestPath) return tr("is longer than 4096 bytes");
  if (path.find('\0') != std::string_view::npos) return tr("holds a NUL");
  if (!isPlainLine(path)) {
    if (holdsControl(path)) return tr("holds control characters");
    if (findInvalidUtf8(path) != path.size()) return tr("is no UTF-8");
  }
  if (path.starts_with("//") || path.starts_with("\\\\")) return tr("names another computer");
  if (path[0] == '/' || path[0] == '\\') return tr("is absolute");
  if (namesDrive(path)) return tr("names a drive");
  if (path.find('\\') != std::string_view::npos) return tr("holds a backslash, which is a separator to some programs");
  if (std::count(path.begin(), path.end(), '/') > kDeepest) return tr("is more than 64 folders deep");
  return firstComplaint(path, whyDangerousPart);
}

const char* whyNotPortablePath(std::string_view path) { return firstComplaint(path, whyNotPortablePart); }

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool isKind(std::string_view kind) {
  if (kind == "main" || kind == "patch") return true;
  constexpr std::string_view kOverflow = "overflow";
  return kind.starts_with(kOverflow) && kind.size() > kOverflow.size() &&
         std::all_of(kind.begin() + kOverflow.size(), kind.end(), isDigit);
}

}  // namespace

std::optional<ObbName> parseObbName(std::string_view file_name) {
  constexpr std::string_view kSuffix = ".obb";
  if (!file_name.ends_with(kSuffix)) return std::nullopt;
  file_name.remove_suffix(kSuffix.size());
  const std::size_t first = file_name.find('.');
  const std::size_t second = first == std::string_view::npos ? first : file_name.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const std::string_view digits = file_name.substr(first + 1, second - first - 1);
  ObbName name{std::string(file_name.substr(0, first)), 0, std::string(file_name.substr(second + 1))};
  const auto version = parseInteger<std::int64_t>(digits);
  const bool isNumber = version && isDigit(digits.front());
  name.version = version.value_or(0);
  return isKind(name.kind) && isNumber && isPackageName(name.package) ? std::optional(name) : std::nullopt;
}

std::string formatObbName(const ObbName& name) {
  return fmt::format("{}.{}.{}.obb", name.kind, name.version, name.package);
}

bool isPackageName(std::string_view package) {
  int parts = 0;
  while (true) {
    const std::string_view part = package.substr(0, package.find('.'));
    const auto isWord = [](char c) { return isLetter(c) || isDigit(c) || c == '_'; };
    if (part.empty() || !isLetter(part[0]) || !std::all_of(part.begin(), part.end(), isWord)) return false;
    ++parts;
    if (part.size() == package.size()) return parts >= 2;
    package.remove_prefix(part.size() + 1);
  }
}

}  // namespace sepax
