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

class FatTree final : public FileTree {
 public:
  FatTree(ContainerFile file, std::string protection, FatVolume volume, FatDirectory directory,
          FindingCollector findings)
      : FileTree(std::move(file), std::move(directory.entries), findings.take()),
        protection_(std::move(protection)),
        volume_(std::move(volume)),
        records_(std::move(directory.records)) {}

  ContainerKind kind() const override { return volume_.kind; }
  std::string description() const override {
    const char* type = containerKindName(volume_.kind) + 3;
    return protection_.empty() ? trf("a FAT{} disk image", type) : trf("an encrypted FAT{} disk image", type);
  }
  std::vector<Fact> facts() const override;
  std::vector<Extent> extentsOf(std::size_t index) const override { return records_[index].extents; }

  Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t) const override {
    SEPAX_ASSERT(index < entries().size());
    const TreeEntry& entry = entries()[index];
    const FatRecord& record = records_[index];
    const std::string place = placeInTree(*this, entry.path);
    if (entry.directory) return fail(ErrorCode::kWrongValue, place, tr("is a folder, expected a file"));
    if (record.is_broken) return fail(ErrorCode::kDamaged, place, tr("its chain of clusters is broken"));
    std::vector<SourcePart> parts;
    for (const auto& [offset, size] : record.extents) parts.push_back({payload(), offset, size});
    return joined(std::move(parts));
  }

  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    auto source = open(index, limit);
    SEPAX_TRY(source);
    return aboutEntry(*this, entries()[index].path, readAll(**source, limit));
  }

  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    auto source = open(index, ~std::uint64_t{0});
    SEPAX_TRY(source);
    std::vector<std::byte> piece(std::min<std::uint64_t>(kFatPiece, (*source)->size()));
    for (std::uint64_t done = 0; done < (*source)->size(); done += piece.size()) {
      const auto part = std::span(piece).first(std::min<std::uint64_t>(piece.size(), (*source)->size() - done));
      if (auto read = (*source)->readAt(done, part); !read)
        return aboutEntry(*this, entries()[index].path, std::move(read));
      SEPAX_TRY(sink(part));
    }
    return {};
  }

 private:
  std::string protection_;
  FatVolume volume_;
  std::vector<FatRecord> records_;
};

std::vector<Fact> FatTree::facts() const {
  std::vector<Fact> facts = {{"written by", volume_.writer == "fat32lib" ? "fat32lib (jobb)" : volume_.writer},
                             {"label", volume_.label},
                             {"clusters", trf("{} of {} bytes", volume_.clusters, volume_.cluster_size)},
                             {"volume size", fmt::format("{}", volume_.size)}};
  if (!protection_.empty()) facts.push_back({"encryption", "Twofish-128, key by " + protection_});
  return facts;
}

void examineVolume(const ByteSource& payload, const FatVolume& volume, FindingCollector& findings) {
  const char* kind = containerKindName(volume.kind) + 3;
  if (volume.type_label.starts_with("FAT") && volume.type_label != fmt::format("FAT{}", kind) &&
      volume.type_label != "FAT") {
    findings.add(FindingKind::kFatTypeLabel,
                 trf("{} clusters make it FAT{}, its label says {}", volume.clusters, kind, volume.type_label));
  }
  if (volume.size > payload.size()) {
    findings.add(FindingKind::kFatTruncated,
                 trf("the volume has {} bytes, the file only {}", volume.size, payload.size()));
  }
  if (!beginsWithMedia(payload, volume)) {
    findings.add(FindingKind::kFatMedia, trf("the table does not begin with {:#x}, the kind of medium", volume.media));
  }
  if (!isClean(payload, volume)) {
    findings.add(FindingKind::kFatNotClean, tr("says that it was not unmounted, or that its medium failed"));
  }
  if (payload.size() > volume.size) {
    findings.add(FindingKind::kFatTrailingBytes, trf("{} bytes behind the volume", payload.size() - volume.size));
  }
  std::array<std::byte, 512> info;
  if (volume.info_offset == 0 || !payload.readAt(volume.info_offset, info) || u32At(info, 0) != 0x41615252) return;
  const std::uint32_t stated = u32At(info, 488);
  if (stated != 0xFFFFFFFF && stated > volume.clusters) {
    findings.add(FindingKind::kFatFreeCount, trf("says that {} of {} clusters are free", stated, volume.clusters));
  }
}

}  // namespace

std::shared_ptr<const Tree> openFat(ContainerFile file, std::string protection, FatVolume volume,
                                    const OpenOptions& options, FindingCollector findings) {
  examineVolume(*file.payload, volume, findings);
  FatDirectory directory = readFatDirectory(*file.payload, volume, options, findings);
  if (!protection.empty()) {
    for (TreeEntry& entry : directory.entries) entry.in_place = false;
  }
  return std::make_shared<FatTree>(std::move(file), std::move(protection), std::move(volume), std::move(directory),
                                   std::move(findings));
}

}  // namespace sepax
