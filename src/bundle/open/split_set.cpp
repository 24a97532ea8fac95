#include "bundle/open/split_set.h"

#include "bundle/zip/zip_end.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxParts = 1000;

class JoinedSource final : public ByteSource {
 public:
  JoinedSource(std::vector<std::shared_ptr<const ByteSource>> parts, std::vector<std::uint64_t> starts)
      : parts_(std::move(parts)), starts_(std::move(starts)) {}
  std::uint64_t size() const override { return starts_.back() + parts_.back()->size(); }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (offset > size() || out.size() > size() - offset) {
      return fail(ErrorCode::kDamaged, "", trf("bytes {}+{} lie beyond the end at {}", offset, out.size(), size()));
    }
    auto i = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
    for (; !out.empty(); ++i) {
      const std::uint64_t inside = offset - starts_[i];
      const auto piece = out.first(std::min<std::uint64_t>(out.size(), parts_[i]->size() - inside));
      SEPAX_TRY(parts_[i]->readAt(inside, piece));
      offset += piece.size();
      out = out.subspan(piece.size());
    }
    return {};
  }

 private:
  std::vector<std::shared_ptr<const ByteSource>> parts_;
  std::vector<std::uint64_t> starts_;
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

}  // namespace

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
  std::vector<std::shared_ptr<const ByteSource>> parts;
  JoinedSet joined;
  std::uint64_t size = 0;
  for (const std::string& file : set.files) {
    auto part = openFile(file);
    SEPAX_TRY(part);
    joined.starts.push_back(size);
    size += (*part)->size();
    parts.push_back(std::move(*part));
  }
  joined.bytes = std::make_shared<JoinedSource>(std::move(parts), joined.starts);
  return joined;
}

}  // namespace sepax
