#pragma once

#include <string>
#include <vector>

// Every trap that bundles are known to set for their readers, as bytes, with what verifying must find. Also the seeds of the fuzz targets.

namespace sepax::test {

struct Trap {
  std::string name;  ///< "zip/duplicate names"
  std::string bytes;
  std::vector<std::string> codes;  ///< of all findings of verify(), sorted, each once
  std::size_t checked = 0;         ///< files that read to the end with the right CRC
  std::string file_name = "t.zip";
};

[[nodiscard]] std::vector<Trap> trapCorpus();

}  // namespace sepax::test
