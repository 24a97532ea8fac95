#include "core/platform.h"

#include "core/language.h"

#include <emscripten.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

// In node a program is a script; in a page it has a file system of its own, whose programs would be in /bin.

// clang-format off
EM_JS(char*, sepaxScriptFolder, (), {
  const folder = typeof __dirname === "string" ? __dirname : "/bin";
  const size = lengthBytesUTF8(folder) + 1;
  const text = _malloc(size);
  stringToUTF8(folder, text, size);
  return text;
});
// The system that node stands in for calls every stream a terminal.
EM_JS(int, sepaxIsTerminal, (int number), {
  const stream = typeof process === "object" && (number === 1 ? process.stdout : process.stderr);
  return stream && stream.isTTY ? 1 : 0;
});
// clang-format on

namespace sepax {

void giveBackMemory() {}  // memory of WebAssembly only grows

void useOneHeap() {}

std::string programFolder() {
  static const std::string folder = [] {
    char* const text = sepaxScriptFolder();
    const std::string out = text;
    std::free(text);
    return out;
  }();
  return folder;
}

Result<std::string> dataPath(const std::string& relative) {
  const std::string path = (std::filesystem::path(programFolder()).parent_path() / "share/sepax" / relative).string();
  std::error_code error;
  if (std::filesystem::exists(path, error)) return path;
  return fail(ErrorCode::kNotFound, relative, trf("data file not found; looked at {}", path));
}

Result<std::string> programPath(const std::string& name) {
  if (name == "sepax-import" || name == "sepax-import-model") return name;  // core/process_web.cpp runs these
  const char* const why =
      name == "sepax-window"             ? tr("only the desktop version of Sepax has a window and draws pictures")
      : name.starts_with("sepax-import") ? tr("only the desktop version of Sepax reads files of pictures and sounds")
                                         : tr("only the desktop version of Sepax runs other programs");
  return fail(ErrorCode::kUnsupported, "", why);
}

bool isTerminal(StandardStream stream) { return sepaxIsTerminal(static_cast<int>(stream)) == 1; }

std::vector<std::string> installationFolders() { return {programFolder()}; }

}  // namespace sepax
