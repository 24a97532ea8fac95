#include "draw/polyline.h"

namespace sepax {

void addLine(DrawList& list, const Vec3& from, const Vec3& to, Colour colour, float width_px, Layer layer,
             float dash_px) {
  list.lines.push_back({list.local(from), list.local(to), colour, width_px, dash_px, layer});
}

void addPolyline(DrawList& list, const std::vector<Vec3>& points, Polyline polyline, Colour colour, float width_px,
                 Layer layer) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) addLine(list, points[i], points[i + 1], colour, width_px, layer);
  if (polyline == Polyline::kClosed && points.size() > 2)
    addLine(list, points.back(), points.front(), colour, width_px, layer);
}

void addFan(std::vector<FillVertex>& fills, const DrawList& list, const std::vector<Vec3>& loop, const Vec3& normal,
            Colour colour) {
  const glm::vec3 n(normal);
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    for (const Vec3& p : {loop[0], loop[i], loop[i + 1]}) fills.push_back({list.local(p), n, colour});
  }
}

}  // namespace sepax
