#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/frame.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/reading.h"
#include "lab/paste/tokens.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

bool isKey(const std::vector<Token>& tokens, std::size_t i) {
  const bool is_word = tokens[i].isWord() || tokens[i].kind == Token::Kind::kText;
  return is_word && i + 1 < tokens.size() && tokens[i + 1].is(":");
}

struct Primitive {
  std::string type;
  Numbers dimensions;
  int line = 0;
};

/// A message's keys from its first to the next object's; where they are nested says their order.
class CollisionObjects {
 public:
  CollisionObjects(const Source& source, Findings& findings)
      : findings_(findings),
        tokens_(source.tokens),
        reader_(findings, source, [](const std::string&) { return nullptr; }) {
    for (std::size_t i = 0; i + 1 < tokens_.size();) {
      if (!isKey(tokens_, i)) {
        ++i;
        continue;
      }
      const std::string key(tokens_[i].text);
      i += 2;
      takeKey(key, i);
    }
    finish();
  }

 private:
  enum class Part { kOther, kObject, kPrimitives, kPoses };

  void takeKey(const std::string& key, std::size_t& i) {
    constexpr std::string_view kOthers =
        " id header meshes mesh_poses planes plane_poses subframe_names subframe_poses object_colors ";
    const bool is_part = holdsWord(" pose primitives primitive_poses ", key);
    if (is_part || holdsWord(kOthers, key)) {
      // A part that the object has already is the next one's.
      if (seen_.contains(key)) finish();
      seen_.insert(key);
      part_ = key == "pose" ? Part::kObject : key == "primitives" ? Part::kPrimitives : Part::kPoses;
      if (!is_part) part_ = Part::kOther;
      if (key == "id") name_ = tokens_[i].text;
    } else if (part_ == Part::kPrimitives && key == "type") {
      primitives_.push_back({std::string(tokens_[i].text), {}, tokens_[i].line});
      if (tokens_[i].isNumber()) findings_.use({{0, tokens_[i].offset}});
    } else if (part_ == Part::kPrimitives && key == "dimensions" && !primitives_.empty()) {
      primitives_.back().dimensions = numbersFrom(i);
    } else if (key == "position" || key == "orientation") {
      takePose(key == "position", i);
    }
  }

  /// Numbers up to the next key.
  Numbers numbersFrom(std::size_t& i) {
    Numbers out;
    for (; i + 1 < tokens_.size() && !isKey(tokens_, i); ++i) {
      // "- 0.5" is an item of a list.
      const bool is_negative = tokens_[i - 1].is("-") && tokens_[i - 1].offset + 1 == tokens_[i].offset;
      if (tokens_[i].isNumber())
        out.push_back({is_negative ? -tokens_[i].number : tokens_[i].number, tokens_[i].offset});
    }
    return out;
  }

  void takePose(bool is_position, std::size_t& i) {
    std::array<Number, 4> parts{};
    while (i + 2 < tokens_.size()) {
      while (tokens_[i].is("{") || tokens_[i].is(",")) ++i;
      const int component = isKey(tokens_, i) ? componentOf(tokens_[i].text) : -1;
      if (component < 0) break;
      i += 2;
      const bool is_negative = tokens_[i].is("-");
      if (is_negative) ++i;
      if (!tokens_[i].isNumber()) break;
      parts[static_cast<std::size_t>(component)] = {is_negative ? -tokens_[i].number : tokens_[i].number,
                                                    tokens_[i].offset};
      ++i;
    }
    if (part_ == Part::kOther) return;
    if (part_ == Part::kPoses && (is_position || poses_.empty())) poses_.emplace_back();
    Frame& pose = part_ == Part::kPoses ? poses_.back() : object_;
    if (is_position) pose.position = Numbers(parts.begin(), parts.begin() + 3);
    if (is_position && &pose == &object_) findings_.use(*pose.position);  // zeros leave no trace in a body
    if (is_position) return;
    // A message's default is all zeros, which MoveIt takes for none.
    const bool is_none =
        parts[0].value == 0 && parts[1].value == 0 && parts[2].value == 0 && (parts[3].value == 0 || &pose == &object_);
    if (is_none) {
      findings_.use(Numbers(parts.begin(), parts.end()));
    } else {
      pose.rotation = FoundRotation{FoundRotation::Form::kQuaternion, Numbers(parts.begin(), parts.end())};
    }
  }

  void finish() {
    for (std::size_t p = 0; p < primitives_.size(); ++p) {
      const Primitive& primitive = primitives_[p];
      FoundBody body;
      body.name = name_;
      body.shape = reader_.shapeOfPrimitive(primitive.type, primitive.dimensions, primitive.line);
      if (!body.shape) {
        findings_.missing.push_back(trf("the primitive on line {}: a type and its dimensions", primitive.line));
        continue;
      }
      body.pose = p < poses_.size() ? inside(object_, poses_[p]) : object_;
      body.pose.line = primitive.line;
      findings_.bodies.push_back(std::move(body));
    }
    primitives_.clear();
    poses_.clear();
    object_ = {};
    seen_.clear();
    name_.clear();
  }

  Findings& findings_;
  const std::vector<Token>& tokens_;
  Reader reader_;
  Part part_ = Part::kOther;
  std::string name_;
  std::vector<Primitive> primitives_;
  std::vector<Frame> poses_;
  Frame object_;
  std::set<std::string> seen_;  ///< parts of the object
};

}  // namespace

bool holdsRosPrimitives(std::string_view text) {
  return text.find("primitive_poses") != std::string_view::npos && text.find("dimensions") != std::string_view::npos &&
         text.find("primitives") != std::string_view::npos;
}

void readRosPrimitives(const Source& source, Findings& findings) { CollisionObjects(source, findings); }

}  // namespace sepax::paste
