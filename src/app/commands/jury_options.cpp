#include "app/commands/jury_options.h"

#include "core/json_text.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sepax {

Result<void> checkJurorOptions(const Json& options, std::vector<JuryMember>& members) {
  if (options.isNull()) return {};
  std::vector<std::string> known;
  for (JuryMember& member : members) {
    const JurorHello* const hello = member.juror ? member.juror->greeted() : nullptr;
    if (hello == nullptr) continue;
    for (const std::string& name : hello->optionNames()) known.push_back(name);
  }
  for (const auto& [name, value] : options.members()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::set<std::string> once(known.begin(), known.end());
    return fail(
        ErrorCode::kNotFound, "--option",
        fmt::format("no juror that is asked has an option \"{}\"; {}", printableLine(name),
                    known.empty() ? "they have none" : fmt::format("expected one of {}", fmt::join(once, ", "))));
  }
  return {};
}

Result<Json> jurorOptions(const std::vector<std::string>& texts) {
  Json out;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      return fail(ErrorCode::kWrongValue, "--option", fmt::format("expected NAME=VALUE, found \"{}\"", text));
    const std::string value = text.substr(equals + 1);
    auto json = parseJson(value, "--option");
    out[text.substr(0, equals)] = json ? std::move(*json) : Json(value);
  }
  return out;
}

}  // namespace sepax
