#include "lab/paste/words.h"

#include "core/text.h"

#include <algorithm>

namespace sepax::paste {

namespace {

struct Word {
  std::string_view word;
  Role role;
};

/// Whole keys, as plainKey() gives them.
constexpr Word kKeys[] = {
    {"t", Role::kPosition},
    {"p", Role::kPosition},
    {"c", Role::kPosition},
    {"pos", Role::kPosition},
    {"at", Role::kPosition},
    {"xyz", Role::kPosition},
    {"position", Role::kPosition},
    {"translation", Role::kPosition},
    {"translate", Role::kPosition},
    {"trans", Role::kPosition},
    {"origin", Role::kPosition},
    {"location", Role::kPosition},
    {"center", Role::kPosition},
    {"centre", Role::kPosition},
    {"centerofmass", Role::kPosition},
    {"com", Role::kPosition},
    {"loc", Role::kPosition},
    {"place", Role::kPosition},
    {"offset", Role::kPosition},
    {"q", Role::kRotation},
    {"r", Role::kRotation},
    {"rot", Role::kRotation},
    {"rotation", Role::kRotation},
    {"orientation", Role::kRotation},
    {"orient", Role::kRotation},
    {"quat", Role::kRotation},
    {"quaternion", Role::kRotation},
    {"quaterniond", Role::kRotation},
    {"attitude", Role::kRotation},
    {"ori", Role::kRotation},
    {"xyzw", Role::kQuaternionXyzw},
    {"wxyz", Role::kQuaternionWxyz},
    {"quatxyzw", Role::kQuaternionXyzw},
    {"quatwxyz", Role::kQuaternionWxyz},
    {"quaternionxyzw", Role::kQuaternionXyzw},
    {"quaternionwxyz", Role::kQuaternionWxyz},
    {"rotationrows", Role::kMatrix},
    {"basis", Role::kMatrix},
    {"matrix", Role::kMatrix},
    {"mat", Role::kMatrix},
    {"rotationmatrix", Role::kMatrix},
    {"rotmat", Role::kMatrix},
    {"linear", Role::kMatrix},
    {"xmat", Role::kMatrix},
    {"transform", Role::kTransform},
    {"tf", Role::kTransform},
    {"tr", Role::kTransform},
    {"pose", Role::kTransform},
    {"xf", Role::kTransform},
    {"xform", Role::kTransform},
    {"isometry", Role::kTransform},
    {"iso", Role::kTransform},
    {"xfs", Role::kTransform},
    {"transformation", Role::kTransform},
    {"globalpose", Role::kTransform},
    {"fcltransform", Role::kTransform},
    {"angle", Role::kAngle},
    {"theta", Role::kAngle},
    {"heading", Role::kAngle},
    {"rad", Role::kAngle},
    {"rpy", Role::kEuler},
    {"euler", Role::kEuler},
    {"eulerangles", Role::kEuler},
    {"rotator", Role::kEuler},
    {"axisangle", Role::kNone},
    {"halfextents", Role::kHalfExtents},
    {"halfextent", Role::kHalfExtents},
    {"halfsize", Role::kHalfExtents},
    {"halfsizes", Role::kHalfExtents},
    {"halfsides", Role::kHalfExtents},
    {"halfdims", Role::kHalfExtents},
    {"implicitshapedimensions", Role::kHalfExtents},
    {"boxextent", Role::kHalfExtents},
    {"halflengths", Role::kHalfExtents},
    {"halfside", Role::kHalfExtents},
    {"he", Role::kHalfExtents},
    {"half", Role::kHalfExtents},
    {"size", Role::kFullSizes},
    {"sizes", Role::kFullSizes},
    {"dimensions", Role::kFullSizes},
    {"dimension", Role::kFullSizes},
    {"dims", Role::kFullSizes},
    {"dim", Role::kFullSizes},
    {"side", Role::kFullSizes},
    {"sides", Role::kFullSizes},
    {"lengths", Role::kFullSizes},
    {"fullextents", Role::kFullSizes},
    {"sidelength", Role::kFullSizes},
    {"sidelengths", Role::kFullSizes},
    {"extents", Role::kExtents},
    {"extent", Role::kExtents},
    {"min", Role::kLower},
    {"mins", Role::kLower},
    {"lower", Role::kLower},
    {"lowerbound", Role::kLower},
    {"boxmin", Role::kLower},
    {"aabbmin", Role::kLower},
    {"max", Role::kUpper},
    {"maxs", Role::kUpper},
    {"upper", Role::kUpper},
    {"upperbound", Role::kUpper},
    {"boxmax", Role::kUpper},
    {"aabbmax", Role::kUpper},
    {"minbound", Role::kLower},
    {"maxbound", Role::kUpper},
    {"radius", Role::kRadius},
    {"diameter", Role::kDiameter},
    {"rad1", Role::kRadius},
    {"halfheight", Role::kHalfLength},
    {"halflength", Role::kHalfLength},
    {"halfheightofcylinder", Role::kHalfLength},
    {"hh", Role::kHalfLength},
    {"lz", Role::kFullLength},
    {"midheight", Role::kFullLength},
    {"length", Role::kLength},
    {"height", Role::kLength},
    {"h", Role::kLength},
    {"vertices", Role::kVertices},
    {"verts", Role::kVertices},
    {"points", Role::kVertices},
    {"polygon", Role::kVertices},
    {"coordinates", Role::kVertices},
    {"vertexs", Role::kVertices},
    {"pts", Role::kVertices},
    {"hull", Role::kVertices},
    {"corners", Role::kVertices},
    {"vertex", Role::kVertices},
    {"outline", Role::kVertices},
    {"calcpoints", Role::kVertices},
    {"from", Role::kFrom},
    {"to", Role::kTo},
    {"start", Role::kFrom},
    {"end", Role::kTo},
    {"shape", Role::kShape},
    {"geometry", Role::kShape},
    {"geom", Role::kShape},
    {"collider", Role::kShape},
    {"collisionshape", Role::kShape},
    {"collisiongeometry", Role::kShape},
    // German and French, as plainKey() leaves them: "hhe" is Höhe, "lnge" Länge.
    {"mittelpunkt", Role::kPosition},
    {"bei", Role::kPosition},
    {"lage", Role::kPosition},
    {"ort", Role::kPosition},
    {"drehung", Role::kRotation},
    {"winkel", Role::kAngle},
    {"kantenlngen", Role::kFullSizes},
    {"kantenlnge", Role::kFullSizes},
    {"abmessungen", Role::kFullSizes},
    {"halbekantenlngen", Role::kHalfExtents},
    {"durchmesser", Role::kDiameter},
    {"hhe", Role::kLength},
    {"lnge", Role::kLength},
    {"ecken", Role::kVertices},
    {"punkte", Role::kVertices},
    {"rayon", Role::kRadius},
    {"diamtre", Role::kDiameter},
    {"hauteur", Role::kLength},
    {"longueur", Role::kLength},
    {"taille", Role::kFullSizes},
    {"sommets", Role::kVertices},
};

/// Parts of a key by which answers and motions are known: never poses.
constexpr std::string_view kResultParts[] = {"contact",  "normal",   "depth",   "penetration", "hit",     "distance",
                                             "velocity", "gravity",  "force",   "inertia",     "impulse", "nearest",
                                             "closest",  "manifold", "witness", "direction",   "margin",  "scale",
                                             "mass",     "friction", "colour",  "color",       "camera",  "light",
                                             "toi",      "mtv",      "ray",     "convexradius"};

/// Ends of longer keys: "boxPosition", "startTransform".
constexpr Word kEnds[] = {
    {"position", Role::kPosition},      {"translation", Role::kPosition},
    {"origin", Role::kPosition},        {"center", Role::kPosition},
    {"centre", Role::kPosition},        {"location", Role::kPosition},
    {"pos", Role::kPosition},           {"quaternion", Role::kRotation},
    {"quat", Role::kRotation},          {"rotation", Role::kRotation},
    {"orientation", Role::kRotation},   {"rot", Role::kRotation},
    {"matrix", Role::kMatrix},          {"transform", Role::kTransform},
    {"pose", Role::kTransform},         {"halfextents", Role::kHalfExtents},
    {"halfextent", Role::kHalfExtents}, {"extents", Role::kExtents},
    {"radius", Role::kRadius},          {"vertices", Role::kVertices},
    {"points", Role::kVertices},        {"angle", Role::kAngle},
    {"isometry", Role::kTransform},     {"halfheight", Role::kHalfLength},
    {"tf", Role::kTransform},
};

/// Beginnings: "pos_box".
constexpr Word kBeginnings[] = {
    {"position", Role::kPosition},    {"pos", Role::kPosition},   {"translation", Role::kPosition},
    {"rotation", Role::kRotation},    {"quat", Role::kRotation},  {"transform", Role::kTransform},
    {"orientation", Role::kRotation}, {"pose", Role::kTransform}, {"tf", Role::kTransform}};

struct ShapeWord {
  std::string_view word;
  std::string_view type;
  bool is_planar = false;
};
constexpr ShapeWord kShapes[] = {
    {"box", "box"},
    {"cube", "box"},
    {"cuboid", "box"},
    {"obb", "box"},
    {"boxcollider", "box"},
    {"sphere", "sphere"},
    {"ball", "sphere"},
    {"spherecollider", "sphere"},
    {"capsule", "capsule"},
    {"capsulecollider", "capsule"},
    {"cylinder", "cylinder"},
    {"cone", "cone"},
    {"hull", "hull"},
    {"convex", "hull"},
    {"convexhull", "hull"},
    {"circle", "circle", true},
    {"polygon", "polygon", true},
    {"rectangle", "box", true},
    {"rect", "box", true},
    {"square", "box", true},
    {"triangle", "polygon", true},
    {"boxcolliderd", "box", true},
    {"aabb", "box"},
    {"boxshape", "box"},
    {"sphereshape", "sphere"},
    {"capsuleshape", "capsule"},
    {"cylindershape", "cylinder"},
    {"coneshape", "cone"},
    {"circlecollider", "circle", true},
    {"circlecolliderd", "circle", true},
    {"capsulecolliderd", "capsule", true},
    // German and French, as plainKey() leaves them: "wrfel" is Würfel, "bote" boîte.
    {"kugel", "sphere"},
    {"quader", "box"},
    {"wrfel", "box"},
    {"kapsel", "capsule"},
    {"zylinder", "cylinder"},
    {"kegel", "cone"},
    {"kreis", "circle", true},
    {"rechteck", "box", true},
    {"sphre", "sphere"},
    {"bote", "box"},
    {"pav", "box"},
    {"cylindre", "cylinder"},
    {"cne", "cone"},
    {"cercle", "circle", true},
};

bool isLowerLetter(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

std::string plainKey(std::string_view key) {
  const std::size_t dot = key.find_last_of(".>");
  if (dot != std::string_view::npos && dot + 1 < key.size()) key.remove_prefix(dot + 1);
  if (key.starts_with("m_")) key.remove_prefix(2);
  // Jolt's mPosition
  if (key.size() > 1 && key[0] == 'm' && key[1] >= 'A' && key[1] <= 'Z') key.remove_prefix(1);
  std::string out;
  for (const char c : lowered(key)) {
    if (isLowerLetter(c)) out += c;
  }
  for (const std::string_view part : {"local", "world", "relative"}) {
    if (out.size() > part.size() && out.starts_with(part)) out.erase(0, part.size());
  }
  return out;
}

Role roleOf(std::string_view key) {
  std::string plain = plainKey(key);
  if (key == "m_Center") return Role::kResult;  // of a collider of Unity's, or of any bounds
  if (key.ends_with("ocalScale") || key.ends_with("lossyScale")) return Role::kScale;  // Unity's
  if (plain.empty()) return Role::kNone;
  const auto known = [](std::string_view word) {
    const auto* const row =
        std::find_if(std::begin(kKeys), std::end(kKeys), [&](const Word& w) { return w.word == word; });
    return row == std::end(kKeys) ? Role::kNone : row->role;
  };
  if (const Role role = known(plain); role != Role::kNone) return role;
  for (const std::string_view part : kResultParts) {
    if (plain.find(part) != std::string::npos) return Role::kResult;
  }
  // posA, tB: the label is no part of the word.
  if (bodyLabel(key) > 0 && plain.size() > 1) {
    if (const Role role = known(std::string_view(plain).substr(0, plain.size() - 1)); role != Role::kNone) return role;
    if (const char last = plain.back(); last == 'a' || last == 'b') plain.pop_back();
  }
  for (const Word& end : kEnds) {
    if (plain.ends_with(end.word)) return end.role;
  }
  for (const Word& beginning : kBeginnings) {
    if (plain.starts_with(beginning.word)) return beginning.role;
  }
  return Role::kNone;
}

std::string_view shapeWord(std::string_view word, bool& is_planar) {
  const std::string plain = plainKey(word);
  for (const ShapeWord& row : kShapes) {
    if (plain != row.word &&
        !(plain.size() == row.word.size() + 1 && plain.back() == 's' && plain.starts_with(row.word)))
      continue;
    is_planar = row.is_planar || word.ends_with("2D");
    return row.type;
  }
  return {};
}

int bodyLabel(std::string_view name) {
  if (name.starts_with("$")) return 0;  // gdb's history
  while (!name.empty() && (name.back() == '_' || name.back() == ']')) name.remove_suffix(1);
  if (name.empty()) return 0;
  const char last = name.back();
  if (last >= '1' && last <= '9') return last - '0';
  if (last == '0') return 10;
  const bool is_alone = name.size() == 1 || name[name.size() - 2] == '_' || name[name.size() - 2] == ' ';
  const bool is_capital_end = name.size() > 1 && isLowerLetter(name[name.size() - 2]) && (last == 'A' || last == 'B');
  if (is_alone || is_capital_end) {
    if (last == 'A' || last == 'a') return 1;
    if (last == 'B' || last == 'b') return 2;
  }
  return 0;
}

}  // namespace sepax::paste
