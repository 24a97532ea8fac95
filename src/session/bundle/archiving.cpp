#include "session/bundle/archiving.h"

#include "bundle/open/open_container.h"
#include "bundle/write/extract.h"
#include "core/text.h"
#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kMaxRefusalsReported = 50;

void printReport(Workspace& workspace, const ExtractReport& report, const std::string& folder) {
  // A tick before "0 files" would be none.
  if (report.files > 0 || report.refused.empty())
    announce(workspace, trf(report.files == 1 ? "{}: {} file extracted, {}" : "{}: {} files extracted, {}", folder,
                            report.files, humanBytes(report.bytes)));
  if (report.refused.empty()) return;
  for (std::size_t i = 0; i < std::min(report.refused.size(), kMaxRefusalsReported); ++i) {
    const Finding& refusal = report.refused[i];
    workspace.console.push_back(
        {LogLevel::kWarning, toValidUtf8(fmt::format("{}: {}: {}", refusal.path, refusal.code(), refusal.message))});
  }
  notify(workspace, LogLevel::kWarning,
         trn("{} entry was not extracted; the console says why", "{} entries were not extracted; the console says why",
             report.refused.size()));
}

}  // namespace

void startExtracting(Workspace& workspace, const ExtractEntries& request) {
  const std::shared_ptr<const Tree> tree = workspace.bundle;
  if (tree == nullptr) return;
  workspace.jobs->start(
      {.label = trf("Extracting {}", tree->name()), .work = [tree, request](JobControl& control) -> Result<Delivery> {
         ExtractOptions options;
         options.folder = request.folder;
         options.paths = request.paths;
         options.may_replace = request.may_replace;
         auto report = extractTree(*tree, options, control.byteSink());
         SEPAX_TRY(report);
         return [report = std::move(*report), folder = request.folder](Workspace& w) -> Result<void> {
           printReport(w, report, folder);
           return {};
         };
       }});
}

namespace {

void printReport(Workspace& workspace, const PackReport& report, const std::string& output) {
  for (const Finding& warning : report.warnings) {
    workspace.console.push_back(
        {LogLevel::kWarning, toValidUtf8(fmt::format("{}: {}: {}", output, warning.code(), warning.message))});
  }
  announce(workspace,
           trf(report.files == 1 ? "{}: {} file packed and read back, {}" : "{}: {} files packed and read back, {}",
               output, report.files, humanBytes(report.output_bytes)));
  if (!report.warnings.empty())
    notify(workspace, LogLevel::kWarning,
           trf(report.warnings.size() == 1 ? "{}: {} warning; the console shows it"
                                           : "{}: {} warnings; the console lists them",
               output, report.warnings.size()));
}

}  // namespace

void startPacking(Workspace& workspace, const PackFolder& request) {
  workspace.jobs->start({.label = trf("Packing {}", fileNameOf(request.output)),
                         .work = [request](JobControl& control) -> Result<Delivery> {
                           const auto source = openTree(request.folder);
                           SEPAX_TRY(source);
                           PackOptions options;
                           options.form = request.form;
                           options.output = request.output;
                           options.deflates = request.deflates;
                           options.password = request.password;
                           options.footer = ObbFooter{request.package, request.version, 0, {}};
                           auto report = packBundle(entriesOfTree(*source), options, control.byteSink());
                           SEPAX_TRY(report);
                           return [report = std::move(*report), output = request.output](Workspace& w) -> Result<void> {
                             printReport(w, report, output);
                             startOpening(w, output);
                             return {};
                           };
                         }});
}

}  // namespace sepax
