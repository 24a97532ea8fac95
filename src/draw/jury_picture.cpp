#include "draw/jury_picture.h"

#include "draw/shape_picture.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// A unit vector perpendicular to another.
Vec3 besideOf(const Vec3& n) {
  const Vec3 axis = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 beside = cross(n, axis);
  return beside / length(beside);
}

void addArrow(DrawList& list, const Vec3& from, const Vec3& along, Colour colour) {
  const double size = length(along);
  if (!(size > 0)) return;
  const Vec3 n = along / size, tip = from + along;
  addLine(list, from, tip, colour, 3, Layer::kOverlay);
  // Two barbs in planes across each other: one is seen from wherever one looks.
  for (const Vec3& side : {besideOf(n), cross(n, besideOf(n))}) {
    for (const double sense : {-1.0, 1.0})
      addLine(list, tip, tip - n * (0.18 * size) + side * (sense * 0.09 * size), colour, 3, Layer::kOverlay);
  }
}

}  // namespace

void addJuryMarks(DrawList& list, const JuryMarks& marks, const Palette& palette) {
  const Colour colour = marks.differs ? palette.overlapping : palette.highlight;
  Vec3 from = marks.middle;
  if (marks.witness) {
    const auto& [a, b] = *marks.witness;
    addLine(list, a, b, colour, 1.6f, Layer::kOverlay, 4);
    list.points.push_back({list.local(a), palette.a, 11, Layer::kOverlay});
    list.points.push_back({list.local(b), palette.b, 11, Layer::kOverlay});
    from = a + (b - a) * 0.5;
  } else if (!marks.contacts.empty()) {
    from = marks.contacts.front();
  }
  for (const Vec3& contact : marks.contacts) {
    list.points.push_back({list.local(contact), palette.text, 11, Layer::kOverlay});
    list.points.push_back({list.local(contact), colour, 7, Layer::kOverlay});
  }
  constexpr double kArrow = 0.4;  // of the pair's size
  Vec3 label = from;
  if (marks.normal && length(*marks.normal) > 0) {
    const Vec3 along = *marks.normal * (kArrow * marks.size / length(*marks.normal));
    addArrow(list, from, along, colour);
    label = from + along;
  }
  list.labels.push_back({list.local(label), marks.name, colour, 10, -10, 0, 1, 12});
}

}  // namespace sepax
