#include "session/host/host.h"

namespace sepax {

// Not inline: GCC 12 warns of uninitialised members when it inlines the move of a variant's temporary.
void Commands::send(Command command, MergeKey merge_key) { commands.emplace_back(std::move(command), merge_key); }

}  // namespace sepax
