#include "session/host/own_file.h"

#include "bundle/line_diff.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/case_file.h"
#include "session/host/file_facts.h"
#include "session/host/host.h"
#include "session/host/messages.h"
#include "session/host/opened_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace sepax {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{300};

constexpr std::size_t kMaxVersionRows = 200;

void readAgain(Host& host) {
  OwnFile now = ownFileAt(host.file_path);  // before it is read: what is written meanwhile is a change
  auto loaded = loadCase(host.file_path);
  if (!loaded) {  // half written, maybe: it may be whole at the next change
    return notify(host, LogLevel::kWarning,
                  trf("Another program changed the file, and it cannot be read: {}", describe(loaded.error())));
  }
  host.own_file.known = now.known;
  host.own_file.digest = std::move(now.digest);
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

bool isWrittenByOthers(const Host& host) {
  const OwnFile& own = host.own_file;
  if (host.file_path.empty() || own.known == FileStamp{}) return false;
  const std::string now = digestOfFile(host.file_path);
  return now.empty() || own.digest.empty() ? stampOfOthers(host).has_value() : now != own.digest;
}

Result<VersionLines> compareWithFile(const Host& host) {
  const auto loaded = loadCase(host.file_path);
  SEPAX_TRY(loaded);
  const std::array texts{writeCase(loaded->document), writeCase(host.history.document())};
  std::array<std::vector<std::string_view>, 2> lines;
  std::array<std::vector<std::uint64_t>, 2> numbers;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::string_view rest = texts[side]; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      lines[side].push_back(rest.substr(0, end));
      numbers[side].push_back(NameHash{}(lines[side].back()));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  const auto line = [&](std::size_t side, std::uint32_t row) {
    if (row == LinePair::kNone) return std::string();
    const std::string_view text = lines[side][row];
    return std::string(text.substr(std::min(text.find_first_not_of(' '), text.size())));
  };
  VersionLines versions;
  for (const LinePair& pair : diffLines(numbers[0], numbers[1]).rows) {
    if (pair.is_same) continue;
    if (versions.rows.size() < kMaxVersionRows) {
      versions.rows.push_back({line(0, pair.left), line(1, pair.right)});
    } else {
      ++versions.left_out;
    }
  }
  return versions;
}

bool isNewlyWrittenByOthers(const Host& host) { return untoldStamp(host).has_value(); }

void followOwnFile(Host& host) {
  OwnFile& own = host.own_file;
  const auto time = std::chrono::steady_clock::now();
  if (time - own.looked_at < kBetweenLooks) return;
  own.looked_at = time;
  const auto now = untoldStamp(host);
  if (!now) return;
  if (!own.digest.empty() && digestOfFile(host.file_path) == own.digest) {  // touched, or written as it was
    own.known = *now;
    return;
  }
  own.told = *now;
  if (!host.history.isDirty()) return readAgain(host);
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
