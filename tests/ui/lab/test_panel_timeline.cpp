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

}  // namespace
}  // namespace sepax
