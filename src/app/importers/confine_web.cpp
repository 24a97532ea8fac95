#include "app/importers/confine.h"

#include <cstdio>
#include <string_view>

// An instance of WebAssembly has nothing to give up: it reaches what it imports, and those are its standard streams,
// the time and random numbers (web/import_program.js).

namespace sepax {

void confineFiles(Files) {}

void confine(Threads, Files) {}

std::string confinementHere() {
  return "an instance of WebAssembly for each file, without files, network and processes";
}

bool answersAboutConfinement(int argc, char** argv, int& status) {
  if (argc != 2 || std::string_view(argv[1]) != "--confinement") return false;
  std::puts(confinementHere().c_str());
  status = 0;
  return true;
}

}  // namespace sepax
