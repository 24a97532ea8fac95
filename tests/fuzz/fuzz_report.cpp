#include "collide/pair_table.h"
#include "core/json_text.h"
#include "document/tested_pairs.h"
#include "format/case_file.h"
#include "format/query.h"
#include "format/query_report.h"
#include "format/report_json.h"
#include "fuzz/fuzz_file.h"

// A case that can be read is answered, all pairs and queries, or an error says why; the answers are JSON. Many bodies
// and long lists of points are left to the slow tests.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  constexpr std::size_t kMaxText = 4096, kMaxBodies = 8, kMaxPairs = 8;
  if (size > kMaxText) return 0;
  const auto loaded = parseCase(fuzz::textOf(data, size), "fuzz.json", FilesBeside{});
  if (!loaded || loaded->document.bodies.size() > kMaxBodies) return 0;
  const Document& document = loaded->document;
  const auto isJson = [](const Json& json) {
    fuzz::require(parseJson(compactJson(json), "answer").has_value(), "an answer is JSON: " + compactJson(json));
  };
  std::size_t asked = 0;
  for (const PairIds& pair : testedPairs(document)) {
    if (++asked > kMaxPairs) break;
    const auto report = testPair(document, pair);
    if (report) {
      isJson(pairReportJson(*report, document.space));
      fuzz::require(!pairReportText(*report, document.space).empty(), "an answer has a text");
    } else {
      fuzz::require(!report.error().message.empty(), "a refusal says why");
    }
  }
  const auto answers = answerQueries(document, FitQueries::kSkipped);
  if (!answers) return 0;
  for (const QueryReport& answer : *answers) {
    isJson(queryReportJson(answer, document.space));
    (void)queryReportTable(answer, document.space);
  }
  return 0;
}
