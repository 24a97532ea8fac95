#include "bundle/gcrypt_ready.h"

#include <gcrypt.h>

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

}  // namespace sepax
