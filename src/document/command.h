#pragma once

#include "core/error.h"
#include "document/document.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace sepax {

// Commands are plain data; `apply` is the only function that changes a document. Window, scripts and recordings speak
// them.

struct AddBody {
  Body body;
  std::string tested_with =
      {};  ///< where the case lists its pairs, the one with this body joins the list; empty: none does
};
struct RemoveBody {
  std::string id;
};
/// Sets the transform of a body. Numbers must be finite; locked bodies may be moved by command (the lock is for mouse
/// and keys).
struct SetTransform {
  std::string id;
  Vec3 position{0.0};
  Rotation rotation = Quat{};
};
struct SetShape {
  std::string id;
  Shape shape;
};
struct SetScale {
  std::string id;
  std::optional<Vec3> scale;
};
struct SetPivot {
  std::string id;
  std::optional<Vec3> pivot;
};
struct SetVelocities {
  std::string id;
  std::optional<Vec3> linear, angular;  ///< m/s, rad/s
};
struct RenameBody {
  std::string id, new_id;
};  ///< pairs, expectations and queries follow
struct SetBodyFlags {
  std::string id;
  bool visible = true;
  bool locked = false;
};
struct SetBodyColour {
  std::string id;
  std::optional<BodyColour> colour;
};
/// An edit of several bodies at once, for the undo menu.
enum class BodiesEdit : std::uint8_t {
  kMove,
  kRotate,
  kReshape,
  kAlign,
  kDistribute,
  kDuplicate,
  kPaste,
  kShow,
  kHide,
  kLock,
  kUnlock
};
/// Several bodies in one step: those whose ids are known are replaced, the others added. A document that names its
/// pairs tests `pairs`, too, but those that it names already.
struct PutBodies {
  BodiesEdit edit = BodiesEdit::kMove;
  std::vector<Body> bodies;
  std::vector<PairIds> pairs = {};
};
struct RemoveBodies {
  std::vector<std::string> ids;
};
struct SetPairs {
  std::optional<std::vector<PairIds>> pairs;
};
struct SetTouchingTolerance {
  std::optional<double> tolerance;
};
/// Replaces the queries of a case. Their numbers must be in range.
struct SetQueries {
  std::vector<AskedQuery> queries;
};
/// Replaces what a case expects. Pairs, queries and algorithms that it names must be there.
struct SetExpectations {
  std::vector<Expectation> expect;
};
struct SetTexts {
  std::string name, notes, source;
};
/// Moves all bodies by their velocities (document/motion.h).
struct MoveBodies {
  int steps = 1;
};
/// Replaces the whole document (a new scene): undoable like any other.
struct ReplaceDocument {
  Document document;
};

using Command = std::variant<AddBody, RemoveBody, SetTransform, SetShape, SetScale, SetPivot, SetVelocities, RenameBody,
                             SetBodyFlags, SetBodyColour, PutBodies, RemoveBodies, SetPairs, SetTouchingTolerance,
                             SetQueries, SetExpectations, SetTexts, MoveBodies, ReplaceDocument>;

/// Applies a command or refuses it with a reason, leaving the document untouched. Shapes and bodies are validated here.
[[nodiscard]] Result<void> apply(Document& document, const Command& command);

/// A command's text in the undo menu: "Move B", "Change half_extents of A".
[[nodiscard]] std::string labelOf(const Document& before, const Command& command);

}  // namespace sepax
