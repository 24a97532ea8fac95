#include "media/mesh_file.h"

#include "bundle/little_endian.h"
#include "bundle/open/open_container.h"
#include "core/language.h"
#include "core/number.h"
#include "core/platform.h"
#include "core/text.h"
#include "media/text_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace sepax {

namespace {

using Prepared = Result<std::optional<std::vector<std::byte>>>;

std::vector<std::byte> bytesOf(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// ------------------------------------------------------------------------------------------------------------------------------
// PLY

constexpr std::string_view kStrips = "tristrips";

struct PlyProperty {
  std::size_t size = 0;        ///< of a value, in bytes
  std::size_t count_size = 0;  ///< of a list's length, 0: no list
  bool has_sign = false;
  std::string name;
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  std::string header;     ///< its lines
  std::string_view data;  ///< its part of the body
};

struct Ply {
  enum class Form { kAscii, kLittle, kBig } form = Form::kAscii;
  std::string format_line;
  std::vector<PlyElement> elements;
  std::string_view body;
};

constexpr std::string_view kLineBlanks = " \t\r", kLineEnds = "\r\n";

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(kLineBlanks); at != std::string_view::npos;
       at = line.find_first_not_of(kLineBlanks, at)) {
    const std::size_t end = std::min(line.find_first_of(kLineBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

/// Bytes of a value in a binary PLY; 0 for no type that PLY knows.
std::size_t sizeOfType(std::string_view type) {
  static constexpr std::pair<std::string_view, std::size_t> kTypes[] = {
      {"char", 1},  {"uchar", 1},   {"int8", 1},   {"uint8", 1},  {"short", 2}, {"ushort", 2},
      {"int16", 2}, {"uint16", 2},  {"int", 4},    {"uint", 4},   {"int32", 4}, {"uint32", 4},
      {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
  const auto found = std::ranges::find(kTypes, type, &std::pair<std::string_view, std::size_t>::first);
  return found == std::end(kTypes) ? 0 : found->second;
}

/// The header; nullopt for what does not begin as a PLY does.
Result<std::optional<Ply>> readPlyHeader(std::string_view text, const std::string& where) {
  constexpr std::size_t kMaxHeader = 1 << 20;
  const auto refuse = [&](std::string why) { return fail(ErrorCode::kSyntax, where, std::move(why)); };
  Ply ply;
  bool is_first = true;
  for (std::size_t at = 0; at < std::min(text.size(), kMaxHeader);) {
    const std::size_t end = text.find_first_of("\r\n", at);
    if (end == std::string_view::npos) break;
    const std::string_view line = text.substr(at, end - at);
    at = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
    const auto words = wordsOf(line);
    if (std::exchange(is_first, false)) {
      if (words != std::vector<std::string_view>{"ply"}) return std::nullopt;
    } else if (words.empty()) {
      continue;
    } else if (words[0] == "end_header") {
      ply.body = text.substr(at);
      if (ply.format_line.empty()) return refuse(tr("the PLY header has no line \"format\""));
      return ply;
    } else if (words[0] == "format" && words.size() > 1) {
      ply.form = words[1] == "ascii"               ? Ply::Form::kAscii
                 : words[1] == "binary_big_endian" ? Ply::Form::kBig
                                                   : Ply::Form::kLittle;
      ply.format_line = line;
    } else if (words[0] == "element" && words.size() == 3) {
      PlyElement& element = ply.elements.emplace_back();
      element.name = words[1];
      const auto [stop, error] = std::from_chars(words[2].data(), words[2].data() + words[2].size(), element.count);
      if (error != std::errc() || stop != words[2].data() + words[2].size())
        return refuse(trf("the PLY header says \"{}\", expected a count", printableLine(line)));
      element.header = std::string(line) + "\n";
    } else if (words[0] == "property" && !ply.elements.empty() && words.size() >= 3) {
      const bool isList = words[1] == "list" && words.size() == 5;
      const std::string_view type = words[isList ? 3 : 1];
      const PlyProperty property{sizeOfType(type), isList ? sizeOfType(words[2]) : 0, !type.starts_with('u'),
                                 std::string(words.back())};
      if (property.size == 0 || (isList && property.count_size == 0))
        return refuse(trf("the PLY header says \"{}\", expected a type that PLY knows", printableLine(line)));
      ply.elements.back().properties.push_back(property);
      ply.elements.back().header += std::string(line) + "\n";
    }
  }
  return is_first ? Result<std::optional<Ply>>(std::nullopt)
                  : refuse(tr("the PLY header is cut off: it has no line \"end_header\""));
}

std::uint64_t wholeAt(std::string_view data, std::size_t at, std::size_t size, Ply::Form form) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = form == Ply::Form::kBig ? at + i : at + size - 1 - i;
    value = value << 8 | static_cast<unsigned char>(data[place]);
  }
  return value;
}

/// How many bytes `element` takes at the front of `rest`; nullopt when they are not there.
std::optional<std::size_t> extentOf(const PlyElement& element, Ply::Form form, std::string_view rest) {
  if (element.count == 0) return 0;
  std::size_t at = 0;
  if (form == Ply::Form::kAscii) {
    for (std::uint64_t left = element.count; left > 0;) {
      if (at >= rest.size()) return std::nullopt;
      const std::size_t end = std::min(rest.find_first_of(kLineEnds, at), rest.size());
      left -= wordsOf(rest.substr(at, end - at)).empty() ? 0 : 1;
      at = std::min(end + 1, rest.size());
    }
    return at;
  }
  std::size_t fixed = 0;
  for (const PlyProperty& property : element.properties)
    fixed += property.count_size == 0 ? property.size : property.count_size;
  if (element.count > rest.size() / fixed) return std::nullopt;
  const bool hasLists = std::ranges::any_of(element.properties, [](const PlyProperty& p) { return p.count_size != 0; });
  if (!hasLists) return static_cast<std::size_t>(element.count) * fixed;
  for (std::uint64_t i = 0; i < element.count; ++i) {
    for (const PlyProperty& property : element.properties) {
      const std::size_t head = property.count_size == 0 ? property.size : property.count_size;
      if (head > rest.size() - at) return std::nullopt;
      const std::uint64_t length = property.count_size == 0 ? 0 : wholeAt(rest, at, head, form);
      at += head;
      if (length > (rest.size() - at) / property.size) return std::nullopt;
      at += static_cast<std::size_t>(length) * property.size;
    }
  }
  return at;
}

/// Calls back with the vertices that each of an element names: those of its list "vertex_indices". False where one is
/// no number.
template <class Visit>
bool forEachIndexList(const PlyElement& element, Ply::Form form, Visit&& visit) {
  std::string_view rest = element.data;
  std::vector<std::int64_t> indices;
  for (std::uint64_t i = 0; i < element.count; ++i) {
    std::vector<std::string_view> words;
    for (; form == Ply::Form::kAscii && words.empty();
         rest.remove_prefix(std::min(rest.find_first_of(kLineEnds), rest.size() - 1) + 1))
      words = wordsOf(rest.substr(0, rest.find_first_of(kLineEnds)));
    std::size_t word = 0;
    bool is_read = true;
    const auto next = [&](std::size_t size, bool has_sign) {
      std::int64_t value = 0;
      if (form == Ply::Form::kAscii) {
        const std::string_view said = word < words.size() ? words[word] : "";
        ++word;
        is_read = std::from_chars(said.data(), said.data() + said.size(), value).ec == std::errc() && is_read;
        return value;
      }
      const std::uint64_t whole = wholeAt(rest, 0, size, form), sign = std::uint64_t{1} << (8 * size - 1);
      rest.remove_prefix(size);
      return static_cast<std::int64_t>(has_sign && (whole & sign) != 0 ? whole - 2 * sign : whole);
    };
    for (const PlyProperty& property : element.properties) {
      const std::int64_t length = property.count_size == 0 ? 1 : next(property.count_size, false);
      indices.clear();
      for (std::int64_t k = 0; k < length && is_read; ++k) indices.push_back(next(property.size, property.has_sign));
      const bool is_wanted = property.name == "vertex_indices" || property.name == "vertex_index";
      if (is_wanted && !is_read) return false;
      if (is_wanted) visit(indices);
      is_read = true;
    }
  }
  return true;
}

/// Makes faces of strips of triangles, of which assimp reads the first alone; −1 ends a strip. False where an index
/// is no number.
bool unrollStrips(Ply& ply, std::string& faces) {
  std::uint64_t count = 0;
  const auto addNumber = [&](std::int64_t number) {
    if (ply.form == Ply::Form::kAscii) {
      faces += std::to_string(number) + ' ';
      return;
    }
    for (unsigned i = 0; i < 4; ++i)
      faces += static_cast<char>(number >> 8 * (ply.form == Ply::Form::kBig ? 3 - i : i) & 255);
  };
  const auto addFace = [&](std::span<const std::int64_t> corners) {
    addNumber(static_cast<std::int64_t>(corners.size()));
    for (const std::int64_t corner : corners) addNumber(corner);
    if (ply.form == Ply::Form::kAscii) faces += '\n';
    ++count;
  };
  const auto addStrip = [&](std::span<const std::int64_t> indices) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const auto index = static_cast<std::int32_t>(indices[i]);
      if (index == -1) first = i + 1;
      if (index == -1 || i < first + 2) continue;
      std::array corners = {indices[i - 2], indices[i - 1], indices[i]};
      if ((i - first) % 2 == 1) std::swap(corners[0], corners[1]);
      const bool is_flat = corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2];
      if (!is_flat) addFace(corners);  // a flat one joins two strips
    }
  };
  for (const PlyElement& element : ply.elements) {
    if (element.name == "face" && !forEachIndexList(element, ply.form, addFace)) return false;
    if (element.name == kStrips && !forEachIndexList(element, ply.form, addStrip)) return false;
  }
  std::erase_if(ply.elements,
                [](const PlyElement& element) { return element.name == "face" || element.name == kStrips; });
  PlyElement& face = ply.elements.emplace_back();
  face.name = "face";
  face.header = "element face " + std::to_string(count) + "\nproperty list int int vertex_indices\n";
  face.data = faces;
  return true;
}

Prepared preparePly(std::string_view text, const std::string& where) {
  auto header = readPlyHeader(text, where);
  SEPAX_TRY(header);
  if (!*header) return std::nullopt;
  Ply& ply = **header;
  std::string_view rest = ply.body;
  for (PlyElement& element : ply.elements) {
    if (element.properties.empty() && element.count > 0) {  // no byte of the file bounds how many there are
      return fail(
          ErrorCode::kSyntax, where,
          trf("the PLY header says {} of \"{}\" without a property", element.count, printableLine(element.name)));
    }
    const auto extent = extentOf(element, ply.form, rest);
    if (!extent) {
      return fail(ErrorCode::kDamaged, where,
                  trf("the PLY header says {} of \"{}\", and the file ends before them", element.count,
                      printableLine(element.name)));
    }
    element.data = rest.substr(0, *extent);
    rest.remove_prefix(*extent);
  }
  std::string faces;
  const bool has_strips = std::ranges::find(ply.elements, kStrips, &PlyElement::name) != ply.elements.end();
  if (has_strips && !unrollStrips(ply, faces))
    return fail(ErrorCode::kSyntax, where, tr("a triangle strip of the PLY names a vertex that is no number"));
  const auto isVertex = [](const PlyElement& element) { return element.name == "vertex"; };
  const auto vertex = std::ranges::find_if(ply.elements, isVertex);
  const auto face = std::ranges::find(ply.elements, "face", &PlyElement::name);
  if (vertex == ply.elements.end()) return fail(ErrorCode::kSyntax, where, tr("the PLY header names no vertices"));
  if (face > vertex && !has_strips) return std::nullopt;
  std::stable_partition(ply.elements.begin(), ply.elements.end(), isVertex);
  std::string out = "ply\n" + ply.format_line + "\n";
  for (const PlyElement& element : ply.elements) out += element.header;
  out += "end_header\n";
  for (const PlyElement& element : ply.elements) {
    out += element.data;
    if (ply.form == Ply::Form::kAscii && !element.data.ends_with('\n')) out += '\n';
  }
  return bytesOf(out);
}

// ------------------------------------------------------------------------------------------------------------------------
// STL, OBJ, OFF

/// Assimp knows its words in small letters alone, wants "solid" at the very start, and searches the name behind it for
/// words.
Prepared prepareStlText(std::string_view text) {
  const std::string small = lowered(withoutMark(text));
  std::string out;
  out.reserve(small.size() + 1);
  forEachLine(small, [&](std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(kLineBlanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kLineBlanks));
    const bool is_name = (word == "solid" || word == "endsolid") && line.find("vertex") == std::string_view::npos;
    if (!line.empty()) out.append(is_name ? word : line) += '\n';
  });
  return out == text ? Prepared(std::nullopt) : bytesOf(out);
}

Prepared prepareStl(std::string_view text, const std::string& where) {
  constexpr std::size_t kHead = 84, kTriangle = 50;
  const std::string head = lowered(withoutMark(text).substr(0, 1024));
  const std::size_t start = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  const bool isSaidText = std::string_view(head).substr(start).starts_with("solid");
  if (text.size() < kHead) {
    return isSaidText
               ? prepareStlText(text)
               : fail(ErrorCode::kSyntax, where, trf("has {} bytes, a binary STL has at least {}", text.size(), kHead));
  }
  const std::uint64_t count = u32At(std::as_bytes(std::span(text)), kHead - 4),
                      fits = (text.size() - kHead) / kTriangle;
  const bool isText = isSaidText && head.find('\0') == std::string::npos &&
                      (head.find("facet") != std::string::npos || lowered(text).find("endsolid") != std::string::npos);
  if (isText && (count != fits || text.size() != kHead + kTriangle * fits)) return prepareStlText(text);
  if (count > fits)
    return fail(ErrorCode::kDamaged, where, trf("says {} triangles, the file ends behind {}", count, fits));
  if (text.size() == kHead + kTriangle * count) return std::nullopt;
  return bytesOf(text.substr(0, kHead + kTriangle * count));
}

/// Assimp counts only numbers that begin with a digit or a sign, and knows no lines with blanks in front or a comment
/// behind their numbers.
Prepared prepareObj(std::string_view text) {
  constexpr std::string_view kWithNumbers = "vflp", kInFront = "\xEF\xBB\xBF \t";  // a byte order mark
  std::string out;
  out.reserve(text.size() + 1);
  const std::string_view said = text.substr(std::min(text.find_first_not_of(kInFront), text.size()));
  forEachLine(said, [&](std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(kLineBlanks), line.size()));
    const bool has_numbers = !line.empty() && kWithNumbers.find(line[0]) != std::string_view::npos;
    if (has_numbers) line = line.substr(0, line.find('#'));
    std::size_t copied = 0;
    for (std::size_t at = has_numbers && line[0] == 'v' ? line.find('.') : line.npos; at != line.npos;
         at = line.find('.', at + 1)) {
      const bool begins = at > 0 && kLineBlanks.find(line[at - 1]) != std::string_view::npos;
      const bool isNumber = begins && at + 1 < line.size() && line[at + 1] >= '0' && line[at + 1] <= '9';
      if (!isNumber) continue;
      out.append(line.substr(copied, at - copied)) += '0';
      copied = at;
    }
    out.append(line.substr(copied)) += '\n';
  });
  if (!said.ends_with('\n') && !out.empty()) out.pop_back();
  return out == text ? Prepared(std::nullopt) : bytesOf(out);
}

/// Assimp takes a comma with a digit behind it for a decimal point.
Prepared prepareX(std::string_view text) {
  constexpr std::string_view kMark = "xof ", kText = "txt";
  constexpr std::size_t kForm = 8;
  if (!text.starts_with(kMark) || !text.substr(std::min(kForm, text.size())).starts_with(kText)) return std::nullopt;
  std::string out;
  out.reserve(text.size() + text.size() / 4);
  bool is_quoted = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9' && !is_quoted && out.ends_with(',')) out += ' ';
    if (c == '"') is_quoted = !is_quoted;
    out += c;
  }
  return bytesOf(out);
}

/// Assimp takes comments behind the counts for vertices and faces.
Prepared prepareOff(std::string_view text) {
  const bool is_binary = text.substr(0, text.find('\n')).find("BINARY") != std::string_view::npos;
  if (is_binary || text.find('#') == std::string_view::npos) return std::nullopt;
  std::string out;
  forEachLine(text, [&](std::string_view line) {
    const std::string_view said = line.substr(0, line.find('#'));
    if (!wordsOf(said).empty()) out.append(said) += '\n';
  });
  return bytesOf(out);
}

// ------------------------------------------------------------------------------------------------------------------------------
// units, of XML files

/// Calls back with each tag of that name: the text behind the name, up to the end of the tag; until it returns true.
template <class Visit>
void findTag(std::string_view xml, std::string_view name, Visit&& visit) {
  constexpr std::string_view kEndings = " \t\r\n/>";
  constexpr std::pair<std::string_view, std::string_view> kNoTags[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}};
  for (std::size_t at = xml.find('<'); at != std::string_view::npos; at = xml.find('<', at + 1)) {
    const std::string_view rest = xml.substr(at);
    const auto begins = [&](const auto& no_tag) { return rest.starts_with(no_tag.first); };
    if (const auto* const no_tag = std::ranges::find_if(kNoTags, begins); no_tag != std::end(kNoTags)) {
      at = xml.find(no_tag->second, at);
      if (at == std::string_view::npos) return;
    } else if (rest.substr(1).starts_with(name)) {
      const std::string_view tag = rest.substr(1 + name.size(), rest.find('>') - 1 - name.size());
      const bool is_whole_name =
          rest.size() > 1 + name.size() && kEndings.find(rest[1 + name.size()]) != std::string_view::npos;
      if (is_whole_name && visit(tag)) return;
    }
  }
}

/// The value of an attribute of a tag; empty where the tag has none.
std::string_view attributeOf(std::string_view tag, std::string_view name) {
  constexpr std::string_view kBlanks = " \t\r\n";
  while (true) {
    const std::size_t equals = tag.find('='), open = tag.find_first_of("\"'", std::min(equals, tag.size()));
    if (open == std::string_view::npos) return {};
    const std::size_t close = tag.find(tag[open], open + 1);
    if (close == std::string_view::npos) return {};
    std::string_view key = tag.substr(0, equals);
    key.remove_prefix(std::min(key.find_first_not_of(kBlanks), key.size()));
    if (key.substr(0, key.find_first_of(kBlanks)) == name) return tag.substr(open + 1, close - open - 1);
    tag.remove_prefix(close + 1);
  }
}

constexpr std::size_t kUnitWithin = 64 << 10;  ///< bytes of the file: its head, that says so

std::string headOf(const Tree& tree, const std::string& path) {
  const auto index = findEntry(tree, path);
  const auto head = index ? headOf(tree, *index, kUnitWithin) : Result<std::vector<std::byte>>();
  return head ? std::string(textOf(*head)) : "";
}

/// The path of a 3MF's model: what its relationships call so.
std::string modelPathIn(const Tree& tree) {
  std::string path;
  findTag(headOf(tree, "_rels/.rels"), "Relationship", [&](std::string_view tag) {
    if (attributeOf(tag, "Type").ends_with("/3dmodel")) path = attributeOf(tag, "Target");
    return !path.empty();
  });
  return path.substr(path.starts_with('/') ? 1 : 0);
}

/// Assimp passes over parts in other models of the file, or finds none.
Prepared prepare3mf(std::span<const std::byte> bytes, const std::string& where) {
  const auto tree = openTree(memorySource({bytes.begin(), bytes.end()}), where);
  SEPAX_TRY(tree);
  const std::string path = modelPathIn(**tree);
  const auto model = readEntry(**tree, path, kMaxMeshBytes);
  bool is_elsewhere = false;
  for (const std::string_view name : {"component", "item"}) {
    if (!model) break;
    findTag(textOf(*model), name, [&](std::string_view tag) {
      is_elsewhere = tag.find(":path") != std::string_view::npos;
      return is_elsewhere;
    });
  }
  if (!is_elsewhere) return std::nullopt;
  return fail(ErrorCode::kUnsupported, where,
              trf("{} names parts in other models of the file (p:path), which are not read here", printableLine(path)));
}

Result<double> unitOf3mf(std::span<const std::byte> bytes, const std::string& where) {
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {"millimeter", 0.001}, {"micron", 1e-6}, {"centimeter", 0.01}, {"inch", 0.0254}, {"foot", 0.3048}, {"meter", 1}};
  const auto tree = openTree(memorySource({bytes.begin(), bytes.end()}), where);
  SEPAX_TRY(tree);
  const std::string path = modelPathIn(**tree);
  std::string unit(kUnits[0].first);
  findTag(headOf(**tree, path), "model", [&](std::string_view tag) {
    if (const std::string_view said = attributeOf(tag, "unit"); !said.empty()) unit = said;
    return true;
  });
  const auto found = std::ranges::find(kUnits, unit, &std::pair<std::string_view, double>::first);
  if (found != std::end(kUnits)) return found->second;
  return fail(ErrorCode::kWrongValue, where,
              trf("{} has the unit \"{}\", expected micron, millimeter, centimeter, inch, foot or meter",
                  printableLine(path), printableLine(unit)));
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

Result<double> unitOfCollada(std::string_view text, const std::string& where) {
  double metres = 1;
  std::string_view said;
  findTag(text.substr(0, kUnitWithin), "unit", [&](std::string_view tag) {
    said = trimmed(attributeOf(tag, "meter"));
    const std::string_view number = said.substr(said.starts_with('+') ? 1 : 0);
    metres = parseDouble(number).value_or(metres);
    return true;
  });
  if (std::isfinite(metres) && metres > 0) return metres;
  return fail(ErrorCode::kWrongValue, where,
              trf("has a unit of \"{}\" metres, expected a number above 0", printableLine(said)));
}

/// Assimp takes an axis with blanks around it for none, and so it does with a unit.
Prepared prepareCollada(std::string_view text, const std::string& where) {
  const std::string_view head = text.substr(0, kUnitWithin);
  std::vector<std::string_view> said;  // parts of the text, in order
  findTag(head, "up_axis", [&](std::string_view tag) {
    const auto end = static_cast<std::size_t>(tag.data() + tag.size() - head.data());
    const std::string_view rest = head.substr(std::min(end + 1, head.size()));
    said.push_back(rest.substr(0, rest.find('<')));
    return true;
  });
  bool is_skewed = false;
  findTag(text, "skew", [&](std::string_view) { return is_skewed = true; });
  if (is_skewed) return fail(ErrorCode::kUnsupported, where, tr("has a node with a <skew>, which is not read here"));
  findTag(head, "unit", [&](std::string_view tag) {
    said.push_back(attributeOf(tag, "meter"));
    return true;
  });
  std::erase_if(said, [](std::string_view part) { return trimmed(part).size() == part.size(); });
  if (said.empty()) return std::nullopt;
  std::ranges::sort(said, {}, [](std::string_view part) { return part.data(); });
  std::string out;
  const char* at = text.data();
  for (const std::string_view part : said) {
    out.append(at, part.data()).append(trimmed(part));
    at = part.data() + part.size();
  }
  return bytesOf(out.append(at, text.data() + text.size()));
}

}  // namespace

Result<double> metresPerUnit(std::span<const std::byte> bytes, const std::string& name) {
  if (hasExtension(name, {".3mf"})) return unitOf3mf(bytes, toValidUtf8(name));
  return hasExtension(name, {".dae"}) ? unitOfCollada(textOf(bytes), toValidUtf8(name)) : 1;
}

double farthestMoveOfCollada(std::span<const std::byte> bytes) {
  const std::string_view xml = textOf(bytes);
  double farthest = 0, of_node = 0;
  int moves = 0;
  for (std::size_t at = xml.find('<'); at != std::string_view::npos; at = xml.find('<', at + 1)) {
    const std::string_view rest = xml.substr(at + 1), name = rest.substr(0, rest.find_first_of(" \t\r\n/>", 1));
    if (name == "node" || name == "/node") {
      if (moves > 1) farthest = std::max(farthest, of_node);
      of_node = moves = 0;
    }
    const bool is_matrix = name == "matrix";
    if (!is_matrix && name != "translate") continue;
    const std::size_t start = std::min(rest.find('>'), rest.size() - 1) + 1;
    const auto numbers = wordsOf(rest.substr(start, std::min(rest.find('<'), rest.size()) - start));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!is_matrix || i % 4 == 3) of_node = std::max(of_node, std::abs(parseDouble(numbers[i]).value_or(0)));
    }
    ++moves;
  }
  return farthest;
}

Prepared preparedMeshFile(std::span<const std::byte> bytes, const std::string& name) {
  const std::string where = toValidUtf8(name);
  if (hasExtension(name, {".ply"})) return preparePly(textOf(bytes), where);
  if (hasExtension(name, {".stl"})) return prepareStl(textOf(bytes), where);
  if (hasExtension(name, {".obj"})) return prepareObj(textOf(bytes));
  if (hasExtension(name, {".dae"})) return prepareCollada(textOf(bytes), where);
  if (hasExtension(name, {".3mf"})) return prepare3mf(bytes, where);
  if (hasExtension(name, {".x"})) return prepareX(textOf(bytes));
  if (hasExtension(name, {".off"})) return prepareOff(textOf(bytes));
  return std::nullopt;
}

std::vector<std::string> materialFiles(std::span<const std::byte> bytes) {
  constexpr std::string_view kWord = "mtllib ";
  constexpr std::size_t kMaxFiles = 16;
  const std::string_view text = textOf(bytes);
  std::vector<std::string> out;
  for (std::size_t at = text.find(kWord); at != std::string_view::npos && out.size() < kMaxFiles;
       at = text.find(kWord, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    std::string_view name =
        text.substr(at + kWord.size(), std::min(text.find('\n', at), text.size()) - at - kWord.size());
    const std::size_t first = name.find_first_not_of(" \t"), last = name.find_last_not_of(" \t\r");
    if (first == std::string_view::npos) continue;
    name = name.substr(first, last - first + 1);
    if (std::ranges::find(out, name) == out.end()) out.emplace_back(name);
  }
  return out;
}

std::string percentDecoded(const std::string& uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    const char* digits = uri.data() + i + 1;
    const bool isCoded =
        uri[i] == '%' && i + 2 < uri.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    out += isCoded ? static_cast<char>(value) : uri[i];
    if (isCoded) i += 2;
  }
  return out;
}

namespace {

/// The place is compared after links are followed.
Result<std::vector<std::byte>> readBelow(const std::filesystem::path& folder, const std::string& relative) {
  namespace fs = std::filesystem;
  const auto inside = resolveInside({}, relative);
  SEPAX_TRY(inside);
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  const fs::path file = error ? fs::path() : fs::canonical(root / *inside, error);
  if (error) return fail(ErrorCode::kNotFound, relative, tr("expected a file beside it, found none"));
  const auto [root_end, file_at] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  if (root_end != root.end()) {
    return fail(ErrorCode::kUnsafe, relative, tr("expected a file in its folder, found a link that leaves it"));
  }
  const auto text = readFile(file.string(), kMaxMeshBytes);
  SEPAX_TRY(text);
  const auto bytes = std::as_bytes(std::span(*text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

/// The folder of "a/b.obj" is "a"; of "b.obj", nothing.
std::string folderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, std::max<std::size_t>(slash, 1));
}

}  // namespace

FilesBeside filesBelow(const std::string& folder) {
  return [folder](const std::string& relative) { return readBelow(folder.empty() ? "." : folder, relative); };
}

FilesBeside filesBelow(const Tree& tree, const std::string& folder) {
  return [&tree, folder](const std::string& relative) {
    return resolveInside(folder, relative).and_then([&](const std::string& inside) {
      return readEntry(tree, inside, kMaxMeshBytes);
    });
  };
}

FilesBeside filesBeside(const std::string& file) { return filesBelow(folderOf(file)); }

FilesBeside filesBeside(const Tree& tree, const std::string& path) { return filesBelow(tree, folderOf(path)); }

}  // namespace sepax
