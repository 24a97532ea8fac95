#include "session/host/opened_case.h"

#include "bundle/byte_source.h"
#include "bundle/diff.h"
#include "collide/pair_table.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/validate.h"
#include "format/case_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

namespace sepax {

FileStamp stampOf(const std::string& path) {
  std::error_code error;
  const auto modified = std::filesystem::last_write_time(path, error);
  if (error) return {};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return {};
  const auto since_1970 = std::chrono::file_clock::to_sys(modified).time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(since_1970).count(), size};
}

std::string digestOf(std::string_view bytes) {
  Digest digest(DigestKind::kSha256);
  digest.add(std::as_bytes(std::span(bytes)));
  return digest.hex();
}

std::string digestOfFile(const std::string& path) {
  const auto text = readFile(path, kMaxCaseBytes);
  return text ? digestOf(*text) : std::string();
}

OwnFile ownFileAt(const std::string& path) {
  const FileStamp stamp = stampOf(path);
  return {.known = stamp, .digest = digestOfFile(path)};
}

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxRecentFiles = 12;

}  // namespace

std::string absolutePath(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

void noteRecent(Host& host, const std::string& path) {
  std::vector<std::string>& recent = host.recent_files;
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > kMaxRecentFiles) recent.resize(kMaxRecentFiles);
}

void showLoadedCase(Host& host, LoadedCase loaded, const std::string& title) {
  const bool planar = loaded.document.space == Space::k2d;
  for (const std::string& warning : loaded.warnings) notify(host, LogLevel::kWarning, warning);
  host.history.reset(std::move(loaded.document));
  ViewState& view = host.view;
  view.selected.clear();
  view.hovered.clear();
  view.hovered_axis.reset();
  view.pinned_axis.reset();
  view.gjk.stage = -1;
  view.pair.reset();
  view.middle = Middle::kScene;
  view.swapped = false;
  view.algorithm = referenceAlgorithm().name;
  view.algorithm_before.clear();
  view.camera.projection = planar                                          ? Projection::kPlanar
                           : view.camera.projection == Projection::kPlanar ? Projection::kPerspective
                                                                           : view.camera.projection;
  view.camera.up = UpAxis::kY;
  host.title = toValidUtf8(title);
  host.wants_new_view = true;
}

std::string directoryOf(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string fileNameOf(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string stemOf(const std::string& path) {
  const std::string name = fileNameOf(path);
  const std::size_t dot = name.find_last_of('.');
  return toValidUtf8(dot == std::string::npos || dot == 0 ? name : name.substr(0, dot));
}

std::string standaloneCase(const Document& document) { return writeCase(withoutMeshFiles(document)); }

bool isUntouched(const Host& host) {
  const Document fresh = defaultDocument();
  const Document& open = host.history.document();
  return host.file_path.empty() && host.title.empty() && !host.history.canUndo() && !host.history.canRedo() &&
         open.name == fresh.name && open.bodies.size() == fresh.bodies.size();
}

std::string titleOf(const Host& host) {
  if (!host.title.empty()) return host.title;
  const std::string name = trKnown(host.history.document().name);
  return name.empty() ? tr("new case") : name;
}

bool isShipped(const std::string& path) {
  const Result<std::string> assets = dataPath("assets");
  if (!assets || path.empty()) return false;
  std::error_code error;
  const fs::path inside = fs::weakly_canonical(path, error), folder = fs::weakly_canonical(*assets, error);
  return std::mismatch(folder.begin(), folder.end(), inside.begin(), inside.end()).first == folder.end();
}

bool hasOwnFile(const Host& host) {
  std::error_code error;
  return !host.file_path.empty() && !isShipped(host.file_path) &&
         fs::is_directory(directoryOf(host.file_path) + "/", error);
}

Result<void> saveDocument(Host& host, const std::string& given_path, bool hex_floats) {
  if (given_path.empty() && host.file_path.empty()) {
    return fail(ErrorCode::kNotFound, "", tr("this case has no file yet: choose a name with Save as"));
  }
  const std::string path = given_path.empty() ? host.file_path : absolutePath(given_path);
  const NumberStyle style = hex_floats ? NumberStyle::kHexFloat : NumberStyle::kShortest;
  const Document& document = host.history.document();
  const bool leaves_meshes = namesMeshFiles(document) && directoryOf(path) != directoryOf(host.file_path);
  const bool was_gone = path == host.file_path && host.own_file.known != FileStamp{} && stampOf(path) == FileStamp{};
  const std::string text = leaves_meshes ? writeCase(withoutMeshFiles(document), style) : writeCase(document, style);
  SEPAX_TRY(writeFileAtomically(path, text));
  host.history.markSaved();
  host.file_path = path;
  host.own_file = OwnFile{.known = stampOf(path), .digest = digestOf(text)};
  host.title = toValidUtf8(fileNameOf(path));
  noteRecent(host, path);
  notify(host, LogLevel::kInfo,
         trf(leaves_meshes ? "{}: saved; its meshes stay elsewhere, so their points are in the file"
             : was_gone    ? "{}: saved; the file had been removed meanwhile"
                           : "{}: saved",
             path));
  return {};
}

Result<void> startScene(Host& host, std::vector<Body> bodies, const std::string& title) {
  // As edits, so that they are checked as such.
  History scene{Document{}};
  for (const Body& body : bodies) SEPAX_TRY(scene.run(AddBody{body}));
  LoadedCase fresh;
  fresh.document = scene.document();
  showLoadedCase(host, std::move(fresh), title);
  host.file_path.clear();
  return {};
}

void newDocument(Host& host, const NewDocument& request) {
  LoadedCase fresh;
  fresh.document.space = request.space;
  if (request.start == NewDocument::Start::kTwoBodies && request.space == Space::k3d) {
    fresh.document.bodies = defaultDocument().bodies;
  } else if (request.start == NewDocument::Start::kTwoBodies) {
    Body a, b;
    a.id = "A";
    a.shape = Box2{{1, 0.6}};
    a.position = {-1.1, 0, 0};
    a.rotation = 0.25;
    b.id = "B";
    b.shape = Polygon{};
    b.position = {1.1, 0.4, 0};
    b.rotation = -0.4;
    fresh.document.bodies = {a, b};
  }
  showLoadedCase(host, std::move(fresh), "");
  host.file_path.clear();
}

void openAsCase(Host& host, const Document& document, const std::string& title) {
  NewDocument empty{.space = document.space, .discard_changes = true, .start = NewDocument::Start::kEmpty};
  newDocument(host, empty);
  host.title = title;
  if (const Result<void> valid = validate(document); !valid)
    return notify(host, LogLevel::kError, describe(valid.error()));
  // Nothing to undo, but not saved anywhere: closing asks before it is lost.
  host.history.reset(document);
  host.history.markUnsaved();
  host.wants_new_view = true;
}

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{300};

constexpr std::size_t kMaxVersionRows = 200;

/// The file does not hold the case any more.
void keepHereAlone(Host& host) {
  if (!host.history.isDirty()) host.own_file.kept = host.history.revision();
  host.history.markUnsaved();
}

/// Nothing was changed here, so that what the file holds next is read.
bool isAsRead(const Host& host) { return !host.history.isDirty() || host.own_file.kept == host.history.revision(); }

void readAgain(Host& host) {
  OwnFile now = ownFileAt(host.file_path);  // before it is read: what is written meanwhile is a change
  auto loaded = loadCase(host.file_path);
  if (!loaded) {  // half written, maybe: it may be whole at the next change
    keepHereAlone(host);
    return notify(host, LogLevel::kWarning,
                  trf("Another program changed the file, and it cannot be read: {}. The case is kept here alone until "
                      "it is saved.",
                      describe(loaded.error())));
  }
  host.own_file.known = now.known;
  host.own_file.digest = std::move(now.digest);
  if (writeCase(loaded->document) == writeCase(host.history.document())) return host.history.markSaved();
  if (auto done = host.history.run(ReplaceDocument{std::move(loaded->document)}); !done) {
    return notify(host, LogLevel::kWarning, describe(done.error()));
  }
  host.history.markSaved();
  notify(host, LogLevel::kInfo,
         trf("{}: another program changed it, and it was read again", toValidUtf8(fileNameOf(host.file_path))));
}

/// A program that writes a file anew may delete it for a moment: only a second look tells.
constexpr int kLooksForLost = 2;

bool isGone(const Host& host) {
  return !host.file_path.empty() && host.own_file.known != FileStamp{} && stampOf(host.file_path) == FileStamp{};
}

/// How the own file stands when others have written it; nullopt when they have not, or have deleted it.
std::optional<FileStamp> stampOfOthers(const Host& host) {
  if (host.file_path.empty() || host.own_file.known == FileStamp{}) return std::nullopt;
  const FileStamp now = stampOf(host.file_path);
  if (now == FileStamp{} || now == host.own_file.known) return std::nullopt;
  return now;
}

/// Its stamp if it was also not announced yet, or waits to be read until the changes here are taken back, as they are.
std::optional<FileStamp> untoldStamp(const Host& host) {
  const auto now = stampOfOthers(host);
  const bool may_be_read = host.own_file.waits && isAsRead(host);
  return now && (*now != host.own_file.told || may_be_read) ? now : std::nullopt;
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

bool isNewlyWrittenByOthers(const Host& host) {
  return untoldStamp(host).has_value() || (host.own_file.missed < kLooksForLost && isGone(host));
}

void followOwnFile(Host& host) {
  OwnFile& own = host.own_file;
  const auto time = std::chrono::steady_clock::now();
  if (time - own.looked_at < kBetweenLooks) return;
  own.looked_at = time;
  own.missed = isGone(host) ? own.missed + 1 : 0;
  if (own.missed == kLooksForLost) {
    keepHereAlone(host);
    notify(host, LogLevel::kWarning,
           trf("{}: another program deleted it. The case is kept here alone until it is saved.",
               toValidUtf8(fileNameOf(host.file_path))));
  }
  const auto now = untoldStamp(host);
  if (!now) return;
  if (!own.digest.empty() && digestOfFile(host.file_path) == own.digest) {  // touched, or written as it was
    own.known = *now;
    if (isAsRead(host)) host.history.markSaved();
    return;
  }
  own.told = *now;
  own.waits = !isAsRead(host);
  if (!own.waits) return readAgain(host);
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
