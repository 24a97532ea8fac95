#pragma once

// The calls of libgcrypt that this code makes, where that is not built: digests by libmd, random numbers by the system,
// and no encryption, which says so.

#include <md5.h>
#include <sha256.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

using gcry_error_t = unsigned;
inline constexpr gcry_error_t kGcryptIsNotHere = 1;
inline const char* gcry_strerror(gcry_error_t) {
  return "this version has no encryption, the desktop version of Sepax has";
}

enum { GCRYCTL_DISABLE_SECMEM, GCRYCTL_INITIALIZATION_FINISHED, GCRY_STRONG_RANDOM, GCRY_KDF_PBKDF2 };
enum { GCRY_MD_MD5, GCRY_MD_SHA1, GCRY_MD_SHA256, GCRY_MAC_HMAC_SHA1 };
enum { GCRY_CIPHER_AES128, GCRY_CIPHER_AES192, GCRY_CIPHER_AES256, GCRY_CIPHER_TWOFISH128 };
enum { GCRY_CIPHER_MODE_CBC, GCRY_CIPHER_MODE_ECB };

inline const char* gcry_check_version(const char*) { return "none"; }
inline gcry_error_t gcry_control(int, int) { return 0; }
inline void gcry_randomize(void* bytes, std::size_t size, int) { getentropy(bytes, size); }

struct GcryptDigest {
  int algorithm;
  MD5_CTX md5;
  SHA2_CTX sha256;
  std::uint8_t sum[32];
};
using gcry_md_hd_t = GcryptDigest*;
inline gcry_error_t gcry_md_open(gcry_md_hd_t* digest, int algorithm, unsigned) {
  *digest = new GcryptDigest{algorithm, {}, {}, {}};
  MD5Init(&(*digest)->md5);
  SHA256Init(&(*digest)->sha256);
  return 0;
}
inline void gcry_md_close(gcry_md_hd_t digest) { delete digest; }
inline void gcry_md_write(gcry_md_hd_t digest, const void* bytes, std::size_t size) {
  const auto* const at = static_cast<const std::uint8_t*>(bytes);
  if (digest->algorithm == GCRY_MD_MD5) MD5Update(&digest->md5, at, size);
  if (digest->algorithm == GCRY_MD_SHA256) SHA256Update(&digest->sha256, at, size);
}
inline unsigned gcry_md_get_algo_dlen(int algorithm) { return algorithm == GCRY_MD_MD5 ? 16 : 32; }
inline unsigned char* gcry_md_read(gcry_md_hd_t digest, int) {
  if (digest->algorithm == GCRY_MD_MD5) MD5Final(digest->sum, &digest->md5);
  if (digest->algorithm == GCRY_MD_SHA256) SHA256Final(digest->sum, &digest->sha256);
  return digest->sum;
}
inline void gcry_md_hash_buffer(int algorithm, void* sum, const void* bytes, std::size_t size) {
  GcryptDigest* digest = nullptr;
  gcry_md_open(&digest, algorithm, 0);
  gcry_md_write(digest, bytes, size);
  std::memcpy(sum, gcry_md_read(digest, algorithm), gcry_md_get_algo_dlen(algorithm));
  gcry_md_close(digest);
}

// The key is left empty: the cipher that it is for refuses.
inline gcry_error_t gcry_kdf_derive(const void*, std::size_t, int, int, const void*, std::size_t, unsigned long,
                                    std::size_t size, void* key) {
  std::memset(key, 0, size);
  return 0;
}
struct GcryptCipher;
using gcry_cipher_hd_t = GcryptCipher*;
inline gcry_error_t gcry_cipher_open(gcry_cipher_hd_t*, int, int, unsigned) { return kGcryptIsNotHere; }
inline gcry_error_t gcry_cipher_setkey(gcry_cipher_hd_t, const void*, std::size_t) { return kGcryptIsNotHere; }
inline gcry_error_t gcry_cipher_setiv(gcry_cipher_hd_t, const void*, std::size_t) { return kGcryptIsNotHere; }
inline gcry_error_t gcry_cipher_encrypt(gcry_cipher_hd_t, void*, std::size_t, const void*, std::size_t) {
  return kGcryptIsNotHere;
}
inline gcry_error_t gcry_cipher_decrypt(gcry_cipher_hd_t, void*, std::size_t, const void*, std::size_t) {
  return kGcryptIsNotHere;
}
inline void gcry_cipher_close(gcry_cipher_hd_t) {}
struct GcryptMac;
using gcry_mac_hd_t = GcryptMac*;
inline gcry_error_t gcry_mac_open(gcry_mac_hd_t*, int, unsigned, void*) { return kGcryptIsNotHere; }
inline gcry_error_t gcry_mac_setkey(gcry_mac_hd_t, const void*, std::size_t) { return kGcryptIsNotHere; }
inline gcry_error_t gcry_mac_write(gcry_mac_hd_t, const void*, std::size_t) { return kGcryptIsNotHere; }
inline gcry_error_t gcry_mac_read(gcry_mac_hd_t, void*, std::size_t*) { return kGcryptIsNotHere; }
inline void gcry_mac_close(gcry_mac_hd_t) {}
