#pragma once

#include "draw/palette.h"

#include <string>

namespace sepax {

struct Outbox;
struct Workspace;

/// What the open bundle is: its name, kind, footer, the files over it, and what it may need to be read right. `password`: being typed.
void drawBundleHead(std::string& password, const Workspace& workspace, Theme theme, Outbox& outbox);

/// A field for a password and the button that opens the bundle with it.
void drawPassword(std::string& password, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
