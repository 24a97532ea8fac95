#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

struct JsonField;
struct JsonMember;

/// A JSON value. Objects keep their members in the order in which they were added; whole numbers are kept apart from
/// doubles, and of the former what has no sign from what has one. Reading a value as something that it is not is a
/// caller's mistake, but for the operators [].
class Json {
 public:
  enum class Kind : std::uint8_t { kNull, kBoolean, kInteger, kUnsigned, kDouble, kString, kArray, kObject };
  using Items = std::vector<Json>;
  using Members = std::vector<JsonMember>;

  Json() noexcept = default;
  Json(std::nullptr_t) noexcept {}
  Json(double value) noexcept : kind_(Kind::kDouble) { value_.number = value; }
  template <std::integral T>
  Json(T value) noexcept {
    if constexpr (std::same_as<T, bool>) {
      kind_ = Kind::kBoolean;
      value_.boolean = value;
    } else if constexpr (std::unsigned_integral<T>) {
      kind_ = Kind::kUnsigned;
      value_.whole = value;
    } else {
      kind_ = Kind::kInteger;
      value_.integer = value;
    }
  }
  template <class T>
  requires std::convertible_to<T, std::string_view> Json(T&& text) : kind_(Kind::kString) {
    value_.text = new std::string(std::forward<T>(text));
  }
  /// An object: Json{{"a", 1}, {"b", "text"}}. Each key once.
  Json(std::initializer_list<JsonField> fields);

  [[nodiscard]] static Json object();
  [[nodiscard]] static Json array(std::initializer_list<Json> items = {});
  /// An array of what a container holds, containers in it included.
  template <class Container>
  [[nodiscard]] static Json list(const Container& container) {
    Json out = array();
    out.items().reserve(container.size());
    for (const auto& item : container) {
      if constexpr (requires { Json(item); }) {
        out.items().emplace_back(item);
      } else {
        out.items().push_back(list(item));
      }
    }
    return out;
  }

  Json(const Json& other);
  Json(Json&& other) noexcept : kind_(std::exchange(other.kind_, Kind::kNull)), value_(other.value_) {}
  Json& operator=(Json other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(value_, other.value_);
    return *this;
  }
  ~Json() {
    if (kind_ >= Kind::kString) free();
  }

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool isNull() const { return kind_ == Kind::kNull; }
  [[nodiscard]] bool isBoolean() const { return kind_ == Kind::kBoolean; }
  [[nodiscard]] bool isNumber() const { return kind_ >= Kind::kInteger && kind_ <= Kind::kDouble; }
  [[nodiscard]] bool isUnsigned() const { return kind_ == Kind::kUnsigned; }
  [[nodiscard]] bool isString() const { return kind_ == Kind::kString; }
  [[nodiscard]] bool isArray() const { return kind_ == Kind::kArray; }
  [[nodiscard]] bool isObject() const { return kind_ == Kind::kObject; }
  [[nodiscard]] bool isContainer() const { return kind_ >= Kind::kArray; }

  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number() const;         ///< of any number
  [[nodiscard]] std::int64_t integer() const;  ///< of a whole number with a sign
  [[nodiscard]] std::uint64_t whole() const;   ///< of one without
  [[nodiscard]] const std::string& string() const;
  [[nodiscard]] Items& items();
  [[nodiscard]] const Items& items() const;
  [[nodiscard]] Members& members();
  [[nodiscard]] const Members& members() const;

  /// Items of an array or members of an object; zero of everything else.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The items of an array; nothing to go through of everything else.
  [[nodiscard]] const Json* begin() const;
  [[nodiscard]] const Json* end() const { return begin() + (isArray() ? size() : 0); }

  /// The member of that name; null when this is no object or has none.
  [[nodiscard]] const Json* find(std::string_view key) const;
  [[nodiscard]] Json* find(std::string_view key);
  [[nodiscard]] bool contains(std::string_view key) const { return find(key) != nullptr; }
  /// The member of this name, or a null value when it is missing.
  [[nodiscard]] const Json& operator[](std::string_view key) const;
  [[nodiscard]] const Json& operator[](std::size_t index) const;
  /// The member of that name, added when missing; null becomes an object.
  [[nodiscard]] Json& operator[](std::string_view key);
  /// An item that the array has.
  [[nodiscard]] Json& operator[](std::size_t index) { return items()[index]; }

  /// Adds an item; null becomes an array.
  void push(Json item);
  /// Adds a member without looking whether there is one of that name.
  void add(std::string_view key, Json value);
  /// Adds all members of an object so.
  void add(Json object);

  /// True for equal values: numbers by their value, members in the same order.
  friend bool operator==(const Json& a, const Json& b);

 private:
  union Value {
    bool boolean;
    std::int64_t integer;
    std::uint64_t whole;
    double number;
    std::string* text;
    Items* items;
    Members* members;
  };

  void free();

  Kind kind_ = Kind::kNull;
  Value value_{};
};

/// A member of an object.
struct JsonMember {
  std::string key;
  Json value;
};

/// A member while an object is written down; mutable, so that its value can be moved out of the list.
struct JsonField {
  std::string_view key;
  mutable Json value;
};

}  // namespace sepax
