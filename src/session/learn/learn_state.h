#pragma once

#include "draw/palette.h"
#include "lesson/lesson_progress.h"
#include "lesson/lesson_reader.h"
#include "lesson/lesson_text.h"
#include "lesson/lesson_writer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The parts of a lesson's picture that change what the view has to hold.
struct LessonSight {
  LessonLook look;
  std::optional<std::size_t> answer;
  bool passed = false, hint = false, covered = false;
  friend bool operator==(const LessonSight&, const LessonSight&) = default;
};

/// The lessons, which one is open, and the user's progress.
struct Learning {
  std::shared_ptr<const std::vector<ShelvedLesson>> shelf;  ///< null: not shown yet
  std::string error;                                        ///< why there is no shelf
  LessonProgress progress;
  std::string progress_path;  ///< empty: not kept
  std::string taught_from;    ///< the progress of this file is known

  std::optional<std::size_t> lesson;  ///< of the shelf
  std::size_t step = 0;
  std::uint64_t opening = 0;          ///< of the history that shows the lesson's scene; another one is not the lesson's
  std::uint64_t left_revision = 0;    ///< of the history when the lesson was left; what came later is the user's
  bool left_guided = false;           ///< and whether isGuided() was true then
  std::optional<std::size_t> answer;  ///< of the step's choices, the last one picked
  std::string typed;                  ///< the last answer to a step that asks for a number
  std::size_t misses = 0;             ///< how many of them were wrong
  bool shown_way = false;             ///< the step was passed by its working
  bool passed = false;                ///< since the step began
  NumberTexts frozen;  ///< the numbers in the end of the passed step, as the change left them that passed it
  std::uint64_t frozen_revision = 0;  ///< of the history
  std::size_t passed_at = 0;          ///< the step of the history that passed it
  std::uint64_t attempt = 0;          ///< how often a lesson was begun
  bool hint = false;                  ///< the goal is drawn
  bool refuting = false;              ///< a scene that refutes an answer has taken the step's place
  bool frames_scene = false;          ///< when the viewport has its size and no drag goes on, the scene is framed
  bool keeps_camera = false;          ///< the step has a view of its own, which is never framed
  std::optional<LessonSight> sight;   ///< what was shown when that was last asked for
};

/// A shipped case as a card shows it.
struct SampleCard {
  std::string path;
  std::string title, notes;        ///< keys of trKnown()
  bool is_counterexample = false;  ///< of the corpus: published algorithms answer it wrongly
  bool has_picture = true;         ///< a file of the user's own may be none that can be drawn
};

/// All shipped cases, and one picture that holds all of theirs: rows of kCardsAcross, each kCardWidth × kCardHeight
/// pixels.
struct Samples {
  std::vector<SampleCard> cards;  ///< the samples by name, then the corpus
  std::shared_ptr<const Picture> pictures;
};
inline constexpr int kCardWidth = 288, kCardHeight = 180, kCardsAcross = 8;

enum class SampleChoice : std::uint8_t { kFirst, kAll };  ///< one of each idea, or every case

/// The page of samples, with the cards read so far.
struct SampleShelf {
  std::shared_ptr<const Samples> samples;      ///< null until they are read
  std::optional<Theme> asked;                  ///< in whose colours they are, or are going to be
  SampleChoice choice = SampleChoice::kFirst;  ///< and which
};

/// Files that were open before, newest first, their folders for notes.
struct RecentShelf {
  std::shared_ptr<const Samples> files;  ///< null until they are read, and where there are none
  std::optional<Theme> theme;            ///< of the files that were asked for
  std::vector<std::string> paths;
};

/// The lessons, the samples and the user's own files.
struct LearnState {
  Learning learning;
  SampleShelf samples;
  RecentShelf recent;
};

struct Host;
struct Scene;

// The requests about lessons that leave the panels and are not document commands.

/// A step of a lesson of the shelf; guarded when there are unsaved changes of one's own.
struct OpenLesson {
  std::size_t lesson = 0, step = 0;
  bool discard_changes = false;
};
/// Back to the list of lessons; the scene stays.
struct LeaveLesson {};
/// Picks a choice of the open step.
struct AnswerLesson {
  std::size_t choice = 0;
};
/// Types a number where the open step asks for one.
struct TypeLessonAnswer {
  std::string text;
};
/// Draws the open step's goal, or not.
struct ShowLessonHint {
  bool shown = true;
};
/// Does what the open step asks for.
struct ShowLessonGoal {};
/// The present scene and look become a step at the end of the lesson in a folder; the document does not change.
struct SaveLessonStep {
  std::string folder;
  LessonStepDraft draft;    ///< kind, text, and of the look the panel in front
  bool keeps_view = false;  ///< the step begins with the present camera, instead of framing all bodies
};

// Each is executed by the file that knows how; errors become messages.
void execute(LearnState& state, Host& host, const LeaveLesson&);
void execute(LearnState& state, Scene& scene, const AnswerLesson& request);
void execute(LearnState& state, Scene& scene, const TypeLessonAnswer& request);
void execute(LearnState& state, Scene& scene, const ShowLessonGoal&);
void execute(Host& host, const SaveLessonStep& request);

}  // namespace sepax
