#include "bundle/malicious_corpus.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>

// sepax_write_malicious FOLDER: writes the malicious inputs as seeds of the fuzz targets, one folder a target, in the form that the target
// expects. Large ones stay behind, and the zeros at an image's end: the fuzzer learns nothing from them.

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  if (count != 2) {
    std::cerr << "usage: sepax_write_malicious FOLDER\n";
    return 2;
  }
  constexpr std::size_t kMax = 48 << 10;
  for (sepax::test::MaliciousInput input : sepax::test::maliciousCorpus()) {
    std::string& bytes = input.content.bytes;
    std::string target = input.name.substr(0, input.name.find('/'));
    std::string file = input.name.substr(target.size() + 1);
    if (target == "other") target = "zip";
    if (target == "pck") bytes.erase(0, 4);  // the target puts the mark back
    if (target == "fat") bytes.erase(bytes.find_last_not_of('\0') + 1);
    if (target == "obb") {
      const bool hasFooter = bytes.ends_with(std::string("\x83\x99\x05\x01", 4));
      target = hasFooter ? "footer" : "zip";
      if (hasFooter) bytes.resize(bytes.size() - 4);
    }
    if (bytes.size() > kMax) continue;
    std::replace_if(
        file.begin(), file.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '-');
    const fs::path folder = fs::path(arguments[1]) / target;
    fs::create_directories(folder);
    std::ofstream(folder / file, std::ios::binary) << bytes;
  }
  return 0;
}
