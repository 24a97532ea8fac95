#pragma once

#include "core/language.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Everything that can be noteworthy about a container, about packing and extracting one, and about the meshes in it.

namespace sepax {

/// How bad a finding is, in rising order. kNone: there is none, of what sums findings up.
enum class Severity : std::uint8_t { kNone, kInfo, kWarning, kError };
[[nodiscard]] const char* severityName(Severity severity);  ///< "info", "warning", "error"

/// The kind of a finding; the identity of a finding everywhere but in output.
enum class FindingKind : std::uint8_t {
  kContainerUnknown,
  kContainerUnsupported,
  kFolderUnreadable,
  kFolderLink,
  kFolderSpecial,
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
  kAndroidRefused,
  kNameCaseClash,
  kNameFileAndFolder,
  kNameTwice,
  kNameUnportable,
  kNameDirection,
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
  kFatMedia,
  kFatNotClean,
  kFatLongChain,
  kFatNoDots,
  kFatTrailingBytes,
  kZipNoEnd,
  kZipAmbiguousEnd,
  kZipBadDirectory,
  kZipCountMismatch,
  kZipDirectorySize,
  kZipSignature,
  kZipEncryptedDirectory,
  kZipTooManyEntries,
  kZipSplit,
  kZipPrependedBytes,
  kZipTrailingBytes,
  kZipBadLocalHeader,
  kZipHeaderMismatch,
  kZipBadExtraField,
  kZipRefusedElsewhere,
  kZipSizeMismatch,
  kZipOutOfRange,
  kZipOverlap,
  kZipImpossibleRatio,
  kZipDuplicateName,
  kZipUnsafePath,
  kZipNameEncoding,
  kZipNotUtf8,
  kZipLink,
  kZipUnsupportedMethod,
  kZipEncrypted,
  kZipFakeEncryption,
  kZipFakeMethod,
  kZipHighRatio,
  kZipFolderWithData,
  kZipDescriptorMismatch,
  kZipSalvaged,
  kPackNotPortable,
  kPackNameEncoding,
  kPackCaseClash,
  kPackDeviceKey,
  kPackEncrypted,
  kPackName,
  kPackLarge,
  kPackLeftOut,
  kExtractUnsafePath,
  kExtractReservedName,
  kExtractBackslash,
  kExtractDuplicate,
  kExtractCaseClash,
  kExtractKindClash,
  kExtractLink,
  kExtractOverlap,
  kExtractRatio,
  kExtractExists,
  kExtractEncrypted,
  kExtractDamaged,
  kExtractNotWritten,
  kLintUnusable,
  kLintFlat,
  kLintInexact,
  kLintNonManifold,
  kLintFlipped,
  kLintOpen,
  kLintSlivers,
  kLintDuplicates,
  kLintOver255,
  kLintConcave,
  kLintShared,
  kLintOver64,
  kLintOver32,
  kLintPrimitive,
  kCount,
};

/// A row of the table of all kinds. Codes are stable: programs branch on them. The meaning is English; its translations
/// are found by it.
struct FindingCode {
  FindingKind kind;
  std::string_view code;
  Severity severity;
  const char* meaning;
};
[[nodiscard]] std::span<const FindingCode> findingCodes();
[[nodiscard]] const FindingCode& codeOf(FindingKind kind);

/// Something noteworthy about a container or one of its entries.
struct Finding {
  FindingKind kind{};
  std::string path = {};  ///< entry, empty for the whole container
  std::string message = {};
  std::optional<std::size_t> entry = {};  ///< index of the entry; the path alone is ambiguous where names occur twice
  Language language = currentLanguage();  ///< of the message
  [[nodiscard]] std::string_view code() const { return codeOf(kind).code; }
  [[nodiscard]] Severity severity() const { return codeOf(kind).severity; }
  /// The message, or what the kind means where the window speaks another language by now.
  [[nodiscard]] std::string text() const { return language == currentLanguage() ? message : tr(codeOf(kind).meaning); }
};

/// Collects findings. After kMaxFindingsPerKind of one kind the rest are counted and summed up in one line, so that a
/// hostile container of a million bad entries does not become a million messages.
class FindingCollector {
 public:
  static constexpr std::size_t kMaxFindingsPerKind = 100;
  void add(FindingKind kind, std::string path, std::string message, std::optional<std::size_t> entry = {});
  /// About the container as a whole.
  void add(FindingKind kind, std::string message) { add(kind, "", std::move(message)); }
  [[nodiscard]] bool holds(FindingKind kind) const { return counts_[static_cast<std::size_t>(kind)] > 0; }
  [[nodiscard]] std::vector<Finding> take();

 private:
  std::vector<Finding> findings_;
  std::array<std::size_t, static_cast<std::size_t>(FindingKind::kCount)> counts_{};
};

}  // namespace sepax
