#pragma once

#include "core/json.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

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
