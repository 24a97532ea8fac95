#include "session/recovery.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/number.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/case_file.h"
#include "format/json_reader.h"
#include "media/mesh_file.h"
#include "session/host/opened_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <tuple>
#include <utility>

namespace sepax {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kRecoveryPrefix = "recovery-", kRecoverySuffix = ".json", kOriginSuffix = ".origin",
                           kLockSuffix = ".lock";
constexpr std::uint64_t kMaxOriginBytes = 1u << 16, kMaxRecoveryBytes = kMaxCaseBytes + kMaxOriginBytes;
constexpr std::size_t kRandomDigits = 32;
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// Paths may hold any byte but zero, a JSON text only UTF-8.
std::string percentEncoded(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool is_plain = c > ' ' && c < 0x7f && c != '%';
    out += is_plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string withoutEnding(const std::string& path) { return path.substr(0, path.find_last_of('.')); }

enum class Writer { kNone, kThisVersion, kOlderVersion };

Writer writerOf(const std::string& name, std::string_view ending) {
  if (!name.starts_with(kRecoveryPrefix) || !name.ends_with(ending)) return Writer::kNone;
  const std::string_view id =
      std::string_view(name).substr(kRecoveryPrefix.size(), name.size() - kRecoveryPrefix.size() - ending.size());
  const bool is_random =
      id.size() == kRandomDigits && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  if (is_random) return Writer::kThisVersion;
  return parseInteger<int>(id) ? Writer::kOlderVersion : Writer::kNone;
}

std::int64_t millisecondsNow() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

struct Recovery {
  std::int64_t saved = 0;
  CaseFile origin;
  std::string case_text, digest;
};

Result<Recovery> readOlder(const std::string& path, std::string text) {
  Recovery recovery;
  recovery.saved = millisecondsNow();
  if (const FileStamp stamp = stampOf(path); stamp.modified != 0) recovery.saved = stamp.modified / 1'000'000;
  if (const auto origin = readFile(withoutEnding(path) + std::string(kOriginSuffix), kMaxOriginBytes)) {
    const std::size_t end = std::min(origin->find('\0'), origin->size());
    recovery.origin.file_path = origin->substr(0, end);
    if (end < origin->size())
      recovery.origin.title = toValidUtf8(origin->substr(end + 1, origin->find('\0', end + 1) - end - 1));
  }
  recovery.digest = digestOf(text);
  recovery.case_text = std::move(text);
  return recovery;
}

Result<Recovery> readRecovery(const std::string& path) {
  auto text = readFile(path, kMaxRecoveryBytes);
  SEPAX_TRY(text);
  if (writerOf(fileNameOf(path), kRecoverySuffix) == Writer::kOlderVersion) return readOlder(path, std::move(*text));
  const std::string name = toValidUtf8(path);
  const std::size_t end = std::min(text->find('\n'), text->size());
  const auto json = parseJson(std::string_view(*text).substr(0, end), name);
  SEPAX_TRY(json);
  JsonReader reader(name);
  ObjectReader object(reader, JsonPlace{&*json}, tr("an object"));
  Recovery recovery;
  static_cast<void>(reader.integer(object.at("sepax_recovery"), 1));
  recovery.saved = static_cast<std::int64_t>(reader.integer(object.at("saved"), kNoLimit));
  recovery.digest = reader.text(object.at("document"));
  recovery.origin.file_path = percentDecoded(reader.text(object.at("path")));
  recovery.origin.title = reader.text(object.at("title"));
  OwnFile& file = recovery.origin.own_file;
  file.known.modified = static_cast<std::int64_t>(reader.integer(object.at("modified"), kNoLimit));
  file.known.size = reader.integer(object.at("size"), kNoLimit);
  file.digest = reader.text(object.at("digest"));
  if (reader.failed()) return tl::unexpected(*reader.error());
  recovery.case_text = text->substr(std::min(end + 1, text->size()));
  if (digestOf(recovery.case_text) != recovery.digest)
    return fail(ErrorCode::kDamaged, name, tr("the case in it is not the one that was written"));
  return recovery;
}

/// Whether the work is in its file already: the window ended between saving and removing the recovery.
bool isSaved(const Recovery& recovery, const std::string& now) { return !now.empty() && now == recovery.digest; }

OriginState stateOf(CaseFile& origin, const std::string& now, const std::vector<std::string>& opened) {
  if (origin.file_path.empty()) return OriginState::kUntitled;
  if (!now.empty()) {
    const bool is_known = !origin.own_file.digest.empty();
    return is_known && now != origin.own_file.digest ? OriginState::kChanged : OriginState::kUnchanged;
  }
  for (const std::string& path : opened) {
    if (origin.own_file.digest.empty() || digestOfFile(path) != origin.own_file.digest) continue;
    origin.file_path = path;
    return OriginState::kMoved;
  }
  return OriginState::kGone;
}

/// The recovery at a path, held; nothing when a living window holds it, or there is nothing to offer.
std::optional<RecoveryOffer> offerAt(const std::string& path, const std::vector<std::string>& opened) {
  RecoveryOffer offer;
  offer.path = path;
  auto lock = FileLock::take(lockBeside(path));
  if (lock && !*lock) return std::nullopt;
  if (lock) offer.lock = std::move(*lock);
  std::error_code error;
  if (!fs::exists(path, error)) {  // its window has saved and gone meanwhile
    if (offer.lock) offer.lock->removeFile();
    return std::nullopt;
  }
  auto recovery = readRecovery(path);
  if (!recovery) {
    offer.saved = stampOf(path).modified / 1'000'000;
    offer.state = OriginState::kDamaged;
    return offer;
  }
  const std::string now = recovery->origin.file_path.empty() ? "" : digestOfFile(recovery->origin.file_path);
  if (isSaved(*recovery, now) && offer.lock) {
    removeRecovery(path, offer.lock.get());
    return std::nullopt;
  }
  offer.saved = recovery->saved;
  offer.origin = std::move(recovery->origin);
  offer.state = stateOf(offer.origin, now, opened);
  return offer;
}

bool isOfOpened(const RecoveryOffer& offer, const std::vector<std::string>& opened) {
  return std::ranges::find(opened, offer.origin.file_path) != opened.end();
}

}  // namespace

std::string recoveryName() { return std::string(kRecoveryPrefix) + randomName() + std::string(kRecoverySuffix); }

std::string lockBeside(const std::string& recovery) { return withoutEnding(recovery) + std::string(kLockSuffix); }

std::string recoveryText(const CaseFile& origin, std::string_view case_text) {
  const Json head{{"sepax_recovery", 1},
                  {"saved", millisecondsNow()},
                  {"document", digestOf(case_text)},
                  {"path", percentEncoded(origin.file_path)},
                  {"title", origin.title},
                  {"modified", origin.own_file.known.modified},
                  {"size", origin.own_file.known.size},
                  {"digest", origin.own_file.digest}};
  return compactJson(head) + "\n" + std::string(case_text);
}

void removeRecovery(const std::string& path, const FileLock* lock) {
  std::error_code ignored;
  fs::remove(path, ignored);
  fs::remove(withoutEnding(path) + std::string(kOriginSuffix), ignored);
  if (lock) lock->removeFile();
}

std::vector<RecoveryOffer> findRecoveries(const std::vector<std::string>& opened) {
  std::vector<RecoveryOffer> offers;
  for (const std::string& folder : keepingFolders()) {
    for (const std::string& path : filesEndingIn(folder, kRecoverySuffix)) {
      if (writerOf(fileNameOf(path), kRecoverySuffix) == Writer::kNone) continue;
      if (auto offer = offerAt(path, opened)) offers.push_back(std::move(*offer));
    }
    for (const std::string& path : filesEndingIn(folder, kLockSuffix)) {  // of windows that ended before they wrote
      std::error_code error;
      const bool is_ours = writerOf(fileNameOf(path), kLockSuffix) != Writer::kNone;
      if (!is_ours || fs::exists(withoutEnding(path) + std::string(kRecoverySuffix), error)) continue;
      if (const auto lock = FileLock::take(path); lock && *lock) (*lock)->removeFile();
    }
  }
  std::ranges::sort(offers, [&](const RecoveryOffer& a, const RecoveryOffer& b) {
    return std::tuple(!isOfOpened(a, opened), -a.saved, a.path) < std::tuple(!isOfOpened(b, opened), -b.saved, b.path);
  });
  return offers;
}

void offerRecoveries(RecoveryRun& run, Host& host, const std::vector<std::string>& opened) {
  std::vector<std::string> paths;
  for (const std::string& path : opened) paths.push_back(absolutePath(path));
  std::vector<RecoveryOffer> offers = findRecoveries(paths);
  const std::size_t count = offers.size();
  if (!opened.empty()) std::erase_if(offers, [&](const RecoveryOffer& offer) { return !isOfOpened(offer, paths); });
  if (offers.size() < count) {
    notify(host, LogLevel::kInfo, tr("Unsaved work of windows that ended unexpectedly waits: File, Unsaved work…"));
  }
  run.offers = std::move(offers);
}

void takeRecovery(RecoveryRun& run, Host& host, std::size_t index) {
  std::vector<RecoveryOffer>& offers = run.offers;
  if (index >= offers.size()) return;
  RecoveryOffer& offer = offers[index];
  const auto recovery = readRecovery(offer.path);
  auto kept =
      recovery ? parseCase(recovery->case_text, offer.path) : Result<LoadedCase>(tl::unexpected(recovery.error()));
  if (!kept) {  // stays on disk: the user may still want it
    offer.state = OriginState::kDamaged;
    return notify(host, LogLevel::kError, describe(kept.error()));
  }
  // Undo leads to what is in the file, so that saving after it loses nothing.
  LoadedCase before{.document = defaultDocument(), .warnings = {}};
  if (auto saved = loadCase(offer.origin.file_path); !offer.origin.file_path.empty() && saved)
    before = std::move(*saved);
  showLoadedCase(host, std::move(before), offer.origin.title);
  host.file_path = offer.origin.file_path;
  host.own_file = offer.origin.own_file;
  // An older version wrote down no facts of the file.
  if (host.own_file.digest.empty()) host.own_file = ownFileAt(host.file_path);
  if (const auto done = host.history.run(ReplaceDocument{std::move(kept->document)}); !done)
    return notify(host, LogLevel::kError, describe(done.error()));
  notify(host, LogLevel::kWarning, tr("The unsaved work is back. Save it, or undo to drop it."));
  if (offer.lock) run.taken.push_back(std::move(offer));
  offers.clear();
}

Result<void> discardRecovery(RecoveryRun& run, std::size_t index) {
  std::vector<RecoveryOffer>& offers = run.offers;
  if (index >= offers.size()) return {};
  const std::string& path = offers[index].path;
  const std::string folder = directoryOf(path) + "/discarded";
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::rename(path, folder + "/" + fileNameOf(path), error);
  if (error)
    return fail(ErrorCode::kUnreadable, toValidUtf8(path), trf("cannot be moved: {}", trKnown(error.message())));
  removeRecovery(path, offers[index].lock.get());
  offers.erase(offers.begin() + static_cast<std::ptrdiff_t>(index));
  return {};
}

}  // namespace sepax
