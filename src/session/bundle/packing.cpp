#include "session/bundle/packing.h"

#include "bundle/open/open_container.h"
#include "core/text.h"
#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"

#include <utility>

namespace sepax {

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
