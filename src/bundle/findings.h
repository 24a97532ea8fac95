#pragma once

#include "bundle/tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// One row of the table of everything that can be noteworthy about a container. Codes are stable: programs branch on them.
struct FindingCode {
  const char* code;
  const char* severity;  ///< "info", "warning", "error"
  const char* meaning;
};

/// Places in the table; `findingCodes()[i]` describes the i-th.
enum class FindingKind : std::uint8_t {
  kContainerUnknown,
  kContainerUnsupported,
  kFolderUnreadable,
  kFolderLink,
  kFolderTooMany,
  kObbBadFooter,
  kObbSalted,
  kObbWrongPassword,
  kObbNameRule,
  kObbPackageMismatch,
  kObbVersionMismatch,
  kObbUnknownFlags,
  kObbUnusedSalt,
  kObbUnsetVersion,
  kObbEncrypted,
  kObbTooLarge,
  kAndroidEmpty,
  kAndroidTooManyEntries,
  kAndroidZip64,
  kAndroidEncrypted,
  kAndroidMethod,
  kAndroidDescriptor,
  kAndroidNameFlag,
  kAndroidUnaligned,
  kNameCaseClash,
  kNameFileAndFolder,
  kNameUnportable,
  kEntryDamaged,
  kEntryNotChecked,
  kOverlayPackageMismatch,
  kOverlayVersionMismatch,
  kOverlayNoMain,
  kPckBadDirectory,
  kPckEncrypted,
  kPckOutOfRange,
  kPckRemoved,
  kPckUnsafePath,
  kFatTypeLabel,
  kFatTruncated,
  kFatTablesDiffer,
  kFatBadChain,
  kFatLostClusters,
  kFatBadLongName,
  kFatUnsafeName,
  kFatTooDeep,
  kFatTooManyEntries,
  kFatFreeCount,
  kZipNoEnd,
  kZipAmbiguousEnd,
  kZipBadDirectory,
  kZipCountMismatch,
  kZipTooManyEntries,
  kZipSplit,
  kZipPrependedBytes,
  kZipTrailingBytes,
  kZipBadLocalHeader,
  kZipHeaderMismatch,
  kZipSizeMismatch,
  kZipOutOfRange,
  kZipOverlap,
  kZipImpossibleRatio,
  kZipDuplicateName,
  kZipUnsafePath,
  kZipNameEncoding,
  kZipLink,
  kZipUnsupportedMethod,
  kZipEncrypted,
  kZipFakeEncryption,
  kZipFakeMethod,
  kZipHighRatio,
  kZipFolderWithData,
  kZipDescriptorMismatch,
  kZipSalvaged,
  kCount,
};

[[nodiscard]] std::span<const FindingCode> findingCodes();

/// Collects findings. After kMaxFindingsPerKind of one kind the rest are counted and told as one line, so that a hostile container of a
/// million bad entries does not become a million messages.
class FindingCollector {
 public:
  static constexpr std::size_t kMaxFindingsPerKind = 100;
  void add(FindingKind kind, std::string path, std::string message, std::optional<std::size_t> entry = {});
  [[nodiscard]] std::vector<Finding> take();

 private:
  std::vector<Finding> findings_;
  std::array<std::size_t, static_cast<std::size_t>(FindingKind::kCount)> counts_{};
};

}  // namespace sepax
