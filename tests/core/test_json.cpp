#include "core/json.h"
#include "core/json_text.h"
#include "json_test.h"

#include <cmath>
#include <limits>

namespace sepax {
namespace {

TEST(Json, KeepsMembersInOrderAndWholeNumbersApartFromDoubles) {
  const Json json{
      {"z", 1}, {"a", 1.0}, {"m", Json::array({true, nullptr, "text"})}, {"o", {{"inner", -2}}}, {"e", Json::object()}};
  EXPECT_EQ(compactJson(json), R"({"z":1,"a":1.0,"m":[true,null,"text"],"o":{"inner":-2},"e":{}})");
  EXPECT_EQ(json["z"].kind(), Json::Kind::kInteger);
  EXPECT_EQ(json["a"].kind(), Json::Kind::kDouble);
  EXPECT_EQ(Json(std::size_t{1}).kind(), Json::Kind::kUnsigned);
  EXPECT_EQ(compactJson(test::parsed(compactJson(json))), compactJson(json));
}

TEST(Json, ReadsAsNullWhatIsMissing) {
  const Json json{{"a", Json::array({1})}};
  EXPECT_TRUE(json["b"]["c"][7].isNull());
  EXPECT_TRUE(json["a"][1].isNull());
  EXPECT_EQ(json.find("b"), nullptr);
  int seen = 0;
  for (const Json& item : json) seen += item.isNull() ? 1 : 1;
  EXPECT_EQ(seen, 0) << "an object has no items";
}

TEST(Json, ComparesNumbersByTheirValue) {
  EXPECT_EQ(Json(1), Json(1.0));
  EXPECT_EQ(Json(1u), Json(1));
  EXPECT_FALSE(Json(std::numeric_limits<std::uint64_t>::max()) == Json(-1)) << "the same bits";
  EXPECT_FALSE(Json(1) == Json("1"));
  EXPECT_FALSE((Json{{"a", 1}, {"b", 2}} == Json{{"b", 2}, {"a", 1}})) << "members have an order";
}

TEST(Json, CopiesAreDeepAndMovesLeaveNull) {
  Json json{{"a", Json::array({1, 2})}};
  Json copy = json;
  copy["a"].push(3);
  EXPECT_EQ(json["a"].size(), 2u);
  const Json moved = std::move(copy);
  EXPECT_TRUE(copy.isNull());
  EXPECT_EQ(moved["a"].size(), 3u);
}

TEST(Json, DoublesReadBackAsTheIdenticalBits) {
  for (const double value : {0.1, 1e-9, -0.0, 5e-324, 1.7976931348623157e308, 123456789.125, 1e22}) {
    const Json read = test::parsed(compactJson(value));
    EXPECT_EQ(read.number(), value);
    EXPECT_EQ(std::signbit(read.number()), std::signbit(value));
  }
  EXPECT_EQ(compactJson(Json::array({0.1, 1e-9, -0.0, 1e22, 100.0})), "[0.1,1e-09,-0.0,1e+22,100.0]")
      << "as saved cases have them";
  EXPECT_EQ(compactJson(Json::array({NAN, INFINITY})), "[null,null]");
}

TEST(Json, EscapesHostileText) {
  const std::string text = "a\"\\\n\x1b\x7f\xff\xE7\x9F\xB3";
  const std::string written = compactJson(text);
  EXPECT_EQ(written, "\"a\\\"\\\\\\n\\u001b\\u007f\xEF\xBF\xBD\xE7\x9F\xB3\"");
  EXPECT_EQ(test::parsed(written), "a\"\\\n\x1b\x7f\xEF\xBF\xBD\xE7\x9F\xB3");
}

TEST(Json, FindsADuplicateKeyAmongFewAndAmongMany) {
  std::string few = "{\"k0\": 0", many = few;
  for (int i = 1; i < 500; ++i) (i < 5 ? few : many) += ", \"k" + std::to_string(i) + "\": 0";
  for (const std::string& text : {few, many}) {
    EXPECT_TRUE(parseJson(text + "}", "t"));
    const auto refused = parseJson(text + ", \"k0\": 1}", "t");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "t#/k0");
  }
}

TEST(Json, HasALayoutForProgramsOneForPeopleAndOneForBoth) {
  const Json json{{"sepax", 1}, {"list", Json::array({1, Json::array(), Json::object()})}};
  EXPECT_EQ(indentedJson(json), "{\n  \"sepax\": 1,\n  \"list\": [\n    1,\n    [],\n    {}\n  ]\n}");
  EXPECT_EQ(prettyJson(json), "{\n  \"sepax\": 1,\n  \"list\": [1, [], {}]\n}\n");
  std::string line;
  appendJson(line, json);
  EXPECT_EQ(line, R"({"sepax": 1, "list": [1, [], {}]})");
}

TEST(JsonWriter, WritesPiecesThatAreOneText) {
  std::string out, taken;
  JsonWriter json(out);
  json.beginObject().key("a").number(1).key("list").beginArray(JsonWriter::Items::kOnLines);
  for (int i = 0; i < 2; ++i) {
    json.value({{"i", i}});
    taken += std::exchange(out, {});
  }
  json.endArray().key("none").null().key("flags").beginArray().boolean(true).string("x").endArray().endObject();
  EXPECT_EQ(taken + out,
            "{\"a\": 1, \"list\": [\n  {\"i\": 0},\n  {\"i\": 1}],\n\"none\": null, \"flags\": [true, \"x\"]}");
}

}  // namespace
}  // namespace sepax
