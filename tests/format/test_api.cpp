#include "format/api.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_schema.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

// The words of engines as data: the files that Sepax has, and what is refused in a file.

namespace sepax {
namespace {

std::string errorOf(const std::string& members) {
  const auto api = parseApi(R"({"sepax_api": 1, "title": "Toy")" + members + "}", "apis/toy.json");
  return api ? "none" : describe(api.error());
}

TEST(Api, ReadsEveryFileThatSepaxHas) {
  const auto check = checkApis();
  ASSERT_TRUE(check) << describe(check.error());
  EXPECT_GE(apis().size(), 50u);
  std::size_t shapes = 0, rotations = 0, methods = 0;
  for (const Api& api : apis()) {
    EXPECT_FALSE(api.title.empty()) << api.name;
    for (const ApiShape& row : api.shapes) EXPECT_FALSE(row.source.empty()) << api.name << " " << row.name;
    for (const ApiRotation& row : api.rotations) EXPECT_FALSE(row.source.empty()) << api.name << " " << row.name;
    shapes += api.shapes.size();
    rotations += api.rotations.size();
    methods += api.setters.size();
  }
  EXPECT_GE(shapes, 250u);
  EXPECT_GE(rotations, 100u);
  EXPECT_GE(methods, 90u);
}

TEST(Api, MakesRowsOfNamesArgumentsAndScopes) {
  const auto api = parseApi(R"({"sepax_api": 1, "title": "Toy", "source": "toy.h", "axis": "z",
    "shapes": [{"names": ["Toy.pill", "ToyPill"], "shape": "capsule", "args": ["radius", "length"], "if": ["TOY", "kit"]},
               {"names": ["disc"], "shape": "circle", "args": ["x_range", "y_range", "diameter", "squared_radius"],
                "unless": ["Mode("]},
               {"names": ["Ball"], "shape": "sphere", "args_if_vector": ["position:2", "radius"], "args": ["radius"],
                "axis": "x", "source": "ball.h", "usual": {"radius": [0.5]}}],
    "rotations": [{"names": ["Turn"], "rotation": "euler", "unit": "deg", "order": "zxy"}],
    "setters": {"position": ["moveTo"]},
    "words": {"whole": {"radius": ["dicke"]}, "never": ["farbe"], "shapes_of_plane": {"circle": ["scheibe"]}}})",
                            "apis/toy.json");
  ASSERT_TRUE(api) << describe(api.error());
  EXPECT_EQ(api->name, "toy");
  ASSERT_EQ(api->shapes.size(), 6u);
  EXPECT_EQ(api->shapes[1].name, "Toy.pill");
  EXPECT_EQ(api->shapes[1].scope, "kit");
  EXPECT_EQ(api->shapes[2].scope, "toy");
  EXPECT_EQ(api->shapes[0].roles, "r full");
  EXPECT_EQ(api->shapes[0].axis, 'z');
  EXPECT_EQ(api->shapes[0].source, "toy.h");
  EXPECT_EQ(api->shapes[4].roles, "lx ux ly uy diameter rr");
  EXPECT_EQ(api->shapes[4].unless, std::vector<std::string>{"mode("});
  EXPECT_EQ(api->shapes[5].roles, "(px py r)|r");
  EXPECT_EQ(api->shapes[5].axis, 'x');
  EXPECT_TRUE(api->shapes[0].usual.empty());
  ASSERT_EQ(api->shapes[5].usual.size(), 1u);
  EXPECT_EQ(api->shapes[5].usual[0].first, "radius");
  EXPECT_EQ(api->shapes[5].usual[0].second, std::vector<double>{0.5});
  EXPECT_EQ(api->rotations.at(0).axes, "xyz");
  EXPECT_EQ(api->rotations.at(0).unit, AngleUnit::kDegrees);
  EXPECT_EQ(api->setters.at(0).sets, Setter::kPosition);
  EXPECT_EQ(api->words_of_texts.whole.at("dicke"), WordRole::kRadius);
  EXPECT_TRUE(api->words_of_texts.never.contains("farbe"));
  EXPECT_TRUE(api->words_of_texts.shapes.at("scheibe").is_planar);
}

TEST(Api, RefusesWhatItDoesNotKnowAndSaysWhere) {
  const std::pair<const char*, const char*> cases[] = {
      {R"(, "shape": [])", "apis/toy.json#/shape: expected one of the keys"},
      {R"(, "shapes": {})", "apis/toy.json#/shapes: expected an array"},
      {R"(, "shapes": [{"names": ["B"], "shape": "box", "args": [], "usual": {"width": [1]}}])",
       "apis/toy.json#/shapes/0/usual/width: expected one of the keys size"},
      {R"(, "shapes": [{"shape": "box", "args": []}])", "apis/toy.json#/shapes/0/names: expected a list of names"},
      {R"(, "shapes": [{"names": ["B"], "shape": "brick", "args": []}])",
       "apis/toy.json#/shapes/0/shape: expected one"},
      {R"(, "shapes": [{"names": ["B"], "shape": "box", "args": ["size"]}])",
       "apis/toy.json#/shapes/0/args/0: expected the word for an argument (sepax help apis lists them), found "
       "the string \"size\""},
      {R"(, "shapes": [{"names": ["B"], "shape": "box", "args": ["radius:2"]}])", "apis/toy.json#/shapes/0/args/0"},
      {R"(, "axis": "w")", "apis/toy.json#/axis: expected one of \"x\", \"y\", \"z\", found the string \"w\""},
      {R"(, "rotations": [{"names": ["R"], "rotation": "xwyz"}])", "apis/toy.json#/rotations/0/rotation: expected one"},
      {R"(, "rotations": [{"names": ["R"]}])", "apis/toy.json#/rotations/0/rotation: expected a kind of rotation"},
      {R"(, "rotations": [{"names": ["R"], "rotation": "euler", "order": "xyw"}])",
       "/rotations/0/order: expected an order"},
      {R"(, "setters": {"place": ["put"]})", "apis/toy.json#/setters/place: expected one of the keys position"},
      {R"(, "export": [{"title": "T", "space": "4d"}])", "apis/toy.json#/export/0/space: expected one of"},
      {R"(, "export": [{"title": "T", "circle": "c"}])", "apis/toy.json#/export/0/circle: expected one of the keys"},
      {R"(, "collider": {"title": "T", "mirror": [1, 1]})", "apis/toy.json#/collider/mirror: expected an array of 3"},
      {R"(, "lists": {"if": "toy"})", "apis/toy.json#/lists/if: expected an array"},
  };
  for (const auto& [members, message] : cases)
    EXPECT_NE(errorOf(members).find(message), std::string::npos) << members << "\n" << errorOf(members);
  EXPECT_FALSE(parseApi("{", "apis/toy.json"));
  EXPECT_FALSE(parseApi(R"({"title": "Toy"})", "apis/toy.json"));
  EXPECT_FALSE(parseApi(R"({"sepax_api": 2, "title": "Toy"})", "apis/toy.json"));
}

TEST(Api, ReplacesNamesInBracesAlone) {
  const std::string value = "1.5";
  const auto valueOf = [&](std::string_view name) { return name == "r" ? &value : nullptr; };
  EXPECT_EQ(fillTemplate("f() { g({r}, {s}); }", valueOf), "f() { g(1.5, {s}); }");
  EXPECT_EQ(fillTemplate("{{r}}, {", valueOf), "{1.5}, {");
}

std::set<std::string> textsOf(const Json& list) {
  std::set<std::string> out;
  for (const Json& item : list) out.insert(item.string());
  return out;
}

std::set<std::string> wordsIn(const std::vector<ApiWord>& words) {
  std::set<std::string> out;
  for (const ApiWord& word : words) {
    EXPECT_NE(std::string(word.meaning), "") << word.word;
    out.insert(word.word);
  }
  return out;
}

TEST(Api, TheSchemaNamesTheWordsThatAreRead) {
  const auto path = dataPath("assets/api.schema.json");
  ASSERT_TRUE(path) << describe(path.error());
  const auto schema = parseJson(readFile(*path, 1 << 20).value_or(""), *path);
  ASSERT_TRUE(schema) << describe(schema.error());
  const Json& properties = (*schema)["properties"];
  EXPECT_EQ(textsOf((*schema)["definitions"]["args"]["items"]["anyOf"][0]["enum"]), wordsIn(apiArguments()));
  EXPECT_EQ(textsOf(properties["rotations"]["items"]["properties"]["rotation"]["enum"]), wordsIn(apiRotationKinds()));
  std::set<std::string> setters;
  for (const auto& [key, value] : properties["setters"]["properties"].members()) setters.insert(key);
  EXPECT_EQ(setters, wordsIn(apiSetters()));
  std::set<std::string> roles;
  for (const auto& [key, value] : (*schema)["definitions"]["roles"]["properties"].members()) roles.insert(key);
  EXPECT_EQ(roles, wordsIn(apiWordRoles()));
  for (const Space space : {Space::k2d, Space::k3d}) {
    for (const std::string& kind : formKinds(space)) {
      if (kind == "aabb") continue;  // is written as a box
      EXPECT_TRUE((*schema)["definitions"]["form"]["properties"].contains(kind)) << kind;
    }
  }
}

}  // namespace
}  // namespace sepax
