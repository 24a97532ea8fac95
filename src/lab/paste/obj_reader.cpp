#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/number.h"
#include "lab/paste/tokens.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

std::string_view wordOf(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

template <typename Take>
void forEachKeyword(std::string_view text, const Take& take) {
  forEachLine(text, [&](std::string_view line, std::size_t, int number) {
    const std::string_view keyword = wordOf(line);
    take(keyword, line, static_cast<std::size_t>(line.data() - text.data()), number);
  });
}

struct Corner {
  std::int64_t point = 0;  ///< from 1
  bool is_of_all = false;  ///< counted back from the last point that there was: among those of the whole text
};

/// Points and faces between two beginnings of objects. Faces count the points of the whole text, or from 1 again.
struct ObjGroup {
  std::string name;
  int line = 0;
  std::size_t first = 0;  ///< points before it
  Numbers points;
  std::vector<std::vector<Corner>> faces;
  Numbers indices;  ///< of the text
};

class ObjGroups {
 public:
  explicit ObjGroups(std::string_view text) {
    bool has_o = false;
    forEachKeyword(
        text, [&](std::string_view keyword, std::string_view, std::size_t, int) { has_o = has_o || keyword == "o"; });
    forEachKeyword(text, [&](std::string_view keyword, std::string_view rest, std::size_t offset, int line) {
      if (keyword == "o" || (keyword == "g" && !has_o)) begin(std::string(wordOf(rest)), line);
      if (keyword == "v") addPoint(rest, offset, line);
      if (keyword == "f") addFace(rest, offset);
    });
    // Points may stand before the groups whose faces name them; where there are no faces at all, groups are clouds of
    // points.
    has_faces_ = std::ranges::any_of(groups_, [](const ObjGroup& group) { return !group.faces.empty(); });
    std::erase_if(groups_,
                  [&](const ObjGroup& group) { return has_faces_ ? group.faces.empty() : group.points.empty(); });
  }

  [[nodiscard]] bool hasFaces() const { return has_faces_; }

  /// The objects as bodies; their points are those that their faces name.
  [[nodiscard]] std::vector<FoundBody> bodies(bool are_meshes, Findings& findings) const {
    std::vector<FoundBody> out;
    for (const ObjGroup& group : groups_) {
      FoundBody body;
      body.name = group.name;
      FoundShape& shape = body.shape.emplace();
      shape.line = group.line;
      shape.type = are_meshes ? "mesh" : "hull";
      shape.points = group.points;
      if (has_faces_ && !takeFaces(group, shape, findings)) continue;
      if (shape.type == "hull") shape.indices.clear();
      findings.use(group.indices);
      out.push_back(std::move(body));
    }
    return out;
  }

 private:
  void begin(std::string name, int line) {
    groups_.emplace_back();
    groups_.back().name = std::move(name);
    groups_.back().line = line;
    groups_.back().first = all_.size() / 3;
  }

  void addPoint(std::string_view rest, std::size_t offset, int line) {
    const std::vector<PlacedNumber> numbers = numbersIn(rest, offset);
    if (numbers.size() < 3) return;
    // Points behind faces: the next file's.
    if (groups_.empty() || !groups_.back().faces.empty()) begin({}, line);
    for (std::size_t c = 0; c < 3; ++c) {
      groups_.back().points.push_back({numbers[c].value, numbers[c].offset});
      all_.push_back({numbers[c].value, numbers[c].offset});
    }
  }

  void addFace(std::string_view rest, std::size_t offset) {
    if (groups_.empty()) return;
    ObjGroup& group = groups_.back();
    std::vector<Corner> corners;
    for (std::string_view line = rest;;) {
      std::string_view word = wordOf(line);
      if (word.empty()) break;
      const auto index = parseInteger<std::int64_t>(std::string(word.substr(0, word.find('/'))));
      if (!index || *index == 0) return;
      corners.push_back(*index > 0 ? Corner{*index}
                                   : Corner{*index + static_cast<std::int64_t>(all_.size() / 3) + 1, true});
    }
    if (corners.size() < 3) return;
    for (const PlacedNumber& n : numbersIn(rest, offset)) group.indices.push_back({n.value, n.offset});
    group.faces.push_back(std::move(corners));
  }

  /// Faces as triangles from their first corners, with the points that they name. False: there are no such points.
  bool takeFaces(const ObjGroup& group, FoundShape& shape, Findings& findings) const {
    const auto first = static_cast<std::int64_t>(group.first), own = static_cast<std::int64_t>(group.points.size() / 3);
    std::int64_t greatest = 0, least = std::numeric_limits<std::int64_t>::max();
    for (const std::vector<Corner>& face : group.faces) {
      for (const Corner& corner : face) {
        if (corner.is_of_all) continue;
        greatest = std::max(greatest, corner.point);
        least = std::min(least, corner.point);
      }
    }
    const bool counts_again = own > 0 && greatest <= own && least <= first;
    const auto pointOf = [&](const Corner& corner) {
      return corner.point - 1 + (counts_again && !corner.is_of_all ? first : 0);
    };
    std::map<std::int64_t, std::size_t> places;
    for (const std::vector<Corner>& face : group.faces) {
      for (const Corner& corner : face) places[pointOf(corner)] = 0;
    }
    if (places.begin()->first < 0 || places.rbegin()->first >= std::ssize(all_) / 3) {
      findings.missing.push_back(trf("the object from line {}: faces that name points which there are", group.line));
      return false;
    }
    shape.points.clear();
    for (auto& [point, place] : places) {
      place = shape.points.size() / 3;
      for (std::size_t c = 0; c < 3; ++c) shape.points.push_back(all_[3 * static_cast<std::size_t>(point) + c]);
    }
    for (const std::vector<Corner>& face : group.faces) {
      for (std::size_t i = 1; i + 1 < face.size(); ++i) {
        for (const std::size_t corner : {std::size_t{0}, i, i + 1})
          shape.indices.push_back({static_cast<double>(places[pointOf(face[corner])])});
      }
    }
    return true;
  }

  std::vector<ObjGroup> groups_;
  bool has_faces_ = false;
  Numbers all_;  ///< points of the whole text
};

}  // namespace

bool holdsObj(std::string_view text) {
  constexpr std::size_t kMinPoints = 3;
  std::size_t points = 0, faces = 0, objects = 0;
  forEachKeyword(text, [&](std::string_view keyword, std::string_view rest, std::size_t offset, int) {
    if (keyword == "v" && points < kMinPoints) points += numbersIn(rest, offset).size() >= 3 ? 1 : 0;
    if (keyword == "o") objects += wordOf(rest).empty() ? 0 : 1;
    if (keyword == "f" && faces == 0) faces += numbersIn(rest, offset).size() >= 3 ? 1 : 0;
  });
  return points == kMinPoints && (faces > 0 || objects > 1);
}

void readObj(const Source& source, Findings& findings) {
  const ObjGroups groups(source.text);
  if (!groups.hasFaces()) findings.assume(tr("points without faces: here they are their hulls"));
  const bool are_meshes =
      groups.hasFaces() && findings.assume("mesh", "mesh", tr("points with faces, as they are")) == "mesh";
  for (FoundBody& body : groups.bodies(are_meshes, findings)) findings.bodies.push_back(std::move(body));
}

}  // namespace sepax::paste
