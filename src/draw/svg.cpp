#include "draw/svg.h"

#include "core/text.h"
#include "draw/palette.h"
#include "draw/screen_surfaces.h"
#include "draw/stamp.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {
namespace {

constexpr std::size_t kMaxFaces = 100'000;
// As the renderer draws (render/list_renderer.cpp, shaders/line.vert, shaders/fill.frag).
constexpr float kHiddenDash = 4, kHiddenFade = 0.38f, kBarWidth = 4;
constexpr double kAmbient = 0.46, kKey = 0.62, kFill = 0.12, kShine = 0.10, kBack = 0.35, kBackAlpha = 0.55;
constexpr double kBeyond = 128;  // pixels outside the view to which lines run

/// A colour lit as fill.frag does it.
Colour litColour(Colour colour, glm::vec3 normal, const glm::vec3& to_eye, const SceneLights& lights) {
  if (glm::dot(normal, normal) < 0.25f || glm::dot(to_eye, to_eye) <= 0) return colour;
  normal = glm::normalize(normal);
  double light = kBack, shine = 0;
  if (glm::dot(normal, to_eye) < 0 && colour.a < 255) {
    colour.a = static_cast<std::uint8_t>(std::lround(colour.a * kBackAlpha));
  } else {
    if (glm::dot(normal, to_eye) < 0) normal = -normal;
    const double key = std::max(0.0f, glm::dot(normal, lights.key));
    light = kAmbient + kKey * key + kFill * std::max(0.0f, glm::dot(normal, lights.fill));
    shine = kShine * key;
  }
  const auto lit = [&](std::uint8_t c) {
    return static_cast<std::uint8_t>(std::lround(255 * std::min(1.0, c / 255.0 * light + shine)));
  };
  return {lit(colour.r), lit(colour.g), lit(colour.b), colour.a};
}

/// Triangles that are painted together: those of a fan, which lie in one plane and share their first corner.
struct Face {
  std::span<const FillVertex> corners;  ///< three a triangle
  bool opaque = false, curved = false;
};

bool continues(const Face& face, std::span<const FillVertex> triangle) {
  const FillVertex& first = face.corners[0];
  return triangle[0].position == first.position && std::ranges::all_of(triangle, [&](const FillVertex& v) {
           return v.normal == first.normal && v.colour == first.colour;
         });
}

enum class Opacity { kTranslucent, kOpaque };

void addFaces(std::vector<Face>& faces, std::span<const FillVertex> corners, Opacity opacity) {
  const std::size_t begun = faces.size();
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const auto triangle = corners.subspan(i, 3);
    const bool curved = triangle[1].normal != triangle[0].normal || triangle[2].normal != triangle[0].normal;
    if (faces.size() > begun && !curved && !faces.back().curved && continues(faces.back(), triangle)) {
      faces.back().corners = {faces.back().corners.data(), faces.back().corners.size() + 3};
    } else {
      faces.push_back({.corners = triangle, .opaque = opacity == Opacity::kOpaque, .curved = curved});
    }
  }
}

/// The bodies of a stamp list as triangles and lines of an ordinary one (shaders/stamp.vert).
void unfold(const StampList& stamps, const Vec3& origin, DrawList& into) {
  const glm::vec3 shift(stamps.origin - origin);
  const auto unfoldAll = [&](const std::array<std::vector<Stamp>, kStampKinds>& kinds, std::vector<FillVertex>& fills) {
    for (std::size_t k = 0; k < kStampKinds; ++k) {
      if (kinds[k].empty()) continue;
      const auto kind = static_cast<StampKind>(k);
      const StampMesh mesh = stampMesh(kind);
      for (const Stamp& stamp : kinds[k]) {
        const glm::vec3 along = kind == StampKind::kStadium ? stamp.axes[0] : stamp.axes[1];
        const auto place = [&](const StampVertex& v) {
          const glm::vec3 moved =
              stamp.shift > 0 ? glm::normalize(along) * (stamp.shift * v.position.w) : glm::vec3(0.0f);
          return shift + stamp.centre + stamp.axes[0] * v.position.x + stamp.axes[1] * v.position.y +
                 stamp.axes[2] * v.position.z + moved;
        };
        const auto turn = [&](const glm::vec3& normal) {
          glm::vec3 sum(0.0f);
          for (int i = 0; i < 3; ++i) {
            const glm::vec3& axis = stamp.axes[static_cast<std::size_t>(i)];
            const float squared = glm::dot(axis, axis);
            if (squared > 0) sum += axis * (normal[i] / squared);
          }
          return glm::dot(sum, sum) > 0 ? glm::normalize(sum) : sum;
        };
        for (const StampVertex& v : mesh.triangles) fills.push_back({place(v), turn(v.normal), stamp.fill});
        for (std::size_t i = 0; i + 1 < mesh.edges.size(); i += 2) {
          into.lines.push_back(
              {.from = place(mesh.edges[i]), .to = place(mesh.edges[i + 1]), .colour = stamp.edge, .width_px = 1});
        }
      }
    }
  };
  unfoldAll(stamps.solid, into.solids);
  unfoldAll(stamps.faint, into.translucent);
}

/// "#rrggbb", and what an attribute of opacity says besides.
std::string paint(std::string_view attribute, Colour colour) {
  std::string text = fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", attribute, colour.r, colour.g, colour.b);
  if (colour.a < 255) text += fmt::format(" {}-opacity=\"{:.3g}\"", attribute, colour.a / 255.0);
  return text;
}

/// Pixels to a hundredth, without trailing zeros.
std::string px(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

constexpr std::string_view kXmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

std::string headOf(const PixelBox& box) {
  return fmt::format(
      "{0}<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{1}\" height=\"{2}\" viewBox=\"{3} {4} {1} "
      "{2}\">\n",
      kXmlHead, px(box.max.x - box.min.x), px(box.max.y - box.min.y), px(box.min.x), px(box.min.y));
}

/// Writes lines, those of one look that join each other as one path.
class Strokes {
 public:
  explicit Strokes(std::string& out) : out_(out) {}

  void add(const ScreenPoint& from, const ScreenPoint& to, Colour colour, double width, double dash) {
    const bool round = width < kBarWidth && dash == 0 && colour.a == 255;
    std::string look = fmt::format("<path fill=\"none\"{} stroke-width=\"{}\"", paint("stroke", colour), px(width));
    if (round) look += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    if (dash > 0) look += fmt::format(" stroke-dasharray=\"{} {}\"", px(dash), px(dash));
    const std::string start = px(from.x) + " " + px(from.y), end = px(to.x) + " " + px(to.y);
    // Translucent strokes are never one path with more than they join: where one crosses another they darken, as on the
    // screen.
    if (look != look_ || (start != end_ && !round)) {
      finish();
      look_ = look;
      out_ += look + " d=\"M" + start;
    } else if (start != end_) {
      out_ += "M" + start;
    }
    out_ += "L" + end;
    end_ = end;
  }
  void finish() {
    if (!look_.empty()) out_ += "\"/>\n";
    look_.clear();
    end_.clear();
  }

 private:
  std::string& out_;
  std::string look_, end_;
};

/// Cuts a line to the view and a rim around it; false when nothing is left.
bool clipToView(ScreenPoint& from, ScreenPoint& to, const ViewSize& view) {
  double first = 0, last = 1;
  const auto keep = [&](double at0, double at1) {
    if (at0 < 0 && at1 < 0) last = -1;
    if (at0 < 0 && at1 >= 0) first = std::max(first, at0 / (at0 - at1));
    if (at1 < 0 && at0 >= 0) last = std::min(last, at0 / (at0 - at1));
  };
  keep(from.x + kBeyond, to.x + kBeyond);
  keep(view.width + kBeyond - from.x, view.width + kBeyond - to.x);
  keep(from.y + kBeyond, to.y + kBeyond);
  keep(view.height + kBeyond - from.y, view.height + kBeyond - to.y);
  if (!(first <= last)) return false;
  const ScreenPoint a = from, b = to;
  if (first > 0) from = between(a, b, first);
  if (last < 1) to = between(a, b, last);
  return true;
}

/// One picture on its way into a text.
class Writer {
 public:
  Writer(const DrawList& list, const Camera& camera, const ViewSize& view, const SvgStyle& style)
      : list_(list),
        camera_(camera),
        view_(view),
        style_(style),
        projection_(camera, view, list.origin),
        shown_(style.crop.value_or(PixelBox{{0, 0}, {view.width, view.height}})) {}

  Result<std::string> write() {
    if (list_.stamps != nullptr) unfold(*list_.stamps, list_.origin, unfolded_);
    std::vector<Face> faces;
    for (const DrawList* list : std::array<const DrawList*, 2>{&unfolded_, &list_}) {
      addFaces(faces, list->solids, Opacity::kOpaque);
      addFaces(faces, list->translucent, Opacity::kTranslucent);
    }
    if (faces.size() > kMaxFaces) {
      return fail(
          ErrorCode::kTooLarge, "",
          fmt::format("an SVG of {} faces would be too large (at most {}): save a PNG", faces.size(), kMaxFaces));
    }
    out_ = headOf(shown_);
    writeBackground();
    writeShadows();
    writeFaces(faces);
    LineVisibility visibility(surfaces_, view_);
    static constexpr std::pair<Layer, bool> kPasses[] = {
        {Layer::kScene, false}, {Layer::kHidden, true}, {Layer::kHidden, false}, {Layer::kOverlay, false}};
    for (const auto& [layer, hidden] : kPasses) {
      for (const DrawList* list : std::array<const DrawList*, 2>{&unfolded_, &list_})
        writeLayer(*list, layer, hidden, visibility);
    }
    writeFlat();
    writeLabels();
    return out_ + "</svg>\n";
  }

 private:
  void writeBackground() {
    if (!style_.background) return;
    const auto stop = [](int offset, Colour colour) {
      return fmt::format("<stop offset=\"{}\"{}/>", offset, paint("stop-color", colour));
    };
    out_ += fmt::format(
        "<defs><linearGradient id=\"{0}\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">{1}{2}</linearGradient></defs>\n"
        "<rect{5} width=\"{3}\" height=\"{4}\" fill=\"url(#{0})\"/>\n",
        style_.background_id, stop(0, style_.background->top), stop(1, style_.background->bottom),
        px(shown_.max.x - shown_.min.x), px(shown_.max.y - shown_.min.y),
        style_.crop ? fmt::format(" x=\"{}\" y=\"{}\"", px(shown_.min.x), px(shown_.min.y)) : "");
  }

  /// Ring over ring, each adding what the ones around it lack.
  void writeShadows() {
    for (const SoftSpot& spot : list_.shadows) {
      double before = 0;
      for (std::size_t i = 0; i + 1 < spot.rings.size(); ++i) {
        const double alpha = (spot.rings[i].alpha + spot.rings[i + 1].alpha) / 2;
        std::string path;
        for (const ScreenPoint& p : projection_.polygon(spot.rings[i].points))
          path += (path.empty() ? "M" : "L") + px(p.x) + " " + px(p.y);
        if (path.empty()) break;
        out_ += fmt::format("<path{} d=\"{}Z\"/>\n",
                            paint("fill", withAlpha(spot.colour, (alpha - before) / (1 - before))), path);
        before = alpha;
      }
    }
  }

  /// The direction from a point towards the eye; any length.
  [[nodiscard]] glm::vec3 towardsEye(const glm::vec3& at) const {
    if (camera_.projection != Projection::kPerspective) return glm::vec3(basisOf(camera_).back);
    return glm::vec3(eyeOf(camera_) - list_.origin) - at;
  }

  /// From back to front by their middles, as the renderer sorts triangles; each face's surfaces are kept to find what
  /// hides lines.
  void writeFaces(std::vector<Face>& faces) {
    const glm::vec3 back(basisOf(camera_).back);
    std::vector<std::pair<float, const Face*>> order;
    for (const Face& face : faces) {
      glm::vec3 sum(0.0f);
      for (const FillVertex& v : face.corners) sum += v.position;
      order.emplace_back(glm::dot(sum, back) / static_cast<float>(face.corners.size()), &face);
    }
    std::ranges::stable_sort(order, {}, &std::pair<float, const Face*>::first);
    for (const auto& [nearness, face] : order) writeFace(*face);
  }

  void writeFace(const Face& face) {
    glm::vec3 middle(0.0f), normal(0.0f);
    for (const FillVertex& v : face.corners) {
      middle += v.position / static_cast<float>(face.corners.size());
      normal += v.normal / static_cast<float>(face.corners.size());
    }
    Colour colour = litColour(face.corners[0].colour, normal, towardsEye(middle), lightsOf(camera_.up));
    const bool is_body = glm::dot(normal, normal) >= 0.25f;
    // A translucent solid shows the background, never what is behind it.
    if (face.opaque && colour.a < 255)
      colour = seenThrough(style_.background ? style_.background->bottom : Colour{255, 255, 255}, colour);
    // A fan as one outline, corner by corner, while all of it is before the eye.
    std::vector<glm::vec3> corners{face.corners[0].position};
    for (std::size_t i = 0; i + 2 < face.corners.size(); i += 3) {
      for (const std::size_t corner : {i + 1, i + 2}) {
        if (corners.back() != face.corners[corner].position) corners.push_back(face.corners[corner].position);
      }
    }
    const bool is_outline = corners.size() == face.corners.size() / 3 + 2;
    std::string path;
    const auto add = [&](std::vector<ScreenPoint> polygon) {
      if (polygon.empty()) return;
      for (std::size_t i = 0; i < polygon.size(); ++i)
        path += (i == 0 ? "M" : "L") + px(polygon[i].x) + " " + px(polygon[i].y);
      path += "Z";
      surfaces_.push_back({.corners = std::move(polygon), .colour = colour, .opaque = face.opaque, .is_body = is_body});
    };
    if (is_outline) {
      add(projection_.polygon(corners));
    } else {
      for (std::size_t i = 0; i + 2 < face.corners.size(); i += 3) {
        add(projection_.polygon(
            std::array{face.corners[i].position, face.corners[i + 1].position, face.corners[i + 2].position}));
      }
    }
    if (path.empty()) return;
    // The many faces of a curved surface would let what is behind them shine through along their edges.
    out_ += fmt::format("<path{} d=\"{}\"{}/>\n", paint("fill", colour), path,
                        face.curved || face.opaque ? " shape-rendering=\"crispEdges\"" : "");
  }

  /// Lines, then points, of a layer: the parts that are hidden, or those that are seen.
  void writeLayer(const DrawList& list, Layer layer, bool hidden, LineVisibility& visibility) {
    Strokes strokes(out_);
    for (const Line& line : list.lines) {
      if (line.layer != layer) continue;
      auto ends = projection_.line(line.from, line.to);
      if (!ends || !clipToView((*ends)[0], (*ends)[1], view_)) continue;
      for (const LinePart& part : visibility.partsOf((*ends)[0], (*ends)[1], line.colour, layer)) {
        if (part.hidden != hidden) continue;
        const float dash = hidden && line.dash_px == 0 ? kHiddenDash : line.dash_px;
        strokes.add(between((*ends)[0], (*ends)[1], part.from), between((*ends)[0], (*ends)[1], part.to),
                    faded(part.colour, hidden), line.width_px * style_.pixel_scale, dash * style_.pixel_scale);
      }
    }
    strokes.finish();
    for (const Point& point : list.points) {
      if (point.layer != layer) continue;
      const auto at = projection_.point(point.position);
      if (!at) continue;
      const LinePart part = visibility.partsOf(*at, *at, point.colour, layer).front();
      if (part.hidden != hidden) continue;
      out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", px(at->x), px(at->y),
                          px(point.size_px / 2 * style_.pixel_scale), paint("fill", faded(part.colour, hidden)));
    }
  }

  static Colour faded(Colour colour, bool hidden) {
    if (hidden) colour.a = static_cast<std::uint8_t>(std::lround(static_cast<float>(colour.a) * kHiddenFade));
    return colour;
  }

  void writeFlat() {
    for (const FlatMark& mark : list_.flat) {
      std::string path;
      for (const Vec2& p : mark.points) path += (path.empty() ? "M" : "L") + px(p.x) + " " + px(p.y);
      if (mark.width_px <= 0) {
        out_ += fmt::format("<path{} d=\"{}Z\"/>\n", paint("fill", mark.colour), path);
        continue;
      }
      out_ += fmt::format("<path fill=\"none\"{} stroke-width=\"{}\"", paint("stroke", mark.colour), px(mark.width_px));
      if (mark.dash_px > 0) out_ += fmt::format(" stroke-dasharray=\"{} {}\"", px(mark.dash_px), px(2 * mark.dash_px));
      out_ += fmt::format(" d=\"{}\"/>\n", path);
    }
  }

  void writeLabels() {
    if (!style_.measure) return;
    const std::optional<PixelBox> caption = captionBox();
    const std::vector<PlacedLabel> placed = placeLabels(
        list_, camera_, view_, style_.measure, caption ? std::span(&*caption, 1) : std::span<const PixelBox>());
    Strokes strokes(out_);
    for (const PlacedLabel& place : placed) {
      if (!place.moved_from) continue;
      Colour colour = list_.labels[place.label].colour;
      colour.a = kLeaderAlpha;
      const Vec2 from = *place.moved_from, to = leaderEnd(place);
      strokes.add({from.x, from.y, 0}, {to.x, to.y, 0}, colour, 1, 0);
    }
    strokes.finish();
    out_ += fmt::format("<g font-family=\"Inter, DejaVu Sans, Verdana, Arial, sans-serif\" font-size=\"{}\">\n",
                        px(style_.font_px));
    for (const PlacedLabel& place : placed) {
      const Label& label = list_.labels[place.label];
      if (label.priority > 0 && (!label.is_flat || label.is_strong)) {
        // Without a background the page is not known: dark letters get a light plate, light ones a dark one.
        const Colour &ink = label.colour,
                     against = ink.r + ink.g + ink.b > 384 ? Colour{20, 22, 26} : Colour{255, 255, 255};
        Colour halo = style_.background ? style_.background->bottom : against;
        halo.a = kHaloAlpha;
        out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{}/>\n", px(place.min.x),
                            px(place.min.y), px(place.max.x - place.min.x), px(place.max.y - place.min.y), kHaloRadius,
                            paint("fill", halo));
      }
      const std::string note = place.has_note
                                   ? fmt::format("<tspan dx=\"{}\"{}>{}</tspan>", px(style_.font_px * 0.8),
                                                 paint("fill", withAlpha(label.colour, 0.6)), xmlText(label.note))
                                   : "";
      out_ += fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}{}</text>\n", px(place.min.x + style_.margin_x),
                          px(place.min.y + style_.margin_y + style_.ascent_px),
                          label.is_strong ? " font-weight=\"600\"" : "", paint("fill", label.colour),
                          xmlText(label.text), note);
    }
    if (caption) writeCaption(*caption);
    out_ += "</g>\n";
  }

  /// Around the caption's text, half a line wide.
  [[nodiscard]] double captionPad() const { return 0.6 * style_.font_px; }

  /// In the upper left corner, as the window has it.
  [[nodiscard]] std::optional<PixelBox> captionBox() const {
    if (style_.caption.empty()) return std::nullopt;
    const double pad = captionPad();
    const Vec2 text = style_.measure(style_.caption) - 2.0 * Vec2{style_.margin_x, style_.margin_y},
               corner = shown_.min + Vec2{pad, 1.5 * pad};
    return PixelBox{corner, corner + text + Vec2{2 * pad, pad}};
  }

  void writeCaption(const PixelBox& box) {
    constexpr std::uint8_t kGroundAlpha = 220;
    if (style_.background) {
      Colour ground = style_.background->bottom;
      ground.a = kGroundAlpha;
      out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"{}/>\n", px(box.min.x),
                          px(box.min.y), px(box.max.x - box.min.x), px(box.max.y - box.min.y), paint("fill", ground));
    }
    out_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", px(box.min.x + captionPad()),
                        px(box.min.y + captionPad() / 2 + style_.ascent_px), paint("fill", style_.caption_colour),
                        xmlText(style_.caption));
  }

  const DrawList& list_;
  const Camera& camera_;
  const ViewSize& view_;
  const SvgStyle& style_;
  ScreenProjection projection_;
  PixelBox shown_;
  DrawList unfolded_;
  std::vector<ScreenSurface> surfaces_;
  std::string out_;
};

}  // namespace

Result<std::string> svgOf(const DrawList& list, const Camera& camera, const ViewSize& view, const SvgStyle& style) {
  return Writer(list, camera, view, style).write();
}

std::optional<PixelBox> contentBox(const DrawList& list, const Camera& camera, const ViewSize& view,
                                   const MeasureText& measure) {
  PixelBox box{Vec2{1e300}, Vec2{-1e300}};
  const auto hold = [&](const Vec2& p) {
    box.min = glm::min(box.min, p);
    box.max = glm::max(box.max, p);
  };
  const ScreenProjection projection(camera, view, list.origin);
  const auto isInView = [&](const ScreenPoint& p) {
    return p.x >= 0 && p.x <= view.width && p.y >= 0 && p.y <= view.height;
  };
  for (const Line& line : list.lines) {
    const auto ends = projection.line(line.from, line.to);
    if (!ends || (!isInView((*ends)[0]) && !isInView((*ends)[1]))) continue;
    for (const ScreenPoint& end : *ends) hold({end.x, end.y});
  }
  const auto holdPoint = [&](const glm::vec3& at) {
    if (const auto p = projection.point(at)) hold({p->x, p->y});
  };
  for (const auto* fills : {&list.solids, &list.translucent}) {
    for (const FillVertex& v : *fills) holdPoint(v.position);
  }
  for (const Point& point : list.points) holdPoint(point.position);
  for (const SoftSpot& spot : list.shadows) {
    for (const glm::vec3& p : spot.rings.front().points) holdPoint(p);
  }
  for (const FlatMark& mark : list.flat) {
    for (const Vec2& p : mark.points) hold(p);
  }
  for (const PlacedLabel& label : placeLabels(list, camera, view, measure)) {
    hold(label.min);
    hold(label.max);
  }
  if (!(box.min.x <= box.max.x)) return std::nullopt;
  return box;
}

std::string svgBeside(const std::string& left, const ViewSize& left_size, const std::string& right,
                      const ViewSize& right_size, Colour line) {
  const auto inner = [](const std::string& svg) { return std::string_view(svg).substr(kXmlHead.size()); };
  const double width = left_size.width + right_size.width, height = std::max(left_size.height, right_size.height);
  // A nested <svg> clips what it holds.
  return fmt::format("{}{}<g transform=\"translate({} 0)\">\n{}</g>\n<path fill=\"none\"{} d=\"M{} 0V{}\"/>\n</svg>\n",
                     headOf({{0, 0}, {width, height}}), inner(left), px(left_size.width), inner(right),
                     paint("stroke", line), px(left_size.width), px(height));
}

}  // namespace sepax
