#include "bundle/digest.h"

#include <fmt/format.h>
#include <gcrypt.h>
#include <libdeflate.h>

namespace sepax {

// Its locked memory is for secrets that must not reach the swap file; a password that opens a game's assets is none,
// and the pool would be a limit.
void prepareGcrypt() {
  static const bool isReady = [] {
    gcry_check_version(nullptr);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return true;
  }();
  (void)isReady;
}

Digest::Digest(DigestKind kind) : algorithm_(kind == DigestKind::kMd5 ? GCRY_MD_MD5 : GCRY_MD_SHA256) {
  prepareGcrypt();
  gcry_md_hd_t handle = nullptr;
  if (gcry_md_open(&handle, algorithm_, 0) == 0) handle_ = handle;
}

Digest::~Digest() { gcry_md_close(static_cast<gcry_md_hd_t>(handle_)); }

void Digest::add(std::span<const std::byte> bytes) {
  if (handle_ != nullptr) gcry_md_write(static_cast<gcry_md_hd_t>(handle_), bytes.data(), bytes.size());
}

std::string Digest::hex() {
  if (handle_ == nullptr) return "";
  const unsigned char* sum = gcry_md_read(static_cast<gcry_md_hd_t>(handle_), algorithm_);
  std::string text;
  for (unsigned i = 0; i < gcry_md_get_algo_dlen(algorithm_); ++i) text += fmt::format("{:02x}", sum[i]);
  return text;
}

std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t start) {
  return libdeflate_crc32(start, bytes.data(), bytes.size());
}

}  // namespace sepax
