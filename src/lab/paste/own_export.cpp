#include "lab/paste/own_export.h"

#include "collide/pair/pair.h"
#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "format/api.h"
#include "lab/paste/paste.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sepax::paste {

namespace {

constexpr std::string_view kReference = "Sepax's reference: ", kSeparation = "separation ";

/// Where the one line with the reference's answer is; npos without it and of several exports.
std::size_t referenceIn(std::string_view text) {
  const std::size_t at = text.find(kReference);
  return at == text.rfind(kReference) ? at : std::string_view::npos;
}

/// A part of a text.
struct Span {
  std::size_t begin = 0, end = 0;
};

/// The lines of an export that name the case and its source.
Span namesIn(std::string_view text) {
  const std::size_t at = referenceIn(text);
  if (at == std::string_view::npos) return {};
  const std::size_t end = text.rfind('\n', at) + 1;
  const std::string_view comment = text.substr(end, at - end);
  Span names{end, end};
  constexpr int kLines = 2;
  for (int line = 0; line < kLines && names.begin > 1; ++line) {
    const std::size_t above = text.rfind('\n', names.begin - 2) + 1;
    if (!text.substr(above).starts_with(comment)) break;
    names.begin = above;
  }
  return names;
}

}  // namespace

std::string withoutOwnNames(std::string_view text) {
  std::string out(text);
  const auto [begin, end] = namesIn(text);
  std::replace_if(
      out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + static_cast<std::ptrdiff_t>(end),
      [](char c) { return c != '\n'; }, ' ');
  return out;
}

void dropOwnWords(std::vector<Token>& tokens, std::string_view text) {
  std::vector<Span> own{namesIn(text)};
  if (own[0].end == 0) return;
  for (const Api& api : apis()) {
    for (const ApiForm& form : api.exports) {
      const bool has_functions = form.head.find('{') != std::string::npos;
      const std::size_t at = has_functions ? text.find(form.head) : std::string_view::npos;
      if (at != std::string_view::npos) own.push_back({at, at + form.head.size()});
    }
  }
  std::erase_if(tokens, [&](const Token& token) {
    return token.kind != Token::Kind::kEnd && std::ranges::any_of(own, [&](const Span& span) {
             return token.offset >= span.begin && token.offset < span.end;
           });
  });
}

std::optional<std::string> differenceFromExport(const Pasted& pasted, std::string_view text) {
  const std::size_t at = referenceIn(text);
  if (at == std::string_view::npos || !pasted.isPair()) return std::nullopt;
  std::string_view line = text.substr(at + kReference.size());
  line = line.substr(0, line.find('\n'));
  const std::string verdict(line.substr(0, line.find_first_of(", \n")));
  const std::size_t separation = line.find(kSeparation);
  const auto said = separation == std::string_view::npos
                        ? std::nullopt
                        : parseDouble(line.substr(separation + kSeparation.size(),
                                                  line.find(',', separation) - separation - kSeparation.size()));
  const auto report = pastedReport(pasted);
  if (!report) return std::nullopt;
  const PairAnswer& answer = report->answer;
  constexpr double kShare = 1e-6;  // forms in floats round
  const auto pair = *firstPair(pasted.document);
  const double tolerance = kShare * pairSize(posedShape(*findBody(pasted.document, pair.first)),
                                             posedShape(*findBody(pasted.document, pair.second)));
  const bool is_same = said ? !answer.endless && std::abs(answer.separation - *said) <= tolerance
                            : answer.endless && verdict == verdictName(answer.verdict);
  if (is_same) return std::nullopt;
  return trf("line {}: the pair that was exported is {}, the one that is read: {}",
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1,
             said ? trf("{}, separation {}", tr(verdict.c_str()), humanNumber(*said, 6)) : printableLine(line),
             pastedVerdict(report));
}

}  // namespace sepax::paste
