#pragma once

#include "document/merge_key.h"

#include <cstddef>
#include <string>

namespace sepax {

struct Host;
struct Scene;

// The requests about the open case that leave the panels and are not document commands.

struct Undo {};
struct Redo {};
/// Takes back what a running drag changed (Esc).
struct CancelEdit {
  MergeKey merge_key = MergeKey::kNone;
};
/// Goes to an entry of the undo history.
struct GoToEntry {
  std::size_t index = 0;
};
/// Bodies, or the points of one, from the clipboard's text.
struct PasteBodies {
  std::string text;
};
/// The next published algorithm that is wrong about the shown pair answers it; a message says so when none is.
struct BreakIt {};
/// The reference's answer about the shown pair becomes what the case expects.
struct KeepAnswer {};

// Each is executed by the file that knows how; errors become messages.
void execute(Scene& scene, const KeepAnswer&);

}  // namespace sepax
