#include "collide/sat/axis_id.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>

namespace sepax {

namespace {

constexpr std::string_view kClosestName = "closest", kFreeName = "free", kCutWord = "cut";

constexpr std::array<std::string_view, 10> kFeatureWords{"vertex", "edge", "side",  "bottom", "top",
                                                         "base",   "apex", "start", "end",    "surface"};
constexpr int kFeatureKinds = kFeatureWords.size();

bool hasIndex(AxisFeatureKind kind) { return kind == AxisFeatureKind::kVertex || kind == AxisFeatureKind::kEdge; }

std::string wordOf(int packed) {
  const auto kind = static_cast<AxisFeatureKind>(packed % kFeatureKinds);
  const std::string word(kFeatureWords[static_cast<std::size_t>(packed % kFeatureKinds)]);
  return hasIndex(kind) ? word + std::to_string(packed / kFeatureKinds) : word;
}

std::string faceName(char shape, int feature) {
  return feature <= kFirstCut ? fmt::format("{}{}{}", shape, kCutWord, kFirstCut - feature)
                              : fmt::format("{}{}", shape, feature);
}

/// Takes `prefix` off the front of the text.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Takes an index without sign off the front of the text.
std::optional<int> takeIndex(std::string_view& text) {
  int index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc{} || text.front() == '-') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return index;
}

/// Takes a word with its index off the front of the text.
std::optional<AxisFeatureName> takeFeature(std::string_view& text) {
  for (int k = 0; k < kFeatureKinds; ++k) {
    if (!take(text, kFeatureWords[static_cast<std::size_t>(k)])) continue;
    const auto kind = static_cast<AxisFeatureKind>(k);
    const std::optional<int> index = hasIndex(kind) ? takeIndex(text) : 0;
    if (!index || *index > std::numeric_limits<int>::max() / kFeatureKinds - 1) return std::nullopt;
    return AxisFeatureName{kind, *index};
  }
  return std::nullopt;
}

/// Reads loosely ("A01" is A1); the caller compares with the name that the axis has.
std::optional<AxisId> read(std::string_view name) {
  if (name == kClosestName) return AxisId{AxisKind::kClosest};
  if (name == kFreeName) return kFreeAxis;
  const bool of_a = take(name, "A");
  if (!of_a && !take(name, "B")) return std::nullopt;
  if (const auto on_a = of_a ? takeFeature(name) : std::nullopt) {
    const auto on_b = take(name, "xB") ? takeFeature(name) : std::nullopt;
    return on_b ? std::optional(curvedAxisId(*on_a, *on_b)) : std::nullopt;
  }
  const bool cut = take(name, kCutWord);
  const auto first = takeIndex(name);
  if (!first) return std::nullopt;
  if (of_a && !cut && take(name, "xB")) {
    const auto second = takeIndex(name);
    return second ? std::optional(AxisId{AxisKind::kEdgePair, *first, *second}) : std::nullopt;
  }
  const int feature = cut ? kFirstCut - *first : *first;
  return of_a ? AxisId{AxisKind::kFaceA, feature, -1} : AxisId{AxisKind::kFaceB, -1, feature};
}

}  // namespace

const char* axisKindName(AxisKind kind) {
  static constexpr const char* kNames[] = {"face_a", "face_b", "edge_pair", "closest", "free",
                                           "enter",  "leave",  "lateral",   "rim"};
  return kNames[static_cast<int>(kind)];
}

AxisId curvedAxisId(const AxisFeatureName& a, const AxisFeatureName& b) {
  const auto is_lateral = [](const AxisFeatureName& name) {
    return name.kind == AxisFeatureKind::kSide || name.kind == AxisFeatureKind::kSurface;
  };
  const bool lateral = is_lateral(a) || is_lateral(b);
  const auto packed = [](const AxisFeatureName& name) {
    return name.index * kFeatureKinds + static_cast<int>(name.kind);
  };
  return {lateral ? AxisKind::kLateral : AxisKind::kRim, packed(a), packed(b)};
}

std::string axisName(const AxisId& id) {
  switch (id.kind) {
    case AxisKind::kFaceA:
      return faceName('A', id.feature_a);
    case AxisKind::kFaceB:
      return faceName('B', id.feature_b);
    case AxisKind::kEdgePair:
      return fmt::format("A{}xB{}", id.feature_a, id.feature_b);
    case AxisKind::kClosest:
      return std::string(kClosestName);
    case AxisKind::kImpact:
    case AxisKind::kExit:
      return fmt::format("{} {}", axisKindName(id.kind), id.feature_a + 1);
    case AxisKind::kLateral:
    case AxisKind::kRim:
      return fmt::format("A{}xB{}", wordOf(id.feature_a), wordOf(id.feature_b));
    case AxisKind::kFree:
      break;
  }
  return std::string(kFreeName);
}

std::optional<AxisId> parseAxisName(std::string_view name) {
  const std::optional<AxisId> id = read(name);
  return id && axisName(*id) == name ? id : std::nullopt;
}

}  // namespace sepax
