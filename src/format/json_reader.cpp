#include "format/json_reader.h"

#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kMaxWarnings = 100;

/// The double that a JSON number or hexadecimal string means.
std::optional<double> numberIn(const Json& value) {
  if (value.isNumber()) return value.number();
  if (value.isString()) return parseHexFloat(value.string());
  return std::nullopt;
}

std::string numberInRange(double min, double max) {
  if (std::isinf(max)) return min == 0 ? tr("a number from 0 up") : tr("a number");
  return min == -max ? trf("a number of at most ±{:g}", max) : trf("a number from {:g} to {:g}", min, max);
}

/// JSON pointer of a place: "/bodies/1/shape".
std::string pointerOf(const JsonPlace& place) {
  if (place.parent == nullptr) return {};
  const bool in_array = place.parent->value != nullptr && place.parent->value->isArray();
  return pointerOf(*place.parent) + (in_array ? fmt::format("/{}", place.index) : pointerStep(place.key));
}

}  // namespace

std::vector<std::string> JsonReader::takeWarnings() {
  if (unlisted_warnings_ > 0) warnings_.push_back(trf("{}: {} more warnings", file_name_, unlisted_warnings_));
  unlisted_warnings_ = 0;
  meant_keys_.clear();
  return std::exchange(warnings_, {});
}

void JsonReader::refuse(const JsonPlace& place, ErrorCode code, std::string message, const std::string& below) {
  if (error_) return;
  error_ = Error{code, std::move(message),
                 fmt::format("{}#{}{}{}", file_name_, pointerOf(place), below.empty() ? "" : "/", below)};
}

void JsonReader::setErrorAside() {
  if (error_ && std::ranges::find(errors_, error_->where, &Error::where) == errors_.end())
    errors_.push_back(std::move(*error_));
  error_.reset();
}

std::vector<Error> JsonReader::takeErrors() {
  setErrorAside();
  return std::exchange(errors_, {});
}

void JsonReader::expected(const JsonPlace& place, std::string_view what) {
  if (error_) return;
  refuse(place, ErrorCode::kWrongValue,
         trf("expected {}, found {}", what, place ? foundText(*place.value) : tr("nothing")));
}

void JsonReader::warn(const JsonPlace& place, std::string_view message, std::string meant_key) {
  if (warnings_.size() >= kMaxWarnings) {
    ++unlisted_warnings_;
  } else {
    warnings_.push_back(fmt::format("{}#{}: {}", file_name_, pointerOf(place), message));
    meant_keys_.push_back(std::move(meant_key));
  }
}

bool JsonReader::boolean(const JsonPlace& place) {
  if (place && place.value->isBoolean()) return place.value->boolean();
  expected(place, tr("true or false"));
  return false;
}

std::string JsonReader::text(const JsonPlace& place) {
  if (place && place.value->isString()) return place.value->string();
  expected(place, tr("a string"));
  return {};
}

double JsonReader::number(const JsonPlace& place, double min, double max) {
  const auto value = place ? numberIn(*place.value) : std::nullopt;
  if (value && *value >= min && *value <= max) return *value;
  if (!error_)
    expected(place, value ? numberInRange(min, max)
                          : trf("{} (or a string with a hexadecimal float)", numberInRange(min, max)));
  return 0;
}

std::uint64_t JsonReader::integer(const JsonPlace& place, std::uint64_t max) {
  if (place && place.value->isUnsigned() && place.value->whole() <= max)
    return static_cast<std::size_t>(place.value->whole());
  if (!error_) expected(place, trf("a whole number from 0 to {}", max));
  return 0;
}

Vec3 JsonReader::vector(const JsonPlace& place, int count, double min, double max) {
  Vec3 v{0.0};
  if (!place || !place.value->isArray() || place.value->size() != static_cast<std::size_t>(count)) {
    if (!error_) expected(place, trf("an array of {} numbers", count));
    return v;
  }
  for (int c = 0; c < count; ++c) v[c] = number(place.item(static_cast<std::size_t>(c)), min, max);
  return v;
}

std::size_t JsonReader::arraySize(const JsonPlace& place, std::string_view what) {
  if (place && place.value->isArray()) return place.value->size();
  expected(place, what);
  return 0;
}

ObjectReader::ObjectReader(JsonReader& reader, const JsonPlace& place, std::string_view what)
    : reader_(reader), place_(place) {
  if (!place || !place.value->isObject()) reader.expected(place, what);
}

JsonPlace ObjectReader::at(std::string_view key) {
  asked_.push_back(key);
  JsonPlace member{nullptr, &place_, key, 0};
  if (!place_ || !place_.value->isObject()) return member;
  for (const auto& [name, value] : place_.value->members()) {
    if (name == key) member.value = &value;
  }
  return member;
}

void ObjectReader::refuseUnknown() {
  if (!place_ || !place_.value->isObject()) return;
  for (const auto& [name, value] : place_.value->members()) {
    if (std::find(asked_.begin(), asked_.end(), name) == asked_.end())
      reader_.refuse({&value, &place_, name, 0}, ErrorCode::kWrongValue,
                     trf("expected one of the keys {}, found \"{}\"", fmt::format("{}", fmt::join(asked_, ", ")),
                         printableLine(name)));
  }
}

namespace {

/// The key that another one is nearly, or the end of: "velocity" of "linear_velocity". Empty: there is none.
std::string meantKey(std::string_view key, const std::vector<std::string>& known) {
  if (const auto nearest = nearestWord(key, known)) return *nearest;
  const auto whole = std::ranges::find_if(
      known, [&](const std::string& each) { return !key.empty() && each.ends_with("_" + std::string(key)); });
  return whole == known.end() ? std::string() : *whole;
}

std::string unknownKeyText(const std::string& meant) {
  return meant.empty() ? tr("unknown key, kept when saving")
                       : trf("unknown key, kept when saving; did you mean \"{}\"?", meant);
}

}  // namespace

std::string ObjectReader::takeUnknown(bool (*is_known)(std::string_view)) {
  if (!place_ || !place_.value->isObject()) return {};
  Json unknown = Json::object();
  for (const auto& [name, value] : place_.value->members()) {
    if (std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
    unknown.add(name, value);
    if (is_known != nullptr && is_known(name)) continue;
    const std::string meant = meantKey(name, {asked_.begin(), asked_.end()});
    reader_.warn({&value, &place_, name, 0}, unknownKeyText(meant), meant);
  }
  return unknown.empty() ? std::string() : compactJson(unknown);
}

}  // namespace sepax
