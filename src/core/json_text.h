#pragma once

#include "core/error.h"
#include "core/json.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// The version of the JSON that commands print, its member "output". Version 1 had no such member and other names:
/// docs/case-format.md.
inline constexpr int kOutputVersion = 2;
/// An object as commands print it: "sepax" and that version in front of these members.
[[nodiscard]] Json outputJson(std::initializer_list<JsonField> members);

/// The limits of a text, checked before anything is built from it.
struct JsonLimits {
  std::size_t bytes = 64u << 20;
  int nesting = 64;
  std::size_t values = 4'000'000;  ///< each costs 16 bytes and more
  std::size_t keys = 10'000;       ///< of one object
};

/// Parses a JSON text from outside. Refuses texts beyond the limits, duplicate keys in an object (where =
/// "name#/pointer") and wrong syntax (message starts with line and column). Never recurses, throws or keeps more than
/// the limits allow. A byte order mark is skipped, UTF-16 that has one is read.
[[nodiscard]] Result<Json> parseJson(std::string_view text, const std::string& name, const JsonLimits& limits = {});

/// A key as a step of a JSON pointer (RFC 6901): "/" in front, "~" and "/" escaped.
[[nodiscard]] std::string pointerStep(std::string_view key);

/// "a string \"abc\"", "the number 3", "an array of 2": what an error says that it found.
[[nodiscard]] std::string foundText(const Json& value);

/// JSON for people and for version control: a value is on one line when it fits, else each member has its own.
[[nodiscard]] std::string prettyJson(const Json& value);

/// Each item and member on a line of its own, two blanks a level.
[[nodiscard]] std::string indentedJson(const Json& value);

/// One line without blanks; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string compactJson(const Json& value);

/// The JSON number that reads back as the identical double: an integer where it is one, so that 1 does not become 1.0.
[[nodiscard]] Json jsonNumber(double value);

/// Appends a value on one line with blanks between its parts, or a text as a JSON string with its quotes.
void appendJson(std::string& out, const Json& value);
void appendJsonString(std::string& out, std::string_view text);

/// Appends JSON to a text piece by piece, for lists that are too long for one value; the text may be taken away and
/// cleared between two calls. Items are on one line with blanks between them, or on lines of their own.
class JsonWriter {
 public:
  enum class Items { kOnOneLine, kOnLines };

  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& beginObject();
  JsonWriter& endObject() { return end('}'); }
  JsonWriter& beginArray(Items items = Items::kOnOneLine);
  JsonWriter& endArray() { return end(']'); }
  JsonWriter& key(std::string_view key);
  JsonWriter& null() { return value(nullptr); }
  JsonWriter& boolean(bool flag) { return value(flag); }
  JsonWriter& number(std::uint64_t whole) { return value(whole); }
  JsonWriter& string(std::string_view text);
  JsonWriter& value(const Json& value);

 private:
  struct Level {
    Items items = Items::kOnOneLine;
    bool is_empty = true;
    bool ends_on_line = false;  ///< the last item was a list of lines
  };

  JsonWriter& begin(char bracket, Items items);
  JsonWriter& end(char bracket);
  void separate();

  std::string& out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace sepax
