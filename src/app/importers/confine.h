#pragma once

#include <string>

// An import program gives up files, network and processes before a stranger's bytes reach a library. On Linux by
// Landlock and seccomp, each where the kernel has it; by limits of resources everywhere.

namespace sepax {

enum class Threads { kNone, kHasThem, kStartsThem };
enum class Files { kNone, kFonts };

/// Gives up the file system (Landlock), but for reading the system's fonts where they are asked for. Before a library
/// starts threads, which inherit it.
void confineFiles(Files files = Files::kNone);

/// Gives up all the rest and the file system: from here on this process reads descriptor 0, writes 1 and 2, asks for
/// memory and the time, and ends. A library's attempt at a file or a socket gets an error; a call that no importer
/// makes ends the process by SIGSYS. `kHasThem`: threads that run already are confined, too, and may go on;
/// `kStartsThem`: new ones may start. `kFonts`: files may be opened to read, which Landlock then limits to fonts.
void confine(Threads threads = Threads::kNone, Files files = Files::kNone);

/// One line for people: "Landlock ABI 4, filtered system calls, no new privileges"; a missing layer is named.
[[nodiscard]] std::string confinementHere();

/// The common entrance of import programs: true when the arguments ask for what concerns confinement itself, which then
/// is done with `status` as the exit status. "--confinement" prints confinementHere(); "--probe WHAT LAYERS PATH" gives
/// up the layers (none, files, all, fonts) and then tries WHAT as a program that was taken over would, in the folder
/// PATH: "refused" with status 0, or "done" with status 9.
[[nodiscard]] bool answersAboutConfinement(int argc, char** argv, int& status);

}  // namespace sepax
