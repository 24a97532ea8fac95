#include "scene/json_text.h"

#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sepax {

namespace {

std::string clipped(std::string text, std::size_t limit) {
  if (text.size() > limit) text = toValidUtf8(text.substr(0, limit - 3)) + "...";
  return text;
}

/// Line and column (both from 1, column in bytes) of the byte before `offset`.
std::string lineAndColumn(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(text.size(), offset > 0 ? offset - 1 : 0));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return fmt::format("line {}, column {}", line, before.size() - line_start + 1);
}

/// The library's message without its "[json.exception…] parse error at line 1, column 2: " prefix.
std::string withoutPrefix(std::string text) {
  for (const char* start : {"syntax error", "number overflow"}) {
    if (const std::size_t at = text.find(start); at != std::string::npos) return clipped(toValidUtf8(text.substr(at)), 240);
  }
  return clipped(toValidUtf8(text), 240);
}

/// Builds the value from parser events and stops at the first thing that we refuse; the parser itself keeps no recursion.
class GuardedBuilder final : public nlohmann::json_sax<Json> {
 public:
  GuardedBuilder(std::string_view text, const std::string& name, const JsonLimits& limits) : text_(text), name_(name), limits_(limits) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    Level& level = levels_.back();
    level.key = key;
    if (level.keys.size() >= limits_.keys) {
      return refuse(ErrorCode::kTooLarge, fmt::format("expected at most {} keys in an object, found more", limits_.keys));
    }
    if (level.keys.insert(std::move(key)).second) return true;
    return refuse(ErrorCode::kSyntax, fmt::format("expected each key once, found a second \"{}\"", clipped(level.key, 80)));
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& exception) override {
    const std::string place = lineAndColumn(text_, position);
    error_ = Error{ErrorCode::kSyntax, fmt::format("{}: expected JSON, found a {}", place, withoutPrefix(exception.what())), name_};
    return false;
  }

  [[nodiscard]] Result<Json> take() {
    if (error_) return tl::unexpected<Error>(*error_);
    return std::move(root_);
  }

 private:
  struct Level {
    Json* container;  // the innermost open ones only, which nothing moves while they are open
    std::string key;
    std::unordered_set<std::string> keys;
  };

  bool refuse(ErrorCode code, std::string message) {
    std::string pointer;
    for (const Level& level : levels_) {
      pointer += level.container->is_object() ? pointerStep(level.key) : fmt::format("/{}", level.container->size() - 1);
    }
    error_ = Error{code, std::move(message), fmt::format("{}#{}", name_, toValidUtf8(pointer))};
    return false;
  }

  /// Puts a value into the innermost open container (or makes it the root).
  Json& place(Json&& value) {
    if (levels_.empty()) return root_ = std::move(value);
    Json& parent = *levels_.back().container;
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return parent.back();
    }
    // Straight to the vector behind the object: its own insert searches all keys, and `keys` has already done so.
    auto& members = parent.get_ref<Json::object_t&>();
    members.emplace_back(levels_.back().key, std::move(value));
    return members.back().second;
  }

  bool countValue() {
    if (++values_ <= limits_.values) return true;
    return refuse(ErrorCode::kTooLarge, fmt::format("expected at most {} values in a file, found more", limits_.values));
  }

  bool add(Json value) {
    place(std::move(value));
    return countValue();
  }

  bool open(Json&& container) {
    Json& placed = place(std::move(container));
    if (static_cast<int>(levels_.size()) >= limits_.nesting) {
      return refuse(ErrorCode::kTooLarge, fmt::format("expected at most {} levels of nesting, found more", limits_.nesting));
    }
    if (!countValue()) return false;
    levels_.push_back({&placed, {}, {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& name_;
  const JsonLimits& limits_;
  Json root_;
  std::vector<Level> levels_;
  std::size_t values_ = 0;
  std::optional<Error> error_;
};

constexpr std::size_t kLineWidth = 120;

/// Appends `value` on one line; gives up (false) when that would pass `limit` characters.
bool appendOneLine(std::string& out, const Json& value, std::size_t limit) {
  if (!value.is_structured()) {
    out += compactJson(value);
    return out.size() <= limit;
  }
  const bool object = value.is_object();
  out += object ? '{' : '[';
  bool first = true;
  for (auto item = value.begin(); item != value.end(); ++item) {
    if (!first) out += ", ";
    first = false;
    if (object) out += compactJson(item.key()) + ": ";
    if (!appendOneLine(out, item.value(), limit)) return false;
  }
  out += object ? '}' : ']';
  return out.size() <= limit;
}

void appendPretty(std::string& out, const Json& value, std::size_t indent, std::size_t column) {
  std::string line;
  if ((indent > 0 && appendOneLine(line, value, kLineWidth - std::min(kLineWidth, column))) || !value.is_structured() || value.empty()) {
    out += value.is_structured() && !value.empty() ? line : compactJson(value);
    return;
  }
  const bool object = value.is_object();
  const std::string margin(indent + 2, ' ');
  out += object ? "{\n" : "[\n";
  for (auto item = value.begin(); item != value.end(); ++item) {
    if (item != value.begin()) out += ",\n";
    const std::string label = object ? compactJson(item.key()) + ": " : std::string();
    out += margin + label;
    appendPretty(out, item.value(), indent + 2, margin.size() + label.size() + 1);
  }
  out += "\n" + std::string(indent, ' ') + (object ? '}' : ']');
}

}  // namespace

Result<Json> parseJson(std::string_view text, const std::string& name, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return fail(ErrorCode::kTooLarge, name,
                fmt::format("expected a JSON file of at most {} bytes, found {} bytes", limits.bytes, text.size()));
  }
  // The parser takes a NUL for the end of the text and would not see what follows it.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return fail(ErrorCode::kSyntax, name, fmt::format("{}: expected JSON, found a NUL byte", lineAndColumn(text, nul + 1)));
  }
  if (text.find_first_not_of("\xEF\xBB\xBF \t\r\n") == std::string_view::npos) {
    return fail(ErrorCode::kSyntax, name, text.empty() ? "expected JSON, found an empty file" : "expected JSON, found only blanks");
  }
  GuardedBuilder builder(text, name, limits);
  static_cast<void>(Json::sax_parse(text.begin(), text.end(), &builder));
  return builder.take();
}

std::string pointerStep(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

std::string foundText(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    case Json::value_t::string:
      return "the string " + clipped(compactJson(value), 80);
    case Json::value_t::array:
      return value.empty() ? "an empty array" : fmt::format("an array of {}", value.size());
    case Json::value_t::object:
      return "an object";
    default:
      return "the number " + compactJson(value);
  }
}

std::string prettyJson(const Json& value) {
  std::string out;
  appendPretty(out, value, 0, 0);
  out += '\n';
  return out;
}

std::string compactJson(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json jsonNumber(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  const bool negative_zero = value == 0 && std::signbit(value);
  if (std::abs(value) < kExactIntegers && value == std::floor(value) && !negative_zero) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace sepax
