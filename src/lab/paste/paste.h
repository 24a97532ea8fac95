#pragma once

#include "document/document.h"
#include "lab/paste/by_hand.h"
#include "lab/paste/found.h"

#include <string>
#include <string_view>
#include <vector>

// From a posted text to a case: code of any engine, an engine's exception, a debugger's dump, MJCF, URDF,
// WKT, lists of points.

namespace sepax {

/// Beyond this a text is refused: no post is that long.
inline constexpr std::size_t kMaxPasteBytes = 4u << 20;
inline constexpr std::size_t kMaxPasteMarks = 100'000;

/// One answer that the text leaves open, and what the verdict is with it and with the other.
struct PasteQuestion {
  std::string key, taken;
  std::vector<std::string> others;
};

/// The question of this key (paste/found.h) with the answer that was taken.
[[nodiscard]] PasteQuestion questionOf(const std::string& key, const std::string& taken);

/// A number of the text that was read, and what became of it.
struct PasteMark {
  static constexpr int kUnused = -1, kUsed = -2;  ///< part of nothing; of something that is no body's
  std::size_t offset = 0, length = 0;             ///< in Pasted::text
  int body = kUnused;                             ///< its index in the document
  const char* role = "";                          ///< in its body: "position"
};

/// Numbers of the text that stand together, and how a rule of --take names them.
struct PasteGroup {
  std::string reference;  ///< "@3.1": the first group of line 3
  std::vector<double> numbers;
  std::vector<std::size_t> offsets = {};  ///< where each stands in Pasted::text
  std::vector<std::string> words;         ///< in front of it, the nearest first
  int body = PasteMark::kUnused;          ///< as a mark has it
  std::string role;
  bool is_answer = false;  ///< words say that it is never part of a body
  /// The calls whose arguments it has, and those whose arguments the bracket around it has; empty: none.
  std::string call = {}, caller = {};
  std::size_t bracket = 0, around = 0;  ///< each call's bracket
};

struct Pasted {
  Document document;               ///< its notes keep what was assumed and the text, long ones the beginning
  std::string text;                ///< as it was read: UTF-8, without what the web and terminals put between words
  std::vector<PasteMark> marks;    ///< every number of it in order, up to kMaxPasteMarks
  std::string reader;              ///< which one understood it: "code", "prose", …
  std::vector<std::string> taken;  ///< one line for each body, with the line that it came from
  std::vector<std::string> assumptions;  ///< what was assumed, why, and how to have it the other way
  std::vector<std::string> remarks;      ///< conventions of the API, and what is odd
  std::vector<std::string> missing;      ///< what would be needed and is not in the text
  std::vector<std::string> unused;       ///< numbers that became part of nothing, with their lines
  std::vector<std::string> doubts;  ///< why the pair may be another one: groups of numbers left over, roles that fight
  std::vector<PasteQuestion> questions;
  bool has_decimal_commas = false;
  double units_a_metre = 1;  ///< by what the text's lengths were divided
  bool was_z_up = false;     ///< points of the text are turned
  bool is_by_hand = false;   ///< all of it: nothing that the reader doubts counts

  [[nodiscard]] bool isPair() const { return document.bodies.size() >= 2; }
  /// A pair, or one body and a ray.
  [[nodiscard]] bool isCase() const { return isPair() || (document.bodies.size() == 1 && !document.queries.empty()); }
  /// A case of which nothing in the text says that it may be another one.
  [[nodiscard]] bool isCertain() const { return isCase() && doubts.empty(); }
};

/// Reads a text. `answers` are the user's to questions() (paste/found.h), `rules` what is taken by hand
/// (paste/by_hand.h). Never a file, never a program. An error only for a text that is too long, and for answers and
/// references that there are not; a text without shapes gives a document without bodies.
[[nodiscard]] Result<Pasted> pasteText(std::string_view text, const paste::Answers& answers = {},
                                       const std::vector<paste::TakeRule>& rules = {});

/// Every group of numbers of the text, in order.
[[nodiscard]] std::vector<PasteGroup> groupsOf(const Pasted& pasted);

/// The reference's report of the pair that was read; the error says why there is none.
[[nodiscard]] Result<PairReport> pastedReport(const Pasted& pasted);
/// Its verdict in words: "separated, separation 0.25", or why there is none.
[[nodiscard]] std::string pastedVerdict(const Result<PairReport>& report);

/// The effect of an open question: the verdict with another answer than the one taken.
struct PasteVerdict {
  std::string key, answer, text;
};
[[nodiscard]] std::vector<PasteVerdict> verdictsByAnswer(std::string_view text, const Pasted& pasted,
                                                         const paste::Answers& answers,
                                                         const std::vector<paste::TakeRule>& rules = {});

/// "extents=full" → the answer; refuses unknown keys and values, naming those there are.
[[nodiscard]] Result<std::pair<std::string, std::string>> parseAnswer(std::string_view text);

}  // namespace sepax
