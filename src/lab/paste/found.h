#pragma once

#include "geom/types.h"
#include "lab/paste/words.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The findings of readers in a pasted text: bodies with the shape, place and rotation that the text gives them, and the
// assumptions.

namespace sepax::paste {

/// A number and where it is in the text; kNowhere: computed, or a constant.
struct Number {
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  double value = 0;
  std::size_t offset = kNowhere;
};
using Numbers = std::vector<Number>;

/// The first half of the numbers and the second.
[[nodiscard]] std::pair<Numbers, Numbers> halvesOf(const Numbers& numbers);
template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// A computed number has one offset of the numbers that it was made of. Each pair is that one and another one.
using Sources = std::vector<std::pair<std::size_t, std::size_t>>;
void noteSource(Sources& sources, const Number& kept, const Number& other);

struct FoundRotation {
  enum class Form { kQuaternion, kMatrix, kEuler, kAngle, kAxisAngle };
  Form form = Form::kQuaternion;
  Numbers numbers;            ///< x y z w; rows; three angles; one angle; axis times angle
  std::string order = "xyz";  ///< of Euler angles, as case files write it
  bool in_degrees = false;
  bool has_unit = false;  ///< its API says that it is in radians
};

struct FoundPose {
  std::optional<Numbers> position;
  std::optional<FoundRotation> rotation;
  Numbers also;  ///< what they were computed from, where their own numbers are not the text's
  int line = 0;
  std::optional<Numbers> scale = {};  ///< along the body's axes

  [[nodiscard]] bool isEmpty() const { return !position && !rotation; }
};

struct FoundShape {
  std::string type;  ///< of case files: "box"
  bool is_planar = false;
  Numbers sizes;    ///< half extents or axes; radius; radius and half length; and the start's radius of a tapered
                    ///< capsule; of half-spaces none, or the outward normal and how far along it the plane is
  Numbers points;   ///< of hulls and polygons
  Numbers indices;  ///< of meshes, three a triangle
  char axis = 'y';  ///< of capsules, cylinders, cones and half-spaces: what the text's API has them along
  std::optional<Numbers> from, to;  ///< ends, if there is no half length; of a ray its origin and direction, and its
                                    ///< length is the only size, if the text has one
  std::optional<Numbers> centre;    ///< in the body's frame
  int line = 0;
  std::optional<Number> height =
      {};  ///< of a ball or capsule of Unity, which takes its scale into its sizes: from end to end
  bool is_between_corners =
      false;  ///< its centre was the middle of two corners: those of the world, where the text gives no pose
  std::optional<Number> border = {};  ///< of a rounded shape: how far it extends around what its sizes make
  bool is_border_inside = false;      ///< its sizes are those of the whole: the border lies within
};

struct FoundBody {
  std::string name;  ///< as the text has it, or empty; of a body in the document its id
  std::optional<FoundShape> shape;
  FoundPose pose;
  std::optional<Numbers> velocity = {};
  std::optional<Number> spin = {};  ///< angular velocity in the plane
};

/// The meaning of a value, once its names are looked up: any of a shape, a place and a rotation; or a vector that could
/// be several things.
struct Reading : FoundPose {
  std::optional<FoundShape> shape;
  std::optional<Numbers> vector;
  std::optional<Number> number;
  std::optional<Numbers> velocity;
  std::optional<Number> spin;
  std::optional<Number> duration;  ///< of the motion, where the value says it

  [[nodiscard]] bool isPose() const { return !isEmpty(); }
};

/// Answers to what a text leaves open, "quaternion" → "xyzw".
using Answers = std::map<std::string, std::string>;

/// A question that a text can leave open, and its answers; the first is what is taken where nothing else decides.
struct Question {
  const char* key;
  std::vector<const char*> answers;
  const char* meaning;
};
[[nodiscard]] const std::vector<Question>& questions();

/// Collects what a reader finds; the readers' own state is elsewhere.
struct Findings {
  Answers answers;  ///< given by the user
  std::string quaternion_order =
      {};  ///< what the text's API or a first reading of the text has shown; empty: nothing yet
  std::string quaternion_reason = {};  ///< which of the two, in words
  std::vector<FoundBody> bodies = {};
  std::vector<std::string> assumptions = {};
  Answers assumed = {};  ///< what was taken where the text leaves a question open
  std::vector<std::string> remarks = {};
  std::vector<std::string> missing = {};
  std::vector<std::string> doubts = {};          ///< why the bodies may be others
  std::vector<std::string> doubts_of_text = {};  ///< those among them that hold for every reader of the text
  std::size_t examples = 0;                      ///< of which the text has so many, and one was taken; 0: it has none
  RectanglePlace rectangle_place = RectanglePlace::kOpen;  ///< of rectangles by four numbers
  bool is_of_gamemaker = false;                            ///< the text speaks of it
  bool is_by_hand = false;                                 ///< all bodies are the user's own: nothing else counts
  bool has_pair = false;                                   ///< the first two bodies are those that the text asks about
  std::optional<Number> duration = {};                     ///< of the motion by the bodies' velocities
  std::set<std::string> quaternion_orders = {};            ///< what components near ±1 say
  bool has_large_angle = false;                            ///< of three without a unit, beyond a full turn
  bool has_small_angle = false;                            ///< and within one
  bool all_are_degrees = false;                            ///< what the text shows elsewhere
  bool has_open_quaternion = false;                        ///< of one whose order nothing says
  bool has_box_of_sizes = false;                           ///< of two vectors, of which the second is no corner
  bool has_open_box = false;                               ///< the second may be a corner or sizes
  bool all_boxes_are_of_sizes = false;                     ///< what the text shows elsewhere
  std::set<std::size_t> used = {};                         ///< offsets of the numbers that became part of a body
  Sources made_of = {};                                    ///< of numbers that were computed
  std::vector<Numbers> arguments = {};                     ///< of calls that gave a shape or pose without a row

  /// The user's answer, or `usual`.
  [[nodiscard]] std::string answerTo(std::string_view key, std::string_view usual) const;
  /// The user's answer, or `usual` and a line that says so and because of `why`.
  std::string assume(std::string_view key, std::string_view usual, std::string_view why);
  /// As assume(), where nothing in the text speaks for `usual`: the bodies may be others.
  std::string guess(std::string_view key, std::string_view usual, std::string_view why);
  /// Adds an assumption that no answer can change.
  void assume(std::string text);
  void remark(std::string text);
  void doubt(std::string text);
  /// Adds a doubt that holds for every reader of the text.
  void doubtText(const std::string& text);
  void use(const Numbers& numbers);
};

/// A shape along y → the same shape along the axis that an API has, by zeros and ones.
[[nodiscard]] Mat3 turnTo(char axis);

/// Keys of what a rounded shape extends around the others of its members, as Parry prints it; of hulls alone.
inline constexpr const char *kBorderKey = "borderradius", *kBorderOfPointsKey = "borderofpoints";

inline constexpr const char *kHalfSpace = "half_space", *kRay = "ray";

}  // namespace sepax::paste
