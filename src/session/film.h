#pragma once

#include "session/workspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace sepax {

/// The content of a moving picture.
enum class Film : std::uint8_t { kSweep, kMotion, kTurn, kRows, kSteps, kClips, kSlide };

struct FilmRow {
  Film film;
  const char* word;  ///< in commands
  const char* name;  ///< a key of tr()
  bool (*is_offered)(const Workspace& workspace);
  bool (*is_in_front)(const Workspace& workspace);  ///< what the window shows is this, at one moment
};
/// In the order of Film.
[[nodiscard]] std::span<const FilmRow> films();
[[nodiscard]] const FilmRow& rowOf(Film film);

/// Whether the workspace has what the film plays; nothing is while a lesson waits for a prediction.
[[nodiscard]] bool isOffered(const Workspace& workspace, Film film);
/// The offered film whose panel is in front, else the first offered; nullopt when none is.
[[nodiscard]] std::optional<Film> likelyFilm(const Workspace& workspace);
/// The wanted one where it is offered, else the likely one.
[[nodiscard]] std::optional<Film> filmToPlay(const Workspace& workspace, std::optional<Film> wanted);

/// A film, picture after picture. It plays a copy of what is shown: what is edited meanwhile is not in it.
class Reel {
 public:
  /// For a film that is offered, in these colours and of this size.
  Reel(const Workspace& workspace, Film film, Theme theme, const ViewSize& view);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int shown() const { return next_ - 1; }
  [[nodiscard]] bool isDone() const { return next_ >= size_; }
  /// Goes on to the next picture; the first time to the first.
  void advance();
  /// The shown picture's moment, in words: "t = 0.35 s"; empty for a turn.
  [[nodiscard]] std::string caption() const;
  /// How long the shown picture stays.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] const ViewSize& view() const { return view_; }
  [[nodiscard]] Workspace& workspace() { return workspace_; }

 private:
  void showRow();

  Workspace workspace_;
  Film film_;
  ViewSize view_;
  int size_ = 1, next_ = 0;
  double yaw_ = 0;  ///< of the first picture
};

}  // namespace sepax
