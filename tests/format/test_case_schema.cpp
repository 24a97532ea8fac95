// The tables of keys, against the reader, the writer, the schema and the help that are made of them or go by them.

#include "format/case_schema.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/platform.h"
#include "core/text.h"
#include "format/case_file.h"
#include "format/case_help.h"
#include "format/expectation_json.h"
#include "format/query.h"
#include "format/random_document.h"
#include "json_test.h"

namespace sepax {
namespace {

/// A value of a form that the reader takes.
std::string sampleOf(ValueForm form, bool planar) {
  const std::string vector = planar ? "[1, 2]" : "[1, 2, 3]";
  switch (form) {
    case ValueForm::kNumber:
    case ValueForm::kLength:
      return "0.5";
    case ValueForm::kFlag:
      return "true";
    case ValueForm::kText:
      return "\"text\"";
    case ValueForm::kBody:
      return "\"A\"";
    case ValueForm::kPair:
      return R"(["A", "B"])";
    case ValueForm::kVector:
    case ValueForm::kDirection:
      return vector;
    case ValueForm::kScale:
      return "2";
    case ValueForm::kRotationVector:
      return planar ? "1" : vector;
    case ValueForm::kQuaternion:
      return "[0, 0, 0, 1]";
    case ValueForm::kMatrix:
      return "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]";
    case ValueForm::kAxisAngle:
      return R"({"axis": [1, 0, 0], "angle": 1})";
    case ValueForm::kEuler:
      return R"({"order": "xyz", "angles": [1, 2, 3]})";
    case ValueForm::kColour:
      return "\"#123456\"";
    case ValueForm::kVolumeNames:
      return "\"hull\"";
    case ValueForm::kSpace:
      return planar ? "\"2d\"" : "\"3d\"";
    case ValueForm::kSimulation:
      return R"({"seconds": 1, "substeps": 2})";
    case ValueForm::kRoom:
      return planar ? R"({"min": [0, 0], "max": [1, 2]})"
                    : R"({"min": [0, 0, 0], "max": [1, 2, 3], "at_walls": "pass"})";
    case ValueForm::kVersion:
      return "1";
    case ValueForm::kShape:
      return planar ? R"({"type": "box", "half_extents": [1, 2]})" : R"({"type": "box", "half_extents": [1, 2, 3]})";
    case ValueForm::kBodies:
    case ValueForm::kPairs:
    case ValueForm::kQueries:
    case ValueForm::kExpectations:
      return "[]";
  }
  return "null";
}

std::string caseOf(bool planar, const std::string& bodies, const std::string& more) {
  return fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": {}{}}})", planar ? "2d" : "3d", bodies, more);
}

std::string bodyWith(bool planar, const char* id, const std::string& more) {
  return fmt::format(R"({{"id": "{}", "shape": {}{}}})", id, sampleOf(ValueForm::kShape, planar), more);
}

/// Reads a case in which every key is known.
void expectKnown(const std::string& text) {
  const auto loaded = parseCase(text, "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error()) << "\n" << text;
  EXPECT_TRUE(loaded->warnings.empty()) << loaded->warnings.front();
}

TEST(CaseSchema, EveryKeyOfTheTablesIsRead) {
  for (const bool planar : {true, false}) {
    const auto belongs = [&](const CaseKey& key) {
      return key.space == KeySpace::kBoth || (key.space == KeySpace::k2d) == planar;
    };
    const std::string two = fmt::format("[{}, {}]", bodyWith(planar, "A", ""), bodyWith(planar, "B", ""));
    for (const CaseKey& key : bodyKeys()) {
      if (!belongs(key) || key.is_required) continue;
      const std::string member = fmt::format(R"(, "{}": {})", key.name, sampleOf(key.form, planar));
      expectKnown(caseOf(planar, "[" + bodyWith(planar, "A", member) + "]", ""));
    }
    for (const CaseKey& key : caseKeys()) {
      if (belongs(key) && !key.is_required) {
        expectKnown(caseOf(planar, two, fmt::format(R"(, "{}": {})", key.name, sampleOf(key.form, planar))));
      }
    }
    for (const QueryType& type : queryTypes()) {
      std::string query = fmt::format(R"({{"type": "{}", "id": "q")", type.name);
      for (const CaseKey& key : type.keys) query += fmt::format(R"(, "{}": {})", key.name, sampleOf(key.form, planar));
      expectKnown(caseOf(planar, two, fmt::format(R"(, "queries": [{}}}])", query)));
    }
  }
}

TEST(CaseSchema, RequiredKeysAreRequiredByTheReaderToo) {
  for (const CaseKey& left_out : bodyKeys()) {
    std::string body;
    for (const CaseKey& key : bodyKeys()) {
      if (!key.is_required || key.name == left_out.name) continue;
      body += fmt::format(R"({}"{}": {})", body.empty() ? "" : ", ", key.name, sampleOf(key.form, false));
    }
    EXPECT_EQ(parseCase(caseOf(false, "[{" + body + "}]", ""), "t.json").has_value(), !left_out.is_required)
        << left_out.name;
  }
  const std::string two = fmt::format("[{}, {}]", bodyWith(false, "A", ""), bodyWith(false, "B", ""));
  for (const QueryType& type : queryTypes()) {
    for (const CaseKey& left_out : type.keys) {
      std::string query = fmt::format(R"({{"type": "{}")", type.name);
      for (const CaseKey& key : type.keys) {
        if (key.name != left_out.name) query += fmt::format(R"(, "{}": {})", key.name, sampleOf(key.form, false));
      }
      EXPECT_EQ(parseCase(caseOf(false, two, fmt::format(R"(, "queries": [{}}}])", query)), "t.json").has_value(),
                !left_out.is_required)
          << type.name << " " << left_out.name;
    }
  }
}

TEST(CaseSchema, WhatIsWrittenIsInTheTables) {
  std::set<std::string> of_case, of_body;
  for (const CaseKey& key : caseKeys()) of_case.insert(key.name);
  for (const CaseKey& key : bodyKeys()) of_body.insert(key.name);
  std::set<std::string> written;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Document document = test::RandomDocument(seed).document();
    document.extra_json.clear();
    for (Body& body : document.bodies) body.extra_json.clear();
    const Json json = test::parsed(writeCase(document));
    for (const auto& [key, value] : json.members()) EXPECT_TRUE(of_case.contains(key)) << key;
    for (const Json& body : json["bodies"]) {
      for (const auto& [key, value] : body.members()) {
        EXPECT_TRUE(of_body.contains(key)) << key;
        written.insert(key);
      }
    }
  }
  EXPECT_GT(written.size(), 10u);
}

void expectSchemaFile(const char* name, const Json& schema, const char* command) {
  const auto path = dataPath(name);
  ASSERT_TRUE(path) << describe(path.error());
  const auto text = readFile(*path, 1 << 20);
  ASSERT_TRUE(text) << describe(text.error());
  EXPECT_EQ(*text, prettyJson(schema) + "\n") << command << " > " << name << " writes it anew";
}

TEST(CaseSchema, TheFilesAreTheOnesOfThisProgram) {
  expectSchemaFile("assets/case.schema.json", caseSchema(), "sepax help schema");
  expectSchemaFile("assets/answers.schema.json", answerSchema(), "sepax help answers");
}

TEST(CaseSchema, KnowsEveryShapeAndItsFields) {
  const Json schema = caseSchema();
  int fields = 0;
  for (const Shape& shape : shapePrototypes()) {
    const Json& shapes = schema["definitions"][isPlanar(shape) ? "shape2d" : "shape3d"];
    bool found = false;
    for (const Json& branch : shapes["allOf"]) {
      if (branch["if"]["properties"]["type"]["const"].string() != typeName(shape)) continue;
      found = true;
      forEachField(shape, [&](const auto& field, const auto&) {
        EXPECT_TRUE(branch["then"]["properties"].contains(field.name)) << typeName(shape) << " " << field.name;
        ++fields;
      });
    }
    EXPECT_TRUE(found) << typeName(shape);
  }
  EXPECT_GE(fields, 19);
}

TEST(CaseHelp, ExplainsEveryKeyTypeAndShape) {
  std::map<std::string, std::string> texts;
  for (const HelpTopic& topic : helpTopics()) {
    std::string text = topic.text();
    ASSERT_TRUE(text.ends_with("\n")) << topic.name;
    if (topic.name != std::string("schema") && topic.name != std::string("answers")) {
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        EXPECT_LE(end - at, 120u) << text.substr(at, end - at);
        at = end + 1;
      }
    }
    texts[topic.name] = std::move(text);
  }
  const auto mentions = [&](const char* topic, const std::string& word) {
    EXPECT_NE(texts[topic].find("  " + word), std::string::npos) << topic << ": " << word;
  };
  for (const CaseKey& key : caseKeys()) mentions("case", key.name);
  for (const CaseKey& key : bodyKeys()) mentions("case", key.name);
  for (const ExpectationKey& key : expectationKeys()) mentions("expect", key.name);
  for (const QueryType& type : queryTypes()) {
    EXPECT_NE(texts["query"].find(fmt::format("\n{}: ", type.name)), std::string::npos) << type.name;
    for (const CaseKey& key : type.keys) mentions("query", key.name);
  }
  for (const Shape& shape : shapePrototypes()) {
    mentions("shapes", std::string(typeName(shape)));
    EXPECT_NE(shapeConvention(std::string(typeName(shape)).c_str(), isPlanar(shape)), nullptr)
        << typeName(shape) << ": how it lies in body space, in format/case_help.cpp";
  }
}

}  // namespace
}  // namespace sepax
