#pragma once

#include "bundle/tree.h"
#include "core/json_text.h"
#include "core/progress.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Parts of the bundle commands' output.

namespace sepax {

/// "1 file", "2 files".
[[nodiscard]] std::string counted(std::uint64_t count, const char* one, const char* many);

/// "123 bytes", "4.5 MiB"
[[nodiscard]] std::string sizeText(std::uint64_t bytes);

/// A string, or null for an empty text.
[[nodiscard]] Json orNull(const std::string& text);

[[nodiscard]] Json footerJson(const std::optional<ObbFooter>& footer);
[[nodiscard]] Json factsJson(const std::vector<Fact>& facts);
/// The member "findings", one a line.
void writeFindings(JsonWriter& json, const std::vector<Finding>& findings);

/// The text of one JSON object, whose members after "sepax" the function writes.
template <class Members>
[[nodiscard]] std::string objectText(Members members) {
  std::string out;
  JsonWriter json(out);
  json.beginObject().key("sepax").number(1).key("output").number(kOutputVersion);
  members(json);
  json.endObject();
  return out;
}

/// Errors first; of each code the first twenty.
void appendFindings(std::string& out, const std::vector<Finding>& findings);
void appendFacts(std::string& out, const std::vector<Fact>& facts);
void appendFooter(std::string& out, const std::optional<ObbFooter>& footer);

/// Takes the newline away at the end.
void trimEnd(std::string& text);

/// A line "packing  43 %  path" on standard error that is written over itself, when a person watches; else nothing.
class ProgressLine {
 public:
  explicit ProgressLine(std::string doing);
  /// To be handed to a job; the line must outlive it.
  [[nodiscard]] ProgressSink sink();
  void clear();

 private:
  std::string doing_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace sepax
