#pragma once

#include "geom/types.h"
#include "media/picture_import.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// sRGB with straight alpha, 8 bits each.
struct Colour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Who hides whom.
enum class Layer : std::uint8_t {
  kScene,    ///< depth-tested
  kHidden,   ///< depth-tested lines whose hidden parts are drawn too, dashed and faint
  kOverlay,  ///< always on top, in list order
};

/// Positions are floats relative to DrawList::origin, so that a scene far from the world's origin keeps its precision.
struct FillVertex {
  glm::vec3 position;
  glm::vec3 normal;  ///< unit, or zero for unlit
  Colour colour;
};

struct Line {
  glm::vec3 from, to;
  Colour colour;
  float width_px = 1.5f;
  float dash_px = 0;  ///< length of dash and gap; 0 = solid
  Layer layer = Layer::kScene;
};

struct Point {
  glm::vec3 position;
  Colour colour;
  float size_px = 7;
  Layer layer = Layer::kOverlay;
};

/// Text at a place; drawn by the code that has a font, never hidden, moved or dropped when it would overlap one of
/// higher priority.
struct Label {
  glm::vec3 position;  ///< `is_flat`: x and y are pixels of the view
  std::string text;
  Colour colour;
  float dx_px = 0, dy_px = 0;  ///< offset on the screen, y down
  float align_x = 0.5f;        ///< 0: text starts at the place, 0.5: centred, 1: ends there
  float align_y = 0.5f;
  int priority = 0;  ///< higher stays
  std::string exact =
      {};  ///< for those who point at it: the number with all digits, the name in full; empty where nothing is left out
  std::string note = {};   ///< said after the text, faint
  float around_px = 0;     ///< radius of what it names: no line leads nearer to its middle
  bool is_flat = false;    ///< lies on the view: it is never moved, and only another flat one takes its place
  bool is_strong = false;  ///< in the bold font, on a ground of its own
};

/// A figure that lies flat on the view, over the scene and below the labels.
struct FlatMark {
  std::vector<Vec2> points;  ///< pixels of the view, y down
  Colour colour;
  float width_px = 0;  ///< of the line through the points, pixels of the view; 0: the convex polygon of them is filled
  float dash_px = 0;   ///< gaps are twice as long; 0: solid
};

/// A rectangle of pixels of a view.
struct PixelBox {
  Vec2 min{0.0}, max{0.0};
  [[nodiscard]] bool meets(const PixelBox& o) const {
    return min.x < o.max.x && o.min.x < max.x && min.y < o.max.y && o.min.y < max.y;
  }
};

/// A bar of a view, pixels: a line with its width.
struct PixelBar {
  Vec2 from{0.0}, to{0.0};
  double half_width = 0;
};

/// A soft dark spot on the ground: closed rings of equally many points around one another, from its rim inwards.
struct SoftSpot {
  struct Ring {
    std::vector<glm::vec3> points;
    float alpha = 0;  ///< at the ring; between two it runs evenly
  };
  std::vector<Ring> rings;
  Colour colour;
};

/// Shapes of which many are drawn at once, each kind by one mesh (draw/stamp.h).
enum class StampKind : std::uint8_t { kBox, kBall, kCylinder, kCone, kCapsule, kSquare, kDisc, kStadium };
inline constexpr std::size_t kStampKinds = 8;

/// One of many bodies: the point (x, y, z, side) of its kind's mesh is at centre + x · axes[0] + y · axes[1] + z ·
/// axes[2], moved by side · shift along axes[1] (a stadium: axes[0]).
struct Stamp {
  glm::vec3 centre;  ///< relative to StampList::origin
  std::array<glm::vec3, 3> axes;
  float shift = 0;
  Colour fill, edge;
};

/// Many bodies. They keep their own origin and serial, so that a list at rest is made and sent to the graphics card
/// once.
struct StampList {
  Vec3 origin{0.0};
  std::uint64_t serial = 0;                           ///< no other list has it
  std::array<std::vector<Stamp>, kStampKinds> solid;  ///< opaque: they hide what is behind them
  std::array<std::vector<Stamp>, kStampKinds> faint;  ///< translucent, behind nothing and before nothing
};

/// A picture on a range of solid triangles, multiplied with their colours; repeated beyond its edges.
struct SolidTexture {
  std::size_t first = 0, count = 0;  ///< corners
  std::shared_ptr<const Picture> picture;
  float cut_below = 0;  ///< where its alpha (0 … 1) is less there is no surface
};

/// A picture as data: what the viewport shows, without any graphics library.
struct DrawList {
  Vec3 origin{0.0};                ///< world point that positions are relative to
  std::vector<SoftSpot> shadows;   ///< behind everything
  std::vector<FillVertex> solids;  ///< triangles, lit, depth-written
  /// Texture coordinates of each solid corner, u right and v down from a picture's upper left corner; empty: no
  /// textures.
  std::vector<glm::vec2> solid_uv;
  std::vector<SolidTexture> textures;   ///< ranges that do not overlap
  std::vector<FillVertex> translucent;  ///< translucent triangles, drawn after solids and back to front by triangle
  std::vector<Line> lines;
  std::vector<Point> points;
  std::vector<Label> labels;
  std::vector<FlatMark> flat;               ///< in this order
  std::vector<PixelBar> flat_taken;         ///< where they leave no room for labels that are not flat
  std::shared_ptr<const StampList> stamps;  ///< null: none
  /// The next frame shows another: a renderer without a graphics card draws a crowd as it can in the time of a frame.
  bool is_passing = false;

  [[nodiscard]] glm::vec3 local(const Vec3& point_in_world) const { return glm::vec3(point_in_world - origin); }
};

/// A number of all that ListRenderer draws: two lists with one number look the same through one camera, but for a
/// chance of about 1 in 2^64. Labels and flat marks are not in it. Null of a list with pictures on its surfaces.
[[nodiscard]] std::optional<std::uint64_t> drawnDigest(const DrawList& list);

}  // namespace sepax
