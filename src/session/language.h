#pragma once

namespace sepax {

enum class Language { kEnglish, kChinese };

}  // namespace sepax
