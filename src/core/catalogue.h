#pragma once

#include "core/error.h"
#include "core/language.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Reads the part of gettext's PO format that translators write for us: comments, msgid and msgstr over one or more
/// lines, the escapes \n \t \" \\. Entries marked fuzzy or without a translation are left out. Anything else, text that
/// is not UTF-8, a key that comes twice and placeholders that differ are errors at `name`:line.
[[nodiscard]] Result<std::vector<Translation>> parseCatalogue(std::string_view po, const std::string& name);

/// Makes tr() answer in a language, for all threads; reads its catalogue the first time. On an error the language stays
/// as it was.
[[nodiscard]] Result<void> setLanguage(Language language);

}  // namespace sepax
