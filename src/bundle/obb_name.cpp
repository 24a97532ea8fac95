#include "bundle/obb_name.h"

#include "core/number.h"

#include <fmt/format.h>

#include <algorithm>

namespace sepax {

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
