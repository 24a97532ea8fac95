#pragma once

#include <string>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// A password that is being typed. Its field takes the keys when it appears: what is typed then is never a shortcut.
struct PasswordField {
  std::string text;
  int drawn_at = -2;    ///< the last frame with the field
  int focused_at = -9;  ///< the frame in which it asked for the keys
  bool yields = false;  ///< the arrow keys walk through the entries, and go on doing so when one of them is encrypted
};

/// True while the field has asked for the keys and does not have them yet.
[[nodiscard]] bool isAboutToType(const PasswordField& field);

/// Draws the open bundle's facts: its name, kind, footer, the files over it, and what it may need to be read right.
void drawBundleHead(PasswordField& password, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// A field for a password and the button that opens the bundle with it.
void drawPassword(PasswordField& password, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
