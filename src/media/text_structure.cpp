#include "media/text_structure.h"

#include "core/text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kMaxIndent = 40;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool isWordChar(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isNumberChar(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }
bool isContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Collects tokens, joining neighbours of one kind.
struct Tokens {
  std::vector<TextToken>& list;
  void add(std::size_t begin, std::size_t end, TokenKind kind) {
    if (begin == end) return;
    if (!list.empty() && list.back().kind == kind && list.back().end == begin) {
      list.back().end = end;
    } else {
      list.push_back({begin, end, kind});
    }
  }
};

// -------------------------------------------------------------------------------------------------------------------
// JSON

enum JsonState : LexState { kJsonPlain, kJsonString, kJsonStringEscape, kJsonComment };

/// Where a string ends that goes on at `at`: behind its quote, or at the row's end with the state to go on in.
std::pair<std::size_t, JsonState> endOfString(std::string_view row, std::size_t at, bool is_escaped) {
  for (; at < row.size(); ++at) {
    if (is_escaped) {
      is_escaped = false;
    } else if (row[at] == '\\') {
      is_escaped = true;
    } else if (row[at] == '"') {
      return {at + 1, kJsonPlain};
    }
  }
  return {at, is_escaped ? kJsonStringEscape : kJsonString};
}

/// A string in front of a colon is a key.
TokenKind stringKind(std::string_view row, std::size_t behind) {
  while (behind < row.size() && isSpace(row[behind])) ++behind;
  return behind < row.size() && row[behind] == ':' ? TokenKind::kKey : TokenKind::kString;
}

LexState lexJson(LexState state, std::string_view row, Tokens tokens, std::vector<StructureMark>* marks) {
  std::size_t at = 0;
  if (state == kJsonString || state == kJsonStringEscape) {
    const auto [end, next] = endOfString(row, 0, state == kJsonStringEscape);
    tokens.add(0, end, TokenKind::kString);
    at = end;
    state = next;
  }
  while (at < row.size()) {
    const char c = row[at];
    std::size_t end = at + 1;
    TokenKind kind = TokenKind::kPlain;
    if (state == kJsonComment || row.substr(at).starts_with("/*")) {
      const std::size_t close = row.find("*/", state == kJsonComment ? at : at + 2);
      end = close == std::string_view::npos ? row.size() : close + 2;
      state = close == std::string_view::npos ? kJsonComment : kJsonPlain;
      kind = TokenKind::kComment;
    } else if (row.substr(at).starts_with("//")) {
      end = row.size();
      kind = TokenKind::kComment;
    } else if (c == '"') {
      const auto [behind, next] = endOfString(row, at + 1, false);
      end = behind;
      state = next;
      kind = state == kJsonPlain ? stringKind(row, end) : TokenKind::kString;
    } else if (c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':') {
      kind = TokenKind::kMark;
      if (marks != nullptr && c != ':') marks->push_back({at, c, true});
    } else if (isNumberChar(c) && c != 'e' && c != 'E') {
      while (end < row.size() && isNumberChar(row[end])) ++end;
      kind = TokenKind::kNumber;
    } else if (isWordChar(c)) {
      while (end < row.size() && isWordChar(row[end])) ++end;
      kind = TokenKind::kWord;
    }
    tokens.add(at, end, kind);
    at = end;
  }
  return state;
}

// --------------------------------------------------------------------------------------------------------------------
// XML

enum XmlState : LexState {
  kXmlText,
  kXmlOpenTag,
  kXmlCloseTag,
  kXmlDeclaration,
  kXmlSingle,
  kXmlDouble,
  kXmlComment,
  kXmlCdata
};

/// A part that ends at a word: a comment, a CDATA section, or a value in quotes.
struct XmlSpan {
  const char* end;
  TokenKind kind;
  XmlState next;
};
const XmlSpan& spanOf(LexState state) {
  static constexpr std::array<XmlSpan, 4> kSpans{{{"'", TokenKind::kString, kXmlOpenTag},
                                                  {"\"", TokenKind::kString, kXmlOpenTag},
                                                  {"-->", TokenKind::kComment, kXmlText},
                                                  {"]]>", TokenKind::kString, kXmlText}}};
  return kSpans[static_cast<std::size_t>(state - kXmlSingle)];
}

LexState lexXml(LexState state, std::string_view row, Tokens tokens, std::vector<StructureMark>* marks) {
  const auto mark = [&](std::size_t at, char c, bool is_end) {
    if (marks != nullptr) marks->push_back({at, c, is_end});
  };
  std::size_t at = 0;
  while (at < row.size()) {
    const std::string_view rest = row.substr(at);
    if (state >= kXmlSingle) {
      const XmlSpan& span = spanOf(state);
      const std::size_t close = rest.find(span.end);
      const std::size_t end =
          close == std::string_view::npos ? row.size() : at + close + std::string_view(span.end).size();
      tokens.add(at, end, span.kind);
      if (close != std::string_view::npos) state = span.next;
      at = end;
    } else if (state == kXmlText) {
      const std::size_t tag = std::min(rest.find('<'), rest.size());
      tokens.add(at, at + tag, TokenKind::kPlain);
      at += tag;
      if (at == row.size()) break;
      const std::string_view from = row.substr(at);
      if (from.starts_with("<!--")) {
        state = kXmlComment;
      } else if (from.starts_with("<![CDATA[")) {
        state = kXmlCdata;
      } else {
        const bool closes = from.starts_with("</"), declares = from.starts_with("<?") || from.starts_with("<!");
        const std::size_t head = closes || declares ? 2 : 1;
        std::size_t name = head;
        while (name < from.size() && !isSpace(from[name]) && from[name] != '>' && from[name] != '/') ++name;
        tokens.add(at, at + head, TokenKind::kMark);
        tokens.add(at + head, at + name, TokenKind::kTag);
        state = closes ? kXmlCloseTag : declares ? kXmlDeclaration : kXmlOpenTag;
        if (!declares) mark(at, closes ? '>' : '<', false);
        at += name;
      }
    } else {  // inside a tag
      const char c = rest.front();
      std::size_t end = at + 1;
      if (c == '>') {
        if (state != kXmlDeclaration) mark(at, state == kXmlCloseTag ? '>' : '<', true);
        tokens.add(at, end, TokenKind::kMark);
        state = kXmlText;
      } else if (rest.starts_with("/>") && state == kXmlOpenTag) {
        mark(at, '/', true);
        end = at + 2;
        tokens.add(at, end, TokenKind::kMark);
        state = kXmlText;
      } else if ((c == '"' || c == '\'') && state == kXmlOpenTag) {
        tokens.add(at, end, TokenKind::kString);
        state = c == '"' ? kXmlDouble : kXmlSingle;
      } else if (isSpace(c) || c == '=') {
        tokens.add(at, end, c == '=' ? TokenKind::kMark : TokenKind::kPlain);
      } else {
        while (end < row.size() && !isSpace(row[end]) &&
               std::string_view("=>/\"'").find(row[end]) == std::string_view::npos)
          ++end;
        tokens.add(at, end, TokenKind::kKey);
      }
      at = end;
    }
  }
  return state;
}

// ----------------------------------------------------------------------------------------------------------------
// structure

/// Follows what is open from row to row.
class PartFolder {
 public:
  PartFolder(TextLanguage language, TextStructure& out) : language_(language), out_(out) {}

  void take(const StructureMark& mark, std::uint32_t row) {
    language_ == TextLanguage::kJson ? takeJson(mark, row) : takeXml(mark, row);
  }
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  /// Inside an object, or right behind an object or array: where a comma ends a line.
  [[nodiscard]] bool breaksAtComma() const {
    return !open_.empty() && (open_.back().mark == '{' || open_.back().has_parts);
  }

 private:
  struct Part {
    char mark = 0;
    std::uint32_t row = 0, items = 0;
    bool has_parts = false;
  };
  void close(std::uint32_t row) {
    const Part part = open_.back();
    open_.pop_back();
    if (row > part.row) out_.folds.push_back({part.row, row, static_cast<std::uint32_t>(open_.size()), part.items});
  }
  void takeJson(const StructureMark& mark, std::uint32_t row) {
    if (mark.mark == '{' || mark.mark == '[') {
      if (!open_.empty()) open_.back().has_parts = true;
      open_.push_back({mark.mark, row, 1, false});
    } else if (!open_.empty() && mark.mark == ',') {
      ++open_.back().items;
    } else if (!open_.empty() && open_.back().mark == (mark.mark == '}' ? '{' : '[')) {
      close(row);
    }
  }
  /// A tag opens where it begins, so that its attributes fold away with it.
  void takeXml(const StructureMark& mark, std::uint32_t row) {
    if (mark.mark == '<' && !mark.is_end) {
      if (!open_.empty()) ++open_.back().items;
      open_.push_back({'<', row, 0, false});
    } else if (!open_.empty() && (mark.mark == '/' || (mark.mark == '>' && mark.is_end))) {
      close(row);
    }
  }

  TextLanguage language_;
  TextStructure& out_;
  std::vector<Part> open_;
};

/// Makes rows of lines, one after the other.
class RowMaker {
 public:
  RowMaker(TextLanguage language, std::string_view text, std::size_t max_rows, TextStructure& structure)
      : language_(language), text_(text), max_rows_(max_rows), structure_(structure), folder_(language, structure) {}

  TextRows make() {
    std::size_t at = 0;
    while (at < text_.size() && !isFull()) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      takeLine(at, end);
      at = end + 1;
      ++line_;
    }
    rows_.cut = isFull() && at < text_.size();
    rows_.end = std::min(at, text_.size());
    return std::move(rows_);
  }

 private:
  [[nodiscard]] bool isFull() const { return rows_.rows.size() >= max_rows_; }

  void takeLine(std::size_t begin, std::size_t end) {
    bool continues = false;
    if (begin == end) return takeRow(begin, end, continues, 0);
    while (begin < end && !isFull()) {
      const bool is_long = end - begin > kMaxRowBytes;
      const std::size_t indent = continues ? std::min(2 * folder_.depth(), kMaxIndent) : 0;
      const std::size_t next = is_long ? breakOf(begin, end) : end;
      takeRow(begin, next, continues, continues && startsWithClose(begin) && indent > 0 ? indent - 2 : indent);
      begin = next;
      continues = true;
    }
  }
  [[nodiscard]] bool startsWithClose(std::size_t at) const {
    return language_ == TextLanguage::kJson ? text_[at] == '}' || text_[at] == ']' : text_.substr(at).starts_with("</");
  }
  /// Where a row that begins at `begin` of a long line ends.
  [[nodiscard]] std::size_t breakOf(std::size_t begin, std::size_t end) {
    const std::string_view room = text_.substr(begin, std::min(end - begin, kMaxRowBytes));
    tokens_.clear();
    marks_.clear();
    lexRow(language_, state_, room, tokens_, &marks_);
    bool is_inside_empty = false, begins_with_close = false;
    for (const StructureMark& mark : marks_) {
      if (language_ == TextLanguage::kXml) {
        const std::size_t behind = mark.at + (mark.mark == '/' ? 2 : 1);
        if (mark.is_end && behind < room.size() && room[behind] == '<') return begin + behind;
        continue;
      }
      const bool opens = mark.mark == '{' || mark.mark == '[', closes = mark.mark == '}' || mark.mark == ']';
      if (closes && mark.at > 0 && !is_inside_empty) return begin + mark.at;
      begins_with_close = begins_with_close || (closes && mark.at == 0);
      is_inside_empty = opens && mark.at + 1 < room.size() && (room[mark.at + 1] == '}' || room[mark.at + 1] == ']');
      if (opens && !is_inside_empty) return begin + mark.at + 1;
      if (mark.mark == ',' && (begins_with_close || folder_.breaksAtComma())) return begin + mark.at + 1;
    }
    std::size_t cut = room.size();
    while (cut > 1 && begin + cut < end && isContinuationByte(text_[begin + cut])) --cut;
    return begin + cut;
  }
  void takeRow(std::size_t begin, std::size_t end, bool continues, std::size_t indent) {
    const auto row = static_cast<std::uint32_t>(rows_.rows.size());
    rows_.rows.push_back({begin, line_, continues, static_cast<std::uint8_t>(indent)});
    structure_.states.push_back(state_);
    tokens_.clear();
    marks_.clear();
    state_ = lexRow(language_, state_, text_.substr(begin, end - begin), tokens_, &marks_);
    for (const StructureMark& mark : marks_) folder_.take(mark, row);
  }

  TextLanguage language_;
  std::string_view text_;
  std::size_t max_rows_;
  TextStructure& structure_;
  PartFolder folder_;
  TextRows rows_;
  std::uint32_t line_ = 1;
  LexState state_ = 0;
  std::vector<TextToken> tokens_;
  std::vector<StructureMark> marks_;
};

}  // namespace

TextLanguage languageOf(std::string_view path, std::string_view head) {
  static constexpr std::array<std::string_view, 3> kJsonEndings{".json", ".gltf", ".jsonc"};
  static constexpr std::array<std::string_view, 12> kXmlEndings{".xml",  ".svg",   ".dae", ".x3d",   ".urdf", ".sdf",
                                                                ".html", ".plist", ".tmx", ".xhtml", ".mjcf", ".world"};
  const std::string name = lowered(path);
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  if (std::ranges::any_of(kJsonEndings, ends)) return TextLanguage::kJson;
  if (std::ranges::any_of(kXmlEndings, ends)) return TextLanguage::kXml;
  while (!head.empty() && isSpace(head.front())) head.remove_prefix(1);
  if (head.starts_with("<?xml") || head.starts_with("<!DOCTYPE")) return TextLanguage::kXml;
  if (!head.starts_with('{')) return TextLanguage::kNone;
  head.remove_prefix(1);
  while (!head.empty() && isSpace(head.front())) head.remove_prefix(1);
  return head.starts_with('"') ? TextLanguage::kJson : TextLanguage::kNone;
}

LexState lexRow(TextLanguage language, LexState state, std::string_view row, std::vector<TextToken>& tokens,
                std::vector<StructureMark>* marks) {
  if (language == TextLanguage::kJson) return lexJson(state, row, {tokens}, marks);
  if (language == TextLanguage::kXml) return lexXml(state, row, {tokens}, marks);
  Tokens{tokens}.add(0, row.size(), TokenKind::kPlain);
  return state;
}

TextRows structuredRows(TextLanguage language, std::string_view text, std::size_t max_rows, TextStructure& structure) {
  structure.language = language;
  TextRows rows = RowMaker(language, text, max_rows, structure).make();
  std::ranges::sort(structure.folds, [](const TextFold& a, const TextFold& b) {
    return std::pair(a.first, b.last) < std::pair(b.first, a.last);
  });
  // A row that ends one part and begins the next ("}, {") stays to be folded by itself.
  for (TextFold& fold : structure.folds) {
    const auto next = std::ranges::lower_bound(structure.folds, fold.last, {}, &TextFold::first);
    if (next != structure.folds.end() && next->first == fold.last) --fold.last;
  }
  std::erase_if(structure.folds, [](const TextFold& fold) { return fold.last <= fold.first; });
  // Several that begin in one row would be one fold to the eye: the outermost stays.
  const auto same = [](const TextFold& a, const TextFold& b) { return a.first == b.first; };
  structure.folds.erase(std::unique(structure.folds.begin(), structure.folds.end(), same), structure.folds.end());
  return rows;
}

std::vector<std::uint32_t> rowsLeft(const TextStructure& structure, std::size_t rows,
                                    const std::vector<std::uint32_t>& closed) {
  std::vector<std::uint32_t> left;
  auto fold = structure.folds.begin();
  for (std::uint32_t row = 0; row < rows; ++row) {
    left.push_back(row);
    if (!std::ranges::binary_search(closed, row)) continue;
    while (fold != structure.folds.end() && fold->first < row) ++fold;
    if (fold != structure.folds.end() && fold->first == row) row = fold->last;
  }
  return left;
}

}  // namespace sepax
