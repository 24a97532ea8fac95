#include "session/bundle/preview.h"

#include "core/language.h"
#include "core/name_map.h"
#include "core/text.h"
#include "draw/scene_picture.h"
#include "format/case_keys.h"
#include "media/encoded_text.h"
#include "media/model_import.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/colliders.h"
#include "session/host/opened_case.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint64_t kPiece = 1u << 20;
constexpr std::uint64_t kHeadBytes = 1u << 20;
constexpr std::uint64_t kRowBytes = kMaxRowBytes;
constexpr std::uint64_t kMaxStructured = 32u << 20;  ///< bytes of a text that is coloured and folded
constexpr std::size_t kMaxRows = 2'000'000;          ///< 32 MB of places
constexpr std::uint64_t kMaxPictureBytes = 256u << 20;
constexpr std::uint64_t kMaxSoundBytes = 512u << 20;
constexpr std::uint64_t kMaxUnpacked = std::uint64_t{8} << 30;

bool isContinuation(std::byte b) { return (static_cast<unsigned>(b) & 0xc0) == 0x80; }

Result<std::shared_ptr<const ByteSource>> bytesOf(const Tree& tree, std::size_t index, bool whole, bool& only_head) {
  const TreeEntry& entry = tree.entries()[index];
  only_head = !entry.in_place && !whole && entry.size > kUnpackedUnasked;
  if (only_head) {
    return headOf(tree, index, kHeadBytes).map([](std::vector<std::byte> head) {
      return memorySource(std::move(head));
    });
  }
  return tree.open(index, kMaxUnpacked);
}

/// Every level that can be shown; that the first cannot is said, since then no other can, and that some lie beyond the
/// end.
Result<void> lookIntoTexture(EntryPreview& preview, std::span<const std::byte> bytes, const std::string& path) {
  auto file = readTextureFile(bytes, path);
  SEPAX_TRY(file);
  TexturePreview texture{std::move(*file), {}};
  for (std::size_t i = 0; i < texture.file.levels.size(); ++i) {
    auto level = decodeLevel(bytes, texture.file, i, path);
    if (!level && i == 0) preview.error = describe(level.error());
    texture.levels.push_back(level ? std::make_shared<const Picture>(std::move(*level)) : nullptr);
  }
  const std::string& problem = texture.file.problem;
  if (!problem.empty()) preview.error += (preview.error.empty() ? "" : "; ") + problem;
  preview.picture = texture.levels.front();
  preview.texture = std::make_shared<const TexturePreview>(std::move(texture));
  return {};
}

/// A job's part of a preview: fills what belongs to the kind, or says why it cannot.
void lookInto(EntryPreview& preview, const Tree& tree, const TreeEntry& entry) {
  const auto all = [&](std::uint64_t limit) { return readAll(*preview.bytes, limit); };
  const std::string place = placeInTree(tree, entry.path);
  const auto note = [&](const Error& error) { preview.error = describe(error); };
  if (preview.kind == PreviewKind::kPicture) {
    std::array<std::byte, 12> head{};
    if (preview.bytes->size() >= head.size() && preview.bytes->readAt(0, head) && isTextureFile(head)) {
      const auto texture = all(kMaxPictureBytes).and_then([&](const auto& bytes) {
        return lookIntoTexture(preview, bytes, entry.path);
      });
      return texture ? void() : note(texture.error());
    }
    const auto picture =
        all(kMaxPictureBytes).and_then([&](const auto& bytes) { return importPicture(bytes, entry.path); });
    if (!picture) return note(picture.error());
    preview.picture = std::make_shared<const Picture>(*picture);
  } else if (preview.kind == PreviewKind::kMesh) {
    auto mesh = all(kMaxMeshBytes).and_then([&](const auto& bytes) {
      return importMesh(bytes, entry.path, filesBeside(tree, entry.path));
    });
    if (!mesh) return note(mesh.error());
    if (mesh->triangles.empty()) {
      return note({.code = ErrorCode::kDegenerate,
                   .message = trf("has {} points and no triangles", mesh->vertices.size()),
                   .where = place});
    }
    const MinMaxBox bounds = boundsOf(mesh->vertices);
    preview.mesh = std::make_shared<const MeshPreview>(MeshPreview{std::move(*mesh), bounds});
  } else if (preview.kind == PreviewKind::kCase) {
    const auto bytes = all(kMaxCaseBytes);
    if (!bytes) return note(bytes.error());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    // Most .json files of a bundle are no cases: those are texts, and nothing is wrong with them.
    if (!isCaseText(text)) {
      preview.kind = PreviewKind::kText;
      return;
    }
    auto loaded = parseCase(text, place, &tree, directoryOf(entry.path));
    if (!loaded) return note(loaded.error());
    preview.document = std::make_shared<const LoadedCase>(std::move(*loaded));
  }
}

PreviewKind kindByName(const TreeEntry& entry) {
  if (entry.directory) return PreviewKind::kFolder;
  if (isMeshName(entry.path)) return PreviewKind::kMesh;
  if (isCaseName(entry.path)) return PreviewKind::kCase;
  if (isPictureName(entry.path)) return PreviewKind::kPicture;
  return PreviewKind::kBytes;
}

/// Pictures are detected by their first bytes, whatever they are called (Unreal hides its OBB in a ".png", games hide
/// PNGs in a ".bytes").
bool startsLikePicture(const ByteSource& source) {
  static constexpr std::array<std::string_view, 8> kMarks{
      "\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF8", "BM", "qoif", "8BPS", "#?RADIANCE", "#?RGBE"};
  std::array<std::byte, 12> head{};
  if (source.size() < head.size() || !source.readAt(0, head)) return false;
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (isTextureFile(head)) return true;
  if (text.starts_with("RIFF") && text.substr(8) == "WEBP") return true;
  return std::ranges::any_of(kMarks, [&](std::string_view mark) { return mark.size() > 2 && text.starts_with(mark); });
}

void startSound(BundleState& state, Host& host, const std::shared_ptr<const EntryPreview>& entry) {
  constexpr std::size_t kColumns = 2048;
  const std::string path = state.preview.tree->entries()[state.preview.index].path;
  host.jobs->startQuick("sound", [=](JobControl&) -> Result<Delivery> {
    auto sound =
        readAll(*entry->bytes, kMaxSoundBytes).and_then([&](const auto& bytes) { return importSound(bytes, path); });
    const auto made = sound ? std::make_shared<const Sound>(std::move(*sound)) : nullptr;
    auto columns = made != nullptr ? waveform(*made, kColumns) : std::vector<WaveColumn>();
    return [entry, made, columns = std::move(columns), error = sound ? std::string() : describe(sound.error())](
               BundleState& to, Scene&) -> Result<void> {
      if (to.preview.entry != entry) return {};
      to.preview.sound = made;
      to.preview.waveform = columns;
      to.preview.sound_error = error;
      return {};
    };
  });
}

/// Materials and all that belongs to them: another look at the same file, since its triangles are joined by place
/// alone.
void startModel(BundleState& state, Host& host, const std::shared_ptr<const EntryPreview>& entry) {
  const auto tree = state.preview.tree;
  const std::string path = tree->entries()[state.preview.index].path;
  host.jobs->startQuick("materials", [=](JobControl& control) -> Result<Delivery> {
    auto model = readAll(*entry->bytes, kMaxMeshBytes).and_then([&](const auto& bytes) {
      return importModel(bytes, path, filesBeside(*tree, path), [&] { return control.isCancelled(); });
    });
    const auto made = model ? std::make_shared<const Model>(std::move(*model)) : nullptr;
    return [entry, made, error = model ? std::string() : describe(model.error())](BundleState& to,
                                                                                  Scene&) -> Result<void> {
      if (to.preview.entry != entry) return {};
      to.preview.model = made;
      to.preview.model_error = error;
      return {};
    };
  });
}

/// True when the first bytes are text: UTF-8 without control characters.
bool looksLikeText(const ByteSource& source) {
  std::vector<std::byte> head(std::min<std::uint64_t>(source.size(), 64u << 10));
  if (head.empty() || !source.readAt(0, head)) return false;
  const auto isControl = [](std::byte b) {
    const auto c = static_cast<unsigned char>(b);
    return c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
  };
  if (std::ranges::any_of(head, isControl)) return false;
  // A character may be cut at the end of the piece.
  std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  for (int i = 0; i < 3 && head.size() < source.size() && !text.empty(); ++i) {
    const auto last = static_cast<unsigned char>(text.back());
    text.remove_suffix(last >= 0x80 ? 1 : 0);
    if (last < 0x80 || last >= 0xc0) break;
  }
  return toValidUtf8(text) == text;
}

}  // namespace

Result<TextRows> textRows(const ByteSource& source, std::size_t max_rows, const JobControl& control) {
  TextRows text;
  std::vector<std::byte> piece;
  std::uint64_t row_start = 0;
  std::uint32_t line = 1;
  bool continues = false;
  const auto endRow = [&](std::uint64_t next, bool line_ended) {
    text.rows.push_back({row_start, line, continues, 0});
    row_start = next;
    continues = !line_ended;
    if (line_ended) ++line;
  };
  for (std::uint64_t at = 0; at < source.size() && !text.cut && !control.isCancelled(); at += piece.size()) {
    piece.resize(std::min(kPiece, source.size() - at));
    SEPAX_TRY(source.readAt(at, piece));
    for (std::size_t i = 0; i < piece.size() && !text.cut; ++i) {
      const std::uint64_t byte = at + i;
      if (piece[i] == std::byte{'\n'}) {
        endRow(byte + 1, true);
      } else if (byte - row_start >= kRowBytes && !isContinuation(piece[i])) {
        endRow(byte, false);
      }
      text.cut = text.rows.size() >= max_rows;
    }
  }
  text.end = text.cut ? row_start : source.size();
  if (!text.cut && row_start < source.size()) endRow(source.size(), true);
  return text;
}

namespace {

/// With colours and folds where the language is known and the text is not too large to be held.
Result<TextRows> entryRows(const ByteSource& bytes, const std::string& path, TextStructure& structure,
                           const JobControl& control) {
  constexpr std::size_t kHead = 256;
  std::vector<std::byte> head(std::min<std::uint64_t>(bytes.size(), kHead));
  SEPAX_TRY(bytes.readAt(0, head));
  const TextLanguage language = languageOf(path, {reinterpret_cast<const char*>(head.data()), head.size()});
  if (language == TextLanguage::kNone || bytes.size() > kMaxStructured) return textRows(bytes, kMaxRows, control);
  const auto all = readAll(bytes, kMaxStructured);
  SEPAX_TRY(all);
  return structuredRows(language, {reinterpret_cast<const char*>(all->data()), all->size()}, kMaxRows, structure);
}

}  // namespace

std::vector<std::byte> androidResources(const Tree& tree) {
  auto table = tree.readPath("resources.arsc", kUnpackedUnasked);
  return table ? std::move(*table) : std::vector<std::byte>();
}

namespace {

/// Shows UTF-16, and a binary text of Android's as what it was made of.
void readEncodedText(EntryPreview& preview, const Tree& tree, const std::string& path, const JobControl& control) {
  constexpr std::size_t kMark = 8;
  std::array<std::byte, kMark> head{};
  if (preview.bytes->size() < kMark || !preview.bytes->readAt(0, head)) return;
  const auto bytes =
      mayBeEncodedText(head) ? readAll(*preview.bytes, kUnpackedUnasked) : fail(ErrorCode::kUnsupported, "", "");
  auto read = bytes ? encodedText(*bytes, androidResources(tree)) : std::nullopt;
  if (!read || control.isCancelled()) return;
  const TextLanguage language = read->is_xml ? TextLanguage::kXml : languageOf(path, read->text);
  preview.text = structuredRows(language, read->text, kMaxRows, preview.structure);
  const auto text = std::as_bytes(std::span(read->text));
  preview.text_bytes = memorySource({text.begin(), text.end()});
  preview.error = read->problem;
  preview.kind = PreviewKind::kText;
}

}  // namespace

EntryPreview previewEntry(const std::shared_ptr<const Tree>& tree, std::size_t index, bool whole,
                          const JobControl& control) {
  EntryPreview preview;
  const TreeEntry& entry = tree->entries()[index];
  preview.kind = kindByName(entry);
  if (preview.kind == PreviewKind::kFolder) return preview;
  auto bytes = bytesOf(*tree, index, whole, preview.only_head);
  if (!bytes) {
    preview.error = describe(bytes.error());
    return preview;
  }
  preview.bytes = std::move(*bytes);
  if (control.isCancelled()) return preview;
  if (preview.kind == PreviewKind::kBytes && startsLikePicture(*preview.bytes)) preview.kind = PreviewKind::kPicture;
  if (preview.kind == PreviewKind::kBytes) {
    preview.audio = readAudioFacts(*preview.bytes);
    if (preview.audio) preview.kind = PreviewKind::kAudio;
  }
  if (preview.only_head) {
    preview.error =
        trf("large and compressed: only its first {} bytes are shown until it is unpacked", preview.bytes->size());
  } else {
    lookInto(preview, *tree, entry);
    if (preview.kind == PreviewKind::kBytes || preview.kind == PreviewKind::kText)
      readEncodedText(preview, *tree, entry.path, control);
  }
  if (!control.isCancelled() && looksLikeText(*preview.bytes)) {
    if (auto rows = entryRows(*preview.bytes, entry.path, preview.structure, control)) {
      preview.text = std::move(*rows);
      preview.text_bytes = preview.bytes;
    }
    if (preview.kind == PreviewKind::kBytes) preview.kind = PreviewKind::kText;
  }
  if (preview.kind == PreviewKind::kText && !preview.text) preview.kind = PreviewKind::kBytes;
  return preview;
}

namespace {

Result<PairReport> firstReport(const Document& document) {
  const auto pair = firstPair(document);
  return pair ? testPair(document, *pair) : Result<PairReport>(fail(ErrorCode::kNotFound, "", ""));
}

PictureOptions smallOptions(CaseMtv mtv) {
  PictureOptions options;
  options.labels = options.rail = options.drop_lines = options.support = false;
  options.mtv = options.mtv && mtv == CaseMtv::kShown;
  return options;
}

}  // namespace

Camera caseCamera(const Document& document, CaseMtv mtv, const ViewSize& size) {
  const auto report = firstReport(document);
  return framingCamera(document, size, UpAxis::kY, report ? &*report : nullptr, smallOptions(mtv));
}

DrawList casePicture(const Document& document, Theme theme, CaseMtv mtv, const Camera& camera, const ViewSize& size) {
  const auto report = firstReport(document);
  PictureInput input;
  input.document = &document;
  input.theme = theme;
  if (report) input.report = &*report;
  input.options = smallOptions(mtv);
  return scenePicture(input, camera, size);
}

std::string sizeText(const MinMaxBox& box) {
  struct Unit {
    double metres;
    const char* name;
  };
  static constexpr Unit kUnits[] = {{1000, "km"}, {1, "m"}, {1e-3, "mm"}, {1e-6, "µm"}, {1e-9, "nm"}};
  const Vec3 sizes = sizesOf(box);
  const double longest = std::max({sizes.x, sizes.y, sizes.z});
  // Ten of the larger unit before it is taken, a hundredth of the metre before a smaller one.
  const Unit* unit = longest > 0 ? kUnits : kUnits + 1;
  while (longest > 0 && unit + 1 != std::end(kUnits) && longest < unit->metres * (unit->metres > 1 ? 10 : 0.01)) ++unit;
  const auto number = [&](double size) { return humanNumber(size / unit->metres, 4); };
  return fmt::format("{} × {} × {} {}", number(sizes.x), number(sizes.y), number(sizes.z), unit->name);
}

std::string unitHint(const MinMaxBox& box) {
  constexpr double kHuge = 200, kTiny = 0.01;
  const Vec3 sizes = sizesOf(box);
  const double longest = std::max({sizes.x, sizes.y, sizes.z});
  if (longest >= kHuge) return trf("huge: {} m if these are centimetres", humanNumber(longest / 100, 4));
  if (longest > 0 && longest <= kTiny) return trf("tiny: {} m at 100 times", humanNumber(longest * 100, 4));
  return {};
}

void followPreview(BundleState& state, Host& host) {
  ViewState& view = host.view;
  PreviewState& shown = state.preview;
  const bool is_any =
      state.bundle != nullptr && !view.entries.empty() && view.entries.back() < state.bundle->entries().size();
  const std::size_t index = is_any ? view.entries.back() : 0;
  if (is_any && shown.tree == state.bundle && shown.index == index && shown.whole == view.unpack_whole) return;
  if (shown.entry != nullptr) {
    if (const auto job = fittingJob(host, MeshOwner::kEntry)) host.jobs->cancel(job->id);
  }
  if (!is_any) {
    shown = {};
    return;
  }
  shown = {.tree = state.bundle, .index = index, .whole = view.unpack_whole, .entry = nullptr, .volumes = nullptr};
  view.mesh.clip.reset();
  view.mesh.plays = false;
  view.sound = {};
  const auto tree = state.bundle;
  host.jobs->startQuick("preview", [tree, index, whole = shown.whole](JobControl& control) -> Result<Delivery> {
    auto entry = std::make_shared<const EntryPreview>(previewEntry(tree, index, whole, control));
    return [entry, tree, index](BundleState& to, Scene& in) -> Result<void> {
      if (to.preview.tree != tree || to.preview.index != index) return {};
      to.preview.entry = entry;
      if (entry->audio && !entry->only_head) startSound(to, in, entry);
      if (entry->mesh != nullptr) {
        startModel(to, in, entry);
        fitPreviewed(to, in);
      }
      return {};
    };
  });
}

namespace {

/// A number for each row, equal for equal ones.
Result<std::vector<std::uint64_t>> rowNumbers(const ByteSource& bytes, const TextRows& text,
                                              const JobControl& control) {
  const std::size_t count = std::min(text.rows.size(), kMaxComparedRows);
  std::vector<std::uint64_t> numbers;
  std::vector<std::byte> piece;
  std::uint64_t piece_start = 0;
  for (std::size_t i = 0; i < count && !control.isCancelled(); ++i) {
    const std::uint64_t start = text.rows[i].start, end = i + 1 < text.rows.size() ? text.rows[i + 1].start : text.end;
    if (end > piece_start + piece.size()) {
      piece.resize(std::min(std::max(kPiece, end - start), bytes.size() - start));
      SEPAX_TRY(bytes.readAt(start, piece));
      piece_start = start;
    }
    std::string_view row(reinterpret_cast<const char*>(piece.data()) + (start - piece_start), end - start);
    while (row.ends_with('\n') || row.ends_with('\r')) row.remove_suffix(1);
    numbers.push_back(NameHash{}(row));
  }
  return numbers;
}

Result<bool> isSame(const ByteSource& a, const ByteSource& b) {
  if (a.size() != b.size()) return false;
  const auto left = readAll(a, a.size()), right = readAll(b, b.size());
  SEPAX_TRY(left);
  SEPAX_TRY(right);
  return *left == *right;
}

/// Completes the sides with what is not previewed.
SideBySide lookAtOther(SideBySide sides, const std::shared_ptr<const Tree>& tree, std::optional<std::size_t> below,
                       const JobControl& control) {
  if (below) sides.below = std::make_shared<const EntryPreview>(previewEntry(tree, *below, false, control));
  if (sides.below != nullptr && sides.above != nullptr && sides.below->text && sides.above->text) {
    if (auto text = compareTexts(*sides.below, *sides.above, control))
      sides.text = std::make_shared<const ComparedText>(std::move(*text));
  }
  sides.is_ready = true;
  return sides;
}

}  // namespace

Result<ComparedText> compareTexts(const EntryPreview& below, const EntryPreview& above, const JobControl& control) {
  const auto left = rowNumbers(*below.text_bytes, *below.text, control),
             right = rowNumbers(*above.text_bytes, *above.text, control);
  SEPAX_TRY(left);
  SEPAX_TRY(right);
  ComparedText text{diffLines(*left, *right)};
  text.cut = std::max(below.text->rows.size(), above.text->rows.size()) > kMaxComparedRows;
  if (!text.lines.changes.empty() || text.cut) return text;
  const Result<bool> same = isSame(*below.bytes, *above.bytes);
  SEPAX_TRY(same);
  text.only_line_ends = !*same;
  return text;
}

bool hasSides(const BundleState& state) {
  return state.bundle != nullptr && state.bundle_files.changes != nullptr && state.bundle_files.around.empty();
}

void followSides(BundleState& state, Host& host) {
  SideBySide& sides = state.sides;
  const std::shared_ptr<const EntryPreview>& previewed = state.preview.entry;
  if (host.view.middle != Middle::kSides || previewed == nullptr) {
    sides = {};
    return;
  }
  if (sides.previewed == previewed) return;
  const std::shared_ptr<const Tree> tree = state.bundle;
  const LayerEntryChange change = changeOf(state, state.preview.index);
  sides = {};
  sides.previewed = previewed;
  const std::string& source = tree->sourceOf(state.preview.index);
  const std::vector<std::shared_ptr<const Tree>>& layers = state.bundle_files.layers;
  if (change.change == LayerChange::kOnlyBelow) {
    sides.below = previewed;
    sides.below_name = source;
    sides.above_name = layers.back()->name();
  } else {
    sides.above = previewed;
    sides.above_name = source;
    sides.below_name = change.below ? tree->sourceOf(*change.below) : layers.front()->name();
  }
  host.jobs->startQuick("sides", [sides, tree, below = change.below](JobControl& control) -> Result<Delivery> {
    return [done = lookAtOther(sides, tree, below, control)](BundleState& to, Scene&) -> Result<void> {
      if (to.sides.previewed == done.previewed) to.sides = done;
      return {};
    };
  });
}

}  // namespace sepax
