#include "lab/paste/members.h"

#include "core/text.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace sepax::paste {

namespace {

/// Keys of single numbers, one list a component, which together are one vector.
struct Gathered {
  std::string_view parts[3];  ///< between spaces; the third may be missing in the text
  std::string_view key;
  std::string_view kinds = {};  ///< of shapes that have it, between spaces; empty: all
};
constexpr std::string_view kBoxes = " box none ", kLines = " segment capsule cylinder cone ray ";
constexpr Gathered kGathered[] = {
    {{" hw halfwidth halfw hx halfx halfextentx halfextentsx extentx ",
      " hh halfheight halfh hy halfy halfextenty halfextentsy extenty ",
      " hd halfdepth halfd hz halfz halfextentz halfextentsz extentz "},
     "halfExtents",
     kBoxes},
    {{" w width sizex sx dx xlength ", " h height sizey sy dy ylength ", " d depth length sizez sz dz zlength "},
     "size",
     kBoxes},
    {{" left minx xmin x0 ", " top miny ymin y0 ", " minz zmin z0 "}, "min", kBoxes},
    {{" right maxx xmax ", " bottom maxy ymax ", " maxz zmax "}, "max", kBoxes},
    {{" x1 xmin ", " y1 ymin ", " z1 "}, "min", " box "},
    {{" x2 ", " y2 ", " z2 "}, "max", " box "},
    {{" x1 startx fromx ax originx ", " y1 starty fromy ay originy ", " z1 startz fromz az originz "}, "from", kLines},
    {{" x2 endx tox bx ", " y2 endy toy by ", " z2 endz toz bz "}, "to", kLines},
    {{" x cx centerx centrex posx px positionx ", " y cy centery centrey posy py positiony ",
      " z cz centerz centrez posz pz positionz "},
     "position"},
    {{" vx velx velocityx dirx directionx ", " vy vely velocityy diry directiony ",
      " vz velz velocityz dirz directionz "},
     "velocity"},
};

std::string keyOf(std::string_view name) {
  std::string key = lowered(lastName(name));
  if (key.starts_with("m_")) key.erase(0, 2);
  std::erase(key, '_');
  return key;
}

/// Makes one member of the single numbers of a row; false: the object has not two of them.
bool gather(std::vector<NamedValue>& items, const Gathered& row, const CountOf& countOf) {
  std::vector<std::size_t> found;
  for (const std::string_view names : row.parts) {
    const auto item = std::ranges::find_if(
        items, [&](const NamedValue& i) { return holdsWord(names, keyOf(i.name)) && countOf(i.value) == 1; });
    if (item == items.end()) break;
    found.push_back(static_cast<std::size_t>(item - items.begin()));
  }
  if (found.size() < 2) return false;
  Value vector = listValue({}, items[found[0]].value.line);
  for (const std::size_t i : found) vector.items.push_back({"", std::move(items[i].value)});
  const std::size_t place = *std::ranges::min_element(found);
  items[place] = {std::string(row.key), std::move(vector)};
  std::ranges::sort(found, std::greater<>());
  for (const std::size_t i : found) {
    if (i != place) items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return true;
}

/// {a, b, c}, {p0, p1, p2}: three vectors whose names count; of a triangle (p1, q1, r1), too.
void gatherCorners(std::vector<NamedValue>& items, bool is_triangle, const CountOf& countOf) {
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string key = keyOf(items[i].name);
    const std::size_t count = key.empty() || key[0] == '[' ? 0 : countOf(items[i].value);
    if (count != 2 && count != 3) continue;
    if (!corners.empty()) {
      const std::string first = keyOf(items[corners[0]].name);
      const bool is_next = key.size() == first.size() &&
                           key.compare(0, key.size() - 1, first, 0, first.size() - 1) == 0 &&
                           key.back() == static_cast<char>(first.back() + static_cast<char>(corners.size()));
      const bool is_letter = is_triangle && key.size() == 2 && first.size() == 2 && key[1] == first[1] &&
                             key[0] == static_cast<char>(first[0] + static_cast<char>(corners.size()));
      if (!is_next && !is_letter) continue;
    }
    corners.push_back(i);
    if (corners.size() == 3) break;
  }
  if (corners.size() != 3) return;
  Value vertices = listValue({}, items[corners[0]].value.line);
  for (const std::size_t i : corners) vertices.items.push_back({"", std::move(items[i].value)});
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(corners[2]));
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(corners[1]));
  items[corners[0]] = {"vertices", std::move(vertices)};
}

}  // namespace

bool isPartOfVector(std::string_view key) {
  const std::string own = keyOf(key);
  return own == "r" || std::ranges::any_of(kGathered, [&](const Gathered& row) {
           return std::ranges::any_of(row.parts, [&](std::string_view names) { return holdsWord(names, own); });
         });
}

std::vector<NamedValue> withCommonKeys(std::vector<NamedValue> items, std::string_view kind, bool speaks_of_triangles,
                                       const CountOf& countOf) {
  const auto isComponent = [](const NamedValue& item) { return holdsWord(" x y z w ", lowered(item.name)); };
  if (std::ranges::all_of(items, isComponent)) return items;  // a vector
  const bool may_be_corners = kind.empty() && (speaks_of_triangles || items.size() == 3);
  if (kind == "triangle" || kind == "polygon" || may_be_corners) gatherCorners(items, !kind.empty(), countOf);
  const auto has = [&](std::string_view key) {
    return std::ranges::find(items, key, &NamedValue::name) != items.end();
  };
  bool has_sides = false;
  for (const Gathered& row : kGathered) {
    const bool may_have = row.kinds.empty() || holdsWord(row.kinds, kind.empty() ? "none" : kind);
    if (!may_have || has(row.key) || !gather(items, row, countOf)) continue;
    has_sides = has_sides || row.key == "size";
    const auto place = std::ranges::find(items, "position", &NamedValue::name);
    if (row.key == "position" && has_sides && place->value.items.size() == 2) place->name = kCornerOfSides;
  }
  const bool is_round = holdsWord(" circle sphere capsule cylinder cone ", kind);
  const bool may_be_round = is_round || (kind.empty() && has("position"));
  for (NamedValue& item : items) {
    const std::string key = keyOf(item.name);
    if (may_be_round && (key == "r" || key == "rad") && countOf(item.value) == 1) item.name = "radius";
    if (is_round && key == "d" && countOf(item.value) == 1) item.name = "diameter";
    if (kind == "ray" && (key == "o" || roleOf(item.name) == Role::kPosition)) item.name = "from";
    if (kind == "ray" && key == "d") item.name = "direction";
  }
  return items;
}

}  // namespace sepax::paste
