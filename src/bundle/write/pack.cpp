#include "bundle/write/pack.h"

#include "bundle/byte_source.h"
#include "bundle/folder.h"
#include "bundle/open/open_container.h"
#include "bundle/safe_path.h"
#include "bundle/tree.h"
#include "bundle/write/fat_writer.h"
#include "bundle/write/zip_writer.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/output_file.h"
#include "core/platform.h"
#include "core/text.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace sepax {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxAndroidEntries =
    32767;  ///< Google's expansion library reads the count as a signed 16-bit number

void warn(std::vector<Finding>& warnings, FindingKind kind, const std::string& path, std::string message) {
  warnings.push_back({kind, path, std::move(message)});
}

/// A check that runs before anything is written.
Result<void> checkEntries(const std::vector<NewEntry>& entries, std::vector<Finding>& warnings) {
  NameMap<std::string, const NewEntry*> entry_of;  // by path in small letters
  NameSet<std::string_view> folders;
  for (const NewEntry& entry : entries) {
    if (const char* why = whyDangerousPath(entry.path); why != nullptr) {
      return fail(ErrorCode::kUnsafe, printableLine(entry.path), trf("the name {}", why));
    }
    if (const char* why = whyNotPortablePath(entry.path); why != nullptr) {
      warn(warnings, FindingKind::kPackNotPortable, entry.path, trf("the name {}", why));
    }
    if (entry.path.find("\xEF\xBF\xBD") != std::string::npos) {
      warn(warnings, FindingKind::kPackNameEncoding, entry.path,
           tr("the name was no UTF-8; what could not be read is replaced"));
    }
    const auto [place, isNew] = entry_of.try_emplace(lowerCase(entry.path), &entry);
    if (!isNew && place->second->path == entry.path)
      return fail(ErrorCode::kWrongValue, entry.path, tr("two inputs have this path"));
    if (!isNew) {
      warn(warnings, FindingKind::kPackCaseClash, entry.path,
           trf("differs from \"{}\" only in upper and lower case", place->second->path));
    }
    eachFolderAbove(entry.path, [&](std::string_view folder) { folders.insert(folder); });
  }
  for (const NewEntry& entry : entries) {
    if (!entry.directory && folders.contains(entry.path))
      return fail(ErrorCode::kWrongValue, entry.path, tr("is a file, and other inputs lie in a folder of this name"));
  }
  return {};
}

/// Size and sum of an entry that was put in and must be read back.
struct Expected {
  std::uint64_t size = 0;
  std::uint32_t crc32 = 0;
};

/// Counts bytes for the progress sink, over writing and verifying; sums the CRC of what passes.
class Meter {
 public:
  Meter(const ProgressSink& sink, std::uint64_t total) : sink_(sink), total_(total) {}
  [[nodiscard]] Result<void> pass(std::span<const std::byte> bytes, const std::string& path) {
    crc_ = crc32Of(bytes, crc_);
    done_ += bytes.size();
    if (!sink_ || sink_({done_, total_, path})) return {};
    is_stopped_ = true;
    return fail(ErrorCode::kInternal, "", "stopped");
  }
  [[nodiscard]] bool isStopped() const { return is_stopped_; }
  [[nodiscard]] std::uint32_t takeCrc() { return std::exchange(crc_, 0); }

 private:
  const ProgressSink& sink_;
  std::uint64_t done_ = 0, total_ = 0;
  std::uint32_t crc_ = 0;
  bool is_stopped_ = false;
};

using ExpectedEntries = NameMap<std::string, Expected>;  ///< files by path

/// `entry` with a stream that the meter watches and that leaves behind what must be read back.
NewEntry metered(const NewEntry& entry, Meter& meter, ExpectedEntries& expected) {
  NewEntry out = entry;
  out.stream = [&](const ByteSink& sink) -> Result<void> {
    (void)meter.takeCrc();
    auto done = entry.stream([&](std::span<const std::byte> bytes) -> Result<void> {
      SEPAX_TRY(meter.pass(bytes, entry.path));
      return sink(bytes);
    });
    expected[entry.path] = {entry.size, meter.takeCrc()};
    return done;
  };
  return out;
}

Result<void> writeZip(OutputFile& file, const std::vector<NewEntry>& entries, const PackOptions& options, Meter& meter,
                      ExpectedEntries& expected) {
  std::vector<std::string> records(entries.size());
  // Stored entries first: what is read in place lies together, and the padding between them stays small.
  for (const Compression method : {Compression::kStored, Compression::kDeflated}) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const NewEntry& entry = entries[i];
      const bool deflates = options.deflates && !entry.directory && isWorthDeflating(entry.path);
      if (method != (deflates ? Compression::kDeflated : Compression::kStored)) continue;
      auto written = writeZipEntry(file, metered(entry, meter, expected), method, options.allows_zip64);
      SEPAX_TRY(written);
      records[i] = std::move(written->record);
    }
  }
  return writeZipEnd(file, records, "", options.allows_zip64);
}

/// Gathers whole sectors, encrypts them when there is a key, and appends them.
class SectorOutput {
 public:
  SectorOutput(OutputFile& file, std::optional<ObbKey> key) : file_(file), key_(key) {}
  [[nodiscard]] Result<void> take(std::span<const std::byte> bytes) {
    if (!key_) return file_.append(bytes);
    while (!bytes.empty()) {
      const auto part = bytes.first(std::min(bytes.size(), kWhole - waiting_.size()));
      waiting_.insert(waiting_.end(), part.begin(), part.end());
      bytes = bytes.subspan(part.size());
      if (waiting_.size() < kWhole) break;
      SEPAX_TRY(finish());
    }
    return {};
  }
  /// To be called when everything was taken.
  [[nodiscard]] Result<void> finish() {
    if (waiting_.empty()) return {};
    SEPAX_TRY(encryptObbSectors(*key_, sector_, waiting_));
    sector_ += static_cast<std::uint32_t>(waiting_.size() / kObbSectorSize);
    auto appended = file_.append(waiting_);
    waiting_.clear();
    return appended;
  }

 private:
  static constexpr std::size_t kWhole = 256 * kObbSectorSize;
  OutputFile& file_;
  std::optional<ObbKey> key_;
  std::vector<std::byte> waiting_;
  std::uint32_t sector_ = 0;
};

/// Sets the footer's salt and flag and returns the key; nullopt without a password. Salts are rolled until devices
/// accept the key.
Result<std::optional<ObbKey>> chooseKey(const PackOptions& options, ObbFooter& footer, std::vector<Finding>& warnings) {
  footer.flags &= ~kObbFlagSalted;
  footer.salt_hex.clear();
  if (options.password.empty()) return std::nullopt;
  constexpr int kMaxRolls = 1000;  // 44 of 100 keys survive: that many failures do not happen
  for (int roll = 0; roll < kMaxRolls; ++roll) {
    const ObbSalt salt = options.salt.value_or(randomObbSalt());
    auto key = deriveObbKey(options.password, salt);
    SEPAX_TRY(key);
    if (!survivesDevice(*key) && !options.salt) continue;
    if (!survivesDevice(*key))
      warn(warnings, FindingKind::kPackDeviceKey, "",
           tr("no device mounts an image of this salt and password; leave the salt to chance"));
    warn(warnings, FindingKind::kPackEncrypted, "",
         tr("newer Android versions mount no encrypted images; older ones and our reader do"));
    footer.flags |= kObbFlagSalted;
    footer.salt_hex = hexOf(salt);
    return *key;
  }
  return fail(ErrorCode::kInternal, "", tr("no salt gives a key that devices accept"));
}

Result<void> writeFat(OutputFile& file, const std::vector<NewEntry>& entries, const std::optional<ObbKey>& key,
                      Meter& meter, ExpectedEntries& expected) {
  std::vector<NewEntry> watched;
  watched.reserve(entries.size());
  for (const NewEntry& entry : entries) watched.push_back(metered(entry, meter, expected));
  SectorOutput output(file, key);
  if (auto done = writeFatImage(watched, [&](std::span<const std::byte> bytes) { return output.take(bytes); }); !done)
    return done;
  return output.finish();
}

/// Opens what was written with our own reader and compares it with what was put in.
Result<void> verifyWritten(OutputFile& file, const PackOptions& options, const ExpectedEntries& expected,
                           Meter& meter) {
  const auto differs = [&](const std::string& what, const std::string& why) {
    return fail(ErrorCode::kInternal, what, trf("the new bundle was read back and is not what it should be: {}", why));
  };
  auto path = file.temporaryPath();
  OpenOptions reading;
  reading.password = options.password;
  auto tree = path ? openTree(*path, reading) : tl::unexpected(path.error());
  SEPAX_TRY(tree);
  for (const Finding& finding : (*tree)->findings()) {
    if (finding.severity() == Severity::kError) return differs(finding.path, finding.message);
  }
  std::size_t files = 0;
  const auto& entries = (*tree)->entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].directory) continue;
    const auto wanted = expected.find(entries[i].path);
    if (wanted == expected.end()) return differs(entries[i].path, tr("an entry that was not put in"));
    (void)meter.takeCrc();
    auto read =
        (*tree)->stream(i, [&](std::span<const std::byte> bytes) { return meter.pass(bytes, entries[i].path); });
    if (!read) return meter.isStopped() ? read : differs(entries[i].path, read.error().message);
    if (entries[i].size != wanted->second.size || meter.takeCrc() != wanted->second.crc32)
      return differs(entries[i].path, tr("other bytes"));
    ++files;
  }
  return files == expected.size() ? Result<void>() : differs("", trf("{} files instead of {}", files, expected.size()));
}

void evaluateName(const PackOptions& options, PackReport& report) {
  const std::string file_name = fs::path(options.output).filename().string();
  const auto name = parseObbName(file_name);
  if (options.footer) {
    const std::string kind = name ? name->kind : "main";
    const std::string wanted = formatObbName({kind, options.footer->version, options.footer->package});
    if (wanted != file_name) {
      report.suggested_name = wanted;
      warn(report.warnings, FindingKind::kPackName, "", trf("devices look for {}", wanted));
    }
  } else if (!name && file_name.ends_with(".obb")) {
    warn(report.warnings, FindingKind::kPackName, "",
         tr("devices look for main.VERSION.PACKAGE.obb or patch.VERSION.PACKAGE.obb"));
  }
}

/// Refuses, or warns of, what Google's library cannot read.
Result<void> excuse(const PackOptions& options, const std::string& error, std::vector<Finding>& warnings) {
  if (!options.allows_large && !options.allows_zip64)
    return fail(ErrorCode::kTooLarge, toValidUtf8(options.output), error);
  warn(warnings, FindingKind::kPackLarge, "", error);
  return {};
}

}  // namespace

std::vector<NewEntry> entriesOfTree(const std::shared_ptr<const Tree>& tree, EntryTimes times) {
  std::vector<NewEntry> out;
  NameSet<std::string> inhabited;
  const auto& entries = tree->entries();
  for (const TreeEntry& entry : entries) {
    if (const std::size_t slash = entry.path.rfind('/'); slash != std::string::npos)
      inhabited.insert(entry.path.substr(0, slash));
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TreeEntry& entry = entries[i];
    if (entry.shadowed || (entry.directory && inhabited.contains(entry.path))) continue;
    NewEntry added{entry.path,
                   entry.directory,
                   entry.size,
                   times == EntryTimes::kKept ? toDosTime(entry.modified) : DosTime{},
                   {}};
    added.stream = [tree, i](const ByteSink& sink) -> Result<void> {
      SEPAX_TRY(tree->stream(i, sink));
      if (auto failed = tree->failedRead()) return tl::unexpected(std::move(*failed));
      return {};
    };
    out.push_back(std::move(added));
  }
  std::sort(out.begin(), out.end(), [](const NewEntry& a, const NewEntry& b) { return a.path < b.path; });
  return out;
}

Result<std::vector<NewEntry>> gatherEntries(const std::vector<std::string>& inputs, EntryTimes times,
                                            std::vector<Finding>& warnings, const std::string& output) {
  std::vector<NewEntry> all;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      auto entry = newFileEntry(input, toValidUtf8(fs::path(input).filename().string()), times);
      SEPAX_TRY(entry);
      all.push_back(std::move(*entry));
      continue;
    }
    auto tree = openFolder(input);
    SEPAX_TRY(tree);
    std::vector<NewEntry> entries = entriesOfTree(*tree, times);
    const std::string itself = output.empty() ? ""
                                              : fs::weakly_canonical(output, error)
                                                    .lexically_relative(fs::weakly_canonical(input, error))
                                                    .generic_string();
    const auto left = std::erase_if(entries, [&](const NewEntry& entry) { return entry.path == itself; });
    if (left > 0) warn(warnings, FindingKind::kPackLeftOut, itself, tr("the bundle itself"));
    std::move(entries.begin(), entries.end(), std::back_inserter(all));
    for (const Finding& finding : (*tree)->findings()) {
      if (finding.severity() == Severity::kError)
        return fail(ErrorCode::kTooLarge, toValidUtf8(input), finding.message);
      warn(warnings, FindingKind::kPackLeftOut, finding.path, finding.message);
    }
  }
  std::sort(all.begin(), all.end(), [](const NewEntry& a, const NewEntry& b) { return a.path < b.path; });
  return all;
}

Result<NewEntry> newFileEntry(const std::string& file, std::string path, EntryTimes times) {
  auto opened = openFile(file);
  SEPAX_TRY(opened);
  NewEntry entry{.path = std::move(path), .size = (*opened)->size()};
  std::error_code error;
  if (const auto time = fs::last_write_time(file, error); times == EntryTimes::kKept && !error)
    entry.modified = toDosTime(fromFileTime(time));
  // Opened anew when it is its turn: a thousand open files are more than a process may have.
  entry.stream = [file](const ByteSink& sink) -> Result<void> {
    auto source = openFile(file);
    SEPAX_TRY(source);
    return streamBytes(**source, 0, (*source)->size(), sink);
  };
  return entry;
}

Result<PackReport> packBundle(std::vector<NewEntry> entries, const PackOptions& options, const ProgressSink& progress) {
  const bool isFat = options.form == PackForm::kFat;
  const std::string where = toValidUtf8(options.output);
  PackReport report;
  if (entries.empty()) return fail(ErrorCode::kWrongValue, where, tr("there is nothing to pack"));
  if (isFat && !options.footer)
    return fail(ErrorCode::kWrongValue, where, tr("a disk image needs a package name and version for its footer"));
  if (!isFat && !options.password.empty())
    return fail(ErrorCode::kWrongValue, where, tr("only disk images are encrypted, ZIPs are not"));
  SEPAX_TRY(checkEntries(entries, report.warnings));
  for (const NewEntry& entry : entries) {
    ++(entry.directory ? report.folders : report.files);
    report.input_bytes += entry.size;
  }
  Result<void> fits;
  if (!isFat && entries.size() > kMaxAndroidEntries) {
    fits = excuse(options,
                  trf("{} entries, Google's library sees none of more than {}", entries.size(), kMaxAndroidEntries),
                  report.warnings);
  }
  const auto checkSize = [&](std::uint64_t bytes) {
    const std::string error = trf("{} bytes, Google's library reads at most {}", bytes, options.max_bytes);
    return isFat || bytes <= options.max_bytes ? Result<void>() : excuse(options, error, report.warnings);
  };
  // Stored entries need at least their own size; the size of deflated ones shows in the result.
  const bool isTooLarge = !options.deflates && report.input_bytes > options.max_bytes;
  if (fits && isTooLarge) fits = checkSize(report.input_bytes);
  SEPAX_TRY(fits);
  evaluateName(options, report);

  auto file = OutputFile::create(options.output);
  SEPAX_TRY(file);
  Meter meter(progress, 2 * report.input_bytes);
  ExpectedEntries expected;
  std::optional<ObbFooter> footer = options.footer;
  Result<void> written;
  if (isFat) {
    const auto key = chooseKey(options, *footer, report.warnings);
    SEPAX_TRY(key);
    written = writeFat(*file, entries, *key, meter, expected);
  } else {
    written = writeZip(*file, entries, options, meter, expected);
  }
  if (written && footer) {
    const auto bytes = obbFooterBytes(*footer);
    written = bytes ? file->append(std::as_bytes(std::span(*bytes))) : tl::unexpected(bytes.error());
  }
  report.output_bytes = file->size();
  if (written && !isTooLarge) written = checkSize(report.output_bytes);
  if (written) written = verifyWritten(*file, options, expected, meter);
  if (written) written = file->commit();
  SEPAX_TRY(written);
  return report;
}

}  // namespace sepax
