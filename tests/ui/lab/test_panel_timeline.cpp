#include "scratch.h"
#include "session/process.h"
#include "toy_recording.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <string>

namespace sepax {
namespace {

TEST(TimelinePanel, NamesTheTicksThatARecordingHasAndWhatItsTimesAreOf) {
  HeadlessWindow window(1600, 900);
  const std::string path = scratchFolder() + "/toy.sepaxlog";
  writeText(path, toyRecording());
  Outbox outbox;
  outbox.request(OpenPath{path});
  process(window.workspace, outbox);
  window.showTab(kTimelinePanel);
  const std::string texts = window.shownTexts(scratchFolder() + "/timeline.txt");
  for (const char* text : {"differs", "mark", "recorded at"})
    EXPECT_NE(texts.find(text), std::string::npos) << text << texts;
}

TEST(TimelinePanel, NamesTheFrameInWhichTwoRunsPartAndTheValuesOfBoth) {
  HeadlessWindow window(1600, 900);
  const std::string path = scratchFolder() + "/toy.sepaxlog", other = scratchFolder() + "/other.sepaxlog";
  std::string text = toyRecording();
  const std::string from = R"({"t": 3.125, "poses": {"A": [0, 1.25,)", name = "by hand";
  writeText(path, text);
  text.replace(text.find(from), from.size(), R"({"t": 3.125, "poses": {"A": [0, 1.5,)");
  text.replace(text.find(name), name.size(), "again");
  writeText(other, text);
  Outbox outbox;
  outbox.request(OpenPath{path});
  process(window.workspace, outbox);
  outbox.request(CompareWith{other, {}});
  process(window.workspace, outbox);
  window.workspace.view.replay.curve = "height";
  window.workspace.view.replay.frame = 25;
  window.showTab(kTimelinePanel);
  const std::string texts = window.shownTexts(scratchFolder() + "/beside.txt");
  for (const char* said : {"by hand and again part in frame 25: A is 0.25 m and 0 rad away", "highest body", "1.25 m",
                           "1.5 m", "by hand: 1.25 m (", "Go there"})
    EXPECT_NE(texts.find(said), std::string::npos) << said << texts;
}

}  // namespace
}  // namespace sepax
