#pragma once

#include "draw/palette.h"
#include "media/picture_import.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// A shipped case as a card shows it.
struct SampleCard {
  std::string path;
  std::string title, notes;        ///< keys of trKnown()
  bool is_counterexample = false;  ///< of the corpus: published algorithms answer it wrongly
};

/// All shipped cases, and one picture that holds all of theirs: rows of kCardsAcross, each kCardWidth × kCardHeight
/// pixels.
struct Samples {
  std::vector<SampleCard> cards;  ///< the samples by name, then the corpus
  std::shared_ptr<const Picture> pictures;
};
inline constexpr int kCardWidth = 288, kCardHeight = 180, kCardsAcross = 8;

/// The page of samples, with the cards read so far.
struct SampleShelf {
  std::shared_ptr<const Samples> samples;  ///< null until they are read
  std::optional<Theme> asked;              ///< in whose colours they are, or are going to be
};

/// Reads the cases and draws their pictures in the background, where that is not done yet in the theme of now.
void loadSamples(Workspace& workspace);

/// The cards in which all words of a text occur, in any order and case: in title, notes or file name, in the window's
/// language or in English.
[[nodiscard]] std::vector<std::size_t> findSamples(const Samples& samples, const std::string& text);

}  // namespace sepax
