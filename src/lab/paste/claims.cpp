#include "lab/paste/claims.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/contains.h"
#include "lab/paste/decimal_comma.h"
#include "lab/paste/tokens.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace sepax {

namespace {

using Kind = PasteClaim::Kind;
using paste::Token;

constexpr std::size_t kMaxClaims = 12;
constexpr std::size_t kMaxBetween = 8;  ///< tokens between a word and its value

struct ClaimWord {
  std::string_view plain;  ///< between spaces, as plainKey() has them
  Kind kind;
};
constexpr std::array<ClaimWord, 4> kClaimWords{{
    {paste::kDepthWords, Kind::kDepth},
    {paste::kDistanceWords, Kind::kDistance},
    {" colliding collide collides collided collision iscolliding iscollision incollision intersects intersecting "
     "intersect intersection overlaps overlap overlapping isoverlapping touching ",
     Kind::kVerdict},
    {" contact contacts contactpoint contactpos contactposition pointofcontact ", Kind::kContact},
}};
constexpr std::string_view kBetween =
    " is was are be been should must said says shows showed prints printed return returns returned gives gave reports "
    "reported reports got got here about at of value result point pos position ";
constexpr std::string_view kYes = " true yes ", kNo = " false no ";
constexpr std::string_view kNone = " no not never ";

/// Reads the claims of one text, one token after the other.
class ClaimReader {
 public:
  explicit ClaimReader(const Pasted& pasted) : pasted_(pasted), text_(pasted.text) {
    if (pasted.has_decimal_commas)
      text_ = paste::withDecimalPoints(pasted.text, paste::tokensOf(pasted.text)).value_or(pasted.text);
    tokens_ = paste::tokensOf(text_, paste::Comments::kKept);
  }

  std::vector<PasteClaim> all() {
    for (at_ = 0; at_ < tokens_.size() && claims_.size() < kMaxClaims; ++at_) {
      if (!tokens_[at_].isWord()) continue;
      const std::string plain = paste::plainKey(tokens_[at_].text);
      const auto row =
          std::ranges::find_if(kClaimWords, [&](const ClaimWord& w) { return paste::holdsWord(w.plain, plain); });
      if (row != kClaimWords.end()) readClaim(row->kind);
    }
    return std::move(claims_);
  }

 private:
  [[nodiscard]] bool isPartOfBody(const Token& token) const {
    const auto mark = std::ranges::lower_bound(pasted_.marks, token.offset, {}, &PasteMark::offset);
    return mark != pasted_.marks.end() && mark->offset == token.offset && mark->body != PasteMark::kUnused;
  }

  void add(Kind kind, double value, std::size_t first, std::size_t last) {
    const Token &word = tokens_[at_], &end = tokens_[last];
    const std::size_t begin = tokens_[first].offset;
    PasteClaim claim{kind, std::string(word.text), pasted_.text.substr(begin, end.offset + end.text.size() - begin),
                     word.line};
    claim.value = value;
    claims_.push_back(std::move(claim));
  }

  /// "no overlap", "not colliding"
  [[nodiscard]] bool isDenied() const {
    return at_ > 0 && tokens_[at_ - 1].line == tokens_[at_].line &&
           paste::holdsWord(kNone, lowered(tokens_[at_ - 1].text));
  }

  void readClaim(Kind kind) {
    std::size_t i = at_ + 1;
    const auto isHere = [&] { return i < tokens_.size() && tokens_[i].line == tokens_[at_].line; };
    if (kind != Kind::kContact && isHere() && tokens_[i].is("(")) i = behindBracket(i);  // arguments of a call
    bool negates = false;
    for (std::size_t between = 0; isHere() && between < kMaxBetween; ++between, ++i) {
      const Token& token = tokens_[i];
      const std::string word = lowered(token.text);
      if (token.isNumber()) return takeNumber(kind, i, negates);
      if (kind == Kind::kVerdict && token.isWord() && (paste::holdsWord(kYes, word) || paste::holdsWord(kNo, word)))
        return add(kind, paste::holdsWord(kYes, word) ? 1 : 0, i, i);
      negates = token.is("-");
      if (kind == Kind::kContact && token.is("(")) return takePoint(i);
      if (token.isWord() ? !paste::holdsWord(kBetween, word) : token.kind != Token::Kind::kSign || token.is(".")) break;
      if (kind != Kind::kContact && token.is("(")) i = behindBracket(i) - 1;
    }
    if (kind != Kind::kVerdict || !isDenied()) return;
    add(kind, 0, at_ - 1, at_);
    claims_.back().word.clear();
  }

  /// The place behind a bracket that ends on its line, else that of its next token.
  [[nodiscard]] std::size_t behindBracket(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size() && tokens_[i].line == tokens_[open].line; ++i) {
      depth += tokens_[i].is("(") ? 1 : tokens_[i].is(")") ? -1 : 0;
      if (depth == 0) return i + 1;
    }
    return open + 1;
  }

  /// Half a unit of the last digit, or the rounding of floats. A number without a fraction counts as exact.
  static double precisionOf(std::string_view written, double value) {
    constexpr double kFloat = 1e-6;
    const std::size_t point = written.find('.');
    const std::size_t end = std::min(written.find_first_not_of("0123456789", point + 1), written.size());
    double half = 0;
    if (point != std::string_view::npos) {
      half = 0.5;
      for (std::size_t digit = point + 1; digit < end; ++digit) half /= 10;
      if (end < written.size() && lowered(written[end]) == 'e') half *= std::abs(value) > 0 ? std::abs(value) : 1;
    }
    return std::max(half * (1 + kFloat), kFloat * std::max(1.0, std::abs(value)));
  }

  void takeNumber(Kind kind, std::size_t i, bool negates) {
    const Token& token = tokens_[i];
    if (kind == Kind::kContact || isPartOfBody(token)) return;
    const bool is_whole = token.text == "0" || token.text == "1";
    if (kind == Kind::kVerdict && is_whole) return add(kind, token.number, i, i);
    if (kind == Kind::kVerdict) kind = Kind::kDepth;  // "overlap: 0.05"
    add(kind, (negates ? -token.number : token.number) / pasted_.units_a_metre, negates ? i - 1 : i, i);
    claims_.back().precision = precisionOf(token.text, token.number) / pasted_.units_a_metre;
  }

  void takePoint(std::size_t open) {
    const std::size_t behind = behindBracket(open);
    if (behind == open + 1 || behind - open > 3 * kMaxBetween) return;
    const std::span<const Token> inside = std::span(tokens_).subspan(open, behind - open);
    if (std::ranges::any_of(inside, [&](const Token& token) { return token.isNumber() && isPartOfBody(token); }))
      return;
    const std::string text = text_.substr(tokens_[open].offset, tokens_[behind - 1].offset - tokens_[open].offset);
    const std::vector<paste::PlacedNumber> numbers = paste::numbersIn(text);
    if (numbers.size() != 2 && numbers.size() != 3) return;
    add(Kind::kContact, 0, open, behind - 1);
    PasteClaim& claim = claims_.back();
    for (std::size_t c = 0; c < numbers.size(); ++c)
      claim.point[static_cast<int>(c)] = numbers[c].value / pasted_.units_a_metre;
    if (pasted_.was_z_up) claim.point = {claim.point.x, claim.point.z, -claim.point.y};
    for (const Token& token : inside) {
      if (token.isNumber())
        claim.precision = std::max(claim.precision, precisionOf(token.text, token.number) / pasted_.units_a_metre);
    }
  }

  const Pasted& pasted_;
  std::string text_;  ///< with decimal points, which stand where the commas do
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<PasteClaim> claims_;
};

std::string metres(double value) { return humanNumber(value, 6); }

void check(PasteClaimCheck& checked, const PairAnswer& reference, const Document& document) {
  const PasteClaim& claim = checked.claim;
  const bool overlaps = reference.verdict == Verdict::kOverlapping;
  const double depth = overlaps ? -reference.separation : 0;
  switch (claim.kind) {
    case Kind::kVerdict:
      checked.here = tr(verdictName(reference.verdict));
      checked.differs = reference.verdict != Verdict::kTouching && overlaps != (claim.value != 0);
      return;
    case Kind::kDepth: {
      // Engines write depths with either sign, and a gap as a negative depth.
      const double here = overlaps ? depth : reference.distance;
      checked.here = overlaps ? metres(depth) : trf("apart by {}", metres(reference.distance));
      checked.differs = std::abs(std::abs(claim.value) - here) > claim.precision && (overlaps || claim.value != 0);
      return;
    }
    case Kind::kDistance:
      checked.here = overlaps ? trf("overlapping by {}", metres(depth)) : metres(reference.distance);
      checked.differs = overlaps ? claim.value != 0 && std::abs(claim.value + depth) > claim.precision
                                 : std::abs(claim.value - reference.distance) > claim.precision;
      return;
    case Kind::kContact:
      break;
  }
  const double reach = std::max(reference.distance, 0.0) + 2 * claim.precision;
  for (std::size_t i = 0; i < 2; ++i) {
    const Body& body = document.bodies[i];
    const PosedShape posed = posedShape(body);
    const double outside = containsPoint(posed.shape, posed.pose, claim.point).signed_distance;
    if (outside <= reach) continue;
    checked.differs = true;
    checked.here += (checked.here.empty() ? "" : ", ") + trf("{} outside of {}", metres(outside), body.id);
  }
  if (!checked.differs) checked.here = tr("on or in both");
}

}  // namespace

std::vector<PasteClaim> claimsOf(const Pasted& pasted) { return ClaimReader(pasted).all(); }

std::vector<PasteClaimCheck> checkClaims(const Pasted& pasted, const PairAnswer& reference) {
  std::vector<PasteClaimCheck> out;
  if (!pasted.isPair()) return out;
  for (PasteClaim& claim : claimsOf(pasted)) {
    PasteClaimCheck& checked = out.emplace_back();
    checked.claim = std::move(claim);
    check(checked, reference, pasted.document);
  }
  return out;
}

}  // namespace sepax
