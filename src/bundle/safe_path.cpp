#include "bundle/safe_path.h"

#include "core/language.h"
#include "core/text.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace sepax {

namespace {

constexpr std::size_t kLongestPart = 255;
constexpr std::size_t kLongestPath = 4096;
constexpr int kDeepest = 64;

// Windows takes these for devices, with any extension.
constexpr std::string_view kDevices[] = {"con",  "prn",  "aux",  "nul",  "com0", "com1", "com2",   "com3",   "com4",
                                         "com5", "com6", "com7", "com8", "com9", "lpt0", "lpt1",   "lpt2",   "lpt3",
                                         "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "conin$", "conout$"};

bool isControl(char c) { return static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F; }

const char* whyDangerousPart(std::string_view part) {
  if (part.empty()) return tr("has an empty part");
  if (part == "..") return tr("steps out of its folder");
  if (part == ".") return tr("has a part \".\"");
  if (part.size() > kLongestPart) return tr("has a part of more than 255 bytes");
  return nullptr;
}

const char* whyNotPortablePart(std::string_view part) {
  if (part.ends_with('.') || part.ends_with(' ')) return tr("has a part that ends with a dot or space, which Windows drops");
  if (part.find_first_of("<>:\"|?*") != std::string_view::npos) return tr("holds a character that Windows does not allow in names");
  std::string base = lowered(part.substr(0, part.find('.')));
  while (base.ends_with(' ')) base.pop_back();
  if (std::find(std::begin(kDevices), std::end(kDevices), base) != std::end(kDevices))
    return tr("has a part that names a device on Windows");
  return nullptr;
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

bool namesDrive(std::string_view path) { return path.size() >= 2 && path[1] == ':' && lowered(path[0]) >= 'a' && lowered(path[0]) <= 'z'; }

const char* whyDangerousPath(std::string_view path) {
  if (path.empty()) return tr("is empty");
  if (path.size() > kLongestPath) return tr("is longer than 4096 bytes");
  if (path.find('\0') != std::string_view::npos) return tr("holds a NUL");
  if (std::any_of(path.begin(), path.end(), isControl)) return tr("holds control characters");
  if (printableLine(path) != path) return tr("holds control characters or is no UTF-8");
  if (path.starts_with("//") || path.starts_with("\\\\")) return tr("names another computer");
  if (path[0] == '/' || path[0] == '\\') return tr("is absolute");
  if (namesDrive(path)) return tr("names a drive");
  if (path.find('\\') != std::string_view::npos) return tr("holds a backslash, which is a separator to some programs");
  if (std::count(path.begin(), path.end(), '/') > kDeepest) return tr("is more than 64 folders deep");
  return firstComplaint(path, whyDangerousPart);
}

const char* whyNotPortablePath(std::string_view path) { return firstComplaint(path, whyNotPortablePart); }

}  // namespace sepax
