#include "bundle/write/footer_edit.h"

#include "bundle/byte_copy.h"
#include "core/text.h"

#include <utility>

namespace sepax {

namespace {

Result<void> rewrite(const std::string& path, std::uint64_t payload_size, const ObbFooter& footer,
                     const ProgressSink& progress) {
  auto bytes = obbFooterBytes(footer);
  SEPAX_TRY(bytes);
  auto source = openFile(path);
  SEPAX_TRY(source);
  auto file = OutputFile::create(path);
  SEPAX_TRY(file);
  SEPAX_TRY(copyBytes(**source, 0, payload_size, *file, path, progress));
  SEPAX_TRY(file->append(std::as_bytes(std::span(*bytes))));
  return file->commit();
}

}  // namespace

Result<LocatedFooter> readFileFooter(const std::string& path) {
  auto source = openFile(path);
  SEPAX_TRY(source);
  const auto watched = watchedSource(std::move(*source), toValidUtf8(path));
  FindingCollector findings;
  if (auto located = readObbFooter(*watched, findings); located) return std::move(*located);
  if (auto failed = watched->failedRead()) return tl::unexpected(std::move(*failed));
  const std::vector<Finding> found = findings.take();
  if (!found.empty()) return fail(ErrorCode::kDamaged, toValidUtf8(path), found.front().message);
  return fail(ErrorCode::kNotFound, toValidUtf8(path), "has no OBB footer");
}

Result<void> addFileFooter(const std::string& path, const ObbFooter& footer, const ProgressSink& progress) {
  const auto located = readFileFooter(path);
  if (!located && located.error().code == ErrorCode::kUnreadable) return tl::unexpected(located.error());
  if (located) return fail(ErrorCode::kWrongValue, toValidUtf8(path), "has an OBB footer already; edit or remove it");
  auto source = openFile(path);
  SEPAX_TRY(source);
  return rewrite(path, (*source)->size(), footer, progress);
}

Result<ObbFooter> editFileFooter(const std::string& path, const FooterChanges& changes, const ProgressSink& progress) {
  auto located = readFileFooter(path);
  SEPAX_TRY(located);
  ObbFooter footer = located->footer;
  if (changes.package) footer.package = *changes.package;
  if (changes.version) footer.version = *changes.version;
  if (changes.overlay)
    footer.flags = *changes.overlay ? footer.flags | kObbFlagOverlay : footer.flags & ~kObbFlagOverlay;
  SEPAX_TRY(rewrite(path, located->payload_size, footer, progress));
  return footer;
}

Result<void> removeFileFooter(const std::string& path) {
  auto located = readFileFooter(path);
  SEPAX_TRY(located);
  return truncateFile(path, located->payload_size);
}

}  // namespace sepax
