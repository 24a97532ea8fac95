#include "format/case_help.h"

#include "core/json_text.h"
#include "format/api.h"
#include "format/case_schema.h"
#include "format/expectation_json.h"
#include "format/query.h"
#include "format/schema_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace sepax {

namespace {

// The schemas of members: a value that does not apply or is infinite is null.
Json number() { return orNull("number"); }
Json count() { return orNull("integer"); }
Json flag() { return Json{{"type", "boolean"}}; }
Json text() { return orNull("string"); }
Json vectors() { return arrayOf(vectorOrNull()); }
Json matrix() {
  Json out = vectors();
  out["type"] = Json::array({"array", "number", "null"});
  return out;
}
Json spans() { return arrayOf(fixedArray(orNull("number"), 2)); }
Json pair() { return fixedArray(Json{{"type", "string"}}, 2); }
Json list() { return arrayOf(Json{{"type", "object"}}); }
Json object() { return orNull("object"); }

/// A member of an answer that no case can expect.
struct AnswerKey {
  const char* name;
  unsigned answers;  ///< bits of expectation_json.h
  Json (*schema)();
  const char* summary;
};

constexpr AnswerKey kAnswerKeys[] = {
    {"a", kOfPair, text, "the id of the first body"},
    {"b", kOfPair, text, "the id of the second body"},
    {"algorithm", kOfPair, text, "the name of the algorithm"},
    {"error", kOfPair, number, "how far the numbers may be wrong, m"},
    {"endless", kOfPair, flag, "true: no translation ends the overlap"},
    {"mtv_lower_bound", kOfPair, number, "no shorter mtv ends the overlap, where the given may be longer, m"},
    {"runner_up", kOfPair, text, "the axis with the second largest separation"},
    {"runner_up_margin", kOfPair, number, "how much less the runner-up separates, m"},
    {"tie", kOfPair, flag, "true: the runner-up separates as much within rounding"},
    {"first_separating_axis", kOfPair, text, "the axis at which a test with an early exit ends"},
    {"manifold", kOfPair, object, "how the contacts were clipped"},
    {"pieces", kOfPair | kOf<SweepQuery>, object, "the deciding pieces of shapes that consist of pieces"},
    {"axes", kOfPair | kOf<SweepQuery>, list,
     "each axis that was tested: of a half-space with null for the end that it has not, and \"unbounded\": true"},
    {"trace", kOfPair, object, "each step of GJK and EPA"},
    {"pruned_edge_pairs", kOfPair, count, "pairs of edges that no Gauss map lets touch"},
    {"origin", kOfPair | kOf<RayQuery>, vectorOrNull, "where projections are measured from; of a ray its start"},
    {"tolerances", kOfPair, object, "the tolerances that were used"},
    {"pair", kOf<SweepQuery>, pair, "the ids of both bodies"},
    {"duration", kOf<SweepQuery>, number, "s"},
    {"left_within_duration", kOf<SweepQuery>, flag, "true: the exit time is not beyond the duration"},
    {"never_leaves", kOf<SweepQuery>, flag, "true: contact never ends"},
    {"exit_undecided", kOf<SweepQuery>, flag, "true: the exit time could not be decided"},
    {"contacts_at", kOf<SweepQuery>, spans,
     "[time of impact, exit time] of each contact within the duration, s; null: it does not end within it"},
    {"contacts_complete", kOf<SweepQuery>, flag, "false: there may be more contacts behind the last"},
    {"openings_missed_below", kOf<SweepQuery>, number,
     "openings shorter than this may have been missed within the contacts, s; 0: contact is proved"},
    {"linear", kOf<SweepQuery>, flag, "true: no body rotates, the times are exact but for rounding"},
    {"undecided", kOf<SweepQuery>, flag, "true: free of contact up to the time of impact, undecided from there"},
    {"first_features", kOf<SweepQuery>, text, "the features that meet first"},
    {"steps", kOf<SweepQuery>, list, "each step of conservative advancement"},
    {"boxes", kOf<SweepQuery>, object, "the sweep of the axis-aligned boxes"},
    {"direction", kOf<RayQuery>, vectorOrNull, "of the ray"},
    {"length", kOf<RayQuery>, number, "of the ray, m"},
    {"hits", kOf<RayQuery>, list, "every body that the ray meets, the nearest first"},
    {"back_face", kOf<RayQuery>, flag, "true: the ray meets the surface from behind"},
    {"feature", kOf<RayQuery>, count, "the face that the ray meets"},
    {"body", kOf<ContainsQuery> | kOf<FitQuery> | kOf<MassQuery>, text, "the id of the body"},
    {"point", kOf<ContainsQuery>, vectorOrNull, "the point that was asked for"},
    {"tolerance", kOf<ContainsQuery>, number, "within this distance a point is on the boundary, m"},
    {"surface_only", kOf<ContainsQuery> | kOf<MassQuery>, flag, "true: an open mesh, which has no inside"},
    {"vertices", kOf<FitQuery>, count, "how many vertices the volumes fit around"},
    {"error", kOf<FitQuery>, text, "why there are no volumes"},
    {"area_sides", kOf<MassQuery>, text,
     "the sides of the surface that the area counts: \"one\", \"both\" of flat shapes and open surfaces, \"mixed\" of "
     "a "
     "compound of solid and flat children"},
    {"inertia", kOf<MassQuery>, matrix,
     "inertia tensor about the centre along the world's axes, kg·m²: its rows; in 2D the moment about z"},
    {"principal_moments", kOf<MassQuery>, vectorOrNull, "of the inertia tensor, the smallest first, kg·m²"},
    {"principal_axes", kOf<MassQuery>, vectors, "their axes, unit, world"},
    {"shared_volume", kOf<MassQuery>, number,
     "of parts of a mesh that run into each other, about, m³: the volume counts it more than once; not there without"},
    {"density", kOf<MassQuery>, number, "kg/m³, in 2D kg/m²"},
    {"unbounded", kOf<MassQuery>, flag, "true: a half-space, which has no mass"},
};

/// The members of an answer of one kind.
Json membersOf(unsigned kind) {
  Json properties = Json::object();
  const auto add = [&](const char* name, const char* summary, Json schema) {
    schema["description"] = summary;
    properties.add(name, std::move(schema));
  };
  for (const ExpectationKey& key : expectationKeys()) {
    if ((key.answers & kind) != 0) add(key.name, key.summary, foundSchema(key));
  }
  for (const AnswerKey& key : kAnswerKeys) {
    if ((key.answers & kind) != 0) add(key.name, key.summary, key.schema());
  }
  return properties;
}

Json queryAnswers() {
  Json types = Json::array(), all = Json::array();
  for (const QueryType& type : queryTypes()) {
    types.push(type.name);
    Json schema = objectOf(membersOf(type.answers), {});
    schema["description"] = type.summary;
    all.push(when("type", type.name, std::move(schema)));
  }
  Json out = objectOf(Json{{"query", Json{{"type", "integer"}, {"minimum", 0}}},
                           {"id", orNull("string")},
                           {"type", Json{{"enum", std::move(types)}}}},
                      {"query", "id", "type"});
  out["allOf"] = std::move(all);
  return out;
}

Json failureSchema() {
  const Json text{{"type", "string"}};
  return objectOf(Json{{"pair", fixedArray(text, 2)},
                       {"algorithm", text},
                       {"query", Json{{"type", "integer"}, {"minimum", 0}}},
                       {"id", text},
                       {"expect", Json{{"type", "integer"}, {"minimum", 0}}},
                       {"what", text},
                       {"expected", text},
                       {"found", text},
                       {"message", text}},
                  {"what", "expected", "found", "message"});
}

}  // namespace

Json answerSchema() {
  const Json text{{"type", "string"}};
  Json out = objectOf(Json{{"sepax", Json{{"const", 1}}},
                           {"output", Json{{"const", kOutputVersion}}},
                           {"file", text},
                           {"pairs", arrayOf(referenceTo("pair"))},
                           {"culled_pairs", Json{{"type", "integer"}, {"minimum", 1}}},
                           {"queries", arrayOf(referenceTo("query"))},
                           {"failures", arrayOf(referenceTo("failure"))},
                           {"warnings", arrayOf(text)}},
                      {"sepax", "output", "file", "pairs", "queries", "failures", "warnings"});
  out["$schema"] = "http://json-schema.org/draft-07/schema#";
  out["title"] = "Sepax answers";
  out["description"] = "A line of sepax check --json. World space, metres, seconds, kilograms.";
  out["definitions"] = Json{{"pair", objectOf(membersOf(kOfPair), {"a", "b", "algorithm", "verdict", "distance"})},
                            {"query", queryAnswers()},
                            {"failure", failureSchema()}};
  return out;
}

namespace {

constexpr std::size_t kLineWidth = 100;

/// A row of two columns; the second wraps.
std::string row(const std::string& name, const std::string& text, std::size_t indent = 20) {
  std::string out = fmt::format("  {:<{}}", name, indent - 2);
  if (name.size() + 3 > indent) out += "\n" + std::string(indent, ' ');
  std::size_t column = indent;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (column > indent && column + 1 + word.size() > kLineWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) out += ' ';
    out += word;
    column += word.size() + (column > indent ? 1 : 0);
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return out + "\n";
}

std::string keyRows(std::span<const CaseKey> keys) {
  std::string out;
  for (const CaseKey& key : keys) {
    const char* const space = key.space == KeySpace::k2d ? " (2d)" : key.space == KeySpace::k3d ? " (3d)" : "";
    out += row(key.name,
               fmt::format("{}{}{}: {}", formText(key.form), space, key.is_required ? ", required" : "", key.summary));
  }
  return out;
}

std::string caseText() {
  return R"(A case is a JSON file:

  {"sepax": 1, "name": "kissing boxes", "space": "3d",
   "bodies": [
     {"id": "A", "shape": {"type": "box", "half_extents": [1, 0.5, 0.25]}},
     {"id": "B", "shape": {"type": "sphere", "radius": 1}, "position": ["0x1p+1", 0, 0]}],
   "expect": [{"pair": ["A", "B"], "verdict": "touching"}]}

Lengths are metres, angles radians where no name ends in _deg. Every number may be a string with a
hexadecimal float. Unknown keys are kept and warned about; in
queries and expectations they are errors. A case:

)" + keyRows(caseKeys()) +
         "\nA body. A point p of its shape is in the world at position + rotation (scale (p - pivot)):\n\n" +
         keyRows(bodyKeys()) +
         R"(
One rotation at most. Elsewhere: [x, y, z, w] too in Bullet, Godot, Jolt, PhysX, Unity and three.js; w comes
first in MuJoCo, ODE and Eigen's constructor. Rows as here in ODE and MuJoCo; PhysX, GLM, OpenGL
and Unity list columns: transpose them. Unity is left-handed. Box2D has (cosine, sine) instead of an angle.

Editors check a case by its JSON Schema, which `sepax help schema` prints: in VS Code, for example,
"json.schemas": [{"fileMatch": ["cases/*.json"], "url": "./case.schema.json"}], or a "$schema" key in the file.
)";
}

std::string queryText() {
  std::string out = R"(A case asks with "queries", a list of objects; check answers all of them:

  "queries": [{"id": "fall", "type": "sweep", "pair": ["A", "B"], "duration": 2}]

An "id" is what "expect" calls the query (without it: its place in the list, from 0). The answers are in the
list "queries" of `sepax check --json`, each with "query" (its place), "id" and "type".
)";
  for (const QueryType& type : queryTypes()) {
    out += fmt::format("\n{}: {}\n", type.name, type.summary) + keyRows(type.keys) + row("answer", type.output);
  }
  out += "\n" + row("volumes", [] {
           std::string names = "all";
           for (const VolumeKindInfo& info : volumeKinds()) {
             names += fmt::format(", {}", info.name);
             if (info.planar_name != nullptr && std::string_view(info.planar_name) != info.name)
               names += fmt::format(" (2d: {})", info.planar_name);
           }
           return names;
         }());
  return out + "World space, metres, seconds. A value that is infinite or does not apply is null.\n";
}

std::string answersText(unsigned answers) {
  std::string out = (answers & kOfPair) != 0 ? "pair" : "";
  for (const QueryType& type : queryTypes()) {
    if ((answers & type.answers) != 0) out += fmt::format("{}{}", out.empty() ? "" : ", ", type.name);
  }
  return out;
}

std::string expectText() {
  std::string out =
      R"(A case says with "expect" what must hold; `sepax check --expect` compares, exit status 1 when something differs:

  "expect": [{"pair": ["A", "B"], "verdict": ["touching", "overlapping"], "depth": {"max": 0.01}},
             {"pair": ["A", "B"], "contacts": {"count": 4, "positions": [[1, 0, 0.5]]}, "tolerance": 1e-6},
             {"query": "fall", "hit": true, "time_of_impact": 0.5}]

  pair                the ids of two bodies, in either order, listed under "pairs" or not
  query               the id of a query, or its place in "queries" from 0
  algorithm           of a pair: the row that must answer so (sepax algorithms; also "sat:margin=0.04"); without it
                      the one that --algorithm names
  name                of the test in a JUnit report
  tolerance           how far numbers, and each component of points and directions, may differ: 1e-9

A number is a value, or {"min": ..., "max": ...} with one of them at least: a range has no tolerance.
A member that the answer lacks fails. But an expectation that names no algorithm asks a row of --algorithm for what it
measures: the deciding_axis is sat's alone; of shapes that are apart, the separation and normal are sat's and
sat-float's, since others measure the distance or more axes; gjk knows no depth and no mtv; most rows make no contacts.

)";
  for (const ExpectationKey& key : expectationKeys()) {
    const std::string old =
        key.old_names.empty() ? "" : fmt::format(" (once called {})", fmt::join(key.old_names, ", "));
    out += row(key.name, fmt::format("{}: {}{}", answersText(key.answers), key.summary, old));
  }
  return out +
         "\nIn \"contacts\", \"tolerance\" is for these points alone; features are the texts that check --json "
         "prints.\n";
}

struct Convention {
  const char* type;
  Space space;
  const char* text;
};
constexpr Convention kConventions[] = {
    {"circle", Space::k2d, "around the body's origin"},
    {"box", Space::k2d, "half sizes, as in Box2D and Rapier; Godot and Unity have full sizes"},
    {"aabb", Space::k2d, "a box that never rotates"},
    {"polygon", Space::k2d,
     "corners in order, either way round; without the skin that Box2D keeps around its polygons"},
    {"capsule", Space::k2d,
     "along x, half_length without the caps; Rapier and Godot: along y, Godot's height counts the caps; Box2D: from "
     "and to"},
    {"tapered_capsule", Space::k2d,
     "discs of two radii along x, half_length from the middle to either centre, or from and to; radius_start is at "
     "from"},
    {"ellipse", Space::k2d,
     "half axes along x and y, one of them zero for a segment; engines of the plane have polygons for it"},
    {"segment", Space::k2d, "along x around the origin, or from and to"},
    {"point", Space::k2d, "the body's origin"},
    {"half_space", Space::k2d, "everything below the line through the body's origin, outward normal along its y axis"},
    {"chain", Space::k2d,
     "segments from vertex to vertex, without an inside, seen from both sides unless one_sided: then contacts and rays "
     "count on the right "
     "of the way along it, as Box2D's chains have it; normals are the geometry's own, no ghost vertices turn them"},
    {"compound", Space::k2d,
     "convex shapes, each with a place in the body; what they share counts once for each in its area"},
    {"sphere", Space::k3d, "around the body's origin"},
    {"box", Space::k3d,
     "half sizes, as in Bullet, Jolt, PhysX, Rapier, MuJoCo and Unreal; Unity, Godot, ODE and FCL have full sizes; "
     "Bullet's and Jolt's "
     "corners are rounded inside"},
    {"aabb", Space::k3d, "a box that never rotates"},
    {"capsule", Space::k3d,
     "along y, half_length without the caps, as in Jolt and Rapier; Bullet: y, full length without caps; PhysX: along "
     "x; MuJoCo, ODE, FCL "
     "and Unreal: along z; the heights of Unity, Godot and Unreal count the caps"},
    {"tapered_capsule", Space::k3d,
     "balls of two radii along y, half_length from the middle to either centre, or from and to; radius_start is at "
     "from. As in Jolt, whose "
     "bottom and top are our start and end; Bullet: a btMultiSphereShape of two"},
    {"ellipsoid", Space::k3d,
     "half axes along x, y and z, one of them zero for an elliptic disc; as MuJoCo's sizes and FCL's radii; Bullet and "
     "three.js: a sphere "
     "scaled unevenly"},
    {"cylinder", Space::k3d,
     "along y, half its height, as in Bullet, Jolt and Rapier; Godot: full height; MuJoCo, ODE and FCL: along z"},
    {"cone", Space::k3d,
     "along y, the apex at +half_length, the base at -half_length, as in Rapier and (with the full height) Bullet; "
     "FCL: along z. The "
     "centre of mass lies half_length/2 below the origin"},
    {"hull", Space::k3d,
     "the convex hull of points, of points in one plane a flat sheet, without a margin; Bullet adds 0.04 m around it, "
     "Jolt rounds its "
     "corners within it"},
    {"mesh", Space::k3d, "the triangles themselves, counter-clockwise from outside; with an inside when closed"},
    {"triangle", Space::k3d, "three points in body space"},
    {"segment", Space::k3d, "along y around the origin, or from and to"},
    {"heightfield", Space::k3d,
     "heights along y over a grid whose middle is the origin (Jolt and PhysX: a corner; Bullet: also the middle of the "
     "heights), a surface "
     "without an inside; cells are cut along the diagonal from their corner of least x and z"},
    {"compound", Space::k3d,
     "convex shapes, each with a place in the body; what they share counts once for each in its volume"},
    {"point", Space::k3d, "the body's origin"},
    {"half_space", Space::k3d,
     "everything below the plane through the body's origin, outward normal along its y axis (Bullet: "
     "btStaticPlaneShape, Jolt: PlaneShape, "
     "PhysX along x, MuJoCo along z)"},
};

std::string shapesText() {
  std::string out = "A shape is {\"type\": ..., and its fields}, in body space, metres:\n";
  for (const bool planar : {true, false}) {
    out += planar ? "\nin 2d\n" : "\nin 3d\n";
    for (const Shape& shape : shapePrototypes()) {
      if (isPlanar(shape) != planar) continue;
      const std::string type(typeName(shape));
      const char* const convention = shapeConvention(type.c_str(), planar);
      out += row(type, convention != nullptr ? convention : "", 14);
      for (const FieldText& field : fieldTexts(shape)) {
        out += row("  " + field.name, fmt::format("{}. {}", field.value, field.tip), 18);
      }
    }
  }
  return out + "\nThe body's position, rotation, scale and pivot: sepax help case.\n";
}

std::string wordRows(const char* heading, const std::vector<ApiWord>& words) {
  std::string out = fmt::format("\n{}\n", heading);
  for (const ApiWord& word : words) out += row(word.word, word.meaning, 25);
  return out;
}

std::string apisText() {
  std::string out =
      R"(The words of an engine or library are data, a file NAME.json: sepax paste reads by it, sepax export and sepax fit
--export write by it. Files are looked for in ~/.config/sepax/apis, in the folders of $SEPAX_APIS and where Sepax
has its own (share/sepax/assets/apis); of one name the first counts. assets/api.schema.json is for editors.

  {"sepax_api": 1, "title": "Bullet", "source": "Bullet 3.24, headers of shapes: half extents, along y", "axis": "y",
   "shapes": [{"names": ["btBoxShape"], "shape": "box", "args": ["half_extents"]},
              {"names": ["btCapsuleShape"], "shape": "capsule", "args": ["radius", "length"]}],
   "rotations": [{"names": ["btQuaternion"], "rotation": "xyzw"}],
   "setters": {"position": ["setOrigin"], "rotation": ["setRotation"]},
   "export": [{"title": "C++ for Bullet", "numbers": "floats", "comment": "//",
               "sphere": "btSphereShape shape{id}({r});",
               "pose": "const btTransform pose{id}(btQuaternion({qx}, {qy}, {qz}, {qw}), btVector3({x}, {y}, {z}));"}]}

  names               ends of qualified names; of several that fit the longest counts
  if                  words: the row is for texts that hold one of them
  unless              words: the row is not for texts that hold one of them
  axis                that capsules, cylinders and cones are along; a row may have its own
  source              where the engine says so; a row may have its own
  conventions         "handed": "left", "up": "z", "unit": "cm"
  lists               of numbers without a word: "quaternion" and "euler" orders in texts that hold a word of "if"
  usual               "size", "extents", "radius", "height": what a shape has where the text does not set it
  suffix              that names of shapes may have behind them
  order, axes         of the angles of a rotation: applied in this order; about these axes
  export, collider    templates by the types of shapes, of pairs and of the colliders of a mesh; of pairs also of
                      rounded_box and others with a {margin}, and of concave_polygon; a heightfield without
                      its own is a mesh
  half_space_axis     of an export: which axis is the normal of its planes; {nx} {ny} {nz} {d} are those of the world
  front, hull_points  in front of all bodies: by types of shapes, and of the others that have {points}
  child, children     one of the {children} of a compound, {child} of {id}; templates by types of shapes for children
                      that say themselves where they are in it
  words               keys of texts, "whole", "ends" and "beginnings" of them, in small letters from a to z alone: hhe
                      is Höhe; "never": parts of keys that are no pose; "shapes" and "shapes_of_plane" by their types
)";
  out += wordRows("args, and args_if_vector where the first argument is a vector (a vector with :2 has two numbers):",
                  apiArguments());
  out += wordRows("rotation:", apiRotationKinds());
  out += wordRows("setters:", apiSetters());
  out += wordRows("words:", apiWordRoles());
  out += "\nThere are:\n";
  for (const Api& api : apis()) {
    std::string parts;
    const auto add = [&](const std::string& part) { parts += (parts.empty() ? "" : ", ") + part; };
    if (!api.shapes.empty()) add(fmt::format("{} shapes", api.shapes.size()));
    if (!api.rotations.empty()) add(fmt::format("{} rotations", api.rotations.size()));
    if (!api.setters.empty()) add(fmt::format("{} methods", api.setters.size()));
    for (const ApiForm& form : api.exports) add(form.space == Space::k2d ? "export in 2d" : "export in 3d");
    if (api.collider) add("colliders");
    out += row(api.name, api.title + (parts.empty() ? "" : ": ") + parts);
  }
  return out;
}

std::string schemaText() { return prettyJson(caseSchema()) + "\n"; }

std::string answersSchemaText() { return prettyJson(answerSchema()) + "\n"; }

constexpr HelpTopic kTopics[] = {
    {"case", "what a case file holds: bodies, rotations, tolerances", caseText},
    {"query", "sweeps, rays, contained points, volumes and masses, and their answers", queryText},
    {"expect", "what a case may expect of its pairs and queries", expectText},
    {"shapes", "the kinds of shapes, their fields, and how they lie beside those of the engines", shapesText},
    {"apis", "the words of engines: what a file of them holds, and which engines there are", apisText},
    {"schema", "the JSON Schema of case files, for editors", schemaText},
    {"answers", "the JSON Schema of what check --json prints", answersSchemaText},
};

}  // namespace

std::span<const HelpTopic> helpTopics() { return kTopics; }

const char* shapeConvention(const char* type, bool planar) {
  const auto found = std::find_if(std::begin(kConventions), std::end(kConventions), [&](const Convention& convention) {
    return (convention.space == Space::k2d) == planar && std::string_view(convention.type) == type;
  });
  return found == std::end(kConventions) ? nullptr : found->text;
}

}  // namespace sepax
