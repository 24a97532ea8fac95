#pragma once

#include "lab/paste/api_rows.h"
#include "lab/paste/found.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/source.h"
#include "lab/paste/value.h"
#include "lab/paste/words.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax::paste {

/// Whether a call of that name makes a pose, whatever it is given.
[[nodiscard]] bool isPoseName(std::string_view name);

/// Reads values of the grammar as geometry. `look` gives the value of a name, null when it has none.
class Reader {
 public:
  Reader(Findings& findings, const Source& source, std::function<const Value*(const std::string&)> look)
      : findings_(findings),
        text_(source.small),
        scopes_(source.scopes),
        look_(std::move(look)),
        speaks_of_triangles_(source.small.find("triangle") != std::string::npos),
        is_own_export_(source.small.find(kOwnSign) != std::string::npos) {}

  /// `hint` is the key or name that the value has: "halfExtents", "posA".
  [[nodiscard]] Reading read(const Value& value, std::string_view hint = {});
  [[nodiscard]] Reading peek(const Value& value);  ///< as read(), but takes no name as part of something

  /// Every shape and pose among the arguments of a call, in order. One that peeks takes no name as part of something.
  [[nodiscard]] std::vector<Reading> argumentsOf(const Value& call, bool peeks);

  /// Whether the value is a call that a row makes a shape of.
  [[nodiscard]] bool makesShape(const Value& value) const;

  /// The numbers in a value, with vectors taken apart.
  [[nodiscard]] Numbers flat(const Value& value);

  /// ROS' SolidPrimitive, by the number or the name of its type. Nullopt: none, or dimensions are missing.
  [[nodiscard]] std::optional<FoundShape> shapeOfPrimitive(const std::string& type, const Numbers& dimensions,
                                                           int line);

  /// Names have other values from here on.
  void forget() { known_.clear(); }

  /// Names that became part of something.
  std::set<std::string> consumed;

 private:
  /// Reads what a constructor without a row makes, as its name and arguments say; false: they do not.
  bool takeMade(const Value& call, Reading& out);
  [[nodiscard]] Reading readCall(const Value& given, std::string_view hint);
  /// Transforms one after the other: A * B is B in the frame A. Other factors give their numbers.
  [[nodiscard]] Reading readProduct(const Value& value);
  [[nodiscard]] bool isTranslation(const Value& value) const;
  [[nodiscard]] Reading readList(const Value& value, std::string_view hint);
  [[nodiscard]] Reading readObject(const Value& value, std::string_view hint);  ///< with members of common keys
  /// The object with members under the keys that readers know (members.h), as a shape of `kind` has them; empty: of the
  /// kind that its type, its members or `hint`, its name, say.
  [[nodiscard]] Value withCommonKeys(Value object, std::string_view hint, std::string_view kind = {});
  /// Ericson's OBB {centre, {axis, axis, axis}, {half sizes}}. False: it is another list.
  bool readOrientedBox(const Value& value, Reading& out);
  /// Two corners or an origin and a direction, as the name says: bbox = [[…], […]]; OpenCV's rotated rectangles. False:
  /// it is another list.
  bool readCorners(const Value& value, std::string_view hint, Reading& out);
  [[nodiscard]] Reading readMembers(const Value& value);
  /// Whether the call is given two shapes by name, two poses, or poses of both bodies: contact(shape1, pos1, shape2,
  /// pos2).
  [[nodiscard]] bool asksOfBoth(const Value& call);
  /// Whether a call asks where a ray or a motion between two places meets a body: trace.intercept(box, start, end).
  [[nodiscard]] bool asksOfOne(const Value& call);
  /// The shape of a text in WKT: read_wkt("POLYGON((…))", a).
  [[nodiscard]] std::optional<FoundShape> shapeOfWkt(const Value& text);
  void swell(const Value& buffer, Reading& out);
  /// The member that says how far a rounded shape extends around what the others make; null: there is none.
  [[nodiscard]] const NamedValue* marginIn(const Value& value) const;
  [[nodiscard]] Reading readRounded(const Value& value, const NamedValue& margin, std::string_view hint);
  void readChain(const Value& value, Reading& out);
  /// Box2D's sweep: places and angles at both ends of a step, which takes one second here. False: it is none.
  bool readSweep(const Value& value, Reading& out);
  /// The ray of a call that casts one between two vectors, whatever engine's: world.RayCast(callback, from, to).
  [[nodiscard]] std::optional<FoundShape> rayOfCall(const Value& call);
  /// {normal: …, constant: …}, {normal: …, point: …}. Nullopt: it has no normal.
  [[nodiscard]] std::optional<FoundShape> planeOfMembers(const Value& value);
  /// A ray of members: an origin and a direction or an end. Nullopt: none.
  [[nodiscard]] std::optional<FoundShape> rayOfMembers(const Value& value);
  /// The shape of a call that has a row, with the pose that its arguments give. Nullopt: they do not fit.
  [[nodiscard]] std::optional<FoundShape> shapeOfRow(const Value& given, const ApiShape& row, Reading& out);
  /// ROS' {type: BOX, dimensions: […]}. Nullopt: it is none.
  [[nodiscard]] std::optional<FoundShape> shapeOfSolidPrimitive(const Value& value);
  /// A shape of members: {halfExtents: …}, of a type or name that says its kind. Nullopt: none.
  [[nodiscard]] std::optional<FoundShape> shapeOfMembers(const Value& value, std::string_view name);
  [[nodiscard]] NumbersOf numbersOf() {
    return [this](const Value& value) { return flat(value); };
  }
  /// Two to four numbers, of which names and sums stand for some: {x, y + 1}. Empty: it is another list.
  [[nodiscard]] Numbers numbersNamed(const Value& value);
  void collect(const Value& value, Numbers& out, int depth);
  void collectProduct(const Value& value, Numbers& out, int depth);
  void collectPoints(const Value& value, Numbers& out, std::size_t& dimensions, int depth);
  /// Takes a member that says how an object is rotated, or its whole pose, into the object; false: it is another one.
  bool takeRotation(Reading& out, const NamedValue& member, Role role);
  /// Doubts the shape that sizes alone have made, where a word of the object may say another one.
  void doubtKind(const Value& value, std::string_view taken);
  void moveBox(const Value& call, Reading& out);
  /// A geom of MuJoCo's, whose type is a text: {type: "box", size: half sizes}.
  std::optional<FoundShape> shapeOfGeom(const Value& value);
  /// Doubts a member that is a rotation by its name, where an unknown call with numbers makes it.
  void doubtTurn(const NamedValue& member);
  /// The value that a name stands for, however many names are between; any other value itself. Null: it has none.
  [[nodiscard]] const Value* heldBy(const Value& value) const;
  /// The last part of the name, in lower case, of what makes a value.
  [[nodiscard]] std::string makerOf(const Value& value) const;
  /// Whether a rectangle's call may be given two corners as well as a corner and sizes.
  [[nodiscard]] bool mayBeBetweenPoints(const Value& call, const ApiShape& row) const;
  /// Whether a rectangle's call is given two points: corners, where others have a point and sizes.
  [[nodiscard]] bool isBetweenPoints(const Value& call, const ApiShape& row) const;
  /// Merges what a part of an object says into the object.
  void take(Reading& out, const Reading& part, Role role, std::string_view key);

  void consume(const std::string& name) {
    if (peeks_) return;
    consumed.insert(name);
    const std::size_t part = name.find_last_of(".[");  // "half.x"
    if (part != std::string::npos && part + 2 >= name.size()) consumed.insert(name.substr(0, part));
  }

  Findings& findings_;
  std::string_view text_;
  const TextScopes& scopes_;
  std::function<const Value*(const std::string&)> look_;
  bool speaks_of_triangles_, is_own_export_, peeks_ = false;
  int depth_ = 0;
  /// The readings of names, while one peeks and else: each is read once.
  std::map<std::pair<bool, std::string>, Reading> known_;
  /// Values within values are read more than once; of texts that nest and refer to themselves there would be no end.
  int steps_left_ = 1'000'000;
};

}  // namespace sepax::paste
