#pragma once

#include "core/error.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/stamp.h"
#include "render/gl_object.h"
#include "render/program.h"
#include "render/textures.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// Colours behind everything, at the view's upper and lower edge.
struct Background {
  Colour top, bottom;
};

/// Draws a DrawList with OpenGL (3.3 core, 3.0 ES). Labels are not drawn: they belong to the code that has a font.
///
/// Order: background; shadows; solids and solid stamps; faint stamps; scene strokes (lines and points); translucent
/// surfaces, back to front by triangle; kHidden strokes, in full where they are seen and faint and dashed where a solid
/// or a lit translucent surface is before them; overlay lines, then overlay points, in list order. A lit translucent
/// surface is a body's and so hides its far edges; an unlit one (a separating plane) does not. Solids with alpha < 255
/// show the background, never each other. Lines under 4 px wide are strokes with round ends that join without gaps;
/// from 4 px on, dashed or translucent they end squarely where they end.
class ListRenderer {
 public:
  /// Needs a current context. `shader_folder` holds background, fill, line and point.
  [[nodiscard]] static Result<ListRenderer> create(const std::string& shader_folder);

  /// Draws into `target` (all of it) and resolves it. `pixel_scale`: pixels of the target per pixel of the list's
  /// widths and sizes.
  void draw(const DrawList& list, const Camera& camera, const Background& background, const Framebuffer& target,
            float pixel_scale = 1);

  /// Whether a list is drawn in a hurry: a crowd that moves or is huge, by a renderer that runs on the processor.
  /// Bodies that meet no other are squares then, the others their faces towards the eye, and no pixel has samples.
  [[nodiscard]] bool isHurried(const DrawList& list) const;

 private:
  /// A buffer whose content is replaced every frame; its storage only grows.
  struct Stream {
    GlBuffer buffer;
    GlVertexArray layout;
    std::size_t capacity = 0;  ///< bytes
  };
  /// How many items of each layer lie in a sorted stream: scene, hidden and overlay in a row.
  struct LayerCounts {
    int scene = 0, hidden = 0, overlay = 0;
  };
  struct StrokeRange;
  struct StrokeLook;
  enum class TranslucentPart { kAll, kLit };

  static void upload(Stream& stream, std::span<const std::byte> bytes);
  template <class Item>
  static LayerCounts uploadByLayer(Stream& stream, const std::vector<Item>& items, std::vector<Item>& sorted);
  void uploadTranslucent(const DrawList& list, const Camera& camera);
  void setView(const DrawList& list, const Camera& camera, const ViewSize& view, float pixel_scale) const;
  void drawBackground(const Background& background) const;
  void drawShadows(const DrawList& list);
  void drawSolids(const DrawList& list);
  void drawTextured(const DrawList& list);
  [[nodiscard]] GLuint textureOf(const std::shared_ptr<const Picture>& picture);
  void drawStrokes(const StrokeRange& range, const StrokeLook& look) const;
  void drawTranslucent(TranslucentPart part) const;
  enum class StampPart { kSolid, kFaint };
  void uploadStamps(const StampList& list);
  void drawStamps(const DrawList& list, const Camera& camera, const ViewSize& view, StampPart part) const;
  void drawFaintAsSquares(const DrawList& list, const Camera& camera, const ViewSize& view) const;
  void setStampView(const StampList& stamps, const Camera& camera, const ViewSize& view) const;

  /// A kind's mesh in the buffer of meshes, and where its bodies lie in that of stamps.
  struct StampRange {
    GLint first_triangle = 0, first_edge = 0;
    GLsizei triangle_vertices = 0, edge_vertices = 0;
    std::size_t first[2] = {0, 0};  ///< solid, faint
    GLsizei count[2] = {0, 0};
  };

  bool is_software_ = false;
  Program background_program_, fill_program_, line_program_, point_program_, stamp_program_;
  GlBuffer stamp_meshes_;
  std::array<StampRange, kStampKinds> stamp_ranges_;
  /// A picture on surfaces; deleted when no other code holds it.
  struct SurfaceTexture {
    std::weak_ptr<const Picture> of;
    PictureTexture texture;
  };
  std::vector<SurfaceTexture> textures_;
  Stream solid_uv_;
  std::uint64_t stamp_serial_ = 0;  ///< of what lies in stamps_
  Stream stamps_;
  GlVertexArray no_attributes_;
  Stream shadows_, solids_, translucent_, lines_, points_;
  LayerCounts line_counts_, point_counts_;
  // Scratch that keeps its memory between frames.
  std::vector<Line> sorted_lines_;
  std::vector<Point> sorted_points_;
  DepthOrder depth_order_;
  std::vector<FillVertex> sorted_translucent_, corners_;
};

}  // namespace sepax
