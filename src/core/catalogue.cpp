#include "core/catalogue.h"

#include "core/platform.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace sepax {

namespace {

constexpr std::array<const char*, 2> kCatalogueFiles = {
    nullptr, "assets/languages/zh_CN.po"};  // by Language; English needs none
constexpr std::uint64_t kMaxCatalogueBytes = 8u << 20;

/// Everything in braces, in order, and braces that are alone: what two format strings must have in common to take the
/// same arguments.
std::vector<std::string_view> placeholders(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t at = text.find_first_of("{}"); at != text.npos; at = text.find_first_of("{}", at)) {
    const bool is_doubled = at + 1 < text.size() && text[at + 1] == text[at];
    const std::size_t close = is_doubled        ? at + 1
                              : text[at] == '{' ? std::min(text.find('}', at), text.size() - 1)
                                                : at;
    found.push_back(text.substr(at, close + 1 - at));
    at = close + 1;
  }
  return found;
}

class CatalogueReader {
 public:
  explicit CatalogueReader(const std::string& name) : name_(name) {}

  Result<std::vector<Translation>> read(std::string_view po) {
    if (po.starts_with("\xEF\xBB\xBF")) return syntax(tr("begins with a byte order mark, which gettext refuses"));
    while (!po.empty()) {
      ++line_;
      const std::size_t end = po.find('\n');
      std::string_view line = po.substr(0, end);
      if (line.ends_with('\r')) line.remove_suffix(1);
      SEPAX_TRY(readLine(line));
      po.remove_prefix(end == po.npos ? po.size() : end + 1);
    }
    SEPAX_TRY(finishEntry());
    if (!has_header_) return syntax(tr("has no header (the translation of \"\") that says charset=UTF-8"));
    return std::move(done_);
  }

 private:
  tl::unexpected<Error> syntax(std::string message) const {
    return fail(ErrorCode::kSyntax, fmt::format("{}:{}", name_, line_), std::move(message));
  }

  Result<void> readLine(std::string_view line) {
    if (toValidUtf8(line) != line) return syntax(tr("is not UTF-8"));
    const bool continues = line.starts_with('"');
    if (!continues && text_) SEPAX_TRY(finishEntry());
    if (line.empty()) return {};
    if (line.starts_with('#')) {
      is_fuzzy_ |= line.starts_with("#,") && line.find("fuzzy") != line.npos;
      return {};
    }
    if (line.starts_with("msgid \"")) {
      if (english_) return syntax(tr("a msgid without a msgstr comes before this one"));
      english_ = "";
      entry_line_ = line_;
      return appendQuoted(line.substr(6), *english_);
    }
    if (line.starts_with("msgstr \"")) {
      if (!english_) return syntax(tr("a msgstr without a msgid"));
      text_ = "";
      return appendQuoted(line.substr(7), *text_);
    }
    if (!continues) return syntax(tr("expected msgid, msgstr, a text in quotes or a comment"));
    if (!english_) return syntax(tr("a text in quotes that continues nothing"));
    return appendQuoted(line, text_ ? *text_ : *english_);
  }

  Result<void> appendQuoted(std::string_view quoted, std::string& out) const {
    for (std::size_t i = 1; i < quoted.size(); ++i) {
      const char c = quoted[i];
      if (c == '"') return i + 1 == quoted.size() ? Result<void>() : syntax(tr("text after the closing quote"));
      if (static_cast<unsigned char>(c) < 0x20) return syntax(tr("a control character"));
      if (c != '\\') {
        out += c;
        continue;
      }
      constexpr std::string_view kEscapes = "nt\"\\", kMeanings = "\n\t\"\\";
      const std::size_t escape = ++i < quoted.size() ? kEscapes.find(quoted[i]) : kEscapes.npos;
      if (escape == kEscapes.npos) return syntax(tr("an escape other than \\n, \\t, \\\" and \\\\"));
      out += kMeanings[escape];
    }
    return syntax(tr("no closing quote"));
  }

  /// Takes over what was read since the last entry. Errors are at the entry's first line.
  Result<void> finishEntry() {
    if (!english_) return {};
    const std::size_t here = std::exchange(line_, entry_line_);
    if (!text_) return syntax(tr("a msgid without a msgstr"));
    if (!keys_.insert(*english_).second) return syntax(tr("the same msgid a second time"));
    if (english_->empty()) {
      has_header_ = text_->find("charset=UTF-8\n") != text_->npos;
    } else if (!is_fuzzy_ && !text_->empty()) {
      if (placeholders(*english_) != placeholders(*text_))
        return syntax(tr("msgid and msgstr have different placeholders"));
      done_.push_back({*english_, *text_});
    }
    line_ = here;
    english_.reset();
    text_.reset();
    is_fuzzy_ = false;
    return {};
  }

  const std::string& name_;
  std::size_t line_ = 0, entry_line_ = 0;
  std::optional<std::string> english_, text_;
  bool is_fuzzy_ = false, has_header_ = false;
  std::set<std::string> keys_;
  std::vector<Translation> done_;
};

// Catalogues are never changed or freed once they are read: any thread may hold texts of one while another sets the
// language.
std::array<std::unique_ptr<const Catalogue>, kCatalogueFiles.size()> read_catalogues;
std::mutex read_mutex;

Result<std::unique_ptr<const Catalogue>> readCatalogue(Language language) {
  const auto path = dataPath(kCatalogueFiles[static_cast<std::size_t>(language)]);
  SEPAX_TRY(path);
  const auto po = readFile(*path, kMaxCatalogueBytes);
  SEPAX_TRY(po);
  auto rows = parseCatalogue(*po, *path);
  SEPAX_TRY(rows);
  auto catalogue = std::make_unique<Catalogue>(Catalogue{language, std::move(*rows), {}});
  for (const Translation& row : catalogue->rows) catalogue->text_of.emplace(row.english, row.text.c_str());
  return catalogue;
}

}  // namespace

Result<std::vector<Translation>> parseCatalogue(std::string_view po, const std::string& name) {
  return CatalogueReader(name).read(po);
}

Result<void> setLanguage(Language language) {
  if (language == currentLanguage()) return {};
  if (language == Language::kEnglish) {
    useCatalogue(nullptr);
    return {};
  }
  const std::lock_guard lock(read_mutex);
  auto& kept = read_catalogues[static_cast<std::size_t>(language)];
  if (kept == nullptr) {
    auto catalogue = readCatalogue(language);
    SEPAX_TRY(catalogue);
    kept = std::move(*catalogue);
  }
  useCatalogue(kept.get());
  return {};
}

}  // namespace sepax
