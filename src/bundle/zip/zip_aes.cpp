#include "bundle/zip/zip_aes.h"

#include "bundle/byte_source.h"
#include "core/language.h"

#include <gcrypt.h>

#include <algorithm>

namespace sepax {

namespace {

constexpr std::size_t kBlock = 16, kKeyStream = 1 << 12;

tl::unexpected<Error> refused() { return fail(ErrorCode::kInternal, "", tr("libgcrypt refuses AES")); }

class GcryptAes final : public ZipAes {
 public:
  GcryptAes() = default;
  GcryptAes(const GcryptAes&) = delete;
  GcryptAes& operator=(const GcryptAes&) = delete;
  ~GcryptAes() override {
    if (cipher_ != nullptr) gcry_cipher_close(cipher_);
    if (mac_ != nullptr) gcry_mac_close(mac_);
  }

  [[nodiscard]] bool setKeys(std::span<const std::uint8_t> keys) {
    const std::size_t size = (keys.size() - kCheck) / 2;
    const int algorithm = size == 16 ? GCRY_CIPHER_AES128 : size == 24 ? GCRY_CIPHER_AES192 : GCRY_CIPHER_AES256;
    check_ = {std::byte{keys[2 * size]}, std::byte{keys[2 * size + 1]}};
    return gcry_cipher_open(&cipher_, algorithm, GCRY_CIPHER_MODE_ECB, 0) == 0 &&
           gcry_cipher_setkey(cipher_, keys.data(), size) == 0 &&
           gcry_mac_open(&mac_, GCRY_MAC_HMAC_SHA1, 0, nullptr) == 0 &&
           gcry_mac_setkey(mac_, keys.data() + size, size) == 0;
  }

  std::array<std::byte, kCheck> check() const override { return check_; }
  Result<void> encrypt(std::span<std::byte> bytes) override {
    SEPAX_TRY(step(bytes));
    return sum(bytes);
  }
  Result<void> decrypt(std::span<std::byte> bytes) override {
    SEPAX_TRY(sum(bytes));
    return step(bytes);
  }
  Result<std::array<std::byte, kCode>> code() override {
    std::array<std::byte, 20> whole;
    std::size_t length = whole.size();
    if (gcry_mac_read(mac_, whole.data(), &length) != 0) return refused();
    std::array<std::byte, kCode> out;
    std::copy_n(whole.begin(), kCode, out.begin());
    return out;
  }

 private:
  Result<void> sum(std::span<const std::byte> bytes) {
    if (gcry_mac_write(mac_, bytes.data(), bytes.size()) != 0) return refused();
    return {};
  }

  Result<void> step(std::span<std::byte> bytes) {
    for (std::byte& byte : bytes) {
      if (used_ == stream_.size()) {
        stream_.fill(0);
        for (std::size_t block = 0; block < stream_.size(); block += kBlock, ++counter_) {
          for (std::size_t b = 0; b < 8; ++b) stream_[block + b] = static_cast<std::uint8_t>(counter_ >> 8 * b);
        }
        if (gcry_cipher_encrypt(cipher_, stream_.data(), stream_.size(), nullptr, 0) != 0) return refused();
        used_ = 0;
      }
      byte ^= std::byte{stream_[used_++]};
    }
    return {};
  }

  gcry_cipher_hd_t cipher_ = nullptr;
  gcry_mac_hd_t mac_ = nullptr;
  std::array<std::byte, kCheck> check_{};
  std::array<std::uint8_t, kKeyStream> stream_{};
  std::size_t used_ = kKeyStream;
  std::uint64_t counter_ = 1;
};

}  // namespace

Result<std::unique_ptr<ZipAes>> ZipAes::make(std::string_view password, std::span<const std::byte> salt) {
  constexpr unsigned long kRounds = 1000;
  prepareGcrypt();
  std::array<std::uint8_t, 2 * 32 + kCheck> keys{};
  const auto used = std::span(keys).first(4 * salt.size() + kCheck);
  // gcry_kdf_derive refuses an empty password before libgcrypt 1.11; no archive is protected by one.
  if (password.empty() || gcry_kdf_derive(password.data(), password.size(), GCRY_KDF_PBKDF2, GCRY_MD_SHA1, salt.data(),
                                          salt.size(), kRounds, used.size(), used.data()) != 0) {
    return fail(ErrorCode::kPassword, "", tr("the password is wrong"));
  }
  auto made = std::make_unique<GcryptAes>();
  if (!made->setKeys(used)) return refused();
  return made;
}

}  // namespace sepax
