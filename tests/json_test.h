#pragma once

#include "core/json_text.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace sepax {

/// What a failing test shows of a value.
inline void PrintTo(const Json& value, std::ostream* out) { *out << compactJson(value); }

namespace test {

/// A text as JSON; null, and a failed test, when it is none.
inline Json parsed(const std::string& text) {
  auto json = parseJson(text, "text");
  EXPECT_TRUE(json) << (json ? "" : describe(json.error())) << "\n" << text.substr(0, 200);
  return json ? std::move(*json) : Json();
}

}  // namespace test
}  // namespace sepax
