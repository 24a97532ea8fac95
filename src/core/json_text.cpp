#include "core/json_text.h"

#include "core/language.h"
#include "core/name_map.h"
#include "core/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <iterator>
#include <optional>
#include <utility>

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
  return trf("line {}, column {}", line, before.size() - line_start + 1);
}

/// The library's message without its "[json.exception…] parse error at line 1, column 2: " prefix.
std::string withoutPrefix(std::string text) {
  for (const char* start : {"syntax error", "number overflow"}) {
    if (const std::size_t at = text.find(start); at != std::string::npos)
      return clipped(toValidUtf8(text.substr(at)), 240);
  }
  return clipped(toValidUtf8(text), 240);
}

/// Builds the value from parser events and stops at the first thing that we refuse; the parser itself keeps no
/// recursion.
class GuardedBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  GuardedBuilder(std::string_view text, const std::string& name, const JsonLimits& limits)
      : text_(text), name_(name), limits_(limits) {}

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
    level.key = std::move(key);
    if (level.container->size() >= limits_.keys) {
      return refuse(ErrorCode::kTooLarge, trf("expected at most {} keys in an object, found more", limits_.keys));
    }
    if (isNew(level)) return true;
    return refuse(ErrorCode::kSyntax, trf("expected each key once, found a second \"{}\"", clipped(level.key, 80)));
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& exception) override {
    const std::string place = lineAndColumn(text_, position);
    // The library says in English what it found.
    error_ = Error{ErrorCode::kSyntax,
                   currentLanguage() == Language::kEnglish
                       ? fmt::format("{}: expected JSON, found a {}", place, withoutPrefix(exception.what()))
                       : trf("{}: expected JSON, found something else", place),
                   name_};
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
    NameSet<std::string> keys;  // of an object with more than kFewKeys, where searching them one by one takes long
  };

  static constexpr std::size_t kFewKeys = 32;

  static bool isNew(Level& level) {
    const auto& members = level.container->members();
    if (members.size() < kFewKeys) return level.container->find(level.key) == nullptr;
    if (level.keys.empty()) {
      for (const JsonMember& member : members) level.keys.insert(member.key);
    }
    return level.keys.insert(level.key).second;
  }

  bool refuse(ErrorCode code, std::string message) {
    std::string pointer;
    for (const Level& level : levels_) {
      pointer += level.container->isObject() ? pointerStep(level.key) : fmt::format("/{}", level.container->size() - 1);
    }
    error_ = Error{code, std::move(message), fmt::format("{}#{}", name_, toValidUtf8(pointer))};
    return false;
  }

  /// Adds a value to the innermost open container (or makes it the root).
  Json& put(Json&& value) {
    if (levels_.empty()) return root_ = std::move(value);
    Json& parent = *levels_.back().container;
    if (parent.isArray()) return parent.items().emplace_back(std::move(value));
    parent.members().push_back({levels_.back().key, std::move(value)});
    return parent.members().back().value;
  }

  bool countValue() {
    if (++values_ <= limits_.values) return true;
    return refuse(ErrorCode::kTooLarge, trf("expected at most {} values in a file, found more", limits_.values));
  }

  bool add(Json value) {
    put(std::move(value));
    return countValue();
  }

  bool open(Json&& container) {
    Json& opened = put(std::move(container));
    if (static_cast<int>(levels_.size()) >= limits_.nesting) {
      return refuse(ErrorCode::kTooLarge, trf("expected at most {} levels of nesting, found more", limits_.nesting));
    }
    if (!countValue()) return false;
    levels_.push_back({&opened, {}, {}});
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

/// Digits by the library: what it writes for a double must stay the same in saved cases. JSON has neither infinities
/// nor NaN.
void appendNumber(std::string& out, double value) {
  std::array<char, 64> digits;
  out.append(digits.data(), std::isfinite(value)
                                ? nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value)
                                : std::copy_n("null", 4, digits.data()));
}

template <std::integral T>
void appendNumber(std::string& out, T value) {
  std::array<char, 24> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

/// The white space between the parts of a value.
struct Layout {
  std::string_view comma, colon;
  std::size_t step = 0;  ///< blanks that a level is indented by; zero: all is on one line
};
constexpr Layout kCompact{",", ":"}, kSpaced{", ", ": "}, kIndented{",", ": ", 2};
constexpr std::size_t kNoLimit = std::string::npos;

bool append(std::string& out, const Json& value, const Layout& layout, std::size_t limit, std::size_t indent);

void breakLine(std::string& out, const Layout& layout, std::size_t indent) {
  if (layout.step > 0) (out += '\n').append(indent, ' ');
}

/// Appends the parts of a container, each by `one`, which gives up (false) beyond the limit.
template <class Parts, class One>
bool appendParts(std::string& out, const Parts& parts, const char* brackets, const Layout& layout, std::size_t indent,
                 One one) {
  out += brackets[0];
  bool is_first = true;
  for (const auto& part : parts) {
    if (!std::exchange(is_first, false)) out += layout.comma;
    breakLine(out, layout, indent + layout.step);
    if (!one(part)) return false;
  }
  if (!parts.empty()) breakLine(out, layout, indent);
  out += brackets[1];
  return true;
}

/// Appends `value`; gives up (false) when that would pass `limit` characters.
bool append(std::string& out, const Json& value, const Layout& layout, std::size_t limit, std::size_t indent) {
  const std::size_t inside = indent + layout.step;
  switch (value.kind()) {
    case Json::Kind::kNull:
      out += "null";
      break;
    case Json::Kind::kBoolean:
      out += value.boolean() ? "true" : "false";
      break;
    case Json::Kind::kInteger:
      appendNumber(out, value.integer());
      break;
    case Json::Kind::kUnsigned:
      appendNumber(out, value.whole());
      break;
    case Json::Kind::kDouble:
      appendNumber(out, value.number());
      break;
    case Json::Kind::kString:
      appendJsonString(out, value.string());
      break;
    case Json::Kind::kArray:
      if (!appendParts(out, value.items(), "[]", layout, indent,
                       [&](const Json& item) { return append(out, item, layout, limit, inside); })) {
        return false;
      }
      break;
    case Json::Kind::kObject:
      if (!appendParts(out, value.members(), "{}", layout, indent, [&](const JsonMember& member) {
            appendJsonString(out, member.key);
            out += layout.colon;
            return append(out, member.value, layout, limit, inside);
          })) {
        return false;
      }
      break;
  }
  return out.size() <= limit;
}

std::string text(const Json& value, const Layout& layout) {
  std::string out;
  append(out, value, layout, kNoLimit, 0);
  return out;
}

constexpr std::size_t kLineWidth = 120;

void appendPretty(std::string& out, const Json& value, std::size_t indent, std::size_t column) {
  if (!value.isContainer() || value.empty()) {
    append(out, value, kSpaced, kNoLimit, 0);
    return;
  }
  if (indent > 0) {
    const std::size_t start = out.size();
    if (append(out, value, kSpaced, start + kLineWidth - std::min(kLineWidth, column), 0)) return;
    out.resize(start);
  }
  const std::size_t inside = indent + kIndented.step;
  if (value.isArray()) {
    appendParts(out, value.items(), "[]", kIndented, indent, [&](const Json& item) {
      appendPretty(out, item, inside, inside + 1);
      return true;
    });
  } else {
    appendParts(out, value.members(), "{}", kIndented, indent, [&](const JsonMember& member) {
      const std::size_t start = out.size();
      appendJsonString(out, member.key);
      out += kIndented.colon;
      appendPretty(out, member.value, inside, inside + (out.size() - start) + 1);
      return true;
    });
  }
}

/// Whether a text is printable ASCII without quotes and backslashes. A table, and no early exit: most texts are short
/// and pass.
bool needsNoEscape(std::string_view text) {
  static constexpr auto kEscaped = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t c = 0; c < table.size(); ++c) table[c] = c < 0x20 || c >= 0x7F || c == '"' || c == '\\' ? 1 : 0;
    return table;
  }();
  std::uint8_t any = 0;
  for (const char c : text) any |= kEscaped[static_cast<std::uint8_t>(c)];
  return any == 0;
}

}  // namespace

Result<Json> parseJson(std::string_view text, const std::string& name, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return fail(ErrorCode::kTooLarge, name,
                trf("expected a JSON file of at most {} bytes, found {} bytes", limits.bytes, text.size()));
  }
  if (isMarkedUtf16(text)) return parseJson(utf8OfMarkedUtf16(text), name, limits);
  // The parser takes a NUL for the end of the text and would not see what follows it.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return fail(ErrorCode::kSyntax, name, trf("{}: expected JSON, found a NUL byte", lineAndColumn(text, nul + 1)));
  }
  if (text.find_first_not_of("\xEF\xBB\xBF \t\r\n") == std::string_view::npos) {
    return fail(ErrorCode::kSyntax, name,
                text.empty() ? tr("expected JSON, found an empty file") : tr("expected JSON, found only blanks"));
  }
  GuardedBuilder builder(text, name, limits);
  static_cast<void>(nlohmann::json::sax_parse(text.begin(), text.end(), &builder));
  return builder.take();
}

void appendJsonString(std::string& out, std::string_view text) {
  if (needsNoEscape(text)) {
    const std::size_t start = out.size();
    out.append(text.size() + 2, '"');  // one call: listings are made of short texts
    text.copy(out.data() + start + 1, text.size());
    return;
  }
  out += '"';
  for (const char c : toValidUtf8(text)) {
    static constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kLetters = "\"\\bfnrt";
    if (const std::size_t at = kEscaped.find(c); at != std::string_view::npos) {
      (out += '\\') += kLetters[at];
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

void appendJson(std::string& out, const Json& value) { append(out, value, kSpaced, kNoLimit, 0); }

std::string pointerStep(std::string_view key) {
  std::string step = "/";
  for (const char c : key) step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return step;
}

std::string foundText(const Json& value) {
  switch (value.kind()) {
    case Json::Kind::kNull:
    case Json::Kind::kBoolean:
      return compactJson(value);
    case Json::Kind::kString:
      return trf("the string {}", clipped(compactJson(value), 80));
    case Json::Kind::kArray:
      return value.empty() ? tr("an empty array") : trf("an array of {}", value.size());
    case Json::Kind::kObject:
      return tr("an object");
    default:
      return trf("the number {}", compactJson(value));
  }
}

std::string prettyJson(const Json& value) {
  std::string out;
  appendPretty(out, value, 0, 0);
  out += '\n';
  return out;
}

Json outputJson(std::initializer_list<JsonField> members) {
  Json out{{"sepax", 1}, {"output", kOutputVersion}};
  out.add(Json(members));
  return out;
}

std::string indentedJson(const Json& value) { return text(value, kIndented); }

std::string compactJson(const Json& value) { return text(value, kCompact); }

Json jsonNumber(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  const bool negative_zero = value == 0 && std::signbit(value);
  if (std::abs(value) < kExactIntegers && value == std::floor(value) && !negative_zero)
    return static_cast<std::int64_t>(value);
  return value;
}

JsonWriter& JsonWriter::beginObject() { return begin('{', Items::kOnOneLine); }

JsonWriter& JsonWriter::beginArray(Items items) { return begin('[', items); }

JsonWriter& JsonWriter::key(std::string_view key) {
  separate();
  appendJsonString(out_, key);
  out_.append(": ", 2);
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
  if (!is_first) out_.append(", ", breaks || level.ends_on_line ? 1 : 2);
  if (breaks) out_ += "\n  ";
  if (std::exchange(level.ends_on_line, false) && !breaks) out_ += '\n';
}

}  // namespace sepax
