#include "session/own_file.h"

#include "core/language.h"
#include "core/text.h"
#include "format/case_file.h"
#include "session/messages.h"
#include "session/open.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace sepax {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{300};

void readAgain(Workspace& workspace, const FileStamp& now) {
  auto loaded = loadCase(workspace.file_path);
  if (!loaded) {  // half written, maybe: it may be whole at the next change
    return notify(workspace, LogLevel::kWarning,
                  trf("Another program changed the file, and it cannot be read: {}", describe(loaded.error())));
  }
  workspace.own_file.known = now;
  if (writeCase(loaded->document) == writeCase(workspace.history.document())) return;
  if (auto done = workspace.history.run(ReplaceDocument{std::move(loaded->document)}); !done) {
    return notify(workspace, LogLevel::kWarning, describe(done.error()));
  }
  workspace.history.markSaved();
  notify(workspace, LogLevel::kInfo,
         trf("{}: another program changed it, and it was read again", toValidUtf8(fileNameOf(workspace.file_path))));
}

/// How the own file stands when others have written it; nullopt when they have not. A deleted file is lost already.
std::optional<FileStamp> stampOfOthers(const Workspace& workspace) {
  if (workspace.file_path.empty() || workspace.own_file.known == FileStamp{}) return std::nullopt;
  const FileStamp now = stampOf(workspace.file_path);
  if (now == FileStamp{} || now == workspace.own_file.known) return std::nullopt;
  return now;
}

/// Its stamp if it was also not announced yet.
std::optional<FileStamp> untoldStamp(const Workspace& workspace) {
  const auto now = stampOfOthers(workspace);
  return now && *now != workspace.own_file.told ? now : std::nullopt;
}

}  // namespace

FileStamp stampOf(const std::string& path) {
  std::error_code error;
  const auto modified = std::filesystem::last_write_time(path, error);
  if (error) return {};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return {};
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(modified.time_since_epoch()).count(), size};
}

bool isWrittenByOthers(const Workspace& workspace) { return stampOfOthers(workspace).has_value(); }

bool isNewlyWrittenByOthers(const Workspace& workspace) { return untoldStamp(workspace).has_value(); }

void followOwnFile(Workspace& workspace) {
  OwnFile& own = workspace.own_file;
  const auto time = std::chrono::steady_clock::now();
  if (time - own.looked_at < kBetweenLooks) return;
  own.looked_at = time;
  const auto now = untoldStamp(workspace);
  if (!now) return;
  own.told = *now;
  if (!workspace.history.isDirty()) return readAgain(workspace, *now);
  notify(workspace, LogLevel::kWarning,
         trf("{}: another program changed it. Your changes are kept here; saving asks first.",
             toValidUtf8(fileNameOf(workspace.file_path))));
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

std::string proposedName(const Workspace& workspace) {
  const Document& document = workspace.history.document();
  // A title with an ending is that of a file, of one in a bundle behind a colon; others are words of the window.
  const std::string from = !workspace.file_path.empty() ? workspace.file_path : workspace.title;
  std::string file = from.substr(from.find_last_of("/:") + 1);
  if (file.ends_with(".gz")) file.resize(file.size() - 3);
  for (const std::string& name : {file.find('.') == std::string::npos ? std::string() : stemOf(file), document.name}) {
    if (std::string fit = hyphenated(name); !fit.empty()) return fit;
  }
  return hyphenated(contentsOf(document));
}

}  // namespace sepax
