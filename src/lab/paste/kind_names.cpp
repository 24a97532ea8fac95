#include "lab/paste/kind_names.h"

#include "core/text.h"
#include "lab/paste/found.h"

#include <algorithm>

namespace sepax::paste {

namespace {

const std::vector<Kind>& kindsOfNames() {
  static const std::vector<Kind> kinds{
      {" ray ", kRay, {Role::kFrom, Role::kTo}},
      {" line segment seg edge ", "segment", {Role::kFrom, Role::kTo}},
      {" triangle tri ", "triangle", {Role::kVertices, Role::kVertices, Role::kVertices}},
      {" circle ", "circle", {Role::kPosition, Role::kRadius}, 2},
      {" sphere ball ", "sphere", {Role::kPosition, Role::kRadius}, 3},
      {" rect rec rectangle ", "box", {Role::kLower, Role::kFullSizes}, 2},
      {" aabb aab bbox ", "box", {Role::kLower, Role::kUpper}},
      {" obb ob ", "box", {Role::kPosition, Role::kMatrix, Role::kMatrix, Role::kMatrix, Role::kHalfExtents}, 3},
      {" point pt ", "point", {Role::kPosition}},
      {" capsule ", "capsule", {Role::kFrom, Role::kTo, Role::kRadius}},
      {" polygon poly quad ", "polygon", {}},  // as many corners as there are
      {" plane halfspace halfplane ", kHalfSpace, {}},
  };
  return kinds;
}

}  // namespace

std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> out(1);
  const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_aabb = name.substr(i, 4) == "AABB";
    const bool ends_capitals = i + 1 < name.size() && name[i + 1] >= 'a' && name[i + 1] <= 'z';  // "OBBTest"
    const bool begins =
        name[i] == '_' || is_aabb || (isCapital(name[i]) && i > 0 && (!isCapital(name[i - 1]) || ends_capitals));
    if (begins && !out.back().empty()) out.emplace_back();
    if (name[i] != '_') out.back() += name[i];
    if (is_aabb) {
      out.back() = "aabb";
      out.emplace_back();
      i += 3;
    }
  }
  for (std::string& word : out) word = lowered(word);
  return out;
}

std::vector<const Kind*> kindsOf(const std::vector<std::string>& words) {
  std::vector<const Kind*> out;
  for (const std::string& word : words) {
    for (const Kind& kind : kindsOfNames()) {
      if (holdsWord(kind.words, word)) out.push_back(&kind);
    }
  }
  return out;
}

std::vector<std::string> wordsOfMaker(std::string_view name) {
  std::string_view method = lastName(name);
  std::vector<std::string> words = wordsOf(method);
  const bool is_of_type =
      holdsWord(" new of create make from with make_ builder ", words[0]) && method.size() < name.size();
  if (is_of_type) {
    const std::string_view type = lastName(name.substr(0, name.size() - method.size() - 1));
    if (type.empty() || type[0] < 'A' || type[0] > 'Z') method = {};
    const std::vector<std::string> own = wordsOf(type);
    words.insert(words.begin(), own.begin(), own.end());
  }
  const bool is_of_dimension = words.size() > 1 && words.back() == "d" && words[words.size() - 2].back() < 'a';
  if (is_of_dimension) words.pop_back();  // "Circle2D"
  for (std::string& word : words) {
    const std::size_t digits = word.find_first_of("0123456789");
    if (digits != std::string::npos && digits > 1) word.resize(digits);  // "sphere3d"
  }
  const bool is_capital = !method.empty() && method[0] >= 'A' && method[0] <= 'Z';
  const bool makes = is_of_type || is_capital || words.size() == 1 ||
                     holdsWord(" new create make add build spawn mk ", words.empty() ? "" : words[0]) ||
                     words.back() == "new";  // of C's interfaces: cpCircleShapeNew
  const auto isOther = [](const std::string& word) {
    return holdsWord(
               " intersect intersects test tests collide collides overlap overlaps check cast contains query get is "
               "has "
               "draw debug set size sizes center centre position radius height mesh body vs to2 volume area ",
               word) ||
           roleOf(word) == Role::kResult;
  };
  // Unity's CheckSphere and OverlapCapsule are given the shape that they ask about.
  const bool asks = words.size() == 2 && is_capital && holdsWord(" check overlap ", words[0]);
  if (asks) words.erase(words.begin());
  if (method.empty() || !makes || (!is_of_type && std::ranges::any_of(words, isOther))) words.clear();
  return words;
}

std::string_view kindMade(std::string_view maker) {
  const std::vector<std::string> words = wordsOfMaker(maker);
  const auto isBox = [](const std::string& word) { return word == "box" || word == "cuboid"; };
  const auto boxes = std::ranges::count_if(words, isBox);
  const std::vector<const Kind*> kinds = kindsOf(words);
  if (kinds.size() + static_cast<std::size_t>(boxes) != 1) return {};
  return boxes > 0 ? "box" : std::string_view(kinds[0]->type) == "point" ? "" : kinds[0]->type;
}

}  // namespace sepax::paste
