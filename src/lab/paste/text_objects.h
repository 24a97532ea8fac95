#pragma once

#include "lab/paste/reading.h"
#include "lab/paste/source.h"
#include "lab/paste/statements.h"
#include "lab/paste/value.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax::paste {

/// A variable of the text and what its statements have made of it.
struct TextObject {
  std::string path;
  Value value;
  std::vector<std::pair<std::string, Value>> members;  ///< later ones win
  int line = 0;
  bool is_expression = false;  ///< has no name
};

/// The variables of a text of code, and how to read them.
class TextObjects {
 public:
  TextObjects(const Source& source, Findings& findings);
  TextObjects(const TextObjects&) = delete;
  TextObjects& operator=(const TextObjects&) = delete;

  /// The value of a name, null when it has none; of an object with members the list of them, what it was made of first.
  const Value* valueOf(const std::string& name);
  const Value* valueAt(std::size_t index);

  std::vector<TextObject> all;
  std::map<std::string, std::size_t> places;  ///< in `all`, by their paths
  Reader reader;

 private:
  TextObject& object(const std::string& path, int line);
  /// "place.x", "corners[2]": a part of a vector or list that the text names. Null: it has none.
  const Value* componentAt(const std::string& name);
  void run(Statement& statement);
  /// "points[2] = …": an item of a list, of a member, or of a member of an element; the index begins at `bracket`.
  void setElement(Statement& statement, std::size_t bracket);
  /// "pose = f(pose)": the value that the name had before gets a name of its own.
  void keepEarlier(const TextObject& target, Value& value);
  static bool renameIn(Value& value, const std::string& name, const std::string& other);
  /// "a.position.x = 1", "points[2].x = 1": a member, or a component of one.
  void setMember(const std::string& path, std::size_t dot, Value value, int line);
  /// A member that is a list; one that is not there yet is empty.
  static Value& memberList(TextObject& target, const std::string& key, int line);
  /// The value that a call gave a member of an object; null: it is none of a known object, or of another kind.
  Value* memberOf(std::string_view path);
  static Value zero();
  /// Unity's box.transform, Godot's box.global_transform and ROS' stamped.pose are the owner's own.
  [[nodiscard]] std::string ownerOf(std::string path) const;
  static bool isMember(std::string_view path) { return path.find('.') != std::string_view::npos; }
  /// Box2D's "xf.Set(p, angle)"; other things are set by it, too.
  bool setPlanarPose(const Statement& statement);
  /// object.method(…): true when the method gives the object something.
  bool set(const Statement& statement);
  /// Eigen's transforms are multiplied by what they are moved by: from behind, or with "pre" from in front
  /// (eigen.tuxfamily.org, Transform).
  bool moveEigen(const std::string& path, const Statement& statement);
  /// "T.translate(…).rotate(…);"
  bool moveEigenInSteps(const Statement& statement);
  [[nodiscard]] bool isEigenTransform(const Value& value) const;
  /// dGeomSetPosition(geom, …), as C's interfaces have it: true when the function gives something to a variable of the
  /// text.
  bool setFree(const Statement& statement);

  bool has_eigen_templates_;
  /// Objects as lists, and after which statement they were made.
  std::map<std::size_t, std::pair<std::size_t, Value>> made_;
  std::size_t statements_ = 0;  ///< run so far
};

}  // namespace sepax::paste
