#include "bundle/open/open_container.h"
#include "fuzz/fuzz_file.h"

#include <algorithm>

// Any bytes cut into the files of a split set, in both ways of naming them, with and without one of them, open or say
// what is missing.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  if (size < 4 || size > 1 << 16) return 0;
  const std::string_view text = fuzz::textOf(data + 2, size - 2);
  const std::size_t cut = std::min<std::size_t>(data[0] | data[1] << 8, text.size());
  for (const auto& [first, second] : {std::pair{"/x.zip.001", "/x.zip.002"}, {"/x.z01", "/x.zip"}}) {
    for (const bool is_whole : {true, false}) {
      const std::string folder = fuzz::emptyFolder();
      fuzz::putFile(folder + first, text.substr(0, cut));
      if (is_whole) fuzz::putFile(folder + second, text.substr(cut));
      const auto tree = openTree(folder + first);
      if (!tree) continue;
      for (std::size_t i = 0; i < std::min<std::size_t>((*tree)->entries().size(), 16); ++i)
        (void)(*tree)->read(i, 1 << 20);
    }
  }
  return 0;
}
