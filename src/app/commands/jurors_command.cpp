#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "core/json_text.h"
#include "core/text.h"
#include "format/case_reader.h"
#include "lab/jury/juror_install.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

namespace {

std::string sizeText(const JurorManifest::Package& package) {
  return fmt::format("about {:.0f} MB", package.megabytes);
}

int list(bool as_json) {
  std::vector<std::string> problems;
  const std::vector<JurorManifest> found = findJurors(problems);
  const auto installable = installableJurors();
  Json jurors = Json::array(), others = Json::array();
  bool printed = true;
  for (const JurorManifest& manifest : found) {
    jurors.push(Json{{"name", manifest.name},
                     {"title", manifest.title},
                     {"license", manifest.license},
                     {"needs", manifest.needs},
                     {"notes", manifest.notes},
                     {"file", manifest.file}});
    if (as_json) continue;
    const std::string notes = manifest.notes.empty() ? "" : fmt::format("{:<16} {}\n", "", manifest.notes);
    printed = print(fmt::format("{:<16} {:<24} {:<34} {}\n{}", manifest.name, manifest.title, manifest.license,
                                printableLine(manifest.file), notes)) &&
              printed;
  }
  bool is_first = true;
  for (const JurorManifest& manifest : installable ? *installable : std::vector<JurorManifest>()) {
    const bool is_there = std::any_of(found.begin(), found.end(),
                                      [&](const JurorManifest& juror) { return juror.name == manifest.name; });
    if (is_there) continue;
    others.push(Json{{"name", manifest.name},
                     {"title", manifest.title},
                     {"license", manifest.license},
                     {"package", manifest.npm->name + "@" + manifest.npm->version},
                     {"megabytes", manifest.npm->megabytes}});
    if (!as_json) {
      if (is_first) printed = print("\nFrom npm on demand, by sepax jurors install NAME:\n") && printed;
      printed = print(fmt::format("{:<16} {:<24} {:<34} {} {}, {}\n", manifest.name, manifest.title, manifest.license,
                                  manifest.npm->name, manifest.npm->version, sizeText(*manifest.npm))) &&
                printed;
    }
    is_first = false;
  }
  for (const std::string& problem : problems) complain(problem);
  if (as_json)
    printed = printLine(prettyJson(outputJson({{"jurors", std::move(jurors)}, {"installable", std::move(others)}})));
  return finishOutput(printed);
}

/// The manifests of these names, or of all.
Result<std::vector<JurorManifest>> chosen(const std::vector<std::string>& names) {
  auto all = installableJurors();
  SEPAX_TRY(all);
  if (std::find(names.begin(), names.end(), "all") != names.end()) return all;
  std::vector<std::string> known;
  for (const JurorManifest& manifest : *all) known.push_back(manifest.name);
  std::vector<JurorManifest> out;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(all->begin(), all->end(), [&](const JurorManifest& manifest) { return manifest.name == name; });
    if (found == all->end())
      return fail(ErrorCode::kNotFound, printableLine(name),
                  fmt::format("expected all or some of {}", fmt::join(known, ", ")));
    out.push_back(*found);
  }
  return out;
}

/// A pair that every engine is right about: two boxes, 1 m apart.
std::string firstAnswer(const std::string& manifest_file) {
  auto manifest = readJurorManifest(manifest_file);
  if (!manifest) return describe(manifest.error());
  for (
      const char* const pair :
      {R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0, 0]},
             {"id": "B", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [2, 0, 0]}]})",
       R"({"sepax": 1, "space": "2d", "bodies": [{"id": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5]}, "position": [0, 0]},
             {"id": "B", "shape": {"type": "box", "half_extents": [0.5, 0.5]}, "position": [2, 0]}]})"}) {
    const auto loaded = parseCase(pair, "pair", FilesBeside{});
    Juror juror(*manifest, {});
    const JurorAnswer answer = loaded ? juror.ask(jurorRequest(loaded->document, {"A", "B"})) : JurorAnswer{};
    if (answer.status == JurorAnswer::Status::kUnsupported) continue;
    if (answer.status != JurorAnswer::Status::kOk)
      return fmt::format("{}, {}", statusName(answer.status), answer.message);
    return answer.overlapping == false ? "" : "it says that two boxes 1 m apart overlap";
  }
  return "it takes no boxes";
}

struct InstallOptions {
  std::vector<std::string> names;
  bool dry_run = false;
};

int install(const InstallOptions& options) {
  const auto manifests = chosen(options.names);
  if (!manifests) return complain(manifests.error());
  const std::string folder = installedJurorFolder();
  if (folder.empty()) return complain("no folder for jurors: neither XDG_DATA_HOME nor HOME is set");
  if (!options.dry_run) {
    if (const auto done = refreshJurors(folder); !done) return complain(done.error());
  }
  bool is_fine = true;
  for (const JurorManifest& manifest : *manifests) {
    if (isInstalled(manifest, folder)) {
      print(fmt::format("{}: {} {} is there already\n", manifest.name, manifest.npm->name, manifest.npm->version));
      continue;
    }
    print(fmt::format("{}: brings {} {} ({}, {}) by npm, from its cache or its registry, into {}/{}\n", manifest.name,
                      manifest.npm->name, manifest.npm->version, manifest.license, sizeText(*manifest.npm),
                      printableLine(folder), manifest.name));
    if (options.dry_run) continue;
    if (finishOutput() != kExitFine) return kExitUnusable;  // said before it is done
    const auto done = installJuror(manifest, folder);
    const std::string wrong = done ? firstAnswer(folder + "/" + manifest.name + ".juror.json") : describe(done.error());
    is_fine = is_fine && wrong.empty();
    if (wrong.empty()) {
      print(fmt::format("{}: answers\n", manifest.name));
    } else {
      complain(manifest.name + ": " + wrong);
    }
  }
  return finishOutput() == kExitFine && is_fine ? kExitFine : kExitUnusable;
}

int removeAll(const std::vector<std::string>& names) {
  const auto manifests = chosen(names);
  if (!manifests) return complain(manifests.error());
  const std::string folder = installedJurorFolder();
  if (folder.empty()) return complain("no folder for jurors: neither XDG_DATA_HOME nor HOME is set");
  bool is_fine = true;
  const bool is_all = std::find(names.begin(), names.end(), "all") != names.end();
  for (const JurorManifest& manifest : *manifests) {
    if (is_all && !isInstalled(manifest, folder)) continue;
    const auto done = removeJuror(manifest, folder);
    if (!done) complain(done.error());
    is_fine = is_fine && done.has_value();
  }
  return is_fine ? kExitFine : kExitUnusable;
}

}  // namespace

void addJurorsCommand(CLI::App& app, int& exit_status) {
  const auto as_json = std::make_shared<bool>(false);
  CLI::App* const command =
      app.add_subcommand("jurors", "List the jurors there are: other engines, and programs of your own");
  command->add_flag("--json", *as_json, "Print JSON");
  command->footer(
      "Manifests NAME.juror.json are looked for beside Sepax, where jurors install puts them, in "
      "~/.config/sepax/jurors and in the folders "
      "of\n$SEPAX_JURORS. share/sepax/jurors/template has one to begin with, in C++, Python and JavaScript.\n\n"
      "sepax jurors\nsepax jurors install jolt rapier3d");
  const auto options = std::make_shared<InstallOptions>();
  CLI::App* const install_command =
      command->add_subcommand("install", "Bring engines from npm, at the versions that these jurors know");
  install_command->add_option("NAME", options->names, "Names that sepax jurors lists; all: every one")->required();
  install_command->add_flag("--dry-run", options->dry_run, "Only say what would be brought");
  install_command->footer(
      "They come into ~/.local/share/sepax/jurors ($XDG_DATA_HOME), from npm's cache where it has them; their install "
      "scripts do not run.\n"
      "Node and npm have to be installed.\n\n"
      "sepax jurors install all --dry-run\nsepax jurors install cannon-es\n\nExit status: 0 all are there and answer, "
      "2 some are not.");
  CLI::App* const remove_command = command->add_subcommand("remove", "Take installed ones away");
  remove_command->add_option("NAME", options->names, "Names; all: every one")->required();
  remove_command->footer("sepax jurors remove jolt\n\nExit status: 0 gone, 2 some were not there.");
  command->require_subcommand(0, 1);
  install_command->callback([options, &exit_status] { exit_status = install(*options); });
  remove_command->callback([options, &exit_status] { exit_status = removeAll(options->names); });
  command->callback([command, as_json, &exit_status] {
    if (command->get_subcommands().empty()) exit_status = list(*as_json);
  });
}

}  // namespace sepax
