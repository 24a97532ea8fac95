#include "session/requests.h"

namespace sepax {

// Not inline, as Commands::send.
void Outbox::request(Request request) { requests.emplace_back(std::move(request)); }

}  // namespace sepax
