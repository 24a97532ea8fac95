#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace sepax {

/// The kind of an error in outside input; programs may branch on it, people read the message.
enum class ErrorCode {
  kNotFound,     ///< no such file, entry, body, axis, algorithm
  kUnreadable,   ///< the operating system refused
  kSyntax,       ///< not the format it should be
  kWrongValue,   ///< well formed, but a value has the wrong type, range or reference
  kDegenerate,   ///< geometry without the extent that its kind needs
  kUnsupported,  ///< known, named, and not handled by this version
  kDamaged,      ///< checksum, truncation, contradiction inside a file
  kTooLarge,     ///< beyond a stated limit
  kUnsafe,       ///< a path that leaves its root, and the like
  kPassword,     ///< encrypted, and the password is missing or wrong
  kInternal,     ///< a child process or library failed in a way that is not the input's fault
};

/// A refusal of outside input: `where` names the file and the place ("box.json#/bodies/0/shape"), `message` what was
/// expected.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string where;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Builds the failing side of a Result.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string where, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}

/// Returns the error of a Result, given by name or as a call, from the calling function; goes on when it has a value.
#define SEPAX_TRY(...)                                                                                             \
  do {                                                                                                             \
    if (auto&& tried = (__VA_ARGS__); !tried) return tl::unexpected(std::forward<decltype(tried)>(tried).error()); \
  } while (false)

/// One line for a person: "where: message".
[[nodiscard]] inline std::string describe(const Error& error) {
  return error.where.empty() ? error.message : error.where + ": " + error.message;
}

}  // namespace sepax
