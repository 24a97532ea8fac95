#include "core/json_text.h"
#include "core/platform.h"
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

TEST(TimelinePanel, HasTheStepsOfTheCaseAndTheOptionsThatScenesHaveInAnEngine) {
  HeadlessWindow window(1600, 900);
  JurorManifest manifest;
  manifest.name = "mine";
  manifest.command = {programFolder() + "/sepax-test-juror", "good"};
  JurorHello hello;
  hello.spaces = {"3d"};
  hello.options = *parseJson(R"([
    {"name": "margin", "type": "number", "default": 0.25, "engine_default": 0.5, "unit": "m%s", "tip": "Around all"},
    {"name": "cache", "type": "boolean", "default": true}, {"name": "cast", "type": "boolean", "of": "sweep"},
    {"name": "mode", "type": "text", "default": "fast"}, 5])",
                             "");
  window.workspace.engines.engines.push_back({std::move(manifest), "Mine", std::move(hello)});
  window.workspace.engines.is_there = true;
  window.showTab(kTimelinePanel);
  const std::string texts = window.shownTexts(scratchFolder() + "/fields.txt");
  for (const char* said : {"step", "0.01667 s", "substeps", "gravity", "-9.81", "margin", "0.25 ms", "cache"})
    EXPECT_NE(texts.find(said), std::string::npos) << said << texts;
  for (const char* left_out : {"cast", "mode"}) EXPECT_EQ(texts.find(left_out), std::string::npos) << left_out;
  EXPECT_TRUE(window.clickItem("/timeline", "##option cache"));
  ASSERT_TRUE(window.clickItem("/timeline", "###Run"));
  const std::optional<RunInEngine>& run = window.workspace.replay.run;
  ASSERT_TRUE(run);
  EXPECT_EQ(compactJson(run->options), R"({"cache":false})");
  EXPECT_FALSE(run->step || run->substeps || run->gravity);
}

}  // namespace
}  // namespace sepax
