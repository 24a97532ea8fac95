#include "bundle/open/open_container.h"

#include "bundle/fat/fat.h"
#include "bundle/fat/fat_directory.h"
#include "bundle/folder.h"
#include "bundle/little_endian.h"
#include "bundle/name_encoding.h"
#include "bundle/obb/obb.h"
#include "bundle/pck.h"
#include "bundle/zip/zip.h"
#include "bundle/zip/zip_end.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <utility>

namespace sepax {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxParts = 1000;

/// The files that one archive was split over.
struct SplitSet {
  std::string name = {};             ///< of the whole
  std::vector<std::string> files;    ///< paths, in order
  std::vector<std::string> missing;  ///< names of those that are not there
  std::string next = {};             ///< of plain pieces: the name that one behind the last would have
  bool has_disks =
      false;  ///< PKWARE's x.z01 … x.zip, whose offsets count from each part's start; else plain pieces x.001 …
};

/// The parts as one run of bytes.
struct JoinedSet {
  std::shared_ptr<const ByteSource> bytes;
  std::vector<std::uint64_t> starts;  ///< of each part
};

/// The number that a text of nothing but digits is.
std::optional<std::size_t> numberIn(std::string_view digits) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

bool isThere(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// Adds a part, to the missing ones if it is not there.
void addPart(SplitSet& set, const fs::path& path) {
  if (isThere(path)) {
    set.files.push_back(path.string());
  } else {
    set.missing.push_back(toValidUtf8(path.filename().string()));
  }
}

/// The highest number of a piece beside this one, which a gap may part from it.
std::size_t lastPieceBeside(const fs::path& path, std::size_t digits) {
  std::size_t last = 0;
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator place(folder, error); !error && place != fs::directory_iterator();
       place.increment(error)) {
    const fs::path name = place->path().filename();
    const std::string extension = name.extension().string();
    if (name.stem() != path.stem() || extension.size() != digits + 1) continue;
    last = std::max(last, numberIn(std::string_view(extension).substr(1)).value_or(0));
  }
  return std::min(last, kMaxParts);
}

/// x.001, x.002, …: one file cut into pieces. How many there are is not written anywhere.
SplitSet piecesAround(const fs::path& path, std::size_t digits) {
  const fs::path stem = path.parent_path() / path.stem();
  const auto partOf = [&](std::size_t part) { return fs::path(stem.string() + fmt::format(".{:0{}}", part, digits)); };
  SplitSet set;
  set.name = toValidUtf8(path.stem().string());
  const std::size_t last = lastPieceBeside(path, digits);
  for (std::size_t part = 1; part <= last; ++part) addPart(set, partOf(part));
  set.next = toValidUtf8(partOf(last + 1).filename().string());
  return set;
}

/// x.z01, x.z02, …, x.zip: the last one knows how many.
std::optional<SplitSet> disksAround(const fs::path& last) {
  SplitSet set;
  set.name = toValidUtf8(last.filename().string());
  set.has_disks = true;
  const auto source = openFile(last.string());
  const auto end = source ? findZipEnd(**source) : std::nullopt;
  if (source && (!end || !end->is_split || end->disk > kMaxParts)) return std::nullopt;
  const std::size_t before = end ? end->disk : 1;
  for (std::size_t part = 1; part <= before; ++part)
    addPart(set, last.parent_path() / (last.stem().string() + fmt::format(".z{:02}", part)));
  addPart(set, last);
  return set;
}

/// The set that a file on disk belongs to by its name (and, of a .zip, by its end record), or nullopt.
std::optional<SplitSet> findSplitSet(const std::string& path) {
  const fs::path file = path;
  const std::string extension = lowered(file.extension().string());
  if (extension.size() >= 4 && extension.size() <= 6) {
    if (const auto number = numberIn(std::string_view(extension).substr(1));
        number && *number > 0 && *number <= kMaxParts && isThere(file))
      return piecesAround(file, extension.size() - 1);
  }
  if (extension == ".zip") return disksAround(file);
  if (extension.starts_with(".z") && extension.size() >= 4 && numberIn(std::string_view(extension).substr(2))) {
    fs::path last = file;
    return disksAround(last.replace_extension(".zip"));
  }
  return std::nullopt;
}

Result<JoinedSet> joinSplitSet(const SplitSet& set) {
  std::vector<SourcePart> parts;
  JoinedSet out;
  std::uint64_t size = 0;
  for (const std::string& file : set.files) {
    const auto part = openFile(file);
    SEPAX_TRY(part);
    out.starts.push_back(size);
    size += (*part)->size();
    parts.push_back({*part, 0, (*part)->size()});
  }
  out.bytes = joined(std::move(parts));
  return out;
}

}  // namespace

namespace {

using namespace std::string_view_literals;

/// A container format that is known by its marks and not (yet) read.
struct RecognisedContainer {
  ContainerKind kind = ContainerKind::kUnknown;
  std::string description;  ///< "a Godot PCK", in English
};

struct Mark {
  std::size_t offset;
  std::string_view bytes;
  ContainerKind kind;
  const char* description;
};

constexpr Mark kMarks[] = {
    {0, "GDPC"sv, ContainerKind::kPck, "a Godot PCK"},
    {0, "UnityFS\0"sv, ContainerKind::kUnknown, "a Unity asset bundle (UnityFS)"},
    {0, "Rar!\x1A\x07"sv, ContainerKind::kUnknown, "a RAR archive"},
    {0, "7z\xBC\xAF\x27\x1C"sv, ContainerKind::kUnknown, "a 7-Zip archive"},
    {257, "ustar"sv, ContainerKind::kUnknown, "a tar archive"},
    {0, "SQLite format 3\0"sv, ContainerKind::kUnknown, "an SQLite database"},
    {0, ".OBB\x01\0\0\0"sv, ContainerKind::kUnknown, "a Capcom .OBB archive"},
    {0, "-==--==--==--==-"sv, ContainerKind::kUnknown, "an Unreal IoStore table (.utoc)"},
    {0, "\x1F\x8B"sv, ContainerKind::kUnknown, "a gzip file"},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     ContainerKind::kUnknown, "an xz file"},
    {0, "\xABKTX 11\xBB"sv, ContainerKind::kUnknown, "a KTX texture"},
    {0, "\xABKTX 20\xBB"sv, ContainerKind::kUnknown, "a KTX2 texture"},
    {0, "\x13\xAB\xA1\x5C"sv, ContainerKind::kUnknown, "an ASTC texture"},
    {0, "PVR\3"sv, ContainerKind::kUnknown, "a PVR texture"},
    {0, "PKM 10"sv, ContainerKind::kUnknown, "a PKM texture"},
    {0, "PKM 20"sv, ContainerKind::kUnknown, "a PKM texture"},
    {0, "DDS "sv, ContainerKind::kUnknown, "a DDS texture"},
    {0, "CCZ!"sv, ContainerKind::kUnknown, "a CCZ texture"},
    {0, "glTF"sv, ContainerKind::kUnknown, "a binary glTF mesh"},
    {0, "OggS"sv, ContainerKind::kUnknown, "an Ogg file"},
    {0, "RIFF"sv, ContainerKind::kUnknown, "a RIFF file (WAVE, WebP, …)"},
    {0, "FSB5"sv, ContainerKind::kUnknown, "an FMOD sound bank"},
    {0, "BKHD"sv, ContainerKind::kUnknown, "a Wwise sound bank"},
    {0, "\x28\xB5\x2F\xFD"sv, ContainerKind::kUnknown, "a Zstandard file"},
};

constexpr std::string_view kUnrealPakMark = "\xE1\x12\x6F\x5A"sv;
constexpr std::size_t kUnrealPakTail = 256;  // the footer's length differs by version; the mark is always in here

/// The format that the marks of `source` show, ZIP and disk images aside.
std::optional<RecognisedContainer> recogniseContainer(const ByteSource& source) {
  std::vector<std::byte> head(std::min<std::uint64_t>(source.size(), 512));
  if (!source.readAt(0, head)) return std::nullopt;
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  for (const Mark& mark : kMarks) {
    if (text.size() >= mark.offset && text.substr(mark.offset).starts_with(mark.bytes))
      return RecognisedContainer{mark.kind, mark.description};
  }
  std::vector<std::byte> tail(std::min<std::uint64_t>(source.size(), kUnrealPakTail));
  if (!source.readAt(source.size() - tail.size(), tail)) return std::nullopt;
  if (std::string_view(reinterpret_cast<const char*>(tail.data()), tail.size()).find(kUnrealPakMark) !=
      std::string_view::npos) {
    return RecognisedContainer{ContainerKind::kUnknown, "an Unreal pak file"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ObbKeyGuess> findObbKey(const std::shared_ptr<const ByteSource>& payload, std::string_view password,
                                      std::string_view salt_hex) {
  const auto isVolume = [](const ByteSource& source) {
    std::array<std::byte, kObbSectorSize> sector;
    return source.readAt(0, sector) && readFatVolume(sector);
  };
  if (password.empty() || isVolume(*payload)) return std::nullopt;
  const auto salt = parseObbSalt(salt_hex.empty() ? "0000000000000000" : salt_hex);
  const auto guesses = salt ? guessObbKeys(password, *salt) : tl::unexpected(salt.error());
  if (!guesses) return std::nullopt;
  for (const ObbKeyGuess& guess : *guesses) {
    if (isVolume(*decryptedPayload(payload, guess.key))) return guess;
  }
  return std::nullopt;
}

namespace {

/// How random the first MiB looks: near 8 bits a byte it is compressed or encrypted.
std::string entropyText(const ByteSource& source) {
  std::vector<std::byte> head(std::min<std::uint64_t>(source.size(), 1 << 20));
  if (head.empty() || !source.readAt(0, head)) return "none";
  std::array<double, 256> counts{};
  for (const std::byte b : head) ++counts[std::to_integer<std::size_t>(b)];
  double bits = 0;
  for (const double count : counts) {
    if (count > 0)
      bits -= count / static_cast<double>(head.size()) * std::log2(count / static_cast<double>(head.size()));
  }
  return trf("{:.2f} bits a byte in the first {} bytes", bits, head.size());
}

/// A container that is named and not read: no entries, a finding that says why.
class ClosedTree final : public FileTree {
 public:
  struct Facts {
    ContainerKind kind = ContainerKind::kUnknown;
    std::string description;  ///< English
    bool is_locked = false;
  };
  ClosedTree(ContainerFile file, Facts facts, std::vector<Finding> findings)
      : FileTree(std::move(file), {}, std::move(findings)), facts_(std::move(facts)) {}
  ContainerKind kind() const override { return facts_.kind; }
  std::string description() const override { return tr(facts_.description.c_str()); }
  std::vector<Fact> facts() const override { return {{"entropy", entropyText(*bytes())}}; }
  bool locked() const override { return facts_.is_locked; }
  Result<std::vector<std::byte>> read(std::size_t, std::uint64_t) const override {
    return fail(ErrorCode::kUnsupported, name(), tr("this container's entries are not read"));
  }

 private:
  Facts facts_;
};

bool startsLikeZip(const ByteSource& source) {
  std::array<std::byte, 4> head;
  if (!source.readAt(0, head)) return false;
  const std::uint32_t signature = u32At(head, 0);
  return signature == zip::local::kSignature || signature == zip::kSplitSignature;
}

/// The boot sector of a payload, or nullopt.
std::optional<FatVolume> volumeOf(const ByteSource& payload) {
  std::array<std::byte, 512> sector;
  return payload.readAt(0, sector) ? readFatVolume(sector) : std::nullopt;
}

enum class Lock { kOpen, kLocked };

Result<void> checkEncoding(const std::string& name, const OpenOptions& options) {
  if (options.name_encoding.empty() || TextDecoder(options.name_encoding).isKnown()) return {};
  return fail(ErrorCode::kWrongValue, name, trf("there is no text encoding called \"{}\"", options.name_encoding));
}

std::string missingParts(const std::vector<std::string>& names) {
  return trf("one part of an archive split over several files; missing: {}", fmt::format("{}", fmt::join(names, ", ")));
}

/// One container being opened.
struct Opening {
  ContainerFile file;
  const OpenOptions& options;
  std::vector<std::uint64_t> disk_starts = {};  ///< of a joined split archive
  std::string split_note = {};                  ///< of a part of one that cannot be joined: which parts are missing
  std::string next_part = {};                   ///< of plain pieces: the one that is missing when the end is
  FindingCollector findings = {};

  /// Refuses a container of which a byte could not be read: its listing would lack entries.
  Result<std::shared_ptr<const Tree>> run() {
    const auto whole = file.payload = file.whole = watchedSource(std::move(file.whole), file.name);
    auto tree = open();
    if (auto failed = whole->failedRead()) return tl::unexpected(std::move(*failed));
    return tree;
  }

  std::shared_ptr<const Tree> open() {
    if (auto located = readObbFooter(*file.whole, findings); located) {
      file.footer = std::move(located->footer);
      file.payload = windowOf(file.whole, 0, located->payload_size);
    }
    const auto& payload = file.payload;
    const auto& footer = file.footer;
    const auto volume = volumeOf(*payload);
    const auto other = volume ? std::nullopt : recogniseContainer(*payload);
    const auto end = findZipEnd(*payload, disk_starts);
    // A ZIP that happens to lie inside a disk image must not be taken for the whole: there its offsets do not count
    // from the start.
    const bool isWholeZip = end && end->base == 0 && end->archive_end >= payload->size();
    if (!split_note.empty()) findings.add(FindingKind::kZipSplit, split_note);
    if (end && (isWholeZip || (!other && !volume))) return openZip(file, *end, options, std::move(findings));
    if (volume) return openFat(file, "", *volume, options, std::move(findings));
    const bool isSalted = footer && (footer->flags & kObbFlagSalted) != 0;
    if (isSalted || (!other && !options.password.empty())) {
      if (auto tree = openEncrypted(isSalted); tree) return tree;
    }
    if (other && other->kind == ContainerKind::kPck) return openPck(file, std::move(findings));
    if (other) {
      findings.add(FindingKind::kContainerUnsupported,
                   trf("this is {}, not read by this version", tr(other->description.c_str())));
      return closed(other->kind, other->description);
    }
    if (!split_note.empty() && !options.salvage) return closed(ContainerKind::kUnknown, "one part of a split archive");
    if (startsLikeZip(*payload) && hasEncryptedDirectory(*payload)) {
      findings.add(FindingKind::kZipEncryptedDirectory,
                   tr("its directory is encrypted by PKWARE's method, which this version does not read"));
      if (!options.salvage) return closed(ContainerKind::kZip, "a ZIP archive with an encrypted directory");
    } else if (startsLikeZip(*payload) && !next_part.empty()) {
      findings.add(FindingKind::kZipSplit, missingParts({next_part}));
      if (!options.salvage) return closed(ContainerKind::kUnknown, "one part of a split archive");
    } else if (startsLikeZip(*payload)) {
      findings.add(FindingKind::kZipNoEnd,
                   tr("starts like a ZIP, but its directory is missing: the file was cut off or is damaged"));
      if (!options.salvage) return closed(ContainerKind::kZip, "a ZIP archive without its directory");
    }
    if (startsLikeZip(*payload)) return openSalvagedZip(file, options, std::move(findings));
    findings.add(FindingKind::kContainerUnknown, payload->size() == 0
                                                     ? tr("the file is empty")
                                                     : trf("no known container in these {} bytes", payload->size()));
    return closed(ContainerKind::kUnknown, "an unknown container");
  }

  /// Tries the password on a payload that is none of the known formats; nullptr when this is no disk image either.
  std::shared_ptr<const Tree> openEncrypted(bool is_salted) {
    std::shared_ptr<const Tree> tree = tryKeys();
    if (tree || !is_salted) return tree;
    const bool isGiven = !options.password.empty();
    findings.add(isGiven ? FindingKind::kObbWrongPassword : FindingKind::kObbSalted, "",
                 isGiven ? tr("the password is wrong, or the image is damaged")
                         : tr("the contents are encrypted; give the password to see them"));
    return closed(ContainerKind::kUnknown, "an encrypted disk image", Lock::kLocked);
  }

  std::shared_ptr<const Tree> tryKeys() {
    const auto found = findObbKey(file.payload, options.password, file.footer ? file.footer->salt_hex : "");
    if (!found) return nullptr;
    ContainerFile plain = file;
    plain.payload = decryptedPayload(file.payload, found->key);
    const FatVolume volume = *volumeOf(*plain.payload);
    return openFat(std::move(plain), found->derivation, volume, options, std::move(findings));
  }

  std::shared_ptr<const Tree> closed(ContainerKind kind, std::string description, Lock lock = Lock::kOpen) {
    return std::make_shared<ClosedTree>(file, ClosedTree::Facts{kind, std::move(description), lock == Lock::kLocked},
                                        findings.take());
  }
};

}  // namespace

Result<std::shared_ptr<const Tree>> openTree(const std::string& path, const OpenOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error)) return openFolder(path, options);
  SEPAX_TRY(checkEncoding(path, options));
  auto source = openFile(path);
  SEPAX_TRY(source);
  const std::string name = toValidUtf8(fs::path(path).filename().string());
  // A .zip says by itself whether it is one part of several; other parts are known by their names.
  std::optional<SplitSet> set;
  if (!hasExtension(name, {".zip"})) set = findSplitSet(path);
  if (!set) {
    auto tree = Opening{{*source, {}, name, {}}, options}.run();
    SEPAX_TRY(tree);
    const auto& findings = (*tree)->findings();
    if (std::ranges::find(findings, FindingKind::kZipSplit, &Finding::kind) == findings.end()) return tree;
    set = findSplitSet(path);
    if (!set) return tree;
  }
  if (!set->missing.empty()) {
    Opening opening{{std::move(*source), {}, name, {}}, options};
    opening.split_note = missingParts(set->missing);
    return opening.run();
  }
  auto joined = joinSplitSet(*set);
  SEPAX_TRY(joined);
  const std::string& called = set->files.size() == 1 ? name : set->name;  // a name like a part's is no proof
  Opening opening{{std::move(joined->bytes), {}, called, {}}, options};
  if (set->has_disks) opening.disk_starts = std::move(joined->starts);
  opening.next_part = set->next;
  return opening.run();
}

Result<std::shared_ptr<const Tree>> openTree(std::shared_ptr<const ByteSource> source, const std::string& name,
                                             const OpenOptions& options) {
  SEPAX_TRY(checkEncoding(name, options));
  return Opening{{std::move(source), {}, name, {}}, options}.run();
}

Result<std::shared_ptr<const Tree>> openNested(const Tree& tree, std::size_t index, const OpenOptions& options) {
  SEPAX_ASSERT(index < tree.entries().size());
  const std::string place = placeInTree(tree, tree.entries()[index].path);
  if (options.depth >= kDeepestNesting) {
    return fail(ErrorCode::kTooLarge, place,
                trf("is inside {} other containers, the most that are opened", kDeepestNesting));
  }
  auto source = tree.open(index, kMaxNestedBytes);
  SEPAX_TRY(source);
  OpenOptions inner = options;
  ++inner.depth;
  return openTree(std::move(*source), place, inner);
}

std::shared_ptr<const Tree> containerIn(std::span<const std::byte> bytes, const std::string& name) {
  auto tree = openTree(memorySource({bytes.begin(), bytes.end()}), name);
  if (!tree) return nullptr;
  const auto isKnown = [](const Finding& finding) { return finding.kind != FindingKind::kContainerUnknown; };
  const bool is_one = (*tree)->kind() != ContainerKind::kUnknown || std::ranges::all_of((*tree)->findings(), isKnown);
  return is_one ? std::move(*tree) : nullptr;
}

bool isContainerName(const std::string& path) {
  return hasExtension(path, {".obb", ".zip", ".apk", ".xapk", ".apks", ".jar", ".pck", ".obb.png"});
}

Result<NestedEntry> findNested(std::shared_ptr<const Tree> tree, const std::string& path, OpenOptions options) {
  if (findEntry(*tree, path)) return NestedEntry{std::move(tree), path};
  for (std::size_t colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1)) {
    const auto index = findEntry(*tree, path.substr(0, colon));
    if (!index) continue;
    auto inner = openNested(*tree, *index, options);
    SEPAX_TRY(inner);
    ++options.depth;
    return findNested(std::move(*inner), path.substr(colon + 1), options);
  }
  return NestedEntry{std::move(tree), path};
}

}  // namespace sepax
