#pragma once

#include "core/json_text.h"
#include "geom/types.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sepax {

/// A value of a JSON file and the way to it; `value` is null where the file has nothing. Lives no longer than its
/// parent.
struct JsonPlace {
  const Json* value = nullptr;
  const JsonPlace* parent = nullptr;
  std::string_view key = {};  ///< step from the parent: a key, or
  std::size_t index = 0;      ///< an index when the parent is an array

  explicit operator bool() const { return value != nullptr; }
  [[nodiscard]] JsonPlace item(std::size_t i) const { return {&(*value)[i], this, {}, i}; }
};

/// Reads typed values and remembers the first thing that is wrong: after an error every read answers with some harmless
/// value, so that callers check once at the end (loops look at `failed()`).
class JsonReader {
 public:
  explicit JsonReader(std::string file_name) : file_name_(std::move(file_name)) {}

  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] std::vector<std::string> takeWarnings();
  /// For each warning the key that an unknown one was probably meant to be; empty where it is none.
  [[nodiscard]] const std::vector<std::string>& meantKeys() const { return meant_keys_; }

  /// Keeps the error for takeErrors() and reads on: for what does not depend on the value that was wrong.
  void setErrorAside();
  /// All errors that were set aside, and the last; one for each place.
  [[nodiscard]] std::vector<Error> takeErrors();

  void refuse(const JsonPlace& place, ErrorCode code, std::string message, const std::string& below = {});
  /// "expected WHAT, found …".
  void expected(const JsonPlace& place, std::string_view what);
  void warn(const JsonPlace& place, std::string_view message, std::string meant_key = {});

  [[nodiscard]] bool boolean(const JsonPlace& place);
  [[nodiscard]] std::string text(const JsonPlace& place);
  /// A JSON number or a string with a hexadecimal float, from `min` to `max`: any that is finite, where nothing is
  /// said.
  [[nodiscard]] double number(const JsonPlace& place, double min = -kNoLimit, double max = kNoLimit);
  [[nodiscard]] std::uint64_t integer(const JsonPlace& place, std::uint64_t max);
  /// An array of exactly `count` numbers; components that it does not have stay zero.
  [[nodiscard]] Vec3 vector(const JsonPlace& place, int count, double min = -kNoLimit, double max = kNoLimit);
  /// Number of items of an array; zero after refusing what is none.
  [[nodiscard]] std::size_t arraySize(const JsonPlace& place, std::string_view what);
  /// The values that `read` makes of the items of an array, up to the first error.
  template <class Read>
  [[nodiscard]] auto list(const JsonPlace& place, std::string_view what, Read&& read) {
    std::vector<std::invoke_result_t<Read&, const JsonPlace&>> items;
    const std::size_t count = arraySize(place, what);
    items.reserve(count);
    for (std::size_t i = 0; i < count && !failed(); ++i) items.push_back(read(place.item(i)));
    return items;
  }

 private:
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();

  std::string file_name_;
  std::optional<Error> error_;
  std::vector<Error> errors_;
  std::vector<std::string> warnings_, meant_keys_;
  std::size_t unlisted_warnings_ = 0;
};

/// An object's members by name. A member that at() was not called for is unknown: kept as text and warned about.
class ObjectReader {
 public:
  /// Refuses a place that holds no object; then all members are missing.
  ObjectReader(JsonReader& reader, const JsonPlace& place, std::string_view what);
  /// The member, or a place without a value.
  [[nodiscard]] JsonPlace at(std::string_view key);
  /// The members that at() was not called for, as the text of one JSON object, empty when there are none; warns about
  /// each but those that another reader knows.
  [[nodiscard]] std::string takeUnknown(bool (*is_known)(std::string_view key) = nullptr);
  /// Refuses the first member that at() was not called for.
  void refuseUnknown();

 private:
  JsonReader& reader_;
  JsonPlace place_;
  std::vector<std::string_view> asked_;
};

}  // namespace sepax
