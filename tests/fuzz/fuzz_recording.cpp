#include "core/text.h"
#include "fuzz/fuzz.h"
#include "lab/recording/frame.h"
#include "lab/recording/recording.h"
#include "lab/recording/recording_file.h"

#include <string>
#include <string_view>
#include <vector>

// Any lines are read to frames that a recording can hold, whose claims can be compared, and which read back as they are
// written.

namespace {

using namespace sepax;

/// The lines of a recording, by a reader of its own.
std::vector<std::string> linesOf(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> lines = linesOf({reinterpret_cast<const char*>(data), size});
  RecordingReader reader("fuzzed");
  const auto head = reader.readHead(lines[0]);
  if (!head) return 0;
  RecordedScene scene(*head);
  Recording recording(*head);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto frame = reader.readFrame(lines[i]);
    if (!frame) continue;
    scene.apply(*frame);
    std::vector<CheckedClaim> claims;
    for (const Claim& claim : frame->claims) {
      if (claims.size() >= 4) break;
      claims.push_back(checkClaim(claim, scene, *head));
      fuzz::require(claims.back().worst() >= 0, "a claim differs by a number");
    }
    recording.append(*frame, std::move(claims));
    const std::size_t number = recording.end() - 1;
    const Document there = scene.document();
    const std::vector<std::uint32_t> bodies = recording.bodiesAt(number);
    fuzz::require(bodies.size() == there.bodies.size(), "the recording has the bodies that are there");
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      Body body = recording.body(bodies[k]);
      recording.pose(body, bodies[k], number);
      fuzz::require(body.id == there.bodies[k].id && body.position == there.bodies[k].position, "and where they are");
    }
  }
  RecordingReader again("written");
  fuzz::require(again.readHead(recording.headLine()).has_value(), "the first line reads back: " + recording.headLine());
  for (std::size_t i = recording.first(); i < recording.end(); ++i)
    fuzz::require(again.readFrame(recording.frameLine(i)).has_value(), "a frame reads back: " + recording.frameLine(i));
  for (const RecordingProblem& problem : again.problems())
    fuzz::require(problem.text.find("unknown key") != std::string::npos,
                  "nothing but what bodies carry along is told of: " + problem.text);
  return 0;
}
