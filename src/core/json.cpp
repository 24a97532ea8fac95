#include "core/json.h"

#include "core/assert.h"

#include <algorithm>

namespace sepax {

namespace {

const Json kNothing;

bool sameNumber(const Json& a, const Json& b) {
  if (a.kind() == b.kind()) {
    return a.kind() == Json::Kind::kInteger    ? a.integer() == b.integer()
           : a.kind() == Json::Kind::kUnsigned ? a.whole() == b.whole()
                                               : a.number() == b.number();
  }
  if (a.kind() == Json::Kind::kDouble || b.kind() == Json::Kind::kDouble) return a.number() == b.number();
  const Json& with_sign = a.isUnsigned() ? b : a;
  return with_sign.integer() >= 0 &&
         static_cast<std::uint64_t>(with_sign.integer()) == (a.isUnsigned() ? a : b).whole();
}

}  // namespace

Json::Json(std::initializer_list<JsonField> fields) : kind_(Kind::kObject) {
  value_.members = new Members;
  value_.members->reserve(fields.size());
  for (const JsonField& field : fields) add(field.key, std::move(field.value));
}

Json Json::object() { return Json(std::initializer_list<JsonField>{}); }

Json Json::array(std::initializer_list<Json> items) {
  Json out;
  out.kind_ = Kind::kArray;
  out.value_.items = new Items(items);
  return out;
}

Json::Json(const Json& other) : kind_(other.kind_), value_(other.value_) {
  if (kind_ == Kind::kString) value_.text = new std::string(*other.value_.text);
  if (kind_ == Kind::kArray) value_.items = new Items(*other.value_.items);
  if (kind_ == Kind::kObject) value_.members = new Members(*other.value_.members);
}

void Json::free() {
  if (kind_ == Kind::kString) delete value_.text;
  if (kind_ == Kind::kArray) delete value_.items;
  if (kind_ == Kind::kObject) delete value_.members;
}

bool Json::boolean() const {
  SEPAX_ASSERT(isBoolean());
  return value_.boolean;
}

double Json::number() const {
  SEPAX_ASSERT(isNumber());
  return kind_ == Kind::kDouble     ? value_.number
         : kind_ == Kind::kUnsigned ? static_cast<double>(value_.whole)
                                    : static_cast<double>(value_.integer);
}

std::int64_t Json::integer() const {
  SEPAX_ASSERT(kind_ == Kind::kInteger);
  return value_.integer;
}

std::uint64_t Json::whole() const {
  SEPAX_ASSERT(isUnsigned());
  return value_.whole;
}

const std::string& Json::string() const {
  SEPAX_ASSERT(isString());
  return *value_.text;
}

Json::Items& Json::items() {
  SEPAX_ASSERT(isArray());
  return *value_.items;
}

const Json::Items& Json::items() const {
  SEPAX_ASSERT(isArray());
  return *value_.items;
}

Json::Members& Json::members() {
  SEPAX_ASSERT(isObject());
  return *value_.members;
}

const Json::Members& Json::members() const {
  SEPAX_ASSERT(isObject());
  return *value_.members;
}

std::size_t Json::size() const { return isArray() ? value_.items->size() : isObject() ? value_.members->size() : 0; }

const Json* Json::begin() const { return isArray() ? value_.items->data() : nullptr; }

const Json* Json::find(std::string_view key) const {
  if (!isObject()) return nullptr;
  const auto found =
      std::find_if(value_.members->begin(), value_.members->end(), [&](const JsonMember& m) { return m.key == key; });
  return found == value_.members->end() ? nullptr : &found->value;
}

Json* Json::find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }

const Json& Json::operator[](std::string_view key) const {
  const Json* const found = find(key);
  return found != nullptr ? *found : kNothing;
}

const Json& Json::operator[](std::size_t index) const {
  return isArray() && index < size() ? (*value_.items)[index] : kNothing;
}

Json& Json::operator[](std::string_view key) {
  if (isNull()) *this = object();
  if (Json* const found = find(key)) return *found;
  add(key, nullptr);
  return value_.members->back().value;
}

void Json::push(Json item) {
  if (isNull()) *this = array();
  items().push_back(std::move(item));
}

void Json::add(std::string_view key, Json value) { members().push_back({std::string(key), std::move(value)}); }

void Json::add(Json object) {
  for (JsonMember& member : object.members()) members().push_back(std::move(member));
}

bool operator==(const Json& a, const Json& b) {
  if (a.isNumber() && b.isNumber()) return sameNumber(a, b);
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Json::Kind::kBoolean:
      return a.boolean() == b.boolean();
    case Json::Kind::kString:
      return a.string() == b.string();
    case Json::Kind::kArray:
      return a.items() == b.items();
    case Json::Kind::kObject:
      return std::equal(a.members().begin(), a.members().end(), b.members().begin(), b.members().end(),
                        [](const JsonMember& x, const JsonMember& y) { return x.key == y.key && x.value == y.value; });
    default:
      return true;
  }
}

}  // namespace sepax
