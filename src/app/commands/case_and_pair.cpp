#include "app/commands/case_and_pair.h"

#include "app/commands/command_line.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "lab/search/failure.h"
#include "media/files_beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace sepax {

Result<LoadedCase> caseOrStandardInput(const std::string& file) {
  if (file != "-") return loadCase(file);
  const auto text = readStandardInput(kMaxCaseBytes);
  SEPAX_TRY(text);
  return parseCase(*text, "standard input", FilesBeside{});
}

std::optional<PairIds> pairNamed(const Document& document, const std::string& text) {
  if (text.empty()) return firstPair(document);
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return std::nullopt;
  const PairIds pair{text.substr(0, comma), text.substr(comma + 1)};
  const bool are_there = findBody(document, pair.first) != nullptr && findBody(document, pair.second) != nullptr;
  return are_there ? std::optional(pair) : std::nullopt;
}

std::vector<std::string> wholeNames(const std::vector<std::string>& parts) {
  std::vector<std::string> names;
  for (const std::string& part : parts) {
    const std::size_t equals = part.find('='), colon = part.find(':');
    if (equals < colon && !names.empty()) {
      names.back() += "," + part;
    } else {
      names.push_back(part);
    }
  }
  return names;
}

Result<std::vector<JuryMember>> membersNamed(const std::vector<std::string>& algorithms,
                                             const std::vector<std::string>& jurors, const JurorLimits& limits) {
  std::vector<JuryMember> members;
  for (const std::string& name : wholeNames(algorithms)) {
    if (const auto choice = chosenAlgorithm(name); !choice)
      return fail(ErrorCode::kNotFound, "--algorithm", choice.error().message);
    members.push_back(memberNamed(name, limits, {}).value());
  }
  std::vector<std::string> problems;
  const std::vector<JurorManifest> manifests = jurors.empty() ? std::vector<JurorManifest>() : findJurors(problems);
  for (const std::string& name : wholeNames(jurors)) {
    if (name == kAllJurors) {
      for (const JurorManifest& manifest : manifests)
        members.push_back({std::make_unique<Juror>(manifest, limits), nullptr});
      for (const std::string& problem : problems) complain(problem);
      continue;
    }
    auto member = memberNamed(name, limits, manifests);
    if (member) {
      members.push_back(std::move(*member));
      continue;
    }
    std::vector<std::string> known;
    for (const PairAlgorithm& row : pairAlgorithms()) known.emplace_back(row.name);
    for (const JurorManifest& manifest : manifests) known.push_back(manifest.name);
    const auto nearest = nearestWord(name, known);
    if (nearest && member.error().code == ErrorCode::kNotFound)
      return fail(ErrorCode::kNotFound, "--jurors",
                  fmt::format("no juror \"{}\", did you mean \"{}\"?", name, *nearest));
    member.error().where = member.error().where == name ? "--jurors" : "--jurors: " + member.error().where;
    return tl::unexpected(std::move(member.error()));
  }
  return members;
}

Result<void> savePicture(const std::string& text, const std::string& ending, const std::string& file,
                         const std::vector<std::string>& options) {
  if (!lowered(file).ends_with(".png")) return fail(ErrorCode::kWrongValue, file, "expected a name that ends in .png");
  const auto folder = privateFolder();
  SEPAX_TRY(folder);
  const std::string source = *folder + "/picture" + ending;
  SEPAX_TRY(writeFileAtomically(source, text));
  const auto window = programPath("sepax-window");
  SEPAX_TRY(window);
  std::vector<std::string> command{*window, "render", source, "--output=" + file};
  command.insert(command.end(), options.begin(), options.end());
  const auto run = runChild(command, {}, {.wall_seconds = 60});
  SEPAX_TRY(run);
  if (run->exit_code == 0) return {};
  std::string_view why = run->error_text;
  if (why.starts_with("sepax: ")) why.remove_prefix(7);
  while (why.ends_with('\n')) why.remove_suffix(1);
  return fail(ErrorCode::kUnreadable, file, "could not be drawn: " + printableLine(why));
}

}  // namespace sepax
