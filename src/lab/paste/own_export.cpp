#include "lab/paste/own_export.h"

#include "core/number.h"
#include "core/text.h"
#include "format/api.h"

#include <algorithm>
#include <cstddef>

namespace sepax::paste {

namespace {

constexpr std::string_view kSeparation = "separation ";

/// Where the one line with the reference's answer is; npos without it and of several exports.
std::size_t referenceIn(std::string_view text) {
  const std::size_t at = text.find(kReferenceSign);
  return at == text.rfind(kReferenceSign) ? at : std::string_view::npos;
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

std::optional<ToldAnswer> answerOfExport(std::string_view text) {
  const std::size_t at = referenceIn(text);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view line = text.substr(at + kReferenceSign.size());
  line = line.substr(0, line.find('\n'));
  ToldAnswer told{std::string(line), std::string(line.substr(0, line.find_first_of(", \n"))), {}, 1};
  if (const std::size_t separation = line.find(kSeparation); separation != std::string_view::npos) {
    const std::size_t begin = separation + kSeparation.size();
    told.separation = parseDouble(line.substr(begin, line.find(',', separation) - begin));
  }
  told.line += static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  return told;
}

}  // namespace sepax::paste
