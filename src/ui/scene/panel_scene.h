#pragma once

#include "document/document.h"
#include "session/scene/reports.h"
#include "ui/kit/fields.h"
#include "ui/kit/panel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Outbox;
struct Workspace;

/// The state of the Scene panel between frames.
struct ScenePanel {
  std::string renaming;  ///< id of the body whose name is being typed; empty = none
  std::string new_name;
  bool focus_rename = false;
  bool wants_menu =
      false;  ///< a row was clicked with the right button: the shell opens the menu of the selected bodies
  std::string filter;
  std::optional<PairState> pair_filter;    ///< only pairs in this state are listed
  std::vector<std::uint32_t> listed;       ///< pairs by their places in the reports,
  std::uint64_t listed_answers = 0;        ///< made of these answers,
  std::optional<PairState> listed_filter;  ///< this filter
  std::size_t listed_pairs = 0;            ///< and so many pairs

  // The texts being typed; they follow the document while no field is active.
  std::string name, notes, source;
  bool typing = false;
  std::uint64_t typed_in = 0;  ///< the opening whose texts they are
  bool editing_notes = false;
  WrappedField notes_field;  ///< while they are
  bool focus_notes = false;
};

/// Bodies, pairs and the texts of the case.
extern const Panel kScenePanel;

/// Why there is no pair, in a sentence.
[[nodiscard]] const char* whyNoPair(const Document& document);

/// A body of the given kind (index into the Shape variant) with default values, beside what is there.
[[nodiscard]] Body newBody(const Workspace& workspace, std::size_t shape_index);

/// Adds one, shown as a pair with the selected body.
void addNewBody(const Workspace& workspace, std::size_t shape_index, Outbox& outbox);

/// The shape kinds that a space offers: indices into the Shape variant, with the name for menus.
struct BodyKind {
  std::size_t index = 0;
  const char* name = "";
  bool planar = false;
};
[[nodiscard]] const std::vector<BodyKind>& bodyKinds();

}  // namespace sepax
