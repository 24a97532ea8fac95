#pragma once

#include "session/learn/learn_state.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sepax {

struct Host;

/// Reads the cases and draws their pictures in the background, where that is not done yet in the theme of now. The
/// first ones take a tenth of the time of all.
void loadSamples(LearnState& state, Host& host, SampleChoice choice);

/// Reads the newest of the user's own files and draws the pictures of cases among them, in the background as well.
void loadRecent(LearnState& state, Host& host);

/// The cards of the first samples among these, in the order in which a new user should see them.
[[nodiscard]] std::vector<std::size_t> firstSamples(const Samples& samples);

/// The cards in which all words of a text occur, in any order and case: in title, notes or file name, in the window's
/// language or in English.
[[nodiscard]] std::vector<std::size_t> findSamples(const Samples& samples, const std::string& text);

}  // namespace sepax
