#include "core/import_child.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

/// The first line of what a child said, without control characters. Our programs say it in English, "what is wrong: a
/// library's words"; the latter are left out in other languages.
std::string firstLine(const std::string& text) {
  std::string line = toValidUtf8(text.substr(0, text.find('\n')));
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  const std::size_t what_ends = std::min(line.find(": "), line.size());
  return currentLanguage() == Language::kEnglish ? line : trKnown(line.substr(0, what_ends));
}

ChildLimits alone(ChildLimits limits) {
  limits.is_alone = true;
  return limits;
}

}  // namespace

Result<std::vector<std::byte>> runImport(const std::string& program, std::span<const std::byte> bytes,
                                         const std::string& name, const ChildLimits& limits) {
  auto path = programPath(program);
  SEPAX_TRY(path);
  // Only the name's end goes along, as a hint about the format: the rest is a stranger's text.
  const std::string base = name.substr(name.find_last_of('/') + 1);
  auto child = runChild({*path, base.find('\0') == std::string::npos ? base : ""}, bytes, alone(limits));
  SEPAX_TRY(child);
  return evaluateImport(std::move(*child), name);
}

Result<void> streamImport(const std::string& program, const std::string& name, const ChildInput& input,
                          const ChildOutput& output, const ChildLimits& limits) {
  auto path = programPath(program);
  SEPAX_TRY(path);
  auto child = streamChild({*path}, input, output, alone(limits));
  SEPAX_TRY(child);
  SEPAX_TRY(evaluateImport(std::move(*child), name));
  return {};
}

Result<std::vector<std::byte>> evaluateImport(ChildResult child, const std::string& name) {
  constexpr std::string_view kSignal = "signal ";
  if (child.ended_by == fmt::format("signal {}", SIGSYS)) {
    return fail(ErrorCode::kDamaged, toValidUtf8(name),
                tr("the importer was stopped: it tried to do what no importer does; the file is hostile"));
  }
  if (child.ended_by.starts_with(kSignal)) {
    return fail(ErrorCode::kDamaged, toValidUtf8(name),
                trf("the importer crashed ({}); the file is damaged or hostile",
                    trf("signal {}", child.ended_by.substr(kSignal.size()))));
  }
  if (!child.ended_by.empty()) {
    return fail(ErrorCode::kTooLarge, toValidUtf8(name), trf("the importer was stopped: {}", trKnown(child.ended_by)));
  }
  if (child.exit_code != 0) {
    const std::string why = firstLine(child.error_text);
    return fail(ErrorCode::kSyntax, toValidUtf8(name),
                why.empty() ? tr("the importer refused it without a reason") : why);
  }
  return std::move(child.output);
}

}  // namespace sepax
