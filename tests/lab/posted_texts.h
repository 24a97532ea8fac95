#pragma once

#include "document/document.h"
#include "format/case_reader.h"
#include "geom/random.h"
#include "geom/support.h"
#include "lab/paste/paste.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// Texts as people posted them, in own words and with other numbers, beside the case that each speaks of.

namespace sepax {

inline const std::filesystem::path kPosted = SEPAX_SOURCE_DIR "/tests/lab/paste/posted";

inline std::string contentOfPosted(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file << ": expected a file that can be read";
  return {std::istreambuf_iterator<char>(in), {}};
}

inline bool isSamePlace(const Body& a, const Body& b, bool is_planar) {
  const PosedShape first = posedShape(a), second = posedShape(b);
  SplitMix64 random{3};
  for (int i = 0; i < 40; ++i) {
    Vec3 way = random.direction();
    if (is_planar) way.z = 0;
    const double x = dot(supportPoint(first.shape, first.pose, way), way),
                 y = dot(supportPoint(second.shape, second.pose, way), way);
    if (std::abs(x - y) > 1e-5 * std::max(1.0, std::abs(x))) return false;
  }
  return true;
}

/// The bodies of the pair, in either order.
inline bool isSamePair(const Document& found, const Document& expected) {
  const std::size_t count = std::min<std::size_t>(expected.bodies.size(), 2);
  if (found.space != expected.space || found.bodies.size() < count) return false;
  const auto isSame = [&](std::size_t i, std::size_t j) {
    return isSamePlace(found.bodies[i], expected.bodies[j], expected.space == Space::k2d);
  };
  if (count == 1) return isSame(0, 0);
  return (isSame(0, 0) && isSame(1, 1)) || (isSame(0, 1) && isSame(1, 0));
}

struct PostedText {
  std::string name, text;
  Document expected;
};

inline std::vector<PostedText> postedTexts() {
  std::vector<PostedText> out;
  for (const auto& entry : std::filesystem::directory_iterator(kPosted)) {
    if (entry.path().extension() != ".txt") continue;
    std::filesystem::path beside = entry.path();
    auto expected = parseCase(contentOfPosted(beside.replace_extension(".json")), beside.string(), FilesBeside{});
    EXPECT_TRUE(expected) << beside << describe(expected.error());
    out.push_back({entry.path().stem().string(), contentOfPosted(entry.path()), std::move(expected->document)});
  }
  std::ranges::sort(out, {}, &PostedText::name);
  return out;
}

inline std::string outcomeOf(const PostedText& posted, const std::string& text) {
  const auto pasted = pasteText(text);
  if (!pasted || (!pasted->isCertain() && !pasted->isCase())) return "refused";
  const bool is_same = isSamePair(pasted->document, posted.expected);
  if (pasted->isCertain()) return is_same ? "right" : "wrong";
  return is_same ? "unsure, right" : "unsure";
}

}  // namespace sepax
