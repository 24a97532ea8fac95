#include "render/list_renderer.h"

#include "draw/palette.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace sepax {
namespace {

constexpr float kHiddenDash = 4;      // pixels
constexpr float kHiddenFade = 0.38f;  // of alpha
// Pushes faces away from the eye by their slope over two pixels (the inner half of a line along their edge, with its
// soft rim) and by a few steps of depth.
constexpr float kFaceOffsetSlope = 2, kFaceOffsetSteps = 2;

// One attribute of an interleaved buffer.
struct Attribute {
  GLint components;
  GLenum type;
  std::size_t offset;
};

constexpr std::array kFillLayout{Attribute{3, GL_FLOAT, offsetof(FillVertex, position)},
                                 Attribute{3, GL_FLOAT, offsetof(FillVertex, normal)},
                                 Attribute{4, GL_UNSIGNED_BYTE, offsetof(FillVertex, colour)}};
constexpr std::array kLineLayout{
    Attribute{3, GL_FLOAT, offsetof(Line, from)}, Attribute{3, GL_FLOAT, offsetof(Line, to)},
    Attribute{4, GL_UNSIGNED_BYTE, offsetof(Line, colour)}, Attribute{1, GL_FLOAT, offsetof(Line, width_px)},
    Attribute{1, GL_FLOAT, offsetof(Line, dash_px)}};
constexpr std::array kPointLayout{Attribute{3, GL_FLOAT, offsetof(Point, position)},
                                  Attribute{4, GL_UNSIGNED_BYTE, offsetof(Point, colour)},
                                  Attribute{1, GL_FLOAT, offsetof(Point, size_px)}};

constexpr std::array kStampMeshLayout{Attribute{4, GL_FLOAT, offsetof(StampVertex, position)},
                                      Attribute{3, GL_FLOAT, offsetof(StampVertex, normal)}};
constexpr std::array kStampLayout{Attribute{3, GL_FLOAT, offsetof(Stamp, centre)},
                                  Attribute{3, GL_FLOAT, offsetof(Stamp, axes)},
                                  Attribute{3, GL_FLOAT, offsetof(Stamp, axes) + sizeof(glm::vec3)},
                                  Attribute{3, GL_FLOAT, offsetof(Stamp, axes) + 2 * sizeof(glm::vec3)},
                                  Attribute{1, GL_FLOAT, offsetof(Stamp, shift)},
                                  Attribute{4, GL_UNSIGNED_BYTE, offsetof(Stamp, fill)},
                                  Attribute{4, GL_UNSIGNED_BYTE, offsetof(Stamp, edge)}};
constexpr GLenum kProgramPointSize = 0x8642;  // OpenGL ES always sizes points by the shader and has no name for it
constexpr GLuint kFirstOfStamp = static_cast<GLuint>(kStampMeshLayout.size());
constexpr float kStampEdgesTowardsEye = 2e-5f;  // clip units

template <class Stream>
void makeStream(Stream& stream) {
  stream.buffer = GlBuffer::make();
  stream.layout = GlVertexArray::make();
}

// Points attributes of the bound layout, from location `base` on, at item `first` of a buffer.
void pointAttributes(const GlBuffer& buffer, GLuint base, std::span<const Attribute> layout, std::size_t stride,
                     std::size_t first, GLuint divisor) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  for (GLuint i = 0; i < layout.size(); ++i) {
    const GLboolean normalise = layout[i].type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE;
    const auto* offset = reinterpret_cast<const void*>(layout[i].offset + first * stride);
    glEnableVertexAttribArray(base + i);
    glVertexAttribPointer(base + i, layout[i].components, layout[i].type, normalise, static_cast<GLsizei>(stride),
                          offset);
    glVertexAttribDivisor(base + i, divisor);
  }
}

// Points the stream's attributes at item `first`. ES 3.0 has no base instance, so instanced draws move the pointers
// instead.
template <class Stream>
void pointAttributes(const Stream& stream, std::span<const Attribute> layout, std::size_t stride, std::size_t first,
                     GLuint divisor) {
  glBindVertexArray(stream.layout.name());
  pointAttributes(stream.buffer, 0, layout, stride, first, divisor);
}

glm::vec4 vectorOf(Colour c) { return glm::vec4(c.r, c.g, c.b, c.a) / 255.0f; }

// The source of the fill shader's light: the eye's position, or for flat views the direction towards it.
glm::vec4 eyeInLocal(const Vec3& origin, const Camera& camera) {
  if (camera.projection == Projection::kPerspective) return {glm::vec3(eyeOf(camera) - origin), 1.0f};
  return {glm::vec3(basisOf(camera).back), 0.0f};
}

// Everything that another user of the context may have left behind and that drawing here depends on.
void setUpState() {
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  // The picture stays opaque: the window blends it like any texture.
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glPolygonOffset(kFaceOffsetSlope, kFaceOffsetSteps);
  glDepthMask(GL_TRUE);
}

void setColourMask(bool on) {
  const GLboolean mask = on ? GL_TRUE : GL_FALSE;
  glColorMask(mask, mask, mask, mask);
}

/// Whether OpenGL runs on the processor, by the names of the renderers that do.
bool isSoftware() {
  const auto* const name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  if (name == nullptr) return false;
  const std::string_view renderer(name);
  return std::ranges::any_of(std::array{"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software"},
                             [&](const char* known) { return renderer.find(known) != std::string_view::npos; });
}

/// Depth without colour, or colour without depth.
void setDepthOnly(bool on) {
  glDepthMask(on ? GL_TRUE : GL_FALSE);
  setColourMask(!on);
}

}  // namespace

/// Which lines and points to draw.
struct ListRenderer::StrokeRange {
  int (*first)(const LayerCounts&);
  int (*count)(const LayerCounts&);
};

/// How to draw them.
struct ListRenderer::StrokeLook {
  float fade = 1;
  float default_dash_px = 0;
  bool core_only = false;  ///< leaves out soft rims and whatever is translucent
};

Result<ListRenderer> ListRenderer::create(const std::string& shader_folder) {
  ListRenderer renderer;
  renderer.is_software_ = isSoftware();
  const std::pair<const char*, Program*> programs[] = {{"background", &renderer.background_program_},
                                                       {"fill", &renderer.fill_program_},
                                                       {"line", &renderer.line_program_},
                                                       {"point", &renderer.point_program_}};
  for (const auto& [name, program] : programs) {
    auto loaded = Program::load(shader_folder, name);
    SEPAX_TRY(loaded);
    *program = std::move(*loaded);
  }
  auto stamp_program = Program::load(shader_folder, "stamp", "fill");
  SEPAX_TRY(stamp_program);
  renderer.stamp_program_ = std::move(*stamp_program);
  std::vector<StampVertex> meshes;
  for (std::size_t kind = 0; kind < kStampKinds; ++kind) {
    const StampMesh mesh = stampMesh(static_cast<StampKind>(kind));
    StampRange& range = renderer.stamp_ranges_[kind];
    range.first_triangle = static_cast<GLint>(meshes.size());
    range.triangle_vertices = static_cast<GLsizei>(mesh.triangles.size());
    meshes.insert(meshes.end(), mesh.triangles.begin(), mesh.triangles.end());
    range.first_edge = static_cast<GLint>(meshes.size());
    range.edge_vertices = static_cast<GLsizei>(mesh.edges.size());
    meshes.insert(meshes.end(), mesh.edges.begin(), mesh.edges.end());
  }
  renderer.stamp_meshes_ = GlBuffer::make();
  glBindBuffer(GL_ARRAY_BUFFER, renderer.stamp_meshes_.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(meshes.size() * sizeof(StampVertex)), meshes.data(),
               GL_STATIC_DRAW);
  makeStream(renderer.stamps_);
  glBindVertexArray(renderer.stamps_.layout.name());
  pointAttributes(renderer.stamp_meshes_, 0, kStampMeshLayout, sizeof(StampVertex), 0, 0);
  renderer.no_attributes_ = GlVertexArray::make();
  renderer.solid_uv_.buffer = GlBuffer::make();
  for (Stream* stream :
       {&renderer.shadows_, &renderer.solids_, &renderer.translucent_, &renderer.lines_, &renderer.points_})
    makeStream(*stream);
  pointAttributes(renderer.shadows_, kFillLayout, sizeof(FillVertex), 0, 0);
  pointAttributes(renderer.solids_, kFillLayout, sizeof(FillVertex), 0, 0);
  pointAttributes(renderer.translucent_, kFillLayout, sizeof(FillVertex), 0, 0);
  glBindVertexArray(0);
  return renderer;
}

bool ListRenderer::isHurried(const DrawList& list) const {
  constexpr std::size_t kHuge = 30'000;  // bodies, of a few pixels each; the driver would keep 3 kB for one
  if (!is_software_ || list.stamps == nullptr) return false;
  std::size_t count = 0;
  for (const auto* part : {&list.stamps->solid, &list.stamps->faint}) {
    for (const std::vector<Stamp>& stamps : *part) count += stamps.size();
  }
  return list.is_passing || count > kHuge;
}

void ListRenderer::upload(Stream& stream, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  if (bytes.size() > stream.capacity) stream.capacity = bytes.size() + bytes.size() / 2;
  glBindBuffer(GL_ARRAY_BUFFER, stream.buffer.name());
  // Fresh storage under the same name: the driver may still be reading the last frame's.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(stream.capacity), nullptr, GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

template <class Item>
ListRenderer::LayerCounts ListRenderer::uploadByLayer(Stream& stream, const std::vector<Item>& items,
                                                      std::vector<Item>& sorted) {
  sorted.clear();
  LayerCounts counts;
  const std::pair<Layer, int*> layers[] = {
      {Layer::kScene, &counts.scene}, {Layer::kHidden, &counts.hidden}, {Layer::kOverlay, &counts.overlay}};
  for (const auto& [layer, count] : layers) {
    for (const Item& item : items) {
      if (item.layer != layer) continue;
      sorted.push_back(item);
      ++*count;
    }
  }
  upload(stream, std::as_bytes(std::span(sorted)));
  return counts;
}

void ListRenderer::uploadTranslucent(const DrawList& list, const Camera& camera) {
  const std::span<const FillVertex> corners = list.translucent;
  sorted_translucent_.clear();
  sorted_translucent_.reserve(corners.size());
  for (const std::uint32_t first : depth_order_.backToFront(corners, glm::vec3(basisOf(camera).back))) {
    sorted_translucent_.insert(sorted_translucent_.end(), corners.begin() + first, corners.begin() + first + 3);
  }
  upload(translucent_, std::as_bytes(std::span(sorted_translucent_)));
}

void ListRenderer::setView(const DrawList& list, const Camera& camera, const ViewSize& view, float pixel_scale) const {
  const glm::mat4 clip_from_local = clipFromLocal(camera, view, list.origin);
  for (const Program* program : {&fill_program_, &line_program_, &point_program_}) {
    program->use();
    program->set("clip_from_local", clip_from_local);
    program->set("view_px", glm::vec2(view.width, view.height));
    program->set("pixel_scale", pixel_scale);
    program->set("eye", eyeInLocal(list.origin, camera));
  }
  const SceneLights lights = lightsOf(camera.up);
  for (const Program* program : {&fill_program_, &stamp_program_}) {
    program->use();
    program->set("key_light", lights.key);
    program->set("fill_light", lights.fill);
  }
}

void ListRenderer::drawBackground(const Background& background) const {
  background_program_.use();
  background_program_.set("top", vectorOf(background.top));
  background_program_.set("bottom", vectorOf(background.bottom));
  glBindVertexArray(no_attributes_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void ListRenderer::drawShadows(const DrawList& list) {
  corners_.clear();
  for (const SoftSpot& spot : list.shadows) {
    for (std::size_t i = 0; i < spot.rings.size(); ++i) {
      const SoftSpot::Ring& outer = spot.rings[i];
      const bool is_last = i + 1 == spot.rings.size();
      const SoftSpot::Ring& inner = is_last ? outer : spot.rings[i + 1];
      const auto corner = [&](const SoftSpot::Ring& ring, std::size_t k) {
        return FillVertex{ring.points[k % ring.points.size()], glm::vec3(0.0f), withAlpha(spot.colour, ring.alpha)};
      };
      for (std::size_t k = 0; k < outer.points.size(); ++k) {
        const FillVertex a = corner(outer, k), b = corner(outer, k + 1), c = corner(inner, is_last ? 0 : k + 1);
        corners_.insert(corners_.end(), {a, b, c});
        if (!is_last) corners_.insert(corners_.end(), {a, c, corner(inner, k)});
      }
    }
  }
  if (corners_.empty()) return;
  upload(shadows_, std::as_bytes(std::span(corners_)));
  fill_program_.use();
  fill_program_.set("lit_only", 0.0f);
  glBindVertexArray(shadows_.layout.name());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners_.size()));
}

void ListRenderer::drawSolids(const DrawList& list) {
  const auto count = static_cast<GLsizei>(list.solids.size() / 3 * 3);
  if (count == 0) return;
  upload(solids_, std::as_bytes(std::span(list.solids)));
  fill_program_.use();
  fill_program_.set("lit_only", 0.0f);
  glBindVertexArray(solids_.layout.name());
  glEnable(GL_POLYGON_OFFSET_FILL);
  const bool translucent =
      std::any_of(list.solids.begin(), list.solids.end(), [](const FillVertex& v) { return v.colour.a < 255; });
  if (translucent) {
    // Depth first, so that of a see-through solid only the nearest surface is blended, in whatever order its triangles
    // come.
    setColourMask(false);
    glDrawArrays(GL_TRIANGLES, 0, count);
    setColourMask(true);
  }
  if (list.textures.empty() || list.solid_uv.size() != list.solids.size()) {
    glDrawArrays(GL_TRIANGLES, 0, count);
  } else {
    drawTextured(list);
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
}

GLuint ListRenderer::textureOf(const std::shared_ptr<const Picture>& picture) {
  std::erase_if(textures_, [](const SurfaceTexture& t) { return t.of.expired(); });
  const auto found =
      std::find_if(textures_.begin(), textures_.end(), [&](const SurfaceTexture& t) { return t.of.lock() == picture; });
  if (found != textures_.end()) return found->texture.name();
  SurfaceTexture& made = textures_.emplace_back();
  made.of = picture;
  made.texture.upload(picture->width, picture->height, picture->rgba, {0, 1, 2, 3});
  made.texture.repeat();
  return made.texture.name();
}

/// The solids with textures, and those before, between and behind them without.
void ListRenderer::drawTextured(const DrawList& list) {
  constexpr GLuint kUv = static_cast<GLuint>(kFillLayout.size());
  constexpr Attribute kUvLayout[] = {{2, GL_FLOAT, 0}};
  upload(solid_uv_, std::as_bytes(std::span(list.solid_uv)));
  pointAttributes(solid_uv_.buffer, kUv, kUvLayout, sizeof(glm::vec2), 0, 0);
  const auto drawRange = [&](std::size_t first, std::size_t end, const SolidTexture* texture) {
    if (first >= end) return;
    fill_program_.set("has_picture", texture != nullptr ? 1.0f : 0.0f);
    fill_program_.set("cut_below", texture != nullptr ? texture->cut_below : 0.0f);
    glBindTexture(GL_TEXTURE_2D, texture != nullptr ? textureOf(texture->picture) : 0);
    glDrawArrays(GL_TRIANGLES, static_cast<GLint>(first), static_cast<GLsizei>(end - first));
  };
  glActiveTexture(GL_TEXTURE0);
  std::size_t at = 0;
  for (const SolidTexture& texture : list.textures) {
    const std::size_t end = std::min(texture.first + texture.count, list.solids.size());
    drawRange(at, texture.first, nullptr);
    drawRange(texture.first, end, &texture);
    at = end;
  }
  drawRange(at, list.solids.size() / 3 * 3, nullptr);
  fill_program_.set("has_picture", 0.0f);
  glBindTexture(GL_TEXTURE_2D, 0);
  glDisableVertexAttribArray(kUv);
}

void ListRenderer::drawStrokes(const StrokeRange& range, const StrokeLook& look) const {
  const auto drawKind = [&](const Program& program, const Stream& stream, std::span<const Attribute> layout,
                            std::size_t stride, const LayerCounts& counts) {
    if (range.count(counts) == 0) return;
    program.use();
    program.set("fade", look.fade);
    program.set("default_dash_px", look.default_dash_px);
    program.set("core_only", look.core_only ? 1.0f : 0.0f);
    pointAttributes(stream, layout, stride, static_cast<std::size_t>(range.first(counts)), 1);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, range.count(counts));
  };
  drawKind(line_program_, lines_, kLineLayout, sizeof(Line), line_counts_);
  drawKind(point_program_, points_, kPointLayout, sizeof(Point), point_counts_);
}

void ListRenderer::drawTranslucent(TranslucentPart part) const {
  fill_program_.use();
  fill_program_.set("lit_only", part == TranslucentPart::kLit ? 1.0f : 0.0f);
  glBindVertexArray(translucent_.layout.name());
  glEnable(GL_POLYGON_OFFSET_FILL);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(sorted_translucent_.size()));
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void ListRenderer::uploadStamps(const StampList& list) {
  if (list.serial == stamp_serial_) return;
  std::size_t bytes = 0;
  const std::array<std::vector<Stamp>, kStampKinds>* const parts[] = {&list.solid, &list.faint};
  for (const auto* part : parts) {
    for (const std::vector<Stamp>& stamps : *part) bytes += std::span(stamps).size_bytes();
  }
  stamp_serial_ = list.serial;
  stamps_.capacity = std::max(stamps_.capacity, bytes);
  glBindBuffer(GL_ARRAY_BUFFER, stamps_.buffer.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(stamps_.capacity), nullptr, GL_STREAM_DRAW);
  std::size_t at = 0;
  for (std::size_t part = 0; part < 2; ++part) {
    for (std::size_t kind = 0; kind < kStampKinds; ++kind) {
      const std::vector<Stamp>& stamps = (*parts[part])[kind];
      stamp_ranges_[kind].first[part] = at;
      stamp_ranges_[kind].count[part] = static_cast<GLsizei>(stamps.size());
      if (stamps.empty()) continue;
      glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(at * sizeof(Stamp)),
                      static_cast<GLsizeiptr>(std::span(stamps).size_bytes()), stamps.data());
      at += stamps.size();
    }
  }
}

void ListRenderer::setStampView(const StampList& stamps, const Camera& camera, const ViewSize& view) const {
  const glm::mat4 clip_from_local = clipFromLocal(camera, view, stamps.origin);
  stamp_program_.use();
  stamp_program_.set("clip_from_local", clip_from_local);
  stamp_program_.set("eye", eyeInLocal(stamps.origin, camera));
  stamp_program_.set("lit_only", 0.0f);
  // Pixels of a unit at the distance 1.
  const glm::vec3 up(clip_from_local[0][1], clip_from_local[1][1], clip_from_local[2][1]);
  stamp_program_.set("unit_px", glm::length(up) * static_cast<float>(view.height) / 2);
  glBindVertexArray(stamps_.layout.name());
}

/// Two draws a kind, surfaces and edges, however many bodies there are. Surfaces of all kinds come first: faint edges
/// are seen through them.
void ListRenderer::drawStamps(const DrawList& list, const Camera& camera, const ViewSize& view, StampPart part) const {
  if (list.stamps == nullptr) return;
  setStampView(*list.stamps, camera, view);
  const auto which = static_cast<std::size_t>(part);
  const bool hurries = isHurried(list);
  for (const bool edges : {false, true}) {
    if (edges && hurries) break;
    stamp_program_.set("is_edge", edges ? 1.0f : 0.0f);
    stamp_program_.set("towards_eye", edges ? kStampEdgesTowardsEye : 0.0f);
    for (std::size_t kind = 0; kind < kStampKinds; ++kind) {
      const StampRange& range = stamp_ranges_[kind];
      const GLsizei vertices = edges ? range.edge_vertices : range.triangle_vertices;
      if (range.count[which] == 0 || vertices == 0) continue;
      stamp_program_.set("shifts_along", static_cast<StampKind>(kind) == StampKind::kStadium ? 0.0f : 1.0f);
      pointAttributes(stamps_.buffer, kFirstOfStamp, kStampLayout, sizeof(Stamp), range.first[which], 1);
      glDrawArraysInstanced(edges ? GL_LINES : GL_TRIANGLES, edges ? range.first_edge : range.first_triangle, vertices,
                            range.count[which]);
    }
  }
}

/// One square a body in the colour of its edges, as large as its smallest half axis is wide.
void ListRenderer::drawFaintAsSquares(const DrawList& list, const Camera& camera, const ViewSize& view) const {
  setStampView(*list.stamps, camera, view);
  stamp_program_.set("is_edge", 1.0f);
  stamp_program_.set("towards_eye", 0.0f);
  if (!isEmbeddedGl()) glEnable(kProgramPointSize);
  for (GLuint i = 0; i < kFirstOfStamp; ++i) {  // the middle of the mesh
    glDisableVertexAttribArray(i);
    glVertexAttrib4f(i, 0, 0, 0, 0);
  }
  for (const StampRange& range : stamp_ranges_) {
    const auto which = static_cast<std::size_t>(StampPart::kFaint);
    if (range.count[which] == 0) continue;
    pointAttributes(stamps_.buffer, kFirstOfStamp, kStampLayout, sizeof(Stamp), range.first[which], 0);
    glDrawArrays(GL_POINTS, 0, range.count[which]);
  }
  for (GLuint i = 0; i < kFirstOfStamp; ++i) glEnableVertexAttribArray(i);
  if (!isEmbeddedGl()) glDisable(kProgramPointSize);
}

void ListRenderer::draw(const DrawList& list, const Camera& camera, const Background& background,
                        const Framebuffer& target, float pixel_scale) {
  const StrokeRange scene{[](const LayerCounts&) { return 0; }, [](const LayerCounts& c) { return c.scene; }};
  const StrokeRange hideable{[](const LayerCounts& c) { return c.scene; },
                             [](const LayerCounts& c) { return c.hidden; }};
  const StrokeRange overlay{[](const LayerCounts& c) { return c.scene + c.hidden; },
                            [](const LayerCounts& c) { return c.overlay; }};

  line_counts_ = uploadByLayer(lines_, list.lines, sorted_lines_);
  point_counts_ = uploadByLayer(points_, list.points, sorted_points_);
  uploadTranslucent(list, camera);
  if (list.stamps != nullptr) uploadStamps(*list.stamps);
  setView(list, camera, {static_cast<double>(target.width()), static_cast<double>(target.height())}, pixel_scale);
  target.bind();
  setUpState();
  setColourMask(true);
  glClear(GL_DEPTH_BUFFER_BIT);
  drawBackground(background);
  drawShadows(list);

  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  drawSolids(list);
  const ViewSize view{static_cast<double>(target.width()), static_cast<double>(target.height())};
  if (isHurried(list)) glEnable(GL_CULL_FACE);
  drawStamps(list, camera, view, StampPart::kSolid);
  glDisable(GL_CULL_FACE);

  glDepthMask(GL_FALSE);
  if (isHurried(list)) {
    drawFaintAsSquares(list, camera, view);
  } else {
    drawStamps(list, camera, view, StampPart::kFaint);
  }
  drawStrokes(scene, {});
  if (!sorted_translucent_.empty()) {
    // A translucent surface behind an opaque line stays behind it. Rims and translucent lines write no depth: they
    // would cut holes into it.
    setDepthOnly(true);
    drawStrokes(scene, {.core_only = true});
    setDepthOnly(false);
    drawTranslucent(TranslucentPart::kAll);
    setDepthOnly(true);
    drawTranslucent(TranslucentPart::kLit);
    setDepthOnly(false);
  }

  glDepthFunc(GL_GREATER);
  drawStrokes(hideable, {.fade = kHiddenFade, .default_dash_px = kHiddenDash});
  glDepthFunc(GL_LEQUAL);
  drawStrokes(hideable, {});

  glDisable(GL_DEPTH_TEST);
  drawStrokes(overlay, {});
  glDepthMask(GL_TRUE);
  glBindVertexArray(0);
  glUseProgram(0);
  target.resolve();
}

}  // namespace sepax
