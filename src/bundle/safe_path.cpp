#include "bundle/safe_path.h"

#include "core/language.h"
#include "core/text.h"

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

}  // namespace sepax
