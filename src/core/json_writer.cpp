#include "core/json_writer.h"

#include "core/json_text.h"

#include <utility>

namespace sepax {

JsonWriter& JsonWriter::beginObject() { return begin('{', Items::kOnOneLine); }

JsonWriter& JsonWriter::beginArray(Items items) { return begin('[', items); }

JsonWriter& JsonWriter::key(std::string_view key) {
  separate();
  appendJsonString(out_, key);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  separate();
  appendJsonString(out_, text);
  return *this;
}

JsonWriter& JsonWriter::value(const Json& value) {
  separate();
  appendJson(out_, value);
  return *this;
}

JsonWriter& JsonWriter::begin(char bracket, Items items) {
  separate();
  out_ += bracket;
  levels_.push_back({items});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  out_ += bracket;
  const bool was_lines = levels_.back().items == Items::kOnLines;
  levels_.pop_back();
  if (!levels_.empty()) levels_.back().ends_on_line = was_lines;
  return *this;
}

void JsonWriter::separate() {
  if (std::exchange(after_key_, false) || levels_.empty()) return;
  Level& level = levels_.back();
  const bool breaks = level.items == Items::kOnLines, is_first = std::exchange(level.is_empty, false);
  if (!is_first) out_ += breaks || level.ends_on_line ? "," : ", ";
  if (breaks) out_ += "\n  ";
  if (std::exchange(level.ends_on_line, false) && !breaks) out_ += '\n';
}

}  // namespace sepax
