#include "bundle/fat/fat.h"

#include "bundle/little_endian.h"
#include "core/assert.h"
#include "core/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kFatPiece = 1 << 18;

/// The extents of a file as one run of bytes.
class ExtentSource final : public ByteSource {
 public:
  ExtentSource(std::shared_ptr<const ByteSource> source, std::vector<Extent> extents)
      : source_(std::move(source)), extents_(std::move(extents)) {
    for (const Extent& extent : extents_) {
      starts_.push_back(size_);
      size_ += extent.size;
    }
  }
  std::uint64_t size() const override { return size_; }
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (offset > size_ || out.size() > size_ - offset) {
      return fail(ErrorCode::kDamaged, "", trf("bytes {}+{} lie beyond the end at {}", offset, out.size(), size_));
    }
    if (out.empty()) return {};
    auto i = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
    for (; !out.empty(); ++i) {
      const std::uint64_t inside = offset - starts_[i];
      const auto part = out.first(std::min<std::uint64_t>(out.size(), extents_[i].size - inside));
      SEPAX_TRY(source_->readAt(extents_[i].offset + inside, part));
      offset += part.size();
      out = out.subspan(part.size());
    }
    return {};
  }

 private:
  std::shared_ptr<const ByteSource> source_;
  std::vector<Extent> extents_;
  std::vector<std::uint64_t> starts_;
  std::uint64_t size_ = 0;
};

class FatTree final : public Tree {
 public:
  FatTree(FatBytes bytes, FatVolume volume, std::string name, std::optional<ObbFooter> footer, FatDirectory directory,
          std::vector<Finding> findings)
      : bytes_(std::move(bytes)),
        volume_(std::move(volume)),
        name_(std::move(name)),
        footer_(std::move(footer)),
        directory_(std::move(directory)),
        findings_(std::move(findings)) {}

  ContainerKind kind() const override { return volume_.kind; }
  const std::string& name() const override { return name_; }
  const std::vector<TreeEntry>& entries() const override { return directory_.entries; }
  const std::vector<Finding>& findings() const override { return findings_; }
  const std::optional<ObbFooter>& footer() const override { return footer_; }
  std::shared_ptr<const ByteSource> bytes() const override { return bytes_.whole; }
  std::string description() const override {
    const char* type = containerKindName(volume_.kind) + 3;
    return bytes_.protection.empty() ? trf("a FAT{} disk image", type) : trf("an encrypted FAT{} disk image", type);
  }
  std::vector<Fact> facts() const override;
  std::vector<Extent> extentsOf(std::size_t index) const override { return directory_.records[index].extents; }

  Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t) const override {
    SEPAX_ASSERT(index < directory_.entries.size());
    const TreeEntry& entry = directory_.entries[index];
    const FatRecord& record = directory_.records[index];
    const std::string place = placeInTree(*this, entry.path);
    if (entry.directory) return fail(ErrorCode::kWrongValue, place, tr("is a folder, expected a file"));
    if (record.is_broken) return fail(ErrorCode::kDamaged, place, tr("its chain of clusters is broken"));
    if (record.extents.size() == 1) return windowOf(bytes_.payload, record.extents[0].offset, record.extents[0].size);
    return std::make_shared<ExtentSource>(bytes_.payload, record.extents);
  }

  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    auto source = open(index, limit);
    SEPAX_TRY(source);
    return aboutEntry(*this, directory_.entries[index].path, readAll(**source, limit));
  }

  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    auto source = open(index, ~std::uint64_t{0});
    SEPAX_TRY(source);
    std::vector<std::byte> piece(std::min<std::uint64_t>(kFatPiece, (*source)->size()));
    for (std::uint64_t done = 0; done < (*source)->size(); done += piece.size()) {
      const auto part = std::span(piece).first(std::min<std::uint64_t>(piece.size(), (*source)->size() - done));
      if (auto read = (*source)->readAt(done, part); !read)
        return aboutEntry(*this, directory_.entries[index].path, std::move(read));
      SEPAX_TRY(sink(part));
    }
    return {};
  }

 private:
  FatBytes bytes_;
  FatVolume volume_;
  std::string name_;
  std::optional<ObbFooter> footer_;
  FatDirectory directory_;
  std::vector<Finding> findings_;
};

std::vector<Fact> FatTree::facts() const {
  std::vector<Fact> facts = {{"written by", volume_.writer == "fat32lib" ? "fat32lib (jobb)" : volume_.writer},
                             {"label", volume_.label},
                             {"clusters", trf("{} of {} bytes", volume_.clusters, volume_.cluster_size)},
                             {"volume size", fmt::format("{}", volume_.size)}};
  if (!bytes_.protection.empty()) facts.push_back({"encryption", "Twofish-128, key by " + bytes_.protection});
  return facts;
}

void examineVolume(const ByteSource& payload, const FatVolume& volume, FindingCollector& findings) {
  const char* kind = containerKindName(volume.kind) + 3;
  if (volume.type_label.starts_with("FAT") && volume.type_label != fmt::format("FAT{}", kind) &&
      volume.type_label != "FAT") {
    findings.add(FindingKind::kFatTypeLabel, "",
                 trf("{} clusters make it FAT{}, its label says {}", volume.clusters, kind, volume.type_label));
  }
  if (volume.size > payload.size()) {
    findings.add(FindingKind::kFatTruncated, "",
                 trf("the volume has {} bytes, the file only {}", volume.size, payload.size()));
  }
  if (!beginsWithMedia(payload, volume)) {
    findings.add(FindingKind::kFatMedia, "",
                 trf("the table does not begin with {:#x}, the kind of medium", volume.media));
  }
  if (!isClean(payload, volume)) {
    findings.add(FindingKind::kFatNotClean, "", tr("says that it was not unmounted, or that its medium failed"));
  }
  if (payload.size() > volume.size) {
    findings.add(FindingKind::kFatTrailingBytes, "", trf("{} bytes behind the volume", payload.size() - volume.size));
  }
  std::array<std::byte, 512> info;
  if (volume.info_offset == 0 || !payload.readAt(volume.info_offset, info) || u32At(info, 0) != 0x41615252) return;
  const std::uint32_t stated = u32At(info, 488);
  if (stated != 0xFFFFFFFF && stated > volume.clusters) {
    findings.add(FindingKind::kFatFreeCount, "", trf("says that {} of {} clusters are free", stated, volume.clusters));
  }
}

}  // namespace

std::shared_ptr<const Tree> openFat(FatBytes bytes, FatVolume volume, std::string name, std::optional<ObbFooter> footer,
                                    const OpenOptions& options, FindingCollector findings) {
  examineVolume(*bytes.payload, volume, findings);
  FatDirectory directory = readFatDirectory(*bytes.payload, volume, options, findings);
  if (!bytes.protection.empty()) {
    for (TreeEntry& entry : directory.entries) entry.in_place = false;
  }
  return std::make_shared<FatTree>(std::move(bytes), std::move(volume), std::move(name), std::move(footer),
                                   std::move(directory), findings.take());
}

}  // namespace sepax
