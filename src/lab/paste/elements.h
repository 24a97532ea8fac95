#pragma once

#include "lab/paste/source.h"
#include "lab/paste/value.h"

#include <string>
#include <string_view>
#include <vector>

// Texts whose values lie within each other: elements of XML and JSX, nodes of Godot's scenes.

namespace sepax::paste {

/// An element with its attributes as values of the grammar; numbers in quotes are lists. An element that holds numbers
/// alone, SDF's <radius>1</radius>, is an attribute of the one around it, its own attributes are "radius.…".
struct Element {
  std::string name;
  std::vector<NamedValue> attributes;
  std::vector<Element> children;
  int line = 1;

  /// Null when there is none.
  [[nodiscard]] const Value* find(std::string_view key) const;
  /// The text of an attribute; empty when there is none.
  [[nodiscard]] std::string textOf(std::string_view key) const;
};

/// The elements of a text, also of such inside another language's strings, within one without a name. No entities, no
/// includes: nothing but what the text itself says.
[[nodiscard]] Element elementsOf(std::string_view text, Sources& made_of);

/// Whether a text is of Godot's scene files: "[sub_resource type=…", "[node name=…".
[[nodiscard]] bool holdsGodotScene(std::string_view text);
/// Its sections: resources and the outermost nodes within one without a name, the others within their parents.
[[nodiscard]] Element godotSectionsOf(const std::vector<Token>& tokens, Sources& made_of);

}  // namespace sepax::paste
