#include "core/json_text.h"
#include "fuzz/fuzz_file.h"
#include "lab/jury/juror.h"
#include "lab/jury/jury.h"

// Any line of a juror is an answer or an error of its own, which can be compared, printed and written; any manifest is
// read, or an error names the file.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  const std::string_view text = fuzz::textOf(data, size);
  const auto json = parseJson(text, "answer");
  if (json) {
    const JurorAnswer answer = parseJurorAnswer(*json, Space::k3d);
    fuzz::require(answer.status == JurorAnswer::Status::kOk || !answer.message.empty() ||
                      answer.status == JurorAnswer::Status::kUnsupported,
                  "what is no answer says why");
    for (const Space space : {Space::k2d, Space::k3d})
      fuzz::require(parseJson(compactJson(answerJson(answer, space)), "again").has_value(), "an answer can be written");
  }
  const std::string file = fuzz::emptyFolder() + "/fuzz.juror.json";
  fuzz::putFile(file, text);
  const auto manifest = readJurorManifest(file);
  fuzz::require(manifest || manifest.error().where.find("fuzz.juror.json") != std::string::npos,
                "an error names the manifest");
  return 0;
}
