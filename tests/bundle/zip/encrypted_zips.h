#pragma once

#include "bundle/zip/zip_builder.h"

#include <string>
#include <vector>

namespace sepax::test {

inline std::string fromHex(const std::string& hex) {
  std::string out;
  for (std::size_t i = 0; i < hex.size(); i += 2) out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return out;
}

struct EncryptedZip {
  Encryption encryption;
  std::string bytes;
};

inline constexpr const char* kEncryptedText = "hello secret world, hello secret world, hello secret world";

/// "a.txt" with that text, encrypted with the password "s3cret" by 7-Zip 26.
inline std::vector<EncryptedZip> encryptedZips() {
  return {{Encryption::kZipCrypto, fromHex("504b030414000100080000002100d25174f82f0000003a00000005000000612e7478748dd96"
                                           "30a2ef00e14c824e8aea2c3ccdd0606db47de0995366f"
                                           "ca2c028b75b5be92461c2fa34f6a3c77268b1d81c927504b01023f031400010008000000210"
                                           "0d25174f82f0000003a00000005000000000000000000"
                                           "2080a48100000000612e747874504b0506000000000100010033000000520000000000")},
          {Encryption::kAes128, fromHex("504b03043300010063000000210000000000370000003a00000005000b00612e74787401990700"
                                        "02004145010800775a58d4abcfeeac1aa45b3fa844"
                                        "c63702b0c88deae411c870f7d91757511113fcb5b09ac81b292c91b7b609f51a17b164a6957bd1"
                                        "cb67504b01023f0333000100630000002100000000"
                                        "00370000003a00000005000b000000000000002080a48100000000612e74787401990700020041"
                                        "45010800504b050600000000010001003e00000065"
                                        "0000000000")},
          {Encryption::kAes192, fromHex("504b030433000100630000002100000000003b0000003a00000005000b00612e74787401990700"
                                        "02004145020800fa9a3e18cf2969aa5d2489536539"
                                        "5bb5e401b6b13a62cdc2d4db64a1906e64d67e56dddfe7038061668ec9b9714718f63bb46f9042"
                                        "0060d5f5e03d504b01023f03330001006300000021"
                                        "00000000003b0000003a00000005000b000000000000002080a48100000000612e747874019907"
                                        "0002004145020800504b050600000000010001003e"
                                        "000000690000000000")},
          {Encryption::kAes256, fromHex("504b030433000100630000002100000000003f0000003a00000005000b00612e74787401990700"
                                        "020041450308004481c8386ee083536ef0ed7dfdf4"
                                        "e07278e67b82b768d5a95f4a79fff28d99e00a033371292447f16594d31556b51e44ca269d15e1"
                                        "1efb24d9591b64120037504b01023f033300010063"
                                        "0000002100000000003f0000003a00000005000b000000000000002080a48100000000612e7478"
                                        "740199070002004145030800504b05060000000001"
                                        "0001003e0000006d0000000000")}};
}

}  // namespace sepax::test
