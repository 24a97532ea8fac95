#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sepax {

/// A text as rows to be drawn: each starts at a line's start or, in very long lines, where the one before was broken.
struct TextRows {
  struct Row {
    std::uint64_t start = 0;  ///< byte
    std::uint32_t line = 0;   ///< number from 1
    bool continues = false;   ///< the line began in an earlier row
    std::uint8_t indent = 0;  ///< spaces in front of it that are not in the file
  };
  std::vector<Row> rows;
  std::uint64_t end = 0;  ///< byte behind the last row
  bool cut = false;       ///< there is more text than rows
};

/// Texts that are shown in colours and folded.
enum class TextLanguage : std::uint8_t { kNone, kJson, kXml };

/// By the end of the name, else by how the text begins.
[[nodiscard]] TextLanguage languageOf(std::string_view path, std::string_view head);

enum class TokenKind : std::uint8_t { kPlain, kMark, kKey, kString, kNumber, kWord, kTag, kComment };

/// A part of a row in one colour.
struct TextToken {
  std::size_t begin = 0, end = 0;  ///< bytes of the row
  TokenKind kind = TokenKind::kPlain;
};

/// The state that a lexer carries from row to row; 0 at the text's start.
using LexState = std::uint8_t;

/// A place in a row that opens or closes a part, or divides it: of JSON a bracket or comma; of XML a tag that opened
/// ('<') or closes ('>'), at its first byte.
struct StructureMark {
  std::size_t at = 0;
  char mark = 0;
  bool is_end = false;  ///< of XML: the tag ends here; of JSON: always
};

/// Splits a row; tokens cover it without gaps. Any bytes are fine: what is wrong is plain.
LexState lexRow(TextLanguage language, LexState state, std::string_view row, std::vector<TextToken>& tokens,
                std::vector<StructureMark>* marks = nullptr);

/// A part of a text that can be folded away: its first row stays, all behind it up to the last go.
struct TextFold {
  std::uint32_t first = 0, last = 0;  ///< rows
  std::uint32_t depth = 0;            ///< 0: the outermost
  std::uint32_t items = 0;            ///< members, elements
};

/// The structure that colours and folds a text.
struct TextStructure {
  TextLanguage language = TextLanguage::kNone;
  std::vector<LexState> states;  ///< at the start of each row
  std::vector<TextFold> folds;   ///< by their first row, the outer before the inner
};

/// Rows longer than this in bytes are broken: a row is measured and drawn as a whole.
inline constexpr std::size_t kMaxRowBytes = 400;

/// Breaks a text into rows at its line ends, and long lines where a reader would: behind a member, before an element,
/// set in by depth. At most `max_rows`. Brackets that fit nothing are ignored.
[[nodiscard]] TextRows structuredRows(TextLanguage language, std::string_view text, std::size_t max_rows,
                                      TextStructure& structure);

/// The rows that are left when the folds which begin at these rows (sorted) are closed.
[[nodiscard]] std::vector<std::uint32_t> rowsLeft(const TextStructure& structure, std::size_t rows,
                                                  const std::vector<std::uint32_t>& closed);

}  // namespace sepax
