#include "lab/paste/readers.h"
#include "lab/paste/rotation_reading.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/tokens.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

struct Cell {
  std::string_view text;
  std::size_t offset = 0;  ///< in the whole text
};
using Cells = std::vector<Cell>;

/// The meaning of the numbers below a heading.
struct Column {
  static constexpr int kWhole = -1;  ///< all of a vector, or a number alone
  enum class Kind { kNothing, kName, kShape, kNumber } kind = Kind::kNothing;
  Role role = Role::kNone;
  int component = kWhole;
  bool in_degrees = false;
};

/// Headings of one letter and a component, "hx", and words that end in one, "pos_x", are taken apart; these are the
/// first parts.
struct HeadingPrefix {
  std::string_view word;
  Role role;
};
constexpr HeadingPrefix kPrefixes[] = {
    {"", Role::kPosition},   {"p", Role::kPosition},    {"t", Role::kPosition},     {"c", Role::kPosition},
    {"q", Role::kRotation},  {"h", Role::kHalfExtents}, {"he", Role::kHalfExtents}, {"half", Role::kHalfExtents},
    {"s", Role::kFullSizes}, {"l", Role::kFullSizes},   {"d", Role::kFullSizes},    {"e", Role::kExtents},
    {"r", Role::kEuler},     {"rot", Role::kEuler},     {"rotation", Role::kEuler}, {"euler", Role::kEuler},
    {"angle", Role::kEuler},
};

/// Headings that are whole words and no keys of prose, or other ones there.
struct TableHeading {
  std::string_view word;
  Column column;
};
const TableHeading kHeadings[] = {
    {"name", {Column::Kind::kName}},
    {"id", {Column::Kind::kName}},
    {"body", {Column::Kind::kName}},
    {"object", {Column::Kind::kName}},
    {"type", {Column::Kind::kShape}},
    {"kind", {Column::Kind::kShape}},
    {"shape", {Column::Kind::kShape}},
    {"geometry", {Column::Kind::kShape}},
    {"collider", {Column::Kind::kShape}},
    {"primitive", {Column::Kind::kShape}},
    {"roll", {Column::Kind::kNumber, Role::kEuler, 0}},
    {"pitch", {Column::Kind::kNumber, Role::kEuler, 1}},
    {"yaw", {Column::Kind::kNumber, Role::kEuler, 2}},
    {"r", {Column::Kind::kNumber, Role::kRadius}},
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

Column columnOf(std::string_view heading) {
  constexpr std::size_t kMaxHeading = 40;
  if (heading.size() > kMaxHeading) return {};
  // "x [m]", "yaw (deg)": the unit is no part of the word.
  const std::size_t bracket = heading.find_first_of("([");
  const std::string unit = bracket == std::string_view::npos ? std::string() : lowered(heading.substr(bracket));
  std::string word;
  for (const char c : lowered(heading.substr(0, bracket))) {
    if ((c >= 'a' && c <= 'z') || (c & 0x80) != 0) word += c;
  }
  Column out;
  // "pos_xyz", "quat_wxyz": all of a vector.
  std::string_view components;
  for (const std::string_view all : {"xyzw", "wxyz", "xyz"}) {
    if (components.empty() && std::string_view(word).ends_with(all)) components = all;
  }
  if (!components.empty()) {
    const std::string_view first = std::string_view(word).substr(0, word.size() - components.size());
    out = {Column::Kind::kNumber, first.empty() ? roleOf(word) : roleOf(first)};
    if (out.role == Role::kRotation && components == "xyz") out.role = Role::kEuler;
    if (out.role == Role::kRotation) out.role = components == "wxyz" ? Role::kQuaternionWxyz : Role::kQuaternionXyzw;
    if (out.role == Role::kNone || out.role == Role::kResult) out = {};
  } else if (const auto* const known = std::ranges::find(kHeadings, word, &TableHeading::word);
             known != std::end(kHeadings)) {
    out = known->column;
  } else if (const int component = word.empty() ? -1 : componentOf(word.substr(word.size() - 1));
             component >= 0 && word.back() >= 'w' && word.back() <= 'z' && word != "w") {
    const std::string_view first = std::string_view(word).substr(0, word.size() - 1);
    const auto* const prefix = std::ranges::find(kPrefixes, first, &HeadingPrefix::word);
    const Role role = prefix != std::end(kPrefixes) ? prefix->role : roleOf(first);
    const bool is_vector =
        role != Role::kNone && role != Role::kResult && role != Role::kRadius && role != Role::kLength;
    if (is_vector) out = {Column::Kind::kNumber, role, component};
  }
  if (out.kind == Column::Kind::kNothing && !word.empty()) {
    const Role role = roleOf(heading.substr(0, bracket));
    if (role != Role::kNone && role != Role::kResult && role != Role::kVertices) out = {Column::Kind::kNumber, role};
  }
  // "quaternion (wxyz)"
  if (out.role == Role::kRotation && unit.find("wxyz") != std::string::npos) out.role = Role::kQuaternionWxyz;
  if (out.role == Role::kRotation && unit.find("xyzw") != std::string::npos) out.role = Role::kQuaternionXyzw;
  out.in_degrees =
      unit.find("deg") != std::string::npos || unit.find("\xC2\xB0") != std::string::npos || word.ends_with("deg");
  return out;
}

/// The cells of a line between separators: '|' ';' ',' a tab, 'd' for two blanks or more, ' ' for any.
Cells cellsOf(std::string_view line, std::size_t offset, char separator) {
  Cells cells;
  const auto add = [&](std::size_t begin, std::size_t end) {
    std::string_view text = line.substr(begin, end - begin);
    const std::string_view bare = trimmed(text);
    const auto shift = bare.empty() ? 0 : static_cast<std::size_t>(bare.data() - line.data());
    const bool is_quoted = bare.size() > 1 && bare.front() == '"' && bare.back() == '"';
    cells.push_back({is_quoted ? bare.substr(1, bare.size() - 2) : bare, offset + shift + (is_quoted ? 1 : 0)});
  };
  const bool is_blank = separator == ' ' || separator == 'd';
  const auto widthAt = [&](std::size_t i) -> std::size_t {  // of the separator there; 0: there is none
    if (!is_blank) return line[i] == separator ? 1 : 0;
    const std::size_t width = std::min(line.find_first_not_of(" \t\r", i), line.size()) - i;
    return separator == 'd' && width == 1 && line[i] != '\t' ? 0 : width;
  };
  bool is_in_quotes = false;  // "0, 0, 1" is one cell
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const bool is_end = i == line.size();
    if (!is_end && line[i] == '"') is_in_quotes = !is_in_quotes;
    const std::size_t width = is_end ? 1 : is_in_quotes ? 0 : widthAt(i);
    if (width == 0) continue;
    if (!is_blank || i > begin) add(begin, i);
    begin = i + width;
    i = begin - 1;
  }
  // "| a | b |"
  if (separator == '|' && !cells.empty() && cells.front().text.empty()) cells.erase(cells.begin());
  if (separator == '|' && !cells.empty() && cells.back().text.empty()) cells.pop_back();
  return cells;
}

struct BodyTable {
  char separator = ',';
  std::vector<Column> columns;
  std::string_view unit;  ///< of lengths, as a heading has it
};

bool isSize(Role role) {
  return role == Role::kRadius || role == Role::kDiameter || role == Role::kHalfExtents || role == Role::kFullSizes ||
         role == Role::kExtents || role == Role::kLength || role == Role::kHalfLength || role == Role::kFullLength;
}

/// The table that a line is the heading of. Nullopt: it is none.
std::optional<BodyTable> headingOf(std::string_view line) {
  constexpr std::size_t kMaxColumns = 64, kMaxLine = 2000;
  if (line.size() > kMaxLine) return std::nullopt;
  std::string_view bare = trimmed(line);
  for (const std::string_view comment : {"//", "--", "#", "%"}) {
    if (bare.starts_with(comment)) bare = trimmed(bare.substr(comment.size()));
  }
  if (lowered(bare).find("verdict") != std::string::npos) return std::nullopt;  // of answers
  for (const char separator : {'|', '\t', ';', ',', 'd', ' '}) {
    const Cells cells = cellsOf(bare, 0, separator);
    if (cells.size() < 3 || cells.size() > kMaxColumns) continue;
    BodyTable table{separator, {}, {}};
    std::size_t known = 0, numbers = 0;
    bool has_place = false, has_shape = false;
    for (const Cell& cell : cells) {
      const Column column = columnOf(cell.text);
      known += column.kind != Column::Kind::kNothing ? 1 : 0;
      numbers += column.kind == Column::Kind::kNumber ? 1 : 0;
      has_place = has_place || column.role == Role::kPosition || column.role == Role::kTransform;
      has_shape = has_shape || column.kind == Column::Kind::kShape || isSize(column.role);
      for (const std::string_view unit : {"mm", "cm"}) {
        if (cell.text.find("(" + std::string(unit) + ")") != std::string_view::npos ||
            cell.text.find("[" + std::string(unit) + "]") != std::string_view::npos)
          table.unit = unit;
      }
      table.columns.push_back(column);
    }
    // "w" and "h" are a rectangle's; "h" alone may be a cylinder's height.
    const auto columnNamed = [&](std::initializer_list<std::string_view> words) {
      const auto cell = std::ranges::find_if(cells, [&](const Cell& c) {
        const std::string word = lowered(c.text.substr(0, c.text.find_first_of(" ([")));
        return std::ranges::find(words, word) != words.end();
      });
      return static_cast<std::size_t>(cell - cells.begin());
    };
    const std::size_t width = columnNamed({"w", "width"}), height = columnNamed({"h", "height"});
    if (width < cells.size() && height < cells.size() && bare.find_first_of("=#") == std::string_view::npos) {
      known += table.columns[width].kind == Column::Kind::kNothing ? 1 : 0;
      known += table.columns[height].kind == Column::Kind::kNothing ? 1 : 0;
      table.columns[width] = {Column::Kind::kNumber, Role::kFullSizes, 0};
      table.columns[height] = {Column::Kind::kNumber, Role::kFullSizes, 1};
      has_shape = true;
    }
    if (!has_place || !has_shape || numbers < 2 || 2 * known <= cells.size()) continue;
    return table;
  }
  return std::nullopt;
}

/// "|---|:--:|", "+----+", "=====": between headings and rows.
bool isRule(std::string_view line) {
  const std::string_view bare = trimmed(line);
  return !bare.empty() && bare.find_first_not_of("-|+=: \t") == std::string_view::npos &&
         bare.find_first_of("-=") != std::string_view::npos;
}

Numbers numbersOf(const Cell& cell) {
  Numbers out;
  for (const PlacedNumber& n : numbersIn(cell.text, cell.offset)) out.push_back({n.value, n.offset});
  return out;
}

class TableRows {
 public:
  TableRows(std::string_view text, Findings* findings) : text_(text), findings_(findings) {}

  /// How many rows are bodies; with findings, they are added to them.
  std::size_t read() {
    std::size_t rows = 0;
    std::optional<BodyTable> table;
    forEachLine(text_, [&](std::string_view line, std::size_t begin, int line_number) {
      const bool is_enough = findings_ == nullptr && rows > 0;
      if (is_enough || isRule(line)) return;
      if (table && addRow(*table, line, begin, line_number))
        ++rows;
      else
        table = headingOf(line);
    });
    return rows;
  }

 private:
  /// The numbers of a row by what they are.
  struct Row {
    std::map<Role, Numbers> numbers;
    std::set<Role> named;  ///< whose components have their own columns
    std::string name, type;
    bool is_planar = false, in_degrees = false;

    [[nodiscard]] bool hasPlace() const {
      return numbers.contains(Role::kPosition) || numbers.contains(Role::kTransform);
    }
  };

  static Row rowOf(const BodyTable& table, const Cells& cells) {
    Row row;
    std::map<Role, std::array<std::optional<Number>, 4>> parts;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Column& column = table.columns[i];
      if (column.kind == Column::Kind::kName) row.name = cells[i].text;
      if (column.kind == Column::Kind::kShape) row.type = shapeWord(cells[i].text, row.is_planar);
      if (column.kind != Column::Kind::kNumber) continue;
      Numbers numbers = numbersOf(cells[i]);
      if (numbers.empty()) continue;
      row.in_degrees =
          row.in_degrees || (column.in_degrees && (column.role == Role::kEuler || column.role == Role::kAngle));
      if (column.component == Column::kWhole) {
        row.numbers[column.role] = std::move(numbers);
      } else {
        parts[column.role][static_cast<std::size_t>(column.component)] = numbers[0];
      }
    }
    for (const auto& [role, components] : parts) {
      Numbers& numbers = row.numbers[role];
      numbers.clear();
      for (const auto& component : components) {
        if (component) numbers.push_back(*component);
      }
      row.named.insert(role);
    }
    return row;
  }

  /// False: the line is no row of the table.
  bool addRow(const BodyTable& table, std::string_view line, std::size_t offset, int line_number) {
    constexpr std::size_t kMaxLine = 4000;
    if (line.size() > kMaxLine) return false;
    Cells cells = cellsOf(line, offset, table.separator);
    const bool is_blank = table.separator == ' ' || table.separator == 'd';
    if (is_blank && cells.size() == table.columns.size() + 1) cells.erase(cells.begin());  // pandas' index
    if (cells.size() < 3 || cells.size() > table.columns.size()) return false;
    const Row row = rowOf(table, cells);
    if (!row.hasPlace()) return false;
    if (findings_ == nullptr) return true;
    auto shape = shapeOf(row, line_number);
    if (!shape) return true;  // of something else
    if (!table.unit.empty()) static_cast<void>(findings_->assume("unit", table.unit, tr("as a heading says")));
    shape->line = line_number;
    FoundBody body;
    body.name = row.name;
    body.shape = std::move(shape);
    for (const auto& [role, n] : row.numbers)
      takePose(role, n, *findings_, body.pose,
               {.quaternion = row.named.contains(role) ? "xyzw" : "", .in_degrees = row.in_degrees});
    body.pose.line = line_number;
    findings_->bodies.push_back(std::move(body));
    return true;
  }

  std::optional<FoundShape> shapeOf(const Row& row, int line) {
    std::vector<std::pair<Role, Numbers>> sizes;
    for (const auto& [role, numbers] : row.numbers) {
      if (!isSize(role)) continue;
      // A column that the row's shape has no use for holds zeros.
      const bool is_blank = std::ranges::all_of(numbers, [](const Number& n) { return n.value == 0; });
      if (is_blank) findings_->use(numbers);
      if (!is_blank) sizes.emplace_back(role, numbers);
    }
    // "hx", "hy" and "dx": the last one says something else.
    const auto isOfBox = [](const auto& size) {
      return size.first == Role::kHalfExtents || size.first == Role::kFullSizes || size.first == Role::kExtents;
    };
    if (std::ranges::count_if(sizes, isOfBox) > 1)
      findings_->doubt(trf("line {}: a number of a shape has a name that is not understood", line));
    auto shape = shapeOfSizes(row.type, sizes, nullptr, *findings_);
    if (shape) shape->is_planar = shape->is_planar || row.is_planar;
    return shape;
  }

  std::string_view text_;
  Findings* findings_;
};

}  // namespace

bool holdsBodyTable(std::string_view text) { return TableRows(text, nullptr).read() > 0; }

void readBodyTables(const Source& source, Findings& findings) { TableRows(source.text, &findings).read(); }

}  // namespace sepax::paste
