#include "lab/paste/paste.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "format/link.h"
#include "geom/bounding_volumes.h"
#include "geom/support.h"
#include "lab/paste/api_rows.h"
#include "lab/paste/comments.h"
#include "lab/paste/decimal_comma.h"
#include "lab/paste/doubts.h"
#include "lab/paste/found_document.h"
#include "lab/paste/own_export.h"
#include "lab/paste/readers.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/tokens.h"
#include "lab/paste/unread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sepax {

using paste::Findings;

namespace {

void replaceAll(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// "<1, -2>" is "(1, -2)", where it is no template's argument; "<1, -2> to <3, 4>" is two of them.
void bracketAngles(std::string& text) {
  for (std::size_t open = text.find('<'); open != std::string::npos; open = text.find('<', open + 1)) {
    const std::size_t close = text.find_first_not_of("0123456789.,+- e", open + 1);
    if (close == std::string::npos) return;
    const std::string_view inside = std::string_view(text).substr(open + 1, close - open - 1);
    const char before = open > 0 ? lowered(text[open - 1]) : ' ';
    const bool is_template = (before >= 'a' && before <= 'z') || (before >= '0' && before <= '9') || before == '_';
    if (text[close] != '>' || is_template || inside.find(',') == std::string_view::npos) continue;
    text[open] = '(';
    text[close] = ')';
    constexpr std::string_view kTo = " to <";
    if (text.compare(close + 1, kTo.size(), kTo) == 0) text.replace(close + 1, kTo.size() - 1, ",   ");
  }
}

/// Blanks the brackets of faces, ":(" and ";-)", which nothing closes.
void dropFaces(std::string& text) {
  for (std::size_t at = text.find_first_of(":;"); at != std::string::npos; at = text.find_first_of(":;", at + 1)) {
    const std::size_t mouth = at + 1 < text.size() && text[at + 1] == '-' ? at + 2 : at + 1;
    const auto isBlank = [&](std::size_t i) { return i >= text.size() || text[i] == ' ' || text[i] == '\n'; };
    const bool is_face = at > 0 && isBlank(at - 1) && mouth < text.size() && (text[mouth] == '(' || text[mouth] == ')');
    if (is_face && isBlank(mouth + 1)) text.replace(at, mouth + 1 - at, mouth + 1 - at, ' ');
  }
}

/// UTF-8 without what the web, editors and terminals put between words: signs that look like ASCII become it, one byte
/// for one.
std::string plainText(std::string_view bytes) {
  std::string text = isMarkedUtf16(bytes) ? utf8OfMarkedUtf16(bytes) : std::string(bytes);
  replaceAll(text, "\xEF\xBB\xBF", "   ");
  replaceAll(text, "\xE2\x88\x92", "-  ");
  replaceAll(text, "\xE2\x86\x92", "-> ");  // an arrow
  // An en dash that touches the number behind it alone is a minus.
  constexpr std::string_view kDash = "\xE2\x80\x93";
  for (std::size_t at = text.find(kDash); at != std::string::npos; at = text.find(kDash, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ', behind = at + 3 < text.size() ? text[at + 3] : ' ';
    const bool is_sign = before == ' ' || before == '(' || before == ',' || before == '=' || before == '[';
    if (is_sign && behind >= '0' && behind <= '9') text.replace(at, 3, "  -");
    const bool is_difference = at > 2 && before == ' ' && behind == ' ' && text[at - 2] >= 'x' && text[at - 2] <= 'z';
    if (is_difference) text.replace(at, 3, "-  ");
  }
  replaceAll(text, "\xC3\x97", "x ");
  replaceAll(text, "\xC2\xA0", "  ");
  replaceAll(text, "\xE2\x80\xAF", "   ");
  bracketAngles(text);
  dropFaces(text);
  // "16x9": two numbers, but not 0x16.
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != 'x' || !isDigit(text[i - 1]) || !(isDigit(text[i + 1]) || text[i + 1] == '.')) continue;
    std::size_t begin = i;
    while (begin > 0 && (isDigit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    const char before = begin > 0 ? lowered(text[begin - 1]) : ' ';
    const bool is_hex = text.substr(begin, i - begin) == "0" || (before >= 'a' && before <= 'z') || before == '_';
    if (!is_hex) text[i] = ' ';
  }
  for (const std::string_view quote : {"\xE2\x80\x9C", "\xE2\x80\x9D"}) replaceAll(text, quote, "\"  ");
  for (const std::string_view formula : {"\\(", "\\)"}) replaceAll(text, formula, "  ");  // LaTeX in Markdown
  // `radius=0.5` in a sentence, and code between single ones: no texts of JavaScript's, which have "${" in them.
  for (std::size_t at = text.find('`'); at != std::string::npos; at = text.find('`', at + 1)) {
    const std::size_t run = std::min(text.find_first_not_of('`', at), text.size()) - at;
    const std::size_t end = text.find('`', at + run);
    const bool is_template = text.substr(at, std::min(end, text.size()) - at).find("${") != std::string::npos;
    if (run > 1 || is_template) {
      at = run > 1 ? at + run - 1 : std::min(end, text.size() - 1);
      continue;
    }
    text[at] = ' ';
  }
  // Quotes of a mail or an issue.
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && text[at] == '>' && (at + 1 >= text.size() || text[at + 1] == ' ')) text[at++] = ' ';
    const std::size_t end = text.find('\n', at);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return text;
}

/// Blanks what a log puts in front of its lines: "[planner_node] ", the same on most of them.
void dropLogPrefix(std::string& text) {
  std::map<std::string, std::size_t, std::less<>> counts;
  const auto prefixAt = [&](std::size_t begin) -> std::string_view {
    const std::size_t close = text.find_first_of("]\n,", begin);
    const bool is_one = text[begin] == '[' && close != std::string::npos && text[close] == ']' && close > begin + 2;
    const std::string_view prefix = std::string_view(text).substr(begin, is_one ? close + 1 - begin : 0);
    // "[0 0 1]" again and again is no prefix.
    const bool has_letter = std::ranges::any_of(prefix, [](char c) { return lowered(c) >= 'a' && lowered(c) <= 'z'; });
    return has_letter ? prefix : std::string_view();
  };
  std::size_t lines = 0;
  std::vector<std::size_t> beginnings;
  paste::forEachLine(text, [&](std::string_view line, std::size_t begin, int) {
    beginnings.push_back(begin);
    lines += line.empty() ? 0 : 1;
    if (const std::string_view prefix = prefixAt(begin); !prefix.empty()) ++counts[std::string(prefix)];
  });
  constexpr std::size_t kMinLines = 4;
  const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
  if (most == counts.end() || most->second < kMinLines || 5 * most->second < 3 * lines) return;
  for (const std::size_t begin : beginnings) {
    const std::string_view prefix = prefixAt(begin);
    if (prefix == most->first) text.replace(begin, prefix.size(), prefix.size(), ' ');
  }
}

/// Joins numbers that a log's line wrap has broken: a line at the widest column that ends in a digit, and the next
/// begins with one.
std::string unwrapped(const std::string& text) {
  constexpr std::size_t kMinColumns = 72;
  std::size_t widest = 0;
  paste::forEachLine(text, [&](std::string_view line, std::size_t, int) { widest = std::max(widest, line.size()); });
  if (widest < kMinColumns) return text;
  const auto isNumeric = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  std::string out;
  paste::forEachLine(text, [&](std::string_view line, std::size_t begin, int) {
    const std::size_t end = begin + line.size();
    out += line;
    const bool is_broken =
        line.size() == widest && end + 1 < text.size() && isNumeric(text[end - 1]) && isNumeric(text[end + 1]);
    if (!is_broken && end < text.size()) out += '\n';
  });
  return out;
}

/// "units: cm", "all lengths in mm"
void takeUnit(const std::vector<paste::Token>& tokens, Findings& findings) {
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const std::string word = lowered(tokens[i].text);
    const bool is_key = (word == "unit" || word == "units") &&
                        (tokens[i + 1].is(":") || tokens[i + 1].is("=") || tokens[i + 1].isWord());
    const bool is_of_all =
        (word == "lengths" || word == "numbers" || word == "values" || word == "units") && tokens[i + 1].text == "in";
    const std::string unit = lowered(tokens[i + 2].text);
    if ((is_key || is_of_all) && (unit == "cm" || unit == "mm"))
      static_cast<void>(findings.assume("unit", unit, tr("as the text says")));
  }
}

struct ReaderRow {
  const char* name;
  bool (*fits)(std::string_view);  ///< null: tried on every text
  void (*read)(const paste::Source&, Findings&);
};
constexpr std::size_t kMaxWordsBytes = 64u << 10;  ///< no sentences about a pair are longer
constexpr const char *kScene = "scene", *kWkt = "WKT", *kProse = "prose", *kSentences = "sentences",
                     *kRecords = "records", *kLists = "lists", *kGivens = "givens";
constexpr ReaderRow kReaders[] = {
    {kScene, paste::holdsScene, paste::readScene},
    {kWkt, paste::holdsWkt, paste::readWkt},
    {"OBJ", paste::holdsObj, paste::readObj},
    {"ROS", paste::holdsRosPrimitives, paste::readRosPrimitives},
    {"table", paste::holdsBodyTable, paste::readBodyTables},
    {"FCL's exception", paste::isFclText, paste::readProse},
    {"code", nullptr, paste::readCode},
    {kRecords, nullptr, paste::readRecords},
    {kGivens, nullptr, paste::readGivens},
    {kProse, nullptr, paste::readProse},
    {kSentences, nullptr, paste::readSentences},
    {kLists, nullptr, paste::readLists},
};

using paste::UsedNumbers;

void noteOwner(const std::optional<paste::Numbers>& numbers, int body, const char* role, UsedNumbers& used) {
  if (!numbers) return;
  for (const paste::Number& number : *numbers) {
    const auto found = used.find(number.offset);
    if (found != used.end() && found->second.body == PasteMark::kUsed) found->second = {body, role};
  }
}

UsedNumbers ownersOf(const Findings& findings, const Document& document) {
  UsedNumbers used;
  for (const std::size_t offset : findings.used) used[offset] = {PasteMark::kUsed};
  for (auto source = findings.made_of.rbegin(); source != findings.made_of.rend(); ++source) {
    if (used.contains(source->first)) used.emplace(source->second, paste::Use{PasteMark::kUsed});
  }
  for (const paste::FoundBody& found : findings.bodies) {
    const auto body =
        std::find_if(document.bodies.begin(), document.bodies.end(), [&](const Body& b) { return b.id == found.name; });
    if (body == document.bodies.end()) continue;
    const int index = static_cast<int>(body - document.bodies.begin());
    noteOwner(found.pose.position, index, "position", used);
    noteOwner(found.pose.also, index, "position", used);
    if (found.pose.rotation) noteOwner(found.pose.rotation->numbers, index, "rotation", used);
    if (!found.shape) continue;
    const paste::FoundShape& shape = *found.shape;
    noteOwner(shape.sizes, index, "size", used);
    noteOwner(shape.points, index, "vertices", used);
    noteOwner(shape.indices, index, "triangles", used);
    noteOwner(shape.from, index, "from", used);
    noteOwner(shape.to, index, "to", used);
    noteOwner(shape.centre, index, "centre", used);
    noteOwner(found.velocity, index, "velocity", used);
  }
  return used;
}

/// Leaves out a body that words tell twice, by other numbers of the same values: "a sphere with center (2, 1) and
/// radius 3 … (x - 2)^2 + …".
void dropToldAgain(Findings& findings) {
  const auto isSame = [](const std::optional<paste::Numbers>& a, const std::optional<paste::Numbers>& b) {
    return a.has_value() == b.has_value() &&
           (!a || std::ranges::equal(*a, *b, {}, &paste::Number::value, &paste::Number::value));
  };
  const auto isAgain = [&](const paste::FoundBody& body, const paste::FoundBody& earlier) {
    if (!body.shape || !earlier.shape || body.shape->type != earlier.shape->type) return false;
    const paste::Numbers &sizes = body.shape->sizes, &others = earlier.shape->sizes;
    return !sizes.empty() && isSame(sizes, others) && sizes[0].offset != others[0].offset && body.pose.position &&
           isSame(body.pose.position, earlier.pose.position) && !body.pose.rotation && !earlier.pose.rotation &&
           isSame(body.velocity, earlier.velocity);
  };
  std::vector<paste::FoundBody> left;
  for (paste::FoundBody& body : findings.bodies) {
    if (std::ranges::any_of(left, [&](const paste::FoundBody& earlier) { return isAgain(body, earlier); })) {
      findings.use(body.shape->sizes);
      findings.use(*body.pose.position);
    } else {
      left.push_back(std::move(body));
    }
  }
  findings.bodies = std::move(left);
}

/// A rectangle may go back from its corner, "Rect(48, 40, -32, -24)": its sizes are their amounts, and a doubt is left.
void turnNegativeSizes(Findings& findings) {
  for (paste::FoundBody& body : findings.bodies) {
    if (!body.shape || body.shape->type != "box") continue;
    bool is_turned = false;
    for (paste::Number& size : body.shape->sizes) {
      is_turned = is_turned || size.value < 0;
      size.value = std::abs(size.value);
    }
    if (is_turned) findings.doubt(trf("line {}: a size below zero is taken by its amount", body.shape->line));
  }
}

/// A place that is where a ray begins, too: one of both is taken by nearness alone.
void doubtSharedPlaces(Findings& findings) {
  const auto isPlace = [](const paste::Numbers& place, const paste::FoundBody& ray) {
    return ray.shape && ray.shape->type == paste::kRay && ray.shape->from &&
           std::ranges::equal(place, *ray.shape->from, {}, &paste::Number::offset, &paste::Number::offset);
  };
  for (const paste::FoundBody& body : findings.bodies) {
    if (!body.pose.position || body.pose.position->empty() || (body.shape && body.shape->type == paste::kRay)) continue;
    const paste::Numbers& place = *body.pose.position;
    if (place.front().offset != paste::Number::kNowhere &&
        std::ranges::any_of(findings.bodies, [&](const paste::FoundBody& ray) { return isPlace(place, ray); }))
      findings.doubt(trf("line {}: nothing says whose place this is", body.pose.line));
  }
}

/// Lengths without a unit, beside some that have one and are no metres.
void doubtUnmeasured(const paste::Source& source, Findings& findings) {
  const auto isMeasured = [&](const std::optional<paste::Numbers>& numbers) {
    return numbers &&
           std::ranges::any_of(*numbers, [&](const paste::Number& n) { return source.measured.contains(n.offset); });
  };
  if (source.measured.empty() || std::ranges::none_of(findings.bodies, [&](const paste::FoundBody& body) {
        return isMeasured(body.pose.position) || (body.shape && isMeasured(body.shape->sizes));
      }))
    return;
  const auto doubtIn = [&](const std::optional<paste::Numbers>& numbers) {
    if (!numbers) return;
    for (const paste::Number& n : *numbers) {
      if (n.value != 0 && n.offset != paste::Number::kNowhere && !source.measured.contains(n.offset))
        findings.doubt(trf("nothing says the unit of {}, beside lengths that have one", humanNumber(n.value, 6)));
    }
  };
  for (const paste::FoundBody& body : findings.bodies) {
    doubtIn(body.pose.position);
    if (!body.shape) continue;
    for (const paste::Numbers* const numbers : {&body.shape->sizes, &body.shape->points}) doubtIn(*numbers);
    for (const auto* const numbers : {&body.shape->from, &body.shape->to, &body.shape->centre}) doubtIn(*numbers);
  }
}

bool isMarkupTo(const std::string& reader, const paste::Source& source) {
  return reader == kScene && paste::holdsModelXml(source.text);
}

/// The numbers of a text as its reader sees them: those of XML are within quotes, whose insides are no numbers to code.
std::vector<paste::Token> tokensFor(const std::string& reader, const paste::Source& source) {
  if (!isMarkupTo(reader, source) && reader != kWkt) return source.tokens;
  std::string bare(source.text);
  std::ranges::replace_if(
      bare, [](char c) { return c == '"' || c == '\''; }, ' ');
  // Headings of Markdown and comments of Python around it.
  paste::forEachLine(source.text, [&](std::string_view line, std::size_t begin, int) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string_view::npos && line[first] == '#') bare.replace(begin, line.size(), line.size(), ' ');
  });
  std::vector<paste::Token> tokens = paste::tokensOf(bare, paste::Comments::kKept);
  for (paste::Token& token : tokens) token.text = source.text.substr(token.offset, token.text.size());
  return tokens;
}

using Rules = std::vector<paste::TakeRule>;

/// Edges of each body and what is perpendicular to them in the plane, or the points of the Minkowski difference, where
/// a text in lower case speaks of them.
std::vector<Vec3> differencesSaid(const Document& document, std::string_view small) {
  constexpr std::size_t kMaxVertices = 16;
  std::vector<std::vector<Vec3>> vertices;
  for (std::size_t i = 0; i < std::min<std::size_t>(document.bodies.size(), 2); ++i) {
    const PosedShape posed = posedShape(document.bodies[i]);
    auto found = verticesOf(posed.shape);
    const bool has_vertices =
        paste::holdsWord(" polygon hull triangle ", typeName(posed.shape));  // edges of boxes are their sizes
    if (!found || !has_vertices || found->size() > kMaxVertices) continue;
    for (Vec3& vertex : *found) vertex = toWorld(posed.pose, vertex);
    vertices.push_back(std::move(*found));
  }
  std::vector<Vec3> out;
  const auto add = [&](const std::vector<Vec3>& from, const std::vector<Vec3>& to, bool are_edges) {
    for (const Vec3& a : from) {
      for (const Vec3& b : to) {
        out.push_back(b - a);
        if (are_edges && document.space == Space::k2d) out.push_back({a.y - b.y, b.x - a.x, 0});
      }
    }
  };
  if (paste::holdsAny(small, {"edge", "axis", "axes", "perp", "normal"})) {
    for (const auto& own : vertices) add(own, own, true);
  }
  if (vertices.size() == 2 && small.find("minkowski") != std::string_view::npos) {
    add(vertices[0], vertices[1], false);
    add(vertices[1], vertices[0], false);
  }
  return out;
}

std::vector<paste::Derived> boundsSaid(const Document& document, std::string_view small) {
  using Kind = paste::Derived::Kind;
  std::vector<paste::Derived> out;
  const auto add = [&](Kind kind, std::initializer_list<Vec3> parts) {
    out.push_back({kind, {}});
    for (const Vec3& v : parts) {
      for (int c = 0; c < (document.space == Space::k3d ? 3 : 2); ++c) out.back().values.push_back(v[c]);
    }
  };
  for (const Body& body : document.bodies) {
    const PosedShape posed = posedShape(body);
    const MinMaxBox box = boundsOf(posed.shape, posed.pose);
    add(Kind::kCorner, {box.min});
    add(Kind::kCorner, {box.max});
    add(Kind::kMiddle, {centreOf(box)});
    add(Kind::kSizes, {box.max - box.min});
    add(Kind::kSizes, {0.5 * (box.max - box.min)});
    add(Kind::kBounds, {box.min, box.max});
  }
  for (const Vec3& difference : differencesSaid(document, small)) add(Kind::kDifference, {difference});
  return out;
}

/// Whether the text names an engine's class for rectangles, which it places by their middle.
bool namesPlacedByMiddle(const paste::Source& source) {
  return std::ranges::any_of(source.tokens, [&](const paste::Token& token) {
    const ApiShape* const row = token.isWord() ? paste::findApiShape(token.text, source.scopes) : nullptr;
    return row != nullptr && row->type == "rectangle" && row->roles.find_first_of("kpl") == std::string::npos;
  });
}

Pasted pastedBy(const ReaderRow& row, const paste::Source& source, const paste::Answers& answers, const Rules& rules,
                UsedNumbers& used, std::vector<std::string>& doubts_of_text) {
  Findings findings{answers};
  if (const Api* const api = paste::findQuaternionApi(source.small)) {
    findings.quaternion_order = api->quaternion;
    findings.quaternion_reason = trf("as {} has them", api->title);
  }
  findings.rectangle_place = paste::rectanglePlaceIn(source.small);
  takeUnit(source.tokens, findings);
  row.read(source, findings);
  paste::settleAngles(source.tokens, findings);
  // A text writes all its quaternions alike, and all its angles: what one of them shows holds for those that show
  // nothing.
  const bool shows_order =
      findings.quaternion_order.empty() && findings.has_open_quaternion && findings.quaternion_orders.size() == 1;
  const bool shows_degrees = findings.has_large_angle && findings.has_small_angle;
  const bool shows_sizes = findings.has_box_of_sizes && findings.has_open_box;
  if (shows_order || shows_degrees || shows_sizes) {
    Findings again{answers};
    again.quaternion_order = shows_order ? *findings.quaternion_orders.begin() : findings.quaternion_order;
    again.quaternion_reason = shows_order ? tr("as a component near 1 says") : findings.quaternion_reason;
    again.all_are_degrees = shows_degrees;
    again.all_boxes_are_of_sizes = shows_sizes;
    again.rectangle_place = findings.rectangle_place;
    findings = std::move(again);
    takeUnit(source.tokens, findings);
    row.read(source, findings);
    paste::settleAngles(source.tokens, findings);
  }
  const bool is_of_words = row.name == std::string_view(kProse) || row.name == std::string_view(kSentences) ||
                           row.name == std::string_view(kRecords);
  constexpr std::size_t kMaxToldAgain = 64;  // of more bodies no two are one
  if (is_of_words && findings.bodies.size() < kMaxToldAgain) dropToldAgain(findings);
  turnNegativeSizes(findings);
  if (findings.bodies.size() < kMaxToldAgain) doubtSharedPlaces(findings);
  doubtUnmeasured(source, findings);
  paste::doubtSaidPlaces(source, findings);
  static_cast<void>(paste::takeByHand(rules, source, findings));  // whose errors are told before
  Pasted out;
  out.reader = row.name;
  out.document = paste::documentOf(findings, out.taken);
  out.units_a_metre = paste::unitsAMetre(findings);
  out.was_z_up = paste::isZUp(findings) && out.document.space == Space::k3d;
  for (std::size_t i = 0; i < findings.bodies.size() && i < out.document.bodies.size(); ++i) {
    if (!findings.bodies[i].pose.position)
      out.assumptions.push_back(trf("{}: at the origin, since the text gives it no position", findings.bodies[i].name));
  }
  out.assumptions.insert(out.assumptions.begin(), findings.assumptions.begin(), findings.assumptions.end());
  out.remarks = std::move(findings.remarks);
  out.missing = std::move(findings.missing);
  out.doubts = std::move(findings.doubts);
  doubts_of_text = std::move(findings.doubts_of_text);
  for (const auto& [key, taken] : findings.assumed) {
    PasteQuestion& question = out.questions.emplace_back(questionOf(key, taken));
    if (key == "example") question.others.resize(findings.examples - 1);
  }
  const bool may_be_corner = is_of_words && source.small.find(" at ") != std::string::npos &&
                             source.small.find("cent") == std::string::npos && !namesPlacedByMiddle(source);
  for (const paste::FoundBody& body : findings.bodies) {
    if (may_be_corner && !findings.is_by_hand && body.shape && body.shape->type == "box" && body.shape->is_planar &&
        !body.shape->is_between_corners && body.pose.position)
      out.doubts.push_back(trf("{}: the place of a rectangle may be its middle or a corner", body.name));
  }
  const auto isPlacedBy = [&](std::size_t count) {
    return std::ranges::any_of(findings.bodies, [&](const paste::FoundBody& body) {
      return body.pose.position && body.pose.position->size() == count &&
             (count == 2 || body.pose.position->back().value != 0);
    });
  };
  if (isPlacedBy(2) && isPlacedBy(3))
    out.doubts.emplace_back(tr("one body has a place in the plane, another one in space"));
  used = ownersOf(findings, out.document);
  const auto solid = std::ranges::count_if(findings.bodies, [](const paste::FoundBody& body) {
    return body.shape && body.shape->type != paste::kHalfSpace;
  });
  if (solid > 2 && !findings.has_pair)
    out.doubts.push_back(trf("{} shapes: the text may be about other two than the first", solid));
  out.is_by_hand = findings.is_by_hand;
  if (!out.isCase() || out.is_by_hand) return out;
  const auto isPlaced = [](const paste::FoundBody& body) {
    if (!body.pose.position) return body.shape && (!body.shape->points.empty() || body.shape->from);
    return !body.pose.position->empty() && body.pose.position->front().offset != paste::Number::kNowhere;
  };
  const auto places = !std::ranges::all_of(findings.bodies, isPlaced) ? paste::Places::kSomeMissing
                      : row.read == paste::readCode                   ? paste::Places::kAllByCode
                                                                      : paste::Places::kAll;
  const auto form = isMarkupTo(row.name, source) ? paste::TextForm::kMarkup : paste::TextForm::kPlain;
  for (std::string& doubt : paste::groupsLeftOver(source.text, tokensFor(row.name, source), used, source.scopes, form,
                                                  boundsSaid(out.document, source.small), places))
    out.doubts.push_back(std::move(doubt));
  if (form == paste::TextForm::kPlain) {
    const bool has_rotation = std::ranges::any_of(
        findings.bodies, [](const paste::FoundBody& body) { return body.pose.rotation.has_value(); });
    paste::append(out.doubts, paste::stepsLeftOver(source.text, source.tokens, used));
    paste::append(out.doubts, paste::wordsLeftOver(source.small, has_rotation));
  }
  for (const paste::Numbers& arguments : findings.arguments) {
    const auto isUsed = [&](const paste::Number& n) { return used.contains(n.offset); };
    const auto isOver = [&](const paste::Number& n) {
      return n.offset != paste::Number::kNowhere && !isUsed(n) && n.value != 0 && std::abs(n.value) != 1;
    };
    const auto left = std::ranges::find_if(arguments, isOver);
    if (left != arguments.end() && std::ranges::any_of(arguments, isUsed))
      out.doubts.push_back(
          trf("{}, among the arguments of a pose or shape, is part of nothing", humanNumber(left->value, 6)));
  }
  return out;
}

/// How much of a text a reader has understood: bodies first, then how many have a place, then numbers.
std::size_t scoreOf(const Pasted& pasted, const UsedNumbers& used) {
  std::size_t placed = 0;
  for (const Body& body : pasted.document.bodies) placed += body.position != Vec3{0.0} ? 1 : 0;
  placed += pasted.isCase() && !pasted.isPair() ? 1 : 0;                          // the ray
  const std::size_t count = pasted.isCase() ? 2 : pasted.document.bodies.size();  // a body and a ray are two
  return std::min<std::size_t>(count, 2) * 1'000'000 + (pasted.isCertain() ? 500'000 : 0) +
         std::min<std::size_t>(placed, 2) * 100'000 + std::min<std::size_t>(used.size(), 99'999);
}

void nameUnused(std::string_view text, const paste::Source& source, const UsedNumbers& used, Pasted& pasted) {
  constexpr std::size_t kMaxNamed = 24;
  std::size_t more = 0;
  for (const paste::Token& token : tokensFor(pasted.reader, source)) {
    if (!token.isNumber()) continue;
    const auto owner = used.find(token.offset);
    if (pasted.marks.size() < kMaxPasteMarks) {
      const paste::Use use = owner == used.end() ? paste::Use{PasteMark::kUnused} : owner->second;
      pasted.marks.push_back({token.offset, token.text.size(), use.body, use.role});
    }
    if (owner != used.end()) continue;
    if (pasted.unused.size() < kMaxNamed) {
      pasted.unused.push_back(
          trf("{} (line {})", printableLine(text.substr(token.offset, std::min<std::size_t>(token.text.size(), 40))),
              token.line));
    } else {
      ++more;
    }
  }
  if (more > 0) pasted.unused.push_back(trf("and {} more", more));
}

/// Whether two readings have the same bodies and queries, whatever they call them.
bool isSamePair(const Document& a, const Document& b) {
  const auto textOf = [](Document document) {
    document.notes.clear();
    for (std::size_t i = 0; i < document.bodies.size(); ++i) {
      Body& body = document.bodies[i];
      const std::string id = fmt::format("#{}", i);
      for (AskedQuery& query : document.queries) static_cast<void>(renameInQuery(query.query, body.id, id));
      body.id = id;
      body.written = nullptr;
    }
    return compactJson(caseJson(document));
  };
  return textOf(a) == textOf(b);
}

struct Choice {
  Pasted pasted = {};
  UsedNumbers used = {};
  const ReaderRow* reader = nullptr;
  std::vector<std::string> doubts_of_text = {};  ///< that hold for the other readers, too
};

/// The reading of the reader that understands most of a text by itself, with what the rules say of it.
Choice bestReading(const paste::Source& source, const paste::Answers& answers, const Rules& rules) {
  std::vector<Choice> choices;
  bool has_form = false;  // words alone do not say what its numbers mean
  bool is_final = false;
  for (const ReaderRow& row : kReaders) {
    if (row.fits != nullptr && !row.fits(source.text)) continue;
    has_form = has_form || row.fits != nullptr;
    const bool is_of_words = row.name == std::string_view(kSentences) || row.name == std::string_view(kLists) ||
                             row.name == std::string_view(kGivens);
    if (is_of_words && (has_form || source.text.size() > kMaxWordsBytes)) continue;
    Choice& choice = choices.emplace_back();
    choice.reader = &row;
    choice.pasted = pastedBy(row, source, answers, {}, choice.used, choice.doubts_of_text);
    const Pasted& pasted = choice.pasted;
    is_final = row.fits != nullptr && (pasted.isCertain() || (pasted.isPair() && source.text.size() > kMaxWordsBytes));
    if (is_final) break;
  }
  const auto score = [](const Choice& choice) { return scoreOf(choice.pasted, choice.used); };
  const auto best = is_final ? std::prev(choices.end()) : std::ranges::max_element(choices, {}, score);
  // Texts without the names of an API may be read in several ways.
  Pasted& out = best->pasted;
  const bool is_by_words = out.reader == kProse || out.reader == kSentences || out.reader == kLists;
  std::vector<std::string> other_pairs;
  for (const Choice& choice : choices) {
    const Pasted& other = choice.pasted;
    if (is_by_words && out.isCertain() && other.isCertain() && !isSamePair(out.document, other.document))
      other_pairs.push_back(
          trf("read as {} instead of {}, it is another pair", tr(other.reader.c_str()), tr(out.reader.c_str())));
  }
  if (!rules.empty()) {
    const ReaderRow& reader = *best->reader;
    best->pasted = pastedBy(reader, source, answers, rules, best->used, best->doubts_of_text);
  }
  for (const Choice& choice : choices) {
    for (const std::string& doubt : choice.doubts_of_text) {
      std::vector<std::string>& doubts = best->pasted.doubts;
      if (!best->pasted.is_by_hand && std::ranges::find(doubts, doubt) == doubts.end()) doubts.push_back(doubt);
    }
  }
  if (!best->pasted.is_by_hand) paste::append(best->pasted.doubts, other_pairs);
  return std::move(*best);
}

/// Conventions that comments name and by which the text is another pair.
void doubtSaidAnswers(const paste::Source& source, const paste::Answers& answers, const Rules& rules, Pasted& pasted) {
  if (!pasted.isCase() || pasted.is_by_hand) return;
  for (const paste::SaidAnswer& said : paste::answersSaid(source)) {
    if (answers.contains(said.key)) continue;
    paste::Answers changed = answers;
    changed[said.key] = said.value;
    if (!isSamePair(pasted.document, bestReading(source, changed, rules).pasted.document))
      pasted.doubts.push_back(
          trf("\"{}\" stands in the text: --assume {}={} makes another pair", said.words, said.key, said.value));
  }
}

/// Whether a number with a decimal comma became part of nothing, though it stands in a bracket alone, or words before
/// it say what it is: "bottom left (3,2)".
bool leavesCommaNumber(const paste::Source& source, std::string_view text, const UsedNumbers& used) {
  for (std::size_t i = 3; i < source.tokens.size(); ++i) {
    const paste::Token& token = source.tokens[i];
    const bool is_left = token.isNumber() && !used.contains(token.offset) &&
                         text.substr(token.offset, token.text.size()).find(',') != std::string_view::npos;
    const auto &last = source.tokens[i - 2], &first = source.tokens[i - 3];
    if (!is_left || !source.tokens[i - 1].is("(")) continue;
    if (i + 1 < source.tokens.size() && source.tokens[i + 1].is(")")) return true;
    if (!last.isWord()) continue;
    for (const std::string& key : {std::string(last.text), std::string(first.text) + std::string(last.text)}) {
      const WordRole role = paste::roleOf(paste::plainKey(key));
      if (role != WordRole::kNone && role != WordRole::kResult) return true;
    }
  }
  return false;
}

/// The notes of the case about its source: the assumptions, and the text or its beginning.
std::string notesOf(const Pasted& pasted) {
  constexpr std::size_t kMaxKept = 4000;
  std::string notes;
  for (const std::string& line : pasted.assumptions) notes += trf("Assumed: {}", line) + "\n";
  std::string_view kept = std::string_view(pasted.text).substr(0, kMaxKept);
  while (!kept.empty() && static_cast<unsigned char>(kept.back()) <= ' ') kept.remove_suffix(1);
  notes += (notes.empty() ? "" : "\n") + toValidUtf8(kept);
  return pasted.text.size() > kMaxKept ? notes + "\n…" : notes;
}

/// How a pair differs from the one that was exported, by the answer that the export tells; nullopt where it does not.
/// Forms cannot hold all that a pair may have.
std::optional<std::string> differenceFromExport(const Pasted& pasted, std::string_view text) {
  const auto told = paste::answerOfExport(text);
  if (!told || !pasted.isPair()) return std::nullopt;
  const auto report = pastedReport(pasted);
  if (!report) return std::nullopt;
  const PairAnswer& answer = report->answer;
  constexpr double kShare = 1e-6;  // forms in floats round
  const auto pair = *firstPair(pasted.document);
  const double tolerance = kShare * pairSize(posedShape(*findBody(pasted.document, pair.first)),
                                             posedShape(*findBody(pasted.document, pair.second)));
  const bool is_same = told->separation
                           ? !answer.endless && std::abs(answer.separation - *told->separation) <= tolerance
                           : answer.endless && told->verdict == verdictName(answer.verdict);
  if (is_same) return std::nullopt;
  const std::string exported =
      told->separation ? trf("{}, separation {}", tr(told->verdict.c_str()), humanNumber(*told->separation, 6))
                       : printableLine(told->whole);
  return trf("line {}: the pair that was exported is {}, the one that is read: {}", told->line, exported,
             pastedVerdict(report));
}

bool mayBeCase(std::string_view text) { return text.find("\"sepax\"") != std::string_view::npos; }

/// Whether a text is JSON of a case, right or wrong.
bool isWholeCase(std::string_view text) {
  const auto json = parseJson(text, "pasted text");
  return json && json->isObject() && json->find("sepax") != nullptr;
}

Result<Pasted> pastedCase(std::string text) {
  auto loaded = parseCase(text, "pasted text", FilesBeside{});
  SEPAX_TRY(loaded);
  Pasted out;
  out.reader = "case";
  for (const Body& body : loaded->document.bodies)
    out.taken.push_back(trf("{}: {}, of a case", body.id, typeName(body.shape)));
  out.document = std::move(loaded->document);
  out.text = std::move(text);
  return out;
}

}  // namespace

PasteQuestion questionOf(const std::string& key, const std::string& taken) {
  PasteQuestion question{key, taken, {}};
  for (const paste::Question& known : paste::questions()) {
    for (const char* answer : known.answers) {
      if (key == known.key && taken != answer) question.others.emplace_back(answer);
    }
  }
  return question;
}

Result<Pasted> pasteText(std::string_view bytes, const paste::Answers& answers, const Rules& rules) {
  if (bytes.size() > kMaxPasteBytes) {
    return fail(ErrorCode::kTooLarge, "pasted text",
                fmt::format("expected at most {}, found {}", humanBytes(kMaxPasteBytes), humanBytes(bytes.size())));
  }
  SEPAX_TRY(checkApis());
  for (const auto& [key, value] : answers) SEPAX_TRY(parseAnswer(key + "=" + value));
  // A case is read before quotes and signs are made those of code; one that is whole and wrong says where.
  if (mayBeCase(bytes)) {
    if (auto pasted = pastedCase(std::string(bytes)); pasted || isWholeCase(bytes)) return pasted;
  }
  std::string text = plainText(bytes);
  dropLogPrefix(text);
  text = unwrapped(text);
  if (looksLikeLink(text)) {
    auto link = readLink(text);
    SEPAX_TRY(link);
    if (!link->case_text.empty()) text = std::move(link->case_text);
  }
  if (mayBeCase(text)) {
    if (auto pasted = pastedCase(text)) return pasted;
  }
  const paste::Source source(text);
  Findings of_rules{answers};
  SEPAX_TRY(paste::takeByHand(rules, source, of_rules));
  const auto with_points = paste::withDecimalPoints(text, source.tokens);
  const auto decimal = answers.find("decimal");
  const bool is_told = decimal != answers.end();
  std::optional<paste::Source> other_source;
  const paste::Source* read = &source;
  Choice choice;
  if (!with_points || !is_told || decimal->second == "point") choice = bestReading(source, answers, rules);
  if (with_points && (!is_told || decimal->second == "comma")) {
    other_source.emplace(*with_points);
    Choice other = bestReading(*other_source, answers, rules);
    if (!is_told && leavesCommaNumber(*other_source, text, other.used))
      other.pasted.doubts.emplace_back(tr("a number with a decimal comma is part of nothing: it may be two"));
    const bool is_better = scoreOf(other.pasted, other.used) > scoreOf(choice.pasted, choice.used);
    const bool may_be_either = choice.pasted.isCase() && other.pasted.isCase();
    const char* const taken = is_better ? "comma" : "point";
    if (is_better) {
      choice = std::move(other);
      read = &*other_source;
      choice.pasted.has_decimal_commas = true;
    }
    if (!is_told && (is_better || may_be_either)) {
      choice.pasted.assumptions.insert(
          choice.pasted.assumptions.begin(),
          fmt::format("decimal: {}, {}", taken,
                      tr(is_better ? "the text's numbers make sense with decimal commas alone"
                                   : "commas between digits may separate two numbers")));
      choice.pasted.questions.push_back(questionOf("decimal", taken));
    }
  }
  Pasted out = std::move(choice.pasted);
  if (out.document.bodies.empty())
    out.missing.emplace_back(
        tr("two shapes: none was found. Read are an engine's constructors, FCL's text, debuggers' values, MJCF, URDF, "
           "WKT, OBJ, tables, "
           "lists of points. --groups lists the text's numbers, and --take gives them their roles"));
  if (out.document.bodies.size() == 1 && !out.isCase()) out.missing.emplace_back(tr("the second shape"));
  if (out.document.bodies.size() > 2) {
    out.document.pairs = {{out.document.bodies[0].id, out.document.bodies[1].id}};
    out.remarks.push_back(trf("{} shapes: all are bodies, the first two are the pair", out.document.bodies.size()));
  }
  for (const paste::Token& token : read->tokens) {
    if (!token.is_float_bits || !choice.used.contains(token.offset)) continue;
    out.remarks.push_back(tr("hexadecimal numbers of 8 and 16 digits are the bits of floats and doubles"));
    break;
  }
  doubtSaidAnswers(*read, answers, rules, out);
  if (auto difference = out.is_by_hand ? std::nullopt : differenceFromExport(out, text))
    out.doubts.push_back(std::move(*difference));
  nameUnused(text, *read, choice.used, out);
  out.text = std::move(text);
  if (!out.document.bodies.empty()) out.document.notes = notesOf(out);
  return out;
}

std::vector<PasteGroup> groupsOf(const Pasted& pasted) {
  const std::vector<paste::Token> written = paste::tokensOf(pasted.text);
  const auto with_points = pasted.has_decimal_commas ? paste::withDecimalPoints(pasted.text, written) : std::nullopt;
  const std::vector<paste::NumberGroup> groups = paste::groupsOf(with_points ? paste::tokensOf(*with_points) : written);
  const std::vector<std::string> references = paste::referencesOf(groups);
  std::vector<PasteGroup> out;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    PasteGroup group;
    group.reference = references[i];
    group.words = groups[i].words;
    group.is_answer = paste::isAnswer(groups[i]);
    if (groups[i].is_call && !group.words.empty()) group.call = group.words.front();
    group.caller = groups[i].caller;
    group.bracket = groups[i].bracket;
    group.around = groups[i].around;
    for (const paste::PlacedNumber& n : groups[i].numbers) {
      group.numbers.push_back(n.value);
      group.offsets.push_back(n.offset);
      const auto mark = std::ranges::lower_bound(pasted.marks, n.offset, {}, &PasteMark::offset);
      if (mark == pasted.marks.end() || mark->offset != n.offset || mark->body == PasteMark::kUnused) continue;
      group.body = mark->body;
      group.role = mark->role;
    }
    out.push_back(std::move(group));
  }
  return out;
}

Result<PairReport> pastedReport(const Pasted& pasted) {
  if (!pasted.isPair()) return fail(ErrorCode::kNotFound, "", tr("no pair"));
  return testPair(pasted.document, *firstPair(pasted.document));
}

std::string pastedVerdict(const Result<PairReport>& report) {
  if (!report) return report.error().message;
  return trf("{}, separation {}", tr(verdictName(report->answer.verdict)), humanNumber(report->answer.separation, 6));
}

std::vector<PasteVerdict> verdictsByAnswer(std::string_view text, const Pasted& pasted, const paste::Answers& answers,
                                           const Rules& rules) {
  std::vector<PasteVerdict> out;
  for (const PasteQuestion& question : pasted.questions) {
    if (question.key == "unit" || question.key == "up") continue;  // neither decides anything
    for (const std::string& other : question.others) {
      paste::Answers changed = answers;
      changed[question.key] = other;
      if (const auto again = pasteText(text, changed, rules))
        out.push_back({question.key, other, pastedVerdict(pastedReport(*again))});
    }
  }
  return out;
}

Result<std::pair<std::string, std::string>> parseAnswer(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string key(text.substr(0, equals)), value(equals == std::string_view::npos ? "" : text.substr(equals + 1));
  std::vector<std::string> known;
  for (const paste::Question& question : paste::questions()) {
    known.push_back(fmt::format("{}={}", question.key, fmt::join(question.answers, "|")));
    if (key != question.key) continue;
    for (const char* answer : question.answers) {
      if (value == answer) return std::pair{key, value};
    }
  }
  return fail(ErrorCode::kWrongValue, "--assume",
              fmt::format("expected one of {}; found \"{}\"", fmt::join(known, ", "), printableLine(text)));
}

}  // namespace sepax
