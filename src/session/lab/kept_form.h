#pragma once

#include "core/error.h"
#include "core/json.h"
#include "lab/paste/paste.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Names that a kept form has besides those of the calls and keys themselves: the call around a vector's own, as
/// "Box" of Box(Vec3(1, 2, 3)), and words for kinds in front of keys.
struct FormNames {
  bool of_calls_around = false, of_kinds = false;
};

/// The numbers that were given a role by hand as a file of assets/apis: the calls and keys that they stand behind. An
/// error says why the next text of this form would not be read by it.
[[nodiscard]] Result<Json> keptForm(const std::string& title, std::string_view text,
                                    const std::vector<PasteGroup>& groups, const std::vector<paste::TakeRule>& rules,
                                    const FormNames& names = {});

}  // namespace sepax
