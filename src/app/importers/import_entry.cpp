// sepax-import-entry: reads a ZIP of one entry, its local header and packed bytes, from standard input and writes the
// unpacked bytes to standard output as they come. A program of its own, so that an entry that breaks libarchive breaks
// only this process.

#include "app/importers/confine.h"
#include "app/importers/import_pipe.h"

#include <archive.h>
#include <archive_entry.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace {

using namespace sepax;

struct FreeArchive {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

int refuseBecause(archive* reader) {
  const char* why = archive_error_string(reader);
  return refuse(why != nullptr ? why : "cannot be read");
}

/// A warning is about size or CRC, which who started this compares.
bool isGood(int status) { return status == ARCHIVE_OK || status == ARCHIVE_WARN; }

int unpackEntry() {
  confine();
  const std::unique_ptr<archive, FreeArchive> reader(archive_read_new());
  if (!reader) return refuse("needs more memory than is allowed");
  archive_entry* entry = nullptr;
  if (archive_read_support_format_zip_streamable(reader.get()) != ARCHIVE_OK ||
      archive_read_open_FILE(reader.get(), stdin) != ARCHIVE_OK ||
      !isGood(archive_read_next_header(reader.get(), &entry))) {
    return refuseBecause(reader.get());
  }
  const void* bytes = nullptr;
  std::size_t size = 0;
  std::int64_t offset = 0;
  int status = ARCHIVE_OK;
  while (isGood(status = archive_read_data_block(reader.get(), &bytes, &size, &offset))) {
    if (!writeStandardOutput(static_cast<const char*>(bytes), size)) return refuse("the reply could not be written");
  }
  if (std::fflush(stdout) != 0) return refuse("the reply could not be written");
  return status == ARCHIVE_EOF ? 0 : refuseBecause(reader.get());
}

}  // namespace

int main(int argc, char** argv) {
  if (int status = 0; answersAboutConfinement(argc, argv, status)) return status;
  return argc == 1 ? unpackEntry() : refuse("usage: sepax-import-entry < ENTRY (started by sepax)");
}
