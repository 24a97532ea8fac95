#include "session/host/own_file.h"

#include "core/language.h"
#include "core/text.h"
#include "format/case_file.h"
#include "session/host/host.h"
#include "session/host/messages.h"
#include "session/host/opened_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace sepax {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{300};

void readAgain(Host& host, const FileStamp& now) {
  auto loaded = loadCase(host.file_path);
  if (!loaded) {  // half written, maybe: it may be whole at the next change
    return notify(host, LogLevel::kWarning,
                  trf("Another program changed the file, and it cannot be read: {}", describe(loaded.error())));
  }
  host.own_file.known = now;
  if (writeCase(loaded->document) == writeCase(host.history.document())) return;
  if (auto done = host.history.run(ReplaceDocument{std::move(loaded->document)}); !done) {
    return notify(host, LogLevel::kWarning, describe(done.error()));
  }
  host.history.markSaved();
  notify(host, LogLevel::kInfo,
         trf("{}: another program changed it, and it was read again", toValidUtf8(fileNameOf(host.file_path))));
}

/// How the own file stands when others have written it; nullopt when they have not. A deleted file is lost already.
std::optional<FileStamp> stampOfOthers(const Host& host) {
  if (host.file_path.empty() || host.own_file.known == FileStamp{}) return std::nullopt;
  const FileStamp now = stampOf(host.file_path);
  if (now == FileStamp{} || now == host.own_file.known) return std::nullopt;
  return now;
}

/// Its stamp if it was also not announced yet.
std::optional<FileStamp> untoldStamp(const Host& host) {
  const auto now = stampOfOthers(host);
  return now && *now != host.own_file.told ? now : std::nullopt;
}

}  // namespace

bool isWrittenByOthers(const Host& host) { return stampOfOthers(host).has_value(); }

bool isNewlyWrittenByOthers(const Host& host) { return untoldStamp(host).has_value(); }

void followOwnFile(Host& host) {
  OwnFile& own = host.own_file;
  const auto time = std::chrono::steady_clock::now();
  if (time - own.looked_at < kBetweenLooks) return;
  own.looked_at = time;
  const auto now = untoldStamp(host);
  if (!now) return;
  own.told = *now;
  if (!host.history.isDirty()) return readAgain(host, *now);
  notify(host, LogLevel::kWarning,
         trf("{}: another program changed it. Your changes are kept here; saving asks first.",
             toValidUtf8(fileNameOf(host.file_path))));
}

namespace {

constexpr std::size_t kMaxBytes = 64, kMaxKinds = 3;

/// A text as a part of a path: words with hyphens between them.
std::string hyphenated(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_word = static_cast<unsigned char>(c) > ' ' && c != 0x7f &&
                         std::string_view("<>:\"/\\|?*'`$&;()[]{}!#,").find(c) == std::string_view::npos;
    if (is_word) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  const auto isInside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  while (out.size() > kMaxBytes) {
    while (isInside(out.back())) out.pop_back();
    out.pop_back();
  }
  while (!out.empty() && (out.back() == '-' || out.back() == '.')) out.pop_back();
  out.erase(0, std::min(out.find_first_not_of("-."), out.size()));
  return out;
}

/// A scene's content, by the words that a case has for shapes.
std::string contentsOf(const Document& document) {
  if (document.bodies.empty()) return "empty";
  const bool is_many = document.bodies.size() > 2;
  std::vector<std::string> kinds;
  for (const Body& body : document.bodies) {
    const std::string kind = std::string(typeName(body.shape));
    const bool is_said = is_many && std::ranges::find(kinds, kind) != kinds.end();
    if (!is_said && kinds.size() < kMaxKinds) kinds.push_back(kind);
  }
  return fmt::format("{}{}", fmt::join(kinds, "-"),
                     is_many ? fmt::format("-{}-bodies", document.bodies.size()) : std::string());
}

}  // namespace

std::string proposedName(const Host& host) {
  const Document& document = host.history.document();
  // A title with an ending is that of a file, of one in a bundle behind a colon; others are words of the window.
  const std::string from = !host.file_path.empty() ? host.file_path : host.title;
  std::string file = from.substr(from.find_last_of("/:") + 1);
  if (file.ends_with(".gz")) file.resize(file.size() - 3);
  for (const std::string& name : {file.find('.') == std::string::npos ? std::string() : stemOf(file), document.name}) {
    if (std::string fit = hyphenated(name); !fit.empty()) return fit;
  }
  return hyphenated(contentsOf(document));
}

}  // namespace sepax
